// The properties that a style sheet declares.

/// A declaration of a custom property, or of one of GTK's colors.
struct StyleDeclaration: BitwiseCopyable {
  let rule: Int
  let value: StoredText
  /// Where it begins in the file.
  let offset: Int
  let isImportant: Bool
  /// Whether it has references that are to be replaced.
  let hasReference: Bool
  /// The declaration of the same property before; −1 if there is none.
  fileprivate(set) var previous = -1
}

struct StyleProperty: BitwiseCopyable {
  fileprivate(set) var lastDeclaration = -1
  /// Where it is first declared.
  let offset: Int
  /// Whether `@property` says that it is a color.
  fileprivate(set) var isColor = false
  /// Whether it is one of Tailwind's theme.
  fileprivate(set) var isOfTheme = false

  var isDeclared: Bool { lastDeclaration >= 0 }
}

/// All properties and their declarations, by number.
struct StyleProperties: ~Copyable {
  private let immovable = Immovable()
  /// The names: those of custom properties with their hyphens.
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

  /// The number of the property with a name; −1 if there is none.
  func index(of name: Span<UInt8>) -> Int { names.number(of: name) &- 1 }

  var declarationCount: Int { declarations.count }
  func declaration(_ index: Int) -> StyleDeclaration? { declarations.element(at: index) }

  /// The number of a property, which is added if there is none of the name.
  mutating func add(_ name: StoredText, at offset: Int) throws(OutOfMemory) -> Int {
    let known = index(of: name.bytes)
    if known >= 0 { return known }
    try properties.reserve(1)
    try names.add(name.bytes)
    properties.appendReserved(StyleProperty(offset: offset))
    return properties.count &- 1
  }

  mutating func declare(
    _ name: StoredText, _ declaration: StyleDeclaration, isOfTheme: Bool = false
  ) throws(OutOfMemory) {
    let index = try add(name, at: declaration.offset)
    var declaration = declaration
    declaration.previous = properties.element(at: index)?.lastDeclaration ?? -1
    try declarations.append(declaration)
    let last = declarations.count &- 1
    properties.change(at: index) {
      $0.isOfTheme = $0.isOfTheme || isOfTheme
      $0.lastDeclaration = last
    }
  }

  /// Sets whether a property is said to be a color.
  mutating func set(isColor: Bool, of index: Int) {
    properties.change(at: index) { $0.isColor = isColor }
  }
}
