// Colors as pixels in a host's memory.

/// How a color is laid out in memory.
struct PixelLayout: BitwiseCopyable, Equatable {
  /// The corresponding C constant's value.
  let rawValue: UInt32

  static var float4: PixelLayout { PixelLayout(rawValue: 1) }
  static var rgba8: PixelLayout { PixelLayout(rawValue: 2) }

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  init?(_ rawValue: UInt32) {
    guard (1...2).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// The number of bytes of a pixel.
  var size: Int { self == .float4 ? 16 : 4 }
}

extension Color {
  /// Extended sRGB, ready to be painted: finite floats, red, green, blue and alpha.
  var rgba: SIMD4<Float> {
    let srgb = converted(to: .srgb)
    // What is too large for a float is cut to what is not.
    func float(_ x: Double) -> Float {
      let limit = Double(Float.greatestFiniteMagnitude)
      return Float(min(max(x, -limit), limit))
    }
    return SIMD4(
      float(srgb.components.x), float(srgb.components.y), float(srgb.components.z),
      float(srgb.alpha))
  }

  /// The components and alpha in a byte each, cut to 0…1.
  func bytes(in space: ColorSpace) -> SIMD4<UInt8> {
    let color = converted(to: space)
    return SIMD4(
      byte(color.components.x), byte(color.components.y), byte(color.components.z),
      byte(color.alpha))
  }
}

extension SIMD4<Float> {
  /// The components in a byte each, cut to 0…1.
  var bytes: SIMD4<UInt8> {
    SIMD4<UInt8>(byte(Double(x)), byte(Double(y)), byte(Double(z)), byte(Double(w)))
  }
}

/// The nearest of 255 steps, halves upward.
private func byte(_ x: Double) -> UInt8 {
  let scaled = min(max(x, 0), 1) * 255
  // Adding 2^52 leaves an integer in the low bits, rounded to even on a tie.
  let shifted = scaled + 0x1p52
  let tiedDownward = scaled - (shifted - 0x1p52) == 0.5
  return UInt8(truncatingIfNeeded: shifted.bitPattern) &+ (tiedDownward ? 1 : 0)
}
