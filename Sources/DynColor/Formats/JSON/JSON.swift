// JSON: the parser.

enum JSONFailure: Error {
  case outOfMemory
  /// What was expected there.
  case syntax(at: Int, StaticString)
  case invalidUTF8(at: Int)
  /// Arrays and objects are nested more deeply than `JSON.deepest`.
  case tooDeep(at: Int)
}

/// The values of a JSON text (RFC 8259), as a flat array of nodes in the order in which they begin.
///
/// The parser also accepts some common extensions, and records where each kind first occurs:
/// comments, trailing commas, and from JSON5 single quotes, unquoted keys, further escapes and
/// white space, hexadecimal numbers, and numbers that begin with a plus sign or begin or end with a
/// point.
///
/// The text must stay valid as long as this value, because strings without escapes are not copied.
struct JSON: ~Copyable {
  /// The maximum nesting depth of arrays and objects.
  static var deepest: Int { 64 }

  enum Kind: UInt8 { case null, boolean, number, string, array, object }

  /// The index of a node.
  struct Value: BitwiseCopyable, Equatable { let index: Int }

  /// The offsets of the first deviation from RFC 8259 of each kind.
  struct Deviations: BitwiseCopyable {
    fileprivate(set) var comment: Int?
    fileprivate(set) var trailingComma: Int?
    fileprivate(set) var json5: Int?
    /// The first duplicate key. RFC 8259 allows it, but it is usually a mistake.
    fileprivate(set) var duplicateKey: Int?

    /// True if the text conforms to RFC 8259.
    var areNone: Bool { comment == nil && trailingComma == nil && json5 == nil }
  }

  private let immovable = Immovable()
  private let text: StoredText
  private var nodes: Buffer<Node>
  /// The contents of strings with escapes, decoded.
  private var decoded: Buffer<UInt8>
  private(set) var deviations = Deviations()

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  /// Parses a text in linear time and memory. Skips a byte order mark.
  static func parse(_ text: StoredText, _ allocator: Allocator) throws(JSONFailure) -> JSON {
    var json = JSON(text, allocator)
    if let invalid = text.bytes.firstInvalidUTF8 { throw .invalidUTF8(at: invalid) }
    try json.read(text.bytes, allocator)
    return json
  }

  private init(_ text: StoredText, _ allocator: Allocator) {
    self.text = text
    nodes = Buffer(allocator)
    decoded = Buffer(allocator)
  }

  var root: Value { Value(index: 0) }

  @inline(never)
  func kind(_ value: Value) -> Kind { node(value).kind }

  /// The offset of a value in the text.
  func offset(_ value: Value) -> Int { node(value).offset }

  /// The offset behind the last byte of a value.
  func end(_ value: Value) -> Int { node(value).end }

  /// The contents of a string; empty for other values.
  @inline(never)
  func string(_ value: Value) -> StoredText { string(node(value)) }

  /// The offset in the text that a byte of a quoted string comes from.
  func offset(_ value: Value, ofByte index: Int) -> Int {
    let node = node(value)
    var place = node.offset &+ 1
    guard node.isDecoded else { return min(place &+ index, node.end) }
    let text = text.bytes
    var count = 0
    while count < index, place < node.end, let byte = text.element(at: place) {
      guard byte == UInt8(ascii: "\\") else {
        place &+= 1
        count &+= 1
        continue
      }
      let letter = text.element(at: place &+ 1)
      place &+= 2
      switch letter {
      case UInt8(ascii: "u"):
        let unit = (try? JSON.hexadecimal(text, &place, digits: 4)) ?? 0
        switch unit {
        case 0xD800...0xDBFF:
          count &+= 4
          place &+= 6
        case 0x800...: count &+= 3
        case 0x80...: count &+= 2
        default: count &+= 1
        }
      case UInt8(ascii: "x"):
        let unit = try? JSON.hexadecimal(text, &place, digits: 2)
        count &+= (unit ?? 0) < 0x80 ? 1 : 2
      // A line continuation.
      case 0x0A, 0x0D: if letter == 0x0D, text.element(at: place) == 0x0A { place &+= 1 }
      default: count &+= 1
      }
    }
    return min(place, node.end)
  }

