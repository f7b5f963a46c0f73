// Syntax: serializes calculations as CSS.
//
// The code of a calculation is in postfix notation: an instruction (`CalculationInstruction`)
// follows its operands. The writer finds where operands begin by counting the numbers on the stack:
// whenever there is exactly one number, a complete value ends. So the code of a value consists of a
// first number and *outer instructions*. The first operand of an outer instruction is the whole
// value before it; its other operands lie between that value and the instruction. For example,
// `a b c * + d min` has the first number `a` and two outer instructions: `+`, with the operands `a`
// and `b c *`; and `min`, with the operands `a b c * +` and `d`. All indices are indices of words
// of the node.

extension TextSink where Self: ~Copyable {
  /// Writes the calculation of a component, or `none`. `function` gives the names of the components
  /// that the calculation reads (its channels); `nil` if the calculation reads only alpha.
  mutating func append(
    component node: Expression, channelsOf function: ColorFunction?
  ) throws(Failure) {
    guard node.operation == .calculation, node.size > 1 else { return try append("none") }
    let code = CalculationCode(node: node, function: function)
    let needsCalc = code.needsCalc
    if needsCalc { try append("calc(") }
    // The word at 0 is the head of the node. The code begins at 1.
    try append(
      1, node.size, of: code, precedence: .sum, remainingDepth: CalculationCode.greatestDepth)
    if needsCalc { try append(")") }
  }

  /// Writes the value whose code is from `start` up to, but not including, `end`; in parentheses if
  /// its precedence is below `precedence`. Writes nothing if `remainingDepth` is 0, because the
  /// code is nested too deeply.
  private mutating func append(
    _ start: Int, _ end: Int, of code: CalculationCode, precedence: Precedence, remainingDepth: Int
  ) throws(Failure) {
    guard remainingDepth > 0 else { return }
    // The opening parentheses of all instructions come before the first number. The parenthesis of
    // the last instruction comes first.
    var remainingOpenings = code.openingCount(start, end, precedence)
    while remainingOpenings > 0 {
      remainingOpenings &-= 1
      try append(code.opening(remainingOpenings, start, end))
    }
    try append(operandAt: start, of: code)
    var instructions = code.outerInstructions(start, end)
    while let instruction = instructions.next() {
      if instruction.parenthesizesFirstOperand { try append(")") }
      try append(instruction, of: code, remainingDepth: remainingDepth)
    }
    if instructions.precedence < precedence { try append(")") }
  }

  /// Writes what follows the first operand of an instruction: an operator or a comma, the other
  /// operands, and the closing parenthesis of a function.
  private mutating func append(
    _ instruction: OuterInstruction, of code: CalculationCode, remainingDepth: Int
  ) throws(Failure) {
    switch instruction.kind {
    case .add, .subtract:
      try append(instruction.kind == .add ? " + " : " - ")
      try append(
        instruction.otherOperandsStart, instruction.index, of: code, precedence: .product,
        remainingDepth: remainingDepth &- 1)
    case .multiply, .divide:
      try append(instruction.kind == .multiply ? " * " : " / ")
      try append(
        instruction.otherOperandsStart, instruction.index, of: code, precedence: .operand,
        remainingDepth: remainingDepth &- 1)
    // The code of `hypot()` begins with the absolute value of its first argument. The text leaves
    // this out.
    case .absolute where instruction.functionContinues: break
    default:
      // In the code, an angle is a number of degrees. In CSS it has a unit.
      if instruction.kind.takesAngle { try append(" * 1deg") }
      var start = instruction.otherOperandsStart
      while start < instruction.index {
        let end = code.endOfOperand(start, instruction.index)
        try append(", ")
        try append(start, end, of: code, precedence: .sum, remainingDepth: remainingDepth &- 1)
        start = end
      }
      if !instruction.functionContinues { try append(")") }
      if instruction.kind.givesAngle { try append(" / 1deg") }
    }
  }

