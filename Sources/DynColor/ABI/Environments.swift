// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Environments".

public import CDynColor

@implementation @_cdecl("dyncolor_environment_inherit")
public func dyncolor_environment_inherit(
  _ child: UnsafePointer<dyncolor_environment>!, _ parent: UnsafePointer<dyncolor_environment>!,
  _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let child = try Environment(child, "child")
    let parent = try Environment(parent, "parent")
    child.inheriting(parent).write(to: try required(environment, "environment"))
  }
}

extension Adjustment {
  /// An element of the argument `adjustments`. Fails if it is invalid.
  fileprivate init(_ given: dyncolor_adjustment) throws(Failure) {
    do throws(Problem) {
      try self.init(axis: given.axis, policy: given.policy, value: UInt64(given.value))
    } catch {
      let message: StaticString =
        switch error {
        case .axis: "unknown axis; pass one of the constants of dyncolor_axis"
        case .policy: "unknown policy; pass one of the constants of dyncolor_policy"
        case .value: "the axis has no such value; pass a constant of the axis, or 0 to invert"
        case .noOpposite:
          "this axis has no opposites; invert scheme, contrast, elevation or forced colors"
        }
      throw Failure.argument("adjustments", message)
    }
  }

  /// Adjusts an environment. To invert a scheme or contrast that is not set, inverts the default of
  /// the theme; otherwise ignores the theme. If the theme is NULL, the defaults are the light
  /// scheme and the standard contrast.
  fileprivate func apply(to environment: inout Environment, _ theme: OpaquePointer?) {
    let theme = needsDefault(environment) ? try? Theme(theme) : nil
    let defaults = theme?.guarded.withLock { state in state.settings }
    apply(
      to: &environment,
      defaultScheme: defaults?.scheme ?? UInt64(DYNCOLOR_SCHEME_LIGHT.rawValue),
      defaultContrast: defaults?.contrast ?? NamedContrast.standard.value)
  }
}

@implementation @_cdecl("dyncolor_environment_adjust")
public func dyncolor_environment_adjust(
  _ environment: UnsafePointer<dyncolor_environment>!, _ theme: OpaquePointer!,
  _ adjustments: UnsafePointer<dyncolor_adjustment>!, _ count: Int,
  _ result: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    var adjusted = try Environment(zeroIfNull: environment)
    let list = try InputList(adjustments, count: count, "adjustments")
    let output = try required(result, "result")
    try list.visit { given throws(Failure) in
      try Adjustment(given).apply(to: &adjusted, theme)
    }
    adjusted.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_environment_from_name_n")
public func dyncolor_environment_from_name_n(
  _ name: UnsafePointer<CChar>!, _ length: Int,
  _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let bytes = try checked(text: name, length, "name")
    let output = try required(environment, "environment")
    guard let found = AppearanceName.environment(named: bytes) else {
      // The name may have any length. Only the part that the error can show is checked for UTF-8.
      let prefix = bytes.slice(0, ShortText.capacity)
      throw Failure.unknownName(
        bytes, checkingUTF8Of: prefix,
        "no appearance has this name; names are words such as light, dark or more")
    }
    found.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_environment_to_name")
public func dyncolor_environment_to_name(
  _ environment: UnsafePointer<dyncolor_environment>!, _ vocabulary: dyncolor_vocabulary,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let environment = try Environment(environment, "environment")
    let system = try AppearanceSystem(vocabulary)
    let output = try required(name, "name")
    guard let found = AppearanceName.canonical(for: environment, in: system) else {
      throw Failure.unknownName(
        Span(),
        "this system (dyncolor_vocabulary) has no name for this scheme with this contrast")
    }
    output.pointee = borrowedText(found)
  }
}
