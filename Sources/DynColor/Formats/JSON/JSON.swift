// JSON: a parser that yields the values of a text.

/// Why a text cannot be parsed as JSON. Each error in the text has its byte offset.
enum JSONFailure: Error {
  /// There is not enough memory, or the text is longer than `Node.greatestTextLength`, 128 MB.
  case outOfMemory
  /// The text does not follow the grammar. The string says what was expected.
  case syntax(at: Int, StaticString)
  case invalidUTF8(at: Int)
  /// Arrays and objects are nested more deeply than `JSON.greatestDepth`.
  case tooDeep(at: Int)
}

/// The values of a JSON text (RFC 8259), as a flat array of nodes in the order in which they begin
/// in the text.
///
/// The parser also accepts these deviations from RFC 8259, and records where each kind first
/// occurs:
/// - comments;
/// - trailing commas;
/// - from JSON5: single quotes, unquoted keys, further escapes and white space, hexadecimal
///   numbers, numbers that begin with a plus sign, and numbers that begin or end with a point.
///
/// The text must stay valid as long as the `JSON`, because only strings with escapes are copied.
/// All offsets are byte offsets in the text.
struct JSON: ~Copyable {
  /// The greatest nesting depth of arrays and objects.
  static var greatestDepth: Int { 64 }

  enum Kind: UInt8 { case null, boolean, number, string, array, object }

  /// A value of the text, or a key of an object: the index of its node. If there is no node with
  /// this index, all functions treat the value as `null`.
  struct Value: BitwiseCopyable, Equatable {
    private let storedIndex: UInt32

    init(index: Int) { storedIndex = UInt32(truncatingIfNeeded: index) }
    var index: Int { Int(storedIndex) }
  }

  /// The offset of the first deviation of each kind; `nil` if there is none.
  struct Deviations: BitwiseCopyable {
    fileprivate(set) var comment: Int?
    fileprivate(set) var trailingComma: Int?
    /// The first syntax that only JSON5 allows.
    fileprivate(set) var json5: Int?
    /// The first key that is the same as an earlier key of its object. RFC 8259 allows duplicate
    /// keys, but they are usually a mistake.
    fileprivate(set) var duplicateKey: Value?
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let text: StoredText
  private var nodes: Buffer<Node>
  /// The contents of strings with escapes, decoded.
  private var decoded: Buffer<UInt8>
  private(set) var deviations = Deviations()

