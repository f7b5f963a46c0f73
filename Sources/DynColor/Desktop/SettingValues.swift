// Desktop: the settings that are followed, and their values.

/// A setting of the user that is followed. The raw values are the bits of `dyncolor_setting`.
enum DesktopSetting: UInt32 {
  case scheme = 1
  case contrast = 2
  case accent = 4
  case motion = 8

  /// The greatest value of a setting that is a number; 0 for the accent color, which is not.
  var greatestValue: UInt32 {
    switch self {
    case .scheme: UInt32(truncatingIfNeeded: Axis.scheme.greatestValue)
    case .contrast: UInt32(truncatingIfNeeded: Axis.contrast.greatestValue)
    case .accent: 0
    case .motion: 2
    }
  }
}

/// The source of the value of a setting. The raw values are those of `dyncolor_setting_source`.
enum DesktopSource: UInt32 {
  /// No source knows the setting.
  case none = 0
  case portal, gtk, kde, terminal
  /// The environment variable for tests, DYNCOLOR_DESKTOP.
  case variable
  /// An override of the host.
  case host
}

/// The settings according to one source. A setting is `nil` if the source says nothing about it. It
/// is 0, or an `Accent` without a color, if the source says that the user has no preference.
struct SettingValues: BitwiseCopyable {
  /// A color, or none.
  struct Accent: BitwiseCopyable, Equatable {
    var color: Color?
  }

  // The values of the scheme axis.
  static var lightScheme: UInt8 { 1 }
  static var darkScheme: UInt8 { 2 }

  /// A value of the scheme axis.
  var scheme: UInt8?
  /// A value of the contrast axis.
  var contrast: UInt8?
  /// `nil` if the source says nothing; an `Accent` without a color for no preference.
  var accent: Accent?
  /// 1 for standard, 2 for reduced.
  var motion: UInt8?
}

/// The values of all settings, and their sources.
struct DesktopValues: BitwiseCopyable {
  /// A value and its source.
  struct SourcedValue<Value: BitwiseCopyable>: BitwiseCopyable {
    fileprivate(set) var value: Value
    fileprivate(set) var source = DesktopSource.none

    /// Sets the value and the source. Does nothing if `newValue` is `nil`, or if an earlier call
    /// has set the value.
    fileprivate mutating func fill(_ newValue: Value?, _ source: DesktopSource) {
      guard self.source == .none, let newValue else { return }
      value = newValue
      self.source = source
    }
  }

  private(set) var scheme = SourcedValue<UInt8>(value: 0)
  private(set) var contrast = SourcedValue<UInt8>(value: 0)
  private(set) var accent = SourcedValue(value: SettingValues.Accent(color: nil))
  private(set) var motion = SourcedValue<UInt8>(value: 0)

  init() {}

  /// Gives the values of a source to the settings that have no source yet.
  @inline(never)
  mutating func fill(_ values: SettingValues, _ source: DesktopSource) {
    scheme.fill(values.scheme, source)
    contrast.fill(values.contrast, source)
    accent.fill(values.accent, source)
    motion.fill(values.motion, source)
  }

  /// The source of a setting.
  func source(of setting: DesktopSetting) -> DesktopSource {
    switch setting {
    case .scheme: scheme.source
    case .contrast: contrast.source
    case .accent: accent.source
    case .motion: motion.source
    }
  }

  /// An environment with the scheme and the contrast.
  var environment: Environment {
    var environment = Environment()
    environment[.scheme] = UInt64(scheme.value)
    environment[.contrast] = UInt64(contrast.value)
    return environment
  }

  /// The settings that have another value or another source than in `other`, as bits.
  @inline(never)
  func differences(from other: DesktopValues) -> UInt32 {
    func bit(_ setting: DesktopSetting, _ isSame: Bool) -> UInt32 {
      isSame && source(of: setting) == other.source(of: setting) ? 0 : setting.rawValue
    }
    return bit(.scheme, scheme.value == other.scheme.value)
      | bit(.contrast, contrast.value == other.contrast.value)
      | bit(.accent, accent.value == other.accent.value)
      | bit(.motion, motion.value == other.motion.value)
  }

  /// Applies the overrides of the host.
  @inline(never)
  mutating func apply(_ overrides: DesktopOverrides) {
    DesktopValues.apply(overrides.scheme, to: &scheme) { $0 == 0 }
    DesktopValues.apply(overrides.contrast, to: &contrast) { $0 == 0 }
    DesktopValues.apply(overrides.accent, to: &accent) { $0.color == nil }
    DesktopValues.apply(overrides.motion, to: &motion) { $0 == 0 }
  }

  /// Applies the override of one setting. `isUnspecified` returns whether a value says that the
  /// user has no preference.
  private static func apply<Value: BitwiseCopyable>(
    _ override: DesktopOverrides.Override<Value>?, to setting: inout SourcedValue<Value>,
    isUnspecified: (Value) -> Bool
  ) {
    guard let override, override.isForced || isUnspecified(setting.value) else { return }
    setting = SourcedValue(value: override.value, source: .host)
  }
}

/// The overrides of the host: values that are used in place of the user's settings, or only if the
/// user has no preference.
struct DesktopOverrides: BitwiseCopyable {
  struct Override<Value: BitwiseCopyable>: BitwiseCopyable {
    let value: Value
    /// True if the value is used in place of the user's setting; false if it is used only if the
    /// user has no preference.
    let isForced: Bool
  }

  fileprivate var scheme: Override<UInt8>?
  fileprivate var contrast: Override<UInt8>?
  fileprivate var accent: Override<SettingValues.Accent>?
  fileprivate var motion: Override<UInt8>?

  /// Sets the override of a setting that is a number; 0 removes the override. Does nothing for the
  /// accent color.
  mutating func set(_ setting: DesktopSetting, _ value: UInt8, isForced: Bool) {
    let newOverride = value == 0 ? nil : Override(value: value, isForced: isForced)
    switch setting {
    case .scheme: scheme = newOverride
    case .contrast: contrast = newOverride
    case .motion: motion = newOverride
    case .accent: break
    }
  }

  /// Sets the override of the accent color; `nil` removes it.
  mutating func set(accent color: Color?, isForced: Bool) {
    accent = color.map { Override(value: SettingValues.Accent(color: $0), isForced: isForced) }
  }
}
