// Syntax: parses CSS numbers with units, and math functions (CSS Values 4, §10).

/// The type of a number: the power of each base unit.
struct NumberType: BitwiseCopyable, Equatable {
  // The powers of length, angle, time, frequency, resolution, flex and percent.
  fileprivate let powers: SIMD8<Int8>

  static var number: NumberType { NumberType(powers: SIMD8()) }
  static var length: NumberType { NumberType(powers: SIMD8(1, 0, 0, 0, 0, 0, 0, 0)) }
  static var angle: NumberType { NumberType(powers: SIMD8(0, 1, 0, 0, 0, 0, 0, 0)) }
  static var time: NumberType { NumberType(powers: SIMD8(0, 0, 1, 0, 0, 0, 0, 0)) }
  static var frequency: NumberType { NumberType(powers: SIMD8(0, 0, 0, 1, 0, 0, 0, 0)) }
  static var resolution: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 1, 0, 0, 0)) }
  static var flex: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 0, 1, 0, 0)) }
  static var percentage: NumberType { NumberType(powers: SIMD8(0, 0, 0, 0, 0, 0, 1, 0)) }

  /// The type of a product or, with `inverse`, of a quotient; `nil` if a power is too high.
  fileprivate func times(_ other: NumberType, inverse: Bool) -> NumberType? {
    let sum = inverse ? powers &- other.powers : powers &+ other.powers
    var index = 0
    while index < 8 {
      if sum[index & 7].magnitude > 60 { return nil }
      index &+= 1
    }
    return NumberType(powers: sum)
  }
}

/// The component names that are valid in a calculation.
enum ChannelNames {
  case none
  case alpha
  case of(ColorFunction)

  /// The index of a component.
  fileprivate func index(of word: Keyword) -> Int? {
    if case .none = self { return nil }
    if word == Keyword("alpha") { return 3 }
    guard case .of(let function) = self else { return nil }
    if word == Keyword(letter: function.channelName(0)) { return 0 }
    if word == Keyword(letter: function.channelName(1)) { return 1 }
    return word == Keyword(letter: function.channelName(2)) ? 2 : nil
  }
}

/// A parsed number with its type.
struct Quantity: BitwiseCopyable {
  let value: Double
  let type: NumberType
}

/// A part of a calculation, and the place where its code begins.
private struct Term: BitwiseCopyable {
  let start: Int
  let type: NumberType
  /// Its value, if it is constant; the code is then only this number.
  var constant: Double?
}

extension Scanner {
  /// A parsed number: a constant in base units, or code.
  enum Value {
    case constant(Quantity)
    /// Its code has been written.
    case code(NumberType)
  }

  /// Parses a number with its unit, a math function, or the name of a component. Returns `nil` if
  /// there is none of these.
  mutating func value(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Value? {
    skipSpace()
    if isAtNumber { return .constant(try quantity()) }
    let start = offset
    guard let name = parseIdentifier() else { return nil }
    let isFunction = cursor.peek == UInt8(ascii: "(")
    let isChannel = channels.index(of: keyword(name)) != nil
    move(to: start)
    guard isFunction || isChannel else { return nil }
    numbersOnStack = 0
    let term = try factor(channels, &writer)
    guard let constant = term.constant else {
      let isOneStep = writer.count == term.start &+ 1
      if isFunction, isOneStep { writer.append(Calculation.word(.identity)) }
      return .code(term.type)
    }
    writer.truncate(to: term.start)
    return .constant(Quantity(value: constant, type: term.type))
  }

  /// Whether a number or a math function begins here.
  @inline(never)
  mutating func isAtQuantity() -> Bool {
    skipSpace()
    if isAtNumber { return true }
    let start = offset
    guard let name = parseIdentifier() else { return false }
    let isFunction = cursor.peek == UInt8(ascii: "(") && MathFunction(keyword(name)) != nil
    move(to: start)
    return isFunction
  }

  /// Parses a number and its unit.
  @inline(never)
  private mutating func quantity() throws(Refusal) -> Quantity {
    let value = parseNumber() ?? 0
    if consumePercentSignIfNext() { return Quantity(value: value, type: .percentage) }
    let start = offset
    guard let name = parseIdentifier() else { return Quantity(value: value, type: .number) }
    guard let unit = Unit(keyword(name)) else {
      throw refuse("expected a unit whose size is known, such as deg, grad, rad or turn", at: start)
    }
    let limit = Double.greatestFiniteMagnitude
    let scaled = min(max(value * unit.factor / unit.divisor, -limit), limit)
    return Quantity(value: scaled, type: unit.type)
  }

  // MARK: - Sums and products

  /// Parses a sum of products, or one value; of the type `type` if it is given.
  @inline(never)
  private mutating func sum(
    like type: NumberType? = nil, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    var sum: Term?
    var isSubtraction = false
    skipSpace()
    let first = offset
    while true {
      skipSpace()
      let start = offset
      var product = try factor(channels, &writer)
      var isSpaced = skipSpace()
      while let sign = cursor.peek, sign == UInt8(ascii: "*") || sign == UInt8(ascii: "/") {
        move(to: offset &+ 1)
        let next = try factor(channels, &writer)
        let isQuotient = sign == UInt8(ascii: "/")
        guard let type = product.type.times(next.type, inverse: isQuotient) else {
          throw refuse("expected fewer units", .tooComplex)
        }
        product = apply(isQuotient ? .divide : .multiply, product, next, type: type, &writer)
        isSpaced = skipSpace()
      }
      if let left = sum {
        guard product.type == left.type else {
          throw refuse("expected a number of the same kind as that before the sign", at: start)
        }
        product = apply(
          isSubtraction ? .subtract : .add, left, product, type: left.type, &writer)
      }
      guard let sign = cursor.peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        guard type == nil || type == product.type else {
          throw refuse(
            type == .number
              ? "expected a number without a unit"
              : "expected a number of the same kind as the argument before", at: first)
        }
        return product
      }
      guard isSpaced else { throw refuse("expected white space before the sign") }
      move(to: offset &+ 1)
      guard skipSpace() else { throw refuse("expected white space after the sign") }
      isSubtraction = sign == UInt8(ascii: "-")
      sum = product
    }
  }

