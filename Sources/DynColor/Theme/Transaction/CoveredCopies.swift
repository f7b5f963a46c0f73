// Theme: copies of shadowed recipes, for recipes in higher layers that read these with
// `--covered()`.
//
// A recipe with `--covered()` is computed from the recipe in the next lower layer. But the list of
// a color's shadowed recipes has no versions: only its current state is stored. So a recipe that
// reads shadowed recipes owns copies of them. An edit that changes one of the shadowed recipes
// makes a new version of the color, with new copies.

/// The memory for the copies that an edit needs. It is allocated in advance, because a commit
/// cannot fail.
struct CoveredCopies: ~Copyable {
  /// The index of a color, in a type that `sort` can order.
  private struct Index: BitwiseCopyable, Ordered {
    let value: UInt32

    func precedes(_ other: Index) -> Bool { value < other.value }
  }

  /// Memory for a copy of a recipe that a color has, or will have, in a layer.
  private struct ReservedMemory: BitwiseCopyable, Ordered {
    /// The index of the color.
    let index: UInt32
    let layer: UInt16
    /// A recipe without contents yet, which will become the copy; `nil` once it is used.
    var emptyRecipe: Recipe?

    /// Compares the index and the layer, by which `copy` searches, and then the address.
    func precedes(_ other: ReservedMemory) -> Bool {
      (index, layer, emptyRecipe?.words.address ?? 0)
        < (other.index, other.layer, other.emptyRecipe?.words.address ?? 0)
    }
  }

  /// The indices of the colors that have, before or after the edit, a recipe that reads a shadowed
  /// one. Sorted, once all have been added.
  private var indices: Buffer<Index>
  /// Memory for copies that will be made.
  private var reservations: Buffer<ReservedMemory>

  init(_ allocator: Allocator) {
    indices = Buffer(allocator)
    reservations = Buffer(allocator)
  }

  var isEmpty: Bool { indices.count == 0 && reservations.count == 0 }

  // MARK: - Preparing

  /// Adds a color that the edit changes, if the color has or gets a recipe that reads a shadowed
  /// one. `recipe` is the recipe that the color gets; `nil` if the edit only removes entries.
  mutating func addIfReadingCovered(
    _ index: Int, _ recipe: Recipe?, _ registry: borrowing Registry
  ) throws(OutOfMemory) {
    var readsCovered = recipe?.readsCovered ?? false
    if let record = registry.record(index) {
      registry.forEachEntry(of: record) { entry in
        readsCovered = readsCovered || entry.readsCovered
      }
    }
    if readsCovered { try indices.append(Index(value: UInt32(truncatingIfNeeded: index))) }
  }

  /// Prepares an edit that makes a new version of one color, with the same definitions: allocates
  /// memory for a copy of its current recipe, and for copies of the shadowed recipes that it reads.
  mutating func reserveNewVersion(
    of index: Int, _ record: ColorRecord, _ registry: inout Registry
  ) throws(OutOfMemory) {
    try indices.append(Index(value: UInt32(truncatingIfNeeded: index)))
    var next = record.recipe
    var nextShadowed = record.shadowed
    while let recipe = next {
      try reserve(index, recipe, &registry)
      next = recipe.readsCovered ? nextShadowed : nil
      nextShadowed = nextShadowed?.nextInList
    }
    sort()
  }

  /// Sorts the colors, removes duplicates, and allocates memory for copies of the recipes that they
  /// have in all layers before the edit. All colors must have been added.
  mutating func reserveAllLayers(_ registry: inout Registry) throws(OutOfMemory) {
    indices.sort()
    var keptCount = 0
    for position in upTo(indices.count) {
      guard let index = indices.element(at: position),
        keptCount == 0 || indices.element(at: keptCount &- 1)?.value != index.value
      else { continue }
      indices.replace(at: keptCount, with: index)
      keptCount &+= 1
      guard let record = registry.record(Int(index.value)), record.isRegistered else { continue }
      var next = record.recipe
      var nextShadowed = record.shadowed
      while let recipe = next {
        try reserve(Int(index.value), recipe, &registry)
        next = nextShadowed
        nextShadowed = nextShadowed?.nextInList
      }
    }
    indices.truncate(to: keptCount)
  }

  /// Allocates memory for a copy of a recipe that a color has, or will have after the edit. Does
  /// nothing if the color was not added.
  mutating func reserve(
    _ index: Int, _ recipe: Recipe, _ registry: inout Registry
  ) throws(OutOfMemory) {
    guard contains(index) else { return }
    try reservations.reserve(1)
    reservations.appendReserved(
      ReservedMemory(
        index: UInt32(truncatingIfNeeded: index), layer: recipe.source.layer,
        emptyRecipe: try Recipe.allocate(&registry.pool, forCopyOf: recipe)))
  }

  /// Sorts `reservations`, so that `copy` can search them. Must be called after the last `reserve`.
  /// Does not sort `indices`: `reserveAllLayers` does.
  mutating func sort() { reservations.sort() }

  private func contains(_ index: Int) -> Bool {
    let position = indices.lowerBound { Int($0.value) < index }
    return indices.element(at: position).map { Int($0.value) == index } ?? false
  }

  // MARK: - Committing

  /// The number of colors that were added.
  var count: Int { indices.count }

  /// The index of the added color at a position.
  func index(at position: Int) -> Int { Int(indices.element(at: position)?.value ?? 0) }

  /// Copies a recipe of a color to memory that was allocated for the copy. Returns the copy; `nil`
  /// if no memory was allocated for it, or another copy already uses the memory.
  mutating func copy(_ recipe: Recipe, of index: Int) -> Recipe? {
    let layer = recipe.source.layer
    var position = reservations.lowerBound {
      (Int($0.index), $0.layer) < (index, layer)
    }
    while let candidate = reservations.element(at: position), Int(candidate.index) == index,
      candidate.layer == layer
    {
      // There may be memory for the recipe that the layer has before the edit, and for the one that
      // it has afterwards. The two recipes may differ in size.
      if let copy = candidate.emptyRecipe, copy.wordCount == recipe.wordCount {
        reservations.change(at: position) { $0.emptyRecipe = nil }
        copy.becomeCopy(of: recipe)
        copy.nextInList = nil
        return copy
      }
      position &+= 1
    }
    return nil
  }

  /// Removes all colors, and frees the memory that no copy uses.
  mutating func clear(_ registry: inout Registry) {
    reservations.forEachElement { $0.emptyRecipe?.free(&registry.pool, registry.allocator) }
    reservations.reset()
    indices.reset()
  }
}

extension Buffer {
  /// The number of elements for which `isBefore` is true. These elements must come first.
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
