// Importing: the names that one import of a watch passes to the next.

/// The names of the colors that an import has registered. They include the prefix.
struct ImportedNames: ~Copyable {
  private var names: NumberedNames?

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Makes an empty list, for the first import.
  init() { names = nil }

  /// Copies the names of all imported colors, of which no two are equal.
  @inline(never)
  static func make(
    of imported: borrowing ColorCollection, _ allocator: Allocator
  ) throws(OutOfMemory) -> ImportedNames {
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = (imported.entry(0)?.name ?? .empty).address
    var names = try NumberedNames(allocator, seed: seed)
    for index in upTo(imported.count) {
      try names.add((imported.entry(index)?.name ?? .empty).bytes)
    }
    var made = ImportedNames()
    made.names = consume names
    return made
  }

  var count: Int {
    switch names {
    case .some(let names): names.count
    case nil: 0
    }
  }

  func name(_ index: Int) -> StoredText? {
    switch names {
    case .some(let names): names.name(index &+ 1)
    case nil: nil
    }
  }

  func contains(_ name: Span<UInt8>) -> Bool {
    switch names {
    case .some(let names): names.number(of: name) > 0
    case nil: false
    }
  }
}
