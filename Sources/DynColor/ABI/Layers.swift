// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Layers".

public import CDynColor

@implementation @_cdecl("dyncolor_layer_declare_n")
public func dyncolor_layer_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ below: UInt16,
  _ layer: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    try required(layer, "layer").pointee = theme.withLockConvertingErrors {
      state throws(ThemeError) in
      try state.registry.layers.declare(name, below: below)
    }
  }
}

@implementation @_cdecl("dyncolor_layer_name")
public func dyncolor_layer_name(
  _ theme: OpaquePointer!, _ layer: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownLayer(UInt32(layer))) { state in
      state.registry.layers.name(layer)
    }
  }
}

@implementation @_cdecl("dyncolor_layer_count")
public func dyncolor_layer_count(_ theme: OpaquePointer!) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in state.registry.layers.count }
}

/// Finds the number of a name with `search`, and writes the number to the host's variable `number`.
/// Does not declare the name. If the name is unknown, fails with `message`, and suggests a known
/// name. `knownNames` returns the known name at an index; `nil` after the last name. `argument` is
/// the name that `number` has in the exported function.
private func find(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ number: UnsafeMutablePointer<UInt16>?, _ argument: StaticString, _ message: StaticString,
  knownNames: (borrowing ThemeState, Int) -> StoredText?,
  _ search: (borrowing ThemeState, Span<UInt8>) -> Int?
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name")
  let output = try required(number, argument)
  guard let found = theme.withLock({ state in search(state, name) }) else {
    let nearest = theme.withLock { state in
      NearestName(name, knownNames: { index in knownNames(state, index) })
    }
    throw Failure.unknownName(name, message, nearest)
  }
  output.pointee = UInt16(truncatingIfNeeded: found)
}

@implementation @_cdecl("dyncolor_layer_find_n")
public func dyncolor_layer_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ layer: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try find(
      theme, name, name_length, layer, "layer",
      "no layer has this name; declare a new one with dyncolor_layer_declare()",
      knownNames: { state, index in state.registry.layers.name(UInt16(truncatingIfNeeded: index)) }
    ) { state, name in
      state.registry.layers.layer(named: name).map { Int($0) }
    }
  }
}

@implementation @_cdecl("dyncolor_theme_layers")
public func dyncolor_theme_layers(
  _ theme: OpaquePointer!, _ layers: UnsafeMutablePointer<UInt16>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    var list = try ResultBuffer(layers, capacity, count, "layers")
    theme.withLock { state in
      list.fill { list in state.registry.layers.forEachLayer { list.add($0) } }
    }
    try list.finish()
  }
}

@implementation @_cdecl("dyncolor_layer_clear")
public func dyncolor_layer_clear(
  _ theme: OpaquePointer!, _ layer: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try convertingErrors { () throws(ThemeError) in try theme.clear(layer: layer) }
  }
}

@implementation @_cdecl("dyncolor_layer_unregister")
public func dyncolor_layer_unregister(
  _ theme: OpaquePointer!, _ layer: UInt16, _ id: dyncolor_id,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.unregister(ColorID(id), fromLayer: layer)
    }
  }
}

@implementation @_cdecl("dyncolor_owner_declare_n")
public func dyncolor_owner_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ owner: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    try required(owner, "owner").pointee = theme.withLockConvertingErrors {
      state throws(ThemeError) in
      try state.registry.declareOwner(name)
    }
  }
}

@implementation @_cdecl("dyncolor_owner_name")
public func dyncolor_owner_name(
  _ theme: OpaquePointer!, _ owner: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownOwner(UInt32(owner))) { state in
      state.registry.owners.name(Int(owner))
    }
  }
}

@implementation @_cdecl("dyncolor_owner_count")
public func dyncolor_owner_count(_ theme: OpaquePointer!) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.withLock { state in state.registry.owners.count }
}

@implementation @_cdecl("dyncolor_owner_find_n")
public func dyncolor_owner_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ owner: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try find(
      theme, name, name_length, owner, "owner",
      "no owner has this name; declare a new one with dyncolor_owner_declare()",
      // Owners are numbered from 1, layers from 0.
      knownNames: { state, index in state.registry.owners.name(index &+ 1) }
    ) { state, name in
      let number = state.registry.owners.number(of: name)
      return number == 0 ? nil : number
    }
  }
}

@implementation @_cdecl("dyncolor_owner_clear")
public func dyncolor_owner_clear(
  _ theme: OpaquePointer!, _ owner: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try convertingErrors { () throws(ThemeError) in try theme.clear(owner: owner) }
  }
}

@implementation @_cdecl("dyncolor_id_sources")
public func dyncolor_id_sources(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ sources: UnsafeMutablePointer<dyncolor_source>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    var list = try ResultBuffer(sources, capacity, count, "sources")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      let (record, _) = try state.registry.registered(ColorID(id))
      list.fill { list in
        state.registry.forEachEntry(of: record) { list.add(dyncolor_source($0)) }
      }
    }
    try list.finish()
  }
}

extension dyncolor_source {
  /// The layer, the owner and the kind of a definition, whose recipe is `entry`. Kinds of recipes
  /// have the same numbers as kinds of definitions.
  fileprivate init(_ entry: Recipe) {
    self.init(
      layer: entry.source.layer, owner: entry.source.owner, kind: UInt32(entry.kind.rawValue))
  }
}
