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
  /// The number of objects that contain the current line, by which it is indented.
  private var depth = 1

  // Not inlined, because many error paths call this deinitializer.
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

  /// Writes the colors of the theme's own layer, whose number is `ownLayer`. Skips colors that only
  /// other layers define.
  @_optimize(speed)
  private mutating func appendColors(
    _ export: inout ExportSession, _ ownLayer: Int
  ) throws(FileFailure) {
    // The definitions are sorted by layer, and then by color.
    var definitionIndex = 0
    while let definition = export.colors.details.definitions.element(at: definitionIndex),
      definition.layer < ownLayer
    {
      definitionIndex &+= 1
    }
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      // A color without definitions in the list has one only, in this layer and without an owner.
      if !entry.hasDefinitions {
        try appendColor(index, entry, entry.expression, owner: 0, isCurrent: true, &export)
      } else if let definition = export.colors.details.definitions.element(at: definitionIndex),
        definition.layer == ownLayer, definition.colorIndex == index
      {
        definitionIndex &+= 1
        try appendDefinition(definition, &export)
      }
    }
  }

  /// Writes the layers, lowest first, if the theme has layers that are not built in, or colors in
  /// layers other than `ownLayer`. `ownLayer` is written as an empty layer, because its colors are
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
        if layer != ownLayer { try appendDefinition(definition, &export) }
      }
      text.append(isFirst ? "}" : "\n    }")
      isFirst = false
    }
    depth = 1
    text.append("\n  }")
    isFirst = false
  }

  /// Writes the definition of a color in a layer.
  private mutating func appendDefinition(
    _ definition: ThemeDetails.Definition, _ export: inout ExportSession
  ) throws(FileFailure) {
    guard let entry = export.colors.entry(definition.colorIndex) else { return }
    try appendColor(
      definition.colorIndex, entry, definition.expression, owner: definition.owner,
      isCurrent: definition.isCurrent, &export)
  }

  /// Writes a color as `expression` defines it in a layer or, if the expression cannot be written,
  /// as resolved values. Notes and resolved values are written only for the current definition,
  /// which is the one in the highest layer. `owner` is 0 for none.
  @_optimize(speed)
  private mutating func appendColor(
    _ index: Int, _ entry: ColorCollection.Entry, _ expression: Expression, owner: Int,
    isCurrent: Bool, _ export: inout ExportSession
  ) throws(FileFailure) {
    if try canRoundTrip(expression, export.colors) {
      appendKey(entry.name.bytes, isWord: expression.isWord)
      try appendValue(entry, expression, owner: owner, withNotes: isCurrent, &export)
    } else if isCurrent {
      try appendResolvedValues(index, entry, owner: owner, &export)
    } else {
      // The expression of a provider is empty.
      try export.warnInexact(
        index,
        expression.count == 0
          ? "a provider in a lower layer cannot be written; it is left out"
          : "a definition in a lower layer cannot be written as CSS; it is left out")
    }
  }

  // MARK: - Declarations

  /// Writes the vocabulary: palettes, axes and their values, subtypes and locales.
  private mutating func appendDeclarations(_ names: borrowing Vocabulary) {
    appendNames("$palettes", .palette, names)
    if names.count(.axis) > 0 {
      beginMember("$axes")
      text.append("{")
      for axisIndex in upTo(names.count(.axis)) {
        if axisIndex > 0 { text.append(", ") }
        text.append(json: (names.name(axisIndex &+ 1, .axis) ?? .empty).bytes)
        text.append(": ")
        text.append(listOf: .value(axisIndex: axisIndex), names)
      }
      text.append("}")
    }
    appendNames("$subtypes", .subtype, names)
    appendNames("$locales", .locale, names)
  }

  /// Writes the forwards, the owners, and the defaults that differ from those of a new theme.
  private mutating func appendDefaults(_ colors: borrowing ColorCollection) {
    // A new theme has the light scheme, 1.
    if colors.details.defaultScheme == 2 {  // Dark.
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

  /// Writes the names of a kind, if there are any, as a member of the root.
  private mutating func appendNames(
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

  /// Writes the name of a color as a key. The key gets two dollar signs at its beginning if it
  /// could be read as a mode or a declaration. It also gets them if it is a key such as `name`,
  /// under which a word describes the object that it is in, and the value is a word (`isWord`).
  @_optimize(speed)
  private mutating func appendKey(_ name: Span<UInt8>, isWord: Bool = false) {
    appendLine()
    var needsDollarSigns =
      name.element(at: 0) == UInt8(ascii: "$") || isWord && JSONKeyRole.describesItsObject(name)
    if case .mode = JSONKeyRole(name) { needsDollarSigns = true }
    if needsDollarSigns {
      // Long enough for two dollar signs and any name of a color, which has at most 1,023 bytes.
      var key = FixedText<1088>()
      key.append("$$")
      key.append(contentsOf: name)
      text.append(json: key.bytes)
    } else {
      text.append(json: name)
    }
    text.append(": ")
  }

  /// Writes a color as an expression: CSS, or an object if there are modes, notes or an owner.
  @_optimize(speed)
  private mutating func appendValue(
    _ entry: ColorCollection.Entry, _ expression: Expression, owner: Int, withNotes: Bool,
    _ export: inout ExportSession
  ) throws(FileFailure) {
    let hasModes = expression.hasJSONModes
    let hasNotes = withNotes && !export.colors.notes(of: entry).isEmpty
    guard hasModes || hasNotes || owner > 0 else { return appendCSS(expression, export.colors) }
    text.append("{")
    if hasModes {
      var isFirstMode = true
      for modeIndex in upTo(JSONMode.count) {
        let mode = JSONMode(index: modeIndex)
        guard let branch = expression.branch(for: mode) else { continue }
        if !isFirstMode { text.append(", ") }
        isFirstMode = false
        text.append(json: mode.name)
        text.append(": ")
        appendCSS(branch, export.colors)
      }
    } else {
      text.append("\"value\": ")
      appendCSS(expression, export.colors)
    }
    append(owner: owner, export.colors)
    if hasNotes { try appendNotes(entry, &export) }
    text.append("}")
  }

  /// Writes a color as its resolved values, with its notes. A color without a value is left out.
  private mutating func appendResolvedValues(
    _ index: Int, _ entry: ColorCollection.Entry, owner: Int, _ export: inout ExportSession
  ) throws(FileFailure) {
    // The value to write for each mode, at the index of the mode. At first only the four modes with
    // a scheme have a value: light and dark, each with and without more contrast. There are eight
    // elements, so that `& 7` keeps an index in bounds.
    var cells = [8 of ResolvedCell?](repeating: nil)
    var hasValue = false
    for modeIndex in upTo(JSONMode.count) where JSONMode(index: modeIndex).hasScheme {
      cells[modeIndex & 7] = try export.resolvedCell(index, JSONMode(index: modeIndex).environment)
      hasValue = hasValue || cells[modeIndex & 7] != nil
    }
    guard hasValue else { return try export.leaveOut(index, CommonMessage.noValue) }
    try export.warnInexact(index, CommonMessage.notExactForOtherAxes)
    appendKey(entry.name.bytes)
    text.append("{")
    // If the contrast makes no difference, the values for more contrast are left out. If the scheme
    // makes none either, a single value is left.
    let (any, light, dark) = (JSONMode.any.index, JSONMode.light.index, JSONMode.dark.index)
    let lightMore = JSONMode.lightMoreContrast.index
    let darkMore = JSONMode.darkMoreContrast.index
    if cells[light] == cells[lightMore], cells[dark] == cells[darkMore] {
      cells[lightMore] = nil
      cells[darkMore] = nil
      if cells[light] == cells[dark] {
        cells[any] = cells[light]
        cells[light] = nil
        cells[dark] = nil
      }
    }
    var isFirstMode = true
    for modeIndex in upTo(JSONMode.count) {
      guard let cell = cells[modeIndex & 7] else { continue }
      if !isFirstMode { text.append(", ") }
      isFirstMode = false
      let value: StaticString = "value"
      text.append(json: modeIndex == any ? value.bytes : JSONMode(index: modeIndex).name)
      text.append(": \"")
      text.append(resolved: cell)
      text.append("\"")
    }
    append(owner: owner, export.colors)
    try appendNotes(entry, &export)
    text.append("}")
  }

  /// Writes the name of the owner whose number is `owner`; nothing for 0.
  private mutating func append(owner: Int, _ colors: borrowing ColorCollection) {
    guard let name = colors.details.owners.name(owner) else { return }
    text.append(", \"$owner\": ")
    text.append(json: name.bytes)
  }

  /// Writes the notes of a color as members of its object. Each begins with a comma, because the
  /// object has other members already.
  private mutating func appendNotes(
    _ entry: ColorCollection.Entry, _ export: inout ExportSession
  ) throws(FileFailure) {
    let notes = export.colors.notes(of: entry)
    if notes.description.count > 0 {
      text.append(", \"description\": ")
      text.append(json: notes.description.bytes)
    }
    if notes.deprecation.count > 0 {
      text.append(", \"deprecated\": ")
      text.append(json: notes.deprecation.bytes)
    }
    if notes.replacement.count > 0 {
      text.append(", \"replacement\": ")
      text.append(json: notes.replacement.bytes)
    }
    guard notes.annotation.count > 0 else { return }
    if try isJSONObject(notes.annotation) {
      text.append(", \"extensions\": ")
      text.append(contentsOf: notes.annotation.bytes)
    } else {
      try export.addFinding(
        .warning, .notExact, "the annotation is not a JSON object; it is left out",
        entry.name.bytes)
    }
  }

  /// Returns whether a text is an object in standard JSON.
  private func isJSONObject(_ text: StoredText) throws(FileFailure) -> Bool {
    guard let json = try text.parsedAsJSON(allocator) else { return false }
    return json.isStandard && json.kind(json.root) == .object
  }

  // MARK: - Text

  /// Writes an expression as CSS, in a JSON string.
  @_optimize(speed)
  private mutating func appendCSS(
    _ expression: Expression, _ colors: borrowing ColorCollection
  ) {
    cssWriter.write(expression, colors)
    text.inheritFailure(of: cssWriter.text)
    text.append(json: StoredText(cssWriter.text.bytes).bytes)
  }

  /// Begins the line of a member.
  @_optimize(speed)
  private mutating func appendLine() {
    if !isFirst { text.append(",") }
    text.appendNewline(depth)
    isFirst = false
  }

  /// Returns whether reading the JSON value of an expression yields the same expression.
  @_optimize(speed)
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
  /// The text of the last expression that was written.
  private(set) var text: FileText
  /// Contains the expression that is read from the text.
  private var writer: ExpressionWriter

  init(_ allocator: Allocator) {
    text = FileText(allocator)
    writer = ExpressionWriter(allocator)
  }

  /// Replaces `text` by an expression as CSS.
  mutating func write(_ expression: Expression, _ colors: borrowing ColorCollection) {
    text.truncate(to: 0)
    text.append(expression, colors)
  }

  /// Returns whether reading the CSS of an expression yields the same expression. False for a
  /// provider, whose expression is empty.
  @_optimize(speed)
  mutating func canRoundTrip(
    _ expression: Expression, _ colors: borrowing ColorCollection
  ) throws(FileFailure) -> Bool {
    if expression.constant != nil { return true }
    guard expression.count > 0 else { return false }
    write(expression, colors)
    if text.isOutOfMemory { throw .outOfMemory }
    writer.removeAll()
    do throws(SyntaxError) {
      // The text is passed as a `StoredText`, because the call changes `self`: `text.bytes` would
      // borrow from `self`, and a `StoredText` does not.
      try parseCSS(StoredText(text.bytes).bytes, colors.vocabulary.axisNames, into: &writer)
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
  /// An environment in which the mode applies.
  fileprivate var environment: Environment {
    var environment = Environment()
    environment[.scheme] = conditions.scheme
    environment[.contrast] =
      conditions.contrast > 0 ? conditions.contrast : NamedContrast.standard.value
    return environment
  }
}

extension Expression {
  /// True if the expression is written as a word, such as `currentcolor`.
  @_optimize(speed)
  fileprivate var isWord: Bool { operation == .currentColor || operation == .systemColor }

  /// The branch of an expression for a mode; `nil` if there is none for exactly this mode.
  @_optimize(speed)
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

  /// True if the expression is written as an object of modes: reading such an object can yield it.
  @_optimize(speed)
  fileprivate var hasJSONModes: Bool {
    guard operation == .variants else { return operation == .lightDark }
    var count = 0
    var lastIndex = -1
    var areInOrderOfModes = true
    forEachVariant { conditions, _ in
      count &+= 1
      // Looks for the mode of this variant among the modes after that of the previous variant.
      var index = lastIndex &+ 1
      while index < JSONMode.count, JSONMode(index: index).conditions != conditions { index &+= 1 }
      areInOrderOfModes = areInOrderOfModes && index < JSONMode.count
      lastIndex = index
    }
    let hasAny = branch(for: .any) != nil
    let hasBothSchemes =
      (hasAny || branch(for: .light) != nil) && (hasAny || branch(for: .dark) != nil)
    // Reading the object must yield variants again. Reading yields `light-dark()` for two modes
    // without more contrast, and a single color for one mode. So there must be three modes or more,
    // or two modes, the last of which has more contrast.
    let lastHasMoreContrast = JSONMode(index: lastIndex).hasMoreContrast
    return areInOrderOfModes && hasBothSchemes && count > 1 && (count > 2 || lastHasMoreContrast)
  }
}
