import Testing

@testable import DynColor

/// Notes which of its like are gone, each by its number.
private final class Departures {
  var numbers: [Int] = []
}

private struct Tracked: ~Copyable {
  let number: Int
  let departures: Departures

  deinit { departures.numbers.append(number) }
}

@Suite("An array of values that cannot be copied")
struct NoncopyableArrayTests {
  @Test("lends each of them, keeps them where they are, and destroys each once")
  func holds() {
    let heap = FaultyHeap()
    let departures = Departures()
    do {
      var array = NoncopyableArray<Tracked>(heap.allocator)
      var addresses: [UnsafeRawPointer] = []
      for number in 0..<100 {
        #expect(array.count == number)
        #expect(throws: Never.self) {
          try array.append(Tracked(number: number, departures: departures))
        }
        addresses.append(array.read(number) { address(of: $0) }!)
      }
      for number in 0..<100 {
        #expect(array.read(number) { $0.number } == number)
        #expect(array.read(number) { address(of: $0) } == addresses[number])
      }
      for number in [-1, 100, Int.min, Int.max] {
        #expect(array.read(number) { $0.number } == nil)
      }
      #expect(departures.numbers.isEmpty)
    }
    #expect(departures.numbers.sorted() == Array(0..<100))
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("loses only what there is no memory for")
  func survivesFaults() {
    var gone: [Int] = []
    let faults = forEachFault { heap in
      let departures = Departures()
      var ranOut = false
      do {
        var array = NoncopyableArray<Tracked>(heap.allocator)
        var known = 0
        do throws(OutOfMemory) {
          for number in 0..<40 {
            try array.append(Tracked(number: number, departures: departures))
            known = number + 1
          }
        } catch {
          ranOut = true
          #expect(departures.numbers == [known])
        }
        #expect(array.count == known)
        for number in 0..<40 {
          #expect(array.read(number) { $0.number } == (number < known ? number : nil))
        }
      }
      gone = departures.numbers
      return ranOut
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(Set(gone).count == gone.count)
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    // Forty of them, and four times room for their places.
    #expect(faults == 88)
  }
}

private func address(of tracked: borrowing Tracked) -> UnsafeRawPointer {
  withUnsafePointer(to: tracked) { UnsafeRawPointer($0) }
}
