// Theme: declaring, renaming and forwarding color names.

extension ThemeState {
  /// Returns the id of a name. If no registered color has the name, follows its forwards first. If
  /// the resulting name was never declared or registered, declares it: assigns an id.
  mutating func declare(_ name: Span<UInt8>) throws(ThemeError) -> ColorID {
    var isNew = false
    let id = try registry.declare(name, isNew: &isNew)
    if isNew {
      // Cached snapshots do not have the new id, and references to the name now lead to that id.
      cache.removeSnapshots()
      dependencies.invalidateGraph()
    }
    return id
  }

  /// Gives a registered color another name. Fails if the name already has the id of another color,
  /// even if that color is not registered.
  mutating func rename(_ id: ColorID, _ name: Span<UInt8>) throws(ThemeError) {
    let (record, recipe) = try registry.registered(id)
    let slot = try orOutOfMemory(try registry.names.intern(name))
    // 0 if the name has no id.
    let holderIndex = NameValue(rawValue: slot.value).index
    guard holderIndex == 0 || holderIndex == id.index else {
      throw ThemeError(.nameTaken, StoredText(name))
    }
    let oldSlot = record.nameSlot
    try orOutOfMemory { () throws(OutOfMemory) in
      try registry.names.prepareChanges(2)
      if let oldSlot { try dependencies.lastChanges.prepareChange(of: oldSlot.name.bytes) }
      try dependencies.lastChanges.prepareChange(of: name)
    }
    try edit(onlyIndex: id.index, greatestChangedColorCount: 1) { state, edit in
      if let oldSlot { state.change(oldSlot, to: 0, edit) }
      state.change(slot, to: NameValue(id, isRegistered: true).rawValue, edit)
      record.nameSlot = slot
      // The recipe keeps its version. The generation of this edit marks the color as changed.
      recipe.publish(
        at: recipe.publishedAt, reuseCount: record.reuseCount, generation: edit.generation)
    }
  }

  /// Changes the value of a name or of a forward, as part of an edit. The old value is kept while
  /// older versions are pinned.
  mutating func change(_ slot: NameTable.Slot, to value: UInt64, _ edit: EditVersion) {
    dependencies.lastChanges.recordChange(of: slot.name.bytes, edit)
    registry.names.change(
      slot, to: value, keepingOldValueBefore: readers.isEmpty ? nil : edit.version)
  }

  // MARK: - Forwarding

  /// Forwards the name `oldName` to `name`, or removes the forward if `name` is empty. A forward
  /// has an effect only while no color has the old name.
  ///
  /// If the forward would close a cycle, throws, and appends the names of the cycle to `cycle`.
  mutating func forward(
    _ oldName: Span<UInt8>, to name: Span<UInt8>, cycle: inout ShortText
  ) throws(ThemeError) {
    guard name.count > 0 else {
      guard let slot = registry.names.forwardSlot(oldName) else { return }
      return try setForward(slot, 0)
    }
    try checkForCycle(ifForwarding: oldName, to: name, &cycle)
    let (slot, target) = try orOutOfMemory { () throws(OutOfMemory) in
      try dependencies.lastChanges.prepareChange(of: oldName)
      return try registry.names.prepareForward(oldName, to: name)
    }
    if slot.value != target { try setForward(slot, target) }
  }

  /// Changes the target of a forward, in an edit of its own. 0 removes the forward.
  private mutating func setForward(
    _ slot: NameTable.Slot, _ target: UInt64
  ) throws(ThemeError) {
    try orOutOfMemory(try registry.names.prepareChanges(1))
    try edit(greatestChangedColorCount: 0) { state, edit in
      state.change(slot, to: target, edit)
      state.registry.names.publishForwards()
    }
  }

  /// Throws if a forward would close a cycle, and appends the names of the cycle to `cycle`.
  private func checkForCycle(
    ifForwarding oldName: Span<UInt8>, to newName: Span<UInt8>, _ cycle: inout ShortText
  ) throws(ThemeError) {
    var nextName: StoredText? = StoredText(newName)
    while let name = nextName, !name.equals(oldName) {
      nextName = registry.names.forwardTarget(of: name.bytes)
    }
    guard nextName != nil else { return }
    cycle.append(sanitizing: oldName)
    nextName = StoredText(newName)
    while let name = nextName {
      cycle.append(" → ")
      cycle.append(sanitizing: name.bytes)
      nextName = name.equals(oldName) ? nil : registry.names.forwardTarget(of: name.bytes)
    }
    throw ThemeError(.forwardCycle)
  }

  /// Returns the name to which a name leads through forwards: the first one with a registered color
  /// or, if there is none, the last one. Throws if the name is not forwarded. The text is valid as
  /// long as the theme.
  func destination(of name: Span<UInt8>) throws(ThemeError) -> StoredText {
    guard let target = registry.names.forwardTarget(of: name) else {
      throw ThemeError(.unknownName, StoredText(name))
    }
    return registry.names.followForwards(from: target.bytes)
  }
}
