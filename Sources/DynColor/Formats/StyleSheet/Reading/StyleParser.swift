// StyleSheet: the parser of rules and declarations (CSS Syntax 3 §5).

/// An `@import` rule: a style sheet to parse in its place.
struct StyleImport: BitwiseCopyable {
  /// The path, relative to the directory of the file that has the rule.
  let path: StoredText
  /// The index of the file that has the rule, among the files of the style sheet.
  let file: Int
  /// The offset of the rule in the style sheet.
  let offset: Int
  /// The condition, the cascade layer and the unknown features of the rule. They apply to the whole
  /// file that is imported: see `StyleParser.Frame`.
  fileprivate let condition: StyleCondition
  fileprivate let layer: Int
  fileprivate let hasUnknownFeature: Bool
}

/// Parses a style sheet token by token. Skips everything that browsers skip. The parts of a rule
/// are parsed as *runs* of tokens: see `StyleTokenizer.Run`.
struct StyleParser: ~Copyable, ~Escapable {
  /// The maximum number of rules, of selectors, and of declarations.
  private static var greatestCount: Int { 1 << 20 }

  /// An open block.
  private struct Frame: BitwiseCopyable {
    /// In this order: a file as a whole; a block that only adds a condition or a layer; a rule with
    /// selectors; Tailwind's `@theme`.
    enum Kind { case sheet, group, style, theme }

    let kind: Kind
    /// The index of the rule that declarations belong to; −1 if declarations are not allowed.
    let rule: Int
    /// The selectors that `&` stands for; `nil` outside rules with selectors.
    let parent: StyleParent?
    let condition: StyleCondition
    /// The index of the cascade layer; −1 for none.
    let layer: Int
    /// True if an enclosing media query contains a feature that environments do not have.
    let hasUnknownFeature: Bool
    /// The offset of the brace that opens the block.
    var opening = 0
    /// True after a rule that no `@import` may follow.
    var forbidsImports = false
  }

  /// A file that is being parsed, or that waits for the end of a file that it imports.
  private struct OpenFile: BitwiseCopyable {
    /// The index among the files of the style sheet.
    let index: Int
    /// The number of blocks that were open when the file began.
    let depth: Int
    /// The offset at which parsing continues after an imported file.
    var offset = 0
  }

  private var tokens: StyleTokenizer
  private var frames: Buffer<Frame>
  private var files: Buffer<OpenFile>
  /// The import that `parseImport` has found, and that `parseToImport` returns to its caller.
  private var pendingImport: StyleImport?
  /// The text, without white space around it, of the last queries of `@media`; empty if they are
  /// to be parsed again.
  private var lastQuery = StoredText.empty
  /// The condition of `lastQuery`.
  private var lastQueryCondition = StyleCondition.always
  private var lastQueryHasUnknownFeature = false

  @_lifetime(immortal)
  init(_ allocator: Allocator) {
    tokens = StyleTokenizer(StoredText.empty.bytes)
    frames = Buffer(allocator)
    files = Buffer(allocator)
  }

  /// Begins a file: the main style sheet, or the file of the import `request`.
  mutating func beginFile(
    _ file: SourceFile, _ request: StyleImport?, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let offset = tokens.offset
    files.change(at: files.count &- 1) { $0.offset = offset }
    try files.append(OpenFile(index: sheet.fileCount, depth: frames.count))
    try sheet.add(file)
    let text = file.text.bytes
    tokens = StyleTokenizer(text, from: text.byteOrderMarkLength)
    try openBlock(
      Frame(
        kind: .sheet, rule: -1, parent: nil, condition: request?.condition ?? .always,
        layer: request?.layer ?? -1, hasUnknownFeature: request?.hasUnknownFeature ?? false),
      &sheet)
  }

  /// Ends a file, and continues with the one that imports it.
  private mutating func endFile(_ sheet: inout StyleSheet) {
    guard let ended = files.removeLast() else { return }
    frames.truncate(to: ended.depth)
    guard let importing = files.element(at: files.count &- 1) else { return }
    sheet.setCurrentFile(importing.index)
    tokens = StyleTokenizer(sheet.text.bytes, from: importing.offset)
  }

  /// Returns whether a file is open. Importing an open file would form a cycle.
  func isOpen(_ file: SourceFile, _ sheet: borrowing StyleSheet) -> Bool {
    for index in upTo(files.count) {
      guard let open = files.element(at: index), let other = sheet.file(open.index) else { break }
      if other.index == file.index { return true }
    }
    return false
  }

