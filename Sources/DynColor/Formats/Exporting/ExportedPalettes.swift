// Exporting: the palettes that an export distinguishes.

/// The palettes of an export, and the numbers by which environments select them.
///
/// Palettes that the theme has numbered come first, with the same numbers. A palette that was never
/// declared or looked up has no number in the theme. In an export, the palette gets a number if it
/// makes a difference: if it has a color for a name that `--palette()` looks up, or if it has
/// colors and a condition in `style()` names it.
struct ExportedPalettes: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private var names: NumberedNames
  /// The number of palettes that the theme has numbered.
  private let numberedCount: Int

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(_ names: consuming NumberedNames) {
    numberedCount = names.count
    self.names = names
  }

  static func make(_ colors: borrowing ColorCollection) throws(OutOfMemory) -> ExportedPalettes {
    // The seed of the hash is the address of a text. The author of a file cannot predict it, and so
    // cannot choose names that collide.
    let seed = colors.name(0).address
    var names = try NumberedNames(colors.allocator, seed: seed)
    for index in upTo(colors.vocabulary.count(.palette)) {
      try names.add((colors.vocabulary.name(index &+ 1, .palette) ?? .empty).bytes)
    }
    var palettes = ExportedPalettes(names)
    let lookups = try PaletteLookups.make(colors, seed: seed)
    if !lookups.isEmpty {
      for index in upTo(colors.count) { try palettes.addPalettes(of: colors.name(index), lookups) }
    }
    return palettes
  }

  var count: Int { names.count }

  /// The number of a palette; 0 if it has none.
  func number(_ name: Span<UInt8>) -> Int { names.number(of: name) }

  /// The name of the palette with a number; `nil` if there is none.
  func name(_ number: Int) -> StoredText? { names.name(number) }

  /// The full name of a palette's color: the palette's name, a slash, and the semantic name. `nil`
  /// if no palette has the number `palette`, or if the full name would be too long.
  func name(ofColor semanticName: Span<UInt8>, inPalette palette: Int) -> LongText? {
    name(palette).flatMap { LongText(joining: $0.bytes, semanticName) }
  }

  /// The name of an environment's palette if the theme has not numbered it; otherwise empty.
  func unnumberedPalette(of environment: Environment) -> StoredText {
    let number = Int(truncatingIfNeeded: environment[.palette])
    return number > numberedCount ? name(number) ?? .empty : .empty
  }

  /// Adds those palettes of a color that make a difference. Each beginning of the name that ends
  /// before a slash may be a palette: `a` and `a/b` for the color `a/b/c`.
  private mutating func addPalettes(
    of colorName: StoredText, _ lookups: borrowing PaletteLookups
  ) throws(OutOfMemory) {
    let text = colorName.bytes
    // The name of a palette is not empty, so a slash at the beginning does not end one.
    var end = text.indexOrEnd(of: UInt8(ascii: "/"), from: 1)
    while end &+ 1 < text.count, count < Vocabulary.Kind.palette.greatestCount {
      let palette = text.slice(0, end)
      if number(palette) == 0,
        lookups.mention(semanticName: text.slice(end &+ 1, text.count), orPalette: palette)
      {
        try names.add(palette)
      }
      end = text.indexOrEnd(of: UInt8(ascii: "/"), from: end &+ 1)
    }
  }
}

/// The names that colors look up in palettes, and the palettes that conditions ask for.
private struct PaletteLookups: ~Copyable {
  private var semanticNames: NumberedNames
  private var queriedPalettes: NumberedNames

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ semanticNames: consuming NumberedNames, _ queriedPalettes: consuming NumberedNames
  ) {
    self.semanticNames = semanticNames
    self.queriedPalettes = queriedPalettes
  }

  @_optimize(speed)
  static func make(
    _ colors: borrowing ColorCollection, seed: UInt64
  ) throws(OutOfMemory) -> PaletteLookups {
    var lookups = PaletteLookups(
      try NumberedNames(colors.allocator, seed: seed),
      try NumberedNames(colors.allocator, seed: seed))
    for index in upTo(colors.count) {
      if let entry = colors.entry(index) { try lookups.collect(entry.expression) }
    }
    return lookups
  }

  var isEmpty: Bool { semanticNames.count &+ queriedPalettes.count == 0 }

  /// Returns whether a color looks up the semantic name, or a condition asks for the palette.
  func mention(semanticName: Span<UInt8>, orPalette palette: Span<UInt8>) -> Bool {
    semanticNames.number(of: semanticName) > 0 || queriedPalettes.number(of: palette) > 0
  }

  /// Adds the names that an expression looks up, and the palettes that its conditions ask for.
  @_optimize(speed)
  private mutating func collect(_ expression: Expression) throws(OutOfMemory) {
    var isOutOfMemory = false
    expression.forEachNode { node in
      do throws(OutOfMemory) {
        switch node.operation {
        case .palette: try PaletteLookups.add(node.reference.name, to: &semanticNames)
        case .style:
          let (axis, next) = node.text(at: 1)
          // The detail 1 means that the query has no value: it asks for any palette.
          guard node.detail != 1, Axis.axisOfDeclaredValues(named: axis.bytes) == .palette else {
            return
          }
          try PaletteLookups.add(node.text(at: next).text, to: &queriedPalettes)
        default: break
        }
      } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  private static func add(
    _ name: StoredText, to names: inout NumberedNames
  ) throws(OutOfMemory) {
    if names.number(of: name.bytes) == 0 { try names.add(name.bytes) }
  }
}
