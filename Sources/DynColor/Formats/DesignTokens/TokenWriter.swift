// DesignTokens: writing tokens (Design Tokens Format and Resolver Modules 2025.10).

/// Writes a resolver and the files of tokens that it combines. If the options ask for one file,
/// writes a resolver that contains the tokens, or a file of tokens with the default values.
struct TokenWriter: FormatWriter, ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  /// The file that is being written.
  var text: FileText
  private(set) var plan: TokenPlan

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    allocator = export.allocator
    text = FileText(allocator)
    do throws(OutOfMemory) { plan = try TokenPlan(allocator) } catch { throw .outOfMemory }
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    try plan.planTokens(&export)
    // A file of tokens has one value for each color. A resolver has all values: it is written with
    // a file for each set or, if `isOneFile` is true, as a file that contains the sets.
    if export.options.isTokenFile { return try writeTokenFile(&export) }
    if !export.options.isOneFile {
      try forEachSet { (writer, tokenSet, name) throws(FileFailure) in
        try writer.appendTokens(tokenSet, depth: 0, &export)
        writer.text.append("\n")
        var path = LongText()
        path.append("tokens/")
        path.append(contentsOf: name.bytes)
        path.append(".tokens.json")
        try export.add(&writer.text, at: path.bytes)
      }
    }
    try appendResolver(&export)
    guard !export.options.isOneFile else { return try export.add(&text) }
    var path = ShortText()
    path.append(fileName: export.collectionName)
    path.append(".resolver.json")
    try export.add(&text, at: path.bytes)
  }

  /// Writes a file of tokens, in which each color has one value. The CSS that is written with a
  /// token has the other values.
  private mutating func writeTokenFile(_ export: inout ExportSession) throws(FileFailure) {
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index), entry.expression.count > 0 else { continue }
      let hasMoreValues =
        plan.tokenLayers.element(at: index).map { $0.count > 1 } ?? false
        || entry.expression.ownAxes(export.colors.vocabulary) != .none
      guard hasMoreValues else { continue }
      plan.needsCSS.replace(at: index, with: true)
      try export.warnInexact(
        index, "the color has several values; the token has the default, and $extensions all as CSS"
      )
    }
    try appendTokens(.layer(.base), depth: 0, listsVocabulary: true, &export)
    text.append("\n")
    try export.add(&text)
  }

  /// Calls `body` with each set of tokens and its name. The first set is the base set.
  mutating func forEachSet(
    _ body: (inout TokenWriter, TokenSet, ShortText) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    for index in upTo(TokenLayer.count) {
      let layer = TokenLayer(index)
      guard index == 0 || plan.layers.contains(layer) else { continue }
      try body(&self, .layer(layer), layer.fileName)
    }
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.hasTokens else { continue }
      var name = ShortText()
      name.append(contentsOf: layer.fileName.bytes)
      try body(&self, .axis(layer), name)
    }
  }

  /// Writes the tokens of a set as an object, at an indentation depth. The object begins with the
  /// vocabulary of the theme if `listsVocabulary` is true.
  ///
  /// A group in the root gives its type to all tokens in it. A token in the root has its own type.
  @_optimize(speed)
  mutating func appendTokens(
    _ tokenSet: TokenSet, depth outerDepth: Int, listsVocabulary: Bool = false,
    _ export: inout ExportSession
  ) throws(FileFailure) {
    plan.mark &+= 1
    for index in upTo(export.colors.count) where try hasToken(index, tokenSet, &export) {
      plan.groups.mark(color: index, with: plan.mark)
    }
    text.append("{")
    // The node that is written next, in preorder; 0 at the end of `group`.
    var child = plan.groups.node(0)?.firstChild ?? 0
    // The group that is being written; 0 for the root.
    var group = 0
    var depth = outerDepth &+ 1
    var isFirst = true
    if listsVocabulary, export.colors.vocabulary.count > 0 {
      text.appendNewline(1)
      appendVocabulary(export.colors.vocabulary)
      isFirst = false
    }
    while true {
      guard child > 0, let node = plan.groups.node(child) else {
        // The end of a group.
        depth &-= 1
        if !isFirst { text.appendNewline(depth) }
        text.append("}")
        guard group > 0, let endedGroup = plan.groups.node(group) else { return }
        (child, group, isFirst) = (endedGroup.nextSibling, endedGroup.parent, false)
        continue
      }
      // A node without the mark has no token in this set, and contains none.
      guard node.mark == plan.mark else {
        child = node.nextSibling
        continue
      }
      let hasOwnToken = try hasToken(node.colorIndex, tokenSet, &export)
      if !isFirst { text.append(",") }
      text.appendNewline(depth)
      text.append(json: node.name.bytes)
      text.append(": ")
      isFirst = false
      guard node.isGroup else {
        try appendToken(
          node.colorIndex, tokenSet, hasExactName: node.hasExactName, needsType: group == 0,
          depth: depth,
          &export)
        child = node.nextSibling
        continue
      }
      text.append("{")
      if group == 0 {
        text.appendNewline(depth &+ 1)
        text.append("\"$type\": \"color\"")
      }
      // In a group in the root, `$type` has been written already.
      isFirst = group > 0
      depth &+= 1
      // The path of a group may also be the name of a color: `accent` beside `accent/hover`. The
      // token of that color is the member `$root` of the group.
      if hasOwnToken {
        if !isFirst { text.append(",") }
        text.appendNewline(depth)
        text.append("\"$root\": ")
        isFirst = false
        try appendToken(
          node.colorIndex, tokenSet, hasExactName: node.hasExactName, needsType: false,
          depth: depth, &export)
      }
      (group, child) = (child, node.firstChild)
    }
  }

  /// Returns whether the color at `index` has a token in a set; false for the index −1.
  @_optimize(speed)
  private mutating func hasToken(
    _ index: Int, _ tokenSet: TokenSet, _ export: inout ExportSession
  ) throws(FileFailure) -> Bool {
    switch tokenSet {
    case .layer(let layer): return plan.tokenLayers.element(at: index)?.contains(layer) ?? false
    case .axis(let layer):
      guard index >= 0 else { return false }
      let token = try WrittenToken(index, layer.environment, &export)
      let baseToken = try WrittenToken(index, TokenLayer.base.environment, &export)
      return token != .nothing && token != baseToken
    }
  }

  /// Writes the token of a color in a set as an object. `hasExactName` says whether the path of the
  /// token is the name of the color, and `needsType` whether no group gives the token its type.
  @inline(never)
  @_optimize(speed)
  private mutating func appendToken(
    _ index: Int, _ tokenSet: TokenSet, hasExactName: Bool, needsType: Bool, depth: Int,
    _ export: inout ExportSession
  ) throws(FileFailure) {
    let value = try WrittenToken(index, tokenSet.environment, &export)
    guard let entry = export.colors.entry(index) else { return }
    text.append("{")
    if needsType {
      text.appendNewline(depth &+ 1)
      text.append("\"$type\": \"color\",")
    }
    text.appendNewline(depth &+ 1)
    text.append("\"$value\": ")
    switch value {
    case .alias(let target):
      var path = FileText(allocator)
      path.append("{")
      plan.groups.append(pathOf: target, to: &path)
      path.append("}")
      text.inheritFailure(of: path)
      text.append(json: path.bytes)
    default: append(value.color)
    }
    let notes = export.colors.notes(of: entry)
    if notes.description.count > 0 {
      text.append(",")
      text.appendNewline(depth &+ 1)
      text.append("\"$description\": ")
      text.append(json: notes.description.bytes)
    }
    if notes.isDeprecated {
      text.append(",")
      text.appendNewline(depth &+ 1)
      text.append("\"$deprecated\": ")
      if notes.deprecation.count > 0 {
        text.append(json: notes.deprecation.bytes)
      } else {
        text.append("true")
      }
    }
    try appendExtensions(
      of: entry, value, needsCSS: plan.needsCSS.element(at: index) ?? true,
      hasExactName: hasExactName,
      depth: depth &+ 1, export.colors)
    text.appendNewline(depth)
    text.append("}")
  }

  /// Writes `$extensions`, the member of a token for data that the format does not define: here CSS
  /// and names that the token cannot express, and the annotations of other programs.
  ///
  /// Beside the CSS, under the key `of`, writes the value of the token in CSS notation. If another
  /// program changes the value later, the value differs from `of`, and the reader ignores the CSS.
  @_optimize(speed)
  private mutating func appendExtensions(
    of entry: ColorCollection.Entry, _ value: WrittenToken, needsCSS: Bool, hasExactName: Bool,
    depth: Int, _ colors: borrowing ColorCollection
  ) throws(FileFailure) {
    var css = FileText(allocator)
    var valueText = FileText(allocator)
    switch value {
    case .color(let color) where !needsCSS:
      // If the token cannot represent the constant exactly, the CSS of the constant is needed.
      if color != color.asToken { css.append(color, .exact) }
    default: if needsCSS, entry.expression.count > 0 { css.append(entry.expression, colors) }
    }
    switch value {
    case .alias(let target):
      valueText.append("var(--")
      valueText.append(restOfIdentifier: colors.name(target).bytes)
      valueText.append(")")
    default: valueText.append(value.color, .exact)
    }
    text.inheritFailure(of: css)
    text.inheritFailure(of: valueText)
    // True once the extensions have been opened.
    var isOpen = false
    // Writes a key of the object `org.dyncolor`. Before the first key, opens that object.
    func appendKey(_ key: StaticString, to text: inout FileText) {
      if !isOpen {
        text.append(",")
        text.appendNewline(depth)
        text.append("\"$extensions\": {")
        text.appendNewline(depth &+ 1)
        text.append("\"org.dyncolor\": {")
      } else {
        text.append(", ")
      }
      isOpen = true
      text.append("\"")
      text.append(key)
      text.append("\": ")
    }
    if css.count > 0 {
      appendKey("css", to: &text)
      text.append(json: css.bytes)
      appendKey("of", to: &text)
      text.append(json: valueText.bytes)
    }
    if !hasExactName {
      appendKey("name", to: &text)
      text.append(json: entry.name.bytes)
    }
    let notes = colors.notes(of: entry)
    if notes.isDerived {
      appendKey("derived", to: &text)
      text.append("true")
    }
    if notes.replacement.count > 0 {
      appendKey("replacement", to: &text)
      text.append(json: notes.replacement.bytes)
    }
    if isOpen { text.append("}") }
    try finishExtensions(with: notes.annotation, isOpen: isOpen, depth: depth)
  }

  /// Adds the annotations of other programs to the extensions of a token, and closes the
  /// extensions. `isOpen` says whether these have been opened. If they have not, and there are no
  /// annotations, writes nothing.
  private mutating func finishExtensions(
    with annotation: StoredText, isOpen: Bool, depth: Int
  ) throws(FileFailure) {
    var isOpen = isOpen
    if annotation.count > 0, let json = try annotation.parsedAsJSON(allocator),
      json.kind(json.root) == .object
    {
      var nextKey = json.first(json.root)
      while let key = nextKey {
        nextKey = json.next(key)
        guard !json.string(key).equals("org.dyncolor") else { continue }
        text.append(",")
        if !isOpen {
          text.appendNewline(depth)
          text.append("\"$extensions\": {")
        }
        isOpen = true
        text.appendNewline(depth &+ 1)
        text.append(json: json.string(key).bytes)
        text.append(": ")
        let value = json.value(ofKey: key)
        let source = annotation.bytes.slice(json.offset(value), json.end(value))
        text.append(contentsOf: source)
      }
    }
    guard isOpen else { return }
    text.appendNewline(depth)
    text.append("}")
  }

  /// Writes a color that tokens can represent.
  @_optimize(speed)
  private mutating func append(_ color: Color) {
    text.append("{\"colorSpace\": \"")
    text.append(color.space.tokenName ?? "srgb")
    text.append("\", \"components\": [")
    var index = 0
    while index < 3 {
      if index > 0 { text.append(", ") }
      // The lowest bits of `missing` stand for the components.
      if color.missing.rawValue >> UInt32(truncatingIfNeeded: index) & 1 == 1 {
        text.append("\"none\"")
      } else {
        text.append(json: color.components[index])
      }
      index &+= 1
    }
    text.append("]")
    if color.alpha != 1 {
      text.append(", \"alpha\": ")
      text.append(json: color.alpha)
    }
    // The fallback for readers that support no other notation. It has no alpha.
    text.append(", \"hex\": \"")
    let opaque = Color(color.space, color.components, missing: color.missing)
    text.append(hex: opaque.mapped(into: .srgb, by: .exact))
    text.append("\"}")
  }
}
