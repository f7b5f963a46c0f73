// DesignTokens: the combinations of axis values that contexts distinguish.

/// The values that contexts distinguish, for each axis that modifiers can be bound to (see
/// `TokenModifiers.bind`). A cell is a combination of these values.
///
/// Here, an axis is its index in `Variant.Conditions`.
struct DistinguishedValues: BitwiseCopyable {
  /// The number of axes that modifiers can be bound to: the scheme is the first, the idiom the
  /// last.
  static var axisCount: Int { Variant.Conditions.idiomIndex &+ 1 }

  /// For each axis, the set of values, one bit each. Code here indexes with `axis & 7`, which is
  /// always in bounds and equals `axis`.
  private var values = SIMD8<UInt64>()

  /// The default value of an axis.
  static func defaultValue(of axis: Int) -> UInt64 {
    switch axis {
    case Variant.Conditions.contrastIndex: NamedContrast.standard.value
    case Variant.Conditions.idiomIndex: 0
    // The first value of the scheme, the elevation or the gamut.
    default: 1
    }
  }

  /// The bit that stands for a value of an axis in a set. The values of contrast are 1, 101 and
  /// 201, which have the bits 0 to 2. A value of another axis is the index of its bit.
  private static func bit(for value: UInt64, _ axis: Int) -> UInt64 {
    1 &<< (axis == Variant.Conditions.contrastIndex ? value / 100 : value & 15)
  }

  /// The value that the bit at `bitIndex` of a set stands for.
  private static func value(ofBitAt bitIndex: Int, _ axis: Int) -> UInt64 {
    let bitIndex = UInt64(truncatingIfNeeded: bitIndex)
    return axis == Variant.Conditions.contrastIndex ? bitIndex &* 100 &+ 1 : bitIndex
  }

  /// Adds the values that conditions distinguish: the value of each condition, and the default
  /// value of its axis.
  mutating func insert(_ conditions: Variant.Conditions) {
    for axis in upTo(DistinguishedValues.axisCount) where conditions[axis] != 0 {
      values[axis & 7] |=
        DistinguishedValues.bit(for: conditions[axis], axis)
        | DistinguishedValues.bit(for: DistinguishedValues.defaultValue(of: axis), axis)
    }
    let scheme = Variant.Conditions.schemeIndex
    // Every environment is either light or dark.
    if conditions[scheme] != 0 {
      values[scheme] |=
        DistinguishedValues.bit(for: 1, scheme) | DistinguishedValues.bit(for: 2, scheme)
    }
  }

  mutating func formUnion(_ other: DistinguishedValues) { values |= other.values }

  /// Returns whether this and `other` distinguish the same value of some axis. The sum cannot
  /// wrap to 0, because only the lowest 16 bits of each element are used.
  func intersects(_ other: DistinguishedValues) -> Bool {
    (values & other.values).wrappedSum() != 0
  }

  /// Returns whether contexts distinguish values of an axis.
  func distinguishes(_ axis: Int) -> Bool { values[axis & 7] != 0 }

  /// Calls `body` with the values of an axis that contexts distinguish.
  func forEachValue(of axis: Int, _ body: (UInt64) -> Void) {
    var remaining = values[axis & 7]
    while remaining != 0 {
      body(DistinguishedValues.value(ofBitAt: remaining.trailingZeroBitCount, axis))
      // Clears the lowest bit.
      remaining &= remaining &- 1
    }
  }

  /// The number of cells.
  var count: Int {
    var count = 1
    for axis in upTo(DistinguishedValues.axisCount) where distinguishes(axis) {
      count &*= values[axis & 7].nonzeroBitCount
    }
    return count
  }

  /// The values of a cell; 0 for axes that are not distinguished. The first cell has the default
  /// values.
  func cell(_ index: Int) -> Variant.Conditions {
    // The index is read as a number with one digit for each axis; the base of the digit is the size
    // of the axis's set. The digit 0 stands for the default value, and the digit n for the n-th of
    // the other values.
    var remaining = UInt64(truncatingIfNeeded: max(index, 0))
    var cell = Variant.Conditions.any
    for axis in upTo(DistinguishedValues.axisCount) where distinguishes(axis) {
      let set = values[axis & 7]
      let base = UInt64(truncatingIfNeeded: max(set.nonzeroBitCount, 1))
      let defaultValue = DistinguishedValues.defaultValue(of: axis)
      var digit = remaining % base
      remaining /= base
      var value = defaultValue
      if digit > 0 {
        var others = set & ~DistinguishedValues.bit(for: defaultValue, axis)
        while digit > 1 {
          // Clears the lowest bit.
          others &= others &- 1
          digit &-= 1
        }
        value = DistinguishedValues.value(ofBitAt: others.trailingZeroBitCount, axis)
      }
      cell = cell.adding(value, forAxis: axis)
    }
    return cell
  }
}

extension Variant.Conditions {
  /// How well these conditions match a cell: more is better, and 0 means that there are no
  /// conditions; `nil` if they do not match. A condition on an axis outweighs all conditions on the
  /// axes before it, which are more common.
  func matchScore(for cell: Variant.Conditions) -> Int? {
    var score = 0
    for axis in upTo(DistinguishedValues.axisCount) where self[axis] != 0 {
      guard self[axis] == cell[axis] else { return nil }
      // One bit for each axis, a higher one for a later axis.
      score |= 1 &<< axis
    }
    return score
  }

  /// A cell as the conditions of a variant, in which default values need no condition.
  var variantConditions: Variant.Conditions {
    var result = Variant.Conditions.any
    for axis in upTo(DistinguishedValues.axisCount)
    where self[axis] != DistinguishedValues.defaultValue(of: axis) {
      result = result.adding(self[axis], forAxis: axis)
    }
    return result
  }
}
