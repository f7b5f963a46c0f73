// Blocks of pixels, in one of the two forms that kernels know: bytes and floats.

import CKernels

/// Room for the pixels that are worked on.
struct PixelBlocks {
  static var capacity: Int { 256 }

  typealias Pixels = [256 of SIMD4<Float>]

  var sources = Pixels(repeating: SIMD4())
  var others = Pixels(repeating: SIMD4())
  var targets = Pixels(repeating: SIMD4())
  /// Those of each of four kernels.
  var doubts = [1024 of Int32](repeating: 0)
}

extension InputList<UInt8> {
  /// Writes some pixels as a block, and transparent ones after them, up to a multiple of eight.
  func gather(
    _ layout: PixelLayout, from first: Int, _ count: Int, _ block: UnsafeMutableRawPointer
  ) {
    let size = layout.blockSize
    for index in upTo(count) {
      let (pixel, place) = (address(first &+ index), block + index &* size)
      switch layout.plain.rawValue {
      case 1:
        place.storeBytes(of: pixel.loadUnaligned(as: SIMD4<Float>.self), as: SIMD4<Float>.self)
      case 2...5: place.storeBytes(of: pixel.loadUnaligned(as: UInt32.self), as: UInt32.self)
      case 6:
        place.storeBytes(of: RGB8.rgba(pixel.load(as: ThreeBytes.self)), as: SIMD4<UInt8>.self)
      case 7:
        place.storeBytes(of: BGR8.rgba(pixel.load(as: ThreeBytes.self)), as: SIMD4<UInt8>.self)
      case 8:
        let words = pixel.loadUnaligned(as: SIMD4<UInt16>.self)
        place.storeBytes(
          of: SIMD4(Float(words.x), Float(words.y), Float(words.z), Float(words.w)) / 65535,
          as: SIMD4<Float>.self)
      default:
        let numbers = Half4.numbers(of: pixel.loadUnaligned(as: SIMD4<UInt16>.self))
        place.storeBytes(
          of: SIMD4(Float(numbers.x), Float(numbers.y), Float(numbers.z), Float(numbers.w)),
          as: SIMD4<Float>.self)
      }
    }
    let rest = (8 &- (count & 7)) & 7
    (block + count &* size).initializeMemory(
      as: UInt8.self, repeating: 0, count: rest &* size & .max)
  }

  /// Copies some pixels as they are, one directly after another.
  func copy(from first: Int, _ count: Int, size: Int, to memory: UnsafeMutableRawPointer) {
    for index in upTo(count) {
      (memory + index &* size).copyMemory(
        from: address(first &+ index), byteCount: size & .max)
    }
  }
}

extension OutputList<UInt8> {
  /// Writes pixels of a block. If the layout is premultiplied, those of words and halves are not yet.
  func scatter(_ layout: PixelLayout, from first: Int, _ count: Int, _ block: UnsafeRawPointer) {
    let size = layout.blockSize
    if layout.isBytes {
      for index in upTo(count) {
        let (pixel, place) = (block + index &* size, address(first &+ index))
        let bytes = pixel.loadUnaligned(as: SIMD4<UInt8>.self)
        switch layout.plain.rawValue {
        case 6: place.storeBytes(of: RGB8.ordered(bytes), as: ThreeBytes.self)
        case 7: place.storeBytes(of: BGR8.ordered(bytes), as: ThreeBytes.self)
        default: place.storeBytes(of: bytes, as: SIMD4<UInt8>.self)
        }
      }
    } else if layout.plain == .float4 {
      for index in upTo(count) {
        address(first &+ index).storeBytes(
          of: block.loadUnaligned(fromByteOffset: index &* size, as: SIMD4<Float>.self),
          as: SIMD4<Float>.self)
      }
    } else {
      pack(layout, from: first, to: first &+ count) {
        Float4.numbers(
          of: block.loadUnaligned(fromByteOffset: ($0 &- first) &* size, as: SIMD4<Float>.self))
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
  /// A job for all pixels of eight in `count`.
  init(
    _ kernel: dyncolor_kernel, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    _ count: Int, doubts: UnsafeMutablePointer<Int32>
  ) {
    self.init(
      kernel: kernel, source_order: (0, 8, 16, 24), target_order: (0, 8, 16, 24), source: source,
      backdrop: nil, target: target, doubts: doubts, groups: (count &+ 7) / 8,
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
