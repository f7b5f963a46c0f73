"""Evaluators with one rule broken each, in ways that are easy to get wrong. The comparison must
fail for each of them; otherwise it would not test that rule."""
import axes
import colors
from axes import CONTRAST, CUSTOM, DARK, LESS, LIGHT, MORE, PALETTE, SCHEME, STANDARD
from binding import CYCLE, DISPLAY_P3, DISPLAY_P3_LINEAR, NO_VALUE, OK, PROVIDER, SRGB, SRGB_LINEAR
from binding import STALE_ID
from colors import ALPHA, Color
from evaluator import OPACITIES, Context, Css, Theme
from expressions import MEDIA, STYLE, Blend, Failure, First, LightDark, Mix, Reference


class ContrastBeforeScheme(Theme):
    def fit(self, variant, environment):
        extra, idiom, gamut, scheme, contrast, *others = super().fit(variant, environment)
        return extra, idiom, gamut, contrast, scheme, *others


class ElevationBeforeContrast(Theme):
    def fit(self, variant, environment):
        extra, idiom, gamut, scheme, contrast, elevation, *others = super().fit(
            variant, environment)
        return extra, idiom, gamut, scheme, elevation, contrast, *others


class SchemeBeforeGamut(Theme):
    def fit(self, variant, environment):
        extra, idiom, gamut, scheme, *others = super().fit(variant, environment)
        return extra, idiom, scheme, gamut, *others


class GamutBeforeIdiom(Theme):
    def fit(self, variant, environment):
        extra, idiom, gamut, *others = super().fit(variant, environment)
        return extra, gamut, idiom, *others


class IdiomBeforeHostAxes(Theme):
    def fit(self, variant, environment):
        extra, idiom, *others = super().fit(variant, environment)
        return idiom, extra, *others


class HostAxesAfterScheme(Theme):
    def fit(self, variant, environment):
        extra, idiom, gamut, scheme, *others = super().fit(variant, environment)
        return idiom, gamut, scheme, extra, *others


class HostAxesByHowManyAreNamed(Theme):
    def extra_fit(self, variant):
        return sum(super().extra_fit(variant))


class HostAxesFromTheLast(Theme):
    def extra_fit(self, variant):
        vision, state, palette, *custom = super().extra_fit(variant)
        return vision, state, palette, *custom[::-1]


class HostAxesBeforePalette(Theme):
    def extra_fit(self, variant):
        vision, state, palette, *custom = super().extra_fit(variant)
        return vision, state, *custom, palette


class PaletteBeforeState(Theme):
    def extra_fit(self, variant):
        vision, state, palette, *custom = super().extra_fit(variant)
        return vision, palette, state, *custom


class StateBeforeVision(Theme):
    def extra_fit(self, variant):
        vision, state, *others = super().extra_fit(variant)
        return state, vision, *others


class UnspecifiedStateMatchesNone(Theme):
    def state(self, environment):
        return environment[axes.STATE]


class UnspecifiedVisionMatchesNone(Theme):
    def vision(self, environment):
        return environment[axes.VISION]


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
        return environment[axes.GAMUT]


class StandardContrastExcluded(Theme):
    def takes_contrast(self, contrast, wanted):
        return contrast != STANDARD and super().takes_contrast(contrast, wanted)


class AnyContrastLikeStandard(Theme):
    def contrast_fit(self, variant, environment):
        return super().contrast_fit(variant, environment)[0]


class AnyContrastBeforeStandard(Theme):
    def contrast_fit(self, variant, environment):
        distance, is_named = super().contrast_fit(variant, environment)
        return distance, not is_named


class ContrastNotGraded(Theme):
    def contrast(self, environment):
        value = environment[CONTRAST]
        return value if value in (LESS, MORE) else STANDARD


class ContrastByNamedSteps(Theme):
    def contrast(self, environment):
        return self.nearest_contrast(environment)

    def nearest_contrast(self, environment):
        value = environment[CONTRAST] or STANDARD
        return LESS if value < 51 else STANDARD if value < 151 else MORE


class ContrastTieAsTheLesser(Theme):
    def nearest_contrast(self, environment):
        value = environment[CONTRAST] or STANDARD
        return min((LESS, STANDARD, MORE), key=lambda step: abs(step - value))


class ContrastExactOrStandard(Theme):
    """Steps on the way from standard to what is wanted are not taken."""

    def takes_contrast(self, contrast, wanted):
        return contrast in (0, STANDARD, wanted)


