// Recipe: the names that are declared in a theme for custom axes and for values of axes.

/// Maps the names of custom axes, and of values of axes, to their numbers.
///
/// The key of a name is one byte, the *prefix*, followed by the name. The prefix is
/// - for a value of a custom axis: the index of the axis among the custom axes, 0 to 7;
/// - for a palette, locale or subtype: the `Axis.index` of the axis, 8 to 10;
/// - for a custom axis itself: `customAxisPrefix`, 11.
struct AxisNames: BitwiseCopyable {
  private let reader: NameTable.Reader

  /// The prefix of the keys of custom axes.
  static var customAxisPrefix: Int { 11 }

  init(_ reader: NameTable.Reader) { self.reader = reader }

  /// The key of a name. `keyPrefix` is one of the prefixes that the comment at the type lists.
  static func key(_ name: Span<UInt8>, keyPrefix: Int) -> LongText {
    var key = LongText()
    key.append(UInt8(truncatingIfNeeded: keyPrefix))
    key.append(contentsOf: name)
    return key
  }

  /// The number of a name; `nil` if the name has not been declared. `keyPrefix` is as for `key`.
  func number(of name: Span<UInt8>, keyPrefix: Int) -> UInt64? {
    let key = AxisNames.key(name, keyPrefix: keyPrefix)
    // A slot with the value 0 has a name that has not been declared.
    guard let slot = reader.slot(of: key.bytes), slot.value != 0 else { return nil }
    return slot.value
  }
}
