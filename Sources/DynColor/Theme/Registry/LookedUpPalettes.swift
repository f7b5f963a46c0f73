// Theme: giving numbers to palettes that were never declared, so that the names that they lack can
// be found (PaletteGaps.swift).

enum LookedUpPalettes {
  /// Gives a number to each palette that has none. If a color looks up `text` in palettes, the name
  /// `Night/text` of another color makes `Night` a palette. A group of names that no color looks
  /// up, such as `card/shadow` and `card/border`, is no palette.
  ///
  /// A scan starts again when a palette gets a number, so the numbers are assigned before the scan
  /// that finds the gaps.
  static func assignNumbers(in theme: Theme) throws(ThemeError) {
    let names = try Scan.run(theme) { scan throws(Scan.Interruption) in try find(scan) }
    guard names.count > 0 else { return }
    try theme.withLock { state throws(ThemeError) in
      try state.numberingPalettes(names, convertingError: { $0 }) { _ throws(ThemeError) in }
    }
  }

  /// Returns the names of the palettes to which `assignNumbers` gives numbers, in row order of the
  /// first looked-up color of each palette. The texts live as long as the theme.
  private static func find(_ scan: Scan) throws(Scan.Interruption) -> Buffer<StoredText> {
    let seed = scan.theme.guarded.words.address
    var lookedUpNames = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var hasLookups = false
    try scan.forEachColor { _, _, _, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try recipe.forEachSemanticName { name throws(OutOfMemory) in
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
