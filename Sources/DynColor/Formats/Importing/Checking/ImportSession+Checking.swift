// Importing: checking imported colors and committing them to a theme.

extension ImportSession {
  /// Adds the prefix to all names, and makes the checks that are the same for all formats. Fails if
  /// the report has an error.
  mutating func check() throws(FileFailure) {
    let palettesOfTheme = try checkRequestedPalettes()
    if options.prefix.count > 0 { try addPrefix(exceptPalettes: palettesOfTheme) }
    try checkEntries()
    if report.errorCount == 0 { try ReferenceCheck.run(&self) }
    try finishReport()
  }

  /// Registers all checked colors in the theme in one transaction. Those of `previousNames` that
  /// were not imported again are removed.
  mutating func commit() throws(FileFailure) {
    do throws(ThemeError) {
      try theme.withLock { state throws(ThemeError) in
        try imported.commit(to: &state, options.source, replacing: previousNames)
      }
    } catch { throw try failureAfterReporting(error) }
  }

  /// Keeps the names of the colors that have been committed, with the owners that the theme has for
  /// them. The next load of the same watch removes those colors that it does not import again.
  @inline(never)
  mutating func keepNames(_ names: consuming ImportedNames) {
    previousNames = names
    theme.withLock { state in previousNames.setOwners(of: imported, in: state) }
  }

