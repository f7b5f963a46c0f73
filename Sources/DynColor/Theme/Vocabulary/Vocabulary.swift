// Theme: numbered names: palettes, custom axes and their values, locales and subtypes.

/// Maps names to numbers and back, for each kind of name. The names of a kind are numbered from 1
/// on, in the order in which they were entered; 0 stands for no name.
struct Vocabulary: ~Copyable {
  /// The kinds of names.
  enum Kind: BitwiseCopyable, Equatable {
    case palette, axis, locale, subtype
    /// A value of a custom axis. The first custom axis has the index 0.
    case value(axisIndex: Int)

    /// The kind of the values of an axis, which must be the palette, the locale, the subtype or a
    /// custom axis.
    init(valuesOf axis: Axis) {
      if let index = axis.customIndex {
        self = .value(axisIndex: index)
      } else {
        self = axis == .palette ? .palette : axis == .locale ? .locale : .subtype
      }
    }

    /// The kind of name that the parser expected where it found an unknown word; `nil` if hosts
    /// declare no names of this kind.
    init?(_ expectedKind: SyntaxError.WordKind) {
      switch expectedKind {
      case .axis: self = .axis
      case .axisValue(let keyPrefix):
        // Key prefixes from 8 to 10 are the indices, among all axes, of palette, locale and
        // subtype. Key prefixes from 0 to 7 count only the custom axes. Among all axes, these
        // indices belong to axes whose values are not declared.
        let axis = Axis(index: Int(keyPrefix))
        self = axis.hasDeclaredValues ? Kind(valuesOf: axis) : .value(axisIndex: Int(keyPrefix))
      default: return nil
      }
    }

    /// The byte before the names of this kind in the keys of the table:
    /// - 0 to 7 for the values of a custom axis: the index of the axis among the custom axes,
    /// - 8, 9 and 10 for palettes, locales and subtypes: the index of the built-in axis,
    /// - 11 for custom axes.
    var keyPrefix: Int {
      switch self {
      case .value(let axis): axis & 7
      case .palette: Axis.palette.index
      case .locale: Axis.locale.index
      case .subtype: Axis.subtype.index
      case .axis: AxisNames.customAxisPrefix
      }
    }

    /// The greatest number of names of this kind. An environment has room for eight custom axes. It
    /// stores a palette or a locale in two bytes, and a subtype or a value of a custom axis in one.
    var greatestCount: Int {
      switch self {
      case .palette, .locale: 0xFFFF
      case .axis: Axis.customCount
      case .value, .subtype: 0xFF
      }
    }

    /// The reason of the error for a name that would be one too many.
    private var limitReason: ThemeError.Reason {
      switch self {
      case .palette: .tooManyPalettes
      case .axis: .tooManyAxes
      case .value: .tooManyAxisValues
      case .locale: .tooManyLocales
      case .subtype: .tooManySubtypes
      }
    }

    /// The error for a name that would be one too many.
    fileprivate func limitError(_ name: Span<UInt8>) -> ThemeError {
      ThemeError(limitReason, StoredText(name))
    }
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The number of each name. A key consists of the `keyPrefix` of the kind and the name.
  private var table: NameTable
  // The names of each kind, in the order of their numbers.
  private var palettes: Buffer<StoredText>
  private var axes: Buffer<StoredText>
  private var locales: Buffer<StoredText>
  private var subtypes: Buffer<StoredText>
  /// The names of the first values of the eight custom axes, then those of their second values, and
  /// so on. A name is empty if the axis has fewer named values.
  private var values: Buffer<StoredText>
  /// For each custom axis, the number of its named values.
  private var valueCounts = [8 of Int](repeating: 0)
  /// For each kind, at its `keyPrefix`: the state of a hash of its names, in the order of their
  /// numbers. The initial state, 4, is arbitrary.
  private var hashes = [16 of UInt64](repeating: 4)

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    table = try NameTable(allocator, seed: seed)
    palettes = Buffer(allocator)
    axes = Buffer(allocator)
    locales = Buffer(allocator)
    subtypes = Buffer(allocator)
    values = Buffer(allocator)
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {}

  // MARK: - Looking up

