// Color: mixing colors as CSS Color 4 §13 interpolates them.

/// The direction in which a hue is interpolated around the circle.
enum HueDirection: UInt8 {
  case shorter = 1
  case longer
  case increasing
  case decreasing

  /// The two angles, both in 0 ..< 360 degrees, with 360 added to one if the direction requires it.
  func path(_ first: Double, _ second: Double) -> (Double, Double) {
    let turn = second - first
    let (addsToFirst, addsToSecond) =
      switch self {
      case .shorter: (turn > 180, turn < -180)
      case .longer: (turn > 0 && turn < 180, turn > -180 && turn <= 0)
      case .increasing: (false, turn < 0)
      case .decreasing: (turn > 0, false)
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

  /// The space in which CSS mixes colors if none is given: sRGB if all are in a legacy syntax,
  /// otherwise Oklab.
  static func defaultSpace(areLegacy: Bool) -> ColorSpace { areLegacy ? .srgb : .oklab }

  /// Mixes two colors. `amountOfB` is clamped to 0…1.
  @inline(never)
  func mix(_ a: Color, _ b: Color, _ amountOfB: Double) -> Color {
    let (a, b) = (prepared(a), prepared(b))
    // A component missing from one color is taken from the other; if both miss it, the result does,
    // too.
    let missing = a.missing.intersection(b.missing).intersection(.everything)
    let share = min(max(amountOfB, 0), 1)
    let (from, to) = hue.paths(filled(a, from: b), filled(b, from: a), space.hueBit)
    if missing.contains(.alpha) { return color(blend(from, to, share), 0, missing) }

    let alphaOfA = a.missing.contains(.alpha) ? b.alpha : a.alpha
    let alphaOfB = b.missing.contains(.alpha) ? a.alpha : b.alpha
    let alpha = min(max(blend(alphaOfA, alphaOfB, share), 0), 1)
    let premultiplied = blend(from * factors(alphaOfA), to * factors(alphaOfB), share)
    return color(alpha > 0 ? premultiplied / factors(alpha) : premultiplied, alpha, missing)
  }

  /// Converts a color to the space. A powerless hue becomes missing.
  func prepared(_ color: Color) -> Color {
    color.space == space ? color.withoutPowerlessHue : color.converted(to: space)
  }

  /// The factors of premultiplication: alpha, but 1 for the hue.
  private func factors(_ alpha: Double) -> SIMD3<Double> {
    SIMD3(space.hueBit == 1 ? 1 : alpha, alpha, space.hueBit == 4 ? 1 : alpha)
  }

  private func color(_ numbers: SIMD3<Double>, _ alpha: Double, _ missing: Color.Missing) -> Color {
    let numbers = numbers.finite
    let inTurn = SIMD3(
      space.hueBit == 1 ? withinTurn(numbers.x) : numbers.x, numbers.y,
      space.hueBit == 4 ? withinTurn(numbers.z) : numbers.z)
    return Color(space, inTurn, alpha: alpha, missing: missing)
  }
}

/// Mixes a list of colors as color-mix() folds it: each color is mixed with the result so far,
/// weighted by its own weight against the sum of all weights so far.
struct Mixture: BitwiseCopyable {
  private let interpolation: Interpolation
  private var isEmpty = true
  private var mixed: Color
  private var weight = 0.0
  /// True while all added colors are equal to `common`, and that should be returned unchanged.
  private var isCommon: Bool
  private var common: Color

  init(_ interpolation: Interpolation, keepsCommon: Bool = false) {
    self.interpolation = interpolation
    isCommon = keepsCommon
    mixed = Color(.srgb, SIMD3())
    common = mixed
  }

  /// Adds a color. The weight must not be negative, and the sum of all weights must be finite.
  @inline(never)
  mutating func add(_ color: Color, weight added: Double) {
    guard !isEmpty else {
      let first = interpolation.prepared(color)
      mixed = Color(
        first.space, first.components, alpha: first.alpha,
        missing: first.missing.intersection(.everything))
      common = color
      weight = added
      isEmpty = false
      return
    }
    if isCommon, common != color { isCommon = false }
    weight += added
    mixed = interpolation.mix(mixed, color, weight > 0 ? added / weight : 0.5)
  }

  /// The mixture with its alpha multiplied, in the space of the interpolation (or unchanged, if it
  /// is the common color); `nil` if no color was added.
  func color(alphaFactor: Double) -> Color? {
    guard !isEmpty else { return nil }
    let color = isCommon ? common : mixed
    return Color(
      color.space, color.components, alpha: color.alpha * alphaFactor,
      missing: color.missing.intersection(.everything))
  }
}

/// How colors are mixed: in a given space, or in the default space of CSS.
struct Mixing {
  let space: ColorSpace?
  let hue: HueDirection

  @inline(__always)
  func mix(_ a: Color, _ b: Color, _ amount: Double) -> Color {
    interpolation(areLegacy: a.isLegacy && b.isLegacy).mix(a, b, amount)
  }

  /// The mixture of `count` colors with weights.
  func mix(_ count: Int, color: (Int) -> Color, weight: (Int) -> Double) -> Color? {
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
  var isLegacy: Bool { missing.contains(.legacy) }
}

/// The components of a color, with missing ones taken from another color.
private func filled(_ color: Color, from other: Color) -> SIMD3<Double> {
  let bits = color.missing.rawValue
  let (own, others) = (color.components, other.components)
  return SIMD3(
    bits & 1 == 0 ? own.x : others.x, bits & 2 == 0 ? own.y : others.y,
    bits & 4 == 0 ? own.z : others.z)
}

extension HueDirection {
  /// Applies `path` to the hue components of two colors, if the space has a hue.
  fileprivate func paths(
    _ from: SIMD3<Double>, _ to: SIMD3<Double>, _ hueBit: UInt32
  ) -> (SIMD3<Double>, SIMD3<Double>) {
    switch hueBit {
    case 1:
      let (first, second) = path(withinTurn(from.x), withinTurn(to.x))
      return (SIMD3(first, from.y, from.z), SIMD3(second, to.y, to.z))
    case 4:
      let (first, second) = path(withinTurn(from.z), withinTurn(to.z))
      return (SIMD3(from.x, from.y, first), SIMD3(to.x, to.y, second))
    default: return (from, to)
    }
  }
}

/// Exact at both ends, and not rounded if both are equal.
private func blend(_ a: Double, _ b: Double, _ share: Double) -> Double {
  a == b ? a : a * (1 - share) + b * share
}

private func blend(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
  SIMD3(blend(a.x, b.x, share), blend(a.y, b.y, share), blend(a.z, b.z, share))
}
