// Theme: registering colors whose names have the same prefix, in one transaction.

/// Colors that are registered in a layer, all or none. The name of each color consists of a prefix,
/// which all colors share, and of a text.
///
/// If the prefix ends in a slash, the part before the slash is declared as a palette.
struct PrefixedColors: ~Escapable {
  private let prefix: Span<UInt8>
  private let layer: UInt16
  private let count: Int

  @_lifetime(copy prefix)
  init(_ count: Int, prefix: Span<UInt8>, layer: UInt16) {
    self.prefix = prefix
    self.layer = layer
    self.count = count
  }

  /// Registers the colors. `text` returns the text that follows the prefix in the name of the color
  /// at an index. `makeRecipe` makes the recipe of that color; it receives the index, the full name
  /// and the source.
  @inline(never)
  func register<HostFailure: RegistrationFailure>(
    in theme: inout ThemeState, throwing failure: HostFailure.Type, text: (Int) -> StoredText,
    makeRecipe: (inout ThemeState, Int, Span<UInt8>, LayerAndOwner) throws(HostFailure) -> Recipe
  ) throws(HostFailure) {
    let source = try convertingErrors(to: failure) { () throws(ThemeError) in
      try theme.registry.source(layer: layer, owner: 0)
    }
    let paletteName = prefix.slice(0, prefix.count &- 1)
    let declaresPalette =
      prefix.element(at: paletteName.count) == UInt8(ascii: "/") && paletteName.count > 0
      && !theme.vocabulary.contains(paletteName, .palette)
    // The concatenated names. Drafts refer to these names, so the buffer must not grow once drafts
    // exist.
    var names = Buffer<UInt8>(theme.allocator)
    do throws(HostFailure) {
      do throws(OutOfMemory) {
        for index in upTo(count) {
          try names.append(contentsOf: prefix)
          try names.append(contentsOf: text(index).bytes)
        }
        try theme.transaction.drafts.reserve(count)
      } catch {
        throw HostFailure(ThemeError(.outOfMemory))
      }
      var start = 0
      for index in upTo(count) {
        let end = start &+ prefix.count &+ text(index).count
        let name = StoredText(names.span.slice(start, end)).bytes
        let recipe = try makeRecipe(&theme, index, name, source)
        theme.draft(name, recipe, source, theme.draftTarget(named: name))
        start = end
      }
      try convertingErrors(to: failure) { () throws(ThemeError) in
        if declaresPalette { try theme.vocabulary.prepare(paletteName, .palette) }
      }
    } catch {
      theme.transaction.rollBack(&theme.registry)
      throw error
    }
    try convertingErrors(to: failure) { () throws(ThemeError) in
      // The closure is only called if a palette is declared.
      try theme.commit(changesMoreThanColors: declaresPalette) { state, edit in
        state.enter(paletteName, .palette, edit)
      }
    }
  }

  /// Registers the colors that a filter computes from a seed. The texts after the prefix are the
  /// words of a list. `number` returns the number that the filter gets for the word at an index.
  func register<HostFailure: RegistrationFailure>(
    in theme: inout ThemeState, _ words: WordTable, of seed: Part, _ filter: ColorFilter,
    throwing failure: HostFailure.Type, number: (Int) -> Double
  ) throws(HostFailure) {
    try register(
      in: &theme, throwing: failure, text: { StoredText(words.word(at: $0)) },
      makeRecipe: { state, index, name, source throws(HostFailure) in
        var writer = ExpressionWriter(state.allocator)
        let node = writer.open(.filter, detail: filter.number)
        writer.append(number(index).bitPattern)
        try writer.append(seed, state.vocabulary.axisNames, throwing: failure)
        writer.close(node)
        // Errors get the word instead of the full name, whose memory is freed before the host gets
        // the error.
        return try state.makeRecipe(
          name, source, writer, throwing: failure, nameInErrors: StoredText(words.word(at: index)))
      })
  }
}
