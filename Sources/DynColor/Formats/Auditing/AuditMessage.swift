// Auditing: a finding as a sentence, and an environment in words.

extension TextWriter {
  /// Appends the values of the axes that an environment specifies, as in the conditions of
  /// `--variants()`: `dark more palette(Night)`. Forced colors, which variants have no condition
  /// for, are appended as `forced-colors`. Appends nothing if the environment specifies no axis.
  mutating func append<Names: ExpressionNames & ~Copyable>(
    environment: Environment, _ names: borrowing Names
  ) throws(OutOfMemory) {
    var conditions = Variant.Conditions.any
    for index in upTo(Variant.Conditions.axisCount) {
      let value = environment[Variant.Conditions.axis(index)]
      if value != 0 { conditions = conditions.adding(value, forAxis: index) }
    }
    if conditions != .any { try append(conditions, names) }
    // On this axis, 2 stands for forced colors, and 1 for colors that are not forced.
    guard environment[.forcedColors] == 2 else { return }
    if conditions != .any { try append(" ") }
    try append("forced-colors")
  }

  /// Appends a finding as a sentence: what was found, what was expected, and what to do.
  mutating func append(messageOf finding: AuditFinding) throws(OutOfMemory) {
    switch finding.kind {
    case .contrast:
      try append(pairOf: finding, " on ")
      try append(": contrast ")
      try append(truncatedToHundredths: finding.found)
      try append(environmentOf: finding)
      if finding.severity == .note { return try append(", enough") }
      try append(", expected at least ")
      try append(truncatedToHundredths: finding.required)
      try append(failuresOf: finding)
    case .gamut:
      try append(sanitized: finding.name)
      try append(": outside sRGB by ")
      try append(truncatedToHundredths: finding.found)
      try append(environmentOf: finding)
      try append(failuresOf: finding)
      try append("; add a variant for the wide gamut, or reduce the chroma")
    case .unreachableVariant:
      try append(sanitized: finding.name)
      try append(": variant ")
      try append(Int(finding.detail) &+ 1)
      try append(" (")
      try append(contentsOf: finding.environmentText.bytes)
      try append(") is never chosen; another variant wins wherever it applies")
    case .paletteGap:
      try append("palette ")
      try append(sanitized: finding.otherName)
      try append(" lacks ")
      try append(sanitized: finding.name)
      try append("; register that color, or a fallback")
    case .vision:
      try append(pairOf: finding, " and ")
      try append(": look alike with ")
      try append(contentsOf: Axis.vision.name(ofValue: UInt64(UInt32(bitPattern: finding.detail))))
      try append(" vision")
      try append(environmentOf: finding)
      try append(": difference ")
      try append(truncatedToHundredths: finding.found)
      try append(", expected at least ")
      try append(truncatedToHundredths: finding.required)
      try append(failuresOf: finding)
      try append(suggestionOf: finding)
    case .unreviewed:
      try append(sanitized: finding.name)
      try append(": derived and not reviewed; look at it")
      try append(", then annotate it with {\"reviewed\": true}")
    case .noValue:
      try append(sanitized: finding.name)
      try append(": no value")
      try append(environmentOf: finding)
      try append(failuresOf: finding)
    }
  }

  /// Appends a name, with spaces in place of control characters. `name` is empty for a color
  /// without a name.
  private mutating func append(sanitized name: StoredText) throws(OutOfMemory) {
    guard name.count > 0 else { return try append("(a color without a name)") }
    var text = LongText()
    text.append(sanitizing: name.bytes)
    try append(contentsOf: text.bytes)
  }

  private mutating func append(
    pairOf finding: AuditFinding, _ separator: StaticString
  ) throws(OutOfMemory) {
    try append(sanitized: finding.name)
    try append(separator)
    try append(sanitized: finding.otherName)
  }

  /// Appends the environment of a finding, unless the environment specifies nothing.
  private mutating func append(environmentOf finding: AuditFinding) throws(OutOfMemory) {
    guard finding.environmentText.count > 0 else { return }
    try append(" in ")
    try append(contentsOf: finding.environmentText.bytes)
  }

  /// Appends in how many environments a finding occurs, if several were examined.
  private mutating func append(failuresOf finding: AuditFinding) throws(OutOfMemory) {
    guard finding.examined > 1 else { return }
    try append(" (")
    try append(UInt(finding.failing))
    try append(" of ")
    try append(UInt(finding.examined))
    try append(" environments)")
  }

  private mutating func append(suggestionOf finding: AuditFinding) throws(OutOfMemory) {
    guard let suggestion = finding.suggestion else { return }
    try append("; with ")
    try append(hex: suggestion, in: .srgb)
    try append(" for ")
    try append(sanitized: finding.suggestedID == finding.id ? finding.name : finding.otherName)
    try append(" they differ")
  }
}
