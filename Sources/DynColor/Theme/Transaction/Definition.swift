// Theme: the interface to the definitions of colors that a host registers, which lie in its own
// memory.

/// The error that a host gets if a color cannot be registered.
protocol RegistrationFailure: Error {
  init(_ error: ThemeError)
  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Self
}

/// A table of variants in the host's memory, which the host may change while it is read.
protocol VariantList {
  associatedtype Failure: RegistrationFailure

  var count: Int { get }
  /// Whether a variant has extra conditions.
  var haveExtra: Bool { get }
  /// Fails if a condition has a number that the theme does not know.
  func checkConditions(_ vocabulary: borrowing Vocabulary) throws(Failure)
  /// Fails if the variant is invalid.
  func variant(_ index: Int) throws(Failure) -> (Variant.Conditions, Part)
}

extension VariantList {
  /// Fails if a variant is invalid. Returns whether some of them must be parsed.
  func haveText() throws(Failure) -> Bool {
    var have = false
    for index in upTo(count) {
      let (_, part) = try variant(index)
      have = have || part.isText
    }
    return have
  }

  /// Copies the variants to a recipe that has room for them.
  func fill(_ recipe: Recipe) throws(Failure) {
    for index in upTo(count) {
      let (conditions, part) = try variant(index)
      recipe.variant(index).set(conditions, part)
    }
  }

  /// Returns whether a recipe with as many variants has these.
  func areSame(as recipe: Recipe) -> Bool {
    for index in upTo(count) {
      guard let (conditions, part) = try? variant(index),
        recipe.variant(index).isSame(as: conditions, part)
      else { return false }
    }
    return true
  }
}

/// A color to be registered.
struct Definition<Variants: VariantList> {
  /// Empty for an unnamed color.
  let name: StoredText
  var layer: UInt16 = 0
  var owner: UInt16 = 0
  let content: Content

  /// How the color is defined.
  enum Content {
    case variants(Variants)
    /// A color of the environment's palette, with variants as a fallback.
    case palette(semantic: StoredText, Variants)
    case provider(HostProvider)
    case css(StoredText)
  }
}

/// An array of definitions in the host's memory, which the host may change while it is read.
protocol DefinitionList {
  associatedtype Variants: VariantList

  var count: Int { get }
  func definition(_ index: Int) throws(Variants.Failure) -> Definition<Variants>
  /// Reads the variants of a definition again. Returns `nil` if the host has removed them.
  func variants(_ index: Int) -> Variants?
  /// The error that a host gets if a definition cannot be registered.
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

/// Ids of registered colors and their new values, in the host's memory, which may change meanwhile.
protocol ConstantList {
  var count: Int { get }
  func id(_ index: Int) -> ColorID
  func color(_ index: Int) -> Color
}
