// Elements in the host's memory, a stride apart, wherever and however aligned.

/// Why memory cannot be a list.
enum StridedMemoryError: Error {
  /// It lies nowhere.
  case missing
  /// Its elements overlap.
  case stride
  /// No memory could hold it.
  case size
}

/// A place in memory to read from.
struct MemoryPlace: BitwiseCopyable {
  fileprivate let address: UnsafeRawPointer

  /// The value at `index` of those that lie there side by side.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int = 0, as type: Value.Type) -> Value {
    address.loadUnaligned(fromByteOffset: index &* MemoryLayout<Value>.stride, as: type)
  }
}

/// Elements to read.
///
/// A stride of 0 makes one element stand for all of them. Only indices below `count` may be asked for.
struct StridedInput: BitwiseCopyable {
  let count: Int
  let stride: Int
  private let start: UnsafeRawPointer?

  /// `count` elements of `size` bytes.
  @inline(__always)
  init(
    _ start: UnsafeRawPointer?, size: Int, stride: Int, count: Int
  ) throws(StridedMemoryError) {
    try checkList(start, size, stride, count, repeats: stride == 0)
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  /// Elements that are known to be there.
  init(known start: UnsafeRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  init(_ words: Words, stride: Int, count: Int) {
    self.init(known: words.pointer, stride: stride, count: count)
  }

  /// What has been written.
  init(_ output: StridedOutput) {
    (start, stride, count) = (UnsafeRawPointer(output.start), output.stride, output.count)
  }

  /// How many elements differ in their place: those that have to be checked.
  @inline(__always)
  var places: Int { stride == 0 ? min(count, 1) : count }

  /// The memory from an element on, as elements of another size.
  func elements(from index: Int, stride: Int, count: Int) -> StridedInput {
    StridedInput(known: address(index), stride: stride, count: count)
  }

  @inline(__always)
  func address(_ index: Int) -> UnsafeRawPointer { start.unsafelyUnwrapped + index &* stride }

  @inline(__always)
  func place(_ index: Int) -> MemoryPlace { MemoryPlace(address: address(index)) }

  /// What lies at the beginning of an element.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type) -> Value {
    address(index).loadUnaligned(as: type)
  }

  /// Whether two elements have the same `size` bytes.
  func isSame(_ a: Int, _ b: Int, size: Int) -> Bool {
    for offset in upTo(size)
    where (address(a) + offset).load(as: UInt8.self) != (address(b) + offset).load(as: UInt8.self) {
      return false
    }
    return true
  }

  /// Whether any of the elements, of `size` bytes, lies where others are written.
  func overlaps(_ output: StridedOutput, size: Int, outputSize: Int) -> Bool {
    guard count > 0 else { return false }
    let start = UInt(bitPattern: address(0))
    let place = UInt(bitPattern: output.address(0))
    let end = UInt(bitPattern: address(count &- 1)) &+ UInt(bitPattern: size)
    let placeEnd =
      UInt(bitPattern: output.address(output.count &- 1)) &+ UInt(bitPattern: outputSize)
    return start < placeEnd && place < end
  }
}

/// Elements to write. They may lie where elements with the same stride are read, if each is read before
/// it is written.
struct StridedOutput: BitwiseCopyable {
  let count: Int
  let stride: Int
  fileprivate let start: UnsafeMutableRawPointer?

  /// `count` elements of `size` bytes.
  @inline(__always)
  init(
    _ start: UnsafeMutableRawPointer?, size: Int, stride: Int, count: Int
  ) throws(StridedMemoryError) {
    try checkList(start, size, stride, count, repeats: false)
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  private init(known start: UnsafeMutableRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  /// Calls `body` with the memory of a value.
  @inline(__always)
  static func withMemory<Value: BitwiseCopyable>(
    of value: inout Value, stride: Int, _ body: (StridedOutput) -> Void
  ) {
    withUnsafeMutablePointer(to: &value) { memory in
      body(
        StridedOutput(
          known: UnsafeMutableRawPointer(memory), stride: stride,
          count: MemoryLayout<Value>.size / max(stride, 1)))
    }
  }

  /// The memory from an element on, as elements of another size.
  func elements(from index: Int, stride: Int, count: Int) -> StridedOutput {
    StridedOutput(known: address(index), stride: stride, count: count)
  }

  @inline(__always)
  func address(_ index: Int) -> UnsafeMutableRawPointer {
    start.unsafelyUnwrapped + index &* stride
  }

  @inline(__always)
  func store<Value: BitwiseCopyable>(_ value: Value, _ index: Int) {
    address(index).storeBytes(of: value, as: Value.self)
  }

  // The masks below say what is known: that no size is negative.

  /// Copies `size` bytes of an element.
  func copy(_ index: Int, from input: StridedInput, _ other: Int, size: Int) {
    address(index).copyMemory(from: input.address(other), byteCount: size & .max)
  }

  /// Copies the first elements of a list, of the type `Element`.
  @inline(__always)
  func copy<Element: BitwiseCopyable>(_ input: StridedInput, count: Int, as type: Element.Type) {
    let size = MemoryLayout<Element>.size
    if stride == size, input.stride == size {
      return address(0).copyMemory(from: input.address(0), byteCount: count &* size & .max)
    }
    for index in upTo(count) { store(input.load(index, as: type), index) }
  }

  /// Makes the first `size` bytes of elements 0.
  func clear(from first: Int, to end: Int, size: Int) {
    for index in upTo(end, from: first) {
      address(index).initializeMemory(as: UInt8.self, repeating: 0, count: size & .max)
    }
  }
}

@inline(never)
private func checkList(
  _ start: UnsafeRawPointer?, _ size: Int, _ stride: Int, _ count: Int, repeats: Bool
) throws(StridedMemoryError) {
  guard start != nil || count == 0 else { throw .missing }
  guard repeats || stride < 0 || stride >= size else { throw .stride }
  // A size_t above PTRDIFF_MAX arrives here as a negative number.
  let (bytes, overflow) = count.multipliedReportingOverflow(by: stride)
  guard count >= 0, stride >= 0, !overflow, bytes >= 0 else { throw .size }
}
