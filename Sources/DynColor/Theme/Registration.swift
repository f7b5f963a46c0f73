// Changing what colors a theme has.

/// A color about to be registered.
struct Draft: BitwiseCopyable {
  /// Empty for a color without a name.
  let name: HostText
  /// In memory that lasts until the draft is registered.
  let recipe: Recipe

  // What finding a place for it finds.
  fileprivate(set) var index = 0
  fileprivate var hash: UInt64 = 0
  fileprivate var slot: NameTable.Slot?
  /// Whether its name had no index before.
  fileprivate var isNew = false
  /// Where its recipe will be; `nil` if in the place of the one before.
  fileprivate var place: AtomicWords?

  init(name: HostText, recipe: Recipe) {
    self.name = name
    self.recipe = recipe
  }
}

extension ThemeState {
  /// Registers all drafts, or none.
  mutating func register(_ drafts: inout Buffer<Draft>) throws(ThemeError) {
    do throws(ThemeError) {
      try findPlaces(&drafts)
    } catch {
      for index in upTo(drafts.count) {
        guard let draft = drafts.span.element(at: index) else { continue }
        // Names that have just been given an index lose it again.
        if draft.isNew { draft.slot?.value = 0 }
        if let place = draft.place { draft.recipe.freePlace(place, &pool, allocator) }
        record(draft.index)?.isBeingReplaced = false
      }
      throw error
    }

    beginEdit()
    for index in upTo(drafts.count) {
      guard let draft = drafts.span.element(at: index) else { continue }
      publish(draft)
    }
    endEdit(of: drafts.count == 1 ? drafts.span.element(at: 0)?.index : nil)
  }

  /// Finds an index for each draft, and gets all memory that publishing them takes.
  private mutating func findPlaces(_ drafts: inout Buffer<Draft>) throws(ThemeError) {
    var drafts = drafts.mutableSpan
    let unknown = findNames(&drafts)
    try orOutOfMemory { () throws(OutOfMemory) in
      try names.reserve(unknown)
      try dependents.reserve(drafts.count)
    }

    var free = firstFree
    var next = nextIndex
    for index in drafts.indices {
      let draft = drafts[unchecked: index]
      if draft.index == 0, draft.name.count > 0 {
        let slot = try orOutOfMemory { () throws(OutOfMemory) in
          try names.intern(draft.name.bytes, hash: draft.hash)
        }
        drafts[unchecked: index].slot = slot
        // The batch may have named it before, or the table moved its slot.
        let known = NameValue(rawValue: slot.value).index
        drafts[unchecked: index].index = known
        if known == 0 {
          try reserve(next)
          slot.value =
            NameValue(
              ColorID(index: next, check: checkBase), isRegistered: false
            ).rawValue
          drafts[unchecked: index].index = next
          drafts[unchecked: index].isNew = true
          next &+= 1
        }
      } else if draft.index == 0 {
        if free != 0, let record = record(free) {
          drafts[unchecked: index].index = free
          free = record.nextFree
        } else {
          try reserve(next)
          drafts[unchecked: index].index = next
          next &+= 1
        }
      }
      // While nobody looks at the past, a recipe of the same shape can be overwritten.
      let record = record(drafts[unchecked: index].index)
      if frames.count == 0, let record, !record.isBeingReplaced,
        record.recipe?.fits(draft.recipe) ?? false
      {
        continue
      }
      drafts[unchecked: index].place = try orOutOfMemory { () throws(OutOfMemory) in
        try draft.recipe.makePlace(&pool, allocator)
      }
      record?.isBeingReplaced = true
    }
  }

