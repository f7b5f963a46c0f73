// What a color set has for a color: entries, and which expressions they can say.

/// An entry of a color set: what it is for, and what it has.
struct CatalogEntry: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case color(Color)
    /// A color of the system, by its name there.
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

extension Expression.Needs {
  /// Whether catalogs know all of it. Contrast they know, but nothing between its steps.
  var areOfCatalogs: Bool {
    var known = AxisSet.gamut
    known.insert(.scheme)
    known.insert(.idiom)
    return !theme && axes.rawValue & ~known.rawValue == 0
  }
}

extension Expression {
  /// The idioms that are asked for, as a set, with that of none.
  var idioms: UInt32 {
    var idioms: UInt32 = 1
    forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        idioms |= 1 &<< UInt32(truncatingIfNeeded: conditions.idiom & 7)
      }
    }
    return idioms
  }

  /// What a catalog has for this as it is, if it has something.
  var catalogContent: CatalogEntry.Content? {
    if let color = constant {
      let isWhole = color.missing.intersection(.everything) == .nothing
      return isWhole && AssetCatalog.name(of: color.space) != nil ? .color(color) : nil
    }
    guard operation == .reference else { return nil }
    let name = reference.name.bytes
    let palette = AssetCatalog.systemPalette.bytes
    guard name.slice(0, palette.count).equals(palette),
      name.element(at: palette.count) == UInt8(ascii: "/")
    else { return nil }
    let rest = name.slice(palette.count &+ 1, name.count)
    for index in upTo(rest.count) where rest.element(at: index) == UInt8(ascii: "/") { return nil }
    return rest.count > 0 && reference.fallback > 0 ? .reference(StoredText(rest)) : nil
  }
}

extension Variant.Conditions {
  /// Whether a catalog has words for all of them.
  var areOfCatalogs: Bool {
    elevation == 0 && (contrast == 0 || contrast == ContrastStep.more.value)
      && (gamut == 0 || AssetCatalog.gamut(gamut) != nil)
  }
}

extension CatalogEntry.Content {
  /// A color as screens of a gamut show it, in a space of catalogs and in the numbers that those have.
  @inline(never)
  static func snapshot(of color: Color, isWide: Bool) -> CatalogEntry.Content {
    let shown = color.mapped(
      into: color.isInGamut(of: .srgb) || !isWide ? .srgb : .displayP3, by: .exact)
    let numbers = shown.components
    return .color(
      Color(
        shown.space, SIMD3(rounded(numbers.x), rounded(numbers.y), rounded(numbers.z)),
        alpha: rounded(shown.alpha)))
  }

  /// The 255th part that a number comes to but for rounding, or else the float.
  private static func rounded(_ number: Double) -> Double {
    let part = roundedToEven(number * 255) / 255
    return (part - number).magnitude < 0x1p-24 ? part : Double(Float(number))
  }
}

extension Buffer<CatalogEntry> {
  /// Adds what a table of colors says, if catalogs have words for all of that.
  mutating func append(tableOf expression: Expression) throws(OutOfMemory) -> Bool {
    switch expression.operation {
    case .lightDark:
      guard try append(.any, expression.light) else { return false }
      return try append(.dark, expression.dark)
    case .variants:
      var place = 1
      while place < expression.size {
        let color = expression.node(at: place &+ 1)
        guard try append(Variant.Conditions(rawValue: expression.word(place)), color) else {
          return false
        }
        place &+= 1 &+ color.size
      }
      return count > 0
    default: return try append(.any, expression)
    }
  }

  private mutating func append(
    _ conditions: Variant.Conditions, _ color: Expression
  ) throws(OutOfMemory) -> Bool {
    guard conditions.areOfCatalogs, let content = color.catalogContent else { return false }
    try append(CatalogEntry(conditions: conditions, content: content))
    return true
  }

  /// What is chosen for an environment.
  func content(_ axes: MatchedAxes) -> CatalogEntry.Content? {
    var search = VariantSearch(axes)
    for index in upTo(count) { search.consider(element(at: index)?.conditions ?? .any, at: index) }
    return element(at: search.best)?.content
  }
}
