// Theme: snapshots: a theme resolved for one environment.

/// All colors of a theme in one environment: an immutable, reference-counted table in its own
/// memory.
///
/// A value of this type is only the address of the table: copying the value does not retain the
/// table.
struct Snapshot: BitwiseCopyable {
  // The table begins at a cache line. The header has 16 words: reference count; allocator (two
  // words); number of words of the allocation; generation; environment (four words); number of rows;
  // `Registry.checkBitsBase`; address of the allocation; and four words that are not used. Four
  // columns follow, each with an element for every row:
  // - the cells;
  // - the ids with their statuses;
  // - from the next cache line on, the pixels, of four bytes each;
  // - bits, which are 1 for values that `dyncolor_theme_derive` has made.
  // Cells and pixels begin at a cache line because the C library copies fastest from there.
  private static var referenceCountWord: Int { 0 }
  private static var allocatorWord: Int { 1 }
  private static var sizeWord: Int { 3 }
  private static var generationWord: Int { 4 }
  private static var environmentWord: Int { 5 }
  private static var rowCountWord: Int { 9 }
  private static var checkBitsBaseWord: Int { 10 }
  private static var allocationWord: Int { 11 }
  private static var headerWordCount: Int { 16 }

  let words: Words

  init(words: Words) { self.words = words }

  /// Allocates a snapshot with one reference. The caller then sets every row and calls `setPixels`.
  static func make(
    _ allocator: Allocator, rowCount: Int, _ environment: Environment, generation: UInt64,
    checkBitsBase: UInt32
  ) throws(OutOfMemory) -> Snapshot {
    // A row has a pixel of half a word, and a bit. There are 7 words more, so that the table can be
    // aligned to a cache line.
    let count = pixelsIndex(rowCount) &+ (rowCount &+ 1) / 2 &+ (rowCount &+ 63) / 64 &+ 7
    let allocation = try Words.allocate(allocator, count: count)
    let words = allocation.alignedToCacheLine
    words[referenceCountWord] = 1
    words[Snapshot.allocatorWord] = allocator.resizeAddress
    words[Snapshot.allocatorWord &+ 1] = allocator.userDataAddress
    words[allocationWord] = allocation.address
    words[sizeWord] = UInt64(truncatingIfNeeded: count)
    words[generationWord] = generation
    for index in 0..<4 { words[environmentWord &+ index] = environment.words[index] }
    words[rowCountWord] = UInt64(truncatingIfNeeded: rowCount)
    words[checkBitsBaseWord] = UInt64(checkBitsBase)
    return Snapshot(words: words)
  }

  func retain() { _ = AtomicWords(words).add(Snapshot.referenceCountWord, 1) }

  func release() {
    // Adding `.max` subtracts 1.
    guard AtomicWords(words).add(Snapshot.referenceCountWord, .max) == 0 else { return }
    let allocator = Allocator(
      resizeAddress: words[Snapshot.allocatorWord],
      userDataAddress: words[Snapshot.allocatorWord &+ 1])
    Words(address: words[Snapshot.allocationWord])
      .free(allocator, count: Int(truncatingIfNeeded: words[Snapshot.sizeWord]))
  }

  var rowCount: Int { Int(truncatingIfNeeded: words[Snapshot.rowCountWord]) }
  var generation: UInt64 { words[Snapshot.generationWord] }

  /// How often the index of an id had been reused before the id was assigned: the check bits of the
  /// id minus those of an id whose index was never reused. Meaningless if the id belongs to another
  /// theme.
  func reuseCount(of id: UInt32) -> UInt32 {
    (id &- UInt32(truncatingIfNeeded: words[Snapshot.checkBitsBaseWord])) & 0xFFF
  }

  var environment: Environment {
    var environment = Environment()
    for index in 0..<4 {
      environment.words[index] = words[Snapshot.environmentWord &+ index]
    }
    return environment
  }

  /// The cells of all rows, two words each.
  var cells: Words { words.advanced(by: Snapshot.headerWordCount) }

  /// The pixels of all rows, half a word each: a byte for each of red, green, blue and alpha.
  var pixels: Words { words.advanced(by: Snapshot.pixelsIndex(rowCount)) }

  /// The index of the word where the pixels of a table begin. Before it are the header and, for each
  /// row, a cell of two words and a word with an id and a status.
  private static func pixelsIndex(_ rowCount: Int) -> Int {
    (headerWordCount &+ rowCount &* 3 &+ 7) & ~7
  }

  /// For each row, a bit that is 1 if the value was derived by `dyncolor_theme_derive`.
  private var derivedBits: Words { pixels.advanced(by: (rowCount &+ 1) / 2) }

  /// Marks the value of a row as derived by `dyncolor_theme_derive`.
  func markDerived(_ row: Int) {
    derivedBits[row >> 6] |= 1 &<< UInt64(truncatingIfNeeded: row & 63)
  }

  /// Returns whether the value of the color with an id was derived. False if the snapshot does not
  /// have the color.
  func isDerived(_ id: UInt32) -> Bool {
    let row = ColorID(id).index &- 1
    guard row >= 0, row < rowCount, self.row(row).id == id else { return false }
    return derivedBits[row >> 6] &>> UInt64(truncatingIfNeeded: row & 63) & 1 != 0
  }

