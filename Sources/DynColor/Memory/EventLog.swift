// Memory: an append-only list with reference semantics.

/// A growable list that can be appended to through a copy of its address, even from functions that
/// do not mutate anything else. Only one thread may use it at a time.
///
/// Appending never throws: when an element does not fit, it and all later ones are dropped, and
/// `isCut` becomes true. A value of this type does not own the list.
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

  static func make(_ allocator: Allocator, limit: Int) throws(OutOfMemory) -> EventLog {
    let head: UnsafeMutablePointer<Head> = try allocator.resize(nil, from: 0, to: 1)
    head.initialize(to: Head(allocator: allocator, limit: limit, base: nil))
    return EventLog(head: head)
  }

  func free() {
    let allocator = head.pointee.allocator
    allocator.free(head.pointee.base, count: head.pointee.capacity)
    allocator.free(head, count: 1)
  }

  var count: Int { head.pointee.count }

  /// `isCut` is true if elements were dropped; `isOutOfMemory`, if that was because an allocation
  /// failed.
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

  /// Replaces the element at `index`, if there is one.
  func replace(at index: Int, with element: Element) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = head.pointee.base else {
      return
    }
    base[index] = element
  }

  /// Removes all but the first `newCount` elements. New ones can take their place.
  func truncate(to newCount: Int) {
    guard newCount >= 0, newCount < count else { return }
    head.pointee.count = newCount
    if !isOutOfMemory { head.pointee.isCut = false }
  }

  /// Makes room for `extra` more elements. Returns whether there is room.
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
  /// Appends all bytes, or none.
  func append(contentsOf bytes: Span<UInt8>) {
    guard reserve(bytes.count) else { return }
    var index = 0
    while let byte = bytes.element(at: index) {
      append(byte)
      index &+= 1
    }
  }

  /// The bytes. Valid until more are appended.
  var text: StoredText {
    StoredText(address: UInt64(UInt(bitPattern: head.pointee.base)), count: count)
  }
}
