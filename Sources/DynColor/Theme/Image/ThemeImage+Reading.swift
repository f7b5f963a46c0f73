// Theme: reading theme images.

extension ThemeImage {
  /// Reads an image into a new theme, which no other thread uses yet. If this fails, the theme must
  /// be discarded.
  ///
  /// If `isBorrowed` is true, the theme refers to the bytes of the image, which must not move as
  /// long as the theme lives. Otherwise the theme copies the bytes.
  static func read(
    _ theme: inout ThemeState, _ image: StoredText, isBorrowed: Bool
  ) throws(ReadingFailure) {
    var image = image
    if !isBorrowed {
      try convertingOutOfMemory { () throws(OutOfMemory) in
        try theme.registry.image.append(contentsOf: image.bytes)
      }
      image = StoredText(theme.registry.image.span)
    }
    // The colors belong to a new version, as after an edit.
    theme.readers.advance()
    try readSections(&theme, image.bytes)
    // Reading counts as one change, however many names the image declares.
    theme.shared.storeReleasing(ThemeState.generationWord, 1)
    // Declaring names has recorded that axes changed. Nobody has read these axes before, so this
    // counts as no change of them.
    theme.dependencies.lastChanges.forgetAxisChanges()
  }

  // MARK: - Sections

  /// Reads the header, and all sections in their order.
  private static func readSections(_ theme: inout ThemeState, _ image: Span<UInt8>)
    throws(ReadingFailure)
  {
    var header = ByteReader(image, to: ThemeImage.headerSize)
    guard try header.readWord() == ThemeImage.magic else { throw .badBytes(at: 0) }
    guard try header.readWord() == ThemeImage.version else { throw .badBytes(at: 8) }
    guard try header.readWord() == UInt64(truncatingIfNeeded: image.count) else {
      throw .badBytes(at: 16)
    }
    guard try header.readWord() == ThemeImage.checksum(image) else {
      throw .badBytes(at: ThemeImage.checksumOffset)
    }
    guard try header.readWord() == 0 else { throw .badBytes(at: ThemeImage.reservedOffset) }

    var settings: ThemeState.Settings?
    // Empty until the section of expressions is read.
    var expressions = ByteReader(image, to: 0)
    var lastKind: UInt64 = 0
    var hasColors = false
    var reader = ByteReader(image, from: ThemeImage.headerSize, to: image.count)
    while !reader.isAtEnd {
      let start = reader.offset
      let kind = try reader.readWord()
      guard kind > lastKind, let section = ThemeImage.Section(rawValue: kind) else {
        throw .badBytes(at: start)
      }
      lastKind = kind
      hasColors = hasColors || section == .colors
      let size = try reader.readWord()
      guard size <= UInt64(truncatingIfNeeded: reader.remainingCount) else {
        throw .badBytes(at: start &+ 8)
      }
      let end = reader.offset &+ Int(truncatingIfNeeded: size)
      var body = ByteReader(image, from: reader.offset, to: end)
      switch section {
      case .settings: settings = try readSettings(&body)
      case .palettes: try readNames(&theme, .palette, &body)
      case .axes: try readAxes(&theme, &body)
      case .locales: try readNames(&theme, .locale, &body)
      case .subtypes: try readNames(&theme, .subtype, &body)
      case .layers: try readLayers(&theme, &body)
      case .owners: try readOwners(&theme, &body)
      case .forwards: try readForwards(&theme, &body)
      case .expressions:
        expressions = body
        body.skipToEnd()
      case .colors: try readColors(&theme, &body, &expressions)
      case .notes: try readNotes(&theme, &body)
      }
      guard body.isAtEnd else { throw .badBytes(at: body.offset) }
      reader = ByteReader(image, from: end, to: image.count)
      try reader.align()
    }
    // All expressions must belong to colors.
    guard expressions.isAtEnd else { throw .badBytes(at: expressions.offset) }
    // The sections of settings and colors are never empty, so they are never left out. The default
    // palette must be one of those in the image.
    guard let settings, hasColors,
      settings.palette <= UInt64(truncatingIfNeeded: theme.vocabulary.count(.palette))
    else { throw .badBytes(at: ThemeImage.headerSize) }
    theme.settings = settings
  }

