// The color that an expression comes to.

/// A color of a theme at one of its levels: the first, 0, is the color itself.
struct LeveledColor: BitwiseCopyable, Equatable {
  let id: ColorID
  let level: Int

  init(_ id: ColorID, level: Int = 0) {
    self.id = id
    self.level = level
  }

  /// How many levels there are.
  static var levelCount: Int { 5 }

  /// The level that is so many below another; below the last there is none.
  static func level(_ level: Int, below other: Int) -> Int { min(level &+ other, levelCount &- 1) }
}

/// What an expression asks for that is not in it.
protocol Surroundings: ~Copyable {
  /// What tells one instant and environment from another.
  associatedtype View

  /// The registered color with a name.
  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The color that the environment's palette, or else the default one, has by this name.
  func paletteColor(_ semantic: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// What has been found out of a color.
  func known(_ style: LeveledColor, _ view: borrowing View) -> Known

  /// Whether an axis has a value; without one, whether it has any.
  func holds(style name: StoredText, _ value: StoredText?, _ view: borrowing View) -> Bool

  /// What alpha is multiplied with at a level.
  func opacity(ofLevel level: Int, _ view: borrowing View) -> Double

  func environment(_ view: borrowing View) -> Environment
  func axes(_ view: borrowing View) -> MatchedAxes

  /// Where it is to be told what is decided, if anybody wants to know.
  func trace(_ view: borrowing View) -> EventLog<Step>?

  /// The status of a color that has no value.
  func status(of stop: EvaluationStop, _ view: borrowing View) -> Int32
}

/// What has been found out of a color of a theme.
enum Known {
  case nothing
  case value(Color)
  /// That it has no value.
  case failure
  /// That it needs itself, which no color is passed over for.
  case circle
}

/// What an expression comes to, as far as it says itself.
enum Outcome {
  case color(Color)
  /// The value of another color of the theme.
  case reference(LeveledColor)
}

/// Why an expression has no value, or not yet.
enum EvaluationStop: Error {
  /// The values of colors are needed first.
  case needs
  /// A color that is needed has no value.
  case failed(ColorID)
  /// A color that is needed needs itself.
  case circular(ColorID)
  /// No color has this name, and there is nothing to fall back to.
  case unknownName(StoredText)
  /// None of the variants matches, or no condition of an `if()` without `else` holds.
  case noVariant, noCondition
  /// No palette that applies has a color of this name.
  case noPaletteColor(StoredText)
  /// The words are no expression.
  case noResult
  case outOfMemory
}

/// What an expression is, once all is decided that the environment decides: at a level.
private enum Decided {
  case color(Color, Int)
  case reference(LeveledColor)
  /// A node that reckons with others.
  case node(Expression, Int)
}

extension Expression {
  /// What a level of this expression comes to. If that takes the values of colors of which nothing is
  /// known, `need` is told of them.
  func outcome<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int = 0,
    need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Outcome {
    switch try decided(in: source, view, level, need) {
    case .color(let color, 0): return .color(color)
    case .color(let color, let level): return .color(color.at(level, in: source, view))
    case .reference(let style): return .reference(style)
    case .node(let node, let level):
      let color =
        if let trace = source.trace(view) {
          try node.toldColor(in: source, view, trace, need)
        } else {
          try node.computed(in: source, view, need)
        }
      return .color(level == 0 ? color : color.at(level, in: source, view))
    }
  }

  /// What a level of the color of the text comes to, if no recipe says more: that is what
  /// `currentcolor` stands for.
  static func contentOutcome<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int
  ) -> Outcome {
    switch decidedContent(in: source, view, level) {
    case .color(let color, _): .color(color)
    case .reference(let style): .reference(style)
    case .node: .color(ContentStyle.color(level, source.axes(view)))
    }
  }

  /// The part that is left when all is decided that only the environment decides: `light-dark()`,
  /// `if()` and `--variants()`. `nil` if nothing is left, or a mix of several variants.
  func choice<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Expression? {
    var node = self
    while let decision = node.decision(in: source, view) {
      guard case .operand(let operand) = decision else { return nil }
      node = operand
    }
    return node
  }

  /// What the environment decides of a node.
  private enum Decision {
    case operand(Expression)
    /// That the color lies between two variants.
    case between
    /// That no condition holds, or no variant applies.
    case nothing
  }

