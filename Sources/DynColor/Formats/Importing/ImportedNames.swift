// Importing: the names that one import of a watch passes to the next.

/// The names of the colors that an import has registered. They include the prefix.
struct ImportedNames: ~Copyable {
  /// The names, numbered like the colors of the import; `nil` in an empty list.
  private var names: NumberedNames?
  /// For each color, the number in the theme of the owner that the file gave to it; 0 for none.
  private var owners: Buffer<UInt16>?

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Makes an empty list, for the first import.
  init() {
    names = nil
    owners = nil
  }

  /// Copies the names of all imported colors, of which no two are equal.
  @inline(never)
  static func make(
    of imported: borrowing ColorCollection, _ allocator: Allocator
  ) throws(OutOfMemory) -> ImportedNames {
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = (imported.entry(0)?.name ?? .empty).address
    var names = try NumberedNames(allocator, seed: seed)
    var owners = Buffer<UInt16>(allocator)
    try owners.append(repeating: 0, count: imported.count)
    for index in upTo(imported.count) {
      try names.add((imported.entry(index)?.name ?? .empty).bytes)
    }
    var made = ImportedNames()
    made.names = consume names
    made.owners = consume owners
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

  /// Records the owners of the colors, after the colors have been registered in a theme.
  mutating func setOwners(of imported: borrowing ColorCollection, in theme: borrowing ThemeState) {
    for index in upTo(imported.count) {
      guard let owner = imported.entry(index)?.owner, owner > 0 else { continue }
      owners?.replace(at: index, with: imported.ownerNumber(Int(owner), in: theme))
    }
  }

  /// The number in the theme of the owner that the file gave to a color; 0 for none.
  func owner(_ index: Int) -> UInt16 {
    switch owners {
    case .some(let owners): owners.element(at: index) ?? 0
    case nil: 0
    }
  }

  func contains(_ name: Span<UInt8>) -> Bool {
    switch names {
    case .some(let names): names.number(of: name) > 0
    case nil: false
    }
  }
}
