// The loops: groups of pixels are read, changed, and written.

import CKernels
import CVectors

/// A format of eight pixels to read.
protocol PixelSource {
  static var size: Int { get }

  /// Whether there are pixels that no kernel can change.
  static var isDoubtful: Bool { get }

  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad
}

/// A format of eight pixels to write.
protocol PixelTarget {
  static var size: Int { get }

  /// Whether there are pixels of which it is not known that they are right.
  static var isDoubtful: Bool { get }

  /// Writes the pixels. Tells which of them are in doubt.
  static func write(
    _ pixels: Quad, _ place: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words
}

/// Whether any pixel is in doubt.
@inline(never)
func convert<Source: PixelSource, Work: Change, Target: PixelTarget>(
  _ job: Job, _: Source.Type, _: Work.Type, _: Target.Type
) -> Bool {
  let (order, targetOrder) = (ByteOrder(job.source_order), ByteOrder(job.target_order))
  let matrix = job.rows
  let isDoubtful = Source.isDoubtful || Target.isDoubtful
  guard var source = job.source, var target = job.target else { return false }
  var doubts = job.rawDoubts
  var all: Words = 0
  var group = 0
  while group < job.groups {
    let changed = Work.apply(Source.read(source, order, matrix), matrix)
    let doubt = Target.write(changed, target, targetOrder)
    if isDoubtful {
      dyncolor_store(doubts, doubt.vector)
      doubts += 32
      all = all | doubt
    }
    source += Source.size
    target += Target.size
    group &+= 1
  }
  return all.isAny
}

/// Puts the bytes of pixels into another order.
@inline(never)
func reorder(_ job: Job) -> Bool {
  guard var source = job.source, var target = job.target else { return false }
  let (before, after) = (ByteOrder(job.source_order), ByteOrder(job.target_order))
  var group = 0
  while group < job.groups {
    let pixels = Words(dyncolor_load(source))
    func moved(_ from: UInt32, _ to: UInt32) -> Words { ((pixels &>> from) & 0xFF) &<< to }
    let color = moved(before.red, after.red) | moved(before.green, after.green)
    let rest = moved(before.blue, after.blue) | moved(before.alpha, after.alpha)
    dyncolor_store(target, (color | rest).vector)
    source += 32
    target += 32
    group &+= 1
  }
  return false
}

// MARK: - Floats

/// Floats whose alpha is not multiplied in.
enum FloatSource: PixelSource {
  static var size: Int { 128 }
  static var isDoubtful: Bool { true }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    var pixels = Quad(floats: place)
    pixels.w = pixels.w.withinUnit
    pixels.doubt = pixels.strange(above: matrix.limit)
    return pixels
  }
}

/// The same where all numbers will do.
enum AnyFloatSource: PixelSource {
  static var size: Int { 128 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    Quad(floats: place)
  }
}

/// Floats whose alpha is not multiplied in yet, and whose components are cut to 0…1.
enum CutFloatSource: PixelSource {
  static var size: Int { 128 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    let p = Quad(floats: place)
    return Quad(p.x.withinUnit, p.y.withinUnit, p.z.withinUnit, p.w.withinUnit)
  }
}

/// Floats with alpha multiplied in.
enum PremultipliedFloatSource: PixelSource {
  static var size: Int { 128 }
  static var isDoubtful: Bool { true }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    let pixels = Quad(floats: place)
    var divided = unpremultiplied(pixels, of: 1)
    divided.doubt =
      divided.strange(above: matrix.limit) | (pixels.w.magnitudes.bits > matrix.limit.bits)
    return divided
  }
}

