// ABI: reports failures to C callers, and writes results to their buffers.

import CDynColor

/// Why a call fails, as it is reported to the host.
///
/// It owns no text: names and texts belong to the host or to a theme.
struct Failure: Error {
  let status: dyncolor_status
  /// The invalid element of the argument, or the unknown number.
  private var element = Element.none
  let message: ConstantText
  /// The name of the invalid argument, or the kind of the unknown number.
  private var argument = ConstantText.empty
  /// The invalid field of the argument, with the dot before it.
  private var part = ConstantText.empty
  /// A name or, if `offset` is set, the text that contains the error.
  var text = StoredText.empty
  /// The known name that is most like the unknown name in `text`; empty if none is.
  private var suggestion = StoredText.empty
  /// The offset of the error in the text, or −1.
  var offset = -1
  /// The name of the color that the text belongs to, if many colors are registered at once.
  var colorName = StoredText.empty
  /// What the unknown word at `offset` should have been.
  private var word = SyntaxError.Word.none

  private enum Element {
    case none
    case index(UInt32)
    case number(UInt32)
    /// The stride of a list. For the argument `colors`, it is named `color_stride`.
    case stride
    /// A cycle from the name to itself.
    case cycle
  }

  @inline(__always)
  private init(_ status: Int32, _ message: ConstantText) {
    self.status = dyncolor_status(rawValue: status)
    self.message = message
  }

  private init(_ status: Status, _ message: StaticString) {
    self.init(status.rawValue, ConstantText(message))
  }

  /// A failure with a status, and the standard message of the status.
  init(_ status: Status) { self.init(status: status.rawValue) }

  /// A failure with a status, which a provider may have defined, and its standard message.
  init(status: Int32) {
    self.init(
      status, Status(rawValue: status)?.message ?? ConstantText(CommonMessage.providerFailed))
  }

  /// The failure for an error of a theme.
  @inline(never)
  init(_ error: ThemeError) {
    let status = error.reason.status
    if let message = error.reason.message {
      self.init(status, ConstantText(message))
    } else {
      self.init(status: status)
    }
    text = error.name
    switch error.reason {
    case .foreignID(let id): setUnknown("id", id)
    case .unknownPalette(let number): setUnknown("palette", number)
    case .unknownAxis(let number), .noCustomAxis(let number): setUnknown("axis", number)
    case .unknownValue(let number): setUnknown("value", number)
    case .unknownLocale(let number): setUnknown("locale", number)
    case .unknownSubtype(let number): setUnknown("subtype", number)
    case .unknownLayer(let number): setUnknown("layer", number)
    case .unknownOwner(let number): setUnknown("owner", number)
    case .selfReference, .selfReferenceAbove: element = .cycle
    case .noProvider: argument = ConstantText("id")
    case .unknownAxisValue(let axis):
      argument = ConstantText("environment")
      part = ConstantText(Axis(index: Int(axis)).fieldPath)
    default: break
    }
  }

  /// Sets the unknown number, and its kind.
  private mutating func setUnknown(_ kind: StaticString, _ number: UInt32) {
    argument = ConstantText(kind)
    element = .number(number)
  }

  /// The failure for an invalid argument.
  static func argument(
    _ name: StaticString, _ message: StaticString, part: StaticString = ""
  ) -> Failure {
    var failure = Failure(.invalidArgument, message)
    failure.argument = ConstantText(name)
    failure.part = ConstantText(part)
    return failure
  }

  /// The failure for an invalid stride of a list. `name` is the name of the stride; `nil` if it
  /// follows from the name of the list.
  static func stride(
    of list: StaticString, _ name: StaticString?, _ message: StaticString
  ) -> Failure {
    var failure = argument(name ?? list, message)
    if name == nil { failure.element = .stride }
    return failure
  }

  /// This failure, reported for an element of a list argument, or for a field of that element.
  /// Keeps the field that the failure already has, if `part` is empty. Omits an index that does not
  /// fit in 32 bits.
  func at(_ index: Int, of argument: StaticString, part: StaticString = "") -> Failure {
    var failure = of(argument)
    failure.element = UInt32(exactly: index).map { .index($0) } ?? .none
    if part.utf8CodeUnitCount > 0 { failure.part = ConstantText(part) }
    return failure
  }

  /// This failure, reported for another argument.
  func of(_ argument: StaticString) -> Failure {
    var failure = self
    failure.argument = ConstantText(argument)
    return failure
  }

