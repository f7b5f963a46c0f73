// Theme: notes: descriptions, deprecations and annotations of colors. They do not affect resolving.

/// The notes of a theme, in the order in which colors got their first note.
struct Notes: ~Copyable {
  /// For each color, by index, the position of its note in `notes`, plus 1; 0 if it has none. Ends
  /// after the last color with a note.
  private var positions: Buffer<UInt32>
  private var notes: Buffer<Note>
  /// The number of changes to notes.
  private(set) var editCount: UInt64 = 0

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  /// The texts of a note.
  struct Texts: BitwiseCopyable {
    fileprivate(set) var description = PooledText.none
    /// The reason for the deprecation.
    fileprivate(set) var deprecation = PooledText.none
    /// The data of other tools: a JSON object.
    fileprivate(set) var annotation = PooledText.none

    static var none: Texts { Texts() }

    private init() {}

    /// Copies the texts. Empty ones are stored as `PooledText.none`.
    init(
      description: Span<UInt8>, deprecation: Span<UInt8>, annotation: Span<UInt8>,
      _ pool: inout BlockPool
    ) throws(OutOfMemory) {
      do throws(OutOfMemory) {
        self.description = try PooledText(description, &pool)
        self.deprecation = try PooledText(deprecation, &pool)
        self.annotation = try PooledText(annotation, &pool)
      } catch {
        free(&pool)
        throw error
      }
    }

    func free(_ pool: inout BlockPool) {
      description.free(&pool)
      deprecation.free(&pool)
      annotation.free(&pool)
    }
  }

  struct Note: BitwiseCopyable {
    /// The index of the color.
    let index: Int
    fileprivate var texts = Texts.none
    /// The color to use in place of the deprecated one; `none` if there is none.
    fileprivate(set) var replacement = ColorID.none

    var description: PooledText { texts.description }
    var deprecation: PooledText { texts.deprecation }
    var annotation: PooledText { texts.annotation }

    var isDeprecated: Bool { !deprecation.isEmpty || replacement != .none }
    var isEmpty: Bool { description.isEmpty && !isDeprecated && annotation.isEmpty }
  }

  init(_ allocator: Allocator) {
    positions = Buffer(allocator)
    notes = Buffer(allocator)
  }

  /// Frees all texts.
  mutating func clear(_ pool: inout BlockPool) {
    while let note = notes.removeLast() { note.texts.free(&pool) }
  }

  var count: Int { notes.count }

  /// The note at a position, for iterating over all notes.
  func note(at position: Int) -> Note? { notes.element(at: position) }

  /// The note of a color, if it has one.
  @_optimize(speed)
  func note(ofColor index: Int) -> Note? { note(at: position(index)) }

  /// The position of the note of a color; −1 if it has none.
  private func position(_ index: Int) -> Int { Int(positions.element(at: index) ?? 0) &- 1 }

  /// Replaces the description of a color. An empty text removes the description.
  mutating func describe(
    _ index: Int, _ text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0) { note throws(OutOfMemory) in
      try note.texts.description.replace(with: text, &pool)
    }
  }

  /// Deprecates a color. If there is neither a text nor a replacement, removes the
  /// deprecation.
  mutating func deprecate(
    _ index: Int, _ text: Span<UInt8>, _ replacement: ColorID, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0 && replacement == .none) {
      note throws(OutOfMemory) in
      try note.texts.deprecation.replace(with: text, &pool)
      note.replacement = replacement
    }
  }

  /// Replaces the annotation of a color. An empty text removes the annotation.
  mutating func annotate(
    _ index: Int, _ text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0) { note throws(OutOfMemory) in
      try note.texts.annotation.replace(with: text, &pool)
    }
  }

  /// Changes the note of a color. `isRemoval` is true if `body` only removes something. In that
  /// case, does nothing if the color has no note.
  private mutating func change(
    _ index: Int, isRemoval: Bool, _ body: (inout Note) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    if isRemoval, note(ofColor: index) == nil { return }
    let position = try assignPosition(index)
    guard var note = note(at: position) else { return }
    try body(&note)
    notes.replace(at: position, with: note)
    editCount &+= 1
  }

  /// Reserves memory so that `replace` cannot fail for a color.
  mutating func prepare(_ index: Int) throws(OutOfMemory) { _ = try assignPosition(index) }

  /// Replaces the whole note of a color, which then owns `texts`. The color must have a note, or
  /// `prepare` must have been called for it; otherwise frees `texts`.
  mutating func replace(
    _ index: Int, _ texts: Texts, _ replacement: ColorID, _ pool: inout BlockPool
  ) {
    let position = position(index)
    guard position >= 0 else { return texts.free(&pool) }
    editCount &+= 1
    notes.change(at: position) { note in
      note.texts.free(&pool)
      note.texts = texts
      note.replacement = replacement
    }
  }

  /// Removes the note of a color, if it has one. Needs no memory, so it cannot fail.
  mutating func remove(_ index: Int, _ pool: inout BlockPool) {
    replace(index, .none, .none, &pool)
  }

  /// Returns the position of a color's note. Adds an empty note if the color has none.
  @_optimize(speed)
  private mutating func assignPosition(_ index: Int) throws(OutOfMemory) -> Int {
    let existing = position(index)
    if existing >= 0 { return existing }
    try notes.reserve(1)
    let missingCount = index &+ 1 &- positions.count
    try positions.append(repeating: 0, count: missingCount)
    notes.appendReserved(Note(index: index))
    positions.replace(at: index, with: UInt32(truncatingIfNeeded: notes.count))
    return notes.count &- 1
  }
}

extension Registry {
  mutating func describe(_ id: ColorID, _ text: Span<UInt8>) throws(ThemeError) {
    let index = try indexForNote(of: id)
    try orOutOfMemory(try notes.describe(index, text, &pool))
  }

  mutating func deprecate(
    _ id: ColorID, _ text: Span<UInt8>, _ replacement: ColorID
  ) throws(ThemeError) {
    let index = try indexForNote(of: id)
    if replacement != .none { _ = try indexForNote(of: replacement) }
    try orOutOfMemory(try notes.deprecate(index, text, replacement, &pool))
  }

  mutating func annotate(_ id: ColorID, _ text: Span<UInt8>) throws(ThemeError) {
    let index = try indexForNote(of: id)
    try orOutOfMemory(try notes.annotate(index, text, &pool))
  }

  /// The note of a color, if it has one.
  func note(_ id: ColorID) throws(ThemeError) -> Notes.Note? {
    notes.note(ofColor: try indexForNote(of: id))
  }

  /// The index of a color, for looking up or changing its note. Throws if the color has no name and
  /// is not registered, because its id is then stale.
  private func indexForNote(of id: ColorID) throws(ThemeError) -> Int {
    let record = try record(id)
    guard record.hasName || record.isRegistered else { throw ThemeError(.staleID) }
    return id.index
  }
}
