// The file that puts tokens together: Design Tokens Resolver Module 2025.10.

extension Loading {
  /// Reads a resolver and the files that it names. Its modifiers become axes of the environment, so
  /// that the theme answers for all of their contexts.
  mutating func readResolver(_ file: SourceFile) throws(FileFailure) {
    var reader = try tokenReader(isResolved: true)
    guard let root = try reader.documents.root(of: file, &self) else { return }
    try readResolver(root, &reader)
  }

  mutating func readResolver(
    _ root: Located, _ reader: inout TokenReader
  ) throws(FileFailure) {
    reader.isResolved = true
    try reader.gather(resolver: root, &self)
    try reader.finish(&self)
  }
}

extension TokenReader {
  /// Whether a file is a resolver, and no tokens.
  func isResolver(_ root: Located) -> Bool {
    documents.member("resolutionOrder", root).map { documents.kind($0) == .array } ?? false
  }

  fileprivate mutating func gather(
    resolver root: Located, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(root)
    guard let order = documents.member("resolutionOrder", root), documents.kind(order) == .array
    else {
      return try loading.fail(
        .syntax, "expected a resolver with a resolutionOrder", at: place)
    }
    let version = documents.member("version", root)
    if version.map({ documents.string($0).equals("2025.10") }) != true {
      try loading.warn(
        .syntax, "expected version 2025.10", at: version.map { documents.place($0) } ?? place)
    }
    try declareNames(root, &loading)
    var names = try allocating { () throws(OutOfMemory) in
      try NumberedNames(loading.allocator, seed: 0)
    }
    var layer: Int32 = 0
    var rest = documents.first(order)
    while let item = rest {
      rest = documents.next(item)
      try gather(item: item, TokenScope(layer: layer), &names, &loading)
      layer &+= 1
    }
  }

  /// Declares the names that our own writer has noted, so that they keep their numbers.
  private mutating func declareNames(
    _ root: Located, _ loading: inout Loading
  ) throws(FileFailure) {
    guard let extensions = documents.member("$extensions", root),
      let own = documents.member("org.dyncolor", extensions)
    else { return }
    try allocating { () throws(OutOfMemory) in
      if let axes = documents.member("axes", own), documents.kind(axes) == .object {
        var rest = documents.first(axes)
        while let axis = rest {
          rest = documents.next(axis)
          let name = documents.string(axis).bytes
          try loading.inventory.declareAxis(name)
          try forEachString(documents.value(ofKey: axis)) { value throws(OutOfMemory) in
            try loading.inventory.declareValue(value.bytes, ofAxis: name)
          }
        }
      }
      try forEachString(documents.member("palettes", own)) { name throws(OutOfMemory) in
        try loading.inventory.declarePalette(name.bytes)
      }
      try forEachString(documents.member("subtypes", own)) { name throws(OutOfMemory) in
        _ = try loading.inventory.subtype(name.bytes)
      }
      try forEachString(documents.member("locales", own)) { name throws(OutOfMemory) in
        _ = try loading.inventory.locale(name.bytes)
      }
    }
  }

  private func forEachString(
    _ array: Located?, _ body: (HostText) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    guard let array, documents.kind(array) == .array else { return }
    var rest = documents.first(array)
    while let element = rest {
      rest = documents.next(element)
      if documents.kind(element) == .string { try body(documents.string(element)) }
    }
  }

  // MARK: - The order

  /// Takes in a set or a modifier of the order.
  private mutating func gather(
    item: Located, _ scope: TokenScope, _ names: inout NumberedNames, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(item)
    guard documents.kind(item) == .object else {
      return try loading.fail(.syntax, "expected a set, a modifier or a reference", at: place)
    }
    var target = item
    var isSet = true
    var name = LongText()
    if let reference = documents.member("$ref", item) {
      let text = documents.string(reference)
      var parts = ReferenceParts(pointer: TokenReference(text).pointer)
      let kind = parts.next()
      isSet = kind.map { $0.bytes.equals("sets") } ?? false
      let isModifier = kind.map { $0.bytes.equals("modifiers") } ?? false
      guard TokenReference(text).file.count == 0, isSet || isModifier, let own = parts.next(),
        parts.next() == nil
      else {
        return try loading.fail(
          .syntax, "expected a reference to a set or a modifier", text.bytes,
          at: documents.place(reference))
      }
      name = own
      guard let found = try follow(TokenReference(text), from: reference, &loading) else { return }
      target = found
    } else {
      let type = documents.member("type", item).map { documents.string($0) } ?? .empty
      isSet = type.equals("set")
      guard isSet || type.equals("modifier") else {
        return try loading.fail(
          .syntax, "expected a type of set or modifier", type.bytes, at: place)
      }
      if let given = documents.member("name", item) {
        name.append(contentsOf: documents.string(given).bytes)
      }
      guard name.count > 0 else {
        return try loading.fail(.syntax, "expected a name", at: place)
      }
    }
    // A set and a modifier may have the same name.
    var key = LongText()
    key.append(UInt8(ascii: isSet ? "s" : "m"))
    key.append(contentsOf: name.bytes)
    if names.number(of: key.bytes) > 0 {
      try loading.fail(.syntax, "is there twice in the order", name.bytes, at: place)
    } else {
      try allocating { () throws(OutOfMemory) in try names.add(key.bytes) }
    }
    // What stands beside a reference counts instead of what it refers to.
    if isSet {
      guard let sources = documents.member("sources", item) ?? documents.member("sources", target)
      else {
        return try loading.fail(.syntax, "expected sources", name.bytes, at: place)
      }
      var path = SetPath()
      try gather(sources: sources, scope, &path, &loading)
    } else {
      try gather(modifier: target, besides: item, HostText(name.bytes), scope, &loading)
    }
  }

