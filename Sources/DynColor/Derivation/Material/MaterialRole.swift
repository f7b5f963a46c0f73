// Derivation: the roles of the colors in Material Design's schemes, and their tones.

/// What a color of a scheme is for.
enum MaterialRole: UInt8 {
  case background, onBackground, surface, surfaceDim, surfaceBright
  case surfaceContainerLowest, surfaceContainerLow, surfaceContainer
  case surfaceContainerHigh, surfaceContainerHighest
  case onSurface, surfaceVariant, onSurfaceVariant, outline, outlineVariant
  case inverseSurface, inverseOnSurface, shadow, scrim, surfaceTint, inversePrimary
  // From here on, each family has the eight roles of `Accent`, in their order; `error` has only the
  // first four. `accent` and `family` are computed from these positions.
  case primary, onPrimary, primaryContainer, onPrimaryContainer
  case primaryFixed, primaryFixedDim, onPrimaryFixed, onPrimaryFixedVariant
  case secondary, onSecondary, secondaryContainer, onSecondaryContainer
  case secondaryFixed, secondaryFixedDim, onSecondaryFixed, onSecondaryFixedVariant
  case tertiary, onTertiary, tertiaryContainer, onTertiaryContainer
  case tertiaryFixed, tertiaryFixedDim, onTertiaryFixed, onTertiaryFixedVariant
  case error, onError, errorContainer, onErrorContainer

  /// The number of roles.
  static var count: Int { Int(MaterialRole.onErrorContainer.rawValue) &+ 1 }

  /// The names of the roles, in their order.
  static var names: WordTable {
    WordTable(
      """
      background on-background surface surface-dim surface-bright surface-container-lowest \
      surface-container-low surface-container surface-container-high surface-container-highest \
      on-surface surface-variant on-surface-variant outline outline-variant inverse-surface \
      inverse-on-surface shadow scrim surface-tint inverse-primary \
      primary on-primary primary-container on-primary-container primary-fixed primary-fixed-dim \
      on-primary-fixed on-primary-fixed-variant \
      secondary on-secondary secondary-container on-secondary-container secondary-fixed \
      secondary-fixed-dim on-secondary-fixed on-secondary-fixed-variant \
      tertiary on-tertiary tertiary-container on-tertiary-container tertiary-fixed \
      tertiary-fixed-dim on-tertiary-fixed on-tertiary-fixed-variant \
      error on-error error-container on-error-container
      """)
  }

  /// The roles of a family of accents. `onMain` is for texts on `main`, `onContainer` for texts on
  /// `container`; `onFixed` and `onFixedVariant` are for texts on `fixed` and on `fixedDim`.
  enum Accent: UInt8 {
    case main, onMain, container, onContainer, fixed, fixedDim, onFixed, onFixedVariant

    /// True for the container, and for the roles whose tones depend on the tone of the container.
    var toneDependsOnContainer: Bool { rawValue <= Accent.onContainer.rawValue }
  }

  /// The place of the role in its family of accents; `nil` for roles before `primary`.
  var accent: Accent? {
    rawValue < MaterialRole.primary.rawValue
      ? nil : Accent(rawValue: (rawValue &- MaterialRole.primary.rawValue) & 7)
  }

  /// The palette that has the color.
  var family: MaterialFamily {
    switch self {
    case .surfaceTint, .inversePrimary: .primary
    case .surfaceVariant, .onSurfaceVariant, .outline, .outlineVariant: .neutralVariant
    default:
      accent == nil
        ? .neutral
        : MaterialFamily(rawValue: (rawValue &- MaterialRole.primary.rawValue) >> 3) ?? .error
    }
  }
}

/// The palettes of a scheme: first the four of the accents.
enum MaterialFamily: UInt8 {
  case primary, secondary, tertiary, error, neutral, neutralVariant
}

/// Four numbers, for the contrasts −1, 0, 0.5 and 1 of the environment. For contrasts between them,
/// the numbers are interpolated.
struct ContrastCurve: BitwiseCopyable {
  private let numbers: SIMD4<Double>

  init(_ low: Double, _ normal: Double, _ medium: Double, _ high: Double) {
    numbers = SIMD4(low, normal, medium, high)
  }

  /// The same number for all contrasts.
  init(_ number: Double) { numbers = SIMD4(repeating: number) }

  /// The number for a contrast of the environment, from −1 to 1.
  func number(at contrast: Double) -> Double {
    if contrast < 0 { return mix(numbers.x, numbers.y, max(contrast, -1) + 1) }
    if contrast < 0.5 { return mix(numbers.y, numbers.z, contrast / 0.5) }
    return mix(numbers.z, numbers.w, (min(contrast, 1) - 0.5) / 0.5)
  }

  private func mix(_ start: Double, _ end: Double, _ share: Double) -> Double {
    (1 - share) * start + share * end
  }

  // The contrast ratios (WCAG) that roles need with their backgrounds.
  static var text: ContrastCurve { ContrastCurve(4.5, 7, 11, 21) }
  static var fainterText: ContrastCurve { ContrastCurve(3, 4.5, 7, 11) }
  static var accent: ContrastCurve { ContrastCurve(3, 4.5, 7, 7) }
  static var container: ContrastCurve { ContrastCurve(1, 1, 3, 4.5) }
}

