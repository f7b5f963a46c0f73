// Theme: giving numbers to palettes that were never declared, so that their gaps can be found.

enum LookedUpPalettes {
  /// Gives a number to each palette that has none, but has a name that a color looks up. Other
  /// groups of names, such as the one of `card/shadow`, are no palettes.
  ///
  /// A scan starts again when a palette gets a number, so this is done before the gaps are looked
  /// for.
  static func assignNumbers(in theme: Theme) throws(ThemeError) {
    let names = try Scan.run(theme) { scan throws(Scan.Interruption) in try find(scan) }
    guard names.count > 0 else { return }
    try theme.withLock { state throws(ThemeError) in
      try state.numberingPalettes(names, convertingError: { $0 }) { _ throws(ThemeError) in }
    }
  }

  /// Returns the names of the palettes that have no number, but a name that a color looks up, in
  /// the order of their first such colors. The texts live as long as the theme.
  private static func find(_ scan: Scan) throws(Scan.Interruption) -> Buffer<StoredText> {
    let seed = scan.theme.guarded.words.address
    var lookedUp = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var isLookedUp = false
    try scan.forEachColor { _, _, _, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try recipe.forEachSemanticName { name throws(OutOfMemory) in
          try lookedUp.intern(name.bytes).value = 1
          isLookedUp = true
        }
      }
    }
    var found = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var palettes = Buffer<StoredText>(scan.theme.allocator)
    guard isLookedUp else { return palettes }
    try scan.forEachColor { state, _, record, _ throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        let name = record.name.bytes
        try name.forEachPaletteName { palette throws(OutOfMemory) in
          guard lookedUp.reader.value(of: name.slice(palette.count &+ 1, name.count)) == 1,
            state.vocabulary.number(palette, .palette) == 0
          else { return }
          let slot = try found.intern(palette)
          guard slot.value == 0 else { return }
          try palettes.append(StoredText(palette))
          slot.value = 1
        }
      }
    }
    return palettes
  }
}
