// DesignTokens: reading resolvers (Design Tokens Resolver Module 2025.10).

/// Reads the sets and modifiers of a resolver in their resolution order.
///
/// A resolver is a file that combines sources of tokens. A set is a list of sources. A modifier is
/// a choice between contexts, each of which is a list of sources.
struct ResolverReader: ~Copyable {
  /// The names of the sets and modifiers that have been read. The name of a set has the prefix `s`
  /// here, and the name of a modifier `m`, because a set and a modifier may share a name.
  private var names: NumberedNames

  static func read(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    let names = try convertingOutOfMemory(try NumberedNames(model.session.allocator, seed: 0))
    var reader = ResolverReader(names: names)
    try reader.read(root, &model)
  }

  private mutating func read(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    guard let order = model.documents.member("resolutionOrder", root),
      model.documents.kind(order) == .array
    else {
      return try model.reportError(.syntax, "the resolver has no array resolutionOrder", at: root)
    }
    let version = model.documents.member("version", root)
    if version.map({ model.documents.string($0).equals("2025.10") }) != true {
      try model.warn(.syntax, "expected version 2025.10", at: version ?? root)
    }
    try ResolverReader.declareNames(root, &model)
    var orderIndex: Int32 = 0
    var nextItem = model.documents.first(order)
    while let item = nextItem {
      nextItem = model.documents.next(item)
      try read(item: item, TokenOrigin(orderIndex: orderIndex), &model)
      orderIndex &+= 1
    }
  }

  /// Declares the names that `TokenWriter` has listed in a resolver or in a file of tokens, so that
  /// they get the numbers that they had in the theme that was written.
  static func declareNames(_ root: JSONNode, _ model: inout TokenModel) throws(FileFailure) {
    guard let lists = model.documents.dyncolorExtension(of: root) else { return }
    if let axes = model.documents.member("axes", lists), model.documents.kind(axes) == .object {
      var nextKey = model.documents.first(axes)
      while let key = nextKey {
        nextKey = model.documents.next(key)
        let name = model.documents.string(key).bytes
        try model.session.declare(name, .axis)
        let axisNumber = model.session.imported.vocabulary.number(name, .axis)
        let values = model.documents.value(ofKey: key)
        if axisNumber > 0 { try declareNames(values, .value(axisIndex: axisNumber &- 1), &model) }
      }
    }
    try declareNames(model.documents.member("palettes", lists), .palette, &model)
    try declareNames(model.documents.member("subtypes", lists), .subtype, &model)
    try declareNames(model.documents.member("locales", lists), .locale, &model)
  }

  /// Declares the names in an array. Skips anything else.
  private static func declareNames(
    _ array: JSONNode?, _ kind: Vocabulary.Kind, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard let array, model.documents.kind(array) == .array else { return }
    var nextElement = model.documents.first(array)
    while let element = nextElement {
      nextElement = model.documents.next(element)
      guard model.documents.kind(element) == .string else { continue }
      try model.session.declare(model.documents.string(element).bytes, kind)
    }
  }

  // MARK: - Resolution order

  /// An item of the resolution order: a set or a modifier.
  private struct OrderItem {
    let isSet: Bool
    let name: StoredText
    /// The item itself, or the target of its reference.
    let target: JSONNode
  }

  /// Reads a set or a modifier of the resolution order.
  private mutating func read(
    item: JSONNode, _ origin: TokenOrigin, _ model: inout TokenModel
  ) throws(FileFailure) {
    guard let parsed = try parseItem(item, &model) else { return }
    // The members of an item override the members of the target of its reference.
    if parsed.isSet {
      guard
        let sources = model.documents.member("sources", item)
          ?? model.documents.member("sources", parsed.target)
      else {
        return try model.reportError(.syntax, "the set has no sources", parsed.name.bytes, at: item)
      }
      var openSources = OpenSources()
      try read(sources: sources, origin, &openSources, &model)
    } else {
      try read(modifier: parsed.target, named: parsed.name, overriddenBy: item, origin, &model)
    }
  }

