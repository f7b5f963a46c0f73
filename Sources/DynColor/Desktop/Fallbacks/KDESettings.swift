// Desktop: the user's settings from KDE's file of colors.

extension SettingValues {
  /// The settings according to `kdeglobals`: whether the background of windows is dark, and the
  /// accent color.
  static func kde(_ allocator: Allocator) throws(OutOfMemory) -> SettingValues {
    var values = SettingValues()
    let file = try SettingsFile("kdeglobals", allocator)
    if let text = file.value(of: "BackgroundNormal", in: "[Colors:Window]"),
      let background = Color(kde: text.bytes)
    {
      values.scheme = background.isDarkBackground ? darkScheme : lightScheme
    }
    if let text = file.value(of: "AccentColor", in: "[General]"),
      let accent = Color(kde: text.bytes)
    {
      values.accent = Accent(color: accent)
    }
    return values
  }
}

extension Color {
  /// True if light text is read better on this color than dark text: if its lightness in Oklab,
  /// which is from 0 to 1, is less than 0.5.
  var isDarkBackground: Bool { components(in: .oklab).x < 0.5 }
}
