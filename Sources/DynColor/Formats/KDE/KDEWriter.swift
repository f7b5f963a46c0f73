// KDE: writing color schemes from a theme in one environment.

/// Writes a color scheme of the colors whose names consist of a group and a key, as
/// `KDEColorsReader` makes them.
///
/// Resolves the colors in the first environment that the host lists for the export, or else with
/// the light scheme. Colors that differ in the state `inactive` are also written for inactive
/// windows.
struct KDEWriter: FormatWriter, ~Copyable {
  private var text: FileText
  private let environment: Environment
  /// The axes that each color reads.
  private let axes: ColorAxes
  /// The environment for inactive windows.
  private let inactiveEnvironment: Environment

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    axes = try export.colorAxes()
    text = FileText(export.allocator)
    environment = export.options.firstEnvironment
    var inactiveEnvironment = environment
    // The built-in axis `state`, whose values have names.
    if let state = Axis.keywordAxis(named: KDEVocabulary.state.bytes) {
      inactiveEnvironment[state] = state.value(named: KDEVocabulary.inactive.bytes) ?? 0
    }
    self.inactiveEnvironment = inactiveEnvironment
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    for index in upTo(export.colors.count) { try warnAbout(&export, index) }
    for groupIndex in upTo(KDEVocabulary.groupCount) {
      let group = KDEVocabulary.group(groupIndex)
      var isFirst = true
      for index in upTo(export.colors.count) where isColor(export, index, inGroup: group) {
        guard let color = try export.resolvedCell(index, environment) else { continue }
        appendHeading(group, isInactive: false, ifFirst: &isFirst)
        appendLine(ofColor: index, value: color, export)
      }
      // Only color sets have a group for inactive windows.
      guard groupIndex < KDEVocabulary.colorSetCount else { continue }
      isFirst = true
      for index in upTo(export.colors.count) where isColor(export, index, inGroup: group) {
        guard let color = try export.resolvedCell(index, inactiveEnvironment) else { continue }
        guard try export.resolvedCell(index, environment) != color else { continue }
        appendHeading(group, isInactive: true, ifFirst: &isFirst)
        appendLine(ofColor: index, value: color, export)
      }
    }
    text.append("[General]\nColorScheme=")
    appendName(export)
    text.append("\nName=")
    appendName(export)
    text.append("\n")
    try export.add(&text)
  }

  /// Warns if a color cannot be written exactly.
  private func warnAbout(_ export: inout ExportSession, _ index: Int) throws(FileFailure) {
    guard let entry = export.colors.entry(index) else { return }
    var isKnown = false
    for groupIndex in upTo(KDEVocabulary.groupCount) {
      isKnown = isKnown || isColor(export, index, inGroup: KDEVocabulary.group(groupIndex))
    }
    if !isKnown {
      try export.leaveOut(index, "KDE has no color of this name; it is left out")
    } else if let cell = try export.resolvedCell(index, environment) {
      if let constants = entry.expression.constantsByState {
        if !constants.inactive.isExactIn8Bits || !constants.other.isExactIn8Bits {
          try export.warnInexact(index, CommonMessage.roundedTo8Bits)
        }
      } else {
        try export.warnUnlessExactIn8Bits(index, cell, dependingOn: axes[index], hasAlpha: true)
      }
    } else {
      try export.leaveOut(index, CommonMessage.noValue)
    }
  }

  /// Returns whether a color belongs to a group: its name begins with the name of the group, and
  /// the rest is a valid key.
  private func isColor(
    _ export: borrowing ExportSession, _ index: Int, inGroup group: Span<UInt8>
  ) -> Bool {
    let name = export.name(index).bytes
    guard name.count > group.count &+ 1,
      name.slice(0, group.count).equals(group),
      name.element(at: group.count) == UInt8(ascii: "/")
    else { return false }
    let key = name.slice(group.count &+ 1, name.count)
    for offset in upTo(key.count) {
      let byte = key.element(at: offset) ?? 0
      let isLetter = byte.asciiLowercased &- UInt8(ascii: "a") < 26
      guard isLetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") else {
        return false
      }
    }
    return true
  }

  /// Appends the heading of a group if `isFirst` is true, because the first color of the group
  /// follows. Sets `isFirst` to false.
  private mutating func appendHeading(
    _ group: Span<UInt8>, isInactive: Bool, ifFirst isFirst: inout Bool
  ) {
    guard isFirst else { return }
    isFirst = false
    let isColorSet = KDEVocabulary.isColorSet(group)
    text.append(isColorSet ? "[Colors:" : "[")
    text.append(contentsOf: group)
    text.append(isInactive ? "][Inactive]\n" : "]\n")
  }

  private mutating func appendLine(
    ofColor index: Int, value cell: ResolvedCell, _ export: borrowing ExportSession
  ) {
    let name = export.name(index).bytes
    text.append(contentsOf: name.slice(name.lengthBeforeLastComponent, name.count))
    let bytes = Color(cell.rgba).bytes(in: .srgb)
    for channel in upTo(bytes.w == 255 ? 3 : 4) {
      text.append(channel == 0 ? UInt8(ascii: "=") : UInt8(ascii: ","))
      text.append(UInt(bytes[channel & 3]))
    }
    text.append("\n")
  }

  /// Writes the name of the collection, as one line.
  private mutating func appendName(_ export: borrowing ExportSession) {
    var name = ShortText()
    name.append(sanitizing: export.heading.bytes)
    text.append(contentsOf: name.bytes)
  }
}

