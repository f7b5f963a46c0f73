// Recipe: the working memory of the evaluator, which is reused for all expressions.

/// The stack of operations that wait for an operand, and the list of colors of the theme whose
/// values are needed first.
struct Evaluation: ~Copyable {
  /// What an operation has computed from the operands so far. The operations `mix` and `variants`
  /// use only `mixture`, and all others only `color`.
  private struct IntermediateResult: BitwiseCopyable {
    let mixture: Mixture
    let color: Color
  }

  /// The stack of operations. The innermost operation is the last.
  private var pending: Buffer<PendingOperation>
  /// The intermediate results of the operations on the stack, in the same order. An operation that
  /// has no intermediate result yet has no element here. The backgrounds that an operation has
  /// evaluated come before its intermediate result.
  private var intermediateResults: Buffer<IntermediateResult>
  /// The *needs*: colors of the theme whose values are needed before the expression can be
  /// evaluated.
  private(set) var needs: Buffer<LeveledColor>
  /// True if a color that is needed could not be recorded, because memory ran out.
  private(set) var lacksMemory = false
  /// Conversions of colors of the theme.
  var conversions: ConversionCache

  init(_ allocator: Allocator) {
    pending = Buffer(allocator)
    intermediateResults = Buffer(allocator)
    needs = Buffer(allocator)
    conversions = ConversionCache(allocator)
  }

  private init(
    _ pending: consuming Buffer<PendingOperation>,
    _ intermediateResults: consuming Buffer<IntermediateResult>
  ) {
    self.pending = pending
    self.intermediateResults = intermediateResults
    needs = Buffer(.none)
    conversions = ConversionCache(.none)
  }

  /// Calls `body` with an evaluation that allocates nothing. Its stack has room for the deepest
  /// nesting of a text, with one intermediate result for each level. It has no room for the colors
  /// that are needed: `need` only sets `lacksMemory`.
  @inline(never)
  static func withoutAllocation<Result>(
    _ body: (inout Evaluation) throws(EvaluationStop) -> Result
  ) throws(EvaluationStop) -> Result {
    // Values that fill the memory until an operation is pushed.
    let unused = PendingOperation(.none, .constant, level: 0, .none)
    let unusedResult = IntermediateResult(
      mixture: unused.emptyMixture, color: Color(.srgb, SIMD3()))
    // DYNCOLOR_MAX_NESTING is 64.
    var operations = [64 of PendingOperation](repeating: unused)
    var results = [64 of IntermediateResult](repeating: unusedResult)
    return try Buffer.withMemory(of: &operations) { pending throws(EvaluationStop) in
      // The inner closure cannot consume a buffer that it captures, but it can take an optional.
      var pending: Buffer<PendingOperation>? = consume pending
      return try Buffer.withMemory(of: &results) { results throws(EvaluationStop) in
        var evaluation = Evaluation(pending.take() ?? Buffer(.none), results)
        return try body(&evaluation)
      }
    }
  }

  /// The memory in use, in bytes.
  var size: Int {
    pending.size &+ intermediateResults.size &+ needs.size &+ conversions.size
  }

  // MARK: - Operations

  @inline(__always)
  mutating func clearPending() {
    pending.truncate(to: 0)
    intermediateResults.truncate(to: 0)
  }

  /// Pushes an operation that waits for an operand, and its intermediate result, if it has one: the
  /// mixture or the color.
  @inline(never)
  mutating func push(
    _ operation: PendingOperation, _ mixture: Mixture, _ color: Color
  ) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      try pending.reserve(1)
      if operation.hasIntermediateResult {
        try intermediateResults.append(IntermediateResult(mixture: mixture, color: color))
      }
    } catch {
      throw .outOfMemory
    }
    pending.appendReserved(operation)
  }

  /// Pops the innermost operation and its intermediate result. If the operation has no intermediate
  /// result, `mixture` becomes empty, and `color` is not changed. Returns false if the stack is
  /// empty.
  @inline(never)
  mutating func pop(
    _ operation: inout PendingOperation, _ mixture: inout Mixture, _ color: inout Color
  ) -> Bool {
    guard let last = pending.removeLast() else { return false }
    operation = last
    if last.hasIntermediateResult, let result = intermediateResults.removeLast() {
      (mixture, color) = (result.mixture, result.color)
    } else {
      mixture = last.emptyMixture
    }
    return true
  }

  /// Pushes a background of the current operation, as soon as its color is known. The operation
  /// pops all its backgrounds when the last one has been evaluated.
  @inline(never)
  mutating func push(background: Color) throws(EvaluationStop) {
    do throws(OutOfMemory) {
      // Only the color is used. The mixture is arbitrary.
      try intermediateResults.append(
        IntermediateResult(mixture: .ofContrastVariants, color: background))
    } catch {
      throw .outOfMemory
    }
  }

  /// Pops the last background of the current operation. The caller must know that there is one: on
  /// the stack below it are the intermediate results of the operations around the current one.
  mutating func popBackground() -> Color? { intermediateResults.removeLast()?.color }

  // MARK: - Colors that are needed first

  /// Records that the value of a color is needed.
  mutating func need(_ color: LeveledColor) {
    do throws(OutOfMemory) { try needs.append(color) } catch { lacksMemory = true }
  }

  /// Removes the last needed color and returns it.
  mutating func removeLastNeed() -> LeveledColor? { needs.removeLast() }

  /// True if colors are needed, even if they could not be recorded.
  var hasNeeds: Bool { needs.count > 0 || lacksMemory }

  mutating func clearNeeds() {
    needs.truncate(to: 0)
    lacksMemory = false
  }
}
