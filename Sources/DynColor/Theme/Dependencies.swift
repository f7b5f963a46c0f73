// What a color's value depends on.

extension ThemeState {
  /// What a recipe reads itself: the axes, and the colors that it may refer to, on whatever
  /// condition. `color` is told ids, `none` for any color of the theme; `name` is told names, which
  /// colors may have or not.
  ///
  /// This is the one place that knows what recipes refer to.
  @inline(never)
  func forEachReference(
    of recipe: Recipe, color: (ColorID) -> Void, name: (Span<UInt8>) -> Void
  ) -> AxisSet {
    var axes = recipe.variantAxes
    if recipe.mayLeaveSRGB { axes.insert(.gamut) }
    for place in upTo(recipe.variantCount) {
      let target = recipe.variant(place).target
      if target != .none { color(target) }
    }
    switch recipe.kind {
    case .provider:
      axes.formUnion(recipe.sharedProvider?.recordedAxes ?? .none)
      recipe.sharedProvider?.readColors.forEachID(color)
    case .palette:
      axes.insert(.palette)
      forEachPaletteName(recipe.semantic, name)
    case .expression:
      axes.formUnion(recipe.expressionNeeds.axes)
      recipe.expression.forEachNode { node in
        switch node.operation {
        case .reference: forEachName(node.reference.name, name)
        case .palette: forEachPaletteName(node.reference.name, name)
        case .target: color(ColorID(UInt32(truncatingIfNeeded: node.word(1))))
        case .systemColor:
          let system = SystemColor(detail: node.detail)
          forEachName(HostText(system.name), name)
          // It may be any color that an environment names.
          if system == .accent { color(.none) }
        case .currentColor:
          forEachName(HostText(SystemColor.canvasText.name), name)
          color(.none)
        case .style: insertAxis(named: node.text(at: 1).0.bytes, &axes)
        default: break
        }
      }
    case .nothing, .variants: break
    }
    return axes
  }

  /// The names that the colors of palettes have which a semantic name stands for.
  private func forEachPaletteName(_ semantic: HostText, _ body: (Span<UInt8>) -> Void) {
    for palette in upTo(palettes.count) {
      let joined = paletteName(UInt64(truncatingIfNeeded: palette &+ 1), semantic.bytes)
      if let joined { forEachName(HostText(joined.bytes), body) }
    }
  }

  /// A name, and those that it is forwarded to.
  private func forEachName(_ name: HostText, _ body: (Span<UInt8>) -> Void) {
    var step: HostText? = name
    while let name = step {
      body(name.bytes)
      step = forwarded(name.bytes)
    }
  }

  /// Adds the axis that a style query asks for.
  private func insertAxis(named name: Span<UInt8>, _ axes: inout AxisSet) {
    if let number = axisNumber(name) {
      axes.insert(.custom(number))
    } else if let axis = Axis(nameOfNumbered: name) ?? Axis(name: name) {
      axes.insert(axis)
    }
  }

  /// The index that a name has, of a color that is registered, or was, or will be; 0 if there is
  /// none.
  func index(named name: Span<UInt8>) -> Int {
    names.reader.slot(of: name).map { NameValue(rawValue: $0.value).index } ?? 0
  }

  /// The axes that matter to a color, through all that it may refer to.
  func axes(of id: ColorID) throws(ThemeError) -> AxisSet {
    _ = try registered(id)
    var axes = AxisSet.none
    var visits = Visits(allocator)
    try orOutOfMemory { () throws(OutOfMemory) in try visits.prepare(nextIndex, reserving: 0) }
    visits.insert(id.index)
    while let index = visits.next() {
      guard let recipe = record(index)?.recipe else { continue }
      let read = forEachReference(of: recipe) { target in
        visits.insert(target.index)
      } name: { name in
        visits.insert(self.index(named: name))
      }
      axes.formUnion(read)
    }
    guard !visits.isOutOfMemory else { throw ThemeError(.outOfMemory) }
    return axes
  }

  /// The same for an index, told quickly once it has been found out: all axes, if it is a provider's,
  /// or comes to one, or to itself, or memory is short. It is for the theme as it is.
  mutating func quickAxes(of index: Int) -> AxisSet {
    if let axes = reading.axes(of: index, lastEdit) { return axes }
    var found = ReadAxes(allocator)
    swap(&found, &reading)
    if found.begin(lastEdit, nextIndex) { find(index, in: &found) }
    swap(&found, &reading)
    return reading.axes(of: index, lastEdit) ?? .all
  }

