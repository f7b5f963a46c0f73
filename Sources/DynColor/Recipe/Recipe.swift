// Recipe: the definition of a color in one version of the theme, as words in memory.

/// The id of a color.
///
/// The upper 20 bits are the index of the color, from 1 on. The lower 12 bits are the *check bits*:
/// how often the index has been reused, plus a number of the theme (`Registry.checkBitsBase`). They
/// tell apart the colors that have used the same index one after another and, in most cases, ids
/// of other themes.
struct ColorID: BitwiseCopyable, Equatable {
  let rawValue: UInt32

  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  init(index: Int, checkBits: UInt32) {
    rawValue = UInt32(truncatingIfNeeded: index) << 12 | checkBits & 0xFFF
  }

  static var none: ColorID { ColorID(0) }
  /// The same number as `none`. In a list or set of colors, it stands for all colors.
  static var any: ColorID { .none }
  /// The greatest index of a color: DYNCOLOR_MAX_COLORS.
  static var greatestIndex: Int { 0xF_FFFF }

  var index: Int { Int(rawValue >> 12) }
  var checkBits: UInt32 { rawValue & 0xFFF }
}

/// A view of the definition of a dynamic color in one version of its theme.
///
/// The recipes of a color form a linked list from the newest to the oldest. The words of a recipe
/// are freed or reused only when no reader can see its version any more.
struct Recipe: BitwiseCopyable {
  /// How the color is defined.
  enum Kind: UInt8 {
    /// The color has been unregistered.
    case unregistered = 0
    case variants = 1
    case palette = 2
    case provider = 3
    case expression = 4
  }

  /// The greatest number of variants of a recipe: DYNCOLOR_MAX_VARIANTS.
  static var greatestVariantCount: Int { 4096 }

  let words: Words

  // The indices of the words of the header:
  // - version: in the lowest 12 bits, how often the index of the color has been reused; above them,
  //   the first version of the theme that has this recipe;
  // - older: the address of the older recipe of the color;
  // - next: in a retired or shadowed recipe, the address of the next recipe in a list of such
  //   recipes; in a current recipe, the address of the first recipe that it shadows; in the current
  //   recipe of a free index, the next free index;
  // - generationOrNewer: the generation of the edit that made this recipe or, in a retired recipe,
  //   the address of the newer recipe;
  // - shape: from the lowest bit, the kind, whether variants have room for extra conditions,
  //   whether they are compact (or, of an expression, whether it depends on the theme alone), the
  //   number of variants, the number of words of the recipe, the layer and the owner.
  // The other words begin at `payload`. They depend on the kind:
  // - variants: the variants;
  // - palette: the variants of the fallback; the length of the semantic name in bytes; the name,
  //   and a NUL;
  // - provider: the address of the `SharedProvider`;
  // - expression: the inputs, unless it depends on the theme alone; the words of the expression, or
  //   their address and their number; and, if the expression reads the shadowed recipe, the address
  //   of the copy of that recipe.
  private static var version: Int { 0 }
  private static var older: Int { 1 }
  private static var next: Int { 2 }
  private static var generationOrNewer: Int { 3 }
  private static var shape: Int { 4 }
  private static var payload: Int { 5 }

  /// The recipe at an address; `nil` for 0.
  init?(address: UInt64) {
    guard address != 0 else { return nil }
    words = Words(address: address)
  }

  // The lowest bit of each field of the shape. The fields have 3 bits (the kind), 1 bit (extra
  // conditions), 1 bit (compact variants, or the theme alone), 13 bits (the number of variants),
  // 18 bits (the number of words) and 28 bits (the layer and the owner).
  private static var extraShift: UInt64 { 3 }
  private static var compactShift: UInt64 { 4 }
  private static var themeAloneShift: UInt64 { 4 }
  private static var variantCountShift: UInt64 { 5 }
  private static var wordCountShift: UInt64 { 18 }
  private static var sourceShift: UInt64 { 36 }