  /// Parses an item of the resolution order. If it is neither a set nor a modifier, reports an
  /// error and returns `nil`. Of an item with a repeated name, reports an error, but returns it.
  // Not inlined, so that the buffer of the name is not on the stack while sources are read.
  @inline(never)
  private mutating func parseItem(
    _ item: JSONNode, _ model: inout TokenModel
  ) throws(FileFailure) -> OrderItem? {
    guard model.documents.kind(item) == .object else {
      try model.reportError(.syntax, "expected a set, a modifier or a reference", at: item)
      return nil
    }
    var target = item
    var isSet = true
    var name = LongText()
    if let reference = model.documents.member("$ref", item) {
      let text = model.documents.string(reference)
      var segments = ReferenceSegments(pointer: TokenReference(text).pointer)
      let section = segments.next()
      isSet = section.map { $0.bytes.equals("sets") } ?? false
      let isModifier = section.map { $0.bytes.equals("modifiers") } ?? false
      guard TokenReference(text).file.count == 0, isSet || isModifier,
        let nameSegment = segments.next(), segments.next() == nil
      else {
        try model.reportError(
          .syntax, "expected a reference to a set or a modifier", text.bytes, at: reference)
        return nil
      }
      name = nameSegment
      guard
        let found = try model.documents.follow(
          TokenReference(text), from: reference, &model.session)
      else { return nil }
      target = found
    } else {
      let type = model.documents.member("type", item).map { model.documents.string($0) } ?? .empty
      isSet = type.equals("set")
      guard isSet || type.equals("modifier") else {
        try model.reportError(
          .syntax, "unknown type, expected set or modifier", type.bytes, at: item)
        return nil
      }
      if let nameMember = model.documents.member("name", item) {
        name.append(contentsOf: model.documents.string(nameMember).bytes)
      }
      guard name.count > 0 else {
        try model.reportError(.syntax, CommonMessage.expectedName, at: item)
        return nil
      }
    }
    var key = LongText()
    key.append(UInt8(ascii: isSet ? "s" : "m"))
    key.append(contentsOf: name.bytes)
    if names.number(of: key.bytes) > 0 {
      try model.reportError(
        .syntax, "the name is repeated in resolutionOrder; list each name once", name.bytes,
        at: item)
    } else {
      try convertingOutOfMemory(try names.add(key.bytes))
    }
    let copy = try convertingOutOfMemory(try model.session.imported.copy(name.bytes))
    return OrderItem(isSet: isSet, name: copy, target: target)
  }

  /// Reads the contexts of a modifier. The members of `item` override the members of `modifier`.
  private func read(
    modifier: JSONNode, named name: StoredText, overriddenBy item: JSONNode, _ origin: TokenOrigin,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard
      let contexts = model.documents.member("contexts", item)
        ?? model.documents.member("contexts", modifier), model.documents.kind(contexts) == .object,
      model.documents.count(contexts) > 0
    else {
      return try model.reportError(
        .syntax, "the modifier has no contexts", name.bytes, at: modifier)
    }
    if model.documents.count(contexts) == 1 {
      try model.warn(
        .syntax, "the modifier has only one context; it does nothing", name.bytes, at: contexts)
    }
    guard
      let modifierIndex = try convertingOutOfMemory(try model.modifiers.add(name.bytes))
    else {
      return try model.reportError(
        .tooComplex, "too many modifiers; at most 64 are read", name.bytes, at: modifier)
    }
    var nextKey = model.documents.first(contexts)
    while let key = nextKey {
      nextKey = model.documents.next(key)
      try model.session.reportProgress(model.documents.path(of: key).bytes)
      var contextOrigin = origin
      contextOrigin.context = try convertingOutOfMemory(
        try model.modifiers.addContext(
          model.documents.string(key).bytes, to: modifierIndex, at: model.location(key)))
      var openSources = OpenSources()
      try read(sources: model.documents.value(ofKey: key), contextOrigin, &openSources, &model)
    }
    try setDefaultContext(
      model.documents.member("default", item) ?? model.documents.member("default", modifier),
      of: modifierIndex, &model)
  }

