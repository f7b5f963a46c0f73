// Memory: the status codes, with their names and standard messages; the severities of findings.

/// The outcome of a call: the constants of the header's `dyncolor_status`.
///
/// A provider may also fail with a number that is not listed here. A result that may come from a
/// provider is therefore an `Int32`.
enum Status: Int32 {
  case ok = 0
  case invalidArgument = -1
  case outOfMemory = -2
  case syntax = -3
  case invalidUTF8 = -4
  case bufferTooSmall = -5
  case unknownName = -6
  case staleID = -7
  case foreignID = -8
  case nameTaken = -9
  case cycle = -10
  case tooDeep = -11
  case noValue = -12
  /// The color is newer than the snapshot.
  case notInSnapshot = -13
  case tooManyColors = -14
  case tooManyAxes = -15
  case tooManyPalettes = -16
  case provider = -17
  case tooComplex = -18
  /// A color was to be parsed without an environment, but depends on one.
  case dynamic = -19
  case tooManyAxisValues = -20
  case badImage = -21
  case tooManyLayers = -22
  case tooManyOwners = -23
  case tooManyLocales = -24
  case tooManySubtypes = -25
  case file = -26
  case unknownFormat = -27
  case cancelled = -28
  /// A path leads out of the folder that is loaded or written.
  case outside = -29
  /// The status of a warning, not of a call: a format cannot express a color exactly.
  case notExact = -30
  /// The library was built without the part that was called, such as the formats.
  case unsupported = -31

  /// The name of the constant in the header.
  var name: ConstantText {
    switch self {
    case .ok: ConstantText("DYNCOLOR_OK")
    case .invalidArgument: ConstantText("DYNCOLOR_ERROR_INVALID_ARGUMENT")
    case .outOfMemory: ConstantText("DYNCOLOR_ERROR_OUT_OF_MEMORY")
    case .syntax: ConstantText("DYNCOLOR_ERROR_SYNTAX")
    case .invalidUTF8: ConstantText("DYNCOLOR_ERROR_INVALID_UTF8")
    case .bufferTooSmall: ConstantText("DYNCOLOR_ERROR_BUFFER_TOO_SMALL")
    case .unknownName: ConstantText("DYNCOLOR_ERROR_UNKNOWN_NAME")
    case .staleID: ConstantText("DYNCOLOR_ERROR_STALE_ID")
    case .foreignID: ConstantText("DYNCOLOR_ERROR_FOREIGN_ID")
    case .nameTaken: ConstantText("DYNCOLOR_ERROR_NAME_TAKEN")
    case .cycle: ConstantText("DYNCOLOR_ERROR_CYCLE")
    case .tooDeep: ConstantText("DYNCOLOR_ERROR_TOO_DEEP")
    case .noValue: ConstantText("DYNCOLOR_ERROR_NO_VALUE")
    case .notInSnapshot: ConstantText("DYNCOLOR_ERROR_NOT_IN_SNAPSHOT")
    case .tooManyColors: ConstantText("DYNCOLOR_ERROR_TOO_MANY_COLORS")
    case .tooManyAxes: ConstantText("DYNCOLOR_ERROR_TOO_MANY_AXES")
    case .tooManyPalettes: ConstantText("DYNCOLOR_ERROR_TOO_MANY_PALETTES")
    case .provider: ConstantText("DYNCOLOR_ERROR_PROVIDER")
    case .tooComplex: ConstantText("DYNCOLOR_ERROR_TOO_COMPLEX")
    case .dynamic: ConstantText("DYNCOLOR_ERROR_DYNAMIC")
    case .tooManyAxisValues: ConstantText("DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES")
    case .badImage: ConstantText("DYNCOLOR_ERROR_BAD_IMAGE")
    case .tooManyLayers: ConstantText("DYNCOLOR_ERROR_TOO_MANY_LAYERS")
    case .tooManyOwners: ConstantText("DYNCOLOR_ERROR_TOO_MANY_OWNERS")
    case .tooManyLocales: ConstantText("DYNCOLOR_ERROR_TOO_MANY_LOCALES")
    case .tooManySubtypes: ConstantText("DYNCOLOR_ERROR_TOO_MANY_SUBTYPES")
    case .file: ConstantText("DYNCOLOR_ERROR_FILE")
    case .unknownFormat: ConstantText("DYNCOLOR_ERROR_UNKNOWN_FORMAT")
    case .cancelled: ConstantText("DYNCOLOR_ERROR_CANCELLED")
    case .outside: ConstantText("DYNCOLOR_ERROR_OUTSIDE")
    case .notExact: ConstantText("DYNCOLOR_ERROR_NOT_EXACT")
    case .unsupported: ConstantText("DYNCOLOR_ERROR_UNSUPPORTED")
    }
  }

  /// The message of an error that is reported with nothing but this status. `nil` for a status that
  /// is always reported with a message.
  var message: ConstantText? {
    switch self {
    // For a provider that answers without a valid color. An invalid argument of the host is always
    // reported with a message of its own.
    case .invalidArgument: ConstantText("a provider returned no color, or an invalid one")
    case .outOfMemory: ConstantText("out of memory")
    case .unknownName: ConstantText("unknown name")
    case .staleID: ConstantText("the color is not registered, or was unregistered")
    case .foreignID: ConstantText("the id is not from this theme")
    case .nameTaken:
      ConstantText("another color has this name, or had it; choose another name")
    case .cycle: ConstantText("a color refers to itself")
    case .tooDeep:
      ConstantText("providers call each other more than DYNCOLOR_MAX_DEPTH levels deep")
    case .noValue: ConstantText("the color has no value in this environment")
    case .notInSnapshot:
      ConstantText("the color was registered after the snapshot was taken; take a new snapshot")
    case .tooManyColors:
      ConstantText("the theme has no room for more colors; the limit is DYNCOLOR_MAX_COLORS")
    case .tooManyAxes:
      ConstantText(
        "the theme has no room for more custom axes; the limit is DYNCOLOR_MAX_CUSTOM_AXES")
    case .tooManyPalettes:
      ConstantText("the theme has no room for more palettes; the limit is DYNCOLOR_MAX_PALETTES")
    case .tooManyAxisValues: ConstantText("the axis has no room for more values; the limit is 255")
    case .badImage: ConstantText("the bytes are not an image of a theme, or are damaged")
    case .tooManyLayers:
      ConstantText("the theme has no room for more layers; the limit is DYNCOLOR_MAX_LAYERS")
    case .tooManyOwners:
      ConstantText("the theme has no room for more owners; the limit is DYNCOLOR_MAX_OWNERS")
    case .tooManyLocales:
      ConstantText("the theme has no room for more locales; the limit is 65,535")
    case .tooManySubtypes: ConstantText("the theme has no room for more subtypes; the limit is 255")
    case .cancelled:
      ConstantText("the host cancelled the load (its progress callback returned nonzero)")
    case .ok, .syntax, .invalidUTF8, .bufferTooSmall, .provider, .tooComplex, .dynamic, .file,
      .unknownFormat, .outside, .notExact, .unsupported:
      nil
    }
  }
}

/// The constants of the header's `dyncolor_severity`.
enum Severity: Int32 {
  case note = 1
  case warning = 2
  case error = 3
}
