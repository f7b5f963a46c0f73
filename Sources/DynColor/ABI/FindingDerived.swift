// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Deriving" that tell derived colors from authored
// ones.

public import CDynColor

@implementation @_cdecl("dyncolor_id_is_derived")
public func dyncolor_id_is_derived(
  _ theme: OpaquePointer!, _ id: dyncolor_id,
  _ environment: UnsafePointer<dyncolor_environment>!, _ is_derived: UnsafeMutablePointer<CInt>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let output = try required(is_derived, "is_derived")
    let isDerived = try theme.withLockConvertingErrors { state throws(ThemeError) in
      let (_, recipe) = try state.registry.registered(ColorID(id))
      return ResolutionRequest(environment, state.settings, version: state.version).isDerived(
        recipe, in: state)
    }
    output.pointee = isDerived ? 1 : 0
  }
}

@implementation @_cdecl("dyncolor_snapshot_is_derived")
public func dyncolor_snapshot_is_derived(_ snapshot: OpaquePointer!, _ id: dyncolor_id) -> CInt {
  guard let snapshot = try? Snapshot(snapshot) else { return 0 }
  return snapshot.isDerived(id) ? 1 : 0
}
