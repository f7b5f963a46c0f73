// Theme: the nodes of written forms (`WrittenForm`), and the definitions that have written forms.

/// A definition of a color, or any piece of one. (A `Part` is only what a host can register.)
enum DefinitionPart: BitwiseCopyable {
  case nothing
  /// The definition of a color, at a level.
  case definition(LeveledColor)
  case variant(Variant, level: Int)
  case expression(Expression, level: Int)
  /// The variants of a table, or the fallback variants of a palette's color.
  case variants(Recipe, level: Int)
  /// The definition of a color in one layer.
  case recipe(Recipe)
}

/// A node of a written form.
///
/// A reference to a color without a name is replaced by that color's definition: the color is
/// written inline. A table whose only variant has no conditions is written as that variant.
struct WrittenNode: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case nothing
    case constant(Color)
    /// A reference to a named color, without a fallback. If the reference is by name, the id is
    /// none.
    case reference(StoredText, ColorID)
    /// The variants of a recipe.
    case table(Recipe)
    /// A recipe that refers to a semantic name, with or without fallback variants.
    case palette(Recipe)
    case provider(HostProvider)
    case operation(Expression)
    /// A color that is not registered.
    case unregistered(ColorID)
    /// A color without a name that is not written inline, because it is at the end of a chain of
    /// too many colors without names.
    case unnamed(ColorID)
  }

  /// How many colors without a name may refer to each other in a chain, so that the definition of
  /// the last one is still written inline.
  private static var greatestChainLength: Int { 64 }
  /// The greatest number of words of an operation that are hashed, so that hashing does not take
  /// long.
  private static var hashedWordCount: Int { 64 }

  private(set) var content: Content
  /// The level of the color; 0 for none.
  let level: Int
  /// The color whose definition this node is; none if the node is only a part of a definition.
  private(set) var color = ColorID.none

  init(_ part: DefinitionPart, in theme: borrowing ThemeState) {
    switch part {
    case .nothing: (content, level) = (.nothing, 0)
    case .definition(let leveledColor):
      // Treated as a color without a name: the loop below replaces it by its definition.
      (content, level) = (.unnamed(leveledColor.id), leveledColor.level)
    case .variant(let variant, let partLevel):
      (content, level) = (Content(variant, in: theme), partLevel)
    case .expression(let expression, let partLevel):
      (content, level) = (Content(expression, in: theme), partLevel)
    case .variants(let recipe, let partLevel):
      (content, level) = (Content(variantsOf: recipe, in: theme), partLevel)
    case .recipe(let recipe): (content, level) = (Content(recipe, of: .none, in: theme), 0)
    }
    for _ in upTo(WrittenNode.greatestChainLength) {
      guard case .unnamed(let id) = content else { return }
      color = id
      content = Content(definitionOf: id, in: theme)
    }
  }
}

extension WrittenNode.Content {
  fileprivate init(definitionOf id: ColorID, in theme: borrowing ThemeState) {
    guard let (_, recipe) = try? theme.registry.registered(id) else {
      self = .unregistered(id)
      return
    }
    self.init(recipe, of: id, in: theme)
  }

  /// The content for a recipe of the color `id`.
  fileprivate init(_ recipe: Recipe, of id: ColorID, in theme: borrowing ThemeState) {
    switch recipe.kind {
    case .unregistered: self = .unregistered(id)
    case .provider:
      self = recipe.sharedProvider.map { .provider($0.hostProvider) } ?? .unregistered(id)
    case .expression: self.init(recipe.expression, in: theme)
    case .palette: self = .palette(recipe)
    case .variants: self.init(variantsOf: recipe, in: theme)
    }
  }

  fileprivate init(variantsOf recipe: Recipe, in theme: borrowing ThemeState) {
    if recipe.variantCount == 0 {
      self = .nothing
    } else if recipe.variantCount == 1, recipe.variant(0).isUnconditional {
      self.init(recipe.variant(0), in: theme)
    } else {
      self = .table(recipe)
    }
  }

  fileprivate init(_ variant: Variant, in theme: borrowing ThemeState) {
    if variant.referencedID != .none {
      self.init(target: variant.referencedID, in: theme)
    } else {
      self = variant.color.map { .constant($0) } ?? .nothing
    }
  }

