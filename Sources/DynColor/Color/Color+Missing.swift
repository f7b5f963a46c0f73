// Color: missing components, and how they carry over to another space.

extension Color.Missing {
  /// The components that are missing after a conversion from `space` to `target`, because analogous
  /// components were missing before (CSS Color 4 §13.2). If alpha is missing, it stays missing. The
  /// flag of legacy colors is dropped.
  func carried(from space: ColorSpace, to target: ColorSpace) -> Color.Missing {
    let componentBits = rawValue & 0b111
    let alphaBit = rawValue & Color.Missing.alpha.rawValue
    if componentBits == 0 { return Color.Missing(rawValue: alphaBit) }
    let analogous = AnalogousComponents(space.roles, target.roles)
    return Color.Missing(rawValue: analogous.carried(componentBits) | alphaBit)
  }
}

extension Color {
  /// The color, with its hue missing if the hue is powerless, that is, if the color is (almost)
  /// gray. If a component that decides this (`colorfulnessBits`) is missing, the hue stays as it
  /// is.
  @_optimize(speed)
  var withoutPowerlessHue: Color {
    // The first condition holds if the space has a hue, and the hue is not missing already.
    guard space.hueMask & ~missing.rawValue != 0, missing.rawValue & space.colorfulnessBits == 0,
      hasPowerlessHue
    else { return self }
    let hue = Missing(rawValue: space.hueMask)
    return Color(space, components, alpha: alpha, missing: missing.union(hue))
  }

  /// True if the color is so gray that its hue has no effect. The thresholds are in the tables of
  /// CSS Color 4, §7 to §9: a hundred-thousandth of 100 %. HSV, Okhsl, Okhsv and HCT have
  /// HSL's threshold.
  private var hasPowerlessHue: Bool {
    switch space.model {
    case .lch: components.y.magnitude <= space.hundredPercent.y / 100_000
    case .hsl, .hsv, .hct: components.y.magnitude <= 0.001
    case .hwb: components.y + components.z >= 99.999
    case .rgb, .xyz, .gray, .lab: false
    }
  }
}

extension ColorSpace {
  /// The components that decide whether a hue is powerless, as bits of `Color.Missing`: whiteness
  /// and blackness in HWB, otherwise the chroma or saturation.
  fileprivate var colorfulnessBits: UInt32 { model == .hwb ? 0b110 : 0b010 }
}

/// What a component means. Components of two spaces are analogous if they have the same role.
private enum ComponentRole {
  /// In CSS, X, Y and Z are analogous to red, green and blue.
  case red, green, blue
  case lightness, colorfulness, hue
  case greenRed, blueYellow
  /// The V of HSV and Okhsv.
  case value
  /// Whiteness, blackness, or the gray of a gray space: no other space has an analogous component.
  case unique
  /// There is no such component, because the space has fewer.
  case absent
}

extension ColorSpace {
  /// The roles of the three components.
  fileprivate var roles: (ComponentRole, ComponentRole, ComponentRole) {
    switch model {
    case .rgb, .xyz: (.red, .green, .blue)
    case .gray: (.unique, .absent, .absent)
    case .lab: (.lightness, .greenRed, .blueYellow)
    case .lch: (.lightness, .colorfulness, .hue)
    case .hsl, .hct: (.hue, .colorfulness, .lightness)
    case .hsv: (.hue, .colorfulness, .value)
    case .hwb: (.hue, .unique, .unique)
    }
  }
}

/// Which components of a source space are analogous to which components of a target space.
private struct AnalogousComponents {
  /// For each component of the source, the bit (of `Color.Missing`) of the analogous component of
  /// the target, or 0.
  private var targetBits: (UInt32, UInt32, UInt32) = (0, 0, 0)
  /// The bits of the components of the source that have no analogous component. This set is
  /// analogous to the set `unmatchedInTarget`: if all of `unmatchedInSource` are missing in the
  /// source, all of `unmatchedInTarget` are missing in the target.
  private var unmatchedInSource: UInt32 = 0
  /// The bits of the components of the target that have no analogous component.
  private var unmatchedInTarget: UInt32 = 0

  typealias Roles = (ComponentRole, ComponentRole, ComponentRole)

  init(_ source: Roles, _ target: Roles) {
    targetBits = (
      AnalogousComponents.bit(of: source.0, in: target),
      AnalogousComponents.bit(of: source.1, in: target),
      AnalogousComponents.bit(of: source.2, in: target)
    )
    let matchedInTarget = targetBits.0 | targetBits.1 | targetBits.2
    let matched: UInt32 =
      (targetBits.0 == 0 ? 0 : 1) | (targetBits.1 == 0 ? 0 : 2) | (targetBits.2 == 0 ? 0 : 4)
    unmatchedInSource = AnalogousComponents.bits(of: source) & ~matched
    unmatchedInTarget = AnalogousComponents.bits(of: target) & ~matchedInTarget
  }

  /// The bits of the components that are missing in the target if the components `missing` are
  /// missing in the source.
  func carried(_ missing: UInt32) -> UInt32 {
    var carried: UInt32 = 0
    if missing & 1 != 0 { carried |= targetBits.0 }
    if missing & 2 != 0 { carried |= targetBits.1 }
    if missing & 4 != 0 { carried |= targetBits.2 }
    if unmatchedInSource != 0, missing & unmatchedInSource == unmatchedInSource {
      carried |= unmatchedInTarget
    }
    return carried
  }

  /// The bits of the components that a space with these roles has.
  private static func bits(of roles: Roles) -> UInt32 {
    (roles.0 == .absent ? 0 : 1) | (roles.1 == .absent ? 0 : 2) | (roles.2 == .absent ? 0 : 4)
  }

  /// The bit of the component that has a role among `roles`; 0 if none has.
  @inline(never)
  private static func bit(of role: ComponentRole, in roles: Roles) -> UInt32 {
    if role == .unique || role == .absent { return 0 }
    if role == roles.0 { return 1 }
    if role == roles.1 { return 2 }
    return role == roles.2 ? 4 : 0
  }
}
