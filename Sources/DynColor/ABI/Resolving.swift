// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Resolving".

public import CDynColor

// For `@_cdecl`, the compiler makes a C function that calls this Swift function. Inlined, so that
// the C function makes no call if the color is cached.
@inline(__always)
@implementation @_cdecl("dyncolor_resolve")
@_optimize(speed)
public func dyncolor_resolve(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>!,
  _ color: UnsafeMutablePointer<dyncolor_rgba>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  var firstEntry: UInt64 = 0
  if let theme, let environment, let color {
    let entry = CellCache.firstEntry(lockFreeWords(of: theme), word: { environment.word($0) })
    switch CellCache.read(entry, id, { environment.word($0) }) {
    case .cell(let cell):
      cell.write(to: color)
      return DYNCOLOR_OK
    case .noValidCell: return resolveSlowly(theme, id, environment, color, error)
    case .otherEntry: firstEntry = entry.address
    }
  }
  return resolveAfterMissInFirstSlot(theme, id, environment, color, error, firstEntry)
}

/// Resolves a color that the caller has not found in the first slot in which the entry of the
/// environment may be. Looks it up in all these slots, in the first one again. If the color is not
/// cached, takes the slow path. `firstEntry` is the address of the entry in the first slot; it is
/// not used if `environment` is NULL.
@inline(never)
@_optimize(speed)
private func resolveAfterMissInFirstSlot(
  _ theme: OpaquePointer?, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>?,
  _ color: UnsafeMutablePointer<dyncolor_rgba>?, _ error: UnsafeMutablePointer<dyncolor_error>?,
  _ firstEntry: UInt64
) -> dyncolor_status {
  if let theme, let color {
    let words = lockFreeWords(of: theme)
    let cell =
      if let environment {
        CellCache.lookUp(words, id, from: firstEntry, word: { environment.word($0) })
      } else {
        // NULL stands for an environment of zeros, for which no slot has been looked at yet.
        CellCache.lookUp(words, id, .zero)
      }
    if let cell {
      cell.write(to: color)
      return DYNCOLOR_OK
    }
  }
  return resolveSlowly(theme, id, environment, color, error)
}

/// The words of a theme that are read without its lock.
@inline(__always)
private func lockFreeWords(of theme: OpaquePointer) -> AtomicWords {
  Theme(at: Handles.object(of: theme, .theme)).guarded.words
}

extension UnsafePointer<dyncolor_environment> {
  /// A word of the environment, whose 32 bytes may have any alignment.
  @inline(__always)
  fileprivate func word(_ index: Int) -> UInt64 {
    UnsafeRawPointer(self).loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
  }
}

/// Resolves a color that is not cached.
@inline(never)
@_optimize(speed)
private func resolveSlowly(
  _ theme: OpaquePointer?, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>?,
  _ color: UnsafeMutablePointer<dyncolor_rgba>?, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let output = try required(color, "color")
    try convertingErrors { () throws(ThemeError) in
      try theme.resolve(ColorID(id), environment, errorContext: &errorContext).write(to: output)
    }
  }
}

/// A level argument, as the index of the level, from 0 for primary.
func checked(level: dyncolor_level) throws(Failure) -> Int {
  try checkedEnum(
    level.rawValue < LeveledColor.levelCount ? Int(level.rawValue) : nil, "level",
    "not a constant of dyncolor_level; pass one, such as DYNCOLOR_LEVEL_SECONDARY")
}

@implementation @_cdecl("dyncolor_resolve_level")
public func dyncolor_resolve_level(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ level: dyncolor_level,
  _ environment: UnsafePointer<dyncolor_environment>!,
  _ color: UnsafeMutablePointer<dyncolor_rgba>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let level = try checked(level: level)
    let environment = try Environment(zeroIfNull: environment)
    let output = try required(color, "color")
    let cell = try convertingErrors { () throws(ThemeError) in
      try theme.resolve(ColorID(id), level: level, environment, errorContext: &errorContext)
    }
    cell.write(to: output)
  }
}

extension ResolvedCell {
  /// Writes the color to a C struct.
  @inline(__always)
  func write(to color: UnsafeMutablePointer<dyncolor_rgba>) {
    let raw = UnsafeMutableRawPointer(color)
    raw.storeBytes(of: low, as: UInt64.self)
    raw.storeBytes(of: high, toByteOffset: 8, as: UInt64.self)
  }
}

@implementation @_cdecl("dyncolor_resolve_list")
@_optimize(speed)
public func dyncolor_resolve_list(
  _ theme: OpaquePointer!, _ ids: UnsafePointer<dyncolor_id>!, _ count: Int,
  _ environment: UnsafePointer<dyncolor_environment>!, _ layout: dyncolor_layout,
  _ pixels: UnsafeMutableRawPointer!, _ stride: Int,
  _ statuses: UnsafeMutablePointer<dyncolor_status>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  var firstDescription = FirstErrorDescription(isWanted: statuses == nil && error != nil)
  var statuses = ListStatuses(statuses)
  let status = error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let table = try PixelTable(pixels, count, stride, layout)
    try require(list: ids, count, "ids")
    try resolve(theme, ids, count, environment, table, &statuses, &firstDescription)
  }
  guard status == DYNCOLOR_OK, let failed = statuses.firstFailure else { return status }
  return reportFailure(failed, firstDescription, theme, ids, error)
}

