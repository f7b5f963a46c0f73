// Desktop: the user's settings from GTK's environment variable and settings file.

extension SettingValues {
  /// The settings according to GTK: from the name of the theme in GTK_THEME or, if that is not set,
  /// from `settings.ini` of GTK 4 and 3.
  static func gtk(_ allocator: Allocator) throws(OutOfMemory) -> SettingValues {
    var values = SettingValues()
    let theme = ProcessInformation.variable("GTK_THEME")
    if theme.count > 0 {
      values.fill(fromThemeNamed: theme.bytes)
      return values
    }
    try values.fill(fromSettings: SettingsFile("gtk-4.0/settings.ini", allocator))
    try values.fill(fromSettings: SettingsFile("gtk-3.0/settings.ini", allocator))
    return values
  }

  /// Sets what is still `nil`, according to a settings file of GTK.
  private mutating func fill(fromSettings file: borrowing SettingsFile) {
    // If `prefersDark` is 1, the scheme is dark, whatever the name of the theme. If it is 0, the
    // scheme is light, unless the name says that it is dark, as `Adwaita-dark` does.
    let prefersDark = file.value(of: "gtk-application-prefer-dark-theme", in: "[Settings]")
    if scheme == nil, let prefersDark, prefersDark.equals("1") || prefersDark.equals("true") {
      scheme = SettingValues.darkScheme
    }
    if let theme = file.value(of: "gtk-theme-name", in: "[Settings]") {
      fill(fromThemeNamed: theme.bytes)
    }
    if scheme == nil, let prefersDark, prefersDark.equals("0") || prefersDark.equals("false") {
      scheme = SettingValues.lightScheme
    }
  }

  /// Sets the scheme and the contrast, if they are still `nil`, to those that the name of a theme,
  /// such as `HighContrast`, stands for in the table of `AppearanceName`. The ending `:dark` or
  /// `-dark` makes the scheme dark, even if the name is not in that table.
  private mutating func fill(fromThemeNamed name: Span<UInt8>) {
    let environment = AppearanceName.environment(named: name) ?? Environment()
    var scheme = environment[.scheme]
    if name.endsIgnoringASCIICase(with: ":dark") || name.endsIgnoringASCIICase(with: "-dark") {
      scheme = UInt64(SettingValues.darkScheme)
    }
    if self.scheme == nil, scheme > 0 { self.scheme = UInt8(truncatingIfNeeded: scheme) }
    if contrast == nil, environment[.contrast] > 0 {
      contrast = UInt8(truncatingIfNeeded: environment[.contrast])
    }
  }
}
