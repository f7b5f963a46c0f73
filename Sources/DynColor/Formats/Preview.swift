// A theme as a page to look at: one file of HTML, which needs no other.

extension Writing {
  /// Writes a page with all colors in light and dark, with standard and more contrast: in groups,
  /// palettes side by side, levels, and how well texts can be read.
  mutating func writePreview() throws(FileFailure) {
    var page = try allocating { () throws(OutOfMemory) in try PreviewPage.make(inventory) }
    for index in upTo(inventory.count) {
      let swatches = try swatches(index, Environment())
      try allocating { () throws(OutOfMemory) in try page.add(swatches) }
    }
    try allocating { () throws(OutOfMemory) in
      try page.write(title.bytes, inventory, to: &text)
    }
    for before in upTo(inventory.palettes.count) {
      let palette = before &+ 1
      var environment = Environment()
      environment[.palette] = UInt64(truncatingIfNeeded: palette)
      try write(&page, in: environment, inventory.palettes.name(palette) ?? .empty, of: .empty)
    }
    for axis in upTo(inventory.axes.count) { try write(&page, axis: axis) }
    try allocating { () throws(OutOfMemory) in
      try text.append("<script>")
      try text.append(PreviewPage.script)
      try text.append("</script>\n")
    }
    try finish()
  }

  /// What pictures are called.
  var title: HostText {
    let none: StaticString = "theme"
    return options.name.count > 0 ? options.name : HostText(none.bytes)
  }

  /// Writes what is other for each value of an axis of the host's.
  @inline(never)
  private mutating func write(_ page: inout PreviewPage, axis: Int) throws(FileFailure) {
    var environment = Environment()
    for before in upTo(inventory.axisValues.count) {
      let number = before &+ 1
      let key = (inventory.axisValues.name(number) ?? .empty).bytes
      guard key.element(at: 0).map({ Int($0) == axis }) ?? false else { continue }
      environment[.custom(axis)] &+= 1
      let name = HostText(key.slice(1, key.count))
      try write(&page, in: environment, name, of: inventory.axes.name(axis &+ 1) ?? .empty)
    }
  }

  /// Writes what is other in an environment that can be chosen, which has a name, and an axis.
  @inline(never)
  private mutating func write(
    _ page: inout PreviewPage, in environment: Environment, _ name: HostText, of axis: HostText
  ) throws(FileFailure) {
    let isWanted = try allocating { () throws(OutOfMemory) in try page.beginChoice() }
    guard isWanted else { return }
    for index in upTo(inventory.count) {
      guard inventory.entry(index)?.expression.tableCount == nil else { continue }
      page.change(index, to: try swatches(index, environment))
    }
    try allocating { () throws(OutOfMemory) in
      try page.writeChoice(name.bytes, of: axis.bytes, inventory, to: &text)
    }
  }
}

/// What a page shows.
struct PreviewPage: ~Copyable {
  private let immovable = Immovable()
  private let groups: NameGroups
  private let palettes: PaletteTable
  private let levels: LevelFamilies
  /// For each color the one on which it is to be read; −1 if there is none.
  private var backgrounds: Buffer<Int>
  private var pairCount = 0
  /// The colors as they are, and as they are in another environment.
  private var swatches: Buffer<Swatches>
  private var others: Buffer<Swatches>
  private var choiceCount = 0

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  /// What there is to choose from at most.
  private static var greatestChoiceCount: Int { 24 }

  private init(
    _ allocator: Allocator, _ groups: consuming NameGroups, _ palettes: consuming PaletteTable,
    _ levels: consuming LevelFamilies
  ) {
    self.groups = groups
    self.palettes = palettes
    self.levels = levels
    backgrounds = Buffer(allocator)
    swatches = Buffer(allocator)
    others = Buffer(allocator)
  }

  static func make(_ inventory: borrowing Inventory) throws(OutOfMemory) -> PreviewPage {
    let palettes = try PaletteTable(inventory)
    let groups = try NameGroups.make(inventory, except: palettes.members)
    let levels = try LevelFamilies.make(inventory)
    var page = PreviewPage(inventory.allocator, groups, palettes, levels)
    try page.addPairs(inventory)
    return page
  }

  private mutating func addPairs(_ inventory: borrowing Inventory) throws(OutOfMemory) {
    for index in upTo(inventory.count) {
      let background = inventory.background(of: index)
      try backgrounds.append(background ?? -1)
      if background != nil { pairCount &+= 1 }
    }
  }

