// Syntax: parses and serializes hexadecimal colors.

extension Cursor {
  /// Parses 3, 4, 6 or 8 hexadecimal digits (rgb, rgba, rrggbb or rrggbbaa), with or without `#`,
  /// up to the end of the text.
  ///
  /// A single digit d stands for the pair dd (CSS Color 4, §5.2). `alpha` multiplies the alpha of
  /// the digits. The result is a legacy color: if `space` is sRGB, the color is serialized as
  /// hexadecimal digits again.
  mutating func parseHexColor(_ space: ColorSpace, alpha: Double) throws(SyntaxError) -> Color {
    _ = consumeIfNext(UInt8(ascii: "#"))
    var digits = [8 of UInt8](repeating: 0)
    var count = 0
    while let byte = peek {
      guard let digit = hexDigitValue(byte) else {
        throw SyntaxError(offset: offset, message: CommonMessage.expectedHexDigit)
      }
      guard count < 8 else {
        throw SyntaxError(offset: offset, message: CommonMessage.expectedHexDigits)
      }
      digits[count] = digit
      count &+= 1
      _ = next()
    }

    let bytes: SIMD4<UInt8>
    switch count {
    case 3, 4:  // The value of a pair dd is 17 times that of the digit d.
      bytes = SIMD4(digits[0], digits[1], digits[2], count == 4 ? digits[3] : 15) &* 17
    case 6, 8:
      let high = SIMD4(digits[0], digits[2], digits[4], count == 8 ? digits[6] : 15)
      let low = SIMD4(digits[1], digits[3], digits[5], count == 8 ? digits[7] : 15)
      bytes = high &<< 4 | low
    default:
      throw SyntaxError(offset: offset, message: CommonMessage.expectedHexDigits)
    }
    let values = SIMD4<Double>(bytes) / 255
    return Color(
      legacy: space, SIMD3(values.x, values.y, values.z), alpha: values.w * alpha)
  }
}

extension Color {
  /// Parses a text that consists of `#` and 3, 4, 6 or 8 hexadecimal digits; `nil` for other texts.
  @inline(__always)
  init?(hexText text: Span<UInt8>) {
    guard text.element(at: 0) == UInt8(ascii: "#") else { return nil }
    // Three or six digits get an opaque alpha, "f" or "ff": bytes of 0x66.
    switch text.count {
    case 7:
      // The two groups of four digits overlap by two.
      let sixDigits = text.fourBytes(at: 1) | text.fourBytes(at: 3) &<< 16
      self.init(eightDigits: sixDigits | 0x6666_0000_0000_0000)
    case 4:
      // The shift drops the `#`.
      self.init(fourDigits: UInt32(truncatingIfNeeded: text.fourBytes(at: 0)) &>> 8 | 0x6600_0000)
    case 5: self.init(fourDigits: UInt32(truncatingIfNeeded: text.fourBytes(at: 1)))
    case 9: self.init(eightDigits: text.zeroPaddedWord(at: 1))
    default: return nil
    }
  }

  /// Parses a text of two hexadecimal digits for each of red, green, blue and alpha.
  @inline(__always)
  private init?(eightDigits text: UInt64) {
    let digits = HexDigits(text)
    guard digits.areValid else { return nil }
    self.init(pairs: digits.pairs)
  }

  /// Parses a text of one hexadecimal digit for each of red, green, blue and alpha.
  @inline(__always)
  private init?(fourDigits text: UInt32) {
    let digits = HexDigits(text)
    guard digits.areValid else { return nil }
    let bytes = SIMD4<UInt8>(bytesOf: digits.values.littleEndian)
    // A digit d stands for the pair dd, whose value is 17 d.
    self.init(SIMD4(truncatingIfNeeded: bytes), scale: 17)
  }

  /// The color of a text of eight hexadecimal digits. The first character is in the lowest byte.
  @inline(__always)
  init(eightHexDigits digits: UInt64) { self.init(pairs: HexDigits(unchecked: digits).pairs) }

