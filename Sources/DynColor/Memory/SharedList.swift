// Memory: a growable list with reference semantics.

/// A growable list that is appended to from several places in the code: the steps of a trace, or
/// the bytes of a file that the host's read callback delivers.
///
/// A value of this type is the address of the list, so all copies of the value append to the same
/// list, and no `inout` is needed. The value does not own the list: the code that made the list
/// frees it with `free`. Only one thread may use a list at a time.
///
/// Appending never throws. An element that does not fit is dropped, and so are all elements after
/// it. Then `hasOverflowed` is true.
struct SharedList<Element: BitwiseCopyable>: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    let allocator: Allocator
    let greatestCount: Int
    var base: UnsafeMutablePointer<Element>?
    var count = 0
    var capacity = 0
    var hasOverflowed = false
    var isOutOfMemory = false
  }

  private let header: UnsafeMutablePointer<Header>

  private init(header: UnsafeMutablePointer<Header>) { self.header = header }

  /// Makes an empty list of at most `greatestCount` elements.
  static func make(_ allocator: Allocator, limit greatestCount: Int) throws(OutOfMemory)
    -> SharedList
  {
    let header: UnsafeMutablePointer<Header> = try allocator.resize(nil, from: 0, to: 1)
    header.initialize(to: Header(allocator: allocator, greatestCount: greatestCount, base: nil))
    return SharedList(header: header)
  }

  /// Frees the list. No copy of this value may be used after that.
  func free() {
    let allocator = header.pointee.allocator
    allocator.free(header.pointee.base, count: header.pointee.capacity)
    allocator.free(header, count: 1)
  }

  var count: Int { header.pointee.count }

  /// True if elements were dropped. False again after `truncate` has removed elements, unless
  /// `isOutOfMemory` is true.
  var hasOverflowed: Bool { header.pointee.hasOverflowed }
  /// True if elements were dropped because an allocation failed.
  var isOutOfMemory: Bool { header.pointee.isOutOfMemory }

  /// The element at `index`; `nil` if there is none.
  func element(at index: Int) -> Element? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = header.pointee.base else {
      return nil
    }
    return base[index]
  }

  /// Appends `element`, or drops it if the list has overflowed, or overflows now.
  @inline(never)
  func append(_ element: Element) {
    guard reserve(1), let base = header.pointee.base else { return }
    base[count] = element
    header.pointee.count &+= 1
  }

  /// Replaces the element at `index`, if there is one.
  func replace(at index: Int, with element: Element) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let base = header.pointee.base else {
      return
    }
    base[index] = element
  }

  /// Removes all but the first `newCount` elements, and then resets `hasOverflowed`, unless an
  /// allocation has failed. Does nothing if there are at most `newCount` elements.
  func truncate(to newCount: Int) {
    guard newCount >= 0, newCount < count else { return }
    header.pointee.count = newCount
    if !isOutOfMemory { header.pointee.hasOverflowed = false }
  }

  /// Reserves memory for `extraCount` more elements, or sets `hasOverflowed`. Returns whether there
  /// is room.
  private func reserve(_ extraCount: Int) -> Bool {
    guard !hasOverflowed else { return false }
    return extraCount <= header.pointee.capacity &- count || grow(by: extraCount)
  }

  /// Does the work of `reserve`, if the memory is full.
  private func grow(by extraCount: Int) -> Bool {
    // `hasOverflowed` becomes false again at the end. Every early return leaves it true.
    header.pointee.hasOverflowed = true
    let capacity = header.pointee.capacity
    guard extraCount <= header.pointee.greatestCount &- count else { return false }
    let newCapacity = min(
      max(max(capacity &* 2, count &+ extraCount), 16), header.pointee.greatestCount)
    do throws(OutOfMemory) {
      header.pointee.base = try header.pointee.allocator.resize(
        header.pointee.base, from: capacity, to: newCapacity)
    } catch {
      header.pointee.isOutOfMemory = true
      return false
    }
    header.pointee.capacity = newCapacity
    header.pointee.hasOverflowed = false
    return true
  }
}

extension SharedList<UInt8> {
  /// Appends all bytes, or none if there is no room for all of them.
  func append(contentsOf bytes: Span<UInt8>) {
    guard reserve(bytes.count) else { return }
    var index = 0
    while let byte = bytes.element(at: index) {
      append(byte)
      index &+= 1
    }
  }

  /// The bytes of the list. Valid until another byte is appended, or the list is freed.
  var text: StoredText {
    StoredText(address: UInt64(UInt(bitPattern: header.pointee.base)), count: count)
  }
}
