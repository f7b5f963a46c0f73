// DesignTokens: recognizing built-in axes by the names of contexts.

extension Variant.Conditions {
  /// The conditions that the name of a context describes: `dark-hc`, `lightHighContrast`, `p3`,
  /// `default`. A context is one alternative of a modifier. `nil` if the name has unknown words, or
  /// several values of one axis.
  init?(contextName name: Span<UInt8>, of modifier: Span<UInt8>) {
    // If the modifier has the name of a built-in axis, and the context that of a value of the axis,
    // no words need to be recognized.
    if let axis = Axis.keywordAxis(named: modifier),
      let index = Variant.Conditions.index(of: axis),
      let value = axis.value(named: name)
    {
      self = Variant.Conditions.any.adding(value, forAxis: index)
      return
    }
    var conditions = Variant.Conditions.any
    // A word may have digits, as `p3` has.
    var words = NameWords(name, splitsNumbers: false)
    var meansDefault = false
    while let word = words.next() {
      switch words.parseMeaning(of: word, inModifier: modifier) {
      case nil: return nil
      case .some(.anyValue): meansDefault = true
      case .some(.condition(let axisIndex, let value)):
        guard conditions[axisIndex] == 0 else { return nil }
        conditions = conditions.adding(value, forAxis: axisIndex)
      }
    }
    guard meansDefault || conditions != .any else { return nil }
    self = conditions
  }

  /// The index of an axis in the conditions; `nil` if modifiers cannot be bound to the axis.
  private static func index(of axis: Axis) -> Int? {
    for index in upTo(DistinguishedValues.axisCount) where Variant.Conditions.axis(index) == axis {
      return index
    }
    return nil
  }
}

/// What a word in the name of a context means.
private enum WordMeaning {
  /// A word such as `default`, which is not a condition.
  case anyValue
  /// A value of an axis. The index is that of `Variant.Conditions`.
  case condition(axisIndex: Int, value: UInt64)
}

extension NameWords {
  /// Consumes the next word if it is in a table. Returns its index there, otherwise `nil`.
  private mutating func consume(anyOf table: StaticString) -> Int? {
    var rest = self
    guard let word = rest.next(), let index = WordTable(table).index(of: word) else { return nil }
    self = rest
    return index
  }

  /// The meaning of a word that has been consumed; `nil` if the word is unknown. If the meaning
  /// needs the next word, as in `high contrast`, consumes that word, too. `contrast` may be left
  /// out if the name of the modifier ends with it.
  fileprivate mutating func parseMeaning(
    of word: Span<UInt8>, inModifier modifier: Span<UInt8>
  ) -> WordMeaning? {
    typealias Conditions = Variant.Conditions
    func contrast(_ contrast: NamedContrast) -> WordMeaning {
      .condition(axisIndex: Conditions.contrastIndex, value: contrast.value)
    }
    if let index = WordTable("light dark").index(of: word) {
      return .condition(
        axisIndex: Conditions.schemeIndex, value: UInt64(truncatingIfNeeded: index &+ 1))
    }
    // `hc` stands for high contrast, `ax` for accessibility, and `lc` for low contrast.
    if WordTable("hc ax highcontrast morecontrast").index(of: word) != nil {
      return contrast(.more)
    }
    if WordTable("lc lowcontrast lesscontrast").index(of: word) != nil { return contrast(.less) }
    // The first `moreCount` words stand for more contrast, the others for less.
    let amounts: StaticString = "high more increased low less reduced decreased"
    let moreCount = 3
    if let index = WordTable(amounts).index(of: word),
      consume(anyOf: "contrast") != nil || modifier.endsIgnoringASCIICase(with: "contrast")
    {
      return contrast(index < moreCount ? .more : .less)
    }
    if WordTable("contrast").index(of: word) != nil, let index = consume(anyOf: amounts) {
      return contrast(index < moreCount ? .more : .less)
    }
    // `display` is only known before `p3`, whose index is 1 in the table of gamuts below.
    let isDisplay = WordTable("display").index(of: word) != nil
    if isDisplay, consume(anyOf: "p3") == nil { return nil }
    if let index = isDisplay ? 1 : WordTable("srgb p3 rec2020").index(of: word) {
      return .condition(
        axisIndex: Conditions.gamutIndex, value: UInt64(truncatingIfNeeded: index &+ 1))
    }
    if let value = Axis.idiom.value(named: word) {
      return .condition(axisIndex: Conditions.idiomIndex, value: value)
    }
    if WordTable("default standard any base normal none").index(of: word) != nil {
      _ = consume(anyOf: "contrast")
      return .anyValue
    }
    return nil
  }
}
