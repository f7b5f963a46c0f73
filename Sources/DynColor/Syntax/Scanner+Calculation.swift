// Syntax: parses CSS numbers with units, and math functions (CSS Values 4, §10).

/// The type of a number: the power of each base unit. For example, in the type of the product of
/// two lengths, the power of length is 2, and all others are 0.
struct NumberType: BitwiseCopyable, Equatable {
  /// The powers of length, angle, time, frequency, resolution, flex and percent. The eighth element
  /// is always 0.
  fileprivate let powers: SIMD8<Int8>

  @_optimize(speed)
  static func == (first: NumberType, second: NumberType) -> Bool { first.powers == second.powers }

  static var number: NumberType { NumberType(powers: SIMD8()) }
  static var length: NumberType { NumberType(powers: SIMD8(1, 0, 0, 0, 0, 0, 0, 0)) }
  static var angle: NumberType { NumberType(powers: SIMD8(0, 1, 0, 0, 0, 0, 0, 0)) }
  static var time: NumberType { NumberType(powers: SIMD8(0, 0, 1, 0, 0, 0, 0, 0)) }
  static var frequency: NumberType { NumberType(powers: SIMD8(0, 0, 0, 1, 0, 0, 0, 0)) }
  static var resolution: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 1, 0, 0, 0)) }
  static var flex: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 0, 1, 0, 0)) }
  static var percentage: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 0, 0, 1, 0)) }

  /// The type of the product of this type and another; if `inverse` is true, of the quotient. `nil`
  /// if a power is too great.
  fileprivate func multiplied(by other: NumberType, inverse: Bool) -> NumberType? {
    let sum = inverse ? powers &- other.powers : powers &+ other.powers
    var index = 0
    while index < 8 {
      // Powers are stored in 8 bits. The sum of two powers of at most 60 fits.
      if sum[index & 7].magnitude > 60 { return nil }
      index &+= 1
    }
    return NumberType(powers: sum)
  }
}

/// Which names of components (in CSS, channel keywords) are valid in a calculation.
enum ChannelNames {
  case noChannelNames
  /// Only `alpha`.
  case alpha
  /// `alpha`, and the components that a function takes, such as `l`, `c` and `h` for `lch()`.
  case of(ColorFunction)

  static var alphaIndex: Int { 3 }

  /// The index of the component with a name; `nil` if the name is not valid.
  fileprivate func index(of name: Keyword) -> Int? {
    if case .noChannelNames = self { return nil }
    if name == Keyword("alpha") { return ChannelNames.alphaIndex }
    guard case .of(let function) = self else { return nil }
    if name == Keyword(letter: function.channelLetter(0)) { return 0 }
    if name == Keyword(letter: function.channelLetter(1)) { return 1 }
    return name == Keyword(letter: function.channelLetter(2)) ? 2 : nil
  }
}

/// A parsed number with its type.
struct Quantity: BitwiseCopyable {
  let value: Double
  let type: NumberType
}

/// An operand in the code of a calculation: a number, or instructions that compute a number.
private struct Operand: BitwiseCopyable {
  /// The index at which the operand's code begins.
  let start: Int
  let type: NumberType
  /// The value of a constant operand, whose code is only an instruction that pushes this value;
  /// `nil` for other operands.
  var constant: Double?
}

extension Scanner {
  /// A parsed number, or the code that computes it.
  enum NumericValue {
    /// A constant, in the base unit of its type, such as degrees (see `Unit`).
    case constant(Quantity)
    /// A value that is computed by code, which has been written; and the type of the value.
    case code(NumberType)
  }

