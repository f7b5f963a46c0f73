// Changing what colors a theme has.

/// A color about to be registered.
struct Draft: BitwiseCopyable {
  // There may be many, so they are small. The addresses of the name and of the recipe; one more
  // number; and from the lowest bit the index, the length of the name, and flags.
  private let nameAddress: UInt64
  private let recipeAddress: UInt64
  private var detail: UInt64
  private var shape: UInt64

  private static var lengthBit: UInt64 { 32 }
  private static var isNewBit: UInt64 { 1 << 48 }
  private static var coversBit: UInt64 { 1 << 49 }
  private static var hasSlotBit: UInt64 { 1 << 50 }

  fileprivate init(name: HostText, recipe: Recipe?, index: Int, hash: UInt64 = 0) {
    nameAddress = name.address
    recipeAddress = recipe?.words.address ?? 0
    detail = hash
    shape =
      UInt64(UInt32(truncatingIfNeeded: index))
      | UInt64(UInt16(truncatingIfNeeded: name.count)) &<< Draft.lengthBit
  }

  /// Empty for a color without a name.
  fileprivate var name: HostText {
    HostText(
      address: nameAddress, count: Int(truncatingIfNeeded: shape &>> Draft.lengthBit & 0xFFFF))
  }

  /// What it will be made of; `nil` if the values of its current state are to be overwritten.
  fileprivate var recipe: Recipe? { Recipe(address: recipeAddress) }

  /// Where it will be registered, as far as that is known.
  fileprivate(set) var index: Int {
    get { Int(truncatingIfNeeded: shape & 0xFFFF_FFFF) }
    set { shape = shape & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: newValue)) }
  }

  /// The hash of the name, as long as it has no slot.
  fileprivate var hash: UInt64 { detail }

  fileprivate var slot: NameTable.Slot? {
    shape & Draft.hasSlotBit == 0 ? nil : NameTable.Slot(rawValue: detail)
  }

  fileprivate mutating func set(slot: NameTable.Slot) {
    detail = slot.rawValue
    shape |= Draft.hasSlotBit
  }

  /// Whether its name had no index before.
  fileprivate var isNew: Bool { shape & Draft.isNewBit != 0 }

  fileprivate mutating func setNew() { shape |= Draft.isNewBit }

  /// Whether its layer is above that of the current state.
  fileprivate var covers: Bool { shape & Draft.coversBit != 0 }

  /// The room for a copy of the current state, which will be covered.
  fileprivate var room: Recipe? { covers ? Recipe(address: detail) : nil }

  /// Its layer is above that of the current state, for a copy of which there is room at an address,
  /// or 0.
  fileprivate mutating func setCovering(room: UInt64) {
    detail = room
    shape |= Draft.coversBit
  }
}

extension ThemeState {
  /// The index of a registered color with this name; 0 if there is none, and then the hash of the
  /// name is told, too.
  ///
  /// Whoever registers many colors again mostly does so in the order of the first time: the draft
  /// before tells where the next one may be.
  private func registeredIndex(_ name: Span<UInt8>, _ hash: inout UInt64) -> Int {
    guard name.count > 0 else { return 0 }
    if let last = drafts.element(at: drafts.count &- 1)?.index,
      let record = record(last &+ 1), record.isRegistered, record.name.equals(name)
    {
      return last &+ 1
    }
    hash = names.reader.hash(name)
    guard names.reader.count > 0, let slot = names.reader.slot(of: name, hash: hash) else {
      return 0
    }
    let value = NameValue(rawValue: slot.value)
    return value.isRegistered ? value.index : 0
  }

  /// Drafts a color whose recipe `make` makes, unless `count` variants can be written over the
  /// current ones, once `check` has seen that they are good: that is done while nobody looks at the
  /// past, and spares a recipe. Room for the draft has been reserved.
  @inline(never)
  mutating func draft<Failure: Error>(
    _ name: Span<UInt8>, of source: Source, overwriting count: Int? = nil,
    check: () throws(Failure) -> Void, _ make: (inout ThemeState) throws(Failure) -> Recipe
  ) throws(Failure) {
    var hash: UInt64 = 0
    let index = registeredIndex(name, &hash)
    let record = record(index)
    let current = record?.recipe
    var recipe: Recipe?
    if let count, frames.count == 0, let record, !record.isBeingReplaced, let current,
      current.kind == .variants, current.variantCount == count, current.source == source
    {
      try check()
    } else {
      recipe = try make(&self)
      recipe?.source = source
      record?.isBeingReplaced = true
    }
    var draft = Draft(name: HostText(name), recipe: recipe, index: index, hash: hash)
    if let current, covers(source, current) { draft.setCovering(room: 0) }
    try? drafts.append(draft)
  }