  /// True if the text conforms to RFC 8259. Duplicate keys do not count.
  var isStandard: Bool {
    deviations.comment == nil && deviations.trailingComma == nil && deviations.json5 == nil
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Parses a text, in time and memory that are linear in its length. A byte order mark at its
  /// beginning is skipped.
  static func parse(_ text: StoredText, _ allocator: Allocator) throws(JSONFailure) -> JSON {
    var json = JSON(text, allocator)
    if let offset = text.bytes.firstInvalidUTF8Offset { throw .invalidUTF8(at: offset) }
    try json.parseText(text.bytes, allocator)
    return json
  }

  private init(_ text: StoredText, _ allocator: Allocator) {
    self.text = text
    nodes = Buffer(allocator)
    decoded = Buffer(allocator)
  }

  /// The number of values, and of keys of objects.
  var valueAndKeyCount: Int { nodes.count }

  /// The outermost value.
  var root: Value { Value(index: 0) }

  /// The kind of a value; `string` for a key.
  @inline(never)
  @_optimize(speed)
  func kind(_ value: Value) -> Kind { node(value).kind }

  /// The offset of the first byte of a value.
  func offset(_ value: Value) -> Int { node(value).offset }

  /// The offset after the last byte of a value.
  func end(_ value: Value) -> Int { node(value).end }

  /// The contents of a string or a key, with escapes decoded; empty for other values. Valid as long
  /// as the `JSON` and its text.
  @inline(never)
  @_optimize(speed)
  func string(_ value: Value) -> StoredText { string(node(value)) }

  /// Converts the offset of a byte in the decoded contents of a quoted string to the offset of the
  /// byte, or of its escape, in the text. If an escape stands for several bytes, only the first of
  /// them has the escape's offset; the others have the offset after the escape.
  func offset(ofContentByte contentOffset: Int, in string: Value) -> Int {
    let node = node(string)
    var position = node.offset &+ 1
    guard node.isDecoded else { return min(position &+ contentOffset, node.end) }
    let text = text.bytes
    var decodedCount = 0
    while decodedCount < contentOffset, position < node.end,
      let byte = text.element(at: position)
    {
      guard byte == UInt8(ascii: "\\") else {
        position &+= 1
        decodedCount &+= 1
        continue
      }
      let letter = text.element(at: position &+ 1)
      position &+= 2
      switch letter {
      case UInt8(ascii: "u"):
        let codeUnit = (try? JSON.parseHexDigits(text, &position, count: 4)) ?? 0
        switch codeUnit {
        // A surrogate pair: six more bytes of text for four bytes of UTF-8.
        case 0xD800...0xDBFF:
          decodedCount &+= 4
          position &+= 6
        case 0x800...: decodedCount &+= 3
        case 0x80...: decodedCount &+= 2
        default: decodedCount &+= 1
        }
      case UInt8(ascii: "x"):
        let codePoint = try? JSON.parseHexDigits(text, &position, count: 2)
        decodedCount &+= (codePoint ?? 0) < 0x80 ? 1 : 2
      // A line continuation adds nothing to the decoded string.
      case 0x0A, 0x0D: if letter == 0x0D, text.element(at: position) == 0x0A { position &+= 1 }
      default: decodedCount &+= 1
      }
    }
    return min(position, node.end)
  }

  /// The value of a number, which is finite; 0 for other values.
  @inline(never)
  func number(_ value: Value) -> Double {
    let node = node(value)
    return node.kind == .number ? Double(bitPattern: node.payload) : 0
  }

  /// True for `true`; false for all other values.
  func boolean(_ value: Value) -> Bool {
    let node = node(value)
    return node.kind == .boolean && node.payload != 0
  }

  /// The number of elements of an array, or of members of an object; 0 for other values.
  func count(_ value: Value) -> Int { node(value).count }

  /// The first element of an array, or the first key of an object; `nil` if there is none.
  func first(_ value: Value) -> Value? { count(value) > 0 ? Value(index: value.index &+ 1) : nil }

  /// The value of the member of an object that has this key.
  func value(ofKey key: Value) -> Value { Value(index: key.index &+ 1) }

  /// The element after an element of an array, or the key after a key of an object; `nil` if there
  /// is none.
  @inline(__always)
  func next(_ elementOrKey: Value) -> Value? {
    let node = node(elementOrKey)
    guard !node.isLast else { return nil }
    guard node.isKey else { return Value(index: indexAfter(elementOrKey, node)) }
    let memberValue = value(ofKey: elementOrKey)
    return Value(index: indexAfter(memberValue, self.node(memberValue)))
  }

  /// The value that an object has under a key. If several members have the key, the last one
  /// counts. `nil` if no member has the key, or if `object` is not an object.
  @inline(never)
  @_optimize(speed)
  func member(_ key: StaticString, _ object: Value) -> Value? {
    let objectNode = node(object)
    guard objectNode.kind == .object, objectNode.count > 0 else { return nil }
    let name = key.bytes
    var found: Value?
    var index = object.index &+ 1
    while index < objectNode.indexAfter, let keyNode = nodes.element(at: index),
      let valueNode = nodes.element(at: index &+ 1)
    {
      let value = Value(index: index &+ 1)
      // Compares lengths first, because most keys have another length.
      if keyNode.contentLength == name.count, string(keyNode).bytes.equalsInline(name) {
        // Without duplicate keys in the text, no later member has the key.
        guard deviations.duplicateKey != nil else { return value }
        found = value
      }
      index = indexAfter(value, valueNode)
    }
    return found
  }

  /// Calls `body` with each key of an object, and with the decoded contents of the key. Does not
  /// call it for other values.
  @inline(__always)
  func forEachMember(_ object: Value, _ body: (_ key: Value, _ name: StoredText) -> Void) {
    let node = node(object)
    guard node.kind == .object, node.count > 0 else { return }
    var index = object.index &+ 1
    while index < node.indexAfter, let key = nodes.element(at: index),
      let value = nodes.element(at: index &+ 1)
    {
      body(Value(index: index), string(key))
      index = indexAfter(Value(index: index &+ 1), value)
    }
  }

  private func node(_ value: Value) -> Node { nodes.element(at: value.index) ?? Node.null }

  /// The index of the node that follows a value and its contents.
  private func indexAfter(_ value: Value, _ node: Node) -> Int {
    node.isContainer ? node.indexAfter : value.index &+ 1
  }

  @inline(__always)
  private func string(_ node: Node) -> StoredText {
    guard node.kind == .string else { return .empty }
    if node.isDecoded {
      return StoredText(
        decoded.span.slice(node.contentStart, node.contentStart &+ node.contentLength))
    }
    return StoredText(
      address: text.address &+ UInt64(truncatingIfNeeded: node.contentStart),
      count: node.contentLength)
  }
}

/// A node of 16 bytes: a value, or a key of an object. In the array of nodes, a container (an array
/// or an object) is followed by its contents, and a key by its value.
private struct Node: BitwiseCopyable {
  /// The bit for `isLast`.
  private static var lastBit: UInt32 { 1 << 28 }
  /// The bit for `isKey`.
  private static var keyBit: UInt32 { 1 << 27 }
  /// The length of the longest text whose offsets fit into a node.
  static var greatestTextLength: Int { (1 << 27) &- 1 }

  /// From the lowest bit: the offset in 27 bits, `keyBit`, `lastBit`, and the kind in 3 bits.
  private var offsetAndKind: UInt32
  /// The offset after the value. While a container is open, the index of its parent.
  private var endOrParent: UInt32
  /// Depends on the kind:
  /// - a number: its bits;
  /// - `true`: 1;
  /// - a string or key: `contentStart << 32 | contentLength << 1 | isDecoded`;
  /// - a closed container: `indexAfter << 32 | count`;
  /// - an open container, once a container within it is opened: `indexOfLast << 32 | count` of its
  ///   `OpenContainer`.
  var payload: UInt64

