// What is said of colors, which nothing is resolved by.

/// Descriptions, and that colors are deprecated: for each index of which anything was ever said, in
/// the order in which that was.
struct Notes: ~Copyable {
  /// The place of each index, from 1.
  private var places: NameTable
  private var notes: Buffer<Note>
  /// How often anything was said.
  private(set) var edits: UInt64 = 0

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// The texts of a note.
  struct Texts: BitwiseCopyable {
    fileprivate(set) var description = OwnedText.none
    /// Why not to use the color.
    fileprivate(set) var deprecation = OwnedText.none
    /// What others have to say: a JSON object.
    fileprivate(set) var annotation = OwnedText.none

    static var none: Texts { Texts() }

    private init() {}

    /// Of empty texts, nothing is said.
    init(
      description: Span<UInt8>, deprecation: Span<UInt8>, annotation: Span<UInt8>,
      _ pool: inout BlockPool
    ) throws(OutOfMemory) {
      do throws(OutOfMemory) {
        self.description = try OwnedText(description, &pool)
        self.deprecation = try OwnedText(deprecation, &pool)
        self.annotation = try OwnedText(annotation, &pool)
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
    let index: Int
    fileprivate var texts = Texts.none
    /// What to use instead.
    fileprivate(set) var replacement = ColorID.none

    var description: OwnedText { texts.description }
    var deprecation: OwnedText { texts.deprecation }
    var annotation: OwnedText { texts.annotation }

    var isDeprecated: Bool { !deprecation.isEmpty || replacement != .none }
    var isEmpty: Bool { description.isEmpty && !isDeprecated && annotation.isEmpty }
  }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    places = try NameTable(allocator, seed: 0)
    notes = Buffer(allocator)
  }

  /// Gives all memory of texts back.
  mutating func clear(_ pool: inout BlockPool) {
    while let note = notes.removeLast() { note.texts.free(&pool) }
  }

  var count: Int { notes.count }

  /// What is said of one color after the other.
  func note(at place: Int) -> Note? { notes.element(at: place) }

  func note(_ index: Int) -> Note? {
    guard let slot = places.reader.slot(of: Notes.key(index).bytes) else { return nil }
    return note(at: Int(truncatingIfNeeded: slot.value) &- 1)
  }

  /// Replaces the description; an empty one is none.
  mutating func describe(
    _ index: Int, _ text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0) { note throws(OutOfMemory) in
      try note.texts.description.replace(with: text, &pool)
    }
  }

  /// Deprecates a color; without a text and a replacement, no more.
  mutating func deprecate(
    _ index: Int, _ text: Span<UInt8>, _ replacement: ColorID, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0 && replacement == .none) {
      note throws(OutOfMemory) in
      try note.texts.deprecation.replace(with: text, &pool)
      note.replacement = replacement
    }
  }

  /// Replaces what others have to say; an empty text is nothing.
  mutating func annotate(
    _ index: Int, _ text: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try change(index, isRemoval: text.count == 0) { note throws(OutOfMemory) in
      try note.texts.annotation.replace(with: text, &pool)
    }
  }

  /// Changes what is said of a color. To remove what is not there does nothing.
  private mutating func change(
    _ index: Int, isRemoval: Bool, _ body: (inout Note) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    if isRemoval, note(index) == nil { return }
    let place = try self.place(index)
    guard var note = note(at: place) else { return }
    try body(&note)
    notes.replace(at: place, with: note)
    edits &+= 1
  }

  /// Makes sure that `say` finds a place for a color.
  mutating func prepare(_ index: Int) throws(OutOfMemory) { _ = try place(index) }

  /// Replaces all that is said of a color.
  mutating func say(
    _ index: Int, _ texts: Texts, _ replacement: ColorID, _ pool: inout BlockPool
  ) {
    guard let slot = places.reader.slot(of: Notes.key(index).bytes) else {
      return texts.free(&pool)
    }
    edits &+= 1
    notes.change(at: Int(truncatingIfNeeded: slot.value) &- 1) { note in
      note.texts.free(&pool)
      note.texts = texts
      note.replacement = replacement
    }
  }

  /// Drops what is said of a color. This takes no memory, so it cannot fail.
  mutating func forget(_ index: Int, _ pool: inout BlockPool) { say(index, .none, .none, &pool) }

  /// The place of an index, which gets one if it has none.
  private mutating func place(_ index: Int) throws(OutOfMemory) -> Int {
    try notes.reserve(1)
    let slot = try places.intern(Notes.key(index).bytes)
    if slot.value == 0 {
      try notes.append(Note(index: index))
      slot.value = UInt64(truncatingIfNeeded: notes.count)
    }
    return Int(truncatingIfNeeded: slot.value) &- 1
  }

  private static func key(_ index: Int) -> FixedText<4> {
    var key = FixedText<4>()
    for byte in upTo(3) { key.append(UInt8(truncatingIfNeeded: index &>> (byte &* 8))) }
    return key
  }
}

extension Registry {
  mutating func describe(_ id: ColorID, _ text: Span<UInt8>) throws(ThemeError) {
    let index = try noted(id)
    try orOutOfMemory(try notes.describe(index, text, &pool))
  }

  mutating func deprecate(
    _ id: ColorID, _ text: Span<UInt8>, _ replacement: ColorID
  ) throws(ThemeError) {
    let index = try noted(id)
    if replacement != .none { _ = try noted(replacement) }
    try orOutOfMemory(try notes.deprecate(index, text, replacement, &pool))
  }

  mutating func annotate(_ id: ColorID, _ text: Span<UInt8>) throws(ThemeError) {
    let index = try noted(id)
    try orOutOfMemory(try notes.annotate(index, text, &pool))
  }

  /// What is said of a color, if anything.
  func note(_ id: ColorID) throws(ThemeError) -> Notes.Note? { notes.note(try noted(id)) }

  /// The index of a color that has a name or is registered: of others nothing is known any more.
  private func noted(_ id: ColorID) throws(ThemeError) -> Int {
    let record = try record(id)
    guard record.hasName || record.isRegistered else { throw ThemeError(.staleID) }
    return id.index
  }
}
