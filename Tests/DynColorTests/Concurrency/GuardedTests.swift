import Foundation
import Testing

@testable import DynColor

private struct Counting: ~Copyable, GuardedState {
  static var lockFreeWordCount: Int { 16 }

  let census: LockedCount
  var sum = 0

  init(_ census: LockedCount) { self.census = census }

  deinit { census.add() }
}

@Suite("A guarded object")
struct GuardedTests {
  @Test("has words that are zeros and aligned to a cache line, and its state once")
  func isMade() throws {
    let heap = FaultyHeap()
    let census = LockedCount()
    for _ in 0..<20 {
      let guarded = try Guarded<Counting>.make(heap.allocator) { words in
        for index in 0..<Counting.lockFreeWordCount { #expect(words.loadRelaxed(index) == 0) }
        words.storeRelaxed(15, 15)
        return Counting(census)
      }
      #expect(UInt(bitPattern: guarded.base) % 64 == 0)
      #expect(guarded.words.loadRelaxed(15) == 15)
      // The last of them lies before the state.
      guarded.words.storeRelaxed(15, .max)
      #expect(guarded.withLock { $0.sum } == 0)
      let before = census.value
      #expect(guarded.releaseReportingLast())
      #expect(guarded.destroy { $0.sum } == 0)
      #expect(census.value == before + 1)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is equal to itself alone")
  func isItself() throws {
    let guarded = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    let other = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    #expect(guarded == Guarded(base: guarded.base))
    #expect(guarded != other)
    for object in [guarded, other] { object.destroy { _ in } }
  }

  @Test("is gone with its last reference, and not before", arguments: [1, 2, 7])
  func counts(references: Int) throws {
    let guarded = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    for _ in 1..<references { guarded.retain() }
    for left in (0..<references).reversed() {
      #expect(guarded.releaseReportingLast() == (left == 0))
    }
    guarded.destroy { _ in }
  }

  @Test("keeps its last reference if asked to", arguments: [1, 2, 7])
  func keepsTheLast(references: Int) throws {
    let guarded = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    for _ in 1..<references { guarded.retain() }
    for _ in 1..<references { #expect(guarded.releaseUnlessLast()) }
    #expect(!guarded.releaseUnlessLast() && !guarded.isUnreferenced)
    #expect(guarded.releaseReportingLast() && guarded.isUnreferenced)
    guarded.destroy { _ in }
  }

  @Test("has one thread that gives the last reference up, whatever the order")
  func countsOnThreads() throws {
    let last = LockedCount()
    let guarded = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    let shared = Shared(guarded)
    let threads = 3
    for _ in 1..<threads { guarded.retain() }
    onThreads(threads) { _ in
      for _ in 0..<1_000_000 {
        shared.guarded.retain()
        if shared.guarded.releaseReportingLast() { last.add() }
        shared.guarded.retain()
        if !shared.guarded.releaseUnlessLast() { last.add() }
      }
      if shared.guarded.releaseReportingLast() { last.add() }
    }
    #expect(last.value == 1)
    guarded.destroy { _ in }
  }

  @Test("lets one thread at a time at its state, however the lock is given up")
  func excludes() throws {
    let guarded = try Guarded<Counting>.make(.standard) { _ in Counting(LockedCount()) }
    let shared = Shared(guarded)
    onThreads(4) { thread in
      for _ in 0..<100_000 {
        if thread % 2 == 0 {
          shared.guarded.withLock { $0.sum += 1 }
        } else {
          shared.guarded.withLock(thenCalling: { shared.guarded.unlock { $0.sum += 1 } }) {
            $0.sum += 1
          }
        }
      }
    }
    #expect(guarded.withLock { $0.sum } == 600_000)
    #expect(guarded.releaseReportingLast())
    guarded.destroy { _ in }
  }

  @Test("is not made without memory, for itself or for its state")
  func survivesFaults() {
    let census = LockedCount()
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        let guarded = try Guarded<Counting>.make(heap.allocator) { _ throws(OutOfMemory) in
          let words = try Words.allocate(heap.allocator, count: 3)
          words.free(heap.allocator, count: 3)
          return Counting(census)
        }
        guarded.destroy { _ in }
        return false
      } catch {
        return true
      }
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults == 4)
    #expect(census.value == 2)
  }
}

@Suite("A counter")
struct CounterTests {
  @Test("never says the same twice, on whichever thread")
  func isUnique() {
    let seen = Numbers()
    onThreads(3) { _ in seen.add((0..<300_000).map { _ in Counter.next() }) }
    #expect(Set(seen.all).count == 900_000)
    #expect(!seen.all.contains(0))
  }
}

private final class Numbers: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [UInt64] = []

  func add(_ more: [UInt64]) { lock.withLock { numbers += more } }

  var all: [UInt64] { lock.withLock { numbers } }
}

/// An object that threads share, which it is made for.
private final class Shared: @unchecked Sendable {
  let guarded: Guarded<Counting>

  init(_ guarded: Guarded<Counting>) { self.guarded = guarded }
}