  /// Reports an error for each palette that a condition asks for, but that has no color in the
  /// import or in the theme.
  ///
  /// Returns a list with an element for each number of a palette. The element is true if a
  /// condition asks for the palette, but only the theme has colors of it. The list is empty if
  /// each palette was declared before a condition asked for it: then `requestedPalettes` is empty.
  private mutating func checkRequestedPalettes() throws(FileFailure) -> Buffer<Bool> {
    var areOnlyInTheme = Buffer<Bool>(allocator)
    guard requestedPalettes.count > 0 else { return areOnlyInTheme }
    var areKnown = Buffer<Bool>(allocator)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try areKnown.append(repeating: true, count: imported.vocabulary.count(.palette) &+ 1)
      try areOnlyInTheme.append(repeating: false, count: areKnown.count)
    }
    for index in upTo(requestedPalettes.count) {
      areKnown.replace(at: requestedPalettes.element(at: index) ?? 0, with: false)
    }
    // In `requestedPalettes`, 0 has replaced the palettes that a file declared after a condition
    // had asked for them. These palettes are known.
    areKnown.replace(at: 0, with: true)
    for index in upTo(imported.count) {
      imported.name(index).bytes.forEachPaletteName { name in
        areKnown.replace(at: imported.vocabulary.number(name, .palette), with: true)
      }
    }
    // Calls the closure with the number, in the import, of each palette that the theme has.
    do throws(ThemeError) {
      try theme.forEachPaletteNumber(in: imported.vocabulary) { number in
        guard areKnown.element(at: number) == false else { return }
        areKnown.replace(at: number, with: true)
        areOnlyInTheme.replace(at: number, with: true)
      }
    } catch { throw .outOfMemory }
    for number in upTo(areKnown.count) where areKnown.element(at: number) == false {
      try reportUnknownPalette(number)
    }
    return areOnlyInTheme
  }

  /// Reports that a palette does not exist, at the first color that has a condition on it.
  private mutating func reportUnknownPalette(_ number: Int) throws(FileFailure) {
    let name = imported.vocabulary.name(number, .palette) ?? .empty
    var context = ShortText()
    context.append(sanitizing: name.bytes)
    var nearest = NearestName(name.bytes)
    imported.vocabulary.forEachName(.palette) { known in
      if known.address != name.address { nearest.consider(known.bytes) }
    }
    nearest.appendSuggestion(to: &context)
    let index = imported.firstIndex(ofConditionOnPalette: UInt64(truncatingIfNeeded: number))
    let source = NameInSource(text: name, kind: .palette)
    try reportError(
      .syntax, CommonMessage.unknownPalette, context.bytes,
      at: index.map { location(of: source, ofColor: $0) } ?? .none)
  }

  /// Replaces the imported colors by copies with the prefix. Palettes that only the theme has keep
  /// their names.
  private mutating func addPrefix(
    exceptPalettes areOnlyInTheme: borrowing Buffer<Bool>
  ) throws(FileFailure) {
    var prefixed = try convertingOutOfMemory(
      try imported.prefixed(options.prefix.bytes, exceptPalettes: areOnlyInTheme, &writer))
    prefixed.takeSourceRanges(of: &imported)
    imported = prefixed
  }

  /// Checks names, notes and the counts of variants. Names and notes must be UTF-8 without NUL.
  /// Names must not be empty or too long.
  @_optimize(speed)
  private mutating func checkEntries() throws(FileFailure) {
    if imported.hasLongName {
      try reportError(.tooComplex, CommonMessage.longName, at: .none)
    }
    for index in upTo(imported.count) {
      guard let entry = imported.entry(index) else { continue }
      try checkName(entry.name, at: entry.location)
      let notes = imported.notes(of: entry)
      try checkText(notes.description, at: entry.location)
      try checkText(notes.deprecation, at: entry.location)
      try checkText(notes.annotation, at: entry.location)
      try checkVariantCount(of: entry.expression, entry)
    }
    for index in upTo(imported.details.definitions.count) {
      guard let definition = imported.details.definitions.element(at: index),
        let entry = imported.entry(definition.colorIndex)
      else { continue }
      try checkVariantCount(of: definition.expression, entry)
    }
    for index in upTo(imported.details.forwards.count) {
      guard let forward = imported.details.forwards.element(at: index) else { continue }
      // The reader has refused invalid names. Only the prefix can have made a valid name too long.
      if !isValidName(forward.name) || !isValidName(forward.target) {
        try reportError(.tooComplex, CommonMessage.longName, at: .none)
      }
    }
    try checkNames(.palette)
    try checkNames(.axis)
    for axis in upTo(imported.vocabulary.count(.axis)) { try checkNames(.value(axisIndex: axis)) }
    try checkNames(.subtype)
    try checkNames(.locale)
  }

  @_optimize(speed)
  private mutating func checkVariantCount(
    of expression: Expression, _ entry: ColorCollection.Entry
  ) throws(FileFailure) {
    guard expression.operation == .variants, let count = expression.tableCount,
      count > Recipe.greatestVariantCount
    else { return }
    try reportError(
      .tooComplex, CommonMessage.tooManyVariants, entry.name.bytes,
      at: entry.location)
  }

  private mutating func checkNames(_ kind: Vocabulary.Kind) throws(FileFailure) {
    for index in upTo(imported.vocabulary.count(kind)) {
      try checkName(imported.vocabulary.name(index &+ 1, kind) ?? .empty, at: .none)
    }
  }

  /// Returns whether a text is a valid name: UTF-8 without NUL, not empty and not too long.
  func isValidName(_ text: StoredText) -> Bool {
    text.count > 0 && text.count <= greatestNameLength
      && text.bytes.countBeforeNUL == text.count && text.bytes.firstInvalidUTF8Offset == nil
  }

  private mutating func checkName(
    _ name: StoredText, at location: SourceLocation
  ) throws(FileFailure) {
    if name.count == 0 { return try reportError(.syntax, CommonMessage.expectedName, at: location) }
    try checkText(name, at: location)
  }

  @_optimize(speed)
  private mutating func checkText(
    _ text: StoredText, at location: SourceLocation
  ) throws(FileFailure) {
    if text.bytes.isASCIIWithoutNUL { return }
    if text.bytes.firstInvalidUTF8Offset != nil {
      try reportError(.invalidUTF8, CommonMessage.invalidUTF8, text.bytes, at: location)
    } else if text.bytes.countBeforeNUL < text.count {
      try reportError(.syntax, "the text contains a NUL character", text.bytes, at: location)
    }
  }
}
