// JSON: writing plain JSON themes, with one line for each color.

/// Writes a theme as an object that maps names to colors. A color that CSS or an object of modes
/// can express exactly is written that way. For any other color, its resolved values for light and
/// dark, with and without more contrast, are written.
struct JSONThemeWriter: FormatWriter, ~Copyable {
  private let allocator: Allocator
  private var text: FileText
  private var cssWriter: CheckedCSSWriter
  /// True until the first member of the current object is written.
  private var isFirst = true
  /// The number of objects that contain the current line.
  private var depth = 1

  // Not inlined, because many error paths end with it.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    allocator = export.allocator
    text = FileText(allocator)
    cssWriter = CheckedCSSWriter(allocator)
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    text.append("{")
    appendDeclarations(export.colors.vocabulary)
    appendDefaults(export.colors)
    let ownLayer = export.colors.details.layers.number(of: ThemeDetails.ownLayerName)
    try appendColors(&export, ownLayer)
    try appendLayers(&export, ownLayer)
    text.append(isFirst ? "}\n" : "\n}\n")
    try export.add(&text)
  }

  /// Writes the colors of the theme's own layer, whose number is `ownLayer`.
  private mutating func appendColors(
    _ export: inout ExportSession, _ ownLayer: Int
  ) throws(FileFailure) {
    var definitionIndex = 0
    while let definition = export.colors.details.definitions.element(at: definitionIndex),
      definition.layer < ownLayer
    {
      definitionIndex &+= 1
    }
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      if !entry.hasDefinitions {
        try append(index, entry, entry.expression, owner: 0, isCurrent: true, &export)
      } else if let definition = export.colors.details.definitions.element(at: definitionIndex),
        definition.layer == ownLayer, definition.colorIndex == index
      {
        definitionIndex &+= 1
        try append(definition, &export)
      }
    }
  }

  /// Writes the layers, lowest first. The theme's own layer is empty here, because its colors are
  /// at the root.
  private mutating func appendLayers(
    _ export: inout ExportSession, _ ownLayer: Int
  ) throws(FileFailure) {
    var isNeeded = export.colors.details.layers.count > LayerOrder.builtinCount
    export.colors.details.definitions.forEachElement {
      isNeeded = isNeeded || $0.layer != ownLayer
    }
    guard isNeeded else { return }
    beginMember("$layers")
    text.append("{")
    isFirst = true
    var definitionIndex = 0
    for layer in upTo(export.colors.details.layers.count &+ 1, from: 1) {
      depth = 2
      appendLine()
      text.append(json: (export.colors.details.layers.name(layer) ?? .empty).bytes)
      text.append(": {")
      depth = 3
      isFirst = true
      while let definition = export.colors.details.definitions.element(at: definitionIndex),
        definition.layer == layer
      {
        definitionIndex &+= 1
        if layer != ownLayer { try append(definition, &export) }
      }
      text.append(isFirst ? "}" : "\n    }")
      isFirst = false
    }
    depth = 1
    text.append("\n  }")
    isFirst = false
  }

  private mutating func append(
    _ definition: ThemeDetails.Definition, _ export: inout ExportSession
  ) throws(FileFailure) {
    guard let entry = export.colors.entry(definition.colorIndex) else { return }
    try append(
      definition.colorIndex, entry, definition.expression, owner: definition.owner,
      isCurrent: definition.isCurrent, &export)
  }

  /// Writes the definition of a color in a layer. Only the current definition has the notes, and
  /// only it can be written as resolved values.
  private mutating func append(
    _ index: Int, _ entry: ColorCollection.Entry, _ expression: Expression, owner: Int,
    isCurrent: Bool, _ export: inout ExportSession
  ) throws(FileFailure) {
    if try canRoundTrip(expression, export.colors) {
      appendKey(entry.name.bytes, isWord: expression.isWord)
      try append(entry, expression, owner: owner, hasNotes: isCurrent, &export)
    } else if isCurrent {
      try appendResolvedValues(index, entry, owner: owner, &export)
    } else {
      try export.warnInexact(index, "a provider in a lower layer cannot be written; it is left out")
    }
  }

  // MARK: - Declarations

  private mutating func appendDeclarations(_ names: borrowing Vocabulary) {
    append("$palettes", .palette, names)
    if names.count(.axis) > 0 {
      beginMember("$axes")
      text.append("{")
      for axis in upTo(names.count(.axis)) {
        if axis > 0 { text.append(", ") }
        text.append(json: (names.name(axis &+ 1, .axis) ?? .empty).bytes)
        text.append(": ")
        text.append(listOf: .value(axisIndex: axis), names)
      }
      text.append("}")
    }
    append("$subtypes", .subtype, names)
    append("$locales", .locale, names)
  }

  /// Writes the forwards, the owners, and the defaults that differ from those of a new theme.
  private mutating func appendDefaults(_ colors: borrowing ColorCollection) {
    if colors.details.defaultScheme == 2 {
      beginMember("$defaultScheme")
      text.append(json: Axis.scheme.name(ofValue: 2))
    }
    if colors.details.defaultPalette.count > 0 {
      beginMember("$defaultPalette")
      text.append(json: colors.details.defaultPalette.bytes)
    }
    if let levels = colors.details.levels, !(levels == .standard) {
      beginMember("$levels")
      for level in upTo(LeveledColor.levelCount) {
        text.append(level == 0 ? "[" : ", ")
        text.append(json: levels[level])
      }
      text.append("]")
    }
    if colors.details.forwards.count > 0 {
      beginMember("$forwards")
      for index in upTo(colors.details.forwards.count) {
        guard let forward = colors.details.forwards.element(at: index) else { continue }
        text.append(index == 0 ? "{" : ", ")
        text.append(json: forward.name.bytes)
        text.append(": ")
        text.append(json: forward.target.bytes)
      }
      text.append("}")
    }
    if colors.details.owners.count > 0 {
      beginMember("$owners")
      for index in upTo(colors.details.owners.count) {
        text.append(index == 0 ? "[" : ", ")
        text.append(json: (colors.details.owners.name(index &+ 1) ?? .empty).bytes)
      }
      text.append("]")
    }
  }

  private mutating func append(
    _ key: StaticString, _ kind: Vocabulary.Kind, _ names: borrowing Vocabulary
  ) {
    guard names.count(kind) > 0 else { return }
    beginMember(key)
    text.append(listOf: kind, names)
  }

  /// Begins a member that is not a color.
  private mutating func beginMember(_ key: StaticString) {
    appendLine()
    text.append(json: key.bytes)
    text.append(": ")
  }

  // MARK: - Colors

  /// Writes the name of a color as a key. `isWord` means that the value is a word, which would be
  /// read as a description of the theme under certain keys. Such keys, and keys that could be read
  /// as modes or declarations, begin with two additional dollar signs.
  private mutating func appendKey(_ name: Span<UInt8>, isWord: Bool = false) {
    appendLine()
    var isMarked =
      name.element(at: 0) == UInt8(ascii: "$") || isWord && JSONKeyRole.isAboutTheme(name)
    if case .mode = JSONKeyRole(name) { isMarked = true }
    if isMarked {
      var marked = FixedText<1088>()
      marked.append("$$")
      marked.append(contentsOf: name)
      text.append(json: marked.bytes)
    } else {
      text.append(json: name)
    }
    text.append(": ")
  }

  /// Writes a color as an expression.
  private mutating func append(
    _ entry: ColorCollection.Entry, _ expression: Expression, owner: Int, hasNotes: Bool,
    _ export: inout ExportSession
  ) throws(FileFailure) {
    let hasModes = expression.hasJSONModes
    let hasNotes =
      hasNotes
      && (entry.description.count > 0 || entry.isDeprecated || entry.annotation.count > 0)
    guard hasModes || hasNotes || owner > 0 else { return append(expression, export.colors) }
    text.append("{")
    if hasModes {
      var isFirst = true
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let branch = expression.branch(for: mode) else { continue }
        if !isFirst { text.append(", ") }
        isFirst = false
        text.append(json: mode.name)
        text.append(": ")
        append(branch, export.colors)
      }
    } else {
      text.append("\"value\": ")
      append(expression, export.colors)
    }
    append(owner: owner, export.colors)
    if hasNotes { try appendNotes(entry, &export) }
    text.append("}")
  }

  /// Writes a color as its resolved values, with its notes.
  private mutating func appendResolvedValues(
    _ index: Int, _ entry: ColorCollection.Entry, owner: Int, _ export: inout ExportSession
  ) throws(FileFailure) {
    // The value of each mode, at the index of the mode.
    var cells = [8 of ResolvedCell?](repeating: nil)
    var hasValue = false
    for mode in upTo(JSONMode.count) where mode % 3 > 0 {
      cells[mode & 7] = try export.resolvedCell(index, JSONMode(index: mode).environment)
      hasValue = hasValue || cells[mode & 7] != nil
    }
    guard hasValue else {
      return try export.warnInexact(index, CommonMessage.noValue)
    }
    try export.warnInexact(
      index, CommonMessage.fourAppearances)
    appendKey(entry.name.bytes)
    text.append("{")
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
      if !isFirst { text.append(", ") }
      isFirst = false
      let value: StaticString = "value"
      text.append(json: mode == 0 ? value.bytes : JSONMode(index: mode).name)
      text.append(": \"")
      text.append(resolved: cell)
      text.append("\"")
    }
    append(owner: owner, export.colors)
    try appendNotes(entry, &export)
    text.append("}")
  }

  private mutating func append(owner: Int, _ colors: borrowing ColorCollection) {
    guard let name = colors.details.owners.name(owner) else { return }
    text.append(", \"$owner\": ")
    text.append(json: name.bytes)
  }

  private mutating func appendNotes(
    _ entry: ColorCollection.Entry, _ export: inout ExportSession
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
      try export.addFinding(
        .warning, .notExact, "the annotation is not a JSON object; it is left out",
        entry.name.bytes)
    }
  }

  private func isJSONObject(_ text: StoredText) throws(FileFailure) -> Bool {
    guard let json = try text.parsedAsJSON(allocator) else { return false }
    return json.deviations.areNone && json.kind(json.root) == .object
  }

  // MARK: - Text

  private mutating func append(
    _ expression: Expression, _ colors: borrowing ColorCollection
  ) {
    cssWriter.write(expression, colors)
    text.inheritFailure(of: cssWriter.text)
    text.append(json: StoredText(cssWriter.text.bytes).bytes)
  }

  private mutating func appendLine() {
    if !isFirst { text.append(",") }
    text.appendNewline(depth)
    isFirst = false
  }

  /// Returns whether reading the written form of an expression yields the same expression.
  private mutating func canRoundTrip(
    _ expression: Expression, _ colors: borrowing ColorCollection
  ) throws(FileFailure) -> Bool {
    guard expression.hasJSONModes else { return try cssWriter.canRoundTrip(expression, colors) }
    for index in upTo(JSONMode.count) {
      guard let branch = expression.branch(for: JSONMode(index: index)) else { continue }
      guard try cssWriter.canRoundTrip(branch, colors) else { return false }
    }
    return true
  }
}

