// DesignTokens: modifiers and their contexts.

/// A context of a modifier.
struct TokenContext: BitwiseCopyable {
  /// The index of the modifier that the context belongs to.
  let modifier: Int32
  let name: StoredText
  /// The location at which the context is first mentioned.
  let location: SourceLocation
  /// The index of the next context of the same modifier; −1 for none.
  fileprivate(set) var next: Int32 = -1
  /// The conditions that the name describes; `nil` if the name has unknown words.
  fileprivate(set) var conditions: Variant.Conditions?
}

/// A modifier: a choice between contexts.
struct TokenModifier: BitwiseCopyable {
  /// The name of the modifier; after `bind`, the name of its custom axis, which may differ.
  fileprivate(set) var name: StoredText
  fileprivate(set) var firstContext: Int32 = -1
  fileprivate var lastContext: Int32 = -1
  /// The index of the context that applies by default; −1 for none.
  var defaultContext: Int32 = -1
  /// True if the contexts are values of built-in axes; otherwise the modifier becomes a custom
  /// axis.
  fileprivate(set) var isBound = false
  /// True if the modifier becomes a custom axis, but some of its contexts are values of built-in
  /// axes. In an environment without a value on the custom axis, these contexts apply as if the
  /// modifier were bound.
  fileprivate(set) var followsBuiltinAxes = false
  /// True if the contexts are modes (see `TokenModifiers`). A token need not have a value for each
  /// mode.
  let isModeModifier: Bool
}

/// The modifiers of a resolver, or the two modifiers that modes form. A mode is a named alternative
/// to the value of a token, which older tools write in the extensions of the token.
struct TokenModifiers: ~Copyable {
  /// The maximum number of modifiers, so that a set of modifiers is a word with a bit for each.
  static var greatestCount: Int { 64 }
  // If there are modes, they form two modifiers with these indices. The first has the modes whose
  // names describe values of built-in axes, and the second has all other modes.
  private static var builtinModeModifier: Int32 { 0 }
  private static var customModeModifier: Int32 { 1 }

  private var modifiers: Buffer<TokenModifier>
  private var contexts: Buffer<TokenContext>
  /// The names of modes. The index of a mode's context is the number of the mode minus 1, because
  /// all modes are added before the first context of a resolver.
  private var modes: NumberedNames
  private var texts: Arena

  init(_ allocator: Allocator) throws(OutOfMemory) {
    modes = try NumberedNames(allocator, seed: 0)
    modifiers = Buffer(allocator)
    contexts = Buffer(allocator)
    texts = Arena(allocator)
  }

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  func modifier(_ index: Int32) -> TokenModifier? { modifiers.element(at: Int(index)) }

  func context(_ index: Int32) -> TokenContext? { contexts.element(at: Int(index)) }

  /// Returns whether a context applies by default; true for −1, which stands for all contexts.
  func isDefault(_ context: Int32) -> Bool {
    guard let found = self.context(context) else { return true }
    return modifier(found.modifier)?.defaultContext == context
  }

  /// Adds a modifier. Returns its index, or `nil` if there are too many.
  mutating func add(_ name: Span<UInt8>, isModeModifier: Bool = false) throws(OutOfMemory) -> Int32?
  {
    guard modifiers.count < TokenModifiers.greatestCount else { return nil }
    try modifiers.append(TokenModifier(name: try texts.copy(name), isModeModifier: isModeModifier))
    return Int32(truncatingIfNeeded: modifiers.count &- 1)
  }

  /// Adds a context to a modifier. Returns its index.
  mutating func addContext(
    _ name: Span<UInt8>, to modifier: Int32, at location: SourceLocation
  ) throws(OutOfMemory) -> Int32 {
    let index = Int32(truncatingIfNeeded: contexts.count)
    let modifierName = self.modifier(modifier)?.name ?? .empty
    let conditions = Variant.Conditions(contextName: name, of: modifierName.bytes)
    try contexts.append(
      TokenContext(
        modifier: modifier, name: try texts.copy(name), location: location, conditions: conditions))
    link(context: index, to: modifier)
    return index
  }