  static var null: Node { Node(.null, offset: 0, end: 0) }

  init(_ kind: JSON.Kind, offset: Int, end: Int, payload: UInt64 = 0) {
    offsetAndKind = UInt32(truncatingIfNeeded: offset) | UInt32(kind.rawValue) << 29
    endOrParent = UInt32(truncatingIfNeeded: end)
    self.payload = payload
  }

  /// An open container within the container whose node has the index `parent`.
  init(openContainer kind: JSON.Kind, offset: Int, parent: Int) {
    self.init(kind, offset: offset, end: parent)
  }

  /// A string or a key. Its contents are in the text, or in `decoded` if `isDecoded` is true.
  init(
    stringAt offset: Int, end: Int, contentStart: Int, contentLength: Int, isDecoded: Bool = false
  ) {
    self.init(
      .string, offset: offset, end: end,
      payload: UInt64(truncatingIfNeeded: contentStart) << 32
        | UInt64(truncatingIfNeeded: contentLength) << 1 | (isDecoded ? 1 : 0))
  }

  var kind: JSON.Kind {
    JSON.Kind(rawValue: UInt8(truncatingIfNeeded: offsetAndKind >> 29)) ?? .null
  }
  var offset: Int { Int(offsetAndKind & (Node.keyBit &- 1)) }
  var end: Int { Int(endOrParent) }
  private var upperHalfOfPayload: Int { Int(truncatingIfNeeded: payload >> 32) }

  /// The kinds `array` and `object` are 4 and 5: only these have the highest of the three bits.
  var isContainer: Bool { offsetAndKind >> 31 == 1 }
  var count: Int { isContainer ? Int(payload & 0xFFFF_FFFF) : 0 }
  /// The index of the node after the contents of a container.
  var indexAfter: Int { upperHalfOfPayload }

  /// Where the contents of a string begin: an offset in the text, or in `decoded`.
  var contentStart: Int { upperHalfOfPayload }
  /// The number of bytes of the contents of a string.
  var contentLength: Int { Int(truncatingIfNeeded: (payload & 0xFFFF_FFFF) >> 1) }
  /// True if the contents of a string are in `decoded`.
  var isDecoded: Bool { payload & 1 != 0 }

  /// True for the last element or key of a container that is closed.
  var isLast: Bool { offsetAndKind & Node.lastBit != 0 }
  var isKey: Bool { offsetAndKind & Node.keyBit != 0 }
  mutating func markLast() { offsetAndKind |= Node.lastBit }
  mutating func markKey() { offsetAndKind |= Node.keyBit }

  /// Completes a container. From now on, `endOrParent` and `payload` are those of a closed one.
  mutating func close(at end: Int, count: Int, indexAfter: Int) {
    endOrParent = UInt32(truncatingIfNeeded: end)
    payload = UInt64(truncatingIfNeeded: indexAfter) << 32 | UInt64(truncatingIfNeeded: count)
  }

  // While a container is open, its node holds its parent and, if a container within it is open, its
  // state.

  /// The index of the container that contains this one.
  var parent: Int { Int(endOrParent) }
  /// The state of the open container that this node stands for. `index` is the index of the node.
  func openContainer(at index: Int) -> OpenContainer {
    OpenContainer(
      index: index, isObject: kind == .object, count: count, indexOfLast: upperHalfOfPayload)
  }
  /// Saves the state of an open container before a container within it is opened.
  mutating func save(_ container: OpenContainer) {
    payload =
      UInt64(truncatingIfNeeded: container.indexOfLast) << 32
      | UInt64(truncatingIfNeeded: container.count)
  }
}

/// The innermost open array or object. The state of the containers around it is in their nodes.
private struct OpenContainer: BitwiseCopyable {
  /// The index of its node.
  let index: Int
  let isObject: Bool
  /// The number of elements or members so far.
  var count = 0
  /// The index of the node of the last element or key so far.
  var indexOfLast = 0
}

extension JSON {
  /// Parses the whole text.
  @_optimize(speed)
  private mutating func parseText(
    _ text: Span<UInt8>, _ allocator: Allocator
  ) throws(JSONFailure) {
    guard text.count <= Node.greatestTextLength else { throw .outOfMemory }
    // Most texts have fewer nodes than that, so that the array rarely grows, which moves the nodes.
    // What is not used is not touched.
    do throws(OutOfMemory) { try nodes.reserve(text.count / 16) } catch { throw .outOfMemory }
    var position = text.slice(0, 3).starts(with: "\u{FEFF}") ? 3 : 0
    // No container is open while `depth` is 0.
    var container = OpenContainer(index: 0, isObject: false)
    var depth = 0
    // The author of a text cannot predict its address, and so cannot choose keys whose hashes
    // collide.
    var duplicateFinder = DuplicateKeyFinder(allocator, seed: self.text.address)
    try skipSpaceAndComments(text, &position)
    try parseValue(text, &position, &container, &depth)
    while depth > 0 {
      // Here `position` is after the opening bracket or brace of `container`, or after an element
      // or a member of it.
      try skipSpaceAndComments(text, &position)
      // The offset of the comma before the next element; −1 if there is no comma.
      var commaOffset = -1
      if container.count > 0, text.element(at: position) == UInt8(ascii: ",") {
        commaOffset = position
        position &+= 1
        try skipSpaceAndComments(text, &position)
      }
      let closingByte = container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if text.element(at: position) == closingByte {
        if commaOffset >= 0 { JSON.recordFirst(commaOffset, &deviations.trailingComma) }
        position &+= 1
        try close(&container, at: position, &duplicateFinder)
        depth &-= 1
        continue
      }
      guard container.count == 0 || commaOffset >= 0 else {
        throw .syntax(
          at: position,
          container.isObject
            ? "expected a comma or a closing brace" : "expected a comma or a closing bracket")
      }
      container.count &+= 1
      container.indexOfLast = nodes.count
      if container.isObject {
        try parseKey(text, &position)
        try skipSpaceAndComments(text, &position)
        guard text.element(at: position) == UInt8(ascii: ":") else {
          throw .syntax(at: position, "expected a colon")
        }
        position &+= 1
        try skipSpaceAndComments(text, &position)
      }
      try parseValue(text, &position, &container, &depth)
    }
    try skipSpaceAndComments(text, &position)
    guard position == text.count else {
      throw .syntax(at: position, "expected the end of the text")
    }
  }

