// StyleSheet: the conditions of declarations.

/// A step of a condition in postfix notation, evaluated with a stack of truth values.
private enum StyleStep: UInt8 {
  case no, yes, unknown, and, or, not
  /// A `MediaFeature`, and a value of it.
  case media
  /// A test of an attribute or a class.
  case test
  /// Whether the element is the root element, or the body.
  case isRoot, isBody
  /// Evaluates another condition, for the same element or for its ancestor.
  case call, ancestor
  /// Skips steps that belong to another condition.
  case skip
}

/// A condition: a range of steps.
struct StyleCondition: BitwiseCopyable {
  let start, end: Int

  static var always: StyleCondition { StyleCondition(start: 0, end: 0) }
}

/// The elements that selectors are matched with.
enum StyleElement { case root, body }

/// The steps of all conditions of a style sheet.
struct StyleConditions: ~Copyable {
  private var steps: Buffer<UInt64>

  /// The maximum nesting depth. Each level pushes at most three truth values.
  static var greatestDepth: Int { 64 }

  init(_ allocator: Allocator) { steps = Buffer(allocator) }

  var count: Int { steps.count }

  // MARK: - Writing

  /// The condition that consists of the steps from `start` on.
  func from(_ start: Int) -> StyleCondition { StyleCondition(start: start, end: count) }

  mutating func truncate(to count: Int) { steps.truncate(to: count) }

  mutating func append(_ truth: Truth) throws(OutOfMemory) {
    switch truth {
    case .no: try append(StyleStep.no)
    case .yes: try append(StyleStep.yes)
    case .unknown: try append(StyleStep.unknown)
    }
  }

  mutating func append(_ feature: MediaFeature, _ value: UInt8) throws(OutOfMemory) {
    try append(.media, Int(feature.rawValue), Int(value))
  }

  mutating func append(test: Int) throws(OutOfMemory) { try append(.test, test) }
  mutating func appendIsRoot() throws(OutOfMemory) { try append(.isRoot) }
  mutating func appendIsBody() throws(OutOfMemory) { try append(.isBody) }
  mutating func appendNot() throws(OutOfMemory) { try append(.not) }

  /// Combines the last two truth values.
  mutating func append(isAny: Bool) throws(OutOfMemory) { try append(isAny ? .or : .and) }

  mutating func append(_ other: StyleCondition) throws(OutOfMemory) {
    try append(.call, other.start, other.end &- other.start)
  }

  mutating func append(ancestor other: StyleCondition) throws(OutOfMemory) {
    try append(.ancestor, other.start, other.end &- other.start)
  }

  /// Reserves a jump over steps that may become another condition. Returns its index.
  mutating func appendSkip() throws(OutOfMemory) -> Int {
    try append(.skip)
    return steps.count &- 1
  }

  /// Sets the target of a jump to the current end.
  mutating func close(skip place: Int) {
    steps.replace(at: place, with: StyleConditions.word(.skip, steps.count &- place &- 1, 0))
  }

  /// The conjunction of two conditions.
  mutating func both(
    _ a: StyleCondition, _ b: StyleCondition
  ) throws(OutOfMemory) -> StyleCondition {
    if a.start == a.end { return b }
    if b.start == b.end { return a }
    let start = steps.count
    try append(a)
    try append(b)
    try append(.and)
    return from(start)
  }

  private mutating func append(_ step: StyleStep, _ a: Int = 0, _ b: Int = 0) throws(OutOfMemory) {
    try steps.append(StyleConditions.word(step, a, b))
  }

  private static func word(_ step: StyleStep, _ a: Int, _ b: Int) -> UInt64 {
    UInt64(step.rawValue) | UInt64(truncatingIfNeeded: a & 0xFFF_FFFF) << 8
      | UInt64(truncatingIfNeeded: b & 0xFFF_FFFF) << 36
  }

  // MARK: - Evaluating

  /// The maximum amount of work for all conditions of a style sheet. Beyond it they are unknown.
  static var greatestWork: Int { 1 << 27 }

  /// Calls functions with each test of a condition, and with each media feature and its value. Adds
  /// the amount of work to `work`.
  func forEachAxis(
    of condition: StyleCondition, _ work: inout Int, test: (Int) -> Void,
    media: (MediaFeature, UInt8) -> Void
  ) {
    var place = condition.start
    while place < condition.end, work < StyleConditions.greatestWork,
      let word = steps.element(at: place)
    {
      place &+= 1
      work &+= 1
      let (step, a, b) = StyleConditions.parts(word)
      switch step {
      case .test: test(a)
      case .media:
        guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: a)) else { continue }
        media(feature, UInt8(truncatingIfNeeded: b))
      case .call, .ancestor:
        forEachAxis(of: StyleCondition(start: a, end: a &+ b), &work, test: test, media: media)
      default: break
      }
    }
  }

  private static func parts(_ word: UInt64) -> (StyleStep, Int, Int) {
    (
      StyleStep(rawValue: UInt8(truncatingIfNeeded: word)) ?? .no,
      Int(truncatingIfNeeded: word >> 8 & 0xFFF_FFFF), Int(truncatingIfNeeded: word >> 36)
    )
  }

  /// Evaluates a condition for an element in an environment. Without an environment, tests and
  /// media features are unknown. Adds the amount of work to `work`.
  func truth(
    _ condition: StyleCondition, _ element: StyleElement, in state: StyleState?,
    _ page: borrowing StylePage, _ work: inout Int
  ) -> Truth {
    if condition.start == condition.end { return .yes }
    var stack = InlineArray<256, UInt8>(repeating: 0)
    var depth = 0
    func push(_ truth: Truth) {
      stack[unchecked: depth & 255] = truth == .yes ? 2 : truth == .no ? 0 : 1
      depth &+= 1
    }
    var place = condition.start
    while place < condition.end, let word = steps.element(at: place) {
      guard work < StyleConditions.greatestWork else { return .unknown }
      place &+= 1
      work &+= 1
      let (step, a, b) = StyleConditions.parts(word)
      switch step {
      case .no: push(.no)
      case .yes: push(.yes)
      case .unknown: push(.unknown)
      case .isRoot: push(Truth(element == .root))
      case .isBody: push(Truth(element == .body))
      case .not:
        let top = depth &- 1 & 255
        stack[unchecked: top] = 2 &- stack[unchecked: top]
      case .and, .or:
        let second = stack[unchecked: depth &- 1 & 255]
        depth &-= 1
        let top = depth &- 1 & 255
        let first = stack[unchecked: top]
        stack[unchecked: top] = step == .or ? max(first, second) : min(first, second)
      case .media:
        guard let state, let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: a)) else {
          push(.unknown)
          continue
        }
        push(Truth(state.holds(feature, UInt8(truncatingIfNeeded: b))))
      case .test:
        if let state {
          push(Truth(page.holds(test: a, in: state, &work)))
        } else {
          push(page.isPossible(test: a) ? .unknown : .no)
        }
      case .call:
        push(truth(StyleCondition(start: a, end: a &+ b), element, in: state, page, &work))
      case .ancestor:
        guard element == .body else {
          push(.no)
          continue
        }
        push(truth(StyleCondition(start: a, end: a &+ b), .root, in: state, page, &work))
      case .skip: place &+= a
      }
    }
    switch stack[0] {
    case 0: return .no
    case 1: return .unknown
    default: return .yes
    }
  }
}
