// DesignTokens: writing the resolver (Design Tokens Resolver Module 2025.10).

extension TokenWriter {
  /// Writes the resolver, a file that combines sources of tokens: its sets, its modifiers, and the
  /// resolution order. A set is a list of sources. A modifier is a choice between contexts, which
  /// are lists of sources, too. A set or modifier later in the order takes precedence.
  mutating func appendResolver(_ export: inout ExportSession) throws(FileFailure) {
    text.append("{\n  \"$schema\": ")
    text.append("\"https://www.designtokens.org/schemas/2025.10/resolver.json\",")
    text.append("\n  \"name\": ")
    text.append(json: export.collectionName.bytes)
    text.append(",\n  \"version\": \"2025.10\",\n  \"sets\": {")
    try appendSets(&export)
    let hasAppearances = plan.layers.combinations.count > 1
    var order = FileText(export.allocator)
    order.append("{\"$ref\": \"#/sets/base\"}")
    text.append("\n  },\n  \"modifiers\": {")
    var isFirst = true
    let appearanceName = appearanceModifierName(export.colors.vocabulary)
    if hasAppearances {
      text.appendNewline(2)
      text.append(json: appearanceName.bytes)
      text.append(": {")
      appendAppearances(export.options)
      text.append("}")
      TokenWriter.append(modifier: appearanceName.bytes, toOrder: &order)
      isFirst = false
    }
    for axisIndex in upTo(export.colors.vocabulary.count(.axis)) {
      guard plan.hasTokens(ofAxis: axisIndex),
        let name = export.colors.vocabulary.name(axisIndex &+ 1, .axis)
      else { continue }
      if !isFirst { text.append(",") }
      isFirst = false
      text.appendNewline(2)
      text.append(json: name.bytes)
      text.append(": {")
      appendContexts(ofAxis: axisIndex, export)
      text.append("}")
      TokenWriter.append(modifier: name.bytes, toOrder: &order)
    }
    text.append(isFirst ? "}" : "\n  }")
    text.append(",\n  \"resolutionOrder\": [")
    text.inheritFailure(of: order)
    text.append(contentsOf: order.bytes)
    text.append("]")
    if export.colors.vocabulary.count > 0 {
      text.append(",\n  ")
      appendVocabulary(export.colors.vocabulary)
    }
    text.append("\n}\n")
  }

  /// The name of the modifier for built-in axes. It must differ from the names of custom axes.
  private func appearanceModifierName(_ names: borrowing Vocabulary) -> ShortText {
    var name = ShortText()
    name.append("appearance")
    while names.contains(name.bytes, .axis), !name.hasOverflowed { name.append("-") }
    return name
  }

  /// Writes the sets: the base set and, in a single file, the sets that the contexts refer to.
  private mutating func appendSets(_ export: inout ExportSession) throws(FileFailure) {
    guard export.options.isOneFile else {
      return text.append(
        "\n    \"base\": {\"sources\": [{\"$ref\": \"tokens/base.tokens.json\"}]}")
    }
    var isFirst = true
    try forEachSet { (writer, tokenSet, name) throws(FileFailure) in
      if !isFirst { writer.text.append(",") }
      isFirst = false
      writer.text.appendNewline(2)
      writer.text.append(json: name.bytes)
      writer.text.append(": {\"sources\": [")
      try writer.appendTokens(tokenSet, depth: 2, &export)
      writer.text.append("]}")
    }
  }

  /// Writes the contexts of the modifier for built-in axes: all combinations of the values that the
  /// layers have. A combination has the type `TokenLayer`, even if no layer with these values is
  /// written. The sources of a context are the layers that apply in it, without the base set.
  private mutating func appendAppearances(_ options: WriteOptions) {
    let contexts = plan.layers.combinations
    let hasSchemes = contexts.contains(TokenLayer(scheme: 1))
    text.append("\n      \"contexts\": {")
    for index in upTo(TokenLayer.count) {
      let context = TokenLayer(index)
      guard contexts.contains(context) else { continue }
      // The context with the index 0, in which only the base set applies, is always the first one.
      // So every other context follows a comma.
      if index > 0 { text.append(",") }
      text.appendNewline(4)
      text.append(json: context.name(withScheme: hasSchemes).bytes)
      text.append(": [")
      var isFirst = true
      // A layer that applies in the context has no greater index than the context, because each of
      // its values is 0 or equal to that of the context.
      for layerIndex in upTo(index &+ 1, from: 1) {
        let layer = TokenLayer(layerIndex)
        guard plan.layers.contains(layer), layer.applies(in: context) else { continue }
        if !isFirst { text.append(", ") }
        isFirst = false
        appendSource(layer.fileName.bytes, options)
      }
      text.append("]")
    }
    text.append("\n      },\n      \"default\": ")
    text.append(json: TokenLayer.base.name(withScheme: hasSchemes).bytes)
    text.appendNewline(2)
  }

