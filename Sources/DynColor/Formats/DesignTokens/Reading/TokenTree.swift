// Groups and tokens of all the files of a load, laid over each other.

/// What one source says that a token is.
struct TokenDefinition: BitwiseCopyable {
  enum Form: UInt8 {
    /// A value, or an alias as text.
    case value
    /// An object with a `$ref` in the place of a token or a group.
    case reference
    /// What a group takes over from another: the token at `target`.
    case inherited
  }

  /// What the source says of the type.
  enum Kind: UInt8 { case unsaid, color, other }

  let form: Form
  let kind: Kind
  /// The object that is the token, and its value.
  let token: Located
  let value: Located
  /// The place in the order of resolution; and the context in which it counts, or −1.
  let layer: Int32
  let context: Int32
  /// How deep the group is that takes it over: deeper ones come first.
  var level: Int32 = 0
  var target: Int32 = -1
  fileprivate(set) var older: Int32 = -1

  init(_ form: Form, _ kind: Kind, token: Located, value: Located, _ scope: TokenScope) {
    self.form = form
    self.kind = kind
    self.token = token
    self.value = value
    layer = scope.layer
    context = scope.context
  }
}

/// Where in a resolver what is read stands.
struct TokenScope: BitwiseCopyable {
  var layer: Int32 = 0
  var context: Int32 = -1
}

/// What a source says of a group.
struct GroupFact: BitwiseCopyable {
  enum Kind: UInt8 { case type, deprecated, extends }

  let kind: Kind
  let value: Located
  let layer: Int32
  let context: Int32
  /// The group that is extended, once that is known.
  var target: Int32 = -1
  fileprivate(set) var older: Int32 = -1

  init(_ kind: Kind, _ value: Located, _ scope: TokenScope) {
    self.kind = kind
    self.value = value
    layer = scope.layer
    context = scope.context
  }
}

/// A tree of names. A node with definitions is a token, one with others in it a group.
struct TokenTree: ~Copyable {
  /// The longest name of a node.
  static var greatestName: Int { 1023 }

  struct Node: BitwiseCopyable {
    let name: StoredText
    let parent: Int32
    let depth: Int32
    /// Where it was first named.
    let place: ImportedColors.Place
    fileprivate(set) var firstChild: Int32 = -1
    fileprivate var lastChild: Int32 = -1
    fileprivate(set) var next: Int32 = -1
    /// The definitions and the facts, from the one that counts most on.
    fileprivate(set) var definition: Int32 = -1
    fileprivate(set) var fact: Int32 = -1
    var extending = Progress.none
    var coloring = Progress.none
    var isColor = false
    /// The type that the group gives to what has none.
    var groupType: TokenDefinition.Kind?
    /// The names of the groups around it and its own, once they have been asked for.
    fileprivate var path: StoredText?

    var isToken: Bool { definition >= 0 }
    var isGroup: Bool { firstChild >= 0 }
  }

  enum Progress: UInt8 { case none, begun, done }

  private var nodes: Buffer<Node>
  private var names: NameTable
  private var definitions: Buffer<TokenDefinition>
  private var facts: Buffer<GroupFact>
  private var key: Buffer<UInt8>
  private var paths: Arena
  /// The nodes whose paths are being made.
  private var pending: Buffer<Int32>

  init(_ allocator: Allocator) throws(OutOfMemory) {
    var nodes = Buffer<Node>(allocator)
    try nodes.append(Node(name: .empty, parent: -1, depth: 0, place: .none))
    names = try NameTable(allocator, seed: 0)
    self.nodes = nodes
    definitions = Buffer(allocator)
    facts = Buffer(allocator)
    key = Buffer(allocator)
    paths = Arena(allocator)
    pending = Buffer(allocator)
  }

  func node(_ index: Int32) -> Node? { nodes.element(at: Int(index)) }