class ContrastOfEitherSide(Theme):
    def takes_contrast(self, contrast, wanted):
        return abs(contrast - STANDARD) <= abs(wanted - STANDARD) or contrast == 0


class ContrastFarthestOfThoseTaken(Theme):
    def contrast_fit(self, variant, environment):
        return self.contrast_of(variant) == self.contrast(environment)


class NothingBetweenContrasts(Theme):
    def amount(self, lower, contrast, upper):
        return 0


class BetweenContrastsFromStandard(Theme):
    def amount(self, lower, contrast, upper):
        return (contrast - STANDARD) / (upper - STANDARD)


class BetweenContrastsInSRGB(Theme):
    def between(self, a, b, amount):
        return self.interpolated(self.converted(a, SRGB), self.converted(b, SRGB), amount)


class MixedWithAnyContrast(Theme):
    def may_be_mixed(self, variant, lower, environment):
        return True


class MixedWithEqualsAlone(Theme):
    def may_be_mixed(self, variant, lower, environment):
        return self.fit(variant, environment)[:4] == self.fit(lower, environment)[:4]


class MixedWithTheSameElevation(Theme):
    def may_be_mixed(self, variant, lower, environment):
        return super().may_be_mixed(variant, lower, environment) and (
            variant.elevation == lower.elevation)


class MixedPastTheExactContrast(Theme):
    def is_beyond(self, contrast, wanted):
        return super().is_beyond(contrast, wanted) or wanted == STANDARD < contrast


class FarthestContrastBeyond(Theme):
    def beyond(self, variants, environment, lower):
        nearest = super().beyond(variants, environment, lower)
        others = tuple(v for v in variants if nearest is None or v.contrast != nearest.contrast)
        return super().beyond(others, environment, lower) or nearest


class LessContrastNotMixed(Theme):
    def is_beyond(self, contrast, wanted):
        return wanted > STANDARD and super().is_beyond(contrast, wanted)


class ContrastBeyondForWantOfOthers(Theme):
    """A variant for more contrast than there is applies where none else does."""

    def choice(self, variants, environment):
        lower, upper, amount = super().choice(variants, environment)
        if lower is None and variants:
            beyond = [v for v in variants if self.applies_apart_from_contrast(v, environment)
                      and self.is_beyond(v.contrast, self.contrast(environment))]
            return (beyond[0], None, 0) if beyond else (None, None, 0)
        return lower, upper, amount


class SubtypeIgnored(Theme):
    def subtype(self, environment):
        return 0


class LocaleIgnored(Theme):
    def locale(self, environment):
        return 0


class LocaleBeforeSubtype(Theme):
    def fit(self, variant, environment):
        *others, subtype, locale = super().fit(variant, environment)
        return *others, locale, subtype


class SubtypeBeforeElevation(Theme):
    def fit(self, variant, environment):
        *others, elevation, subtype, locale = super().fit(variant, environment)
        return *others, subtype, elevation, locale


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
        return environment[axes.ELEVATION]


class UnspecifiedIdiomMatchesPhone(Theme):
    def idiom(self, environment):
        return environment[axes.IDIOM] or 1


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
    def in_palette(self, name):
        return self.ids.get(name)


class StaleAsNoValue(Theme):
    def color(self, id, environment, path):
        if path.ids and self.status_of(id) == STALE_ID:
            raise Failure(NO_VALUE)
        return super().color(id, environment, path)


class CycleAsNoValue(Theme):
    def color(self, id, environment, path):
        if id in path.ids:
            raise Failure(NO_VALUE)
        return super().color(id, environment, path)


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
    def paint(self, color, environment):
        painted = super().paint(color, environment)
        return painted[:3] + (1.0,) if color.missing & 8 else painted


class DisplayP3AsSRGB(Theme):
    def paint(self, color, environment):
        spaces = {DISPLAY_P3: SRGB, DISPLAY_P3_LINEAR: SRGB_LINEAR}
        return super().paint(
            color._replace(space=spaces.get(color.space, color.space)), environment)


class LinearAsEncoded(Theme):
    def paint(self, color, environment):
        spaces = {SRGB_LINEAR: SRGB, DISPLAY_P3_LINEAR: DISPLAY_P3}
        return super().paint(
            color._replace(space=spaces.get(color.space, color.space)), environment)


class CutToGamut(Theme):
    def paint(self, color, environment):
        return tuple(min(max(x, 0.0), 1.0) for x in super().paint(color, environment))


