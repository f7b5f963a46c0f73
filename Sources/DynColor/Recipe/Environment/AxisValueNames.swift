// The names that a theme has for values of axes.

/// Looks up the numbers of values by their names, each of which is kept after a byte that is the
/// number of an axis of the host's, or the index of locales or of subtypes.
struct AxisValueNames: BitwiseCopyable {
  private let reader: NameTable.Reader

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
