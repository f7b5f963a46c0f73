// Theme: reading theme images.

extension ThemeImage {
  /// Reads an image into this new theme, which no other thread uses yet. The bytes must stay where
  /// they are as long as the theme lives. If this fails, the theme must be discarded.
  static func read(
    _ theme: inout ThemeState, _ image: StoredText, isBorrowed: Bool
  ) throws(ReadingFailure) {
    var image = image
    if !isBorrowed {
      try allocating { () throws(OutOfMemory) in
        try theme.registry.image.append(contentsOf: image.bytes)
      }
      image = StoredText(theme.registry.image.span)
    }
    theme.readers.advance()
    try readSections(&theme, image.bytes)
    // Reading is one change, whatever it declares.
    theme.shared.storeReleasing(ThemeState.generationWord, 1)
    theme.dependencies.stamps.forgetAxes()
  }

  // MARK: - Sections

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
    guard try header.readWord() == 0 else { throw .badBytes(at: ThemeImage.checkedOffset) }

    var settings: ThemeState.Settings?
    var expressions = ByteReader(image, to: 0)
    var last: UInt64 = 0
    var reader = ByteReader(image, from: ThemeImage.headerSize, to: image.count)
    while !reader.isAtEnd {
      let start = reader.offset
      let kind = try reader.readWord()
      guard kind > last, let section = ThemeImage.Section(rawValue: kind) else {
        throw .badBytes(at: start)
      }
      last = kind
      let size = try reader.readWord()
      guard size <= UInt64(truncatingIfNeeded: reader.remainingBytes) else {
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
    guard expressions.isAtEnd else { throw .badBytes(at: expressions.offset) }
    guard let settings, last >= ThemeImage.Section.colors.rawValue,
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
    for level in 0..<5 {
      let offset = reader.offset
      let opacity = Double(bitPattern: try reader.readWord())
      guard opacity >= 0, opacity <= 1, level > 0 || opacity == 1 else {
        throw .badBytes(at: offset)
      }
      opacities[level & 7] = opacity
    }
    settings.levels = LevelOpacities { opacities[$0 & 7] }
    return settings
  }

  // MARK: - Names

  /// Reads names of one kind. Each must be new.
  @inline(never)
  private static func readNames(
    _ theme: inout ThemeState, _ kind: Vocabulary.Kind, _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    while !reader.isAtEnd { _ = try readName(&theme, kind, &reader) }
  }

  private static func readName(
    _ theme: inout ThemeState, _ kind: Vocabulary.Kind, _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Int {
    let offset = reader.offset
    let name = try reader.name()
    let before = theme.vocabulary.count(kind)
    let number = try checking(offset) { () throws(ThemeError) in
      try theme.declare(name.bytes, kind)
    }
    guard number > before else { throw .badBytes(at: offset) }
    return number
  }

  @inline(never)
  private static func readAxes(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let axis = try readName(&theme, .axis, &reader) &- 1
      let count = try reader.readNumber(atMost: ThemeImage.greatestValue)
      for _ in upTo(count) { _ = try readName(&theme, .value(axis: axis), &reader) }
    }
  }

  @inline(never)
  private static func readLayers(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let name = try reader.name()
      let above = UInt16(
        truncatingIfNeeded: try reader.readNumber(atMost: Int(Source.greatestLayer)))
      let layer = try checking(offset) { () throws(ThemeError) in
        try theme.registry.layers.declare(name.bytes, beneath: above)
      }
      guard Int(layer) == theme.registry.layers.count &- 1 else { throw .badBytes(at: offset) }
    }
  }

