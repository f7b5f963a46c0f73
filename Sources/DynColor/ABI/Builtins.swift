// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Built-in palettes".

public import CDynColor

@implementation @_cdecl("dyncolor_builtin_at")
public func dyncolor_builtin_at(
  _ index: Int, _ builtin: UnsafeMutablePointer<dyncolor_builtin>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let output = try required(builtin, "builtin")
    guard let palette = BuiltinPalette(index: index) else {
      throw Failure.unknownIndex(index, "no built-in palette has this index")
    }
    output.pointee = dyncolor_builtin(
      name: borrowedText(palette.name.bytes), version: borrowedText(palette.version.bytes),
      description: borrowedText(palette.summary.bytes), count: palette.count)
  }
}

extension BuiltinPalette {
  /// The palette with a name and a version; an empty version means the newest. Fails if no palette
  /// has this name and this version.
  fileprivate init(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ version: UnsafePointer<CChar>?,
    _ versionLength: Int
  ) throws(Failure) {
    let name = try required(name: name, length, "name")
    let version = try checked(nameOrEmpty: version, versionLength, "version")
    guard let palette = BuiltinPalette(name, version: version) else {
      var nearest: NearestName? = NearestName(name)
      var index = 0
      while let palette = BuiltinPalette(index: index) {
        // If only the version is unknown, no other name is suggested.
        if palette.name.bytes.equals(name) { nearest = nil }
        nearest?.consider(palette.name.bytes)
        index &+= 1
      }
      throw Failure.unknownName(
        name, "no built-in palette has this name and version; dyncolor_builtin_at() lists them",
        nearest)
    }
    self = palette
  }

  /// The prefix with which the names of the colors are to begin: the argument `prefix` (`given`)
  /// or, if it is NULL, the default prefix of the palette. Fails if the argument is invalid.
  @_lifetime(immortal)
  fileprivate func checkedPrefix(
    _ given: UnsafePointer<CChar>?, _ length: Int
  ) throws(Failure) -> Span<UInt8> {
    let bytes = try checked(
      prefix: given, length, greatestSuffixLength: BuiltinPalette.greatestNameLength)
    return given == nil ? prefix.bytes : bytes
  }
}

@implementation @_cdecl("dyncolor_builtin_load_n")
public func dyncolor_builtin_load_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ version: UnsafePointer<CChar>!, _ version_length: Int, _ prefix: UnsafePointer<CChar>!,
  _ prefix_length: Int, _ layer: UInt16, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let palette = try BuiltinPalette(name, name_length, version, version_length)
    let prefix = try palette.checkedPrefix(prefix, prefix_length)
    let loadedCount = try theme.withLock { state throws(Failure) in
      try palette.register(in: &state, prefix: prefix, layer: layer, throwing: Failure.self)
    }
    count?.pointee = loadedCount
  }
}
