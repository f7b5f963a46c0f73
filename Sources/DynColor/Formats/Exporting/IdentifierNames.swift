// Exporting: identifiers for languages that restrict names.

/// A unique identifier for each color: its name if that is an identifier, otherwise a similar one.
struct IdentifierNames: ~Copyable {
  enum Language {
    /// Identifiers in style sheets, other than custom properties.
    case css
    /// Identifiers in C, in upper case.
    case c
  }

  /// A text with room for a name, of at most 1,023 bytes, and for a number.
  private typealias Text = FixedText<1088>

  private let language: Language
  /// The identifiers that are taken. To make a unique identifier, a number is appended to a taken
  /// one. The value of an identifier is the last number that was appended to it; 1 if none was.
  private var table: NameTable
  private var names: Buffer<StoredText>

  private init(_ allocator: Allocator, _ language: Language, _ table: consuming NameTable) {
    self.language = language
    self.table = table
    names = Buffer(allocator)
  }

  static func make(
    _ colors: borrowing ColorCollection, for language: Language
  ) throws(FileFailure) -> IdentifierNames {
    do throws(OutOfMemory) {
      // The seed of the hash is an address. The author of a file cannot predict it, and so cannot
      // choose names that collide.
      var memory = Arena(colors.allocator)
      let table = try NameTable(colors.allocator, seed: try memory.allocate(1).address)
      var names = IdentifierNames(colors.allocator, language, table)
      try names.fill(colors)
      return names
    } catch {
      throw .outOfMemory
    }
  }

  private mutating func fill(_ colors: borrowing ColorCollection) throws(OutOfMemory) {
    // In C, the last enumerator is `COUNT`, the number of colors. So no color gets this identifier.
    if language == .c { try table.intern(StaticString("COUNT").bytes).value = 1 }
    try names.append(repeating: .empty, count: colors.count)
    // In style sheets, names that already are identifiers are assigned first, so they stay
    // unchanged.
    for index in upTo(colors.count) {
      let name = colors.name(index).bytes
      guard language == .css, isIdentifier(name) else { continue }
      let slot = try table.intern(name)
      slot.value = 1
      names.replace(at: index, with: slot.name)
    }
    for index in upTo(colors.count) where names.element(at: index)?.count == 0 {
      try assign(colors.name(index).bytes, to: index)
    }
  }

  func name(_ index: Int) -> StoredText { names.element(at: index) ?? .empty }

  /// Assigns an unused identifier to a color. Appends a number if necessary.
  private mutating func assign(_ name: Span<UInt8>, to index: Int) throws(OutOfMemory) {
    let identifier = identifier(name)
    let slot = try table.intern(identifier.bytes)
    // The value becomes 1 if the identifier was unused. Then the loop is not entered.
    slot.value = slot.value &+ 1
    names.replace(at: index, with: slot.name)
    var number = slot.value
    while number > 1 {
      var text = identifier
      text.append(language == .c ? UInt8(ascii: "_") : UInt8(ascii: "-"))
      text.append(UInt(truncatingIfNeeded: number))
      let numbered = try table.intern(text.bytes)
      if numbered.value == 0 {
        numbered.value = 1
        names.replace(at: index, with: numbered.name)
        return
      }
      number = number &+ 1
      slot.value = number
    }
  }

  private func isIdentifier(_ name: Span<UInt8>) -> Bool { identifier(name).bytes.equals(name) }

  /// The identifier that is most similar to a name.
  private func identifier(_ name: Span<UInt8>) -> Text {
    var text = Text()
    let replacement = language == .c ? UInt8(ascii: "_") : UInt8(ascii: "-")
    for index in upTo(name.count) {
      let byte = name.element(at: index) ?? 0
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // An identifier in a style sheet cannot begin with a digit. In C, the writer puts a prefix
        // before each of these identifiers.
        if index == 0, language == .css { text.append(UInt8(ascii: "_")) }
        text.append(byte)
      // The code of an uppercase letter is 32 less than that of the lowercase letter.
      case UInt8(ascii: "a")...UInt8(ascii: "z") where language == .c: text.append(byte &- 32)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        text.append(byte)
      // A character of several bytes gets one replacement, for its first byte. Its other bytes,
      // which are 0x80 to 0xBF, get none.
      case 0x80...0xBF: break
      // A hyphen at the beginning of an identifier is only valid before some characters.
      case UInt8(ascii: "-") where language == .css && index == 0: text.append("_-")
      default: text.append(replacement)
      }
    }
    if text.count == 0 { text.append(UInt8(ascii: "_")) }
    return text
  }
}
