// Recipe: the conditions of variants.

extension Variant {
  /// The conditions under which a variant applies. 0 stands for any value.
  ///
  /// Conditions on the axes of asset catalogs are one word. Those on vision, state, palette and the
  /// custom axes, the *extra* conditions, are two more, which tables and expressions store only if
  /// they have some.
  struct Conditions: BitwiseCopyable, Equatable {
    /// A byte each for scheme, contrast, elevation, gamut, idiom and subtype, and two for the
    /// locale. The highest bit of the first byte is set if there are extra conditions.
    let rawValue: UInt64
    /// A byte for each custom axis; and two bytes for the palette, one for the state and one for
    /// the vision.
    let extra: SIMD2<UInt64>

    private static var extraBit: UInt64 { 0x80 }

    /// Whether a word of conditions is followed by two with extra conditions.
    @inline(__always)
    static func hasExtra(_ word: UInt64) -> Bool { word & extraBit != 0 }

    /// Conditions without extra ones.
    init(rawValue: UInt64) {
      self.rawValue = rawValue
      extra = .zero
    }

    /// Conditions of words that belong together.
    init(rawValue: UInt64, extra: SIMD2<UInt64>) {
      self.rawValue = rawValue
      self.extra = extra
    }

    /// Conditions of both kinds.
    init(standard: UInt64, extra: SIMD2<UInt64>) {
      rawValue = standard & ~Conditions.extraBit | (extra == .zero ? 0 : Conditions.extraBit)
      self.extra = extra
    }

    init(scheme: UInt8, contrast: UInt8, elevation: UInt8, gamut: UInt8, idiom: UInt8) {
      self.init(
        rawValue: UInt64(scheme) | UInt64(contrast) << 8 | UInt64(elevation) << 16
          | UInt64(gamut) << 24 | UInt64(idiom) << 32)
    }

    static var any: Conditions { Conditions(rawValue: 0) }

    static var dark: Conditions {
      Conditions(scheme: 2, contrast: 0, elevation: 0, gamut: 0, idiom: 0)
    }

    var hasExtra: Bool { Conditions.hasExtra(rawValue) }

    /// The word with the conditions that are not extra.
    var standard: UInt64 { rawValue & ~Conditions.extraBit }

    var withoutExtra: Conditions { Conditions(rawValue: standard) }

    /// The number of words in an expression.
    var wordCount: Int { hasExtra ? 3 : 1 }

    // MARK: - By index

    /// The number of axes. Extra ones come last, in the order in which they rank.
    static var axisCount: Int { 18 }
    static var firstExtraAxis: Int { 7 }
    /// Vision, state, palette and the custom axes.
    static var extraAxes: AxisSet {
      var axes = AxisSet.none
      for index in upTo(axisCount, from: firstExtraAxis) { axes.insert(axis(index)) }
      return axes
    }
    private static var firstCustomAxis: Int { 10 }

    /// The axis at an index.
    static func axis(_ index: Int) -> Axis {
      switch index {
      case 4: .idiom
      case 5: .subtype
      case 6: .locale
      case 7: .vision
      case 8: .state
      case 9: .palette
      case firstCustomAxis...: .custom(index &- firstCustomAxis)
      default: Axis(index: index & 3)
      }
    }

    /// The index of a custom axis.
    static func index(ofCustomAxis number: Int) -> Int { firstCustomAxis &+ number }

    /// How an axis is written: by the names of its values, or by its own name and that of a value.
    static func isNamedByValue(_ index: Int) -> Bool { index < 5 || index == 7 || index == 8 }

    /// The greatest value of an axis that is not extra.
    private static func greatestValue(_ index: Int) -> UInt64 {
      index == 6 ? 0xFFFF : index == 0 ? 0x7F : 0xFF
    }

    /// The position of an extra axis in its word.
    private static func extraShift(_ index: Int) -> UInt64 {
      switch index {
      case 7: 24
      case 8: 16
      case 9: 0
      default: UInt64(truncatingIfNeeded: index &- firstCustomAxis) &* 8
      }
    }

