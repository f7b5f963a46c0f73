// Theme: the written form of a definition: its nodes, as if it were written as CSS. Colors with the
// same written form are equivalent, even if they were registered differently.

/// An iterator over the nodes of a written form, in preorder. It uses neither allocations nor
/// recursion.
struct WrittenForm: ~Copyable {
  /// The depth of a node at which the iteration ends early: greater than the depths of all nodes of
  /// a well-formed expression.
  private static var greatestDepth: Int { 200 }
  /// The number of nodes after which the iteration ends early: more than an expression can have.
  private static var greatestCount: Int { Expression.greatestCount }
  /// The number of nodes that are hashed, so that hashing a large form does not take long.
  private static var hashedNodeCount: Int { 64 }

  /// An ancestor of the current node, and the index of that ancestor's next operand. `none` is all
  /// zeros: a new stack is filled with it, and filling memory with zeros is fastest.
  private struct Ancestor: BitwiseCopyable {
    private enum Kind: UInt64 {
      case expression
      case table
      /// A palette's color, whose only operand is the fallback.
      case palette
    }

    /// `x` is the address of the words of the expression or of the recipe. `y` has, from the lowest
    /// bit on, 30 bits for `next`, 30 bits for `size`, and the kind.
    private var bits: SIMD2<UInt64>
    private static var indexMask: UInt64 { 1 << 30 &- 1 }

    static var none: Ancestor { Ancestor(bits: .zero) }

    private init(bits: SIMD2<UInt64>) { self.bits = bits }

    private init(_ kind: Kind, _ words: Words, size: Int = 0, next: Int = 0) {
      let (size, next) = (UInt64(truncatingIfNeeded: size), UInt64(truncatingIfNeeded: next))
      bits = SIMD2(words.address, kind.rawValue << 60 | size << 30 | next)
    }

    private var kind: Kind? { Kind(rawValue: bits.y >> 60) }

    /// The number of words of an expression; 0 for a recipe.
    private var size: Int { Int(truncatingIfNeeded: bits.y >> 30 & Ancestor.indexMask) }

    /// The index of the next operand: of a word in an expression, of a variant in a recipe.
    private var next: Int {
      get { Int(truncatingIfNeeded: bits.y & Ancestor.indexMask) }
      set { bits.y = bits.y & ~Ancestor.indexMask | UInt64(truncatingIfNeeded: newValue) }
    }

    /// A node as an ancestor, if it has operands.
    init?(_ node: WrittenNode) {
      switch node.content {
      case .table(let recipe): self.init(.table, recipe.words)
      case .palette(let recipe): self.init(.palette, recipe.words)
      case .operation(let expression):
        guard expression.firstChildIndex < expression.size else { return nil }
        self.init(
          .expression, expression.words, size: expression.size, next: expression.firstChildIndex)
      case .nothing, .constant, .reference, .provider, .unregistered, .unnamed: return nil
      }
    }

    /// Moves past the next operand. Returns the operand and the words before it, as in
    /// `WrittenForm.precedingWords`; `nil` if there are no more operands.
    mutating func nextOperand() -> (DefinitionPart, precedingWords: Variant.Conditions)? {
      let index = next
      switch kind {
      case .expression:
        guard index < size else { return nil }
        let expression = Expression(words: Words(address: bits.x), count: size)
        let start = index &+ expression.precedingWordCount(at: index)
        let operand = expression.node(at: start)
        next = start &+ operand.size
        let precedingWords: Variant.Conditions =
          switch expression.operation {
          case .variants: expression.conditions(at: index)
          case .mix: Variant.Conditions(rawValue: expression.word(index))
          default: .any
          }
        return (.expression(operand, level: 0), precedingWords: precedingWords)
      case .table:
        guard let recipe, index < recipe.variantCount else { return nil }
        next = index &+ 1
        let variant = recipe.variant(index)
        guard recipe.isLightDark else {
          return (.variant(variant, level: 0), precedingWords: variant.conditions)
        }
        // As in `light-dark()`, the light variant (scheme 1) comes before the dark one (scheme 2).
        let color = recipe.variant(forScheme: index == 0 ? 1 : 2) ?? variant
        return (.variant(color, level: 0), precedingWords: .any)
      case .palette:
        guard let recipe, index == 0, recipe.variantCount > 0 else { return nil }
        next = 1
        return (.variants(recipe, level: 0), precedingWords: .any)
      case nil: return nil
      }
    }

    private var recipe: Recipe? { Recipe(address: bits.x) }
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// A stack with room for `greatestDepth` ancestors. The size is a power of two so that an index
  /// can be masked.
  private var ancestors = [256 of Ancestor](repeating: .none)
  /// The number of nodes before the current one.
  private var count = 0
  /// The number of ancestors of the current node.
  private(set) var depth = 0
  /// The current node; `nil` at the end.
  private(set) var node: WrittenNode?
  /// The words before the current node: the conditions of a variant, or the weight in a mix; `any`
  /// if there are none.
  private(set) var precedingWords = Variant.Conditions.any
  /// True if the iteration has ended early. It does so if the form is too large, or has a node of
  /// the kind `unnamed`: a color without a name that is not written inline.
  private(set) var isIncomplete = false

  @inline(never)
  init(_ part: DefinitionPart, in theme: borrowing ThemeState) {
    node = WrittenNode(part, in: theme)
  }

  /// Moves to the next node in preorder: the first operand of the current node or, if it has none,
  /// the next operand of the nearest ancestor that has one.
  @inline(never)
  mutating func advance(in theme: borrowing ThemeState) {
    if let node, let parent = Ancestor(node) {
      ancestors[depth & 255] = parent
      depth &+= 1
    }
    count &+= 1
    isIncomplete =
      isIncomplete || depth >= WrittenForm.greatestDepth || count >= WrittenForm.greatestCount
    if case .unnamed = node?.content { isIncomplete = true }
    node = nil
    while !isIncomplete, depth > 0 {
      if let (part, words) = ancestors[(depth &- 1) & 255].nextOperand() {
        precedingWords = words
        node = WrittenNode(part, in: theme)
        return
      }
      depth &-= 1
    }
  }
}

extension WrittenForm {
  /// Returns whether two written forms are the same.
  ///
  /// - If `comparesNames` is false, forms that depend on their theme, for example through the name
  ///   of a color, count as different.
  /// - If `comparesCovered` is true, the `--covered()` of one definition and that of another one
  ///   count as different.
  /// - Forms that are too large to be compared count as different.
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
        comparesNames || !a.dependsOnTheme(countingCovered: comparesCovered)
      else { return false }
      first.advance(in: theme)
      second.advance(in: otherTheme)
    }
    return first.node == nil && second.node == nil && !first.isIncomplete && !second.isIncomplete
  }

  /// Hashes the first nodes of a written form: at most `hashedNodeCount`. Equal forms have equal
  /// hashes.
  @inline(never)
  static func combine(
    _ part: DefinitionPart, in theme: borrowing ThemeState, into hash: inout Hash
  ) {
    var form = WrittenForm(part, in: theme)
    for _ in upTo(hashedNodeCount) {
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
