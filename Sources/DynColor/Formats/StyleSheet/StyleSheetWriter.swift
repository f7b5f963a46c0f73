// StyleSheet: writing custom properties for browsers of 2025.

/// A rule that may be written: the environments in which it applies.
private struct StyleRule: BitwiseCopyable {
  var contrast = NamedContrast.standard
  /// 1 for any gamut, 2 for at least Display P3, 3 for at least Rec. 2020.
  var gamut: UInt64 = 1
  /// True if the rule applies only with forced colors.
  var isForced = false
  /// The index of a custom axis, if `value` is not 0.
  var axis = 0
  /// The number of a value of the custom axis; 0 for none.
  var value = 0
  /// The number of a palette; 0 for none.
  var palette = 0

  /// The greatest number of palettes and of values of custom axes, taken together, that get rules,
  /// so that the style sheet stays of a usable size.
  static var greatestValueCount: Int { 64 }

  /// An environment in which the rule applies, with the light or the dark scheme.
  func environment(isDark: Bool) -> Environment {
    var environment = Environment()
    environment[.scheme] = isDark ? 2 : 1  // Dark and light.
    if contrast != .standard { environment[.contrast] = contrast.value }
    if gamut > 1 { environment[.gamut] = gamut }
    if isForced { environment[.forcedColors] = 2 }  // Active.
    if value > 0 { environment[.custom(axis)] = UInt64(truncatingIfNeeded: value) }
    if palette > 0 { environment[.palette] = UInt64(truncatingIfNeeded: palette) }
    return environment
  }

  /// True if the rule is within a media query.
  var isConditional: Bool { contrast != .standard || gamut > 1 || isForced }

  /// True if the rule applies only where the data attribute of a palette or custom axis has a
  /// certain value.
  var hasAttribute: Bool { value > 0 || palette > 0 }

  /// Returns whether this rule applies wherever `other` applies.
  func includes(_ other: StyleRule) -> Bool {
    (contrast == .standard || contrast == other.contrast) && gamut <= other.gamut
      && (!isForced || other.isForced)
      && (!hasAttribute || axis == other.axis && value == other.value && palette == other.palette)
  }
}

