// Expressions on the way from an id to a color.

extension ThemeState {
  // What a walk has still to do, as a list of blocks, the next first. The words: the next block's
  // address; the id of a color that waits, whose needs are known when its turn comes, and above that
  // the id with which its part began; their levels, above the first provider of the part; and its
  // opacities. Without a color that waits, it is a part that is to begin.
  private static var taskWords: Int { 5 }

  /// The color that an expression comes to; `nil` if the walk is to go on, to the color that it refers
  /// to, or to one that it needs.
  mutating func evaluate(
    _ expression: Expression, _ record: ColorRecord, _ walk: inout Walk
  ) throws(ThemeError) -> Color? {
    let style = Style(walk.place, level: walk.level)
    walk.usesMemo = true
    if walk.story == nil, let color = try findKnown(&walk) { return color }
    var needed = Needs(allocator)
    do throws(EvaluationStop) {
      switch try expression.outcome(
        in: self, walk, level: walk.level, need: { needed.append($0) })
      {
      case .color(let color):
        walk.level = 0
        // What no other has needed yet is not worth it: it is computed once more for the first.
        if walk.hasTasks || walk.isOneOfMany && record.isNeeded {
          try remember(color, of: style, &walk)
        }
        return color
      case .reference(let style):
        walk.place = style.id
        walk.level = style.level
      }
    } catch {
      guard case .needs = error else { throw themeError(error, record, &walk) }
      try wait(for: &needed, &walk)
    }
    return nil
  }

  /// The value of the color where a walk is, if that is known.
  mutating func findKnown(_ walk: inout Walk) throws(ThemeError) -> Color? {
    if let color = walk.memo.value(of: Style(walk.place, level: walk.level)) {
      walk.usesMemo = true
      walk.level = 0
      return color
    }
    guard walk.memo.find(.failure, walk.place) != nil else { return nil }
    walk.usesMemo = true
    throw failure(of: walk.place, &walk)
  }

  /// Lets a color wait that refers to the one where a walk is, of which a part of its own is made:
  /// then those after it, that come by it, find it known. So a chain of references takes time in
  /// proportion to its length, also when each of its colors is resolved.
  mutating func wait(at style: Style, _ walk: inout Walk) throws(ThemeError) {
    var needed = Needs(allocator)
    needed.append(Style(walk.place, level: walk.level))
    walk.place = style.id
    walk.level = style.level
    guard !isWaiting(walk) else { throw ThemeError(.cycle) }
    try wait(for: &needed, &walk)
  }

  /// What lies between two variants of a color; `nil` if the walk is to go on, to one that it needs.
  mutating func mix(
    _ first: Variant, _ second: Variant, _ amount: Double, _ record: ColorRecord,
    _ walk: inout Walk
  ) throws(ThemeError) -> Color? {
    walk.usesMemo = true
    var needed = Needs(allocator)
    var mixture = Mixture.betweenContrasts
    do throws(EvaluationStop) {
      if let color = try color(of: first, walk, &needed) {
        mixture.add(color, weight: 1 - amount)
      }
      if let color = try color(of: second, walk, &needed) { mixture.add(color, weight: amount) }
    } catch {
      throw themeError(error, record, &walk)
    }
    if needed.isEmpty { return mixture.color(alphaFactor: 1) }
    try wait(for: &needed, &walk)
    return nil
  }

  /// The color of a variant, unless it is still needed.
  private func color(
    of variant: Variant, _ walk: Walk, _ needed: inout Needs
  ) throws(EvaluationStop) -> Color? {
    guard variant.target != .none else { return variant.color }
    let style = Style(variant.target)
    switch known(style, walk) {
    case .value(let color): return color
    case .failure, .circle: throw .failed(variant.target)
    case .nothing:
      needed.append(style)
      return nil
    }
  }

