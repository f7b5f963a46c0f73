// What must hold of all that was read before a theme gets it.

extension Loading {
  /// Puts the prefix before all names, and checks what every format must keep. If the report has an
  /// error, nothing can be given to a theme.
  mutating func check(for theme: Theme) throws(FileFailure) {
    if options.prefix.count > 0 { try addPrefix() }
    try checkEntries()
    if report.errorCount == 0 { try checkReferences(theme) }
    guard report.errorCount == 0 else { throw .failed }
    report.colors = inventory.count
  }

  /// Gives all that has been checked to a theme.
  mutating func land(
    in theme: Theme, formerCount: Int = 0, former: (Int) -> HostText = { _ in .empty }
  ) throws(FileFailure) {
    do throws(ThemeError) {
      try theme.locked { state throws(ThemeError) in
        try state.land(inventory, options.source, formerCount: formerCount, former: former)
      }
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      try allocating { () throws(OutOfMemory) in
        try report.add(
          .error, error.reason.status, error.reason.message ?? "the theme has no room for it",
          context: error.name.bytes, path: Span(), at: nil, offset: 0)
      }
      throw .failed
    }
  }

  private mutating func addPrefix() throws(FileFailure) {
    inventory = try allocating { () throws(OutOfMemory) in
      try inventory.prefixed(options.prefix.bytes, &writer)
    }
  }

  /// Names are UTF-8 without a NUL, and neither empty nor too long; and so are notes, of any length.
  private mutating func checkEntries() throws(FileFailure) {
    if inventory.hasLongName {
      try fail(.tooComplex, "expected names of at most DYNCOLOR_MAX_NAME bytes", at: .none)
    }
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      try checkName(entry.name, at: entry.place)
      try checkText(entry.description, at: entry.place)
      try checkText(entry.deprecation, at: entry.place)
      try checkText(entry.annotation, at: entry.place)
      if let count = entry.expression.tableCount, count > Recipe.greatestVariantCount {
        try fail(
          .tooComplex, "expected at most DYNCOLOR_MAX_VARIANTS variants", entry.name.bytes,
          at: entry.place)
      }
    }
    for before in upTo(inventory.palettes.count) {
      let number = before &+ 1
      try checkName(inventory.palettes.name(number) ?? .empty, at: .none)
    }
    for before in upTo(inventory.axes.count) {
      let number = before &+ 1
      try checkName(inventory.axes.name(number) ?? .empty, at: .none)
    }
    for before in upTo(inventory.axisValues.count) {
      let number = before &+ 1
      let key = inventory.axisValues.name(number) ?? .empty
      try checkName(HostText(key.bytes.slice(1, key.count)), at: .none)
    }
    for before in upTo(inventory.subtypes.count) {
      let number = before &+ 1
      try checkName(inventory.subtypes.name(number) ?? .empty, at: .none)
    }
    for before in upTo(inventory.locales.count) {
      let number = before &+ 1
      try checkName(inventory.locales.name(number) ?? .empty, at: .none)
    }
  }

  private mutating func checkName(
    _ name: HostText, at place: Inventory.Place
  ) throws(FileFailure) {
    if name.count == 0 { return try fail(.syntax, "expected a name", at: place) }
    try checkText(name, at: place)
  }

  private mutating func checkText(
    _ text: HostText, at place: Inventory.Place
  ) throws(FileFailure) {
    if text.bytes.isPlainASCII { return }
    if text.bytes.firstInvalidUTF8 != nil {
      try fail(.invalidUTF8, "the text is not valid UTF-8", text.bytes, at: place)
    } else if text.bytes.countBeforeNUL < text.count {
      try fail(.syntax, "expected no NUL", text.bytes, at: place)
    }
  }

  // MARK: - References

  /// Warns of references to what is nowhere, and refuses colors that refer to themselves.
  private mutating func checkReferences(_ theme: Theme) throws(FileFailure) {
    var edges = Edges(allocator)
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      try allocating { () throws(OutOfMemory) in try edges.begin() }
      // Of several colors, some need not be there.
      var isChoice = false
      entry.expression.forEachNode { node in isChoice = isChoice || node.operation == .first }
      var missing: HostText?
      var isShort = false
      entry.expression.forEachNode { node in
        guard node.operation == .reference else { return }
        let (name, fallback) = node.reference
        if let target = inventory.index(of: name.bytes) {
          if (try? edges.add(target)) == nil { isShort = true }
        } else if fallback == 0, !isChoice, missing == nil, theme.find(name.bytes) == nil,
          theme.findForwarded(name.bytes) == nil
        {
          missing = name
        }
      }
      if isShort { throw .outOfMemory }
      if let missing {
        try warn(
          .unknownName, "refers to a color that is not there", missing.bytes, at: entry.place)
      }
    }
    let suspects = try allocating { () throws(OutOfMemory) in try edges.cyclic() }
    if suspects.count > 0 { try refuseCycles(suspects) }
  }

  /// Refuses those of some colors that refer to themselves in any environment: in a theme of their own,
  /// that shows when they are resolved.
  private mutating func refuseCycles(_ suspects: borrowing Buffer<UInt32>) throws(FileFailure) {
    let theme = try allocating { () throws(OutOfMemory) in
      try Theme.make(allocator, budget: Loading.trialBudget, defaultScheme: 1)
    }
    defer { theme.release() }
    do throws(ThemeError) {
      // In an empty theme all numbers are those that the inventory has.
      try theme.locked { state throws(ThemeError) in
        try state.land(inventory, .theme)
      }
    } catch {
      // Landing in the real one will fail for the same reason, and tell it.
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return
    }
    var isRefused = Buffer<Bool>(allocator)
    var ids = Buffer<ColorID>(allocator)
    try allocating { () throws(OutOfMemory) in
      try isRefused.append(repeating: false, count: suspects.count)
      for place in upTo(suspects.count) {
        let entry = inventory.entry(Int(suspects.element(at: place) ?? 0))
        try ids.append(theme.find((entry?.name ?? .empty).bytes) ?? .none)
      }
    }
    var trials = Trials(inventory, limit: Loading.greatestTrialCount / max(suspects.count, 1))
    while let environment = trials.next() {
      do throws(ThemeError) {
        try theme.resolve(suspects.count, environment) { place in
          ids.element(at: place) ?? .none
        } visit: { place, _, status in
          if status == FileStatus.cycle.rawValue { isRefused.replace(at: place, with: true) }
        }
      } catch {
        throw .outOfMemory
      }
    }
    for place in upTo(suspects.count) where isRefused.element(at: place) == true {
      guard let entry = inventory.entry(Int(suspects.element(at: place) ?? 0)) else { continue }
      try fail(.cycle, "the color refers to itself", entry.name.bytes, at: entry.place)
    }
  }

  /// What the theme for trying out may keep, and how many colors are resolved in it at most.
  private static var trialBudget: Int { 1 << 20 }
  private static var greatestTrialCount: Int { 1 << 20 }
}

