// Recipe: the evaluation of CSS math functions, as code for a stack machine (CSS Values 4, §10).

/// An instruction of a calculation. All angles are in degrees, unless the name says radians. The
/// raw values are in groups, by the number of operands.
enum CalculationInstruction: UInt8 {
  /// Pushes the number in the next word.
  case constant = 1
  /// Pushes a component of the origin color, the color that a relative color is computed from. The
  /// detail, bits 8 to 15 of the word, is the index of the component; 3 stands for alpha.
  case channel = 2

  // Instructions for the topmost number.
  /// Leaves the number unchanged. This instruction distinguishes `calc(r)` from `r`: a plain `r`
  /// copies the component, so a missing component stays missing; `calc(r)` is a number, so a
  /// missing component becomes 0.
  case identity = 15
  case absolute = 16
  case sign = 17
  case squareRoot = 18
  case exponential = 19
  case logarithm = 20
  case sine = 21
  case cosine = 22
  case tangent = 23
  case sineOfRadians = 24
  case cosineOfRadians = 25
  case tangentOfRadians = 26
  case arcSine = 27
  case arcCosine = 28
  case arcTangent = 29

  // Instructions for the two topmost numbers. The lower one is the first operand.
  case add = 48
  case subtract = 49
  case multiply = 50
  case divide = 51
  case minimum = 52
  case maximum = 53
  // The next four round the first operand to a multiple of the second.
  case roundToNearest = 54
  case roundUp = 55
  case roundDown = 56
  case roundToZero = 57

  /// `mod()`: the remainder of a division, with the sign of the second operand, the divisor.
  case modulo = 58
  /// `rem()`: the remainder of a division, with the sign of the first operand.
  case remainder = 59
  case power = 60
  case hypotenuse = 61
  /// The logarithm of the first operand to the base of the second.
  case logarithmToBase = 62
  /// `atan2()`: the angle of the direction whose y is the first operand and whose x is the second.
  case direction = 63

  // Instructions for the three topmost numbers. The lowest one is the first operand.
  /// `progress()`: the distance of the first operand from the second, as a fraction of the distance
  /// of the third from the second. It is 0 at the second, and 1 at the third.
  case progress = 80

  /// The number of operands that the instruction pops. It then pushes one number.
  var operandCount: Int {
    switch rawValue {
    case ..<15: 0
    case ..<48: 1
    case ..<80: 2
    default: 3
    }
  }

  /// The number that the instruction pushes for the operands `a`, `b` and `c`. The operand `a` was
  /// the lowest on the stack. An instruction with fewer operands ignores the last parameters. Not
  /// for `constant` and `channel`, which have no operands.
  @inline(never)
  @_optimize(speed)
  func result(_ a: Double, _ b: Double, _ c: Double) -> Double {
    switch self {
    case .constant, .channel: 0
    case .identity: a
    case .absolute: a.magnitude
    // The sign of 0, −0 and NaN is the number itself.
    case .sign: a > 0 ? 1 : a < 0 ? -1 : a
    case .squareRoot: a.squareRoot()
    case .exponential: DynColor.exponential(a)
    case .logarithm: naturalLogarithm(a)
    case .sine: sineAndCosine(degrees: a).sine
    case .cosine: sineAndCosine(degrees: a).cosine
    case .tangent: DynColor.tangent(degrees: a)
    case .sineOfRadians: DynColor.sine(a)
    case .cosineOfRadians: DynColor.cosine(a)
    case .tangentOfRadians: DynColor.tangent(a)
    case .arcSine: inDegrees(DynColor.arcSine(a))
    case .arcCosine: inDegrees(DynColor.arcCosine(a))
    case .arcTangent: inDegrees(DynColor.arcTangent(a))
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .minimum: a.isNaN || b.isNaN ? .nan : lesser(a, b)
    case .maximum: a.isNaN || b.isNaN ? .nan : -lesser(-a, -b)
    case .roundToNearest, .roundUp, .roundDown, .roundToZero: rounded(a, toMultipleOf: b)
    case .modulo: DynColor.modulo(a, b)
    case .remainder: DynColor.truncatingRemainder(a, b)
    case .power: DynColor.power(a, b)
    case .hypotenuse: DynColor.hypotenuse(a, b)
    case .logarithmToBase: DynColor.logarithm(a, base: b)
    case .direction: inDegrees(DynColor.arcTangent(a, b))
    case .progress: fraction(a, from: b, to: c)
    }
  }

