// Auditing: the values of axes that make a difference, and the environments that consist of them.

/// The values of each axis that an audit examines, in ascending order:
///
/// - scheme, elevation, vision, state and forced colors: all values;
/// - gamut: all values, and none (0), because then a color outside sRGB stays as it is;
/// - contrast: less, standard and more, and those in the conditions of variants;
/// - palette: all palettes of the vocabulary, or none (0) if it has no palette;
/// - idiom: all values, and none (0);
/// - locale, subtype and custom axes: none (0), which stands for all values that are not listed;
///   those that are declared; and those in the conditions of variants.
///
/// The foreground, the accent and the severity of a vision stay unspecified.
struct AxisValues: ~Copyable {
  private struct AxisValue: BitwiseCopyable, Ordered {
    let axis: Int
    let value: UInt64

    func precedes(_ other: AxisValue) -> Bool {
      axis == other.axis ? value < other.value : axis < other.axis
    }
  }

  private var values: Buffer<AxisValue>
  /// For each axis, the index of its first value in `values`. The element after the last axis is
  /// the number of all values, so that the values of every axis end where the next ones begin. The
  /// length is a power of two, so that `& 31` keeps an index in bounds; the last elements are not
  /// used.
  private var starts = [32 of Int](repeating: 0)

  init(_ allocator: Allocator) { values = Buffer(allocator) }

  /// Sets the values of all axes, given the conditions of all variants.
  mutating func fill(
    _ vocabulary: borrowing Vocabulary, _ conditions: borrowing Buffer<Variant.Conditions>
  ) throws(OutOfMemory) {
    values.truncate(to: 0)
    for axisIndex in upTo(Axis.count) {
      let axis = Axis(index: axisIndex)
      try insertFixedValues(axis)
      switch axis {
      case .gamut: try insert(0, axis)
      case .palette: try insert(1, upTo: declaredCount(.palette, vocabulary), axis)
      case .locale: try insert(1, upTo: declaredCount(.locale, vocabulary), axis)
      case .subtype: try insert(1, upTo: declaredCount(.subtype, vocabulary), axis)
      default:
        let count = axis.customIndex.map { declaredCount(.value(axisIndex: $0), vocabulary) } ?? 0
        try insert(1, upTo: count, axis)
      }
    }
    for index in upTo(conditions.count) {
      guard let conditions = conditions.element(at: index) else { continue }
      for axisIndex in upTo(Variant.Conditions.axisCount) where conditions[axisIndex] != 0 {
        try insert(conditions[axisIndex], Variant.Conditions.axis(axisIndex))
      }
    }
    sort(hasPalettes: vocabulary.count(.palette) > 0)
  }

  /// Sets the values to those that a table of variants distinguishes: those in its conditions, and
  /// one that stands for all others. Adds the contrasts just below and above those in conditions.
  mutating func fill(
    ofTable table: VariantTable, _ conditions: borrowing Buffer<Variant.Conditions>
  ) throws(OutOfMemory) {
    values.truncate(to: 0)
    for axisIndex in upTo(Axis.count) { try insertFixedValues(Axis(index: axisIndex)) }
    for index in upTo(table.end, from: table.start) {
      guard let conditions = conditions.element(at: index) else { continue }
      for axisIndex in upTo(Variant.Conditions.axisCount) where conditions[axisIndex] != 0 {
        let value = conditions[axisIndex]
        let axis = Variant.Conditions.axis(axisIndex)
        try insert(value, axis)
        guard axis == .contrast else { continue }
        if value > 1 { try insert(value &- 1, axis) }
        if value < axis.greatestValue { try insert(value &+ 1, axis) }
      }
    }
    sort(hasPalettes: false)
  }

  /// Inserts the values that an axis has in every theme.
  private mutating func insertFixedValues(_ axis: Axis) throws(OutOfMemory) {
    switch axis {
    case .scheme, .elevation, .gamut, .vision, .state, .forcedColors:
      try insert(1, upTo: axis.greatestValue, axis)
    case .idiom: try insert(0, upTo: axis.greatestValue, axis)
    case .contrast:
      try insert(NamedContrast.less.value, axis)
      try insert(NamedContrast.standard.value, axis)
      try insert(NamedContrast.more.value, axis)
    default: try insert(0, axis)
    }
  }

  private func declaredCount(_ kind: Vocabulary.Kind, _ vocabulary: borrowing Vocabulary) -> UInt64
  {
    UInt64(truncatingIfNeeded: vocabulary.count(kind))
  }

  private mutating func insert(_ value: UInt64, _ axis: Axis) throws(OutOfMemory) {
    try values.append(AxisValue(axis: axis.index, value: value))
  }

  /// Inserts the values from `first` to `last`, which is included. None if `last` is less.
  private mutating func insert(
    _ first: UInt64, upTo last: UInt64, _ axis: Axis
  ) throws(OutOfMemory) {
    var value = first
    while value <= last {
      try insert(value, axis)
      value &+= 1
    }
  }

  /// Sorts the values, drops repeated ones, and finds where each axis begins. If `hasPalettes` is
  /// true, drops the palette 0, too.
  private mutating func sort(hasPalettes: Bool) {
    values.sort()
    // The number of values that stay. They are moved to the front of `values`.
    var count = 0
    // The greatest axis whose element of `starts` has been set.
    var axis = 0
    for index in upTo(values.count) {
      guard let value = values.element(at: index) else { continue }
      if value.axis == Axis.palette.index, value.value == 0, hasPalettes { continue }
      if let last = values.element(at: count &- 1), count > 0, last.axis == value.axis,
        last.value == value.value
      {
        continue
      }
      while axis < value.axis {
        axis &+= 1
        starts[axis & 31] = count
      }
      values.replace(at: count, with: value)
      count &+= 1
    }
    while axis < Axis.count {
      axis &+= 1
      starts[axis & 31] = count
    }
    values.truncate(to: count)
  }

  /// The number of values of an axis in a set of axes; 1 for an axis that is not in the set.
  private func count(_ axisIndex: Int, _ axes: AxisSet) -> UInt64 {
    guard axes.contains(Axis(index: axisIndex)) else { return 1 }
    return UInt64(truncatingIfNeeded: starts[(axisIndex &+ 1) & 31] &- starts[axisIndex & 31])
  }

  /// The number of environments that differ in a set of axes; `.max` if it is greater than that.
  func environmentCount(_ axes: AxisSet) -> UInt64 {
    var count: UInt64 = 1
    for axisIndex in upTo(Axis.count) {
      let (product, isTooLarge) = count.multipliedReportingOverflow(
        by: self.count(axisIndex, axes))
      count = isTooLarge ? .max : product
    }
    return count
  }

  /// The environment with the number `index`, which is less than `environmentCount`. The index is
  /// read as a number with one digit for each axis; the base of the digit is the number of values
  /// of the axis.
  func environment(_ index: UInt64, _ axes: AxisSet) -> Environment {
    var environment = Environment()
    var quotient = index
    for axisIndex in upTo(Axis.count) {
      let axis = Axis(index: axisIndex)
      guard axes.contains(axis) else { continue }
      let count = max(count(axisIndex, axes), 1)
      let digit = Int(truncatingIfNeeded: quotient % count)
      quotient /= count
      environment[axis] = values.element(at: starts[axisIndex & 31] &+ digit)?.value ?? 0
    }
    return environment
  }
}
