// Themes for GTK: named colors, in the notations that all versions of GTK 4 have.

/// The names in a style sheet for GTK, and which of its rules have which colors.
private struct GTKSheet: ~Copyable {
  let names: PlainNames
  private let count: Int
  private var written: Buffer<Bool>

  static var ruleCount: Int { 6 }

  private init(_ names: consuming PlainNames, _ count: Int, _ written: consuming Buffer<Bool>) {
    self.names = names
    self.count = count
    self.written = written
  }

  static func make(_ inventory: borrowing Inventory) throws(OutOfMemory) -> GTKSheet {
    let names = try PlainNames.make(inventory, for: .style)
    var written = Buffer<Bool>(inventory.allocator)
    try written.append(repeating: false, count: inventory.count &* GTKSheet.ruleCount)
    return GTKSheet(names, inventory.count, written)
  }

  mutating func note(_ index: Int, rule: Int) {
    written.replace(at: rule &* count &+ index, with: true)
  }

  /// The rule before one whose color is in effect in its environment.
  func ruleInEffect(_ index: Int, before rule: Int) -> Int? {
    var earlier = rule &- 1
    while earlier >= 0 {
      let includes = (earlier & ~1 == 0 || earlier & ~1 == rule & ~1) && earlier & 1 <= rule & 1
      if includes, written.element(at: earlier &* count &+ index) == true { return earlier }
      earlier &-= 1
    }
    return nil
  }
}

extension Writing {
  /// Writes two style sheets, as GTK looks for them: one for the light scheme, one for the dark.
  mutating func writeGTK() throws(FileFailure) {
    var sheet = try makeSheet()
    try writeTitle()
    try writeRule(0, &sheet, tells: .of(.scheme))
    try finish(StaticString("gtk.css").bytes)
    // A sheet of its own: it has all colors.
    sheet = try makeSheet()
    try writeTitle()
    try writeRule(1, &sheet)
    try finish(StaticString("gtk-dark.css").bytes)
  }

  /// Writes one style sheet, for GTK 4.20 and later.
  mutating func writeGTKMedia() throws(FileFailure) {
    var sheet = try makeSheet()
    try writeTitle()
    try writeRule(0, &sheet, tells: AxisSet.of(.scheme).union(.of(.contrast)))
    for rule in upTo(GTKSheet.ruleCount, from: 1) {
      let start = text.count
      try allocating { () throws(OutOfMemory) in
        try text.append("\n@media ")
        if rule >= 2 { try text.append("(prefers-contrast: ") }
        if rule >= 2 { try text.append(rule < 4 ? "more)" : "less)") }
        if rule >= 2, rule & 1 == 1 { try text.append(" and ") }
        if rule & 1 == 1 { try text.append("(prefers-color-scheme: dark)") }
        try text.append(" {\n")
      }
      let begun = text.count
      try writeRule(rule, &sheet, indent: "  ")
      if text.count == begun {
        text.truncate(to: start)
      } else {
        try allocating { () throws(OutOfMemory) in try text.append("}\n") }
      }
    }
    try finish()
  }

  private func makeSheet() throws(FileFailure) -> GTKSheet {
    try allocating { () throws(OutOfMemory) in try GTKSheet.make(inventory) }
  }

  /// The rules: light, dark, and both with more contrast, and with less.
  private func environment(ofRule rule: Int) -> Environment {
    var environment = Environment()
    environment[.scheme] = rule & 1 == 1 ? 2 : 1
    environment[.gamut] = 1
    if rule >= 2 { environment[.contrast] = (rule < 4 ? ContrastStep.more : .less).value }
    return environment
  }

  /// Writes the colors that are not in effect already. For a set of axes it is told of those that
  /// depend on others.
  private mutating func writeRule(
    _ rule: Int, _ sheet: inout GTKSheet, tells axes: AxisSet? = nil, indent: StaticString = ""
  ) throws(FileFailure) {
    let environment = environment(ofRule: rule)
    for index in upTo(inventory.count) {
      let start = text.count
      if axes != nil { try appendComments(index, indent: "") }
      try allocating { () throws(OutOfMemory) in
        try text.append(indent)
        try text.append("@define-color ")
        try text.append(contentsOf: sheet.names.name(index).bytes)
        try text.append(" ")
      }
      let valueStart = text.count
      let hasValue = try append(gtkColor: index, environment, sheet)
      if let axes { try tellOf(index, hasValue, axes, sheet) }
      let valueEnd = text.count
      var isKnown = !hasValue
      if hasValue, let earlier = sheet.ruleInEffect(index, before: rule) {
        _ = try append(gtkColor: index, self.environment(ofRule: earlier), sheet)
        isKnown = text.bytes.slice(valueStart, valueEnd)
          .equals(text.bytes.slice(valueEnd, text.count))
      }
      text.truncate(to: isKnown ? start : valueEnd)
      guard !isKnown else { continue }
      sheet.note(index, rule: rule)
      try allocating { () throws(OutOfMemory) in try text.append(";\n") }
    }
  }

  /// Writes what a color is: the name of another, or a color.
  private mutating func append(
    gtkColor index: Int, _ environment: Environment, _ sheet: borrowing GTKSheet
  ) throws(FileFailure) -> Bool {
    guard let cell = try painted(index, environment) else { return false }
    if let choice = choice(index, environment), choice.operation == .reference,
      let other = inventory.index(of: choice.reference.name.bytes),
      try painted(other, environment) != nil
    {
      try allocating { () throws(OutOfMemory) in
        try text.append("@")
        try text.append(contentsOf: sheet.names.name(other).bytes)
      }
      return true
    }
    let color = Color(cell.rgba)
    try allocating { () throws(OutOfMemory) in
      let bytes = color.bytes(in: .srgb)
      guard bytes.w < 255 else { return try text.append(hex: color, in: .srgb) }
      try text.append("rgba(")
      for channel in upTo(3) {
        try text.append(UInt(bytes[channel]))
        try text.append(",")
      }
      try text.append(cell.rgba.w)
      try text.append(")")
    }
    return true
  }

  private mutating func tellOf(
    _ index: Int, _ hasValue: Bool, _ axes: AxisSet, _ sheet: borrowing GTKSheet
  ) throws(FileFailure) {
    guard let entry = inventory.entry(index) else { return }
    if entry.expression.count == 0 {
      try approximate(index, "GTK cannot ask the color's provider")
    } else if !hasValue {
      try approximate(index, "the color has no value, and is left out")
    } else if !entry.expression.isDecided(by: axes, orOneOf: inventory) {
      try approximate(index, "GTK cannot ask for all that the color depends on")
    } else if !sheet.names.name(index).equals(entry.name.bytes) {
      try tell(.note, .notExact, "names in GTK have no such letters", entry.name.bytes)
    }
  }
}