  /// Parses a value. Of an array or an object, parses only the first byte: the array or object
  /// becomes `container`, the innermost open one, and `parseText` goes on with its contents.
  @inline(__always)
  @_optimize(speed)
  private mutating func parseValue(
    _ text: Span<UInt8>, _ position: inout Int, _ container: inout OpenContainer, _ depth: inout Int
  ) throws(JSONFailure) {
    let start = position
    guard let byte = text.element(at: start) else {
      throw .syntax(at: start, CommonMessage.expectedValue)
    }
    switch byte {
    case UInt8(ascii: "\""):
      if try !appendPlainString(text, &position, isKey: false) {
        try parseString(text, &position, isKey: false)
      }
    case UInt8(ascii: "'"):
      JSON.recordFirst(position, &deviations.json5)
      try parseString(text, &position, isKey: false)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      guard depth < JSON.greatestDepth else { throw .tooDeep(at: position) }
      if depth > 0 { nodes.change(at: container.index) { $0.save(container) } }
      position &+= 1
      try append(
        Node(openContainer: isObject ? .object : .array, offset: start, parent: container.index))
      container = OpenContainer(index: nodes.count &- 1, isObject: isObject)
      depth &+= 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      try parseNumber(text, &position)
    case UInt8(ascii: "t") where text.slice(start, start &+ 4).starts(with: "true"):
      position &+= 4
      try append(Node(.boolean, offset: start, end: position, payload: 1))
    case UInt8(ascii: "f") where text.slice(start, start &+ 5).starts(with: "false"):
      position &+= 5
      try append(Node(.boolean, offset: start, end: position))
    case UInt8(ascii: "n") where text.slice(start, start &+ 4).starts(with: "null"):
      position &+= 4
      try append(Node(.null, offset: start, end: position))
    default: throw .syntax(at: position, CommonMessage.expectedValue)
    }
  }

  /// Parses a key of an object, in quotes or, as in JSON5, without.
  @inline(__always)
  private mutating func parseKey(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) {
    let start = position
    let firstByte = text.element(at: position)
    if firstByte == UInt8(ascii: "\"") {
      if try !appendPlainString(text, &position, isKey: true) {
        try parseString(text, &position, isKey: true)
      }
      return
    }
    JSON.recordFirst(start, &deviations.json5)
    if firstByte == UInt8(ascii: "'") { return try parseString(text, &position, isKey: true) }
    while let byte = text.element(at: position) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where position > start: break
      case 0x80... where text.lengthOfJSON5Space(at: position) == 0: break
      default:
        guard position > start else { throw .syntax(at: position, "expected a key") }
        var node = Node(
          stringAt: start, end: position, contentStart: start, contentLength: position &- start)
        node.markKey()
        return try append(node)
      }
      position &+= 1
    }
    throw .syntax(at: position, "expected a key")
  }

  /// Closes the innermost open container, records its first duplicate key, and continues with its
  /// parent.
  @_optimize(speed)
  private mutating func close(
    _ container: inout OpenContainer, at end: Int, _ duplicateFinder: inout DuplicateKeyFinder
  ) throws(JSONFailure) {
    let closed = container
    // The parent of the outermost container is that container itself. It is not used again, because
    // the depth is then 0.
    let parent = node(Value(index: closed.index)).parent
    container = node(Value(index: parent)).openContainer(at: parent)
    let indexAfter = nodes.count
    nodes.change(at: closed.index) {
      $0.close(at: end, count: closed.count, indexAfter: indexAfter)
    }
    guard closed.count > 0 else { return }
    nodes.change(at: closed.indexOfLast) { $0.markLast() }
    guard closed.isObject, closed.count > 1 else { return }
    do throws(OutOfMemory) {
      if let key = try duplicateFinder.firstDuplicate(of: Value(index: closed.index), in: self) {
        // Keeps the key that is first in the text. Nodes are in the order of the text.
        if key.index < deviations.duplicateKey?.index ?? .max { deviations.duplicateKey = key }
      }
    } catch {
      throw .outOfMemory
    }
  }

