// Memory: arrays in the host's memory, with any stride and alignment.

/// Why the host's arguments do not describe an array.
enum StridedMemoryError: Error {
  /// The pointer is null, although the count is not 0.
  case missingPointer
  /// The stride is smaller than an element, so that elements would overlap. For a `StridedInput`,
  /// 0 is valid.
  case stride
  /// The count or the stride is negative, or the array is larger than the address space.
  case size
}

/// An array of the host. The stride is the distance in bytes between the beginnings of elements.
protocol StridedMemory {
  associatedtype Pointer

  /// Makes an array of `count` elements of `size` bytes each. Throws if the arguments describe no
  /// array.
  init(_ start: Pointer?, size: Int, stride: Int, count: Int) throws(StridedMemoryError)
}

/// An address to load values from.
struct MemoryAddress: BitwiseCopyable {
  fileprivate let address: UnsafeRawPointer

  /// The value at `index` of an array without gaps that begins at this address.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int = 0, as type: Value.Type) -> Value {
    address.loadUnaligned(fromByteOffset: index &* MemoryLayout<Value>.stride, as: type)
  }
}

/// An array that the library reads. It does not own the memory.
///
/// If the stride is 0, the array is one element repeated `count` times. Indices are not checked:
/// they must be from 0 up to, but not including, `count`.
struct StridedInput: BitwiseCopyable, StridedMemory {
  let count: Int
  /// The distance in bytes between the beginnings of elements; 0 if all are the same element.
  let stride: Int
  /// The address of the first element. `nil` only if the array is empty.
  private let start: UnsafeRawPointer?

  @inline(__always)
  init(
    _ start: UnsafeRawPointer?, size: Int, stride: Int, count: Int
  ) throws(StridedMemoryError) {
    try checkArray(start, size: size, stride: stride, count: count, mayRepeat: stride == 0)
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  /// An array of the library itself, which needs no check.
  init(unchecked start: UnsafeRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  init(_ words: Words, stride: Int, count: Int) {
    self.init(unchecked: words.pointer, stride: stride, count: count)
  }

  /// The memory of an output array, for reading what was written there.
  init(_ output: StridedOutput) {
    (start, stride, count) = (UnsafeRawPointer(output.start), output.stride, output.count)
  }

  /// The number of elements with different addresses: at most 1 if the stride is 0.
  @inline(__always)
  var distinctCount: Int { stride == 0 ? min(count, 1) : count }

  /// The memory from the element at `index` on, as an array with another stride and count, which
  /// are not checked.
  func elements(from index: Int, stride: Int, count: Int) -> StridedInput {
    StridedInput(unchecked: pointer(index), stride: stride, count: count)
  }

  @inline(__always)
  func pointer(_ index: Int) -> UnsafeRawPointer { start.unsafelyUnwrapped + index &* stride }

  @inline(__always)
  func memoryAddress(_ index: Int) -> MemoryAddress { MemoryAddress(address: pointer(index)) }

  /// Loads a value from the first bytes of an element.
  @inline(__always)
  func load<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type) -> Value {
    pointer(index).loadUnaligned(as: type)
  }

  /// Returns whether the first `size` bytes of two elements are equal.
  func areEqual(_ index: Int, _ otherIndex: Int, size: Int) -> Bool {
    for offset in upTo(size)
    where (pointer(index) + offset).load(as: UInt8.self)
      != (pointer(otherIndex) + offset).load(as: UInt8.self)
    {
      return false
    }
    return true
  }

  /// Returns whether the memory of this array, whose elements have `size` bytes, overlaps the
  /// memory of `output`, whose elements have `outputSize` bytes. `output` must not be empty.
  func overlaps(_ output: StridedOutput, size: Int, outputSize: Int) -> Bool {
    guard count > 0 else { return false }
    let inputStart = UInt(bitPattern: pointer(0))
    let outputStart = UInt(bitPattern: output.pointer(0))
    let inputEnd = UInt(bitPattern: pointer(count &- 1)) &+ UInt(bitPattern: size)
    let outputEnd =
      UInt(bitPattern: output.pointer(output.count &- 1)) &+ UInt(bitPattern: outputSize)
    return inputStart < outputEnd && outputStart < inputEnd
  }
}

/// An array that the library writes. It does not own the memory. Input and output may be the same
/// memory, if both have the same stride and the code reads each element before it writes it.
struct StridedOutput: BitwiseCopyable, StridedMemory {
  let count: Int
  let stride: Int
  /// The address of the first element. `nil` only if the array is empty.
  fileprivate let start: UnsafeMutableRawPointer?

