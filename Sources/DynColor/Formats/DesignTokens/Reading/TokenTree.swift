// DesignTokens: the merged tree of groups and tokens.

/// A definition of a token in one source.
struct TokenDefinition: BitwiseCopyable {
  enum Form: UInt8 {
    /// A value, or an alias.
    case value
    /// An object with a `$ref` in place of a token or a group.
    case reference
    /// Inherited from the token at `target`.
    case inherited
  }

  /// The type that the source gives to the token.
  enum Kind: UInt8 { case unspecified, color, other }

  let form: Form
  let kind: Kind
  /// The object of the token, which contains the value.
  let token: JSONNode
  /// The value. For a `reference`, the object with the `$ref`. For an `inherited` definition, the
  /// value of the property that extends the group.
  let value: JSONNode
  /// The position of the source in the `resolutionOrder` of the resolver, which lists sets and
  /// modifiers. Later positions take precedence.
  let orderIndex: Int32
  /// The index of the context in which the definition applies; −1 for all contexts.
  let context: Int32
  /// The depth of the group that inherits the definition. Deeper groups take precedence.
  var groupDepth: Int32 = 0
  /// The token that the definition refers to or inherits from; −1 for none.
  var target: Int32 = -1
  /// The definition of the same token with the next lower precedence; −1 for none.
  fileprivate(set) var nextLower: Int32 = -1
  /// Of the members that few tokens have, those that the token may have. It has none of the others,
  /// so these need not be looked up.
  var possibleMembers = TokenMemberSet.all

  /// The next lower definition; −1 if there is none, or if it never applies, because this one
  /// applies in all contexts.
  var nextLowerUnlessHidden: Int32 { context < 0 ? -1 : nextLower }

  init(_ form: Form, _ kind: Kind, token: JSONNode, value: JSONNode, _ origin: TokenOrigin) {
    self.form = form
    self.kind = kind
    self.token = token
    self.value = value
    orderIndex = origin.orderIndex
    context = origin.context
  }
}

/// A set of members that few tokens have.
struct TokenMemberSet: BitwiseCopyable {
  private var rawValue: UInt8

  static var extensions: TokenMemberSet { TokenMemberSet(rawValue: 1) }
  static var deprecated: TokenMemberSet { TokenMemberSet(rawValue: 2) }
  /// A `comment`, which older tools use as the description.
  static var comment: TokenMemberSet { TokenMemberSet(rawValue: 4) }
  /// An `alpha` beside the value.
  static var alpha: TokenMemberSet { TokenMemberSet(rawValue: 8) }
  static var none: TokenMemberSet { TokenMemberSet(rawValue: 0) }
  static var all: TokenMemberSet { TokenMemberSet(rawValue: .max) }

  /// Returns whether the set has at least one of these members.
  func contains(_ members: TokenMemberSet) -> Bool { rawValue & members.rawValue != 0 }
  mutating func insert(_ members: TokenMemberSet) { rawValue |= members.rawValue }
}

/// The part of a resolver that tokens come from.
struct TokenOrigin: BitwiseCopyable {
  /// The position in the `resolutionOrder` of the resolver.
  var orderIndex: Int32 = 0
  /// The index of the context that the part belongs to; −1 for none, which means all contexts.
  var context: Int32 = -1
}

/// A property of a group in one source.
struct GroupProperty: BitwiseCopyable {
  enum Kind: UInt8 { case type, deprecated, extends }

  let kind: Kind
  let value: JSONNode
  /// The position in the `resolutionOrder` of the resolver.
  let orderIndex: Int32
  /// The index of the context in which the property applies; −1 for all contexts.
  let context: Int32
  /// The extended group, `targetNotFoundYet` or `noTarget`. Only for the kind `extends`.
  var target = GroupProperty.targetNotFoundYet
  /// The property of the same kind with the next lower precedence.
  fileprivate(set) var nextLower: Int32?

  /// The extended group has not been looked up.
  static var targetNotFoundYet: Int32 { -1 }
  /// The extended group does not exist, or cannot be extended.
  static var noTarget: Int32 { -2 }

  /// The next lower property; `nil` if there is none, or if it never applies, because this one
  /// applies in all contexts.
  var nextLowerUnlessHidden: Int32? { context < 0 ? nil : nextLower }

  init(_ kind: Kind, _ value: JSONNode, _ origin: TokenOrigin) {
    self.kind = kind
    self.value = value
    orderIndex = origin.orderIndex
    context = origin.context
  }
}