  /// Forgets what was to be registered.
  mutating func dropDrafts() {
    for index in upTo(drafts.count) {
      guard let draft = drafts.element(at: index) else { continue }
      draft.recipe?.free(&pool, allocator)
      draft.room?.free(&pool, allocator)
      record(draft.index)?.isBeingReplaced = false
    }
    emptyDrafts()
  }

  /// Registers all drafts, or none. `overwrite` writes the values of those that have no recipe of
  /// their own; `registered` is told the id of each, in their order. `also` does what else is part of
  /// the edit, before the colors change, and `prepare`, when it is known which index each draft gets,
  /// gets the memory for that: `others` is how many colors it concerns, `nil` any number.
  mutating func registerDrafts(
    others: Int? = 0, prepare: (inout ThemeState) throws(ThemeError) -> Void = { _ in },
    also: (inout ThemeState) -> Void = { _ in },
    overwrite: (Int, Recipe) -> Void, registered: (Int, ColorID) -> Void
  ) throws(ThemeError) {
    do throws(ThemeError) {
      let rows = try findPlaces()
      try prepare(&self)
      try beginEdit(of: others.map { drafts.count &+ $0 }, rows: rows)
    } catch {
      // Names that have just been given an index lose it again.
      for index in upTo(drafts.count) {
        if let draft = drafts.element(at: index), draft.isNew { draft.slot?.value = 0 }
      }
      throw error
    }

    also(&self)
    var isSeen = others != 0
    for index in upTo(drafts.count) {
      guard let draft = drafts.element(at: index) else { continue }
      if let recipe = draft.recipe {
        if publish(draft, recipe) { isSeen = true }
      } else if let record = record(draft.index), let recipe = record.recipe {
        overwrite(index, recipe)
        recipe.publish(at: tick, reuses: record.reuses, generation: nextGeneration)
        noteDependent(draft.index, record, recipe)
        isSeen = true
      }
      registered(index, id(draft.index))
    }
    let isOne = drafts.count == 1 && others == 0
    endEdit(of: isOne ? drafts.element(at: 0)?.index : nil, isSeen: isSeen)
    emptyDrafts()
  }

  /// Keeps room for the next drafts, unless it is a lot.
  private mutating func emptyDrafts() {
    if drafts.count > 4096 { drafts = Buffer(allocator) } else { drafts.truncate(to: 0) }
  }

  /// Finds an index for each draft, and gets all memory that publishing them takes. The result is
  /// how many rows there will be.
  private mutating func findPlaces() throws(ThemeError) -> Int {
    var unknown = 0
    for index in upTo(drafts.count) {
      if let draft = drafts.element(at: index), draft.index == 0, draft.name.count > 0 {
        unknown &+= 1
      }
    }
    try orOutOfMemory { () throws(OutOfMemory) in
      try names.reserve(unknown)
      try dependents.reserve(drafts.count)
    }

    var free = firstFree
    var next = nextIndex
    for index in upTo(drafts.count) {
      guard var draft = drafts.element(at: index), draft.index == 0 || draft.covers else {
        continue
      }
      if draft.covers {
        draft.setCovering(room: try room(for: draft))
      } else if draft.name.count > 0 {
        let slot = try orOutOfMemory { () throws(OutOfMemory) in
          try names.intern(draft.name.bytes, hash: draft.hash)
        }
        draft.set(slot: slot)
        // It may be declared, or the batch may have named it before.
        draft.index = NameValue(rawValue: slot.value).index
        if draft.index == 0 {
          try reserve(next)
          slot.value =
            NameValue(ColorID(index: next, check: checkBase), isRegistered: false).rawValue
          draft.index = next
          draft.setNew()
          next &+= 1
        }
      } else if free != 0, let record = record(free) {
        draft.index = free
        free = record.nextFree
      } else {
        try reserve(next)
        draft.index = next
        next &+= 1
      }
      drafts.replace(at: index, with: draft)
    }
    return next &- 1
  }

  /// The address of room for a copy of what a draft will cover.
  @inline(never)
  private mutating func room(for draft: Draft) throws(ThemeError) -> UInt64 {
    guard let current = record(draft.index)?.recipe else { return 0 }
    return try orOutOfMemory { () throws(OutOfMemory) in
      try Recipe.room(&pool, for: current).words.address
    }
  }

