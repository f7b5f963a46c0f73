// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Providers" that take a context.

public import CDynColor

@implementation @_cdecl("dyncolor_context_axis")
public func dyncolor_context_axis(_ context: OpaquePointer!, _ axis: UInt32) -> UInt32 {
  // Axes have the indices below that of `Axis.reservedBytes`, which is not an axis.
  guard let context, axis < Axis.reservedBytes.index else { return 0 }
  let providerContext = Handles.object(of: context, .context).assumingMemoryBound(
    to: Theme.ProviderContext.self)
  return UInt32(truncatingIfNeeded: providerContext.pointee.readValue(of: Axis(index: Int(axis))))
}

@implementation @_cdecl("dyncolor_context_environment")
public func dyncolor_context_environment(
  _ context: OpaquePointer!, _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let providerContext = try requiredContext(context)
    let output = try required(environment, "environment")
    // The provider may read every axis, so its color depends on all of them.
    providerContext.pointee.reads.axes.formUnion(.all)
    providerContext.pointee.environment.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_context_resolve")
public func dyncolor_context_resolve(
  _ context: OpaquePointer!, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingDetails { errorDetails throws(Failure) in
    let providerContext = try requiredContext(context)
    let output = try required(color, "color")
    // The dependency is recorded even if the color cannot be resolved.
    defer { providerContext.pointee.recordDependency(on: ColorID(id)) }
    let caller = providerContext.pointee
    try convertingErrors { () throws(ThemeError) in
      try caller.theme.resolve(ColorID(id), for: caller, errorContext: &errorDetails.context).write(
        to: output)
    }
  }
}

@implementation @_cdecl("dyncolor_context_theme")
public func dyncolor_context_theme(_ context: OpaquePointer!) -> OpaquePointer! {
  (try? requiredContext(context))?.pointee.theme.existingHandle
}

/// The provider context of a handle, which must not be NULL.
private func requiredContext(
  _ context: OpaquePointer?
) throws(Failure) -> UnsafeMutablePointer<Theme.ProviderContext> {
  Handles.object(of: try required(context, "context"), .context)
    .assumingMemoryBound(to: Theme.ProviderContext.self)
}
