// Recipe: the conditions of variants.

extension Variant {
  /// The conditions under which a variant applies: a value for each axis, where 0 stands for any
  /// value.
  ///
  /// The *standard* conditions, on the axes of asset catalogs, are one word. The *extra*
  /// conditions, on vision, state, palette and custom axes, are two more words. Tables and
  /// expressions store these two words only if a variant has extra conditions.
  struct Conditions: BitwiseCopyable, Equatable {
    /// The standard word: from the lowest byte, a byte each for scheme, contrast, elevation, gamut,
    /// idiom and subtype, and two for the locale. The highest bit of the first byte is set if there
    /// are extra conditions.
    let rawValue: UInt64
    /// The extra words, from the lowest byte: `x` has a byte for each custom axis; `y` has two for
    /// the palette, one for the state and one for the vision.
    let extra: SIMD2<UInt64>

    private static var extraBit: UInt64 { 0x80 }

    /// Returns whether a standard word is followed by two words with extra conditions.
    @inline(__always)
    static func hasExtra(_ word: UInt64) -> Bool { word & extraBit != 0 }

    /// Conditions without extra conditions, from a standard word whose bit for extra conditions is
    /// not set.
    init(rawValue: UInt64) {
      self.rawValue = rawValue
      extra = .zero
    }

    /// Conditions from a standard word in which the bit for extra conditions is already right, and
    /// the extra words.
    init(rawValue: UInt64, extra: SIMD2<UInt64>) {
      self.rawValue = rawValue
      self.extra = extra
    }

    /// Conditions from a standard word, whatever its bit for extra conditions is, and the extra
    /// words. The bit is set if an extra word has conditions, and cleared otherwise.
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

    // Comparing the elements takes fewer instructions than comparing the vectors.
    @inline(__always)
    static func == (first: Conditions, second: Conditions) -> Bool {
      first.rawValue == second.rawValue && first.extra.x == second.extra.x
        && first.extra.y == second.extra.y
    }

    static var dark: Conditions {
      Conditions(scheme: 2, contrast: 0, elevation: 0, gamut: 0, idiom: 0)
    }

    /// True if there are extra conditions.
    var hasExtra: Bool { Conditions.hasExtra(rawValue) }

    /// The standard word without the bit for extra conditions.
    var standard: UInt64 { rawValue & ~Conditions.extraBit }

    var withoutExtra: Conditions { Conditions(rawValue: standard) }

    /// The number of words that an expression needs for these conditions.
    var wordCount: Int { hasExtra ? 3 : 1 }

    // MARK: - Axes by index

    // An axis on which there can be a condition has an index in `Conditions`, which is not
    // `Axis.index`. The axes of extra conditions have the last indices. When variants are compared,
    // they count more than all axes of standard conditions, and of two of them, the one with the
    // lower index counts more: see VariantMatching.swift.
    static var axisCount: Int { 18 }
    // The indices of the axes of standard conditions.
    static var schemeIndex: Int { 0 }
    static var contrastIndex: Int { 1 }
    static var elevationIndex: Int { 2 }
    static var gamutIndex: Int { 3 }
    static var idiomIndex: Int { 4 }
    static var subtypeIndex: Int { 5 }
    static var localeIndex: Int { 6 }
    // The indices of the axes of extra conditions.
    static var firstExtraIndex: Int { visionIndex }
    private static var visionIndex: Int { 7 }
    private static var stateIndex: Int { 8 }
    static var paletteIndex: Int { 9 }
    private static var firstCustomIndex: Int { 10 }

    /// Vision, state, palette and the custom axes, as a set.
    static var extraAxes: AxisSet {
      var axes = AxisSet.none
      for index in upTo(axisCount, from: firstExtraIndex) { axes.insert(axis(index)) }
      return axes
    }

    /// The axis at `index` in `Conditions`.
    static func axis(_ index: Int) -> Axis {
      switch index {
      case idiomIndex: .idiom
      case subtypeIndex: .subtype
      case localeIndex: .locale
      case visionIndex: .vision
      case stateIndex: .state
      case paletteIndex: .palette
      case firstCustomIndex...: .custom(index &- firstCustomIndex)
      // Scheme, contrast, elevation and gamut, as in `Axis`.
      default: Axis(index: index & 3)
      }
    }

    /// The index of a custom axis in `Conditions`, by its index among the custom axes.
    static func index(ofCustomAxis customIndex: Int) -> Int { firstCustomIndex &+ customIndex }

