// ABI: arrays of the host as arguments, with any stride.

import CDynColor

extension StridedMemory {
  /// A list argument with this name, whose elements have `size` bytes.
  ///
  /// A wrong stride or count is blamed on the argument called `strideName`. If `strideName` is
  /// `nil`, that argument has a name that is formed from the name of the list, as `color_stride`
  /// from `colors`.
  @inline(__always)
  init(
    _ start: Pointer?, size: Int, stride: Int, count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    do throws(StridedMemoryError) {
      try self.init(start, size: size, stride: stride, count: count)
    } catch {
      throw Failure(error, name, strideName)
    }
  }

  /// A list argument of pixels.
  @inline(__always)
  init(
    _ start: Pointer?, _ layout: PixelLayout, stride: Int, count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    try self.init(
      start, size: layout.size, stride: stride, count: count, name, strideName: strideName)
  }
}

extension Failure {
  /// The failure for the list argument `name`. `strideName` is the argument that a wrong stride or
  /// count is blamed on, as in `StridedMemory.init`.
  @inline(never)
  fileprivate init(
    _ error: StridedMemoryError, _ name: StaticString, _ strideName: StaticString?
  ) {
    switch error {
    case .missingPointer: self = .argument(name, CommonMessage.nullArgument)
    case .stride:
      self = .stride(of: name, strideName, "a stride must be at least the size of an element")
    case .size: self = .stride(of: name, strideName, CommonMessage.hugeList)
    }
  }
}

/// An input array.
struct InputList<Element: BitwiseCopyable>: BitwiseCopyable {
  private let memory: StridedInput
  /// The name of the argument.
  let name: StaticString

  @inline(__always)
  init(
    _ start: UnsafePointer<Element>?, stride: Int, count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    memory = try StridedInput(
      start, size: MemoryLayout<Element>.size, stride: stride, count: count, name,
      strideName: strideName)
    self.name = name
  }

  /// A list of contiguous elements. The exported function has no argument for a stride, so a count
  /// that is too large is blamed on its argument `count`.
  init(_ start: UnsafePointer<Element>?, count: Int, _ name: StaticString) throws(Failure) {
    try self.init(
      start, stride: MemoryLayout<Element>.stride, count: count, name, strideName: "count")
  }

  /// A list that may be NULL. For NULL, the result is `nil`.
  init?(
    ifGiven start: UnsafePointer<Element>?, stride: Int, count: Int, _ name: StaticString
  ) throws(Failure) {
    guard let start else { return nil }
    try self.init(start, stride: stride, count: count, name)
  }

  @inline(__always)
  var count: Int { memory.count }

  @inline(__always)
  subscript(index: Int) -> Element { memory.load(index, as: Element.self) }

  /// Calls `body` with each element. If the stride is 0, all elements are the same, and `body` is
  /// called once. If `body` fails, adds the index of the element to the failure.
  @inline(__always)
  func visit(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    for index in upTo(memory.distinctCount) {
      do throws(Failure) { try body(self[index]) } catch { throw error.at(index, of: name) }
    }
  }
}

/// An output array. It may be in the same memory as an input array with the same stride, if each
/// element is read before the element with the same index is written.
struct OutputList<Element: BitwiseCopyable>: BitwiseCopyable {
  private let memory: StridedOutput

  @inline(__always)
  init(
    _ start: UnsafeMutablePointer<Element>?, stride: Int, count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    memory = try StridedOutput(
      start, size: MemoryLayout<Element>.size, stride: stride, count: count, name,
      strideName: strideName)
  }

  /// A list that may be NULL. For NULL, the result is `nil`.
  init?(
    ifGiven start: UnsafeMutablePointer<Element>?, stride: Int, count: Int, _ name: StaticString
  ) throws(Failure) {
    guard let start else { return nil }
    try self.init(start, stride: stride, count: count, name)
  }

  @inline(__always)
  func write(_ element: Element, at index: Int) { memory.store(element, index) }

  /// The address of the element at `index`.
  func pointer(_ index: Int) -> UnsafeMutableRawPointer { memory.pointer(index) }

  var stride: Int { memory.stride }
}

extension OutputList<dyncolor_color> {
  @inline(__always)
  func write(_ color: Color, at index: Int) { write(dyncolor_color(color), at: index) }
}

/// A result buffer of the host, which may be too small for all elements. There are two ways to
/// write: `set` writes an element at an index; `fill` counts and writes the elements that are
/// added with `add`. After either of them, `finish` tells the host the number of elements.
struct ResultBuffer<Element> {
  private let start: UnsafeMutablePointer<Element>?
  /// How many elements the buffer has room for.
  let capacity: UInt
  /// The host's variable for the number of elements.
  private let countOutput: UnsafeMutablePointer<Int>
  /// The number of elements, after the first pass of `fill`.
  private var total = 0
  /// True in the second pass of `fill`.
  private var isWriting = false
  /// The index of the next element in a pass of `fill`.
  private var index = 0

  init(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ name: StaticString
  ) throws(Failure) {
    countOutput = try required(count, "count")
    try require(list: UnsafePointer(start), capacity, name)
    self.start = start
    self.capacity = UInt(bitPattern: capacity)
  }

  /// Writes an element. `index` must be below the capacity.
  func set(_ index: Int, _ element: Element) { start?[index] = element }