  /// Rounds as in CSS Values 4, §10.3.1.
  private func rounded(_ x: Double, toMultipleOf step: Double) -> Double {
    let step = step.magnitude
    guard step != 0, !x.isNaN, !step.isNaN, x.isFinite || step.isFinite else { return .nan }
    guard x.isFinite, x != 0 else { return x }
    guard step.isFinite else {
      switch self {
      case .roundUp where x > 0: return .infinity
      case .roundDown where x < 0: return -.infinity
      default: return Double(signOf: x, magnitudeOf: 0)
      }
    }
    let quotient = x / step
    // A quotient of 2⁵³ or more has no fraction.
    if quotient.magnitude >= 0x1p53 || DynColor.truncatingRemainder(x, step) == 0 { return x }
    // The multiples of `step` next to `x`. If a tiny negative quotient underflows to −0, its floor
    // is still −1. If `x` is negative and the multiple above it is 0, that multiple is −0.
    let whole = quotient == 0 && x < 0 ? -1 : roundedDown(quotient)
    let lower = whole * step
    let upper = whole == -1 ? -0.0 : (whole + 1) * step
    switch self {
    case .roundUp: return upper
    case .roundDown: return lower
    case .roundToZero: return x > 0 ? lower : upper
    default: return x - lower < upper - x ? lower : upper
    }
  }
}

/// A view of a `calculation` node, whose words are instructions.
///
/// Evaluation is total: invalid code also has a number as its value.
struct Calculation: BitwiseCopyable {
  private let node: Expression

  /// The greatest height of the stack.
  static var greatestStackHeight: Int { 64 }

  init(_ node: Expression) { self.node = node }

  /// The word of an instruction.
  static func word(_ instruction: CalculationInstruction, detail: Int = 0) -> UInt64 {
    UInt64(instruction.rawValue) | UInt64(truncatingIfNeeded: detail & 0xFF) << 8
  }

  /// The index of the component that the code copies, if it does nothing else; otherwise `nil`.
  @inline(__always)
  var copiedChannel: Int? {
    let word = node.word(1)
    let index = Int(truncatingIfNeeded: word >> 8)
    return node.size == 2
      && UInt8(truncatingIfNeeded: word) == CalculationInstruction.channel.rawValue
      ? index & 3 : nil
  }

  /// The value of the code for an origin color with the components and alpha in `channels`.
  @_optimize(speed)
  func value(_ channels: SIMD4<Double>) -> Double {
    // At most 8 words have at most 8 instructions, and each of these pushes one number.
    node.size <= 8
      ? value(channels, NumberStack<8>()) : value(channels, NumberStack<64>())
  }

  @inline(__always)
  private func value<let capacity: Int>(
    _ channels: SIMD4<Double>, _ emptyStack: NumberStack<capacity>
  ) -> Double {
    var stack = emptyStack
    var index = 1
    while index < node.size {
      let word = node.word(index)
      index &+= 1
      guard let instruction = CalculationInstruction(rawValue: UInt8(truncatingIfNeeded: word))
      else { return 0 }
      switch instruction {
      case .constant:
        stack.push(node.number(index))
        index &+= 1
      case .channel: stack.push(channels[Int(truncatingIfNeeded: word >> 8) & 3])
      default: stack.apply(instruction)
      }
    }
    return stack.top
  }
}

/// A stack of up to `capacity` numbers. `capacity` is at most `Calculation.greatestStackHeight`. A
/// number that is pushed to a full stack is lost. In an invalid calculation, operands may be
/// missing. A missing operand is 0, or a number that an earlier instruction has popped.
private struct NumberStack<let capacity: Int>: BitwiseCopyable {
  private var numbers = InlineArray<capacity, Double>(repeating: 0)
  private var count = 0

  var top: Double { number(count &- 1) }

  /// The number at `index` from the bottom of the stack, also if it has been popped; 0 if `index`
  /// is negative or not below `capacity`.
  private func number(_ index: Int) -> Double {
    // As an unsigned number, a negative index is greater than the capacity.
    UInt(bitPattern: index) < UInt(bitPattern: capacity) ? numbers[unchecked: index] : 0
  }

  mutating func push(_ number: Double) {
    if UInt(bitPattern: count) < UInt(bitPattern: capacity) { numbers[unchecked: count] = number }
    count &+= 1
  }

  @_optimize(speed)
  mutating func apply(_ instruction: CalculationInstruction) {
    count = max(count &- instruction.operandCount, 0)
    push(instruction.result(number(count), number(count &+ 1), number(count &+ 2)))
  }
}

/// The lesser of two numbers that are not NaN. Minus zero is less than zero.
private func lesser(_ a: Double, _ b: Double) -> Double {
  a == b ? (a.sign == .minus ? a : b) : a < b ? a : b
}

/// The remainder of a division, with the sign of the divisor: CSS Values 4, §10.3.2.
private func modulo(_ x: Double, _ y: Double) -> Double {
  guard y.isFinite || x.sign == y.sign else { return .nan }
  let rest = truncatingRemainder(x, y)
  if rest == 0 { return Double(signOf: y, magnitudeOf: 0) }
  return rest.sign == y.sign ? rest : rest + y
}

/// Where a number is between `start` (0) and `end` (1), clamped to 0…1: CSS Values 5, §5,
/// `progress()`. If `start` and `end` are equal: 1 above them, else 0.
private func fraction(_ x: Double, from start: Double, to end: Double) -> Double {
  guard start != end else { return x.isNaN ? x : x > start ? 1 : 0 }
  let fraction = (x - start) / (end - start)
  return fraction.isNaN ? fraction : min(max(fraction, 0), 1)
}

private func inDegrees(_ radians: Double) -> Double { radians * (180 / Double.pi) }