  /// Parses a number with its unit, a math function, or the name of a component; `nil` if none of
  /// these is next.
  @_optimize(speed)
  mutating func parseNumericValue(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> NumericValue? {
    skipSpace()
    if isAtNumber { return .constant(try parseQuantity()) }
    let start = offset
    guard let name = parseIdentifier() else { return nil }
    let isFunction = cursor.peek == UInt8(ascii: "(")
    let isChannel = channels.index(of: keyword(name)) != nil
    move(to: start)
    guard isFunction || isChannel else { return nil }
    stackHeight = 0
    let operand = try parseFactor(channels, &writer)
    guard let constant = operand.constant else {
      // `calc(r)` turns a missing component into 0, but `r` keeps it missing. The instruction
      // `identity` says that `calc()` was written.
      let isOneInstruction = writer.count == operand.start &+ 1
      if isFunction, isOneInstruction { writer.append(Calculation.word(.identity)) }
      return .code(operand.type)
    }
    // The caller writes the constant, so its code is removed.
    writer.truncate(to: operand.start)
    return .constant(Quantity(value: constant, type: operand.type))
  }

  /// Returns whether a number or a math function is next.
  @inline(never)
  mutating func isAtNumberOrMathFunction() -> Bool {
    skipSpace()
    if isAtNumber { return true }
    let start = offset
    guard let name = parseIdentifier() else { return false }
    let isFunction = cursor.peek == UInt8(ascii: "(") && MathFunction(keyword(name)) != nil
    move(to: start)
    return isFunction
  }

  /// Parses a number and its unit, and converts the number to the base unit of its type.
  @inline(never)
  private mutating func parseQuantity() throws(ParsingError) -> Quantity {
    let value = parseNumber() ?? 0
    if consumePercentSignIfNext() { return Quantity(value: value, type: .percentage) }
    let start = offset
    guard let name = parseIdentifier() else { return Quantity(value: value, type: .number) }
    guard let unit = Unit(keyword(name)) else {
      throw unknownWord(
        "unknown unit; write a plain number, \"%\" or an angle (deg, grad, rad, turn)",
        at: start, .unit)
    }
    let limit = Double.greatestFiniteMagnitude
    let scaled = min(max(value * unit.factor / unit.divisor, -limit), limit)
    return Quantity(value: scaled, type: unit.type)
  }

  // MARK: - Sums and products

  /// Parses a sum of products. If `type` is given, the sum must have that type.
  @inline(never)
  private mutating func parseSum(
    like type: NumberType? = nil, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    // The sum of all products before the last sign.
    var sum: Operand?
    var isSubtraction = false
    skipSpace()
    let sumOffset = offset
    while true {
      let start = offset
      var product = try parseFactor(channels, &writer)
      var isSpaced = skipSpace()
      while let sign = cursor.peek, sign == UInt8(ascii: "*") || sign == UInt8(ascii: "/") {
        move(to: offset &+ 1)
        let next = try parseFactor(channels, &writer)
        let isQuotient = sign == UInt8(ascii: "/")
        guard let resultType = product.type.multiplied(by: next.type, inverse: isQuotient) else {
          throw syntaxError("the product or quotient has too many units", .tooComplex)
        }
        product = apply(isQuotient ? .divide : .multiply, product, next, type: resultType, &writer)
        isSpaced = skipSpace()
      }
      // The sum with this product.
      var total = product
      if let left = sum {
        guard product.type == left.type else {
          throw syntaxError(
            """
            both sides of + or - must have the same type; add only plain numbers, only percentages \
            or only angles
            """, at: start)
        }
        total = apply(isSubtraction ? .subtract : .add, left, product, type: left.type, &writer)
      }
      guard let sign = cursor.peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        guard type == nil || type == total.type else {
          throw syntaxError(
            type == .number
              ? "expected a number without a unit"
              : """
              all arguments must have the same type; write only plain numbers, only percentages or \
              only angles
              """, at: sumOffset)
        }
        return total
      }
      guard isSpaced else { throw syntaxError("expected white space before the sign") }
      move(to: offset &+ 1)
      guard skipSpace() else { throw syntaxError("expected white space after the sign") }
      isSubtraction = sign == UInt8(ascii: "-")
      sum = total
    }
  }

