// Desktop: where the session bus listens.

/// The addresses of the session bus.
struct DBusAddress: ~Copyable {
  /// A list of addresses, as in DBUS_SESSION_BUS_ADDRESS, or one path.
  private var text: Buffer<UInt8>
  /// True if `text` is a list of addresses, false if it is one path.
  private var isList = true

  /// Copies the addresses from the environment variables. There are none if `usesSessionBus` is
  /// false, or if the variables are not set.
  init(_ allocator: Allocator, usesSessionBus: Bool) throws(OutOfMemory) {
    text = Buffer(allocator)
    guard usesSessionBus else { return }
    let list = ProcessInformation.variable("DBUS_SESSION_BUS_ADDRESS")
    let folder = ProcessInformation.variable("XDG_RUNTIME_DIR")
    if list.count > 0 {
      try text.append(contentsOf: list.bytes)
    } else if folder.count > 0 {
      isList = false
      try text.append(contentsOf: folder.bytes)
      let name: StaticString = "/bus"
      try text.append(contentsOf: name.bytes)
    }
  }

  /// True if there is no session bus.
  var isEmpty: Bool { text.count == 0 }

  /// Connects to the first address that accepts a connection; `nil` if none does.
  func connect() -> LocalSocket? {
    guard isList else { return LocalSocket(text.span, isAbstract: false) }
    var start = 0
    while start < text.count {
      let end = text.span.indexOrEnd(of: UInt8(ascii: ";"), from: start)
      if let socket = DBusAddress.connect(text.span.slice(start, end)) { return socket }
      start = end &+ 1
    }
    return nil
  }

  /// Connects to an address, such as `unix:path=/run/user/1000/bus,guid=…`. Supports only paths and
  /// abstract names, which are names of sockets that are not files.
  private static func connect(_ address: Span<UInt8>) -> LocalSocket? {
    guard address.starts(with: "unix:") else { return nil }
    // The address without `unix:` is a list of pairs of a key and a value.
    var start = 5
    while start < address.count {
      let end = address.indexOrEnd(of: UInt8(ascii: ","), from: start)
      let pair = address.slice(start, end)
      start = end &+ 1
      let isAbstract = pair.starts(with: "abstract=")
      guard isAbstract || pair.starts(with: "path=") else { continue }
      // The value begins after `abstract=` or `path=`.
      let value = pair.slice(isAbstract ? 9 : 5, pair.count)
      var name = FixedText<256>()
      guard name.append(unescaping: value) else { return nil }
      return LocalSocket(name.bytes, isAbstract: isAbstract)
    }
    return nil
  }
}

extension FixedText {
  /// Appends a value of an address, in which `%` and two hexadecimal digits are a byte. Returns
  /// false if the digits are invalid, or if the value is too long.
  fileprivate mutating func append(unescaping value: Span<UInt8>) -> Bool {
    var offset = 0
    while let byte = value.element(at: offset) {
      offset &+= 1
      guard byte == UInt8(ascii: "%") else {
        append(byte)
        continue
      }
      guard let high = value.element(at: offset).flatMap(hexDigitValue),
        let low = value.element(at: offset &+ 1).flatMap(hexDigitValue)
      else { return false }
      append(high &<< 4 | low)
      offset &+= 2
    }
    return !hasOverflowed
  }
}
