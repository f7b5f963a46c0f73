// Auditing: the findings of an audit as lines of text, as JSON, and as SARIF, a JSON format for the
// results of static analysis.

/// How an audit is written. Corresponds to `dyncolor_audit_format`.
enum AuditFormat: UInt32 {
  case text = 1
  case json, sarif
}

/// Writes the findings of an audit, which are passed one after the other.
struct AuditWriter: ~Copyable {
  private(set) var text: TextWriter
  private let format: AuditFormat
  /// The path of the theme's file; empty if it is not known.
  private let path: StoredText
  /// True until the first finding is written.
  private var isFirst = true

  init(_ allocator: Allocator, _ format: AuditFormat, path: StoredText) {
    text = TextWriter(allocator)
    self.format = format
    self.path = path
  }

  // MARK: - The whole

  mutating func begin() throws(OutOfMemory) {
    switch format {
    case .text: break
    case .json: try text.append("{\"findings\": [")
    case .sarif:
      try text.append(
        """
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [
        {"tool": {"driver": {"name": "dyncolor", "rules": [
        """)
      for index in upTo(AuditKind.count) {
        guard let kind = AuditKind(rawValue: UInt32(truncatingIfNeeded: index &+ 1)) else {
          continue
        }
        try text.append(index == 0 ? "{\"id\": " : ",\n{\"id\": ")
        try text.append(json: kind.name)
        try text.append(", \"shortDescription\": {\"text\": ")
        try text.append(json: kind.rule.bytes)
        try text.append("}, \"defaultConfiguration\": {\"level\": ")
        try text.append(json: kind.severity.word.bytes)
        try text.append("}}")
      }
      try text.append("]}},\n\"results\": [")
    }
  }

  mutating func append(_ finding: AuditFinding) throws(OutOfMemory) {
    switch format {
    case .text:
      try text.append(contentsOf: finding.severity.word.bytes)
      try text.append(": ")
      try text.append(contentsOf: finding.message.bytes)
      try text.append("\n")
    case .json: try appendJSON(finding)
    case .sarif: try appendResult(finding)
    }
    isFirst = false
  }

  mutating func end(_ totals: AuditTotals) throws(OutOfMemory) {
    switch format {
    case .text: try appendSums(totals)
    case .json:
      try text.append(isFirst ? "],\n\"sums\": {" : "\n],\n\"sums\": {")
      try append(key: "errors", totals.errorCount, isFirst: true)
      try append(key: "warnings", totals.warningCount)
      try append(key: "notes", totals.noteCount)
      try append(key: "omitted", totals.omittedCount)
      try append(key: "colors", totals.colorCount)
      try append(key: "pairs", totals.pairCount)
      try append(key: "examined", Int(clamping: totals.examinedCount))
      try text.append(totals.isComplete ? ", \"complete\": true}}\n" : ", \"complete\": false}}\n")
    case .sarif: try text.append(isFirst ? "]}]}\n" : "\n]}]}\n")
    }
  }

  // MARK: - Lines

  /// Writes the last line: how many findings there are, and what was examined.
  private mutating func appendSums(_ totals: AuditTotals) throws(OutOfMemory) {
    try append(count: totals.errorCount, "error")
    try text.append(", ")
    try append(count: totals.warningCount, "warning")
    try text.append(", ")
    try append(count: totals.noteCount, "note")
    try text.append("; ")
    try append(count: totals.colorCount, "color")
    try text.append(", ")
    try append(count: totals.pairCount, "pair")
    try text.append(", ")
    try append(count: Int(clamping: totals.examinedCount), "environment")
    try text.append(" examined")
    if !totals.isComplete { try text.append(", not all: raise the limit to examine the others") }
    if totals.omittedCount > 0 {
      try text.append("; ")
      try append(count: totals.omittedCount, "finding")
      try text.append(" left out")
    }
    try text.append("\n")
  }

  /// Writes a number and a noun, in the plural unless the number is 1.
  private mutating func append(count: Int, _ noun: StaticString) throws(OutOfMemory) {
    try text.append(count)
    try text.append(" ")
    try text.append(noun)
    if count != 1 { try text.append("s") }
  }

  // MARK: - JSON

  private mutating func append(
    key: StaticString, _ value: Int, isFirst: Bool = false
  ) throws(OutOfMemory) {
    try append(key: key, isFirst: isFirst)
    try text.append(value)
  }

  private mutating func append(key: StaticString, _ value: Span<UInt8>) throws(OutOfMemory) {
    try append(key: key)
    try text.append(json: value)
  }

  /// Writes a key and a colon, after a comma unless `isFirst` is true.
  private mutating func append(key: StaticString, isFirst: Bool = false) throws(OutOfMemory) {
    try text.append(isFirst ? "\"" : ", \"")
    try text.append(key)
    try text.append("\": ")
  }

