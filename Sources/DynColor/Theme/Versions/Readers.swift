// Theme: the version counter of a theme, its active readers, and the retired versions of colors
// that are kept for them.

/// The current version of a theme, and the older versions that are being read.
///
/// Each edit makes a new version. A reader pins the current version, works without the lock, and
/// unpins it. When an edit replaces a color's recipe, the old recipe is retired: it is freed at
/// once if no reader sees it; otherwise it is kept in the list of the newest pinned version that
/// sees it. When the last pin of that version ends, the recipe moves to the list of the newest
/// older pinned version that sees it, or is freed. Since there may be many such recipes, this is
/// done some at a time. So a color never has more retired versions than there are pinned versions
/// of the theme, however often the color changes.
///
/// Versions are pinned by `Theme.Instant` (work on many colors), `Scan` (reading a whole theme),
/// `Resolution` (one that calls a provider) and `Observation` (changes not yet told).
struct Readers: ~Copyable {
  private struct Pin: BitwiseCopyable {
    let version: UInt64
    var readers = 1
    /// The retired recipes whose newest pinned version is this one.
    var retired = List()
    /// Retired recipes that may belong to this list; `decide` has not checked them yet.
    var undecided = List()
  }

  /// A linked list of recipes that takes constant time to be appended to another one.
  private struct List: BitwiseCopyable {
    private(set) var first: Recipe?
    private var last: Recipe?

    mutating func insert(_ recipe: Recipe) {
      recipe.nextInList = first
      first = recipe
      if last == nil { last = recipe }
    }

    mutating func insert(_ other: List) {
      guard let otherLast = other.last else { return }
      otherLast.nextInList = first
      first = other.first
      if last == nil { last = otherLast }
    }

    mutating func removeFirst() -> Recipe? {
      guard let recipe = first else { return nil }
      first = recipe.nextInList
      if first == nil { last = nil }
      return recipe
    }
  }

  private let immovable = Immovable()
  private(set) var version: UInt64 = 1
  /// The pinned versions, oldest first.
  private var pins: Buffer<Pin>
  /// Retired recipes that no reader sees, to be freed.
  private var unseen = List()
  /// True if pins may have undecided recipes.
  private var hasUndecided = false

  init(_ allocator: Allocator) { pins = Buffer(allocator) }

  @inline(never)
  deinit {}

  var areNone: Bool { pins.count == 0 }
  /// The oldest pinned version; `newest` is the newest one.
  var oldest: UInt64? { pins.element(at: 0)?.version }
  var newest: UInt64? { pins.element(at: pins.count &- 1)?.version }

  mutating func advance() { version &+= 1 }

  /// Pins the current version, or a version that is pinned already. Changes nothing if memory runs
  /// out.
  mutating func pin(_ version: UInt64) throws(OutOfMemory) {
    if let place = place(of: version) {
      pins.change(at: place) { $0.readers &+= 1 }
    } else {
      try pins.append(Pin(version: version))
    }
  }

  /// Reserves memory so that `pinReserved` cannot fail.
  mutating func reserve() throws(OutOfMemory) { try pins.reserve(1) }

  /// Pins the current version in reserved memory.
  mutating func pinReserved(_ version: UInt64) { try? pin(version) }

  /// Ends a pin. Afterwards `nextUnseen` returns the recipes that no reader sees any more.
  mutating func unpin(_ version: UInt64) {
    guard let place = place(of: version), let pin = pins.element(at: place) else { return }
    guard pin.readers == 1 else { return pins.change(at: place) { $0.readers &-= 1 } }
    pins.remove(at: place)
    guard place > 0 else {
      unseen.insert(pin.retired)
      unseen.insert(pin.undecided)
      return
    }
    guard pin.retired.first != nil || pin.undecided.first != nil else { return }
    hasUndecided = true
    pins.change(at: place &- 1) { older in
      older.undecided.insert(pin.retired)
      older.undecided.insert(pin.undecided)
    }
  }

  /// Returns a retired recipe that no reader sees, for the caller to free. Returns `nil` if there
  /// is none, or if `steps`, which are counted down, have run out.
  mutating func nextUnseen(_ steps: inout Int) -> Recipe? {
    while steps > 0 {
      steps &-= 1
      if let recipe = unseen.removeFirst() {
        recipe.unlink()
        return recipe
      }
      guard hasUndecided else { return nil }
      decide()
    }
    return nil
  }

  /// Returns whether `nextUnseen` has more work.
  var hasUnseen: Bool { unseen.first != nil || hasUndecided }

  /// Checks one undecided recipe: whether a reader sees it.
  private mutating func decide() {
    for place in upTo(pins.count) {
      guard var pin = pins.element(at: place), let recipe = pin.undecided.removeFirst() else {
        continue
      }
      if recipe.publishedAt <= pin.version {
        pin.retired.insert(recipe)
      } else {
        unseen.insert(recipe)
      }
      return pins.replace(at: place, with: pin)
    }
    hasUndecided = false
  }

  /// Returns whether a reader sees a current recipe.
  func see(_ recipe: Recipe) -> Bool { newest.map { recipe.publishedAt <= $0 } ?? false }

  /// Retires a recipe that `newer` replaces. Returns true if no reader sees the old recipe, so that
  /// the caller must free it at once.
  mutating func retire(_ old: Recipe, for newer: Recipe) -> Bool {
    newer.follow(old)
    guard see(old) else {
      old.unlink()
      return true
    }
    pins.change(at: pins.count &- 1) { pin in pin.retired.insert(old) }
    return false
  }

  private func place(of version: UInt64) -> Int? {
    var place = pins.count &- 1
    while let pin = pins.element(at: place), pin.version >= version {
      if pin.version == version { return place }
      place &-= 1
    }
    return nil
  }

  var isConsistent: Bool {
    var before: UInt64 = 0
    for place in upTo(pins.count) {
      guard let pin = pins.element(at: place), pin.readers > 0, pin.version > before,
        pin.version <= version
      else { return false }
      var next = pin.retired.first
      while let recipe = next {
        guard let newer = recipe.newerVersion,
          newer.olderVersion?.words.address == recipe.words.address,
          recipe.publishedAt <= pin.version, newer.publishedAt > pin.version,
          newer.publishedAt <= pins.element(at: place &+ 1)?.version ?? .max
        else { return false }
        next = recipe.nextInList
      }
      before = pin.version
    }
    return true
  }
}

extension Recipe {
  /// Links this recipe in front of the older one that it replaces, if there is one.
  func follow(_ older: Recipe?) {
    olderVersion = older
    older?.newerVersion = self
  }

  /// Removes a retired recipe from the versions of its color.
  fileprivate func unlink() {
    newerVersion?.olderVersion = olderVersion
    olderVersion?.newerVersion = newerVersion
  }
}