  /// The number of names of a kind. It is also the greatest number that a name of this kind has.
  @inline(__always)
  func count(_ kind: Kind) -> Int {
    switch kind {
    case .palette: palettes.count
    case .axis: axes.count
    case .locale: locales.count
    case .subtype: subtypes.count
    case .value(let axis): valueCounts[axis & 7]
    }
  }

  /// A hash of all names except those of palettes. A palette that has colors can get its number
  /// when it is looked up, even if it was never declared, so its number must not change the hash.
  /// The hash depends on the order of declarations within a kind, but not on how declarations of
  /// different kinds alternate.
  var hashWithoutPalettes: UInt64 {
    // The seed is arbitrary.
    var hash = Hash(seed: 4)
    for index in upTo(16) where index != Kind.palette.keyPrefix { hash.combine(hashes[index & 15]) }
    return hash.value
  }

  /// The number of names of all kinds.
  var count: Int {
    var count = palettes.count &+ axes.count &+ locales.count &+ subtypes.count
    for axis in upTo(Axis.customCount) { count &+= valueCounts[axis] }
    return count
  }

  /// The number of a name; 0 if the name has none.
  func number(_ name: Span<UInt8>, _ kind: Kind) -> Int {
    let key = AxisNames.key(name, keyPrefix: kind.keyPrefix)
    return Int(truncatingIfNeeded: table.reader.value(of: key.bytes))
  }

  func contains(_ name: Span<UInt8>, _ kind: Kind) -> Bool { number(name, kind) != 0 }

  /// The name with a number; `nil` if no name has it.
  @inline(__always)
  func name(_ number: Int, _ kind: Kind) -> StoredText? {
    switch kind {
    case .palette: palettes.element(at: number &- 1)
    case .axis: axes.element(at: number &- 1)
    case .locale: locales.element(at: number &- 1)
    case .subtype: subtypes.element(at: number &- 1)
    case .value(let axis):
      number <= valueCounts[axis & 7] ? values.element(at: valueIndex(number, axis)) : nil
    }
  }

  /// The index in `values` of the name of a value. `number` is the number of the value, and `axis`
  /// the index of its axis among the custom axes.
  private func valueIndex(_ number: Int, _ axis: Int) -> Int {
    (number &- 1) &* Axis.customCount &+ axis & 7
  }

  /// Finds the name of a kind that is most similar to an unknown name. Names of axes include those
  /// of built-in axes.
  func nearestName(to unknownName: Span<UInt8>, _ kind: Kind) -> NearestName {
    var nearest = NearestName(unknownName, knownNames: { index in name(index &+ 1, kind) })
    if kind == .axis { nearest.consider(Axis.names) }
    return nearest
  }

  /// The name that is most similar to the unknown word at an offset of a text. `expectedKind` is
  /// the kind of word that the parser expected. Returns an empty text if no name is similar, or if
  /// the parser expected neither an axis nor a value of one.
  func nearestName(
    to expectedKind: SyntaxError.WordKind, at offset: Int, in text: Span<UInt8>
  ) -> StoredText {
    guard let kind = Kind(expectedKind) else { return .empty }
    let word = identifier(at: offset, in: text)
    var nearest = NearestName(word.bytes, knownNames: { index in name(index &+ 1, kind) })
    // Of the built-in axes, a text can name only those whose values the host declares.
    if kind == .axis { nearest.consider(WordTable("palette subtype locale")) }
    return nearest.name
  }

  /// The name of the palette with a number. Throws `unknownPalette` if no palette has it.
  func paletteName(_ palette: UInt16) throws(ThemeError) -> StoredText {
    guard let name = name(Int(palette), .palette) else {
      throw ThemeError(.unknownPalette(UInt32(palette)))
    }
    return name
  }

  /// The full name of a palette's color with a semantic name: `palette/semantic`. Returns `nil` if
  /// no palette has the number `palette`, or if the full name would be too long.
  func name(ofColor semantic: Span<UInt8>, inPalette palette: Int) -> LongText? {
    name(palette, .palette).flatMap { LongText(joining: $0.bytes, semantic) }
  }

