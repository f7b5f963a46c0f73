// How what files have becomes part of a theme: wholly, in one change, or not at all.

/// What a landing needs memory for before it begins.
private struct Arrival: ~Copyable {
  /// What is to be said of colors, in the order of the drafts that are told by their indices: the
  /// index of the color follows later.
  var notes: Buffer<Saying>
  /// The indices of colors that the source has no more.
  var vanished: Buffer<UInt32>
  /// What those are then.
  var nothing: Recipe?
  /// The theme's number, from 0, of each axis.
  var axes: Buffer<UInt8>
  /// How many palettes, axes and values are new.
  var declarations = 0

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    notes = Buffer(allocator)
    vanished = Buffer(allocator)
    axes = Buffer(allocator)
  }

  /// What is said of an entry of an inventory.
  struct Saying: BitwiseCopyable {
    let entry: Int
    let draft: Notes.Draft
  }
}

extension ThemeState {
  /// Registers all colors of an inventory, and takes out those of the same source that `former` tells
  /// and the inventory does not have. What is the same as before is not touched. The conditions in the
  /// inventory get the numbers of this theme.
  mutating func land(
    _ inventory: borrowing Inventory, _ source: Source, formerCount: Int = 0,
    former: (Int) -> HostText = { _ in .empty }
  ) throws(ThemeError) {
    _ = try self.source(layer: source.layer, owner: source.owner)
    var arrival = Arrival(allocator)
    do throws(ThemeError) {
      try prepareDeclarations(of: inventory, &arrival)
      try prepareColors(of: inventory, source)
      try prepareTakingOut(formerCount, former, inventory, source, &arrival)
      try prepareNotes(of: inventory, clearing: formerCount > 0, &arrival)
      try land(inventory, source, arrival: &arrival)
    } catch {
      dropDrafts()
      free(&arrival.nothing)
      for place in upTo(arrival.notes.count) {
        arrival.notes.element(at: place)?.draft.free(&pool)
      }
      throw error
    }
  }

  /// Publishes what has been prepared. This is the one step that others see.
  @inline(never)
  private mutating func land(
    _ inventory: borrowing Inventory, _ source: Source, arrival: inout Arrival
  ) throws(ThemeError) {
    if drafts.count == 0, arrival.vanished.count == 0, arrival.declarations == 0 {
      try orOutOfMemory { () throws(OutOfMemory) in
        for place in upTo(arrival.notes.count) { try prepareNote(place, inventory, arrival) }
      }
      sayNotes(inventory, &arrival)
      return
    }
    let others = arrival.declarations > 0 ? nil : arrival.vanished.count
    try registerDrafts(others: others) { state throws(ThemeError) in
      try orOutOfMemory { () throws(OutOfMemory) in
        for place in upTo(arrival.notes.count) { try state.prepareNote(place, inventory, arrival) }
      }
    } also: { state in
      state.enterDeclarations(of: inventory, arrival)
      state.sayNotes(inventory, &arrival)
      for place in upTo(arrival.vanished.count) {
        let index = Int(arrival.vanished.element(at: place) ?? 0)
        guard let record = state.record(index) else { continue }
        state.takeOut(.source(source), of: index, record, &arrival.nothing)
        if !record.isRegistered { state.notes.forget(index, &state.pool) }
      }
      state.free(&arrival.nothing)
    } overwrite: { _, _ in
    } registered: { _, _ in
    }
  }

  // MARK: - Declarations

