// Base16: reading base16 and base24 schemes, in YAML or JSON.

/// Reads a scheme of sixteen or twenty-four colors, which are named `base00` to `base0F` or
/// `base17`. They are at the root, as in older schemes, or in `palette`.
struct Base16Reader {
  private let file: SourceFile
  private var found = FoundColors()

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    var reader = Base16Reader(file: file)
    let text = file.bytes.bytes
    if text.firstSignificantByte == UInt8(ascii: "{") {
      guard let source = try JSONFile.parse(file, &session) else { return }
      try reader.read(source, &session)
    } else {
      if let invalid = text.firstInvalidUTF8 {
        return try session.fail(.invalidUTF8, "expected UTF-8", at: file.place(invalid))
      }
      guard try reader.readYAML(&session) else { return }
    }
    try reader.checkComplete(&session)
  }

  private func checkComplete(_ session: inout ImportSession) throws(FileFailure) {
    if let missing = found.firstMissing(below: 16) {
      return try session.fail(
        .syntax, "expected all colors from base00 to base0F", missing.name.bytes, at: file.place(0))
    }
    // Of the eight additional colors of base24, base16 has none.
    if found.count > 16, let missing = found.firstMissing(below: 24) {
      try session.warn(
        .syntax, "expected all colors from base10 to base17", missing.name.bytes, at: file.place(0))
    }
  }

  private mutating func read(
    _ source: borrowing JSONFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    let root = source.json.root
    let palette = source.json.member("palette", root) ?? root
    guard source.json.kind(palette) == .object else {
      return try session.fail(.syntax, "expected an object of colors", at: source.place(palette))
    }
    var rest = source.json.first(palette)
    while let key = rest {
      rest = source.json.next(key)
      guard let base = BaseName(source.json.string(key).bytes) else { continue }
      let value = source.json.value(ofKey: key)
      try set(base, source.json.string(value), at: source.place(value), &session)
    }
  }

  /// Imports a color: three or six hexadecimal digits, with or without a number sign.
  private mutating func set(
    _ base: BaseName, _ value: StoredText, at place: ImportedColors.Place,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    var hex = FixedText<16>()
    if value.bytes.element(at: 0) != UInt8(ascii: "#") { hex.append(UInt8(ascii: "#")) }
    hex.append(contentsOf: value.bytes)
    guard hex.count == 4 || hex.count == 7, let color = Color(hexText: hex.bytes) else {
      return try session.fail(.syntax, "expected six hexadecimal digits", value.bytes, at: place)
    }
    if found.has(base) {
      try session.warn(.syntax, "the color is given twice", base.name.bytes, at: place)
    }
    found.insert(base)
    try session.set(base.name.bytes, color, at: place)
  }

  // MARK: - YAML

  /// Reads the subset of YAML that schemes use: keys with a value on the same line, and one nested
  /// mapping. Anything indented below another key is skipped. Returns false if an error was
  /// reported.
  private mutating func readYAML(_ session: inout ImportSession) throws(FileFailure) -> Bool {
    let text = file.bytes.bytes
    // The indentation of the keys at the root and in the palette.
    var root = -1
    var inner = -1
    var isInPalette = false
    var start = text.starts(with: "\u{FEFF}") ? 3 : 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = YAMLLine(text, start, end)
      start = end &+ 1
      if line.isEmpty || line.isDirective { continue }
      if line.isMarker {
        // A second document would be another scheme.
        if root >= 0 { break }
        continue
      }
      guard !line.hasTab else {
        try session.fail(.syntax, "expected spaces before a key", at: file.place(line.keyStart))
        return false
      }
      if root < 0 { root = line.indentation }
      let isInner = line.indentation > root
      if isInner, !isInPalette { continue }
      if isInner, inner < 0 { inner = line.indentation }
      if !isInner { isInPalette = false }
      guard line.indentation == (isInner ? inner : root) else {
        try session.fail(
          .syntax, "expected the keys of a mapping below each other", at: file.place(line.keyStart))
        return false
      }
      // The elements of a list may have the same indentation as its key.
      if !isInner, line.isElement { continue }
      guard let key = line.key else {
        try session.fail(.syntax, "expected a key and a colon", at: file.place(line.keyStart))
        return false
      }
      if !isInner, key.equals(StaticString("palette").bytes) {
        guard line.form == .nothing else {
          try session.fail(
            .syntax, "expected the colors of the palette below it", at: file.place(line.valueStart))
          return false
        }
        isInPalette = true
        inner = -1
        continue
      }
      guard let base = BaseName(key.bytes) else { continue }
      let place = file.place(line.valueStart)
      switch line.form {
      case .text: try set(base, line.value, at: place, &session)
      case .nothing:
        try session.fail(
          .syntax, "expected a color, in quotes if it begins with #", key.bytes, at: place)
      case .other:
        try session.fail(.syntax, "expected a color on the same line", line.value.bytes, at: place)
      }
    }
    return true
  }
}

/// A color of a scheme, by its number.
private struct BaseName {
  let number: Int
  private(set) var name = FixedText<8>()

