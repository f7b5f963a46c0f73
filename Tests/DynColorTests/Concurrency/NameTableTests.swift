import Foundation
import Testing

@testable import DynColor

@Suite("A name table")
struct NameTableTests {
  @Test("keeps names and their values, and never moves a name")
  func interns() throws {
    let heap = FaultyHeap()
    do {
      var table = try NameTable(heap.allocator, seed: 42)
      let names = (1...20_000).map { $0 == 1 ? "" : "Palette \($0 % 7)/color-\($0)" }
      var addresses: [UInt64] = []
      for (index, name) in names.enumerated() {
        #expect(value(of: name, in: table) == 0)
        let slot = try intern(name, in: &table)
        #expect(slot.value == 0)
        slot.value = UInt64(index + 1)
        addresses.append(slot.address)
      }
      #expect(table.reader.count == 20_000)
      for (index, name) in names.enumerated() {
        #expect(value(of: name, in: table) == UInt64(index + 1))
        let slot = try intern(name, in: &table)
        #expect(slot.value == UInt64(index + 1))
        #expect(slot.address == addresses[index])
        #expect(String(slot.name.bytes) == name)
        let end = UnsafePointer<UInt8>(bitPattern: UInt(slot.address))! + slot.length
        #expect(end.pointee == 0)
      }
      #expect(table.reader.count == 20_000)
      #expect(value(of: "Palette 1/color-20001", in: table) == 0)
    }
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("keeps names apart that differ in one byte, at any length")
  func tellsNamesApart() throws {
    var table = try NameTable(.standard, seed: 0)
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
    #expect(Int(table.reader.count) == names.count)
  }

  @Test("holds a name of any length that it has a number for")
  func holdsLongNames() throws {
    var table = try NameTable(.standard, seed: 0)
    for length in [0, 1, 7, 8, 9, 1000, 1008, 1023, 65_527, 65_528, 65_535] {
      let name = String(repeating: "n", count: length)
      try intern(name, in: &table).value = UInt64(length + 1)
    }
    let tooLong = [UInt8](repeating: 0x61, count: 65_536)
    #expect(throws: OutOfMemory.self) { try tooLong.withBytes { try table.intern($0) } }
    for length in [0, 1, 7, 8, 9, 1000, 1008, 1023, 65_527, 65_528, 65_535] {
      #expect(value(of: String(repeating: "n", count: length), in: table) == UInt64(length + 1))
    }
  }

  @Test("keeps slots in place while names are put in that it has room for")
  func reserves() throws {
    var table = try NameTable(.standard, seed: 0)
    try table.reserve(1000)
    let slots = try (0..<1000).map { try intern("name \($0)", in: &table) }
    for (index, slot) in slots.enumerated() { slot.value = UInt64(index + 1) }
    for index in 0..<1000 { #expect(value(of: "name \(index)", in: table) == UInt64(index + 1)) }
  }

  @Test("is as it was when memory runs out, and leaks nothing")
  func survivesFaults() {
    let faults = forEachFault { heap in
      do throws(OutOfMemory) {
        var table = try NameTable(heap.allocator, seed: 3)
        var known = 0
        do throws(OutOfMemory) {
          for number in 0..<600 {
            try intern("name number \(number)", in: &table).value = UInt64(number + 1)
            known = number + 1
          }
        } catch {
          #expect(Int(table.reader.count) == known)
          for number in 0..<600 {
            let expected = number < known ? UInt64(number + 1) : 0
            #expect(value(of: "name number \(number)", in: table) == expected)
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
    #expect(faults > 20)
  }

  @Test("can be read while it grows")
  func isReadWhileItGrows() throws {
    let table = SharedTable(try NameTable(.standard, seed: 9))
    let total = 30_000
    let readers = (0..<3).map { reader in
      Thread {
        var random = SplitMix(seed: UInt64(reader))
        while table.done.value < total {
          // What was done before is found; nothing is found that never was.
          let done = table.done.value
          guard done > 0 else { continue }
          let number = Int.random(in: 0..<done, using: &random)
          let found = "name \(number)".withBytes { table.names.reader.value(of: $0) }
          if found != UInt64(number + 1) { table.failures.add() }
          if "no name \(number)".withBytes({ table.names.reader.value(of: $0) }) != 0 {
            table.failures.add()
          }
        }
        table.finished.add()
      }
    }
    for reader in readers { reader.start() }
    for number in 0..<total {
      try "name \(number)".withBytes { try table.names.intern($0) }.value = UInt64(number + 1)
      table.done.add()
    }
    while table.finished.value < readers.count { usleep(1000) }
    #expect(table.failures.value == 0)
  }
}

private func intern(
  _ name: String, in table: inout NameTable
) throws(OutOfMemory) -> NameTable.Slot {
  let bytes = Array(name.utf8)
  return try table.intern(bytes.span)
}

private func value(of name: String, in table: borrowing NameTable) -> UInt64 {
  let bytes = Array(name.utf8)
  return table.reader.value(of: bytes.span)
}

/// A table that threads share: one interns, the others read.
private final class SharedTable: @unchecked Sendable {
  var names: NameTable
  let done = LockedCount()
  let failures = LockedCount()
  let finished = LockedCount()

  init(_ names: consuming NameTable) { self.names = names }
}
