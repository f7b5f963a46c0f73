// CHeader: writing pixels in a layout as C.

/// Writes pixels as initializers in C. Pixels that are 32-bit words are written as words, because
/// the order of their bytes differs between little-endian and big-endian machines. Other pixels are
/// written as arrays of components.
struct PixelTableText {
  private let layout: PixelLayout
  /// The layout as a host passes it: in the lowest eight bits a format, `DYNCOLOR_LAYOUT_RGBA8` for
  /// example, and flags in the bits above.
  private let rawLayout: UInt32

  /// Returns `nil` if the host chose no layout.
  init?(_ rawLayout: UInt32) {
    guard let layout = PixelLayout(rawLayout) else { return nil }
    self.layout = layout
    self.rawLayout = rawLayout
  }

  /// The layout without its flags: 1 for the first format of `names`, and so on.
  private var format: UInt32 { rawLayout & 0xFF }

  /// True if a pixel is a word of 32 bits. The formats from RGBA_WORD on, which is 11, are words.
  private var isWord: Bool { format >= 11 }

  /// The C type of a word, or of the components of a pixel.
  var type: StaticString {
    switch format {
    case 1: "float"
    case 8, 9: "uint16_t"  // RGBA16 and HALF4.
    case 10: "double"
    case 11...: "uint32_t"
    default: "uint8_t"
    }
  }

  /// The components in the order in which they are written: 0 for red, 1 for green, 2 for blue, 3
  /// for alpha. That is their order in memory or, for a word, the order from its highest byte to
  /// its lowest.
  private var order: SIMD4<UInt8> {
    switch format {
    case 3, 12: SIMD4(2, 1, 0, 3)  // BGRA
    case 4, 13: SIMD4(3, 0, 1, 2)  // ARGB
    case 5, 14: SIMD4(3, 2, 1, 0)  // ABGR
    case 7: SIMD4(2, 1, 0, 0)  // BGR
    default: SIMD4(0, 1, 2, 3)
    }
  }

  /// RGB8 and BGR8 have three components.
  private var componentCount: Int { format == 6 || format == 7 ? 3 : 4 }

  /// Writes a comment that names the constants of the layout.
  func appendComment(to text: inout FileText) {
    text.append("/* Pixels in the layout DYNCOLOR_LAYOUT_")
    text.append(
      contentsOf: PixelTableText.names.word(at: Int(truncatingIfNeeded: format &- 1)))
    // The flags, with the values of the header.
    if rawLayout & 0x100 != 0 { text.append(" | DYNCOLOR_LAYOUT_PREMULTIPLIED") }
    if rawLayout & 0x200 != 0 { text.append(" | DYNCOLOR_LAYOUT_LINEAR") }
    if rawLayout & 0x400 != 0 { text.append(" | DYNCOLOR_LAYOUT_DISPLAY_P3") }
    if rawLayout & 0x800 != 0 { text.append(" | DYNCOLOR_LAYOUT_OKLAB") }
    if rawLayout & 0x1000 != 0 { text.append(" | DYNCOLOR_LAYOUT_OKLCH") }
    text.append(" of libdyncolor. */\n")
  }

  private static var names: WordTable {
    WordTable(
      """
      FLOAT4 RGBA8 BGRA8 ARGB8 ABGR8 RGB8 BGR8 RGBA16 HALF4 DOUBLE4 RGBA_WORD BGRA_WORD ARGB_WORD \
      ABGR_WORD
      """)
  }

  /// If a pixel is an array of components, writes the dimension of the array. A word has none.
  func appendDimension(to text: inout FileText) {
    guard !isWord else { return }
    text.append(componentCount == 3 ? "[3]" : "[4]")
  }

  /// Writes a pixel with the color of a cell.
  func append(_ cell: ResolvedCell, to text: inout FileText) {
    let numbers = Color(cell.rgba).numbers(in: layout.space)
    let rounded = layout.perform(
      Rounding(numbers: numbers, isPremultiplied: layout.isPremultiplied))
    text.append(isWord ? "0x" : "{")
    for index in upTo(componentCount) {
      if index > 0, !isWord { text.append(", ") }
      append(rounded[Int(order[index]) & 3], to: &text)
    }
    text.append(isWord ? "u" : "}")
  }

  /// Writes a component, which has been rounded to the precision of the format already.
  private func append(_ component: Double, to text: inout FileText) {
    switch format {
    case 1:  // FLOAT4
      text.append(floatLiteral: NumberText(Float(component)))
      text.append("f")
    case 8: text.append(UInt(integer(component, upTo: 65535)))  // RGBA16
    case 9:  // HALF4
      let bits = halfBits(component)
      text.append("0x")
      for digit in upTo(4) {
        text.append(hexDigit(of: UInt8(truncatingIfNeeded: bits &>> UInt16(12 &- 4 &* digit)) & 15))
      }
    case 10: text.append(floatLiteral: NumberText(component))
    default:
      let byte = UInt8(truncatingIfNeeded: integer(component, upTo: 255))
      guard isWord else { return text.append(UInt(byte)) }
      text.append(hexDigit(of: byte >> 4))
      text.append(hexDigit(of: byte & 15))
    }
  }
}

/// Returns the integer n for which n / `greatest` is nearest to a component.
private func integer(_ component: Double, upTo greatest: Double) -> UInt16 {
  // `roundedSteps` rounds four components at once. All four are this one.
  roundedSteps(SIMD4(repeating: component), times: SIMD4(repeating: 1), stepCount: greatest).x
}

/// Rounds components to the precision of a format: packs them into a pixel, and returns what the
/// pixel stores, premultiplied if `isPremultiplied` is true.
private struct Rounding: PixelWork {
  let numbers: SIMD4<Double>
  let isPremultiplied: Bool

  func perform<Format: PixelFormat>(_ format: Format.Type) -> SIMD4<Double> {
    Format.numbers(of: Format.pack(numbers, isPremultiplied: isPremultiplied))
  }
}

extension FileText {
  /// Writes a number as a floating-point literal, without a suffix.
  mutating func append(floatLiteral number: NumberText) {
    append(contentsOf: number.bytes)
    var isWhole = true
    for index in upTo(number.bytes.count) {
      let byte = number.bytes.element(at: index)
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") { isWhole = false }
    }
    if isWhole { append(".0") }
  }
}
