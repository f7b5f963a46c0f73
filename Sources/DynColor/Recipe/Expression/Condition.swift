// Recipe: conditions in expressions: media features, and axes by name.

/// The result of a condition, with three values as in CSS: Media Queries 4, §3.1.
enum Truth {
  case no, unknown, yes

  init(_ holds: Bool) { self = holds ? .yes : .no }

  static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }
}

/// A CSS media feature that corresponds to an axis of environments.
enum MediaFeature: UInt8 {
  case colorScheme = 1
  case contrast = 2
  case gamut = 3
  case forcedColors = 4

  static var names: WordTable {
    WordTable("prefers-color-scheme prefers-contrast color-gamut forced-colors")
  }

  init?(name: Span<UInt8>) {
    guard let index = MediaFeature.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(truncatingIfNeeded: index &+ 1))
  }

  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { MediaFeature.names.word(at: Int(rawValue) &- 1) }
  }

  var values: WordTable {
    switch self {
    case .colorScheme: WordTable("light dark")
    case .contrast: WordTable("no-preference more less custom")
    case .gamut: WordTable("srgb p3 rec2020")
    case .forcedColors: WordTable("none active")
    }
  }

  /// The number of a value, from 1 on; 0 stands for a feature without a value.
  func value(named name: Span<UInt8>) -> UInt8? {
    values.index(of: name).map { UInt8(truncatingIfNeeded: $0 &+ 1) }
  }

  @_lifetime(immortal)
  func valueName(_ value: UInt8) -> Span<UInt8> { values.word(at: Int(value) &- 1) }

  var axis: Axis {
    switch self {
    case .colorScheme: .scheme
    case .contrast: .contrast
    case .gamut: .gamut
    case .forcedColors: .forcedColors
    }
  }

  /// Whether the feature has a value in an environment. The value 0 stands for any value except the
  /// one that means "none" or "no preference".
  func holds(_ value: UInt8, _ environment: Environment, _ axes: MatchedAxes) -> Bool {
    let isForced = environment[.forcedColors] == 2
    switch self {
    case .colorScheme: return value == 0 || UInt64(value) == axes.scheme
    case .gamut: return UInt64(value) <= axes.gamut
    case .forcedColors: return isForced == (value != 1)
    case .contrast:
      // With forced colors, CSS calls the contrast `custom`, because the user has set the colors.
      let current: UInt8 =
        switch axes.contrastStep {
        case .more: 2
        case .less: 3
        case .standard: isForced ? 4 : 1
        }
      return value == 0 ? current != 1 : value == current
    }
  }
}

extension Axis {
  /// The names of the first axes, in the order of `index`, each followed by a NUL. `foreground` and
  /// `accent` are not among them.
  static var names: WordTable {
    WordTable(
      "scheme\0contrast\0elevation\0gamut\0vision\0vision-severity\0state\0idiom\0palette\0locale\0subtype\0forced-colors"
    )
  }

  /// The built-in axis with a name. A custom axis cannot have the name of a built-in axis.
  init?(builtin name: Span<UInt8>) {
    switch WordTable("foreground accent").index(of: name) {
    case 0: self = .foreground
    case 1: self = .accent
    default:
      guard let index = Axis.names.index(of: name) else { return nil }
      self.init(index: index)
    }
  }

  /// The name of a built-in axis, followed by a NUL; empty for other axes.
  var builtinName: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let foreground: StaticString = "foreground"
      let accent: StaticString = "accent"
      if self == .foreground { return foreground.bytes }
      if self == .accent { return accent.bytes }
      return index < Axis.reserved.index ? Axis.names.word(at: index) : StoredText.empty.bytes
    }
  }

  /// The built-in axis with a name, if its values have keywords in style queries. The keywords are
  /// the names of the C constants in lowercase, with hyphens.
  init?(name: Span<UInt8>) {
    guard let axis = Axis(builtin: name), axis.hasKeywords else { return nil }
    self = axis
  }

  private var hasKeywords: Bool { index < 5 || index == 6 || index == 7 || self == .forcedColors }

  /// The keywords of the values of this axis, in order, each followed by a NUL. The keywords of the
  /// contrast stand for the values 1, 101 and 201.
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

  /// The built-in axis with a name, if `isNumbered`.
  init?(numberedName name: Span<UInt8>) {
    guard let axis = Axis(builtin: name), axis.isNumbered else { return nil }
    self = axis
  }

  /// Whether the host declares the names of the values, and the theme numbers them.
  var isNumbered: Bool { self == .palette || self == .locale || self == .subtype }

  /// The value of this axis with a keyword.
  func value(named name: Span<UInt8>) -> UInt64? {
    guard let index = valueNames.index(of: name) else { return nil }
    let number = UInt64(truncatingIfNeeded: index &+ 1)
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

  /// The value of this axis in an environment, or the axis's default value if the environment
  /// leaves it unspecified.
  func value(in environment: Environment, _ axes: MatchedAxes) -> UInt64 {
    switch index {
    case 0: return axes.scheme
    case 1: return axes.contrastStep.value
    case 2: return axes.elevation
    case 3: return axes.gamut
    default:
      // The defaults are typical vision, the normal state and no forced colors. Each has the value
      // 1. The idiom has no default.
      let value = environment[self]
      return value == 0 && self != .idiom ? 1 : value
    }
  }
}