  @inline(never)
  private static func readSettings(
    _ reader: inout ByteReader
  ) throws(ReadingFailure) -> ThemeState.Settings {
    let start = reader.offset
    let scheme = try reader.readWord()
    guard scheme == 1 || scheme == 2 else { throw .badBytes(at: start) }
    var settings = ThemeState.Settings(scheme: scheme)
    settings.palette = try reader.readWord()
    var opacities = SIMD8<Double>()
    for level in upTo(LeveledColor.levelCount) {
      let offset = reader.offset
      let opacity = Double(bitPattern: try reader.readWord())
      // The first level is the color itself, so its opacity is 1.
      guard opacity >= 0, opacity <= 1, level > 0 || opacity == 1 else {
        throw .badBytes(at: offset)
      }
      opacities[level & 7] = opacity
    }
    settings.levels = LevelOpacities { opacities[$0 & 7] }
    return settings
  }

  // MARK: - Names

  /// Reads names of one kind, and declares them.
  @inline(never)
  private static func readNames(
    _ theme: inout ThemeState, _ kind: Vocabulary.Kind, _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    while !reader.isAtEnd { _ = try readName(&theme, kind, &reader) }
  }

  /// Reads a name and declares it. Returns its number. Fails if the name is not new.
  private static func readName(
    _ theme: inout ThemeState, _ kind: Vocabulary.Kind, _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Int {
    let offset = reader.offset
    let name = try reader.readName()
    let oldCount = theme.vocabulary.count(kind)
    let number = try convertingErrors(at: offset) { () throws(ThemeError) in
      try theme.declare(name.bytes, kind)
    }
    guard number > oldCount else { throw .badBytes(at: offset) }
    return number
  }

  @inline(never)
  private static func readAxes(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let axis = try readName(&theme, .axis, &reader) &- 1
      let count = try reader.readNumber(atMost: ThemeImage.greatestValueCount)
      for _ in upTo(count) { _ = try readName(&theme, .value(axisIndex: axis), &reader) }
    }
  }

