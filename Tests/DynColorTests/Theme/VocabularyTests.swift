import Testing

@testable import DynColor

private let kinds: [Vocabulary.Kind] =
  [.palette, .axis, .locale, .subtype] + (0..<8).map { .value(axisIndex: $0) }

private func declare(
  _ name: String, _ kind: Vocabulary.Kind, in vocabulary: inout Vocabulary
) throws(ThemeError) -> Int {
  let bytes = Array(name.utf8)
  return try vocabulary.declare(bytes.span, kind)
}

private func number(
  of name: String, _ kind: Vocabulary.Kind, in vocabulary: borrowing Vocabulary
) -> Int {
  let bytes = Array(name.utf8)
  return vocabulary.number(bytes.span, kind)
}

@Suite("A vocabulary")
struct VocabularyTests {
  @Test("numbers names of each kind from 1 on, and finds both ways", arguments: 0..<8)
  func numbers(seed: UInt64) throws {
    let heap = FaultyHeap()
    var random = SplitMix(seed: seed)
    do {
      var vocabulary = try Vocabulary(heap.allocator, seed: seed)
      var model: [[String]] = kinds.map { _ in [] }
      for step in 0..<600 {
        let place = Int.random(in: 0..<kinds.count, using: &random)
        if case .value(let axis) = kinds[place], axis >= model[1].count { continue }
        let name = "name \(Int.random(in: 0..<80, using: &random))"
        let known = model[place].firstIndex(of: name)
        expect(number(of: name, kinds[place], in: vocabulary) == (known.map { $0 + 1 } ?? 0))
        if kinds[place] == .axis, known == nil, model[place].count == 8 {
          expect((try? declare(name, kinds[place], in: &vocabulary)) == nil)
        } else {
          if known == nil { model[place].append(name) }
          let expected = known ?? model[place].count - 1
          expect(try declare(name, kinds[place], in: &vocabulary) == expected + 1)
        }
        if step % 50 == 0 { expect(vocabulary.isConsistent) }
      }
      for (kind, names) in zip(kinds, model) {
        expect(vocabulary.count(kind) == names.count)
        for (place, name) in names.enumerated() {
          expect(String((vocabulary.name(place + 1, kind) ?? .empty).bytes) == name)
        }
        expect(vocabulary.name(names.count + 1, kind) == nil)
        expect(vocabulary.name(0, kind) == nil)
      }
      expect(vocabulary.isConsistent)
    }
    expect(heap.live.isEmpty)
    expect(heap.lies.isEmpty)
  }

  @Test(
    "has as many numbers as environments have room for",
    arguments: [(3, 0xFF), (5, 0xFF), (1, 8)])
  func hasLimits(place: Int, limit: Int) throws {
    var vocabulary = try Vocabulary(.standard, seed: 1)
    for count in 1...limit {
      expect(try declare("\(count)", kinds[place], in: &vocabulary) == count)
    }
    expect((try? declare("one more", kinds[place], in: &vocabulary)) == nil)
    expect(vocabulary.count(kinds[place]) == limit)
    expect(try declare("1", kinds[place], in: &vocabulary) == 1)
  }

  @Test("is as it was when memory runs out")
  func survivesFaults() throws {
    let faults = forEachFault { heap in
      do throws(ThemeError) {
        guard var vocabulary = try? Vocabulary(heap.allocator, seed: 7) else { return true }
        for index in 0..<60 {
          for kind in kinds where kind != .axis || index < 8 {
            if case .value(let axis) = kind, axis >= vocabulary.count(.axis) { continue }
            let before = vocabulary.count(kind)
            do throws(ThemeError) {
              _ = try declare("name \(index)", kind, in: &vocabulary)
            } catch {
              expect(vocabulary.count(kind) == before)
              expect(vocabulary.isConsistent)
              throw error
            }
          }
        }
        return false
      } catch {
        return true
      }
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 20)
  }

