// State that threads share: words that any of them reads, and the rest behind a mutex.

import CPlatform
import Synchronization

/// What an object keeps for all threads to share.
protocol SharedState: ~Copyable {
  /// How many 64-bit words, a multiple of 8, lie before the state for readers that take no lock.
  static var sharedWords: Int { get }
}

/// A counted object at a fixed address: first words for readers that take no lock, then the state,
/// which one thread at a time may touch.
///
/// A value of this type is the address of such an object; it does not own it.
struct Guarded<State: SharedState & ~Copyable>: BitwiseCopyable, Equatable {
  /// The address of the first word, which is aligned to 64 bytes.
  let base: UnsafeMutableRawPointer

  init(base: UnsafeMutableRawPointer) { self.base = base }

  /// An object with one reference. Its words are 0; `makeState` may use them.
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
    return guarded
  }

  /// The words before the state.
  var words: AtomicWords { AtomicWords(Words(base)) }

  /// The allocator that the object came from.
  var allocator: Allocator { control.pointee.allocator }

  func retain() { control.pointee.references.wrappingAdd(1, ordering: .relaxed) }

  /// Gives a reference up, and says whether it was the last. Then nobody else can see the object.
  func release() -> Bool {
    guard control.pointee.references.wrappingSubtract(1, ordering: .releasing).newValue == 0 else {
      return false
    }
    // All that other threads did before they gave theirs up is seen from here on.
    _ = control.pointee.references.load(ordering: .acquiring)
    return true
  }

  /// Notes that hosts cannot use the object any more.
  func endHandles() { Handles.end(base) }

  /// Ends the object, of which nobody else has a reference: what `body` does with the state is the
  /// last that happens to it.
  func dismantle<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    state.deinitialize(count: 1)
    pthread_mutex_destroy(mutex)
    let (allocator, allocation) = (control.pointee.allocator, control.pointee.allocation)
    let count = control.pointee.allocated
    control.deinitialize(count: 1)
    allocator.free(allocation, count: count)
    return result
  }

  /// What `body` makes of the state, which no other thread touches meanwhile. `body` must not call
  /// the host, the allocator excepted.
  func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state.pointee)
  }

  /// The same, where it is `unlock` that gives up the lock: by the function of that name.
  @inline(__always)
  func withLock<Result: ~Copyable, Failure: Error>(
    unlockedBy unlock: () -> Void, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { unlock() }
    return try body(&state.pointee)
  }

  /// Gives up the lock, after a last look at the state.
  func unlock<Result>(_ body: (inout State) -> Result) -> Result {
    let result = body(&state.pointee)
    pthread_mutex_unlock(mutex)
    return result
  }

  private struct Control: ~Copyable {
    let references = Atomic<Int>(1)
    let allocator: Allocator
    let allocation: UnsafeMutablePointer<UInt64>
    let allocated: Int
  }

  private static var controlOffset: Int { State.sharedWords &* 8 }
  private static var mutexOffset: Int { controlOffset &+ 64 }
  private static var stateOffset: Int { mutexOffset &+ 64 }

  private var control: UnsafeMutablePointer<Control> {
    (base + Guarded.controlOffset).assumingMemoryBound(to: Control.self)
  }

  private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
    (base + Guarded.mutexOffset).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  private var state: UnsafeMutablePointer<State> {
    (base + Guarded.stateOffset).assumingMemoryBound(to: State.self)
  }
}

/// A field that keeps the struct which has it at its address: without one, a large struct is copied
/// for each call of a method that does not change it.
struct Immovable: ~Copyable {
  private let anchor = Atomic<UInt8>(0)

  init() {}
}

/// The thread that is running, as a number that no other running thread has.
var currentThread: UInt64 { UInt64(pthread_self()) }
