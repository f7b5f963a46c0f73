import Testing

@testable import DynColor

@Suite("The definition of a color")
struct RecipeTests {
  /// Numbers that are floats, steps of 1/255, both or neither.
  private static let numbers: [Double] = [
    0, 1, -0.0, 0.5, 51.0 / 255, 1.0 / 255, Double(Float(0.1)), 0.1, 0.9, -0.25, 1e-300, 3, 1e300,
  ]

  private func color(_ random: inout SplitMix) -> Color {
    let scale = [255.0, 256, 1000].randomElement(using: &random)!
    func number(_ random: inout SplitMix, from least: Double = -0.0) -> Double {
      let listed = RecipeTests.numbers.randomElement(using: &random)!
      let step = Double(Int.random(in: 0...Int(scale), using: &random)) / scale
      let number = Int.random(in: 0..<8, using: &random) == 0 ? listed : step
      return max(number, least)
    }
    let space: ColorSpace = Bool.random(using: &random) ? .srgb : .oklab
    let missing = [.nothing, .legacySyntax, .alpha, Color.Missing(rawValue: 2)]
      .randomElement(using: &random)!
    return Color(
      space, SIMD3(number(&random), number(&random), number(&random)),
      alpha: min(number(&random, from: 0), 1), missing: missing)
  }

  private func hasSameBits(_ a: Color?, _ b: Color) -> Bool {
    guard let a else { return false }
    return a.spaceNumber == b.spaceNumber && a.missing == b.missing
      && a.hasNumbers(SIMD4(b.components, b.alpha))
  }

  @Test("has every color as it was given, with room for its components or without")
  func constants() throws {
    var random = SplitMix(seed: 11)
    var pool = try BlockPool(.standard)
    var compactCount = 0
    for _ in 0..<20_000 {
      let color = color(&random)
      let recipe = try Recipe.constant(&pool, color)
      let wide = try Recipe.variants(&pool, count: 1)
      wide.variant(0).set(.any, color)
      if recipe.isCompact { compactCount += 1 }
      #expect(recipe.isCompact == color.fitsInCell)
      #expect(recipe.isCompact == (recipe.wordCount < wide.wordCount))
      for recipe in [recipe, wide] {
        #expect(hasSameBits(recipe.variant(0).color, color))
        #expect(recipe.variant(0).cell == ResolvedCell(color.rgba))
        #expect(recipe.variant(0).has(color))
        #expect(recipe.variant(0).referencedID == .none)
      }
      // The layer and the owner have yet to be set.
      (recipe.source, wide.source) = (.theme, .theme)
      #expect(recipe.hasSameDefinition(as: wide))
      #expect(wide.hasSameDefinition(as: recipe))
      // A color that differs only in its last bit is another one.
      let other = Color(
        color.space, SIMD3(color.components.x.nextUp, color.components.y, color.components.z),
        alpha: color.alpha, missing: color.missing)
      if color.missing.rawValue & 1 == 0 { #expect(!recipe.variant(0).has(other)) }
      wide.variant(0).set(.any, other)
      #expect(recipe.hasSameDefinition(as: wide) == hasSameBits(other, color))
      pool.free(recipe.words, count: recipe.wordCount)
      pool.free(wide.words, count: wide.wordCount)
    }
    #expect(compactCount > 2000)
  }

  @Test("has references and conditions in compact tables, too")
  func tables() throws {
    var pool = try BlockPool(.standard)
    let red = Color(.srgb, SIMD3(1, 0, 51.0 / 255))
    for hasExtra in [false, true] {
      let compact = try Recipe.variants(
        &pool, count: 3, hasExtraConditions: hasExtra, isCompact: true)
      let wide = try Recipe.variants(&pool, count: 3, hasExtraConditions: hasExtra)
      for recipe in [compact, wide] {
        recipe.source = .theme
        recipe.variant(0).set(.any, red)
        recipe.variant(1).set(.dark, ColorID(0x1234_5678))
        recipe.variant(2).set(.dark, red)
        #expect(recipe.variant(0).conditions == .any && recipe.variant(1).conditions == .dark)
        #expect(hasSameBits(recipe.variant(2).color, red))
        #expect(recipe.variant(1).color == nil)
        #expect(recipe.variant(1).referencedID == ColorID(0x1234_5678))
        #expect(!recipe.isSelfContained && !recipe.hasOneVariant)
      }
      #expect(compact.hasSameDefinition(as: wide) && wide.hasSameDefinition(as: compact))
      wide.variant(1).set(.dark, red)
      #expect(!compact.hasSameDefinition(as: wide) && !wide.hasSameDefinition(as: compact))
      pool.free(compact.words, count: compact.wordCount)
      pool.free(wide.words, count: wide.wordCount)
    }
  }
}