  fileprivate init(_ expression: Expression, in theme: borrowing ThemeState) {
    switch expression.operation {
    case .constant: self = expression.constant.map { .constant($0) } ?? .nothing
    case .referenceByID: self.init(target: expression.referencedID, in: theme)
    // Detail 0: the reference has no fallback.
    case .reference where expression.detail == 0:
      self = .reference(expression.reference.name, .none)
    default: self = .operation(expression)
    }
  }

  /// The content for a reference by id.
  private init(target id: ColorID, in theme: borrowing ThemeState) {
    guard let record = try? theme.registry.record(id) else {
      self = .unregistered(id)
      return
    }
    self = record.hasName ? .reference(record.name, id) : .unnamed(id)
  }
}

extension WrittenNode {
  /// The name of a reference or of a palette's color.
  private var name: StoredText? {
    switch content {
    case .reference(let name, _): name
    case .palette(let recipe): recipe.semanticName
    case .operation(let expression):
      switch expression.operation {
      case .reference, .palette: expression.reference.name
      default: nil
      }
    default: nil
    }
  }

  /// The operation and its detail, as in the lower 32 bits of the first word of an expression. The
  /// detail of a palette's color is 1 if there is a fallback. Content that cannot be expressed as an
  /// operation has a number of more than 32 bits.
  private var firstWord: UInt64 {
    func word(_ operation: Operation, detail: UInt64 = 0) -> UInt64 {
      UInt64(operation.rawValue) | detail << 8
    }
    return switch content {
    case .constant: word(.constant)
    case .reference: word(.reference)
    case .table(let recipe): word(recipe.isLightDark ? .lightDark : .variants)
    case .palette(let recipe): word(.palette, detail: recipe.variantCount > 0 ? 1 : 0)
    case .operation(let expression): expression.word(0) & 0xFFFF_FFFF
    case .nothing: 1 << 32
    case .provider: 2 << 32
    case .unregistered: 3 << 32
    case .unnamed: 4 << 32
    }
  }

  /// The number of words of an operation before its first operand; 0 for other nodes.
  private var ownWordCount: Int {
    guard case .operation(let expression) = content else { return 0 }
    return expression.firstChildIndex
  }

  /// Returns whether the node itself depends on names, definitions or levels of the theme, other
  /// than the colors of palettes. Its operands are nodes of their own. A provider does not depend
  /// on the theme in this sense: providers are compared by their functions. `--covered()` counts as
  /// a dependency only if `countsCovered` is true.
  func dependsOnTheme(countingCovered countsCovered: Bool) -> Bool {
    switch content {
    case .reference, .unregistered, .unnamed: true
    case .operation(let expression):
      switch expression.operation {
      case .reference, .style, .level, .currentColor, .systemColor: true
      case .covered: countsCovered
      default: false
      }
    case .nothing, .constant, .table, .palette, .provider: false
    }
  }

  /// Returns whether both nodes are the same, without comparing their operands. If
  /// `comparesCovered` is true, two `--covered()` are the same only if they are the same node of
  /// the same definition.
  func isSame(as other: WrittenNode, comparesCovered: Bool) -> Bool {
    guard firstWord == other.firstWord else { return false }
    if let name, let otherName = other.name { return name.equals(otherName.bytes) }
    switch (content, other.content) {
    case (.constant(let a), .constant(let b)): return a == b
    case (.provider(let a), .provider(let b)): return a.isSame(as: b)
    case (.unregistered(let a), .unregistered(let b)), (.unnamed(let a), .unnamed(let b)):
      return a == b
    case (.operation(let a), .operation(let b)):
      if a.operation == .covered, comparesCovered { return a.words.address == b.words.address }
      for index in upTo(ownWordCount, from: 1) where a.word(index) != b.word(index) { return false }
      return true
    default: return true
    }
  }

  /// Hashes the node without its operands. Equal nodes have equal hashes.
  func combine(into hash: inout Hash) {
    hash.combine(firstWord)
    if let name { return hash.combine(name.bytes) }
    switch content {
    case .constant(let color): color.combine(into: &hash)
    case .provider(let provider): provider.combine(into: &hash)
    case .unregistered(let id), .unnamed(let id): hash.combine(UInt64(id.rawValue))
    case .operation(let expression):
      for index in upTo(min(ownWordCount, WrittenNode.hashedWordCount), from: 1) {
        hash.combine(expression.word(index))
      }
    case .nothing, .reference, .table, .palette: break
    }
  }
}
