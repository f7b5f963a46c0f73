// The same color in another space.

extension Color {
  /// The same color in other numbers, as CSS Color 4 §12 converts it. Nothing is cut to a gamut.
  ///
  /// To its own space a color converts to itself. To another, missing components count as 0; a hue
  /// that has become powerless is missing; and what is analogous to what was missing is so again.
  @inline(never)
  func converted(to target: ColorSpace) -> Color {
    if target == space { return self }
    // Whether the hue has power is a matter of the numbers, also of those that are to be missing.
    let color = Color(target, components(in: target)).withoutPowerlessHue
    let carried = missing.carried(from: space, to: target)
    return Color(
      target, color.components, alpha: alpha, missing: color.missing.union(carried))
  }

  /// The same color in other numbers, and all of them: what is missing counts as 0.
  func components(in target: ColorSpace) -> SIMD3<Double> {
    if target == space { return components }
    let (source, destination) = (space.rectangular, target.rectangular)
    var numbers = space.straightened(components.bounded).bounded
    if !source.hasSameNumbers(as: destination) {
      if let amount = source.neutralAmount(numbers) {
        if !source.hasSameCurve(as: destination) { numbers = destination.neutral(amount) }
      } else {
        let light = Primaries.convert(
          source.decode(numbers), from: source.primaries, to: destination.primaries)
        numbers = destination.encode(light)
      }
    }
    return target.bent(numbers).finite
  }
}

extension ColorSpace {
  /// Whether two rectangular spaces differ in nothing but their limits.
  fileprivate func hasSameNumbers(as other: ColorSpace) -> Bool {
    self == other || primaries == other.primaries && hasSameCurve(as: other)
  }

  /// Whether two rectangular spaces have the same numbers for grays.
  fileprivate func hasSameCurve(as other: ColorSpace) -> Bool {
    model == .rgb && other.model == .rgb && transfer == other.transfer
  }

  /// The amounts of light that the numbers of a rectangular space stand for.
  func decode(_ numbers: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .lab: CIELab.decode(numbers)
    case .oklab: Oklab.decode(numbers)
    default:
      SIMD3(transfer.decode(numbers.x), transfer.decode(numbers.y), transfer.decode(numbers.z))
    }
  }

  /// The numbers of a rectangular space for amounts of light.
  func encode(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .lab: CIELab.encode(amounts)
    case .oklab: Oklab.encode(amounts)
    case .grayGamma22: SIMD3(transfer.encode((amounts * Primaries.luminanceOfSRGB).sum()), 0, 0)
    default:
      SIMD3(transfer.encode(amounts.x), transfer.encode(amounts.y), transfer.encode(amounts.z))
    }
  }

  /// How much of white a gray has, if it is one; so that grays stay exactly that in every space.
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

  /// The numbers of so much of white.
  fileprivate func neutral(_ amount: Double) -> SIMD3<Double> {
    switch model {
    case .xyz: primaries.white * amount
    case .gray: SIMD3(transfer.encode(amount), 0, 0)
    case .lab: SIMD3(self == .lab ? CIELab.lightness(amount) : cubeRoot(amount), 0, 0)
    default: SIMD3(repeating: transfer.encode(amount))
    }
  }
}
