// Themes in JSON of the obvious kind, written: a line for each color.

extension Writing {
  /// Writes the theme as an object of names. What can be read again as the same color is written with
  /// an object of modes, or in CSS; anything else as it is for light and dark, with and without more
  /// contrast.
  mutating func writeJSONTheme() throws(FileFailure) {
    var css = CSSCheck(allocator)
    try put("{")
    var isFirst = true
    try putDeclarations(&isFirst)
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      if try hasForm(entry.expression, &css) {
        try putKey(entry.name.bytes, &isFirst)
        try put(entry, &css)
      } else {
        try putSnapshots(index, entry, &isFirst)
      }
    }
    try put(isFirst ? "}\n" : "\n}\n")
    try finish()
  }

  // MARK: - What a theme declares

  private mutating func putDeclarations(_ isFirst: inout Bool) throws(FileFailure) {
    if inventory.palettes.count > 0 {
      try putMarked("$palettes", &isFirst)
      for place in upTo(inventory.palettes.count) {
        try putElement(inventory.palettes.name(place &+ 1), place == 0)
      }
      try put("]")
    }
    if inventory.axes.count > 0 { try putAxes(&isFirst) }
    if inventory.subtypes.count > 0 {
      try putMarked("$subtypes", &isFirst)
      for place in upTo(inventory.subtypes.count) {
        try putElement(inventory.subtypes.name(place &+ 1), place == 0)
      }
      try put("]")
    }
    if inventory.locales.count > 0 {
      try putMarked("$locales", &isFirst)
      for place in upTo(inventory.locales.count) {
        try putElement(inventory.locales.name(place &+ 1), place == 0)
      }
      try put("]")
    }
  }

  private mutating func putAxes(_ isFirst: inout Bool) throws(FileFailure) {
    try putLine(&isFirst)
    try put("\"$axes\": {")
    for axis in upTo(inventory.axes.count) {
      if axis > 0 { try put(", ") }
      try put(json: (inventory.axes.name(axis &+ 1) ?? .empty).bytes)
      try put(": [")
      var isFirstValue = true
      for place in upTo(inventory.axisValues.count) {
        guard let key = inventory.axisValues.name(place &+ 1)?.bytes,
          Int(key.element(at: 0) ?? 0) == axis
        else { continue }
        try putElement(HostText(key.slice(1, key.count)), isFirstValue)
        isFirstValue = false
      }
      try put("]")
    }
    try put("}")
  }

  /// Begins a list of names.
  private mutating func putMarked(
    _ key: StaticString, _ isFirst: inout Bool
  ) throws(FileFailure) {
    try putLine(&isFirst)
    try put(json: key.bytes)
    try put(": [")
  }

  private mutating func putElement(
    _ name: HostText?, _ isFirst: Bool
  ) throws(FileFailure) {
    if !isFirst { try put(", ") }
    try put(json: (name ?? .empty).bytes)
  }

  // MARK: - Colors

  private mutating func putKey(
    _ name: Span<UInt8>, _ isFirst: inout Bool
  ) throws(FileFailure) {
    try putLine(&isFirst)
    var isMarked = name.element(at: 0) == UInt8(ascii: "$")
    if case .mode = JSONWord(name) { isMarked = true }
    if isMarked {
      var marked = TextWriter(allocator)
      try allocating { () throws(OutOfMemory) in
        try marked.append("$$")
        try marked.append(contentsOf: name)
      }
      try put(json: marked.bytes)
    } else {
      try put(json: name)
    }
    try put(": ")
  }

  /// Writes a color as what it is made of.
  private mutating func put(
    _ entry: Inventory.Entry, _ css: inout CSSCheck
  ) throws(FileFailure) {
    let expression = entry.expression
    let hasModes = expression.hasJSONModes
    let hasNotes =
      entry.description.count > 0 || entry.isDeprecated || entry.annotation.count > 0
    guard hasModes || hasNotes else { return try put(css: expression, &css) }
    try put("{")
    if hasModes {
      var isFirst = true
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let part = expression.part(for: mode) else { continue }
        if !isFirst { try put(", ") }
        isFirst = false
        try put(json: mode.name)
        try put(": ")
        try put(css: part, &css)
      }
    } else {
      try put("\"value\": ")
      try put(css: expression, &css)
    }
    try putNotes(entry)
    try put("}")
  }

  /// Writes a color as what it comes to.
  private mutating func putSnapshots(
    _ index: Int, _ entry: Inventory.Entry, _ isFirst: inout Bool
  ) throws(FileFailure) {
    // One for each mode, in their order.
    var cells = [8 of Cell?](repeating: nil)
    var isThere = false
    for mode in upTo(JSONMode.count) where mode % 3 > 0 {
      cells[mode & 7] = try painted(index, JSONMode(index: mode).environment)
      isThere = isThere || cells[mode & 7] != nil
    }
    guard isThere else {
      return try approximate(index, "a color without a value is not written")
    }
    try approximate(
      index, "written as it is for light and dark, with and without more contrast")
    try putKey(entry.name.bytes, &isFirst)
    try put("{")
    if cells[1] == cells[4], cells[2] == cells[5] {
      cells[4] = nil
      cells[5] = nil
      if cells[1] == cells[2] {
        cells[0] = cells[1]
        cells[1] = nil
        cells[2] = nil
      }
    }
    var isFirst = true
    for mode in upTo(JSONMode.count) {
      guard let cell = cells[mode & 7] else { continue }
      if !isFirst { try put(", ") }
      isFirst = false
      let value: StaticString = "value"
      try put(json: mode == 0 ? value.bytes : JSONMode(index: mode).name)
      try put(": \"")
      try put(cell)
      try put("\"")
    }
    try putNotes(entry)
    try put("}")
  }

  private mutating func putNotes(_ entry: Inventory.Entry) throws(FileFailure) {
    if entry.description.count > 0 {
      try put(", \"description\": ")
      try put(json: entry.description.bytes)
    }
    if entry.deprecation.count > 0 {
      try put(", \"deprecated\": ")
      try put(json: entry.deprecation.bytes)
    }
    if entry.replacement.count > 0 {
      try put(", \"replacement\": ")
      try put(json: entry.replacement.bytes)
    }
    guard entry.annotation.count > 0 else { return }
    if try isJSONObject(entry.annotation) {
      try put(", \"extensions\": ")
      try put(entry.annotation.bytes)
    } else {
      try tell(
        .warning, .notExact, "an annotation that is no JSON object is not written",
        entry.name.bytes)
    }
  }

  private func isJSONObject(_ text: HostText) throws(FileFailure) -> Bool {
    do throws(JSONFailure) {
      let json = try JSON.parse(text, allocator)
      return json.leniencies.areNone && json.kind(json.root) == .object
    } catch {
      if case .outOfMemory = error { throw .outOfMemory }
      return false
    }
  }

  // MARK: - Text

  private mutating func putLine(_ isFirst: inout Bool) throws(FileFailure) {
    try put(isFirst ? "\n  " : ",\n  ")
    isFirst = false
  }

  private mutating func put(_ text: StaticString) throws(FileFailure) { try put(text.bytes) }

  private mutating func put(_ bytes: Span<UInt8>) throws(FileFailure) {
    do throws(OutOfMemory) { try text.append(contentsOf: bytes) } catch { throw .outOfMemory }
  }

  private mutating func put(json string: Span<UInt8>) throws(FileFailure) {
    do throws(OutOfMemory) { try text.append(json: string) } catch { throw .outOfMemory }
  }

  private mutating func put(
    css expression: Expression, _ css: inout CSSCheck
  ) throws(FileFailure) {
    do throws(OutOfMemory) {
      try css.write(expression, inventory)
      try text.append(json: css.text.bytes)
    } catch {
      throw .outOfMemory
    }
  }

  /// Writes a color that has been painted, in CSS.
  private mutating func put(_ cell: Cell) throws(FileFailure) {
    do throws(OutOfMemory) { try text.append(painted: cell) } catch { throw .outOfMemory }
  }

  /// Whether what is written of an expression is read as the same.
  private func hasForm(
    _ expression: Expression, _ css: inout CSSCheck
  ) throws(FileFailure) -> Bool {
    do throws(OutOfMemory) {
      guard expression.hasJSONModes else { return try css.isSame(expression, inventory) }
      for index in upTo(JSONMode.count) {
        guard let part = expression.part(for: JSONMode(index: index)) else { continue }
        guard try css.isSame(part, inventory) else { return false }
      }
      return true
    } catch {
      throw .outOfMemory
    }
  }
}

