// Base16: reading base16 and base24 schemes, in YAML or JSON.

/// Reads a scheme of sixteen colors, `base00` to `base0F`, or of twenty-four, `base00` to `base17`
/// (the digits are hexadecimal). The colors are in `palette` or, in older schemes, at the root.
/// A scheme of Base16 is a set of colors; it has nothing to do with the scheme of an environment,
/// which is light or dark.
struct Base16Reader {
  private let file: SourceFile
  /// The keys of the colors that have been read.
  private var foundKeys = ColorKeySet()

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    var reader = Base16Reader(file: file)
    let text = file.text.bytes
    if text.firstSignificantByte == UInt8(ascii: "{") {
      guard let source = try JSONFile.parse(file, &session) else { return }
      try reader.readJSON(source, &session)
    } else {
      if let invalid = text.firstInvalidUTF8Offset {
        return try session.reportError(
          .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(invalid))
      }
      guard try reader.readYAML(&session) else { return }
    }
    try reader.reportMissingColor(&session)
  }

  /// Reports the first color that is missing: an error, or a warning if only base24 needs it.
  private func reportMissingColor(_ session: inout ImportSession) throws(FileFailure) {
    // An invalid color is not in `foundKeys`, but it has been reported already.
    guard session.report.errorCount == 0 else { return }
    if let missing = foundKeys.firstMissing(below: 16) {
      return try session.reportError(
        .syntax, "a color is missing; a scheme needs all from base00 to base0F", missing.name.bytes,
        at: file.location(0))
    }
    // More than sixteen colors are a base24 scheme, which adds eight.
    if foundKeys.count > 16, let missing = foundKeys.firstMissing(below: 24) {
      try session.warn(
        .syntax, "a color is missing; a base24 scheme has all from base10 to base17",
        missing.name.bytes,
        at: file.location(0))
    }
  }

  private mutating func readJSON(
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
      guard let colorKey = ColorKey(source.json.string(key).bytes) else { continue }
      let value = source.json.value(ofKey: key)
      try importColor(
        colorKey, source.json.string(value), at: source.location(value),
        isReportedAsRepeated: source.isInRepeatedMember(value), &session)
    }
  }

  /// Imports a color: three or six hexadecimal digits, with or without a number sign. If
  /// `isReportedAsRepeated` is true, the JSON parser has already warned that the key is repeated.
  private mutating func importColor(
    _ colorKey: ColorKey, _ value: StoredText, at location: SourceLocation,
    isReportedAsRepeated: Bool = false, _ session: inout ImportSession
  ) throws(FileFailure) {
    var hex = FixedText<16>()
    if value.bytes.element(at: 0) != UInt8(ascii: "#") { hex.append(UInt8(ascii: "#")) }
    hex.append(contentsOf: value.bytes)
    guard hex.count == 4 || hex.count == 7, let color = Color(hexText: hex.bytes) else {
      return try session.reportError(
        .syntax, "expected three or six hexadecimal digits", value.bytes, at: location)
    }
    if foundKeys.contains(colorKey), !isReportedAsRepeated {
      try session.warn(.syntax, CommonMessage.definedTwice, colorKey.name.bytes, at: location)
    }
    foundKeys.insert(colorKey)
    try session.set(colorKey.name.bytes, color, at: location)
  }

  // MARK: - YAML

  /// Reads the subset of YAML that schemes use: keys with a value on the same line, and one nested
  /// mapping, the palette. Skips what is indented below keys other than `palette`. If a line does
  /// not fit into this subset, reports an error and returns false. After an error in a single
  /// color, reading goes on.
  private mutating func readYAML(_ session: inout ImportSession) throws(FileFailure) -> Bool {
    let text = file.text.bytes
    // The indentation of the keys at the root and in the palette; −1 before the first key.
    var rootIndentation = -1
    var paletteIndentation = -1
    var isInPalette = false
    // Skips a byte order mark, which has three bytes.
    var lineStart = text.starts(with: "\u{FEFF}") ? 3 : 0
    while lineStart < text.count {
      let lineEnd = text.lineEnd(from: lineStart)
      let line = YAMLLine(text, from: lineStart, to: lineEnd)
      lineStart = lineEnd &+ 1
      if line.isBlankOrComment || line.isDirective { continue }
      if line.isDocumentMarker {
        // After the first key, the marker ends the document. A second document would be another
        // scheme, and is not read. A marker before the first key only begins the document.
        if rootIndentation >= 0 { break }
        continue
      }
      guard !line.hasTabBeforeKey else {
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
      if !isNested, line.isListElement { continue }
      guard let key = line.key else {
        try session.reportError(
          .syntax, "expected a key and a colon", at: file.location(line.keyStart))
        return false
      }
      if !isNested, key.equals(StaticString("palette").bytes) {
        guard line.valueForm == .missing else {
          try session.reportError(
            .syntax, "expected the colors of the palette on the next lines, indented",
            at: file.location(line.valueStart))
          return false
        }
        isInPalette = true
        paletteIndentation = -1
        continue
      }
      guard let colorKey = ColorKey(key.bytes) else { continue }
      let location = file.location(line.valueStart)
      switch line.valueForm {
      case .text: try importColor(colorKey, line.value, at: location, &session)
      case .missing:
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

/// The key of a color in a scheme, such as `base0A`: its name, and the number that the name ends
/// with, here 10.
private struct ColorKey {
  let number: Int
  private(set) var name = FixedText<8>()

  init(number: Int) {
    self.number = number
    let digits: StaticString = "0123456789ABCDEF"
    name.append("base")
    name.append(digits.bytes.element(at: number / 16) ?? 0)
    name.append(digits.bytes.element(at: number & 15) ?? 0)
  }

  /// Returns `nil` unless the key is one of `base00` to `base17`.
  init?(_ key: Span<UInt8>) {
    guard key.count == 6, key.starts(with: "base"),
      let high = key.element(at: 4).flatMap(hexDigitValue),
      let low = key.element(at: 5).flatMap(hexDigitValue), high == 0 || high == 1 && low < 8
    else { return nil }
    self.init(number: Int(high) &* 16 &+ Int(low))
  }
}

/// A set of keys of colors.
private struct ColorKeySet {
  /// Bit n is set if the key with the number n is in the set.
  private var bits: UInt32 = 0

  var count: Int { bits.nonzeroBitCount }

  func contains(_ key: ColorKey) -> Bool { bits >> UInt32(truncatingIfNeeded: key.number) & 1 != 0 }

  mutating func insert(_ key: ColorKey) { bits |= 1 << UInt32(truncatingIfNeeded: key.number) }

  /// The first key that is not in the set; `nil` if all keys with numbers below `end` are.
  func firstMissing(below end: Int) -> ColorKey? {
    // The lowest bit that is not set.
    let number = (~bits).trailingZeroBitCount
    return number < end ? ColorKey(number: number) : nil
  }
}

/// A line of YAML, split into key and value.
private struct YAMLLine {
  /// How the value of a key is written.
  enum ValueForm {
    case missing
    /// A text that begins and ends on the line, with or without quotes.
    case text
    /// A list, a mapping, a multi-line text, an anchor (`&`), an alias (`*`), a tag (`!`), or a
    /// text with an invalid end.
    case other
  }

  /// The number of spaces that the line begins with.
  let indentation: Int
  let hasTabBeforeKey: Bool
  /// The offset after the indentation, in the text that contains the line.
  let keyStart: Int
  let isBlankOrComment: Bool
  /// True if the line is a directive, such as `%YAML 1.2`.
  let isDirective: Bool
  /// True if the line begins or ends a document.
  let isDocumentMarker: Bool
  let isListElement: Bool
  /// The key before a colon; `nil` if the line has none.
  private(set) var key: StoredText?
  /// The value without quotes. A value of the form `other` is only for messages.
  private(set) var value = StoredText.empty
  private(set) var valueStart: Int
  private(set) var valueForm = ValueForm.missing

  init(_ text: Span<UInt8>, from lineStart: Int, to lineEnd: Int) {
    // Includes the lines before this one, so that all offsets are offsets in the text.
    let line = text.slice(0, lineEnd)
    var offset = lineStart
    while line.element(at: offset) == UInt8(ascii: " ") { offset &+= 1 }
    indentation = offset &- lineStart
    hasTabBeforeKey = line.element(at: offset) == UInt8(ascii: "\t")
    keyStart = offset
    valueStart = offset
    let first = line.element(at: offset)
    isBlankOrComment = line.end(ofSpaceFrom: offset) == lineEnd || first == UInt8(ascii: "#")
    isDirective = first == UInt8(ascii: "%") && indentation == 0
    let marker = line.slice(offset, offset &+ 3)
    isDocumentMarker =
      indentation == 0 && (marker.starts(with: "---") || marker.starts(with: "..."))
    isListElement = first == UInt8(ascii: "-") && line.isSpaceOrEnd(at: offset &+ 1)
    guard !isBlankOrComment, let key = line.parseYAMLText(from: &offset, isKey: true) else {
      return
    }
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
      valueForm = .other
      value = StoredText(line.slice(offset, lineEnd))
    default:
      let valueText = line.parseYAMLText(from: &offset, isKey: false)
      offset = line.end(ofSpaceFrom: offset)
      let endsLine = offset == lineEnd || line.element(at: offset) == UInt8(ascii: "#")
      valueForm = valueText != nil && endsLine ? .text : .other
      value = valueText ?? StoredText(line.slice(valueStart, lineEnd))
    }
  }
}

extension Span<UInt8> {
  /// The offset after the white space that begins at `start`; `start` if there is none.
  fileprivate func end(ofSpaceFrom start: Int) -> Int {
    var end = start
    while let byte = element(at: end), byte.isYAMLSpace { end &+= 1 }
    return end
  }

  fileprivate func isSpaceOrEnd(at offset: Int) -> Bool { element(at: offset)?.isYAMLSpace ?? true }

  /// Parses a quoted text, or a plain text, which ends at a comment or, if it is a key, at a colon.
  /// Escapes are not decoded. `offset` is at the beginning of the text, and then after it. Returns
  /// `nil` if a quote is not closed, or if there is no text.
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

  /// The first byte after white space and a byte order mark; `nil` if there is none.
  fileprivate var firstSignificantByte: UInt8? {
    var offset = starts(with: "\u{FEFF}") ? 3 : 0
    while let byte = element(at: offset), byte.isYAMLSpace || byte == 0x0A { offset &+= 1 }
    return element(at: offset)
  }
}

extension UInt8 {
  /// True for a space, a tab, or a carriage return, which may stand before the line feed.
  fileprivate var isYAMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
