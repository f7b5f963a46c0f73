// Color: mixing arrays of colors pairwise, four pairs at a time, in single precision.

/// Four colors of extended sRGB with straight alpha: for each component a vector with its four
/// values.
struct FourColors: BitwiseCopyable {
  var red, green, blue, alpha: SIMD4<Float>

  init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
    red = SIMD4(a.x, b.x, c.x, d.x)
    green = SIMD4(a.y, b.y, c.y, d.y)
    blue = SIMD4(a.z, b.z, c.z, d.z)
    alpha = SIMD4(a.w, b.w, c.w, d.w)
  }

  fileprivate init(
    red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>
  ) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The color at `index`, which must be 0…3.
  subscript(_ index: Int) -> SIMD4<Float> {
    SIMD4(red[index & 3], green[index & 3], blue[index & 3], alpha[index & 3])
  }

  /// True if no magnitude of red, green or blue is above 1.25. Mixing in a small amount of a
  /// brighter color needs more than single precision.
  @_optimize(speed)
  fileprivate var areInNormalRange: Bool {
    let limit = SIMD4(repeating: 1.25 as Float)
    let exceedsLimit = (abs(red) .> limit) .| (abs(green) .> limit) .| (abs(blue) .> limit)
    return !exceedsLimit.isAnySet
  }

  /// Which of the colors are gray.
  fileprivate var grayMask: SIMDMask<SIMD4<Int32>> { (red .== green) .& (green .== blue) }

  /// Which of the colors are equal to the colors of `other` at the same index.
  fileprivate func equalMask(_ other: FourColors) -> SIMDMask<SIMD4<Int32>> {
    (red .== other.red) .& (green .== other.green) .& (blue .== other.blue)
      .& (alpha .== other.alpha)
  }

  /// Where the mask is set, replaces red, green and blue by the components of `other`. Alpha stays.
  @_optimize(speed)
  fileprivate mutating func replace(
    with other: FourColors, where mask: SIMDMask<SIMD4<Int32>>
  ) {
    red.replace(with: other.red, where: mask)
    green.replace(with: other.green, where: mask)
    blue.replace(with: other.blue, where: mask)
  }
}

/// Mixes colors pairwise in Oklab, all by the same amount, with premultiplied alpha: for a
/// cross-fade of one list of colors into another.
///
/// Oklab is a linear map of the cube roots of LMS, the responses of the eye's three kinds of cones.
/// So mixing these cube roots is the same as mixing in Oklab.
struct CrossFade: BitwiseCopyable {
  /// How much of the second color of a pair there is, 0 to 1.
  private let amount: Double
  private let toCones, toRGB: LinearMap

  init(_ amount: Double) {
    self.amount = amount
    toCones = LinearMap(from: .srgb, to: .cones)
    toRGB = LinearMap(from: .cones, to: .srgb)
  }

  /// Mixes four pairs of colors. Equal colors stay unchanged, and a transparent color does not
  /// affect the components of the other color. If both colors are transparent, the result is
  /// transparent black.
  @inline(__always)
  func mix(_ a: FourColors, _ b: FourColors) -> FourColors {
    guard a.areInNormalRange, b.areInNormalRange else { return mixOneByOne(a, b) }
    let share = SIMD4(repeating: Float(amount))
    let (weightOfA, weightOfB) = (a.alpha * (1 - share), b.alpha * share)
    let alpha = (weightOfA + weightOfB).replacing(with: a.alpha, where: a.alpha .== b.alpha)
    guard let rootsOfA = roots(a), let rootsOfB = roots(b) else { return mixOneByOne(a, b) }
    // Where both colors are transparent, both weights are 0, so their sum is replaced by 1.
    let sum = weightOfA + weightOfB
    let scale = 1 / sum.replacing(with: 1, where: sum .== 0)
    let (shareOfA, shareOfB) = (weightOfA * scale, weightOfB * scale)
    let light = toRGB.apply(
      cube(rootsOfA.0 * shareOfA + rootsOfB.0 * shareOfB),
      cube(rootsOfA.1 * shareOfA + rootsOfB.1 * shareOfB),
      cube(rootsOfA.2 * shareOfA + rootsOfB.2 * shareOfB))
    var mixed = FourColors(
      red: encode(light.0), green: encode(light.1), blue: encode(light.2), alpha: alpha)
    // Mixtures of grays stay exactly gray.
    let grayMask = a.grayMask .& b.grayMask
    mixed.green.replace(with: mixed.red, where: grayMask)
    mixed.blue.replace(with: mixed.red, where: grayMask)
    mixed.replace(with: b, where: weightOfA .== 0)
    mixed.replace(with: a, where: (weightOfB .== 0) .| a.equalMask(b))
    let transparentMask = sum .== 0
    mixed.red.replace(with: 0, where: transparentMask)
    mixed.green.replace(with: 0, where: transparentMask)
    mixed.blue.replace(with: 0, where: transparentMask)
    return mixed
  }

