// Recipe: expressions, from which colors are computed, as trees of nodes in memory.

/// The operation of a node of an expression.
///
/// A node consists of consecutive words. The first word is its head: from the lowest bit, 8 bits of
/// operation, 24 bits of detail, and 32 bits with the number of words of the node, including the
/// head. Each case says what the other words are. A text is a word with the number of bytes of the
/// text, and then the bytes, eight in a word.
enum Operation: UInt8 {
  /// A color: four words with its components and alpha. The detail is the space, and from bit 8 on
  /// the missing components.
  case constant = 1
  /// Another color of the theme, by name: the text of the name and, if the detail is 1, a fallback.
  case reference = 2
  /// The environment's foreground color.
  case currentColor = 3
  /// A system color of CSS: the detail is a `SystemColor`.
  case systemColor = 4
  /// Two colors: the first for the light scheme, the second for the dark scheme.
  case lightDark = 5
  /// A mix: a word with the factor for the alpha of the result; then the colors, each after a word
  /// with its weight. The detail is a space, and from bit 8 on a `HueDirection`.
  case mix = 6
  /// A relative color: the origin color, and four calculations of components. The detail is a
  /// `ColorFunction`.
  case relative = 7
  /// A color with another alpha: the color, and a calculation.
  case alpha = 8
  /// White or black, whichever has more contrast with a color.
  case contrastColor = 9
  /// Pairs of a condition and a value, usually a color. The value of the first condition that holds
  /// is used. The detail is a `ValueKind`.
  case conditional = 10
  /// A color at a fainter level. The detail, 0 to 4, is the number of levels to advance by.
  case level = 11
  /// A color of the environment's palette, by its semantic name. The words are as for `reference`.
  case palette = 12
  /// Colors, called candidates: the first one that has a value is used.
  case firstAvailable = 13
  /// A blend: a blend mode (which may depend on conditions); then the source color; then the
  /// backdrop. The detail is an RGB space.
  case blend = 14
  /// A color that is adjusted to be readable: the color, one to eight backgrounds, and a contrast
  /// ratio, which may depend on conditions. The lowest 3 bits of the detail are the number of
  /// backgrounds − 1. Bit 3 of the detail is set for `--grade-contrast()`: then the contrast of the
  /// environment decides how far the color is adjusted.
  case ensureContrast = 15
  /// A table of variants: pairs of a `Variant.Conditions`, which has one or three words, and a
  /// color.
  case variants = 16
  /// Another color of the theme, by id: a word with the id.
  case referenceByID = 17
  /// `--covered()`: the color's definition in the next lower layer, which the definition that
  /// contains this node shadows. If the detail is 1, the other words are a fallback.
  case covered = 18
  /// A function of one color: a word with a number, and the color. The detail is the number of a
  /// `ColorFilter`.
  case filter = 19

  /// Conditions that must all hold.
  case all = 32
  /// Conditions of which one must hold.
  case any = 33
  /// A condition that must not hold.
  case not = 34
  /// A constant condition. The detail is 0 for false, 1 for true and 2 for unknown.
  case truth = 35
  /// A media feature. The detail has a `MediaFeature` in its lowest byte, and the value in the next
  /// one: 0 if the query has no value.
  case media = 36
  /// A style query: the text of the name of an axis and, unless the detail is 1, the text of the
  /// name of a value.
  case style = 37

  /// The instructions of a `Calculation`.
  case calculation = 64
  /// A missing component.
  case missing = 65

  // `lightDark` and `conditional` can also select between values that are not colors: blend modes
  // or contrast ratios.
  /// A blend mode. The detail is a `BlendMode`.
  case blendMode = 66
  /// A contrast ratio: a word with a number.
  case number = 67

  /// True if the node computes its color from the colors of operands, so that the operands must be
  /// evaluated first. False for `variants`: it has operands only in environments whose contrast is
  /// between those of two variants, which are then interpolated.
  var computesColor: Bool {
    switch self {
    case .mix, .relative, .alpha, .contrastColor, .firstAvailable, .blend, .ensureContrast,
      .filter:
      true
    case .constant, .reference, .currentColor, .systemColor, .lightDark, .conditional, .level,
      .palette, .variants, .referenceByID, .covered, .all, .any, .not, .truth, .media, .style,
      .calculation, .missing, .blendMode, .number:
      false
    }
  }
}

