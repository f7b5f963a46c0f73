// Theme: registering, redefining, refreshing and removing colors.

extension ThemeState {
  // MARK: - Registering

  /// Registers the colors whose drafts `addDrafts` adds to the transaction, at most `count`. If
  /// `addDrafts` or the commit fails, registers none.
  ///
  /// `overwriteCurrentRecipe` writes new values to the current recipe of a color, if the draft
  /// changes the color but has no recipe. `receiveID` receives the position and the id of each
  /// draft.
  @inline(never)
  @_optimize(speed)
  mutating func register<HostFailure: RegistrationFailure>(
    _ count: Int, _ addDrafts: (inout ThemeState) throws(HostFailure) -> Void,
    overwriteCurrentRecipe: (Int, Recipe) -> Void, receiveID: (Int, ColorID) -> Void
  ) throws(HostFailure) {
    do throws(HostFailure) {
      try convertingOutOfMemory(to: HostFailure.self, try transaction.drafts.reserve(count))
      try addDrafts(&self)
    } catch {
      transaction.rollBack(&registry)
      throw error
    }
    try convertingErrors(to: HostFailure.self) { () throws(ThemeError) in
      try commit(
        .all, changesMoreThanColors: false, changeOther: { _, _ in },
        overwriteCurrentRecipe: overwriteCurrentRecipe, receiveID: receiveID)
    }
  }

  /// Registers definitions, all or none. `receiveID` receives the index of each definition and the
  /// id of its color.
  @_optimize(speed)
  mutating func register<List: DefinitionList>(
    _ definitions: List, receiveID: (Int, ColorID) -> Void
  ) throws(List.Variants.Failure) {
    try register(definitions.count) { state throws(List.Variants.Failure) in
      for index in upTo(definitions.count) {
        // A shortcut for the most frequent definitions.
        if let constant = definitions.constant(index),
          let source = try? state.registry.source(layer: constant.layer, owner: constant.owner)
        {
          do throws(OutOfMemory) {
            try state.draft(constant.name, constant.color, source)
          } catch {
            throw definitions.failure(
              List.Variants.Failure(ThemeError(.outOfMemory)), colorNamed: constant.name)
          }
          continue
        }
        let definition = try definitions.definition(index)
        do throws(List.Variants.Failure) {
          try state.draft(definition)
        } catch {
          throw definitions.failure(error, colorNamed: definition.name)
        }
      }
    } overwriteCurrentRecipe: { index, recipe in
      // The definition was valid when it was drafted. If the host has changed it since, variants
      // that are invalid now keep their old values.
      guard let variants = definitions.variants(index), variants.count == recipe.variantCount
      else { return }
      try? variants.fill(recipe)
    } receiveID: { index, id in
      receiveID(index, id)
    }
  }

  /// The color that a draft will replace.
  struct DraftTarget {
    /// The index of the color; 0 for a new color.
    fileprivate let index: Int
    /// The record of the color; `nil` for a new color.
    fileprivate let record: ColorRecord?
    /// The hash of the name. Valid only for a new color with a name.
    fileprivate let hash: UInt64
  }

  /// The color that a draft with a name will replace.
  @inline(__always)
  func draftTarget(named name: Span<UInt8>) -> DraftTarget {
    var hash: UInt64 = 0
    let index = registry.registeredIndex(name, after: transaction.lastIndex, &hash)
    return DraftTarget(
      index: index, record: index == 0 ? nil : registry.record(index), hash: hash)
  }

