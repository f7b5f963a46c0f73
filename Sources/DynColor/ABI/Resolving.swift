// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's sections "Resolving", "Snapshots" and "For providers".

public import CDynColor

// Inlined into the C function, which then has no call on its way to a color that is at hand.
@inline(__always)
@implementation @_cdecl("dyncolor_resolve")
public func dyncolor_resolve(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>!,
  _ color: UnsafeMutablePointer<dyncolor_rgba>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  if let theme, let environment, let color {
    let planes = AtomicWords(UnsafeMutableRawPointer(theme).assumingMemoryBound(to: UInt64.self))
    if let cell = CellPlanes.hit(planes, id, UnsafeRawPointer(environment)) {
      cell.write(to: color)
      return DYNCOLOR_OK
    }
  }
  return resolveSlowly(theme, id, environment, color, error)
}

@inline(never)
private func resolveSlowly(
  _ theme: OpaquePointer?, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>?,
  _ color: UnsafeMutablePointer<dyncolor_rgba>?, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reportingContext { context throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    let output = try required(color, "color")
    if let cell = CellPlanes.probe(theme.guarded.words, id, environment.words) {
      cell.write(to: output)
      return
    }
    do throws(ThemeError) {
      try theme.resolve(ColorID(id), environment, context: &context).write(to: output)
    } catch {
      throw Failure(error)
    }
  }
}

extension Cell {
  @inline(__always)
  fileprivate func write(to color: UnsafeMutablePointer<dyncolor_rgba>) {
    let raw = UnsafeMutableRawPointer(color)
    raw.storeBytes(of: low, as: UInt64.self)
    raw.storeBytes(of: high, toByteOffset: 8, as: UInt64.self)
  }
}

extension Environment {
  /// The environment behind a pointer, or the empty one.
  fileprivate init(orNone pointer: UnsafePointer<dyncolor_environment>?) throws(Failure) {
    if let pointer { try self.init(pointer, "environment") } else { self.init() }
  }
}

/// A table of pixels in the host's memory.
private struct PixelTable {
  let start: UnsafeMutableRawPointer?
  let stride: Int
  let layout: PixelLayout

  init(
    _ pixels: UnsafeMutableRawPointer?, _ count: Int, _ stride: Int, _ layout: dyncolor_layout
  ) throws(Failure) {
    self.layout = try PixelLayout(layout)
    start = pixels
    self.stride = stride
    guard pixels != nil || count == 0 else {
      throw Failure.argument("pixels", "an argument must not be NULL")
    }
    guard stride >= self.layout.size else {
      throw Failure.argument("stride", "a stride must be at least the size of a pixel")
    }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: stride)
    guard count >= 0, !overflow, bytes >= 0 else {
      throw Failure.argument("stride", "pixels must fit into memory")
    }
  }

  func set(_ row: Int, _ cell: Cell) {
    guard let start else { return }
    let pixel = start + row &* stride
    if layout == .float4 {
      pixel.storeBytes(of: cell.low, as: UInt64.self)
      pixel.storeBytes(of: cell.high, toByteOffset: 8, as: UInt64.self)
    } else {
      pixel.storeBytes(of: cell.rgba.bytes, as: SIMD4<UInt8>.self)
    }
  }

  /// Copies the rows of a snapshot, and clears those that it does not have.
  func fill(_ rows: Int, _ snapshot: Snapshot) {
    guard let start else { return }
    let count = min(rows, snapshot.rows)
    let source = (layout == .float4 ? snapshot.cells : snapshot.pixels).address
    let size = layout.size
    guard let column = UnsafeRawPointer(bitPattern: UInt(source)) else { return }
    if stride == size {
      start.copyMemory(from: column, byteCount: count &* size)
    } else {
      for row in upTo(count) {
        (start + row &* stride).copyMemory(from: column + row &* size, byteCount: size)
      }
    }
    var row = count
    while row < rows {
      set(row, .clear)
      row &+= 1
    }
  }
}

@implementation @_cdecl("dyncolor_resolve_list")
public func dyncolor_resolve_list(
  _ theme: OpaquePointer!, _ ids: UnsafePointer<dyncolor_id>!, _ count: Int,
  _ environment: UnsafePointer<dyncolor_environment>!, _ layout: dyncolor_layout,
  _ pixels: UnsafeMutableRawPointer!, _ stride: Int,
  _ statuses: UnsafeMutablePointer<dyncolor_status>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    let table = try PixelTable(pixels, count, stride, layout)
    guard ids != nil || count == 0 else {
      throw Failure.argument("ids", "an argument must not be NULL")
    }
    do throws(ThemeError) {
      try theme.resolve(
        count, environment, id: { ColorID(ids[$0]) },
        visit: { index, cell, status in
          table.set(index, cell ?? .clear)
          if let statuses { statuses[index] = dyncolor_status(rawValue: status) }
        })
    } catch {
      throw Failure(error)
    }
  }
}

@implementation @_cdecl("dyncolor_rows")
public func dyncolor_rows(_ theme: OpaquePointer!) -> Int {
  (try? Theme(theme).rows) ?? 0
}

@implementation @_cdecl("dyncolor_resolve_all")
public func dyncolor_resolve_all(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ layout: dyncolor_layout, _ pixels: UnsafeMutableRawPointer!, _ rows: Int, _ stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    let table = try PixelTable(pixels, rows, stride, layout)
    let snapshot = try theme.snapshotOrFailure(environment)
    table.fill(rows, snapshot)
    snapshot.release()
  }
}