  /// The value of a number, which is finite; 0 for other values.
  @inline(never)
  func number(_ value: Value) -> Double {
    let node = node(value)
    return node.kind == .number ? Double(bitPattern: node.payload) : 0
  }

  func boolean(_ value: Value) -> Bool {
    let node = node(value)
    return node.kind == .boolean && node.payload != 0
  }

  /// The number of elements of an array, or of members of an object.
  func count(_ value: Value) -> Int { node(value).count }

  /// The first element of an array, or the first key of an object.
  func first(_ value: Value) -> Value? { count(value) > 0 ? Value(index: value.index &+ 1) : nil }

  func value(ofKey key: Value) -> Value { Value(index: key.index &+ 1) }

  /// The element after this one; for a key, the next key.
  func next(_ value: Value) -> Value? {
    let node = node(value)
    guard !node.isLast else { return nil }
    guard node.isKey else { return Value(index: after(value, node)) }
    let value = self.value(ofKey: value)
    return Value(index: after(value, self.node(value)))
  }

  /// The value of the last member with this key; `nil` if there is none, or if `value` is not an
  /// object.
  @inline(never)
  func member(_ key: StaticString, _ value: Value) -> Value? {
    guard kind(value) == .object else { return nil }
    var found: Value?
    var rest = first(value)
    while let member = rest {
      if string(member).equals(key.bytes) { found = self.value(ofKey: member) }
      rest = next(member)
    }
    return found
  }

  private func node(_ value: Value) -> Node { nodes.element(at: value.index) ?? Node.null }

  private func after(_ value: Value, _ node: Node) -> Int {
    node.isContainer ? node.after : value.index &+ 1
  }

  private func string(_ node: Node) -> StoredText {
    guard node.kind == .string else { return .empty }
    if node.isDecoded {
      return StoredText(decoded.span.slice(node.start, node.start &+ node.length))
    }
    return StoredText(
      address: text.address &+ UInt64(truncatingIfNeeded: node.start), count: node.length)
  }
}

/// A node. A container is followed by its contents, a key by its value.
private struct Node: BitwiseCopyable {
  private static var lastBit: UInt32 { 1 << 28 }
  private static var keyBit: UInt32 { 1 << 27 }
  /// The longest text whose offsets fit.
  static var longestText: Int { 1 << 27 &- 1 }

  /// The offset in 27 bits, whether it is a key, whether it is the last one of its container, and
  /// the kind.
  private var head: UInt32
  private var tail: UInt32
  /// For a number its bits; for `true` 1; for a string `start << 32 | length << 1 | isDecoded`; for
  /// a container `after << 32 | count`.
  var payload: UInt64

  static var null: Node { Node(.null, 0, 0) }

  init(_ kind: JSON.Kind, _ start: Int, _ end: Int, payload: UInt64 = 0) {
    head = UInt32(truncatingIfNeeded: start) | UInt32(kind.rawValue) << 29
    tail = UInt32(truncatingIfNeeded: end)
    self.payload = payload
  }

  /// A string whose contents are `length` bytes from `start` on, in the text or in `decoded`.
  init(_ offset: Int, _ end: Int, start: Int, length: Int, isDecoded: Bool = false) {
    self.init(
      .string, offset, end,
      payload: UInt64(truncatingIfNeeded: start) << 32 | UInt64(truncatingIfNeeded: length) << 1
        | (isDecoded ? 1 : 0))
  }

  var kind: JSON.Kind { JSON.Kind(rawValue: UInt8(truncatingIfNeeded: head >> 29)) ?? .null }
  var offset: Int { Int(head & (Node.keyBit &- 1)) }
  var end: Int { Int(tail) }

  var isContainer: Bool { kind == .array || kind == .object }
  var count: Int { isContainer ? Int(payload & 0xFFFF_FFFF) : 0 }
  var after: Int { Int(truncatingIfNeeded: payload >> 32) }

