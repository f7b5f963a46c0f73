// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's sections "Version" and "Status and errors".

public import CDynColor

@implementation @_cdecl("dyncolor_version")
public func dyncolor_version() -> UInt32 {
  UInt32(DYNCOLOR_VERSION_MAJOR) &* 1_000_000 &+ UInt32(DYNCOLOR_VERSION_MINOR) &* 1000
    &+ UInt32(DYNCOLOR_VERSION_PATCH)
}

@implementation @_cdecl("dyncolor_version_string")
public func dyncolor_version_string() -> UnsafePointer<CChar>! {
  borrowedText(ConstantText("1.0.0").bytes)
}

@implementation @_cdecl("dyncolor_status_name")
public func dyncolor_status_name(_ status: dyncolor_status) -> UnsafePointer<CChar>! {
  let listedStatus = Status(rawValue: status.rawValue)
  return borrowedText((listedStatus?.name ?? ConstantText("unknown status")).bytes)
}
