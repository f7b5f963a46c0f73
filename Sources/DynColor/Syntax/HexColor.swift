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

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}

private func hexDigit(of value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
}
