// Base16: reading base16 and base24 schemes, in YAML or JSON.

/// Reads a scheme of sixteen colors, `base00` to `base0F`, or of twenty-four, `base00` to `base17`.
/// The colors are in `palette` or, in older schemes, at the root.
struct Base16Reader {
  private let file: SourceFile
  private var found = FoundColors()

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    var reader = Base16Reader(file: file)
    let text = file.text.bytes
    if text.firstSignificantByte == UInt8(ascii: "{") {
      guard let source = try JSONFile.parse(file, &session) else { return }
      try reader.read(source, &session)
    } else {
      if let invalid = text.firstInvalidUTF8Offset {
        return try session.reportError(
          .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(invalid))
      }
      guard try reader.readYAML(&session) else { return }
    }
    try reader.checkComplete(&session)
  }

  private func checkComplete(_ session: inout ImportSession) throws(FileFailure) {
    // An invalid color is missing, too, and has been reported already.
    guard session.report.errorCount == 0 else { return }
    if let missing = found.firstMissing(below: 16) {
      return try session.reportError(
        .syntax, "a color is missing; a scheme needs all from base00 to base0F", missing.name.bytes,
        at: file.location(0))
    }
    // base24 adds eight colors. A scheme must have all of them, or none.
    if found.count > 16, let missing = found.firstMissing(below: 24) {
      try session.warn(
        .syntax, "a color is missing; a base24 scheme has all from base10 to base17",
        missing.name.bytes,
        at: file.location(0))
    }
  }

  private mutating func read(
    _ source: borrowing JSONFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    let root = source.json.root
    let palette = source.json.member("palette", root) ?? root
    guard source.json.kind(palette) == .object else {
      return try session.reportError(
        .syntax, "expected an object of colors", at: source.location(palette))
    }
    var nextKey = source.json.first(palette)
    while let key = nextKey {
      nextKey = source.json.next(key)
      guard let base = BaseColor(source.json.string(key).bytes) else { continue }
      let value = source.json.value(ofKey: key)
      try set(base, source.json.string(value), at: source.location(value), &session)
    }
  }

  /// Imports a color: three or six hexadecimal digits, with or without a number sign.
  private mutating func set(
    _ base: BaseColor, _ value: StoredText, at location: SourceLocation,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    var hex = FixedText<16>()
    if value.bytes.element(at: 0) != UInt8(ascii: "#") { hex.append(UInt8(ascii: "#")) }
    hex.append(contentsOf: value.bytes)
    guard hex.count == 4 || hex.count == 7, let color = Color(hexText: hex.bytes) else {
      return try session.reportError(
        .syntax, "expected six hexadecimal digits", value.bytes, at: location)
    }
    if found.has(base) {
      try session.warn(.syntax, CommonMessage.definedTwice, base.name.bytes, at: location)
    }
    found.insert(base)
    try session.set(base.name.bytes, color, at: location)
  }

  // MARK: - YAML

  /// Reads the subset of YAML that schemes use: keys with a value on the same line, and one nested
  /// mapping, the palette. Skips what is indented below another key. Returns false if it has
  /// reported an error.
  private mutating func readYAML(_ session: inout ImportSession) throws(FileFailure) -> Bool {
    let text = file.text.bytes
    // The indentation of the keys at the root and in the palette; −1 before the first key.
    var rootIndentation = -1
    var paletteIndentation = -1
    var isInPalette = false
    var start = text.starts(with: "\u{FEFF}") ? 3 : 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = YAMLLine(text, start, end)
      start = end &+ 1
      if line.isEmpty || line.isDirective { continue }
      if line.isMarker {
        // A second document would be another scheme.
        if rootIndentation >= 0 { break }
        continue
      }
      guard !line.hasTab else {
        try session.reportError(
          .syntax, "tabs before a key are not allowed; indent it with spaces",
          at: file.location(line.keyStart))
        return false
      }
      if rootIndentation < 0 { rootIndentation = line.indentation }
      let isNested = line.indentation > rootIndentation
      if isNested, !isInPalette { continue }
      if isNested, paletteIndentation < 0 { paletteIndentation = line.indentation }
      if !isNested { isInPalette = false }
      guard line.indentation == (isNested ? paletteIndentation : rootIndentation) else {
        try session.reportError(
          .syntax, "the keys of one mapping must have the same indentation",
          at: file.location(line.keyStart))
        return false
      }
      // The elements of a list may have the same indentation as its key.
      if !isNested, line.isElement { continue }
      guard let key = line.key else {
        try session.reportError(
          .syntax, "expected a key and a colon", at: file.location(line.keyStart))
        return false
      }
      if !isNested, key.equals(StaticString("palette").bytes) {
        guard line.form == .nothing else {
          try session.reportError(
            .syntax, "expected the colors of the palette on the next lines, indented",
            at: file.location(line.valueStart))
          return false
        }
        isInPalette = true
        paletteIndentation = -1
        continue
      }
      guard let base = BaseColor(key.bytes) else { continue }
      let location = file.location(line.valueStart)
      switch line.form {
      case .text: try set(base, line.value, at: location, &session)
      case .nothing:
        try session.reportError(
          .syntax, "the key has no color; put colors that begin with # in quotes", key.bytes,
          at: location)
      case .other:
        try session.reportError(
          .syntax, "expected a color on the line of its key", line.value.bytes, at: location)
      }
    }
    return true
  }
}

