// Desktop: the header of a D-Bus message.

/// A message that was received. Its texts are valid until the next message is received.
struct DBusMessage: BitwiseCopyable {
  enum Kind: UInt8 {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  /// The size of the part of the header that all messages have.
  static var fixedSize: Int { 16 }
  /// The greatest size of a message, by the specification.
  private static var greatestSize: Int { 1 << 27 }

  /// The whole message.
  private let bytes: StoredText
  private let isBigEndian: Bool
  /// The offset of the arguments, in bytes.
  private var bodyStart = 0
  /// `nil` for a kind that a later version of the protocol may add.
  let kind: Kind?
  private(set) var interface = StoredText.empty
  private(set) var member = StoredText.empty
  private(set) var errorName = StoredText.empty
  /// The serial number of the call that this message answers; 0 if it is not an answer.
  private(set) var replySerial: UInt32 = 0
  /// The unique name of the sender, which the bus has set.
  private(set) var sender = StoredText.empty
  /// The types of the arguments, such as `ssv`.
  private(set) var signature = StoredText.empty

  /// The size of the message that begins with `bytes`. There must be at least `fixedSize` bytes.
  /// Throws if they are not the beginning of a message, or if the size is above `greatestSize`.
  static func size(of bytes: Span<UInt8>) throws(MalformedMessage) -> Int {
    var reader = try fixedPart(of: bytes)
    let bodySize = Int(try reader.readUInt32())
    // The serial number.
    _ = try reader.readUInt32()
    let fieldsSize = Int(try reader.readUInt32())
    guard bodySize <= greatestSize, fieldsSize <= greatestSize else { throw MalformedMessage() }
    let paddedFieldsSize = (fieldsSize &+ 7) & ~7
    let size = fixedSize &+ paddedFieldsSize &+ bodySize
    guard size <= greatestSize else { throw MalformedMessage() }
    return size
  }

  /// Checks the byte order and the protocol version. Returns a reader that reads the size of the
  /// body next.
  @_lifetime(copy bytes)
  private static func fixedPart(of bytes: Span<UInt8>) throws(MalformedMessage) -> DBusReader {
    // `l` for little-endian, `B` for big-endian.
    let order = bytes.element(at: 0)
    let protocolVersion: UInt8 = 1
    guard order == UInt8(ascii: "l") || order == UInt8(ascii: "B"),
      bytes.element(at: 3) == protocolVersion
    else { throw MalformedMessage() }
    return DBusReader(bytes, isBigEndian: order == UInt8(ascii: "B"), from: 4)
  }

  /// Parses the header of a message, which must have been received completely.
  init(_ bytes: Span<UInt8>) throws(MalformedMessage) {
    self.bytes = StoredText(bytes)
    isBigEndian = bytes.element(at: 0) == UInt8(ascii: "B")
    kind = Kind(rawValue: bytes.element(at: 1) ?? 0)
    // The array of fields begins with its size, which is the last number of the fixed part.
    var reader = DBusReader(bytes, isBigEndian: isBigEndian, from: 12)
    let end = try reader.beginArray()
    while reader.offset < end {
      try reader.beginStruct()
      let field = try reader.readByte()
      let type = try reader.readSignature()
      // The codes of the fields are those of the D-Bus Specification.
      switch (field, type.bytes.element(at: 0)) {
      case (2, UInt8(ascii: "s")): interface = try reader.readText()
      case (3, UInt8(ascii: "s")): member = try reader.readText()
      case (4, UInt8(ascii: "s")): errorName = try reader.readText()
      case (5, UInt8(ascii: "u")): replySerial = try reader.readUInt32()
      case (7, UInt8(ascii: "s")): sender = try reader.readText()
      case (8, UInt8(ascii: "g")): signature = try reader.readSignature()
      default: try reader.skipValues(type.bytes)
      }
    }
    guard reader.offset == end else { throw MalformedMessage() }
    try reader.align(to: 8)
    bodyStart = reader.offset
  }

  /// Calls `body` with a reader of the arguments, and returns what `body` returns. Throws if the
  /// arguments do not have the types in `signature`.
  func readBody<Result>(
    _ signature: StaticString, _ body: (inout DBusReader) throws(MalformedMessage) -> Result
  ) throws(MalformedMessage) -> Result {
    guard self.signature.equals(signature) else { throw MalformedMessage() }
    var reader = DBusReader(bytes.bytes, isBigEndian: isBigEndian, from: bodyStart)
    return try body(&reader)
  }
}
