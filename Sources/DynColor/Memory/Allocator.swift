// Memory: the host's allocator, and the error of an allocation that fails.

import CPlatform

/// An allocation has failed. The only error that growing a container can raise.
struct OutOfMemory: Error {}

/// The allocator of a theme: one host function that allocates, resizes and frees.
struct Allocator: BitwiseCopyable {
  typealias Resize =
    @convention(c) (
      _ userData: UnsafeMutableRawPointer?, _ memory: UnsafeMutableRawPointer?,
      _ oldSize: Int, _ newSize: Int
    ) -> UnsafeMutableRawPointer?

  let resize: Resize
  let userData: UnsafeMutableRawPointer?

  var resizeAddress: UInt64 { UInt64(UInt(bitPattern: unsafeBitCast(resize, to: Int.self))) }
  var userDataAddress: UInt64 { UInt64(UInt(bitPattern: userData)) }

  init(resize: @escaping Resize, userData: UnsafeMutableRawPointer?) {
    self.resize = resize
    self.userData = userData
  }

  /// Recreates an allocator from the two addresses of another one.
  init(resizeAddress: UInt64, userDataAddress: UInt64) {
    resize = unsafeBitCast(Int(bitPattern: UInt(resizeAddress)), to: Resize.self)
    userData = UnsafeMutableRawPointer(bitPattern: UInt(userDataAddress))
  }

  /// An allocator whose every allocation fails. Freeing does nothing.
  static var none: Allocator {
    Allocator(resize: { _, _, _, _ in nil }, userData: nil)
  }

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

  /// Resizes an allocation from `old` to `new` elements; `new` must be above 0. If that fails,
  /// `memory` stays valid.
  func resize<Element: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<Element>?, from old: Int, to new: Int
  ) throws(OutOfMemory) -> UnsafeMutablePointer<Element> {
    let stride = MemoryLayout<Element>.stride
    let (bytes, overflow) = new.multipliedReportingOverflow(by: stride)
    guard !overflow, let moved = resize(userData, memory, old &* stride, bytes) else {
      throw OutOfMemory()
    }
    return moved.bindMemory(to: Element.self, capacity: new)
  }

  /// Grows an allocation to at least `wanted` elements, and at least doubles its capacity. If that
  /// fails, nothing has changed. Not generic, so that the code exists only once.
  @inline(never)
  func grow(
    _ memory: UnsafeMutableRawPointer?, _ capacity: inout Int, toHold wanted: Int, stride: Int
  ) throws(OutOfMemory) -> UnsafeMutableRawPointer {
    let (doubled, overflow) = capacity.multipliedReportingOverflow(by: 2)
    let newCapacity = max(wanted, overflow ? Int.max : max(doubled, 8))
    let (bytes, isTooMuch) = newCapacity.multipliedReportingOverflow(by: stride)
    guard !isTooMuch, let moved = resize(userData, memory, capacity &* stride, bytes) else {
      throw OutOfMemory()
    }
    capacity = newCapacity
    return moved
  }

  func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>?, count: Int) {
    guard let memory else { return }
    _ = resize(userData, memory, count &* MemoryLayout<Element>.stride, 0)
  }
}
