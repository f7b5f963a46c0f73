// Recipe: conditions in expressions: truth values, media features, and values of axes.

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

  /// The names of the features, in the order of the raw values.
  static var names: WordTable {
    WordTable("prefers-color-scheme prefers-contrast color-gamut forced-colors")
  }

  /// The feature with a name; `nil` if there is none.
  init?(name: Span<UInt8>) {
    guard let index = MediaFeature.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(truncatingIfNeeded: index &+ 1))
  }

  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { MediaFeature.names.word(at: Int(rawValue) &- 1) }
  }

  /// The names of the values, in the order of their numbers.
  var valueNames: WordTable {
    switch self {
    case .colorScheme: WordTable("light dark")
    case .contrast: WordTable("no-preference more less custom")
    case .gamut: WordTable("srgb p3 rec2020")
    case .forcedColors: WordTable("none active")
    }
  }

  /// The number of a value, from 1; `nil` if no value of the feature has this name.
  func value(named name: Span<UInt8>) -> UInt8? {
    valueNames.index(of: name).map { UInt8(truncatingIfNeeded: $0 &+ 1) }
  }

  /// The name of a value, by its number from 1; empty if the number is too great.
  @_lifetime(immortal)
  func valueName(_ value: UInt8) -> Span<UInt8> { valueNames.word(at: Int(value) &- 1) }

  /// The axis that corresponds to the feature.
  var axis: Axis {
    switch self {
    case .colorScheme: .scheme
    case .contrast: .contrast
    case .gamut: .gamut
    case .forcedColors: .forcedColors
    }
  }

  /// Returns whether the feature has the value with the number `value` in an environment. For a
  /// condition without a value, such as `(prefers-contrast)`, the number is 0, and the result is
  /// true unless the feature has the value `none` or `no-preference`. `values` has the
  /// values of the same environment, with defaults for unspecified axes.
  func holds(_ value: UInt8, _ environment: Environment, _ values: MatchedValues) -> Bool {
    let hasForcedColors = environment[.forcedColors] == 2
    switch self {
    case .colorScheme: return value == 0 || UInt64(value) == values.scheme
    // A display with a wide gamut has the narrower gamuts, too.
    case .gamut: return UInt64(value) <= values.gamut
    // `none` is 1; `active`, and a condition without a value, ask for forced colors.
    case .forcedColors: return hasForcedColors == (value != 1)
    case .contrast:
      // The numbers of `valueNames`. With forced colors, CSS calls a standard contrast `custom`
      // (4), because the user has set the colors.
      let current: UInt8 =
        switch values.namedContrast {
        case .more: 2
        case .less: 3
        case .standard: hasForcedColors ? 4 : 1
        }
      return value == 0 ? current != 1 : value == current
    }
  }
}

extension Axis {
  /// The value of this axis in an environment, or the default value if the environment leaves the
  /// axis unspecified. For the contrast, the nearest contrast that has a name.
  ///
  /// The axis must be one whose values have keywords: scheme, contrast, elevation, gamut, vision,
  /// state, idiom or forced colors. `values` has the values of the same environment, with defaults
  /// for unspecified axes.
  func value(in environment: Environment, _ values: MatchedValues) -> UInt64 {
    switch self {
    case .scheme: return values.scheme
    case .contrast: return values.namedContrast.value
    case .elevation: return values.elevation
    case .gamut: return values.gamut
    default:
      // The defaults are typical vision, the normal state and no forced colors. Each has the value
      // 1. The idiom has no default.
      let value = environment[self]
      return value == 0 && self != .idiom ? 1 : value
    }
  }
}
