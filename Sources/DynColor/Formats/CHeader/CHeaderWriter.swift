// CHeader: writing a theme as a C header with tables of colors.

/// Writes a header that only needs `stdint.h`: enums of the colors and the environments, the names
/// of the colors, and tables of their values. If the host chose a layout, the values are pixels in
/// this layout; otherwise there are two tables, of floats and of 8-bit components.
struct CHeaderWriter: FormatWriter, ~Copyable {
  private var text: FileText
  /// The C identifiers of the colors.
  private let names: IdentifierNames
  /// The environments of the tables.
  private var environments: Buffer<Environment>
  /// The C identifiers of the environments.
  private let environmentNames: IdentifierNames
  /// The axes that each color reads.
  private let axes: ColorAxes
  /// The axes that at least one of the environments specifies.
  private var specifiedAxes = AxisSet.none

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    let names = try IdentifierNames.make(export.colors, for: .c)
    var environments = Buffer<Environment>(export.allocator)
    // Holds the names of the environments as names of colors, because `IdentifierNames` takes only
    // a collection of colors.
    var labels = try convertingOutOfMemory { () throws(OutOfMemory) in
      try ColorCollection.make(export.allocator)
    }
    do throws(OutOfMemory) {
      try CHeaderWriter.listEnvironments(export.options.environments, &environments, &labels)
    } catch {
      throw .outOfMemory
    }
    let environmentNames = try IdentifierNames.make(labels, for: .c)
    axes = try export.colorAxes()
    self.environmentNames = environmentNames
    for index in upTo(environments.count) {
      specifiedAxes.formUnion((environments.element(at: index) ?? Environment()).specifiedAxes)
    }
    self.names = names
    self.environments = environments
    text = FileText(export.allocator)
  }

  /// Lists the environments that the host chose; by default four: light and dark, each with
  /// standard and with more contrast. For each environment, adds a color without a value to
  /// `labels`, whose name is that of the environment.
  private static func listEnvironments(
    _ hostEnvironments: HostEnvironments, _ environments: inout Buffer<Environment>,
    _ labels: inout ColorCollection
  ) throws(OutOfMemory) {
    if hostEnvironments.count == 0 {
      for index in upTo(4) {
        var environment = Environment()
        environment[.scheme] = index & 1 == 0 ? 1 : 2  // Light and dark.
        if index > 1 { environment[.contrast] = NamedContrast.more.value }
        try environments.append(environment)
        let label: StaticString =
          switch index {
          case 0: "light"
          case 1: "dark"
          case 2: "light more contrast"
          default: "dark more contrast"
          }
        try labels.set(label.bytes, .none, at: .none)
      }
    }
    for index in upTo(hostEnvironments.count) {
      var environment = Environment()
      environment.words = hostEnvironments.words(index)
      try environments.append(environment)
      let name = hostEnvironments.name(index).bytes
      var label = LongText()
      label.append(contentsOf: name)
      // A missing or repeated name becomes `environment 3 NAME`, with the position of the
      // environment or, if that name is taken as well, the next number that makes it unique.
      var number = index &+ 1
      while label.count == 0 || labels.index(of: label.bytes) != nil {
        label = LongText()
        label.append("environment ")
        label.append(UInt(truncatingIfNeeded: number))
        if name.count > 0 { label.append(" ") }
        label.append(contentsOf: name)
        number &+= 1
      }
      try labels.set(label.bytes, .none, at: .none)
    }
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    for index in upTo(export.colors.count) { try warnIfInexact(&export, index) }
    let pixels = PixelTableText(export.options.layout)
    if let pixels {
      pixels.appendComment(to: &text)
    } else {
      text.append("/* Colors in extended sRGB, not premultiplied with alpha. */\n")
    }
    text.append("#ifndef ")
    appendPrefix(export, isUpper: true)
    text.append("_COLORS_H\n#define ")
    appendPrefix(export, isUpper: true)
    text.append("_COLORS_H\n\n#include <stdint.h>\n\nenum ")
    appendPrefix(export, isUpper: false)
    text.append("_color {\n")
    for index in upTo(export.colors.count) {
      if let entry = export.colors.entry(index) {
        text.append(commentsOf: export.colors.notes(of: entry), indent: "  ")
      }
      text.append("  ")
      appendPrefix(export, isUpper: true)
      text.append("_COLOR_")
      text.append(contentsOf: names.name(index).bytes)
      text.append(",\n")
    }
    text.append("  ")
    appendPrefix(export, isUpper: true)
    text.append("_COLOR_COUNT\n};\n\nenum ")
    appendPrefix(export, isUpper: false)
    text.append("_environment {\n")
    for index in upTo(environments.count) {
      text.append("  ")
      appendPrefix(export, isUpper: true)
      text.append("_ENVIRONMENT_")
      text.append(contentsOf: environmentNames.name(index).bytes)
      text.append(",\n")
    }
    text.append("  ")
    appendPrefix(export, isUpper: true)
    text.append("_ENVIRONMENT_COUNT\n};\n")
    // C does not allow arrays without elements.
    if export.colors.count > 0 {
      writeColorNames(export)
      if let pixels {
        try writePixelTable(&export, pixels)
      } else {
        try writeTable(&export, isBytes: false)
        try writeTable(&export, isBytes: true)
      }
    }
    text.append("\n#endif\n")
    try export.add(&text)
  }

  private mutating func writeColorNames(_ export: borrowing ExportSession) {
    text.append("\nstatic const char *const ")
    appendPrefix(export, isUpper: false)
    text.append("_color_names[")
    appendPrefix(export, isUpper: true)
    text.append("_COLOR_COUNT] = {\n")
    for index in upTo(export.colors.count) {
      text.append("  \"")
      append(stringLiteral: export.name(index).bytes)
      text.append("\",\n")
    }
    text.append("};\n")
  }

  /// Writes the colors for all environments: as floats for red, green, blue and alpha, or, if
  /// `isBytes` is true, as `0xRRGGBBAA`.
  private mutating func writeTable(_ export: inout ExportSession, isBytes: Bool) throws(FileFailure)
  {
    text.append(isBytes ? "\nstatic const uint32_t " : "\nstatic const float ")
    appendPrefix(export, isUpper: false)
    text.append(isBytes ? "_color_bytes[" : "_color_floats[")
    appendPrefix(export, isUpper: true)
    text.append("_ENVIRONMENT_COUNT][")
    appendPrefix(export, isUpper: true)
    text.append(isBytes ? "_COLOR_COUNT] = {\n" : "_COLOR_COUNT][4] = {\n")
    for environmentIndex in upTo(environments.count) {
      let environment = environments.element(at: environmentIndex) ?? Environment()
      text.append("  {\n")
      for index in upTo(export.colors.count) {
        let cell = try export.resolvedCell(index, environment)
        text.append("    ")
        if isBytes {
          append(bytesOf: cell ?? .zero)
        } else {
          append(floatsOf: cell ?? .zero)
        }
        text.append(",\n")
      }
      text.append("  },\n")
    }
    text.append("};\n")
  }

  /// Writes the pixels of the colors for all environments.
  private mutating func writePixelTable(
    _ export: inout ExportSession, _ pixels: PixelTableText
  ) throws(FileFailure) {
    text.append("\nstatic const ")
    text.append(pixels.type)
    text.append(" ")
    appendPrefix(export, isUpper: false)
    text.append("_color_pixels[")
    appendPrefix(export, isUpper: true)
    text.append("_ENVIRONMENT_COUNT][")
    appendPrefix(export, isUpper: true)
    text.append("_COLOR_COUNT]")
    pixels.appendDimension(to: &text)
    text.append(" = {\n")
    for environmentIndex in upTo(environments.count) {
      let environment = environments.element(at: environmentIndex) ?? Environment()
      text.append("  {\n")
      for index in upTo(export.colors.count) {
        let cell = try export.resolvedCell(index, environment)
        text.append("    ")
        pixels.append(cell ?? .zero, to: &text)
        text.append(",\n")
      }
      text.append("  },\n")
    }
    text.append("};\n")
  }

  /// Warns if a color has no value in one of the environments, or else if it has a provider, or else
  /// if it depends on an axis that no environment specifies.
  private func warnIfInexact(_ export: inout ExportSession, _ index: Int) throws(FileFailure) {
    for environmentIndex in upTo(environments.count) {
      let environment = environments.element(at: environmentIndex) ?? Environment()
      guard try export.resolvedCell(index, environment) != nil else {
        return try export.warnInexact(index, "the color has no value; transparent is written")
      }
    }
    // A color without an expression has a provider.
    if export.colors.entry(index)?.expression.count == 0 {
      return try export.warnInexact(index, CommonMessage.providerNotWritten)
    }
    try export.warn(
      index, ifAny: axes[index].subtracting(specifiedAxes),
      "the color depends on axes that no environment sets; their defaults are written")
  }

  /// Writes the prefix of all identifiers: the name of the collection as a C identifier, in upper
  /// case if `isUpper` is true, otherwise in lower case.
  private mutating func appendPrefix(_ export: borrowing ExportSession, isUpper: Bool) {
    let name = export.collectionName
    for index in upTo(name.count) {
      let byte = name.bytes.element(at: index) ?? 0
      switch byte {
      // The code of an uppercase letter is 32 less than that of the lowercase letter.
      case UInt8(ascii: "a")...UInt8(ascii: "z"): text.append(isUpper ? byte &- 32 : byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): text.append(isUpper ? byte : byte &+ 32)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // An identifier cannot begin with a digit.
        if index == 0 { text.append(isUpper ? "N" : "n") }
        text.append(byte)
      // Leaves out the later bytes of a multi-byte UTF-8 character. Its first byte becomes `_`: see
      // `default`.
      case 0x80...0xBF: break
      // C reserves identifiers that begin with `_`, so `n` is put before it.
      default: text.append(index == 0 ? (isUpper ? "N_" : "n_") : "_")
      }
    }
  }

  private mutating func append(floatsOf cell: ResolvedCell) {
    text.append(UInt8(ascii: "{"))
    for channel in upTo(4) {
      if channel > 0 { text.append(", ") }
      text.append(floatLiteral: NumberText(cell.rgba[channel]))
      text.append("f")
    }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func append(bytesOf cell: ResolvedCell) {
    let bytes = Color(cell.rgba).bytes(in: .srgb)
    text.append("0x")
    for channel in upTo(4) {
      text.append(hexDigit(of: bytes[channel] >> 4))
      text.append(hexDigit(of: bytes[channel] & 15))
    }
    text.append("u")
  }

  /// Writes the contents of a string literal. Bytes that are not printable ASCII become octal
  /// escapes of three digits. Question marks are escaped, because two of them can begin a trigraph.
  private mutating func append(stringLiteral name: Span<UInt8>) {
    for index in upTo(name.count) {
      let byte = name.element(at: index) ?? 0
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0x20...0x7E: text.append(byte)
      default:
        text.append(UInt8(ascii: "\\"))
        text.append(UInt8(ascii: "0") &+ byte >> 6)
        text.append(UInt8(ascii: "0") &+ byte >> 3 & 7)
        text.append(UInt8(ascii: "0") &+ byte & 7)
      }
    }
  }
}