  mutating func change(_ index: Int32, _ change: (inout Node) -> Void) {
    nodes.change(at: Int(index), change)
  }

  func definition(_ index: Int32) -> TokenDefinition? { definitions.element(at: Int(index)) }

  func fact(_ index: Int32) -> GroupFact? { facts.element(at: Int(index)) }

  /// The node that a name has in a group, if there is one.
  mutating func child(_ parent: Int32, _ name: Span<UInt8>) throws(OutOfMemory) -> Int32? {
    guard name.count <= TokenTree.greatestName else { return nil }
    let value = names.reader.value(of: try key(parent, name))
    return value == 0 ? nil : Int32(truncatingIfNeeded: value)
  }

  /// The same, which is added if there is none.
  mutating func child(
    _ parent: Int32, _ name: Span<UInt8>, at place: ImportedColors.Place
  ) throws(OutOfMemory) -> Int32 {
    try nodes.reserve(1)
    let slot = try names.intern(try key(parent, name))
    if slot.value != 0 { return Int32(truncatingIfNeeded: slot.value) }
    let index = Int32(truncatingIfNeeded: nodes.count)
    slot.value = UInt64(truncatingIfNeeded: nodes.count)
    guard let group = node(parent) else { return index }
    nodes.appendReserved(
      Node(
        name: StoredText(slot.bytes.bytes.slice(4, slot.length)), parent: parent,
        depth: group.depth &+ 1, place: place))
    change(parent) {
      if $0.lastChild < 0 { $0.firstChild = index }
      $0.lastChild = index
    }
    change(group.lastChild) { $0.next = index }
    return index
  }

