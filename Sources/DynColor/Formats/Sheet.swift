// A theme on a sheet of paper: one picture in SVG, light to the left and dark to the right.

extension Writing {
  /// Writes a picture of all colors, with their names and values, in the proportions of A4 on its long
  /// side.
  mutating func writeSheet() throws(FileFailure) {
    let sheet = try allocating { () throws(OutOfMemory) in try Sheet.make(inventory) }
    try allocating { () throws(OutOfMemory) in
      try sheet.begin(title.bytes, to: &text)
    }
    try write(sheet, isDark: false)
    try write(sheet, isDark: true)
    try allocating { () throws(OutOfMemory) in try text.append("</svg>\n") }
    try finish()
  }

  private mutating func write(_ sheet: borrowing Sheet, isDark: Bool) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try sheet.beginHalf(isDark, title.bytes, to: &text)
    }
    var y = Sheet.top
    for group in upTo(sheet.groups.count) where sheet.groups.count(group) > 0 {
      try allocating { () throws(OutOfMemory) in
        try sheet.write(headingOf: group, at: y, to: &text)
      }
      y &+= sheet.heading
      var place = 0
      var next = sheet.groups.first(group)
      while let index = next {
        let standard = try color(index, Environment().surroundings(isDark ? 1 : 0))
        let more = try color(index, Environment().surroundings(isDark ? 3 : 2))
        try allocating { () throws(OutOfMemory) in
          try sheet.write(
            tile: index, group, standard, more, at: sheet.x(place), y &+ sheet.y(place), inventory,
            to: &text)
        }
        place &+= 1
        next = sheet.groups.next(index)
      }
      y &+= sheet.height(sheet.groups.count(group))
    }
    try allocating { () throws(OutOfMemory) in try text.append("</g>\n") }
  }
}

/// Where everything stands on a sheet: lengths are in units of which a page has as many as it needs.
private struct Sheet: ~Copyable {
  let groups: NameGroups
  /// How many tiles stand side by side in each half.
  private var columns = 3

  private static var margin: Int { 48 }
  /// The distances from tile to tile.
  private static var stepX: Int { 140 }
  private static var stepY: Int { 104 }
  private static var gap: Int { 18 }
  /// Where the first group begins.
  static var top: Int { 112 }
  /// How much the heading of a group takes, which is more where there is room.
  private(set) var heading = 40

  private init(_ groups: consuming NameGroups) {
    self.groups = groups
    while contentHeight > height, columns < 1 << 12 { columns &+= 1 }
    var count = 0
    for group in upTo(self.groups.count) where self.groups.count(group) > 0 { count &+= 1 }
    heading &+= min(max(height &- contentHeight, 0) / max(count, 1), 40)
  }

  static func make(_ inventory: borrowing Inventory) throws(OutOfMemory) -> Sheet {
    Sheet(try NameGroups.make(inventory, except: Buffer(inventory.allocator)))
  }

  private var halfWidth: Int { 2 &* Sheet.margin &+ columns &* Sheet.stepX &- Sheet.gap }

  /// The two halves are as wide as √2 heights.
  private var height: Int { halfWidth &* 2 &* 1000 / 1414 }

  private var contentHeight: Int {
    var height = Sheet.top &+ Sheet.margin
    for group in upTo(groups.count) where groups.count(group) > 0 {
      height &+= heading &+ self.height(groups.count(group))
    }
    return height
  }

  /// How much the tiles of a group take.
  func height(_ count: Int) -> Int { (count &+ columns &- 1) / max(columns, 1) &* Sheet.stepY }

  func x(_ place: Int) -> Int { Sheet.margin &+ place % max(columns, 1) &* Sheet.stepX }
  func y(_ place: Int) -> Int { place / max(columns, 1) &* Sheet.stepY }

  // MARK: - Text

