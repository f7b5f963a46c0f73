// Pixel kernels: the loops that read groups of pixels, apply an operation, and write them.

import CKernels
import CVectors

/// An input format, eight pixels at a time.
protocol PixelSource {
  /// The size of eight pixels in bytes.
  static var size: Int { get }

  /// True if reading can mark pixels as in doubt (see `PixelGroup`).
  static var canDoubt: Bool { get }

  /// Reads eight pixels. Formats of floats ignore `order`. If `canDoubt` is true, pixels with
  /// components above `parameters.doubtLimit` are in doubt.
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup
}

/// An output format, eight pixels at a time.
protocol PixelTarget {
  /// The size of eight pixels in bytes.
  static var size: Int { get }

  /// True if writing can mark pixels as in doubt, because of rounding. If this is false, writing
  /// adds no doubts to those that the pixels have.
  static var canDoubt: Bool { get }

  /// Writes the pixels. Formats of floats ignore `order`. Returns the mask of all pixels in doubt.
  static func write(
    _ pixels: PixelGroup, _ address: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words
}

/// Converts all pixels of a job. Returns whether any pixel is in doubt.
@inline(never)
func convert<Source: PixelSource, Operation: PixelOperation, Target: PixelTarget>(
  _ job: Job, _: Source.Type, _: Operation.Type, _: Target.Type
) -> Bool {
  let (order, targetOrder) = (ByteOrder(job.source_order), ByteOrder(job.target_order))
  let parameters = job.parameters
  let canDoubt = Source.canDoubt || Target.canDoubt
  guard var source = job.source, var target = job.target else { return false }
  var doubts = job.rawDoubts
  var anyDoubt: Words = 0
  var groupIndex = 0
  while groupIndex < job.groups {
    let changed = Operation.apply(Source.read(source, order, parameters), parameters)
    let doubt = Target.write(changed, target, targetOrder)
    if canDoubt {
      // Eight doubts of four bytes each.
      dyncolor_store(doubts, doubt.vector)
      doubts += 32
      anyDoubt = anyDoubt | doubt
    }
    source += Source.size
    target += Target.size
    groupIndex &+= 1
  }
  return anyDoubt.isAnySet
}

/// Reorders the bytes of pixels, for example from RGBA to BGRA. Returns false, because no pixel is
/// in doubt.
@inline(never)
func reorder(_ job: Job) -> Bool {
  guard var source = job.source, var target = job.target else { return false }
  let (before, after) = (ByteOrder(job.source_order), ByteOrder(job.target_order))
  var groupIndex = 0
  while groupIndex < job.groups {
    let pixels = Words(dyncolor_load(source))
    func moved(_ from: UInt32, _ to: UInt32) -> Words { ((pixels &>> from) & 0xFF) &<< to }
    let redAndGreen = moved(before.red, after.red) | moved(before.green, after.green)
    let blueAndAlpha = moved(before.blue, after.blue) | moved(before.alpha, after.alpha)
    dyncolor_store(target, (redAndGreen | blueAndAlpha).vector)
    source += 32
    target += 32
    groupIndex &+= 1
  }
  return false
}

// MARK: - Floats

/// Floats with straight alpha, which is clamped to 0…1. Marks a pixel as in doubt if a component is
/// NaN, or has a magnitude above `parameters.doubtLimit`.
enum FloatSource: PixelSource {
  static var size: Int { 128 }
  static var canDoubt: Bool { true }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    var pixels = PixelGroup(floats: address)
    pixels.w = pixels.w.clamped
    pixels.doubt = pixels.outOfRange(above: parameters.doubtLimit)
    return pixels
  }
}

/// Floats, unchanged. Every value is allowed, NaN too.
enum UncheckedFloatSource: PixelSource {
  static var size: Int { 128 }
  static var canDoubt: Bool { false }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    PixelGroup(floats: address)
  }
}

/// Floats with straight alpha, all of whose components are clamped to 0…1.
enum ClampedFloatSource: PixelSource {
  static var size: Int { 128 }
  static var canDoubt: Bool { false }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    let p = PixelGroup(floats: address)
    return PixelGroup(p.x.clamped, p.y.clamped, p.z.clamped, p.w.clamped)
  }
}

