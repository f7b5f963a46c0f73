// Themes for Tailwind 4, which makes classes of what a style sheet has in `@theme`.

extension Writing {
  /// Writes the properties of a style sheet, and which of them are colors of Tailwind. In `@theme` no
  /// more than custom properties may stand, so that rules for the dark scheme are outside; `inline`
  /// makes classes refer to the properties where they are used.
  mutating func writeTailwind() throws(FileFailure) {
    try writeTitle()
    if options.usesClasses {
      try allocating { () throws(OutOfMemory) in
        try text.append("@custom-variant dark (&:where(.dark, .dark *));\n\n")
      }
    }
    try writeProperties()
    let names = try allocating { () throws(OutOfMemory) in
      try PlainNames.make(inventory, for: .style)
    }
    try allocating { () throws(OutOfMemory) in
      try text.append("\n@theme inline {\n")
      for index in upTo(inventory.count) {
        try text.append("  --color-")
        try text.append(contentsOf: names.name(index).bytes)
        try text.append(": var(--")
        try text.append(nameEnd: (inventory.entry(index)?.name ?? .empty).bytes)
        try text.append(");\n")
      }
      try text.append("}\n")
    }
    try finish()
  }
}
