// Theme: the version counter of a theme, the pinned versions, and the retired recipes that are kept
// for their readers.

/// The number of a theme's current version, and the pinned versions, which are being read.
///
/// Each edit makes a new version. A reader pins the current version, works without the lock, and
/// unpins the version. A pinned version *reaches* the recipes that were current in it.
///
/// When an edit replaces a color's recipe, the old recipe is retired. If no pinned version reaches
/// the old recipe, it is freed at once. Otherwise it is kept in the list of the newest pinned
/// version that reaches it. When that version is no longer pinned, its recipes move to the next
/// older pinned version, as *unchecked* recipes. `nextUnreachable` checks a few of them at a time,
/// because there may be many: a recipe that the older version reaches is kept in the list of that
/// version, and any other recipe is freed.
///
/// So of the retired recipes of a color, no more are kept than there are pinned versions, however
/// often the color changes. Only unchecked recipes come in addition.
///
/// Versions are pinned by work on many colors (`Theme.PinnedVersion`), `Scan` (reading a whole
/// theme), a `Resolution` that calls a provider, and `Observation` (queued changes).
struct Readers: ~Copyable {
  /// A pinned version.
  private struct Pin: BitwiseCopyable {
    let version: UInt64
    /// How often the version is pinned.
    var readerCount = 1
    /// The retired recipes for which this is the newest pinned version that reaches them.
    var retired = List()
    /// Retired recipes for which it has not been checked yet whether this version reaches them. If
    /// it does, they belong to `retired`.
    var unchecked = List()
  }

  /// A linked list of recipes. Inserting another list takes constant time.
  private struct List: BitwiseCopyable {
    private(set) var first: Recipe?
    private var last: Recipe?

    mutating func insert(_ recipe: Recipe) {
      recipe.nextInList = first
      first = recipe
      if last == nil { last = recipe }
    }

    /// Inserts all recipes of another list.
    mutating func insert(_ other: List) {
      guard let otherLast = other.last else { return }
      otherLast.nextInList = first
      first = other.first
      if last == nil { last = otherLast }
    }

    /// Removes and returns a recipe; `nil` if the list is empty.
    mutating func removeFirst() -> Recipe? {
      guard let recipe = first else { return nil }
      first = recipe.nextInList
      if first == nil { last = nil }
      return recipe
    }
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The current version.
  private(set) var version: UInt64 = 1
  /// The pinned versions, oldest first.
  private var pins: Buffer<Pin>
  /// Retired recipes that no pinned version reaches, to be freed.
  private var unreachable = List()
  /// True if pins may have unchecked recipes.
  private var hasUnchecked = false

  init(_ allocator: Allocator) { pins = Buffer(allocator) }

  @inline(never)
  deinit {}

  /// True if no version is pinned.
  var isEmpty: Bool { pins.count == 0 }
  /// The oldest pinned version; `nil` if none is pinned.
  var oldest: UInt64? { pins.element(at: 0)?.version }
  /// The newest pinned version; `nil` if none is pinned.
  var newest: UInt64? { pins.element(at: pins.count &- 1)?.version }

  /// Makes the next version the current one.
  mutating func advance() { version &+= 1 }

  /// Pins the current version, or a version that is pinned already. Changes nothing if memory runs
  /// out.
  @_optimize(speed)
  mutating func pin(_ version: UInt64) throws(OutOfMemory) {
    if let index = index(of: version) {
      pins.change(at: index) { $0.readerCount &+= 1 }
    } else {
      try pins.append(Pin(version: version))
    }
  }

  /// Reserves memory so that `pinReserved` cannot fail.
  mutating func reserve() throws(OutOfMemory) { try pins.reserve(1) }

  /// Pins the current version in reserved memory.
  mutating func pinReserved(_ version: UInt64) { try? pin(version) }