  /// Writes the number or the name of a component at `index`.
  private mutating func append(operandAt index: Int, of code: CalculationCode) throws(Failure) {
    let word = code.node.word(index)
    guard UInt8(truncatingIfNeeded: word) == CalculationInstruction.channel.rawValue else {
      let value = code.node.number(index &+ 1)
      if value.isFinite {
        // Appending the number −0 writes only `0`, so its sign is written here.
        if value == 0, value.sign == .minus { try append("-") }
        return try append(value)
      }
      return try append(value.isNaN ? "NaN" : value < 0 ? "-infinity" : "infinity")
    }
    let componentIndex = Int(truncatingIfNeeded: word >> 8) & 3
    if componentIndex == ChannelNames.alphaIndex { return try append("alpha") }
    try append(code.function?.channelLetter(componentIndex) ?? UInt8(ascii: "x"))
  }
}

/// The precedence of a value in the text, the lowest first: a sum or difference; a product or
/// quotient; and an operand, which is a number, a name or a function.
private enum Precedence: UInt8, Comparable {
  case sum, product, operand

  static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
}

/// The code of a calculation, and the function that names its components.
private struct CalculationCode {
  let node: Expression
  let function: ColorFunction?

  /// The greatest depth that is written. One level of parentheses may be two levels here, because a
  /// product in a sum also counts as nested.
  static var greatestDepth: Int { 2 * Scanner.greatestDepth }

  /// True if the text needs `calc()`, because it is neither a finite number, nor the name of a
  /// component, nor a function.
  var needsCalc: Bool {
    var instructions = outerInstructions(1, node.size)
    var isSingleOperand = true
    while instructions.next() != nil { isSingleOperand = false }
    guard isSingleOperand else { return instructions.precedence != .operand }
    let isConstant =
      UInt8(truncatingIfNeeded: node.word(1)) == CalculationInstruction.constant.rawValue
    return isConstant && !node.number(2).isFinite
  }

  /// The outer instructions of the value from `start` up to, but not including, `end`.
  func outerInstructions(_ start: Int, _ end: Int) -> OuterInstructions {
    OuterInstructions(node, start, end)
  }

  /// The index after the operand that begins at `start`: at most `end`.
  func endOfOperand(_ start: Int, _ end: Int) -> Int {
    // At the end of the operand, there is one number on the stack. What follows the operand leaves
    // at least one more, so the last place with one number is the end.
    var height = 0
    var index = start
    var operandEnd = end
    while index < end {
      index = OuterInstructions.readInstruction(node, index, &height).indexAfter
      if height == 1 { operandEnd = index }
    }
    return operandEnd
  }

  /// The number of opening parentheses, with or without the name of a function, before the first
  /// number.
  func openingCount(_ start: Int, _ end: Int, _ precedence: Precedence) -> Int {
    var instructions = outerInstructions(start, end)
    var count = 0
    while let instruction = instructions.next() {
      count &+=
        (instruction.parenthesizesFirstOperand ? 1 : 0) &+ (instruction.opensFunction ? 1 : 0)
    }
    return count &+ (instructions.precedence < precedence ? 1 : 0)
  }

  /// An opening parenthesis before the first number, with or without the name of a function.
  /// `index` 0 is the parenthesis directly before the first number; greater indices are further
  /// left.
  func opening(_ index: Int, _ start: Int, _ end: Int) -> StaticString {
    var instructions = outerInstructions(start, end)
    var count = 0
    while let instruction = instructions.next() {
      if instruction.parenthesizesFirstOperand {
        if count == index { return "(" }
        count &+= 1
      }
      if instruction.opensFunction {
        if count == index { return instruction.kind.opening }
        count &+= 1
      }
    }
    // The parenthesis around the whole value, which `openingCount` counts last.
    return "("
  }
}

/// An instruction whose first operand is the whole value before it; see the top of this file.
private struct OuterInstruction {
  let kind: CalculationInstruction
  /// The index at which the operands after the first one begin.
  let otherOperandsStart: Int
  /// The index of the instruction.
  let index: Int
  /// True if the first operand is written in parentheses.
  let parenthesizesFirstOperand: Bool
  /// True if the text of this instruction begins with the name of its function and a parenthesis.
  ///
  /// A function may have several instructions, of which only one writes the name. `min()` and
  /// `max()` have one for each argument but the first. `hypot()` has these, too, but before them an
  /// instruction for the absolute value of its first argument, which writes nothing.
  let opensFunction: Bool
  /// True if the next outer instruction belongs to the same function.
  let functionContinues: Bool
}

