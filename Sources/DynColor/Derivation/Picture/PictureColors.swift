// Derivation: the colors of a picture, with the shares of the picture that they have.

/// Up to 128 colors, each with the number of pixels that have it or are near it.
struct PictureColors: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  static var capacity: Int { 128 }

  private(set) var count = 0
  /// The colors as 0xRRGGBB.
  private var colors = [128 of UInt32](repeating: 0)
  private var pixelCounts = [128 of UInt32](repeating: 0)

  /// The colors of a sample. If there are at most 128, these are all colors, in the order in which
  /// they first occur. Otherwise, these are the means of groups of similar colors.
  @inline(never)
  init(_ sample: PictureSample) {
    guard !addAll(sample) else { return }
    count = 0
    ColorGroups.withGroups(of: sample) { color, pixelCount in append(color, pixelCount) }
  }

  /// Adds all colors of a sample. Stops and returns false if there are more than `capacity`.
  @inline(never)
  private mutating func addAll(_ sample: PictureSample) -> Bool {
    var table = PictureColorTable()
    var areAll = true
    sample.forEachColor { color in
      let index = table.index(of: color, next: count)
      if index == count {
        areAll = count < PictureColors.capacity
        if areAll { append(color, 0) }
      }
      if areAll { pixelCounts[unchecked: index & 127] &+= 1 }
      return areAll
    }
    return areAll
  }

  private mutating func append(_ color: PictureColor, _ pixelCount: UInt32) {
    guard count < PictureColors.capacity else { return }
    colors[unchecked: count & 127] = color.rgb
    pixelCounts[unchecked: count & 127] = pixelCount
    count &+= 1
  }

  subscript(index: Int) -> (color: PictureColor, pixelCount: UInt32) {
    (PictureColor(rgb: colors[unchecked: index & 127]), pixelCounts[unchecked: index & 127])
  }

  /// The number of pixels of all colors.
  private var totalPixelCount: UInt32 {
    var sum: UInt32 = 0
    for index in upTo(count) { sum &+= pixelCounts[unchecked: index & 127] }
    return sum
  }

  /// Calls `body` for the most frequent colors, at most `wanted`, with the place of each, from 0
  /// on, the color, and its share of the pixels, from 0 to 1.
  func forEachDominant(atMost wanted: Int, _ body: (Int, PictureColor, Double) -> Void) {
    var order = ColorOrder()
    for index in upTo(count) { order.insert(index, Double(self[index].pixelCount)) }
    for place in upTo(min(count, wanted)) {
      let (color, number) = self[order[place]]
      body(place, color, Double(number) / Double(max(totalPixelCount, 1)))
    }
  }
}

/// The indices of up to 128 colors. Each has a number, and the greatest number comes first.
struct ColorOrder: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private(set) var count = 0
  private var indices = [128 of UInt8](repeating: 0)
  private var numbers = [128 of Double](repeating: 0)

  /// Inserts an index after all indices whose numbers are at least as great.
  mutating func insert(_ index: Int, _ number: Double) {
    guard count < PictureColors.capacity else { return }
    var place = count
    while place > 0, numbers[unchecked: (place &- 1) & 127] < number {
      numbers[unchecked: place & 127] = numbers[unchecked: (place &- 1) & 127]
      indices[unchecked: place & 127] = indices[unchecked: (place &- 1) & 127]
      place &-= 1
    }
    numbers[unchecked: place & 127] = number
    indices[unchecked: place & 127] = UInt8(truncatingIfNeeded: index)
    count &+= 1
  }

  /// The index at a place, which is counted from 0.
  subscript(place: Int) -> Int { Int(indices[unchecked: place & 127]) }
}

/// A hash table of colors and their indices. It has twice as many slots as it may have colors, so a
/// search always ends at a free slot. A free slot has the key `.max`, which is no color.
private struct PictureColorTable: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  private var keys = [256 of UInt32](repeating: .max)
  private var indices = [256 of UInt8](repeating: 0)
  private var count = 0

  /// The index of a color; `next` for a color that the table does not have. That color is inserted
  /// with this index, unless the table is full.
  mutating func index(of color: PictureColor, next: Int) -> Int {
    // The highest 8 of the 32 bits of a product (Fibonacci hashing).
    var slot = Int((color.rgb &* 0x9E37_79B9) >> 24)
    while keys[unchecked: slot & 255] != .max {
      if keys[unchecked: slot & 255] == color.rgb { return Int(indices[unchecked: slot & 255]) }
      slot &+= 1
    }
    guard count < PictureColors.capacity else { return next }
    count &+= 1
    keys[unchecked: slot & 255] = color.rgb
    indices[unchecked: slot & 255] = UInt8(truncatingIfNeeded: next)
    return next
  }
}