# ---- Of expressions -----------------------------------------------------------------------------

class FallbackIgnored(Theme):
    def reference(self, node, environment, path):
        return super().reference(Reference(node.name), environment, path)


class FallbackForFailures(Theme):
    def reference(self, node, environment, path):
        try:
            return super().reference(node, environment, path)
        except Failure:
            if node.fallback is None:
                raise
            return self.evaluate(node.fallback, environment, path)


class FallbackInCycles(Theme):
    """As CSS has it for custom properties."""

    def reference(self, node, environment, path):
        try:
            return super().reference(node, environment, path)
        except Failure as failure:
            if CYCLE not in failure.statuses or node.fallback is None:
                raise
            return self.evaluate(node.fallback, environment, path)


class NamesBoundEarly(Theme):
    def named(self, name, path):
        id = super().named(name, path)
        known = self.given[:self.given.index(path.ids[-1]) + 1]
        return id if id in known else None


class NamesInAnyCase(Theme):
    def named(self, name, path):
        for known, id in self.ids.items():
            if known.lower() == name.lower() and id in self.colors:
                return id
        return None


class UnregisteredIsStale(Theme):
    def named(self, name, path):
        return self.ids.get(name)


class UnknownNameAsNoValue(Theme):
    def reference(self, node, environment, path):
        if self.named(node.name, path) is None and node.fallback is None:
            raise Failure(NO_VALUE)
        return super().reference(node, environment, path)


class ForegroundIgnored(Theme):
    def foreground(self, environment):
        return 0


class ForegroundOnlyIfRegistered(Theme):
    def foreground(self, environment):
        id = super().foreground(environment)
        return id if self.status_of(id) == OK else 0


class CurrentColorAlwaysBlack(Theme):
    def current_color(self, node, environment, path):
        if self.foreground(environment):
            return super().current_color(node, environment, path)
        return colors.BLACK


class AccentIgnored(Theme):
    def accent(self, environment):
        return 0


class AccentOfThemeFirst(Theme):
    def accent(self, environment):
        return 0 if self.find("AccentColor") else super().accent(environment)


class AccentForForeground(Theme):
    def foreground(self, environment):
        return self.accent(environment)


class SystemColorsNotTheThemes(Theme):
    def system_color_of_theme(self, name):
        return None


class SystemColorsAlwaysLight(Theme):
    def standard(self, name, is_dark):
        return super().standard(name, False)


class DarkTakenForLight(Theme):
    def light_or_dark(self, node, environment):
        return super().light_or_dark(LightDark(node.dark, node.light), environment)


class LightDarkWithoutDefault(Theme):
    def is_dark(self, environment):
        return environment[SCHEME] == DARK


class LastConditionTaken(Theme):
    def chosen(self, branches, environment):
        return super().chosen(branches[::-1], environment)


class FirstConditionAlone(Theme):
    def chosen(self, branches, environment):
        return super().chosen((branches[0], branches[-1]), environment)


class NoConditionIsBlack(Theme):
    def conditional(self, node, environment, path):
        if self.chosen(node.branches, environment) is None:
            return colors.BLACK
        return super().conditional(node, environment, path)


class UnknownIsFalse(Theme):
    def negated(self, truth):
        return not truth


class UnknownSpreads(Theme):
    """One part that is not known makes the whole unknown."""

    def truth(self, condition, environment):
        parts = [self.truth(c, environment) for c in getattr(condition, "conditions", ())]
        return None if None in parts else super().truth(condition, environment)


class UnknownAxisIsUnknown(Theme):
    def style(self, query, environment):
        known = query.axis in self.axes or query.axis in STYLE or query.axis == "palette"
        return super().style(query, environment) if known else None


class MediaGamutExact(Theme):
    def gamut_includes(self, name, environment):
        return MEDIA["color-gamut"].index(name) + 1 == self.gamut(environment)


class MediaContrastNotForced(Theme):
    def contrast_preference(self, environment):
        preference = super().contrast_preference(environment)
        return "no-preference" if preference == "custom" else preference


class MediaContrastForcedFirst(Theme):
    def contrast_preference(self, environment):
        return "custom" if self.is_forced(environment) else super().contrast_preference(environment)


class ForcedUnlessNone(Theme):
    def is_forced(self, environment):
        return environment[axes.FORCED_COLORS] != 1


class StyleByNumberAlone(Theme):
    def wanted(self, value, names):
        return None if isinstance(value, str) else value


