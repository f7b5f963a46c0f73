// Recipe: the definition of a color in memory, in a version of the theme.

/// The id of a color: 20 bits of index, from 1, and 12 bits of check, which distinguish the colors
/// that have used the same index one after another.
struct ColorID: BitwiseCopyable, Equatable {
  let rawValue: UInt32

  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  init(index: Int, check: UInt32) {
    rawValue = UInt32(truncatingIfNeeded: index) << 12 | check & 0xFFF
  }

  static var none: ColorID { ColorID(0) }
  static var greatestIndex: Int { 0xF_FFFF }

  var index: Int { Int(rawValue >> 12) }
  var check: UInt32 { rawValue & 0xFFF }
}

/// The definition of a dynamic color in one version of its theme, a "state": a block of words. It
/// is freed or reused only when no reader can see that version any more.
///
/// The states of a color form a linked list from the newest to the oldest. Older states stay as
/// long as a reader may see their version.
struct Recipe: BitwiseCopyable {
  /// How the color is defined.
  enum Kind: UInt8 {
    /// The color has been unregistered.
    case nothing = 0
    case variants = 1
    case palette = 2
    case provider = 3
    case expression = 4
  }

  /// The greatest number of variants in a table: DYNCOLOR_MAX_VARIANTS.
  static var greatestVariantCount: Int { 4096 }

  let words: Words

  // The header of the block:
  // - version: the version of the theme that the edit made, above 12 bits that count how often the
  //   color's index has been reused;
  // - older: the address of the older state;
  // - next: the next state in a list of retired or shadowed states;
  // - generationOrNewer: the generation of the edit or, in a retired state, the address of the
  //   newer state;
  // - shape: from the lowest bit, the kind, whether variants have room for extra conditions, the
  //   number of variants, the number of words, the layer and the owner.
  private static var version: Int { 0 }
  private static var older: Int { 1 }
  private static var next: Int { 2 }
  private static var generationOrNewer: Int { 3 }
  private static var shape: Int { 4 }
  private static var payload: Int { 5 }

  init?(address: UInt64) {
    guard address != 0 else { return nil }
    words = Words(address: address)
  }

  // The lowest bits of the fields of the shape. The kind is below the number of variants.
  private static var extraBit: UInt64 { 3 }
  private static var variantsBit: UInt64 { 4 }
  private static var countBit: UInt64 { 17 }
  private static var sourceBit: UInt64 { 36 }

