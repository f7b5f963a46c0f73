// Expressions on the way from an id to a color.

extension ThemeState {
  // What a walk has still to do, as a list of blocks, the next first: the next one's address; what is
  // to be done; and the first provider of a part. To be done is an expression, whose values are known
  // when its turn comes: its id, and above that the id with which its part began; or a part to begin,
  // without an expression's id.
  private static var taskWords: Int { 3 }

  /// The color that an expression comes to; `nil` if the walk is to go on, to the color that it refers
  /// to, or to one that it needs.
  mutating func evaluate(
    _ expression: Expression, _ record: ColorRecord, _ walk: inout Walk
  ) throws(ThemeError) -> Color? {
    if let color = walk.memo.value(of: walk.place) { return color }
    if let failure = walk.memo.find(.failure, walk.place) {
      throw ThemeError(
        .status(Int32(truncatingIfNeeded: Int64(bitPattern: failure.relaxed(0)))), record.name)
    }
    do throws(EvaluationStop) {
      switch try expression.outcome(in: self, walk) {
      case .color(let color):
        if walk.isOneOfMany || walk.hasTasks {
          let place = walk.place
          try remember(color, of: place, &walk)
        }
        return color
      case .reference(let id):
        walk.place = id
        return nil
      }
    } catch {
      switch error {
      case .needs:
        try compute(expression, record, &walk)
        return nil
      default: throw themeError(error, record, &walk)
      }
    }
  }

  private func themeError(
    _ stop: EvaluationStop, _ record: ColorRecord, _ walk: inout Walk
  ) -> ThemeError {
    switch stop {
    case .unknownName(let name):
      walk.unknownName = name
      return ThemeError(.unknownReference, record.name)
    case .outOfMemory: return ThemeError(.outOfMemory)
    case .noValue, .needs: return ThemeError(.noValue, record.name)
    }
  }

  private func remember(
    _ color: Color, of id: ColorID, _ walk: inout Walk
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try walk.memo.set(color, of: id, allocator)
    } catch {
      throw .outOfMemory
    }
  }

  /// Begins a part of the walk for each color that the expression where it is needs first.
  private mutating func compute(
    _ expression: Expression, _ record: ColorRecord, _ walk: inout Walk
  ) throws(ThemeError) {
    var needed = Buffer<UInt32>(allocator)
    var isOutOfMemory = false
    do throws(EvaluationStop) {
      try expression.forEachNeed(in: self, walk) { id in
        do throws(OutOfMemory) {
          try needed.append(id.rawValue)
        } catch {
          isOutOfMemory = true
        }
      }
    } catch {
      throw themeError(error, record, &walk)
    }
    guard !isOutOfMemory else { throw ThemeError(.outOfMemory) }
    do throws(OutOfMemory) {
      try walk.memo.insert(.waiting, walk.place, allocator).relax(0, 1)
      try push(expression: walk.place, part: walk.part, walk.firstProvider, &walk)
      // The last is the first to be done.
      while let id = needed.removeLast() {
        try push(expression: .none, part: ColorID(id), .none, &walk)
      }
    } catch {
      throw ThemeError(.outOfMemory)
    }
    nextTask(&walk)
  }

  private mutating func push(
    expression: ColorID, part: ColorID, _ provider: ColorID, _ walk: inout Walk
  ) throws(OutOfMemory) {
    let block = try pool.take(ThemeState.taskWords)
    block.relax(0, walk.tasks)
    block.relax(1, UInt64(expression.rawValue) | UInt64(part.rawValue) << 32)
    block.relax(2, UInt64(provider.rawValue))
    walk.tasks = block.address
  }

  /// Takes up the next of what is to be done.
  private mutating func nextTask(_ walk: inout Walk) {
    while walk.hasTasks {
      let block = AtomicWords(address: walk.tasks)
      let ids = block.relaxed(1)
      let expression = ColorID(UInt32(truncatingIfNeeded: ids))
      let part = ColorID(UInt32(truncatingIfNeeded: ids >> 32))
      let provider = ColorID(UInt32(truncatingIfNeeded: block.relaxed(2)))
      walk.tasks = block.relaxed(0)
      pool.give(block, ThemeState.taskWords)
      if expression != .none {
        walk.memo.find(.waiting, expression)?.relax(0, 0)
        walk.begin(part, at: expression, provider)
        return
      }
      // Another part may have come by it meanwhile.
      if walk.memo.value(of: part) == nil {
        walk.begin(part, at: part)
        return
      }
    }
  }

  /// Ends a part of a walk with its value: the cell, if it was the last, or else `nil`, and the walk is
  /// where there is more to do. What comes from a provider is what is painted, also if it answered with
  /// the id of a color that has more to it: the cell is all that is kept for the next time.
  mutating func arrive(
    _ cell: Cell, _ color: Color?, _ walk: inout Walk
  ) throws(ThemeError) -> Cell? {
    guard walk.hasTasks else { return cell }
    let isAnswer = walk.firstProvider != .none
    do throws(OutOfMemory) {
      try walk.memo.set((isAnswer ? nil : color) ?? Color(cell.rgba), of: walk.part, allocator)
    } catch {
      throw ThemeError(.outOfMemory)
    }
    keep(cell, walk, start: false)
    nextTask(&walk)
    return nil
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
  /// the expressions that wait.
  mutating func dropTasks(_ walk: inout Walk, status: Int32) {
    if walk.isOneOfMany, ThemeError.Reason.isLasting(status) { fail(walk.place, status, &walk) }
    while walk.hasTasks {
      let block = AtomicWords(address: walk.tasks)
      let expression = ColorID(UInt32(truncatingIfNeeded: block.relaxed(1)))
      walk.tasks = block.relaxed(0)
      pool.give(block, ThemeState.taskWords)
      guard walk.isOneOfMany, expression != .none else { continue }
      walk.memo.find(.waiting, expression)?.relax(0, 0)
      if ThemeError.Reason.isLasting(status) { fail(expression, status, &walk) }
    }
    if !walk.isOneOfMany { walk.memo.free(allocator) }
  }

  /// Remembers that an expression has failed. Without memory for that it fails again.
  private func fail(_ id: ColorID, _ status: Int32, _ walk: inout Walk) {
    try? walk.memo.insert(.failure, id, allocator).relax(0, UInt64(bitPattern: Int64(status)))
  }
}

extension ThemeState: Surroundings {
  func color(named name: Span<UInt8>, _ walk: borrowing Walk) -> ColorID? {
    color(named: name, at: walk.tick)
  }

  func value(of id: ColorID, _ walk: borrowing Walk) -> Color? { walk.memo.value(of: id) }

  func environment(_ walk: borrowing Walk) -> Environment { walk.environment }

  func axes(_ walk: borrowing Walk) -> MatchedAxes { walk.axes }

  func holds(style name: HostText, _ value: HostText?, _ walk: borrowing Walk) -> Bool {
    var current: UInt64
    var wanted: UInt64?
    if let number = axisNumber(name.bytes) {
      current = walk.environment[.custom(number)]
      if let value { wanted = axisValue(value.bytes, ofAxis: number) ?? decimal(value.bytes) }
    } else if WordTable("palette").index(of: name.bytes) != nil {
      current = walk.environment[.palette]
      if current == 0 { current = walk.settings.palette }
      if let value { wanted = paletteNumbers.reader.slot(of: value.bytes)?.value }
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

extension Color {
  /// A color that is ready to be painted.
  fileprivate init(_ rgba: SIMD4<Float>) {
    self.init(.srgb, SIMD3(Double(rgba.x), Double(rgba.y), Double(rgba.z)), alpha: Double(rgba.w))
  }
}