  /// Writes the number of elements, `total`, to the host's `count`. Fails if the buffer is too
  /// small.
  func finish(_ total: Int) throws(Failure) {
    countOutput.pointee = total
    guard UInt(bitPattern: total) <= capacity else {
      throw Failure.tooSmall("the array is too small for the result", total, of: "elements")
    }
  }

  /// Writes the elements that `visit` adds. Calls `visit` once to count them and, if all fit, once
  /// more to write them.
  @inline(__always)
  mutating func fill<VisitError: Error>(
    _ visit: (inout ResultBuffer) throws(VisitError) -> Void
  ) throws(VisitError) {
    repeat { try visit(&self) } while beginNextPass()
  }

  /// Ends a pass. Returns true if that was the pass that counts the elements, and all of them fit:
  /// then the pass that writes them follows.
  private mutating func beginNextPass() -> Bool {
    guard !isWriting else { return false }
    (total, index, isWriting) = (index, 0, true)
    return UInt(bitPattern: total) <= capacity
  }

  /// Adds an element, within `fill`: counts it in the first pass, and writes it in the second.
  mutating func add(_ element: Element) {
    if isWriting, index < total { set(index, element) }
    index &+= 1
  }

  /// Does what `finish(_:)` does, with the number of elements that `fill` has counted.
  func finish() throws(Failure) { try finish(total) }
}

extension ResultBuffer<dyncolor_id> {
  func set(_ index: Int, _ id: ColorID) { set(index, id.rawValue) }

  mutating func add(_ id: ColorID) { add(id.rawValue) }
}

// MARK: - Colors

/// An input array of colors.
struct ColorList: BitwiseCopyable {
  private let colors: InputList<dyncolor_color>

  init(
    _ start: UnsafePointer<dyncolor_color>?, stride: Int, count: Int, _ name: StaticString,
    strideName: StaticString? = nil
  ) throws(Failure) {
    colors = try InputList(
      start, stride: stride, count: count, name, strideName: strideName)
  }

  /// A list of contiguous colors.
  init(
    _ start: UnsafePointer<dyncolor_color>?, count: Int, _ name: StaticString
  ) throws(Failure) {
    colors = try InputList(start, count: count, name)
  }

  var count: Int { colors.count }

  /// Fails if one of the colors is invalid, or if `body` fails for one of them.
  @inline(__always)
  func check(_ body: (Color) throws(Failure) -> Void) throws(Failure) {
    try colors.visit { color throws(Failure) in try body(Color(color, colors.name)) }
  }

  /// Fails if one of the colors is invalid.
  @inline(never)
  func check() throws(Failure) { try check { _ throws(Failure) in } }

  /// Fails if one of the colors is invalid. Returns a summary of the colors, which tells which kind
  /// of recipe can store them.
  @inline(never)
  @_optimize(speed)
  func summarize() throws(Failure) -> ConstantsSummary {
    var summary = ConstantsSummary()
    try check { color throws(Failure) in summary.add(color) }
    return summary
  }

  /// A color of a list that has been checked. If the host changes the list during the call, the
  /// color may be invalid.
  @inline(__always)
  subscript(index: Int) -> Color {
    let color = colors[index]
    return Color(
      ColorSpace(color.space) ?? .srgb, SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha,
      missing: Color.Missing(rawValue: color.missing))
  }

  /// A color of a list that has been checked. Checks the color again, and returns black if the host
  /// has made it invalid during the call.
  @inline(__always)
  func checkedOrBlack(_ index: Int) -> Color {
    (try? Color(colors[index], colors.name)) ?? Color(.srgb, .zero)
  }

  /// Checks all colors, and then writes the result of `transform` for each color.
  @inline(__always)
  func map(
    into results: OutputList<dyncolor_color>, _ transform: (Color) -> Color
  ) throws(Failure) {
    try check()
    for index in upTo(count) { results.write(transform(self[index]), at: index) }
  }
}

/// Two input arrays with the same number of colors.
struct ColorPairs: BitwiseCopyable {
  private let first, second: ColorList

  init(
    _ first: UnsafePointer<dyncolor_color>?, _ stride: Int, _ name: StaticString,
    _ second: UnsafePointer<dyncolor_color>?, _ secondStride: Int, _ secondName: StaticString,
    _ count: Int
  ) throws(Failure) {
    self.first = try ColorList(first, stride: stride, count: count, name)
    self.second = try ColorList(second, stride: secondStride, count: count, secondName)
  }

  /// Fails if one of the colors is invalid.
  func check() throws(Failure) {
    try first.check()
    try second.check()
  }

  /// Calls `body` with each pair. The colors must have been checked.
  @inline(__always)
  func visit(_ body: (_ index: Int, _ a: Color, _ b: Color) -> Void) {
    for index in upTo(first.count) { body(index, first[index], second[index]) }
  }

  /// Checks all colors, and then calls `body` with each pair.
  @inline(__always)
  func checkAndVisit(_ body: (_ index: Int, _ a: Color, _ b: Color) -> Void) throws(Failure) {
    try check()
    visit(body)
  }

  /// Checks all colors, and then writes the result of `transform` for each pair.
  @inline(__always)
  func map<Result>(
    into results: OutputList<Result>, _ transform: (Color, Color) -> Result
  ) throws(Failure) {
    try checkAndVisit { index, a, b in results.write(transform(a, b), at: index) }
  }
}
