// Theme: whether two expressions are equal. One may refer to a color by its id, the other by its
// name.

extension Expression {
  func says(
    _ theme: borrowing ThemeState, _ other: Expression, _ otherTheme: borrowing ThemeState
  ) -> Bool {
    var one = NodeCursor(self)
    var two = NodeCursor(other)
    while let a = one.node, let b = two.node {
      guard one.depth == two.depth, one.separator == two.separator else { return false }
      let (name, otherName) = (a.soleName(theme), b.soleName(otherTheme))
      if let name, let otherName {
        guard name.equals(otherName.bytes) else { return false }
        one.skip()
        two.skip()
        continue
      }
      // Compares everything but the size, which depends on the operands.
      guard name == nil, otherName == nil, a.word(0) & 0xFFFF_FFFF == b.word(0) & 0xFFFF_FFFF,
        a.firstNode == b.firstNode
      else { return false }
      for index in upTo(a.firstNode, from: 1) where a.word(index) != b.word(index) { return false }
      one.advance()
      two.advance()
    }
    return one.node == nil && two.node == nil
  }

  /// Hashes the beginning of the expression. Equal expressions have equal hashes.
  func combine(naming theme: borrowing ThemeState, into hash: inout Hash) {
    var cursor = NodeCursor(self)
    for _ in upTo(64) {
      guard let node = cursor.node else { return }
      hash.combine(cursor.separator)
      if let name = node.soleName(theme) {
        hash.combine(name.bytes)
        cursor.skip()
        continue
      }
      hash.combine(node.word(0) & 0xFFFF_FFFF)
      for index in upTo(min(node.firstNode, 64), from: 1) { hash.combine(node.word(index)) }
      cursor.advance()
    }
  }

  /// The name of the color, if the expression is only a reference.
  private func soleName(_ theme: borrowing ThemeState) -> StoredText? {
    switch operation {
    case .reference:
      let (name, fallback) = reference
      return fallback == 0 ? name : nil
    case .target:
      return theme.registry.record(target.index)?.hasName ?? false
        ? theme.registry.name(target) : nil
    default: return nil
    }
  }
}
