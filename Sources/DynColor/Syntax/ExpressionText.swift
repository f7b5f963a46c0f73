// Syntax: serializes expressions as CSS.

/// The names for the numbers in an expression: ids of colors, values of axes, and custom axes.
protocol ExpressionNames: ~Copyable {
  /// True if `alpha()` may be written: the programs that read the text support it.
  static var hasAlphaFunction: Bool { get }

  /// Writes a reference by id, for which CSS has no syntax. The default implementation writes
  /// nothing: it is for expressions that refer to colors only by name.
  func append<Sink: TextSink & ~Copyable>(
    referenceByID id: ColorID, to text: inout Sink
  ) throws(Sink.Failure)

  /// The name of a palette, a subtype, a locale or a value of a custom axis, by its number. Empty
  /// if no name has this number.
  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText

  /// Returns whether an axis has a value of this name.
  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool

  /// The name of a custom axis, by its index among the custom axes.
  func name(ofCustomAxis index: Int) -> StoredText
}

extension ExpressionNames where Self: ~Copyable {
  static var hasAlphaFunction: Bool { true }

  func append<Sink: TextSink & ~Copyable>(
    referenceByID id: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {}
}

extension TextSink where Self: ~Copyable {
  /// Writes an expression. Parsing the text returns an equal expression, unless the expression has
  /// a reference by id, for which CSS has no syntax.
  @_optimize(speed)
  mutating func append<Names: ExpressionNames & ~Copyable>(
    _ expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    switch expression.operation {
    case .constant: try append(constant: expression)
    case .reference:
      try append("var(--")
      try append(restOfIdentifier: expression.reference.name.bytes)
      try append(fallbackOf: expression, names)
    case .palette:
      try append("--palette(")
      try append(identifier: expression.reference.name.bytes)
      try append(fallbackOf: expression, names)
    case .covered:
      try append("--covered(")
      // The detail is 1 if there is a fallback.
      if expression.detail & 1 != 0 { try append(expression.node(at: 1), names) }
      try append(")")
    case .referenceByID: try names.append(referenceByID: expression.referencedID, to: &self)
    case .currentColor: try append("currentcolor")
    case .systemColor: try append(contentsOf: SystemColor(detail: expression.detail).name)
    case .lightDark:
      try append("light-dark(")
      try append(expression.light, names)
      try append(", ")
      try append(expression.dark, names)
      try append(")")
    case .mix: try append(mix: expression, names)
    case .relative: try append(relative: expression, names)
    case .alpha: try append(alphaOf: expression, names)
    case .contrastColor:
      try append("contrast-color(")
      try append(expression.node(at: 1), names)
      try append(")")
    case .conditional: try append(conditional: expression, names)
    case .level: try append(level: expression, names)
    case .firstAvailable: try append(firstAvailable: expression, names)
    case .blend: try append(blend: expression, names)
    case .ensureContrast: try append(ensureContrast: expression, names)
    case .variants: try append(variants: expression, names)
    case .filter: try append(filter: expression, names)
    // Values of `light-dark()` and `if()` that are not colors.
    case .blendMode:
      try append(contentsOf: (BlendMode(rawValue: expression.detail) ?? .normal).name)
    case .number: try append(expression.number(1))
    // Other nodes are not values, so a valid expression has none of them here.
    default: try append("transparent")
    }
  }

  @inline(never)
  @_optimize(speed)
  private mutating func append(constant expression: Expression) throws(Failure) {
    try append(expression.constant ?? Color(.srgb, SIMD3()), .exact)
  }

  /// Writes the fallback of a reference, if it has one, and the closing parenthesis.
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    fallbackOf expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let fallbackIndex = expression.reference.fallbackIndex
    if fallbackIndex > 0 {
      try append(", ")
      try append(expression.node(at: fallbackIndex), names)
    }
    try append(")")
  }

  // MARK: - Colors from other colors