  private func themeError(
    _ stop: EvaluationStop, _ record: ColorRecord, _ walk: inout Walk
  ) -> ThemeError {
    switch stop {
    case .failed(let id), .circular(let id): return failure(of: id, &walk)
    case .unknownName(let name):
      walk.unknownName = name
      return ThemeError(.unknownReference, record.name)
    case .outOfMemory: return ThemeError(.outOfMemory)
    case .noValue, .needs: return ThemeError(.noValue, record.name)
    }
  }

  /// Why a color is known to have no value.
  private func failure(of id: ColorID, _ walk: inout Walk) -> ThemeError {
    guard let (error, unknownName) = walk.memo.failure(of: id) else { return ThemeError(.noValue) }
    // The recipe with the name may be gone, if the walk has left its instant.
    if walk.isMixed, case .unknownReference = error.reason {
      return ThemeError(.status(error.reason.status), error.name)
    }
    walk.unknownName = unknownName
    return error
  }

  private func remember(
    _ color: Color, of style: Style, _ walk: inout Walk
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try walk.memo.set(color, of: style, allocator)
    } catch {
      throw .outOfMemory
    }
  }

  /// Lets the color where a walk is wait, and begins a part of the walk for each that it needs first.
  private mutating func wait(for needed: inout Needs, _ walk: inout Walk) throws(ThemeError) {
    guard walk.story == nil else { throw ThemeError(.status(walk.failure)) }
    guard !needed.isOutOfMemory else { throw ThemeError(.outOfMemory) }
    do throws(OutOfMemory) {
      try walk.memo.insert(.waiting, walk.place, allocator).relax(0, 1)
      try push(waiting: Style(walk.place, level: walk.level), part: walk.part, &walk)
      // The last is the first to be done.
      while let style = needed.removeLast() {
        record(style.id.index)?.isNeeded = true
        try push(waiting: nil, part: style, &walk)
      }
    } catch {
      throw ThemeError(.outOfMemory)
    }
    nextTask(&walk)
  }

  private mutating func push(
    waiting: Style?, part: Style, _ walk: inout Walk
  ) throws(OutOfMemory) {
    let block = try pool.take(ThemeState.taskWords)
    let place = waiting ?? Style(.none)
    block.relax(0, walk.tasks)
    block.relax(1, UInt64(place.id.rawValue) | UInt64(part.id.rawValue) << 32)
    let levels = UInt64(truncatingIfNeeded: place.level | part.level << 8)
    block.relax(2, UInt64(walk.firstProvider.rawValue) | levels << 32)
    block.relax(3, walk.firstOpacity.bitPattern)
    block.relax(4, walk.opacity.bitPattern)
    walk.tasks = block.address
  }

  /// Takes up the next of what is to be done.
  private mutating func nextTask(_ walk: inout Walk) {
    while walk.hasTasks {
      let block = AtomicWords(address: walk.tasks)
      let task = Task(block)
      walk.tasks = block.relaxed(0)
      pool.give(block, ThemeState.taskWords)
      if task.waiting.id != .none {
        walk.memo.find(.waiting, task.waiting.id)?.relax(0, 0)
        walk.begin(task.part, at: task.waiting)
        walk.firstProvider = task.firstProvider
        walk.firstOpacity = task.firstOpacity
        walk.opacity = task.opacity
        return
      }
      // Another part may have come by it meanwhile.
      if case .nothing = known(task.part, walk) {
        walk.begin(task.part, at: task.part)
        return
      }
    }
  }

  /// What a walk has still to do.
  private struct Task {
    let waiting: Style
    let part: Style
    let firstProvider: ColorID
    let firstOpacity: Double
    let opacity: Double

    init(_ block: AtomicWords) {
      let ids = block.relaxed(1)
      let word = block.relaxed(2)
      waiting = Style(
        ColorID(UInt32(truncatingIfNeeded: ids)),
        level: Int(truncatingIfNeeded: word >> 32 & 0xFF))
      part = Style(
        ColorID(UInt32(truncatingIfNeeded: ids >> 32)),
        level: Int(truncatingIfNeeded: word >> 40 & 0xFF))
      firstProvider = ColorID(UInt32(truncatingIfNeeded: word))
      firstOpacity = Double(bitPattern: block.relaxed(3))
      opacity = Double(bitPattern: block.relaxed(4))
    }
  }

  /// Ends a part of a walk with the value of the color where it is: the result is the walk's, if it
  /// was the last, or else `nil`, and the walk is where there is more to do. What comes from a provider
  /// is what is painted, also if it answered with the id of a color that has more to it: the cell is
  /// all that is kept for the next time.
  mutating func arrive(
    _ cell: Cell, _ color: Color?, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    var cell = cell
    var color = color
    if walk.level > 0 {
      let opacity = walk.settings.levels[walk.level]
      if let story = walk.story {
        story.append(Step(level: walk.level, of: color ?? Color(cell.rgba), opacity: opacity))
      }
      color = color?.multiplyingAlpha(by: opacity)
      cell = color.map { Cell($0.rgba) } ?? cell.multiplyingAlpha(by: opacity)
    }
    if walk.firstProvider != .none {
      cell = cell.multiplyingAlpha(by: walk.opacity).mapped(into: walk.environment)
      keep(cell, of: walk.firstProvider, walk)
      cell = cell.multiplyingAlpha(by: walk.firstOpacity)
      color = nil
    }
    if let story = walk.story { tellArrival(color ?? Color(cell.rgba), story) }
    if walk.isOneOfMany, walk.hasFollowedSome, !walk.hasTasks {
      // Without memory for it, it is found again.
      try? walk.memo.set(color ?? Color(cell.rgba), of: walk.part, allocator)
    }
    guard walk.hasTasks else { return cell.mapped(into: walk.environment, color) }
    do throws(OutOfMemory) {
      try walk.memo.set(color ?? Color(cell.rgba), of: walk.part, allocator)
    } catch {
      throw ThemeError(.outOfMemory)
    }
    nextTask(&walk)
    return nil
  }

  /// Ends a part of a walk that has failed, so that what waits for it can do without it, or fails in
  /// its turn; if nothing does, so does the walk.
  mutating func endPart(_ error: ThemeError, _ walk: inout Walk) throws(ThemeError) {
    let status = error.reason.status
    guard walk.hasTasks, ThemeError.Reason.isOfOneColor(status) else { throw error }
    var unknownName = HostText.empty
    if case .unknownReference = error.reason { unknownName = walk.unknownName }
    do throws(OutOfMemory) {
      try walk.memo.set(failure: error, unknownName: unknownName, of: walk.part.id, allocator)
    } catch {
      throw ThemeError(.outOfMemory)
    }
    if !error.reason.isLasting { walk.memo.isFleeting = true }
    nextTask(&walk)
  }

  /// Whether the expression where a walk is waits already, for what has led back to it.
  func isWaiting(_ walk: Walk) -> Bool {
    walk.memo.find(.waiting, walk.place).map { $0.relaxed(0) == 1 } ?? false
  }

  /// Calls `body` with the expressions that wait, the last first, as long as it says so.
  func forEachWaiting(_ walk: Walk, _ body: (ColorID) -> Bool) {
    var address = walk.tasks
    while address != 0 {
      let block = AtomicWords(address: address)
      let expression = ColorID(UInt32(truncatingIfNeeded: block.relaxed(1)))
      if expression != .none, !body(expression) { return }
      address = block.relaxed(0)
    }
  }

  /// Gives back what a walk has taken, but for what those after it will use. If it has failed, so have
  /// the colors that wait.
  @inline(never)
  mutating func dropTasks(_ walk: inout Walk, _ error: ThemeError?) {
    fail(walk.place, error, &walk)
    while walk.hasTasks {
      let block = AtomicWords(address: walk.tasks)
      let waiting = Task(block).waiting.id
      walk.tasks = block.relaxed(0)
      pool.give(block, ThemeState.taskWords)
      guard walk.isOneOfMany, waiting != .none else { continue }
      walk.memo.find(.waiting, waiting)?.relax(0, 0)
      fail(waiting, error, &walk)
    }
    if !walk.isOneOfMany { walk.memo.free(allocator) }
  }

  /// Gives a walk what the one before knew, if that went through the same instant and environment: so
  /// colors that are made of each other take time in proportion to their number, also when they are
  /// resolved one by one.
  @inline(never)
  mutating func handOn(to walk: inout Walk) {
    walk.isOneOfMany = true
    walk.handsOn = true
    walk.memo = lend(for: walk)
  }

  /// What is known at the instant and in the environment of a walk, which is to be taken back.
  mutating func lend(for walk: Walk) -> Memo {
    var memo = recent.memo
    if recent.environment != walk.environment || recent.lastEdit != lastEdit
      || lastEdit > walk.tick
    {
      memo.forget(allocator)
    }
    recent.memo = Memo()
    return memo
  }

  /// Takes back what a walk knows, unless it is of no use to another, or is too much.
  mutating func takeBack(_ walk: inout Walk, _ error: ThemeError?) {
    walk.handsOn = false
    if error != nil || walk.isMixed || walk.memo.isFleeting || walk.memo.hasFailures
      || lastEdit > walk.tick || recent.memo.size > 0 || walk.memo.size > greatestRecentSize
    {
      walk.memo.free(allocator)
    } else {
      recent = Recent(memo: walk.memo, environment: walk.environment, lastEdit: lastEdit)
    }
  }

  /// What the last walk knows.
  struct Recent: BitwiseCopyable {
    var memo = Memo()
    var environment = Environment()
    /// The instant is the one after this edit.
    var lastEdit: UInt64 = 0
  }

  /// Remembers for walks to come that a color has failed, if it will again. Without memory for that
  /// they find out.
  @inline(never)
  private func fail(_ id: ColorID, _ error: ThemeError?, _ walk: inout Walk) {
    guard walk.isOneOfMany, let reason = error?.reason, reason.isLasting else { return }
    let error = ThemeError(.status(reason.status), name(id))
    try? walk.memo.set(failure: error, unknownName: .empty, of: id, allocator)
  }
}

