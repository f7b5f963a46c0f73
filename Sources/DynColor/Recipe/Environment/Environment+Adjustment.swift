// Recipe: changes of single axes of an environment, such as a forced or preferred value.

/// How an axis of an environment is changed.
enum AdjustmentPolicy: UInt32 {
  /// Sets a value if the axis is unspecified.
  case prefer = 1
  /// Sets a value, or makes the axis unspecified.
  case force = 2
  /// Sets the opposite value.
  case invert = 3
}

/// A change of one axis.
struct Adjustment: BitwiseCopyable {
  private let axis: Axis
  private let policy: AdjustmentPolicy
  private let value: UInt64

  /// Why the arguments are not an adjustment.
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
    case .prefer: guard value > 0, value <= self.axis.maximum else { throw .value }
    case .force: guard value <= self.axis.maximum else { throw .value }
    case .invert:
      guard self.axis.usual(defaultScheme: 1) != nil else { throw .noOpposite }
      guard value == 0 else { throw .value }
    }
  }

  /// Whether the result depends on the theme's default scheme.
  func needsDefaultScheme(_ environment: Environment) -> Bool {
    policy == .invert && axis == .scheme && environment[.scheme] == 0
  }

  func apply(to environment: inout Environment, defaultScheme: UInt64) {
    let current = environment[axis]
    switch policy {
    case .prefer: if current == 0 { environment[axis] = value }
    case .force: environment[axis] = value
    case .invert:
      guard let usual = axis.usual(defaultScheme: defaultScheme) else { return }
      // The values of an axis with opposites are symmetric about its middle.
      environment[axis] = axis.maximum &+ 1 &- (current == 0 ? usual : current)
    }
  }
}

extension Axis {
  /// The value that an unspecified axis stands for; `nil` if the axis has no opposite values.
  fileprivate func usual(defaultScheme: UInt64) -> UInt64? {
    switch self {
    case .scheme: defaultScheme
    case .contrast: ContrastStep.standard.value
    case .elevation, .forcedColors: 1
    default: nil
    }
  }
}