  var start: Int { Int(truncatingIfNeeded: payload >> 32) }
  var length: Int { Int(truncatingIfNeeded: (payload & 0xFFFF_FFFF) >> 1) }
  var isDecoded: Bool { payload & 1 != 0 }

  var isLast: Bool { head & Node.lastBit != 0 }
  var isKey: Bool { head & Node.keyBit != 0 }
  mutating func markLast() { head |= Node.lastBit }
  mutating func markKey() { head |= Node.keyBit }

  mutating func close(at end: Int, count: Int, after: Int) {
    tail = UInt32(truncatingIfNeeded: end)
    payload = UInt64(truncatingIfNeeded: after) << 32 | UInt64(truncatingIfNeeded: count)
  }

  // While a container is open, its node has the index of its parent in place of the end. If the
  // innermost open container is another one, it also has its last element or key, and its count.
  var parent: Int { Int(tail) }
  func container(_ index: Int) -> OpenContainer {
    OpenContainer(index: index, isObject: kind == .object, count: count, last: after)
  }
  mutating func suspend(_ container: OpenContainer) {
    payload =
      UInt64(truncatingIfNeeded: container.last) << 32 | UInt64(truncatingIfNeeded: container.count)
  }
}

/// The innermost open array or object. The state of the outer ones is stored in their nodes until
/// the inner ones are closed.
private struct OpenContainer: BitwiseCopyable {
  let index: Int
  let isObject: Bool
  var count = 0
  /// The index of the last element or key.
  var last = 0
}

extension JSON {
  private mutating func read(
    _ text: Span<UInt8>, _ allocator: Allocator
  ) throws(JSONFailure) {
    guard text.count <= Node.longestText else { throw .outOfMemory }
    var place = text.slice(0, 3).starts(with: "\u{FEFF}") ? 3 : 0
    var container = OpenContainer(index: 0, isObject: false)
    var depth = 0
    var keys = KeyIndex(allocator, seed: self.text.address)
    try skipSpace(text, &place)
    try readValue(text, &place, &container, &depth)
    while depth > 0 {
      // After the beginning of a container, or after one of its elements.
      try skipSpace(text, &place)
      var comma = -1
      if container.count > 0, text.element(at: place) == UInt8(ascii: ",") {
        comma = place
        place &+= 1
        try skipSpace(text, &place)
      }
      let end = container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if text.element(at: place) == end {
        if comma >= 0 { JSON.note(comma, &deviations.trailingComma) }
        place &+= 1
        try close(&container, at: place, &keys)
        depth &-= 1
        continue
      }
      guard container.count == 0 || comma >= 0 else {
        throw .syntax(
          at: place,
          container.isObject
            ? "expected a comma or a closing brace" : "expected a comma or a closing bracket")
      }
      container.count &+= 1
      container.last = nodes.count
      if container.isObject {
        try readKey(text, &place)
        try skipSpace(text, &place)
        guard text.element(at: place) == UInt8(ascii: ":") else {
          throw .syntax(at: place, "expected a colon")
        }
        place &+= 1
        try skipSpace(text, &place)
      }
      try readValue(text, &place, &container, &depth)
    }
    try skipSpace(text, &place)
    guard place == text.count else { throw .syntax(at: place, "expected the end of the text") }
  }