/// An iterator over the outer instructions of a value.
private struct OuterInstructions {
  private let node: Expression
  private let end: Int
  /// The index of the next word.
  private var index: Int
  /// The last instruction that was returned.
  private var previous: CalculationInstruction?
  /// The precedence of the value up to the last instruction that was returned.
  private(set) var precedence = Precedence.operand

  init(_ node: Expression, _ start: Int, _ end: Int) {
    self.node = node
    self.end = end
    var height = 0
    index = OuterInstructions.readInstruction(node, start, &height).indexAfter
  }

  /// Returns the next outer instruction; `nil` at the end of the value.
  mutating func next() -> OuterInstruction? {
    let otherOperandsStart = index
    guard let (kind, instructionIndex) = skipToInstruction() else { return nil }
    var lookahead = self
    let nextKind = lookahead.skipToInstruction()?.kind
    let isAbsoluteInHypot = kind == .absolute && nextKind == .hypotenuse
    let continuesFunction = kind.takesList && previous == kind
    let isProduct = kind == .multiply || kind == .divide
    // A sum is parenthesized in `(r + g) * b`, and in `sin((r + g) * 1deg)`.
    let instruction = OuterInstruction(
      kind: kind, otherOperandsStart: otherOperandsStart, index: instructionIndex,
      parenthesizesFirstOperand: precedence == .sum && (isProduct || kind.takesAngle),
      opensFunction: kind.isFunction && !continuesFunction && !isAbsoluteInHypot,
      functionContinues: kind.takesList && nextKind == kind || isAbsoluteInHypot)
    previous = kind
    if kind.isFunction {
      // An angle is written as a quotient, such as `asin(r) / 1deg`.
      precedence = kind.givesAngle ? .product : .operand
    } else {
      precedence = isProduct ? .product : .sum
    }
    return instruction
  }

  /// Skips up to and including the next instruction that leaves exactly one number on the stack.
  /// Returns the instruction and its index.
  private mutating func skipToInstruction() -> (kind: CalculationInstruction, index: Int)? {
    var height = 1
    while index < end {
      let instructionIndex = index
      let (kind, indexAfter) = OuterInstructions.readInstruction(node, index, &height)
      index = indexAfter
      if let kind, height <= 1 { return (kind, instructionIndex) }
    }
    return nil
  }

  /// The instruction at `index`, or `nil` for a number or a component; and the index after it.
  /// Changes `height`, the number of numbers on the stack, as the instruction does.
  static func readInstruction(
    _ node: Expression, _ index: Int, _ height: inout Int
  ) -> (kind: CalculationInstruction?, indexAfter: Int) {
    let kind =
      CalculationInstruction(rawValue: UInt8(truncatingIfNeeded: node.word(index))) ?? .channel
    switch kind {
    case .constant:
      height &+= 1
      return (nil, index &+ 2)
    case .channel:
      height &+= 1
      return (nil, index &+ 1)
    default:
      height = height &- kind.operandCount &+ 1
      return (kind, index &+ 1)
    }
  }
}

extension CalculationInstruction {
  /// True if the instruction is written as a function, not as an operator.
  fileprivate var isFunction: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: false
    default: true
    }
  }

  /// True if the instruction's function can have any number of arguments.
  fileprivate var takesList: Bool {
    self == .minimum || self == .maximum || self == .hypotenuse
  }

  /// True if the instruction's operand is in degrees.
  fileprivate var takesAngle: Bool { self == .sine || self == .cosine || self == .tangent }

  /// True if the instruction's result is in degrees.
  fileprivate var givesAngle: Bool {
    self == .arcSine || self == .arcCosine || self == .arcTangent || self == .direction
  }

  /// The name of the instruction's function, and the text before the first argument.
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
    // `identity`, which stands for the `calc()` around a single component.
    default: "calc("
    }
  }
}
