// Recipe: adjustments of environments, such as a preferred or a forced value.

/// How an adjustment changes an axis.
enum AdjustmentPolicy: UInt32 {
  /// Sets a value if the axis is unspecified.
  case prefer = 1
  /// Sets a value; the value 0 makes the axis unspecified.
  case force = 2
  /// Sets the opposite value, such as dark for light.
  case invert = 3
}

/// A change of one axis of an environment.
struct Adjustment: BitwiseCopyable {
  private let axis: Axis
  private let policy: AdjustmentPolicy
  private let value: UInt64

  /// Which argument is invalid; or `noOpposite`: the values of the axis have no opposites.
  enum Problem: Error {
    case axis, policy, value, noOpposite
  }

  init(axis: UInt32, policy: UInt32, value: UInt64) throws(Problem) {
    guard axis < Axis.reservedBytes.index else { throw .axis }
    self.axis = Axis(index: Int(axis))
    guard let policy = AdjustmentPolicy(rawValue: policy) else { throw .policy }
    self.policy = policy
    self.value = value
    switch policy {
    case .prefer: guard value > 0, value <= self.axis.greatestValue else { throw .value }
    case .force: guard value <= self.axis.greatestValue else { throw .value }
    case .invert:
      // Only whether the result is `nil` counts here, so any defaults will do.
      guard self.axis.defaultIfInvertible(scheme: 1, contrast: 1) != nil else { throw .noOpposite }
      guard value == 0 else { throw .value }
    }
  }

  /// Returns whether `apply` needs a default of the theme for this environment.
  func needsDefault(_ environment: Environment) -> Bool {
    policy == .invert && (axis == .scheme || axis == .contrast) && environment[axis] == 0
  }

  /// Changes the axis of an environment. The defaults are those of the theme. They are used only if
  /// `needsDefault` returns true.
  func apply(
    to environment: inout Environment, defaultScheme scheme: UInt64,
    defaultContrast contrast: UInt64
  ) {
    let current = environment[axis]
    switch policy {
    case .prefer: if current == 0 { environment[axis] = value }
    case .force: environment[axis] = value
    case .invert:
      // `initial` is the value that an unspecified axis has by default.
      let initial = axis.defaultIfInvertible(scheme: scheme, contrast: contrast)
      guard let initial else { return }
      // The opposite of a value is as far from the greatest value as the value is from 1.
      environment[axis] = axis.greatestValue &+ 1 &- (current == 0 ? initial : current)
    }
  }
}

extension Axis {
  /// The value that an axis has by default, if its values have opposites; `nil` for other axes.
  /// `scheme` and `contrast` are the theme's defaults on these axes, which are returned for them.
  fileprivate func defaultIfInvertible(scheme: UInt64, contrast: UInt64) -> UInt64? {
    switch self {
    case .scheme: scheme
    case .contrast: contrast
    case .elevation, .forcedColors: 1
    default: nil
    }
  }
}
