// Concurrency: shared state behind a mutex, with words that readers load without locking.

import CPlatform
import Synchronization

/// The state of an object that threads share.
protocol SharedState: ~Copyable {
  /// The number of 64-bit words, a multiple of 8, that lie before the state and are read without a
  /// lock.
  static var sharedWords: Int { get }
}

/// A reference-counted object at a fixed address: first the words that are read without a lock,
/// then the state, which a mutex protects.
///
/// A value of this type is the address of the object and does not own it.
struct Guarded<State: SharedState & ~Copyable>: BitwiseCopyable, Equatable {
  /// The address of the first word, which is aligned to 64 bytes.
  let base: UnsafeMutableRawPointer

  init(base: UnsafeMutableRawPointer) { self.base = base }

  /// Makes an object with one reference. Its words are 0; `makeState` may write them.
  static func make(
    _ allocator: Allocator, _ makeState: (AtomicWords) throws(OutOfMemory) -> State
  ) throws(OutOfMemory) -> Guarded {
    let size = stateOffset &+ MemoryLayout<State>.size &+ 64
    let count = (size &+ 7) / 8
    let allocation: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: count)
    allocation.initialize(repeating: 0, count: count)
    let start = UnsafeMutableRawPointer(allocation)
    let guarded = Guarded(base: start + Int(bitPattern: (0 &- UInt(bitPattern: start)) & 63))
    do {
      let state = try makeState(guarded.words)
      guarded.state.initialize(to: state)
    } catch {
      allocator.free(allocation, count: count)
      throw error
    }
    guarded.control.initialize(
      to: Control(allocator: allocator, allocation: allocation, allocated: count))
    pthread_mutex_init(guarded.mutex, nil)
    pthread_mutex_init(guarded.turn, nil)
    return guarded
  }

  var words: AtomicWords { AtomicWords(Words(base)) }

  var allocator: Allocator { control.pointee.allocator }

  func retain() { control.pointee.references.wrappingAdd(1, ordering: .relaxed) }

  /// Releases a reference. Returns true if it was the last; then no other thread can reach the
  /// object.
  func release() -> Bool {
    guard control.pointee.references.wrappingSubtract(1, ordering: .releasing).newValue == 0 else {
      return false
    }
    // Pairs with the releasing subtraction: makes visible what other threads wrote before they
    // released theirs.
    _ = control.pointee.references.load(ordering: .acquiring)
    return true
  }

  /// Invalidates the handles that hosts have for the object.
  func endHandles() { Handles.end(base) }

  /// Destroys an object without references, after a last call of `body` with its state.
  func dismantle<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    state.deinitialize(count: 1)
    pthread_mutex_destroy(mutex)
    pthread_mutex_destroy(turn)
    let (allocator, allocation) = (control.pointee.allocator, control.pointee.allocation)
    let count = control.pointee.allocated
    control.deinitialize(count: 1)
    allocator.free(allocation, count: count)
    return result
  }

  /// Calls `body` with the state while holding the lock. `body` must not call the host, except for
  /// the allocator.
  func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&state.pointee)
  }

  /// The same, for a caller that unlocks with the function `unlock` below.
  @inline(__always)
  func withLock<Result: ~Copyable, Failure: Error>(
    unlockedBy unlock: () -> Void, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&state.pointee)
  }

  /// What `body` makes of the state, for a caller that has the lock, or whose object no other
  /// thread knows of yet.
  func unlocked<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&state.pointee)
  }

  /// Waits until a thread that waits for the lock has it, if there is one. Without this, a thread
  /// that takes the lock again as soon as it has given it up would keep the others waiting.
  func letOthersIn() {
    pthread_mutex_lock(turn)
    pthread_mutex_unlock(turn)
  }

  /// Takes the lock. A thread that finds it held waits for its turn first, so that the others know
  /// of it. (A thread that begins to wait in the very moment in which another takes the lock does
  /// not have a turn; it waits as with any mutex.)
  func lock() {
    if control.pointee.isHeld.load(ordering: .relaxed) {
      pthread_mutex_lock(turn)
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(turn)
    } else {
      pthread_mutex_lock(mutex)
    }
    control.pointee.isHeld.store(true, ordering: .relaxed)
  }

  private func unlock() {
    control.pointee.isHeld.store(false, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Unlocks, after a last call of `body` with the state.
  func unlock<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    unlock()
    return result
  }

  private struct Control: ~Copyable {
    let references = Atomic<Int>(1)
    /// True while a thread has the lock: a hint, which is read without it.
    let isHeld = Atomic<Bool>(false)
    let allocator: Allocator
    let allocation: UnsafeMutablePointer<UInt64>
    let allocated: Int
  }

  private static var controlOffset: Int { State.sharedWords &* 8 }
  private static var mutexOffset: Int { controlOffset &+ 64 }
  private static var turnOffset: Int { mutexOffset &+ 64 }
  private static var stateOffset: Int { turnOffset &+ 64 }

  private var control: UnsafeMutablePointer<Control> {
    (base + Guarded.controlOffset).assumingMemoryBound(to: Control.self)
  }

  private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
    (base + Guarded.mutexOffset).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  /// Held by the thread that is the next to have the lock, as long as it waits for that.
  private var turn: UnsafeMutablePointer<pthread_mutex_t> {
    (base + Guarded.turnOffset).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  private var state: UnsafeMutablePointer<State> {
    (base + Guarded.stateOffset).assumingMemoryBound(to: State.self)
  }
}

/// A field that pins a struct to its address. Without one, a large struct would be copied for each
/// call of a nonmutating method.
struct Immovable: ~Copyable {
  private let anchor = Atomic<UInt8>(0)

  init() {}
}

/// The id of the current thread. It is unique among running threads.
var currentThread: UInt64 { UInt64(pthread_self()) }