/// Writes expressions as CSS, and checks whether reading that text yields the same expressions.
private struct CheckedCSSWriter: ~Copyable {
  private(set) var text: FileText
  private var writer: ExpressionWriter

  init(_ allocator: Allocator) {
    text = FileText(allocator)
    writer = ExpressionWriter(allocator)
  }

  mutating func write(_ expression: Expression, _ colors: borrowing ColorCollection) {
    text.truncate(to: 0)
    text.append(expression, colors)
  }

  mutating func canRoundTrip(
    _ expression: Expression, _ colors: borrowing ColorCollection
  ) throws(FileFailure) -> Bool {
    if expression.constant != nil { return true }
    guard expression.count > 0 else { return false }
    write(expression, colors)
    if text.isOutOfMemory { throw .outOfMemory }
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseCSS(StoredText(text.bytes).bytes, colors.vocabulary.valueNames, into: &writer)
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
  fileprivate var environment: Environment {
    var environment = Environment()
    environment[.scheme] = conditions.scheme
    environment[.contrast] =
      conditions.contrast > 0 ? conditions.contrast : ContrastStep.standard.value
    return environment
  }
}

extension Expression {
  /// True if the expression is written as a word, such as `currentcolor`.
  fileprivate var isWord: Bool { operation == .currentColor || operation == .systemColor }

  /// The branch of an expression for a mode.
  fileprivate func branch(for mode: JSONMode) -> Expression? {
    switch operation {
    case .lightDark: return mode == .light ? light : mode == .dark ? dark : nil
    case .variants:
      var branch: Expression?
      forEachVariant { conditions, color in if conditions == mode.conditions { branch = color } }
      return branch
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
    let hasAny = branch(for: .any) != nil
    let hasBoth =
      (hasAny || branch(for: .light) != nil) && (hasAny || branch(for: .dark) != nil)
    // An object of only light and dark would be read as `light-dark()`. An object of only one mode
    // for any scheme would be read as an expression without variants.
    return areInOrderOfModes && hasBoth && count > 1 && (count > 2 || lastIndex > 2)
  }
}
