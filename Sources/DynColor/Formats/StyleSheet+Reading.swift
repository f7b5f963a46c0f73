// From a style sheet to colors.

extension Loading {
  /// Reads a style sheet: the colors among its custom properties, and those of GTK.
  mutating func readStyleSheet(_ file: SourceFile) throws(FileFailure) {
    let text = file.bytes
    if let place = text.bytes.firstInvalidUTF8 {
      return try fail(.invalidUTF8, "the text is not valid UTF-8", at: file.place(place))
    }
    var sheet = try allocating { () throws(OutOfMemory) in try StyleSheet.make(allocator, text) }
    do throws(OutOfMemory) {
      try sheet.read()
      if !sheet.isTooComplex { try sheet.bind() }
      if !sheet.isTooComplex { try sheet.evaluate() }
      if !sheet.isTooComplex { try sheet.judge() }
    } catch {
      throw .outOfMemory
    }
    var index = -1
    while index &+ 1 < sheet.problems.count {
      index &+= 1
      guard let problem = sheet.problems.element(at: index) else { break }
      let place = file.place(problem.offset)
      switch problem.severity {
      case .note: try note(problem.message, problem.context.bytes, at: place)
      case .warning: try warn(problem.status, problem.message, problem.context.bytes, at: place)
      case .error: try fail(problem.status, problem.message, problem.context.bytes, at: place)
      }
    }
    if sheet.isTooComplex { return }
    var axes: UInt32 = 0
    index = -1
    while index &+ 1 < sheet.properties.count {
      index &+= 1
      try add(index, of: sheet, file, &axes)
    }
    for axis in upTo(sheet.page.axisCount) where axes &>> UInt32(truncatingIfNeeded: axis) & 1 != 0
    {
      var value = 0
      while value &+ 1 < sheet.page.valueCount(axis) {
        value &+= 1
        try allocating { () throws(OutOfMemory) in
          try inventory.declareValue(
            sheet.page.valueName(value, ofAxis: axis).bytes,
            ofAxis: sheet.page.axisName(axis).bytes)
        }
      }
    }
  }

  /// Adds a property, if it is a color.
  private mutating func add(
    _ index: Int, of sheet: borrowing StyleSheet, _ file: SourceFile, _ axes: inout UInt32
  ) throws(FileFailure) {
    guard let property = sheet.properties.element(at: index), property.kind != .tokens else {
      return
    }
    // Where the values themselves tell the schemes apart, the choice does.
    let own = StyleSheet.States(property.mask, sheet.page)
    let states = StyleSheet.States(property.mask | 1 << 0, sheet.page)
    var choice = StyleChoice(allocator, states)
    // For each value an expression for light and one for dark.
    var numbers = Buffer<SIMD2<Int>>(allocator)
    let name = HostText(sheet.colorName(of: index))
    let place = file.place(property.offset)
    guard states.count == own.count || states.count == own.count &* 2 else {
      return try fail(
        .tooComplex, "expected a property that depends on less", name.bytes, at: place)
    }
    do throws(OutOfMemory) {
      var index = -1
      while index &+ 1 < property.valueCount {
        index &+= 1
        guard let value = sheet.values.element(at: property.values &+ index) else { break }
        writer.truncate(to: 0)
        var number = SIMD2(-1, -1)
        if value.isColor {
          do throws(SyntaxError) {
            try parseRecipe(value.text.bytes, into: &writer)
          } catch {
            throw OutOfMemory()
          }
          if let expression = writer.expression {
            number.x = try choice.add(expression.inScheme(isDark: false))
            number.y = try choice.add(expression.inScheme(isDark: true))
          }
        }
        try numbers.append(number)
      }
      index = -1
      while index &+ 1 < states.count {
        index &+= 1
        let state = states.state(at: index)
        let chosen = sheet.choices.element(at: property.choices &+ own.place(of: state)) ?? -1
        let number = numbers.element(at: Int(chosen) &- property.values) ?? SIMD2(-1, -1)
        try choice.choose(state[StyleState.scheme] == 1 ? number.y : number.x)
      }
    } catch {
      throw .outOfMemory
    }
    writer.truncate(to: 0)
    choice.write(to: &writer, sheet.page, &axes)
    switch writer.failure ?? choice.failure {
    case .outOfMemory: throw .outOfMemory
    case .tooLarge:
      return try fail(
        .tooComplex, "expected a property that depends on less", name.bytes, at: place)
    case nil: break
    }
    guard let expression = writer.expression, name.count > 0 else { return }
    if inventory.index(of: name.bytes) != nil {
      try warn(.syntax, "the name stands for another color already", name.bytes, at: place)
    }
    try allocating { () throws(OutOfMemory) in
      _ = try inventory.set(name.bytes, expression, at: place)
    }
  }
}

