// Importing: committing the defaults, forwards, layers and owners of a file.

extension ThemeDetails {
  /// Declares the layers, from the highest to the lowest, and the owners. If the import fails
  /// later, the caller removes them again.
  func declareSources(in registry: inout Registry) throws(ThemeError) {
    var layerAbove = LayerAndOwner.userLayer  // Always the highest layer.
    var number = layers.count
    while let name = layers.name(number) {
      layerAbove = try registry.layers.declare(name.bytes, below: layerAbove)
      number &-= 1
    }
    for index in upTo(owners.count) {
      _ = try registry.declareOwner((owners.name(index &+ 1) ?? .empty).bytes)
    }
  }

  /// Returns whether `setDefaults(of:_:)` would change a theme.
  func changesDefaults(of theme: borrowing ThemeState) -> Bool {
    // If the theme does not have the palette yet, the number is 0, which may equal
    // `settings.palette`. That does no harm: the commit changes the theme anyway, because it
    // declares the palette.
    let palette = UInt64(
      truncatingIfNeeded: theme.vocabulary.number(defaultPalette.bytes, .palette))
    return defaultScheme != 0 && defaultScheme != theme.settings.scheme
      || defaultPalette.count > 0 && palette != theme.settings.palette
      || levels.map { !($0 == theme.settings.levels) } ?? false
  }

  /// Sets those defaults of a theme that the file has, as part of an edit.
  func setDefaults(of theme: inout ThemeState, _ edit: EditVersion) {
    if defaultScheme != 0, defaultScheme != theme.settings.scheme {
      theme.settings.scheme = defaultScheme
      theme.dependencies.lastChanges.recordChange(of: .scheme, edit)
    }
    let palette = UInt64(
      truncatingIfNeeded: theme.vocabulary.number(defaultPalette.bytes, .palette))
    if palette > 0, palette != theme.settings.palette {
      theme.settings.palette = palette
      theme.dependencies.lastChanges.recordChange(of: .palette, edit)
    }
    if let levels, !(levels == theme.settings.levels) {
      theme.settings.levels = levels
      theme.dependencies.lastChanges.recordChangeOfLevels(edit)
    }
  }

  /// Collects the forwards that are new in a theme, and reserves memory for them. Fails if forwards
  /// form a cycle.
  func prepareForwards(
    in theme: inout ThemeState, _ changes: inout ForwardChanges
  ) throws(ThemeError) {
    if let name = try orOutOfMemory(try findForwardCycle(theme.registry.names, theme.allocator)) {
      throw ThemeError(.forwardCycle, name)
    }
    for index in upTo(forwards.count) {
      guard let forward = forwards.element(at: index) else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        let (slot, target) = try theme.registry.names.prepareForward(
          forward.name.bytes, to: forward.target.bytes)
        // Skips a forward that the theme has already.
        guard slot.value != target else { return }
        try theme.dependencies.lastChanges.prepareChange(of: forward.name.bytes)
        try changes.add(slot, target)
      }
    }
    try orOutOfMemory(try theme.registry.names.prepareChanges(changes.count))
  }

  /// Returns a name in a cycle that these forwards form, alone or together with those of a theme;
  /// `nil` if there is no cycle.
  private func findForwardCycle(
    _ names: borrowing ColorNames, _ allocator: Allocator
  ) throws(OutOfMemory) -> StoredText? {
    // For each forward, the number of the search that visited it; 0 for none. A search begins at
    // each forward.
    var visits = Buffer<Int>(allocator)
    try visits.append(repeating: 0, count: forwards.count)
    for firstIndex in upTo(forwards.count) {
      let search = firstIndex &+ 1
      var next: StoredText? = forwards.element(at: firstIndex)?.name
      while let name = next {
        guard let forwardIndex = self.forwardIndex(of: name.bytes) else {
          // The import does not forward this name, but the theme may. The search ends nevertheless,
          // because the forwards of the theme alone have no cycle.
          next = names.forwardTarget(of: name.bytes)
          continue
        }
        if visits.element(at: forwardIndex) == search { return name }
        // An earlier search followed this forward, and found no cycle.
        if visits.element(at: forwardIndex) != 0 { break }
        visits.replace(at: forwardIndex, with: search)
        next = forwards.element(at: forwardIndex)?.target
      }
    }
    return nil
  }
}

/// The forwards that an import will set.
struct ForwardChanges: ~Copyable {
  private struct Change: BitwiseCopyable {
    /// The slot of the old name.
    let slot: NameTable.Slot
    /// The value that the slot gets, which stands for the new name.
    let target: UInt64
  }

  private var changes: Buffer<Change>

  init(_ allocator: Allocator) { changes = Buffer(allocator) }

  var count: Int { changes.count }

  fileprivate mutating func add(
    _ slot: NameTable.Slot, _ target: UInt64
  ) throws(OutOfMemory) { try changes.append(Change(slot: slot, target: target)) }

  /// Sets the forwards, as part of an edit.
  func commit(to theme: inout ThemeState, _ edit: EditVersion) {
    guard count > 0 else { return }
    changes.forEachElement { theme.change($0.slot, to: $0.target, edit) }
    theme.registry.names.publishForwards()
  }
}
