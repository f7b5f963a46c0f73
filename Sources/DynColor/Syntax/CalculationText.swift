// Syntax: serializes calculations as CSS.
//
// The code is in postfix notation: operators follow their operands. To find where operands begin,
// it is scanned while counting the height of the stack: whenever the height is 1 again, a complete
// value ends there. So a calculation is a first number followed by steps. Each step applies to the
// whole value before it, and may have more operands in between.

extension TextSink where Self: ~Copyable {
  /// Writes the calculation of a component, with the component names of a function. Without a
  /// function, only the alpha has a name.
  mutating func append(
    component node: Expression, of function: ColorFunction?
  ) throws(Failure) {
    guard node.operation == .calculation, node.size > 1 else { return try append("none") }
    let code = CalculationCode(node: node, function: function)
    let needsCalc = code.needsCalc
    if needsCalc { try append("calc(") }
    try append(1, node.size, of: code, level: .sum, room: CalculationCode.greatestDepth)
    if needsCalc { try append(")") }
  }

  /// Writes the code between two places, in parentheses if its precedence is below `level`.
  private mutating func append(
    _ start: Int, _ end: Int, of code: CalculationCode, level: BindingLevel, room: Int
  ) throws(Failure) {
    guard room > 0 else { return }
    // The text before the first number: that of the last step comes first.
    var opening = code.openingCount(start, end, level)
    while opening > 0 {
      opening &-= 1
      try append(code.opening(opening, start, end))
    }
    try append(number: start, of: code)
    var spine = code.spine(start, end)
    while let step = spine.next() {
      if step.closesParenthesis { try append(")") }
      try append(step, of: code, room: room)
    }
    if spine.level < level { try append(")") }
  }

  /// Writes the text of a step that follows its first operand.
  private mutating func append(
    _ step: SpineStep, of code: CalculationCode, room: Int
  ) throws(Failure) {
    switch step.kind {
    case .add, .subtract:
      try append(step.kind == .add ? " + " : " - ")
      try append(step.start, step.place, of: code, level: .product, room: room &- 1)
    case .multiply, .divide:
      try append(step.kind == .multiply ? " * " : " / ")
      try append(step.start, step.place, of: code, level: .operand, room: room &- 1)
    case .absolute where step.isPartOfNext: break
    default:
      if step.kind.takesAngle { try append(" * 1deg") }
      var start = step.start
      while start < step.place {
        let end = code.endOfOperand(start, step.place)
        try append(", ")
        try append(start, end, of: code, level: .sum, room: room &- 1)
        start = end
      }
      if !step.isPartOfNext { try append(")") }
      if step.kind.givesAngle { try append(" / 1deg") }
    }
  }

  /// Writes the number or the component name at a place.
  private mutating func append(number place: Int, of code: CalculationCode) throws(Failure) {
    let word = code.node.word(place)
    guard UInt8(truncatingIfNeeded: word) == CalculationStep.channel.rawValue else {
      let value = code.node.number(place &+ 1)
      if value.isFinite {
        if value == 0, value.sign == .minus { try append("-") }
        return try append(value)
      }
      return try append(value.isNaN ? "NaN" : value < 0 ? "-infinity" : "infinity")
    }
    let index = Int(truncatingIfNeeded: word >> 8) & 3
    if index == 3 { return try append("alpha") }
    try append(code.function?.channelName(index) ?? UInt8(ascii: "x"))
  }
}

/// The precedence of written text.
private enum BindingLevel: UInt8, Comparable {
  case sum, product, operand

