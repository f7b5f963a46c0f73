// The clock of a theme and its active readers: which versions they see, and which retired versions
// of colors are kept for them.

/// The current version of a theme, and the older ones that are being read.
///
/// Each edit makes a new version. A reader pins the version that it begins with, works without the
/// lock, and unpins it. When an edit replaces a color's recipe, the old one is retired: it is freed
/// at once if no reader sees it, and otherwise kept in the list of the newest pinned version that
/// does. When nobody pins that version any more, the recipe goes to the list of the newest older
/// version that sees it, or is freed. So as many versions of a color are retired, at most, as
/// versions of the theme are pinned, however often the color changes.
struct Readers: ~Copyable {
  private struct Pin: BitwiseCopyable {
    let version: UInt64
    var readers = 1
    /// The retired recipes that this is the newest pinned version to see: a list.
    var retired: Recipe?
  }

  private let immovable = Immovable()
  private(set) var version: UInt64 = 1
  /// The pinned versions, the oldest first.
  private var pins: Buffer<Pin>

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

  /// Ends a pin. The result is a list of retired recipes that no reader sees any more, to be freed.
  mutating func unpin(_ version: UInt64) -> Recipe? {
    guard let place = place(of: version), let pin = pins.element(at: place) else { return nil }
    guard pin.readers == 1 else {
      pins.change(at: place) { $0.readers &-= 1 }
      return nil
    }
    pins.remove(at: place)
    return pin.retired == nil ? nil : handOn(pin.retired, toPinBefore: place)
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
    pins.change(at: pins.count &- 1) { pin in
      old.nextInList = pin.retired
      pin.retired = old
    }
    return false
  }

  /// Hands a list of recipes on to the pinned version before a place. The result is a list of those
  /// that it does not see either.
  @inline(never)
  private mutating func handOn(_ list: Recipe?, toPinBefore place: Int) -> Recipe? {
    var unseen: Recipe?
    var kept = pins.element(at: place &- 1)?.retired
    let older = pins.element(at: place &- 1)?.version ?? 0
    var next = list
    while let recipe = next {
      next = recipe.nextInList
      if recipe.publishedAt <= older {
        recipe.nextInList = kept
        kept = recipe
      } else {
        recipe.unlink()
        recipe.nextInList = unseen
        unseen = recipe
      }
    }
    pins.change(at: place &- 1) { $0.retired = kept }
    return unseen
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
      var next = pin.retired
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