  /// Parses one factor of a product.
  @inline(never)
  private mutating func parseFactor(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    skipSpace()
    if isAtNumber {
      let quantity = try parseQuantity()
      return try push(quantity.value, quantity.type, &writer)
    }
    let function: MathFunction
    if try openParenthesisIfNext() {
      function = .calc
    } else {
      guard let named = try parseMathFunctionName() else {
        // Without a parenthesis, the identifier is the name of a constant or of a component.
        return try parseNumberName(channels, &writer)
      }
      function = named
    }
    let operand: Operand
    switch function {
    case .calc: operand = try parseSum(channels, &writer)
    case .min, .max, .hypot: operand = try parseList(of: function, channels, &writer)
    case .clamp: operand = try parseClamp(channels, &writer)
    case .round: operand = try parseRound(channels, &writer)
    default: operand = try parseArguments(of: function, channels, &writer)
    }
    try closeParenthesis("expected an operator, a comma or a closing parenthesis")
    return operand
  }

  /// Consumes the name of a math function and its opening parenthesis; `nil` if an identifier
  /// without a parenthesis is next.
  @inline(never)
  private mutating func parseMathFunctionName() throws(ParsingError) -> MathFunction? {
    let start = offset
    guard let name = parseIdentifier() else {
      throw syntaxError("expected a number, a percentage or an angle")
    }
    guard try openParenthesisIfNext() else {
      move(to: start)
      return nil
    }
    guard let function = MathFunction(keyword(name)) else {
      throw unknownWord("unknown math function", at: start, .mathFunction)
    }
    return function
  }

  /// Parses the name of a constant or of a component.
  @inline(never)
  private mutating func parseNumberName(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    let nameOffset = offset
    let name = keyword(consumeIdentifierBytes())
    switch name {
    case "e": return try push(2.718281828459045, .number, &writer)
    case "pi": return try push(Double.pi, .number, &writer)
    case "infinity": return try push(Double.infinity, .number, &writer)
    case "-infinity": return try push(-Double.infinity, .number, &writer)
    case "nan": return try push(Double.nan, .number, &writer)
    default:
      guard let index = channels.index(of: name) else {
        throw syntaxError(
          "expected a number, or the name of a component of the origin color", at: nameOffset)
      }
      let start = writer.count
      writer.append(Calculation.word(.channel, detail: index))
      try countPushedNumber()
      return Operand(start: start, type: .number)
    }
  }

  // MARK: - Functions

  /// Parses the arguments of a function with one to three arguments.
  @inline(never)
  private mutating func parseArguments(
    of function: MathFunction, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    let first = try parseSum(like: function.argumentType, channels, &writer)
    switch function {
    case .sin, .cos, .tan:
      guard let instruction = function.instruction(forArgument: first.type) else {
        throw syntaxError("expected a number or an angle in the parentheses")
      }
      return apply(instruction, first, type: .number, &writer)
    case .asin, .acos, .atan: return apply(function.instruction, first, type: .angle, &writer)
    case .sqrt, .exp, .sign: return apply(function.instruction, first, type: .number, &writer)
    case .abs: return apply(.absolute, first, type: first.type, &writer)
    case .log:
      guard consumeIfNext(UInt8(ascii: ",")) else {
        return apply(.logarithm, first, type: .number, &writer)
      }
    default: try consumeComma()
    }
    let second = try parseSum(like: first.type, channels, &writer)
    switch function {
    case .log: return apply(.logarithmToBase, first, second, type: .number, &writer)
    case .atan2: return apply(.direction, first, second, type: .angle, &writer)
    case .progress: try consumeComma()
    default: return apply(function.instruction, first, second, type: first.type, &writer)
    }
    let third = try parseSum(like: first.type, channels, &writer)
    return apply(.progress, first, second, third, type: .number, &writer)
  }

  /// Parses a function of any number of arguments: `min()`, `max()` or `hypot()`.
  @inline(never)
  private mutating func parseList(
    of function: MathFunction, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    var operand = try parseSum(channels, &writer)
    // `hypot()` of a single argument is the absolute value of the argument.
    if function == .hypot { operand = apply(.absolute, operand, type: operand.type, &writer) }
    while consumeIfNext(UInt8(ascii: ",")) {
      let next = try parseSum(like: operand.type, channels, &writer)
      operand = apply(function.instruction, operand, next, type: operand.type, &writer)
    }
    return operand
  }

