// Locales and subtypes, which have the numbers that a theme has given them.

extension ThemeState {
  mutating func declareLocale(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    if let number = number(name, of: .locale) { return UInt16(truncatingIfNeeded: number) }
    try prepareLocale(name)
    // Expressions may ask for it already.
    try beginEdit(of: nil)
    enterLocale(name)
    endEdit(of: nil)
    return UInt16(truncatingIfNeeded: localeNames.count)
  }

  mutating func declareSubtype(_ name: Span<UInt8>) throws(ThemeError) -> UInt8 {
    if let number = number(name, of: .subtype) { return UInt8(truncatingIfNeeded: number) }
    try prepareSubtype(name)
    try beginEdit(of: nil)
    enterSubtype(name)
    endEdit(of: nil)
    return UInt8(truncatingIfNeeded: subtypeNames.count)
  }

  /// Makes sure that nothing fails when a locale is entered. `others` is how many are before it.
  mutating func prepareLocale(_ name: Span<UInt8>, after others: Int = 0) throws(ThemeError) {
    guard localeNames.count &+ others < 0xFFFF else {
      throw ThemeError(.tooManyLocales, HostText(name))
    }
    try orOutOfMemory { () throws(OutOfMemory) in
      try localeNames.reserve(others &+ 1)
      _ = try axisValues.intern(AxisValueNames.key(name, Axis.locale.index).bytes)
    }
  }

  mutating func enterLocale(_ name: Span<UInt8>) {
    guard let text = enter(name, .locale, localeNames.count &+ 1) else { return }
    // Room for it has been reserved.
    try? localeNames.append(text)
  }

  mutating func prepareSubtype(_ name: Span<UInt8>, after others: Int = 0) throws(ThemeError) {
    guard subtypeNames.count &+ others < 0xFF else {
      throw ThemeError(.tooManySubtypes, HostText(name))
    }
    try orOutOfMemory { () throws(OutOfMemory) in
      try subtypeNames.reserve(others &+ 1)
      _ = try axisValues.intern(AxisValueNames.key(name, Axis.subtype.index).bytes)
    }
  }

  mutating func enterSubtype(_ name: Span<UInt8>) {
    guard let text = enter(name, .subtype, subtypeNames.count &+ 1) else { return }
    try? subtypeNames.append(text)
  }

  /// Gives a name a number. The result is the name, where it stays.
  private mutating func enter(_ name: Span<UInt8>, _ axis: Axis, _ number: Int) -> HostText? {
    let key = AxisValueNames.key(name, axis.index)
    guard let slot = axisValues.reader.slot(of: key.bytes) else { return nil }
    noteChange(of: axis)
    slot.value = UInt64(truncatingIfNeeded: number)
    axisHash.combine(key.bytes)
    // Without the byte that tells the axis.
    return HostText(address: slot.address &+ 1, count: slot.length &- 1)
  }

  /// The number of a palette, a locale or a subtype that has a name.
  func number(_ name: Span<UInt8>, of axis: Axis) -> UInt64? {
    guard axis == .palette else { return axisValue(name, ofAxis: axis.index) }
    let number = palettes.number(of: name)
    return number == 0 ? nil : UInt64(truncatingIfNeeded: number)
  }

  /// Whether the theme has given out the subtype and the locale of a variant.
  func knows(_ conditions: Variant.Conditions) -> Bool {
    conditions.subtype <= UInt64(truncatingIfNeeded: subtypeNames.count)
      && conditions.locale <= UInt64(truncatingIfNeeded: localeNames.count)
  }
}
