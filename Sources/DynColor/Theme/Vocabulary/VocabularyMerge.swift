// Theme: merging one vocabulary into another, in which names have other numbers.

/// Maps the numbers of an imported vocabulary (the source) to the numbers of the vocabulary that it
/// is merged into (the target).
struct VocabularyMerge: ~Copyable {
  /// The index of the target axis of each source axis. Indices of custom axes begin at 0.
  fileprivate var axes = [8 of Int](repeating: 0)
  /// The target number of each source subtype.
  private var subtypes: Buffer<UInt64>
  /// The target number of each source locale.
  private var locales: Buffer<UInt64>
  /// The target number of each source palette.
  private var palettes: Buffer<UInt64>
  /// The target number of each named value of the first source axis, then of the second one, and so
  /// on.
  private var values: Buffer<UInt64>
  /// For each source axis, the position of its first value in `values`.
  private var valueStarts = [8 of Int](repeating: 0)
  /// For each source axis, the number of its named values.
  private var valueCounts = [8 of Int](repeating: 0)
  /// The number of names that are new in the target.
  fileprivate(set) var newCount = 0
  /// True if a name has different numbers in source and target, so that conditions must change.
  private(set) var renumbersConditions = false

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    subtypes = Buffer(allocator)
    locales = Buffer(allocator)
    palettes = Buffer(allocator)
    values = Buffer(allocator)
  }

  /// The conditions of a variant, with source numbers replaced by target numbers. The value of a
  /// custom axis keeps its number if the value has no name.
  func renumbered(_ conditions: Variant.Conditions) -> Variant.Conditions {
    // Numbers count from 1.
    func target(of number: UInt64, in numbers: borrowing Buffer<UInt64>) -> UInt64 {
      numbers.element(at: Int(truncatingIfNeeded: number) &- 1) ?? 0
    }
    typealias Conditions = Variant.Conditions
    var result = Conditions.any
    for index in upTo(conditions.hasExtra ? Conditions.axisCount : Conditions.firstExtraIndex)
    where conditions[index] != 0 {
      let value = conditions[index]
      switch Conditions.axis(index) {
      case .subtype: result = result.adding(target(of: value, in: subtypes), forAxis: index)
      case .locale: result = result.adding(target(of: value, in: locales), forAxis: index)
      case .palette: result = result.adding(target(of: value, in: palettes), forAxis: index)
      default:
        let axis = index &- Conditions.index(ofCustomAxis: 0)
        guard axis >= 0 else {
          // Values of built-in axes are the same in every theme.
          result = result.adding(value, forAxis: index)
          continue
        }
        let hasName = value <= UInt64(truncatingIfNeeded: valueCounts[axis & 7])
        let start = UInt64(truncatingIfNeeded: valueStarts[axis & 7])
        result = result.adding(
          hasName ? target(of: start &+ value, in: values) : value,
          forAxis: Conditions.index(ofCustomAxis: axes[axis & 7]))
      }
    }
    return result
  }

  /// The target kind of a source kind. The two kinds differ only for values of a custom axis that
  /// has another index in the target.
  func targetKind(of kind: Vocabulary.Kind) -> Vocabulary.Kind {
    guard case .value(let axis) = kind else { return kind }
    return .value(axisIndex: axes[axis & 7])
  }

  /// Adds `number`, the target number of the next source name of a kind. If the kind is `axis`,
  /// `index` is the index of the custom axis in the source; otherwise it is not used.
  fileprivate mutating func add(
    _ number: Int, _ kind: Vocabulary.Kind, axis index: Int
  ) throws(OutOfMemory) {
    let targetNumber = UInt64(truncatingIfNeeded: number)
    switch kind {
    case .axis:
      axes[index & 7] = number &- 1
      valueStarts[index & 7] = values.count
      renumbersConditions = renumbersConditions || number &- 1 != index
    case .subtype:
      try subtypes.append(targetNumber)
      renumbersConditions = renumbersConditions || number != subtypes.count
    case .locale:
      try locales.append(targetNumber)
      renumbersConditions = renumbersConditions || number != locales.count
    case .palette:
      try palettes.append(targetNumber)
      renumbersConditions = renumbersConditions || number != palettes.count
    case .value(let axis):
      try values.append(targetNumber)
      valueCounts[axis & 7] &+= 1
      renumbersConditions = renumbersConditions || number != valueCounts[axis & 7]
    }
  }
}

extension Vocabulary {
  /// Prepares to merge `other` into this vocabulary: fills `merge`, which must be empty, and
  /// reserves memory so that `ThemeState.enterAll` cannot fail. Throws if a name cannot be
  /// declared, for example because there are too many.
  @_optimize(speed)
  mutating func prepareMerge(
    _ other: borrowing Vocabulary, _ merge: inout VocabularyMerge
  ) throws(ThemeError) {
    // The number of new names of each kind. The index is `Kind.keyPrefix`, which is different for
    // each kind.
    var pending = [16 of Int](repeating: 0)
    var axisCount = 0
    try other.forEachName { name, kind throws(ThemeError) in
      let target = merge.targetKind(of: kind)
      var number = number(name.bytes, target)
      if number == 0 {
        try prepare(name.bytes, target, after: pending[target.keyPrefix & 15])
        pending[target.keyPrefix & 15] &+= 1
        merge.newCount &+= 1
        // The number that `enter` will assign.
        number = count(target) &+ pending[target.keyPrefix & 15]
      }
      try orOutOfMemory(try merge.add(number, kind, axis: axisCount))
      if kind == .axis { axisCount &+= 1 }
    }
  }
}
