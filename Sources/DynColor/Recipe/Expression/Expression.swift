// Recipe: expressions, from which colors are computed, as trees of nodes in memory.

/// The operation of a node of an expression.
///
/// A node is a run of words. The first, its head, has the operation in the lowest byte, a detail in
/// the next three, and the number of the node's words, with the head, in the upper half. What
/// follows is said at each operation.
enum Operation: UInt8 {
  /// A color: four words, its components and alpha; the detail is its space, and from bit 8 on the
  /// missing components.
  case constant = 1
  /// Another color of the theme: its name and, with detail 1, a fallback.
  case reference = 2
  /// The environment's foreground color.
  case currentColor = 3
  /// A system color of the desktop: the detail is a `SystemColor`.
  case systemColor = 4
  /// The color for the light scheme, and that for the dark one.
  case lightDark = 5
  /// Colors, each after a word that is its weight; before the first a word that is multiplied with
  /// the alpha of the result. The detail is a space, and from bit 8 on a direction of hue.
  case mix = 6
  /// A color made of the components of another: that one, and four calculations. The detail is a
  /// `ColorFunction`.
  case relative = 7
  /// A color with another alpha: the color, and a calculation.
  case alpha = 8
  /// White or black, whichever has more contrast with a color.
  case contrastColor = 9
  /// Pairs of a condition and a color: the color of the first condition that holds is used. The
  /// detail is a `ChoiceKind`: the kind of the values, if they are not colors.
  case conditional = 10
  /// A level of a color: the detail is how far below that one it is, from 0 to 4.
  case level = 11
  /// A color of the environment's palette, by the rest of its name, as in a `reference`.
  case palette = 12
  /// Colors, of which the first that has a value is used.
  case first = 13
  /// A color over another: the choice of a blend mode, the color, and the backdrop. The detail is
  /// the space, one of red, green and blue.
  case blend = 14
  /// A color that can be read on another: the two, and the choice of a ratio of contrast.
  case ensureContrast = 15
  /// Pairs of a `Variant.Conditions`, which is one word or three, and a color.
  case variants = 16
  /// Another color of the theme: a word that is its id.
  case target = 17
  /// What the definition that contains it shadows in lower layers. With detail 1, a fallback.
  case covered = 18

  /// Conditions that must all hold.
  case all = 32
  /// Conditions of which one must hold.
  case any = 33
  /// A condition that must not hold.
  case not = 34
  /// Detail 0 never holds, 1 always; 2 is not known.
  case truth = 35
  /// A media feature: the detail is a `MediaFeature`, from bit 8 on its value, and in bit 16
  /// whether a greater value also matches.
  case media = 36
  /// An axis, by its name; unless the detail is 1, a value, as the text of it.
  case style = 37

  /// Code of a `Calculation`.
  case calculation = 64
  /// The component is missing.
  case missing = 65

  // Values other than colors that `lightDark` and `conditional` can choose.
  /// A blend mode: the detail is a `BlendMode`.
  case blendMode = 66
  /// A number: the next word.
  case number = 67

  /// Whether its color is computed from others, so that they are evaluated first.
  var isComputed: Bool {
    switch self {
    case .mix, .relative, .alpha, .contrastColor, .first, .blend, .ensureContrast: true
    case .constant, .reference, .currentColor, .systemColor, .lightDark, .conditional, .level,
      .palette, .variants, .target, .covered, .all, .any, .not, .truth, .media, .style,
      .calculation, .missing, .blendMode, .number:
      false
    }
  }
}

/// What the values are that `light-dark()` and `if()` choose between.
enum ChoiceKind: UInt32 {
  case color = 0
  case blendMode = 1
  case ratio = 2
}

/// An expression, or a node of one. It does not own its words.
///
/// Reading is total: words that are not an expression also have a color, or none, and never crash.
struct Expression: BitwiseCopyable {
  let words: Words
  /// The number of words there are, which no node goes beyond.
  let count: Int

  /// How large an expression may be.
  static var greatestCount: Int { 1 << 16 }

  init(words: Words, count: Int) {
    self.words = words
    self.count = count
  }

  /// The absence of an expression.
  static var none: Expression { Expression(words: .none, count: 0) }

  /// The word at `index`; 0 if there is none.
  func word(_ index: Int) -> UInt64 {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? words[index] : 0
  }

  var operation: Operation? { Operation(rawValue: UInt8(truncatingIfNeeded: word(0))) }