  /// What the environment decides of `light-dark()`, `if()` or `--variants()`; `nil` for other nodes.
  private func decision<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ trace: EventLog<Step>? = nil
  ) -> Decision? {
    switch operation {
    case .lightDark:
      let isDark = source.axes(view).scheme == 2
      trace?.tell(isDark: isDark)
      return .operand(isDark ? dark : light)
    case .conditional: return branch(in: source, view, trace).map { .operand($0) } ?? .nothing
    case .variants:
      let search = search(source.axes(view))
      if search.beyond >= 0 { return .between }
      trace?.tell(variant: search.best, of: self)
      return search.best < 0 ? .nothing : .operand(node(at: search.best))
    default: return nil
    }
  }

  private func decided<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ level: Int,
    _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Decided {
    switch operation {
    case .constant:
      guard let constant else { throw .noResult }
      source.trace(view)?.tell(constant: self)
      return .color(constant, level)
    case .reference:
      let (name, fallback) = reference
      let id = source.color(named: name.bytes, view)
      source.trace(view)?.tell(reference: id, name, hasFallback: fallback > 0)
      if let id { return .reference(LeveledColor(id, level: level)) }
      guard fallback > 0 else { throw .unknownName(name) }
      return try node(at: fallback).decided(in: source, view, level, need)
    case .target:
      let id = ColorID(UInt32(truncatingIfNeeded: word(1)))
      source.trace(view)?.append(Step(reference: id))
      return .reference(LeveledColor(id, level: level))
    case .palette:
      let (name, fallback) = reference
      if let id = source.paletteColor(name.bytes, view) {
        return .reference(LeveledColor(id, level: level))
      }
      guard fallback > 0 else { throw .noPaletteColor(name) }
      source.trace(view)?.append(Step(.fallback))
      return try node(at: fallback).decided(in: source, view, level, need)
    case .level:
      let below = LeveledColor.level(level, below: Int(truncatingIfNeeded: detail))
      return try node(at: 1).decided(in: source, view, below, need)
    case .currentColor: return Expression.decidedContent(in: source, view, level)
    case .systemColor: return decided(as: SystemColor(detail: detail), in: source, view, level)
    case .lightDark, .conditional, .variants:
      switch decision(in: source, view, source.trace(view)) {
      case .operand(let operand): return try operand.decided(in: source, view, level, need)
      case .between: return .node(self, level)
      case .nothing, nil: throw operation == .variants ? .noVariant : .noCondition
      }
    case .first:
      if let trace = source.trace(view) {
        return .color(try toldColor(in: source, view, level: level, trace, need), 0)
      }
      return .color(try firstColor(in: source, view, level, need), 0)
    case .mix, .relative, .alpha, .contrast, .blend, .ensureContrast: return .node(self, level)
    default: throw .noResult
    }
  }

  /// The color of a node that reckons with others, or has several to choose from, and how it came
  /// about.
  @inline(never)
  private func toldColor<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int = 0,
    _ trace: EventLog<Step>, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    let place = trace.count
    switch operation {
    case .variants: trace.begin(self, amount: search(source.axes(view)).amount)
    case .blend: trace.begin(self, mode: node(at: 1).choice(in: source, view)?.detail ?? 0)
    default: trace.begin(self)
    }
    do throws(EvaluationStop) {
      let color =
        operation == .first
        ? try firstColor(in: source, view, level, need) : try computed(in: source, view, need)
      trace.end(place, color)
      return color
    } catch {
      trace.settle(from: place, status: source.status(of: error, view))
      trace.append(Step(.close))
      throw error
    }
  }

  /// The color of a node that reckons with others.
  @inline(never)
  private func computed<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    switch operation {
    case .mix: return try mixture(in: source, view, need)
    case .relative: return try relativeColor(in: source, view, need)
    case .alpha:
      let origin = node(at: 1)
      source.trace(view)?.append(Step(operand: 0, of: 1, .alpha))
      let color = try origin.color(in: source, view, need)
      return color.withAlpha(node(at: 1 &+ origin.size))
    case .variants: return try gradedColor(in: source, view, need)
    case .blend: return try blended(in: source, view, need)
    case .ensureContrast: return try readable(in: source, view, need)
    default:
      source.trace(view)?.append(Step(operand: 0, of: 1, .contrastColor))
      return try node(at: 1).color(in: source, view, need).contrasting
    }
  }

  /// The color that a level of this expression comes to, references followed.
  @inline(never)
  fileprivate func color<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, level: Int = 0,
    _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    switch try outcome(in: source, view, level: level, need: need) {
    case .color(let color): return color
    case .reference(let style):
      source.trace(view)?.append(Step(inset: style))
      switch source.known(style, view) {
      case .value(let color): return color
      case .failure: throw .failed(style.id)
      case .circle: throw .circular(style.id)
      case .nothing:
        need(style)
        throw .needs
      }
    }
  }

  /// What the environment, the theme or the table says of a system color.
  private func decided<Source: Surroundings & ~Copyable>(
    as systemColor: SystemColor, in source: borrowing Source, _ view: borrowing Source.View,
    _ level: Int
  ) -> Decided {
    if systemColor == .accent {
      let accent = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.accent]))
      if accent != .none {
        source.trace(view)?.tell(systemColor, .environment, accent)
        return .reference(LeveledColor(accent, level: level))
      }
    }
    if let id = source.color(named: systemColor.name, view) {
      source.trace(view)?.tell(systemColor, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = systemColor.standard(isDark: source.axes(view).scheme == 2)
    source.trace(view)?.tell(systemColor, .builtIn, .none, color)
    return .color(color, level)
  }

  /// What the environment, the theme or the table says of the color of the text.
  private static func decidedContent<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ level: Int
  ) -> Decided {
    let foreground = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.foreground]))
    if foreground != .none {
      source.trace(view)?.tell(content: level, .environment, foreground)
      return .reference(LeveledColor(foreground, level: level))
    }
    if let id = source.color(named: SystemColor.canvasText.name, view) {
      source.trace(view)?.tell(content: level, .theme, id)
      return .reference(LeveledColor(id, level: level))
    }
    let color = ContentStyle.color(level, source.axes(view))
    source.trace(view)?.tell(content: level, .builtIn, .none, color)
    return .color(color, 0)
  }

  /// The first of several colors that has a value.
  @inline(never)
  private func firstColor<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ level: Int,
    _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    var failure = EvaluationStop.noResult
    var place = 1
    while place < size {
      let candidate = node(at: place)
      let step = source.trace(view)?.tell(candidate: place, of: self)
      do throws(EvaluationStop) {
        return try candidate.color(in: source, view, level: level, need)
      } catch {
        switch error {
        case .needs, .outOfMemory, .circular: throw error
        case .failed, .unknownName, .noVariant, .noCondition, .noPaletteColor, .noResult:
          failure = error
        }
        if let step { source.trace(view)?.tell(candidate: step, source.status(of: error, view)) }
      }
      place &+= candidate.size
    }
    throw failure
  }

  /// The variants of a table that make up the color; they are told by the places of their nodes.
  func search(_ axes: MatchedAxes) -> VariantSearch {
    var search = VariantSearch(axes)
    var place = 1
    while place < size {
      search.consider(Variant.Conditions(rawValue: word(place)), at: place &+ 1)
      place &+= 1 &+ node(at: place &+ 1).size
    }
    guard search.wantsMore else { return search }
    place = 1
    while place < size {
      search.considerAgain(Variant.Conditions(rawValue: word(place)), at: place &+ 1)
      place &+= 1 &+ node(at: place &+ 1).size
    }
    return search
  }

  /// What lies between the variants for two contrasts.
  private func gradedColor<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    let search = search(source.axes(view))
    var sum = Sum(Mixture.betweenContrasts)
    source.trace(view)?.tell(grade: 0, search.best, 1 - search.amount, of: self)
    try sum.add(node(at: search.best), weight: 1 - search.amount, in: source, view, need)
    source.trace(view)?.tell(grade: 1, search.beyond, search.amount, of: self)
    try sum.add(node(at: search.beyond), weight: search.amount, in: source, view, need)
    return try sum.color(alphaFactor: 1)
  }

  private func mixture<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    guard let space = ColorSpace(detail & 0xFF),
      let hue = HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8))
    else { throw .noResult }
    var sum = Sum(Mixture(Interpolation(space, hue)))
    var place = 2
    while place < size {
      let color = node(at: place &+ 1)
      source.trace(view)?.tell(ingredient: place, of: self)
      try sum.add(color, weight: number(place), in: source, view, need)
      place &+= 1 &+ color.size
    }
    return try sum.color(alphaFactor: number(1))
  }

  private func relativeColor<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    guard let function = ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail)) else {
      throw .noResult
    }
    let origin = node(at: 1)
    source.trace(view)?.append(Step(operand: 0, of: 1, .relative))
    let (channels, missingChannels) = function.channels(
      of: try origin.color(in: source, view, need))
    var values = SIMD4<Double>()
    var missing: UInt32 = 0
    var place = 1 &+ origin.size
    for index in upTo(4) {
      let component = node(at: place)
      if let value = component.component(channels, missingChannels) {
        values[index & 3] = value
      } else {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      }
      place &+= component.size
    }
    return function.relativeColor(values, missing: Color.Missing(rawValue: missing))
  }

  private func blended<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    let choice = node(at: 1)
    let color = node(at: 1 &+ choice.size)
    let backdrop = node(at: 1 &+ choice.size &+ color.size)
    guard let leaf = choice.choice(in: source, view) else { throw .noCondition }
    guard leaf.operation == .blendMode, let mode = BlendMode(rawValue: leaf.detail),
      let space = ColorSpace(detail), space.isRGB
    else { throw .noResult }
    let (top, bottom) = try Expression.colors(color, backdrop, of: .blend, in: source, view, need)
    return top.blended(mode, over: bottom, in: space)
  }

  private func readable<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> Color {
    let color = node(at: 1)
    let background = node(at: 1 &+ color.size)
    let choice = node(at: 1 &+ color.size &+ background.size)
    guard let leaf = choice.choice(in: source, view) else { throw .noCondition }
    guard leaf.operation == .number else { throw .noResult }
    let (text, ground) = try Expression.colors(
      color, background, of: .ensureContrast, in: source, view, need)
    let solver = ContrastSolver(on: ground, leaf.number(1), by: .wcag)
    let readable = solver.readable(text)
    source.trace(view)?.tell(readable, of: text, solver)
    return readable
  }

  /// The colors of two nodes. If that of the first is not known yet, the second is asked for, too.
  private static func colors<Source: Surroundings & ~Copyable>(
    _ first: Expression, _ second: Expression, of transform: Step.Transform,
    in source: borrowing Source, _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) -> (Color, Color) {
    let color: Color
    source.trace(view)?.append(Step(operand: 0, of: 2, transform))
    do throws(EvaluationStop) {
      color = try first.color(in: source, view, need)
    } catch {
      if case .needs = error { _ = try? second.color(in: source, view, need) }
      throw error
    }
    source.trace(view)?.append(Step(operand: 1, of: 2, transform))
    return (color, try second.color(in: source, view, need))
  }

  /// The value of the first condition that holds.
  private func branch<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ trace: EventLog<Step>? = nil
  ) -> Expression? {
    var place = 1
    while place < size {
      let condition = node(at: place)
      let value = node(at: place &+ condition.size)
      if condition.truth(in: source, view) == .yes {
        trace?.tell(branch: place, of: self)
        return value
      }
      place &+= condition.size &+ value.size
    }
    trace?.tell(branch: nil, of: self)
    return nil
  }

  /// The value of a calculation, or `nil` if that is missing.
  fileprivate func component(_ channels: SIMD4<Double>, _ missing: Color.Missing) -> Double? {
    guard operation == .calculation else { return nil }
    let code = Calculation(self)
    // A component that is taken over as it is stays missing.
    if let channel = code.onlyChannel, missing.rawValue &>> UInt32(channel) & 1 != 0 { return nil }
    return code.value(channels)
  }

  // MARK: - Conditions

  private func truth<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Truth {
    switch operation {
    case .all, .any:
      // The one result that decides, and otherwise what was seen besides.
      let decisive: Truth = operation == .any ? .yes : .no
      var truth = !decisive
      var place = 1
      while place < size {
        let condition = node(at: place)
        let part = condition.truth(in: source, view)
        if part == decisive { return decisive }
        if part == .unknown { truth = .unknown }
        place &+= condition.size
      }
      return truth
    case .not: return !node(at: 1).truth(in: source, view)
    case .truth: return detail == 1 ? .yes : detail == 0 ? .no : .unknown
    case .media:
      guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: detail)) else {
        return .unknown
      }
      return Truth(
        feature.holds(
          UInt8(truncatingIfNeeded: detail >> 8), source.environment(view), source.axes(view)))
    case .style:
      let (name, next) = text(at: 1)
      return Truth(source.holds(style: name, detail == 1 ? nil : text(at: next).0, view))
    default: return .unknown
    }
  }

  // MARK: - Without surroundings

  /// The color of an expression all of which is constant.
  var constantValue: Color? {
    guard case .color(let color) = try? outcome(in: Nowhere(), Nowhere.View(), need: { _ in })
    else { return nil }
    return color
  }
}

