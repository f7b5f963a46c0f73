// Locales and subtypes, which have the numbers that a theme has given them.

extension ThemeState {
  mutating func declareLocale(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    if let number = number(name, of: .locale) { return UInt16(truncatingIfNeeded: number) }
    guard localeNames.count < 0xFFFF else { throw ThemeError(.tooManyLocales, HostText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in try localeNames.reserve(1) }
    let (text, number) = try declare(name, of: .locale, after: localeNames.count)
    try? localeNames.append(text)
    return UInt16(truncatingIfNeeded: number)
  }

  mutating func declareSubtype(_ name: Span<UInt8>) throws(ThemeError) -> UInt8 {
    if let number = number(name, of: .subtype) { return UInt8(truncatingIfNeeded: number) }
    guard subtypeNames.count < 0xFF else { throw ThemeError(.tooManySubtypes, HostText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in try subtypeNames.reserve(1) }
    let (text, number) = try declare(name, of: .subtype, after: subtypeNames.count)
    try? subtypeNames.append(text)
    return UInt8(truncatingIfNeeded: number)
  }

  /// Gives a name the next number. The result is the name, where it stays, and the number.
  private mutating func declare(
    _ name: Span<UInt8>, of axis: Axis, after count: Int
  ) throws(ThemeError) -> (HostText, UInt64) {
    let key = AxisValueNames.key(name, axis.index)
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try axisValues.intern(key.bytes) }
    // Expressions may ask for it already.
    try beginEdit(of: nil)
    noteChange(of: axis)
    slot.value = UInt64(truncatingIfNeeded: count &+ 1)
    axisHash.combine(key.bytes)
    endEdit(of: nil)
    // Without the byte that tells the axis.
    return (HostText(address: slot.address &+ 1, count: slot.length &- 1), slot.value)
  }

  /// The number of a palette, a locale or a subtype that has a name.
  func number(_ name: Span<UInt8>, of axis: Axis) -> UInt64? {
    guard axis == .palette else { return axisValue(name, ofAxis: axis.index) }
    guard let slot = paletteNumbers.reader.slot(of: name), slot.value != 0 else { return nil }
    return slot.value
  }

  /// Whether the theme has given out the subtype and the locale of a variant.
  func knows(_ conditions: Variant.Conditions) -> Bool {
    conditions.subtype <= UInt64(truncatingIfNeeded: subtypeNames.count)
      && conditions.locale <= UInt64(truncatingIfNeeded: localeNames.count)
  }
}