  mutating func add(_ colors: Swatches) throws(OutOfMemory) { try swatches.append(colors) }

  @inline(never)
  private func swatches(_ index: Int) -> Swatches { swatches.element(at: index) ?? Swatches() }

  private func background(of index: Int) -> Int? {
    guard let background = backgrounds.element(at: index), background >= 0 else { return nil }
    return background
  }

  // MARK: - The page

  @inline(never)
  func write(
    _ title: Span<UInt8>, _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>")
    try text.append(escaped: title)
    try text.append(PreviewPage.policy)
    try text.append("<style>\n")
    try text.append(PreviewPage.style)
    try text.append("\n</style>\n<header><h1><bdi>")
    try text.append(escaped: title)
    try text.append("</bdi></h1>\n<p>")
    try text.append(count: inventory.count, "color")
    try text.append(" in light and dark, with standard and more contrast</p>\n")
    try writeRibbon(to: &text)
    try text.append("</header>\n")
    try text.append(PreviewPage.controls)
    try writeContents(inventory, to: &text)
    try text.append("<main>\n")
    for group in upTo(groups.count) where groups.count(group) > 0 {
      try write(group: group, inventory, to: &text)
    }
    if !palettes.isEmpty { try writePalettes(inventory, to: &text) }
    if levels.count > 0 { try writeLevels(inventory, to: &text) }
    if pairCount > 0 { try writePairs(inventory, to: &text) }
    try text.append(PreviewPage.details)
    try text.append("</main>\n")
  }

  /// Writes the first of the colors that are more than gray as stripes.
  private func writeRibbon(to text: inout TextWriter) throws(OutOfMemory) {
    var rest = 48
    try text.append("<div class=\"ribbon\" aria-hidden=\"true\">")
    for index in upTo(swatches.count) {
      guard rest > 0, let light = swatches(index).light, let dark = swatches(index).dark,
        light.alpha == 1, dark.alpha == 1, light.isColorful || dark.isColorful
      else { continue }
      rest &-= 1
      try text.append("<i style=\"background:linear-gradient(")
      try text.append(nearestHex: light)
      try text.append(" 50%,")
      try text.append(nearestHex: dark)
      try text.append(" 0)\"></i>")
    }
    try text.append("</div>\n")
  }

