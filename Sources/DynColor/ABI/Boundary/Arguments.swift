// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: converts arguments from C to values of the core, and validates them.

import CDynColor
import CPlatform

// `require` and `check` only check an argument. `required` returns an argument that must not be
// NULL or empty, and `optional` one that may be NULL. The functions that begin with `checked`
// return a value after checking it.
//
// All of them get the name of the argument, and their failures contain this name. But the failure
// for a text that is not valid UTF-8 contains the text instead, so `check(utf8:)` gets no name. A
// `field` is the name of a field of the argument, with a dot before it, such as ".flags"; empty for
// the argument itself.

/// The length that a host passes for a text that ends at a NUL: DYNCOLOR_NUL_TERMINATED, the
/// greatest `size_t`, which is −1 as an `Int`.
var nulTerminatedLength: Int { -1 }

/// Unwraps a pointer, handle or function that must not be NULL.
@inline(__always)
func required<Value>(
  _ argument: Value?, _ name: StaticString, field: StaticString = ""
) throws(Failure) -> Value {
  guard let argument else {
    throw Failure.argument(name, CommonMessage.nullArgument, field: field)
  }
  return argument
}

/// Fails with a message about the argument `name`, unless the condition is true.
@inline(__always)
func require(
  _ condition: Bool, _ name: StaticString, _ message: StaticString, field: StaticString = ""
) throws(Failure) {
  guard condition else { throw Failure.argument(name, message, field: field) }
}

/// Fails if a list is NULL although its count is not 0.
@inline(__always)
func require<Element>(
  list: UnsafePointer<Element>?, _ count: Int, _ name: StaticString
) throws(Failure) {
  try require(list != nil || count == 0, name, CommonMessage.nullArgument)
}

/// Fails if a result buffer is NULL although its capacity is not 0.
@inline(__always)
func require(
  buffer: UnsafeMutableRawPointer?, _ capacity: Int, _ name: StaticString
) throws(Failure) {
  try require(
    buffer != nil || capacity == 0, name, "a buffer must not be NULL unless its capacity is 0")
}

/// The bytes of a text argument, which are valid for the duration of the call. `length` may be
/// `nulTerminatedLength`. Does not check for UTF-8.
@_lifetime(immortal)
func checked(
  text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
) throws(Failure) -> Span<UInt8> {
  var count = length
  if let text {
    if length == nulTerminatedLength { count = Int(strlen(text)) }
  } else if length != 0 {
    throw Failure.argument(name, "a text must not be NULL unless its length is 0")
  }
  try require(
    count >= 0, name, "the length of a text must be at most PTRDIFF_MAX, or DYNCOLOR_NUL_TERMINATED"
  )
  // `& .max` changes nothing. It shows the compiler that the count is not negative.
  let bytes = UnsafeBufferPointer(
    start: UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self),
    count: text == nil ? 0 : count & .max)
  return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
}

/// Fails if a text in a struct of the host is not NULL, but has the length 0: the host has probably
/// forgotten the field with the length. `message` names that field.
func requireLength(
  of text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString, _ message: StaticString
) throws(Failure) {
  try require(text == nil || length != 0, name, message)
}

/// The name of a color, palette or axis: UTF-8 without a NUL, of 1 to DYNCOLOR_MAX_NAME bytes.
/// Fails if the name is NULL or empty.
@_lifetime(immortal)
func required(
  name: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let bytes = try checked(nameOrEmpty: name, length, argument)
  try require(bytes.count > 0, argument, "the argument must not be empty")
  return bytes
}

/// A name that may be empty. NULL with the length 0 is an empty name, too.
@_lifetime(immortal)
func checked(
  nameOrEmpty name: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let bytes = try checked(text: name, length, argument)
  try require(
    bytes.count <= DYNCOLOR_MAX_NAME, argument, CommonMessage.longName)
  if bytes.isASCIIWithoutNUL { return bytes }
  try check(bytes, argument, ifNUL: "a name must not contain a NUL byte")
  return bytes
}

/// The argument `prefix`, with which names begin; empty for NULL. The rest of each name has at most
/// `greatestSuffixLength` bytes. Fails if a name with this prefix could be too long.
@_lifetime(immortal)
func checked(
  prefix: UnsafePointer<CChar>?, _ length: Int, greatestSuffixLength: Int
) throws(Failure) -> Span<UInt8> {
  let bytes = try checked(nameOrEmpty: prefix, length, "prefix")
  try require(
    bytes.count <= Int(DYNCOLOR_MAX_NAME) &- greatestSuffixLength, "prefix",
    "with this prefix, names have more than DYNCOLOR_MAX_NAME bytes; shorten it")
  return bytes
}

/// The name of a color to be registered, which is the argument `name`; empty for NULL, which stands
/// for no name.
@_lifetime(immortal)
@inline(__always)
func checked(
  colorNameOrNull name: UnsafePointer<CChar>?, _ length: Int
) throws(Failure) -> Span<UInt8> {
  // A shortcut for most names.
  if let name, length > 0, length <= Int(DYNCOLOR_MAX_NAME) {
    let bytes = StoredText(name, count: length).bytes
    if bytes.isASCIIWithoutNULInline { return bytes }
  }
  return try checked(anyColorNameOrNull: name, length)
}