class StyleByNameAlone(Theme):
    def wanted(self, value, names):
        return names.get(value)


class StyleValuesCountFromZero(Theme):
    def wanted(self, value, names):
        wanted = super().wanted(value, names)
        return wanted - 1 if isinstance(value, str) and wanted else wanted


class StyleKnowsFirstAxisAlone(Theme):
    def style(self, query, environment):
        if query.axis in self.axes:
            place = CUSTOM[self.axes.index(query.axis)]
            environment = environment.replacing(place, environment[CUSTOM[0]])
        return super().style(query, environment)


class StyleBuiltInFirst(Theme):
    def style(self, query, environment):
        if query.axis in STYLE and query.axis in self.axes:
            value = self.style_value(STYLE[query.axis][0], environment)
            return query.value is None or STYLE[query.axis][1].get(query.value) == value
        return super().style(query, environment)


class StylePaletteWithoutDefault(Theme):
    def palette(self, environment):
        return environment[PALETTE]


class StyleWithoutDefaults(Theme):
    def style_value(self, axis, environment):
        return environment[axis]


class WeightsSwapped(Theme):
    def weights(self, percentages):
        weights, factor = super().weights(percentages)
        return weights[::-1], factor


class WeightsAllAlike(Theme):
    def weights(self, percentages):
        weights, factor = super().weights(percentages)
        return [1] * len(weights), factor


class AlphaFactorForgotten(Theme):
    def alpha_factor(self, total):
        return 1


class AlphaFactorAboveOne(Theme):
    def alpha_factor(self, total):
        return total / 100


class NotPremultiplied(Theme):
    def interpolated(self, a, b, share):
        return colors.interpolated(a, b, share, premultiplies=False)


class MissingMixesAsZero(Theme):
    def interpolated(self, a, b, share):
        a, b = (Color(x.space, *x.full()) for x in (a, b))
        return super().interpolated(a, b, share)


class MissingLostInConversion(Theme):
    def converted(self, color, space):
        if color.space == space:
            return color
        return super().converted(Color(color.space, *color.full()), space)


class MissingAlphaMixesAsZero(Theme):
    def interpolated(self, a, b, share):
        a, b = (x._replace(alpha=x.full()[1], missing=x.missing & ~ALPHA) for x in (a, b))
        return super().interpolated(a, b, share)


class MixedAlwaysInSRGB(Theme):
    def mixture(self, node, environment, path):
        return super().mixture(Mix(SRGB, node.parts), environment, path)


class ReferencesAsPainted(Theme):
    def reference(self, node, environment, path):
        return self.as_painted(super().reference(node, environment, path), environment)


class ProvidersNotAsPainted(Theme):
    def as_painted(self, color, environment):
        return color


class RelativeCutToBytes(Theme):
    def channels_taken(self, red, green, blue):
        return tuple(min(max(x, 0.0), 255.0) / 255 for x in (red, green, blue))


class RelativePercentagesOfOne(Theme):
    def component(self, node, channels, missing, full):
        return super().component(node, channels, missing, 1)


class RelativeKeepsNothingMissing(Theme):
    def component(self, node, channels, missing, full):
        return super().component(node, channels, 0, full)


class RelativeAlphaOpaque(Theme):
    def relative(self, node, environment, path):
        return super().relative(node, environment, path)._replace(alpha=1.0)


class AlphaMultiplied(Theme):
    def with_alpha(self, node, environment, path):
        color = super().with_alpha(node, environment, path)
        _, alpha = self.evaluate(node.origin, environment, path).full()
        return color._replace(alpha=color.alpha * alpha)


class AlphaLosesWhatIsMissing(Theme):
    def with_alpha(self, node, environment, path):
        color = super().with_alpha(node, environment, path)
        return color._replace(c=color.full()[0], missing=color.missing & ALPHA)


class ContrastTheOtherWay(Theme):
    def contrasting(self, node, environment, path):
        color = super().contrasting(node, environment, path)
        return color._replace(c=tuple(1 - x for x in color.c))


class ContrastByHalf(Theme):
    """By the middle of what is encoded, and not by the ratios."""

    def contrasting(self, node, environment, path):
        color = self.evaluate(node.background, environment, path)
        red, green, blue, _ = colors.paint(color._replace(missing=color.missing & ~ALPHA))
        return colors.BLACK if red + green + blue > 1.5 else colors.WHITE


# ---- Of levels ----------------------------------------------------------------------------------

class LevelsDoNotAdd(Theme):
    def level_of_level(self, outer, inner):
        return inner


