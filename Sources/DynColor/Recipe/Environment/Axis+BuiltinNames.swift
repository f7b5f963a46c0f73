// Recipe: the names of the built-in axes and of their values.

extension Axis {
  /// The names of the axes up to `forcedColors`, in the order of `index`. The table does not have
  /// the two last built-in axes, `foreground` and `accent`. A NUL separates the words, not a space
  /// as in other tables of words, because `builtinName` hands out C strings.
  static var names: WordTable {
    WordTable(
      "scheme\0contrast\0elevation\0gamut\0vision\0vision-severity\0state\0idiom\0palette\0locale\0subtype\0forced-colors"
    )
  }

  /// The built-in axis with a name; `nil` if there is none.
  static func builtin(named name: Span<UInt8>) -> Axis? {
    switch WordTable("foreground accent").index(of: name) {
    case 0: .foreground
    case 1: .accent
    default: Axis.names.index(of: name).map { Axis(index: $0) }
    }
  }

  /// Returns whether a name belongs to a built-in axis, so that no custom axis may have the name.
  /// Also true for spellings with an underscore in place of the hyphen: the struct
  /// `dyncolor_environment` and Python use these, so a custom axis with the name would look like
  /// the built-in axis there.
  static func isBuiltinName(_ name: Span<UInt8>) -> Bool {
    Axis.builtin(named: name) != nil
      || WordTable("vision_severity forced_colors").index(of: name) != nil
  }

  /// The name of a built-in axis, followed by a NUL; empty for other axes.
  var builtinName: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let foreground: StaticString = "foreground"
      let accent: StaticString = "accent"
      if self == .foreground { return foreground.bytes }
      if self == .accent { return accent.bytes }
      return index < Axis.reservedBytes.index ? Axis.names.word(at: index) : StoredText.empty.bytes
    }
  }

  /// The built-in axis with a name, if its values have keywords in style queries, such as
  /// `style(--scheme: dark)`; otherwise `nil`.
  /// The keywords are the names of the C constants in lowercase, with hyphens.
  static func keywordAxis(named name: Span<UInt8>) -> Axis? {
    guard let axis = Axis.builtin(named: name), axis.hasKeywords else { return nil }
    return axis
  }

  /// True for scheme, contrast, elevation, gamut, vision, state, idiom and forced colors.
  var hasKeywords: Bool { index < 5 || index == 6 || index == 7 || self == .forcedColors }

  /// The keywords of the values of this axis, from the value 1 on, each followed by a NUL. The
  /// keywords of the contrast are an exception: they stand for the values 1, 101 and 201.
  private var valueNames: WordTable {
    switch index {
    case 0: WordTable("light\0dark")
    case 1: WordTable("less\0standard\0more")
    case 2: WordTable("base\0elevated")
    case 3: WordTable("srgb\0display-p3\0rec2020")
    case 4: WordTable("typical\0protan\0deutan\0tritan\0achromat")
    case 6: WordTable("normal\0hovered\0focused\0pressed\0selected\0inactive\0disabled")
    case 7: WordTable("phone\0tablet\0desktop\0tv\0watch\0car\0headset")
    default: self == .forcedColors ? WordTable("none\0active") : WordTable("")
    }
  }

  /// The built-in axis with a name, if the host declares its values: the palette, the locale or the
  /// subtype. Otherwise `nil`.
  static func axisOfDeclaredValues(named name: Span<UInt8>) -> Axis? {
    guard let axis = Axis.builtin(named: name), axis.hasDeclaredValues else { return nil }
    return axis
  }

  /// True if the host declares the names of the values, and the theme numbers them.
  var hasDeclaredValues: Bool { self == .palette || self == .locale || self == .subtype }

  /// The value of this axis with a keyword; `nil` if no value has this keyword.
  func value(named name: Span<UInt8>) -> UInt64? {
    guard let index = valueNames.index(of: name) else { return nil }
    let number = UInt64(truncatingIfNeeded: index &+ 1)
    // The keywords 1, 2 and 3 of the contrast stand for the values 1, 101 and 201.
    return self == .contrast ? number &* 100 &- 99 : number
  }

  /// The keyword of a value of this axis; empty if the value has none.
  @_lifetime(immortal)
  func name(ofValue value: UInt64) -> Span<UInt8> {
    guard value > 0, value < 256 else { return StoredText.empty.bytes }
    let index = Int(truncatingIfNeeded: value) &- 1
    guard self == .contrast else { return valueNames.word(at: index) }
    return index % 100 == 0 ? valueNames.word(at: index / 100) : StoredText.empty.bytes
  }
}
