// DesignTokens: notes about tokens.

/// Imports the description, the deprecation and the extensions of a token.
enum TokenNotes {
  /// Adds the notes of one definition of a token, which may have several, to an imported color.
  /// `index` is the node of the token, and `entry` the index of the color in the collection.
  @_optimize(speed)
  static func add(
    to entry: Int, of index: Int32, _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) {
    let token = definition.token
    var description = model.documents.member("$description", token)
    if description == nil, definition.possibleMembers.contains(.comment) {
      description = model.documents.member("comment", token)
    }
    if let text = description, model.documents.kind(text) == .string {
      try convertingOutOfMemory(
        try model.session.imported.describe(entry, model.documents.string(text).bytes))
    }
    try addDeprecation(to: entry, of: index, definition, &model)
    guard definition.possibleMembers.contains(.extensions),
      let extensions = model.documents.member("$extensions", token),
      model.documents.kind(extensions) == .object
    else { return }
    do throws(OutOfMemory) {
      var text = TextWriter(model.session.allocator)
      try appendAnnotation(of: extensions, model, to: &text)
      if text.count > 0 { try model.session.imported.annotate(entry, text.bytes) }
    } catch { throw .outOfMemory }
  }

  /// Adds the deprecation of a token or, if it has none, of the nearest enclosing group that has
  /// one.
  @_optimize(speed)
  private static func addDeprecation(
    to entry: Int, of index: Int32, _ definition: TokenDefinition, _ model: inout TokenModel
  ) throws(FileFailure) {
    var deprecation: JSONNode?
    if definition.possibleMembers.contains(.deprecated) {
      deprecation = model.documents.member("$deprecated", definition.token)
    }
    // The node of the token may be a group, too, so the search begins there.
    var group = index
    while deprecation == nil, group >= 0 {
      deprecation = model.tree.property(.deprecated, of: group).flatMap {
        model.tree.property($0)?.value
      }
      group = model.tree.node(group)?.parent ?? -1
    }
    guard let deprecation else { return }
    var replacement = StoredText.empty
    if let stored = model.dyncolorExtension(of: definition),
      let name = model.documents.member("replacement", stored)
    {
      replacement = model.documents.string(name)
    }
    switch model.documents.kind(deprecation) {
    case .string:
      let text = model.documents.string(deprecation)
      if replacement.count == 0, let path = text.bytes.firstAlias,
        let node = try convertingOutOfMemory(try model.tree.node(ofPath: path)),
        model.tree.node(node)?.isColor == true
      {
        replacement = try model.name(of: node)
      }
      try convertingOutOfMemory(
        try model.session.imported.deprecate(entry, text.bytes, replacement: replacement.bytes))
    case .boolean:
      guard model.documents.boolean(deprecation) else { return }
      // A color counts as deprecated only if it has a reason or a replacement.
      let text: StaticString = replacement.count > 0 ? "" : "deprecated"
      try convertingOutOfMemory(
        try model.session.imported.deprecate(entry, text.bytes, replacement: replacement.bytes))
    default: try model.reportError(.syntax, "expected a boolean or a string", at: deprecation)
    }
  }

  /// Writes the extensions as strict JSON, without those that have become part of the color. Writes
  /// nothing if none are left.
  private static func appendAnnotation(
    of extensions: JSONNode, _ model: borrowing TokenModel, to text: inout TextWriter
  ) throws(OutOfMemory) {
    var nextKey = model.documents.first(extensions)
    while let key = nextKey {
      nextKey = model.documents.next(key)
      let name = model.documents.string(key)
      // If the import reads a resolver, it ignores the modes in extensions of older tools. They are
      // then not a part of the color, and stay in its annotation.
      let isPartOfColor =
        name.equals("org.dyncolor")
        || !model.readsResolver && (name.equals("mode") || name.equals("org.primer.overrides"))
      if isPartOfColor { continue }
      try text.append(UInt8(ascii: text.count == 0 ? "{" : ","))
      try text.append(json: name.bytes)
      try text.append(":")
      try model.documents.write(model.documents.value(ofKey: key), to: &text)
    }
    if text.count > 0 { try text.append("}") }
  }
}

extension Span<UInt8> {
  /// The path in the first braces of a text; `nil` if there are none, or nothing is in them.
  fileprivate var firstAlias: StoredText? {
    var start = 0
    while let byte = element(at: start), byte != UInt8(ascii: "{") { start &+= 1 }
    var end = start
    while let byte = element(at: end), byte != UInt8(ascii: "}") { end &+= 1 }
    return slice(start, end &+ 1).aliasPath
  }
}