  @inline(never)
  private static func readLayers(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let name = try reader.readName()
      let layerAbove = UInt16(
        truncatingIfNeeded: try reader.readNumber(atMost: Int(LayerAndOwner.greatestLayer)))
      let layer = try convertingErrors(at: offset) { () throws(ThemeError) in
        try theme.registry.layers.declare(name.bytes, below: layerAbove)
      }
      // The layer must be new: one that was declared before has a smaller number.
      guard Int(layer) == theme.registry.layers.count &- 1 else { throw .badBytes(at: offset) }
    }
  }

  @inline(never)
  private static func readOwners(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let name = try reader.readName()
      let owner = try convertingErrors(at: offset) { () throws(ThemeError) in
        try theme.registry.declareOwner(name.bytes)
      }
      // The owner must be new: one that was declared before has a smaller number.
      guard Int(owner) == theme.registry.owners.count else { throw .badBytes(at: offset) }
    }
  }

  @inline(never)
  private static func readForwards(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let oldName = try reader.readName()
      let name = try reader.readName()
      // If `oldName` is neither the old nor the new name of an earlier forward, this one cannot
      // close a cycle.
      guard !theme.registry.names.isInForwards(oldName.bytes), !oldName.equals(name.bytes) else {
        throw .badBytes(at: offset)
      }
      let (slot, target) = try convertingOutOfMemory { () throws(OutOfMemory) in
        try theme.registry.names.prepareForward(oldName.bytes, to: name.bytes)
      }
      slot.value = target
    }
    theme.registry.names.publishForwards()
  }

  @inline(never)
  private static func readNotes(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let index = try reader.readNumber(atMost: ColorID.greatestIndex)
      let description = try reader.readText(atMost: .max)
      let deprecation = try reader.readText(atMost: .max)
      let replacement = try reader.readID()
      let annotation = try reader.readText(atMost: .max)
      guard let record = theme.registry.record(index), record.hasName || record.isRegistered,
        theme.registry.notes.note(ofColor: index) == nil
      else { throw .badBytes(at: offset) }
      try convertingOutOfMemory { () throws(OutOfMemory) in
        try theme.registry.notes.describe(index, description.bytes, &theme.registry.pool)
        try theme.registry.notes.deprecate(
          index, deprecation.bytes,
          replacement == .none ? .none : theme.registry.idInTheme(replacement),
          &theme.registry.pool)
        try theme.registry.notes.annotate(index, annotation.bytes, &theme.registry.pool)
      }
    }
  }

  // MARK: - Colors

  /// Reads the section of colors. The words of the colors' expressions come from `expressions`, the
  /// section of expressions.
  @inline(never)
  private static func readColors(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let count = try reader.readNumber(atMost: ColorID.greatestIndex)
    // A color has at least three bytes: two for an empty name, and one for the number of entries.
    // So the memory for the colors is in proportion to the size of the image, whatever `count` is.
    guard count <= reader.remainingCount / 3 else { throw .badBytes(at: start) }
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try theme.registry.names.reserve(count)
      try theme.dependencies.reserve(count)
      try theme.registry.makeFirstRecords(count)
    }
    var index = 1
    while let record = theme.registry.record(index) {
      try readColor(&theme, index, record, &reader, &expressions)
      index &+= 1
    }
  }

  /// Reads the color with an index: its name, and its entries in all layers.
  private static func readColor(
    _ theme: inout ThemeState, _ index: Int, _ record: ColorRecord, _ reader: inout ByteReader,
    _ expressions: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let name = try reader.readText(atMost: greatestNameLength)
    var slot: NameTable.Slot?
    if name.count > 0 {
      slot = try convertingOutOfMemory { () throws(OutOfMemory) in
        try theme.registry.names.addWithoutCopying(name)
      }
      // No other color may have the name.
      guard slot != nil else { throw .badBytes(at: start) }
      record.nameSlot = slot
    }
    // Twice the number of entries, plus 1 if the reuse count follows.
    let countAndFlag = try reader.readNumber(atMost: 2 &* theme.registry.layers.count &+ 1)
    if countAndFlag & 1 != 0 {
      theme.registry.setReuseCount(
        UInt32(truncatingIfNeeded: try reader.readNumber(atMost: 0xFFF)), record)
    }
    let count = countAndFlag / 2
    var recipeAbove: Recipe?
    for _ in upTo(count) {
      let offset = reader.offset
      let recipe = try readRecipe(&theme, &reader, &expressions)
      recipe.publish(at: theme.version, reuseCount: record.reuseCount, generation: 1)
      recipe.olderRecipe = nil
      recipe.nextInList = nil
      if let recipeAbove {
        // The recipe is shadowed. Each entry must be in a lower layer than the entry before it.
        recipeAbove.nextInList = recipe
        guard
          theme.registry.layers.rank(recipe.source.layer)
            < theme.registry.layers.rank(recipeAbove.source.layer)
        else {
          throw .badBytes(at: offset)
        }
      } else {
        record.recipe = recipe
      }
      recipeAbove = recipe
      theme.dependencies.recordIfNotSelfContained(index, record, recipe)
      if recipe.readsCovered {
        // When a theme is exported, the definition of a color without a name is copied into the
        // colors that refer to it. There, `--covered()` would stand for what those colors cover. So
        // a color without a name must not use `--covered()`.
        guard slot != nil else { throw .badBytes(at: offset) }
        theme.registry.hasEverUsedCovered = true
      }
    }
    slot?.value = NameValue(theme.registry.id(index), isRegistered: count > 0).rawValue
    guard let recipe = record.recipe else {
      // An index without a name and without entries can be used for another color.
      guard slot == nil else { return }
      let recipe = try convertingOutOfMemory { () throws(OutOfMemory) in
        try Recipe.unregistered(&theme.registry.pool)
      }
      recipe.publish(at: theme.version, reuseCount: record.reuseCount, generation: 1)
      recipe.link(toOlder: nil)
      recipe.nextInList = nil
      record.recipe = recipe
      theme.registry.freeIndex(index, record)
      return
    }
    theme.registry.addToCount(1)
    guard recipe.readsCovered else { return }
    try convertingOutOfMemory { () throws(OutOfMemory) in try theme.registry.makeCopies(of: record)
    }
  }

  /// Reads an entry, and makes a recipe of it.
  private static func readRecipe(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader
  ) throws(ReadingFailure) -> Recipe {
    let start = reader.offset
    let firstByte = try reader.readByte()
    let hasExtraConditions = firstByte & ThemeImage.EntryKind.extraFlag != 0
    let flags = ThemeImage.EntryKind.sourceFlag | ThemeImage.EntryKind.extraFlag
    guard let entryKind = ThemeImage.EntryKind(rawValue: firstByte & ~flags),
      !hasExtraConditions || entryKind == .variants || entryKind == .palette
    else { throw .badBytes(at: start) }
    var source = LayerAndOwner.theme
    if firstByte & ThemeImage.EntryKind.sourceFlag != 0 {
      let offset = reader.offset
      let layer = try reader.readNumber(atMost: Int(LayerAndOwner.greatestLayer))
      let owner = try reader.readNumber(atMost: 0xFFFF)
      source = try convertingErrors(at: offset) { () throws(ThemeError) in
        try theme.registry.source(
          layer: UInt16(truncatingIfNeeded: layer), owner: UInt16(truncatingIfNeeded: owner))
      }
    }
    let recipe: Recipe
    switch entryKind {
    case .expression, .expressionWithIDs:
      recipe = try readExpression(
        &theme, &reader, &expressions, hasIDs: entryKind == .expressionWithIDs)
    case .constant, .pair, .variants, .palette:
      recipe = try makeRecipeForVariants(
        &theme, entryKind, hasExtraConditions: hasExtraConditions, &reader)
      do throws(ReadingFailure) {
        try readVariants(theme, of: recipe, entryKind, &reader)
      } catch {
        recipe.free(&theme.registry.pool, theme.allocator)
        throw error
      }
    }
    recipe.source = source
    return recipe
  }

  /// Makes a recipe with room for as many variants as an entry has. `readVariants` then reads the
  /// variants.
  private static func makeRecipeForVariants(
    _ theme: inout ThemeState, _ entryKind: ThemeImage.EntryKind, hasExtraConditions: Bool,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Recipe {
    var count = entryKind == .pair ? 2 : 1
    // The semantic name may be longer than the name of a color can be, if the color was registered
    // with a `--palette()` in CSS text.
    let semanticName = entryKind == .palette ? try reader.readName(atMost: .max) : .empty
    if entryKind == .variants || entryKind == .palette {
      let start = reader.offset
      count = try reader.readNumber(atMost: ThemeImage.greatestVariantCount)
      // A variant has at least two bytes.
      guard count <= reader.remainingCount / 2, count > 0 || entryKind == .palette else {
        throw .badBytes(at: start)
      }
    }
    // A compact recipe stores its colors as cells. So the colors are read ahead, to find out
    // whether a cell can hold each of them exactly.
    var isCompact = entryKind == .constant || entryKind == .pair
    if isCompact {
      var ahead = reader
      for _ in upTo(count) where try !ahead.readColor().fitsInCell { isCompact = false }
    }
    return try convertingOutOfMemory { () throws(OutOfMemory) in
      entryKind == .palette
        ? try Recipe.palette(
          &theme.registry.pool, semanticName: semanticName.bytes, count: count,
          hasExtraConditions: hasExtraConditions)
        : try Recipe.variants(
          &theme.registry.pool, count: count, hasExtraConditions: hasExtraConditions,
          isCompact: isCompact)
    }
  }

  /// Reads the variants of an entry into a recipe that has room for them.
  private static func readVariants(
    _ theme: borrowing ThemeState, of recipe: Recipe, _ entryKind: ThemeImage.EntryKind,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    for index in upTo(recipe.variantCount) {
      let variant = recipe.variant(index)
      if entryKind == .constant || entryKind == .pair {
        variant.set(index == 0 ? .any : .dark, try reader.readColor())
      } else {
        try readVariant(theme, variant, hasExtraConditions: recipe.hasExtraConditions, &reader)
      }
    }
  }

  /// Reads the conditions of a variant, and its value or the id of a color.
  private static func readVariant(
    _ theme: borrowing ThemeState, _ variant: Variant, hasExtraConditions: Bool,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let bits = try reader.readByte()
    // The standard conditions, in the layout of `Variant.Conditions.rawValue`: six bytes, and two
    // bytes for the locale.
    var standard: UInt64 = 0
    for axis in upTo(6) where bits &>> UInt8(truncatingIfNeeded: axis) & 1 != 0 {
      standard |= UInt64(try reader.readByte()) &<< UInt64(axis &* 8)
    }
    if bits & ThemeImage.Conditions.localeFlag != 0 {
      standard |= UInt64(try reader.readUInt16()) &<< 48
    }
    var conditions = Variant.Conditions(rawValue: standard)
    // The bytes could set the bit of `standard` that says that there are extra conditions. Only
    // `readExtra` may set that bit.
    guard !conditions.hasExtra else { throw .badBytes(at: start) }
    if hasExtraConditions { conditions = try readExtra(conditions, &reader) }
    guard conditions.areValid, theme.vocabulary.hasDeclaredAll(in: conditions) else {
      throw .badBytes(at: start)
    }
    guard bits & ThemeImage.Conditions.idFlag != 0 else {
      variant.set(conditions, try reader.readColor())
      return
    }
    let offset = reader.offset
    let id = theme.registry.idInTheme(try reader.readID())
    // The id must be that of a color.
    guard id != .none else { throw .badBytes(at: offset) }
    variant.set(conditions, id)
  }

  /// Reads the extra conditions of a variant. Returns them with its standard conditions.
  private static func readExtra(
    _ standard: Variant.Conditions, _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Variant.Conditions {
    typealias Conditions = Variant.Conditions
    let start = reader.offset
    let bits = Int(try reader.readUInt16())
    let count = Conditions.axisCount &- Conditions.firstExtraIndex
    guard bits &>> count == 0 else { throw .badBytes(at: start) }
    var conditions = standard
    for bit in upTo(count) where bits &>> bit & 1 != 0 {
      let index = Conditions.firstExtraIndex &+ bit
      let value =
        Conditions.axis(index) == .palette
        ? UInt64(try reader.readUInt16()) : UInt64(try reader.readByte())
      conditions = conditions.adding(value, forAxis: index)
    }
    return conditions
  }

  /// Reads the data of an entry of the kind `expression` or `expressionWithIDs`, and makes a recipe
  /// of it. The words come from `expressions`, the section of expressions. Throws if the expression
  /// refers to colors by id and `hasIDs` is false, or if it does not and `hasIDs` is true.
  private static func readExpression(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader,
    hasIDs: Bool
  ) throws(ReadingFailure) -> Recipe {
    let start = reader.offset
    let count = try reader.readNumber(atMost: Expression.greatestCount)
    guard count > 0 else { throw .badBytes(at: start) }
    let wordsOffset = expressions.offset
    let expression = Expression(
      words: Words(address: try expressions.skipWords(count)), count: count)
    guard expression.isWellFormed else { throw .badBytes(at: wordsOffset) }
    var areConditionsDeclared = true
    expression.forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        areConditionsDeclared =
          areConditionsDeclared && theme.vocabulary.hasDeclaredAll(in: conditions)
      }
    }
    guard areConditionsDeclared else { throw .badBytes(at: wordsOffset) }
    var refersToIDs = false
    expression.forEachReferencedID { _, _ in refersToIDs = true }
    guard refersToIDs == hasIDs else { throw .badBytes(at: start) }
    // An expression with ids is copied, because the ids must be converted. An expression without
    // ids stays in the image.
    let recipe = try convertingOutOfMemory { () throws(OutOfMemory) in
      hasIDs
        ? try Recipe.expression(&theme.registry.pool, expression)
        : try Recipe.expression(&theme.registry.pool, inPlace: expression)
    }
    if hasIDs { recipe.expression.replaceReferencedIDs { id in theme.registry.idInTheme(id) } }
    return recipe
  }
}

