// Design tokens on their way out: the DTCG's Format and Resolver Modules 2025.10.

extension Writing {
  /// Writes a resolver and the files of tokens that it puts together; or, where there is to be one
  /// file, a resolver that has the tokens in itself.
  mutating func writeTokens() throws(FileFailure) {
    var plan = try planTokens()
    if !options.isOneFile {
      for index in upTo(TokenLayer.count) {
        let layer = TokenLayer(index)
        guard index == 0 || plan.layers.contains(layer) else { continue }
        try appendTokens(.layer(layer), depth: 0, &plan)
        try allocating { () throws(OutOfMemory) in try text.append("\n") }
        var path = LongText()
        path.append("tokens/")
        path.append(contentsOf: layer.fileName.bytes)
        path.append(".tokens.json")
        try finish(path.bytes)
      }
      for index in upTo(plan.axisLayers.count) {
        guard let layer = plan.axisLayers.element(at: index), layer.isUsed else { continue }
        try appendTokens(.axis(layer), depth: 0, &plan)
        try allocating { () throws(OutOfMemory) in try text.append("\n") }
        var path = LongText()
        path.append("tokens/")
        path.append(contentsOf: layer.fileName.bytes)
        path.append(".tokens.json")
        try finish(path.bytes)
      }
    }
    try appendResolver(&plan)
    guard !options.isOneFile else { return try finish(Span()) }
    var path = ShortText()
    path.append(fileName: tokensTitle)
    path.append(".resolver.json")
    try finish(path.bytes)
  }

  /// What the collection is called.
  var tokensTitle: HostText {
    options.name.count > 0 ? options.name : HostText(("theme" as StaticString).bytes)
  }

  // MARK: - Tokens

  /// Writes the tokens of a layer as an object that begins at a depth of nesting.
  mutating func appendTokens(
    _ context: TokenSite, depth base: Int, _ plan: inout TokenPlan
  ) throws(FileFailure) {
    plan.mark &+= 1
    for index in upTo(inventory.count) where try hasToken(index, context, plan) {
      plan.groups.mark(index, plan.mark)
    }
    try allocating { () throws(OutOfMemory) in try text.append("{") }
    var place = plan.groups.node(0)?.firstChild ?? 0
    var group = 0
    var depth = base &+ 1
    var isFirst = true
    while true {
      guard place > 0, let node = plan.groups.node(place) else {
        // The end of a group.
        depth &-= 1
        try allocating { () throws(OutOfMemory) in
          if !isFirst { try text.newline(depth) }
          try text.append("}")
        }
        guard group > 0, let ended = plan.groups.node(group) else { return }
        (place, group, isFirst) = (ended.next, ended.parent, false)
        continue
      }
      guard node.mark == plan.mark else {
        place = node.next
        continue
      }
      let hasToken = try hasToken(node.color, context, plan)
      try allocating { () throws(OutOfMemory) in
        if !isFirst { try text.append(",") }
        try text.newline(depth)
        try text.append(json: node.name.bytes)
        try text.append(": ")
      }
      isFirst = false
      guard node.isGroup else {
        try appendToken(
          node.color, context, isExact: node.isExact, needsType: group == 0, depth: depth, plan)
        place = node.next
        continue
      }
      try allocating { () throws(OutOfMemory) in
        try text.append("{")
        guard group == 0 else { return }
        try text.newline(depth &+ 1)
        try text.append("\"$type\": \"color\"")
        isFirst = false
      }
      isFirst = group > 0
      depth &+= 1
      if hasToken {
        try allocating { () throws(OutOfMemory) in
          if !isFirst { try text.append(",") }
          try text.newline(depth)
          try text.append("\"$root\": ")
        }
        isFirst = false
        try appendToken(
          node.color, context, isExact: node.isExact, needsType: false, depth: depth, plan)
      }
      (group, place) = (place, node.firstChild)
    }
  }

  /// Whether a color has a token in a layer.
  private mutating func hasToken(
    _ index: Int, _ context: TokenSite, _ plan: borrowing TokenPlan
  ) throws(FileFailure) -> Bool {
    switch context {
    case .layer(let layer): return plan.places.element(at: index)?.contains(layer) ?? false
    case .axis(let layer):
      guard index >= 0 else { return false }
      let token = try token(index, layer.environment)
      let base = try self.token(index, TokenLayer(0).environment)
      return token != .nothing && token != base
    }
  }