  /// Parses up to the next import and returns it; `nil` at the end. The next call continues after
  /// the import or, if the caller has called `beginFile`, in the imported file.
  @_optimize(speed)
  mutating func parseToImport(_ sheet: inout StyleSheet) throws(OutOfMemory) -> StyleImport? {
    // True if there has been a warning about the rule or the declaration at the end of the file.
    var isEndReported = false
    while let frame = frames.element(at: frames.count &- 1), !sheet.problems.isTooComplex {
      let warningAndErrorCount = sheet.problems.warningAndErrorCount
      let token = tokens.nextAfterSpace()
      switch token.kind {
      case .end:
        if !isEndReported { try reportUnclosed(in: frame, &sheet) }
        isEndReported = false
        endFile(&sheet)
        continue
      case .atKeyword:
        try parseAtRule(token, frame, &sheet)
        if let found = pendingImport {
          pendingImport = nil
          // The `@import` may be unclosed, and end with the file.
          try reportUnclosed(in: frame, &sheet)
          return found
        }
      // Browsers ignore `<!--` and `-->` between rules, and semicolons between declarations.
      case .commentOpen where frame.kind == .sheet, .commentClose where frame.kind == .sheet: break
      case .semicolon where frame.kind != .sheet: break
      case .closing where frame.kind != .sheet && token.byte == UInt8(ascii: "}"):
        _ = frames.removeLast()
      default:
        if frame.kind == .sheet {
          try parseQualifiedRule(token, frame, &sheet)
        } else if try !parseIfDeclaration(token, frame, &sheet) {
          tokens.move(to: token.start)
          try parseQualifiedRule(token, frame, &sheet)
        }
      }
      let count = max(sheet.rules.greaterCount, sheet.properties.declarationCount)
      if count > StyleParser.greatestCount {
        try sheet.problems.abort(
          "too many rules or declarations; at most 1,048,576 are read", at: token.start)
      }
      if tokens.isTooDeep {
        try sheet.problems.abort(CommonMessage.nestedTooDeeply, at: token.start)
      }
      isEndReported =
        tokens.hasRunToEnd && sheet.problems.warningAndErrorCount > warningAndErrorCount
    }
    return nil
  }

  /// Warns if something is still open at the end of the file: a part of a value or, if all values
  /// are closed, the block of `frame`. CSS allows this, but the file has probably been cut off.
  private mutating func reportUnclosed(
    in frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let openBlock = frame.kind == .sheet ? nil : frame.opening
    guard let offset = tokens.removeUnclosedOffset() ?? openBlock else { return }
    let text = sheet.text.bytes
    let message: StaticString =
      switch text.element(at: offset) {
      case UInt8(ascii: "{"): "this block is not closed; the file ends in it"
      case UInt8(ascii: "("): "this parenthesis is not closed; the file ends in it"
      case UInt8(ascii: "["): "this bracket is not closed; the file ends in it"
      case UInt8(ascii: "/"): "this comment is not closed; the file ends in it"
      case UInt8(ascii: "\""), UInt8(ascii: "'"): "this string is not closed; the file ends in it"
      default: "this URL is not closed; the file ends in it"
      }
    let lineEnd = text.indexOrEnd(of: UInt8(ascii: "\n"), from: offset)
    try sheet.problems.add(.warning, .syntax, message, text.slice(offset, lineEnd), at: offset)
  }

  /// Opens a block. Stops parsing if it is nested too deeply.
  @_optimize(speed)
  private mutating func openBlock(_ frame: Frame, _ sheet: inout StyleSheet) throws(OutOfMemory) {
    guard frames.count <= StyleConditions.greatestDepth else {
      return try sheet.problems.abort(
        CommonMessage.nestedTooDeeply, at: max(tokens.offset &- 1, 0))
    }
    var frame = frame
    frame.opening = tokens.offset &- 1
    try frames.append(frame)
  }

  /// Skips the rest of a block, whose opening brace has been consumed.
  private mutating func skipBlock() {
    let run = tokens.consumeRun(to: .closing, isNested: false)
    if run.stop.kind == .end { tokens.recordUnclosed(run.start &- 1) }
  }

  /// Parses a qualified rule: selectors and a block.
  @_optimize(speed)
  private mutating func parseQualifiedRule(
    _ first: StyleToken, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let isNested = frame.kind != .sheet
    tokens.move(to: first.start)
    let run = tokens.consumeRun(to: isNested ? .openingOrSemicolon : .opening, isNested: isNested)
    guard run.stop.kind == .opening else {
      let offset = first.start
      // A closing brace ends the enclosing block, so it is left for `parseToImport`.
      if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
      return try sheet.problems.add(
        .warning, .syntax, isNested ? "expected a declaration" : "expected a block in braces",
        sheet.text.bytes.slice(offset, run.end), at: offset)
    }
    let rule = try addRule(first.start, run.end, frame, &sheet)
    // Tailwind's `@theme` may not contain rules.
    guard let rule, frame.kind != .theme else { return skipBlock() }
    forbidImports(frame)
    try openBlock(
      Frame(
        kind: .style, rule: rule, parent: try sheet.rules.makeParent(of: rule),
        condition: frame.condition, layer: frame.layer, hasUnknownFeature: frame.hasUnknownFeature),
      &sheet)
  }

