// The contexts that tokens may be in, as what environments have.

/// One of the states of a modifier.
struct TokenContext: BitwiseCopyable {
  let modifier: Int32
  let name: HostText
  fileprivate(set) var next: Int32 = -1
  /// What it stands for, if its modifier is bound to axes that every environment has.
  fileprivate(set) var conditions = Variant.Conditions.any
}

/// What the contexts are to be told apart by.
struct TokenModifier: BitwiseCopyable {
  let name: HostText
  fileprivate(set) var first: Int32 = -1
  fileprivate var last: Int32 = -1
  /// The context that counts if an environment says nothing of the modifier; −1 for none of them.
  var standard: Int32 = -1
  /// Whether the contexts are values of axes that every environment has, and not of one of its own.
  fileprivate(set) var isBound = false
  /// Whether it is made of modes, of which a token has what it has.
  let isLoose: Bool
}

/// The axes that modifiers can be bound to, each with the values that the contexts tell apart, and
/// all the combinations of these: cells.
struct TokenCells: BitwiseCopyable {
  /// In the order of the bytes of conditions.
  static var axisCount: Int { 5 }

  /// A bit for each value.
  private var values = SIMD8<UInt64>()

  /// The value that counts where nothing is said.
  static func standard(_ axis: Int) -> UInt64 {
    switch axis {
    case 0, 2, 3: 1
    case 1: ContrastStep.standard.value
    default: 0
    }
  }

  /// Values by their place: those of contrast are 100 apart.
  private static func bit(_ value: UInt64, _ axis: Int) -> UInt64 {
    1 &<< (axis == 1 ? value / 100 : value & 15)
  }

  private static func value(_ bit: UInt64, _ axis: Int) -> UInt64 {
    axis == 1 ? bit &* 100 &+ 1 : bit
  }

  mutating func insert(_ conditions: Variant.Conditions) {
    for axis in upTo(TokenCells.axisCount) where conditions[axis] != 0 {
      values[axis & 7] |=
        TokenCells.bit(conditions[axis], axis) | TokenCells.bit(TokenCells.standard(axis), axis)
      // Every environment has one of the two.
      if axis == 0 { values[0] |= 0b110 }
    }
  }

  mutating func formUnion(_ other: TokenCells) { values |= other.values }

  func meets(_ other: TokenCells) -> Bool { (values & other.values).wrappedSum() != 0 }

  func has(_ axis: Int) -> Bool { values[axis & 7] != 0 }

  /// Calls `body` with the values of an axis.
  func forEachValue(of axis: Int, _ body: (UInt64) -> Void) {
    var rest = values[axis & 7]
    while rest != 0 {
      body(TokenCells.value(UInt64(truncatingIfNeeded: rest.trailingZeroBitCount), axis))
      rest &= rest &- 1
    }
  }

  var count: Int {
    var count = 1
    for axis in upTo(TokenCells.axisCount) where has(axis) {
      count &*= values[axis & 7].nonzeroBitCount
    }
    return count
  }

  /// The values of a cell, those of standard first; 0 for axes that do not matter.
  func cell(_ index: Int) -> Variant.Conditions {
    var rest = UInt64(truncatingIfNeeded: max(index, 0))
    var cell = Variant.Conditions.any
    for axis in upTo(TokenCells.axisCount) where has(axis) {
      let set = values[axis & 7]
      let size = UInt64(truncatingIfNeeded: max(set.nonzeroBitCount, 1))
      let standard = TokenCells.standard(axis)
      var digit = rest % size
      rest /= size
      var value = standard
      if digit > 0 {
        var others = set & ~TokenCells.bit(standard, axis)
        while digit > 1 {
          others &= others &- 1
          digit &-= 1
        }
        value = TokenCells.value(UInt64(truncatingIfNeeded: others.trailingZeroBitCount), axis)
      }
      cell = cell.adding(value, axis)
    }
    return cell
  }
}

extension Variant.Conditions {
  /// How well these fit a cell, the more the better, or `nil` if they do not. What says most of what
  /// is seldom asked for comes first.
  func fit(_ cell: Variant.Conditions) -> Int? {
    var fit = 0
    for axis in upTo(TokenCells.axisCount) where self[axis] != 0 {
      guard self[axis] == cell[axis] else { return nil }
      fit |= axis == 0 ? 1 : 2 &<< axis
    }
    return fit
  }

  /// The same for a table of variants, with nothing asked for where a cell has the standard.
  var ofVariant: Variant.Conditions {
    var result = Variant.Conditions.any
    for axis in upTo(TokenCells.axisCount) where self[axis] != TokenCells.standard(axis) {
      result = result.adding(self[axis], axis)
    }
    return result
  }
}

/// The modifiers of a resolver, and modes.
struct TokenModifiers: ~Copyable {
  /// How many there may be.
  static var greatestCount: Int { 64 }

