// A style sheet: its rules, and what they declare.

/// What a style sheet declares, and when, as CSS Syntax 3 §5 reads it: what a browser skips is
/// skipped.
struct StyleSheet: ~Copyable {
  private let immovable = Immovable()
  /// A declaration of a custom property, or of one of GTK's colors.
  struct Declaration: BitwiseCopyable {
    let rule: Int
    let value: HostText
    /// Where it begins in the file.
    let offset: Int
    let isImportant: Bool
    /// Whether it has references that are to be replaced.
    let hasReference: Bool
    /// The declaration of the same property before; −1 if there is none.
    let previous: Int
  }

  /// Selectors with declarations behind them, in conditions and a layer.
  struct Rule: BitwiseCopyable {
    var selectors: Int
    var selectorCount: Int
    var condition: StyleCondition
    var layer: Int
    /// Where its selectors stand in the file.
    var start, end: Int
    /// Whether it gives way to all others: it says what a property is that nobody declares.
    var isInitial = false
    /// Whether it holds of the outermost element, whatever its name.
    var isPossible = true
    var mask: UInt32 = 0
    /// Whether something is asked in `@media` that no environment answers.
    var isOther = false
    var stage = Stage.untouched
  }

  struct Layer: BitwiseCopyable {
    /// −1 if it is in no other.
    let parent: Int
    /// Its place among those in the same layer.
    let place: Int
    var childCount = 0
    let depth: Int
  }

  struct Property: BitwiseCopyable {
    var lastDeclaration = -1
    var stage = Stage.untouched
    var kind = Kind.tokens
    var mask: UInt32 = 0
    /// The first of its choices, one for each state.
    var choices = 0
    /// Its values, of which each may be chosen several times.
    var values = 0
    var valueCount = 0
    /// Where it is first declared.
    let offset: Int
    /// Whether `@property` says that it is a color.
    var isColor = false
    /// Whether it is one of Tailwind's theme.
    var isOfTheme = false
    /// Whether it has a value in all environments.
    var isPresent = false
  }

  enum Stage {
    case untouched, underway, done
  }

  /// What the values of a property are, in all environments in which it has one.
  enum Kind {
    case color, tokens, mixed
  }

  /// What a property is in some environment, with all replaced that is no reference to a color.
  struct Value: BitwiseCopyable {
    let text: HostText
    /// Where it is declared.
    let offset: Int
    var isColor = false
    /// Where it stops being a color, and what should be there.
    var problem: SyntaxError?
  }

  /// Something to be told of the file.
  struct Problem: BitwiseCopyable {
    let severity: Severity
    let status: FileStatus
    let message: StaticString
    let context: HostText
    let offset: Int
  }

  /// What is within one pair of braces.
  private struct Frame: BitwiseCopyable {
    enum Kind {
      case sheet, group, style, theme
    }

    let kind: Kind
    /// The rule that declarations belong to; −1 if there may be none.
    let rule: Int
    /// The selectors that `&` means.
    let parent: StyleParent?
    let condition: StyleCondition
    let layer: Int
    /// Whether something is asked in `@media` that no environment answers.
    let isOther: Bool
  }

