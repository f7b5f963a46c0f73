// Taking the names of one vocabulary into another, where they have other numbers.

/// Where the names of a vocabulary that is imported have their numbers in the one that they are
/// imported into.
struct VocabularyMerge: ~Copyable {
  /// The axis there of each axis here.
  fileprivate var axes = [8 of Int](repeating: 0)
  /// The numbers there of each subtype and of each locale here.
  private var subtypes: Buffer<UInt64>
  private var locales: Buffer<UInt64>
  /// How many names are new there.
  fileprivate(set) var newCount = 0
  /// Whether a subtype or a locale has another number there.
  private(set) var renumbersConditions = false

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    subtypes = Buffer(allocator)
    locales = Buffer(allocator)
  }

  /// The conditions of a variant, with the numbers there.
  func renumbered(_ conditions: Variant.Conditions) -> Variant.Conditions {
    func number(_ number: UInt64, in numbers: borrowing Buffer<UInt64>) -> UInt64 {
      numbers.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
    }
    return conditions.withNumbers(
      number(conditions.subtype, in: subtypes), number(conditions.locale, in: locales))
  }

  /// The kind there of a kind here.
  func moved(_ kind: Vocabulary.Kind) -> Vocabulary.Kind {
    guard case .value(let axis) = kind else { return kind }
    return .value(axis: axes[axis & 7])
  }

  /// Notes that the next name of a kind here has a number there.
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
  /// Makes sure that `enterAll` cannot fail.
  mutating func prepareMerge(
    _ other: borrowing Vocabulary, _ merge: inout VocabularyMerge
  ) throws(ThemeError) {
    // How many names of each kind are new.
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
