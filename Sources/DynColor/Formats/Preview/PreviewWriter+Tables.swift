// Preview: the tables of the page: palettes, levels, contrast, and changes in other environments.

extension PreviewWriter {
  // MARK: - Palettes

  /// Writes the section of palettes: a table with a row for each name and a column for each
  /// palette.
  mutating func writePalettes(_ export: borrowing ExportSession) throws(FileFailure) {
    text.append("<section id=\"palettes\"><header><h2>Palettes</h2><p>")
    append(count: palettes.rows.count, "name")
    text.append(" in ")
    append(count: palettes.columns.count, "palette")
    text.append("</p></header>\n<div class=\"scroll\" tabindex=\"0\">")
    text.append("<table><thead><tr><td></td>")
    for column in upTo(palettes.columns.count) {
      text.append("<th scope=\"col\"><bdi>")
      text.append(escaped: palettes.paletteName(ofColumn: column, export.palettes).bytes)
      text.append("</bdi></th>")
    }
    text.append("</tr></thead><tbody>\n")
    for row in upTo(palettes.rows.count) {
      let name = palettes.rows.element(at: row) ?? .empty
      text.append("<tr class=\"f\"><th scope=\"row\"><bdi>")
      text.append(escaped: name.bytes)
      text.append("</bdi></th>")
      for column in upTo(palettes.columns.count) {
        let index = palettes.colorIndex(
          row: row, column: column, export.colors, export.palettes)
        if let index {
          text.append("<td>")
          try write(card: index, .empty, export.colors)
          text.append("</td>")
        } else {
          text.append("<td class=\"n\">–</td>")
        }
      }
      text.append("</tr>\n")
    }
    text.append("</tbody></table></div></section>\n")
  }

  // MARK: - Levels

  /// Writes the section of levels: a table with a row for each family, which is a color with its
  /// levels. A cell has the names of these colors, each written in its color. The background
  /// of the cell is the background of the first color.
  mutating func writeLevels(
    _ colors: borrowing ColorCollection
  ) {
    text.append("<section id=\"levels\"><header><h2>Levels</h2><p>of ")
    append(count: levels.count, "color")
    text.append("</p></header>\n")
    text.append(PreviewPage.startOfModesTable)
    var start = 0
    while let first = levels.member(start) {
      var end = start
      while let member = levels.member(end), member.family == first.family { end &+= 1 }
      text.append("<tr class=\"f\"><th scope=\"row\"><bdi>")
      text.append(escaped: levels.name(first.family).bytes)
      text.append("</bdi></th>")
      for mode in upTo(Swatches.count) {
        beginCell(ofMode: mode)
        text.append("<div class=\"steps\" style=\"")
        if let background = background(of: first.colorIndex),
          let color = swatches(background)[mode]
        {
          text.append("background", paint: color)
        } else {
          // The light modes have even numbers.
          text.append(mode & 1 == 0 ? "background:#fff" : "background:#17181a")
        }
        text.append("\">")
        for member in upTo(end, from: start) {
          write(levelSampleOf: levels.member(member)?.colorIndex ?? 0, mode, colors)
        }
        text.append("</div></td>")
      }
      text.append("</tr>\n")
      start = end
    }
    text.append("</tbody></table></div></section>\n")
  }

  /// Writes the name of a color in that color, as it is in a mode.
  @inline(never)
  private mutating func write(
    levelSampleOf index: Int, _ mode: Int, _ colors: borrowing ColorCollection
  ) {
    guard let color = swatches(index)[mode] else { return }
    text.append("<bdi style=\"")
    text.append("color", paint: color)
    text.append("\">")
    text.append(escaped: colors.name(index).bytes)
    text.append("</bdi>")
  }

  /// Begins a cell in a table with a column for each mode.
  @inline(never)
  private mutating func beginCell(ofMode mode: Int) {
    switch mode {
    case 0: text.append("<td class=\"light less\">")
    case 1: text.append("<td class=\"dark less\">")
    case 2: text.append("<td class=\"light more\">")
    default: text.append("<td class=\"dark more\">")
    }
  }

