// Why something cannot be done with a theme.

/// A reason, and the name that it is about.
///
/// Errors are kept small: what is told of them at length is made where they are reported.
struct ThemeError: Error {
  enum Reason {
    case outOfMemory, staleID, foreignID, nameTaken, unknownName, tooDeep, noValue
    /// An expression refers to a name that no color has.
    case unknownReference
    /// A color has come back to itself by references, or by a provider that resolves it.
    case cycle, providerCycle
    /// A name would be forwarded to itself.
    case forwardCircle
    case notInSnapshot, tooManyColors, tooManyAxes, tooManyPalettes
    case tooManyAxisValues
    /// No layer, or no owner, has a number.
    case unknownLayer, unknownOwner
    /// A layer does not define a color.
    case notInLayer
    case tooManyLayers, tooManyOwners, tooManyLocales, tooManySubtypes
    case badAnswer
    /// Something failed before, with this status.
    case status(Int32)
    /// A provider failed, with this status.
    case provider(Int32)

    /// The corresponding C constant's value.
    var status: Int32 {
      switch self {
      case .badAnswer: -1
      case .outOfMemory: -2
      case .unknownName, .unknownReference, .unknownLayer, .unknownOwner, .notInLayer: -6
      case .staleID: -7
      case .foreignID: -8
      case .nameTaken: -9
      case .cycle, .providerCycle, .forwardCircle: -10
      case .tooDeep: -11
      case .noValue: -12
      case .notInSnapshot: -13
      case .tooManyColors: -14
      case .tooManyAxes: -15
      case .tooManyPalettes: -16
      case .tooManyAxisValues: -20
      case .tooManyLayers: -22
      case .tooManyOwners: -23
      case .tooManyLocales: -24
      case .tooManySubtypes: -25
      case .status(let status): status
      case .provider(let status): status < 0 ? status : -17
      }
    }

    /// Whether a failure with a status is one of the color alone, so that another may be taken
    /// instead: not so if memory has run out, or colors are tied up with each other.
    static func isOfOneColor(_ status: Int32) -> Bool {
      status != Reason.outOfMemory.status && status != Reason.cycle.status
        && status != Reason.tooDeep.status
    }

    /// What is to be told where the status alone says too little.
    var message: StaticString? {
      switch self {
      case .unknownLayer: "no layer has this number"
      case .unknownOwner: "no owner has this number"
      case .notInLayer: "the layer does not define this color"
      case .forwardCircle: "a name must not lead back to itself"
      default: nil
      }
    }

    /// Whether a color that fails for this reason fails for it again, until the theme changes: not so
    /// if memory has run out, or a provider has failed, whatever its status.
    var isLasting: Bool {
      if case .provider = self { return false }
      return status == Reason.staleID.status || status == Reason.cycle.status
        || status == Reason.noValue.status || status == Reason.unknownReference.status
    }
  }

  let reason: Reason
  /// A name of the theme's, or of the host's.
  let name: HostText

  init(_ reason: Reason, _ name: HostText = .empty) {
    self.reason = reason
    self.name = name
  }
}

/// The result of what may run out of memory, which a theme reports among its own errors.
func orOutOfMemory<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(ThemeError) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw ThemeError(.outOfMemory) }
}
