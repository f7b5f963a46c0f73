// Colors as files have them.

/// What stands between files and themes: names, what each is made of and what is said of it, and the
/// names that must be known for that.
struct Inventory: ~Copyable {
  private let immovable = Immovable()
  /// Where something stands in a file.
  struct Place: BitwiseCopyable {
    /// Which of the files that were opened; −1 for none.
    var file: Int32
    var offset: Int

    static var none: Place { Place(file: -1, offset: 0) }
  }

  /// A color.
  struct Entry: BitwiseCopyable {
    let name: HostText
    /// What it is made of; of no words, if that cannot be written: it is a provider's.
    fileprivate(set) var expression: Expression
    fileprivate(set) var place: Place
    fileprivate(set) var description = HostText.empty
    /// Why not to use it, and the name of what to use instead.
    fileprivate(set) var deprecation = HostText.empty
    fileprivate(set) var replacement = HostText.empty
    /// What its file says of it to others: a JSON object.
    fileprivate(set) var annotation = HostText.empty

    var isDeprecated: Bool { deprecation.count > 0 || replacement.count > 0 }
  }

  let allocator: Allocator
  private var texts: Arena
  private var names: NameTable
  private var entries: Buffer<Entry>

  /// Palettes, and the host's axes.
  private(set) var palettes: NumberedNames
  private(set) var axes: NumberedNames
  /// Values of the axes in `axes`, each after a byte that is the axis's number, from 0.
  private(set) var axisValues: NumberedNames
  /// What the conditions of variants have numbers for.
  private(set) var subtypes: NumberedNames
  private(set) var locales: NumberedNames
  /// The same names, for reading text.
  private var numbers: NameTable

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ texts: consuming Arena, _ names: consuming NameTable,
    _ palettes: consuming NumberedNames, _ axes: consuming NumberedNames,
    _ axisValues: consuming NumberedNames, _ subtypes: consuming NumberedNames,
    _ locales: consuming NumberedNames, _ numbers: consuming NameTable
  ) {
    self.allocator = allocator
    self.texts = texts
    self.names = names
    entries = Buffer(allocator)
    self.palettes = palettes
    self.axes = axes
    self.axisValues = axisValues
    self.subtypes = subtypes
    self.locales = locales
    self.numbers = numbers
  }

  static func make(_ allocator: Allocator) throws(OutOfMemory) -> Inventory {
    var texts = Arena(allocator)
    // Where it lies is not known to who writes the files.
    let seed = try texts.take(1).address
    let names = try NameTable(allocator, seed: seed)
    let palettes = try NumberedNames(allocator, seed: seed)
    let axes = try NumberedNames(allocator, seed: seed)
    let axisValues = try NumberedNames(allocator, seed: seed)
    let subtypes = try NumberedNames(allocator, seed: seed)
    let locales = try NumberedNames(allocator, seed: seed)
    let numbers = try NameTable(allocator, seed: seed)
    return Inventory(
      allocator, texts, names, palettes, axes, axisValues, subtypes, locales, numbers)
  }

  /// Whether a name was longer than names may be. Then only its beginning is kept, and nothing of the
  /// inventory is of use.
  private(set) var hasLongName = false

  @_lifetime(copy name)
  private mutating func cut(_ name: Span<UInt8>) -> Span<UInt8> {
    if name.count <= ThemeImage.greatestName { return name }
    hasLongName = true
    return name.slice(0, ThemeImage.greatestName)
  }

  // MARK: - Colors

  var count: Int { entries.count }

  @inline(never)
  func entry(_ index: Int) -> Entry? { entries.element(at: index) }

  @inline(never)
  func index(of name: Span<UInt8>) -> Int? {
    let value = names.reader.value(of: name)
    return value == 0 ? nil : Int(truncatingIfNeeded: value) &- 1
  }

  /// Adds a color, or replaces what the name stood for, with all that was said of it. The words of
  /// the expression are copied. The result is its index.
  @inline(never)
  @discardableResult
  mutating func set(
    _ name: Span<UInt8>, _ expression: Expression, at place: Place
  ) throws(OutOfMemory) -> Int {
    let name = cut(name)
    try entries.reserve(1)
    let words = try texts.take(expression.count)
    for index in upTo(expression.count) { words.relax(index, expression.word(index)) }
    let copy = Expression(words: words, count: expression.count)
    let slot = try names.intern(name)
    let entry = Entry(name: slot.bytes, expression: copy, place: place)
    if slot.value == 0 {
      try entries.append(entry)
      slot.value = UInt64(truncatingIfNeeded: entries.count)
    } else {
      entries.replace(at: Int(truncatingIfNeeded: slot.value) &- 1, with: entry)
    }
    return Int(truncatingIfNeeded: slot.value) &- 1
  }

  /// The same for a color of a provider.
  @discardableResult
  mutating func setProvider(_ name: Span<UInt8>) throws(OutOfMemory) -> Int {
    try set(name, Expression(words: AtomicWords(address: 0), count: 0), at: .none)
  }

  @inline(never)
  mutating func describe(_ index: Int, _ text: Span<UInt8>) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.description = try keep(text)
    entries.replace(at: index, with: entry)
  }

  @inline(never)
  mutating func deprecate(
    _ index: Int, _ text: Span<UInt8>, replacement: Span<UInt8>
  ) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.deprecation = try keep(text)
    entry.replacement = try keep(replacement)
    entries.replace(at: index, with: entry)
  }

  @inline(never)
  mutating func annotate(_ index: Int, _ json: Span<UInt8>) throws(OutOfMemory) {
    guard var entry = entry(index) else { return }
    entry.annotation = try keep(json)
    entries.replace(at: index, with: entry)
  }

  /// A copy of a text, with a NUL behind it, which lives as long as the inventory.
  mutating func keep(_ text: Span<UInt8>) throws(OutOfMemory) -> HostText {
    try texts.copy(text)
  }

  /// The same for a name in a folder, or in a group of names: its path. Without a folder it is the
  /// name alone.
  mutating func keep(_ folder: Span<UInt8>, part: Span<UInt8>) throws(OutOfMemory) -> HostText {
    folder.count == 0
      ? try texts.copy(part) : try texts.join(folder, UInt8(ascii: "/"), part)
  }

  // MARK: - What colors depend on

  /// The names for reading text: subtypes and locales have the numbers of this inventory.
  var valueNames: AxisValueNames { AxisValueNames(numbers.reader) }

  mutating func declareAxis(_ name: Span<UInt8>) throws(OutOfMemory) {
    let name = cut(name)
    if axes.number(of: name) == 0 { try axes.add(name) }
  }

  /// Gives an axis of the host's a value, which it may have.
  @inline(never)
  mutating func declareValue(
    _ value: Span<UInt8>, ofAxis axis: Span<UInt8>
  ) throws(OutOfMemory) {
    try declareAxis(axis)
    let key = AxisValueNames.key(cut(value), axes.number(of: cut(axis)) &- 1)
    if axisValues.number(of: key.bytes) == 0 { try axisValues.add(key.bytes) }
  }

  @inline(never)
  mutating func declarePalette(_ name: Span<UInt8>) throws(OutOfMemory) {
    let name = cut(name)
    if palettes.number(of: name) == 0 { try palettes.add(name) }
  }

  /// The number of a subtype, for conditions; 0 if there are too many.
  @inline(never)
  mutating func subtype(_ name: Span<UInt8>) throws(OutOfMemory) -> UInt64 {
    let name = cut(name)
    if subtypes.number(of: name) == 0, subtypes.count < 0xFF {
      try enter(name, .subtype, subtypes.count &+ 1)
      try subtypes.add(name)
    }
    return UInt64(truncatingIfNeeded: subtypes.number(of: name))
  }

  /// The number of a locale, likewise.
  @inline(never)
  mutating func locale(_ name: Span<UInt8>) throws(OutOfMemory) -> UInt64 {
    let name = cut(name)
    if locales.number(of: name) == 0, locales.count < 0xFFFF {
      try enter(name, .locale, locales.count &+ 1)
      try locales.add(name)
    }
    return UInt64(truncatingIfNeeded: locales.number(of: name))
  }

  /// An inventory without colors, in which axes, values, subtypes and locales have the same numbers.
  @inline(never)
  func withSameNumbers() throws(OutOfMemory) -> Inventory {
    var result = try Inventory.make(allocator)
    for before in upTo(axes.count) {
      let number = before &+ 1
      try result.axes.add((axes.name(number) ?? .empty).bytes)
    }
    for before in upTo(axisValues.count) {
      let number = before &+ 1
      try result.axisValues.add((axisValues.name(number) ?? .empty).bytes)
    }
    for before in upTo(subtypes.count) {
      let number = before &+ 1
      _ = try result.subtype((subtypes.name(number) ?? .empty).bytes)
    }
    for before in upTo(locales.count) {
      let number = before &+ 1
      _ = try result.locale((locales.name(number) ?? .empty).bytes)
    }
    return result
  }

  private mutating func enter(
    _ name: Span<UInt8>, _ axis: Axis, _ number: Int
  ) throws(OutOfMemory) {
    let slot = try numbers.intern(AxisValueNames.key(name, axis.index).bytes)
    slot.value = UInt64(truncatingIfNeeded: number)
  }
}

extension Inventory: TargetNames {
  // Nothing in an inventory is told by an id.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {}

  func name(ofValue value: UInt64, _ axis: Axis) -> HostText {
    let number = Int(truncatingIfNeeded: value)
    let name = axis == .locale ? locales.name(number) : subtypes.name(number)
    return name ?? .empty
  }
}
