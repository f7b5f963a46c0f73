// How the numbers of a space relate to amounts of light.

/// The curve between encoded components and linear light, extended to negative values by symmetry.
enum TransferFunction {
  case linear
  /// IEC 61966-2-1, which Display P3 uses too.
  case srgb

  func decode(_ x: Double) -> Double {
    guard self == .srgb else { return x }
    let magnitude = abs(x)
    // 0.04045 is where the straight part ends in the standard (0.03928 was an early draft's).
    guard magnitude > 0.04045 else { return x / 12.92 }
    let base = (magnitude + 0.055) / 1.055
    let root = fifthRoot(base)
    return Double(signOf: x, magnitudeOf: base * base * (root * root))
  }

  func encode(_ x: Double) -> Double {
    guard self == .srgb else { return x }
    let magnitude = abs(x)
    guard magnitude > 0.0031308 else { return x * 12.92 }
    // x^(5/12) = x^(1/4) · x^(1/6)
    let root = magnitude.squareRoot()
    return Double(signOf: x, magnitudeOf: 1.055 * (root.squareRoot() * cubeRoot(root)) - 0.055)
  }
}

/// The cube root of a positive normal number below 10^300, to within 1 unit in the last place.
func cubeRoot(_ x: Double) -> Double {
  // A third of the exponent, and a constant that puts the guess within 4 %. Halley's iteration cubes
  // the error, to 1e-5 and 1e-14; Newton's, as a small correction, leaves only its own rounding.
  var y = Double(bitPattern: x.bitPattern / 3 &+ 0x2A9F_7893_0000_0000)
  for _ in 0..<2 {
    let cube = y * y * y
    y *= (cube + 2 * x) / (2 * cube + x)
  }
  let square = y * y
  return y - (square * y - x) / (3 * square)
}

/// The fifth root of a positive normal number below 10^300, to within 1 unit in the last place.
func fifthRoot(_ x: Double) -> Double {
  var y = Double(bitPattern: x.bitPattern / 5 &+ 0x3325_D666_0000_0000)
  for _ in 0..<2 {
    let square = y * y
    let power = square * square * y
    y *= (2 * power + 3 * x) / (3 * power + 2 * x)
  }
  let square = y * y
  let fourth = square * square
  return y - (fourth * y - x) / (5 * fourth)
}
