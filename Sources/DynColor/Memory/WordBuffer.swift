// Memory: a growable array of 64-bit words that drops what does not fit.

/// A growable array of words, in memory of its own or in memory that the caller lends.
///
/// Appending never throws: a word that does not fit is dropped, and so is every word after it. Then
/// `hasOverflowed` is true. Code that appends many words checks `hasOverflowed` once, at the end.
struct WordBuffer: ~Copyable {
  /// The memory of the words; `nil` if there is none yet.
  private var words: Words?
  /// How many words fit into the memory that the buffer has now.
  private var capacity: Int
  /// `nil` if the memory is lent.
  private let allocator: Allocator?
  /// The capacity up to which the buffer may grow.
  private let greatestCapacity: Int
  private(set) var count = 0
  /// True if words were dropped.
  private(set) var hasOverflowed = false
  /// True if words were dropped because an allocation failed.
  private(set) var isOutOfMemory = false

  /// An empty buffer that allocates its own memory, for at most `limit` words.
  init(_ allocator: Allocator, limit: Int) {
    words = nil
    capacity = 0
    greatestCapacity = limit
    self.allocator = allocator
  }

  private init(lentWords: Words, count: Int) {
    words = lentWords
    capacity = count
    greatestCapacity = count
    allocator = nil
  }

  deinit {
    if let allocator, let words { words.free(allocator, count: capacity) }
  }

  /// Calls `body` with an empty buffer that uses the memory of `words` and cannot grow.
  @inline(__always)
  static func withWords<let size: Int, Result, BodyError: Error>(
    _ words: inout InlineArray<size, UInt64>,
    _ body: (consuming WordBuffer) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try withUnsafeMutablePointer(to: &words) { words throws(BodyError) in
      try body(WordBuffer(lentWords: Words(UnsafeMutableRawPointer(words)), count: size))
    }
  }

  /// The words, for reading them in place; `nil` if the buffer has no memory yet. Valid until the
  /// next `append`.
  var start: Words? { words }

  /// The word at `index`; 0 if there is none.
  func word(_ index: Int) -> UInt64 {
    guard let words, UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
    return words[index]
  }

  /// Replaces the word at `index`, if there is one.
  mutating func replace(at index: Int, with word: UInt64) {
    guard let words, UInt(bitPattern: index) < UInt(bitPattern: count) else { return }
    words[index] = word
  }

  /// Appends a word, unless an earlier one was dropped or the memory is full and cannot grow.
  @inline(never)
  @_optimize(speed)
  mutating func append(_ word: UInt64) {
    guard !hasOverflowed, count < capacity || grow(), let words else { return }
    words[count] = word
    count &+= 1
  }

  /// Appends the first `otherCount` words of `other`, each as `append(_:)` does.
  @_optimize(speed)
  mutating func append(_ other: Words, count otherCount: Int) {
    guard let words, !hasOverflowed, otherCount <= capacity &- count else {
      for index in upTo(otherCount) { append(other[index]) }
      return
    }
    for index in upTo(otherCount) { words[count &+ index] = other[index] }
    count &+= otherCount
  }

  /// Removes all but the first `newCount` words. Does nothing if there are at most `newCount`.
  /// `hasOverflowed` stays as it is.
  mutating func truncate(to newCount: Int) {
    if newCount >= 0, newCount < count { count = newCount }
  }

  /// Removes all words, to begin anew: `hasOverflowed` becomes false, unless an allocation has
  /// failed.
  mutating func removeAll() {
    count = 0
    hasOverflowed = isOutOfMemory
  }

  /// Makes room for at least one more word, or sets `hasOverflowed`. Returns whether there is room.
  @inline(never)
  @_optimize(speed)
  private mutating func grow() -> Bool {
    // `hasOverflowed` becomes false again at the end. Every early return leaves it true.
    hasOverflowed = true
    guard let allocator, capacity < greatestCapacity else { return false }
    let newCapacity = min(max(capacity &* 2, 64), greatestCapacity)
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
    hasOverflowed = false
    return true
  }
}
