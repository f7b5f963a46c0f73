// A theme resolved for one environment.

/// All colors of a theme in one environment: an immutable table, counted, with memory of its own.
///
/// A value of this type is the address of such a table; it does not own it.
struct Snapshot: BitwiseCopyable {
  // The words: references; the allocator (two); their number; generation; four of environment; the
  // number of rows; and the check of ids that have not been given out again. Then three columns:
  // cells, ids with statuses, and bytes.
  private static var references: Int { 0 }
  private static var allocator: Int { 1 }
  private static var size: Int { 3 }
  private static var generationWord: Int { 4 }
  private static var environmentWord: Int { 5 }
  private static var rowsWord: Int { 9 }
  private static var checkWord: Int { 10 }
  private static var headerWords: Int { 16 }

  let words: AtomicWords

  init(words: AtomicWords) { self.words = words }

  /// A snapshot with one reference, all of whose rows are empty.
  static func make(
    _ allocator: Allocator, rows: Int, _ environment: Environment, generation: UInt64,
    checkBase: UInt32
  ) throws(OutOfMemory) -> Snapshot {
    // A row is a cell of two words, an id and a status in one, and half a word of bytes.
    let count = headerWords &+ rows &* 3 &+ (rows &+ 1) / 2
    let words = try AtomicWords.allocate(allocator, count: count)
    words.relax(references, 1)
    words.relax(Snapshot.allocator, allocator.resizeAddress)
    words.relax(Snapshot.allocator &+ 1, allocator.userDataAddress)
    words.relax(size, UInt64(truncatingIfNeeded: count))
    words.relax(generationWord, generation)
    for index in 0..<4 { words.relax(environmentWord &+ index, environment.words[index]) }
    words.relax(rowsWord, UInt64(truncatingIfNeeded: rows))
    words.relax(checkWord, UInt64(checkBase))
    return Snapshot(words: words)
  }

  func retain() { _ = words.add(Snapshot.references, 1) }

  func release() {
    guard words.add(Snapshot.references, .max) == 0 else { return }
    let allocator = Allocator(
      resizeAddress: words.relaxed(Snapshot.allocator),
      userDataAddress: words.relaxed(Snapshot.allocator &+ 1))
    words.free(allocator, count: Int(truncatingIfNeeded: words.relaxed(Snapshot.size)))
  }

  var rows: Int { Int(truncatingIfNeeded: words.relaxed(Snapshot.rowsWord)) }
  var generation: UInt64 { words.relaxed(Snapshot.generationWord) }

  /// How often the index of an id had been given out before, if it is an id of the theme's.
  func reuses(of id: UInt32) -> UInt32 {
    (id &- UInt32(truncatingIfNeeded: words.relaxed(Snapshot.checkWord))) & 0xFFF
  }

  var environment: Environment {
    var environment = Environment()
    for index in 0..<4 {
      environment.words[index] = words.relaxed(Snapshot.environmentWord &+ index)
    }
    return environment
  }

  /// The cells of all rows.
  var cells: AtomicWords { words.advanced(by: Snapshot.headerWords) }

  /// The bytes of all rows, red, green, blue and alpha.
  var pixels: AtomicWords { words.advanced(by: Snapshot.headerWords &+ rows &* 3) }

  /// What a row has: an id, and why it could not be resolved, if so.
  struct Row: BitwiseCopyable {
    let rawValue: UInt64

    var id: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
    /// 0, or a status of the C interface.
    var status: Int32 { Int32(truncatingIfNeeded: rawValue >> 32) }
  }

  /// The color of a row; transparent black if it has none, or there is no such row.
  @inline(__always)
  func color(_ row: Int) -> SIMD4<Float> {
    guard row < rows else { return .zero }
    return Cell(low: cells.relaxed(row &* 2), high: cells.relaxed(row &* 2 &+ 1)).rgba
  }

  /// The colors of a row and of the three that follow it.
  @inline(__always)
  func fourColors(_ row: Int) -> FourColors {
    FourColors(color(row), color(row &+ 1), color(row &+ 2), color(row &+ 3))
  }

  /// A hash of what each row holds: a color, or the status of why there is none.
  var fingerprint: UInt64 {
    var hash = Hash(seed: 3)
    for index in upTo(rows) {
      hash.combine(cells.relaxed(index &* 2))
      hash.combine(cells.relaxed(index &* 2 &+ 1))
      hash.combine(row(index).rawValue >> 32)
    }
    return hash.value
  }

  func row(_ index: Int) -> Row {
    Row(rawValue: words.relaxed(Snapshot.headerWords &+ rows &* 2 &+ index))
  }

