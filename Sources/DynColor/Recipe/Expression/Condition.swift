// Recipe: the conditions of an expression: media features, and axes by name.

/// A three-valued truth, as CSS conditions have: Media Queries 4, §3.1.
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

  private static var names: WordTable {
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

  private var values: WordTable {
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

  /// Whether the feature has a value in an environment. For 0: whether it has any value but the one
  /// that means "none" or "no preference".
  func holds(_ value: UInt8, _ environment: Environment, _ axes: MatchedAxes) -> Bool {
    let isForced = environment[.forcedColors] == 2
    switch self {
    case .colorScheme: return value == 0 || UInt64(value) == axes.scheme
    case .gamut: return UInt64(value) <= axes.gamut
    case .forcedColors: return isForced == (value != 1)
    case .contrast:
      // With forced colors, the contrast is the user's own: `custom`.
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
  /// The names of the axes whose values have keywords, in the order of `index`. Keywords are those
  /// of the C enums, lowercase, with a hyphen between words.
  private static var names: WordTable {
    WordTable("scheme contrast elevation gamut vision vision-severity state idiom")
  }

  /// The built-in axis of a name in a style query. A custom axis of the theme with this name takes
  /// precedence.
  init?(name: Span<UInt8>) {
    if WordTable("forced-colors").index(of: name) != nil {
      self = .forcedColors
      return
    }
    guard let index = Axis.names.index(of: name), index != 5 else { return nil }
    self.init(index: index)
  }

  /// The names of this axis's values, in order. The values of contrast are 100 apart.
  private var valueNames: WordTable {
    switch index {
    case 0: WordTable("light dark")
    case 1: WordTable("less standard more")
    case 2: WordTable("base elevated")
    case 3: WordTable("srgb display-p3 rec2020")
    case 4: WordTable("typical protan deutan tritan achromat")
    case 6: WordTable("normal hovered focused pressed selected inactive disabled")
    case 7: WordTable("phone tablet desktop tv watch car headset")
    default: WordTable("none active")
    }
  }

  /// The axis of a name, if the theme declares the names of its values and numbers them.
  init?(nameOfNumbered name: Span<UInt8>) {
    // In the order of their indices.
    guard let place = WordTable("palette locale subtype").index(of: name) else { return nil }
    self.init(index: Axis.palette.index &+ place)
  }

  /// The value of this axis with a name.
  func value(named name: Span<UInt8>) -> UInt64? {
    guard let place = valueNames.index(of: name) else { return nil }
    let number = UInt64(truncatingIfNeeded: place &+ 1)
    return self == .contrast ? number &* 100 &- 99 : number
  }

  /// The name of a value of this axis; empty if it has none.
  @_lifetime(immortal)
  func name(ofValue value: UInt64) -> Span<UInt8> {
    guard value > 0, value < 256 else { return StoredText.empty.bytes }
    let place = Int(truncatingIfNeeded: value) &- 1
    guard self == .contrast else { return valueNames.word(at: place) }
    return place % 100 == 0 ? valueNames.word(at: place / 100) : StoredText.empty.bytes
  }

  /// The value of this axis in an environment, or its default where it is unspecified.
  func value(in environment: Environment, _ axes: MatchedAxes) -> UInt64 {
    switch index {
    case 0: return axes.scheme
    case 1: return axes.contrastStep.value
    case 2: return axes.elevation
    case 3: return axes.gamut
    default:
      // Unspecified stands for typical vision, the normal state, and no forced colors.
      let value = environment[self]
      return value == 0 && self != .idiom ? 1 : value
    }
  }
}
