// Theme: the errors of theme operations.

/// Why a theme operation failed, and the name that the error is about.
///
/// The error owns no memory and fits in registers. The context of a failed resolution, such as the
/// palettes that were searched, is written by Resolution/Resolution+ErrorContext.swift.
struct ThemeError: Error, BitwiseCopyable {
  // All payloads have the same size, so that copying a reason needs no code for each case.
  enum Reason: BitwiseCopyable {
    case outOfMemory
    /// The color with the id is not registered.
    case staleID
    /// The name is that of another color, which may be unregistered.
    case nameTaken
    case unknownName
    /// Provider calls are nested too deeply.
    case tooDeep
    /// A color has no value: no variant matches, no condition of its `if()` holds, no palette has
    /// the color that it looks up, or its expression has no result.
    case noVariant, noCondition, noPaletteColor, noResult
    /// `--covered()` without a fallback is used in a definition that shadows nothing.
    case nothingCovered
    /// A color without a name, which can shadow nothing, uses `--covered()`.
    case unnamedCovered
    /// An expression refers to a name that no color has.
    case unknownReference
    /// A color refers to itself, through references or through a provider that resolves it.
    case cycle, providerCycle
    /// A color would refer to its own name in every environment. `shadowingSelfReference`: the
    /// definition shadows one in a lower layer, so the host may have meant `--covered()`.
    case selfReference, shadowingSelfReference
    /// A name would be forwarded to itself.
    case forwardCycle
    case notInSnapshot, tooManyColors, tooManyAxes, tooManyPalettes
    case tooManyAxisValues
    /// A custom axis would have the name of a built-in one.
    case builtinAxis
    /// An environment has a number that the theme never assigned, on the axis with this index.
    case unknownAxisValue(UInt32)
    /// The id does not belong to this theme.
    case foreignID(UInt32)
    // From here to `unknownOwner`: an argument is a number that the theme never assigned.
    case unknownPalette(UInt32)
    /// No axis, built-in or custom, has the number.
    case unknownAxis(UInt32)
    /// The number is not that of a custom axis. Built-in axes have fixed values.
    case noCustomAxis(UInt32)
    /// No value of an axis has the number.
    case unknownValue(UInt32)
    case unknownLocale(UInt32)
    case unknownSubtype(UInt32)
    case unknownLayer(UInt32)
    case unknownOwner(UInt32)
    /// A layer does not define a color.
    case notInLayer
    /// A color to be refreshed has no provider in any layer.
    case noProvider
    /// An expression has too many nodes.
    case tooComplex
    case tooManyLayers, tooManyOwners, tooManyLocales, tooManySubtypes
    /// A provider returned a color that is not valid.
    case invalidAnswer
    /// A referenced color failed with this status. Why it failed was not stored.
    case status(Int32)
    /// A provider failed, with this status.
    case provider(Int32)

    /// The status that the host gets. For a provider that failed with a negative status, it is that
    /// status; for any other status of a provider, it is `Status.provider`.
    var status: Int32 {
      switch self {
      case .status(let status): status
      case .provider(let status): status < 0 ? status : Status.provider.rawValue
      default: fixedStatus.rawValue
      }
    }