  static func < (a: BindingLevel, b: BindingLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The node of a calculation, and the function that names its components.
private struct CalculationCode {
  let node: Expression
  let function: ColorFunction?

  /// The greatest nesting of calculations: each level has parentheses, or is a product in a sum.
  static var greatestDepth: Int { 2 * Scanner.greatestDepth }

  /// Whether the text needs `calc()`, because it is neither a number nor a function.
  var needsCalc: Bool {
    var spine = spine(1, node.size)
    var isNumber = true
    while spine.next() != nil { isNumber = false }
    guard isNumber else { return spine.level != .operand }
    let isConstant = UInt8(truncatingIfNeeded: node.word(1)) == CalculationStep.constant.rawValue
    return isConstant && !node.number(2).isFinite
  }

  /// The steps of the code between two places.
  func spine(_ start: Int, _ end: Int) -> Spine { Spine(node, start, end) }

  /// The end of the operand that begins at `start` and ends at `end` or before.
  func endOfOperand(_ start: Int, _ end: Int) -> Int {
    var height = 0
    var place = start
    var last = end
    while place < end {
      place = Spine.take(node, place, &height).next
      if height == 1 { last = place }
    }
    return last
  }

  /// The number of opening parentheses, with or without a function name, before the first number.
  func openingCount(_ start: Int, _ end: Int, _ level: BindingLevel) -> Int {
    var spine = spine(start, end)
    var count = 0
    while let step = spine.next() {
      count &+= (step.closesParenthesis ? 1 : 0) &+ (step.opensFunction ? 1 : 0)
    }
    return count &+ (spine.level < level ? 1 : 0)
  }

  /// The opening parenthesis at an index, counted from the first number backward.
  func opening(_ index: Int, _ start: Int, _ end: Int) -> StaticString {
    var spine = spine(start, end)
    var count = 0
    while let step = spine.next() {
      if step.closesParenthesis {
        if count == index { return "(" }
        count &+= 1
      }
      if step.opensFunction {
        if count == index { return step.kind.opening }
        count &+= 1
      }
    }
    return "("
  }
}

/// A step that applies to the whole value before it in the code.
private struct SpineStep {
  let kind: CalculationStep
  /// The place where its other operands begin, and its own place.
  let start, place: Int
  /// Whether the value before it needs parentheses.
  let closesParenthesis: Bool
  /// Whether it is the first step of a function, which may have more: `min()` has one for each
  /// argument but the first, and `hypot()` has one for the absolute value of its first argument.
  let opensFunction: Bool
  /// Whether the next step belongs to the same function.
  let isPartOfNext: Bool
}

/// An iterator over the steps of a part of the code.
private struct Spine {
  private let node: Expression
  private let end: Int
  private var place: Int
  private var previous: CalculationStep?
  /// The precedence of the value up to here.
  private(set) var level = BindingLevel.operand

  init(_ node: Expression, _ start: Int, _ end: Int) {
    self.node = node
    self.end = end
    var height = 0
    place = Spine.take(node, start, &height).next
  }

  mutating func next() -> SpineStep? {
    let start = place
    guard let (kind, place) = takeStep() else { return nil }
    var rest = self
    let following = rest.takeStep()?.kind
    let isPartOfNext =
      kind.takesList && following == kind || kind == .absolute && following == .hypotenuse
    let isProduct = kind == .multiply || kind == .divide
    let step = SpineStep(
      kind: kind, start: start, place: place,
      closesParenthesis: level == .sum && (isProduct || kind.takesAngle),
      opensFunction: kind.isFunction && !(kind.takesList && previous == kind)
        && !(kind == .absolute && isPartOfNext),
      isPartOfNext: isPartOfNext)
    previous = kind
    if kind.isFunction {
      level = kind.givesAngle ? .product : .operand
    } else {
      level = isProduct ? .product : .sum
    }
    return step
  }

  /// Moves past the next step after which one number is on the stack.
  private mutating func takeStep() -> (kind: CalculationStep, place: Int)? {
    var height = 1
    while place < end {
      let start = place
      let (kind, next) = Spine.take(node, place, &height)
      place = next
      if let kind, height <= 1 { return (kind, start) }
    }
    return nil
  }

  /// The step at a place, or `nil` for a number, and the place of the next one. Updates the height
  /// of the stack.
  static func take(
    _ node: Expression, _ place: Int, _ height: inout Int
  ) -> (kind: CalculationStep?, next: Int) {
    let kind = CalculationStep(rawValue: UInt8(truncatingIfNeeded: node.word(place))) ?? .channel
    switch kind {
    case .constant:
      height &+= 1
      return (nil, place &+ 2)
    case .channel:
      height &+= 1
      return (nil, place &+ 1)
    default:
      height = height &- kind.operandCount &+ 1
      return (kind, place &+ 1)
    }
  }
}

extension CalculationStep {
  fileprivate var isFunction: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: false
    default: true
    }
  }

  /// Whether its function takes any number of arguments.
  fileprivate var takesList: Bool {
    self == .minimum || self == .maximum || self == .hypotenuse
  }

  /// Whether its argument is in degrees.
  fileprivate var takesAngle: Bool { self == .sine || self == .cosine || self == .tangent }

  /// Whether its result is in degrees.
  fileprivate var givesAngle: Bool {
    self == .arcSine || self == .arcCosine || self == .arcTangent || self == .direction
  }

  /// The name of its function and the text before the first argument.
  fileprivate var opening: StaticString {
    switch self {
    case .absolute: "abs("
    case .sign: "sign("
    case .squareRoot: "sqrt("
    case .exponential: "exp("
    case .logarithm, .logarithmToBase: "log("
    case .sine, .sineOfRadians: "sin("
    case .cosine, .cosineOfRadians: "cos("
    case .tangent, .tangentOfRadians: "tan("
    case .arcSine: "asin("
    case .arcCosine: "acos("
    case .arcTangent: "atan("
    case .minimum: "min("
    case .maximum: "max("
    case .roundToNearest: "round("
    case .roundUp: "round(up, "
    case .roundDown: "round(down, "
    case .roundToZero: "round(to-zero, "
    case .modulo: "mod("
    case .remainder: "rem("
    case .power: "pow("
    case .hypotenuse: "hypot("
    case .direction: "atan2("
    case .progress: "progress("
    default: "calc("
    }
  }
}
