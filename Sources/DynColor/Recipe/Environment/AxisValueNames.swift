// Recipe: the names that a theme declares for values of axes.

/// Looks up the number of an axis value, or of a custom axis, by its name. The key of a name begins
/// with a byte: the number of a custom axis; the index of the palette, locale or subtype axis; or
/// `axes`.
struct AxisValueNames: BitwiseCopyable {
  private let reader: NameTable.Reader

  /// The key byte of the names of custom axes.
  static var axes: Int { 11 }

  init(_ reader: NameTable.Reader) { self.reader = reader }

  static func key(_ name: Span<UInt8>, _ axis: Int) -> LongText {
    var key = LongText()
    key.append(UInt8(truncatingIfNeeded: axis))
    key.append(contentsOf: name)
    return key
  }

  func value(_ name: Span<UInt8>, ofAxis axis: Int) -> UInt64? {
    guard let slot = reader.slot(of: AxisValueNames.key(name, axis).bytes), slot.value != 0 else {
      return nil
    }
    return slot.value
  }
}
