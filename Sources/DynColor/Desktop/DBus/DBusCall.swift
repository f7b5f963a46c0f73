// Desktop: writing calls of D-Bus methods.

/// The name of a method (`member`), and the object that has the method.
struct DBusMethod {
  let destination, path, interface, member: StaticString

  /// The name of the bus itself, and of its interface.
  static var busName: StaticString { "org.freedesktop.DBus" }

  /// A method of the bus itself.
  static func ofBus(_ member: StaticString) -> DBusMethod {
    DBusMethod(
      destination: busName, path: "/org/freedesktop/DBus", interface: busName, member: member)
  }
}

/// The arguments of a call.
enum DBusArguments {
  case none
  case text(StaticString)
  /// A match rule for messages whose first argument equals a text: the rule without that condition,
  /// and the text.
  case rule(StaticString, firstArgument: StaticString)
  /// An array of two texts.
  case list(StaticString, StaticString)
}

/// A part of a message that is being written. `align` counts from the beginning of the part. So the
/// part must begin, in the message, at a multiple of the greatest alignment that it uses. There is
/// room for 511 bytes and a NUL, which is enough for the calls of `SettingsPortal`.
private typealias MessagePart = FixedText<512>

extension MessagePart {
  /// Appends zeros until the size is a multiple of `alignment`, which is a power of two.
  @inline(never)
  fileprivate mutating func align(to alignment: Int) {
    while count & (alignment &- 1) != 0 { append(0 as UInt8) }
  }

  /// Appends a number in little-endian byte order, at a multiple of four bytes.
  @inline(never)
  fileprivate mutating func append(number: UInt32) {
    align(to: 4)
    append(littleEndian: number)
  }

  private mutating func append(littleEndian number: UInt32) {
    for byteIndex in upTo(4) {
      append(UInt8(truncatingIfNeeded: number &>> (UInt32(truncatingIfNeeded: byteIndex) &* 8)))
    }
  }

  /// Appends the length of a string, the string, and a NUL.
  @inline(never)
  fileprivate mutating func append(string: StaticString) {
    append(string: string.bytes)
  }

  @inline(never)
  fileprivate mutating func append(string: Span<UInt8>) {
    append(number: UInt32(truncatingIfNeeded: string.count))
    append(contentsOf: string)
    append(0 as UInt8)
  }

  /// Appends the length of a signature in one byte, the signature, and a NUL.
  @inline(never)
  fileprivate mutating func append(signature: StaticString) {
    append(UInt8(truncatingIfNeeded: signature.bytes.count))
    append(signature)
    append(0 as UInt8)
  }

  /// Appends a field of the header: its code, its type, and its value `text`. The type is `s` for a
  /// string, `o` for an object path, or `g` for a signature.
  @inline(never)
  fileprivate mutating func append(field: UInt8, _ type: StaticString, _ text: StaticString) {
    align(to: 8)
    append(field)
    append(signature: type)
    if type.bytes.equals("g") { append(signature: text) } else { append(string: text) }
  }
}

extension DBusMethod {
  /// Appends the message that calls the method to `output`, in little-endian byte order.
  func appendCall(
    _ arguments: DBusArguments, serial: UInt32, to output: inout Buffer<UInt8>
  ) throws(OutOfMemory) {
    var body = MessagePart()
    // The codes of the fields: 1 path, 2 interface, 3 member, 6 destination, 8 signature of the
    // body.
    var fields = MessagePart()
    fields.append(field: 1, "o", path)
    fields.append(field: 2, "s", interface)
    fields.append(field: 3, "s", member)
    fields.append(field: 6, "s", destination)
    switch arguments {
    case .none: break
    case .text(let text):
      fields.append(field: 8, "g", "s")
      body.append(string: text)
    case .rule(let otherConditions, let firstArgument):
      fields.append(field: 8, "g", "s")
      var rule = MessagePart()
      rule.append(otherConditions)
      rule.append(",arg0='")
      rule.append(firstArgument)
      rule.append("'")
      body.append(string: rule.bytes)
    case .list(let first, let second):
      fields.append(field: 8, "g", "as")
      // An array begins with its size, which does not count the four bytes of that number.
      var list = MessagePart()
      list.append(string: first)
      list.append(string: second)
      body.append(number: UInt32(truncatingIfNeeded: list.count))
      body.append(contentsOf: list.bytes)
    }
    var fixedHeader = MessagePart()
    fixedHeader.append("l\u{1}")  // little-endian, a method call
    fixedHeader.append(0 as UInt8)  // no flags
    fixedHeader.append(1 as UInt8)  // version 1 of the protocol
    fixedHeader.append(number: UInt32(truncatingIfNeeded: body.count))
    fixedHeader.append(number: serial)
    // The size of the fields does not count the padding after the last one.
    fixedHeader.append(number: UInt32(truncatingIfNeeded: fields.count))
    fields.align(to: 8)
    try output.append(contentsOf: fixedHeader.bytes)
    try output.append(contentsOf: fields.bytes)
    try output.append(contentsOf: body.bytes)
  }
}
