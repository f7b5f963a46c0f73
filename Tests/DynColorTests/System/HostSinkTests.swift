import Testing

@testable import DynColor

@Suite("What a host has read")
struct HostSinkTests {
  @Test("is there, byte for byte, up to a limit")
  func holdsBytes() throws {
    let heap = FaultyHeap()
    let sink = try HostSink.make(heap.allocator, isDirectory: false, limit: 10)
    #expect(!sink.isDirectory)
    #expect(HostSink(address: 0) == nil)
    "seven b".withBytes { sink.append($0) }
    "345".withBytes { sink.append($0) }
    #expect(String(sink.bytes.bytes) == "seven b345")
    #expect(!sink.hasOverflowed)
    "x".withBytes { sink.append($0) }
    #expect(sink.hasOverflowed && !sink.isOutOfMemory)
    #expect(String(sink.bytes.bytes) == "seven b345")
    sink.free()
    #expect(heap.live.isEmpty)
    #expect(heap.lies.isEmpty)
  }

  @Test("is without its rest when memory runs out, and says so")
  func survivesFaults() {
    let faults = forEachFault { heap in
      guard let sink = try? HostSink.make(heap.allocator, isDirectory: true, limit: 1000) else {
        return true
      }
      defer { sink.free() }
      #expect(sink.isDirectory)
      for number in 0..<60 { "file \(number)".withBytes { sink.append(entry: $0, .file) } }
      let names: [UInt8] = (0..<60).flatMap {
        [FileKind.file.rawValue] + Array("file \($0)".utf8) + [0]
      }
      let bytes = sink.bytes.bytes
      #expect((0..<bytes.count).allSatisfy { bytes[$0] == names[$0] })
      #expect((bytes.count == names.count) == !sink.hasOverflowed)
      return sink.isOutOfMemory
    } _: { heap, ranOut in
      #expect(ranOut == (heap.refused > 0))
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(faults > 10)
  }
}