  /// Finds out the axes of an index, after those of all that it refers to.
  private func find(_ index: Int, in found: inout ReadAxes) {
    found.push(index)
    while let index = found.top {
      guard let recipe = record(index)?.recipe, recipe.kind != .provider else {
        found.settle(record(index)?.recipe == nil ? .none : .all)
        continue
      }
      // What is not settled yet is looked at first; the second time, what still is not comes here.
      found.start(index)
      var axes = AxisSet.none
      let own = forEachReference(of: recipe) { target in
        found.push(target.index)
        axes.formUnion(target == .none ? .all : found.settled(target.index))
      } name: { name in
        let target = self.index(named: name)
        found.push(target)
        axes.formUnion(found.settled(target))
      }
      if found.top == index { found.settle(axes.union(own)) }
    }
  }

  /// The same, or nothing for a color that is not registered, and everything if that cannot be
  /// told.
  func axesIfRegistered(_ id: ColorID) -> AxisSet {
    guard (try? registered(id)) != nil else { return .none }
    return (try? axes(of: id)) ?? .all
  }
}

/// The axes that matter to each color of a theme, as far as they have been found out since an edit.
struct ReadAxes: ~Copyable {
  // For each index the axes, and two bits above them; and the indices to be looked at, the next last.
  private let allocator: Allocator
  private var words: Buffer<UInt32>
  private var pending: Buffer<UInt32>
  private var edit: UInt64 = 0
  private var isOutOfMemory = false

  private static var started: UInt32 { 1 << 30 }
  private static var isKnown: UInt32 { 1 << 31 }

  init(_ allocator: Allocator) {
    self.allocator = allocator
    words = Buffer(allocator)
    pending = Buffer(allocator)
  }

  /// The axes of an index, if they were found out after that edit.
  func axes(of index: Int, _ lastEdit: UInt64) -> AxisSet? {
    guard edit == lastEdit, let word = words.element(at: index), word & ReadAxes.isKnown != 0 else {
      return nil
    }
    return AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Makes ready for indices below `end` after an edit, and says whether there is memory for that.
  mutating func begin(_ lastEdit: UInt64, _ end: Int) -> Bool {
    pending.truncate(to: 0)
    isOutOfMemory = false
    if edit != lastEdit {
      words.truncate(to: 0)
      edit = lastEdit
    }
    return (try? words.append(repeating: 0, count: end &- words.count)) != nil
  }

  /// The index that is to be looked at.
  var top: Int? { pending.element(at: pending.count &- 1).map { Int($0) } }

  /// Lets an index be looked at, unless that has begun.
  mutating func push(_ index: Int) {
    guard words.element(at: index) == 0 else { return }
    if (try? pending.append(UInt32(truncatingIfNeeded: index))) == nil { isOutOfMemory = true }
  }

  /// Begins with an index: it is not to be looked at again.
  mutating func start(_ index: Int) {
    if words.element(at: index) == 0 { words.replace(at: index, with: ReadAxes.started) }
  }

  /// The axes of an index; all of them, if it comes to itself.
  func settled(_ index: Int) -> AxisSet {
    guard index > 0, let word = words.element(at: index) else { return .none }
    return word & ReadAxes.isKnown == 0 ? .all : AxisSet(rawValue: word & AxisSet.all.rawValue)
  }

  /// Ends with the index that is looked at.
  mutating func settle(_ axes: AxisSet) {
    guard let index = pending.removeLast().map({ Int($0) }) else { return }
    if let word = words.element(at: index), word & ReadAxes.isKnown == 0 {
      let found = isOutOfMemory ? .all : axes
      words.replace(at: index, with: found.rawValue | ReadAxes.isKnown)
    }
  }
}

extension Recipe {
  /// Whether what this adds to a color may lie outside sRGB, so that the environment's gamut matters.
  var mayLeaveSRGB: Bool {
    if kind == .expression { return expression.mayLeaveSRGB }
    for index in upTo(variantCount) {
      let variant = variant(index)
      // Between two contrasts colors are mixed.
      if variant.conditions.contrast != 0 { return true }
      if variant.target == .none, !variant.cell.isWithinSRGB { return true }
    }
    return false
  }
}

extension Expression {
  /// Whether this is a relative color that takes its components from those of another in sRGB, as
  /// they are, so that it is within the gamut if that one is.
  private var isConversion: Bool {
    let function = ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))
    guard function?.space == .srgb || function?.space == .srgbLinear else { return false }
    var place = 1 &+ node(at: 1).size
    for _ in upTo(3) {
      let component = node(at: place)
      guard component.operation == .calculation, Calculation(component).onlyChannel != nil else {
        return false
      }
      place &+= component.size
    }
    return true
  }

  fileprivate var mayLeaveSRGB: Bool {
    var may = false
    forEachNode { node in
      switch node.operation {
      case .constant:
        may = may || !(node.constant.map { Cell($0.rgba).isWithinSRGB } ?? true)
      case .mix, .blend:
        let space = ColorSpace(node.detail & 0xFF)
        may = may || space != .srgb && space != .srgbLinear
      case .variants:
        node.forEachVariant { conditions, _ in may = may || conditions.contrast != 0 }
      case .relative: may = may || !node.isConversion
      default: break
      }
    }
    return may
  }
}
