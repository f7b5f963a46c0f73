// Recipe: writes expressions, word by word.

/// A condition that the parser did not recognize. It is replaced by the truth value *unknown*
/// (`Operation.truth`), so that neither the condition nor its negation holds.
struct UnknownCondition: BitwiseCopyable {
  /// What was expected where the condition is: any condition, or the contents of `media()` or of
  /// `style()`.
  enum Place: UInt8 { case condition, media, style }

  /// The condition, as a part of the text that was parsed.
  let text: StoredText
  let place: Place
}

/// Builds an expression in a buffer of words.
///
/// A node is written with `open`, its words and children, and `close`.
struct ExpressionWriter: ~Copyable {
  private var buffer: WordBuffer
  /// The first condition that the parser did not recognize. The parser changes this only if it is
  /// `nil`, so it must be set to `nil` before another text is parsed.
  var unknownCondition: UnknownCondition?

  /// Why some words of an expression could not be stored.
  enum Failure {
    case outOfMemory, tooLarge
  }

  init(_ allocator: Allocator) { buffer = WordBuffer(allocator, limit: Expression.greatestCount) }

  private init(_ buffer: consuming WordBuffer) { self.buffer = buffer }

  /// Calls `body` with a writer that writes to `words` and allocates nothing. Words that do not fit
  /// are lost, and `failure` then says why.
  @inline(__always)
  static func withWords<let wordCount: Int, Result, BodyError: Error>(
    _ words: inout InlineArray<wordCount, UInt64>,
    _ body: (inout ExpressionWriter) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try WordBuffer.withWords(&words) { buffer throws(BodyError) in
      var writer = ExpressionWriter(buffer)
      return try body(&writer)
    }
  }

  /// Why words were lost; `nil` if all words were stored.
  var failure: Failure? {
    guard buffer.hasOverflowed else { return nil }
    return buffer.isOutOfMemory ? .outOfMemory : .tooLarge
  }

  var count: Int { buffer.count }

  func word(_ index: Int) -> UInt64 { buffer.word(index) }

  mutating func append(_ word: UInt64) { buffer.append(word) }

  mutating func truncate(to count: Int) { buffer.truncate(to: count) }

  /// Removes everything, to write another expression. The failure `tooLarge` is reset, but not
  /// `outOfMemory`.
  mutating func removeAll() { buffer.removeAll() }

  /// Writes the head of a node, and returns the head's index for `close`.
  mutating func open(_ operation: Operation, detail: UInt32 = 0) -> Int {
    let start = count
    append(UInt64(operation.rawValue) | UInt64(detail & 0xFF_FFFF) << 8)
    return start
  }

  /// Ends the node whose head is at `start`: sets the number of its words, the upper half of the
  /// head.
  mutating func close(_ start: Int) {
    let size = UInt64(truncatingIfNeeded: count &- start)
    buffer.replace(at: start, with: buffer.word(start) & 0xFFFF_FFFF | size << 32)
  }

  /// Sets the detail, bits 8 to 31, of the node whose head is at `index`.
  mutating func setDetail(_ detail: UInt32, at index: Int) {
    let rest = buffer.word(index) & ~0xFFFF_FF00
    buffer.replace(at: index, with: rest | UInt64(detail & 0xFF_FFFF) << 8)
  }

  mutating func replace(at index: Int, with word: UInt64) { buffer.replace(at: index, with: word) }

  /// Writes the conditions of a variant, before its color.
  mutating func append(_ conditions: Variant.Conditions) {
    append(conditions.rawValue)
    guard conditions.hasExtra else { return }
    append(conditions.extra.x)
    append(conditions.extra.y)
  }

  /// Writes a constant.
  @_optimize(speed)
  mutating func append(_ color: Color) {
    let start = open(.constant, detail: color.space.rawValue | color.missing.rawValue << 8)
    // Adding 0 stores −0 as 0: equal colors must have equal words, because expressions are compared
    // by their words.
    append((color.components.x + 0).bitPattern)
    append((color.components.y + 0).bitPattern)
    append((color.components.z + 0).bitPattern)
    append((color.alpha + 0).bitPattern)
    close(start)
  }

  /// Writes a node with a number: a contrast ratio.
  mutating func append(number: Double) {
    let start = open(.number)
    append(number.bitPattern)
    close(start)
  }

  /// Writes a text: the number of its bytes, then eight bytes in each word.
  @_optimize(speed)
  mutating func append(text: Span<UInt8>) {
    append(UInt64(truncatingIfNeeded: text.count))
    var word: UInt64 = 0
    var index = 0
    while let byte = text.element(at: index) {
      word |= UInt64(byte) &<< (UInt64(truncatingIfNeeded: index & 7) &* 8)
      index &+= 1
      if index & 7 == 0 {
        append(word.littleEndian)
        word = 0
      }
    }
    if text.count & 7 != 0 { append(word.littleEndian) }
  }

