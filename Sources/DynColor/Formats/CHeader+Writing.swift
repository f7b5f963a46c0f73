// Themes as a header in C: tables of all colors for several environments.

/// The environments that a header has tables for, and their names.
private struct HeaderEnvironments: ~Copyable {
  let environments: Buffer<Environment>
  let names: PlainNames

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  private init(_ environments: consuming Buffer<Environment>, _ names: consuming PlainNames) {
    self.environments = environments
    self.names = names
  }

  static func make(
    _ inventory: borrowing Inventory, _ chosen: HostEnvironments
  ) throws(OutOfMemory) -> HeaderEnvironments {
    var environments = Buffer<Environment>(inventory.allocator)
    var labels = try Inventory.make(inventory.allocator)
    let none = Expression(words: AtomicWords(address: 0), count: 0)
    if chosen.count == 0 {
      for index in upTo(4) {
        var environment = Environment()
        environment[.scheme] = index & 1 == 0 ? 1 : 2
        if index > 1 { environment[.contrast] = ContrastStep.more.value }
        try environments.append(environment)
        let label: StaticString =
          switch index {
          case 0: "light"
          case 1: "dark"
          case 2: "light more contrast"
          default: "dark more contrast"
          }
        try labels.set(label.bytes, none, at: .none)
      }
    }
    for index in upTo(chosen.count) {
      var environment = Environment()
      environment.words = chosen.words(index)
      try environments.append(environment)
      var label = LongText()
      label.append(contentsOf: chosen.name(index).bytes)
      if label.count == 0 || labels.index(of: label.bytes) != nil {
        label.append("environment ")
        label.append(UInt(truncatingIfNeeded: index &+ 1))
      }
      try labels.set(label.bytes, none, at: .none)
    }
    return HeaderEnvironments(environments, try PlainNames.make(labels, for: .c))
  }
}

extension Writing {
  /// Writes a header that needs no other than `stdint.h`: an enum of the colors and one of the
  /// environments, the colors' names, and what they are as floats and as bytes.
  mutating func writeCHeader() throws(FileFailure) {
    let environments = try allocating { () throws(OutOfMemory) in
      try HeaderEnvironments.make(inventory, options.environments)
    }
    let names = try allocating { () throws(OutOfMemory) in
      try PlainNames.make(inventory, for: .c)
    }
    try allocating { () throws(OutOfMemory) in
      try text.append(
        "/* Colors in extended sRGB, with alpha that they are not multiplied with. */\n")
      try text.append("#ifndef ")
      try appendPrefix(isUpper: true)
      try text.append("_COLORS_H\n#define ")
      try appendPrefix(isUpper: true)
      try text.append("_COLORS_H\n\n#include <stdint.h>\n\nenum ")
      try appendPrefix(isUpper: false)
      try text.append("_color {\n")
    }
    for index in upTo(inventory.count) {
      try appendComments(index, indent: "  ")
      try allocating { () throws(OutOfMemory) in
        try text.append("  ")
        try appendPrefix(isUpper: true)
        try text.append("_COLOR_")
        try text.append(contentsOf: names.name(index).bytes)
        try text.append(",\n")
      }
    }
    try allocating { () throws(OutOfMemory) in
      try text.append("  ")
      try appendPrefix(isUpper: true)
      try text.append("_COLOR_COUNT\n};\n\nenum ")
      try appendPrefix(isUpper: false)
      try text.append("_environment {\n")
      for index in upTo(environments.environments.count) {
        try text.append("  ")
        try appendPrefix(isUpper: true)
        try text.append("_ENVIRONMENT_")
        try text.append(contentsOf: environments.names.name(index).bytes)
        try text.append(",\n")
      }
      try text.append("  ")
      try appendPrefix(isUpper: true)
      try text.append("_ENVIRONMENT_COUNT\n};\n")
    }
    // C has no arrays without elements.
    if inventory.count > 0 {
      try writeColorNames()
      try writeTable(environments, isBytes: false)
      try writeTable(environments, isBytes: true)
    }
    try allocating { () throws(OutOfMemory) in try text.append("\n#endif\n") }
    try finish()
  }

