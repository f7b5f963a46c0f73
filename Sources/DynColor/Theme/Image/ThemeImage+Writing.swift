// A theme as bytes: how they are written.

extension ThemeImage {
  /// Writes all that is registered, providers excepted. Nothing of it depends on the process, or on
  /// where the theme lies.
  static func write(_ theme: borrowing ThemeState, to image: inout ByteWriter) throws(OutOfMemory) {
    image.append(word: ThemeImage.magic)
    image.append(word: ThemeImage.version)
    let size = image.count
    for _ in upTo(3) { image.append(word: 0) }

    writeSection(.settings, to: &image) { image in writeSettings(theme, to: &image) }
    writeSection(.palettes, to: &image) { image in writeNames(theme, .palette, to: &image) }
    writeSection(.axes, to: &image) { image in writeAxes(theme, to: &image) }
    writeSection(.locales, to: &image) { image in writeNames(theme, .locale, to: &image) }
    writeSection(.subtypes, to: &image) { image in writeNames(theme, .subtype, to: &image) }
    writeSection(.layers, to: &image) { image in writeLayers(theme, to: &image) }
    writeSection(.owners, to: &image) { image in writeOwners(theme, to: &image) }
    try writeSection(.forwards, to: &image) { image throws(OutOfMemory) in
      try writeForwards(theme, to: &image)
    }
    writeSection(.expressions, to: &image) { image in writeExpressions(theme, to: &image) }
    writeSection(.colors, to: &image) { image in writeColors(theme, to: &image) }
    writeSection(.notes, to: &image) { image in writeNotes(theme, to: &image) }

    image.replace(at: size, with: UInt64(truncatingIfNeeded: image.count))
    image.replace(
      at: ThemeImage.checksumOffset, with: ThemeImage.checksum(image.written.bytes))
  }

  /// The same if there is room for all of it. The result is the size, in bytes.
  static func write(
    _ theme: borrowing ThemeState, ifItFits image: inout ByteWriter
  ) throws(OutOfMemory) -> Int {
    var sizing = ByteWriter(nil, capacity: 0)
    try write(theme, to: &sizing)
    if sizing.count <= image.capacity { try write(theme, to: &image) }
    return sizing.count
  }

