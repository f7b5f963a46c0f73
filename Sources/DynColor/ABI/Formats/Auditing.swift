// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Auditing".

public import CDynColor

/// The audit that a host reads: a block of findings and texts.
private typealias HostAudit = HostBlock<AuditTotals, dyncolor_audit_finding>

extension HostBlock<AuditTotals, dyncolor_audit_finding> {
  /// The audit of a handle; `nil` for NULL.
  fileprivate init?(_ audit: OpaquePointer?) {
    guard let audit else { return nil }
    self.init(at: Handles.object(of: audit, .audit))
  }

  /// Copies a report to a block for the host. The caller frees the block, or gives it to the host.
  fileprivate static func make(
    _ report: borrowing AuditReport, _ allocator: Allocator
  ) throws(OutOfMemory) -> HostAudit {
    var textSize = 0
    for index in upTo(report.count) {
      guard let finding = report.finding(index) else { continue }
      // A NUL follows each text.
      textSize &+= finding.name.count &+ finding.otherName.count &+ finding.environmentText.count
      textSize &+= finding.message.count &+ 4
    }
    let audit = try make(allocator, report.totals, count: report.count, textSize: textSize)
    var address = audit.textsAddress
    // Appends a text, as a C string, to the texts of the audit. Returns the string.
    func append(_ text: StoredText) -> UnsafePointer<CChar>? {
      let copy = UnsafePointer<CChar>(bitPattern: UInt(address))
      StoredText.write(text.bytes, terminatedBy: 0, at: address)
      address &+= UInt64(truncatingIfNeeded: text.count &+ 1)
      return copy
    }
    for index in upTo(audit.count) {
      guard let finding = report.finding(index) else { continue }
      var copy = dyncolor_audit_finding(finding)
      copy.name = append(finding.name)
      copy.other_name = append(finding.otherName)
      copy.where = append(finding.environmentText)
      copy.message = append(finding.message)
      (audit.elements + index).initialize(to: copy)
    }
    return audit
  }
}

extension dyncolor_audit_finding {
  /// The C struct of a finding, without its texts.
  fileprivate init(_ finding: AuditFinding) {
    self.init()
    kind = finding.kind.rawValue
    severity = finding.severity.rawValue
    id = finding.id.rawValue
    other = finding.otherID.rawValue
    (found, required) = (finding.found, finding.required)
    (examined, failing) = (finding.examined, finding.failing)
    finding.environment.write(to: &environment)
    detail = finding.detail
    suggested = finding.suggestedID.rawValue
    if let color = finding.suggestion { suggestion = dyncolor_color(color) }
    (layer, owner) = (finding.source.layer, finding.source.owner)
  }
}

extension AuditFinding {
  /// The finding of a C struct, with its texts, but without the layer and the owner. `nil` if the
  /// kind is unknown. In place of an invalid severity or environment, the finding has the default;
  /// an invalid suggestion is left out.
  fileprivate init?(_ finding: dyncolor_audit_finding) {
    func text(_ text: UnsafePointer<CChar>?) -> StoredText {
      StoredText(nulTerminated: UInt64(UInt(bitPattern: text)))
    }
    guard let kind = AuditKind(rawValue: finding.kind) else { return nil }
    self.init(kind)
    severity = Severity(rawValue: finding.severity) ?? severity
    id = ColorID(finding.id)
    otherID = ColorID(finding.other)
    (found, required) = (finding.found, finding.required)
    (examined, failing) = (finding.examined, finding.failing)
    withUnsafePointer(to: finding.environment) { given in
      if let valid = try? Environment(zeroIfNull: given) { environment = valid }
    }
    detail = finding.detail
    suggestedID = ColorID(finding.suggested)
    if finding.suggestion.space != 0 {
      suggestion = try? Color(finding.suggestion, "audit")
    }
    (name, otherName) = (text(finding.name), text(finding.other_name))
    (environmentText, message) = (text(finding.where), text(finding.message))
  }
}

extension AuditOptions {
  /// The options at a pointer, which may be NULL.
  @inline(never)
  fileprivate init(
    _ pointer: UnsafePointer<dyncolor_audit_options>?, of theme: Theme
  ) throws(Failure) {
    self.init(theme.allocator)
    guard let pointer else { return }
    let given = try checkedStruct(pointer, pointer.pointee.size, "options")
    let knownFlags = DYNCOLOR_AUDIT_DECLARED_ONLY.rawValue | DYNCOLOR_AUDIT_PASSING.rawValue
    // `kinds` still has its default, which is all kinds.
    try require(
      given.flags & ~knownFlags == 0 && given.kinds & ~kinds == 0 && given.reserved == 0, "options",
      CommonMessage.invalidOption)
    // Without this flag, names and expressions suggest pairs, sets and the page, too.
    usesConventions = given.flags & DYNCOLOR_AUDIT_DECLARED_ONLY.rawValue == 0
    listsPassingPairs = given.flags & DYNCOLOR_AUDIT_PASSING.rawValue != 0
    if given.kinds != 0 { kinds = given.kinds }
    ratio = try AuditOptions.checked(given.ratio, default: ratio, ".ratio")
    ratioForMoreContrast = try AuditOptions.checked(
      given.ratio_more, default: ratioForMoreContrast, ".ratio_more")
    ratioForLessContrast = try AuditOptions.checked(
      given.ratio_less, default: ratioForLessContrast, ".ratio_less")
    // The greatest number of colors that are resolved and pairs that are compared, together.
    if given.limit != 0 { limit = given.limit }
    // The background that is behind translucent backgrounds.
    page = ColorID(given.page)
    if given.page != 0 { try theme.requireRegistered(page) }
    let hostPairs = try InputList(given.pairs, count: given.pair_count, "pairs")
    try hostPairs.visit { pair throws(Failure) in
      let pair = Pair(
        text: ColorID(pair.text), background: ColorID(pair.background),
        ratio: try AuditOptions.checked(pair.ratio, default: 0, ".ratio"))
      try theme.requireRegistered(pair.text)
      try theme.requireRegistered(pair.background)
      try convertingErrors { () throws(ThemeError) in try orOutOfMemory(try pairs.append(pair)) }
    }
    let hostSets = try InputList(given.sets, count: given.set_length, "sets")
    try hostSets.visit { id throws(Failure) in
      // The list has all sets, one after another; 0 ends a set.
      if id != 0 { try theme.requireRegistered(ColorID(id)) }
      try convertingErrors { () throws(ThemeError) in
        try orOutOfMemory(try sets.append(ColorID(id)))
      }
    }
  }

