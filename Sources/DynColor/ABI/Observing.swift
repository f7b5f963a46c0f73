// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Changes".

public import CDynColor

@implementation @_cdecl("dyncolor_diff")
public func dyncolor_diff(
  _ theme: OpaquePointer!, _ a: UnsafePointer<dyncolor_environment>!,
  _ b: UnsafePointer<dyncolor_environment>!, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let first = try a.map { pointer throws(Failure) in try Environment(pointer, "a") }
    let second = try b.map { pointer throws(Failure) in try Environment(pointer, "b") }
    let output = try HostList(ids, capacity, count, "ids")
    let total: Int
    do throws(ThemeError) {
      total = try theme.diff(
        first ?? Environment(), second ?? Environment(), capacity: output.capacity
      ) { place, id in output.set(place, id.rawValue) }
    } catch {
      throw Failure(error)
    }
    try output.end(total)
  }
}

@implementation @_cdecl("dyncolor_changes")
public func dyncolor_changes(
  _ theme: OpaquePointer!, _ since: UInt64, _ ids: UnsafeMutablePointer<dyncolor_id>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!,
  _ generation: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let output = try HostList(ids, capacity, count, "ids")
    let changes: (count: Int, generation: UInt64)
    do throws(ThemeError) {
      changes = try theme.changes(since: since, capacity: output.capacity) { place, id in
        output.set(place, id.rawValue)
      }
    } catch {
      throw Failure(error)
    }
    guard since <= changes.generation else {
      throw Failure.argument("since", "a generation must be one that the theme has had")
    }
    try output.end(changes.count)
    generation?.pointee = changes.generation
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
    var list = try HostList(ids, capacity, count, "ids")
    repeat {
      second.forEachDifference(from: first) { id in list.add(id) }
    } while list.hasNextPass()
    try list.end()
  }
}

@implementation @_cdecl("dyncolor_observe")
public func dyncolor_observe(
  _ theme: OpaquePointer!, _ observer: dyncolor_observer_function!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: dyncolor_destroy_function!,
  _ observation: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let host = HostObserver(
      unsafeBitCast(observer, to: HostObserver.Observe?.self), user_data, destroy)
    do throws(Failure) {
      let theme = try Theme(theme)
      guard observer != nil else {
        throw Failure.argument("observer", "an argument must not be NULL")
      }
      let output = try required(observation, "observation")
      // Before anybody can be told of a change.
      do throws(ThemeError) {
        try theme.observe(host) { number in output.pointee = number }
      } catch {
        throw Failure(error)
      }
    } catch {
      host.destroy()
      throw error
    }
  }
}

@implementation @_cdecl("dyncolor_unobserve")
public func dyncolor_unobserve(
  _ theme: OpaquePointer!, _ observation: UInt64, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    guard try Theme(theme).unobserve(observation) else {
      throw Failure.argument("observation", "there is no such observation, or no longer")
    }
  }
}
