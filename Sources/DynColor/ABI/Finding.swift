// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Finding".

public import CDynColor
import CPlatform

@inline(__always)
@implementation @_cdecl("dyncolor_find")
public func dyncolor_find(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  if let theme, let name, let id {
    let length = name_length == -1 ? Int(truncatingIfNeeded: strlen(name)) : name_length
    if UInt(bitPattern: length) <= UInt(DYNCOLOR_MAX_NAME) {
      let theme = Theme(at: Handles.object(of: theme, .theme))
      let bytes = StoredText(address: UInt64(UInt(bitPattern: name)), count: length).bytes
      if let found = theme.find(bytes) {
        id.pointee = found.rawValue
        return DYNCOLOR_OK
      }
      if theme.hasForwards, let found = theme.findForwarded(bytes) {
        id.pointee = found.rawValue
        return DYNCOLOR_OK
      }
      // Who does not want to know more is spared the explanation.
      if error == nil, bytes.isPlainASCII { return DYNCOLOR_ERROR_UNKNOWN_NAME }
    }
  }
  return explainMiss(theme, name, name_length, id, error)
}

/// Why there is no color of a name.
@inline(never)
private func explainMiss(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ error: UnsafeMutablePointer<dyncolor_error>?
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    _ = try Theme(theme)
    let bytes = try required(text: name, length, "name")
    _ = try required(id, "id")
    let beginning = bytes.slice(0, Int(DYNCOLOR_MAX_NAME)).beforeNUL
    if let offset = beginning.firstInvalidUTF8, bytes.count <= DYNCOLOR_MAX_NAME {
      throw Failure.invalidUTF8(at: offset, in: beginning)
    }
    throw Failure.unknownName(bytes, "no color has this name")
  }
}

/// An array of C strings from the host, each of which can be a name.
private struct HostNames {
  let start: UnsafePointer<UnsafePointer<CChar>?>?
  let count: Int

  init(_ start: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Failure) {
    guard count >= 0, start != nil || count == 0 else {
      throw Failure.argument("names", "an argument must not be NULL")
    }
    self.start = start
    self.count = count
    var index = 0
    while index < count {
      guard let name = start?[index] else {
        throw Failure.argument("names", "an argument must not be NULL")
      }
      _ = try required(name: name, -1, "names")
      index &+= 1
    }
  }

  func name(_ index: Int) -> StoredText {
    guard let name = start?[index] else { return .empty }
    return StoredText(address: UInt64(UInt(bitPattern: name)), count: Int(strlen(name)))
  }
}

@implementation @_cdecl("dyncolor_bind")
public func dyncolor_bind(
  _ theme: OpaquePointer!, _ names: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int,
  _ ids: UnsafeMutablePointer<dyncolor_id>!, _ statuses: UnsafeMutablePointer<dyncolor_status>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext { context throws(Failure) in
    let theme = try Theme(theme)
    let names = try HostNames(names, count)
    if count > 0 { _ = try required(ids, "ids") }
    let missing: MissingNames
    do throws(ThemeError) {
      missing = try theme.bind(names.count, name: { names.name($0) }) { index, id in
        if let statuses { statuses[index] = id == nil ? DYNCOLOR_ERROR_UNKNOWN_NAME : DYNCOLOR_OK }
      } bound: { index, id in
        if let ids { ids[index] = id.rawValue }
      }
    } catch {
      throw Failure(error)
    }
    guard missing.count == 0 else {
      missing.describe(in: &context)
      throw Failure.unknownNames
    }
  }
}

@implementation @_cdecl("dyncolor_forward")
public func dyncolor_forward(
  _ theme: OpaquePointer!, _ old: UnsafePointer<CChar>!, _ old_length: Int,
  _ name: UnsafePointer<CChar>!, _ name_length: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reportingContext { context throws(Failure) in
    let theme = try Theme(theme)
    let old = try required(name: old, old_length, "old")
    let name = try required(name: name, name_length, "name", mayBeEmpty: true)
    try theme.mapped { state throws(ThemeError) in
      try state.forward(old, to: name, chain: &context)
    }
  }
}

@implementation @_cdecl("dyncolor_forwarded")
public func dyncolor_forwarded(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ current: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(current, "current")
    let text = try theme.mapped { state throws(ThemeError) in try state.destination(of: name) }
    output.pointee = borrowedText(text.bytes)
  }
}

@implementation @_cdecl("dyncolor_name")
public func dyncolor_name(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try required(name, "name")
    let text = try theme.mapped { state throws(ThemeError) in
      try state.registry.registered(ColorID(id)).0.name
    }
    let empty: StaticString = ""
    output.pointee = borrowedText(text.address == 0 ? empty.bytes : text.bytes)
  }
}

@implementation @_cdecl("dyncolor_list")
public func dyncolor_list(
  _ theme: OpaquePointer!, _ ids: UnsafeMutablePointer<dyncolor_id>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let list = try HostList(ids, capacity, count, "ids")
    let total: Int
    do throws(ThemeError) {
      total = try theme.list(capacity: list.capacity) { place, id in
        list.set(place, id.rawValue)
      }
    } catch {
      throw Failure(error)
    }
    try list.end(total)
  }
}

@implementation @_cdecl("dyncolor_count")
public func dyncolor_count(_ theme: OpaquePointer!) -> Int {
  (try? Theme(theme).count) ?? 0
}

@implementation @_cdecl("dyncolor_depends_on")
public func dyncolor_depends_on(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ axes: UnsafeMutablePointer<UInt32>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try required(axes, "axes")
    do throws(ThemeError) {
      output.pointee = try theme.axes(of: ColorID(id)).rawValue
    } catch {
      throw Failure(error)
    }
  }
}

@implementation @_cdecl("dyncolor_equal")
public func dyncolor_equal(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ other_theme: OpaquePointer!,
  _ other_id: dyncolor_id
) -> Int32 {
  guard let theme = try? Theme(theme), let other = try? Theme(other_theme) else { return 0 }
  return theme.equals(ColorID(id), other, ColorID(other_id)) ? 1 : 0
}

@implementation @_cdecl("dyncolor_hash")
public func dyncolor_hash(_ theme: OpaquePointer!, _ id: dyncolor_id) -> UInt64 {
  guard let theme = try? Theme(theme) else { return 0 }
  return
    (try? theme.locked { state throws(ThemeError) in try Equivalence.hash(state, of: ColorID(id)) })
    ?? 0
}

@implementation @_cdecl("dyncolor_css")
public func dyncolor_css(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).locked { state throws(Failure) in
      var text = TextWriter(state.allocator)
      do throws(ThemeError) {
        try state.write(css: ColorID(id), to: &text)
      } catch {
        throw Failure(error)
      }
      try write(text.bytes, to: buffer, capacity, length)
    }
  }
}
