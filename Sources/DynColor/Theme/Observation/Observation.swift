// Theme: the observers of a theme, and the queue of changes that have not been delivered yet.

/// Observers are notified of changes one by one, in the order of their generations, by one thread
/// at a time, without the theme's lock. Changes that are published meanwhile wait in the queue.
struct Observation: ~Copyable {
  /// An observer, and the generation after which it was added.
  private struct Observer: BitwiseCopyable {
    /// Counts up from 1.
    let number: UInt64
    let host: HostObserver
    /// It is notified of later generations only.
    let since: UInt64
    /// True if it was removed during its own call. It is destroyed when the call returns.
    var isEnded = false
  }

  /// The next task of the delivering thread.
  enum Delivery {
    /// Find the colors that a change affects, so that the change is complete.
    case complete(PendingChange)
    case notify(HostObserver, HostChange)
    case destroy(HostObserver)
    case end
  }

  private let immovable = Immovable()
  private let allocator: Allocator
  private var observers: Buffer<Observer>
  private var nextNumber: UInt64 = 1
  /// The oldest and the newest change in the queue.
  private var first: PendingChange?
  private var last: PendingChange?
  /// Memory for the change that the edit in progress will publish.
  private var prepared: PendingChange?
  /// The last observer that was notified of the oldest change.
  private var lastNotified: UInt64 = 0
  /// The observer that is being called; 0 for none.
  private var called: UInt64 = 0
  private var isDelivering = false
  /// True if a change was published, and no thread has taken charge of its delivery yet.
  private(set) var isDue = false

  init(_ allocator: Allocator) {
    self.allocator = allocator
    observers = Buffer(allocator)
  }

  // Out of line, since this destructor is needed on many error paths.
  @inline(never)
  deinit {
    prepared?.free(allocator)
    var pending = first
    while let change = pending {
      pending = change.next
      change.free(allocator)
    }
  }

  var isObserved: Bool { observers.count > 0 }

  // MARK: - Publishing

  /// Allocates a change with room for `count` colors, which `takePrepared` returns.
  mutating func prepare(count: Int) throws(OutOfMemory) {
    prepared?.free(allocator)
    prepared = nil
    prepared = try PendingChange.make(allocator, count: count)
  }

  /// Takes the prepared change, to be published.
  mutating func takePrepared() -> PendingChange? {
    defer { prepared = nil }
    return prepared
  }

  mutating func publish(_ change: PendingChange) {
    change.next = nil
    if let last { last.next = change } else { first = change }
    last = change
    isDue = true
  }

  /// Takes charge of delivering the queue (`false`), or leaves that to a later caller (`true`).
  mutating func setDue(_ isDue: Bool) { self.isDue = isDue }

  // MARK: - Delivering

  /// Begins to deliver. Returns false if the queue is empty or another thread is delivering.
  mutating func beginDelivery() -> Bool {
    guard !isDelivering, first != nil else { return false }
    isDelivering = true
    return true
  }

  /// The next task of the delivering thread; the last one is `end`.
  mutating func nextDelivery() -> Delivery {
    let returned = called
    called = 0
    if returned != 0, let place = place(of: returned),
      observers.element(at: place)?.isEnded ?? false, let host = remove(at: place)
    {
      return .destroy(host)
    }
    while let change = first {
      // Needed even if no observer is notified of the change, because the change has pinned a
      // version.
      guard change.isComplete else { return .complete(change) }
      if let observer = nextObserver(of: change) {
        lastNotified = observer.number
        called = observer.number
        return .notify(observer.host, change.told)
      }
      first = change.next
      if first == nil { last = nil }
      lastNotified = 0
      change.free(allocator)
    }
    isDelivering = false
    return .end
  }

  private func nextObserver(of change: PendingChange) -> Observer? {
    let generation = change.generation
    return observers.firstIndex { $0.number > lastNotified && $0.since < generation }
      .flatMap { observers.element(at: $0) }
  }

  // MARK: - Observers

  /// Adds an observer, which is notified of all generations after `generation`. Returns its number.
  mutating func add(
    _ host: HostObserver, since generation: UInt64
  ) throws(OutOfMemory) -> UInt64 {
    let number = nextNumber
    try observers.append(Observer(number: number, host: host, since: generation))
    nextNumber &+= 1
    return number
  }

  /// How an observer was removed.
  enum Ending {
    case unknown
    /// The caller must destroy it.
    case removed(HostObserver)
    /// It is being called, and will be destroyed when the call returns.
    case afterCall
  }

  mutating func end(_ number: UInt64) -> Ending {
    guard let place = place(of: number), observers.element(at: place)?.isEnded == false else {
      return .unknown
    }
    guard called == number else {
      return remove(at: place).map { .removed($0) } ?? .unknown
    }
    observers.change(at: place) { $0.isEnded = true }
    return .afterCall
  }

  /// Removes the newest observer, to be destroyed with the theme.
  mutating func removeLast() -> HostObserver? { observers.removeLast()?.host }

  private func place(of number: UInt64) -> Int? { observers.firstIndex { $0.number == number } }

  private mutating func remove(at place: Int) -> HostObserver? {
    let removed = observers.element(at: place)
    observers.remove(at: place)
    return removed?.host
  }

  // MARK: - Invariants

  /// Returns whether numbers and generations ascend, and the observer being called is the last one
  /// notified.
  var isConsistent: Bool {
    var lastNumber: UInt64 = 0
    var areRight = true
    observers.forEachElement { observer in
      areRight = areRight && observer.number > lastNumber && observer.number < nextNumber
      lastNumber = observer.number
    }
    guard areRight else { return false }
    var generation: UInt64 = 0
    var newest: PendingChange?
    var change = first
    while let one = change {
      guard one.generation > generation else { return false }
      generation = one.generation
      newest = one
      change = one.next
    }
    guard newest?.address == last?.address else { return false }
    return called == 0 || isDelivering && called == lastNotified
  }
}
