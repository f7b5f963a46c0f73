// Memory: the messages that are reported in more than one place.

/// Messages of errors and findings.
///
/// A message says what is wrong or what was expected. A remedy or a consequence follows a
/// semicolon. Before the first "; ", `dyncolor_error_format_n` inserts the context, such as a name.
enum CommonMessage {
  // MARK: - Arguments

  static var nullArgument: StaticString { "an argument must not be NULL" }
  static var wrongStructSize: StaticString {
    "the size of the struct is wrong; initialize it with its _INIT macro, or set size to sizeof"
  }
  static var invalidOption: StaticString {
    "unknown flags or scheme, or reserved is not 0; initialize the struct with its _INIT macro"
  }
  static var reservedNotZero: StaticString {
    "reserved is not 0; initialize the struct with its _INIT macro, or with {0}"
  }
  static var alphaRange: StaticString { "the alpha must be from 0 to 1" }
  static var hugeList: StaticString {
    "the list is too large for memory; its count or its stride is wrong"
  }
  static var emptyMix: StaticString { "a mix must have at least one color" }
  static var providerFailed: StaticString { "a provider failed" }

  // MARK: - Names and texts

  static var longName: StaticString { "a name must have at most DYNCOLOR_MAX_NAME bytes" }
  static var expectedName: StaticString { "expected a name of 1 to DYNCOLOR_MAX_NAME bytes" }
  static var invalidUTF8: StaticString { "the text is not valid UTF-8" }
  static var builtinAxis: StaticString { "a built-in axis has this name; choose another one" }
  static var noAxisValue: StaticString { "the axis has no value of this name" }
  /// For the name of an axis or a value in a text that is read without a theme, such as a style
  /// sheet. Without a theme, only built-in names are known.
  static var onlyBuiltinAxes: StaticString {
    "a style sheet does not know this name; use style(--axis: value) in if()"
  }
  static var unknownPalette: StaticString {
    "no palette has this name; declare it, or register a color of it first"
  }
  static var unknownColor: StaticString { "reference to an unknown color" }

  // MARK: - Lengths of texts in structs of the host

  static var noNameLength: StaticString {
    "the name has the length 0; set name_length, or use DYNCOLOR_NUL_TERMINATED"
  }
  static var noCSSLength: StaticString {
    "the text has the length 0; set css_length, or use DYNCOLOR_NUL_TERMINATED"
  }

  // MARK: - Files

  static var longPath: StaticString {
    "the path is too long; shorten the names of folders or files"
  }
  static var hugeFile: StaticString { "the file is too large; at most 64 MiB are read" }
  static var foldersNestedTooDeeply: StaticString {
    "folders are nested too deeply; at most 64 levels are read"
  }
  static var symbolicLink: StaticString {
    "symbolic links are not followed here; put the file itself in its place"
  }
  static var tooManyFiles: StaticString { "the process or the system has too many open files" }
  static var onlyOneFilePassed: StaticString { "only one file was passed; it cannot load others" }
  static var unreadableFormat: StaticString {
    "unknown format, or one that can only be written; name the format in the options"
  }
  static var unwritableFormat: StaticString {
    "unknown format, or one that can only be loaded; name the format in the options"
  }

  // MARK: - Colors of files

  static var definedTwice: StaticString {
    "the color is defined twice; the last definition is used"
  }
  static var oneSchemeOnly: StaticString { "the color has a value for one scheme only" }
  /// For an entry that was a color when the file was loaded before, and is no color now.
  static var wasColor: StaticString {
    "expected a color, because there was one in the last load"
  }
  static var tooManyParts: StaticString { "the color has too many parts" }
  static var tooManyConditions: StaticString { "the property depends on too many conditions" }
  static var slowConditions: StaticString {
    "the conditions of the style sheet take too long to evaluate"
  }
  static var skippedRule: StaticString {
    "the rule depends on something that an environment does not have; it is skipped"
  }
  static var tooManyVariants: StaticString {
    "too many variants; at most DYNCOLOR_MAX_VARIANTS are allowed"
  }
  static var tooManyBackgrounds: StaticString {
    "too many backgrounds; at most DYNCOLOR_MAX_BACKGROUNDS are allowed"
  }
  static var hugeColorSet: StaticString {
    "the color set has too many colors; at most DYNCOLOR_MAX_VARIANTS are allowed"
  }
  static var unknownTokenSpace: StaticString {
    "unknown color space; use one of the Design Tokens Color Module"
  }
  static var tokenInToken: StaticString { "a token cannot contain other tokens" }
  static var groupCycle: StaticString { "the group extends itself" }
  static var missingMember: StaticString { "reference to a missing member" }
  static var unknownToken: StaticString { "reference to an unknown token" }

  // MARK: - What a format cannot express

  static var noValue: StaticString { "the color has no value; it is left out" }
  static var nameNotExact: StaticString {
    "the name is not written exactly; the format cannot express all of it"
  }
  /// For a color that depends on other axes than scheme and contrast.
  static var notExactForOtherAxes: StaticString {
    "the color is not written exactly; its values in both schemes and contrasts are written"
  }
  static var providerNotWritten: StaticString {
    "a provider cannot be written; the values that it returns now are written"
  }
  // The context of each of the next four messages is the color and the axes.
  static var missingAxes: StaticString {
    "the color depends on axes that the format does not have; their defaults are written"
  }
  static var combinedAxes: StaticString {
    "the format has only one of these axes at a time; their combinations are not written"
  }
  static var unnamedValues: StaticString {
    "the color depends on values that have no name; only values with names are written"
  }
  static var oneEnvironmentOnly: StaticString {
    "the color depends on axes, and the format has none; it is written for one environment"
  }
  static var roundedTo8Bits: StaticString {
    "the color is rounded; the format has only colors of sRGB with 8 bits for each channel"
  }

  // MARK: - What a parser expects

  static var nestedTooDeeply: StaticString {
    "nested too deeply; at most DYNCOLOR_MAX_NESTING levels are allowed"
  }
  static var expectedColor: StaticString { "expected a color" }
  static var expectedObject: StaticString { "expected an object" }
  static var expectedNames: StaticString { "expected an array of names" }
  static var expectedTypeName: StaticString { "expected the name of a type" }
  static var expectedValue: StaticString { "expected a value" }
  static var expectedSelector: StaticString { "expected a selector" }
  static var unknownPseudoClass: StaticString { "unknown pseudo-class" }
  static var expectedSemicolon: StaticString { "expected a semicolon before this declaration" }
  static var expectedComma: StaticString { "expected a comma" }
  static var expectedParenthesis: StaticString { "expected a closing parenthesis" }
  static var expectedBracket: StaticString { "expected a closing bracket" }
  static var expectedCommaOrParenthesis: StaticString {
    "expected a comma or a closing parenthesis"
  }
  static var expectedSlashOrParenthesis: StaticString {
    "expected a slash or a closing parenthesis"
  }
  static var expectedHexDigit: StaticString { "expected a hexadecimal digit" }
  static var expectedHexDigits: StaticString { "expected 3, 4, 6 or 8 hexadecimal digits" }
  static var expectedDigit: StaticString { "expected a digit" }
  static var expectedPercentage: StaticString { "expected a percentage" }
  static var expectedRGBBytes: StaticString { "expected red, green and blue from 0 to 255" }
  static var expectedAlpha: StaticString { "expected an alpha from 0 to 1" }
  static var halfSurrogatePair: StaticString {
    "an escape is half of a surrogate pair; write both halves"
  }
}
