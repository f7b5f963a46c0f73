import Testing

@testable import DynColor

/// An observer that is told apart from others by its data.
private func observer(_ number: Int) -> HostObserver {
  HostObserver(
    callback: HostCallback(nil as UnsafeRawPointer?, UnsafeMutableRawPointer(bitPattern: number)))
}

private func publish(
  _ generation: UInt64, _ ids: [UInt32], in observation: inout Observation
) throws {
  try observation.prepare(count: ids.count)
  guard let change = observation.takePrepared(count: ids.count) else { throw OutOfMemory() }
  change.generation = generation
  for id in ids { change.append(ColorID(id)) }
  observation.publish(change)
}

/// Who is told what, or destroyed, until there is nothing left.
private func deliver(
  _ observation: inout Observation, during: (inout Observation, Int) -> Void = { _, _ in }
) -> [String] {
  var log: [String] = []
  guard observation.beginDelivery() else { return log }
  while true {
    switch observation.nextDelivery() {
    case .notify(let host, let change):
      let ids = UnsafePointer<UInt32>(bitPattern: UInt(change.ids))
      let listed = (0..<change.count).map { ids![$0] }
      log.append("\(host.callback.userData): \(change.generation) \(listed)")
      during(&observation, Int(host.callback.userData))
    case .destroy(let host): log.append("\(host.callback.userData) destroyed")
    case .end: return log
    }
    expect(observation.isConsistent)
  }
}

@Suite("Observation")
struct ObservationTests {
  @Test("tells each observer of what came after it, oldest first, in the order of observers")
  func delivers() throws {
    let heap = FaultyHeap()
    do {
      var observation = Observation(heap.allocator)
      expect(!observation.isObserved)
      expect(!observation.beginDelivery())
      _ = try observation.add(observer(1), since: 1)
      try publish(2, [7, 8, 9], in: &observation)
      _ = try observation.add(observer(2), since: 2)
      try publish(3, [], in: &observation)
      expect(observation.isDue)
      expect(deliver(&observation) == ["1: 2 [7, 8, 9]", "1: 3 []", "2: 3 []"])
      expect(deliver(&observation).isEmpty)
      // What nobody was told of is freed with it.
      try publish(4, [1], in: &observation)
      try observation.prepare(count: 100)
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("lets one thread deliver at a time")
  func deliversOnce() throws {
    var observation = Observation(.standard)
    _ = try observation.add(observer(1), since: 0)
    try publish(1, [1], in: &observation)
    let log = deliver(&observation) { observation, _ in
      expect(!observation.beginDelivery())
    }
    expect(log == ["1: 1 [1]"])
  }

  @Test("queues what is published in a call behind what is there")
  func queues() throws {
    var observation = Observation(.standard)
    _ = try observation.add(observer(1), since: 0)
    _ = try observation.add(observer(2), since: 0)
    try publish(1, [1], in: &observation)
    var generation: UInt64 = 1
    let log = deliver(&observation) { observation, number in
      guard number == 1, generation < 3 else { return }
      generation += 1
      try? publish(generation, [UInt32(generation)], in: &observation)
    }
    expect(log == ["1: 1 [1]", "2: 1 [1]", "1: 2 [2]", "2: 2 [2]", "1: 3 [3]", "2: 3 [3]"])
  }

  @Test("destroys an observer that is ended in its own call after that call")
  func endsInCall() throws {
    var observation = Observation(.standard)
    let first = try observation.add(observer(1), since: 0)
    let second = try observation.add(observer(2), since: 0)
    try publish(1, [5], in: &observation)
    let log = deliver(&observation) { observation, number in
      if number == 1 {
        guard case .afterCall = observation.end(first) else { return expect(Bool(false)) }
        guard case .unknown = observation.end(first) else { return expect(Bool(false)) }
      } else {
        guard case .afterCall = observation.end(second) else { return expect(Bool(false)) }
      }
    }
    expect(log == ["1: 1 [5]", "1 destroyed", "2: 1 [5]", "2 destroyed"])
    expect(!observation.isObserved)
  }

  @Test("ends others at once, in whatever order", arguments: 0..<20)
  func endsOthers(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var observation = Observation(.standard)
    var numbers: [UInt64] = []
    var generation: UInt64 = 0
    for step in 1...200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: numbers.append(try observation.add(observer(step), since: generation))
      case 1:
        guard let place = numbers.indices.randomElement(using: &random) else { continue }
        guard case .removed = observation.end(numbers.remove(at: place)) else {
          Issue.record("an observer was not removed")
          continue
        }
      case 2:
        generation += 1
        try publish(generation, (0..<UInt32(step % 9)).map { $0 }, in: &observation)
      default: _ = deliver(&observation)
      }
      expect(observation.isConsistent)
      expect(observation.isObserved == !numbers.isEmpty)
    }
  }
}
