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
    switch self {
    case .lab: CIELab.decode(numbers)
    case .oklab: Oklab.decode(numbers)
    default:
      SIMD3(transfer.decode(numbers.x), transfer.decode(numbers.y), transfer.decode(numbers.z))
    }
  }

  /// Encodes linear amounts of the primaries to components of a rectangular space.
  func encode(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .lab: CIELab.encode(amounts)
    case .oklab: Oklab.encode(amounts)
    case .grayGamma22: SIMD3(transfer.encode((amounts * Primaries.luminanceOfSRGB).sum()), 0, 0)
    default:
      SIMD3(transfer.encode(amounts.x), transfer.encode(amounts.y), transfer.encode(amounts.z))
    }
  }

  /// The share of white in a gray; `nil` if the color is not gray. With it, grays stay exactly gray
  /// in every space.
  fileprivate func neutralAmount(_ numbers: SIMD3<Double>) -> Double? {
    switch model {
    case .gray: return transfer.decode(numbers.x)
    case .rgb where numbers.x == numbers.y && numbers.y == numbers.z:
      return transfer.decode(numbers.x)
    case .lab where numbers.y == 0 && numbers.z == 0:
      return self == .lab ? CIELab.amount(ofLightness: numbers.x) : cube(numbers.x)
    default: return nil
    }
  }

  /// The gray with a share of white.
  fileprivate func neutral(_ amount: Double) -> SIMD3<Double> {
    switch model {
    case .xyz: primaries.white * amount
    case .gray: SIMD3(transfer.encode(amount), 0, 0)
    case .lab: SIMD3(self == .lab ? CIELab.lightness(amount) : cubeRoot(amount), 0, 0)
    default: SIMD3(repeating: transfer.encode(amount))
    }
  }
}