  /// Appends a context to the linked list of a modifier.
  private mutating func link(context contextIndex: Int32, to modifierIndex: Int32) {
    modifiers.change(at: Int(modifierIndex)) { modifier in
      if modifier.lastContext < 0 { modifier.firstContext = contextIndex }
      contexts.change(at: Int(modifier.lastContext)) { $0.next = contextIndex }
      modifier.lastContext = contextIndex
    }
  }

  mutating func setDefaultContext(_ context: Int32, of modifier: Int32) {
    modifiers.change(at: Int(modifier)) { $0.defaultContext = context }
  }

  /// Returns the index of the context for a mode of a token, and adds the context if it is new.
  mutating func addMode(
    _ name: Span<UInt8>, at location: SourceLocation
  ) throws(OutOfMemory) -> Int32 {
    let number = modes.number(of: name)
    if number > 0 { return Int32(truncatingIfNeeded: number) &- 1 }
    if modes.count == 0 {
      // The two modifiers that modes form.
      _ = try add(("mode" as StaticString).bytes, isModeModifier: true)
      _ = try add(("mode" as StaticString).bytes, isModeModifier: true)
    }
    try modes.add(name)
    let conditions = Variant.Conditions(contextName: name, of: ("mode" as StaticString).bytes)
    let isBuiltin = conditions != nil && conditions != .any
    return try addContext(
      name,
      to: isBuiltin ? TokenModifiers.builtinModeModifier : TokenModifiers.customModeModifier,
      at: location)
  }

  // MARK: - Binding to axes

  /// Binds each modifier to built-in axes if the names of all its contexts describe values of such
  /// axes.
  ///
  /// Any other modifier becomes a custom axis. If some of its contexts describe values of built-in
  /// axes, and no other modifier uses these axes, it also follows them (`followsBuiltinAxes`).
  mutating func bind(_ imported: inout ColorCollection) throws(OutOfMemory) {
    // The values of axes that modifiers have been bound to, or follow.
    var taken = DistinguishedValues()
    for index in upTo(modifiers.count) {
      guard var modifier = modifiers.element(at: index) else { continue }
      if modes.count > 0, index == Int(TokenModifiers.builtinModeModifier) {
        modifier.isBound = true
      } else if mayBind(modifier, imported), let cells = bindableCells(of: modifier),
        !cells.intersects(taken)
      {
        taken.formUnion(cells)
        modifier.isBound = true
      }
      modifiers.replace(at: index, with: modifier)
    }
    for index in upTo(modifiers.count) {
      guard var modifier = modifiers.element(at: index), !modifier.isBound else { continue }
      let cells = cells(of: Int32(truncatingIfNeeded: index))
      // The count is 1 if no context describes a value of a built-in axis.
      if mayBind(modifier, imported), cells.count > 1, !cells.intersects(taken) {
        taken.formUnion(cells)
        modifier.followsBuiltinAxes = true
      }
      if Axis.isBuiltinName(modifier.name.bytes) {
        modifier.name = try texts.prefixed(axis: modifier.name.bytes)
      }
      modifiers.replace(at: index, with: modifier)
      try declare(modifier, &imported)
    }
  }

  /// Returns whether a modifier may be bound to built-in axes, or follow them. A modifier that
  /// `TokenWriter` has listed as a custom axis may not. If there are modes, no modifier may, except
  /// for the one with built-in modes, for which `bind` does not call this function.
  private func mayBind(
    _ modifier: TokenModifier, _ imported: borrowing ColorCollection
  ) -> Bool {
    modes.count == 0 && imported.vocabulary.number(modifier.name.bytes, .axis) == 0
  }

