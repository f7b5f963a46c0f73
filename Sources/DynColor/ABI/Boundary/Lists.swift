// Lists of the host's, as arguments.

import CDynColor

extension StridedMemory {
  /// A list argument, whose elements have `size` bytes.
  ///
  /// What the host calls the stride follows from the name of the list, unless it is given.
  @inline(__always)
  init(
    _ start: Pointer?, size: Int, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    do throws(StridedMemoryError) {
      try self.init(start, size: size, stride: stride, count: count)
    } catch {
      throw Failure(error, name, strideName)
    }
  }

  /// The pixels of a list.
  @inline(__always)
  init(
    _ start: Pointer?, _ layout: PixelLayout, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    try self.init(start, size: layout.size, stride, count, name, strideName: strideName)
  }
}

extension Failure {
  @inline(never)
  fileprivate init(_ error: StridedMemoryError, _ name: StaticString, _ strideName: StaticString?) {
    switch error {
    case .missing: self = .argument(name, "an argument must not be NULL")
    case .stride:
      self = .stride(of: name, strideName, "a stride must be at least the size of an element")
    case .size: self = .stride(of: name, strideName, "a list must fit into memory")
    }
  }
}

/// A list to read from.
struct InputList<Element: BitwiseCopyable>: BitwiseCopyable {
  private let memory: StridedInput
  /// What the host calls it.
  let name: StaticString

  @inline(__always)
  init(
    _ start: UnsafePointer<Element>?, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    memory = try StridedInput(
      start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
    self.name = name
  }

  /// A list of elements side by side.
  init(_ start: UnsafePointer<Element>?, _ count: Int, _ name: StaticString) throws(Failure) {
    try self.init(start, MemoryLayout<Element>.stride, count, name, strideName: "count")
  }

  /// A list that may be left out.
  init?(
    orNone start: UnsafePointer<Element>?, _ stride: Int, _ count: Int, _ name: StaticString
  ) throws(Failure) {
    guard let start else { return nil }
    try self.init(start, stride, count, name)
  }

  @inline(__always)
  var count: Int { memory.count }

  @inline(__always)
  subscript(index: Int) -> Element { memory.load(index, as: Element.self) }

  /// Calls `body` with the elements. What it refuses is told with its place.
  @inline(__always)
  func visit(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    for index in upTo(memory.places) {
      do throws(Failure) { try body(self[index]) } catch { throw error.at(index, of: name) }
    }
  }
}

/// A list to write to. It may be where a list with the same stride is read from, if each element is
/// read before it is written.
struct OutputList<Element: BitwiseCopyable>: BitwiseCopyable {
  private let memory: StridedOutput

  @inline(__always)
  init(
    _ start: UnsafeMutablePointer<Element>?, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    memory = try StridedOutput(
      start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
  }

  /// A list that may be left out.
  init?(
    orNone start: UnsafeMutablePointer<Element>?, _ stride: Int, _ count: Int, _ name: StaticString
  ) throws(Failure) {
    guard let start else { return nil }
    try self.init(start, stride, count, name)
  }

  @inline(__always)
  func write(_ element: Element, _ index: Int) { memory.store(element, index) }

  func address(_ index: Int) -> UnsafeMutableRawPointer { memory.address(index) }

  var stride: Int { memory.stride }
}

extension OutputList<dyncolor_color> {
  @inline(__always)
  func write(_ color: Color, _ index: Int) { write(dyncolor_color(color), index) }
}

/// Room for a list of the host's, which may be too little for it.
struct HostList<Element> {
  private let start: UnsafeMutablePointer<Element>?
  let capacity: UInt
  private let count: UnsafeMutablePointer<Int>
  private var total = 0
  private var isWriting = false
  private var place = 0

  init(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ name: StaticString
  ) throws(Failure) {
    self.count = try required(count, "count")
    try require(list: UnsafePointer(start), capacity, name)
    self.start = start
    self.capacity = UInt(bitPattern: capacity)
  }

  /// Only for places below the capacity.
  func set(_ place: Int, _ element: Element) { start?[place] = element }

