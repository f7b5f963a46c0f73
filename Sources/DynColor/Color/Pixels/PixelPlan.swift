// Which kernels make pixels of one layout of those of another.

import CKernels

extension PixelLayout {
  /// Whether kernels see its pixels as bytes.
  var isBytes: Bool { (2...7).contains(plain.rawValue) }

  /// Whether kernels see its pixels as they lie in memory.
  var isBlock: Bool { (1...5).contains(plain.rawValue) }

  /// Whether there are kernels for it at all.
  var hasKernels: Bool { plain.rawValue != 10 }

  /// The order of the bytes of a block.
  var blockOrder: (UInt8, UInt8, UInt8, UInt8) {
    let order = byteOrder ?? SIMD4(0, 8, 16, 24)
    return (order.x, order.y, order.z, order.w)
  }

  /// The number of bytes of a pixel in a block.
  var blockSize: Int { isBytes ? 4 : 16 }
}

/// The kernels that make pixels of a layout of those of another, in their order: none where pixels
/// must be converted one by one.
struct PixelPlan {
  let source, target: PixelLayout
  private(set) var kernels = [4 of dyncolor_kernel](repeating: DYNCOLOR_KERNEL_SANITIZE)
  private(set) var count = 0
  /// From the lights of the one layout's space to those of the other's.
  private(set) var matrix = Matrix3.identity
  /// What is still to be done to a block of the last kernel's.
  private(set) var ending: PixelLayout

  init(from source: PixelLayout, to target: PixelLayout) {
    self.source = source
    self.target = target
    ending = target.plain
    guard source.hasKernels, target.hasKernels else { return }
    if source.space == target.space { planAlpha() } else { planColor() }
  }

  private mutating func add(_ kernel: dyncolor_kernel) {
    kernels[count & 3] = kernel
    count &+= 1
  }

  /// Between layouts of one space.
  private mutating func planAlpha() {
    switch (source.isPremultiplied, target.isPremultiplied) {
    case (true, false):
      add(source.isBytes ? DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY : DYNCOLOR_KERNEL_UNPREMULTIPLY)
      if target.isBytes { add(DYNCOLOR_KERNEL_NARROW_APPROXIMATE) }
    case (false, true):
      if source.isBytes { add(DYNCOLOR_KERNEL_WIDEN) }
      if !source.isBytes, !target.isBlock, !target.isBytes { add(DYNCOLOR_KERNEL_SANITIZE) }
      planPremultiplying()
    default:
      switch (source.isBytes, target.isBytes) {
      case (true, true): add(DYNCOLOR_KERNEL_REORDER)
      case (true, false): add(DYNCOLOR_KERNEL_WIDEN)
      case (false, true): add(DYNCOLOR_KERNEL_NARROW)
      case (false, false): add(DYNCOLOR_KERNEL_SANITIZE)
      }
    }
  }

  /// Between layouts of different spaces.
  private mutating func planColor() {
    let (before, after) = (source.space.rectangular, target.space.rectangular)
    if before != after { matrix = before.primaries.matrix(to: after.primaries) }
    let isMoved = before.primaries != after.primaries
    let kernel: dyncolor_kernel? =
      switch (before.transfer == .srgb, after.transfer == .srgb) {
      case _ where before == after: nil
      case (let isEncoded, _) where after == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_DECODE_TO_OKLAB : DYNCOLOR_KERNEL_TO_OKLAB
      case (_, let isEncoded) where before == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE : DYNCOLOR_KERNEL_FROM_OKLAB
      case (true, true): DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE
      case (true, false): isMoved ? DYNCOLOR_KERNEL_DECODE_TRANSFORM : DYNCOLOR_KERNEL_DECODE
      case (false, true): isMoved ? DYNCOLOR_KERNEL_TRANSFORM_ENCODE : DYNCOLOR_KERNEL_ENCODE
      case (false, false): DYNCOLOR_KERNEL_TRANSFORM
      }
    let isStraight = !source.isPremultiplied && !target.isPremultiplied
    switch (kernel, source.isBytes && !source.isPremultiplied, target.isBytes && isStraight) {
    // Some in one go.
    case (DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE, true, true):
      return add(DYNCOLOR_KERNEL_BYTES_DECODE_TRANSFORM_ENCODE)
    case (DYNCOLOR_KERNEL_ENCODE, false, true) where !source.isBytes:
      return add(DYNCOLOR_KERNEL_ENCODE_NARROW)
    case (DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE, false, true) where source.space == .oklab:
      return add(DYNCOLOR_KERNEL_FROM_OKLAB_NARROW)
    case (DYNCOLOR_KERNEL_DECODE, true, _): add(DYNCOLOR_KERNEL_WIDEN_DECODE)
    case (DYNCOLOR_KERNEL_DECODE_TO_OKLAB, true, _): add(DYNCOLOR_KERNEL_WIDEN_TO_OKLAB)
    default:
      if source.isBytes {
        add(
          source.isPremultiplied ? DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY : DYNCOLOR_KERNEL_WIDEN)
      } else if source.isPremultiplied {
        add(DYNCOLOR_KERNEL_UNPREMULTIPLY)
      }
      if source.space == .oklch { add(DYNCOLOR_KERNEL_FROM_OKLCH) }
      if let kernel { add(kernel) }
    }
    if target.space == .oklch { add(DYNCOLOR_KERNEL_TO_OKLCH) }
    if target.isPremultiplied {
      planPremultiplying()
    } else if target.isBytes {
      add(DYNCOLOR_KERNEL_NARROW_APPROXIMATE)
    }
  }

  private mutating func planPremultiplying() {
    if target.isBytes {
      add(DYNCOLOR_KERNEL_NARROW_PREMULTIPLY)
    } else if target.isBlock {
      add(DYNCOLOR_KERNEL_PREMULTIPLY)
    } else {
      // Words are cut before they are multiplied, and halves rounded afterwards, as packing does it.
      ending = target
    }
  }

  /// Whether one kernel does it all, and none of its results is in doubt.
  var isWithoutDoubt: Bool {
    guard count == 1 else { return false }
    switch kernels[0] {
    case DYNCOLOR_KERNEL_REORDER, DYNCOLOR_KERNEL_NARROW, DYNCOLOR_KERNEL_WIDEN,
      DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY, DYNCOLOR_KERNEL_WIDEN_DECODE,
      DYNCOLOR_KERNEL_WIDEN_TO_OKLAB:
      return true
    default: return false
    }
  }
}
