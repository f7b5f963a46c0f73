// StyleSheet: the cascade (CSS Cascade 5), which finds the declaration that determines the value of
// a property.

extension StyleSheet {
  /// The precedence of a declaration in a state.
  private struct Strength: BitwiseCopyable {
    /// 0 for the initial value of `@property`, 1 for the root element, 2 for the body, which
    /// inherits from the root element.
    let rank: Int
    let isImportant: Bool
    /// The index of the cascade layer; −1 for none.
    let layer: Int
    let specificity: UInt32
    /// The index of the declaration.
    let declaration: Int
  }

  /// Which declarations are considered: all, or only weaker ones than a declaration whose value is
  /// a keyword such as `inherit`.
  private enum Limit {
    case none
    /// Only declarations of a lower rank.
    case belowRank(Int)
    /// After `revert-layer`: declarations of a lower rank, and those of the same rank and
    /// importance in a lower layer.
    case below(Strength)
  }

  /// The declaration that wins the cascade in a state; `nil` if there is none.
  @_optimize(speed)
  mutating func cascadedDeclaration(of property: StyleProperty, in state: StyleState)
    -> StyleDeclaration?
  {
    var limit = Limit.none
    while let strongest = findStrongest(of: property, in: state, limit),
      let declaration = properties.declaration(strongest.declaration)
    {
      let text = declaration.value.bytes
      switch Keyword(text, 0, text.count) {
      case "initial": limit = .belowRank(1)  // Only the initial value of `@property`.
      case "inherit", "unset", "revert": limit = .belowRank(strongest.rank)
      case "revert-layer": limit = .below(strongest)
      default: return declaration
      }
      // The value is a keyword. If even the initial value is one, the property has no value.
      if strongest.rank == 0 { return nil }
    }
    return nil
  }

  /// The strongest declaration that a limit allows; `nil` if there is none.
  @_optimize(speed)
  private mutating func findStrongest(
    of property: StyleProperty, in state: StyleState, _ limit: Limit
  ) -> Strength? {
    var best: Strength?
    var index = property.lastDeclaration
    while let declaration = properties.declaration(index) {
      defer { index = declaration.previous }
      guard let rule = rules.rule(declaration.rule),
        let (rank, specificity) = rules.match(of: rule, in: state, &work)
      else { continue }
      let strength = Strength(
        rank: rank, isImportant: declaration.isImportant, layer: rule.layer,
        specificity: specificity, declaration: index)
      switch limit {
      case .none: break
      case .belowRank(let rank): guard strength.rank < rank else { continue }
      case .below(let other):
        guard
          strength.rank < other.rank
            || strength.rank == other.rank && strength.isImportant == other.isImportant
              && strength.layer != other.layer && layers.outranks(other.layer, strength.layer)
        else { continue }
      }
      // The first declaration that passes the limit, or a stronger one.
      if best == nil || best.map({ outranks(strength, $0) }) == true { best = strength }
    }
    return best
  }

  /// Returns whether a declaration wins over another one: the first criterion in which they differ
  /// decides.
  private func outranks(_ a: Strength, _ b: Strength) -> Bool {
    if a.rank != b.rank { return a.rank > b.rank }
    if a.isImportant != b.isImportant { return a.isImportant }
    // Important declarations are stronger in lower layers.
    if a.layer != b.layer { return layers.outranks(a.layer, b.layer) != a.isImportant }
    if a.specificity != b.specificity { return a.specificity > b.specificity }
    return a.declaration > b.declaration
  }
}
