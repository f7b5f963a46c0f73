// Desktop: a connection to the session bus that never blocks.

/// A connection to a message bus: authenticates, sends calls, and receives messages.
struct DBusConnection: ~Copyable {
  /// The greatest size of a message that is read. Larger messages are skipped; the messages of the
  /// portal are much smaller.
  private static var greatestMessageSize: Int { 16 << 10 }
  /// How many bytes of memory are reserved for the bytes to be sent.
  private static var outputSize: Int { 4 << 10 }
  /// The greatest length of a line of the authentication.
  private static var greatestLineLength: Int { 512 }

  private let socket: LocalSocket
  /// The bytes that were received and not removed yet.
  private var input: Buffer<UInt8>
  /// The size of the message that was returned last. It is still at the start of `input`.
  private var returnedSize = 0
  /// How many of the next bytes, received or not, belong to a message that is skipped.
  private var sizeToSkip = 0
  /// The bytes that wait to be sent.
  private var output: Buffer<UInt8>
  private var lastSerial: UInt32 = 0
  /// True once the bus has accepted the user, so that messages can be exchanged.
  private(set) var isAuthenticated = false
  /// True if sending has failed, or there was no memory for a call. `next` then returns `end`.
  private var hasFailed = false

  init(_ socket: consuming LocalSocket, _ allocator: Allocator) throws(OutOfMemory) {
    var input = Buffer<UInt8>(allocator)
    var output = Buffer<UInt8>(allocator)
    try input.reserve(DBusConnection.greatestMessageSize)
    try output.reserve(DBusConnection.outputSize)
    // The authentication begins with a NUL. Then it has the user id in decimal, but with the ASCII
    // code of each digit, in hexadecimal, in place of the digit: 31303030 for 1000.
    let start: StaticString = "\0AUTH EXTERNAL "
    try output.append(contentsOf: start.bytes)
    try DBusConnection.append(hexCodesOfDecimalDigitsOf: ProcessInformation.userID, to: &output)
    let end: StaticString = "\r\n"
    try output.append(contentsOf: end.bytes)
    self.socket = socket
    self.input = input
    self.output = output
  }

  /// The file descriptor of the socket.
  var descriptor: Int32 { socket.descriptor }

  /// Appends a call of a method to the bytes to be sent. Returns the serial number of the call. If
  /// there is no memory for the call, the connection ends.
  mutating func call(_ method: DBusMethod, _ arguments: DBusArguments) -> UInt32 {
    lastSerial &+= 1
    do throws(OutOfMemory) {
      try method.appendCall(arguments, serial: lastSerial, to: &output)
    } catch {
      hasFailed = true
    }
    return lastSerial
  }

  /// Sends the bytes that wait to be sent. Returns whether some of them still wait.
  mutating func flush() -> Bool {
    while output.count > 0 {
      switch socket.send(output.span) {
      case .bytes(let count): output.removeFirst(count)
      case .blocked: return true
      case .ended:
        hasFailed = true
        return false
      }
    }
    return false
  }

  /// The result of `next`.
  enum ReceivedEvent {
    /// The bus has accepted the user. Calls can be made.
    case welcome
    case message(DBusMessage)
    case nothing
    /// The connection has ended, what was received is not D-Bus, or there was no memory.
    case end
  }

  /// Returns the next message or event that has been received. A message is valid until `next`
  /// is called again. Does not block.
  mutating func next() -> ReceivedEvent {
    input.removeFirst(returnedSize)
    returnedSize = 0
    while !hasFailed {
      do throws(MalformedMessage) {
        if !isAuthenticated {
          if try readWelcome() { return .welcome }
        } else if let message = try readMessage() {
          return .message(message)
        }
      } catch {
        return .end
      }
      guard let hasReceived = receive() else { return .end }
      if !hasReceived { return .nothing }
    }
    return .end
  }

  /// Receives some bytes. Returns whether there were any; `nil` if the connection has ended, or
  /// there is no memory.
  private mutating func receive() -> Bool? {
    var transfer = LocalSocket.Transfer.ended
    do throws(OutOfMemory) {
      // At least one byte, and as many more as there is room for.
      try input.appendBytes(reserving: 1) { memory in
        transfer = socket.receive(into: memory)
        guard case .bytes(let count) = transfer else { return 0 }
        return count
      }
    } catch {
      return nil
    }
    switch transfer {
    case .bytes: return true
    case .blocked: return false
    case .ended: return nil
    }
  }

  /// Reads the line in which the bus accepts the user, and removes it from `input`. Returns false
  /// if not all of the line has been received yet.
  private mutating func readWelcome() throws(MalformedMessage) -> Bool {
    let end = input.span.lineEnd(from: 0)
    guard end < input.count else {
      // The end of the line has not been received yet.
      guard end <= DBusConnection.greatestLineLength else { throw MalformedMessage() }
      return false
    }
    guard input.span.starts(with: "OK ") else { throw MalformedMessage() }
    input.removeFirst(end &+ 1)
    isAuthenticated = true
    let begin: StaticString = "BEGIN\r\n"
    if (try? output.append(contentsOf: begin.bytes)) == nil { hasFailed = true }
    return true
  }

  /// Reads the message at the start of `input`, and skips messages that are too large. Returns
  /// `nil` if not all of the message has been received yet. The next call of `next` removes the
  /// message from `input`.
  private mutating func readMessage() throws(MalformedMessage) -> DBusMessage? {
    let droppedSize = min(sizeToSkip, input.count)
    input.removeFirst(droppedSize)
    sizeToSkip &-= droppedSize
    guard input.count >= DBusMessage.fixedSize else { return nil }
    let size = try DBusMessage.size(of: input.span)
    guard size <= DBusConnection.greatestMessageSize else {
      sizeToSkip = size
      return try readMessage()
    }
    guard input.count >= size else { return nil }
    returnedSize = size
    return try DBusMessage(input.span.slice(0, size))
  }

  /// Appends the ASCII codes of the decimal digits of a number, each as two hexadecimal digits.
  private static func append(
    hexCodesOfDecimalDigitsOf number: UInt32, to output: inout Buffer<UInt8>
  ) throws(OutOfMemory) {
    var divisor: UInt32 = 1_000_000_000
    var isLeading = true
    while divisor > 0 {
      let digit = UInt8(truncatingIfNeeded: number / divisor % 10)
      if digit > 0 || divisor == 1 { isLeading = false }
      if !isLeading {
        // The code of a digit is 0x30 and the digit.
        try output.append(UInt8(ascii: "3"))
        try output.append(UInt8(ascii: "0") &+ digit)
      }
      divisor /= 10
    }
  }
}