/// Does what `checked(colorNameOrNull:_:)` does, without the shortcut.
@_lifetime(immortal)
@inline(never)
private func checked(
  anyColorNameOrNull name: UnsafePointer<CChar>?, _ length: Int
) throws(Failure) -> Span<UInt8> {
  let bytes = try checked(nameOrEmpty: name, length, "name")
  try require(
    name == nil || bytes.count > 0, "name",
    "the argument must not be empty; NULL stands for a color without a name")
  return bytes
}

/// A note on a color: UTF-8 without a NUL, of any length.
@_lifetime(immortal)
@inline(never)
func checked(
  note: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let bytes = try checked(text: note, length, argument)
  try check(bytes, argument, ifNUL: "a note must not contain a NUL byte")
  return bytes
}

/// Fails with `message` if a text has a NUL. Also fails if the text is not valid UTF-8.
private func check(
  _ text: Span<UInt8>, _ argument: StaticString, ifNUL message: StaticString
) throws(Failure) {
  try require(text.countBeforeNUL == text.count, argument, message)
  try check(utf8: text)
}

/// Fails if a text is not valid UTF-8.
func check(utf8 text: Span<UInt8>) throws(Failure) {
  if let offset = text.firstInvalidUTF8Offset { throw Failure.invalidUTF8(at: offset, in: text) }
}

