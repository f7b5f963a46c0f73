// Between C and Swift: arguments are checked on the way in, failures are told on the way out.

import CDynColor

/// Why a call fails: what the host is told.
///
/// Kept small, and without text of its own: names and texts are those of the host or of a theme.
struct Failure: Error {
  let status: dyncolor_status
  /// Which element of the argument is at fault, counted from 1; 0 if it is the argument itself.
  private var element: UInt32 = 0
  let message: ConstantText
  /// The argument that is at fault, and what of it.
  private var argument = ConstantText.empty
  private var part = ConstantText.empty
  /// A name; or, if there is a place, the text that contains it.
  var text = HostText.empty
  /// Where in the text, or −1.
  var offset = -1
  /// The color of a batch whose text it is.
  var owner = HostText.empty

  private init(_ status: dyncolor_status, _ message: StaticString) {
    self.status = status
    self.message = ConstantText(message)
  }

  /// What a theme reports.
  @inline(never)
  init(_ error: ThemeError) {
    let status = dyncolor_status(rawValue: error.reason.status)
    if let message = error.reason.message {
      self.init(status, message)
    } else {
      self.init(status: status)
    }
    text = error.name
  }

  /// A status, with its standard message.
  init(status: dyncolor_status) {
    let message: StaticString =
      switch status {
      case DYNCOLOR_ERROR_INVALID_ARGUMENT: "a provider answered with what is no color"
      case DYNCOLOR_ERROR_OUT_OF_MEMORY: "memory could not be had"
      case DYNCOLOR_ERROR_UNKNOWN_NAME: "there is no such name"
      case DYNCOLOR_ERROR_STALE_ID: "the color is not registered, or no longer"
      case DYNCOLOR_ERROR_FOREIGN_ID: "the theme never gave out this id"
      case DYNCOLOR_ERROR_NAME_TAKEN: "another color has this name"
      case DYNCOLOR_ERROR_CYCLE: "a color refers to itself"
      case DYNCOLOR_ERROR_TOO_DEEP: "providers are nested more than DYNCOLOR_MAX_DEPTH deep"
      case DYNCOLOR_ERROR_NO_VALUE: "the color has no value in this environment"
      case DYNCOLOR_ERROR_NOT_IN_SNAPSHOT: "the color was registered after the snapshot was made"
      case DYNCOLOR_ERROR_TOO_MANY_COLORS: "the theme has DYNCOLOR_MAX_COLORS colors already"
      case DYNCOLOR_ERROR_TOO_MANY_AXES: "the theme has DYNCOLOR_MAX_CUSTOM_AXES axes already"
      case DYNCOLOR_ERROR_TOO_MANY_PALETTES: "the theme has DYNCOLOR_MAX_PALETTES palettes already"
      case DYNCOLOR_ERROR_TOO_MANY_AXIS_VALUES: "the axis has 255 values already"
      case DYNCOLOR_ERROR_TOO_MANY_LAYERS: "the theme has DYNCOLOR_MAX_LAYERS layers already"
      case DYNCOLOR_ERROR_TOO_MANY_OWNERS: "the theme has DYNCOLOR_MAX_OWNERS owners already"
      case DYNCOLOR_ERROR_TOO_MANY_LOCALES: "the theme has 65,535 locales already"
      case DYNCOLOR_ERROR_TOO_MANY_SUBTYPES: "the theme has 255 subtypes already"
      case DYNCOLOR_ERROR_UNKNOWN_FORMAT: "there is no format for this, or none is said"
      case DYNCOLOR_ERROR_CANCELLED: "the host wanted no more of it"
      case DYNCOLOR_ERROR_BAD_IMAGE: "the bytes are no image of a theme, or a damaged one"
      default: "a provider failed"
      }
    self.init(status, message)
  }

  /// An argument is not what it must be.
  static func argument(
    _ name: StaticString, _ message: StaticString, part: StaticString = ""
  ) -> Failure {
    var failure = Failure(DYNCOLOR_ERROR_INVALID_ARGUMENT, message)
    failure.argument = ConstantText(name)
    failure.part = ConstantText(part)
    return failure
  }

  /// The same failure, told of an element of an argument. Of one too far for a number, it is told of
  /// the argument alone.
  func at(_ index: Int, of argument: StaticString) -> Failure {
    var failure = self
    failure.argument = ConstantText(argument)
    failure.element = UInt32(exactly: index &+ 1) ?? 0
    return failure
  }

  /// What a report tells.
  init(_ finding: Finding) {
    self.init(dyncolor_status(rawValue: finding.status), finding.message)
    if finding.position != nil { offset = finding.offset }
  }

  static func unknownName(_ name: Span<UInt8>, _ message: StaticString) -> Failure {
    var failure = Failure(DYNCOLOR_ERROR_UNKNOWN_NAME, message)
    failure.text = HostText(name)
    return failure
  }

  static var unknownNames: Failure {
    Failure(DYNCOLOR_ERROR_UNKNOWN_NAME, "no colors have these names")
  }

  static var bufferTooSmall: Failure {
    Failure(DYNCOLOR_ERROR_BUFFER_TOO_SMALL, "the buffer is too small for the result")
  }

