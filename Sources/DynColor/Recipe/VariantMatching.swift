// Recipe: selection of the variant of a color that matches an environment.

/// The values of the axes by which an environment selects variants. Axes that the environment
/// leaves unspecified have their default value here, if they have one.
struct MatchedValues: BitwiseCopyable {
  /// 1 for light, 2 for dark.
  let scheme: UInt64
  /// 1 (less) to 201 (more); the standard contrast is 101.
  let contrast: UInt64
  let elevation: UInt64
  let gamut: UInt64
  /// 0 if the environment leaves the idiom unspecified. Only variants without a condition on the
  /// idiom then match. The same is true of the subtype and the locale.
  let idiom: UInt64
  let subtype: UInt64
  let locale: UInt64
  /// The values of the axes of extra conditions, in the layout of `Variant.Conditions.extra`.
  fileprivate let extra: SIMD2<UInt64>

  /// The values of an environment, and default values for axes that it leaves unspecified.
  init(
    _ environment: Environment, defaultScheme: UInt64,
    defaultContrast: UInt64 = NamedContrast.standard.value, defaultPalette: UInt64
  ) {
    func value(_ axis: Axis, default value: UInt64) -> UInt64 {
      environment[axis] == 0 ? value : environment[axis]
    }
    scheme = value(.scheme, default: defaultScheme)
    contrast = value(.contrast, default: defaultContrast)
    // The first value of elevation, gamut, state and vision is the default: base, sRGB, normal, and
    // typical.
    elevation = value(.elevation, default: 1)
    gamut = value(.gamut, default: 1)
    idiom = environment[.idiom]
    subtype = environment[.subtype]
    locale = environment[.locale]
    let palette = value(.palette, default: defaultPalette)
    // The fourth word of an environment has the custom axes.
    extra = SIMD2(
      environment.words.w,
      palette | value(.state, default: 1) &<< 16 | value(.vision, default: 1) &<< 24)
  }

  /// The values of the parameters, and default values for the axes of extra conditions.
  init(
    scheme: UInt64, contrast: UInt64, elevation: UInt64, gamut: UInt64, idiom: UInt64,
    subtype: UInt64, locale: UInt64
  ) {
    self.scheme = scheme
    self.contrast = contrast
    self.elevation = elevation
    self.gamut = gamut
    self.idiom = idiom
    self.subtype = subtype
    self.locale = locale
    // The normal state and typical vision, which are both 1; no palette, and no custom axes.
    extra = SIMD2(0, 1 &<< 16 | 1 &<< 24)
  }

  var isDark: Bool { scheme == 2 }

  /// The contrast as a degree: −1 for less, 0 for standard, and 1 for more.
  var contrastDegree: Double {
    let standard = Double(NamedContrast.standard.value)
    return (Double(contrast) - standard) / 100
  }

  /// The named contrast that is nearest to `contrast`.
  var namedContrast: NamedContrast { NamedContrast(nearest: contrast) }
}

extension Variant.Conditions {
  /// The contrast that a variant is for: standard if it has no condition on the contrast.
  fileprivate var effectiveContrast: Int {
    Int(truncatingIfNeeded: contrast == 0 ? NamedContrast.standard.value : contrast)
  }

  /// How well a variant matches in the axes that rank before the contrast: greater is better, and
  /// `nil` means that the variant does not match.
  ///
  /// A better match in an axis outweighs all axes that rank after it. Extra conditions rank first;
  /// the other axes have the order of asset catalogs.
  @inline(__always)
  fileprivate func fitBeforeContrast(_ values: MatchedValues) -> Int? {
    guard idiom == 0 || idiom == values.idiom, scheme == 0 || scheme == values.scheme else {
      return nil
    }
    // A variant for another gamut matches as well, but ranks last.
    let gamutFit = gamut == values.gamut ? 2 : gamut == 0 ? 1 : 0
    // Four bits, from the highest: the idiom, two for the gamut, the scheme.
    let fit = (idiom == 0 ? 0 : 8) | gamutFit << 1 | (scheme == 0 ? 0 : 1)
    guard hasExtra else { return fit }
    return extraFit(values).map { $0 &<< 4 | fit }
  }

  /// How well a variant matches in its extra conditions: a bit for each axis, the first axis
  /// highest; `nil` if the variant does not match.
  @inline(never)
  private func extraFit(_ values: MatchedValues) -> Int? {
    typealias Conditions = Variant.Conditions
    var fit = 0
    for index in upTo(Conditions.axisCount, from: Conditions.firstExtraIndex) {
      let value = self[index]
      guard value == 0 || value == Conditions.value(forAxis: index, in: values.extra) else {
        return nil
      }
      fit = fit &<< 1 | (value == 0 ? 0 : 1)
    }
    return fit
  }

  /// How well a variant matches in the axes that rank after the contrast; `nil` if the variant does
  /// not match.
  @inline(__always)
  fileprivate func fitAfterContrast(_ values: MatchedValues) -> Int? {
    guard elevation == 0 || elevation == values.elevation,
      subtype == 0 || subtype == values.subtype, locale == 0 || locale == values.locale
    else { return nil }
    return (elevation == 0 ? 0 : 4) | (subtype == 0 ? 0 : 2) | (locale == 0 ? 0 : 1)
  }
}

