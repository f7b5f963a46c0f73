// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Finding".

public import CDynColor
import CPlatform

// Inlined into the C function that the compiler makes for `@_cdecl`: see `dyncolor_resolve`.
@inline(__always)
@implementation @_cdecl("dyncolor_theme_find_n")
@_optimize(speed)
public func dyncolor_theme_find_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  let text = StoredText(name: name, name_length)
  if let theme, let id, let text {
    if let found = Theme(at: Handles.object(of: theme, .theme)).find(text.bytes) {
      id.pointee = found.rawValue
      return DYNCOLOR_OK
    }
    // Without `error`, skip the work for the message. But `reportMiss` must check a name that is
    // not ASCII: it may be invalid UTF-8, which has another status.
    if error == nil, text.bytes.isASCIIWithoutNULInline { return DYNCOLOR_ERROR_UNKNOWN_NAME }
  }
  return reportMiss(theme, name, text?.count ?? name_length, id, error)
}

extension StoredText {
  /// The bytes of a name; `nil` if the pointer is NULL, or the name is longer than
  /// DYNCOLOR_MAX_NAME.
  @inline(__always)
  fileprivate init?(name: UnsafePointer<CChar>?, _ length: Int) {
    guard let name else { return nil }
    let length = length == nulTerminatedLength ? Int(truncatingIfNeeded: strlen(name)) : length
    guard UInt(bitPattern: length) <= UInt(DYNCOLOR_MAX_NAME) else { return nil }
    self.init(name, count: length)
  }
}

/// Reports why `dyncolor_theme_find_n` has found no color.
@inline(never)
private func reportMiss(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    _ = try Theme(theme)
    let bytes = try checked(text: name, length, "name")
    _ = try required(id, "id")
    // No color can have a name that is too long, so a name that is too long is not checked for
    // UTF-8.
    let checkedName = bytes.count <= DYNCOLOR_MAX_NAME ? bytes : Span()
    throw Failure.unknownName(bytes, checkingUTF8Of: checkedName, "no color has this name")
  }
}

/// An array of names in the host's memory. The initializer fails if a name is invalid.
private struct HostNames {
  let start: UnsafePointer<UnsafePointer<CChar>?>?
  let count: Int

  init(_ start: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Failure) {
    try require(count >= 0, "count", CommonMessage.hugeList)
    try require(list: start, count, "names")
    self.start = start
    self.count = count
    for index in upTo(count) {
      _ = try required(name: try required(start?[index], "names"), nulTerminatedLength, "names")
    }
  }

  func name(_ index: Int) -> StoredText {
    StoredText(nulTerminated: UInt64(UInt(bitPattern: start?[index])))
  }
}

@implementation @_cdecl("dyncolor_theme_bind")
public func dyncolor_theme_bind(
  _ theme: OpaquePointer!, _ names: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int,
  _ ids: UnsafeMutablePointer<dyncolor_id>!, _ statuses: UnsafeMutablePointer<dyncolor_status>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let names = try HostNames(names, count)
    try require(list: UnsafePointer(ids), count, "ids")
    let unknownNames = try convertingErrors { () throws(ThemeError) in
      try theme.bind(names.count, name: { names.name($0) }) { index, id in
        statuses?[index] = id == nil ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_OK
      } receiveColor: { index, id in
        ids?[index] = id.rawValue
      }
    }
    if unknownNames.count > 0 { throw Failure.unknownNames(unknownNames, listedIn: &errorContext) }
  }
}

@implementation @_cdecl("dyncolor_theme_forward_n")
public func dyncolor_theme_forward_n(
  _ theme: OpaquePointer!, _ old: UnsafePointer<CChar>!, _ old_length: Int,
  _ name: UnsafePointer<CChar>!, _ name_length: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext(theme) { theme, errorContext throws(Failure) in
    let old = try required(name: old, old_length, "old")
    // Empty for NULL, which removes the forward.
    let name = try checked(colorNameOrNull: name, name_length)
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.forward(old, to: name, cycle: &errorContext)
    }
  }
}

@implementation @_cdecl("dyncolor_theme_forwarded_n")
public func dyncolor_theme_forwarded_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ current: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    let output = try required(current, "current")
    let text = try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.destination(of: name)
    }
    output.pointee = borrowedText(text.bytes)
  }
}

@implementation @_cdecl("dyncolor_id_name")
public func dyncolor_id_name(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try required(name, "name")
    let text = try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.registry.record(ColorID(id)).name
    }
    output.pointee = borrowedText(text)
  }
}

@implementation @_cdecl("dyncolor_theme_colors")
public func dyncolor_theme_colors(
  _ theme: OpaquePointer!, _ ids: UnsafeMutablePointer<dyncolor_id>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let list = try ResultBuffer(ids, capacity, count, "ids")
    let total = try convertingErrors { () throws(ThemeError) in
      try theme.list(capacity: list.capacity) { list.set($0, $1) }
    }
    try list.finish(total)
  }
}

@implementation @_cdecl("dyncolor_theme_count")
public func dyncolor_theme_count(_ theme: OpaquePointer!) -> Int {
  (try? Theme(theme).count) ?? 0
}

@implementation @_cdecl("dyncolor_id_axes")
public func dyncolor_id_axes(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ axes: UnsafeMutablePointer<UInt32>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try required(axes, "axes").pointee = convertingErrors { () throws(ThemeError) in
      try theme.axes(of: ColorID(id)).rawValue
    }
  }
}

@implementation @_cdecl("dyncolor_id_equal")
public func dyncolor_id_equal(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ other_theme: OpaquePointer!,
  _ other_id: dyncolor_id
) -> Int32 {
  guard let theme = try? Theme(theme), let other = try? Theme(other_theme) else { return 0 }
  return theme.equals(ColorID(id), other, ColorID(other_id)) ? 1 : 0
}

@implementation @_cdecl("dyncolor_id_hash")
public func dyncolor_id_hash(_ theme: OpaquePointer!, _ id: dyncolor_id) -> UInt64 {
  guard let theme = try? Theme(theme) else { return 0 }
  return
    (try? theme.withLock { state throws(ThemeError) in try Equivalence.hash(state, of: ColorID(id))
    })
    ?? 0
}

@implementation @_cdecl("dyncolor_id_css")
public func dyncolor_id_css(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    var text = TextWriter(theme.allocator)
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.writeCSS(of: ColorID(id), to: &text)
    }
    try write(text.bytes, to: buffer, capacity, length)
  }
}
