// What is told of files that were read or written.

enum Severity: Int32 {
  case note = 1
  case warning = 2
  case error = 3
}

/// Something that was found.
struct Finding: BitwiseCopyable {
  let severity: Severity
  let status: Int32
  /// Counted from 1; 0 where no text is concerned.
  let position: TextPosition?
  let offset: Int
  /// The file, empty if there is none.
  let path: StoredText
  let message: StaticString
  let context: StoredText
}

/// Findings in the order in which they came, of which only so many are kept.
struct Report: ~Copyable {
  /// How many findings are kept.
  static var greatestCount: Int { 1000 }

  private var texts: Arena
  private var findings: Buffer<Finding>
  /// How many there were, whether they are kept or not.
  private(set) var errorCount = 0
  private var otherCount = 0
  /// How many colors the files have.
  var colors = 0
  /// The first error.
  private(set) var firstError: Finding?

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    texts = Arena(allocator)
    findings = Buffer(allocator)
  }

  var count: Int { findings.count }
  func finding(_ index: Int) -> Finding? { findings.element(at: index) }

  /// How many were not kept.
  var omittedCount: Int { errorCount &+ otherCount &- findings.count }

  /// Whether the next finding is kept. An error is where only warnings were, so that it is known why
  /// nothing was loaded.
  func keeps(_ severity: Severity) -> Bool {
    findings.count < Report.greatestCount || severity == .error && firstError == nil
  }

  /// Adds a finding. The path and the context are copied; of a long context, the beginning.
  @inline(never)
  mutating func add(
    _ severity: Severity, _ status: Int32, _ message: StaticString, context: Span<UInt8>,
    path: Span<UInt8>, at position: TextPosition?, offset: Int
  ) throws(OutOfMemory) {
    if severity == .error { errorCount &+= 1 } else { otherCount &+= 1 }
    guard keeps(severity) else { return }
    try findings.reserve(1)
    var shown = ShortText()
    shown.append(shown: context)
    let finding = Finding(
      severity: severity, status: status, position: position, offset: offset,
      path: try texts.copy(path), message: message, context: try texts.copy(shown.bytes))
    try findings.append(finding)
    if severity == .error, firstError == nil { firstError = finding }
  }
}