  private init(
    _ pool: inout BlockPool, _ kind: Kind, variants: Int = 0, haveExtra: Bool = false,
    extra: Int = 0
  ) throws(OutOfMemory) {
    let count = Recipe.payload &+ variants &* Variant.stride(hasExtra: haveExtra) &+ extra
    words = try pool.allocate(count)
    words[Recipe.shape] =
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: variants) &<< Recipe.variantsBit
      | UInt64(truncatingIfNeeded: count) &<< Recipe.countBit
      | (haveExtra ? 1 &<< Recipe.extraBit : 0)
  }

  /// The state of an unregistered color.
  static func nothing(_ pool: inout BlockPool) throws(OutOfMemory) -> Recipe {
    try Recipe(&pool, .nothing)
  }

  /// A table of `count` variants, which the caller sets. They can have extra conditions only if
  /// `haveExtra` is true.
  static func variants(
    _ pool: inout BlockPool, count: Int, haveExtra: Bool = false
  ) throws(OutOfMemory) -> Recipe {
    try Recipe(&pool, .variants, variants: count, haveExtra: haveExtra)
  }

  /// A color of the environment's palette, with a table of `count` variants as the fallback.
  static func palette(
    _ pool: inout BlockPool, semantic: Span<UInt8>, count: Int, haveExtra: Bool = false
  ) throws(OutOfMemory) -> Recipe {
    let recipe = try Recipe(
      &pool, .palette, variants: count, haveExtra: haveExtra,
      extra: 1 &+ semantic.count / 8 &+ 1)
    let place = recipe.endOfVariants
    recipe.words[place] = UInt64(UInt32(truncatingIfNeeded: semantic.count))
    StoredText(address: recipe.words.advanced(by: place &+ 1).address, count: semantic.count)
      .write(semantic, terminatedBy: 0)
    return recipe
  }

  /// A color that a provider computes.
  static func provider(
    _ pool: inout BlockPool, _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> Recipe {
    let recipe = try Recipe(&pool, .provider, extra: 1)
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
  /// which must outlive it.
  static func expression(
    _ pool: inout BlockPool, inPlace expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    let needs = expression.needs
    let recipe = try Recipe(&pool, .expression, extra: needs.covered ? 4 : 3)
    recipe.set(needs)
    recipe.words[payload &+ 1] = UInt64(truncatingIfNeeded: expression.count) | inPlaceBit
    recipe.words[payload &+ 2] = expression.words.address
    return recipe
  }

  /// Set in the word count of an expression if the recipe stores its address instead of its words.
  private static var inPlaceBit: UInt64 { 1 << 63 }

  private func set(_ needs: Expression.Needs) {
    words[Recipe.payload] =
      UInt64(needs.axes.rawValue) | (needs.theme ? 1 << 32 : 0) | (needs.covered ? 1 << 33 : 0)
    if needs.covered { covered = nil }
  }

  /// Allocates a block for a copy of `other`. Then call `copy` to make the copy, or `free`.
  static func room(
    _ pool: inout BlockPool, for other: Recipe
  ) throws(OutOfMemory) -> Recipe {
    try Recipe(&pool, .nothing, extra: other.wordCount &- payload)
  }

  /// Copies the definition and the source of `other` to this block, which was allocated for it.
  func copy(_ other: Recipe) {
    for index in upTo(other.wordCount, from: Recipe.shape) {
      words[index] = other.words[index]
    }
    if readsCovered { covered = nil }
    sharedProvider?.retain()
  }

  /// The recipe of an expression, in the form that resolves fastest. An expression that computes
  /// nothing and looks up no name becomes a table of variants, alone or as the fallback of a
  /// palette color.
  static func make(
    _ pool: inout BlockPool, _ expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    if let table = expression.table {
      let recipe = try variants(&pool, count: table.count, haveExtra: table.haveExtra)
      recipe.fill(expression)
      return recipe
    }
    guard expression.operation == .palette else { return try self.expression(&pool, expression) }
    let (semantic, place) = expression.reference
    guard place > 0 else { return try palette(&pool, semantic: semantic.bytes, count: 0) }
    let fallback = expression.node(at: place)
    guard let table = fallback.table else { return try self.expression(&pool, expression) }
    let recipe = try palette(
      &pool, semantic: semantic.bytes, count: table.count, haveExtra: table.haveExtra)
    recipe.fill(fallback)
    return recipe
  }

  /// Sets all variants from an expression that is equivalent to a table.
  private func fill(_ table: Expression) {
    switch table.operation {
    case .lightDark:
      set(0, .any, table.light)
      set(1, .dark, table.dark)
    case .variants:
      var index = 0
      table.forEachVariant { conditions, color in
        set(index, conditions, color)
        index &+= 1
      }
    default: set(0, .any, table)
    }
  }

  @inline(never)
  private func set(_ index: Int, _ conditions: Variant.Conditions, _ color: Expression) {
    if let constant = color.constant {
      variant(index).set(conditions, constant)
    } else {
      variant(index).set(conditions, color.target)
    }
  }

  /// A color that is computed by an expression. The recipe stores a copy of it.
  static func expression(
    _ pool: inout BlockPool, _ expression: Expression
  ) throws(OutOfMemory) -> Recipe {
    let needs = expression.needs
    let recipe = try Recipe(
      &pool, .expression, extra: 2 &+ expression.count &+ (needs.covered ? 1 : 0))
    recipe.set(needs)
    recipe.words[payload &+ 1] = UInt64(truncatingIfNeeded: expression.count)
    for index in upTo(expression.count) {
      recipe.words[payload &+ 2 &+ index] = expression.word(index)
    }
    return recipe
  }

  /// Frees a recipe that was never published. Does not destroy its provider.
  func free(_ pool: inout BlockPool, _ allocator: Allocator) {
    sharedProvider?.free(allocator)
    pool.free(words, count: wordCount)
  }

  /// Frees the memory, with that of the copies of shadowed recipes. Returns the provider if they
  /// held the last reference to it: the caller then destroys it.
  func discard(_ pool: inout BlockPool) -> SharedProvider? {
    // A provider shadows nothing that is read, so only the last recipe can have one.
    var recipe = self
    while let next = recipe.covered {
      pool.free(recipe.words, count: recipe.wordCount)
      recipe = next
    }
    let provider = recipe.sharedProvider
    pool.free(recipe.words, count: recipe.wordCount)
    return provider.flatMap { $0.release() ? $0 : nil }
  }

  var wordCount: Int {
    Int(truncatingIfNeeded: words[Recipe.shape] &>> Recipe.countBit & 0x7_FFFF)
  }

  var kind: Kind {
    Kind(rawValue: UInt8(truncatingIfNeeded: words[Recipe.shape] & 7)) ?? .nothing
  }

  var variantCount: Int {
    Int(truncatingIfNeeded: words[Recipe.shape] &>> Recipe.variantsBit & 0x1FFF)
  }

  /// Whether two recipes have the same definition and the same source. False for providers.
  func saysTheSame(as other: Recipe) -> Bool {
    guard kind == other.kind, kind != .provider, source == other.source else { return false }
    // One of the two expressions may be stored by its address, so the words cannot be compared.
    if kind == .expression { return expression.equals(other.expression) }
    guard variantCount == other.variantCount,
      variantsHaveExtra == other.variantsHaveExtra,
      kind != .palette || semantic.equals(other.semantic.bytes)
    else { return false }
    for index in upTo(endOfVariants, from: Recipe.payload)
    where words[index] != other.words[index] {
      return false
    }
    return true
  }

  /// Whether the recipe is a table of one variant.
  var hasOneVariant: Bool {
    words[Recipe.shape] & (1 &<< Recipe.countBit &- 1)
      == UInt64(Kind.variants.rawValue) | 1 &<< Recipe.variantsBit
  }

  /// The layer in which the color was registered, and its owner.
  var source: Source {
    get { Source(rawValue: words[Recipe.shape] &>> Recipe.sourceBit) }
    nonmutating set {
      let others = words[Recipe.shape] & (1 &<< Recipe.sourceBit &- 1)
      words[Recipe.shape] = others | newValue.rawValue &<< Recipe.sourceBit
    }
  }

  /// Whether variants have room for extra conditions.
  var variantsHaveExtra: Bool { words[Recipe.shape] &>> Recipe.extraBit & 1 != 0 }

  func variant(_ index: Int) -> Variant {
    let hasExtra = variantsHaveExtra
    let place = Recipe.payload &+ index &* Variant.stride(hasExtra: hasExtra)
    return Variant(words: words.advanced(by: place), hasExtra: hasExtra)
  }

  private var endOfVariants: Int {
    Recipe.payload &+ variantCount &* Variant.stride(hasExtra: variantsHaveExtra)
  }

  /// The semantic name by which a palette color is looked up.
  var semantic: StoredText {
    let place = words.advanced(by: endOfVariants)
    return StoredText(
      address: place.advanced(by: 1).address, count: Int(truncatingIfNeeded: place[0]))
  }

  /// The provider, if the color has one.
  var sharedProvider: SharedProvider? {
    kind == .provider ? SharedProvider(address: words[Recipe.payload]) : nil
  }

  var expression: Expression {
    let count = words[Recipe.payload &+ 1]
    let start = words.advanced(by: Recipe.payload &+ 2)
    return Expression(
      words: count & Recipe.inPlaceBit == 0 ? start : Words(address: start[0]),
      count: Int(truncatingIfNeeded: count & ~Recipe.inPlaceBit))
  }

  /// What the value of the expression depends on.
  var expressionNeeds: Expression.Needs {
    let word = words[Recipe.payload]
    return Expression.Needs(
      axes: AxisSet(rawValue: UInt32(truncatingIfNeeded: word)), theme: word >> 32 & 1 != 0,
      covered: word >> 33 != 0)
  }

  /// Whether the expression reads the recipe that this one shadows.
  var readsCovered: Bool { kind == .expression && words[Recipe.payload] >> 33 != 0 }

  /// A copy of the recipe that this one shadows, which this one owns; `nil` if there is none, or if
  /// this one does not read it. Only the current recipe of a color and the copies that it owns have
  /// copies, so that a version of a color consists of all that its value is computed from.
  var covered: Recipe? {
    get { readsCovered ? Recipe(address: words[wordCount &- 1]) : nil }
    nonmutating set { words[wordCount &- 1] = newValue?.words.address ?? 0 }
  }

  /// The copy of the recipe that lies `depth` below this one.
  func shadowed(_ depth: UInt32) -> Recipe? {
    var recipe: Recipe? = self
    for _ in upTo(Int(depth)) { recipe = recipe?.covered }
    return recipe
  }

  /// Whether the expression uses levels of colors.
  var hasLevels: Bool {
    guard kind == .expression else { return false }
    var has = covered?.hasLevels ?? false
    expression.forEachNode { node in has = has || node.operation == .level }
    return has
  }

  /// Whether the value may be computed by a provider that has never been asked.
  var hasUnaskedProvider: Bool {
    var recipe = self
    while let next = recipe.covered { recipe = next }
    return !(recipe.sharedProvider?.hasBeenAsked ?? true)
  }

  /// Whether the value depends only on the environment.
  var isSelfContained: Bool {
    switch kind {
    case .nothing: return true
    case .expression: return !expressionNeeds.theme
    case .palette, .provider: return false
    case .variants:
      for index in upTo(variantCount) where variant(index).target != .none { return false }
      return true
    }
  }

  /// Replaces the conditions of all variants, before the recipe is published.
  func changeConditions(_ change: (Variant.Conditions) -> Variant.Conditions) {
    for index in upTo(variantCount) { variant(index).changeConditions(change) }
    guard kind == .expression else { return }
    expression.forEachNode { node in
      if node.operation == .variants { node.changeConditions(change) }
    }
  }

  // MARK: - In time

  var publishedAt: UInt64 { words[Recipe.version] >> 12 }

  /// How often the index of the color had been reused before.
  var reuses: UInt32 { UInt32(truncatingIfNeeded: words[Recipe.version] & 0xFFF) }

  func publish(at version: UInt64, reuses: UInt32, generation: UInt64) {
    words[Recipe.version] = version << 12 | UInt64(reuses & 0xFFF)
    words[Recipe.generationOrNewer] = generation
  }

  /// The generation of the edit that made this state. Only for a current state.
  var generation: UInt64 { words[Recipe.generationOrNewer] }

  /// The next older state, or `nil`.
  var olderState: Recipe? {
    get { Recipe(address: words[Recipe.older]) }
    nonmutating set { words[Recipe.older] = newValue?.words.address ?? 0 }
  }

  /// The next newer state. Only for a retired state.
  var newerState: Recipe? {
    get { Recipe(address: words[Recipe.generationOrNewer]) }
    nonmutating set { words[Recipe.generationOrNewer] = newValue?.words.address ?? 0 }
  }

  /// The next state in a list of retired or shadowed states.
  var nextInList: Recipe? {
    get { Recipe(address: words[Recipe.next]) }
    nonmutating set { words[Recipe.next] = newValue?.words.address ?? 0 }
  }

  /// The state of the color at a version: this one, or an older one.
  func state(at version: UInt64) -> Recipe? {
    var state: Recipe? = self
    while let candidate = state, candidate.publishedAt > version { state = candidate.olderState }
    return state
  }
}

/// One variant of a color: its conditions and its color.
struct Variant: BitwiseCopyable {
  // The words: conditions; id, space and missing components; two words with the resolved color; the
  // components and alpha of the color as it was given; and, in tables that have room for them, two
  // with extra conditions.
  private static var extra: Int { 8 }

  fileprivate static func stride(hasExtra: Bool) -> Int { hasExtra ? 10 : 8 }

  fileprivate let words: Words
  fileprivate let hasExtra: Bool

  fileprivate init(words: Words, hasExtra: Bool) {
    self.words = words
    self.hasExtra = hasExtra
  }

  var conditions: Conditions {
    let standard = words[0]
    guard hasExtra, Conditions.hasExtra(standard) else { return Conditions(rawValue: standard) }
    return Conditions(
      rawValue: standard, extra: SIMD2(words[Variant.extra], words[Variant.extra &+ 1]))
  }

  fileprivate func changeConditions(_ change: (Conditions) -> Conditions) {
    set(change(conditions))
  }

  /// The color that this variant refers to, which is resolved in the same environment; or none.
  var target: ColorID { ColorID(UInt32(truncatingIfNeeded: words[1])) }

  /// The resolved color, as it is cached.
  var cell: ResolvedCell { ResolvedCell(low: words[2], high: words[3]) }

  /// The color as it was given.
  var color: Color? {
    let kind = words[1] >> 32
    guard let space = ColorSpace(UInt32(truncatingIfNeeded: kind & 0xFFFF)) else { return nil }
    func number(_ index: Int) -> Double { Double(bitPattern: words[index]) }
    return Color(
      space, SIMD3(number(4), number(5), number(6)), alpha: number(7),
      missing: Color.Missing(rawValue: UInt32(truncatingIfNeeded: kind >> 16)))
  }

  /// The word with the space and the missing components of a color.
  private static func kind(of color: Color) -> UInt64 {
    UInt64(color.space.rawValue) << 32 | UInt64(color.missing.rawValue) << 48
  }

  /// Returns whether it was set to exactly this color.
  func has(_ color: Color) -> Bool {
    guard words[1] == Variant.kind(of: color), words[7] == color.alpha.bitPattern else {
      return false
    }
    for index in 0..<3 where words[4 &+ index] != color.components[index].bitPattern {
      return false
    }
    return true
  }

  /// Extra conditions are lost if the table has no room for them.
  private func set(_ conditions: Conditions) {
    words[0] = hasExtra ? conditions.rawValue : conditions.withoutExtra.rawValue
    guard hasExtra else { return }
    words[Variant.extra] = conditions.extra.x
    words[Variant.extra &+ 1] = conditions.extra.y
  }

  @inline(never)
  func set(_ conditions: Conditions, _ target: ColorID) {
    set(conditions)
    words[1] = UInt64(target.rawValue)
    // Recipes are compared by their words.
    for index in 2..<Variant.extra { words[index] = 0 }
  }

  @inline(never)
  func set(_ conditions: Conditions, _ color: Color) {
    let cell = ResolvedCell(color.rgba)
    set(conditions)
    words[1] = Variant.kind(of: color)
    words[2] = cell.low
    words[3] = cell.high
    for index in 0..<3 { words[4 &+ index] = color.components[index].bitPattern }
    words[7] = color.alpha.bitPattern
  }
}
