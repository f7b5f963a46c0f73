// What a host registers, in its own memory.

/// What a host is told when a color cannot be registered.
protocol RegistrationFailure: Error {
  init(_ error: ThemeError)
  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Self
}

/// A table of variants in memory of the host's, who may change it meanwhile.
protocol VariantList {
  associatedtype Failure: RegistrationFailure

  var count: Int { get }
  /// Refuses conditions that the theme has given no number to.
  func checkConditions(_ vocabulary: borrowing Vocabulary) throws(Failure)
  /// Refuses what is no variant.
  func check() throws(Failure)
  /// Copies the variants into a recipe that has room for them.
  func fill(_ recipe: Recipe) throws(Failure)
}

/// A color to be registered.
struct Definition<Variants: VariantList> {
  /// Empty for a color without a name.
  let name: StoredText
  var layer: UInt16 = 0
  var owner: UInt16 = 0
  let content: Content

  /// What the color is made of.
  enum Content {
    case variants(Variants)
    /// A color of the environment's palette, with variants to fall back to.
    case palette(semantic: StoredText, Variants)
    case provider(HostProvider)
    case css(StoredText)
  }
}

/// Definitions in memory of the host's, who may change it meanwhile.
protocol DefinitionList {
  associatedtype Variants: VariantList

  var count: Int { get }
  func definition(_ index: Int) throws(Variants.Failure) -> Definition<Variants>
  /// The variants of a definition once more, unless there are none any more.
  func variants(_ index: Int) -> Variants?
  /// What a host is told if a definition cannot be registered.
  func failure(_ error: Variants.Failure, _ definition: Definition<Variants>) -> Variants.Failure
}

extension Definition: DefinitionList {
  var count: Int { 1 }

  func definition(_ index: Int) -> Definition { self }

  func variants(_ index: Int) -> Variants? {
    if case .variants(let variants) = content { variants } else { nil }
  }

  func failure(_ error: Variants.Failure, _ definition: Definition) -> Variants.Failure { error }
}
