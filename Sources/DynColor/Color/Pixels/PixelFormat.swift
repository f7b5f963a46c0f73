// The formats of pixels: how four numbers lie in memory, and how they are rounded to lie there.

/// A way in which red, green, blue and alpha lie in memory.
protocol PixelFormat {
  associatedtype Pixel: BitwiseCopyable

  /// The pixel of components, each multiplied by `factor`, and of alpha: of the nearest numbers that
  /// the format has.
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> Pixel

  /// The pixel of numbers that have been rounded to bytes, if that is all that the format takes.
  static func pack(bytes: SIMD4<UInt8>) -> Pixel?

  /// The numbers that lie there. Alpha is 1 if the format has none.
  static func numbers(of pixel: Pixel) -> SIMD4<Double>
}

extension PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, isPremultiplied: Bool) -> Pixel {
    pack(color, times: isPremultiplied ? color.w : 1)
  }

  @inline(__always)
  static func pack(bytes: SIMD4<UInt8>) -> Pixel? { nil }
}

// MARK: - Bytes

/// A format of bytes that stand for steps of 1/255, in some order.
protocol ByteFormat: PixelFormat {
  associatedtype Pixel

  static func ordered(_ rgba: SIMD4<UInt8>) -> Pixel
  static func rgba(_ pixel: Pixel) -> SIMD4<UInt8>
}

extension ByteFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> Pixel {
    let steps = steps(color, times: SIMD4(factor, factor, factor, 1), of: 255)
    return ordered(SIMD4(truncatingIfNeeded: steps))
  }

  @inline(__always)
  static func pack(bytes: SIMD4<UInt8>) -> Pixel? { ordered(bytes) }

  @inline(__always)
  static func numbers(of pixel: Pixel) -> SIMD4<Double> {
    let bytes = rgba(pixel)
    return SIMD4(Double(bytes.x), Double(bytes.y), Double(bytes.z), Double(bytes.w)) / 255
  }
}

enum RGBA8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> SIMD4<UInt8> { rgba }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { pixel }
}

enum BGRA8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.z, rgba.y, rgba.x, rgba.w)
  }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { ordered(pixel) }
}

enum ARGB8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.w, rgba.x, rgba.y, rgba.z)
  }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(pixel.y, pixel.z, pixel.w, pixel.x)
  }
}

enum ABGR8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.w, rgba.z, rgba.y, rgba.x)
  }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { ordered(pixel) }
}

/// A pixel without alpha.
struct ThreeBytes: BitwiseCopyable {
  let first, second, third: UInt8
}

enum RGB8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> ThreeBytes {
    ThreeBytes(first: rgba.x, second: rgba.y, third: rgba.z)
  }
  static func rgba(_ pixel: ThreeBytes) -> SIMD4<UInt8> {
    SIMD4(pixel.first, pixel.second, pixel.third, 255)
  }
}

enum BGR8: ByteFormat {
  static func ordered(_ rgba: SIMD4<UInt8>) -> ThreeBytes {
    ThreeBytes(first: rgba.z, second: rgba.y, third: rgba.x)
  }
  static func rgba(_ pixel: ThreeBytes) -> SIMD4<UInt8> {
    SIMD4(pixel.third, pixel.second, pixel.first, 255)
  }
}

// MARK: - Wider integers

/// Words that stand for steps of 1/65535.
enum RGBA16: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<UInt16> {
    steps(color, times: SIMD4(factor, factor, factor, 1), of: 65535)
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<UInt16>) -> SIMD4<Double> {
    SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w)) / 65535
  }
}

// MARK: - Floating point

enum Float4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<Float> {
    // What is too large for a float is cut to what is not.
    func float(_ x: Double) -> Float {
      let limit = Double(Float.greatestFiniteMagnitude)
      return Float(min(max(x, -limit), limit))
    }
    return SIMD4(
      float(product(color.x, factor)), float(product(color.y, factor)),
      float(product(color.z, factor)), float(color.w))
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<Float>) -> SIMD4<Double> {
    SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w))
  }
}

enum Half4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<UInt16> {
    SIMD4(
      halfBits(product(color.x, factor)), halfBits(product(color.y, factor)),
      halfBits(product(color.z, factor)), halfBits(color.w))
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<UInt16>) -> SIMD4<Double> {
    SIMD4(
      Double(halfBits: pixel.x), Double(halfBits: pixel.y), Double(halfBits: pixel.z),
      Double(halfBits: pixel.w))
  }
}

enum Double4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<Double> {
    SIMD4(color.x * factor, color.y * factor, color.z * factor, color.w)
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<Double>) -> SIMD4<Double> { pixel }
}