  /// 24 bits.
  var detail: UInt32 { UInt32(truncatingIfNeeded: word(0)) >> 8 }

  /// The number of words of this node.
  var size: Int { max(min(Int(truncatingIfNeeded: word(0) >> 32), count), 1) }

  /// The node that begins at a place of this one; without words, if there is none.
  @inline(never)
  func node(at place: Int) -> Expression { nodeInline(at: place) }

  /// `node(at:)`, inlined where a call would cost more than its body.
  @inline(__always)
  func nodeInline(at place: Int) -> Expression {
    let start = max(min(place, size), 0)
    let rest = Expression(words: words.advanced(by: start), count: size &- start)
    return Expression(words: rest.words, count: min(rest.size, rest.count))
  }

  /// The text at a place, and the place after it.
  @inline(never)
  func text(at place: Int) -> (StoredText, next: Int) {
    let length = Int(truncatingIfNeeded: min(word(place), 1 << 24))
    let next = place &+ 1 &+ (length &+ 7) / 8
    guard place > 0, next <= size else { return (.empty, size) }
    return (StoredText(address: words.advanced(by: place &+ 1).address, count: length), next)
  }

  func number(_ place: Int) -> Double { Double(bitPattern: word(place)) }

  @inline(__always)
  var isConstant: Bool {
    UInt8(truncatingIfNeeded: word(0)) == Operation.constant.rawValue
  }

  /// The color of a constant.
  var constant: Color? {
    guard isConstant, let space = ColorSpace(detail & 0xFF) else { return nil }
    return Color(
      space, SIMD3(number(1), number(2), number(3)), alpha: number(4),
      missing: Color.Missing(rawValue: detail >> 8))
  }

  /// The operands of `light-dark()`.
  var light: Expression { node(at: 1) }
  var dark: Expression { node(at: 1 &+ light.size) }

  /// The color that a node refers to by its id.
  var target: ColorID { ColorID(UInt32(truncatingIfNeeded: word(1))) }

  /// The name of a reference or palette color, and the place of its fallback, or 0.
  var reference: (name: StoredText, fallback: Int) {
    let (name, next) = text(at: 1)
    return (name, detail & 1 == 0 ? 0 : next)
  }

  /// What the value of an expression depends on.
  struct Needs: BitwiseCopyable {
    /// Axes that decide, besides those of style queries.
    var axes = AxisSet.none
    /// Whether anything of the theme does: colors, or axes of its own.
    var theme = false
    /// Whether the definition that it shadows does.
    var covered = false

