// Importing: why an import or an export ends early.

/// Why an import or an export cannot continue.
enum FileFailure: Error {
  case outOfMemory
  /// The progress callback of the host returned nonzero.
  case cancelled
  /// The report contains at least one error.
  case failed
}

/// Runs code that can only fail because an allocation fails, and throws that error as
/// `FileFailure.outOfMemory`.
func convertingOutOfMemory<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(FileFailure) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw .outOfMemory }
}

/// Makes one call that can only fail because an allocation fails, and throws that error as
/// `FileFailure.outOfMemory`.
func convertingOutOfMemory<Result: ~Copyable>(
  _ value: @autoclosure () throws(OutOfMemory) -> Result
) throws(FileFailure) -> Result {
  do throws(OutOfMemory) { return try value() } catch { throw .outOfMemory }
}
