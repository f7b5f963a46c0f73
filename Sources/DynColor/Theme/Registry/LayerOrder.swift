// Which layer lies over which.

/// The layers of a theme: their names, and their order. They are numbered from 0.
struct LayerOrder: ~Copyable {
  /// How many layers every theme has.
  static var builtin: Int { 3 }

  private var names: NumberedNames
  /// The layers from the lowest up, and for each how many lie beneath it.
  private var order: Buffer<UInt16>
  private var ranks: Buffer<UInt16>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(_ allocator: Allocator, _ names: consuming NumberedNames) {
    self.names = names
    order = Buffer(allocator)
    ranks = Buffer(allocator)
  }

  /// The theme's own layer, over the defaults and beneath the user's.
  static func make(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) -> LayerOrder {
    var layers = LayerOrder(allocator, try NumberedNames(allocator, seed: seed))
    try layers.add("theme", rank: 1)
    try layers.add("defaults", rank: 0)
    try layers.add("user", rank: 2)
    return layers
  }

  /// Inlined, so that the compiler sees the constant and checks nothing.
  @inline(__always)
  private mutating func add(_ name: StaticString, rank: UInt16) throws(OutOfMemory) {
    try names.add(name.bytes)
    // Of these three, who has the rank of a number is the same as the rank of who has the number.
    try ranks.append(rank)
    try order.append(rank)
  }

  var count: Int { ranks.count }

  func contains(_ layer: UInt16) -> Bool { layer < ranks.count }

  func name(_ layer: UInt16) -> StoredText? { names.name(Int(layer) &+ 1) }

  /// How many layers lie beneath a layer.
  func rank(_ layer: UInt16) -> Int { Int(ranks.element(at: Int(layer)) ?? 0) }

  /// The layer that lies over this many others.
  func layer(atRank rank: Int) -> UInt16 { order.element(at: rank) ?? 0 }

  /// Calls `body` with the layers, the lowest first.
  func forEachLayer(_ body: (UInt16) -> Void) {
    for rank in upTo(order.count) { body(layer(atRank: rank)) }
  }

  /// The layer of a name; one that is new comes directly beneath `above`.
  mutating func declare(
    _ name: Span<UInt8>, beneath above: UInt16
  ) throws(ThemeError) -> UInt16 {
    guard contains(above) else { throw ThemeError(.unknownLayer(UInt32(above))) }
    let known = names.number(of: name)
    if known > 0 { return UInt16(truncatingIfNeeded: known &- 1) }
    let layer = UInt16(truncatingIfNeeded: count)
    guard layer <= Source.greatestLayer else { throw ThemeError(.tooManyLayers, StoredText(name)) }
    try orOutOfMemory { () throws(OutOfMemory) in
      try ranks.reserve(1)
      try order.reserve(1)
      try names.add(name)
      try ranks.append(0)
      try order.append(layer)
    }
    // It goes to the rank of the one above, which moves up with all that lie over it.
    var place = Int(layer)
    while place > rank(above) {
      order.replace(at: place, with: self.layer(atRank: place &- 1))
      place &-= 1
    }
    order.replace(at: place, with: layer)
    arrange()
    return layer
  }

  /// Tells each layer its rank.
  private mutating func arrange() {
    for rank in upTo(order.count) {
      ranks.replace(at: Int(layer(atRank: rank)), with: UInt16(truncatingIfNeeded: rank))
    }
  }
}
