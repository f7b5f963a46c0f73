// StyleSheet: writing themes for Tailwind 4, which derives classes from the properties in `@theme`.

/// Writes custom properties like `StyleSheetWriter`, and declares them as Tailwind colors.
///
/// `@theme` may contain only custom properties, and no rules for environments. So all values are in
/// rules outside `@theme`, and the properties in `@theme` refer to the properties of these rules.
/// With `inline`, the classes of Tailwind refer directly to the properties of the rules.
struct TailwindWriter: FormatWriter, ~Copyable {
  private var sheet: StyleSheetWriter
  /// The names of the colors in Tailwind, without the prefix `--color-`.
  private let names: IdentifierNames

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    let sheet = try StyleSheetWriter(export)
    names = try IdentifierNames.make(export.colors, for: .css)
    self.sheet = sheet
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    sheet.text.append(titleOf: export.options)
    if export.options.usesClasses {
      // Makes Tailwind's variant `dark` depend on the class `dark`, not on the user's setting.
      sheet.text.append("@custom-variant dark (&:where(.dark, .dark *));\n\n")
    }
    try sheet.writeProperties(&export)
    sheet.text.append("\n@theme inline {\n")
    for index in upTo(export.colors.count) {
      sheet.text.append("  --color-")
      sheet.text.append(contentsOf: names.name(index).bytes)
      sheet.text.append(": var(--")
      sheet.text.append(restOfIdentifier: export.name(index).bytes)
      sheet.text.append(");\n")
    }
    sheet.text.append("}\n")
    try export.add(&sheet.text)
  }
}