  @inline(__always)
  init(
    _ start: UnsafeMutableRawPointer?, size: Int, stride: Int, count: Int
  ) throws(StridedMemoryError) {
    try checkArray(start, size: size, stride: stride, count: count, mayRepeat: false)
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  private init(unchecked start: UnsafeMutableRawPointer, stride: Int, count: Int) {
    (self.start, self.stride, self.count) = (start, stride, count)
  }

  /// Calls `body` with the memory of `value`, as an array of as many elements as fit at this
  /// stride.
  @inline(__always)
  static func withMemory<Value: BitwiseCopyable>(
    of value: inout Value, stride: Int, _ body: (StridedOutput) -> Void
  ) {
    withUnsafeMutablePointer(to: &value) { memory in
      body(
        StridedOutput(
          unchecked: UnsafeMutableRawPointer(memory), stride: stride,
          count: MemoryLayout<Value>.size / max(stride, 1)))
    }
  }

  /// The memory from the element at `index` on, as an array with another stride and count, which
  /// are not checked.
  func elements(from index: Int, stride: Int, count: Int) -> StridedOutput {
    StridedOutput(unchecked: pointer(index), stride: stride, count: count)
  }

  @inline(__always)
  func pointer(_ index: Int) -> UnsafeMutableRawPointer {
    start.unsafelyUnwrapped + index &* stride
  }

  /// Stores a value to the first bytes of an element.
  @inline(__always)
  func store<Value: BitwiseCopyable>(_ value: Value, _ index: Int) {
    pointer(index).storeBytes(of: value, as: Value.self)
  }

  // In the methods below, the masks tell the compiler that no size is negative.

  /// Copies the first `size` bytes of the element of `input` at `inputIndex` to the element at
  /// `index`.
  func copyElement(to index: Int, from input: StridedInput, _ inputIndex: Int, size: Int) {
    pointer(index).copyMemory(from: input.pointer(inputIndex), byteCount: size & .max)
  }

  /// Copies the first `count` elements of `input`, which are values of `type`, to the first
  /// elements of this array.
  @inline(__always)
  func copyElements<Element: BitwiseCopyable>(
    from input: StridedInput, count: Int, as type: Element.Type
  ) {
    let size = MemoryLayout<Element>.size
    if stride == size, input.stride == size {
      return pointer(0).copyMemory(from: input.pointer(0), byteCount: count &* size & .max)
    }
    for index in upTo(count) { store(input.load(index, as: type), index) }
  }

  /// Zeroes the first `size` bytes of each element from `first` up to, but not including, `end`.
  func clear(from first: Int, to end: Int, size: Int) {
    if stride == size, first < end {
      pointer(first).initializeMemory(
        as: UInt8.self, repeating: 0, count: (end &- first) &* size & .max)
      return
    }
    for index in upTo(end, from: first) {
      pointer(index).initializeMemory(as: UInt8.self, repeating: 0, count: size & .max)
    }
  }
}

/// Throws if the arguments describe no array. `size` is the size of an element in bytes. If
/// `mayRepeat` is true, the stride may be less than `size`.
@inline(never)
@_optimize(speed)
private func checkArray(
  _ start: UnsafeRawPointer?, size: Int, stride: Int, count: Int, mayRepeat: Bool
) throws(StridedMemoryError) {
  guard start != nil || count == 0 else { throw .missingPointer }
  // A negative stride was a `size_t` above PTRDIFF_MAX. It is not reported as `.stride`, but as
  // `.size`, below.
  guard mayRepeat || stride < 0 || stride >= size else { throw .stride }
  let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
  guard count >= 0, stride >= 0, !overflow, byteCount >= 0 else { throw .size }
}