  /// Reports how each modifier of a resolver, or each mode, was bound.
  func report(_ session: inout ImportSession) throws(FileFailure) {
    for index in upTo(modifiers.count) {
      guard let modifier = modifiers.element(at: index) else { continue }
      var context = self.context(modifier.firstContext)
      while let found = context {
        // A modifier is reported once, at its first context.
        context = modifier.isModeModifier ? self.context(found.next) : nil
        // The name of the modifier or mode, a colon, and the axes, such as `mode: --mode scheme`.
        var text = LongText()
        text.append(
          contentsOf: modifier.isModeModifier ? found.name.bytes : modifier.name.bytes)
        text.append(":")
        if !modifier.isBound {
          text.append(" --")
          text.append(contentsOf: modifier.name.bytes)
        }
        var cells = DistinguishedValues()
        if modifier.isModeModifier {
          if let conditions = found.conditions { cells.insert(conditions) }
        } else if modifier.isBound || modifier.followsBuiltinAxes {
          cells = self.cells(of: found.modifier)
        }
        for axis in upTo(DistinguishedValues.axisCount) where cells.distinguishes(axis) {
          text.append(" ")
          text.append(contentsOf: Variant.Conditions.axis(axis).styleName.bytes)
        }
        let message: StaticString =
          if modifier.isModeModifier {
            modifier.isBound
              ? "the mode is bound to built-in axes" : "the mode is a value of an axis"
          } else if modifier.isBound {
            "the modifier is bound to built-in axes"
          } else if modifier.followsBuiltinAxes {
            "the modifier is an axis; while it is unset, contexts with known names follow other axes"
          } else {
            "the modifier is an axis"
          }
        try session.note(message, text.bytes, at: found.location)
      }
    }
  }

  /// Declares the contexts of a modifier as values of a custom axis, the default first.
  private func declare(
    _ modifier: TokenModifier, _ imported: inout ColorCollection
  ) throws(OutOfMemory) {
    // In a modifier that `TokenWriter` has written, the default context may be an additional one
    // that is not a value of the axis. `TokenWriter` lists the axis with all its values, so these
    // have been declared already.
    let isListed = imported.vocabulary.number(modifier.name.bytes, .axis) > 0
    if let defaultContext = context(modifier.defaultContext), !isListed {
      try imported.declareValue(defaultContext.name.bytes, ofAxis: modifier.name.bytes)
    }
    var index = modifier.firstContext
    while let context = context(index) {
      if index != modifier.defaultContext {
        try imported.declareValue(context.name.bytes, ofAxis: modifier.name.bytes)
      }
      index = context.next
    }
  }

  /// The cells of a modifier that can be bound; `nil` for any other modifier. The names of all its
  /// contexts must have a meaning (`conditions`), and each context must be the best match in at
  /// least one cell: a bound context that is the best match in none would never apply.
  private func bindableCells(of modifier: TokenModifier) -> DistinguishedValues? {
    var cells = DistinguishedValues()
    var index = modifier.firstContext
    var contextCount = 0
    while let context = context(index) {
      guard let conditions = context.conditions else { return nil }
      cells.insert(conditions)
      contextCount &+= 1
      index = context.next
    }
    // Each context needs a bit of `matchedBits`.
    guard cells.count > 1, contextCount <= UInt64.bitWidth else { return nil }
    // Bit n is set if the context at the position n is the best match in some cell.
    var matchedBits: UInt64 = 0
    for cellIndex in upTo(cells.count) {
      let cell = cells.cell(cellIndex)
      var bestPosition = -1
      var bestScore = -1
      var position = 0
      index = modifier.firstContext
      while let context = context(index) {
        if let score = context.conditions?.matchScore(for: cell), score > bestScore {
          (bestPosition, bestScore) = (position, score)
        }
        position &+= 1
        index = context.next
      }
      if bestPosition >= 0 { matchedBits |= 1 &<< UInt64(truncatingIfNeeded: bestPosition) }
    }
    return matchedBits.nonzeroBitCount == contextCount ? cells : nil
  }

  /// The context that applies in a cell, of a modifier that is bound to built-in axes or follows
  /// them; −1 for none.
  func context(of modifier: Int32, in cell: Variant.Conditions) -> Int32 {
    guard let modifier = self.modifier(modifier) else { return -1 }
    var best = modifier.defaultContext
    var bestScore = -1
    var index = modifier.firstContext
    while let context = context(index) {
      if let score = context.conditions?.matchScore(for: cell), score > bestScore {
        (best, bestScore) = (index, score)
      }
      index = context.next
    }
    return best
  }

  /// The cells that the contexts of a modifier distinguish.
  func cells(of modifier: Int32) -> DistinguishedValues {
    var cells = DistinguishedValues()
    var index = self.modifier(modifier)?.firstContext ?? -1
    while let context = context(index) {
      if let conditions = context.conditions { cells.insert(conditions) }
      index = context.next
    }
    return cells
  }
}
