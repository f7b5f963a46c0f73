// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's sections "Palettes" and "Axes of your own".

public import CDynColor

/// Declares a name, and writes its number to the host's variable `number`. `argument` is the name
/// that `number` has in the exported function.
@inline(__always)
private func declare<Number: FixedWidthInteger>(
  _ kind: Vocabulary.Kind, _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ number: UnsafeMutablePointer<Number>?, _ argument: StaticString
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name")
  let output = try required(number, argument)
  let declaredNumber = try theme.withLockConvertingErrors { state throws(ThemeError) in
    try state.declare(name, kind)
  }
  // The theme numbers the custom axes from 1, but the host gets the index among all axes.
  let hostNumber = kind == .axis ? Axis.custom(declaredNumber &- 1).index : declaredNumber
  output.pointee = Number(truncatingIfNeeded: hostNumber)
}

/// Finds the number of a name with `search`, and writes the number to the host's variable `number`.
/// Does not declare the name. If `search` returns `nil` or fails with `unknownName`, fails with
/// `message`, and suggests a name of `kind`, unless `kind` is `nil`. `argument` is the name that
/// `number` has in the exported function.
@inline(__always)
private func find<Number: FixedWidthInteger>(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ number: UnsafeMutablePointer<Number>?, _ argument: StaticString, _ message: StaticString,
  among kind: Vocabulary.Kind?,
  _ search: (Theme, Span<UInt8>) throws(ThemeError) -> Int?
) throws(Failure) {
  let found = try findNumber(theme, name, length, number, argument, message, among: kind, search)
  number?.pointee = Number(truncatingIfNeeded: found)
}

/// What `find` does for all types of numbers: everything but writing the number.
@inline(never)
private func findNumber(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ output: UnsafeMutableRawPointer?, _ argument: StaticString, _ message: StaticString,
  among kind: Vocabulary.Kind?,
  _ search: (Theme, Span<UInt8>) throws(ThemeError) -> Int?
) throws(Failure) -> Int {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name")
  _ = try required(output, argument)
  // An unknown name is reported below, with a suggestion.
  var found: Int?
  do throws(ThemeError) { found = try search(theme, name) } catch {
    guard case .unknownName = error.reason else { throw Failure(error) }
  }
  guard let found else {
    let nearest = kind.map { kind in
      theme.withLock { state in state.vocabulary.nearestName(to: name, kind) }
    }
    throw Failure.unknownName(name, message, nearest)
  }
  return found
}

/// `find` for a name of a kind that is searched for in the vocabulary.
@inline(__always)
private func find<Number: FixedWidthInteger>(
  _ kind: Vocabulary.Kind, _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ number: UnsafeMutablePointer<Number>?, _ argument: StaticString
) throws(Failure) {
  try find(theme, name, length, number, argument, kind.messageForUnknownName, among: kind) {
    theme, name throws(ThemeError) in
    let number = theme.withLock { state in state.vocabulary.number(name, kind) }
    return number == 0 ? nil : number
  }
}

/// The number of declared names of a kind; 0 if `theme` is NULL.
private func count(_ kind: Vocabulary.Kind, _ theme: OpaquePointer?) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in state.vocabulary.count(kind) }
}

extension Vocabulary.Kind {
  /// The message for a name of this kind that the theme does not have.
  fileprivate var messageForUnknownName: StaticString {
    switch self {
    case .palette: "no palette has this name; declare a new one with dyncolor_palette_declare()"
    case .locale: "no locale has this name; declare a new one with dyncolor_locale_declare()"
    case .subtype: "no subtype has this name; declare a new one with dyncolor_subtype_declare()"
    case .axis: "no axis has this name; declare a new one with dyncolor_axis_declare()"
    case .value:
      "the axis has no value of this name; declare a new one with dyncolor_axis_declare_value()"
    }
  }
}

extension Axis {
  /// The message for the name of a value that this axis does not have. The host cannot declare
  /// values of the axis.
  fileprivate var messageForUnknownName: StaticString {
    switch self {
    case .foreground, .accent:
      "the values of this axis have no names; pass the id of a color"
    case _ where !hasKeywords:
      "the values of this axis have no names; pass a number up to dyncolor_axis_value_count()"
    default:
      """
      the axis has no value of this name; names are those of its constants, in lowercase and with \
      hyphens
      """
    }
  }
}

