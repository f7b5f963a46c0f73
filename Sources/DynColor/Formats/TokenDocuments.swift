// The JSON files of a load of design tokens, and the values in them.

/// A value in one of several JSON texts.
struct Located: BitwiseCopyable, Equatable {
  let document: Int32
  let value: JSON.Value

  /// Another value of the same text.
  fileprivate func at(_ value: JSON.Value) -> Located { Located(document: document, value: value) }
}

/// JSON texts that have been parsed, each once.
struct TokenDocuments: ~Copyable {
  private var texts: Shelf<JSON>
  private var files: Buffer<SourceFile>
  /// By the index of a file in its load, the number of its text from 1 on; −1 for what is no JSON.
  private var numbers: Buffer<Int32>
  /// The values behind the keys of large objects, each by its text, its object and its key.
  private var members: NameTable
  private var key: Buffer<UInt8>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// Objects with more members are looked into by way of a table.
  private static var few: Int { 16 }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    members = try NameTable(allocator, seed: 0)
    texts = Shelf(allocator)
    files = Buffer(allocator)
    numbers = Buffer(allocator)
    key = Buffer(allocator)
  }

  /// The root of the text that a file has; `nil` if it is no JSON, which has been told.
  mutating func root(
    of file: SourceFile, _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    let index = Int(file.index)
    if let number = numbers.element(at: index), number != 0 {
      return number > 0 ? Located(document: number &- 1, value: JSON.Value(index: 0)) : nil
    }
    try allocating { () throws(OutOfMemory) in
      try numbers.append(repeating: 0, count: index &+ 1 &- numbers.count)
      try files.reserve(1)
    }
    try loading.advance(file.path.bytes)
    guard let json = try loading.json(file) else {
      numbers.replace(at: index, with: -1)
      return nil
    }
    do throws(OutOfMemory) {
      try texts.append(json)
      try files.append(file)
    } catch {
      throw .outOfMemory
    }
    numbers.replace(at: index, with: Int32(truncatingIfNeeded: texts.count))
    return Located(
      document: Int32(truncatingIfNeeded: texts.count &- 1), value: JSON.Value(index: 0))
  }

  func file(of located: Located) -> SourceFile? { files.element(at: Int(located.document)) }

  @inline(never)
  func place(_ located: Located) -> Inventory.Place {
    let offset = texts.read(Int(located.document)) { $0.offset(located.value) } ?? 0
    return file(of: located)?.place(offset) ?? .none
  }

  @inline(never)
  func kind(_ located: Located) -> JSON.Kind {
    texts.read(Int(located.document)) { $0.kind(located.value) } ?? .null
  }

  @inline(never)
  func string(_ located: Located) -> HostText {
    texts.read(Int(located.document)) { $0.string(located.value) } ?? .empty
  }

  @inline(never)
  func number(_ located: Located) -> Double {
    texts.read(Int(located.document)) { $0.number(located.value) } ?? 0
  }

  @inline(never)
  func boolean(_ located: Located) -> Bool {
    texts.read(Int(located.document)) { $0.boolean(located.value) } ?? false
  }

  @inline(never)
  func count(_ located: Located) -> Int {
    texts.read(Int(located.document)) { $0.count(located.value) } ?? 0
  }

  /// The first element, or the first member's key.
  @inline(never)
  func first(_ located: Located) -> Located? {
    texts.read(Int(located.document)) { $0.first(located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  @inline(never)
  func next(_ located: Located) -> Located? {
    texts.read(Int(located.document)) { $0.next(located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  func value(ofKey key: Located) -> Located { key.at(JSON.Value(index: key.value.index &+ 1)) }

  @inline(never)
  func member(_ key: StaticString, _ located: Located) -> Located? {
    texts.read(Int(located.document)) { $0.member(key, located.value) }.flatMap { $0 }
      .map { located.at($0) }
  }

  /// The same for any key, in a time that does not grow with the object if it is asked often.
  mutating func member(
    named name: Span<UInt8>, _ object: Located
  ) throws(OutOfMemory) -> Located? {
    guard kind(object) == .object, name.count < 1 << 15 else { return nil }
    guard count(object) > TokenDocuments.few else {
      var found: Located?
      forEachMember(object) { key, value in
        if string(key).equals(name) { found = value }
      }
      return found
    }
    if members.reader.slot(of: try key(object, Span())) == nil { try index(object) }
    let value = members.reader.value(of: try key(object, name))
    return value == 0 ? nil : object.at(JSON.Value(index: Int(truncatingIfNeeded: value)))
  }

  private mutating func index(_ object: Located) throws(OutOfMemory) {
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
    _ object: Located, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> Span<UInt8> {
    key.truncate(to: 0)
    for shift in upTo(4) {
      try key.append(UInt8(truncatingIfNeeded: object.document &>> Int32(shift &* 8)))
    }
    for shift in upTo(4) {
      try key.append(UInt8(truncatingIfNeeded: object.value.index &>> (shift &* 8)))
    }
    try key.append(contentsOf: name)
    return HostText(key.span).bytes
  }

  /// Calls `body` with each key of what is an object, and what is behind it.
  func forEachMember(_ object: Located, _ body: (_ key: Located, _ value: Located) -> Void) {
    var rest = first(object)
    while let key = rest {
      body(key, value(ofKey: key))
      rest = next(key)
    }
  }

  /// The element of an array, or the member of an object, that a part of a JSON pointer is.
  mutating func part(
    _ name: Span<UInt8>, of located: Located
  ) throws(OutOfMemory) -> Located? {
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
}