class OuterLevelAlone(Theme):
    def level_of_level(self, outer, inner):
        return outer or inner


class LevelsMultiply(Theme):
    """Each level's opacity for itself."""

    def level(self, node, environment, path):
        color = self.evaluate(node.color, environment, path.at(node.level))
        return self.at_level(color, path.level)


class LevelsBelowTheLast(Theme):
    def level_of_level(self, outer, inner):
        return (outer + inner) % len(OPACITIES)


class OpacitiesNotReplaced(Theme):
    def at_level(self, color, level):
        return color._replace(alpha=color.alpha * OPACITIES[level])


class LevelReplacesAlpha(Theme):
    def at_level(self, color, level):
        if level == 0 or color.missing & ALPHA:
            return super().at_level(color, level)
        return color._replace(alpha=self.opacities[level])


class LevelIgnoresReferences(Theme):
    def reference(self, node, environment, path):
        return super().reference(node, environment, path.at(0))


class LevelIgnoresIds(Theme):
    def target(self, node, environment, path):
        return super().target(node, environment, path.at(0))


class LevelAlwaysByAlpha(Theme):
    """A level of another color is that color, made more transparent; also where that is the content
    style."""

    def level(self, node, environment, path):
        color = self.evaluate(node.color, environment, path.at(0))
        return self.at_level(color, self.level_of_level(path.level, node.level))


class ProvidersHaveNoLevels(Theme):
    def asked(self, provider, environment, path):
        color = super().asked(provider, environment, path)
        return color._replace(alpha=color.alpha / (self.opacities[path.level] or 1))


class ContentStyleOfOneContrast(Theme):
    def between_contrasts(self, standard, more, environment):
        return standard


class ContentStyleByNamedSteps(Theme):
    def between_contrasts(self, standard, more, environment):
        return more if self.nearest_contrast(environment) == MORE else standard


class ContentStyleOfLessContrast(Theme):
    """Less contrast than standard is taken as far beyond standard on the other side."""

    def between_contrasts(self, standard, more, environment):
        share = (self.contrast(environment) - STANDARD) / (MORE - STANDARD)
        return standard * (1 - share) + more * share


class ContentStyleByOpacities(Theme):
    def current_color(self, node, environment, path):
        color = super().current_color(node, environment, path.at(0))
        return self.at_level(color, path.level)


class ForegroundWithoutLevels(Theme):
    def current_color(self, node, environment, path):
        is_fixed = not self.foreground(environment) and not self.find("CanvasText")
        return super().current_color(node, environment, path if is_fixed else path.at(0))


# ---- Of palettes, fallbacks and tables ----------------------------------------------------------

class PaletteOfEnvironmentAlone(Theme):
    def palette_color(self, node, environment, path):
        try:
            return super().palette_color(node, environment, path)
        except Failure as failure:
            if node.fallback is not None and failure.statuses == {STALE_ID}:
                return self.evaluate(node.fallback, environment, path)
            raise


class FirstAlone(Theme):
    def first(self, node, environment, path):
        return self.evaluate(node.colors[0], environment, path)


class LastThatResolves(Theme):
    def first(self, node, environment, path):
        return super().first(First(node.colors[::-1]), environment, path)


class FirstFailureTold(Theme):
    def first(self, node, environment, path):
        try:
            return super().first(node, environment, path)
        except Failure:
            return self.evaluate(node.colors[0], environment, path)


class CirclesPassedOver(Theme):
    def stops(self, status):
        return status != CYCLE and super().stops(status)


class ProvidersNotPassedOver(Theme):
    def stops(self, status):
        return status <= -1000 or status == PROVIDER or super().stops(status)


class StaleNotPassedOver(Theme):
    def stops(self, status):
        return status == STALE_ID or super().stops(status)


# ---- Of blending and contrast -------------------------------------------------------------------

class BlendedTheOtherWay(Theme):
    def blended(self, mode, source, source_alpha, backdrop, backdrop_alpha):
        return super().blended(mode, backdrop, backdrop_alpha, source, source_alpha)


class BlendedInSRGB(Theme):
    def blend(self, node, environment, path):
        return super().blend(Blend(SRGB, node.mode, node.source, node.backdrop), environment, path)


class BlendedAlwaysNormally(Theme):
    def blended(self, mode, *colors):
        return super().blended("normal", *colors)


class BackdropCountsAsOpaque(Theme):
    def blended(self, mode, source, source_alpha, backdrop, backdrop_alpha):
        return super().blended(mode, source, source_alpha, backdrop, 1)


