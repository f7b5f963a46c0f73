import CDynColor
import Testing

@testable import DynColor

/// Each field of the C struct, with the axes that it holds, and the greatest value of each.
private let fields: [(name: String, offset: Int, bytes: Int, axis: Int, maximum: UInt64)] =
  [
    ("scheme", MemoryLayout<dyncolor_environment>.offset(of: \.scheme)!, 1, 0, 2),
    ("contrast", MemoryLayout<dyncolor_environment>.offset(of: \.contrast)!, 1, 1, 201),
    ("elevation", MemoryLayout<dyncolor_environment>.offset(of: \.elevation)!, 1, 2, 2),
    ("gamut", MemoryLayout<dyncolor_environment>.offset(of: \.gamut)!, 1, 3, 3),
    ("vision", MemoryLayout<dyncolor_environment>.offset(of: \.vision)!, 1, 4, 5),
    (
      "vision_severity", MemoryLayout<dyncolor_environment>.offset(of: \.vision_severity)!, 1, 5,
      101
    ),
    ("state", MemoryLayout<dyncolor_environment>.offset(of: \.state)!, 1, 6, 7),
    ("idiom", MemoryLayout<dyncolor_environment>.offset(of: \.idiom)!, 1, 7, 7),
    ("palette", MemoryLayout<dyncolor_environment>.offset(of: \.palette)!, 2, 8, 0xFFFF),
    ("locale", MemoryLayout<dyncolor_environment>.offset(of: \.locale)!, 2, 9, 0xFFFF),
    ("subtype", MemoryLayout<dyncolor_environment>.offset(of: \.subtype)!, 1, 10, 0xFF),
    ("forced_colors", MemoryLayout<dyncolor_environment>.offset(of: \.forced_colors)!, 1, 11, 2),
    ("reserved", MemoryLayout<dyncolor_environment>.offset(of: \.reserved)!, 2, 22, 0),
    (
      "foreground", MemoryLayout<dyncolor_environment>.offset(of: \.foreground)!, 4, 12, 0xFFFF_FFFF
    ),
    ("accent", MemoryLayout<dyncolor_environment>.offset(of: \.accent)!, 4, 13, 0xFFFF_FFFF),
  ]
  + (0..<8).map {
    (
      "custom[\($0)]", MemoryLayout<dyncolor_environment>.offset(of: \.custom)! + $0, 1, 14 + $0,
      0xFF
    )
  }

private func words(_ bytes: [UInt8]) -> SIMD4<UInt64> {
  bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
}

@Suite("An environment")
struct EnvironmentTests {
  @Test("has its axes where the C struct has its fields")
  func layout() throws {
    #expect(MemoryLayout<dyncolor_environment>.size == 32)
    #expect(fields.count == Axis.count)
    var covered = 0
    for field in fields {
      #expect(field.offset == covered)
      covered += field.bytes
      let axis = Axis(index: field.axis)
      #expect("\(axis.fieldPath)" == ".\(field.name)")
      #expect(axis.greatestValue == field.maximum)
      var bytes = [UInt8](repeating: 0, count: 32)
      for byte in 0..<field.bytes { bytes[field.offset + byte] = 1 }
      var environment = Environment()
      environment[axis] = 0x0101_0101
      #expect(environment.words == words(bytes))
    }
    #expect(covered == 32)
  }

