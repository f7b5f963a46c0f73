// Concurrency: an object that several threads use. Its state is behind a mutex, and some words of
// it are read without locking.

import CPlatform
import Synchronization

/// The state of a `Guarded` object, behind its mutex: only one thread at a time can access it.
protocol GuardedState: ~Copyable {
  /// The number of the object's lock-free words: 64-bit words that any thread may read without a
  /// lock. The number must be a multiple of 8, so that the words fill whole cache lines.
  static var lockFreeWordCount: Int { get }
}

/// A reference-counted object at a fixed address: first the lock-free words, which any thread may
/// read without a lock, and then the state, which a mutex protects.
///
/// A value of this type is the address of the object and does not own a reference: references are
/// counted by `retain`, `releaseUnlessLast` and `releaseReportingLast`.
struct Guarded<State: GuardedState & ~Copyable>: BitwiseCopyable, Equatable {
  /// The address of the first word, which is aligned to 64 bytes.
  let base: UnsafeMutableRawPointer

  init(base: UnsafeMutableRawPointer) { self.base = base }

  /// Makes an object with one reference. `makeState` returns the state of the object, and may write
  /// the lock-free words, which are 0 before.
  static func make(
    _ allocator: Allocator, _ makeState: (AtomicWords) throws(OutOfMemory) -> State
  ) throws(OutOfMemory) -> Guarded {
    // 64 bytes more than the size of the object, so that it can be aligned to 64 bytes.
    let byteCount = stateOffset &+ MemoryLayout<State>.size &+ 64
    let wordCount = (byteCount &+ 7) / 8
    let allocation: UnsafeMutablePointer<UInt64> = try allocator.resize(nil, from: 0, to: wordCount)
    for index in upTo(wordCount) { (allocation + index).initialize(to: 0) }
    let guarded = Guarded(base: Words(allocation).alignedToCacheLine.pointer)
    do {
      let state = try makeState(guarded.words)
      guarded.state.initialize(to: state)
    } catch {
      allocator.free(allocation, count: wordCount)
      throw error
    }
    guarded.control.initialize(
      to: Control(allocator: allocator, allocation: allocation, wordCount: wordCount))
    pthread_mutex_init(guarded.mutex, nil)
    pthread_mutex_init(guarded.turn, nil)
    return guarded
  }

  /// The lock-free words.
  var words: AtomicWords { AtomicWords(Words(base)) }

  var allocator: Allocator { control.pointee.allocator }

  /// Adds a reference.
  func retain() { control.pointee.referenceCount.wrappingAdd(1, ordering: .relaxed) }

  /// Releases a reference, unless it is the last one. Returns true if it has released it.
  func releaseUnlessLast() -> Bool {
    var count = control.pointee.referenceCount.load(ordering: .relaxed)
    while count > 1 {
      let (exchanged, original) = control.pointee.referenceCount.compareExchange(
        expected: count, desired: count &- 1, successOrdering: .releasing,
        failureOrdering: .relaxed)
      if exchanged { return true }
      count = original
    }
    return false
  }

  /// True if all references have been released.
  var isUnreferenced: Bool { control.pointee.referenceCount.load(ordering: .acquiring) == 0 }

  /// Releases a reference. Returns true if this was the last reference. In that case no other
  /// thread can reach the object, and the caller must call `destroy`.
  func releaseReportingLast() -> Bool {
    let remainingCount = control.pointee.referenceCount.wrappingSubtract(1, ordering: .releasing)
      .newValue
    guard remainingCount == 0 else { return false }
    // Pairs with the releasing subtraction: makes visible what other threads wrote before they
    // released their references.
    _ = control.pointee.referenceCount.load(ordering: .acquiring)
    return true
  }

  /// Marks the handles for the object as invalid. A checking build (see `Handles`) aborts the
  /// process if the host uses one of them later.
  func invalidateHandles() { Handles.invalidate(base) }