  init(number: Int) {
    self.number = number
    let digits: StaticString = "0123456789ABCDEF"
    name.append("base")
    name.append(digits.bytes.element(at: number / 16) ?? 0)
    name.append(digits.bytes.element(at: number & 15) ?? 0)
  }

  init?(_ key: Span<UInt8>) {
    guard key.count == 6, key.starts(with: "base"), let high = key.element(at: 4).flatMap(hexDigit),
      let low = key.element(at: 5).flatMap(hexDigit), high == 0 || high == 1 && low < 8
    else { return nil }
    self.init(number: Int(high) &* 16 &+ Int(low))
  }
}

private struct FoundColors {
  private var bits: UInt32 = 0

  var count: Int { bits.nonzeroBitCount }

  func has(_ base: BaseName) -> Bool { bits >> UInt32(truncatingIfNeeded: base.number) & 1 != 0 }

  mutating func insert(_ base: BaseName) { bits |= 1 << UInt32(truncatingIfNeeded: base.number) }

  func firstMissing(below end: Int) -> BaseName? {
    let missing = (~bits).trailingZeroBitCount
    return missing < end ? BaseName(number: missing) : nil
  }
}

/// A line of YAML, split into key and value.
private struct YAMLLine {
  enum Form {
    case nothing
    /// A text that begins and ends on the line, with or without quotes.
    case text
    /// A list, a mapping, a multi-line text, a reference, or a tag.
    case other
  }

  let indentation: Int
  let hasTab: Bool
  let keyStart: Int
  let isEmpty: Bool
  let isDirective: Bool
  let isMarker: Bool
  let isElement: Bool
  private(set) var key: StoredText?
  private(set) var value = StoredText.empty
  private(set) var valueStart: Int
  private(set) var form = Form.nothing

  init(_ text: Span<UInt8>, _ start: Int, _ lineEnd: Int) {
    let line = text.slice(0, lineEnd)
    var place = start
    while line.element(at: place) == UInt8(ascii: " ") { place &+= 1 }
    indentation = place &- start
    hasTab = line.element(at: place) == UInt8(ascii: "\t")
    keyStart = place
    valueStart = place
    let first = line.element(at: place)
    isEmpty = line.end(ofSpaceFrom: place) == lineEnd || first == UInt8(ascii: "#")
    isDirective = first == UInt8(ascii: "%") && indentation == 0
    let mark = line.slice(place, place &+ 3)
    isMarker = indentation == 0 && (mark.starts(with: "---") || mark.starts(with: "..."))
    let isDash = first == UInt8(ascii: "-")
    isElement = isDash && line.isSpaceOrEnd(at: place &+ 1)
    guard !isEmpty, let key = line.yamlText(from: &place, isKey: true) else { return }
    place = line.end(ofSpaceFrom: place)
    guard line.element(at: place) == UInt8(ascii: ":"), line.isSpaceOrEnd(at: place &+ 1) else {
      return
    }
    self.key = key
    place = line.end(ofSpaceFrom: place &+ 1)
    valueStart = place
    switch line.element(at: place) {
    case nil, UInt8(ascii: "#"): break
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
      form = .other
      value = StoredText(line.slice(place, lineEnd))
    default:
      let text = line.yamlText(from: &place, isKey: false)
      place = line.end(ofSpaceFrom: place)
      let isWhole = place == lineEnd || line.element(at: place) == UInt8(ascii: "#")
      form = text != nil && isWhole ? .text : .other
      value = text ?? StoredText(line.slice(valueStart, lineEnd))
    }
  }
}

extension Span<UInt8> {
  fileprivate func end(ofSpaceFrom start: Int) -> Int {
    var end = start
    while let byte = element(at: end), byte.isYAMLSpace { end &+= 1 }
    return end
  }

  fileprivate func isSpaceOrEnd(at place: Int) -> Bool { element(at: place)?.isYAMLSpace ?? true }

  /// Consumes a quoted text, or a plain one, which ends at a comment or, for a key, at a colon.
  /// Escapes are not decoded. `nil` if a quote is not closed.
  fileprivate func yamlText(from place: inout Int, isKey: Bool) -> StoredText? {
    if let quote = element(at: place), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = place &+ 1
      var end = start
      while let byte = element(at: end), byte != quote { end &+= 1 }
      guard end < count else { return nil }
      place = end &+ 1
      return StoredText(slice(start, end))
    }
    let start = place
    var end = start
    while let byte = element(at: place) {
      if isKey, byte == UInt8(ascii: ":"), isSpaceOrEnd(at: place &+ 1) { break }
      if byte == UInt8(ascii: "#"), place > start, isSpaceOrEnd(at: place &- 1) { break }
      place &+= 1
      if !byte.isYAMLSpace { end = place }
    }
    return end > start ? StoredText(slice(start, end)) : nil
  }

  /// The first byte after white space and a byte order mark.
  fileprivate var firstSignificantByte: UInt8? {
    var place = starts(with: "\u{FEFF}") ? 3 : 0
    while let byte = element(at: place), byte.isYAMLSpace || byte == 0x0A { place &+= 1 }
    return element(at: place)
  }
}

extension UInt8 {
  fileprivate var isYAMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
