// Providers, shared by the versions of recipes that have them.

/// A reference-counted provider: when the last recipe that has it is discarded, it is destroyed. It
/// is touched by one thread at a time.
///
/// A value of this type is the address of such a provider; it does not own it.
struct SharedProvider: BitwiseCopyable {
  private struct Content: BitwiseCopyable {
    let host: HostProvider
    /// How many recipes have it.
    var references = 1
    /// The axes that it has read so far.
    var axes = AxisSet.none
    /// Whether it has ever answered, so that something has been recorded.
    var hasBeenAsked = false
    /// The colors that it has asked for so far.
    var colors = ReadColors()
    /// The next of those that are to be destroyed.
    var next: UInt64 = 0
  }

  private let content: Boxed<Content>

  init?(address: UInt64) {
    guard let content = Boxed<Content>(address: address) else { return nil }
    self.content = content
  }

  private init(_ content: Boxed<Content>) { self.content = content }

  /// A provider of one recipe.
  static func make(
    _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> SharedProvider {
    SharedProvider(try Boxed.make(allocator, Content(host: provider)))
  }

  var address: UInt64 { content.address }

  func retain() { content.value.references &+= 1 }

  /// Gives up a reference, and says whether it was the last.
  func release() -> Bool {
    content.value.references &-= 1
    return content.value.references == 0
  }

  /// Gives the memory back.
  func free(_ allocator: Allocator) { content.free(allocator) }

  var host: HostProvider { content.value.host }
  var recordedAxes: AxisSet { content.value.axes }
  var recordedColors: ReadColors { content.value.colors }
  var hasBeenAsked: Bool { content.value.hasBeenAsked }

  /// Adds to the axes that it has read.
  func record(_ axes: AxisSet) {
    content.value.axes.formUnion(axes)
    content.value.hasBeenAsked = true
  }

  /// Adds to the colors that it has asked for, and says whether there were new ones among them.
  func record(_ colors: ReadColors) -> Bool { content.value.colors.formUnion(colors) }

  var nextInList: SharedProvider? {
    get { SharedProvider(address: content.value.next) }
    nonmutating set { content.value.next = newValue?.address ?? 0 }
  }
}
