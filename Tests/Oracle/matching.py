"""Matching variants of a table with an environment: a part of the evaluator."""
from axes import BASE, CONTRAST, CUSTOM, ELEVATION, GAMUT, GAMUT_SRGB, IDIOM, LESS, LOCALE, MORE
from axes import NORMAL, SCHEME, STANDARD, STATE, SUBTYPE, TYPICAL, VISION


class Matching:
    """A theme, as far as it takes variants."""

    def choice(self, variants, environment):
        """The variant that fits best, another and how much of that is mixed in; None, None and 0
        where there is none."""
        lower = self.best(variants, environment)
        if lower is None:
            return None, None, 0
        contrast, upper = self.contrast(environment), self.beyond(variants, environment, lower)
        if upper is None or self.contrast_of(lower) == contrast:
            return lower, None, 0
        return lower, upper, self.amount(self.contrast_of(lower), contrast, upper.contrast)

    def amount(self, lower, contrast, upper):
        return (contrast - lower) / (upper - lower)

    def best(self, variants, environment):
        """The variant that fits best, of equals the first; None if none applies."""
        best, best_fit = None, None
        for variant in variants:
            if self.applies(variant, environment):
                fit = self.fit(variant, environment)
                if best is None or fit > best_fit:
                    best, best_fit = variant, fit
        return best

    def beyond(self, variants, environment, lower):
        """The variant for the nearest contrast beyond that of the environment; of those the one
        that fits best."""
        contrast = self.contrast(environment)
        best, best_fit = None, None
        for variant in variants:
            if (self.applies_apart_from_contrast(variant, environment)
                    and self.is_beyond(variant.contrast, contrast)
                    and self.may_be_mixed(variant, lower, environment)):
                fit = -abs(variant.contrast - contrast), self.fit(variant, environment)
                if best is None or fit > best_fit:
                    best, best_fit = variant, fit
        return best

    def is_beyond(self, contrast, wanted):
        """Whether a variant's contrast lies farther from standard than what is wanted, on the same
        side."""
        return wanted > STANDARD and contrast > wanted or 0 < contrast < wanted < STANDARD

    def may_be_mixed(self, variant, lower, environment):
        """Whether what comes before contrast fits no worse than that of the other variant."""
        return self.fit(variant, environment)[:4] >= self.fit(lower, environment)[:4]

    def applies(self, variant, environment):
        return (self.applies_apart_from_contrast(variant, environment)
                and self.takes_contrast(variant.contrast, self.contrast(environment)))

    def applies_apart_from_contrast(self, variant, environment):
        return (variant.scheme in (0, self.scheme(environment))
                and variant.elevation in (0, self.elevation(environment))
                and variant.idiom in (0, self.idiom(environment))
                and variant.subtype in (0, self.subtype(environment))
                and variant.locale in (0, self.locale(environment))
                and variant.vision in (0, self.vision(environment))
                and variant.state in (0, self.state(environment))
                and variant.palette in (0, self.palette(environment))
                and all(value in (0, environment[axis])
                        for axis, value in zip(CUSTOM, variant.custom)))

    def takes_contrast(self, contrast, wanted):
        """Whether a variant's contrast is on the way from standard to what is wanted."""
        return contrast in (0, STANDARD) or STANDARD < contrast <= wanted or (
            wanted <= contrast < STANDARD)

    def fit(self, variant, environment):
        """How well a variant fits: what counts most comes first."""
        return (self.extra_fit(variant), variant.idiom != 0, self.gamut_fit(variant, environment),
                variant.scheme != 0, self.contrast_fit(variant, environment),
                variant.elevation != 0, variant.subtype != 0, variant.locale != 0)

    def extra_fit(self, variant):
        """Which of the axes are named that asset catalogs do not have, in the order of their
        numbers."""
        return tuple(value != 0 for value in (
            variant.vision, variant.state, variant.palette, *variant.custom))

    def gamut_fit(self, variant, environment):
        if variant.gamut == 0:
            return 1
        return 2 if variant.gamut == self.gamut(environment) else 0

    def contrast_fit(self, variant, environment):
        distance = abs(self.contrast_of(variant) - self.contrast(environment))
        return -distance, variant.contrast != 0

    def contrast_of(self, variant):
        return variant.contrast or STANDARD

    # -- What environments say, and what they leave unspecified

    def scheme(self, environment):
        return environment[SCHEME] or self.default_scheme

    def contrast(self, environment):
        return environment[CONTRAST] or STANDARD

    def nearest_contrast(self, environment):
        """The nearest named step, of two the greater."""
        contrast = self.contrast(environment)
        return LESS if contrast < 51 else STANDARD if contrast < 151 else MORE

    def elevation(self, environment):
        return environment[ELEVATION] or BASE

    def gamut(self, environment):
        return environment[GAMUT] or GAMUT_SRGB

    def idiom(self, environment):
        return environment[IDIOM]

    def subtype(self, environment):
        return environment[SUBTYPE]

    def locale(self, environment):
        return environment[LOCALE]

    def vision(self, environment):
        return environment[VISION] or TYPICAL

    def state(self, environment):
        return environment[STATE] or NORMAL
