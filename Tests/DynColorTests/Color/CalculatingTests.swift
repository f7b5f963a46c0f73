import Testing

@testable import DynColor

@Suite("Calculating with colors")
struct CalculatingTests {
  static let spaces = (0...255).compactMap { ColorSpace($0) }

  @Test("colors survive conversion to every space and back", arguments: spaces)
  func roundTrips(space: ColorSpace) {
    var random = SplitMix(seed: 31)
    for _ in 0..<500 {
      // A gray is all that one number can hold.
      let gray = SIMD3<Double>(repeating: .random(in: 0...1, using: &random))
      let color = Color(.srgb, space == .grayGamma22 ? gray : .random(in: 0...1, using: &random))
      let there = color.converted(to: space)
      #expect(there.space == space)
      let error = there.components(in: .srgb) - color.components
      #expect(max(error.max(), -error.min()) < 1e-12)
    }
  }

  @Test("the numbers of the cases are spaces, and no others")
  func numbers() {
    for number in 0...300 as ClosedRange<UInt32> {
      #expect(ColorSpace(number) == ColorSpace(rawValue: number))
    }
    #expect(ColorSpace(UInt32.max) == nil)
  }

  @Test("a hue that is missing is that of the numbers' space, and only there")
  func hueMasks() {
    for space in Self.spaces {
      let gray = Color(.srgb, SIMD3(repeating: 0.5)).converted(to: space)
      #expect(gray.missing.rawValue == space.hueMask)
    }
  }

  @Test(
    "a cubic polynomial leaves its bounds at its first crossing",
    arguments: [
      ([0, 0, 1, 0.5], 0.5, "a line up"),
      ([0, 0, -1, 0.5], 0.5, "a line down"),
      ([0, 0, 0.01, 0.5], 10, "a line that does not reach the end"),
      ([0, 0, 0, 0.5], 10, "a constant"),
      ([0, -1, 1, 0.9], 0.112_701_665_379_258_3, "a hill that is cut"),
      ([0, -1, 1, 0.7], 1.474_679_434_480_896_4, "a hill that is not, and its far side"),
      ([1, -3, 2, 0.5], 2.191_487_883_953_118_7, "a hill and a valley, and what is behind them"),
      ([1, -3, 2, 0.3], 1.338_936_241_594_998_9, "a valley behind a hill that is too low"),
      ([1, -3, 2, 0.7], 0.213_517_458_838_372_8, "a hill before it"),
      ([1e-300, 0, 1, 0.5], 0.5, "hardly a cubic"),
      ([1, 0, 0, 0], 1, "a saddle at the start"),
    ] as [([Double], Double, String)])
  func leavesBounds(coefficients: [Double], expected: Double, why: String) {
    let cubic = Cubic(coefficients[0], coefficients[1], coefficients[2], coefficients[3])
    let exit = cubic.firstExit(fromRangeOf: 0, to: 1, before: 10)
    #expect(abs(exit - expected) < 1e-12, "\(why): \(exit)")
  }

  @Test(
    "hues take the way they are told",
    arguments: [
      (.shorter, 10, 350, 370, 350), (.shorter, 350, 10, 350, 370), (.shorter, 0, 180, 0, 180),
      (.longer, 10, 350, 10, 350), (.longer, 10, 20, 370, 20), (.longer, 20, 10, 20, 370),
      (.longer, 30, 30, 30, 390), (.longer, 0, 180, 0, 180), (.increasing, 350, 10, 350, 370),
      (.increasing, 10, 350, 10, 350), (.increasing, 30, 30, 30, 30),
      (.decreasing, 10, 350, 370, 350), (.decreasing, 350, 10, 350, 10),
      (.decreasing, 30, 30, 30, 30),
    ] as [(HueDirection, Double, Double, Double, Double)])
  func takesWays(
    direction: HueDirection, from: Double, to: Double, start: Double, end: Double
  ) {
    #expect(direction.endpoints(from, to) == (start, end))
  }

  @Test("a mixture of none is none, and its alpha can be multiplied")
  func mixtures() throws {
    var mixture = Mixture(Interpolation(.oklch))
    #expect(mixture.color(alphaFactor: 1) == nil)
    mixture.add(Color(.srgb, SIMD3(1, 0, 0), alpha: 0.5), weight: 0)
    #expect(mixture.color(alphaFactor: 0.5)?.alpha == 0.25)
    // By weights that are both 0, half and half.
    mixture.add(Color(.srgb, SIMD3(1, 0, 0), alpha: 1), weight: 0)
    #expect(mixture.color(alphaFactor: 1)?.alpha == 0.75)
    mixture.add(Color(.srgb, SIMD3(0, 0, 1), alpha: 1), weight: 7)
    let blue = Color(.srgb, SIMD3(0, 0, 1)).converted(to: .oklch)
    #expect(try #require(mixture.color(alphaFactor: 1)).isNear(blue))

    var missing = Mixture(Interpolation(.srgb))
    missing.add(Color(.srgb, .zero, missing: .alpha), weight: 1)
    #expect(missing.color(alphaFactor: 0.5)?.missing == .alpha)
  }

  @Test("white has the luminance 1, black 0, and what is darker than black no less")
  func luminances() {
    #expect(Color(.oklab, SIMD3(1, 0, 0)).relativeLuminance == 1)
    #expect(Color(.hwb, SIMD3(0, 0, 100)).relativeLuminance == 0)
    #expect(Color(.srgb, SIMD3(-1, 0, 0)).relativeLuminance == 0)
  }
}