  /// Allocates the words of a recipe, and sets its shape. All other words are undefined.
  private init(
    _ pool: inout BlockPool, _ kind: Kind, variantCount: Int = 0, hasExtraConditions: Bool = false,
    isCompact: Bool = false, additionalWords: Int = 0
  ) throws(OutOfMemory) {
    let stride = Variant.stride(hasExtraConditions: hasExtraConditions, isCompact: isCompact)
    let wordCount = Recipe.payload &+ variantCount &* stride &+ additionalWords
    words = try pool.allocate(wordCount)
    words[Recipe.shape] =
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: variantCount) &<< Recipe.variantCountShift
      | UInt64(truncatingIfNeeded: wordCount) &<< Recipe.wordCountShift
      | (hasExtraConditions ? 1 &<< Recipe.extraShift : 0)
      | (isCompact ? 1 &<< Recipe.compactShift : 0)
  }

  /// The recipe of an unregistered color.
  static func unregistered(_ pool: inout BlockPool) throws(OutOfMemory) -> Recipe {
    try Recipe(&pool, .unregistered)
  }

  /// A table of `count` variants, which the caller sets. The variants can have extra conditions
  /// only if `hasExtraConditions` is true. If `isCompact` is true, the table stores each color only
  /// as a cell of a cache, and the color must be exact in its cell (`Color.fitsInCell`).
  @_optimize(speed)
  static func variants(
    _ pool: inout BlockPool, count: Int, hasExtraConditions: Bool = false, isCompact: Bool = false
  ) throws(OutOfMemory) -> Recipe {
    try Recipe(
      &pool, .variants, variantCount: count, hasExtraConditions: hasExtraConditions,
      isCompact: isCompact)
  }

  /// A table of one variant, for a color that is the same in all environments.
  @_optimize(speed)
  static func constant(_ pool: inout BlockPool, _ color: Color) throws(OutOfMemory) -> Recipe {
    let hasFloats = color.hasFloats
    let recipe = try variants(
      &pool, count: 1, isCompact: color.fitsInCell(hasFloats: hasFloats))
    recipe.variant(0).setInline(.any, color, hasFloats: hasFloats)
    return recipe
  }

  /// A color of the environment's palette, by its semantic name, with a table of `count` variants
  /// as the fallback. The caller sets the variants.
  static func palette(
    _ pool: inout BlockPool, semanticName: Span<UInt8>, count: Int,
    hasExtraConditions: Bool = false
  ) throws(OutOfMemory) -> Recipe {
    // The additional words are for the length of the name, and for the name with its NUL.
    let recipe = try Recipe(
      &pool, .palette, variantCount: count, hasExtraConditions: hasExtraConditions,
      additionalWords: 1 &+ semanticName.count / 8 &+ 1)
    let lengthIndex = recipe.endOfVariants
    recipe.words[lengthIndex] = UInt64(UInt32(truncatingIfNeeded: semanticName.count))
    StoredText.write(
      semanticName, terminatedBy: 0, at: recipe.words.advanced(by: lengthIndex &+ 1).address)
    return recipe
  }

  /// A color that a provider of the host computes.
  static func provider(
    _ pool: inout BlockPool, _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> Recipe {
    let recipe = try Recipe(&pool, .provider, additionalWords: 1)
    do throws(OutOfMemory) {
      let shared = try SharedProvider.make(allocator, provider)
      recipe.words[payload] = shared.address
    } catch {
      pool.free(recipe.words, count: recipe.wordCount)
      throw error
    }
    return recipe
  }

  /// A color that is computed by an expression. The recipe stores only the address of `expression`,
  /// which must outlive the recipe.
  static func expression(
    _ pool: inout BlockPool, inPlace expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    let inputs = expression.inputs
    let recipe = try Recipe(&pool, .expression, additionalWords: inputs.usesCovered ? 4 : 3)
    recipe.set(inputs)
    recipe.words[payload] |= inPlaceBit
    recipe.words[payload &+ 1] = expression.words.address
    recipe.words[payload &+ 2] = UInt64(truncatingIfNeeded: expression.count)
    return recipe
  }

  /// Set in the word with the inputs of an expression if the recipe stores the address and the
  /// number of the expression's words, and not the words themselves.
  private static var inPlaceBit: UInt64 { 1 << 63 }

  /// Stores the inputs of the expression. If the expression reads the shadowed recipe, sets the
  /// copy of that recipe to `nil`.
  private func set(_ inputs: Expression.Inputs) {
    // From the lowest bit: 32 bits for the axes, a bit each for `usesTheme` and `usesCovered`, 29
    // bits for `extraWork`, and `inPlaceBit`.
    words[Recipe.payload] =
      UInt64(inputs.axes.rawValue) | (inputs.usesTheme ? 1 << 32 : 0)
      | (inputs.usesCovered ? 1 << 33 : 0)
      | UInt64(truncatingIfNeeded: min(inputs.extraWork, Expression.Inputs.greatestExtraWork)) << 34
    if inputs.usesCovered { coveredCopy = nil }
  }

  /// Allocates the words for a copy of `other`. Making the copy later, with `becomeCopy`, then
  /// cannot fail. If no copy is made, the caller must call `free`.
  static func allocate(
    _ pool: inout BlockPool, forCopyOf other: Recipe
  ) throws(OutOfMemory) -> Recipe {
    try Recipe(&pool, .unregistered, additionalWords: other.wordCount &- payload)
  }

  /// Turns this recipe, which `allocate` has made, into a copy of `other`. The copy has the same
  /// definition, source and provider, but its `coveredCopy` is `nil`.
  func becomeCopy(of other: Recipe) {
    for index in upTo(other.wordCount, from: Recipe.shape) {
      words[index] = other.words[index]
    }
    if readsCovered { coveredCopy = nil }
    sharedProvider?.retain()
  }

  /// The recipe of an expression, in the form that resolves fastest.
  ///
  /// - A constant, a reference by id, or a `light-dark()` or `--variants()` of these becomes a
  ///   table of variants (`Expression.tableSize`).
  /// - A palette color becomes a recipe of the kind `palette`, if it has no fallback, or a fallback
  ///   that can become a table of variants.
  /// - Any other expression is copied into a recipe of the kind `expression`.
  @_optimize(speed)
  static func make(
    _ pool: inout BlockPool, _ expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    if let table = expression.tableSize {
      let recipe = try variants(
        &pool, count: table.count, hasExtraConditions: table.hasExtraConditions,
        isCompact: table.fitInCells)
      recipe.setVariants(expression)
      return recipe
    }
    guard expression.operation == .palette else { return try self.expression(&pool, expression) }
    let (semanticName, fallbackIndex) = expression.reference
    guard fallbackIndex > 0 else {
      return try palette(&pool, semanticName: semanticName.bytes, count: 0)
    }
    let fallback = expression.node(at: fallbackIndex)
    guard let table = fallback.tableSize else { return try self.expression(&pool, expression) }
    let recipe = try palette(
      &pool, semanticName: semanticName.bytes, count: table.count,
      hasExtraConditions: table.hasExtraConditions)
    recipe.setVariants(fallback)
    return recipe
  }

  /// Sets all variants from an expression that has a `tableSize`.
  @_optimize(speed)
  private func setVariants(_ expression: Expression) {
    switch expression.operation {
    case .lightDark:
      let (light, dark) = expression.lightAndDark
      setVariant(0, .any, light)
      setVariant(1, .dark, dark)
    case .variants:
      var index = 0
      expression.forEachVariant { conditions, color in
        setVariant(index, conditions, color)
        index &+= 1
      }
    default: setVariant(0, .any, expression)
    }
  }

  /// Sets a variant. Its color must be a constant or a reference by id.
  @inline(never)
  @_optimize(speed)
  private func setVariant(_ index: Int, _ conditions: Variant.Conditions, _ color: Expression) {
    if let constant = color.constant {
      variant(index).set(conditions, constant)
    } else {
      variant(index).set(conditions, color.referencedID)
    }
  }

  /// A color that is computed by an expression. The recipe stores a copy of the expression.
  static func expression(
    _ pool: inout BlockPool, _ expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    let inputs = expression.inputs
    let firstWord = inputs.areThemeAlone ? payload : payload &+ 1
    let recipe = try Recipe(
      &pool, .expression,
      additionalWords: firstWord &- payload &+ expression.count &+ (inputs.usesCovered ? 1 : 0))
    if inputs.areThemeAlone {
      recipe.words[shape] |= 1 &<< themeAloneShift
    } else {
      recipe.set(inputs)
    }
    for index in upTo(expression.count) {
      recipe.words[firstWord &+ index] = expression.word(index)
    }
    return recipe
  }

  /// Frees a recipe that was never published, and the memory of its `SharedProvider`. Does not
  /// destroy the host's provider.
  func free(_ pool: inout BlockPool, _ allocator: Allocator) {
    sharedProvider?.free(allocator)
    pool.free(words, count: wordCount)
  }

  /// Frees the recipe and its copies of shadowed recipes. If one of these recipes has a provider,
  /// releases a reference to the provider. If that was the last reference, returns the provider,
  /// which the caller must destroy.
  func freeReleasingProvider(_ pool: inout BlockPool) -> SharedProvider? {
    // Only an expression can have a copy of the recipe that it shadows. So only the last recipe of
    // the chain of copies can have a provider.
    var recipe = self
    while let next = recipe.coveredCopy {
      pool.free(recipe.words, count: recipe.wordCount)
      recipe = next
    }
    let provider = recipe.sharedProvider
    pool.free(recipe.words, count: recipe.wordCount)
    return provider.flatMap { $0.release() ? $0 : nil }
  }

  /// The number of words of the recipe, with the header.
  var wordCount: Int {
    Int(truncatingIfNeeded: words[Recipe.shape] &>> Recipe.wordCountShift & 0x3_FFFF)
  }

  @inline(__always)
  var kind: Kind {
    Kind(rawValue: UInt8(truncatingIfNeeded: words[Recipe.shape] & 7)) ?? .unregistered
  }

  var variantCount: Int {
    Int(truncatingIfNeeded: words[Recipe.shape] &>> Recipe.variantCountShift & 0x1FFF)
  }

  /// Returns whether two recipes have the same definition and the same source. Always false for
  /// providers, because the library cannot compare what they do.
  func hasSameDefinition(as other: Recipe) -> Bool {
    guard kind == other.kind, kind != .provider, source == other.source else { return false }
    // One of the two expressions may be stored by its address, so the words cannot be compared.
    if kind == .expression { return expression.equals(other.expression) }
    guard variantCount == other.variantCount,
      hasExtraConditions == other.hasExtraConditions,
      kind != .palette || semanticName.equals(other.semanticName.bytes)
    else { return false }
    guard isCompact == other.isCompact else { return hasEqualVariants(to: other) }
    for index in upTo(endOfVariants, from: Recipe.payload)
    where words[index] != other.words[index] {
      return false
    }
    return true
  }

  /// Returns whether the variants are equal to those of a recipe with as many variants.
  @inline(never)
  private func hasEqualVariants(to other: Recipe) -> Bool {
    for index in upTo(variantCount) where !variant(index).equals(other.variant(index)) {
      return false
    }
    return true
  }

  /// True if the recipe is a table of one variant, which has no room for extra conditions.
  var hasOneVariant: Bool {
    // Compares the kind, the bit for extra conditions and the number of variants at once.
    words[Recipe.shape] & (1 &<< Recipe.wordCountShift &- 1) & ~(1 &<< Recipe.compactShift)
      == UInt64(Kind.variants.rawValue) | 1 &<< Recipe.variantCountShift
  }

  /// The layer in which this definition was registered, and its owner.
  var source: LayerAndOwner {
    get { LayerAndOwner(rawValue: words[Recipe.shape] &>> Recipe.sourceShift) }
    nonmutating set {
      let otherFields = words[Recipe.shape] & (1 &<< Recipe.sourceShift &- 1)
      words[Recipe.shape] = otherFields | newValue.rawValue &<< Recipe.sourceShift
    }
  }

  /// True if the variants have room for extra conditions.
  var hasExtraConditions: Bool { words[Recipe.shape] &>> Recipe.extraShift & 1 != 0 }

  /// True if the variants have no words for the components of their colors. Each color must then be
  /// exact in its cell. Only for a recipe with variants.
  var isCompact: Bool { words[Recipe.shape] &>> Recipe.compactShift & 1 != 0 }

  /// The number of words of a variant.
  private var stride: Int {
    Variant.stride(hasExtraConditions: hasExtraConditions, isCompact: isCompact)
  }

  /// The variant at `index`, which must be less than `variantCount`.
  func variant(_ index: Int) -> Variant {
    Variant(
      words: words.advanced(by: Recipe.payload &+ index &* stride),
      hasExtraConditions: hasExtraConditions, isCompact: isCompact)
  }

  /// The index of the word after the last variant.
  private var endOfVariants: Int { Recipe.payload &+ variantCount &* stride }

  /// The semantic name by which a palette color is looked up. Only for the kind `palette`.
  var semanticName: StoredText {
    let lengthIndex = endOfVariants
    return StoredText(
      address: words.advanced(by: lengthIndex &+ 1).address,
      count: Int(truncatingIfNeeded: words[lengthIndex]))
  }

  /// The provider; `nil` unless the recipe is of the kind `provider`.
  var sharedProvider: SharedProvider? {
    kind == .provider ? SharedProvider(address: words[Recipe.payload]) : nil
  }

  /// The expression of a recipe of the kind `expression`.
  @_optimize(speed)
  var expression: Expression {
    if dependsOnThemeAlone {
      return Expression(
        words: words.advanced(by: Recipe.payload), count: wordCount &- Recipe.payload)
    }
    let start = words.advanced(by: Recipe.payload &+ 1)
    if words[Recipe.payload] & Recipe.inPlaceBit != 0 {
      return Expression(words: Words(address: start[0]), count: Int(truncatingIfNeeded: start[1]))
    }
    // Before the expression are the header and the word with the inputs. After it is the address of
    // the copy of the shadowed recipe, if the expression reads that.
    let otherWordCount = Recipe.payload &+ 1 &+ (readsCovered ? 1 : 0)
    return Expression(words: start, count: wordCount &- otherWordCount)
  }

  /// What the value of the expression depends on, as computed when the recipe was made. Only for
  /// the kind `expression`.
  var expressionInputs: Expression.Inputs {
    if dependsOnThemeAlone { return .themeAlone }
    let word = words[Recipe.payload]
    return Expression.Inputs(
      axes: AxisSet(rawValue: UInt32(truncatingIfNeeded: word)), usesTheme: word >> 32 & 1 != 0,
      usesCovered: word >> 33 & 1 != 0,
      extraWork: Int(truncatingIfNeeded: (word & ~Recipe.inPlaceBit) >> 34))
  }

  /// True if the inputs of the expression are `Expression.Inputs.themeAlone`. Only for the kind
  /// `expression`.
  private var dependsOnThemeAlone: Bool {
    words[Recipe.shape] &>> Recipe.themeAloneShift & 1 != 0
  }

  /// True if the expression reads the recipe that this one shadows.
  var readsCovered: Bool {
    kind == .expression && !dependsOnThemeAlone && words[Recipe.payload] >> 33 & 1 != 0
  }

  /// What `--covered()` stands for: this recipe's own copy of the recipe that it shadows; `nil` if
  /// it shadows none, or if it does not read the shadowed recipe. The copy may have a `coveredCopy`
  /// itself, so the copies form a chain.
  ///
  /// Since a recipe owns its copies, its value stays the same when a lower layer changes. Only the
  /// recipe in the highest layer has copies: the shadowed recipes, from which the copies were made,
  /// have none.
  var coveredCopy: Recipe? {
    get { readsCovered ? Recipe(address: words[wordCount &- 1]) : nil }
    nonmutating set { words[wordCount &- 1] = newValue?.words.address ?? 0 }
  }

  /// The copy at a depth in the chain of `coveredCopy`: this recipe itself for 0, its `coveredCopy`
  /// for 1, and so on; `nil` if the chain is shorter.
  func coveredCopy(atDepth depth: UInt32) -> Recipe? {
    var recipe: Recipe? = self
    for _ in upTo(Int(depth)) { recipe = recipe?.coveredCopy }
    return recipe
  }

  /// True if the expression, or an expression that it reads with `--covered()`, uses levels of
  /// colors.
  var usesLevels: Bool {
    guard kind == .expression else { return false }
    var isFound = coveredCopy?.usesLevels ?? false
    expression.forEachNode { node in isFound = isFound || node.operation == .level }
    return isFound
  }

  /// The provider of this recipe, or of a recipe that it reads with `--covered()`, directly or
  /// through other copies; `nil` if none of them has a provider.
  var effectiveProvider: SharedProvider? {
    var recipe = self
    while let next = recipe.coveredCopy { recipe = next }
    return recipe.sharedProvider
  }

  /// True if no call of the color's provider has returned since the provider was registered or
  /// refreshed. Until then, the provider may read axes that have not been recorded. False if there
  /// is no provider.
  var hasProviderWithUnknownAxes: Bool { !(effectiveProvider?.hasReturned ?? true) }

  /// True if the value depends only on the environment.
  @inline(__always)
  var isSelfContained: Bool {
    // A shortcut for the most frequent recipes.
    hasOneVariant ? variant(0).referencedID == .none : isSelfContainedByKind
  }

  /// What `isSelfContained` is, found without the shortcut: for a recipe of any kind.
  @inline(never)
  @_optimize(speed)
  private var isSelfContainedByKind: Bool {
    switch kind {
    case .unregistered: return true
    case .expression: return !expressionInputs.usesTheme
    case .palette, .provider: return false
    case .variants:
      for index in upTo(variantCount) where variant(index).referencedID != .none { return false }
      return true
    }
  }

  /// Replaces the conditions of all variants, before the recipe is published. `change` must neither
  /// add nor remove extra conditions.
  func changeConditions(_ change: (Variant.Conditions) -> Variant.Conditions) {
    for index in upTo(variantCount) { variant(index).changeConditions(change) }
    guard kind == .expression else { return }
    expression.forEachNode { node in
      if node.operation == .variants { node.changeConditions(change) }
    }
  }

  // MARK: - Versions

  /// The first version of the theme that has this recipe.
  var publishedAt: UInt64 { words[Recipe.version] >> 12 }

  /// How often the index of the color had been reused before this recipe.
  var reuseCount: UInt32 { UInt32(truncatingIfNeeded: words[Recipe.version] & 0xFFF) }

  /// Sets the version and the generation of the edit that makes this recipe the current one, and
  /// how often the index of the color has been reused.
  func publish(at version: UInt64, reuseCount: UInt32, generation: UInt64) {
    words[Recipe.version] = version << 12 | UInt64(reuseCount & 0xFFF)
    words[Recipe.generationOrNewer] = generation
  }

  /// How many words at the beginning of the recipe have no meaning until it is published, and so
  /// have room for a draft: those for the version, the older and the next recipe.
  static var unpublishedWordCount: Int { generationOrNewer }

  /// The generation of the edit that made this recipe. Only for a current recipe.
  var generation: UInt64 { words[Recipe.generationOrNewer] }

  /// The older recipe of the color, if it still exists.
  var olderRecipe: Recipe? {
    get { Recipe(address: words[Recipe.older]) }
    nonmutating set { words[Recipe.older] = newValue?.words.address ?? 0 }
  }

  /// The newer recipe of the color. Only for a retired recipe.
  var newerRecipe: Recipe? {
    get { Recipe(address: words[Recipe.generationOrNewer]) }
    nonmutating set { words[Recipe.generationOrNewer] = newValue?.words.address ?? 0 }
  }

  /// Of a retired or shadowed recipe: the next recipe in a list of such recipes. Of a current
  /// recipe: the first one in the list of the recipes that it shadows.
  var nextInList: Recipe? {
    get { Recipe(address: words[Recipe.next]) }
    nonmutating set { words[Recipe.next] = newValue?.words.address ?? 0 }
  }

  /// The next index in the list of free indices; 0 for none. Only for the current recipe of a free
  /// index.
  var nextFree: Int {
    get { Int(truncatingIfNeeded: words[Recipe.next]) }
    nonmutating set { words[Recipe.next] = UInt64(truncatingIfNeeded: newValue) }
  }

  /// The recipe of the color that a reader of a version sees: this one, or an older one; `nil` if
  /// the color had no recipe in that version.
  @inline(__always)
  func visible(at version: UInt64) -> Recipe? {
    var recipe: Recipe? = self
    while let candidate = recipe, candidate.publishedAt > version {
      recipe = candidate.olderRecipe
    }
    return recipe
  }
}