extension Vocabulary {
  /// The axis with a number from the host: a constant of `dyncolor_axis`, or the number of a custom
  /// axis. Fails if the theme has no such axis.
  fileprivate func axis(numbered number: UInt32) throws(ThemeError) -> Axis {
    guard let axis = axis(Int(number)) else {
      throw ThemeError(.unknownAxis(number))
    }
    return axis
  }
}

@implementation @_cdecl("dyncolor_palette_declare_n")
public func dyncolor_palette_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ palette: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    let output = try required(palette, "palette")
    let number = try convertingErrors { () throws(ThemeError) in
      try theme.declarePalette(named: name)
    }
    output.pointee = UInt16(truncatingIfNeeded: number)
  }
}

@implementation @_cdecl("dyncolor_palette_name")
public func dyncolor_palette_name(
  _ theme: OpaquePointer!, _ palette: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownPalette(UInt32(palette))) { state in
      state.vocabulary.name(Int(palette), .palette)
    }
  }
}

@implementation @_cdecl("dyncolor_palette_count")
public func dyncolor_palette_count(_ theme: OpaquePointer!) -> Int {
  count(.palette, theme)
}

@implementation @_cdecl("dyncolor_palette_find_n")
public func dyncolor_palette_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ palette: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    // A palette that was not declared, but has a color, gets a number.
    try find(
      theme, name, name_length, palette, "palette",
      Vocabulary.Kind.palette.messageForUnknownName, among: .palette
    ) {
      theme, name throws(ThemeError) in try theme.findOrNumberPalette(named: name)
    }
  }
}

@implementation @_cdecl("dyncolor_palette_colors")
public func dyncolor_palette_colors(
  _ theme: OpaquePointer!, _ palette: UInt16, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try ResultBuffer(ids, capacity, count, "ids")
    let list = try theme.withScanConvertingErrors { scan throws(Scan.Interruption) in
      // A copy, because an interrupted scan begins again, with an empty list.
      var list = output
      try list.fill { list throws(Scan.Interruption) in
        try scan.forEachColor(inPalette: palette) { list.add($0) }
      }
      return list
    }
    try list.finish()
  }
}

// A gap is a semantic name that a palette lacks. The host gets each gap with the number of the
// palette, so palettes that were never declared get numbers first.
@implementation @_cdecl("dyncolor_palette_gaps")
public func dyncolor_palette_gaps(
  _ theme: OpaquePointer!, _ gaps: UnsafeMutablePointer<dyncolor_palette_gap>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try ResultBuffer(gaps, capacity, count, "gaps")
    try convertingErrors { () throws(ThemeError) in try UndeclaredPalettes.giveNumbers(in: theme) }
    let list = try theme.withScanConvertingErrors { scan throws(Scan.Interruption) in
      var list = output
      try list.fill { list throws(Scan.Interruption) in
        try SemanticNames.find(scan).forEachGap(scan) { list.add(dyncolor_palette_gap($0)) }
      }
      return list
    }
    try list.finish()
  }
}

extension dyncolor_palette_gap {
  /// The C struct of a gap. Its text belongs to the theme.
  fileprivate init(_ gap: PaletteGap) {
    self.init(
      palette: gap.palette, reserved: 0, example: gap.example.rawValue,
      semantic: borrowedText(gap.semanticName.bytes))
  }
}

@implementation @_cdecl("dyncolor_theme_set_default_palette")
public func dyncolor_theme_set_default_palette(
  _ theme: OpaquePointer!, _ palette: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.setDefaultPalette(UInt64(palette))
    }
  }
}

@implementation @_cdecl("dyncolor_axis_declare_n")
public func dyncolor_axis_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ axis: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.axis, theme, name, name_length, axis, "axis")
  }
}

@implementation @_cdecl("dyncolor_axis_declare_value_n")
public func dyncolor_axis_declare_value_n(
  _ theme: OpaquePointer!, _ axis: UInt32, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ value: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    // Negative if the axis is built in; `declare` then fails.
    let customIndex = Int(axis) &- Axis.custom(0).index
    try declare(.value(axisIndex: customIndex), theme, name, name_length, value, "value")
  }
}

@implementation @_cdecl("dyncolor_axis_count")
public func dyncolor_axis_count(_ theme: OpaquePointer!) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in state.vocabulary.axisEndIndex }
}

@implementation @_cdecl("dyncolor_axis_name")
public func dyncolor_axis_name(
  _ theme: OpaquePointer!, _ axis: UInt32, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownAxis(axis)) { state in
      state.vocabulary.axis(Int(axis)).map { state.vocabulary.name(of: $0) }
    }
  }
}

