// Exporting: comments in CSS and C.

extension FileText {
  /// Appends comments: the description of a color, whether the color is derived, and its
  /// deprecation.
  @inline(never)
  @_optimize(speed)
  mutating func append(
    commentsOf notes: ColorCollection.EntryNotes, indent: StaticString
  ) {
    if notes.description.count > 0 {
      append(comment: notes.description.bytes, indent: indent)
    }
    if notes.isDerived {
      append(indent)
      append("/* Derived */\n")
    }
    guard notes.isDeprecated else { return }
    append(indent)
    append("/* Deprecated")
    if notes.deprecation.count > 0 {
      append(": ")
      append(commentText: notes.deprecation.bytes)
    }
    if notes.replacement.count > 0 {
      append("; instead: ")
      append(commentText: notes.replacement.bytes)
    }
    append(" */\n")
  }

  /// Appends a comment with the name of the collection; nothing if the options have no name.
  mutating func append(titleOf options: WriteOptions) {
    if options.name.count > 0 { append(comment: options.name.bytes, indent: "") }
  }

  /// Appends a comment, and ends the line.
  private mutating func append(
    comment text: Span<UInt8>, indent: StaticString
  ) {
    append(indent)
    append("/* ")
    append(commentText: text)
    append(" */\n")
  }

  /// Appends text to a comment. A space separates characters that would end the comment or begin
  /// another one. Control characters become spaces, and backslashes become slashes. Characters that
  /// change the direction of text are left out.
  @inline(never)
  private mutating func append(commentText text: Span<UInt8>) {
    var last: UInt8 = 0
    var index = 0
    while var byte = text.element(at: index) {
      if text.hasDirectionControl(at: index) {
        index &+= 3  // A character that changes the direction has three bytes.
        continue
      }
      index &+= 1
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
        byte = byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : UInt8(ascii: " ")
      }
      let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
      if last == star && byte == slash || last == slash && byte == star {
        append(UInt8(ascii: " "))
      }
      append(byte)
      last = byte
    }
  }
}
