// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Notes on colors".

public import CDynColor

/// What is said of a color: UTF-8 without a NUL, of any length.
@_lifetime(immortal)
@inline(never)
private func required(
  note: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let bytes = try required(text: note, length, argument)
  guard bytes.countBeforeNUL == bytes.count else {
    throw Failure.argument(argument, "a note must have no NUL in it")
  }
  if let offset = bytes.firstInvalidUTF8 { throw Failure.invalidUTF8(at: offset, in: bytes) }
  return bytes
}

/// A note as C has it; the empty text, if there is none.
private func borrowedNote(_ note: OwnedText?) -> UnsafePointer<CChar>? {
  let empty: StaticString = ""
  guard let note, !note.isEmpty else { return borrowedText(empty.bytes) }
  return borrowedText(note.text.bytes)
}

@implementation @_cdecl("dyncolor_describe")
public func dyncolor_describe(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ text: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let text = try required(note: text, length, "text")
    try theme.mapped { state throws(ThemeError) in try state.registry.describe(ColorID(id), text) }
  }
}

@implementation @_cdecl("dyncolor_description")
public func dyncolor_description(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try required(text, "text")
    let note = try theme.mapped { state throws(ThemeError) in try state.registry.note(ColorID(id)) }
    output.pointee = borrowedNote(note?.description)
  }
}

@implementation @_cdecl("dyncolor_deprecate")
public func dyncolor_deprecate(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ note: UnsafePointer<CChar>!, _ note_length: Int,
  _ replacement: dyncolor_id, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let note = try required(note: note, note_length, "note")
    guard replacement == 0 || replacement != id else {
      throw Failure.argument("replacement", "a color must not replace itself")
    }
    try theme.mapped { state throws(ThemeError) in
      try state.registry.deprecate(ColorID(id), note, ColorID(replacement))
    }
  }
}

@implementation @_cdecl("dyncolor_deprecation")
public func dyncolor_deprecation(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ note: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ replacement: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try required(note, "note")
    let found = try theme.mapped { state throws(ThemeError) in try state.registry.note(ColorID(id))
    }
    output.pointee = borrowedNote(found?.deprecation)
    replacement?.pointee = found?.replacement.rawValue ?? 0
  }
}

@implementation @_cdecl("dyncolor_annotate")
public func dyncolor_annotate(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ json: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let json = try required(note: json, length, "json")
    try theme.mapped { state throws(ThemeError) in try state.registry.annotate(ColorID(id), json) }
  }
}

@implementation @_cdecl("dyncolor_annotation")
public func dyncolor_annotation(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try required(json, "json")
    let note = try theme.mapped { state throws(ThemeError) in try state.registry.note(ColorID(id)) }
    output.pointee = borrowedNote(note?.annotation)
  }
}
