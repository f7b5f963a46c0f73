// CHeader: writing pixels in a layout as C.

/// Writes pixels as initializers in C. In some formats, such as ARGB_WORD, a pixel is one word of
/// 32 bits. It is written as one number, because the order of its bytes differs between
/// little-endian and big-endian machines. Other pixels are written as arrays of components.
struct PixelTableText {
  /// The format that the host named. It says what a pixel is in C.
  private let format: LayoutFormat
  /// The layout; `layout.memoryFormat` says how a pixel lies in memory.
  private let layout: PixelLayout

  /// Takes a value of `dyncolor_layout`. Returns `nil` if the host chose no layout.
  init?(_ rawLayout: UInt32) {
    guard let format = LayoutFormat(of: rawLayout), let layout = PixelLayout(rawLayout) else {
      return nil
    }
    self.format = format
    self.layout = layout
  }

  /// The C type of a word, or of the components of an array.
  var type: StaticString {
    switch format.shape {
    case .word32: "uint32_t"
    case .array:
      switch layout.memoryFormat.component {
      case .byte: "uint8_t"
      case .integer16, .half: "uint16_t"
      case .float: "float"
      case .double: "double"
      }
    }
  }

  /// Writes a comment that names the constants of the layout.
  func appendComment(to text: inout FileText) {
    text.append("/* Pixels in the layout DYNCOLOR_LAYOUT_")
    text.append(format.name)
    let flags = layout.flags
    if flags.contains(.premultiplied) { text.append(" | DYNCOLOR_LAYOUT_PREMULTIPLIED") }
    if flags.contains(.linear) { text.append(" | DYNCOLOR_LAYOUT_LINEAR") }
    if flags.contains(.displayP3) { text.append(" | DYNCOLOR_LAYOUT_DISPLAY_P3") }
    if flags.contains(.oklab) { text.append(" | DYNCOLOR_LAYOUT_OKLAB") }
    if flags.contains(.oklch) { text.append(" | DYNCOLOR_LAYOUT_OKLCH") }
    text.append(" of libdyncolor. */\n")
  }

  /// If a pixel is an array of components, writes the dimension of the array. A word has none.
  func appendDimension(to text: inout FileText) {
    switch format.shape {
    case .word32: break
    case .array: text.append(layout.memoryFormat.hasAlpha ? "[4]" : "[3]")
    }
  }

  /// Writes a pixel with the color of a cell.
  func append(_ cell: ResolvedCell, to text: inout FileText) {
    // Memory for a pixel of any layout.
    var memory = SIMD4<Double>()
    StridedOutput.withMemory(of: &memory, stride: layout.size) { memory in
      memory.pack(layout, 0, Color(cell.rgba).numbers(in: layout.space))
      let pixel = StridedInput(memory).memoryAddress(0)
      switch format.shape {
      case .word32:
        text.append(hex: pixel.load(as: UInt32.self), digits: 8)
        text.append("u")
      case .array:
        text.append("{")
        for index in upTo(layout.memoryFormat.hasAlpha ? 4 : 3) {
          if index > 0 { text.append(", ") }
          append(component: index, of: pixel, to: &text)
        }
        text.append("}")
      }
    }
  }

  private func append(component index: Int, of pixel: MemoryAddress, to text: inout FileText) {
    switch layout.memoryFormat.component {
    case .byte: text.append(UInt(pixel.load(index, as: UInt8.self)))
    case .integer16: text.append(UInt(pixel.load(index, as: UInt16.self)))
    // Standard C has no type for halves, so the bits are written.
    case .half: text.append(hex: UInt32(pixel.load(index, as: UInt16.self)), digits: 4)
    case .float:
      text.append(floatLiteral: NumberText(pixel.load(index, as: Float.self)))
      text.append("f")
    case .double: text.append(floatLiteral: NumberText(pixel.load(index, as: Double.self)))
    }
  }
}

extension FileText {
  /// Writes the last `digits` hexadecimal digits of a number, with the prefix of C.
  fileprivate mutating func append(hex number: UInt32, digits: Int) {
    append("0x")
    for index in upTo(digits) {
      let shift = UInt32(truncatingIfNeeded: 4 &* (digits &- 1 &- index))
      append(hexDigit(of: UInt8(truncatingIfNeeded: number &>> shift) & 15))
    }
  }

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
