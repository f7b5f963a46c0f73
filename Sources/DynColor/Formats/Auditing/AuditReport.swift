// Auditing: the findings of an audit.

/// Something that an audit has found. Corresponds to `dyncolor_audit_finding`.
struct AuditFinding: BitwiseCopyable {
  var kind: AuditKind
  var severity: Severity
  /// The color; in a pair, the text or the first color.
  var id = ColorID.none
  /// In a pair, the background of the text, or the color that looks like the first color.
  var otherID = ColorID.none
  /// The number that was reached, and the number that is required: depending on the kind, a
  /// contrast ratio, by how much a component exceeds the gamut, or a difference in Oklab.
  var found = 0.0
  var required = 0.0
  /// How many environments were examined, and in how many of them the requirement is not met.
  var examined: UInt64 = 0
  var failing: UInt64 = 0
  /// The environment in which `found` is reached.
  var environment = Environment()
  /// Depends on the kind: the index of a variant, the number of a palette or of a vision, or the
  /// status that says why a color has no value. For contrast, 1 if `required` is only for
  /// environments with more contrast, −1 if it is only for those with less, and otherwise 0.
  var detail: Int32 = 0
  /// The layer and the owner of the color.
  var source = LayerAndOwner.theme
  /// The color that should be changed, and what it could become; `none` and `nil` if nothing is
  /// suggested.
  var suggestedID = ColorID.none
  var suggestion: Color?
  var name = StoredText.empty
  var otherName = StoredText.empty
  /// The environment in words; for a variant, its conditions. Empty if the environment specifies
  /// nothing.
  var environmentText = StoredText.empty
  /// The whole finding as a sentence.
  var message = StoredText.empty

  init(_ kind: AuditKind) {
    self.kind = kind
    severity = kind.severity
  }
}

/// What an audit has examined, and how many findings there are.
struct AuditTotals: BitwiseCopyable {
  var errorCount = 0
  var warningCount = 0
  var noteCount = 0
  /// The number of findings beyond `AuditReport.greatestCount`, which were dropped.
  var omittedCount = 0
  var colorCount = 0
  /// The number of pairs of a text and a background.
  var pairCount = 0
  /// The number of different environments, added up over all colors and pairs.
  var environmentCount: UInt64 = 0
  /// How many of them were examined.
  var examinedCount: UInt64 = 0

  var isComplete: Bool { environmentCount == examinedCount }
}

/// The findings of an audit, with copies of their texts.
struct AuditReport: ~Copyable {
  /// The greatest number of findings that are kept: DYNCOLOR_MAX_AUDIT_FINDINGS.
  static var greatestCount: Int { 10_000 }

  private var texts: Arena
  private var findings: Buffer<AuditFinding>
  var totals = AuditTotals()

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    texts = Arena(allocator)
    findings = Buffer(allocator)
  }

  var count: Int { findings.count }
  func finding(_ index: Int) -> AuditFinding? { findings.element(at: index) }

  /// Adds a finding. Copies its texts, and writes the environment in words and the message. For a
  /// variant, `conditions` are written in place of the environment.
  mutating func add<Names: ExpressionNames & ~Copyable>(
    _ finding: AuditFinding, _ names: borrowing Names, _ writer: inout TextWriter,
    conditions: Variant.Conditions? = nil
  ) throws(OutOfMemory) {
    switch finding.severity {
    case .error: totals.errorCount &+= 1
    case .warning: totals.warningCount &+= 1
    case .note: totals.noteCount &+= 1
    }
    guard findings.count < AuditReport.greatestCount else {
      totals.omittedCount &+= 1
      return
    }
    var finding = finding
    finding.name = try texts.copy(finding.name.bytes)
    finding.otherName = try texts.copy(finding.otherName.bytes)
    writer.truncate(to: 0)
    if let conditions {
      try writer.append(conditions, names)
    } else {
      try writer.append(environment: finding.environment, names)
    }
    finding.environmentText = try texts.copy(writer.bytes)
    writer.truncate(to: 0)
    try writer.append(messageOf: finding)
    finding.message = try texts.copy(writer.bytes)
    try findings.append(finding)
  }
}
