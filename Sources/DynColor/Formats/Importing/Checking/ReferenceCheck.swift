// Importing: checking the references between imported colors.

/// Finds references to missing colors, and colors that refer to themselves.
enum ReferenceCheck {
  /// The cache budget, in bytes, of the trial theme: a temporary theme of the imported colors, in
  /// which `rejectCycles` resolves them.
  private static var trialBudget: Int { 1 << 20 }
  /// The maximum number of resolutions in the trial theme, of all colors together.
  private static var greatestTrialCount: Int { 1 << 20 }

  /// Warns about names that neither the import nor the theme has: in references, in conditions on
  /// axes and their values, and in lookups in palettes. Rejects colors that refer to themselves.
  @_optimize(speed)
  static func run(_ session: inout ImportSession) throws(FileFailure) {
    let theme = session.theme
    var graph = ReferenceGraph(session.allocator)
    var nameCheck = NameCheck(session.allocator, theme)
    var chains = try convertingOutOfMemory(
      try ForwardChains(session.allocator, count: session.imported.details.forwards.count))
    try convertingOutOfMemory(try graph.reserve(session.imported.count))
    for index in upTo(session.imported.count) {
      guard let entry = session.imported.entry(index) else { continue }
      if let missing = try addReferences(
        of: entry, to: &graph, session.imported, theme, &chains)
      {
        var context = ShortText()
        context.append(sanitizing: missing.bytes)
        nameCheck.findNearestColor(missing.bytes, session.imported).appendSuggestion(to: &context)
        let name = NameInSource(text: missing, kind: .reference)
        try session.warn(
          .unknownName, CommonMessage.unknownColor, context.bytes,
          at: session.location(of: name, ofColor: index))
      }
    }
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try nameCheck.checkConditions(session.imported)
      try nameCheck.checkPaletteLookups(session.imported)
    }
    for index in upTo(nameCheck.unknownNameCount) {
      guard let unknownName = nameCheck.unknownName(at: index), let name = unknownName.name else {
        continue
      }
      try session.warn(
        .unknownName, unknownName.message, unknownName.context.bytes,
        at: session.location(of: name, ofColor: unknownName.colorIndex))
    }
    let suspects = try convertingOutOfMemory(try graph.colorsReachableFromCycles())
    if suspects.count > 0 { try rejectCycles(suspects, &session) }
  }

  /// Adds a color and its references to the graph. Returns the first unknown name in references
  /// without a fallback; `nil` if there is none, or if the color has `--first()`.
  @_optimize(speed)
  private static func addReferences(
    of entry: ColorCollection.Entry, to graph: inout ReferenceGraph,
    _ imported: borrowing ColorCollection, _ theme: Theme, _ chains: inout ForwardChains
  ) throws(FileFailure) -> StoredText? {
    try convertingOutOfMemory(try graph.beginColor())
    // A color that is only defined in layers that the file names has an empty expression.
    guard entry.expression.count > 0, !entry.expression.hasOnlyConstants else { return nil }
    let mayReferToMissing = entry.expression.mayReferToMissing
    var missing: StoredText?
    var isOutOfMemory = false
    entry.expression.forEachNode { node in
      guard node.operation == .reference else { return }
      let (name, fallbackIndex) = node.reference
      switch findColor(named: name, imported, theme, &chains) {
      case .imported(let target):
        if (try? graph.addReference(to: target)) == nil { isOutOfMemory = true }
      case .inTheme: break
      case .missing:
        if fallbackIndex == 0, !mayReferToMissing, missing == nil { missing = name }
      }
    }
    if isOutOfMemory { throw .outOfMemory }
    return missing
  }

  /// Where the color is that a name will stand for after the import.
  private enum FoundColor {
    /// The color is imported, and has this index.
    case imported(Int)
    case inTheme
    case missing
  }

  /// Finds the color that a name will stand for after the import. Follows the forwards of the
  /// import and those of the theme.
  private static func findColor(
    named name: StoredText, _ imported: borrowing ColorCollection, _ theme: Theme,
    _ chains: inout ForwardChains
  ) -> FoundColor {
    if let index = imported.index(of: name.bytes) { return .imported(index) }
    guard let forwardIndex = imported.details.forwardIndex(of: name.bytes),
      !isColor(name, in: theme)
    else { return findColor(notImported: name, imported, theme) }
    guard let target = chains.target(ofForward: forwardIndex, imported, theme) else {
      return .missing
    }
    if let index = imported.index(of: target.bytes) { return .imported(index) }
    return findColor(notImported: target, imported, theme)
  }

  /// Finds the color of a name that no imported color has: a color of the theme, or the color at
  /// the end of the theme's forwards, which may be an imported one.
  private static func findColor(
    notImported name: StoredText, _ imported: borrowing ColorCollection, _ theme: Theme
  ) -> FoundColor {
    if theme.find(name.bytes) != nil { return .inTheme }
    // A forward of the theme may lead to an imported color.
    let target = theme.withLock { state in
      imported.index(of: state.registry.names.followForwards(from: name.bytes).bytes)
    }
    return target.map { .imported($0) } ?? .missing
  }

  /// Reports an error for each suspect that refers to itself in some environment. To find out,
  /// resolves all suspects in a trial theme. Suspects are the colors, by index, that are part of a
  /// cycle of references, or that a cycle refers to.
  private static func rejectCycles(
    _ suspects: borrowing Buffer<UInt32>, _ session: inout ImportSession
  ) throws(FileFailure) {
    // All environments below specify the scheme, so the default scheme has no effect.
    let trialTheme = try convertingOutOfMemory(
      try Theme.make(session.allocator, budget: trialBudget, defaultScheme: 1))
    defer { trialTheme.release() }
    do throws(ThemeError) {
      // The trial theme is empty, so palettes and values get the same numbers as in the import.
      try trialTheme.withLock { state throws(ThemeError) in
        try session.imported.commit(to: &state, .theme, replacing: ImportedNames())
      }
    } catch {
      // The commit to the real theme will fail for the same reason, and report it.
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return
    }
    // For each suspect, the last environment in which it refers to itself; `nil` for none.
    var cycleEnvironments = Buffer<Environment?>(session.allocator)
    var ids = Buffer<ColorID>(session.allocator)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try cycleEnvironments.append(repeating: nil, count: suspects.count)
      for index in upTo(suspects.count) {
        let entry = session.imported.entry(Int(suspects.element(at: index) ?? 0))
        try ids.append(trialTheme.find((entry?.name ?? .empty).bytes) ?? .none)
      }
    }
    var environments = TrialEnvironments(
      session.imported, limit: greatestTrialCount / max(suspects.count, 1))
    var firstDescription = FirstErrorDescription.ignored
    while let environment = environments.next() {
      do throws(ThemeError) {
        try trialTheme.resolve(suspects.count, environment, firstDescription: &firstDescription) {
          index in
          ids.element(at: index) ?? .none
        } visit: { index, _, status in
          guard status == Status.cycle.rawValue else { return }
          cycleEnvironments.replace(at: index, with: environment)
        }
      } catch { throw .outOfMemory }
    }
    for index in upTo(suspects.count) {
      guard let environment = cycleEnvironments.element(at: index) ?? nil,
        let entry = session.imported.entry(Int(suspects.element(at: index) ?? 0))
      else { continue }
      // Resolves the color once more, for the names of the colors of the cycle.
      var cycle = ShortText()
      _ = try? trialTheme.resolve(
        ids.element(at: index) ?? .none, environment, errorContext: &cycle)
      try session.reportError(
        .cycle, "the color refers to itself", cycle.bytes, at: entry.location)
    }
  }
}

