// Theme: giving numbers to palettes that were never declared, so that their gaps can be found.

extension Theme {
  /// Gives a number to each palette that has none, but has colors and can be compared with others:
  /// another palette has one of its names, or a color looks one of them up. Other groups of names,
  /// such as the one of `card/shadow`, are no palettes.
  ///
  /// A scan starts again when a palette gets a number, so this is done before the gaps are looked
  /// for.
  func numberComparablePalettes() throws(ThemeError) {
    let names = try Scan.run(self) { scan throws(Scan.Interruption) in
      try ComparablePalettes.find(scan)
    }
    guard names.count > 0 else { return }
    try withLock { state throws(ThemeError) in
      try state.numberingPalettes(names, convertingError: { $0 }) { _ throws(ThemeError) in }
    }
  }
}

private enum ComparablePalettes {
  /// Returns the names of the palettes without a number that can be compared with others, in the
  /// order of their first such colors. The texts live as long as the theme.
  static func find(_ scan: Scan) throws(Scan.Interruption) -> Buffer<StoredText> {
    let seed = scan.theme.guarded.words.address
    // The value of a semantic name is how often it is used: the number of palettes that have it
    // and of colors that look it up.
    var uses = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    try scan.forEachColor { _, _, record, recipe throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try forEachPlace(in: record.name) { _, semantic throws(OutOfMemory) in
          try count(semantic, in: &uses)
        }
        try recipe.forEachSemanticName { name throws(OutOfMemory) in
          try count(name, in: &uses)
        }
      }
    }
    var found = try scan.convertingOutOfMemory { () throws(OutOfMemory) in
      try NameTable(scan.theme.allocator, seed: seed)
    }
    var palettes = Buffer<StoredText>(scan.theme.allocator)
    try scan.forEachColor { state, _, record, _ throws(Scan.Interruption) in
      try scan.convertingOutOfMemory { () throws(OutOfMemory) in
        try forEachPlace(in: record.name) { palette, semantic throws(OutOfMemory) in
          guard uses.reader.value(of: semantic.bytes) > 1,
            state.vocabulary.number(palette.bytes, .palette) == 0
          else { return }
          let slot = try found.intern(palette.bytes)
          guard slot.value == 0 else { return }
          try palettes.append(palette)
          slot.value = 1
        }
      }
    }
    return palettes
  }

  private static func count(_ name: StoredText, in uses: inout NameTable) throws(OutOfMemory) {
    let slot = try uses.intern(name.bytes)
    slot.value &+= 1
  }

  /// Calls `body` with the name of each palette that a color may be in, and its name there.
  private static func forEachPlace(
    in name: StoredText, _ body: (StoredText, StoredText) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    let text = name.bytes
    for offset in upTo(text.count &- 1, from: 1)
    where text.element(at: offset) == UInt8(ascii: "/") {
      try body(
        StoredText(text.slice(0, offset)), StoredText(text.slice(offset &+ 1, text.count)))
    }
  }
}
