// Pixel kernels: the entry point. A switch chooses the kernel, because a table of addresses would
// have to be relocated when the library is loaded. This folder is a module of its own, because it
// is compiled once for each kind of processor.

import CKernels

typealias Job = dyncolor_kernel_job

// FMA is defined where the kernels are compiled for x86-64 processors with AVX2 and FMA.
#if FMA
  @_cdecl("dyncolor_kernel_run_avx2")
  public func runForAVX2(_ job: UnsafePointer<dyncolor_kernel_job>) -> CInt {
    run(job.pointee) ? 1 : 0
  }
#else
  @_cdecl("dyncolor_kernel_run_baseline")
  public func runForAny(_ job: UnsafePointer<dyncolor_kernel_job>) -> CInt {
    run(job.pointee) ? 1 : 0
  }
#endif

/// Runs the kernel of a job. Returns whether any pixel is in doubt (see `PixelGroup`).
private func run(_ job: Job) -> Bool {
  typealias DecodeTransformEncode = Then<Decoding, Then<Transforming, Encoding>>
  switch job.kernel {
  case DYNCOLOR_KERNEL_DECODE: return convertFloats(job, Decoding.self)
  case DYNCOLOR_KERNEL_ENCODE: return convertFloats(job, Encoding.self)
  case DYNCOLOR_KERNEL_TRANSFORM: return convertFloats(job, Transforming.self)
  case DYNCOLOR_KERNEL_DECODE_TRANSFORM:
    return convertFloats(job, Then<Decoding, Transforming>.self)
  case DYNCOLOR_KERNEL_TRANSFORM_ENCODE:
    return convertFloats(job, Then<Transforming, Encoding>.self)
  case DYNCOLOR_KERNEL_DECODE_TRANSFORM_ENCODE:
    return convertFloats(job, DecodeTransformEncode.self)
  case DYNCOLOR_KERNEL_TO_OKLAB: return convertFloats(job, Then<TransformingToCones, ToOklab>.self)
  case DYNCOLOR_KERNEL_DECODE_TO_OKLAB:
    return convertFloats(job, Then<Decoding, Then<TransformingToCones, ToOklab>>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB: return convertFloats(job, Then<FromOklab, Transforming>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE:
    return convertFloats(job, Then<FromOklab, Then<Transforming, Encoding>>.self)
  case DYNCOLOR_KERNEL_TO_OKLCH: return convertFloats(job, ToOklch.self)
  case DYNCOLOR_KERNEL_FROM_OKLCH: return convertFloats(job, FromOklch.self)
  // Only what `FloatSource` does: clamps alpha, and marks pixels as in doubt that have too large
  // numbers or NaN.
  case DYNCOLOR_KERNEL_SANITIZE: return convertFloats(job, Identity.self)
  case DYNCOLOR_KERNEL_UNPREMULTIPLY:
    return convert(job, PremultipliedFloatSource.self, Identity.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_PREMULTIPLY: return convertFloats(job, Premultiplying.self)

  // From bytes to floats.
  case DYNCOLOR_KERNEL_WIDEN:
    return convert(job, UnitByteSource.self, Identity.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY:
    return convert(job, PremultipliedByteSource.self, Identity.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_DECODE:
    return convert(job, ByteSource.self, DecodingBytes.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_TO_OKLAB:
    // Bytes are within the gamut, so `TransformingToCones` would mark no pixel as in doubt.
    return convert(
      job, ByteSource.self, Then<DecodingBytes, Then<Transforming, ToOklab>>.self, FloatTarget.self)

  // From floats to bytes.
  case DYNCOLOR_KERNEL_NARROW:
    return convert(job, UncheckedFloatSource.self, Identity.self, ByteTarget.self)
  case DYNCOLOR_KERNEL_NARROW_PREMULTIPLY:
    return convert(
      job, ClampedFloatSource.self, Premultiplying.self,
      ApproximateByteTarget<LargeRoundingError>.self)
  case DYNCOLOR_KERNEL_NARROW_APPROXIMATE:
    return convert(
      job, UncheckedFloatSource.self, Identity.self, ApproximateByteTarget<LargeRoundingError>.self)
  case DYNCOLOR_KERNEL_ENCODE_NARROW:
    return convert(
      job, FloatSource.self, EncodingForBytes.self, ApproximateByteTarget<SmallRoundingError>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB_NARROW:
    return convert(
      job, FloatSource.self, Then<FromOklab, Then<Transforming, Encoding>>.self,
      ApproximateByteTarget<LargeRoundingError>.self)

  case DYNCOLOR_KERNEL_BYTES_DECODE_TRANSFORM_ENCODE:
    return convert(
      job, ByteSource.self,
      Then<DecodingBytesApproximately, Then<Transforming, EncodingForBytes>>.self,
      ApproximateByteTarget<SmallRoundingError>.self)
  case DYNCOLOR_KERNEL_REORDER: return reorder(job)

  case DYNCOLOR_KERNEL_OVER_BYTES: return composite(job, PremultipliedBytes.self)
  case DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES: return composite(job, StraightBytes.self)
  case DYNCOLOR_KERNEL_OVER_FLOATS: return composite(job, PremultipliedFloats.self)
  case DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS: return composite(job, StraightFloats.self)
  default: return false
  }
}

/// Converts floats with straight alpha to floats.
@_transparent
private func convertFloats<Operation: PixelOperation>(_ job: Job, _: Operation.Type) -> Bool {
  convert(job, FloatSource.self, Operation.self, FloatTarget.self)
}
