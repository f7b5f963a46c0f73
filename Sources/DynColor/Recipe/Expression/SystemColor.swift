// Recipe: the system colors of CSS.

/// A system color of CSS Color 4, §6.2. The raw value is its index in `names`.
struct SystemColor: BitwiseCopyable, Equatable {
  let rawValue: UInt8

  static var accent: SystemColor { SystemColor(rawValue: 0) }
  static var canvas: SystemColor { SystemColor(rawValue: 6) }
  static var canvasText: SystemColor { SystemColor(rawValue: 7) }
  static var count: Int { 19 }

  private static var names: WordTable {
    WordTable(
      """
      AccentColor AccentColorText ActiveText ButtonBorder ButtonFace ButtonText Canvas CanvasText \
      Field FieldText GrayText Highlight HighlightText LinkText Mark MarkText SelectedItem \
      SelectedItemText VisitedText
      """)
  }

  /// The deprecated names of CSS Color 4, appendix A, which browsers still support.
  private static var deprecatedNames: WordTable {
    WordTable(
      """
      ActiveBorder ActiveCaption AppWorkspace Background ButtonHighlight ButtonShadow CaptionText \
      InactiveBorder InactiveCaption InactiveCaptionText InfoBackground InfoText Menu MenuText \
      Scrollbar ThreeDDarkShadow ThreeDFace ThreeDHighlight ThreeDLightShadow ThreeDShadow Window \
      WindowFrame WindowText
      """)
  }

  /// The current names of the deprecated colors, in the order of `deprecatedNames`.
  private static var currentNames: WordTable {
    WordTable(
      """
      ButtonBorder Canvas Canvas Canvas ButtonFace ButtonFace CanvasText ButtonBorder Canvas \
      GrayText Canvas CanvasText Canvas CanvasText Canvas ButtonBorder ButtonFace ButtonBorder \
      ButtonBorder ButtonBorder Canvas ButtonBorder CanvasText
      """)
  }

  private init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The system color of a name, in any ASCII case; for a deprecated name, its replacement. `nil`
  /// if no system color has this name.
  init?(name: Span<UInt8>) {
    var index = SystemColor.names.index(of: name)
    if index == nil, let deprecated = SystemColor.deprecatedNames.index(of: name) {
      index = SystemColor.names.index(of: SystemColor.currentNames.word(at: deprecated))
    }
    guard let index else { return nil }
    rawValue = UInt8(truncatingIfNeeded: index)
  }

  /// Returns whether the detail of a node is the number of a system color.
  static func isValid(detail: UInt32) -> Bool {
    detail <= 0xFF && names.word(at: Int(detail)).count > 0
  }

  /// The system color of a node's detail, which must be valid.
  init(detail: UInt32) { rawValue = UInt8(truncatingIfNeeded: detail) }

  var name: Span<UInt8> {
    @_lifetime(immortal)
    get { SystemColor.names.word(at: Int(rawValue)) }
  }

  /// The default color, which is the color that browsers use.
  func defaultColor(isDark: Bool) -> Color {
    // The colors are 0xRRGGBBAA. The cases are indices in `names`.
    func color(_ light: UInt32, _ dark: UInt32) -> Color {
      let rgba = isDark ? dark : light
      func component(_ shift: UInt32) -> Double { Double(rgba &>> shift & 0xFF) / 255 }
      return Color(
        .srgb, SIMD3(component(24), component(16), component(8)), alpha: component(0))
    }
    return switch rawValue {
    case 0: color(0x0075_FFFF, 0x0075_FFFF)  // AccentColor
    case 1: color(0xFFFF_FFFF, 0xFFFF_FFFF)  // AccentColorText
    case 2: color(0xFF00_00FF, 0xFF00_00FF)  // ActiveText
    case 3: color(0x0000_00FF, 0xFFFF_FFFF)  // ButtonBorder
    case 4: color(0xEFEF_EFFF, 0x6B6B_6BFF)  // ButtonFace
    case 5: color(0x0000_00FF, 0xFFFF_FFFF)  // ButtonText
    case 6: color(0xFFFF_FFFF, 0x1212_12FF)  // Canvas
    case 8: color(0xFFFF_FFFF, 0x3B3B_3BFF)  // Field
    case 10: color(0x8080_80FF, 0x8080_80FF)  // GrayText
    case 11: color(0x0041_C6CC, 0x0041_C6CC)  // Highlight
    case 12: color(0xFFFF_FFFF, 0xFFFF_FFFF)  // HighlightText
    case 13: color(0x0000_EEFF, 0x9E9E_FFFF)  // LinkText
    case 14: color(0xFFFF_00FF, 0xFFFF_00FF)  // Mark
    case 15: color(0x0000_00FF, 0x0000_00FF)  // MarkText
    case 16: color(0x1967_D2FF, 0x99C8_FFFF)  // SelectedItem
    case 17: color(0xFFFF_FFFF, 0x3B3B_3BFF)  // SelectedItemText
    case 18: color(0x551A_8BFF, 0xD0AD_F0FF)  // VisitedText
    default: color(0x0000_00FF, 0xFFFF_FFFF)  // CanvasText, FieldText
    }
  }
}
