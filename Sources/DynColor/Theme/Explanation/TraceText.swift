// Theme: an explanation as English text.

/// Writes the steps of a trace as English text. The texts of the single steps must have been
/// written to `Trace.texts` before. There is a line for each color, and for each operand of a
/// transform. A line consists of a subject, such as a color with its value, and of phrases about
/// the subject: `subject: phrase, phrase`.
struct TraceText: ~Copyable {
  private(set) var text: TextWriter
  /// True if a line has been begun, and has no subject yet.
  private var awaitsSubject = false
  /// The depth of the steps of the current line.
  private var depth: UInt32 = 0
  /// True if the current line has a phrase after its subject.
  private var hasPhrase = false

  init(_ allocator: Allocator) { text = TextWriter(allocator) }

  /// Appends the step at `index` of a trace.
  mutating func append(
    _ trace: borrowing Trace, _ index: Int, of theme: borrowing ThemeState
  ) throws(OutOfMemory) {
    let texts = StoredText(trace.texts.bytes).bytes
    guard let step = trace.steps.element(at: index) else { return }
    var stepText = Span<UInt8>()
    if case .inTexts(let start) = step.text { stepText = texts.slice(start, texts.count).beforeNUL }
    try append(step, stepText, theme)
  }

  /// Ends the last line, and writes a NUL.
  mutating func end() throws(OutOfMemory) {
    if text.count > 0 { try text.append("\n") }
    try text.append(0 as UInt8)
  }

  /// Appends a step. `stepText` is the step's own text: a name, or CSS.
  private mutating func append(
    _ step: Step, _ stepText: Span<UInt8>, _ theme: borrowing ThemeState
  ) throws(OutOfMemory) {
    switch step.kind {
    case .color:
      try beginSubject(step)
      if stepText.count > 0 {
        try append(sanitizing: stepText)
      } else {
        try text.append("color ")
        try text.append(UInt(step.id.rawValue))
      }
      try append(qualifiersOf: step, theme)
      try append(valueOf: step)
      if step.isRepeated { try appendPhrase("see above", step) }
    case .operand: try append(operand: step)
    case .fallback where step.count > 0:
      // A candidate of `--first()`.
      try beginLine(step)
      try append(positionOf: step)
      try text.append(step.status == 0 ? ": " : ", skipped: ")
    case .fallback: try appendPhrase("fallback used", step)
    case .transform: try append(transform: step, stepText)
    case .constant:
      _ = try beginPhraseOrSubject(step)
      if let color = step.color { try append(color) }
    case .variant:
      guard step.status == 0 else {
        try appendPhrase("no variant of ", step)
        try text.append(UInt(step.count))
        return try text.append(" matches")
      }
      // A table of one variant without conditions is a constant or an alias: there is no choice to
      // describe.
      if step.count == 1, step.conditions == .any, !awaitsSubject { return }
      let isSubject = try beginPhraseOrSubject(step)
      try text.append("variant ")
      try append(positionOf: step)
      try text.append(" (")
      if step.isLightOfPair {
        try text.append("light")
      } else {
        try text.append(step.conditions, theme)
      }
      try text.append(")")
      if isSubject { try append(valueOf: step) }
    case .reference:
      // In a line without a subject, the color that follows becomes the subject.
      guard !awaitsSubject || step.status != 0 else { return }
      if step.isCoveredFunction {
        _ = try beginPhraseOrSubject(step)
        try text.append("--covered()")
        if step.status != 0 { try text.append(", and no lower layer defines the color") }
        return
      }
      guard stepText.count > 0 else { return try appendPhrase("the color in the next line", step) }
      _ = try beginPhraseOrSubject(step)
      try text.append("var(--")
      // The whole name. What an identifier cannot have after "--" is written as an escape.
      try text.append(restOfIdentifier: stepText)
      try text.append(")")
      if step.status != 0 { try text.append(", an unknown name") }
    case .palette:
      _ = try beginPhraseOrSubject(step)
      if step.id == .none { try text.append("no ") }
      try append(sanitizing: stepText)
      try text.append(step.id == .none ? " in the " : " of the ")
      if step.detail == Step.Origin.theme.rawValue { try text.append("default ") }
      try text.append("palette")
    case .systemColor, .foreground:
      let isSubject = try beginPhraseOrSubject(step)
      if step.kind == .systemColor {
        try text.append(contentsOf: stepText)
      } else {
        try text.append("currentcolor")
        try append(qualifiersOf: step, theme)
      }
      try append(originOf: step)
      if isSubject { try append(valueOf: step) }
    case .scheme: try appendPhrase(step.isDark ? "dark" : "light", step)
    case .condition:
      _ = try beginPhraseOrSubject(step)
      if step.status == 0 {
        try text.append("branch ")
        try append(positionOf: step)
        try text.append(" (")
        try append(sanitizing: stepText)
        try text.append(")")
      } else {
        try text.append("no condition of ")
        try text.append(UInt(step.count))
        try text.append(" holds")
      }
    case .provider:
      guard step.status == 0 else {
        try appendPhrase("a provider, which fails with ", step)
        return try append(status: step.status)
      }
      try appendPhrase("a provider's answer", step)
      if step.isCached { try text.append(", cached") }
    case .level:
      let isSubject = try beginPhraseOrSubject(step)
      try append(level: Int(step.detail))
      try text.append(", alpha times ")
      try append(step.numbers.x)
      if isSubject { try append(valueOf: step) }
    case .reachedContrast:
      try beginSubject(step)
      try text.append("contrast before ")
      try append(step.numbers.x)
      try text.append(", requested ")
      try append(step.numbers.y)
      try text.append(", reached ")
      try append(step.numbers.z)
    case .gamut:
      try beginSubject(step)
      try text.append("mapped to ")
      try text.append(contentsOf: Axis.gamut.name(ofValue: UInt64(step.detail)))
      try append(valueOf: step)
    case .result:
      guard step.status != 0 else { return }
      try beginSubject(step)
      try text.append("no value, since ")
      try append(reason: step.status)
      if stepText.count > 0 {
        try text.append(": ")
        try append(sanitizing: stepText)
      }
    case .more:
      try beginSubject(step)
      try text.append("and more")
    case .beginNesting, .endNesting, .placeholder, .end: break
    }
  }

