// Theme: the form in which a definition is written as CSS, node by node and without allocating.
// Colors with the same written form are equal, however they were registered.

/// An iterator over the nodes of a written form, in preorder.
///
/// It needs neither memory nor recursion, so that the thread's stack does not grow with the depth.
struct WrittenForm: ~Copyable {
  /// The greatest depth of nodes: that of the deepest expression that is well formed.
  private static var greatestDepth: Int { 200 }
  /// The greatest number of nodes: more than any expression has.
  private static var greatestCount: Int { 1 << 15 }

  /// An ancestor of the current node, and the place of its next operand.
  private struct Ancestor: BitwiseCopyable {
    private enum Kind: UInt8 {
      case expression
      case table
      /// A palette's color, whose only operand is the fallback.
      case palette
    }

    private let kind: Kind
    private let size: UInt32
    private var next: UInt32 = 0
    private let words: Words

    static var none: Ancestor { Ancestor(.expression, Expression.none.words) }

    private init(_ kind: Kind, _ words: Words, size: Int = 0) {
      self.kind = kind
      self.words = words
      self.size = UInt32(truncatingIfNeeded: size)
    }

    /// A node as an ancestor, if it has operands.
    init?(_ node: WrittenNode) {
      switch node.content {
      case .table(let recipe): self.init(.table, recipe.words)
      case .palette(let recipe): self.init(.palette, recipe.words)
      case .operation(let expression):
        guard expression.firstChildIndex < expression.size else { return nil }
        self.init(.expression, expression.words, size: expression.size)
        next = UInt32(truncatingIfNeeded: expression.firstChildIndex)
      case .nothing, .constant, .reference, .provider, .unregistered, .unnamed: return nil
      }
    }

    /// The next operand and what stands before it; `nil` if there are no more.
    mutating func nextOperand() -> (DefinitionPart, precedingWords: Variant.Conditions)? {
      let place = Int(next)
      switch kind {
      case .expression:
        guard next < size else { return nil }
        let expression = Expression(words: words, count: Int(size))
        let start = place &+ expression.precedingWordCount(at: place)
        let operand = expression.node(at: start)
        next = UInt32(truncatingIfNeeded: start &+ operand.size)
        let precedingWords: Variant.Conditions =
          switch expression.operation {
          case .variants: expression.conditions(at: place)
          case .mix: Variant.Conditions(rawValue: expression.word(place))
          default: .any
          }
        return (.expression(operand, level: 0), precedingWords: precedingWords)
      case .table:
        guard let recipe, place < recipe.variantCount else { return nil }
        next &+= 1
        let variant = recipe.variant(place)
        guard recipe.isLightDark else {
          return (.variant(variant, level: 0), precedingWords: variant.conditions)
        }
        // As in `light-dark()`: the light variant is the first.
        let color = recipe.variant(forScheme: place == 0 ? 1 : 2) ?? variant
        return (.variant(color, level: 0), precedingWords: .any)
      case .palette:
        guard let recipe, place == 0, recipe.variantCount > 0 else { return nil }
        next = 1
        return (.variants(recipe, level: 0), precedingWords: .any)
      }
    }

    private var recipe: Recipe? { Recipe(address: words.address) }
  }

  private let immovable = Immovable()
  /// Room for `greatestDepth`. The size is a power of two so that an index can be masked.
  private var ancestors = [256 of Ancestor](repeating: .none)
  private var count = 0
  /// The number of ancestors of the current node.
  private(set) var depth = 0
  /// The current node; `nil` at the end.
  private(set) var node: WrittenNode?
  /// What stands before the current node: conditions, or the word of a weight; nothing is `any`.
  private(set) var precedingWords = Variant.Conditions.any
  /// Whether the form is too large, or has a part that is not written inline.
  private(set) var isCut = false

  @inline(never)
  init(_ origin: DefinitionPart, in theme: borrowing ThemeState) {
    node = WrittenNode(origin, in: theme)
  }

  /// Moves to the first operand of the node or, if it has none, to the next node after it.
  @inline(never)
  mutating func advance(in theme: borrowing ThemeState) {
    if let node, let parent = Ancestor(node) {
      ancestors[depth & 255] = parent
      depth &+= 1
    }
    count &+= 1
    isCut = isCut || depth >= WrittenForm.greatestDepth || count >= WrittenForm.greatestCount
    if case .unnamed = node?.content { isCut = true }
    node = nil
    while !isCut, depth > 0 {
      if let (origin, before) = ancestors[(depth &- 1) & 255].nextOperand() {
        precedingWords = before
        node = WrittenNode(origin, in: theme)
        return
      }
      depth &-= 1
    }
  }
}

extension WrittenForm {
  /// Returns whether two written forms are the same. Unless `comparesNames` is true, forms that
  /// depend on their theme count as different, and unless `comparesCovered` is false, those of
  /// different definitions with `--covered()`.
  @inline(never)
  static func areSame(
    _ one: DefinitionPart, in theme: borrowing ThemeState, _ other: DefinitionPart,
    in otherTheme: borrowing ThemeState, comparesNames: Bool, comparesCovered: Bool = true
  ) -> Bool {
    var first = WrittenForm(one, in: theme)
    var second = WrittenForm(other, in: otherTheme)
    while let a = first.node, let b = second.node {
      guard first.depth == second.depth, first.precedingWords == second.precedingWords,
        a.isSame(as: b, comparesCovered: comparesCovered),
        comparesNames || !a.dependsOnTheme(orCovers: comparesCovered)
      else { return false }
      first.advance(in: theme)
      second.advance(in: otherTheme)
    }
    return first.node == nil && second.node == nil && !first.isCut && !second.isCut
  }

  /// Hashes the first 64 nodes of a written form. Colors with the same written form have equal hashes.
  @inline(never)
  static func combine(
    _ origin: DefinitionPart, in theme: borrowing ThemeState, into hash: inout Hash
  ) {
    var form = WrittenForm(origin, in: theme)
    for _ in upTo(64) {
      guard let node = form.node else { return }
      hash.combine(form.precedingWords.rawValue)
      if form.precedingWords.extra != .zero {
        hash.combine(form.precedingWords.extra.x)
        hash.combine(form.precedingWords.extra.y)
      }
      node.combine(into: &hash)
      form.advance(in: theme)
    }
  }
}