/// Reports the first failed color of a list. Adds the description of the first error, which belongs
/// to this color, because colors are resolved in the order of the list. A description that is only
/// the name of the color is left out, because the failure has the name.
@inline(never)
private func reportFailure(
  _ failed: (index: Int, status: Int32), _ firstDescription: FirstErrorDescription,
  _ theme: OpaquePointer?,
  _ ids: UnsafePointer<dyncolor_id>?, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let id = ColorID(ids?[failed.index] ?? 0)
    let name = theme.withLock { state in (try? state.registry.record(id).name) ?? .empty }
    var sanitizedName = ShortText()
    sanitizedName.append(sanitizing: name.bytes)
    if let description = firstDescription.text, description.count > 0,
      !description.bytes.equals(sanitizedName.bytes)
    {
      errorContext.append("ids[")
      errorContext.append(UInt(bitPattern: failed.index))
      errorContext.append("]: ")
      errorContext.append(contentsOf: description.bytes)
    }
    throw Failure(status: failed.status).at(failed.index, of: "ids").about(colorNamed: name)
  }
}

/// Resolves the colors of a list, and sets their pixels and statuses. A color that cannot be
/// resolved becomes transparent black.
@inline(__always)
private func resolve(
  _ theme: Theme, _ ids: UnsafePointer<dyncolor_id>?, _ count: Int, _ environment: Environment,
  _ table: PixelTable, _ statuses: inout ListStatuses,
  _ firstDescription: inout FirstErrorDescription
) throws(Failure) {
  try convertingErrors { () throws(ThemeError) in
    try theme.resolve(count, environment, firstDescription: &firstDescription) { index in
      ColorID(ids?[index] ?? 0)
    } visit: { index, cell, status in
      table.set(index, cell ?? .zero)
      statuses.set(index, status)
    }
  }
}

/// Writes the statuses of the colors of a list to the host's array. Without an array, remembers
/// the first failed color of the list, which then makes the call fail.
private struct ListStatuses {
  private let array: UnsafeMutablePointer<dyncolor_status>?
  /// The index and the status of the first color of the list that has failed; `nil` if none has
  /// failed, or the host has an array.
  private(set) var firstFailure: (index: Int, status: Int32)?

  init(_ array: UnsafeMutablePointer<dyncolor_status>?) { self.array = array }

  /// Sets the status of the color at `index` of the list. The indices come in order. But if the
  /// theme changes while colors are taken from the cache, the indices begin again at 0; no color
  /// has failed before that.
  mutating func set(_ index: Int, _ status: Int32) {
    if let array {
      array[index] = dyncolor_status(rawValue: status)
    } else if status != 0, index < firstFailure?.index ?? .max {
      firstFailure = (index, status)
    }
  }
}

@implementation @_cdecl("dyncolor_resolve_pixel")
public func dyncolor_resolve_pixel(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>!,
  _ layout: dyncolor_layout, _ pixel: UnsafeMutableRawPointer!, _ capacity: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let layout = try PixelLayout(layout)
    let output = try StridedOutput(pixel, layout, stride: layout.size, count: 1, "pixel")
    try require(capacity, for: layout)
    let cell = try resolve(theme, id, environment, &errorContext)
    PixelTable(rows: output, layout: layout).set(0, cell)
  }
}

/// Returns the value of one color, from the cache if the color is cached.
private func resolve(
  _ theme: Theme, _ id: dyncolor_id, _ environment: Environment, _ errorContext: inout ShortText
) throws(Failure) -> ResolvedCell {
  if let cell = CellCache.lookUp(theme.guarded.words, id, environment.words) { return cell }
  return try convertingErrors { () throws(ThemeError) in
    try theme.resolve(ColorID(id), environment, errorContext: &errorContext)
  }
}

@implementation @_cdecl("dyncolor_theme_rows")
public func dyncolor_theme_rows(_ theme: OpaquePointer!) -> Int {
  (try? Theme(theme).rowCount) ?? 0
}

@implementation @_cdecl("dyncolor_resolve_all")
public func dyncolor_resolve_all(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ layout: dyncolor_layout, _ pixels: UnsafeMutableRawPointer!, _ rows: Int, _ stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    let table = try PixelTable(pixels, rows, stride, layout)
    let snapshot = try convertingErrors { () throws(ThemeError) in try theme.snapshot(environment) }
    table.fill(snapshot)
    snapshot.release()
  }
}

@implementation @_cdecl("dyncolor_theme_prepare")
public func dyncolor_theme_prepare(
  _ theme: OpaquePointer!, _ environment: UnsafePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment)
    try convertingErrors { () throws(ThemeError) in try theme.prepare(environment) }
  }
}
