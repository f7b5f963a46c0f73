// StyleSheet: the declared properties.

/// A declaration of a custom property, or of a GTK color.
struct StyleDeclaration: BitwiseCopyable {
  /// The index of the rule that contains the declaration.
  let rule: Int
  let value: StoredText
  /// The offset of the declaration in the style sheet.
  let offset: Int
  let isImportant: Bool
  /// True if the value has references: `var()` functions.
  let hasReference: Bool
  /// The previous declaration of the same property; −1 for none.
  fileprivate(set) var previous = -1
}

/// A custom property, or a GTK color.
struct StyleProperty: BitwiseCopyable {
  /// The index of the last declaration; −1 for none.
  fileprivate(set) var lastDeclaration = -1
  /// The offset in the style sheet of the first declaration or of `@property`, whichever was parsed
  /// first.
  let offset: Int
  /// True if `@property` declares it as a color.
  fileprivate(set) var isColor = false
  /// True if it is declared in Tailwind's `@theme`.
  fileprivate(set) var isThemeVariable = false

  var isDeclared: Bool { lastDeclaration >= 0 }
}

/// All properties and their declarations, by index.
struct StyleProperties: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The names, with the hyphens of custom properties.
  private var names: NumberedNames
  private var properties: Buffer<StyleProperty>
  private var declarations: Buffer<StyleDeclaration>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    names = try NumberedNames(allocator, seed: seed)
    properties = Buffer(allocator)
    declarations = Buffer(allocator)
  }

  var count: Int { properties.count }
  func property(_ index: Int) -> StyleProperty? { properties.element(at: index) }
  func name(_ index: Int) -> StoredText { names.name(index &+ 1) ?? .empty }

  /// The index of the property with a name; −1 if there is none.
  func index(of name: Span<UInt8>) -> Int { names.number(of: name) &- 1 }

  /// The index of the property that a reference names; −1 if there is none. `tokens` has the text
  /// that the reference is in.
  // Not inlined, so that nested references do not each have a name on the stack.
  @inline(never)
  @_optimize(speed)
  func index(of reference: StyleReference, in tokens: StyleTokenizer) -> Int {
    tokens.isNamePlain(of: reference)
      ? index(of: tokens.text.slice(reference.nameStart, reference.nameEnd))
      : index(of: tokens.decodedName(of: reference).bytes)
  }

  var declarationCount: Int { declarations.count }
  func declaration(_ index: Int) -> StyleDeclaration? { declarations.element(at: index) }

  /// Returns the index of the property with a name. Adds the property if it is new.
  @_optimize(speed)
  mutating func add(_ name: StoredText, at offset: Int) throws(OutOfMemory) -> Int {
    let known = index(of: name.bytes)
    if known >= 0 { return known }
    try properties.reserve(1)
    try names.add(name.bytes)
    properties.appendReserved(StyleProperty(offset: offset))
    return properties.count &- 1
  }

  /// Adds a declaration of a property, which may be new.
  @_optimize(speed)
  mutating func declare(
    _ name: StoredText, _ declaration: StyleDeclaration, isThemeVariable: Bool = false
  ) throws(OutOfMemory) {
    let index = try add(name, at: declaration.offset)
    var declaration = declaration
    declaration.previous = properties.element(at: index)?.lastDeclaration ?? -1
    try declarations.append(declaration)
    let last = declarations.count &- 1
    properties.change(at: index) {
      $0.isThemeVariable = $0.isThemeVariable || isThemeVariable
      $0.lastDeclaration = last
    }
  }

  /// Sets whether `@property` declares a property as a color.
  mutating func set(isColor: Bool, of index: Int) {
    properties.change(at: index) { $0.isColor = isColor }
  }
}
