// Desktop: the user's settings from GTK's environment variable and settings file.

extension SettingValues {
  /// The settings according to GTK: from the name of the theme in GTK_THEME or, if that is not set,
  /// from `settings.ini` of GTK 4 and 3.
  static func gtk(_ allocator: Allocator) throws(OutOfMemory) -> SettingValues {
    var values = SettingValues()
    let theme = ProcessInformation.variable("GTK_THEME")
    if theme.count > 0 {
      values.take(themeOfGTK: theme.bytes)
      return values
    }
    try values.take(settingsOfGTK: SettingsFile("gtk-4.0/settings.ini", allocator))
    try values.take(settingsOfGTK: SettingsFile("gtk-3.0/settings.ini", allocator))
    return values
  }

  private mutating func take(settingsOfGTK file: borrowing SettingsFile) {
    let prefersDark = file.value(of: "gtk-application-prefer-dark-theme", in: "[Settings]")
    if scheme == nil, let prefersDark, prefersDark.equals("1") || prefersDark.equals("true") {
      scheme = 2
    }
    if let theme = file.value(of: "gtk-theme-name", in: "[Settings]") {
      take(themeOfGTK: theme.bytes)
    }
    if scheme == nil, let prefersDark, prefersDark.equals("0") || prefersDark.equals("false") {
      scheme = 1
    }
  }

  /// Takes the scheme and the contrast that the name of a theme stands for. Of a name that
  /// `AppearanceName` does not know, only the ending counts, which tells whether the theme is dark.
  private mutating func take(themeOfGTK name: Span<UInt8>) {
    let environment = AppearanceName.environment(named: name) ?? Environment()
    var scheme = environment[.scheme]
    if name.endsIgnoringASCIICase(with: ":dark") || name.endsIgnoringASCIICase(with: "-dark") {
      scheme = 2
    }
    if self.scheme == nil, scheme > 0 { self.scheme = UInt8(truncatingIfNeeded: scheme) }
    if contrast == nil, environment[.contrast] > 0 {
      contrast = UInt8(truncatingIfNeeded: environment[.contrast])
    }
  }
}
