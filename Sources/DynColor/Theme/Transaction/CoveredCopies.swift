// Theme: the copies of shadowed recipes that the recipes above them own, if these read them.
//
// A recipe with `--covered()` is computed from the recipe below it. Lists of shadowed recipes have
// no versions, so each version of such a color owns a copy of what it reads. An edit that changes
// what lies below it makes a new version of the color.

/// Memory for the copies that an edit will need, allocated before the edit can no longer fail.
struct CoveredCopies: ~Copyable {
  private struct Index: BitwiseCopyable, Ordered {
    let value: UInt32

    func precedes(_ other: Index) -> Bool { value < other.value }
  }

  /// Memory for a copy of the recipe that a color has in a layer.
  private struct Room: BitwiseCopyable, Ordered {
    let index: UInt32
    let layer: UInt16
    /// `nil` once it has been used.
    var memory: Recipe?

    func precedes(_ other: Room) -> Bool {
      (index, layer, memory?.words.address ?? 0)
        < (other.index, other.layer, other.memory?.words.address ?? 0)
    }
  }

  /// The colors with a recipe that reads what it shadows, before or after the edit.
  private var indices: Buffer<Index>
  private var rooms: Buffer<Room>

  init(_ allocator: Allocator) {
    indices = Buffer(allocator)
    rooms = Buffer(allocator)
  }

  var isEmpty: Bool { indices.count == 0 && rooms.count == 0 }

  // MARK: - Preparing

  /// Adds a color that the edit changes, if it has a recipe that reads what it shadows, or gets one.
  mutating func consider(
    _ index: Int, _ recipe: Recipe?, _ registry: borrowing Registry
  ) throws(OutOfMemory) {
    var reads = recipe?.readsCovered ?? false
    if let record = registry.record(index) {
      registry.forEachEntry(of: record) { entry in reads = reads || entry.readsCovered }
    }
    if reads { try indices.append(Index(value: UInt32(truncatingIfNeeded: index))) }
  }

  /// Sorts the colors, once all are added, and allocates memory for the recipes that they have now.
  mutating func reserveCurrent(_ registry: inout Registry) throws(OutOfMemory) {
    indices.sort()
    var kept = 0
    for place in upTo(indices.count) {
      guard let index = indices.element(at: place),
        kept == 0 || indices.element(at: kept &- 1)?.value != index.value
      else { continue }
      indices.replace(at: kept, with: index)
      kept &+= 1
      guard let record = registry.record(Int(index.value)), record.isRegistered else { continue }
      var next = record.recipe
      var below = record.covered
      while let recipe = next {
        try reserve(Int(index.value), recipe, &registry)
        next = below
        below = below?.nextInList
      }
    }
    indices.truncate(to: kept)
  }

  /// Allocates memory for a copy of a recipe that the color gets, if the color was added.
  mutating func reserve(
    _ index: Int, _ recipe: Recipe, _ registry: inout Registry
  ) throws(OutOfMemory) {
    guard contains(index) else { return }
    try rooms.reserve(1)
    rooms.appendReserved(
      Room(
        index: UInt32(truncatingIfNeeded: index), layer: recipe.source.layer,
        memory: try Recipe.allocate(&registry.pool, forCopyOf: recipe)))
  }

  /// Ends the preparation.
  mutating func sort() { rooms.sort() }

  private func contains(_ index: Int) -> Bool {
    let place = indices.lowerBound { Int($0.value) < index }
    return indices.element(at: place).map { Int($0.value) == index } ?? false
  }

  // MARK: - Committing

  /// The number of colors.
  var count: Int { indices.count }

  /// The index of a color.
  func index(at place: Int) -> Int { Int(indices.element(at: place)?.value ?? 0) }

  /// A copy of a recipe of a color, in the memory that was allocated for it.
  mutating func copy(_ recipe: Recipe, of index: Int) -> Recipe? {
    let layer = recipe.source.layer
    var place = rooms.lowerBound {
      (Int($0.index), $0.layer) < (index, layer)
    }
    while let room = rooms.element(at: place), Int(room.index) == index, room.layer == layer {
      if let memory = room.memory, memory.wordCount == recipe.wordCount {
        rooms.change(at: place) { $0.memory = nil }
        memory.copy(recipe)
        memory.nextInList = nil
        return memory
      }
      place &+= 1
    }
    return nil
  }

  /// Frees the memory that was not used.
  mutating func clear(_ registry: inout Registry) {
    rooms.forEachElement { $0.memory?.free(&registry.pool, registry.allocator) }
    rooms.reset()
    indices.reset()
  }
}

extension Buffer {
  /// The number of elements for which `isBefore` is true; these come first.
  fileprivate func lowerBound(_ isBefore: (Element) -> Bool) -> Int {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first &+ end) / 2
      if let element = element(at: middle), isBefore(element) {
        first = middle &+ 1
      } else {
        end = middle
      }
    }
    return first
  }
}