/// Environments in which cycles may show: those of the schemes, of the contrasts and of the values of
/// the host's axes, in all combinations, as far as there are not too many.
private struct Trials {
  private let sizes: [16 of UInt64]
  private let count: Int
  private var place = 0

  init(_ inventory: borrowing Inventory, limit: Int) {
    var sizes = [16 of UInt64](repeating: 1)
    sizes[0] = 2
    sizes[1] = 3
    for before in upTo(inventory.axisValues.count) {
      let number = before &+ 1
      let key = inventory.axisValues.name(number) ?? .empty
      let axis = Int(key.bytes.element(at: 0) ?? 0) & 7
      sizes[axis &+ 2] = min(sizes[axis &+ 2] &+ 1, 256)
    }
    self.sizes = sizes
    var product = 1
    for index in upTo(10) where product < limit {
      product &*= Int(truncatingIfNeeded: sizes[index])
    }
    count = max(min(product, limit), 6)
  }

  mutating func next() -> Environment? {
    guard place < count else { return nil }
    var rest = UInt64(truncatingIfNeeded: place)
    place &+= 1
    var environment = Environment()
    func digit(_ index: Int) -> UInt64 {
      let size = max(sizes[index & 15], 1)
      let digit = rest % size
      rest /= size
      return digit
    }
    environment[.scheme] = digit(0) &+ 1
    switch digit(1) {
    case 0: environment[.contrast] = ContrastStep.standard.value
    case 1: environment[.contrast] = 201
    default: environment[.contrast] = 1
    }
    for axis in upTo(8) { environment[.custom(axis)] = digit(axis &+ 2) }
    return environment
  }
}

/// What refers to what: for each color in turn the colors that it may refer to.
private struct Edges: ~Copyable {
  private let allocator: Allocator
  private var targets: Buffer<UInt32>
  /// Where those of each color begin.
  private var starts: Buffer<Int>

  init(_ allocator: Allocator) {
    self.allocator = allocator
    targets = Buffer(allocator)
    starts = Buffer(allocator)
  }

  /// Begins the next color.
  mutating func begin() throws(OutOfMemory) { try starts.append(targets.count) }

  mutating func add(_ target: Int) throws(OutOfMemory) {
    try targets.append(UInt32(truncatingIfNeeded: target))
  }

  /// The colors that are in a cycle, or lead from one to another; a few more may be told.
  borrowing func cyclic() throws(OutOfMemory) -> Buffer<UInt32> {
    var found = Buffer<UInt32>(allocator)
    guard targets.count > 0 else { return found }
    // What nothing refers to is no part of a cycle, nor is then what only that refers to.
    var references = Buffer<UInt32>(allocator)
    try references.append(repeating: 0, count: starts.count)
    for place in upTo(targets.count) { change(&references, place, by: 1) }
    var free = Buffer<UInt32>(allocator)
    try free.reserve(starts.count)
    for color in upTo(starts.count) where references.element(at: color) == 0 {
      try free.append(UInt32(truncatingIfNeeded: color))
    }
    while let color = free.removeLast() {
      references.replace(at: Int(color), with: .max)
      let end = starts.element(at: Int(color) &+ 1) ?? targets.count
      for place in upTo(end, from: starts.element(at: Int(color)) ?? end) {
        change(&references, place, by: .max)
        guard let target = targets.element(at: place), references.element(at: Int(target)) == 0
        else { continue }
        try free.append(target)
      }
    }
    for color in upTo(starts.count) where references.element(at: color) != .max {
      try found.append(UInt32(truncatingIfNeeded: color))
    }
    return found
  }

  /// Adds to the references to the target at a place.
  private func change(_ references: inout Buffer<UInt32>, _ place: Int, by change: UInt32) {
    guard let target = targets.element(at: place),
      let count = references.element(at: Int(target))
    else { return }
    references.replace(at: Int(target), with: count &+ change)
  }
}
