// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Loading files".

public import CDynColor

/// The number of findings that a report omits, because it was full, and the number of colors that
/// were loaded or written.
struct ReportTotals: BitwiseCopyable {
  fileprivate let omittedCount: Int
  fileprivate let colorCount: Int
}

/// The report that a host reads: a block of findings and texts.
typealias HostReport = HostBlock<ReportTotals, dyncolor_finding>

extension HostBlock<ReportTotals, dyncolor_finding> {
  /// The report of a handle; `nil` for NULL.
  fileprivate init?(_ report: OpaquePointer?) {
    guard let report else { return nil }
    self.init(at: Handles.object(of: report, .report))
  }

  /// Copies a report to a block for the host. The caller frees the block, or gives it to the host.
  fileprivate static func make(
    _ report: borrowing Report, _ allocator: Allocator
  ) throws(OutOfMemory) -> HostReport {
    var textSize = 0
    for index in upTo(report.count) {
      guard let finding = report.finding(index) else { continue }
      let (root, path) = report.path(of: finding)
      // A NUL follows the path, and another one the context.
      textSize &+= root.count &+ path.count &+ finding.context.count &+ 2
    }
    let hostReport = try make(
      allocator, ReportTotals(omittedCount: report.omittedCount, colorCount: report.colorCount),
      count: report.count, textSize: textSize)
    var address = hostReport.textsAddress
    // Appends `root` and `text`, as one C string, to the texts of the report. Returns the string.
    func append(_ text: StoredText, after root: StoredText) -> UnsafePointer<CChar>? {
      let copy = UnsafePointer<CChar>(bitPattern: UInt(address))
      StoredText.write(root.bytes, terminatedBy: 0, at: address)
      address &+= UInt64(truncatingIfNeeded: root.count)
      StoredText.write(text.bytes, terminatedBy: 0, at: address)
      address &+= UInt64(truncatingIfNeeded: text.count &+ 1)
      return copy
    }
    for index in upTo(hostReport.count) {
      guard let finding = report.finding(index) else { continue }
      let (root, path) = report.path(of: finding)
      (hostReport.elements + index).initialize(
        to: dyncolor_finding(
          severity: finding.severity.rawValue, status: finding.status,
          line: finding.position?.line ?? 0, column: finding.position?.column ?? 0,
          offset: finding.position == nil ? 0 : finding.offset,
          path: append(path, after: root),
          message: borrowedText(finding.message.bytes),
          context: append(finding.context, after: .empty)))
    }
    return hostReport
  }
}

extension LoadOptions {
  private static var knownFlags: UInt32 {
    DYNCOLOR_LOAD_STRICT.rawValue | DYNCOLOR_LOAD_ALLOW_OUTSIDE.rawValue
      | DYNCOLOR_LOAD_WATCH_ANYWAY.rawValue
  }

