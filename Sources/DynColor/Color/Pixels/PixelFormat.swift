// Color: pixel formats: how components are stored and rounded.

/// A storage format of red, green, blue and alpha.
protocol PixelFormat {
  associatedtype Pixel: BitwiseCopyable

  /// The pixel of a color. Red, green and blue are multiplied by `factor`; then these and alpha are
  /// rounded to the nearest values of the format.
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> Pixel

  /// The pixel with these 8-bit components, which are in RGBA order; `nil` if the format does not
  /// consist of bytes.
  static func pack(bytes: SIMD4<UInt8>) -> Pixel?

  /// The components of a pixel as they are stored, premultiplied or not; from 0 to 1 for integers.
  /// Alpha is 1 if the format has none.
  static func numbers(of pixel: Pixel) -> SIMD4<Double>
}

extension PixelFormat {
  /// The pixel of a color whose components are not premultiplied. `isPremultiplied` says whether
  /// the components of the pixel are premultiplied.
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, isPremultiplied: Bool) -> Pixel {
    pack(color, times: isPremultiplied ? color.w : 1)
  }

  @inline(__always)
  static func pack(bytes: SIMD4<UInt8>) -> Pixel? { nil }
}

// MARK: - Bytes

/// A format with a byte for each component, in units of 1/255.
protocol ByteFormat: PixelFormat {
  associatedtype Pixel

  /// The pixel with components that are in RGBA order.
  static func pixel(rgba: SIMD4<UInt8>) -> Pixel
  /// The components of a pixel in RGBA order.
  static func rgba(_ pixel: Pixel) -> SIMD4<UInt8>
}

extension ByteFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> Pixel {
    let steps = roundedSteps(color, times: SIMD4(factor, factor, factor, 1), stepCount: 255)
    return pixel(rgba: SIMD4(truncatingIfNeeded: steps))
  }

  @inline(__always)
  static func pack(bytes: SIMD4<UInt8>) -> Pixel? { pixel(rgba: bytes) }

  @inline(__always)
  static func numbers(of pixel: Pixel) -> SIMD4<Double> {
    let bytes = rgba(pixel)
    return SIMD4(Double(bytes.x), Double(bytes.y), Double(bytes.z), Double(bytes.w)) / 255
  }
}

enum RGBA8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> SIMD4<UInt8> { rgba }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { pixel }
}

enum BGRA8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.z, rgba.y, rgba.x, rgba.w)
  }
  // This order is its own inverse.
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { self.pixel(rgba: pixel) }
}

enum ARGB8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.w, rgba.x, rgba.y, rgba.z)
  }
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(pixel.y, pixel.z, pixel.w, pixel.x)
  }
}

enum ABGR8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> SIMD4<UInt8> {
    SIMD4(rgba.w, rgba.z, rgba.y, rgba.x)
  }
  // This order is its own inverse.
  static func rgba(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> { self.pixel(rgba: pixel) }
}

/// A pixel of three bytes, without alpha.
struct Pixel24: BitwiseCopyable {
  let first, second, third: UInt8
}

enum RGB8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> Pixel24 {
    Pixel24(first: rgba.x, second: rgba.y, third: rgba.z)
  }
  static func rgba(_ pixel: Pixel24) -> SIMD4<UInt8> {
    SIMD4(pixel.first, pixel.second, pixel.third, 255)
  }
}

enum BGR8: ByteFormat {
  static func pixel(rgba: SIMD4<UInt8>) -> Pixel24 {
    Pixel24(first: rgba.z, second: rgba.y, third: rgba.x)
  }
  static func rgba(_ pixel: Pixel24) -> SIMD4<UInt8> {
    SIMD4(pixel.third, pixel.second, pixel.first, 255)
  }
}

// MARK: - Wider integers

/// A format with a 16-bit integer for each component, in units of 1/65535.
enum RGBA16: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<UInt16> {
    roundedSteps(color, times: SIMD4(factor, factor, factor, 1), stepCount: 65535)
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<UInt16>) -> SIMD4<Double> {
    SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w)) / 65535
  }
}

// MARK: - Floating point

/// A format with a 32-bit float for each component.
enum Float4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<Float> {
    // Numbers out of range are clamped.
    func float(_ x: Double) -> Float {
      let limit = Double(Float.greatestFiniteMagnitude)
      return Float(min(max(x, -limit), limit))
    }
    return SIMD4(
      float(productToRoundOnce(color.x, factor)),
      float(productToRoundOnce(color.y, factor)),
      float(productToRoundOnce(color.z, factor)), float(color.w))
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<Float>) -> SIMD4<Double> {
    SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), Double(pixel.w))
  }
}

/// A format with a 16-bit float for each component.
enum Half4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<UInt16> {
    SIMD4(
      halfBits(productToRoundOnce(color.x, factor)),
      halfBits(productToRoundOnce(color.y, factor)),
      halfBits(productToRoundOnce(color.z, factor)), halfBits(color.w))
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<UInt16>) -> SIMD4<Double> {
    SIMD4(
      Double(halfBits: pixel.x), Double(halfBits: pixel.y), Double(halfBits: pixel.z),
      Double(halfBits: pixel.w))
  }
}

/// A format with a 64-bit float for each component.
enum Double4: PixelFormat {
  @inline(__always)
  static func pack(_ color: SIMD4<Double>, times factor: Double) -> SIMD4<Double> {
    SIMD4(color.x * factor, color.y * factor, color.z * factor, color.w)
  }

  @inline(__always)
  static func numbers(of pixel: SIMD4<Double>) -> SIMD4<Double> { pixel }
}
