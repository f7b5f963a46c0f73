// Theme: the observers of a theme, and the queue of changes that have not been delivered yet.

/// The observers of a theme. They are notified of changes one by one, in the order of their
/// generations, by one thread at a time, without the theme's lock. Changes that are published
/// during a notification wait in the queue.
struct Observation: ~Copyable {
  /// An observer of the host.
  private struct Observer: BitwiseCopyable {
    /// The number of the observer. Numbers count up from 1.
    let number: UInt64
    let hostObserver: HostObserver
    /// The observer is notified only of generations after this one.
    let since: UInt64
    /// True if the observer was removed while it was being called. It is destroyed when the call
    /// returns.
    var isRemoved = false
  }

  /// The next task of the delivering thread.
  enum DeliveryTask {
    /// Find the colors that the change affects, and add their ids to the change.
    case findAffectedColors(PendingChange)
    /// Notify the observer of the change.
    case notify(HostObserver, HostChange)
    /// Destroy the observer, which was removed while it was being called.
    case destroy(HostObserver)
    /// Stop delivering, because the queue is empty.
    case end
  }

  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private let allocator: Allocator
  /// The observers, in ascending order of their numbers.
  private var observers: Buffer<Observer>
  /// The number of the next observer that is added.
  private var nextNumber: UInt64 = 1
  /// The oldest change in the queue.
  private var oldest: PendingChange?
  /// The newest change in the queue.
  private var newest: PendingChange?
  /// An empty change with memory for what the edit in progress will publish.
  private var prepared: PendingChange?
  /// The number of the last observer that was notified of the oldest change; 0 for none.
  private var lastNotifiedNumber: UInt64 = 0
  /// The number of the observer that is being called; 0 for none.
  private var calledNumber: UInt64 = 0
  /// True while a thread delivers changes.
  private var isDelivering = false
  /// True if a change was published, and no thread has taken charge of its delivery.
  private(set) var isDeliveryDue = false

  init(_ allocator: Allocator) {
    self.allocator = allocator
    observers = Buffer(allocator)
  }

  // Not inlined: many error paths destroy a value of this type.
  @inline(never)
  deinit {
    prepared?.free(allocator)
    var nextChange = oldest
    while let change = nextChange {
      nextChange = change.next
      change.free(allocator)
    }
  }

  /// True if the theme has an observer.
  var isObserved: Bool { observers.count > 0 }

  // MARK: - Publishing

  /// Allocates a change with room for `count` ids, so that `takePrepared` can return it.
  mutating func prepare(count: Int) throws(OutOfMemory) {
    prepared?.free(allocator)
    prepared = nil
    prepared = try PendingChange.make(allocator, count: count)
  }

  /// Returns the change that `prepare` allocated, which the caller fills and publishes; `nil` if
  /// there is none.
  mutating func takePrepared() -> PendingChange? {
    defer { prepared = nil }
    return prepared
  }

  /// Appends a change to the queue.
  mutating func publish(_ change: PendingChange) {
    change.next = nil
    if let newest { newest.next = change } else { oldest = change }
    newest = change
    isDeliveryDue = true
  }

  /// Sets `isDeliveryDue`: to false when a thread takes charge of the delivery, and to true when
  /// the delivery is left to a later caller.
  mutating func setDeliveryDue(_ isDeliveryDue: Bool) { self.isDeliveryDue = isDeliveryDue }

  // MARK: - Delivering

  /// Begins to deliver. Returns false if the queue is empty or another thread is delivering.
  mutating func beginDelivery() -> Bool {
    guard !isDelivering, oldest != nil else { return false }
    isDelivering = true
    return true
  }

  /// Returns the next task of the delivering thread, which has done the previous task.
  mutating func nextTask() -> DeliveryTask {
    let lastCalledNumber = calledNumber
    calledNumber = 0
    // If the previous task was the call of an observer, that call has returned.
    if lastCalledNumber != 0, let index = index(of: lastCalledNumber),
      observers.element(at: index)?.isRemoved ?? false, let hostObserver = remove(at: index)
    {
      return .destroy(hostObserver)
    }
    while let change = oldest {
      // The ids must be found even if no observer is left, because the version of the change stays
      // pinned until then.
      guard change.hasAllIDs else { return .findAffectedColors(change) }
      if let observer = nextObserver(of: change) {
        lastNotifiedNumber = observer.number
        calledNumber = observer.number
        return .notify(observer.hostObserver, change.hostChange)
      }
      // All observers have been notified of the change.
      oldest = change.next
      if oldest == nil { newest = nil }
      lastNotifiedNumber = 0
      change.free(allocator)
    }
    isDelivering = false
    return .end
  }

  /// The next observer that must be notified of a change; `nil` if all have been notified.
  private func nextObserver(of change: PendingChange) -> Observer? {
    let generation = change.generation
    return observers.firstIndex { $0.number > lastNotifiedNumber && $0.since < generation }
      .flatMap { observers.element(at: $0) }
  }

  // MARK: - Observers

  /// Adds an observer, which is notified of all generations after `generation`. Returns the number
  /// of the observer.
  mutating func add(
    _ hostObserver: HostObserver, since generation: UInt64
  ) throws(OutOfMemory) -> UInt64 {
    let number = nextNumber
    try observers.append(Observer(number: number, hostObserver: hostObserver, since: generation))
    nextNumber &+= 1
    return number
  }

  /// The result of removing an observer.
  enum Removal {
    /// There is no observer with this number.
    case unknown
    /// The observer was removed, and the caller must destroy it.
    case removed(HostObserver)
    /// The observer is being called. When the call returns, the observer is removed, and destroyed
    /// by the task `destroy`.
    case afterCall
  }

  /// Removes the observer with a number.
  mutating func remove(_ number: UInt64) -> Removal {
    guard let index = index(of: number), observers.element(at: index)?.isRemoved == false else {
      return .unknown
    }
    guard calledNumber == number else {
      return remove(at: index).map { .removed($0) } ?? .unknown
    }
    observers.change(at: index) { $0.isRemoved = true }
    return .afterCall
  }

  /// Removes and returns the observer that was added last, which the caller destroys; `nil` if
  /// there is none.
  mutating func removeLast() -> HostObserver? { observers.removeLast()?.hostObserver }

  /// The index of the observer with a number; `nil` if there is none.
  private func index(of number: UInt64) -> Int? { observers.firstIndex { $0.number == number } }

  /// Removes and returns the observer at `index`; `nil` if there is none.
  private mutating func remove(at index: Int) -> HostObserver? {
    let removed = observers.element(at: index)
    observers.remove(at: index)
    return removed?.hostObserver
  }

  // MARK: - Invariants

  /// True if the numbers of the observers and the generations in the queue ascend, the queue ends
  /// with `newest`, and the observer that is being called is the last one that was notified.
  var isConsistent: Bool {
    var lastNumber: UInt64 = 0
    var areAscending = true
    observers.forEachElement { observer in
      areAscending = areAscending && observer.number > lastNumber && observer.number < nextNumber
      lastNumber = observer.number
    }
    guard areAscending else { return false }
    var generation: UInt64 = 0
    var lastVisited: PendingChange?
    var nextQueued = oldest
    while let change = nextQueued {
      guard change.generation > generation else { return false }
      generation = change.generation
      lastVisited = change
      nextQueued = change.next
    }
    guard lastVisited?.address == newest?.address else { return false }
    return calledNumber == 0 || isDelivering && calledNumber == lastNotifiedNumber
  }
}