  private mutating func gather(
    modifier: Located, besides item: Located, _ name: HostText, _ scope: TokenScope,
    _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(modifier)
    guard
      let contexts = documents.member("contexts", item)
        ?? documents.member("contexts", modifier), documents.kind(contexts) == .object,
      documents.count(contexts) > 0
    else {
      return try loading.fail(.syntax, "expected contexts", name.bytes, at: place)
    }
    if documents.count(contexts) == 1 {
      try loading.warn(
        .syntax, "expected more than one context", name.bytes, at: documents.place(contexts))
    }
    guard
      let index = try allocating({ () throws(OutOfMemory) in try modifiers.add(name.bytes) })
    else {
      return try loading.fail(.tooComplex, "expected fewer modifiers", name.bytes, at: place)
    }
    var rest = documents.first(contexts)
    while let key = rest {
      rest = documents.next(key)
      try loading.advance((documents.file(of: key)?.path ?? .empty).bytes)
      var scope = scope
      scope.context = try allocating { () throws(OutOfMemory) in
        try modifiers.addContext(documents.string(key).bytes, to: index)
      }
      var path = SetPath()
      try gather(sources: documents.value(ofKey: key), scope, &path, &loading)
    }
    try setStandard(
      documents.member("default", item) ?? documents.member("default", modifier), of: index,
      &loading)
  }

  /// Sets the context that counts where nothing is said: the default, or else the first.
  private mutating func setStandard(
    _ given: Located?, of index: Int32, _ loading: inout Loading
  ) throws(FileFailure) {
    var context = modifiers.modifier(index)?.first ?? -1
    if let given {
      let name = documents.string(given)
      while let found = modifiers.context(context), !found.name.equals(name.bytes) {
        context = found.next
      }
      guard context >= 0 else {
        return try loading.fail(
          .unknownName, "expected one of the contexts", name.bytes, at: documents.place(given))
      }
    }
    modifiers.setStandard(context, of: index)
  }

  // MARK: - Sources

  /// Takes in all sources of a set or a context.
  private mutating func gather(
    sources: Located, _ scope: TokenScope, _ path: inout SetPath, _ loading: inout Loading
  ) throws(FileFailure) {
    guard documents.kind(sources) == .array else {
      return try loading.fail(.syntax, "expected an array of sources", at: documents.place(sources))
    }
    guard path.enter(sources) else {
      return try loading.fail(.cycle, "the set refers to itself", at: documents.place(sources))
    }
    var rest = documents.first(sources)
    while let source = rest {
      rest = documents.next(source)
      try spend(&loading, at: documents.place(source))
      try gather(source: source, scope, &path, &loading)
    }
    path.leave()
  }

  private mutating func gather(
    source: Located, _ scope: TokenScope, _ path: inout SetPath, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(source)
    guard documents.kind(source) == .object else {
      return try loading.fail(.syntax, "expected tokens or a reference to some", at: place)
    }
    guard let reference = documents.member("$ref", source) else {
      return try gather(source, at: 0, scope, depth: 0, &loading)
    }
    let text = documents.string(reference)
    let target = TokenReference(text)
    if target.file.count == 0 {
      var parts = ReferenceParts(pointer: target.pointer)
      let kind = parts.next()
      let isForbidden =
        kind.map {
          $0.bytes.equals("modifiers")
            || $0.bytes.equals("resolutionOrder")
        } ?? true
      if isForbidden {
        return try loading.fail(
          .syntax, "expected a reference to a set or a file", text.bytes,
          at: documents.place(reference))
      }
    }
    guard let found = try follow(target, from: reference, &loading) else { return }
    guard documents.kind(found) == .object else {
      return try loading.fail(
        .syntax, "expected a reference to tokens", text.bytes, at: documents.place(reference))
    }
    // A set has sources where tokens have groups.
    let own = documents.member("sources", source)
    if let sources = own ?? documents.member("sources", found),
      documents.kind(sources) == .array
    {
      return try gather(sources: sources, scope, &path, &loading)
    }
    try gather(found, at: 0, scope, depth: 0, excluding: source, &loading)
    if documents.count(source) > 1 {
      try gather(source, at: 0, scope, depth: 0, isSource: true, &loading)
    }
  }
}

/// The lists of sources that are being taken in, each within the one before.
private struct SetPath {
  private var lists = InlineArray<64, Located>(
    repeating: Located(document: -1, value: JSON.Value(index: 0)))
  private var count = 0

  /// `false` if a list is within itself, or too deep.
  mutating func enter(_ list: Located) -> Bool {
    guard count < 64 else { return false }
    for place in upTo(count) where lists[unchecked: place & 63] == list { return false }
    lists[unchecked: count & 63] = list
    count &+= 1
    return true
  }

  mutating func leave() { count = max(count &- 1, 0) }
}