  /// Finds the indices of the names that are registered, and counts those that are not.
  ///
  /// Whoever registers many colors again mostly does so in the order of the first time: the name
  /// that was found last tells where the next one may be.
  private func findNames(_ drafts: inout MutableSpan<Draft>) -> Int {
    var last = 0
    var unknown = 0
    for index in drafts.indices {
      let name = drafts[unchecked: index].name
      guard name.count > 0 else { continue }
      if let record = record(last &+ 1), record.isRegistered, record.name.equals(name.bytes) {
        last &+= 1
        drafts[unchecked: index].index = last
        continue
      }
      let hash = names.reader.hash(name.bytes)
      drafts[unchecked: index].hash = hash
      if let slot = names.reader.slot(of: name.bytes, hash: hash) {
        let value = NameValue(rawValue: slot.value)
        if value.isRegistered {
          last = value.index
          drafts[unchecked: index].index = last
          continue
        }
      }
      unknown &+= 1
    }
    return unknown
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
    if let slot = draft.slot {
      slot.value = NameValue(id(draft.index), isRegistered: true).rawValue
      if !record.hasName { record.name = slot.bytes }
    } else if draft.name.count == 0, draft.index == firstFree {
      firstFree = record.nextFree
      if firstFree == 0 { lastFree = 0 }
      record.reuses = record.reuses &+ 1
    }
    if !draft.recipe.isSelfContained, !record.isAmongDependents {
      // Room for it has been reserved.
      try? dependents.append(UInt32(truncatingIfNeeded: draft.index))
      record.isAmongDependents = true
    }
    guard let place = draft.place else {
      record.recipe?.assign(draft.recipe)
      record.recipe?.publish(at: tick, reuses: record.reuses)
      return
    }
    record.isBeingReplaced = false
    if !record.isRegistered { addToCount(1) }
    supersede(record, draft.recipe.copy(to: place))
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
    slot.value = NameValue(id(index), isRegistered: false).rawValue
    record(index)?.name = slot.bytes
    return id(index)
  }

  /// Takes a color out.
  mutating func unregister(_ id: ColorID) throws(ThemeError) {
    let (record, _) = try registered(id)
    let nothing = try orOutOfMemory { () throws(OutOfMemory) in
      var arena = Arena(allocator)
      let nothing = try Recipe.nothing(&arena)
      return nothing.copy(to: try nothing.makePlace(&pool, allocator))
    }
    beginEdit()
    supersede(record, nothing)
    addToCount(-1)
    if record.hasName {
      let value = NameValue(id, isRegistered: false).rawValue
      names.reader.slot(of: record.name.bytes)?.value = value
    } else if record.reuses < 0xFFF {
      // When all ids of an index have been used, it is not given out any more.
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
    try orOutOfMemory { () throws(OutOfMemory) in try renamings.reserve(2) }
    beginEdit()
    if record.hasName, let old = names.reader.slot(of: record.name.bytes) { change(old, to: 0) }
    change(slot, to: NameValue(id, isRegistered: true).rawValue)
    record.name = slot.bytes
    endEdit(of: id.index)
  }

  /// Lets a name stand for something else, from this tick on.
  private mutating func change(_ slot: NameTable.Slot, to value: UInt64) {
    if frames.count > 0 {
      // Room for it has been reserved.
      try? renamings.append(Renaming(tick: tick, name: slot.address, value: slot.value))
    }
    slot.value = value
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
    slot.value = UInt64(truncatingIfNeeded: paletteNames.count)
    endEdit(of: nil)
    return UInt16(truncatingIfNeeded: slot.value)
  }

  mutating func declareAxis(_ name: Span<UInt8>) throws(ThemeError) -> UInt32 {
    if let slot = axisNumbers.reader.slot(of: name), slot.value != 0 {
      return UInt32(truncatingIfNeeded: slot.value &- 1)
    }
    guard axisNumbers.reader.count < 8 else { throw ThemeError(.tooManyAxes, HostText(name)) }
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try axisNumbers.intern(name) }
    slot.value = UInt64(axisNumbers.reader.count)
    return axisNumbers.reader.count &- 1
  }

  // MARK: - Publishing

  private mutating func beginEdit() {
    tick &+= 1
    lastEdit = tick
  }

  /// Puts a state in the place of the current one, which stays for those who look at the past.
  private mutating func supersede(_ record: ColorRecord, _ recipe: Recipe) {
    let old = record.recipe
    recipe.publish(at: tick, reuses: record.reuses)
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
      for place in upTo(dependents.count) {
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
