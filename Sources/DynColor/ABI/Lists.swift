// Lists in the host's memory: elements that lie a stride apart, wherever and however aligned.

import CDynColor

/// A list to read from.
///
/// A stride of 0 makes one element stand for all of them.
struct InputList<Element: BitwiseCopyable>: BitwiseCopyable {
  let count: Int
  /// What the host calls it.
  let name: StaticString
  let start: UnsafeRawPointer?
  let stride: Int

  @inline(__always)
  init(
    _ start: UnsafePointer<Element>?, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    try self.init(
      bytes: start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
  }

  /// Elements of `size` bytes, which need not be that of `Element`.
  @inline(__always)
  init(
    bytes start: UnsafeRawPointer?, size: Int, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    try checkList(start, size, stride, count, name, strideName, repeats: stride == 0)
    self.start = start
    self.stride = stride
    self.count = count
    self.name = name
  }

  /// Elements that are known to be there.
  init(known start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ name: StaticString) {
    self.start = start
    self.stride = stride
    self.count = count
    self.name = name
  }

  /// How many elements differ in their place: those that have to be checked.
  @inline(__always)
  var places: Int { stride == 0 ? min(count, 1) : count }

  /// Where an element lies. Only for indices below `count`.
  @inline(__always)
  func address(_ index: Int) -> UnsafeRawPointer {
    start.unsafelyUnwrapped + index &* stride
  }

  @inline(__always)
  subscript(index: Int) -> Element { address(index).loadUnaligned(as: Element.self) }
}

/// A list to write to. It may be where a list with the same stride is read from, if each element is
/// read before it is written.
struct OutputList<Element: BitwiseCopyable>: BitwiseCopyable {
  let count: Int
  let stride: Int
  let start: UnsafeMutableRawPointer?

  @inline(__always)
  init(
    _ start: UnsafeMutablePointer<Element>?, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    try self.init(
      bytes: start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
  }

  /// Elements of `size` bytes, which need not be that of `Element`.
  @inline(__always)
  init(
    bytes start: UnsafeMutableRawPointer?, size: Int, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    try checkList(start, size, stride, count, name, strideName, repeats: false)
    self.start = start
    self.stride = stride
    self.count = count
  }

  /// Where an element lies. Only for indices below `count`.
  @inline(__always)
  func address(_ index: Int) -> UnsafeMutableRawPointer {
    start.unsafelyUnwrapped + index &* stride
  }

  @inline(__always)
  func write(_ element: Element, _ index: Int) {
    address(index).storeBytes(of: element, as: Element.self)
  }
}

/// Refuses a list that lies nowhere, whose elements overlap, or that no memory could hold.
@inline(never)
private func checkList(
  _ start: UnsafeRawPointer?, _ size: Int, _ stride: Int, _ count: Int, _ name: StaticString,
  _ strideName: StaticString, repeats: Bool
) throws(Failure) {
  guard start != nil || count == 0 else {
    throw Failure.argument(name, "an argument must not be NULL")
  }
  guard repeats || stride < 0 || stride >= size else {
    throw Failure.argument(strideName, "a stride must be at least the size of an element")
  }
  // A size_t above PTRDIFF_MAX arrives here as a negative number.
  let (bytes, overflow) = count.multipliedReportingOverflow(by: stride)
  guard count >= 0, stride >= 0, !overflow, bytes >= 0 else {
    throw Failure.argument(strideName, "a list must fit into memory")
  }
}

/// A list for the host, which may have made too little room for it: what is to be in it is gone
/// through twice.
struct HostList<Element> {
  private let start: UnsafeMutablePointer<Element>?
  private let capacity: Int
  private let count: UnsafeMutablePointer<Int>
  private var total = 0
  private var isWriting = false
  private var place = 0

  init(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ name: StaticString
  ) throws(Failure) {
    self.count = try required(count, "count")
    guard start != nil || capacity == 0 else {
      throw Failure.argument(name, "an argument must not be NULL")
    }
    self.start = start
    self.capacity = capacity
  }

  /// Counts an element in the first pass, and writes it in the second.
  mutating func add(_ element: Element) {
    if isWriting, place < total { start?[place] = element }
    place &+= 1
  }

  /// Says after the first pass how many there are, and whether there is room for all.
  mutating func endPass() -> Bool {
    if !isWriting {
      total = place
      count.pointee = total
    }
    isWriting = true
    place = 0
    return total <= UInt(bitPattern: capacity)
  }
}

extension InputList<dyncolor_color> {
  /// Refuses the list if one of its colors is none.
  func check() throws(Failure) {
    for index in upTo(places) { _ = try color(index) }
  }

  func color(_ index: Int) throws(Failure) -> Color {
    do throws(Failure) {
      return try Color(self[index], name)
    } catch {
      throw error.at(index, of: name)
    }
  }

  /// A color of a list that has been checked. If the host changes it meanwhile, the color may be
  /// any, also one that is none.
  @inline(__always)
  func checkedColor(_ index: Int) -> Color {
    let color = self[index]
    return Color(
      ColorSpace(color.space) ?? .srgb, SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha,
      missing: Color.Missing(rawValue: color.missing))
  }
}
