// Auditing: what an audit looks for.

/// The options of an audit. Corresponds to `dyncolor_audit_options`.
struct AuditOptions: ~Copyable {
  /// A text color and a background that the host has declared.
  struct Pair: BitwiseCopyable {
    let text: ColorID
    let background: ColorID
    /// The least contrast; 0 for the ratios of the options; 1 to leave the pair out of the audit,
    /// even if names or expressions suggest it.
    let ratio: Double
  }

  /// The greatest number of colors that are resolved and pairs that are compared, if the host
  /// chooses none.
  static var defaultLimit: UInt64 { 50_000_000 }

  /// The kinds to look for, as the sum of their `bit`s: by default all, which are bits 1 to 7.
  var kinds: UInt32 = 0xFE
  /// The least contrast of text. By default, this and the ratio for more contrast are what WCAG 2
  /// requires at the levels AA and AAA.
  var ratio = 4.5
  /// The least contrast of text in environments with more contrast.
  var ratioForMoreContrast = 7.0
  /// The least contrast of text in environments with less contrast.
  var ratioForLessContrast = 3.0
  /// The background of the page, over which translucent backgrounds are composited; `none` to look
  /// for it by its name.
  var page = ColorID.none
  /// True if the pairs, the sets and the page that names and expressions suggest count, too; false
  /// if only the declared ones do.
  var usesConventions = true
  /// True if the report gets a note for each pair with enough contrast.
  var listsPassingPairs = false
  /// The greatest number of colors that are resolved and pairs that are compared.
  var limit = AuditOptions.defaultLimit
  /// The declared pairs.
  var pairs: Buffer<Pair>
  /// The colors that must be told apart: sets, separated by `none`.
  var sets: Buffer<ColorID>

  init(_ allocator: Allocator) {
    pairs = Buffer(allocator)
    sets = Buffer(allocator)
  }

  func includes(_ kind: AuditKind) -> Bool { kinds & kind.bit != 0 }
}
