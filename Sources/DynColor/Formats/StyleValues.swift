// What the properties of a style sheet are in each environment: CSS Custom Properties 1, §3.

extension StyleSheet {
  /// How many environments a property may tell from each other, and how long a value may be in
  /// which references have been replaced.
  private static var greatestStateCount: Int { 1 << 16 }
  private static var greatestLength: Int { 1 << 16 }

  /// The axes that a mask has bits for, with a place for each value of each.
  struct States: BitwiseCopyable {
    private(set) var count = 1
    private(set) var axisCount = 0
    private var axes = InlineArray<32, UInt8>(repeating: 0)
    private var sizes = InlineArray<32, UInt16>(repeating: 1)
    private var strides = InlineArray<32, Int32>(repeating: 0)

    init(_ mask: UInt32, _ page: borrowing StylePage) {
      for axis in upTo(page.axisCount) where mask &>> UInt32(truncatingIfNeeded: axis) & 1 != 0 {
        let size = page.valueCount(axis)
        axes[unchecked: axisCount & 31] = UInt8(truncatingIfNeeded: axis)
        sizes[unchecked: axisCount & 31] = UInt16(truncatingIfNeeded: size)
        strides[unchecked: axisCount & 31] = Int32(truncatingIfNeeded: count)
        axisCount &+= 1
        count = min(count &* size, greatestStateCount &+ 1)
      }
    }

    func axis(_ index: Int) -> Int { Int(axes[unchecked: index & 31]) }
    func size(_ index: Int) -> Int { Int(sizes[unchecked: index & 31]) }
    func stride(_ index: Int) -> Int { Int(strides[unchecked: index & 31]) }

    /// The state that has a place.
    func state(at place: Int) -> StyleState {
      var state = StyleState()
      var index = -1
      while index &+ 1 < axisCount {
        index &+= 1
        let value = place / max(stride(index), 1) % max(size(index), 1)
        state[axis(index)] = UInt8(truncatingIfNeeded: value)
      }
      return state
    }

    /// The place of a state.
    func place(of state: StyleState) -> Int {
      var place = 0
      for index in upTo(axisCount) { place &+= Int(state[axis(index)]) &* stride(index) }
      return place
    }
  }

  // MARK: - All properties

  /// Finds out what all properties are, each after those that it refers to.
  mutating func evaluate() throws(OutOfMemory) {
    var waiting = Buffer<Int>(allocator)
    var writer = ExpressionWriter(allocator)
    var index = -1
    while index &+ 1 < properties.count {
      index &+= 1
      try waiting.append(index)
      while let index = waiting.element(at: waiting.count &- 1), !isTooComplex {
        guard var property = properties.element(at: index), property.stage != .done else {
          _ = waiting.removeLast()
          continue
        }
        if property.stage == .untouched {
          property.stage = .underway
          properties.replace(at: index, with: property)
          try appendReferences(of: property, to: &waiting)
        } else {
          _ = waiting.removeLast()
          try evaluate(index, &writer)
        }
      }
      if isTooComplex { return }
    }
  }

  /// Adds the properties that one refers to and that have not been looked at.
  private func appendReferences(
    of property: Property, to waiting: inout Buffer<Int>
  ) throws(OutOfMemory) {
    var index = property.lastDeclaration
    while let declaration = declarations.element(at: index) {
      index = declaration.previous
      guard declaration.hasReference, rules.element(at: declaration.rule)?.isPossible == true
      else { continue }
      var tokens = StyleTokens(declaration.value.bytes)
      while let reference = tokens.reference() {
        // There may be more within.
        tokens.move(to: reference.nameEnd)
        let target = names.number(of: tokens.decoded(reference).bytes) &- 1
        if properties.element(at: target)?.stage == .untouched { try waiting.append(target) }
      }
    }
  }

