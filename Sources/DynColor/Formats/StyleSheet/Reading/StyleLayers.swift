// StyleSheet: cascade layers (CSS Cascade 5 §6.4).

/// The layers of `@layer`, by index. −1 stands for no layer.
struct StyleLayers: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private struct Layer: BitwiseCopyable {
    /// −1 for a top-level layer.
    let parent: Int
    /// The index among the layers of the same parent. A layer with a greater index takes
    /// precedence.
    let indexInParent: Int
    var childCount = 0
    /// 0 for a top-level layer.
    let depth: Int
  }

  private var layers: Buffer<Layer>
  /// For each layer, a key: the index of its parent plus 1, in four bytes, and then the name. The
  /// number of a key is the index of the layer in `layers` plus 1.
  private var keys: NumberedNames
  /// The number of top-level layers.
  private var topLevelCount = 0

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    keys = try NumberedNames(allocator, seed: seed)
    layers = Buffer(allocator)
  }

  /// The greatest length of the name of a layer: a key has the name after four bytes.
  static var greatestNameLength: Int { LongText.capacity &- 4 }

  /// Returns the index of a layer within the layer `parent`, or of a top-level layer if `parent` is
  /// −1. Adds the layer if it is new. A layer without a name is always new. Returns `nil` if the
  /// layer is nested too deeply or its name is too long.
  mutating func add(in parent: Int, _ name: Span<UInt8>) throws(OutOfMemory) -> Int? {
    var key = LongText()
    key.append(number: parent &+ 1)
    key.append(contentsOf: name)
    let knownNumber = name.count > 0 ? keys.number(of: key.bytes) : 0
    if knownNumber > 0 { return knownNumber &- 1 }
    let outer = layers.element(at: parent)
    let depth = outer.map { $0.depth &+ 1 } ?? 0
    guard depth < StyleConditions.greatestDepth, !key.hasOverflowed else { return nil }
    let indexInParent = outer?.childCount ?? topLevelCount
    if outer == nil { topLevelCount &+= 1 }
    layers.change(at: parent) { $0.childCount &+= 1 }
    if name.count == 0 {
      // Each layer needs a key. An anonymous layer gets one that no layer with a name can have.
      key.append(0)
      key.append(contentsOf: StaticString("{").bytes)
      key.append(number: layers.count)
    }
    try layers.reserve(1)
    try keys.add(key.bytes)
    layers.appendReserved(Layer(parent: parent, indexInParent: indexInParent, depth: depth))
    return layers.count &- 1
  }

  /// Returns whether layer `a` takes precedence over layer `b`. Declarations outside layers win,
  /// and those directly in a layer win over those in its sublayers.
  func outranks(_ a: Int, _ b: Int) -> Bool {
    // −1, no layer, is less than any layer and takes precedence.
    if a < 0 || b < 0 { return a < b }
    var (a, b) = (a, b)
    while let first = layers.element(at: a), let second = layers.element(at: b) {
      if first.depth > second.depth {
        if first.parent == b { return false }
        a = first.parent
      } else if second.depth > first.depth {
        if second.parent == a { return true }
        b = second.parent
      } else if first.parent == second.parent {
        return first.indexInParent > second.indexInParent
      } else {
        a = first.parent
        b = second.parent
      }
    }
    return false
  }
}

extension LongText {
  /// Appends a number in four bytes.
  fileprivate mutating func append(number: Int) {
    for shift in upTo(4) { append(UInt8(truncatingIfNeeded: number &>> (shift &* 8))) }
  }
}