  /// Parses the arguments of `clamp()`: the least value or `none`, the value, and the greatest
  /// value or `none`.
  @inline(never)
  private mutating func parseClamp(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    let least = consumeIfNext("none") ? nil : try parseSum(channels, &writer)
    try consumeComma()
    var operand = try parseSum(like: least?.type, channels, &writer)
    try consumeComma()
    if !consumeIfNext("none") {
      let greatest = try parseSum(like: operand.type, channels, &writer)
      operand = apply(.minimum, operand, greatest, type: operand.type, &writer)
    }
    guard let least else { return operand }
    return apply(.maximum, least, operand, type: operand.type, &writer)
  }

  /// Parses the arguments of `round()`: an optional rounding strategy, the value, and the interval.
  /// If the value is a plain number, the interval may be omitted, and is 1.
  @inline(never)
  private mutating func parseRound(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    var instruction = CalculationInstruction.roundToNearest
    skipSpace()
    let start = offset
    if let name = parseIdentifier() {
      switch keyword(name) {
      case "nearest": try consumeComma()
      case "up":
        instruction = .roundUp
        try consumeComma()
      case "down":
        instruction = .roundDown
        try consumeComma()
      case "to-zero":
        instruction = .roundToZero
        try consumeComma()
      default: move(to: start)
      }
    }
    let operand = try parseSum(channels, &writer)
    let interval: Operand
    if operand.type == .number, peekAfterSpace() != UInt8(ascii: ",") {
      interval = try push(1, .number, &writer)
    } else {
      try consumeComma()
      interval = try parseSum(like: operand.type, channels, &writer)
    }
    return apply(instruction, operand, interval, type: operand.type, &writer)
  }

  // MARK: - Code

  /// Writes an instruction that pushes a constant. Throws if the stack would be too high.
  private mutating func push(
    _ value: Double, _ type: NumberType, _ writer: inout ExpressionWriter
  ) throws(ParsingError) -> Operand {
    let start = writer.count
    writer.appendInstruction(pushing: value)
    try countPushedNumber()
    return Operand(start: start, type: type, constant: value)
  }

  /// Counts the number that the last instruction pushes. Throws if too many numbers are on the
  /// stack.
  private mutating func countPushedNumber() throws(ParsingError) {
    stackHeight &+= 1
    guard stackHeight <= Calculation.greatestStackHeight else {
      throw syntaxError(
        "the calculation is nested too deeply; at most 64 numbers can be pending", .tooComplex)
    }
  }

  /// Writes an instruction, after its operands, which have just been written. If the operands are
  /// constants, replaces them by the result instead.
  @inline(never)
  private mutating func apply(
    _ instruction: CalculationInstruction, _ first: Operand, _ second: Operand? = nil,
    _ third: Operand? = nil,
    type: NumberType, _ writer: inout ExpressionWriter
  ) -> Operand {
    // The instruction pops its operands, and pushes one number.
    stackHeight &-= instruction.operandCount &- 1
    let isConstant =
      first.constant != nil && (second == nil || second?.constant != nil)
      && (third == nil || third?.constant != nil)
    if let a = first.constant, isConstant {
      let value = instruction.result(a, second?.constant ?? 0, third?.constant ?? 0)
      writer.truncate(to: first.start)
      writer.appendInstruction(pushing: value)
      return Operand(start: first.start, type: type, constant: value)
    }
    // Multiplying or dividing by 1 changes nothing.
    if instruction == .multiply || instruction == .divide, let second, second.constant == 1 {
      writer.truncate(to: second.start)
    } else {
      writer.append(Calculation.word(instruction))
    }
    return Operand(start: first.start, type: type)
  }
}

