// StyleSheet: the values of properties in each environment, with references replaced (CSS Custom
// Properties 1 §3).

/// Evaluates the properties: collects the values of each property, and its value in each state.
struct StyleValues: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The maximum length of a value after substitution, in bytes.
  private static var greatestLength: Int { 1 << 16 }

  /// How far the evaluation of a property is.
  enum Stage { case notStarted, inProgress, done }

  /// Whether the values of a property are colors: all (`colors`), none (`others`), or some.
  enum Kind { case colors, others, mixed }

  /// The result for a property.
  struct Result: BitwiseCopyable {
    fileprivate(set) var stage = Stage.notStarted
    fileprivate(set) var kind = Kind.others
    /// The axes that the property depends on, one bit each.
    fileprivate(set) var mask: UInt32 = 0
    /// The index in `stateValues` for the property's first state.
    fileprivate var firstState = 0
    /// The index of the property's first value.
    fileprivate(set) var firstValue = 0
    fileprivate(set) var valueCount = 0
    /// True if the property has a value in every state.
    fileprivate var hasValueEverywhere = false
  }

  /// A value after references have been substituted, except for references to colors.
  struct Value: BitwiseCopyable {
    let text: StoredText
    /// The text before references were substituted.
    let written: StoredText
    /// The offset of the declaration in the style sheet.
    let offset: Int
    /// True if no state has this value, because the value refers to an undeclared property. The
    /// value is stored only to report mistakes in it.
    let isUnused: Bool
    /// Why the value is not a color; `nil` if it is a color.
    let problem: SyntaxError?
    /// The origin of the mistake; `nil` if nothing was substituted, so that `text` is itself a part
    /// of the file, or if the origin is unknown.
    let mistakeOrigin: MistakeOrigin?
  }

  /// The origin of a mistake in a value with substituted references.
  struct MistakeOrigin: BitwiseCopyable {
    /// The offset in the style sheet.
    let offset: Int
    /// The index of the substituted value that has the mistake; −1 if none has it.
    let valueIndex: Int
    /// The index of the property of that value; −1 if there is none.
    let propertyIndex: Int
  }

  private var results: Buffer<Result>
  private var values: Buffer<Value>
  /// For each state of each property, the index of its value; −1 for none.
  private var stateValues: Buffer<Int32>
  /// The value that is being built.
  private var text: TextWriter
  /// The parts that `text` was built of. Added text, such as `var(` before a name, is in no part.
  private var parts: Buffer<Part>
  /// Receives the output of the parser when a value is checked for being a color.
  private var writer: ExpressionWriter

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    results = Buffer(allocator)
    values = Buffer(allocator)
    stateValues = Buffer(allocator)
    text = TextWriter(allocator)
    parts = Buffer(allocator)
    writer = ExpressionWriter(allocator)
  }

  /// The number of all values of all properties.
  var count: Int { values.count }
  func result(_ index: Int) -> Result? { results.element(at: index) }
  func value(_ index: Int) -> Value? { values.element(at: index) }

  /// The index of a property's value in a state; −1 for none. `stateIndex` is the index of the
  /// state among the `StyleStates` of `result.mask`.
  func valueIndex(of result: Result, at stateIndex: Int) -> Int {
    Int(stateValues.element(at: result.firstState &+ stateIndex) ?? -1)
  }

  /// Evaluates all properties, each after the properties that it refers to.
  @_optimize(speed)
  mutating func evaluate(_ sheet: inout StyleSheet) throws(OutOfMemory) {
    // A stack in place of recursion. A property stays on it until those it refers to are done.
    var pending = Buffer<Int>(sheet.allocator)
    try results.append(repeating: Result(), count: sheet.properties.count)
    try values.reserve(sheet.properties.count)
    try stateValues.reserve(sheet.properties.count)
    for firstIndex in upTo(sheet.properties.count) {
      try pending.append(firstIndex)
      while let index = pending.element(at: pending.count &- 1), !sheet.problems.isTooComplex {
        guard let property = sheet.properties.property(index), let stage = result(index)?.stage,
          stage != .done
        else {
          _ = pending.removeLast()
          continue
        }
        if stage == .notStarted {
          results.change(at: index) { $0.stage = .inProgress }
          try pushReferencedProperties(of: property, in: sheet, to: &pending)
        } else {
          _ = pending.removeLast()
          try evaluateProperty(index, property, &sheet)
        }
      }
      if sheet.problems.isTooComplex { return }
    }
  }

  /// Pushes the properties that a property refers to, if their evaluation has not begun.
  @_optimize(speed)
  private func pushReferencedProperties(
    of property: StyleProperty, in sheet: borrowing StyleSheet, to pending: inout Buffer<Int>
  ) throws(OutOfMemory) {
    var index = property.lastDeclaration
    while let declaration = sheet.properties.declaration(index) {
      index = declaration.previous
      guard declaration.hasReference, sheet.rules.rule(declaration.rule)?.isPossible == true
      else { continue }
      var tokens = StyleTokenizer(declaration.value.bytes)
      while let reference = tokens.nextReference() {
        // A fallback may contain further references.
        tokens.move(to: reference.nameEnd)
        let target = sheet.properties.index(of: reference, in: tokens)
        if result(target)?.stage == .notStarted { try pending.append(target) }
      }
    }
  }

  /// The axes that a property depends on, one bit each, directly or through substituted values.
  @_optimize(speed)
  private func mask(of property: StyleProperty, in sheet: borrowing StyleSheet) -> UInt32 {
    var mask: UInt32 = 0
    var index = property.lastDeclaration
    while let declaration = sheet.properties.declaration(index) {
      index = declaration.previous
      guard let rule = sheet.rules.rule(declaration.rule), rule.isPossible == true else { continue }
      mask |= rule.mask
      guard declaration.hasReference else { continue }
      var tokens = StyleTokenizer(declaration.value.bytes)
      while let reference = tokens.nextReference() {
        tokens.move(to: reference.nameEnd)
        let target = sheet.properties.index(of: reference, in: tokens)
        guard let other = result(target), other.stage == .done else { continue }
        // A reference to a color is not substituted. The axes of the color count only if it has no
        // value in some states, where the fallback is used.
        if other.kind != .colors || !other.hasValueEverywhere { mask |= other.mask }
      }
    }
    return mask
  }

  /// Evaluates a property in all its states. The properties that it refers to have been evaluated.
  @_optimize(speed)
  private mutating func evaluateProperty(
    _ index: Int, _ property: StyleProperty, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    var result = Result()
    result.mask = mask(of: property, in: sheet)
    let states = StyleStates(result.mask, sheet.rules.attributes)
    guard states.count <= StyleStates.greatestCount else {
      return try sheet.problems.abort(
        CommonMessage.tooManyConditions, sheet.properties.name(index).bytes, at: property.offset)
    }
    result.firstState = stateValues.count
    result.firstValue = values.count
    result.hasValueEverywhere = true
    for stateIndex in upTo(states.count) {
      let state = states.state(at: stateIndex)
      let valueIndex = try findOrAddValue(of: property, from: result.firstValue, in: state, &sheet)
      try stateValues.append(Int32(truncatingIfNeeded: valueIndex ?? -1))
      if valueIndex == nil { result.hasValueEverywhere = false }
      if sheet.work >= StyleConditions.greatestWork {
        return try sheet.problems.abort(CommonMessage.slowConditions, at: property.offset)
      }
      if sheet.problems.isTooComplex { return }
    }
    result.valueCount = values.count &- result.firstValue
    var colorCount = 0
    var usedCount = 0
    for valueIndex in upTo(values.count, from: result.firstValue) {
      guard let value = values.element(at: valueIndex) else { break }
      if !value.isUnused { usedCount &+= 1 }
      if value.problem == nil { colorCount &+= 1 }
      if let problem = value.problem, problem.reason == .tooComplex {
        try sheet.problems.add(
          .error, .tooComplex, problem.message, value.written.bytes, at: value.offset)
      }
    }
    result.kind = colorCount == 0 ? .others : colorCount == usedCount ? .colors : .mixed
    result.stage = .done
    results.replace(at: index, with: result)
  }

  /// Parses a text as a color. Returns the error; `nil` if the text is a color.
  @_optimize(speed)
  private mutating func problem(of text: StoredText) throws(OutOfMemory) -> SyntaxError? {
    writer.removeAll()
    do throws(SyntaxError) {
      try parseCSS(text.bytes, into: &writer)
      return nil
    } catch {
      if writer.failure == .outOfMemory { throw OutOfMemory() }
      return error
    }
  }

  /// Evaluates a property in a state. Returns the index of the value; `nil` if there is none. Adds
  /// the value, unless one of the values from the index `first` on has the same text. An unused
  /// value (`Value.isUnused`) is added, too, but the result is then `nil`.
  @_optimize(speed)
  private mutating func findOrAddValue(
    of property: StyleProperty, from first: Int, in state: StyleState, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Int? {
    guard let declaration = sheet.cascadedDeclaration(of: property, in: state) else { return nil }
    var value = declaration.value
    var isUnused = false
    if declaration.hasReference {
      clearText()
      var substitution = Substitution(state: state, keepsUnknown: !property.isThemeVariable)
      var isValid = try substitute(value, &substitution, depth: 0, &sheet)
      if isValid, substitution.hasUnknown, try problem(of: StoredText(text.bytes)) != nil {
        // With references to undeclared properties kept, the value is not a color. Tries again as
        // browsers do: such a reference has no value.
        clearText()
        substitution = Substitution(state: state, keepsUnknown: false)
        isValid = try substitute(value, &substitution, depth: 0, &sheet)
        if !isValid, !sheet.problems.isTooComplex {
          // The value with the reference is stored as unused, so that mistakes in it are reported.
          clearText()
          substitution = Substitution(state: state, keepsUnknown: true)
          isUnused = try substitute(value, &substitution, depth: 0, &sheet)
        }
      }
      guard isValid || isUnused else { return nil }
      value = StoredText(text.bytes)
    }
    for index in upTo(values.count, from: first) {
      sheet.work &+= 1
      if let known = values.element(at: index), known.isUnused == isUnused,
        known.text.equals(value.bytes)
      {
        return isUnused ? nil : index
      }
    }
    // An unchanged value is not copied: its text stays a part of the file, so that errors can
    // report its position.
    let isUnchanged = value.equals(declaration.value.bytes)
    value = isUnchanged ? declaration.value : try sheet.texts.copy(value.bytes)
    let problem = try problem(of: value)
    var mistakeOrigin: MistakeOrigin?
    if let problem, !isUnchanged { mistakeOrigin = originOfMistake(at: problem.offset, sheet) }
    try values.append(
      Value(
        text: value, written: declaration.value, offset: declaration.offset, isUnused: isUnused,
        problem: problem, mistakeOrigin: mistakeOrigin))
    return isUnused ? nil : values.count &- 1
  }

  // MARK: - Substitution

  /// A part of the value that is being built.
  private struct Part: BitwiseCopyable {
    /// The offset of the part in the value.
    let start: Int
    /// The text that was copied: a part of a declaration or of a substituted value.
    let text: StoredText
    /// The index of the substituted value; −1 for a part of a declaration.
    let valueIndex: Int
    /// The index of the property of that value; −1 for a part of a declaration.
    let propertyIndex: Int
  }

  private mutating func clearText() {
    text.truncate(to: 0)
    parts.truncate(to: 0)
  }

  /// The origin of a mistake in the value that was built last; `nil` if it is unknown.
  private func originOfMistake(
    at offset: Int, _ sheet: borrowing StyleSheet
  ) -> MistakeOrigin? {
    var index = parts.count &- 1
    while let part = parts.element(at: index), part.start > offset { index &-= 1 }
    guard let part = parts.element(at: index) else { return nil }
    let offsetInPart = offset &- part.start
    let start = sheet.offset(of: part.text)
    guard let value = value(part.valueIndex) else {
      return start > 0
        ? MistakeOrigin(offset: start &+ offsetInPart, valueIndex: -1, propertyIndex: -1) : nil
    }
    // An offset after the end of the substituted value is in added text, which is in no part. Then
    // the origin is unknown.
    guard offsetInPart <= part.text.count else { return nil }
    return MistakeOrigin(
      offset: start > 0 ? start &+ offsetInPart : value.mistakeOrigin?.offset ?? value.offset,
      valueIndex: part.valueIndex, propertyIndex: part.propertyIndex)
  }

  /// The settings of a substitution, and whether it has kept a reference.
  private struct Substitution {
    let state: StyleState
    /// True to keep references to undeclared properties, because the theme that the style sheet is
    /// loaded into may have the color.
    let keepsUnknown: Bool
    /// True after a reference to an undeclared property has been kept.
    var hasUnknown = false

    init(state: StyleState, keepsUnknown: Bool) {
      self.state = state
      self.keepsUnknown = keepsUnknown
    }
  }

  /// Appends a text to the value that is being built, with its references substituted, except for
  /// references to colors. Returns false if a reference has no value.
  private mutating func substitute(
    _ source: StoredText, _ substitution: inout Substitution, depth: Int, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Bool {
    guard depth < StyleConditions.greatestDepth else {
      try sheet.problems.abort(
        CommonMessage.nestedTooDeeply, source.bytes, at: sheet.offset(of: source))
      return false
    }
    var offset = 0
    while true {
      switch try writeReference(in: source, from: &offset, &substitution, &sheet) {
      case .end: return !sheet.problems.isTooComplex
      case .written: break
      case .nothing: return false
      case .fallback(let fallback, let isInsideVar):
        guard try substitute(fallback, &substitution, depth: depth &+ 1, &sheet) else {
          return false
        }
        if isInsideVar { try text.append(")") }
      }
      if sheet.problems.isTooComplex { return false }
    }
  }

  /// The result of replacing a reference.
  private enum Replacement {
    /// There was no reference left. The rest of the text has been written.
    case end
    /// The reference has been replaced, or kept.
    case written
    /// The reference has neither a value nor a fallback.
    case nothing
    /// The caller must write the fallback and, if that is inside `var(`, the closing parenthesis.
    case fallback(StoredText, isInsideVar: Bool)
  }

  /// Writes the text from an offset to the next reference, and what replaces the reference. Moves
  /// the offset to the end of the reference.
  // Not inlined, so that nested references take little stack.
  @inline(never)
  @_optimize(speed)
  private mutating func writeReference(
    in source: StoredText, from offset: inout Int, _ substitution: inout Substitution,
    _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Replacement {
    var tokens = StyleTokenizer(source.bytes, from: offset)
    guard let reference = tokens.nextReference() else {
      try append(source.bytes.slice(offset, source.count), source, &sheet)
      return .end
    }
    try append(source.bytes.slice(offset, reference.start), source, &sheet)
    offset = reference.end
    let index = sheet.properties.index(of: reference, in: tokens)
    let fallback = StoredText(source.bytes.slice(reference.fallbackStart, reference.fallbackEnd))
    let name = source.bytes.slice(reference.nameStart, reference.nameEnd)
    if let target = result(index), target.stage == .inProgress {
      // The property refers to itself, perhaps through others. The reference stays:
      // `ReferenceCheck` reports cycles later, when all colors are known.
      try append(reference: name, &sheet)
      return .written
    } else if let target = result(index), sheet.properties.property(index)?.isDeclared == true {
      let valueIndex = valueIndex(of: target, in: substitution.state, sheet.rules.attributes)
      if let value = value(valueIndex) {
        if target.kind == .colors {
          try append(reference: name, &sheet)
        } else {
          try append(
            value.text.bytes, source, &sheet, valueIndex: valueIndex, propertyIndex: index)
        }
        return .written
      }
    } else if substitution.keepsUnknown {
      substitution.hasUnknown = true
      try text.append("var(")
      try append(name, source, &sheet)
      if reference.hasFallback {
        try text.append(",")
        return .fallback(fallback, isInsideVar: true)
      }
      try text.append(")")
      return .written
    }
    return reference.hasFallback ? .fallback(fallback, isInsideVar: false) : .nothing
  }

  /// Appends a reference to a property, which stays a reference.
  private mutating func append(
    reference name: Span<UInt8>, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    try text.append("var(")
    try append(part: name)
    try text.append(")")
    sheet.work &+= name.count
  }

  /// Appends a text to the value that is being built, and records it as a part.
  private mutating func append(
    part: Span<UInt8>, valueIndex: Int = -1, propertyIndex: Int = -1
  ) throws(OutOfMemory) {
    try parts.append(
      Part(
        start: text.count, text: StoredText(part), valueIndex: valueIndex,
        propertyIndex: propertyIndex))
    try text.append(contentsOf: part)
  }

  /// Writes a part of the value `source` or, if `valueIndex` is not −1, the text of the value that
  /// is substituted for a reference in `source`. Writes empty comments around a substituted value,
  /// so that its tokens do not merge with adjacent ones.
  private mutating func append(
    _ part: Span<UInt8>, _ source: StoredText, _ sheet: inout StyleSheet, valueIndex: Int = -1,
    propertyIndex: Int = -1
  ) throws(OutOfMemory) {
    sheet.work &+= part.count
    let isSubstituted = valueIndex >= 0
    // The limit is for growth by substitution. Text before the first reference may have any length.
    guard
      text.count &+ part.count <= StyleValues.greatestLength || text.count == 0 && !isSubstituted
    else {
      return try sheet.problems.abort(
        "the value is too long with its references replaced; at most 64 KiB are allowed",
        source.bytes, at: sheet.offset(of: source))
    }
    if isSubstituted, text.count > 0 { try text.append("/**/") }
    try append(part: part, valueIndex: valueIndex, propertyIndex: propertyIndex)
    if isSubstituted { try text.append("/**/") }
  }

  /// The index of a property's value in a state; −1 for none.
  private func valueIndex(
    of result: Result, in state: StyleState, _ attributes: borrowing StyleAttributes
  ) -> Int {
    valueIndex(of: result, at: StyleStates(result.mask, attributes).index(of: state))
  }
}
