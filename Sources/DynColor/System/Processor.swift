// System: which optional instructions the processor has.

import CKernels
import Synchronization

/// The processor that the library runs on.
enum Processor {
  /// The stored result of `hasAVX2`: 0 before its first use, then 1 for false and 2 for true. Any
  /// thread may be the first to use `hasAVX2`.
  private static let avx2Answer = Atomic<UInt8>(0)

  /// True if the processor can run the kernels that are compiled for AVX2 and FMA.
  static var hasAVX2: Bool {
    let knownAnswer = avx2Answer.load(ordering: .relaxed)
    if knownAnswer != 0 { return knownAnswer == 2 }
    let hasAVX2 = dyncolor_processor_has_avx2() != 0
    avx2Answer.store(hasAVX2 ? 2 : 1, ordering: .relaxed)
    return hasAVX2
  }
}