extension Expression {
  /// What this is in a scheme, as far as it is nothing but a choice between the two.
  fileprivate func inScheme(isDark: Bool) -> Expression {
    var part = self
    while part.operation == .lightDark {
      let light = part.node(at: 1)
      part = isDark ? part.node(at: 1 &+ light.size) : light
    }
    return part
  }
}

extension StyleSheet {
  /// The name of the color that a property is: without hyphens at its start, which GTK's do not
  /// have.
  @_lifetime(borrow self)
  func colorName(of index: Int) -> Span<UInt8> {
    let key = (names.name(index &+ 1) ?? .empty).bytes
    return isCustom(key) ? key.slice(2, key.count) : key
  }

  private func isCustom(_ key: Span<UInt8>) -> Bool {
    key.element(at: 0) == UInt8(ascii: "-") && key.element(at: 1) == UInt8(ascii: "-")
  }

  /// Tells of values that were to be colors, and of rules with colors that are for something else.
  mutating func judge() throws(OutOfMemory) {
    var index = -1
    while index &+ 1 < properties.count {
      index &+= 1
      guard let property = properties.element(at: index) else { break }
      let key = names.name(index &+ 1) ?? .empty
      let mustBeColor = property.isColor || property.kind == .mixed || !isCustom(key.bytes)
      var place = -1
      while place &+ 1 < property.valueCount {
        place &+= 1
        guard let value = values.element(at: property.values &+ place), let problem = value.problem,
          problem.reason == .syntax, mustBeColor || value.text.bytes.looksLikeColor
        else { continue }
        let start = value.text.offset(in: text)
        let isWritten = start > 0
        try tell(
          .warning, .syntax, problem.expected, value.text.bytes,
          at: isWritten ? start &+ problem.offset : value.offset)
      }
    }
    var writer = ExpressionWriter(allocator)
    index = -1
    while index &+ 1 < declarations.count {
      index &+= 1
      guard let declaration = declarations.element(at: index),
        var rule = rules.element(at: declaration.rule), rule.stage != .done,
        !rule.isPossible || rule.isOther
      else { continue }
      writer.truncate(to: 0)
      do throws(SyntaxError) {
        try parseRecipe(declaration.value.bytes, into: &writer)
      } catch {
        if case .outOfMemory = error.reason { throw OutOfMemory() }
        continue
      }
      rule.stage = .done
      rules.replace(at: declaration.rule, with: rule)
      try tell(
        .note, .ok,
        rule.isPossible
          ? "depends on what no environment says" : "is not for the page as a whole",
        text.bytes.slice(rule.start, rule.end), at: rule.start)
    }
  }
}

extension Span<UInt8> {
  /// Whether a text is written like a color and nothing else: hexadecimal digits behind a hash, or
  /// a single function that makes a color.
  fileprivate var looksLikeColor: Bool {
    if element(at: 0) == UInt8(ascii: "#") {
      var index = 1
      while let byte = element(at: index) {
        guard hexDigit(byte) != nil else { return false }
        index &+= 1
      }
      return count > 1
    }
    var tokens = StyleTokens(self)
    let token = tokens.next()
    guard token.kind == .function else { return false }
    switch tokens.keyword(token.start, token.end &- 1) {
    case "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
      "light-dark", "contrast-color":
      tokens.skipContents(of: token)
      return tokens.nextBehindSpace().kind == .end
    default: return false
    }
  }
}
