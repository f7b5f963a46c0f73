// Importing files into a theme.

extension Theme {
  /// Loads what a path leads to; or, with `bytes`, a file of that name which is in memory. Returns why
  /// that has failed, or `nil`. `prepare` gets memory for what is done with the report, before
  /// anything is committed.
  @inline(never)
  func load(
    _ path: Span<UInt8>, _ bytes: StoredText?, _ options: LoadOptions, _ report: inout Report,
    prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) -> FileFailure? {
    do throws(FileFailure) {
      var session = try allocating(try ImportSession.make(allocator, options))
      var failure: FileFailure?
      do throws(FileFailure) {
        try session.read(path, bytes)
        try session.check(for: self)
        do throws(OutOfMemory) { try prepare(session.report) } catch { throw .outOfMemory }
        try session.commit(to: self)
      } catch { failure = error }
      report = session.takeReport()
      return failure
    } catch { return error }
  }
}
