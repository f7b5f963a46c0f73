import Testing

@testable import DynColor

@Suite("A guard against cycles")
struct CycleGuardTests {
  private func style(_ number: Int) -> LeveledColor {
    LeveledColor(ColorID(index: number, checkBits: 0))
  }

  @Test("finds every cycle, whatever its length and the way to it")
  func findsCycles() {
    for before in [0, 1, 2, 14, 15, 16, 17, 31, 32, 33, 100] {
      for length in [1, 2, 3, 15, 16, 17, 31, 32, 33, 64, 100, 1_000] {
        var guardian = CycleGuard()
        var steps = 0
        while steps < 10 * (before + length) {
          let number = steps < before ? steps : before + (steps - before) % length
          if guardian.visitDetectingCycle(style(number + 1)) { break }
          steps += 1
        }
        // At once, if it is short; else when it has been gone through a few times.
        let shortest = before + length
        expect(steps >= shortest)
        expect(steps <= (shortest < 16 ? shortest : 4 * shortest + 32))
      }
    }
  }

  @Test("finds none where there is none")
  func findsNoOthers() {
    var random = SplitMix(seed: 8)
    var guardian = CycleGuard()
    for _ in 0..<100 {
      guardian.restart()
      for (step, number) in (1...Int.random(in: 1...300, using: &random)).shuffled(using: &random)
        .enumerated()
      {
        expect(guardian.visitCount == step)
        expect(guardian.hasFollowedReference == (step > 1))
        expect(guardian.hasFollowedManyReferences == (step > 4))
        expect(guardian.exceedsTrail == (step > 16))
        expect(!guardian.visitDetectingCycle(style(number)))
      }
    }
  }

  @Test("knows the last sixteen visits, and the visit before the last")
  func knowsItsTrail() {
    var guardian = CycleGuard()
    for step in 1...100 {
      _ = guardian.visitDetectingCycle(style(step))
      expect(guardian.previous == (step > 1 ? style(step - 1) : LeveledColor(.none)))
      let first = max(step - 15, 1)
      for place in 0...16 {
        let expected = first + place <= step ? first + place : nil
        expect(guardian.visitedColor(at: place)?.index == expected)
      }
      expect(guardian.visitedColor(at: -1) == nil)
    }
  }
}
