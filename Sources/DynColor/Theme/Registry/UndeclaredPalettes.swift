// Theme: giving numbers to palettes that were never declared, so that PaletteGaps.swift can find
// the names of colors that these palettes lack.

enum UndeclaredPalettes {
  /// Gives a number to each palette without one, if any color looks up a name that the palette has.
  ///
  /// For example, if a color looks up `text` in palettes, and another color is called `Night/text`,
  /// the palette `Night` gets a number. The colors `card/shadow` and `card/border` also have the
  /// form of a palette, `card`. But if no color looks up `shadow` or `border`, `card` is only a
  /// group of colors: no name is missing in it, so it needs no number.
  ///
  /// The numbers of names have no versions, so a scan starts again when a name gets a number.
  /// Therefore the numbers are assigned before the scan that finds the gaps.
  static func giveNumbers(in theme: Theme) throws(ThemeError) {
    let names = try Scan.run(theme) { scan throws(Scan.Interruption) in try find(scan) }
    guard names.count > 0 else { return }
    try theme.withLock { state throws(ThemeError) in
      // The body is empty because only the numbers are wanted.
      try state.numberingPalettes(names, convertingError: { $0 }) { _ throws(ThemeError) in }
    }
  }

  /// Returns the names of the palettes to which `giveNumbers` gives numbers. A palette is found at
  /// its first row whose semantic name is looked up, and the palettes are in the order of these
  /// rows. The texts live as long as the theme.
  private static func find(_ scan: Scan) throws(Scan.Interruption) -> Buffer<StoredText> {
    // The address of the theme is a safe hash seed: see `ColorNames`.
    let seed = scan.theme.guarded.words.address
    var lookedUpNames = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var hasLookups = false
    try scan.forEachColor { _, _, _, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try recipe.forEachSemanticName { name throws(OutOfMemory) in
          // The table serves as a set: the value of each name in it is 1.
          try lookedUpNames.intern(name.bytes).value = 1
          hasLookups = true
        }
      }
    }
    var foundPalettes = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var palettes = Buffer<StoredText>(scan.theme.allocator)
    guard hasLookups else { return palettes }
    try scan.forEachColor { state, _, record, _ throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        let name = record.name.bytes
        try name.forEachPaletteName { palette throws(OutOfMemory) in
          guard lookedUpNames.reader.value(of: name.slice(palette.count &+ 1, name.count)) == 1,
            state.vocabulary.number(palette, .palette) == 0
          else { return }
          let slot = try foundPalettes.intern(palette)
          guard slot.value == 0 else { return }
          try palettes.append(StoredText(palette))
          slot.value = 1
        }
      }
    }
    return palettes
  }
}