    /// Adds the needs of a node, without those of its children.
    mutating func add(_ node: Expression) {
      switch node.operation {
      case .reference, .style, .level, .target: theme = true
      case .covered: (theme, covered) = (true, true)
      case .palette:
        theme = true
        axes.insert(.palette)
      case .variants:
        var needed = AxisSet.none
        node.forEachVariant { conditions, _ in needed.formUnion(conditions.axes) }
        axes.formUnion(needed)
      case .lightDark: axes.insert(.scheme)
      case .media:
        guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail)) else {
          return
        }
        axes.insert(feature.axis)
        if feature == .contrast { axes.insert(.forcedColors) }
      case .currentColor:
        // A color of the environment may itself depend on anything.
        self = Needs(axes: .all, theme: true, covered: covered)
      case .systemColor:
        theme = true
        axes.insert(.scheme)
        if SystemColor(detail: node.detail) == .accent { axes = .all }
      default: break
      }
    }
  }

  var needs: Needs {
    var needs = Needs()
    forEachNode { node in needs.add(node) }
    return needs
  }

  /// Calls `body` with this node and all within it, calculations excepted.
  @inline(never)
  func forEachNode(_ body: (Expression) -> Void) {
    body(self)
    forEachPart { $0.forEachNode(body) }
  }

  /// Whether the color with this name needs itself in every environment if this is its expression.
  /// What only some environments choose does not count, nor do candidates, fallbacks and references
  /// that have one.
  @inline(never)
  func alwaysRefers(to name: Span<UInt8>) -> Bool {
    switch operation {
    case .reference: return detail & 1 == 0 && reference.name.equals(name)
    case .systemColor:
      // The environment may have another accent.
      let color = SystemColor(detail: detail)
      return color != .accent && StoredText(color.name).equals(name)
    case .mix, .relative, .alpha, .contrastColor, .level, .blend, .ensureContrast:
      var refers = false
      forEachPart { part in refers = refers || part.alwaysRefers(to: name) }
      return refers
    default: return false
    }
  }

  /// Calls `body` with the nodes directly within this one, calculations excepted.
  @inline(never)
  func forEachPart(_ body: (Expression) -> Void) {
    var place = firstPart
    while place < size {
      place &+= precedingWordCount(at: place)
      let node = nodeInline(at: place)
      body(node)
      place &+= node.size
    }
  }

  /// How many words before a child belong to it, such as the weight of a color in a mix. They begin
  /// at a place.
  @inline(__always)
  func precedingWordCount(at place: Int) -> Int {
    switch operation {
    case .mix: 1
    case .variants: Variant.Conditions.hasExtra(word(place)) ? 3 : 1
    default: 0
    }
  }

  /// The place of the first child, or of the words that belong to it; the size if there is none.
  var firstPart: Int {
    switch operation {
    case .reference, .palette: reference.fallback > 0 ? reference.fallback : size
    case .mix: 2
    case .covered: detail & 1 == 0 ? size : 1
    case .variants: 1
    case .lightDark, .relative, .alpha, .contrastColor, .conditional, .level, .first, .blend,
      .ensureContrast, .all, .any, .not:
      1
    case .constant, .currentColor, .systemColor, .target, .truth, .media, .style, .calculation,
      .missing, .blendMode, .number, nil:
      size
    }
  }

  /// The conditions of the variant that begins at a place.
  @inline(__always)
  func conditions(at place: Int) -> Variant.Conditions {
    let first = word(place)
    guard Variant.Conditions.hasExtra(first) else { return Variant.Conditions(rawValue: first) }
    return Variant.Conditions(
      rawValue: first, extra: SIMD2(word(place &+ 1), word(place &+ 2)))
  }

  /// Calls `body` with the conditions and the color of each variant of a table of them.
  @inline(never)
  func forEachVariant(_ body: (Variant.Conditions, Expression) -> Void) {
    var place = 1
    while place < size {
      let conditions = conditions(at: place)
      place &+= conditions.wordCount
      let color = node(at: place)
      body(conditions, color)
      place &+= color.size
    }
  }

  /// Replaces the values of conditions in a table of variants. None may become 0.
  func changeConditions(_ change: (Variant.Conditions) -> Variant.Conditions) {
    var place = 1
    while place < size {
      let conditions = conditions(at: place)
      let changed = change(conditions)
      words[place] = changed.rawValue
      if conditions.hasExtra, place &+ 2 < size {
        words[place &+ 1] = changed.extra.x
        words[place &+ 2] = changed.extra.y
      }
      place &+= conditions.wordCount
      place &+= node(at: place).size
    }
  }

  /// The number of variants of the equivalent table of constants and colors by their ids; `nil` if
  /// there is none.
  var tableCount: Int? { table?.count }

  /// The same, and whether a variant has extra conditions.
  var table: (count: Int, haveExtra: Bool)? {
    switch operation {
    case .constant, .target: return isVariant ? (1, false) : nil
    case .lightDark: return light.isVariant && dark.isVariant ? (2, false) : nil
    case .variants:
      var count = 0
      var areVariants = true
      var haveExtra = false
      forEachVariant { conditions, color in
        count &+= 1
        areVariants = areVariants && color.isVariant
        haveExtra = haveExtra || conditions.hasExtra
      }
      return count > 0 && areVariants ? (count, haveExtra) : nil
    default: return nil
    }
  }

  /// Whether it can be a variant of a table.
  private var isVariant: Bool { operation == .target || constant != nil }

  /// Calls `body` with the place of each word that is the id of another color, and that.
  func forEachTarget(_ body: (Int, ColorID) -> Void) {
    forEachNode { node in
      guard node.operation == .target else { return }
      let place = Int(truncatingIfNeeded: (node.words.address &- words.address) / 8) &+ 1
      body(place, ColorID(UInt32(truncatingIfNeeded: node.word(1))))
    }
  }

  /// Replaces the ids of other colors.
  func moveTargets(_ change: (ColorID) -> ColorID) {
    forEachTarget { place, id in words[place] = UInt64(change(id).rawValue) }
  }

  /// Whether two expressions have equal words.
  func equals(_ other: Expression) -> Bool {
    guard count == other.count else { return false }
    for index in upTo(count) where word(index) != other.word(index) { return false }
    return true
  }

  func combine(into hash: inout Hash) {
    for index in upTo(count) { hash.combine(word(index)) }
  }
}
