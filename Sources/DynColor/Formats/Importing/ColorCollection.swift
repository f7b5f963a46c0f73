// Importing: the colors of a file that is read or written.

/// Named expressions with notes, and the vocabulary that they use.
///
/// An import fills a collection, and commits it to a theme. An export copies a theme into a
/// collection, and writes it.
struct ColorCollection: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  /// A color of the collection.
  struct Entry: BitwiseCopyable {
    let name: StoredText
    /// The expression. Empty for a provider, which cannot be written to a file, and for an imported
    /// color that is only defined in layers that the file names (`details.definitions`).
    fileprivate(set) var expression: Expression
    /// The position in a file that the color was read from; `.none` in an export.
    fileprivate(set) var location: SourceLocation
    /// The index of the color's notes in `notes`; −1 for none.
    fileprivate var notesIndex: Int32 = -1
    /// The index of the source range that was added last; −1 for none. A source range is a part of
    /// a file that the color was read from.
    fileprivate var lastSourceRange: Int32 = -1
    /// The number of the owner in `details.owners`; 0 for none.
    fileprivate(set) var owner: Int32 = 0
    /// True if `details.definitions` has all definitions of the color, including `expression`.
    fileprivate(set) var hasDefinitions = false
  }

  /// The description, the deprecation and the annotations of a color. Most colors have none.
  struct EntryNotes: BitwiseCopyable {
    fileprivate(set) var description = StoredText.empty
    /// Why the color is deprecated; empty if no reason is known.
    fileprivate(set) var deprecation = StoredText.empty
    /// The name of the color to use instead; empty for none.
    fileprivate(set) var replacement = StoredText.empty
    /// Annotations for other programs: a JSON object.
    fileprivate(set) var annotation = StoredText.empty
    /// True in an export if the current definition of the color, the one in the highest layer, is
    /// derived.
    fileprivate(set) var isDerived = false

    var isDeprecated: Bool { deprecation.count > 0 || replacement.count > 0 }
    /// True if there are no notes to write or to commit. `isDerived` does not count.
    var isEmpty: Bool { description.count == 0 && !isDeprecated && annotation.count == 0 }
  }

  let allocator: Allocator
  /// Copies of texts and expressions.
  private var copies: Arena
  private var names: NameTable
  private var entries: Buffer<Entry>
  private var notes: Buffer<EntryNotes>
  private var sourceRanges: SourceRanges
  /// True if the expressions of all entries are plain (`Expression.isPlain`) or empty.
  private(set) var hasOnlyPlainExpressions = true

  /// The names of palettes, of axes and their values, and of subtypes and locales. Conditions of
  /// variants refer to palettes, values, subtypes and locales by their numbers in `vocabulary`.
  private(set) var vocabulary: Vocabulary
  /// The error for the first name that `declare` could not declare, because there were too many.
  private(set) var overflowError: ThemeError?
  /// Defaults, forwards, and definitions in other layers.
  var details: ThemeDetails

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ copies: consuming Arena, _ names: consuming NameTable,
    _ vocabulary: consuming Vocabulary, _ details: consuming ThemeDetails
  ) {
    self.allocator = allocator
    self.copies = copies
    self.names = names
    entries = Buffer(allocator)
    notes = Buffer(allocator)
    sourceRanges = SourceRanges(allocator)
    self.vocabulary = vocabulary
    self.details = details
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> ColorCollection {
    var copies = Arena(allocator)
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = try copies.allocate(1).address
    let names = try NameTable(allocator, seed: seed)
    let vocabulary = try Vocabulary(allocator, seed: seed)
    return ColorCollection(
      allocator, copies, names, vocabulary, try ThemeDetails(allocator, seed: seed))
  }

  /// True if a name exceeded the limit, and was truncated. Then the collection must not be
  /// committed.
  private(set) var hasLongName = false

  /// Truncates a name that exceeds the limit, and records that in `hasLongName`.
  @_lifetime(copy name)
  private mutating func truncateIfTooLong(_ name: Span<UInt8>) -> Span<UInt8> {
    if name.count <= greatestNameLength { return name }
    hasLongName = true
    return name.slice(0, greatestNameLength)
  }

  // MARK: - Colors

  /// Reserves memory for more colors and their notes. Then colors can be added under the lock of a
  /// theme without growing these buffers, which would move their elements.
  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    try entries.reserve(count)
    try names.reserve(count)
    try notes.reserve(count)
  }

  /// Reserves memory for more imported colors and their source ranges, so that the buffers need not
  /// grow, and move their elements, while colors are added. The arguments may be upper bounds.
  mutating func reserve(_ count: Int, rangeCount: Int) throws(OutOfMemory) {
    try entries.reserve(count)
    try names.reserve(count)
    try sourceRanges.reserve(rangeCount)
  }

  var count: Int { entries.count }

  @inline(never)
  @_optimize(speed)
  func entry(_ index: Int) -> Entry? { entries.element(at: index) }

  func name(_ index: Int) -> StoredText { entry(index)?.name ?? .empty }

  /// The number of colors that have notes, or had some before they were replaced.
  var noteCount: Int { notes.count }

  func notes(of entry: Entry) -> EntryNotes {
    notes.element(at: Int(entry.notesIndex)) ?? EntryNotes()
  }

  /// The index of the color with a name; `nil` if there is none.
  @inline(never)
  func index(of name: Span<UInt8>) -> Int? {
    // `names` has the index plus 1 as the value of each name, and 0 for an unknown name.
    let value = names.reader.value(of: name)
    return value == 0 ? nil : Int(truncatingIfNeeded: value) &- 1
  }

  /// Adds a color with a copy of the expression. If the name exists, replaces that color, and
  /// removes its notes, its source ranges and its owner. Returns the index of the color.
  @inline(never)
  @discardableResult
  @_optimize(speed)
  mutating func set(
    _ name: Span<UInt8>, _ expression: Expression, at location: SourceLocation
  ) throws(OutOfMemory) -> Int {
    let name = truncateIfTooLong(name)
    try entries.reserve(1)
    if expression.count > 0, !expression.isPlain { hasOnlyPlainExpressions = false }
    let expression = try copy(expression)
    let slot = try names.intern(name)
    let entry = Entry(name: slot.name, expression: expression, location: location)
    if slot.value == 0 {
      try entries.append(entry)
      slot.value = UInt64(truncatingIfNeeded: entries.count)
    } else {
      entries.replace(at: Int(truncatingIfNeeded: slot.value) &- 1, with: entry)
    }
    return Int(truncatingIfNeeded: slot.value) &- 1
  }

  /// Adds a range of a file that the expression of a color was read from.
  @_optimize(speed)
  mutating func addSourceRange(
    _ location: SourceLocation, length: Int, ofColor index: Int
  ) throws(OutOfMemory) {
    guard let previous = entry(index)?.lastSourceRange else { return }
    let range = try sourceRanges.add(location, length: length, previous: Int(previous))
    entries.change(at: index) { $0.lastSourceRange = Int32(truncatingIfNeeded: range) }
  }

  /// Moves the source ranges of another collection, which has the same colors at the same indices,
  /// to this one. After that, `other` must not be asked for locations.
  mutating func takeSourceRanges(of other: inout ColorCollection) {
    swap(&sourceRanges, &other.sourceRanges)
    for index in upTo(count) {
      let lastSourceRange = other.entry(index)?.lastSourceRange ?? -1
      entries.change(at: index) { $0.lastSourceRange = lastSourceRange }
    }
  }

  /// The first location of a name in the source ranges of a color; `nil` if none has it.
  /// `text` returns the text of a range.
  func location(
    of name: NameInSource, ofColor index: Int, _ text: (SourceRange) -> StoredText
  ) -> SourceLocation? {
    sourceRanges.location(of: name, from: Int(entry(index)?.lastSourceRange ?? -1), text)
  }

  /// Copies an expression. The copy lives as long as the collection.
  @_optimize(speed)
  mutating func copy(_ expression: Expression) throws(OutOfMemory) -> Expression {
    let words = try copies.allocate(expression.count)
    for index in upTo(expression.count) { words[index] = expression.word(index) }
    return Expression(words: words, count: expression.count)
  }

  /// Records that `details.definitions` has all definitions of a color.
  mutating func setHasDefinitions(_ index: Int) {
    entries.change(at: index) { $0.hasDefinitions = true }
  }

  /// Sets the owner of a color: a number in `details.owners`.
  mutating func setOwner(_ index: Int, _ owner: Int) {
    entries.change(at: index) { $0.owner = Int32(truncatingIfNeeded: owner) }
  }

  /// Adds a color that is computed by a provider.
  @discardableResult
  mutating func setProvider(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    try set(name, .none, at: .none)
  }

  /// Sets the description of a color.
  mutating func describe(_ index: Int, _ text: Span<UInt8>) throws(OutOfMemory) {
    let text = try copy(text)
    try changeNotes(ofColor: index) { $0.description = text }
  }

  /// Sets why a color is deprecated, and the name of the color to use instead.
  mutating func deprecate(
    _ index: Int, _ text: Span<UInt8>, replacement: Span<UInt8>
  ) throws(OutOfMemory) {
    let (text, replacement) = (try copy(text), try copy(replacement))
    try changeNotes(ofColor: index) {
      $0.deprecation = text
      $0.replacement = replacement
    }
  }

  /// Sets the annotations of a color.
  mutating func annotate(_ index: Int, _ json: Span<UInt8>) throws(OutOfMemory) {
    let json = try copy(json)
    try changeNotes(ofColor: index) { $0.annotation = json }
  }

  /// Records that the current definition of a color is derived.
  mutating func markDerived(_ index: Int) throws(OutOfMemory) {
    try changeNotes(ofColor: index) { $0.isDerived = true }
  }

  /// Changes the notes of a color, and adds them if it has none.
  @inline(never)
  @_optimize(speed)
  private mutating func changeNotes(
    ofColor index: Int, _ change: (inout EntryNotes) -> Void
  ) throws(OutOfMemory) {
    guard let entry = entry(index) else { return }
    var changed = notes(of: entry)
    change(&changed)
    if entry.notesIndex >= 0 {
      notes.replace(at: Int(entry.notesIndex), with: changed)
    } else if !changed.isEmpty || changed.isDerived {
      let notesIndex = Int32(truncatingIfNeeded: notes.count)
      try notes.append(changed)
      entries.change(at: index) { $0.notesIndex = notesIndex }
    }
  }

  /// Copies a text and adds a NUL. The copy lives as long as the collection.
  mutating func copy(_ text: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    try copies.copy(text)
  }

  /// Joins a directory or group and a name with a slash. Without a directory, the path is the name
  /// alone.
  mutating func joinPath(
    _ directory: Span<UInt8>, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> StoredText {
    directory.count == 0
      ? try copies.copy(name) : try copies.join(directory, UInt8(ascii: "/"), name)
  }

  // MARK: - Vocabulary

  /// The index of the first color that has a variant with a condition on a palette; `nil` if no
  /// color has one. `number` is the number of the palette.
  func firstIndex(ofConditionOnPalette number: UInt64) -> Int? {
    func hasCondition(_ expression: Expression) -> Bool {
      var found = false
      guard expression.count > 0 else { return found }
      expression.forEachNode { node in
        guard node.operation == .variants else { return }
        node.forEachVariant { conditions, _ in found = found || conditions.palette == number }
      }
      return found
    }
    for index in upTo(count) {
      if let entry = entry(index), hasCondition(entry.expression) { return index }
    }
    for index in upTo(details.definitions.count) {
      if let definition = details.definitions.element(at: index),
        hasCondition(definition.expression)
      {
        return definition.colorIndex
      }
    }
    return nil
  }

  /// Declares a name of any kind. If there are too many names of this kind, sets `overflowError`,
  /// and the commit fails. Imports declare subtypes and locales with `declareIfRoom` instead.
  @inline(never)
  mutating func declare(_ name: Span<UInt8>, _ kind: Vocabulary.Kind) throws(OutOfMemory) {
    let name = truncateIfTooLong(name)
    do throws(ThemeError) {
      _ = try vocabulary.declare(name, kind)
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      if overflowError == nil { overflowError = ThemeError(error.reason, try copy(name)) }
    }
  }

  /// Declares a custom axis and one of its values.
  @inline(never)
  mutating func declareValue(
    _ value: Span<UInt8>, ofAxis axis: Span<UInt8>
  ) throws(OutOfMemory) {
    try declare(axis, .axis)
    let number = vocabulary.number(truncateIfTooLong(axis), .axis)
    if number > 0 { try declare(value, .value(axisIndex: number &- 1)) }
  }

  /// Declares a subtype or locale. Returns the number by which conditions refer to it. If there are
  /// too many, returns 0; unlike after `declare`, the commit does not fail.
  @inline(never)
  mutating func declareIfRoom(
    _ name: Span<UInt8>, _ kind: Vocabulary.Kind
  ) throws(OutOfMemory) -> UInt64 {
    do throws(ThemeError) {
      return UInt64(truncatingIfNeeded: try vocabulary.declare(truncateIfTooLong(name), kind))
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      return 0
    }
  }

  /// Declares all names of another vocabulary in the same order, so that they get the same numbers.
  /// Skips names of the excluded kind.
  @inline(never)
  mutating func declareAll(
    of other: borrowing Vocabulary, except excluded: Vocabulary.Kind? = nil
  ) throws(OutOfMemory) {
    try other.forEachName { name, kind throws(OutOfMemory) in
      if kind != excluded { try declare(name.bytes, kind) }
    }
  }
}

extension Arena {
  /// The name that a custom axis gets if the file gives it the name of a built-in axis:
  /// `data-scheme` for `scheme`.
  mutating func prefixed(axis name: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    let prefix: StaticString = "data"
    return try join(prefix.bytes, UInt8(ascii: "-"), name)
  }
}

extension ColorCollection: ExpressionNames {
  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText {
    vocabulary.name(Int(truncatingIfNeeded: value), Vocabulary.Kind(valuesOf: axis)) ?? .empty
  }

  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool {
    vocabulary.contains(name, Vocabulary.Kind(valuesOf: axis))
  }

  func name(ofCustomAxis index: Int) -> StoredText {
    vocabulary.name(index &+ 1, .axis) ?? .empty
  }
}
