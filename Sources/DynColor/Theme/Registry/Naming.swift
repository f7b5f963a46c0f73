// Theme: declaring, renaming and forwarding color names.

extension ThemeState {
  /// Returns the id of a name. If no color has the name and the name is forwarded, the name that it
  /// is forwarded to counts instead. A name without an id gets one.
  mutating func declare(_ name: Span<UInt8>) throws(ThemeError) -> ColorID {
    var isNew = false
    let id = try registry.declare(name, isNew: &isNew)
    if isNew {
      // Older snapshots do not have the new id. References to the name now lead to it.
      cache.dropSnapshots()
      dependencies.invalidateGraph()
    }
    return id
  }

  /// Gives a registered color another name, which no other color may have.
  mutating func rename(_ id: ColorID, _ name: Span<UInt8>) throws(ThemeError) {
    let (record, recipe) = try registry.registered(id)
    let slot = try orOutOfMemory(try registry.names.intern(name))
    let indexWithName = NameValue(rawValue: slot.value).index
    guard indexWithName == 0 || indexWithName == id.index else {
      throw ThemeError(.nameTaken, StoredText(name))
    }
    let oldSlot =
      try record.hasName
      ? orOutOfMemory { () throws(OutOfMemory) in
        try registry.names.intern(record.name.bytes)
      } : nil
    try orOutOfMemory { () throws(OutOfMemory) in
      try registry.names.prepareChanges(2)
      if let oldSlot { try dependencies.stamps.prepareChange(of: oldSlot.bytes.bytes) }
      try dependencies.stamps.prepareChange(of: name)
    }
    try edit(id.index, count: 1) { state, stamp in
      if let oldSlot { state.change(oldSlot, to: 0, stamp) }
      state.change(slot, to: NameValue(id, isRegistered: true).rawValue, stamp)
      record.name = slot.bytes
      // The version of the recipe stays, and it gets the generation of this edit.
      recipe.publish(
        at: recipe.publishedAt, reuses: record.reuses, generation: stamp.generation)
    }
  }

  /// Changes the value of a name in an edit. The old value is kept as long as older versions are
  /// read.
  mutating func change(_ slot: NameTable.Slot, to value: UInt64, _ stamp: EditStamp) {
    dependencies.stamps.noteChange(of: slot.bytes.bytes, stamp)
    registry.names.change(slot, to: value, keptUntil: readers.areNone ? nil : stamp.version)
  }

  // MARK: - Forwarding

  /// Forwards a name to another name. A forward has an effect only while no color has the name. If
  /// `name` is empty, removes the forward. If the forward would close a cycle, throws, and appends
  /// the names of the cycle to `chain`.
  mutating func forward(
    _ oldSlot: Span<UInt8>, to name: Span<UInt8>, chain: inout ShortText
  ) throws(ThemeError) {
    guard name.count > 0 else {
      guard let slot = registry.names.forwardSlot(oldSlot) else { return }
      return try setForward(slot, 0)
    }
    try checkForCycle(oldSlot, name, &chain)
    let (slot, target) = try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.stamps.prepareChange(of: oldSlot)
      return try registry.names.prepareForward(oldSlot, to: name)
    }
    if slot.value != target { try setForward(slot, target) }
  }

  /// Changes the target of a forward, in an edit of its own. 0 removes the forward.
  private mutating func setForward(
    _ slot: NameTable.Slot, _ target: UInt64
  ) throws(ThemeError) {
    try orOutOfMemory(try registry.names.prepareChanges(1))
    try edit(count: 0) { state, stamp in
      state.change(slot, to: target, stamp)
      state.registry.names.publishForwards()
    }
  }

  /// Throws if the forward would close a cycle, and appends the names of the cycle to `chain`.
  private func checkForCycle(
    _ oldSlot: Span<UInt8>, _ name: Span<UInt8>, _ chain: inout ShortText
  ) throws(ThemeError) {
    var nextName: StoredText? = StoredText(name)
    while let name = nextName, !name.equals(oldSlot) {
      nextName = registry.names.forwarded(name.bytes)
    }
    guard nextName != nil else { return }
    chain.append(shown: oldSlot)
    nextName = StoredText(name)
    while let name = nextName {
      chain.append(" → ")
      chain.append(shown: name.bytes)
      nextName = name.equals(oldSlot) ? nil : registry.names.forwarded(name.bytes)
    }
    throw ThemeError(.forwardCircle)
  }

  /// The name to which a name is forwarded in the end, even if a color has the name. Valid as long
  /// as the theme. Throws if the name is not forwarded.
  func destination(of name: Span<UInt8>) throws(ThemeError) -> StoredText {
    guard let target = registry.names.forwarded(name) else {
      throw ThemeError(.unknownName, StoredText(name))
    }
    return registry.names.current(target.bytes)
  }
}
