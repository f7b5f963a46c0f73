// Color: blocks of pixels: arrays without gaps, in one of the two formats that kernels process,
// *bytes* (four 8-bit components) and *floats* (four 32-bit components).

import CKernels

/// Memory for blocks of pixels, and for doubts: numbers that a kernel sets to something other than
/// 0 for each pixel whose result may be rounded the wrong way.
struct PixelBlocks {
  /// The greatest number of pixels in a block.
  let capacity: Int
  /// Memory for blocks of pixels of up to 16 bytes each. `backdropsOrOriginals` is for the
  /// backdrops of compositing, or for copies of the pixels that a conversion overwrites.
  let sources, backdropsOrOriginals, targets: StridedOutput
  /// The doubts of up to four kernels: a 32-bit number for each kernel and pixel.
  let doubts: StridedOutput

  private init(_ memory: StridedOutput, capacity: Int) {
    self.capacity = capacity
    sources = memory
    backdropsOrOriginals = memory.elements(from: capacity, stride: 16, count: capacity)
    targets = memory.elements(from: 2 &* capacity, stride: 16, count: capacity)
    doubts = memory.elements(from: 3 &* capacity, stride: 4, count: 4 &* capacity)
  }

  /// Calls `body` with memory for the blocks of an array of `count` pixels. Zeroing the memory for
  /// blocks of 256 pixels takes as long as converting a hundred pixels. So arrays of up to 64
  /// pixels get blocks of 16.
  @inline(__always)
  static func withBlocks(for count: Int, _ body: (PixelBlocks) -> Void) {
    count > 64 ? withLargeBlocks(body) : withSmallBlocks(body)
  }

  // The buffers have four parts of 16 bytes for each pixel: three for blocks, and one for the
  // doubts of four kernels, 4 bytes each.

  @inline(never)
  @_optimize(speed)
  private static func withLargeBlocks(_ body: (PixelBlocks) -> Void) {
    var buffer = [1024 of SIMD4<Float>](repeating: SIMD4())
    StridedOutput.withMemory(of: &buffer, stride: 16) { body(PixelBlocks($0, capacity: 256)) }
  }

  @inline(never)
  @_optimize(speed)
  private static func withSmallBlocks(_ body: (PixelBlocks) -> Void) {
    var buffer = [64 of SIMD4<Float>](repeating: SIMD4())
    StridedOutput.withMemory(of: &buffer, stride: 16) { body(PixelBlocks($0, capacity: 16)) }
  }

  /// The doubts of the kernel with this index.
  func doubts(ofKernel index: Int) -> StridedOutput {
    doubts.elements(from: index &* capacity, stride: 4, count: capacity)
  }
}

extension StridedInput {
  /// Copies `count` pixels, beginning with the one at `first`, into a block in `buffer`, and
  /// returns the block. A kernel also processes what the buffer has after them, up to a multiple of
  /// eight: zeros, or pixels that were copied before.
  func gather(_ layout: PixelLayout, from first: Int, _ count: Int, _ buffer: StridedOutput)
    -> StridedInput
  {
    let block = buffer.elements(from: 0, stride: layout.blockSize, count: count)
    // One loop for each format, so that the format is not tested for each pixel.
    switch layout.memoryFormat {
    case .float4:
      for index in upTo(count) { block.store(load(first &+ index, as: SIMD4<Float>.self), index) }
    case .rgba8, .bgra8, .argb8, .abgr8:
      for index in upTo(count) { block.store(load(first &+ index, as: UInt32.self), index) }
    case .rgb8:
      for index in upTo(count) {
        block.store(RGB8.rgba(load(first &+ index, as: Pixel24.self)), index)
      }
    case .bgr8:
      for index in upTo(count) {
        block.store(BGR8.rgba(load(first &+ index, as: Pixel24.self)), index)
      }
    case .rgba16:
      for index in upTo(count) {
        let integers = load(first &+ index, as: SIMD4<UInt16>.self)
        block.store(
          SIMD4(Float(integers.x), Float(integers.y), Float(integers.z), Float(integers.w)) / 65535,
          index)
      }
    case .half4:
      for index in upTo(count) {
        let numbers = Half4.numbers(of: load(first &+ index, as: SIMD4<UInt16>.self))
        block.store(
          SIMD4(Float(numbers.x), Float(numbers.y), Float(numbers.z), Float(numbers.w)), index)
      }
    // This format has no kernels, so no blocks are made of its pixels.
    case .double4: break
    }
    return StridedInput(block)
  }
}

extension StridedOutput {
  /// Copies the first `count` pixels of a block into this array, beginning at `first`. If the
  /// layout is premultiplied, 16-bit integers and halves are premultiplied here. For other formats,
  /// the pixels of the block must already be premultiplied.
  func scatter(_ layout: PixelLayout, from first: Int, _ count: Int, _ block: StridedInput) {
    switch layout.memoryFormat {
    case .rgba8, .bgra8, .argb8, .abgr8:
      for index in upTo(count) { store(block.load(index, as: UInt32.self), first &+ index) }
    case .rgb8:
      for index in upTo(count) {
        store(RGB8.pixel(rgba: block.load(index, as: SIMD4<UInt8>.self)), first &+ index)
      }
    case .bgr8:
      for index in upTo(count) {
        store(BGR8.pixel(rgba: block.load(index, as: SIMD4<UInt8>.self)), first &+ index)
      }
    case .float4:
      for index in upTo(count) { store(block.load(index, as: SIMD4<Float>.self), first &+ index) }
    case .rgba16, .half4, .double4:
      pack(layout, from: first, to: first &+ count) {
        Float4.numbers(of: block.load($0 &- first, as: SIMD4<Float>.self))
      }
    }
  }
}

extension SIMD4<Double> {
  /// The numbers of a pixel made finite: NaN becomes 0, and infinity becomes the greatest float,
  /// with its sign.
  @_optimize(speed)
  var sanitized: SIMD4<Double> {
    let limit = Double(Float.greatestFiniteMagnitude)
    func makeFinite(_ x: Double) -> Double {
      x.isNaN ? 0 : x.isFinite ? x : x > 0 ? limit : -limit
    }
    return SIMD4(makeFinite(x), makeFinite(y), makeFinite(z), makeFinite(w))
  }
}

extension dyncolor_kernel_job {
  /// A job for the first `count` pixels of blocks, rounded up to a multiple of eight. Bytes are in
  /// RGBA order, there is no backdrop, and the matrix is 0. A caller whose kernel needs another
  /// order, a backdrop or a matrix sets it afterwards. Pixels with a component above 2^20 are in
  /// doubt.
  init(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ target: StridedOutput, _ count: Int,
    doubts: StridedOutput
  ) {
    self.init(
      kernel: kernel, source_order: (0, 8, 16, 24), target_order: (0, 8, 16, 24),
      source: source.pointer(0), backdrop: nil, target: target.pointer(0),
      doubts: doubts.pointer(0).assumingMemoryBound(to: Int32.self), groups: (count &+ 7) / 8,
      matrix: (0, 0, 0, 0, 0, 0, 0, 0, 0),
      doubt_limit: 0x1p20)
  }

  /// Runs the kernel. Returns whether the kernel doubts any result.
  @_optimize(speed)
  mutating func run() -> Bool {
    #if arch(x86_64) && !BASELINE_KERNELS
      if Processor.hasAVX2 { return dyncolor_kernel_run_avx2(&self) != 0 }
    #endif
    return dyncolor_kernel_run_baseline(&self) != 0
  }
}
