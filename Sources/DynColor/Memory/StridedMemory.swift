// Memory: arrays in the host's memory, with any stride and alignment.

/// Why the host's arguments do not describe an array.
enum StridedMemoryError: Error {
  /// The pointer is null.
  case missing
  /// The stride is smaller than an element, so that elements would overlap.
  case stride
  /// The count is negative, or the array is larger than the address space.
  case size
}

/// An array in memory whose elements are a stride apart.
protocol StridedMemory {
  associatedtype Pointer

  /// `count` elements of `size` bytes.
  init(_ start: Pointer?, size: Int, stride: Int, count: Int) throws(StridedMemoryError)
}

/// An address to load values from.
struct MemoryPlace: BitwiseCopyable {
  fileprivate let address: UnsafeRawPointer

  /// The value at `index` of an array that begins here.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int = 0, as type: Value.Type) -> Value {
    address.loadUnaligned(fromByteOffset: index &* MemoryLayout<Value>.stride, as: type)
  }
}

/// An array to read from.
///
/// A stride of 0 repeats one element. Indices must be below `count`.
struct StridedInput: BitwiseCopyable, StridedMemory {
  let count: Int
  let stride: Int
  private let start: UnsafeRawPointer?

  @inline(__always)
  init(
    _ start: UnsafeRawPointer?, size: Int, stride: Int, count: Int
  ) throws(StridedMemoryError) {
    try checkList(start, size, stride, count, repeats: stride == 0)
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  /// An array whose memory is known to be valid.
  init(known start: UnsafeRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  init(_ words: Words, stride: Int, count: Int) {
    self.init(known: words.pointer, stride: stride, count: count)
  }

  /// Reads what was written to an output array.
  init(_ output: StridedOutput) {
    (start, stride, count) = (UnsafeRawPointer(output.start), output.stride, output.count)
  }

  /// The number of distinct elements: with a stride of 0 only the first has to be checked.
  @inline(__always)
  var places: Int { stride == 0 ? min(count, 1) : count }

  /// The memory from an element on, seen as elements of another size.
  func elements(from index: Int, stride: Int, count: Int) -> StridedInput {
    StridedInput(known: address(index), stride: stride, count: count)
  }

  @inline(__always)
  func address(_ index: Int) -> UnsafeRawPointer { start.unsafelyUnwrapped + index &* stride }

  @inline(__always)
  func place(_ index: Int) -> MemoryPlace { MemoryPlace(address: address(index)) }

  /// Loads a value from the beginning of an element.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type) -> Value {
    address(index).loadUnaligned(as: type)
  }

  /// Returns whether two elements have the same `size` bytes.
  func isSame(_ a: Int, _ b: Int, size: Int) -> Bool {
    for offset in upTo(size)
    where (address(a) + offset).load(as: UInt8.self) != (address(b) + offset).load(as: UInt8.self) {
      return false
    }
    return true
  }

  /// Returns whether the memory of the elements, of `size` bytes each, overlaps the output.
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

/// An array to write to. It may be the same memory as an input with the same stride, if each
/// element is read before it is written.
struct StridedOutput: BitwiseCopyable, StridedMemory {
  let count: Int
  let stride: Int
  fileprivate let start: UnsafeMutableRawPointer?

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

  /// The memory from an element on, seen as elements of another size.
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

  // The masks below tell the compiler that no size is negative.

  /// Copies `size` bytes of an element.
  func copy(_ index: Int, from input: StridedInput, _ other: Int, size: Int) {
    address(index).copyMemory(from: input.address(other), byteCount: size & .max)
  }

  /// Copies the first `count` elements of a list of `Element`.
  @inline(__always)
  func copy<Element: BitwiseCopyable>(_ input: StridedInput, count: Int, as type: Element.Type) {
    let size = MemoryLayout<Element>.size
    if stride == size, input.stride == size {
      return address(0).copyMemory(from: input.address(0), byteCount: count &* size & .max)
    }
    for index in upTo(count) { store(input.load(index, as: type), index) }
  }

  /// Zeroes the first `size` bytes of each element.
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