extension ThemeState: Surroundings {
  func color(named name: Span<UInt8>, _ walk: borrowing Walk) -> ColorID? {
    color(named: name, at: walk.tick)
  }

  func paletteColor(_ semantic: Span<UInt8>, _ walk: borrowing Walk) -> ColorID? {
    let palette = walk.environment[.palette]
    if palette != 0 {
      let found = color(semantic, ofPalette: palette, at: walk.tick)
      if let story = walk.story {
        tellPalette(palette, .environment, HostText(semantic), found, story)
      }
      if let found { return found }
    }
    let found = color(semantic, ofPalette: walk.settings.palette, at: walk.tick)
    if let story = walk.story {
      tellPalette(walk.settings.palette, .theme, HostText(semantic), found, story)
    }
    return found
  }

  func known(_ style: Style, _ walk: borrowing Walk) -> Known {
    if let color = walk.memo.value(of: style) { return .value(color) }
    guard let (error, _) = walk.memo.failure(of: style.id) else { return .nothing }
    return ThemeError.Reason.isOfOneColor(error.reason.status) ? .failure : .circle
  }

  func opacity(ofLevel level: Int, _ walk: borrowing Walk) -> Double {
    walk.settings.levels[level]
  }

  func story(_ walk: borrowing Walk) -> Ledger<Step>? { walk.story }