// The tables of Material Design's specification of 2021.

extension MaterialRole {
  /// The tone of a role whose `accent` is `nil`, before the tone is adjusted to a background.
  func plainTone(isDark: Bool) -> ContrastCurve {
    switch self {
    case .background, .surface: ContrastCurve(isDark ? 6 : 98)
    case .onBackground, .onSurface: ContrastCurve(isDark ? 90 : 10)
    case .surfaceDim: isDark ? ContrastCurve(6) : ContrastCurve(87, 87, 80, 75)
    case .surfaceBright: isDark ? ContrastCurve(24, 24, 29, 34) : ContrastCurve(98)
    case .surfaceContainerLowest: isDark ? ContrastCurve(4, 4, 2, 0) : ContrastCurve(100)
    case .surfaceContainerLow:
      isDark ? ContrastCurve(10, 10, 11, 12) : ContrastCurve(96, 96, 96, 95)
    case .surfaceContainer:
      isDark ? ContrastCurve(12, 12, 16, 20) : ContrastCurve(94, 94, 92, 90)
    case .surfaceContainerHigh:
      isDark ? ContrastCurve(17, 17, 21, 25) : ContrastCurve(92, 92, 88, 85)
    case .surfaceContainerHighest:
      isDark ? ContrastCurve(22, 22, 26, 30) : ContrastCurve(90, 90, 84, 80)
    case .surfaceVariant: ContrastCurve(isDark ? 30 : 90)
    case .onSurfaceVariant: ContrastCurve(isDark ? 80 : 30)
    case .outline: ContrastCurve(isDark ? 60 : 50)
    case .outlineVariant: ContrastCurve(isDark ? 30 : 80)
    case .inverseSurface: ContrastCurve(isDark ? 90 : 20)
    case .inverseOnSurface: ContrastCurve(isDark ? 20 : 95)
    case .surfaceTint: ContrastCurve(isDark ? 80 : 40)
    case .inversePrimary: ContrastCurve(isDark ? 40 : 80)
    // The shadow and the scrim.
    default: ContrastCurve(0)
    }
  }

  /// The background of a role whose `accent` is `nil`, and the contrast that the role needs with
  /// this background. `nil` if the role is not adjusted to a background.
  func plainBackground(isDark: Bool) -> (role: MaterialRole, ContrastCurve)? {
    switch self {
    case .onBackground: (.background, ContrastCurve(3, 3, 4.5, 7))
    case .onSurface: (.surfaceOfLeastContrast(isDark: isDark), .text)
    case .onSurfaceVariant: (.surfaceOfLeastContrast(isDark: isDark), .fainterText)
    case .outline: (.surfaceOfLeastContrast(isDark: isDark), ContrastCurve(1.5, 3, 4.5, 7))
    case .outlineVariant: (.surfaceOfLeastContrast(isDark: isDark), .container)
    case .inverseOnSurface: (.inverseSurface, .text)
    case .inversePrimary: (.inverseSurface, .accent)
    default: nil
    }
  }

  /// The surface that texts and borders are adjusted to. Of the roles from `surface` to
  /// `surfaceContainerHighest`, it has the least contrast with texts and borders.
  static func surfaceOfLeastContrast(isDark: Bool) -> MaterialRole {
    isDark ? .surfaceBright : .surfaceDim
  }
}

extension MaterialRole.Accent {
  /// The contrast that the role needs with its background.
  var contrast: ContrastCurve {
    switch self {
    case .main: .accent
    case .container, .fixed, .fixedDim: .container
    case .onMain, .onFixed: .text
    case .onContainer, .onFixedVariant: .fainterText
    }
  }

  /// The tone in a scheme, before it is adjusted to a background.
  func tone(_ family: MaterialFamily, isMonochrome: Bool, isDark: Bool) -> Double {
    // A table of tones for each family, in the order of the cases of `Accent`. Only monochrome
    // schemes have a table for each family. In all other schemes, each family has one of the last
    // two tables.
    let tones: SIMD8<Double> =
      switch (isMonochrome ? family : .neutral, isDark) {
      case (.primary, false): SIMD8(0, 90, 25, 100, 40, 30, 100, 90)
      case (.primary, true): SIMD8(100, 10, 85, 0, 40, 30, 100, 90)
      case (.secondary, false): SIMD8(40, 100, 85, 10, 80, 70, 10, 25)
      case (.secondary, true): SIMD8(80, 10, 30, 90, 80, 70, 10, 25)
      case (.tertiary, false): SIMD8(25, 90, 49, 100, 40, 30, 100, 90)
      case (.tertiary, true): SIMD8(90, 10, 60, 0, 40, 30, 100, 90)
      case (.error, false): SIMD8(40, 100, 90, 10, 90, 80, 10, 30)
      case (_, false): SIMD8(40, 100, 90, 30, 90, 80, 10, 30)
      case (_, true): SIMD8(80, 20, 30, 90, 90, 80, 10, 30)
      }
    return tones[Int(rawValue & 7)]
  }
}
