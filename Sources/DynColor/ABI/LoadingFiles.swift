// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Theme files: loading".

public import CDynColor

/// What a report says besides its findings.
struct ReportTotals: BitwiseCopyable {
  fileprivate let omitted: Int
  fileprivate let colors: Int
}

/// A report as hosts see it.
typealias HostReport = HostBlock<ReportTotals, dyncolor_finding>

extension HostBlock<ReportTotals, dyncolor_finding> {
  fileprivate init?(_ report: OpaquePointer?) {
    guard let report else { return nil }
    self.init(at: Handles.object(of: report, .report))
  }

  fileprivate static func make(
    _ report: borrowing Report, _ allocator: Allocator
  ) throws(OutOfMemory) -> HostReport {
    var textSize = 0
    for index in upTo(report.count) {
      guard let finding = report.finding(index) else { continue }
      textSize &+= finding.path.count &+ finding.context.count &+ 2
    }
    let made = try make(
      allocator, ReportTotals(omitted: report.omittedCount, colors: report.colors),
      count: report.count, textSize: textSize)
    var target = made.texts
    func copy(_ text: StoredText) -> UnsafePointer<CChar>? {
      let copy = UnsafePointer<CChar>(bitPattern: UInt(target))
      StoredText(address: target, count: text.count).write(text.bytes, terminatedBy: 0)
      target &+= UInt64(truncatingIfNeeded: text.count &+ 1)
      return copy
    }
    for index in upTo(made.count) {
      guard let finding = report.finding(index) else { continue }
      (made.elements + index).initialize(
        to: dyncolor_finding(
          severity: finding.severity.rawValue, status: finding.status,
          line: finding.position?.line ?? 0, column: finding.position?.column ?? 0,
          offset: finding.position == nil ? 0 : finding.offset, path: copy(finding.path),
          message: borrowedText(finding.message.bytes), context: copy(finding.context)))
    }
    return made
  }
}

extension LoadOptions {
  init(_ pointer: UnsafePointer<dyncolor_load_options>?) throws(Failure) {
    self.init()
    guard let pointer else { return }
    let options = try sized(pointer, pointer.pointee.size, "options")
    guard options.format <= FileFormat.greatestReadable else {
      throw Failure.argument("options", "the format must be one that can be read", part: ".format")
    }
    guard options.flags & ~3 == 0, options.reserved == 0 else {
      throw Failure.argument("options", "an option must have a listed value, and reserved be 0")
    }
    format = options.format
    isStrict = options.flags & DYNCOLOR_LOAD_STRICT.rawValue != 0
    mayLeaveFolder = options.flags & DYNCOLOR_LOAD_ALLOW_OUTSIDE.rawValue != 0
    guard options.layer <= Source.greatestLayer else {
      throw Failure(ThemeError(.unknownLayer(UInt32(options.layer))))
    }
    source = Source(layer: options.layer, owner: options.owner)
    prefix = StoredText(
      try required(
        name: options.prefix, options.prefix_length, "prefix", mayBeEmpty: true))
    let version = try required(
      text: options.system_version, options.system_version_length, "system_version")
    guard version.count == 0 || BuiltinPalette(StaticString("apple").bytes, version: version) != nil
    else {
      throw Failure.unknownName(version, "no palette `apple` of this version is built in")
    }
    systemVersion = StoredText(version)
    if let files = options.files {
      let given = try sized(files, files.pointee.size, "files")
      guard given.read != nil else {
        throw Failure.argument("files", "an argument must not be NULL", part: ".read")
      }
      self.files = HostFiles(
        userData: UInt64(UInt(bitPattern: given.user_data)),
        readFunction: UInt64(UInt(bitPattern: unsafeBitCast(given.read, to: Int.self))),
        listFunction: UInt64(UInt(bitPattern: unsafeBitCast(given.list, to: Int.self))))
    }
    if let function = options.progress {
      progress = HostProgress(
        function: UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self))),
        userData: UInt64(UInt(bitPattern: options.progress_user_data)))
    }
  }
}

/// A path from the host: not empty, and without a NUL.
@_lifetime(immortal)
func required(
  path: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let path = try required(text: path, length, argument)
  guard path.count > 0, path.countBeforeNUL == path.count else {
    throw Failure.argument(argument, "a path must not be empty, and have no NUL in it")
  }
  return path
}

/// Where a report goes, if it is wanted: it is made while the call can still fail.
struct ReportOutput: ~Copyable {
  private let allocator: Allocator
  private let output: UnsafeMutablePointer<OpaquePointer?>?
  private var made: HostReport?

