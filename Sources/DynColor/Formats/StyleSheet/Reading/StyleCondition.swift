// StyleSheet: the conditions of rules and selectors, as code for a small stack machine.

/// An instruction of a condition in postfix notation, evaluated with a stack of truth values.
private enum StyleInstruction: UInt8 {
  case no, yes, unknown, and, or, not
  /// Whether a media feature has a certain value. Its operands: the `MediaFeature` and the value.
  case media
  /// A test of an attribute or a class. The operand is its index in `StyleAttributes`.
  case test
  /// Whether the element is the root element, or the body.
  case isRoot, isBody
  /// Evaluates another condition, for the same element or for its ancestor. The operands are the
  /// index of that condition's first instruction, and the number of its instructions.
  case call, ancestor
  /// Jumps over instructions that belong to another condition. The operand is the number of these.
  case skip
}

/// A condition: a range of instructions.
struct StyleCondition: BitwiseCopyable {
  let start, end: Int

  /// The empty condition, which always holds.
  static var always: StyleCondition { StyleCondition(start: 0, end: 0) }
  /// A condition that never holds: the first instruction of all `StyleConditions`.
  static var never: StyleCondition { StyleCondition(start: 0, end: 1) }

  var isNever: Bool { end == 1 }
}

/// The elements that selectors are matched with: the root element, and the body in it.
enum StyleElement { case root, body }

/// A stack of up to 256 truth values, each a number of two bits: 0 for no, 1 for unknown, 2 for
/// yes. It is this small because conditions call each other, and each call has a stack.
private struct TruthStack {
  private var words = InlineArray<8, UInt64>(repeating: 0)
  private var depth = 0

  mutating func push(_ truth: Truth) {
    push(number: truth == .yes ? 2 : truth == .no ? 0 : 1)
  }

  /// Pushes a truth value by its number. A word holds 32 of them: bits 0 to 4 of `depth` are the
  /// position in the word, and bits 5 to 7 the index of the word.
  mutating func push(number: UInt64) {
    let shift = UInt64(truncatingIfNeeded: depth & 31) &* 2
    let index = depth >> 5 & 7
    words[unchecked: index] = words[unchecked: index] & ~(3 &<< shift) | number &<< shift
    depth &+= 1
  }

  /// Removes the topmost truth value. Returns its number.
  mutating func popNumber() -> UInt64 {
    depth &-= 1
    return words[unchecked: depth >> 5 & 7] &>> (UInt64(truncatingIfNeeded: depth & 31) &* 2) & 3
  }

  /// The truth value at the bottom of the stack. After a complete condition it is the only one, and
  /// the result.
  var result: Truth {
    switch words[0] & 3 {
    case 0: .no
    case 1: .unknown
    default: .yes
    }
  }
}

/// The conditions of a style sheet: a list of instructions.
struct StyleConditions: ~Copyable {
  private var instructions: Buffer<UInt64>

  /// The maximum nesting depth of parentheses, selectors and blocks. A condition pushes at most
  /// three truth values for each level, so a `TruthStack` has room for all.
  static var greatestDepth: Int { 64 }

  init(_ allocator: Allocator) throws(OutOfMemory) {
    instructions = Buffer(allocator)
    // The instruction of `StyleCondition.never`. So no other condition begins at 0.
    try append(Truth.no)
  }

  var count: Int { instructions.count }

  // MARK: - Writing

  /// The condition that consists of the instructions from `start` on.
  func condition(from start: Int) -> StyleCondition { StyleCondition(start: start, end: count) }

  mutating func truncate(to count: Int) { instructions.truncate(to: count) }

  mutating func append(_ truth: Truth) throws(OutOfMemory) {
    switch truth {
    case .no: try append(StyleInstruction.no)
    case .yes: try append(StyleInstruction.yes)
    case .unknown: try append(StyleInstruction.unknown)
    }
  }

  /// Appends the condition that a media feature has a certain value: it is true in a state in which
  /// `StyleState.holds(feature, value)` returns true.
  mutating func append(_ feature: MediaFeature, _ value: UInt8) throws(OutOfMemory) {
    try append(.media, Int(feature.rawValue), Int(value))
  }

  /// Appends the condition that a test of `StyleAttributes`, given by its index, succeeds.
  mutating func append(test: Int) throws(OutOfMemory) { try append(.test, test) }
  mutating func appendIsRoot() throws(OutOfMemory) { try append(.isRoot) }
  mutating func appendIsBody() throws(OutOfMemory) { try append(.isBody) }
  /// Negates the last truth value.
  mutating func appendNot() throws(OutOfMemory) { try append(.not) }
  /// Combines the last two truth values: both must hold.
  mutating func appendAnd() throws(OutOfMemory) { try append(.and) }
  /// Combines the last two truth values: at least one of them must hold.
  mutating func appendOr() throws(OutOfMemory) { try append(.or) }

  /// Appends the evaluation of another condition for the same element.
  mutating func append(_ other: StyleCondition) throws(OutOfMemory) {
    try append(.call, other.start, other.end &- other.start)
  }

  /// Appends the evaluation of another condition for the ancestor of the element.
  mutating func append(ancestor other: StyleCondition) throws(OutOfMemory) {
    try append(.ancestor, other.start, other.end &- other.start)
  }

