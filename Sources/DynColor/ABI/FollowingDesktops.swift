// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Following the desktop".

public import CDynColor

extension Desktop {
  /// The desktop of a handle, which must not be NULL.
  fileprivate init(_ desktop: OpaquePointer?) throws(Failure) {
    self.init(at: Handles.object(of: try required(desktop, "desktop"), .desktop))
  }

  /// The desktop of the object that a handle stands for.
  fileprivate init(at object: UnsafeMutableRawPointer) { self.init(guarded: Guarded(base: object)) }
}

extension DesktopOptions {
  private static var knownFlags: UInt32 {
    DYNCOLOR_DESKTOP_NO_PORTAL.rawValue | DYNCOLOR_DESKTOP_NO_GTK.rawValue
      | DYNCOLOR_DESKTOP_NO_KDE.rawValue | DYNCOLOR_DESKTOP_ASK_TERMINAL.rawValue
      | DYNCOLOR_DESKTOP_ALLOW_VARIABLE.rawValue
  }

  /// The options at a pointer, which may be NULL.
  fileprivate init(_ pointer: UnsafePointer<dyncolor_desktop_options>?) throws(Failure) {
    self.init()
    guard let pointer else { return }
    let options = try checkedStruct(pointer, pointer.pointee.size, "options")
    if let resize = options.resize {
      allocator = Allocator(resize: resize, userData: options.resize_user_data)
    }
    try require(
      options.flags & ~DesktopOptions.knownFlags == 0 && options.reserved == 0, "options",
      "unknown flags, or reserved is not 0; begin with DYNCOLOR_DESKTOP_OPTIONS_INIT")
    usesPortal = options.flags & DYNCOLOR_DESKTOP_NO_PORTAL.rawValue == 0
    usesGTK = options.flags & DYNCOLOR_DESKTOP_NO_GTK.rawValue == 0
    usesKDE = options.flags & DYNCOLOR_DESKTOP_NO_KDE.rawValue == 0
    usesTerminal = options.flags & DYNCOLOR_DESKTOP_ASK_TERMINAL.rawValue != 0
    usesTestVariable = options.flags & DYNCOLOR_DESKTOP_ALLOW_VARIABLE.rawValue != 0
  }
}

@implementation @_cdecl("dyncolor_desktop_open")
public func dyncolor_desktop_open(
  _ options: UnsafePointer<dyncolor_desktop_options>!,
  _ desktop: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let options = try DesktopOptions(options)
    let output = try required(desktop, "desktop")
    do throws(DesktopFollower.Problem) {
      output.pointee = Handles.makeHandle(try Desktop.make(options).guarded.base, .desktop)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  fileprivate init(_ problem: DesktopFollower.Problem) {
    switch problem {
    case .outOfMemory: self.init(Status.outOfMemory)
    case .tooManyFiles: self = .withStatus(.file, CommonMessage.tooManyFiles)
    case .invalidWord(let error):
      self = .invalidVariable(
        word: error.word, nearest: error.nearest,
        "unknown setting or value in DYNCOLOR_DESKTOP; write scheme=dark, contrast=more, accent=#ff0000 or motion=reduced"
      )
    }
  }
}

@implementation @_cdecl("dyncolor_desktop_retain")
public func dyncolor_desktop_retain(_ desktop: OpaquePointer!) -> OpaquePointer! {
  guard let desktop else { return nil }
  Desktop(at: Handles.addHostReference(to: desktop, .desktop)).retain()
  return desktop
}

@implementation @_cdecl("dyncolor_desktop_release")
public func dyncolor_desktop_release(_ desktop: OpaquePointer!) {
  guard let desktop else { return }
  Desktop(at: Handles.removeHostReference(to: desktop, .desktop)).release()
}

@implementation @_cdecl("dyncolor_desktop_descriptor")
public func dyncolor_desktop_descriptor(_ desktop: OpaquePointer!) -> Int32 {
  (try? Desktop(desktop).descriptor) ?? -1
}

@implementation @_cdecl("dyncolor_desktop_pump")
public func dyncolor_desktop_pump(
  _ desktop: OpaquePointer!, _ changes: UnsafeMutablePointer<UInt32>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let changed = try convertingErrors { () throws(ThemeError) in try desktop.pump() }
    changes?.pointee = changed
  }
}

@implementation @_cdecl("dyncolor_desktop_wait")
public func dyncolor_desktop_wait(
  _ desktop: OpaquePointer!, _ milliseconds: UInt32, _ changes: UnsafeMutablePointer<UInt32>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let changed = try convertingErrors { () throws(ThemeError) in
      // The clock counts nanoseconds.
      try desktop.pump(until: MonotonicClock.now &+ UInt64(milliseconds) &* 1_000_000)
    }
    changes?.pointee = changed
  }
}

