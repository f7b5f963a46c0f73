// Syntax: serializes expressions as CSS.

/// The names for the numbers in an expression: ids of colors, subtypes and locales.
protocol TargetNames: ~Copyable {
  /// Whether the readers of the text support `alpha()`.
  static var hasAlphaFunction: Bool { get }

  /// Writes a reference by id. Text that is to be parsed again has none.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, to text: inout Sink
  ) throws(Sink.Failure)

  /// The name of a palette, subtype, locale or value of a custom axis; empty if it has none.
  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText

  /// Whether a value of an axis has a name.
  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool

  /// The name of a custom axis, by its number from 0.
  func name(ofCustomAxis number: Int) -> StoredText
}

extension TargetNames where Self: ~Copyable {
  static var hasAlphaFunction: Bool { true }

  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {}
}

extension TextSink where Self: ~Copyable {
  /// Writes an expression. Parsing the text returns an equal one.
  mutating func append<Names: TargetNames & ~Copyable>(
    _ expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    switch expression.operation {
    case .constant: try append(constant: expression)
    case .reference:
      try append("var(--")
      try append(nameEnd: expression.reference.name.bytes)
      try append(fallbackOf: expression, names)
    case .palette:
      try append("--palette(")
      try append(identifier: expression.reference.name.bytes)
      try append(fallbackOf: expression, names)
    case .covered:
      try append("--covered(")
      if expression.detail & 1 != 0 { try append(expression.node(at: 1), names) }
      try append(")")
    case .target: try names.append(target: expression.target, to: &self)
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
    case .first: try append(first: expression, names)
    case .blend: try append(blend: expression, names)
    case .ensureContrast: try append(ensureContrast: expression, names)
    case .variants: try append(variants: expression, names)
    // Choices whose values are not colors.
    case .blendMode:
      try append(contentsOf: (BlendMode(rawValue: expression.detail) ?? .normal).name)
    case .number: try append(expression.number(1))
    default: try append("transparent")
    }
  }

  @inline(never)
  private mutating func append(constant expression: Expression) throws(Failure) {
    try append(expression.constant ?? Color(.srgb, SIMD3()), .exact)
  }

  /// Writes the fallback that may follow a name, and the closing parenthesis.
  private mutating func append<Names: TargetNames & ~Copyable>(
    fallbackOf expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let fallback = expression.reference.fallback
    if fallback > 0 {
      try append(", ")
      try append(expression.node(at: fallback), names)
    }
    try append(")")
  }

  // MARK: - Colors of colors

