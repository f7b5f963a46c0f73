// Theme: the binary format of theme images.

/// A theme image, little-endian.
///
/// A header of five words; then sections in the order of their kinds. Each has a header of two
/// words (its kind and its size in bytes) and is padded with zeros to a whole word. Empty sections
/// are left out. A new section needs a kind, a writer and a reader.
enum ThemeImage {
  /// The first eight bytes: a byte with which no text begins, the name, and a line end that a text
  /// conversion would damage.
  static var magic: UInt64 { 0x0A52_4C43_4E59_4489 }
  static var version: UInt64 { 1 }

  // The words of the header: magic, version, total size, the checksum of everything after the
  // checksum, and 0.
  static var checksumOffset: Int { 24 }
  static var checkedOffset: Int { 32 }
  static var headerSize: Int { 40 }

  enum Section: UInt64 {
    /// Seven words: the default scheme and the default palette, and the opacities of five levels.
    case settings = 1
    /// The names of palettes.
    case palettes = 2
    /// The names of axes, and behind each the number of its values and their names.
    case axes = 3
    /// The names of locales, and of subtypes.
    case locales = 4
    case subtypes = 5
    /// The layers that the host has declared: names, and the layer above each of those before it.
    case layers = 6
    /// The names of owners.
    case owners = 7
    /// Names that have been forwarded, each with the name to which, behind where that leads.
    case forwards = 8
    /// The words of all expressions, one behind the other.
    case expressions = 9
    /// The number of indices, and what each has: see `Entry`.
    case colors = 10
    /// An index, its description, the note of its deprecation, the id of its replacement, or 0, and
    /// its annotation.
    case notes = 11
  }

  /// An entry: the definition of a color in a layer, as a byte and the data of its kind.
  ///
  /// A color consists of its name, or an empty text; twice the number of entries, plus 1 if the
  /// number of reuses of its index follows; and the entries, highest layer first.
  enum Entry: UInt8 {
    /// The number of variants, and each.
    case variants = 0
    /// A color for any environment.
    case constant = 1
    /// A color for any environment, and one for dark ones.
    case pair = 2
    /// The name of a color of palettes, the number of variants, and each.
    case palette = 3
    /// The number of words of the next expression.
    case expression = 4
    /// The same for one with ids in it, which are as `relative(id)`.
    case movableExpression = 5

    /// Set if a layer and an owner follow.
    static var hasSource: UInt8 { 0x80 }
    /// Set if variants have extra conditions.
    static var hasExtra: UInt8 { 0x40 }
  }

  /// The conditions of a variant: a byte with a bit for each axis that has one, and what it has, a
  /// byte, or two for locales. Then, if the entry has extra conditions, two bytes with a bit for
  /// each axis of those, and what it has, a byte, or two for palettes.
  enum Conditions {
    static var localeBit: UInt8 { 0x40 }
    /// Set if the variant is another color, by its id, and not a color that follows.
    static var hasTarget: UInt8 { 0x80 }
  }

  /// How a color is written: a byte with its space in the lowest bits, and the numbers.
  enum Numbers: UInt8 {
    /// Four bytes, steps of 1/255; the color is in legacy notation.
    case legacyBytes = 0
    case bytes = 1
    case floats = 2
    case doubles = 3

    static var spaceMask: UInt8 { 0x1F }
    static var bit: UInt8 { 5 }
    /// Set if a byte with what is missing follows.
    static var hasMissing: UInt8 { 0x80 }
  }

  /// The most names of values that an axis can have.
  static var greatestValue: Int { 255 }

  /// DYNCOLOR_MAX_NAME.
  static var greatestName: Int { 1023 }

  /// DYNCOLOR_MAX_VARIANTS.
  static var greatestVariantCount: Int { 4096 }

  /// The checksum of everything after the checksum.
  static func checksum(_ image: Span<UInt8>) -> UInt64 {
    var hash = Hash(seed: 7)
    hash.combine(image.slice(checkedOffset, image.count))
    return hash.value
  }
}

extension Registry {
  /// The id as it is written, which is the same in every theme.
  func relative(_ id: ColorID) -> ColorID {
    // An id without an index is made up, and nobody's.
    id.index == 0 ? id : ColorID(index: id.index, check: id.check &- checkBase)
  }

  /// The id in this theme for an id that was written.
  func absolute(_ id: ColorID) -> ColorID {
    id.index == 0 ? id : ColorID(index: id.index, check: id.check &+ checkBase)
  }
}