  private mutating func appendJSON(_ finding: AuditFinding) throws(OutOfMemory) {
    try text.append(isFirst ? "\n{" : ",\n{")
    try append(key: "kind", isFirst: true)
    try text.append(json: finding.kind.name)
    try append(key: "severity", finding.severity.word.bytes)
    try append(key: "name", finding.name.bytes)
    try appendProperties(finding)
    try append(key: "message", finding.message.bytes)
    try text.append("}")
  }

  /// Writes what only some kinds of findings have.
  private mutating func appendProperties(_ finding: AuditFinding) throws(OutOfMemory) {
    if finding.otherName.count > 0 { try append(key: "other_name", finding.otherName.bytes) }
    switch finding.kind {
    case .contrast, .gamut, .vision:
      try append(key: "found")
      try text.append(json: finding.found)
      try append(key: "required")
      try text.append(json: finding.required)
    case .unreachableVariant, .paletteGap, .noValue:
      try append(key: "detail", Int(finding.detail))
    case .unreviewed: break
    }
    if finding.kind == .vision {
      let vision = UInt64(UInt32(bitPattern: finding.detail))
      try append(key: "vision", Axis.vision.name(ofValue: vision))
    }
    if finding.examined > 0 {
      try append(key: "examined", Int(clamping: finding.examined))
      try append(key: "failing", Int(clamping: finding.failing))
    }
    if finding.environmentText.count > 0 { try append(key: "where", finding.environmentText.bytes) }
    guard let suggestion = finding.suggestion else { return }
    let name = finding.suggestedID == finding.id ? finding.name : finding.otherName
    try append(key: "suggested", name.bytes)
    try append(key: "suggestion")
    try text.append("\"")
    try text.append(suggestion, .exact)
    try text.append("\"")
  }

  // MARK: - SARIF

  /// Writes a finding as an object of the array `results`.
  private mutating func appendResult(_ finding: AuditFinding) throws(OutOfMemory) {
    try text.append(isFirst ? "\n{" : ",\n{")
    try append(key: "ruleId", isFirst: true)
    try text.append(json: finding.kind.name)
    try append(key: "ruleIndex", Int(finding.kind.rawValue) &- 1)
    // A finding about contrast is a note only if the pair has enough contrast.
    let hasPassed = finding.kind == .contrast && finding.severity == .note
    if hasPassed {
      try text.append(", \"kind\": \"pass\", \"level\": \"none\"")
    } else {
      try append(key: "level", finding.severity.word.bytes)
    }
    try text.append(", \"message\": {\"text\": ")
    try text.append(json: finding.message.bytes)
    try text.append("}, \"locations\": [{")
    if path.count > 0 {
      try text.append("\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"")
      try append(uri: path.bytes)
      try text.append("\"}}, ")
    }
    try text.append("\"logicalLocations\": [{\"fullyQualifiedName\": ")
    var name = LongText()
    if finding.kind == .paletteGap {
      // The color that the palette lacks.
      name.append(contentsOf: finding.otherName.bytes)
      name.append(UInt8(ascii: "/"))
    }
    name.append(contentsOf: finding.name.bytes)
    // A name that does not fit is too long for a color. It is written without the palette.
    if name.hasOverflowed {
      name = LongText()
      name.append(contentsOf: finding.name.bytes)
    }
    try text.append(json: name.bytes)
    try text.append("}]}], \"properties\": {")
    try append(key: "name", isFirst: true)
    try text.append(json: finding.name.bytes)
    try appendProperties(finding)
    try text.append("}}")
  }

  /// Writes a path as a relative reference of RFC 3986, in which all but unreserved characters and
  /// slashes are percent-encoded.
  private mutating func append(uri path: Span<UInt8>) throws(OutOfMemory) {
    for index in upTo(path.count) {
      guard let byte = path.element(at: index) else { continue }
      // `| 0x20` makes a letter lowercase. Only for letters, the difference is then less than 26.
      let isPlain =
        byte.isASCIIDigit || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "~")
      if isPlain {
        try text.append(byte)
      } else {
        try text.append("%")
        try text.append(hexDigit(of: byte >> 4))
        try text.append(hexDigit(of: byte & 15))
      }
    }
  }
}

extension Severity {
  /// The word for the severity, which is also the level of SARIF.
  var word: StoredText {
    let word: StaticString =
      switch self {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    return StoredText(word.bytes)
  }
}

extension AuditKind {
  fileprivate var name: Span<UInt8> {
    @_lifetime(immortal)
    get { AuditKind.names.word(at: Int(rawValue) &- 1) }
  }

  /// What SARIF says about the rule.
  fileprivate var rule: StoredText {
    let rule: StaticString =
      switch self {
      case .contrast: "Text has enough contrast with its background in every environment."
      case .gamut: "Colors for environments without a wide gamut are within sRGB."
      case .unreachableVariant: "Each variant is chosen in some environment."
      case .paletteGap: "Each palette has all names that are in use."
      case .vision: "Colors that mean different things differ with every color vision."
      case .unreviewed: "Somebody has looked at each derived color."
      case .noValue: "Each color has a value in every environment."
      }
    return StoredText(rule.bytes)
  }
}