  /// The cell of an id that was resolved.
  @inline(__always)
  func hit(_ id: UInt32) -> Cell? {
    let row = UInt64(id &>> 12) &- 1
    let rows = words.relaxed(Snapshot.rowsWord)
    guard row < rows else { return nil }
    let index = Int(truncatingIfNeeded: row)
    let entry = words.relaxed(
      Snapshot.headerWords &+ Int(truncatingIfNeeded: rows) &* 2 &+ index)
    guard entry == UInt64(id) else { return nil }
    let cell = words.advanced(by: Snapshot.headerWords &+ index &* 2)
    return Cell(low: cell.relaxed(0), high: cell.relaxed(1))
  }

  /// Calls `body` with the ids of the rows whose color, or the status of why there is none, is not
  /// that of another snapshot. Rows that one of them lacks count as empty.
  func forEachDifference(from other: Snapshot, _ body: (UInt32) -> Void) {
    for index in upTo(max(rows, other.rows)) where !hasSame(index, as: other) {
      body((index < rows ? self : other).row(index).id)
    }
  }

  private func hasSame(_ index: Int, as other: Snapshot) -> Bool {
    guard index < rows else { return other.hasNothing(index) }
    guard index < other.rows else { return hasNothing(index) }
    return row(index).status == other.row(index).status
      && cells.relaxed(index &* 2) == other.cells.relaxed(index &* 2)
      && cells.relaxed(index &* 2 &+ 1) == other.cells.relaxed(index &* 2 &+ 1)
  }

  /// Whether no color was registered in a row.
  private func hasNothing(_ index: Int) -> Bool {
    row(index).status == ThemeError.Reason.staleID.status
  }

  func set(_ index: Int, _ id: ColorID, _ cell: Cell) {
    words.relax(Snapshot.headerWords &+ rows &* 2 &+ index, UInt64(id.rawValue))
    cells.relax(index &* 2, cell.low)
    cells.relax(index &* 2 &+ 1, cell.high)
  }

  /// Makes the bytes of all rows from their cells.
  func setPixels() {
    func pixel(_ row: Int) -> UInt64 {
      let bytes = Cell(low: cells.relaxed(row &* 2), high: cells.relaxed(row &* 2 &+ 1)).bytes
      return UInt64(bytes.x) | UInt64(bytes.y) << 8 | UInt64(bytes.z) << 16
        | UInt64(bytes.w) << 24
    }
    for pair in upTo(rows / 2) {
      pixels.relax(pair, pixel(pair &* 2) | pixel(pair &* 2 &+ 1) << 32)
    }
    if rows & 1 == 1 { pixels.relax(rows / 2, pixel(rows &- 1)) }
  }

  /// The cell of an id, if it is that of a row with one.
  func cell(_ id: ColorID) -> Cell? { hit(id.rawValue) }

  func set(_ index: Int, _ id: ColorID, status: Int32) {
    words.relax(
      Snapshot.headerWords &+ rows &* 2 &+ index,
      UInt64(id.rawValue) | UInt64(UInt32(bitPattern: status)) << 32)
  }
}

extension Cell {
  /// The color in a byte for each number, red first.
  var bytes: SIMD4<UInt8> { RGBA8.pack(Float4.numbers(of: rgba), isPremultiplied: false) }
}

/// The last snapshots of a theme, for whoever asks for the same again.
struct SnapshotCache: BitwiseCopyable {
  private var addresses = [4 of UInt64](repeating: 0)
  private var next = 0

  /// A snapshot for this environment, with a reference for the caller.
  func find(_ environment: Environment) -> Snapshot? {
    for place in 0..<4 where addresses[place] != 0 {
      let snapshot = Snapshot(words: AtomicWords(address: addresses[place]))
      guard snapshot.environment == environment else { continue }
      snapshot.retain()
      return snapshot
    }
    return nil
  }

  /// Calls `body` with each snapshot.
  func forEachSnapshot(_ body: (Snapshot) -> Void) {
    for place in 0..<4 where addresses[place] != 0 {
      body(Snapshot(words: AtomicWords(address: addresses[place])))
    }
  }

  /// Keeps a snapshot, with a reference of its own.
  mutating func add(_ snapshot: Snapshot) {
    snapshot.retain()
    let old = addresses[next & 3]
    if old != 0 { Snapshot(words: AtomicWords(address: old)).release() }
    addresses[next & 3] = snapshot.words.address
    next &+= 1
  }

  mutating func clear() {
    for place in 0..<4 where addresses[place] != 0 {
      Snapshot(words: AtomicWords(address: addresses[place])).release()
      addresses[place] = 0
    }
  }
}