  let allocator: Allocator
  let text: HostText
  var conditions: StyleConditions
  var page: StylePage
  var texts: Arena
  var rules: Buffer<Rule>
  var selectors: Buffer<StyleSelector>
  var layers: Buffer<Layer>
  private var layerNames: NumberedNames
  /// The names of properties: those of custom properties with their hyphens.
  var names: NumberedNames
  var properties: Buffer<Property>
  var declarations: Buffer<Declaration>
  var problems: Buffer<Problem>
  /// The values of all properties, and which of them is chosen in which state; −1 for none.
  var values: Buffer<Value>
  var choices: Buffer<Int32>
  /// How much has been done, of what there is a limit for.
  var work = 0
  private var frames: Buffer<Frame>
  /// Whether something is too large or too deep, so that reading does not go on.
  private(set) var isTooComplex = false
  /// Whether the body has declarations of its own.
  var knowsBody = false

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ text: HostText, _ page: consuming StylePage,
    _ texts: consuming Arena, _ layerNames: consuming NumberedNames,
    _ names: consuming NumberedNames
  ) {
    self.allocator = allocator
    self.text = text
    conditions = StyleConditions(allocator)
    self.page = page
    self.texts = texts
    rules = Buffer(allocator)
    selectors = Buffer(allocator)
    layers = Buffer(allocator)
    self.layerNames = layerNames
    self.names = names
    properties = Buffer(allocator)
    declarations = Buffer(allocator)
    problems = Buffer(allocator)
    values = Buffer(allocator)
    choices = Buffer(allocator)
    frames = Buffer(allocator)
  }

  static func make(_ allocator: Allocator, _ text: HostText) throws(OutOfMemory) -> StyleSheet {
    var texts = Arena(allocator)
    // Where it lies is not known to who writes the files.
    let seed = try texts.take(1).address
    let page = try StylePage.make(allocator)
    let layerNames = try NumberedNames(allocator, seed: seed)
    let names = try NumberedNames(allocator, seed: seed)
    return StyleSheet(allocator, text, page, texts, layerNames, names)
  }

  // MARK: - Telling

  @inline(never)
  mutating func tell(
    _ severity: Severity, _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8>,
    at offset: Int
  ) throws(OutOfMemory) {
    guard problems.count < Report.greatestCount || severity == .error else { return }
    let shown = context.slice(0, context.lengthOfWholeScalars(atMost: ShortText.capacity))
    try problems.append(
      Problem(
        severity: severity, status: status, message: message, context: HostText(shown),
        offset: offset))
  }

  /// Tells that something is too much, the first time.
  mutating func giveUp(
    _ message: StaticString, _ context: Span<UInt8> = Span(), at offset: Int
  ) throws(OutOfMemory) {
    guard !isTooComplex else { return }
    isTooComplex = true
    try tell(.error, .tooComplex, message, context, at: offset)
  }

  // MARK: - Rules

  /// How many selectors, and how many declarations, a sheet may have.
  private static var greatestCount: Int { 1 << 20 }

  /// Reads the text.
  mutating func read() throws(OutOfMemory) {
    // What always holds is a condition without steps, at the start.
    try conditions.append(Truth.yes)
    var tokens = StyleTokens(text.bytes, from: text.bytes.byteOrderMarkLength)
    try frames.append(
      Frame(
        kind: .sheet, rule: -1, parent: nil, condition: .always, layer: -1, isOther: false))
    while let frame = frames.element(at: frames.count &- 1), !isTooComplex {
      let token = tokens.nextBehindSpace()
      switch token.kind {
      case .end: frames.truncate(to: 0)
      case .atKeyword: try atRule(token, frame, &tokens)
      case .commentOpen where frame.kind == .sheet, .commentClose where frame.kind == .sheet: break
      case .semicolon where frame.kind != .sheet: break
      case .closing where frame.kind != .sheet && token.byte == UInt8(ascii: "}"):
        _ = frames.removeLast()
      default:
        if frame.kind == .sheet {
          try qualifiedRule(token, frame, &tokens)
        } else if try !declaration(token, frame, &tokens) {
          tokens.move(to: token.start)
          try qualifiedRule(token, frame, &tokens)
        }
      }
      if max(max(selectors.count, declarations.count), rules.count) > StyleSheet.greatestCount {
        try giveUp("expected a shorter style sheet", at: token.start)
      }
      if tokens.isTooDeep {
        try giveUp("expected no more than DYNCOLOR_MAX_NESTING levels", at: token.start)
      }
    }
  }

  /// Goes into a block, or skips it.
  private mutating func enter(
    _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    guard frames.count <= StyleConditions.greatestDepth else {
      return try giveUp(
        "expected no more than DYNCOLOR_MAX_NESTING levels", at: tokens.offset &- 1)
    }
    try frames.append(frame)
  }

  private func skipBlock(_ tokens: inout StyleTokens) {
    _ = tokens.run(to: .block, isNested: false)
  }

  /// Reads a rule that begins with a token: selectors and a block.
  private mutating func qualifiedRule(
    _ first: StyleToken, _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    let isNested = frame.kind != .sheet
    tokens.move(to: first.start)
    let run = tokens.run(to: isNested ? .openingOrSemicolon : .opening, isNested: isNested)
    guard run.stop.kind == .opening else {
      let place = first.start
      if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
      return try tell(
        .warning, .syntax, isNested ? "expected a declaration" : "expected a block in braces",
        text.bytes.slice(place, run.end), at: place)
    }
    let rule = try rule(first.start, run.end, frame)
    guard let rule, frame.kind != .theme else { return skipBlock(&tokens) }
    try enter(
      Frame(
        kind: .style, rule: rule, parent: parent(of: rule), condition: frame.condition,
        layer: frame.layer, isOther: frame.isOther), &tokens)
  }

  /// Reads the selectors between two places; `nil` if they are wrong.
  private mutating func rule(
    _ start: Int, _ end: Int, _ frame: Frame
  ) throws(OutOfMemory) -> Int? {
    let first = selectors.count
    var reader = StyleSelectors(text.bytes.slice(0, end), from: start, in: frame.parent)
    guard try reader.read(&conditions, &page, into: &selectors) else {
      selectors.truncate(to: first)
      try tell(
        .warning, .syntax, reader.problem ?? "expected a selector", text.bytes.slice(start, end),
        at: reader.problemOffset)
      return nil
    }
    try rules.append(
      Rule(
        selectors: first, selectorCount: selectors.count &- first, condition: frame.condition,
        layer: frame.layer, start: start, end: end, isOther: frame.isOther))
    return rules.count &- 1
  }

  /// What `&` means in a rule.
  private mutating func parent(of index: Int) throws(OutOfMemory) -> StyleParent? {
    guard let rule = rules.element(at: index) else { return nil }
    var specificity = StyleSpecificity()
    var knowsBody = false
    let start = conditions.count
    var index = -1
    while index &+ 1 < rule.selectorCount {
      index &+= 1
      guard let selector = selectors.element(at: rule.selectors &+ index) else { break }
      try conditions.append(selector.condition)
      if index > 0 { try conditions.append(isAny: true) }
      specificity.formMaximum(selector.specificity)
      knowsBody = knowsBody || selector.knowsBody
    }
    return StyleParent(
      condition: StyleCondition(start: start, end: conditions.count), specificity: specificity,
      knowsBody: knowsBody)
  }

  /// The same selectors, in other conditions or another layer.
  private mutating func copy(
    _ index: Int, _ condition: StyleCondition, _ layer: Int, isOther: Bool
  ) throws(OutOfMemory) -> Int {
    guard var rule = rules.element(at: index) else { return -1 }
    rule.condition = condition
    rule.layer = layer
    rule.isOther = isOther
    try rules.append(rule)
    return rules.count &- 1
  }

  // MARK: - Declarations

  /// Reads a declaration, and tells whether it is one. What is none may be a rule.
  private mutating func declaration(
    _ first: StyleToken, _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) -> Bool {
    guard first.kind == .identifier else { return false }
    var nameEnd = first.end
    var colon = tokens.nextBehindSpace()
    let bytes = text.bytes
    // The name of a namespace of a theme ends with an asterisk.
    let isNamespace =
      frame.kind == .theme && colon.isDelimiter(UInt8(ascii: "*")) && colon.start == first.end
    if isNamespace {
      nameEnd = colon.end
      colon = tokens.nextBehindSpace()
    }
    guard colon.kind == .colon else { return false }
    var name = tokens.name(from: first.start, to: first.end)
    let isCustom = name.next() == UInt8(ascii: "-") && name.next() == UInt8(ascii: "-")
    let start = tokens.offset
    let run = tokens.run(to: isCustom ? .semicolonOrClosing : .openingOrSemicolon, isNested: true)
    if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
    guard isCustom else { return run.stop.kind != .opening }
    guard !isNamespace, frame.rule >= 0 else { return true }
    guard let (written, isImportant) = self.value(start, run) else {
      try tell(
        .warning, .syntax, "expected a value", bytes.slice(first.start, run.end), at: first.start)
      return true
    }
    guard let key = try key(first.start, nameEnd) else { return true }
    var value = written
    var hasReference = run.hasReference
    if run.hasAtKeyword {
      // One of GTK's colors, which are no concern of browsers.
      var problem: StaticString?
      value = try translated(written, &problem)
      hasReference = StyleReference.isAny(in: value.bytes)
    }
    // Tailwind's way to say that a variable is one of the theme's.
    let isItself =
      frame.kind == .theme && hasReference
      && StyleReference.isReference(to: key.bytes, in: value.bytes)
    if !isItself {
      try declare(
        key, value, frame.rule, at: first.start, isImportant: isImportant,
        hasReference: hasReference, isOfTheme: frame.kind == .theme)
    }
    return true
  }

  /// The value that a run of tokens from a place on is, and whether it is important; `nil` if it
  /// can be none.
  private func value(_ start: Int, _ run: StyleTokens.Run) -> (HostText, Bool)? {
    guard run.isValue else { return nil }
    let bytes = text.bytes
    let end = run.mark < 0 ? run.end : run.mark
    if run.mark >= 0 {
      var behind = StyleTokens(bytes.slice(0, run.end), from: run.mark &+ 1)
      let word = behind.nextBehindSpace()
      guard word.kind == .identifier,
        behind.keyword(word.start, word.end) == Keyword("important")
      else { return nil }
    }
    let value = bytes.slice(start, max(end, start)).withoutOuterSpace
    guard !run.hasReference || StyleReference.areRight(in: value) else { return nil }
    return (HostText(value), run.mark >= 0)
  }

  /// The name between two places, with its escapes decoded; `nil` if it is too long.
  private mutating func key(_ start: Int, _ end: Int) throws(OutOfMemory) -> HostText? {
    var name = StyleName()
    var bytes = Unescaped(text.bytes, start, end)
    while let byte = bytes.next() { name.append(byte) }
    guard !name.isCut else {
      try tell(
        .error, .tooComplex, "expected a name of no more than DYNCOLOR_MAX_NAME bytes",
        text.bytes.slice(start, end), at: start)
      return nil
    }
    return try texts.copy(name.bytes)
  }

  /// The number of a property, which there is from now on.
  mutating func property(_ key: HostText, at offset: Int) throws(OutOfMemory) -> Int {
    let known = names.number(of: key.bytes)
    if known > 0 { return known &- 1 }
    try properties.reserve(1)
    try names.add(key.bytes)
    try properties.append(Property(offset: offset))
    return properties.count &- 1
  }

  mutating func declare(
    _ key: HostText, _ value: HostText, _ rule: Int, at offset: Int, isImportant: Bool,
    hasReference: Bool, isOfTheme: Bool = false
  ) throws(OutOfMemory) {
    let index = try property(key, at: offset)
    guard var property = properties.element(at: index) else { return }
    property.isOfTheme = property.isOfTheme || isOfTheme
    try declarations.append(
      Declaration(
        rule: rule, value: value, offset: offset, isImportant: isImportant,
        hasReference: hasReference, previous: property.lastDeclaration))
    property.lastDeclaration = declarations.count &- 1
    properties.replace(at: index, with: property)
  }

  // MARK: - At-rules

  /// Reads a rule that begins with an at sign.
  private mutating func atRule(
    _ keyword: StyleToken, _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    let start = tokens.offset
    let isNested = frame.kind != .sheet
    let run = tokens.run(to: .openingOrSemicolon, isNested: isNested)
    if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
    let prelude = text.bytes.slice(0, max(run.end, start))
    let hasBlock = run.stop.kind == .opening
    switch tokens.keyword(keyword.start &+ 1, keyword.end) {
    case "media" where hasBlock: try media(prelude, start, frame, &tokens)
    case "supports" where hasBlock:
      var query = StyleQuery(.supports, prelude, from: start)
      let place = conditions.count
      try query.read(&conditions)
      try group(
        frame, &tokens, StyleCondition(start: place, end: conditions.count), isOther: false)
    case "variant" where hasBlock:
      // Tailwind's name for a condition.
      let name = prelude.slice(start, run.end).withoutOuterSpace
      let place = conditions.count
      switch Keyword(name, 0, name.count) {
      case "dark": try conditions.append(MediaFeature.colorScheme, 2)
      case "contrast-more": try conditions.append(MediaFeature.contrast, 2)
      case "contrast-less": try conditions.append(MediaFeature.contrast, 3)
      case "forced-colors": try conditions.append(MediaFeature.forcedColors, 2)
      default: return skipBlock(&tokens)
      }
      try group(
        frame, &tokens, StyleCondition(start: place, end: conditions.count), isOther: false)
    case "layer": try layer(prelude, start, frame, hasBlock: hasBlock, &tokens)
    case "theme" where hasBlock && frame.kind != .style: try theme(frame, &tokens)
    case "property" where hasBlock: try propertyRule(prelude, start, frame, &tokens)
    case "define-color" where !hasBlock:
      try defineColor(prelude, start, keyword.start, frame, isValue: run.isValue)
    case "import":
      try tell(
        .warning, .file, "what a style sheet imports is not read",
        text.bytes.slice(keyword.start, run.end), at: keyword.start)
      if hasBlock { skipBlock(&tokens) }
    case "container", "scope", "-moz-document", "document":
      try tell(
        .note, .ok, "depends on what no environment says",
        text.bytes.slice(keyword.start, run.end), at: keyword.start)
      if hasBlock { skipBlock(&tokens) }
    default: if hasBlock { skipBlock(&tokens) }
    }
  }

  /// Goes into the block of a rule that is only a condition.
  @inline(never)
  private mutating func group(
    _ frame: Frame, _ tokens: inout StyleTokens, _ condition: StyleCondition, isOther: Bool,
    layer: Int? = nil
  ) throws(OutOfMemory) {
    let condition = try conditions.both(frame.condition, condition)
    let layer = layer ?? frame.layer
    let isOther = frame.isOther || isOther
    let rule = frame.rule < 0 ? -1 : try copy(frame.rule, condition, layer, isOther: isOther)
    try enter(
      Frame(
        kind: .group, rule: rule, parent: frame.parent, condition: condition, layer: layer,
        isOther: isOther), &tokens)
  }

  private mutating func media(
    _ prelude: Span<UInt8>, _ start: Int, _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    var query = StyleQuery(.media, prelude, from: start)
    let place = conditions.count
    try query.read(&conditions)
    if query.highContrast >= 0 {
      try tell(
        .warning, .syntax, "expected more or less", prelude.slice(start, prelude.count),
        at: query.highContrast)
    }
    try group(
      frame, &tokens, StyleCondition(start: place, end: conditions.count),
      isOther: query.asksForOther)
  }

  /// Reads the names of layers, or one and its block.
  private mutating func layer(
    _ prelude: Span<UInt8>, _ start: Int, _ frame: Frame, hasBlock: Bool,
    _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    var words = StyleTokens(prelude, from: start)
    var layer = frame.layer
    var token = words.nextBehindSpace()
    var isRight = true
    if token.kind == .end {
      isRight = hasBlock
      if hasBlock { layer = try addLayer(in: frame.layer, Span()) ?? frame.layer }
    }
    while token.kind != .end, isRight {
      layer = frame.layer
      while true {
        guard token.kind == .identifier else {
          isRight = false
          break
        }
        guard let inner = try addLayer(in: layer, prelude.slice(token.start, token.end)) else {
          return
        }
        layer = inner
        token = words.nextBehindSpace()
        guard token.isDelimiter(UInt8(ascii: ".")) else { break }
        token = words.nextBehindSpace()
      }
      guard isRight, token.kind == .comma, !hasBlock else {
        isRight = isRight && token.kind == .end
        break
      }
      token = words.nextBehindSpace()
      isRight = token.kind == .identifier
    }
    guard isRight else {
      try tell(
        .warning, .syntax, "expected the names of layers", prelude.slice(start, prelude.count),
        at: token.start)
      if hasBlock { skipBlock(&tokens) }
      return
    }
    if hasBlock { try group(frame, &tokens, .always, isOther: false, layer: layer) }
  }

  /// The number of a layer in another; without a name it is a new one. `nil` if there are too many.
  private mutating func addLayer(
    in parent: Int, _ name: Span<UInt8>
  ) throws(OutOfMemory) -> Int? {
    var key = LongText()
    var index = -1
    while index &+ 1 < 4 {
      index &+= 1
      key.append(UInt8(truncatingIfNeeded: (parent &+ 1) &>> (index &* 8)))
    }
    key.append(contentsOf: name)
    let known = name.count > 0 ? layerNames.number(of: key.bytes) : 0
    if known > 0 { return known &- 1 }
    let depth = parent < 0 ? 0 : (layers.element(at: parent)?.depth ?? 0) &+ 1
    guard depth < StyleConditions.greatestDepth, !key.isCut else {
      try giveUp("expected fewer layers in each other", at: HostText(name).offset(in: text))
      return nil
    }
    var place = rootLayerCount
    if var outer = layers.element(at: parent) {
      place = outer.childCount
      outer.childCount &+= 1
      layers.replace(at: parent, with: outer)
    } else {
      rootLayerCount &+= 1
    }
    if name.count == 0 {
      // A name that no other has, for the numbers to stay the same.
      key.append(0)
      key.append(contentsOf: StaticString("{").bytes)
      var index = -1
      while index &+ 1 < 4 {
        index &+= 1
        key.append(UInt8(truncatingIfNeeded: layers.count &>> (index &* 8)))
      }
    }
    try layers.reserve(1)
    try layerNames.add(key.bytes)
    try layers.append(Layer(parent: parent, place: place, depth: depth))
    return layers.count &- 1
  }

  private var rootLayerCount = 0

  /// Goes into Tailwind's `@theme`, which stands for `:root` in a layer of its own.
  private mutating func theme(
    _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    guard let layer = try addLayer(in: -1, StaticString("theme").bytes) else { return }
    let rule = try rootRule(frame.condition, layer)
    try enter(
      Frame(
        kind: .theme, rule: rule, parent: nil, condition: frame.condition, layer: layer,
        isOther: frame.isOther), &tokens)
  }

  /// A rule of the outermost element that no selector is written for.
  private mutating func rootRule(
    _ condition: StyleCondition, _ layer: Int, isInitial: Bool = false
  ) throws(OutOfMemory) -> Int {
    let place = conditions.count
    try conditions.appendIsRoot()
    var specificity = StyleSpecificity()
    specificity.addClass()
    try selectors.append(
      StyleSelector(
        condition: StyleCondition(start: place, end: conditions.count), specificity: specificity))
    try rules.append(
      Rule(
        selectors: selectors.count &- 1, selectorCount: 1, condition: condition, layer: layer,
        start: 0, end: 0, isInitial: isInitial))
    return rules.count &- 1
  }

  /// Reads what a property is that nobody declares: CSS Properties and Values 1, §2.
  private mutating func propertyRule(
    _ prelude: Span<UInt8>, _ start: Int, _ frame: Frame, _ tokens: inout StyleTokens
  ) throws(OutOfMemory) {
    var words = StyleTokens(prelude, from: start)
    let name = words.nextBehindSpace()
    let isRight =
      name.kind == .identifier && words.nextBehindSpace().kind == .end
      && prelude.element(at: name.start) == UInt8(ascii: "-")
      && prelude.element(at: name.start &+ 1) == UInt8(ascii: "-")
    var syntax = HostText.empty
    var initial: HostText?
    var hasInherits = false
    let inside = tokens.offset
    while true {
      let token = tokens.nextBehindSpace()
      if token.kind == .end || token.kind == .closing { break }
      if token.kind == .semicolon { continue }
      let colon = tokens.nextBehindSpace()
      let place = tokens.offset
      if colon.kind != .colon { tokens.move(to: colon.start) }
      let run = tokens.run(to: .semicolonOrClosing, isNested: true)
      if run.stop.kind == .closing { tokens.move(to: run.stop.start) }
      guard token.kind == .identifier, colon.kind == .colon, run.isValue else { continue }
      let value = text.bytes.slice(place, max(run.end, place)).withoutOuterSpace
      switch tokens.keyword(token.start, token.end) {
      case "syntax": syntax = HostText(value)
      case "inherits":
        let word = Keyword(value, 0, value.count)
        hasInherits = word == Keyword("true") || word == Keyword("false")
      case "initial-value": if !run.hasReference { initial = HostText(value) }
      default: break
      }
    }
    let text = syntax.bytes.slice(1, syntax.count &- 1)
    let isAny = text.equals(StaticString("*").bytes)
    guard isRight, syntax.count > 2, hasInherits, isAny || initial != nil else {
      return try tell(
        .warning, .syntax, "expected syntax, inherits and initial-value",
        prelude.slice(start, prelude.count), at: inside)
    }
    guard let key = try key(name.start, name.end) else { return }
    let index = try property(key, at: name.start)
    if var property = properties.element(at: index) {
      property.isColor = text.equals(StaticString("<color>").bytes)
      properties.replace(at: index, with: property)
    }
    guard let initial else { return }
    let rule = try rootRule(frame.condition, -1, isInitial: true)
    try declare(
      key, initial, rule, at: name.start, isImportant: false, hasReference: false)
  }

  /// Reads one of GTK's colors.
  private mutating func defineColor(
    _ prelude: Span<UInt8>, _ start: Int, _ place: Int, _ frame: Frame, isValue: Bool
  ) throws(OutOfMemory) {
    var words = StyleTokens(prelude, from: start)
    let name = words.nextBehindSpace()
    let value = prelude.slice(words.offset, prelude.count).withoutOuterSpace
    guard name.kind == .identifier, value.count > 0, isValue else {
      return try tell(
        .warning, .syntax, "expected a name and a color", prelude.slice(place, prelude.count),
        at: place)
    }
    guard let key = try key(name.start, name.end) else { return }
    var problem: StaticString?
    let kept = try translated(HostText(value), &problem)
    if let problem {
      return try tell(.warning, .syntax, problem, value, at: HostText(value).offset(in: text))
    }
    let rule = try rootRule(frame.condition, -1)
    try declare(
      key, kept, rule, at: name.start, isImportant: false,
      hasReference: StyleReference.isAny(in: kept.bytes))
  }

  /// What a value with GTK's own forms is in CSS; itself, if it has none.
  private mutating func translated(
    _ value: HostText, _ problem: inout StaticString?
  ) throws(OutOfMemory) -> HostText {
    var css = TextWriter(allocator)
    var reader = GTKColor(value.bytes)
    guard try reader.write(to: &css) else {
      problem = reader.expected
      return value
    }
    // What is CSS already keeps its place in the file.
    return value.equals(css.bytes) ? value : try texts.copy(css.bytes)
  }
}

extension Span<UInt8> {
  /// The bytes without white space at their ends.
  var withoutOuterSpace: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var start = 0
      var end = count
      while let byte = element(at: start), StyleTokens.isSpace(byte) { start &+= 1 }
      while end > start, let byte = element(at: end &- 1), StyleTokens.isSpace(byte) { end &-= 1 }
      return slice(start, end)
    }
  }

  /// How many bytes at the beginning say that this is UTF-8.
  fileprivate var byteOrderMarkLength: Int {
    slice(0, 3).equals(StaticString("\u{FEFF}").bytes) ? 3 : 0
  }
}

extension HostText {
  /// Where it stands in another text, if it is a part of that.
  func offset(in text: HostText) -> Int {
    let offset = address &- text.address
    return offset <= UInt64(truncatingIfNeeded: text.count) ? Int(truncatingIfNeeded: offset) : 0
  }
}