/// A path argument: not empty, and without a NUL.
@_lifetime(immortal)
func required(
  path: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> Span<UInt8> {
  let path = try checked(text: path, length, argument)
  try require(
    path.count > 0 && path.countBeforeNUL == path.count, argument,
    "the argument must not be empty or contain a NUL byte")
  return path
}

/// A block of bytes as an argument. NULL is allowed if the size is 0.
func checked(
  bytes: UnsafeRawPointer?, _ size: Int, _ name: StaticString
) throws(Failure) -> StoredText {
  try require(bytes != nil || size == 0, name, CommonMessage.nullArgument)
  try require(size >= 0, "size", "a size must be at most PTRDIFF_MAX")
  return StoredText(bytes, count: size)
}

/// Parses a text argument in hexadecimal notation, such as `#1e90ff`, as a color of `space`.
/// `alpha` multiplies the alpha of the text. Functions with several texts pass `blamesArgument:
/// true`, so that an error says which argument the text is.
func parseHexColor(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString, _ space: ColorSpace,
  alpha: Double, blamesArgument: Bool = false
) throws(Failure) -> Color {
  let bytes = try checked(text: text, length, name)
  var cursor = Cursor(bytes)
  do throws(SyntaxError) {
    return try cursor.parseHexColor(space, alpha: alpha)
  } catch {
    guard blamesArgument else { throw Failure.syntax(error, in: bytes) }
    // A text without `#` may be CSS of another form, so the advice names the function for that.
    // If all bytes up to the error are digits, and so is the one there, only their number is wrong.
    let isDigitWrong = bytes.element(at: error.offset).map { hexDigitValue($0) == nil } ?? false
    let hasNumberSign = bytes.element(at: 0) == UInt8(ascii: "#")
    let errorWithAdvice = SyntaxError(
      offset: error.offset,
      message: hasNumberSign || !isDigitWrong
        ? error.message
        : "expected a hexadecimal digit; for other texts of CSS, call dyncolor_register_css()")
    throw Failure.syntax(errorWithAdvice, in: bytes).blaming(name)
  }
}

/// The greatest size that a host may set in a struct. A greater size is probably an uninitialized
/// value.
var greatestStructSize: Int { 4096 }

/// Reads a struct of the host. Its first field is `size`, which the host has set. This library
/// knows the struct of version 1.0. The host may pass a newer version of the struct, which is
/// larger.
///
/// Fails if `size` is less than the size in version 1.0, or above `greatestStructSize`. Also fails
/// if a byte beyond the struct of version 1.0 is not 0: the host has set a newer field.
func checkedStruct<Value>(
  _ pointer: UnsafePointer<Value>, _ size: Int, _ name: StaticString
) throws(Failure) -> Value {
  try require(
    size >= MemoryLayout<Value>.size && size <= greatestStructSize, name,
    CommonMessage.wrongStructSize)
  let raw = UnsafeRawPointer(pointer)
  var offset = MemoryLayout<Value>.size
  while offset < size {
    try require(
      raw.load(fromByteOffset: offset, as: UInt8.self) == 0, name,
      "a field that this version of the library does not know is set; set it to 0, or update")
    offset &+= 1
  }
  return pointer.pointee
}

extension ColorSpace {
  /// A color space argument.
  init(_ space: dyncolor_space, _ name: StaticString = "space") throws(Failure) {
    self = try checkedEnum(
      ColorSpace(space.rawValue), name,
      "not a constant of dyncolor_space; pass one, such as DYNCOLOR_SPACE_SRGB")
  }

  /// A color space argument that must be an RGB space.
  init(mustBeRGB space: dyncolor_space) throws(Failure) {
    try self.init(space)
    try require(isRGB, "space", "the space must be an RGB space, such as DYNCOLOR_SPACE_SRGB")
  }
}

/// Unwraps the value of an enum argument. Fails with `message` for `nil`, which stands for an
/// unknown constant.
func checkedEnum<Value>(
  _ value: Value?, _ name: StaticString, _ message: StaticString
) throws(Failure) -> Value {
  guard let value else { throw Failure.argument(name, message) }
  return value
}

extension BlendMode {
  /// A blend mode argument.
  init(_ mode: dyncolor_blend_mode) throws(Failure) {
    self = try checkedEnum(
      BlendMode(rawValue: mode.rawValue), "mode",
      "not a constant of dyncolor_blend_mode; pass one, such as DYNCOLOR_BLEND_MODE_MULTIPLY")
  }
}

extension AppearanceSystem {
  /// The system for a constant of `dyncolor_vocabulary`: the header calls the systems vocabularies.
  init(_ vocabulary: dyncolor_vocabulary) throws(Failure) {
    switch vocabulary {
    case DYNCOLOR_VOCABULARY_APPKIT: self = .appKit
    case DYNCOLOR_VOCABULARY_UIKIT: self = .uiKit
    case DYNCOLOR_VOCABULARY_CSS: self = .css
    case DYNCOLOR_VOCABULARY_GTK: self = .gtk
    default:
      throw Failure.argument(
        "vocabulary",
        "not a constant of dyncolor_vocabulary; pass one, such as DYNCOLOR_VOCABULARY_CSS")
    }
  }
}

/// An alpha argument: from 0 to 1.
func checked(alpha: Double) throws(Failure) -> Double {
  try require(alpha >= 0 && alpha <= 1, "alpha", CommonMessage.alphaRange)
  return alpha
}

extension Color {
  /// A color argument, which must not be NULL.
  @inline(never)
  @_optimize(speed)
  init(_ pointer: UnsafePointer<dyncolor_color>?, _ name: StaticString) throws(Failure) {
    try self.init(required(pointer, name).pointee, name)
  }

  /// A color argument. Fails if the color is invalid.
  ///
  /// Inlined, so that the struct is not copied: loading the components of a copy as a vector would
  /// have to wait until the copy is stored.
  @inline(__always)
  init(_ color: dyncolor_color, _ name: StaticString) throws(Failure) {
    do throws(Problem) {
      try self.init(
        checking: color.space, missing: color.missing,
        SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha)
    } catch {
      throw error.failure(name)
    }
  }
}

extension Color.Problem {
  /// The failure for a color argument with this problem.
  @inline(never)
  fileprivate func failure(_ name: StaticString) -> Failure {
    switch self {
    case .space:
      Failure.argument(
        name, "the color has an unknown space; set space to a constant of dyncolor_space")
    case .missing:
      Failure.argument(
        name, "the color has unknown bits in missing; set it to 0, or to bits of dyncolor_missing")
    case .components:
      Failure.argument(name, "the components of a color must be finite numbers")
    case .alpha:
      Failure.argument(name, CommonMessage.alphaRange)
    }
  }
}

extension dyncolor_color {
  init(_ color: Color) {
    self.init(
      space: color.space.rawValue, missing: color.missing.rawValue,
      c: (color.components.x, color.components.y, color.components.z), alpha: color.alpha)
  }
}

extension Environment {
  /// An environment argument, which must not be NULL. Fails if an axis has an unknown value.
  init(_ pointer: UnsafePointer<dyncolor_environment>?, _ name: StaticString) throws(Failure) {
    let raw = UnsafeRawPointer(try required(pointer, name))
    do {
      try self.init(words: raw.loadUnaligned(as: SIMD4<UInt64>.self))
    } catch {
      throw Failure.argument(
        name, "unknown value of an axis; set it to 0, or to a constant of the axis in dyncolor.h",
        field: error.axis.fieldPath)
    }
  }

  /// The argument `environment`. NULL stands for an environment of zeros.
  init(zeroIfNull pointer: UnsafePointer<dyncolor_environment>?) throws(Failure) {
    try self.init(zeroIfNull: pointer, "environment")
  }

  /// An environment argument. NULL stands for an environment of zeros.
  @inline(__always)
  init(zeroIfNull pointer: UnsafePointer<dyncolor_environment>?, _ name: StaticString)
    throws(Failure)
  {
    if let pointer { try self.init(pointer, name) } else { self.init() }
  }

  /// An environment argument. NULL stands for an environment of zeros. Fails if the environment has
  /// a number, such as that of a palette, that the theme has not assigned.
  init(
    zeroIfNull pointer: UnsafePointer<dyncolor_environment>?, of theme: Theme,
    _ name: StaticString
  ) throws(Failure) {
    try self.init(zeroIfNull: pointer, name)
    do throws(ThemeError) { try theme.requireKnownNumbers(in: self) } catch {
      throw Failure(error).blaming(name)
    }
  }

  /// Writes the environment to a C struct.
  func write(to pointer: UnsafeMutablePointer<dyncolor_environment>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: words, as: SIMD4<UInt64>.self)
  }
}