  @Test("accepts the values of each axis, and no others")
  func validates() throws {
    for field in fields where field.bytes == 1 {
      for value in 0...255 as ClosedRange<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 32)
        bytes[field.offset] = value
        if UInt64(value) <= field.maximum {
          let environment = try Environment(words: words(bytes))
          #expect(environment[Axis(index: field.axis)] == UInt64(value))
        } else {
          let error = #expect(throws: Environment.InvalidAxis.self) {
            try Environment(words: words(bytes))
          }
          #expect(error?.axis == Axis(index: field.axis))
        }
      }
    }
    for byte in 14...15 {
      var bytes = [UInt8](repeating: 0, count: 32)
      bytes[byte] = 1
      #expect(throws: Environment.InvalidAxis.self) { try Environment(words: words(bytes)) }
    }
  }

  @Test("takes from its parent what it leaves unspecified, axis by axis")
  func inherits() throws {
    var random = SplitMix(seed: 31)
    for _ in 0..<2000 {
      let child = randomEnvironment(using: &random)
      let parent = randomEnvironment(using: &random)
      let result = child.inheriting(parent)
      for index in 0..<Axis.count {
        let axis = Axis(index: index)
        #expect(result[axis] == (child[axis] != 0 ? child[axis] : parent[axis]))
      }
      #expect(result.inheriting(parent) == result)
      #expect(Environment().inheriting(parent) == parent)
      #expect(child.inheriting(Environment()) == child)
    }
  }

  private func randomEnvironment(using random: inout SplitMix) -> Environment {
    var environment = Environment()
    for index in 0..<Axis.count where Bool.random(using: &random) {
      let axis = Axis(index: index)
      environment[axis] = UInt64.random(in: 0...axis.greatestValue, using: &random)
    }
    return environment
  }
}

@Suite("An appearance name")
struct AppearanceNameTests {
  /// Scheme (0, 1 light, 2 dark) and contrast (0, 1 less, 101 standard, 201 more) of a name.
  @Test(
    "stands for an environment",
    arguments: [
      ("NSAppearanceNameAqua", 1, 0, "AppKit's eight, as strings"),
      ("NSAppearanceNameDarkAqua", 2, 0, ""),
      ("NSAppearanceNameVibrantLight", 1, 0, ""),
      ("NSAppearanceNameVibrantDark", 2, 0, ""),
      ("NSAppearanceNameAccessibilityAqua", 1, 201, ""),
      ("NSAppearanceNameAccessibilityDarkAqua", 2, 201, ""),
      ("NSAppearanceNameAccessibilityVibrantLight", 1, 201, ""),
      ("NSAppearanceNameAccessibilityVibrantDark", 2, 201, ""),
      ("aqua", 1, 0, "AppKit's eight, as Swift names"),
      ("darkAqua", 2, 0, ""),
      ("vibrantLight", 1, 0, ""),
      ("vibrantDark", 2, 0, ""),
      ("accessibilityHighContrastAqua", 1, 201, ""),
      ("accessibilityHighContrastDarkAqua", 2, 201, ""),
      ("accessibilityHighContrastVibrantLight", 1, 201, ""),
      ("accessibilityHighContrastVibrantDark", 2, 201, ""),
      ("UIUserInterfaceStyleUnspecified", 0, 0, "UIKit's styles"),
      ("UIUserInterfaceStyleLight", 1, 0, ""),
      ("UIUserInterfaceStyleDark", 2, 0, ""),
      ("unspecified", 0, 0, ""),
      ("light", 1, 0, "UIKit's and CSS's"),
      ("dark", 2, 0, ""),
      ("UIAccessibilityContrastNormal", 0, 101, "a contrast that is told"),
      ("UIAccessibilityContrastHigh", 0, 201, ""),
      ("UIAppearanceHighContrastDark", 2, 201, "of catalogs"),
      ("normal", 0, 0, "CSS's color-scheme"),
      ("light dark", 0, 0, "both are supported: no preference"),
      ("only dark", 2, 0, ""),
      ("dark only", 2, 0, "either order, as the grammar has it"),
      ("no-preference", 0, 0, "CSS's and GTK's"),
      ("more", 0, 201, ""),
      ("less", 0, 1, ""),
      ("prefers-color-scheme: dark", 2, 0, "a media feature"),
      ("(prefers-color-scheme: dark) and (prefers-contrast: more)", 2, 201, "two of them"),
      ("default", 0, 0, "GTK's"),
      ("prefer-dark", 2, 0, ""),
      ("force-light", 1, 0, ""),
      ("Adwaita", 1, 0, ""),
      ("Adwaita-dark", 2, 0, ""),
      ("Adwaita:dark", 2, 0, "GTK_THEME"),
      ("HighContrast", 1, 201, ""),
      ("HighContrastInverse", 2, 201, ""),
      ("DARKAQUA", 2, 0, "in any case"),
    ] as [(String, UInt64, UInt64, String)])
  func isKnown(name: String, scheme: UInt64, contrast: UInt64, why: String) throws {
    let environment = try #require(name.withBytes { AppearanceName.environment(named: $0) })
    var expected = Environment()
    expected[.scheme] = scheme
    expected[.contrast] = contrast
    #expect(environment == expected, "\(why)")
  }

