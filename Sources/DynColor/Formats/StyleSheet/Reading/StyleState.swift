// StyleSheet: the environments that style sheets distinguish, and the words that describe them.

/// An environment as style sheets distinguish it: a value for each axis, 0 for the default.
struct StyleState: BitwiseCopyable {
  // The numbers of the built-in axes. Custom axes have numbers from `firstCustomAxis` on.
  //
  // The values of the built-in axes:
  // - scheme: 0 light, 1 dark;
  // - contrast: 0 standard, 1 more, 2 less;
  // - gamut: 0 sRGB, 1 P3, 2 Rec. 2020;
  // - forced colors: 0 none, 1 active;
  // - idiom, the kind of device: as the environment axis, 0 unspecified, 1 phone, and so on to 7.
  static var scheme: Int { 0 }
  static var contrast: Int { 1 }
  static var gamut: Int { 2 }
  static var forcedColors: Int { 3 }
  static var idiom: Int { 4 }
  static var firstCustomAxis: Int { 5 }
  static var greatestAxisCount: Int { 32 }

  private var values = InlineArray<32, UInt8>(repeating: 0)

  subscript(_ axis: Int) -> UInt8 {
    get { values[unchecked: axis & 31] }
    set { values[unchecked: axis & 31] = newValue }
  }

  /// The number of values of a built-in axis.
  static func valueCount(_ axis: Int) -> Int {
    switch axis {
    case scheme, forcedColors: 2
    case contrast, gamut: 3
    default: 8
    }
  }

  /// Returns whether a media query for a feature is true in this state. `value` is the value in the
  /// query, as from `MediaFeature.value(named:)`, or 0 if the query has only the name, as in
  /// `(prefers-contrast)`. Such a query is true unless the feature is `none` or `no-preference`.
  func holds(_ feature: MediaFeature, _ value: UInt8) -> Bool {
    let isForced = self[StyleState.forcedColors] == 1
    switch feature {
    case .colorScheme: return value == 0 || self[StyleState.scheme] &+ 1 == value
    // A display with a wide gamut has the narrower gamuts, too.
    case .gamut: return value <= self[StyleState.gamut] &+ 1
    case .forcedColors: return isForced == (value != 1)  // 1 is `none`.
    case .contrast:
      // 1 is `no-preference`, 2 `more`, 3 `less`, and 4 `custom`, which forced colors imply.
      let contrast = self[StyleState.contrast]
      let current = contrast == 0 ? (isForced ? 4 : 1) : contrast &+ 1
      return value == 0 ? current != 1 : value == current
    }
  }

  /// The axes that a media query for a feature depends on, one bit each. `value` is that of
  /// `holds`.
  static func mask(_ feature: MediaFeature, _ value: UInt8) -> UInt32 {
    switch feature {
    case .colorScheme: value == 0 ? 0 : 1 << scheme
    case .contrast:
      // Only `more` and `less` do not depend on forced colors.
      value == 2 || value == 3 ? 1 << contrast : 1 << contrast | 1 << forcedColors
    case .gamut: 1 << gamut
    case .forcedColors: 1 << forcedColors
    }
  }
}

/// The environment that the words of a class or attribute value describe.
struct DescribedState: BitwiseCopyable {
  /// For each built-in axis its value plus 1; 0 if the words do not mention it.
  private var values = SIMD8<UInt8>()
  /// True for `auto` and `system`, which leave the scheme to the system.
  private(set) var isAutomatic = false

  /// The number of axes that the words mention.
  var axisCount: Int {
    var count = 0
    for axis in upTo(StyleState.firstCustomAxis) where values[axis & 7] != 0 { count &+= 1 }
    return count
  }

  /// The axes that the words mention, one bit each.
  var mask: UInt32 {
    var mask: UInt32 = 0
    for axis in upTo(StyleState.firstCustomAxis) where values[axis & 7] != 0 {
      mask |= 1 &<< UInt32(truncatingIfNeeded: axis)
    }
    return mask
  }