  // Not inlined: writing recurses, and each level of nesting then has on the stack only the frame
  // of its own function.

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    alphaOf expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let origin = expression.node(at: 1)
    try append(Names.hasAlphaFunction ? "alpha(from " : "color(from ")
    try append(origin, names)
    try append(Names.hasAlphaFunction ? " / " : " srgb r g b / ")
    try append(component: expression.node(at: 1 &+ origin.size), of: nil)
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    mix expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("color-mix(in ")
    try append(chosen: (ColorSpace(expression.detail & 0xFF) ?? .oklab).mixName)
    switch HueDirection(rawValue: UInt8(truncatingIfNeeded: expression.detail >> 8)) {
    case .longer: try append(" longer hue")
    case .increasing: try append(" increasing hue")
    case .decreasing: try append(" decreasing hue")
    default: break
    }
    let isEven = expression.hasEvenWeights
    var place = 2
    while place < expression.size {
      let color = expression.node(at: place &+ 1)
      try append(", ")
      try append(color, names)
      if !isEven {
        try append(" ")
        try append(expression.number(place))
        try append("%")
      }
      place &+= 1 &+ color.size
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    relative expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let function =
      ColorFunction(rawValue: UInt8(truncatingIfNeeded: expression.detail)) ?? .color(.srgb)
    try append(chosen: function.name)
    try append("(from ")
    let origin = expression.node(at: 1)
    try append(origin, names)
    if function.rawValue >= 32 {
      try append(" ")
      try append(chosen: function.space.name)
    }
    var place = 1 &+ origin.size
    var index = 0
    while index < 3 {
      let component = expression.node(at: place)
      if index < function.componentCount {
        try append(" ")
        try append(component: component, of: function)
      }
      place &+= component.size
      index &+= 1
    }
    let alpha = expression.node(at: place)
    if alpha.operation != .calculation || Calculation(alpha).onlyChannel != 3 {
      try append(" / ")
      try append(component: alpha, of: function)
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    level expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--level(")
    try append(expression.node(at: 1), names)
    try append(", ")
    try append(contentsOf: levelNames.word(at: Int(expression.detail)))
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    first expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--first(")
    var place = 1
    while place < expression.size {
      let color = expression.node(at: place)
      if place > 1 { try append(", ") }
      try append(color, names)
      place &+= color.size
    }
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
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
      try append(chosen: space.name)
    }
    try append(", ")
    try append(source, names)
    try append(", ")
    try append(backdrop, names)
    try append(")")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    ensureContrast expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    let color = expression.node(at: 1)
    let background = expression.node(at: 1 &+ color.size)
    try append("--ensure-contrast(")
    try append(color, names)
    try append(", on ")
    try append(background, names)
    try append(", ")
    try append(expression.node(at: 1 &+ color.size &+ background.size), names)
    try append(")")
  }

  // MARK: - Choices

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    variants expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("--variants(")
    var place = 1
    while place < expression.size {
      if place > 1 { try append("; ") }
      let conditions = expression.conditions(at: place)
      place &+= conditions.wordCount
      let color = expression.node(at: place)
      try append(conditions, names)
      try append(": ")
      try append(color, names)
      place &+= color.size
    }
    try append(")")
  }

  /// Writes the conditions of a variant.
  mutating func append<Names: TargetNames & ~Copyable>(
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
        if Variant.Conditions.isNamedByValue(index) {
          try append(value, of: axis)
        } else {
          if let number = axis.customNumber {
            try append(identifier: names.name(ofCustomAxis: number).bytes)
          } else if axis == .palette {
            try append("palette")
          } else if axis == .locale {
            try append("locale")
          } else {
            try append("subtype")
          }
          try append("(")
          try append(value, ofNumbered: axis, names)
          try append(")")
        }
      }
      index &+= 1
    }
  }

  /// Writes the name of a value or, if it has none, its number, with zeros before it if that is the
  /// name of another value.
  private mutating func append<Names: TargetNames & ~Copyable>(
    _ value: UInt64, ofNumbered axis: Axis, _ names: borrowing Names
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

  /// Writes the value of an axis in the conditions of a variant.
  private mutating func append(_ value: UInt64, of axis: Axis) throws(Failure) {
    let name = axis.name(ofValue: value)
    if name.count > 0 { return try append(contentsOf: name) }
    // A contrast between two named steps.
    try append(Double(value) - 101)
    try append("%")
  }

  @inline(never)
  private mutating func append<Names: TargetNames & ~Copyable>(
    conditional expression: Expression, _ names: borrowing Names
  ) throws(Failure) {
    try append("if(")
    var place = 1
    while place < expression.size {
      let condition = expression.node(at: place)
      let color = expression.node(at: place &+ condition.size)
      if place > 1 { try append("; ") }
      try append(branch: condition)
      try append(": ")
      try append(color, names)
      place &+= condition.size &+ color.size
    }
    // An `if()` without branches has no value, but the syntax requires one.
    if place == 1 {
      switch ChoiceKind(rawValue: expression.detail) {
      case .blendMode: try append("unknown(): normal")
      case .ratio: try append("unknown(): 1")
      default: try append("unknown(): transparent")
      }
    }
    try append(")")
  }

  /// Writes the condition of a branch, or `else`.
  mutating func append(branch condition: Expression) throws(Failure) {
    if condition.operation == .truth, condition.detail == 1 { return try append("else") }
    try append(condition: condition, isPart: false)
  }

  /// Writes a condition, in parentheses if it is a part of another and not one function.
  private mutating func append(condition: Expression, isPart: Bool) throws(Failure) {
    switch condition.operation {
    case .all, .any, .not:
      if isPart { try append("(") }
      if condition.operation == .not { try append("not ") }
      var place = 1
      while place < condition.size {
        if place > 1 { try append(condition.operation == .any ? " or " : " and ") }
        let part = condition.node(at: place)
        try append(condition: part, isPart: true)
        place &+= part.size
      }
      if isPart { try append(")") }
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
      try append(nameEnd: name.bytes)
      if condition.detail != 1 {
        try append(": ")
        try append(styleValue: condition.text(at: next).0.bytes)
      }
      try append(")")
    case .truth where condition.detail < 2:
      try append(condition.detail == 1 ? "supports(color: red)" : "supports(color: 0)")
    default: try append("unknown()")
    }
  }

  // MARK: - Names

  /// Writes a text that is not a literal at the call, so its bytes are found at run time.
  @inline(never)
  private mutating func append(chosen text: StaticString) throws(Failure) { try append(text) }

  /// Writes the rest of a name that begins with two hyphens, with escapes where needed: CSSOM,
  /// "serialize an identifier".
  mutating func append(nameEnd name: Span<UInt8>) throws(Failure) {
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

  /// Writes the value of a style query: unchanged if it parses to the same value, else as a name.
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

  /// Writes a name, with escapes where needed: CSSOM, "serialize an identifier".
  mutating func append(identifier name: Span<UInt8>) throws(Failure) {
    guard let first = name.element(at: 0) else { return }
    let isDigit = first &- UInt8(ascii: "0") < 10
    // Characters with which a name cannot, or may not, begin.
    if isDigit {
      try append(hexEscape: first)
    } else if first == UInt8(ascii: "-") {
      try append("\\-")
    }
    let isWritten = isDigit || first == UInt8(ascii: "-")
    try append(nameEnd: name.slice(isWritten ? 1 : 0, name.count))
  }

  private mutating func append(hexEscape byte: UInt8) throws(Failure) {
    try append(UInt8(ascii: "\\"))
    if byte >= 16 { try append(UInt8(ascii: "0") &+ byte >> 4) }
    let low = byte & 15
    try append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
    try append(UInt8(ascii: " "))
  }
}

extension Expression {
  /// Whether the weights of this mix are those of a mix without percentages.
  fileprivate var hasEvenWeights: Bool {
    var count = 0.0
    var place = 2
    while place < size {
      count += 1
      place &+= 1 &+ node(at: place &+ 1).size
    }
    place = 2
    while place < size {
      if number(place) != 100 / count { return false }
      place &+= 1 &+ node(at: place &+ 1).size
    }
    return number(1) == 1
  }
}

extension ColorSpace {
  /// The name for `color-mix()`.
  var mixName: StaticString {
    @inline(never) get { ColorFunction.named(self)?.name ?? name }
  }
}