/// A view of one variant of a table: its conditions and its color.
struct Variant: BitwiseCopyable {
  // The words:
  // - 0: the conditions;
  // - 1: in the lower half, the id of another color; or, in the upper half, 16 bits with the space
  //   and above them 15 bits with the missing components, and `bytesBit`;
  // - 2, 3: the color as a cell of a cache;
  // - only in tables that are not compact: the components and alpha of the color as it was
  //   registered, four words;
  // - only in tables with room for them: the extra conditions, two words.
  private static var numbersIndex: Int { 4 }
  /// Set in word 1 of a compact variant if the components and alpha of its color are the multiples
  /// of 1/255 that are nearest to the numbers of the cell. Otherwise they are the numbers of the
  /// cell.
  private static var bytesBit: UInt64 { 1 << 63 }

  @inline(__always)
  fileprivate static func stride(hasExtraConditions: Bool, isCompact: Bool) -> Int {
    (isCompact ? numbersIndex : numbersIndex &+ 4) &+ (hasExtraConditions ? 2 : 0)
  }

  /// The index of the first word of the extra conditions, in tables that have room for them.
  private var extraIndex: Int { Variant.stride(hasExtraConditions: false, isCompact: isCompact) }

  fileprivate let words: Words
  /// True if the table has room for extra conditions.
  fileprivate let hasExtraConditions: Bool
  /// True if the table is compact: see `Recipe.isCompact`.
  private let isCompact: Bool

