// Lists of the host's, as arguments.

import CDynColor

extension StridedInput {
  /// A list argument, whose elements have `size` bytes.
  @inline(__always)
  init(
    _ start: UnsafeRawPointer?, size: Int, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString = "stride"
  ) throws(Failure) {
    do throws(StridedMemoryError) {
      try self.init(start, size: size, stride: stride, count: count)
    } catch {
      throw Failure(error, name, strideName)
    }
  }
}

extension StridedOutput {
  /// A list argument for results of `size` bytes.
  @inline(__always)
  init(
    _ start: UnsafeMutableRawPointer?, size: Int, _ stride: Int, _ count: Int, _ name: StaticString,
    strideName: StaticString = "stride"
  ) throws(Failure) {
    do throws(StridedMemoryError) {
      try self.init(start, size: size, stride: stride, count: count)
    } catch {
      throw Failure(error, name, strideName)
    }
  }
}

extension Failure {
  @inline(never)
  fileprivate init(
    _ error: StridedMemoryError, _ name: StaticString, _ strideName: StaticString
  ) {
    switch error {
    case .missing: self = .argument(name, "an argument must not be NULL")
    case .stride: self = .argument(strideName, "a stride must be at least the size of an element")
    case .size: self = .argument(strideName, "a list must fit into memory")
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
    _ start: UnsafePointer<Element>?, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    memory = try StridedInput(
      start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
    self.name = name
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
    _ start: UnsafeMutablePointer<Element>?, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    memory = try StridedOutput(
      start, size: MemoryLayout<Element>.size, stride, count, name, strideName: strideName)
  }

  @inline(__always)
  func write(_ element: Element, _ index: Int) { memory.store(element, index) }

  func address(_ index: Int) -> UnsafeMutableRawPointer { memory.address(index) }
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
    guard start != nil || capacity == 0 else {
      throw Failure.argument(name, "an argument must not be NULL")
    }
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

  // What is not counted beforehand is gone through twice, with the theme locked.

  /// Counts an element in the first pass, and writes it in the second.
  mutating func add(_ element: Element) {
    if isWriting, place < total { set(place, element) }
    place &+= 1
  }

  /// Ends a pass, and says whether there is to be another one, because there is room for all.
  mutating func hasNextPass() -> Bool {
    guard !isWriting else { return false }
    (total, place, isWriting) = (place, 0, true)
    return UInt(bitPattern: total) <= capacity
  }

  func end() throws(Failure) { try end(total) }
}

// MARK: - Colors

/// A list of colors to read.
struct ColorList: BitwiseCopyable {
  private let colors: InputList<dyncolor_color>

  init(
    _ start: UnsafePointer<dyncolor_color>?, _ stride: Int, _ count: Int,
    _ name: StaticString, strideName: StaticString = "stride"
  ) throws(Failure) {
    colors = try InputList(start, stride, count, name, strideName: strideName)
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

  /// Writes what `transform` makes of each color, once all have been checked.
  @inline(__always)
  func map<Result>(
    into results: OutputList<Result>, _ transform: (Color) -> Result
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
    _ strideName: StaticString, _ second: UnsafePointer<dyncolor_color>?, _ secondStride: Int,
    _ secondName: StaticString, _ secondStrideName: StaticString, _ count: Int
  ) throws(Failure) {
    self.first = try ColorList(first, stride, count, name, strideName: strideName)
    self.second = try ColorList(
      second, secondStride, count, secondName, strideName: secondStrideName)
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

  /// Writes what `transform` makes of the colors of each place, once all have been checked.
  @inline(__always)
  func map<Result>(
    into results: OutputList<Result>, _ transform: (Color, Color) -> Result
  ) throws(Failure) {
    try check()
    visit { index, a, b in results.write(transform(a, b), index) }
  }
}