/// A color of a scheme: its number and its name, such as `base0A` for 10.
private struct BaseColor {
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

/// The colors of a scheme that have been read.
private struct FoundColors {
  private var bits: UInt32 = 0

  var count: Int { bits.nonzeroBitCount }

  func has(_ base: BaseColor) -> Bool { bits >> UInt32(truncatingIfNeeded: base.number) & 1 != 0 }

  mutating func insert(_ base: BaseColor) { bits |= 1 << UInt32(truncatingIfNeeded: base.number) }

  /// The first color that has not been read, of the colors with numbers below `end`.
  func firstMissing(below end: Int) -> BaseColor? {
    let missing = (~bits).trailingZeroBitCount
    return missing < end ? BaseColor(number: missing) : nil
  }
}

/// A line of YAML, split into key and value.
private struct YAMLLine {
  /// What the value of a key is.
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
  /// True if the line begins or ends a document.
  let isMarker: Bool
  /// True if the line is an element of a list.
  let isElement: Bool
  private(set) var key: StoredText?
  private(set) var value = StoredText.empty
  private(set) var valueStart: Int
  private(set) var form = Form.nothing

  init(_ text: Span<UInt8>, _ start: Int, _ lineEnd: Int) {
    let line = text.slice(0, lineEnd)
    var offset = start
    while line.element(at: offset) == UInt8(ascii: " ") { offset &+= 1 }
    indentation = offset &- start
    hasTab = line.element(at: offset) == UInt8(ascii: "\t")
    keyStart = offset
    valueStart = offset
    let first = line.element(at: offset)
    isEmpty = line.end(ofSpaceFrom: offset) == lineEnd || first == UInt8(ascii: "#")
    isDirective = first == UInt8(ascii: "%") && indentation == 0
    let mark = line.slice(offset, offset &+ 3)
    isMarker = indentation == 0 && (mark.starts(with: "---") || mark.starts(with: "..."))
    let isDash = first == UInt8(ascii: "-")
    isElement = isDash && line.isSpaceOrEnd(at: offset &+ 1)
    guard !isEmpty, let key = line.parseYAMLText(from: &offset, isKey: true) else { return }
    offset = line.end(ofSpaceFrom: offset)
    guard line.element(at: offset) == UInt8(ascii: ":"), line.isSpaceOrEnd(at: offset &+ 1) else {
      return
    }
    self.key = key
    offset = line.end(ofSpaceFrom: offset &+ 1)
    valueStart = offset
    switch line.element(at: offset) {
    case nil, UInt8(ascii: "#"): break
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
      form = .other
      value = StoredText(line.slice(offset, lineEnd))
    default:
      let text = line.parseYAMLText(from: &offset, isKey: false)
      offset = line.end(ofSpaceFrom: offset)
      let isWhole = offset == lineEnd || line.element(at: offset) == UInt8(ascii: "#")
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

  fileprivate func isSpaceOrEnd(at offset: Int) -> Bool { element(at: offset)?.isYAMLSpace ?? true }

  /// Parses a quoted text, or a plain text, which ends at a comment or, if it is a key, at a colon.
  /// Escapes are not decoded. `nil` if a quote is not closed.
  fileprivate func parseYAMLText(from offset: inout Int, isKey: Bool) -> StoredText? {
    if let quote = element(at: offset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = offset &+ 1
      var end = start
      while let byte = element(at: end), byte != quote { end &+= 1 }
      guard end < count else { return nil }
      offset = end &+ 1
      return StoredText(slice(start, end))
    }
    let start = offset
    var end = start
    while let byte = element(at: offset) {
      if isKey, byte == UInt8(ascii: ":"), isSpaceOrEnd(at: offset &+ 1) { break }
      if byte == UInt8(ascii: "#"), offset > start, isSpaceOrEnd(at: offset &- 1) { break }
      offset &+= 1
      if !byte.isYAMLSpace { end = offset }
    }
    return end > start ? StoredText(slice(start, end)) : nil
  }

  /// The first byte after white space and a byte order mark.
  fileprivate var firstSignificantByte: UInt8? {
    var offset = starts(with: "\u{FEFF}") ? 3 : 0
    while let byte = element(at: offset), byte.isYAMLSpace || byte == 0x0A { offset &+= 1 }
    return element(at: offset)
  }
}

extension UInt8 {
  fileprivate var isYAMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
