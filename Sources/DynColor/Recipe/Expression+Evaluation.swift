// The color that an expression comes to.

/// What an expression asks for that is not in it.
protocol Surroundings: ~Copyable {
  /// What tells one instant and environment from another.
  associatedtype View

  /// The registered color with a name.
  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID?

  /// The value of a color, if it has been computed before.
  func value(of id: ColorID, _ view: borrowing View) -> Color?

  /// Whether an axis has a value; without one, whether it has any.
  func holds(style name: HostText, _ value: HostText?, _ view: borrowing View) -> Bool

  func environment(_ view: borrowing View) -> Environment
  func axes(_ view: borrowing View) -> MatchedAxes
}

/// What an expression comes to, as far as it says itself.
enum Outcome {
  case color(Color)
  /// The value of another color of the theme.
  case reference(ColorID)
}

/// Why an expression has no value, or not yet.
enum EvaluationStop: Error {
  /// The values of colors are needed first: those that `forEachNeed` tells.
  case needs
  /// No color has this name, and there is nothing to fall back to.
  case unknownName(HostText)
  /// No condition holds; or the words are no expression.
  case noValue
  case outOfMemory
}

/// What an expression is, once all is decided that the environment decides.
private enum Decided {
  case color(Color)
  case reference(ColorID)
  /// A node that reckons with others.
  case node(Expression)
}

extension Expression {
  /// What this expression comes to.
  func outcome<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Outcome {
    switch try decided(in: source, view) {
    case .color(let color): return .color(color)
    case .reference(let id): return .reference(id)
    case .node(let node): return .color(try node.computed(in: source, view))
    }
  }

