// Recipe: writes expressions, word by word.

/// A builder of an expression.
struct ExpressionWriter: ~Copyable {
  private var run: WordBuffer
  /// A condition that the parser did not know, and took as one that never holds: the first since it
  /// was last cleared.
  var unknownCondition: StoredText?

  /// Why an expression could not be stored.
  enum Failure {
    case outOfMemory, tooLarge
  }

  init(_ allocator: Allocator) { run = WordBuffer(allocator, limit: Expression.greatestCount) }

  private init(_ run: consuming WordBuffer) { self.run = run }

  /// Calls `body` with a writer that writes to `words` and allocates nothing.
  static func withWords<let size: Int, Result, Failure: Error>(
    _ words: inout InlineArray<size, UInt64>,
    _ body: (inout ExpressionWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try WordBuffer.withWords(&words) { run throws(Failure) in
      var writer = ExpressionWriter(run)
      return try body(&writer)
    }
  }

  /// Set when a word did not fit. Later words are lost.
  var failure: Failure? {
    guard run.isCut else { return nil }
    return run.isOutOfMemory ? .outOfMemory : .tooLarge
  }

  var count: Int { run.count }

  func word(_ place: Int) -> UInt64 { run.word(place) }

  mutating func append(_ word: UInt64) { run.append(word) }

  mutating func truncate(to count: Int) { run.truncate(to: count) }

  /// Begins a node and returns its place.
  mutating func open(_ operation: Operation, detail: UInt32 = 0) -> Int {
    let place = count
    append(UInt64(operation.rawValue) | UInt64(detail & 0xFF_FFFF) << 8)
    return place
  }

  /// Ends the node at a place.
  mutating func close(_ place: Int) {
    let size = UInt64(truncatingIfNeeded: count &- place)
    run.replace(at: place, with: run.word(place) & 0xFFFF_FFFF | size << 32)
  }

  /// Sets the detail of the node at a place.
  mutating func setDetail(_ detail: UInt32, at place: Int) {
    let rest = run.word(place) & ~0xFFFF_FF00
    run.replace(at: place, with: rest | UInt64(detail & 0xFF_FFFF) << 8)
  }

  mutating func replace(at place: Int, with word: UInt64) { run.replace(at: place, with: word) }

  /// Writes the conditions of a variant, before its color.
  mutating func append(_ conditions: Variant.Conditions) {
    append(conditions.rawValue)
    guard conditions.hasExtra else { return }
    append(conditions.extra.x)
    append(conditions.extra.y)
  }

  /// Writes a constant.
  mutating func append(_ color: Color) {
    let place = open(.constant, detail: color.space.rawValue | color.missing.rawValue << 8)
    // Store minus zero as zero, because the colors are equal.
    append((color.components.x + 0).bitPattern)
    append((color.components.y + 0).bitPattern)
    append((color.components.z + 0).bitPattern)
    append((color.alpha + 0).bitPattern)
    close(place)
  }

  /// Writes a text: its length, then eight bytes in each word.
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

  /// Whether the node at a place is a constant.
  func isConstant(at place: Int) -> Bool {
    word(place) & 0xFF == UInt64(Operation.constant.rawValue)
  }

  /// The color of the constant at a place, if there is one.
  func constant(at place: Int) -> Color? { node(at: place)?.constant }

  func node(at place: Int) -> Expression? {
    guard let start = run.start, place >= 0, place < count else { return nil }
    return Expression(words: start.advanced(by: place), count: count &- place)
  }

  /// The expression. It is valid until the next write.
  var expression: Expression? { node(at: 0) }
}

extension ExpressionWriter {
  /// Writes a reference to a color by its id.
  mutating func append(target id: ColorID) {
    let place = open(.target)
    append(UInt64(id.rawValue))
    close(place)
  }

  /// Writes a level of a color or, if `base` is none, of `currentcolor`.
  mutating func append(level: Int, of base: ColorID) {
    let place = open(.level, detail: UInt32(truncatingIfNeeded: level))
    if base == .none { close(open(.currentColor)) } else { append(target: base) }
    close(place)
  }

  mutating func append(referenceTo name: Span<UInt8>) {
    let place = open(.reference)
    append(text: name)
    close(place)
  }

  /// Copies a node.
  mutating func append(copyOf expression: Expression) {
    for index in upTo(expression.size) { append(expression.word(index)) }
  }

  /// Writes a style query: the condition that an axis has a value.
  mutating func append(style axis: Span<UInt8>, _ value: Span<UInt8>) {
    let place = open(.style)
    append(text: axis)
    append(text: value)
    close(place)
  }

  /// Replaces the last node, all of whose children are constant, by its value (constant folding).
  @inline(never)
  mutating func fold(_ place: Int) {
    guard let value = node(at: place)?.constantValue else { return }
    truncate(to: place)
    append(value)
  }

  /// Writes a copy of a node. `rename` returns the new name of a reference, or `nil` to keep it;
  /// `target` writes the replacement of a reference by id; `covered` writes that of `--covered()`
  /// and returns true, or returns false to keep it.
  mutating func append<let size: Int>(
    _ expression: Expression, renaming rename: (StoredText) -> FixedText<size>?,
    target: (ColorID, inout ExpressionWriter) -> Void,
    covered: (inout ExpressionWriter) -> Bool = { _ in false }
  ) {
    guard let operation = expression.operation else { return }
    if operation == .target { return target(expression.target, &self) }
    if operation == .covered, covered(&self) { return }
    let place = open(operation, detail: expression.detail)
    defer { close(place) }
    if operation == .reference || operation == .palette {
      let (name, fallback) = expression.reference
      if operation == .reference, let renamed = rename(name) {
        append(text: renamed.bytes)
      } else {
        append(text: name.bytes)
      }
      if fallback > 0 {
        append(
          expression.node(at: fallback), renaming: rename, target: target, covered: covered)
      }
      return
    }
    var copied = 1
    expression.forEachPart { part in
      let start = Int(truncatingIfNeeded: (part.words.address &- expression.words.address) / 8)
      // Words before and between children are not nodes: copy them.
      while copied < start {
        append(expression.word(copied))
        copied &+= 1
      }
      append(part, renaming: rename, target: target, covered: covered)
      copied = start &+ part.size
    }
    while copied < expression.size {
      append(expression.word(copied))
      copied &+= 1
    }
  }
}