/// Colors that are being mixed, of which some may not be known yet.
private struct Sum {
  private var mixture: Mixture
  private var isWaiting = false

  init(_ mixture: Mixture) { self.mixture = mixture }

  /// Adds the color of a node. If that is not known yet, those after it are asked for, too; whether
  /// they fail is told when it is known, so that of several failures it is always the first.
  mutating func add<Source: Surroundings & ~Copyable>(
    _ node: Expression, weight: Double, in source: borrowing Source,
    _ view: borrowing Source.View, _ need: (LeveledColor) -> Void
  ) throws(EvaluationStop) {
    // A constant needs nobody.
    if node.operation == .constant, source.trace(view) == nil, let constant = node.constant {
      return mixture.add(constant, weight: weight)
    }
    do throws(EvaluationStop) {
      mixture.add(try node.color(in: source, view, need), weight: weight)
    } catch {
      if case .needs = error { isWaiting = true }
      if !isWaiting { throw error }
    }
  }

  func color(alphaFactor: Double) throws(EvaluationStop) -> Color {
    guard !isWaiting else { throw .needs }
    guard let color = mixture.color(alphaFactor: alphaFactor) else { throw .noResult }
    return color
  }
}

extension Mixture {
  /// How a color changes from one contrast to another: evenly for the eye, and not at all if it is
  /// the same for both.
  static var betweenContrasts: Mixture {
    Mixture(Interpolation(.oklab, .shorter), keepsCommon: true)
  }
}

