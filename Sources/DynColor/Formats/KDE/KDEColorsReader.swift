// KDE: reading color schemes, which are INI files with a group for each set of colors.

/// Reads a color scheme. A color is named after its group and key, as in `Window/BackgroundNormal`
/// for a color of the group `[Colors:Window]`. KDE calls a group whose name begins with `Colors:` a
/// color set. The colors of the set for inactive windows are in another group,
/// `[Colors:Window][Inactive]`, and apply in the state `inactive`.
enum KDEColorsReader {
  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    if let invalid = file.text.bytes.firstInvalidUTF8Offset {
      return try session.reportError(
        .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(invalid))
    }
    // Groups for inactive windows may precede the others, so they are read in a second pass.
    try read(file, readsInactive: false, &session)
    try read(file, readsInactive: true, &session)
  }

  /// Reads the groups for inactive windows, or the others. Ends at the first line that is neither a
  /// heading nor a key with a value. Both passes find it, so only the first one reports it.
  private static func read(
    _ file: SourceFile, readsInactive: Bool, _ session: inout ImportSession
  ) throws(FileFailure) {
    let text = file.text.bytes
    var group = KDEGroup()
    // Skips a byte order mark, which has three bytes.
    var start = text.starts(with: "\u{FEFF}") ? 3 : 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.trimmedRange(start, end)
      start = end &+ 1
      guard let first = text.element(at: line.lowerBound), !line.isEmpty, first != UInt8(ascii: "#")
      else { continue }
      let location = file.location(line.lowerBound)
      let content = text.slice(line.lowerBound, line.upperBound)
      if first == UInt8(ascii: "[") {
        guard let nextGroup = KDEGroup(content) else {
          if !readsInactive {
            try session.reportError(.syntax, "expected the name of a group", content, at: location)
          }
          return
        }
        group = nextGroup
        continue
      }
      guard
        let equals = text.slice(0, line.upperBound).firstIndex(
          of: UInt8(ascii: "="), from: line.lowerBound)
      else {
        if !readsInactive {
          try session.reportError(.syntax, "expected a key and a value", content, at: location)
        }
        return
      }
      guard group.isInactive == readsInactive else { continue }
      let key = text.trimmedRange(line.lowerBound, equals)
      let value = text.trimmedRange(equals &+ 1, line.upperBound)
      try readColor(
        group, text.slice(key.lowerBound, key.upperBound),
        text.slice(value.lowerBound, value.upperBound), at: location,
        valueAt: file.location(value.lowerBound), &session)
    }
  }

  /// Reads a line with a key. In a color set, a value that is not a color is an error. In another
  /// group, such a value is skipped: silently if the key has brackets, with a warning if the last
  /// load of the same watch read a color from this key, and otherwise with a note.
  private static func readColor(
    _ group: KDEGroup, _ key: Span<UInt8>, _ value: Span<UInt8>, at location: SourceLocation,
    valueAt valueLocation: SourceLocation, _ session: inout ImportSession
  ) throws(FileFailure) {
    // A key may be followed by a language or by flags, in brackets.
    let bracket = key.firstIndex(of: UInt8(ascii: "["))
    let plainKey = key.slice(0, bracket ?? key.count)
    var name = LongText()
    name.append(contentsOf: group.name)
    name.append(UInt8(ascii: "/"))
    name.append(contentsOf: plainKey)
    guard let color = Color(kde: value) else {
      if group.isColorSet {
        try session.reportError(
          .syntax, CommonMessage.expectedRGBBytes, value, at: valueLocation)
      } else if bracket == nil {
        // In a watched file, the value of a color that is being edited may be incomplete.
        if try convertingOutOfMemory(try session.wasColor(name.bytes)) {
          return try session.warn(.syntax, CommonMessage.wasColor, value, at: valueLocation)
        }
        try session.note("not a color; it is skipped", name.bytes, at: location)
      }
      return
    }
    guard group.importsColors else { return }
    guard !name.hasOverflowed else {
      return try session.reportError(.tooComplex, CommonMessage.longName, at: location)
    }
    let previous = session.imported.index(of: name.bytes)
      .flatMap { session.imported.entry($0) }?.expression
    // In the second pass, a constant is not a repetition: it is the color of all other windows,
    // which the first pass has set.
    if let previous, !group.isInactive || previous.constant == nil {
      try session.warn(.syntax, CommonMessage.definedTwice, name.bytes, at: location)
    }
    guard group.isInactive else { return try session.set(name.bytes, color, at: location) }
    session.writer.removeAll()
    session.writer.append(inactive: color, otherwise: previous?.constant)
    try session.setToWrittenExpression(name.bytes, at: location)
  }
}

extension ExpressionWriter {
  /// Appends a color for inactive windows, and another one for all other windows, if there is one.
  fileprivate mutating func append(inactive color: Color, otherwise other: Color?) {
    let start = open(.conditional)
    append(style: KDEVocabulary.state.bytes, KDEVocabulary.inactive.bytes)
    append(color)
    if let other {
      close(open(.truth, detail: 1))  // A condition that is always true.
      append(other)
    }
    close(start)
  }
}

/// A group of a color scheme.
private struct KDEGroup {
  /// The prefix of the names of the group's colors.
  private var text = FixedText<256>()
  /// True for a color set, such as `[Colors:Window]`. All its values are colors.
  private(set) var isColorSet = false
  /// True if the colors among the group's values are imported.
  private(set) var importsColors = false
  /// True if the colors are for inactive windows.
  private(set) var isInactive = false

  /// Makes the group of the lines before the first heading.
  init() {}

  /// The group that a line begins, such as `[Colors:Window][Inactive]`. `nil` if the line is not
  /// a heading, or the name is too long.
  init?(_ line: Span<UInt8>) {
    guard let first = KDEGroup.parseBrackets(line, 0) else { return nil }
    var offset = first.end
    while offset < line.count {
      guard let part = KDEGroup.parseBrackets(line, offset) else { return nil }
      offset = part.end
      let word = StoredText(line.slice(part.start, part.end &- 1))
      if word.equals(StaticString("Inactive").bytes) { isInactive = true }
    }
    let name = line.slice(first.start, first.end &- 1)
    let setPrefix: StaticString = "Colors:"
    if name.starts(with: setPrefix) {
      text.append(contentsOf: name.slice(setPrefix.bytes.count, name.count))
      isColorSet = true
      importsColors = true
    } else {
      text.append(contentsOf: name)
      // `WM` has the colors of title bars, and `ColorEffects:…` how colors change in windows and
      // controls that are disabled or inactive. Other groups have settings of the desktop.
      importsColors = name.starts(with: "ColorEffects:") || name.equals(StaticString("WM").bytes)
    }
    if text.hasOverflowed { return nil }
  }

  var name: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }

  /// Parses a text in brackets. Returns the offset of the text, and the offset after the closing
  /// bracket; `nil` if there are no brackets, or no text in them.
  private static func parseBrackets(
    _ line: Span<UInt8>, _ offset: Int
  ) -> (start: Int, end: Int)? {
    guard line.element(at: offset) == UInt8(ascii: "["),
      let end = line.firstIndex(of: UInt8(ascii: "]"), from: offset),
      end > offset &+ 1
    else { return nil }
    return (offset &+ 1, end &+ 1)
  }
}