  /// Calls `body` with the state, then destroys the object and frees its memory. Returns what
  /// `body` returns. The object must have no references left.
  func destroy<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    state.deinitialize(count: 1)
    pthread_mutex_destroy(mutex)
    pthread_mutex_destroy(turn)
    let (allocator, allocation) = (control.pointee.allocator, control.pointee.allocation)
    let wordCount = control.pointee.wordCount
    control.deinitialize(count: 1)
    allocator.free(allocation, count: wordCount)
    return result
  }

  /// Locks, calls `body` with the state, and unlocks. The only function of the host that `body` may
  /// call is the allocator: any other could call the library, which would then wait for this lock.
  func withLock<Result: ~Copyable, BodyError: Error>(
    _ body: (inout State) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    lock()
    defer { unlockMutex() }
    return try body(&state.pointee)
  }

  /// Locks, calls `body` with the state, and then calls `finish`, even if `body` throws. `finish`
  /// must call `unlock(_:)`, whose closure can use the state once more before it is unlocked.
  @inline(__always)
  func withLock<Result: ~Copyable, BodyError: Error>(
    thenCalling finish: () -> Void, _ body: (inout State) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    lock()
    defer { finish() }
    return try body(&state.pointee)
  }

  /// Calls `body` with the state, without locking. The caller must have the state to itself: it
  /// holds the lock, or no other thread knows the object.
  func withExclusiveState<Result: ~Copyable, BodyError: Error>(
    _ body: (inout State) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try body(&state.pointee)
  }

  /// Waits until a thread that waits for the lock has got it; returns at once if no thread waits.
  /// The caller must not hold the lock. Without this call, a thread that locks again right after it
  /// has unlocked would keep the others waiting.
  func yieldToWaiters() {
    // A thread that waits for the lock holds `turn` until it has got the lock: see `lock`.
    pthread_mutex_lock(turn)
    pthread_mutex_unlock(turn)
  }

  /// Locks the mutex. A thread that finds the mutex locked holds `turn` while it waits, so that
  /// `yieldToWaiters` waits for this thread. (Rarely, a thread sees the mutex unlocked just before
  /// another thread locks it. The first thread then waits for the mutex without holding `turn`, and
  /// `yieldToWaiters` does not wait for it.)
  func lock() {
    if control.pointee.isHeld.load(ordering: .relaxed) {
      pthread_mutex_lock(turn)
      spinWhileHeld()
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(turn)
    } else {
      pthread_mutex_lock(mutex)
    }
    control.pointee.isHeld.store(true, ordering: .relaxed)
  }

  /// Waits until no thread has the mutex locked, but for some microseconds at most. Most threads
  /// unlock sooner than a thread could sleep and be woken; `Tests/Benchmarks/locks` prints for how
  /// long each function holds the lock.
  @inline(never)
  private func spinWhileHeld() {
    var remaining = 512
    while remaining > 0, control.pointee.isHeld.load(ordering: .relaxed) {
      dyncolor_spin_pause()
      remaining &-= 1
    }
  }

  private func unlockMutex() {
    control.pointee.isHeld.store(false, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Calls `body` with the state, and then unlocks. The caller must hold the lock.
  func unlock<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    unlockMutex()
    return result
  }

  /// The fields of an object that are neither its lock-free words nor its state.
  private struct Control: ~Copyable {
    let referenceCount = Atomic<Int>(1)
    /// True while a thread has the mutex locked. The value is only a hint, since it is read without
    /// the mutex.
    let isHeld = Atomic<Bool>(false)
    let allocator: Allocator
    /// The memory of the object, as the allocator returned it. `base` is up to 63 bytes after it.
    let allocation: UnsafeMutablePointer<UInt64>
    /// The size of the allocation in words.
    let wordCount: Int
  }

  // Byte offsets from `base`. Each part begins at a cache line of its own: 64 bytes, in which the
  // control fields or a mutex fit.
  private static var controlOffset: Int { State.lockFreeWordCount &* 8 }
  private static var mutexOffset: Int { controlOffset &+ 64 }
  private static var turnOffset: Int { mutexOffset &+ 64 }
  private static var stateOffset: Int { turnOffset &+ 64 }

  private var control: UnsafeMutablePointer<Control> {
    (base + Guarded.controlOffset).assumingMemoryBound(to: Control.self)
  }

  private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
    (base + Guarded.mutexOffset).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  /// A mutex that the next thread in line holds while it waits for `mutex`.
  private var turn: UnsafeMutablePointer<pthread_mutex_t> {
    (base + Guarded.turnOffset).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  private var state: UnsafeMutablePointer<State> {
    (base + Guarded.stateOffset).assumingMemoryBound(to: State.self)
  }
}

/// A field that makes its struct immovable: the compiler never moves a struct to another address if
/// a field of it contains an atomic. Without this field, the compiler would copy the bytes of a
/// large struct to a temporary for each call of a nonmutating method, even if the struct is
/// noncopyable.
struct Immovable: ~Copyable {
  private let anchor = Atomic<UInt8>(0)

  init() {}
}

/// A number for the current thread, which no other running thread has.
var currentThread: UInt64 { UInt64(pthread_self()) }