  /// Writes the values of a custom axis as contexts. The default context is the first value that
  /// adds no tokens. If every value adds tokens, the default is an additional context.
  private mutating func appendContexts(
    ofAxis axisIndex: Int, _ export: borrowing ExportSession
  ) {
    var defaultContext = LongText()
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.axisIndex == axisIndex,
        !layer.hasTokens, defaultContext.count == 0
      else { continue }
      defaultContext.append(contentsOf: layer.name.bytes)
    }
    let isAdditional = defaultContext.count == 0
    if isAdditional {
      defaultContext.append("default")
      while export.colors.vocabulary.contains(defaultContext.bytes, .value(axisIndex: axisIndex)),
        !defaultContext.hasOverflowed
      {
        defaultContext.append("-")
      }
    }
    text.append("\n      \"contexts\": {")
    if isAdditional {
      text.appendNewline(4)
      text.append(json: defaultContext.bytes)
      text.append(": []")
    }
    var isFirst = !isAdditional
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.axisIndex == axisIndex else {
        continue
      }
      if !isFirst { text.append(",") }
      isFirst = false
      text.appendNewline(4)
      text.append(json: layer.name.bytes)
      text.append(": [")
      if layer.hasTokens { appendSource(layer.fileName.bytes, export.options) }
      text.append("]")
    }
    text.append("\n      },\n      \"default\": ")
    text.append(json: defaultContext.bytes)
    text.appendNewline(2)
  }

  /// Writes a reference to the set `name` or, if each set has a file of its own, to that file.
  private mutating func appendSource(
    _ name: Span<UInt8>, _ options: WriteOptions
  ) {
    text.append(options.isOneFile ? "{\"$ref\": \"#/sets/" : "{\"$ref\": \"tokens/")
    text.append(contentsOf: name)
    text.append(options.isOneFile ? "\"}" : ".tokens.json\"}")
  }

  /// Writes the vocabulary of the theme, as a member of the root.
  mutating func appendVocabulary(_ names: borrowing Vocabulary) {
    text.append("\"$extensions\": {\n    \"org.dyncolor\": {")
    var isFirst = true
    if names.count(.axis) > 0 {
      text.append("\n      \"axes\": {")
      for axisIndex in upTo(names.count(.axis)) {
        if axisIndex > 0 { text.append(",") }
        text.appendNewline(4)
        text.append(json: (names.name(axisIndex &+ 1, .axis) ?? .empty).bytes)
        text.append(": ")
        text.append(listOf: .value(axisIndex: axisIndex), names)
      }
      text.append("\n      }")
      isFirst = false
    }
    appendNames("palettes", .palette, names, &isFirst)
    appendNames("subtypes", .subtype, names, &isFirst)
    appendNames("locales", .locale, names, &isFirst)
    text.append("\n    }\n  }")
  }

  /// Writes the names of a kind, if there are any. `isFirst` is true until a member has been
  /// written.
  @inline(never)
  private mutating func appendNames(
    _ key: StaticString, _ kind: Vocabulary.Kind, _ names: borrowing Vocabulary,
    _ isFirst: inout Bool
  ) {
    guard names.count(kind) > 0 else { return }
    if !isFirst { text.append(",") }
    isFirst = false
    text.appendNewline(3)
    text.append(json: key.bytes)
    text.append(": ")
    text.append(listOf: kind, names)
  }

  /// Appends a reference to a modifier to the resolution order.
  @inline(never)
  private static func append(modifier: Span<UInt8>, toOrder order: inout FileText) {
    var pointer = PathText()
    pointer.append("#/modifiers/")
    var index = 0
    while let byte = modifier.element(at: index) {
      // JSON pointers have escapes for two characters (RFC 6901).
      switch byte {
      case UInt8(ascii: "~"): pointer.append("~0")
      case UInt8(ascii: "/"): pointer.append("~1")
      default: pointer.append(byte)
      }
      index &+= 1
    }
    order.append(", {\"$ref\": ")
    order.append(json: pointer.bytes)
    order.append("}")
  }
}
