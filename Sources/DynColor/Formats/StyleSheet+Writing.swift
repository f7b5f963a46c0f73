// Themes as style sheets: custom properties, for browsers of 2025.

/// A rule of a style sheet: the environments in which it counts.
private struct StyleRule: BitwiseCopyable {
  var contrast = ContrastStep.standard
  /// 1 for any gamut.
  var gamut: UInt64 = 1
  /// A value of an axis of the host's, or 0.
  var axis = 0
  var value: UInt64 = 0
  /// The number of its name.
  var valueName = 0

  /// How many rules there are for one value of the host's axes.
  static var countForValue: Int { 3 }
  /// How many values of axes there are rules for.
  static var greatestValueCount: Int { 64 }

  func environment(isDark: Bool) -> Environment {
    var environment = Environment()
    environment[.scheme] = isDark ? 2 : 1
    if contrast != .standard { environment[.contrast] = contrast.value }
    if gamut > 1 { environment[.gamut] = gamut }
    if value > 0 { environment[.custom(axis)] = value }
    return environment
  }

  /// Whether it counts wherever another one does.
  func includes(_ other: StyleRule) -> Bool {
    (contrast == .standard || contrast == other.contrast) && gamut <= other.gamut
      && (value == 0 || axis == other.axis && value == other.value)
  }
}

/// What the rules of a style sheet have been found out to need.
private struct StyleRules: ~Copyable {
  var rules: Buffer<StyleRule>
  /// The colors that are not the same in all rules.
  var varying: Buffer<Int>
  /// For each rule which of them it has: a byte each.
  var written: Buffer<Bool>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    rules = Buffer(allocator)
    varying = Buffer(allocator)
    written = Buffer(allocator)
  }

  func isWritten(_ rule: Int, _ color: Int) -> Bool {
    written.element(at: rule &* varying.count &+ color) ?? false
  }

  /// The rule whose color is in effect where one counts that does not have it; −1 if there is none.
  func ruleInEffect(_ index: Int, _ color: Int) -> Int {
    guard let rule = rules.element(at: index) else { return -1 }
    var earlier = index &- 1
    while earlier >= 0 {
      if isWritten(earlier, color), let other = rules.element(at: earlier), other.includes(rule) {
        return earlier
      }
      earlier &-= 1
    }
    return -1
  }
}

extension Writing {
  /// Writes custom properties, and what they are for other contrasts, gamuts and values of the host's
  /// axes, which are those of an attribute: `data-team` for `team`.
  mutating func writeStyleSheet() throws(FileFailure) {
    try writeTitle()
    try writeProperties()
    try finish()
  }

  /// Writes a comment with the name of the collection.
  mutating func writeTitle() throws(FileFailure) {
    guard options.name.count > 0 else { return }
    try allocating { () throws(OutOfMemory) in
      try text.append(comment: options.name.bytes, indent: "")
    }
  }

  mutating func writeProperties() throws(FileFailure) {
    var sheet = StyleRules(allocator)
    try plan(&sheet)
    for index in upTo(sheet.rules.count) {
      guard let rule = sheet.rules.element(at: index) else { continue }
      let isConditional = rule.contrast != .standard || rule.gamut > 1
      let start = text.count
      try allocating { () throws(OutOfMemory) in
        if start > 0 { try text.append("\n") }
        try appendOpening(of: rule)
      }
      if index == 0 {
        try writeAll(&sheet)
      } else {
        let begun = text.count
        try writeDifferences(index, &sheet, indent: isConditional ? "    " : "  ")
        if text.count == begun {
          text.truncate(to: start)
          continue
        }
      }
      try allocating { () throws(OutOfMemory) in
        try text.append(isConditional ? "  }\n}\n" : "}\n")
        guard index == 0, options.usesClasses else { return }
        try text.append("\n.dark {\n  color-scheme: dark;\n}\n")
      }
    }
    try tellOfAttributes(sheet)
  }

  /// Tells of the colors for which a rule asks for an attribute that is read as something else, for
  /// its value is a word for an environment, for instance.
  private mutating func tellOfAttributes(_ sheet: borrowing StyleRules) throws(FileFailure) {
    for place in upTo(sheet.varying.count) {
      for index in upTo(sheet.rules.count) where sheet.isWritten(index, place) {
        guard let rule = sheet.rules.element(at: index), rule.value > 0 else { continue }
        let (axis, value) = inventory.axisAndValue(rule.valueName)
        let name = inventory.axes.name(axis &+ 1) ?? .empty
        guard !StylePage.isRead(value.bytes, ofAxis: name.bytes) else { continue }
        try approximate(
          sheet.varying.element(at: place) ?? 0,
          "an attribute that is named after the host's axis is read as something else")
        break
      }
    }
  }