  @Test("takes another one in, whose conditions then ask for the same names", arguments: 0..<6)
  func merges(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var target = try Vocabulary(.standard, seed: 1)
    var other = try Vocabulary(.standard, seed: 2)
    for _ in 0..<40 {
      let kind = kinds[Int.random(in: 0..<5, using: &random)]
      if kind == .axis, target.count(.axis) == 5 { continue }
      _ = try declare("\(Int.random(in: 0..<30, using: &random))", kind, in: &target)
    }
    for _ in 0..<30 {
      let kind = kinds[Int.random(in: 0..<4, using: &random)]
      if kind == .axis, other.count(.axis) == 3 { continue }
      _ = try declare("\(Int.random(in: 0..<30, using: &random))", kind, in: &other)
    }
    for axis in 0..<other.count(.axis) {
      for value in 0..<5 { _ = try declare("v\(value)", .value(axisIndex: axis), in: &other) }
    }
    var merge = VocabularyMerge(.standard)
    let before = target.count
    try target.prepareMerge(other, &merge)
    expect(target.count == before)
    other.forEachName { name, kind in
      let moved = merge.targetKind(of: kind)
      if !target.contains(name.bytes, moved) { target.enter(name.bytes, moved) }
    }
    expect(target.count == before + merge.newCount)
    expect(target.isConsistent)
    for subtype in 0...other.count(.subtype) {
      for locale in 0...other.count(.locale) {
        let conditions = Variant.Conditions.dark.adding(UInt64(subtype), forAxis: 5)
          .adding(UInt64(locale), forAxis: 6)
        let moved = merge.renumbered(conditions)
        expect(moved.scheme == 2)
        expect(
          name(Int(moved.subtype), .subtype, in: target) == name(subtype, .subtype, in: other))
        expect(name(Int(moved.locale), .locale, in: target) == name(locale, .locale, in: other))
      }
    }
    for axis in 1...max(other.count(.axis), 1) where other.count(.axis) > 0 {
      let moved = merge.targetKind(of: .value(axisIndex: axis - 1))
      guard case .value(let there) = moved else { continue }
      expect(name(there + 1, .axis, in: target) == name(axis, .axis, in: other))
      expect(target.count(moved) >= 5)
      // Values that have no name keep their numbers.
      for value in 1...other.count(.value(axisIndex: axis - 1)) + 1 {
        for palette in 0...other.count(.palette) {
          let conditions = Variant.Conditions.dark.adding(UInt64(palette), forAxis: 9)
            .adding(UInt64(value), forAxis: Variant.Conditions.index(ofCustomAxis: axis - 1))
          let renumbered = merge.renumbered(conditions)
          expect(renumbered.scheme == 2)
          expect(
            name(Int(renumbered.palette), .palette, in: target)
              == name(palette, .palette, in: other))
          let number = Int(renumbered.custom(there))
          if value <= other.count(.value(axisIndex: axis - 1)) {
            expect(
              name(number, moved, in: target) == name(value, .value(axisIndex: axis - 1), in: other)
            )
          } else {
            expect(number == value)
          }
        }
      }
    }
  }

  @Test("is as it was, and so is the other one, when memory for taking it in runs out")
  func survivesFaultsInMerges() throws {
    var other = try Vocabulary(.standard, seed: 2)
    for kind in kinds.prefix(4) {
      for index in 0..<8 { _ = try declare("name \(index)", kind, in: &other) }
    }
    let hash = other.hashWithoutPalettes
    let faults = forEachFault { heap in
      guard var target = try? Vocabulary(heap.allocator, seed: 1) else { return true }
      var merge = VocabularyMerge(heap.allocator)
      do throws(ThemeError) { try target.prepareMerge(other, &merge) } catch {
        expect(target.count == 0 && target.isConsistent)
        return true
      }
      // What has been prepared takes no memory any more.
      let refused = heap.refused
      heap.fault = .from(heap.allocations + 1)
      other.forEachName { name, kind in target.enter(name.bytes, merge.targetKind(of: kind)) }
      expect(heap.refused == refused)
      expect(target.count == other.count && target.isConsistent)
      return false
    } _: { heap, ranOut in
      expect(ranOut == (heap.refused > 0))
      expect(heap.live.isEmpty)
    }
    expect(faults > 10)
    expect(other.count == 32 && other.hashWithoutPalettes == hash && other.isConsistent)
  }

  private func name(
    _ number: Int, _ kind: Vocabulary.Kind, in vocabulary: borrowing Vocabulary
  ) -> String? {
    vocabulary.name(number, kind).map { String($0.bytes) }
  }
}
