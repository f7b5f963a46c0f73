// What the value of a token is, as an expression.

/// Which context of each modifier counts; −1 where that is not decided.
struct TokenAssignment {
  private var contexts = InlineArray<64, Int32>(repeating: -1)

  /// None of the modes.
  static var noMode: Int32 { -2 }

  subscript(_ modifier: Int32) -> Int32 {
    get { contexts[unchecked: Int(modifier & 63)] }
    set { contexts[unchecked: Int(modifier & 63)] = newValue }
  }
}

extension TokenReader {
  /// Writes what a definition says to `leaves`; `false` if it says nothing, which has been told, or if
  /// a context must be known first, whose modifier is then in `wanted`.
  mutating func write(
    _ definition: TokenDefinition, _ assignment: borrowing TokenAssignment,
    _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    let start = leaves.count
    if definition.form == .value, documents.kind(definition.value) == .null,
      try takeExactForm(of: definition, from: start, &loading)
    {
      return true
    }
    guard try writePlain(definition, assignment, &loading) else { return false }
    if try takeExactForm(of: definition, from: start, &loading) { return true }
    guard definition.form == .value, let alpha = documents.member("alpha", definition.token),
      documents.kind(alpha) == .number
    else { return true }
    try apply(alpha: alpha, from: start, &loading)
    return true
  }

  /// Writes what the value itself says.
  private mutating func writePlain(
    _ definition: TokenDefinition, _ assignment: borrowing TokenAssignment,
    _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    if definition.target >= 0 {
      leaves.append(referenceTo: try name(of: definition.target).bytes)
      return true
    }
    guard
      let value = try settle(definition.value, assignment, depth: 0, keepsAlias: true, &loading)
    else { return false }
    switch documents.kind(value) {
    case .string:
      let text = documents.string(value)
      guard let path = text.bytes.aliasPath else {
        return try write(text: text, at: value, &loading)
      }
      try write(aliasOf: path)
      return true
    case .object: return try write(object: value, assignment, &loading)
    default:
      try loading.fail(.syntax, "expected a color", at: documents.place(value))
      return false
    }
  }

  private mutating func write(aliasOf path: HostText) throws(FileFailure) {
    let node = try allocating { () throws(OutOfMemory) in try self.node(ofPath: path) }
    if let node, tree.node(node)?.isToken == true {
      return leaves.append(referenceTo: try name(of: node).bytes)
    }
    // It may be a color that the theme has.
    var parts = ReferenceParts(path: path)
    var name = PathText()
    while let part = parts.next() { name.append(part: part.bytes) }
    leaves.append(referenceTo: name.bytes)
  }

  /// A color in CSS: how tokens were written before there was a standard.
  private mutating func write(
    text: HostText, at value: Located, _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    let place = documents.place(value)
    if let color = plainColor(text.bytes) {
      leaves.append(color)
    } else {
      // Behind the quote.
      let inner = Inventory.Place(file: place.file, offset: place.offset &+ 1)
      guard let expression = try loading.expression(css: text.bytes, at: inner) else {
        return false
      }
      leaves.append(copyOf: expression)
    }
    try loading.warn(.syntax, "expected a color as an object", text.bytes, at: place)
    return true
  }

  /// Gives what was written another alpha, as Primer has it beside values.
  private mutating func apply(
    alpha: Located, from start: Int, _ loading: inout Loading
  ) throws(FileFailure) {
    let place = documents.place(alpha)
    guard !isResolved else {
      return try loading.warn(.syntax, "alpha beside $value does not count", at: place)
    }
    try loading.warn(.syntax, "expected alpha in $value", at: place)
    let number = min(max(documents.number(alpha), 0), 1)
    if let color = leaves.constant(at: start) {
      leaves.truncate(to: start)
      leaves.append(
        Color(
          color.space, color.components, alpha: number,
          missing: color.missing.intersection(Color.Missing(rawValue: 0b10111))))
    } else if let inner = leaves.node(at: start) {
      let node = leaves.open(.alpha)
      leaves.append(copyOf: inner)
      let calculation = leaves.open(.calculation)
      leaves.append(UInt64(CalculationStep.constant.rawValue))
      leaves.append(number.bitPattern)
      leaves.close(calculation)
      leaves.close(node)
      _ = leaves.move(from: node, to: start)
    }
  }

