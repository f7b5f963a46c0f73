// Where the files go that are written.

extension Writing {
  /// Puts all files where a path says: the one file, or a folder with all of them.
  mutating func put(at path: Span<UInt8>) throws(WriteFailure) {
    try fail(.file, "expected a place that can be written to", path)
  }
}
