// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Palettes and axes".

public import CDynColor

/// Returns the number of a declared name to the host. Numbers of axes count from 0.
@inline(__always)
private func declare<Number: FixedWidthInteger>(
  _ kind: Vocabulary.Kind, _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ number: UnsafeMutablePointer<Number>?, _ argument: StaticString
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name")
  let output = try required(number, argument)
  let declared = try theme.mapped { state throws(ThemeError) in try state.declare(name, kind) }
  if case .axis = kind {
    output.pointee = Number(truncatingIfNeeded: declared &- 1)
  } else {
    output.pointee = Number(truncatingIfNeeded: declared)
  }
}

@implementation @_cdecl("dyncolor_palette_declare_n")
public func dyncolor_palette_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ palette: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.palette, theme, name, name_length, palette, "palette")
  }
}

@implementation @_cdecl("dyncolor_palette_name")
public func dyncolor_palette_name(
  _ theme: OpaquePointer!, _ palette: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownPalette(UInt32(palette))) { state in
      state.vocabulary.name(Int(palette), .palette)
    }
  }
}

@implementation @_cdecl("dyncolor_palette_count")
public func dyncolor_palette_count(_ theme: OpaquePointer!) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.locked { state in state.vocabulary.count(.palette) }
}

@implementation @_cdecl("dyncolor_palette_colors")
public func dyncolor_palette_colors(
  _ theme: OpaquePointer!, _ palette: UInt16, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let room = try HostList(ids, capacity, count, "ids")
    let list = try theme.scanned { scan throws(Scan.Interruption) in
      var list = room
      try list.fill { list throws(Scan.Interruption) in
        try scan.forEachColor(inPalette: palette) { list.add($0) }
      }
      return list
    }
    try list.end()
  }
}

@implementation @_cdecl("dyncolor_palette_gaps")
public func dyncolor_palette_gaps(
  _ theme: OpaquePointer!, _ gaps: UnsafeMutablePointer<dyncolor_palette_gap>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let room = try HostList(gaps, capacity, count, "gaps")
    let list = try theme.scanned { scan throws(Scan.Interruption) in
      var list = room
      let semantics = try Semantics.find(scan)
      try list.fill { list throws(Scan.Interruption) in
        try semantics.forEachGap(scan) { list.add(dyncolor_palette_gap($0)) }
      }
      return list
    }
    try list.end()
  }
}

extension dyncolor_palette_gap {
  fileprivate init(_ gap: PaletteGap) {
    self.init(
      palette: gap.palette, reserved: 0, example: gap.example.rawValue,
      semantic: borrowedText(gap.semantic.bytes))
  }
}

@implementation @_cdecl("dyncolor_theme_set_default_palette")
public func dyncolor_theme_set_default_palette(
  _ theme: OpaquePointer!, _ palette: UInt16, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.mapped { state throws(ThemeError) in
      try state.setDefaultPalette(UInt64(palette))
    }
  }
}

@implementation @_cdecl("dyncolor_axis_declare_n")
public func dyncolor_axis_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ custom: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.axis, theme, name, name_length, custom, "custom")
  }
}

@implementation @_cdecl("dyncolor_axis_declare_value_n")
public func dyncolor_axis_declare_value_n(
  _ theme: OpaquePointer!, _ custom: UInt32, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ value: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.value(axis: Int(custom)), theme, name, name_length, value, "value")
  }
}

@implementation @_cdecl("dyncolor_locale_declare_n")
public func dyncolor_locale_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ locale: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.locale, theme, name, name_length, locale, "locale")
  }
}

@implementation @_cdecl("dyncolor_locale_name")
public func dyncolor_locale_name(
  _ theme: OpaquePointer!, _ locale: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownLocale(UInt32(locale))) { state in
      state.vocabulary.name(Int(locale), .locale)
    }
  }
}

@implementation @_cdecl("dyncolor_subtype_declare_n")
public func dyncolor_subtype_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ subtype: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try declare(.subtype, theme, name, name_length, subtype, "subtype")
  }
}

@implementation @_cdecl("dyncolor_subtype_name")
public func dyncolor_subtype_name(
  _ theme: OpaquePointer!, _ subtype: UInt8, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.writeName(to: name, or: .unknownSubtype(UInt32(subtype))) { state in
      state.vocabulary.name(Int(subtype), .subtype)
    }
  }
}