/// The names in color schemes.
enum KDEVocabulary {
  /// The axis and the value for inactive windows.
  static var state: StaticString { "state" }
  static var inactive: StaticString { "inactive" }

  /// The names of the color sets, such as `Button` for `[Colors:Button]`, then the names of the
  /// other groups that have colors.
  private static var groups: WordTable {
    WordTable(
      """
      Button Complementary Header Selection Tooltip View Window WM ColorEffects:Disabled \
      ColorEffects:Inactive
      """)
  }

  /// The number of color sets, which are the first groups.
  static var colorSetCount: Int { 7 }
  static var groupCount: Int { 10 }

  @_lifetime(immortal)
  static func group(_ index: Int) -> Span<UInt8> { groups.word(at: index) }

  static func isColorSet(_ group: Span<UInt8>) -> Bool {
    (groups.index(of: group) ?? .max) < colorSetCount
  }
}

extension Expression {
  /// The values of a color for inactive windows and for all others, if a color scheme has a place
  /// for both: the color is one constant, or has one for inactive windows and possibly another one
  /// for all other windows. `nil` for any other color.
  fileprivate var constantsByState: (inactive: Color, other: Color)? {
    if let constant { return (constant, constant) }
    guard operation == .conditional else { return nil }
    // The children of an `if()` are a condition, its color, the next condition, and its color.
    let condition = node(at: 1)
    let inactive = node(at: 1 &+ condition.size)
    let otherCondition = node(at: 1 &+ condition.size &+ inactive.size)
    let other = node(at: 1 &+ condition.size &+ inactive.size &+ otherCondition.size)
    guard let color = inactive.constant, condition.isInactiveCondition else { return nil }
    // A node without words: there is no other condition, and so no color for all other windows. The
    // color for inactive windows stands for it.
    if otherCondition.count == 0 { return (color, color) }
    // The detail 1 of `.truth` is a condition that is always true.
    guard otherCondition.operation == .truth, otherCondition.detail == 1,
      let otherColor = other.constant
    else { return nil }
    return (color, otherColor)
  }

  /// True for the condition `style(--state: inactive)`.
  private var isInactiveCondition: Bool {
    // With the detail 1, the condition has no value.
    guard operation == .style, detail != 1 else { return false }
    let (axis, next) = text(at: 1)
    return axis.equals(KDEVocabulary.state.bytes)
      && text(at: next).text.equals(KDEVocabulary.inactive.bytes)
  }
}
