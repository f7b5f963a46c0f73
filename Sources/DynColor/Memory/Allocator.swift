// Memory: the host's allocator, and the error of an allocation that fails.

import CPlatform

/// An allocation has failed. The only error that growing a container can raise.
struct OutOfMemory: Error {}

/// The allocator of a theme: one host function, `resize`, that allocates (`memory` is null),
/// resizes, and frees (`newSize` is 0). Sizes are in bytes.
struct Allocator: BitwiseCopyable {
  typealias Resize =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ memory: UnsafeMutableRawPointer?,
      _ oldSize: Int, _ newSize: Int
    ) -> UnsafeMutableRawPointer?

  /// The host's function. The method `resize(_:from:to:)` calls this function, and counts elements
  /// instead of bytes.
  let resize: Resize
  let userData: UnsafeMutableRawPointer?

  /// The function and its user data as numbers, which can be stored in words of raw memory.
  /// `init(resizeAddress:userDataAddress:)` recreates the allocator from these numbers.
  var resizeAddress: UInt64 { UInt64(UInt(bitPattern: unsafeBitCast(resize, to: Int.self))) }
  var userDataAddress: UInt64 { UInt64(UInt(bitPattern: userData)) }

  init(resize: @escaping Resize, userData: UnsafeMutableRawPointer?) {
    self.resize = resize
    self.userData = userData
  }

  /// The allocator that has this `resizeAddress` and this `userDataAddress`.
  init(resizeAddress: UInt64, userDataAddress: UInt64) {
    resize = unsafeBitCast(Int(bitPattern: UInt(resizeAddress)), to: Resize.self)
    userData = UnsafeMutableRawPointer(bitPattern: UInt(userDataAddress))
  }

  /// An allocator that always fails to allocate, and never frees. It is for containers whose memory
  /// belongs to somebody else.
  static var none: Allocator {
    Allocator(resize: { _, _, _, _ in nil }, userData: nil)
  }

  /// The heap of the C library.
  static var standard: Allocator {
    Allocator(
      resize: { _, memory, _, newSize in
        guard newSize > 0 else {
          CPlatform.free(memory)
          return nil
        }
        return realloc(memory, newSize)
      }, userData: nil)
  }

  /// Resizes an allocation from `oldCount` to `newCount` elements. `newCount` must be above 0. If
  /// the function throws, `memory` stays valid, with its old size.
  func resize<Element: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<Element>?, from oldCount: Int, to newCount: Int
  ) throws(OutOfMemory) -> UnsafeMutablePointer<Element> {
    let stride = MemoryLayout<Element>.stride
    let (byteCount, overflow) = newCount.multipliedReportingOverflow(by: stride)
    guard !overflow, let moved = resize(userData, memory, oldCount &* stride, byteCount) else {
      throw OutOfMemory()
    }
    return moved.bindMemory(to: Element.self, capacity: newCount)
  }

  /// Grows an allocation of `capacity` elements of `stride` bytes. The new number of elements is
  /// the greatest of `count`, twice `capacity`, and eight. Returns the memory, and sets `capacity`
  /// to the new number. If the function throws, nothing has changed.
  ///
  /// The function is not generic, so that its code exists only once.
  @inline(never)
  @_optimize(speed)
  func grow(
    _ memory: UnsafeMutableRawPointer?, _ capacity: inout Int, toHold count: Int, stride: Int
  ) throws(OutOfMemory) -> UnsafeMutableRawPointer {
    let (doubled, overflow) = capacity.multipliedReportingOverflow(by: 2)
    let newCapacity = max(count, overflow ? Int.max : max(doubled, 8))
    let (byteCount, byteCountOverflows) = newCapacity.multipliedReportingOverflow(by: stride)
    guard !byteCountOverflows, let moved = resize(userData, memory, capacity &* stride, byteCount)
    else {
      throw OutOfMemory()
    }
    capacity = newCapacity
    return moved
  }

  /// Frees an allocation. `count` must be the number of elements that the allocation has room for.
  /// Does nothing if `memory` is `nil`.
  func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>?, count: Int) {
    guard let memory else { return }
    _ = resize(userData, memory, count &* MemoryLayout<Element>.stride, 0)
  }
}