  // MARK: - Contrast

  /// Writes the section of contrast: a table with a row for each pair of a color and a background.
  mutating func writePairs(
    _ colors: borrowing ColorCollection
  ) {
    text.append("<section id=\"contrast\"><header><h2>Contrast</h2><p>of ")
    append(count: pairCount, "pair")
    text.append(", by WCAG 2.2</p></header>\n")
    text.append(PreviewPage.startOfModesTable)
    for index in upTo(pairCount) {
      let pair = pair(index)
      write(index, pair, swatches(pair.text), swatches(pair.background), colors)
    }
    text.append("</tbody></table></div></section>\n")
  }

  /// Writes a row for a text color, in all modes on its background.
  private mutating func write(
    _ index: Int, _ pair: Pair, _ swatches: Swatches, _ backgroundSwatches: Swatches,
    _ colors: borrowing ColorCollection
  ) {
    text.append("<tr class=\"f\" data-of=\"p")
    text.append(index)
    text.append("\"><th scope=\"row\"><bdi>")
    text.append(escaped: colors.name(pair.text).bytes)
    text.append("</bdi> <small>on</small> <bdi>")
    text.append(escaped: colors.name(pair.background).bytes)
    text.append("</bdi></th>")
    for mode in upTo(Swatches.count) {
      beginCell(ofMode: mode)
      if let color = swatches[mode], let backgroundColor = backgroundSwatches[mode] {
        write(sampleOf: color, on: backgroundColor)
      } else {
        text.append("<div>no value</div>")
      }
      text.append("</td>")
    }
    text.append("</tr>\n")
  }

  /// Writes a sample of text on a background, with its contrast and the level of WCAG that
  /// this contrast meets.
  private mutating func write(
    sampleOf color: Color, on background: Color
  ) {
    let contrast = color.contrast(with: background, by: .wcag)
    text.append("<div style=\"")
    text.append("background", paint: background)
    text.append(";")
    text.append("color", paint: color)
    text.append("\"><b>Aa</b><span>")
    text.append(truncatedToHundredths: contrast)
    text.append("</span>")
    // WCAG 2.2, success criteria 1.4.3 and 1.4.6.
    if contrast >= 7 {
      text.append("<em>AAA</em>")
    } else if contrast >= 4.5 {
      text.append("<em class=\"aa\">AA</em>")
    } else if contrast >= 3 {
      text.append("<em class=\"big\">AA large</em>")
    } else {
      text.append("<em class=\"low\">low</em>")
    }
    text.append("</div>")
  }

  // MARK: - Other environments

  /// Returns whether the environment of the current template changes a color. A template has the
  /// colors that one palette, or one value of a custom axis, changes.
  @inline(never)
  private func isChanged(_ index: Int) -> Bool {
    templateSwatches.element(at: index) != swatches(index)
  }

  /// Writes the colors that the environment of the current template changes, for the script to show
  /// them. Writes nothing if no color changes. `name` is the name of the environment's palette or
  /// value, and `axis` the name of the axis; `axis` is empty for a palette.
  mutating func writeChangedColors(
    _ name: Span<UInt8>, ofAxis axis: Span<UInt8>, _ colors: borrowing ColorCollection
  ) {
    var isEmpty = true
    for index in upTo(colors.count) where isChanged(index) {
      if isEmpty {
        isEmpty = false
        text.append("<template id=\"e")
        text.append(templateCount)
        text.append("\" title=\"")
        text.append(escaped: axis)
        if axis.count > 0 { text.append(": ") }
        text.append(escaped: name)
        text.append("\">\n")
      }
      write(tile: index, templateSwatches.element(at: index) ?? Swatches())
    }
    if isEmpty { return }
    text.append("<table>")
    for index in upTo(pairCount) {
      let pair = pair(index)
      guard isChanged(pair.text) || isChanged(pair.background) else { continue }
      write(
        index, pair, templateSwatches.element(at: pair.text) ?? Swatches(),
        templateSwatches.element(at: pair.background) ?? Swatches(), colors)
    }
    text.append("</table></template>\n")
  }
}