  /// Parses a value, or the beginning of an array or object.
  @inline(__always)
  private mutating func readValue(
    _ text: Span<UInt8>, _ place: inout Int, _ container: inout OpenContainer, _ depth: inout Int
  ) throws(JSONFailure) {
    let start = place
    guard let byte = text.element(at: start) else {
      throw .syntax(at: start, "expected a value")
    }
    switch byte {
    case UInt8(ascii: "\""): try readString(text, &place, isKey: false)
    case UInt8(ascii: "'"):
      JSON.note(place, &deviations.json5)
      try readString(text, &place, isKey: false)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      guard depth < JSON.deepest else { throw .tooDeep(at: place) }
      if depth > 0 { nodes.change(at: container.index) { $0.suspend(container) } }
      place &+= 1
      try add(Node(isObject ? .object : .array, start, container.index))
      container = OpenContainer(index: nodes.count &- 1, isObject: isObject)
      depth &+= 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      try readNumber(text, &place)
    case UInt8(ascii: "t") where text.slice(start, start &+ 4).starts(with: "true"):
      place &+= 4
      try add(Node(.boolean, start, place, payload: 1))
    case UInt8(ascii: "f") where text.slice(start, start &+ 5).starts(with: "false"):
      place &+= 5
      try add(Node(.boolean, start, place))
    case UInt8(ascii: "n") where text.slice(start, start &+ 4).starts(with: "null"):
      place &+= 4
      try add(Node(.null, start, place))
    default: throw .syntax(at: place, "expected a value")
    }
  }

  @inline(__always)
  private mutating func readKey(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) {
    let start = place
    let byte = text.element(at: place)
    if byte == UInt8(ascii: "\"") { return try readString(text, &place, isKey: true) }
    JSON.note(start, &deviations.json5)
    if byte == UInt8(ascii: "'") { return try readString(text, &place, isKey: true) }
    while let byte = text.element(at: place) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where place > start: break
      case 0x80... where text.wideSpace(at: place) == 0: break
      default:
        guard place > start else { throw .syntax(at: place, "expected a key") }
        var node = Node(start, place, start: start, length: place &- start)
        node.markKey()
        return try add(node)
      }
      place &+= 1
    }
    throw .syntax(at: place, "expected a key")
  }

  /// Closes the innermost array or object, finds its duplicate keys, and continues with its parent.
  private mutating func close(
    _ container: inout OpenContainer, at end: Int, _ keys: inout KeyIndex
  ) throws(JSONFailure) {
    let ended = container
    let parent = node(Value(index: ended.index)).parent
    container = node(Value(index: parent)).container(parent)
    let after = nodes.count
    nodes.change(at: ended.index) { $0.close(at: end, count: ended.count, after: after) }
    guard ended.count > 0 else { return }
    nodes.change(at: ended.last) { $0.markLast() }
    guard ended.isObject, ended.count > 1 else { return }
    do throws(OutOfMemory) {
      if let key = try keys.firstDuplicate(in: self, Value(index: ended.index)) {
        let place = offset(key)
        deviations.duplicateKey = min(place, deviations.duplicateKey ?? place)
      }
    } catch {
      throw .outOfMemory
    }
  }

  private mutating func add(_ node: Node) throws(JSONFailure) {
    do throws(OutOfMemory) {
      try nodes.append(node)
    } catch {
      throw .outOfMemory
    }
  }

  /// Keeps the first offset.
  private static func note(_ place: Int, _ first: inout Int?) {
    if first == nil { first = place }
  }
}

// Numbers.
extension JSON {
  private mutating func readNumber(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) {
    let start = place
    var isJSON5 = false
    let sign = text.element(at: place)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isJSON5 = sign == UInt8(ascii: "+")
      place &+= 1
    }
    if text.element(at: place) == UInt8(ascii: "0"),
      (text.element(at: place &+ 1) ?? 0) | 0x20 == UInt8(ascii: "x")
    {
      JSON.note(start, &deviations.json5)
      place &+= 2
      let value = try JSON.hexadecimal(text, &place)
      return try addNumber(start, place, sign == UInt8(ascii: "-") ? -value : value)
    }