  /// Appends a node.
  @inline(__always)
  private mutating func append(_ node: Node) throws(JSONFailure) {
    do throws(OutOfMemory) {
      try nodes.append(node)
    } catch {
      throw .outOfMemory
    }
  }

  /// Sets `first` to an offset, unless it has one already.
  private static func recordFirst(_ offset: Int, _ first: inout Int?) {
    if first == nil { first = offset }
  }
}

// Numbers.
extension JSON {
  /// Parses a number, or a hexadecimal number as in JSON5.
  @_optimize(speed)
  private mutating func parseNumber(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) {
    let start = position
    // Nearly all numbers are standard. The code below is for those of JSON5, and finds errors.
    if let (value, end) = JSON.parseStandardNumber(text, from: start) {
      position = end
      return try appendNumber(start, end, value)
    }
    var isJSON5 = false
    let sign = text.element(at: position)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isJSON5 = sign == UInt8(ascii: "+")
      position &+= 1
    }
    // `| 0x20` makes a letter lowercase.
    if text.element(at: position) == UInt8(ascii: "0"),
      (text.element(at: position &+ 1) ?? 0) | 0x20 == UInt8(ascii: "x")
    {
      JSON.recordFirst(start, &deviations.json5)
      position &+= 2
      let value = try JSON.parseHexadecimalNumber(text, &position)
      return try appendNumber(start, position, sign == UInt8(ascii: "-") ? -value : value)
    }

    let integerStart = position
    JSON.skipDigits(text, &position)
    let integerDigitCount = position &- integerStart
    guard integerDigitCount < 2 || text.element(at: integerStart) != UInt8(ascii: "0") else {
      throw .syntax(at: integerStart, "a number must not have leading zeros")
    }
    var fractionDigitCount = 0
    var hasPoint = false
    if text.element(at: position) == UInt8(ascii: ".") {
      hasPoint = true
      position &+= 1
      let fractionStart = position
      JSON.skipDigits(text, &position)
      fractionDigitCount = position &- fractionStart
    }
    guard integerDigitCount &+ fractionDigitCount > 0 else {
      throw .syntax(at: position, CommonMessage.expectedDigit)
    }
    let endsWithPoint = hasPoint && fractionDigitCount == 0
    isJSON5 = isJSON5 || integerDigitCount == 0 || endsWithPoint
    if !endsWithPoint, let letter = text.element(at: position),
      letter | 0x20 == UInt8(ascii: "e")
    {
      position &+= 1
      let exponentSign = text.element(at: position)
      if exponentSign == UInt8(ascii: "-") || exponentSign == UInt8(ascii: "+") { position &+= 1 }
      let exponentStart = position
      JSON.skipDigits(text, &position)
      guard position > exponentStart else {
        throw .syntax(at: position, CommonMessage.expectedDigit)
      }
    }
    var cursor = Cursor(text)
    cursor.move(to: start)
    let number = cursor.parseDecimalNumber() ?? 0
    guard number.isFinite else { throw .syntax(at: start, "expected a number that fits a double") }
    if isJSON5 { JSON.recordFirst(start, &deviations.json5) }
    try appendNumber(start, position, number)
  }

  /// Parses a number that RFC 8259 allows, and returns it with the offset after it; `nil` for any
  /// other number.
  @_optimize(speed)
  private static func parseStandardNumber(
    _ text: Span<UInt8>, from start: Int
  ) -> (value: Double, end: Int)? {
    let firstDigit = start &+ (text.element(at: start) == UInt8(ascii: "-") ? 1 : 0)
    guard let digit = text.element(at: firstDigit), digit.isASCIIDigit else { return nil }
    if digit == UInt8(ascii: "0"), let next = text.element(at: firstDigit &+ 1),
      next.isASCIIDigit || next | 0x20 == UInt8(ascii: "x")
    {
      return nil
    }
    var cursor = Cursor(text)
    cursor.move(to: start)
    guard let value = cursor.parseDecimalNumber(), value.isFinite else { return nil }
    // `parseDecimalNumber` parses a number of CSS, which ends before a point or an `e` without
    // digits after it. In JSON, such a point needs JSON5, and such an `e` is an error.
    let next = cursor.peek ?? 0
    guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
    return (value, cursor.offset)
  }

  /// Appends the node of a number.
  private mutating func appendNumber(
    _ start: Int, _ end: Int, _ value: Double
  ) throws(JSONFailure) {
    try append(Node(.number, offset: start, end: end, payload: value.bitPattern))
  }

  @inline(__always)
  private static func skipDigits(_ text: Span<UInt8>, _ position: inout Int) {
    while let byte = text.element(at: position), byte &- UInt8(ascii: "0") < 10 { position &+= 1 }
  }

  /// Parses hexadecimal digits, one or more, as an integer of at most 64 bits.
  private static func parseHexadecimalNumber(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) -> Double {
    let start = position
    var value: UInt64 = 0
    while let byte = text.element(at: position), let digit = hexDigitValue(byte) {
      guard value >> 60 == 0 else {
        throw .syntax(at: start, "expected a hexadecimal number of at most 64 bits")
      }
      value = value << 4 | UInt64(digit)
      position &+= 1
    }
    guard position > start else { throw .syntax(at: position, CommonMessage.expectedHexDigit) }
    return Double(value)
  }
}