  /// Finds out which rules there may be, and which colors may differ between them.
  private mutating func plan(_ sheet: inout StyleRules) throws(FileFailure) {
    let count = inventory.axisValues.count
    try allocating { () throws(OutOfMemory) in
      for gamut in upTo(4, from: 1) {
        for contrast in upTo(3) {
          var rule = StyleRule()
          rule.gamut = UInt64(truncatingIfNeeded: gamut)
          rule.contrast = contrast == 0 ? .standard : contrast == 1 ? .more : .less
          try sheet.rules.append(rule)
        }
      }
      var values = [8 of UInt64](repeating: 0)
      for before in upTo(min(count, StyleRule.greatestValueCount)) {
        let number = before &+ 1
        let axis = inventory.axisAndValue(number).axis & 7
        values[unchecked: axis] = values[unchecked: axis] &+ 1
        for contrast in upTo(StyleRule.countForValue) {
          var rule = StyleRule()
          (rule.axis, rule.value, rule.valueName) = (axis, values[unchecked: axis], number)
          rule.contrast = contrast == 0 ? .standard : contrast == 1 ? .more : .less
          try sheet.rules.append(rule)
        }
      }
      for index in upTo(inventory.count) {
        guard let entry = inventory.entry(index) else { continue }
        if entry.expression.count == 0 || !entry.expression.isForBrowsers {
          try sheet.varying.append(index)
        }
      }
      try sheet.written.append(
        repeating: false, count: sheet.rules.count &* sheet.varying.count)
    }
  }

  private mutating func appendOpening(of rule: StyleRule) throws(OutOfMemory) {
    let isConditional = rule.contrast != .standard || rule.gamut > 1
    if isConditional {
      try text.append("@media ")
      switch rule.contrast {
      case .standard: break
      case .more: try text.append("(prefers-contrast: more)")
      case .less: try text.append("(prefers-contrast: less)")
      }
      if rule.gamut > 1 {
        if rule.contrast != .standard { try text.append(" and ") }
        try text.append(rule.gamut == 2 ? "(color-gamut: p3)" : "(color-gamut: rec2020)")
      }
      try text.append(" {\n  ")
    }
    try text.append(":root")
    if rule.value > 0 {
      let (axis, value) = inventory.axisAndValue(rule.valueName)
      try text.append("[data-")
      try text.append(nameEnd: (inventory.axes.name(axis &+ 1) ?? .empty).bytes)
      try text.append("=\"")
      try text.append(quoted: value.bytes)
      try text.append("\"]")
    }
    try text.append(" {\n")
  }

