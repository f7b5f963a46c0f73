"""The reference evaluator with one rule broken, in every way that is easy to get wrong: a
comparison that holds against one of these would hold against anything."""
import evaluator
from binding import DISPLAY_P3, DISPLAY_P3_LINEAR, NO_VALUE, SRGB, SRGB_LINEAR, STALE_ID
from evaluator import CONTRAST, DARK, LESS, LIGHT, MORE, PALETTE, SCHEME, STANDARD
from evaluator import Context, Outcome, Theme


class ContrastBeforeScheme(Theme):
    def fit(self, variant, environment):
        idiom, gamut, scheme, contrast, elevation = super().fit(variant, environment)
        return idiom, gamut, contrast, scheme, elevation


class ElevationBeforeContrast(Theme):
    def fit(self, variant, environment):
        idiom, gamut, scheme, contrast, elevation = super().fit(variant, environment)
        return idiom, gamut, scheme, elevation, contrast


class SchemeBeforeGamut(Theme):
    def fit(self, variant, environment):
        idiom, gamut, scheme, contrast, elevation = super().fit(variant, environment)
        return idiom, scheme, gamut, contrast, elevation


class GamutBeforeIdiom(Theme):
    def fit(self, variant, environment):
        idiom, gamut, *others = super().fit(variant, environment)
        return gamut, idiom, *others


class LastOfEquals(Theme):
    def best(self, variants, environment):
        return super().best(variants[::-1], environment)


class OtherGamutExcluded(Theme):
    def applies(self, variant, environment):
        return super().applies(variant, environment) and (
            variant.gamut in (0, self.gamut(environment)))


class OtherGamutLikeAny(Theme):
    def gamut_fit(self, variant, environment):
        return max(1, super().gamut_fit(variant, environment))


class UnspecifiedGamutMatchesNone(Theme):
    def gamut(self, environment):
        return environment[evaluator.GAMUT]


class StandardContrastExcluded(Theme):
    def contrasts_taken(self, environment):
        return 0, self.contrast(environment)


class StandardContrastBeforeAny(Theme):
    def contrast_fit(self, variant, environment):
        return variant.contrast == self.contrast(environment), variant.contrast == STANDARD


class ContrastNotGraded(Theme):
    def contrast(self, environment):
        value = environment[CONTRAST]
        return value if value in (LESS, MORE) else STANDARD


class ContrastTieAsTheLesser(Theme):
    def contrast(self, environment):
        value = environment[CONTRAST] or STANDARD
        return min((LESS, STANDARD, MORE), key=lambda step: abs(step - value))


class UnspecifiedContrastMatchesLess(Theme):
    def contrast(self, environment):
        return super().contrast(environment) if environment[CONTRAST] else LESS


class DarkDefault(Theme):
    def scheme(self, environment):
        return environment[SCHEME] or DARK


class LightDefault(Theme):
    def scheme(self, environment):
        return environment[SCHEME] or LIGHT


class UnspecifiedElevationMatchesNone(Theme):
    def elevation(self, environment):
        return environment[evaluator.ELEVATION]


class UnspecifiedIdiomMatchesPhone(Theme):
    def idiom(self, environment):
        return environment[evaluator.IDIOM] or 1


class NoFallbackToDefaultPalette(Theme):
    def palettes_to_ask(self, environment):
        return (environment[PALETTE] or self.default_palette,)


class DefaultPaletteNotForUnspecified(Theme):
    def palettes_to_ask(self, environment):
        return (environment[PALETTE], self.default_palette) if environment[PALETTE] else ()


class DefaultPaletteFirst(Theme):
    def palettes_to_ask(self, environment):
        return super().palettes_to_ask(environment)[::-1]


class DeclaredPaletteColorCounts(Theme):
    def palette_has(self, name):
        return name in self.ids


class StaleAsNoValue(Theme):
    def resolve(self, id, environment, path=()):
        outcome = super().resolve(id, environment, path)
        return Outcome(NO_VALUE) if path and outcome.status == STALE_ID else outcome


class CycleAsNoValue(Theme):
    def resolve(self, id, environment, path=()):
        return Outcome(NO_VALUE) if id in path else super().resolve(id, environment, path)


class PositiveProviderStatusKept(Theme):
    def failure(self, status):
        return status


class ProviderSeesRawContrast(Theme):
    class RawContext(Context):
        def axis(self, axis):
            return self._environment[axis] if axis == CONTRAST else super().axis(axis)

    def context(self, environment, path):
        return self.RawContext(self, environment, path)


class ProviderSeesRawScheme(Theme):
    class RawContext(Context):
        def axis(self, axis):
            return self._environment[axis] if axis == SCHEME else super().axis(axis)

    def context(self, environment, path):
        return self.RawContext(self, environment, path)


class ProviderSeesDefaultPalette(Theme):
    class EagerContext(Context):
        def axis(self, axis):
            value = super().axis(axis)
            return value or self.theme.default_palette if axis == PALETTE else value

    def context(self, environment, path):
        return self.EagerContext(self, environment, path)


class MissingAlphaIsOpaque(Theme):
    def paint(self, color):
        return super().paint(color)[:3] + (1.0,) if color.missing & 8 else super().paint(color)


class DisplayP3AsSRGB(Theme):
    def paint(self, color):
        spaces = {DISPLAY_P3: SRGB, DISPLAY_P3_LINEAR: SRGB_LINEAR}
        return super().paint(color._replace(space=spaces.get(color.space, color.space)))


class LinearAsEncoded(Theme):
    def paint(self, color):
        spaces = {SRGB_LINEAR: SRGB, DISPLAY_P3_LINEAR: DISPLAY_P3}
        return super().paint(color._replace(space=spaces.get(color.space, color.space)))


class CutToGamut(Theme):
    def paint(self, color):
        return tuple(min(max(x, 0.0), 1.0) for x in super().paint(color))


def _dashed(name):
    return "".join("-" + c.lower() if c.isupper() and not name[i - 1:i].isupper() else c.lower()
                   for i, c in enumerate(name)).lstrip("-")


ALL = {_dashed(mistake.__name__): mistake for mistake in Theme.__subclasses__()}
