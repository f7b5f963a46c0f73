// Importing: finding names in expressions that neither a theme nor a file knows.

/// A name that nobody knows.
struct UnknownName: BitwiseCopyable {
  /// The index of the color whose expression has the name.
  let index: Int
  let message: StaticString
  /// The name, and perhaps the one that was meant.
  let context: StoredText
}

/// Collects the unknown names in the expressions of colors: of axes and values that conditions ask
/// for, and of palettes.
struct NameCheck: ~Copyable {
  /// How often the names of all colors are compared at most to suggest one, and how many palettes
  /// are looked for in a theme at most.
  private static var greatestWork: Int { 1 << 17 }
  private static var greatestSearchCount: Int { 16 }

  /// The theme that the colors are to be registered in, which may know more names.
  private let theme: Theme?
  private var names: Buffer<UnknownName>
  private var texts: Arena
  private var work = 0
  private var searchCount = 0

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, _ theme: Theme?) {
    self.theme = theme
    names = Buffer(allocator)
    texts = Arena(allocator)
  }

  var count: Int { names.count }
  func name(_ place: Int) -> UnknownName? { names.element(at: place) }

  /// Checks all conditions of all colors.
  mutating func checkConditions(_ colors: borrowing ImportedColors) throws(OutOfMemory) {
    for index in upTo(colors.count) {
      guard let entry = colors.entry(index), !entry.hasDefinitions else { continue }
      try check(entry.expression, index, colors)
    }
    for place in upTo(colors.theme.definitions.count) {
      guard let definition = colors.theme.definitions.element(at: place) else { continue }
      try check(definition.expression, definition.index, colors)
    }
  }

  private mutating func check(
    _ expression: Expression, _ index: Int, _ colors: borrowing ImportedColors
  ) throws(OutOfMemory) {
    guard expression.count > 0, names.count < Report.greatestCount else { return }
    var isOutOfMemory = false
    expression.forEachNode { node in
      guard node.operation == .style, !isOutOfMemory else { return }
      let (name, next) = node.text(at: 1)
      let value = node.detail == 1 ? nil : node.text(at: next).0
      do throws(OutOfMemory) {
        try check(style: name, value, index, colors)
      } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Adds an unknown name.
  mutating func add(
    _ index: Int, _ message: StaticString, _ name: StoredText, of axis: StoredText = .empty,
    _ nearest: NearestName
  ) throws(OutOfMemory) {
    var context = ShortText()
    if axis.count > 0 {
      context.append(shown: axis.bytes)
      context.append(": ")
    }
    context.append(shown: name.bytes)
    nearest.append(to: &context)
    try names.append(
      UnknownName(index: index, message: message, context: try texts.copy(context.bytes)))
  }

  // MARK: - Conditions

  private mutating func check(
    style name: StoredText, _ value: StoredText?, _ index: Int,
    _ colors: borrowing ImportedColors
  ) throws(OutOfMemory) {
    if let axis = Axis(name: name.bytes) {
      guard let value, axis.value(named: value.bytes) == nil else { return }
      var nearest = NearestName(value.bytes)
      var number = 1
      while number <= Int(truncatingIfNeeded: axis.greatestValue) {
        nearest.consider(axis.name(ofValue: UInt64(truncatingIfNeeded: number)))
        number &+= axis == .contrast ? 100 : 1
      }
      return try add(index, "the axis has no value of this name", value, of: name, nearest)
    }
    if let axis = Axis(numberedName: name.bytes) {
      guard let value, try !knows(value, axis, colors) else { return }
      var nearest = NearestName(value.bytes)
      considerAll(Vocabulary.Kind(axis), colors, &nearest)
      let message: StaticString =
        axis == .palette
        ? "no palette has this name: it is not declared, and has no color"
        : "the axis has no value of this name"
      return try add(index, message, value, of: name, nearest)
    }
    let (inFile, inTheme) = numbers(name, .axis, colors)
    guard inFile > 0 || inTheme > 0 else {
      var nearest = NearestName(name.bytes)
      nearest.consider(Axis.names)
      considerAll(.axis, colors, &nearest)
      return try add(index, "no axis has this name", name, nearest)
    }
    guard let value, !isDecimal(value.bytes) else { return }
    if inFile > 0, colors.vocabulary.contains(value.bytes, .value(axis: inFile &- 1)) { return }
    if inTheme > 0, number(value, .value(axis: inTheme &- 1)) > 0 { return }
    var nearest = NearestName(value.bytes)
    if inFile > 0 {
      colors.vocabulary.forEachName(.value(axis: inFile &- 1)) { nearest.consider($0.bytes) }
    }
    try add(index, "the axis has no value of this name", value, of: name, nearest)
  }

  /// The numbers of a name among the colors, and in the theme.
  private func numbers(
    _ name: StoredText, _ kind: Vocabulary.Kind, _ colors: borrowing ImportedColors
  ) -> (Int, Int) {
    (colors.vocabulary.number(name.bytes, kind), number(name, kind))
  }

  /// The number of a name in the theme.
  private func number(_ name: StoredText, _ kind: Vocabulary.Kind) -> Int {
    theme?.locked { state in state.vocabulary.number(name.bytes, kind) } ?? 0
  }

  private mutating func knows(
    _ value: StoredText, _ axis: Axis, _ colors: borrowing ImportedColors
  ) throws(OutOfMemory) -> Bool {
    let (inFile, inTheme) = numbers(value, Vocabulary.Kind(axis), colors)
    if inFile > 0 || inTheme > 0 { return true }
    guard axis == .palette else { return false }
    for index in upTo(colors.count) {
      if colors.name(index).bytes.isColor(inPalette: value.bytes) { return true }
    }
    guard let theme else { return false }
    searchCount &+= 1
    guard searchCount <= NameCheck.greatestSearchCount else { return true }
    do throws(ThemeError) {
      return try theme.hasColors(inPalette: value.bytes)
    } catch { throw OutOfMemory() }
  }

  private func considerAll(
    _ kind: Vocabulary.Kind, _ colors: borrowing ImportedColors, _ nearest: inout NearestName
  ) {
    colors.vocabulary.forEachName(kind) { nearest.consider($0.bytes) }
  }

  // MARK: - Colors

  /// The name of a color that is most like a name, unless that would take too long.
  mutating func nearestColor(
    _ name: Span<UInt8>, _ colors: borrowing ImportedColors
  ) -> NearestName {
    var nearest = NearestName(name)
    work &+= colors.count
    guard work <= NameCheck.greatestWork else { return nearest }
    for index in upTo(colors.count) { nearest.consider(colors.name(index).bytes) }
    return nearest
  }

  /// Checks all references and lookups in palettes of a whole theme.
  mutating func checkReferences(_ colors: borrowing ImportedColors) throws(OutOfMemory) {
    var semantics = try NumberedNames(colors.allocator, seed: 0)
    var hasSemantics = false
    for index in upTo(colors.count) {
      guard let entry = colors.entry(index), entry.expression.count > 0,
        names.count < Report.greatestCount
      else { continue }
      var isOutOfMemory = false
      // `--first()` is a choice of several colors, some of which may be missing.
      var isChoice = false
      entry.expression.forEachNode { node in
        isChoice = isChoice || node.operation == .firstAvailable
      }
      guard !isChoice else { continue }
      entry.expression.forEachNode { node in
        guard !isOutOfMemory, node.operation == .reference || node.operation == .palette else {
          return
        }
        let (name, fallback) = node.reference
        guard fallback == 0 else { return }
        do throws(OutOfMemory) {
          if node.operation == .reference {
            guard colors.current(name) == nil else { return }
            let nearest = nearestColor(name.bytes, colors)
            try add(index, "refers to an unknown color", name, nearest)
          } else {
            if !hasSemantics { try NameCheck.collect(&semantics, colors) }
            hasSemantics = true
            guard semantics.number(of: name.bytes) == 0 else { return }
            var nearest = NearestName(name.bytes)
            semantics.forEachName { nearest.consider($0.bytes) }
            try add(index, "no palette has a color of this name", name, nearest)
          }
        } catch { isOutOfMemory = true }
      }
      if isOutOfMemory { throw OutOfMemory() }
    }
  }

  /// Collects what follows a slash in the names of colors.
  private static func collect(
    _ semantics: inout NumberedNames, _ colors: borrowing ImportedColors
  ) throws(OutOfMemory) {
    for index in upTo(colors.count) {
      let name = colors.name(index).bytes
      for place in upTo(name.count) where name.element(at: place) == UInt8(ascii: "/") {
        let rest = name.slice(place &+ 1, name.count)
        if rest.count > 0, semantics.number(of: rest) == 0 { try semantics.add(rest) }
      }
    }
  }
}

extension ImportedColors {
  /// The index of the color with a name, or with a name that it is forwarded to.
  fileprivate func current(_ name: StoredText) -> Int? {
    var name = name
    for _ in upTo(theme.forwards.count &+ 1) {
      if let index = index(of: name.bytes) { return index }
      guard let target = theme.target(of: name.bytes) else { return nil }
      name = target
    }
    return nil
  }
}

/// Returns whether a text is a decimal number, as which a value of a custom axis can be given.
private func isDecimal(_ text: Span<UInt8>) -> Bool {
  var index = 0
  while let byte = text.element(at: index), byte &- UInt8(ascii: "0") < 10 { index &+= 1 }
  return index == text.count && text.count > 0 && text.count <= 6
}

extension NameCheck {
  /// Checks the names in the expressions of all colors of a theme that have names.
  static func run(_ theme: Theme, _ report: inout Report) throws(FileFailure) {
    var colors = try allocating(try ImportedColors.make(theme.allocator))
    var check = NameCheck(theme.allocator, nil)
    do throws(ThemeError) { _ = try ResolvedColors.make(theme, &colors) } catch {
      throw .outOfMemory
    }
    try allocating { () throws(OutOfMemory) in
      try check.checkConditions(colors)
      try check.checkReferences(colors)
      for place in upTo(check.count) {
        guard let found = check.name(place) else { continue }
        var context = ShortText()
        context.append(shown: colors.name(found.index).bytes)
        context.append(": ")
        context.append(contentsOf: found.context.bytes)
        try report.add(
          .warning, Status.unknownName.rawValue, found.message, context: context.bytes,
          path: Span(), at: nil, offset: 0)
      }
    }
    report.colors = colors.count
  }
}