  /// The color whose red, green, blue and alpha are the bytes 0, 2, 4 and 6 of `pairs`. Byte 0 is
  /// the lowest.
  @inline(__always)
  private init(pairs: UInt64) {
    self.init(SIMD4(truncatingIfNeeded: pairs.evenBytes), scale: 1)
  }

  /// The color whose components are `numbers` × `scale` / 255. The scale is 1, or, for the values
  /// of single digits, 17.
  @inline(__always)
  private init(_ numbers: SIMD4<Int32>, scale: Double) {
    // The same doubles as by a division, but faster. The first factor has so few bits that its
    // product is exact. The second factor is the difference of 1/255 and the first one; times 17,
    // it still fits a double. Vectors of two become two stores where the color is written.
    func parts(_ numbers: SIMD2<Int32>) -> SIMD2<Double> {
      let numbers = SIMD2<Double>(numbers)
      return numbers * (scale * 0x1.01010101p-8) + numbers * (scale * 0x1.010101010101p-48)
    }
    let (redAndGreen, blueAndAlpha) = (parts(numbers.lowHalf), parts(numbers.highHalf))
    self.init(
      legacy: .srgb, SIMD3(redAndGreen.x, redAndGreen.y, blueAndAlpha.x), alpha: blueAndAlpha.y)
  }
}

/// The values of a text of four or eight hexadecimal digits, as many as a word has bytes. The first
/// digit is in the lowest byte.
private struct HexDigits<Word: FixedWidthInteger & UnsignedInteger> {
  let values: Word
  /// True if the text has only hexadecimal digits. Otherwise the values have no meaning.
  let areValid: Bool

  /// Checks and converts the digits of a text.
  @inline(__always)
  init(_ text: Word) {
    // Letters have bit 6 set; digits do not. Make letters lowercase, XOR digits with 0x30 and
    // letters with 0x60, and subtract 1 from letters, so that the values of both begin at 0. Any
    // byte that is neither a digit nor a letter becomes too great, or gets its highest bit set in
    // `rest`. Then add 0x76 (0x7A for letters): that sets the highest bit if a value is greater
    // than 9 (5 for letters). A borrow or a carry spoils the next byte, which does not matter: the
    // text is already invalid then.
    let letters = text &>> 6 & Self.eachByte(1)
    let base = letters &* 0x30 &+ Self.eachByte(0x30)
    let rest = ((text | letters &<< 5) ^ base) &- letters
    let overflows = rest &+ letters &* 4 &+ Self.eachByte(0x76)
    areValid = (rest | overflows) & Self.eachByte(0x80) == 0
    values = rest &+ letters &* 10
  }

  /// The values of valid digits, without a check.
  @inline(__always)
  init(unchecked text: Word) {
    areValid = true
    // The low four bits of a letter are its value less 9.
    values = text & Self.eachByte(0x0F) &+ (text &>> 6 & Self.eachByte(1)) &* 9
  }

  /// The values of pairs of digits, in the bytes 0, 2, 4 and 6. The other bytes have no meaning.
  @inline(__always)
  var pairs: Word { values &<< 4 | values &>> 8 }

  /// A word of equal bytes.
  @inline(__always)
  private static func eachByte(_ byte: UInt8) -> Word { Word.max / 255 &* Word(byte) }
}

extension TextSink where Self: ~Copyable {
  /// Writes a color as `#rrggbb`, or as `#rrggbbaa` if the color is not opaque.
  @_optimize(speed)
  mutating func append(hex color: Color, in space: ColorSpace) throws(Failure) {
    let bytes = color.bytes(in: space)
    try append(UInt8(ascii: "#"))
    for index in upTo(bytes.w == 255 ? 3 : 4) {
      try append(hexDigit(of: bytes[index] >> 4))
      try append(hexDigit(of: bytes[index] & 15))
    }
  }
}

/// The value of a hexadecimal digit; `nil` for other bytes.
func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}

/// The hexadecimal digit for a value below 16, in lowercase.
func hexDigit(of value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
}
