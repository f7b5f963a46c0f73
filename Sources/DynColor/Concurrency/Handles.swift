// What hosts hold: the addresses by which they call objects, watched in a checking build.

/// What a handle is one of.
enum HandleKind: UInt64 {
  case theme = 1
  case snapshot, watch, explanation, report
  /// These are the host's for the time of a call.
  case context, sink
}

/// The handles that hosts have.
///
/// Ordinarily a handle is the address of an object, and nothing is known about it. With CHECKING,
/// it is noted who holds what, and a handle that is used or released when it was released already,
/// or that never was one, ends the process with a message.
///
/// As the memory of an object is soon that of another, a handle then has, in the lowest bits of the
/// address, which of them it is for. It still points into the object, so that what looks for memory
/// that nobody holds any more finds that it is held.
enum Handles {
  #if !CHECKING
    /// A handle for an object, with one reference of the host's more.
    @inline(__always)
    static func handOut(_ object: UnsafeMutableRawPointer, _ kind: HandleKind)
      -> OpaquePointer
    { OpaquePointer(object) }

    /// The handle that a host has for an object.
    @inline(__always)
    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      OpaquePointer(object)
    }

    /// The object that a handle is for.
    @inline(__always)
    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    { UnsafeMutableRawPointer(handle) }

    /// Takes another reference of the host's to the object that is returned.
    @inline(__always)
    static func retain(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle)
    }

    /// Gives a reference of the host's up, to the object that is returned.
    @inline(__always)
    @discardableResult
    static func giveUp(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle)
    }

    /// Notes that an object is gone, of which the host had no reference any more.
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
      let note = change(place) { note in
        if !note.isUsable { note = Note(kind, number: note.number &+ 1) }
        note.references &+= 1
      }
      return OpaquePointer(object + note.tag)
    }

    static func handle(of object: UnsafeMutableRawPointer) -> OpaquePointer {
      guard let place = place(of: object, making: false) else { return OpaquePointer(object) }
      return OpaquePointer(object + Note(rawValue: place.pointee.load(ordering: .acquiring)).tag)
    }

    static func object(of handle: OpaquePointer, _ kind: HandleKind)
      -> UnsafeMutableRawPointer
    {
      let object = untagged(handle)
      guard let place = place(of: object, making: false) else {
        stop(kind, .use, "never was one")
      }
      let note = Note(rawValue: place.pointee.load(ordering: .acquiring))
      check(note, handle, kind, .use)
      return object
    }

    static func retain(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      let object = object(of: handle, kind)
      _ = change(place(of: object, making: false)) { note in
        check(note, handle, kind, .use)
        note.references &+= 1
      }
      return object
    }

    @discardableResult
    static func giveUp(_ handle: OpaquePointer, _ kind: HandleKind) -> UnsafeMutableRawPointer {
      let object = untagged(handle)
      guard let place = place(of: object, making: false) else {
        stop(kind, .release, "never was one")
      }
      _ = change(place) { note in
        check(note, handle, kind, .release)
        guard note.references > 0 else { stop(kind, .release, "was released already") }
        note.references &-= 1
      }
      return object
    }

    static func end(_ object: UnsafeMutableRawPointer) {
      _ = change(place(of: object, making: false)) { note in
        note.isThere = false
        note.references = 0
      }
    }

    // MARK: - Notes

    /// What is known of an address: what is there, which of those that have been there it is, and
    /// how many references of the host's it has.
    private struct Note {
      var rawValue: UInt64

      init(rawValue: UInt64) { self.rawValue = rawValue }

      init(_ kind: HandleKind, number: UInt64) {
        rawValue = kind.rawValue | (number & 15) << 4
        // A theme may be held by a watch, and by the call of a provider or of an observer, too.
        isThere = kind == .theme
      }

      var kind: HandleKind? { HandleKind(rawValue: rawValue & 15) }
      var number: UInt64 { rawValue >> 4 & 15 }
      var tag: Int { Int(truncatingIfNeeded: number) }
      var isThere: Bool {
        get { rawValue >> 8 & 1 == 1 }
        set { rawValue = rawValue & ~0x100 | (newValue ? 0x100 : 0) }
      }
      var references: UInt64 {
        get { rawValue >> 16 }
        set { rawValue = rawValue & 0xFFFF | newValue << 16 }
      }
      var isUsable: Bool { isThere || references > 0 }
    }

    private static func untagged(_ handle: OpaquePointer) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(handle) - Int(bitPattern: UInt(bitPattern: handle) & 15)
    }

    private static func check(
      _ note: Note, _ handle: OpaquePointer, _ kind: HandleKind, _ misuse: Misuse
    ) {
      guard let known = note.kind else { stop(kind, misuse, "never was one") }
      guard known == kind else { stop(kind, misuse, "is another object", known) }
      guard note.isUsable, note.tag == UInt(bitPattern: handle) & 15 else {
        stop(kind, misuse, kind.isOfCall ? "is of a call that has ended" : "was released already")
      }
    }

    private typealias Word = UnsafeMutablePointer<Atomic<UInt64>>

    /// Changes a note as one step, and returns what it then is.
    private static func change(_ place: Word?, _ body: (inout Note) -> Void) -> Note {
      guard let place else { return Note(rawValue: 0) }
      var old = place.pointee.load(ordering: .acquiring)
      while true {
        var note = Note(rawValue: old)
        body(&note)
        let (isChanged, found) = place.pointee.compareExchange(
          expected: old, desired: note.rawValue, ordering: .acquiringAndReleasing)
        if isChanged { return note }
        old = found
      }
    }

    // MARK: - The table

    // Two words for each address that ever was an object's: the address, and the note. There is no
    // lock that a forked process could inherit as taken, and no memory of the host's: what counts
    // that, or lets it run out, sees nothing of this.
    private static let start = Atomic<UInt>(0)
    private static var places: UInt { 1 << 24 }

    private static func table() -> UnsafeMutableRawPointer {
      if let table = UnsafeMutableRawPointer(bitPattern: start.load(ordering: .acquiring)) {
        return table
      }
      guard let made = dyncolor_reserve(places &* 16) else {
        stop("there is no memory to watch handles with")
      }
      let (isFirst, found) = start.compareExchange(
        expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
      if isFirst { return made }
      dyncolor_unreserve(made, places &* 16)
      return UnsafeMutableRawPointer(bitPattern: found).unsafelyUnwrapped
    }

    /// Where the note of an address is; `nil` if there is none, and none is to be made.
    private static func place(of object: UnsafeMutableRawPointer, making: Bool) -> Word? {
      let table = table()
      let address = UInt(bitPattern: object)
      // Neighbours in memory are neighbours here, so that few pages are touched.
      var index = address >> 4 & (places &- 1)
      for _ in upTo(Int(bitPattern: places)) {
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
        index = (index &+ 1) & (places &- 1)
      }
      stop("there is no room to watch more handles")
    }

    // MARK: - The end

    private enum Misuse {
      case use, release
    }

    private static func stop(
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

    private static func stop(_ what: StaticString) -> Never {
      var line = Line()
      line.append(what)
      line.end()
    }

    /// One line for standard error.
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
    /// Whether it is the host's for the time of a call alone.
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
  /// A handle for the object that begins here, for the host.
  func handedOut(_ kind: HandleKind) -> OpaquePointer { Handles.handOut(pointer, kind) }
}