  /// Returns whether the node at `index` is a constant.
  func isConstant(at index: Int) -> Bool {
    word(index) & 0xFF == UInt64(Operation.constant.rawValue)
  }

  /// The color of the node at `index`; `nil` if the node is not a constant.
  func constant(at index: Int) -> Color? { node(at: index)?.constant }

  /// The node whose head is at `index`, which is valid until the next write; `nil` past the end.
  func node(at index: Int) -> Expression? {
    guard let start = buffer.start, index >= 0, index < count else { return nil }
    return Expression(words: start.advanced(by: index), count: count &- index)
  }

  /// The whole expression, which is valid until the next write; `nil` before the first write.
  var expression: Expression? { node(at: 0) }
}

extension ExpressionWriter {
  /// Writes a reference to a color by its id.
  mutating func append(referenceByID id: ColorID) {
    let start = open(.referenceByID)
    append(UInt64(id.rawValue))
    close(start)
  }

  /// Writes a color at a level; `ColorID.none` stands for `currentcolor`.
  mutating func append(level: Int, of color: ColorID) {
    let start = open(.level, detail: UInt32(truncatingIfNeeded: level))
    if color == .none { close(open(.currentColor)) } else { append(referenceByID: color) }
    close(start)
  }

  /// Writes a reference to the background with this name. If `page` is given, the background is
  /// translucent: it is blended with the color with the name `page`, which lies behind it.
  mutating func append(background name: Span<UInt8>, over page: StoredText?) {
    guard let page else { return append(referenceTo: name) }
    let node = open(.blend, detail: ColorSpace.srgb.rawValue)
    close(open(.blendMode, detail: BlendMode.normal.rawValue))
    append(referenceTo: name)
    append(referenceTo: page.bytes)
    close(node)
  }

  /// Writes a reference to a color by its name, without a fallback.
  mutating func append(referenceTo name: Span<UInt8>) {
    let start = open(.reference)
    append(text: name)
    close(start)
  }

  /// Writes a copy of a node with all its descendants.
  mutating func append(copyOf expression: Expression) {
    buffer.append(expression.words, count: min(expression.size, expression.count))
  }

  /// Writes a style query: the condition that an axis has the value `value`.
  mutating func append(style axis: Span<UInt8>, _ value: Span<UInt8>) {
    let start = open(.style)
    append(text: axis)
    append(text: value)
    close(start)
  }

  /// Constant folding: if all operands of the node at `start` are constants, replaces the node by
  /// its color. The node must be the last one.
  @inline(never)
  mutating func fold(_ start: Int) {
    guard let value = node(at: start)?.constantValue else { return }
    truncate(to: start)
    append(value)
  }

  /// Writes a copy of an expression with other references.
  ///
  /// - `rename` returns the new name of a reference by name, or `nil` to keep the name. The
  ///   semantic name of a `palette` node is always kept.
  /// - `referenceByID` writes the replacement of a reference by id.
  /// - `covered` writes the replacement of `--covered()` and returns true, or returns false to keep
  ///   `--covered()`.
  @_optimize(speed)
  mutating func append<let nameSize: Int>(
    _ expression: Expression, renaming rename: (StoredText) -> FixedText<nameSize>?,
    referenceByID: (ColorID, inout ExpressionWriter) -> Void,
    covered: (inout ExpressionWriter) -> Bool = { _ in false }
  ) {
    guard let operation = expression.operation else { return }
    if operation == .referenceByID { return referenceByID(expression.referencedID, &self) }
    if operation == .covered, covered(&self) { return }
    let start = open(operation, detail: expression.detail)
    defer { close(start) }
    if operation == .reference || operation == .palette {
      let (name, fallbackIndex) = expression.reference
      if operation == .reference, let renamed = rename(name) {
        append(text: renamed.bytes)
      } else {
        append(text: name.bytes)
      }
      if fallbackIndex > 0 {
        append(
          expression.node(at: fallbackIndex), renaming: rename, referenceByID: referenceByID,
          covered: covered)
      }
      return
    }
    // The index of the next word of `expression` to copy.
    var index = 1
    expression.forEachChild { child in
      let childIndex = Int(
        truncatingIfNeeded: (child.words.address &- expression.words.address) / 8)
      // Words before and between children are not nodes: copy them.
      while index < childIndex {
        append(expression.word(index))
        index &+= 1
      }
      append(child, renaming: rename, referenceByID: referenceByID, covered: covered)
      index = childIndex &+ child.size
    }
    while index < expression.size {
      append(expression.word(index))
      index &+= 1
    }
  }
}
