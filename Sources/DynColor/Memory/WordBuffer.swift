// Memory: a growable array of words, or a fixed one in memory that the caller lends.

/// A stack of words.
///
/// Nothing here throws: when a word does not fit, it and all later ones are dropped, and `isCut`
/// becomes true. Code that appends often checks once at the end instead of at each step.
struct WordBuffer: ~Copyable {
  private var words: Words?
  private var capacity: Int
  /// `nil` if the memory is lent.
  private let allocator: Allocator?
  private let limit: Int
  private(set) var count = 0
  private(set) var isCut = false
  /// True if words were dropped because an allocation failed.
  private(set) var isOutOfMemory = false

  /// A buffer that allocates its own memory, for up to `limit` words.
  init(_ allocator: Allocator, limit: Int) {
    words = nil
    capacity = 0
    self.limit = limit
    self.allocator = allocator
  }

  private init(lent: Words, count: Int) {
    words = lent
    capacity = count
    limit = count
    allocator = nil
  }

  deinit {
    if let allocator, let words { words.free(allocator, count: capacity) }
  }

  /// Calls `body` with a buffer that uses the memory of `words`.
  static func withWords<let size: Int, Result, Failure: Error>(
    _ words: inout InlineArray<size, UInt64>,
    _ body: (consuming WordBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutablePointer(to: &words) { words throws(Failure) in
      try body(WordBuffer(lent: Words(UnsafeMutableRawPointer(words)), count: size))
    }
  }

  /// The address of the words, for reading them in place.
  var start: Words? { words }

  /// The word at `index`; 0 if there is none.
  func word(_ index: Int) -> UInt64 {
    guard let words, UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
    return words[index]
  }

  mutating func replace(at index: Int, with word: UInt64) {
    guard let words, UInt(bitPattern: index) < UInt(bitPattern: count) else { return }
    words[index] = word
  }

  @inline(never)
  mutating func append(_ word: UInt64) {
    guard !isCut, count < capacity || grow(), let words else { return }
    words[count] = word
    count &+= 1
  }

  mutating func truncate(to newCount: Int) {
    if newCount >= 0, newCount < count { count = newCount }
  }

  /// Makes room for one more word. Returns whether there is room.
  @inline(never)
  private mutating func grow() -> Bool {
    isCut = true
    guard let allocator, capacity < limit else { return false }
    let newCapacity = min(max(capacity &* 2, 64), limit)
    guard let grown = try? Words.allocate(allocator, count: newCapacity) else {
      isOutOfMemory = true
      return false
    }
    if let words {
      var index = 0
      while index < count {
        grown[index] = words[index]
        index &+= 1
      }
      words.free(allocator, count: capacity)
    }
    words = grown
    capacity = newCapacity
    isCut = false
    return true
  }
}
