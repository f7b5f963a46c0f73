// DesignTokens: the tree of groups that is written.

/// The names of colors as a tree of groups and tokens. Each part of a name that a slash follows
/// becomes a group. A color with the name of a group becomes the root token of that group.
///
/// Token names cannot contain braces or periods, or begin with a dollar sign. Such characters are
/// replaced by hyphens, and a number is appended if the result is taken.
///
/// Functions take and return colors and nodes as indices.
struct TokenGroups: ~Copyable {
  struct Node: BitwiseCopyable {
    let name: StoredText
    /// The index of the parent; −1 for the root.
    let parent: Int
    // The root is not a child, so 0 stands for none in the next three properties.
    fileprivate(set) var firstChild = 0
    fileprivate var lastChild = 0
    /// The next child of the same parent.
    fileprivate(set) var nextSibling = 0
    /// The index of the color of the node; −1 if it is only a group.
    fileprivate(set) var colorIndex = -1
    /// True if the path of the node, with slashes, is the name of the color.
    fileprivate(set) var hasExactName = true
    /// The last number that was appended to this node's name to make the name of a sibling; 1 if
    /// no number was appended.
    fileprivate var lastAppendedNumber = 1
    /// The last mark that `mark(color:with:)` set: the number of the set of tokens that the node
    /// was last written in; 0 for none.
    fileprivate(set) var mark = 0

    var isGroup: Bool { firstChild > 0 }
  }

  /// The maximum depth of a node. The rest of a name with more parts becomes one token name.
  static var greatestDepth: Int { 32 }

  /// The first node is the root.
  private var nodes: Buffer<Node>
  /// The index of the node of each color.
  private var colorNodes: Buffer<Int>
  /// The index of each node but the root, under a key: the index of the parent in four bytes, and
  /// the name.
  private var names: NameTable

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// A text with room for the index of the parent in four bytes, and for a name, of at most 1,023
  /// bytes, with a number.
  private typealias Key = FixedText<1100>

  init(_ allocator: Allocator) throws(OutOfMemory) {
    let names = try NameTable(allocator, seed: 0)
    var nodes = Buffer<Node>(allocator)
    try nodes.append(Node(name: .empty, parent: -1))
    self.names = names
    self.nodes = nodes
    colorNodes = Buffer(allocator)
  }

  func node(_ index: Int) -> Node? { nodes.element(at: index) }

  /// The node of a color; the root if the color has not been added.
  func node(ofColor color: Int) -> Int { colorNodes.element(at: color) ?? 0 }

  /// Adds a node for a color called `name`. Colors must be added in the order of their indices.
  @_optimize(speed)
  mutating func add(_ name: Span<UInt8>) throws(OutOfMemory) {
    var parent = 0
    var start = 0
    var depth = 1
    var hasExactName = true
    while true {
      var end = start
      while let byte = name.element(at: end),
        byte != UInt8(ascii: "/") || depth == TokenGroups.greatestDepth
      {
        end &+= 1
      }
      let part = name.slice(start, end)
      hasExactName = hasExactName && part.isTokenName
      let index = try addChild(part, in: parent)
      if end == name.count {
        return try colorNodes.append(
          try assignNode(
            at: index, named: part, toColor: colorNodes.count, hasExactName: hasExactName))
      }
      (parent, start, depth) = (index, end &+ 1, depth &+ 1)
    }
  }

  /// Assigns a node to a color: the node with the given index or, if that has a color already, a
  /// sibling with a number appended to its name. Returns the index of the assigned node.
  private mutating func assignNode(
    at index: Int, named name: Span<UInt8>, toColor color: Int, hasExactName: Bool
  ) throws(OutOfMemory) -> Int {
    if assignIfFree(index, toColor: color, hasExactName: hasExactName) { return index }
    while var node = nodes.element(at: index) {
      node.lastAppendedNumber &+= 1
      nodes.replace(at: index, with: node)
      let sibling = try addChild(name, in: node.parent, number: node.lastAppendedNumber)
      if assignIfFree(sibling, toColor: color, hasExactName: false) { return sibling }
    }
    return 0
  }

