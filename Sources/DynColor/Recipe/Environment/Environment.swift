// Recipe: environments, and the axes that they consist of.

/// The conditions under which a color is resolved: a value for each axis. 0 stands for unspecified.
///
/// An environment is stored as the 32 bytes of the C struct, in four words, so that environments
/// are compared and hashed without conversion.
struct Environment: BitwiseCopyable, Equatable {
  var words: SIMD4<UInt64>

  /// An environment with all axes unspecified.
  init() { words = .zero }

  @_optimize(speed)
  static func == (first: Environment, second: Environment) -> Bool { first.words == second.words }

  /// The environment of the bytes of a C struct. Throws the first axis whose value is out of range.
  @_optimize(speed)
  init(words: SIMD4<UInt64>) throws(InvalidAxis) {
    self.words = words
    // The check of all axes at once is fast. The check of each axis finds the axis to report.
    if Environment.areValid(words) { return }
    for index in upTo(Axis.count) {
      let axis = Axis(index: index)
      if self[axis] > axis.greatestValue { throw InvalidAxis(axis: axis) }
    }
  }

  /// The environment of words that have already been validated.
  init(validated words: SIMD4<UInt64>) { self.words = words }

  /// Returns whether each axis has a valid value. The numbers below follow from `Axis.rows`. Axes
  /// that are not tested have no invalid values.
  @inline(__always)
  private static func areValid(_ words: SIMD4<UInt64>) -> Bool {
    // The bytes of the first word are the axes from the scheme to the idiom; from the right, their
    // greatest values are 2, 201, 2, 3, 5, 101, 7 and 7. All but the contrast are tested at once:
    // adding 127 minus the greatest value to a byte sets its highest bit if the byte is greater.
    let word = words.x
    let highestBits: UInt64 = 0x8080_8080_8080_8080
    let contrastByte: UInt64 = 0xFF00
    let tested = ((word & ~highestBits) &+ 0x7878_1A7A_7C7D_007D) | word
    return tested & highestBits & ~contrastByte == 0 && word & contrastByte <= 201 << 8
      // The forced colors, and above them the reserved bytes.
      && words.y >> 40 <= 2
  }

  /// The axes that have a value other than 0.
  var specifiedAxes: AxisSet {
    var axes = AxisSet.none
    for index in upTo(Axis.count) where self[Axis(index: index)] != 0 {
      axes.insert(Axis(index: index))
    }
    return axes
  }

  /// An axis with an invalid value.
  struct InvalidAxis: Error {
    let axis: Axis
  }

  /// The value of an axis; 0 if it is unspecified.
  subscript(_ axis: Axis) -> UInt64 {
    get { words[axis.word] &>> axis.shift & axis.mask }
    set {
      let rest = words[axis.word] & ~(axis.mask &<< axis.shift)
      words[axis.word] = rest | (newValue & axis.mask) &<< axis.shift
    }
  }

  /// True if some values mean something only in the theme that has assigned them: ids of colors, or
  /// numbers of declared names.
  var hasThemeNumbers: Bool {
    // Of `words.y`, only the lower five bytes count: palette, locale and subtype. The shift drops
    // the upper three. `words.z` has the foreground and the accent, and `words.w` the custom axes.
    words.y &<< 24 | words.z | words.w != 0
  }

  /// An environment with the values that this one has for `axes`. All other axes are unspecified.
  func keeping(_ axes: AxisSet) -> Environment {
    var result = Environment()
    for index in upTo(Axis.count) {
      let axis = Axis(index: index)
      if axes.contains(axis) { result[axis] = self[axis] }
    }
    return result
  }

  /// This environment, with unspecified axes taken from `parent`.
  func inheriting(_ parent: Environment) -> Environment {
    var result = self
    for index in upTo(Axis.count) {
      let axis = Axis(index: index)
      if self[axis] == 0 { result[axis] = parent[axis] }
    }
    return result
  }
}

/// An axis of environments, such as the scheme or the contrast.
struct Axis: BitwiseCopyable, Equatable {
  let index: Int

  static var scheme: Axis { Axis(index: 0) }
  static var contrast: Axis { Axis(index: 1) }
  static var elevation: Axis { Axis(index: 2) }
  static var gamut: Axis { Axis(index: 3) }
  static var vision: Axis { Axis(index: 4) }
  // The axis with the index 5, the severity of the color vision deficiency, needs no constant.
  static var state: Axis { Axis(index: 6) }
  /// The kind of device, such as phone or desktop.
  static var idiom: Axis { Axis(index: 7) }
  static var palette: Axis { Axis(index: 8) }
  static var locale: Axis { Axis(index: 9) }
  /// A finer kind of device, such as foldable, which the host declares by name.
  static var subtype: Axis { Axis(index: 10) }
  static var forcedColors: Axis { Axis(index: 11) }
  static var foreground: Axis { Axis(index: 12) }
  static var accent: Axis { Axis(index: 13) }

  /// The number of custom axes that a host can declare. Their values fill a word of an environment,
  /// a byte each.
  static var customCount: Int { 8 }

  /// A custom axis, by its index among the custom axes, which is below `customCount`.
  static func custom(_ customIndex: Int) -> Axis {
    Axis(index: 14 &+ (customIndex & (customCount &- 1)))
  }