/// Premultiplied floats. Divides the components by alpha. Then marks a pixel as in doubt if a
/// component, or alpha as it was read, is NaN or has a magnitude above `parameters.doubtLimit`.
enum PremultipliedFloatSource: PixelSource {
  static var size: Int { 128 }
  static var canDoubt: Bool { true }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    let pixels = PixelGroup(floats: address)
    var divided = unpremultiplied(pixels, opaqueAlpha: 1)
    // The bits are compared as integers, as in `outOfRange`: those of NaN are above any limit.
    divided.doubt =
      divided.outOfRange(above: parameters.doubtLimit)
      | (pixels.w.magnitudes.bits > parameters.doubtLimit.bits)
    return divided
  }
}

/// Floats, as they were computed.
enum FloatTarget: PixelTarget {
  static var size: Int { 128 }
  static var canDoubt: Bool { false }

  @_transparent
  static func write(
    _ pixels: PixelGroup, _ address: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    pixels.store(floats: address)
    return pixels.doubt
  }
}

extension PixelGroup {
  /// The mask of pixels with a component that is NaN, or whose magnitude is greater than `limit`.
  /// Ignores alpha.
  @_transparent
  func outOfRange(above limit: Floats) -> Words {
    // For floats that are not negative, comparing the bits as integers gives the order of the
    // values. The bits of NaN are greater than those of any number.
    let (red, green) = (x.magnitudes.bits, y.magnitudes.bits)
    return red.greatest(green).greatest(z.magnitudes.bits) > limit.bits
  }
}

// MARK: - Alpha

/// Divides components by alpha; where alpha is 0, components become 0. `opaqueAlpha` is the alpha
/// that opaque pixels have in `pixels`: 1 for floats, 255 for numbers from bytes. In the result,
/// alpha is in 0…1.
@_transparent
private func unpremultiplied(_ pixels: PixelGroup, opaqueAlpha: Float) -> PixelGroup {
  let isVisible = pixels.w > 0.0
  let alpha = select(isVisible, pixels.w, Floats(opaqueAlpha))
  func divided(_ x: Floats) -> Floats { select(isVisible, x / alpha, 0.0) }
  let unitAlpha = opaqueAlpha == 1 ? pixels.w.clamped : dividedBy255(pixels.w)
  return PixelGroup(divided(pixels.x), divided(pixels.y), divided(pixels.z), unitAlpha)
}

/// Multiplies components by alpha.
enum Premultiplying: PixelOperation {
  @_transparent
  static func apply(_ p: PixelGroup, _ parameters: Parameters) -> PixelGroup {
    p.with(p.x * p.w, p.y * p.w, p.z * p.w)
  }
}

// MARK: - Bytes

/// Bytes: color components become 0…255, alpha becomes 0…1.
enum ByteSource: PixelSource {
  static var size: Int { 32 }
  static var canDoubt: Bool { false }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    var pixels = PixelGroup(bytes: address, order)
    pixels.w = dividedBy255(pixels.w)
    return pixels
  }
}

/// Bytes: all components become 0…1.
enum UnitByteSource: PixelSource {
  static var size: Int { 32 }
  static var canDoubt: Bool { false }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    let pixels = PixelGroup(bytes: address, order)
    return PixelGroup(
      dividedBy255(pixels.x), dividedBy255(pixels.y), dividedBy255(pixels.z),
      dividedBy255(pixels.w))
  }
}

/// Premultiplied bytes: components are divided by alpha, which then becomes 0…1.
enum PremultipliedByteSource: PixelSource {
  static var size: Int { 32 }
  static var canDoubt: Bool { false }

  @_transparent
  static func read(
    _ address: UnsafeRawPointer, _ order: ByteOrder, _ parameters: Parameters
  ) -> PixelGroup {
    unpremultiplied(PixelGroup(bytes: address, order), opaqueAlpha: 255)
  }
}

/// Clamps floats to 0…1 and converts them to bytes: to the byte b for which b / 255 is nearest. If
/// two bytes are equally near, to the greater one. Below, a step is 1 / 255.
enum ByteTarget: PixelTarget {
  static var size: Int { 32 }
  static var canDoubt: Bool { false }

