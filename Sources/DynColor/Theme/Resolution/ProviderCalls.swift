// The calls of providers that have not returned: they must not lead back to themselves, nor nest too
// deeply.

/// A provider that is being called, on behalf of a resolution.
struct ProviderCall: BitwiseCopyable {
  /// Counts up from 1.
  let number: UInt64
  let thread: UInt64
  /// Where the resolution began, and the provider that it calls.
  let start: ColorID
  var provider: ColorID
  let environment: Environment
  /// Whether its result depends on who asked, because a cycle or the greatest depth was met.
  var isTainted = false
  /// Whether its thread has changed the theme since, of which observers are to be told afterwards.
  var hasNews = false
}

/// The calls of all threads.
struct ProviderCalls: ~Copyable {
  /// How many calls of one thread may be nested.
  private static var greatestDepth: Int { 64 }

  private let immovable = Immovable()
  /// In the order of their numbers.
  private var calls: Buffer<ProviderCall>
  private var nextNumber: UInt64 = 1

  init(_ allocator: Allocator) { calls = Buffer(allocator) }

  var count: Int { calls.count }

  /// Begins the call of a provider; or lets the call with a number, of a resolution that has called
  /// another one before, go on with this one. The result is the number of the call.
  ///
  /// A provider that the thread is calling already for the same environment is a cycle.
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

  /// Ends a call, and says whether observers are to be told what changed meanwhile.
  mutating func end(_ number: UInt64) -> Bool {
    guard let place = place(of: number) else { return false }
    let hasNews = calls.element(at: place)?.hasNews ?? false
    calls.remove(at: place)
    return hasNews
  }

  /// Whether a thread is calling a provider.
  func areNested(on thread: UInt64 = currentThread) -> Bool {
    calls.lastIndex { $0.thread == thread } != nil
  }

  /// Whether the result of a call depends on who asked.
  func isTainted(_ number: UInt64) -> Bool {
    place(of: number).flatMap { calls.element(at: $0) }?.isTainted ?? false
  }

  /// Notes that a thread has changed the theme in the calls that it is in, and says whether it is in
  /// any.
  mutating func noteNews(on thread: UInt64 = currentThread) -> Bool {
    var areNested = false
    calls.changeEach { call in
      guard call.thread == thread else { return }
      call.hasNews = true
      areNested = true
    }
    return areNested
  }

  /// Calls `body` with the calls of a thread from that of a provider on, the outermost first.
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

  /// What providers of a thread make of an error that they only get because they are nested is not
  /// what they would answer to others.
  private mutating func taint(_ thread: UInt64) {
    calls.changeEach { call in call.isTainted = call.isTainted || call.thread == thread }
  }

  /// A call that ends is mostly one of the last.
  private func place(of number: UInt64) -> Int? { calls.lastIndex { $0.number == number } }

  /// Whether all is as it is meant to be.
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