  /// Begins the line of an operand: writes its weight or its role in the transform.
  private mutating func append(operand step: Step) throws(OutOfMemory) {
    try beginLine(step)
    switch Step.Transform(rawValue: step.detail) {
    case .mix, .contrastInterpolation:
      try append(step.numbers.x * 100)
      try text.append("%: ")
    case .blend: try text.append(step.index == 0 ? "source: " : "backdrop: ")
    case .ensureContrast, .gradeContrast: if step.index > 0 { try text.append("on ") }
    default: break
    }
  }

  /// Appends a transform as CSS. Only an interpolation between variants has no CSS.
  private mutating func append(
    transform step: Step, _ css: Span<UInt8>
  ) throws(OutOfMemory) {
    let isSubject = try beginPhraseOrSubject(step)
    if css.count > 0 {
      try append(sanitizing: css)
    } else {
      try text.append("between the variants for two contrasts")
    }
    if isSubject { try append(valueOf: step) }
  }

  // MARK: - Lines

  /// Begins a line that has no subject yet, indented by the depth of the step.
  private mutating func beginLine(_ step: Step) throws(OutOfMemory) {
    if text.count > 0 { try text.append("\n") }
    for _ in upTo(Int(step.depth)) { try text.append("  ") }
    awaitsSubject = true
    hasPhrase = false
    depth = step.depth
  }

  /// Begins a subject: in the current line if that line has none yet, otherwise in a new line.
  private mutating func beginSubject(_ step: Step) throws(OutOfMemory) {
    if !awaitsSubject { try beginLine(step) }
    awaitsSubject = false
    hasPhrase = false
  }

  /// Begins a phrase of the current line. If that line has no subject yet, or if its steps have
  /// another depth, begins a subject instead, and returns true.
  private mutating func beginPhraseOrSubject(_ step: Step) throws(OutOfMemory) -> Bool {
    if awaitsSubject || step.depth != depth {
      try beginSubject(step)
      return true
    }
    try text.append(hasPhrase ? ", " : ": ")
    hasPhrase = true
    return false
  }

  private mutating func appendPhrase(_ words: StaticString, _ step: Step) throws(OutOfMemory) {
    _ = try beginPhraseOrSubject(step)
    try text.append(words)
  }

  // MARK: - Parts of lines

  /// Appends the value of a step, or that it has none. Appends nothing if neither is known.
  private mutating func append(valueOf step: Step) throws(OutOfMemory) {
    if let color = step.color {
      try text.append(" = ")
      try append(color)
    } else if step.status != 0 {
      try text.append(" has no value")
    }
  }

