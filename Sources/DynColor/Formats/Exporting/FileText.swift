// Exporting: the text of a file.

/// A growable text. If an allocation fails, the text stops growing, and `isOutOfMemory` becomes
/// true, so that callers check for failure once, at the end.
struct FileText: TextSink, ~Copyable {
  private var writer: TextWriter
  private(set) var isOutOfMemory = false

  init(_ allocator: Allocator) { writer = TextWriter(allocator) }

  var count: Int { writer.count }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { writer.bytes }
  }

  mutating func truncate(to newCount: Int) { writer.truncate(to: newCount) }

  /// Sets `isOutOfMemory` if it is true for `other`, whose bytes will be appended to this text.
  mutating func inheritFailure(of other: borrowing FileText) {
    isOutOfMemory = isOutOfMemory || other.isOutOfMemory
  }

  @inline(never)
  @_optimize(speed)
  mutating func append(_ byte: UInt8) {
    write { (writer) throws(OutOfMemory) in try writer.append(byte) }
  }

  @inline(never)
  mutating func append(contentsOf bytes: Span<UInt8>) {
    write { (writer) throws(OutOfMemory) in try writer.append(contentsOf: bytes) }
  }

  // The next functions call those of `TextWriter`, so that generic code is not compiled for this
  // type again.
  @inline(never)
  @_optimize(speed)
  mutating func append<Names: ExpressionNames & ~Copyable>(
    _ expression: Expression, _ names: borrowing Names
  ) {
    write { (writer) throws(OutOfMemory) in try writer.append(expression, names) }
  }

  /// Appends a color in sRGB, in hexadecimal notation.
  @inline(never)
  mutating func append(hex color: Color) {
    write { (writer) throws(OutOfMemory) in try writer.append(hex: color, in: .srgb) }
  }

  /// Appends a text as a JSON string.
  @inline(never)
  mutating func append(json string: Span<UInt8>) {
    write { (writer) throws(OutOfMemory) in try writer.append(json: string) }
  }

  /// Appends a name as the end of an identifier in CSS, after `--` for example, with escapes.
  @inline(never)
  mutating func append(restOfIdentifier name: Span<UInt8>) {
    write { (writer) throws(OutOfMemory) in try writer.append(restOfIdentifier: name) }
  }

  @inline(__always)
  private mutating func write(_ body: (inout TextWriter) throws(OutOfMemory) -> Void) {
    guard !isOutOfMemory else { return }
    do throws(OutOfMemory) { try body(&writer) } catch { isOutOfMemory = true }
  }

  /// Appends a newline, and an indentation of two spaces for each of `depth` levels.
  @inline(never)
  @_optimize(speed)
  mutating func appendNewline(_ depth: Int) {
    append("\n")
    for _ in upTo(depth) { append("  ") }
  }

  /// Appends all names of a kind as a JSON array.
  @inline(never)
  mutating func append(listOf kind: Vocabulary.Kind, _ vocabulary: borrowing Vocabulary) {
    append("[")
    for index in upTo(vocabulary.count(kind)) {
      if index > 0 { append(", ") }
      append(json: (vocabulary.name(index &+ 1, kind) ?? .empty).bytes)
    }
    append("]")
  }
}
