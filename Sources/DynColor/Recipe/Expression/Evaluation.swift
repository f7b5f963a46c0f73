// Recipe: the memory of the evaluator, which is reused for all expressions.

/// The stack of operations that wait for an operand, and the list of colors whose values are needed
/// first.
struct Evaluation: ~Copyable {
  /// The intermediate result of an operation.
  private struct Partial: BitwiseCopyable {
    let mixture: Mixture
    let color: Color
  }

  /// The stack: the innermost operation is the last.
  private var pending: Buffer<PendingOperation>
  /// An intermediate result for each operation that waits for an operand after its first.
  private var partial: Buffer<Partial>
  private(set) var needs: Buffer<LeveledColor>
  /// Whether there was no memory for a color that is needed.
  private(set) var lacksMemory = false

  init(_ allocator: Allocator) {
    pending = Buffer(allocator)
    partial = Buffer(allocator)
    needs = Buffer(allocator)
  }

  private init(
    _ pending: consuming Buffer<PendingOperation>, _ partial: consuming Buffer<Partial>
  ) {
    self.pending = pending
    self.partial = partial
    needs = Buffer(.none)
  }

  /// Calls `body` with an evaluation that allocates nothing. Its stack is as deep as parentheses
  /// may be nested in text. It does not record which colors are needed.
  @inline(never)
  static func withoutMemory<Result>(
    _ body: (inout Evaluation) throws(EvaluationStop) -> Result
  ) throws(EvaluationStop) -> Result {
    let none = PendingOperation(.none, .constant, level: 0, .none)
    let nothing = Partial(mixture: none.mixture, color: Color(.srgb, SIMD3()))
    var operations = [64 of PendingOperation](repeating: none)
    var partials = [64 of Partial](repeating: nothing)
    return try Buffer.withMemory(of: &operations) { pending throws(EvaluationStop) in
      var pending: Buffer<PendingOperation>? = consume pending
      return try Buffer.withMemory(of: &partials) { partial throws(EvaluationStop) in
        var evaluation = Evaluation(pending.take() ?? Buffer(.none), partial)
        return try body(&evaluation)
      }
    }
  }

  /// The size of its memory in bytes.
  var size: Int { pending.size &+ partial.size &+ needs.size }

  // MARK: - Operations

  @inline(__always)
  mutating func clearPending() {
    pending.truncate(to: 0)
    partial.truncate(to: 0)
  }

  /// Pushes an operation that waits for an operand.
  @inline(never)
  mutating func push(
    _ operation: PendingOperation, _ mixture: Mixture, _ color: Color
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try pending.reserve(1)
      if operation.hasAccepted { try partial.append(Partial(mixture: mixture, color: color)) }
    } catch {
      throw .outOfMemory
    }
    pending.appendReserved(operation)
  }

  /// Pops the innermost operation; returns false if there is none.
  @inline(never)
  mutating func pop(
    _ operation: inout PendingOperation, _ mixture: inout Mixture, _ color: inout Color
  ) -> Bool {
    guard let last = pending.removeLast() else { return false }
    operation = last
    if last.hasAccepted, let partial = partial.removeLast() {
      (mixture, color) = (partial.mixture, partial.color)
    } else {
      mixture = last.mixture
    }
    return true
  }

  // MARK: - Needs

  mutating func need(_ color: LeveledColor) {
    do throws(OutOfMemory) { try needs.append(color) } catch { lacksMemory = true }
  }

  /// Removes the last needed color and returns it.
  mutating func takeNeed() -> LeveledColor? { needs.removeLast() }

  var hasNeeds: Bool { needs.count > 0 || lacksMemory }

  mutating func clearNeeds() {
    needs.truncate(to: 0)
    lacksMemory = false
  }
}