  /// Appends the index of a step, counted from 1, and its count, such as "2 of 3".
  private mutating func append(positionOf step: Step) throws(OutOfMemory) {
    try text.append(UInt(step.index) &+ 1)
    try text.append(" of ")
    try text.append(UInt(step.count))
  }

  /// Appends the name of a level.
  private mutating func append(level: Int) throws(OutOfMemory) {
    let names = WordTable("primary secondary tertiary quaternary quinary")
    try text.append(contentsOf: names.word(at: level))
  }

  /// Appends the level, the layer and the owner of a step in parentheses. Leaves out what is 0.
  private mutating func append(
    qualifiersOf step: Step, _ theme: borrowing ThemeState
  ) throws(OutOfMemory) {
    var separator: StaticString = " ("
    if step.level > 0 {
      try text.append(separator)
      try append(level: step.level)
      separator = ", "
    }
    // The theme's own layer, 0, is named only for a shadowed definition.
    let showsLayer = step.layer != 0 || step.shadowDepth > 0
    if showsLayer, let layer = theme.registry.layers.name(step.layer) {
      try text.append(separator)
      try text.append("layer ")
      try append(sanitizing: layer.bytes)
      separator = ", "
    }
    if step.owner != 0, let owner = theme.registry.owners.name(Int(step.owner)) {
      try text.append(separator)
      try text.append("of ")
      try append(sanitizing: owner.bytes)
      separator = ", "
    }
    if step.level > 0 || showsLayer || step.owner != 0 { try text.append(")") }
  }

  /// Appends where a system color or the foreground color comes from.
  private mutating func append(originOf step: Step) throws(OutOfMemory) {
    switch Step.Origin(rawValue: step.detail) {
    case .environment: try text.append(" of the environment")
    case .theme: try text.append(" of the theme")
    default: try text.append(", built in")
    }
  }

  /// Appends why a color has no value, given the status of resolving it.
  private mutating func append(reason status: Int32) throws(OutOfMemory) {
    switch status {
    case Status.unknownName.rawValue: try text.append("a name is unknown")
    case Status.staleID.rawValue: try text.append("a color is not registered")
    case Status.cycle.rawValue: try text.append("a color refers to itself")
    case Status.tooDeep.rawValue: try text.append("providers are nested too deeply")
    case Status.noValue.rawValue: try text.append("nothing matches this environment")
    case Status.invalidArgument.rawValue:
      try text.append("a provider returned no color, or an invalid one")
    case Status.outOfMemory.rawValue: try text.append("out of memory")
    default: try text.append("a provider failed")
    }
  }

  /// Appends the name of a status that a provider returned. If the library has no such status,
  /// appends the number.
  private mutating func append(status: Int32) throws(OutOfMemory) {
    guard let known = Status(rawValue: status) else { return try text.append(Int(status)) }
    try text.append(contentsOf: known.name.bytes)
  }

  /// Appends a number with at most four significant digits.
  private mutating func append(_ number: Double) throws(OutOfMemory) {
    try text.append(contentsOf: NumberText(number, digits: 4).bytes)
  }

  /// Appends a color as `#rrggbb` or `#rrggbbaa` if this is exact, otherwise in its CSS notation.
  private mutating func append(_ color: Color) throws(OutOfMemory) {
    if color.space == .srgb, color.missingComponents == .nothing,
      color.has8BitComponents
    {
      try text.append(hex: color, in: .srgb)
    } else {
      try text.append(color.unmarked, .browser)
    }
  }

  /// Appends a text with spaces in place of its control characters.
  private mutating func append(sanitizing name: Span<UInt8>) throws(OutOfMemory) {
    var index = 0
    while let byte = name.element(at: index) {
      try text.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: " ") : byte)
      index &+= 1
    }
  }
}

extension Color {
  /// True if each component, and alpha, is a multiple of 1/255 from 0 to 1, except for rounding
  /// errors.
  fileprivate var has8BitComponents: Bool {
    let numbers = SIMD4(components.x, components.y, components.z, alpha) * 255
    for index in 0..<4 {
      let number = numbers[index]
      guard number >= -1e-4, number <= 255 + 1e-4,
        abs(number - roundedToEven(number)) < 1e-4
      else { return false }
    }
    return true
  }

  /// The same color, without the mark of a legacy color.
  fileprivate var unmarked: Color {
    Color(space, components, alpha: alpha, missing: missingComponents)
  }
}
