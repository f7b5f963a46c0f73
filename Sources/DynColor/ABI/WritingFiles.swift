// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Theme files: writing".

public import CDynColor

extension WriteOptions {
  /// `path` may tell the format; `nil` if there is none.
  init(
    _ pointer: UnsafePointer<dyncolor_write_options>?, path: Span<UInt8>? = nil
  ) throws(Failure) {
    var given = dyncolor_write_options()
    if let pointer { given = try sized(pointer, pointer.pointee.size, "options") }
    guard given.flags & ~1 == 0, given.reserved == 0 else {
      throw Failure.argument("options", "an option must have a listed value, and reserved be 0")
    }
    var format = FileFormat(rawValue: given.format)
    guard format != nil || given.format == 0 else {
      throw Failure.argument(
        "options", "an enum value must be one of those listed", part: ".format")
    }
    if format == nil, let path { format = FileFormat(path: path) }
    guard let format, format != .base16 else {
      throw Failure(.unknownFormat)
    }
    self.init(format: format)
    usesClasses = given.flags & DYNCOLOR_WRITE_CLASSES.rawValue != 0
    name = StoredText(
      try required(name: given.name, given.name_length, "name", mayBeEmpty: true))
    let count = given.environment_count
    guard count >= 0, count <= Int(DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS) else {
      throw Failure.argument(
        "options", "there must be at most DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS",
        part: ".environment_count")
    }
    guard count > 0 else { return }
    let start = try required(given.environments, "environments")
    for index in upTo(count) {
      _ = try Environment(orNone: start + index)
      if let names = given.environment_names {
        _ = try required(name: names[index], -1, "environment_names")
      }
    }
    environments = HostEnvironments(
      environments: UInt64(UInt(bitPattern: start)),
      names: UInt64(UInt(bitPattern: given.environment_names)), count: count)
  }
}

/// Writes a theme, and gives all files to `take` when nothing can fail but that.
@inline(never)
private func write(
  _ theme: Theme, _ options: WriteOptions, _ report: UnsafeMutablePointer<OpaquePointer?>?,
  _ context: inout ShortText, _ position: inout TextPosition?,
  _ take: (inout ExportContext) throws(FileFailure) -> Void
) throws(Failure) {
  let allocator = theme.allocator
  var written = Report(allocator)
  var output = ReportOutput(allocator, report)
  var failure: FileFailure?
  do throws(FileFailure) {
    var export = try ExportContext.make(theme, options)
    do throws(FileFailure) {
      try export.write()
      try allocating { () throws(OutOfMemory) in try output.prepare(export.report) }
      try take(&export)
    } catch {
      failure = error
    }
    written = export.takeReport()
  } catch {
    failure = error
  }
  try output.finish(written, failure, &context, &position)
}

@implementation @_cdecl("dyncolor_write_path")
public func dyncolor_write_path(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_write_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    let path = try required(path: path, path_length, "path")
    var options = try WriteOptions(options, path: path)
    options.isOneFile = !options.format.isFolder(path)
    try write(theme, options, report, &context, &position) { export throws(FileFailure) in
      try export.put(at: path)
    }
  }
}

@implementation @_cdecl("dyncolor_write_files")
public func dyncolor_write_files(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ function: dyncolor_file_function!, _ user_data: UnsafeMutableRawPointer!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    let options = try WriteOptions(options)
    guard let function else { throw Failure.argument("function", "an argument must not be NULL") }
    let taker = HostFileReceiver(
      function: UInt64(UInt(bitPattern: unsafeBitCast(function, to: Int.self))),
      userData: UInt64(UInt(bitPattern: user_data)))
    try write(theme, options, report, &context, &position) { export throws(FileFailure) in
      for index in upTo(export.fileCount) {
        guard let file = export.file(index) else { continue }
        guard taker.take(file.path, file.bytes) >= 0 else {
          return try export.fail(.file, "the host cannot write it", file.path.bytes)
        }
      }
    }
  }
}

@implementation @_cdecl("dyncolor_write_memory")
public func dyncolor_write_memory(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!, _ report: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    var options = try WriteOptions(options)
    options.isOneFile = true
    guard buffer != nil || capacity == 0 else {
      throw Failure.argument("buffer", "a buffer must not be NULL unless its capacity is 0")
    }
    guard options.format.canBeOneFile else {
      throw Failure(.unknownFormat)
    }
    var isEnough = true
    try DynColor.write(theme, options, report, &context, &position) {
      export throws(FileFailure) in
      let bytes = (export.file(0)?.bytes ?? .empty)
      length?.pointee = bytes.count
      isEnough = UInt(bitPattern: capacity) > UInt(bitPattern: bytes.count)
      guard isEnough, let buffer else { return }
      StoredText(address: UInt64(UInt(bitPattern: buffer)), count: bytes.count)
        .write(bytes.bytes, terminatedBy: 0)
    }
    guard isEnough else { throw Failure.bufferTooSmall }
  }
}
