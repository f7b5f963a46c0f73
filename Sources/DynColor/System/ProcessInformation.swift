// System: the environment variables and the user id of the process.

import CPlatform

/// The process that uses the library.
enum ProcessInformation {
  /// The value of an environment variable; empty if it is not set. Valid until the host changes the
  /// variable.
  static func variable(_ name: StaticString) -> StoredText {
    name.bytes.withUnsafeBytes { bytes in
      // A string constant is followed by a NUL.
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return .empty
      }
      return StoredText(nulTerminated: UInt64(UInt(bitPattern: getenv(start))))
    }
  }

  /// The effective user id.
  static var userID: UInt32 { geteuid() }
}
