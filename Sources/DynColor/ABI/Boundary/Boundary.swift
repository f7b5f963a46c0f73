// ABI: reports failures to C callers, and writes results to their buffers.

import CDynColor

/// A failure of a call, as it is reported to the host. A failure owns none of its texts: they
/// belong to the host or to a theme.
struct Failure: Error {
  let status: dyncolor_status
  /// What is invalid: by default, the argument called `argument`.
  private var subject = Subject.argument
  let message: ConstantText
  /// The name of the invalid argument. For an unknown number (`Subject.number`), the word for what
  /// has the number, such as "palette"; for memory that is too small (`Subject.needed`), the unit,
  /// such as "bytes".
  private var argument = ConstantText.empty
  /// The invalid field of the argument, with a dot before its name; empty if no field is invalid.
  private var field = ConstantText.empty
  /// If `offset` is not −1, the text that contains the error. Otherwise the name that the error is
  /// about, if any.
  fileprivate var textOrName = StoredText.empty
  /// The known name that is most like the unknown name in `textOrName`; empty if none is similar.
  private var suggestion = StoredText.empty
  /// The offset of the error in the text, file or image that contains the error; −1 if the error is
  /// not at an offset.
  var offset = -1
  /// The name of the color whose definition is `textOrName`, if many colors are registered at once.
  private var colorName = StoredText.empty
  /// If there is an unknown word at `offset`, the kind of word that was expected.
  private var expectedWord = SyntaxError.WordKind.none

  private enum Subject {
    /// The argument itself, or one of its fields.
    case argument
    /// The element at this index of the argument, a list.
    case element(UInt32)
    /// This number, which is unknown.
    case number(UInt32)
    /// The stride of the argument, a list. The argument with the stride has a name of its own, such
    /// as `color_stride` for the list `colors`.
    case stride
    /// Nothing is invalid, but memory of the host is too small. The memory must have this number of
    /// units, such as bytes; `argument` is the name of the unit.
    case needed(UInt32)
    /// No argument is invalid, but the color with the name in `textOrName` refers to itself.
    case cycle
  }

  @inline(__always)
  init(_ status: Int32, _ message: ConstantText) {
    self.status = dyncolor_status(rawValue: status)
    self.message = message
  }

  private init(_ status: Status, _ message: StaticString) {
    self.init(status.rawValue, ConstantText(message))
  }

  /// A failure with a status, and the standard message of the status.
  init(_ status: Status) { self.init(status: status.rawValue) }

  /// A failure with a status, and the standard message of the status. A status that is not listed
  /// in `Status` comes from a provider.
  init(status: Int32) {
    self.init(
      status, Status(rawValue: status)?.message ?? ConstantText(CommonMessage.providerFailed))
  }

  /// The failure for an error of a theme. A reason without a message of its own gets the standard
  /// message of its status.
  @inline(never)
  init(_ error: ThemeError) {
    let status = error.reason.status
    if let message = error.reason.message {
      self.init(status, ConstantText(message))
    } else {
      self.init(status: status)
    }
    textOrName = error.name
    switch error.reason {
    case .foreignID(let id): setUnknown("id", id)
    case .unknownPalette(let number): setUnknown("palette", number)
    case .unknownAxis(let number), .noCustomAxis(let number): setUnknown("axis", number)
    case .unknownValue(let number): setUnknown("value", number)
    case .unknownLocale(let number): setUnknown("locale", number)
    case .unknownSubtype(let number): setUnknown("subtype", number)
    case .unknownLayer(let number): setUnknown("layer", number)
    case .unknownOwner(let number): setUnknown("owner", number)
    case .selfReference, .shadowingSelfReference: subject = .cycle
    case .noProvider: argument = ConstantText("id")
    case .unknownAxisValue(let axis):
      argument = ConstantText("environment")
      field = ConstantText(Axis(index: Int(axis)).fieldPath)
    default: break
    }
  }

  /// Makes this the failure for an unknown number of something, such as "palette" (`kind`).
  private mutating func setUnknown(_ kind: StaticString, _ number: UInt32) {
    argument = ConstantText(kind)
    subject = .number(number)
  }

  /// The failure for an invalid argument, or for a field of the argument. `field` begins with a
  /// dot.
  static func argument(
    _ name: StaticString, _ message: StaticString, field: StaticString = ""
  ) -> Failure {
    var failure = Failure(.invalidArgument, message)
    failure.argument = ConstantText(name)
    failure.field = ConstantText(field)
    return failure
  }

