// Auditing: definitions that mend what an audit has found.

/// How many colors were repaired, and what could not be. Corresponds to `dyncolor_repair_counts`.
struct RepairCounts: BitwiseCopyable {
  var repairedCount = 0
  /// The number of errors and warnings that are left.
  var leftCount = 0
}

/// How one color is repaired.
private struct Remedy: BitwiseCopyable {
  /// The backgrounds on which the color is read, as indices in `Repair.colors`. There are at most
  /// eight, so an index `& 7` in this vector is always in bounds.
  var backgrounds = SIMD8<Int32>()
  var backgroundCount = 0
  /// A bit for each background: 1 if it is translucent, and lies on the page.
  var translucentBits: UInt32 = 0
  /// The contrast that the color must have with its backgrounds, and those for environments with
  /// more and with less contrast; 1 if none is expected.
  var ratio = 1.0
  var ratioForMoreContrast = 1.0
  var ratioForLessContrast = 1.0
  /// True if the color has too little contrast.
  var lacksContrast = false
  /// By how much the color's lightness in OKLCH changes, so that it can be told apart from others;
  /// 0 if it stays.
  var lightnessChange = 0.0

  var isNeeded: Bool { lacksContrast || lightnessChange != 0 }

  /// Adds a background, unless the color has it already. Returns false if there are too many.
  mutating func add(background: Int, isOnPage: Bool) -> Bool {
    for position in upTo(backgroundCount) where Int(backgrounds[position & 7]) == background {
      return true
    }
    guard backgroundCount < Backgrounds.greatestCount else { return false }
    backgrounds[backgroundCount & 7] = Int32(truncatingIfNeeded: background)
    if isOnPage { translucentBits |= 1 << (UInt32(truncatingIfNeeded: backgroundCount) & 7) }
    backgroundCount &+= 1
    return true
  }
}

