// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Colors" that read and write text.

public import CDynColor
import CPlatform

@_optimize(speed)
@implementation @_cdecl("dyncolor_color_parse_n")
public func dyncolor_color_parse_n(
  _ text: UnsafePointer<CChar>!, _ length: Int, _ color: UnsafeMutablePointer<dyncolor_color>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  // The host passes this length for a text that ends at a NUL.
  length == nulTerminatedLength
    ? parseTerminated(text, color, error) : parseCounted(text, length, color, error)
}

/// Parses a text that ends at a NUL.
@inline(never)
@_optimize(speed)
private func parseTerminated(
  _ text: UnsafePointer<CChar>?, _ color: UnsafeMutablePointer<dyncolor_color>?,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  guard let text else { return parseSlowly(text, nulTerminatedLength, color, error) }
  return parseCounted(text, Int(strlen(text)), color, error)
}

/// Parses a text of a known length. The plain forms are tried first: a hexadecimal color, a CSS
/// function with numbers, and a name. `parseFunction` and `parseName` are not inlined, so that the
/// most common form, a hexadecimal color, does not need their registers and stack.
@inline(__always)
private func parseCounted(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ color: UnsafeMutablePointer<dyncolor_color>?,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  guard let text, let color, length > 0 else { return parseSlowly(text, length, color, error) }
  let bytes = span(text, length)
  if let hex = Color(hexText: bytes) {
    color.pointee = dyncolor_color(hex)
    return DYNCOLOR_OK
  }
  return bytes.element(at: length &- 1) == UInt8(ascii: ")")
    ? parseFunction(text, length, color, error) : parseName(text, length, color, error)
}

/// The bytes of a text that is not NULL. The length must not be negative.
@inline(__always)
@_lifetime(immortal)
private func span(_ text: UnsafePointer<CChar>, _ length: Int) -> Span<UInt8> {
  // `& .max` changes nothing. It shows the compiler that the length is not negative.
  let bytes = UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length & .max)
  return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
}

/// Parses the name of a color without escapes. Any other text is parsed on the slow path.
@inline(never)
@_optimize(speed)
private func parseName(
  _ text: UnsafePointer<CChar>, _ length: Int, _ color: UnsafeMutablePointer<dyncolor_color>,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  writeOrParseSlowly(parsePlainName(span(text, length)), text, length, color, error)
}

/// Parses a CSS function with plain numbers. Any other text is parsed on the slow path.
@inline(never)
@_optimize(speed)
private func parseFunction(
  _ text: UnsafePointer<CChar>, _ length: Int, _ color: UnsafeMutablePointer<dyncolor_color>,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  writeOrParseSlowly(parsePlainFunction(span(text, length)), text, length, color, error)
}

/// Writes `plain`, the color of a plain text, to the host. If `plain` is `nil`, because the text is
/// not plain, parses the text on the slow path.
@inline(__always)
private func writeOrParseSlowly(
  _ plain: Color?, _ text: UnsafePointer<CChar>, _ length: Int,
  _ color: UnsafeMutablePointer<dyncolor_color>, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  guard let plain else { return parseSlowly(text, length, color, error) }
  color.pointee = dyncolor_color(plain)
  return DYNCOLOR_OK
}

/// Checks the arguments, and parses a text of any form: the slow path.
@inline(never)
private func parseSlowly(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ color: UnsafeMutablePointer<dyncolor_color>?,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let output = try required(color, "color")
    let text = try checked(text: text, length, "text")
    output.pointee = dyncolor_color(try parseWithScanner(text))
  }
}

@_optimize(speed)
@implementation @_cdecl("dyncolor_color_parse_list")
public func dyncolor_color_parse_list(
  _ texts: UnsafePointer<UnsafePointer<CChar>?>!, _ lengths: UnsafePointer<Int>!, _ count: Int,
  _ colors: UnsafeMutablePointer<dyncolor_color>!, _ stride: Int,
  _ statuses: UnsafeMutablePointer<dyncolor_status>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let texts = try TextList(texts, lengths, count)
    let output = try OutputList(
      colors, stride: stride, count: count, "colors", strideName: "stride")
    if let statuses {
      for index in upTo(count) { statuses[index] = texts.parse(index, into: output) }
    } else {
      // All texts are checked before the first color is written.
      for index in upTo(count) { _ = try texts.color(index) }
      for index in upTo(count) { _ = texts.parse(index, into: output) }
    }
  }
}