  /// The failure for an invalid stride of a list. `name` is the name of the argument with the
  /// stride; `nil` if that name is formed from the name of the list, as `color_stride` from
  /// `colors`.
  static func stride(
    of list: StaticString, _ name: StaticString?, _ message: StaticString
  ) -> Failure {
    var failure = argument(name ?? list, message)
    if name == nil { failure.subject = .stride }
    return failure
  }

  /// This failure, blamed on an element of a list argument, or on a field of that element. If
  /// `field` is empty, keeps the field that the failure already has. An index that does not fit in
  /// 32 bits is left out.
  func at(_ index: Int, of argument: StaticString, field: StaticString = "") -> Failure {
    var failure = blaming(argument)
    failure.subject = UInt32(exactly: index).map { .element($0) } ?? .argument
    if field.utf8CodeUnitCount > 0 { failure.field = ConstantText(field) }
    return failure
  }

  /// True if the failure is an error at an offset of a text.
  var isInText: Bool { offset >= 0 }

  /// This failure, without the name of an argument.
  var blamingNoArgument: Failure { blaming("") }

  /// This failure, blamed on another argument.
  func blaming(_ argument: StaticString) -> Failure {
    var failure = self
    failure.argument = ConstantText(argument)
    return failure
  }

  /// This failure, with the name of the color that the failure is about. If the name is empty,
  /// returns the failure unchanged.
  func about(colorNamed name: StoredText) -> Failure {
    guard name.count > 0 else { return self }
    var failure = self
    // With an offset, `textOrName` is already the text that the error is in.
    if offset < 0 { failure.textOrName = name } else { failure.colorName = name }
    return failure
  }

  /// The failure for an unknown name. `nearest` has a known name to suggest, if one is similar.
  static func unknownName(
    _ name: Span<UInt8>, _ message: StaticString, _ nearest: NearestName? = nil
  ) -> Failure {
    var failure = Failure(.unknownName, message)
    failure.textOrName = StoredText(name)
    if let nearest { failure.suggestion = nearest.name }
    return failure
  }

  /// The failure for a mistake in an environment variable. `word` is the word with the mistake.
  static func invalidVariable(
    word: StoredText, nearest: NearestName, _ message: StaticString
  ) -> Failure {
    var failure = Failure(.syntax, message)
    failure.textOrName = word
    failure.suggestion = nearest.name
    return failure
  }

  /// A failure with a status, and with `message` instead of the standard message of the status.
  static func withStatus(_ status: Status, _ message: StaticString) -> Failure {
    Failure(status, message)
  }

  /// The failure for an index past the end of a list.
  static func unknownIndex(_ index: Int, _ message: StaticString) -> Failure {
    var failure = Failure(.unknownName, message)
    failure.argument = ConstantText("index")
    if let index = UInt32(exactly: index) { failure.subject = .number(index) }
    return failure
  }

  /// The failure for a format that cannot be written. `path` is the path whose extension determines
  /// the format; `nil` if the options determine it.
  static func unwritableFormat(_ path: Span<UInt8>?, _ message: StaticString) -> Failure {
    var failure = Failure(.unknownFormat, message)
    if let path {
      failure.textOrName = StoredText(path)
    } else {
      failure.argument = ConstantText("options")
      failure.field = ConstantText(".format")
    }
    return failure
  }

  /// The failure for invalid UTF-8, if `prefix` (the beginning of the name) is not valid before its
  /// first NUL; otherwise the failure for an unknown name.
  static func unknownName(
    _ name: Span<UInt8>, checkingUTF8Of prefix: Span<UInt8>, _ message: StaticString
  ) -> Failure {
    let checked = prefix.beforeNUL
    guard let offset = checked.firstInvalidUTF8Offset else { return unknownName(name, message) }
    return invalidUTF8(at: offset, in: checked)
  }

  /// The failure for several unknown names. Lists them in `errorContext`.
  static func unknownNames(_ names: UnknownNames, listedIn errorContext: inout ShortText) -> Failure
  {
    names.append(to: &errorContext)
    return Failure(.unknownName, "no colors have these names")
  }

  /// The failure for a buffer of the host that needs `size` bytes.
  static func bufferTooSmall(needing size: Int) -> Failure {
    tooSmall("the buffer is too small for the result", size)
  }

  /// The failure for memory of the host that is too small. The memory needs `count` units.
  static func tooSmall(
    _ message: StaticString, _ count: Int, of unit: StaticString = "bytes"
  ) -> Failure {
    var failure = Failure(.bufferTooSmall, message)
    if let count = UInt32(exactly: count) {
      failure.subject = .needed(count)
      failure.argument = ConstantText(unit)
    }
    return failure
  }

