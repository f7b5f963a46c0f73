// What the processor can do that not all of its kind can.

import CKernels
import Synchronization

enum Processor {
  /// 0 as long as nobody has asked, then 1 or 2. Whoever asks first finds out, on any thread.
  private static let answer = Atomic<UInt8>(0)

  /// Whether it runs kernels that are compiled for AVX2 and FMA.
  static var hasAVX2: Bool {
    let known = answer.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    let has = dyncolor_processor_has_avx2() != 0
    answer.store(has ? 2 : 1, ordering: .relaxed)
    return has
  }
}
