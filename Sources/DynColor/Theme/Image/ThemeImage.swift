// Theme: the binary format of theme images.

/// The binary format of a theme: a header of five words, and sections in ascending order of their
/// kinds.
///
/// A section begins with two words, its kind and its size in bytes, and is padded with zeros to
/// whole words. Empty sections are left out. Numbers are little-endian. To add a section, add a
/// kind, a writer and a reader.
enum ThemeImage {
  /// The first eight bytes: a byte with which no text begins, "DYNCLR", and a line end, which a
  /// conversion of line ends would damage.
  static var magic: UInt64 { 0x0A52_4C43_4E59_4489 }
  static var version: UInt64 { 1 }

  // The words of the header: magic, version, total size, checksum, and a reserved word, which is 0.
  static var checksumOffset: Int { 24 }
  static var reservedOffset: Int { 32 }
  static var headerSize: Int { 40 }

  enum Section: UInt64 {
    /// Seven words: the default scheme, the default palette, and the opacities of five levels.
    case settings = 1
    /// The names of palettes.
    case palettes = 2
    /// For each axis: its name, the number of its values, and the names of the values.
    case axes = 3
    /// The names of locales.
    case locales = 4
    /// The names of subtypes.
    case subtypes = 5
    /// For each layer that the host has declared: its name, and the layer directly above it, among
    /// the built-in layers and the layers that come before it in this section.
    case layers = 6
    /// The names of owners.
    case owners = 7
    /// For each forward: the old name, and the name to which it is forwarded. A forward comes after
    /// the forward of its target.
    case forwards = 8
    /// The words of all expressions, one after another.
    case expressions = 9
    /// The number of indices, and then the color of each: see `EntryKind`.
    case colors = 10
    /// For each note: the index of the color, the description, the reason for the deprecation, the
    /// id of the replacement or 0, and the annotation.
    case notes = 11
  }

  /// The kind of an entry, that is, of the definition of a color in a layer. An entry is a byte
  /// with its kind, and data.
  ///
  /// The color of an index is:
  /// - its name, or an empty text;
  /// - a number: twice the number of entries, plus 1 if the index was ever reused;
  /// - how often the index was reused, if it was;
  /// - the entries, highest layer first.
  enum EntryKind: UInt8 {
    /// The number of variants, and the variants.
    case variants = 0
    /// A color for all environments.
    case constant = 1
    /// A color for all environments, and a second color for dark environments.
    case pair = 2
    /// The semantic name of a palette's color, the number of variants, and the variants.
    case palette = 3
    /// The number of words of the next expression in the section of expressions.
    case expression = 4
    /// Like `expression`, for an expression that refers to colors by id. The ids are as
    /// `Registry.idInImage` returns them.
    case expressionWithIDs = 5

    /// The bit that is set if a layer and an owner follow.
    static var sourceFlag: UInt8 { 0x80 }
    /// The bit that is set if variants have extra conditions.
    static var extraFlag: UInt8 { 0x40 }
  }

  /// The conditions of a variant: a byte with a bit for each axis that has a condition, and the
  /// value for each of these axes: a byte, but two bytes for a locale.
  ///
  /// If the entry has extra conditions, these follow: two bytes with a bit for each axis that has
  /// an extra condition, and the value for each of these axes: a byte, but two bytes for a palette.
  enum Conditions {
    static var localeFlag: UInt8 { 0x40 }
    /// The bit that is set if the variant has the id of another color instead of a value.
    static var idFlag: UInt8 { 0x80 }
  }

  /// How the four components of a color are stored, alpha last. A color begins with a byte that has
  /// the space in the lowest bits and the number of the format above them. The components follow.
  enum ComponentFormat: UInt8 {
    /// Bytes, in steps of 1/255, of a color in legacy notation.
    case legacyBytes = 0
    /// Bytes, in steps of 1/255.
    case bytes = 1
    case floats = 2
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

  /// The greatest length of a name: DYNCOLOR_MAX_NAME.
  static var greatestNameLength: Int { 1023 }

  /// The greatest number of variants: DYNCOLOR_MAX_VARIANTS.
  static var greatestVariantCount: Int { 4096 }

  /// The checksum of an image: a hash of all bytes after the checksum, from the reserved word on.
  static func checksum(_ image: Span<UInt8>) -> UInt64 {
    var hash = Hash(seed: 7)
    hash.combine(image.slice(reservedOffset, image.count))
    return hash.value
  }
}

extension Registry {
  /// The id as it is written to an image, where it does not depend on the check base of this theme:
  /// it has the check that it would have if the check base were 0.
  func idInImage(_ id: ColorID) -> ColorID {
    // An id without an index belongs to no theme, and stays as it is.
    id.index == 0 ? id : ColorID(index: id.index, check: id.check &- checkBase)
  }

  /// The id in this theme for an id that was read from an image.
  func idInTheme(_ id: ColorID) -> ColorID {
    id.index == 0 ? id : ColorID(index: id.index, check: id.check &+ checkBase)
  }
}
