// Color: converting between color spaces.

extension Color {
  /// Converts the color as CSS Color 4 §12 defines it, without gamut mapping.
  ///
  /// Converting to the color's own space changes nothing. Otherwise missing components count as 0;
  /// a hue that becomes powerless is missing afterwards; and missing components carry over to
  /// analogous ones.
  @inline(never)
  func converted(to target: ColorSpace) -> Color {
    if target == space { return self }
    // Whether the hue is powerless depends on the numbers, including those that become missing.
    let color = Color(target, components(in: target)).withoutPowerlessHue
    let carried = missing.carried(from: space, to: target)
    return Color(
      target, color.components, alpha: alpha, missing: color.missing.union(carried))
  }

  /// The components in another space. Missing components count as 0.
  func components(in target: ColorSpace) -> SIMD3<Double> {
    if target == space { return components }
    let (source, destination) = (space.rectangular, target.rectangular)
    var numbers = space.toRectangular(components.bounded).bounded
    if !source.hasSameNumbers(as: destination) {
      if let amount = source.neutralAmount(numbers) {
        if !source.hasSameCurve(as: destination) { numbers = destination.neutral(amount) }
      } else {
        let light = Primaries.convert(
          source.decode(numbers), from: source.primaries, to: destination.primaries)
        numbers = destination.encode(light)
      }
    }
    return target.fromRectangular(numbers).finite
  }
}

extension ColorSpace {
  /// Returns whether two rectangular spaces differ in their limits only.
  fileprivate func hasSameNumbers(as other: ColorSpace) -> Bool {
    self == other || primaries == other.primaries && hasSameCurve(as: other)
  }

  /// Returns whether two rectangular spaces have the same components for grays.
  fileprivate func hasSameCurve(as other: ColorSpace) -> Bool {
    model == .rgb && other.model == .rgb && transfer == other.transfer
  }

  /// Decodes the components of a rectangular space to linear amounts of its primaries.
  func decode(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch encoding {
    case .cieLab: CIELab.decode(numbers)
    case .oklab: Oklab.decode(numbers)
    case .components, .luminance:
      SIMD3(transfer.decode(numbers.x), transfer.decode(numbers.y), transfer.decode(numbers.z))
    }
  }

  /// Encodes linear amounts of the primaries to components of a rectangular space.
  func encode(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    switch encoding {
    case .cieLab: CIELab.encode(amounts)
    case .oklab: Oklab.encode(amounts)
    case .luminance: SIMD3(transfer.encode((amounts * Primaries.luminanceOfSRGB).sum()), 0, 0)
    case .components:
      SIMD3(transfer.encode(amounts.x), transfer.encode(amounts.y), transfer.encode(amounts.z))
    }
  }

  /// The share of white in a gray; `nil` if the color is not gray. With it, grays stay exactly gray
  /// in every space.
  fileprivate func neutralAmount(_ numbers: SIMD3<Double>) -> Double? {
    let isNeutral = numbers.y == 0 && numbers.z == 0
    switch encoding {
    case .luminance: return transfer.decode(numbers.x)
    case .components:
      guard isRGB, numbers.x == numbers.y, numbers.y == numbers.z else { return nil }
      return transfer.decode(numbers.x)
    case .cieLab: return isNeutral ? CIELab.amount(ofLightness: numbers.x) : nil
    case .oklab: return isNeutral ? cube(numbers.x) : nil
    }
  }

  /// The gray with a share of white.
  fileprivate func neutral(_ amount: Double) -> SIMD3<Double> {
    switch encoding {
    case .luminance: SIMD3(transfer.encode(amount), 0, 0)
    case .components:
      isRGB ? SIMD3(repeating: transfer.encode(amount)) : primaries.white * amount
    case .cieLab: SIMD3(CIELab.lightness(amount), 0, 0)
    case .oklab: SIMD3(cubeRoot(amount), 0, 0)
    }
  }
}