/// A math function.
private enum MathFunction: UInt8 {
  case calc, min, max, hypot, clamp, round, sin, cos, tan, asin, acos, atan, sqrt, exp, abs, sign
  case log, mod, rem, pow, atan2, progress

  @_optimize(speed)
  init?(_ name: Keyword) {
    switch name {
    case "calc": self = .calc
    case "min": self = .min
    case "max": self = .max
    case "hypot": self = .hypot
    case "clamp": self = .clamp
    case "round": self = .round
    case "sin": self = .sin
    case "cos": self = .cos
    case "tan": self = .tan
    case "asin": self = .asin
    case "acos": self = .acos
    case "atan": self = .atan
    case "sqrt": self = .sqrt
    case "exp": self = .exp
    case "abs": self = .abs
    case "sign": self = .sign
    case "log": self = .log
    case "mod": self = .mod
    case "rem": self = .rem
    case "pow": self = .pow
    case "atan2": self = .atan2
    case "progress": self = .progress
    default: return nil
    }
  }

  /// The required type of the first argument; `nil` if it may have any type.
  var argumentType: NumberType? {
    switch self {
    case .asin, .acos, .atan, .sqrt, .exp, .log, .pow: .number
    default: nil
    }
  }

  /// The instruction that computes the function. For functions that the parser handles in another
  /// way, such as `clamp()` and `sin()`, the result has no meaning.
  var instruction: CalculationInstruction {
    switch self {
    case .min: .minimum
    case .max: .maximum
    case .hypot: .hypotenuse
    case .asin: .arcSine
    case .acos: .arcCosine
    case .atan: .arcTangent
    case .sqrt: .squareRoot
    case .exp: .exponential
    case .abs: .absolute
    case .sign: .sign
    case .mod: .modulo
    case .rem: .remainder
    case .pow: .power
    case .atan2: .direction
    default: .add
    }
  }

  /// The instruction of a trigonometric function for an argument of this type. A number is in
  /// radians. `nil` if the argument is neither a number nor an angle.
  func instruction(forArgument type: NumberType) -> CalculationInstruction? {
    guard type == .angle || type == .number else { return nil }
    let isAngle = type == .angle
    switch self {
    case .sin: return isAngle ? .sine : .sineOfRadians
    case .cos: return isAngle ? .cosine : .cosineOfRadians
    default: return isAngle ? .tangent : .tangentOfRadians
    }
  }
}

/// A unit. Multiplying a number in this unit by `factor` / `divisor` gives the number in the base
/// unit of its type: deg, px, s, Hz, dppx or fr.
private struct Unit {
  let type: NumberType
  let factor: Double
  let divisor: Double

  private init(_ type: NumberType, _ factor: Double = 1, dividedBy divisor: Double = 1) {
    self.type = type
    self.factor = factor
    self.divisor = divisor
  }

  /// The unit with a name: a unit of CSS Values 4, §6.2 or §7. `nil` for other names, and for units
  /// that are relative to a font or to the viewport.
  init?(_ name: Keyword) {
    switch name {
    case "deg": self.init(.angle)
    case "grad": self.init(.angle, 9, dividedBy: 10)
    case "rad": self.init(.angle, 180, dividedBy: .pi)
    case "turn": self.init(.angle, 360)
    case "px": self.init(.length)
    case "cm": self.init(.length, 96, dividedBy: 2.54)
    case "mm": self.init(.length, 96, dividedBy: 25.4)
    case "q": self.init(.length, 96, dividedBy: 101.6)
    case "in": self.init(.length, 96)
    case "pc": self.init(.length, 16)
    case "pt": self.init(.length, 96, dividedBy: 72)
    case "s": self.init(.time)
    case "ms": self.init(.time, dividedBy: 1000)
    case "hz": self.init(.frequency)
    case "khz": self.init(.frequency, 1000)
    case "dppx", "x": self.init(.resolution)
    case "dpi": self.init(.resolution, dividedBy: 96)
    case "dpcm": self.init(.resolution, 2.54, dividedBy: 96)
    case "fr": self.init(.flex)
    default: return nil
    }
  }
}
