// How the colors of a theme become files: what every writer has.

/// What a host wants to have written.
struct WriteOptions: BitwiseCopyable {
  var format: FileFormat
  /// What the collection is called, empty if it is not said.
  var name = HostText.empty
  /// Whether dark colors are for a class that a page has, and not for what the reader prefers.
  var usesClasses = false
  /// Whether all must be in one file.
  var isOneFile = false
  /// The environments that the host has chosen, and their names: none, if it has not.
  var environments = HostEnvironments.none
}

/// A file that has been written: its path within the folder that is written, empty if it is the only
/// one, and its bytes.
struct WrittenFile: BitwiseCopyable {
  let path: HostText
  let bytes: HostText
}

/// The colors of a theme as they are at one instant, and what is written of them.
struct Writing: ~Copyable {
  private let immovable = Immovable()
  let allocator: Allocator
  let options: WriteOptions
  /// All colors that have names.
  private(set) var inventory: Inventory
  var report: Report
  /// The file that is being written.
  var text: TextWriter

  private let theme: Theme
  private let instant: Theme.Instant
  /// The id of each color.
  private var ids: Buffer<ColorID>
  /// The environments for which all colors have been resolved, and what they are there, one
  /// environment after the other.
  private var environments: Buffer<Environment>
  private var cells: Buffer<Resolved>
  private var files: Buffer<WrittenFile>
  private var texts: Arena

  private struct Resolved: BitwiseCopyable {
    var cell = Cell(low: 0, high: 0)
    var hasValue = false
  }

  private init(
    _ allocator: Allocator, _ options: WriteOptions, _ theme: Theme, _ instant: Theme.Instant,
    _ inventory: consuming Inventory, _ ids: consuming Buffer<ColorID>
  ) {
    self.allocator = allocator
    self.options = options
    self.theme = theme
    self.instant = instant
    self.inventory = inventory
    self.ids = ids
    report = Report(allocator)
    text = TextWriter(allocator)
    environments = Buffer(allocator)
    cells = Buffer(allocator)
    files = Buffer(allocator)
    texts = Arena(allocator)
  }

  deinit { theme.unpin(instant) }

  static func make(_ theme: Theme, _ options: WriteOptions) throws(FileFailure) -> Writing {
    let allocator = theme.allocator
    do throws(ThemeError) {
      let instant = try theme.pin()
      do throws(ThemeError) {
        var ids = Buffer<ColorID>(allocator)
        var inventory = try orOutOfMemory { () throws(OutOfMemory) in
          try Inventory.make(allocator)
        }
        try theme.locked { state throws(ThemeError) in
          try orOutOfMemory { () throws(OutOfMemory) in
            try state.gather(at: instant, into: &inventory, &ids)
          }
        }
        return Writing(allocator, options, theme, instant, inventory, ids)
      } catch {
        theme.unpin(instant)
        throw error
      }
    } catch {
      throw .outOfMemory
    }
  }

  // MARK: - Colors

  /// The part of a color's expression that counts in an environment: what is left of `light-dark()`,
  /// `if()` and `--variants()` when they are decided. `nil` if nothing is, or several variants are.
  @inline(never)
  func choice(_ index: Int, _ environment: Environment) -> Expression? {
    guard let entry = inventory.entry(index), entry.expression.count > 0 else { return nil }
    return theme.locked { state in
      let walk = Walk(.none, environment, instant.settings, tick: instant.tick)
      return entry.expression.choice(in: state, walk)
    }
  }

