// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Palettes and axes".

public import CDynColor

@implementation @_cdecl("dyncolor_palette_declare")
public func dyncolor_palette_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ palette: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(palette, "palette")
    output.pointee = try theme.mapped { state throws(ThemeError) in try state.declarePalette(name) }
  }
}

@implementation @_cdecl("dyncolor_palette_name")
public func dyncolor_palette_name(
  _ theme: OpaquePointer!, _ palette: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).writeName(to: name) { state in try? state.paletteName(palette) }
  }
}

@implementation @_cdecl("dyncolor_palette_count")
public func dyncolor_palette_count(_ theme: OpaquePointer!) -> Int {
  guard let theme = try? Theme(theme) else { return 0 }
  return theme.locked { state in state.palettes.count }
}

@implementation @_cdecl("dyncolor_palette_list")
public func dyncolor_palette_list(
  _ theme: OpaquePointer!, _ palette: UInt16, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    var list = try HostList(ids, capacity, count, "ids")
    let isEnough = try theme.mapped { state throws(ThemeError) in
      for _ in upTo(2) {
        try state.forEachColor(ofPalette: palette) { id in list.add(id.rawValue) }
        guard list.endPass() else { return false }
      }
      return true
    }
    guard isEnough else { throw Failure.bufferTooSmall }
  }
}

@implementation @_cdecl("dyncolor_palette_gaps")
public func dyncolor_palette_gaps(
  _ theme: OpaquePointer!, _ gaps: UnsafeMutablePointer<dyncolor_palette_gap>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    var list = try HostList(gaps, capacity, count, "gaps")
    let isEnough = try theme.mapped { state throws(ThemeError) in
      let semantics = try state.semantics()
      for _ in upTo(2) {
        state.forEachGap(semantics) { gap in list.add(dyncolor_palette_gap(gap)) }
        guard list.endPass() else { return false }
      }
      return true
    }
    guard isEnough else { throw Failure.bufferTooSmall }
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
  error.reporting { () throws(Failure) in
    try Theme(theme).mapped { state throws(ThemeError) in
      try state.setDefaultPalette(UInt64(palette))
    }
  }
}

@implementation @_cdecl("dyncolor_axis_declare")
public func dyncolor_axis_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ custom: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(custom, "custom")
    output.pointee = try theme.mapped { state throws(ThemeError) in try state.declareAxis(name) }
  }
}

@implementation @_cdecl("dyncolor_axis_declare_value")
public func dyncolor_axis_declare_value(
  _ theme: OpaquePointer!, _ custom: UInt32, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ value: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(value, "value")
    output.pointee = try theme.mapped { state throws(ThemeError) in
      try state.declareValue(name, ofAxis: custom)
    }
  }
}

@implementation @_cdecl("dyncolor_locale_declare")
public func dyncolor_locale_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ locale: UnsafeMutablePointer<UInt16>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(locale, "locale")
    output.pointee = try theme.mapped { state throws(ThemeError) in try state.declareLocale(name) }
  }
}

@implementation @_cdecl("dyncolor_locale_name")
public func dyncolor_locale_name(
  _ theme: OpaquePointer!, _ locale: UInt16, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).writeName(to: name) { state in
      state.localeNames.element(at: Int(locale) &- 1)
    }
  }
}

@implementation @_cdecl("dyncolor_subtype_declare")
public func dyncolor_subtype_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ subtype: UnsafeMutablePointer<UInt8>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(subtype, "subtype")
    output.pointee = try theme.mapped { state throws(ThemeError) in
      try state.declareSubtype(name)
    }
  }
}

@implementation @_cdecl("dyncolor_subtype_name")
public func dyncolor_subtype_name(
  _ theme: OpaquePointer!, _ subtype: UInt8, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).writeName(to: name) { state in
      state.subtypeNames.element(at: Int(subtype) &- 1)
    }
  }
}
