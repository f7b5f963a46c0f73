// Concurrency: the handles that hosts use for objects, which a checking build validates.

/// The type of the object that a handle refers to.
enum HandleKind: UInt64 {
  case theme = 1
  case snapshot, watch, explanation, report
  /// Valid only during a callback.
  case context, sink
}

/// The handles of hosts.
///
/// Ordinarily a handle is the address of its object, and nothing is checked. With CHECKING, the
/// library counts the references of the host for each address, and ends the process with a message
/// when a handle is used after its release, released twice, or was never valid.
///
/// Since freed memory is soon reused for another object, a handle then has a generation number in
/// the lowest bits of the address. It still points into the object, so that leak checkers find it
/// reachable.
enum Handles {
  #if !CHECKING
    /// Makes a handle with one more reference of the host.
    @inline(__always)
    static func handOut(_ object: UnsafeMutableRawPointer, _ kind: HandleKind)
      -> OpaquePointer
    { OpaquePointer(object) }

    /// The host's handle of an object, without a new reference.
    @inline(__always)
    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      OpaquePointer(object)
    }

    @inline(__always)
    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    { UnsafeMutableRawPointer(handle) }

    /// Adds a reference of the host. Returns the object.
    @inline(__always)
    static func retain(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle)
    }

    /// Releases a reference of the host. Returns the object.
    @inline(__always)
    @discardableResult
    static func giveUp(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle)
    }

    /// Marks an object as destroyed. The host has no references to it any more.
    @inline(__always)
    static func end(_ object: UnsafeMutableRawPointer) {}
  #endif
}