  /// The color in an environment: a constant with the space and the digits that it was given, anything
  /// else in extended sRGB, as it is painted; `nil` if it has no value.
  @inline(never)
  mutating func color(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Color? {
    if let constant = choice(index, environment)?.constant { return constant }
    return try painted(index, environment).map { Color($0.rgba) }
  }

  /// The color as it is painted in an environment.
  @inline(never)
  mutating func painted(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Cell? {
    var place = 0
    while let known = environments.element(at: place), known != environment { place &+= 1 }
    if place == environments.count { try resolveAll(environment) }
    guard let resolved = cells.element(at: place &* ids.count &+ index), resolved.hasValue else {
      return nil
    }
    return resolved.cell
  }

  private mutating func resolveAll(_ environment: Environment) throws(FileFailure) {
    let start = cells.count
    try allocating { () throws(OutOfMemory) in
      try environments.reserve(1)
      try cells.append(repeating: Resolved(), count: ids.count)
      try environments.append(environment)
    }
    // A color that lacked memory only is not one without a value.
    var isShort = false
    theme.resolve(ids.count, environment, at: instant) { index in
      ids.element(at: index) ?? .none
    } visit: { index, cell, status in
      isShort = isShort || status == FileStatus.outOfMemory.rawValue
      guard let cell else { return }
      cells.replace(at: start &+ index, with: Resolved(cell: cell, hasValue: true))
    }
    if isShort { throw .outOfMemory }
  }

  // MARK: - Files

  /// Ends the file that is being written, as the file of a path; another begins.
  @inline(never)
  mutating func finish(_ path: Span<UInt8> = Span()) throws(FileFailure) {
    var finished = TextWriter(allocator)
    swap(&finished, &text)
    try allocating { () throws(OutOfMemory) in
      try files.reserve(1)
      let file = WrittenFile(
        path: try texts.copy(path), bytes: try texts.copy(finished.bytes))
      try files.append(file)
    }
  }

  var fileCount: Int { files.count }
  func file(_ index: Int) -> WrittenFile? { files.element(at: index) }

  /// Writes all files, in the format that is wanted.
  @inline(never)
  mutating func write() throws(FileFailure) {
    report.colors = inventory.count
    switch options.format {
    case .assetCatalog: try writeCatalog()
    case .json: try writeJSONTheme()
    case .styleSheet: try writeStyleSheet()
    case .tailwind: try writeTailwind()
    case .gtk: try writeGTK()
    case .gtkMedia: try writeGTKMedia()
    case .cHeader: try writeCHeader()
    case .tokens: try writeTokens()
    case .preview: try writePreview()
    case .sheet: try writeSheet()
    case .kde: try writeKDEColors()
    default: try fail(.unknownFormat, "expected a format that can be written", Span())
    }
    if report.errorCount > 0 { throw .failed }
  }

  // MARK: - Findings

  /// The report, in whose place is then an empty one.
  mutating func takeReport() -> Report {
    var taken = Report(allocator)
    swap(&taken, &report)
    return taken
  }

  /// Tells why nothing is written.
  @inline(never)
  mutating func fail(
    _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8>
  ) throws(FileFailure) {
    try tell(.error, status, message, context)
    throw .failed
  }

  /// Tells that the format has no word for a color, which is written as what comes nearest.
  @inline(never)
  mutating func approximate(_ index: Int, _ message: StaticString) throws(FileFailure) {
    try tell(.warning, .notExact, message, (inventory.entry(index)?.name ?? .empty).bytes)
  }

  @inline(never)
  mutating func tell(
    _ severity: Severity, _ status: FileStatus, _ message: StaticString, _ context: Span<UInt8>
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try report.add(
        severity, status.rawValue, message, context: context, path: Span(), at: nil, offset: 0)
    }
  }
}

extension ThemeState {
  /// Puts all colors that have names into an inventory, as they were at an instant, with what is said
  /// of them now.
  fileprivate func gather(
    at instant: Theme.Instant, into inventory: inout Inventory, _ ids: inout Buffer<ColorID>
  ) throws(OutOfMemory) {
    for before in upTo(palettes.count) {
      let number = before &+ 1
      try inventory.declarePalette((palettes.name(number) ?? .empty).bytes)
    }
    try gatherAxes(into: &inventory)
    var writer = ExpressionWriter(allocator)
    for before in upTo(instant.rows) {
      let index = before &+ 1
      guard let record = record(index), record.hasName,
        let recipe = record.recipe?.state(at: instant.tick), recipe.kind != .nothing
      else { continue }
      writer.truncate(to: 0)
      let entry: Int
      if append(recipe, to: &writer), let expression = writer.expression {
        entry = try inventory.set(record.name.bytes, expression, at: .none)
      } else if writer.failure == .outOfMemory {
        throw OutOfMemory()
      } else {
        entry = try inventory.setProvider(record.name.bytes)
      }
      // A color that has been renamed meanwhile might have the name of another.
      if entry < ids.count { continue }
      try ids.append(ColorID(index: index, check: checkBase &+ recipe.reuses))
      guard let note = notes.note(index), !note.isEmpty else { continue }
      try inventory.describe(entry, note.description.text.bytes)
      let replacement = note.replacement == .none ? nil : self.record(note.replacement.index)
      try inventory.deprecate(
        entry, note.deprecation.text.bytes, replacement: (replacement?.name ?? .empty).bytes)
      try inventory.annotate(entry, note.annotation.text.bytes)
    }
  }

  private func gatherAxes(into inventory: inout Inventory) throws(OutOfMemory) {
    for before in upTo(axes.count) {
      let number = before &+ 1
      let axis = axes.name(number) ?? .empty
      try inventory.declareAxis(axis.bytes)
      for before in upTo(Int(axisValueCounts[(number &- 1) & 7])) {
        let value = before &+ 1
        let name = valueName(value, ofAxis: number &- 1)
        try inventory.declareValue(name.bytes, ofAxis: axis.bytes)
      }
    }
    for place in upTo(subtypeNames.count) {
      _ = try inventory.subtype((subtypeNames.element(at: place) ?? .empty).bytes)
    }
    for place in upTo(localeNames.count) {
      _ = try inventory.locale((localeNames.element(at: place) ?? .empty).bytes)
    }
  }

  /// The name of a value of an axis of the host's.
  private func valueName(_ value: Int, ofAxis axis: Int) -> HostText {
    var name = HostText.empty
    axisValues.forEachWithValue { slot in
      let key = slot.bytes
      guard Int(key.bytes.element(at: 0) ?? 0xFF) == axis,
        slot.value == UInt64(truncatingIfNeeded: value)
      else { return }
      name = HostText(key.bytes.slice(1, key.count))
    }
    return name
  }
}
