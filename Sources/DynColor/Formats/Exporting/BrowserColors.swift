// Exporting: colors in the CSS that browsers of 2025 support.

/// The `ExpressionNames` for writing expressions that browsers support (`isSupportedByBrowsers`).
/// These expressions have no conditions, so no names of axes and values are needed. Browsers do not
/// have `alpha()`, so an equal relative color is written in its place.
private struct BrowserNames: ExpressionNames {
  static var hasAlphaFunction: Bool { false }

  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText { .empty }
  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool { false }
  func name(ofCustomAxis index: Int) -> StoredText { .empty }
}

extension Expression {
  /// True if browsers of 2025 support the whole expression and compute the same color.
  @_optimize(speed)
  var isSupportedByBrowsers: Bool {
    var areAllSupported = true
    forEachNode { node in
      areAllSupported = areAllSupported && node.isNodeSupportedByBrowsers
    }
    return areAllSupported
  }

  /// True if browsers of 2025 support this node, regardless of its operands.
  @_optimize(speed)
  private var isNodeSupportedByBrowsers: Bool {
    switch operation {
    case .reference, .currentColor, .systemColor, .lightDark, .alpha, .calculation, .missing: true
    case .constant: constant?.space.isSupportedByBrowsers ?? false
    // The `color-mix()` of browsers mixes two colors. The lowest byte of the detail is the space.
    case .mix: operandCount == 2 && (ColorSpace(detail & 0xFF)?.isSupportedByBrowsers ?? false)
    // The lowest byte of the detail is the color function.
    case .relative:
      ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))?.space.isSupportedByBrowsers
        ?? false
    default: false
    }
  }

  private var operandCount: Int {
    var count = 0
    forEachChild { _ in count &+= 1 }
    return count
  }
}

extension ColorSpace {
  /// True if browsers of 2025 have the space. Then `portableSpace`, the nearest space that other
  /// programs have, is the space itself.
  var isSupportedByBrowsers: Bool { portableSpace == self }
}

extension FileText {
  /// Appends an expression that browsers support (`isSupportedByBrowsers`).
  mutating func append(forBrowsers expression: Expression) {
    append(expression, BrowserNames())
  }

  /// Appends a color in its own notation if browsers support that, otherwise in sRGB.
  @inline(never)
  mutating func append(forBrowsers color: Color) {
    let text = ColorText(color, .exact)
    // The names of spaces that CSS does not have begin with two hyphens.
    if !text.bytes.starts(with: "color(--"), color.space.isSupportedByBrowsers {
      return append(contentsOf: text.bytes)
    }
    let srgb = color.converted(to: .srgb)
    append(
      red: NumberText(srgb.components.x), green: NumberText(srgb.components.y),
      blue: NumberText(srgb.components.z),
      alpha: srgb.alpha == 1 ? nil : NumberText(srgb.alpha))
  }

  /// Appends a resolved color, in hexadecimal notation or in sRGB. Parsing the text yields the same
  /// floats.
  @inline(never)
  mutating func append(resolved cell: ResolvedCell) {
    let rgba = cell.rgba
    if cell.isExactIn8Bits { return append(hex: Color(rgba)) }
    append(
      red: NumberText(rgba.x), green: NumberText(rgba.y), blue: NumberText(rgba.z),
      alpha: rgba.w == 1 ? nil : NumberText(rgba.w))
  }

  private mutating func append(
    red: NumberText, green: NumberText, blue: NumberText, alpha: NumberText?
  ) {
    append("color(srgb ")
    append(contentsOf: red.bytes)
    append(" ")
    append(contentsOf: green.bytes)
    append(" ")
    append(contentsOf: blue.bytes)
    if let alpha {
      append(" / ")
      append(contentsOf: alpha.bytes)
    }
    append(")")
  }
}
