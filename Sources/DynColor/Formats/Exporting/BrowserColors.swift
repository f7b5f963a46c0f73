// Colors as browsers of 2025 read them.

/// Writes expressions for browsers, which have no function of its own for another alpha.
struct BrowserNames: TargetNames {
  static var hasAlphaFunction: Bool { false }

  // What is told by numbers is not written for browsers.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, _ form: TargetForm, to text: inout Sink
  ) throws(Sink.Failure) {}

  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText { .empty }
}

extension Expression {
  /// Whether a browser of 2025 reads all of this, and comes to the same color.
  var isForBrowsers: Bool {
    var isForBrowsers = true
    forEachNode { node in
      isForBrowsers = isForBrowsers && node.isForBrowsersAlone
    }
    return isForBrowsers
  }

  /// The same of a node without those within it.
  private var isForBrowsersAlone: Bool {
    switch operation {
    case .reference, .currentColor, .systemColor, .lightDark, .alpha, .calculation, .missing: true
    case .constant: constant?.space.isForBrowsers ?? false
    case .mix: partCount == 2 && (ColorSpace(detail & 0xFF)?.isForBrowsers ?? false)
    case .relative:
      ColorFunction(rawValue: UInt8(truncatingIfNeeded: detail))?.space.isForBrowsers ?? false
    default: false
    }
  }

  private var partCount: Int {
    var count = 0
    forEachPart { _ in count &+= 1 }
    return count
  }
}

extension ColorSpace {
  /// Whether browsers have it.
  var isForBrowsers: Bool {
    switch self {
    case .hsv, .okhsl, .okhsv, .grayGamma22, .extendedSRGB, .extendedSRGBLinear, .rec2020OETF,
      .displayP3Linear:
      false
    default: true
    }
  }
}

extension FileText {
  /// Writes a color so that a browser reads it: in its own notation, if browsers have that.
  @inline(never)
  mutating func append(forBrowsers color: Color) {
    let text = ColorText(color, .exact)
    if !text.bytes.starts(with: "color(--"), color.space.isForBrowsers {
      return append(contentsOf: text.bytes)
    }
    let numbers = color.converted(to: .srgb)
    append(
      red: NumberText(numbers.components.x), green: NumberText(numbers.components.y),
      blue: NumberText(numbers.components.z),
      alpha: numbers.alpha == 1 ? nil : NumberText(numbers.alpha))
  }

  /// Writes a color that has been painted, so that it is painted as the same again: in as many digits
  /// as a float has.
  @inline(never)
  mutating func append(painted cell: ResolvedCell) {
    let rgba = cell.rgba
    let color = Color(rgba)
    if SIMD4<Float>(color.bytes(in: .srgb)) / 255 == rgba { return append(hex: color) }
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
