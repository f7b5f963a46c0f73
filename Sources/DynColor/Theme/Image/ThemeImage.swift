// Theme: the binary format of theme images.

/// The binary format of a theme: a header of five words, and sections in ascending order of their
/// kinds.
///
/// A section begins with two words, its kind and its size in bytes without these words, and is
/// padded with zeros to whole words. Empty sections are left out. To add a section, add a kind, a
/// writer and a reader.
///
/// Values of several bytes are little-endian. A word has 64 bits. A number is a varint: seven bits
/// in each byte, the lowest bits first, and the highest bit set in all bytes but the last. A text
/// or a name is its length in bytes as a number, its bytes, and a NUL. An id is a number with the
/// index in the lower 20 bits and the check bits above them; see `Registry.idInImage`.
enum ThemeImage {
  /// The first eight bytes: a byte with which no text begins, "DYNCLR", and a line end, which a
  /// conversion of line ends would damage.
  static var magic: UInt64 { 0x0A52_4C43_4E59_4489 }
  static var version: UInt64 { 1 }

  // The words of the header: magic, version, total size, checksum, and a reserved word, which is 0.
  // The offsets and the size of the header are in bytes.
  static var checksumOffset: Int { 24 }
  static var reservedOffset: Int { 32 }
  static var headerSize: Int { 40 }

  /// The kind of a section, and what a section of this kind consists of. Names are in the order of
  /// their numbers.
  enum Section: UInt64 {
    /// Seven words: the default scheme, the default palette, and the opacities of five levels.
    case settings = 1
    /// The names of palettes.
    case palettes = 2
    /// For each custom axis: its name, how many values have names, and these names.
    case axes = 3
    /// The names of locales.
    case locales = 4
    /// The names of subtypes.
    case subtypes = 5
    /// For each layer that the host has declared: its name, and the number of a layer above it: of
    /// the nearest one that a reader already has when it declares this layer. A reader has the
    /// built-in layers, and those that come earlier in the section.
    case layers = 6
    /// The names of owners.
    case owners = 7
    /// For each forward: the old name, and the name to which it is forwarded. If that name is
    /// forwarded, too, its own forward comes first.
    case forwards = 8
    /// The words of all expressions, one after another.
    case expressions = 9
    /// The number of indices, and the color of each index from 1 on: see `EntryKind`.
    case colors = 10
    /// For each note: a number, the index of the color; and the description, the reason for the
    /// deprecation, the id of the replacement or 0, and the annotation.
    case notes = 11
  }

  /// The kind of an entry. An entry is the definition of a color in a layer: a byte with the kind
  /// and the flags; if `sourceFlag` is set, two numbers, the layer and the owner; and the data that
  /// the kind says.
  ///
  /// The color of an index consists of:
  /// - its name, or an empty text;
  /// - a number: twice the number of entries, plus 1 if the index was ever reused;
  /// - a number, only if the index was ever reused: how often;
  /// - the entries, highest layer first.
  enum EntryKind: UInt8 {
    /// The number of variants, and the variants.
    case variants = 0
    /// A color for all environments.
    case constant = 1
    /// A color for all environments, and a second color for dark environments.
    case pair = 2
    /// The semantic name of a palette's color, the number of variants of the fallback, and these.
    case palette = 3
    /// The number of words of the next expression in the section of expressions.
    case expression = 4
    /// Like `expression`, for an expression that refers to colors by id. `Registry.idInImage` has
    /// converted the ids.
    case expressionWithIDs = 5

    /// The bit that is set if a layer and an owner follow.
    static var sourceFlag: UInt8 { 0x80 }
    /// The bit that is set if the variants have room for extra conditions.
    static var extraFlag: UInt8 { 0x40 }
  }

  /// A variant consists of its conditions and, after them, a value or the id of a color.
  ///
  /// The conditions are a byte with a bit for each axis that has a condition, and then the value of
  /// each of these axes: two bytes for the locale, and one byte for any other axis. The lowest six
  /// bits are for the scheme, contrast, elevation, gamut, idiom and subtype, in this order.
  ///
  /// If `EntryKind.extraFlag` is set, the extra conditions follow: two bytes with a bit for each
  /// axis that has an extra condition, and then the value of each of these axes: two bytes for the
  /// palette, and one byte for any other axis.
  enum Conditions {
    /// The bit that is set if there is a condition on the locale.
    static var localeFlag: UInt8 { 0x40 }
    /// The bit that is set if the variant has the id of another color instead of a value.
    static var idFlag: UInt8 { 0x80 }
  }

  /// How the three components and the alpha of a color are stored. A color begins with a byte that
  /// has the space in the lowest bits and the number of the format above them. The components
  /// follow, and then alpha.
  enum ComponentFormat: UInt8 {
    /// A byte each, in steps of 1/255. The color is a legacy color.
    case legacyBytes = 0
    /// A byte each, in steps of 1/255.
    case bytes = 1
    /// 32-bit floating-point numbers.
    case floats = 2
    /// 64-bit floating-point numbers.
    case doubles = 3

    /// The bits of the first byte that hold the space.
    static var spaceMask: UInt8 { 0x1F }
    /// The position of the format's lowest bit in the first byte.
    static var shift: UInt8 { 5 }
    /// The bit of the first byte that is set if a byte with the missing components comes before the
    /// components.
    static var missingFlag: UInt8 { 0x80 }
  }

  /// The greatest number of named values of an axis.
  static var greatestValueCount: Int { 255 }

  /// The greatest number of variants: DYNCOLOR_MAX_VARIANTS.
  static var greatestVariantCount: Int { 4096 }

  /// The checksum of an image: a hash of all bytes after the checksum, from the reserved word on.
  /// The seed is arbitrary, but part of the format.
  static func checksum(_ image: Span<UInt8>) -> UInt64 {
    var hash = Hash(seed: 7)
    hash.combine(image.slice(reservedOffset, image.count))
    return hash.value
  }
}

extension Registry {
  /// The id as it is written to an image: with the check bits that it would have if
  /// `checkBitsBase` were 0. The theme that reads the image adds its own base.
  func idInImage(_ id: ColorID) -> ColorID {
    // An id with the index 0 belongs to no theme, and stays as it is.
    id.index == 0 ? id : ColorID(index: id.index, checkBits: id.checkBits &- checkBitsBase)
  }

  /// The id in this theme for an id that was read from an image.
  func idInTheme(_ id: ColorID) -> ColorID {
    id.index == 0 ? id : ColorID(index: id.index, checkBits: id.checkBits &+ checkBitsBase)
  }
}