  /// Returns whether a state agrees with the words on all axes that they mention.
  func holds(in state: StyleState) -> Bool {
    for axis in upTo(StyleState.firstCustomAxis) {
      let value = values[axis & 7]
      if value != 0, value != state[axis] &+ 1 { return false }
    }
    return true
  }

  /// Parses words that are separated by hyphens, underscores or spaces. `nil` if one of them is
  /// unknown. A word such as `high` needs the word `contrast` after it, unless `isContrast` is true
  /// because the attribute is about contrast.
  @_optimize(speed)
  init?(_ text: Span<UInt8>, isContrast: Bool = false) {
    var start = 0
    var wordCount = 0
    // The contrast that a word such as `high` stands for, plus 1, as long as no word `contrast` has
    // followed; 0 for none. The numbers of contrasts are those of `StyleState`.
    var pendingContrast: UInt8 = 0
    while start < text.count {
      var end = start
      while let byte = text.element(at: end), !DescribedState.isSeparator(byte) { end &+= 1 }
      defer { start = end &+ 1 }
      guard end > start else { continue }
      wordCount &+= 1
      switch Keyword(text, start, end) {
      case "light": guard setOnce(StyleState.scheme, 0) else { return nil }
      case "dark": guard setOnce(StyleState.scheme, 1) else { return nil }
      case "darkmode": guard setOnce(StyleState.scheme, 1) else { return nil }
      case "lightmode": guard setOnce(StyleState.scheme, 0) else { return nil }
      // `hc` is short for high contrast. `ax` is short for accessibility, and means the same here.
      case "hc", "ax", "highcontrast": guard setOnce(StyleState.contrast, 1) else { return nil }
      case "high", "higher", "more", "increased": pendingContrast = 2
      case "low", "lower", "less", "reduced", "decreased": pendingContrast = 3
      case "default", "standard", "normal", "base", "any":
        if pendingContrast == 0 { pendingContrast = 1 }
      case "contrast":
        guard pendingContrast != 0 || isContrast else { return nil }
        if pendingContrast != 0 {
          guard setOnce(StyleState.contrast, pendingContrast &- 1) else { return nil }
        }
        pendingContrast = 0
      case "srgb": guard setOnce(StyleState.gamut, 0) else { return nil }
      // These words add nothing, as in `dark-mode` or `display-p3`.
      case "display", "theme", "themes", "mode", "scheme", "color", "colors", "colour", "colours":
        break
      case "p3": guard setOnce(StyleState.gamut, 1) else { return nil }
      case "rec2020": guard setOnce(StyleState.gamut, 2) else { return nil }
      case "phone": guard setOnce(StyleState.idiom, 1) else { return nil }
      case "tablet": guard setOnce(StyleState.idiom, 2) else { return nil }
      case "desktop": guard setOnce(StyleState.idiom, 3) else { return nil }
      case "tv": guard setOnce(StyleState.idiom, 4) else { return nil }
      case "watch": guard setOnce(StyleState.idiom, 5) else { return nil }
      case "car": guard setOnce(StyleState.idiom, 6) else { return nil }
      case "headset": guard setOnce(StyleState.idiom, 7) else { return nil }
      case "auto", "system": isAutomatic = true
      default: return nil
      }
    }
    // If `pendingContrast` is not 0, the text has a word such as `high` without the word `contrast`
    // after it. If the attribute is about contrast, a word such as `high` counts all the same. If
    // not, words such as `high` (2) and `low` (3) make the text invalid, and words such as
    // `default` (1) are ignored.
    if pendingContrast > 1 || pendingContrast == 1 && isContrast {
      guard isContrast, setOnce(StyleState.contrast, pendingContrast &- 1) else { return nil }
    }
    guard wordCount > 0, !isAutomatic || wordCount == 1 else { return nil }
  }

  /// Sets the value of an axis. Returns false if the axis already has a different value.
  private mutating func setOnce(_ axis: Int, _ value: UInt8) -> Bool {
    guard values[axis & 7] == 0 || values[axis & 7] == value &+ 1 else { return false }
    values[axis & 7] = value &+ 1
    return true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
  }
}
