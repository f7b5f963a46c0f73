import Foundation
import Testing

@testable import DynColor

@Suite("A name table")
struct NameTableTests {
  @Test("numbers names in their order, finds them all, and never moves them")
  func interns() throws {
    let heap = FaultyHeap()
    do {
      let table = try NameTable(heap.allocator, seed: 42)
      let names = (0..<20_000).map { $0 == 0 ? "" : "Palette \($0 % 7)/color-\($0)" }
      var addresses: [UnsafeRawPointer?] = []
      for (number, name) in names.enumerated() {
        #expect(name.withBytes { table.find($0) } == nil)
        #expect(try name.withBytes { try table.intern($0) } == number)
        addresses.append(table.bytes(of: number).withUnsafeBytes { $0.baseAddress })
      }
      #expect(table.count == names.count)
      for (number, name) in names.enumerated() {
        #expect(name.withBytes { table.find($0) } == number)
        #expect(try name.withBytes { try table.intern($0) } == number)
        #expect(String(table.bytes(of: number)) == name)
        let address = table.bytes(of: number).withUnsafeBytes { $0.baseAddress }
        #expect(address == addresses[number])
        #expect(address?.load(fromByteOffset: name.utf8.count, as: UInt8.self) == 0)
      }
      #expect(table.count == names.count)
      #expect("Palette 1/color-20000".withBytes { table.find($0) } == nil)
      for number in [names.count, -1, Int.max] {
        let isEmpty = table.bytes(of: number).isEmpty
        #expect(isEmpty)
      }
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("keeps names apart that differ in one byte, at any length")
  func tellsNamesApart() throws {
    let table = try NameTable(.standard, seed: 0)
    var names: Set<[UInt8]> = []
    for length in 0...40 {
      let name = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      names.insert(name)
      for place in 0..<length {
        var other = name
        other[place] = 0
        names.insert(other)
      }
    }
    for name in names { _ = try name.withBytes { try table.intern($0) } }
    #expect(table.count == names.count)
  }

  @Test("holds a name of any length")
  func holdsLongNames() throws {
    let table = try NameTable(.standard, seed: 0)
    for length in [4078, 4079, 4080, 4095, 4096, 100_000] {
      let name = [UInt8](repeating: UInt8(length & 0xFF), count: length)
      let number = try name.withBytes { try table.intern($0) }
      #expect(name.withBytes { table.find($0) } == number)
      let count = table.bytes(of: number).count
      #expect(count == length)
    }
  }

  @Test("is as it was when memory runs out, and leaks nothing")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        let table = try NameTable(heap.allocator, seed: 3)
        var known = 0
        do throws(OutOfMemory) {
          for number in 0..<600 {
            _ = try intern("name number \(number)", in: table)
            known = number + 1
          }
        } catch {
          #expect(table.count == known)
          #expect("name number \(known)".withBytes { table.find($0) } == nil)
          for number in 0..<known {
            #expect("name number \(number)".withBytes { table.find($0) } == number)
          }
          throw error
        }
        return false
      } catch {
        return true
      }
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults > 30)
  }

  @Test("can be read while it grows")
  func isReadWhileItGrows() throws {
    let table = SharedTable(try NameTable(.standard, seed: 9))
    let total = 30_000
    let readers = (0..<3).map { reader in
      Thread {
        var random = SplitMix(seed: UInt64(reader))
        while table.names.count < total {
          let count = table.names.count
          guard count > 0 else { continue }
          let number = Int.random(in: 0..<count, using: &random)
          let name = "name \(number)"
          if name.withBytes({ table.names.find($0) }) != number { table.failures.add() }
          if table.names.text(of: number) != name { table.failures.add() }
        }
        table.finished.add()
      }
    }
    for reader in readers { reader.start() }
    for number in 0..<total {
      #expect(try "name \(number)".withBytes { try table.names.intern($0) } == number)
    }
    while table.finished.value < readers.count { usleep(1000) }
    #expect(table.failures.value == 0)
  }
}

private func intern(_ name: String, in table: borrowing NameTable) throws(OutOfMemory) -> Int {
  let bytes = Array(name.utf8)
  return try table.intern(bytes.span)
}

/// A table that threads share: one interns, the others read.
private final class SharedTable: @unchecked Sendable {
  let names: NameTable
  let failures = Counter()
  let finished = Counter()

  init(_ names: consuming NameTable) { self.names = names }
}

extension NameTable {
  fileprivate func text(of number: Int) -> String { String(bytes(of: number)) }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
