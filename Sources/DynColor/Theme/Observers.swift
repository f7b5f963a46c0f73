// Telling the host what has changed.

/// An observer, from the time on at which it began to observe.
struct Observation: BitwiseCopyable {
  /// Counts up from 1.
  let number: UInt64
  let observer: HostObserver
  /// The generation from which on it is told.
  let since: UInt64
  /// Whether it was ended while it was being called: it will be destroyed when the call is over.
  var isOver = false
}

/// A change that has been published, and of which not all observers have been told: a run of words.
/// The address of the next; the generation; the number of ids, and of all words; and the ids, two a
/// word.
private struct News: BitwiseCopyable {
  static var header: Int { 4 }

  let words: AtomicWords

  init?(address: UInt64) {
    guard address != 0 else { return nil }
    words = AtomicWords(address: address)
  }

  /// News with room for `count` ids.
  init(_ allocator: Allocator, count: Int) throws(OutOfMemory) {
    let size = News.header &+ (count &+ 1) / 2
    words = try AtomicWords.allocate(allocator, count: size)
    words.relax(3, UInt64(truncatingIfNeeded: size))
  }

  var next: News? {
    get { News(address: words.relaxed(0)) }
    nonmutating set { words.relax(0, newValue?.words.address ?? 0) }
  }

  var generation: UInt64 { words.relaxed(1) }

  var change: HostChange {
    HostChange(
      generation: generation, ids: words.advanced(by: News.header).address,
      count: Int(truncatingIfNeeded: words.relaxed(2)))
  }

  private var size: Int { Int(truncatingIfNeeded: words.relaxed(3)) }

  /// Says what they tell.
  func set(_ generation: UInt64, count: Int) {
    words.relax(1, generation)
    words.relax(2, UInt64(truncatingIfNeeded: min(count, (size &- News.header) &* 2)))
  }

  func set(_ place: Int, _ id: ColorID) {
    let word = News.header &+ place / 2
    guard word < size else { return }
    let half = UInt64(truncatingIfNeeded: place & 1) &* 32
    words.relax(word, words.relaxed(word) | UInt64(id.rawValue) &<< half)
  }

  /// The same, without most of the room that `count` ids do not need.
  func shrunk(_ allocator: Allocator, count: Int) -> News {
    let needed = News.header &+ (count &+ 1) / 2
    guard size &- needed > 512,
      let words = try? words.shrink(allocator, from: size, to: needed),
      let news = News(address: words.address)
    else { return self }
    words.relax(3, UInt64(truncatingIfNeeded: needed))
    return news
  }

  func free(_ allocator: Allocator) { words.free(allocator, count: size) }
}

/// What observers have still to be told, the oldest first.
struct NewsQueue: BitwiseCopyable {
  // Addresses of news, 0 for none: the oldest and the newest that were published, and what is being
  // prepared.
  private var first: UInt64 = 0
  private var last: UInt64 = 0
  private var draft: UInt64 = 0
  /// The last observation that was told of the oldest.
  private var told: UInt64 = 0
  /// The observation that is being called; 0 for none.
  fileprivate(set) var called: UInt64 = 0
  /// Whether a thread is telling them.
  fileprivate var isBeingTold = false
  /// Whether this thread is to see that they are told, once it has given up the lock.
  var isDue = false

  var isEmpty: Bool { first == 0 }

  fileprivate mutating func prepare(_ allocator: Allocator, count: Int) throws(OutOfMemory) {
    dropDraft(allocator)
    draft = try News(allocator, count: count).words.address
  }

  mutating func dropDraft(_ allocator: Allocator) {
    News(address: draft)?.free(allocator)
    draft = 0
  }

  /// Takes what was prepared.
  fileprivate mutating func takeDraft() -> News? {
    let news = News(address: draft)
    draft = 0
    return news
  }

  fileprivate mutating func append(_ news: News) {
    news.next = nil
    if let last = News(address: last) { last.next = news } else { first = news.words.address }
    last = news.words.address
    isDue = true
  }

  /// The next that an observation is to be told of, which is noted as being called. News that all
  /// have been told of are freed.
  fileprivate mutating func next(
    _ observations: borrowing Buffer<Observation>, _ allocator: Allocator
  ) -> (HostObserver, HostChange)? {
    while let news = News(address: first) {
      for place in upTo(observations.count) {
        guard let observation = observations.element(at: place), observation.number > told,
          observation.since < news.generation
        else { continue }
        told = observation.number
        called = observation.number
        return (observation.observer, news.change)
      }
      first = news.next?.words.address ?? 0
      if first == 0 { last = 0 }
      told = 0
      news.free(allocator)
    }
    return nil
  }

  fileprivate mutating func endCall() { called = 0 }

}

extension ThemeState {
  var isObserved: Bool { observations.count > 0 }

  // MARK: - Publishing