  /// Writes what all colors are where nothing else is asked for.
  private mutating func writeAll(_ sheet: inout StyleRules) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try text.append(
        options.usesClasses ? "  color-scheme: light;\n" : "  color-scheme: light dark;\n")
    }
    var varying = 0
    for index in upTo(inventory.count) {
      let start = text.count
      try appendComments(index, indent: "  ")
      try appendProperty(index, indent: "  ")
      if sheet.varying.element(at: varying) != index {
        try allocating { () throws(OutOfMemory) in
          guard let entry = inventory.entry(index) else { return }
          try text.append(entry.expression, BrowserNames())
          try text.append(";\n")
        }
        continue
      }
      if try appendValue(index, StyleRule(), tells: true) {
        sheet.written.replace(at: varying, with: true)
        try allocating { () throws(OutOfMemory) in try text.append(";\n") }
      } else {
        text.truncate(to: start)
      }
      varying &+= 1
    }
  }

  /// Writes the colors that are others in a rule than they would be without it.
  private mutating func writeDifferences(
    _ index: Int, _ sheet: inout StyleRules, indent: StaticString
  ) throws(FileFailure) {
    guard let rule = sheet.rules.element(at: index) else { return }
    for place in upTo(sheet.varying.count) {
      let color = sheet.varying.element(at: place) ?? 0
      let start = text.count
      try appendProperty(color, indent: indent)
      let valueStart = text.count
      guard try appendValue(color, rule, tells: false) else {
        text.truncate(to: start)
        continue
      }
      let valueEnd = text.count
      let earlier = sheet.ruleInEffect(index, place)
      if let other = sheet.rules.element(at: earlier) {
        _ = try appendValue(color, other, tells: false)
      }
      let isSame =
        earlier >= 0
        && text.bytes.slice(valueStart, valueEnd)
          .equals(text.bytes.slice(valueEnd, text.count))
      text.truncate(to: isSame ? start : valueEnd)
      guard !isSame else { continue }
      sheet.written.replace(at: index &* sheet.varying.count &+ place, with: true)
      try allocating { () throws(OutOfMemory) in try text.append(";\n") }
    }
  }

  private mutating func appendProperty(
    _ index: Int, indent: StaticString
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try text.append(indent)
      try text.append("--")
      try text.append(nameEnd: (inventory.entry(index)?.name ?? .empty).bytes)
      try text.append(": ")
    }
  }

  // MARK: - Values

  /// Writes what a color is where a rule counts. The result is whether it is anything.
  private mutating func appendValue(
    _ index: Int, _ rule: StyleRule, tells: Bool
  ) throws(FileFailure) -> Bool {
    let start = text.count
    try allocating { () throws(OutOfMemory) in try text.append("light-dark(") }
    let lightStart = text.count
    let light = try appendPart(index, rule.environment(isDark: false))
    let lightEnd = text.count
    if light != .none { try allocating { () throws(OutOfMemory) in try text.append(", ") } }
    let darkStart = text.count
    let dark = try appendPart(index, rule.environment(isDark: true))
    let isSame = text.bytes.slice(lightStart, lightEnd)
      .equals(text.bytes.slice(darkStart, text.count))
    if light == .none || dark == .none || isSame {
      text.truncate(to: start)
      let isDark = light == .none
      _ = try appendPart(index, rule.environment(isDark: isDark))
    } else {
      try allocating { () throws(OutOfMemory) in try text.append(")") }
    }
    if tells { try tellOf(index, light, dark) }
    return light != .none || dark != .none
  }

  private enum Part {
    case none, exact, snapshot
  }

  /// Writes what a color is in an environment.
  private mutating func appendPart(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Part {
    if let choice = choice(index, environment) {
      if let constant = choice.constant {
        try allocating { () throws(OutOfMemory) in try text.append(forBrowsers: constant) }
        return .exact
      }
      if choice.isForBrowsers {
        try allocating { () throws(OutOfMemory) in try text.append(choice, BrowserNames()) }
        return .exact
      }
    }
    guard let cell = try painted(index, environment) else { return .none }
    try allocating { () throws(OutOfMemory) in try text.append(painted: cell) }
    return .snapshot
  }

  /// Tells of a color what a style sheet does not have of it.
  private mutating func tellOf(
    _ index: Int, _ light: Part, _ dark: Part
  ) throws(FileFailure) {
    guard let entry = inventory.entry(index) else { return }
    if entry.expression.count == 0 {
      return try approximate(index, "style sheets cannot ask the color's provider")
    }
    if light == .none, dark == .none {
      return try approximate(index, "the color has no value, and is left out")
    }
    if light == .none || dark == .none {
      return try approximate(index, "the color has a value for one scheme only")
    }
    if light == .snapshot || dark == .snapshot {
      return try approximate(index, "style sheets have no word for how the color is made")
    }
    let askable = AxisSet.of(.scheme).union(.of(.contrast)).union(.gamut)
    if !entry.expression.isDecided(by: askable, orOneOf: inventory, mayUseHostAxis: true) {
      try approximate(index, "style sheets cannot ask for all that the color depends on")
    }
  }
}

extension Inventory {
  /// The number of the axis, from 0, that a value belongs to, and its name.
  fileprivate func axisAndValue(_ number: Int) -> (axis: Int, value: HostText) {
    let key = (axisValues.name(number) ?? .empty).bytes
    return (Int(key.element(at: 0) ?? 0), HostText(key.slice(1, key.count)))
  }
}

extension TextSink where Self: ~Copyable {
  /// Writes the inside of a string in double quotes: CSSOM, "serialize a string".
  fileprivate mutating func append(quoted text: Span<UInt8>) throws(Failure) {
    for index in upTo(text.count) {
      let byte = text.element(at: index) ?? 0
      if byte < 0x20 || byte == 0x7F {
        try append(nameEnd: text.slice(index, index &+ 1))
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          try append(UInt8(ascii: "\\"))
        }
        try append(byte)
      }
    }
  }
}
