// Pixel kernels: the operations that are applied to pixels between reading and writing them.

/// The numbers that a job gives to its kernel, each repeated in all eight places of a vector.
struct Parameters {
  /// The magnitude above which components are in doubt.
  let doubtLimit: Floats
  /// The rows of a 3×3 matrix.
  let rows: ((Floats, Floats, Floats), (Floats, Floats, Floats), (Floats, Floats, Floats))
}

/// An operation on the components of eight pixels, which leaves alpha as it is.
///
/// An operation may mark pixels as in doubt (see `PixelGroup`) only in a kernel whose source or
/// target has `canDoubt`: `convert` stores no marks for other kernels.
protocol PixelOperation {
  static func apply(_ pixels: PixelGroup, _ parameters: Parameters) -> PixelGroup
}

/// Leaves the pixels as they are.
enum Identity: PixelOperation {
  @_transparent
  static func apply(_ pixels: PixelGroup, _ parameters: Parameters) -> PixelGroup { pixels }
}

/// Applies two operations, one after the other.
enum Then<First: PixelOperation, Second: PixelOperation>: PixelOperation {
  @_transparent
  static func apply(_ pixels: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    Second.apply(First.apply(pixels, parameters), parameters)
  }
}

extension PixelGroup {
  /// The greatest magnitude among the three components of each pixel.
  @_transparent
  var greatestMagnitudes: Floats { x.magnitudes.greatest(y.magnitudes).greatest(z.magnitudes) }

  @_transparent
  var components: Components { Components(x, y, z) }

  /// The same alpha and doubts, with other components.
  @_transparent
  func with(_ x: Floats, _ y: Floats, _ z: Floats) -> PixelGroup {
    var changed = PixelGroup(x, y, z, w)
    changed.doubt = doubt
    return changed
  }

  @_transparent
  func with(_ components: Components) -> PixelGroup {
    with(components.x, components.y, components.z)
  }
}

/// Multiplies by the matrix of the job.
enum Transforming: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    @_transparent
    func row(_ r: (Floats, Floats, Floats)) -> Floats {
      multiplyAdd(p.x, r.0, multiplyAdd(p.y, r.1, p.z * r.2))
    }
    return p.with(row(parameters.rows.0), row(parameters.rows.1), row(parameters.rows.2))
  }
}

// MARK: - The sRGB transfer function

// x^2.4 = (x · x^(-1/5))³, and x^(1/2.4) = x^(5/12) = x^(1/2) · x^(1/4) · x^(-1/3).

/// Decodes sRGB components to linear light. Decodes the magnitude of a negative component, and
/// keeps the sign.
enum Decoding: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    let x = p.components.magnitudes
    let base = multiplyAdd(x, Floats(1 / 1.055), Floats(0.055 / 1.055))
    let part = base * inverseFifthRoot(base)
    let light = (part * part * part)
      .chosen(where: x, isAbove: 0.04045, otherwise: x * Floats(1 / 12.92))
    return p.with(light.signed(as: p.components))
  }
}

/// Decodes sRGB components that are integers from 0 to 255, to linear light in 0…1.
enum DecodingBytes: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    let x = p.components
    let base = multiplyAdd(x, Floats(1 / (1.055 * 255)), Floats(0.055 / 1.055))
    let part = base * inverseFifthRoot(base)
    return p.with(
      (part * part * part).chosen(
        where: x, isAbove: Floats(0.04045 * 255), otherwise: x * Floats(1 / (12.92 * 255))))
  }
}

/// Decodes as `DecodingBytes` does, but less exactly: exactly enough for a result that is rounded
/// to bytes.
enum DecodingBytesApproximately: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    // A polynomial that approximates the curve for the 245 bytes above its linear part. Computed in
    // floats, it errs by less than 3e-7. The bytes are scaled to -1…1, where the coefficients are
    // small.
    let x = p.components
    let u = multiplyAdd(x, Floats(1 / (0.48 * 255)), Floats(-0.52 / 0.48))
    var sum = multiplyAdd(u, -1.3240148837212473e-4, 1.1840163642773405e-4)
    sum = multiplyAdd(u, sum, 1.3487454270944e-4)
    sum = multiplyAdd(u, sum, 6.356541416607797e-5)
    sum = multiplyAdd(u, sum, -5.245446809567511e-4)
    sum = multiplyAdd(u, sum, 1.0579610243439674e-3)
    sum = multiplyAdd(u, sum, -3.7519976031035185e-3)
    sum = multiplyAdd(u, sum, 0.030357401818037033)
    sum = multiplyAdd(u, sum, 0.27279967069625854)
    sum = multiplyAdd(u, sum, 0.4668548107147217)
    sum = multiplyAdd(u, sum, 0.23302210867404938)
    return p.with(
      sum.chosen(
        where: x, isAbove: Floats(0.04045 * 255), otherwise: x * Floats(1 / (12.92 * 255))))
  }
}

/// Encodes linear components as sRGB: the inverse of `Decoding`.
enum Encoding: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    p.with(encoded(p.components.magnitudes).signed(as: p.components))
  }
}

/// Encodes linear components that are then rounded to bytes: negative components become 0.
enum EncodingForBytes: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    p.with(encoded(p.components.map { $0.greatest(0.0) }))
  }
}

/// Encodes linear components that are not negative.
@_transparent
private func encoded(_ x: Components) -> Components {
  let root = x.map { $0.squareRoot }
  let power = root * root.map { $0.squareRoot } * inverseCubeRoot(x)
  return multiplyAdd(power, 1.055, -0.055)
    .chosen(where: x, isAbove: 0.0031308, otherwise: x * 12.92)
}

// MARK: - Oklab

/// Multiplies by the matrix of the job, which yields LMS: the responses of the eye's cones.
///
/// Marks pixels as in doubt if they have much light, but a response close to 0. Such a response is
/// a small difference of large numbers, and the cube root that follows would magnify its rounding
/// error. Close to 0 means less than 1/32 of the greatest component. No pixel within the gamut is
/// of this kind, because each of red, green and blue contributes at least a twentieth of its light
/// to every response.
enum TransformingToCones: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    var cones = Transforming.apply(p, parameters)
    let least = cones.x.magnitudes.least(cones.y.magnitudes).least(cones.z.magnitudes)
    cones.doubt = p.doubt | (least < p.greatestMagnitudes * Floats(1 / 32))
    return cones
  }
}

/// Converts LMS to Oklab.
enum ToOklab: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    let roots = cubeRoot(p.components)
    @_transparent
    func sum(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats {
      multiplyAdd(roots.x, a, multiplyAdd(roots.y, b, roots.z * c))
    }
    return p.with(
      sum(0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
      sum(1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
      sum(0.0259040424655478, 0.7827717124575296, -0.8086757549230774))
  }
}

/// Converts Oklab to LMS. Marks pixels as in doubt if the magnitude of a response is above
/// `parameters.doubtLimit`.
enum FromOklab: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    @_transparent
    func response(_ a: Floats, _ b: Floats) -> Floats {
      let root = multiplyAdd(p.y, a, multiplyAdd(p.z, b, p.x))
      return root * root * root
    }
    var cones = p.with(
      response(0.3963377773761749, 0.2158037573099136),
      response(-0.1055613458156586, -0.0638541728258133),
      response(-0.0894841775298119, -1.2914855480194092))
    cones.doubt = p.doubt | (cones.greatestMagnitudes > parameters.doubtLimit)
    return cones
  }
}