  /// Appends a jump over what is appended until `endSkip`, so that another condition can be written
  /// in the middle of this one. Returns the index of the jump.
  mutating func appendSkip() throws(OutOfMemory) -> Int {
    try append(.skip)
    return instructions.count &- 1
  }

  /// Sets the target of a jump to the current end.
  mutating func endSkip(_ index: Int) {
    instructions.replace(
      at: index, with: StyleConditions.encode(.skip, instructions.count &- index &- 1, 0))
  }

  /// Returns the conjunction of two conditions. Appends it, unless one of them is always true.
  mutating func appendConjunction(
    _ a: StyleCondition, _ b: StyleCondition
  ) throws(OutOfMemory) -> StyleCondition {
    if a.start == a.end { return b }
    if b.start == b.end { return a }
    let start = instructions.count
    try append(a)
    try append(b)
    try append(.and)
    return condition(from: start)
  }

  private mutating func append(_ instruction: StyleInstruction, _ a: Int = 0, _ b: Int = 0)
    throws(OutOfMemory)
  {
    try instructions.append(StyleConditions.encode(instruction, a, b))
  }

  /// Encodes an instruction, in 8 bits, and two operands, in 28 bits each.
  private static func encode(_ instruction: StyleInstruction, _ a: Int, _ b: Int) -> UInt64 {
    UInt64(instruction.rawValue) | UInt64(truncatingIfNeeded: a & 0xFFF_FFFF) << 8
      | UInt64(truncatingIfNeeded: b & 0xFFF_FFFF) << 36
  }

  // MARK: - Evaluating

  /// The maximum amount of work for a style sheet; an instruction of a condition counts 1. Once
  /// it is reached, conditions evaluate to unknown.
  static var greatestWork: Int { 1 << 27 }

  /// Calls `test` with the index of each test of a condition, and `media` with each media feature
  /// and its value. Nothing else in a condition depends on an axis. Adds the amount of work to
  /// `work`.
  func forEachTest(
    in condition: StyleCondition, _ work: inout Int, test: (Int) -> Void,
    media: (MediaFeature, UInt8) -> Void
  ) {
    var index = condition.start
    while index < condition.end, work < StyleConditions.greatestWork,
      let word = instructions.element(at: index)
    {
      index &+= 1
      work &+= 1
      let (instruction, a, b) = StyleConditions.decode(word)
      switch instruction {
      case .test: test(a)
      case .media:
        guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: a)) else { continue }
        media(feature, UInt8(truncatingIfNeeded: b))
      case .call, .ancestor:
        forEachTest(in: StyleCondition(start: a, end: a &+ b), &work, test: test, media: media)
      default: break
      }
    }
  }

  private static func decode(_ word: UInt64) -> (StyleInstruction, Int, Int) {
    (
      StyleInstruction(rawValue: UInt8(truncatingIfNeeded: word)) ?? .no,
      Int(truncatingIfNeeded: word >> 8 & 0xFFF_FFFF), Int(truncatingIfNeeded: word >> 36)
    )
  }

  /// Evaluates a condition for an element in a state. Without a state, media features are unknown,
  /// and so are tests that can succeed. Adds the amount of work to `work`.
  @_optimize(speed)
  func truth(
    _ condition: StyleCondition, _ element: StyleElement, in state: StyleState?,
    _ attributes: borrowing StyleAttributes, _ work: inout Int
  ) -> Truth {
    if condition.start == condition.end { return .yes }
    var stack = TruthStack()
    var index = condition.start
    while index < condition.end, let word = instructions.element(at: index) {
      guard work < StyleConditions.greatestWork else { return .unknown }
      index &+= 1
      work &+= 1
      let (instruction, a, b) = StyleConditions.decode(word)
      switch instruction {
      case .no: stack.push(.no)
      case .yes: stack.push(.yes)
      case .unknown: stack.push(.unknown)
      case .isRoot: stack.push(Truth(element == .root))
      case .isBody: stack.push(Truth(element == .body))
      // With the numbers 0 for no, 1 for unknown and 2 for yes, `not` is 2 − n, `and` is the
      // minimum, and `or` the maximum.
      case .not: stack.push(number: 2 &- stack.popNumber())
      case .and, .or:
        let second = stack.popNumber()
        let first = stack.popNumber()
        stack.push(number: instruction == .or ? max(first, second) : min(first, second))
      case .media:
        guard let state, let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: a)) else {
          stack.push(.unknown)
          continue
        }
        stack.push(Truth(state.holds(feature, UInt8(truncatingIfNeeded: b))))
      case .test:
        if let state {
          stack.push(Truth(attributes.holds(test: a, in: state, &work)))
        } else {
          stack.push(attributes.canSucceed(test: a) ? .unknown : .no)
        }
      case .call:
        stack.push(
          truth(StyleCondition(start: a, end: a &+ b), element, in: state, attributes, &work))
      case .ancestor:
        // The body has an ancestor, which is the root element. The root element has none.
        guard element == .body else {
          stack.push(.no)
          continue
        }
        stack.push(
          truth(StyleCondition(start: a, end: a &+ b), .root, in: state, attributes, &work))
      case .skip: index &+= a
      }
    }
    return stack.result
  }
}
