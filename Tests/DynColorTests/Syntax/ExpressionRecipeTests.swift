import Testing

@testable import DynColor

@Suite("The definition of a color by an expression")
struct ExpressionRecipeTests {
  /// Expressions, and whether their values depend on the theme alone.
  private static let expressions: [(css: String, isThemeAlone: Bool)] = [
    ("var(--a)", true),
    ("var(--a, var(--b, red))", true),
    ("color-mix(in oklab, var(--a), var(--a-color-with-a-longer-name) 30%)", true),
    ("rgb(from var(--a) r g b / 50%)", true),
    ("color-mix(in oklab, red, blue)", false),
    ("light-dark(var(--a), red)", false),
    ("if(media(prefers-contrast: more): var(--a); else: var(--b))", false),
    ("color-mix(in oklab, --covered(), var(--a))", false),
    ("--covered()", false),
    ("--ensure-contrast(var(--a), on var(--b), 4.5)", false),
    ("currentColor", false),
  ]

  @Test("has what its value depends on, with a word for that or without", arguments: expressions)
  func inputs(css: String, isThemeAlone: Bool) throws {
    var writer = ExpressionWriter(.standard)
    try css.withBytes { text in try parseCSS(text, into: &writer) }
    let written = writer.expression
    let expression = try #require(written)
    let inputs = expression.inputs
    #expect(inputs.areThemeAlone == isThemeAlone)

    var pool = try BlockPool(.standard)
    let recipe = try Recipe.expression(&pool, expression)
    let inPlace = try Recipe.expression(&pool, inPlace: expression)
    let copy = try Recipe.allocate(&pool, forCopyOf: recipe)
    (recipe.source, inPlace.source) = (.theme, .theme)
    copy.becomeCopy(of: recipe)
    // The words of the header and of the expression; a word for the inputs; and one for the copy of
    // a shadowed recipe.
    let wordCount = 5 + expression.count + (isThemeAlone ? 0 : 1) + (inputs.usesCovered ? 1 : 0)
    #expect(recipe.wordCount == wordCount)
    for other in [recipe, inPlace, copy] {
      #expect(other.expression.equals(expression))
      let stored = other.expressionInputs
      #expect(stored.axes == inputs.axes && stored.usesTheme == inputs.usesTheme)
      #expect(stored.usesCovered == inputs.usesCovered && stored.extraWork == inputs.extraWork)
      #expect(other.readsCovered == inputs.usesCovered && other.coveredCopy == nil)
      #expect(other.isSelfContained == !inputs.usesTheme)
      #expect(other.hasSameDefinition(as: recipe) && recipe.hasSameDefinition(as: other))
    }
    for recipe in [recipe, inPlace, copy] { pool.free(recipe.words, count: recipe.wordCount) }
  }
}
