// System: functions of the host that read and receive files, and the host's list of environments.

/// The functions of a host that reads files itself, each with its user data.
struct HostFiles: BitwiseCopyable {
  /// The type of both functions of the host. `sink` is the handle of a `HostSink`, which receives
  /// what the function reads. The result is a status: 0, or an error.
  typealias Read =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
      _ sink: UnsafeMutableRawPointer?
    ) -> Int32

  /// The function that reads a file.
  let reader: HostCallback
  /// The function that lists the entries of a directory.
  let lister: HostCallback

  /// Asks the host to write the contents of a file to `sink`. The path must be NUL-terminated.
  /// Returns the host's status; 0 if there is no function.
  func read(_ path: StoredText, _ sink: HostSink) -> Int32 { call(reader, path, sink) }

  /// Asks the host to add the entries of a directory to `sink`. The path must be NUL-terminated.
  /// Returns the host's status; 0 if there is no function.
  func list(_ path: StoredText, _ sink: HostSink) -> Int32 { call(lister, path, sink) }

  private func call(_ callback: HostCallback, _ path: StoredText, _ sink: HostSink) -> Int32 {
    guard let function = callback.function(as: Read.self) else { return 0 }
    let handle = Handles.makeHandle(sink.pointer, .sink)
    defer { Handles.endHandle(handle, .sink) }
    return function(
      callback.userData, UnsafePointer(bitPattern: UInt(path.address)),
      UnsafeMutableRawPointer(handle))
  }
}

/// Receives what a host has read: the contents of a file, or the entries of a directory. An entry
/// is a byte with its type (`FileKind`), a name, and a NUL.
///
/// A value of this type is the address of a sink, and does not own it: `free` frees the sink.
struct HostSink: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    let allocator: Allocator
    /// The bytes that the host has read. The log drops the bytes above the limit of the sink.
    let bytes: SharedList<UInt8>
    let isDirectory: Bool
  }

  private let header: UnsafeMutablePointer<Header>

  fileprivate var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(header) }

  /// The sink at an address; `nil` for 0.
  init?(address: UInt64) {
    guard let header = UnsafeMutablePointer<Header>(bitPattern: UInt(address)) else { return nil }
    self.header = header
  }

  private init(header: UnsafeMutablePointer<Header>) { self.header = header }

  /// Makes an empty sink that stores at most `limit` bytes, and drops all others.
  static func make(
    _ allocator: Allocator, isDirectory: Bool, limit: Int
  ) throws(OutOfMemory) -> HostSink {
    let header: UnsafeMutablePointer<Header> = try allocator.resize(nil, from: 0, to: 1)
    do throws(OutOfMemory) {
      let bytes: SharedList<UInt8> = try SharedList.make(allocator, limit: limit)
      header.initialize(to: Header(allocator: allocator, bytes: bytes, isDirectory: isDirectory))
    } catch {
      allocator.free(header, count: 1)
      throw error
    }
    return HostSink(header: header)
  }

  /// Frees the sink. No copy of this value may be used after that.
  func free() {
    let allocator = header.pointee.allocator
    header.pointee.bytes.free()
    allocator.free(header, count: 1)
  }

  /// True if the sink receives the entries of a directory, false if the contents of a file.
  var isDirectory: Bool { header.pointee.isDirectory }

  /// Appends a part of the contents of a file.
  func append(_ bytes: Span<UInt8>) { header.pointee.bytes.append(contentsOf: bytes) }

  /// Appends an entry of a directory.
  func append(entry name: Span<UInt8>, _ kind: FileKind) {
    header.pointee.bytes.append(kind.rawValue)
    header.pointee.bytes.append(contentsOf: name)
    header.pointee.bytes.append(0)
  }

  /// The bytes that were received. Valid until more are received.
  var bytes: StoredText { header.pointee.bytes.text }

  /// True if bytes were dropped.
  var hasOverflowed: Bool { header.pointee.bytes.hasOverflowed }
  /// True if bytes were dropped because an allocation failed.
  var isOutOfMemory: Bool { header.pointee.bytes.isOutOfMemory }
}

/// A function of the host that receives the progress of an import, with its user data.
struct HostProgress: BitwiseCopyable {
  /// The type of the host's function. The result is 0 to continue, or another number to cancel.
  typealias Progress =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?, _ colorCount: Int
    ) -> Int32

  let callback: HostCallback

  /// Reports the path of a file, which must be NUL-terminated, and the number of colors so far.
  /// Returns false if the host cancels the import, and true if there is no function.
  func continuesAfterReporting(_ path: StoredText, colorCount: Int) -> Bool {
    guard let progress = callback.function(as: Progress.self) else { return true }
    return progress(callback.userData, UnsafePointer(bitPattern: UInt(path.address)), colorCount)
      == 0
  }
}

/// A function of the host that receives exported files, with its user data.
struct HostFileReceiver: BitwiseCopyable {
  /// The type of the host's function. The result is a status: 0, or an error.
  typealias Receive =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
      _ bytes: UnsafeRawPointer?, _ size: Int
    ) -> Int32

  let callback: HostCallback

  /// Passes a file to the host. The path must be NUL-terminated. Returns the host's status; 0 if
  /// there is no function.
  func send(_ path: StoredText, _ bytes: StoredText) -> Int32 {
    guard let receive = callback.function(as: Receive.self) else { return 0 }
    return receive(
      callback.userData, UnsafePointer(bitPattern: UInt(path.address)),
      UnsafeRawPointer(bitPattern: UInt(bytes.address)), bytes.count)
  }
}

/// Two arrays in the host's memory: environments, and the names of these environments.
struct HostEnvironments: BitwiseCopyable {
  /// The address of the array of environments, which are structs of 32 bytes.
  let environmentsAddress: UInt64
  /// The address of the array of names, which are pointers to NUL-terminated texts; 0 if the host
  /// has given no names.
  let namesAddress: UInt64
  /// The number of environments, and of names if there are any.
  let count: Int

  static var none: HostEnvironments {
    HostEnvironments(environmentsAddress: 0, namesAddress: 0, count: 0)
  }

  /// The environment at `index`, as four words; all 0 if there is none.
  func words(_ index: Int) -> SIMD4<UInt64> {
    guard index >= 0, index < count,
      let start = UnsafeRawPointer(bitPattern: UInt(environmentsAddress))
    else { return SIMD4() }
    return (start + index &* 32).loadUnaligned(as: SIMD4<UInt64>.self)
  }

  /// The name at `index`, valid as long as the host's memory; empty if there is none.
  func name(_ index: Int) -> StoredText {
    guard index >= 0, index < count,
      let start = UnsafeRawPointer(bitPattern: UInt(namesAddress))
    else { return .empty }
    return StoredText(nulTerminated: (start + index &* 8).loadUnaligned(as: UInt64.self))
  }
}
