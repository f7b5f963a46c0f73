// When a declaration of a style sheet counts.

/// What a condition is reckoned from, step by step, with truths on a stack.
private enum StyleStep: UInt8 {
  case no, yes, unknown, and, or, not
  /// A `MediaFeature`, and a value of it.
  case media
  /// A test of the page.
  case test
  /// Whether the element is the outermost one, or the body.
  case isRoot, isBody
  /// What another condition comes to, or comes to for the element around this one.
  case call, around
  /// Steps that belong to another condition.
  case skip
}

/// A condition: steps from one place to another.
struct StyleCondition: BitwiseCopyable {
  let start, end: Int

  /// What always holds.
  static var always: StyleCondition { StyleCondition(start: 0, end: 0) }
}

/// The elements that a page has for a style sheet.
enum StyleElement { case root, body }

/// The conditions of a style sheet.
struct StyleConditions: ~Copyable {
  private var steps: Buffer<UInt64>

  /// How deep conditions may be nested, each of which puts no more than three on the stack.
  static var greatestDepth: Int { 64 }

  init(_ allocator: Allocator) { steps = Buffer(allocator) }

  var count: Int { steps.count }

  // MARK: - Writing

  /// The condition that has been written from a place on.
  func from(_ start: Int) -> StyleCondition { StyleCondition(start: start, end: count) }

  /// Drops the steps from a place on.
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

  /// Joins the last two truths.
  mutating func append(isAny: Bool) throws(OutOfMemory) { try append(isAny ? .or : .and) }

  mutating func append(_ other: StyleCondition) throws(OutOfMemory) {
    try append(.call, other.start, other.end &- other.start)
  }

  mutating func append(around other: StyleCondition) throws(OutOfMemory) {
    try append(.around, other.start, other.end &- other.start)
  }

  /// Leaves room for a jump over what may turn out to be another condition. The result is its
  /// place.
  mutating func appendSkip() throws(OutOfMemory) -> Int {
    try append(.skip)
    return steps.count &- 1
  }

  /// Makes a jump go to the end of what has been written.
  mutating func close(skip place: Int) {
    steps.replace(at: place, with: StyleConditions.word(.skip, steps.count &- place &- 1, 0))
  }

  /// Two conditions, both of which must hold.
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

  // MARK: - Reckoning

  /// How much work all conditions of a sheet may make. Beyond it nothing is known.
  static var greatestWork: Int { 1 << 27 }

  /// Calls functions with each test, and with each media feature and its value, of a condition. The
  /// work that it takes is added to `work`.
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
      case .call, .around:
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

  /// What a condition comes to for an element in an environment. Without one, what tests and media
  /// features come to is not known. The work that it takes is added to `work`.
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
      case .around:
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
