"""The settings for colors that depend on the environment: for a browser and for a theme."""
from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chromium import Chromium
from colors import HALF, Color, byte, near, srgb_decode
from library import EnvironmentValue, Failure, Library, ResolvedColor

# The theme's colors, its axes with their values, and the foreground, as custom properties have
# them.
COLORS = {
    "accent": "light-dark(#0461be, #81d0ff)",
    "tint": "oklch(0.7 0.15 40 / 0.8)",
    "Night/ink": "color-mix(in oklab, var(--accent) 30%, #312)",
    "glow": "if(style(--season: winter): color(display-p3 0.2 0.5 1); else: #f60)"}
AXES = {"season": ("winter", "summer"), "team": ("red", "blue", "green")}
FOREGROUND = "light-dark(rgb(20 30 40), lch(90 10 200))"

SCHEMES = {"light": 1, "dark": 2}
CONTRASTS = {"less": 1, "no-preference": 101, "more": 201}
GAMUTS = {"srgb": 1, "p3": 2, "rec2020": 3}


@dataclass(frozen=True)
class Setting:
    """An environment, in the words of media features."""
    scheme: str
    contrast: str
    gamut: str
    axes: Mapping[str, str]

    def __str__(self) -> str:
        return ", ".join((self.scheme, self.contrast, self.gamut, *self.axes.values()))


SETTINGS = (
    Setting("light", "no-preference", "srgb", {"season": "winter", "team": "red"}),
    Setting("dark", "no-preference", "srgb", {"season": "winter", "team": "red"}),
    Setting("light", "more", "p3", {"season": "summer", "team": "blue"}),
    Setting("dark", "less", "rec2020", {"season": "summer", "team": "green"}))


def in_browser(browser: Chromium, expressions: Sequence[str],
               setting: Setting) -> list[str | None]:
    """The computed values of expressions, as Chromium.computed has them."""
    browser.emulate({"prefers-color-scheme": setting.scheme, "prefers-contrast": setting.contrast,
                     "color-gamut": setting.gamut, "forced-colors": "none"})
    properties = {"--" + name.replace("/", "\\/"): css for name, css in COLORS.items()}
    properties |= {"--" + axis: value for axis, value in setting.axes.items()}
    return browser.computed(expressions, setting.scheme, {**properties, "color": FOREGROUND})


class Theme:
    """A theme with those colors and axes."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._theme = library.new_theme()
        for name, css in COLORS.items():
            self.register(css, name)
        self._foreground = self.register(FOREGROUND, "the foreground")
        self._environments = {id(setting): self._environment(setting) for setting in SETTINGS}

    def close(self) -> None:
        self._library.release(self._theme)

    def _environment(self, setting: Setting) -> EnvironmentValue:
        environment = EnvironmentValue(
            scheme=SCHEMES[setting.scheme], contrast=CONTRASTS[setting.contrast],
            gamut=GAMUTS[setting.gamut], foreground=self._foreground)
        for axis, name in setting.axes.items():
            place, value = self._library.declare(self._theme, axis, name)
            environment.custom[place] = value
        return environment

    def register(self, css: str, name: str = "") -> int:
        """The id of a color; it raises Failure if it is none."""
        return self._library.register(self._theme, css, name)

    def unregister(self, color: int) -> None:
        self._library.call("unregister", self._theme, color)

    def resolve(self, color: int, setting: Setting) -> ResolvedColor | Failure:
        try:
            return self._library.resolve(self._theme, color, self._environments[id(setting)])
        except Failure as failure:
            return failure

    def difference(self, ours: ResolvedColor, theirs: Color, setting: Setting,
                   tolerance: float) -> str:
        """In what a resolved color is not what a browser computes, brought into the display's
        gamut; browsers leave that to painting. Colors in the old notations are within it."""
        wanted = [theirs]
        if not theirs.legacy:
            gamut = {"srgb": "srgb", "p3": "display-p3", "rec2020": "rec2020"}[setting.gamut]
            wanted = self._library.brought_into(gamut, theirs)
        problems = [painted_difference(ours, color, tolerance) for color in wanted]
        return problems[0] if all(problems) else ""


def painted_difference(ours: ResolvedColor, theirs: Color, tolerance: float) -> str:
    """In what a resolved color is not what a browser computes."""
    painted = (ours.r, ours.g, ours.b)
    if theirs.legacy:
        steps = [255 * min(1.0, max(0.0, share)) - byte(expected)
                 for share, expected in zip(painted, theirs.numbers)]
        steps.append(255 * ours.a - byte(theirs.opacity))
        is_same = all(abs(step) <= HALF for step in steps)
    else:
        # Close to black, what is near in light is far in numbers.
        is_same = near(ours.a, theirs.opacity, 1, tolerance) and all(
            near(share, expected, 1, tolerance)
            or near(srgb_decode(share), srgb_decode(expected), 1, tolerance / 10)
            for share, expected in zip(painted, theirs.srgb()))
    told = f"{ours.r:.6g} {ours.g:.6g} {ours.b:.6g} / {ours.a:.6g}"
    return "" if is_same else f"{told}, not {theirs}"
