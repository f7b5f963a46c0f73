// A token in all contexts, as one expression.

/// A value that a token may have.
struct TokenItem: BitwiseCopyable {
  /// The contexts in which it has it, all of which must count; −1 behind them.
  var contexts = SIMD8<Int32>(repeating: -1)
  /// Where the value lies in `leaves`.
  var start = 0
}

/// What a token is in a cell: those of its items that may count there, of which the first counts.
struct TokenRow: BitwiseCopyable {
  let cell: Variant.Conditions
  let start, count: Int
  var isDropped = false
}

extension TokenReader {
  /// How many values a token may have.
  private static var greatestItemCount: Int { 4096 }

  /// Makes a color of a token, if it is one.
  mutating func makeColor(_ index: Int32, _ loading: inout Loading) throws(FileFailure) {
    guard let node = tree.node(index), node.isToken else { return }
    guard node.isColor else {
      skipped &+= 1
      return
    }
    items.truncate(to: 0)
    leaves.truncate(to: 0)
    var first: TokenDefinition?
    var place = node.definition
    while let definition = tree.definition(place) {
      place = definition.context < 0 ? -1 : definition.older
      if definition.target >= 0, definition.kind == .unsaid,
        tree.node(definition.target)?.isColor != true
      {
        continue
      }
      guard try isColor(definition, index) != false else { continue }
      if first == nil || isStandard(definition.context) { first = definition }
      try tellOfType(definition, index, &loading)
      var assignment = TokenAssignment()
      var contexts = SIMD8<Int32>(repeating: -1)
      if let context = modifiers.context(definition.context) {
        assignment[context.modifier] = definition.context
        contexts[0] = definition.context
      }
      try addItems(definition, contexts, &assignment, &loading)
    }
    guard let first, items.count > 0 else { return }
    let name = try checkedName(of: index, first, &loading)
    loading.writer.truncate(to: 0)
    try writeItems(&loading)
    guard leaves.failure == nil, loading.writer.failure == nil else {
      if leaves.failure == .outOfMemory || loading.writer.failure == .outOfMemory {
        throw .outOfMemory
      }
      try loading.fail(
        .tooComplex, "expected a value of less parts", name.bytes, at: documents.place(first.token))
      throw .failed
    }
    guard let expression = loading.writer.expression else { return }
    if loading.inventory.index(of: name.bytes) != nil {
      try loading.warn(
        .syntax, "the color is there twice; the last counts", name.bytes,
        at: documents.place(first.token))
    }
    let entry = try allocating { () throws(OutOfMemory) in
      try loading.inventory.set(name.bytes, expression, at: documents.place(first.token))
    }
    try addNotes(entry, of: index, first, &loading)
  }

  /// Whether a context counts where nothing is said.
  private func isStandard(_ context: Int32) -> Bool {
    guard let found = modifiers.context(context) else { return true }
    return modifiers.modifier(found.modifier)?.standard == context
  }

  private mutating func tellOfType(
    _ definition: TokenDefinition, _ index: Int32, _ loading: inout Loading
  ) throws(FileFailure) {
    guard definition.kind == .unsaid, definition.target < 0,
      try groupType(of: tree.node(index)?.parent ?? 0) == .unsaid
    else { return }
    try loading.warn(
      .syntax, "expected a type", (tree.node(index)?.name ?? .empty).bytes,
      at: documents.place(definition.token))
  }