  /// Makes sure that an index that was never given out can be.
  private func reserve(_ index: Int) throws(ThemeError) {
    guard index <= ColorID.greatestIndex else { throw ThemeError(.tooManyColors) }
    try orOutOfMemory { () throws(OutOfMemory) in try records.reserve(index) }
  }

  /// Publishes a draft, and says whether its color is what was drafted: it may be covered.
  private mutating func publish(_ draft: Draft, _ recipe: Recipe) -> Bool {
    if draft.index >= nextIndex {
      nextIndex = draft.index &+ 1
      shared.release(ThemeState.rowsWord, UInt64(truncatingIfNeeded: draft.index))
    }
    guard let record = record(draft.index) else { return false }
    record.isBeingReplaced = false
    if let slot = draft.slot {
      slot.value = NameValue(id(draft.index), isRegistered: true).rawValue
      if !record.hasName { record.name = slot.bytes }
    } else if draft.name.count == 0, draft.index == firstFree {
      firstFree = record.nextFree
      if firstFree == 0 { lastFree = 0 }
      record.covered = nil
      record.reuses = record.reuses &+ 1
    }
    noteDependent(draft.index, record, recipe)
    if !record.isRegistered { addToCount(1) }
    return enter(recipe, record, room: draft.room)
  }

  /// Puts a color among the dependents, if it depends on others. Room for it has been reserved.
  mutating func noteDependent(_ index: Int, _ record: ColorRecord, _ recipe: Recipe) {
    guard !recipe.isSelfContained, !record.isAmongDependents else { return }
    try? dependents.append(UInt32(truncatingIfNeeded: index))
    record.isAmongDependents = true
  }

  /// Makes constants of registered colors, all or none: `fill` writes the one variant of each.
  mutating func redefine(
    _ count: Int, id: (Int) -> ColorID, fill: (Int, Recipe) -> Void
  ) throws(ThemeError) {
    var canOverwrite = frames.count == 0
    for index in upTo(count) {
      let (_, recipe) = try registered(id(index))
      canOverwrite = canOverwrite && recipe.hasOneVariant
    }
    guard canOverwrite else { return try replace(count, id: id, fill: fill) }

    try beginEdit(of: count, changesReferences: false)
    var last = 0
    for index in upTo(count) {
      // The ids are the host's, who may have changed them since.
      last = id(index).index
      guard let record = record(last), let recipe = record.recipe, recipe.hasOneVariant else {
        continue
      }
      fill(index, recipe)
      recipe.publish(at: tick, reuses: record.reuses, generation: nextGeneration)
    }
    endEdit(of: count == 1 ? last : nil)
  }

  /// The same by new states, for colors that are something else, or are being looked at.
  private mutating func replace(
    _ count: Int, id: (Int) -> ColorID, fill: (Int, Recipe) -> Void
  ) throws(ThemeError) {
    do throws(ThemeError) {
      try orOutOfMemory { () throws(OutOfMemory) in try drafts.reserve(count) }
      for index in upTo(count) {
        // Read once: the ids are the host's, who may change them meanwhile.
        let given = id(index)
        let (_, current) = try registered(given)
        let recipe = try orOutOfMemory { () throws(OutOfMemory) in
          try Recipe.variants(&pool, count: 1)
        }
        recipe.source = current.source
        fill(index, recipe)
        try? drafts.append(Draft(name: .empty, recipe: recipe, index: given.index))
      }
      try registerDrafts(overwrite: { _, _ in }, registered: { _, _ in })
    } catch {
      dropDrafts()
      throw error
    }
  }

