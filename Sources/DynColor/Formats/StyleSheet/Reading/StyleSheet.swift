// StyleSheet: a parsed style sheet.

/// A style sheet: its rules, layers, properties and problems.
struct StyleSheet: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  let text: StoredText
  var texts: Arena
  var rules: CascadeRules
  var layers: StyleLayers
  var properties: StyleProperties
  var problems: StyleProblems
  /// The amount of work done so far, which is limited.
  var work = 0

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  static func make(_ allocator: Allocator, _ text: StoredText) throws(OutOfMemory) -> StyleSheet {
    var texts = Arena(allocator)
    // An address, which the author of a file cannot predict.
    let seed = try texts.allocate(1).address
    return StyleSheet(
      allocator: allocator, text: text, texts: texts, rules: try CascadeRules.make(allocator),
      layers: try StyleLayers(allocator, seed: seed),
      properties: try StyleProperties(allocator, seed: seed), problems: StyleProblems(allocator))
  }

  /// Parses the text and determines which rules can apply.
  mutating func read() throws(OutOfMemory) {
    var parser = StyleParser(allocator, text.bytes)
    try parser.read(&self)
    guard !problems.isTooComplex else { return }
    try rules.bind(properties, &work)
    if work >= StyleConditions.greatestWork {
      try problems.abort("expected a simpler style sheet", at: 0)
    }
    if rules.page.isFull {
      try problems.abort("expected fewer attributes, or fewer values of one", at: 0)
    }
  }

  /// The name of the color of a property: without the leading hyphens of custom properties.
  func colorName(of index: Int) -> StoredText {
    let key = properties.name(index).bytes
    return StoredText(key.isCustomProperty ? key.slice(2, key.count) : key)
  }
}

extension Span<UInt8> {
  var isCustomProperty: Bool {
    element(at: 0) == UInt8(ascii: "-") && element(at: 1) == UInt8(ascii: "-")
  }
}

extension StoredText {
  /// The offset of this text within another one that contains it.
  func offset(in text: StoredText) -> Int {
    let offset = address &- text.address
    return offset <= UInt64(truncatingIfNeeded: text.count) ? Int(truncatingIfNeeded: offset) : 0
  }
}