  /// Calls `body` with the names of one kind, in the order of their numbers.
  func forEachName(_ kind: Kind, _ body: (StoredText) -> Void) {
    for index in upTo(count(kind)) { body(name(index &+ 1, kind) ?? .empty) }
  }

  /// Calls `body` with all names. Each axis comes right before its values.
  func forEachName<BodyError: Error>(
    _ body: (StoredText, Kind) throws(BodyError) -> Void
  ) throws(BodyError) {
    for position in 0..<4 {
      let kind: Kind =
        position == 0 ? .palette : position == 1 ? .axis : position == 2 ? .subtype : .locale
      for index in upTo(count(kind)) {
        try body(name(index &+ 1, kind) ?? .empty, kind)
        if kind == .axis { try forEachName(ofAxis: index, body) }
      }
    }
  }

  /// Calls `body` with the names of the values of a custom axis.
  @inline(__always)
  private func forEachName<BodyError: Error>(
    ofAxis axis: Int, _ body: (StoredText, Kind) throws(BodyError) -> Void
  ) throws(BodyError) {
    for index in upTo(count(.value(axisIndex: axis))) {
      try body(name(index &+ 1, .value(axisIndex: axis)) ?? .empty, .value(axisIndex: axis))
    }
  }

  /// Calls `body` with each named value of each custom axis: the index of the axis among the custom
  /// axes, from 0; the number of the value; and the name.
  func forEachValue<BodyError: Error>(
    _ body: (Int, Int, StoredText) throws(BodyError) -> Void
  ) throws(BodyError) {
    for axis in upTo(count(.axis)) {
      for value in upTo(count(.value(axisIndex: axis))) {
        try body(axis, value &+ 1, name(value &+ 1, .value(axisIndex: axis)) ?? .empty)
      }
    }
  }

  /// Returns whether the subtype, the locale, the palette and the custom axes in the conditions of
  /// a variant are declared. The values of the custom axes need not be declared.
  func hasDeclaredAll(in conditions: Variant.Conditions) -> Bool {
    unknownAxis(in: conditions) == nil
  }

  /// The first axis on which the conditions of a variant have a number that no name has, or the
  /// first custom axis in the conditions that is not declared; `nil` if there is none.
  @inline(__always)
  func unknownAxis(in conditions: Variant.Conditions) -> Axis? {
    conditions.mayHaveDeclaredValues ? firstUnknownAxis(in: conditions) : nil
  }

  @inline(never)
  private func firstUnknownAxis(in conditions: Variant.Conditions) -> Axis? {
    if conditions.subtype > UInt64(truncatingIfNeeded: count(.subtype)) { return .subtype }
    if conditions.locale > UInt64(truncatingIfNeeded: count(.locale)) { return .locale }
    guard conditions.hasExtra else { return nil }
    if conditions.palette > UInt64(truncatingIfNeeded: count(.palette)) { return .palette }
    for axis in upTo(Axis.customCount, from: count(.axis)) where conditions.custom(axis) != 0 {
      return .custom(axis)
    }
    return nil
  }

  /// The first axis on which an environment has a number that no name has, or the first undeclared
  /// custom axis on which it has a value; `nil` if there is none. A declared custom axis may have
  /// any value, even one without a name.
  func unknownAxis(in environment: Environment) -> Axis? {
    func isUnknown(_ axis: Axis, _ kind: Kind) -> Bool {
      environment[axis] > UInt64(truncatingIfNeeded: count(kind))
    }
    if isUnknown(.palette, .palette) { return .palette }
    if isUnknown(.locale, .locale) { return .locale }
    if isUnknown(.subtype, .subtype) { return .subtype }
    for axis in upTo(Axis.customCount, from: count(.axis)) where environment[.custom(axis)] != 0 {
      return .custom(axis)
    }
    return nil
  }

  /// A view of the names, in which the parser looks up custom axes and the values of axes.
  var axisNames: AxisNames { AxisNames(table.reader) }

  // MARK: - Declaring