// Strings.
extension JSON {
  /// Parses a string or a key in double quotes, if no escape is in it; nearly all are so. Otherwise
  /// returns false, and changes nothing.
  @inline(__always)
  private mutating func appendPlainString(
    _ text: Span<UInt8>, _ position: inout Int, isKey: Bool
  ) throws(JSONFailure) -> Bool {
    let quote = UInt8(ascii: "\"")
    let contentStart = position &+ 1
    let contentEnd = text.endOfPlainCharacters(from: contentStart, quote: quote)
    guard text.element(at: contentEnd) == quote else { return false }
    var node = Node(
      stringAt: position, end: contentEnd &+ 1, contentStart: contentStart,
      contentLength: contentEnd &- contentStart)
    if isKey { node.markKey() }
    position = contentEnd &+ 1
    try append(node)
    return true
  }

  /// Parses a string or a key in quotes. `position` is at the opening quote before the call, and
  /// after the closing one when it returns.
  @_optimize(speed)
  private mutating func parseString(
    _ text: Span<UInt8>, _ position: inout Int, isKey: Bool
  ) throws(JSONFailure) {
    let offset = position
    let quote = text.element(at: offset) ?? 0
    let decodedStart = decoded.count
    // The offset of the first character that has not been copied to `decoded` yet.
    var uncopiedStart = offset &+ 1
    var hasEscapes = false
    position = uncopiedStart
    while true {
      position = text.endOfPlainCharacters(from: position, quote: quote)
      guard let byte = text.element(at: position) else {
        throw .syntax(at: position, "expected a closing quote")
      }
      if byte == quote { break }
      guard byte == UInt8(ascii: "\\") else {
        throw .syntax(
          at: position, "a control character in a string must be escaped, as in \\u0009")
      }
      do throws(OutOfMemory) {
        try decoded.append(contentsOf: text.slice(uncopiedStart, position))
      } catch {
        throw .outOfMemory
      }
      hasEscapes = true
      try parseEscape(text, &position)
      uncopiedStart = position
    }
    if hasEscapes {
      do throws(OutOfMemory) {
        try decoded.append(contentsOf: text.slice(uncopiedStart, position))
      } catch {
        throw .outOfMemory
      }
    }
    let contentEnd = position
    position &+= 1
    var node =
      hasEscapes
      ? Node(
        stringAt: offset, end: position, contentStart: decodedStart,
        contentLength: decoded.count &- decodedStart, isDecoded: true)
      : Node(
        stringAt: offset, end: position, contentStart: uncopiedStart,
        contentLength: contentEnd &- uncopiedStart)
    if isKey { node.markKey() }
    try append(node)
  }