  /// Drafts a color whose current recipe will be overwritten, if that is possible. If `isSame`
  /// returns true for the current recipe, the draft changes nothing.
  ///
  /// Drafts nothing and returns false if the color is new, or if one of these is true of its
  /// current recipe:
  /// - It is not a table of `count` variants, or it is from another layer or owner than `source`.
  /// - It has room for extra conditions, and the new table has none, or the other way round.
  /// - An earlier draft already replaces it.
  /// - A reader reaches it, and `isSame` returns false.
  /// - It is compact (it has only a cell for each color), and `isSame` and `fitInCells` return
  ///   false.
  @inline(__always)
  private mutating func draftIfOverwritable<ComparisonError: Error>(
    _ target: DraftTarget, variants count: Int, hasExtraConditions: Bool = false,
    _ source: LayerAndOwner,
    fitInCells: () throws(ComparisonError) -> Bool,
    _ isSame: (Recipe) throws(ComparisonError) -> Bool
  ) throws(ComparisonError) -> Bool {
    guard let record = target.record, !record.isBeingReplaced, let current = record.recipe,
      current.kind == .variants, current.variantCount == count,
      current.hasExtraConditions == hasExtraConditions, current.source == source
    else { return false }
    guard try !isSame(current) else {
      transaction.addUnchanged(index: target.index)
      return true
    }
    guard !readers.canReach(current) else { return false }
    if current.isCompact { guard try fitInCells() else { return false } }
    record.isBeingReplaced = true
    transaction.drafts.appendReserved(Draft(withoutRecipe: target.index, isUnchanged: false))
    return true
  }

  /// Drafts a color with a recipe. If the color already has an equal entry, frees the recipe, and
  /// the draft changes nothing. Memory for the draft must have been reserved.
  @_optimize(speed)
  mutating func draft(
    _ name: Span<UInt8>, _ recipe: Recipe, _ source: LayerAndOwner, _ target: DraftTarget
  ) {
    recipe.source = source
    if recipe.readsCovered { registry.hasEverUsedCovered = true }
    if let record = target.record, !record.isBeingReplaced,
      registry.hasEntry(equalTo: recipe, record)
    {
      recipe.free(&registry.pool, allocator)
      return transaction.addUnchanged(index: target.index)
    }
    let draft = Draft(
      name: StoredText(name), recipe: recipe, index: target.index, hash: target.hash)
    if let record = target.record {
      record.isBeingReplaced = true
      if let current = record.recipe, registry.isShadowed(current, byRecipeFrom: source) {
        draft.setShadowing(reservedCopy: 0)
      }
    }
    transaction.drafts.appendReserved(draft)
  }

  /// Drafts a color with `count` variants. `fill` writes the variants, which must be valid, to a
  /// recipe. `fitInCells` returns whether a compact recipe can store all variants exactly.
  /// `isSame` returns whether a recipe with `count` variants already has the same variants.
  /// `commonTarget` is the color that all variants refer to; `none` if not all variants refer to
  /// the same color.
  @inline(__always)
  mutating func draft<HostFailure: RegistrationFailure>(
    _ name: Span<UInt8>, variants count: Int, _ source: LayerAndOwner,
    throwing failure: HostFailure.Type, commonTarget: ColorID, fitInCells: () -> Bool,
    isSame: (Recipe) -> Bool, _ fill: (Recipe) -> Void
  ) throws(HostFailure) {
    if commonTarget != .none {
      try requireNoSelfReference(
        name, source, throwing: failure,
        alwaysRefersToItself: registry.id(named: name) == commonTarget)
    }
    let target = draftTarget(named: name)
    let isDrafted = draftIfOverwritable(
      target, variants: count, source, fitInCells: fitInCells, isSame)
    guard !isDrafted else { return }
    let recipe = try convertingOutOfMemory(
      to: failure,
      try Recipe.variants(&registry.pool, count: count, isCompact: fitInCells()))
    fill(recipe)
    draft(name, recipe, source, target)
  }

  /// Drafts a color that is a constant.
  @inline(never)
  @_optimize(speed)
  mutating func draft(_ name: StoredText, _ color: Color, _ source: LayerAndOwner)
    throws(OutOfMemory)
  {
    let target = draftTarget(named: name.bytes)
    let isDrafted = draftIfOverwritable(
      target, variants: 1, source, fitInCells: { color.fitsInCell },
      { recipe in recipe.variant(0).isSame(as: .any, .color(color)) })
    guard !isDrafted else { return }
    let recipe = try Recipe.constant(&registry.pool, color)
    // A new color has no entry to compare the recipe with. So its draft is made here, which is
    // faster.
    guard target.record == nil else { return draft(name.bytes, recipe, source, target) }
    recipe.source = source
    transaction.drafts.appendReserved(
      Draft(name: name, recipe: recipe, index: 0, hash: target.hash))
  }

