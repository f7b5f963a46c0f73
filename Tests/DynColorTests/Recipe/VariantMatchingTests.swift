import Testing

@testable import DynColor

@Suite("A search among variants")
struct VariantMatchingTests {
  /// What an environment says on the axes that asset catalogs do not have, in the order in which
  /// they rank: vision, state, palette, and the custom axes.
  private func extra(_ environment: Environment, defaultPalette: UInt64) -> [UInt64] {
    func filled(_ axis: Axis, _ value: UInt64) -> UInt64 {
      environment[axis] == 0 ? value : environment[axis]
    }
    return [filled(.vision, 1), filled(.state, 1), filled(.palette, defaultPalette)]
      + (0..<8).map { environment[.custom($0)] }
  }

  /// How well a variant fits, axis by axis as they rank; `nil` if it does not apply.
  private func fit(
    _ conditions: Variant.Conditions, _ axes: MatchedValues, _ extra: [UInt64]
  ) -> [UInt64]? {
    let named =
      [conditions.vision, conditions.state, conditions.palette]
      + (0..<8).map { conditions.custom($0) }
    for (wanted, value) in zip(named, extra) where wanted != 0 && wanted != value { return nil }
    func fits(_ wanted: UInt64, _ value: UInt64) -> Bool { wanted == 0 || wanted == value }
    guard fits(conditions.idiom, axes.idiom), fits(conditions.scheme, axes.scheme),
      fits(conditions.elevation, axes.elevation), fits(conditions.subtype, axes.subtype),
      fits(conditions.locale, axes.locale)
    else { return nil }
    let gamut: UInt64 = conditions.gamut == axes.gamut ? 2 : conditions.gamut == 0 ? 1 : 0
    func one(_ value: UInt64) -> UInt64 { value == 0 ? 0 : 1 }
    return named.map(one) + [
      one(conditions.idiom), gamut, one(conditions.scheme), 0, one(conditions.elevation),
      one(conditions.subtype), one(conditions.locale),
    ]
  }

  /// The search, as it is described: slow and obvious.
  private func expected(
    _ all: [Variant.Conditions], _ axes: MatchedValues, _ extra: [UInt64]
  ) -> (best: Int, beyond: Int, amount: Double) {
    func contrast(_ index: Int) -> Int {
      all[index].contrast == 0 ? 101 : Int(all[index].contrast)
    }
    let asked = Int(axes.contrast)
    let towards = min(asked, 101)...max(asked, 101)
    var best = -1
    var bestFit: [UInt64] = []
    for index in all.indices where towards.contains(contrast(index)) {
      guard var fit = fit(all[index], axes, extra) else { continue }
      fit[14] = all[index].contrast == 0 ? 0 : UInt64(abs(contrast(index) - 101) + 1)
      if best < 0 || bestFit.lexicographicallyPrecedes(fit) { (best, bestFit) = (index, fit) }
    }
    guard best >= 0, contrast(best) != asked else { return (best, -1, 0) }
    var beyond = -1
    var beyondFit: [UInt64] = []
    for index in all.indices {
      let isBeyond = asked < 101 ? contrast(index) < asked : contrast(index) > asked
      guard isBeyond, var fit = fit(all[index], axes, extra),
        !fit.prefix(14).lexicographicallyPrecedes(bestFit.prefix(14))
      else { continue }
      fit.remove(at: 14)
      fit.insert(UInt64(255 - abs(contrast(index) - 101)), at: 0)
      if beyond < 0 || beyondFit.lexicographicallyPrecedes(fit) {
        (beyond, beyondFit) = (index, fit)
      }
    }
    guard beyond >= 0 else { return (best, -1, 0) }
    let range = contrast(beyond) - contrast(best)
    return (best, beyond, range == 0 ? 0 : Double(asked - contrast(best)) / Double(range))
  }