  /// Parses an escape, whose backslash is at `position`, and appends what it stands for to
  /// `decoded`.
  private mutating func parseEscape(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) {
    let start = position
    position &+= 2
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "\""): try appendDecoded(0x22)
    case UInt8(ascii: "\\"): try appendDecoded(0x5C)
    case UInt8(ascii: "/"): try appendDecoded(0x2F)
    case UInt8(ascii: "b"): try appendDecoded(0x08)
    case UInt8(ascii: "f"): try appendDecoded(0x0C)
    case UInt8(ascii: "n"): try appendDecoded(0x0A)
    case UInt8(ascii: "r"): try appendDecoded(0x0D)
    case UInt8(ascii: "t"): try appendDecoded(0x09)
    case UInt8(ascii: "u"):
      let codeUnit = try JSON.parseHexDigits(text, &position, count: 4)
      switch codeUnit {
      case 0xD800...0xDBFF:
        guard text.slice(position, position &+ 2).starts(with: "\\u") else {
          throw .syntax(at: start, CommonMessage.halfSurrogatePair)
        }
        position &+= 2
        let lowSurrogate = try JSON.parseHexDigits(text, &position, count: 4)
        guard case 0xDC00...0xDFFF = lowSurrogate else {
          throw .syntax(at: start, CommonMessage.halfSurrogatePair)
        }
        // Each surrogate has ten bits of the difference between the code point and 0x10000.
        try appendDecoded(0x10000 &+ (codeUnit & 0x3FF) << 10 | lowSurrogate & 0x3FF)
      case 0xDC00...0xDFFF:
        throw .syntax(at: start, CommonMessage.halfSurrogatePair)
      default: try appendDecoded(codeUnit)
      }
    default: try parseEscapeOfJSON5(text, start, &position)
    }
  }

  /// Parses an escape that only JSON5 allows. It begins at `start`; `position` is two bytes after
  /// that.
  private mutating func parseEscapeOfJSON5(
    _ text: Span<UInt8>, _ start: Int, _ position: inout Int
  ) throws(JSONFailure) {
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "'"): try appendDecoded(0x27)
    case UInt8(ascii: "v"): try appendDecoded(0x0B)
    // `\0` must not be followed by a digit.
    case UInt8(ascii: "0") where (text.element(at: position) ?? 0) &- UInt8(ascii: "0") >= 10:
      try appendDecoded(0)
    case UInt8(ascii: "x"):
      try appendDecoded(try JSON.parseHexDigits(text, &position, count: 2))
    // A line continuation adds nothing to the decoded string.
    case 0x0A: break
    case 0x0D: if text.element(at: position) == 0x0A { position &+= 1 }
    default: throw .syntax(at: start, "unknown escape after a backslash")
    }
    JSON.recordFirst(start, &deviations.json5)
  }

  /// Parses exactly `count` hexadecimal digits.
  private static func parseHexDigits(
    _ text: Span<UInt8>, _ position: inout Int, count: Int
  ) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    let end = position &+ count
    while position < end {
      guard let byte = text.element(at: position), let digit = hexDigitValue(byte) else {
        throw .syntax(at: position, CommonMessage.expectedHexDigit)
      }
      value = value << 4 | UInt32(digit)
      position &+= 1
    }
    return value
  }

  /// Appends a code point to `decoded` as UTF-8.
  private mutating func appendDecoded(_ codePoint: UInt32) throws(JSONFailure) {
    // A byte with six bits of the code point, of which the lowest is bit `shift`.
    func continuationByte(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: codePoint >> shift) & 0x3F | 0x80
    }
    // The first byte, with the remaining bits of the code point. `lengthBits` says how many bytes
    // follow.
    func leadByte(_ shift: UInt32, _ lengthBits: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: codePoint >> shift) | lengthBits
    }
    do throws(OutOfMemory) {
      switch codePoint {
      case 0..<0x80: try decoded.append(leadByte(0, 0))
      case 0x80..<0x800:
        try decoded.append(leadByte(6, 0xC0))
        try decoded.append(continuationByte(0))
      case 0x800..<0x10000:
        try decoded.append(leadByte(12, 0xE0))
        try decoded.append(continuationByte(6))
        try decoded.append(continuationByte(0))
      default:
        try decoded.append(leadByte(18, 0xF0))
        try decoded.append(continuationByte(12))
        try decoded.append(continuationByte(6))
        try decoded.append(continuationByte(0))
      }
    } catch {
      throw .outOfMemory
    }
  }
}

// White space and comments.
extension JSON {
  /// Skips white space and comments, if there are any.
  @inline(__always)
  private mutating func skipSpaceAndComments(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) {
    while let byte = text.element(at: position) {
      // The usual case first: ASCII above the slash is neither white space nor a comment.
      if byte > UInt8(ascii: "/"), byte < 0x80 { return }
      switch byte {
      // Often several spaces follow, for example at the beginning of a line.
      case 0x20, 0x0A: position &+= 1 &+ text.countOfSpacesInNextEightBytes(at: position &+ 1)
      case 0x0D, 0x09: position &+= 1
      case UInt8(ascii: "/"), 0x0B, 0x0C, 0x80...:
        guard try skipCommentOrJSON5Space(text, &position) else { return }
      default: return
      }
    }
  }

  /// Skips one comment, or one white space character that only JSON5 allows. Returns false if there
  /// is neither.
  @inline(never)
  private mutating func skipCommentOrJSON5Space(
    _ text: Span<UInt8>, _ position: inout Int
  ) throws(JSONFailure) -> Bool {
    let start = position
    guard text.element(at: start) == UInt8(ascii: "/") else {
      let length = text.lengthOfJSON5Space(at: start)
      guard length > 0 else { return false }
      JSON.recordFirst(start, &deviations.json5)
      position &+= length
      return true
    }
    switch text.element(at: start &+ 1) {
    case UInt8(ascii: "/"):
      position &+= 2
      while let byte = text.element(at: position), byte != 0x0A, byte != 0x0D { position &+= 1 }
    case UInt8(ascii: "*"):
      position &+= 2
      while !text.slice(position, position &+ 2).starts(with: "*/") {
        guard position < text.count else {
          throw .syntax(at: position, "expected the end of a comment")
        }
        position &+= 1
      }
      position &+= 2
    default: return false
    }
    JSON.recordFirst(start, &deviations.comment)
    return true
  }
}

extension Span<UInt8> {
  /// The offset of the next `quote`, backslash or control character at or after `start`, or of the
  /// end of the text.
  @inline(__always)
  fileprivate func endOfPlainCharacters(from start: Int, quote: UInt8) -> Int {
    // Examines eight bytes at once, as one word with the first byte lowest.
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = start
    while position &+ 8 <= count {
      let word = eightBytes(at: position)
      // The highest bit of each byte below 0x20. As with `marksOfZeros`, only the lowest is right.
      let controlMarks = (word &- ones &* 0x20) & ~word & ones &<< 7
      // 0x5C is a backslash.
      let marks =
        (word ^ ones &* UInt64(quote)).marksOfZeros | (word ^ ones &* 0x5C).marksOfZeros
        | controlMarks
      if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
      position &+= 8
    }
    while let byte = element(at: position), byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20
    {
      position &+= 1
    }
    return position
  }

