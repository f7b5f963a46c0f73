// Auditing: examining the colors of a theme in all environments that make a difference.

/// An audit of a theme at one version, which is pinned as long as this value exists.
///
/// A subject is a color, a text on its background, or two colors that must be told apart. Subjects
/// that depend on the same axes form a group: their colors are resolved together, for each
/// combination of the values of these axes.
struct Audit: ~Copyable {
  /// The greatest number of pairs of colors in sets. If there are more, the audit is not complete.
  private static var greatestDistinctionCount: Int { 100_000 }
  /// The greatest number of findings for which a suggestion is searched. A search takes long: it
  /// tries up to 400 changes of each of two colors.
  private static var greatestSuggestionCount: Int { 500 }
  /// No suggestion is searched for a finding whose set has more colors than this.
  private static var greatestSuggestionSetSize: Int { 64 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  private let options: AuditOptions
  /// The colors that have names, with their notes. A color has the same index here and in
  /// `resolved`.
  private let named: ColorCollection
  /// Resolves colors of the theme, at the pinned version.
  private let resolved: ResolvedColors
  /// All colors. The *position* of a color is its index here.
  private var colors: AuditedColors
  /// The values of each axis that make a difference.
  private var values: AxisValues
  /// The sets of colors that must be told apart.
  private var sets: ColorSets
  private var subjects: Buffer<AuditSubject>
  /// The position of the background of the page; `nil` for none.
  private var page: Int?
  /// How many colors may still be resolved and pairs compared: see `AuditSubjectGroup.cost`.
  private var remainingWork: UInt64
  private var isOutOfMemory = false
  private var suggestionCount = 0
  private var report: AuditReport

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  private init(
    _ options: consuming AuditOptions, _ named: consuming ColorCollection,
    _ resolved: consuming ResolvedColors, _ colors: consuming AuditedColors,
    _ sets: consuming ColorSets
  ) {
    allocator = named.allocator
    remainingWork = options.limit
    self.options = options
    self.named = named
    self.resolved = resolved
    self.colors = colors
    self.sets = sets
    values = AxisValues(allocator)
    subjects = Buffer(allocator)
    report = AuditReport(allocator)
  }

  /// Audits a theme. Moves the options, which own lists, into the audit: `givenOptions` then has
  /// the defaults.
  static func run(
    _ theme: Theme, _ givenOptions: inout AuditOptions
  ) throws(ThemeError) -> AuditReport {
    var audit = try make(theme, &givenOptions)
    try orOutOfMemory { () throws(OutOfMemory) in
      try audit.prepare()
      try audit.examineAll()
      try audit.addFindings()
    }
    return audit.takeReport()
  }

  /// Makes an audit that has not begun. Not inlined, because its variables take much of the stack.
  @inline(never)
  private static func make(
    _ theme: Theme, _ givenOptions: inout AuditOptions
  ) throws(ThemeError) -> Audit {
    var options = AuditOptions(theme.allocator)
    swap(&options, &givenOptions)
    var named = try orOutOfMemory { () throws(OutOfMemory) in
      try ColorCollection.make(theme.allocator)
    }
    var colors = AuditedColors(theme.allocator)
    let findsGaps = options.includes(.paletteGap)
    let resolved = try ResolvedColors.make(theme, &named) { scan throws(Scan.Interruption) in
      try colors.collect(scan, findsGaps: findsGaps)
    }
    let sets = try orOutOfMemory { () throws(OutOfMemory) in try ColorSets(theme.allocator) }
    return Audit(options, named, resolved, colors, sets)
  }

  /// Audits a theme with the default options, except for the limit, which is `work` plus
  /// `workPerColor` for each color of the theme.
  static func run(
    _ theme: Theme, work: Int, workPerColor: Int
  ) throws(ThemeError) -> AuditReport {
    var options = AuditOptions(theme.allocator)
    options.limit = UInt64(clamping: work &+ theme.count &* workPerColor)
    return try run(theme, &options)
  }

  private mutating func takeReport() -> AuditReport {
    var taken = AuditReport(allocator)
    swap(&taken, &report)
    return taken
  }

  // MARK: - Subjects

  /// Finds the axes and the values that make a difference, and lists the subjects.
  @inline(never)
  private mutating func prepare() throws(OutOfMemory) {
    if colors.hasProvider {
      // It is not known which axes a provider reads until it has been called. So all colors are
      // resolved first, once for each scheme.
      for scheme in upTo(2) {
        var environment = Environment()
        environment[.scheme] = UInt64(truncatingIfNeeded: scheme &+ 1)
        resolved.resolve(colors.count, environment) { index in
          colors.colors.element(at: index)?.id ?? .none
        } visit: { _, _, _ in
        }
      }
    }
    try colors.findAxes(resolved)
    try values.fill(named.vocabulary, colors.conditions)
    page = options.page == .none ? pageByName : colors.position(of: options.page)
    report.totals.colorCount = colors.count
    if options.includes(.gamut) || options.includes(.noValue) {
      for position in upTo(colors.count) {
        try subjects.append(AuditSubject(.color, position, position, axes: axes(position)))
      }
    }
    if options.includes(.contrast) { try addTexts() }
    if options.includes(.vision) { try addDistinctions() }
  }

  private func axes(_ position: Int) -> AxisSet {
    colors.colors.element(at: position)?.axes ?? .none
  }

  /// The position of a named color, by its index in `named`.
  private func position(ofNamed index: Int) -> Int? { colors.position(of: resolved.id(index)) }

  /// The position of the color whose name is usual for the background of a page; `nil` if there is
  /// none, or if only declared pairs and sets count.
  private var pageByName: Int? {
    guard options.usesConventions, let index = named.pageIndex else { return nil }
    return position(ofNamed: index)
  }

  /// Adds the declared pairs, and those that expressions and names suggest.
  private mutating func addTexts() throws(OutOfMemory) {
    let start = subjects.count
    var declared = Buffer<PairKey>(allocator)
    for index in upTo(options.pairs.count) {
      guard let pair = options.pairs.element(at: index),
        let text = colors.position(of: pair.text),
        let background = colors.position(of: pair.background)
      else { continue }
      // With the ratio 1, the host excludes a pair that names or expressions suggest: the pair is
      // not a subject, but counts as declared.
      if pair.ratio != 1 { try addText(text, background, ratio: pair.ratio) }
      try declared.append(PairKey(text: text, background: background))
    }
    declared.sort()
    for index in upTo(options.usesConventions ? named.count : 0) {
      guard let text = position(ofNamed: index) else { continue }
      // The backgrounds of the text, by their indices in `named`.
      var backgrounds = Buffer<Int>(allocator)
      try named.forEachBackground(of: index) { background throws(OutOfMemory) in
        try backgrounds.append(background)
      }
      for backgroundIndex in upTo(backgrounds.count) {
        guard let background = position(ofNamed: backgrounds.element(at: backgroundIndex) ?? -1),
          !Audit.contains(PairKey(text: text, background: background), declared)
        else { continue }
        try addText(text, background, ratio: 0)
      }
    }
    report.totals.pairCount = subjects.count &- start
  }

  /// A text and its background, by their positions.
  private struct PairKey: BitwiseCopyable, Ordered {
    let text: Int
    let background: Int

    func precedes(_ other: PairKey) -> Bool {
      text == other.text ? background < other.background : text < other.text
    }
  }

  /// Returns whether sorted pairs contain a pair. Binary search.
  private static func contains(_ key: PairKey, _ sortedPairs: borrowing Buffer<PairKey>) -> Bool {
    var (start, end) = (0, sortedPairs.count)
    while start < end {
      let middle = (start &+ end) / 2
      guard let pair = sortedPairs.element(at: middle) else { return false }
      if pair.precedes(key) { start = middle &+ 1 } else { end = middle }
    }
    guard let found = sortedPairs.element(at: start) else { return false }
    return !key.precedes(found)
  }

  private mutating func addText(
    _ text: Int, _ background: Int, ratio: Double
  ) throws(OutOfMemory) {
    var subject = AuditSubject(
      .text, text, background, axes: axes(text).union(axes(background)))
    subject.ratio = ratio
    try subjects.append(subject)
  }

  /// Two colors that must be told apart, by their positions, and the index of the first member of
  /// their set.
  private struct DistinctionKey: BitwiseCopyable, Ordered {
    let first: Int
    let second: Int
    let setStart: Int

    func precedes(_ other: DistinctionKey) -> Bool {
      (first, second, setStart) < (other.first, other.second, other.setStart)
    }
  }

  /// Adds the pairs of the colors of each set. A pair that several sets have is added once, for the
  /// first of these sets.
  private mutating func addDistinctions() throws(OutOfMemory) {
    try sets.addDeclared(options.sets, colors)
    if options.usesConventions {
      for index in upTo(named.count) {
        guard let position = position(ofNamed: index) else { continue }
        try sets.addByName(named.name(index).bytes, position)
      }
    }
    sets.sort()
    var keys = Buffer<DistinctionKey>(allocator)
    try collect(&keys)
    keys.sort()
    var last: DistinctionKey?
    for index in upTo(keys.count) {
      guard let key = keys.element(at: index) else { continue }
      let isRepeated = key.first == last?.first && key.second == last?.second
      last = key
      if isRepeated { continue }
      var subject = AuditSubject(
        .colorsOfSet, key.first, key.second, axes: axes(key.first).union(axes(key.second)))
      subject.setStart = key.setStart
      try subjects.append(subject)
    }
  }

  /// Collects the pairs of the colors of each set, up to `greatestDistinctionCount` pairs.
  private mutating func collect(_ keys: inout Buffer<DistinctionKey>) throws(OutOfMemory) {
    var start = 0
    while start < sets.members.count {
      let end = sets.end(ofSetAt: start)
      for index in upTo(end, from: start) {
        for otherIndex in upTo(end, from: index &+ 1) {
          guard let first = sets.members.element(at: index)?.color,
            let second = sets.members.element(at: otherIndex)?.color
          else { continue }
          guard keys.count < Audit.greatestDistinctionCount else {
            // Counts an environment that is never examined, so that the audit is not complete.
            report.totals.environmentCount &+= 1
            return
          }
          try keys.append(DistinctionKey(first: first, second: second, setStart: start))
        }
      }
      start = end
    }
  }

  // MARK: - Environments

  /// The order in which subjects are examined: those with fewer environments come first, and those
  /// that depend on the same axes are neighbors.
  private struct SortKey: BitwiseCopyable, Ordered {
    let environmentCount: UInt64
    let axes: UInt32
    let subject: Int

    func precedes(_ other: SortKey) -> Bool {
      if environmentCount != other.environmentCount {
        return environmentCount < other.environmentCount
      }
      return axes == other.axes ? subject < other.subject : axes < other.axes
    }
  }

  /// Examines all subjects; then once more, over the page, those whose background is translucent.
  @inline(never)
  private mutating func examineAll() throws(OutOfMemory) {
    try examine { _ in true }
    if let page {
      let pageAxes = axes(page)
      var hasTranslucent = false
      subjects.changeEach { subject in
        guard subject.needsPage else { return }
        hasTranslucent = true
        subject.startOverPage(pageAxes)
      }
      if hasTranslucent { try examine { $0.isOverPage } }
    }
    for index in upTo(subjects.count) {
      guard let subject = subjects.element(at: index) else { continue }
      let (sum, isTooLarge) = report.totals.environmentCount.addingReportingOverflow(
        subject.environmentCount)
      report.totals.environmentCount = isTooLarge ? .max : sum
      report.totals.examinedCount &+= subject.examinedCount
    }
  }

  /// Divides the subjects that `isIncluded` accepts into groups, and examines these.
  private mutating func examine(
    _ isIncluded: (AuditSubject) -> Bool
  ) throws(OutOfMemory) {
    var sortKeys = Buffer<SortKey>(allocator)
    for index in upTo(subjects.count) {
      guard let subject = subjects.element(at: index), isIncluded(subject) else { continue }
      let count = values.environmentCount(subject.axes)
      subjects.change(at: index) { $0.environmentCount = count }
      try sortKeys.append(
        SortKey(environmentCount: count, axes: subject.axes.rawValue, subject: index))
    }
    sortKeys.sort()
    var group = AuditSubjectGroup(allocator, colorCount: colors.count)
    var start = 0
    while let first = sortKeys.element(at: start) {
      var end = start
      group.removeAll()
      while let key = sortKeys.element(at: end), key.axes == first.axes {
        end &+= 1
        guard let subject = subjects.element(at: key.subject) else { continue }
        try group.add(subject, at: key.subject, page: page, colors)
      }
      try examine(&group, AxisSet(rawValue: first.axes), first.environmentCount)
      start = end
    }
  }

  /// Examines a group in all combinations of the values of `axes`, or in as many as the limit
  /// allows. `environmentCount` is the number of combinations.
  private mutating func examine(
    _ group: inout AuditSubjectGroup, _ axes: AxisSet, _ environmentCount: UInt64
  ) throws(OutOfMemory) {
    // The least work that one environment takes: see `AuditSubjectGroup.resolve`.
    let leastWork = UInt64(truncatingIfNeeded: group.cost)
    var index: UInt64 = 0
    while index < environmentCount, leastWork <= remainingWork {
      let environment = values.environment(index, axes)
      index &+= 1
      let work = try group.resolve(environment, resolved, colors)
      remainingWork &-= min(remainingWork, UInt64(truncatingIfNeeded: work))
      for memberIndex in upTo(group.members.count) {
        guard let member = group.members.element(at: memberIndex) else { continue }
        let cells = group.cells(of: member)
        let hasPage = page != nil
        subjects.change(at: member.index) { subject in
          subject.examine(
            cells, environment, options, hasPage: hasPage && page != subject.second)
        }
      }
    }
  }

  // MARK: - Findings

  @inline(never)
  private mutating func addFindings() throws(OutOfMemory) {
    var writer = TextWriter(allocator)
    for kind in upTo(AuditKind.count) {
      guard let kind = AuditKind(rawValue: UInt32(truncatingIfNeeded: kind &+ 1)),
        options.includes(kind)
      else { continue }
      switch kind {
      case .contrast, .gamut, .vision, .noValue:
        for index in upTo(subjects.count) {
          guard let subject = subjects.element(at: index) else { continue }
          try addFindings(kind, subject, &writer)
        }
      case .unreachableVariant: try addUnreachableVariants(&writer)
      case .paletteGap: try addPaletteGaps(&writer)
      case .unreviewed: try addUnreviewed(&writer)
      }
    }
  }

  /// A finding about a subject, from the tally with the index `tally`.
  private func finding(_ kind: AuditKind, _ subject: AuditSubject, _ tally: Int) -> AuditFinding {
    var finding = AuditFinding(kind)
    // The mask shows the compiler that the index is in range, here and below.
    let result = subject.tallies[tally & 3]
    set(&finding, subject.first)
    if subject.kind != .color, let other = colors.colors.element(at: subject.second) {
      finding.otherID = other.id
      finding.otherName = other.name
    }
    finding.found = result.worst
    finding.environment = result.environment
    (finding.examined, finding.failing) = (result.examined, result.failing)
    return finding
  }

  /// Sets the color that a finding is about.
  private func set(_ finding: inout AuditFinding, _ position: Int) {
    guard let color = colors.colors.element(at: position) else { return }
    finding.id = color.id
    finding.name = color.name
    finding.source = color.source
  }

  /// Adds the findings of one kind about a subject. `AuditSubject.Kind` says what each tally is.
  @inline(never)
  private mutating func addFindings(
    _ kind: AuditKind, _ subject: AuditSubject, _ writer: inout TextWriter
  ) throws(OutOfMemory) {
    switch (kind, subject.kind) {
    case (.contrast, .text):
      for tally in upTo(3) {
        guard subject.tallies[tally & 3].examined > 0 else { continue }
        var finding = finding(kind, subject, tally)
        finding.required = subject.requiredRatio(tally, options)
        // Tally 1 is for more contrast, and tally 2 for less.
        finding.detail = tally == 2 ? -1 : Int32(truncatingIfNeeded: tally)
        if finding.failing == 0 {
          guard options.listsPassingPairs else { continue }
          finding.severity = .note
        }
        try report.add(finding, named, &writer)
      }
    case (.gamut, .color):
      guard subject.tallies[0].failing > 0 else { return }
      var finding = finding(kind, subject, 0)
      // The tally has the excess with a minus sign, because its worst number is the least one.
      finding.found = -finding.found
      try report.add(finding, named, &writer)
    case (.noValue, .color):
      guard subject.tallies[1].failing > 0 else { return }
      var finding = finding(kind, subject, 1)
      finding.detail = subject.tallies[1].status
      try report.add(finding, named, &writer)
    case (.vision, .colorsOfSet):
      for tally in upTo(4) {
        guard subject.tallies[tally].failing > 0 else { continue }
        var finding = finding(kind, subject, tally)
        finding.required = SeenColor.leastDifference
        // Tally 0 is about protan vision, which has the number 2 in `ColorVision`; the number 1
        // stands for typical vision.
        finding.detail = Int32(truncatingIfNeeded: tally &+ 2)
        try suggest(for: &finding, subject)
        try report.add(finding, named, &writer)
      }
    default: break
    }
  }

  /// Sets the suggestion of a finding: the least change of the lightness of one of its two colors
  /// after which they can be told apart. Sets none if there is no such change, or if the search
  /// would take too long.
  private mutating func suggest(
    for finding: inout AuditFinding, _ subject: AuditSubject
  ) throws(OutOfMemory) {
    let start = subject.setStart
    let end = sets.end(ofSetAt: start)
    guard suggestionCount < Audit.greatestSuggestionCount,
      end &- start <= Audit.greatestSuggestionSetSize
    else { return }
    suggestionCount &+= 1
    var values = Buffer<Color>(allocator)
    var seen = Buffer<SeenColor>(allocator)
    var (first, second) = (-1, -1)
    var hasFailed = false
    resolved.resolve(end &- start, finding.environment) { index in
      let position = sets.members.element(at: start &+ index)?.color ?? -1
      return colors.colors.element(at: position)?.id ?? .none
    } visit: { index, cell, _ in
      guard let cell else { return }
      let position = sets.members.element(at: start &+ index)?.color
      if position == subject.first { first = values.count }
      if position == subject.second { second = values.count }
      let color = Color(cell.rgba)
      if (try? values.append(color)) == nil || (try? seen.append(SeenColor(color))) == nil {
        hasFailed = true
      }
    }
    if hasFailed { throw OutOfMemory() }
    guard let color = values.element(at: first), let other = values.element(at: second) else {
      return
    }
    let change = LightnessSuggestion.find(color, first, second, among: seen)
    let otherChange = LightnessSuggestion.find(other, second, first, among: seen)
    if let change, change.stepCount < otherChange?.stepCount ?? .max {
      finding.suggestion = change.color
      finding.suggestedID = finding.id
    } else if let otherChange {
      finding.suggestion = otherChange.color
      finding.suggestedID = finding.otherID
    }
  }

  private mutating func addUnreachableVariants(_ writer: inout TextWriter) throws(OutOfMemory) {
    var reachability = VariantReachability(allocator)
    for index in upTo(colors.tables.count) {
      guard let table = colors.tables.element(at: index), table.isCurrent else { continue }
      try reachability.forEachUnreachable(table, colors.conditions) {
        variantIndex, conditions throws(OutOfMemory) in
        var finding = AuditFinding(.unreachableVariant)
        set(&finding, table.color)
        finding.detail = Int32(truncatingIfNeeded: variantIndex)
        try report.add(finding, named, &writer, conditions: conditions)
      }
    }
    // As in `collect`, counts an environment that is never examined: the audit is not complete.
    if !reachability.isComplete { report.totals.environmentCount &+= 1 }
  }

  private mutating func addPaletteGaps(_ writer: inout TextWriter) throws(OutOfMemory) {
    for index in upTo(colors.gaps.count) {
      guard let gap = colors.gaps.element(at: index) else { continue }
      var finding = AuditFinding(.paletteGap)
      if let position = colors.position(of: gap.example) { set(&finding, position) }
      finding.name = gap.semanticName
      finding.otherName = named.vocabulary.name(Int(gap.palette), .palette) ?? .empty
      finding.detail = Int32(gap.palette)
      try report.add(finding, named, &writer)
    }
  }

  /// Adds the derived colors that have not been reviewed: those whose annotation has no member
  /// `reviewed`.
  private mutating func addUnreviewed(_ writer: inout TextWriter) throws(OutOfMemory) {
    for index in upTo(named.count) {
      guard let entry = named.entry(index), let position = position(ofNamed: index) else {
        continue
      }
      let notes = named.notes(of: entry)
      guard notes.isDerived else { continue }
      let json: JSON?
      do throws(FileFailure) { json = try notes.annotation.parsedAsJSON(allocator) } catch {
        // A text that is not JSON is `nil`, so only memory can be missing.
        throw OutOfMemory()
      }
      if let json, json.member("reviewed", json.root) != nil { continue }
      var finding = AuditFinding(.unreviewed)
      set(&finding, position)
      try report.add(finding, named, &writer)
    }
  }
}
