// Names that have changed: what is looked for under the old one is found under the new one.

extension ThemeState {
  /// Lets a name stand for another, as long as no color has it; for an empty one, for itself again.
  /// `chain` is told of the circle, if it would close one.
  mutating func forward(
    _ old: Span<UInt8>, to name: Span<UInt8>, chain: inout ShortText
  ) throws(ThemeError) {
    guard name.count > 0 else { return try endForward(old) }
    try refuseCircle(old, name, &chain)
    let (slot, target) = try orOutOfMemory { () throws(OutOfMemory) in
      // Both stay where they are while they are put in.
      try forwards.reserve(2)
      try renamings.reserve(1)
      _ = try nameChanges.intern(old)
      return (try forwards.intern(old), try forwards.intern(name).address)
    }
    if slot.value != target { try setForward(slot, target) }
  }

  private mutating func endForward(_ old: Span<UInt8>) throws(ThemeError) {
    guard let slot = forwards.reader.slot(of: old), slot.value != 0 else { return }
    try orOutOfMemory { () throws(OutOfMemory) in try renamings.reserve(1) }
    try setForward(slot, 0)
  }

  private mutating func setForward(
    _ slot: NameTable.Slot, _ target: UInt64
  ) throws(ThemeError) {
    try beginEdit(of: 0)
    change(slot, to: target)
    shared.release(ThemeState.forwardsWord, forwards.reader.address)
    endEdit(of: nil)
  }

  private func refuseCircle(
    _ old: Span<UInt8>, _ name: Span<UInt8>, _ chain: inout ShortText
  ) throws(ThemeError) {
    var step: HostText? = HostText(name)
    while let name = step, !name.equals(old) { step = forwarded(name.bytes) }
    guard step != nil else { return }
    chain.append(shown: old)
    step = HostText(name)
    while let name = step {
      chain.append(" → ")
      chain.append(shown: name.bytes)
      step = name.equals(old) ? nil : forwarded(name.bytes)
    }
    throw ThemeError(.forwardCircle)
  }

  /// The name that one has been forwarded to.
  func forwarded(_ name: Span<UInt8>) -> HostText? {
    guard let slot = forwards.reader.slot(of: name), slot.value != 0 else { return nil }
    return HostText(terminatedAt: slot.value)
  }

  /// The name by which one is found: itself, or the next on its way that a color has, or the last.
  func currentName(_ name: Span<UInt8>) -> HostText {
    var name = HostText(name)
    while !NameValue(rawValue: names.reader.slot(of: name.bytes)?.value ?? 0).isRegistered,
      let next = forwarded(name.bytes)
    {
      name = next
    }
    return name
  }

  /// Where a name that has been forwarded leads, also while a color has it.
  func destination(of name: Span<UInt8>) throws(ThemeError) -> HostText {
    guard let next = forwarded(name) else { throw ThemeError(.unknownName, HostText(name)) }
    return currentName(next.bytes)
  }
}
