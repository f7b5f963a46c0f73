// Theme: the interface to the color definitions that a host registers. These definitions are in the
// host's memory.

/// The error that the host gets if a color cannot be registered.
protocol RegistrationFailure: Error {
  init(_ error: ThemeError)
  /// The error for a syntax error in a text of the host.
  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Self
}

/// A table of variants in the host's memory. The host may change it while it is read.
protocol VariantList {
  associatedtype Failure: RegistrationFailure

  var count: Int { get }
  /// The failure that the host gets if the variant at `index` has a condition on `axis` with a
  /// number that the theme never assigned.
  func unknownNumber(on axis: Axis, _ index: Int) -> Failure
  /// The failure that the host gets if `error` is about the variant at `index`: adds to the error
  /// which variant it is about.
  func failure(_ error: Failure, _ index: Int) -> Failure
  /// The conditions of the variant at `index`. Fails if they are invalid.
  func conditions(_ index: Int) throws(Failure) -> Variant.Conditions
  /// Returns whether the value of the variant at `index` is a text. The value may be invalid.
  func isText(_ index: Int) -> Bool
  /// The color that the variant at `index` refers to by its id; `none` for another kind of value.
  /// The variant may be invalid.
  func target(_ index: Int) -> ColorID
  /// The conditions and the value of the variant at `index`. Fails if they are invalid.
  func variant(_ index: Int) throws(Failure) -> (Variant.Conditions, Part)
}

/// A summary of a table of variants. It tells which kind of recipe can store the table.
struct VariantsSummary {
  /// True if the value of a variant is a text.
  fileprivate(set) var hasText = false
  /// True if a variant has extra conditions.
  fileprivate(set) var hasExtraConditions = false
  /// The color that all variants refer to by its id; `none` if not all variants refer to the same
  /// color.
  fileprivate(set) var commonTarget = ColorID.none
}

extension VariantList {
  /// Summarizes the variants. Fails if conditions are invalid, or have a number that the theme
  /// never assigned. Does not check the values.
  @inline(__always)
  func summarize(_ vocabulary: borrowing Vocabulary) throws(Failure) -> VariantsSummary {
    var summary = VariantsSummary()
    for index in upTo(count) {
      let conditions = try conditions(index)
      if let axis = vocabulary.unknownAxis(in: conditions) {
        throw unknownNumber(on: axis, index)
      }
      summary.hasText = summary.hasText || isText(index)
      summary.hasExtraConditions = summary.hasExtraConditions || conditions.hasExtra
      // The first variant sets the common target. Any later variant with another target clears it.
      let target = target(index)
      if target != summary.commonTarget { summary.commonTarget = index == 0 ? target : .none }
    }
    return summary
  }

  /// Returns whether a compact recipe, which has only a cell for each color, can store the variants
  /// exactly. Fails if one of them is invalid.
  func fitInCells() throws(Failure) -> Bool {
    for index in upTo(count) {
      guard try variant(index).1.fitsInCell else { return false }
    }
    return true
  }

  /// Copies the variants to a recipe that has the same number of variants.
  @_optimize(speed)
  func fill(_ recipe: Recipe) throws(Failure) {
    for index in upTo(count) {
      let (conditions, part) = try variant(index)
      recipe.variant(index).set(conditions, part)
    }
  }

  /// Returns whether the variants are the same as those of a recipe, which must have the same
  /// number of variants. Fails if a variant of the list is invalid.
  func areSame(as recipe: Recipe) throws(Failure) -> Bool {
    var areSame = true
    for index in upTo(count) {
      let (conditions, part) = try variant(index)
      areSame = areSame && recipe.variant(index).isSame(as: conditions, part)
    }
    return areSame
  }
}

/// A color to be registered, as the host defines it.
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

/// A color to be registered that is the same in every environment.
struct ConstantDefinition {
  /// Empty for an unnamed color.
  let name: StoredText
  let layer: UInt16
  let owner: UInt16
  let color: Color
}

/// An array of definitions in the host's memory. The host may change it while it is read.
protocol DefinitionList {
  associatedtype Variants: VariantList

  var count: Int { get }
  /// The definition at `index`, if it is a valid table of one variant, which has a color and no
  /// conditions. The layer and the owner may be unknown. A list may return `nil` for any
  /// definition, which is then read with `definition`.
  func constant(_ index: Int) -> ConstantDefinition?
  func definition(_ index: Int) throws(Variants.Failure) -> Definition<Variants>
  /// Reads the variants of a definition again. Returns `nil` if the definition no longer has a
  /// table of variants.
  func variants(_ index: Int) -> Variants?
  /// The error that the host gets if `error` is about a definition of the list: adds to the error
  /// which color the definition is for.
  func failure(_ error: Variants.Failure, colorNamed name: StoredText) -> Variants.Failure
}

extension Definition: DefinitionList {
  var count: Int { 1 }

  func constant(_ index: Int) -> ConstantDefinition? { nil }

  func definition(_ index: Int) -> Definition { self }

  func variants(_ index: Int) -> Variants? {
    if case .variants(let variants) = content { variants } else { nil }
  }

  func failure(_ error: Variants.Failure, colorNamed name: StoredText) -> Variants.Failure { error }
}

/// Ids of registered colors and their new values, in the host's memory. The host may change them
/// while they are read.
protocol ConstantList {
  var count: Int { get }
  /// What was found when the colors were checked.
  var summary: ConstantsSummary { get }
  func id(_ index: Int) -> ColorID
  func color(_ index: Int) -> Color
}

/// A summary of a list of constants. It tells which kind of recipe can store them.
struct ConstantsSummary: BitwiseCopyable {
  /// True if a cell stores each color exactly (`Color.fitsInCell`).
  private(set) var fitInCells = true
  /// True if a `Float` can represent each component and alpha of all colors (`Color.hasFloats`).
  private(set) var haveFloats = true

  @inline(__always)
  mutating func add(_ color: Color) {
    let hasFloats = color.hasFloats
    haveFloats = haveFloats && hasFloats
    fitInCells = fitInCells && color.fitsInCell(hasFloats: hasFloats)
  }
}