  private func writeContents(
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<nav aria-label=\"Contents\">\n")
    for group in upTo(groups.count) where groups.count(group) > 0 {
      try text.append("<a href=\"#g")
      try text.append(group)
      try text.append("\"><bdi>")
      try write(nameOf: group, to: &text)
      try text.append("</bdi></a>\n")
    }
    if !palettes.isEmpty { try text.append("<a href=\"#palettes\">Palettes</a>\n") }
    if levels.count > 0 { try text.append("<a href=\"#levels\">Levels</a>\n") }
    if pairCount > 0 { try text.append("<a href=\"#contrast\">Contrast</a>\n") }
    try text.append("</nav>\n")
  }

  // MARK: - Groups

  private func write(nameOf group: Int, to text: inout TextWriter) throws(OutOfMemory) {
    if group == 0 { try text.append("Colors") }
    try text.append(escaped: groups.name(group).bytes)
  }

  private func write(
    group: Int, _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<section id=\"g")
    try text.append(group)
    try text.append("\"><header><h2><bdi>")
    try write(nameOf: group, to: &text)
    try text.append("</bdi></h2><p>")
    try text.append(count: groups.count(group), "color")
    try text.append("</p></header>\n<div class=\"g")
    if isRamp(group, inventory) { try text.append(" ramp") }
    try text.append("\">\n")
    var next = groups.first(group)
    while let index = next {
      try write(card: index, groups.label(index, group, inventory), inventory, to: &text)
      next = groups.next(index)
    }
    try text.append("</div></section>\n")
  }

  /// Whether a group is of one color in several strengths: all its names are numbers.
  private func isRamp(_ group: Int, _ inventory: borrowing Inventory) -> Bool {
    guard groups.count(group) > 3 else { return false }
    var next = groups.first(group)
    while let index = next {
      guard groups.label(index, group, inventory).bytes.isNumber else { return false }
      next = groups.next(index)
    }
    return true
  }

  /// Writes a color with all that is known of it. In a table it needs no label.
  private func write(
    card index: Int, _ label: HostText, _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard let entry = inventory.entry(index) else { return }
    try text.append("<article class=\"c")
    if label.count > 0 { try text.append(" f") }
    if entry.isDeprecated { try text.append(" old") }
    try text.append("\" id=\"c")
    try text.append(index)
    try text.append("\"")
    try write(usesOf: entry.expression, inventory, to: &text)
    if label.count != entry.name.count {
      try text.append(" data-name=\"")
      try text.append(escaped: entry.name.bytes)
      try text.append("\"")
    }
    try text.append(">")
    try write(tile: index, swatches(index), to: &text)
    if label.count > 0 {
      try text.append("<h3><bdi>")
      try text.append(escaped: label.bytes)
      try text.append("</bdi></h3>")
    }
    try write(notesOf: entry, to: &text)
    try write(recipeOf: entry, inventory, to: &text)
    try text.append("</article>\n")
  }

  private func write(
    usesOf expression: Expression, _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    var used = Buffer<Int>(inventory.allocator)
    var isOutOfMemory = false
    expression.forEachNode { node in
      guard let index = inventory.index(of: node) else { return }
      do throws(OutOfMemory) { try used.append(index) } catch { isOutOfMemory = true }
    }
    if isOutOfMemory { throw OutOfMemory() }
    guard used.count > 0 else { return }
    try text.append(" data-uses=\"")
    for place in upTo(used.count) {
      if place > 0 { try text.append(" ") }
      try text.append(used.element(at: place) ?? 0)
    }
    try text.append("\"")
  }

  private func write(
    notesOf entry: Inventory.Entry, to text: inout TextWriter
  ) throws(OutOfMemory) {
    if entry.description.count > 0 {
      try text.append("<p>")
      try text.append(escaped: entry.description.bytes)
      try text.append("</p>")
    }
    guard entry.isDeprecated else { return }
    try text.append("<p>Deprecated: <bdi>")
    try text.append(escaped: entry.deprecation.bytes)
    try text.append("</bdi>")
    if entry.replacement.count > 0 {
      try text.append(entry.deprecation.count > 0 ? "; use <bdi>" : "use <bdi>")
      try text.append(escaped: entry.replacement.bytes)
      try text.append("</bdi>")
    }
    try text.append("</p>")
  }

  /// Writes what a color is made of, if it is more than the values that are seen.
  private func write(
    recipeOf entry: Inventory.Entry, _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard entry.expression.tableCount == nil else { return }
    try text.append("<code>")
    if entry.expression.count == 0 {
      try text.append("a function of the program")
    } else {
      var recipe = TextWriter(inventory.allocator)
      try recipe.append(entry.expression, inventory)
      try text.append(escaped: recipe.bytes, upTo: 2000)
    }
    try text.append("</code>")
  }

  // MARK: - Tiles

  /// Writes a color in the four surroundings, those that are alike as one.
  private func write(
    tile index: Int, _ colors: Swatches, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<div class=\"t")
    if colors.isTranslucent { try text.append(" x") }
    try text.append("\" data-of=\"c")
    try text.append(index)
    try text.append("\">")
    if colors.isOne {
      try write(cell: "l d s m", colors.light, onDark: false, to: &text)
    } else {
      if colors.light == colors.lightMore {
        try write(cell: "l s m", colors.light, onDark: false, to: &text)
      } else {
        try write(cell: "l s", colors.light, onDark: false, to: &text)
        try write(cell: "l m", colors.lightMore, onDark: false, to: &text)
      }
      if colors.dark == colors.darkMore {
        try write(cell: "d s m", colors.dark, onDark: true, to: &text)
      } else {
        try write(cell: "d s", colors.dark, onDark: true, to: &text)
        try write(cell: "d m", colors.darkMore, onDark: true, to: &text)
      }
    }
    try text.append("</div>")
  }

  @inline(never)
  private func write(
    cell surroundings: StaticString, _ color: Color?, onDark: Bool, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard let color else {
      try text.append("<span class=\"n ")
      try text.append(surroundings)
      return try text.append("\">no value</span>")
    }
    try text.append("<button class=\"")
    try text.append(surroundings)
    if color.takesWhite(onDark: onDark) { try text.append(" w") }
    try text.append("\" style=\"")
    try text.append("background", paint: color)
    if color.isWide {
      try text.append("\" value=\"")
      try text.append(displayP3: color)
    }
    try text.append("\">")
    try text.append(nearestHex: color)
    if color.isWide { try text.append("<small>P3</small>") }
    try text.append("</button>")
  }

  // MARK: - Palettes

  private func writePalettes(
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<section id=\"palettes\"><header><h2>Palettes</h2><p>")
    try text.append(count: palettes.rows.count, "name")
    try text.append(" in ")
    try text.append(count: palettes.columns.count, "palette")
    try text.append("</p></header>\n<div class=\"scroll\" tabindex=\"0\">")
    try text.append("<table><thead><tr><td></td>")
    for column in upTo(palettes.columns.count) {
      try text.append("<th scope=\"col\"><bdi>")
      try text.append(escaped: palettes.name(column, inventory).bytes)
      try text.append("</bdi></th>")
    }
    try text.append("</tr></thead><tbody>\n")
    for row in upTo(palettes.rows.count) {
      let name = palettes.rows.element(at: row) ?? .empty
      try text.append("<tr class=\"f\"><th scope=\"row\"><bdi>")
      try text.append(escaped: name.bytes)
      try text.append("</bdi></th>")
      for column in upTo(palettes.columns.count) {
        if let index = palettes.index(row, column, inventory) {
          try text.append("<td>")
          try write(card: index, .empty, inventory, to: &text)
          try text.append("</td>")
        } else {
          try text.append("<td class=\"n\">–</td>")
        }
      }
      try text.append("</tr>\n")
    }
    try text.append("</tbody></table></div></section>\n")
  }

  // MARK: - Levels

  private func writeLevels(
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<section id=\"levels\"><header><h2>Levels</h2><p>of ")
    try text.append(count: levels.count, "color")
    try text.append("</p></header>\n")
    try text.append(PreviewPage.tableOfSurroundings)
    var place = 0
    while let first = levels.member(place) {
      var end = place
      while let member = levels.member(end), member.family == first.family { end &+= 1 }
      try text.append("<tr class=\"f\"><th scope=\"row\"><bdi>")
      try text.append(escaped: levels.name(first.family).bytes)
      try text.append("</bdi></th>")
      for surroundings in upTo(Swatches.count) {
        try write(cellOf: surroundings, to: &text)
        try text.append("<div class=\"steps\" style=\"")
        if let background = background(of: first.index),
          let color = swatches(background)[surroundings]
        {
          try text.append("background", paint: color)
        } else {
          try text.append(surroundings & 1 == 0 ? "background:#fff" : "background:#17181a")
        }
        try text.append("\">")
        for member in upTo(end, from: place) {
          try write(step: levels.member(member)?.index ?? 0, surroundings, inventory, to: &text)
        }
        try text.append("</div></td>")
      }
      try text.append("</tr>\n")
      place = end
    }
    try text.append("</tbody></table></div></section>\n")
  }

  private func write(
    step index: Int, _ surroundings: Int, _ inventory: borrowing Inventory,
    to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard let color = swatches(index)[surroundings] else { return }
    try text.append("<bdi style=\"")
    try text.append("color", paint: color)
    try text.append("\">")
    try text.append(escaped: (inventory.entry(index)?.name ?? .empty).bytes)
    try text.append("</bdi>")
  }

  /// Begins a place in a table with a column for each surroundings.
  private func write(
    cellOf surroundings: Int, to text: inout TextWriter
  ) throws(OutOfMemory) {
    switch surroundings {
    case 0: try text.append("<td class=\"light less\">")
    case 1: try text.append("<td class=\"dark less\">")
    case 2: try text.append("<td class=\"light more\">")
    default: try text.append("<td class=\"dark more\">")
    }
  }

  // MARK: - Contrast

  private func writePairs(
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<section id=\"contrast\"><header><h2>Contrast</h2><p>of ")
    try text.append(count: pairCount, "pair")
    try text.append(", by WCAG 2.2</p></header>\n")
    try text.append(PreviewPage.tableOfSurroundings)
    for index in upTo(inventory.count) {
      guard let background = background(of: index) else { continue }
      try write(
        pair: index, background, swatches(index), swatches(background), inventory, to: &text)
    }
    try text.append("</tbody></table></div></section>\n")
  }

  private func write(
    pair index: Int, _ background: Int, _ colors: Swatches, _ backgrounds: Swatches,
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<tr class=\"f\" data-of=\"p")
    try text.append(index)
    try text.append("\"><th scope=\"row\"><bdi>")
    try text.append(escaped: (inventory.entry(index)?.name ?? .empty).bytes)
    try text.append("</bdi> <small>on</small> <bdi>")
    try text.append(escaped: (inventory.entry(background)?.name ?? .empty).bytes)
    try text.append("</bdi></th>")
    for surroundings in upTo(Swatches.count) {
      try write(cellOf: surroundings, to: &text)
      if let color = colors[surroundings], let behind = backgrounds[surroundings] {
        try write(sampleOf: color, on: behind, to: &text)
      } else {
        try text.append("<div>no value</div>")
      }
      try text.append("</td>")
    }
    try text.append("</tr>\n")
  }

  private func write(
    sampleOf color: Color, on background: Color, to text: inout TextWriter
  ) throws(OutOfMemory) {
    let contrast = color.contrast(with: background, by: .wcag)
    try text.append("<div style=\"")
    try text.append("background", paint: background)
    try text.append(";")
    try text.append("color", paint: color)
    try text.append("\"><b>Aa</b><span>")
    try text.append(ratio: contrast)
    try text.append("</span>")
    // WCAG 2.2, success criteria 1.4.3 and 1.4.6.
    if contrast >= 7 {
      try text.append("<em>AAA</em>")
    } else if contrast >= 4.5 {
      try text.append("<em class=\"aa\">AA</em>")
    } else if contrast >= 3 {
      try text.append("<em class=\"big\">AA large</em>")
    } else {
      try text.append("<em class=\"low\">low</em>")
    }
    try text.append("</div>")
  }

  // MARK: - Other environments

  /// Goes back to the colors as they are, for another environment, unless there are enough.
  @inline(never)
  mutating func beginChoice() throws(OutOfMemory) -> Bool {
    choiceCount &+= 1
    others.truncate(to: 0)
    for index in upTo(swatches.count) { try others.append(swatches(index)) }
    return choiceCount <= PreviewPage.greatestChoiceCount
  }

  mutating func change(_ index: Int, to colors: Swatches) {
    others.replace(at: index, with: colors)
  }

  @inline(never)
  private func isChanged(_ index: Int) -> Bool { others.element(at: index) != swatches(index) }

  /// Writes what has been changed, for the script to put into the page; nothing, if that is nothing.
  func writeChoice(
    _ name: Span<UInt8>, of axis: Span<UInt8>, _ inventory: borrowing Inventory,
    to text: inout TextWriter
  ) throws(OutOfMemory) {
    var isEmpty = true
    for index in upTo(inventory.count) where isChanged(index) {
      if isEmpty {
        isEmpty = false
        try text.append("<template id=\"e")
        try text.append(choiceCount)
        try text.append("\" title=\"")
        try text.append(escaped: axis)
        if axis.count > 0 { try text.append(": ") }
        try text.append(escaped: name)
        try text.append("\">\n")
      }
      try write(tile: index, others.element(at: index) ?? Swatches(), to: &text)
    }
    if isEmpty { return }
    try text.append("<table>")
    for index in upTo(inventory.count) {
      guard let background = background(of: index), isChanged(index) || isChanged(background)
      else { continue }
      try write(
        pair: index, background, others.element(at: index) ?? Swatches(),
        others.element(at: background) ?? Swatches(), inventory, to: &text)
    }
    try text.append("</table></template>\n")
  }
}

extension Color {
  /// Whether it is more than gray: far enough from it to be told by its hue.
  fileprivate var isColorful: Bool { Oklab.chroma(components(in: .oklab)) > 0.045 }
}

extension TextSink where Self: ~Copyable {
  /// Writes a number of things.
  fileprivate mutating func append(count: Int, _ thing: StaticString) throws(Failure) {
    try append(count)
    try append(" ")
    try append(thing)
    if count != 1 { try append("s") }
  }

  /// Writes a ratio with two digits behind the point, and never more than it is.
  fileprivate mutating func append(ratio: Double) throws(Failure) {
    // Adding 2^52 leaves the integer in the low bits.
    let hundredths = roundedDown(min(max(ratio, 0), 1e6) * 100)
    let number = (hundredths + 0x1p52).bitPattern & 0xFFFF_FFFF_FFFF
    try append(UInt(number / 100))
    try append(".")
    try append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    try append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}

extension Span<UInt8> {
  fileprivate var isNumber: Bool {
    var index = 0
    while let byte = element(at: index), byte &- UInt8(ascii: "0") < 10 { index &+= 1 }
    return index > 0 && index == count
  }
}
