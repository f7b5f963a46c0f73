// Desktop: the nine accent colors of GNOME, by name.

/// An accent color of GNOME. The raw values are those of `dyncolor_accent`.
enum AccentName: UInt32 {
  case blue = 1
  case teal, green, yellow, orange, red, pink, purple, slate

  /// The accent color that is nearest to a color, by the rule of libadwaita
  /// (adw_accent_color_nearest_from_rgba): gray colors are slate, and others go by their hue in
  /// OKLCH.
  init(nearestTo color: Color) {
    let oklch = color.components(in: .oklch)
    let (chroma, hue) = (oklch.y, oklch.z)
    self =
      if chroma < 0.04 {
        .slate
      } else if hue > 345 {
        .pink
      } else if hue > 280 {
        .purple
      } else if hue > 230 {
        .blue
      } else if hue > 175 {
        .teal
      } else if hue > 115 {
        .green
      } else if hue > 75.5 {
        .yellow
      } else if hue > 35 {
        .orange
      } else if hue > 10 {
        .red
      } else {
        .pink
      }
  }
}
