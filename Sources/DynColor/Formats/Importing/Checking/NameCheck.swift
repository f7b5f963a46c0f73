// Importing: finding names in expressions that neither the theme nor the file declares.

/// A name that an expression uses, but neither the theme nor the file declares.
struct UnknownName: BitwiseCopyable {
  /// The index of the color whose expression contains the name.
  let colorIndex: Int
  let message: StaticString
  /// The name and its kind, by which its location in the file is found. May be `nil` in a check of
  /// a whole theme, which has no file.
  let name: NameInSource?
  /// What the report shows: the name, and the most similar declared name, if there is one.
  let context: StoredText
}

/// Collects the unknown names in the expressions of colors: names of axes, of their values, of
/// palettes and of colors.
struct NameCheck: ~Copyable {
  /// The maximum number of names that are compared to find similar ones. This bounds the time.
  private static var greatestComparisonCount: Int { 1 << 17 }
  /// The maximum number of searches through the whole theme, for colors in palettes. Each takes
  /// time in proportion to the number of colors.
  private static var greatestSearchCount: Int { 16 }

  /// The theme in which the colors will be registered, which may declare further names; `nil` if a
  /// whole theme is checked.
  private let theme: Theme?
  private var unknownNames: Buffer<UnknownName>
  /// Copies of the contexts.
  private var texts: Arena
  private var comparisonCount = 0
  private var searchCount = 0

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, _ theme: Theme?) {
    self.theme = theme
    unknownNames = Buffer(allocator)
    texts = Arena(allocator)
  }

  var unknownNameCount: Int { unknownNames.count }
  func unknownName(at index: Int) -> UnknownName? { unknownNames.element(at: index) }

  /// Checks the `style()` conditions of all colors. `colors.details` has all definitions of a color
  /// for which `hasDefinitions` is true.
  mutating func checkConditions(_ colors: borrowing ColorCollection) throws(OutOfMemory) {
    for index in upTo(colors.hasOnlyPlainExpressions ? 0 : colors.count) {
      guard let entry = colors.entry(index), !entry.hasDefinitions else { continue }
      try checkConditions(of: entry.expression, index, colors)
    }
    for index in upTo(colors.details.definitions.count) {
      guard let definition = colors.details.definitions.element(at: index) else { continue }
      try checkConditions(of: definition.expression, definition.colorIndex, colors)
    }
  }

  private mutating func checkConditions(
    of expression: Expression, _ index: Int, _ colors: borrowing ColorCollection
  ) throws(OutOfMemory) {
    guard expression.count > 0, !expression.isPlain, unknownNames.count < Report.greatestCount
    else { return }
    var isOutOfMemory = false
    expression.forEachNode { node in
      guard node.operation == .style, !isOutOfMemory else { return }
      let (name, next) = node.text(at: 1)
      // The detail 1 means that the condition has no value: `style(--axis)`.
      let value = node.detail == 1 ? nil : node.text(at: next).text
      do throws(OutOfMemory) {
        try checkStyle(axisName: name, value, index, colors)
      } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Adds an unknown name in the expression of the color at `index`. Without a kind, its location
  /// in a file cannot be found.
  mutating func add(
    _ index: Int, _ message: StaticString, _ name: StoredText, _ kind: NameInSource.Kind?,
    _ nearest: NearestName
  ) throws(OutOfMemory) {
    var context = ShortText()
    if case .value(let axis) = kind {
      context.append(sanitizing: axis.bytes)
      context.append(": ")
    }
    context.append(sanitizing: name.bytes)
    nearest.appendSuggestion(to: &context)
    try unknownNames.append(
      UnknownName(
        colorIndex: index, message: message, name: kind.map { NameInSource(text: name, kind: $0) },
        context: try texts.copy(context.bytes)))
  }

  // MARK: - Conditions

  /// Checks `style(--axis)` or `style(--axis: value)`.
  private mutating func checkStyle(
    axisName name: StoredText, _ value: StoredText?, _ index: Int,
    _ colors: borrowing ColorCollection
  ) throws(OutOfMemory) {
    // A built-in axis whose values have fixed names, such as the scheme.
    if let axis = Axis.keywordAxis(named: name.bytes) {
      guard let value, axis.value(named: value.bytes) == nil else { return }
      var nearest = NearestName(value.bytes)
      var number = 1
      while number <= Int(truncatingIfNeeded: axis.greatestValue) {
        nearest.consider(axis.name(ofValue: UInt64(truncatingIfNeeded: number)))
        // Only the values 1, 101 and 201 of the contrast have a name.
        number &+= axis == .contrast ? 100 : 1
      }
      return try add(
        index, CommonMessage.noAxisValue, value, .value(axis: name), nearest)
    }
    // A built-in axis whose values are names in the vocabulary, such as the palette.
    if let axis = Axis.axisOfDeclaredValues(named: name.bytes) {
      guard let value, try !isDeclared(value, axis, colors) else { return }
      var nearest = NearestName(value.bytes)
      considerAll(Vocabulary.Kind(valuesOf: axis), colors, &nearest)
      let message: StaticString =
        axis == .palette
        ? "no palette has this name; it is not declared, and no color is in it"
        : CommonMessage.noAxisValue
      return try add(index, message, value, .value(axis: name), nearest)
    }
    // A custom axis, or an unknown one.
    let (numberInFile, numberInTheme) = numbersInFileAndTheme(name, .axis, colors)
    guard numberInFile > 0 || numberInTheme > 0 else {
      var nearest = NearestName(name.bytes)
      nearest.consider(Axis.names)
      considerAll(.axis, colors, &nearest)
      return try add(index, "no axis has this name", name, .axis, nearest)
    }
    guard let value, !isDecimal(value.bytes) else { return }
    let kindInFile = Vocabulary.Kind.value(axisIndex: numberInFile &- 1)
    if numberInFile > 0, colors.vocabulary.contains(value.bytes, kindInFile) { return }
    let kindInTheme = Vocabulary.Kind.value(axisIndex: numberInTheme &- 1)
    if numberInTheme > 0, self.numberInTheme(value, kindInTheme) > 0 { return }
    var nearest = NearestName(value.bytes)
    if numberInFile > 0 { considerAll(kindInFile, colors, &nearest) }
    try add(index, CommonMessage.noAxisValue, value, .value(axis: name), nearest)
  }

  /// The number of a name in the collection of colors, which is read from the file, and its number
  /// in the theme; 0 where the name is not declared.
  private func numbersInFileAndTheme(
    _ name: StoredText, _ kind: Vocabulary.Kind, _ colors: borrowing ColorCollection
  ) -> (inFile: Int, inTheme: Int) {
    (colors.vocabulary.number(name.bytes, kind), numberInTheme(name, kind))
  }

  private func numberInTheme(_ name: StoredText, _ kind: Vocabulary.Kind) -> Int {
    theme?.withLock { state in state.vocabulary.number(name.bytes, kind) } ?? 0
  }

  /// Returns whether a value is declared, for an axis whose values are names in the vocabulary. A
  /// color whose name begins with the name of a palette also declares that palette.
  private mutating func isDeclared(
    _ value: StoredText, _ axis: Axis, _ colors: borrowing ColorCollection
  ) throws(OutOfMemory) -> Bool {
    let numbers = numbersInFileAndTheme(value, Vocabulary.Kind(valuesOf: axis), colors)
    if numbers.inFile > 0 || numbers.inTheme > 0 { return true }
    guard axis == .palette else { return false }
    for index in upTo(colors.count) {
      if colors.name(index).bytes.isName(inPalette: value.bytes) { return true }
    }
    guard let theme else { return false }
    searchCount &+= 1
    // Without a search, the name counts as declared.
    guard searchCount <= NameCheck.greatestSearchCount else { return true }
    do throws(ThemeError) {
      return try theme.hasColors(inPalette: value.bytes)
    } catch { throw OutOfMemory() }
  }

  /// Compares all names of a kind in the collection with the unknown name.
  private func considerAll(
    _ kind: Vocabulary.Kind, _ colors: borrowing ColorCollection, _ nearest: inout NearestName
  ) {
    colors.vocabulary.forEachName(kind) { nearest.consider($0.bytes) }
  }

  // MARK: - Colors

  /// The name of a color that is most similar to `name`. The result has an empty name if no name is
  /// similar, or if the search would take too long.
  mutating func findNearestColor(
    _ name: Span<UInt8>, _ colors: borrowing ColorCollection
  ) -> NearestName {
    var nearest = NearestName(name)
    comparisonCount &+= colors.count
    guard comparisonCount <= NameCheck.greatestComparisonCount else { return nearest }
    for index in upTo(colors.count) { nearest.consider(colors.name(index).bytes) }
    return nearest
  }

  /// Checks all references and lookups in palettes of a whole theme.
  mutating func checkReferences(_ colors: borrowing ColorCollection) throws(OutOfMemory) {
    try forEachLookup(in: colors, .reference) { nameCheck, index, name throws(OutOfMemory) in
      guard colors.index(followingForwardsOf: name) == nil else { return }
      let nearest = nameCheck.findNearestColor(name.bytes, colors)
      try nameCheck.add(index, CommonMessage.unknownColor, name, nil, nearest)
    }
    try checkPaletteLookups(colors)
  }

  /// Checks all lookups in palettes. A name is known if a palette of the collection or of the theme
  /// has a color of this name.
  mutating func checkPaletteLookups(_ colors: borrowing ColorCollection) throws(OutOfMemory) {
    guard !colors.hasOnlyPlainExpressions else { return }
    // The seed may be 0, because a name table adds its own address to the seed.
    var semanticNames = try NumberedNames(colors.allocator, seed: 0)
    var hasCollectedNames = false
    try forEachLookup(in: colors, .palette) { nameCheck, index, name throws(OutOfMemory) in
      if !hasCollectedNames { try NameCheck.collectSemanticNames(&semanticNames, colors) }
      hasCollectedNames = true
      guard semanticNames.number(of: name.bytes) == 0, try !nameCheck.hasPaletteColor(name) else {
        return
      }
      var nearest = NearestName(name.bytes)
      semanticNames.forEachName { nearest.consider($0.bytes) }
      try nameCheck.add(
        index, "no palette has a color of this name", name,
        nameCheck.theme == nil ? nil : .semanticName, nearest)
    }
  }

  /// Calls `body` with the index of a color and a name, for each name that a node without a
  /// fallback looks up. The operation of the node is `operation`: `.reference` or `.palette`. Skips
  /// colors with `--first()`, in which colors may be missing.
  private mutating func forEachLookup(
    in colors: borrowing ColorCollection, _ operation: Operation,
    _ body: (inout NameCheck, Int, StoredText) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    for index in upTo(colors.count) {
      guard let entry = colors.entry(index), entry.expression.count > 0,
        !entry.expression.hasOnlyConstants,
        unknownNames.count < Report.greatestCount, !entry.expression.mayReferToMissing
      else { continue }
      var isOutOfMemory = false
      entry.expression.forEachNode { node in
        guard !isOutOfMemory, node.operation == operation else { return }
        let (name, fallbackIndex) = node.reference
        guard fallbackIndex == 0 else { return }
        do throws(OutOfMemory) { try body(&self, index, name) } catch { isOutOfMemory = true }
      }
      if isOutOfMemory { throw OutOfMemory() }
    }
  }

  /// Returns whether a palette of the theme has a color with a name.
  private mutating func hasPaletteColor(_ name: StoredText) throws(OutOfMemory) -> Bool {
    guard let theme else { return false }
    searchCount &+= 1
    // Without a search, the name counts as known.
    guard searchCount <= NameCheck.greatestSearchCount else { return true }
    do throws(ThemeError) {
      return try theme.hasPaletteColor(name.bytes)
    } catch { throw OutOfMemory() }
  }

  /// Collects the names that colors have within palettes: each end of a name that begins after a
  /// slash. For the color `a/b/c`, these are `b/c` and `c`.
  private static func collectSemanticNames(
    _ names: inout NumberedNames, _ colors: borrowing ColorCollection
  ) throws(OutOfMemory) {
    for index in upTo(colors.count) {
      let name = colors.name(index).bytes
      for offset in upTo(name.count) where name.element(at: offset) == UInt8(ascii: "/") {
        let semanticName = name.slice(offset &+ 1, name.count)
        if semanticName.count > 0, names.number(of: semanticName) == 0 {
          try names.add(semanticName)
        }
      }
    }
  }
}

extension Expression {
  /// True if the expression contains `--first()`: one color in it must exist, and others may be
  /// missing.
  var mayReferToMissing: Bool {
    if isPlainReference { return false }
    var result = false
    forEachNode { node in result = result || node.operation == .firstAvailable }
    return result
  }
}

extension ColorCollection {
  /// The index of the color with a name, or with the name at the end of its forwards; `nil` if
  /// neither name has a color.
  fileprivate func index(followingForwardsOf name: StoredText) -> Int? {
    var name = name
    for _ in upTo(details.forwards.count &+ 1) {
      if let index = index(of: name.bytes) { return index }
      guard let target = details.target(of: name.bytes) else { return nil }
      name = target
    }
    return nil
  }
}

/// Returns whether a text is a decimal number of at most six digits, which stands for a value of a
/// custom axis.
private func isDecimal(_ text: Span<UInt8>) -> Bool {
  var index = 0
  while let byte = text.element(at: index), byte &- UInt8(ascii: "0") < 10 { index &+= 1 }
  return index == text.count && text.count > 0 && text.count <= 6
}

extension NameCheck {
  /// Checks the expressions of all named colors of a theme. Adds a warning to the report for each
  /// unknown name.
  static func run(_ theme: Theme, _ report: inout Report) throws(FileFailure) {
    var colors = try convertingOutOfMemory(try ColorCollection.make(theme.allocator))
    var check = NameCheck(theme.allocator, nil)
    // Copies the colors of the theme to `colors`. No color is resolved.
    do throws(ThemeError) { _ = try ResolvedColors.make(theme, &colors) } catch {
      throw .outOfMemory
    }
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try check.checkConditions(colors)
      try check.checkReferences(colors)
      for index in upTo(check.unknownNameCount) {
        guard let found = check.unknownName(at: index) else { continue }
        var context = ShortText()
        context.append(sanitizing: colors.name(found.colorIndex).bytes)
        context.append(": ")
        context.append(contentsOf: found.context.bytes)
        try report.add(
          .warning, Status.unknownName.rawValue, found.message, context: context.bytes,
          path: Span(), at: nil, offset: 0)
      }
    }
    report.colorCount = colors.count
  }
}
