// StyleSheet: the attributes and classes that selectors test, as environments.

/// The attributes and classes of the root element and the body that a style sheet tests.
///
/// The meaning of a value of an attribute:
/// - A value such as `dark`, of which `DescribedState` knows all words, describes an environment.
/// - Any other value of `data-palette` is a palette.
/// - Any other value is a value of a custom axis, which is named after the attribute.
///
/// In an environment with a value on the attribute's custom axis, the attribute has that value.
/// In any other environment, it has the value whose words describe that environment best.
struct StyleAttributes: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// How an attribute is compared with a text, or what kind of class is tested.
  enum Relation: UInt8 {
    // In CSS: no operator, `=`, `~=`, `|=`, `^=`, `$=` and `*=`.
    case present, equals, includes, beginsWithWord, begins, ends, contains
    // A class whose words are all known, a class such as `theme-ocean`, and any other class.
    case knownClass, themeClass, unknownClass
  }

  /// A test of an attribute or a class.
  struct Test: BitwiseCopyable {
    let relation: Relation
    let ignoresCase: Bool
    /// The number of the attribute, from 1; 0 for a class.
    let attribute: Int
    /// What the attribute is compared with; for a class that names a theme, the name.
    let text: StoredText
    /// The environment that the text or the class describes, if all its words are known; otherwise
    /// `nil`. Of the tests of attributes, only those for `equals` have one.
    let describedState: DescribedState?
    /// The number in `StyleState` of the custom axis that a class such as `theme-ocean` is about;
    /// 0 for none.
    var axis = 0
    /// The number of the value on that axis, here `ocean`; 0 for the default.
    var value: UInt8 = 0
    /// True after `bind` has been called for the test.
    var isBound = false
  }

  /// A value of an attribute.
  private struct Value: BitwiseCopyable {
    let text: StoredText
    /// The environment that the value describes; `nil` for a value on the custom axis.
    let describedState: DescribedState?
    /// The number of the value on the custom axis; 0 for none.
    let number: UInt8
    /// The previous value of the same attribute; −1 for none.
    let previous: Int
  }

  private struct Attribute: BitwiseCopyable {
    /// The index of the attribute's last value; −1 for none.
    var lastValue = -1
    var valueCount = 0
    /// The number in `StyleState` of the attribute's custom axis; 0 for none.
    var axis = 0
    /// The axes that the attribute depends on, one bit each.
    var mask: UInt32 = 0
    /// True if the attribute is present in all environments: its values describe environments, and
    /// it is not a boolean attribute such as `data-dark`.
    var isAlwaysPresent = false
  }

  private var texts: Arena
  private var tests: Buffer<Test>
  /// The index of the test for all classes that no element has; −1 if there is none yet.
  private var unknownClassTest = -1
  /// The names of the attributes.
  private var names: NumberedNames
  private var attributes: Buffer<Attribute>
  private var values: Buffer<Value>
  /// The names of the custom axes.
  private var axes: NumberedNames
  /// The values of custom axes. Each begins with a byte that has the number of the axis.
  private var axisValues: NumberedNames
  /// For each of `axisValues`, its number on its axis.
  private var valueNumbers: Buffer<UInt8>
  /// The number of values of each custom axis, without the default. The index is the number of the
  /// axis in `StyleState`.
  private var valueCounts = InlineArray<32, UInt8>(repeating: 0)
  /// True if there were too many axes, or too many values of an axis or an attribute.
  private(set) var isFull = false

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> StyleAttributes {
    var texts = Arena(allocator)
    // The author of a file cannot predict this address, and so cannot choose names that collide.
    let seed = try texts.allocate(1).address
    return StyleAttributes(
      texts: texts, tests: Buffer(allocator), names: try NumberedNames(allocator, seed: seed),
      attributes: Buffer(allocator), values: Buffer(allocator),
      axes: try NumberedNames(allocator, seed: seed),
      axisValues: try NumberedNames(allocator, seed: seed), valueNumbers: Buffer(allocator))
  }

  // MARK: - Adding tests

  /// Adds a test of an attribute. Returns the index of the test.
  mutating func addTest(
    _ attribute: Span<UInt8>, _ relation: Relation, _ text: Span<UInt8>, ignoresCase: Bool
  ) throws(OutOfMemory) -> Int {
    if names.number(of: attribute) == 0 {
      try attributes.reserve(1)
      try names.add(attribute)
      try attributes.append(Attribute())
    }
    let describedState =
      relation == .equals ? StyleAttributes.describedState(text, of: attribute) : nil
    return try add(
      Test(
        relation: relation, ignoresCase: ignoresCase, attribute: names.number(of: attribute),
        text: try texts.copy(text), describedState: describedState))
  }

  /// Adds a test of a class. Returns the index of the test.
  @_optimize(speed)
  mutating func addTest(class name: Span<UInt8>) throws(OutOfMemory) -> Int {
    let describedState = DescribedState(name)
    let prefix = StaticString("theme-").bytes
    let isTheme = name.count > prefix.count && prefix.equals(name.slice(0, prefix.count))
    if let describedState, describedState.axisCount > 0 {
      return try add(Test(.knownClass, StoredText.empty, describedState))
    }
    guard isTheme else {
      if unknownClassTest < 0 {
        unknownClassTest = try add(Test(.unknownClass, StoredText.empty, nil))
      }
      return unknownClassTest
    }
    // If there is a described state here, it mentions no axis, as that of `theme-default`. A theme
    // class with such a state stands for the default of the axis `theme`.
    let rest = name.slice(prefix.count, name.count)
    return try add(Test(.themeClass, try texts.copy(rest), describedState))
  }

  private mutating func add(_ test: Test) throws(OutOfMemory) -> Int {
    try tests.append(test)
    return tests.count &- 1
  }

  /// The environment that a value of an attribute describes; `nil` unless all its words are known.
  private static func describedState(_ text: Span<UInt8>, of attribute: Span<UInt8>)
    -> DescribedState?
  {
    describedState(text, ofAxis: axisName(ofAttribute: attribute))
  }

  /// Returns whether an attribute that is written for a palette, or for a value of a custom axis,
  /// is read back as that axis and value. The name must have no upper case, and neither the name
  /// nor the value may have another meaning.
  static func isUnambiguousAttribute(_ value: Span<UInt8>, ofAxis name: Span<UInt8>) -> Bool {
    for index in upTo(name.count) {
      guard let byte = name.element(at: index), byte == byte.asciiLowercased else { return false }
    }
    return (!Axis.isBuiltinName(name) || name.equals(paletteAxis))
      && describedState(value, ofAxis: name) == nil
  }

  /// The name of the axis whose values are palettes.
  static var paletteAxis: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let name: StaticString = "palette"
      return name.bytes
    }
  }

  /// The environment that a value describes; `nil` unless all its words are known. `name` is the
  /// name of its attribute without `data-`.
  private static func describedState(_ text: Span<UInt8>, ofAxis name: Span<UInt8>)
    -> DescribedState?
  {
    // `slate` is the name of the dark scheme in Material for MkDocs, a theme for documentation.
    if StaticString("md-color-scheme").bytes.equals(name), StaticString("slate").bytes.equals(text)
    {
      return DescribedState(StaticString("dark").bytes)
    }
    // The name of a boolean attribute, such as `data-dark`, describes an environment.
    switch Keyword(text, 0, text.count) {
    case "", "true", "on", "yes", "1":
      if let describedState = DescribedState(name), describedState.axisCount > 0 {
        return describedState
      }
    case "false", "off", "no", "0":
      if let describedState = DescribedState(name), describedState.axisCount > 0 {
        return DescribedState(StaticString("default").bytes)
      }
    default: break
    }
    // True if one of the words of the name, which are separated by hyphens, is `contrast`.
    var hasContrast = false
    var start = 0
    while start < name.count {
      var end = start
      while let byte = name.element(at: end), byte != UInt8(ascii: "-") { end &+= 1 }
      hasContrast = hasContrast || Keyword(name, start, end) == Keyword("contrast")
      start = end &+ 1
    }
    return DescribedState(text, isContrast: hasContrast)
  }

  /// The name of an attribute without the prefix `data-`.
  @_lifetime(copy attribute)
  private static func axisName(ofAttribute attribute: Span<UInt8>) -> Span<UInt8> {
    let prefix = StaticString("data-").bytes
    let isData = prefix.equals(attribute.slice(0, prefix.count))
    return isData ? attribute.slice(prefix.count, attribute.count) : attribute
  }

  // MARK: - Binding to axes

  /// Adds the value that a test looks for: to the values of its attribute or, for a class such as
  /// `theme-ocean`, to the values of the axis `theme`. Adds the custom axis if it is new. Called
  /// only for tests that can affect a declaration, so that other tests add no axes.
  mutating func bind(test index: Int) throws(OutOfMemory) {
    guard var test = tests.element(at: index), !test.isBound else { return }
    test.isBound = true
    switch test.relation {
    case .themeClass:
      // A class such as `theme-default`, which is made of known words only, is the default value.
      test.axis = try addAxis(StaticString("theme").bytes)
      if test.describedState == nil { test.value = try addAxisValue(test.text, ofAxis: test.axis) }
    case .present:
      // Only the presence of a boolean attribute is tested. Its value is empty.
      if let describedState = StyleAttributes.describedState(Span(), of: name(of: test).bytes) {
        try addValue(.empty, describedState, 0, of: test)
      }
    case .equals where !isKnownValue(test.text.bytes, of: test):
      if let describedState = test.describedState {
        try addValue(test.text, describedState, 0, of: test)
      } else if test.text.count > 0, var attribute = attributes.element(at: test.attribute &- 1) {
        if attribute.axis == 0 {
          let name = name(of: test)
          attribute.axis = try addAxis(StyleAttributes.axisName(ofAttribute: name.bytes))
          attributes.replace(at: test.attribute &- 1, with: attribute)
        }
        let number = try addAxisValue(test.text, ofAxis: attribute.axis)
        if number > 0 { try addValue(test.text, nil, number, of: test) }
      }
    default: break
    }
    tests.replace(at: index, with: test)
  }

  /// The name of the attribute that a test is about.
  private func name(of test: Test) -> StoredText { names.name(test.attribute) ?? .empty }

  /// Returns whether `text` is one of the values of the attribute that a test is about.
  private func isKnownValue(_ text: Span<UInt8>, of test: Test) -> Bool {
    var index = attributes.element(at: test.attribute &- 1)?.lastValue ?? -1
    while let value = values.element(at: index) {
      if value.text.equals(text) { return true }
      index = value.previous
    }
    return false
  }

  /// Adds a value of the attribute that a test is about. `number` is the number of the value on the
  /// attribute's custom axis, or 0 if the value describes an environment.
  private mutating func addValue(
    _ text: StoredText, _ describedState: DescribedState?, _ number: UInt8, of test: Test
  ) throws(OutOfMemory) {
    guard var attribute = attributes.element(at: test.attribute &- 1) else { return }
    guard attribute.valueCount < 255 else {
      isFull = true
      return
    }
    try values.append(
      Value(
        text: text, describedState: describedState, number: number, previous: attribute.lastValue))
    attribute.lastValue = values.count &- 1
    attribute.valueCount &+= 1
    if let describedState {
      attribute.mask |= describedState.mask
      // A boolean attribute, whose name describes an environment, may be absent.
      let stateOfName = DescribedState(StyleAttributes.axisName(ofAttribute: name(of: test).bytes))
      if stateOfName.map({ $0.axisCount == 0 }) ?? true { attribute.isAlwaysPresent = true }
    }
    if attribute.axis > 0 { attribute.mask |= 1 &<< UInt32(truncatingIfNeeded: attribute.axis) }
    attributes.replace(at: test.attribute &- 1, with: attribute)
  }

  /// Adds a custom axis if it is new. Returns its number in `StyleState`; 0 if there are too many.
  /// A name of a built-in axis gets the prefix `data-`, unless it is `palette`.
  private mutating func addAxis(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    let isTaken = Axis.isBuiltinName(name) && !name.equals(StyleAttributes.paletteAxis)
    let name = isTaken ? try texts.prefixed(axis: name) : StoredText(name)
    if axes.number(of: name.bytes) == 0 {
      guard axes.count < StyleState.greatestAxisCount &- StyleState.firstCustomAxis else {
        isFull = true
        return 0
      }
      try axes.add(name.bytes)
    }
    return axes.number(of: name.bytes) &+ StyleState.firstCustomAxis &- 1
  }

  /// Adds a value of an axis if it is new. Returns its number; 0 if there are too many.
  private mutating func addAxisValue(_ text: StoredText, ofAxis axis: Int) throws(OutOfMemory)
    -> UInt8
  {
    guard axis > 0 else { return 0 }
    // The number of the axis in one byte, and then the value.
    let key = AxisNames.key(text.bytes, keyPrefix: axis)
    let known = axisValues.number(of: key.bytes)
    if known > 0 { return valueNumbers.element(at: known &- 1) ?? 0 }
    guard valueCounts[unchecked: axis & 31] < 255, !key.hasOverflowed else {
      isFull = true
      return 0
    }
    try valueNumbers.reserve(1)
    try axisValues.add(key.bytes)
    valueCounts[unchecked: axis & 31] &+= 1
    let number = valueCounts[unchecked: axis & 31]
    try valueNumbers.append(number)
    return number
  }

  /// The number of axes, built-in and custom ones.
  var axisCount: Int { StyleState.firstCustomAxis &+ axes.count }

  /// The number of values of an axis, including the default.
  func valueCount(_ axis: Int) -> Int {
    axis < StyleState.firstCustomAxis
      ? StyleState.valueCount(axis) : Int(valueCounts[unchecked: axis & 31]) &+ 1
  }

  /// The name of a custom axis, by its number in `StyleState`.
  func axisName(_ axis: Int) -> StoredText {
    axes.name(axis &- StyleState.firstCustomAxis &+ 1) ?? .empty
  }

  /// The name of a value of a custom axis. `number` is greater than 0, the number of the default.
  func valueName(_ number: Int, ofAxis axis: Int) -> StoredText {
    for index in upTo(axisValues.count) {
      guard let name = axisValues.name(index &+ 1) else { break }
      if valueNumbers.element(at: index) == UInt8(truncatingIfNeeded: number),
        name.bytes.element(at: 0) == UInt8(truncatingIfNeeded: axis)
      {
        return StoredText(name.bytes.slice(1, name.count))
      }
    }
    return .empty
  }

  // MARK: - Evaluating tests

  /// The axes that a test depends on, one bit each.
  func mask(ofTest index: Int) -> UInt32 {
    guard let test = tests.element(at: index) else { return 0 }
    switch test.relation {
    case .knownClass: return test.describedState?.mask ?? 0
    case .themeClass: return test.axis > 0 ? 1 &<< UInt32(truncatingIfNeeded: test.axis) : 0
    case .unknownClass: return 0
    default: return attributes.element(at: test.attribute &- 1)?.mask ?? 0
    }
  }

  /// Returns whether a test succeeds in at least one state. Only tests of unknown classes
  /// never do.
  func canSucceed(test index: Int) -> Bool { tests.element(at: index)?.relation != .unknownClass }

  /// Evaluates a test. Adds the amount of work to `work`.
  func holds(test index: Int, in state: StyleState, _ work: inout Int) -> Bool {
    guard let test = tests.element(at: index) else { return false }
    switch test.relation {
    case .unknownClass: return false
    case .knownClass: return test.describedState?.holds(in: state) ?? false
    case .themeClass:
      guard test.axis > 0 else { return false }
      // With a described state, the class means the default, 0. Without one, 0 means that the value
      // could not be added.
      return test.describedState != nil || test.value > 0 ? state[test.axis] == test.value : false
    default: break
    }
    guard let attribute = attributes.element(at: test.attribute &- 1) else { return false }
    let numberOnAxis = attribute.axis > 0 ? state[attribute.axis] : 0
    // The number of axes that the best value so far mentions; −1 if that value is `auto` or
    // `system`, −2 if no value so far describes the state.
    var bestAxisCount = -2
    var holds = false
    var valueIndex = attribute.lastValue
    while let value = values.element(at: valueIndex) {
      work &+= 1
      valueIndex = value.previous
      if numberOnAxis > 0 {
        if value.number == numberOnAxis { return test.matches(value.text.bytes) }
      } else if let describedState = value.describedState, describedState.holds(in: state) {
        let axisCount = describedState.isAutomatic ? -1 : describedState.axisCount
        guard axisCount >= bestAxisCount else { continue }
        if axisCount > bestAxisCount { (bestAxisCount, holds) = (axisCount, false) }
        holds = holds || test.matches(value.text.bytes)
      }
    }
    // If no known value describes the state, an attribute that is always present has another value.
    // Then only a test of its presence holds.
    return holds
      || bestAxisCount == -2 && numberOnAxis == 0 && attribute.isAlwaysPresent
        && test.relation == .present
  }
}

