// Theme: the provider calls in progress. They must not form cycles or nest too deeply.

/// The provider call that a resolution is in or, if it is in none, its last one. A resolution that
/// calls several providers, one after another, has one `ProviderCall` for all of them.
struct ProviderCall: BitwiseCopyable {
  /// The number of this value, by which the resolution finds it. Numbers count up from 1.
  let number: UInt64
  /// The number of the thread that resolves; see `currentThread`.
  let thread: UInt64
  /// The color that the resolution was asked for: `providerColor`, or a color that refers to it,
  /// perhaps through others.
  let requestedColor: ColorID
  /// The color whose provider is called.
  var providerColor: ColorID
  let environment: Environment
  /// True if an error occurred during the call that can only occur if calls are nested: a cycle, or
  /// too many nested calls. The result of the call is then not cached.
  var isTainted = false
  /// True if the thread has changed the theme during the call. Observers are notified after the
  /// call.
  var hasChangedTheme = false
}

/// The provider calls of all threads.
struct ProviderCalls: ~Copyable {
  /// The greatest depth of nested calls on one thread: DYNCOLOR_MAX_DEPTH.
  private static var greatestDepth: Int { 64 }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The calls, ordered by number.
  private var calls: Buffer<ProviderCall>
  private var nextNumber: UInt64 = 1

  init(_ allocator: Allocator) { calls = Buffer(allocator) }

  var count: Int { calls.count }

  /// Begins the call of a color's provider, and returns the number of the call. `record` is that of
  /// the color.
  ///
  /// The second provider that a resolution calls, and all further ones, get the same number: the
  /// resolution passes it as `previousNumber`.
  ///
  /// Fails with a cycle if the same thread is already calling the provider for the same
  /// environment, and fails if too many calls are nested.
  @inline(__always)
  mutating func begin(
    _ providerColor: ColorID, _ record: ColorRecord, from requestedColor: ColorID,
    in environment: Environment, on thread: UInt64 = currentThread,
    after previousNumber: UInt64? = nil
  ) throws(ThemeError) -> UInt64 {
    var depth = 0
    var isCycle = false
    calls.forEachElement { call in
      // The previous call of this resolution, whose number is reused, has returned.
      guard call.thread == thread, call.number != previousNumber else { return }
      depth &+= 1
      isCycle =
        isCycle || call.providerColor == providerColor && call.environment == environment
    }
    guard !isCycle else {
      taintCalls(on: thread)
      throw ThemeError(.providerCycle)
    }
    guard depth < ProviderCalls.greatestDepth else {
      taintCalls(on: thread)
      throw ThemeError(.tooDeep, record.name)
    }
    if let previousNumber, let index = index(of: previousNumber) {
      calls.change(at: index) { $0.providerColor = providerColor }
      return previousNumber
    }
    let call = ProviderCall(
      number: nextNumber, thread: thread, requestedColor: requestedColor,
      providerColor: providerColor, environment: environment)
    try orOutOfMemory(try calls.append(call))
    nextNumber &+= 1
    return call.number
  }

  /// Ends a call, and returns it; `nil` if there is none with this number.
  @_optimize(speed)
  mutating func end(_ number: UInt64) -> ProviderCall? {
    guard let index = index(of: number) else { return nil }
    let call = calls.element(at: index)
    calls.remove(at: index)
    return call
  }

  /// Returns whether a thread, by default this one, is calling a provider.
  func isInCall(on thread: UInt64 = currentThread) -> Bool {
    calls.lastIndex { $0.thread == thread } != nil
  }

  /// Returns whether the result of a call must not be cached, because of an error that occurred
  /// only because calls are nested.
  func isTainted(_ number: UInt64) -> Bool {
    index(of: number).flatMap { calls.element(at: $0) }?.isTainted ?? false
  }

  /// Records in the calls of a thread that the thread has changed the theme. Does nothing if the
  /// thread is in no call.
  mutating func recordChange(on thread: UInt64 = currentThread) {
    calls.changeEach { call in
      call.hasChangedTheme = call.hasChangedTheme || call.thread == thread
    }
  }

  /// Calls `body` with the calls of a thread, outermost first, beginning with the call of the
  /// provider of `providerColor`.
  func forEach(
    from providerColor: ColorID, on thread: UInt64 = currentThread, _ body: (ProviderCall) -> Void
  ) {
    var isInside = false
    calls.forEachElement { call in
      guard call.thread == thread else { return }
      isInside = isInside || call.providerColor == providerColor
      if isInside { body(call) }
    }
  }

  /// Marks the calls of a thread as tainted, because an error that occurs only if calls are nested
  /// may change their results.
  private mutating func taintCalls(on thread: UInt64) {
    calls.changeEach { call in call.isTainted = call.isTainted || call.thread == thread }
  }

  // Searched from the end, since calls mostly end in reverse order.
  private func index(of number: UInt64) -> Int? { calls.lastIndex { $0.number == number } }

  var isConsistent: Bool {
    var last: UInt64 = 0
    var areConsistent = true
    calls.forEachElement { call in
      areConsistent = areConsistent && call.number > last && call.providerColor != .none
      last = call.number
    }
    return areConsistent && last < nextNumber
  }
}
