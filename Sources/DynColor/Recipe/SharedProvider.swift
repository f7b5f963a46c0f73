// Recipe: reference-counted providers, which several recipes of a color share.

/// A provider with a reference count, and with the axes and colors that it has read so far.
///
/// A value of this type is an address, and does not own a reference. Only one thread at a time may
/// use a shared provider.
struct SharedProvider: BitwiseCopyable {
  /// The memory at the address.
  private struct Content: BitwiseCopyable {
    let hostProvider: HostProvider
    /// The reference count: the number of recipes that have the provider.
    var references = 1
    /// The axes that the provider has read so far.
    var axes = AxisSet.none
    /// True if a call of the provider has returned since the provider was registered or refreshed.
    /// The axes that the provider reads have then been recorded.
    var hasReturned = false
    /// The version of the theme in which the provider was last refreshed; 0 for never.
    var refreshedAt: UInt64 = 0
    /// The colors that the provider has read so far.
    var colors = RecordedColors()
    /// The address of the next provider in a list of providers that are to be destroyed; 0 for
    /// none.
    var next: UInt64 = 0
  }

  private let content: ValuePointer<Content>

  /// The shared provider at an address, which must be 0 or the `address` of another value; `nil`
  /// for 0.
  init?(address: UInt64) {
    guard let content = ValuePointer<Content>(address: address) else { return nil }
    self.content = content
  }

  private init(_ content: ValuePointer<Content>) { self.content = content }

  /// Allocates a shared provider with one reference.
  static func make(
    _ allocator: Allocator, _ provider: HostProvider
  ) throws(OutOfMemory) -> SharedProvider {
    SharedProvider(try ValuePointer.make(allocator, Content(hostProvider: provider)))
  }

  var address: UInt64 { content.address }

  /// Adds a reference.
  func retain() { content.value.references &+= 1 }

  /// Releases a reference. Returns true if that was the last reference; the caller must then
  /// destroy `hostProvider` and call `free`.
  func release() -> Bool {
    content.value.references &-= 1
    return content.value.references == 0
  }

  /// Frees the memory at the address. Does not destroy `hostProvider`.
  func free(_ allocator: Allocator) { content.free(allocator) }

  var hostProvider: HostProvider { content.value.hostProvider }
  var recordedAxes: AxisSet { content.value.axes }
  var recordedColors: RecordedColors { content.value.colors }
  var hasReturned: Bool { content.value.hasReturned }

  /// Records that a call of the provider, for a version of the theme, has returned. Does nothing if
  /// the version is older than the last refresh: since the refresh, the provider may read other
  /// axes.
  func recordReturn(at version: UInt64) {
    if version >= content.value.refreshedAt { content.value.hasReturned = true }
  }

  /// Records axes that the provider has read.
  func record(_ axes: AxisSet) { content.value.axes.formUnion(axes) }

  /// Records colors that the provider has read. Returns true if one of them had not been recorded.
  func record(_ colors: RecordedColors) -> Bool { content.value.colors.formUnion(colors) }

  /// Makes `hasReturned` false, because the provider may answer something else from this version of
  /// the theme on. Keeps the recorded axes and colors.
  func refresh(at version: UInt64) {
    content.value.hasReturned = false
    content.value.refreshedAt = version
  }

  /// The next provider in a list of providers that are to be destroyed.
  var nextInList: SharedProvider? {
    get { SharedProvider(address: content.value.next) }
    nonmutating set { content.value.next = newValue?.address ?? 0 }
  }
}