  /// Sets the default context of a modifier: the one that the resolver names, otherwise the first.
  private func setDefaultContext(
    _ defaultName: JSONNode?, of index: Int32, _ model: inout TokenModel
  ) throws(FileFailure) {
    var context = model.modifiers.modifier(index)?.firstContext ?? -1
    if let defaultName {
      let name = model.documents.string(defaultName)
      while let found = model.modifiers.context(context), !found.name.equals(name.bytes) {
        context = found.next
      }
      guard context >= 0 else {
        return try model.reportError(
          .unknownName, "the default is not a context of this modifier", name.bytes, at: defaultName
        )
      }
    }
    model.modifiers.setDefaultContext(context, of: index)
  }

  // MARK: - Sources

  /// Reads all sources of a set or a context.
  private func read(
    sources: JSONNode, _ origin: TokenOrigin, _ openSources: inout OpenSources,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    guard model.documents.kind(sources) == .array else {
      return try model.reportError(.syntax, "expected an array of sources", at: sources)
    }
    guard openSources.enter(sources) else {
      return try model.reportError(
        .cycle, "the set refers to itself, or is nested too deeply", at: sources)
    }
    var nextSource = model.documents.first(sources)
    while let source = nextSource {
      nextSource = model.documents.next(source)
      try model.countWork(at: source)
      if let sourcesOfSet = try read(source: source, origin, &model) {
        try read(sources: sourcesOfSet, origin, &openSources, &model)
      }
    }
    openSources.leave()
  }

  /// Reads a source. If the source is a set, only returns the array of the set's sources; otherwise
  /// returns `nil`.
  // Not inlined, so that nested sets take little stack.
  @inline(never)
  private func read(
    source: JSONNode, _ origin: TokenOrigin, _ model: inout TokenModel
  ) throws(FileFailure) -> JSONNode? {
    guard model.documents.kind(source) == .object else {
      try model.reportError(
        .syntax, "expected an object of tokens or a reference to one", at: source)
      return nil
    }
    guard let reference = model.documents.member("$ref", source) else {
      try TokenMerger.merge(source, into: TokenTree.root, origin, depth: 0, &model)
      return nil
    }
    let text = model.documents.string(reference)
    let parsedReference = TokenReference(text)
    if parsedReference.file.count == 0 {
      var segments = ReferenceSegments(pointer: parsedReference.pointer)
      let section = segments.next()
      // Without a section, the reference leads to the resolver itself.
      let isForbidden =
        section.map { $0.bytes.equals("modifiers") || $0.bytes.equals("resolutionOrder") } ?? true
      if isForbidden {
        try model.reportError(
          .syntax, "expected a reference to a set or a file", text.bytes, at: reference)
        return nil
      }
    }
    let target = try model.documents.follow(parsedReference, from: reference, &model.session)
    guard let target else { return nil }
    guard model.documents.kind(target) == .object else {
      try model.reportError(.syntax, "expected a reference to tokens", text.bytes, at: reference)
      return nil
    }
    // An object with an array named `sources` is a set. Any other object contains tokens.
    let overridingSources = model.documents.member("sources", source)
    if let sources = overridingSources ?? model.documents.member("sources", target),
      model.documents.kind(sources) == .array
    {
      return sources
    }
    // Merges the target, without the tokens that are also beside the reference; then the tokens
    // beside the reference.
    try TokenMerger.merge(
      target, into: TokenTree.root, origin, depth: 0, overriddenBy: source, &model)
    if model.documents.count(source) > 1 {
      try TokenMerger.merge(
        source, into: TokenTree.root, origin, depth: 0, skipsReference: true, &model)
    }
    return nil
  }
}

/// The arrays of sources that are being read, at most 64. Each belongs to a set that the array
/// before it refers to. Detects cycles.
private struct OpenSources {
  private var arrays = InlineArray<64, JSONNode>(
    repeating: JSONNode(document: -1, value: JSON.Value(index: 0)))
  private var count = 0

  /// Adds an array. Returns false if it is being read already, or if there are too many.
  mutating func enter(_ array: JSONNode) -> Bool {
    guard count < 64 else { return false }
    for index in upTo(count) where arrays[unchecked: index & 63] == array { return false }
    arrays[unchecked: count & 63] = array
    count &+= 1
    return true
  }

  /// Removes the array that was added last.
  mutating func leave() { count = max(count &- 1, 0) }
}