/// Definitions that repair colors, in a layer of their own. Each contains `--covered()`: the
/// definition that it repairs.
struct Repair: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  /// The colors of the theme, without the layer of repairs and the layers above it.
  private var colors: AuthoredColors
  /// The remedy of each color, at the index of the color in `colors`.
  private var remedies: Buffer<Remedy>
  /// The definitions that repair colors.
  private var definitions: ColorCollection
  private var writer: ExpressionWriter
  /// Finds out whether a color refers to another, perhaps through others.
  private var search: ReferenceSearch
  private var counts = RepairCounts()

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ allocator: Allocator, _ colors: consuming AuthoredColors,
    _ definitions: consuming ColorCollection
  ) {
    self.colors = colors
    self.definitions = definitions
    remedies = Buffer(allocator)
    writer = ExpressionWriter(allocator)
    search = ReferenceSearch(allocator)
  }

  /// Registers definitions that mend findings, in one edit. The definitions of an earlier repair
  /// stay, except for colors that are repaired again. `finding` returns the finding with an index
  /// less than `count`. Throws if a finding is about a color of another theme.
  static func run(
    _ theme: Theme, _ count: Int, _ finding: (Int) -> AuditFinding?
  ) throws(ThemeError) -> RepairCounts {
    for index in upTo(count) {
      guard let id = finding(index)?.id, id != .none else { continue }
      try theme.withLock { state throws(ThemeError) in try state.registry.requireOwn(id) }
    }
    // The definitions that the layer of repairs covers.
    let colors = try AuthoredColors.make(theme, below: Registry.repairName)
    let definitions = try orOutOfMemory { () throws(OutOfMemory) in
      try ColorCollection.make(theme.allocator)
    }
    var repair = Repair(theme.allocator, colors, definitions)
    try orOutOfMemory { () throws(OutOfMemory) in
      try repair.remedies.append(repeating: Remedy(), count: repair.colors.count)
      for index in upTo(count) {
        if let finding = finding(index) { try repair.add(finding) }
      }
      for index in upTo(repair.colors.count) { try repair.write(index) }
    }
    try repair.definitions.commit(
      to: theme, asLayer: Registry.repairName, replacing: ImportedNames())
    return repair.counts
  }

  // MARK: - Findings

  /// Adds what a finding requires to the remedy of its color. If the finding cannot be mended,
  /// counts it.
  private mutating func add(_ finding: AuditFinding) throws(OutOfMemory) {
    var isMended = false
    switch finding.kind {
    case .contrast: isMended = try addPair(finding)
    case .vision: isMended = try addSuggestion(finding)
    default: break
    }
    if !isMended, finding.severity != .note { counts.leftCount &+= 1 }
  }

  /// Adds a pair of a text and a background. A pair that has enough contrast is added, too, so that
  /// a repair of the text for another background keeps that contrast. Returns false if the
  /// background, or the page behind it, depends on the text, or if the text has too many
  /// backgrounds.
  private mutating func addPair(_ finding: AuditFinding) throws(OutOfMemory) -> Bool {
    guard let index = colors.colors.index(of: finding.name.bytes),
      let background = colors.colors.index(of: finding.otherName.bytes),
      var remedy = remedies.element(at: index),
      try !search.reaches(
        colors.indexInTheme(index), from: colors.indexInTheme(background), colors)
    else { return false }
    // The audit has laid a translucent background over the page, so the definition does it, too.
    var page: Int?
    if try colors.isTranslucent(background) { page = colors.colors.pageIndex }
    if let page,
      try search.reaches(colors.indexInTheme(index), from: colors.indexInTheme(page), colors)
    {
      return false
    }
    guard remedy.add(background: background, isOnPage: page != nil) else { return false }
    // The repaired text will refer to the background (position 0) and, if it is needed, to the page
    // (position 1). After that, neither of the two may refer to the text.
    try search.connect(colors.indexInTheme(index), page == nil ? 1 : 2) { position in
      colors.indexInTheme(position == 0 ? background : page ?? background)
    }
    // The detail says whether the ratio is only for more (1) or less (−1) contrast.
    switch finding.detail {
    case 1: remedy.ratioForMoreContrast = max(remedy.ratioForMoreContrast, finding.required)
    case -1: remedy.ratioForLessContrast = max(remedy.ratioForLessContrast, finding.required)
    default: remedy.ratio = max(remedy.ratio, finding.required)
    }
    if finding.failing > 0 { remedy.lacksContrast = true }
    remedies.replace(at: index, with: remedy)
    return true
  }

  /// Adds the suggestion for a color that looks like another one. Returns false if there is none.
  private mutating func addSuggestion(_ finding: AuditFinding) throws(OutOfMemory) -> Bool {
    let name = finding.suggestedID == finding.id ? finding.name : finding.otherName
    guard let index = colors.colors.index(of: name.bytes), var remedy = remedies.element(at: index),
      let suggestion = finding.suggestion,
      let color = try colors.color(index, finding.environment)
    else { return false }
    let change =
      suggestion.components(in: .oklch).x - color.components(in: .oklch).x
    if change.magnitude > remedy.lightnessChange.magnitude { remedy.lightnessChange = change }
    remedies.replace(at: index, with: remedy)
    return true
  }

  // MARK: - Writing

  /// Writes the definition of a color:
  ///
  ///     --ensure-contrast(oklch(from --covered() calc(l + 0.1) c h), on var(--background),
  ///       if(media(prefers-contrast: more): 7; else: 4.5))
  private mutating func write(_ index: Int) throws(OutOfMemory) {
    guard let remedy = remedies.element(at: index), remedy.isNeeded else { return }
    writer.removeAll()
    if remedy.lacksContrast {
      // The detail is the number of backgrounds minus 1.
      let node = writer.open(
        .ensureContrast, detail: UInt32(truncatingIfNeeded: remedy.backgroundCount &- 1))
      write(lightnessChange: remedy.lightnessChange)
      for position in upTo(remedy.backgroundCount) {
        let isOnPage = remedy.translucentBits >> UInt32(truncatingIfNeeded: position) & 1 == 1
        writer.append(
          background: colors.name(Int(remedy.backgrounds[position & 7])).bytes,
          over: isOnPage ? colors.colors.pageIndex.map { colors.name($0) } : nil)
      }
      writeRatio(of: remedy)
      writer.close(node)
    } else {
      write(lightnessChange: remedy.lightnessChange)
    }
    guard writer.failure != .outOfMemory, let expression = writer.expression else {
      throw OutOfMemory()
    }
    try definitions.set(colors.name(index).bytes, expression, at: .none)
    counts.repairedCount &+= 1
  }

  /// Writes `--covered()`, with another lightness unless the change is 0.
  private mutating func write(lightnessChange: Double) {
    guard lightnessChange != 0 else { return writer.close(writer.open(.covered)) }
    let node = writer.open(.relative, detail: UInt32(ColorFunction.oklch.rawValue))
    writer.close(writer.open(.covered))
    for channel in upTo(4) {
      // Each component is that of `--covered()`. The change is added to the first, the lightness.
      // The lowest byte of the instruction is its code, and the next one the number of the channel.
      let component = writer.open(.calculation)
      writer.append(
        UInt64(CalculationInstruction.channel.rawValue) | UInt64(truncatingIfNeeded: channel) << 8)
      if channel == 0 {
        writer.append(UInt64(CalculationInstruction.constant.rawValue))
        writer.append(lightnessChange.bitPattern)
        writer.append(UInt64(CalculationInstruction.add.rawValue))
      }
      writer.close(component)
    }
    writer.close(node)
  }

  /// Writes the ratio or, if another is required with more or with less contrast, an `if()` that
  /// chooses one.
  private mutating func writeRatio(of remedy: Remedy) {
    let more = max(remedy.ratio, remedy.ratioForMoreContrast)
    let less = remedy.ratioForLessContrast
    let hasLess = less > 1 && less != remedy.ratio
    guard more > remedy.ratio || hasLess else { return writer.append(number: remedy.ratio) }
    let node = writer.open(.conditional, detail: ValueKind.ratio.rawValue)
    if more > remedy.ratio { write(ratio: more, ifContrast: "more") }
    if hasLess { write(ratio: less, ifContrast: "less") }
    // The condition of `else`, which is always true.
    writer.close(writer.open(.truth, detail: 1))
    writer.append(number: remedy.ratio)
    writer.close(node)
  }

  /// Writes the branch of an `if()` for a named contrast: the condition and the ratio.
  private mutating func write(ratio: Double, ifContrast name: StaticString) {
    let value = MediaFeature.contrast.value(named: name.bytes) ?? 0
    // The lowest byte of the detail is the feature, and the next one its value.
    writer.close(
      writer.open(.media, detail: UInt32(MediaFeature.contrast.rawValue) | UInt32(value) << 8))
    writer.append(number: ratio)
  }
}
