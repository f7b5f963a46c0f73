// Theme: the changes that a transaction collects: colors to register, entries to remove, and notes.

/// Changes that are collected, and then committed in one version of the theme or rolled back.
///
/// Memory is allocated while the changes are collected. A color must not have both a draft and a
/// removal in the same transaction.
struct Transaction: ~Copyable {
  /// A note that will replace the note of a color.
  struct NoteDraft: BitwiseCopyable {
    /// The name of the color.
    let name: StoredText
    /// The index of the color; 0 as long as it is unknown.
    var index = 0
    /// The name of the color that replaces this one, which is deprecated; empty if there is none.
    let replacement: StoredText
    let texts: Notes.Texts
  }

  /// The greatest number of drafts whose memory is kept for the next transaction. The memory of a
  /// larger transaction is freed, because the next one is probably smaller.
  private static var greatestKeptDraftCount: Int { 4096 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  var drafts: Buffer<Draft>
  /// The index of the first color that loses entries. It is stored outside of `laterRemovals`, so
  /// that removing a single color allocates no memory.
  private var firstRemoval = 0
  /// The indices of the other colors that lose entries.
  private var laterRemovals: Buffer<UInt32>
  /// The number of colors that lose entries.
  private(set) var removalCount = 0
  /// A linked list of recipes of the kind `unregistered`, one for each color that loses its last
  /// entry.
  var unregisteredRecipes: Recipe?
  var notes: Buffer<NoteDraft>
  var coveredCopies: CoveredCopies

  init(_ allocator: Allocator) {
    drafts = Buffer(allocator)
    laterRemovals = Buffer(allocator)
    notes = Buffer(allocator)
    coveredCopies = CoveredCopies(allocator)
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  /// The number of drafts that change nothing.
  private var unchangedCount = 0

  /// An upper bound of the number of colors that the transaction changes. The number is smaller if
  /// several drafts are for one color, or if a higher layer shadows a definition.
  var greatestChangedColorCount: Int { drafts.count &- unchangedCount &+ removalCount }

  /// True if nothing is collected.
  var isEmpty: Bool {
    drafts.count == 0 && removalCount == 0 && notes.count == 0 && unregisteredRecipes == nil
      && coveredCopies.isEmpty
  }

  /// The color index of the last draft; `nil` if there is none.
  var lastIndex: Int? { drafts.element(at: drafts.count &- 1)?.index }

  /// The index of the only color that the transaction may change; `nil` if there is none, or if
  /// there may be several.
  @_optimize(speed)
  var onlyIndex: Int? {
    guard greatestChangedColorCount == 1 else { return nil }
    if removalCount == 1 { return removal(at: 0) }
    var position = 0
    while let draft = drafts.element(at: position), draft.isUnchanged { position &+= 1 }
    return drafts.element(at: position)?.index
  }

  /// Collects the draft of a color that already has the definition it is registered with, so that
  /// nothing changes. Memory for the draft must have been reserved.
  mutating func addUnchanged(index: Int) {
    drafts.appendReserved(Draft(withoutRecipe: index, isUnchanged: true))
    unchangedCount &+= 1
  }

  /// Calls `body` with the position of each draft, and the draft. Every draft must be one that
  /// changes nothing.
  func forEachUnchanged(_ body: (Int, Draft) -> Void) {
    for position in upTo(unchangedCount) {
      if let draft = drafts.element(at: position) { body(position, draft) }
    }
  }

  /// Collects the removal of entries of a color. Does nothing if the color has none of the
  /// entries.
  mutating func addRemoval(
    _ entries: Registry.Entries, from index: Int, in registry: inout Registry
  ) throws(OutOfMemory) {
    guard let record = registry.record(index) else { return }
    if removalCount > 0 { try laterRemovals.reserve(1) }
    guard try registry.prepareRemoval(of: entries, from: record, &unregisteredRecipes) else {
      return
    }
    if removalCount == 0 {
      firstRemoval = index
    } else {
      laterRemovals.appendReserved(UInt32(truncatingIfNeeded: index))
    }
    removalCount &+= 1
  }

  /// The index of the color of the removal at a position.
  func removal(at position: Int) -> Int {
    position == 0 ? firstRemoval : Int(laterRemovals.element(at: position &- 1) ?? 0)
  }

  /// Reserves memory for a number of notes.
  mutating func reserveNotes(_ count: Int) throws(OutOfMemory) { try notes.reserve(count) }

  /// Collects a note for the color with a name.
  mutating func addNote(
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
    drafts.forEachElement { registry.free($0) }
    notes.forEachElement { $0.texts.free(&registry.pool) }
    removeAll(&registry)
  }

  /// Empties the lists of this transaction, after their drafts and notes have been committed, or
  /// freed by `rollBack`. Memory for drafts is kept for the next transaction, unless it is large.
  @_optimize(speed)
  mutating func removeAll(_ registry: inout Registry) {
    registry.free(&unregisteredRecipes)
    if registry.hasEverUsedCovered { coveredCopies.clear(&registry) }
    if drafts.count > Transaction.greatestKeptDraftCount {
      drafts.reset()
    } else {
      drafts.truncate(to: 0)
    }
    unchangedCount = 0
    laterRemovals.reset()
    removalCount = 0
    notes.reset()
  }

  // MARK: - Invariants

  /// True if `removalCount` is the number of collected removals, and `unregisteredRecipes` has at
  /// most one recipe for each of them.
  var isConsistent: Bool {
    var recipeCount = 0
    var next = unregisteredRecipes
    while let recipe = next {
      recipeCount &+= 1
      next = recipe.nextInList
    }
    return laterRemovals.count == max(removalCount &- 1, 0) && recipeCount <= removalCount
  }
}