  /// Drafts the color of a definition.
  @inline(__always)
  private mutating func draft<Variants: VariantList>(
    _ definition: Definition<Variants>
  ) throws(Variants.Failure) {
    let name = definition.name.bytes
    let source = try convertingErrors(to: Variants.Failure.self) { () throws(ThemeError) in
      try registry.source(layer: definition.layer, owner: definition.owner)
    }
    if case .variants(let variants) = definition.content {
      let summary = try variants.summarize(vocabulary)
      if !summary.hasText { return try draft(name, source, variants, summary) }
    }
    let recipe = try makeRecipe(name, source, definition.content)
    draft(name, recipe, source, draftTarget(named: name))
  }

  /// Drafts a color with a table of variants that has no texts.
  @inline(never)
  private mutating func draft<Variants: VariantList>(
    _ name: Span<UInt8>, _ source: LayerAndOwner, _ variants: Variants, _ summary: VariantsSummary
  ) throws(Variants.Failure) {
    if summary.commonTarget != .none {
      try requireNoSelfReference(
        name, source, throwing: Variants.Failure.self,
        alwaysRefersToItself: registry.id(named: name) == summary.commonTarget)
    }
    let target = draftTarget(named: name)
    // `summarize` has not checked the values. Comparing them with the current recipe checks all of
    // them, and so does filling a new recipe.
    if try draftIfOverwritable(
      target, variants: variants.count, hasExtraConditions: summary.hasExtraConditions, source,
      fitInCells: { () throws(Variants.Failure) in try variants.fitInCells() },
      { recipe throws(Variants.Failure) in try variants.areSame(as: recipe) })
    {
      return
    }
    let isCompact = try variants.fitInCells()
    let recipe = try convertingOutOfMemory(
      to: Variants.Failure.self,
      try Recipe.variants(
        &registry.pool, count: variants.count, hasExtraConditions: summary.hasExtraConditions,
        isCompact: isCompact))
    try fill(recipe, variants)
    draft(name, recipe, source, target)
  }

  /// Makes the recipe of any definition but a table of variants that has no texts.
  @inline(never)
  private mutating func makeRecipe<Variants: VariantList>(
    _ name: Span<UInt8>, _ source: LayerAndOwner, _ content: Definition<Variants>.Content
  ) throws(Variants.Failure) -> Recipe {
    typealias HostFailure = Variants.Failure
    var writer = ExpressionWriter(allocator)
    switch content {
    case .variants(let variants): try writer.append(variants, vocabulary.axisNames)
    case .palette(let semantic, let variants):
      let summary = try variants.summarize(vocabulary)
      guard summary.hasText else {
        let recipe = try convertingOutOfMemory(
          to: HostFailure.self,
          try Recipe.palette(
            &registry.pool, semanticName: semantic.bytes, count: variants.count,
            hasExtraConditions: summary.hasExtraConditions))
        try fill(recipe, variants)
        return recipe
      }
      // Detail 1: a fallback follows the name.
      let node = writer.open(.palette, detail: 1)
      writer.append(text: semantic.bytes)
      try writer.append(variants, vocabulary.axisNames)
      writer.close(node)
    case .provider(let provider):
      return try convertingOutOfMemory(
        to: HostFailure.self, try Recipe.provider(&registry.pool, allocator, provider))
    case .css(let text):
      if let color = parsePlainColor(text.bytes) {
        return try convertingOutOfMemory(
          to: HostFailure.self, try Recipe.constant(&registry.pool, color))
      }
      try writer.append(.css(text), vocabulary.axisNames, throwing: HostFailure.self)
    }
    return try makeRecipe(name, source, writer, throwing: HostFailure.self)
  }