  /// The axes that decide what a property is, itself or by what is put in its values.
  private func mask(of property: Property) -> UInt32 {
    var mask: UInt32 = 0
    var index = property.lastDeclaration
    while let declaration = declarations.element(at: index) {
      index = declaration.previous
      guard let rule = rules.element(at: declaration.rule), rule.isPossible else { continue }
      mask |= rule.mask
      guard declaration.hasReference else { continue }
      var tokens = StyleTokens(declaration.value.bytes)
      while let reference = tokens.reference() {
        tokens.move(to: reference.nameEnd)
        let target = names.number(of: tokens.decoded(reference).bytes) &- 1
        guard let other = properties.element(at: target), other.stage == .done else { continue }
        if other.kind != .color || !other.isPresent { mask |= other.mask }
      }
    }
    return mask
  }

  /// Finds out what one property is.
  private mutating func evaluate(
    _ index: Int, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) {
    guard var property = properties.element(at: index) else { return }
    property.mask = mask(of: property)
    let states = States(property.mask, page)
    guard states.count <= StyleSheet.greatestStateCount else {
      return try giveUp(
        "expected a property that depends on less", (names.name(index &+ 1) ?? .empty).bytes,
        at: property.offset)
    }
    property.choices = choices.count
    property.values = values.count
    property.isPresent = true
    var text = TextWriter(allocator)
    var place = -1
    while place &+ 1 < states.count {
      place &+= 1
      let state = states.state(at: place)
      let choice = try choice(of: property, in: state, &text, &writer)
      try choices.append(Int32(truncatingIfNeeded: choice))
      if choice < 0 { property.isPresent = false }
      if work >= StyleConditions.greatestWork {
        return try giveUp("expected a style sheet that takes less work", at: property.offset)
      }
      if isTooComplex { return }
    }
    property.valueCount = values.count &- property.values
    var colorCount = 0
    place = -1
    while place &+ 1 < property.valueCount {
      place &+= 1
      guard var value = values.element(at: property.values &+ place) else { break }
      value.problem = try problem(of: value.text, &writer)
      value.isColor = value.problem == nil
      if value.isColor { colorCount &+= 1 }
      if value.problem?.reason == .tooComplex {
        try tell(
          .error, .tooComplex, value.problem?.expected ?? "expected less text", value.text.bytes,
          at: value.offset)
      }
      values.replace(at: property.values &+ place, with: value)
    }
    property.kind =
      colorCount == 0 ? .tokens : colorCount == property.valueCount ? .color : .mixed
    property.stage = .done
    properties.replace(at: index, with: property)
  }

