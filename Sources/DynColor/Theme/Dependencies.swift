// What a color's value depends on.

extension ThemeState {
  /// The axes that matter to a color, through all that it may refer to.
  mutating func axes(of id: ColorID) throws(ThemeError) -> AxisSet {
    _ = try registered(id)
    return try orOutOfMemory { () throws(OutOfMemory) in
      var axes = AxisSet.none
      var pending = Buffer<UInt32>(allocator)
      var seen = Buffer<UInt8>(allocator)
      try seen.append(repeating: 0, count: nextIndex / 8 &+ 1)
      try visit(id, &pending, &seen)
      while let raw = pending.removeLast() {
        guard let recipe = record(ColorID(raw).index)?.recipe else { continue }
        axes.formUnion(recipe.variantAxes)
        if recipe.mayLeaveSRGB { axes.insert(.gamut) }
        for place in upTo(recipe.variantCount) {
          try visit(recipe.variant(place).target, &pending, &seen)
        }
        switch recipe.kind {
        case .provider: axes.formUnion(recipe.sharedProvider?.recordedAxes ?? .none)
        case .palette:
          axes.insert(.palette)
          try visitPalettes(recipe.semantic.bytes, &pending, &seen)
        case .expression:
          axes.formUnion(recipe.expressionNeeds.axes)
          try visitNames(recipe.expression, &axes, &pending, &seen)
        case .nothing, .variants: break
        }
      }
      return axes
    }
  }

  /// Visits what an expression refers to, on whatever condition, and adds the axes of its queries.
  private func visitNames(
    _ expression: Expression, _ axes: inout AxisSet, _ pending: inout Buffer<UInt32>,
    _ seen: inout Buffer<UInt8>
  ) throws(OutOfMemory) {
    var isOutOfMemory = false
    expression.forEachNode { node in
      var target: ColorID?
      switch node.operation {
      case .reference: target = color(named: node.reference.name.bytes, at: tick)
      case .systemColor: target = color(named: SystemColor(detail: node.detail).name, at: tick)
      case .currentColor: target = color(named: SystemColor.canvasText.name, at: tick)
      case .target: target = ColorID(UInt32(truncatingIfNeeded: node.word(1)))
      case .palette:
        do throws(OutOfMemory) {
          try visitPalettes(node.reference.name.bytes, &pending, &seen)
        } catch {
          isOutOfMemory = true
        }
      case .style: insertAxis(named: node.text(at: 1).0.bytes, &axes)
      default: break
      }
      guard let target else { return }
      do throws(OutOfMemory) {
        try visit(target, &pending, &seen)
      } catch {
        isOutOfMemory = true
      }
    }
    if isOutOfMemory { throw OutOfMemory() }
  }

  /// Visits the colors that palettes have by a name.
  private func visitPalettes(
    _ semantic: Span<UInt8>, _ pending: inout Buffer<UInt32>, _ seen: inout Buffer<UInt8>
  ) throws(OutOfMemory) {
    for palette in upTo(paletteNames.count) {
      let number = UInt64(truncatingIfNeeded: palette &+ 1)
      if let color = color(semantic, ofPalette: number, at: tick) {
        try visit(color, &pending, &seen)
      }
    }
  }

  /// Adds the axis that a style query asks for.
  private func insertAxis(named name: Span<UInt8>, _ axes: inout AxisSet) {
    if let number = axisNumber(name) {
      axes.insert(.custom(number))
    } else if let axis = Axis(nameOfNumbered: name) ?? Axis(name: name) {
      axes.insert(axis)
    }
  }

  /// The same, or nothing for a color that is not registered, and everything if that cannot be told.
  mutating func axesIfRegistered(_ id: ColorID) -> AxisSet {
    guard (try? registered(id)) != nil else { return .none }
    return (try? axes(of: id)) ?? .all
  }

  private func visit(
    _ id: ColorID, _ pending: inout Buffer<UInt32>, _ seen: inout Buffer<UInt8>
  ) throws(OutOfMemory) {
    guard id != .none, id.index < nextIndex else { return }
    let bit = UInt8(1) &<< UInt8(truncatingIfNeeded: id.index & 7)
    var span = seen.mutableSpan
    guard span[id.index / 8] & bit == 0 else { return }
    span[id.index / 8] |= bit
    try pending.append(id.rawValue)
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
        may = may || !(node.constant.map { Cell($0.rgba).isWithinSRGB } ?? true)
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
