// Concurrency: the pointers that hosts use for objects of the library. A checking build validates
// them.

/// The type of the object that a handle refers to.
enum HandleKind: UInt64 {
  // Not 0, which stands for no object in the table of a checking build.
  case theme = 1
  case snapshot, watch, explanation, report, desktop, audit
  // A handle of one of the following two types is valid only during the call of a host's function
  // that it is passed to.
  case context, sink
}

/// The handles that hosts have, and the host's references to objects.
///
/// Ordinarily a handle is the address of its object, and nothing is checked. In a checking build
/// (CHECKING is defined), the library counts the host's references to the object at each address.
/// The library aborts the process with a message when a handle is used after it was released, is
/// released twice, or was never valid.
///
/// Freed memory is soon reused for another object. So in a checking build, the lowest four bits of
/// a handle count how many objects have had its address (modulo 16); these bits are 0 in the
/// address itself. The handle still points into the object, so that leak checkers consider the
/// object reachable.
enum Handles {
  #if !CHECKING
    /// Returns the handle of an object, and adds a reference of the host.
    @inline(__always)
    static func makeHandle(_ object: UnsafeMutableRawPointer, _ kind: HandleKind)
      -> OpaquePointer
    { OpaquePointer(object) }

    /// Returns the handle of an object, without a new reference.
    @inline(__always)
    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      OpaquePointer(object)
    }

    /// Returns the object of a handle. The object must be of type `kind`.
    @inline(__always)
    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    { UnsafeMutableRawPointer(handle) }

    /// Adds a reference of the host. Returns the object, which the caller must retain.
    @inline(__always)
    static func addHostReference(to handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      UnsafeMutableRawPointer(handle)
    }

    /// Removes a reference of the host. Returns the object, which the caller must release if it is
    /// reference-counted.
    @inline(__always)
    @discardableResult
    static func removeHostReference(to handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      UnsafeMutableRawPointer(handle)
    }

    /// In a checking build, marks the handles of an object as invalid, even if the host still has
    /// references to the object. Otherwise does nothing.
    @inline(__always)
    static func invalidate(_ object: UnsafeMutableRawPointer) {}
  #endif

  /// Ends a handle that was made for one call of a function of the host.
  @inline(__always)
  static func endHandle(_ handle: OpaquePointer, _ kind: HandleKind) {
    removeHostReference(to: handle, kind)
  }
}