  static func syntax(_ error: SyntaxError, in text: Span<UInt8>) -> Failure {
    let status: dyncolor_status
    switch error.reason {
    case .syntax: status = DYNCOLOR_ERROR_SYNTAX
    case .tooComplex: status = DYNCOLOR_ERROR_TOO_COMPLEX
    case .dependsOnEnvironment: status = DYNCOLOR_ERROR_DYNAMIC
    case .outOfMemory: return Failure(status: DYNCOLOR_ERROR_OUT_OF_MEMORY)
    }
    var failure = Failure(status, error.expected)
    failure.text = HostText(text)
    failure.offset = error.offset
    return failure
  }

  static func invalidUTF8(at offset: Int, in text: Span<UInt8>) -> Failure {
    var failure = Failure(DYNCOLOR_ERROR_INVALID_UTF8, "the text is not valid UTF-8")
    failure.text = HostText(text)
    failure.offset = offset
    return failure
  }

  /// What varies, as text.
  fileprivate func describe(in context: inout ShortText) {
    context.append(contentsOf: argument.bytes)
    if element > 0 {
      context.append("[")
      context.append(UInt(element &- 1))
      context.append("]")
    }
    context.append(contentsOf: part.bytes)
    guard offset >= 0 else {
      if context.count > 0, text.count > 0 { context.append(" of ") }
      context.append(shown: text.bytes)
      return
    }
    context.append(shown: owner.bytes)
    if context.count > 0 { context.append(": ") }
    // The line from the place on, with some of what stands before.
    let text = text.bytes
    var start = min(offset, text.count)
    while offset &- start < 100, let byte = text.element(at: start &- 1), !isLineEnd(byte) {
      start &-= 1
    }
    // Not in the middle of a code point.
    while start < offset, let byte = text.element(at: start), byte & 0xC0 == 0x80 { start &+= 1 }
    var end = start
    while end &- start < ShortText.capacity, let byte = text.element(at: end), !isLineEnd(byte) {
      end &+= 1
    }
    context.append(shown: text.slice(start, end))
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0x0C || byte == 0
}

extension UnsafeMutablePointer<dyncolor_error>? {
  /// The status of what `body` does. If it fails, the details are written, if they are wanted.
  @inline(__always)
  func reporting(_ body: () throws(Failure) -> Void) -> dyncolor_status {
    do throws(Failure) {
      try body()
      return DYNCOLOR_OK
    } catch {
      return tell(error)
    }
  }

  /// Writes the details, if they are wanted.
  @inline(never)
  private func tell(_ failure: Failure) -> dyncolor_status {
    if let self { self.write(failure, ShortText()) }
    return failure.status
  }

  /// The same, for a body that may itself tell what the failure is about.
  func reportingContext(
    _ body: (_ context: inout ShortText) throws(Failure) -> Void
  ) -> dyncolor_status {
    reportingPlace { context, _ throws(Failure) in try body(&context) }
  }

  /// The same, for a body that may also tell where in a text that is gone by then.
  func reportingPlace(
    _ body: (_ context: inout ShortText, _ position: inout TextPosition?) throws(Failure) -> Void
  ) -> dyncolor_status {
    var context = ShortText()
    var position: TextPosition?
    do throws(Failure) {
      try body(&context, &position)
      return DYNCOLOR_OK
    } catch {
      if let self { self.write(error, context, at: position) }
      return error.status
    }
  }
}

extension UnsafeMutablePointer<dyncolor_error> {
  /// Writes the fields that lie within the size that the caller has set.
  @inline(never)
  fileprivate func write(
    _ failure: Failure, _ description: ShortText, at place: TextPosition? = nil
  ) {
    var context = description
    if context.count == 0 { failure.describe(in: &context) }
    var position = place
    if position == nil, failure.offset >= 0, failure.status != DYNCOLOR_ERROR_BAD_IMAGE {
      position = TextPosition(of: failure.offset, in: failure.text.bytes)
    }
    let raw = UnsafeMutableRawPointer(self)
    let size = UInt(bitPattern: raw.load(as: Int.self))
    // The fields in their order, each placed by C's rule. `size` itself was the first.
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
    let room = Int(bitPattern: min(size &- UInt(bitPattern: end), 256))
    let text = context.bytes
    let length = text.lengthOfWholeScalars(atMost: room &- 1)
    var index = 0
    while index < length, let byte = text.element(at: index) {
      store(byte)
      index &+= 1
    }
    store(0 as UInt8)
  }
}

/// Text to the caller's buffer, by the two-call rule.
func write(
  _ text: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) throws(Failure) {
  guard buffer != nil || capacity == 0 else {
    throw Failure.argument("buffer", "a buffer must not be NULL unless its capacity is 0")
  }
  length?.pointee = text.count
  guard let buffer, UInt(bitPattern: capacity) > UInt(text.count) else {
    throw Failure.bufferTooSmall
  }
  for index in text.indices { buffer[index] = CChar(bitPattern: text[index]) }
  buffer[text.count] = 0
}

/// The C string behind constant bytes that a NUL follows.
func borrowedText(_ bytes: Span<UInt8>) -> UnsafePointer<CChar>? {
  bytes.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: CChar.self) }
}