  fileprivate init(words: Words, hasExtraConditions: Bool, isCompact: Bool) {
    self.words = words
    self.hasExtraConditions = hasExtraConditions
    self.isCompact = isCompact
  }

  /// True if the variant has no conditions.
  @inline(__always)
  var isUnconditional: Bool { words[0] == Conditions.any.rawValue }

  var conditions: Conditions {
    let standard = words[0]
    guard hasExtraConditions, Conditions.hasExtra(standard) else {
      return Conditions(rawValue: standard)
    }
    return Conditions(rawValue: standard, extra: SIMD2(words[extraIndex], words[extraIndex &+ 1]))
  }

  fileprivate func changeConditions(_ change: (Conditions) -> Conditions) {
    set(change(conditions))
  }

  /// The id of the color that this variant refers to; `none` if the variant has a color of its own.
  var referencedID: ColorID { ColorID(UInt32(truncatingIfNeeded: words[1])) }

  /// The color as a cell of a cache. Only for a variant with a color of its own.
  var cell: ResolvedCell { ResolvedCell(low: words[2], high: words[3]) }

  /// The color as it was registered; `nil` if the variant refers to another color.
  @_optimize(speed)
  var color: Color? {
    let spaceAndMissing = (words[1] & ~Variant.bytesBit) >> 32
    // A variant that refers to a color has 0 here, which is not a space.
    guard let space = ColorSpace(UInt32(truncatingIfNeeded: spaceAndMissing & 0xFFFF)) else {
      return nil
    }
    let numbers = numbers
    return Color(
      space, SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w,
      missing: Color.Missing(rawValue: UInt32(truncatingIfNeeded: spaceAndMissing >> 16)))
  }

