// Pixel kernels: inverse roots without a division.

// The bits of a float approximate its logarithm. Subtracting the n-th part of the bits from a
// constant therefore approximates x^(-1/n), with an error of some percent. Without that error,
// x·yⁿ would be 1 for the approximation y. A polynomial in x·yⁿ (`ratio`) and then one step of
// Newton's method for z^-n = x make the result precise to the last place.

/// The first approximation of x^(-1/n): `constant` minus the n-th part of the bits of `x`, which
/// must not be negative. `part` is 1/n.
@_transparent
private func approximateInverseRoot(_ x: Components, _ constant: UInt32, _ part: Float)
  -> Components
{
  // Vectors have no integer division. So the bits are converted to a float, which is multiplied by
  // 1/n, and by 1/128 so that the result is below 2^23. Adding 2^23 leaves the integer in the low
  // bits of the sum, from where the shift by 7 multiplies it by 128 again.
  let logarithms = Components(x.x.bits.asFloats, x.y.bits.asFloats, x.z.bits.asFloats)
  let parts = multiplyAdd(logarithms, Floats(part / 128), 0x1p23)
  // The bits of the exponent of 2^23 are shifted, too. What is left of them is a 1 in the highest
  // bit of the word. It is subtracted with the integer, so it is added here.
  let start = Words(constant &+ 0x8000_0000)
  return Components(
    Floats(bits: start &- (parts.x.bits &<< 7)), Floats(bits: start &- (parts.y.bits &<< 7)),
    Floats(bits: start &- (parts.z.bits &<< 7)))
}

/// x^(-1/3) for x ≥ 0. For 0 and subnormals, some large number.
@_transparent
func inverseCubeRoot(_ x: Components) -> Components {
  let y = approximateInverseRoot(x, 0x549B_4E81, 1 / 3)
  let ratio = x * y * (y * y)
  let z = y * multiplyAdd(ratio, multiplyAdd(ratio, 0.28284594, -0.89402208), 1.61126239)
  let rest = multiplyAdd(-(x * z), z * z, 1.0)
  return multiplyAdd(z * Floats(1 / 3), rest, z)
}

/// x^(-1/5) for x ≥ 0. For 0 and subnormals, some large number.
@_transparent
func inverseFifthRoot(_ x: Components) -> Components {
  let y = approximateInverseRoot(x, 0x4C25_6041, 1 / 5)
  let square = y * y
  let ratio = x * y * (square * square)
  let z = y * multiplyAdd(ratio, multiplyAdd(ratio, 0.17134565, -0.53611656), 1.36494385)
  let squared = z * z
  let rest = multiplyAdd(-(x * z), squared * squared, 1.0)
  return multiplyAdd(z * Floats(1 / 5), rest, z)
}

/// The cube root, for negative numbers as well.
@_transparent
func cubeRoot(_ x: Components) -> Components {
  let inverse = inverseCubeRoot(x.magnitudes)
  return x * inverse * inverse
}