  /// The failure for a text that cannot be parsed.
  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Failure {
    let status: Status
    switch error.reason {
    case .syntax: status = .syntax
    case .tooComplex: status = .tooComplex
    case .dependsOnEnvironment: status = .dynamic
    case .outOfMemory: return Failure(.outOfMemory)
    }
    var failure = Failure(status, error.message)
    failure.textOrName = StoredText(text)
    failure.offset = error.offset
    failure.expectedWord = error.expectedWord
    return failure
  }

  /// If the call failed because a CSS text has a condition on a palette that has no number yet, the
  /// name of this palette; otherwise `nil`.
  var unknownPalette: LongText? {
    guard Vocabulary.Kind(expectedWord) == .palette else { return nil }
    let name = identifier(at: offset, in: textOrName.bytes)
    return name.hasOverflowed || name.bytes.count == 0 ? nil : name
  }

  /// This failure, with the declared name that is most like the unknown axis or value in the text.
  func suggestingName(from vocabulary: borrowing Vocabulary) -> Failure {
    var failure = self
    if isInText {
      failure.suggestion = vocabulary.nearestName(
        to: expectedWord, at: offset, in: textOrName.bytes)
    }
    return failure
  }

  /// The failure for a text that is not valid UTF-8. `offset` is that of the first invalid byte.
  static func invalidUTF8(at offset: Int, in text: Span<UInt8>) -> Failure {
    var failure = Failure(.invalidUTF8, CommonMessage.invalidUTF8)
    failure.textOrName = StoredText(text)
    failure.offset = offset
    return failure
  }

  /// Appends the `context` of the C struct: what the message is about.
  fileprivate func appendContext(to context: inout ShortText) {
    // The stride of `colors` is called `color_stride`.
    if case .stride = subject {
      let list = argument.bytes
      let isPlural = list.element(at: list.count &- 1) == UInt8(ascii: "s")
      context.append(contentsOf: list.slice(0, list.count &- (isPlural ? 1 : 0)))
      return context.append("_stride")
    }
    if case .needed(let count) = subject {
      context.append("needs ")
      context.append(UInt(count))
      context.append(" ")
    }
    context.append(contentsOf: argument.bytes)
    switch subject {
    case .argument, .stride, .needed: break
    case .cycle:
      context.append(sanitizing: textOrName.bytes)
      context.append(" → ")
      return context.append(sanitizing: textOrName.bytes)
    case .element(let index):
      context.append("[")
      context.append(UInt(index))
      context.append("]")
    case .number(let number):
      context.append(" ")
      context.append(UInt(number))
    }
    context.append(contentsOf: field.bytes)
    // Without an offset, `textOrName` is a name, and the context ends with this name.
    guard offset >= 0 else {
      if context.count > 0, textOrName.count > 0 { context.append(" of ") }
      context.append(sanitizing: textOrName.bytes)
      context.append(suggestion: suggestion)
      return
    }
    if context.count > 0, colorName.count > 0 { context.append(" of ") }
    context.append(sanitizing: colorName.bytes)
    // With an offset, `textOrName` is a text. The context then begins with a part of the text, and
    // the place of the text, such as `variants[1].part`, follows. If the error is an unknown word,
    // and a known word is similar, the part is that word, with the known one as a suggestion.
    let place = context
    context = ShortText()
    if expectedWord.appendWordAndSuggestion(
      at: offset, in: textOrName.bytes, place: place.bytes, declaredName: suggestion, to: &context)
    {
      return
    }
    // An excerpt of the line, which begins at most 100 bytes before the error.
    let text = textOrName.bytes
    var start = min(offset, text.count)
    while offset &- start < 100, let byte = text.element(at: start &- 1), !byte.endsLine {
      start &-= 1
    }
    // Do not begin within a code point: the bits 10 at the top mark its later bytes in UTF-8.
    while start < offset, let byte = text.element(at: start), byte & 0xC0 == 0x80 { start &+= 1 }
    var end = start
    // Leaves room for ", in ", the place and a NUL, but for 100 bytes at most.
    let roomForPlace = place.count > 0 ? min(place.count &+ 6, 100) : 0
    let greatestLength = ShortText.capacity &- roomForPlace
    while end &- start < greatestLength, let byte = text.element(at: end), !byte.endsLine {
      end &+= 1
    }
    // Do not end within a code point.
    while end > offset, let byte = text.element(at: end), byte & 0xC0 == 0x80 { end &-= 1 }
    context.append(sanitizing: text.slice(start, end))
    context.append(place: place.bytes)
  }
}

