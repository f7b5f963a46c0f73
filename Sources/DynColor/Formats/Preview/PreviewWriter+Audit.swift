// Preview: the findings of an audit of the theme.

extension PreviewWriter {
  /// The greatest number of findings on the page.
  private static var greatestFindingCount: Int { 500 }

  /// Writes the section of the audit: a list of the findings, each with a link to its color. Errors
  /// come first, then warnings, then notes.
  mutating func write(_ audit: borrowing AuditReport, _ colors: borrowing ColorCollection) {
    let totals = audit.totals
    text.append("<section id=\"audit\"><header><h2>Audit</h2><p>")
    append(count: totals.errorCount, "error")
    text.append(", ")
    append(count: totals.warningCount, "warning")
    text.append(", ")
    append(count: totals.noteCount, "note")
    text.append("; ")
    append(count: Int(clamping: totals.examinedCount), "environment")
    text.append(totals.isComplete ? " examined" : " examined, not all")
    text.append("</p></header>\n<ul>\n")
    var shownCount = 0
    for rank in 0..<3 {
      for index in upTo(audit.count) {
        guard shownCount < PreviewWriter.greatestFindingCount else { break }
        guard let finding = audit.finding(index), PreviewWriter.rank(finding) == rank else {
          continue
        }
        shownCount &+= 1
        write(finding, colors)
      }
    }
    text.append("</ul>\n")
    let hiddenCount = audit.count &+ totals.omittedCount &- shownCount
    if hiddenCount > 0 {
      text.append("<p>")
      append(count: hiddenCount, "more finding")
      text.append("</p>\n")
    }
    text.append("</section>\n")
  }

  /// The place of a finding's severity on the page: 0 comes first.
  private static func rank(_ finding: AuditFinding) -> Int {
    switch finding.severity {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }

  private mutating func write(_ finding: AuditFinding, _ colors: borrowing ColorCollection) {
    text.append("<li class=\"f\"><em class=\"")
    // The classes are those of the labels for contrast. Here they only choose the background.
    text.append(finding.severity == .error ? "low" : finding.severity == .warning ? "big" : "aa")
    text.append("\">")
    text.append(contentsOf: finding.severity.word.bytes)
    text.append("</em> ")
    let color = colors.index(of: finding.name.bytes)
    if let color {
      text.append("<a href=\"#c")
      text.append(color)
      text.append("\">")
    }
    text.append(escaped: finding.message.bytes)
    text.append(color == nil ? "</li>\n" : "</a></li>\n")
  }
}

extension AuditReport {
  /// True if there are findings, or if environments were left out in which there may be others.
  var isWorthReading: Bool { count > 0 || !totals.isComplete }
}
