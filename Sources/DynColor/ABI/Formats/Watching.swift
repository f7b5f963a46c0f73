// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Watching files".
// Options are read in LoadingFiles.swift.

public import CDynColor

extension Watch {
  /// The watch of a handle, which must not be NULL.
  fileprivate init(_ watch: OpaquePointer?) throws(Failure) {
    self.init(at: Handles.object(of: try required(watch, "watch"), .watch))
  }

  /// The watch of the object that a handle stands for.
  fileprivate init(at object: UnsafeMutableRawPointer) { self.init(guarded: Guarded(base: object)) }
}

@implementation @_cdecl("dyncolor_watch_create_n")
public func dyncolor_watch_create_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!, _ watch: UnsafeMutablePointer<OpaquePointer?>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails(theme) { theme, errorDetails throws(Failure) in
    let path = try required(path: path, path_length, "path")
    let options = try LoadOptions(watching: options)
    let output = try required(watch, "watch")
    try errorDetails.withReport(to: report, theme.allocator) {
      reportOfLoad, copyReportForHost throws(FileFailure) in
      // `Watch.make` calls `copyReportForHost` before it commits, because the copy may fail.
      let newWatch = try Watch.make(
        theme, path, options, &reportOfLoad, beforeCommit: copyReportForHost)
      output.pointee = Handles.makeHandle(newWatch.guarded.base, .watch)
    }
  }
}

@implementation @_cdecl("dyncolor_watch_descriptor")
public func dyncolor_watch_descriptor(_ watch: OpaquePointer!) -> Int32 {
  (try? Watch(watch).descriptor) ?? -1
}

@implementation @_cdecl("dyncolor_watch_pump")
public func dyncolor_watch_pump(
  _ watch: OpaquePointer!, _ did_load: UnsafeMutablePointer<Int32>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails { errorDetails throws(Failure) in
    let watch = try Watch(watch)
    did_load?.pointee = 0
    report?.pointee = nil
    try errorDetails.withReport(to: report, watch.allocator) {
      reportOfLoad, copyReportForHost throws(FileFailure) in
      if try watch.pump(&reportOfLoad, beforeCommit: copyReportForHost) { did_load?.pointee = 1 }
    }
  }
}

@implementation @_cdecl("dyncolor_watch_release")
public func dyncolor_watch_release(_ watch: OpaquePointer!) {
  guard let watch else { return }
  Watch(at: Handles.removeHostReference(to: watch, .watch)).release()
}
