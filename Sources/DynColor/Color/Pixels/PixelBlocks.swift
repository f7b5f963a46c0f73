// Blocks of pixels, in one of the two forms that kernels know: bytes and floats.

import CKernels

/// Room for the pixels that are worked on.
struct PixelBlocks {
  static var capacity: Int { 256 }

  /// Pixels of a block, of 16 bytes or fewer.
  let sources, others, targets: StridedOutput
  /// What kernels have doubts about: a number for each pixel, of each of four.
  let doubts: StridedOutput

  @inline(__always)
  static func withBlocks(_ body: (PixelBlocks) -> Void) {
    var room = [1024 of SIMD4<Float>](repeating: SIMD4())
    StridedOutput.withMemory(of: &room, stride: 16) { room in
      body(
        PixelBlocks(
          sources: room, others: room.elements(from: capacity, stride: 16, count: capacity),
          targets: room.elements(from: 2 &* capacity, stride: 16, count: capacity),
          doubts: room.elements(from: 3 &* capacity, stride: 4, count: 4 &* capacity)))
    }
  }

  /// The doubts of the kernel of a step.
  func doubts(_ step: Int) -> StridedOutput {
    doubts.elements(from: step &* PixelBlocks.capacity, stride: 4, count: PixelBlocks.capacity)
  }
}

extension StridedInput {
  /// Writes some pixels as a block, and transparent ones after them, up to a multiple of eight.
  func gather(_ layout: PixelLayout, from first: Int, _ count: Int, _ room: StridedOutput)
    -> StridedInput
  {
    let block = room.elements(from: 0, stride: layout.blockSize, count: count)
    // A loop for each format, so that none is chosen for each pixel.
    switch layout.plain.rawValue {
    case 1:
      for index in upTo(count) { block.store(load(first &+ index, as: SIMD4<Float>.self), index) }
    case 2...5:
      for index in upTo(count) { block.store(load(first &+ index, as: UInt32.self), index) }
    case 6:
      for index in upTo(count) {
        block.store(RGB8.rgba(load(first &+ index, as: ThreeBytes.self)), index)
      }
    case 7:
      for index in upTo(count) {
        block.store(BGR8.rgba(load(first &+ index, as: ThreeBytes.self)), index)
      }
    case 8:
      for index in upTo(count) {
        let words = load(first &+ index, as: SIMD4<UInt16>.self)
        block.store(
          SIMD4(Float(words.x), Float(words.y), Float(words.z), Float(words.w)) / 65535, index)
      }
    default:
      for index in upTo(count) {
        let numbers = Half4.numbers(of: load(first &+ index, as: SIMD4<UInt16>.self))
        block.store(
          SIMD4(Float(numbers.x), Float(numbers.y), Float(numbers.z), Float(numbers.w)), index)
      }
    }
    block.clear(from: count, to: (count &+ 7) & ~7, size: layout.blockSize)
    return StridedInput(block)
  }
}

extension StridedOutput {
  /// Writes pixels of a block. If the layout is premultiplied, those of words and halves are not yet.
  func scatter(_ layout: PixelLayout, from first: Int, _ count: Int, _ block: StridedInput) {
    if layout.isBytes {
      for index in upTo(count) {
        let bytes = block.load(index, as: SIMD4<UInt8>.self)
        switch layout.plain.rawValue {
        case 6: store(RGB8.ordered(bytes), first &+ index)
        case 7: store(BGR8.ordered(bytes), first &+ index)
        default: store(bytes, first &+ index)
        }
      }
    } else if layout.plain == .float4 {
      for index in upTo(count) { store(block.load(index, as: SIMD4<Float>.self), first &+ index) }
    } else {
      pack(layout, from: first, to: first &+ count) {
        Float4.numbers(of: block.load($0 &- first, as: SIMD4<Float>.self))
      }
    }
  }
}

extension SIMD4<Double> {
  /// The numbers of a pixel that has any: what is none counts as 0, and infinity as the greatest
  /// float.
  var tamed: SIMD4<Double> {
    let limit = Double(Float.greatestFiniteMagnitude)
    func tame(_ x: Double) -> Double {
      x.isNaN ? 0 : x.isFinite ? x : x > 0 ? limit : -limit
    }
    return SIMD4(tame(x), tame(y), tame(z), tame(w))
  }
}

extension dyncolor_kernel_job {
  /// A job for all pixels of eight in `count`, from the beginnings of blocks.
  init(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ target: StridedOutput, _ count: Int,
    doubts: StridedOutput
  ) {
    self.init(
      kernel: kernel, source_order: (0, 8, 16, 24), target_order: (0, 8, 16, 24),
      source: source.address(0), backdrop: nil, target: target.address(0),
      doubts: doubts.address(0).assumingMemoryBound(to: Int32.self), groups: (count &+ 7) / 8,
      matrix: (0, 0, 0, 0, 0, 0, 0, 0, 0),
      limit: 0x1p20)
  }

  /// Does it. Tells whether there is any doubt.
  func run() -> Bool {
    var job = self
    #if arch(x86_64) && !BASELINE_KERNELS
      if Processor.hasAVX2 { return dyncolor_kernel_run_avx2(&job) != 0 }
    #endif
    return dyncolor_kernel_run_baseline(&job) != 0
  }
}