  /// Drafts a color with the expression that `write` writes.
  mutating func draft<HostFailure: RegistrationFailure>(
    _ name: Span<UInt8>, _ source: LayerAndOwner, throwing failure: HostFailure.Type,
    _ write: (AxisNames, inout ExpressionWriter) throws(HostFailure) -> Void
  ) throws(HostFailure) {
    var writer = ExpressionWriter(allocator)
    try write(vocabulary.axisNames, &writer)
    draft(
      name, try makeRecipe(name, source, writer, throwing: failure), source,
      draftTarget(named: name))
  }

  /// Makes a recipe of the expression that a writer has written. Errors have `nameInErrors` as the
  /// name of the color; `nil` stands for `name`. A caller that frees the memory of `name` before
  /// the host reads the error must pass `nameInErrors`.
  @inline(__always)
  mutating func makeRecipe<HostFailure: RegistrationFailure>(
    _ name: Span<UInt8>, _ source: LayerAndOwner, _ writer: borrowing ExpressionWriter,
    throwing failure: HostFailure.Type, nameInErrors: StoredText? = nil
  ) throws(HostFailure) -> Recipe {
    guard writer.failure != .tooLarge else { throw HostFailure(ThemeError(.tooComplex)) }
    guard let expression = writer.expression else { throw HostFailure(ThemeError(.outOfMemory)) }
    if !expression.hasOnlyConstants {
      try requireNoSelfReference(
        (nameInErrors ?? StoredText(name)).bytes, source, throwing: failure,
        alwaysRefersToItself: expression.alwaysRefers(to: name, id: registry.id(named: name)))
      guard name.count > 0 || !expression.inputs.usesCovered else {
        throw HostFailure(ThemeError(.unnamedCovered))
      }
    }
    return try convertingOutOfMemory(to: failure, try Recipe.make(&registry.pool, expression))
  }

  /// Fails if `alwaysRefersToItself` is true, that is, if the definition of a color refers to the
  /// color itself in every environment.
  func requireNoSelfReference<HostFailure: RegistrationFailure>(
    _ name: Span<UInt8>, _ source: LayerAndOwner, throwing failure: HostFailure.Type,
    alwaysRefersToItself: Bool
  ) throws(HostFailure) {
    guard alwaysRefersToItself else { return }
    // If a lower layer defines the color, the error recommends `--covered()`.
    throw HostFailure(
      ThemeError(
        registry.defines(name, below: source.layer) ? .shadowingSelfReference : .selfReference,
        StoredText(name)))
  }

  /// Copies variants to a recipe. If one of them is invalid, frees the recipe.
  private mutating func fill<List: VariantList>(
    _ recipe: Recipe, _ variants: List
  ) throws(List.Failure) {
    do throws(List.Failure) {
      try variants.fill(recipe)
    } catch {
      recipe.free(&registry.pool, allocator)
      throw error
    }
  }

  // MARK: - Redefining

  /// Redefines registered colors as constants, all or none.
  @_optimize(speed)
  mutating func redefine<List: ConstantList>(_ list: List) throws(ThemeError) {
    let count = list.count
    guard count > 0 else { return }
    // The host may change the ids meanwhile, so the id of a single color is read only once.
    let onlyID = count == 1 ? list.id(0) : .none
    var canOverwriteAll = true
    for position in upTo(count) {
      let (_, recipe) = try registry.registeredInline(count == 1 ? onlyID : list.id(position))
      canOverwriteAll = canOverwriteAll && canOverwrite(recipe, list.summary)
    }
    guard canOverwriteAll else { return try redefineWithNewRecipes(list) }

    let edit = try beginEdit(greatestChangedColorCount: count, changesReferences: false)
    for position in upTo(count) {
      // The guard repeats the checks, because the host may have changed the ids since.
      let index = (count == 1 ? onlyID : list.id(position)).index
      guard let record = registry.recordInline(index), let recipe = record.recipe,
        canOverwrite(recipe, list.summary)
      else { continue }
      let color = list.color(position)
      let hasFloats = list.summary.haveFloats || color.hasFloats
      recipe.variant(0).setInline(.any, color, hasFloats: hasFloats)
      recipe.publish(at: edit.version, reuseCount: record.reuseCount, generation: edit.generation)
    }
    publish(edit, onlyIndex: count == 1 ? onlyID.index : nil, changesValues: true)
  }

