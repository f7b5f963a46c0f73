// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Notes on colors".

public import CDynColor

/// Calls `read` with the note of a color, or with `nil` if the color has none. Returns what `read`
/// returns. The lock is held while `read` runs, so that no other thread replaces the note. `read`
/// may return addresses of the note's texts, which stay valid until the note is replaced.
private func readNote<Result>(
  _ theme: Theme, _ id: dyncolor_id, _ read: (Notes.Note?) -> Result
) throws(Failure) -> Result {
  try theme.withLockConvertingErrors { state throws(ThemeError) in
    read(try state.registry.note(ColorID(id)))
  }
}

@implementation @_cdecl("dyncolor_id_set_description_n")
public func dyncolor_id_set_description_n(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ text: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let text = try checked(note: text, length, "text")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.registry.describe(ColorID(id), text)
    }
  }
}

@implementation @_cdecl("dyncolor_id_description")
public func dyncolor_id_description(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ text: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(text, "text")
    output.pointee = try readNote(theme, id) { note in borrowedText(note?.description.text) }
  }
}

@implementation @_cdecl("dyncolor_id_set_deprecation_n")
public func dyncolor_id_set_deprecation_n(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ note: UnsafePointer<CChar>!, _ note_length: Int,
  _ replacement: dyncolor_id, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let deprecationText = try checked(note: note, note_length, "note")
    try require(
      replacement == 0 || replacement != id, "replacement",
      "a deprecated color must not be its own replacement")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.registry.deprecate(ColorID(id), deprecationText, ColorID(replacement))
    }
  }
}

@implementation @_cdecl("dyncolor_id_deprecation")
public func dyncolor_id_deprecation(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ note: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ replacement: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(note, "note")
    let (text, replacementID) = try readNote(theme, id) { note in
      (borrowedText(note?.deprecation.text), note?.replacement.rawValue ?? 0)
    }
    output.pointee = text
    replacement?.pointee = replacementID
  }
}

@implementation @_cdecl("dyncolor_id_set_annotation_n")
public func dyncolor_id_set_annotation_n(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ json: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let json = try checked(note: json, length, "json")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.registry.annotate(ColorID(id), json)
    }
  }
}

@implementation @_cdecl("dyncolor_id_annotation")
public func dyncolor_id_annotation(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(json, "json")
    output.pointee = try readNote(theme, id) { note in borrowedText(note?.annotation.text) }
  }
}
