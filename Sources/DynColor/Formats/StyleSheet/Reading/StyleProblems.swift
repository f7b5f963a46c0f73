// StyleSheet: problems found in a style sheet.

/// An error, a warning or a note. It becomes a finding of the report.
struct StyleProblem: BitwiseCopyable {
  let severity: Severity
  let status: Status
  let message: StaticString
  let context: StoredText
  /// The offset in the style sheet.
  let offset: Int
}

/// What is wrong in a text, and the offset in that text.
struct StyleMistake: BitwiseCopyable {
  let message: StaticString
  let offset: Int
}

/// The problems of a style sheet, in the order in which they were found.
struct StyleProblems: ~Copyable {
  private var problems: Buffer<StyleProblem>
  /// True if something is too large or nested too deeply. Then parsing stops.
  private(set) var isTooComplex = false
  /// The offset in the style sheet at which the file that is being parsed begins. `add` adds it to
  /// the offsets that are passed.
  var fileStart = 0
  /// The number of warnings and errors.
  private(set) var warningAndErrorCount = 0

  init(_ allocator: Allocator) { problems = Buffer(allocator) }

  /// True if there is no problem, and not even a note.
  var isEmpty: Bool { problems.count == 0 }

  func problem(_ index: Int) -> StyleProblem? { problems.element(at: index) }

  /// Adds a problem. After `Report.greatestCount` problems, adds only errors. The context is not
  /// copied: it must be a part of a file, or of `StyleSheet.texts`.
  @inline(never)
  mutating func add(
    _ severity: Severity, _ status: Status, _ message: StaticString, _ context: Span<UInt8>,
    at offset: Int
  ) throws(OutOfMemory) {
    if severity != .note { warningAndErrorCount &+= 1 }
    guard problems.count < Report.greatestCount || severity == .error else { return }
    let shown = context.slice(0, context.lengthOfWholeCodePoints(atMost: ShortText.capacity))
    try problems.append(
      StyleProblem(
        severity: severity, status: status, message: message, context: StoredText(shown),
        offset: fileStart &+ offset))
  }

  /// Reports that something is too large or nested too deeply, and stops parsing. Only the first
  /// such problem is reported.
  mutating func abort(
    _ message: StaticString, _ context: Span<UInt8> = Span(), at offset: Int
  ) throws(OutOfMemory) {
    guard !isTooComplex else { return }
    isTooComplex = true
    try add(.error, .tooComplex, message, context, at: offset)
  }
}
