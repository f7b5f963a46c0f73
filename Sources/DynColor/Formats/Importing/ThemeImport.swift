// Importing: loading files into a theme.

extension Theme {
  /// Loads the file or directory at a path. If `bytes` is given, loads these bytes instead, as the
  /// contents of a file with that path.
  ///
  /// `report` becomes the report of the import, also if a file has an error. `beforeCommit` is
  /// called with it before the commit, and allocates the report that the host gets: after the
  /// commit, nothing may fail.
  @inline(never)
  func load(
    _ path: Span<UInt8>, bytes: StoredText?, _ options: LoadOptions, _ report: inout Report,
    beforeCommit: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    var session = try convertingOutOfMemory(try ImportSession.make(for: self, options))
    var failure: FileFailure?
    do throws(FileFailure) {
      try session.read(path, bytes)
      try session.check()
      try convertingOutOfMemory { () throws(OutOfMemory) in try beforeCommit(session.report) }
      try session.commit()
    } catch { failure = error }
    report = session.takeReport()
    if let failure { throw failure }
  }
}