  /// A contrast ratio in a struct of the host; `defaultRatio` if the field is 0. Fails if the ratio
  /// is not from 1 to 21.
  private static func checked(
    _ ratio: Double, default defaultRatio: Double, _ field: StaticString
  ) throws(Failure) -> Double {
    guard ratio != 0 else { return defaultRatio }
    try require(
      ratio >= 1 && ratio <= 21, "options", "a contrast ratio must be 1 to 21, or 0", field: field)
    return ratio
  }
}

@implementation @_cdecl("dyncolor_theme_audit")
public func dyncolor_theme_audit(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_audit_options>!,
  _ audit: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    var options = try AuditOptions(options, of: theme)
    let output = try required(audit, "audit")
    let created = try convertingErrors { () throws(ThemeError) in
      let report = try Audit.run(theme, &options)
      return try orOutOfMemory(try HostAudit.make(report, theme.allocator))
    }
    output.pointee = created.makeHandle(.audit)
  }
}

@implementation @_cdecl("dyncolor_audit_findings")
public func dyncolor_audit_findings(
  _ audit: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_audit_finding>! {
  let audit = HostAudit(audit)
  count?.pointee = audit?.count ?? 0
  guard let audit, audit.count > 0 else { return nil }
  return UnsafePointer(audit.elements)
}

@implementation @_cdecl("dyncolor_audit_total")
public func dyncolor_audit_total(
  _ audit: OpaquePointer!, _ sums: UnsafeMutablePointer<dyncolor_audit_sums>!
) {
  let totals = HostAudit(audit)?.fields
  sums?.pointee = totals.map { dyncolor_audit_sums($0) } ?? dyncolor_audit_sums()
}

extension dyncolor_audit_sums {
  fileprivate init(_ totals: AuditTotals) {
    self.init(
      errors: UInt64(clamping: totals.errorCount), warnings: UInt64(clamping: totals.warningCount),
      notes: UInt64(clamping: totals.noteCount), omitted: UInt64(clamping: totals.omittedCount),
      colors: UInt64(clamping: totals.colorCount), pairs: UInt64(clamping: totals.pairCount),
      examined: totals.examinedCount, complete: totals.isComplete ? 1 : 0)
  }
}

@implementation @_cdecl("dyncolor_theme_repair")
public func dyncolor_theme_repair(
  _ theme: OpaquePointer!, _ audit: OpaquePointer!,
  _ counts: UnsafeMutablePointer<dyncolor_repair_counts>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let audit = try required(HostAudit(audit), "audit")
    let made = try convertingErrors { () throws(ThemeError) in
      try Repair.run(theme, audit.count) { index in AuditFinding(audit.elements[index]) }
    }
    counts?.pointee = dyncolor_repair_counts(repaired: made.repairedCount, left: made.leftCount)
  }
}

@implementation @_cdecl("dyncolor_audit_write_n")
public func dyncolor_audit_write_n(
  _ audit: OpaquePointer!, _ format: dyncolor_audit_format, _ path: UnsafePointer<CChar>!,
  _ path_length: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let audit = try required(HostAudit(audit), "audit")
    let format = try checkedEnum(
      AuditFormat(rawValue: format.rawValue), "format",
      "not a constant of dyncolor_audit_format; pass one, such as DYNCOLOR_AUDIT_FORMAT_TEXT")
    let path = StoredText(try checked(text: path, path_length, "path"))
    var writer = AuditWriter(audit.allocator, format, path: path)
    do throws(OutOfMemory) { try audit.write(to: &writer) } catch { throw Failure(.outOfMemory) }
    try write(writer.text.bytes, to: buffer, capacity, length)
  }
}

extension HostBlock<AuditTotals, dyncolor_audit_finding> {
  /// Writes the findings and the totals in the format of `writer`.
  fileprivate func write(to writer: inout AuditWriter) throws(OutOfMemory) {
    try writer.begin()
    for index in upTo(count) {
      if let finding = AuditFinding(elements[index]) { try writer.append(finding) }
    }
    try writer.end(fields)
  }
}

@implementation @_cdecl("dyncolor_audit_release")
public func dyncolor_audit_release(_ audit: OpaquePointer!) {
  guard let audit else { return }
  HostAudit(at: Handles.removeHostReference(to: audit, .audit)).free()
}
