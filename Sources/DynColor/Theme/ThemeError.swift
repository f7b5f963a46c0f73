// Theme: the errors of theme operations.

/// A reason, and the name that it is about.
///
/// It owns no memory and fits in registers. The full message is made where the error is reported.
struct ThemeError: Error, BitwiseCopyable {
  // No payload is larger than another, so that copying one needs no code.
  enum Reason: BitwiseCopyable {
    case outOfMemory, staleID, nameTaken, unknownName, tooDeep
    /// None of a color's variants matches, no condition of its `if()` holds, no palette has what it
    /// looks for, or its expression comes to nothing.
    case noVariant, noCondition, noPaletteColor, noResult
    /// `--covered()` without a fallback is used in a definition that shadows nothing.
    case nothingCovered
    /// A color without a name, which can shadow nothing, uses `--covered()`.
    case unnamedCovered
    /// An expression refers to a name that no color has.
    case unknownReference
    /// A color has come back to itself by references, or by a provider that resolves it.
    case cycle, providerCycle
    /// A color would refer to its own name in every environment. `selfReferenceAbove`: and a lower
    /// layer defines it.
    case selfReference, selfReferenceAbove
    /// A name would be forwarded to itself.
    case forwardCircle
    case notInSnapshot, tooManyColors, tooManyAxes, tooManyPalettes
    case tooManyAxisValues
    /// A custom axis would have the name of a built-in one.
    case builtinAxis
    /// An environment has a number, on the axis with this index, that the theme never gave out.
    case unknownAxisValue(UInt32)
    /// The theme never gave out this id, or this number.
    case foreignID(UInt32)
    case unknownPalette(UInt32)
    case unknownAxis(UInt32)
    case unknownValue(UInt32)
    case unknownLocale(UInt32)
    case unknownSubtype(UInt32)
    case unknownLayer(UInt32)
    case unknownOwner(UInt32)
    /// A layer does not define a color.
    case notInLayer
    /// An expression has more nodes than one may have.
    case tooComplex
    case tooManyLayers, tooManyOwners, tooManyLocales, tooManySubtypes
    case badAnswer
    /// Something failed before, with this status.
    case status(Int32)
    /// A provider failed, with this status.
    case provider(Int32)

    /// The status, which is a number of the provider's if that has failed.
    var status: Int32 {
      switch self {
      case .status(let status): status
      case .provider(let status): status < 0 ? status : Status.provider.rawValue
      default: listedStatus.rawValue
      }
    }

    private var listedStatus: Status {
      switch self {
      case .badAnswer, .unknownAxisValue, .unnamedCovered: .invalidArgument
      case .tooComplex: .tooComplex
      case .outOfMemory: .outOfMemory
      case .unknownName, .unknownReference, .unknownPalette, .unknownAxis, .unknownValue,
        .unknownLocale, .unknownSubtype, .unknownLayer, .unknownOwner, .notInLayer:
        .unknownName
      case .staleID: .staleID
      case .foreignID: .foreignID
      case .nameTaken, .builtinAxis: .nameTaken
      case .cycle, .providerCycle, .selfReference, .selfReferenceAbove, .forwardCircle: .cycle
      case .tooDeep: .tooDeep
      case .noVariant, .noCondition, .nothingCovered, .noPaletteColor, .noResult: .noValue
      case .notInSnapshot: .notInSnapshot
      case .tooManyColors: .tooManyColors
      case .tooManyAxes: .tooManyAxes
      case .tooManyPalettes: .tooManyPalettes
      case .tooManyAxisValues: .tooManyAxisValues
      case .tooManyLayers: .tooManyLayers
      case .tooManyOwners: .tooManyOwners
      case .tooManyLocales: .tooManyLocales
      case .tooManySubtypes: .tooManySubtypes
      case .status, .provider: .provider
      }
    }

    /// Returns whether a failure concerns one color only, so that a fallback may be used. False if
    /// memory ran out, for a cycle, or if references are too deep.
    static func isOfOneColor(_ status: Int32) -> Bool {
      status != Status.outOfMemory.rawValue && status != Status.cycle.rawValue
        && status != Status.tooDeep.rawValue
    }

    /// A message, if the status alone does not say enough.
    var message: StaticString? {
      switch self {
      case .unknownLayer: "no layer has this number"
      case .unknownOwner: "no owner has this number"
      case .builtinAxis: "every theme has an axis of this name; choose another one"
      case .unknownAxisValue:
        "an environment has a number that the theme never gave out; declare its name first"
      case .selfReference: "the color refers to itself, so it would never have a value"
      case .selfReferenceAbove:
        "the color refers to itself; for what it covers in a lower layer, use --covered()"
      case .unnamedCovered: "a color without a name covers nothing; give it one to use --covered()"
      case .notInLayer: "the layer does not define this color"
      case .forwardCircle: "a name must not lead back to itself"
      default: nil
      }
    }

    /// True if a color refers to a name that was not found.
    var isSearch: Bool {
      switch self {
      case .unknownReference, .noPaletteColor: true
      default: false
      }
    }

    /// Why a color has no value, if that needs no name.
    var cause: StaticString? {
      switch self {
      case .noVariant: "no variant matches"
      case .noCondition: "no condition of if() holds, and it has no else"
      case .nothingCovered: "--covered() has no fallback, and no lower layer defines the color"
      case .provider(Status.noValue.rawValue): "its provider returned DYNCOLOR_ERROR_NO_VALUE"
      default: nil
      }
    }

    /// Returns whether the failure persists until the theme changes. False if memory ran out or a
    /// provider failed, whatever its status.
    var isLasting: Bool {
      if case .provider = self { return false }
      return status == Status.staleID.rawValue || status == Status.cycle.rawValue
        || status == Status.noValue.rawValue || status == Status.unknownName.rawValue
    }
  }

  let reason: Reason
  /// A name in the memory of the theme or of the host.
  let name: StoredText

  init(_ reason: Reason, _ name: StoredText = .empty) {
    self.reason = reason
    self.name = name
  }
}

/// The value of an expression that may run out of memory, which a theme reports among its own
/// errors.
func orOutOfMemory<Result: ~Copyable>(
  _ value: @autoclosure () throws(OutOfMemory) -> Result
) throws(ThemeError) -> Result {
  do throws(OutOfMemory) { return try value() } catch { throw ThemeError(.outOfMemory) }
}

/// The same of what takes several steps.
func orOutOfMemory<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(ThemeError) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw ThemeError(.outOfMemory) }
}
