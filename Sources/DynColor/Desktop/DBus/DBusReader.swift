// Desktop: reading values of a D-Bus message, as the D-Bus Specification marshals them.

/// A message does not follow the D-Bus Specification.
struct MalformedMessage: Error {}

/// A reader of values in either byte order. It checks that each value is within the message, and
/// throws otherwise. Offsets count from the start of the message, since values are aligned to it.
struct DBusReader: ~Escapable {
  /// How deeply containers and variants may be nested. The specification allows 64.
  private static var greatestDepth: Int { 64 }

  private let bytes: Span<UInt8>
  private let isBigEndian: Bool
  /// The offset of the next value.
  private(set) var offset: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, isBigEndian: Bool, from offset: Int = 0) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    self.offset = max(offset, 0)
  }

  /// Skips bytes until the offset is a multiple of `alignment`, which is a power of two.
  @inline(never)
  mutating func align(to alignment: Int) throws(MalformedMessage) {
    try skip((0 &- offset) & (alignment &- 1))
  }

  /// Skips `count` bytes.
  private mutating func skip(_ count: Int) throws(MalformedMessage) {
    guard count >= 0, count <= bytes.count &- offset else { throw MalformedMessage() }
    offset &+= count
  }

  mutating func readByte() throws(MalformedMessage) -> UInt8 {
    guard let byte = bytes.element(at: offset) else { throw MalformedMessage() }
    offset &+= 1
    return byte
  }

  /// Reads an unsigned integer of `size` bytes, which is at most 8.
  @inline(never)
  private mutating func readInteger(_ size: Int) throws(MalformedMessage) -> UInt64 {
    try align(to: size)
    var value: UInt64 = 0
    for index in upTo(size) {
      let byte = UInt64(try readByte())
      value =
        isBigEndian ? value &<< 8 | byte : value | byte &<< (UInt64(truncatingIfNeeded: index) &* 8)
    }
    return value
  }

  mutating func readUInt32() throws(MalformedMessage) -> UInt32 {
    UInt32(truncatingIfNeeded: try readInteger(4))
  }

  mutating func readDouble() throws(MalformedMessage) -> Double {
    Double(bitPattern: try readInteger(8))
  }

  /// Reads a string or an object path. It is valid as long as the message.
  mutating func readText() throws(MalformedMessage) -> StoredText {
    try readText(Int(try readUInt32()))
  }

  mutating func readSignature() throws(MalformedMessage) -> StoredText {
    try readText(Int(try readByte()))
  }

  /// Reads a text of `count` bytes with the NUL after it.
  @inline(never)
  private mutating func readText(_ count: Int) throws(MalformedMessage) -> StoredText {
    let start = offset
    try skip(count)
    guard try readByte() == 0 else { throw MalformedMessage() }
    return StoredText(bytes.slice(start, start &+ count))
  }

  /// Begins to read a struct or a dictionary entry.
  mutating func beginStruct() throws(MalformedMessage) { try align(to: 8) }

  /// Begins to read an array of structs or dictionary entries, and returns the offset of its end.
  mutating func beginArray() throws(MalformedMessage) -> Int { try beginArray(alignment: 8) }

  /// Begins to read an array. `alignment` is that of its elements.
  @inline(never)
  private mutating func beginArray(alignment: Int) throws(MalformedMessage) -> Int {
    let size = Int(try readUInt32())
    try align(to: alignment)
    guard size <= bytes.count &- offset else { throw MalformedMessage() }
    return offset &+ size
  }

  // MARK: - Skipping values

  /// Skips a value of each type in a signature.
  mutating func skipValues(_ signature: Span<UInt8>) throws(MalformedMessage) {
    var position = 0
    while position < signature.count { try skipValue(signature, &position, depth: 0) }
  }

  /// Skips a value, whose type is at `position` in `signature`. Moves `position` to the next type.
  ///
  /// The characters of types: `s` string, `o` object path, `g` signature, `v` variant, `a` array of
  /// the type that follows, `(…)` struct, `{…}` dictionary entry (only in arrays); for numbers, see
  /// `size(ofNumber:)`.
  private mutating func skipValue(
    _ signature: Span<UInt8>, _ position: inout Int, depth: Int
  ) throws(MalformedMessage) {
    guard depth < DBusReader.greatestDepth, let type = signature.element(at: position) else {
      throw MalformedMessage()
    }
    position &+= 1
    switch type {
    case UInt8(ascii: "s"), UInt8(ascii: "o"): _ = try readText()
    case UInt8(ascii: "g"): _ = try readSignature()
    case UInt8(ascii: "v"):
      let inner = try readSignature()
      var innerPosition = 0
      try skipValue(inner.bytes, &innerPosition, depth: depth &+ 1)
      guard innerPosition == inner.count else { throw MalformedMessage() }
    case UInt8(ascii: "a"):
      // The size of the array says where it ends. In the signature, the type of its elements must
      // be skipped.
      let alignment = DBusReader.alignment(of: signature.element(at: position))
      let end = try beginArray(alignment: alignment)
      try DBusReader.skipType(signature, &position, depth: depth &+ 1)
      offset = end
    case UInt8(ascii: "("):
      try align(to: 8)
      while signature.element(at: position) != UInt8(ascii: ")") {
        try skipValue(signature, &position, depth: depth &+ 1)
      }
      position &+= 1
    default:
      guard let size = DBusReader.size(ofNumber: type) else { throw MalformedMessage() }
      try align(to: size)
      try skip(size)
    }
  }

  /// Moves a position in a signature past one complete type.
  private static func skipType(
    _ signature: Span<UInt8>, _ position: inout Int, depth: Int
  ) throws(MalformedMessage) {
    guard depth < DBusReader.greatestDepth, let type = signature.element(at: position) else {
      throw MalformedMessage()
    }
    position &+= 1
    switch type {
    case UInt8(ascii: "a"): try skipType(signature, &position, depth: depth &+ 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let closing = type == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      while signature.element(at: position) != closing {
        try skipType(signature, &position, depth: depth &+ 1)
      }
      position &+= 1
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "v"): break
    default: guard size(ofNumber: type) != nil else { throw MalformedMessage() }
    }
  }

  /// The alignment of a type that begins with the character `type`. Strings, object paths and
  /// arrays begin with a size of four bytes, so their alignment is 4.
  private static func alignment(of type: UInt8?) -> Int {
    switch type {
    case UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: size(ofNumber: type ?? 0) ?? 4
    }
  }

  /// The size in bytes of a number of the given type, which is also its alignment; `nil` for other
  /// types. Booleans (`b`) and indices of file descriptors (`h`) count as numbers.
  private static func size(ofNumber type: UInt8) -> Int? {
    switch type {
    case UInt8(ascii: "y"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"): 4
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
    default: nil
    }
  }

  // MARK: - Variants

  /// Reads a variant: the type of a value, and the value. If the value is a variant itself, reads
  /// the value of that variant, and so on. The type `u` is a 32-bit number, `b` a boolean, and
  /// `(ddd)` a struct of three doubles.
  mutating func readVariant() throws(MalformedMessage) -> DBusValue {
    for _ in upTo(DBusReader.greatestDepth) {
      let signature = try readSignature()
      if signature.equals("v") { continue }
      if signature.equals("u") { return .number(try readUInt32()) }
      if signature.equals("b") { return .boolean(try readUInt32() != 0) }
      if signature.equals("(ddd)") {
        try beginStruct()
        return .numbers(SIMD3(try readDouble(), try readDouble(), try readDouble()))
      }
      var position = 0
      try skipValue(signature.bytes, &position, depth: 0)
      guard position == signature.count else { throw MalformedMessage() }
      return .other
    }
    throw MalformedMessage()
  }
}

/// The value of a variant, of the types that settings have.
enum DBusValue {
  case number(UInt32)
  case boolean(Bool)
  case numbers(SIMD3<Double>)
  /// A value of another type, which was skipped.
  case other
}