  /// The number of spaces that the next eight bytes begin with; 0 if fewer than eight are left.
  @inline(__always)
  fileprivate func countOfSpacesInNextEightBytes(at position: Int) -> Int {
    // In the exclusive or with eight spaces, a space becomes a zero byte.
    (eightBytes(at: position) ^ 0x2020_2020_2020_2020).trailingZeroBitCount / 8
  }

  /// The length in bytes of a white space character that only JSON5 allows; 0 if there is none at
  /// this offset.
  fileprivate func lengthOfJSON5Space(at position: Int) -> Int {
    guard let firstByte = element(at: position) else { return 0 }
    if firstByte == 0x0B || firstByte == 0x0C { return 1 }
    let secondByte = UInt32(element(at: position &+ 1) ?? 0)
    if firstByte == 0xC2 { return secondByte == 0xA0 ? 2 : 0 }
    guard firstByte >= 0xE1 else { return 0 }
    // The three bytes of a character in UTF-8, the first one highest.
    switch UInt32(firstByte) << 16 | secondByte << 8 | UInt32(element(at: position &+ 2) ?? 0) {
    // U+1680, U+2000…U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF
    case 0xE19A80, 0xE28080...0xE2808A, 0xE280A8, 0xE280A9, 0xE280AF, 0xE2819F, 0xE38080, 0xEFBBBF:
      return 3
    default: return 0
    }
  }
}

extension JSON {
  /// The first key of an object that is the same as an earlier key; `nil` if there is none. For an
  /// object of few members.
  @_optimize(speed)
  fileprivate func firstDuplicateKey(ofSmall object: Value) -> Value? {
    // A bit for each key so far. Most keys of an object have different bits, and only keys with the
    // same bit are compared.
    var seenBits: UInt64 = 0
    var nextKey = first(object)
    while let key = nextKey {
      let name = string(node(key))
      let bit = 1 as UInt64 &<< JSON.bitNumber(ofKey: name.bytes)
      if seenBits & bit != 0, isKey(name.bytes, of: object, before: key) { return key }
      seenBits |= bit
      nextKey = next(key)
    }
    return nil
  }

  /// A number for `firstDuplicateKey`, of which the lowest six bits are used. It depends on the
  /// length, the first byte and the last byte of a key, in which keys often differ.
  @inline(__always)
  private static func bitNumber(ofKey name: Span<UInt8>) -> UInt64 {
    let first = UInt64(name.element(at: 0) ?? 0)
    let last = UInt64(name.element(at: name.count &- 1) ?? 0)
    return first &+ last &* 5 &+ UInt64(truncatingIfNeeded: name.count) &* 9
  }

  /// Returns whether a member of an object before the one with the key `end` has this name.
  @inline(never)
  private func isKey(_ name: Span<UInt8>, of object: Value, before end: Value) -> Bool {
    var nextKey = first(object)
    while let key = nextKey, key != end {
      if string(key).equals(name) { return true }
      nextKey = next(key)
    }
    return false
  }
}

/// Finds duplicate keys of objects. Reuses its memory for each object.
private struct DuplicateKeyFinder: ~Copyable {
  /// Objects of up to this number of members need no hash table: see `firstDuplicateKey`.
  private static var smallObjectLimit: Int { 8 }

  private let seed: UInt64
  /// A hash table with open addressing. A slot is the index of the node of a key. An empty slot is
  /// 0, the index of the root, which is not a key.
  private var slots: Buffer<UInt32>

  init(_ allocator: Allocator, seed: UInt64) {
    self.seed = seed
    slots = Buffer(allocator)
  }

  /// The first key of an object that is the same as an earlier key; `nil` if there is none.
  @_optimize(speed)
  mutating func firstDuplicate(
    of object: JSON.Value, in json: borrowing JSON
  ) throws(OutOfMemory) -> JSON.Value? {
    let count = json.count(object)
    guard count > DuplicateKeyFinder.smallObjectLimit else {
      return json.firstDuplicateKey(ofSmall: object)
    }
    // A power of two, so that a mask brings a hash into range. At most half of the slots are used.
    var slotCount = 32
    while slotCount < count &* 2 { slotCount &*= 2 }
    slots.truncate(to: 0)
    try slots.append(repeating: 0, count: slotCount)
    var nextKey = json.first(object)
    while let key = nextKey {
      let name = json.string(key)
      var hash = Hash(seed: seed)
      hash.combineInline(name.bytes)
      var slotIndex = Int(truncatingIfNeeded: hash.value) & (slotCount &- 1)
      while let slot = slots.element(at: slotIndex), slot != 0 {
        if json.string(JSON.Value(index: Int(slot))).equals(name.bytes) { return key }
        slotIndex = (slotIndex &+ 1) & (slotCount &- 1)
      }
      slots.replace(at: slotIndex, with: UInt32(truncatingIfNeeded: key.index))
      nextKey = json.next(key)
    }
    return nil
  }
}