@implementation @_cdecl("dyncolor_prepare")
public func dyncolor_prepare(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    do throws(ThemeError) { try theme.prepare(environment) } catch { throw Failure(error) }
  }
}

// MARK: - Snapshots

extension Theme {
  fileprivate func snapshotOrFailure(_ environment: Environment) throws(Failure) -> Snapshot {
    do throws(ThemeError) { return try snapshot(environment) } catch { throw Failure(error) }
  }
}

extension Snapshot {
  fileprivate init(_ snapshot: OpaquePointer?) throws(Failure) {
    guard let snapshot else { throw Failure.argument("snapshot", "an argument must not be NULL") }
    self.init(
      words: AtomicWords(UnsafeMutableRawPointer(snapshot).assumingMemoryBound(to: UInt64.self)))
  }
}

@implementation @_cdecl("dyncolor_snapshot_create")
public func dyncolor_snapshot_create(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ snapshot: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    let output = try required(snapshot, "snapshot")
    output.pointee = OpaquePointer(
      bitPattern: UInt(try theme.snapshotOrFailure(environment).words.address))
  }
}

@implementation @_cdecl("dyncolor_snapshot_retain")
public func dyncolor_snapshot_retain(_ snapshot: OpaquePointer!) -> OpaquePointer! {
  try? Snapshot(snapshot).retain()
  return snapshot
}

@implementation @_cdecl("dyncolor_snapshot_release")
public func dyncolor_snapshot_release(_ snapshot: OpaquePointer!) {
  try? Snapshot(snapshot).release()
}

@inline(__always)
@implementation @_cdecl("dyncolor_snapshot_resolve")
public func dyncolor_snapshot_resolve(
  _ snapshot: OpaquePointer!, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  if let snapshot, let color {
    let table = Snapshot(
      words: AtomicWords(UnsafeMutableRawPointer(snapshot).assumingMemoryBound(to: UInt64.self)))
    if let cell = table.hit(id) {
      cell.write(to: color)
      return DYNCOLOR_OK
    }
  }
  return explainMiss(snapshot, id, color, error)
}

/// Why a snapshot has no color for an id.
@inline(never)
private func explainMiss(
  _ snapshot: OpaquePointer?, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>?,
  _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let snapshot = try Snapshot(snapshot)
    _ = try required(color, "color")
    let row = ColorID(id).index &- 1
    guard row >= 0, row < snapshot.rows else { throw Failure(ThemeError(.notInSnapshot)) }
    let found = snapshot.row(row)
    if found.id == id { throw Failure(status: dyncolor_status(rawValue: found.status)) }
    // The ids of a row count up from the theme's first.
    let isOlder = snapshot.reuses(of: id) < snapshot.reuses(of: found.id)
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
  rows?.pointee = snapshot.rows
  return UnsafePointer(bitPattern: UInt(snapshot.cells.address))
}

@implementation @_cdecl("dyncolor_snapshot_copy")
public func dyncolor_snapshot_copy(
  _ snapshot: OpaquePointer!, _ layout: dyncolor_layout, _ pixels: UnsafeMutableRawPointer!,
  _ rows: Int, _ stride: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let snapshot = try Snapshot(snapshot)
    try PixelTable(pixels, rows, stride, layout).fill(rows, snapshot)
  }
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

// MARK: - For providers

@implementation @_cdecl("dyncolor_context_axis")
public func dyncolor_context_axis(_ context: OpaquePointer!, _ axis: dyncolor_axis) -> UInt32 {
  guard let context, axis.rawValue < Axis.count, axis.rawValue != Axis.reserved.index else {
    return 0
  }
  let axis = Axis(index: Int(axis.rawValue))
  let state = UnsafeMutableRawPointer(context).assumingMemoryBound(to: Theme.Context.self)
  state.pointee.axes.insert(axis)
  let value = UInt32(truncatingIfNeeded: state.pointee.environment[axis])
  if value == 0, axis == .scheme {
    return UInt32(truncatingIfNeeded: state.pointee.settings.scheme)
  }
  if value == 0, axis == .contrast { return 101 }
  return value
}

@implementation @_cdecl("dyncolor_context_environment")
public func dyncolor_context_environment(
  _ context: OpaquePointer!, _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let state = try requiredContext(context)
    let output = try required(environment, "environment")
    state.pointee.axes.formUnion(.all)
    state.pointee.environment.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_context_resolve")
public func dyncolor_context_resolve(
  _ context: OpaquePointer!, _ id: dyncolor_id, _ color: UnsafeMutablePointer<dyncolor_rgba>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext { description throws(Failure) in
    let state = try requiredContext(context)
    let output = try required(color, "color")
    let theme = state.pointee.theme
    // What the other color depends on, the provider does, too, also if there is no value.
    defer {
      state.pointee.axes.formUnion(
        theme.locked { state in state.axesIfRegistered(ColorID(id)) })
    }
    do throws(ThemeError) {
      try theme.resolve(ColorID(id), for: state.pointee, context: &description).write(to: output)
    } catch {
      throw Failure(error)
    }
  }
}

@implementation @_cdecl("dyncolor_context_theme")
public func dyncolor_context_theme(_ context: OpaquePointer!) -> OpaquePointer! {
  (try? requiredContext(context))?.pointee.theme.opaque
}

private func requiredContext(
  _ context: OpaquePointer?
) throws(Failure) -> UnsafeMutablePointer<Theme.Context> {
  guard let context else { throw Failure.argument("context", "an argument must not be NULL") }
  return UnsafeMutableRawPointer(context).assumingMemoryBound(to: Theme.Context.self)
}
