// Preview: writing an overview as one SVG page, with light colors on the left and dark ones on the
// right.

/// Draws all colors with their names and values, on a page with the proportions of A4 in landscape.
/// The view box grows with the number of colors.
struct SheetWriter: FormatWriter, ~Copyable {
  private var text: FileText
  private let groups: NameGroups
  /// The number of tiles in a row of each half.
  private var columnCount = 3
  /// The height of the heading of a group: 40, and up to 40 more if there is space on the page.
  private var headingHeight = 40

  /// The space at the left and at the right of each half, and at the bottom.
  private static var margin: Int { 48 }
  /// The distance from one tile to the next in a row.
  private static var columnPitch: Int { 140 }
  /// The distance from one row of tiles to the next.
  private static var rowPitch: Int { 104 }
  /// The space between two tiles in a row. A tile is 122 wide, and its color is 60 high.
  private static var gap: Int { 18 }
  /// The top of the first group.
  private static var top: Int { 112 }

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    text = FileText(export.allocator)
    do throws(OutOfMemory) {
      // The empty buffer excludes no color.
      groups = try NameGroups.make(export.colors, except: Buffer(export.allocator))
    } catch {
      throw .outOfMemory
    }
    chooseColumns()
    var groupCount = 0
    for group in upTo(groups.count) where groups.count(group) > 0 { groupCount &+= 1 }
    headingHeight &+= min(max(pageHeight &- contentHeight, 0) / max(groupCount, 1), 40)
  }

  /// Finds the least number of columns with which everything fits, by bisection. With more columns
  /// the page becomes higher, but the content does not.
  private mutating func chooseColumns() {
    var least = columnCount
    // Even 5,000 groups fit on a page with so many columns.
    var greatest = 1 << 12
    while least < greatest {
      columnCount = (least &+ greatest) / 2
      if contentHeight > pageHeight { least = columnCount &+ 1 } else { greatest = columnCount }
    }
    columnCount = least
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    begin(export.heading.bytes)
    try writeHalf(&export, isDark: false)
    try writeHalf(&export, isDark: true)
    text.append("</svg>\n")
    try export.add(&text)
    let axes = try export.colorAxes()
    for index in upTo(export.colors.count) {
      // The page shows the scheme and the contrast, and no other axis.
      try export.warn(index, dependingOn: axes[index], shownOneAtATime: .none)
    }
  }

  /// Writes the light or the dark half of the page, with all colors.
  private mutating func writeHalf(
    _ export: inout ExportSession, isDark: Bool
  ) throws(FileFailure) {
    beginHalf(isDark, export.heading.bytes)
    var y = SheetWriter.top
    for group in upTo(groups.count) where groups.count(group) > 0 {
      write(headingOf: group, at: y)
      y &+= headingHeight
      var tileIndex = 0
      var nextIndex = groups.first(group)
      while let index = nextIndex {
        // The modes 0 (light) and 1 (dark) have standard contrast. The modes 2 (light) and 3 (dark)
        // have more contrast.
        let standard = try export.color(index, Environment().withMode(isDark ? 1 : 0))
        let more = try export.color(index, Environment().withMode(isDark ? 3 : 2))
        write(
          tile: index, group, standard, more, at: x(tileIndex), y &+ self.y(tileIndex),
          export.colors)
        tileIndex &+= 1
        nextIndex = groups.next(index)
      }
      y &+= height(ofTiles: groups.count(group))
    }
    text.append("</g>\n")
  }

  /// The width of the light or the dark half of the page.
  private var halfWidth: Int {
    2 &* SheetWriter.margin &+ columnCount &* SheetWriter.columnPitch &- SheetWriter.gap
  }

  /// The page is √2 times as wide as high.
  private var pageHeight: Int { halfWidth &* 2 &* 1000 / 1414 }

  /// The height of the title, all groups and the margin at the bottom.
  private var contentHeight: Int {
    var height = SheetWriter.top &+ SheetWriter.margin
    for group in upTo(groups.count) where groups.count(group) > 0 {
      height &+= headingHeight &+ self.height(ofTiles: groups.count(group))
    }
    return height
  }

  /// The height of the rows that a number of tiles takes.
  private func height(ofTiles count: Int) -> Int {
    (count &+ columnCount &- 1) / max(columnCount, 1) &* SheetWriter.rowPitch
  }

  /// The left edge of a tile.
  private func x(_ tileIndex: Int) -> Int {
    SheetWriter.margin &+ tileIndex % max(columnCount, 1) &* SheetWriter.columnPitch
  }
  /// The distance of a tile from the top of the tiles of its group.
  private func y(_ tileIndex: Int) -> Int {
    tileIndex / max(columnCount, 1) &* SheetWriter.rowPitch
  }

  // MARK: - Text

  /// Writes the beginning of the page.
  private mutating func begin(_ title: Span<UInt8>) {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    text.append(2 &* halfWidth)
    text.append(" ")
    text.append(pageHeight)
    text.append(SheetWriter.style)
    text.append(escaped: title)
    text.append("</title>\n")
  }

  /// What follows the size of the view box, up to the title of the page. The classes are `h` for
  /// headings, `n` for names, `v` for values and `e` for the edges of tiles. `c` is the
  /// checkerboard behind translucent colors, and `r` the rounded outline of a tile.
  private static var style: StaticString {
    """
    " width="297mm" height="210mm" role="img" \
    font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" font-size="12">
    <style>
    .h { font-weight: 600; font-size: 17px; }
    .n { font-weight: 600; }
    .v { font: 10.5px ui-monospace, Menlo, Consolas, monospace; opacity: .65; }
    .e { fill: none; stroke: #888; stroke-opacity: .35; }
    </style>
    <defs><pattern id="c" width="12" height="12" patternUnits="userSpaceOnUse">\
    <path d="M0 0h6v6h-6zM6 6h6v6h-6z" fill="#888" fill-opacity=".25"/></pattern>
    <clipPath id="r"><rect width="122" height="60" rx="9"/></clipPath></defs>
    <title>
    """
  }

  /// Begins the light or the dark half of the page: its background and its title.
  private mutating func beginHalf(
    _ isDark: Bool, _ title: Span<UInt8>
  ) {
    text.append("<g transform=\"translate(")
    text.append(isDark ? halfWidth : 0)
    text.append(isDark ? " 0)\" fill=\"#ededef\">" : " 0)\" fill=\"#17181a\">")
    text.append("<rect width=\"")
    text.append(halfWidth)
    text.append("\" height=\"")
    text.append(pageHeight)
    text.append(isDark ? "\" fill=\"#111214\"/>\n" : "\" fill=\"#fff\"/>\n")
    text.append("<text x=\"49\" y=\"46\" font-size=\"14\" fill-opacity=\".65\">")
    text.append(isDark ? "Dark</text>" : "Light</text>")
    text.append("<text x=\"48\" y=\"88\" font-size=\"38\" font-weight=\"650\" ")
    text.append("letter-spacing=\"-1.2\">")
    // As many characters of average width as fit.
    text.append(escaped: title, upTo: columnCount &* 6)
    text.append("</text>\n")
  }

  /// Writes the heading of a group, which begins at `y`.
  private mutating func write(
    headingOf group: Int, at y: Int
  ) {
    text.append("<text class=\"h\" x=\"48\" y=\"")
    // The letters stand on a line that is 18 above the tiles.
    text.append(y &+ headingHeight &- 18)
    text.append("\">")
    // As many characters of average width as fit. Group 0 has the remaining colors, and no name.
    if group == 0 { text.append("Colors") }
    text.append(escaped: groups.name(group).bytes, upTo: columnCount &* 13)
    text.append("</text>\n")
  }

  /// Writes the tile of a color in a group. `standard` and `more` are the color with standard and
  /// with more contrast.
  private mutating func write(
    tile index: Int, _ group: Int, _ standard: Color?, _ more: Color?, at x: Int, _ y: Int,
    _ colors: borrowing ColorCollection
  ) {
    text.append("<g transform=\"translate(")
    text.append(x)
    text.append(" ")
    text.append(y)
    text.append(")\"><title>")
    text.append(escaped: colors.name(index).bytes)
    text.append("</title><g clip-path=\"url(#r)\">")
    if (standard?.alpha ?? 0) < 1 || (more?.alpha ?? 0) < 1 {
      text.append("<rect width=\"122\" height=\"60\" fill=\"url(#c)\"/>")
    }
    // If the color differs with more contrast, both colors are shown, and `more` is at the bottom.
    let differs = standard != more
    write(rect: standard, at: 0, height: differs ? 44 : 60)
    if differs { write(rect: more, at: 44, height: 16) }
    text.append("</g><rect class=\"e\" x=\".5\" y=\".5\" width=\"121\" height=\"59\" ")
    text.append("rx=\"8.5\"/><text class=\"n\" y=\"76\">")
    // About 19 characters are as wide as a tile.
    text.append(escaped: groups.label(index, group, colors).bytes, upTo: 19)
    text.append("</text><text class=\"v\" y=\"90\">")
    if let standard {
      text.append(nearestHex: standard)
      if standard.isWide { text.append(" P3") }
    } else {
      text.append("no value")
    }
    text.append("</text></g>\n")
  }

  /// Writes a rectangle of a color; nothing if the color has no value. `y` is relative to the tile.
  private mutating func write(
    rect color: Color?, at y: Int, height: Int
  ) {
    guard let color else { return }
    text.append("<rect y=\"")
    text.append(y)
    text.append("\" width=\"122\" height=\"")
    text.append(height)
    text.append("\" fill=\"")
    let opaque = Color(color.space, color.components, missing: color.missing)
    text.append(nearestHex: opaque)
    if color.alpha < 1 {
      text.append("\" fill-opacity=\"")
      text.append(contentsOf: NumberText(color.alpha, digits: 3).bytes)
    }
    if color.isWide {
      text.append("\" style=\"fill:")
      text.append(displayP3: opaque)
    }
    text.append("\"/>")
  }
}
