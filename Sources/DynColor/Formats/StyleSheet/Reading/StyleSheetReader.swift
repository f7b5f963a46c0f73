// StyleSheet: importing the colors of a style sheet.

/// Imports the custom properties that are colors, and the colors of GTK.
struct StyleSheetReader: ~Copyable {
  private var sheet: StyleSheet
  private var values: StyleValues
  private var builder: StyleExpressionBuilder
  /// The custom axes that imported colors depend on, one bit each.
  private var axes: UInt32 = 0
  /// How many more words may be compared with all names of colors, to find misspelled colors. The
  /// number is limited because each comparison takes long.
  private var remainingChecks = 1 << 12

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    if let offset = file.text.bytes.firstInvalidUTF8Offset {
      return try session.reportError(
        .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(offset))
    }
    let sheet = try convertingOutOfMemory(try StyleSheet.make(session.allocator))
    var reader = StyleSheetReader(
      sheet: sheet, values: StyleValues(session.allocator),
      builder: StyleExpressionBuilder(session.allocator))
    try reader.parse(file, &session)
    do throws(OutOfMemory) { try reader.evaluate(session) } catch { throw .outOfMemory }
    try reader.report(&session)
    if reader.sheet.problems.isTooComplex { return }
    try convertingOutOfMemory(
      try session.imported.reserve(
        reader.sheet.properties.count, rangeCount: reader.values.count))
    for index in upTo(reader.sheet.properties.count) { try reader.addColor(of: index, &session) }
    try reader.declareAxes(&session)
  }

  /// Parses a file. Each file that it imports is parsed in place of its `@import`.
  private mutating func parse(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    var parser = StyleParser(session.allocator)
    try convertingOutOfMemory(try parser.beginFile(file, nil, &sheet))
    while let request = try convertingOutOfMemory(try parser.parseToImport(&sheet)) {
      guard let imported = try open(request, &session) else { continue }
      guard !parser.isOpen(imported, sheet) else {
        try session.warn(
          .cycle, "the style sheet imports itself; this import is skipped",
          request.path.bytes, at: sheet.location(request.offset))
        continue
      }
      // The size of all imported files, without the main file.
      let importedSize = sheet.size &+ imported.text.count &- file.text.count
      guard importedSize <= StyleSheet.greatestImportSize,
        sheet.fileCount < StyleSheetReader.greatestImportCount
      else {
        try session.reportError(
          .tooComplex, "imports are too many or too large; at most 1024 files and 64 MiB are read",
          request.path.bytes, at: sheet.location(request.offset))
        return
      }
      try session.reportProgress(imported.path.bytes)
      try convertingOutOfMemory(try parser.beginFile(imported, request, &sheet))
    }
  }

  /// The maximum number of imports. A file that is imported twice counts twice.
  private static var greatestImportCount: Int { 1 << 10 }

  /// Opens the file of an import; `nil` if that fails. A missing file is only a warning, because
  /// browsers also skip missing files.
  private func open(
    _ request: StyleImport, _ session: inout ImportSession
  ) throws(FileFailure) -> SourceFile? {
    let location = sheet.location(request.offset)
    let importing = sheet.file(request.file)?.path ?? .empty
    guard let path = try session.resolvePath(request.path, relativeTo: importing), path.count > 0
    else {
      try session.warn(
        .outside, "the style sheet is outside the folder that is loaded; this import is skipped",
        request.path.bytes, at: location)
      return nil
    }
    guard let file = try session.open(path.bytes, at: location, isOptional: true) else {
      return nil
    }
    if let invalid = file.text.bytes.firstInvalidUTF8Offset {
      try session.reportError(
        .invalidUTF8, CommonMessage.invalidUTF8, at: file.location(invalid))
      return nil
    }
    return file
  }

  /// Evaluates the properties, and adds problems of their values and rules.
  private mutating func evaluate(
    _ session: borrowing ImportSession
  ) throws(OutOfMemory) {
    try sheet.bindRules()
    if !sheet.problems.isTooComplex { try values.evaluate(&sheet) }
    if !sheet.problems.isTooComplex {
      try reportInvalidValues(session)
      try reportIgnoredRules()
      try reportMissingProperties()
    }
  }

  /// Adds the problems of the style sheet to the report.
  private func report(_ session: inout ImportSession) throws(FileFailure) {
    var index = 0
    while let problem = sheet.problems.problem(index) {
      index &+= 1
      let location = sheet.location(problem.offset)
      let context = problem.context.bytes
      switch problem.severity {
      case .note: try session.note(problem.message, context, at: location)
      case .warning: try session.warn(problem.status, problem.message, context, at: location)
      case .error: try session.reportError(problem.status, problem.message, context, at: location)
      }
    }
  }

  /// Declares the palettes, and the custom axes with their values, that imported colors depend on.
  private func declareAxes(_ session: inout ImportSession) throws(FileFailure) {
    for axis in upTo(sheet.rules.attributes.axisCount)
    where axes &>> UInt32(truncatingIfNeeded: axis) & 1 != 0 {
      let name = sheet.rules.attributes.axisName(axis).bytes
      try session.noteRename(ofAxis: sheet.rules.attributes.axisName(axis), at: sheet.location(0))
      for number in upTo(sheet.rules.attributes.valueCount(axis), from: 1) {
        let value = sheet.rules.attributes.valueName(number, ofAxis: axis).bytes
        try convertingOutOfMemory { () throws(OutOfMemory) in
          if name.equals(StyleAttributes.paletteAxis) {
            try session.imported.declare(value, .palette)
          } else {
            try session.imported.declareValue(value, ofAxis: name)
          }
        }
      }
    }
  }

  // MARK: - Colors

  /// Adds the color of a property. Does nothing if its values are not colors.
  @_optimize(speed)
  private mutating func addColor(
    of index: Int, _ session: inout ImportSession
  ) throws(FileFailure) {
    guard let property = sheet.properties.property(index), let result = values.result(index),
      result.kind != .others
    else { return }
    // A value such as `light-dark()` can distinguish schemes itself. So the scheme is always an
    // axis of these states, even if the values do not depend on it.
    let states = StyleStates(result.mask | 1 << StyleState.scheme, sheet.rules.attributes)
    let name = sheet.colorName(of: index)
    let location = sheet.location(property.offset)
    guard states.count <= StyleStates.greatestCount else {
      return try session.reportError(
        .tooComplex, CommonMessage.tooManyConditions, name.bytes, at: location)
    }
    session.writer.unknownCondition = nil
    builder.begin(states)
    do throws(OutOfMemory) {
      try addStates(of: result, count: states.count, &session.writer)
    } catch {
      throw .outOfMemory
    }
    if let condition = session.writer.unknownCondition {
      session.writer.unknownCondition = nil
      let offset = sheet.offset(of: condition.text)
      try session.warnOfUnknown(condition, at: offset > 0 ? sheet.location(offset) : location)
    }
    session.writer.removeAll()
    builder.write(to: &session.writer, sheet.rules.attributes, &axes)
    switch session.writer.failure ?? builder.failure {
    case .outOfMemory: throw .outOfMemory
    case .tooLarge:
      return try session.reportError(
        .tooComplex, CommonMessage.tooManyConditions, name.bytes, at: location)
    case nil: break
    }
    guard let expression = session.writer.expression, name.count > 0 else { return }
    if session.imported.index(of: name.bytes) != nil {
      try session.warn(
        .syntax, "another property gives a color of the same name; the last one is used",
        name.bytes, at: location)
    }
    let colorIndex = try convertingOutOfMemory(
      try session.imported.set(name.bytes, expression, at: location))
    for index in upTo(result.valueCount) {
      guard let value = values.value(result.firstValue &+ index), value.problem == nil else {
        continue
      }
      let source = sheet.sourceRange(of: value)
      try convertingOutOfMemory(
        try session.imported.addSourceRange(
          sheet.location(source.offset), length: source.length, ofColor: colorIndex))
    }
  }

  /// Adds the values of a property to the builder, and the states, of which there are `count`.
  @_optimize(speed)
  private mutating func addStates(
    of result: StyleValues.Result, count: Int, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    for index in upTo(result.valueCount) {
      writer.removeAll()
      if let value = values.value(result.firstValue &+ index), value.problem == nil {
        do throws(SyntaxError) {
          try parseCSS(value.text.bytes, into: &writer)
        } catch {
          // `StyleValues` has parsed the value before, so the only possible error is that there is
          // not enough memory.
          throw OutOfMemory()
        }
      }
      try builder.addValue(writer.expression)
    }
    // The scheme is the first axis, so every other state is dark. If the values do not depend on
    // the scheme, they have one state for each two of these.
    let dependsOnScheme = result.mask & 1 << StyleState.scheme != 0
    for index in upTo(count) {
      let valueIndex = values.valueIndex(of: result, at: dependsOnScheme ? index : index / 2)
      try builder.addState(
        valueIndex: valueIndex &- result.firstValue, isDark: index & 1 == 1)
    }
  }

  // MARK: - Reporting problems

  /// Reports invalid values that look like colors, or were colors in the last load of a watch: with
  /// a warning or, if they may be something else, with a note.
  @_optimize(speed)
  private mutating func reportInvalidValues(
    _ session: borrowing ImportSession
  ) throws(OutOfMemory) {
    for index in upTo(sheet.properties.count) {
      if let property = sheet.properties.property(index), let result = values.result(index) {
        // A name without two leading hyphens is that of a GTK color.
        let isCustom = sheet.properties.name(index).bytes.isCustomProperty
        var wasColor = false
        if result.kind == .others {
          wasColor = try session.wasColor(sheet.colorName(of: index).bytes)
        }
        try reportInvalid(
          result, mustBeColor: property.isColor || result.kind == .mixed || !isCustom,
          wasColor: wasColor)
      }
    }
  }

  /// Reports the invalid values of a property. If `mustBeColor` is true, all its values should be
  /// colors. `wasColor` is true if the property was a color in the last load of a watch.
  @_optimize(speed)
  private mutating func reportInvalid(
    _ result: StyleValues.Result, mustBeColor: Bool, wasColor: Bool
  ) throws(OutOfMemory) {
    for index in upTo(result.valueCount) {
      guard let value = values.value(result.firstValue &+ index), let problem = value.problem,
        problem.reason == .syntax
      else { continue }
      let text = value.text.bytes
      // No state has an unused value, so such a value need not be a color.
      let isMeant =
        mustBeColor && !value.isUnused || isMeantAsColor(text, &remainingChecks)
      guard isMeant || wasColor || isPossiblyMeantAsColor(text, &remainingChecks) else { continue }
      // The start is 0 if references in the value were substituted.
      let start = sheet.offset(of: value.text)
      let offset = start > 0 ? start &+ problem.offset : value.mistakeOrigin?.offset ?? value.offset
      // An unused value refers to an undeclared property. If the problem is at a reference, that
      // reference is the mistake.
      var tokens = StyleTokenizer(text, from: problem.offset)
      if value.isUnused, let reference = tokens.nextReference(), reference.start == problem.offset {
        try reportUndeclared(
          text.slice(reference.nameStart, reference.nameEnd),
          at: start > 0 ? start &+ reference.nameStart : offset)
        continue
      }
      var context = ShortText()
      // A mistake in a substituted value is reported for each color that refers to it. The place
      // shows the value of that color.
      var place = ShortText()
      if value.mistakeOrigin != nil { append(placeIn: value, to: &place) }
      if !problem.expectedWord.appendWordAndSuggestion(
        at: problem.offset, in: text, place: place.bytes, to: &context)
      {
        append(value, to: &context)
      }
      let shown = try sheet.texts.copy(context.bytes)
      if isMeant || wasColor {
        try sheet.problems.add(
          .warning, .syntax, isMeant ? problem.message : CommonMessage.wasColor, shown.bytes,
          at: offset)
      } else {
        try sheet.problems.add(.note, .ok, "not a color", shown.bytes, at: offset)
      }
    }
  }

  /// Appends a value as it is written. If the mistake is in a substituted value, first appends that
  /// value and the name of its property.
  private func append(_ value: StyleValues.Value, to context: inout ShortText) {
    if let origin = value.mistakeOrigin, let substituted = values.value(origin.valueIndex) {
      context.append(sanitizing: substituted.written.bytes)
      context.append(", ")
    }
    append(placeIn: value, to: &context)
  }

  /// Appends a value as it is written, after the name of the property whose substituted value has
  /// the mistake, if there is one: "the value of --ink in mix(var(--ink), white)".
  private func append(placeIn value: StyleValues.Value, to text: inout ShortText) {
    if let origin = value.mistakeOrigin, values.value(origin.valueIndex) != nil {
      text.append("the value of ")
      text.append(sanitizing: sheet.properties.name(origin.propertyIndex).bytes)
      text.append(" in ")
    }
    text.append(sanitizing: value.written.bytes)
  }

  /// Reports a reference to an undeclared property, and suggests a declared one with a similar
  /// name.
  private mutating func reportUndeclared(
    _ name: Span<UInt8>, at offset: Int
  ) throws(OutOfMemory) {
    var nearest = NearestName(name)
    for index in upTo(min(sheet.properties.count, remainingChecks)) {
      if sheet.properties.property(index)?.isDeclared == true {
        nearest.consider(sheet.properties.name(index).bytes)
      }
    }
    remainingChecks &-= min(sheet.properties.count, remainingChecks)
    var context = ShortText()
    context.append(sanitizing: name)
    nearest.appendSuggestion(to: &context)
    let shown = try sheet.texts.copy(context.bytes)
    try sheet.problems.add(
      .warning, .unknownName, "reference to an undeclared property", shown.bytes, at: offset)
  }

  /// Adds a note if no property is declared, and there is no problem that could be the reason.
  private mutating func reportMissingProperties() throws(OutOfMemory) {
    guard sheet.properties.declarationCount == 0, sheet.problems.isEmpty else { return }
    try sheet.problems.add(
      .note, .ok, "found no custom property; write a color as --name: value", Span(), at: 0)
  }

  /// Adds a note for each rule with colors that is ignored: it never applies to the root element or
  /// the body, or it has an unsupported condition.
  @_optimize(speed)
  private mutating func reportIgnoredRules() throws(OutOfMemory) {
    var writer = ExpressionWriter(sheet.allocator)
    for index in upTo(sheet.properties.declarationCount) {
      guard let declaration = sheet.properties.declaration(index),
        let rule = sheet.rules.rule(declaration.rule), !rule.isReported,
        rule.isPossible == false || rule.hasUnknownFeature
      else { continue }
      writer.removeAll()
      do throws(SyntaxError) { try parseCSS(declaration.value.bytes, into: &writer) } catch {
        if case .outOfMemory = error.reason { throw OutOfMemory() }
        continue
      }
      sheet.rules.setReported(declaration.rule)
      try sheet.problems.add(
        .note, .ok,
        rule.isPossible == true
          ? CommonMessage.skippedRule : "the rule is not for the whole page; it is skipped",
        sheet.source(from: rule.start, to: rule.end), at: rule.start)
    }
  }
}
