// Writing expressions, word by word.

/// An expression that is being written.
struct ExpressionWriter: ~Copyable {
  private var run: WordBuffer

  /// Why an expression could not be written.
  enum Failure {
    case outOfMemory, tooLarge
  }

  init(_ allocator: Allocator) { run = WordBuffer(allocator, limit: Expression.greatestCount) }

  private init(_ run: consuming WordBuffer) { self.run = run }

  /// Calls `body` with a writer that needs no memory but what it is lent.
  static func withWords<let size: Int, Result, Failure: Error>(
    _ words: inout InlineArray<size, UInt64>,
    _ body: (inout ExpressionWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try WordBuffer.withWords(&words) { run throws(Failure) in
      var writer = ExpressionWriter(run)
      return try body(&writer)
    }
  }

  /// Set when something did not fit; what was written since is lost.
  var failure: Failure? {
    guard run.isCut else { return nil }
    return run.isOutOfMemory ? .outOfMemory : .tooLarge
  }

  var count: Int { run.count }

  func word(_ place: Int) -> UInt64 { run.word(place) }

  mutating func append(_ word: UInt64) { run.append(word) }

  mutating func truncate(to count: Int) { run.truncate(to: count) }

  /// Begins a node. The result is its place.
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

  /// Replaces a word that was appended.
  mutating func replace(at place: Int, with word: UInt64) { run.replace(at: place, with: word) }

  /// Writes a constant.
  mutating func append(_ color: Color) {
    let place = open(.constant, detail: color.space.rawValue | color.missing.rawValue << 8)
    // Minus zero as zero, since the colors are equal.
    append((color.components.x + 0).bitPattern)
    append((color.components.y + 0).bitPattern)
    append((color.components.z + 0).bitPattern)
    append((color.alpha + 0).bitPattern)
    close(place)
  }

  /// Writes text: its length, then eight bytes a word.
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

  /// What was written, as long as this is not written to.
  var expression: Expression? { node(at: 0) }
}

extension ExpressionWriter {
  /// Refers to a color by its id.
  mutating func append(target id: ColorID) {
    let place = open(.target)
    append(UInt64(id.rawValue))
    close(place)
  }

  /// Writes a level of a color, or, for none, of the color of the text.
  mutating func append(level: Int, of base: ColorID) {
    let place = open(.level, detail: UInt32(truncatingIfNeeded: level))
    if base == .none { close(open(.currentColor)) } else { append(target: base) }
    close(place)
  }

  /// Writes the first of some colors that has a value.
  mutating func append(firstOf count: Int, _ id: (Int) -> ColorID) {
    let place = open(.first)
    for index in upTo(count) { append(target: id(index)) }
    close(place)
  }

  mutating func append(referenceTo name: Span<UInt8>) {
    let place = open(.reference)
    append(text: name)
    close(place)
  }

  /// Appends a node as it is.
  mutating func append(copyOf expression: Expression) {
    for index in upTo(expression.size) { append(expression.word(index)) }
  }

  /// Writes the condition that an axis has a value.
  mutating func append(style axis: Span<UInt8>, _ value: Span<UInt8>) {
    let place = open(.style)
    append(text: axis)
    append(text: value)
    close(place)
  }

  /// Puts the value of the node at a place, the last, in its place. All within it is constant.
  @inline(never)
  mutating func fold(_ place: Int) {
    guard let value = node(at: place)?.constantValue else { return }
    truncate(to: place)
    append(value)
  }

  /// Writes a copy of an expression, or of a node, that refers to other names where `rename` has one.
  /// `target` writes what stands in the place of a color that is referred to by its id.
  mutating func append<let size: Int>(
    _ expression: Expression, renaming rename: (StoredText) -> FixedText<size>?,
    target: (ColorID, inout ExpressionWriter) -> Void
  ) {
    guard let operation = expression.operation else { return }
    if operation == .target { return target(expression.target, &self) }
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
        append(expression.node(at: fallback), renaming: rename, target: target)
      }
      return
    }
    var copied = 1
    expression.forEachPart { part in
      let start = Int(truncatingIfNeeded: (part.words.address &- expression.words.address) / 8)
      // What stands before a part and between parts is no node.
      while copied < start {
        append(expression.word(copied))
        copied &+= 1
      }
      append(part, renaming: rename, target: target)
      copied = start &+ part.size
    }
    while copied < expression.size {
      append(expression.word(copied))
      copied &+= 1
    }
  }
}