  func status(of stop: EvaluationStop, _ walk: borrowing Walk) -> Int32 {
    let known = walk.failure
    return switch stop {
    case .failed(let id), .circular(let id):
      walk.memo.failure(of: id)?.error.reason.status ?? known
    case .unknownName: ThemeError.Reason.unknownReference.status
    case .noValue: ThemeError.Reason.noValue.status
    case .outOfMemory: ThemeError.Reason.outOfMemory.status
    case .needs: known
    }
  }

  func environment(_ walk: borrowing Walk) -> Environment { walk.environment }

  func axes(_ walk: borrowing Walk) -> MatchedAxes { walk.axes }

  func holds(style name: HostText, _ value: HostText?, _ walk: borrowing Walk) -> Bool {
    var current: UInt64
    var wanted: UInt64?
    if let number = axisNumber(name.bytes) {
      current = walk.environment[.custom(number)]
      if let value { wanted = axisValue(value.bytes, ofAxis: number) ?? decimal(value.bytes) }
    } else if let axis = Axis(nameOfNumbered: name.bytes) {
      current = walk.environment[axis]
      if current == 0, axis == .palette { current = walk.settings.palette }
      if let value { wanted = self.number(value.bytes, of: axis) }
    } else if let axis = Axis(name: name.bytes) {
      current = axis.value(in: walk.environment, walk.axes)
      if let value { wanted = axis.value(named: value.bytes) }
    } else {
      return false
    }
    guard value != nil else { return current != 0 }
    return wanted != nil && wanted != 0 && wanted == current
  }

