// Theme: a hash of the meaning of a color. Equivalent colors have equal hashes.

extension Equivalence {
  /// Hashes the meanings of a color in eight environments. If finding one of them takes too long,
  /// also hashes the written form. Fails if the color is not registered.
  ///
  /// Equivalent colors have equal hashes. Either they have the same written form. Or `Equivalence`
  /// has compared their meanings: for each of the eight environments, either in the environment
  /// itself, or in one in which neither of the colors has another meaning.
  static func hash(_ theme: borrowing ThemeState, of id: ColorID) throws(ThemeError) -> UInt64 {
    _ = try theme.registry.registered(id)
    let color = DefinitionPart.definition(
      LeveledColor(theme.registry.target(ofAlias: id, at: theme.version)))
    var search = MeaningSearch()
    var hash = Hash(seed: 3)
    var hasGivenUp = false
    for index in upTo(8) {
      search.begin()
      let meaning = search.meaning(of: color, in: theme, theme.view(environment(index)))
      hasGivenUp = hasGivenUp || search.hasGivenUp
      if !search.hasGivenUp { combine(meaning, of: theme, into: &hash) }
    }
    if hasGivenUp { WrittenForm.combine(color, in: theme, into: &hash) }
    return hash.value
  }

  /// Eight environments. Each value of the axes below occurs in at least one of them. (In Swift,
  /// `&`, `%` and `>>` bind more tightly than `&+`.)
  private static func environment(_ index: Int) -> Environment {
    let index = UInt64(truncatingIfNeeded: index)
    var environment = Environment()
    environment[.scheme] = 1 &+ index & 1
    environment[.contrast] =
      (index >> 1 == 0 ? NamedContrast.standard : index >> 1 == 1 ? .more : .less).value
    environment[.elevation] = 1 &+ index >> 2
    environment[.gamut] = 1 &+ index % 3
    environment[.idiom] = index
    return environment
  }

  /// Hashes a meaning, after a number for its kind. Equal meanings have equal hashes.
  private static func combine(
    _ meaning: Meaning, of theme: borrowing ThemeState, into hash: inout Hash
  ) {
    switch meaning {
    case .color(let color):
      hash.combine(1)
      color.combine(into: &hash)
    case .provider(let provider, _):
      hash.combine(2)
      provider.combine(into: &hash)
    case .semantic(let name, _, _):
      // The fallback is not hashed, because that would take long. Different meanings may have equal
      // hashes.
      hash.combine(3)
      hash.combine(name.bytes)
    case .nothing(let absence):
      hash.combine(4)
      hash.combine(absence.rawValue)
    case .expression(let expression, _, _):
      hash.combine(5)
      WrittenForm.combine(.expression(expression, level: 0), in: theme, into: &hash)
    case .interpolation: hash.combine(6)
    case .unknown(let name):
      hash.combine(7)
      hash.combine(name.bytes)
    }
  }
}
