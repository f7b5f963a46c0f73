// Recipe: traversal of the nodes of an expression without recursion, so that the thread's stack
// does not grow with the depth of the tree.

/// An iterator over the nodes of an expression: the root first, then its descendants, in the order
/// of their words.
struct NodeCursor: ~Copyable {
  /// The greatest depth of a well-formed expression.
  private static var greatestDepth: Int { 200 }

  private let immovable = Immovable()
  private let root: Expression
  /// The place of the current node.
  private var place = 0
  /// For each ancestor of the current node, the place where it ends, above a bit that is set if a
  /// word stands between its children.
  private var ends = [256 of UInt32](repeating: 0)
  /// The number of ancestors of the current node.
  private(set) var depth = 0
  /// The current node; `nil` at the end.
  private(set) var node: Expression?

  @inline(never)
  init(_ expression: Expression) {
    root = expression
    node = expression.node(at: 0)
  }

  /// The word between the current node and the one before it, such as a weight; 0 if there is none.
  var separator: UInt64 { hasSeparators ? root.word(place &- 1) : 0 }

  private var hasSeparators: Bool { depth > 0 && end & 1 == 1 }

  private var end: UInt32 { ends[(depth &- 1) & 255] }

  /// Moves to the first child or, if there is none, to the next node after this one.
  @inline(never)
  mutating func advance() {
    guard let node, node.firstNode < node.size, depth < NodeCursor.greatestDepth else {
      return skip()
    }
    let hasSeparators = (node.operation?.wordsBetweenNodes ?? 0) == 1
    ends[depth & 255] =
      UInt32(truncatingIfNeeded: place &+ node.size) &<< 1 | (hasSeparators ? 1 : 0)
    depth &+= 1
    place &+= node.firstNode
    self.node = root.node(at: place)
  }

  /// Moves to the next node that is not a descendant of this one.
  @inline(never)
  mutating func skip() {
    place &+= node?.size ?? 0
    while depth > 0, place >= Int(end >> 1) { depth &-= 1 }
    guard depth > 0 else {
      node = nil
      return
    }
    if hasSeparators { place &+= 1 }
    node = root.node(at: place)
  }
}

extension Expression {
  /// The place of the first child; the size if there is none.
  var firstNode: Int {
    switch operation {
    case .reference, .palette: reference.fallback > 0 ? reference.fallback : size
    case .mix: 3
    case .variants: 2
    case .lightDark, .relative, .alpha, .contrast, .conditional, .level, .first, .blend,
      .ensureContrast, .all, .any, .not:
      1
    case .constant, .currentColor, .systemColor, .target, .truth, .media, .style, .calculation,
      .missing, .blendMode, .number, nil:
      size
    }
  }
}