  /// Gets the memory that it takes to tell of a change of `count` colors, and of what refers to
  /// them.
  mutating func prepareNews(
    of count: Int, rows: Int, changesReferences: Bool
  ) throws(OutOfMemory) {
    if changesReferences {
      // As many more as colors mostly have. If some have more, memory is asked for again.
      try references.reserve(references.count &+ drafts.count &* 4 &+ 16, rows: rows)
    }
    var prepared = Reach(allocator)
    try prepare(&prepared, rows: rows, changed: count)
    try news.prepare(allocator, count: min(count &+ dependents.count, rows))
    reach = prepared
  }

  /// Tells of the change that has just been published, of one color if there is an index.
  mutating func publishNews(of index: Int?) {
    guard let prepared = news.takeDraft() else { return }
    var marked = Reach(allocator)
    swap(&marked, &reach)
    mark(since: generation &- 1, only: index, in: &marked)
    let published = prepared.shrunk(allocator, count: marked.count)
    published.set(generation, count: marked.count)
    forEachRow(in: marked) { place, id in published.set(place, id) }
    news.append(published)
  }

  // MARK: - Telling

  /// Whether this thread is to tell the news, which are due. If it is in the call of a provider, it
  /// is to do so when that is over.
  mutating func takeDueNews() -> Bool {
    news.isDue = false
    let thread = currentThread
    var isNested = false
    for index in upTo(frames.count) where frames.element(at: index)?.thread == thread {
      isNested = true
      changeFrame(index) { $0.hasNews = true }
    }
    return !isNested
  }

  /// Begins to tell the news, unless there are none or somebody does already.
  mutating func beginTelling() -> Bool {
    guard !news.isBeingTold, !news.isEmpty else { return false }
    news.isBeingTold = true
    return true
  }

  /// What is to be done next by the thread that tells the news.
  enum Telling {
    case tell(HostObserver, HostChange)
    case destroy(HostObserver)
    case end
  }

  mutating func nextTelling() -> Telling {
    let called = news.called
    news.endCall()
    if called != 0, let observation = observation(called)?.0, observation.isOver,
      let observer = removeObservation(called)
    {
      return .destroy(observer)
    }
    if let (observer, change) = news.next(observations, allocator) {
      return .tell(observer, change)
    }
    news.isBeingTold = false
    return .end
  }

  // MARK: - Observations

  /// Lets an observer be told of all changes from now on. The result is the number of the
  /// observation.
  mutating func observe(_ observer: HostObserver) throws(ThemeError) -> UInt64 {
    let number = nextObservation
    try orOutOfMemory { () throws(OutOfMemory) in
      try prepareReferences()
      try observations.append(
        Observation(number: number, observer: observer, since: generation))
    }
    nextObservation &+= 1
    return number
  }

  /// Ends an observation. The observer is the result, if it can be destroyed at once; `isKnown`
  /// says whether there is such an observation.
  mutating func unobserve(_ number: UInt64, isKnown: inout Bool) -> HostObserver? {
    guard let (observation, place) = observation(number), !observation.isOver else {
      isKnown = false
      return nil
    }
    isKnown = true
    guard news.called == number else { return removeObservation(number) }
    var ended = observation
    ended.isOver = true
    observations.replace(at: place, with: ended)
    return nil
  }

  private func observation(_ number: UInt64) -> (Observation, place: Int)? {
    for place in upTo(observations.count) {
      if let observation = observations.element(at: place), observation.number == number {
        return (observation, place)
      }
    }
    return nil
  }

  /// Takes an observation out; those after it move up.
  private mutating func removeObservation(_ number: UInt64) -> HostObserver? {
    guard let (observation, place) = observation(number) else { return nil }
    for later in upTo(observations.count, from: place &+ 1) {
      guard let moved = observations.element(at: later) else { continue }
      observations.replace(at: later &- 1, with: moved)
    }
    observations.truncate(to: observations.count &- 1)
    return observation.observer
  }

  mutating func removeLastObservation() -> HostObserver? { observations.removeLast()?.observer }
}

extension Theme {
  /// Ends an observation, and says whether there was such a one. The observer is destroyed, now or
  /// as soon as it returns.
  func unobserve(_ number: UInt64) -> Bool {
    var isKnown = false
    let observer = locked { state in state.unobserve(number, isKnown: &isKnown) }
    observer?.destroy()
    return isKnown
  }

  /// Tells observers all that has been published, in its order, unless somebody does so already.
  @inline(never)
  func tellNews() {
    guard guarded.withLock({ state in state.beginTelling() }) else { return }
    // An observer may release the theme.
    retain()
    defer { release() }
    while true {
      switch guarded.withLock({ state in state.nextTelling() }) {
      case .tell(let observer, let change): observer.tell(guarded, change)
      case .destroy(let observer): observer.destroy()
      case .end: return
      }
    }
  }

  /// Destroys all observers of a theme that nobody has any more.
  func destroyObservers() {
    while let observer = guarded.withLock({ state in state.removeLastObservation() }) {
      observer.destroy()
    }
  }
}