  /// Parses one factor of a product.
  @inline(never)
  private mutating func factor(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    skipSpace()
    if isAtNumber {
      let quantity = try quantity()
      return try push(quantity.value, quantity.type, &writer)
    }
    let function: MathFunction
    if try openParenthesisIfNext() {
      function = .calc
    } else {
      guard let named = try mathFunction() else { return try constant(channels, &writer) }
      function = named
    }
    let term: Term
    switch function {
    case .calc: term = try sum(channels, &writer)
    case .min, .max, .hypot: term = try listResult(of: function, channels, &writer)
    case .clamp: term = try clamp(channels, &writer)
    case .round: term = try round(channels, &writer)
    default: term = try result(of: function, channels, &writer)
    }
    try closeParenthesis("expected an operator, a comma or a closing parenthesis")
    return term
  }

  /// Consumes the name of a function and its parenthesis, if they are here.
  @inline(never)
  private mutating func mathFunction() throws(Refusal) -> MathFunction? {
    let start = offset
    guard let name = parseIdentifier() else {
      throw refuse("expected a number, a percentage or an angle")
    }
    guard try openParenthesisIfNext() else {
      move(to: start)
      return nil
    }
    guard let function = MathFunction(keyword(name)) else {
      throw refuse("expected a function of numbers", at: start)
    }
    return function
  }

  /// Parses the name of a constant or of a component.
  @inline(never)
  private mutating func constant(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    let start = offset
    let word = keyword(consumeIdentifierBytes())
    switch word {
    case "e": return try push(2.718281828459045, .number, &writer)
    case "pi": return try push(Double.pi, .number, &writer)
    case "infinity": return try push(Double.infinity, .number, &writer)
    case "-infinity": return try push(-Double.infinity, .number, &writer)
    case "nan": return try push(Double.nan, .number, &writer)
    default:
      guard let index = channels.index(of: word) else {
        throw refuse("expected a number, or the name of a component of the origin color", at: start)
      }
      let place = writer.count
      writer.append(Calculation.word(.channel, detail: index))
      try countNumber()
      return Term(start: place, type: .number)
    }
  }

  // MARK: - Functions

  /// Parses the arguments of a function that has up to three.
  @inline(never)
  private mutating func result(
    of function: MathFunction, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    let first = try sum(like: function.argumentType, channels, &writer)
    switch function {
    case .sin, .cos, .tan:
      guard let step = function.step(of: first.type) else {
        throw refuse("expected a number or an angle in the parentheses")
      }
      return apply(step, first, type: .number, &writer)
    case .asin, .acos, .atan: return apply(function.step, first, type: .angle, &writer)
    case .sqrt, .exp, .sign: return apply(function.step, first, type: .number, &writer)
    case .abs: return apply(.absolute, first, type: first.type, &writer)
    case .log:
      guard consumeIfNext(UInt8(ascii: ",")) else {
        return apply(.logarithm, first, type: .number, &writer)
      }
    default: try consumeComma()
    }
    let second = try sum(like: first.type, channels, &writer)
    switch function {
    case .log: return apply(.logarithmToBase, first, second, type: .number, &writer)
    case .atan2: return apply(.direction, first, second, type: .angle, &writer)
    case .progress: try consumeComma()
    default: return apply(function.step, first, second, type: first.type, &writer)
    }
    let third = try sum(like: first.type, channels, &writer)
    return apply(.progress, first, second, third, type: .number, &writer)
  }

