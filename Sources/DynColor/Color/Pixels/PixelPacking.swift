// Color: converting pixels to numbers, and numbers to pixels.

// Each `perform` method is compiled separately for every pixel format, so it must be small. All
// other code is compiled only once, and works on the numbers.

/// Writes `count` pixels, from index `first` on. `numbers` has the components of each, as doubles.
private struct PixelWriting: PixelWork {
  let numbers: MemoryAddress
  let count: Int
  let isPremultiplied: Bool
  let pixels: StridedOutput
  let first: Int

  @inline(never)
  @_optimize(speed)
  func perform<Format: PixelFormat>(_ format: Format.Type) {
    var index = 0
    while index < count {
      let numbers = numbers.load(index, as: SIMD4<Double>.self)
      let pixel = Format.pack(numbers, isPremultiplied: isPremultiplied)
      pixels.store(pixel, first &+ index)
      index &+= 1
    }
  }
}

/// Converts one pixel to numbers.
private struct PixelReading: PixelWork {
  let pixel: MemoryAddress

  @inline(never)
  func perform<Format: PixelFormat>(_ format: Format.Type) -> SIMD4<Double> {
    Format.numbers(of: pixel.load(as: Format.Pixel.self))
  }
}

/// Writes 8-bit components, which are in RGBA order, as pixels in the byte order of the format.
/// Returns true if the format consists of bytes, or if there are no pixels.
private struct ByteWriting: PixelWork {
  let bytes: MemoryAddress
  let count: Int
  let pixels: StridedOutput

  @inline(never)
  @_optimize(speed)
  func perform<Format: PixelFormat>(_ format: Format.Type) -> Bool {
    var index = 0
    while index < count, let pixel = Format.pack(bytes: bytes.load(index, as: SIMD4<UInt8>.self)) {
      pixels.store(pixel, index)
      index &+= 1
    }
    return index == count
  }
}

extension StridedOutput {
  /// Writes the pixels from `first` up to, but not including, `end`. `numbers` returns the
  /// components and alpha of the pixel with an index.
  @inline(__always)
  func pack(
    _ layout: PixelLayout, from first: Int, to end: Int, _ numbers: (Int) -> SIMD4<Double>
  ) {
    var first = first
    // Eight pixels at a time, so that the format is chosen only once for them, and `numbers` is not
    // compiled for each format.
    var buffer = [8 of SIMD4<Double>](repeating: SIMD4())
    StridedOutput.withMemory(of: &buffer, stride: MemoryLayout<SIMD4<Double>>.stride) { buffer in
      while first < end {
        let count = min(end &- first, 8)
        var index = 0
        while index < count {
          buffer.store(numbers(first &+ index), index)
          index &+= 1
        }
        write(StridedInput(buffer), count, layout, at: first)
        first &+= count
      }
    }
  }

  /// Writes the pixel at `index`.
  @_optimize(speed)
  func pack(_ layout: PixelLayout, _ index: Int, _ numbers: SIMD4<Double>) {
    var numbers = numbers
    StridedOutput.withMemory(of: &numbers, stride: MemoryLayout<SIMD4<Double>>.stride) { numbers in
      write(StridedInput(numbers), 1, layout, at: index)
    }
  }

  @inline(__always)
  private func write(_ numbers: StridedInput, _ count: Int, _ layout: PixelLayout, at index: Int) {
    layout.memoryFormat.perform(
      PixelWriting(
        numbers: numbers.memoryAddress(0), count: count, isPremultiplied: layout.isPremultiplied,
        pixels: self, first: index))
  }

  /// Writes 8-bit components, which are in RGBA order, as pixels in the byte order of the layout.
  /// If the format of the layout does not consist of bytes, returns false and writes nothing.
  func writeBytes(_ bytes: StridedInput, count: Int, as layout: PixelLayout) -> Bool {
    layout.memoryFormat.perform(
      ByteWriting(bytes: bytes.memoryAddress(0), count: count, pixels: self))
  }
}

extension StridedInput {
  /// The components and alpha of the pixel at `index`, as they are stored.
  @_optimize(speed)
  func numbers(_ layout: PixelLayout, _ index: Int) -> SIMD4<Double> {
    layout.memoryFormat.perform(PixelReading(pixel: memoryAddress(index)))
  }

  /// The color of the pixel at `index`; `nil` unless all its numbers are finite.
  @inline(__always)
  func color(_ layout: PixelLayout, _ index: Int) -> Color? {
    Color(numbers(layout, index), of: layout)
  }
}