  /// The failure for a finding of a report.
  init(_ finding: Finding) {
    self.init(finding.status, ConstantText(finding.message))
    if finding.position != nil { offset = finding.offset }
  }

  /// The failure for an unknown name.
  static func unknownName(
    _ name: Span<UInt8>, _ message: StaticString, _ nearest: NearestName? = nil
  ) -> Failure {
    var failure = Failure(.unknownName, message)
    failure.text = StoredText(name)
    if let nearest { failure.suggestion = nearest.name }
    return failure
  }

  /// The failure for a mistake in an environment variable. `word` is the word with the mistake.
  static func variable(_ word: StoredText, _ message: StaticString) -> Failure {
    var failure = Failure(.syntax, message)
    failure.text = word
    return failure
  }

  /// The failure for something that cannot be done, with a message of its own.
  static func refusal(_ status: Status, _ message: StaticString) -> Failure {
    Failure(status, message)
  }

  /// The failure for an index past the end of a list.
  static func unknownIndex(_ index: Int, _ message: StaticString) -> Failure {
    var failure = Failure(.unknownName, message)
    failure.argument = ConstantText("index")
    if let index = UInt32(exactly: index) { failure.element = .number(index) }
    return failure
  }

  /// The failure for a format that cannot be written. `path` is the path that was to determine the
  /// format; without one, the options were to name it.
  static func unwritableFormat(_ path: Span<UInt8>?, _ message: StaticString) -> Failure {
    var failure = Failure(.unknownFormat, message)
    if let path {
      failure.text = StoredText(path)
    } else {
      failure.argument = ConstantText("options")
      failure.part = ConstantText(".format")
    }
    return failure
  }

  /// The failure for an unknown name; or for invalid UTF-8, if `prefix` has any before its first
  /// NUL. `prefix` is the part of the name that is checked.
  static func unknownName(
    _ name: Span<UInt8>, checkingUTF8Of prefix: Span<UInt8>, _ message: StaticString
  ) -> Failure {
    let checked = prefix.beforeNUL
    guard let offset = checked.firstInvalidUTF8 else { return unknownName(name, message) }
    return invalidUTF8(at: offset, in: checked)
  }

  /// The failure for several unknown names. Lists them in `errorContext`.
  static func unknownNames(_ names: UnknownNames, listedIn errorContext: inout ShortText) -> Failure
  {
    names.append(to: &errorContext)
    return Failure(.unknownName, "no colors have these names")
  }

  static var bufferTooSmall: Failure {
    Failure(
      .bufferTooSmall, "the buffer is too small for the result; the size that it needs is returned")
  }

  /// The failure for a syntax error in a text.
  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Failure {
    let status: Status
    switch error.reason {
    case .syntax: status = .syntax
    case .tooComplex: status = .tooComplex
    case .dependsOnEnvironment: status = .dynamic
    case .outOfMemory: return Failure(.outOfMemory)
    }
    var failure = Failure(status, error.expected)
    failure.text = StoredText(text)
    failure.offset = error.offset
    failure.word = error.word
    return failure
  }

  static func invalidUTF8(at offset: Int, in text: Span<UInt8>) -> Failure {
    var failure = Failure(.invalidUTF8, CommonMessage.invalidUTF8)
    failure.text = StoredText(text)
    failure.offset = offset
    return failure
  }

  /// Writes the `context` of the C struct: what the message is about.
  fileprivate func append(to context: inout ShortText) {
    if case .stride = element {
      let list = argument.bytes
      let isPlural = list.element(at: list.count &- 1) == UInt8(ascii: "s")
      context.append(contentsOf: list.slice(0, list.count &- (isPlural ? 1 : 0)))
      return context.append("_stride")
    }
    context.append(contentsOf: argument.bytes)
    switch element {
    case .none, .stride: break
    case .cycle:
      context.append(sanitizing: text.bytes)
      context.append(" → ")
      return context.append(sanitizing: text.bytes)
    case .index(let index):
      context.append("[")
      context.append(UInt(index))
      context.append("]")
    case .number(let number):
      context.append(" ")
      context.append(UInt(number))
    }
    context.append(contentsOf: part.bytes)
    guard offset >= 0 else {
      if context.count > 0, text.count > 0 { context.append(" of ") }
      context.append(sanitizing: text.bytes)
      context.append(suggestion: suggestion)
      return
    }
    if context.count > 0, colorName.count > 0 { context.append(" of ") }
    context.append(sanitizing: colorName.bytes)
    if context.count > 0 { context.append(": ") }
    if word.appendSuggestion(at: offset, in: text.bytes, to: &context) { return }
    // An excerpt of the line: up to 100 bytes before the error, and the rest.
    let text = text.bytes
    var start = min(offset, text.count)
    while offset &- start < 100, let byte = text.element(at: start &- 1), !isLineEnd(byte) {
      start &-= 1
    }
    // Do not begin in the middle of a code point.
    while start < offset, let byte = text.element(at: start), byte & 0xC0 == 0x80 { start &+= 1 }
    var end = start
    while end &- start < ShortText.capacity, let byte = text.element(at: end), !isLineEnd(byte) {
      end &+= 1
    }
    context.append(sanitizing: text.slice(start, end))
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0x0C || byte == 0
}

extension UnsafeMutablePointer<dyncolor_error>? {
  /// Calls `body` and returns its status. Writes the details of a failure, if the host wants them.
  @inline(__always)
  func reporting(_ body: () throws(Failure) -> Void) -> dyncolor_status {
    do throws(Failure) {
      try body()
      return DYNCOLOR_OK
    } catch {
      return report(error)
    }
  }

