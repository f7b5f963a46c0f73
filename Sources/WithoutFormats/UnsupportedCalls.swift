// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What a library that is built with DYNCOLOR_FORMATS=OFF has in place of ABI/Formats: the same
// functions. Those that return a status fail. The others take objects that cannot exist without
// formats, such as reports and audits, and return what they return for NULL.

public import CDynColor

extension UnsafeMutablePointer<dyncolor_error>? {
  /// Fails with `DYNCOLOR_ERROR_UNSUPPORTED`.
  @inline(never)
  fileprivate func reportingUnsupported() -> dyncolor_status {
    reporting { () throws(Failure) in
      throw Failure.withStatus(
        .unsupported,
        "built without file formats and audits; build the library with DYNCOLOR_FORMATS=ON")
    }
  }
}

@implementation @_cdecl("dyncolor_theme_load_n")
public func dyncolor_theme_load_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_theme_load_memory_n")
public func dyncolor_theme_load_memory_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ bytes: UnsafeRawPointer!, _ size: Int, _ options: UnsafePointer<dyncolor_load_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_theme_check")
public func dyncolor_theme_check(
  _ theme: OpaquePointer!, _ report: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_sink_append")
public func dyncolor_sink_append(
  _ sink: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dyncolor_status {
  DYNCOLOR_ERROR_UNSUPPORTED
}

@implementation @_cdecl("dyncolor_sink_add_n")
public func dyncolor_sink_add_n(
  _ sink: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ is_folder: Int32
) -> dyncolor_status {
  DYNCOLOR_ERROR_UNSUPPORTED
}

@implementation @_cdecl("dyncolor_report_findings")
public func dyncolor_report_findings(
  _ report: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_finding>! {
  count?.pointee = 0
  return nil
}

@implementation @_cdecl("dyncolor_report_omitted")
public func dyncolor_report_omitted(_ report: OpaquePointer!) -> Int {
  0
}

@implementation @_cdecl("dyncolor_report_colors")
public func dyncolor_report_colors(_ report: OpaquePointer!) -> Int {
  0
}

@implementation @_cdecl("dyncolor_report_release")
public func dyncolor_report_release(_ report: OpaquePointer!) {}

@implementation @_cdecl("dyncolor_theme_write_n")
public func dyncolor_theme_write_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_write_options>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_theme_write_files")
public func dyncolor_theme_write_files(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ function: dyncolor_file_function!, _ user_data: UnsafeMutableRawPointer!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_theme_write_memory")
public func dyncolor_theme_write_memory(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_write_options>!,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!, _ report: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_watch_create_n")
public func dyncolor_watch_create_n(
  _ theme: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ path_length: Int,
  _ options: UnsafePointer<dyncolor_load_options>!, _ watch: UnsafeMutablePointer<OpaquePointer?>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_watch_descriptor")
public func dyncolor_watch_descriptor(_ watch: OpaquePointer!) -> Int32 {
  -1
}

@implementation @_cdecl("dyncolor_watch_pump")
public func dyncolor_watch_pump(
  _ watch: OpaquePointer!, _ did_load: UnsafeMutablePointer<Int32>!,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_watch_release")
public func dyncolor_watch_release(_ watch: OpaquePointer!) {}

@implementation @_cdecl("dyncolor_theme_derive")
public func dyncolor_theme_derive(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_derive_options>!,
  _ counts: UnsafeMutablePointer<dyncolor_derive_counts>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_theme_audit")
public func dyncolor_theme_audit(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_audit_options>!,
  _ audit: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_audit_findings")
public func dyncolor_audit_findings(
  _ audit: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_audit_finding>! {
  count?.pointee = 0
  return nil
}

@implementation @_cdecl("dyncolor_audit_total")
public func dyncolor_audit_total(
  _ audit: OpaquePointer!, _ sums: UnsafeMutablePointer<dyncolor_audit_sums>!
) {
  sums?.pointee = dyncolor_audit_sums()
}

@implementation @_cdecl("dyncolor_theme_repair")
public func dyncolor_theme_repair(
  _ theme: OpaquePointer!, _ audit: OpaquePointer!,
  _ counts: UnsafeMutablePointer<dyncolor_repair_counts>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_audit_write_n")
public func dyncolor_audit_write_n(
  _ audit: OpaquePointer!, _ format: dyncolor_audit_format, _ path: UnsafePointer<CChar>!,
  _ path_length: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingUnsupported()
}

@implementation @_cdecl("dyncolor_audit_release")
public func dyncolor_audit_release(_ audit: OpaquePointer!) {}