  /// Reserves memory so that `enter` cannot fail for a new name. Throws if the name cannot be
  /// declared. `pending` is the number of new names of the same kind that will be entered before
  /// this one.
  @inline(never)
  mutating func prepare(
    _ name: Span<UInt8>, _ kind: Kind, after pending: Int = 0
  ) throws(ThemeError) {
    if kind == .axis, Axis.isBuiltinName(name) {
      throw ThemeError(.builtinAxis, StoredText(name))
    }
    guard count(kind) &+ pending < kind.greatestCount else { throw kind.limitError(name) }
    try orOutOfMemory { () throws(OutOfMemory) in
      try reserve(kind, pending &+ 1)
      _ = try table.intern(AxisNames.key(name, keyPrefix: kind.keyPrefix).bytes)
    }
  }

  /// Reserves memory for `extra` more names of a kind.
  private mutating func reserve(_ kind: Kind, _ extra: Int) throws(OutOfMemory) {
    switch kind {
    case .palette: try palettes.reserve(extra)
    case .axis: try axes.reserve(extra)
    case .locale: try locales.reserve(extra)
    case .subtype: try subtypes.reserve(extra)
    case .value(let axis):
      let end = (valueCounts[axis & 7] &+ extra) &* Axis.customCount
      try values.append(repeating: .empty, count: end &- values.count)
    }
  }

  /// Appends a name to the names of its kind, for which memory has been reserved.
  private mutating func append(_ name: StoredText, _ kind: Kind) {
    switch kind {
    case .palette: palettes.appendReserved(name)
    case .axis: axes.appendReserved(name)
    case .locale: locales.appendReserved(name)
    case .subtype: subtypes.appendReserved(name)
    case .value(let axis):
      valueCounts[axis & 7] &+= 1
      values.replace(at: valueIndex(valueCounts[axis & 7], axis), with: name)
    }
  }

  /// Assigns the next number to a new name, which must have been passed to `prepare`.
  @inline(never)
  mutating func enter(_ name: Span<UInt8>, _ kind: Kind) {
    let key = AxisNames.key(name, keyPrefix: kind.keyPrefix)
    guard let slot = table.reader.slot(of: key.bytes) else { return }
    // The name begins after the byte with the prefix.
    append(StoredText(address: slot.address &+ 1, count: slot.length &- 1), kind)
    slot.value = UInt64(truncatingIfNeeded: count(kind))
    var hash = Hash(state: hashes[kind.keyPrefix & 15])
    hash.combine(name)
    hashes[kind.keyPrefix & 15] = hash.state
  }

  /// Removes all palettes but the first `count`. Their hash stays as it is, because
  /// `hashWithoutPalettes` does not include it.
  mutating func removePalettes(after count: Int) {
    for index in upTo(palettes.count, from: count) {
      let key = AxisNames.key(
        (palettes.element(at: index) ?? .empty).bytes, keyPrefix: Kind.palette.keyPrefix)
      table.reader.slot(of: key.bytes)?.value = 0
    }
    palettes.truncate(to: count)
  }

  /// Returns the number of a name. Assigns a number if the name has none.
  ///
  /// On the vocabulary of a theme, call this only for palettes that have colors. For all other
  /// names, call `ThemeState.declare`, which enters a new name as an edit of the theme.
  mutating func declare(_ name: Span<UInt8>, _ kind: Kind) throws(ThemeError) -> Int {
    let assigned = number(name, kind)
    if assigned != 0 { return assigned }
    try prepare(name, kind)
    enter(name, kind)
    return count(kind)
  }

  // MARK: - Invariants

  /// True if names and numbers map to each other.
  var isConsistent: Bool {
    var areConsistent = true
    var nameCount = 0
    forEachName { name, kind in
      nameCount &+= 1
      areConsistent =
        areConsistent && self.name(number(name.bytes, kind), kind)?.address == name.address
    }
    var numberCount = 0
    for index in upTo(table.slotCount) where table.slotWithValue(at: index) != nil {
      numberCount &+= 1
    }
    return areConsistent && nameCount == count && numberCount == count
  }
}

extension LongText {
  /// The full name of a palette's color with a semantic name: `palette/semantic`; `nil` if it would
  /// be too long.
  init?(joining palette: Span<UInt8>, _ semantic: Span<UInt8>) {
    self.init()
    append(contentsOf: palette)
    append(UInt8(ascii: "/"))
    append(contentsOf: semantic)
    if hasOverflowed { return nil }
  }
}
