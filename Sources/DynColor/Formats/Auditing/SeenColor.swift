// Auditing: how different colors look with each kind of vision.

/// A color as people with each kind of vision see it, in Oklab.
struct SeenColor: BitwiseCopyable {
  /// Below this difference with a deficiency, colors look alike: the just noticeable difference in
  /// Oklab that CSS Color 4 uses for gamut mapping.
  static var leastDifference: Double { 0.02 }
  /// From this difference on, which is twice `leastDifference`, colors are meant to be told apart
  /// with typical vision.
  static var clearDifference: Double { 0.04 }

  private let typical: SIMD3<Double>
  private let protan: SIMD3<Double>
  private let deutan: SIMD3<Double>
  private let tritan: SIMD3<Double>
  private let achromat: SIMD3<Double>

  /// Alpha is ignored.
  @inline(never)
  init(_ color: Color) {
    func seen(_ vision: ColorVision) -> SIMD3<Double> {
      vision.simulated(color, severity: 1).components(in: .oklab)
    }
    typical = color.components(in: .oklab)
    protan = seen(.protan)
    deutan = seen(.deutan)
    tritan = seen(.tritan)
    achromat = seen(.achromat)
  }

  func typicalDifference(from other: SeenColor) -> Double {
    Oklab.difference(typical, other.typical)
  }

  /// The differences with the four deficiencies, in the order of `ColorVision`.
  func differences(from other: SeenColor) -> SIMD4<Double> {
    SIMD4(
      Oklab.difference(protan, other.protan), Oklab.difference(deutan, other.deutan),
      Oklab.difference(tritan, other.tritan), Oklab.difference(achromat, other.achromat))
  }
}

/// A change of lightness after which a color of a set can be told apart from another.
struct LightnessSuggestion: BitwiseCopyable {
  let color: Color
  /// By how many steps the lightness changes.
  let stepCount: Int

  /// The change of lightness in OKLCH in one step.
  private static var step: Double { 0.005 }
  /// 200 steps of 0.005 are the whole range of lightness, from 0 to 1.
  private static var greatestStepCount: Int { 200 }

  /// Finds the least change of lightness in OKLCH, in steps of 0.005, after which `color` can be
  /// told apart from `partner` with every vision. The difference from any other color of the set
  /// must not decrease, or must still be enough. A color within sRGB stays within sRGB, and is
  /// rounded to 8 bits. Returns `nil` if there is no such change.
  ///
  /// `seen` has the colors of the set; `index` is the index of `color` in it, and `partner` that of
  /// the other color.
  @inline(never)
  static func find(
    _ color: Color, _ index: Int, _ partner: Int, among seen: borrowing Buffer<SeenColor>
  ) -> LightnessSuggestion? {
    let lch = color.components(in: .oklch)
    let isWithinSRGB = color.isInGamut(of: .srgb)
    for stepCount in upTo(greatestStepCount &+ 1, from: 1) {
      for direction in upTo(2) {
        let change = Double(stepCount) * (direction == 0 ? step : -step)
        let lightness = lch.x + change
        guard lightness >= 0, lightness <= 1 else { continue }
        var candidate = Color(.oklch, SIMD3(lightness, lch.y, lch.z), alpha: color.alpha)
        if isWithinSRGB {
          let bytes = candidate.mapped(into: .srgb, by: .exact).bytes(in: .srgb)
          candidate = Color(
            .srgb, SIMD3(Double(bytes.x), Double(bytes.y), Double(bytes.z)) / 255,
            alpha: color.alpha)
        } else {
          candidate = candidate.converted(to: .srgb)
        }
        if isSuitable(SeenColor(candidate), index, partner, seen) {
          return LightnessSuggestion(color: candidate, stepCount: stepCount)
        }
      }
    }
    return nil
  }

  /// Returns whether a candidate for the color at `index` meets the requirements of `find`.
  private static func isSuitable(
    _ candidate: SeenColor, _ index: Int, _ partner: Int, _ seen: borrowing Buffer<SeenColor>
  ) -> Bool {
    guard let old = seen.element(at: index), let partner = seen.element(at: partner),
      candidate.typicalDifference(from: partner) >= SeenColor.clearDifference
    else { return false }
    let partnerDifferences = candidate.differences(from: partner)
    for vision in upTo(4) where partnerDifferences[vision & 3] < SeenColor.leastDifference {
      return false
    }
    for otherIndex in upTo(seen.count) where otherIndex != index {
      guard let other = seen.element(at: otherIndex) else { continue }
      let differences = candidate.differences(from: other)
      let typical = candidate.typicalDifference(from: other)
      let oldDifferences = old.differences(from: other)
      for vision in upTo(4) {
        guard differences[vision] >= min(oldDifferences[vision], SeenColor.leastDifference) else {
          return false
        }
      }
      guard
        typical >= min(old.typicalDifference(from: other), SeenColor.clearDifference)
      else { return false }
    }
    return true
  }
}