  private var modifiers: Buffer<TokenModifier>
  private var contexts: Buffer<TokenContext>
  private var modes: NumberedNames
  private var texts: Arena

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) throws(OutOfMemory) {
    modes = try NumberedNames(allocator, seed: 0)
    modifiers = Buffer(allocator)
    contexts = Buffer(allocator)
    texts = Arena(allocator)
  }

  func modifier(_ index: Int32) -> TokenModifier? { modifiers.element(at: Int(index)) }

  func context(_ index: Int32) -> TokenContext? { contexts.element(at: Int(index)) }

  /// Adds a modifier; `nil` if there are too many.
  mutating func add(_ name: Span<UInt8>, isLoose: Bool = false) throws(OutOfMemory) -> Int32? {
    guard modifiers.count < TokenModifiers.greatestCount else { return nil }
    try modifiers.append(TokenModifier(name: try texts.copy(name), isLoose: isLoose))
    return Int32(truncatingIfNeeded: modifiers.count &- 1)
  }

  mutating func addContext(
    _ name: Span<UInt8>, to modifier: Int32
  ) throws(OutOfMemory) -> Int32 {
    let index = Int32(truncatingIfNeeded: contexts.count)
    try contexts.append(TokenContext(modifier: modifier, name: try texts.copy(name)))
    link(index, modifier)
    return index
  }

  private mutating func link(_ index: Int32, _ modifier: Int32) {
    guard var owner = self.modifier(modifier) else { return }
    if var last = context(owner.last) {
      last.next = index
      contexts.replace(at: Int(owner.last), with: last)
    } else {
      owner.first = index
    }
    owner.last = index
    modifiers.replace(at: Int(modifier), with: owner)
  }

  mutating func setStandard(_ context: Int32, of modifier: Int32) {
    guard var owner = self.modifier(modifier) else { return }
    owner.standard = context
    modifiers.replace(at: Int(modifier), with: owner)
  }

  /// The context for a mode that a token has beside its value. Modes that say what every environment
  /// has make up one modifier, the others another.
  mutating func addMode(_ name: Span<UInt8>) throws(OutOfMemory) -> Int32 {
    let known = modes.number(of: name)
    if known > 0 { return Int32(truncatingIfNeeded: known) &- 1 }
    if modes.count == 0 {
      _ = try add(("mode" as StaticString).bytes, isLoose: true)
      _ = try add(("mode" as StaticString).bytes, isLoose: true)
    }
    try modes.add(name)
    let conditions = Variant.Conditions(contextName: name, of: ("mode" as StaticString).bytes)
    let index = try addContext(name, to: conditions == nil || conditions == .any ? 1 : 0)
    if var context = context(index), let conditions {
      context.conditions = conditions
      contexts.replace(at: Int(index), with: context)
    }
    return index
  }

  // MARK: - Binding

  /// Binds modifiers to axes that every environment has, where all their contexts have names that say
  /// so, and declares axes for the others.
  mutating func bind(_ loading: inout Loading) throws(FileFailure) {
    var taken = TokenCells()
    for index in upTo(modifiers.count) {
      guard var modifier = modifiers.element(at: index) else { continue }
      if modes.count > 0, index == 0 {
        modifier.isBound = true
      } else if modes.count == 0, loading.inventory.axes.number(of: modifier.name.bytes) == 0,
        let cells = bindable(modifier), !cells.meets(taken)
      {
        taken.formUnion(cells)
        modifier.isBound = true
        setConditions(modifier)
      } else {
        try declare(modifier, &loading)
      }
      modifiers.replace(at: index, with: modifier)
    }
  }

  /// Declares the contexts of a modifier, first that which counts where nothing is said.
  private func declare(
    _ modifier: TokenModifier, _ loading: inout Loading
  ) throws(FileFailure) {
    // What our own writer has noted of an axis does not have the context that adds nothing.
    let isKnown = loading.inventory.axes.number(of: modifier.name.bytes) > 0
    try allocating { () throws(OutOfMemory) in
      if let standard = context(modifier.standard), !isKnown {
        try loading.inventory.declareValue(standard.name.bytes, ofAxis: modifier.name.bytes)
      }
      var index = modifier.first
      while let context = context(index) {
        if index != modifier.standard {
          try loading.inventory.declareValue(context.name.bytes, ofAxis: modifier.name.bytes)
        }
        index = context.next
      }
    }
  }

  private mutating func setConditions(_ modifier: TokenModifier) {
    var index = modifier.first
    while var context = context(index) {
      context.conditions =
        Variant.Conditions(contextName: context.name.bytes, of: modifier.name.bytes) ?? .any
      contexts.replace(at: Int(index), with: context)
      index = context.next
    }
  }

  /// The cells of a modifier, if each of its contexts is found in one of them.
  private func bindable(_ modifier: TokenModifier) -> TokenCells? {
    var cells = TokenCells()
    var index = modifier.first
    var number = 0
    while let context = context(index) {
      guard
        let conditions = Variant.Conditions(
          contextName: context.name.bytes, of: modifier.name.bytes)
      else { return nil }
      cells.insert(conditions)
      number &+= 1
      index = context.next
    }
    guard cells.count > 1, number <= 64 else { return nil }
    var found: UInt64 = 0
    for place in upTo(cells.count) {
      let cell = cells.cell(place)
      var best = -1
      var bestFit = -1
      number = 0
      index = modifier.first
      while let context = context(index) {
        let conditions = Variant.Conditions(
          contextName: context.name.bytes, of: modifier.name.bytes)
        if let fit = conditions?.fit(cell), fit > bestFit { (best, bestFit) = (number, fit) }
        number &+= 1
        index = context.next
      }
      if best >= 0 { found |= 1 &<< UInt64(truncatingIfNeeded: best) }
    }
    return found.nonzeroBitCount == number ? cells : nil
  }

  /// The context of a bound modifier that counts in a cell; −1 for none.
  func context(of modifier: Int32, in cell: Variant.Conditions) -> Int32 {
    guard let modifier = self.modifier(modifier) else { return -1 }
    var best = modifier.standard
    var bestFit = -1
    var index = modifier.first
    while let context = context(index) {
      if let fit = context.conditions.fit(cell), fit > bestFit { (best, bestFit) = (index, fit) }
      index = context.next
    }
    return best
  }

  /// The cells that the contexts of a bound modifier tell apart.
  func cells(of modifier: Int32) -> TokenCells {
    var cells = TokenCells()
    var index = self.modifier(modifier)?.first ?? -1
    while let context = context(index) {
      cells.insert(context.conditions)
      index = context.next
    }
    return cells
  }
}

