// Theme: the calls of providers in progress. They must not form cycles or nest too deeply.

/// A call of a provider for a resolution.
struct ProviderCall: BitwiseCopyable {
  /// Counts up from 1.
  let number: UInt64
  let thread: UInt64
  /// The color at which the resolution began, and the provider that it calls.
  let start: ColorID
  var provider: ColorID
  let environment: Environment
  /// True if the result depends on the caller, because of a cycle or the depth limit. Such a result
  /// is not cached.
  var isTainted = false
  /// True if the thread has changed the theme during the call. Observers are notified after it.
  var hasNews = false
}

/// The provider calls of all threads.
struct ProviderCalls: ~Copyable {
  /// The greatest depth of nested calls on one thread.
  private static var greatestDepth: Int { 64 }

  private let immovable = Immovable()
  /// Ordered by number.
  private var calls: Buffer<ProviderCall>
  private var nextNumber: UInt64 = 1

  init(_ allocator: Allocator) { calls = Buffer(allocator) }

  var count: Int { calls.count }

  /// Begins the call of a provider. If the resolution has called another provider before, `number`
  /// is that call, which continues with this one. Returns the number of the call.
  ///
  /// Calling a provider that the same thread is already calling for the same environment is a
  /// cycle.
  mutating func begin(
    _ provider: ColorID, named name: StoredText, from start: ColorID,
    in environment: Environment, on thread: UInt64 = currentThread, after number: UInt64? = nil
  ) throws(ThemeError) -> UInt64 {
    var depth = 0
    var isCycle = false
    calls.forEachElement { call in
      guard call.thread == thread, call.number != number else { return }
      depth &+= 1
      isCycle = isCycle || call.provider == provider && call.environment == environment
    }
    guard !isCycle else {
      taint(thread)
      throw ThemeError(.providerCycle)
    }
    guard depth < ProviderCalls.greatestDepth else {
      taint(thread)
      throw ThemeError(.tooDeep, name)
    }
    if let number, let place = place(of: number) {
      calls.change(at: place) { $0.provider = provider }
      return number
    }
    let call = ProviderCall(
      number: nextNumber, thread: thread, start: start, provider: provider,
      environment: environment)
    try orOutOfMemory(try calls.append(call))
    nextNumber &+= 1
    return call.number
  }

  /// Ends a call. Returns whether observers must be notified of changes made during it.
  mutating func end(_ number: UInt64) -> Bool {
    guard let place = place(of: number) else { return false }
    let hasNews = calls.element(at: place)?.hasNews ?? false
    calls.remove(at: place)
    return hasNews
  }

  /// Returns whether a thread is calling a provider.
  func areNested(on thread: UInt64 = currentThread) -> Bool {
    calls.lastIndex { $0.thread == thread } != nil
  }

  /// Returns whether the result of a call depends on the caller.
  func isTainted(_ number: UInt64) -> Bool {
    place(of: number).flatMap { calls.element(at: $0) }?.isTainted ?? false
  }

  /// Records that a thread has changed the theme during its calls. Returns whether it is in any.
  mutating func noteNews(on thread: UInt64 = currentThread) -> Bool {
    var areNested = false
    calls.changeEach { call in
      guard call.thread == thread else { return }
      call.hasNews = true
      areNested = true
    }
    return areNested
  }

  /// Calls `body` with the calls of a thread, outermost first, beginning with that of a provider.
  func forEach(
    from provider: ColorID, on thread: UInt64 = currentThread, _ body: (ProviderCall) -> Void
  ) {
    var isInside = false
    calls.forEachElement { call in
      guard call.thread == thread else { return }
      isInside = isInside || call.provider == provider
      if isInside { body(call) }
    }
  }

  /// Marks the calls of a thread as tainted: an error that occurs only because the providers are
  /// nested may change what they answer.
  private mutating func taint(_ thread: UInt64) {
    calls.changeEach { call in call.isTainted = call.isTainted || call.thread == thread }
  }

  /// Searched from the end, since calls mostly end in reverse order.
  private func place(of number: UInt64) -> Int? { calls.lastIndex { $0.number == number } }

  var isConsistent: Bool {
    var last: UInt64 = 0
    var areRight = true
    calls.forEachElement { call in
      areRight = areRight && call.number > last && call.provider != .none
      last = call.number
    }
    return areRight && last < nextNumber
  }
}
