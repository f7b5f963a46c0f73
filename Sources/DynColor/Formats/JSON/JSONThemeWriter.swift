// JSON: writing plain JSON themes, with one line for each color.

/// Writes a theme as an object that maps names to colors. A color that CSS or an object of modes
/// can express exactly is written that way. For any other color, its resolved values for light and
/// dark, with and without more contrast, are written.
struct JSONThemeWriter: FormatWriter, ~Copyable {
  private let allocator: Allocator
  private var text: FileText
  private var cssWriter: CheckedCSSWriter
  /// True until the first member is written.
  private var isFirst = true

  // Not inlined, because many error paths end with it.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportContext) throws(FileFailure) {
    allocator = export.allocator
    text = FileText(allocator)
    cssWriter = CheckedCSSWriter(allocator)
  }

  mutating func write(to export: inout ExportContext) throws(FileFailure) {
    text.append("{")
    appendDeclarations(export.colors.vocabulary)
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      if try canRoundTrip(entry.expression, export.colors) {
        appendKey(entry.name.bytes)
        try append(entry, &export)
      } else {
        try appendResolvedValues(index, entry, &export)
      }
    }
    text.append(isFirst ? "}\n" : "\n}\n")
    try export.add(&text)
  }

  // MARK: - Declarations

  /// Appends the palettes, axes, subtypes and locales.
  private mutating func appendDeclarations(_ names: borrowing Vocabulary) {
    append("$palettes", .palette, names)
    if names.count(.axis) > 0 {
      appendDeclarationKey("$axes")
      text.append("{")
      for axis in upTo(names.count(.axis)) {
        if axis > 0 { text.append(", ") }
        text.append(json: (names.name(axis &+ 1, .axis) ?? .empty).bytes)
        text.append(": ")
        text.append(listOf: .value(axis: axis), names)
      }
      text.append("}")
    }
    append("$subtypes", .subtype, names)
    append("$locales", .locale, names)
  }

  /// Appends a declaration of names of one kind, if there are any.
  private mutating func append(
    _ key: StaticString, _ kind: Vocabulary.Kind, _ names: borrowing Vocabulary
  ) {
    guard names.count(kind) > 0 else { return }
    appendDeclarationKey(key)
    text.append(listOf: kind, names)
  }

  /// Begins a member that is a declaration, not a color.
  private mutating func appendDeclarationKey(_ key: StaticString) {
    appendLine()
    text.append(json: key.bytes)
    text.append(": ")
  }

  // MARK: - Colors

  /// Begins the member of a color. A name that would be read as something else is written after two
  /// dollar signs.
  private mutating func appendKey(_ name: Span<UInt8>) {
    appendLine()
    var needsMark = name.element(at: 0) == UInt8(ascii: "$")
    if case .mode = JSONKeyRole(name) { needsMark = true }
    if needsMark {
      var markedName = FixedText<1088>()
      markedName.append("$$")
      markedName.append(contentsOf: name)
      text.append(json: markedName.bytes)
    } else {
      text.append(json: name)
    }
    text.append(": ")
  }

  /// Appends a color as its expression, with its notes.
  private mutating func append(
    _ entry: ImportedColors.Entry, _ export: inout ExportContext
  ) throws(FileFailure) {
    let expression = entry.expression
    let hasModes = expression.hasJSONModes
    let hasNotes =
      entry.description.count > 0 || entry.isDeprecated || entry.annotation.count > 0
    guard hasModes || hasNotes else { return append(expression, export.colors) }
    text.append("{")
    if hasModes {
      var isFirstMode = true
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let operand = expression.operand(for: mode) else { continue }
        if !isFirstMode { text.append(", ") }
        isFirstMode = false
        text.append(json: mode.name)
        text.append(": ")
        append(operand, export.colors)
      }
    } else {
      text.append("\"value\": ")
      append(expression, export.colors)
    }
    try appendNotes(entry, &export)
    text.append("}")
  }

  /// Appends a color as its resolved values, with its notes.
  private mutating func appendResolvedValues(
    _ index: Int, _ entry: ImportedColors.Entry, _ export: inout ExportContext
  ) throws(FileFailure) {
    // The value of each mode, at the index of the mode.
    var cells = [8 of ResolvedCell?](repeating: nil)
    var hasValue = false
    for mode in upTo(JSONMode.count) where mode % 3 > 0 {
      cells[mode & 7] = try export.painted(index, JSONMode(index: mode).environment)
      hasValue = hasValue || cells[mode & 7] != nil
    }
    guard hasValue else {
      return try export.approximate(index, "a color without a value is not written")
    }
    try export.approximate(
      index, "written as it is for light and dark, with and without more contrast")
    appendKey(entry.name.bytes)
    text.append("{")
    // If more contrast makes no difference, the values of these modes are left out. If the scheme
    // makes no difference either, only the value for any scheme is written.
    if cells[1] == cells[4], cells[2] == cells[5] {
      cells[4] = nil
      cells[5] = nil
      if cells[1] == cells[2] {
        cells[0] = cells[1]
        cells[1] = nil
        cells[2] = nil
      }
    }
    var isFirstMode = true
    for mode in upTo(JSONMode.count) {
      guard let cell = cells[mode & 7] else { continue }
      if !isFirstMode { text.append(", ") }
      isFirstMode = false
      let value: StaticString = "value"
      text.append(json: mode == 0 ? value.bytes : JSONMode(index: mode).name)
      text.append(": \"")
      text.append(painted: cell)
      text.append("\"")
    }
    try appendNotes(entry, &export)
    text.append("}")
  }

  /// Appends the description, the deprecation, the replacement and the annotation of a color.
  private mutating func appendNotes(
    _ entry: ImportedColors.Entry, _ export: inout ExportContext
  ) throws(FileFailure) {
    if entry.description.count > 0 {
      text.append(", \"description\": ")
      text.append(json: entry.description.bytes)
    }
    if entry.deprecation.count > 0 {
      text.append(", \"deprecated\": ")
      text.append(json: entry.deprecation.bytes)
    }
    if entry.replacement.count > 0 {
      text.append(", \"replacement\": ")
      text.append(json: entry.replacement.bytes)
    }
    guard entry.annotation.count > 0 else { return }
    if try isJSONObject(entry.annotation) {
      text.append(", \"extensions\": ")
      text.append(contentsOf: entry.annotation.bytes)
    } else {
      try export.tell(
        .warning, .notExact, "an annotation that is no JSON object is not written",
        entry.name.bytes)
    }
  }

  private func isJSONObject(_ text: StoredText) throws(FileFailure) -> Bool {
    guard let json = try text.parsedAsJSON(allocator) else { return false }
    return json.deviations.areNone && json.kind(json.root) == .object
  }

  // MARK: - Text

  /// Appends an expression as a string of CSS.
  private mutating func append(
    _ expression: Expression, _ colors: borrowing ImportedColors
  ) {
    cssWriter.write(expression, colors)
    text.inheritFailure(of: cssWriter.text)
    text.append(json: StoredText(cssWriter.text.bytes).bytes)
  }

  /// Begins a line for the next member.
  private mutating func appendLine() {
    text.append(isFirst ? "\n  " : ",\n  ")
    isFirst = false
  }

  /// Returns whether reading what is written for an expression yields the same expression.
  private mutating func canRoundTrip(
    _ expression: Expression, _ colors: borrowing ImportedColors
  ) throws(FileFailure) -> Bool {
    guard expression.hasJSONModes else { return try cssWriter.canRoundTrip(expression, colors) }
    for index in upTo(JSONMode.count) {
      guard let operand = expression.operand(for: JSONMode(index: index)) else { continue }
      guard try cssWriter.canRoundTrip(operand, colors) else { return false }
    }
    return true
  }
}

