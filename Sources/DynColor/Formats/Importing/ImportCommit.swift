// Importing: committing imported colors to a theme in one transaction.

extension ColorCollection {
  /// Registers all imported colors in one transaction. Unchanged colors are not touched.
  ///
  /// `source` is the layer and the owner that the host chose. If the host chose no owner, a color
  /// gets the owner that the file names for it.
  ///
  /// `previousNames` are the colors of the previous import of the same file. Those that were not
  /// imported again are removed, unless they have another source now.
  func commit(
    to theme: inout ThemeState, _ source: LayerAndOwner,
    replacing previousNames: borrowing ImportedNames
  ) throws(ThemeError) {
    let layerCount = theme.registry.layers.count
    let ownerCount = theme.registry.owners.count
    do throws(ThemeError) {
      try commitAll(to: &theme, source, replacing: previousNames)
    } catch {
      theme.registry.layers.truncate(to: layerCount)
      theme.registry.owners.truncate(to: ownerCount)
      throw error
    }
  }

  /// Commits. If that fails, rolls back the transaction and throws; the caller then removes the new
  /// layers and owners.
  private func commitAll(
    to theme: inout ThemeState, _ source: LayerAndOwner,
    replacing previousNames: borrowing ImportedNames
  ) throws(ThemeError) {
    // Throws if the theme does not have this layer or owner.
    _ = try theme.registry.source(layer: source.layer, owner: source.owner)
    var merge = VocabularyMerge(theme.allocator)
    var forwards = ForwardChanges(theme.allocator)
    do throws(ThemeError) {
      try theme.vocabulary.prepareMerge(vocabulary, &merge)
      if let overflowError { throw overflowError }
      try details.declareSources(in: &theme.registry)
      try draftColors(in: &theme, source, merge)
      try draftDefinitions(in: &theme, merge)
      try draftRemovals(previousNames, in: &theme, source)
      try draftNotes(in: &theme, clearing: previousNames.count > 0)
      try details.prepareForwards(in: &theme, &forwards)
    } catch {
      theme.transaction.rollBack(&theme.registry)
      throw error
    }
    let changesMoreThanColors =
      merge.newCount > 0 || forwards.count > 0 || details.changesDefaults(of: theme)
    try theme.commit(.layer(source.layer), changesMoreThanColors: changesMoreThanColors) {
      theme, edit in
      theme.enterAll(vocabulary, merge, edit)
      details.setDefaults(of: &theme, edit)
      forwards.commit(to: &theme, edit)
    }
  }

  /// Drafts the colors of the layer that the host imports the file into.
  @_optimize(speed)
  private func draftColors(
    in theme: inout ThemeState, _ source: LayerAndOwner, _ merge: borrowing VocabularyMerge
  ) throws(ThemeError) {
    try orOutOfMemory { () throws(OutOfMemory) in
      try theme.transaction.drafts.reserve(count &+ details.definitions.count)
    }
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      let owner = source.owner > 0 ? source.owner : ownerNumber(Int(entry.owner), in: theme)
      try draft(
        entry.name, entry.expression, LayerAndOwner(layer: source.layer, owner: owner), in: &theme,
        merge)
    }
  }

  /// Drafts the colors of the layers that the file names.
  private func draftDefinitions(
    in theme: inout ThemeState, _ merge: borrowing VocabularyMerge
  ) throws(ThemeError) {
    for index in upTo(details.definitions.count) {
      guard let definition = details.definitions.element(at: index),
        let layer = theme.registry.layers.layer(
          named: (details.layers.name(definition.layer) ?? .empty).bytes)
      else { continue }
      let source = LayerAndOwner(layer: layer, owner: ownerNumber(definition.owner, in: theme))
      try draft(name(definition.colorIndex), definition.expression, source, in: &theme, merge)
    }
  }

  /// Converts the number of an owner in the file to the number of the same owner in a theme. Both
  /// are 0 for no owner.
  func ownerNumber(_ numberInFile: Int, in theme: borrowing ThemeState) -> UInt16 {
    theme.registry.ownerNumber(named: (details.owners.name(numberInFile) ?? .empty).bytes)
  }

  /// Drafts a color. Ignores a color with an empty expression, such as a provider.
  @_optimize(speed)
  private func draft(
    _ name: StoredText, _ expression: Expression, _ source: LayerAndOwner,
    in theme: inout ThemeState,
    _ merge: borrowing VocabularyMerge
  ) throws(ThemeError) {
    guard expression.count > 0 else { return }
    let recipe = try orOutOfMemory { () throws(OutOfMemory) in
      try Recipe.make(&theme.registry.pool, expression)
    }
    // In the theme, names such as those of palettes may have other numbers than in the file.
    if merge.renumbersConditions {
      recipe.changeConditions { conditions in merge.renumbered(conditions) }
    }
    theme.draft(name.bytes, recipe, source, theme.draftTarget(named: name.bytes))
  }

  /// Drafts the removal, from the layer of the import, of each previous color that was not imported
  /// again. Leaves a color that has another owner there now.
  private func draftRemovals(
    _ previousNames: borrowing ImportedNames, in theme: inout ThemeState, _ source: LayerAndOwner
  ) throws(ThemeError) {
    for nameIndex in upTo(previousNames.count) {
      guard let name = previousNames.name(nameIndex)?.bytes, index(of: name) == nil else {
        continue
      }
      let owner = source.owner > 0 ? source.owner : previousNames.owner(nameIndex)
      let colorIndex = theme.registry.index(named: name)
      let entries = Registry.Entries.source(LayerAndOwner(layer: source.layer, owner: owner))
      guard theme.registry.hasAny(of: entries, colorIndex) else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        try theme.transaction.addRemoval(
          .layer(source.layer), from: colorIndex, in: &theme.registry)
      }
    }
  }

  /// Drafts notes that are new or have changed.
  ///
  /// A color that was imported without notes keeps the notes that it has in the theme, unless
  /// `clearing` is true: a watch loads changed files, in which notes may have been deleted.
  @inline(never)
  @_optimize(speed)
  private func draftNotes(in theme: inout ThemeState, clearing: Bool) throws(ThemeError) {
    try orOutOfMemory(try theme.transaction.reserveNotes(noteCount))
    let hasNotes = theme.registry.notes.count > 0
    for index in upTo(count) {
      guard let entry = entry(index) else { continue }
      let noteInTheme =
        hasNotes
        ? theme.registry.notes.note(ofColor: theme.registry.index(named: entry.name.bytes)) : nil
      let notes = notes(of: entry)
      guard !notes.isEmpty || clearing && noteInTheme?.isEmpty == false,
        !areSame(notes, as: noteInTheme, theme.registry)
      else { continue }
      try orOutOfMemory { () throws(OutOfMemory) in
        try theme.transaction.addNote(
          entry.name, notes.replacement, description: notes.description.bytes,
          deprecation: notes.deprecation.bytes, annotation: notes.annotation.bytes,
          &theme.registry.pool)
      }
    }
  }

  /// Returns whether imported notes are equal to those of the color in the theme.
  @inline(never)
  private func areSame(
    _ notes: EntryNotes, as note: Notes.Note?, _ registry: borrowing Registry
  ) -> Bool {
    guard let note else { return false }
    let replacement = registry.index(named: notes.replacement.bytes)
    return note.description.text.equals(notes.description.bytes)
      && note.deprecation.text.equals(notes.deprecation.bytes)
      && note.annotation.text.equals(notes.annotation.bytes)
      && note.replacement == (replacement == 0 ? .none : registry.id(replacement))
  }
}