  @Test("finds what an obvious search finds", arguments: 0..<20)
  func agrees(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func value(_ greatest: UInt64) -> UInt64 { .random(in: 0...greatest, using: &random) }
    let contrasts: [UInt8] = [0, 0, 1, 40, 101, 101, 150, 201]
    for _ in 0..<2000 {
      let all = (0..<Int(value(6))).map { _ in
        var conditions = Variant.Conditions(
          scheme: UInt8(value(2)), contrast: contrasts[Int(value(7))], elevation: UInt8(value(2)),
          gamut: UInt8(value(3)), idiom: value(3) == 0 ? 1 : 0
        ).adding(value(4) / 4, forAxis: 5).adding(value(4) / 4, forAxis: 6)
        guard value(1) == 0 else { return conditions }
        for index in 7..<18 where value(4) == 0 {
          conditions = conditions.adding(value(1) + 1, forAxis: index)
        }
        return conditions
      }
      var environment = Environment()
      environment[.scheme] = value(1) + 1
      environment[.contrast] = [1, 20, 101, 130, 201, value(200) + 1][Int(value(5))]
      environment[.elevation] = value(1) + 1
      environment[.gamut] = value(2) + 1
      environment[.idiom] = value(2)
      environment[.subtype] = value(1)
      environment[.locale] = value(1)
      environment[.vision] = value(2)
      environment[.state] = value(2)
      environment[.palette] = value(2)
      for axis in 0..<8 { environment[.custom(axis)] = value(2) }
      let palette = value(2)
      let axes = MatchedValues(environment, defaultScheme: 1, defaultPalette: palette)
      var search = VariantSearch(axes)
      for index in all.indices { search.consider(all[index], at: index) }
      if search.needsSecondPass {
        for index in all.indices { search.considerAsSecond(all[index], at: index) }
      }
      let expected = expected(all, axes, extra(environment, defaultPalette: palette))
      #expect(search.bestIndex == expected.best)
      #expect(search.secondIndex == expected.beyond)
      #expect(search.secondWeight == expected.amount)
    }
  }
}

@Suite("A change of an environment")
struct AdjustmentTests {
  @Test(
    "is made as its policy has it",
    arguments: [
      (.scheme, 1, 2, 0, 2, "preferred where nothing is said"),
      (.scheme, 1, 2, 1, 1, "not where something is"),
      (.scheme, 2, 2, 1, 2, "forced"), (.scheme, 2, 0, 1, 0, "forced to be unspecified"),
      (.scheme, 3, 0, 1, 2, "light is dark"), (.scheme, 3, 0, 2, 1, "dark is light"),
      (.scheme, 3, 0, 0, 2, "the default is light"), (.contrast, 3, 0, 1, 201, "less is more"),
      (.contrast, 3, 0, 0, 101, "standard is standard"), (.contrast, 3, 0, 121, 81, "between"),
      (.elevation, 3, 0, 0, 2, "base is elevated"), (.forcedColors, 3, 0, 2, 1, "forced is none"),
    ] as [(Axis, UInt32, UInt64, UInt64, UInt64, String)])
  func applies(
    axis: Axis, policy: UInt32, value: UInt64, before: UInt64, after: UInt64, why: String
  ) throws {
    let adjustment = try Adjustment(axis: UInt32(axis.index), policy: policy, value: value)
    var environment = Environment()
    environment[.locale] = 7
    environment[axis] = before
    let mayBeUnspecified = axis == .scheme || axis == .contrast
    #expect(
      adjustment.needsDefault(environment) == (mayBeUnspecified && policy == 3 && before == 0))
    adjustment.apply(to: &environment, defaultScheme: 1, defaultContrast: 101)
    var expected = Environment()
    expected[.locale] = 7
    expected[axis] = after
    #expect(environment == expected, "\(why)")
  }

  @Test(
    "is refused if numbers stand for none",
    arguments: [
      (22, 1, 1, .axis), (0x100, 1, 1, .axis), (0, 0, 1, .policy), (0, 4, 1, .policy),
      (0, 1, 0, .value), (0, 1, 3, .value), (0, 2, 3, .value), (3, 3, 0, .noOpposite),
      (0, 3, 1, .value),
    ] as [(UInt32, UInt32, UInt64, Adjustment.Problem)])
  func isRefused(axis: UInt32, policy: UInt32, value: UInt64, problem: Adjustment.Problem) {
    #expect(throws: problem) { try Adjustment(axis: axis, policy: policy, value: value) }
  }
}
