// Color: mixing colors as CSS Color 4 §13 interpolates them.

/// The direction in which hues are interpolated around the color wheel.
enum HueDirection: UInt8 {
  case shorter = 1
  case longer
  case increasing
  case decreasing

  /// The two angles between which to interpolate linearly: `first` and `second`, with 360 added to
  /// one of them if the direction requires that. Both hues must be from 0 to below 360 degrees.
  func endpoints(_ first: Double, _ second: Double) -> (Double, Double) {
    let difference = second - first
    let (addsToFirst, addsToSecond) =
      switch self {
      case .shorter: (difference > 180, difference < -180)
      case .longer: (difference > 0 && difference < 180, difference > -180 && difference <= 0)
      case .increasing: (false, difference < 0)
      case .decreasing: (difference > 0, false)
      }
    return (addsToFirst ? first + 360 : first, addsToSecond ? second + 360 : second)
  }
}

/// A color space and a hue direction to interpolate in.
struct Interpolation: BitwiseCopyable {
  let space: ColorSpace
  let hue: HueDirection

  init(_ space: ColorSpace, _ hue: HueDirection = .shorter) {
    self.space = space
    self.hue = hue
  }

  /// The space in which CSS mixes colors if none is given: sRGB if all colors are in a legacy
  /// syntax, otherwise Oklab.
  static func defaultSpace(areLegacy: Bool) -> ColorSpace { areLegacy ? .srgb : .oklab }

  /// Mixes two colors. `amountOfB` is clamped to 0…1. The components are multiplied by alpha before
  /// they are mixed, and divided by the alpha of the result afterwards.
  @inline(never)
  @_optimize(speed)
  func mix(_ a: Color, _ b: Color, _ amountOfB: Double) -> Color {
    let (a, b) = (convertedInline(a), convertedInline(b))
    // A shortcut for the most frequent case: both colors are opaque, no component is missing, and
    // the space has no hue.
    if a.missing.union(b.missing).intersection(.allComponents) == .nothing, a.alpha == 1,
      b.alpha == 1, space.hueMask == 0
    {
      let share = min(max(amountOfB, 0), 1)
      let mixed = interpolate(a.components, b.components, share).clampedToFiniteInline
      return Color(unchecked: space, mixed, alpha: 1, missing: .nothing)
    }
    // A component that is missing from one color is taken from the other color. A component that is
    // missing from both colors is missing from the result.
    let missing = a.missing.intersection(b.missing).intersection(.allComponents)
    let share = min(max(amountOfB, 0), 1)
    let (from, to) = hue.endpoints(filled(a, from: b), filled(b, from: a), space.hueMask)
    // If alpha is missing from both colors, the components are not multiplied by it.
    if missing.contains(.alpha) { return color(interpolate(from, to, share), 0, missing) }

    let alphaOfA = a.missing.contains(.alpha) ? b.alpha : a.alpha
    let alphaOfB = b.missing.contains(.alpha) ? a.alpha : b.alpha
    let alpha = min(max(interpolate(alphaOfA, alphaOfB, share), 0), 1)
    let premultiplied = interpolate(from * factors(alphaOfA), to * factors(alphaOfB), share)
    return color(alpha > 0 ? premultiplied / factors(alpha) : premultiplied, alpha, missing)
  }

  /// Mixes two colors by their weights, which must not be negative, and whose sum must be finite. If
  /// both weights are 0, the two colors count as much as each other.
  @inline(__always)
  func mix(_ a: Color, weight weightOfA: Double, _ b: Color, weight weightOfB: Double) -> Color {
    let sum = weightOfA + weightOfB
    return mix(a, b, sum > 0 ? weightOfB / sum : 0.5)
  }

  /// Does what `converted(_:)` does, inlined for colors that need no conversion.
  @inline(__always)
  func convertedInline(_ color: Color) -> Color {
    color.spaceNumber == space.rawValue && space.hueMask == 0 ? color : converted(color)
  }

  /// Converts a color to the space of the interpolation. A powerless hue becomes missing.
  @inline(never)
  @_optimize(speed)
  func converted(_ color: Color) -> Color {
    guard color.space == space else { return color.converted(to: space) }
    return space.hueMask == 0 ? color : color.withoutPowerlessHue
  }

  /// The factors by which premultiplication multiplies the components: alpha, but 1 for a hue.
  private func factors(_ alpha: Double) -> SIMD3<Double> {
    SIMD3(space.hueMask == 0b001 ? 1 : alpha, alpha, space.hueMask == 0b100 ? 1 : alpha)
  }

  /// The color with these mixed components. They may be infinite, and the hue may be any angle:
  /// they become finite, and the hue becomes 0 to below 360 degrees.
  @_optimize(speed)
  private func color(_ numbers: SIMD3<Double>, _ alpha: Double, _ missing: Color.Missing) -> Color {
    let numbers = numbers.clampedToFinite
    let normalized = SIMD3(
      space.hueMask == 0b001 ? normalizedDegrees(numbers.x) : numbers.x, numbers.y,
      space.hueMask == 0b100 ? normalizedDegrees(numbers.z) : numbers.z)
    return Color(space, normalized, alpha: alpha, missing: missing)
  }
}

