// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Changes".
// Concurrency/HostChange.swift fills dyncolor_change, the struct that observers get.

public import CDynColor

@implementation @_cdecl("dyncolor_theme_diff")
public func dyncolor_theme_diff(
  _ theme: OpaquePointer!, _ a: UnsafePointer<dyncolor_environment>!,
  _ b: UnsafePointer<dyncolor_environment>!, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let first = try Environment(zeroIfNull: a, of: theme, "a")
    let second = try Environment(zeroIfNull: b, of: theme, "b")
    let output = try ResultBuffer(ids, capacity, count, "ids")
    let total = try convertingErrors { () throws(ThemeError) in
      try theme.diff(first, second, capacity: output.capacity) { output.set($0, $1) }
    }
    try output.finish(total)
  }
}

@implementation @_cdecl("dyncolor_theme_changes")
public func dyncolor_theme_changes(
  _ theme: OpaquePointer!, _ since: UInt64, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ generation: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let output = try ResultBuffer(ids, capacity, count, "ids")
    let (total, current) = try convertingErrors { () throws(ThemeError) in
      try theme.changes(since: since, capacity: output.capacity) { output.set($0, $1) }
    }
    try require(
      since <= current, "since",
      "the theme has not reached this generation; pass one that the theme has returned")
    try output.finish(total)
    generation?.pointee = current
  }
}

@implementation @_cdecl("dyncolor_snapshot_diff")
public func dyncolor_snapshot_diff(
  _ a: OpaquePointer!, _ b: OpaquePointer!, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let first = try Snapshot(a, "a")
    let second = try Snapshot(b, "b")
    var list = try ResultBuffer(ids, capacity, count, "ids")
    list.fill { list in second.forEachDifference(from: first) { id in list.add(id) } }
    try list.finish()
  }
}

@implementation @_cdecl("dyncolor_theme_observe")
public func dyncolor_theme_observe(
  _ theme: OpaquePointer!, _ observer: dyncolor_observer_function!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: dyncolor_destroy_function!,
  _ observation: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let host = HostObserver(callback: HostCallback(observer, user_data, destroy))
    try host.destroyingOnFailure { () throws(Failure) in
      let theme = try Theme(theme)
      _ = try required(observer, "observer")
      let output = try required(observation, "observation")
      // The host must have the number of the observation before the observer can be called.
      try convertingErrors { () throws(ThemeError) in
        try theme.observe(host) { number in output.pointee = number }
      }
    }
  }
}

@implementation @_cdecl("dyncolor_theme_unobserve")
public func dyncolor_theme_unobserve(
  _ theme: OpaquePointer!, _ observation: UInt64, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try require(
      try Theme(theme).unobserve(observation), "observation",
      "unknown observation; it has ended already, or was made with another theme")
  }
}
