// A list for what is noted on the side.

/// A growable list that may be written to by whoever knows it, also where everything else is only
/// looked at. One thread may use it at a time.
///
/// Nothing here throws: when there is no room for an element, it is dropped with all that follow, and
/// `isCut` says so. A value of this type is the address of such a list; it does not own it.
struct EventLog<Element: BitwiseCopyable>: BitwiseCopyable {
  private struct Head: BitwiseCopyable {
    let allocator: Allocator
    let limit: Int
    var base: UnsafeMutablePointer<Element>?
    var count = 0
    var capacity = 0
    var isCut = false
    var isOutOfMemory = false
  }

  private let head: UnsafeMutablePointer<Head>

  private init(head: UnsafeMutablePointer<Head>) { self.head = head }

  /// An empty list that grows to `limit` elements.
  static func make(_ allocator: Allocator, limit: Int) throws(OutOfMemory) -> EventLog {
    let head: UnsafeMutablePointer<Head> = try allocator.resize(nil, from: 0, to: 1)
    head.initialize(to: Head(allocator: allocator, limit: limit, base: nil))
    return EventLog(head: head)
  }

  /// Gives the memory of the list back.
  func free() {
    let allocator = head.pointee.allocator
    allocator.free(head.pointee.base, count: head.pointee.capacity)
    allocator.free(head, count: 1)
  }

  var count: Int { head.pointee.count }

  /// Whether something was dropped, and whether memory was what it lacked.
  var isCut: Bool { head.pointee.isCut }
  var isOutOfMemory: Bool { head.pointee.isOutOfMemory }

  /// The element at `index`, if there is one.
  func element(at index: Int) -> Element? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = head.pointee.base else {
      return nil
    }
    return base[index]
  }

  @inline(never)
  func append(_ element: Element) {
    guard reserve(1), let base = head.pointee.base else { return }
    base[count] = element
    head.pointee.count &+= 1
  }

  /// Puts an element in the place of the one at `index`, if there is one.
  func replace(at index: Int, with element: Element) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = head.pointee.base else {
      return
    }
    base[index] = element
  }

  /// Drops all but the first `newCount` elements; there is room for others in their place.
  func truncate(to newCount: Int) {
    guard newCount >= 0, newCount < count else { return }
    head.pointee.count = newCount
    if !isOutOfMemory { head.pointee.isCut = false }
  }

  /// Makes room for so many elements more, if that can be, and says whether there is room.
  private func reserve(_ extra: Int) -> Bool {
    guard !isCut else { return false }
    return extra <= head.pointee.capacity &- count || grow(by: extra)
  }

  private func grow(by extra: Int) -> Bool {
    head.pointee.isCut = true
    let capacity = head.pointee.capacity
    guard extra <= head.pointee.limit &- count else { return false }
    let wanted = min(max(max(capacity &* 2, count &+ extra), 16), head.pointee.limit)
    do throws(OutOfMemory) {
      head.pointee.base = try head.pointee.allocator.resize(
        head.pointee.base, from: capacity, to: wanted)
    } catch {
      head.pointee.isOutOfMemory = true
      return false
    }
    head.pointee.capacity = wanted
    head.pointee.isCut = false
    return true
  }
}

extension EventLog<UInt8> {
  /// Adds bytes, all or none.
  func append(contentsOf bytes: Span<UInt8>) {
    guard reserve(bytes.count) else { return }
    var index = 0
    while let byte = bytes.element(at: index) {
      append(byte)
      index &+= 1
    }
  }

  /// The bytes, until more are added.
  var text: StoredText {
    StoredText(address: UInt64(UInt(bitPattern: head.pointee.base)), count: count)
  }
}
