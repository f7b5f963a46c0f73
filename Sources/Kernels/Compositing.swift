// Pixel kernels: source-over compositing.

import CKernels
import CVectors

/// Composites all pixels of a job. Returns whether any pixel is in doubt (see `PixelGroup`).
@inline(never)
func composite<Format: CompositableFormat>(_ job: Job, _: Format.Type) -> Bool {
  guard var source = job.source, var backdrop = job.backdrop, var target = job.target else {
    return false
  }
  let order = ByteOrder(job.source_order)
  var doubts = job.rawDoubts
  var anyDoubt: Words = 0
  var groupIndex = 0
  while groupIndex < job.groups {
    let doubt = Format.over(source, backdrop, target, order)
    if Format.canDoubt {
      // Eight doubts of four bytes each.
      dyncolor_store(doubts, doubt.vector)
      doubts += 32
      anyDoubt = anyDoubt | doubt
    }
    source += Format.size
    backdrop += Format.size
    target += Format.size
    groupIndex &+= 1
  }
  return anyDoubt.isAnySet
}

/// A pixel format that can be composited.
protocol CompositableFormat {
  /// The size of eight pixels in bytes.
  static var size: Int { get }

  /// True if some pixels can be in doubt.
  static var canDoubt: Bool { get }

  /// Composites eight pixels of `source` over those of `backdrop`, and writes the result to
  /// `target`. `order` is the byte order of all three, which formats of floats ignore. Returns the
  /// mask of pixels in doubt.
  static func over(
    _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ order: ByteOrder
  ) -> Words
}

/// Premultiplied bytes. The result is source + backdrop · (255 − alpha of the source) / 255, at
/// most 255.
enum PremultipliedBytes: CompositableFormat {
  static var size: Int { 32 }
  static var canDoubt: Bool { false }

  @_transparent
  static func over(
    _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ order: ByteOrder
  ) -> Words {
    let (s, b) = (Words(dyncolor_load(source)), Words(dyncolor_load(backdrop)))
    // `Words` is a vector with a word of 32 bits for each pixel. Two bytes of a pixel are computed
    // at once: one in each half (16 bits) of its word.
    let backdropWeight = 255 &- ((s &>> order.alpha) & 0xFF)
    let factors = backdropWeight | (backdropWeight &<< 16)
    let low = sum(s & 0xFF_00FF, b & 0xFF_00FF, factors)
    let high = sum((s &>> 8) & 0xFF_00FF, (b &>> 8) & 0xFF_00FF, factors)
    dyncolor_store(target, (low | (high &<< 8)).vector)
    return 0
  }

  /// source + backdrop · factor / 255, at most 255, for the byte in each half of a word.
  @_transparent
  private static func sum(_ source: Words, _ backdrop: Words, _ factors: Words) -> Words {
    // Divides by 255, rounded to the nearest integer. With p = backdrop · factor + 128, that is
    // (p + (p >> 8)) >> 8.
    let p = dyncolor_add_half_words(
      dyncolor_multiply_half_words(backdrop.vector, factors.vector), Words(128 | 128 << 16).vector)
    let quotient = dyncolor_shift_half_words_right(
      dyncolor_add_half_words(p, dyncolor_shift_half_words_right(p, 8)), 8)
    return Words(
      dyncolor_least_half_words(
        dyncolor_add_half_words(source.vector, quotient), Words(0xFF_00FF).vector))
  }
}

/// Premultiplied floats. The result is source + backdrop · (1 − alpha of the source). Alphas are
/// clamped to 0…1.
enum PremultipliedFloats: CompositableFormat {
  static var size: Int { 128 }
  static var canDoubt: Bool { true }

  @_transparent
  static func over(
    _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ order: ByteOrder
  ) -> Words {
    let (s, b) = (PixelGroup(floats: source), PixelGroup(floats: backdrop))
    let weight = 1.0 - s.w.clamped
    let sum = PixelGroup(
      multiplyAdd(b.x, weight, s.x), multiplyAdd(b.y, weight, s.y), multiplyAdd(b.z, weight, s.z),
      multiplyAdd(b.w.clamped, weight, s.w.clamped).clamped)
    sum.store(floats: target)
    return s.outOfRange(above: compositingLimit) | b.outOfRange(above: compositingLimit)
  }
}

/// Bytes with straight alpha.
enum StraightBytes: CompositableFormat {
  static var size: Int { 32 }
  static var canDoubt: Bool { true }

  @_transparent
  static func over(
    _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ order: ByteOrder
  ) -> Words {
    let (s, b) = (PixelGroup(bytes: source, order), PixelGroup(bytes: backdrop, order))
    let mixed = compositedStraight(
      PixelGroup(dividedBy255(s.x), dividedBy255(s.y), dividedBy255(s.z), dividedBy255(s.w)),
      PixelGroup(dividedBy255(b.x), dividedBy255(b.y), dividedBy255(b.z), dividedBy255(b.w)))
    // Rounds to bytes. Returns the mask of pixels that may be rounded the wrong way.
    return ApproximateByteTarget<SmallRoundingError>.write(mixed, target, order)
  }
}

/// Floats with straight alpha.
enum StraightFloats: CompositableFormat {
  static var size: Int { 128 }
  static var canDoubt: Bool { true }

  @_transparent
  static func over(
    _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ order: ByteOrder
  ) -> Words {
    var (s, b) = (PixelGroup(floats: source), PixelGroup(floats: backdrop))
    s.w = s.w.clamped
    b.w = b.w.clamped
    compositedStraight(s, b).store(floats: target)
    return s.outOfRange(above: compositingLimit) | b.outOfRange(above: compositingLimit)
  }
}

/// In compositing of floats, pixels with a component above this magnitude are in doubt. Components
/// of colors are far below it.
@_transparent
private var compositingLimit: Floats { 0x1p20 }

/// Composites source over backdrop with straight alpha.
///
/// The weights of both are divided by the total alpha before they are multiplied with the
/// components, so that rounding does not change an opaque color.
@_transparent
private func compositedStraight(_ s: PixelGroup, _ b: PixelGroup) -> PixelGroup {
  let backdropWeight = b.w * (1.0 - s.w)
  let total = s.w + backdropWeight
  // Where both are transparent, the shares become 0, and not 0 / 0.
  let divisor = select(total > 0.0, total, 1.0)
  let (sourceShare, backdropShare) = (s.w / divisor, backdropWeight / divisor)
  @_transparent
  func mixed(_ s: Floats, _ b: Floats) -> Floats {
    multiplyAdd(s, sourceShare, b * backdropShare)
  }
  return PixelGroup(mixed(s.x, b.x), mixed(s.y, b.y), mixed(s.z, b.z), total.clamped)
}