  /// The options of a load or, if `isWatching` is true, of a watch. The pointer may be NULL.
  init(_ pointer: UnsafePointer<dyncolor_load_options>?, isWatching: Bool = false) throws(Failure) {
    self.init()
    guard let pointer else { return }
    let options = try checkedStruct(pointer, pointer.pointee.size, "options")
    try require(
      options.format == 0 || FileFormat(rawValue: options.format)?.isReadable == true, "options",
      "files of this format cannot be loaded; pass another format, or 0 to detect it",
      field: ".format")
    try require(
      options.flags & ~LoadOptions.knownFlags == 0 && options.reserved == 0, "options",
      CommonMessage.invalidOption)
    // The watch then begins even if the files cannot be loaded yet.
    watchesAnyway = options.flags & DYNCOLOR_LOAD_WATCH_ANYWAY.rawValue != 0
    try require(
      isWatching || !watchesAnyway, "options",
      "DYNCOLOR_LOAD_WATCH_ANYWAY is only for dyncolor_watch_create()", field: ".flags")
    format = options.format
    isStrict = options.flags & DYNCOLOR_LOAD_STRICT.rawValue != 0
    allowsOutsideFiles = options.flags & DYNCOLOR_LOAD_ALLOW_OUTSIDE.rawValue != 0
    guard options.layer <= LayerAndOwner.greatestLayer else {
      throw Failure(ThemeError(.unknownLayer(UInt32(options.layer))))
    }
    source = LayerAndOwner(layer: options.layer, owner: options.owner)
    try requireLength(
      of: options.prefix, options.prefix_length, "prefix",
      "the prefix has the length 0; set prefix_length, or use DYNCOLOR_NUL_TERMINATED")
    try requireLength(
      of: options.system_version, options.system_version_length, "system_version",
      "the version has the length 0; set system_version_length, or use DYNCOLOR_NUL_TERMINATED")
    prefix = StoredText(
      try checked(nameOrEmpty: options.prefix, options.prefix_length, "prefix"))
    // The version of the built-in palette `apple`, which has the system colors of asset catalogs.
    let version = try checked(
      text: options.system_version, options.system_version_length, "system_version")
    guard version.count == 0 || BuiltinPalette(StaticString("apple").bytes, version: version) != nil
    else {
      throw Failure.unknownName(
        version,
        "no built-in palette apple has this version; dyncolor_builtin_at() lists the versions")
    }
    systemVersion = StoredText(version)
    if let files = options.files {
      let given = try checkedStruct(files, files.pointee.size, "files")
      _ = try required(given.read, "files", field: ".read")
      self.files = HostFiles(
        reader: HostCallback(given.read, given.user_data),
        lister: HostCallback(given.list, given.user_data))
    }
    if let progress = options.progress {
      self.progress = HostProgress(callback: HostCallback(progress, options.progress_user_data))
    }
  }

  /// The load options of a watch. The pointer may be NULL.
  init(watching pointer: UnsafePointer<dyncolor_load_options>?) throws(Failure) {
    try self.init(pointer, isWatching: true)
    try require(
      files == nil, "options", "a watch cannot read files through callbacks; set files to NULL",
      field: ".files")
  }
}

extension Failure {
  /// The failure for a finding of a report.
  fileprivate init(_ finding: Finding) {
    self.init(finding.status, ConstantText(finding.message))
    if finding.position != nil { offset = finding.offset }
  }
}

extension FailureDetails {
  /// Calls `body`, which loads or writes files, with an empty report, and returns the report to the
  /// host if the host wants one. If `body` fails, the first error in the report becomes the
  /// failure.
  ///
  /// `copyReportForHost` makes the copy of the report that is returned to the host if `body`
  /// succeeds. Because copying may fail, `body` must call `copyReportForHost` with the finished
  /// report before it commits what it has loaded or passes on what it has written.
  @inline(never)
  mutating func withReport(
    to output: UnsafeMutablePointer<OpaquePointer?>?, _ allocator: Allocator,
    _ body: (
      _ report: inout Report, _ copyReportForHost: (borrowing Report) throws(OutOfMemory) -> Void
    ) throws(FileFailure) -> Void
  ) throws(Failure) {
    var report = Report(allocator)
    var hostReport: HostReport?
    do throws(FileFailure) {
      try body(&report) { report throws(OutOfMemory) in
        if output != nil { hostReport = try HostReport.make(report, allocator) }
      }
    } catch {
      hostReport?.free()
      throw makeFailure(error, report, allocator, output)
    }
    if let hostReport { output?.pointee = hostReport.makeHandle(.report) }
  }

  /// The `Failure` for the host, of a call whose `body` failed with `failure`: usually the first
  /// error in the report. Sets the details of the `Failure`, and gives the report to the host if
  /// the host wants one.
  @inline(never)
  private mutating func makeFailure(
    _ failure: FileFailure, _ report: borrowing Report, _ allocator: Allocator,
    _ output: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Failure {
    if case .outOfMemory = failure { return Failure(.outOfMemory) }
    if let output {
      guard let hostReport = try? HostReport.make(report, allocator) else {
        return Failure(.outOfMemory)
      }
      output.pointee = hostReport.makeHandle(.report)
    }
    let finding = report.firstError
    let (root, path) = finding.map { report.path(of: $0) } ?? (.empty, report.givenPath)
    setPath(path, in: root)
    if case .cancelled = failure { return Failure(.cancelled) }
    guard let finding else { return Failure(.file) }
    context.append(sanitizing: finding.context.bytes)
    position = finding.position
    return Failure(finding)
  }
}

@implementation @_cdecl("dyncolor_theme_load_n")
public func dyncolor_theme_load_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let path = try required(path: path, path_length, "path")
    let options = try LoadOptions(options)
    try errorDetails.withReport(to: report, theme.allocator) {
      reportOfLoad, copyReportForHost throws(FileFailure) in
      try theme.load(path, bytes: nil, options, &reportOfLoad, beforeCommit: copyReportForHost)
    }
  }
}

