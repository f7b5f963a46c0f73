// Theme: adding the names of one vocabulary to another, in which they have other numbers.

/// Maps the numbers of an imported (source) vocabulary to those of the vocabulary that it is merged
/// into (the target).
struct VocabularyMerge: ~Copyable {
  /// The target axis of each source axis.
  fileprivate var axes = [8 of Int](repeating: 0)
  /// The target numbers of each source subtype and source locale.
  private var subtypes: Buffer<UInt64>
  private var locales: Buffer<UInt64>
  /// The number of names that are new in the target.
  fileprivate(set) var newCount = 0
  /// True if a subtype or a locale has another number in the target.
  private(set) var renumbersConditions = false

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    subtypes = Buffer(allocator)
    locales = Buffer(allocator)
  }

  /// The conditions of a variant with target numbers.
  func renumbered(_ conditions: Variant.Conditions) -> Variant.Conditions {
    func number(_ number: UInt64, in numbers: borrowing Buffer<UInt64>) -> UInt64 {
      numbers.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
    }
    return conditions.withNumbers(
      number(conditions.subtype, in: subtypes), number(conditions.locale, in: locales))
  }

  /// The target kind of a source kind.
  func moved(_ kind: Vocabulary.Kind) -> Vocabulary.Kind {
    guard case .value(let axis) = kind else { return kind }
    return .value(axis: axes[axis & 7])
  }

  /// Records the target number of the next source name of a kind.
  fileprivate mutating func add(
    _ number: Int, _ kind: Vocabulary.Kind, place: Int
  ) throws(OutOfMemory) {
    let there = UInt64(truncatingIfNeeded: number)
    switch kind {
    case .axis: axes[place & 7] = number &- 1
    case .subtype:
      try subtypes.append(there)
      renumbersConditions = renumbersConditions || number != subtypes.count
    case .locale:
      try locales.append(there)
      renumbersConditions = renumbersConditions || number != locales.count
    case .palette, .value: break
    }
  }
}

extension Vocabulary {
  /// Reserves memory so that `enterAll` cannot fail.
  mutating func prepareMerge(
    _ other: borrowing Vocabulary, _ merge: inout VocabularyMerge
  ) throws(ThemeError) {
    // The number of new names of each kind.
    var pending = [16 of Int](repeating: 0)
    var axisCount = 0
    try other.forEachName { name, kind throws(ThemeError) in
      let moved = merge.moved(kind)
      var number = number(name.bytes, moved)
      if number == 0 {
        try prepare(name.bytes, moved, after: pending[moved.index & 15])
        pending[moved.index & 15] &+= 1
        merge.newCount &+= 1
        number = count(moved) &+ pending[moved.index & 15]
      }
      try orOutOfMemory(try merge.add(number, kind, place: axisCount))
      if kind == .axis { axisCount &+= 1 }
    }
  }
}