  @inline(never)
  private static func readOwners(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let name = try reader.name()
      let owner = try checking(offset) { () throws(ThemeError) in
        try theme.registry.declareOwner(name.bytes)
      }
      guard Int(owner) == theme.registry.owners.count else { throw .badBytes(at: offset) }
    }
  }

  @inline(never)
  private static func readForwards(_ theme: inout ThemeState, _ reader: inout ByteReader)
    throws(ReadingFailure)
  {
    while !reader.isAtEnd {
      let offset = reader.offset
      let old = try reader.name()
      let name = try reader.name()
      // To a name that nothing has led to yet, nothing can lead back.
      guard !theme.registry.names.isInForwards(old.bytes), !old.equals(name.bytes) else {
        throw .badBytes(at: offset)
      }
      let (slot, target) = try allocating { () throws(OutOfMemory) in
        try theme.registry.names.prepareForward(old.bytes, to: name.bytes)
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
      let replacement = try reader.id()
      let annotation = try reader.readText(atMost: .max)
      guard let record = theme.registry.record(index), record.hasName || record.isRegistered,
        theme.registry.notes.note(index) == nil
      else { throw .badBytes(at: offset) }
      try allocating { () throws(OutOfMemory) in
        try theme.registry.notes.describe(index, description.bytes, &theme.registry.pool)
        try theme.registry.notes.deprecate(
          index, deprecation.bytes,
          replacement == .none ? .none : theme.registry.absolute(replacement),
          &theme.registry.pool)
        try theme.registry.notes.annotate(index, annotation.bytes, &theme.registry.pool)
      }
    }
  }

  // MARK: - Colors

  @inline(never)
  private static func readColors(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let count = try reader.readNumber(atMost: ColorID.greatestIndex)
    // Each takes at least three bytes, so memory is in proportion to the image.
    guard count <= reader.remainingBytes / 3 else { throw .badBytes(at: start) }
    try allocating { () throws(OutOfMemory) in
      try theme.registry.names.reserve(count)
      try theme.dependencies.reserve(count)
      try theme.registry.giveOut(reserving: count)
    }
    var index = 1
    while let record = theme.registry.record(index) {
      try readColor(&theme, index, record, &reader, &expressions)
      index &+= 1
    }
  }

  private static func readColor(
    _ theme: inout ThemeState, _ index: Int, _ record: ColorRecord, _ reader: inout ByteReader,
    _ expressions: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let name = try reader.readText(atMost: ThemeImage.greatestName)
    var slot: NameTable.Slot?
    if name.count > 0 {
      slot = try allocating { () throws(OutOfMemory) in try theme.registry.names.adopt(name) }
      guard slot != nil else { throw .badBytes(at: start) }
      record.name = name
    }
    let number = try reader.readNumber(atMost: 2 &* theme.registry.layers.count &+ 1)
    if number & 1 != 0 {
      record.reuses = UInt32(truncatingIfNeeded: try reader.readNumber(atMost: 0xFFF))
    }
    let count = number / 2
    var last: Recipe?
    for place in upTo(count) {
      let offset = reader.offset
      let recipe = try readRecipe(&theme, &reader, &expressions)
      recipe.publish(at: theme.version, reuses: record.reuses, generation: 1)
      recipe.olderVersion = nil
      recipe.nextInList = nil
      if let last {
        if place == 1 { record.covered = recipe } else { last.nextInList = recipe }
        guard
          theme.registry.layers.rank(recipe.source.layer)
            < theme.registry.layers.rank(last.source.layer)
        else {
          throw .badBytes(at: offset)
        }
      } else {
        record.recipe = recipe
      }
      last = recipe
      theme.dependencies.note(index, record, recipe)
      if recipe.readsCovered {
        // Colors without names are written inline in others, which shadow something else.
        guard slot != nil else { throw .badBytes(at: offset) }
        theme.registry.readsCovered = true
      }
    }
    slot?.value = NameValue(theme.registry.id(index), isRegistered: count > 0).rawValue
    guard let recipe = record.recipe else {
      if slot == nil { theme.registry.free(index, record) }
      return
    }
    theme.registry.count(1)
    guard recipe.readsCovered else { return }
    try allocating { () throws(OutOfMemory) in try theme.registry.makeCopies(of: record) }
  }

  private static func readRecipe(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader
  ) throws(ReadingFailure) -> Recipe {
    let start = reader.offset
    let head = try reader.readByte()
    let hasExtra = head & ThemeImage.Entry.hasExtra != 0
    let flags = ThemeImage.Entry.hasSource | ThemeImage.Entry.hasExtra
    guard let entry = ThemeImage.Entry(rawValue: head & ~flags),
      !hasExtra || entry == .variants || entry == .palette
    else { throw .badBytes(at: start) }
    var source = Source.theme
    if head & ThemeImage.Entry.hasSource != 0 {
      let offset = reader.offset
      let layer = try reader.readNumber(atMost: Int(Source.greatestLayer))
      let owner = try reader.readNumber(atMost: 0xFFFF)
      source = try checking(offset) { () throws(ThemeError) in
        try theme.registry.source(
          layer: UInt16(truncatingIfNeeded: layer), owner: UInt16(truncatingIfNeeded: owner))
      }
    }
    let recipe: Recipe
    switch entry {
    case .expression, .movableExpression:
      recipe = try readExpression(
        &theme, &reader, &expressions, isMovable: entry == .movableExpression)
    case .constant, .pair, .variants, .palette:
      recipe = try makeVariants(&theme, entry, haveExtra: hasExtra, &reader)
      do throws(ReadingFailure) {
        try readVariants(theme, of: recipe, entry, &reader)
      } catch {
        recipe.free(&theme.registry.pool, theme.allocator)
        throw error
      }
    }
    recipe.source = source
    return recipe
  }

  /// A table with the variants of an entry.
  private static func makeVariants(
    _ theme: inout ThemeState, _ entry: ThemeImage.Entry, haveExtra: Bool,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Recipe {
    var count = entry == .pair ? 2 : 1
    // In CSS, a lookup may use a name that is longer than names can be.
    let semantic = entry == .palette ? try reader.name(atMost: .max) : .empty
    if entry == .variants || entry == .palette {
      let start = reader.offset
      count = try reader.readNumber(atMost: ThemeImage.greatestVariantCount)
      // Each takes at least two bytes.
      guard count <= reader.remainingBytes / 2, count > 0 || entry == .palette else {
        throw .badBytes(at: start)
      }
    }
    return try allocating { () throws(OutOfMemory) in
      entry == .palette
        ? try Recipe.palette(
          &theme.registry.pool, semantic: semantic.bytes, count: count, haveExtra: haveExtra)
        : try Recipe.variants(&theme.registry.pool, count: count, haveExtra: haveExtra)
    }
  }

  private static func readVariants(
    _ theme: borrowing ThemeState, of recipe: Recipe, _ entry: ThemeImage.Entry,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    for place in upTo(recipe.variantCount) {
      let variant = recipe.variant(place)
      if entry == .constant || entry == .pair {
        variant.set(place == 0 ? .any : .dark, try reader.color())
      } else {
        try readVariant(theme, variant, hasExtra: recipe.variantsHaveExtra, &reader)
      }
    }
  }

  private static func readVariant(
    _ theme: borrowing ThemeState, _ variant: Variant, hasExtra: Bool,
    _ reader: inout ByteReader
  ) throws(ReadingFailure) {
    let start = reader.offset
    let bits = try reader.readByte()
    var standard: UInt64 = 0
    for axis in upTo(6) where bits &>> UInt8(truncatingIfNeeded: axis) & 1 != 0 {
      standard |= UInt64(try reader.readByte()) &<< UInt64(axis &* 8)
    }
    if bits & ThemeImage.Conditions.localeBit != 0 {
      standard |= UInt64(try reader.readHalfWord()) &<< 48
    }
    var conditions = Variant.Conditions(rawValue: standard)
    guard !conditions.hasExtra else { throw .badBytes(at: start) }
    if hasExtra { conditions = try readExtra(conditions, &reader) }
    guard conditions.areValid, theme.vocabulary.knows(conditions) else {
      throw .badBytes(at: start)
    }
    guard bits & ThemeImage.Conditions.hasTarget != 0 else {
      variant.set(conditions, try reader.color())
      return
    }
    let offset = reader.offset
    let id = theme.registry.absolute(try reader.id())
    // No color is none.
    guard id != .none else { throw .badBytes(at: offset) }
    variant.set(conditions, id)
  }

  /// Adds the extra conditions to those of a variant.
  private static func readExtra(
    _ standard: Variant.Conditions, _ reader: inout ByteReader
  ) throws(ReadingFailure) -> Variant.Conditions {
    typealias Conditions = Variant.Conditions
    let start = reader.offset
    let bits = Int(try reader.readHalfWord())
    let count = Conditions.axisCount &- Conditions.firstExtraAxis
    guard bits &>> count == 0 else { throw .badBytes(at: start) }
    var conditions = standard
    for place in upTo(count) where bits &>> place & 1 != 0 {
      let index = Conditions.firstExtraAxis &+ place
      let value =
        Conditions.axis(index) == .palette
        ? UInt64(try reader.readHalfWord()) : UInt64(try reader.readByte())
      conditions = conditions.adding(value, index)
    }
    return conditions
  }

  private static func readExpression(
    _ theme: inout ThemeState, _ reader: inout ByteReader, _ expressions: inout ByteReader,
    isMovable: Bool
  ) throws(ReadingFailure) -> Recipe {
    let start = reader.offset
    let count = try reader.readNumber(atMost: Expression.greatestCount)
    guard count > 0 else { throw .badBytes(at: start) }
    let place = expressions.offset
    let expression = Expression(
      words: Words(address: try expressions.readWords(count)), count: count)
    guard expression.isWellFormed else { throw .badBytes(at: place) }
    var areKnown = true
    expression.forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        areKnown = areKnown && theme.vocabulary.knows(conditions)
      }
    }
    guard areKnown else { throw .badBytes(at: place) }
    var hasTargets = false
    expression.forEachTarget { _, _ in hasTargets = true }
    guard hasTargets == isMovable else { throw .badBytes(at: start) }
    let recipe = try allocating { () throws(OutOfMemory) in
      isMovable
        ? try Recipe.expression(&theme.registry.pool, expression)
        : try Recipe.expression(&theme.registry.pool, inPlace: expression)
    }
    if isMovable { recipe.expression.replaceTargets { id in theme.registry.absolute(id) } }
    return recipe
  }
}