  /// Ends a pin of a version. Afterwards `nextUnreachable` returns the recipes that have become
  /// unreachable.
  @inline(__always)
  mutating func unpin(_ version: UInt64) {
    guard let index = index(of: version), let pin = pins.element(at: index) else { return }
    guard pin.readerCount == 1 else {
      return pins.change(at: index) { $0.readerCount &-= 1 }
    }
    pins.remove(at: index)
    // If no older version is pinned, nothing reaches these recipes any more.
    guard index > 0 else {
      unreachable.insert(pin.retired)
      unreachable.insert(pin.unchecked)
      return
    }
    guard pin.retired.first != nil || pin.unchecked.first != nil else { return }
    hasUnchecked = true
    pins.change(at: index &- 1) { older in
      older.unchecked.insert(pin.retired)
      older.unchecked.insert(pin.unchecked)
    }
  }

  /// Removes and returns a retired recipe that no pinned version reaches. The caller must free it.
  /// Subtracts 1 from `steps` for each recipe that is looked at. Returns `nil` if no retired recipe
  /// is unreachable, or if `steps` reaches 0 before one is found.
  mutating func nextUnreachable(_ steps: inout Int) -> Recipe? {
    while steps > 0 {
      steps &-= 1
      if let recipe = unreachable.removeFirst() {
        recipe.unlink()
        return recipe
      }
      guard hasUnchecked else { return nil }
      checkOneRecipe()
    }
    return nil
  }

  /// True if there are unreachable or unchecked recipes, so that `nextUnreachable` must be called.
  var hasUnreachable: Bool { unreachable.first != nil || hasUnchecked }

  /// Takes one unchecked recipe from a pin, and checks whether the version of the pin reaches the
  /// recipe. If the version is older than the recipe, all older versions are, too, so the recipe is
  /// unreachable. If there are no unchecked recipes, sets `hasUnchecked` to false.
  private mutating func checkOneRecipe() {
    for index in upTo(pins.count) {
      guard var pin = pins.element(at: index), let recipe = pin.unchecked.removeFirst() else {
        continue
      }
      if recipe.publishedAt <= pin.version {
        pin.retired.insert(recipe)
      } else {
        unreachable.insert(recipe)
      }
      return pins.replace(at: index, with: pin)
    }
    hasUnchecked = false
  }

  /// Returns whether a pinned version reaches a recipe, which must be the current recipe of a
  /// color. So it is enough to look at the newest pinned version.
  func canReach(_ recipe: Recipe) -> Bool { newest.map { recipe.publishedAt <= $0 } ?? false }

  /// Retires the current recipe of a color, which `newer` replaces. Returns true if no pinned
  /// version reaches the old recipe; the caller must then free it.
  mutating func retire(_ old: Recipe, for newer: Recipe) -> Bool {
    newer.link(toOlder: old)
    guard canReach(old) else {
      old.unlink()
      return true
    }
    pins.change(at: pins.count &- 1) { pin in pin.retired.insert(old) }
    return false
  }

  /// The index of the pin of a version; `nil` if the version is not pinned.
  private func index(of version: UInt64) -> Int? {
    var index = pins.count &- 1
    while let pin = pins.element(at: index), pin.version >= version {
      if pin.version == version { return index }
      index &-= 1
    }
    return nil
  }

  /// True if pins ascend, and each retired recipe is in the list of the newest pinned version that
  /// reaches it.
  var isConsistent: Bool {
    var previousVersion: UInt64 = 0
    for index in upTo(pins.count) {
      guard let pin = pins.element(at: index), pin.readerCount > 0,
        pin.version > previousVersion,
        pin.version <= version
      else { return false }
      var next = pin.retired.first
      while let recipe = next {
        guard let newer = recipe.newerRecipe,
          newer.olderRecipe?.words.address == recipe.words.address,
          recipe.publishedAt <= pin.version, newer.publishedAt > pin.version,
          newer.publishedAt <= pins.element(at: index &+ 1)?.version ?? .max
        else { return false }
        next = recipe.nextInList
      }
      previousVersion = pin.version
    }
    return true
  }
}

extension Recipe {
  /// Links this recipe and the older recipe that it replaces to each other. `older` is `nil` if
  /// this is the first recipe.
  func link(toOlder older: Recipe?) {
    olderRecipe = older
    older?.newerRecipe = self
  }

  /// Removes a retired recipe from the list that links the recipes of its color, newest first, by
  /// `olderRecipe` and `newerRecipe`.
  fileprivate func unlink() {
    newerRecipe?.olderRecipe = olderRecipe
    olderRecipe?.newerRecipe = newerRecipe
  }
}