  /// Calls `body` with a theme and returns its status.
  @inline(__always)
  func reporting(
    _ theme: OpaquePointer?, _ body: (Theme) throws(Failure) -> Void
  ) -> dyncolor_status {
    reporting { () throws(Failure) in try body(Theme(theme)) }
  }

  /// Writes the details of a failure, if the host wants them, and returns its status.
  @inline(never)
  private func report(_ failure: Failure) -> dyncolor_status {
    if let self { self.write(failure, ShortText()) }
    return failure.status
  }

  /// Calls `body` and returns its status. `body` may set details of a failure that are not in the
  /// failure itself, such as the position in a text that is freed before the call returns.
  func reportingDetails(
    _ body: (_ details: inout FailureDetails) throws(Failure) -> Void
  ) -> dyncolor_status {
    var details = FailureDetails(error: self)
    do throws(Failure) {
      try body(&details)
      return DYNCOLOR_OK
    } catch {
      if let self {
        self.write(error, details.context, at: details.position, keepsPath: details.hasPath)
      }
      return error.status
    }
  }

  /// Calls `body` with a theme and returns its status. `body` may set details of a failure.
  func reportingDetails(
    _ theme: OpaquePointer?,
    _ body: (Theme, _ details: inout FailureDetails) throws(Failure) -> Void
  ) -> dyncolor_status {
    reportingDetails { details throws(Failure) in try body(Theme(theme), &details) }
  }

  /// Calls `body` with a theme and returns its status. `body` may set the context of a failure.
  func reportingContext(
    _ theme: OpaquePointer?, _ body: (Theme, _ context: inout ShortText) throws(Failure) -> Void
  ) -> dyncolor_status {
    reportingDetails { details throws(Failure) in try body(Theme(theme), &details.context) }
  }
}

/// The details of a failure that are not in the failure itself.
struct FailureDetails {
  fileprivate let error: UnsafeMutablePointer<dyncolor_error>?
  var context = ShortText()
  var position: TextPosition?
  fileprivate var hasPath = false

  fileprivate init(error: UnsafeMutablePointer<dyncolor_error>?) { self.error = error }

  /// Writes the path of the file to the error at once, because it is too long to be stored here.
  /// The call must fail afterward.
  mutating func setPath(_ root: StoredText, _ path: StoredText) {
    error?.write(path: root, path)
    hasPath = true
  }
}

/// An argument that the library owns even if the call fails: a function of the host with user data,
/// and a function that destroys the user data.
protocol OwnedArgument {
  func destroy()
}

extension OwnedArgument {
  /// Calls `body`, which takes ownership of the argument. If `body` fails, destroys the argument.
  @inline(__always)
  func destroyedOnFailure(_ body: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try body()
    } catch {
      destroy()
      throw error
    }
  }
}

extension HostProvider: OwnedArgument {}
extension HostObserver: OwnedArgument {}

/// Calls `body` and converts errors of the theme to failures.
@inline(__always)
func convertingErrors<Result: ~Copyable>(_ body: () throws(ThemeError) -> Result) throws(Failure)
  -> Result
{
  do throws(ThemeError) { return try body() } catch { throw Failure(error) }
}

