// Importing: the report of an import or an export.

/// An error, a warning or a note.
struct Finding: BitwiseCopyable, Ordered {
  let severity: Severity
  /// The raw value of a `Status`.
  let status: Int32
  /// The line and column; `nil` if the finding is not about a position in a file.
  let position: TextPosition?
  /// The byte offset of the position; 0 if there is none.
  let offset: Int
  /// The path of the file, relative to `Report.root`; empty if there is none.
  let path: StoredText
  let message: StaticString
  let context: StoredText
  /// The index of the file; −1 if there is none.
  fileprivate let file: Int32
  /// How many findings were added before this one.
  fileprivate let order: Int

  /// Findings are ordered by file, in the order in which files were read, and by location. Those
  /// without a file are last.
  func precedes(_ other: Finding) -> Bool {
    // As an unsigned number, −1 is greater than every index.
    if file != other.file { return UInt32(bitPattern: file) < UInt32(bitPattern: other.file) }
    return offset == other.offset ? order < other.order : offset < other.offset
  }
}

/// The findings of an import or export, in the order in which they were added until `sort` orders
/// them by location. Beyond a limit, findings are only counted.
struct Report: ~Copyable {
  /// The maximum number of findings that are kept, except that the first error is always kept.
  static var greatestCount: Int { 1000 }

  private var texts: Arena
  private var findings: Buffer<Finding>
  /// The number of errors, including those that were dropped.
  private(set) var errorCount = 0
  /// The number of warnings and notes, including those that were dropped.
  private var otherCount = 0
  /// The number of colors that were imported, exported or checked.
  var colorCount = 0
  /// The error that was added first; after `sort`, the first one by file and location.
  private(set) var firstError: Finding?
  /// The path that the host passed.
  private(set) var givenPath = StoredText.empty
  /// The directory that the paths of findings are relative to, with a slash at the end. Empty for
  /// the working directory, and if no root has been set.
  private(set) var root = StoredText.empty

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    texts = Arena(allocator)
    findings = Buffer(allocator)
  }

  /// Begins the report of an import or export at a path.
  mutating func begin(_ path: Span<UInt8>) throws(OutOfMemory) { givenPath = try texts.copy(path) }

  /// Sets the directory that the paths of findings are relative to: the given path or, if it is a
  /// file, the directory of that file.
  mutating func setRoot(_ path: Span<UInt8>, isFile: Bool) throws(OutOfMemory) {
    if isFile {
      root = try texts.copy(path.slice(0, path.lengthBeforeLastComponent))
    } else if path.lengthBeforeLastComponent == path.count {  // It already ends with a slash.
      root = try texts.copy(path)
    } else {
      root = try texts.join(path, UInt8(ascii: "/"), Span())
    }
  }

  /// The path of a finding. `root` followed by `path` is a path that the host can open. For an
  /// error that is in no file, it is the path that the host passed. For a warning or a note that is
  /// in no file, both parts are empty.
  func path(of finding: Finding) -> (root: StoredText, path: StoredText) {
    if finding.path.count > 0 { return (root, finding.path) }
    return (.empty, finding.severity == .error ? givenPath : .empty)
  }

  var count: Int { findings.count }
  func finding(_ index: Int) -> Finding? { findings.element(at: index) }

  /// The number of findings that were dropped.
  var omittedCount: Int { errorCount &+ otherCount &- findings.count }

  /// Returns whether there is space for a finding. There is always space for the first error, so
  /// that the report says why nothing was loaded.
  func hasSpace(for severity: Severity) -> Bool {
    findings.count < Report.greatestCount || severity == .error && firstError == nil
  }

  /// Sorts the findings by file and location. `firstError` becomes the first error in that order.
  mutating func sort() {
    findings.sort()
    for index in upTo(findings.count) {
      guard let finding = finding(index), finding.severity == .error else { continue }
      firstError = finding
      break
    }
  }

  /// Adds a finding. Copies the path and the context; a long context is truncated.
  @inline(never)
  mutating func add(
    _ severity: Severity, _ status: Int32, _ message: StaticString, context: Span<UInt8>,
    path: Span<UInt8>, file: Int32 = -1, at position: TextPosition?, offset: Int
  ) throws(OutOfMemory) {
    if severity == .error { errorCount &+= 1 } else { otherCount &+= 1 }
    guard hasSpace(for: severity) else { return }
    try findings.reserve(1)
    var shownContext = ShortText()
    shownContext.append(sanitizing: context)
    let finding = Finding(
      severity: severity, status: status, position: position, offset: offset,
      path: try texts.copy(path), message: message, context: try texts.copy(shownContext.bytes),
      file: file, order: findings.count)
    try findings.append(finding)
    if severity == .error, firstError == nil { firstError = finding }
  }
}