class ChoicesAlwaysLight(Theme):
    def taken(self, node, environment):
        while isinstance(node, LightDark):
            node = node.light
        return super().taken(node, environment)


class ContrastAlreadyThere(Theme):
    def readable(self, color, backgrounds, ratio):
        return color


class ContrastOfLargeText(Theme):
    def readable(self, color, backgrounds, ratio):
        return super().readable(color, backgrounds, min(ratio, 3))


class ContrastByBlackOrWhite(Theme):
    def readable(self, color, backgrounds, ratio):
        readable = super().readable(color, backgrounds, ratio)
        return color if readable == color else colors.contrasting(backgrounds[0])


class ColorAndBackgroundSwapped(Theme):
    def readable(self, color, backgrounds, ratio):
        return super().readable(backgrounds[0], (color, *backgrounds[1:]), ratio)


# ---- Of gamuts ----------------------------------------------------------------------------------

class NotMapped(Theme):
    def gamut_painted(self, environment):
        return 0


class MappedAlways(Theme):
    def gamut_painted(self, environment):
        return self.gamut(environment)


class MappedIntoSRGB(Theme):
    def gamut_painted(self, environment):
        return min(super().gamut_painted(environment), 1)


class CutIntoGamut(Theme):
    def paint(self, color, environment):
        painted = colors.paint(color)
        if self.gamut_painted(environment) != 1:
            return super().paint(color, environment)
        return tuple(min(max(x, 0.0), 1.0) for x in painted)


class MappedWithin(Theme):
    """Each color that another refers to."""

    def color(self, id, environment, path):
        color = super().color(id, environment, path)
        return self.as_painted(color, environment) if self.gamut_painted(environment) else color


class ProvidersNotMapped(Theme):
    def as_painted(self, color, environment):
        red, green, blue, alpha = colors.paint(color)
        return Color(SRGB, (red, green, blue), alpha)


# ---- Of layers and names ------------------------------------------------------------------------

class ForwardedFirst(Theme):
    def find(self, name):
        return self.find(self.forwards[name]) if name in self.forwards else super().find(name)


class NotForwarded(Theme):
    def find(self, name):
        id = self.ids.get(name)
        return id if id in self.colors else None


class ForwardedOnce(Theme):
    def find(self, name):
        id = self.ids.get(name)
        if id not in self.colors:
            id = self.ids.get(self.forwards.get(name))
        return id if id in self.colors else None


class PalettesNotForwarded(Theme):
    def in_palette(self, name):
        id = self.ids.get(name)
        return id if id in self.colors else None


class ReferencesNotForwarded(Theme):
    def named(self, name, path):
        id = self.ids.get(name)
        return id if id in self.colors else None


class Layered(Theme):
    """Looks up each color among its layers."""
    order_for = None

    def color(self, id, environment, path):
        entries = self.entries.get(id)
        if entries:
            self.colors[id] = entries[self.layer_taken(entries)].definition
        return super().color(id, environment, path)

    def layer_taken(self, entries):
        return self.highest(entries)


class LowestLayer(Layered, Theme):
    def layer_taken(self, entries):
        return min(entries, key=self.order.index)


class NewestLayer(Layered, Theme):
    def layer_taken(self, entries):
        return list(entries)[-1]


class LayersByNumber(Layered, Theme):
    def layer_taken(self, entries):
        return max(entries)


class DefaultsOverTheme(Layered, Theme):
    def layer_taken(self, entries):
        order = [x for x in self.order if x != 1] + [1]
        return max(entries, key=order.index)


class KeptForAllEnvironments(Theme):
    def color(self, id, environment, path):
        kept = self.__dict__.setdefault("kept", {})
        if isinstance(self.colors.get(id), Css):
            if self.key(id, environment) not in kept:
                kept[self.key(id, environment)] = super().color(id, environment, path)
            return kept[self.key(id, environment)]
        return super().color(id, environment, path)

    def key(self, id, environment):
        return id


class KeptByScheme(KeptForAllEnvironments, Theme):
    def key(self, id, environment):
        return id, self.scheme(environment)


def _dashed(name):
    return "".join("-" + c.lower() if c.isupper() and not name[i - 1:i].isupper() else c.lower()
                   for i, c in enumerate(name)).lstrip("-")


ALL = {_dashed(mistake.__name__): mistake for mistake in Theme.__subclasses__()
       if mistake is not Layered}
