// DesignTokens: combining the values of a token in all contexts into one expression.

/// A row of a table of variants: the candidates for the value of a token in a cell, as a range of
/// positions in `TokenExpressionWriter.sequences`. The first candidate that applies has the value.
private struct TokenRow: BitwiseCopyable {
  let cell: Variant.Conditions
  let start, count: Int
  /// True if the row is not written, because another row has the same value in this cell.
  var isDropped = false
}

/// Writes the expression that has the right value of a token in all contexts.
///
/// A modifier that is bound to built-in axes becomes conditions of variants, or `light-dark()`. Any
/// other modifier is called *custom* here, and becomes `style()` queries of `if()`.
struct TokenExpressionWriter: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// A value of the token. It applies if all its contexts apply. −1 follows the last context. There
  /// are at most eight contexts, so an index `& 7` is always in bounds.
  private struct Candidate: BitwiseCopyable {
    var contexts = SIMD8<Int32>(repeating: -1)
    var expression = Expression.none
    /// True if a context of the candidate belongs to a custom modifier.
    var isCustom = false
  }

  /// The values of the token, in descending precedence.
  private var candidates: Buffer<Candidate>
  /// Indices of candidates: first the indices of all candidates, so that an index of a candidate is
  /// also its position here; then the candidates of each row.
  private var sequences: Buffer<Int32>
  private var rows: Buffer<TokenRow>
  /// The custom modifiers that are currently treated as bound, one bit each. This is possible if
  /// some of their contexts are values of built-in axes (`followsBuiltinAxes`).
  private var boundFollowers: UInt64 = 0
  /// The cells that bound modifiers distinguish.
  private var cells = DistinguishedValues()
  /// The number of candidates, from the first one on, that depend only on custom modifiers.
  private var leadingCount = 0

  init(_ allocator: Allocator) {
    candidates = Buffer(allocator)
    sequences = Buffer(allocator)
    rows = Buffer(allocator)
  }

  /// Writes an expression for all values.
  mutating func write(
    _ values: borrowing TokenValues, _ modifiers: borrowing TokenModifiers,
    to writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    // Most tokens have a single value, in all contexts.
    if values.count == 1, let (contexts, expression) = values.value(0), contexts[0] < 0 {
      return writer.append(copyOf: expression)
    }
    // The modifiers of these values that follow built-in axes, one bit each.
    var followers: UInt64 = 0
    var index = 0
    while let (contexts, _) = values.value(index) {
      index &+= 1
      for contextIndex in upTo(8) {
        guard let context = modifiers.context(contexts[contextIndex & 7]) else { break }
        if modifiers.modifier(context.modifier)?.followsBuiltinAxes == true {
          followers |= 1 &<< UInt64(truncatingIfNeeded: context.modifier)
        }
      }
    }
    boundFollowers = 0
    try write(values, modifiers, followers: followers, to: &writer)
  }

  /// Writes an expression for all values. `followers` has one bit for each modifier that follows
  /// built-in axes and for which no `if()` has been written yet. For the first of these modifiers,
  /// writes an `if()` with two branches. In the first branch, where the modifier's custom axis has
  /// a value, the modifier is custom; in the other branch, it is treated as bound. Each branch is
  /// written by a recursive call with the other modifiers.
  private mutating func write(
    _ values: borrowing TokenValues, _ modifiers: borrowing TokenModifiers, followers: UInt64,
    to writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    try collect(values, modifiers)
    if areAllEqual { return writeExpression(of: 0, &writer) }
    guard followers != 0 else { return try writeCollected(modifiers, &writer) }
    // `follower` is the lowest bit, and `remaining` has the others.
    let remaining = followers & (followers &- 1)
    let follower = followers ^ remaining
    let name = modifiers.modifier(Int32(truncatingIfNeeded: follower.trailingZeroBitCount))?.name
    let node = writer.open(.conditional)
    writer.append(styleWithAnyValue: (name ?? .empty).bytes)
    try write(values, modifiers, followers: remaining, to: &writer)
    writer.appendTrueCondition()
    boundFollowers |= follower
    try write(values, modifiers, followers: remaining, to: &writer)
    boundFollowers &= ~follower
    writer.close(node)
  }

  /// Collects all values of a token as candidates.
  private mutating func collect(
    _ values: borrowing TokenValues, _ modifiers: borrowing TokenModifiers
  ) throws(OutOfMemory) {
    candidates.truncate(to: 0)
    sequences.truncate(to: 0)
    var found = DistinguishedValues()
    leadingCount = 0
    while let (contexts, expression) = values.value(candidates.count) {
      var candidate = Candidate(contexts: contexts, expression: expression)
      var hasBoundModifier = false
      forEachContext(of: candidate, modifiers) { context, modifier in
        if isBound(modifier, at: context.modifier) {
          found.formUnion(modifiers.cells(of: context.modifier))
          hasBoundModifier = true
        } else {
          candidate.isCustom = true
        }
      }
      if leadingCount == candidates.count, candidate.isCustom, !hasBoundModifier {
        leadingCount &+= 1
      }
      try sequences.append(Int32(truncatingIfNeeded: candidates.count))
      try candidates.append(candidate)
    }
    cells = found
  }

  /// Returns whether a modifier is bound to built-in axes, or currently treated as bound.
  private func isBound(_ modifier: TokenModifier, at index: Int32) -> Bool {
    modifier.isBound || boundFollowers &>> UInt64(truncatingIfNeeded: index) & 1 == 1
  }

  /// Writes an expression for the collected values.
  private mutating func writeCollected(
    _ modifiers: borrowing TokenModifiers, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    // Without bound modifiers, no table is needed.
    guard cells.count > 1 else {
      return writeSequence(from: 0, count: candidates.count, modifiers, &writer)
    }
    // Candidates that depend only on custom modifiers come before the table, in an `if()`.
    guard leadingCount > 0 else { return try writeTable(fromPosition: 0, modifiers, &writer) }

    let node = writer.open(.conditional)
    for position in upTo(leadingCount) {
      let alwaysApplies = writeCondition(
        of: position, inSequenceFrom: 0, inCell: nil, modifiers, &writer)
      // Without another branch, no `if()` is needed.
      if alwaysApplies, position == 0 {
        writer.truncate(to: node)
        return writeExpression(of: position, &writer)
      }
      writeExpression(of: position, &writer)
      if alwaysApplies { return writer.close(node) }
    }
    writer.appendTrueCondition()
    try writeTable(fromPosition: leadingCount, modifiers, &writer)
    writer.close(node)
  }

  /// Calls `body` with each context of a candidate, and the modifier of that context.
  private func forEachContext(
    of candidate: Candidate, _ modifiers: borrowing TokenModifiers,
    _ body: (TokenContext, TokenModifier) -> Void
  ) {
    for index in upTo(8) {
      guard let context = modifiers.context(candidate.contexts[index & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { return }
      body(context, modifier)
    }
  }

  /// The candidate at a position in `sequences`.
  private func candidate(_ position: Int) -> Candidate {
    candidates.element(at: Int(sequences.element(at: position) ?? -1)) ?? Candidate()
  }

  /// Writes the expression of the candidate at a position.
  private func writeExpression(of position: Int, _ writer: inout ExpressionWriter) {
    writer.append(copyOf: candidate(position).expression)
  }

  /// Returns whether the candidates at two positions have equal expressions.
  private func haveEqualExpressions(_ position: Int, _ other: Int) -> Bool {
    candidate(position).expression.equals(candidate(other).expression)
  }

  /// Writes an expression for the sequence of candidates that begins at the position `start`. Only
  /// the contexts of custom modifiers become conditions. Those of bound modifiers are known to
  /// apply: the sequence is that of a cell, or there are no bound modifiers.
  private func writeSequence(
    from start: Int, count: Int, _ modifiers: borrowing TokenModifiers,
    _ writer: inout ExpressionWriter
  ) {
    let end = start &+ count
    var position = start
    // If only one modifier decides, values that equal the default, which is last, can be omitted.
    let canOmit = haveOneModifier(from: start, to: end, modifiers)
    func isRedundant(at position: Int) -> Bool {
      canOmit && position < end &- 1 && haveEqualExpressions(position, end &- 1)
    }
    while position < end &- 1, isRedundant(at: position) { position &+= 1 }
    if !candidate(position).isCustom { return writeExpression(of: position, &writer) }
    let node = writer.open(.conditional)
    let first = position
    while position < end {
      if !isRedundant(at: position) {
        let alwaysApplies = writeCondition(
          of: position, inSequenceFrom: start, inCell: nil, modifiers, &writer)
        // Without another branch, no `if()` is needed.
        if alwaysApplies, position == first {
          writer.truncate(to: node)
          return writeExpression(of: position, &writer)
        }
        writeExpression(of: position, &writer)
        if alwaysApplies { break }
      }
      position &+= 1
    }
    writer.close(node)
  }

  /// Returns whether only one modifier decides between the candidates of a sequence: whether each
  /// candidate depends on a single context of the same modifier, other than the default context,
  /// except that the last candidate depends on no context.
  private func haveOneModifier(
    from start: Int, to end: Int, _ modifiers: borrowing TokenModifiers
  ) -> Bool {
    guard candidate(end &- 1).contexts[0] < 0 else { return false }
    var modifierIndex: Int32 = -1
    for position in upTo(end &- 1, from: start) {
      let candidate = candidate(position)
      guard let context = modifiers.context(candidate.contexts[0]), candidate.contexts[1] < 0,
        modifierIndex < 0 || modifierIndex == context.modifier,
        modifiers.modifier(context.modifier)?.defaultContext != candidate.contexts[0]
      else { return false }
      modifierIndex = context.modifier
    }
    return true
  }

  /// True if the token has the same value in all contexts.
  private var areAllEqual: Bool {
    guard candidate(candidates.count &- 1).contexts[0] < 0 else { return false }
    for position in upTo(candidates.count, from: 1) where !haveEqualExpressions(0, position) {
      return false
    }
    return true
  }

  // MARK: - Tables of variants

  /// Writes a table with a row for each cell, from the candidates at a position and after it. If a
  /// cell has no candidate, writes an `if()` instead.
  private mutating func writeTable(
    fromPosition firstPosition: Int, _ modifiers: borrowing TokenModifiers,
    _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    rows.truncate(to: 0)
    var everyCellHasCandidate = true
    for index in upTo(cells.count) {
      let cell = cells.cell(index)
      let start = sequences.count
      for position in upTo(candidates.count, from: firstPosition) {
        guard mayApply(position, firstPosition: firstPosition, in: cell, modifiers) else {
          continue
        }
        try sequences.append(Int32(truncatingIfNeeded: position))
        // A candidate that is not custom always applies in the cell, so later ones never do.
        if !candidate(position).isCustom { break }
      }
      everyCellHasCandidate = everyCellHasCandidate && sequences.count > start
      try rows.append(TokenRow(cell: cell, start: start, count: sequences.count &- start))
    }
    guard everyCellHasCandidate else { return writeBranches(modifiers, &writer) }
    dropRedundantRows(modifiers)
    writeRows(modifiers, &writer)
  }

  /// Returns whether a candidate may apply in a cell, regardless of custom modifiers.
  /// `firstPosition` is that of the first candidate of the table.
  private func mayApply(
    _ position: Int, firstPosition: Int, in cell: Variant.Conditions,
    _ modifiers: borrowing TokenModifiers
  ) -> Bool {
    let candidate = candidate(position)
    for index in upTo(8) {
      guard let context = modifiers.context(candidate.contexts[index & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { return true }
      guard isBound(modifier, at: context.modifier) else { continue }
      let contextInCell =
        modifier.isModeModifier
        ? bestMode(of: context.modifier, firstPosition: firstPosition, in: cell, modifiers)
        : modifiers.context(of: context.modifier, in: cell)
      if contextInCell != candidate.contexts[index & 7] { return false }
    }
    return true
  }

  /// Of the modes (see `TokenModifiers`) for which the token has a value, the context of the one
  /// that matches a cell best; −1 if none matches.
  private func bestMode(
    of modifier: Int32, firstPosition: Int, in cell: Variant.Conditions,
    _ modifiers: borrowing TokenModifiers
  ) -> Int32 {
    var best: Int32 = -1
    var bestScore = 0
    for position in upTo(candidates.count, from: firstPosition) {
      let candidate = candidate(position)
      for index in upTo(8) {
        guard let context = modifiers.context(candidate.contexts[index & 7]) else { break }
        if context.modifier == modifier, let score = context.conditions?.matchScore(for: cell),
          score > bestScore
        {
          (best, bestScore) = (candidate.contexts[index & 7], score)
        }
      }
    }
    return best
  }

  /// The maximum number of rows for which redundant rows are dropped, because this takes quadratic
  /// time.
  private static var greatestComparedCount: Int { 256 }

  /// Drops each row that is not needed, because without it another row with the same values would
  /// be chosen in its cell.
  ///
  /// First drops all rows but the first, and then adds rows back while a cell has a wrong value. A
  /// row that is added may win in the cell of a row that is dropped, because a variant for another
  /// gamut matches, too: so the cells are compared again until no row is added.
  private mutating func dropRedundantRows(_ modifiers: borrowing TokenModifiers) {
    guard rows.count <= TokenExpressionWriter.greatestComparedCount else { return }
    for index in upTo(rows.count, from: 1) { rows.change(at: index) { $0.isDropped = true } }
    var hasAddedRow = true
    while hasAddedRow {
      hasAddedRow = false
      for index in upTo(rows.count, from: 1) {
        guard let row = rows.element(at: index), row.isDropped,
          !hasSameValues(row, as: bestRow(for: row.cell), modifiers)
        else { continue }
        rows.change(at: index) { $0.isDropped = false }
        hasAddedRow = true
      }
    }
  }

  /// Of the rows that have not been dropped, the one that is chosen in a cell.
  private func bestRow(for cell: Variant.Conditions) -> TokenRow? {
    typealias Conditions = Variant.Conditions
    func value(_ axis: Int) -> UInt64 {
      cell[axis] == 0 ? DistinguishedValues.defaultValue(of: axis) : cell[axis]
    }
    var search = VariantSearch(
      MatchedValues(
        scheme: value(Conditions.schemeIndex), contrast: value(Conditions.contrastIndex),
        elevation: value(Conditions.elevationIndex), gamut: value(Conditions.gamutIndex),
        idiom: value(Conditions.idiomIndex), subtype: 0, locale: 0))
    for index in upTo(rows.count) {
      guard let row = rows.element(at: index), !row.isDropped else { continue }
      search.consider(row.cell.variantConditions, at: index)
    }
    return rows.element(at: search.bestIndex)
  }

  /// Returns whether a row has the same values as another one, under the same conditions on custom
  /// modifiers.
  @_optimize(speed)
  private func hasSameValues(
    _ row: TokenRow, as other: TokenRow?, _ modifiers: borrowing TokenModifiers
  ) -> Bool {
    guard let other, row.count == other.count else { return false }
    for index in upTo(row.count) {
      let (a, b) = (row.start &+ index, other.start &+ index)
      guard haveEqualExpressions(a, b), customContexts(a, modifiers) == customContexts(b, modifiers)
      else { return false }
    }
    return true
  }

  /// The contexts of a candidate that belong to custom modifiers; −1 after the last one.
  private func customContexts(
    _ position: Int, _ modifiers: borrowing TokenModifiers
  ) -> SIMD8<Int32> {
    var contexts = SIMD8<Int32>(repeating: -1)
    var count = 0
    let candidate = candidate(position)
    for index in upTo(8) {
      guard let context = modifiers.context(candidate.contexts[index & 7]) else { break }
      guard let modifier = modifiers.modifier(context.modifier),
        !isBound(modifier, at: context.modifier)
      else { continue }
      contexts[count & 7] = candidate.contexts[index & 7]
      count &+= 1
    }
    return contexts
  }

  /// Writes the rows that have not been dropped in the simplest form: a color, `light-dark()`, or
  /// `--variants()`.
  private func writeRows(_ modifiers: borrowing TokenModifiers, _ writer: inout ExpressionWriter) {
    var count = 0
    var last: TokenRow?
    for index in upTo(rows.count) {
      guard let row = rows.element(at: index), !row.isDropped else { continue }
      count &+= 1
      last = row
    }
    // `dropRedundantRows` never drops the first row.
    guard let first = rows.element(at: 0), let last else { return }
    if count == 1 {
      return writeSequence(from: first.start, count: first.count, modifiers, &writer)
    }
    if count == 2, last.cell.variantConditions == .dark {
      let node = writer.open(.lightDark)
      writeSequence(from: first.start, count: first.count, modifiers, &writer)
      writeSequence(from: last.start, count: last.count, modifiers, &writer)
      return writer.close(node)
    }
    let node = writer.open(.variants)
    for index in upTo(rows.count) {
      guard let row = rows.element(at: index), !row.isDropped else { continue }
      writer.append(row.cell.variantConditions)
      writeSequence(from: row.start, count: row.count, modifiers, &writer)
    }
    writer.close(node)
  }

  /// Writes the rows as an `if()` with a branch for each candidate in each cell. In a cell without
  /// a candidate, and if no condition holds, the expression has no value.
  private func writeBranches(
    _ modifiers: borrowing TokenModifiers, _ writer: inout ExpressionWriter
  ) {
    let node = writer.open(.conditional)
    for index in upTo(rows.count) {
      guard let row = rows.element(at: index) else { continue }
      for position in upTo(row.start &+ row.count, from: row.start) {
        _ = writeCondition(
          of: position, inSequenceFrom: row.start, inCell: row.cell, modifiers, &writer)
        writeExpression(of: position, &writer)
      }
    }
    writer.close(node)
  }

  // MARK: - Conditions

  /// Writes the condition under which a candidate applies, provided that none of the candidates
  /// before it, from the position `start` on, applies. If `cell` is given, the environment must be
  /// in that cell, too. Returns true if the condition always holds.
  private func writeCondition(
    of position: Int, inSequenceFrom start: Int, inCell cell: Variant.Conditions?,
    _ modifiers: borrowing TokenModifiers, _ writer: inout ExpressionWriter
  ) -> Bool {
    let node = writer.open(.all)
    var termCount = 0
    if let cell {
      for axis in upTo(DistinguishedValues.axisCount) where cells.distinguishes(axis) {
        writeCondition(onAxis: axis, value: cell[axis], &writer)
        termCount &+= 1
      }
    }
    let candidate = candidate(position)
    for index in upTo(8) {
      guard let context = modifiers.context(candidate.contexts[index & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { break }
      guard !isBound(modifier, at: context.modifier) else { continue }
      if modifier.defaultContext != candidate.contexts[index & 7] {
        writer.append(style: modifier.name.bytes, context.name.bytes)
        termCount &+= 1
      } else if writeDefaultCondition(
        of: context.modifier, handledFrom: start, to: position, modifiers, &writer)
      {
        termCount &+= 1
      }
    }
    switch termCount {
    case 0:
      writer.truncate(to: node)
      writer.appendTrueCondition()
      return true
    // One term needs no `and`: it is moved from behind the node's first word to the node's place.
    case 1: _ = writer.move(from: node &+ 1, to: node)
    default: writer.close(node)
    }
    return false
  }

  /// Writes the condition under which the default context of a modifier applies: no other context
  /// does. Leaves out the contexts that candidates from `start` to `end` handle, because these
  /// candidates come first. If no context is left, writes nothing and returns false.
  private func writeDefaultCondition(
    of index: Int32, handledFrom start: Int, to end: Int, _ modifiers: borrowing TokenModifiers,
    _ writer: inout ExpressionWriter
  ) -> Bool {
    guard let modifier = modifiers.modifier(index) else { return false }
    let not = writer.open(.not)
    let any = writer.open(.any)
    var count = 0
    var next = modifier.firstContext
    while let context = modifiers.context(next) {
      if next != modifier.defaultContext, !isHandled(next, from: start, to: end, modifiers) {
        writer.append(style: modifier.name.bytes, context.name.bytes)
        count &+= 1
      }
      next = context.next
    }
    if count == 0 {
      writer.truncate(to: not)
      return false
    }
    if count == 1 { _ = writer.move(from: any &+ 1, to: any) } else { writer.close(any) }
    writer.close(not)
    return true
  }

  /// Returns whether a candidate of a sequence depends on this context and on no other custom one,
  /// and so applies whenever this context does.
  private func isHandled(
    _ context: Int32, from start: Int, to end: Int, _ modifiers: borrowing TokenModifiers
  ) -> Bool {
    for position in upTo(end, from: start) {
      let contexts = customContexts(position, modifiers)
      if contexts[0] == context, contexts[1] < 0 { return true }
    }
    return false
  }

  /// Writes the condition that the axis at `index` has the value `value`. For the default value,
  /// writes the condition that the axis has none of the other values, so that the condition also
  /// holds if the axis is unspecified.
  private func writeCondition(
    onAxis index: Int, value: UInt64, _ writer: inout ExpressionWriter
  ) {
    let axis = Variant.Conditions.axis(index)
    if index == Variant.Conditions.schemeIndex {
      // The lowest byte of the detail is the feature, and the next one its value.
      let detail =
        UInt32(MediaFeature.colorScheme.rawValue) | UInt32(truncatingIfNeeded: value) << 8
      return writer.close(writer.open(.media, detail: detail))
    }
    let name = axis.styleName.bytes
    if value != DistinguishedValues.defaultValue(of: index) {
      return writer.append(style: name, axis.name(ofValue: value))
    }
    let not = writer.open(.not)
    let any = writer.open(.any)
    cells.forEachValue(of: index) { other in
      if other != value { writer.append(style: name, axis.name(ofValue: other)) }
    }
    writer.close(any)
    writer.close(not)
  }
}

extension ExpressionWriter {
  /// Appends a condition that always holds.
  fileprivate mutating func appendTrueCondition() {
    let isTrue: UInt32 = 1
    close(open(.truth, detail: isTrue))
  }

  /// Appends the condition that an axis has any value: `style(--axis)`.
  fileprivate mutating func append(styleWithAnyValue axis: Span<UInt8>) {
    let withoutValue: UInt32 = 1
    let condition = open(.style, detail: withoutValue)
    append(text: axis)
    close(condition)
  }
}

extension Axis {
  /// The name in style queries of an axis that modifiers can be bound to.
  var styleName: StaticString {
    switch self {
    case .scheme: "scheme"
    case .contrast: "contrast"
    case .elevation: "elevation"
    case .gamut: "gamut"
    default: "idiom"
    }
  }
}
