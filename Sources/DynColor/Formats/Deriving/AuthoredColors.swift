// Deriving: what the authors of a theme have defined, below a layer of generated definitions.

/// The colors of a theme without the definitions in a certain layer and in the layers above it. The
/// layer is `derived` or `repair`: it has definitions that the library makes from authored ones.
struct AuthoredColors: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// For each color, its highest definition below the layer. `--covered()` in a definition is
  /// replaced by the definition that it stands for.
  let colors: ColorCollection
  /// All named colors, as they are now.
  private let all: ColorCollection
  /// The names of the colors that are defined in the layer by the owner of the same name, `derived`
  /// or `repair`. A new derivation replaces these definitions.
  let namesInLayer: ImportedNames
  /// For each of `colors`, the axes that it reads.
  private let axes: ColorAxes
  /// The values of all named colors.
  private var resolvedColors: ResolvedColors
  /// For each of `colors`, its index in `all` and `resolvedColors`.
  private let indices: Buffer<UInt32>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Reads the colors of a theme. `layer` is the name of the layer: `derived` or `repair`.
  static func make(_ theme: Theme, below layer: Span<UInt8>) throws(ThemeError) -> AuthoredColors {
    do throws(OutOfMemory) {
      var all = try ColorCollection.make(theme.allocator)
      let resolved: ResolvedColors
      // The only failure that is expected here is that there is not enough memory.
      do throws(ThemeError) { resolved = try .make(theme, &all) } catch { throw OutOfMemory() }
      return try make(all, resolved, below: layer)
    } catch {
      throw ThemeError(.outOfMemory)
    }
  }

  private init(
    _ colors: consuming ColorCollection, _ all: consuming ColorCollection,
    _ namesInLayer: consuming ImportedNames, _ axes: consuming ColorAxes,
    _ resolvedColors: consuming ResolvedColors,
    _ indices: consuming Buffer<UInt32>
  ) {
    self.colors = colors
    self.all = all
    self.namesInLayer = namesInLayer
    self.axes = axes
    self.resolvedColors = resolvedColors
    self.indices = indices
  }

  private static func make(
    _ all: consuming ColorCollection, _ resolved: consuming ResolvedColors,
    below layer: Span<UInt8>
  ) throws(OutOfMemory) -> AuthoredColors {
    var colors = try ColorCollection.make(all.allocator)
    var indices = Buffer<UInt32>(all.allocator)
    try colors.declareAll(of: all.vocabulary)
    try colors.addAuthored(of: all, below: layer)
    for index in upTo(colors.count) {
      let inTheme = all.index(of: colors.name(index).bytes) ?? 0
      try indices.append(UInt32(truncatingIfNeeded: inTheme))
    }
    let namesInLayer = try ImportedNames.make(
      of: ColorCollection.defined(in: layer, all), all.allocator)
    let axes = try ColorAxes(colors, ExportedPalettes.make(colors))
    return AuthoredColors(colors, all, namesInLayer, axes, resolved, indices)
  }

  var count: Int { colors.count }

  /// The axes that a color reads, directly or through references.
  func axes(_ index: Int) -> AxisSet { axes[index] }

  func name(_ index: Int) -> StoredText { colors.name(index) }

  /// The index of a color among all colors of the theme. Beyond all colors if `index` is invalid.
  func indexInTheme(_ index: Int) -> Int { Int(indices.element(at: index) ?? .max) }

  /// The number of all colors of the theme.
  var countInTheme: Int { all.count }

  /// Calls `body` with each color that the color at `index` refers to, in its current or in its
  /// authored definition. All indices are those that `indexInTheme` returns.
  func forEachReference(of index: Int, _ body: (Int) -> Void) {
    func visit(_ expression: Expression) {
      expression.forEachNode { node in
        if let target = all.index(of: node) { body(target) }
      }
    }
    if let entry = all.entry(index) { visit(entry.expression) }
    if let authored = colors.index(of: all.name(index).bytes).flatMap({ colors.entry($0) }) {
      visit(authored.expression)
    }
  }

  /// The id of a color.
  func id(_ index: Int) -> ColorID {
    resolvedColors.id(indexInTheme(index))
  }

  /// The value of a color in an environment; `nil` if it has none.
  mutating func color(
    _ index: Int, _ environment: Environment
  ) throws(OutOfMemory) -> Color? {
    do throws(FileFailure) {
      let cell = try resolvedColors.cell(
        indexInTheme(index), environment, exportedPalette: .empty)
      return cell.map { Color($0.rgba) }
    } catch {
      // `cell` throws no other failure.
      throw OutOfMemory()
    }
  }

  /// Returns whether a color is translucent in the light scheme, in the dark one, or in both.
  mutating func isTranslucent(_ index: Int) throws(OutOfMemory) -> Bool {
    var environment = Environment()
    for scheme in upTo(2) {
      environment[.scheme] = UInt64(truncatingIfNeeded: scheme &+ 1)
      if let color = try color(index, environment), color.alpha < 1 { return true }
    }
    return false
  }
}