@implementation @_cdecl("dyncolor_theme_load_memory_n")
public func dyncolor_theme_load_memory_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ bytes: UnsafeRawPointer!, _ size: Int, _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    try requireLength(of: name, name_length, "name", CommonMessage.noNameLength)
    let name = try checked(text: name, name_length, "name")
    let bytes = try checked(bytes: bytes, size, "bytes")
    let options = try LoadOptions(options)
    try errorDetails.withReport(to: report, theme.allocator) {
      reportOfLoad, copyReportForHost throws(FileFailure) in
      try theme.load(name, bytes: bytes, options, &reportOfLoad, beforeCommit: copyReportForHost)
    }
  }
}

@implementation @_cdecl("dyncolor_theme_check")
public func dyncolor_theme_check(
  _ theme: OpaquePointer!, _ report: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let output = try required(report, "report")
    try errorDetails.withReport(to: output, theme.allocator) {
      reportOfCheck, copyReportForHost throws(FileFailure) in
      try NameCheck.run(theme, &reportOfCheck)
      try convertingOutOfMemory { () throws(OutOfMemory) in try copyReportForHost(reportOfCheck) }
    }
  }
}

// A sink collects what a callback of the host returns in place of a file system: the bytes of a
// file, or the entries of a directory.
@implementation @_cdecl("dyncolor_sink_append")
public func dyncolor_sink_append(
  _ sink: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dyncolor_status {
  guard let sink = HostSink(sink), !sink.isDirectory, size >= 0,
    bytes != nil || size == 0
  else { return DYNCOLOR_ERROR_INVALID_ARGUMENT }
  sink.append(StoredText(bytes, count: size).bytes)
  return sink.status
}

@implementation @_cdecl("dyncolor_sink_add_n")
public func dyncolor_sink_add_n(
  _ sink: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ is_folder: Int32
) -> dyncolor_status {
  // The name must not have a slash.
  guard let sink = HostSink(sink), sink.isDirectory,
    let name = try? required(path: name, name_length, "name"), name.lengthBeforeLastComponent == 0
  else { return DYNCOLOR_ERROR_INVALID_ARGUMENT }
  sink.append(entry: name, is_folder == 0 ? .file : .directory)
  return sink.status
}

extension HostSink {
  /// The sink of a handle; `nil` for NULL.
  fileprivate init?(_ sink: OpaquePointer?) {
    guard let sink else { return nil }
    self.init(address: UInt64(UInt(bitPattern: Handles.object(of: sink, .sink))))
  }

  /// The status after an append. Once an append has failed, all later ones fail.
  fileprivate var status: dyncolor_status {
    if isOutOfMemory { return DYNCOLOR_ERROR_OUT_OF_MEMORY }
    return hasOverflowed ? DYNCOLOR_ERROR_TOO_COMPLEX : DYNCOLOR_OK
  }
}

@implementation @_cdecl("dyncolor_report_findings")
public func dyncolor_report_findings(
  _ report: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_finding>! {
  let report = HostReport(report)
  count?.pointee = report?.count ?? 0
  guard let report, report.count > 0 else { return nil }
  return UnsafePointer(report.elements)
}

@implementation @_cdecl("dyncolor_report_omitted")
public func dyncolor_report_omitted(_ report: OpaquePointer!) -> Int {
  HostReport(report)?.fields.omittedCount ?? 0
}

@implementation @_cdecl("dyncolor_report_colors")
public func dyncolor_report_colors(_ report: OpaquePointer!) -> Int {
  HostReport(report)?.fields.colorCount ?? 0
}

@implementation @_cdecl("dyncolor_report_release")
public func dyncolor_report_release(_ report: OpaquePointer!) {
  guard let report else { return }
  HostReport(at: Handles.removeHostReference(to: report, .report)).free()
}
