// Environments changed axis by axis: pinned, preferred, turned into their opposite.

/// How an axis of an environment is changed.
enum AdjustmentPolicy: UInt8 {
  /// To a value, if it is unspecified.
  case prefer = 1
  /// To a value, or to unspecified.
  case force = 2
  /// To the opposite of what it is.
  case invert = 3
}

/// A change of one axis.
struct Adjustment: BitwiseCopyable {
  private let axis: Axis
  private let policy: AdjustmentPolicy
  private let value: UInt64

  /// Why numbers stand for no adjustment.
  enum Problem: Error {
    case axis, policy, value, noOpposite
  }

  init(axis: UInt8, policy: UInt8, value: UInt64) throws(Problem) {
    guard axis < Axis.count, axis != Axis.reserved.index else { throw .axis }
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

  /// Whether the outcome may depend on the scheme that a theme has by default.
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
      // The values of such an axis lie around its middle.
      environment[axis] = axis.maximum &+ 1 &- (current == 0 ? usual : current)
    }
  }
}

extension Axis {
  /// What the axis is where it is unspecified; `nil` if its values have no opposites.
  fileprivate func usual(defaultScheme: UInt64) -> UInt64? {
    switch self {
    case .scheme: defaultScheme
    case .contrast: ContrastStep.standard.value
    case .elevation, .forcedColors: 1
    default: nil
    }
  }
}
