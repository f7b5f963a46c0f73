// Pixel kernels: Oklab to OkLCh and back.

/// Converts Oklab to OkLCh: lightness, chroma, and a hue of 0 ..< 360 degrees.
enum ToOklch: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    let (a, b) = (p.y.magnitudes, p.z.magnitudes)
    let (long, short) = (a.greatest(b), a.least(b))
    // The lower bound avoids a division by 0.
    let ratio = short / Floats(.leastNormalMagnitude).greatest(long)
    // `octant` is the angle in the first octant (0 to 45 degrees). Where necessary, it is reflected
    // into the second octant, then into the second quadrant, then into the lower half plane.
    let octant = arcTangent(ratio)
    let quadrant = select(b > a, 90.0 - octant, octant)
    let half = select(p.y < 0.0, 180.0 - quadrant, quadrant)
    let turn = select(p.z < 0.0, 360.0 - half, half)
    // If `half` is tiny, 360 − `half` is rounded to 360.
    let hue = select(turn >= 360.0, 0.0, turn)
    return p.with(p.x, multiplyAdd(p.y, p.y, p.z * p.z).squareRoot, hue)
  }

  /// The angle in degrees whose tangent is x, for x in 0…1.
  @_transparent
  private static func arcTangent(_ x: Floats) -> Floats {
    // Close to the minimax polynomial. Computed in floats, it errs by less than 1.3e-7 radians.
    let u = x * x
    var sum = multiplyAdd(u, 0.002903556329, -0.01628302464)
    sum = multiplyAdd(u, sum, 0.04303939754)
    sum = multiplyAdd(u, sum, -0.07533678839)
    sum = multiplyAdd(u, sum, 0.1065467886)
    sum = multiplyAdd(u, sum, -0.1420713409)
    sum = multiplyAdd(u, sum, 0.1999305417)
    sum = multiplyAdd(u, sum, -0.3333309396)
    return x * multiplyAdd(u, sum, 1.0) * Floats(180 / Float.pi)
  }
}

/// Converts OkLCh to Oklab, for hues up to 2^20 degrees.
enum FromOklch: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    // The hue is divided into right angles and a remaining angle. Adding 0x1.8p23 rounds the number
    // of right angles to an integer, and leaves the integer in the low bits. The remaining angle is
    // exact.
    let shifted = multiplyAdd(p.z, Floats(1 / 90), 0x1.8p23)
    let quarters = shifted.bits
    let angle = multiplyAdd(shifted - 0x1.8p23, -90.0, p.z) * Floats(Float.pi / 180)
    // Taylor series: the angle is at most an eighth of a turn.
    let u = angle * angle
    let sine = multiplyAdd(
      angle * u, series(u, Floats(-1 / 6), Floats(1 / 120), Floats(-1 / 5040), Floats(1 / 362_880)),
      angle)
    let cosine = multiplyAdd(
      u, series(u, -0.5, Floats(1 / 24), Floats(-1 / 720), Floats(1 / 40320)), 1.0)
    // The low two bits of `quarters` number the quarter, from 0. In odd quarters, sine and cosine
    // change places.
    let isEven = (quarters & 1) == 0
    // Cosines are negative in the second and third quarter, sines in the third and fourth. There,
    // the highest bit, the sign, is inverted.
    let hueCosine = select(isEven, cosine, sine).bits ^ (((quarters &+ 1) & 2) &<< 30)
    let hueSine = select(isEven, sine, cosine).bits ^ ((quarters & 2) &<< 30)
    return p.with(p.x, p.y * Floats(bits: hueCosine), p.y * Floats(bits: hueSine))
  }

  /// a + bu + cu² + du³
  @_transparent
  private static func series(
    _ u: Floats, _ a: Floats, _ b: Floats, _ c: Floats, _ d: Floats
  ) -> Floats {
    multiplyAdd(u, multiplyAdd(u, multiplyAdd(u, d, c), b), a)
  }
}
