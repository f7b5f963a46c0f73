// Recipe: reference-counted providers, which the versions of a recipe share.

/// A reference-counted provider, which is destroyed when the last recipe that has it is discarded.
/// Only one thread at a time may use it.
///
/// A value of this type is the address of such a provider; it does not own it.
struct SharedProvider: BitwiseCopyable {
  private struct Content: BitwiseCopyable {
    let host: HostProvider
    /// The number of recipes that have it.
    var references = 1
    /// The axes that it has read so far.
    var axes = AxisSet.none
    /// Whether it has ever returned, so that its axes have been recorded.
    var hasBeenAsked = false
    /// The colors that it has read so far.
    var colors = ReadColors()
    /// The next provider in the list of those to be destroyed.
    var next: UInt64 = 0
  }

  private let content: Boxed<Content>

  init?(address: UInt64) {
    guard let content = Boxed<Content>(address: address) else { return nil }
    self.content = content
  }

  private init(_ content: Boxed<Content>) { self.content = content }

  /// Allocates a provider with one reference.
  static func make(
    _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> SharedProvider {
    SharedProvider(try Boxed.make(allocator, Content(host: provider)))
  }

  var address: UInt64 { content.address }

  func retain() { content.value.references &+= 1 }

  /// Releases a reference. Returns true if it was the last.
  func release() -> Bool {
    content.value.references &-= 1
    return content.value.references == 0
  }

  func free(_ allocator: Allocator) { content.free(allocator) }

  var host: HostProvider { content.value.host }
  var recordedAxes: AxisSet { content.value.axes }
  var recordedColors: ReadColors { content.value.colors }
  var hasBeenAsked: Bool { content.value.hasBeenAsked }

  /// Records axes that it has read.
  func record(_ axes: AxisSet) {
    content.value.axes.formUnion(axes)
    content.value.hasBeenAsked = true
  }

  /// Records colors that it has read. Returns true if one of them was new.
  func record(_ colors: ReadColors) -> Bool { content.value.colors.formUnion(colors) }

  var nextInList: SharedProvider? {
    get { SharedProvider(address: content.value.next) }
    nonmutating set { content.value.next = newValue?.address ?? 0 }
  }
}
