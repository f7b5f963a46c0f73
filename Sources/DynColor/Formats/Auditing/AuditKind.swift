// Auditing: the requirements that an audit checks, each with a kind of findings.

/// The kinds of findings, with the raw values of `dyncolor_audit_kind`.
enum AuditKind: UInt32 {
  case contrast = 1
  case gamut, unreachableVariant, paletteGap, vision, unreviewed, noValue

  static var count: Int { 7 }

  /// The names of the kinds, in the order of the raw values.
  static var names: WordTable {
    WordTable(
      "contrast gamut unreachable-variant palette-gap vision unreviewed no-value")
  }

  /// The bit that stands for the kind in a set of kinds.
  var bit: UInt32 { 1 &<< rawValue }

  var severity: Severity {
    switch self {
    case .contrast: .error
    case .gamut, .unreachableVariant, .paletteGap, .vision, .noValue: .warning
    case .unreviewed: .note
    }
  }
}