  /// Calls `body` with each color whose value is needed for that of this expression, and not known.
  func forEachNeed<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View, _ body: (ColorID) -> Void
  ) throws(EvaluationStop) {
    guard case .node(let node) = try decided(in: source, view) else { return }
    var place = (node.operation?.wordsBeforeNodes ?? 0) &+ 1
    // A blend begins with its mode. What others have besides colors stands behind them.
    if node.operation == .blend { place &+= node.node(at: place).size }
    var left = node.operation?.operandCount ?? 0
    while left > 0, place < node.size {
      let operand = node.node(at: place)
      if case .reference(let id) = try operand.decided(in: source, view) {
        if source.value(of: id, view) == nil { body(id) }
      } else {
        try operand.forEachNeed(in: source, view, body)
      }
      left &-= 1
      place &+= operand.size &+ (node.operation?.wordsBetweenNodes ?? 0)
    }
  }

  private func decided<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Decided {
    switch operation {
    case .constant:
      guard let constant else { throw .noValue }
      return .color(constant)
    case .reference:
      let (name, fallback) = reference
      if let id = source.color(named: name.bytes, view) { return .reference(id) }
      guard fallback > 0 else { throw .unknownName(name) }
      return try node(at: fallback).decided(in: source, view)
    case .currentColor:
      let foreground = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.foreground]))
      if foreground != .none { return .reference(foreground) }
      return decided(as: .canvasText, in: source, view)
    case .systemColor: return decided(as: SystemColor(detail: detail), in: source, view)
    case .lightDark:
      let light = node(at: 1)
      let isDark = source.axes(view).scheme == 2
      return try (isDark ? node(at: 1 &+ light.size) : light).decided(in: source, view)
    case .conditional:
      guard let branch = branch(in: source, view) else { throw .noValue }
      return try branch.decided(in: source, view)
    case .mix, .relative, .alpha, .contrast, .blend, .ensureContrast: return .node(self)
    default: throw .noValue
    }
  }

  /// The color of a node that reckons with others.
  @inline(never)
  private func computed<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    switch operation {
    case .mix: return try mixture(in: source, view)
    case .relative: return try relativeColor(in: source, view)
    case .alpha:
      let origin = node(at: 1)
      let color = try origin.color(in: source, view)
      return color.withAlpha(node(at: 1 &+ origin.size))
    case .blend: return try blended(in: source, view)
    case .ensureContrast: return try readable(in: source, view)
    default: return try node(at: 1).color(in: source, view).contrasting
    }
  }

  /// The color that this expression comes to, references followed.
  @inline(never)
  private func color<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    switch try outcome(in: source, view) {
    case .color(let color): return color
    case .reference(let id):
      guard let color = source.value(of: id, view) else { throw .needs }
      return color
    }
  }

  /// What the environment, the theme or the table says of a system color.
  private func decided<Source: Surroundings & ~Copyable>(
    as systemColor: SystemColor, in source: borrowing Source, _ view: borrowing Source.View
  ) -> Decided {
    if systemColor == .accent {
      let accent = ColorID(UInt32(truncatingIfNeeded: source.environment(view)[.accent]))
      if accent != .none { return .reference(accent) }
    }
    if let id = source.color(named: systemColor.name, view) { return .reference(id) }
    return .color(systemColor.standard(isDark: source.axes(view).scheme == 2))
  }

  private func mixture<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    guard let space = ColorSpace(detail & 0xFF),
      let hue = HueDirection(rawValue: UInt8(truncatingIfNeeded: detail >> 8))
    else { throw .noValue }
    var mixture = Mixture(Interpolation(space, hue))
    var place = 2
    while place < size {
      let color = node(at: place &+ 1)
      mixture.add(try color.color(in: source, view), weight: number(place))
      place &+= 1 &+ color.size
    }
    guard let mixed = mixture.color(alphaFactor: number(1)) else { throw .noValue }
    return mixed
  }

  private func relativeColor<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    guard let function = ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail)) else {
      throw .noValue
    }
    let origin = node(at: 1)
    let (channels, missingChannels) = function.channels(of: try origin.color(in: source, view))
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
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    let choice = node(at: 1)
    let color = node(at: 1 &+ choice.size)
    let backdrop = node(at: 1 &+ choice.size &+ color.size)
    guard let leaf = choice.chosen(in: source, view), leaf.operation == .blendMode,
      let mode = BlendMode(rawValue: leaf.detail), let space = ColorSpace(detail), space.isRGB
    else { throw .noValue }
    return try color.color(in: source, view).blended(
      mode, over: try backdrop.color(in: source, view), in: space)
  }

  private func readable<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) throws(EvaluationStop) -> Color {
    let color = node(at: 1)
    let background = node(at: 1 &+ color.size)
    let choice = node(at: 1 &+ color.size &+ background.size)
    guard let leaf = choice.chosen(in: source, view), leaf.operation == .number else {
      throw .noValue
    }
    let solver = ContrastSolver(
      background: try background.color(in: source, view), contrast: leaf.number(1), by: .wcag)
    return solver.readable(try color.color(in: source, view))
  }

  /// What is chosen of things that are no colors; `nil` if no condition holds.
  private func chosen<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Expression? {
    var choice = self
    while true {
      switch choice.operation {
      case .lightDark:
        let light = choice.node(at: 1)
        choice = source.axes(view).scheme == 2 ? choice.node(at: 1 &+ light.size) : light
      case .conditional:
        guard let branch = choice.branch(in: source, view) else { return nil }
        choice = branch
      default: return choice
      }
    }
  }

  /// The value of the first condition that holds.
  private func branch<Source: Surroundings & ~Copyable>(
    in source: borrowing Source, _ view: borrowing Source.View
  ) -> Expression? {
    var place = 1
    while place < size {
      let condition = node(at: place)
      let value = node(at: place &+ condition.size)
      if condition.truth(in: source, view) == .yes { return value }
      place &+= condition.size &+ value.size
    }
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
    guard case .color(let color) = try? outcome(in: Nowhere(), Nowhere.View()) else { return nil }
    return color
  }
}

extension ExpressionWriter {
  /// Puts the value of the node at a place, the last, in its place. All within it is constant.
  @inline(never)
  mutating func fold(_ place: Int) {
    guard let value = node(at: place)?.constantValue else { return }
    truncate(to: place)
    append(value)
  }
}

/// Where nothing is registered.
private struct Nowhere: Surroundings, ~Copyable {
  struct View {}

  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID? { nil }
  func value(of id: ColorID, _ view: borrowing View) -> Color? { nil }
  func holds(style name: HostText, _ value: HostText?, _ view: borrowing View) -> Bool { false }
  func environment(_ view: borrowing View) -> Environment { Environment() }

  func axes(_ view: borrowing View) -> MatchedAxes {
    MatchedAxes(Environment(), defaultScheme: 1)
  }
}

extension Color {
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
