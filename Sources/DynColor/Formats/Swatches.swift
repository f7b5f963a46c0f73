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

extension Writing {
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
  /// Whether white is to be written on this color rather than black, where it lies on white or on
  /// black.
  func takesWhite(onDark: Bool) -> Bool {
    let behind = Color(.srgb, onDark ? SIMD3(0.09, 0.094, 0.102) : SIMD3(1, 1, 1))
    // Black only where it has a third more of contrast: (L + 0.05)² > 1.05 · 0.05 · 4/3.
    return blended(.normal, over: behind, in: .srgb).relativeLuminance < 0.2146
  }

  var isWide: Bool { !isInGamut(of: .srgb) }
}

extension TextSink where Self: ~Copyable {
  /// Writes the nearest color of sRGB in hexadecimal digits.
  mutating func append(nearestHex color: Color) throws(Failure) {
    try append(hex: color.mapped(into: .srgb, by: .exact), in: .srgb)
  }

  /// Writes a color of Display P3, for those that sRGB lacks.
  mutating func append(displayP3 color: Color) throws(Failure) {
    let shown = color.mapped(into: .displayP3, by: .exact)
    try append("color(display-p3")
    for index in 0..<3 {
      try append(" ")
      try append(contentsOf: NumberText(shown.components[index], digits: 4).bytes)
    }
    if shown.alpha < 1 {
      try append(" / ")
      try append(contentsOf: NumberText(shown.alpha, digits: 3).bytes)
    }
    try append(")")
  }

  /// Writes a declaration of CSS, and for a color that sRGB lacks another, which takes its place where
  /// it is understood.
  mutating func append(_ property: StaticString, paint color: Color) throws(Failure) {
    try append(property)
    try append(":")
    try append(nearestHex: color)
    guard color.isWide else { return }
    try append(";")
    try append(property)
    try append(":")
    try append(displayP3: color)
  }
}
