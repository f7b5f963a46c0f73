// GIMP: writing palettes from a theme in one environment.

/// Writes a palette of all colors, resolved in the first environment that the host lists for the
/// export, or else with the light scheme. Palettes have neither alpha nor more than eight bits for
/// each channel.
struct GIMPPaletteWriter: FormatWriter, ~Copyable {
  private var text: FileText
  private let environment: Environment
  /// The axes that each color reads.
  private let axes: ColorAxes

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    axes = try export.colorAxes()
    text = FileText(export.allocator)
    environment = export.options.firstEnvironment
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    text.append(GIMPPaletteReader.firstLine)
    text.append("\nName: ")
    text.append(onOneLine: export.heading.bytes)
    // GIMP, too, ends the header with an empty comment.
    text.append("\n#\n")
    for index in upTo(export.colors.count) {
      guard let cell = try export.resolvedCell(index, environment) else {
        try export.leaveOut(index, CommonMessage.noValue)
        continue
      }
      let bytes = Color(cell.rgba).bytes(in: .srgb)
      for channel in upTo(3) {
        let byte = bytes[channel]
        if channel > 0 { text.append(" ") }
        // Like GIMP, aligns the numbers in columns of three digits.
        if byte < 100 { text.append(" ") }
        if byte < 10 { text.append(" ") }
        text.append(UInt(byte))
      }
      text.append("\t")
      let name = export.name(index).bytes
      text.append(onOneLine: name)
      text.append("\n")
      try export.warnUnlessExactIn8Bits(index, cell, dependingOn: axes[index], hasAlpha: false)
      if !name.isValidInPalette {
        try export.warnInexact(index, CommonMessage.nameNotExact)
      }
    }
    try export.add(&text)
  }
}

extension WriteOptions {
  /// The environment for formats that have only one: the first one of `environments` or, if that is
  /// empty, one with the light scheme.
  var firstEnvironment: Environment {
    var environment = (try? Environment(words: environments.words(0))) ?? Environment()
    if environments.count == 0 { environment[.scheme] = 1 }  // Light.
    return environment
  }
}

extension Color {
  /// True if the color is in sRGB, and its components and alpha are multiples of 1/255 from 0 to 1.
  var isExactIn8Bits: Bool {
    let bytes = SIMD4<Double>(self.bytes(in: .srgb)) / 255
    return space == .srgb && bytes.x == components.x && bytes.y == components.y
      && bytes.z == components.z && bytes.w == alpha
  }
}

extension FileText {
  /// Appends a text without breaking the line: control characters become spaces.
  mutating func append(onOneLine text: Span<UInt8>) {
    for index in upTo(text.count) {
      let byte = text.element(at: index) ?? 0
      append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
    }
  }
}

extension Span<UInt8> {
  /// True if a palette keeps this name unchanged: the name is one line, has no space at its ends,
  /// and is not `Untitled`.
  fileprivate var isValidInPalette: Bool {
    for index in upTo(count) {
      let byte = element(at: index) ?? 0
      if byte < 0x20 || byte == 0x7F { return false }
    }
    return element(at: 0) != UInt8(ascii: " ") && element(at: count &- 1) != UInt8(ascii: " ")
      && !equals(GIMPPaletteReader.untitled.bytes)
  }
}
