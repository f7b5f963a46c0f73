// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Writing files".

public import CDynColor

extension WriteOptions {
  /// The options at a pointer, which may be NULL. If the options do not name a format, `path`
  /// determines the format. Fails if the options name no format and `path` is `nil`.
  init(
    _ pointer: UnsafePointer<dyncolor_write_options>?, path: Span<UInt8>? = nil
  ) throws(Failure) {
    // Without options, all fields are 0.
    var given = dyncolor_write_options()
    if let pointer { given = try checkedStruct(pointer, pointer.pointee.size, "options") }
    try require(
      given.flags & ~DYNCOLOR_WRITE_CLASSES.rawValue == 0 && given.reserved == 0, "options",
      CommonMessage.invalidOption)
    guard given.layout == 0 || PixelLayout(given.layout) != nil else {
      throw Failure.argument(
        "options", PixelLayout.messageForInvalid(given.layout), field: ".layout")
    }
    var format = FileFormat(rawValue: given.format)
    try require(
      format != nil || given.format == 0, "options",
      "not a constant of dyncolor_format; set format to one, such as DYNCOLOR_FORMAT_JSON",
      field: ".format")
    if format == nil, let path { format = FileFormat(forWriting: path) }
    guard let format, format.isWritable else {
      throw Failure.unwritableFormat(
        given.format == 0 ? path : nil,
        CommonMessage.unwritableFormat)
    }
    self.init(format: format)
    if let path {
      isOneFile = !format.isWrittenAsDirectory(at: path)
      // Design tokens in a file called *.tokens or *.tokens.json have one value for each color. In
      // a file of any other name, they are a resolver document, with the tokens of all
      // environments.
      isTokenFile = format == .tokens && path.isTokenFileName
      fileName = StoredText(path.fileStem)
    }
    layout = given.layout
    usesClasses = given.flags & DYNCOLOR_WRITE_CLASSES.rawValue != 0
    try requireLength(of: given.name, given.name_length, "name", CommonMessage.noNameLength)
    name = StoredText(try checked(nameOrEmpty: given.name, given.name_length, "name"))
    let count = given.environment_count
    try require(
      count >= 0 && count <= Int(DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS), "options",
      "there can be at most DYNCOLOR_MAX_WRITTEN_ENVIRONMENTS environments",
      field: ".environment_count")
    guard count > 0 else { return }
    let start = try required(given.environments, "environments")
    for index in upTo(count) {
      _ = try Environment(zeroIfNull: start + index)
      if let names = given.environment_names {
        _ = try required(name: names[index], nulTerminatedLength, "environment_names")
      }
    }
    environments = HostEnvironments(
      environmentsAddress: UInt64(UInt(bitPattern: start)),
      namesAddress: UInt64(UInt(bitPattern: given.environment_names)), count: count)
  }

  /// The options for output to memory, which must be one file. The pointer may be NULL.
  init(oneFile pointer: UnsafePointer<dyncolor_write_options>?) throws(Failure) {
    try self.init(pointer)
    guard format.canBeOneFile else {
      throw Failure.unwritableFormat(
        nil, "the format has several files; write them with dyncolor_theme_write()")
    }
    isOneFile = true
  }
}

/// Exports a theme, and then calls `deliver`, which passes the written files on and may fail. A
/// file that has been passed on cannot be taken back, so everything else that can fail comes before
/// `deliver`.
@inline(never)
private func export(
  _ theme: Theme, _ options: WriteOptions, _ report: UnsafeMutablePointer<OpaquePointer?>?,
  _ errorDetails: inout FailureDetails, _ deliver: (inout ExportSession) throws(FileFailure) -> Void
) throws(Failure) {
  let environments = options.environments
  for index in upTo(environments.count) {
    do throws(ThemeError) {
      try theme.requireKnownNumbers(in: Environment(validated: environments.words(index)))
    } catch { throw Failure(error).at(index, of: "environments") }
  }
  try errorDetails.withReport(to: report, theme.allocator) {
    reportOfWrite, copyReportForHost throws(FileFailure) in
    // The host gets the copy if all goes well, and otherwise `reportOfWrite`.
    var session = try ExportSession.make(theme, options)
    defer { reportOfWrite = session.takeReport() }
    try session.write()
    try convertingOutOfMemory(try copyReportForHost(session.report))
    try deliver(&session)
  }
}

@implementation @_cdecl("dyncolor_theme_write_n")
public func dyncolor_theme_write_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_write_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let path = try required(path: path, path_length, "path")
    let options = try WriteOptions(options, path: path)
    try export(theme, options, report, &errorDetails) { session throws(FileFailure) in
      try session.writeFiles(at: path)
    }
  }
}

@implementation @_cdecl("dyncolor_theme_write_files")
public func dyncolor_theme_write_files(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ function: dyncolor_file_function!, _ user_data: UnsafeMutableRawPointer!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let options = try WriteOptions(options)
    let receiver = HostFileReceiver(
      callback: HostCallback(try required(function, "function"), user_data))
    try export(theme, options, report, &errorDetails) { session throws(FileFailure) in
      try session.sendFiles(to: receiver)
    }
  }
}

@implementation @_cdecl("dyncolor_theme_write_memory")
public func dyncolor_theme_write_memory(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!, _ report: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let options = try WriteOptions(oneFile: options)
    try require(buffer: buffer, capacity, "buffer")
    // The size that the buffer must have; `nil` if the text fits.
    var neededSize: Int?
    try export(theme, options, report, &errorDetails) { session throws(FileFailure) in
      let text = session.file(0)?.text ?? .empty
      let isWritten = writeIfFits(text.bytes, to: buffer, capacity, length)
      neededSize = isWritten ? nil : text.count &+ 1
    }
    if let neededSize { throw Failure.bufferTooSmall(needing: neededSize) }
  }
}