/// The ends of chains of forwards of an import. Each forward is followed once, so that many
/// references to a long chain take time in proportion to their number.
private struct ForwardChains: ~Copyable {
  /// For each forward, the index of the last forward of its chain, plus 1. 0 if it has not been
  /// followed, −1 if the chain is a cycle, for which the commit fails.
  private var ends: Buffer<Int>

  init(_ allocator: Allocator, count: Int) throws(OutOfMemory) {
    ends = Buffer(allocator)
    try ends.append(repeating: 0, count: count)
  }

  /// The name to which a forward leads. A chain ends at the first name that a color has, or at a
  /// name that is not forwarded. `nil` if the chain is a cycle.
  mutating func target(
    ofForward first: Int, _ imported: borrowing ColorCollection, _ theme: Theme
  ) -> StoredText? {
    var index = first
    var end = 0
    var stepCount = 0
    // Goes along the chain to a forward whose end is known, or to the last forward.
    while end == 0 {
      end = ends.element(at: index) ?? -1
      if end != 0 { break }
      stepCount &+= 1
      // After more steps than there are forwards, one has been visited twice: a cycle.
      guard stepCount <= ends.count else {
        end = -1
        break
      }
      if let next = next(after: index, imported, theme) { index = next } else { end = index &+ 1 }
    }
    // Goes along the chain again, and records the end for each forward in it.
    index = first
    for _ in upTo(stepCount) {
      ends.replace(at: index, with: end)
      index = next(after: index, imported, theme) ?? index
    }
    return end < 0 ? nil : imported.details.forwards.element(at: end &- 1)?.target
  }

  /// The index of the next forward in a chain: the forward of the name that the forward at `index`
  /// leads to. `nil` if a color has that name, or if the name is not forwarded.
  private func next(
    after index: Int, _ imported: borrowing ColorCollection, _ theme: Theme
  ) -> Int? {
    guard let target = imported.details.forwards.element(at: index)?.target,
      imported.index(of: target.bytes) == nil, !isColor(target, in: theme)
    else { return nil }
    return imported.details.forwardIndex(of: target.bytes)
  }
}

/// Returns whether a color of a theme has this name. If so, a forward of the name has no effect.
private func isColor(_ name: StoredText, in theme: Theme) -> Bool {
  theme.withLock { state in state.registry.names.value(of: name.bytes).isRegistered }
}

