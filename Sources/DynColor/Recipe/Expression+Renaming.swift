// Expressions that refer to other names.

extension ExpressionWriter {
  /// Writes a copy of an expression, or of a node, that refers to other names where `rename` has one.
  /// `target` writes what stands in the place of a color that is referred to by its id.
  mutating func append<let size: Int>(
    _ expression: Expression, renaming rename: (HostText) -> FixedText<size>?,
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