  /// Adds what a definition says: in one item, or in one for each context that others decide by.
  private mutating func addItems(
    _ definition: TokenDefinition, _ contexts: SIMD8<Int32>, _ assignment: inout TokenAssignment,
    _ loading: inout Loading
  ) throws(FileFailure) {
    let start = leaves.count
    wanted = -1
    if try write(definition, assignment, &loading) {
      guard items.count < TokenReader.greatestItemCount else {
        try loading.fail(
          .tooComplex, "expected fewer contexts that a value depends on",
          at: documents.place(definition.token))
        throw .failed
      }
      return try allocating { () throws(OutOfMemory) in
        try items.append(TokenItem(contexts: contexts, start: start))
      }
    }
    leaves.truncate(to: start)
    guard wanted >= 0, let modifier = modifiers.modifier(wanted) else { return }
    let decided = wanted
    var place = 0
    while place < 8, contexts[place & 7] >= 0 { place &+= 1 }
    guard place < 8 else {
      return try loading.fail(
        .tooComplex, "expected fewer modifiers that a value depends on",
        at: documents.place(definition.token))
    }
    var contexts = contexts
    var context = modifier.first
    while context >= 0 {
      contexts[place & 7] = context
      assignment[decided] = context
      try addItems(definition, contexts, &assignment, &loading)
      context = modifiers.context(context)?.next ?? -1
    }
    if modifier.isLoose {
      contexts[place & 7] = -1
      assignment[decided] = TokenAssignment.noMode
      try addItems(definition, contexts, &assignment, &loading)
    }
    assignment[decided] = -1
  }

  // MARK: - Names

  /// The name of the color that a token is.
  mutating func name(of index: Int32) throws(FileFailure) -> HostText {
    let path = try allocating { () throws(OutOfMemory) in try tree.path(index) }
    return exactName(of: index) ?? path
  }

  private mutating func checkedName(
    of index: Int32, _ definition: TokenDefinition, _ loading: inout Loading
  ) throws(FileFailure) -> HostText {
    let name = try name(of: index)
    if name.count > TokenTree.greatestName {
      try loading.fail(
        .tooComplex, "expected names of at most DYNCOLOR_MAX_NAME bytes", name.bytes,
        at: documents.place(definition.token))
    }
    var place = index
    while place > 0, let node = tree.node(place) {
      place = node.parent
      if node.name.bytes.hasSpecialCharacters {
        try loading.warn(
          .syntax, "expected a name without braces, periods and strokes", node.name.bytes,
          at: node.place)
      }
    }
    return name
  }
}

extension Span<UInt8> {
  fileprivate var hasSpecialCharacters: Bool {
    var index = 0
    while let byte = element(at: index) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "."), UInt8(ascii: "/"): return true
      default: index &+= 1
      }
    }
    return false
  }
}

// MARK: - One expression of all items

extension TokenReader {
  /// Writes an expression of all items to the load's writer.
  private mutating func writeItems(_ loading: inout Loading) throws(FileFailure) {
    sequences.truncate(to: 0)
    var cells = TokenCells()
    var leading = 0
    for index in upTo(items.count) {
      let item = items.element(at: index) ?? TokenItem()
      try allocating { () throws(OutOfMemory) in
        try sequences.append(Int32(truncatingIfNeeded: index))
      }
      let isLeading = leading == index && isCustom(item)
      if isLeading { leading &+= 1 }
      forEachContext(of: item) { context, modifier in
        if modifier.isBound {
          cells.formUnion(modifiers.cells(of: context.modifier))
          if isLeading { leading = index }
        }
      }
    }
    if areAllEqual { return write(leafOf: 0, &loading.writer) }
    guard cells.count > 1 else { return write(0, items.count, &loading.writer) }
    guard leading > 0 else { return try writeTable(from: 0, cells, &loading) }

    let node = loading.writer.open(.conditional)
    for index in upTo(leading) {
      let isAlways = write(conditionOf: index, 0, nil, cells, &loading.writer)
      write(leafOf: index, &loading.writer)
      if isAlways { return loading.writer.close(node) }
    }
    loading.writer.close(loading.writer.open(.truth, detail: 1))
    try writeTable(from: leading, cells, &loading)
    loading.writer.close(node)
  }

