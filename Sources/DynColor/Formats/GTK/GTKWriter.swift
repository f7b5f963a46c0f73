// GTK: writing named colors as style sheets for GTK 4.

/// Writes `gtk.css` and `gtk-dark.css`, which all versions of GTK 4 understand, or one style sheet
/// with media queries, which needs GTK 4.20.
///
/// A *rule* is the part of a style sheet for one scheme and contrast. Rules are numbered from 0:
/// first light and dark with standard contrast, then both with more contrast, then both with less.
/// So the lowest bit of the number is the scheme, and the other bits are the contrast. A rule
/// defines only the colors that differ from those of earlier rules.
struct GTKWriter: FormatWriter, ~Copyable {
  private var text: FileText
  /// The names of the colors as CSS identifiers.
  private let names: IdentifierNames
  /// For each color and each rule, whether the rule defines the color.
  private var writtenFlags: Buffer<Bool>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// The number of rules.
  private static var ruleCount: Int { 6 }

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    text = FileText(export.allocator)
    names = try IdentifierNames.make(export.colors, for: .css)
    writtenFlags = Buffer(export.allocator)
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    try beginFile(export)
    guard export.options.format == .gtk else { return try writeMedia(&export) }
    // GTK loads `gtk.css` for the light scheme and `gtk-dark.css` for the dark one.
    try writeRule(&export, 0, expressibleAxes: .of(.scheme))
    try export.add(&text, at: StaticString("gtk.css").bytes)
    // The dark style sheet replaces the light one, so it defines all colors.
    try beginFile(export)
    try writeRule(&export, 1)
    try export.add(&text, at: StaticString("gtk-dark.css").bytes)
  }

  /// Writes the single style sheet with media queries.
  private mutating func writeMedia(_ export: inout ExportSession) throws(FileFailure) {
    try writeRule(&export, 0, expressibleAxes: AxisSet.of(.scheme).union(.of(.contrast)))
    for rule in upTo(GTKWriter.ruleCount, from: 1) {
      let start = text.count
      text.append("\n@media ")
      if rule >= 2 { text.append("(prefers-contrast: ") }
      if rule >= 2 { text.append(rule < 4 ? "more)" : "less)") }
      if rule >= 2, rule & 1 == 1 { text.append(" and ") }
      if rule & 1 == 1 { text.append("(prefers-color-scheme: dark)") }
      text.append(" {\n")
      let bodyStart = text.count
      try writeRule(&export, rule, indent: "  ")
      if text.count == bodyStart {
        text.truncate(to: start)
      } else {
        text.append("}\n")
      }
    }
    try export.add(&text)
  }

  /// Begins a style sheet, in which no rule has defined a color yet.
  private mutating func beginFile(_ export: borrowing ExportSession) throws(FileFailure) {
    writtenFlags.truncate(to: 0)
    let count = export.colors.count &* GTKWriter.ruleCount
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try writtenFlags.append(repeating: false, count: count)
    }
    text.append(titleOf: export.options)
  }

  /// The earlier rule whose definition of a color is in effect in the environment of `rule`, if
  /// `rule` does not define the color itself; `nil` for none.
  private func ruleInEffect(_ index: Int, before rule: Int) -> Int? {
    // A rule has no media query for standard contrast, and none for the light scheme. So an earlier
    // rule also applies wherever `rule` does if the earlier one has standard contrast or that of
    // `rule`, and the light scheme or that of `rule`.
    var earlier = rule &- 1
    while earlier >= 0 {
      let alsoApplies = (earlier & ~1 == 0 || earlier & ~1 == rule & ~1) && earlier & 1 <= rule & 1
      if alsoApplies, isWritten(index, rule: earlier) { return earlier }
      earlier &-= 1
    }
    return nil
  }

  /// Returns whether a rule of the current file has defined a color.
  private func isWritten(_ index: Int, rule: Int) -> Bool {
    writtenFlags.element(at: index &* GTKWriter.ruleCount &+ rule) ?? false
  }

  private func environment(ofRule rule: Int) -> Environment {
    var environment = Environment()
    environment[.scheme] = rule & 1 == 1 ? 2 : 1  // Dark and light.
    environment[.gamut] = 1  // sRGB.
    if rule >= 2 { environment[.contrast] = (rule < 4 ? NamedContrast.more : .less).value }
    return environment
  }

  /// Writes a rule: the colors whose values in its environment differ from the definitions in
  /// effect. `expressibleAxes` is given for the first rule of an export only. For that rule, also
  /// writes comments, and warns about colors that depend on axes that are not in `expressibleAxes`.
  private mutating func writeRule(
    _ export: inout ExportSession, _ rule: Int, expressibleAxes: AxisSet? = nil,
    indent: StaticString = ""
  ) throws(FileFailure) {
    let environment = environment(ofRule: rule)
    for index in upTo(export.colors.count) {
      let start = text.count
      if expressibleAxes != nil, let entry = export.colors.entry(index) {
        text.append(commentsOf: export.colors.notes(of: entry), indent: "")
      }
      text.append(indent)
      text.append("@define-color ")
      text.append(contentsOf: names.name(index).bytes)
      text.append(" ")
      let valueStart = text.count
      let hasValue = try appendColor(&export, index, environment)
      if let expressibleAxes { try warnAbout(&export, index, hasValue: hasValue, expressibleAxes) }
      let valueEnd = text.count
      var isOmitted = !hasValue
      if hasValue, let earlier = ruleInEffect(index, before: rule) {
        // Appends the value in the earlier rule, only to compare the two texts.
        _ = try appendColor(&export, index, self.environment(ofRule: earlier))
        isOmitted = text.bytes.slice(valueStart, valueEnd)
          .equals(text.bytes.slice(valueEnd, text.count))
      }
      text.truncate(to: isOmitted ? start : valueEnd)
      guard !isOmitted else { continue }
      writtenFlags.replace(at: index &* GTKWriter.ruleCount &+ rule, with: true)
      text.append(";\n")
    }
  }

  /// Writes a color: a reference to another name, or the resolved value. If the color has no value,
  /// writes nothing and returns false.
  private mutating func appendColor(
    _ export: inout ExportSession, _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Bool {
    guard let cell = try export.resolvedCell(index, environment) else { return false }
    if let branch = export.branch(index, environment), branch.operation == .reference,
      let target = export.colors.index(of: branch.reference.name.bytes),
      try export.resolvedCell(target, environment) != nil
    {
      text.append("@")
      text.append(contentsOf: names.name(target).bytes)
      return true
    }
    let color = Color(cell.rgba)
    let bytes = color.bytes(in: .srgb)
    guard bytes.w < 255 else {
      text.append(hex: color)
      return true
    }
    text.append("rgba(")
    for channel in upTo(3) {
      text.append(UInt(bytes[channel]))
      text.append(",")
    }
    text.append(cell.rgba.w)
    text.append(")")
    return true
  }

  /// Returns whether a color has a value in the environment of any rule of the export.
  private func hasValueInAnyRule(
    _ export: inout ExportSession, _ index: Int, _ expressibleAxes: AxisSet
  ) throws(FileFailure) -> Bool {
    // If contrast is not expressible, the export has only the rules 0 and 1: light and dark.
    let ruleCount = expressibleAxes.contains(.contrast) ? GTKWriter.ruleCount : 2
    for rule in upTo(ruleCount) {
      if try export.resolvedCell(index, environment(ofRule: rule)) != nil { return true }
    }
    return false
  }

  /// Warns if a color cannot be written exactly. `hasValue` is true if the color has a value in
  /// the first rule.
  private func warnAbout(
    _ export: inout ExportSession, _ index: Int, hasValue: Bool, _ expressibleAxes: AxisSet
  ) throws(FileFailure) {
    guard let entry = export.colors.entry(index) else { return }
    if !hasValue, try !hasValueInAnyRule(&export, index, expressibleAxes) {
      try export.leaveOut(index, CommonMessage.noValue)
    } else if entry.expression.count == 0 {  // The color has a provider.
      try export.warnInexact(index, CommonMessage.providerNotWritten)
    } else if !hasValue {
      try export.warnInexact(index, CommonMessage.oneSchemeOnly)
    } else if case let lost = entry.expression.lostAxes(
      inFormatWith: expressibleAxes, export.colors),
      lost != .none
    {
      try export.warn(index, about: lost)
    } else if !names.name(index).equals(entry.name.bytes) {
      try export.addFinding(.note, .notExact, CommonMessage.nameNotExact, entry.name.bytes)
    }
  }
}
