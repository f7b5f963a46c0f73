// Theme: the axes and the colors that a recipe refers to directly.

extension Recipe {
  /// Enumerates all references of a recipe, whatever the conditions of its variants and branches.
  /// Returns the axes that the recipe itself reads, not those that it reads through references.
  /// Copies of shadowed recipes (`coveredCopy`) belong to the recipe.
  ///
  /// `color` receives the id of each referenced color. It receives `.any` if the recipe may depend
  /// on every color of the theme.
  /// `name` receives each name that is looked up, even if no color has the name, and the names to
  /// which that name is forwarded in a version.
  ///
  /// If `hasEnvironmentColors` is false, the environment specifies neither a foreground nor an
  /// accent.
  ///
  /// This is the only function that enumerates the references of recipes.
  @inline(never)
  @_optimize(speed)
  func forEachReferenceReturningAxes(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, at version: UInt64,
    hasEnvironmentColors: Bool = true, color: (ColorID) -> Void, name: (Span<UInt8>) -> Void
  ) -> AxisSet {
    var axes = AxisSet.none
    var next: Recipe? = self
    while let recipe = next {
      axes.formUnion(
        recipe.forEachOwnReferenceReturningAxes(
          registry, vocabulary, at: version, hasEnvironmentColors: hasEnvironmentColors,
          color: color, name: name))
      next = recipe.coveredCopy
    }
    return axes
  }

  /// Like `forEachReferenceReturningAxes`, but without the copies of shadowed recipes
  /// (`coveredCopy`).
  @_optimize(speed)
  private func forEachOwnReferenceReturningAxes(
    _ registry: borrowing Registry, _ vocabulary: borrowing Vocabulary, at version: UInt64,
    hasEnvironmentColors: Bool, color: (ColorID) -> Void, name: (Span<UInt8>) -> Void
  ) -> AxisSet {
    var axes = variantAxes
    if mayBeOutsideSRGB { axes.insert(.gamut) }
    for index in upTo(variantCount) {
      let target = variant(index).referencedID
      if target != .none { color(target) }
    }
    switch kind {
    case .provider:
      axes.formUnion(sharedProvider?.recordedAxes ?? .none)
      sharedProvider?.recordedColors.forEachID(color)
    case .palette:
      axes.insert(.palette)
      registry.names.forEachPaletteName(semanticName, vocabulary, version, name)
    case .expression:
      // Only a color of the environment (the foreground or the accent) makes all axes inputs of an
      // expression: it may be any color of the theme. So if any axis is missing, the expression has
      // no color of the environment, and its nodes need not be searched without such colors.
      let ownAxes = expressionInputs.axes
      axes.formUnion(
        hasEnvironmentColors || ownAxes != .all
          ? ownAxes : expression.axesWithoutEnvironmentColors)
      expression.forEachNode { node in
        // An environment may have any color of the theme as its foreground or its accent.
        if hasEnvironmentColors, node.isEnvironmentColor { color(.any) }
        switch node.operation {
        case .reference: registry.names.forEachName(node.reference.name, version, name)
        case .palette:
          registry.names.forEachPaletteName(node.reference.name, vocabulary, version, name)
        case .referenceByID: color(ColorID(UInt32(truncatingIfNeeded: node.word(1))))
        case .systemColor:
          let system = SystemColor(detail: node.detail)
          registry.names.forEachName(StoredText(system.name), version, name)
        case .currentColor:
          // Without a foreground, the value is that of `CanvasText`.
          registry.names.forEachName(StoredText(SystemColor.canvasText.name), version, name)
        case .style: axes.insert(named: node.text(at: 1).text.bytes, vocabulary)
        default: break
        }
      }
    case .unregistered, .variants: break
    }
    return axes
  }
}

extension ColorNames {
  /// Calls `body` with the full name of each palette color that a semantic name may stand for.
  fileprivate func forEachPaletteName(
    _ semantic: StoredText, _ vocabulary: borrowing Vocabulary, _ version: UInt64,
    _ body: (Span<UInt8>) -> Void
  ) {
    for palette in upTo(vocabulary.count(.palette)) {
      let joined = vocabulary.name(ofColor: semantic.bytes, inPalette: palette &+ 1)
      if let joined { forEachName(StoredText(joined.bytes), version, body) }
    }
  }

  /// Calls `body` with a name and all names to which it is forwarded.
  @_optimize(speed)
  fileprivate func forEachName(
    _ name: StoredText, _ version: UInt64, _ body: (Span<UInt8>) -> Void
  ) {
    var next: StoredText? = name
    while let current = next {
      body(current.bytes)
      next = forwardNameCount == 0 ? nil : forwardTarget(of: current.bytes, at: version)
    }
  }
}

extension AxisSet {
  /// Inserts the axis called `name`, which a style query reads. Does nothing if no axis has this
  /// name.
  mutating func insert(named name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) {
    let number = vocabulary.number(name, .axis)
    if number != 0 {
      insert(.custom(number &- 1))
    } else if let axis = Axis.axisOfDeclaredValues(named: name) ?? Axis.keywordAxis(named: name) {
      insert(axis)
    }
  }
}

extension Recipe {
  /// True if the value may be outside sRGB, even if all referenced colors are within it. Then the
  /// recipe itself depends on the gamut of the environment.
  @_optimize(speed)
  var mayBeOutsideSRGB: Bool {
    if kind == .expression { return expression.mayBeOutsideSRGB }
    for index in upTo(variantCount) {
      let variant = variant(index)
      // The color interpolated between two contrasts may lie outside sRGB.
      if variant.conditions.contrast != 0 { return true }
      if variant.referencedID == .none, !variant.cell.isWithinSRGB { return true }
    }
    return false
  }
}

extension Expression {
  /// True for a relative color in sRGB, or in linear sRGB, whose components are copied from another
  /// color, in any order. The relative color is within sRGB if the other color is.
  private var onlyCopiesComponents: Bool {
    let function = ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))
    guard function?.space == .srgb || function?.space == .srgbLinear else { return false }
    // The components follow the other color, which is at index 1.
    var index = 1 &+ node(at: 1).size
    for _ in upTo(3) {
      let component = node(at: index)
      guard component.operation == .calculation, Calculation(component).copiedChannel != nil else {
        return false
      }
      index &+= component.size
    }
    return true
  }

  /// True if the value may be outside sRGB, even if all referenced colors are within it.
  @_optimize(speed)
  fileprivate var mayBeOutsideSRGB: Bool {
    var mayLeave = false
    forEachNode { node in
      switch node.operation {
      case .constant:
        mayLeave = mayLeave || !(node.constant.map { ResolvedCell($0.rgba).isWithinSRGB } ?? true)
      case .mix, .blend:
        let space = ColorSpace(node.detail & 0xFF)
        mayLeave = mayLeave || space != .srgb && space != .srgbLinear
      case .variants:
        node.forEachVariant { conditions, _ in mayLeave = mayLeave || conditions.contrast != 0 }
      case .relative: mayLeave = mayLeave || !node.onlyCopiesComponents
      case .filter:
        // All filters except those for kinds of vision stay within sRGB if their operand is.
        if case .vision? = node.filter { mayLeave = true }
      default: break
      }
    }
    return mayLeave
  }
}
