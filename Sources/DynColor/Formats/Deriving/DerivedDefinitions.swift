// Deriving: definitions for what the authors of a theme have not defined: its other scheme, and
// more or less contrast.

/// What is derived. Corresponds to `dyncolor_derive_options`.
struct DeriveOptions: ~Copyable {
  var derivesScheme = true
  var derivesContrast = true
  /// The color that is behind all others; `none` to find it by its name.
  var background = ColorID.none
  /// For each row of the theme, the number of the `ColorRole` that the host has chosen; 0 if it has
  /// chosen none. Rows at the end may be missing.
  var roles: Buffer<UInt8>
}

/// How many colors were derived, and why the others were not. Corresponds to
/// `dyncolor_derive_counts`.
struct DeriveCounts: BitwiseCopyable {
  var derived = 0
  /// Colors that lack nothing.
  var complete = 0
  /// Colors that consist of other colors, and follow these.
  var following = 0
  /// Colors with a provider or with a too large expression, and those with the role `none`.
  var skipped = 0
}

/// The derived definitions of a theme. They have a layer and an owner of their own, so that they
/// can be told from authored definitions, and be removed. Each of them contains `--covered()`,
/// which stands for the authored definition, and so follows it.
struct DerivedDefinitions: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  private var authored: AuthoredColors
  /// The definitions, without the vocabulary, which they do not use.
  private var definitions: ColorCollection
  private var writer: ExpressionWriter
  private(set) var counts = DeriveCounts()
  /// An environment with the scheme for which the authors have defined the colors: the scheme that
  /// the theme is set to. All else is unspecified.
  private var environment = Environment()
  /// The index of the *page*, which is the color behind all others; `nil` if there is none.
  private var page: Int?
  /// Finds out whether a color depends on another, so that no definition makes a cycle.
  private var search: ReferenceSearch
  /// For each color, 1 if it is *solid*: an accent, other than the page, that is the background of
  /// other colors; otherwise 0.
  private var solids: Buffer<UInt8>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ theme: Theme, _ authored: consuming AuthoredColors, _ definitions: consuming ColorCollection
  ) {
    search = ReferenceSearch(theme.allocator)
    solids = Buffer(theme.allocator)
    writer = ExpressionWriter(theme.allocator)
    self.definitions = definitions
    self.authored = authored
    environment[.scheme] = theme.withLock { state in state.settings.scheme }
  }

  /// Derives the definitions of a theme anew, in one edit.
  static func derive(
    _ theme: Theme, _ options: borrowing DeriveOptions
  ) throws(ThemeError) -> DeriveCounts {
    let authored = try AuthoredColors.make(theme, below: Registry.derivedName)
    let definitions = try orOutOfMemory { () throws(OutOfMemory) in
      try ColorCollection.make(theme.allocator)
    }
    var derived = DerivedDefinitions(theme, authored, definitions)
    do throws(OutOfMemory) {
      derived.page = derived.pageIndex(options)
      try derived.findSolids(options)
      for index in upTo(derived.authored.count) { try derived.derive(index, options) }
    } catch {
      throw ThemeError(.outOfMemory)
    }
    try derived.definitions.commit(
      to: theme, asLayer: Registry.derivedName, replacing: derived.authored.namesInLayer)
    return derived.counts
  }

  // MARK: - The page

  /// The index of the page: the color that the host has chosen or, without one, the color that has
  /// the name of a page. `nil` if there is no such color.
  private func pageIndex(_ options: borrowing DeriveOptions) -> Int? {
    guard options.background != .none else { return authored.colors.pageIndex }
    for index in upTo(authored.count) where authored.id(index) == options.background {
      return index
    }
    return nil
  }

  // MARK: - A color

  /// Derives what a color lacks.
  private mutating func derive(
    _ index: Int, _ options: borrowing DeriveOptions
  ) throws(OutOfMemory) {
    let expression = authored.colors.entry(index)?.expression ?? .none
    let role = try role(of: index, options)
    guard expression.count > 0, role != .none else {
      counts.skipped &+= 1
      return
    }
    let axes = authored.axes(index)
    let lacksScheme = options.derivesScheme && !axes.contains(.scheme)
    let lacksContrast = options.derivesContrast && !axes.contains(.contrast)
    guard lacksScheme || lacksContrast else {
      counts.complete &+= 1
      return
    }
    guard !expression.isOnlyReference else {
      counts.following &+= 1
      return
    }

    // The *counterpart* is the value in the scheme that the authors have not defined. If the
    // definition refers to other colors, `--covered()` may already have another value in that
    // scheme, because these colors do. So the counterpart is derived from `frozen`, the value in
    // the authored scheme. This is possible only if the color depends on no axis but the contrast.
    var frozen: Color?
    if lacksScheme, expression.usesColors {
      frozen = try authored.color(index, environment)
      let isFixed = axes.union(.contrast) == .contrast
      guard isFixed, frozen != nil else {
        counts.following &+= 1
        return
      }
    }
    var backgrounds = BackgroundIndices()
    try findBackgrounds(of: index, role, &backgrounds)
    // Without a background, there is no contrast to derive.
    guard lacksScheme || backgrounds.count > 0 else {
      counts.complete &+= 1
      return
    }
    try write(
      index, role, backgrounds, frozen, lacksScheme: lacksScheme, lacksContrast: lacksContrast)
    counts.derived &+= 1
  }

  /// The role of a color: the one that the host has chosen or, without one, that of its name. A
  /// background, a tint or a color without a role is an accent if it has much chroma, unless its
  /// name has a number: then it is a step of a scale.
  private mutating func role(
    of index: Int, _ options: borrowing DeriveOptions
  ) throws(OutOfMemory) -> ColorRole {
    // The rows begin at 0, and the indices of ids at 1.
    let row = authored.id(index).index &- 1
    if let number = options.roles.element(at: row),
      let chosen = ColorRole(rawValue: UInt32(number)),
      chosen != .unknown
    {
      return chosen
    }
    let (role, hasNumber) = ColorRole.named(authored.colors.name(index).bytes)
    guard role == .background || role == .tint || role == .unknown, !hasNumber,
      let color = try authored.color(index, environment)
    else { return role }
    return color.components(in: .oklch).y > ColorRole.leastAccentChroma ? .accent : role
  }

  /// Finds the colors that are solid, and sets `solids`.
  private mutating func findSolids(
    _ options: borrowing DeriveOptions
  ) throws(OutOfMemory) {
    try solids.append(repeating: 0, count: authored.count)
    for index in upTo(authored.count) {
      var backgrounds = BackgroundIndices()
      try authored.colors.forEachBackground(of: index) { background throws(OutOfMemory) in
        backgrounds.add(background)
      }
      for position in upTo(backgrounds.count) {
        // The mask shows the compiler that the index is in range, here and below.
        let backgroundIndex = Int(backgrounds.indices[position & 7])
        guard backgroundIndex != page, try role(of: backgroundIndex, options) == .accent else {
          continue
        }
        solids.replace(at: backgroundIndex, with: 1)
      }
    }
  }

  private func isSolid(_ index: Int) -> Bool { solids.element(at: index) == 1 }

  // MARK: - Backgrounds

  /// What a color is seen on: up to eight colors of the theme, or `Canvas`.
  private struct BackgroundIndices {
    var indices = SIMD8<Int32>()
    var count = 0
    /// A bit for each background: 1 if it is translucent, and lies on the page.
    var translucentBits: UInt32 = 0
    /// The name of the page.
    var page = StoredText.empty
    /// True if the only background is the system color `Canvas`, because no color of the theme is a
    /// background of the color. Then `count` is 1, and `indices` is not used.
    var isCanvas = false
    /// The least contrast of the color with these backgrounds.
    var contrast = 0.0
    /// True if all backgrounds are solid (see `solids`). Solid colors stay the same in the other
    /// scheme.
    var areSolid = false

    /// Returns whether the background at a position is translucent, and lies on the page.
    func isOnPage(_ position: Int) -> Bool {
      translucentBits >> UInt32(truncatingIfNeeded: position) & 1 == 1
    }

    mutating func add(_ index: Int) {
      guard count < Backgrounds.greatestCount else { return }
      indices[count & 7] = Int32(truncatingIfNeeded: index)
      count &+= 1
    }
  }

  /// Finds the backgrounds of a color: those that its expression or its name suggests or, if there
  /// are none and its role is seen on a background, the page; without a page, `Canvas`. Leaves out
  /// backgrounds that depend on the color. Finds none for a color without a value.
  private mutating func findBackgrounds(
    of index: Int, _ role: ColorRole, _ backgrounds: inout BackgroundIndices
  ) throws(OutOfMemory) {
    var candidates = BackgroundIndices()
    try authored.colors.forEachBackground(of: index) { background throws(OutOfMemory) in
      candidates.add(background)
    }
    if candidates.count == 0 {
      guard role.isSeenOnBackground, index != page else { return }
      if let page { candidates.add(page) }
    }
    for position in upTo(candidates.count) {
      let backgroundIndex = Int(candidates.indices[position & 7])
      if try !search.reaches(
        authored.indexInTheme(index), from: authored.indexInTheme(backgroundIndex), authored)
      {
        try markNextIfOnPage(backgroundIndex, of: index, &backgrounds)
        backgrounds.add(backgroundIndex)
      }
    }
    backgrounds.areSolid = backgrounds.count > 0
    for position in upTo(backgrounds.count) where !isSolid(Int(backgrounds.indices[position & 7])) {
      backgrounds.areSolid = false
    }
    guard let color = try authored.color(index, environment) else {
      backgrounds.count = 0
      return
    }
    if candidates.count == 0 {
      let canvas = SystemColor.canvas.defaultColor(isDark: environment[.scheme] == 2)
      backgrounds.isCanvas = true
      backgrounds.count = 1
      backgrounds.contrast = color.contrast(with: canvas, by: .wcag)
      return
    }
    backgrounds.contrast = .infinity
    for position in upTo(backgrounds.count) {
      let backgroundIndex = Int(backgrounds.indices[position & 7])
      guard var background = try authored.color(backgroundIndex, environment) else { continue }
      if backgrounds.isOnPage(position), let page,
        let pageColor = try authored.color(page, environment)
      {
        background = background.blended(.normal, over: pageColor, in: .srgb)
      }
      backgrounds.contrast = min(backgrounds.contrast, color.contrast(with: background, by: .wcag))
    }
    // The derived definition will refer to the backgrounds. Records these references, so that no
    // background gets a definition that refers to this color.
    try search.connect(authored.indexInTheme(index), backgrounds.count) { position in
      authored.indexInTheme(Int(backgrounds.indices[position & 7]))
    }
    if backgrounds.translucentBits != 0, let page {
      try search.connect(authored.indexInTheme(index), 1) { _ in authored.indexInTheme(page) }
    }
  }

  /// Marks `background`, which is added to `backgrounds` next, as one that lies on the page, if it
  /// is translucent and the page does not depend on the color at `index`.
  private mutating func markNextIfOnPage(
    _ background: Int, of index: Int, _ backgrounds: inout BackgroundIndices
  ) throws(OutOfMemory) {
    guard let page, page != background, page != index, try authored.isTranslucent(background),
      try !search.reaches(
        authored.indexInTheme(index), from: authored.indexInTheme(page), authored)
    else { return }
    backgrounds.page = authored.colors.name(page)
    backgrounds.translucentBits |= 1 << (UInt32(truncatingIfNeeded: backgrounds.count) & 7)
  }

  // MARK: - Writing

  /// Writes a definition:
  ///
  ///     light-dark(
  ///       --grade-contrast(--covered(), on var(--background), 7),
  ///       --grade-contrast(
  ///         --ensure-contrast(--dark-of(--covered(), text), on var(--background), 7),
  ///         on var(--background), 7))
  ///
  /// - Without a background, writes neither contrast function.
  /// - If `lacksContrast` is false, writes no `--grade-contrast()`.
  /// - If `lacksScheme` is false, writes the authored side alone, without `light-dark()`.
  /// - If `frozen` is given, the other side has this color in place of `--covered()`.
  private mutating func write(
    _ index: Int, _ role: ColorRole, _ backgrounds: BackgroundIndices, _ frozen: Color?,
    lacksScheme: Bool,
    lacksContrast: Bool
  ) throws(OutOfMemory) {
    writer.removeAll()
    let isGraded = lacksContrast && backgrounds.count > 0
    let isSolid = isSolid(index)
    // The contrast in environments with more contrast. A text on a solid accent often has the color
    // of the page. If the accent has the contrast 7 with the page, this text has 7 with the accent.
    let full = isSolid ? ColorRole.text.increasedContrast : role.increasedContrast
    if lacksScheme {
      let node = writer.open(.lightDark)
      let isDark = environment[.scheme] == 2
      // Side 0 is the light one, and side 1 the dark one.
      for side in upTo(2) {
        let isAuthored = (side == 1) == isDark
        writeGraded(isGraded, full, backgrounds) { colors, writer in
          guard !isAuthored else { return writer.close(writer.open(.covered)) }
          let staysAsItIs = isSolid || backgrounds.areSolid
          // A solid accent is not text, so the ratio of WCAG for graphics, 3, is enough.
          let kept = min(backgrounds.contrast, isSolid ? 3 : role.keptContrast)
          // Two decimals, so that the definition can be read. A ratio of 1 requires nothing.
          let ratio = roundedDown(kept * 100) / 100
          DerivedDefinitions.write(
            contrast: ratio, ratio > 1 ? backgrounds : BackgroundIndices(), colors, &writer
          ) { _, writer in
            if staysAsItIs { return DerivedDefinitions.write(authored: frozen, to: &writer) }
            let filter: ColorFilter = isDark ? .lightOf : .darkOf
            let node = writer.open(.filter, detail: filter.number)
            writer.append(Double(role == .unknown ? 0 : role.rawValue).bitPattern)
            DerivedDefinitions.write(authored: frozen, to: &writer)
            writer.close(node)
          }
        }
      }
      writer.close(node)
    } else {
      writeGraded(isGraded, full, backgrounds) { _, writer in
        writer.close(writer.open(.covered))
      }
    }
    guard writer.failure != .outOfMemory, let expression = writer.expression else {
      throw OutOfMemory()
    }
    try definitions.set(authored.colors.name(index).bytes, expression, at: .none)
  }

  /// Writes a color, within `--grade-contrast()` if `isGraded` is true.
  private mutating func writeGraded(
    _ isGraded: Bool, _ increasedContrast: Double, _ backgrounds: BackgroundIndices,
    _ writeColor: (borrowing ColorCollection, inout ExpressionWriter) -> Void
  ) {
    DerivedDefinitions.write(
      contrast: increasedContrast, isGraded ? backgrounds : BackgroundIndices(), authored.colors,
      flags: Expression.gradedContrastBit, &writer, writeColor)
  }

  /// Writes `frozen` or, if that is `nil`, `--covered()`, which stands for the authored definition.
  private static func write(authored frozen: Color?, to writer: inout ExpressionWriter) {
    if let frozen { writer.append(frozen) } else { writer.close(writer.open(.covered)) }
  }

  /// Writes a color within `--ensure-contrast()` or, if `flags` is `Expression.gradedContrastBit`,
  /// within `--grade-contrast()`. Without a background, writes the color alone.
  private static func write(
    contrast: Double, _ backgrounds: BackgroundIndices, _ colors: borrowing ColorCollection,
    flags: UInt32 = 0,
    _ writer: inout ExpressionWriter,
    _ writeColor: (borrowing ColorCollection, inout ExpressionWriter) -> Void
  ) {
    guard backgrounds.count > 0 else { return writeColor(colors, &writer) }
    // The detail of `ensureContrast` has the number of backgrounds − 1.
    let detail = UInt32(truncatingIfNeeded: backgrounds.count &- 1) | flags
    let node = writer.open(.ensureContrast, detail: detail)
    writeColor(colors, &writer)
    if backgrounds.isCanvas {
      writer.close(writer.open(.systemColor, detail: UInt32(SystemColor.canvas.rawValue)))
    } else {
      for position in upTo(backgrounds.count) {
        writer.append(
          background: colors.name(Int(backgrounds.indices[position & 7])).bytes,
          over: backgrounds.isOnPage(position) ? backgrounds.page : nil)
      }
    }
    writer.append(number: contrast)
    writer.close(node)
  }
}

extension Expression {
  /// True if the expression is only a reference, perhaps at a level or with another alpha. Then it
  /// follows the other color in every environment.
  fileprivate var isOnlyReference: Bool {
    switch operation {
    case .reference, .referenceByID, .palette, .currentColor, .systemColor: true
    case .level, .alpha: node(at: 1).isOnlyReference
    default: false
    }
  }

  /// True if the expression contains a color of the theme, or a system color.
  fileprivate var usesColors: Bool {
    var found = false
    forEachNode { node in
      switch node.operation {
      case .reference, .referenceByID, .palette, .currentColor, .systemColor: found = true
      default: break
      }
    }
    return found
  }
}

extension AxisSet {
  /// The set of the contrast alone.
  fileprivate static var contrast: AxisSet {
    var axes = AxisSet.none
    axes.insert(.contrast)
    return axes
  }
}