extension StyleAttributes.Test {
  fileprivate init(
    _ relation: StyleAttributes.Relation, _ text: StoredText, _ describedState: DescribedState?
  ) {
    self.init(
      relation: relation, ignoresCase: false, attribute: 0, text: text,
      describedState: describedState)
  }

  /// Returns whether a value of the attribute satisfies the test.
  fileprivate func matches(_ value: Span<UInt8>) -> Bool {
    let wanted = text.bytes
    switch relation {
    case .present: return true
    case .equals: return equals(value, wanted)
    case .beginsWithWord:
      let next = value.element(at: wanted.count)
      return (next == nil || next == UInt8(ascii: "-"))
        && equals(value.slice(0, wanted.count), wanted)
    case .begins: return wanted.count > 0 && equals(value.slice(0, wanted.count), wanted)
    case .ends:
      return wanted.count > 0 && value.count >= wanted.count
        && equals(value.slice(value.count &- wanted.count, value.count), wanted)
    case .contains, .includes:
      guard wanted.count > 0 else { return false }
      var start = 0
      while start &+ wanted.count <= value.count {
        let end = start &+ wanted.count
        // `~=` finds whole words only, and `*=` any part.
        let isWhole =
          relation == .contains
          || (start == 0 || value.element(at: start &- 1) == UInt8(ascii: " "))
            && (end == value.count || value.element(at: end) == UInt8(ascii: " "))
        if isWhole, equals(value.slice(start, end), wanted) { return true }
        start &+= 1
      }
      return false
    case .knownClass, .themeClass, .unknownClass: return false
    }
  }

  private func equals(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    ignoresCase ? a.equalsIgnoringASCIICase(b) : a.equals(b)
  }
}
