// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Layers".

public import CDynColor

@implementation @_cdecl("dyncolor_layer_declare")
public func dyncolor_layer_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ above: UInt16,
  _ layer: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(layer, "layer")
    output.pointee = try theme.mapped { state throws(ThemeError) in
      try state.registry.layers.declare(name, beneath: above)
    }
  }
}

@implementation @_cdecl("dyncolor_layer_name")
public func dyncolor_layer_name(
  _ theme: OpaquePointer!, _ layer: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).writeName(to: name, or: .unknownLayer(UInt32(layer))) { state in
      state.registry.layers.name(layer)
    }
  }
}

@implementation @_cdecl("dyncolor_layer_list")
public func dyncolor_layer_list(
  _ theme: OpaquePointer!, _ layers: UnsafeMutablePointer<UInt16>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    var list = try HostList(layers, capacity, count, "layers")
    theme.locked { state in
      repeat {
        for rank in upTo(state.registry.layers.count) {
          list.add(state.registry.layers.layer(atRank: rank))
        }
      } while list.hasNextPass()
    }
    try list.end()
  }
}

@implementation @_cdecl("dyncolor_layer_drop")
public func dyncolor_layer_drop(
  _ theme: OpaquePointer!, _ layer: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    do throws(ThemeError) { try theme.drop(layer: layer) } catch { throw Failure(error) }
  }
}

@implementation @_cdecl("dyncolor_layer_unregister")
public func dyncolor_layer_unregister(
  _ theme: OpaquePointer!, _ layer: UInt16, _ id: dyncolor_id,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).mapped { state throws(ThemeError) in
      try state.unregister(ColorID(id), fromLayer: layer)
    }
  }
}

@implementation @_cdecl("dyncolor_owner_declare")
public func dyncolor_owner_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ owner: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(owner, "owner")
    output.pointee = try theme.mapped { state throws(ThemeError) in
      try state.registry.declareOwner(name)
    }
  }
}

@implementation @_cdecl("dyncolor_owner_name")
public func dyncolor_owner_name(
  _ theme: OpaquePointer!, _ owner: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).writeName(to: name, or: .unknownOwner(UInt32(owner))) { state in
      state.registry.owners.name(Int(owner))
    }
  }
}

@implementation @_cdecl("dyncolor_unregister_owner")
public func dyncolor_unregister_owner(
  _ theme: OpaquePointer!, _ owner: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    do throws(ThemeError) { try theme.unregister(owner: owner) } catch { throw Failure(error) }
  }
}

@implementation @_cdecl("dyncolor_provenance")
public func dyncolor_provenance(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ sources: UnsafeMutablePointer<dyncolor_source>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    var list = try HostList(sources, capacity, count, "sources")
    try theme.mapped { state throws(ThemeError) in
      let (record, _) = try state.registry.registered(ColorID(id))
      repeat {
        state.registry.forEachEntry(of: record) { entry in list.add(dyncolor_source(entry)) }
      } while list.hasNextPass()
    }
    try list.end()
  }
}

extension dyncolor_source {
  /// Where a color was registered, and of what it is made: kinds of recipes have the numbers of the
  /// kinds of definitions.
  fileprivate init(_ entry: Recipe) {
    self.init(
      layer: entry.source.layer, owner: entry.source.owner, kind: UInt32(entry.kind.rawValue))
  }
}