  private mutating func writeColorNames() throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try text.append("\nstatic const char *const ")
      try appendPrefix(isUpper: false)
      try text.append("_color_names[")
      try appendPrefix(isUpper: true)
      try text.append("_COLOR_COUNT] = {\n")
      for index in upTo(inventory.count) {
        try text.append("  \"")
        try text.append(literal: (inventory.entry(index)?.name ?? .empty).bytes)
        try text.append("\",\n")
      }
      try text.append("};\n")
    }
  }

  /// Writes what the colors are in all environments: as red, green, blue and alpha, or as
  /// `0xRRGGBBAA`.
  private mutating func writeTable(
    _ environments: borrowing HeaderEnvironments, isBytes: Bool
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try text.append(isBytes ? "\nstatic const uint32_t " : "\nstatic const float ")
      try appendPrefix(isUpper: false)
      try text.append(isBytes ? "_color_bytes[" : "_color_floats[")
      try appendPrefix(isUpper: true)
      try text.append("_ENVIRONMENT_COUNT][")
      try appendPrefix(isUpper: true)
      try text.append(isBytes ? "_COLOR_COUNT] = {\n" : "_COLOR_COUNT][4] = {\n")
    }
    for place in upTo(environments.environments.count) {
      let environment = environments.environments.element(at: place) ?? Environment()
      try allocating { () throws(OutOfMemory) in try text.append("  {\n") }
      for index in upTo(inventory.count) {
        let cell = try painted(index, environment)
        if !isBytes, place == 0 { try tellOf(index, hasValue: cell != nil) }
        try allocating { () throws(OutOfMemory) in
          try text.append("    ")
          if isBytes {
            try text.append(bytesOf: cell ?? .clear)
          } else {
            try text.append(floatsOf: cell ?? .clear)
          }
          try text.append(",\n")
        }
      }
      try allocating { () throws(OutOfMemory) in try text.append("  },\n") }
    }
    try allocating { () throws(OutOfMemory) in try text.append("};\n") }
  }

  private mutating func tellOf(_ index: Int, hasValue: Bool) throws(FileFailure) {
    if inventory.entry(index)?.expression.count == 0 {
      try approximate(index, "a header cannot ask the color's provider")
    } else if !hasValue {
      try approximate(index, "the color has no value, and is transparent")
    }
  }

  /// Writes what all names begin with: the name of the collection, as far as C has names like that.
  private mutating func appendPrefix(isUpper: Bool) throws(OutOfMemory) {
    let given = options.name
    let name = given.count == 0 ? HostText(StaticString("theme").bytes) : given
    for index in upTo(name.count) {
      let byte = name.bytes.element(at: index) ?? 0
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): try text.append(isUpper ? byte &- 32 : byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): try text.append(isUpper ? byte : byte &+ 32)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if index == 0 { try text.append(isUpper ? "N" : "n") }
        try text.append(byte)
      // One for a letter of several bytes. A name that begins with it is reserved.
      case 0x80...0xBF: break
      default: try text.append(index == 0 ? (isUpper ? "N_" : "n_") : "_")
      }
    }
  }
}

extension TextSink where Self: ~Copyable {
  fileprivate mutating func append(floatsOf cell: Cell) throws(Failure) {
    try append(UInt8(ascii: "{"))
    for channel in upTo(4) {
      if channel > 0 { try append(", ") }
      let number = NumberText(cell.rgba[channel])
      try append(contentsOf: number.bytes)
      var isWhole = true
      for index in upTo(number.bytes.count) {
        let byte = number.bytes.element(at: index)
        if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") { isWhole = false }
      }
      try append(isWhole ? ".0f" : "f")
    }
    try append(UInt8(ascii: "}"))
  }

  fileprivate mutating func append(bytesOf cell: Cell) throws(Failure) {
    let bytes = Color(cell.rgba).bytes(in: .srgb)
    try append("0x")
    for channel in upTo(4) {
      try append(hexDigit(of: bytes[channel] >> 4))
      try append(hexDigit(of: bytes[channel] & 15))
    }
    try append("u")
  }

  /// Writes the inside of a string literal: what is not plain ASCII in octal, which ends by itself,
  /// and question marks so that no three characters stand for one.
  fileprivate mutating func append(literal name: Span<UInt8>) throws(Failure) {
    for index in upTo(name.count) {
      let byte = name.element(at: index) ?? 0
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
        try append(UInt8(ascii: "\\"))
        try append(byte)
      case 0x20...0x7E: try append(byte)
      default:
        try append(UInt8(ascii: "\\"))
        try append(UInt8(ascii: "0") &+ byte >> 6)
        try append(UInt8(ascii: "0") &+ byte >> 3 & 7)
        try append(UInt8(ascii: "0") &+ byte & 7)
      }
    }
  }
}