  /// Parses a function of any number of arguments: `min()`, `max()` or `hypot()`.
  @inline(never)
  private mutating func listResult(
    of function: MathFunction, _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    var term = try sum(channels, &writer)
    if function == .hypot { term = apply(.absolute, term, type: term.type, &writer) }
    while consumeIfNext(UInt8(ascii: ",")) {
      let next = try sum(like: term.type, channels, &writer)
      term = apply(function.step, term, next, type: term.type, &writer)
    }
    return term
  }

  @inline(never)
  private mutating func clamp(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    let least = consumeIfNext("none") ? nil : try sum(channels, &writer)
    try consumeComma()
    var term = try sum(like: least?.type, channels, &writer)
    try consumeComma()
    if !consumeIfNext("none") {
      let greatest = try sum(like: term.type, channels, &writer)
      term = apply(.minimum, term, greatest, type: term.type, &writer)
    }
    guard let least else { return term }
    return apply(.maximum, least, term, type: term.type, &writer)
  }

  @inline(never)
  private mutating func round(
    _ channels: ChannelNames, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    var step = CalculationStep.roundToNearest
    skipSpace()
    let start = offset
    if let name = parseIdentifier() {
      switch keyword(name) {
      case "nearest": try consumeComma()
      case "up":
        step = .roundUp
        try consumeComma()
      case "down":
        step = .roundDown
        try consumeComma()
      case "to-zero":
        step = .roundToZero
        try consumeComma()
      default: move(to: start)
      }
    }
    let term = try sum(channels, &writer)
    let interval: Term
    if term.type == .number, peekAfterSpace() != UInt8(ascii: ",") {
      interval = try push(1, .number, &writer)
    } else {
      try consumeComma()
      interval = try sum(like: term.type, channels, &writer)
    }
    return apply(step, term, interval, type: term.type, &writer)
  }

  // MARK: - Code

  private mutating func push(
    _ value: Double, _ type: NumberType, _ writer: inout ExpressionWriter
  ) throws(Refusal) -> Term {
    let start = writer.count
    writer.append(constant: value)
    try countNumber()
    return Term(start: start, type: type, constant: value)
  }

  private mutating func countNumber() throws(Refusal) {
    numbersOnStack &+= 1
    guard numbersOnStack <= Calculation.stackSize else {
      throw refuse("expected a calculation that needs fewer numbers at once", .tooComplex)
    }
  }

  /// Writes a step that takes the last terms. Constant terms are computed now.
  @inline(never)
  private mutating func apply(
    _ step: CalculationStep, _ first: Term, _ second: Term? = nil, _ third: Term? = nil,
    type: NumberType, _ writer: inout ExpressionWriter
  ) -> Term {
    numbersOnStack &-= step.operandCount &- 1
    let isConstant =
      first.constant != nil && (second == nil || second?.constant != nil)
      && (third == nil || third?.constant != nil)
    if let a = first.constant, isConstant {
      let value = step.result(a, second?.constant ?? 0, third?.constant ?? 0)
      writer.truncate(to: first.start)
      writer.append(constant: value)
      return Term(start: first.start, type: type, constant: value)
    }
    // Multiplying or dividing by 1 changes nothing.
    if step == .multiply || step == .divide, let second, second.constant == 1 {
      writer.truncate(to: second.start)
    } else {
      writer.append(Calculation.word(step))
    }
    return Term(start: first.start, type: type)
  }
}

/// The math functions.
private enum MathFunction: UInt8 {
  case calc, min, max, hypot, clamp, round, sin, cos, tan, asin, acos, atan, sqrt, exp, abs, sign
  case log, mod, rem, pow, atan2, progress

  init?(_ word: Keyword) {
    switch word {
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

  /// The required type of the first argument.
  var argumentType: NumberType? {
    switch self {
    case .asin, .acos, .atan, .sqrt, .exp, .log, .pow: .number
    default: nil
    }
  }

  /// The step of a function that has only one.
  var step: CalculationStep {
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

  /// The step of a function for an argument of this type. A number stands for radians.
  func step(of type: NumberType) -> CalculationStep? {
    guard type == .angle || type == .number else { return nil }
    let isAngle = type == .angle
    switch self {
    case .sin: return isAngle ? .sine : .sineOfRadians
    case .cos: return isAngle ? .cosine : .cosineOfRadians
    default: return isAngle ? .tangent : .tangentOfRadians
    }
  }
}

/// A unit, and its factor to the base unit.
private struct Unit {
  let type: NumberType
  let factor: Double
  let divisor: Double

  private init(_ type: NumberType, _ factor: Double = 1, dividedBy divisor: Double = 1) {
    self.type = type
    self.factor = factor
    self.divisor = divisor
  }

  /// The units of CSS Values 4, §6.2 and §7, except those that are relative to a font or viewport.
  init?(_ word: Keyword) {
    switch word {
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
