// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Built-in palettes".

public import CDynColor

@implementation @_cdecl("dyncolor_builtin_at")
public func dyncolor_builtin_at(
  _ index: Int, _ builtin: UnsafeMutablePointer<dyncolor_builtin>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let output = try required(builtin, "builtin")
    guard let palette = BuiltinPalette(place: index) else {
      throw Failure(ThemeError(.unknownName))
    }
    output.pointee = dyncolor_builtin(
      name: borrowedText(palette.name.bytes), version: borrowedText(palette.version.bytes),
      description: borrowedText(palette.about.bytes), count: palette.count)
  }
}

@implementation @_cdecl("dyncolor_builtin_load")
public func dyncolor_builtin_load(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ version: UnsafePointer<CChar>!, _ version_length: Int, _ prefix: UnsafePointer<CChar>!,
  _ prefix_length: Int, _ layer: UInt16, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let version = try required(name: version, version_length, "version", mayBeEmpty: true)
    let given = try required(name: prefix, prefix_length, "prefix", mayBeEmpty: true)
    guard let palette = BuiltinPalette(name, version: version) else {
      throw Failure.unknownName(name, "no palette of this name and version is built in")
    }
    guard given.count <= Int(DYNCOLOR_MAX_NAME) &- BuiltinPalette.greatestName else {
      throw Failure.argument("prefix", "names must have at most DYNCOLOR_MAX_NAME bytes")
    }
    let loaded = try theme.mapped { state throws(ThemeError) in
      try palette.register(
        in: &state, prefix: prefix == nil ? palette.prefix.bytes : given, layer: layer)
    }
    count?.pointee = loaded
  }
}
