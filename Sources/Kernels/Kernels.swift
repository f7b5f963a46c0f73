// What the core calls: one function for all kernels, so that no table of addresses has to be filled
// in when the library is loaded. This folder is a module of its own, compiled for several processors.

import CKernels

typealias Job = dyncolor_kernel_job

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

private func run(_ job: Job) -> Bool {
  typealias InAndOut = Then<Decoding, Then<Moving, Encoding>>
  switch job.kernel {
  case DYNCOLOR_KERNEL_DECODE: return floats(job, Decoding.self)
  case DYNCOLOR_KERNEL_ENCODE: return floats(job, Encoding.self)
  case DYNCOLOR_KERNEL_MOVE: return floats(job, Moving.self)
  case DYNCOLOR_KERNEL_DECODE_MOVE: return floats(job, Then<Decoding, Moving>.self)
  case DYNCOLOR_KERNEL_MOVE_ENCODE: return floats(job, Then<Moving, Encoding>.self)
  case DYNCOLOR_KERNEL_DECODE_MOVE_ENCODE: return floats(job, InAndOut.self)
  case DYNCOLOR_KERNEL_TO_OKLAB: return floats(job, Then<MovingToCones, ToOklab>.self)
  case DYNCOLOR_KERNEL_DECODE_TO_OKLAB:
    return floats(job, Then<Decoding, Then<MovingToCones, ToOklab>>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB: return floats(job, Then<FromOklab, Moving>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE:
    return floats(job, Then<FromOklab, Then<Moving, Encoding>>.self)
  case DYNCOLOR_KERNEL_BEND: return floats(job, Bending.self)
  case DYNCOLOR_KERNEL_STRAIGHTEN: return floats(job, Straightening.self)
  case DYNCOLOR_KERNEL_TAME: return floats(job, Nothing.self)
  case DYNCOLOR_KERNEL_UNPREMULTIPLY:
    return convert(job, PremultipliedFloatSource.self, Nothing.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_PREMULTIPLY: return floats(job, Premultiplying.self)

  case DYNCOLOR_KERNEL_WIDEN:
    return convert(job, UnitByteSource.self, Nothing.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY:
    return convert(job, PremultipliedByteSource.self, Nothing.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_DECODE:
    return convert(job, ByteSource.self, DecodingBytes.self, FloatTarget.self)
  case DYNCOLOR_KERNEL_WIDEN_TO_OKLAB:
    return convert(
      job, ByteSource.self, Then<DecodingBytes, Then<Moving, ToOklab>>.self, FloatTarget.self)

  case DYNCOLOR_KERNEL_NARROW:
    return convert(job, AnyFloatSource.self, Nothing.self, ByteTarget.self)
  case DYNCOLOR_KERNEL_NARROW_PREMULTIPLY:
    return convert(job, CutFloatSource.self, Premultiplying.self, NearByteTarget<Nearby>.self)
  case DYNCOLOR_KERNEL_NARROW_NEAR:
    return convert(job, AnyFloatSource.self, Nothing.self, NearByteTarget<Nearby>.self)
  case DYNCOLOR_KERNEL_ENCODE_NARROW:
    return convert(job, FloatSource.self, EncodingForBytes.self, NearByteTarget<Near>.self)
  case DYNCOLOR_KERNEL_FROM_OKLAB_NARROW:
    return convert(
      job, FloatSource.self, Then<FromOklab, Then<Moving, Encoding>>.self,
      NearByteTarget<Nearby>.self)

  case DYNCOLOR_KERNEL_BYTES_DECODE_MOVE_ENCODE:
    return convert(
      job, ByteSource.self, Then<DecodingBytesNearly, Then<Moving, EncodingForBytes>>.self,
      NearByteTarget<Near>.self)
  case DYNCOLOR_KERNEL_REORDER: return reorder(job)

  case DYNCOLOR_KERNEL_OVER_BYTES: return composite(job, PremultipliedBytes.self)
  case DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES: return composite(job, StraightBytes.self)
  case DYNCOLOR_KERNEL_OVER_FLOATS: return composite(job, PremultipliedFloats.self)
  case DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS: return composite(job, StraightFloats.self)
  default: return false
  }
}

@_transparent
private func floats<Work: Change>(_ job: Job, _: Work.Type) -> Bool {
  convert(job, FloatSource.self, Work.self, FloatTarget.self)
}