@implementation @_cdecl("dyncolor_desktop_environment")
public func dyncolor_desktop_environment(
  _ desktop: OpaquePointer!, _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let output = try required(environment, "environment")
    desktop.values.environment.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_desktop_accent")
public func dyncolor_desktop_accent(
  _ desktop: OpaquePointer!, _ color: UnsafeMutablePointer<dyncolor_color>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let output = try required(color, "color")
    guard let accent = desktop.values.accent.value.color else {
      throw Failure.withStatus(.noValue, "no accent color is known, or the user has set none")
    }
    output.pointee = dyncolor_color(accent)
  }
}

@implementation @_cdecl("dyncolor_color_nearest_accent")
public func dyncolor_color_nearest_accent(
  _ color: UnsafePointer<dyncolor_color>!, _ accent: UnsafeMutablePointer<dyncolor_accent>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    try required(accent, "accent").pointee = dyncolor_accent(
      rawValue: AccentName(nearestTo: color).rawValue)
  }
}

@implementation @_cdecl("dyncolor_desktop_motion")
public func dyncolor_desktop_motion(_ desktop: OpaquePointer!) -> dyncolor_motion {
  dyncolor_motion(rawValue: UInt32((try? Desktop(desktop).values.motion.value) ?? 0))
}

@implementation @_cdecl("dyncolor_desktop_setting_source")
public func dyncolor_desktop_setting_source(
  _ desktop: OpaquePointer!, _ setting: dyncolor_setting
) -> dyncolor_setting_source {
  guard let setting = DesktopSetting(rawValue: setting.rawValue),
    let desktop = try? Desktop(desktop)
  else { return DYNCOLOR_SETTING_SOURCE_NONE }
  return dyncolor_setting_source(rawValue: desktop.values.source(of: setting).rawValue)
}

extension DesktopSetting {
  /// A setting argument.
  fileprivate init(_ setting: dyncolor_setting) throws(Failure) {
    self = try checkedEnum(
      DesktopSetting(rawValue: setting.rawValue), "setting",
      "not a constant of dyncolor_setting; pass one, such as DYNCOLOR_SETTING_SCHEME")
  }

  /// The message for a value that the setting does not have. Not used for `accent`, whose value is
  /// not a number.
  fileprivate var expectedValueMessage: StaticString {
    switch self {
    case .scheme, .accent:
      "expected DYNCOLOR_SCHEME_LIGHT, DYNCOLOR_SCHEME_DARK, or 0 to remove the override"
    case .contrast: "expected a contrast from 1 to 201, or 0 to remove the override"
    case .motion:
      "expected DYNCOLOR_MOTION_STANDARD, DYNCOLOR_MOTION_REDUCED, or 0 to remove the override"
    }
  }
}

/// Returns whether an override with this policy replaces the user's setting even if the user has
/// one (DYNCOLOR_POLICY_FORCE), or only if the user has none (DYNCOLOR_POLICY_PREFER).
private func isForced(_ policy: dyncolor_policy) throws(Failure) -> Bool {
  try require(
    policy == DYNCOLOR_POLICY_PREFER || policy == DYNCOLOR_POLICY_FORCE, "policy",
    "the policy must be DYNCOLOR_POLICY_PREFER or DYNCOLOR_POLICY_FORCE")
  return policy == DYNCOLOR_POLICY_FORCE
}

@implementation @_cdecl("dyncolor_desktop_override")
public func dyncolor_desktop_override(
  _ desktop: OpaquePointer!, _ setting: dyncolor_setting, _ policy: dyncolor_policy,
  _ value: UInt32, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let setting = try DesktopSetting(setting)
    try require(
      setting != .accent, "setting",
      "the accent color is not a number; pass it to dyncolor_desktop_override_accent()")
    let isForced = try isForced(policy)
    try require(value <= setting.greatestValue, "value", setting.expectedValueMessage)
    desktop.override { overrides in
      overrides.set(setting, UInt8(truncatingIfNeeded: value), isForced: isForced)
    }
  }
}

@implementation @_cdecl("dyncolor_desktop_override_accent")
public func dyncolor_desktop_override_accent(
  _ desktop: OpaquePointer!, _ policy: dyncolor_policy, _ color: UnsafePointer<dyncolor_color>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let desktop = try Desktop(desktop)
    let isForced = try isForced(policy)
    // NULL removes the override.
    let accent = color == nil ? nil : try Color(color, "color")
    desktop.override { overrides in overrides.set(accent: accent, isForced: isForced) }
  }
}

@implementation @_cdecl("dyncolor_desktop_bind")
public func dyncolor_desktop_bind(
  _ desktop: OpaquePointer!, _ theme: OpaquePointer!, _ layer: UInt16,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let desktop = try Desktop(desktop)
    do throws(Desktop.BindingProblem) {
      try desktop.bind(theme, layer: layer)
    } catch {
      switch error {
      case .isBound:
        throw Failure.argument("theme", "the theme is bound to this desktop already")
      case .theme(let error): throw Failure(error)
      }
    }
  }
}

@implementation @_cdecl("dyncolor_desktop_unbind")
public func dyncolor_desktop_unbind(
  _ desktop: OpaquePointer!, _ theme: OpaquePointer!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let isUnbound = try Desktop(desktop).unbind(theme)
    try require(isUnbound, "theme", "the theme is not bound to this desktop")
  }
}