#if CHECKING
  import CPlatform
  import Synchronization

  extension Handles {
    static func handOut(_ object: UnsafeMutableRawPointer, _ kind: HandleKind)
      -> OpaquePointer
    {
      let place = place(of: object, making: true)
      let state = change(place) { state in
        if !state.isUsable { state = HandleState(kind, number: state.number &+ 1) }
        state.references &+= 1
      }
      return OpaquePointer(object + state.tag)
    }

    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      guard let place = place(of: object, making: false) else { return OpaquePointer(object) }
      let state = HandleState(rawValue: place.pointee.load(ordering: .acquiring))
      return OpaquePointer(object + state.tag)
    }

    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      let object = untagged(handle)
      guard let place = place(of: object, making: false) else {
        fail(kind, .use, "never was one")
      }
      let state = HandleState(rawValue: place.pointee.load(ordering: .acquiring))
      check(state, handle, kind, .use)
      return object
    }

    static func retain(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      let object = object(of: handle, kind)
      _ = change(place(of: object, making: false)) { state in
        check(state, handle, kind, .use)
        state.references &+= 1
      }
      return object
    }

    @discardableResult
    static func giveUp(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      let object = untagged(handle)
      guard let place = place(of: object, making: false) else {
        fail(kind, .release, "never was one")
      }
      _ = change(place) { state in
        check(state, handle, kind, .release)
        guard state.references > 0 else { fail(kind, .release, "was released already") }
        state.references &-= 1
      }
      return object
    }

    static func end(_ object: UnsafeMutableRawPointer) {
      _ = change(place(of: object, making: false)) { state in
        state.isAlive = false
        state.references = 0
      }
    }

    // MARK: - Handle states

    /// The state of an address: the type of the object there, its generation number, whether it is
    /// alive, and the number of the host's references.
    private struct HandleState {
      var rawValue: UInt64

      init(rawValue: UInt64) { self.rawValue = rawValue }

      init(_ kind: HandleKind, number: UInt64) {
        rawValue = kind.rawValue | (number & 15) << 4
        // A theme can also be kept alive by a watch, a provider call or an observer call.
        isAlive = kind == .theme
      }

      var kind: HandleKind? { HandleKind(rawValue: rawValue & 15) }
      var number: UInt64 { rawValue >> 4 & 15 }
      var tag: Int { Int(truncatingIfNeeded: number) }
      var isAlive: Bool {
        get { rawValue >> 8 & 1 == 1 }
        set { rawValue = rawValue & ~0x100 | (newValue ? 0x100 : 0) }
      }
      var references: UInt64 {
        get { rawValue >> 16 }
        set { rawValue = rawValue & 0xFFFF | newValue << 16 }
      }
      var isUsable: Bool { isAlive || references > 0 }
    }

    private static func untagged(_ handle: OpaquePointer) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle) - Int(bitPattern: UInt(bitPattern: handle) & 15)
    }

    private static func check(
      _ state: HandleState, _ handle: OpaquePointer, _ kind: HandleKind, _ misuse: Misuse
    ) {
      guard let known = state.kind else { fail(kind, misuse, "never was one") }
      guard known == kind else { fail(kind, misuse, "is another object", known) }
      guard state.isUsable, state.tag == UInt(bitPattern: handle) & 15 else {
        fail(kind, misuse, kind.isOfCall ? "is of a call that has ended" : "was released already")
      }
    }

    private typealias Word = UnsafeMutablePointer<Atomic<UInt64>>

    /// Changes a state atomically. Returns the new one.
    private static func change(_ place: Word?, _ body: (inout HandleState) -> Void) -> HandleState {
      guard let place else { return HandleState(rawValue: 0) }
      var old = place.pointee.load(ordering: .acquiring)
      while true {
        var state = HandleState(rawValue: old)
        body(&state)
        let (isChanged, found) = place.pointee.compareExchange(
          expected: old, desired: state.rawValue, ordering: .acquiringAndReleasing)
        if isChanged { return state }
        old = found
      }
    }

    // MARK: - The table

    // Two words for each address that was ever an object's: the address and its state. There is no
    // lock, since a forked process could inherit it locked, and the host's allocator is not used,
    // so that tests that count or limit allocations are not disturbed.
    private static let start = Atomic<UInt>(0)
    private static var slotCount: UInt { 1 << 24 }

    private static func table() -> UnsafeMutableRawPointer {
      if let table = UnsafeMutableRawPointer(bitPattern: start.load(ordering: .acquiring)) {
        return table
      }
      guard let made = dyncolor_reserve(slotCount &* 16) else {
        fail("there is no memory to watch handles with")
      }
      let (isFirst, found) = start.compareExchange(
        expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
      if isFirst { return made }
      dyncolor_unreserve(made, slotCount &* 16)
      return UnsafeMutableRawPointer(bitPattern: found).unsafelyUnwrapped
    }

    /// The slot of an address; `nil` if there is none and `making` is false.
    private static func place(of object: UnsafeMutableRawPointer, making: Bool) -> Word? {
      let table = table()
      let address = UInt(bitPattern: object)
      // Neighboring addresses get neighboring slots, so that few pages are touched.
      var index = address >> 4 & (slotCount &- 1)
      for _ in upTo(Int(bitPattern: slotCount)) {
        let entry = table + Int(bitPattern: index &* 16)
        let key = entry.assumingMemoryBound(to: Atomic<UInt>.self)
        var found = key.pointee.load(ordering: .acquiring)
        if found == 0, making {
          let (isTaken, other) = key.pointee.compareExchange(
            expected: 0, desired: address, ordering: .acquiringAndReleasing)
          found = isTaken ? address : other
        }
        if found == address { return (entry + 8).assumingMemoryBound(to: Atomic<UInt64>.self) }
        if found == 0 { return nil }
        index = (index &+ 1) & (slotCount &- 1)
      }
      fail("there is no room to watch more handles")
    }

    // MARK: - Reporting misuse

    private enum Misuse {
      case use, release
    }

    private static func fail(
      _ kind: HandleKind, _ misuse: Misuse, _ what: StaticString, _ known: HandleKind? = nil
    ) -> Never {
      var line = Line()
      line.append(misuse == .use ? "a function was given " : "a function was to release ")
      line.append(kind == .explanation ? "an " : "a ")
      line.append(kind.name)
      line.append(", but this ")
      line.append(kind.name)
      line.append(" ")
      line.append(what)
      if let known {
        line.append(known == .explanation ? ": an " : ": a ")
        line.append(known.name)
      }
      line.end()
    }

    private static func fail(_ what: StaticString) -> Never {
      var line = Line()
      line.append(what)
      line.end()
    }

    /// A message of one line for standard error.
    private struct Line {
      private var bytes = InlineArray<160, UInt8>(repeating: 0)
      private var count = 0

      init() { append("dyncolor: ") }

      mutating func append(_ text: StaticString) {
        for index in upTo(text.utf8CodeUnitCount) where count < 160 {
          bytes[count] = text.utf8Start[index]
          count &+= 1
        }
      }

      mutating func end() -> Never {
        append("\n")
        _ = withUnsafePointer(to: &bytes) { write(2, $0, count) }
        abort()
      }
    }
  }

  extension HandleKind {
    /// True if the handle is valid only during a callback.
    fileprivate var isOfCall: Bool { self == .context || self == .sink }

    fileprivate var name: StaticString {
      switch self {
      case .theme: "theme"
      case .snapshot: "snapshot"
      case .watch: "watch"
      case .explanation: "explanation"
      case .report: "report"
      case .context: "context"
      case .sink: "sink"
      }
    }
  }
#endif

extension Words {
  /// Makes a handle for the host, for the object at this address.
  func handedOut(_ kind: HandleKind) -> OpaquePointer { Handles.handOut(pointer, kind) }
}
