// Changing what colors a theme has.

/// A color about to be registered.
struct Draft: BitwiseCopyable {
  /// Empty for a color without a name.
  let name: HostText
  let recipe: Recipe
  /// Where it will be registered, once that is known.
  var index = 0
  /// Whether its name had no index before.
  var isNew = false

  init(name: HostText, recipe: Recipe) {
    self.name = name
    self.recipe = recipe
  }
}

extension ThemeState {
  /// Registers all drafts, or none. Their recipes are the theme's afterwards; on failure they remain
  /// the caller's.
  mutating func register(_ drafts: inout Buffer<Draft>) throws(ThemeError) {
    do throws(ThemeError) {
      try place(&drafts)
    } catch {
      // Names that have just been given an index lose it again.
      for place in 0..<drafts.count {
        guard let draft = drafts.span.element(at: place), draft.isNew else { continue }
        names.reader.slot(of: draft.name.bytes)?.value = 0
      }
      throw error
    }

    beginEdit()
    for place in 0..<drafts.count {
      guard let draft = drafts.span.element(at: place) else { continue }
      publish(draft)
    }
    endEdit(of: drafts.count == 1 ? drafts.span.element(at: 0)?.index : nil)
  }

  /// Finds an index for each draft, and gets all memory that publishing them takes.
  private mutating func place(_ drafts: inout Buffer<Draft>) throws(ThemeError) {
    var free = firstFree
    var next = nextIndex
    try orOutOfMemory { () throws(OutOfMemory) in
      try names.reserve(drafts.count)
      try dependents.reserve(drafts.count)
    }
    var drafts = drafts.mutableSpan
    for place in drafts.indices {
      let name = drafts[place].name
      if name.count > 0 {
        let slot = try orOutOfMemory { () throws(OutOfMemory) in try names.intern(name.bytes) }
        let known = NameValue(rawValue: slot.value).index
        if known != 0 {
          drafts[place].index = known
          continue
        }
        try reserve(next)
        slot.value = NameValue(index: next, isRegistered: false).rawValue
        drafts[place].index = next
        drafts[place].isNew = true
        next &+= 1
      } else if free != 0, let record = record(free) {
        drafts[place].index = free
        free = record.nextFree
      } else {
        try reserve(next)
        drafts[place].index = next
        next &+= 1
      }
    }
  }

  /// Makes sure that an index that was never given out can be.
  private func reserve(_ index: Int) throws(ThemeError) {
    guard index <= ColorID.greatestIndex else { throw ThemeError(.tooManyColors) }
    try orOutOfMemory { () throws(OutOfMemory) in try records.reserve(index) }
  }

  private mutating func publish(_ draft: Draft) {
    if draft.index >= nextIndex {
      nextIndex = draft.index &+ 1
      shared.release(ThemeState.rowsWord, UInt64(truncatingIfNeeded: draft.index))
    }
    guard let record = record(draft.index) else { return }
    if draft.name.count > 0 {
      if let slot = names.reader.slot(of: draft.name.bytes) {
        slot.value = NameValue(index: draft.index, isRegistered: true).rawValue
        if !record.hasName { record.name = slot.bytes }
      }
    } else if draft.index == firstFree {
      firstFree = record.nextFree
      if firstFree == 0 { lastFree = 0 }
      record.reuses = record.reuses &+ 1
    }
    if !record.isRegistered { addToCount(1) }
    if !draft.recipe.isSelfContained, !record.isAmongDependents {
      // Room for it has been reserved.
      try? dependents.append(UInt32(truncatingIfNeeded: draft.index))
      record.isAmongDependents = true
    }
    supersede(record, draft.recipe)
  }