/// The kind of the values that `light-dark()` and `if()` select from.
enum ValueKind: UInt32 {
  case color = 0
  case blendMode = 1
  case ratio = 2
}

/// A view of an expression or of one of its nodes. The view does not own the words.
///
/// All functions are total: words that are not an expression never cause a trap.
struct Expression: BitwiseCopyable {
  let words: Words
  /// The number of words that may be read. No node extends beyond these words.
  let count: Int

  /// The greatest number of words of an expression.
  static var greatestCount: Int { 1 << 16 }

  init(words: Words, count: Int) {
    self.words = words
    self.count = count
  }

  /// An expression without words.
  static var none: Expression { Expression(words: .none, count: 0) }

  /// The word at `index`; 0 if there is none.
  func word(_ index: Int) -> UInt64 {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? words[index] : 0
  }

  /// The operation of this node; `nil` if the words are not a node.
  var operation: Operation? { Operation(rawValue: UInt8(truncatingIfNeeded: word(0))) }

  /// The detail of the head: 24 bits.
  var detail: UInt32 { UInt32(truncatingIfNeeded: word(0)) >> 8 }

  /// The number of words of this node: at most `count`, and at least 1, so that a loop over nodes
  /// always advances.
  var size: Int { max(min(Int(truncatingIfNeeded: word(0) >> 32), count), 1) }

  /// The node whose head is at `index` of this node. The result's `count` is its number of words:
  /// 0 if the index is the end of this node.
  @inline(never)
  @_optimize(speed)
  func node(at index: Int) -> Expression { nodeInline(at: index) }

  /// `node(at:)`, inlined where a call would cost more than its body.
  @inline(__always)
  func nodeInline(at index: Int) -> Expression {
    let start = max(min(index, size), 0)
    let rest = Expression(words: words.advanced(by: start), count: size &- start)
    return Expression(words: rest.words, count: min(rest.size, rest.count))
  }

  /// The text at `index`, and the index of the word after it. An empty text if the words of the
  /// text would not fit in the node.
  @inline(never)
  @_optimize(speed)
  func text(at index: Int) -> (text: StoredText, next: Int) {
    // No text in an expression has 2²⁴ bytes. The limit keeps the next sum from overflowing.
    let length = Int(truncatingIfNeeded: min(word(index), 1 << 24))
    let next = index &+ 1 &+ (length &+ 7) / 8
    guard index > 0, next <= size else { return (.empty, size) }
    return (StoredText(address: words.advanced(by: index &+ 1).address, count: length), next)
  }

  /// The number whose bits are the word at `index`.
  func number(_ index: Int) -> Double { Double(bitPattern: word(index)) }

  /// Returns whether this node has an operation, even if its other words are invalid.
  @inline(__always)
  func isNode(_ operation: Operation) -> Bool {
    UInt8(truncatingIfNeeded: word(0)) == operation.rawValue
  }

  /// The color, if this is a valid constant.
  @_optimize(speed)
  var constant: Color? {
    // Once the count is known, the compiler leaves out the checks of the words below.
    guard isNode(.constant), count >= 5, let space = ColorSpace(detail & 0xFF) else { return nil }
    return Color(
      space, SIMD3(number(1), number(2), number(3)), alpha: number(4),
      missing: Color.Missing(rawValue: detail >> 8))
  }

  /// The two colors of `light-dark()`.
  var lightAndDark: (light: Expression, dark: Expression) {
    let light = light
    return (light, node(at: 1 &+ light.size))
  }
  var light: Expression { node(at: 1) }
  var dark: Expression { lightAndDark.dark }

  /// The number of backgrounds of an `ensureContrast` node.
  var backgroundCount: Int {
    Int(truncatingIfNeeded: detail) & (Backgrounds.greatestCount &- 1) &+ 1
  }

  /// The bit in the detail of an `ensureContrast` node for `--grade-contrast()`.
  static var gradedContrastBit: UInt32 { 8 }

  /// True for the `ensureContrast` node of `--grade-contrast()`.
  var isGradedContrast: Bool {
    operation == .ensureContrast && detail & Expression.gradedContrastBit != 0
  }

