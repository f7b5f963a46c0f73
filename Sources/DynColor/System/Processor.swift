// System: detecting optional processor features.

import CKernels
import Synchronization

enum Processor {
  /// 0 until the first query, then 1 (no) or 2 (yes). Any thread may run the first query.
  private static let answer = Atomic<UInt8>(0)

  /// Returns whether the processor can run the kernels compiled for AVX2 and FMA.
  static var hasAVX2: Bool {
    let known = answer.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    let has = dyncolor_processor_has_avx2() != 0
    answer.store(has ? 2 : 1, ordering: .relaxed)
    return has
  }
}
