// Theme: the parts that the definition of a color consists of.

/// A part of a definition, such as the value of a variant: a color value, a reference to a color of
/// the theme, or CSS text.
enum Part: BitwiseCopyable {
  case color(Color)
  /// A reference to a color of the theme.
  case target(ColorID)
  case css(StoredText)

  /// True if the part must be parsed. The definition then becomes an expression.
  var isText: Bool { if case .css = self { true } else { false } }
  /// If this part is the text of a plain color, such as `#369` or `red`, the color; otherwise this
  /// part. See `parsePlainColor`.
  @inline(__always)
  var withPlainColorParsed: Part {
    guard case .css(let text) = self, let color = parsePlainColor(text.bytes) else { return self }
    return .color(color)
  }
  /// True unless the part is a color that a cell cannot store exactly.
  var fitsInCell: Bool {
    if case .color(let color) = self { color.fitsInCell } else { true }
  }
  /// The color that the part refers to; `none` for other parts.
  var target: ColorID { if case .target(let id) = self { id } else { .none } }
}

extension Variant {
  /// Sets the variant to a part that is not a text.
  @inline(__always)
  func set(_ conditions: Conditions, _ part: Part) {
    switch part {
    case .color(let color): set(conditions, color)
    case .target(let target): set(conditions, target)
    // Not reached, unless the host has changed its memory after the part was checked.
    case .css: set(conditions, Color(.srgb, .zero))
    }
  }

  /// Returns whether the variant already has these conditions and this part. Returns false for a
  /// text.
  @inline(__always)
  func isSame(as conditions: Conditions, _ part: Part) -> Bool {
    guard self.conditions == conditions else { return false }
    return switch part {
    case .color(let color): has(color)
    case .target(let target): self.referencedID == target
    case .css: false
    }
  }
}

extension ExpressionWriter {
  /// Writes a part as an operand.
  mutating func append<HostFailure: RegistrationFailure>(
    _ part: Part, _ names: AxisNames, throwing failure: HostFailure.Type
  ) throws(HostFailure) {
    switch part {
    case .color(let color): append(color)
    case .target(let target): append(referenceByID: target)
    case .css(let text):
      do throws(SyntaxError) {
        try parseCSS(text.bytes, names, into: &self)
      } catch {
        throw HostFailure.syntax(error, in: text.bytes)
      }
    }
  }

  /// Writes a table of at least one variant.
  mutating func append<List: VariantList>(
    _ variants: List, _ names: AxisNames
  ) throws(List.Failure) {
    let (conditions, part) = try variants.variant(0)
    if variants.count == 1, conditions == .any { return try append(part, 0, of: variants, names) }
    let node = open(.variants)
    for index in upTo(variants.count) {
      let (conditions, part) = try variants.variant(index)
      append(conditions)
      try append(part, index, of: variants, names)
    }
    close(node)
  }

  private mutating func append<List: VariantList>(
    _ part: Part, _ index: Int, of variants: List, _ names: AxisNames
  ) throws(List.Failure) {
    do throws(List.Failure) {
      try append(part, names, throwing: List.Failure.self)
    } catch {
      throw variants.failure(error, index)
    }
  }
}
