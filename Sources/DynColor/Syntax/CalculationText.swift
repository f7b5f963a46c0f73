// Calculations as text in CSS.
//
// Their code has each operator behind its operands. Where the operands begin is told by running
// through it with nothing but the height of the stack: each time that is back at 1, a value is
// complete that began where the code did. So a calculation is a first number, and then steps, each of
// which does something with all that stands before it, and perhaps with more that stands in between.

extension TextSink where Self: ~Copyable {
  /// Writes what a component is made of, with the names that components have in a function. Without
  /// one, only the alpha has a name.
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

  /// Writes the code between two places, in parentheses if it binds less than it has to.
  private mutating func append(
    _ start: Int, _ end: Int, of code: CalculationCode, level: BindingLevel, room: Int
  ) throws(Failure) {
    guard room > 0 else { return }
    // What stands before the first number: that of the last step comes first.
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

  /// Writes what a step has behind the number that it begins with.
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

  /// Writes the number, or the name of the component, that a place stands for.
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

/// How much holds together what was written.
private enum BindingLevel: UInt8, Comparable {
  case sum, product, operand

  static func < (a: BindingLevel, b: BindingLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The node of a calculation, and the function that names its components.
private struct CalculationCode {
  let node: Expression
  let function: ColorFunction?

  /// How deep calculations may lie in each other: each level of them has parentheses, or is a product
  /// in a sum.
  static var greatestDepth: Int { 2 * Scanner.greatestDepth }

  /// Whether the text has to be in `calc()`: it is no number, and no function either.
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

  /// Where the operand ends that begins at a place, of those up to another.
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

  /// How many parentheses, with or without the name of a function, stand before the first number.
  func openingCount(_ start: Int, _ end: Int, _ level: BindingLevel) -> Int {
    var spine = spine(start, end)
    var count = 0
    while let step = spine.next() {
      count &+= (step.closesParenthesis ? 1 : 0) &+ (step.opensFunction ? 1 : 0)
    }
    return count &+ (spine.level < level ? 1 : 0)
  }

  /// Which one that is, counted from the first number.
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

/// Something that is done with all that stands before it in the code.
private struct SpineStep {
  let kind: CalculationStep
  /// Where its other operands begin, and where it stands itself.
  let start, place: Int
  /// Whether what stands before has to be in parentheses.
  let closesParenthesis: Bool
  /// Whether a function begins with it, which may have more steps: `min()` has one for each argument
  /// but the first, and `hypot()` takes the absolute value of that.
  let opensFunction: Bool
  /// Whether the next step belongs to the same function.
  let isPartOfNext: Bool
}

/// The steps of a part of the code.
private struct Spine {
  private let node: Expression
  private let end: Int
  private var place: Int
  private var previous: CalculationStep?
  /// How much holds together what was passed.
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

  /// Goes behind the next step that leaves one number.
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

  /// The step that a word is, unless it is a number; what that does to the height of the stack; and
  /// the place of the next.
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

  /// Whether its function may have any number of arguments.
  fileprivate var takesList: Bool {
    self == .minimum || self == .maximum || self == .hypotenuse
  }

  /// Whether its argument is in degrees.
  fileprivate var takesAngle: Bool { self == .sine || self == .cosine || self == .tangent }

  /// Whether its result is in degrees.
  fileprivate var givesAngle: Bool {
    self == .arcSine || self == .arcCosine || self == .arcTangent || self == .direction
  }

  /// The name of its function, and what that has before the first number.
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
