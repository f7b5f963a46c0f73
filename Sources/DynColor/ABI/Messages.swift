// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's sections "Status and errors" and "Loading files" that format
// errors and findings as text.

public import CDynColor

@implementation @_cdecl("dyncolor_error_format_n")
public func dyncolor_error_format_n(
  _ error: UnsafePointer<dyncolor_error>!, _ source: UnsafePointer<CChar>!,
  _ source_length: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> dyncolor_status {
  // Here `error` is an input: there is no struct for an error of this function.
  let noErrorOutput: UnsafeMutablePointer<dyncolor_error>? = nil
  return noErrorOutput.reporting { () throws(Failure) in
    let text = FormattedMessage(try required(error, "error"))
    try text.write(checked(text: source, source_length, "source"), to: buffer, capacity, length)
  }
}

@implementation @_cdecl("dyncolor_finding_format_n")
public func dyncolor_finding_format_n(
  _ finding: UnsafePointer<dyncolor_finding>!, _ source: UnsafePointer<CChar>!,
  _ source_length: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> dyncolor_status {
  let noErrorOutput: UnsafeMutablePointer<dyncolor_error>? = nil
  return noErrorOutput.reporting { () throws(Failure) in
    let text = FormattedMessage(try required(finding, "finding").pointee)
    try text.write(checked(text: source, source_length, "source"), to: buffer, capacity, length)
  }
}

/// An error or a finding as text: its message with the place, the context and an excerpt.
private struct FormattedMessage {
  private var severity = StoredText.empty
  private var path = StoredText.empty
  private var line: UInt32 = 0
  private var column: UInt32 = 0
  private var offset = 0
  private var message = StoredText.empty
  private var context = StoredText.empty

  init(_ error: UnsafePointer<dyncolor_error>) {
    let raw = UnsafeRawPointer(error)
    let size = ErrorLayout.size(raw)
    // The text in the array at `fieldOffset`; empty if the host's struct ends before the array.
    func text(at fieldOffset: Int, _ capacity: Int) -> StoredText {
      guard fieldOffset < size else { return .empty }
      let text = StoredText(raw + fieldOffset, count: min(capacity, size &- fieldOffset)).bytes
      return StoredText(text.slice(0, text.countBeforeNUL))
    }
    var status = Int32(0)
    if size >= ErrorLayout.contextOffset {
      let given = error.pointee
      (status, line, column) = (given.status, given.line, given.column)
      offset = Int(clamping: UInt(bitPattern: given.offset))
      message = StoredText(nulTerminated: UInt64(UInt(bitPattern: given.message)))
    }
    if message.count == 0 { message = FormattedMessage.name(of: status) }
    context = text(at: ErrorLayout.contextOffset, ErrorLayout.contextSize)
    path = text(at: ErrorLayout.pathOffset, ErrorLayout.pathSize)
  }

  init(_ finding: dyncolor_finding) {
    func text(_ text: UnsafePointer<CChar>?) -> StoredText {
      StoredText(nulTerminated: UInt64(UInt(bitPattern: text)))
    }
    let word: StaticString =
      switch Severity(rawValue: finding.severity) {
      case .note: "note"
      case .warning: "warning"
      case .error, nil: "error"
      }
    severity = StoredText(word.bytes)
    path = text(finding.path)
    (line, column) = (finding.line, finding.column)
    offset = Int(clamping: UInt(bitPattern: finding.offset))
    message = text(finding.message)
    if message.count == 0 { message = FormattedMessage.name(of: finding.status) }
    context = text(finding.context)
  }

  /// The name of a status, which stands in for an empty message.
  private static func name(of status: Int32) -> StoredText {
    StoredText((Status(rawValue: status)?.name ?? ConstantText("unknown status")).bytes)
  }

  /// Writes the text to the host's buffer, and the length of the text to `length`. `source` is the
  /// text that contains the error, or empty. If the buffer is too small, fails, but still
  /// writes the length.
  func write(
    _ source: Span<UInt8>, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
  ) throws(Failure) {
    try require(buffer: buffer, capacity, "buffer")
    let excerpt = excerpt(of: source)
    var text = HostText(start: nil, capacity: 0)
    append(excerpt, to: &text)
    length?.pointee = text.count
    guard let buffer, UInt(bitPattern: text.count) < UInt(bitPattern: capacity) else {
      throw Failure.bufferTooSmall(needing: text.count &+ 1)
    }
    text = HostText(start: buffer, capacity: text.count)
    append(excerpt, to: &text)
    text.terminate()
  }

  /// Appends the whole text: path, position, severity, message with context, and excerpt.
  private func append(_ excerpt: Excerpt?, to text: inout HostText) {
    if path.count > 0 {
      text.append(sanitizing: path.bytes)
      text.append(":")
    }
    if line > 0 {
      text.append(UInt(line))
      text.append(":")
      text.append(UInt(column))
      text.append(":")
    }
    if text.count > 0 { text.append(" ") }
    if severity.count > 0 {
      text.append(sanitizing: severity.bytes)
      text.append(": ")
    }
    // A context that the path or the excerpt contains already is not repeated. An error with a line
    // is about a text, so its context is not the path.
    let isInPath = line == 0 && path.bytes.isPath(endingWith: context.bytes)
    let isInExcerpt = excerpt?.containsAtLocation(context.bytes) == true
    let showsContext = context.count > 0 && !isInPath && !isInExcerpt
    appendSentence(showsContext ? context.bytes : Span(), to: &text)
    excerpt?.append(to: &text)
  }

  /// Appends the message, and inserts the context before the first "; " of the message. If the
  /// context ends with a question, such as "; did you mean …?", the rest of the message follows in
  /// parentheses instead of after "; ".
  private func appendSentence(_ context: Span<UInt8>, to text: inout HostText) {
    let message = message.bytes
    guard context.count > 0 else { return text.append(sanitizing: message) }
    var end = 0
    while end < message.count, !message.slice(end, message.count).starts(with: "; ") { end &+= 1 }
    text.append(sanitizing: message.slice(0, end))
    text.append(": ")
    text.append(sanitizing: context)
    guard end < message.count else { return }
    let isQuestion = context.element(at: context.count &- 1) == UInt8(ascii: "?")
    text.append(isQuestion ? " (" : "; ")
    text.append(sanitizing: message.slice(end &+ 2, message.count))
    if isQuestion { text.append(")") }
  }

  /// The excerpt of `source` that shows the location of the error; `nil` if `source` is not the
  /// text with the error.
  private func excerpt(of source: Span<UInt8>) -> Excerpt? {
    guard line > 0, source.count > 0, offset <= source.count else { return nil }
    let position = TextPosition(of: offset, in: source)
    guard position.line == line, position.column == column else { return nil }
    return Excerpt(of: source, at: offset)
  }
}

/// A line of a text, or a part of a long line, and a location in it.
private struct Excerpt {
  /// The greatest number of bytes of the excerpt before the location.
  private static var greatestLeadingLength: Int { 100 }
  /// The greatest number of bytes of the excerpt.
  private static var greatestLength: Int { 200 }

  /// The line, or the part of the line.
  let line: StoredText
  /// The offset of the location in `line`.
  private let locationOffset: Int
  /// True if the beginning of the line was left out.
  private let isCutBefore: Bool
  /// True if the end of the line was left out.
  private let isCutAfter: Bool

  /// The excerpt of `source` around the location at `offset`.
  init(of source: Span<UInt8>, at offset: Int) {
    var start = offset
    while offset &- start < Excerpt.greatestLeadingLength,
      let byte = source.element(at: start &- 1),
      !byte.endsLine
    {
      start &-= 1
    }
    // Do not begin or end within a code point: the bits 10 at the top mark its later bytes.
    while start < offset, let byte = source.element(at: start), byte & 0xC0 == 0x80 { start &+= 1 }
    isCutBefore = source.element(at: start &- 1).map { !$0.endsLine } ?? false
    var end = offset
    while end &- start < Excerpt.greatestLength, let byte = source.element(at: end), !byte.endsLine
    {
      end &+= 1
    }
    isCutAfter = source.element(at: end).map { !$0.endsLine } ?? false
    while isCutAfter, end > offset, let byte = source.element(at: end), byte & 0xC0 == 0x80 {
      end &-= 1
    }
    line = StoredText(source.slice(start, end))
    locationOffset = offset &- start
  }

  /// Returns whether `text` occurs in the line at the location: the occurrence contains the
  /// location, or begins or ends there.
  func containsAtLocation(_ text: Span<UInt8>) -> Bool {
    var start = max(locationOffset &- text.count, 0)
    while start <= locationOffset {
      if line.bytes.slice(start, start &+ text.count).equals(text) { return true }
      start &+= 1
    }
    return false
  }

  /// Appends the line, and below it a mark at the location.
  func append(to text: inout HostText) {
    text.append("\n  ")
    if isCutBefore { text.append("…") }
    text.append(sanitizing: line.bytes)
    if isCutAfter { text.append("…") }
    text.append("\n  ")
    if isCutBefore { text.append(" ") }
    var offset = 0
    while offset < locationOffset {
      text.append(" ")
      offset &+= line.bytes.utf8Scalar(at: offset).length
    }
    text.append("^")
  }
}

extension Span<UInt8> {
  /// Returns whether this path is `other`, or ends with `other` in such a way that no name is
  /// divided: `other` begins with a slash, or comes after one.
  fileprivate func isPath(endingWith other: Span<UInt8>) -> Bool {
    let start = count &- other.count
    guard start >= 0, slice(start, count).equals(other) else { return false }
    return start == 0 || element(at: start &- 1) == UInt8(ascii: "/")
      || other.element(at: 0) == UInt8(ascii: "/")
  }
}

/// A text sink that writes to a buffer of the host. If the address of the buffer, `start`, is
/// `nil`, the sink only counts the bytes.
private struct HostText: TextSink {
  let start: UnsafeMutablePointer<CChar>?
  /// The greatest length of the text. The buffer has room for one byte more, a NUL.
  let capacity: Int
  private(set) var count = 0

  init(start: UnsafeMutablePointer<CChar>?, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  mutating func append(_ byte: UInt8) {
    // If the host has changed the texts since they were counted, they may not fit any more.
    if let start, count < capacity { start[count] = CChar(bitPattern: byte) }
    count &+= 1
  }

  @inline(never)
  mutating func append(contentsOf bytes: Span<UInt8>) {
    for index in upTo(bytes.count) { append(bytes.element(at: index) ?? 0) }
  }

  /// Appends text to a line: replaces control characters by spaces, and invalid UTF-8 by U+FFFD.
  @inline(never)
  mutating func append(sanitizing text: Span<UInt8>) {
    var offset = 0
    while let byte = text.element(at: offset) {
      switch text.utf8Scalar(at: offset) {
      case .invalid(let length):
        append("\u{FFFD}")
        offset &+= length
      case .valid(let length):
        if byte < 0x20 || byte == 0x7F {
          append(UInt8(ascii: " "))
        } else {
          append(contentsOf: text.slice(offset, offset &+ length))
        }
        offset &+= length
      }
    }
  }

  /// Writes a NUL after the text.
  func terminate() { start?[min(count, capacity)] = 0 }
}
