// What a recipe reads itself: axes, and other colors.

extension Recipe {
  /// Calls `color` with the ids that the recipe may refer to, on whatever condition, `none` for any
  /// color of the theme; and `name` with names, which colors may have or not. The result is the axes
  /// that it reads itself. Names are those to which others were forwarded in a version.
  ///
  /// This is the one place that knows what recipes refer to.
  @inline(never)
  func forEachReference(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, at version: UInt64,
    color: (ColorID) -> Void, name: (Span<UInt8>) -> Void
  ) -> AxisSet {
    var axes = variantAxes
    if mayLeaveSRGB { axes.insert(.gamut) }
    for place in upTo(variantCount) {
      let target = variant(place).target
      if target != .none { color(target) }
    }
    switch kind {
    case .provider:
      axes.formUnion(sharedProvider?.recordedAxes ?? .none)
      sharedProvider?.recordedColors.forEachID(color)
    case .palette:
      axes.insert(.palette)
      registry.names.forEachPaletteName(semantic, vocabulary, version, name)
    case .expression:
      axes.formUnion(expressionNeeds.axes)
      expression.forEachNode { node in
        switch node.operation {
        case .reference: registry.names.forEachName(node.reference.name, version, name)
        case .palette:
          registry.names.forEachPaletteName(node.reference.name, vocabulary, version, name)
        case .target: color(ColorID(UInt32(truncatingIfNeeded: node.word(1))))
        case .systemColor:
          let system = SystemColor(detail: node.detail)
          registry.names.forEachName(StoredText(system.name), version, name)
          // It may be any color that an environment names.
          if system == .accent { color(.none) }
        case .currentColor:
          registry.names.forEachName(StoredText(SystemColor.canvasText.name), version, name)
          color(.none)
        case .style: axes.insert(named: node.text(at: 1).0.bytes, vocabulary)
        default: break
        }
      }
    case .nothing, .variants: break
    }
    return axes
  }
}

extension ColorNames {
  /// Calls `body` with the names that the colors of palettes have which a semantic name stands for.
  fileprivate func forEachPaletteName(
    _ semantic: StoredText, _ vocabulary: borrowing Vocabulary, _ version: UInt64,
    _ body: (Span<UInt8>) -> Void
  ) {
    for palette in upTo(vocabulary.count(.palette)) {
      let joined = vocabulary.name(ofColor: semantic.bytes, inPalette: palette &+ 1)
      if let joined { forEachName(StoredText(joined.bytes), version, body) }
    }
  }

  /// Calls `body` with a name, and those that it is forwarded to.
  fileprivate func forEachName(
    _ name: StoredText, _ version: UInt64, _ body: (Span<UInt8>) -> Void
  ) {
    var step: StoredText? = name
    while let name = step {
      body(name.bytes)
      step = greatestForwardCount == 0 ? nil : forwarded(name.bytes, at: version)
    }
  }
}

extension AxisSet {
  /// Adds the axis that a style query asks for.
  fileprivate mutating func insert(named name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) {
    let number = vocabulary.number(name, .axis)
    if number != 0 {
      insert(.custom(number &- 1))
    } else if let axis = Axis(nameOfNumbered: name) ?? Axis(name: name) {
      insert(axis)
    }
  }
}

extension Recipe {
  /// Whether what this adds to a color may lie outside sRGB, so that the environment's gamut matters.
  var mayLeaveSRGB: Bool {
    if kind == .expression { return expression.mayLeaveSRGB }
    for index in upTo(variantCount) {
      let variant = variant(index)
      // Between two contrasts colors are mixed.
      if variant.conditions.contrast != 0 { return true }
      if variant.target == .none, !variant.cell.isWithinSRGB { return true }
    }
    return false
  }
}

extension Expression {
  /// Whether this is a relative color that takes its components from those of another in sRGB, as
  /// they are, so that it is within the gamut if that one is.
  private var isConversion: Bool {
    let function = ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))
    guard function?.space == .srgb || function?.space == .srgbLinear else { return false }
    var place = 1 &+ node(at: 1).size
    for _ in upTo(3) {
      let component = node(at: place)
      guard component.operation == .calculation, Calculation(component).onlyChannel != nil else {
        return false
      }
      place &+= component.size
    }
    return true
  }

  fileprivate var mayLeaveSRGB: Bool {
    var may = false
    forEachNode { node in
      switch node.operation {
      case .constant:
        may = may || !(node.constant.map { ResolvedCell($0.rgba).isWithinSRGB } ?? true)
      case .mix, .blend:
        let space = ColorSpace(node.detail & 0xFF)
        may = may || space != .srgb && space != .srgbLinear
      case .variants:
        node.forEachVariant { conditions, _ in may = may || conditions.contrast != 0 }
      case .relative: may = may || !node.isConversion
      default: break
      }
    }
    return may
  }
}
