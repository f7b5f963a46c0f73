// What pictures of a theme show of a color.

/// A color in light and in dark surroundings, with standard and with more contrast; `nil` where it
/// has no value.
struct Swatches: BitwiseCopyable, Equatable {
  var light: Color?
  var lightMore: Color?
  var dark: Color?
  var darkMore: Color?

  /// The four, in the order in which tables have them.
  static var count: Int { 4 }
  subscript(_ place: Int) -> Color? {
    switch place {
    case 0: light
    case 1: dark
    case 2: lightMore
    default: darkMore
    }
  }

  /// Whether all are the same color, which hides what is behind it.
  var isOne: Bool {
    guard let light, light.alpha == 1 else { return false }
    return lightMore == light && dark == light && darkMore == light
  }

  var isTranslucent: Bool {
    isTranslucent(light) || isTranslucent(lightMore) || isTranslucent(dark)
      || isTranslucent(darkMore)
  }

  private func isTranslucent(_ color: Color?) -> Bool { (color?.alpha ?? 1) < 1 }
}

extension Environment {
  /// The environment of a place of `Swatches`, with all else from this one.
  func surroundings(_ place: Int) -> Environment {
    var result = self
    result[.scheme] = place & 1 == 0 ? 1 : 2
    // 101 is standard, 201 is more.
    result[.contrast] = place < 2 ? 101 : 201
    return result
  }
}

extension ExportContext {
  /// A color in the four surroundings.
  mutating func swatches(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Swatches {
    var result = Swatches()
    result.light = try color(index, environment.surroundings(0))
    result.dark = try color(index, environment.surroundings(1))
    result.lightMore = try color(index, environment.surroundings(2))
    result.darkMore = try color(index, environment.surroundings(3))
    return result
  }
}

extension Color {
  var isWide: Bool { !isInGamut(of: .srgb) }
}

extension FileText {
  /// Writes the nearest color of sRGB in hexadecimal digits.
  @inline(never)
  mutating func append(nearestHex color: Color) {
    append(hex: color.mapped(into: .srgb, by: .exact))
  }

  /// Writes a color of Display P3, for those that sRGB lacks.
  @inline(never)
  mutating func append(displayP3 color: Color) {
    let shown = color.mapped(into: .displayP3, by: .exact)
    append("color(display-p3")
    for index in 0..<3 {
      append(" ")
      append(contentsOf: NumberText(shown.components[index], digits: 4).bytes)
    }
    if shown.alpha < 1 {
      append(" / ")
      append(contentsOf: NumberText(shown.alpha, digits: 3).bytes)
    }
    append(")")
  }

  /// Writes a declaration of CSS, and for a color that sRGB lacks another, which takes its place where
  /// it is understood.
  @inline(never)
  mutating func append(_ property: StaticString, paint color: Color) {
    append(property)
    append(":")
    append(nearestHex: color)
    guard color.isWide else { return }
    append(";")
    append(property)
    append(":")
    append(displayP3: color)
  }
}