  // MARK: - Color objects

  private static var spaces: WordTable {
    WordTable(
      """
      srgb srgb-linear display-p3 a98-rgb prophoto-rgb rec2020 xyz-d65 xyz-d50 hsl hwb lab lch \
      oklab oklch
      """)
  }

  private func function(ofSpace name: Span<UInt8>) -> ColorFunction? {
    switch TokenReader.spaces.index(of: name) {
    case 0: .color(.srgb)
    case 1: .color(.srgbLinear)
    case 2: .color(.displayP3)
    case 3: .color(.a98RGB)
    case 4: .color(.prophotoRGB)
    case 5: .color(.rec2020)
    case 6: .color(.xyzD65)
    case 7: .color(.xyzD50)
    case 8: .hsl
    case 9: .hwb
    case 10: .lab
    case 11: .lch
    case 12: .oklab
    case 13: .oklch
    default: nil
    }
  }

  /// Writes a color object: Design Tokens Color Module 2025.10, §4.
  private mutating func write(
    object: Located, _ assignment: borrowing TokenAssignment, _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    guard
      let space = try member("colorSpace", of: object, assignment, &loading),
      let components = try member("components", of: object, assignment, &loading)
    else {
      guard wanted < 0 else { return false }
      return try write(
        hexOf: object, instead: "expected a color space and components", at: object, assignment,
        &loading)
    }
    guard let function = function(ofSpace: documents.string(space).bytes) else {
      return try write(
        hexOf: object, instead: "expected one of the color spaces of design tokens", at: space,
        assignment, &loading)
    }
    guard documents.kind(components) == .array, documents.count(components) == 3 else {
      try loading.fail(.syntax, "expected three components", at: documents.place(components))
      return false
    }
    var values = SIMD4<Double>(0, 0, 0, 1)
    var missing: UInt32 = 0
    var index = 0
    var rest = documents.first(components)
    while let element = rest {
      rest = documents.next(element)
      guard
        let component = try settle(
          element, assignment, depth: 0, keepsAlias: false, &loading)
      else { return false }
      if documents.kind(component) == .number {
        values[index & 3] = documents.number(component)
      } else if documents.string(component).equals("none") {
        missing |= 1 &<< UInt32(truncatingIfNeeded: index)
      } else {
        try loading.fail(.syntax, "expected a number or none", at: documents.place(component))
        return false
      }
      index &+= 1
    }
    if let alpha = try member("alpha", of: object, assignment, &loading) {
      let number = documents.number(alpha)
      guard documents.kind(alpha) == .number else {
        try loading.fail(.syntax, "expected a number from 0 to 1", at: documents.place(alpha))
        return false
      }
      if number < 0 || number > 1 {
        try loading.warn(.syntax, "expected a number from 0 to 1", at: documents.place(alpha))
      }
      values.w = number
    } else if wanted >= 0 {
      return false
    }
    leaves.append(function.color(values, missing: Color.Missing(rawValue: missing)))
    return true
  }

  /// Writes what a color object has for those who do not know the rest of it.
  private mutating func write(
    hexOf object: Located, instead message: StaticString, at place: Located,
    _ assignment: borrowing TokenAssignment, _ loading: inout Loading
  ) throws(FileFailure) -> Bool {
    let context = documents.string(place).bytes
    guard let hex = try member("hex", of: object, assignment, &loading),
      let color = Color(hexText: documents.string(hex).bytes)
    else {
      if wanted < 0 { try loading.fail(.syntax, message, context, at: documents.place(place)) }
      return false
    }
    try loading.warn(.syntax, message, context, at: documents.place(place))
    leaves.append(color)
    return true
  }

  /// The value of a member, wherever that stands; `nil` if there is none, or a context is wanted.
  private mutating func member(
    _ name: StaticString, of object: Located, _ assignment: borrowing TokenAssignment,
    _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    var value = documents.member(name, object)
    if value == nil, let reference = documents.member("$ref", object),
      let target = try target(of: reference, assignment, depth: 0, &loading),
      let whole = try settle(target, assignment, depth: 1, keepsAlias: false, &loading)
    {
      value = documents.member(name, whole)
    }
    guard let value, wanted < 0 else { return nil }
    return try settle(value, assignment, depth: 0, keepsAlias: false, &loading)
  }