/// A search for the one or two variants that make up a color in an environment.
///
/// 1. The caller passes all variants to `consider`, which finds the best match. The wanted contrast
///    is that of the environment. The contrast of the best match lies between the standard contrast
///    and the wanted contrast.
/// 2. If `needsSecondPass` is true, the caller passes all variants to `considerAsSecond`, which
///    finds the second variant: the best match is interpolated with it. The contrast of the second
///    variant is farther from the standard contrast than the wanted contrast is, so that the wanted
///    contrast lies between the contrasts of the two variants.
struct VariantSearch: BitwiseCopyable {
  private let values: MatchedValues
  private let wantedContrast: Int
  /// How well the best match matches; −1 as long as there is none.
  private var bestFit = -1
  private var bestContrast = 0
  /// How well the second variant matches; −1 as long as there is none.
  private var secondFit = -1
  private var secondContrast = 0

  /// The index of the best match, as the caller passed it; −1 if no variant matches.
  private(set) var bestIndex = -1
  /// The index of the variant with which the best match is interpolated; −1 if there is none.
  private(set) var secondIndex = -1

  init(_ values: MatchedValues) {
    self.values = values
    wantedContrast = Int(truncatingIfNeeded: values.contrast)
  }

  /// A search that has found its only variant, which has no conditions.
  init(_ values: MatchedValues, only index: Int) {
    self.init(values)
    bestIndex = index
  }

  private static var standardContrast: Int {
    Int(truncatingIfNeeded: NamedContrast.standard.value)
  }

  /// The distance of a contrast from the standard contrast: positive on the side of the wanted
  /// contrast, negative on the other side.
  private func signedDistance(_ contrast: Int) -> Int {
    wantedContrast < VariantSearch.standardContrast
      ? VariantSearch.standardContrast &- contrast : contrast &- VariantSearch.standardContrast
  }

  /// Considers a variant for the best match.
  @inline(__always)
  mutating func consider(_ conditions: Variant.Conditions, at index: Int) {
    // Long tables mostly have variants for many locales, so variants for other locales are ruled
    // out first.
    guard conditions.locale == 0 || conditions.locale == values.locale else { return }
    let contrastDistance = signedDistance(conditions.effectiveContrast)
    // Leaves out contrasts that are not between the standard contrast and the wanted contrast.
    guard contrastDistance >= 0, contrastDistance <= signedDistance(wantedContrast),
      let before = conditions.fitBeforeContrast(values),
      let after = conditions.fitAfterContrast(values)
    else { return }
    // The contrast nearest to the wanted contrast ranks first; a variant without a condition on the
    // contrast ranks last.
    let contrastFit = conditions.contrast == 0 ? 0 : contrastDistance &+ 1
    // `after` has three bits, and `contrastFit` is at most 101, so each fits in its eight bits.
    let fit = before << 16 | contrastFit << 8 | after
    if fit > bestFit {
      (bestIndex, bestFit, bestContrast) = (index, fit, conditions.effectiveContrast)
    }
  }

  /// True if the contrast of the best match differs from the wanted contrast. The best match may
  /// then be interpolated with a second variant.
  var needsSecondPass: Bool { bestIndex >= 0 && bestContrast != wantedContrast }

  /// Considers a variant for the interpolation with the best match.
  mutating func considerAsSecond(_ conditions: Variant.Conditions, at index: Int) {
    let contrastDistance = signedDistance(conditions.effectiveContrast)
    // `bestFit >> 16` is `fitBeforeContrast` of the best match. In the axes that rank before the
    // contrast, the second variant must match at least as well.
    guard contrastDistance > signedDistance(wantedContrast),
      let before = conditions.fitBeforeContrast(values),
      before >= bestFit >> 16, let after = conditions.fitAfterContrast(values)
    else { return }
    // The nearest contrast ranks first, then the better match. Distances are less than 255, so the
    // difference is positive. `before` has at most 15 bits, and `after` has three.
    let fit = (255 &- contrastDistance) << 32 | before << 8 | after
    if fit > secondFit {
      (secondIndex, secondFit, secondContrast) = (index, fit, conditions.effectiveContrast)
    }
  }

  /// The weight of the second variant in the color, 0 to 1; the best match has the rest.
  var secondWeight: Double {
    guard secondIndex >= 0, secondContrast != bestContrast else { return 0 }
    return Double(wantedContrast &- bestContrast) / Double(secondContrast &- bestContrast)
  }
}

extension Recipe {
  /// Searches for the variants that make up the color.
  @_optimize(speed)
  func search(_ values: MatchedValues) -> VariantSearch {
    if hasOneVariant, variant(0).isUnconditional { return VariantSearch(values, only: 0) }
    var search = VariantSearch(values)
    for index in upTo(variantCount) { search.consider(variant(index).conditions, at: index) }
    if search.needsSecondPass {
      for index in upTo(variantCount) {
        search.considerAsSecond(variant(index).conditions, at: index)
      }
    }
    return search
  }

  /// The axes on which a variant has a condition.
  @_optimize(speed)
  var variantAxes: AxisSet {
    var axes = AxisSet.none
    for index in upTo(variantCount) { axes.formUnion(variant(index).conditions.axes) }
    return axes
  }
}
