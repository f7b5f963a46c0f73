// Theme: declaring, renaming and forwarding color names.

extension ThemeState {
  /// Returns the id of a name. A name without an id gets one.
  mutating func declare(_ name: Span<UInt8>) throws(ThemeError) -> ColorID {
    var isNew = false
    let id = try registry.declare(name, isNew: &isNew)
    if isNew {
      // Snapshots made before do not know the new id.
      cache.dropSnapshots()
      dependencies.changeReferences()
    }
    return id
  }

  mutating func rename(_ id: ColorID, _ name: Span<UInt8>) throws(ThemeError) {
    let (record, recipe) = try registry.registered(id)
    let slot = try orOutOfMemory(try registry.names.intern(name))
    let known = NameValue(rawValue: slot.value).index
    guard known == 0 || known == id.index else { throw ThemeError(.nameTaken, StoredText(name)) }
    let old =
      try record.hasName
      ? orOutOfMemory { () throws(OutOfMemory) in
        try registry.names.intern(record.name.bytes)
      } : nil
    try orOutOfMemory { () throws(OutOfMemory) in
      try registry.names.prepareChanges(2)
      if let old { try dependencies.stamps.prepareChange(of: old.bytes.bytes) }
      try dependencies.stamps.prepareChange(of: name)
    }
    try edit(id.index, count: 1) { state, stamp in
      if let old { state.change(old, to: 0, stamp) }
      state.change(slot, to: NameValue(id, isRegistered: true).rawValue, stamp)
      record.name = slot.bytes
      recipe.publish(
        at: recipe.publishedAt, reuses: record.reuses, generation: stamp.generation)
    }
  }

  /// Changes the value of a name, as part of an edit.
  mutating func change(_ slot: NameTable.Slot, to value: UInt64, _ stamp: EditStamp) {
    dependencies.stamps.noteChange(of: slot.bytes.bytes, stamp)
    registry.names.change(slot, to: value, keptUntil: readers.areNone ? nil : stamp.version)
  }

  // MARK: - Forwarding

  /// Forwards a name to another one, which takes effect while no color has the name. An empty
  /// target removes the forward. If the forward would close a cycle, `chain` receives the names of
  /// the cycle.
  mutating func forward(
    _ old: Span<UInt8>, to name: Span<UInt8>, chain: inout ShortText
  ) throws(ThemeError) {
    guard name.count > 0 else {
      guard let slot = registry.names.forwardSlot(old) else { return }
      return try setForward(slot, 0)
    }
    try refuseCircle(old, name, &chain)
    let (slot, target) = try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.stamps.prepareChange(of: old)
      return try registry.names.prepareForward(old, to: name)
    }
    if slot.value != target { try setForward(slot, target) }
  }

  private mutating func setForward(
    _ slot: NameTable.Slot, _ target: UInt64
  ) throws(ThemeError) {
    try orOutOfMemory(try registry.names.prepareChanges(1))
    try edit(count: 0) { state, stamp in
      state.change(slot, to: target, stamp)
      state.registry.names.publishForwards()
    }
  }

  private func refuseCircle(
    _ old: Span<UInt8>, _ name: Span<UInt8>, _ chain: inout ShortText
  ) throws(ThemeError) {
    var step: StoredText? = StoredText(name)
    while let name = step, !name.equals(old) { step = registry.names.forwarded(name.bytes) }
    guard step != nil else { return }
    chain.append(shown: old)
    step = StoredText(name)
    while let name = step {
      chain.append(" → ")
      chain.append(shown: name.bytes)
      step = name.equals(old) ? nil : registry.names.forwarded(name.bytes)
    }
    throw ThemeError(.forwardCircle)
  }

  /// The name to which a name is forwarded in the end, even while a color has the name.
  func destination(of name: Span<UInt8>) throws(ThemeError) -> StoredText {
    guard let next = registry.names.forwarded(name) else {
      throw ThemeError(.unknownName, StoredText(name))
    }
    return registry.names.current(next.bytes)
  }
}
