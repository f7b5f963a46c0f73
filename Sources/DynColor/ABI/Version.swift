// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's sections "Version" and "Status and errors".

public import CDynColor

@implementation @_cdecl("dyncolor_version")
public func dyncolor_version() -> UInt32 {
  UInt32(DYNCOLOR_VERSION_MAJOR) &* 1_000_000 &+ UInt32(DYNCOLOR_VERSION_MINOR) &* 1000
    &+ UInt32(DYNCOLOR_VERSION_PATCH)
}

@implementation @_cdecl("dyncolor_version_string")
public func dyncolor_version_string() -> UnsafePointer<CChar>! {
  constantText("1.0.0")
}

@implementation @_cdecl("dyncolor_status_name")
public func dyncolor_status_name(_ status: dyncolor_status) -> UnsafePointer<CChar>! {
  switch status {
  case DYNCOLOR_OK: constantText("DYNCOLOR_OK")
  case DYNCOLOR_ERROR_INVALID_ARGUMENT: constantText("DYNCOLOR_ERROR_INVALID_ARGUMENT")
  case DYNCOLOR_ERROR_OUT_OF_MEMORY: constantText("DYNCOLOR_ERROR_OUT_OF_MEMORY")
  case DYNCOLOR_ERROR_SYNTAX: constantText("DYNCOLOR_ERROR_SYNTAX")
  case DYNCOLOR_ERROR_INVALID_UTF8: constantText("DYNCOLOR_ERROR_INVALID_UTF8")
  case DYNCOLOR_ERROR_BUFFER_TOO_SMALL: constantText("DYNCOLOR_ERROR_BUFFER_TOO_SMALL")
  case DYNCOLOR_ERROR_UNKNOWN_NAME: constantText("DYNCOLOR_ERROR_UNKNOWN_NAME")
  case DYNCOLOR_ERROR_STALE_ID: constantText("DYNCOLOR_ERROR_STALE_ID")
  case DYNCOLOR_ERROR_FOREIGN_ID: constantText("DYNCOLOR_ERROR_FOREIGN_ID")
  case DYNCOLOR_ERROR_NAME_TAKEN: constantText("DYNCOLOR_ERROR_NAME_TAKEN")
  case DYNCOLOR_ERROR_CYCLE: constantText("DYNCOLOR_ERROR_CYCLE")
  case DYNCOLOR_ERROR_TOO_DEEP: constantText("DYNCOLOR_ERROR_TOO_DEEP")
  case DYNCOLOR_ERROR_NO_VALUE: constantText("DYNCOLOR_ERROR_NO_VALUE")
  case DYNCOLOR_ERROR_NOT_IN_SNAPSHOT: constantText("DYNCOLOR_ERROR_NOT_IN_SNAPSHOT")
  case DYNCOLOR_ERROR_TOO_MANY_COLORS: constantText("DYNCOLOR_ERROR_TOO_MANY_COLORS")
  case DYNCOLOR_ERROR_TOO_MANY_AXES: constantText("DYNCOLOR_ERROR_TOO_MANY_AXES")
  case DYNCOLOR_ERROR_TOO_MANY_PALETTES: constantText("DYNCOLOR_ERROR_TOO_MANY_PALETTES")
  case DYNCOLOR_ERROR_PROVIDER: constantText("DYNCOLOR_ERROR_PROVIDER")
  case DYNCOLOR_ERROR_TOO_COMPLEX: constantText("DYNCOLOR_ERROR_TOO_COMPLEX")
  case DYNCOLOR_ERROR_DYNAMIC: constantText("DYNCOLOR_ERROR_DYNAMIC")
  case DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES: constantText("DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES")
  case DYNCOLOR_ERROR_TOO_MANY_LAYERS: constantText("DYNCOLOR_ERROR_TOO_MANY_LAYERS")
  case DYNCOLOR_ERROR_TOO_MANY_OWNERS: constantText("DYNCOLOR_ERROR_TOO_MANY_OWNERS")
  case DYNCOLOR_ERROR_TOO_MANY_LOCALES: constantText("DYNCOLOR_ERROR_TOO_MANY_LOCALES")
  case DYNCOLOR_ERROR_TOO_MANY_SUBTYPES: constantText("DYNCOLOR_ERROR_TOO_MANY_SUBTYPES")
  case DYNCOLOR_ERROR_FILE: constantText("DYNCOLOR_ERROR_FILE")
  case DYNCOLOR_ERROR_UNKNOWN_FORMAT: constantText("DYNCOLOR_ERROR_UNKNOWN_FORMAT")
  case DYNCOLOR_ERROR_CANCELLED: constantText("DYNCOLOR_ERROR_CANCELLED")
  case DYNCOLOR_ERROR_OUTSIDE: constantText("DYNCOLOR_ERROR_OUTSIDE")
  case DYNCOLOR_ERROR_NOT_EXACT: constantText("DYNCOLOR_ERROR_NOT_EXACT")
  case DYNCOLOR_ERROR_BAD_IMAGE: constantText("DYNCOLOR_ERROR_BAD_IMAGE")
  default: constantText("unknown status")
  }
}

@inline(__always)
private func constantText(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