/// A tree of names. A node with definitions is a token. A node with children is a group.
///
/// Nodes, definitions and properties refer to each other by index, and functions take and return
/// indices. Where there is none, an `Int32` is −1, and an `Int32?` is `nil`.
struct TokenTree: ~Copyable {
  /// The index of the root node.
  static var root: Int32 { 0 }

  struct Node: BitwiseCopyable {
    let name: StoredText
    let parent: Int32
    /// The number of nodes above this one; 0 for the root.
    let depth: Int32
    /// The location at which the name first occurs.
    let location: SourceLocation
    fileprivate(set) var firstChild: Int32 = -1
    fileprivate var lastChild: Int32 = -1
    /// The next child of the same parent; −1 for none.
    fileprivate(set) var nextSibling: Int32 = -1
    /// The definition with the highest precedence; −1 for none.
    fileprivate(set) var highestDefinition: Int32 = -1
    /// For each kind of property, the one with the highest precedence; −1 for none.
    /// There are three kinds. The last element is not used: with four, an index `& 3` is in bounds.
    fileprivate var properties = [4 of Int32](repeating: -1)
    /// How far the phase `GroupExtension` has come with this node.
    var extensionProgress = Progress.notStarted
    /// How far the phase `TokenTypes`, which determines `isColor`, has come with this node.
    var colorProgress = Progress.notStarted
    /// True if the token is a color.
    var isColor = false
    /// True if the name has characters that the name of a token cannot contain.
    let nameHasSpecialCharacters: Bool
    /// The cached type that the group gives to tokens without a type of their own.
    var groupType: TokenDefinition.Kind?
    /// The cached path of the node.
    fileprivate var path: StoredText?

    var isToken: Bool { highestDefinition >= 0 }
    var isGroup: Bool { firstChild >= 0 }
  }

  enum Progress: UInt8 { case notStarted, inProgress, done }

  private var nodes: Buffer<Node>
  /// The index of each node but the root, under a key: the index of the parent in four bytes, and
  /// the name.
  private var names: NameTable
  private var definitions: Buffer<TokenDefinition>
  private var properties: Buffer<GroupProperty>
  /// True once a definition has the form `reference`.
  private(set) var hasReferences = false
  /// True once a group has a property of the kind `extends`.
  private(set) var hasExtensions = false
  /// The last result of `makeKey`, a key that is looked up in `names`.
  private var key: Buffer<UInt8>
  private var paths: Arena
  /// The nodes whose paths are being computed.
  private var pending: Buffer<Int32>

  init(_ allocator: Allocator) throws(OutOfMemory) {
    var nodes = Buffer<Node>(allocator)
    try nodes.append(
      Node(name: .empty, parent: -1, depth: 0, location: .none, nameHasSpecialCharacters: false))
    names = try NameTable(allocator, seed: 0)
    self.nodes = nodes
    definitions = Buffer(allocator)
    properties = Buffer(allocator)
    key = Buffer(allocator)
    paths = Arena(allocator)
    pending = Buffer(allocator)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Reserves memory for more nodes, each with a definition.
  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    try nodes.reserve(count)
    try names.reserve(count)
    try definitions.reserve(count)
  }

  /// The number of nodes, the root included.
  var count: Int { nodes.count }

  func node(_ index: Int32) -> Node? { nodes.element(at: Int(index)) }

  /// Changes a node. Does nothing if there is no node at the index.
  mutating func change(_ index: Int32, _ change: (inout Node) -> Void) {
    nodes.change(at: Int(index), change)
  }

  func definition(_ index: Int32) -> TokenDefinition? { definitions.element(at: Int(index)) }

  func property(_ index: Int32) -> GroupProperty? { properties.element(at: Int(index)) }

  /// The child with a name; `nil` if there is none.
  mutating func child(
    of parent: Int32, named name: Span<UInt8>
  ) throws(OutOfMemory) -> Int32? {
    guard name.count <= greatestNameLength else { return nil }
    let value = names.reader.value(of: try makeKey(parent, name))
    return value == 0 ? nil : Int32(truncatingIfNeeded: value)
  }

