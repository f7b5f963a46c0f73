// Color: choosing the kernels for a conversion between pixel layouts.

import CKernels

extension PixelLayout {
  /// True if the components are bytes.
  var isBytes: Bool { memoryFormat.component == .byte }

  /// True if an array of pixels of this layout, without gaps, is a block, which kernels can
  /// process.
  var isBlockFormat: Bool {
    switch memoryFormat {
    case .float4, .rgba8, .bgra8, .argb8, .abgr8: true
    case .rgb8, .bgr8, .rgba16, .half4, .double4: false
    }
  }

  /// False if pixels of this layout must be converted one by one.
  var hasKernels: Bool {
    switch memoryFormat.component {
    case .byte, .integer16, .half, .float: true
    case .double: false
    }
  }

  /// Where red, green, blue and alpha are in a pixel of a block, for kernels: bit positions in the
  /// four bytes, which are loaded as a little-endian number. RGBA if the format is not four bytes.
  var channelOrder: (UInt8, UInt8, UInt8, UInt8) {
    switch memoryFormat {
    case .bgra8: (16, 8, 0, 24)
    case .argb8: (8, 16, 24, 0)
    case .abgr8: (24, 16, 8, 0)
    case .float4, .rgba8, .rgb8, .bgr8, .rgba16, .half4, .double4: (0, 8, 16, 24)
    }
  }

  /// The size of a pixel in a block, in bytes.
  var blockSize: Int { isBytes ? 4 : 16 }
}

/// The kernels of a conversion, in the order in which they run. There are none if pixels must be
/// converted one by one.
///
/// In the names of kernels, *widen* is from bytes to floats, *narrow* from floats to bytes, and
/// *sanitize* clamps alpha. *Decode* is to linear light, *encode* from it, and *transform* converts
/// linear light to other primaries. CPlatform/kernels.h describes each kernel.
struct PixelPlan {
  let source, target: PixelLayout
  /// The first `kernelCount` of these are the kernels; the others mean nothing.
  private(set) var kernels = [4 of dyncolor_kernel](repeating: DYNCOLOR_KERNEL_SANITIZE)
  private(set) var kernelCount = 0
  /// The matrix that converts linear components from the primaries of the source to the primaries
  /// of the target.
  private(set) var matrix = Matrix3.identity
  /// The layout with which the block of the last kernel is copied to the output. It is the target
  /// without its flags, because kernels have premultiplied already. If copying must premultiply, it
  /// is the target itself.
  private(set) var packingLayout: PixelLayout

  @_optimize(speed)
  init(from source: PixelLayout, to target: PixelLayout) {
    self.source = source
    self.target = target
    packingLayout = target.withoutFlags
    guard source.hasKernels, target.hasKernels else { return }
    if source.space == target.space { planWithinSpace() } else { planBetweenSpaces() }
  }

  private mutating func add(_ kernel: dyncolor_kernel) {
    // No plan has more than four kernels. The mask keeps the index in bounds.
    kernels[kernelCount & 3] = kernel
    kernelCount &+= 1
  }

  /// Plans a conversion within one color space.
  @_optimize(speed)
  private mutating func planWithinSpace() {
    switch (source.isPremultiplied, target.isPremultiplied) {
    case (true, false):
      add(source.isBytes ? DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY : DYNCOLOR_KERNEL_UNPREMULTIPLY)
      if target.isBytes { add(DYNCOLOR_KERNEL_NARROW_APPROXIMATE) }
    case (false, true):
      if source.isBytes { add(DYNCOLOR_KERNEL_WIDEN) }
      // If the target has 16-bit integers or halves, `planPremultiplying` adds no kernel. But a
      // plan needs at least one.
      if !source.isBytes, !target.isBlockFormat, !target.isBytes { add(DYNCOLOR_KERNEL_SANITIZE) }
      planPremultiplying()
    default:
      // Both are premultiplied, or neither is.
      switch (source.isBytes, target.isBytes) {
      case (true, true): add(DYNCOLOR_KERNEL_REORDER)
      case (true, false): add(DYNCOLOR_KERNEL_WIDEN)
      case (false, true): add(DYNCOLOR_KERNEL_NARROW)
      case (false, false): add(DYNCOLOR_KERNEL_SANITIZE)
      }
    }
  }

  /// Plans a conversion between color spaces.
  @_optimize(speed)
  private mutating func planBetweenSpaces() {
    let (sourceSpace, targetSpace) = (source.space.rectangular, target.space.rectangular)
    if let matrix = sourceSpace.primaries.matrix(to: targetSpace.primaries) { self.matrix = matrix }
    let primariesDiffer = sourceSpace.primaries != targetSpace.primaries
    // The kernel that converts between the rectangular spaces; `nil` if they are the same space. A
    // space is encoded if it has sRGB's transfer function.
    let kernel: dyncolor_kernel? =
      switch (sourceSpace.transfer == .srgb, targetSpace.transfer == .srgb) {
      case _ where sourceSpace == targetSpace: nil
      case (let isEncoded, _) where targetSpace == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_DECODE_TO_OKLAB : DYNCOLOR_KERNEL_TO_OKLAB
      case (_, let isEncoded) where sourceSpace == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE : DYNCOLOR_KERNEL_FROM_OKLAB
      case (true, true): DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE
      case (true, false):
        primariesDiffer ? DYNCOLOR_KERNEL_DECODE_TRANSFORM : DYNCOLOR_KERNEL_DECODE
      case (false, true):
        primariesDiffer ? DYNCOLOR_KERNEL_TRANSFORM_ENCODE : DYNCOLOR_KERNEL_ENCODE
      case (false, false): DYNCOLOR_KERNEL_TRANSFORM
      }
    let readsStraightBytes = source.isBytes && !source.isPremultiplied
    // True if the target consists of bytes, and the source need not be unpremultiplied either.
    let writesBytesWithoutPremultiplying =
      target.isBytes && !source.isPremultiplied && !target.isPremultiplied
    switch (kernel, readsStraightBytes, writesBytesWithoutPremultiplying) {
    // Some combinations have a kernel of their own.
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

  /// Plans premultiplying, and narrowing to bytes if the target consists of bytes.
  @_optimize(speed)
  private mutating func planPremultiplying() {
    if target.isBytes {
      add(DYNCOLOR_KERNEL_NARROW_PREMULTIPLY)
    } else if target.isBlockFormat {
      add(DYNCOLOR_KERNEL_PREMULTIPLY)
    } else {
      // The kernels leave premultiplying to packing: 16-bit integers must be clamped before they
      // are premultiplied, and halves must be rounded afterwards. Packing does both.
      packingLayout = target
    }
  }

  /// True if the plan has only one kernel, and this kernel never doubts a result.
  var isOneKernelWithoutDoubts: Bool {
    guard kernelCount == 1 else { return false }
    switch kernels[0] {
    case DYNCOLOR_KERNEL_REORDER, DYNCOLOR_KERNEL_NARROW, DYNCOLOR_KERNEL_WIDEN,
      DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY, DYNCOLOR_KERNEL_WIDEN_DECODE,
      DYNCOLOR_KERNEL_WIDEN_TO_OKLAB:
      return true
    default: return false
    }
  }
}