  /// Mixes four pairs of colors of any brightness one by one, in double precision.
  @inline(never)
  private func mixOneByOne(_ a: FourColors, _ b: FourColors) -> FourColors {
    @_optimize(speed)
    func mix(_ index: Int) -> SIMD4<Float> {
      let (first, second) = (a[index], b[index])
      if first == second { return first }
      if first.w == 0 || second.w == 0 {
        var mixed = first.w == 0 ? second : first
        mixed.w *= Float(first.w == 0 ? amount : 1 - amount)
        return mixed.w > 0 ? mixed : .zero
      }
      func color(_ rgba: SIMD4<Float>) -> Color {
        let numbers = Float4.numbers(of: rgba)
        return Color(.srgb, SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w)
      }
      return Interpolation(.oklab).mix(color(first), color(second), amount).rgba
    }
    return FourColors(mix(0), mix(1), mix(2), mix(3))
  }

  /// The cube roots of the LMS responses of four colors; `nil` if single precision is not
  /// sufficient for them.
  @inline(__always)
  @_optimize(speed)
  private func roots(
    _ colors: FourColors
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)? {
    let (red, green, blue) = (decode(colors.red), decode(colors.green), decode(colors.blue))
    let cones = toCones.apply(red, green, blue)
    // Each primary contributes at least a twentieth of its light to every response. So without
    // negative components, a response is at least a twentieth of all light. If a response is less
    // than a 32nd of all light, negative components cancel positive ones, and the cube root would
    // magnify the rounding error of the difference.
    let threshold = (abs(red) + abs(green) + abs(blue)) * (1 / 32)
    let cancelMask = (cones.0 .< threshold) .| (cones.1 .< threshold) .| (cones.2 .< threshold)
    guard !cancelMask.isAnySet else { return nil }
    return (cubeRoot(cones.0), cubeRoot(cones.1), cubeRoot(cones.2))
  }
}

/// A linear map of three components, such as a conversion between primaries, in single precision.
private struct LinearMap: BitwiseCopyable {
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  init(from source: Primaries, to target: Primaries) {
    func column(_ amounts: SIMD3<Double>) -> SIMD3<Float> {
      let converted = Primaries.convert(amounts, from: source, to: target)
      return SIMD3(Float(converted.x), Float(converted.y), Float(converted.z))
    }
    columns = (column(SIMD3(1, 0, 0)), column(SIMD3(0, 1, 0)), column(SIMD3(0, 0, 1)))
  }

  @inline(__always)
  func apply(
    _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let (first, second, third) = columns
    return (
      x * first.x + y * second.x + z * third.x, x * first.y + y * second.y + z * third.y,
      x * first.z + y * second.z + z * third.z
    )
  }
}

// MARK: - Functions of four numbers

@inline(__always)
private func abs(_ x: SIMD4<Float>) -> SIMD4<Float> {
  // All bits but the sign.
  SIMD4(bits: x.bits & 0x7FFF_FFFF)
}

@inline(__always)
private func cube(_ x: SIMD4<Float>) -> SIMD4<Float> { x * x * x }