  /// Returns the child with a name. Adds it if it is new.
  @_optimize(speed)
  mutating func addChild(
    to parent: Int32, named name: Span<UInt8>, at location: SourceLocation
  ) throws(OutOfMemory) -> Int32 {
    try nodes.reserve(1)
    let slot = try names.intern(try makeKey(parent, name))
    if slot.value != 0 { return Int32(truncatingIfNeeded: slot.value) }
    let index = Int32(truncatingIfNeeded: nodes.count)
    slot.value = UInt64(truncatingIfNeeded: nodes.count)
    guard let group = node(parent) else { return index }
    // In the key, the name begins after the four bytes of the parent.
    nodes.appendReserved(
      Node(
        name: StoredText(slot.name.bytes.slice(4, slot.length)), parent: parent,
        depth: group.depth &+ 1, location: location,
        nameHasSpecialCharacters: name.hasSpecialCharacters))
    change(parent) {
      if $0.lastChild < 0 { $0.firstChild = index }
      $0.lastChild = index
    }
    change(group.lastChild) { $0.nextSibling = index }
    return index
  }

  /// The key of a child in `names`, which is valid until the next call.
  @_lifetime(immortal)
  @_optimize(speed)
  private mutating func makeKey(
    _ parent: Int32, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> Span<UInt8> {
    key.truncate(to: 0)
    for shift in upTo(4) { try key.append(UInt8(truncatingIfNeeded: parent &>> Int32(shift &* 8))) }
    try key.append(contentsOf: name)
    // `StoredText` has only the address, so the compiler does not bind the span to `key`.
    return StoredText(key.span).bytes
  }

  /// Adds a definition to a node, with the highest precedence. If the definition that had the
  /// highest precedence so far has the same context and position in the resolution order, replaces
  /// that one. A definition without a context replaces all others.
  @_optimize(speed)
  mutating func define(
    _ index: Int32, as definition: TokenDefinition
  ) throws(OutOfMemory) {
    var definition = definition
    let highest = node(index)?.highestDefinition ?? -1
    if definition.context >= 0 {
      definition.nextLower = highest
      if let previous = self.definition(highest), previous.context == definition.context,
        previous.orderIndex == definition.orderIndex
      {
        definition.nextLower = previous.nextLower
      }
    }
    try definitions.append(definition)
    if definition.form == .reference { hasReferences = true }
    let definitionIndex = Int32(truncatingIfNeeded: definitions.count &- 1)
    change(index) { $0.highestDefinition = definitionIndex }
  }

  /// Adds an inherited definition to a node, below the definitions with higher precedence: those of
  /// the node itself, and those that the same group or a deeper one has inherited. Does nothing if
  /// one of these applies in all contexts, so that the new one could never apply.
  mutating func addInherited(
    _ definition: TokenDefinition, to index: Int32
  ) throws(OutOfMemory) {
    var definition = definition
    var higher: Int32 = -1
    var definitionIndex = node(index)?.highestDefinition ?? -1
    while let other = self.definition(definitionIndex),
      other.form != .inherited || other.groupDepth >= definition.groupDepth
    {
      if other.context < 0 { return }
      higher = definitionIndex
      definitionIndex = other.nextLower
    }
    definition.nextLower = definitionIndex
    try definitions.append(definition)
    link(Int32(truncatingIfNeeded: definitions.count &- 1), to: index, below: higher)
  }

  /// Links a definition below the next higher one or, if `higher` is −1, at the head of the list.
  private mutating func link(_ definitionIndex: Int32, to index: Int32, below higher: Int32) {
    if higher >= 0 {
      definitions.change(at: Int(higher)) { $0.nextLower = definitionIndex }
    } else {
      change(index) { $0.highestDefinition = definitionIndex }
    }
  }

  mutating func setTarget(ofDefinition definitionIndex: Int32, _ target: Int32) {
    definitions.change(at: Int(definitionIndex)) { $0.target = target }
  }

  /// Removes a definition from a node.
  mutating func remove(_ definitionIndex: Int32, from index: Int32) {
    guard let definition = definition(definitionIndex) else { return }
    var higher: Int32 = -1
    var current = node(index)?.highestDefinition ?? -1
    while current != definitionIndex, let other = self.definition(current) {
      higher = current
      current = other.nextLower
    }
    guard current == definitionIndex else { return }
    link(definition.nextLower, to: index, below: higher)
  }

  /// Adds a property with the highest precedence to a group.
  mutating func add(_ property: GroupProperty, to index: Int32) throws(OutOfMemory) {
    var property = property
    property.nextLower = self.property(property.kind, of: index)
    try properties.append(property)
    if property.kind == .extends { hasExtensions = true }
    let propertyIndex = Int32(truncatingIfNeeded: properties.count &- 1)
    change(index) { $0.properties[Int(property.kind.rawValue) & 3] = propertyIndex }
  }

  mutating func setTarget(ofProperty propertyIndex: Int32, _ target: Int32) {
    properties.change(at: Int(propertyIndex)) { $0.target = target }
  }

  /// The index of the property of a kind with the highest precedence; `nil` if the group has none.
  func property(_ kind: GroupProperty.Kind, of index: Int32) -> Int32? {
    guard let propertyIndex = node(index)?.properties[Int(kind.rawValue) & 3], propertyIndex >= 0
    else {
      return nil
    }
    return propertyIndex
  }

  // MARK: - Lookup

  /// The node at a path, such as `a.b`; `nil` if there is none. After a token, the path may end
  /// with `value`, which older tools append.
  @_optimize(speed)
  mutating func node(ofPath path: StoredText) throws(OutOfMemory) -> Int32? {
    var segments = ReferenceSegments(path: path)
    var index: Int32 = 0
    var segment = LongText()
    while segments.next(&segment) {
      guard let child = try child(of: index, named: segment.bytes) else {
        let isLegacy = !segments.hasNext && segment.bytes.equals("value")
        return isLegacy && node(index)?.isToken == true ? index : nil
      }
      index = child
    }
    return index
  }

  /// The node that a JSON pointer leads to, and the remaining segments, which lead into that node:
  /// to a property, or to a part of a token. `nil` if the pointer leads nowhere.
  mutating func node(
    ofPointer pointer: StoredText
  ) throws(OutOfMemory) -> (node: Int32, remainingSegments: ReferenceSegments)? {
    var segments = ReferenceSegments(pointer: pointer)
    var index: Int32 = 0
    var remainingSegments = segments
    var segment = LongText()
    while segments.next(&segment) {
      let bytes = segment.bytes
      let isProperty = bytes.element(at: 0) == UInt8(ascii: "$") && !bytes.equals("$root")
      if isProperty { return (index, remainingSegments) }
      guard let child = try child(of: index, named: bytes) else {
        return node(index)?.isToken == true ? (index, remainingSegments) : nil
      }
      index = child
      remainingSegments = segments
    }
    return (index, segments)
  }

  // MARK: - Traversal

  /// The path of a node, with slashes. A path that is too long for a name is truncated to one byte
  /// more than the limit, so that the check of the name fails.
  @_optimize(speed)
  mutating func path(_ index: Int32) throws(OutOfMemory) -> StoredText {
    pending.truncate(to: 0)
    var path: StoredText?
    var ancestor = index
    while path == nil, ancestor > 0, let node = node(ancestor) {
      path = node.path
      if path == nil { try pending.append(ancestor) }
      ancestor = node.parent
    }
    while let ancestor = pending.removeLast(), let node = node(ancestor) {
      if let group = path {
        // The name of a root token adds nothing to the path of its group.
        let remaining = greatestNameLength &- group.count
        if !node.name.equals("$root"), remaining >= 0 {
          path = try paths.join(group.bytes, UInt8(ascii: "/"), node.name.bytes.slice(0, remaining))
        }
      } else {
        path = node.name
      }
      change(ancestor) { $0.path = path }
    }
    return path ?? .empty
  }

  /// The next node of a preorder traversal of a group; `nil` after the last one.
  @inline(__always)
  func successor(_ index: Int32, within group: Int32) -> Int32? {
    guard var node = node(index) else { return nil }
    if node.firstChild >= 0 { return node.firstChild }
    var index = index
    while index != group {
      if node.nextSibling >= 0 { return node.nextSibling }
      index = node.parent
      guard let parent = self.node(index) else { return nil }
      node = parent
    }
    return nil
  }

  /// Returns whether a node is the group, or is in the group.
  func isNode(_ index: Int32, within group: Int32) -> Bool {
    var ancestor = index
    while ancestor >= 0, ancestor != group { ancestor = node(ancestor)?.parent ?? -1 }
    return ancestor == group
  }
}

extension Span<UInt8> {
  /// True if a name has characters that the name of a token cannot contain.
  fileprivate var hasSpecialCharacters: Bool {
    var index = 0
    while let byte = element(at: index) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "."), UInt8(ascii: "/"): return true
      default: index &+= 1
      }
    }
    return false
  }
}