  /// Parses the selectors in a range and adds a rule. If they are invalid, adds a problem and
  /// returns `nil`.
  @_optimize(speed)
  private func addRule(
    _ start: Int, _ end: Int, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Int? {
    let text = sheet.text.bytes
    var parser = StyleSelectorParser(text.slice(0, end), from: start, in: frame.parent)
    let rule = try sheet.rules.add(
      &parser, frame.condition, layer: frame.layer, hasUnknownFeature: frame.hasUnknownFeature,
      start: sheet.fileStart &+ start, end: sheet.fileStart &+ end)
    if rule == nil {
      try sheet.problems.add(
        .warning, .syntax, parser.problem ?? CommonMessage.expectedSelector, text.slice(start, end),
        at: parser.problemOffset)
    }
    return rule
  }

  // MARK: - Declarations

  /// Parses a declaration, whose first token has been consumed. Returns false if the tokens are not
  /// a declaration. Then they may be a rule, and the caller goes back to the first token.
  @_optimize(speed)
  private mutating func parseIfDeclaration(
    _ first: StyleToken, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Bool {
    guard first.kind == .identifier else { return false }
    var nameEnd = first.end
    var colon = tokens.nextAfterSpace()
    // The name of a namespace in a theme ends with an asterisk, such as `--color-*`.
    let isNamespace =
      frame.kind == .theme && colon.isDelimiter(UInt8(ascii: "*")) && colon.start == first.end
    if isNamespace {
      nameEnd = colon.end
      colon = tokens.nextAfterSpace()
    }
    guard colon.kind == .colon else { return false }
    var name = tokens.name(from: first.start, to: first.end)
    let isCustom = name.next() == UInt8(ascii: "-") && name.next() == UInt8(ascii: "-")
    let start = tokens.offset
    let run = tokens.consumeRun(
      to: isCustom ? .semicolonOrClosing : .openingOrSemicolon, isNested: true)
    if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
    // A colon and a block, as in `a:hover { … }`, are a nested rule.
    guard isCustom || run.stop.kind != .opening else { return false }
    try reportMissingSemicolon(run, isCustom: isCustom, &sheet)
    // Only custom properties are imported.
    guard isCustom else { return true }
    guard !isNamespace, frame.rule >= 0 else { return true }
    var mistake = run.mistake
    guard let (written, isImportant) = parseValue(start, run, &mistake) else {
      try reportInvalidDeclaration(
        from: first.start, to: run.end,
        mistake ?? StyleMistake(message: CommonMessage.expectedValue, offset: first.start), &sheet)
      return true
    }
    guard let propertyName = try parseName(first.start, nameEnd, &sheet) else { return true }
    var value = written
    var hasReference = run.hasReference
    if run.hasAtKeyword {
      // In GTK, an at sign and a name refer to a color. CSS does not have this syntax. If the value
      // is invalid, it stays as it is, so `problem` is not needed.
      var problem: StaticString?
      value = try convertedFromGTK(written, &problem, &sheet)
      hasReference = StyleReference.exists(in: value.bytes)
    }
    // In Tailwind's `@theme`, a property that refers to itself only declares that it belongs to the
    // theme. Its value is declared elsewhere.
    let isSelfReference =
      frame.kind == .theme && hasReference
      && StyleReference.exists(to: propertyName.bytes, in: value.bytes)
    if !isSelfReference {
      try sheet.properties.declare(
        propertyName,
        StyleDeclaration(
          rule: frame.rule, value: value, offset: sheet.fileStart &+ first.start,
          isImportant: isImportant, hasReference: hasReference),
        isThemeVariable: frame.kind == .theme)
    }
    return true
  }

  /// Warns if the semicolon before a declaration is missing. The declaration then becomes part of
  /// the previous value, and both declarations are lost. Does nothing unless one of them declares a
  /// custom property; `isCustom` says whether the previous one does.
  private func reportMissingSemicolon(
    _ run: StyleTokenizer.Run, isCustom: Bool, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    guard let offset = run.unseparatedDeclaration else { return }
    var declarationTokens = StyleTokenizer(sheet.text.bytes, from: offset)
    let name = declarationTokens.next()
    guard isCustom || declarationTokens.isCustomName(name) else { return }
    try sheet.problems.add(
      .warning, .syntax, CommonMessage.expectedSemicolon,
      sheet.text.bytes.slice(name.start, name.end), at: offset)
  }

  /// Adds a problem for the mistake in a declaration. The context is the declaration up to the end
  /// of the line with the mistake, because an unclosed parenthesis makes the rest of the file a
  /// part of the declaration.
  private func reportInvalidDeclaration(
    from start: Int, to end: Int, _ mistake: StyleMistake, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let declaration = sheet.text.bytes.slice(0, end)
    let lineEnd = declaration.indexOrEnd(of: UInt8(ascii: "\n"), from: mistake.offset)
    try sheet.problems.add(
      .warning, .syntax, mistake.message, declaration.slice(start, lineEnd), at: mistake.offset)
  }

  /// Parses a run of tokens as a value. Returns the value and whether it is important; `nil` if it
  /// is invalid. `mistake` then says why, if that is known.
  @_optimize(speed)
  private func parseValue(
    _ start: Int, _ run: StyleTokenizer.Run, _ mistake: inout StyleMistake?
  ) -> (value: StoredText, isImportant: Bool)? {
    guard run.isValue else { return nil }
    let bytes = tokens.text
    let end = run.exclamationMark < 0 ? run.end : run.exclamationMark
    if run.exclamationMark >= 0 {
      var flagTokens = StyleTokenizer(bytes.slice(0, run.end), from: run.exclamationMark &+ 1)
      let word = flagTokens.nextAfterSpace()
      guard word.kind == .identifier,
        flagTokens.keyword(word.start, word.end) == Keyword("important")
      else { return nil }
    }
    let value = bytes.slice(start, max(end, start)).withoutOuterSpace
    if run.hasReference, let found = StyleReference.firstMistake(in: value) {
      let valueStart = StoredText(value).offset(in: StoredText(bytes))
      mistake = StyleMistake(message: found.message, offset: valueStart &+ found.offset)
      return nil
    }
    return (StoredText(value), run.exclamationMark >= 0)
  }

  /// Decodes the escapes of the name in a range. If it is too long, adds a problem and returns
  /// `nil`.
  @_optimize(speed)
  private func parseName(
    _ start: Int, _ end: Int, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> StoredText? {
    if end &- start <= StyleName.capacity, UnescapedBytes.arePlain(sheet.text.bytes, start, end) {
      return try sheet.texts.copy(sheet.text.bytes.slice(start, end))
    }
    return try parseEscapedName(start, end, &sheet)
  }

  /// `parseName` for a name with escapes, or for one that may be too long.
  @inline(never)
  private func parseEscapedName(
    _ start: Int, _ end: Int, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> StoredText? {
    var name = StyleName()
    var bytes = UnescapedBytes(sheet.text.bytes, start, end)
    bytes.append(to: &name)
    guard !name.hasOverflowed else {
      try sheet.problems.add(
        .error, .tooComplex, CommonMessage.longName,
        sheet.text.bytes.slice(start, end), at: start)
      return nil
    }
    return try sheet.texts.copy(name.bytes)
  }

  // MARK: - At-rules

  /// Parses an at-rule, whose keyword has been consumed. Skips it if it is unknown.
  private mutating func parseAtRule(
    _ keyword: StyleToken, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let preludeStart = tokens.offset
    let isNested = frame.kind != .sheet
    let run = tokens.consumeRun(to: .openingOrSemicolon, isNested: isNested)
    if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
    // The prelude is what is between the keyword and the block. `textToPreludeEnd` is the file from
    // its beginning to the end of the prelude, so that offsets in this text are those in the file.
    let textToPreludeEnd = sheet.text.bytes.slice(0, max(run.end, preludeStart))
    let hasBlock = run.stop.kind == .opening
    let word = tokens.keyword(keyword.start &+ 1, keyword.end)
    if !frame.forbidsImports, StyleParser.forbidsImports(after: word, hasBlock: hasBlock) {
      forbidImports(frame)
    }
    switch word {
    case "media" where hasBlock: try parseMedia(textToPreludeEnd, preludeStart, frame, &sheet)
    case "supports" where hasBlock:
      var query = StyleQueryParser(.supports, textToPreludeEnd, from: preludeStart)
      let conditionStart = sheet.rules.conditions.count
      try query.parse(&sheet.rules.conditions)
      try enterGroup(frame, &sheet, sheet.rules.conditions.condition(from: conditionStart))
    case "variant" where hasBlock:
      // The names of conditions in Tailwind. The numbers are those of `MediaFeature.value(named:)`.
      let name = textToPreludeEnd.slice(preludeStart, run.end).withoutOuterSpace
      let conditionStart = sheet.rules.conditions.count
      switch Keyword(name, 0, name.count) {
      case "dark": try sheet.rules.conditions.append(MediaFeature.colorScheme, 2)
      case "contrast-more": try sheet.rules.conditions.append(MediaFeature.contrast, 2)
      case "contrast-less": try sheet.rules.conditions.append(MediaFeature.contrast, 3)
      case "forced-colors": try sheet.rules.conditions.append(MediaFeature.forcedColors, 2)
      default: return skipBlock()
      }
      try enterGroup(frame, &sheet, sheet.rules.conditions.condition(from: conditionStart))
    case "layer": try parseLayers(textToPreludeEnd, preludeStart, frame, hasBlock: hasBlock, &sheet)
    case "theme" where hasBlock && frame.kind != .style: try enterTheme(frame, &sheet)
    case "property" where hasBlock: try parseProperty(textToPreludeEnd, preludeStart, frame, &sheet)
    case "define-color" where !hasBlock:  // GTK.
      if let mistake = run.mistake {
        return try reportInvalidDeclaration(from: keyword.start, to: run.end, mistake, &sheet)
      }
      try parseDefineColor(textToPreludeEnd, preludeStart, keyword.start, frame, &sheet)
    case "import" where !hasBlock:
      try parseImport(textToPreludeEnd, preludeStart, keyword.start, frame, &sheet)
    case "container", "scope", "-moz-document", "document":
      try sheet.problems.add(
        .note, .ok, CommonMessage.skippedRule,
        sheet.text.bytes.slice(keyword.start, run.end), at: keyword.start)
      if hasBlock { skipBlock() }
    default: if hasBlock { skipBlock() }
    }
  }

  // MARK: - Imports

  /// Returns whether an at-rule forbids `@import` after it (CSS Cascade 5 §2). Rules that browsers
  /// do not know, such as `@theme`, do not forbid it.
  private static func forbidsImports(after word: Keyword, hasBlock: Bool) -> Bool {
    let rules = WordTable(
      """
      media supports property font-face keyframes container scope page counter-style namespace \
      starting-style font-feature-values font-palette-values view-transition position-try
      """)
    // A statement such as `@layer a, b;`, which has no block, does not forbid it.
    return word == Keyword("layer") ? hasBlock : rules.index(of: word.text.bytes) != nil
  }

  /// Forbids `@import` in the rest of the file.
  private mutating func forbidImports(_ frame: Frame) {
    guard frame.kind == .sheet else { return }
    frames.change(at: frames.count &- 1) { $0.forbidsImports = true }
  }

  /// Parses `@import` (CSS Cascade 5 §2), and sets `pendingImport` if the file is given by a
  /// relative path.
  @inline(never)
  private mutating func parseImport(
    _ textToPreludeEnd: Span<UInt8>, _ preludeStart: Int, _ ruleOffset: Int, _ frame: Frame,
    _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let text = textToPreludeEnd.slice(ruleOffset, textToPreludeEnd.count)
    guard frame.kind == .sheet, !frame.forbidsImports else {
      return try sheet.problems.add(
        .warning, .syntax, "@import must come before all other rules; it is ignored", text,
        at: ruleOffset)
    }
    var preludeTokens = StyleTokenizer(textToPreludeEnd, from: preludeStart)
    guard let path = preludeTokens.consumeImportedPath(), path.count > 0, !path.hasOverflowed else {
      return try sheet.problems.add(
        .warning, .syntax, "expected the URL of a style sheet", text, at: ruleOffset)
    }
    guard path.bytes.isStyleSheetPath else {
      return try sheet.problems.add(
        .warning, .file, "only files of the folder are imported; packages and URLs are skipped",
        text, at: ruleOffset)
    }
    var layer = frame.layer
    var token = preludeTokens.nextAfterSpace()
    // The last byte of a function token is its parenthesis.
    let isLayer =
      preludeTokens.keyword(token.start, token.end &- (token.kind == .function ? 1 : 0))
      == Keyword("layer")
    if isLayer, token.kind == .identifier {
      layer = try addLayer(in: layer, Span(), &sheet) ?? layer
      token = preludeTokens.nextAfterSpace()
    } else if isLayer, token.kind == .function {
      token = preludeTokens.nextAfterSpace()
      guard let inner = try parseLayerName(&preludeTokens, &token, in: layer, &sheet) else {
        return
      }
      // Without a valid name, `inner` is the enclosing layer.
      guard inner != layer, token.kind == .closing else {
        return try sheet.problems.add(
          .warning, .syntax, "expected the name of a layer", text, at: token.start)
      }
      layer = inner
      token = preludeTokens.nextAfterSpace()
    }
    var condition = frame.condition
    if token.kind == .function,
      preludeTokens.keyword(token.start, token.end &- 1) == Keyword("supports")
    {
      preludeTokens.skipContents(of: token)
      // The query begins with the parenthesis of the function.
      var query = StyleQueryParser(
        .supports, textToPreludeEnd.slice(0, preludeTokens.offset), from: token.end &- 1)
      let supportsStart = sheet.rules.conditions.count
      try query.parse(&sheet.rules.conditions)
      condition = try sheet.rules.conditions.appendConjunction(
        condition, sheet.rules.conditions.condition(from: supportsStart))
      token = preludeTokens.nextAfterSpace()
    }
    var query = StyleQueryParser(.media, textToPreludeEnd, from: token.start)
    let mediaStart = sheet.rules.conditions.count
    try query.parse(&sheet.rules.conditions)
    try warnOfMistake(in: query, &sheet)
    condition = try sheet.rules.conditions.appendConjunction(
      condition, sheet.rules.conditions.condition(from: mediaStart))
    pendingImport = StyleImport(
      path: try sheet.texts.copy(path.bytes.withoutQuery),
      file: files.element(at: files.count &- 1)?.index ?? 0, offset: sheet.fileStart &+ ruleOffset,
      condition: condition, layer: layer,
      hasUnknownFeature: frame.hasUnknownFeature || query.hasUnknownFeature)
  }

  /// Opens the block of a rule that only adds a condition or a layer, such as `@media`.
  @inline(never)
  private mutating func enterGroup(
    _ frame: Frame, _ sheet: inout StyleSheet, _ condition: StyleCondition,
    hasUnknownFeature: Bool = false, layer: Int? = nil
  ) throws(OutOfMemory) {
    let condition = try sheet.rules.conditions.appendConjunction(frame.condition, condition)
    let layer = layer ?? frame.layer
    let hasUnknownFeature = frame.hasUnknownFeature || hasUnknownFeature
    // Declarations in the block belong to a copy of the enclosing rule, with the new condition.
    let rule =
      frame.rule < 0
      ? -1
      : try sheet.rules.addCopy(
        of: frame.rule, condition, layer: layer, hasUnknownFeature: hasUnknownFeature)
    try openBlock(
      Frame(
        kind: .group, rule: rule, parent: frame.parent, condition: condition, layer: layer,
        hasUnknownFeature: hasUnknownFeature), &sheet)
  }

  /// Parses the media queries of `@media`, and opens its block.
  private mutating func parseMedia(
    _ textToPreludeEnd: Span<UInt8>, _ preludeStart: Int, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    let text = textToPreludeEnd.slice(preludeStart, textToPreludeEnd.count).withoutOuterSpace
    // Many sheets have the same query many times in a row.
    if text.count == 0 || !lastQuery.equals(text) {
      var query = StyleQueryParser(.media, textToPreludeEnd, from: preludeStart)
      let conditionStart = sheet.rules.conditions.count
      try query.parse(&sheet.rules.conditions)
      if query.nonstandardContrastOffset >= 0 {
        try sheet.problems.add(
          .warning, .syntax, "prefers-contrast has no value high or low; write more or less", text,
          at: query.nonstandardContrastOffset)
      }
      try warnOfMistake(in: query, &sheet)
      // A query with a warning is parsed again, so that each place is warned of.
      let hasWarning = query.nonstandardContrastOffset >= 0 || query.mistake.count > 0
      lastQuery = hasWarning ? .empty : StoredText(text)
      lastQueryCondition = sheet.rules.conditions.condition(from: conditionStart)
      lastQueryHasUnknownFeature = query.hasUnknownFeature
    }
    try enterGroup(
      frame, &sheet, lastQueryCondition, hasUnknownFeature: lastQueryHasUnknownFeature)
  }

  /// Warns of a media query that is unknown, but similar to a known one.
  private func warnOfMistake(
    in query: borrowing StyleQueryParser, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    guard query.mistake.count > 0 else { return }
    var context = ShortText()
    context.append(sanitizing: query.mistake.bytes)
    context.append(suggestion: MediaFeature.nearestName(inQuery: query.mistake.bytes))
    try sheet.problems.add(
      .warning, .unknownName, "an unknown condition of @media never holds",
      sheet.texts.copy(context.bytes).bytes, at: query.mistakeOffset)
  }

  /// Parses `@layer`: a statement with names of layers, or one layer, whose block it opens.
  private mutating func parseLayers(
    _ textToPreludeEnd: Span<UInt8>, _ preludeStart: Int, _ frame: Frame, hasBlock: Bool,
    _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    var preludeTokens = StyleTokenizer(textToPreludeEnd, from: preludeStart)
    var layer = frame.layer
    var token = preludeTokens.nextAfterSpace()
    var isValid = true
    if token.kind == .end {
      // Only a layer with a block may have no name.
      isValid = hasBlock
      if hasBlock { layer = try addLayer(in: frame.layer, Span(), &sheet) ?? frame.layer }
    }
    while token.kind != .end, isValid {
      guard let inner = try parseLayerName(&preludeTokens, &token, in: frame.layer, &sheet) else {
        return
      }
      layer = inner
      // Without a valid name, `inner` is the enclosing layer.
      isValid = layer != frame.layer
      // Only a statement may have several names, separated by commas.
      guard isValid, token.kind == .comma, !hasBlock else {
        isValid = isValid && token.kind == .end
        break
      }
      token = preludeTokens.nextAfterSpace()
      isValid = token.kind == .identifier
    }
    guard isValid else {
      try sheet.problems.add(
        .warning, .syntax, "expected the names of layers",
        textToPreludeEnd.slice(preludeStart, textToPreludeEnd.count).withoutOuterSpace,
        at: token.start)
      if hasBlock { skipBlock() }
      return
    }
    if hasBlock { try enterGroup(frame, &sheet, .always, layer: layer) }
  }

  /// Parses the name of a layer within `parent`, such as `a`, or `a.b` for the layer `b` within
  /// `a`. `token` is the first token of the name, and becomes the token after the name. Returns the
  /// index of the layer; `parent` if there is no valid name. If layers are nested too deeply, or a
  /// name is too long, adds a problem and returns `nil`.
  private func parseLayerName(
    _ preludeTokens: inout StyleTokenizer, _ token: inout StyleToken, in parent: Int,
    _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Int? {
    var layer = parent
    while true {
      guard token.kind == .identifier else { return parent }
      guard
        let inner = try addLayer(
          in: layer, preludeTokens.text.slice(token.start, token.end), &sheet)
      else { return nil }
      layer = inner
      token = preludeTokens.nextAfterSpace()
      guard token.isDelimiter(UInt8(ascii: ".")) else { return layer }
      token = preludeTokens.nextAfterSpace()
    }
  }

  /// Returns the index of a layer within `parent`; −1 stands for no parent. An empty name stands
  /// for a new layer without a name. If layers are nested too deeply, or the name is too long, adds
  /// a problem and returns `nil`.
  private func addLayer(
    in parent: Int, _ name: Span<UInt8>, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Int? {
    let layer = try sheet.layers.add(in: parent, name)
    if layer == nil {
      try sheet.problems.abort(
        name.count > StyleLayers.greatestNameLength
          ? "the name of a layer is too long; at most 1,020 bytes are allowed"
          : "layers are nested too deeply; at most DYNCOLOR_MAX_NESTING levels are allowed",
        at: StoredText(name).offset(in: sheet.text))
    }
    return layer
  }

  /// Opens Tailwind's `@theme`, which is equivalent to `:root` in the layer `theme`.
  private mutating func enterTheme(_ frame: Frame, _ sheet: inout StyleSheet) throws(OutOfMemory) {
    guard let layer = try addLayer(in: -1, StaticString("theme").bytes, &sheet) else { return }
    let rule = try sheet.rules.addRoot(frame.condition, layer: layer)
    try openBlock(
      Frame(
        kind: .theme, rule: rule, parent: nil, condition: frame.condition, layer: layer,
        hasUnknownFeature: frame.hasUnknownFeature), &sheet)
  }

  /// Parses `@property` (CSS Properties and Values 1 §2). If the syntax is `<color>`, the property
  /// counts as a color. The initial value becomes a declaration in a rule of its own.
  private mutating func parseProperty(
    _ textToPreludeEnd: Span<UInt8>, _ preludeStart: Int, _ frame: Frame, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    var preludeTokens = StyleTokenizer(textToPreludeEnd, from: preludeStart)
    let name = preludeTokens.nextAfterSpace()
    let hasValidName =
      name.kind == .identifier && preludeTokens.nextAfterSpace().kind == .end
      && textToPreludeEnd.element(at: name.start) == UInt8(ascii: "-")
      && textToPreludeEnd.element(at: name.start &+ 1) == UInt8(ascii: "-")
    var syntax = StoredText.empty
    var initial: StoredText?
    var hasInherits = false
    let descriptorsStart = tokens.offset
    while true {
      let token = tokens.nextAfterSpace()
      if token.kind == .end { tokens.recordUnclosed(descriptorsStart &- 1) }
      if token.kind == .end || token.kind == .closing { break }
      if token.kind == .semicolon { continue }
      let colon = tokens.nextAfterSpace()
      let offset = tokens.offset
      if colon.kind != .colon { tokens.move(to: colon.start) }
      let run = tokens.consumeRun(to: .semicolonOrClosing, isNested: true)
      if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
      guard token.kind == .identifier, colon.kind == .colon, run.isValue else { continue }
      let value = sheet.text.bytes.slice(offset, max(run.end, offset)).withoutOuterSpace
      switch tokens.keyword(token.start, token.end) {
      case "syntax": syntax = StoredText(value)
      case "inherits":
        let word = Keyword(value, 0, value.count)
        hasInherits = word == Keyword("true") || word == Keyword("false")
      case "initial-value": if !run.hasReference { initial = StoredText(value) }
      default: break
      }
    }
    let unquotedSyntax = syntax.bytes.slice(1, syntax.count &- 1)
    // A property whose syntax allows everything needs no initial value.
    let allowsAll = unquotedSyntax.equals(StaticString("*").bytes)
    guard hasValidName, syntax.count > 2, hasInherits, allowsAll || initial != nil else {
      return try sheet.problems.add(
        .warning, .syntax, "@property needs valid descriptors syntax, inherits and initial-value",
        textToPreludeEnd.slice(preludeStart, textToPreludeEnd.count).withoutOuterSpace,
        at: descriptorsStart)
    }
    guard let propertyName = try parseName(name.start, name.end, &sheet) else { return }
    let index = try sheet.properties.add(propertyName, at: sheet.fileStart &+ name.start)
    sheet.properties.set(
      isColor: unquotedSyntax.equals(StaticString("<color>").bytes), of: index)
    guard let initial else { return }
    let rule = try sheet.rules.addRoot(frame.condition, layer: -1, isInitial: true)
    try sheet.properties.declare(
      propertyName,
      StyleDeclaration(
        rule: rule, value: initial, offset: sheet.fileStart &+ name.start, isImportant: false,
        hasReference: false))
  }

  /// Parses GTK's `@define-color`, which defines a color by a name without leading hyphens. The
  /// rule becomes a declaration for the root element.
  private func parseDefineColor(
    _ textToPreludeEnd: Span<UInt8>, _ preludeStart: Int, _ ruleOffset: Int, _ frame: Frame,
    _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    var preludeTokens = StyleTokenizer(textToPreludeEnd, from: preludeStart)
    let name = preludeTokens.nextAfterSpace()
    let value = textToPreludeEnd.slice(preludeTokens.offset, textToPreludeEnd.count)
      .withoutOuterSpace
    guard name.kind == .identifier, value.count > 0 else {
      return try sheet.problems.add(
        .warning, .syntax, "expected a name and a color",
        textToPreludeEnd.slice(ruleOffset, textToPreludeEnd.count),
        at: ruleOffset)
    }
    // Another `@define-color` in the value means that the semicolon before it is missing.
    while true {
      let token = preludeTokens.next()
      if token.kind == .end { break }
      guard token.kind == .atKeyword,
        preludeTokens.keyword(token.start &+ 1, token.end) == Keyword("define-color")
      else { continue }
      return try sheet.problems.add(
        .warning, .syntax, CommonMessage.expectedSemicolon,
        textToPreludeEnd.slice(token.start, textToPreludeEnd.count), at: token.start)
    }
    guard let propertyName = try parseName(name.start, name.end, &sheet) else { return }
    var problem: StaticString?
    let converted = try convertedFromGTK(StoredText(value), &problem, &sheet)
    if let problem {
      return try sheet.problems.add(
        .warning, .syntax, problem, value, at: StoredText(value).offset(in: sheet.text))
    }
    let rule = try sheet.rules.addRoot(frame.condition, layer: -1)
    try sheet.properties.declare(
      propertyName,
      StyleDeclaration(
        rule: rule, value: converted, offset: sheet.fileStart &+ name.start, isImportant: false,
        hasReference: StyleReference.exists(in: converted.bytes)))
  }

  /// Converts a value with GTK's own syntax to CSS. Other values are returned unchanged, and so are
  /// invalid ones, for which `problem` is set.
  private func convertedFromGTK(
    _ value: StoredText, _ problem: inout StaticString?, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> StoredText {
    var css = TextWriter(sheet.allocator)
    var converter = GTKColorConverter(value.bytes)
    guard try converter.write(to: &css) else {
      problem = converter.expected
      return value
    }
    // An unchanged value is returned as a part of the file, so that errors can report its position.
    return value.equals(css.bytes) ? value : try sheet.texts.copy(css.bytes)
  }
}

extension Span<UInt8> {
  /// True if an imported URL is the path of a style sheet: it is relative, and begins with a period
  /// or ends in `.css`. False for the name of a package, and for a URL elsewhere.
  fileprivate var isStyleSheetPath: Bool {
    let first = element(at: 0)
    guard !hasURLScheme, first != UInt8(ascii: "/") else { return false }
    return first == UInt8(ascii: ".") || withoutQuery.endsIgnoringASCIICase(with: ".css")
  }

  /// A URL without its query and its fragment.
  fileprivate var withoutQuery: Span<UInt8> {
    @_lifetime(copy self)
    get { slice(0, min(indexOrEnd(of: UInt8(ascii: "?")), indexOrEnd(of: UInt8(ascii: "#")))) }
  }

  /// The length of a UTF-8 byte order mark at the beginning.
  fileprivate var byteOrderMarkLength: Int {
    slice(0, 3).equals(StaticString("\u{FEFF}").bytes) ? 3 : 0
  }
}
