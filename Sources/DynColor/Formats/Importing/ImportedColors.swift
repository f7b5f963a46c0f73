// Colors as files have them.

/// What stands between files and themes: names, what each is made of and what is said of it, and the
/// names that must be known for that.
struct ImportedColors: ~Copyable {
  private let immovable = Immovable()
  /// Where something stands in a file.
  struct Place: BitwiseCopyable {
    /// Which of the files that were opened; −1 for none.
    var file: Int32
    var offset: Int

    static var none: Place { Place(file: -1, offset: 0) }
  }

  /// A color.
  struct Entry: BitwiseCopyable {
    let name: StoredText
    /// What it is made of; of no words, if that cannot be written: it is a provider's.
    fileprivate(set) var expression: Expression
    fileprivate(set) var place: Place
    fileprivate(set) var description = StoredText.empty
    /// Why not to use it, and the name of what to use instead.
    fileprivate(set) var deprecation = StoredText.empty
    fileprivate(set) var replacement = StoredText.empty
    /// What its file says of it to others: a JSON object.
    fileprivate(set) var annotation = StoredText.empty

    var isDeprecated: Bool { deprecation.count > 0 || replacement.count > 0 }
  }

  let allocator: Allocator
  private var texts: Arena
  private var names: NameTable
  private var entries: Buffer<Entry>

  /// The names of palettes, axes and their values; and those of subtypes and locales, by whose numbers
  /// here the conditions of variants ask for them.
  private(set) var vocabulary: Vocabulary
  /// The first name of a palette, an axis or a value for which there is no number left, if any.
  private(set) var excess: ThemeError?

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ texts: consuming Arena, _ names: consuming NameTable,
    _ vocabulary: consuming Vocabulary
  ) {
    self.allocator = allocator
    self.texts = texts
    self.names = names
    entries = Buffer(allocator)
    self.vocabulary = vocabulary
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> ImportedColors {
    var texts = Arena(allocator)
    // Where it lies is not known to who writes the files.
    let seed = try texts.take(1).address
    let names = try NameTable(allocator, seed: seed)
    return ImportedColors(allocator, texts, names, try Vocabulary(allocator, seed: seed))
  }

  /// Whether a name was longer than names may be. Then only its beginning is kept, and nothing of the
  /// inventory is of use.
  private(set) var hasLongName = false

  @_lifetime(copy name)
  private mutating func cut(_ name: Span<UInt8>) -> Span<UInt8> {
    if name.count <= ThemeImage.greatestName { return name }
    hasLongName = true
    return name.slice(0, ThemeImage.greatestName)
  }

  // MARK: - Colors

  var count: Int { entries.count }

  @inline(never)
  func entry(_ index: Int) -> Entry? { entries.element(at: index) }

  /// The name of a color.
  func name(_ index: Int) -> StoredText { entry(index)?.name ?? .empty }

  @inline(never)
  func index(of name: Span<UInt8>) -> Int? {
    let value = names.reader.value(of: name)
    return value == 0 ? nil : Int(truncatingIfNeeded: value) &- 1
  }

  /// Adds a color, or replaces what the name stood for, with all that was said of it. The words of
  /// the expression are copied. The result is its index.
  @inline(never)
  @discardableResult
  mutating func set(
    _ name: Span<UInt8>, _ expression: Expression, at place: Place
  ) throws(OutOfMemory) -> Int {
    let name = cut(name)
    try entries.reserve(1)
    let words = try texts.take(expression.count)
    for index in upTo(expression.count) { words[index] = expression.word(index) }
    let copy = Expression(words: words, count: expression.count)
    let slot = try names.intern(name)
    let entry = Entry(name: slot.bytes, expression: copy, place: place)
    if slot.value == 0 {
      try entries.append(entry)
      slot.value = UInt64(truncatingIfNeeded: entries.count)
    } else {
      entries.replace(at: Int(truncatingIfNeeded: slot.value) &- 1, with: entry)
    }
    return Int(truncatingIfNeeded: slot.value) &- 1
  }

  /// The same for a color of a provider.
  @discardableResult
  mutating func setProvider(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    try set(name, .none, at: .none)
  }

  @inline(never)
  mutating func describe(_ index: Int, _ text: Span<UInt8>) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.description = try keep(text)
    entries.replace(at: index, with: entry)
  }

  @inline(never)
  mutating func deprecate(
    _ index: Int, _ text: Span<UInt8>, replacement: Span<UInt8>
  ) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.deprecation = try keep(text)
    entry.replacement = try keep(replacement)
    entries.replace(at: index, with: entry)
  }

  @inline(never)
  mutating func annotate(_ index: Int, _ json: Span<UInt8>) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.annotation = try keep(json)
    entries.replace(at: index, with: entry)
  }

  /// A copy of a text, with a NUL behind it, which lives as long as the inventory.
  mutating func keep(_ text: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    try texts.copy(text)
  }

  /// The same for a name in a folder, or in a group of names: its path. Without a folder it is the
  /// name alone.
  mutating func keep(_ folder: Span<UInt8>, part: Span<UInt8>) throws(OutOfMemory) -> StoredText {
    folder.count == 0
      ? try texts.copy(part) : try texts.join(folder, UInt8(ascii: "/"), part)
  }

  // MARK: - What colors depend on

  /// Declares a palette or an axis. What there are too many of is told when it is imported.
  @inline(never)
  mutating func declare(_ name: Span<UInt8>, _ kind: Vocabulary.Kind) throws(OutOfMemory) {
    let name = cut(name)
    do throws(ThemeError) {
      _ = try vocabulary.declare(name, kind)
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      if excess == nil { excess = ThemeError(error.reason, try keep(name)) }
    }
  }

  /// Gives an axis of the host's a value, which it may have.
  @inline(never)
  mutating func declareValue(
    _ value: Span<UInt8>, ofAxis axis: Span<UInt8>
  ) throws(OutOfMemory) {
    try declare(axis, .axis)
    let number = vocabulary.number(cut(axis), .axis)
    if number > 0 { try declare(value, .value(axis: number &- 1)) }
  }

  /// The number of a subtype or of a locale, for conditions; 0 if there are too many.
  @inline(never)
  mutating func number(
    _ name: Span<UInt8>, _ kind: Vocabulary.Kind
  ) throws(OutOfMemory) -> UInt64 {
    do throws(ThemeError) {
      return UInt64(truncatingIfNeeded: try vocabulary.declare(cut(name), kind))
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      return 0
    }
  }

  /// Declares all names of another vocabulary, so that they have the same numbers as there; those of
  /// one kind may be left out.
  @inline(never)
  mutating func declareAll(
    of other: borrowing Vocabulary, except excluded: Vocabulary.Kind? = nil
  ) throws(OutOfMemory) {
    try other.forEachName { name, kind throws(OutOfMemory) in
      if kind != excluded { try declare(name.bytes, kind) }
    }
  }
}

extension ImportedColors: TargetNames {
  // Nothing in an inventory is told by an id.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, _ form: TargetForm, to text: inout Sink
  ) throws(Sink.Failure) {}

  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText {
    vocabulary.name(Int(truncatingIfNeeded: value), Vocabulary.Kind(axis)) ?? .empty
  }
}
