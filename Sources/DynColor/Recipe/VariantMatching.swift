// Recipe: selection of the variant of a color that matches an environment.

/// The axes of an environment that select a variant. Unspecified axes have their default values.
struct MatchedAxes: BitwiseCopyable {
  let scheme: UInt64
  /// 1 to 201.
  let contrast: UInt64
  let elevation: UInt64
  let gamut: UInt64
  /// 0 if unspecified, which only variants without a condition on the idiom match; the same holds
  /// for subtype and locale.
  let idiom: UInt64
  let subtype: UInt64
  let locale: UInt64
  /// The axes of extra conditions, as those have them.
  fileprivate let extra: SIMD2<UInt64>

  init(_ environment: Environment, defaultScheme: UInt64, defaultPalette: UInt64) {
    func filled(_ axis: Axis, _ value: UInt64) -> UInt64 {
      environment[axis] == 0 ? value : environment[axis]
    }
    scheme = filled(.scheme, defaultScheme)
    contrast = filled(.contrast, ContrastStep.standard.value)
    elevation = filled(.elevation, 1)
    gamut = filled(.gamut, 1)
    idiom = environment[.idiom]
    subtype = environment[.subtype]
    locale = environment[.locale]
    let palette = filled(.palette, defaultPalette)
    extra = SIMD2(
      environment.words.w, palette | filled(.state, 1) &<< 16 | filled(.vision, 1) &<< 24)
  }

  /// The axes of an environment with the default values for all axes of extra conditions.
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
    extra = SIMD2(0, 1 &<< 16 | 1 &<< 24)
  }

  /// The named contrast step that is nearest.
  var contrastStep: ContrastStep { ContrastStep(nearest: contrast) }
}

extension Variant.Conditions {
  /// The contrast of a variant: standard if it has no condition on the contrast.
  fileprivate var place: Int {
    Int(truncatingIfNeeded: contrast == 0 ? ContrastStep.standard.value : contrast)
  }

  /// How well a variant matches in the axes that come before contrast: higher is better, `nil` if
  /// the variant does not apply. A better match in an earlier axis outweighs all later ones. Extra
  /// conditions come first; the order of the other axes is that of asset catalogs.
  fileprivate func fitBeforeContrast(_ axes: MatchedAxes) -> Int? {
    guard idiom == 0 || idiom == axes.idiom, scheme == 0 || scheme == axes.scheme else {
      return nil
    }
    let gamutFit = gamut == axes.gamut ? 2 : gamut == 0 ? 1 : 0
    let fit = (idiom == 0 ? 0 : 8) | gamutFit << 1 | (scheme == 0 ? 0 : 1)
    guard hasExtra else { return fit }
    return extraFit(axes).map { $0 &<< 4 | fit }
  }

  /// How well a variant matches in its extra conditions, in the order of their axes: a bit for each.
  @inline(never)
  private func extraFit(_ axes: MatchedAxes) -> Int? {
    typealias Conditions = Variant.Conditions
    var fit = 0
    for index in upTo(Conditions.axisCount, from: Conditions.firstExtraAxis) {
      let value = self[index]
      guard value == 0 || value == Conditions.value(index, in: axes.extra) else { return nil }
      fit = fit &<< 1 | (value == 0 ? 0 : 1)
    }
    return fit
  }

  /// How well a variant matches in the axes that come after contrast.
  fileprivate func fitAfterContrast(_ axes: MatchedAxes) -> Int? {
    guard elevation == 0 || elevation == axes.elevation,
      subtype == 0 || subtype == axes.subtype, locale == 0 || locale == axes.locale
    else { return nil }
    return (elevation == 0 ? 0 : 4) | (subtype == 0 ? 0 : 2) | (locale == 0 ? 0 : 1)
  }
}

/// A search for the variants that make up a color. The caller passes all variants to `consider`,
/// which finds the best match, and then, if `wantsMore`, all of them again to `considerAgain`,
/// which finds the variant on the other side of the wanted contrast.
struct VariantSearch: BitwiseCopyable {
  private let axes: MatchedAxes
  private let contrast: Int
  private var bestFit = -1
  private var bestContrast = 0
  private var beyondFit = -1
  private var beyondContrast = 0

  /// The place of the best match, as the caller passed it; −1 if no variant applies.
  private(set) var best = -1
  /// The place of the variant toward which the color is interpolated as the contrast changes; −1 if
  /// there is none.
  private(set) var beyond = -1

  init(_ axes: MatchedAxes) {
    self.axes = axes
    contrast = Int(truncatingIfNeeded: axes.contrast)
  }

  /// A search that has found its only variant, which has no conditions.
  init(_ axes: MatchedAxes, only place: Int) {
    self.init(axes)
    best = place
  }

  private static var standard: Int { Int(truncatingIfNeeded: ContrastStep.standard.value) }

  /// The distance of a contrast from standard, in the direction of the wanted contrast.
  private func distance(_ place: Int) -> Int {
    contrast < VariantSearch.standard
      ? VariantSearch.standard &- place : place &- VariantSearch.standard
  }

  /// Considers a variant for the best match.
  mutating func consider(_ conditions: Variant.Conditions, at place: Int) {
    let away = distance(conditions.place)
    guard away >= 0, away <= distance(contrast), let before = conditions.fitBeforeContrast(axes),
      let after = conditions.fitAfterContrast(axes)
    else { return }
    // A variant for any contrast ranks last.
    let rank = conditions.contrast == 0 ? 0 : away &+ 1
    let fit = before << 16 | rank << 8 | after
    if fit > bestFit { (best, bestFit, bestContrast) = (place, fit, conditions.place) }
  }

  /// Whether the best match has another contrast than the wanted one, so that a second variant may
  /// be mixed with it.
  var wantsMore: Bool { best >= 0 && bestContrast != contrast }

  /// Considers a variant for the other side of the wanted contrast.
  mutating func considerAgain(_ conditions: Variant.Conditions, at place: Int) {
    let away = distance(conditions.place)
    guard away > distance(contrast), let before = conditions.fitBeforeContrast(axes),
      before >= bestFit >> 16, let after = conditions.fitAfterContrast(axes)
    else { return }
    // The nearest contrast ranks first, then the better match.
    let fit = (255 &- away) << 32 | before << 8 | after
    if fit > beyondFit { (beyond, beyondFit, beyondContrast) = (place, fit, conditions.place) }
  }

  /// The share of the variant at `beyond` in the color: 0 to 1.
  var amount: Double {
    guard beyond >= 0, beyondContrast != bestContrast else { return 0 }
    return Double(contrast &- bestContrast) / Double(beyondContrast &- bestContrast)
  }
}

extension Recipe {
  /// The variants that make up the color.
  func search(_ axes: MatchedAxes) -> VariantSearch {
    if hasOneVariant, variant(0).conditions == .any { return VariantSearch(axes, only: 0) }
    var search = VariantSearch(axes)
    for index in upTo(variantCount) { search.consider(variant(index).conditions, at: index) }
    if search.wantsMore {
      for index in upTo(variantCount) { search.considerAgain(variant(index).conditions, at: index) }
    }
    return search
  }

  /// The axes on which a variant has a condition.
  var variantAxes: AxisSet {
    var axes = AxisSet.none
    for index in upTo(variantCount) { axes.formUnion(variant(index).conditions.axes) }
    return axes
  }
}
