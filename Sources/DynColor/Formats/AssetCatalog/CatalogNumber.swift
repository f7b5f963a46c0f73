// AssetCatalog: reading and writing the notations of color components.

/// A color component in a color set.
struct CatalogNumber: BitwiseCopyable {
  /// The value of the component; 1/255 if `isBareOne`.
  let value: Double
  /// True for the text `1`, which means 1/255 to Xcode, but 1.0 to some other tools.
  private(set) var isBareOne = false
  /// True if the text has a decimal point.
  private(set) var hasPoint = false
  /// True for two numbers with a slash, which people write, but Xcode does not.
  private(set) var isFraction = false

  /// A component that is written as a JSON number. Its value is that number. Even an integer is not
  /// in units of 1/255.
  init(json value: Double, hasPoint: Bool) {
    self.value = value
    self.hasPoint = hasPoint
  }

  /// Parses a component that is written as a JSON string; `nil` if the text is invalid. Integers
  /// and hexadecimal numbers are in units of 1/255. A number with a decimal point or an exponent
  /// is rounded to a float, as Xcode's compiler does.
  @_optimize(speed)
  init?(_ text: Span<UInt8>) {
    if text.element(at: 0) == UInt8(ascii: "0"),
      text.element(at: 1)?.asciiLowercased == UInt8(ascii: "x")
    {
      guard let value = CatalogNumber.hexadecimal(text.slice(2, text.count)) else { return nil }
      self.value = value / 255
      return
    }
    var isInteger = true
    var index = 0
    while let byte = text.element(at: index) {
      hasPoint = hasPoint || byte == UInt8(ascii: ".")
      isInteger = isInteger && !hasPoint && byte.asciiLowercased != UInt8(ascii: "e")
      index &+= 1
    }
    var cursor = Cursor(text)
    guard let number = cursor.parseDecimalNumber() else { return nil }
    var value = Double(Float(number))
    if isInteger {
      var divisor = 255.0
      if cursor.consumeIfNext(UInt8(ascii: "/")) {
        guard let writtenDivisor = cursor.parseDecimalNumber(), writtenDivisor > 0 else {
          return nil
        }
        divisor = writtenDivisor
        isFraction = true
      }
      value = number / divisor
      isBareOne = text.count == 1 && number == 1
    } else if hasPoint {
      // As in C, the point may be the last character.
      _ = cursor.consumeIfNext(UInt8(ascii: "."))
    }
    guard cursor.peek == nil, value.isFinite else { return nil }
    self.value = value
  }

  /// The value of one to eight hexadecimal digits; `nil` for any other text.
  @_optimize(speed)
  private static func hexadecimal(_ digits: Span<UInt8>) -> Double? {
    guard digits.count > 0, digits.count <= 8 else { return nil }
    var value: UInt32 = 0
    for index in upTo(digits.count) {
      guard let byte = digits.element(at: index), let digit = hexDigitValue(byte) else {
        return nil
      }
      value = value &<< 4 | UInt32(digit)
    }
    return Double(value)
  }
}

extension CatalogNumber {
  /// Writes a component so that reading yields the same number.
  ///
  /// The way of writing is Xcode's:
  /// - A number that is exactly a float is written in decimal, with at least three digits after the
  ///   point.
  /// - Any other multiple of 1/255 from 0 to 1 is written in hexadecimal.
  /// - All other numbers are written as JSON numbers.
  @inline(never)
  @_optimize(speed)
  static func write(_ value: Double, to text: inout FileText) {
    if Double(Float(value)) == value {
      write(Float(value), to: &text)
    } else if let numerator = UInt8(numeratorOver255: value) {
      text.append("\"0x")
      text.append(capitalHexDigit(numerator >> 4))
      text.append(capitalHexDigit(numerator & 15))
      text.append("\"")
    } else {
      text.append(json: value)
    }
  }

  /// Writes a float in decimal, with the digits that it takes to read the same float again. Adds
  /// zeros up to three digits after the point, unless the number has an exponent.
  @_optimize(speed)
  private static func write(_ value: Float, to text: inout FileText) {
    let number = NumberText(value)
    var decimals = 0
    var hasPoint = false
    var hasExponent = false
    var index = 0
    while let byte = number.bytes.element(at: index) {
      if hasPoint { decimals &+= 1 }
      hasPoint = hasPoint || byte == UInt8(ascii: ".")
      hasExponent = hasExponent || byte == UInt8(ascii: "e")
      index &+= 1
    }
    text.append("\"")
    text.append(contentsOf: number.bytes)
    if !hasExponent {
      if !hasPoint { text.append(".") }
      for _ in upTo(3 &- decimals) { text.append("0") }
    }
    text.append("\"")
  }

  private static func capitalHexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "A") &+ digit &- 10
  }
}

extension UInt8 {
  /// The numerator of a multiple of 1/255, from 0 to 255; `nil` for any other number.
  init?(numeratorOver255 value: Double) {
    // Adding 2^52 rounds to an integer, which is then in the low bits of the sum.
    self.init(truncatingIfNeeded: (value * 255 + 0x1p52).bitPattern)
    guard Double(self) / 255 == value else { return nil }
  }
}