    let whole = place
    JSON.skipDigits(text, &place)
    let wholeDigits = place &- whole
    guard wholeDigits < 2 || text.element(at: whole) != UInt8(ascii: "0") else {
      throw .syntax(at: whole, "expected a number without leading zeros")
    }
    var fractionDigits = 0
    var hasPoint = false
    if text.element(at: place) == UInt8(ascii: ".") {
      hasPoint = true
      place &+= 1
      let fraction = place
      JSON.skipDigits(text, &place)
      fractionDigits = place &- fraction
    }
    guard wholeDigits &+ fractionDigits > 0 else {
      throw .syntax(at: place, "expected a digit")
    }
    isJSON5 = isJSON5 || wholeDigits == 0 || hasPoint && fractionDigits == 0
    if !(hasPoint && fractionDigits == 0), let letter = text.element(at: place),
      letter | 0x20 == UInt8(ascii: "e")
    {
      place &+= 1
      let sign = text.element(at: place)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { place &+= 1 }
      let exponent = place
      JSON.skipDigits(text, &place)
      guard place > exponent else { throw .syntax(at: place, "expected a digit") }
    }
    var cursor = Cursor(text)
    cursor.advance(to: start)
    let number = cursor.parseDecimalNumber() ?? 0
    guard number.isFinite else { throw .syntax(at: start, "expected a number that fits a double") }
    if isJSON5 { JSON.note(start, &deviations.json5) }
    try addNumber(start, place, number)
  }

  private mutating func addNumber(
    _ start: Int, _ end: Int, _ value: Double
  ) throws(JSONFailure) {
    try add(Node(.number, start, end, payload: value.bitPattern))
  }

  @inline(__always)
  private static func skipDigits(_ text: Span<UInt8>, _ place: inout Int) {
    while let byte = text.element(at: place), byte &- UInt8(ascii: "0") < 10 { place &+= 1 }
  }

  private static func hexadecimal(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) -> Double {
    let start = place
    var value: UInt64 = 0
    while let byte = text.element(at: place), let digit = hexDigit(byte) {
      guard value >> 60 == 0 else {
        throw .syntax(at: start, "expected a hexadecimal number of at most 64 bits")
      }
      value = value << 4 | UInt64(digit)
      place &+= 1
    }
    guard place > start else { throw .syntax(at: place, "expected a hexadecimal digit") }
    return Double(value)
  }
}

// Strings.
extension JSON {
  private mutating func readString(
    _ text: Span<UInt8>, _ place: inout Int, isKey: Bool
  ) throws(JSONFailure) {
    let offset = place
    let quote = text.element(at: offset) ?? 0
    let start = decoded.count
    // The beginning of the characters that are not copied to `decoded` yet.
    var run = offset &+ 1
    var hasEscapes = false
    place = run
    while true {
      place = text.endOfPlainCharacters(from: place, quote: quote)
      guard let byte = text.element(at: place) else {
        throw .syntax(at: place, "expected a closing quote")
      }
      if byte == quote { break }
      guard byte == UInt8(ascii: "\\") else {
        throw .syntax(at: place, "expected an escape for a control character")
      }
      do throws(OutOfMemory) {
        try decoded.append(contentsOf: text.slice(run, place))
      } catch {
        throw .outOfMemory
      }
      hasEscapes = true
      try readEscape(text, &place)
      run = place
    }
    if hasEscapes {
      do throws(OutOfMemory) {
        try decoded.append(contentsOf: text.slice(run, place))
      } catch {
        throw .outOfMemory
      }
    }
    let end = place
    place &+= 1
    var node =
      hasEscapes
      ? Node(offset, place, start: start, length: decoded.count &- start, isDecoded: true)
      : Node(offset, place, start: run, length: end &- run)
    if isKey { node.markKey() }
    try add(node)
  }

