// System: the host's file callbacks.

/// The callbacks of a host that reads files itself, with their user data.
struct HostFiles: BitwiseCopyable {
  typealias Deliver =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
      _ sink: UnsafeMutableRawPointer?
    ) -> Int32

  let reader, lister: HostCallback

  /// Asks the host for the contents of a file. The path is NUL-terminated. Returns the host's
  /// status.
  func read(_ path: StoredText, _ sink: HostSink) -> Int32 { call(reader, path, sink) }

  /// Asks the host for the entries of a directory.
  func list(_ path: StoredText, _ sink: HostSink) -> Int32 { call(lister, path, sink) }

  private func call(_ callback: HostCallback, _ path: StoredText, _ sink: HostSink) -> Int32 {
    guard let deliver = callback.callable(as: Deliver.self) else { return 0 }
    let handle = Handles.makeHandle(sink.start, .sink)
    defer { Handles.release(handle, .sink) }
    return deliver(
      callback.userData, UnsafePointer(bitPattern: UInt(path.address)),
      UnsafeMutableRawPointer(handle))
  }
}

/// Receives what a host has read: the contents of a file, or the entries of a directory, each as a
/// type, a name and a NUL. A value of this type is an address and does not own the sink.
struct HostSink: BitwiseCopyable {
  private struct Head: BitwiseCopyable {
    let allocator: Allocator
    let bytes: EventLog<UInt8>
    let isFolder: Bool
  }

  private let head: UnsafeMutablePointer<Head>

  fileprivate var start: UnsafeMutableRawPointer { UnsafeMutableRawPointer(head) }

  init?(address: UInt64) {
    guard let head = UnsafeMutablePointer<Head>(bitPattern: UInt(address)) else { return nil }
    self.head = head
  }

  private init(head: UnsafeMutablePointer<Head>) { self.head = head }

  /// Makes an empty sink for at most `limit` bytes.
  static func make(
    _ allocator: Allocator, isFolder: Bool, limit: Int
  ) throws(OutOfMemory) -> HostSink {
    let head: UnsafeMutablePointer<Head> = try allocator.resize(nil, from: 0, to: 1)
    do throws(OutOfMemory) {
      let bytes: EventLog<UInt8> = try EventLog.make(allocator, limit: limit)
      head.initialize(to: Head(allocator: allocator, bytes: bytes, isFolder: isFolder))
    } catch {
      allocator.free(head, count: 1)
      throw error
    }
    return HostSink(head: head)
  }

  func free() {
    let allocator = head.pointee.allocator
    head.pointee.bytes.free()
    allocator.free(head, count: 1)
  }

  /// True if the sink receives directory entries.
  var isFolder: Bool { head.pointee.isFolder }

  func append(_ bytes: Span<UInt8>) { head.pointee.bytes.append(contentsOf: bytes) }

  func append(entry name: Span<UInt8>, _ kind: FileKind) {
    head.pointee.bytes.append(kind.rawValue)
    head.pointee.bytes.append(contentsOf: name)
    head.pointee.bytes.append(0)
  }

  /// The bytes received. Valid until more are added.
  var bytes: StoredText { head.pointee.bytes.text }

  var isCut: Bool { head.pointee.bytes.isCut }
  var isOutOfMemory: Bool { head.pointee.bytes.isOutOfMemory }
}

/// A callback that reports progress, with its user data.
struct HostProgress: BitwiseCopyable {
  typealias Progress =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?, _ done: Int
    ) -> Int32

  let callback: HostCallback

  /// Reports a NUL-terminated path. Returns false if the host cancels.
  func call(_ path: StoredText, done: Int) -> Bool {
    guard let progress = callback.callable(as: Progress.self) else { return true }
    return progress(callback.userData, UnsafePointer(bitPattern: UInt(path.address)), done) == 0
  }
}

/// A callback that receives written files, with its user data.
struct HostFileReceiver: BitwiseCopyable {
  typealias Take =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?,
      _ bytes: UnsafeRawPointer?, _ size: Int
    ) -> Int32

  let callback: HostCallback

  /// Passes a file to the host. The path is NUL-terminated. Returns the host's status.
  func take(_ path: StoredText, _ bytes: StoredText) -> Int32 {
    guard let take = callback.callable(as: Take.self) else { return 0 }
    return take(
      callback.userData, UnsafePointer(bitPattern: UInt(path.address)),
      UnsafeRawPointer(bitPattern: UInt(bytes.address)), bytes.count)
  }
}

/// Environments with names, in the host's memory.
struct HostEnvironments: BitwiseCopyable {
  /// The addresses of the array of environments (C structs) and of the array of names.
  let environments, names: UInt64
  let count: Int

  static var none: HostEnvironments { HostEnvironments(environments: 0, names: 0, count: 0) }

  /// The environment at an index, as four words.
  func words(_ index: Int) -> SIMD4<UInt64> {
    guard index >= 0, index < count,
      let start = UnsafeRawPointer(bitPattern: UInt(environments))
    else { return SIMD4() }
    return (start + index &* 32).loadUnaligned(as: SIMD4<UInt64>.self)
  }

  func name(_ index: Int) -> StoredText {
    guard index >= 0, index < count, let start = UnsafeRawPointer(bitPattern: UInt(names)) else {
      return .empty
    }
    return StoredText(terminatedAt: (start + index &* 8).loadUnaligned(as: UInt64.self))
  }
}
