import Testing

@testable import DynColor

@Suite("A cache of conversions")
struct ConversionCacheTests {
  private func bits(_ color: Color) -> [UInt64] {
    [color.components.x, color.components.y, color.components.z, color.alpha].map { $0.bitPattern }
      + [UInt64(color.spaceNumber), UInt64(color.missing.rawValue)]
  }

  private let colors: [Color] =
    (0..<400).map { index in
      let x = Double(index) / 400
      return Color(
        index % 3 == 0 ? .displayP3 : .srgb, SIMD3(x, 1 - x, x * x), alpha: index % 5 == 0 ? x : 1,
        missing: Color.Missing(rawValue: UInt32(index % 7 == 0 ? 2 : 0)))
    } + [
      Color(.lab, SIMD3(50, 0, -0.0)), Color(.lab, SIMD3(50, -0.0, 0)), Color(.srgb, SIMD3()),
      Color(legacy: .srgb, SIMD3(1, 0, 0)), Color(.srgb, SIMD3(1, 0, 0)),
    ]

  @Test("gives what a conversion gives, at first, again, and after others", arguments: [1, 2, 30])
  func isExact(distance: Int) {
    var cache = ConversionCache(.standard)
    for round in 0..<3 {
      for index in colors.indices {
        let color = colors[index * distance % colors.count]
        for space in [ColorSpace.oklab, .oklch, .lab, .srgb] {
          let converted = cache.converted(color, to: space)
          #expect(bits(converted) == bits(color.converted(to: space)), "\(round)")
        }
      }
    }
    #expect(cache.size > 0)
  }

  @Test("converts without memory")
  func needsNoMemory() {
    var cache = ConversionCache(.none)
    for color in colors {
      #expect(bits(cache.converted(color, to: .oklch)) == bits(color.converted(to: .oklch)))
    }
    #expect(cache.size == 0)
  }
}