  /// The id of the color of a row, and the status of resolving it.
  struct Row: BitwiseCopyable {
    /// The id in the lower 32 bits, and the status in the upper ones.
    let rawValue: UInt64

    var id: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
    /// 0 if the color was resolved; otherwise a status of the C interface.
    var status: Int32 { Int32(truncatingIfNeeded: rawValue >> 32) }
  }

  /// The color of a row; transparent black if the row does not exist or has no color. A row without
  /// a color has the cell 0: memory is allocated as zeros, and the cell is not set.
  @inline(__always)
  func color(_ row: Int) -> SIMD4<Float> {
    guard row < rowCount else { return .zero }
    return ResolvedCell(low: cells[row &* 2], high: cells[row &* 2 &+ 1]).rgba
  }

  /// The colors of a row and the three after it.
  @inline(__always)
  func fourColors(_ row: Int) -> FourColors {
    FourColors(color(row), color(row &+ 1), color(row &+ 2), color(row &+ 3))
  }

  /// A hash of the colors of all rows, and of the statuses of those that could not be resolved.
  var fingerprint: UInt64 {
    // The seed is arbitrary.
    var hash = Hash(seed: 3)
    for index in upTo(rowCount) {
      hash.combine(cells[index &* 2])
      hash.combine(cells[index &* 2 &+ 1])
      hash.combine(row(index).rawValue >> 32)
    }
    return hash.value
  }

  /// The id and the status of a row, which must exist.
  func row(_ index: Int) -> Row {
    Row(rawValue: words[Snapshot.headerWordCount &+ rowCount &* 2 &+ index])
  }

  /// The cell of the color with an id; `nil` if the snapshot does not have this color, or if the
  /// color could not be resolved.
  @inline(__always)
  func cell(_ id: UInt32) -> ResolvedCell? {
    // Indices of colors begin at 1, rows at 0. For the index 0, the subtraction wraps, and the row
    // does not exist.
    let row = UInt64(id &>> 12) &- 1
    let rowCount = words[Snapshot.rowCountWord]
    guard row < rowCount else { return nil }
    let index = Int(truncatingIfNeeded: row)
    let idAndStatus = words[
      Snapshot.headerWordCount &+ Int(truncatingIfNeeded: rowCount) &* 2 &+ index]
    // The status of a color that could not be resolved is not 0, so the word differs from the id.
    guard idAndStatus == UInt64(id) else { return nil }
    let cell = words.advanced(by: Snapshot.headerWordCount &+ index &* 2)
    return ResolvedCell(low: cell[0], high: cell[1])
  }

  func cell(_ id: ColorID) -> ResolvedCell? { cell(id.rawValue) }

  /// Calls `body` with the id of each row whose color or status differs between two snapshots. The
  /// id is from this snapshot, or from `other` if only `other` has the row. A row that a snapshot
  /// does not have counts as empty.
  func forEachDifference(from other: Snapshot, _ body: (UInt32) -> Void) {
    for index in upTo(max(rowCount, other.rowCount)) where !hasEqualRow(index, in: other) {
      body((index < rowCount ? self : other).row(index).id)
    }
  }

  private func hasEqualRow(_ index: Int, in other: Snapshot) -> Bool {
    guard index < rowCount else { return other.isRowEmpty(index) }
    guard index < other.rowCount else { return isRowEmpty(index) }
    return row(index).status == other.row(index).status
      && cells[index &* 2] == other.cells[index &* 2]
      && cells[index &* 2 &+ 1] == other.cells[index &* 2 &+ 1]
  }

  /// Returns whether no color was registered at the index of a row.
  private func isRowEmpty(_ index: Int) -> Bool {
    row(index).status == Status.staleID.rawValue
  }

  /// Sets a row of a color that was resolved.
  func set(_ index: Int, _ id: ColorID, _ cell: ResolvedCell) {
    words[Snapshot.headerWordCount &+ rowCount &* 2 &+ index] = UInt64(id.rawValue)
    cells[index &* 2] = cell.low
    cells[index &* 2 &+ 1] = cell.high
  }

  /// Computes the pixels of all rows from their cells.
  @_optimize(speed)
  func setPixels() {
    let (cells, pixels) = (self.cells, self.pixels)
    func pixel(_ row: Int) -> UInt64 {
      let bytes = ResolvedCell(low: cells[row &* 2], high: cells[row &* 2 &+ 1]).bytes
      return UInt64(bytes.x) | UInt64(bytes.y) << 8 | UInt64(bytes.z) << 16
        | UInt64(bytes.w) << 24
    }
    for pair in upTo(rowCount / 2) {
      pixels[pair] = pixel(pair &* 2) | pixel(pair &* 2 &+ 1) << 32
    }
    if rowCount & 1 == 1 { pixels[rowCount / 2] = pixel(rowCount &- 1) }
  }

  /// Sets a row of a color that could not be resolved.
  func set(_ index: Int, _ id: ColorID, status: Int32) {
    words[Snapshot.headerWordCount &+ rowCount &* 2 &+ index] =
      UInt64(id.rawValue) | UInt64(UInt32(bitPattern: status)) << 32
  }
}

extension ResolvedCell {
  /// The color as one byte per component, red first.
  @_optimize(speed)
  var bytes: SIMD4<UInt8> { RGBA8.pack(Float4.numbers(of: rgba), isPremultiplied: false) }
}
