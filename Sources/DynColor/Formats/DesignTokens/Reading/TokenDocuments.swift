// DesignTokens: the JSON documents of an import.

/// A value in one of several JSON documents.
struct JSONNode: BitwiseCopyable, Equatable {
  let document: Int32
  let value: JSON.Value

  /// Another value in the same document.
  fileprivate func at(_ value: JSON.Value) -> JSONNode {
    JSONNode(document: document, value: value)
  }
}

/// The parsed JSON documents. Each file is parsed once.
struct TokenDocuments: ~Copyable {
  private var texts: NoncopyableArray<JSONFile>
  /// For each file the number of its document, from 1; −1 if it is not valid JSON.
  private var numbers: Buffer<Int32>
  /// The values of members of large objects, by document, object and key.
  private var members: NameTable
  private var key: Buffer<UInt8>

  /// Larger objects are searched with a hash table.
  private static var linearSearchLimit: Int { 16 }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    members = try NameTable(allocator, seed: 0)
    texts = NoncopyableArray(allocator)
    numbers = Buffer(allocator)
    key = Buffer(allocator)
  }

  /// The root of a file. `nil` if it is not valid JSON, which has been reported.
  mutating func root(
    of file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    let index = Int(file.index)
    if let number = numbers.element(at: index), number != 0 {
      return number > 0 ? JSONNode(document: number &- 1, value: JSON.Value(index: 0)) : nil
    }
    try allocating(try numbers.append(repeating: 0, count: index &+ 1 &- numbers.count))
    try session.advance(file.path.bytes)
    guard let text = try JSONFile.parse(file, &session) else {
      numbers.replace(at: index, with: -1)
      return nil
    }
    do throws(OutOfMemory) { try texts.append(text) } catch { throw .outOfMemory }
    numbers.replace(at: index, with: Int32(truncatingIfNeeded: texts.count))
    return JSONNode(
      document: Int32(truncatingIfNeeded: texts.count &- 1), value: JSON.Value(index: 0))
  }

  func path(of located: JSONNode) -> StoredText {
    texts.read(Int(located.document)) { $0.file.path } ?? .empty
  }

  @inline(never)
  func place(_ located: JSONNode) -> ImportedColors.Place {
    texts.read(Int(located.document)) { $0.place(located.value) } ?? .none
  }

  @inline(never)
  func kind(_ located: JSONNode) -> JSON.Kind {
    texts.read(Int(located.document)) { $0.json.kind(located.value) } ?? .null
  }

  @inline(never)
  func string(_ located: JSONNode) -> StoredText {
    texts.read(Int(located.document)) { $0.json.string(located.value) } ?? .empty
  }

  @inline(never)
  func number(_ located: JSONNode) -> Double {
    texts.read(Int(located.document)) { $0.json.number(located.value) } ?? 0
  }

  @inline(never)
  func boolean(_ located: JSONNode) -> Bool {
    texts.read(Int(located.document)) { $0.json.boolean(located.value) } ?? false
  }

  @inline(never)
  func count(_ located: JSONNode) -> Int {
    texts.read(Int(located.document)) { $0.json.count(located.value) } ?? 0
  }

  /// The first element of an array, or the first key of an object.
  @inline(never)
  func first(_ located: JSONNode) -> JSONNode? {
    texts.read(Int(located.document)) { $0.json.first(located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  @inline(never)
  func next(_ located: JSONNode) -> JSONNode? {
    texts.read(Int(located.document)) { $0.json.next(located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  func value(ofKey key: JSONNode) -> JSONNode {
    key.at(JSON.Value(index: key.value.index &+ 1))
  }

  @inline(never)
  func member(_ key: StaticString, _ located: JSONNode) -> JSONNode? {
    texts.read(Int(located.document)) { $0.json.member(key, located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  /// The value of any key. For repeated queries, the time does not depend on the size of the
  /// object.
  mutating func member(named name: Span<UInt8>, _ object: JSONNode) throws(OutOfMemory)
    -> JSONNode?
  {
    guard kind(object) == .object, name.count < 1 << 15 else { return nil }
    guard count(object) > TokenDocuments.linearSearchLimit else {
      var found: JSONNode?
      forEachMember(object) { key, value in if string(key).equals(name) { found = value } }
      return found
    }
    if members.reader.slot(of: try key(object, Span())) == nil { try index(object) }
    let value = members.reader.value(of: try key(object, name))
    return value == 0 ? nil : object.at(JSON.Value(index: Int(truncatingIfNeeded: value)))
  }

  private mutating func index(_ object: JSONNode) throws(OutOfMemory) {
    var rest = first(object)
    while let member = rest {
      let name = string(member)
      if name.count > 0, name.count < 1 << 15 {
        let slot = try members.intern(try key(object, name.bytes))
        slot.value = UInt64(truncatingIfNeeded: value(ofKey: member).value.index)
      }
      rest = next(member)
    }
    _ = try members.intern(try key(object, Span()))
  }

  @_lifetime(immortal)
  private mutating func key(
    _ object: JSONNode, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> Span<UInt8> {
    key.truncate(to: 0)
    for shift in upTo(4) {
      try key.append(UInt8(truncatingIfNeeded: object.document &>> Int32(shift &* 8)))
    }
    for shift in upTo(4) {
      try key.append(UInt8(truncatingIfNeeded: object.value.index &>> (shift &* 8)))
    }
    try key.append(contentsOf: name)
    return StoredText(key.span).bytes
  }

  func forEachMember(
    _ object: JSONNode, _ body: (_ key: JSONNode, _ value: JSONNode) -> Void
  ) {
    var rest = first(object)
    while let key = rest {
      body(key, value(ofKey: key))
      rest = next(key)
    }
  }

  /// The element of an array, or the member of an object, that a segment of a JSON pointer refers
  /// to.
  mutating func part(_ name: Span<UInt8>, of located: JSONNode) throws(OutOfMemory)
    -> JSONNode?
  {
    guard kind(located) == .array else { return try member(named: name, located) }
    guard name.count > 0, name.count < 6, var place = decimal(name) else { return nil }
    var element = first(located)
    while let found = element, place > 0 {
      element = next(found)
      place &-= 1
    }
    return element
  }

  private func decimal(_ text: Span<UInt8>) -> Int? {
    var value = 0
    var index = 0
    while let byte = text.element(at: index) {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      index &+= 1
    }
    return value
  }

  /// Writes a value as strict JSON.
  func write(_ value: JSONNode, to text: inout TextWriter) throws(OutOfMemory) {
    let isWritten = texts.read(Int(value.document)) { source in
      (try? text.append(value.value, of: source.json, isCompact: true)) != nil
    }
    if isWritten == false { throw OutOfMemory() }
  }

  // MARK: - Structure of design tokens

  /// Returns whether a document is a resolver rather than a file of tokens.
  func isResolver(_ root: JSONNode) -> Bool {
    member("resolutionOrder", root).map { kind($0) == .array } ?? false
  }

  /// The data that our own writer has stored with a token.
  func ownExtension(of token: JSONNode) -> JSONNode? {
    member("$extensions", token).flatMap { member("org.dyncolor", $0) }
  }

  /// Returns whether an object has members of a color, which override those of its reference.
  func hasColorMembers(_ object: JSONNode) -> Bool {
    member("components", object) != nil || member("alpha", object) != nil
      || member("colorSpace", object) != nil
  }

  /// The text of a reference in place of a whole definition, if there is one.
  func reference(of definition: TokenDefinition) -> StoredText? {
    switch kind(definition.value) {
    case .string: string(definition.value)
    case .object: member("$ref", definition.value).map { string($0) }
    default: nil
    }
  }

  /// Returns whether a value without a type is evidently a color.
  func looksLikeColor(_ value: JSONNode) -> Bool {
    switch kind(value) {
    case .object: return member("colorSpace", value) != nil && member("components", value) != nil
    case .string:
      let text = string(value).bytes
      return text.element(at: 0) == UInt8(ascii: "#")
        || text.element(at: text.count &- 1) == UInt8(ascii: ")") && parsePlainColor(text) != nil
    default: return false
    }
  }

  // MARK: - References to other files

  /// Follows a JSON pointer into another file, or into the same one if no file is given. References
  /// within objects on the way are not followed. `nil` if there is no target, which is reported.
  mutating func follow(
    _ reference: TokenReference, from place: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    let here = self.place(place)
    var located = JSONNode(document: place.document, value: JSON.Value(index: 0))
    if reference.file.count > 0 {
      guard let root = try root(of: reference.file, from: place, &session) else { return nil }
      located = root
    }
    var parts = ReferenceParts(pointer: reference.pointer)
    var part = LongText()
    while parts.next(&part) {
      guard let inner = try allocating(try self.part(part.bytes, of: located)) else {
        try session.fail(
          .unknownName, "refers to a missing member", reference.pointer.bytes, at: here)
        return nil
      }
      located = inner
    }
    return located
  }

  /// The root of a file, by a path relative to another file.
  private mutating func root(
    of path: StoredText, from place: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    guard let wanted = try wantedPath(path, from: place, &session),
      let file = try session.open(wanted.bytes, at: self.place(place))
    else { return nil }
    return try root(of: file, &session)
  }

  /// The path of such a file; `nil` if it leaves the root, which is reported. Not inlined, so that
  /// no path is on the stack while the file is read.
  @inline(never)
  private func wantedPath(
    _ path: StoredText, from place: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    let here = self.place(place)
    var wanted: StoredText?
    if !path.bytes.hasScheme { wanted = try session.path(path, relativeTo: self.path(of: place)) }
    guard let wanted, wanted.count > 0 else {
      try session.fail(.outside, "expected a file of the folder", path.bytes, at: here)
      return nil
    }
    return wanted
  }
}
