// Powers with fractions for exponents, without a division.

// An approximation of x^(-1/n) comes from the bits of a float, which are nearly its logarithm: their
// nth part, subtracted from a constant. It errs by some percent; a polynomial in the error, and a
// step of Newton's iteration for y^-n = x, bring that to the last place.

/// A constant less the nth part of the bits of floats that are not negative.
@_transparent
private func guess(_ x: Components, _ constant: UInt32, _ part: Float) -> Components {
  // Integers have no division here: as floats their 128th part goes into the low bits of 2^23.
  let logarithms = Components(x.x.bits.values, x.y.bits.values, x.z.bits.values)
  let parts = multiplyAdd(logarithms, Floats(part / 128), 0x1p23)
  // What is left of the exponent of 2^23.
  let start = Words(constant &+ 0x8000_0000)
  return Components(
    Floats(bits: start &- (parts.x.bits &<< 7)), Floats(bits: start &- (parts.y.bits &<< 7)),
    Floats(bits: start &- (parts.z.bits &<< 7)))
}

/// x^(-1/3), for x of 0 or more; for 0 and subnormals, some large number.
@_transparent
func inverseCubeRoot(_ x: Components) -> Components {
  let y = guess(x, 0x549B_4E81, 1 / 3)
  let c = x * y * (y * y)
  let z = y * multiplyAdd(c, multiplyAdd(c, 0.28284594, -0.89402208), 1.61126239)
  let rest = multiplyAdd(-(x * z), z * z, 1.0)
  return multiplyAdd(z * Floats(1 / 3), rest, z)
}

/// x^(-1/5), in the same way.
@_transparent
func inverseFifthRoot(_ x: Components) -> Components {
  let y = guess(x, 0x4C25_6041, 1 / 5)
  let square = y * y
  let c = x * y * (square * square)
  let z = y * multiplyAdd(c, multiplyAdd(c, 0.17134565, -0.53611656), 1.36494385)
  let squared = z * z
  let rest = multiplyAdd(-(x * z), squared * squared, 1.0)
  return multiplyAdd(z * Floats(1 / 5), rest, z)
}

/// The cube root, also of negative numbers.
@_transparent
func cubeRoot(_ x: Components) -> Components {
  let inverse = inverseCubeRoot(x.magnitudes)
  return x * inverse * inverse
}