  /// The index of a name, which is given one if it has none.
  mutating func declare(_ name: Span<UInt8>) throws(ThemeError) -> ColorID {
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try names.intern(name) }
    let known = NameValue(rawValue: slot.value).index
    if known != 0 { return id(known) }
    let index = nextIndex
    try reserve(index)
    nextIndex &+= 1
    shared.release(ThemeState.rowsWord, UInt64(truncatingIfNeeded: index))
    slot.value = NameValue(index: index, isRegistered: false).rawValue
    record(index)?.name = slot.bytes
    return id(index)
  }

  /// Takes a color out.
  mutating func unregister(_ id: ColorID) throws(ThemeError) {
    let (record, _) = try registered(id)
    let nothing = try orOutOfMemory { () throws(OutOfMemory) in try Recipe.nothing(allocator) }
    beginEdit()
    supersede(record, nothing)
    addToCount(-1)
    if record.hasName {
      let value = NameValue(index: id.index, isRegistered: false).rawValue
      names.reader.slot(of: record.name.bytes)?.value = value
    } else {
      record.nextFree = 0
      if lastFree != 0 { self.record(lastFree)?.nextFree = id.index } else { firstFree = id.index }
      lastFree = id.index
    }
    endEdit(of: id.index)
  }

  /// Gives a color another name.
  mutating func rename(_ id: ColorID, _ name: Span<UInt8>) throws(ThemeError) {
    let (record, _) = try registered(id)
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try names.intern(name) }
    let known = NameValue(rawValue: slot.value).index
    guard known == 0 || known == id.index else { throw ThemeError(.nameTaken, HostText(name)) }
    beginEdit()
    if record.hasName { names.reader.slot(of: record.name.bytes)?.value = 0 }
    slot.value = NameValue(index: id.index, isRegistered: true).rawValue
    record.name = slot.bytes
    endEdit(of: id.index)
  }

  mutating func setDefaultScheme(_ scheme: UInt64) {
    guard settings.scheme != scheme else { return }
    beginEdit()
    settings.scheme = scheme
    endEdit(of: nil)
  }

  mutating func setDefaultPalette(_ palette: UInt64) throws(ThemeError) {
    guard palette <= UInt64(paletteNames.count) else { throw ThemeError(.unknownName) }
    guard settings.palette != palette else { return }
    beginEdit()
    settings.palette = palette
    endEdit(of: nil)
  }

  mutating func declarePalette(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    if let slot = paletteNumbers.reader.slot(of: name), slot.value != 0 {
      return UInt16(truncatingIfNeeded: slot.value)
    }
    guard paletteNames.count < 0xFFFF else { throw ThemeError(.tooManyPalettes, HostText(name)) }
    let slot = try orOutOfMemory { () throws(OutOfMemory) in
      let slot = try paletteNumbers.intern(name)
      try paletteNames.append(slot.bytes)
      return slot
    }
    // Colors of environments that name the number of no palette change their meaning.
    beginEdit()
    slot.value = UInt32(truncatingIfNeeded: paletteNames.count)
    endEdit(of: nil)
    return UInt16(truncatingIfNeeded: slot.value)
  }

  mutating func declareAxis(_ name: Span<UInt8>) throws(ThemeError) -> UInt32 {
    if let slot = axisNumbers.reader.slot(of: name), slot.value != 0 { return slot.value &- 1 }
    guard axisNumbers.reader.count < 8 else { throw ThemeError(.tooManyAxes, HostText(name)) }
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try axisNumbers.intern(name) }
    slot.value = axisNumbers.reader.count
    return slot.value &- 1
  }

  // MARK: - Publishing

  private mutating func beginEdit() {
    tick &+= 1
    lastEdit = tick
  }

  /// Puts a state in the place of the current one, which stays for those who look at the past.
  private mutating func supersede(_ record: ColorRecord, _ recipe: Recipe) {
    let old = record.recipe
    recipe.publishedAt = tick
    recipe.olderState = old
    record.recipe = recipe
    guard let old else { return }
    old.replacedAt = tick
    old.nextInList = nil
    if let last = lastSuperseded { last.nextInList = old } else { firstSuperseded = old }
    lastSuperseded = old
  }

  /// Gives up what has been resolved and may not be right any more. `index` is the one color that
  /// was changed; `nil` stands for more.
  private mutating func endEdit(of index: Int?) {
    if let index, dependents.count <= 64 {
      planes.invalidate(index: index)
      for place in 0..<dependents.count {
        guard let dependent = dependents.span.element(at: place) else { continue }
        planes.invalidate(index: Int(dependent))
      }
    } else {
      planes.invalidateAll(tick: tick)
    }
    shared.release(
      ThemeState.generationWord, shared.relaxed(ThemeState.generationWord) &+ 1)
    snapshots.clear()
    reap()
  }

  private func addToCount(_ change: Int) {
    let count = Int(truncatingIfNeeded: shared.relaxed(ThemeState.countWord)) &+ change
    shared.release(ThemeState.countWord, UInt64(truncatingIfNeeded: count))
  }
}
