// DesignTokens: recognizing built-in axes by the names of contexts.

extension Variant.Conditions {
  /// The conditions that the name of a context describes, if it consists of known words: `dark-hc`,
  /// `lightHighContrast`, `p3`, `default`.
  init?(contextName name: Span<UInt8>, of modifier: Span<UInt8>) {
    var conditions = Variant.Conditions.any
    var words = NameWords(name, splitsNumbers: false)
    var meansDefault = false
    if let axis = Axis(withKeywords: modifier), let index = Variant.Conditions.index(of: axis),
      let value = axis.value(named: name)
    {
      self = Variant.Conditions.any.adding(value, forAxis: index)
      return
    }
    while let word = words.next() {
      guard let (axis, value) = words.parseMeaning(word, of: modifier) else { return nil }
      if axis < 0 {
        meansDefault = true
        continue
      }
      guard conditions[axis] == 0 else { return nil }
      conditions = conditions.adding(value, forAxis: axis)
    }
    guard meansDefault || conditions != .any else { return nil }
    self = conditions
  }

  private static func index(of axis: Axis) -> Int? {
    for index in upTo(TokenCells.axisCount) where Variant.Conditions.axis(index) == axis {
      return index
    }
    return nil
  }
}

extension NameWords {
  /// Consumes the next word if it is in a table. Returns its index.
  private mutating func consume(anyOf table: StaticString) -> Int? {
    var rest = self
    guard let word = rest.next(), let index = WordTable(table).index(of: word) else { return nil }
    self = rest
    return index
  }

  /// The axis and the value that a word means, possibly together with the next word. The axis is an
  /// index of `Variant.Conditions`; −1 if the word means the default.
  fileprivate mutating func parseMeaning(
    _ word: Span<UInt8>, of modifier: Span<UInt8>
  ) -> (axis: Int, value: UInt64)? {
    if let value = WordTable("light dark").index(of: word) {
      return (0, UInt64(truncatingIfNeeded: value &+ 1))
    }
    if WordTable("hc ax highcontrast morecontrast").index(of: word) != nil {
      return (1, ContrastStep.more.value)
    }
    if WordTable("lc lowcontrast lesscontrast").index(of: word) != nil {
      return (1, ContrastStep.less.value)
    }
    let isContrastModifier = modifier.slice(modifier.count &- 8, modifier.count)
      .equalsIgnoringASCIICase(("contrast" as StaticString).bytes)
    if let value = WordTable("high more increased low less reduced decreased").index(of: word),
      consume(anyOf: "contrast") != nil || isContrastModifier
    {
      return (1, (value < 3 ? ContrastStep.more : .less).value)
    }
    if WordTable("contrast").index(of: word) != nil,
      let value = consume(anyOf: "high more increased low less reduced decreased")
    {
      return (1, (value < 3 ? ContrastStep.more : .less).value)
    }
    if WordTable("display").index(of: word) != nil {
      return consume(anyOf: "p3") == nil ? nil : (3, 2)
    }
    if let value = WordTable("srgb p3 rec2020").index(of: word) {
      return (3, UInt64(truncatingIfNeeded: value &+ 1))
    }
    if let value = Axis.idiom.value(named: word) { return (4, value) }
    if WordTable("default standard any base normal none").index(of: word) != nil {
      _ = consume(anyOf: "contrast")
      return (-1, 0)
    }
    return nil
  }
}
