// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Snapshots".

public import CDynColor

extension Snapshot {
  /// The snapshot of a handle, which must not be NULL. `name` is the name of the argument.
  init(_ snapshot: OpaquePointer?, _ name: StaticString = "snapshot") throws(Failure) {
    self.init(at: Handles.object(of: try required(snapshot, name), .snapshot))
  }

  /// The snapshot of the object that a handle stands for.
  @inline(__always)
  fileprivate init(at object: UnsafeMutableRawPointer) {
    self.init(words: Words(object))
  }
}

@implementation @_cdecl("dyncolor_snapshot_create")
public func dyncolor_snapshot_create(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ snapshot: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let output = try required(snapshot, "snapshot")
    let created = try convertingErrors { () throws(ThemeError) in try theme.snapshot(environment) }
    output.pointee = created.words.makeHandle(.snapshot)
  }
}

@implementation @_cdecl("dyncolor_snapshot_retain")
public func dyncolor_snapshot_retain(_ snapshot: OpaquePointer!) -> OpaquePointer! {
  guard let snapshot else { return nil }
  Snapshot(at: Handles.addHostReference(to: snapshot, .snapshot)).retain()
  return snapshot
}

@implementation @_cdecl("dyncolor_snapshot_release")
public func dyncolor_snapshot_release(_ snapshot: OpaquePointer!) {
  guard let snapshot else { return }
  Snapshot(at: Handles.removeHostReference(to: snapshot, .snapshot)).release()
}

// Inlined into the C function that the compiler makes for `@_cdecl`: see `dyncolor_resolve`.
@inline(__always)
@implementation @_cdecl("dyncolor_snapshot_resolve")
@_optimize(speed)
public func dyncolor_snapshot_resolve(
  _ snapshot: OpaquePointer!, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  if let snapshot, let color {
    let openSnapshot = Snapshot(at: Handles.object(of: snapshot, .snapshot))
    if let cell = openSnapshot.cell(id) {
      cell.write(to: color)
      return DYNCOLOR_OK
    }
  }
  return reportMiss(snapshot, id, color, error)
}

/// Reports why `dyncolor_snapshot_resolve` has found no value.
@inline(never)
private func reportMiss(
  _ snapshot: OpaquePointer?, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>?,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let snapshot = try Snapshot(snapshot)
    _ = try required(color, "color")
    let row = ColorID(id).index &- 1
    guard row >= 0, row < snapshot.rowCount else { throw Failure(ThemeError(.notInSnapshot)) }
    let found = snapshot.row(row)
    if found.id == id { throw Failure(status: found.status) }
    // The row has another color: an older or a newer one than the color that is asked for.
    // An id contains how often its index has been reused, so an id with a smaller count is older.
    let isOlder = snapshot.reuseCount(of: id) < snapshot.reuseCount(of: found.id)
    throw Failure(ThemeError(isOlder ? .staleID : .notInSnapshot))
  }
}

@implementation @_cdecl("dyncolor_snapshot_colors")
public func dyncolor_snapshot_colors(
  _ snapshot: OpaquePointer!, _ rows: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_rgba>! {
  guard let snapshot = try? Snapshot(snapshot) else {
    rows?.pointee = 0
    return nil
  }
  rows?.pointee = snapshot.rowCount
  return UnsafePointer(bitPattern: UInt(snapshot.cells.address))
}

@implementation @_cdecl("dyncolor_snapshot_copy")
public func dyncolor_snapshot_copy(
  _ snapshot: OpaquePointer!, _ layout: dyncolor_layout, _ pixels: UnsafeMutableRawPointer!,
  _ rows: Int, _ stride: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let snapshot = try Snapshot(snapshot)
    try PixelTable(pixels, rows, stride, layout).fill(snapshot)
  }
}

@implementation @_cdecl("dyncolor_snapshot_mix")
public func dyncolor_snapshot_mix(
  _ a: OpaquePointer!, _ b: OpaquePointer!, _ amount: Double, _ layout: dyncolor_layout,
  _ pixels: UnsafeMutableRawPointer!, _ rows: Int, _ stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let (a, b) = (try Snapshot(a, "a"), try Snapshot(b, "b"))
    let amount = try checked(amount: amount)
    try PixelTable(pixels, rows, stride, layout).fill(mixing: a, with: b, amount: amount)
  }
}

@implementation @_cdecl("dyncolor_snapshot_fingerprint")
public func dyncolor_snapshot_fingerprint(_ snapshot: OpaquePointer!) -> UInt64 {
  (try? Snapshot(snapshot).fingerprint) ?? 0
}

@implementation @_cdecl("dyncolor_snapshot_origin")
public func dyncolor_snapshot_origin(
  _ snapshot: OpaquePointer!, _ generation: UnsafeMutablePointer<UInt64>!,
  _ environment: UnsafeMutablePointer<dyncolor_environment>!
) {
  let snapshot = try? Snapshot(snapshot)
  generation?.pointee = snapshot?.generation ?? 0
  if let environment { (snapshot?.environment ?? Environment()).write(to: environment) }
}