extension UnsafeMutablePointer<dyncolor_error> {
  /// Writes the fields that are within the size that the host has set. If the context or the
  /// position is not given, derives it from the failure.
  @inline(never)
  fileprivate func write(
    _ failure: Failure, _ givenContext: ShortText, at givenPosition: TextPosition? = nil,
    keepsPath: Bool = false
  ) {
    var context = givenContext
    if context.count == 0 { failure.append(to: &context) }
    var position = givenPosition
    if position == nil, failure.offset >= 0, failure.status != DYNCOLOR_ERROR_BAD_IMAGE {
      position = TextPosition(of: failure.offset, in: failure.text.bytes)
    }
    let raw = UnsafeMutableRawPointer(self)
    let size = UInt(self.givenSize)
    // The fields in their order, aligned as in C, after the first field, `size`.
    var end = MemoryLayout<Int>.size
    func store<Value: BitwiseCopyable>(_ value: Value) {
      let alignment = MemoryLayout<Value>.alignment
      let offset = (end &+ alignment &- 1) & ~(alignment &- 1)
      end = offset &+ MemoryLayout<Value>.size
      if UInt(bitPattern: end) <= size {
        raw.storeBytes(of: value, toByteOffset: offset, as: Value.self)
      }
    }
    store(failure.status.rawValue)
    store(position?.line ?? 0)
    store(position?.column ?? 0)
    store(max(failure.offset, 0))
    store(failure.message.address)

    guard UInt(bitPattern: end) < size else { return }
    let capacity = Int(bitPattern: min(size &- UInt(bitPattern: end), 256))
    let text = context.bytes
    let length = text.lengthOfWholeCodePoints(atMost: capacity &- 1)
    var index = 0
    while index < length, let byte = text.element(at: index) {
      store(byte)
      index &+= 1
    }
    store(0 as UInt8)
    if !keepsPath { write(path: .empty, .empty) }
  }

  /// Writes a path, which consists of two parts. Truncates the path if it does not fit in the
  /// error.
  @inline(never)
  fileprivate func write(path root: StoredText, _ path: StoredText) {
    guard givenSize > ErrorLayout.pathOffset else { return }
    let capacity = min(givenSize &- ErrorLayout.pathOffset, ErrorLayout.pathSize) &- 1
    let start = UInt64(UInt(bitPattern: self)) &+ UInt64(ErrorLayout.pathOffset)
    let directory = root.bytes.slice(0, min(root.count, capacity))
    StoredText(address: start, count: directory.count).write(directory, terminatedBy: 0)
    let path = path.bytes
    let name = path.slice(0, min(path.count, capacity &- directory.count))
    StoredText(address: start &+ UInt64(directory.count), count: name.count)
      .write(name, terminatedBy: 0)
  }

  /// The size that the host has set.
  private var givenSize: Int { ErrorLayout.size(UnsafeRawPointer(self)) }
}

/// The layout of `dyncolor_error`.
enum ErrorLayout {
  static var messageOffset: Int { 32 }
  static var contextOffset: Int { 40 }
  static var contextSize: Int { 256 }
  static var pathOffset: Int { contextOffset &+ contextSize }
  static var pathSize: Int { 1024 }
  /// The size in version 1.0.
  static var originalSize: Int { pathOffset &+ pathSize }

  /// The size that the host has set in an error. 0 stands for the size in version 1.0, so `{0}` is
  /// a valid initial value.
  static func size(_ error: UnsafeRawPointer) -> Int {
    let size = error.load(as: UInt.self)
    return size == 0 ? originalSize : Int(min(size, 4096))
  }
}

/// Writes text to the host's buffer, and returns the length that is needed. Fails if the buffer is
/// too small, but still returns the length.
func write(
  _ text: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) throws(Failure) {
  try require(buffer: buffer, capacity, "buffer")
  guard copy(text, to: buffer, capacity, length) else { throw Failure.bufferTooSmall }
}

/// Writes text to the host's buffer. Returns whether the buffer is large enough.
func copy(
  _ text: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> Bool {
  length?.pointee = text.count
  guard let buffer, UInt(bitPattern: capacity) > UInt(text.count) else { return false }
  StoredText(buffer, count: text.count).write(text, terminatedBy: 0)
  return true
}

/// The C string of constant bytes that are followed by a NUL.
func borrowedText(_ bytes: Span<UInt8>) -> UnsafePointer<CChar>? {
  bytes.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: CChar.self) }
}

/// The C string of a stored text, or the empty string if there is none.
func borrowedText(_ text: StoredText?) -> UnsafePointer<CChar>? {
  let empty: StaticString = ""
  guard let text, text.count > 0 else { return borrowedText(empty.bytes) }
  return borrowedText(text.bytes)
}
