// A style sheet: its rules, and what they declare.

/// A style sheet that has been read.
struct StyleSheet: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  let text: StoredText
  var texts: Arena
  var rules: CascadeRules
  var layers: StyleLayers
  var properties: StyleProperties
  var problems: StyleProblems
  /// How much has been done, of what there is a limit for.
  var work = 0

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  static func make(_ allocator: Allocator, _ text: StoredText) throws(OutOfMemory) -> StyleSheet {
    var texts = Arena(allocator)
    // An address, which whoever writes the files cannot know.
    let seed = try texts.take(1).address
    return StyleSheet(
      allocator: allocator, text: text, texts: texts, rules: try CascadeRules.make(allocator),
      layers: try StyleLayers(allocator, seed: seed),
      properties: try StyleProperties(allocator, seed: seed), problems: StyleProblems(allocator))
  }

  /// Reads the text, and finds out which rules may hold.
  mutating func read() throws(OutOfMemory) {
    var parser = StyleParser(allocator, text.bytes)
    try parser.read(&self)
    guard !problems.isTooComplex else { return }
    try rules.bind(properties, &work)
    if work >= StyleConditions.greatestWork {
      try problems.giveUp("expected a style sheet that takes less work", at: 0)
    }
    if rules.page.isFull {
      try problems.giveUp("expected fewer attributes, or fewer values of one", at: 0)
    }
  }

  /// The name of the color that a property is: without hyphens at its start, which GTK's do not
  /// have.
  func colorName(of index: Int) -> StoredText {
    let key = properties.name(index).bytes
    return StoredText(key.isCustomProperty ? key.slice(2, key.count) : key)
  }
}

extension Span<UInt8> {
  /// Whether this is the name of a custom property.
  var isCustomProperty: Bool {
    element(at: 0) == UInt8(ascii: "-") && element(at: 1) == UInt8(ascii: "-")
  }
}

extension StoredText {
  /// Where it stands in another text, if it is a part of that.
  func offset(in text: StoredText) -> Int {
    let offset = address &- text.address
    return offset <= UInt64(truncatingIfNeeded: text.count) ? Int(truncatingIfNeeded: offset) : 0
  }
}