/// Where nothing is registered.
private struct Nowhere: Surroundings, ~Copyable {
  struct View {}

  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID? { nil }
  func paletteColor(_ semantic: Span<UInt8>, _ view: borrowing View) -> ColorID? { nil }
  func known(_ style: LeveledColor, _ view: borrowing View) -> Known { .nothing }
  func opacity(ofLevel level: Int, _ view: borrowing View) -> Double { 1 }
  func holds(style name: StoredText, _ value: StoredText?, _ view: borrowing View) -> Bool { false }
  func environment(_ view: borrowing View) -> Environment { Environment() }
  func trace(_ view: borrowing View) -> EventLog<Step>? { nil }
  func status(of stop: EvaluationStop, _ view: borrowing View) -> Int32 { 0 }

  func axes(_ view: borrowing View) -> MatchedAxes {
    MatchedAxes(Environment(), defaultScheme: 1)
  }
}

extension Color {
  /// This color at a level.
  fileprivate func at<Source: Surroundings & ~Copyable>(
    _ level: Int, in source: borrowing Source, _ view: borrowing Source.View
  ) -> Color {
    let opacity = source.opacity(ofLevel: level, view)
    source.trace(view)?.append(Step(level: level, of: self, opacity: opacity))
    return multiplyingAlpha(by: opacity)
  }

  /// White, or black if that can be read better on this color, whatever its alpha.
  fileprivate var contrasting: Color {
    // The ratios are equal where (L + 0.05)² is 1.05 · 0.05.
    let light = relativeLuminance + 0.05
    let value: Double = light * light <= 1.05 * 0.05 ? 1 : 0
    return Color(.srgb, SIMD3(value, value, value), missing: .legacy)
  }

  /// The color with the alpha that a calculation makes of its own.
  @inline(never)
  fileprivate func withAlpha(_ calculation: Expression) -> Color {
    let channels = SIMD4(components.x, components.y, components.z, alpha)
    guard let value = calculation.component(channels, missing) else {
      return Color(
        space, components, alpha: 0, missing: Color.Missing(rawValue: missing.rawValue | 8))
    }
    let bounded = value >= 0 ? min(value, 1) : 0
    return Color(
      space, components, alpha: bounded, missing: Color.Missing(rawValue: missing.rawValue & ~8))
  }
}