/// Text in CSS, and whether it can be read again.
private struct CSSCheck: ~Copyable {
  private(set) var text: TextWriter
  private var writer: ExpressionWriter

  init(_ allocator: Allocator) {
    text = TextWriter(allocator)
    writer = ExpressionWriter(allocator)
  }

  mutating func write(
    _ expression: Expression, _ inventory: borrowing Inventory
  ) throws(OutOfMemory) {
    text.truncate(to: 0)
    try text.append(expression, inventory)
  }

  mutating func isSame(
    _ expression: Expression, _ inventory: borrowing Inventory
  ) throws(OutOfMemory) -> Bool {
    if expression.constant != nil { return true }
    guard expression.count > 0 else { return false }
    try write(expression, inventory)
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(HostText(text.bytes).bytes, inventory.valueNames, into: &writer)
      guard let again = writer.expression else { return false }
      return again.size == expression.size
        && again.equals(Expression(words: expression.words, count: expression.size))
    } catch {
      if case .outOfMemory = error.reason { throw OutOfMemory() }
      return false
    }
  }
}

extension JSONMode {
  /// The environment that it stands for.
  fileprivate var environment: Environment {
    var environment = Environment()
    environment[.scheme] = conditions.scheme
    environment[.contrast] =
      conditions.contrast > 0 ? conditions.contrast : ContrastStep.standard.value
    return environment
  }
}

extension Expression {
  /// What of this expression is for a mode, if it has modes, or all of it for any.
  fileprivate func part(for mode: JSONMode) -> Expression? {
    switch operation {
    case .lightDark:
      let light = node(at: 1)
      return mode == .light ? light : mode == .dark ? node(at: 1 &+ light.size) : nil
    case .variants:
      var part: Expression?
      forEachVariant { conditions, color in if conditions == mode.conditions { part = color } }
      return part
    default: return nil
    }
  }

  /// Whether this expression is what is made of an object of modes.
  fileprivate var hasJSONModes: Bool {
    guard operation == .variants else { return operation == .lightDark }
    var count = 0
    var last = -1
    var areInOrder = true
    forEachVariant { conditions, _ in
      count &+= 1
      var index = last &+ 1
      while index < JSONMode.count, JSONMode(index: index).conditions != conditions { index &+= 1 }
      areInOrder = areInOrder && index < JSONMode.count
      last = index
    }
    let hasAny = part(for: .any) != nil
    let hasBoth =
      (hasAny || part(for: .light) != nil) && (hasAny || part(for: .dark) != nil)
    // Two for schemes are `light-dark()`, and one for any is no variant.
    return areInOrder && hasBoth && count > 1 && (count > 2 || last > 2)
  }
}