  /// Whether an object has members of a color, which count instead of those of what it refers to.
  func hasParts(_ object: Located) -> Bool {
    documents.member("components", object) != nil || documents.member("alpha", object) != nil
      || documents.member("colorSpace", object) != nil
  }

  // MARK: - Following references into values

  /// The value that a value stands for: itself, unless it refers to another. An alias that is to stay
  /// one is not followed. `nil` if there is none, which has been told, or if a context is wanted.
  @inline(never)
  private mutating func settle(
    _ start: Located, _ assignment: borrowing TokenAssignment, depth: Int, keepsAlias: Bool,
    _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    var located = start
    for _ in upTo(1 << 16) {
      try spend(&loading, at: documents.place(start))
      switch documents.kind(located) {
      case .string:
        guard !keepsAlias, let path = documents.string(located).bytes.aliasPath else {
          return located
        }
        let node = try allocating { () throws(OutOfMemory) in try self.node(ofPath: path) }
        guard let node else {
          try loading.fail(
            .unknownName, "refers to a token that is not there", documents.string(located).bytes,
            at: documents.place(located))
          return nil
        }
        guard let value = try value(of: node, assignment, from: located, &loading) else {
          return nil
        }
        located = value
      case .object:
        guard let reference = documents.member("$ref", located), !hasParts(located) else {
          return located
        }
        guard
          let value = try target(of: reference, assignment, depth: depth, &loading)
        else { return nil }
        located = value
      default: return located
      }
    }
    try loading.fail(.cycle, "the value refers to itself", at: documents.place(start))
    return nil
  }

  /// What the text of a `$ref` leads to.
  private mutating func target(
    of text: Located, _ assignment: borrowing TokenAssignment, depth: Int,
    _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    let place = documents.place(text)
    guard depth < TokenReader.deepest else {
      try loading.fail(.cycle, "refers to itself, or over too many others", at: place)
      return nil
    }
    let reference = TokenReference(documents.string(text))
    var found: (node: Int32, rest: ReferenceParts)?
    if reference.file.count == 0 {
      found = try allocating { () throws(OutOfMemory) in
        try node(ofPointer: reference.pointer)
      }
    }
    guard let found, tree.node(found.node)?.isToken == true else {
      guard let value = try follow(reference, from: text, &loading) else { return nil }
      return documents.member("$value", value) ?? value
    }
    guard var value = try value(of: found.node, assignment, from: text, &loading) else {
      return nil
    }
    var parts = found.rest
    var isFirst = true
    while let part = parts.next() {
      let isValue =
        part.bytes.equals("$value") || part.bytes.equals("value")
      if isFirst, isValue {
        isFirst = false
        continue
      }
      isFirst = false
      guard
        let whole = try settle(
          value, assignment, depth: depth &+ 1, keepsAlias: false, &loading)
      else { return nil }
      guard
        let inner = try allocating({ () throws(OutOfMemory) in
          try documents.part(part.bytes, of: whole)
        })
      else {
        try loading.fail(
          .unknownName, "refers to what is not there", documents.string(text).bytes, at: place)
        return nil
      }
      value = inner
    }
    return value
  }

  /// The value of a token, as far as the contexts are decided.
  private mutating func value(
    of node: Int32, _ assignment: borrowing TokenAssignment, from origin: Located,
    _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    var place = tree.node(node)?.definition ?? -1
    while let definition = tree.definition(place) {
      try spend(&loading, at: documents.place(definition.token))
      if let context = modifiers.context(definition.context) {
        let current = assignment[context.modifier]
        if current == -1 {
          wanted = context.modifier
          return nil
        }
        if current != definition.context {
          place = definition.older
          continue
        }
      }
      guard definition.form == .inherited else { return definition.value }
      place = tree.node(definition.target)?.definition ?? -1
    }
    try loading.fail(
      .unknownName, "refers to a token that is not there in every context",
      (tree.node(node)?.name ?? .empty).bytes, at: documents.place(origin))
    return nil
  }
}

extension ExpressionWriter {
  mutating func append(referenceTo name: Span<UInt8>) {
    let place = open(.reference)
    append(text: name)
    close(place)
  }

  /// Appends a node as it is.
  mutating func append(copyOf expression: Expression) {
    for index in upTo(expression.size) { append(expression.word(index)) }
  }
}
