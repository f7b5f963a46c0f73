// What an edit will change: colors that are registered or removed, and notes on colors.

/// Changes that are collected until all memory for them has been had. Then they are committed, all in
/// one version of the theme; or they are dropped, and nothing has changed. A color that is drafted does
/// not lose entries in the same transaction.
struct Transaction: ~Copyable {
  /// What is to be noted of a color, replacing what was.
  struct NoteDraft: BitwiseCopyable {
    /// The names of the color, and of what is to be used instead.
    let name: StoredText
    let replacement: StoredText
    let texts: Notes.Texts
  }

  private let immovable = Immovable()
  var drafts: Buffer<Draft>
  /// The indices of the colors that lose entries. One color takes no memory for that: what lies beneath
  /// it shows again, whatever happens.
  private var firstRemoval = 0
  private var laterRemovals: Buffer<UInt32>
  private(set) var removalCount = 0
  /// The recipes of colors that have no entries any more: a list.
  var spare: Recipe?
  private(set) var notes: Buffer<NoteDraft>

  init(_ allocator: Allocator) {
    drafts = Buffer(allocator)
    laterRemovals = Buffer(allocator)
    notes = Buffer(allocator)
  }

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// How many colors it changes, at most.
  var count: Int { drafts.count &+ removalCount }

  /// Whether nothing is collected, and nothing is kept for it.
  var isEmpty: Bool { count == 0 && notes.count == 0 && spare == nil }

  /// The index of the last draft; `nil` if there is none.
  var lastIndex: Int? { drafts.element(at: drafts.count &- 1)?.index }

  /// The index of the one color that it changes; `nil` if there are others.
  var onlyIndex: Int? {
    guard count == 1 else { return nil }
    return drafts.element(at: 0)?.index ?? removal(at: 0)
  }

  /// Collects the removal of some entries of a color. If it has none of them, nothing is collected.
  mutating func remove(
    _ entries: Registry.Entries, from index: Int, in registry: inout Registry
  ) throws(OutOfMemory) {
    guard let record = registry.record(index) else { return }
    if removalCount > 0 { try laterRemovals.reserve(1) }
    guard try registry.prepareRemoval(of: entries, from: record, &spare) else { return }
    if removalCount == 0 {
      firstRemoval = index
    } else {
      laterRemovals.appendReserved(UInt32(truncatingIfNeeded: index))
    }
    removalCount &+= 1
  }

  /// The index of a color that loses entries.
  func removal(at place: Int) -> Int {
    place == 0 ? firstRemoval : Int(laterRemovals.element(at: place &- 1) ?? 0)
  }

  /// Collects what is to be noted of the color of a name.
  mutating func note(
    _ name: StoredText, _ replacement: StoredText, description: Span<UInt8>,
    deprecation: Span<UInt8>, annotation: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try notes.reserve(1)
    let texts = try Notes.Texts(
      description: description, deprecation: deprecation, annotation: annotation, &pool)
    notes.appendReserved(NoteDraft(name: name, replacement: replacement, texts: texts))
  }

  /// Frees what was collected and not committed.
  mutating func rollBack(_ registry: inout Registry) {
    drafts.forEachElement { registry.drop($0) }
    notes.forEachElement { $0.texts.free(&registry.pool) }
    empty(&registry)
  }

  /// Forgets what was collected, and keeps room for the next, unless it is a lot.
  mutating func empty(_ registry: inout Registry) {
    registry.free(&spare)
    if drafts.count > 4096 { drafts.reset() } else { drafts.truncate(to: 0) }
    laterRemovals.reset()
    removalCount = 0
    notes.reset()
  }

  // MARK: - Invariants

  /// Whether no more is kept than the removals that were collected take.
  var isConsistent: Bool {
    var spares = 0
    var next = spare
    while let recipe = next {
      spares &+= 1
      next = recipe.nextInList
    }
    return laterRemovals.count == max(removalCount &- 1, 0) && spares <= removalCount
  }
}
