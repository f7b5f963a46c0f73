// Recipe: the names that are declared in a theme for custom axes and for values of axes.

/// Maps the names of custom axes, and of values of axes, to their numbers.
///
/// The key of a name is one byte, followed by the name. For the value of a custom axis, the byte is
/// the index of the axis among the custom axes. For a palette, locale or subtype, it is the
/// `Axis.index` of that axis. For a custom axis itself, it is `customAxisByte`.
struct AxisNames: BitwiseCopyable {
  private let reader: NameTable.Reader

  /// The first byte of the keys of custom axes.
  static var customAxisByte: Int { 11 }

  init(_ reader: NameTable.Reader) { self.reader = reader }

  /// The key of a name. `firstByte` says what is named, as above.
  static func key(_ name: Span<UInt8>, firstByte: Int) -> LongText {
    var key = LongText()
    key.append(UInt8(truncatingIfNeeded: firstByte))
    key.append(contentsOf: name)
    return key
  }

  /// The number of a name; `nil` if the name has not been declared. `firstByte` says what is named,
  /// as above.
  func number(of name: Span<UInt8>, firstByte: Int) -> UInt64? {
    let key = AxisNames.key(name, firstByte: firstByte)
    guard let slot = reader.slot(of: key.bytes), slot.value != 0 else { return nil }
    return slot.value
  }
}
