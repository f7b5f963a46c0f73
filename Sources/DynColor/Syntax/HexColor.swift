// Colors as hexadecimal digits.

extension Cursor {
  /// Reads `rgb`, `rgba`, `rrggbb` or `rrggbbaa`, with or without `#`, up to the end of the text:
  /// CSS Color 4 §5.2, where a single digit d stands for the pair dd. The digits' alpha is
  /// multiplied by `alpha`.
  mutating func hexColor(_ space: ColorSpace, alpha: Double) throws(SyntaxError) -> Color {
    _ = skip(UInt8(ascii: "#"))
    var digits = [8 of UInt8](repeating: 0)
    var count = 0
    while let byte = peek {
      guard let digit = hexDigit(byte) else {
        throw SyntaxError(offset: offset, expected: "expected a hexadecimal digit")
      }
      guard count < 8 else {
        throw SyntaxError(offset: offset, expected: "expected no more than 8 digits")
      }
      digits[count] = digit
      count &+= 1
      _ = next()
    }

    let bytes: SIMD4<UInt8>
    switch count {
    case 3, 4:  // The pair dd is 17 d.
      bytes = SIMD4(digits[0], digits[1], digits[2], count == 4 ? digits[3] : 15) &* 17
    case 6, 8:
      let high = SIMD4(digits[0], digits[2], digits[4], count == 8 ? digits[6] : 15)
      let low = SIMD4(digits[1], digits[3], digits[5], count == 8 ? digits[7] : 15)
      bytes = high &<< 4 | low
    default:
      throw SyntaxError(offset: offset, expected: "expected 3, 4, 6 or 8 digits")
    }
    let values = SIMD4<Double>(bytes) / 255
    return Color(space, SIMD3(values.x, values.y, values.z), alpha: values.w * alpha)
  }
}

extension Color {
  /// The color of a text that is `#` with 3, 4, 6 or 8 hexadecimal digits behind it.
  @inline(__always)
  init?(hexText text: Span<UInt8>) {
    // The digits that are missing are those of an opaque alpha.
    let digits: UInt64
    switch text.count {
    case 4: digits = Color.doubled(text.halfWord(at: 0) &>> 8 | 0x6600_0000)
    case 5: digits = Color.doubled(text.halfWord(at: 1))
    case 7: digits = text.halfWord(at: 1) | text.halfWord(at: 3) &<< 16 | 0x6666_0000_0000_0000
    case 9: digits = text.word(at: 1)
    default: return nil
    }
    guard text.element(at: 0) == UInt8(ascii: "#"), digits.areHexDigits else { return nil }
    self.init(hex: digits)
  }

  /// Four digits, each twice: d stands for the pair dd.
  @inline(__always)
  private static func doubled(_ digits: UInt64) -> UInt64 {
    var digits = (digits | digits &<< 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits &<< 8) & 0x00FF_00FF_00FF_00FF
    return digits | digits &<< 8
  }

  /// The color of eight hexadecimal digits, the first of which is in the lowest byte.
  @inline(__always)
  init(hex digits: UInt64) {
    // Of a letter, the low bits are 1 for A, and the bit above the digits' is set.
    let letters = digits &>> 6 & 0x0101_0101_0101_0101
    let values = digits & 0x0F0F_0F0F_0F0F_0F0F &+ letters &* 9
    let pairs = values &<< 4 | values &>> 8
    func component(_ shift: UInt64) -> Double {
      fraction(UInt8(truncatingIfNeeded: pairs &>> shift))
    }
    self.init(
      .srgb, SIMD3(component(0), component(16), component(32)), alpha: component(48),
      missing: .legacy)
  }
}

/// A byte, divided by 255: exactly what the division would round to, in less time. The first factor
/// has so few bits that its product is exact, and the second is the rest of 1/255.
@inline(__always)
private func fraction(_ byte: UInt8) -> Double {
  let x = Double(byte)
  return x * 0x1.01010101p-8 + x * 0x1.010101010101p-48
}

extension UInt64 {
  /// Whether each of the eight bytes is a hexadecimal digit.
  @inline(__always)
  fileprivate var areHexDigits: Bool {
    // Adding what is missing to 0x80 tells by the highest bit whether a byte is large enough.
    let letters = self | 0x2020_2020_2020_2020
    let isDigit = (self &+ 0x5050_5050_5050_5050) & ~(self &+ 0x4646_4646_4646_4646)
    let isLetter = (letters &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(letters &+ 0x1919_1919_1919_1919)
    return (isDigit | isLetter) & ~self & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080
  }
}

extension TextSink where Self: ~Copyable {
  /// Writes a color as `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  mutating func append(hex color: Color, in space: ColorSpace) throws(Failure) {
    let bytes = color.bytes(in: space)
    try append(UInt8(ascii: "#"))
    for index in upTo(bytes.w == 255 ? 3 : 4) {
      try append(hexDigit(of: bytes[index] >> 4))
      try append(hexDigit(of: bytes[index] & 15))
    }
  }
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}

/// The hexadecimal digit of a value below 16.
func hexDigit(of value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
}
