// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the function of the header's section "Deriving" that derives.

public import CDynColor

extension DeriveOptions {
  /// The options at a pointer, which may be NULL.
  fileprivate init(
    _ pointer: UnsafePointer<dyncolor_derive_options>?, _ theme: Theme
  ) throws(Failure) {
    roles = Buffer(theme.allocator)
    guard let pointer else { return }
    let given = try checkedStruct(pointer, pointer.pointee.size, "options")
    let all = DYNCOLOR_DERIVE_SCHEME.rawValue | DYNCOLOR_DERIVE_CONTRAST.rawValue
    try require(given.what & ~all == 0, "options", CommonMessage.invalidOption)
    if given.what != 0 {
      derivesScheme = given.what & DYNCOLOR_DERIVE_SCHEME.rawValue != 0
      derivesContrast = given.what & DYNCOLOR_DERIVE_CONTRAST.rawValue != 0
    }
    if given.background != 0 {
      background = ColorID(given.background)
      try theme.requireRegistered(background)
    }
    try require(
      given.role_count >= 0 && given.role_count <= Int(DYNCOLOR_MAX_COLORS), "options",
      "there can be at most DYNCOLOR_MAX_COLORS roles", field: ".role_count")
    for index in upTo(given.role_count) {
      do throws(Failure) {
        try choose(required(given.roles, "roles")[index], in: theme)
      } catch { throw error.at(index, of: "roles") }
    }
  }

  /// Records in `roles` the role that the host has chosen for a color. `roles` has an element for
  /// each color, in the order of their rows, up to the last color with a chosen role: the number of
  /// the role, or 0 if none was chosen.
  private mutating func choose(
    _ given: dyncolor_color_role, in theme: Theme
  ) throws(Failure) {
    let role = try checkedEnum(
      ColorRole(rawValue: given.role), "roles",
      "not a constant of dyncolor_role; set role to one, such as DYNCOLOR_ROLE_TEXT")
    let id = ColorID(given.id)
    try theme.requireRegistered(id)
    try convertingErrors { () throws(ThemeError) in
      try orOutOfMemory { () throws(OutOfMemory) in
        if roles.count < id.index {
          try roles.append(repeating: 0, count: id.index &- roles.count)
        }
      }
    }
    roles.replace(at: id.index &- 1, with: UInt8(truncatingIfNeeded: role.rawValue))
  }
}

@implementation @_cdecl("dyncolor_theme_derive")
public func dyncolor_theme_derive(
  _ theme: OpaquePointer!, _ options: UnsafePointer<dyncolor_derive_options>!,
  _ counts: UnsafeMutablePointer<dyncolor_derive_counts>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let options = try DeriveOptions(options, theme)
    let made = try convertingErrors { () throws(ThemeError) in
      try DerivedDefinitions.derive(theme, options)
    }
    counts?.pointee = dyncolor_derive_counts(
      derived: made.derived, complete: made.complete, following: made.following,
      skipped: made.skipped)
  }
}
