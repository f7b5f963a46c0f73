// What the properties of a style sheet are in each environment: CSS Custom Properties 1, §3.

/// The values that properties have, and which of them each has in which state.
struct StyleValues: ~Copyable {
  private let immovable = Immovable()
  /// How long a value may be in which references have been replaced.
  private static var greatestLength: Int { 1 << 16 }

  enum Stage { case untouched, underway, done }

  /// What the values of a property are, in all environments in which it has one.
  enum Kind { case color, tokens, mixed }

  /// What has been found out of a property.
  struct Result: BitwiseCopyable {
    fileprivate(set) var stage = Stage.untouched
    fileprivate(set) var kind = Kind.tokens
    /// The axes that it depends on, a bit each.
    fileprivate(set) var mask: UInt32 = 0
    /// The first of its choices, one for each state.
    fileprivate var choices = 0
    /// Its values, of which each may be chosen several times.
    fileprivate(set) var values = 0
    fileprivate(set) var valueCount = 0
    /// Whether it has a value in all environments.
    fileprivate var isPresent = false
  }

  /// What a property is in some environment, with all replaced that is no reference to a color.
  struct Value: BitwiseCopyable {
    let text: StoredText
    /// Where it is declared.
    let offset: Int
    /// Where it stops being a color, and what should be there; `nil` if it is one.
    fileprivate(set) var problem: SyntaxError?
  }