  /// Returns whether a current recipe can be overwritten with any of the constants of a list: it has
  /// one variant, room for the color, and no reader that reaches it.
  @inline(__always)
  private func canOverwrite(_ recipe: Recipe, _ summary: ConstantsSummary) -> Bool {
    recipe.hasOneVariant && !readers.canReach(recipe) && (!recipe.isCompact || summary.fitInCells)
  }

  /// Redefines registered colors as constants, all or none, with new recipes. Needed if a recipe
  /// does not have exactly one variant, if it has no room for the color, or if a reader reaches it.
  private mutating func redefineWithNewRecipes<List: ConstantList>(_ list: List) throws(ThemeError)
  {
    do throws(ThemeError) {
      try orOutOfMemory(try transaction.drafts.reserve(list.count))
      for position in upTo(list.count) {
        // Read only once, because the host may change the ids meanwhile.
        let id = list.id(position)
        let (record, current) = try registry.registered(id)
        let color = list.color(position)
        let recipe = try orOutOfMemory(try Recipe.constant(&registry.pool, color))
        // A derived definition or a repair stays, and follows the new authored definition.
        recipe.source = registry.authoredSource(of: record, current)
        transaction.drafts.appendReserved(Draft(name: .empty, recipe: recipe, index: id.index))
      }
    } catch {
      transaction.rollBack(&registry)
      throw error
    }
    try commit()
  }

  // MARK: - Refreshing

  /// Makes a new version of a color, so that its providers are called again. The definitions of the
  /// color stay, and share their providers with the old version.
  mutating func refresh(_ id: ColorID) throws(ThemeError) {
    let (record, current) = try registry.registered(id)
    guard registry.hasProvider(record) else { throw ThemeError(.noProvider, record.name) }
    // A shadowed provider that `--covered()` does not read computes no value.
    let changesValue = current.effectiveProvider != nil
    defer { transaction.coveredCopies.clear(&registry) }
    if changesValue {
      try orOutOfMemory(
        try transaction.coveredCopies.reserveNewVersion(of: id.index, record, &registry))
    }
    let edit = try beginEdit(greatestChangedColorCount: 1, changesReferences: false)
    if changesValue {
      registry.makeNewVersion(
        of: id.index, record, current, &transaction.coveredCopies, edit, &readers)
    }
    registry.forEachEntry(of: record) { entry in entry.sharedProvider?.refresh(at: edit.version) }
    publish(edit, onlyIndex: id.index, changesValues: changesValue)
  }

  // MARK: - Removing

  /// Removes a color from all layers.
  mutating func unregister(_ id: ColorID) throws(ThemeError) {
    _ = try registry.registered(id)
    _ = try remove(.all, fromColor: id.index, through: id.index)
  }

  /// Removes a color from a layer.
  mutating func unregister(_ id: ColorID, fromLayer layer: UInt16) throws(ThemeError) {
    let (record, _) = try registry.registered(id)
    _ = try registry.layerName(layer)
    guard try remove(.layer(layer), fromColor: id.index, through: id.index) else {
      throw ThemeError(.notInLayer, record.name)
    }
  }

  /// Removes entries of the colors with the given indices.
  fileprivate mutating func remove(
    _ entries: Registry.Entries, fromColorsAt indices: borrowing Buffer<UInt32>
  ) throws(ThemeError) {
    do throws(OutOfMemory) {
      for position in upTo(indices.count) {
        let index = Int(indices.element(at: position) ?? 0)
        try transaction.addRemoval(entries, from: index, in: &registry)
      }
    } catch {
      transaction.rollBack(&registry)
      throw ThemeError(.outOfMemory)
    }
    try commit(entries)
  }