extension UInt8 {
  /// True for the bytes that end an excerpt of a line: LF, CR, FF and NUL.
  var endsLine: Bool {
    self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == 0x0C || self == 0
  }
}

extension UnsafeMutablePointer<dyncolor_error>? {
  /// Calls `body`. Returns DYNCOLOR_OK, or the status of the failure that `body` throws. Writes the
  /// details of a failure to the host's struct, if the host has passed one.
  @inline(__always)
  func reporting(_ body: () throws(Failure) -> Void) -> dyncolor_status {
    do throws(Failure) {
      try body()
      return DYNCOLOR_OK
    } catch {
      return report(error)
    }
  }

  /// `reporting` for a `body` that needs the theme of a handle. Fails if the handle is NULL.
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

  /// `reporting` for a `body` that may set details of a failure before it throws the failure. These
  /// details are not in the failure itself: for example, the position in a text that is freed
  /// before the call returns.
  func reportingDetails(
    _ body: (_ details: inout FailureDetails) throws(Failure) -> Void
  ) -> dyncolor_status {
    var details = FailureDetails(error: self)
    do throws(Failure) {
      try body(&details)
      return DYNCOLOR_OK
    } catch {
      return report(error, &details)
    }
  }

  /// `report` for a failure with details. They are `inout` only so that they are not copied: they
  /// are large.
  @inline(never)
  private func report(_ failure: Failure, _ details: inout FailureDetails) -> dyncolor_status {
    if let self {
      self.write(failure, details.context, at: details.position, keepsPath: details.hasPath)
    }
    return failure.status
  }

  /// `reportingDetails` for a `body` that needs the theme of a handle. Fails if the handle is NULL.
  func reportingDetails(
    _ theme: OpaquePointer?,
    _ body: (Theme, _ details: inout FailureDetails) throws(Failure) -> Void
  ) -> dyncolor_status {
    reportingDetails { details throws(Failure) in try body(Theme(theme), &details) }
  }

  /// `reportingDetails` for a `body` that needs the theme of a handle, and sets only one detail of
  /// a failure: the context. Fails if the handle is NULL.
  func reportingContext(
    _ theme: OpaquePointer?, _ body: (Theme, _ context: inout ShortText) throws(Failure) -> Void
  ) -> dyncolor_status {
    reportingDetails { details throws(Failure) in try body(Theme(theme), &details.context) }
  }
}

/// The details of a failure that are not in the failure itself.
struct FailureDetails {
  /// The struct of the host; `nil` if the host has passed none.
  fileprivate let error: UnsafeMutablePointer<dyncolor_error>?
  /// What the message is about. Empty if the failure makes its own context.
  var context = ShortText()
  /// The line and column of the error. `nil` if these follow from the offset in the failure.
  var position: TextPosition?
  /// True if `setPath` was called.
  fileprivate var hasPath = false

  fileprivate init(error: UnsafeMutablePointer<dyncolor_error>?) { self.error = error }

  /// Writes a path to the host's error at once, because this struct has no room for the path. The
  /// caller must then throw a failure. `root` comes before `path`, and may be empty.
  mutating func setPath(_ path: StoredText, in root: StoredText) {
    error?.write(path: path, in: root)
    hasPath = true
  }
}

/// An argument that the library owns even if the call fails: a function of the host with user data,
/// and a function that destroys the user data; or a list that contains such arguments.
protocol OwnedArgument {
  /// Destroys the user data.
  func destroy()
}