  private func forEachContext(
    of item: TokenItem, _ body: (TokenContext, TokenModifier) -> Void
  ) {
    for place in upTo(8) {
      guard let context = modifiers.context(item.contexts[place & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { return }
      body(context, modifier)
    }
  }

  /// Whether an item depends on an axis of the host's.
  private func isCustom(_ item: TokenItem) -> Bool {
    var isCustom = false
    forEachContext(of: item) { _, modifier in isCustom = isCustom || !modifier.isBound }
    return isCustom
  }

  private func item(_ place: Int) -> TokenItem {
    items.element(at: Int(sequences.element(at: place) ?? -1)) ?? TokenItem()
  }

  private func write(leafOf place: Int, _ writer: inout ExpressionWriter) {
    if let leaf = leaves.node(at: item(place).start) { writer.append(copyOf: leaf) }
  }

  private func haveEqualLeaves(_ place: Int, _ other: Int) -> Bool {
    guard let leaf = leaves.node(at: item(place).start),
      let otherLeaf = leaves.node(at: item(other).start)
    else { return false }
    return Expression(words: leaf.words, count: leaf.size)
      .equals(Expression(words: otherLeaf.words, count: otherLeaf.size))
  }

  /// Writes a run of `sequences`, none of which depends on a cell any more.
  private func write(_ start: Int, _ count: Int, _ writer: inout ExpressionWriter) {
    let end = start &+ count
    var rest = start
    // Where a single modifier decides, what is as it would be anyway need not be said.
    let isPlain = haveOneModifier(start, end)
    func isNeedless(_ place: Int) -> Bool {
      isPlain && place < end &- 1 && haveEqualLeaves(place, end &- 1)
    }
    while rest < end &- 1, isNeedless(rest) { rest &+= 1 }
    if !isCustom(item(rest)) { return write(leafOf: rest, &writer) }
    let node = writer.open(.conditional)
    while rest < end {
      if !isNeedless(rest) {
        let isAlways = write(conditionOf: rest, start, nil, TokenCells(), &writer)
        write(leafOf: rest, &writer)
        if isAlways { break }
      }
      rest &+= 1
    }
    writer.close(node)
  }

  /// Whether all but the last of a run are for a single context of the same modifier of the host's,
  /// and the last for any.
  private func haveOneModifier(_ start: Int, _ end: Int) -> Bool {
    guard item(end &- 1).contexts[0] < 0 else { return false }
    var only: Int32 = -1
    for place in upTo(end &- 1, from: start) {
      let item = item(place)
      guard let context = modifiers.context(item.contexts[0]), item.contexts[1] < 0,
        only < 0 || only == context.modifier,
        modifiers.modifier(context.modifier)?.standard != item.contexts[0]
      else { return false }
      only = context.modifier
    }
    return true
  }

  /// Whether the token is the same in all contexts.
  private var areAllEqual: Bool {
    guard item(items.count &- 1).contexts[0] < 0 else { return false }
    for place in upTo(items.count, from: 1) where !haveEqualLeaves(0, place) { return false }
    return true
  }

  // MARK: - Tables

  /// Writes a table of what the items from one on are in each cell.
  private mutating func writeTable(
    from leading: Int, _ cells: TokenCells, _ loading: inout Loading
  ) throws(FileFailure) {
    rows.truncate(to: 0)
    var isWhole = true
    for index in upTo(cells.count) {
      let cell = cells.cell(index)
      let start = sequences.count
      for place in upTo(items.count, from: leading) {
        guard counts(place, from: leading, in: cell) else { continue }
        try allocating { () throws(OutOfMemory) in
          try sequences.append(Int32(truncatingIfNeeded: place))
        }
        if !isCustom(item(place)) { break }
      }
      isWhole = isWhole && sequences.count > start
      try allocating { () throws(OutOfMemory) in
        try rows.append(TokenRow(cell: cell, start: start, count: sequences.count &- start))
      }
    }
    guard isWhole else { return writeBranches(cells, &loading.writer) }
    dropNeedlessRows()
    write(rows: loading.allocator, &loading.writer)
  }

  /// Whether an item counts in a cell, as far as that says.
  private func counts(
    _ place: Int, from leading: Int, in cell: Variant.Conditions
  ) -> Bool {
    let item = item(place)
    for index in upTo(8) {
      guard let context = modifiers.context(item.contexts[index & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { return true }
      guard modifier.isBound else { continue }
      let current =
        modifier.isLoose
        ? looseContext(of: context.modifier, from: leading, in: cell)
        : modifiers.context(of: context.modifier, in: cell)
      if current != item.contexts[index & 7] { return false }
    }
    return true
  }

  /// The mode of those that the token has which fits a cell best.
  private func looseContext(
    of modifier: Int32, from leading: Int, in cell: Variant.Conditions
  ) -> Int32 {
    var best: Int32 = -1
    var bestFit = 0
    for place in upTo(items.count, from: leading) {
      let item = item(place)
      for index in upTo(8) {
        guard let context = modifiers.context(item.contexts[index & 7]) else { break }
        if context.modifier == modifier, let fit = context.conditions.fit(cell), fit > bestFit {
          (best, bestFit) = (item.contexts[index & 7], fit)
        }
      }
    }
    return best
  }

  /// How many rows are compared with each other.
  private static var greatestComparedCount: Int { 256 }

  /// Drops rows whose cells get the same from others. A row that is kept counts only in cells that
  /// come after its own, and so changes nothing of what has been found out before.
  private mutating func dropNeedlessRows() {
    guard rows.count <= TokenReader.greatestComparedCount else { return }
    for pass in upTo(2) {
      for index in upTo(rows.count, from: 1) {
        guard var row = rows.element(at: index) else { return }
        row.isDropped = pass == 0 || bestRow(for: row.cell).map { say(row, theSameAs: $0) } ?? false
        rows.replace(at: index, with: row)
      }
    }
  }

  private func bestRow(for cell: Variant.Conditions) -> TokenRow? {
    func value(_ axis: Int) -> UInt64 {
      cell[axis] == 0 ? TokenCells.standard(axis) : cell[axis]
    }
    var search = VariantSearch(
      MatchedAxes(
        scheme: value(0), contrast: value(1), elevation: value(2), gamut: value(3),
        idiom: value(4), subtype: 0, locale: 0))
    for place in upTo(rows.count) {
      guard let row = rows.element(at: place), !row.isDropped else { continue }
      search.consider(row.cell.ofVariant, at: place)
    }
    return rows.element(at: search.best)
  }

  private func say(_ row: TokenRow, theSameAs other: TokenRow) -> Bool {
    guard row.count == other.count else { return false }
    for place in upTo(row.count) {
      let (a, b) = (row.start &+ place, other.start &+ place)
      guard haveEqualLeaves(a, b), customContexts(a) == customContexts(b) else { return false }
    }
    return true
  }

  private func customContexts(_ place: Int) -> SIMD8<Int32> {
    var contexts = SIMD8<Int32>(repeating: -1)
    var count = 0
    let item = item(place)
    for index in upTo(8) {
      guard let context = modifiers.context(item.contexts[index & 7]) else { break }
      guard modifiers.modifier(context.modifier)?.isBound == false else { continue }
      contexts[count & 7] = item.contexts[index & 7]
      count &+= 1
    }
    return contexts
  }

  private func write(rows allocator: Allocator, _ writer: inout ExpressionWriter) {
    var count = 0
    var last: TokenRow?
    for place in upTo(rows.count) {
      guard let row = rows.element(at: place), !row.isDropped else { continue }
      count &+= 1
      last = row
    }
    guard let first = rows.element(at: 0), let last else { return }
    if count == 1 { return write(first.start, first.count, &writer) }
    if count == 2, last.cell.ofVariant == .dark {
      let node = writer.open(.lightDark)
      write(first.start, first.count, &writer)
      write(last.start, last.count, &writer)
      return writer.close(node)
    }
    let node = writer.open(.variants)
    for place in upTo(rows.count) {
      guard let row = rows.element(at: place), !row.isDropped else { continue }
      writer.append(row.cell.ofVariant.rawValue)
      write(row.start, row.count, &writer)
    }
    writer.close(node)
  }

  /// Writes a branch for each cell in which the token has a value, since in others it has none.
  private func writeBranches(_ cells: TokenCells, _ writer: inout ExpressionWriter) {
    let node = writer.open(.conditional)
    for place in upTo(rows.count) {
      guard let row = rows.element(at: place) else { continue }
      for item in upTo(row.start &+ row.count, from: row.start) {
        _ = write(conditionOf: item, row.start, row.cell, cells, &writer)
        write(leafOf: item, &writer)
      }
    }
    writer.close(node)
  }

  // MARK: - Conditions

  /// Writes the condition under which an item of a run counts, in a cell. The result is whether it
  /// always does.
  private func write(
    conditionOf place: Int, _ start: Int, _ cell: Variant.Conditions?, _ cells: TokenCells,
    _ writer: inout ExpressionWriter
  ) -> Bool {
    let node = writer.open(.all)
    var terms = 0
    if let cell {
      for axis in upTo(TokenCells.axisCount) where cells.has(axis) {
        write(cell[axis], ofAxis: axis, cells, &writer)
        terms &+= 1
      }
    }
    let item = item(place)
    for index in upTo(8) {
      guard let context = modifiers.context(item.contexts[index & 7]),
        let modifier = modifiers.modifier(context.modifier)
      else { break }
      guard !modifier.isBound else { continue }
      if modifier.standard != item.contexts[index & 7] {
        writer.append(style: modifier.name.bytes, context.name.bytes)
        terms &+= 1
      } else if writeNone(ofOthersIn: context.modifier, start, place, &writer) {
        terms &+= 1
      }
    }
    switch terms {
    case 0:
      writer.truncate(to: node)
      writer.close(writer.open(.truth, detail: 1))
      return true
    case 1: _ = writer.move(from: node &+ 1, to: node)
    default: writer.close(node)
    }
    return false
  }

  /// Writes that none of the contexts of a modifier counts but its standard, and none of those that
  /// were asked for before; `false` if there is nothing left to say.
  private func writeNone(
    ofOthersIn index: Int32, _ start: Int, _ end: Int, _ writer: inout ExpressionWriter
  ) -> Bool {
    guard let modifier = modifiers.modifier(index) else { return false }
    let not = writer.open(.not)
    let any = writer.open(.any)
    var count = 0
    var place = modifier.first
    while let context = modifiers.context(place) {
      if place != modifier.standard, !wasAsked(place, start, end) {
        writer.append(style: modifier.name.bytes, context.name.bytes)
        count &+= 1
      }
      place = context.next
    }
    if count == 0 {
      writer.truncate(to: not)
      return false
    }
    if count == 1 {
      _ = writer.move(from: any &+ 1, to: any)
    } else {
      writer.close(any)
    }
    writer.close(not)
    return true
  }

  /// Whether an item of a run is for a context alone.
  private func wasAsked(_ context: Int32, _ start: Int, _ end: Int) -> Bool {
    for place in upTo(end, from: start) {
      let contexts = customContexts(place)
      if contexts[0] == context, contexts[1] < 0 { return true }
    }
    return false
  }

  /// Writes that an axis has a value; for the standard one, that it has none of the others that
  /// matter.
  private func write(
    _ value: UInt64, ofAxis index: Int, _ cells: TokenCells, _ writer: inout ExpressionWriter
  ) {
    let axis = Variant.Conditions.axis(index)
    if index == 0 {
      let detail =
        UInt32(MediaFeature.colorScheme.rawValue) | UInt32(truncatingIfNeeded: value) << 8
      return writer.close(writer.open(.media, detail: detail))
    }
    let name = axis.styleName.bytes
    if value != TokenCells.standard(index) {
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

extension Axis {
  /// What a style query calls an axis that variants are told apart by.
  fileprivate var styleName: StaticString {
    switch self {
    case .contrast: "contrast"
    case .elevation: "elevation"
    case .gamut: "gamut"
    default: "idiom"
    }
  }
}

extension ExpressionWriter {
  fileprivate mutating func append(style axis: Span<UInt8>, _ value: Span<UInt8>) {
    let place = open(.style)
    append(text: axis)
    append(text: value)
    close(place)
  }
}