    /// Returns whether a condition on an axis is written as the name of the value alone, such as
    /// `dark`: a condition on scheme, contrast, elevation, gamut, idiom, vision or state. Other
    /// conditions are written as the axis with a value, such as `palette(winter)`.
    static func isWrittenWithoutAxis(_ index: Int) -> Bool {
      index <= idiomIndex || index == visionIndex || index == stateIndex
    }

    /// The greatest value that the standard word has room for: two bytes for the locale, seven bits
    /// for the scheme, because of `extraBit`, and one byte for other axes.
    private static func greatestValue(_ index: Int) -> UInt64 {
      index == localeIndex ? 0xFFFF : index == schemeIndex ? 0x7F : 0xFF
    }

    /// The lowest bit of an axis of extra conditions in its extra word.
    private static func extraShift(_ index: Int) -> UInt64 {
      switch index {
      case visionIndex: 24
      case stateIndex: 16
      case paletteIndex: 0
      default: UInt64(truncatingIfNeeded: index &- firstCustomIndex) &* 8
      }
    }

    /// The greatest value that the extra words have room for: two bytes for the palette, and one
    /// byte for other axes.
    private static func greatestExtraValue(_ index: Int) -> UInt64 {
      index == paletteIndex ? 0xFFFF : 0xFF
    }

    /// The value of an axis of extra conditions, in two words in the layout of `extra`.
    static func value(forAxis index: Int, in extra: SIMD2<UInt64>) -> UInt64 {
      let word = index >= firstCustomIndex ? extra.x : extra.y
      return word &>> extraShift(index) & greatestExtraValue(index)
    }

    /// The value on the axis at `index`; 0 if there is no condition on it.
    subscript(_ index: Int) -> UInt64 {
      guard index < Conditions.firstExtraIndex else {
        return Conditions.value(forAxis: index, in: extra)
      }
      return rawValue &>> UInt64(truncatingIfNeeded: index &* 8) & Conditions.greatestValue(index)
    }

    /// The same conditions, with a value for an axis that had no condition.
    @inline(__always)
    func adding(_ value: UInt64, forAxis index: Int) -> Conditions {
      guard index < Conditions.firstExtraIndex else { return addingExtra(value, index) }
      let bits = value & Conditions.greatestValue(index)
      return Conditions(
        rawValue: rawValue | bits &<< UInt64(truncatingIfNeeded: index &* 8), extra: extra)
    }

    @inline(never)
    private func addingExtra(_ value: UInt64, _ index: Int) -> Conditions {
      let bits = (value & Conditions.greatestExtraValue(index)) &<< Conditions.extraShift(index)
      var extra = extra
      if index >= Conditions.firstCustomIndex { extra.x |= bits } else { extra.y |= bits }
      return Conditions(standard: standard, extra: extra)
    }

    // MARK: - Axes by name

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

    /// The value of a custom axis, by its index among the custom axes.
    func custom(_ customIndex: Int) -> UInt64 { self[Conditions.index(ofCustomAxis: customIndex)] }

    /// The first axis whose condition is not a value of the axis; `nil` if there is none. Axes
    /// whose values are declared in a theme (subtype, locale, palette and custom axes) allow every
    /// number that fits.
    var invalidAxis: Axis? {
      for index in upTo(Conditions.axisCount)
      where self[index] > Conditions.axis(index).greatestValue {
        return Conditions.axis(index)
      }
      return nil
    }

    /// True if there is no `invalidAxis`, and the bit for extra conditions agrees with `extra`.
    /// Nothing is checked if `rawValue` is 0: then a table has no extra words, and `extra` is 0.
    var areValid: Bool {
      rawValue == 0
        || scheme <= Axis.scheme.greatestValue && elevation <= Axis.elevation.greatestValue
          && gamut <= Axis.gamut.greatestValue && idiom <= Axis.idiom.greatestValue
          && contrast <= Axis.contrast.greatestValue && hasExtra == (extra != .zero)
          && state <= Axis.state.greatestValue && vision <= Axis.vision.greatestValue
    }

    /// True if there may be a condition whose value is declared in a theme: on the subtype, the
    /// locale, the palette or a custom axis.
    var mayHaveDeclaredValues: Bool {
      // The bits from 40 on are those of the subtype and the locale.
      hasExtra || rawValue >> 40 != 0
    }

    /// The axes on which there is a condition.
    @_optimize(speed)
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
      for index in upTo(Conditions.axisCount, from: Conditions.firstExtraIndex)
      where self[index] != 0 {
        axes.insert(Conditions.axis(index))
      }
      return axes
    }
  }
}