  /// Why a text is no color.
  private func problem(
    of text: HostText, _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> SyntaxError? {
    writer.truncate(to: 0)
    do throws(SyntaxError) {
      try parseRecipe(text.bytes, into: &writer)
      return nil
    } catch {
      if writer.failure == .outOfMemory { throw OutOfMemory() }
      return error
    }
  }

  /// The value of a property in a state, which is a new one or one that it has; −1 for none.
  private mutating func choice(
    of property: Property, in state: StyleState, _ text: inout TextWriter,
    _ writer: inout ExpressionWriter
  ) throws(OutOfMemory) -> Int {
    guard let declaration = declarations.element(at: winner(of: property, in: state)) else {
      return -1
    }
    let original = declaration.value
    guard declaration.hasReference else {
      return try value(original, declaration.offset, of: property)
    }
    text.truncate(to: 0)
    var substitution = Substitution(state: state, keepsUnknown: !property.isOfTheme)
    var isRight = try substitute(original, &substitution, depth: 0, into: &text)
    if isRight, substitution.hasUnknown, try problem(of: HostText(text.bytes), &writer) != nil {
      // As the browser has it, where a reference to nothing is nothing.
      text.truncate(to: 0)
      substitution = Substitution(state: state, keepsUnknown: false)
      isRight = try substitute(original, &substitution, depth: 0, into: &text)
    }
    guard isRight else { return -1 }
    if text.bytes.equals(original.bytes) {
      return try value(original, declaration.offset, of: property)
    }
    var index = property.values &- 1
    while index &+ 1 < values.count {
      index &+= 1
      work &+= 1
      if let value = values.element(at: index), value.text.equals(text.bytes) { return index }
    }
    let copy = try texts.copy(text.bytes)
    try values.append(Value(text: copy, offset: declaration.offset))
    return values.count &- 1
  }

  private mutating func value(
    _ text: HostText, _ offset: Int, of property: Property
  ) throws(OutOfMemory) -> Int {
    var index = property.values &- 1
    while index &+ 1 < values.count {
      index &+= 1
      work &+= 1
      if let value = values.element(at: index), value.text.equals(text.bytes) { return index }
    }
    try values.append(Value(text: text, offset: offset))
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
    _ source: HostText, _ substitution: inout Substitution, depth: Int,
    into text: inout TextWriter
  ) throws(OutOfMemory) -> Bool {
    guard depth < StyleConditions.greatestDepth else {
      try giveUp(
        "expected no more than DYNCOLOR_MAX_NESTING levels", source.bytes,
        at: source.offset(in: self.text))
      return false
    }
    var tokens = StyleTokens(source.bytes)
    var place = 0
    while let reference = tokens.reference() {
      try append(source.bytes.slice(place, reference.start), to: &text, source)
      place = reference.end
      let name = tokens.decoded(reference)
      let target = properties.element(at: names.number(of: name.bytes) &- 1)
      let fallback = HostText(
        source.bytes.slice(reference.fallbackStart, reference.fallbackEnd))
      let written = source.bytes.slice(reference.nameStart, reference.nameEnd)
      if let target, target.stage == .underway {
        // A circle, which is told of where all colors are known.
        try append(reference: written, to: &text)
      } else if let target, target.lastDeclaration >= 0 {
        let value = self.value(of: target, in: substitution.state)
        if let value {
          if target.kind == .color {
            try append(reference: written, to: &text)
          } else {
            try append(value.text.bytes, between: true, to: &text, source)
          }
        } else {
          guard reference.hasFallback,
            try substitute(fallback, &substitution, depth: depth &+ 1, into: &text)
          else { return false }
        }
      } else if substitution.keepsUnknown {
        substitution.hasUnknown = true
        try text.append("var(")
        try append(written, to: &text, source)
        if reference.hasFallback {
          try text.append(",")
          guard try substitute(fallback, &substitution, depth: depth &+ 1, into: &text) else {
            return false
          }
        }
        try text.append(")")
      } else {
        guard reference.hasFallback,
          try substitute(fallback, &substitution, depth: depth &+ 1, into: &text)
        else { return false }
      }
      if isTooComplex { return false }
    }
    try append(source.bytes.slice(place, source.count), to: &text, source)
    return !isTooComplex
  }

  private mutating func append(
    reference name: Span<UInt8>, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("var(")
    try text.append(contentsOf: name)
    try text.append(")")
    work &+= name.count
  }

  /// Writes a part of a value. What is put between others does not become one token with them.
  private mutating func append(
    _ part: Span<UInt8>, between: Bool = false, to text: inout TextWriter, _ source: HostText
  ) throws(OutOfMemory) {
    work &+= part.count
    guard text.count &+ part.count <= StyleSheet.greatestLength || text.count == 0 && !between
    else {
      return try giveUp(
        "expected a shorter value where references are replaced", source.bytes,
        at: source.offset(in: self.text))
    }
    if between, text.count > 0 { try text.append("/**/") }
    try text.append(contentsOf: part)
    if between { try text.append("/**/") }
  }

  /// What a property is in a state.
  func value(of property: Property, in state: StyleState) -> Value? {
    let place = States(property.mask, page).place(of: state)
    return values.element(at: Int(choices.element(at: property.choices &+ place) ?? -1))
  }
}
