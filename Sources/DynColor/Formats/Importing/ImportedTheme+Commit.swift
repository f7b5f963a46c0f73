// Importing: committing what a file says of a theme besides its colors.

extension ImportedTheme {
  /// Declares the layers and the owners. If the import fails after that, they are removed again.
  func declareSources(in registry: inout Registry) throws(ThemeError) {
    var above = Source.userLayer
    var number = layers.count
    while let name = layers.name(number) {
      above = try registry.layers.declare(name.bytes, below: above)
      number &-= 1
    }
    for place in upTo(owners.count) {
      _ = try registry.declareOwner((owners.name(place &+ 1) ?? .empty).bytes)
    }
  }

  /// Returns whether the defaults differ from those of a theme.
  func changesDefaults(of theme: borrowing ThemeState) -> Bool {
    let palette = UInt64(
      truncatingIfNeeded: theme.vocabulary.number(defaultPalette.bytes, .palette))
    return defaultScheme != 0 && defaultScheme != theme.settings.scheme
      || defaultPalette.count > 0 && palette != theme.settings.palette
      || levels.map { !($0 == theme.settings.levels) } ?? false
  }

  /// Sets the defaults, as part of an edit.
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

  /// Collects the forwards that are new in a theme, and reserves memory for them. Fails if a name
  /// would lead back to itself.
  func prepareForwards(
    in theme: inout ThemeState, _ changes: inout ForwardChanges
  ) throws(ThemeError) {
    if let circle = try orOutOfMemory(try circularForward(theme.registry.names, theme.allocator)) {
      throw ThemeError(.forwardCycle, circle)
    }
    for place in upTo(forwards.count) {
      guard let forward = forwards.element(at: place) else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        let (slot, target) = try theme.registry.names.prepareForward(
          forward.name.bytes, to: forward.target.bytes)
        guard slot.value != target else { return }
        try theme.dependencies.lastChanges.prepareChange(of: forward.name.bytes)
        try changes.add(slot, target)
      }
    }
    try orOutOfMemory(try theme.registry.names.prepareChanges(changes.count))
  }

  /// A name that would lead back to itself by these forwards and those that a theme has.
  private func circularForward(
    _ names: borrowing ColorNames, _ allocator: Allocator
  ) throws(OutOfMemory) -> StoredText? {
    // For each forward, in which search it was first met; 0 for none.
    var met = Buffer<Int>(allocator)
    try met.append(repeating: 0, count: forwards.count)
    for first in upTo(forwards.count) {
      var next: StoredText? = forwards.element(at: first)?.name
      while let name = next {
        guard let place = self.place(of: name.bytes) else {
          next = names.forwarded(name.bytes)
          continue
        }
        if met.element(at: place) == first &+ 1 { return name }
        if met.element(at: place) != 0 { break }
        met.replace(at: place, with: first &+ 1)
        next = forwards.element(at: place)?.target
      }
    }
    return nil
  }
}

/// Forwards that an import sets.
struct ForwardChanges: ~Copyable {
  private struct Change: BitwiseCopyable {
    let slot: NameTable.Slot
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