extension ByteReader {
  /// A nonempty name.
  mutating func name(
    atMost limit: Int = ThemeImage.greatestName
  ) throws(ReadingFailure) -> StoredText {
    let start = offset
    let name = try readText(atMost: limit)
    guard name.count > 0 else { throw .badBytes(at: start) }
    return name
  }

  /// An id as it is written.
  fileprivate mutating func id() throws(ReadingFailure) -> ColorID {
    let number = try readNumber(atMost: Int(UInt32.max))
    return ColorID(
      index: number & ColorID.greatestIndex, check: UInt32(truncatingIfNeeded: number &>> 20))
  }

  fileprivate mutating func color() throws(ReadingFailure) -> Color {
    let start = offset
    let head = try readByte()
    guard
      let form = ThemeImage.Numbers(
        rawValue: (head & ~ThemeImage.Numbers.hasMissing) &>> ThemeImage.Numbers.bit)
    else { throw .badBytes(at: start) }
    var missing: UInt32 = form == .legacyBytes ? Color.Missing.legacy.rawValue : 0
    if head & ThemeImage.Numbers.hasMissing != 0 {
      guard form != .legacyBytes else { throw .badBytes(at: start) }
      missing = UInt32(try readByte())
    }
    var numbers = SIMD4<Double>()
    switch form {
    case .legacyBytes, .bytes:
      numbers = RGBA8.numbers(
        of: SIMD4(try readByte(), try readByte(), try readByte(), try readByte()))
    case .floats: for index in upTo(4) { numbers[index & 3] = try readFloat() }
    case .doubles: for index in upTo(4) { numbers[index & 3] = try readDouble() }
    }
    do throws(Color.Problem) {
      return try Color(
        checking: UInt32(head & ThemeImage.Numbers.spaceMask), missing: missing,
        SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w)
    } catch {
      throw .badBytes(at: start)
    }
  }
}

/// Calls `body`, and reports a failed allocation.
private func allocating<Result>(
  _ body: () throws(OutOfMemory) -> Result
) throws(ReadingFailure) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw .outOfMemory }
}

/// Calls `body` with what was read at an offset, and reports its error there.
private func checking<Result>(
  _ offset: Int, _ body: () throws(ThemeError) -> Result
) throws(ReadingFailure) -> Result {
  do throws(ThemeError) {
    return try body()
  } catch {
    if case .outOfMemory = error.reason { throw .outOfMemory }
    throw .badBytes(at: offset)
  }
}