  /// Decodes an escape and appends the result to `decoded`.
  private mutating func readEscape(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) {
    let start = place
    place &+= 2
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "\""): try append(0x22)
    case UInt8(ascii: "\\"): try append(0x5C)
    case UInt8(ascii: "/"): try append(0x2F)
    case UInt8(ascii: "b"): try append(0x08)
    case UInt8(ascii: "f"): try append(0x0C)
    case UInt8(ascii: "n"): try append(0x0A)
    case UInt8(ascii: "r"): try append(0x0D)
    case UInt8(ascii: "t"): try append(0x09)
    case UInt8(ascii: "u"):
      let unit = try JSON.hexadecimal(text, &place, digits: 4)
      switch unit {
      case 0xD800...0xDBFF:
        guard text.slice(place, place &+ 2).starts(with: "\\u") else {
          throw .syntax(at: start, "expected both halves of a surrogate pair")
        }
        place &+= 2
        let low = try JSON.hexadecimal(text, &place, digits: 4)
        guard case 0xDC00...0xDFFF = low else {
          throw .syntax(at: start, "expected both halves of a surrogate pair")
        }
        try append(0x10000 &+ (unit & 0x3FF) << 10 | low & 0x3FF)
      case 0xDC00...0xDFFF:
        throw .syntax(at: start, "expected both halves of a surrogate pair")
      default: try append(unit)
      }
    default: try readEscapeOfJSON5(text, start, &place)
    }
  }

  private mutating func readEscapeOfJSON5(
    _ text: Span<UInt8>, _ start: Int, _ place: inout Int
  ) throws(JSONFailure) {
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "'"): try append(0x27)
    case UInt8(ascii: "v"): try append(0x0B)
    case UInt8(ascii: "0") where (text.element(at: place) ?? 0) &- UInt8(ascii: "0") >= 10:
      try append(0)
    case UInt8(ascii: "x"): try append(try JSON.hexadecimal(text, &place, digits: 2))
    case 0x0A: break
    case 0x0D: if text.element(at: place) == 0x0A { place &+= 1 }
    default: throw .syntax(at: start, "expected an escape")
    }
    JSON.note(start, &deviations.json5)
  }

  private static func hexadecimal(
    _ text: Span<UInt8>, _ place: inout Int, digits count: Int
  ) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    let end = place &+ count
    while place < end {
      guard let byte = text.element(at: place), let digit = hexDigit(byte) else {
        throw .syntax(at: place, "expected a hexadecimal digit")
      }
      value = value << 4 | UInt32(digit)
      place &+= 1
    }
    return value
  }

  /// Appends a code point to `decoded` as UTF-8.
  private mutating func append(_ scalar: UInt32) throws(JSONFailure) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
    func lead(_ shift: UInt32, _ mark: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar >> shift) | mark
    }
    do throws(OutOfMemory) {
      switch scalar {
      case 0..<0x80: try decoded.append(lead(0, 0))
      case 0x80..<0x800:
        try decoded.append(lead(6, 0xC0))
        try decoded.append(tail(0))
      case 0x800..<0x10000:
        try decoded.append(lead(12, 0xE0))
        try decoded.append(tail(6))
        try decoded.append(tail(0))
      default:
        try decoded.append(lead(18, 0xF0))
        try decoded.append(tail(12))
        try decoded.append(tail(6))
        try decoded.append(tail(0))
      }
    } catch {
      throw .outOfMemory
    }
  }
}

// White space and comments.
extension JSON {
  @inline(__always)
  private mutating func skipSpace(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) {
    while let byte = text.element(at: place) {
      switch byte {
      // Spaces mostly come in groups.
      case 0x20: place &+= 1 &+ text.countOfSpaces(at: place &+ 1)
      case 0x0A, 0x0D, 0x09: place &+= 1
      case UInt8(ascii: "/"), 0x0B, 0x0C, 0x80...:
        guard try skipUnusualSpace(text, &place) else { return }
      default: return
      }
    }
  }

  /// Skips a comment, or white space that only JSON5 allows. Returns false if there is neither.
  @inline(never)
  private mutating func skipUnusualSpace(
    _ text: Span<UInt8>, _ place: inout Int
  ) throws(JSONFailure) -> Bool {
    let start = place
    guard text.element(at: start) == UInt8(ascii: "/") else {
      let length = text.wideSpace(at: start)
      guard length > 0 else { return false }
      JSON.note(start, &deviations.json5)
      place &+= length
      return true
    }
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "/"):
      place &+= 2
      while let byte = text.element(at: place), byte != 0x0A, byte != 0x0D { place &+= 1 }
    case UInt8(ascii: "*"):
      place &+= 2
      while !text.slice(place, place &+ 2).starts(with: "*/") {
        guard place < text.count else { throw .syntax(at: place, "expected the end of a comment") }
        place &+= 1
      }
      place &+= 2
    default: return false
    }
    JSON.note(start, &deviations.comment)
    return true
  }
}

