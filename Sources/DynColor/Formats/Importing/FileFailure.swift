// How an import or an export ends early.

/// Why an import or an export cannot go on.
enum FileFailure: Error {
  case outOfMemory
  /// The progress callback of the host returned nonzero.
  case cancelled
  /// The report says why.
  case failed
}

/// Runs a part of an import or an export that fails only if memory runs out.
func allocating<Result: ~Copyable>(
  _ body: () throws(OutOfMemory) -> Result
) throws(FileFailure) -> Result {
  do throws(OutOfMemory) { return try body() } catch { throw .outOfMemory }
}

/// The value of an expression that fails only if memory runs out.
func allocating<Result: ~Copyable>(
  _ value: @autoclosure () throws(OutOfMemory) -> Result
) throws(FileFailure) -> Result {
  do throws(OutOfMemory) { return try value() } catch { throw .outOfMemory }
}