  /// The index of a name, which is given one if it has none.
  mutating func declare(_ name: Span<UInt8>) throws(ThemeError) -> ColorID {
    let name = currentName(name).bytes
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try names.intern(name) }
    let known = NameValue(rawValue: slot.value).index
    if known != 0 { return id(known) }
    let index = nextIndex
    try reserve(index)
    nextIndex &+= 1
    shared.release(ThemeState.rowsWord, UInt64(truncatingIfNeeded: index))
    slot.value = NameValue(id(index), isRegistered: false).rawValue
    record(index)?.name = slot.bytes
    // Those that were made before do not know the id.
    snapshots.clear()
    references.areCurrent = false
    return id(index)
  }

  /// Frees the index, or the name, of a color that has just been taken out.
  mutating func freeIndex(_ index: Int, _ record: ColorRecord) {
    addToCount(-1)
    if !record.hasName { notes.forget(index, &pool) }
    if record.hasName {
      let value = NameValue(id(index), isRegistered: false).rawValue
      names.reader.slot(of: record.name.bytes)?.value = value
    } else {
      addFree(index, record)
    }
  }

  /// Lets an index be given out again, unless all its ids have been used.
  mutating func addFree(_ index: Int, _ record: ColorRecord) {
    guard record.reuses < 0xFFF else { return }
    record.nextFree = 0
    if lastFree != 0 { self.record(lastFree)?.nextFree = index } else { firstFree = index }
    lastFree = index
  }

  /// Gives a color another name.
  mutating func rename(_ id: ColorID, _ name: Span<UInt8>) throws(ThemeError) {
    let (record, recipe) = try registered(id)
    let slot = try orOutOfMemory { () throws(OutOfMemory) in try names.intern(name) }
    let known = NameValue(rawValue: slot.value).index
    guard known == 0 || known == id.index else { throw ThemeError(.nameTaken, HostText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in
      try renamings.reserve(2)
      if record.hasName { _ = try nameChanges.intern(record.name.bytes) }
      _ = try nameChanges.intern(name)
    }
    try beginEdit(of: 1)
    if record.hasName, let old = names.reader.slot(of: record.name.bytes) { change(old, to: 0) }
    change(slot, to: NameValue(id, isRegistered: true).rawValue)
    record.name = slot.bytes
    recipe.publish(at: recipe.publishedAt, reuses: record.reuses, generation: nextGeneration)
    endEdit(of: id.index)
  }

  /// Lets a name stand for something else, from this tick on. It is one of the names that change.
  mutating func change(_ slot: NameTable.Slot, to value: UInt64) {
    nameChanges.reader.slot(of: slot.bytes.bytes)?.value = nextGeneration
    lastNameChange = nextGeneration
    if frames.count > 0 {
      // Room for it has been reserved.
      try? renamings.append(Renaming(tick: tick, name: slot.address, value: slot.value))
    }
    slot.value = value
  }

  mutating func setDefaultScheme(_ scheme: UInt64) throws(ThemeError) {
    guard settings.scheme != scheme else { return }
    try beginEdit(of: nil, changesReferences: false)
    settings.scheme = scheme
    noteChange(of: .scheme)
    endEdit(of: nil)
  }

  mutating func setLevels(_ levels: LevelOpacities) throws(ThemeError) {
    guard !(settings.levels == levels) else { return }
    try beginEdit(of: nil, changesReferences: false)
    settings.levels = levels
    levelsChanged = nextGeneration
    endEdit(of: nil)
  }

  mutating func setDefaultPalette(_ palette: UInt64) throws(ThemeError) {
    guard palette <= UInt64(truncatingIfNeeded: palettes.count) else {
      throw ThemeError(.unknownName)
    }
    guard settings.palette != palette else { return }
    try beginEdit(of: nil)
    settings.palette = palette
    noteChange(of: .palette)
    endEdit(of: nil)
  }

  mutating func declarePalette(_ name: Span<UInt8>) throws(ThemeError) -> UInt16 {
    if let number = number(name, of: .palette) { return UInt16(truncatingIfNeeded: number) }
    try preparePalette(name)
    try beginEdit(of: nil)
    enterPalette(name)
    endEdit(of: nil)
    return UInt16(truncatingIfNeeded: palettes.count)
  }

  /// Makes sure that nothing fails when a palette is entered, which is a part of an edit: colors of
  /// environments that name the number of no palette change their meaning. `others` is how many are
  /// entered before it.
  mutating func preparePalette(
    _ name: Span<UInt8>, after others: Int = 0
  ) throws(ThemeError) {
    guard palettes.count &+ others < 0xFFFF else {
      throw ThemeError(.tooManyPalettes, HostText(name))
    }
    try orOutOfMemory { () throws(OutOfMemory) in try palettes.prepare(name, after: others) }
  }

  mutating func enterPalette(_ name: Span<UInt8>) {
    palettes.enter(name)
    noteChange(of: .palette)
  }

  mutating func declareAxis(_ name: Span<UInt8>) throws(ThemeError) -> UInt32 {
    if let number = axisNumber(name) { return UInt32(truncatingIfNeeded: number) }
    try prepareAxis(name)
    // Expressions may ask for the axis already.
    try beginEdit(of: nil)
    enterAxis(name)
    endEdit(of: nil)
    return UInt32(truncatingIfNeeded: axes.count &- 1)
  }

  /// Makes sure that nothing fails when an axis is entered. `others` is how many are before it.
  mutating func prepareAxis(_ name: Span<UInt8>, after others: Int = 0) throws(ThemeError) {
    guard axes.count &+ others < 8 else { throw ThemeError(.tooManyAxes, HostText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in try axes.prepare(name, after: others) }
  }

  mutating func enterAxis(_ name: Span<UInt8>) {
    axes.enter(name)
    noteChange(of: .custom(axes.count &- 1))
    axisHash.combine(name)
  }

  /// The number of the axis that has a name, from 0 on.
  func axisNumber(_ name: Span<UInt8>) -> Int? {
    let number = axes.number(of: name)
    return number == 0 ? nil : number &- 1
  }

  /// The value of an axis that has a name, which is given the next one if it has none.
  mutating func declareValue(
    _ name: Span<UInt8>, ofAxis axis: UInt32
  ) throws(ThemeError) -> UInt8 {
    guard axis < axes.count else { throw ThemeError(.unknownName) }
    let number = Int(axis)
    if let value = axisValue(name, ofAxis: number) { return UInt8(truncatingIfNeeded: value) }
    try prepareValue(name, ofAxis: number)
    try beginEdit(of: nil)
    enterValue(name, ofAxis: number)
    endEdit(of: nil)
    return axisValueCounts[number & 7]
  }

  /// Makes sure that nothing fails when a value of an axis of the host's is entered. `others` is how
  /// many of that axis are before it.
  mutating func prepareValue(
    _ name: Span<UInt8>, ofAxis axis: Int, after others: Int = 0
  ) throws(ThemeError) {
    guard Int(axisValueCounts[axis & 7]) &+ others < 255 else {
      throw ThemeError(.tooManyAxisValues, HostText(name))
    }
    let key = AxisValueNames.key(name, axis)
    try orOutOfMemory { () throws(OutOfMemory) in _ = try axisValues.intern(key.bytes) }
  }

  mutating func enterValue(_ name: Span<UInt8>, ofAxis axis: Int) {
    let key = AxisValueNames.key(name, axis)
    noteChange(of: .custom(axis))
    axisValueCounts[axis & 7] &+= 1
    axisValues.reader.slot(of: key.bytes)?.value = UInt64(axisValueCounts[axis & 7])
    axisHash.combine(key.bytes)
  }

  func axisValue(_ name: Span<UInt8>, ofAxis axis: Int) -> UInt64? {
    AxisValueNames(axisValues.reader).value(name, ofAxis: axis)
  }

  // MARK: - Publishing

  /// The last step that can fail. `count` is how many colors will be changed themselves, at most,
  /// and `rows` how many rows there will be; `nil` stands for any number, and for as many as there
  /// are. `changesReferences` says whether other colors may refer to each other than before.
  mutating func beginEdit(
    of count: Int?, rows: Int? = nil, changesReferences: Bool = true
  ) throws(ThemeError) {
    if isObserved {
      let rows = rows ?? nextIndex &- 1
      try orOutOfMemory { () throws(OutOfMemory) in
        try prepareNews(
          of: min(count ?? rows, rows), rows: rows, changesReferences: changesReferences)
      }
    }
    if changesReferences { references.areCurrent = false }
    tick &+= 1
    lastEdit = tick
  }

  /// Notes that what is not a color, but decides as an axis does, is about to change.
  mutating func noteChange(of axis: Axis) {
    axisChanges[axis.index & 31] = nextGeneration
  }

  /// The generation that the edit which has begun makes.
  var nextGeneration: UInt64 { generation &+ 1 }

  /// Puts a state in the place of the current one, which stays for those who look at the past.
  mutating func supersede(_ record: ColorRecord, _ recipe: Recipe) {
    let old = record.recipe
    recipe.publish(at: tick, reuses: record.reuses, generation: nextGeneration)
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
  mutating func invalidate(_ index: Int?) {
    if let index, dependents.count <= 64 {
      planes.invalidate(index: index)
      for place in upTo(dependents.count) {
        guard let dependent = dependents.element(at: place) else { continue }
        planes.invalidate(index: Int(dependent))
      }
    } else {
      planes.invalidateAll(tick: tick)
    }
  }

  /// Publishes an edit. `index` is the one color that was changed; `nil` stands for more. If nothing
  /// of it can be seen, what has been resolved stays.
  mutating func endEdit(of index: Int?, isSeen: Bool = true) {
    if isSeen { invalidate(index) }
    shared.release(ThemeState.generationWord, nextGeneration)
    snapshots.clear()
    reap()
    publishNews(of: isSeen ? index : nil)
  }

  func addToCount(_ change: Int) {
    let count = Int(truncatingIfNeeded: shared.relaxed(ThemeState.countWord)) &+ change
    shared.release(ThemeState.countWord, UInt64(truncatingIfNeeded: count))
  }
}
