// Color: CIE Lab and Oklab.

/// CIE Lab, computed from XYZ relative to D50.
enum CIELab {
  /// Converts XYZ to Lab.
  static func encode(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let white = Primaries.xyzD50.white
    return encode(relative: SIMD3(xyz.x / white.x, xyz.y, xyz.z / white.z))
  }

  /// Converts XYZ, divided by the XYZ of any white, to Lab relative to that white.
  static func encode(relative xyz: SIMD3<Double>) -> SIMD3<Double> {
    let roots = roots(xyz)
    return SIMD3(116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z))
  }

  /// Converts Lab to XYZ.
  static func decode(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    let xyz = SIMD3(amount(lab.y / 500 + y), luminance(ofLightness: lab.x), amount(y - lab.z / 200))
    return xyz * Primaries.xyzD50.white
  }

  /// The lightness L*, 0 to 100, of a luminance relative to white.
  static func lightness(_ luminance: Double) -> Double { 116 * root(luminance) - 16 }

  /// The luminance, relative to white, for a lightness L*.
  static func luminance(ofLightness lightness: Double) -> Double {
    // 8 = `kappa` · `epsilon`, the lightness at which the linear and the curved part meet.
    lightness > 8 ? cube((lightness + 16) / 116) : lightness / kappa
  }

  // The constants of CIE Lab. The CIE rounds them to 0.008856 and 903.3. With the fractions, the
  // linear and the curved part meet exactly.
  private static var epsilon: Double { 216 / 24389 }
  private static var kappa: Double { 24389 / 27 }

  /// The function f of CIE Lab: the cube root, with a linear part near 0.
  private static func root(_ amount: Double) -> Double {
    amount > epsilon ? cubeRoot(amount) : (kappa * amount + 16) / 116
  }

  /// `root` of each amount.
  private static func roots(_ amounts: SIMD3<Double>) -> SIMD3<Double> {
    amounts.leastComponent > epsilon
      ? cubeRoots(amounts) : SIMD3(root(amounts.x), root(amounts.y), root(amounts.z))
  }

  /// The inverse of `root`.
  private static func amount(_ root: Double) -> Double {
    let amount = cube(root)
    return amount > epsilon ? amount : (116 * root - 16) / kappa
  }
}

/// Björn Ottosson's Oklab, computed from LMS: the responses of the eye's three kinds of cones.
enum Oklab {
  /// Converts LMS to Oklab.
  static func encode(_ cones: SIMD3<Double>) -> SIMD3<Double> {
    Matrix3(
      rows: SIMD3(0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
      SIMD3(1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
      SIMD3(0.0259040424655478, 0.7827717124575296, -0.8086757549230774))
      * cubeRoots(cones)
  }

  /// Converts Oklab to LMS.
  static func decode(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let roots = lab.x + slopes(lab.y, lab.z)
    return roots * roots * roots
  }

  /// How much the cube roots of the LMS responses change if `a` and `b` are added to the components
  /// a and b of a color in Oklab. If (a, b) is the unit vector of a hue, the results are the
  /// derivatives of the cube roots with respect to the chroma.
  static func slopes(_ a: Double, _ b: Double) -> SIMD3<Double> {
    SIMD3(0.3963377773761749, -0.1055613458156586, -0.0894841775298119) * a
      + SIMD3(0.2158037573099136, -0.0638541728258133, -1.2914855480194092) * b
  }
}

@inline(__always)
func cube(_ x: Double) -> Double { x * x * x }