/// Enumerates environments in which a color may refer to itself: all combinations of schemes,
/// contrasts and values of custom axes, up to a limit.
private struct TrialEnvironments {
  /// The scheme, the contrast, and the eight custom axes.
  private static var axisCount: Int { 10 }
  /// The number of values of each axis; 1 after the last axis. There are 16 elements, so that an
  /// index `& 15` is always in bounds.
  private let valueCounts: [16 of UInt64]
  private let count: Int
  private var environmentIndex = 0

  init(_ imported: borrowing ColorCollection, limit: Int) {
    var valueCounts = [16 of UInt64](repeating: 1)
    // Light and dark; standard, more and less contrast.
    valueCounts[0] = 2
    valueCounts[1] = 3
    // An environment may also have no value on a custom axis: that is one more possibility.
    for axis in upTo(Axis.customCount) {
      let count = imported.vocabulary.count(.value(axisIndex: axis))
      valueCounts[axis &+ 2] = UInt64(truncatingIfNeeded: count &+ 1)
    }
    self.valueCounts = valueCounts
    var product = 1
    // The loop ends as soon as the product reaches the limit, so the product does not overflow.
    for index in upTo(TrialEnvironments.axisCount) where product < limit {
      product &*= Int(truncatingIfNeeded: valueCounts[index])
    }
    // At least all combinations of schemes and contrasts: 2 × 3.
    count = max(min(product, limit), 6)
  }

  /// The next environment; `nil` after the last one.
  mutating func next() -> Environment? {
    guard environmentIndex < count else { return nil }
    // The digits of the index, in the bases `valueCounts`, are the values on the axes.
    var remaining = UInt64(truncatingIfNeeded: environmentIndex)
    environmentIndex &+= 1
    var environment = Environment()
    func digit(_ index: Int) -> UInt64 {
      let base = max(valueCounts[index & 15], 1)
      let digit = remaining % base
      remaining /= base
      return digit
    }
    // 1 is light, and 2 is dark.
    environment[.scheme] = digit(0) &+ 1
    switch digit(1) {
    case 0: environment[.contrast] = NamedContrast.standard.value
    case 1: environment[.contrast] = NamedContrast.more.value
    default: environment[.contrast] = NamedContrast.less.value
    }
    for axis in upTo(Axis.customCount) { environment[.custom(axis)] = digit(axis &+ 2) }
    return environment
  }
}

/// A graph of references: for each color, the colors that it may refer to.
private struct ReferenceGraph: ~Copyable {
  private let allocator: Allocator
  /// For each reference, the index of the color that it refers to. The references of a color are
  /// next to each other.
  private var targets: Buffer<UInt32>
  /// The index of each color's first reference in `targets`.
  private var starts: Buffer<Int>

  init(_ allocator: Allocator) {
    self.allocator = allocator
    targets = Buffer(allocator)
    starts = Buffer(allocator)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Reserves memory for a number of colors.
  mutating func reserve(_ count: Int) throws(OutOfMemory) { try starts.reserve(count) }

  /// Begins the next color.
  mutating func beginColor() throws(OutOfMemory) { try starts.append(targets.count) }

  /// Adds a reference of the color that was begun last.
  mutating func addReference(to target: Int) throws(OutOfMemory) {
    try targets.append(UInt32(truncatingIfNeeded: target))
  }

  /// Returns the colors that are part of a cycle, and all colors that a cycle refers to, directly
  /// or through others.
  @_optimize(speed)
  borrowing func colorsReachableFromCycles() throws(OutOfMemory) -> Buffer<UInt32> {
    var found = Buffer<UInt32>(allocator)
    guard targets.count > 0 else { return found }
    // Repeatedly removes colors that no remaining color refers to (topological sort). `counts` has
    // the number of references to each color, and `.max` for a removed one.
    var counts = Buffer<UInt32>(allocator)
    try counts.append(repeating: 0, count: starts.count)
    for index in upTo(targets.count) { changeCount(&counts, ofTargetAt: index, by: 1) }
    var unreferenced = Buffer<UInt32>(allocator)
    try unreferenced.reserve(starts.count)
    for color in upTo(starts.count) where counts.element(at: color) == 0 {
      unreferenced.appendReserved(UInt32(truncatingIfNeeded: color))
    }
    while let color = unreferenced.removeLast() {
      counts.replace(at: Int(color), with: .max)
      let end = starts.element(at: Int(color) &+ 1) ?? targets.count
      for index in upTo(end, from: starts.element(at: Int(color)) ?? end) {
        // Adding `.max` subtracts 1.
        changeCount(&counts, ofTargetAt: index, by: .max)
        guard let target = targets.element(at: index), counts.element(at: Int(target)) == 0
        else { continue }
        unreferenced.appendReserved(target)
      }
    }
    for color in upTo(starts.count) where counts.element(at: color) != .max {
      try found.append(UInt32(truncatingIfNeeded: color))
    }
    return found
  }

  /// Changes the number of references to the color that `targets` has at `index`.
  private func changeCount(
    _ counts: inout Buffer<UInt32>, ofTargetAt index: Int, by change: UInt32
  ) {
    guard let target = targets.element(at: index), let count = counts.element(at: Int(target))
    else { return }
    counts.replace(at: Int(target), with: count &+ change)
  }
}