extension SIMDMask<SIMD4<Int32>> {
  /// True if the mask is set for any of the four numbers.
  fileprivate var isAnySet: Bool {
    @inline(__always) get { SIMD4<Int32>.zero.replacing(with: 1, where: self) != .zero }
  }
}

extension SIMD4<Float> {
  /// The bit patterns of the four numbers.
  fileprivate var bits: SIMD4<Int32> {
    @inline(__always) get {
      SIMD4<Int32>(
        truncatingIfNeeded: SIMD4<UInt32>(
          x.bitPattern, y.bitPattern, z.bitPattern, w.bitPattern))
    }
  }

  @inline(__always)
  fileprivate init(bits: SIMD4<Int32>) {
    let bits = SIMD4<UInt32>(truncatingIfNeeded: bits)
    self.init(
      Float(bitPattern: bits.x), Float(bitPattern: bits.y), Float(bitPattern: bits.z),
      Float(bitPattern: bits.w))
  }

  /// The numbers with the signs of `other`: each gets the sign of the number in the same place. No
  /// number of this vector may be negative.
  @inline(__always)
  fileprivate func withSigns(of other: SIMD4<Float>) -> SIMD4<Float> {
    // `Int32.min` has only the bit of the sign.
    SIMD4(bits: bits | other.bits & Int32.min)
  }
}

/// Decodes sRGB components to linear light; see `TransferFunction`.
@inline(__always)
private func decode(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let magnitude = abs(x)
  let shifted = (magnitude + 0.055) * (1 / 1.055)
  // x^2.4 = (x^(6/5))², and x^(6/5) = x · x^(1/5).
  let sixFifths = shifted * fifthRoot(shifted)
  let light = (sixFifths * sixFifths).replacing(
    with: magnitude * (1 / 12.92), where: magnitude .<= 0.04045)
  return light.withSigns(of: x)
}

/// Encodes linear light to sRGB components.
@inline(__always)
private func encode(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let magnitude = abs(x)
  let root = magnitude.squareRoot()
  // x^(1/2.4) = x^(5/12) = x^(1/4) · x^(1/6).
  let power = root.squareRoot() * cubeRootOfNormal(root)
  let signal = (power * 1.055 - 0.055).replacing(
    with: magnitude * 12.92, where: magnitude .<= 0.0031308)
  return signal.withSigns(of: x)
}

/// The cube root of a nonnegative number; 0 for numbers below 2^-100.
@inline(__always)
private func cubeRoot(_ x: SIMD4<Float>) -> SIMD4<Float> {
  cubeRootOfNormal(x).replacing(with: 0, where: x .< 0x1p-100)
}

/// The cube root of a number of at least 2^-100. For smaller numbers, the result is a small number,
/// but not the root.
@inline(__always)
private func cubeRootOfNormal(_ x: SIMD4<Float>) -> SIMD4<Float> {
  // Dividing the bits by 3, approximated by shifts, and adding a constant gives the root to within
  // 4 %. A step of Halley's method cubes the relative error, and a step of Newton's method squares
  // it.
  var third = (x.bits &>> 2) &+ (x.bits &>> 4)
  third &+= third &>> 4
  third &+= third &>> 8
  var y = SIMD4(bits: third &+ 0x2A51_17A0)
  let power = cube(y)
  y *= (power + 2 * x) / (2 * power + x)
  return y - (cube(y) - x) / (3 * y * y)
}

/// The fifth root of a number of at least 2^-100.
@inline(__always)
private func fifthRoot(_ x: SIMD4<Float>) -> SIMD4<Float> {
  // As in the cube root, with 5 instead of 3.
  var fifth = (x.bits &>> 3) &+ (x.bits &>> 4)
  fifth &+= fifth &>> 4
  fifth &+= fifth &>> 8
  var y = SIMD4(bits: fifth &+ 0x32C8_3200)
  var square = y * y
  let power = square * square * y
  y *= (2 * power + 3 * x) / (3 * power + 2 * x)
  square = y * y
  let fourth = square * square
  return y - (fourth * y - x) / (5 * fourth)
}