extension ByteReader {
  /// Reads a name, which must not be empty.
  mutating func readName(
    atMost limit: Int = greatestNameLength
  ) throws(ReadingFailure) -> StoredText {
    let start = offset
    let name = try readText(atMost: limit)
    guard name.count > 0 else { throw .badBytes(at: start) }
    return name
  }

  /// Reads an id as it is in an image; see `Registry.idInImage`.
  fileprivate mutating func readID() throws(ReadingFailure) -> ColorID {
    let number = try readNumber(atMost: Int(UInt32.max))
    return ColorID(
      index: number & ColorID.greatestIndex, checkBits: UInt32(truncatingIfNeeded: number &>> 20))
  }

  /// Reads the value of a color; see `ThemeImage.ComponentFormat`.
  fileprivate mutating func readColor() throws(ReadingFailure) -> Color {
    let start = offset
    let firstByte = try readByte()
    guard
      let format = ThemeImage.ComponentFormat(
        rawValue: (firstByte & ~ThemeImage.ComponentFormat.missingFlag)
          &>> ThemeImage.ComponentFormat.shift)
    else { throw .badBytes(at: start) }
    var missing: UInt32 = format == .legacyBytes ? Color.Missing.legacySyntax.rawValue : 0
    if firstByte & ThemeImage.ComponentFormat.missingFlag != 0 {
      guard format != .legacyBytes else { throw .badBytes(at: start) }
      missing = UInt32(try readByte())
    }
    var numbers = SIMD4<Double>()
    switch format {
    case .legacyBytes, .bytes:
      numbers = RGBA8.numbers(
        of: SIMD4(try readByte(), try readByte(), try readByte(), try readByte()))
    case .floats: for index in upTo(4) { numbers[index & 3] = try readFloat() }
    case .doubles: for index in upTo(4) { numbers[index & 3] = try readDouble() }
    }
    do throws(Color.Problem) {
      return try Color(
        checking: UInt32(firstByte & ThemeImage.ComponentFormat.spaceMask), missing: missing,
        SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w)
    } catch {
      throw .badBytes(at: start)
    }
  }
}

/// Returns the result of `body`. Converts `OutOfMemory` to a `ReadingFailure`.
private func convertingOutOfMemory<Result>(
  _ body: () throws(OutOfMemory) -> Result
) throws(ReadingFailure) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw .outOfMemory }
}

/// Returns the result of `body`. Converts a `ThemeError` to a `ReadingFailure` at an offset.
private func convertingErrors<Result>(
  at offset: Int, _ body: () throws(ThemeError) -> Result
) throws(ReadingFailure) -> Result {
  do throws(ThemeError) {
    return try body()
  } catch {
    if case .outOfMemory = error.reason { throw .outOfMemory }
    throw .badBytes(at: offset)
  }
}