extension Span<UInt8> {
  /// The offset of the next quote, backslash or control character, or of the end.
  @inline(__always)
  fileprivate func endOfPlainCharacters(from start: Int, quote: UInt8) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Sets the highest bit of each byte that is 0, and possibly of bytes above it.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & ones &<< 7 }
    var place = start
    while place &+ 8 <= count {
      let word = wholeWord(at: place)
      let controls = (word &- ones &* 0x20) & ~word & ones &<< 7
      let found =
        zeros(word ^ ones &* UInt64(quote)) | zeros(word ^ ones &* 0x5C) | controls
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while let byte = element(at: place), byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 {
      place &+= 1
    }
    return place
  }

  /// The number of spaces at the beginning of the next eight bytes.
  @inline(__always)
  fileprivate func countOfSpaces(at place: Int) -> Int {
    (wholeWord(at: place) ^ 0x2020_2020_2020_2020).trailingZeroBitCount / 8
  }

  /// The length of a white space character that only JSON5 allows; 0 if there is none.
  fileprivate func wideSpace(at place: Int) -> Int {
    guard let first = element(at: place) else { return 0 }
    if first == 0x0B || first == 0x0C { return 1 }
    let second = UInt32(element(at: place &+ 1) ?? 0)
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard first >= 0xE1 else { return 0 }
    switch UInt32(first) << 16 | second << 8 | UInt32(element(at: place &+ 2) ?? 0) {
    // U+1680, U+2000…U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF
    case 0xE19A80, 0xE28080...0xE2808A, 0xE280A8, 0xE280A9, 0xE280AF, 0xE2819F, 0xE38080, 0xEFBBBF:
      return 3
    default: return 0
    }
  }
}

/// Finds duplicate keys of an object.
private struct KeyIndex: ~Copyable {
  /// For up to this number of members, keys are compared pairwise.
  private static var linearSearchLimit: Int { 8 }

  private let seed: UInt64
  /// A hash table with open addressing: the node indices of keys, 0 for free slots.
  private var slots: Buffer<UInt32>

  init(_ allocator: Allocator, seed: UInt64) {
    self.seed = seed
    slots = Buffer(allocator)
  }

  /// The first key that equals an earlier one.
  mutating func firstDuplicate(
    in json: borrowing JSON, _ object: JSON.Value
  ) throws(OutOfMemory) -> JSON.Value? {
    let count = json.count(object)
    guard count > KeyIndex.linearSearchLimit else {
      return KeyIndex.firstDuplicateLinearly(in: json, object)
    }
    var size = 32
    while size < count &* 2 { size &*= 2 }
    slots.truncate(to: 0)
    try slots.append(repeating: 0, count: size)
    var rest = json.first(object)
    while let key = rest {
      let name = json.string(key)
      var hash = Hash(seed: seed)
      hash.combineInline(name.bytes)
      var place = Int(truncatingIfNeeded: hash.value) & (size &- 1)
      while let slot = slots.element(at: place), slot != 0 {
        if json.string(JSON.Value(index: Int(slot))).equals(name.bytes) { return key }
        place = (place &+ 1) & (size &- 1)
      }
      slots.replace(at: place, with: UInt32(truncatingIfNeeded: key.index))
      rest = json.next(key)
    }
    return nil
  }

  private static func firstDuplicateLinearly(
    in json: borrowing JSON, _ object: JSON.Value
  ) -> JSON.Value? {
    var rest = json.first(object)
    while let key = rest {
      let name = json.string(key).bytes
      var before = json.first(object)
      while let other = before, other != key {
        if json.string(other).equals(name) { return key }
        before = json.next(other)
      }
      rest = json.next(key)
    }
    return nil
  }
}