  private mutating func prepareDeclarations(
    of inventory: borrowing Inventory, _ arrival: inout Arrival
  ) throws(ThemeError) {
    var palettes = 0
    for before in upTo(inventory.palettes.count) {
      let number = before &+ 1
      let name = inventory.palettes.name(number) ?? .empty
      guard self.number(name.bytes, of: .palette) == nil else { continue }
      try preparePalette(name.bytes, after: palettes)
      palettes &+= 1
    }
    var axes = 0
    for before in upTo(inventory.axes.count) {
      let number = before &+ 1
      let name = inventory.axes.name(number) ?? .empty
      var axis = axisNumber(name.bytes)
      if axis == nil {
        try prepareAxis(name.bytes, after: axes)
        axis = self.axes.count &+ axes
        axes &+= 1
      }
      try orOutOfMemory { () throws(OutOfMemory) in
        try arrival.axes.append(UInt8(truncatingIfNeeded: axis ?? 0))
      }
    }
    var counts = [8 of Int](repeating: 0)
    var values = 0
    for before in upTo(inventory.axisValues.count) {
      let number = before &+ 1
      let (axis, name) = inventory.value(number, arrival.axes)
      guard axisValue(name.bytes, ofAxis: axis) == nil else { continue }
      try prepareValue(name.bytes, ofAxis: axis, after: counts[axis & 7])
      counts[axis & 7] &+= 1
      values &+= 1
    }
    arrival.declarations = palettes &+ axes &+ values
    try prepareNumbers(of: inventory, &arrival)
  }

  /// Gives the conditions of variants the numbers that their subtypes and locales will have here.
  private mutating func prepareNumbers(
    of inventory: borrowing Inventory, _ arrival: inout Arrival
  ) throws(ThemeError) {
    var subtypes = Buffer<UInt64>(allocator)
    var locales = Buffer<UInt64>(allocator)
    var added = 0
    for before in upTo(inventory.subtypes.count) {
      let number = before &+ 1
      let name = inventory.subtypes.name(number) ?? .empty
      var known = self.number(name.bytes, of: .subtype)
      if known == nil {
        try prepareSubtype(name.bytes, after: added)
        added &+= 1
        known = UInt64(truncatingIfNeeded: subtypeNames.count &+ added)
      }
      try orOutOfMemory { () throws(OutOfMemory) in try subtypes.append(known ?? 0) }
    }
    arrival.declarations &+= added
    added = 0
    for before in upTo(inventory.locales.count) {
      let number = before &+ 1
      let name = inventory.locales.name(number) ?? .empty
      var known = self.number(name.bytes, of: .locale)
      if known == nil {
        try prepareLocale(name.bytes, after: added)
        added &+= 1
        known = UInt64(truncatingIfNeeded: localeNames.count &+ added)
      }
      try orOutOfMemory { () throws(OutOfMemory) in try locales.append(known ?? 0) }
    }
    arrival.declarations &+= added
    if subtypes.count > 0 || locales.count > 0 {
      inventory.renumber { number in
        subtypes.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
      } locale: { number in
        locales.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
      }
    }
  }

  private mutating func enterDeclarations(
    of inventory: borrowing Inventory, _ arrival: borrowing Arrival
  ) {
    guard arrival.declarations > 0 else { return }
    inventory.palettes.forEachName { name in
      if number(name.bytes, of: .palette) == nil { enterPalette(name.bytes) }
    }
    inventory.axes.forEachName { name in
      if axisNumber(name.bytes) == nil { enterAxis(name.bytes) }
    }
    for before in upTo(inventory.axisValues.count) {
      let number = before &+ 1
      let (axis, name) = inventory.value(number, arrival.axes)
      if axisValue(name.bytes, ofAxis: axis) == nil { enterValue(name.bytes, ofAxis: axis) }
    }
    inventory.subtypes.forEachName { name in
      if number(name.bytes, of: .subtype) == nil { enterSubtype(name.bytes) }
    }
    inventory.locales.forEachName { name in
      if number(name.bytes, of: .locale) == nil { enterLocale(name.bytes) }
    }
  }

  // MARK: - Colors

