// Recipe: the names that are declared in a theme for custom axes and for values of axes.

/// Maps the names of custom axes, and of values of axes, to their numbers.
///
/// The key of a name is one byte, followed by the name. For a value, the byte is the index of its
/// custom axis (from 0), or that of the palette, locale or subtype axis in environments. For a
/// custom axis it is `customAxisByte`.
struct AxisNames: BitwiseCopyable {
  private let reader: NameTable.Reader

  /// The first byte of the keys of custom axes.
  static var customAxisByte: Int { 11 }

  init(_ reader: NameTable.Reader) { self.reader = reader }

  /// The key of a name.
  static func key(_ name: Span<UInt8>, _ firstByte: Int) -> LongText {
    var key = LongText()
    key.append(UInt8(truncatingIfNeeded: firstByte))
    key.append(contentsOf: name)
    return key
  }

  /// The number of a name; `nil` if it has not been declared.
  func value(_ name: Span<UInt8>, after firstByte: Int) -> UInt64? {
    guard let slot = reader.slot(of: AxisNames.key(name, firstByte).bytes), slot.value != 0 else {
      return nil
    }
    return slot.value
  }
}