    private static func greatestExtraValue(_ index: Int) -> UInt64 { index == 9 ? 0xFFFF : 0xFF }

    /// The value of an extra axis, by its index, in two words like those of conditions.
    static func value(_ index: Int, in extra: SIMD2<UInt64>) -> UInt64 {
      let word = index >= firstCustomAxis ? extra.x : extra.y
      return word &>> extraShift(index) & greatestExtraValue(index)
    }

    /// The value of the axis at an index.
    subscript(_ index: Int) -> UInt64 {
      guard index < Conditions.firstExtraAxis else { return Conditions.value(index, in: extra) }
      return rawValue &>> UInt64(truncatingIfNeeded: index &* 8) & Conditions.greatestValue(index)
    }

    /// The same conditions, with a value for an axis that was unspecified.
    @inline(__always)
    func adding(_ value: UInt64, _ index: Int) -> Conditions {
      guard index < Conditions.firstExtraAxis else { return addingExtra(value, index) }
      let bits = value & Conditions.greatestValue(index)
      return Conditions(
        rawValue: rawValue | bits &<< UInt64(truncatingIfNeeded: index &* 8), extra: extra)
    }

    @inline(never)
    private func addingExtra(_ value: UInt64, _ index: Int) -> Conditions {
      let bits = (value & Conditions.greatestExtraValue(index)) &<< Conditions.extraShift(index)
      var extra = extra
      if index >= Conditions.firstCustomAxis { extra.x |= bits } else { extra.y |= bits }
      return Conditions(standard: standard, extra: extra)
    }

    // MARK: - By name

    var scheme: UInt64 { rawValue & 0x7F }
    var contrast: UInt64 { rawValue >> 8 & 0xFF }
    var elevation: UInt64 { rawValue >> 16 & 0xFF }
    var gamut: UInt64 { rawValue >> 24 & 0xFF }
    var idiom: UInt64 { rawValue >> 32 & 0xFF }
    var subtype: UInt64 { rawValue >> 40 & 0xFF }
    var locale: UInt64 { rawValue >> 48 }
    var palette: UInt64 { extra.y & 0xFFFF }
    var state: UInt64 { extra.y >> 16 & 0xFF }
    var vision: UInt64 { extra.y >> 24 }

    func custom(_ axis: Int) -> UInt64 { self[Conditions.index(ofCustomAxis: axis)] }

    /// Whether each value is 0 or a value of its axis. Does not check what only a theme knows: the
    /// values of subtype, locale, palette and custom axes.
    var areValid: Bool {
      rawValue == 0
        || scheme <= Axis.scheme.maximum && elevation <= Axis.elevation.maximum
          && gamut <= Axis.gamut.maximum && idiom <= Axis.idiom.maximum
          && contrast <= Axis.contrast.maximum && hasExtra == (extra != .zero)
          && state <= Axis.state.maximum && vision <= Axis.vision.maximum
    }

    /// The axes that have a condition.
    var axes: AxisSet {
      var axes = AxisSet.none
      if scheme != 0 { axes.insert(.scheme) }
      if contrast != 0 { axes.insert(.contrast) }
      if elevation != 0 { axes.insert(.elevation) }
      if gamut != 0 { axes.insert(.gamut) }
      if idiom != 0 { axes.insert(.idiom) }
      if subtype != 0 { axes.insert(.subtype) }
      if locale != 0 { axes.insert(.locale) }
      return hasExtra ? axes.union(axesOfExtra) : axes
    }

    @inline(never)
    private var axesOfExtra: AxisSet {
      var axes = AxisSet.none
      for index in upTo(Conditions.axisCount, from: Conditions.firstExtraAxis)
      where self[index] != 0 {
        axes.insert(Conditions.axis(index))
      }
      return axes
    }
  }
}