extension ColorCollection {
  /// Registers these colors in the layer `name`, for the owner `name`, in one edit. Adds the layer
  /// and the owner if the theme lacks them. Removes from the layer the definitions that this owner
  /// has of `previousNames`, except those that are replaced by these colors.
  func commit(
    to theme: Theme, asLayer name: Span<UInt8>, replacing previousNames: borrowing ImportedNames
  ) throws(ThemeError) {
    try theme.withLock { state throws(ThemeError) in
      let (layerCount, ownerCount) = (state.registry.layers.count, state.registry.owners.count)
      do throws(ThemeError) {
        let above = state.registry.layers.layer(named: Registry.layerAbove(name))
        let layer = try state.registry.layers.declare(name, below: above ?? LayerAndOwner.userLayer)
        let owner = try state.registry.declareOwner(name)
        try commit(to: &state, LayerAndOwner(layer: layer, owner: owner), replacing: previousNames)
      } catch {
        state.registry.layers.truncate(to: layerCount)
        state.registry.owners.truncate(to: ownerCount)
        throw error
      }
    }
  }

  /// Adds each color that `all` defines below `layer`, with its definition in the highest of the
  /// layers below. If the theme does not have `layer` yet, these are the layers below the place at
  /// which `commit` inserts it.
  fileprivate mutating func addAuthored(
    of all: borrowing ColorCollection, below layer: Span<UInt8>
  ) throws(OutOfMemory) {
    // A color without definitions in `details` is defined only in the theme's own layer, which is
    // below `layer`.
    for index in upTo(all.count) {
      guard let entry = all.entry(index), !entry.hasDefinitions else { continue }
      try set(entry.name.bytes, entry.expression, at: .none)
    }
    let user: StaticString = "user"
    // The number of the lowest layer whose definitions are left out.
    var end = all.details.layers.number(of: layer)
    if end == 0 { end = all.details.layers.number(of: Registry.layerAbove(layer)) }
    if end == 0 { end = all.details.layers.number(of: user.bytes) }
    var writer = ExpressionWriter(allocator)
    // The definitions are sorted by layer, the lowest first. So the definition that `--covered()`
    // stands for has been set before the definition that contains it.
    for index in upTo(all.details.definitions.count) {
      guard let definition = all.details.definitions.element(at: index), definition.layer < end
      else { continue }
      let name = all.name(definition.colorIndex).bytes
      writer.removeAll()
      writer.append(
        definition.expression, renaming: { _ in nil as FixedText<1>? },
        referenceByID: { id, writer in writer.append(referenceByID: id) },
        covered: { writer in
          guard let covered = self.index(of: name).flatMap({ self.entry($0) }),
            covered.expression.count > 0
          else { return false }
          writer.append(copyOf: covered.expression)
          return true
        })
      if writer.failure == .outOfMemory { throw OutOfMemory() }
      // A color with a provider has no expression. A color whose expression has become too large
      // gets none.
      try set(name, writer.failure == nil ? writer.expression ?? .none : .none, at: .none)
    }
  }

  /// The names of the colors that are defined in `layer` by the owner of the same name. Empty if
  /// the theme has no such layer or owner.
  fileprivate static func defined(
    in layer: Span<UInt8>, _ all: borrowing ColorCollection
  ) throws(OutOfMemory) -> ColorCollection {
    var defined = try ColorCollection.make(all.allocator)
    let layerNumber = all.details.layers.number(of: layer)
    let owner = all.details.owners.number(of: layer)
    guard layerNumber > 0, owner > 0 else { return defined }
    for index in upTo(all.details.definitions.count) {
      guard let definition = all.details.definitions.element(at: index),
        definition.layer == layerNumber, definition.owner == owner
      else { continue }
      try defined.set(all.name(definition.colorIndex).bytes, .none, at: .none)
    }
    return defined
  }
}
