// Theme: the changes that a transaction collects: colors to register, entries to remove, and notes.

/// Changes that are collected while their memory is allocated. Then they are committed in one
/// version of the theme, or rolled back without effect. A color with a draft does not lose entries
/// in the same transaction.
struct Transaction: ~Copyable {
  /// A new note of a color, which replaces the old one.
  struct NoteDraft: BitwiseCopyable {
    /// The names of the color and of its replacement.
    let name: StoredText
    let replacement: StoredText
    let texts: Notes.Texts
  }

  private let immovable = Immovable()
  var drafts: Buffer<Draft>
  /// The indices of the colors that lose entries. The first one is stored here, so that removing
  /// one color needs no memory and cannot fail; the definition that it shadowed becomes current
  /// again.
  private var firstRemoval = 0
  private var laterRemovals: Buffer<UInt32>
  private(set) var removalCount = 0
  /// A linked list of empty recipes, for colors that lose their last entry.
  var spare: Recipe?
  private(set) var notes: Buffer<NoteDraft>
  var coveredCopies: CoveredCopies

  init(_ allocator: Allocator) {
    drafts = Buffer(allocator)
    laterRemovals = Buffer(allocator)
    notes = Buffer(allocator)
    coveredCopies = CoveredCopies(allocator)
  }

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  /// The number of drafts of colors that are already what they are to be.
  private var unchangedCount = 0

  /// The greatest number of colors that it changes.
  var count: Int { drafts.count &- unchangedCount &+ removalCount }

  /// True if nothing is collected, and no memory is kept.
  var isEmpty: Bool {
    drafts.count == 0 && removalCount == 0 && notes.count == 0 && spare == nil
      && coveredCopies.isEmpty
  }

  /// The index of the last draft; `nil` if there is none.
  var lastIndex: Int? { drafts.element(at: drafts.count &- 1)?.index }

  /// The index of the only color that it changes; `nil` if there are others.
  var onlyIndex: Int? {
    guard count == 1 else { return nil }
    if removalCount == 1 { return removal(at: 0) }
    var place = 0
    while let draft = drafts.element(at: place), draft.isUnchanged { place &+= 1 }
    return drafts.element(at: place)?.index
  }

  /// Collects the draft of a color that is already what it is to be. Memory for it must have been
  /// reserved.
  mutating func keep(_ name: Span<UInt8>, index: Int) {
    drafts.appendReserved(Draft(unchanged: StoredText(name), index: index))
    unchangedCount &+= 1
  }

  /// Calls `body` with the drafts of a transaction that changes no color, and their positions.
  func forEachUnchanged(_ body: (Int, Draft) -> Void) {
    for place in upTo(unchangedCount) {
      if let draft = drafts.element(at: place) { body(place, draft) }
    }
  }

  /// Collects the removal of entries of a color. Does nothing if the color has none of them.
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

  /// Collects a note for the color with a name.
  mutating func note(
    _ name: StoredText, _ replacement: StoredText, description: Span<UInt8>,
    deprecation: Span<UInt8>, annotation: Span<UInt8>, _ pool: inout BlockPool
  ) throws(OutOfMemory) {
    try notes.reserve(1)
    let texts = try Notes.Texts(
      description: description, deprecation: deprecation, annotation: annotation, &pool)
    notes.appendReserved(NoteDraft(name: name, replacement: replacement, texts: texts))
  }

  /// Frees everything that was collected and not committed.
  mutating func rollBack(_ registry: inout Registry) {
    drafts.forEachElement { registry.drop($0) }
    notes.forEachElement { $0.texts.free(&registry.pool) }
    empty(&registry)
  }

  /// Removes what was collected. The memory is kept for the next transaction, unless it is large.
  mutating func empty(_ registry: inout Registry) {
    registry.free(&spare)
    if registry.readsCovered { coveredCopies.clear(&registry) }
    if drafts.count > 4096 { drafts.reset() } else { drafts.truncate(to: 0) }
    unchangedCount = 0
    laterRemovals.reset()
    removalCount = 0
    notes.reset()
  }

  // MARK: - Invariants

  /// Returns whether `spare` has no more recipes than the collected removals need.
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
