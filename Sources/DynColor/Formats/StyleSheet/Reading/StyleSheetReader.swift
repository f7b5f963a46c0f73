// StyleSheet: importing the colors of a style sheet.

/// Imports the custom properties that are colors, and GTK's colors.
struct StyleSheetReader: ~Copyable {
  private let file: SourceFile
  private var sheet: StyleSheet
  private var values: StyleValues
  /// The custom axes that colors depend on, one bit each.
  private var axes: UInt32 = 0

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    if let place = file.bytes.bytes.firstInvalidUTF8 {
      return try session.fail(.invalidUTF8, "the text is not valid UTF-8", at: file.place(place))
    }
    let sheet = try allocating(try StyleSheet.make(session.allocator, file.bytes))
    var reader = StyleSheetReader(file: file, sheet: sheet, values: StyleValues(session.allocator))
    do throws(OutOfMemory) { try reader.evaluate() } catch { throw .outOfMemory }
    try reader.report(&session)
    if reader.sheet.problems.isTooComplex { return }
    for index in upTo(reader.sheet.properties.count) { try reader.add(index, &session) }
    try reader.declareAxes(&session)
  }

  private mutating func evaluate() throws(OutOfMemory) {
    try sheet.read()
    if !sheet.problems.isTooComplex { try values.evaluate(&sheet) }
    if !sheet.problems.isTooComplex {
      try reportInvalidValues()
      try reportIgnoredRules()
    }
  }

  private func report(_ session: inout ImportSession) throws(FileFailure) {
    var index = 0
    while let problem = sheet.problems.problem(index) {
      index &+= 1
      let place = file.place(problem.offset)
      let context = problem.context.bytes
      switch problem.severity {
      case .note: try session.note(problem.message, context, at: place)
      case .warning: try session.warn(problem.status, problem.message, context, at: place)
      case .error: try session.fail(problem.status, problem.message, context, at: place)
      }
    }
  }

  /// Declares the axes that colors depend on, with all their values.
  private func declareAxes(_ session: inout ImportSession) throws(FileFailure) {
    for axis in upTo(sheet.rules.page.axisCount)
    where axes &>> UInt32(truncatingIfNeeded: axis) & 1 != 0 {
      try session.noteRename(ofAxis: sheet.rules.page.axisName(axis), at: file.place(0))
      for value in upTo(sheet.rules.page.valueCount(axis), from: 1) {
        try allocating(
          try session.imported.declareValue(
            sheet.rules.page.valueName(value, ofAxis: axis).bytes,
            ofAxis: sheet.rules.page.axisName(axis).bytes))
      }
    }
  }

  // MARK: - Colors

  private mutating func add(_ index: Int, _ session: inout ImportSession) throws(FileFailure) {
    guard let property = sheet.properties.property(index), let result = values.result(index),
      result.kind != .tokens
    else { return }
    // The values may distinguish the schemes themselves, so the scheme is always one of the axes.
    let own = StyleStates(result.mask, sheet.rules.page)
    let states = StyleStates(result.mask | 1 << 0, sheet.rules.page)
    var choice = StyleChoice(session.allocator, states)
    let name = sheet.colorName(of: index)
    let place = file.place(property.offset)
    guard states.count == own.count || states.count == own.count &* 2 else {
      return try session.fail(
        .tooComplex, "expected a property that depends on fewer conditions", name.bytes, at: place)
    }
    session.writer.unknownCondition = nil
    do throws(OutOfMemory) { try choose(result, own, states, &choice, &session.writer) } catch {
      throw .outOfMemory
    }
    try session.warnOfUnknownCondition(at: place)
    session.writer.truncate(to: 0)
    choice.write(to: &session.writer, sheet.rules.page, &axes)
    switch session.writer.failure ?? choice.failure {
    case .outOfMemory: throw .outOfMemory
    case .tooLarge:
      return try session.fail(
        .tooComplex, "expected a property that depends on fewer conditions", name.bytes, at: place)
    case nil: break
    }
    guard let expression = session.writer.expression, name.count > 0 else { return }
    if session.imported.index(of: name.bytes) != nil {
      try session.warn(.syntax, "the name stands for another color already", name.bytes, at: place)
    }
    _ = try allocating(try session.imported.set(name.bytes, expression, at: place))
  }

  /// Adds the expressions of all values of a property, and chooses one for each state.
  private func choose(
    _ property: StyleValues.Result, _ own: StyleStates, _ states: StyleStates,
    _ choice: inout StyleChoice, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    // For each value, the numbers of its expressions for light and for dark.
    var numbers = Buffer<SIMD2<Int>>(sheet.allocator)
    for index in upTo(property.valueCount) {
      var number = SIMD2(-1, -1)
      if let value = values.value(property.values &+ index), value.problem == nil {
        writer.truncate(to: 0)
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
    for index in upTo(states.count) {
      let state = states.state(at: index)
      let chosen = values.choice(of: property, at: own.place(of: state)) &- property.values
      let number = numbers.element(at: chosen) ?? SIMD2(-1, -1)
      try choice.choose(state[StyleState.scheme] == 1 ? number.y : number.x)
    }
  }

  // MARK: - Reporting problems

  /// Reports values that should be colors, but are invalid.
  private mutating func reportInvalidValues() throws(OutOfMemory) {
    for index in upTo(sheet.properties.count) {
      if let property = sheet.properties.property(index), let result = values.result(index) {
        let isCustom = sheet.properties.name(index).bytes.isCustomProperty
        try reportInvalid(
          result, mustBeColor: property.isColor || result.kind == .mixed || !isCustom)
      }
    }
  }

  private mutating func reportInvalid(
    _ property: StyleValues.Result, mustBeColor: Bool
  ) throws(OutOfMemory) {
    for place in upTo(property.valueCount) {
      guard let value = values.value(property.values &+ place), let problem = value.problem,
        problem.reason == .syntax, mustBeColor || value.text.bytes.looksLikeColor
      else { continue }
      let start = value.text.offset(in: sheet.text)
      let isWritten = start > 0
      try sheet.problems.add(
        .warning, .syntax, problem.expected, value.text.bytes,
        at: isWritten ? start &+ problem.offset : value.offset)
    }
  }

  /// Notes rules with colors whose conditions are not supported.
  private mutating func reportIgnoredRules() throws(OutOfMemory) {
    var writer = ExpressionWriter(sheet.allocator)
    for index in upTo(sheet.properties.declarationCount) {
      guard let declaration = sheet.properties.declaration(index),
        let rule = sheet.rules.rule(declaration.rule), !rule.isReported,
        rule.isPossible == false || rule.hasUnknownFeature
      else { continue }
      writer.truncate(to: 0)
      do throws(SyntaxError) { try parseRecipe(declaration.value.bytes, into: &writer) } catch {
        if case .outOfMemory = error.reason { throw OutOfMemory() }
        continue
      }
      sheet.rules.setReported(declaration.rule)
      try sheet.problems.add(
        .note, .ok,
        rule.isPossible == true
          ? "depends on what no environment says" : "is not for the page as a whole",
        sheet.text.bytes.slice(rule.start, rule.end), at: rule.start)
    }
  }
}

extension Expression {
  /// The part of nested `light-dark()` expressions for a scheme.
  fileprivate func inScheme(isDark: Bool) -> Expression {
    var part = self
    while part.operation == .lightDark { part = isDark ? part.dark : part.light }
    return part
  }
}

extension Span<UInt8> {
  /// Returns whether a text looks like a color: hexadecimal digits after a hash, or a single color
  /// function.
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