  /// Not an axis: the reserved bytes of the struct, which must be 0.
  static var reservedBytes: Axis { Axis(index: 14 &+ customCount) }

  /// The index of this axis among the custom axes; `nil` for other axes.
  var customIndex: Int? { (14..<(14 &+ Axis.customCount)).contains(index) ? index &- 14 : nil }

  /// The number of axes, with `reservedBytes`.
  static var count: Int { 23 }

  /// The greatest value of the axis. All values from 1 up to the greatest one are valid.
  var greatestValue: UInt64 { UInt64(row.greatestValue) }

  fileprivate var word: Int { Int(row.word & 3) }
  fileprivate var shift: UInt64 { UInt64(row.shift) }
  fileprivate var mask: UInt64 { (1 &<< UInt64(row.bits)) &- 1 }

  // An axis always has a valid index, so this needs no check.
  private var row: Row { Axis.rows[unchecked: index] }

  /// The place of an axis in an environment, and the greatest value of the axis. The place is the
  /// index of a word, the lowest bit in that word, and the number of bits.
  private struct Row: BitwiseCopyable {
    let word, shift, bits: UInt8
    let greatestValue: UInt32

    init(_ word: UInt8, _ shift: UInt8, _ bits: UInt8, _ greatestValue: UInt32) {
      (self.word, self.shift, self.bits, self.greatestValue) = (word, shift, bits, greatestValue)
    }
  }

  /// The axes, in the order of `index`.
  private static let rows: [23 of Row] = [
    Row(0, 0, 8, 2),  // scheme
    Row(0, 8, 8, 201),  // contrast: −100 % to 100 %
    Row(0, 16, 8, 2),  // elevation
    Row(0, 24, 8, 3),  // gamut
    Row(0, 32, 8, 5),  // vision
    Row(0, 40, 8, 101),  // vision severity: 0 % to 100 %
    Row(0, 48, 8, 7),  // state
    Row(0, 56, 8, 7),  // idiom
    Row(1, 0, 16, 0xFFFF),  // palette
    Row(1, 16, 16, 0xFFFF),  // locale
    Row(1, 32, 8, 0xFF),  // subtype
    Row(1, 40, 8, 2),  // forced colors
    Row(2, 0, 32, 0xFFFF_FFFF),  // foreground
    Row(2, 32, 32, 0xFFFF_FFFF),  // accent
    Row(3, 0, 8, 0xFF), Row(3, 8, 8, 0xFF), Row(3, 16, 8, 0xFF), Row(3, 24, 8, 0xFF),  // custom
    Row(3, 32, 8, 0xFF), Row(3, 40, 8, 0xFF), Row(3, 48, 8, 0xFF), Row(3, 56, 8, 0xFF),
    Row(1, 48, 16, 0),  // reserved
  ]

  /// The name of the axis's field in the C struct, with the dot before it.
  var fieldPath: StaticString {
    switch index {
    case 0: ".scheme"
    case 1: ".contrast"
    case 2: ".elevation"
    case 3: ".gamut"
    case 4: ".vision"
    case 5: ".vision_severity"
    case 6: ".state"
    case 7: ".idiom"
    case 8: ".palette"
    case 9: ".locale"
    case 10: ".subtype"
    case 11: ".forced_colors"
    case 12: ".foreground"
    case 13: ".accent"
    case 14: ".custom[0]"
    case 15: ".custom[1]"
    case 16: ".custom[2]"
    case 17: ".custom[3]"
    case 18: ".custom[4]"
    case 19: ".custom[5]"
    case 20: ".custom[6]"
    case 21: ".custom[7]"
    default: ".reserved"
    }
  }
}

/// A set of axes: bit N stands for the axis with index N.
struct AxisSet: BitwiseCopyable, Equatable {
  var rawValue: UInt32

  static var none: AxisSet { AxisSet(rawValue: 0) }

  /// All axes, without the reserved bytes.
  static var all: AxisSet { AxisSet(rawValue: 0x3F_FFFF) }

  mutating func insert(_ axis: Axis) { rawValue |= 1 &<< UInt32(truncatingIfNeeded: axis.index) }

  func contains(_ axis: Axis) -> Bool {
    rawValue &>> UInt32(truncatingIfNeeded: axis.index) & 1 == 1
  }

  mutating func formUnion(_ other: AxisSet) { rawValue |= other.rawValue }

  func union(_ other: AxisSet) -> AxisSet { AxisSet(rawValue: rawValue | other.rawValue) }

  /// The set of only the gamut.
  static var gamut: AxisSet {
    var axes = AxisSet.none
    axes.insert(.gamut)
    return axes
  }

  /// The number of axes.
  var count: Int { rawValue.nonzeroBitCount }

  /// Returns whether the sets have an axis in common.
  func intersects(_ other: AxisSet) -> Bool { rawValue & other.rawValue != 0 }
}

/// The contrasts that have names.
enum NamedContrast {
  case less, standard, more

  /// The value of the contrast axis.
  var value: UInt64 {
    switch self {
    case .less: 1
    case .standard: 101
    case .more: 201
    }
  }

  /// The named contrast that is nearest to a value of the axis. If the value is halfway between two
  /// named contrasts, the greater one is used. 0, which means unspecified, stands for standard.
  init(nearest value: UInt64) {
    switch value {
    case 1...50: self = .less
    case 151...: self = .more
    default: self = .standard
    }
  }
}