@implementation @_cdecl("dyncolor_axis_find_n")
public func dyncolor_axis_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ axis: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try find(
      theme, name, name_length, axis, "axis",
      Vocabulary.Kind.axis.messageForUnknownName, among: .axis
    ) {
      theme, name throws(ThemeError) in
      theme.withLock { state in state.vocabulary.axis(named: name)?.index }
    }
  }
}

@implementation @_cdecl("dyncolor_axis_default")
public func dyncolor_axis_default(_ theme: OpaquePointer!, _ axis: UInt32) -> UInt32 {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in
    let axis = state.vocabulary.axis(Int(axis))
    return UInt32(truncatingIfNeeded: axis.map { state.defaultValue(of: $0) } ?? 0)
  }
}

@implementation @_cdecl("dyncolor_axis_value_count")
public func dyncolor_axis_value_count(_ theme: OpaquePointer!, _ axis: UInt32) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in
    state.vocabulary.axis(Int(axis)).map { state.vocabulary.valueCount(of: $0) } ?? 0
  }
}

@implementation @_cdecl("dyncolor_axis_value_name")
public func dyncolor_axis_value_name(
  _ theme: OpaquePointer!, _ axis: UInt32, _ value: UInt32,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(name, "name")
    let text = try theme.withLockConvertingErrors { state throws(ThemeError) in
      let axis = try state.vocabulary.axis(numbered: axis)
      guard let name = state.vocabulary.name(ofValue: Int(value), of: axis) else {
        throw ThemeError(.unknownValue(value))
      }
      return name
    }
    output.pointee = borrowedText(text)
  }
}

@implementation @_cdecl("dyncolor_axis_find_value_n")
public func dyncolor_axis_find_value_n(
  _ theme: OpaquePointer!, _ axis: UInt32, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ value: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let axisOfValue = Axis(index: Int(axis))
    let kind = Vocabulary.Kind(declaredValuesOf: axisOfValue)
    let message = kind?.messageForUnknownName ?? axisOfValue.messageForUnknownName
    try find(theme, name, name_length, value, "value", message, among: kind) {
      theme, name throws(ThemeError) in try findValue(named: name, ofAxis: axis, theme)
    }
  }
}

/// Returns the number of the value that has a name; `nil` if the axis has no value of this name. A
/// palette that was not declared, but has a color, gets a number.
private func findValue(
  named name: Span<UInt8>, ofAxis axis: UInt32, _ theme: Theme
) throws(ThemeError) -> Int? {
  if axis == DYNCOLOR_AXIS_PALETTE.rawValue { return try theme.findOrNumberPalette(named: name) }
  return try theme.withLock { state throws(ThemeError) in
    state.vocabulary.value(named: name, of: try state.vocabulary.axis(numbered: axis))
  }
}

@implementation @_cdecl("dyncolor_locale_declare_n")
public func dyncolor_locale_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ locale: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.locale, theme, name, name_length, locale, "locale")
  }
}

@implementation @_cdecl("dyncolor_locale_name")
public func dyncolor_locale_name(
  _ theme: OpaquePointer!, _ locale: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownLocale(UInt32(locale))) { state in
      state.vocabulary.name(Int(locale), .locale)
    }
  }
}

@implementation @_cdecl("dyncolor_locale_count")
public func dyncolor_locale_count(_ theme: OpaquePointer!) -> Int { count(.locale, theme) }

@implementation @_cdecl("dyncolor_locale_find_n")
public func dyncolor_locale_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ locale: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try find(.locale, theme, name, name_length, locale, "locale")
  }
}

@implementation @_cdecl("dyncolor_subtype_declare_n")
public func dyncolor_subtype_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ subtype: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.subtype, theme, name, name_length, subtype, "subtype")
  }
}

@implementation @_cdecl("dyncolor_subtype_name")
public func dyncolor_subtype_name(
  _ theme: OpaquePointer!, _ subtype: UInt8, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownSubtype(UInt32(subtype))) { state in
      state.vocabulary.name(Int(subtype), .subtype)
    }
  }
}

@implementation @_cdecl("dyncolor_subtype_count")
public func dyncolor_subtype_count(_ theme: OpaquePointer!) -> Int { count(.subtype, theme) }

@implementation @_cdecl("dyncolor_subtype_find_n")
public func dyncolor_subtype_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ subtype: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try find(.subtype, theme, name, name_length, subtype, "subtype")
  }
}
