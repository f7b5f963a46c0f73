// Terminal: writing color schemes for terminals from a theme in one environment.

/// Writes a color scheme as X resources, or for kitty or Alacritty.
///
/// For each color of a terminal, writes the theme's color whose name stands for it (see
/// `TerminalColor`). If the theme has none, writes the theme's color that has the base16 name of
/// the terminal color. Resolves all colors in the first environment that the host lists for the
/// export, or else with the light scheme.
struct TerminalWriter: FormatWriter, ~Copyable {
  private var text: FileText
  private let environment: Environment
  /// The axes that each color reads.
  private let axes: ColorAxes
  /// For each color of a terminal, the index of the theme's color; −1 for none. There are 32
  /// elements, so that a number & 31 is always the index of one.
  private var colorIndices = InlineArray<32, Int32>(repeating: -1)

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    axes = try export.colorAxes()
    text = FileText(export.allocator)
    environment = export.options.firstEnvironment
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    chooseColors(export.colors)
    for index in upTo(export.colors.count) { try warnAbout(&export, index) }
    switch export.options.format {
    case .kitty: try writeKitty(&export)
    case .alacritty: try writeAlacritty(&export)
    default: try writeResources(&export)
    }
    try export.add(&text)
  }

  /// Chooses the theme's color for each color of a terminal. If the names of several colors of the
  /// theme stand for one terminal color, chooses the first of them. For terminal colors that are
  /// still missing, tries the names of base16.
  private mutating func chooseColors(_ colors: borrowing ColorCollection) {
    for index in upTo(colors.count) {
      guard let color = TerminalColor(name: colors.name(index).bytes),
        colorIndices[unchecked: color.number & 31] < 0
      else {
        continue
      }
      colorIndices[unchecked: color.number & 31] = Int32(truncatingIfNeeded: index)
    }
    // Base16 ends with base0F (the numbers are hexadecimal); only base24 has a base17.
    let isBase24 = colors.index(of: StaticString("base17").bytes) != nil
    for number in upTo(TerminalColor.count) where colorIndices[unchecked: number & 31] < 0 {
      let name = TerminalColor(number: number).base16Name(isBase24: isBase24)
      guard let index = colors.index(of: name) else { continue }
      colorIndices[unchecked: number & 31] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Warns if a color cannot be written, or not exactly.
  private func warnAbout(_ export: inout ExportSession, _ index: Int) throws(FileFailure) {
    var isWritten = false
    for number in upTo(TerminalColor.count) where colorIndices[unchecked: number & 31] == index {
      isWritten = true
    }
    if !isWritten {
      // If the name stands for a terminal color, an earlier color of the theme was chosen for that.
      let isKnown = TerminalColor(name: export.name(index).bytes) != nil
      try export.leaveOut(
        index,
        isKnown
          ? "another color is written for the same terminal color; this one is left out"
          : "a terminal has no color of this name; it is left out")
    } else if let cell = try export.resolvedCell(index, environment) {
      try export.warnUnlessExactIn8Bits(index, cell, dependingOn: axes[index], hasAlpha: false)
    } else {
      try export.leaveOut(index, CommonMessage.noValue)
    }
  }

  // MARK: - Formats

  private mutating func writeResources(_ export: inout ExportSession) throws(FileFailure) {
    writeTitle("! ", export)
    // In rxvt-unicode, `cursorColor2` is the text under the cursor.
    let keys = WordTable(
      "foreground background cursorColor cursorColor2 highlightColor highlightTextColor")
    for number in upTo(TerminalColor.count) {
      let start = text.count
      text.append("*.")
      appendKey(number, keys)
      text.append(": ")
      try finishLine(number, from: start, quote: "", &export)
    }
  }

  private mutating func writeKitty(_ export: inout ExportSession) throws(FileFailure) {
    writeTitle("# ", export)
    let keys = WordTable(
      """
      foreground background cursor cursor_text_color selection_background selection_foreground
      """)
    for number in upTo(TerminalColor.count) {
      let start = text.count
      appendKey(number, keys)
      text.append(" ")
      try finishLine(number, from: start, quote: "", &export)
    }
  }

  /// Appends the key of a color: `color` and a number, or a word.
  private mutating func appendKey(_ number: Int, _ keys: WordTable) {
    if number < 16 {
      text.append("color")
      text.append(UInt(truncatingIfNeeded: number))
    } else {
      text.append(contentsOf: keys.word(at: number &- 16))
    }
  }

  private mutating func writeAlacritty(_ export: inout ExportSession) throws(FileFailure) {
    writeTitle("# ", export)
    try writeTable("primary", "foreground background", from: 16, &export)
    try writeTable("cursor", "cursor text", from: 18, &export)
    try writeTable("selection", "background text", from: 20, &export)
    let ansi: StaticString = "black red green yellow blue magenta cyan white"
    try writeTable("normal", ansi, from: 0, &export)
    try writeTable("bright", ansi, from: 8, &export)
  }

  /// Writes a table of TOML. The keys are for the terminal colors with the numbers from `first` on.
  /// Leaves out the colors that the theme does not have.
  private mutating func writeTable(
    _ name: StaticString, _ keys: StaticString, from first: Int, _ export: inout ExportSession
  ) throws(FileFailure) {
    let start = text.count
    text.append("\n[colors.")
    text.append(name)
    text.append("]\n")
    let bodyStart = text.count
    var number = first
    while true {
      let key = WordTable(keys).word(at: number &- first)
      guard key.count > 0 else { break }
      let lineStart = text.count
      text.append(contentsOf: key)
      text.append(" = ")
      try finishLine(number, from: lineStart, quote: "\"", &export)
      number &+= 1
    }
    if text.count == bodyStart { text.truncate(to: start) }
  }

  private mutating func writeTitle(_ commentMark: StaticString, _ export: borrowing ExportSession) {
    text.append(commentMark)
    text.append(onOneLine: export.heading.bytes)
    text.append("\n")
  }

  /// Appends a color and ends the line. If the theme does not have the color, removes the line,
  /// which begins at `start`.
  private mutating func finishLine(
    _ number: Int, from start: Int, quote: StaticString, _ export: inout ExportSession
  ) throws(FileFailure) {
    let index = Int(colorIndices[unchecked: number & 31])
    guard index >= 0, let cell = try export.resolvedCell(index, environment) else {
      return text.truncate(to: start)
    }
    let color = Color(cell.rgba)
    text.append(quote)
    text.append(hex: Color(color.space, color.components))  // Without alpha.
    text.append(quote)
    text.append("\n")
  }
}