  /// The id of the color that a `referenceByID` refers to.
  var referencedID: ColorID { ColorID(UInt32(truncatingIfNeeded: word(1))) }

  /// The name in a `reference` or `palette` node, and the index of the fallback, which is 0 if
  /// there is no fallback.
  var reference: (name: StoredText, fallbackIndex: Int) {
    let (name, next) = text(at: 1)
    return (name, detail & 1 == 0 ? 0 : next)
  }

  /// The inputs that the value of an expression depends on.
  struct Inputs: BitwiseCopyable {
    /// The axes that the value depends on, without the axes of style queries: finding these by name
    /// needs the theme.
    var axes = AxisSet.none
    /// True if the value depends on the theme: on other colors, on names of axes, or on the
    /// opacities of levels.
    var usesTheme = false
    /// True if the value depends on the definition that the expression's own definition shadows,
    /// through `--covered()`.
    var usesCovered = false
    /// The extra work of functions that take long. The unit is the work for one word of an
    /// expression, which takes about 20 nanoseconds. The words themselves are not counted here.
    var extraWork = 0

    /// The greatest extra work that a recipe can store; greater work is stored as this number.
    static var greatestExtraWork: Int { 1 << 29 &- 1 }

    /// The inputs of most expressions that refer to other colors: nothing but the theme.
    static var themeAlone: Inputs { Inputs(usesTheme: true) }
    /// True if the inputs are `themeAlone`.
    var areThemeAlone: Bool { usesTheme && axes == .none && !usesCovered && extraWork == 0 }