  private var results: Buffer<Result>
  private var values: Buffer<Value>
  /// For each state of each property the number of a value; −1 for none.
  private var choices: Buffer<Int32>
  /// The value that is being made, and whether it is a color.
  private var text: TextWriter
  private var writer: ExpressionWriter

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    results = Buffer(allocator)
    values = Buffer(allocator)
    choices = Buffer(allocator)
    text = TextWriter(allocator)
    writer = ExpressionWriter(allocator)
  }

  func result(_ index: Int) -> Result? { results.element(at: index) }
  func value(_ number: Int) -> Value? { values.element(at: number) }

  /// The number of the value that a property has in the state at a place; −1 for none.
  func choice(of property: Result, at place: Int) -> Int {
    Int(choices.element(at: property.choices &+ place) ?? -1)
  }

  /// Finds out what all properties are, each after those that it refers to.
  mutating func evaluate(_ sheet: inout StyleSheet) throws(OutOfMemory) {
    var waiting = Buffer<Int>(sheet.allocator)
    try results.append(repeating: Result(), count: sheet.properties.count)
    for index in upTo(sheet.properties.count) {
      try waiting.append(index)
      while let index = waiting.element(at: waiting.count &- 1), !sheet.problems.isTooComplex {
        guard let property = sheet.properties.property(index), let stage = result(index)?.stage,
          stage != .done
        else {
          _ = waiting.removeLast()
          continue
        }
        if stage == .untouched {
          results.change(at: index) { $0.stage = .underway }
          try appendReferences(of: property, in: sheet, to: &waiting)
        } else {
          _ = waiting.removeLast()
          try evaluate(index, property, &sheet)
        }
      }
      if sheet.problems.isTooComplex { return }
    }
  }

  /// Adds the properties that one refers to and that have not been looked at.
  private func appendReferences(
    of property: StyleProperty, in sheet: borrowing StyleSheet, to waiting: inout Buffer<Int>
  ) throws(OutOfMemory) {
    var index = property.lastDeclaration
    while let declaration = sheet.properties.declaration(index) {
      index = declaration.previous
      guard declaration.hasReference, sheet.rules.rule(declaration.rule)?.isPossible == true
      else { continue }
      var tokens = StyleTokens(declaration.value.bytes)
      while let reference = tokens.reference() {
        // There may be more within.
        tokens.move(to: reference.nameEnd)
        let target = sheet.properties.index(of: tokens.decoded(reference).bytes)
        if result(target)?.stage == .untouched { try waiting.append(target) }
      }
    }
  }

  /// The axes that decide what a property is, itself or by what is put in its values.
  private func mask(of property: StyleProperty, in sheet: borrowing StyleSheet) -> UInt32 {
    var mask: UInt32 = 0
    var index = property.lastDeclaration
    while let declaration = sheet.properties.declaration(index) {
      index = declaration.previous
      guard let rule = sheet.rules.rule(declaration.rule), rule.isPossible == true else { continue }
      mask |= rule.mask
      guard declaration.hasReference else { continue }
      var tokens = StyleTokens(declaration.value.bytes)
      while let reference = tokens.reference() {
        tokens.move(to: reference.nameEnd)
        let target = sheet.properties.index(of: tokens.decoded(reference).bytes)
        guard let other = result(target), other.stage == .done else { continue }
        if other.kind != .color || !other.isPresent { mask |= other.mask }
      }
    }
    return mask
  }

  /// Finds out what one property is.
  private mutating func evaluate(
    _ index: Int, _ property: StyleProperty, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    var result = Result()
    result.mask = mask(of: property, in: sheet)
    let states = StyleStates(result.mask, sheet.rules.page)
    guard states.count <= StyleStates.greatestCount else {
      return try sheet.problems.giveUp(
        "expected a property that depends on less", sheet.properties.name(index).bytes,
        at: property.offset)
    }
    result.choices = choices.count
    result.values = values.count
    result.isPresent = true
    for place in upTo(states.count) {
      let state = states.state(at: place)
      let choice = try choice(of: property, from: result.values, in: state, &sheet)
      try choices.append(Int32(truncatingIfNeeded: choice ?? -1))
      if choice == nil { result.isPresent = false }
      if sheet.work >= StyleConditions.greatestWork {
        return try sheet.problems.giveUp(
          "expected a style sheet that takes less work", at: property.offset)
      }
      if sheet.problems.isTooComplex { return }
    }
    result.valueCount = values.count &- result.values
    var colorCount = 0
    for place in upTo(values.count, from: result.values) {
      guard let value = values.element(at: place) else { break }
      let problem = try problem(of: value.text)
      values.change(at: place) { $0.problem = problem }
      if problem == nil { colorCount &+= 1 }
      if let problem, problem.reason == .tooComplex {
        try sheet.problems.add(
          .error, .tooComplex, problem.expected, value.text.bytes, at: value.offset)
      }
    }
    result.kind = colorCount == 0 ? .tokens : colorCount == result.valueCount ? .color : .mixed
    result.stage = .done
    results.replace(at: index, with: result)
  }

  /// Why a text is no color.
  private mutating func problem(of text: StoredText) throws(OutOfMemory) -> SyntaxError? {
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(text.bytes, into: &writer)
      return nil
    } catch {
      if writer.failure == .outOfMemory { throw OutOfMemory() }
      return error
    }
  }

  /// The number of the value of a property in a state, which is a new one or one of those from
  /// `first` on; `nil` for none.
  private mutating func choice(
    of property: StyleProperty, from first: Int, in state: StyleState, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Int? {
    guard let declaration = sheet.winner(of: property, in: state) else { return nil }
    var value = declaration.value
    if declaration.hasReference {
      text.truncate(to: 0)
      var substitution = Substitution(state: state, keepsUnknown: !property.isOfTheme)
      var isRight = try substitute(value, &substitution, depth: 0, &sheet)
      if isRight, substitution.hasUnknown, try problem(of: StoredText(text.bytes)) != nil {
        // As the browser has it, where a reference to nothing is nothing.
        text.truncate(to: 0)
        substitution = Substitution(state: state, keepsUnknown: false)
        isRight = try substitute(value, &substitution, depth: 0, &sheet)
      }
      guard isRight else { return nil }
      value = StoredText(text.bytes)
    }
    for index in upTo(values.count, from: first) {
      sheet.work &+= 1
      if let known = values.element(at: index), known.text.equals(value.bytes) { return index }
    }
    // What is as it was written keeps its place in the file.
    if value.equals(declaration.value.bytes) {
      value = declaration.value
    } else {
      value = try sheet.texts.copy(value.bytes)
    }
    try values.append(Value(text: value, offset: declaration.offset))
    return values.count &- 1
  }

  // MARK: - Replacing

  /// What is done with references.
  private struct Substitution {
    let state: StyleState
    /// Whether references to what the sheet does not have are kept: the theme may have it.
    let keepsUnknown: Bool
    var hasUnknown = false

    init(state: StyleState, keepsUnknown: Bool) {
      self.state = state
      self.keepsUnknown = keepsUnknown
    }
  }

  /// Writes a text with its references replaced by what they come to, those to colors excepted. The
  /// result is whether all came to something.
  private mutating func substitute(
    _ source: StoredText, _ substitution: inout Substitution, depth: Int, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) -> Bool {
    guard depth < StyleConditions.greatestDepth else {
      try sheet.problems.giveUp(
        "expected no more than DYNCOLOR_MAX_NESTING levels", source.bytes,
        at: source.offset(in: sheet.text))
      return false
    }
    var tokens = StyleTokens(source.bytes)
    var place = 0
    while let reference = tokens.reference() {
      try append(source.bytes.slice(place, reference.start), source, &sheet)
      place = reference.end
      let name = tokens.decoded(reference)
      let index = sheet.properties.index(of: name.bytes)
      let target = result(index)
      let fallback = StoredText(source.bytes.slice(reference.fallbackStart, reference.fallbackEnd))
      let written = source.bytes.slice(reference.nameStart, reference.nameEnd)
      if let target, target.stage == .underway {
        // A circle, which is told of where all colors are known.
        try append(reference: written, &sheet)
      } else if let target, sheet.properties.property(index)?.isDeclared == true {
        let value = self.value(of: target, in: substitution.state, sheet.rules.page)
        if let value {
          if target.kind == .color {
            try append(reference: written, &sheet)
          } else {
            try append(value.text.bytes, between: true, source, &sheet)
          }
        } else {
          guard reference.hasFallback,
            try substitute(fallback, &substitution, depth: depth &+ 1, &sheet)
          else { return false }
        }
      } else if substitution.keepsUnknown {
        substitution.hasUnknown = true
        try text.append("var(")
        try append(written, source, &sheet)
        if reference.hasFallback {
          try text.append(",")
          guard try substitute(fallback, &substitution, depth: depth &+ 1, &sheet) else {
            return false
          }
        }
        try text.append(")")
      } else {
        guard reference.hasFallback,
          try substitute(fallback, &substitution, depth: depth &+ 1, &sheet)
        else { return false }
      }
      if sheet.problems.isTooComplex { return false }
    }
    try append(source.bytes.slice(place, source.count), source, &sheet)
    return !sheet.problems.isTooComplex
  }

  private mutating func append(
    reference name: Span<UInt8>, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    try text.append("var(")
    try text.append(contentsOf: name)
    try text.append(")")
    sheet.work &+= name.count
  }

  /// Writes a part of a value. What is put between others does not become one token with them.
  private mutating func append(
    _ part: Span<UInt8>, between: Bool = false, _ source: StoredText, _ sheet: inout StyleSheet
  ) throws(OutOfMemory) {
    sheet.work &+= part.count
    guard text.count &+ part.count <= StyleValues.greatestLength || text.count == 0 && !between
    else {
      return try sheet.problems.giveUp(
        "expected a shorter value where references are replaced", source.bytes,
        at: source.offset(in: sheet.text))
    }
    if between, text.count > 0 { try text.append("/**/") }
    try text.append(contentsOf: part)
    if between { try text.append("/**/") }
  }

  /// What a property is in a state.
  private func value(
    of property: Result, in state: StyleState, _ page: borrowing StylePage
  ) -> Value? {
    let place = StyleStates(property.mask, page).place(of: state)
    return value(choice(of: property, at: place))
  }
}