#if CHECKING
  import CPlatform
  import Synchronization

  extension Handles {
    static func makeHandle(_ object: UnsafeMutableRawPointer, _ kind: HandleKind)
      -> OpaquePointer
    {
      let word = stateWord(of: object, isAdding: true)
      let state = change(word) { state in
        // The object is new. If the word has the state of an earlier object at this address, that
        // object was freed, and the host may not use its handles any more.
        if !state.isUsable { state = HandleState(kind, reuseCount: state.reuseCount &+ 1) }
        state.referenceCount &+= 1
      }
      return OpaquePointer(object + state.tag)
    }

    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      guard let word = stateWord(of: object, isAdding: false) else { return OpaquePointer(object) }
      let state = HandleState(rawValue: word.pointee.load(ordering: .acquiring))
      return OpaquePointer(object + state.tag)
    }

    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      let object = untagged(handle)
      guard let word = stateWord(of: object, isAdding: false) else {
        // In the message, this text and those below follow "this theme" or another type.
        fail(kind, .use, "never was one")
      }
      let state = HandleState(rawValue: word.pointee.load(ordering: .acquiring))
      abortUnlessValid(state, handle, kind, .use)
      return object
    }

    static func addHostReference(to handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      let object = object(of: handle, kind)
      _ = change(stateWord(of: object, isAdding: false)) { state in
        abortUnlessValid(state, handle, kind, .use)
        state.referenceCount &+= 1
      }
      return object
    }

    @discardableResult
    static func removeHostReference(to handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      let object = untagged(handle)
      guard let word = stateWord(of: object, isAdding: false) else {
        fail(kind, .release, "never was one")
      }
      _ = change(word) { state in
        abortUnlessValid(state, handle, kind, .release)
        guard state.referenceCount > 0 else { fail(kind, .release, "was released already") }
        state.referenceCount &-= 1
      }
      return object
    }

    static func invalidate(_ object: UnsafeMutableRawPointer) {
      _ = change(stateWord(of: object, isAdding: false)) { state in
        state.isUsableWithoutReferences = false
        state.referenceCount = 0
      }
    }

    // MARK: - Handle states

    /// The state of an address, packed into a word:
    /// - bits 0 to 3: the type of the object there;
    /// - bits 4 to 7: how many objects have had the address, modulo 16;
    /// - bit 8: whether the host may use handles without having a reference: for a theme, until
    ///   `invalidate` is called;
    /// - bits from 16 on: the number of the host's references.
    ///
    /// The word is 0 if there never was an object at the address.
    private struct HandleState {
      var rawValue: UInt64

      init(rawValue: UInt64) { self.rawValue = rawValue }

      init(_ kind: HandleKind, reuseCount: UInt64) {
        rawValue = kind.rawValue | (reuseCount & 15) << 4
        // A theme may be in use without references of the host: a watch, a provider call or an
        // observer call may keep it alive.
        isUsableWithoutReferences = kind == .theme
      }

      /// `nil` if there never was an object at the address.
      var kind: HandleKind? { HandleKind(rawValue: rawValue & 15) }
      var reuseCount: UInt64 { rawValue >> 4 & 15 }
      /// The number that a handle adds to the address of the object.
      var tag: Int { Int(truncatingIfNeeded: reuseCount) }
      var isUsableWithoutReferences: Bool {
        get { rawValue >> 8 & 1 == 1 }
        set { rawValue = rawValue & ~0x100 | (newValue ? 0x100 : 0) }
      }
      var referenceCount: UInt64 {
        get { rawValue >> 16 }
        set { rawValue = rawValue & 0xFFFF | newValue << 16 }
      }
      /// True if the host may use handles of the object.
      var isUsable: Bool { isUsableWithoutReferences || referenceCount > 0 }
    }

    /// The address of the object of a handle.
    private static func untagged(_ handle: OpaquePointer) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle) - Int(bitPattern: UInt(bitPattern: handle) & 15)
    }

    /// Aborts with a message unless `handle` is a valid handle of an object of type `kind`. `state`
    /// is the state of the address that the handle refers to.
    private static func abortUnlessValid(
      _ state: HandleState, _ handle: OpaquePointer, _ kind: HandleKind, _ misuse: Misuse
    ) {
      guard let actualKind = state.kind else { fail(kind, misuse, "never was one") }
      guard actualKind == kind else { fail(kind, misuse, "is another object", actualKind) }
      guard state.isUsable, state.tag == UInt(bitPattern: handle) & 15 else {
        fail(
          kind, misuse,
          kind.isValidOnlyDuringCall ? "is of a call that has ended" : "was released already")
      }
    }

    private typealias StateWord = UnsafeMutablePointer<Atomic<UInt64>>

    /// Changes the state in `word` atomically by calling `body`, and returns the changed state.
    /// `body` is called again if another thread changes the word meanwhile. If `word` is `nil`,
    /// changes nothing, and returns the state of an address at which there never was an object.
    private static func change(_ word: StateWord?, _ body: (inout HandleState) -> Void)
      -> HandleState
    {
      guard let word else { return HandleState(rawValue: 0) }
      var expected = word.pointee.load(ordering: .acquiring)
      while true {
        var state = HandleState(rawValue: expected)
        body(&state)
        let (isChanged, found) = word.pointee.compareExchange(
          expected: expected, desired: state.rawValue, ordering: .acquiringAndReleasing)
        if isChanged { return state }
        expected = found
      }
    }

    // MARK: - The table

    // A hash table. It has two words for each address at which there ever was an object: the
    // address and its state. There is no lock, since a forked process could inherit it locked. The
    // memory does not come from the host's allocator, so that tests that count or limit allocations
    // are not disturbed.
    private static let tableAddress = Atomic<UInt>(0)
    /// The greatest number of addresses. The table takes 256 MiB of address space. Memory is only
    /// taken by those of its pages that have been written to.
    private static var slotCount: UInt { 1 << 24 }

    /// The table, which the first call allocates.
    private static func table() -> UnsafeMutableRawPointer {
      if let table = UnsafeMutableRawPointer(bitPattern: tableAddress.load(ordering: .acquiring)) {
        return table
      }
      guard let allocated = dyncolor_reserve(slotCount &* 16) else {
        fail("there is no memory to check handles with")
      }
      let (isFirst, found) = tableAddress.compareExchange(
        expected: 0, desired: UInt(bitPattern: allocated), ordering: .acquiringAndReleasing)
      if isFirst { return allocated }
      dyncolor_unreserve(allocated, slotCount &* 16)
      return UnsafeMutableRawPointer(bitPattern: found).unsafelyUnwrapped
    }

    /// The word with the state of the address of `object`. If the table does not have the address:
    /// adds the address if `isAdding` is true, or returns `nil` if it is false.
    private static func stateWord(of object: UnsafeMutableRawPointer, isAdding: Bool) -> StateWord?
    {
      let table = table()
      let address = UInt(bitPattern: object)
      // Drops the lowest four bits, which are 0. Neighboring addresses get neighboring slots, so
      // that few pages of memory are used.
      var slotIndex = address >> 4 & (slotCount &- 1)
      for _ in upTo(Int(bitPattern: slotCount)) {
        let slot = table + Int(bitPattern: slotIndex &* 16)
        let addressWord = slot.assumingMemoryBound(to: Atomic<UInt>.self)
        var found = addressWord.pointee.load(ordering: .acquiring)
        if found == 0, isAdding {
          let (isAdded, existing) = addressWord.pointee.compareExchange(
            expected: 0, desired: address, ordering: .acquiringAndReleasing)
          found = isAdded ? address : existing
        }
        if found == address { return (slot + 8).assumingMemoryBound(to: Atomic<UInt64>.self) }
        if found == 0 { return nil }
        slotIndex = (slotIndex &+ 1) & (slotCount &- 1)
      }
      fail("there is no room to check more handles")
    }

    // MARK: - Reporting misuse

    private enum Misuse {
      case use, release
    }

    /// Aborts with a message such as "a function was given a theme, but this theme was released
    /// already". `problem` is the part after "this theme". If `actualKind` is given, its name
    /// follows `problem`.
    private static func fail(
      _ kind: HandleKind, _ misuse: Misuse, _ problem: StaticString, _ actualKind: HandleKind? = nil
    ) -> Never {
      var line = Line()
      line.append(misuse == .use ? "a function was given " : "a function was to release ")
      line.append(kind.article)
      line.append(kind.name)
      line.append(", but this ")
      line.append(kind.name)
      line.append(" ")
      line.append(problem)
      if let actualKind {
        line.append(": ")
        line.append(actualKind.article)
        line.append(actualKind.name)
      }
      line.writeAndAbort()
    }

    /// Aborts with a message.
    private static func fail(_ message: StaticString) -> Never {
      var line = Line()
      line.append(message)
      line.writeAndAbort()
    }

    /// A message of one line. What does not fit into 160 bytes is dropped.
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

      /// Writes the message to standard error, and aborts the process.
      mutating func writeAndAbort() -> Never {
        append("\n")
        _ = withUnsafePointer(to: &bytes) { write(2, $0, count) }
        abort()
      }
    }
  }

  extension HandleKind {
    /// True if a handle of this type is valid only during the call of a host's function.
    fileprivate var isValidOnlyDuringCall: Bool { self == .context || self == .sink }

    fileprivate var article: StaticString {
      self == .explanation || self == .audit ? "an " : "a "
    }

    fileprivate var name: StaticString {
      switch self {
      case .theme: "theme"
      case .snapshot: "snapshot"
      case .watch: "watch"
      case .explanation: "explanation"
      case .report: "report"
      case .desktop: "desktop"
      case .audit: "audit"
      case .context: "context"
      case .sink: "sink"
      }
    }
  }
#endif

extension Words {
  /// Makes a handle for the host, for the object at this address, and adds a reference of the host.
  func makeHandle(_ kind: HandleKind) -> OpaquePointer { Handles.makeHandle(pointer, kind) }
}