/// Mixes a list of colors as `color-mix()` does: each color is mixed with the mixture of the colors
/// before it. The share of a color is its weight divided by the sum of its weight and the weights
/// before it.
struct Mixture: BitwiseCopyable {
  private let interpolation: Interpolation
  private var isEmpty = true
  private var mixed: Color
  /// The sum of the weights so far.
  private var totalWeight = 0.0
  /// True if equal colors are kept unconverted (`keepsEqualColors`), and all colors so far are
  /// equal to `firstColor`.
  private var returnsFirstColor: Bool
  /// The first color that was added, as long as `returnsFirstColor` is true.
  private var firstColor: Color

  /// A mixture without colors. If `keepsEqualColors` is true, a mixture of equal colors is the
  /// first of these colors, in the space of that color.
  init(_ interpolation: Interpolation, keepsEqualColors: Bool = false) {
    self.interpolation = interpolation
    returnsFirstColor = keepsEqualColors
    mixed = Color(.srgb, SIMD3())
    firstColor = mixed
  }

  /// Adds a color. Its weight must not be negative, and the sum of all weights must be finite.
  @inline(never)
  mutating func add(_ color: Color, weight: Double) {
    guard !isEmpty else {
      let first = interpolation.convertedInline(color)
      mixed = Color(
        first.space, first.components, alpha: first.alpha,
        missing: first.missingComponents)
      if returnsFirstColor { firstColor = color }
      totalWeight = weight
      isEmpty = false
      return
    }
    if returnsFirstColor, firstColor != color { returnsFirstColor = false }
    mixed = interpolation.mix(mixed, weight: totalWeight, color, weight: weight)
    totalWeight += weight
  }

  /// The mixture, with its alpha multiplied by `alphaFactor`; `nil` if no color was added. The
  /// mixture is in the space of the interpolation. Only if equal colors are kept and all colors are
  /// equal, the mixture is the first color, in the space of that color.
  @inline(never)
  func color(alphaFactor: Double) -> Color? {
    guard !isEmpty else { return nil }
    let color = returnsFirstColor ? firstColor : mixed
    return Color(
      color.space, color.components, alpha: color.alpha * alphaFactor,
      missing: color.missingComponents)
  }
}

/// A way to mix colors: in a given space, or in the default space of CSS if `space` is `nil`.
struct InterpolationMethod {
  let space: ColorSpace?
  let hue: HueDirection

  /// Mixes two colors. `amountOfB` is clamped to 0…1.
  @inline(__always)
  func mix(_ a: Color, _ b: Color, _ amountOfB: Double) -> Color {
    interpolation(areLegacy: a.isLegacy && b.isLegacy).mix(a, b, amountOfB)
  }

  /// The mixture of `count` colors, which `color` and `weight` return by their index; `nil` if
  /// `count` is 0.
  func mix(count: Int, color: (Int) -> Color, weight: (Int) -> Double) -> Color? {
    var areLegacy = true
    for index in upTo(count) { areLegacy = areLegacy && color(index).isLegacy }
    var mixture = Mixture(interpolation(areLegacy: areLegacy))
    for index in upTo(count) { mixture.add(color(index), weight: weight(index)) }
    return mixture.color(alphaFactor: 1)
  }

  private func interpolation(areLegacy: Bool) -> Interpolation {
    Interpolation(space ?? Interpolation.defaultSpace(areLegacy: areLegacy), hue)
  }
}

extension Color {
  /// True if the color was written in a legacy syntax.
  var isLegacy: Bool { missing.contains(.legacySyntax) }
}

/// The components of a color. Missing components are taken from another color.
private func filled(_ color: Color, from other: Color) -> SIMD3<Double> {
  let bits = color.missing.rawValue
  let (components, replacements) = (color.components, other.components)
  return SIMD3(
    bits & 1 == 0 ? components.x : replacements.x, bits & 2 == 0 ? components.y : replacements.y,
    bits & 4 == 0 ? components.z : replacements.z)
}

extension HueDirection {
  /// The components of two colors, with `endpoints(_:_:)` applied to their hues. If the space has
  /// no hue (`hueMask` is 0), returns the components unchanged.
  fileprivate func endpoints(
    _ from: SIMD3<Double>, _ to: SIMD3<Double>, _ hueMask: UInt32
  ) -> (SIMD3<Double>, SIMD3<Double>) {
    switch hueMask {
    case 0b001:
      let (first, second) = endpoints(normalizedDegrees(from.x), normalizedDegrees(to.x))
      return (SIMD3(first, from.y, from.z), SIMD3(second, to.y, to.z))
    case 0b100:
      let (first, second) = endpoints(normalizedDegrees(from.z), normalizedDegrees(to.z))
      return (SIMD3(from.x, from.y, first), SIMD3(to.x, to.y, second))
    default: return (from, to)
    }
  }
}

/// Interpolates linearly. The result is exact if `share` is 0 or 1, or if both numbers are equal.
private func interpolate(_ a: Double, _ b: Double, _ share: Double) -> Double {
  a == b ? a : a * (1 - share) + b * share
}

/// Interpolates each component linearly.
private func interpolate(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
  (a * (1 - share) + b * share).replacing(with: a, where: a .== b)
}
