// AssetCatalog: the entries of a color set that is written, and which expressions they can express.

/// An entry to be written: its conditions and its color.
struct CatalogEntry: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case color(Color)
    /// The name of a system color of Apple.
    case reference(StoredText)

    func equals(_ other: Content) -> Bool {
      switch (self, other) {
      case (.color(let a), .color(let b)): a == b
      case (.reference(let a), .reference(let b)): a.equals(b.bytes)
      default: false
      }
    }
  }

  let conditions: Variant.Conditions
  let content: Content
}

extension Expression.Inputs {
  /// True if catalogs can express all dependencies of an expression. They cannot express a
  /// dependency on contrast: an expression may have another color at each of the 201 contrasts, as
  /// with `--grade-contrast()`, but catalogs have only two contrasts, standard and more.
  var areSupportedByCatalogs: Bool {
    var supported = AxisSet.gamut
    supported.insert(.scheme)
    supported.insert(.idiom)
    return !usesTheme && axes.rawValue & ~supported.rawValue == 0
  }
}

extension Expression {
  /// The idioms that an expression distinguishes: bit n is set for the idiom n. Bit 0, for any
  /// idiom, is always set.
  var idiomBits: UInt32 {
    var bits: UInt32 = 1
    forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        bits |= 1 &<< UInt32(truncatingIfNeeded: conditions.idiom & 7)
      }
    }
    return bits
  }

  /// The content of an entry that has exactly the value of the expression. Two kinds of expressions
  /// have one: a constant in a color space of catalogs, without missing components; and a reference
  /// to a system color of Apple, with a fallback. `nil` for all others.
  @_optimize(speed)
  var catalogContent: CatalogEntry.Content? {
    if let color = constant {
      let hasAllComponents = color.missingComponents == .nothing
      return hasAllComponents && AssetCatalog.keyword(of: color.space) != nil ? .color(color) : nil
    }
    guard operation == .reference else { return nil }
    let name = reference.name.bytes
    let palette = AssetCatalog.systemPaletteName.bytes
    guard name.slice(0, palette.count).equals(palette),
      name.element(at: palette.count) == UInt8(ascii: "/")
    else { return nil }
    let colorName = name.slice(palette.count &+ 1, name.count)
    for index in upTo(colorName.count) where colorName.element(at: index) == UInt8(ascii: "/") {
      return nil
    }
    return colorName.count > 0 && reference.fallbackIndex > 0
      ? .reference(StoredText(colorName)) : nil
  }
}

extension Variant.Conditions {
  /// True if catalogs can express all conditions.
  var areSupportedByCatalogs: Bool {
    !hasExtra && elevation == 0 && (contrast == 0 || contrast == NamedContrast.more.value)
      && (gamut == 0 || AssetCatalog.gamutKeyword(ofValue: gamut) != nil)
  }
}

extension CatalogEntry.Content {
  /// A resolved color in a space and precision of catalogs: in sRGB or, if it is not in the gamut
  /// of sRGB and the screen has a wide gamut, in Display P3. If the color is not in the gamut of
  /// that space either, it is mapped into the gamut.
  @inline(never)
  static func resolved(_ color: Color, forWideGamut isWideGamut: Bool) -> CatalogEntry.Content {
    let mapped = color.mapped(
      into: color.isInGamut(of: .srgb) || !isWideGamut ? .srgb : .displayP3, by: .exact)
    let numbers = mapped.components
    return .color(
      Color(
        mapped.space, SIMD3(rounded(numbers.x), rounded(numbers.y), rounded(numbers.z)),
        alpha: rounded(mapped.alpha)))
  }

  /// The multiple of 1/255 that a number equals up to rounding errors; otherwise the nearest float.
  private static func rounded(_ number: Double) -> Double {
    // The tolerance, 2⁻²⁴, is the distance between two floats just below 1.
    let multiple = roundedToEven(number * 255) / 255
    return (multiple - number).magnitude < 0x1p-24 ? multiple : Double(Float(number))
  }
}

extension Buffer<CatalogEntry> {
  /// Adds an entry for each color of `light-dark()` or `--variants()`, or one entry for any other
  /// expression. Returns false if catalogs cannot express one of the colors; the entries for the
  /// colors before it have been added then. Also returns false for a table without variants.
  @_optimize(speed)
  mutating func appendEntries(of expression: Expression) throws(OutOfMemory) -> Bool {
    switch expression.operation {
    case .lightDark:
      guard try append(.any, expression.light) else { return false }
      return try append(.dark, expression.dark)
    case .variants:
      // The first variant follows the head of the node, which is one word.
      var index = 1
      while index < expression.size {
        let conditions = expression.conditions(at: index)
        index &+= conditions.wordCount
        let color = expression.node(at: index)
        guard try append(conditions, color) else { return false }
        index &+= color.size
      }
      return count > 0
    default: return try append(.any, expression)
    }
  }

  /// Adds an entry. Returns false if catalogs cannot express it.
  @_optimize(speed)
  private mutating func append(
    _ conditions: Variant.Conditions, _ color: Expression
  ) throws(OutOfMemory) -> Bool {
    guard conditions.areSupportedByCatalogs, let content = color.catalogContent else {
      return false
    }
    try append(CatalogEntry(conditions: conditions, content: content))
    return true
  }

  /// The content of the entry that applies for these values of the axes; `nil` if there is none.
  func content(for values: MatchedValues) -> CatalogEntry.Content? {
    var search = VariantSearch(values)
    for index in upTo(count) { search.consider(element(at: index)?.conditions ?? .any, at: index) }
    return element(at: search.bestIndex)?.content
  }
}