    /// Adds the inputs of a node, without the inputs of its children. If `hasEnvironmentColors` is
    /// false, the environment specifies neither a foreground nor an accent.
    @_optimize(speed)
    mutating func add(_ node: Expression, hasEnvironmentColors: Bool = true) {
      switch node.operation {
      case .reference, .style, .level, .referenceByID: usesTheme = true
      case .covered: (usesTheme, usesCovered) = (true, true)
      case .palette:
        usesTheme = true
        axes.insert(.palette)
      case .variants:
        var conditionAxes = AxisSet.none
        node.forEachVariant { conditions, _ in conditionAxes.formUnion(conditions.axes) }
        axes.formUnion(conditionAxes)
      case .lightDark: axes.insert(.scheme)
      case .filter:
        if node.filter?.dependsOnScheme == true { axes.insert(.scheme) }
        if node.filter?.dependsOnContrast == true { axes.insert(.contrast) }
        extraWork &+= node.filter?.extraWork(node.number(1)) ?? 0
      case .ensureContrast:
        if node.isGradedContrast { axes.insert(.contrast) }
        // The search for a readable color takes about as long as 512 words for each background.
        extraWork &+= 512 &* node.backgroundCount
      case .media:
        guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail)) else {
          return
        }
        axes.insert(feature.axis)
        // With forced colors, the contrast is `custom`.
        if feature == .contrast { axes.insert(.forcedColors) }
      case .currentColor, .systemColor:
        usesTheme = true
        axes.insert(.scheme)
        // The environment's foreground and accent may be any color, so they may depend on anything.
        if hasEnvironmentColors, node.isEnvironmentColor { axes = .all }
      default: break
      }
    }
  }

  /// The inputs of this node and its descendants.
  var inputs: Inputs {
    var inputs = Inputs()
    forEachNode { node in inputs.add(node) }
    return inputs
  }

  /// The axes that the value depends on in environments that specify neither a foreground nor an
  /// accent.
  var axesWithoutEnvironmentColors: AxisSet {
    var inputs = Inputs()
    forEachNode { node in inputs.add(node, hasEnvironmentColors: false) }
    return inputs.axes
  }

  /// True for `currentColor` and `AccentColor`, for which an environment may specify a color.
  @_optimize(speed)
  var isEnvironmentColor: Bool {
    operation == .currentColor
      || operation == .systemColor && SystemColor(detail: detail) == .accent
  }

  /// The function of a `filter` node; `nil` for other nodes, and if the detail is no filter or
  /// the filter does not accept the node's number.
  var filter: ColorFilter? {
    guard operation == .filter, let filter = ColorFilter(number: detail),
      filter.accepts(number(1))
    else { return nil }
    return filter
  }

  /// True if the expression is a constant, or a constant for each scheme: the most frequent kinds,
  /// in which searches for names find nothing.
  @_optimize(speed)
  var hasOnlyConstants: Bool {
    if operation == .constant { return true }
    guard operation == .lightDark else { return false }
    let light = nodeInline(at: 1)
    return light.operation == .constant
      && nodeInline(at: 1 &+ light.size).operation == .constant
  }

  /// True if searches for conditions, and for lookups in palettes, find nothing. Only the kinds that
  /// most expressions have are recognized.
  @_optimize(speed)
  var isPlain: Bool { hasOnlyConstants || isPlainReference }

  /// True if the expression is a reference without a fallback, which has no descendants.
  var isPlainReference: Bool { isNode(.reference) && detail & 1 == 0 }

  /// Calls `body` with this node and its descendants, parents first. Skips the insides of
  /// calculations.
  @inline(never)
  @_optimize(speed)
  func forEachNode(_ body: (Expression) -> Void) {
    body(self)
    forEachChild { $0.forEachNode(body) }
  }

  /// Returns whether this expression refers to the color with this name and id in every
  /// environment. If this expression defined that color, the color would always depend on itself.
  ///
  /// Where one of several values is selected, by the environment or as the first candidate with a
  /// color, each of the values must refer to the color. Ignores fallbacks, and references with a
  /// fallback.
  @inline(never)
  func alwaysRefers(to name: Span<UInt8>, id: ColorID) -> Bool {
    switch operation {
    case .reference: return detail & 1 == 0 && reference.name.equals(name)
    case .referenceByID: return id != .none && referencedID == id
    case .systemColor:
      // `AccentColor` refers to the theme's color with this name only if the environment specifies
      // no accent. So it does not refer to that color in every environment.
      let color = SystemColor(detail: detail)
      return color != .accent && StoredText(color.name).equals(name)
    case .mix, .relative, .alpha, .contrastColor, .level, .blend, .ensureContrast, .filter:
      var refers = false
      forEachChild { child in refers = refers || child.alwaysRefers(to: name, id: id) }
      return refers
    case .lightDark, .variants, .firstAvailable, .conditional:
      // The parser drops a branch whose condition never holds. An `if()` that has lost all branches
      // has no children, and refers to nothing.
      var choiceCount = 0
      var refers = true
      // The children of an `if()` are conditions and values in turn.
      var isCondition = operation == .conditional
      forEachChild { child in
        if !isCondition {
          refers = refers && child.alwaysRefers(to: name, id: id)
          choiceCount &+= 1
        }
        isCondition = operation == .conditional && !isCondition
      }
      return refers && choiceCount > 0
    default: return false
    }
  }

  /// Calls `body` with each child of this node. The instructions of a calculation are not children.
  @inline(never)
  @_optimize(speed)
  func forEachChild(_ body: (Expression) -> Void) {
    var index = firstChildIndex
    while index < size {
      index &+= precedingWordCount(at: index)
      let node = nodeInline(at: index)
      body(node)
      index &+= node.size
    }
  }

  /// The number of words before a child that belong to it: the weight of a color in a mix, or the
  /// conditions of a variant. `index` is where these words begin or, if there are none, where the
  /// child begins.
  @inline(__always)
  func precedingWordCount(at index: Int) -> Int {
    switch operation {
    case .mix: 1
    case .variants: Variant.Conditions.hasExtra(word(index)) ? 3 : 1
    default: 0
    }
  }

  /// The index of the first child, or of the preceding words that belong to it; `size` if there is
  /// no child.
  @_optimize(speed)
  var firstChildIndex: Int {
    switch operation {
    case .reference, .palette: reference.fallbackIndex > 0 ? reference.fallbackIndex : size
    case .mix, .filter: 2
    case .covered: detail & 1 == 0 ? size : 1
    case .variants: 1
    case .lightDark, .relative, .alpha, .contrastColor, .conditional, .level, .firstAvailable,
      .blend,
      .ensureContrast, .all, .any, .not:
      1
    case .constant, .currentColor, .systemColor, .referenceByID, .truth, .media, .style,
      .calculation,
      .missing, .blendMode, .number, nil:
      size
    }
  }

  /// The conditions of the variant that begins at `index` of a `variants` node.
  @inline(__always)
  func conditions(at index: Int) -> Variant.Conditions {
    let standard = word(index)
    guard Variant.Conditions.hasExtra(standard) else {
      return Variant.Conditions(rawValue: standard)
    }
    return Variant.Conditions(
      rawValue: standard, extra: SIMD2(word(index &+ 1), word(index &+ 2)))
  }

  /// Calls `body` with the conditions and the color of each variant of a `variants` node.
  @inline(never)
  @_optimize(speed)
  func forEachVariant(_ body: (Variant.Conditions, Expression) -> Void) {
    var index = 1
    while index < size {
      let conditions = conditions(at: index)
      index &+= conditions.wordCount
      let color = node(at: index)
      body(conditions, color)
      index &+= color.size
    }
  }

  /// Replaces the conditions in a `variants` node. `change` must neither add nor remove extra
  /// conditions, because the node keeps its number of words.
  func changeConditions(_ change: (Variant.Conditions) -> Variant.Conditions) {
    var index = 1
    while index < size {
      let conditions = conditions(at: index)
      let changed = change(conditions)
      words[index] = changed.rawValue
      if conditions.hasExtra, index &+ 2 < size {
        words[index &+ 1] = changed.extra.x
        words[index &+ 2] = changed.extra.y
      }
      index &+= conditions.wordCount
      index &+= node(at: index).size
    }
  }

  /// The number of variants in the table that this expression can be stored as; `nil` if it cannot
  /// be stored as a table.
  var tableCount: Int? { tableSize?.count }

  /// True if this expression can be stored as a table of variants, none of which depends on a
  /// palette, a custom axis, the state or the vision.
  var isTableWithoutExtraConditions: Bool { tableSize.map { !$0.hasExtraConditions } ?? false }

  /// The size of the table of variants that this expression can be stored as in a recipe: the
  /// number of variants; whether one of them has extra conditions (on a palette, a custom axis, the
  /// state or the vision); and whether all colors are exact in cells (`Color.fitsInCell`), so that
  /// the table can be compact. `nil` for other kinds of expressions, and if one of the colors is
  /// neither a constant nor a reference by id.
  var tableSize: (count: Int, hasExtraConditions: Bool, fitInCells: Bool)? {
    switch operation {
    case .constant, .referenceByID: return fitsInCell.map { (1, false, $0) }
    case .lightDark:
      let (light, dark) = lightAndDark
      guard let lightFits = light.fitsInCell, let darkFits = dark.fitsInCell else { return nil }
      return (2, false, lightFits && darkFits)
    case .variants:
      var count = 0
      var canBeVariants = true
      var hasExtraConditions = false
      var fitInCells = true
      forEachVariant { conditions, color in
        count &+= 1
        let fits = color.fitsInCell
        canBeVariants = canBeVariants && fits != nil
        fitInCells = fitInCells && fits == true
        hasExtraConditions = hasExtraConditions || conditions.hasExtra
      }
      guard count > 0, canBeVariants else { return nil }
      return (count, hasExtraConditions, fitInCells)
    default: return nil
    }
  }

  /// True if a compact table can store this color: a reference by id, or a constant that is exact
  /// in a cell. `nil` if no table can store it, because it is neither.
  private var fitsInCell: Bool? {
    isNode(.referenceByID) ? true : constant.map { $0.fitsInCell }
  }

  /// Calls `body` with each reference by id: the index of the word that has the id, and the id.
  func forEachReferencedID(_ body: (Int, ColorID) -> Void) {
    forEachNode { node in
      guard node.operation == .referenceByID else { return }
      let index = Int(truncatingIfNeeded: (node.words.address &- words.address) / 8) &+ 1
      body(index, ColorID(UInt32(truncatingIfNeeded: node.word(1))))
    }
  }

  /// Replaces the id of each reference by id.
  func replaceReferencedIDs(_ change: (ColorID) -> ColorID) {
    forEachReferencedID { index, id in words[index] = UInt64(change(id).rawValue) }
  }

  /// Returns whether two expressions have equal words.
  func equals(_ other: Expression) -> Bool {
    guard count == other.count else { return false }
    for index in upTo(count) where word(index) != other.word(index) { return false }
    return true
  }

  func combine(into hash: inout Hash) {
    for index in upTo(count) { hash.combine(word(index)) }
  }
}