  /// Writes a section, unless nothing is in it.
  private static func writeSection<Failure: Error>(
    _ section: ThemeImage.Section, to image: inout ByteWriter,
    _ write: (inout ByteWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = image.count
    image.append(word: section.rawValue)
    image.append(word: 0)
    try write(&image)
    let size = image.count &- start &- 16
    image.replace(at: start &+ 8, with: UInt64(truncatingIfNeeded: size))
    if size > 0 { image.align() } else { image.truncate(to: start) }
  }

  private static func writeSettings(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    image.append(word: theme.settings.scheme)
    image.append(word: theme.settings.palette)
    for level in upTo(LeveledColor.levelCount) {
      image.append(word: theme.settings.levels[level].bitPattern)
    }
    image.append(word: theme.vocabulary.hash.state)
  }

  // MARK: - Names

  private static func writeOwners(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    var number = 1
    while let name = theme.registry.owners.name(number) {
      image.append(text: name.bytes)
      number &+= 1
    }
  }

  private static func writeNames(
    _ theme: borrowing ThemeState, _ kind: Vocabulary.Kind, to image: inout ByteWriter
  ) {
    theme.vocabulary.forEachName(kind) { name in image.append(text: name.bytes) }
  }

  private static func writeAxes(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    for axis in upTo(theme.vocabulary.count(.axis)) {
      image.append(text: (theme.vocabulary.name(axis &+ 1, .axis) ?? .empty).bytes)
      image.append(number: theme.vocabulary.count(.value(axis: axis)))
      writeNames(theme, .value(axis: axis), to: &image)
    }
  }

  private static func writeLayers(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    var layer = UInt16(truncatingIfNeeded: LayerOrder.builtin)
    while let name = theme.registry.layers.name(layer) {
      image.append(text: name.bytes)
      // What came later found its place beneath those that were there.
      var rank = theme.registry.layers.rank(layer) &+ 1
      while rank < theme.registry.layers.count, theme.registry.layers.layer(atRank: rank) > layer {
        rank &+= 1
      }
      image.append(number: Int(theme.registry.layers.layer(atRank: rank)))
      layer &+= 1
    }
  }

  /// Writes what does not lead to another name that is forwarded first, so that a reader can tell
  /// that nothing leads back to itself.
  private static func writeForwards(_ theme: borrowing ThemeState, to image: inout ByteWriter)
    throws(OutOfMemory)
  {
    var names = Buffer<ForwardedName>(theme.allocator)
    try names.reserve(theme.registry.names.greatestForwardCount)
    theme.registry.names.forEachForward { name, _ in
      names.appendReserved(ForwardedName(name: name, steps: stepsFrom(theme, name.bytes)))
    }
    names.sort()
    for place in upTo(names.count) {
      guard let name = names.element(at: place)?.name,
        let next = theme.registry.names.forwarded(name.bytes)
      else {
        continue
      }
      image.append(text: name.bytes)
      image.append(text: next.bytes)
    }
  }

  private static func stepsFrom(_ theme: borrowing ThemeState, _ name: Span<UInt8>) -> Int {
    var steps = 0
    var name = StoredText(name)
    while let next = theme.registry.names.forwarded(name.bytes) {
      name = next
      steps &+= 1
    }
    return steps
  }

  // MARK: - Colors

  /// Calls `body` with each index that was ever given out.
  private static func forEachRecord(
    _ theme: borrowing ThemeState, _ body: (Int, ColorRecord) -> Void
  ) {
    var index = 1
    while let record = theme.registry.record(index) {
      body(index, record)
      index &+= 1
    }
  }

  private static func writeExpressions(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    forEachRecord(theme) { _, record in
      theme.registry.forEachEntry(of: record) { recipe in
        guard recipe.kind == .expression else { return }
        let expression = recipe.expression
        let first = image.count
        for place in upTo(expression.count) { image.append(word: expression.word(place)) }
        expression.forEachTarget { place, id in
          image.replace(at: first &+ place &* 8, with: UInt64(theme.registry.relative(id).rawValue))
        }
      }
    }
  }

  private static func writeColors(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    image.append(number: theme.registry.nextIndex &- 1)
    forEachRecord(theme) { _, record in
      image.append(text: (record.hasName ? record.name : .empty).bytes)
      let hasReuses = record.reuses > 0
      image.append(number: 2 &* entryCount(theme, record) &+ (hasReuses ? 1 : 0))
      if hasReuses { image.append(number: Int(record.reuses)) }
      theme.registry.forEachEntry(of: record) { recipe in
        if recipe.kind != .provider { write(theme, recipe, to: &image) }
      }
    }
  }

  /// How many entries of a color are written.
  private static func entryCount(_ theme: borrowing ThemeState, _ record: ColorRecord) -> Int {
    var count = 0
    theme.registry.forEachEntry(of: record) { recipe in count &+= recipe.kind == .provider ? 0 : 1 }
    return count
  }

  private static func writeNotes(_ theme: borrowing ThemeState, to image: inout ByteWriter) {
    for place in upTo(theme.registry.notes.count) {
      // Of what is not written nothing can be said.
      guard let note = theme.registry.notes.note(at: place), !note.isEmpty,
        let record = theme.registry.record(note.index),
        record.hasName || entryCount(theme, record) > 0
      else { continue }
      image.append(number: note.index)
      image.append(text: note.description.text.bytes)
      image.append(text: note.deprecation.text.bytes)
      image.append(
        id: note.replacement == .none ? .none : theme.registry.relative(note.replacement))
      image.append(text: note.annotation.text.bytes)
    }
  }

  private static func write(
    _ theme: borrowing ThemeState, _ recipe: Recipe, to image: inout ByteWriter
  ) {
    let entry = entry(theme, recipe)
    let source = recipe.source
    image.append(entry.rawValue | (source == .theme ? 0 : ThemeImage.Entry.hasSource))
    if source != .theme {
      image.append(number: Int(source.layer))
      image.append(number: Int(source.owner))
    }
    switch entry {
    case .expression, .movableExpression: image.append(number: recipe.expression.count)
    case .constant, .pair:
      for place in upTo(recipe.variantCount) {
        if let color = recipe.variant(place).color { write(theme, color, to: &image) }
      }
    case .variants, .palette:
      if entry == .palette { image.append(text: recipe.semantic.bytes) }
      image.append(number: recipe.variantCount)
      for place in upTo(recipe.variantCount) { write(theme, recipe.variant(place), to: &image) }
    }
  }

  /// How a recipe is written best.
  private static func entry(_ theme: borrowing ThemeState, _ recipe: Recipe) -> ThemeImage.Entry {
    func isColor(_ place: Int, _ conditions: Variant.Conditions) -> Bool {
      let variant = recipe.variant(place)
      return variant.conditions == conditions && variant.target == .none
    }
    switch recipe.kind {
    case .palette: return .palette
    case .expression:
      var isMovable = false
      recipe.expression.forEachTarget { _, _ in isMovable = true }
      return isMovable ? .movableExpression : .expression
    default:
      if recipe.variantCount == 1, isColor(0, .any) { return .constant }
      if recipe.variantCount == 2, isColor(0, .any), isColor(1, .dark) { return .pair }
      return .variants
    }
  }

  private static func write(
    _ theme: borrowing ThemeState, _ variant: Variant, to image: inout ByteWriter
  ) {
    let conditions = variant.conditions.rawValue
    var bits: UInt8 = variant.target == .none ? 0 : ThemeImage.Conditions.hasTarget
    for axis in upTo(6) where conditions &>> UInt64(axis &* 8) & 0xFF != 0 {
      bits |= 1 &<< UInt8(truncatingIfNeeded: axis)
    }
    let locale = UInt16(truncatingIfNeeded: conditions &>> 48)
    if locale != 0 { bits |= ThemeImage.Conditions.localeBit }
    image.append(bits)
    for axis in upTo(6) {
      let value = UInt8(truncatingIfNeeded: conditions &>> UInt64(axis &* 8))
      if value != 0 { image.append(value) }
    }
    if locale != 0 { image.append(half: locale) }
    if variant.target != .none {
      image.append(id: theme.registry.relative(variant.target))
    } else if let color = variant.color {
      write(theme, color, to: &image)
    }
  }

  private static func write(
    _ theme: borrowing ThemeState, _ color: Color, to image: inout ByteWriter
  ) {
    let numbers = SIMD4(color.components, color.alpha)
    let isLegacy = color.missing.rawValue == Color.Missing.legacy.rawValue
    let isWhole = color.missing.rawValue == 0
    let steps = numbers.steps
    let form: ThemeImage.Numbers =
      steps == nil
      ? (numbers.areFloats ? .floats : .doubles) : isLegacy ? .legacyBytes : .bytes
    let hasMissing = !isWhole && form != .legacyBytes
    image.append(
      UInt8(truncatingIfNeeded: color.space.rawValue) | form.rawValue &<< ThemeImage.Numbers.bit
        | (hasMissing ? ThemeImage.Numbers.hasMissing : 0))
    if hasMissing { image.append(UInt8(truncatingIfNeeded: color.missing.rawValue)) }
    for index in upTo(4) {
      let number = numbers[index & 3]
      switch form {
      case .legacyBytes, .bytes: if let steps { image.append(steps[index & 3]) }
      case .floats:
        let bits = Float(number).bitPattern
        image.append(half: UInt16(truncatingIfNeeded: bits))
        image.append(half: UInt16(truncatingIfNeeded: bits &>> 16))
      case .doubles:
        let bits = number.bitPattern
        for shift in upTo(8) {
          image.append(UInt8(truncatingIfNeeded: bits &>> UInt64(shift &* 8)))
        }
      }
    }
  }
}

extension ByteWriter {
  /// Writes an id; mostly the index is all that there is.
  fileprivate mutating func append(id: ColorID) {
    append(number: Int(id.check) &<< 20 | id.index)
  }
}

/// A name that has been forwarded, and how many names it leads past.
private struct ForwardedName: BitwiseCopyable, Ordered {
  let name: StoredText
  let steps: Int

  func precedes(_ other: ForwardedName) -> Bool {
    if steps != other.steps { return steps < other.steps }
    let (a, b) = (name.bytes, other.name.bytes)
    var place = 0
    while let byte = a.element(at: place), byte == b.element(at: place) { place &+= 1 }
    guard let byte = b.element(at: place) else { return false }
    return a.element(at: place).map { $0 < byte } ?? true
  }
}

extension SIMD4<Double> {
  /// How many steps of 1/255 each number is, if all are.
  fileprivate var steps: SIMD4<UInt8>? {
    let bytes = RGBA8.pack(self, isPremultiplied: false)
    let numbers = RGBA8.numbers(of: bytes)
    for index in upTo(4) where numbers[index & 3].bitPattern != self[index & 3].bitPattern {
      return nil
    }
    return bytes
  }

  /// Whether no number is more precise than a float.
  fileprivate var areFloats: Bool {
    for index in upTo(4) {
      let number = self[index & 3]
      if Double(Float(number)).bitPattern != number.bitPattern { return false }
    }
    return true
  }
}