  /// Writes the token of a color.
  @inline(never)
  private mutating func appendToken(
    _ index: Int, _ context: TokenSite, isExact: Bool, needsType: Bool, depth: Int,
    _ plan: borrowing TokenPlan
  ) throws(FileFailure) {
    let environment =
      switch context {
      case .layer(let layer): layer.environment
      case .axis(let layer): layer.environment
      }
    let value = try token(index, environment)
    guard let entry = inventory.entry(index) else { return }
    try allocating { () throws(OutOfMemory) in
      try text.append("{")
      if needsType {
        try text.newline(depth &+ 1)
        try text.append("\"$type\": \"color\",")
      }
      try text.newline(depth &+ 1)
      try text.append("\"$value\": ")
      switch value {
      case .alias(let target):
        var path = TextWriter(allocator)
        try path.append("{")
        try plan.groups.append(pathOf: target, to: &path)
        try path.append("}")
        try text.append(json: path.bytes)
      default: try text.append(token: value.color)
      }
      if entry.description.count > 0 {
        try text.append(",")
        try text.newline(depth &+ 1)
        try text.append("\"$description\": ")
        try text.append(json: entry.description.bytes)
      }
      if entry.isDeprecated {
        try text.append(",")
        try text.newline(depth &+ 1)
        try text.append("\"$deprecated\": ")
        if entry.deprecation.count > 0 {
          try text.append(json: entry.deprecation.bytes)
        } else {
          try text.append("true")
        }
      }
      try appendExtensions(
        of: entry, value, needsCSS: plan.needsCSS.element(at: index) ?? true, isExact: isExact,
        depth: depth &+ 1)
      try text.newline(depth)
      try text.append("}")
    }
  }

  /// Writes what the token does not say of its color, and what others had said of it.
  private mutating func appendExtensions(
    of entry: Inventory.Entry, _ value: WrittenToken, needsCSS: Bool, isExact: Bool, depth: Int
  ) throws(OutOfMemory) {
    var css = TextWriter(allocator)
    var plain = TextWriter(allocator)
    switch value {
    case .color(let color) where !needsCSS:
      if color != color.asToken { try css.append(color, .exact) }
    default: if needsCSS, entry.expression.count > 0 { try css.append(entry.expression, inventory) }
    }
    switch value {
    case .alias(let target):
      try plain.append("var(--")
      try plain.append(nameEnd: (inventory.entry(target)?.name ?? .empty).bytes)
      try plain.append(")")
    default: try plain.append(value.color, .exact)
    }
    var isFirst = true
    func begin(_ key: StaticString, _ text: inout TextWriter) throws(OutOfMemory) {
      if isFirst {
        try text.append(",")
        try text.newline(depth)
        try text.append("\"$extensions\": {")
        try text.newline(depth &+ 1)
        try text.append("\"org.dyncolor\": {")
      } else {
        try text.append(", ")
      }
      isFirst = false
      try text.append("\"")
      try text.append(key)
      try text.append("\": ")
    }
    if css.count > 0 {
      try begin("css", &text)
      try text.append(json: css.bytes)
      try begin("of", &text)
      try text.append(json: plain.bytes)
    }
    if !isExact {
      try begin("name", &text)
      try text.append(json: entry.name.bytes)
    }
    if entry.replacement.count > 0 {
      try begin("replacement", &text)
      try text.append(json: entry.replacement.bytes)
    }
    if !isFirst { try text.append("}") }
    try appendAnnotation(entry.annotation, isFirst: isFirst, depth: depth)
  }

  /// Writes what others had said of a color, and the end of all that is said so.
  private mutating func appendAnnotation(
    _ annotation: HostText, isFirst: Bool, depth: Int
  ) throws(OutOfMemory) {
    var isFirst = isFirst
    if annotation.count > 0, let json = try annotation.asJSON(allocator),
      json.kind(json.root) == .object
    {
      var rest = json.first(json.root)
      while let key = rest {
        rest = json.next(key)
        guard !json.string(key).equals(("org.dyncolor" as StaticString).bytes) else { continue }
        try text.append(",")
        if isFirst {
          try text.newline(depth)
          try text.append("\"$extensions\": {")
        }
        isFirst = false
        try text.newline(depth &+ 1)
        try text.append(json: json.string(key).bytes)
        try text.append(": ")
        let value = json.value(ofKey: key)
        let source = annotation.bytes.slice(json.offset(value), json.end(value))
        try text.append(contentsOf: source)
      }
    }
    guard !isFirst else { return }
    try text.newline(depth)
    try text.append("}")
  }
}

extension HostText {
  /// The text as JSON; `nil` if it is none.
  fileprivate func asJSON(_ allocator: Allocator) throws(OutOfMemory) -> JSON? {
    do throws(JSONFailure) {
      return try JSON.parse(self, allocator)
    } catch {
      if case .outOfMemory = error { throw OutOfMemory() }
      return nil
    }
  }
}

extension FixedText {
  /// Adds the beginning of a name, with a hyphen for what might mean something in a path.
  mutating func append(fileName name: HostText) {
    let bytes = name.bytes
    var index = 0
    while index < 80, let byte = bytes.element(at: index) {
      let length = bytes.utf8Scalar(at: index).length
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
        append(contentsOf: bytes.slice(index, index &+ length))
      default: append(UInt8(ascii: "-"))
      }
      index &+= length
    }
  }
}

extension TextWriter {
  @inline(never)
  mutating func newline(_ depth: Int) throws(OutOfMemory) {
    try append("\n")
    for _ in upTo(depth) { try append("  ") }
  }
}
