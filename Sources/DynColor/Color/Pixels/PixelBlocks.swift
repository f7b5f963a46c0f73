// Color: blocks of pixels in the two formats of the kernels, bytes and floats.

import CKernels

struct PixelBlocks {
  static var capacity: Int { 256 }

  /// Blocks of pixels of up to 16 bytes.
  let sources, others, targets: StridedOutput
  /// The doubts of up to four kernels: one number per pixel and kernel.
  let doubts: StridedOutput

  @inline(__always)
  static func withBlocks(_ body: (PixelBlocks) -> Void) {
    var buffer = [1024 of SIMD4<Float>](repeating: SIMD4())
    StridedOutput.withMemory(of: &buffer, stride: 16) { buffer in
      body(
        PixelBlocks(
          sources: buffer, others: buffer.elements(from: capacity, stride: 16, count: capacity),
          targets: buffer.elements(from: 2 &* capacity, stride: 16, count: capacity),
          doubts: buffer.elements(from: 3 &* capacity, stride: 4, count: 4 &* capacity)))
    }
  }

  /// The doubts of the kernel at a step.
  func doubts(_ step: Int) -> StridedOutput {
    doubts.elements(from: step &* PixelBlocks.capacity, stride: 4, count: PixelBlocks.capacity)
  }
}

extension StridedInput {
  /// Copies pixels to a block, and fills it up with transparent ones to a multiple of eight.
  func gather(_ layout: PixelLayout, from first: Int, _ count: Int, _ buffer: StridedOutput)
    -> StridedInput
  {
    let block = buffer.elements(from: 0, stride: layout.blockSize, count: count)
    // One loop for each format, so that the format is not tested for each pixel.
    switch layout.plain.rawValue {
    case 1:
      for index in upTo(count) { block.store(load(first &+ index, as: SIMD4<Float>.self), index) }
    case 2...5:
      for index in upTo(count) { block.store(load(first &+ index, as: UInt32.self), index) }
    case 6:
      for index in upTo(count) {
        block.store(RGB8.rgba(load(first &+ index, as: Pixel24.self)), index)
      }
    case 7:
      for index in upTo(count) {
        block.store(BGR8.rgba(load(first &+ index, as: Pixel24.self)), index)
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
  /// Copies the pixels of a block to an array. Premultiplies 16-bit integers and halves if the
  /// layout is premultiplied.
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
  /// The numbers of a pixel made finite: NaN becomes 0, and infinity the greatest float.
  var sanitized: SIMD4<Double> {
    let limit = Double(Float.greatestFiniteMagnitude)
    func tame(_ x: Double) -> Double {
      x.isNaN ? 0 : x.isFinite ? x : x > 0 ? limit : -limit
    }
    return SIMD4(tame(x), tame(y), tame(z), tame(w))
  }
}

extension dyncolor_kernel_job {
  /// A job for `count` pixels, rounded up to a multiple of eight, from the beginning of blocks.
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

  /// Runs the kernel. Returns whether any result is in doubt.
  func run() -> Bool {
    var job = self
    #if arch(x86_64) && !BASELINE_KERNELS
      if Processor.hasAVX2 { return dyncolor_kernel_run_avx2(&job) != 0 }
    #endif
    return dyncolor_kernel_run_baseline(&job) != 0
  }
}
