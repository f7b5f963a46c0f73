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
  guard let change = observation.takePrepared() else { throw OutOfMemory() }
  change.version.generation = generation
  for id in ids { change.append(ColorID(id)) }
  // Every other one is complete only when it is to be delivered.
  change.hasAllIDs = generation % 2 == 0
  observation.publish(change)
}

/// Who is told what, or destroyed, until there is nothing left.
private func deliver(
  _ observation: inout Observation, during: (inout Observation, Int) -> Void = { _, _ in }
) -> [String] {
  var log: [String] = []
  guard observation.beginDelivery() else { return log }
  while true {
    switch observation.nextTask() {
    case .findAffectedColors(let change): change.hasAllIDs = true
    case .notify(let host, let change):
      let ids = UnsafePointer<UInt32>(bitPattern: UInt(change.idsAddress))
      let listed = (0..<change.count).map { ids![$0] }
      log.append("\(host.callback.userDataAddress): \(change.generation) \(listed)")
      during(&observation, Int(host.callback.userDataAddress))
    case .destroy(let host): log.append("\(host.callback.userDataAddress) destroyed")
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
      expect(observation.isDeliveryDue)
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
        guard case .afterCall = observation.remove(first) else { return expect(Bool(false)) }
        guard case .unknown = observation.remove(first) else { return expect(Bool(false)) }
      } else {
        guard case .afterCall = observation.remove(second) else { return expect(Bool(false)) }
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
        guard case .removed = observation.remove(numbers.remove(at: place)) else {
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

  /// Who is still to be told of what, in the order in which that will be.
  private struct Model {
    var observers: [UInt64] = []
    var pending: [(generation: UInt64, observer: UInt64)] = []
    var generation: UInt64 = 0
    /// The one that is being told, and whether it was ended meanwhile.
    var called: UInt64?
    var isEnded = false
  }

  /// Changes both at random.
  private func change(
    _ observation: inout Observation, _ model: inout Model, _ random: inout SplitMix
  ) throws(OutOfMemory) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      // What an observer is told tells it apart.
      let expected = (model.observers.last ?? 0) &+ 1
      let host = observer(8)
      let number = try observation.add(host, since: model.generation)
      expect(number >= expected)
      model.observers.append(number)
    case 1:
      guard let place = model.observers.indices.randomElement(using: &random) else { return }
      let number = model.observers.remove(at: place)
      model.pending.removeAll { $0.observer == number }
      switch observation.remove(number) {
      case .removed: expect(number != model.called)
      case .afterCall:
        expect(number == model.called)
        model.isEnded = true
      case .unknown: expect(Bool(false))
      }
      guard case .unknown = observation.remove(number) else { return expect(Bool(false)) }
    default:
      let count = Int.random(in: 0...2000, using: &random)
      try observation.prepare(count: count)
      let used = Int.random(in: 0...count, using: &random)
      guard let change = observation.takePrepared() else {
        return expect(Bool(false))
      }
      model.generation += 1
      change.version.generation = model.generation
      for id in 0..<used { change.append(ColorID(UInt32(id))) }
      observation.publish(change)
      model.pending += model.observers.map { (model.generation, $0) }
    }
  }

  /// Delivers one step of both, and says whether it was the last.
  private func step(_ observation: inout Observation, _ model: inout Model) -> Bool {
    defer { model.isEnded = false }
    switch observation.nextTask() {
    case .findAffectedColors(let change):
      change.hasAllIDs = true
      model.called = nil
    case .destroy:
      expect(model.isEnded)
      model.called = nil
    case .notify(_, let change):
      guard !model.isEnded, !model.pending.isEmpty else {
        expect(Bool(false))
        return true
      }
      let next = model.pending.removeFirst()
      expect(change.generation == next.generation)
      let ids = UnsafePointer<UInt32>(bitPattern: UInt(change.idsAddress))
      for index in 0..<change.count { expect(ids![index] == UInt32(index)) }
      model.called = next.observer
    case .end:
      expect(!model.isEnded && model.pending.isEmpty)
      model.called = nil
      return true
    }
    return false
  }

  @Test("is the same as a list of who is still to be told of what", arguments: 0..<12)
  func behavesLikeAList(seed: UInt64) throws {
    let heap = FaultyHeap()
    do {
      var random = SplitMix(seed: seed)
      var observation = Observation(heap.allocator)
      var model = Model()
      var isDelivering = false
      for _ in 0..<1_500 {
        if isDelivering, Bool.random(using: &random) {
          isDelivering = !step(&observation, &model)
        } else if Int.random(in: 0..<10, using: &random) == 0 {
          let begins = observation.beginDelivery()
          // One begins, too, where nobody is left who would be told.
          expect(begins || isDelivering || model.pending.isEmpty)
          isDelivering = isDelivering || begins
        } else {
          try change(&observation, &model, &random)
        }
        expect(observation.isConsistent)
        expect(observation.isObserved == (!model.observers.isEmpty || model.isEnded))
      }
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test("is as it was when memory runs out")
  func survivesFaults() {
    let faults = forEachFault { heap in
      var random = SplitMix(seed: 11)
      var observation = Observation(heap.allocator)
      var model = Model()
      var ranOut = false
      for _ in 0..<40 where !ranOut {
        do throws(OutOfMemory) { try change(&observation, &model, &random) } catch {
          ranOut = true
        }
        expect(observation.isConsistent)
      }
      if observation.beginDelivery() { while !step(&observation, &model) {} }
      expect(model.pending.isEmpty)
      return ranOut
    } _: { heap, ranOut in
      // To give back what is not needed may fail, and does not matter.
      expect(!ranOut || heap.refused > 0)
      expect(heap.live.isEmpty)
      expect(heap.lies.isEmpty)
    }
    expect(faults > 20)
  }
}