  /// Assigns a node to a color, unless the node has a color already. Returns whether it did.
  private mutating func assignIfFree(
    _ index: Int, toColor color: Int, hasExactName: Bool
  ) -> Bool {
    guard var node = nodes.element(at: index), node.colorIndex < 0 else { return false }
    node.colorIndex = color
    node.hasExactName = hasExactName
    nodes.replace(at: index, with: node)
    return true
  }

  /// Returns the index of the child that has a name in a group. Adds the child if it is new. A
  /// `number` greater than 0 is appended to the name.
  @_optimize(speed)
  private mutating func addChild(
    _ name: Span<UInt8>, in parent: Int, number: Int = 0
  ) throws(OutOfMemory) -> Int {
    var key = Key()
    for shift in upTo(4) {
      key.append(UInt8(truncatingIfNeeded: parent >> (shift &* 8)))
    }
    key.append(tokenName: name)
    if number > 0 {
      key.append(UInt8(ascii: "-"))
      key.append(number)
    }
    try nodes.reserve(1)
    let slot = try names.intern(key.bytes)
    if slot.value > 0 { return Int(truncatingIfNeeded: slot.value) }
    let index = nodes.count
    slot.value = UInt64(truncatingIfNeeded: index)
    // The name begins after the four bytes of the parent.
    try nodes.append(Node(name: StoredText(slot.name.bytes.slice(4, slot.length)), parent: parent))
    guard var group = nodes.element(at: parent) else { return index }
    if var last = nodes.element(at: group.lastChild), group.lastChild > 0 {
      last.nextSibling = index
      nodes.replace(at: group.lastChild, with: last)
    } else {
      group.firstChild = index
    }
    group.lastChild = index
    nodes.replace(at: parent, with: group)
    return index
  }

  /// Sets the mark of the node of a color and of all groups that contain it. So the writer knows
  /// which nodes belong to a set of tokens: those with the mark of the set. Each set has a mark of
  /// its own, because the marks of earlier sets are not removed.
  mutating func mark(color: Int, with mark: Int) {
    var index = node(ofColor: color)
    while var node = nodes.element(at: index), node.mark != mark {
      node.mark = mark
      nodes.replace(at: index, with: node)
      index = node.parent
    }
  }

  /// Appends the path of a color for an alias, without the braces.
  func append<Sink: TextSink & ~Copyable>(
    pathOf color: Int, to text: inout Sink
  ) throws(Sink.Failure) {
    // The names from the node up to the root, at most `greatestDepth` of them.
    var path = InlineArray<32, StoredText>(repeating: .empty)
    var depth = 0
    let colorNode = node(ofColor: color)
    var index = colorNode
    while index > 0, depth < TokenGroups.greatestDepth, let node = nodes.element(at: index) {
      path[unchecked: depth & 31] = node.name
      depth &+= 1
      index = node.parent
    }
    while depth > 0 {
      depth &-= 1
      try text.append(contentsOf: path[unchecked: depth & 31].bytes)
      if depth > 0 { try text.append(UInt8(ascii: ".")) }
    }
    // The token of a color whose node is also a group is called `$root`.
    if nodes.element(at: colorNode)?.isGroup == true { try text.append(".$root") }
  }
}

extension Span<UInt8> {
  /// True if this can be the name of a token as it is: it is valid, and has no slash.
  @_optimize(speed)
  fileprivate var isTokenName: Bool {
    guard count > 0, element(at: 0) != UInt8(ascii: "$") else { return false }
    var index = 0
    while let byte = element(at: index) {
      if byte.isSpecialInTokenNames { return false }
      index &+= 1
    }
    return true
  }
}

extension UInt8 {
  /// True for characters that a token name cannot contain, and for the slash, which separates the
  /// parts of the name of a color.
  fileprivate var isSpecialInTokenNames: Bool {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "."), UInt8(ascii: "/"): true
    default: false
    }
  }
}

extension FixedText {
  /// Appends a name with hyphens in place of slashes, and of characters that are not valid in a
  /// token name. An empty name becomes a hyphen.
  @_optimize(speed)
  fileprivate mutating func append(tokenName name: Span<UInt8>) {
    var index = 0
    while let byte = name.element(at: index) {
      let isReplaced = byte.isSpecialInTokenNames || index == 0 && byte == UInt8(ascii: "$")
      append(isReplaced ? UInt8(ascii: "-") : byte)
      index &+= 1
    }
    if index == 0 { append(UInt8(ascii: "-")) }
  }
}
