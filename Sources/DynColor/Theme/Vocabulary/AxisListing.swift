// Theme: listing the axes of environments, both built-in and custom ones, and their values.

extension Vocabulary {
  /// One more than the greatest index of an axis. (One index below it belongs to no axis.)
  var axisEndIndex: Int { Axis.custom(0).index &+ count(.axis) }

  /// The axis with an index; `nil` if no axis has it.
  func axis(_ index: Int) -> Axis? {
    guard index >= 0, index < axisEndIndex, index != Axis.reservedBytes.index else { return nil }
    return Axis(index: index)
  }

  /// The built-in or custom axis with a name; `nil` if no axis has it.
  func axis(named name: Span<UInt8>) -> Axis? {
    if let axis = Axis.builtin(named: name) { return axis }
    let number = number(name, .axis)
    return number == 0 ? nil : .custom(number &- 1)
  }

  /// The name of an axis.
  func name(of axis: Axis) -> StoredText {
    guard let index = axis.customIndex else { return StoredText(axis.builtinName) }
    return name(index &+ 1, .axis) ?? .empty
  }

  /// The number of values of an axis. Values of custom axes count only if they have a name. An axis
  /// whose values are colors has no listed values.
  func valueCount(of axis: Axis) -> Int {
    if let kind = Kind(declaredValuesOf: axis) { return count(kind) }
    return axis == .foreground || axis == .accent ? 0 : Int(truncatingIfNeeded: axis.greatestValue)
  }

  /// The name of a value of an axis; empty if the value exists but has no name, and `nil` if
  /// `value` is not from 1 to `valueCount`.
  func name(ofValue value: Int, of axis: Axis) -> StoredText? {
    guard value > 0, value <= valueCount(of: axis) else { return nil }
    if let kind = Kind(declaredValuesOf: axis) { return name(value, kind) }
    return StoredText(axis.name(ofValue: UInt64(truncatingIfNeeded: value)))
  }

  /// The value that a name stands for on an axis; `nil` if no value of the axis has this name.
  func value(named name: Span<UInt8>, of axis: Axis) -> Int? {
    if let kind = Kind(declaredValuesOf: axis) {
      let number = number(name, kind)
      return number == 0 ? nil : number
    }
    return axis.value(named: name).map { Int(truncatingIfNeeded: $0) }
  }
}

extension Vocabulary.Kind {
  /// The kind of the names that the host declares for values of an axis; `nil` if it cannot declare
  /// any.
  init?(declaredValuesOf axis: Axis) {
    if axis.hasDeclaredValues {
      self.init(valuesOf: axis)
    } else if let index = axis.customIndex {
      self = .value(axisIndex: index)
    } else {
      return nil
    }
  }
}
