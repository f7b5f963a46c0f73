// Themes for Tailwind 4, which makes classes of what a style sheet has in `@theme`.

/// Writes the properties of a style sheet, and which of them are colors of Tailwind. In `@theme` no
/// more than custom properties may stand, so that rules for the dark scheme are outside; `inline`
/// makes classes refer to the properties where they are used.
struct TailwindWriter: FormatWriter, ~Copyable {
  private var sheet: StyleSheetWriter
  private let names: IdentifierNames

  init(_ export: borrowing ExportContext) throws(FileFailure) {
    let sheet = try StyleSheetWriter(export)
    names = try IdentifierNames.make(export.colors, for: .style)
    self.sheet = sheet
  }

  mutating func write(to export: inout ExportContext) throws(FileFailure) {
    sheet.text.append(titleOf: export.options)
    if export.options.usesClasses {
      sheet.text.append("@custom-variant dark (&:where(.dark, .dark *));\n\n")
    }
    try sheet.writeProperties(&export)
    sheet.text.append("\n@theme inline {\n")
    for index in upTo(export.colors.count) {
      sheet.text.append("  --color-")
      sheet.text.append(contentsOf: names.name(index).bytes)
      sheet.text.append(": var(--")
      sheet.text.append(nameEnd: export.name(index).bytes)
      sheet.text.append(");\n")
    }
    sheet.text.append("}\n")
    try export.add(&sheet.text)
  }
}