  init(_ allocator: Allocator, _ output: UnsafeMutablePointer<OpaquePointer?>?) {
    self.allocator = allocator
    self.output = output
  }

  /// Makes the report that is handed out if nothing more is found.
  mutating func prepare(_ report: borrowing Report) throws(OutOfMemory) {
    made?.free()
    made = nil
    if output != nil { made = try HostReport.make(report, allocator) }
  }

  /// Hands the report out, and tells the failure that it has, if there is one.
  mutating func finish(
    _ report: borrowing Report, _ failure: FileFailure?, _ context: inout ShortText,
    _ position: inout TextPosition?
  ) throws(Failure) {
    if failure != nil {
      do throws(OutOfMemory) {
        if case .outOfMemory = failure { throw OutOfMemory() }
        try prepare(report)
      } catch {
        made?.free()
        throw Failure(.outOfMemory)
      }
    }
    if let made { output?.pointee = made.handedOut(.report) }
    guard let failure else { return }
    if case .cancelled = failure { throw Failure(.cancelled) }
    guard let finding = report.firstError else { return }
    context.append(shown: finding.path.bytes)
    if context.count > 0, finding.context.count > 0 { context.append(": ") }
    context.append(shown: finding.context.bytes)
    position = finding.position
    throw Failure(finding)
  }
}

@implementation @_cdecl("dyncolor_load_path")
public func dyncolor_load_path(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    let path = try required(path: path, path_length, "path")
    let options = try LoadOptions(options)
    let allocator = theme.allocator
    var loaded = Report(allocator)
    var output = ReportOutput(allocator, report)
    let failure = theme.load(path, nil, options, &loaded) { report throws(OutOfMemory) in
      try output.prepare(report)
    }
    try output.finish(loaded, failure, &context, &position)
  }
}

@implementation @_cdecl("dyncolor_load_memory")
public func dyncolor_load_memory(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ bytes: UnsafeRawPointer!, _ size: Int, _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(text: name, name_length, "name")
    guard bytes != nil || size == 0 else {
      throw Failure.argument("bytes", "an argument must not be NULL")
    }
    guard size >= 0 else { throw Failure.argument("size", "a size must be at most PTRDIFF_MAX") }
    let options = try LoadOptions(options)
    let allocator = theme.allocator
    var loaded = Report(allocator)
    let text = StoredText(address: UInt64(UInt(bitPattern: bytes)), count: size)
    var output = ReportOutput(allocator, report)
    let failure = theme.load(name, text, options, &loaded) { report throws(OutOfMemory) in
      try output.prepare(report)
    }
    try output.finish(loaded, failure, &context, &position)
  }
}

@implementation @_cdecl("dyncolor_sink_append")
public func dyncolor_sink_append(
  _ sink: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dyncolor_status {
  guard let sink = HostSink(sink), !sink.isFolder, size >= 0,
    bytes != nil || size == 0
  else { return DYNCOLOR_ERROR_INVALID_ARGUMENT }
  sink.append(StoredText(address: UInt64(UInt(bitPattern: bytes)), count: size).bytes)
  return sink.status
}

@implementation @_cdecl("dyncolor_sink_add")
public func dyncolor_sink_add(
  _ sink: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ is_folder: Int32
) -> dyncolor_status {
  guard let sink = HostSink(sink), sink.isFolder,
    let name = try? required(path: name, name_length, "name"), name.folderLength == 0
  else { return DYNCOLOR_ERROR_INVALID_ARGUMENT }
  sink.append(entry: name, is_folder == 0 ? .file : .folder)
  return sink.status
}

extension HostSink {
  fileprivate init?(_ sink: OpaquePointer?) {
    guard let sink else { return nil }
    self.init(address: UInt64(UInt(bitPattern: Handles.object(of: sink, .sink))))
  }

  fileprivate var status: dyncolor_status {
    if isOutOfMemory { return DYNCOLOR_ERROR_OUT_OF_MEMORY }
    return isCut ? DYNCOLOR_ERROR_TOO_COMPLEX : DYNCOLOR_OK
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
  HostReport(report)?.head.omitted ?? 0
}

@implementation @_cdecl("dyncolor_report_colors")
public func dyncolor_report_colors(_ report: OpaquePointer!) -> Int {
  HostReport(report)?.head.colors ?? 0
}

@implementation @_cdecl("dyncolor_report_release")
public func dyncolor_report_release(_ report: OpaquePointer!) {
  guard let report else { return }
  HostReport(at: Handles.giveUp(report, .report)).free()
}
