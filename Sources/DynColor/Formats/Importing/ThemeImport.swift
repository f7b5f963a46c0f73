// Importing: loading files into a theme.

extension Theme {
  /// Loads the file or directory at a path. If `bytes` is given, loads these bytes instead, as the
  /// contents of a file with that path.
  ///
  /// `report` becomes the report of the import, also if a file has an error. `prepare` reserves the
  /// memory for returning the report, before the commit, because nothing may fail after the commit.
  @inline(never)
  func load(
    _ path: Span<UInt8>, bytes: StoredText?, _ options: LoadOptions, _ report: inout Report,
    prepare: (borrowing Report) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    var session = try convertingOutOfMemory(try ImportSession.make(for: self, options))
    var failure: FileFailure?
    do throws(FileFailure) {
      try session.read(path, bytes)
      try session.check()
      try convertingOutOfMemory { () throws(OutOfMemory) in try prepare(session.report) }
      try session.commit()
    } catch { failure = error }
    report = session.takeReport()
    if let failure { throw failure }
  }
}
