// What is said of tokens, and what our own writer adds to them.

extension TokenReader {
  /// What our own writer has noted of a token.
  private func ownExtension(of token: Located) -> Located? {
    documents.member("$extensions", token).flatMap { documents.member("org.dyncolor", $0) }
  }

  /// The name that a color had before it became the name of a token, if that is noted.
  func exactName(of index: Int32) -> HostText? {
    guard let definition = tree.definition(tree.node(index)?.definition ?? -1),
      definition.form != .inherited, let own = ownExtension(of: definition.token),
      let exact = documents.member("name", own), documents.kind(exact) == .string
    else { return nil }
    return documents.string(exact)
  }

  /// Replaces what was written of a token by what it stands for, as long as nobody has changed its
  /// value; `false` if there is nothing noted.
  mutating func takeExactForm(
    of definition: TokenDefinition, from start: Int, _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    guard definition.form == .value, let own = ownExtension(of: definition.token),
      let css = documents.member("css", own), let plain = documents.member("of", own)
    else { return false }
    let isSame: Bool
    if documents.string(plain).count == 0 {
      isSame = documents.kind(definition.value) == .null
    } else {
      guard leaves.count > start, try parse(plain, &loading) else { return false }
      isSame = leaves.node(at: start).map { loading.writer.says(theSameAs: $0) } ?? false
    }
    guard isSame, try parse(css, &loading), let expression = loading.writer.expression else {
      try loading.warn(
        .notExact, "the value has been changed, and counts instead of the CSS beside it",
        documents.string(css).bytes, at: documents.place(css))
      return false
    }
    leaves.truncate(to: start)
    leaves.append(copyOf: expression)
    return true
  }

  private func parse(_ text: Located, _ loading: inout Loading) throws(FileFailure) -> Bool {
    loading.writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(
        documents.string(text).bytes, loading.inventory.valueNames, into: &loading.writer)
      return true
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return false
    }
  }

  // MARK: - Notes

  /// Adds what is said of a color.
  mutating func addNotes(
    _ entry: Int, of index: Int32, _ definition: TokenDefinition, _ loading: inout Loading
  ) throws(FileFailure) {
    let token = definition.token
    if let text = documents.member("$description", token) ?? documents.member("comment", token),
      documents.kind(text) == .string
    {
      try allocating { () throws(OutOfMemory) in
        try loading.inventory.describe(entry, documents.string(text).bytes)
      }
    }
    try addDeprecation(entry, of: index, token, &loading)
    guard let extensions = documents.member("$extensions", token),
      documents.kind(extensions) == .object
    else { return }
    do throws(OutOfMemory) {
      var text = TextWriter(loading.allocator)
      try appendAnnotation(extensions, &text)
      if text.count > 0 { try loading.inventory.annotate(entry, text.bytes) }
    } catch {
      throw .outOfMemory
    }
  }

  /// Adds what a token, or else the nearest group around it, says of not being used any more.
  private mutating func addDeprecation(
    _ entry: Int, of index: Int32, _ token: Located, _ loading: inout Loading
  ) throws(FileFailure) {
    var said = documents.member("$deprecated", token)
    var group = index
    while said == nil, group >= 0 {
      said = tree.fact(.deprecated, of: group).flatMap { tree.fact($0)?.value }
      group = tree.node(group)?.parent ?? -1
    }
    guard let said else { return }
    var replacement = HostText.empty
    if let own = ownExtension(of: token), let name = documents.member("replacement", own) {
      replacement = documents.string(name)
    }
    switch documents.kind(said) {
    case .string:
      let text = documents.string(said)
      if replacement.count == 0, let path = text.bytes.firstAlias,
        let node = try allocating({ () throws(OutOfMemory) in try node(ofPath: path) }),
        tree.node(node)?.isColor == true
      {
        replacement = try name(of: node)
      }
      try allocating { () throws(OutOfMemory) in
        try loading.inventory.deprecate(entry, text.bytes, replacement: replacement.bytes)
      }
    case .boolean:
      guard documents.boolean(said) else { return }
      let text: StaticString = replacement.count > 0 ? "" : "deprecated"
      try allocating { () throws(OutOfMemory) in
        try loading.inventory.deprecate(entry, text.bytes, replacement: replacement.bytes)
      }
    default:
      try loading.fail(.syntax, "expected a boolean or a text", at: documents.place(said))
    }
  }

  /// Writes extensions as strict JSON, without what has become part of the color. If nothing is left,
  /// nothing is written.
  private func appendAnnotation(
    _ extensions: Located, _ text: inout TextWriter
  ) throws(OutOfMemory) {
    var rest = documents.first(extensions)
    while let key = rest {
      rest = documents.next(key)
      let name = documents.string(key)
      let isTaken =
        name.equals("org.dyncolor")
        || !isResolved
          && (name.equals("mode") || name.equals("org.primer.overrides"))
      if isTaken { continue }
      try text.append(UInt8(ascii: text.count == 0 ? "{" : ","))
      try text.append(json: name.bytes)
      try text.append(":")
      try append(documents.value(ofKey: key), &text)
    }
    if text.count > 0 { try text.append("}") }
  }

  /// Writes a value as strict JSON. None is nested deeper than JSON may be.
  private func append(
    _ value: Located, _ text: inout TextWriter
  ) throws(OutOfMemory) {
    switch documents.kind(value) {
    case .null: try text.append("null")
    case .boolean: try text.append(documents.boolean(value) ? "true" : "false")
    case .number: try text.append(json: documents.number(value))
    case .string: try text.append(json: documents.string(value).bytes)
    case .array, .object:
      let isObject = documents.kind(value) == .object
      try text.append(isObject ? "{" : "[")
      var isFirst = true
      var rest = documents.first(value)
      while let element = rest {
        rest = documents.next(element)
        if !isFirst { try text.append(",") }
        isFirst = false
        if isObject {
          try text.append(json: documents.string(element).bytes)
          try text.append(":")
          try append(documents.value(ofKey: element), &text)
        } else {
          try append(element, &text)
        }
      }
      try text.append(isObject ? "}" : "]")
    }
  }
}

extension Span<UInt8> {
  /// What stands in the first braces of a text.
  fileprivate var firstAlias: HostText? {
    var start = 0
    while let byte = element(at: start), byte != UInt8(ascii: "{") { start &+= 1 }
    var end = start
    while let byte = element(at: end), byte != UInt8(ascii: "}") { end &+= 1 }
    return slice(start, end &+ 1).aliasPath
  }
}

extension ExpressionWriter {
  /// Whether what was written is the same as a node: for constants, the same color.
  fileprivate func says(theSameAs node: Expression) -> Bool {
    guard let expression else { return false }
    if let color = expression.constant, let other = node.constant { return color == other }
    return Expression(words: node.words, count: node.size)
      .equals(Expression(words: expression.words, count: expression.size))
  }
}
