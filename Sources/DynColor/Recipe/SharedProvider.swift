// Providers that are parts of recipes.

/// A provider, counted by the recipes that have it: when the last of them is given up, it is
/// destroyed. One thread at a time may count.
///
/// A value of this type is the address of such a provider; it does not own it.
struct SharedProvider: BitwiseCopyable {
  // The words: the number of recipes; three of the host's provider; the axes, above them whether it
  // has ever answered; the next of those that are to be destroyed; and the colors.
  private static var count: Int { 6 &+ ReadColors.words }

  private let words: AtomicWords

  init?(address: UInt64) {
    guard address != 0 else { return nil }
    words = AtomicWords(address: address)
  }

  private init(_ words: AtomicWords) { self.words = words }

  /// A provider of one recipe.
  static func make(
    _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> SharedProvider {
    let words = try AtomicWords.allocate(allocator, count: count)
    words.relax(0, 1)
    words.relax(1, provider.function)
    words.relax(2, provider.userData)
    words.relax(3, provider.destroyFunction)
    return SharedProvider(words)
  }

  var address: UInt64 { words.address }

  func retain() { words.relax(0, words.relaxed(0) &+ 1) }

  /// Whether that was the last recipe.
  func release() -> Bool {
    let left = words.relaxed(0) &- 1
    words.relax(0, left)
    return left == 0
  }

  /// Gives the memory back.
  func free(_ allocator: Allocator) { words.free(allocator, count: SharedProvider.count) }

  var host: HostProvider {
    HostProvider(
      function: words.relaxed(1), userData: words.relaxed(2), destroyFunction: words.relaxed(3))
  }

  /// The axes that it has read so far.
  var recordedAxes: AxisSet { AxisSet(rawValue: UInt32(truncatingIfNeeded: words.relaxed(4))) }

  /// Adds to the axes that it has read.
  func record(_ axes: AxisSet) {
    words.relax(4, words.relaxed(4) | UInt64(axes.rawValue) | 1 << 32)
  }

  /// Whether it has ever answered, so that something has been recorded.
  var hasBeenAsked: Bool { words.relaxed(4) >> 32 != 0 }

  /// The colors that it has asked for so far.
  var readColors: ReadColors {
    get { ReadColors(words: words.advanced(by: 6)) }
    nonmutating set { newValue.write(to: words.advanced(by: 6)) }
  }

  var nextInList: SharedProvider? {
    get { SharedProvider(address: words.relaxed(5)) }
    nonmutating set { words.relax(5, newValue?.address ?? 0) }
  }
}