/// Writes custom properties, and overrides for contrasts, gamuts, forced colors, palettes and
/// values of custom axes.
///
/// Palettes and custom axes become data attributes: `data-palette`, and `data-team` for `team`.
struct StyleSheetWriter: FormatWriter, ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  var text: FileText
  private var rules: Buffer<StyleRule>
  /// The indices of the colors whose values may differ between rules: providers, and colors whose
  /// expressions browsers do not support.
  private var varyingColors: Buffer<Int>
  /// Whether a rule declares a varying color: `varyingColors.count` flags for the first rule, then
  /// as many for the second, and so on.
  private var declaredFlags: Buffer<Bool>
  /// True if there are more palettes and axis values than `greatestValueCount` allows.
  private var isIncomplete = false

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ export: borrowing ExportSession) throws(FileFailure) {
    text = FileText(export.allocator)
    rules = Buffer(export.allocator)
    varyingColors = Buffer(export.allocator)
    declaredFlags = Buffer(export.allocator)
    try plan(export)
  }

  mutating func write(to export: inout ExportSession) throws(FileFailure) {
    text.append(titleOf: export.options)
    try writeProperties(&export)
    try export.add(&text)
  }

  /// Writes all rules that declare a color.
  mutating func writeProperties(_ export: inout ExportSession) throws(FileFailure) {
    for ruleIndex in upTo(rules.count) {
      guard let rule = rules.element(at: ruleIndex) else { continue }
      let isConditional = rule.isConditional
      let start = text.count
      if start > 0 { text.append("\n") }
      appendOpening(export, of: rule)
      if ruleIndex == 0 {
        try writeFirstRule(&export)
      } else {
        let bodyStart = text.count
        try writeDifferences(&export, ruleIndex, indent: isConditional ? "    " : "  ")
        if text.count == bodyStart {
          // The rule declares nothing.
          text.truncate(to: start)
          continue
        }
      }
      text.append(isConditional ? "  }\n}\n" : "}\n")
      if ruleIndex == 0, export.options.usesClasses {
        text.append("\n.dark {\n  color-scheme: dark;\n}\n")
      }
    }
    try warnAboutAttributes(&export)
    try warnAboutOmissions(&export)
    try warnAboutSchemes(&export)
  }

  /// Returns whether a rule declares the color at `varyingIndex` of `varyingColors`.
  private func isDeclared(_ varyingIndex: Int, inRule ruleIndex: Int) -> Bool {
    declaredFlags.element(at: ruleIndex &* varyingColors.count &+ varyingIndex) ?? false
  }

  /// The index of the last earlier rule that declares a varying color and applies wherever the rule
  /// at `ruleIndex` does; −1 for none. Its declaration is in effect if the rule itself has none.
  private func ruleInEffect(before ruleIndex: Int, varyingIndex: Int) -> Int {
    guard let rule = rules.element(at: ruleIndex) else { return -1 }
    var earlier = ruleIndex &- 1
    while earlier >= 0 {
      if isDeclared(varyingIndex, inRule: earlier),
        let earlierRule = rules.element(at: earlier), earlierRule.includes(rule)
      {
        return earlier
      }
      earlier &-= 1
    }
    return -1
  }

  /// Warns about colors that are written with an attribute that would not be read back as the same
  /// axis and value. For example, `data-team="dark"` would be read as the dark scheme.
  private func warnAboutAttributes(_ export: inout ExportSession) throws(FileFailure) {
    for varyingIndex in upTo(varyingColors.count) {
      for ruleIndex in upTo(rules.count) where isDeclared(varyingIndex, inRule: ruleIndex) {
        guard let rule = rules.element(at: ruleIndex), rule.hasAttribute else { continue }
        let (name, value) = export.names(of: rule)
        guard !StyleAttributes.isUnambiguousAttribute(value.bytes, ofAxis: name.bytes) else {
          continue
        }
        var context = LongText()
        context.append(contentsOf: export.name(varyingColors.element(at: varyingIndex) ?? 0).bytes)
        context.append(": data-")
        context.append(contentsOf: name.bytes)
        context.append("=")
        context.append(contentsOf: value.bytes)
        try export.addFinding(
          .warning, .notExact,
          "an attribute that is written for this color has another meaning when it is read",
          context.bytes)
        break
      }
    }
  }

  /// Warns about colors that no rule declares. Also warns about providers that the first rule does
  /// not declare: they have no value by default, but one in a palette, or for a value of a custom
  /// axis. For providers in the first rule, `writeFirstRule` warns.
  private func warnAboutOmissions(_ export: inout ExportSession) throws(FileFailure) {
    for varyingIndex in upTo(varyingColors.count) {
      var isDeclaredAnywhere = false
      for ruleIndex in upTo(rules.count) {
        isDeclaredAnywhere = isDeclaredAnywhere || isDeclared(varyingIndex, inRule: ruleIndex)
      }
      let colorIndex = varyingColors.element(at: varyingIndex) ?? 0
      let isProvider = export.colors.entry(colorIndex)?.expression.count == 0
      if !isDeclaredAnywhere {
        try export.leaveOut(colorIndex, CommonMessage.noValue)
      } else if isProvider, !isDeclared(varyingIndex, inRule: 0) {
        try export.warnInexact(colorIndex, CommonMessage.providerNotWritten)
      }
    }
  }

  /// Warns about colors that have a value for only one scheme in a rule, although the rule applies
  /// with both. For the first rule, `writeFirstRule` warns.
  private mutating func warnAboutSchemes(_ export: inout ExportSession) throws(FileFailure) {
    for varyingIndex in upTo(varyingColors.count) {
      let colorIndex = varyingColors.element(at: varyingIndex) ?? 0
      var hasOneScheme = false
      // At most one warning for a color. `writeFirstRule` has warned already if the value in rule 0
      // is for one scheme only; so the loop begins with rule 0, and ends there in this case.
      for ruleIndex in upTo(rules.count)
      where ruleIndex == 0 || isDeclared(varyingIndex, inRule: ruleIndex) {
        guard !hasOneScheme, let rule = rules.element(at: ruleIndex) else { break }
        // Appends the value only to learn for which schemes there is one.
        let start = text.count
        let forms = try appendValue(&export, colorIndex, rule, warns: false)
        text.truncate(to: start)
        hasOneScheme = (forms.light == .none) != (forms.dark == .none)
        if hasOneScheme, ruleIndex > 0 {
          try export.warnInexact(colorIndex, CommonMessage.oneSchemeOnly)
        }
      }
    }
  }

  /// Collects the rules that may be written, and the colors whose values may differ between them.
  /// The first rule, 0, is the one for the default environment.
  @_optimize(speed)
  private mutating func plan(_ export: borrowing ExportSession) throws(FileFailure) {
    try convertingOutOfMemory { () throws(OutOfMemory) in
      var dependsOnForcedColors = false
      for index in upTo(export.colors.count) {
        guard let entry = export.colors.entry(index) else { continue }
        // Only a provider has an empty expression.
        let isProvider = entry.expression.count == 0
        if isProvider || !entry.expression.isSupportedByBrowsers {
          try varyingColors.append(index)
          // Both sets of axes are needed: `inputs` lacks the axes of style queries, and `ownAxes`
          // lacks the forced colors on which `prefers-contrast` depends.
          dependsOnForcedColors =
            dependsOnForcedColors || entry.expression.inputs.axes.contains(.forcedColors)
            || entry.expression.ownAxes(export.colors.vocabulary).contains(.forcedColors)
        }
      }
      try addMediaRules(isForced: false)
      if dependsOnForcedColors { try addMediaRules(isForced: true) }
      var remainingCount = StyleRule.greatestValueCount
      let paletteCount = min(export.palettes.count, remainingCount)
      isIncomplete = paletteCount < export.palettes.count
      for index in upTo(paletteCount) {
        remainingCount &-= 1
        var rule = StyleRule()
        rule.palette = index &+ 1
        try addContrasts(of: rule)
      }
      for axis in upTo(export.colors.vocabulary.count(.axis)) {
        let valueCount = export.colors.vocabulary.count(.value(axisIndex: axis))
        isIncomplete = isIncomplete || valueCount > remainingCount
        for index in upTo(min(valueCount, remainingCount)) {
          remainingCount &-= 1
          var rule = StyleRule()
          (rule.axis, rule.value) = (axis, index &+ 1)
          try addContrasts(of: rule)
        }
      }
      try declaredFlags.append(repeating: false, count: rules.count &* varyingColors.count)
    }
  }

  /// Adds a rule for each gamut and contrast. If `isForced` is true, the rules apply only with
  /// forced colors.
  private mutating func addMediaRules(isForced: Bool) throws(OutOfMemory) {
    for gamut in upTo(4, from: 1) {
      var rule = StyleRule()
      rule.isForced = isForced
      rule.gamut = UInt64(truncatingIfNeeded: gamut)
      try addContrasts(of: rule)
    }
  }

  /// Adds a rule for each contrast.
  private mutating func addContrasts(of rule: StyleRule) throws(OutOfMemory) {
    var rule = rule
    for contrast in upTo(3) {
      rule.contrast = contrast == 0 ? .standard : contrast == 1 ? .more : .less
      try rules.append(rule)
    }
  }

  /// Writes the media query, the selector and the opening braces of a rule.
  private mutating func appendOpening(_ export: borrowing ExportSession, of rule: StyleRule) {
    if rule.isConditional {
      text.append("@media ")
      switch rule.contrast {
      case .standard: break
      case .more: text.append("(prefers-contrast: more)")
      case .less: text.append("(prefers-contrast: less)")
      }
      if rule.gamut > 1 {
        if rule.contrast != .standard { text.append(" and ") }
        text.append(rule.gamut == 2 ? "(color-gamut: p3)" : "(color-gamut: rec2020)")
      }
      if rule.isForced {
        if rule.contrast != .standard || rule.gamut > 1 { text.append(" and ") }
        text.append("(forced-colors: active)")
      }
      text.append(" {\n  ")
    }
    text.append(":root")
    if rule.hasAttribute {
      let (axis, value) = export.names(of: rule)
      text.append("[data-")
      text.append(restOfIdentifier: axis.bytes)
      text.append("=\"")
      text.append(quoted: value.bytes)
      text.append("\"]")
    }
    text.append(" {\n")
  }

  /// Writes the declarations of the first rule: all colors, with their values in the default
  /// environment.
  @_optimize(speed)
  private mutating func writeFirstRule(_ export: inout ExportSession) throws(FileFailure) {
    // With `usesClasses`, the class `dark` chooses the scheme. Otherwise the user's setting does.
    text.append(
      export.options.usesClasses ? "  color-scheme: light;\n" : "  color-scheme: light dark;\n")
    var varyingIndex = 0
    for index in upTo(export.colors.count) {
      let start = text.count
      guard let entry = export.colors.entry(index) else { continue }
      text.append(commentsOf: export.colors.notes(of: entry), indent: "  ")
      appendProperty(export, index, indent: "  ")
      if varyingColors.element(at: varyingIndex) != index {
        // Browsers evaluate the expression.
        text.append(forBrowsers: entry.expression)
        text.append(";\n")
        continue
      }
      let forms = try appendValue(&export, index, StyleRule(), warns: true)
      if forms.light != .none || forms.dark != .none {
        declaredFlags.replace(at: varyingIndex, with: true)
        text.append(";\n")
      } else {
        text.truncate(to: start)
      }
      varyingIndex &+= 1
    }
  }

  /// Writes the declarations of a rule: the colors whose values in this rule differ from the
  /// declarations in effect (see `ruleInEffect`).
  private mutating func writeDifferences(
    _ export: inout ExportSession, _ ruleIndex: Int, indent: StaticString
  ) throws(FileFailure) {
    guard let rule = rules.element(at: ruleIndex) else { return }
    for varyingIndex in upTo(varyingColors.count) {
      let colorIndex = varyingColors.element(at: varyingIndex) ?? 0
      let start = text.count
      appendProperty(export, colorIndex, indent: indent)
      let valueStart = text.count
      let forms = try appendValue(&export, colorIndex, rule, warns: false)
      guard forms.light != .none || forms.dark != .none else {
        text.truncate(to: start)
        continue
      }
      let valueEnd = text.count
      let earlier = ruleInEffect(before: ruleIndex, varyingIndex: varyingIndex)
      if let earlierRule = rules.element(at: earlier) {
        // Appends the value in the earlier rule, only to compare the two texts.
        _ = try appendValue(&export, colorIndex, earlierRule, warns: false)
      }
      let isSame =
        earlier >= 0
        && text.bytes.slice(valueStart, valueEnd)
          .equals(text.bytes.slice(valueEnd, text.count))
      text.truncate(to: isSame ? start : valueEnd)
      guard !isSame else { continue }
      declaredFlags.replace(at: ruleIndex &* varyingColors.count &+ varyingIndex, with: true)
      text.append(";\n")
    }
  }

  /// Writes the name of the property of a color, and the colon after it.
  @_optimize(speed)
  private mutating func appendProperty(
    _ export: borrowing ExportSession, _ index: Int, indent: StaticString
  ) {
    text.append(indent)
    text.append("--")
    text.append(restOfIdentifier: export.name(index).bytes)
    text.append(": ")
  }

  // MARK: - Values

  /// Writes the value of a color in a rule: `light-dark()`, or a single value if the values for
  /// light and dark are equal or one is missing. If both are missing, writes nothing. Returns how
  /// both values were written. Warns about values that are not exact only if `warns` is true.
  private mutating func appendValue(
    _ export: inout ExportSession, _ index: Int, _ rule: StyleRule, warns: Bool
  ) throws(FileFailure) -> (light: ValueForm, dark: ValueForm) {
    let start = text.count
    text.append("light-dark(")
    let lightStart = text.count
    let light = try appendValue(&export, index, in: rule.environment(isDark: false))
    let lightEnd = text.count
    if light != .none { text.append(", ") }
    let darkStart = text.count
    let dark = try appendValue(&export, index, in: rule.environment(isDark: true))
    let isSame = text.bytes.slice(lightStart, lightEnd)
      .equals(text.bytes.slice(darkStart, text.count))
    if light == .none || dark == .none || isSame {
      text.truncate(to: start)
      let isDark = light == .none
      _ = try appendValue(&export, index, in: rule.environment(isDark: isDark))
    } else {
      text.append(")")
    }
    if warns { try warnAbout(&export, index, light, dark) }
    return (light, dark)
  }

  /// How the value of a color in an environment was written: not at all, exactly, or resolved.
  private enum ValueForm {
    case none, exact, resolved
  }

  /// Writes the value of a color in an environment. Returns how it was written.
  private mutating func appendValue(
    _ export: inout ExportSession, _ index: Int, in environment: Environment
  ) throws(FileFailure) -> ValueForm {
    if let branch = export.branch(index, environment) {
      if let constant = branch.constant {
        text.append(forBrowsers: constant)
        return .exact
      }
      if branch.isSupportedByBrowsers {
        text.append(forBrowsers: branch)
        return .exact
      }
      if let target = export.paletteColorIndex(branch, environment) {
        text.append("var(--")
        text.append(restOfIdentifier: export.name(target).bytes)
        text.append(")")
        return .exact
      }
      // For a `--palette()` that comes here, neither the palette of the environment nor the default
      // palette has the color. So its fallback applies.
      if branch.operation == .palette, branch.reference.fallbackIndex > 0 {
        let fallback = branch.node(at: branch.reference.fallbackIndex)
        if let constant = fallback.constant {
          text.append(forBrowsers: constant)
          return .exact
        }
      }
    }
    guard let cell = try export.resolvedCell(index, environment) else { return .none }
    text.append(resolved: cell)
    return .resolved
  }

  /// Warns if the style sheet does not express a color exactly. `light` and `dark` are how its
  /// values in the first rule were written.
  private func warnAbout(
    _ export: inout ExportSession, _ index: Int, _ light: ValueForm, _ dark: ValueForm
  ) throws(FileFailure) {
    guard let entry = export.colors.entry(index) else { return }
    if entry.expression.count == 0 {
      // `warnAboutOmissions` warns about a provider without a value.
      guard light != .none || dark != .none else { return }
      return try export.warnInexact(index, CommonMessage.providerNotWritten)
    }
    if (light == .none) != (dark == .none) {
      return try export.warnInexact(index, CommonMessage.oneSchemeOnly)
    }
    if light == .resolved || dark == .resolved {
      try export.warnInexact(
        index, "the color is not written exactly; its values for light and dark are written")
    }
    // There are rules for each palette, for each value of a custom axis and for forced colors, but
    // none for combinations of these.
    let lost = entry.expression.lostAxes(
      inFormatWith: AxisSet.of(.scheme).union(.of(.contrast)).union(.gamut), export.colors,
      oneAtATime: AxisSet.paletteAndCustom.union(.of(.forcedColors)))
    if lost != .none {
      try export.warn(index, about: lost)
    } else if isIncomplete,
      entry.expression.ownAxes(export.colors.vocabulary).intersects(.paletteAndCustom)
    {
      try export.warnInexact(
        index, "too many palettes and axis values; 64 are written, and the default for the others")
    }
  }
}

extension ExportSession {
  /// The name of the axis, without `data-`, and the value of a rule's attribute.
  fileprivate func names(of rule: StyleRule) -> (axis: StoredText, value: StoredText) {
    rule.palette > 0
      ? (StoredText(StyleAttributes.paletteAxis), palettes.name(rule.palette) ?? .empty)
      : (
        colors.vocabulary.name(rule.axis &+ 1, .axis) ?? .empty,
        colors.vocabulary.name(rule.value, .value(axisIndex: rule.axis)) ?? .empty
      )
  }
}

extension FileText {
  /// Writes the contents of a string, which the caller puts in double quotes (CSSOM, "serialize a
  /// string").
  fileprivate mutating func append(quoted text: Span<UInt8>) {
    for index in upTo(text.count) {
      let byte = text.element(at: index) ?? 0
      if byte < 0x20 || byte == 0x7F {
        // A control character has the same escape in strings and identifiers.
        append(restOfIdentifier: text.slice(index, index &+ 1))
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          append(UInt8(ascii: "\\"))
        }
        append(byte)
      }
    }
  }
}