    /// The status that goes with the reason. Not used for the reasons `status` and `provider`,
    /// because their status depends on their payload.
    private var fixedStatus: Status {
      switch self {
      case .invalidAnswer, .unknownAxisValue, .unnamedCovered, .noProvider: .invalidArgument
      case .tooComplex: .tooComplex
      case .outOfMemory: .outOfMemory
      case .unknownName, .unknownReference, .unknownPalette, .unknownAxis, .noCustomAxis,
        .unknownValue, .unknownLocale, .unknownSubtype, .unknownLayer, .unknownOwner, .notInLayer:
        .unknownName
      case .staleID: .staleID
      case .foreignID: .foreignID
      case .nameTaken, .builtinAxis: .nameTaken
      case .cycle, .providerCycle, .selfReference, .shadowingSelfReference, .forwardCycle: .cycle
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

    /// Returns whether a color may use its fallback after a color that it refers to has failed with
    /// `status`. Returns false for a cycle, for provider calls that are nested too deeply, and if
    /// memory ran out.
    static func allowsFallback(_ status: Int32) -> Bool {
      status != Status.outOfMemory.rawValue && status != Status.cycle.rawValue
        && status != Status.tooDeep.rawValue
    }

    /// A message, if the status alone does not say enough.
    var message: StaticString? {
      switch self {
      case .unknownPalette:
        "no palette has this number; pass one that dyncolor_palette_declare() returned"
      case .unknownAxis:
        """
        no axis has this number; pass a constant of dyncolor_axis, or a number that \
        dyncolor_axis_declare() returned
        """
      case .unknownValue:
        "the axis has no value with this number; pass one from 1 to dyncolor_axis_value_count()"
      case .unknownLocale:
        "no locale has this number; pass one that dyncolor_locale_declare() returned"
      case .unknownSubtype:
        "no subtype has this number; pass one that dyncolor_subtype_declare() returned"
      case .unknownReference: "the color refers to a name that no color has"
      case .tooComplex: CommonMessage.tooManyParts
      case .noCustomAxis:
        "no custom axis has this number; pass one that dyncolor_axis_declare() returned"
      case .unknownLayer:
        "no layer has this number; pass one that dyncolor_layer_declare() returned"
      case .unknownOwner:
        "no owner has this number; pass one that dyncolor_owner_declare() returned"
      case .builtinAxis: CommonMessage.builtinAxis
      case .unknownAxisValue:
        "the environment has a number that the theme never assigned; declare its name first"
      case .selfReference: "the color refers to itself, so it would never have a value"
      case .shadowingSelfReference:
        "the color refers to itself; write --covered() for the color of the layer below"
      case .unnamedCovered: "--covered() is used in a color without a name; give the color a name"
      case .notInLayer: "the layer does not define this color"
      case .noProvider:
        "the color has no provider in any layer; pass the id of the color that has one"
      case .forwardCycle: "a forward must not lead back to its own name"
      case .provider: CommonMessage.providerFailed
      default: nil
      }
    }

    /// True if the definition of a color looks up a name that no color has. `ThemeError.name` is
    /// then the name of the color with the definition, not the name that was looked up.
    var isFailedLookup: Bool {
      switch self {
      case .unknownReference, .noPaletteColor: true
      default: false
      }
    }

    /// Why a color has no value, in words that need no name; `nil` for all other reasons.
    var explanation: StaticString? {
      switch self {
      case .noVariant: "no variant matches"
      case .noCondition: "no condition of if() holds, and it has no else"
      case .nothingCovered:
        "no lower layer defines the color; give --covered() a fallback, as in --covered(red)"
      default: nil
      }
    }

    /// True if the failure persists until the theme changes. False, for example, if memory ran out,
    /// or if a provider failed, whatever the status that the provider returned.
    var isPersistent: Bool {
      if case .provider = self { return false }
      return status == Status.staleID.rawValue || status == Status.foreignID.rawValue
        || status == Status.cycle.rawValue || status == Status.noValue.rawValue
        || status == Status.unknownName.rawValue
    }
  }

  let reason: Reason
  /// A name in the memory of the theme or of the host. If `reason.isFailedLookup` is true, it is
  /// the name of the color, not the name that was looked up.
  let name: StoredText

  init(_ reason: Reason, _ name: StoredText = .empty) {
    self.reason = reason
    self.name = name
  }
}

/// Evaluates a Swift expression. Converts `OutOfMemory` to a `ThemeError`.
func orOutOfMemory<Result: ~Copyable>(
  _ value: @autoclosure () throws(OutOfMemory) -> Result
) throws(ThemeError) -> Result {
  do throws(OutOfMemory) { return try value() } catch { throw ThemeError(.outOfMemory) }
}

/// Returns the result of `body`. Converts `OutOfMemory` to a `ThemeError`.
func orOutOfMemory<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(ThemeError) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw ThemeError(.outOfMemory) }
}