  @Test(
    "may say more than scheme and contrast",
    arguments: [
      ("UIUserInterfaceLevelElevated", .elevation, 2), ("UIUserInterfaceLevelBase", .elevation, 1),
      ("custom", .forcedColors, 2), ("forced-colors: none", .forcedColors, 1),
      ("color-gamut: srgb", .gamut, 1), ("color-gamut: p3", .gamut, 2),
      ("color-gamut: rec2020", .gamut, 3),
    ] as [(String, Axis, UInt64)])
  func saysMore(name: String, axis: Axis, value: UInt64) throws {
    var expected = Environment()
    expected[axis] = value
    #expect(name.withBytes { AppearanceName.environment(named: $0) } == expected)
  }

  @Test(
    "is not guessed",
    arguments: [
      "", " ", "dark ", " dark", "darkaqua2", "d", "sepia", "dar\u{212A}", "a*l..", "aqua\0",
      "NSAppearanceNameAqua\0\na*d.. ", "light\ndark",
    ])
  func isNotGuessed(name: String) {
    #expect(name.withBytes { AppearanceName.environment(named: $0) } == nil)
  }

  @Test("is written back, and stands for the same scheme and contrast when read again")
  func isWrittenBack() throws {
    let all: [(AppearanceSystem, String)] = [
      (.appKit, "more"), (.uiKit, "more"), (.css, "less more"), (.gtk, "more"),
    ]
    for (vocabulary, steps) in all {
      for scheme in 0...2 as ClosedRange<UInt64> {
        for contrast in 0...201 as ClosedRange<UInt64> {
          var environment = Environment()
          environment[.scheme] = scheme
          environment[.contrast] = contrast
          let nearest: NamedContrast =
            switch contrast {
            case 1...50: .less
            case 151...201: .more
            default: .standard
            }
          let name = canonicalName(environment, vocabulary)
          guard nearest == .standard || steps.contains("\(nearest)") else {
            #expect(name == nil)
            continue
          }
          let known = try #require(name).withBytes { AppearanceName.environment(named: $0) }
          let again = try #require(known)
          #expect(again[.scheme] == scheme)
          #expect(NamedContrast(nearest: again[.contrast]) == nearest)
        }
      }
    }
  }

  @Test(
    "is written in the words of its vocabulary",
    arguments: [
      (.appKit, 0, 0, "NSAppearanceNameSystem"), (.appKit, 2, 0, "NSAppearanceNameDarkAqua"),
      (.appKit, 1, 201, "NSAppearanceNameAccessibilityAqua"),
      (.uiKit, 2, 101, "UIUserInterfaceStyleDark"),
      (.uiKit, 2, 201, "UIAppearanceHighContrastDark"), (.css, 0, 0, "normal"),
      (.css, 1, 0, "light"), (.css, 0, 1, "less"),
      (.css, 2, 201, "(prefers-color-scheme: dark) and (prefers-contrast: more)"),
      (.gtk, 2, 0, "prefer-dark"), (.gtk, 2, 201, "HighContrastInverse"),
    ] as [(AppearanceSystem, UInt64, UInt64, String)])
  func words(vocabulary: AppearanceSystem, scheme: UInt64, contrast: UInt64, name: String) {
    var environment = Environment()
    environment[.scheme] = scheme
    environment[.contrast] = contrast
    let written = canonicalName(environment, vocabulary)
    #expect(written == name)
  }
}

private func canonicalName(_ environment: Environment, _ vocabulary: AppearanceSystem)
  -> String?
{
  guard let name = AppearanceName.canonical(for: environment, in: vocabulary) else { return nil }
  return String(name)
}