  @_lifetime(immortal)
  private mutating func key(
    _ parent: Int32, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> Span<UInt8> {
    key.truncate(to: 0)
    for shift in upTo(4) { try key.append(UInt8(truncatingIfNeeded: parent &>> Int32(shift &* 8))) }
    try key.append(contentsOf: name)
    return StoredText(key.span).bytes
  }

  /// Lays a definition over those that a node has. One of the same context takes the place of that
  /// before it, and one that always counts that of all.
  mutating func define(_ index: Int32, _ definition: TokenDefinition) throws(OutOfMemory) {
    var definition = definition
    let newest = node(index)?.definition ?? -1
    if definition.context >= 0 {
      definition.older = newest
      if let before = self.definition(newest), before.context == definition.context,
        before.layer == definition.layer
      {
        definition.older = before.older
      }
    }
    try definitions.append(definition)
    let place = Int32(truncatingIfNeeded: definitions.count &- 1)
    change(index) { $0.definition = place }
  }

  /// Lays a definition that is taken over below those that count more. The result is whether it can
  /// count at all.
  mutating func inherit(_ index: Int32, _ definition: TokenDefinition) throws(OutOfMemory) -> Bool {
    var definition = definition
    var before: Int32 = -1
    var place = node(index)?.definition ?? -1
    while let other = self.definition(place),
      other.form != .inherited || other.level >= definition.level
    {
      if other.context < 0 { return false }
      before = place
      place = other.older
    }
    definition.older = place
    try definitions.append(definition)
    link(Int32(truncatingIfNeeded: definitions.count &- 1), to: index, below: before)
    return true
  }

  /// Puts a definition below another of a node, or makes it the one that counts most.
  private mutating func link(_ place: Int32, to index: Int32, below before: Int32) {
    if before >= 0 {
      definitions.change(at: Int(before)) { $0.older = place }
    } else {
      change(index) { $0.definition = place }
    }
  }

  mutating func setTarget(_ place: Int32, _ target: Int32) {
    definitions.change(at: Int(place)) { $0.target = target }
  }

  /// Takes a definition away from a node.
  mutating func remove(_ place: Int32, from index: Int32) {
    guard let definition = definition(place) else { return }
    var before: Int32 = -1
    var rest = node(index)?.definition ?? -1
    while rest != place, let other = self.definition(rest) {
      before = rest
      rest = other.older
    }
    guard rest == place else { return }
    link(definition.older, to: index, below: before)
  }

  mutating func add(_ index: Int32, _ fact: GroupFact) throws(OutOfMemory) {
    var fact = fact
    fact.older = node(index)?.fact ?? -1
    try facts.append(fact)
    let place = Int32(truncatingIfNeeded: facts.count &- 1)
    change(index) { $0.fact = place }
  }

  mutating func setTarget(ofFact place: Int32, _ target: Int32) {
    facts.change(at: Int(place)) { $0.target = target }
  }

  /// The fact of a kind that counts most, at or below another.
  func fact(_ kind: GroupFact.Kind, from place: Int32) -> Int32? {
    var place = place
    while let fact = fact(place) {
      if fact.kind == kind { return place }
      place = fact.older
    }
    return nil
  }

  /// The same of a group.
  func fact(_ kind: GroupFact.Kind, of index: Int32) -> Int32? {
    node(index).flatMap { fact(kind, from: $0.fact) }
  }

  // MARK: - References

  /// The node that a path leads to. The `value` that older tools put behind it may be there or not.
  mutating func node(ofPath path: StoredText) throws(OutOfMemory) -> Int32? {
    var parts = ReferenceParts(path: path)
    var index: Int32 = 0
    while let part = parts.next() {
      guard let child = try child(index, part.bytes) else {
        let isLast = parts.offset > path.count
        let isLegacy = isLast && part.bytes.equals("value")
        return isLegacy && node(index)?.isToken == true ? index : nil
      }
      index = child
    }
    return index
  }

  /// The node that a pointer leads to or into, and the parts of the pointer that are left for what is
  /// in the token.
  mutating func node(
    ofPointer pointer: StoredText
  ) throws(OutOfMemory) -> (node: Int32, rest: ReferenceParts)? {
    var parts = ReferenceParts(pointer: pointer)
    var index: Int32 = 0
    var before = parts
    while let part = parts.next() {
      let bytes = part.bytes
      let isProperty = bytes.element(at: 0) == UInt8(ascii: "$") && !bytes.equals("$root")
      if isProperty { return (index, before) }
      guard let child = try child(index, bytes) else {
        return node(index)?.isToken == true ? (index, before) : nil
      }
      index = child
      before = parts
    }
    return (index, parts)
  }

  // MARK: - Walking

  /// The names of the groups around a node and its own, with slashes between them. Of one that is too
  /// long for a name there is a byte more than names have.
  mutating func path(_ index: Int32) throws(OutOfMemory) -> StoredText {
    pending.truncate(to: 0)
    var path: StoredText?
    var place = index
    while path == nil, place > 0, let node = node(place) {
      path = node.path
      if path == nil { try pending.append(place) }
      place = node.parent
    }
    while let place = pending.removeLast(), let node = node(place) {
      if let group = path {
        let rest = TokenTree.greatestName &- group.count
        if !node.name.equals("$root"), rest >= 0 {
          path = try paths.join(group.bytes, UInt8(ascii: "/"), node.name.bytes.slice(0, rest))
        }
      } else {
        path = node.name
      }
      change(place) { $0.path = path }
    }
    return path ?? .empty
  }

  /// The node after another in a walk through all that is in a group, that before what is in it.
  func successor(_ index: Int32, within group: Int32) -> Int32? {
    guard var node = node(index) else { return nil }
    if node.firstChild >= 0 { return node.firstChild }
    var index = index
    while index != group {
      if node.next >= 0 { return node.next }
      index = node.parent
      guard let parent = self.node(index) else { return nil }
      node = parent
    }
    return nil
  }

  func isWithin(_ index: Int32, _ group: Int32) -> Bool {
    var place = index
    while place >= 0, place != group { place = node(place)?.parent ?? -1 }
    return place == group
  }
}
