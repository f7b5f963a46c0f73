// Theme: adding the names of one vocabulary to another, in which they have other numbers.

/// Maps the numbers of an imported (source) vocabulary to those of the vocabulary that it is merged
/// into (the target).
struct VocabularyMerge: ~Copyable {
  /// The target axis of each source axis.
  fileprivate var axes = [8 of Int](repeating: 0)
  /// The target numbers of each source subtype, source locale and source palette.
  private var subtypes: Buffer<UInt64>
  private var locales: Buffer<UInt64>
  private var palettes: Buffer<UInt64>
  /// The target numbers of the named values of all source axes, one axis after another; where those
  /// of each axis begin, and how many there are.
  private var values: Buffer<UInt64>
  private var starts = [8 of Int](repeating: 0)
  private var counts = [8 of Int](repeating: 0)
  /// The number of names that are new in the target.
  fileprivate(set) var newCount = 0
  /// True if something that conditions name has another number in the target.
  private(set) var renumbersConditions = false

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    subtypes = Buffer(allocator)
    locales = Buffer(allocator)
    palettes = Buffer(allocator)
    values = Buffer(allocator)
  }

  /// The conditions of a variant with target numbers. Values without a name keep their number.
  func renumbered(_ conditions: Variant.Conditions) -> Variant.Conditions {
    func number(_ number: UInt64, in numbers: borrowing Buffer<UInt64>) -> UInt64 {
      numbers.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
    }
    typealias Conditions = Variant.Conditions
    var renumbered = Conditions.any
    for index in upTo(conditions.hasExtra ? Conditions.axisCount : Conditions.firstExtraAxis)
    where conditions[index] != 0 {
      let value = conditions[index]
      switch Conditions.axis(index) {
      case .subtype: renumbered = renumbered.adding(number(value, in: subtypes), index)
      case .locale: renumbered = renumbered.adding(number(value, in: locales), index)
      case .palette: renumbered = renumbered.adding(number(value, in: palettes), index)
      default:
        let axis = index &- Conditions.index(ofCustomAxis: 0)
        guard axis >= 0 else {
          renumbered = renumbered.adding(value, index)
          continue
        }
        let hasName = value <= UInt64(truncatingIfNeeded: counts[axis & 7])
        let start = UInt64(truncatingIfNeeded: starts[axis & 7])
        renumbered = renumbered.adding(
          hasName ? number(start &+ value, in: values) : value,
          Conditions.index(ofCustomAxis: axes[axis & 7]))
      }
    }
    return renumbered
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
    case .axis:
      axes[place & 7] = number &- 1
      starts[place & 7] = values.count
      renumbersConditions = renumbersConditions || number &- 1 != place
    case .subtype:
      try subtypes.append(there)
      renumbersConditions = renumbersConditions || number != subtypes.count
    case .locale:
      try locales.append(there)
      renumbersConditions = renumbersConditions || number != locales.count
    case .palette:
      try palettes.append(there)
      renumbersConditions = renumbersConditions || number != palettes.count
    case .value(let axis):
      try values.append(there)
      counts[axis & 7] &+= 1
      renumbersConditions = renumbersConditions || number != counts[axis & 7]
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
