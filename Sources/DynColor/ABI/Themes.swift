// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Themes".

public import CDynColor

extension Theme {
  /// Fails if no color with this id is registered.
  func requireRegistered(_ id: ColorID) throws(Failure) {
    try withLockConvertingErrors { state throws(ThemeError) in
      _ = try state.registry.registered(id)
    }
  }

  /// Creates an empty theme.
  init(_ options: ThemeOptions) throws(Failure) {
    do throws(OutOfMemory) {
      self = try Theme.make(
        options.allocator, budget: options.budget,
        defaultScheme: options.scheme ?? UInt64(DYNCOLOR_SCHEME_LIGHT.rawValue))
    } catch {
      throw Failure(.outOfMemory)
    }
  }

  /// The theme of a handle, which must not be NULL.
  init(_ theme: OpaquePointer?) throws(Failure) {
    self.init(at: Handles.object(of: try required(theme, "theme"), .theme))
  }

  /// The theme of the object that a handle stands for.
  init(at object: UnsafeMutableRawPointer) { self.init(guarded: Guarded(base: object)) }

  /// Makes the handle that the host gets for a new theme.
  func makeHandle() -> OpaquePointer { Handles.makeHandle(guarded.base, .theme) }

  /// The handle that the host has for this theme already. Does not add a reference.
  var existingHandle: OpaquePointer { Handles.handle(of: guarded.base) }
}

/// The options of a new theme.
struct ThemeOptions {
  private(set) var allocator = Allocator.standard
  /// The memory budget of the cache, in bytes: 32 MiB unless the host has set another.
  private(set) var budget = 32 << 20
  /// The default scheme; `nil` if the host has not set it.
  private(set) var scheme: UInt64?

  /// The options at a pointer, which may be NULL.
  init(_ pointer: UnsafePointer<dyncolor_theme_options>?) throws(Failure) {
    guard let pointer else { return }
    let options = try checkedStruct(pointer, pointer.pointee.size, "options")
    if let resize = options.resize {
      allocator = Allocator(resize: resize, userData: options.resize_user_data)
    }
    if options.memory_budget != 0 {
      budget = Int(bitPattern: min(UInt(bitPattern: options.memory_budget), UInt(Int.max)))
    }
    try require(
      options.default_scheme <= DYNCOLOR_SCHEME_DARK.rawValue && options.reserved == 0, "options",
      CommonMessage.invalidOption)
    if options.default_scheme != 0 { scheme = UInt64(options.default_scheme) }
  }
}

@implementation @_cdecl("dyncolor_theme_create")
public func dyncolor_theme_create(
  _ options: UnsafePointer<dyncolor_theme_options>!, _ theme: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let options = try ThemeOptions(options)
    try required(theme, "theme").pointee = Theme(options).makeHandle()
  }
}

@implementation @_cdecl("dyncolor_theme_retain")
public func dyncolor_theme_retain(_ theme: OpaquePointer!) -> OpaquePointer! {
  guard let theme else { return nil }
  Theme(at: Handles.addHostReference(to: theme, .theme)).retain()
  return theme
}

@implementation @_cdecl("dyncolor_theme_release")
public func dyncolor_theme_release(_ theme: OpaquePointer!) {
  guard let theme else { return }
  Theme(at: Handles.removeHostReference(to: theme, .theme)).release()
}

@implementation @_cdecl("dyncolor_theme_generation")
public func dyncolor_theme_generation(_ theme: OpaquePointer!) -> UInt64 {
  (try? Theme(theme).generation) ?? 0
}

@implementation @_cdecl("dyncolor_theme_fingerprint")
public func dyncolor_theme_fingerprint(_ theme: OpaquePointer!) -> UInt64 {
  guard let theme = try? Theme(theme) else { return 0 }
  return (try? Fingerprint.of(theme)) ?? 0
}

@implementation @_cdecl("dyncolor_theme_set_default_scheme")
public func dyncolor_theme_set_default_scheme(
  _ theme: OpaquePointer!, _ scheme: dyncolor_scheme, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try require(
      scheme == DYNCOLOR_SCHEME_LIGHT || scheme == DYNCOLOR_SCHEME_DARK, "scheme",
      "the default scheme must be DYNCOLOR_SCHEME_LIGHT or DYNCOLOR_SCHEME_DARK")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.setDefaultScheme(UInt64(scheme.rawValue))
    }
  }
}