@implementation @_cdecl("dyncolor_color_format")
public func dyncolor_color_format(
  _ color: UnsafePointer<dyncolor_color>!, _ notation: dyncolor_notation,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let text = ColorText(try Color(color, "color"), try Notation(notation))
    try write(text.bytes, to: buffer, capacity, length)
  }
}

@implementation @_cdecl("dyncolor_color_format_list")
public func dyncolor_color_format_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ count: Int,
  _ notation: dyncolor_notation, _ buffer: UnsafeMutablePointer<CChar>!, _ buffer_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let notation = try Notation(notation)
    let colors = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    let output = try OutputList(buffer, stride: buffer_stride, count: count, "buffer")
    try colors.check { color throws(Failure) in
      let text = ColorText(color, notation)
      guard text.bytes.count < buffer_stride else { throw Failure.bufferStrideTooSmall }
    }
    for index in upTo(count) { output.write(text: ColorText(colors[index], notation), at: index) }
  }
}

/// Parses a color: as plain text (see `parseCounted`) if possible, otherwise with the scanner.
@inline(__always)
private func parseColor(_ text: Span<UInt8>) throws(Failure) -> Color {
  // Plain text is ASCII, so it needs no check for UTF-8.
  if let color = parsePlainColor(text) { return color }
  return try parseWithScanner(text)
}

/// Parses a color of any form, without trying plain text first.
@inline(never)
private func parseWithScanner(_ text: Span<UInt8>) throws(Failure) -> Color {
  try check(utf8: text)
  do throws(SyntaxError) {
    return try parseConstantColor(text)
  } catch {
    throw Failure.syntax(error, in: text)
  }
}

extension Failure {
  fileprivate static var bufferStrideTooSmall: Failure {
    withStatus(
      .bufferTooSmall,
      "buffer_stride is too small for the text; DYNCOLOR_COLOR_TEXT_SIZE bytes are enough")
  }
}

extension OutputList<CChar> {
  /// Writes a text and a NUL to an element. Truncates a text that is too long for one stride, which
  /// happens only if the host has changed the color after it was checked.
  @inline(never)
  fileprivate func write(text: ColorText, at index: Int) {
    let fittingText = text.bytes.slice(0, stride &- 1)
    StoredText.write(
      fittingText, terminatedBy: 0, at: UInt64(UInt(bitPattern: pointer(index))))
  }
}

/// An array of texts in the host's memory.
private struct TextList: BitwiseCopyable {
  private let texts: UnsafePointer<UnsafePointer<CChar>?>?
  private let lengths: UnsafePointer<Int>?

  init(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?, _ count: Int
  ) throws(Failure) {
    try require(list: texts, count, "texts")
    self.texts = texts
    self.lengths = lengths
  }

  /// Parses the text at a valid index.
  @inline(__always)
  func color(_ index: Int) throws(Failure) -> Color {
    let length = lengths.map { $0[index] } ?? nulTerminatedLength
    do throws(Failure) {
      return try parseColor(try checked(text: texts.unsafelyUnwrapped[index], length, "texts"))
    } catch {
      throw error.at(index, of: "texts")
    }
  }

  /// Parses the text at a valid index, and writes its color. Returns the status.
  func parse(_ index: Int, into colors: OutputList<dyncolor_color>) -> dyncolor_status {
    do throws(Failure) {
      colors.write(dyncolor_color(try color(index)), at: index)
      return DYNCOLOR_OK
    } catch {
      return error.status
    }
  }
}

extension Notation {
  fileprivate init(_ notation: dyncolor_notation) throws(Failure) {
    self = try checkedEnum(
      Notation(rawValue: notation.rawValue), "notation",
      "not a constant of dyncolor_notation; pass one, such as DYNCOLOR_NOTATION_EXACT")
  }
}
