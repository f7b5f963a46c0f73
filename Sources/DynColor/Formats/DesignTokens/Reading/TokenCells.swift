// DesignTokens: the combinations of axis values that contexts distinguish.

/// The values that contexts distinguish, for each axis that modifiers can be bound to. A cell is a
/// combination of these values.
struct TokenCells: BitwiseCopyable {
  /// Axes have the order of the bytes of `Variant.Conditions`.
  static var axisCount: Int { 5 }

  /// For each axis, the set of values, one bit each.
  private var values = SIMD8<UInt64>()

  /// The default value of an axis.
  static func defaultValue(of axis: Int) -> UInt64 {
    switch axis {
    case 0, 2, 3: 1
    case 1: ContrastStep.standard.value
    default: 0
    }
  }

  /// The bit of a value. The values of contrast are 100 apart.
  private static func bit(_ value: UInt64, _ axis: Int) -> UInt64 {
    1 &<< (axis == 1 ? value / 100 : value & 15)
  }

  /// The value that a bit stands for.
  private static func value(_ bitIndex: UInt64, _ axis: Int) -> UInt64 {
    axis == 1 ? bitIndex &* 100 &+ 1 : bitIndex
  }

  mutating func insert(_ conditions: Variant.Conditions) {
    for axis in upTo(TokenCells.axisCount) where conditions[axis] != 0 {
      values[axis & 7] |=
        TokenCells.bit(conditions[axis], axis)
        | TokenCells.bit(TokenCells.defaultValue(of: axis), axis)
      // Every environment is either light or dark.
      if axis == 0 { values[0] |= 0b110 }
    }
  }

  mutating func formUnion(_ other: TokenCells) { values |= other.values }

  func intersects(_ other: TokenCells) -> Bool { (values & other.values).wrappedSum() != 0 }

  func distinguishes(_ axis: Int) -> Bool { values[axis & 7] != 0 }

  /// Calls `body` with the values of an axis.
  func forEachValue(of axis: Int, _ body: (UInt64) -> Void) {
    var remaining = values[axis & 7]
    while remaining != 0 {
      body(TokenCells.value(UInt64(truncatingIfNeeded: remaining.trailingZeroBitCount), axis))
      remaining &= remaining &- 1
    }
  }

  /// The number of cells.
  var count: Int {
    var count = 1
    for axis in upTo(TokenCells.axisCount) where distinguishes(axis) {
      count &*= values[axis & 7].nonzeroBitCount
    }
    return count
  }

  /// The values of a cell; 0 for axes that are not distinguished. The first cell has the default
  /// values.
  func cell(_ index: Int) -> Variant.Conditions {
    // The digits of the index, in the bases `size`, are the positions of the values in their sets.
    var remaining = UInt64(truncatingIfNeeded: max(index, 0))
    var cell = Variant.Conditions.any
    for axis in upTo(TokenCells.axisCount) where distinguishes(axis) {
      let set = values[axis & 7]
      let size = UInt64(truncatingIfNeeded: max(set.nonzeroBitCount, 1))
      let defaultValue = TokenCells.defaultValue(of: axis)
      var digit = remaining % size
      remaining /= size
      var value = defaultValue
      if digit > 0 {
        var others = set & ~TokenCells.bit(defaultValue, axis)
        while digit > 1 {
          others &= others &- 1
          digit &-= 1
        }
        value = TokenCells.value(UInt64(truncatingIfNeeded: others.trailingZeroBitCount), axis)
      }
      cell = cell.adding(value, forAxis: axis)
    }
    return cell
  }
}

extension Variant.Conditions {
  /// How well these conditions match a cell: more is better; `nil` if they do not match. A
  /// condition on an axis outweighs all conditions on the axes before it, which are more common.
  func matchScore(for cell: Variant.Conditions) -> Int? {
    var score = 0
    for axis in upTo(TokenCells.axisCount) where self[axis] != 0 {
      guard self[axis] == cell[axis] else { return nil }
      score |= axis == 0 ? 1 : 2 &<< axis
    }
    return score
  }

  /// The conditions for a table of variants, in which default values need no condition.
  var variantConditions: Variant.Conditions {
    var result = Variant.Conditions.any
    for axis in upTo(TokenCells.axisCount) where self[axis] != TokenCells.defaultValue(of: axis) {
      result = result.adding(self[axis], forAxis: axis)
    }
    return result
  }
}
