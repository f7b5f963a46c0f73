// GIMP: reading palettes, which Inkscape, Krita and Aseprite share.

/// Reads a palette: lines of red, green, blue and a name.
///
/// A color without a name, or called `Untitled`, is named after its position: the third color of
/// the palette becomes `color-3`. The position is also appended to a name that an earlier color
/// has.
struct GIMPPaletteReader {
  private let file: SourceFile
  /// The number of channels of each color: 3, or 4 with alpha if the header has the line
  /// `Channels: RGBA`, which Aseprite writes.
  private var channelCount = 3
  private var colorCount = 0

  /// The first line of every palette.
  static var firstLine: StaticString { "GIMP Palette" }
  /// The name that GIMP gives to a color without a name.
  static var untitled: StaticString { "Untitled" }

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    let text = file.text.bytes
    if let invalid = text.firstInvalidUTF8Offset {
      return try session.reportError(
        .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(invalid))
    }
    // Skips a byte order mark, which has three bytes.
    var start = text.starts(with: "\u{FEFF}") ? 3 : 0
    let line = text.trimmedRange(start, text.lineEnd(from: start))
    guard text.slice(line.lowerBound, line.upperBound).equals(firstLine.bytes) else {
      return try session.reportError(
        .syntax, "the first line must be GIMP Palette", at: file.location(line.lowerBound))
    }
    var reader = GIMPPaletteReader(file: file)
    start = text.lineEnd(from: start) &+ 1
    while start < text.count {
      let end = text.lineEnd(from: start)
      guard try reader.readLineIfValid(text.trimmedRange(start, end), &session) else { return }
      start = end &+ 1
    }
  }

  private init(file: SourceFile) { self.file = file }

  /// Reads a line: a color, a part of the header, a comment or an empty line. If the line is
  /// invalid, reports an error and returns false. A header line counts only before the first color.
  private mutating func readLineIfValid(
    _ line: Range<Int>, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    // Ends with the line, but includes all lines before it, so that offsets are those in the file.
    let text = file.text.bytes.slice(0, line.upperBound)
    guard let first = text.element(at: line.lowerBound), first != UInt8(ascii: "#") else {
      return true
    }
    if colorCount == 0, readIfHeader(text.slice(line.lowerBound, line.upperBound)) { return true }
    let location = file.location(line.lowerBound)
    // The alpha stays 255 if the palette has none.
    var channels = SIMD4<Double>(repeating: 255)
    var offset = line.lowerBound
    for index in upTo(channelCount) {
      var end = offset
      while let byte = text.element(at: end), !byte.isPaletteSpace { end &+= 1 }
      guard let channel = text.parseDecimalUInt8(offset, end) else {
        try session.reportError(
          .syntax, "expected red, green and blue from 0 to 255", text.slice(offset, end),
          at: file.location(offset))
        return false
      }
      // The mask shows the compiler that the index is in range.
      channels[index & 3] = Double(channel)
      offset = end
      while let byte = text.element(at: offset), byte.isPaletteSpace { offset &+= 1 }
    }
    colorCount &+= 1
    channels /= 255
    let color = Color(
      legacy: .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: channels.w)
    let name = try uniqueName(text.slice(offset, text.count), at: location, &session)
    try session.set(name.bytes, color, at: location)
    return true
  }

  /// Reads a line of the header: a key and a colon. Returns false for any other line.
  private mutating func readIfHeader(_ line: Span<UInt8>) -> Bool {
    if line.starts(with: "Channels:") {
      if line.endsIgnoringASCIICase(with: "RGBA") { channelCount = 4 }
      return true
    }
    return line.starts(with: "Name:") || line.starts(with: "Columns:")
  }

  /// Returns a name that no earlier color of the palette has. As long as the name is taken, appends
  /// the position of the color: `red` becomes `red-3`. If the name gets too long, reports an error,
  /// which makes the import fail at its end.
  private func uniqueName(
    _ writtenName: Span<UInt8>, at location: SourceLocation, _ session: inout ImportSession
  ) throws(FileFailure) -> LongText {
    var name = LongText()
    if writtenName.count == 0 || writtenName.equals(GIMPPaletteReader.untitled.bytes) {
      name.append("color-")
      name.append(UInt(truncatingIfNeeded: colorCount))
    } else {
      name.append(contentsOf: writtenName)
    }
    var isTaken = false
    while !name.hasOverflowed, session.imported.index(of: name.bytes) != nil {
      if !isTaken {
        try session.note(
          "another color has this name; the number of the color is appended", name.bytes,
          at: location)
      }
      isTaken = true
      name.append("-")
      name.append(UInt(truncatingIfNeeded: colorCount))
    }
    if name.hasOverflowed {
      try session.reportError(
        .tooComplex, CommonMessage.longName, writtenName,
        at: location)
    }
    return name
  }
}

extension UInt8 {
  fileprivate var isPaletteSpace: Bool { self == 0x20 || self == 0x09 }
}
