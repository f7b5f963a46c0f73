// Theme: the environments in which colors are compared: all that their variants and expressions can
// distinguish.

/// All combinations of the values of the axes that have been inserted so far.
///
/// - An axis that was not inserted has only its first value.
/// - An axis with a fixed list of values has all of them. Contrast has the named values (less,
///   standard and more) and those in the conditions of variants.
/// - Idioms, subtypes, locales and custom axes have the values in the conditions of variants, and
///   0, which stands for all others.
/// - The palette axis has the values in the conditions of variants, 0 for the default palette, and
///   one number that stands for all other palettes.
struct EnvironmentSamples: ~Copyable {
  /// The greatest number of locales, which is the size of `locales`.
  private static var greatestLocaleCount: Int { 512 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The axes that were inserted.
  private var axes = AxisSet.none
  // Sets of the values of axes. The counts further below are the numbers of their members. There
  // are eight custom axes.
  private var contrasts = SIMD4<UInt64>()
  private var idioms = SIMD4<UInt64>()
  private var subtypes = SIMD4<UInt64>()
  private var palettes = SIMD4<UInt64>()
  private var customValues = [8 of SIMD4<UInt64>](repeating: .zero)
  /// A hash table of the locales, at most half full. 0 stands for an empty slot.
  private var localeTable = [1024 of UInt16](repeating: 0)
  /// The locales, in the order in which they were inserted. The first is 0.
  private var locales = [512 of UInt16](repeating: 0)
  // The addresses of the last two recipes whose conditions were inserted. 0 stands for none.
  private var lastRecipe: UInt64 = 0
  private var recipeBeforeLast: UInt64 = 0
  private var contrastCount = 0
  private var idiomCount = 0
  private var subtypeCount = 0
  private var localeCount = 1
  private var paletteCount = 0
  private var customCounts = [8 of Int](repeating: 0)
  /// True if a value could not be inserted. There are two reasons: too many locales, or a palette
  /// whose number is too large.
  private(set) var isFull = false

  init() {
    insertContrast(NamedContrast.less.value)
    insertContrast(NamedContrast.standard.value)
    insertContrast(NamedContrast.more.value)
    insertIdiom(0)
    insertSubtype(0)
    insertPalette(0)
    insertPalette(EnvironmentSamples.otherPalette)
    for axis in upTo(Axis.customCount) { insertCustom(0, axis) }
  }

  /// The number that stands for all palettes that occur in no condition.
  private static var otherPalette: UInt64 { 0xFF }

  /// Inserts the axes and values in the conditions of a variant.
  mutating func insert(_ conditions: Variant.Conditions) {
    // 0 stands for no conditions, since a bit is set if there are extra ones.
    guard conditions.rawValue != 0 else { return }
    axes.formUnion(conditions.axes)
    if conditions.contrast != 0 { insertContrast(conditions.contrast) }
    insertIdiom(conditions.idiom)
    insertSubtype(conditions.subtype)
    if conditions.hasExtra { insertExtra(conditions) }
    if conditions.locale != 0 { insertLocale(UInt16(truncatingIfNeeded: conditions.locale)) }
  }

  /// Inserts the axes and values in the conditions of all variants of a recipe. Does nothing if the
  /// recipe is one of the last two. This saves time: a comparison of two colors often passes the
  /// same two recipes again in each environment.
  mutating func insert(conditionsOf recipe: Recipe) {
    let address = recipe.words.address
    guard address != lastRecipe, address != recipeBeforeLast else { return }
    (lastRecipe, recipeBeforeLast) = (address, lastRecipe)
    for index in upTo(recipe.variantCount) { insert(recipe.variant(index).conditions) }
  }

  @inline(never)
  private mutating func insertLocale(_ locale: UInt16) {
    // The highest 10 of 16 bits (Fibonacci hashing).
    var slot = Int((locale &* 0x9E37) >> 6)
    while localeTable[slot & 1023] != 0 {
      if localeTable[slot & 1023] == locale { return }
      slot &+= 1
    }
    guard localeCount < EnvironmentSamples.greatestLocaleCount else {
      isFull = true
      return
    }
    localeTable[slot & 1023] = locale
    locales[localeCount & 511] = locale
    localeCount &+= 1
  }

  /// Inserts the values of the custom axes and the palette in the conditions of a variant.
  @inline(never)
  private mutating func insertExtra(_ conditions: Variant.Conditions) {
    for axis in upTo(Axis.customCount) { insertCustom(conditions.custom(axis), axis) }
    guard conditions.palette < EnvironmentSamples.otherPalette else {
      isFull = true
      return
    }
    insertPalette(conditions.palette)
  }

  /// Inserts axes that an expression reads.
  mutating func insert(_ axes: AxisSet) { self.axes.formUnion(axes) }

  @inline(never)
  private mutating func insertContrast(_ number: UInt64) {
    if contrasts.insert(number) { contrastCount &+= 1 }
  }

  @inline(never)
  private mutating func insertIdiom(_ number: UInt64) {
    if idioms.insert(number) { idiomCount &+= 1 }
  }

  @inline(never)
  private mutating func insertSubtype(_ number: UInt64) {
    if subtypes.insert(number) { subtypeCount &+= 1 }
  }

  @inline(never)
  private mutating func insertPalette(_ number: UInt64) {
    if palettes.insert(number) { paletteCount &+= 1 }
  }

  @inline(never)
  private mutating func insertCustom(_ number: UInt64, _ axis: Int) {
    if customValues[axis & 7].insert(number) { customCounts[axis & 7] &+= 1 }
  }

  /// The index of a custom axis among the custom axes.
  private static func customIndex(_ axis: Axis) -> Int {
    (axis.index &- Axis.custom(0).index) & 7
  }

  /// The number of values of an axis. `index` is the index of the axis in `Variant.Conditions`.
  @inline(never)
  private func valueCount(ofAxisAt index: Int) -> Int {
    let axis = Variant.Conditions.axis(index)
    guard axes.contains(axis) else { return 1 }
    return switch axis {
    case .scheme, .elevation: 2
    case .gamut: 3
    case .idiom: idiomCount
    case .contrast: contrastCount
    case .subtype: subtypeCount
    case .locale: localeCount
    case .vision, .state: Int(truncatingIfNeeded: axis.greatestValue)
    case .palette: paletteCount
    default: customCounts[EnvironmentSamples.customIndex(axis)]
    }
  }

  /// How many of the axes in `Variant.Conditions` are combined: all, or only the axes of standard
  /// conditions, which come first, if no other axis was inserted.
  private var axisCount: Int {
    axes.intersects(Variant.Conditions.extraAxes)
      ? Variant.Conditions.axisCount : Variant.Conditions.firstExtraIndex
  }

  /// The number of environments; `.max` if it does not fit in an `Int`.
  var count: Int {
    var count = 1
    for index in upTo(axisCount) {
      let (product, isTooLarge) = count.multipliedReportingOverflow(
        by: valueCount(ofAxisAt: index))
      count = isTooLarge ? .max : product
    }
    return count
  }

  /// The value at `index` among the values of an axis. In a fixed list, the values are numbered
  /// from 1 on.
  @inline(never)
  private func value(_ index: Int, of axis: Axis) -> UInt64 {
    switch axis {
    case .scheme, .elevation, .gamut, .vision, .state: UInt64(truncatingIfNeeded: index) &+ 1
    case .idiom: idioms.member(index)
    case .contrast: contrasts.member(index)
    case .subtype: subtypes.member(index)
    case .locale: UInt64(locales[index & 511])
    case .palette: palettes.member(index)
    default: customValues[EnvironmentSamples.customIndex(axis)].member(index)
    }
  }

  /// The environment at `index` below `count`. The index is a number with a digit for each axis:
  /// the base of the digit is the number of the axis's values, and the digit is the index of the
  /// value.
  subscript(_ index: Int) -> Environment {
    var environment = Environment()
    var quotient = UInt(bitPattern: index)
    for axisIndex in upTo(axisCount) {
      let axis = Variant.Conditions.axis(axisIndex)
      let count = UInt(bitPattern: max(valueCount(ofAxisAt: axisIndex), 1))
      let digit = Int(bitPattern: quotient % count)
      quotient /= count
      environment[axis] = value(digit, of: axis)
    }
    return environment
  }
}

// A set of numbers up to 255. The number N is in the set if bit N is 1: bit 0 is the lowest bit of
// the first word, and bit 64 the lowest bit of the second one.
extension SIMD4<UInt64> {
  /// Inserts a number. Returns true if the set did not contain it.
  fileprivate mutating func insert(_ number: UInt64) -> Bool {
    let (word, bit) = (Int(truncatingIfNeeded: number >> 6 & 3), 1 &<< (number & 63) as UInt64)
    guard self[word] & bit == 0 else { return false }
    self[word] |= bit
    return true
  }

  /// The member at `index`, in ascending order; 0 if the set has fewer members.
  fileprivate func member(_ index: Int) -> UInt64 {
    var remaining = index
    for wordIndex in upTo(4) {
      var word = self[wordIndex]
      let count = word.nonzeroBitCount
      guard remaining < count else {
        remaining &-= count
        continue
      }
      // Clears the members before the wanted one.
      for _ in upTo(remaining) { word &= word &- 1 }
      return UInt64(truncatingIfNeeded: wordIndex &* 64 &+ word.trailingZeroBitCount)
    }
    return 0
  }
}