// MARK: - Names of contexts

extension Variant.Conditions {
  /// What the name of a context says, if it is made of words that are known: `dark-hc`,
  /// `lightHighContrast`, `p3`, `default`.
  fileprivate init?(contextName name: Span<UInt8>, of modifier: Span<UInt8>) {
    var conditions = Variant.Conditions.any
    var words = ContextWords(name)
    var isStandard = false
    if let axis = Axis(name: modifier), let index = Variant.Conditions.place(of: axis),
      let value = axis.value(named: name)
    {
      self = Variant.Conditions.any.adding(value, index)
      return
    }
    while let word = words.next() {
      guard let (axis, value) = words.meaning(word, of: modifier) else { return nil }
      if axis < 0 {
        isStandard = true
        continue
      }
      guard conditions[axis] == 0 else { return nil }
      conditions = conditions.adding(value, axis)
    }
    guard isStandard || conditions != .any else { return nil }
    self = conditions
  }

  private static func place(of axis: Axis) -> Int? {
    for index in upTo(TokenCells.axisCount) where Variant.Conditions.axis(index) == axis {
      return index
    }
    return nil
  }
}

/// The words of a name, between hyphens, strokes, spaces, and where a capital follows a small letter.
private struct ContextWords: ~Escapable {
  private let name: Span<UInt8>
  private var place = 0

  @_lifetime(copy name)
  init(_ name: Span<UInt8>) { self.name = name }

  @_lifetime(copy self)
  mutating func next() -> Span<UInt8>? {
    while let byte = name.element(at: place), ContextWords.isSeparator(byte) { place &+= 1 }
    let start = place
    var before: UInt8 = 0
    while let byte = name.element(at: place), !ContextWords.isSeparator(byte) {
      if byte &- UInt8(ascii: "A") < 26, before &- UInt8(ascii: "a") < 26 { break }
      before = byte
      place &+= 1
    }
    return place > start ? name.slice(start, place) : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "."),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Takes a word if it comes next.
  private mutating func take(_ table: StaticString) -> Int? {
    var rest = self
    guard let word = rest.next(), let index = WordTable(table).index(of: word) else { return nil }
    self = rest
    return index
  }

  /// The axis and the value that a word stands for, with the words that belong to it; the axis is −1
  /// for what stands for nothing special.
  mutating func meaning(
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
    let tellsOfContrast = modifier.slice(modifier.count &- 8, modifier.count)
      .equalsIgnoringASCIICase(("contrast" as StaticString).bytes)
    if let value = WordTable("high more increased low less reduced decreased").index(of: word),
      take("contrast") != nil || tellsOfContrast
    {
      return (1, (value < 3 ? ContrastStep.more : .less).value)
    }
    if WordTable("contrast").index(of: word) != nil,
      let value = take("high more increased low less reduced decreased")
    {
      return (1, (value < 3 ? ContrastStep.more : .less).value)
    }
    if WordTable("display").index(of: word) != nil { return take("p3") == nil ? nil : (3, 2) }
    if let value = WordTable("srgb p3 rec2020").index(of: word) {
      return (3, UInt64(truncatingIfNeeded: value &+ 1))
    }
    if let value = Axis.idiom.value(named: word) { return (4, value) }
    if WordTable("default standard any base normal none").index(of: word) != nil {
      _ = take("contrast")
      return (-1, 0)
    }
    return nil
  }
}
