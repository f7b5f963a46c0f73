// A heap that watches its user, and fails when told to.

import Foundation

@testable import DynColor

/// Counts what is allocated, checks that sizes are told truly, and can refuse allocations.
final class FaultyHeap {
  enum Fault {
    case never
    /// The Nth allocation fails, counted from 1, and none other.
    case once(Int)
    /// The Nth allocation fails and all after it.
    case from(Int)
  }

  var fault = Fault.never
  private(set) var allocations = 0
  private(set) var refused = 0
  /// Sizes of what is allocated and not yet freed.
  private(set) var live: [UnsafeMutableRawPointer: Int] = [:]
  private(set) var lies: [String] = []

  /// The allocator lives no longer than the heap.
  var allocator: Allocator {
    Allocator(
      resize: { userData, memory, oldSize, newSize in
        Unmanaged<FaultyHeap>.fromOpaque(userData!).takeUnretainedValue()
          .resize(memory, oldSize, newSize)
      }, userData: Unmanaged.passUnretained(self).toOpaque())
  }

  private func resize(
    _ memory: UnsafeMutableRawPointer?, _ oldSize: Int, _ newSize: Int
  ) -> UnsafeMutableRawPointer? {
    if let memory {
      if live[memory] != oldSize {
        lies.append("\(memory) has \(live[memory] ?? -1), not \(oldSize)")
      }
    } else if oldSize != 0 {
      lies.append("nothing cannot have \(oldSize) bytes")
    }
    guard newSize > 0 else {
      if let memory {
        live[memory] = nil
        free(memory)
      }
      return nil
    }
    allocations += 1
    switch fault {
    case .once(let n) where allocations == n, .from(let n) where allocations >= n:
      refused += 1
      return nil
    default: break
    }
    // Always elsewhere, so that who keeps an old address is found out.
    var moved: UnsafeMutableRawPointer?
    precondition(posix_memalign(&moved, 16, newSize) == 0)
    memset(moved!, 0xDB, newSize)
    if let memory {
      memcpy(moved!, memory, min(oldSize, newSize))
      memset(memory, 0xDD, oldSize)
      live[memory] = nil
      free(memory)
    }
    live[moved!] = newSize
    return moved
  }
}

/// Every fault that `attempt` can meet: each allocation failing once, and from then on. `attempt`
/// returns whether it ran out of memory, and is called until it meets no fault any more.
func forEachFault(_ attempt: (FaultyHeap) -> Bool, _ verify: (FaultyHeap, Bool) -> Void) -> Int {
  var count = 0
  for once in [true, false] {
    var n = 1
    while true {
      let heap = FaultyHeap()
      heap.fault = once ? .once(n) : .from(n)
      let ranOut = attempt(heap)
      verify(heap, ranOut)
      if heap.refused == 0 { break }
      count += 1
      n += 1
    }
  }
  return count
}
