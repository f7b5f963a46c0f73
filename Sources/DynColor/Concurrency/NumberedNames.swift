// Concurrency: a set of names with consecutive numbers.

/// A set of names that are numbered from 1 in the order in which they were added. The bytes of a
/// name, followed by a NUL, never move. Only the names that were added last can be removed.
struct NumberedNames: ~Copyable {
  /// The value of a name is its number; 0 if the name is only prepared, or was removed.
  private var table: NameTable
  /// The names that have a number, in the order of their numbers.
  private var names: Buffer<StoredText>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    table = try NameTable(allocator, seed: seed)
    names = Buffer(allocator)
  }

  var count: Int { names.count }

  /// The number of a name; 0 if the set does not have the name.
  @inline(__always)
  func number(of name: Span<UInt8>) -> Int {
    Int(truncatingIfNeeded: table.reader.value(of: name))
  }

  /// The name that has a number, valid as long as the set; `nil` if no name has this number.
  func name(_ number: Int) -> StoredText? { names.element(at: number &- 1) }

  /// Adds a name, which must be new, with the next number. If the function throws, nothing has
  /// changed.
  @inline(never)
  mutating func add(_ name: Span<UInt8>) throws(OutOfMemory) { _ = try findOrAdd(name) }

  /// The number of a name. Adds the name with the next number if it is new. If the function throws,
  /// nothing has changed.
  @inline(never)
  @_optimize(speed)
  mutating func findOrAdd(
    _ name: Span<UInt8>
  ) throws(OutOfMemory) -> (number: Int, isNew: Bool) {
    try names.reserve(1)
    let slot = try table.intern(name)
    if slot.value != 0 { return (Int(truncatingIfNeeded: slot.value), false) }
    names.appendReserved(slot.name)
    slot.value = UInt64(truncatingIfNeeded: names.count)
    return (names.count, true)
  }

  /// Reserves the places of `count` more names in the list and the table. Memory for the text of
  /// each name is still allocated when it is added, which may fail.
  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    try names.reserve(count)
    try table.reserve(count)
  }

  /// Prepares a name: reserves memory, so that `enter` cannot fail for the name, even after
  /// `otherCount` other names have been entered.
  @inline(never)
  mutating func prepare(_ name: Span<UInt8>, after otherCount: Int = 0) throws(OutOfMemory) {
    try names.reserve(otherCount &+ 1)
    _ = try table.intern(name)
  }

  /// Gives the next number to a prepared name, which must have no number yet. Does nothing if the
  /// name is not prepared.
  @inline(never)
  mutating func enter(_ name: Span<UInt8>) {
    guard let slot = table.reader.slot(of: name) else { return }
    names.appendReserved(slot.name)
    slot.value = UInt64(truncatingIfNeeded: names.count)
  }

  /// Removes the numbers of the names that were added last, so that `newCount` numbers remain.
  @inline(never)
  mutating func truncate(to newCount: Int) {
    while count > newCount, let name = names.removeLast() {
      table.reader.slot(of: name.bytes)?.value = 0
    }
  }

  /// Calls `body` with each name, in the order of their numbers.
  @inline(never)
  func forEachName(_ body: (StoredText) -> Void) {
    for index in upTo(count) { body(name(index &+ 1) ?? .empty) }
  }
}
