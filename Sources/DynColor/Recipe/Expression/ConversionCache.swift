// Recipe: converted colors, so that a color that many expressions use is converted once.

/// The last colors of the theme that expressions have used in another space, with their conversions.
///
/// A hash table. Its entries are in pairs: a color has the place of either entry of its pair, and
/// the newer color of a pair comes first. A conversion depends on nothing but the color and the
/// space, so no entry ever becomes invalid.
struct ConversionCache: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var color: Color
    var converted: Color

    @inline(__always)
    func isConversion(of color: Color, to space: ColorSpace) -> Bool {
      // Compares bits, because equal colors may be −0 and 0, whose conversions differ.
      converted.spaceNumber == space.rawValue && self.color.spaceNumber == color.spaceNumber
        && self.color.missing == color.missing
        && self.color.components.bits == color.components.bits
        && self.color.alpha.bitPattern == color.alpha.bitPattern
    }
  }

  private static var pairCount: Int { 32 }

  /// Empty until the first conversion.
  private var entries: Buffer<Entry>

  init(_ allocator: Allocator) { entries = Buffer(allocator) }

  /// The memory in use, in bytes.
  var size: Int { entries.size }

  /// Converts a color, or finds its conversion. Without memory, colors are always converted.
  @inline(never)
  mutating func converted(_ color: Color, to space: ColorSpace) -> Color {
    if entries.count == 0 {
      let none = Color(.srgb, SIMD3())
      let entry = Entry(color: none, converted: none)
      guard (try? entries.append(repeating: entry, count: 2 &* ConversionCache.pairCount)) != nil
      else { return color.converted(to: space) }
    }
    var span = entries.mutableSpan
    let first = 2 &* ConversionCache.pairIndex(of: color, space)
    if span[unchecked: first].isConversion(of: color, to: space) {
      return span[unchecked: first].converted
    }
    let newer = span[unchecked: first]
    if span[unchecked: first &+ 1].isConversion(of: color, to: space) {
      span[unchecked: first] = span[unchecked: first &+ 1]
    } else {
      span[unchecked: first] = Entry(color: color, converted: color.converted(to: space))
    }
    span[unchecked: first &+ 1] = newer
    return span[unchecked: first].converted
  }

  /// The index of the pair that a color and a space belong to.
  @inline(__always)
  private static func pairIndex(of color: Color, _ space: ColorSpace) -> Int {
    let bits = color.components.bits
    var hash = Hash()
    hash.combine(bits.x ^ (bits.y &<< 21 | bits.y &>> 43) ^ (bits.z &<< 42 | bits.z &>> 22))
    return Int(truncatingIfNeeded: hash.state ^ UInt64(space.rawValue)) & (pairCount &- 1)
  }
}
