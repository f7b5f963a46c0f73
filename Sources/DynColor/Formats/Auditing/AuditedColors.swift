// Auditing: the colors of a theme at one version: what they depend on, and their variants.

/// A registered color.
struct AuditedColor: BitwiseCopyable {
  /// A unit of `cost` stands for this much work, as `Resolution` counts work.
  static var workPerUnit: Int { 32 }

  let id: ColorID
  let name: StoredText
  let source: LayerAndOwner
  /// The axes that the color reads, directly or through references.
  fileprivate(set) var axes: AxisSet
  /// True if the value depends only on the environment, and not on other colors or a provider.
  fileprivate let isSelfContained: Bool
  /// How much it takes to resolve the color: 1 for most, and more for a long expression or one with
  /// functions that take long.
  let cost: Int
}

/// A table of variants: that of a color, or one in its expression.
struct VariantTable: BitwiseCopyable {
  /// The index of the color in `AuditedColors.colors`.
  let color: Int
  /// The conditions of its variants are those from `start` to before `end`.
  let start: Int
  let end: Int
  /// False for a table that only `--covered()` reads.
  let isCurrent: Bool
}

/// All registered colors of a theme, in row order. The *position* of a color is its index in
/// `colors`.
struct AuditedColors: ~Copyable {
  private let allocator: Allocator
  private(set) var colors: Buffer<AuditedColor>
  /// For each index of an id, the position of the color plus 1; 0 for none.
  private var positions: Buffer<UInt32>
  private(set) var tables: Buffer<VariantTable>
  /// The conditions of the variants of all tables, one table after the other.
  private(set) var conditions: Buffer<Variant.Conditions>
  /// The names that palettes lack.
  private(set) var gaps: Buffer<PaletteGap>
  /// True if a color has a provider, which may not yet have said what it reads.
  private(set) var hasProvider = false

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    self.allocator = allocator
    colors = Buffer(allocator)
    positions = Buffer(allocator)
    tables = Buffer(allocator)
    conditions = Buffer(allocator)
    gaps = Buffer(allocator)
  }

  var count: Int { colors.count }

  /// The position of a color; `nil` if it is not registered.
  func position(of id: ColorID) -> Int? {
    let position = Int(positions.element(at: id.index) ?? 0) &- 1
    return colors.element(at: position)?.id == id ? position : nil
  }

  /// Collects all colors, their variants and, if `findsGaps` is true, the names that palettes lack.
  mutating func collect(_ scan: Scan, findsGaps: Bool) throws(Scan.Interruption) {
    // The scan starts again if it is interrupted, so what an earlier attempt has found is dropped.
    colors.truncate(to: 0)
    positions.truncate(to: 0)
    tables.truncate(to: 0)
    conditions.truncate(to: 0)
    gaps.truncate(to: 0)
    let rowCount = scan.pinned.rowCount
    try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try colors.reserve(scan.pinned.count)
      // The indices of colors begin at 1.
      try positions.append(repeating: 0, count: rowCount &+ 1)
    }
    try scan.forEachColor(perSlice: 64) { state, id, record, recipe throws(Scan.Interruption) in
      let version = scan.version(in: state)
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try add(id, record, recipe, state.registry, state.vocabulary, version)
      }
    }
    guard findsGaps else { return }
    var isOutOfMemory = false
    let names = try SemanticNames.find(scan)
    try names.forEachGap(scan) { gap in
      if (try? gaps.append(gap)) == nil { isOutOfMemory = true }
    }
    if isOutOfMemory { throw .failed(ThemeError(.outOfMemory)) }
  }

  private mutating func add(
    _ id: ColorID, _ record: ColorRecord, _ recipe: Recipe, _ registry: borrowing Registry,
    _ vocabulary: borrowing Vocabulary, _ version: UInt64
  ) throws(OutOfMemory) {
    let isSelfContained = recipe.isSelfContained
    // The axes of any other color are found later, by `findAxes`.
    let axes =
      isSelfContained
      ? recipe.forEachReferenceReturningAxes(
        registry, vocabulary, at: version, color: { _ in }, name: { _ in }) : .none
    hasProvider = hasProvider || recipe.kind == .provider
    try colors.append(
      AuditedColor(
        id: id, name: record.name, source: recipe.source, axes: axes,
        isSelfContained: isSelfContained,
        cost: AuditedColors.cost(of: recipe)))
    positions.replace(at: id.index, with: UInt32(truncatingIfNeeded: colors.count))
    // The current definition, and the definitions below it that `--covered()` refers to.
    var next: Recipe? = recipe
    var isCurrent = true
    while let current = next {
      try addTables(of: current, isCurrent: isCurrent)
      next = current.coveredCopy
      isCurrent = false
    }
  }

  /// See `AuditedColor.cost`.
  private static func cost(of recipe: Recipe) -> Int {
    guard recipe.kind == .expression else { return 1 }
    let work = recipe.expression.count &+ recipe.expressionInputs.extraWork
    return 1 &+ work / AuditedColor.workPerUnit
  }

  /// Adds the tables of a recipe.
  private mutating func addTables(of recipe: Recipe, isCurrent: Bool) throws(OutOfMemory) {
    let start = conditions.count
    if recipe.kind == .expression {
      var isOutOfMemory = false
      recipe.expression.forEachNode { node in
        guard node.operation == .variants else { return }
        let start = conditions.count
        node.forEachVariant { variant, _ in
          if (try? conditions.append(variant)) == nil { isOutOfMemory = true }
        }
        if (try? endTable(from: start, isCurrent: isCurrent)) == nil { isOutOfMemory = true }
      }
      if isOutOfMemory { throw OutOfMemory() }
    } else {
      for index in upTo(recipe.variantCount) {
        try conditions.append(recipe.variant(index).conditions)
      }
      try endTable(from: start, isCurrent: isCurrent)
    }
  }

  /// Ends a table of the last color. The conditions of the table begin at `start`. Drops a table
  /// that has nothing to examine: one variant without conditions, or two variants of which only the
  /// second has a condition, the dark scheme.
  private mutating func endTable(from start: Int, isCurrent: Bool) throws(OutOfMemory) {
    let count = conditions.count &- start
    let isPair =
      count == 2 && conditions.element(at: start) == .any
      && conditions.element(at: start &+ 1) == .dark
    guard count > 0, !isPair, count > 1 || conditions.element(at: start) != .any else {
      return conditions.truncate(to: start)
    }
    try tables.append(
      VariantTable(
        color: colors.count &- 1, start: start, end: conditions.count, isCurrent: isCurrent))
  }

  /// The greatest number of colors whose axes are searched one by one, which takes long.
  private static var greatestSearchCount: Int { 1000 }

  /// Finds the axes of the colors that depend on others.
  mutating func findAxes(_ resolved: borrowing ResolvedColors) throws(OutOfMemory) {
    var cache = AxisCache(allocator)
    var remainingSearchCount = AuditedColors.greatestSearchCount
    for position in upTo(colors.count) {
      guard let color = colors.element(at: position), !color.isSelfContained else { continue }
      var axes = try resolved.axes(of: color.id, &cache)
      // If a color depends on one that refers to itself, `axes(of:)` may return all axes, although
      // the color reads only some of them.
      if axes == .all, remainingSearchCount > 0 {
        remainingSearchCount &-= 1
        axes = try resolved.exactAxes(of: color.id)
      }
      colors.change(at: position) { $0.axes = axes }
    }
  }
}
