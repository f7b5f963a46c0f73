// Colors as browsers of 2025 read them.

/// Writes expressions for browsers, which have no function of its own for another alpha.
struct BrowserNames: TargetNames {
  static var hasAlphaFunction: Bool { false }

  // What is told by numbers is not written for browsers.
  func append<Sink: TextSink & ~Copyable>(
    target: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {}

  func name(ofValue value: UInt64, _ axis: Axis) -> HostText { .empty }
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

extension TextSink where Self: ~Copyable {
  /// Writes a color so that a browser reads it: in its own notation, if browsers have that.
  mutating func append(forBrowsers color: Color) throws(Failure) {
    let text = ColorText(color, .exact)
    let prefix = text.bytes.slice(0, 8)
    let isOurs = prefix.equals(StaticString("color(--").bytes)
    guard isOurs || !color.space.isForBrowsers else {
      return try append(contentsOf: text.bytes)
    }
    let converted = color.converted(to: .srgb)
    try append("color(srgb ")
    try append(converted.components.x)
    try append(" ")
    try append(converted.components.y)
    try append(" ")
    try append(converted.components.z)
    if converted.alpha != 1 {
      try append(" / ")
      try append(converted.alpha)
    }
    try append(")")
  }

  /// Writes a color that has been painted, so that it is painted as the same again: in as many digits
  /// as a float has.
  mutating func append(painted cell: Cell) throws(Failure) {
    let rgba = cell.rgba
    let color = Color(rgba)
    if SIMD4<Float>(color.bytes(in: .srgb)) / 255 == rgba {
      return try append(hex: color, in: .srgb)
    }
    try append("color(srgb ")
    try append(rgba.x)
    try append(" ")
    try append(rgba.y)
    try append(" ")
    try append(rgba.z)
    if rgba.w != 1 {
      try append(" / ")
      try append(rgba.w)
    }
    try append(")")
  }

  /// Writes a comment of one line. What could end it, or begin another, is taken apart.
  mutating func append(comment text: Span<UInt8>, indent: StaticString) throws(Failure) {
    try append(indent)
    try append("/* ")
    try append(commentText: text)
    try append(" */\n")
  }

  mutating func append(commentText text: Span<UInt8>) throws(Failure) {
    var last: UInt8 = 0
    for index in upTo(text.count) {
      var byte = text.element(at: index) ?? 0
      if text.hasDirectionMark(at: index) || index > 0 && text.hasDirectionMark(at: index &- 1)
        || index > 1 && text.hasDirectionMark(at: index &- 2)
      {
        continue
      }
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
        byte = byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : UInt8(ascii: " ")
      }
      let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
      if last == star && byte == slash || last == slash && byte == star {
        try append(UInt8(ascii: " "))
      }
      try append(byte)
      last = byte
    }
  }
}

extension Span<UInt8> {
  /// Whether one of the three-byte characters begins that turn the direction of text: U+202A to
  /// U+202E, and U+2066 to U+2069. What compilers show of a comment is then not what they read.
  fileprivate func hasDirectionMark(at place: Int) -> Bool {
    guard element(at: place) == 0xE2, let second = element(at: place &+ 1),
      let third = element(at: place &+ 2)
    else { return false }
    return second == 0x80 && third >= 0xAA && third <= 0xAE
      || second == 0x81 && third >= 0xA6 && third <= 0xA9
  }
}

extension Writing {
  /// Writes what is said of a color as comments: what it is for, and why not to use it.
  mutating func appendComments(_ index: Int, indent: StaticString) throws(FileFailure) {
    guard let entry = inventory.entry(index) else { return }
    try allocating { () throws(OutOfMemory) in
      if entry.description.count > 0 {
        try text.append(comment: entry.description.bytes, indent: indent)
      }
      guard entry.isDeprecated else { return }
      try text.append(indent)
      try text.append("/* Deprecated")
      if entry.deprecation.count > 0 {
        try text.append(": ")
        try text.append(commentText: entry.deprecation.bytes)
      }
      if entry.replacement.count > 0 {
        try text.append("; instead: ")
        try text.append(commentText: entry.replacement.bytes)
      }
      try text.append(" */\n")
    }
  }
}
