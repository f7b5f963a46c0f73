// Importing: resolving the paths by which a file refers to another.

extension ImportSession {
  /// Resolves the relative URL by which a file refers to another one. Decodes percent-encoding. The
  /// result is relative to the root directory, or absolute. `nil` if it leaves the root directory
  /// and the options do not allow that, or if it is too long.
  // Not inlined, so that the buffer of the path is not on the stack while the file is read.
  @inline(never)
  mutating func resolvePath(
    _ reference: StoredText, relativeTo file: StoredText
  ) throws(FileFailure) -> StoredText? {
    var decoded = PathText()
    let bytes = reference.bytes
    var index = 0
    while let byte = bytes.element(at: index) {
      index &+= 1
      if byte == UInt8(ascii: "%"), let high = bytes.element(at: index).flatMap(hexDigit),
        let low = bytes.element(at: index &+ 1).flatMap(hexDigit)
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
      ? try copyOutsidePath(decoded.bytes, relativeTo: file.bytes) : nil
  }

  /// Joins a path to the directory of a file; `nil` if it leaves the root directory.
  @inline(never)
  private mutating func copyContainedPath(
    _ path: Span<UInt8>, relativeTo file: Span<UInt8>
  ) throws(FileFailure) -> StoredText? {
    guard let contained = PathText(path, relativeTo: file) else { return nil }
    return try convertingOutOfMemory(try imported.copy(contained.bytes))
  }

  /// Joins a path to the directory of a file. It may be absolute or leave the root directory.
  @inline(never)
  private mutating func copyOutsidePath(
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
  /// True if a reference is a URL with a scheme, such as `https://`, rather than a path.
  var hasScheme: Bool {
    var index = 0
    while let byte = element(at: index) {
      if byte == UInt8(ascii: ":") {
        return index > 0 && element(at: index &+ 1) == UInt8(ascii: "/")
      }
      let isLetter = byte.asciiLowercased &- UInt8(ascii: "a") < 26
      let isOther =
        byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
      guard isLetter || index > 0 && isOther else { return false }
      index &+= 1
    }
    return false
  }
}