  /// Removes entries of the colors with the indices `first` to `last`. Returns whether any of these
  /// colors had one of the entries.
  mutating func remove(
    _ entries: Registry.Entries, fromColor first: Int, through last: Int
  ) throws(ThemeError) -> Bool {
    do throws(OutOfMemory) {
      for index in upTo(last &+ 1, from: first) {
        try transaction.addRemoval(entries, from: index, in: &registry)
      }
    } catch {
      transaction.rollBack(&registry)
      throw ThemeError(.outOfMemory)
    }
    let hadEntries = transaction.greatestChangedColorCount > 0
    try commit(entries)
    return hadEntries
  }
}

extension Theme {
  /// The greatest number of searches, in `removeAll`, that release the lock between slices.
  private static var greatestSearchCount: Int { 3 }

  /// Removes all entries from a layer.
  func clear(layer: UInt16) throws(ThemeError) {
    try withLock { state throws(ThemeError) in _ = try state.registry.layerName(layer) }
    try removeAll(.layer(layer))
  }

  /// Removes all colors of an owner from every layer.
  func clear(owner: UInt16) throws(ThemeError) {
    try withLock { state throws(ThemeError) in _ = try state.registry.ownerName(owner) }
    try removeAll(.owner(owner))
  }

  /// Removes entries from all colors.
  ///
  /// Searches in slices for the colors that have any of the entries. If the theme changes during
  /// the search, repeats the search. The last attempt keeps the lock.
  private func removeAll(_ entries: Registry.Entries) throws(ThemeError) {
    var found = Buffer<UInt32>(allocator)
    for _ in upTo(Theme.greatestSearchCount) {
      let version = try search(for: entries, &found)
      let isDone = try withLock { state throws(ThemeError) in
        guard state.version == version else { return false }
        try state.remove(entries, fromColorsAt: found)
        return true
      }
      if isDone { return }
    }
    try withLock { state throws(ThemeError) in
      _ = try state.remove(entries, fromColor: 1, through: state.registry.rowCount)
    }
  }

  /// Fills `found` with the indices of the colors that have any of the entries. Returns the version
  /// in which the search began.
  private func search(
    for entries: Registry.Entries, _ found: inout Buffer<UInt32>
  ) throws(ThemeError) -> UInt64 {
    found.truncate(to: 0)
    let (version, rowCount) = withLock { state in (state.version, state.registry.rowCount) }
    var first = 1
    while first <= rowCount {
      let end = min(rowCount &+ 1, first &+ Scan.colorsPerSlice)
      try withLock { state throws(ThemeError) in
        for index in upTo(end, from: first) where state.registry.hasAny(of: entries, index) {
          try orOutOfMemory { () throws(OutOfMemory) in
            try found.append(UInt32(truncatingIfNeeded: index))
          }
        }
      }
      guarded.yieldToWaiters()
      first = end
    }
    return version
  }
}

/// Evaluates a Swift expression. Converts `OutOfMemory` to the error that the host gets.
private func convertingOutOfMemory<Result, HostFailure: RegistrationFailure>(
  to failure: HostFailure.Type, _ value: @autoclosure () throws(OutOfMemory) -> Result
) throws(HostFailure) -> Result {
  do throws(OutOfMemory) { return try value() } catch {
    throw HostFailure(ThemeError(.outOfMemory))
  }
}

/// Returns the result of `body`. Converts a `ThemeError` to the error that the host gets.
func convertingErrors<Result, HostFailure: RegistrationFailure>(
  to failure: HostFailure.Type, _ body: () throws(ThemeError) -> Result
) throws(HostFailure) -> Result {
  do throws(ThemeError) { return try body() } catch { throw HostFailure(error) }
}