enum FloatTarget: PixelTarget {
  static var size: Int { 128 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func write(
    _ pixels: Quad, _ place: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    pixels.store(floats: place)
    return pixels.doubt
  }
}

extension Quad {
  /// Pixels with a component that is not finite, or greater than a limit.
  @_transparent
  func strange(above limit: Floats) -> Words {
    // As integers, the bits of magnitudes have the order of the magnitudes.
    let (red, green) = (x.magnitudes.bits, y.magnitudes.bits)
    return red.greatest(green).greatest(z.magnitudes.bits) > limit.bits
  }
}

// MARK: - Alpha

/// Components divided by alpha, or 0 where that is; `one` stands for an alpha of 1.
@_transparent
private func unpremultiplied(_ pixels: Quad, of one: Float) -> Quad {
  let isVisible = pixels.w > 0.0
  let alpha = select(isVisible, pixels.w, Floats(one))
  func divided(_ x: Floats) -> Floats { select(isVisible, x / alpha, 0.0) }
  let cut = one == 1 ? pixels.w.withinUnit : unit(pixels.w)
  return Quad(divided(pixels.x), divided(pixels.y), divided(pixels.z), cut)
}

enum Premultiplying: Change {
  @_transparent
  static func apply(_ p: Quad, _ matrix: Matrix) -> Quad {
    p.with(p.x * p.w, p.y * p.w, p.z * p.w)
  }
}

// MARK: - Bytes

/// Bytes as numbers from 0 to 255, and alpha to 1.
enum ByteSource: PixelSource {
  static var size: Int { 32 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    var pixels = Quad(bytes: place, order)
    pixels.w = unit(pixels.w)
    return pixels
  }
}

/// Bytes as numbers from 0 to 1.
enum UnitByteSource: PixelSource {
  static var size: Int { 32 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    let pixels = Quad(bytes: place, order)
    return Quad(unit(pixels.x), unit(pixels.y), unit(pixels.z), unit(pixels.w))
  }
}

/// Bytes with alpha multiplied in.
enum PremultipliedByteSource: PixelSource {
  static var size: Int { 32 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func read(_ place: UnsafeRawPointer, _ order: ByteOrder, _ matrix: Matrix) -> Quad {
    unpremultiplied(Quad(bytes: place, order), of: 255)
  }
}

/// The nearest of 255 steps to floats, halves upward.
enum ByteTarget: PixelTarget {
  static var size: Int { 32 }
  static var isDoubtful: Bool { false }

  @_transparent
  static func write(
    _ pixels: Quad, _ place: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    Quad(steps(pixels.x), steps(pixels.y), steps(pixels.z), steps(pixels.w))
      .store(lowBits: place, order)
    return 0
  }

  @_transparent
  private static func steps(_ x: Floats) -> Floats {
    let cut = x.withinUnit
    #if FMA || arch(arm64)
      // Rounded once. Of the products only 127.5 is halfway, and its nearest even integer above it.
      return multiplyAdd(cut, 255.0, 0x1p23)
    #else
      // 255 x − n is (256 x − n) − x, of which the first is exact where it matters.
      let rounded = cut * 255.0 + 0x1p23
      let rest = cut * 256.0 - (rounded - 0x1p23)
      let (above, below) = (rest - 0.5 >= cut, rest + 0.5 < cut)
      // A mask is -1.
      return Floats(bits: rounded.bits &- above &+ below)
    #endif
  }
}

/// How far floats may be from what should be rounded to one of 255 steps.
protocol Nearness {
  /// The part of a step by which they may err.
  static var error: Float { get }
}

/// Of what comes from bytes, or is encoded and no more. That this is enough for bytes is known from
/// trying all.
enum Near: Nearness {
  static var error: Float { 0x1p-11 }
}

/// Of other floats.
enum Nearby: Nearness {
  static var error: Float { 0x1p-10 }
}

/// The nearest of 255 steps to floats that are near to what should be rounded.
enum NearByteTarget<Error: Nearness>: PixelTarget {
  static var size: Int { 32 }
  static var isDoubtful: Bool { true }

  @_transparent
  static func write(
    _ pixels: Quad, _ place: UnsafeMutableRawPointer, _ order: ByteOrder
  ) -> Words {
    func steps(_ x: Floats) -> (integer: Floats, rest: Floats) {
      let cut = x.withinUnit
      let integer = multiplyAdd(cut, 255.0, 0x1p23)
      return (integer, multiplyAdd(cut, 255.0, 0x1p23 - integer).magnitudes)
    }
    let (x, y, z) = (steps(pixels.x), steps(pixels.y), steps(pixels.z))
    let w = steps(pixels.w)
    Quad(x.integer, y.integer, z.integer, w.integer).store(lowBits: place, order)
    let most = x.rest.greatest(y.rest).greatest(z.rest.greatest(w.rest))
    return pixels.doubt | (most > Floats(0.5 - Error.error))
  }
}

// MARK: - Jobs

extension Job {
  @_transparent
  var rawDoubts: UnsafeMutableRawPointer { UnsafeMutableRawPointer(doubts) }

  @_transparent
  var rows: Matrix {
    let m = matrix
    return Matrix(
      limit: Floats(limit),
      rows: (
        (Floats(m.0), Floats(m.1), Floats(m.2)), (Floats(m.3), Floats(m.4), Floats(m.5)),
        (Floats(m.6), Floats(m.7), Floats(m.8))
      ))
  }
}