/// Writes expressions as CSS, and checks whether reading that text yields the same expressions.
private struct CheckedCSSWriter: ~Copyable {
  /// The last expression that was written.
  private(set) var text: FileText
  private var writer: ExpressionWriter

  init(_ allocator: Allocator) {
    text = FileText(allocator)
    writer = ExpressionWriter(allocator)
  }

  /// Replaces the text by an expression.
  mutating func write(_ expression: Expression, _ colors: borrowing ImportedColors) {
    text.truncate(to: 0)
    text.append(expression, colors)
  }

  /// Returns whether reading the text of an expression yields the same expression.
  mutating func canRoundTrip(
    _ expression: Expression, _ colors: borrowing ImportedColors
  ) throws(FileFailure) -> Bool {
    if expression.constant != nil { return true }
    guard expression.count > 0 else { return false }
    write(expression, colors)
    if text.isOutOfMemory { throw .outOfMemory }
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(StoredText(text.bytes).bytes, colors.vocabulary.valueNames, into: &writer)
      guard let readExpression = writer.expression else { return false }
      return readExpression.size == expression.size
        && readExpression.equals(Expression(words: expression.words, count: expression.size))
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return false
    }
  }
}

extension JSONMode {
  /// An environment that the mode is for.
  fileprivate var environment: Environment {
    var environment = Environment()
    environment[.scheme] = conditions.scheme
    environment[.contrast] =
      conditions.contrast > 0 ? conditions.contrast : ContrastStep.standard.value
    return environment
  }
}

extension Expression {
  /// The operand of an expression with modes that is for a mode; `nil` if there is none.
  fileprivate func operand(for mode: JSONMode) -> Expression? {
    switch operation {
    case .lightDark: return mode == .light ? light : mode == .dark ? dark : nil
    case .variants:
      var operand: Expression?
      forEachVariant { conditions, color in if conditions == mode.conditions { operand = color } }
      return operand
    default: return nil
    }
  }

  /// True if reading an object of modes can yield this expression.
  fileprivate var hasJSONModes: Bool {
    guard operation == .variants else { return operation == .lightDark }
    var count = 0
    var lastIndex = -1
    var areInOrderOfModes = true
    forEachVariant { conditions, _ in
      count &+= 1
      var index = lastIndex &+ 1
      while index < JSONMode.count, JSONMode(index: index).conditions != conditions { index &+= 1 }
      areInOrderOfModes = areInOrderOfModes && index < JSONMode.count
      lastIndex = index
    }
    let hasAnyScheme = operand(for: .any) != nil
    let hasBothSchemes =
      (hasAnyScheme || operand(for: .light) != nil) && (hasAnyScheme || operand(for: .dark) != nil)
    // An object of only light and dark would be read as `light-dark()`, and an object of only one
    // mode for any scheme as an expression without variants.
    return areInOrderOfModes && hasBothSchemes && count > 1 && (count > 2 || lastIndex > 2)
  }
}