  /// Says how many there are, and whether there was room for them.
  func end(_ total: Int) throws(Failure) {
    count.pointee = total
    guard UInt(bitPattern: total) <= capacity else { throw Failure.bufferTooSmall }
  }

  /// Takes the elements that `visit` adds. It is called twice: to count them, and,
  /// if there is room for all, to write them.
  @inline(__always)
  mutating func fill<Failure: Error>(
    _ visit: (inout HostList) throws(Failure) -> Void
  ) throws(Failure) {
    repeat { try visit(&self) } while hasNextPass()
  }

  private mutating func hasNextPass() -> Bool {
    guard !isWriting else { return false }
    (total, place, isWriting) = (place, 0, true)
    return UInt(bitPattern: total) <= capacity
  }

  mutating func add(_ element: Element) {
    if isWriting, place < total { set(place, element) }
    place &+= 1
  }

  func end() throws(Failure) { try end(total) }
}

extension HostList<dyncolor_id> {
  func set(_ place: Int, _ id: ColorID) { set(place, id.rawValue) }

  mutating func add(_ id: ColorID) { add(id.rawValue) }
}

// MARK: - Colors

/// A list of colors to read.
struct ColorList: BitwiseCopyable {
  private let colors: InputList<dyncolor_color>

  init(
    _ start: UnsafePointer<dyncolor_color>?, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    colors = try InputList(start, stride, count, name, strideName: strideName)
  }

  /// A list of colors side by side.
  init(
    _ start: UnsafePointer<dyncolor_color>?, _ count: Int, _ name: StaticString
  ) throws(Failure) {
    colors = try InputList(start, count, name)
  }

  var count: Int { colors.count }

  /// Refuses the list if one of its colors is none, or `body` refuses it.
  @inline(__always)
  func check(_ body: (Color) throws(Failure) -> Void) throws(Failure) {
    try colors.visit { color throws(Failure) in try body(Color(color, colors.name)) }
  }

  @inline(never)
  func check() throws(Failure) { try check { _ throws(Failure) in } }

  /// A color of a list that has been checked. If the host changes it meanwhile, the color may be
  /// any, also one that is none.
  @inline(__always)
  subscript(index: Int) -> Color {
    let color = colors[index]
    return Color(
      ColorSpace(color.space) ?? .srgb, SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha,
      missing: Color.Missing(rawValue: color.missing))
  }

  /// The same; black, if it is none any more.
  func checkedAgain(_ index: Int) -> Color {
    (try? Color(colors[index], colors.name)) ?? Color(.srgb, .zero)
  }

  /// Writes what `transform` makes of each color, once all have been checked.
  @inline(__always)
  func map(
    into results: OutputList<dyncolor_color>, _ transform: (Color) -> Color
  ) throws(Failure) {
    try check()
    for index in upTo(count) { results.write(transform(self[index]), index) }
  }
}

/// Two lists of as many colors.
struct ColorPairs: BitwiseCopyable {
  private let first, second: ColorList

  init(
    _ first: UnsafePointer<dyncolor_color>?, _ stride: Int, _ name: StaticString,
    _ second: UnsafePointer<dyncolor_color>?, _ secondStride: Int, _ secondName: StaticString,
    _ count: Int
  ) throws(Failure) {
    self.first = try ColorList(first, stride, count, name)
    self.second = try ColorList(second, secondStride, count, secondName)
  }

  func check() throws(Failure) {
    try first.check()
    try second.check()
  }

  /// Calls `body` with the colors of each place, which have been checked.
  @inline(__always)
  func visit(_ body: (_ index: Int, _ a: Color, _ b: Color) -> Void) {
    for index in upTo(first.count) { body(index, first[index], second[index]) }
  }

  /// The same once all have been checked.
  @inline(__always)
  func visitChecked(_ body: (_ index: Int, _ a: Color, _ b: Color) -> Void) throws(Failure) {
    try check()
    visit(body)
  }

  /// Writes what `transform` makes of the colors of each place, once all have been checked.
  @inline(__always)
  func map<Result>(
    into results: OutputList<Result>, _ transform: (Color, Color) -> Result
  ) throws(Failure) {
    try visitChecked { index, a, b in results.write(transform(a, b), index) }
  }
}
