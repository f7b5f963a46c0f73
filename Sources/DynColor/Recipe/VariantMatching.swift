// Which variant of a color an environment gets.

/// What of an environment decides between variants, with all that it leaves unspecified filled in.
struct MatchedAxes: BitwiseCopyable {
  let scheme: UInt64
  let contrast: ContrastStep
  let elevation: UInt64
  let gamut: UInt64
  /// 0 for none, which only variants for any idiom fit.
  let idiom: UInt64

  init(_ environment: Environment, defaultScheme: UInt64) {
    func filled(_ axis: Axis, _ value: UInt64) -> UInt64 {
      environment[axis] == 0 ? value : environment[axis]
    }
    scheme = filled(.scheme, defaultScheme)
    contrast = ContrastStep(nearest: environment[.contrast])
    elevation = filled(.elevation, 1)
    gamut = filled(.gamut, 1)
    idiom = environment[.idiom]
  }

  init(scheme: UInt64, contrast: ContrastStep, elevation: UInt64, gamut: UInt64, idiom: UInt64) {
    self.scheme = scheme
    self.contrast = contrast
    self.elevation = elevation
    self.gamut = gamut
    self.idiom = idiom
  }
}

extension Variant.Conditions {
  /// How well a variant fits, the more the better, or `nil` if it does not apply.
  ///
  /// The order of the axes is that of asset catalogs: idiom, gamut, scheme, contrast, elevation. A
  /// better fit in an earlier one outweighs all later ones.
  func fit(_ axes: MatchedAxes) -> Int? {
    var fit = 0
    guard idiom == 0 || idiom == axes.idiom else { return nil }
    fit = fit &* 3 &+ (idiom == 0 ? 0 : 1)
    fit = fit &* 3 &+ (gamut == axes.gamut ? 2 : gamut == 0 ? 1 : 0)
    guard scheme == 0 || scheme == axes.scheme else { return nil }
    fit = fit &* 3 &+ (scheme == 0 ? 0 : 1)
    let step = axes.contrast.value
    guard contrast == 0 || contrast == step || contrast == ContrastStep.standard.value else {
      return nil
    }
    fit = fit &* 3 &+ (contrast == step ? 1 : 0)
    guard elevation == 0 || elevation == axes.elevation else { return nil }
    return fit &* 3 &+ (elevation == 0 ? 0 : 1)
  }

  /// The axes that decide whether a variant applies.
  var axes: AxisSet {
    var axes = AxisSet.none
    if scheme != 0 { axes.insert(.scheme) }
    if contrast != 0 { axes.insert(.contrast) }
    if elevation != 0 { axes.insert(.elevation) }
    if gamut != 0 { axes.insert(.gamut) }
    if idiom != 0 { axes.insert(.idiom) }
    return axes
  }
}

extension Recipe {
  /// The variant that fits best; of equals the first; `nil` if none applies.
  func bestVariant(for axes: MatchedAxes) -> Variant? {
    var best: Variant?
    var bestFit = -1
    for index in upTo(variantCount) {
      let variant = self.variant(index)
      if let fit = variant.conditions.fit(axes), fit > bestFit { (best, bestFit) = (variant, fit) }
    }
    return best
  }

  /// The axes that decide between the variants.
  var variantAxes: AxisSet {
    var axes = AxisSet.none
    for index in upTo(variantCount) { axes.formUnion(variant(index).conditions.axes) }
    return axes
  }
}
