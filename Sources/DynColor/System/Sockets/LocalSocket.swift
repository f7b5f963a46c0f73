// System: connections to Unix sockets, with calls that never block.

import CPlatform

/// A connection to a Unix socket.
struct LocalSocket: ~Copyable {
  let descriptor: Int32

  /// Connects to the socket at a path or, if `isAbstract` is true, to the socket with an abstract
  /// name, which is not a path in the file system. Returns `nil` if no process listens on the
  /// socket.
  init?(_ name: Span<UInt8>, isAbstract: Bool) {
    descriptor = name.withUnsafeBytes { bytes in
      dyncolor_connect(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, isAbstract ? 1 : 0)
    }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// The result of a transfer.
  enum Transfer {
    /// This many bytes, at least one, were transferred.
    case bytes(Int)
    /// Nothing can be transferred now, or there was nothing to transfer.
    case blocked
    /// The connection has ended, or has failed.
    case ended
  }

  /// Receives the bytes that have arrived, at most as many as fit into `memory`.
  func receive(into memory: UnsafeMutableRawBufferPointer) -> Transfer {
    guard memory.count > 0 else { return .blocked }
    return LocalSocket.transfer { recv(descriptor, memory.baseAddress, memory.count, 0) }
  }

  /// Sends as many of the bytes as possible now. Does not raise SIGPIPE.
  func send(_ bytes: Span<UInt8>) -> Transfer {
    guard bytes.count > 0 else { return .blocked }
    return LocalSocket.transfer {
      bytes.withUnsafeBytes { bytes in
        CPlatform.send(
          descriptor, bytes.baseAddress, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
      }
    }
  }

  /// Converts the result of `recv` or `send`. Repeats the call if a signal has interrupted it.
  private static func transfer(_ call: () -> Int) -> Transfer {
    while true {
      let count = call()
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch dyncolor_errno() {
      case EINTR: continue
      case EAGAIN: return .blocked
      default: return .ended
      }
    }
  }
}
