// Importing: resolving the paths by which a file refers to another.

extension ImportSession {
  /// Resolves the relative URL by which a file refers to another one. Decodes percent-encoding. The
  /// result is a path relative to the root directory. If the options allow files outside the root
  /// directory, the result may also be absolute, or lead outside. `nil` if the path is not allowed
  /// or too long.
  // Not inlined: otherwise, the buffer of the path would stay on the stack while the caller reads
  // the file.
  @inline(never)
  mutating func resolvePath(
    _ reference: StoredText, relativeTo file: StoredText
  ) throws(FileFailure) -> StoredText? {
    var decoded = PathText()
    let bytes = reference.bytes
    var index = 0
    while let byte = bytes.element(at: index) {
      index &+= 1
      if byte == UInt8(ascii: "%"), let high = bytes.element(at: index).flatMap(hexDigitValue),
        let low = bytes.element(at: index &+ 1).flatMap(hexDigitValue)
      {
        decoded.append(high << 4 | low)
        index &+= 2
      } else {
        decoded.append(byte)
      }
    }
    guard !decoded.hasOverflowed else { return nil }
    if let path = try copyContainedPath(decoded.bytes, relativeTo: file.bytes) { return path }
    return options.allowsOutsideFiles
      ? try joinAnyPath(decoded.bytes, relativeTo: file.bytes) : nil
  }

  /// Returns a copy of a path, joined to the directory of a file, without `.` and `..`. `nil` if the
  /// path is absolute, contains a NUL, is too long or leaves the root directory.
  // Not inlined: otherwise, the buffer of the path would stay on the stack while files are read.
  @inline(never)
  mutating func copyContainedPath(
    _ path: Span<UInt8>, relativeTo file: Span<UInt8>
  ) throws(FileFailure) -> StoredText? {
    var contained = PathText()
    guard contained.appendResolved(path, relativeTo: file) else { return nil }
    return try convertingOutOfMemory(try imported.copy(contained.bytes))
  }

  /// Joins a path, which may be absolute, to the directory of a file. The result may leave the root
  /// directory. `nil` if it is too long or contains a NUL.
  @inline(never)
  private mutating func joinAnyPath(
    _ path: Span<UInt8>, relativeTo file: Span<UInt8>
  ) throws(FileFailure) -> StoredText? {
    guard path.countBeforeNUL == path.count else { return nil }
    var joined = PathText()
    if path.element(at: 0) != UInt8(ascii: "/") {
      joined.append(contentsOf: file.slice(0, file.lengthBeforeLastComponent))
    }
    joined.append(contentsOf: path)
    return joined.hasOverflowed ? nil : try convertingOutOfMemory(try imported.copy(joined.bytes))
  }
}

extension Span<UInt8> {
  /// True if a reference begins with the scheme of a URL, a colon and a slash, as in `https:/`.
  /// Then it is not a path.
  var hasURLScheme: Bool {
    var index = 0
    while let byte = element(at: index) {
      if byte == UInt8(ascii: ":") {
        return index > 0 && element(at: index &+ 1) == UInt8(ascii: "/")
      }
      let isLetter = byte.asciiLowercased &- UInt8(ascii: "a") < 26
      let isDigitOrMark =
        byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
      guard isLetter || index > 0 && isDigitOrMark else { return false }
      index &+= 1
    }
    return false
  }
}
