// Exporting: identifiers for languages that restrict names.

/// A unique identifier for each color, of letters, digits, `_`, and `-` where allowed: the name
/// itself if it is one, otherwise a similar one.
struct IdentifierNames: ~Copyable {
  enum Language {
    /// Identifiers in style sheets, other than custom properties.
    case style
    /// Identifiers in C, in upper case.
    case c
  }

  /// A text with room for a name and a number.
  private typealias Text = FixedText<1088>

  private let language: Language
  private var table: NameTable
  private var names: Buffer<StoredText>

  private init(_ allocator: Allocator, _ language: Language, _ table: consuming NameTable) {
    self.language = language
    self.table = table
    names = Buffer(allocator)
  }

  static func make(
    _ colors: borrowing ImportedColors, for language: Language
  ) throws(FileFailure) -> IdentifierNames {
    do throws(OutOfMemory) {
      // A seed that the author of the names cannot predict.
      var words = Arena(colors.allocator)
      let table = try NameTable(colors.allocator, seed: try words.allocate(1).address)
      var names = IdentifierNames(colors.allocator, language, table)
      try names.fill(colors)
      return names
    } catch {
      throw .outOfMemory
    }
  }

  private mutating func fill(_ colors: borrowing ImportedColors) throws(OutOfMemory) {
    // In C the last enumerator is the number of colors.
    if language == .c { try table.intern(StaticString("COUNT").bytes).value = 1 }
    try names.append(repeating: .empty, count: colors.count)
    // Names that are identifiers already take precedence.
    for index in upTo(colors.count) {
      let name = colors.name(index).bytes
      guard language == .style, isPlain(name) else { continue }
      let slot = try table.intern(name)
      slot.value = 1
      names.replace(at: index, with: slot.bytes)
    }
    for index in upTo(colors.count) where names.element(at: index)?.count == 0 {
      try add(colors.name(index).bytes, at: index)
    }
  }

  func name(_ index: Int) -> StoredText { names.element(at: index) ?? .empty }

  /// Gives a color an identifier that is not taken, with a number appended if necessary.
  private mutating func add(_ name: Span<UInt8>, at index: Int) throws(OutOfMemory) {
    let plain = plain(name)
    let slot = try table.intern(plain.bytes)
    slot.value = slot.value &+ 1
    names.replace(at: index, with: slot.bytes)
    var number = slot.value
    while number > 1 {
      var text = plain
      text.append(language == .c ? UInt8(ascii: "_") : UInt8(ascii: "-"))
      text.append(UInt(truncatingIfNeeded: number))
      let numbered = try table.intern(text.bytes)
      if numbered.value == 0 {
        numbered.value = 1
        names.replace(at: index, with: numbered.bytes)
        return
      }
      number = number &+ 1
      slot.value = number
    }
  }

  private func isPlain(_ name: Span<UInt8>) -> Bool { plain(name).bytes.equals(name) }

  private func plain(_ name: Span<UInt8>) -> Text {
    var text = Text()
    let other = language == .c ? UInt8(ascii: "_") : UInt8(ascii: "-")
    for index in upTo(name.count) {
      let byte = name.element(at: index) ?? 0
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // An identifier in a style sheet cannot begin with a digit.
        if index == 0, language == .style { text.append(UInt8(ascii: "_")) }
        text.append(byte)
      case UInt8(ascii: "a")...UInt8(ascii: "z") where language == .c: text.append(byte &- 32)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        text.append(byte)
      // A character of several bytes becomes one.
      case 0x80...0xBF: break
      case UInt8(ascii: "-") where language == .style && index == 0: text.append("_-")
      default: text.append(other)
      }
    }
    if text.count == 0 { text.append(UInt8(ascii: "_")) }
    return text
  }
}
