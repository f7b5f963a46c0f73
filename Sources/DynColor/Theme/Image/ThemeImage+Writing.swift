// Theme: writing theme images.

extension ThemeImage {
  /// Writes an image of one version of a theme, if it fits in `image`; otherwise writes nothing.
  /// Returns the size of the image in bytes.
  static func write(
    _ theme: Theme, ifItFits image: inout ByteWriter
  ) throws(ThemeError) -> Int {
    try Scan.run(theme) { scan throws(Scan.Interruption) in
      let forwards = try Forwards.find(scan)
      // The first pass only computes the size.
      var counter = ByteWriter(nil, capacity: 0)
      try write(scan, forwards, to: &counter)
      let size = counter.count
      guard size <= image.capacity else { return size }
      // With the lock held all the time, the scan cannot be interrupted.
      if scan.keepsLock {
        try write(scan, forwards, to: &image)
        return size
      }
      // Written to a copy first, so that an interrupted scan does not change the host's memory.
      let count = (size &+ 7) / 8
      let words = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try Words.allocateUninitialized(theme.allocator, count: count)
      }
      defer { words.free(theme.allocator, count: count) }
      var copy = ByteWriter(words.pointer, capacity: size)
      try write(scan, forwards, to: &copy)
      image.append(contentsOf: copy)
      return size
    }
  }

  /// Writes all data of a theme, except providers. The bytes do not depend on the process or on
  /// addresses.
  private static func write(
    _ scan: Scan, _ forwards: borrowing Forwards, to image: inout ByteWriter
  ) throws(Scan.Interruption) {
    image.append(word: ThemeImage.magic)
    image.append(word: ThemeImage.version)
    let sizeOffset = image.count
    // The size and the checksum, which are not known yet, and the reserved word.
    for _ in upTo(3) { image.append(word: 0) }

    let counts = try scan.inSlice { state in Counts(state) }
    let rowCount = scan.pinned.rowCount
    // Writes a section: calls `writeElement` with each index below `count`.
    func writeSection(
      _ section: Section, _ count: Int, perSlice countPerSlice: Int? = nil,
      _ writeElement: (borrowing ThemeState, Int, inout ByteWriter) -> Void
    ) throws(Scan.Interruption) {
      let start = beginSection(section, in: &image)
      try scan.forEachIndex(below: count, perSlice: countPerSlice ?? Scan.colorsPerSlice) {
        state, index in
        writeElement(state, index, &image)
      }
      endSection(start, in: &image)
    }
    try writeSection(.settings, 1) { _, _, image in
      write(scan.pinned.settings, to: &image)
    }
    try writeSection(.palettes, counts.palettes) { state, index, image in
      write(nameAt: index, .palette, of: state, to: &image)
    }
    try writeSection(.axes, counts.axes) { state, axis, image in
      write(axis: axis, of: state, to: &image)
    }
    try writeSection(.locales, counts.locales) { state, index, image in
      write(nameAt: index, .locale, of: state, to: &image)
    }
    try writeSection(.subtypes, counts.subtypes) { state, index, image in
      write(nameAt: index, .subtype, of: state, to: &image)
    }
    // Writing a layer includes a search among the layers above it, so a slice has only a few
    // layers.
    let declaredCount = counts.layers &- LayerOrder.builtinCount
    try writeSection(.layers, declaredCount, perSlice: 8) { state, index, image in
      write(
        layer: UInt16(truncatingIfNeeded: LayerOrder.builtinCount &+ index), of: state, to: &image)
    }
    try writeSection(.owners, counts.owners) { state, index, image in
      image.append(text: (state.registry.owners.name(index &+ 1) ?? .empty).bytes)
    }
    let forwardsStart = beginSection(.forwards, in: &image)
    forwards.write(to: &image)
    endSection(forwardsStart, in: &image)
    try writeSection(.expressions, rowCount) { state, row, image in
      writeExpressions(ofRow: row, of: state, at: scan.version(in: state), to: &image)
    }
    let colorsStart = beginSection(.colors, in: &image)
    image.append(number: rowCount)
    try scan.forEachIndex(below: rowCount) { state, row in
      write(row: row, of: state, at: scan.version(in: state), to: &image)
    }
    endSection(colorsStart, in: &image)
    try writeSection(.notes, counts.notes) { state, index, image in
      write(noteAt: index, of: state, at: scan.version(in: state), to: &image)
    }

    image.replace(at: sizeOffset, with: UInt64(truncatingIfNeeded: image.count))
    image.replace(
      at: ThemeImage.checksumOffset, with: ThemeImage.checksum(image.written.bytes))
  }

  /// How many names of each kind there are, and how many notes.
  private struct Counts: BitwiseCopyable {
    let palettes, axes, locales, subtypes, layers, owners, notes: Int

    init(_ theme: borrowing ThemeState) {
      palettes = theme.vocabulary.count(.palette)
      axes = theme.vocabulary.count(.axis)
      locales = theme.vocabulary.count(.locale)
      subtypes = theme.vocabulary.count(.subtype)
      layers = theme.registry.layers.count
      owners = theme.registry.owners.count
      notes = theme.registry.notes.count
    }
  }

  /// Begins a section. Returns its offset, for `endSection`.
  private static func beginSection(_ section: Section, in image: inout ByteWriter) -> Int {
    let start = image.count
    image.append(word: section.rawValue)
    image.append(word: 0)
    return start
  }

  /// Ends the section that begins at `start`. Removes it if it is empty.
  private static func endSection(_ start: Int, in image: inout ByteWriter) {
    // Without the two words that a section begins with.
    let size = image.count &- start &- 16
    image.replace(at: start &+ 8, with: UInt64(truncatingIfNeeded: size))
    if size > 0 { image.align() } else { image.truncate(to: start) }
  }

  private static func write(
    _ settings: ThemeState.Settings, to image: inout ByteWriter
  ) {
    image.append(word: settings.scheme)
    image.append(word: settings.palette)
    for level in upTo(LeveledColor.levelCount) {
      image.append(word: settings.levels[level].bitPattern)
    }
  }

  // MARK: - Names

  private static func write(
    nameAt index: Int, _ kind: Vocabulary.Kind, of theme: borrowing ThemeState,
    to image: inout ByteWriter
  ) {
    image.append(text: (theme.vocabulary.name(index &+ 1, kind) ?? .empty).bytes)
  }

  /// Writes the name of a custom axis, and the names of its values.
  private static func write(
    axis: Int, of theme: borrowing ThemeState, to image: inout ByteWriter
  ) {
    write(nameAt: axis, .axis, of: theme, to: &image)
    let count = theme.vocabulary.count(.value(axisIndex: axis))
    image.append(number: count)
    for index in upTo(count) {
      write(nameAt: index, .value(axisIndex: axis), of: theme, to: &image)
    }
  }

  /// Writes the name of a layer, and the layer above it.
  private static func write(
    layer: UInt16, of theme: borrowing ThemeState, to image: inout ByteWriter
  ) {
    image.append(text: (theme.registry.layers.name(layer) ?? .empty).bytes)
    // Finds the next higher layer that was declared earlier: when a reader declares this layer, the
    // layers that were declared later do not exist yet. The highest layer is built in, so there
    // always is a layer to find.
    var rank = theme.registry.layers.rank(layer) &+ 1
    while rank < theme.registry.layers.count, theme.registry.layers.layer(atRank: rank) > layer {
      rank &+= 1
    }
    image.append(number: Int(theme.registry.layers.layer(atRank: rank)))
  }

  // MARK: - Colors

  /// Writes the words of the expressions that define the color of a row.
  private static func writeExpressions(
    ofRow row: Int, of theme: borrowing ThemeState, at version: UInt64, to image: inout ByteWriter
  ) {
    guard let record = theme.registry.record(row &+ 1) else { return }
    theme.registry.forEachEntry(of: record, at: version) { recipe in
      guard recipe.kind == .expression else { return }
      let expression = recipe.expression
      let start = image.count
      for index in upTo(expression.count) { image.append(word: expression.word(index)) }
      expression.forEachReferencedID { index, id in
        image.replace(at: start &+ index &* 8, with: UInt64(theme.registry.idInImage(id).rawValue))
      }
    }
  }

  /// Writes the color of a row: its name, and its entries in all layers.
  private static func write(
    row: Int, of theme: borrowing ThemeState, at version: UInt64, to image: inout ByteWriter
  ) {
    guard let record = theme.registry.record(row &+ 1) else { return }
    image.append(text: (record.hasName ? record.name : .empty).bytes)
    // `record.reuseCount` is the count of the current version, for which `version` is `.max`. In an
    // older version, the index may have been reused less often: the recipe of that version has the
    // count.
    let recipe = version == .max ? nil : record.recipe?.visible(at: version)
    let reuseCount = recipe?.reuseCount ?? record.reuseCount
    let count = entryCount(theme, record, at: version)
    image.append(number: 2 &* count &+ (reuseCount > 0 ? 1 : 0))
    if reuseCount > 0 { image.append(number: Int(reuseCount)) }
    theme.registry.forEachEntry(of: record, at: version) { recipe in
      if recipe.kind != .provider { write(theme, recipe, to: &image) }
    }
  }

  /// The number of entries of a color that are written: all but those with a provider.
  private static func entryCount(
    _ theme: borrowing ThemeState, _ record: ColorRecord, at version: UInt64
  ) -> Int {
    var count = 0
    theme.registry.forEachEntry(of: record, at: version) { recipe in
      count &+= recipe.kind == .provider ? 0 : 1
    }
    return count
  }

  /// Writes the note at `index`.
  private static func write(
    noteAt index: Int, of theme: borrowing ThemeState, at version: UInt64,
    to image: inout ByteWriter
  ) {
    // Notes of colors that have neither a name nor an entry in the image are left out.
    guard let note = theme.registry.notes.note(at: index), !note.isEmpty,
      let record = theme.registry.record(note.index),
      record.hasName || entryCount(theme, record, at: version) > 0
    else { return }
    image.append(number: note.index)
    image.append(text: note.description.text.bytes)
    image.append(text: note.deprecation.text.bytes)
    image.append(
      id: note.replacement == .none ? .none : theme.registry.idInImage(note.replacement))
    image.append(text: note.annotation.text.bytes)
  }

  /// Writes a recipe as an entry.
  private static func write(
    _ theme: borrowing ThemeState, _ recipe: Recipe, to image: inout ByteWriter
  ) {
    let entryKind = entryKind(for: recipe)
    let source = recipe.source
    image.append(
      entryKind.rawValue | (source == .theme ? 0 : ThemeImage.EntryKind.sourceFlag)
        | (recipe.hasExtraConditions ? ThemeImage.EntryKind.extraFlag : 0))
    if source != .theme {
      image.append(number: Int(source.layer))
      image.append(number: Int(source.owner))
    }
    switch entryKind {
    case .expression, .expressionWithIDs: image.append(number: recipe.expression.count)
    case .constant, .pair:
      for index in upTo(recipe.variantCount) {
        if let color = recipe.variant(index).color { write(color, to: &image) }
      }
    case .variants, .palette:
      if entryKind == .palette { image.append(text: recipe.semanticName.bytes) }
      image.append(number: recipe.variantCount)
      for index in upTo(recipe.variantCount) {
        write(
          theme, recipe.variant(index), hasExtraConditions: recipe.hasExtraConditions, to: &image)
      }
    }
  }

  /// The most compact kind of entry for a recipe.
  private static func entryKind(for recipe: Recipe) -> ThemeImage.EntryKind {
    func hasColor(at index: Int, for conditions: Variant.Conditions) -> Bool {
      let variant = recipe.variant(index)
      return variant.conditions == conditions && variant.referencedID == .none
    }
    switch recipe.kind {
    case .palette: return .palette
    case .expression:
      var hasIDs = false
      recipe.expression.forEachReferencedID { _, _ in hasIDs = true }
      return hasIDs ? .expressionWithIDs : .expression
    default:
      if recipe.variantCount == 1, hasColor(at: 0, for: .any) { return .constant }
      if recipe.variantCount == 2, hasColor(at: 0, for: .any), hasColor(at: 1, for: .dark) {
        return .pair
      }
      return .variants
    }
  }

  private static func write(
    _ theme: borrowing ThemeState, _ variant: Variant, hasExtraConditions: Bool,
    to image: inout ByteWriter
  ) {
    // The standard conditions have a byte for each of six axes, and the locale in the upper 16
    // bits.
    let conditions = variant.conditions.standard
    var bits: UInt8 = variant.referencedID == .none ? 0 : ThemeImage.Conditions.idFlag
    for axis in upTo(6) where conditions &>> UInt64(axis &* 8) & 0xFF != 0 {
      bits |= 1 &<< UInt8(truncatingIfNeeded: axis)
    }
    let locale = UInt16(truncatingIfNeeded: conditions &>> 48)
    if locale != 0 { bits |= ThemeImage.Conditions.localeFlag }
    image.append(bits)
    for axis in upTo(6) {
      let value = UInt8(truncatingIfNeeded: conditions &>> UInt64(axis &* 8))
      if value != 0 { image.append(value) }
    }
    if locale != 0 { image.append(uint16: locale) }
    if hasExtraConditions { write(extraOf: variant.conditions, to: &image) }
    if variant.referencedID != .none {
      image.append(id: theme.registry.idInImage(variant.referencedID))
    } else if let color = variant.color {
      write(color, to: &image)
    }
  }

  /// Writes the extra conditions of a variant.
  private static func write(
    extraOf conditions: Variant.Conditions, to image: inout ByteWriter
  ) {
    typealias Conditions = Variant.Conditions
    let first = Conditions.firstExtraIndex
    var bits: UInt16 = 0
    for index in upTo(Conditions.axisCount, from: first) where conditions[index] != 0 {
      bits |= 1 &<< UInt16(truncatingIfNeeded: index &- first)
    }
    image.append(uint16: bits)
    for index in upTo(Conditions.axisCount, from: first) where conditions[index] != 0 {
      let value = conditions[index]
      if Conditions.axis(index) == .palette {
        image.append(uint16: UInt16(truncatingIfNeeded: value))
      } else {
        image.append(UInt8(truncatingIfNeeded: value))
      }
    }
  }

  /// Writes the value of a color, in the most compact format that loses nothing.
  private static func write(_ color: Color, to image: inout ByteWriter) {
    let numbers = SIMD4(color.components, color.alpha)
    // `color.missing` has the missing components and the mark of a legacy color. `isLegacy` is true
    // for a legacy color without missing components.
    let isLegacy = color.missing.rawValue == Color.Missing.legacySyntax.rawValue
    let isComplete = color.missing.rawValue == 0
    let exactBytes = numbers.exactBytes
    let format: ThemeImage.ComponentFormat =
      exactBytes == nil
      ? (numbers.areFloats ? .floats : .doubles) : isLegacy ? .legacyBytes : .bytes
    let hasMissing = !isComplete && format != .legacyBytes
    image.append(
      UInt8(truncatingIfNeeded: color.space.rawValue) | format.rawValue
        &<< ThemeImage.ComponentFormat.shift
        | (hasMissing ? ThemeImage.ComponentFormat.missingFlag : 0))
    if hasMissing { image.append(UInt8(truncatingIfNeeded: color.missing.rawValue)) }
    for index in upTo(4) {
      let number = numbers[index & 3]
      switch format {
      case .legacyBytes, .bytes: if let exactBytes { image.append(exactBytes[index & 3]) }
      case .floats:
        let bits = Float(number).bitPattern
        image.append(uint16: UInt16(truncatingIfNeeded: bits))
        image.append(uint16: UInt16(truncatingIfNeeded: bits &>> 16))
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
  /// Writes an id of an image as a number, with the check bits above the 20 bits of the index. In
  /// an image, the check bits are only the reuse count. For most ids they are 0, so the number is
  /// short.
  fileprivate mutating func append(id: ColorID) {
    append(number: Int(id.checkBits) &<< 20 | id.index)
  }
}

/// The forwards in the order in which they are written: shorter chains of forwards first. So if the
/// target of a forward is forwarded, too, its own forward comes first, and a reader can refuse
/// bytes with a cycle. A theme has no cycles of forwards.
private struct Forwards: ~Copyable {
  private struct Forward: BitwiseCopyable, Ordered {
    let name: StoredText
    let target: StoredText
    /// The number of forwards from the name to the end of the chain of forwards; 0 until it has
    /// been counted.
    var chainLength = 0

    /// Returns whether this forward is written before another one.
    func precedes(_ other: Forward) -> Bool {
      chainLength != other.chainLength
        ? chainLength < other.chainLength : name.bytes.precedes(other.name.bytes)
    }
  }

  private var forwards: Buffer<Forward>

  /// Finds all forwards of a theme, and sorts them.
  static func find(_ scan: Scan) throws(Scan.Interruption) -> Forwards {
    let (slotCount, count) = try scan.inSlice { state in
      (state.registry.names.forwardSlotCount, state.registry.names.forwardNameCount)
    }
    var found = Forwards(scan.theme.allocator)
    try scan.convertingOutOfMemory { () throws(OutOfMemory) in try found.forwards.reserve(count) }
    try scan.forEachIndex(below: slotCount) { state, index in
      guard let forward = state.registry.names.forward(at: index) else { return }
      found.forwards.appendReserved(Forward(name: forward.name, target: forward.target))
    }
    // Interned names never move, so sorting them needs no lock.
    try scan.convertingOutOfMemory { () throws(OutOfMemory) in try found.sort(scan.theme.allocator)
    }
    return found
  }

  private init(_ allocator: Allocator) { forwards = Buffer(allocator) }

  /// Counts the length of the chain of each forward, and sorts the forwards.
  private mutating func sort(_ allocator: Allocator) throws(OutOfMemory) {
    guard forwards.count > 0 else { return }
    // The number of a forwarded name is the index of its forward plus 1; 0 for any other name.
    var numbers = try NumberedNames(allocator, seed: forwards.element(at: 0)?.name.address ?? 0)
    for index in upTo(forwards.count) {
      if let forward = forwards.element(at: index) { try numbers.add(forward.name.bytes) }
    }
    // The indices of the forwards that have been followed.
    var path = Buffer<Int>(allocator)
    for first in upTo(forwards.count) {
      // Follows the chain to its end, or to a forward whose chain length is known. Then sets the
      // chain lengths on the way back.
      var index = first
      while let forward = forwards.element(at: index), forward.chainLength == 0 {
        try path.append(index)
        index = numbers.number(of: forward.target.bytes) &- 1
      }
      var chainLength = forwards.element(at: index)?.chainLength ?? 0
      while let followed = path.removeLast() {
        chainLength &+= 1
        forwards.change(at: followed) { $0.chainLength = chainLength }
      }
    }
    forwards.sort()
  }

  func write(to image: inout ByteWriter) {
    for index in upTo(forwards.count) {
      guard let forward = forwards.element(at: index) else { continue }
      image.append(text: forward.name.bytes)
      image.append(text: forward.target.bytes)
    }
  }
}

extension SIMD4<Double> {
  /// The numbers as bytes, in steps of 1/255; `nil` if one of them would change.
  fileprivate var exactBytes: SIMD4<UInt8>? {
    let bytes = RGBA8.pack(self, isPremultiplied: false)
    let numbers = RGBA8.numbers(of: bytes)
    for index in upTo(4) where numbers[index & 3].bitPattern != self[index & 3].bitPattern {
      return nil
    }
    return bytes
  }

  /// True if a `Float` can represent each number exactly.
  fileprivate var areFloats: Bool {
    for index in upTo(4) {
      let number = self[index & 3]
      if Double(Float(number)).bitPattern != number.bitPattern { return false }
    }
    return true
  }
}
