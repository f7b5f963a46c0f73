// Color: converting between color spaces.

extension Color {
  /// Converts the color as CSS Color 4 §12 defines it, without gamut mapping.
  ///
  /// Converting to the color's own space changes nothing. Otherwise missing components count as 0,
  /// a hue that is powerless in the target becomes missing, and missing components carry over to
  /// analogous components of the target.
  @inline(never)
  @_optimize(speed)
  func converted(to target: ColorSpace) -> Color {
    if target == space { return self }
    let components = components(in: target)
    if target.hueMask == 0, missingComponents == .nothing {
      return Color(unchecked: target, components, alpha: alpha, missing: .nothing)
    }
    // The hue is examined before missing components are carried over: `withoutPowerlessHue` does
    // not look at the hue of a color whose chroma is missing.
    let color = Color(target, components).withoutPowerlessHue
    let carried = missing.carried(from: space, to: target)
    return Color(
      target, color.components, alpha: alpha, missing: color.missing.union(carried))
  }

  /// The components of the color in a space. Missing components count as 0.
  @_optimize(speed)
  func components(in target: ColorSpace) -> SIMD3<Double> {
    if target == space { return components }
    // Polar spaces are converted by way of the rectangular spaces that they are based on.
    // `overflowSafe` clamps components to ±10^100, so that no calculation with them overflows.
    let (rectangularSource, rectangularTarget) = (space.rectangular, target.rectangular)
    var numbers = components.overflowSafe
    if rectangularSource != space { numbers = space.toRectangular(numbers).overflowSafe }
    if !rectangularSource.hasSameComponents(as: rectangularTarget) {
      if let luminance = rectangularSource.grayLuminance(numbers) {
        if !rectangularSource.hasSameGrays(as: rectangularTarget) {
          numbers = rectangularTarget.gray(luminance)
        }
      } else {
        let amounts = Primaries.convert(
          rectangularSource.decode(numbers), from: rectangularSource.primaries,
          to: rectangularTarget.primaries)
        numbers = rectangularTarget.encode(amounts)
      }
    }
    return target.fromRectangular(numbers).clampedToFinite
  }
}

extension ColorSpace {
  /// Returns whether every color has the same components in this rectangular space as in another.
  @_optimize(speed)
  fileprivate func hasSameComponents(as other: ColorSpace) -> Bool {
    self == other || primaries == other.primaries && hasSameGrays(as: other)
  }

  /// Returns whether this space and another are RGB spaces, and every gray has the same components
  /// in both.
  fileprivate func hasSameGrays(as other: ColorSpace) -> Bool {
    model == .rgb && other.model == .rgb && transfer == other.transfer
  }

  /// Decodes the components of a rectangular space to linear amounts of its primaries. For a gray
  /// space, which has only one component, the result is the luminance and two zeros instead.
  @_optimize(speed)
  func decode(_ components: SIMD3<Double>) -> SIMD3<Double> {
    switch encoding {
    case .cieLab: CIELab.decode(components)
    case .oklab: Oklab.decode(components)
    case .eachComponent, .luminance: transfer.decode(components)
    }
  }

  /// Encodes linear amounts of the primaries to components of a rectangular space.
  @_optimize(speed)
  func encode(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    switch encoding {
    case .cieLab: CIELab.encode(amounts)
    case .oklab: Oklab.encode(amounts)
    case .luminance:
      SIMD3(transfer.encode((amounts * Primaries.luminanceWeightsOfSRGB).sum()), 0, 0)
    case .eachComponent: transfer.encode(amounts)
    }
  }

  /// The luminance of a gray, relative to white; `nil` if the color is not gray, and always for an
  /// XYZ space. Grays are converted by this luminance alone, so that they stay exactly gray in
  /// every space.
  @_optimize(speed)
  fileprivate func grayLuminance(_ components: SIMD3<Double>) -> Double? {
    let hasNoChroma = components.y == 0 && components.z == 0
    switch encoding {
    case .luminance: return transfer.decode(components.x)
    case .eachComponent:
      guard isRGB, components.x == components.y, components.y == components.z else { return nil }
      return transfer.decode(components.x)
    case .cieLab: return hasNoChroma ? CIELab.luminance(ofLightness: components.x) : nil
    case .oklab: return hasNoChroma ? cube(components.x) : nil
    }
  }

  /// The components of the gray that has this luminance, relative to white.
  fileprivate func gray(_ luminance: Double) -> SIMD3<Double> {
    switch encoding {
    case .luminance: SIMD3(transfer.encode(luminance), 0, 0)
    case .eachComponent:
      isRGB ? SIMD3(repeating: transfer.encode(luminance)) : primaries.white * luminance
    case .cieLab: SIMD3(CIELab.lightness(luminance), 0, 0)
    case .oklab: SIMD3(cubeRoot(luminance), 0, 0)
    }
  }
}
