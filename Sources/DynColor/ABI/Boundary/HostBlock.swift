// ABI: results that the host reads, as fields, elements and texts in one block of memory. They do
// not change once the host has them.

/// The address of a block of memory: a header, which contains the fields (what the result has only
/// once, such as totals), then the elements, and then the texts. A value of this type does not own
/// the block.
struct HostBlock<Fields: BitwiseCopyable, Element>: BitwiseCopyable {
  private struct Header: BitwiseCopyable {
    let allocator: Allocator
    /// The size of the block in words.
    let wordCount: Int
    /// The number of elements.
    let count: Int
    var fields: Fields
  }

  private let header: ValuePointer<Header>

  init(at object: UnsafeMutableRawPointer) { header = ValuePointer(in: Words(object)) }

  /// Allocates a block for `count` elements and for texts of `textSize` bytes in all, both of which
  /// the caller initializes. The block is freed with `free`.
  static func make(
    _ allocator: Allocator, _ fields: Fields, count: Int, textSize: Int
  ) throws(OutOfMemory) -> HostBlock {
    // Sizes in words of 8 bytes, rounded up. At least one byte more than `textSize` is available.
    let elementWords = (count &* MemoryLayout<Element>.stride &+ 7) / 8
    let wordCount = ValuePointer<Header>.wordCount &+ elementWords &+ textSize / 8 &+ 1
    let block = HostBlock(at: try Words.allocate(allocator, count: wordCount).pointer)
    block.header.value = Header(
      allocator: allocator, wordCount: wordCount, count: count, fields: fields)
    return block
  }

  var fields: Fields {
    get { header.value.fields }
    nonmutating set { header.value.fields = newValue }
  }

  var allocator: Allocator { header.value.allocator }

  var count: Int { header.value.count }

  private var words: Words { Words(address: header.address) }

  /// The address of the first element.
  var elements: UnsafeMutablePointer<Element> {
    words.advanced(by: ValuePointer<Header>.wordCount).pointer.assumingMemoryBound(to: Element.self)
  }

  /// The address of the memory for the texts: the first multiple of 8 after the elements.
  var textsAddress: UInt64 {
    let end = UnsafeMutableRawPointer(elements + count)
    return (UInt64(UInt(bitPattern: end)) &+ 7) & ~7
  }

  func makeHandle(_ kind: HandleKind) -> OpaquePointer { words.makeHandle(kind) }

  func free() { words.free(allocator, count: header.value.wordCount) }
}