  // These functions call `append(_:_:)` for colors within the color, and `append(_:_:)` calls them.
  // They are not inlined, so that each level of nesting needs the stack of only one of them.

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    alphaOf expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let origin = expression.node(at: 1)
    try append(Names.hasAlphaFunction ? "alpha(from " : "color(from ")
    try append(origin, names)
    try append(Names.hasAlphaFunction ? " / " : " srgb r g b / ")
    try append(component: expression.node(at: 1 &+ origin.size), channelsOf: nil)
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    mix expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("color-mix(in ")
    try appendOutOfLine((ColorSpace(expression.detail & 0xFF) ?? .oklab).mixName)
    switch HueDirection(rawValue: UInt8(truncatingIfNeeded: expression.detail >> 8)) {
    case .longer: try append(" longer hue")
    case .increasing: try append(" increasing hue")
    case .decreasing: try append(" decreasing hue")
    default: break
    }
    let hasEvenWeights = expression.hasEvenWeights
    // The head and the factor for alpha are before the first weight.
    var index = 2
    while index < expression.size {
      let color = expression.node(at: index &+ 1)
      try append(", ")
      try append(color, names)
      if !hasEvenWeights {
        try append(" ")
        try append(expression.number(index))
        try append("%")
      }
      index &+= 1 &+ color.size
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    relative expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let function =
      ColorFunction(rawValue: UInt8(truncatingIfNeeded: expression.detail)) ?? .color(.srgb)
    try appendOutOfLine(function.name)
    try append("(from ")
    let origin = expression.node(at: 1)
    try append(origin, names)
    if function.hasSpaceArgument {
      try append(" ")
      try appendOutOfLine(function.space.name)
    }
    var index = 1 &+ origin.size
    for componentIndex in upTo(3) {
      let component = expression.node(at: index)
      if componentIndex < function.componentCount {
        try append(" ")
        try append(component: component, channelsOf: function)
      }
      index &+= component.size
    }
    let alpha = expression.node(at: index)
    // If alpha is not written, the alpha of the origin (the color after `from`) is copied.
    if alpha.operation != .calculation
      || Calculation(alpha).copiedChannel != ChannelNames.alphaIndex
    {
      try append(" / ")
      try append(component: alpha, channelsOf: function)
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    level expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--level(")
    try append(expression.node(at: 1), names)
    try append(", ")
    try append(contentsOf: levelNames.word(at: Int(expression.detail)))
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    firstAvailable expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--first(")
    var index = 1
    while index < expression.size {
      let color = expression.node(at: index)
      if index > 1 { try append(", ") }
      try append(color, names)
      index &+= color.size
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    blend expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let mode = expression.node(at: 1)
    let source = expression.node(at: 1 &+ mode.size)
    let backdrop = expression.node(at: 1 &+ mode.size &+ source.size)
    let space = ColorSpace(expression.detail) ?? .srgb
    try append("--blend(")
    try append(mode, names)
    if space != .srgb {
      try append(" in ")
      try appendOutOfLine(space.name)
    }
    try append(", ")
    try append(source, names)
    try append(", ")
    try append(backdrop, names)
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    ensureContrast expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append(expression.isGradedContrast ? "--grade-contrast(" : "--ensure-contrast(")
    var index = 1
    while index < expression.size {
      let child = expression.node(at: index)
      if index > 1 { try append(", ") }
      // The children are the color, the backgrounds and, last, the ratio.
      if index > 1, index &+ child.size < expression.size { try append("on ") }
      try append(child, names)
      index &+= child.size
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    filter expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    guard let filter = expression.filter else { return try append("transparent") }
    try append(filter.name)
    try append("(")
    try append(expression.node(at: 2), names)
    let number = expression.number(1)
    switch filter {
    case .vision(let vision):
      try append(", ")
      try append(contentsOf: Axis.vision.name(ofValue: UInt64(vision.rawValue)))
      if number != 100 {
        try append(" ")
        try append(number)
        try append("%")
      }
    case .tone, .scale:
      try append(", ")
      try append(number)
    case .darkOf, .lightOf:
      // The number of the role, from 1 on; 0 for none. Adding 2^52 leaves it in the low bits.
      let role = Int(truncatingIfNeeded: (number + 0x1p52).bitPattern & 0xFF)
      if role > 0 {
        try append(", ")
        try append(contentsOf: Counterpart.roles.word(at: role &- 1))
      }
    case .material:
      guard let selection = MaterialSelection(number: number) else { break }
      try append(", ")
      try append(contentsOf: MaterialRole.names.word(at: Int(selection.role.rawValue)))
      guard selection.variant != .tonalSpot else { break }
      try append(", ")
      try append(contentsOf: MaterialVariant.names.word(at: Int(selection.variant.rawValue)))
    case .standalone: break
    }
    try append(")")
  }

  // MARK: - Variants and conditions

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    variants expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--variants(")
    var index = 1
    while index < expression.size {
      if index > 1 { try append("; ") }
      let conditions = expression.conditions(at: index)
      index &+= conditions.wordCount
      let color = expression.node(at: index)
      try append(conditions, names)
      try append(": ")
      try append(color, names)
      index &+= color.size
    }
    try append(")")
  }

  /// Writes the conditions of a variant.
  mutating func append<Names: ExpressionNames & ~Copyable>(
    _ conditions: Variant.Conditions, _ names: borrowing Names
  ) throws(Failure) {
    guard conditions != .any else { return try append("any") }
    var isFirst = true
    var index = 0
    while index < Variant.Conditions.axisCount {
      let value = conditions[index]
      if value != 0 {
        if !isFirst { try append(" ") }
        isFirst = false
        let axis = Variant.Conditions.axis(index)
        if Variant.Conditions.isWrittenWithoutAxis(index) {
          try append(builtinValue: value, of: axis)
        } else {
          if let customIndex = axis.customIndex {
            try append(identifier: names.name(ofCustomAxis: customIndex).bytes)
          } else if axis == .palette {
            try append("palette")
          } else if axis == .locale {
            try append("locale")
          } else {
            try append("subtype")
          }
          try append("(")
          try append(declaredValue: value, of: axis, names)
          try append(")")
        }
      }
      index &+= 1
    }
  }

  /// Writes the name of a value of an axis whose values are declared. If the value has no name,
  /// writes its number, with as many leading zeros as are needed to make the digits differ from the
  /// names of all values.
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    declaredValue value: UInt64, of axis: Axis, _ names: borrowing Names
  ) throws(Failure) {
    let name = names.name(ofValue: value, axis).bytes
    if name.count > 0 { return try append(identifier: name) }
    var text = ShortText()
    var zeros = 0
    repeat {
      text = ShortText()
      for _ in upTo(zeros) { text.append(UInt8(ascii: "0")) }
      text.append(Int(truncatingIfNeeded: value))
      zeros &+= 1
    } while names.hasValue(named: text.bytes, axis)
    try append(contentsOf: text.bytes)
  }

  /// Writes the keyword of a value of an axis whose values are not declared, or the percentage of a
  /// contrast.
  private mutating func append(builtinValue value: UInt64, of axis: Axis) throws(Failure) {
    let name = axis.name(ofValue: value)
    if name.count > 0 { return try append(contentsOf: name) }
    // A contrast without a name. The value 101 is standard contrast, written as 0 %.
    try append(Double(value) - 101)
    try append("%")
  }

  @inline(never)
  private mutating func append<Names: ExpressionNames & ~Copyable>(
    conditional expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("if(")
    var index = 1
    while index < expression.size {
      let condition = expression.node(at: index)
      let value = expression.node(at: index &+ condition.size)
      if index > 1 { try append("; ") }
      try append(branchCondition: condition)
      try append(": ")
      try append(value, names)
      index &+= condition.size &+ value.size
    }
    // An `if()` without branches has no value, but the syntax requires a branch. This one has an
    // unknown condition, so it never applies.
    if index == 1 {
      switch ValueKind(rawValue: expression.detail) {
      case .blendMode: try append("unknown(): normal")
      case .ratio: try append("unknown(): 1")
      default: try append("unknown(): transparent")
      }
    }
    try append(")")
  }

  /// Writes the condition of a branch, or `else`.
  mutating func append(branchCondition condition: Expression) throws(Failure) {
    if condition.operation == .truth, condition.detail == 1 { return try append("else") }
    try append(condition: condition, isOperand: false)
  }

  /// Writes a condition. A condition that is an operand of another one is put in parentheses,
  /// unless it is a function.
  private mutating func append(condition: Expression, isOperand: Bool) throws(Failure) {
    switch condition.operation {
    case .all, .any, .not:
      if isOperand { try append("(") }
      if condition.operation == .not { try append("not ") }
      var index = 1
      while index < condition.size {
        if index > 1 { try append(condition.operation == .any ? " or " : " and ") }
        let operand = condition.node(at: index)
        try append(condition: operand, isOperand: true)
        index &+= operand.size
      }
      if isOperand { try append(")") }
    case .media:
      let value = UInt8(truncatingIfNeeded: condition.detail >> 8)
      guard let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: condition.detail)) else {
        return try append("unknown()")
      }
      try append("media(")
      try append(contentsOf: feature.name)
      if value != 0 {
        try append(": ")
        try append(contentsOf: feature.valueName(value))
      }
      try append(")")
    case .style:
      let (name, next) = condition.text(at: 1)
      try append("style(--")
      try append(restOfIdentifier: name.bytes)
      // The detail 1 stands for a query without a value.
      if condition.detail != 1 {
        try append(": ")
        try append(styleValue: condition.text(at: next).text.bytes)
      }
      try append(")")
    case .truth where condition.detail < 2:
      // CSS has no keywords for true and false. `supports(color: red)` is true, because `red` is a
      // color, and `supports(color: 0)` is false.
      try append(condition.detail == 1 ? "supports(color: red)" : "supports(color: 0)")
    default: try append("unknown()")
    }
  }

  // MARK: - Names

  /// Like `append`, but not inlined: for texts that are not constants at the call.
  @inline(never)
  private mutating func appendOutOfLine(_ text: StaticString) throws(Failure) { try append(text) }

  /// Writes the rest of an identifier whose beginning, such as two hyphens, has been written. Adds
  /// escapes where needed: CSSOM, "serialize an identifier".
  @_optimize(speed)
  mutating func append(restOfIdentifier name: Span<UInt8>) throws(Failure) {
    var index = 0
    while let byte = name.element(at: index) {
      index &+= 1
      switch byte {
      case 0x01...0x1F, 0x7F: try append(hexEscape: byte)
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
        try append(byte)
      default:
        try append(UInt8(ascii: "\\"))
        try append(byte)
      }
    }
  }

  /// Writes the value of a style query: unchanged if it would be read back as the same value, else
  /// as an identifier.
  private mutating func append(styleValue value: Span<UInt8>) throws(Failure) {
    var isPlain = true
    var index = 0
    while let byte = value.element(at: index) {
      index &+= 1
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "%"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
        break
      default: isPlain = false
      }
    }
    if isPlain { try append(contentsOf: value) } else { try append(identifier: value) }
  }

  /// Writes a whole identifier, with escapes where needed: CSSOM, "serialize an identifier".
  mutating func append(identifier name: Span<UInt8>) throws(Failure) {
    guard let first = name.element(at: 0) else { return }
    let isDigit = first &- UInt8(ascii: "0") < 10
    // An identifier cannot begin with a digit, and after a hyphen at its beginning, not all
    // characters are allowed. So a digit or a hyphen at the beginning is escaped.
    if isDigit {
      try append(hexEscape: first)
    } else if first == UInt8(ascii: "-") {
      try append("\\-")
    }
    let isFirstWritten = isDigit || first == UInt8(ascii: "-")
    try append(restOfIdentifier: name.slice(isFirstWritten ? 1 : 0, name.count))
  }

  /// Writes a byte of ASCII as a hexadecimal escape.
  private mutating func append(hexEscape byte: UInt8) throws(Failure) {
    try append(UInt8(ascii: "\\"))
    if byte >= 16 { try append(UInt8(ascii: "0") &+ byte >> 4) }
    try append(hexDigit(of: byte & 15))
    try append(UInt8(ascii: " "))
  }
}

extension Expression {
  /// True if this mix has the weights of a mix without percentages.
  fileprivate var hasEvenWeights: Bool {
    var count = 0.0
    // After the head and the factor for alpha are the colors, each after its weight.
    var index = 2
    while index < size {
      count += 1
      index &+= 1 &+ node(at: index &+ 1).size
    }
    index = 2
    while index < size {
      if number(index) != 100 / count { return false }
      index &+= 1 &+ node(at: index &+ 1).size
    }
    // Without percentages, the factor for alpha is 1.
    return number(1) == 1
  }
}

extension ColorSpace {
  /// The name of the space in `color-mix()`.
  var mixName: StaticString {
    @inline(never) get { ColorFunction(namedAfter: self)?.name ?? name }
  }
}
