// Importing: the defaults, the forwards and the layers of a theme in a file.

/// Defaults, forwarded names, and the definitions of colors in several layers.
struct ThemeDetails: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The value of the scheme axis, 1 or 2; 0 if the file does not have it.
  var defaultScheme: UInt64 = 0
  /// The name of the default palette; empty if the file does not have it.
  var defaultPalette = StoredText.empty
  /// The opacities of the levels; `nil` if the file does not have them.
  var levels: LevelOpacities?

  /// An old name of a color, and the name to use instead.
  struct Forward: BitwiseCopyable, Ordered {
    /// The old name.
    let name: StoredText
    let target: StoredText

    func precedes(_ other: Forward) -> Bool { name.bytes.precedes(other.name.bytes) }
  }

  private(set) var forwards: Buffer<Forward>
  /// The old names of the forwards.
  private var forwardNames: NumberedNames
  /// For each old name, by its number in `forwardNames` minus 1, the index in `forwards`.
  private var forwardIndices: Buffer<Int>

  /// The definition of a color in a layer.
  struct Definition: BitwiseCopyable, Ordered {
    /// The index of the color in the collection.
    let colorIndex: Int
    /// The expression; empty for a provider.
    let expression: Expression
    /// The number of the layer in `layers`: 1 for the lowest.
    let layer: Int
    /// The number of the owner in `owners`; 0 for none.
    let owner: Int
    /// True if the layer is the highest one that defines the color. Not used in an import.
    let isCurrent: Bool

    func precedes(_ other: Definition) -> Bool {
      layer != other.layer ? layer < other.layer : colorIndex < other.colorIndex
    }
  }

  /// In an import, the definitions in the layers that the file names. In an export, all definitions
  /// of each color that has at least one definition with an owner, or in another layer than the
  /// theme's own.
  private(set) var definitions: Buffer<Definition>
  /// The names of layers, lowest first. In an import, those that the file has; in an export, those
  /// of all layers of the theme.
  var layers: NumberedNames
  /// The names of the owners.
  var owners: NumberedNames

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    let layers = try NumberedNames(allocator, seed: seed)
    let owners = try NumberedNames(allocator, seed: seed)
    let forwardNames = try NumberedNames(allocator, seed: seed)
    self.layers = layers
    self.forwardNames = forwardNames
    self.owners = owners
    forwards = Buffer(allocator)
    forwardIndices = Buffer(allocator)
    definitions = Buffer(allocator)
  }

  /// The name of the theme's own layer.
  static var ownLayerName: Span<UInt8> {
    @_lifetime(immortal)
    get { ("theme" as StaticString).bytes }
  }

  /// Forwards a name to a target. Replaces an earlier forward of that name. The texts must live
  /// as long as this value.
  mutating func forward(_ name: StoredText, to target: StoredText) throws(OutOfMemory) {
    let forward = Forward(name: name, target: target)
    if let index = forwardIndex(of: name.bytes) {
      return forwards.replace(at: index, with: forward)
    }
    try forwards.reserve(1)
    try forwardNames.add(name.bytes)
    try forwardIndices.append(forwards.count)
    forwards.appendReserved(forward)
  }

  /// Reserves memory for the definitions of a number of colors in all layers, unless no color so far
  /// has any: most themes have no definitions.
  mutating func reserveDefinitions(ofColors count: Int) throws(OutOfMemory) {
    guard definitions.count > 0 else { return }
    try definitions.reserve(count &* layers.count)
  }

  /// Adds a definition. The expression must live as long as this value.
  mutating func define(_ definition: Definition) throws(OutOfMemory) {
    try definitions.append(definition)
  }

  /// Adds an owner if it is new. Returns its number.
  mutating func declareOwner(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    if owners.number(of: name) == 0 { try owners.add(name) }
    return owners.number(of: name)
  }

  /// Sorts the forwards by name, and the definitions by layer and color.
  mutating func sort() {
    forwards.sort()
    for index in upTo(forwards.count) {
      guard let forward = forwards.element(at: index) else { continue }
      forwardIndices.replace(at: forwardNames.number(of: forward.name.bytes) &- 1, with: index)
    }
    definitions.sort()
  }

  /// The target of a name; `nil` if the name is not forwarded.
  func target(of name: Span<UInt8>) -> StoredText? {
    forwardIndex(of: name).flatMap { forwards.element(at: $0)?.target }
  }

  /// The index of the forward of a name; `nil` if the name is not forwarded.
  func forwardIndex(of name: Span<UInt8>) -> Int? {
    forwardIndices.element(at: forwardNames.number(of: name) &- 1)
  }
}
