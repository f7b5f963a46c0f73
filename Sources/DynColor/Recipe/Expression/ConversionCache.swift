// Recipe: converted colors, so that a color that many expressions use is converted once.

/// Colors of the theme that expressions have recently used in a space other than their own, with
/// the converted colors.
///
/// A hash table. Its entries are in pairs: a color with a space may be in either entry of the pair
/// that `pairIndex` returns, and the entry that was added last comes first. A conversion depends on
/// nothing but the color and the space, so no entry ever becomes invalid.
struct ConversionCache: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var color: Color
    var converted: Color

    /// Returns whether `converted` is the result of converting exactly this color to this space.
    @inline(__always)
    func isConversion(of color: Color, to space: ColorSpace) -> Bool {
      // Compares bits, because −0 and 0 are equal numbers, but their conversions may differ.
      let (own, other) = (self.color.components.bits, color.components.bits)
      let differences =
        (own.x ^ other.x) | (own.y ^ other.y) | (own.z ^ other.z)
        | (self.color.alpha.bitPattern ^ color.alpha.bitPattern)
      return differences == 0 && converted.spaceNumber == space.rawValue
        && self.color.spaceNumber == color.spaceNumber && self.color.missing == color.missing
    }
  }

  private static var pairCount: Int { 32 }

  /// Empty until the first conversion.
  private var entries: Buffer<Entry>

  init(_ allocator: Allocator) { entries = Buffer(allocator) }

  /// The memory in use, in bytes.
  var size: Int { entries.size }

  /// The greatest `size`, which the cache has from the first conversion on.
  static var greatestSize: Int { 2 &* pairCount &* MemoryLayout<Entry>.stride }

  /// Converts a color, or finds its conversion. Without memory, colors are always converted.
  @inline(never)
  @_optimize(speed)
  mutating func converted(_ color: Color, to space: ColorSpace) -> Color {
    if entries.count == 0 {
      let entryCount = 2 &* ConversionCache.pairCount
      guard (try? entries.reserve(entryCount)) != nil else { return color.converted(to: space) }
      // Fills the table with a valid conversion, that of black to its own space.
      let black = Color(.srgb, SIMD3())
      for _ in upTo(entryCount) { entries.appendReserved(Entry(color: black, converted: black)) }
    }
    let first = 2 &* ConversionCache.pairIndex(of: color, space)
    for index in upTo(first &+ 2, from: first) {
      guard let entry = entries.element(at: index) else { continue }
      if entry.isConversion(of: color, to: space) { return entry.converted }
    }
    let converted = color.converted(to: space)
    if let newer = entries.element(at: first) { entries.replace(at: first &+ 1, with: newer) }
    entries.replace(at: first, with: Entry(color: color, converted: converted))
    return converted
  }

  /// The index of the pair that a color and a space belong to.
  @inline(__always)
  private static func pairIndex(of color: Color, _ space: ColorSpace) -> Int {
    let bits = color.components.bits
    var hash = Hash()
    // Rotations by 21 and 42 bits, so that equal components do not cancel each other.
    hash.combine(bits.x ^ (bits.y &<< 21 | bits.y &>> 43) ^ (bits.z &<< 42 | bits.z &>> 22))
    return Int(truncatingIfNeeded: hash.state ^ UInt64(space.rawValue)) & (pairCount &- 1)
  }
}