  /// The components and alpha of the color as it was registered. Only for a variant with a color of
  /// its own.
  @inline(__always)
  private var numbers: SIMD4<Double> {
    guard !isCompact else { return cell.numbers(areBytes: words[1] & Variant.bytesBit != 0) }
    func number(_ index: Int) -> Double { Double(bitPattern: words[Variant.numbersIndex &+ index]) }
    return SIMD4(number(0), number(1), number(2), number(3))
  }

  /// The word 1 of a variant with a color of its own, without `bytesBit`: the space and the missing
  /// components of the color.
  private static func spaceWord(of color: Color) -> UInt64 {
    UInt64(color.spaceNumber) << 32 | UInt64(color.missing.rawValue) << 48
  }

  /// Returns whether the variant has exactly this color: the same bits in the same space.
  @_optimize(speed)
  func has(_ color: Color) -> Bool {
    guard words[1] & ~Variant.bytesBit == Variant.spaceWord(of: color) else { return false }
    // A shortcut: colors that differ mostly differ in red. A compact variant is in sRGB.
    if isCompact, UInt32(truncatingIfNeeded: words[2]) != Float(color.components.x).bitPattern {
      return false
    }
    return color.hasNumbers(numbers)
  }

  /// Returns whether the variant has the same conditions and the same color as another one.
  fileprivate func equals(_ other: Variant) -> Bool {
    guard conditions == other.conditions, referencedID == other.referencedID else { return false }
    return other.color.map { has($0) } ?? (color == nil)
  }