  @_transparent
  static func write(
    _ pixels: PixelGroup, _ address: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    PixelGroup(steps(pixels.x), steps(pixels.y), steps(pixels.z), steps(pixels.w))
      .store(lowBits: address, order)
    return 0
  }

  /// The nearest number of steps, plus 2^23, so that the low bits of the float are the number.
  @_transparent
  private static func steps(_ x: Floats) -> Floats {
    let clamped = x.clamped
    #if FMA || arch(arm64)
      // The product and the sum are rounded only once, together. The only product that lies exactly
      // halfway between two integers is 127.5, which rounding to even makes 128.
      return multiplyAdd(clamped, 255.0, 0x1p23)
    #else
      // Without FMA, the product may be rounded to the middle between two integers, and then the
      // integer n in `rounded` may be wrong by 1. In that case the remainder, 255 x − n, is not
      // from −½ up to ½. It is written as (256 x − n) − x, because 256 x − n (`rest`) is exact
      // near such a middle. So `rest` − ½ and `rest` + ½ are compared with x.
      let rounded = clamped * 255.0 + 0x1p23
      let rest = clamped * 256.0 - (rounded - 0x1p23)
      let (isTooLow, isTooHigh) = (rest - 0.5 >= clamped, rest + 0.5 < clamped)
      // As a number, a mask that is set is −1.
      return Floats(bits: rounded.bits &- isTooLow &+ isTooHigh)
    #endif
  }
}

/// How far a kernel's floats may be from the exact numbers, when they are rounded to bytes.
protocol RoundingErrorBound {
  /// An upper bound of the error, as a fraction of a step (1 / 255).
  static var error: Float { get }
}

/// The error of components that are encoded from linear floats; that are decoded from bytes,
/// transformed and encoded; or that are composited from bytes. `Tests/ABI/conversions.c
/// --exhaustive` shows for all bytes that the bound holds.
enum SmallRoundingError: RoundingErrorBound {
  static var error: Float { 0x1p-11 }
}

/// The error of all floats that `SmallRoundingError` is not for.
enum LargeRoundingError: RoundingErrorBound {
  static var error: Float { 0x1p-10 }
}

/// Converts inexact floats to bytes, as `ByteTarget` does. Marks pixels as in doubt if a float is
/// so near the middle between two bytes that its error could change the rounding.
enum ApproximateByteTarget<Bound: RoundingErrorBound>: PixelTarget {
  static var size: Int { 32 }
  static var canDoubt: Bool { true }

  @_transparent
  static func write(
    _ pixels: PixelGroup, _ address: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    // `shifted` is the integer that is nearest to 255 x, plus 2^23, so that the low bits of the
    // float are the integer. `rest` is the distance between 255 x and that integer.
    func steps(_ x: Floats) -> (shifted: Floats, rest: Floats) {
      let clamped = x.clamped
      let shifted = multiplyAdd(clamped, 255.0, 0x1p23)
      return (shifted, multiplyAdd(clamped, 255.0, 0x1p23 - shifted).magnitudes)
    }
    let (x, y, z) = (steps(pixels.x), steps(pixels.y), steps(pixels.z))
    let w = steps(pixels.w)
    PixelGroup(x.shifted, y.shifted, z.shifted, w.shifted).store(lowBits: address, order)
    let greatestRest = x.rest.greatest(y.rest).greatest(z.rest.greatest(w.rest))
    return pixels.doubt | (greatestRest > Floats(0.5 - Bound.error))
  }
}

// MARK: - Jobs

extension Job {
  /// The memory for doubts: 32 bytes for each group of eight pixels.
  @_transparent
  var rawDoubts: UnsafeMutableRawPointer { UnsafeMutableRawPointer(doubts) }

  /// The limit of doubts and the matrix, for the operation of the kernel.
  @_transparent
  var parameters: Parameters {
    let m = matrix
    return Parameters(
      doubtLimit: Floats(doubt_limit),
      rows: (
        (Floats(m.0), Floats(m.1), Floats(m.2)), (Floats(m.3), Floats(m.4), Floats(m.5)),
        (Floats(m.6), Floats(m.7), Floats(m.8))
      ))
  }
}
