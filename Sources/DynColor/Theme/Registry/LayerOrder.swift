// Theme: the names and the order of layers.

/// The layers of a theme, numbered from 0.
struct LayerOrder: ~Copyable {
  /// The number of layers that every theme has.
  static var builtinCount: Int { 3 }

  private var names: NumberedNames
  /// The layers from lowest to highest.
  private var order: Buffer<UInt16>
  /// The rank of each layer: how many layers lie below it.
  private var ranks: Buffer<UInt16>

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  private init(_ allocator: Allocator, _ names: consuming NumberedNames) {
    self.names = names
    order = Buffer(allocator)
    ranks = Buffer(allocator)
  }

  /// Makes the built-in layers: the theme's own layer above the defaults and below the user's.
  static func make(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) -> LayerOrder {
    var layers = LayerOrder(allocator, try NumberedNames(allocator, seed: seed))
    try layers.add("theme", rank: 1)
    try layers.add("defaults", rank: 0)
    try layers.add("user", rank: 2)
    return layers
  }

  // Inlined, so that the compiler sees the constants and omits the checks.
  @inline(__always)
  private mutating func add(_ name: StaticString, rank: UInt16) throws(OutOfMemory) {
    try names.add(name.bytes)
    // The layers 0, 1 and 2 have the ranks 1, 0 and 2, and the ranks 0, 1 and 2 have the layers 1,
    // 0 and 2: `ranks` and `order` begin with the same numbers.
    try ranks.append(rank)
    try order.append(rank)
  }

  var count: Int { ranks.count }

  func contains(_ layer: UInt16) -> Bool { layer < ranks.count }

  /// The name of a layer; `nil` if the layer is unknown. Layers count from 0, but numbers of names
  /// from 1.
  func name(_ layer: UInt16) -> StoredText? { names.name(Int(layer) &+ 1) }

  /// The layer with a name; `nil` if there is none.
  func layer(named name: Span<UInt8>) -> UInt16? {
    let number = names.number(of: name)
    return number == 0 ? nil : UInt16(truncatingIfNeeded: number &- 1)
  }

  /// The rank of a layer: the number of layers below it. 0 if the layer is unknown.
  func rank(_ layer: UInt16) -> Int { Int(ranks.element(at: Int(layer)) ?? 0) }

  /// The layer at a rank, which must be less than `count`.
  func layer(atRank rank: Int) -> UInt16 { order.element(at: rank) ?? 0 }

  /// Calls `body` with each layer, lowest first.
  func forEachLayer(_ body: (UInt16) -> Void) {
    for rank in upTo(order.count) { body(layer(atRank: rank)) }
  }

  /// Returns the layer with a name. If there is none, inserts a new layer directly below `above`.
  mutating func declare(
    _ name: Span<UInt8>, below above: UInt16
  ) throws(ThemeError) -> UInt16 {
    guard contains(above) else { throw ThemeError(.unknownLayer(UInt32(above))) }
    if let existing = layer(named: name) { return existing }
    let layer = UInt16(truncatingIfNeeded: count)
    guard layer <= LayerAndOwner.greatestLayer else {
      throw ThemeError(.tooManyLayers, StoredText(name))
    }
    try orOutOfMemory { () throws(OutOfMemory) in
      try ranks.reserve(1)
      try order.reserve(1)
      try names.add(name)
      try ranks.append(0)
      try order.append(layer)
    }
    // The new layer takes the rank of `above`. So `above` and all layers above it move up by one.
    var newRank = Int(layer)
    while newRank > rank(above) {
      order.replace(at: newRank, with: self.layer(atRank: newRank &- 1))
      newRank &-= 1
    }
    order.replace(at: newRank, with: layer)
    updateRanks()
    return layer
  }

  /// Keeps the `newCount` layers that were declared first. Layers that were declared later are
  /// removed; no color may use these.
  mutating func truncate(to newCount: Int) {
    guard count > newCount else { return }
    var rank = 0
    for index in upTo(order.count) {
      let layer = self.layer(atRank: index)
      guard layer < newCount else { continue }
      order.replace(at: rank, with: layer)
      rank &+= 1
    }
    order.truncate(to: newCount)
    ranks.truncate(to: newCount)
    names.truncate(to: newCount)
    updateRanks()
  }

  /// Updates the ranks from the order.
  private mutating func updateRanks() {
    for rank in upTo(order.count) {
      ranks.replace(at: Int(layer(atRank: rank)), with: UInt16(truncatingIfNeeded: rank))
    }
  }
}
