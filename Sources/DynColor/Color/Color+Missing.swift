// Color: missing components, and how they carry over to another space.

extension Color.Missing {
  /// The components that are missing after a conversion to another space (CSS Color 4 §13.2).
  func carried(from space: ColorSpace, to target: ColorSpace) -> Color.Missing {
    let numbers = rawValue & 0b111
    let alpha = rawValue & Color.Missing.alpha.rawValue
    if numbers == 0 { return Color.Missing(rawValue: alpha) }
    let pairs = AnalogousComponents(space.roles, target.roles)
    return Color.Missing(rawValue: pairs.carried(numbers) | alpha)
  }
}

extension Color {
  /// Returns the color with its hue missing if the hue is powerless, because the color is (almost)
  /// gray. If the component that would decide this is missing, the hue stays.
  var withoutPowerlessHue: Color {
    guard space.hueBit & ~missing.rawValue != 0, missing.rawValue & space.colorfulBits == 0,
      hasPowerlessHue
    else { return self }
    let hue = Missing(rawValue: space.hueBit)
    return Color(space, components, alpha: alpha, missing: missing.union(hue))
  }

  /// The thresholds are those of the tables of CSS Color 4, §7 to §9: a hundred-thousandth of what
  /// 100 % is. HSV, Okhsl and Okhsv use HSL's.
  private var hasPowerlessHue: Bool {
    switch space.model {
    case .lch: components.y.magnitude <= space.full.y / 100_000
    case .hsl, .hsv: components.y.magnitude <= 0.001
    case .hwb: components.y + components.z >= 99.999
    case .rgb, .xyz, .gray, .lab: false
    }
  }
}

extension ColorSpace {
  /// The components that decide whether a hue is powerless, as bits of `Missing`.
  fileprivate var colorfulBits: UInt32 { model == .hwb ? 0b110 : 0b010 }
}

/// The role of a component. Components of two spaces are analogous if they have the same role.
private enum ComponentRole {
  case red, green, blue
  case lightness, colorfulness, hue
  case greenRed, blueYellow
  /// In HSV and Okhsv.
  case value
  /// No analogous component in any other space: whiteness, blackness, gray.
  case own
  /// The space has fewer components.
  case absent
}

extension ColorSpace {
  fileprivate var roles: (ComponentRole, ComponentRole, ComponentRole) {
    switch model {
    case .rgb, .xyz: (.red, .green, .blue)
    case .gray: (.own, .absent, .absent)
    case .lab: (.lightness, .greenRed, .blueYellow)
    case .lch: (.lightness, .colorfulness, .hue)
    case .hsl: (.hue, .colorfulness, .lightness)
    case .hsv: (.hue, .colorfulness, .value)
    case .hwb: (.hue, .own, .own)
    }
  }
}

private struct AnalogousComponents {
  /// For each component of the source, the bit of the analogous one in the target, or 0.
  private var places: (UInt32, UInt32, UInt32) = (0, 0, 0)
  /// The components without an analogue. As sets they are analogous, too.
  private var rest: UInt32 = 0
  private var restOfTarget: UInt32 = 0

  typealias Roles = (ComponentRole, ComponentRole, ComponentRole)

  init(_ source: Roles, _ target: Roles) {
    places = (
      AnalogousComponents.place(of: source.0, in: target),
      AnalogousComponents.place(of: source.1, in: target),
      AnalogousComponents.place(of: source.2, in: target)
    )
    let matched = places.0 | places.1 | places.2
    let found: UInt32 = (places.0 == 0 ? 0 : 1) | (places.1 == 0 ? 0 : 2) | (places.2 == 0 ? 0 : 4)
    rest = AnalogousComponents.all(of: source) & ~found
    restOfTarget = AnalogousComponents.all(of: target) & ~matched
  }

  func carried(_ missing: UInt32) -> UInt32 {
    var carried: UInt32 = 0
    if missing & 1 != 0 { carried |= places.0 }
    if missing & 2 != 0 { carried |= places.1 }
    if missing & 4 != 0 { carried |= places.2 }
    if rest != 0, missing & rest == rest { carried |= restOfTarget }
    return carried
  }

  /// The bits of the components that the space has.
  private static func all(of roles: Roles) -> UInt32 {
    (roles.0 == .absent ? 0 : 1) | (roles.1 == .absent ? 0 : 2) | (roles.2 == .absent ? 0 : 4)
  }

  @inline(never)
  private static func place(of role: ComponentRole, in roles: Roles) -> UInt32 {
    if role == .own || role == .absent { return 0 }
    if role == roles.0 { return 1 }
    if role == roles.1 { return 2 }
    return role == roles.2 ? 4 : 0
  }
}