  func begin(_ title: Span<UInt8>, to text: inout TextWriter) throws(OutOfMemory) {
    try text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    try text.append(2 &* halfWidth)
    try text.append(" ")
    try text.append(height)
    try text.append(Sheet.style)
    try text.append(escaped: title)
    try text.append("</title>\n")
  }

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

  func beginHalf(
    _ isDark: Bool, _ title: Span<UInt8>, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<g transform=\"translate(")
    try text.append(isDark ? halfWidth : 0)
    try text.append(isDark ? " 0)\" fill=\"#ededef\">" : " 0)\" fill=\"#17181a\">")
    try text.append("<rect width=\"")
    try text.append(halfWidth)
    try text.append("\" height=\"")
    try text.append(height)
    try text.append(isDark ? "\" fill=\"#111214\"/>\n" : "\" fill=\"#fff\"/>\n")
    try text.append("<text x=\"49\" y=\"46\" font-size=\"14\" fill-opacity=\".65\">")
    try text.append(isDark ? "Dark</text>" : "Light</text>")
    try text.append("<text x=\"48\" y=\"88\" font-size=\"38\" font-weight=\"650\" ")
    try text.append("letter-spacing=\"-1.2\">")
    // As much as fits, with letters of average width.
    try text.append(escaped: title, upTo: columns &* 6)
    try text.append("</text>\n")
  }

  func write(
    headingOf group: Int, at y: Int, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<text class=\"h\" x=\"48\" y=\"")
    try text.append(y &+ heading &- 18)
    try text.append("\">")
    if group == 0 { try text.append("Colors") }
    try text.append(escaped: groups.name(group).bytes, upTo: columns &* 13)
    try text.append("</text>\n")
  }

  func write(
    tile index: Int, _ group: Int, _ color: Color?, _ more: Color?, at x: Int, _ y: Int,
    _ inventory: borrowing Inventory, to text: inout TextWriter
  ) throws(OutOfMemory) {
    try text.append("<g transform=\"translate(")
    try text.append(x)
    try text.append(" ")
    try text.append(y)
    try text.append(")\"><title>")
    try text.append(escaped: (inventory.entry(index)?.name ?? .empty).bytes)
    try text.append("</title><g clip-path=\"url(#r)\">")
    if (color?.alpha ?? 0) < 1 || (more?.alpha ?? 0) < 1 {
      try text.append("<rect width=\"122\" height=\"60\" fill=\"url(#c)\"/>")
    }
    let differs = color != more
    try write(rect: color, at: 0, differs ? 44 : 60, to: &text)
    if differs { try write(rect: more, at: 44, 16, to: &text) }
    try text.append("</g><rect class=\"e\" x=\".5\" y=\".5\" width=\"121\" height=\"59\" ")
    try text.append("rx=\"8.5\"/><text class=\"n\" y=\"76\">")
    try text.append(escaped: groups.label(index, group, inventory).bytes, upTo: 19)
    try text.append("</text><text class=\"v\" y=\"90\">")
    if let color {
      try text.append(nearestHex: color)
      if color.isWide { try text.append(" P3") }
    } else {
      try text.append("no value")
    }
    try text.append("</text></g>\n")
  }

  private func write(
    rect color: Color?, at y: Int, _ height: Int, to text: inout TextWriter
  ) throws(OutOfMemory) {
    guard let color else { return }
    try text.append("<rect y=\"")
    try text.append(y)
    try text.append("\" width=\"122\" height=\"")
    try text.append(height)
    try text.append("\" fill=\"")
    let opaque = Color(color.space, color.components, missing: color.missing)
    try text.append(nearestHex: opaque)
    if color.alpha < 1 {
      try text.append("\" fill-opacity=\"")
      try text.append(contentsOf: NumberText(color.alpha, digits: 3).bytes)
    }
    if color.isWide {
      try text.append("\" style=\"fill:")
      try text.append(displayP3: opaque)
    }
    try text.append("\"/>")
  }
}
