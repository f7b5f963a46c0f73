// Preview: the resolved colors that are shown.

/// A color in the four modes: light and dark, each with standard and more contrast. It is `nil`
/// in a mode in which it has no value.
struct Swatches: BitwiseCopyable, Equatable {
  var light: Color?
  var lightMore: Color?
  var dark: Color?
  var darkMore: Color?

  /// The number of modes.
  static var count: Int { 4 }
  /// The color in a mode: 0 for light, 1 for dark, 2 for light with more contrast, 3 for dark with
  /// more contrast.
  subscript(_ mode: Int) -> Color? {
    switch mode {
    case 0: light
    case 1: dark
    case 2: lightMore
    default: darkMore
    }
  }

  /// True if the color is opaque and the same in all four modes. (A translucent color looks
  /// different on a light and on a dark background.)
  var isSameInAllModes: Bool {
    guard let light, light.alpha == 1 else { return false }
    return lightMore == light && dark == light && darkMore == light
  }

  /// True if the color is translucent in at least one mode.
  var isTranslucent: Bool {
    isTranslucent(light) || isTranslucent(lightMore) || isTranslucent(dark)
      || isTranslucent(darkMore)
  }

  private func isTranslucent(_ color: Color?) -> Bool { (color?.alpha ?? 1) < 1 }
}

extension Environment {
  /// This environment with the scheme and contrast of a mode. The modes are those of
  /// `Swatches`: 0 for light, 1 for dark, 2 for light and 3 for dark with more contrast.
  func withMode(_ mode: Int) -> Environment {
    var result = self
    result[.scheme] = mode & 1 == 0 ? 1 : 2  // Light and dark.
    result[.contrast] = (mode < 2 ? NamedContrast.standard : .more).value
    return result
  }
}

extension ExportSession {
  /// The color at `index` in an environment, in the four modes.
  mutating func swatches(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> Swatches {
    var result = Swatches()
    result.light = try color(index, environment.withMode(0))
    result.dark = try color(index, environment.withMode(1))
    result.lightMore = try color(index, environment.withMode(2))
    result.darkMore = try color(index, environment.withMode(3))
    return result
  }
}

extension ExportSession {
  /// Warns about a color that has a provider, or depends on axes that the preview does not show.
  /// `axes` are all axes that the color depends on. The preview shows the scheme, the contrast and,
  /// only one at a time, `separateAxes`.
  mutating func warn(
    _ index: Int, dependingOn axes: AxisSet, shownOneAtATime separateAxes: AxisSet
  ) throws(FileFailure) {
    guard let entry = colors.entry(index) else { return }
    // Only a color that has a provider has an empty expression.
    if entry.expression.count == 0 {
      return try warnInexact(index, CommonMessage.providerNotWritten)
    }
    // The axes that the preview does not show, and those that it shows only one at a time.
    var lost = LostAxes()
    let shownAxes = AxisSet.of(.scheme).union(.of(.contrast)).union(separateAxes)
    lost.missing = axes.subtracting(shownAxes)
    lost.addIfSeveral(axes.intersection(separateAxes))
    try warn(index, about: lost)
  }
}

extension Color {
  /// True if the color is outside the gamut of sRGB.
  var isWide: Bool { !isInGamut(of: .srgb) }
}

extension FileText {
  /// Appends the nearest sRGB color in hexadecimal digits.
  @inline(never)
  mutating func append(nearestHex color: Color) {
    append(hex: color.mapped(into: .srgb, by: .exact))
  }

  /// Appends a color in Display P3, for colors outside sRGB.
  @inline(never)
  mutating func append(displayP3 color: Color) {
    let mapped = color.mapped(into: .displayP3, by: .exact)
    append("color(display-p3")
    for index in 0..<3 {
      append(" ")
      append(contentsOf: NumberText(mapped.components[index], digits: 4).bytes)
    }
    if mapped.alpha < 1 {
      append(" / ")
      append(contentsOf: NumberText(mapped.alpha, digits: 3).bytes)
    }
    append(")")
  }

  /// Appends a CSS declaration of `property`. For a color outside sRGB, appends a second one in
  /// Display P3, which overrides the first one in browsers that support Display P3.
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