  /// Digits as a number below a million.
  private func decimal(_ text: Span<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var index = 0
    while let byte = text.element(at: index) {
      guard byte &- UInt8(ascii: "0") < 10, index < 6 else { return nil }
      number = number &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      index &+= 1
    }
    return index > 0 ? number : nil
  }
}

/// The colors that another waits for.
private struct Needs: ~Copyable {
  private var styles: Buffer<UInt64>
  private(set) var isOutOfMemory = false

  init(_ allocator: Allocator) { styles = Buffer(allocator) }

  var isEmpty: Bool { styles.count == 0 && !isOutOfMemory }

  mutating func append(_ style: Style) {
    do throws(OutOfMemory) {
      try styles.append(
        UInt64(style.id.rawValue) | UInt64(truncatingIfNeeded: style.level) << 32)
    } catch {
      isOutOfMemory = true
    }
  }

  mutating func removeLast() -> Style? {
    guard let word = styles.removeLast() else { return nil }
    return Style(
      ColorID(UInt32(truncatingIfNeeded: word)), level: Int(truncatingIfNeeded: word >> 32))
  }
}

extension Cell {
  /// The same color, more transparent.
  fileprivate func multiplyingAlpha(by factor: Double) -> Cell {
    guard factor != 1 else { return self }
    var rgba = rgba
    rgba.w = Float(Double(rgba.w) * factor)
    return Cell(rgba)
  }

  /// The color within the gamut that an environment names. It may be known better than as the cell.
  @inline(__always)
  fileprivate func mapped(into environment: Environment, _ color: Color? = nil) -> Cell {
    environment[.gamut] == 0 || isWithinSRGB ? self : outsideSRGB(environment[.gamut], color)
  }

  var isWithinSRGB: Bool {
    let rgba = rgba
    return rgba.x >= 0 && rgba.x <= 1 && rgba.y >= 0 && rgba.y <= 1 && rgba.z >= 0 && rgba.z <= 1
  }

  @inline(never)
  private func outsideSRGB(_ gamut: UInt64, _ color: Color?) -> Cell {
    let space: ColorSpace = gamut == 1 ? .srgb : gamut == 2 ? .displayP3 : .rec2020
    let color = color ?? Color(rgba)
    // What has been mapped is not mapped again, however it was come by; in sRGB, that is seen at once.
    if gamut != 1, color.isInGamut(of: space) { return self }
    return Cell(color.mapped(into: space, by: .exact).rgba)
  }
}

extension Color {
  /// A color that is ready to be painted.
  init(_ rgba: SIMD4<Float>) {
    self.init(.srgb, SIMD3(Double(rgba.x), Double(rgba.y), Double(rgba.z)), alpha: Double(rgba.w))
  }
}
