// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Theme files: watching".

public import CDynColor

extension Watch {
  fileprivate init(_ watch: OpaquePointer?) throws(Failure) {
    guard let watch else { throw Failure.argument("watch", "an argument must not be NULL") }
    self.init(at: Handles.object(of: watch, .watch))
  }

  fileprivate init(at object: UnsafeMutableRawPointer) { self.init(guarded: Guarded(base: object)) }
}

@implementation @_cdecl("dyncolor_watch_create")
public func dyncolor_watch_create(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!, _ watch: UnsafeMutablePointer<OpaquePointer?>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingPlace { context, position throws(Failure) in
    let theme = try Theme(theme)
    let path = try required(path: path, path_length, "path")
    let options = try LoadOptions(options)
    guard options.files == nil else {
      throw Failure.argument(
        "options", "files of the host's own cannot be watched", part: ".files")
    }
    let handle = try required(watch, "watch")
    let allocator = theme.allocator
    var loaded = Report(allocator)
    var output = ReportOutput(allocator, report)
    var failure: FileFailure?
    do throws(FileFailure) {
      let made = try Watch.make(theme, path, options, &loaded) { report throws(OutOfMemory) in
        try output.prepare(report)
      }
      handle.pointee = Handles.handOut(made.guarded.base, .watch)
    } catch {
      failure = error
    }
    try output.finish(loaded, failure, &context, &position)
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
  error.reportingPlace { context, position throws(Failure) in
    let watch = try Watch(watch)
    did_load?.pointee = 0
    report?.pointee = nil
    let allocator = watch.allocator
    var loaded = Report(allocator)
    var output = ReportOutput(allocator, report)
    let outcome = watch.pump(&loaded) { report throws(OutOfMemory) in try output.prepare(report) }
    switch outcome {
    case .nothing: return
    case .loaded:
      did_load?.pointee = 1
      try output.finish(loaded, nil, &context, &position)
    case .failed(let failure): try output.finish(loaded, failure, &context, &position)
    }
  }
}

@implementation @_cdecl("dyncolor_watch_release")
public func dyncolor_watch_release(_ watch: OpaquePointer!) {
  guard let watch else { return }
  Watch(at: Handles.giveUp(watch, .watch)).release()
}
