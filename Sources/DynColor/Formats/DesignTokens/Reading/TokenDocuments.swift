// DesignTokens: the JSON documents of an import.

/// A value in one of several JSON documents.
struct JSONNode: BitwiseCopyable, Equatable {
  /// The index of the document in `TokenDocuments`.
  let document: Int32
  /// The value in the document; the root has the index 0.
  let value: JSON.Value

  /// Another value of the same document.
  fileprivate func inSameDocument(_ value: JSON.Value) -> JSONNode {
    JSONNode(document: document, value: value)
  }
}

/// The parsed JSON documents. Each file is parsed once.
struct TokenDocuments: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private var documents: NoncopyableArray<JSONFile>
  /// For each file, the number of its document, from 1; 0 if it has not been parsed, −1 if it is
  /// not valid JSON.
  private var numbers: Buffer<Int32>
  /// The values of members of large objects, by document, object and key.
  private var members: NameTable
  /// The last result of `makeKey`, a key that is looked up in `members`.
  private var key: Buffer<UInt8>

  /// The maximum number of members of an object that is searched without a hash table.
  private static var greatestLinearCount: Int { 16 }
  /// The maximum length of a name that is looked up. A key of `members` is eight bytes longer, and
  /// must not be too long for a `NameTable`.
  private static var greatestKeyLength: Int { (1 << 15) &- 1 }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    members = try NameTable(allocator, seed: 0)
    documents = NoncopyableArray(allocator)
    numbers = Buffer(allocator)
    key = Buffer(allocator)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Parses a file, unless it has been parsed. Returns its root. If it is not valid JSON, reports
  /// errors and returns `nil`.
  mutating func parse(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    let index = Int(file.index)
    if let number = numbers.element(at: index), number != 0 {
      return number > 0 ? JSONNode(document: number &- 1, value: JSON.Value(index: 0)) : nil
    }
    try convertingOutOfMemory(try numbers.append(repeating: 0, count: index &+ 1 &- numbers.count))
    try session.reportProgress(file.path.bytes)
    guard let document = try JSONFile.parse(file, &session) else {
      numbers.replace(at: index, with: -1)
      return nil
    }
    do throws(OutOfMemory) { try documents.append(document) } catch { throw .outOfMemory }
    numbers.replace(at: index, with: Int32(truncatingIfNeeded: documents.count))
    return JSONNode(
      document: Int32(truncatingIfNeeded: documents.count &- 1), value: JSON.Value(index: 0))
  }

  /// The number of values, and of keys of objects, in the document of a value.
  func valueAndKeyCount(inDocumentOf node: JSONNode) -> Int {
    documents.read(Int(node.document)) { $0.json.valueAndKeyCount } ?? 0
  }

  /// The path of the file that contains a value, relative to the root directory.
  func path(of node: JSONNode) -> StoredText {
    documents.read(Int(node.document)) { $0.file.path } ?? .empty
  }

  @inline(never)
  @_optimize(speed)
  func location(_ node: JSONNode) -> SourceLocation {
    documents.read(Int(node.document)) { $0.location(node.value) } ?? .none
  }

  /// Returns whether a value is in a member whose key has been reported as repeated.
  func isInRepeatedMember(_ node: JSONNode) -> Bool {
    documents.read(Int(node.document)) { $0.isInRepeatedMember(node.value) } ?? false
  }

  /// The number of bytes of a value in its file.
  func length(_ node: JSONNode) -> Int {
    documents.read(Int(node.document)) {
      $0.json.end(node.value) &- $0.json.offset(node.value)
    } ?? 0
  }

  @inline(never)
  @_optimize(speed)
  func kind(_ node: JSONNode) -> JSON.Kind {
    documents.read(Int(node.document)) { $0.json.kind(node.value) } ?? .null
  }

  /// The contents of a string or a key; empty for other values.
  @inline(never)
  @_optimize(speed)
  func string(_ node: JSONNode) -> StoredText {
    documents.read(Int(node.document)) { $0.json.string(node.value) } ?? .empty
  }

  /// The value of a number; 0 for other values.
  @inline(never)
  func number(_ node: JSONNode) -> Double {
    documents.read(Int(node.document)) { $0.json.number(node.value) } ?? 0
  }

  /// True for `true`; false for all other values.
  @inline(never)
  func boolean(_ node: JSONNode) -> Bool {
    documents.read(Int(node.document)) { $0.json.boolean(node.value) } ?? false
  }

  /// The number of elements of an array, or of members of an object.
  @inline(never)
  func count(_ node: JSONNode) -> Int {
    documents.read(Int(node.document)) { $0.json.count(node.value) } ?? 0
  }

  /// The first element of an array, or the first key of an object.
  @inline(never)
  func first(_ node: JSONNode) -> JSONNode? {
    documents.read(Int(node.document)) { $0.json.first(node.value) }.flatMap { $0 }
      .map { node.inSameDocument($0) }
  }

  /// The element after an element of an array, or the key after a key of an object.
  @inline(never)
  @_optimize(speed)
  func next(_ node: JSONNode) -> JSONNode? {
    documents.read(Int(node.document)) { $0.json.next(node.value) }.flatMap { $0 }
      .map { node.inSameDocument($0) }
  }

  /// The value of a member of an object, by its key. The value is stored after the key.
  func value(ofKey key: JSONNode) -> JSONNode {
    key.inSameDocument(JSON.Value(index: key.value.index &+ 1))
  }

  /// The value of the member of an object with a key; `nil` if there is none.
  @inline(never)
  @_optimize(speed)
  func member(_ key: StaticString, _ node: JSONNode) -> JSONNode? {
    documents.read(Int(node.document)) { $0.json.member(key, node.value) }.flatMap { $0 }
      .map { node.inSameDocument($0) }
  }

  /// The value of the member of an object with any name, such as one from a file; `nil` if there is
  /// none. Repeated lookups in a large object take constant time.
  mutating func member(
    named name: Span<UInt8>, _ object: JSONNode
  ) throws(OutOfMemory) -> JSONNode? {
    guard kind(object) == .object, name.count <= TokenDocuments.greatestKeyLength else {
      return nil
    }
    guard count(object) > TokenDocuments.greatestLinearCount else {
      var found: JSONNode?
      forEachMember(object) { key, keyName in
        if keyName.equals(name) { found = value(ofKey: key) }
      }
      return found
    }
    // A key with an empty name says that the members of the object have been added.
    if members.reader.slot(of: try makeKey(object, Span())) == nil { try addMembers(of: object) }
    let index = Int(truncatingIfNeeded: members.reader.value(of: try makeKey(object, name)))
    return index == 0 ? nil : object.inSameDocument(JSON.Value(index: index))
  }

  /// Adds the members of an object to the hash table.
  private mutating func addMembers(of object: JSONNode) throws(OutOfMemory) {
    var nextMember = first(object)
    while let member = nextMember {
      let name = string(member)
      if name.count > 0, name.count <= TokenDocuments.greatestKeyLength {
        let slot = try members.intern(try makeKey(object, name.bytes))
        slot.value = UInt64(truncatingIfNeeded: value(ofKey: member).value.index)
      }
      nextMember = next(member)
    }
    // The empty name is the mark that `member(named:_:)` looks for.
    _ = try members.intern(try makeKey(object, Span()))
  }

  /// The key of a member in `members`: four bytes each for the document and the object, and the
  /// name. It is valid until the next call.
  @_lifetime(immortal)
  private mutating func makeKey(
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
    // `StoredText` has only the address, so the compiler does not bind the span to `key`.
    return StoredText(key.span).bytes
  }

  /// Calls `body` with each key of an object and the name that the key stands for.
  @inline(__always)
  func forEachMember(
    _ object: JSONNode, _ body: (_ key: JSONNode, _ name: StoredText) -> Void
  ) {
    _ = documents.read(Int(object.document)) {
      $0.json.forEachMember(object.value) { key, name in body(object.inSameDocument(key), name) }
    }
  }

  /// The element of an array, or the member of an object, that a segment of a JSON pointer refers
  /// to; `nil` if there is none.
  mutating func child(
    _ segment: Span<UInt8>, of node: JSONNode
  ) throws(OutOfMemory) -> JSONNode? {
    guard kind(node) == .array else { return try member(named: segment, node) }
    // Indices of more than five digits are not supported.
    guard segment.count > 0, segment.count < 6, var remaining = parseDecimal(segment) else {
      return nil
    }
    var element = first(node)
    while let current = element, remaining > 0 {
      element = next(current)
      remaining &-= 1
    }
    return element
  }

  /// Parses decimal digits; `nil` if there are other characters.
  private func parseDecimal(_ text: Span<UInt8>) -> Int? {
    var value = 0
    var index = 0
    while let byte = text.element(at: index) {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      index &+= 1
    }
    return value
  }

  /// Writes a value as standard JSON.
  func write(_ value: JSONNode, to text: inout TextWriter) throws(OutOfMemory) {
    let isWritten = documents.read(Int(value.document)) { source in
      (try? text.append(value.value, of: source.json, isCompact: true)) != nil
    }
    if isWritten == false { throw OutOfMemory() }
  }

  // MARK: - Structure of design tokens

  /// Returns whether a document is a resolver rather than a file of tokens.
  func isResolver(_ root: JSONNode) -> Bool {
    member("resolutionOrder", root).map { kind($0) == .array } ?? false
  }

  /// The data that `TokenWriter` stored with a token or at the root of a file.
  func dyncolorExtension(of token: JSONNode) -> JSONNode? {
    member("$extensions", token).flatMap { member("org.dyncolor", $0) }
  }

  /// Returns whether an object with a reference also has members of a color. These override the
  /// members that the target of the reference has.
  func hasColorMembers(_ object: JSONNode) -> Bool {
    member("components", object) != nil || member("alpha", object) != nil
      || member("colorSpace", object) != nil
  }

  /// The reference in the value of a definition: the string itself, which may be an alias, or the
  /// text of a `$ref`. `nil` if the value has neither.
  func reference(of definition: TokenDefinition) -> StoredText? {
    switch kind(definition.value) {
    case .string: string(definition.value)
    case .object: member("$ref", definition.value).map { string($0) }
    default: nil
    }
  }

  /// Returns whether the value of a token without a type is a color, by its notation.
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

  /// Follows a JSON pointer into another file or, if the reference names no file, into the file of
  /// `referrer`. Does not follow references within the target file. If there is no target, reports
  /// an error and returns `nil`.
  mutating func follow(
    _ reference: TokenReference, from referrer: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    var target = JSONNode(document: referrer.document, value: JSON.Value(index: 0))
    if reference.file.count > 0 {
      guard let root = try openFile(reference.file, from: referrer, &session) else { return nil }
      target = root
    }
    var segments = ReferenceSegments(pointer: reference.pointer)
    var segment = LongText()
    while segments.next(&segment) {
      guard let child = try convertingOutOfMemory(try child(segment.bytes, of: target)) else {
        try session.reportError(
          .unknownName, CommonMessage.missingMember, reference.pointer.bytes,
          at: self.location(referrer))
        return nil
      }
      target = child
    }
    return target
  }

  /// Opens and parses a file. `path` is relative to the directory of the referrer's file. Returns
  /// the root of the document. If that fails, reports an error and returns `nil`.
  private mutating func openFile(
    _ path: StoredText, from referrer: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONNode? {
    guard let resolved = try resolvePath(path, from: referrer, &session),
      let file = try session.open(resolved.bytes, at: self.location(referrer))
    else { return nil }
    return try parse(file, &session)
  }

  /// Resolves a path that is relative to the directory of the referrer's file. The result is
  /// relative to the root directory. If the path leads outside that directory, reports an error and
  /// returns `nil`.
  // Not inlined, so that the buffer of the path is not on the stack while the file is read.
  @inline(never)
  private func resolvePath(
    _ path: StoredText, from referrer: JSONNode, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    var resolved: StoredText?
    if !path.bytes.hasURLScheme {
      resolved = try session.resolvePath(path, relativeTo: self.path(of: referrer))
    }
    guard let resolved, resolved.count > 0 else {
      try session.reportError(
        .outside, "the file is outside the folder that is loaded; only files in it are read",
        path.bytes, at: self.location(referrer))
      return nil
    }
    return resolved
  }
}