  /// Sets the conditions. Drops extra conditions if the table has no room for them.
  private func set(_ conditions: Conditions) {
    words[0] = hasExtraConditions ? conditions.rawValue : conditions.withoutExtra.rawValue
    guard hasExtraConditions else { return }
    words[extraIndex] = conditions.extra.x
    words[extraIndex &+ 1] = conditions.extra.y
  }

  /// Sets the conditions, and makes this variant refer to another color.
  @inline(never)
  func set(_ conditions: Conditions, _ referencedID: ColorID) {
    set(conditions)
    words[1] = UInt64(referencedID.rawValue)
    // Recipes are compared by their words, so unused words must be equal.
    for index in upTo(extraIndex, from: 2) { words[index] = 0 }
  }

  /// Sets the conditions, and gives this variant a color of its own. In a compact table, the color
  /// must be exact in its cell.
  @inline(never)
  @_optimize(speed)
  func set(_ conditions: Conditions, _ color: Color) {
    setInline(conditions, color, hasFloats: color.hasFloats)
  }

  /// Does what `set(_:_:)` does for a color, inlined for callers that set many variants.
  /// `hasFloats` must be `color.hasFloats`.
  @inline(__always)
  func setInline(_ conditions: Conditions, _ color: Color, hasFloats: Bool) {
    let cell = ResolvedCell(color.rgbaInline)
    set(conditions)
    words[1] = Variant.spaceWord(of: color)
    words[2] = cell.low
    words[3] = cell.high
    if isCompact {
      if !hasFloats { words[1] |= Variant.bytesBit }
      return
    }
    for index in 0..<3 {
      words[Variant.numbersIndex &+ index] = color.components[index].bitPattern
    }
    words[Variant.numbersIndex &+ 3] = color.alpha.bitPattern
  }
}