extension OwnedArgument {
  /// Calls `body`, which takes ownership of the argument. If `body` fails, destroys the argument.
  @inline(__always)
  func destroyingOnFailure(_ body: () throws(Failure) -> Void) throws(Failure) {
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

/// Calls `body`, and converts errors of the theme to failures.
@inline(__always)
func convertingErrors<Result: ~Copyable>(_ body: () throws(ThemeError) -> Result) throws(Failure)
  -> Result
{
  do throws(ThemeError) { return try body() } catch { throw Failure(error) }
}

extension UnsafeMutablePointer<dyncolor_error> {
  /// Writes a failure to the host's struct: only the fields within the size that the host has set.
  /// If `givenContext` is empty, the failure makes the context. If `givenPosition` is `nil`, the
  /// position is that of the failure's offset. If `keepsPath` is true, the path has been written
  /// already, and stays; otherwise the path becomes empty.
  @inline(never)
  fileprivate func write(
    _ failure: Failure, _ givenContext: ShortText, at givenPosition: TextPosition? = nil,
    keepsPath: Bool = false
  ) {
    var context = givenContext
    if context.count == 0 { failure.appendContext(to: &context) }
    var position = givenPosition
    // An image is not a text: an offset in it has no line and column.
    if position == nil, failure.offset >= 0, failure.status != DYNCOLOR_ERROR_BAD_IMAGE {
      position = TextPosition(of: failure.offset, in: failure.textOrName.bytes)
    }
    let raw = UnsafeMutableRawPointer(self)
    let size = UInt(self.givenSize)
    // Stores the next field, aligned as in C, unless the field ends beyond the size. `end` is the
    // offset after the last field. The first field, `size`, has been set by the host.
    var end = MemoryLayout<Int>.size
    func store<Value: BitwiseCopyable>(_ value: Value) {
      let alignment = MemoryLayout<Value>.alignment
      // `end`, rounded up to a multiple of the alignment.
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

    // The context is an array of bytes, which are stored one by one, with a NUL after them.
    guard UInt(bitPattern: end) < size else { return }
    let sizeLeft = Int(bitPattern: size &- UInt(bitPattern: end))
    let capacity = min(sizeLeft, ErrorLayout.contextSize)
    let text = context.bytes
    let length = text.lengthOfWholeCodePoints(atMost: capacity &- 1)
    var index = 0
    while index < length, let byte = text.element(at: index) {
      store(byte)
      index &+= 1
    }
    store(0 as UInt8)
    if !keepsPath { write(path: .empty, in: .empty) }
  }

  /// Writes a path: `root`, and after it `path`. Truncates the path if it does not fit in the
  /// error.
  @inline(never)
  fileprivate func write(path: StoredText, in root: StoredText) {
    guard givenSize > ErrorLayout.pathOffset else { return }
    let capacity = min(givenSize &- ErrorLayout.pathOffset, ErrorLayout.pathSize) &- 1
    let start = UInt64(UInt(bitPattern: self)) &+ UInt64(ErrorLayout.pathOffset)
    let fittingRoot = root.bytes.slice(0, min(root.count, capacity))
    StoredText.write(fittingRoot, terminatedBy: 0, at: start)
    let fittingPath = path.bytes.slice(0, min(path.count, capacity &- fittingRoot.count))
    StoredText.write(fittingPath, terminatedBy: 0, at: start &+ UInt64(fittingRoot.count))
  }

  /// The size that the host has set.
  private var givenSize: Int { ErrorLayout.size(UnsafeRawPointer(self)) }
}

/// The layout of `dyncolor_error`: offsets and sizes in bytes.
enum ErrorLayout {
  static var contextOffset: Int { 40 }
  static var contextSize: Int { 256 }
  static var pathOffset: Int { contextOffset &+ contextSize }
  static var pathSize: Int { 1024 }
  /// The size in version 1.0.
  static var originalSize: Int { pathOffset &+ pathSize }

  /// The size that the host has set in an error, but at most `greatestStructSize`. 0 stands for the
  /// size in version 1.0, so `{0}` is a valid initial value.
  static func size(_ error: UnsafeRawPointer) -> Int {
    let size = error.load(as: UInt.self)
    return size == 0 ? originalSize : Int(min(size, UInt(greatestStructSize)))
  }
}

/// Writes text and a NUL to the host's buffer, and the length of the text, without the NUL, to
/// `length`. If the buffer is too small, fails, but still writes the length.
func write(
  _ text: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) throws(Failure) {
  try require(buffer: buffer, capacity, "buffer")
  guard writeIfFits(text, to: buffer, capacity, length) else {
    throw Failure.bufferTooSmall(needing: text.count &+ 1)
  }
}

/// Writes like `write(_:to:_:_:)`, but does not fail: if the buffer is NULL or too small, writes
/// only the length, and returns false.
func writeIfFits(
  _ text: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> Bool {
  length?.pointee = text.count
  guard let buffer, UInt(bitPattern: capacity) > UInt(text.count) else { return false }
  StoredText.write(text, terminatedBy: 0, at: UInt64(UInt(bitPattern: buffer)))
  return true
}

/// The bytes as a C string, which is not a copy. A NUL must follow the bytes in memory.
func borrowedText(_ bytes: Span<UInt8>) -> UnsafePointer<CChar>? {
  bytes.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: CChar.self) }
}

/// A stored text as a C string, which is not a copy; the empty string for `nil`. A NUL must follow
/// the text in memory.
func borrowedText(_ text: StoredText?) -> UnsafePointer<CChar>? {
  let empty: StaticString = ""
  guard let text, text.count > 0 else { return borrowedText(empty.bytes) }
  return borrowedText(text.bytes)
}
