// Concurrency: numbers that are unique within the process.

import Synchronization

/// A counter that all threads share. Its first number is 1.
enum Counter {
  private static let lastNumber = Atomic<UInt64>(0)

  /// Returns a number that was never returned before.
  static func next() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }
}