  /// Drafts the colors that are not in the theme as they are.
  private mutating func prepareColors(
    of inventory: borrowing Inventory, _ source: Source
  ) throws(ThemeError) {
    try orOutOfMemory { () throws(OutOfMemory) in try drafts.reserve(inventory.count) }
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index), entry.expression.count > 0 else { continue }
      let recipe = try orOutOfMemory { () throws(OutOfMemory) in
        try Recipe.make(&pool, entry.expression)
      }
      recipe.source = source
      if has(recipe, entry.name) {
        recipe.free(&pool, allocator)
      } else {
        try draft(entry.name.bytes, of: source) { () throws(ThemeError) in
        } _: { _ throws(ThemeError) in
          recipe
        }
      }
    }
  }

  /// Whether a color is the same in its layer already.
  private func has(_ recipe: Recipe, _ name: HostText) -> Bool {
    guard let record = record(index(named: name.bytes)) else { return false }
    var found = false
    forEachEntry(of: record) { entry in found = found || entry.saysTheSame(as: recipe) }
    return found
  }

  private mutating func prepareTakingOut(
    _ count: Int, _ former: (Int) -> HostText, _ inventory: borrowing Inventory,
    _ source: Source, _ arrival: inout Arrival
  ) throws(ThemeError) {
    for place in upTo(count) {
      let name = former(place)
      guard inventory.index(of: name.bytes) == nil, let record = record(index(named: name.bytes))
      else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        try arrival.vanished.reserve(1)
        guard try prepareTakingOut(.source(source), of: record, &arrival.nothing) else { return }
        try arrival.vanished.append(UInt32(truncatingIfNeeded: index(named: name.bytes)))
      }
    }
  }

  // MARK: - Notes

  /// Makes the texts of what is to be said of colors and is not said already. What nothing is said of
  /// keeps what is said of it, unless that is to be cleared.
  @inline(never)
  private mutating func prepareNotes(
    of inventory: borrowing Inventory, clearing: Bool, _ arrival: inout Arrival
  ) throws(ThemeError) {
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      let note = notes.note(self.index(named: entry.name.bytes))
      let says = entry.description.count > 0 || entry.isDeprecated || entry.annotation.count > 0
      guard says || clearing && note?.isEmpty == false, !isSaid(entry, note) else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        try arrival.notes.reserve(1)
        let draft = try Notes.Draft(
          description: entry.description.bytes, deprecation: entry.deprecation.bytes,
          annotation: entry.annotation.bytes, &pool)
        try arrival.notes.append(Arrival.Saying(entry: index, draft: draft))
      }
    }
  }

  @inline(never)
  private func isSaid(_ entry: Inventory.Entry, _ note: Notes.Note?) -> Bool {
    guard let note else { return false }
    return note.description.text.equals(entry.description.bytes)
      && note.deprecation.text.equals(entry.deprecation.bytes)
      && note.annotation.text.equals(entry.annotation.bytes)
      && note.replacement == id(named: entry.replacement)
  }

  /// The id that a name has, or will have once the drafts are registered.
  private func id(named name: HostText) -> ColorID {
    let index = index(named: name.bytes)
    return index == 0 ? .none : id(index)
  }

  private mutating func prepareNote(
    _ place: Int, _ inventory: borrowing Inventory, _ arrival: borrowing Arrival
  ) throws(OutOfMemory) {
    guard let entry = arrival.notes.element(at: place)?.entry else { return }
    try notes.prepare(index(named: (inventory.entry(entry)?.name ?? .empty).bytes))
  }

  private mutating func sayNotes(
    _ inventory: borrowing Inventory, _ arrival: inout Arrival
  ) {
    for place in upTo(arrival.notes.count) {
      guard let saying = arrival.notes.element(at: place),
        let entry = inventory.entry(saying.entry)
      else { continue }
      let index = index(named: entry.name.bytes)
      let replacement = id(named: entry.replacement)
      notes.say(index, saying.draft, replacement.index == index ? .none : replacement, &pool)
    }
    arrival.notes.truncate(to: 0)
  }
}

extension Inventory {
  /// A value of an axis, by its number: the axis as it is in a list of axes, and its name.
  fileprivate func value(_ number: Int, _ axes: borrowing Buffer<UInt8>) -> (Int, HostText) {
    let key = (axisValues.name(number) ?? .empty).bytes
    let axis = axes.element(at: Int(key.element(at: 0) ?? 0)) ?? 0
    return (Int(axis), HostText(key.slice(1, key.count)))
  }

  /// Gives subtypes and locales other numbers.
  fileprivate func renumber(
    subtype: (UInt64) -> UInt64, locale: (UInt64) -> UInt64
  ) {
    for index in upTo(count) {
      entry(index)?.expression.forEachNode { node in
        if node.operation == .variants { node.renumber(subtype: subtype, locale: locale) }
      }
    }
  }
}
