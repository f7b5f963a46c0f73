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
    guard axis < Axis.reserved.index else { throw .axis }
    self.axis = Axis(index: Int(axis))
    guard let policy = AdjustmentPolicy(rawValue: policy) else { throw .policy }
    self.policy = policy
    self.value = value
    switch policy {
    case .prefer: guard value > 0, value <= self.axis.greatestValue else { throw .value }
    case .force: guard value <= self.axis.greatestValue else { throw .value }
    case .invert:
      // Which default scheme is passed does not matter: every scheme has an opposite.
      guard self.axis.invertibleDefault(defaultScheme: 1) != nil else { throw .noOpposite }
      guard value == 0 else { throw .value }
    }
  }

  /// Returns whether `apply` needs the theme's default scheme for this environment.
  func needsDefaultScheme(_ environment: Environment) -> Bool {
    policy == .invert && axis == .scheme && environment[.scheme] == 0
  }

  /// Changes the axis of an environment.
  func apply(to environment: inout Environment, defaultScheme: UInt64) {
    let current = environment[axis]
    switch policy {
    case .prefer: if current == 0 { environment[axis] = value }
    case .force: environment[axis] = value
    case .invert:
      guard let standard = axis.invertibleDefault(defaultScheme: defaultScheme) else { return }
      // The opposite of a value is as far from the greatest value as the value is from 1.
      environment[axis] = axis.greatestValue &+ 1 &- (current == 0 ? standard : current)
    }
  }
}

extension Axis {
  /// The default value of an axis whose values have opposites; `nil` for other axes.
  fileprivate func invertibleDefault(defaultScheme: UInt64) -> UInt64? {
    switch self {
    case .scheme: defaultScheme
    case .contrast: NamedContrast.standard.value
    case .elevation, .forcedColors: 1
    default: nil
    }
  }
}