@implementation @_cdecl("dyncolor_theme_set_default_contrast")
public func dyncolor_theme_set_default_contrast(
  _ theme: OpaquePointer!, _ contrast: UInt8, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try require(
      contrast > 0 && UInt64(contrast) <= Axis.contrast.greatestValue, "contrast",
      "the default contrast must be a constant of dyncolor_contrast, or a step between")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.setDefaultContrast(UInt64(contrast))
    }
  }
}

extension LevelOpacities {
  /// The host's array with an opacity for each level; the standard opacities for NULL.
  fileprivate init(_ opacities: UnsafePointer<Double>?) throws(Failure) {
    guard let opacities else {
      self = .standard
      return
    }
    self.init { opacities[$0] }
    for level in upTo(LeveledColor.levelCount) where !(self[level] >= 0 && self[level] <= 1) {
      throw Failure.argument("opacities", "an opacity must be from 0 to 1").at(
        level, of: "opacities")
    }
    guard self[0] == 1 else {
      throw Failure.argument("opacities", "the opacity of the primary level must be 1")
        .at(0, of: "opacities")
    }
  }
}

@implementation @_cdecl("dyncolor_theme_set_level_opacities")
public func dyncolor_theme_set_level_opacities(
  _ theme: OpaquePointer!, _ opacities: UnsafePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let levels = try LevelOpacities(opacities)
    try theme.withLockConvertingErrors { state throws(ThemeError) in try state.setLevels(levels) }
  }
}

@implementation @_cdecl("dyncolor_theme_level_opacities")
public func dyncolor_theme_level_opacities(
  _ theme: OpaquePointer!, _ opacities: UnsafeMutablePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(opacities, "opacities")
    let levels = theme.withLock { state in state.settings.levels }
    for level in upTo(LeveledColor.levelCount) { output[level] = levels[level] }
  }
}

extension Theme {
  /// Calls `body` with the locked state, and converts errors of the theme to failures.
  func withLockConvertingErrors<Result>(
    _ body: (inout ThemeState) throws(ThemeError) -> Result
  ) throws(Failure) -> Result {
    do throws(ThemeError) { return try withLock(body) } catch { throw Failure(error) }
  }

  /// Calls `register` with the lock held. If `register` fails because a text has a condition on a
  /// palette that has colors, but no number yet, numbers the palette and calls `register` again.
  /// The search for colors of the palette does not hold the lock, since its time is proportional to
  /// the size of the theme.
  func withLockRepeatingForUnnumberedPalettes(
    _ register: (inout ThemeState) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) { try withLock(register) } catch { try retry(register, after: error) }
  }

  /// Calls `register` again and again, with a number for one more palette each time, until
  /// `register` succeeds, or fails for another reason than a palette without a number.
  @inline(never)
  private func retry(
    _ register: (inout ThemeState) throws(Failure) -> Void, after firstFailure: Failure
  ) throws(Failure) {
    var failure = firstFailure
    var paletteNames = Buffer<StoredText>(allocator)
    // The memory of the palette names.
    var texts = Arena(allocator)
    while true {
      guard let name = failure.unknownPalette,
        try convertingErrors({ () throws(ThemeError) in try hasColors(inPalette: name.bytes) })
      else {
        // The failure has another reason, or no color belongs to a palette of this name.
        throw withLock { state in failure.suggestingName(from: state.vocabulary) }
      }
      try convertingErrors { () throws(ThemeError) in
        try orOutOfMemory { () throws(OutOfMemory) in
          try paletteNames.append(texts.copy(name.bytes))
        }
      }
      do throws(Failure) {
        return try withLock { state throws(Failure) in
          try state.numberingPalettes(paletteNames, convertingError: { Failure($0) }, register)
        }
      } catch { failure = error }
    }
  }

  /// Calls `body` with a scan of the theme, and converts errors of the theme to failures. `body`
  /// may be called several times; see `Scan.run`.
  func withScanConvertingErrors<Result>(
    _ body: (Scan) throws(Scan.Interruption) -> Result
  ) throws(Failure) -> Result {
    do throws(ThemeError) { return try Scan.run(self, body) } catch { throw Failure(error) }
  }

  /// Calls `find` with the lock held, and writes the name that it returns to `name`, a variable of
  /// the host. Fails with `reason` if `find` returns `nil`.
  func writeName(
    to name: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    or reason: ThemeError.Reason, _ find: (borrowing ThemeState) -> StoredText?
  ) throws(Failure) {
    let output = try required(name, "name")
    guard let text = withLock({ state in find(state) }) else {
      throw Failure(ThemeError(reason))
    }
    output.pointee = borrowedText(text.bytes)
  }
}
