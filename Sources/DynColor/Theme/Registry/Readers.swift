// The clock of a theme and its active readers: which versions they see, and which retired versions
// of colors are kept for them.

/// The current version of a theme, and the older ones that are being read.
///
/// Each edit makes a new version. A reader pins the version that it begins with, works without the
/// lock, and unpins it. When an edit replaces a color's recipe, the old one is retired: it is freed
/// at once if no reader sees it, and otherwise kept in the list of the newest pinned version that
/// does. When nobody pins that version any more, the recipe goes to the list of the newest older
/// version that sees it, or is freed: some at a time, since there may be many. So as many versions of a color are retired, at most, as
/// versions of the theme are pinned, however often the color changes.
struct Readers: ~Copyable {
  private struct Pin: BitwiseCopyable {
    let version: UInt64
    var readers = 1
    /// The retired recipes that this is the newest pinned version to see.
    var retired = List()
    /// Retired recipes of which that is still to be found out.
    var undecided = List()
  }

  /// A list of recipes, to which another one can be added at once.
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
  /// The pinned versions, the oldest first.
  private var pins: Buffer<Pin>
  /// Retired recipes that no reader sees any more.
  private var unseen = List()
  /// Whether pins may have undecided recipes.
  private var hasUndecided = false

  init(_ allocator: Allocator) { pins = Buffer(allocator) }

  @inline(never)
  deinit {}

  var areNone: Bool { pins.count == 0 }
  /// The oldest and the newest version that is pinned.
  var oldest: UInt64? { pins.element(at: 0)?.version }
  var newest: UInt64? { pins.element(at: pins.count &- 1)?.version }

  /// Begins the next version.
  mutating func advance() { version &+= 1 }

  /// Pins a version: the current one, or one that is pinned already. If memory runs out, nothing
  /// has changed.
  mutating func pin(_ version: UInt64) throws(OutOfMemory) {
    if let place = place(of: version) {
      pins.change(at: place) { $0.readers &+= 1 }
    } else {
      try pins.append(Pin(version: version))
    }
  }

  /// Makes room for a pin, so that `pinReserved` cannot fail.
  mutating func reserve() throws(OutOfMemory) { try pins.reserve(1) }

  /// Pins the current version, for which room has been reserved.
  mutating func pinReserved(_ version: UInt64) { try? pin(version) }

  /// Ends a pin. What no reader sees any more is then to be taken by `nextUnseen`.
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

  /// A retired recipe that no reader sees, to be freed; `nil` if there is none, or if it would take
  /// more than `steps` to find one, which are counted down.
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

  /// Whether `nextUnseen` has more to do.
  var hasUnseen: Bool { unseen.first != nil || hasUndecided }

  /// Finds out of one recipe whether a reader sees it.
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

  /// Whether a reader sees a recipe that is current.
  func see(_ recipe: Recipe) -> Bool { newest.map { recipe.publishedAt <= $0 } ?? false }

  /// Retires a recipe in favor of the one that takes its place, and says whether it is to be freed
  /// at once, since no reader sees it.
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

  /// Whether all is as it is meant to be.
  var isConsistent: Bool {
    var before: UInt64 = 0
    for place in upTo(pins.count) {
      guard let pin = pins.element(at: place), pin.readers > 0, pin.version > before,
        pin.version <= version
      else { return false }
      var next = pin.retired.first
      while let recipe = next {
        guard let newer = recipe.newerState,
          newer.olderState?.words.address == recipe.words.address,
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
  /// Becomes the next state after another, if there is one.
  func follow(_ older: Recipe?) {
    olderState = older
    older?.newerState = self
  }

  /// Takes a retired state out of those of its color.
  fileprivate func unlink() {
    newerState?.olderState = olderState
    olderState?.newerState = newerState
  }
}
