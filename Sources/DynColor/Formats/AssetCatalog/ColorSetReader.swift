// AssetCatalog: reading color sets.

/// An entry of a color set that is read: its conditions and its color.
private struct ColorSetEntry: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case color(Color)
    /// The name of a system color of Apple.
    case reference(StoredText)
  }

  let conditions: Variant.Conditions
  let content: Content
  /// True if the entry also has unknown keys, which may be conditions.
  let hasUnknownConditions: Bool
}

/// Reads a color set: the `Contents.json` of its directory.
struct ColorSetReader: ~Copyable {
  private let source: JSONFile
  /// The entries with a color. No two have the same conditions.
  private var entries: Buffer<ColorSetEntry>

  /// Reads a file that is imported on its own. The color set is named after the directory of the
  /// file or, if the file is not called `Contents.json`, after the file.
  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    let path = file.path.bytes
    let isContents = path.lastPathComponent.equals(AssetCatalog.contentsName.bytes)
    let namedPath = isContents ? path.slice(0, path.lengthBeforeLastComponent &- 1) : path
    try read(file, named: namedPath.lastPathComponent.withoutColorSetSuffix, in: Span(), &session)
  }

  /// Reads the color set in a directory, whose path is relative to the root directory. The name of
  /// the color is `name`, after the namespace and a slash if the namespace is not empty.
  static func read(
    directory: Span<UInt8>, named name: Span<UInt8>, in namespace: Span<UInt8>,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    try session.reportProgress(directory)
    guard let file = try session.openContents(of: directory) else { return }
    try read(file, named: name, in: namespace, &session)
  }

  private static func read(
    _ file: SourceFile, named name: Span<UInt8>, in namespace: Span<UInt8>,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    guard let source = try JSONFile.parse(file, &session) else { return }
    var reader = ColorSetReader(source: source, entries: Buffer(session.allocator))
    try reader.importColor(named: name, in: namespace, &session)
  }

  @_optimize(speed)
  private mutating func importColor(
    named name: Span<UInt8>, in namespace: Span<UInt8>, _ session: inout ImportSession
  ) throws(FileFailure) {
    let location = source.location(source.json.root)
    var fullName = StoredText(name)
    if namespace.count > 0 {
      fullName = try convertingOutOfMemory(try session.imported.joinPath(namespace, name))
    }
    guard name.count > 0 else {
      return try session.reportError(
        .syntax, "the color set has no name; name its folder, as in accent.colorset", at: location)
    }
    guard fullName.count <= greatestNameLength else {
      return try session.reportError(
        .tooComplex, CommonMessage.longName, fullName.bytes, at: location)
    }
    guard source.json.kind(source.json.root) == .object else {
      return try session.reportError(.syntax, CommonMessage.expectedObject, at: location)
    }
    // If no directory can have a color's name, the writer of catalogs names the directory
    // differently, and writes the original name to the file.
    if let originalName = AssetCatalog.nameBeforeEscaping(in: source.json, path: fullName.bytes) {
      fullName = originalName
    }
    try checkVersion(&session)
    let errorCountBefore = session.report.errorCount
    try readEntries(&session)
    guard session.report.errorCount == errorCountBefore else { return }
    guard entries.count > 0 else {
      return try session.note("the color set has no color", fullName.bytes, at: location)
    }
    if !entries.coverBothSchemes {
      try session.warn(
        .syntax, "the color set has no default; add an entry without appearances", fullName.bytes,
        at: location)
    }
    if session.imported.index(of: fullName.bytes) != nil {
      try session.warn(
        .syntax, CommonMessage.definedTwice, fullName.bytes,
        at: location)
    }
    session.writer.removeAll()
    session.writer.append(entries, version: session.options.systemVersion.bytes)
    guard let expression = try session.writtenExpression() else {
      return try session.reportError(
        .tooComplex, CommonMessage.hugeColorSet, fullName.bytes, at: location)
    }
    try convertingOutOfMemory(try setColor(fullName, expression, at: location, &session.imported))
  }

  /// Sets an imported color, and annotates it with the keys of the color set that are not read.
  private func setColor(
    _ name: StoredText, _ expression: Expression, at location: SourceLocation,
    _ imported: inout ColorCollection
  ) throws(OutOfMemory) {
    var annotation = TextWriter(imported.allocator)
    try AssetCatalog.writeAnnotation(
      of: source, haveLocales: entries.haveLocales, to: &annotation)
    let colorIndex = try imported.set(name.bytes, expression, at: location)
    try imported.annotate(colorIndex, annotation.bytes)
  }

  /// Warns if the version of the format is not 1, the only one so far.
  private func checkVersion(_ session: inout ImportSession) throws(FileFailure) {
    guard let info = source.json.member("info", source.json.root),
      let version = source.json.member("version", info), source.json.number(version) != 1
    else { return }
    try session.warn(.syntax, "expected version 1", at: source.location(version))
  }

  /// Reads the entries that have a color.
  @_optimize(speed)
  private mutating func readEntries(_ session: inout ImportSession) throws(FileFailure) {
    guard let colors = source.json.member("colors", source.json.root) else { return }
    guard source.json.kind(colors) == .array,
      source.json.count(colors) <= Recipe.greatestVariantCount
    else {
      let isArray = source.json.kind(colors) == .array
      return try session.reportError(
        isArray ? .tooComplex : .syntax,
        isArray ? CommonMessage.hugeColorSet : "expected an array of colors",
        at: source.location(colors))
    }
    var nextEntry = source.json.first(colors)
    while let entry = nextEntry {
      nextEntry = source.json.next(entry)
      guard source.json.kind(entry) == .object else {
        try session.reportError(.syntax, CommonMessage.expectedObject, at: source.location(entry))
        continue
      }
      guard let color = source.json.member("color", entry), source.json.kind(color) != .null else {
        if source.json.isUnconditional(entry) {
          try session.note("the entry without appearances has no color", at: source.location(entry))
        }
        continue
      }
      guard let (conditions, hasUnknownConditions) = try readConditions(of: entry, &session),
        let content = try readContent(color, conditions, &session)
      else { continue }
      let parsed = ColorSetEntry(
        conditions: conditions, content: content, hasUnknownConditions: hasUnknownConditions)
      try add(parsed, at: source.location(entry), &session)
    }
  }

  /// Adds an entry. Replaces an earlier entry with the same conditions, unless the new entry has
  /// unknown conditions and the earlier one has none.
  @_optimize(speed)
  private mutating func add(
    _ entry: ColorSetEntry, at location: SourceLocation, _ session: inout ImportSession
  ) throws(FileFailure) {
    for index in upTo(entries.count) {
      guard let other = entries.element(at: index), other.conditions == entry.conditions else {
        continue
      }
      try session.warn(
        .syntax, "two colors of the set are for the same appearances; the last one is used",
        at: location)
      if !entry.hasUnknownConditions || other.hasUnknownConditions {
        entries.replace(at: index, with: entry)
      }
      return
    }
    try convertingOutOfMemory(try entries.append(entry))
  }

  // MARK: - Conditions

  /// Reads the conditions of an entry, and whether it has unknown keys. If the entry can never
  /// apply, or is invalid, reports that and returns `nil`.
  @_optimize(speed)
  private func readConditions(
    of entry: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> (Variant.Conditions, hasUnknownConditions: Bool)? {
    var conditions = Variant.Conditions.any
    var hasUnknownConditions = false
    var nextKey = source.json.first(entry)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let value = source.json.value(ofKey: key)
      let word = source.json.string(value).bytes
      let location = source.location(value)
      let name = source.json.string(key).bytes
      switch Keyword(name, 0, name.count) {
      case "color": break
      case "idiom":
        guard let idiom = AssetCatalog.idiomValue(ofKeyword: word) else {
          try session.warn(
            .unknownName, "unknown idiom; the color is skipped", word, at: location)
          return nil
        }
        conditions = conditions.adding(idiom, forAxis: Variant.Conditions.idiomIndex)
      case "display-gamut":
        guard let gamut = AssetCatalog.gamutValue(ofKeyword: word) else {
          try session.warn(
            .unknownName, "unknown gamut; the color is skipped", word, at: location)
          return nil
        }
        conditions = conditions.adding(gamut, forAxis: Variant.Conditions.gamutIndex)
      case "subtype":
        guard let number = try declareName(word, of: .subtype, at: location, &session) else {
          return nil
        }
        conditions = conditions.adding(number, forAxis: Variant.Conditions.subtypeIndex)
      case "locale":
        guard let number = try declareName(word, of: .locale, at: location, &session) else {
          return nil
        }
        conditions = conditions.adding(number, forAxis: Variant.Conditions.localeIndex)
      case "appearances":
        // Appearances are conditions on the scheme and the contrast.
        guard let appearances = try readAppearances(value, &session) else { return nil }
        conditions = Variant.Conditions(rawValue: conditions.rawValue | appearances.rawValue)
      case "language-direction":
        // Left to right is the default, so it is not a condition.
        if word.equals(StaticString("left-to-right").bytes) { break }
        try session.warn(
          .unknownName, "display directions are not supported; the color is skipped", word,
          at: location)
        return nil
      default: hasUnknownConditions = true
      }
    }
    return (conditions, hasUnknownConditions)
  }

  /// Declares a subtype or locale. Returns its number. If the name is invalid, or if there are too
  /// many, reports an error and returns `nil`.
  private func declareName(
    _ name: Span<UInt8>, of kind: Vocabulary.Kind, at location: SourceLocation,
    _ session: inout ImportSession
  ) throws(FileFailure) -> UInt64? {
    guard name.count > 0, name.count <= greatestNameLength,
      name.countBeforeNUL == name.count
    else {
      try session.reportError(.syntax, CommonMessage.expectedName, name, at: location)
      return nil
    }
    let number = try convertingOutOfMemory(try session.imported.declareIfRoom(name, kind))
    if number == 0 {
      try session.reportError(
        .tooComplex, "the theme has no room for more names of this kind", name, at: location)
    }
    return number == 0 ? nil : number
  }

  /// Reads the appearances of an entry as conditions. If the entry can never apply, or is invalid,
  /// reports that and returns `nil`.
  @_optimize(speed)
  private func readAppearances(
    _ list: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Variant.Conditions? {
    guard source.json.kind(list) == .array else {
      try session.reportError(
        .syntax, "expected an array of appearances", at: source.location(list))
      return nil
    }
    var conditions = Variant.Conditions.any
    var nextEntry = source.json.first(list)
    while let entry = nextEntry {
      nextEntry = source.json.next(entry)
      let location = source.location(entry)
      guard let appearance = source.json.member("appearance", entry),
        let value = source.json.member("value", entry)
      else {
        try session.reportError(.syntax, "expected the keys appearance and value", at: location)
        return nil
      }
      let word = source.json.string(value).bytes
      let condition = AssetCatalog.condition(
        ofAppearance: source.json.string(appearance).bytes, value: word)
      guard let (axisIndex, axisValue) = condition else {
        try session.warn(
          .unknownName, "unknown appearance; the color is skipped", word, at: location)
        return nil
      }
      guard conditions[axisIndex] == 0 || conditions[axisIndex] == axisValue else {
        try session.reportError(
          .syntax, "an appearance has two values in one entry; give each value an entry of its own",
          word, at: location)
        return nil
      }
      conditions = conditions.adding(axisValue, forAxis: axisIndex)
    }
    return conditions
  }

  // MARK: - Colors

  /// Reads the color of an entry. If the color is invalid, reports an error and returns `nil`.
  @_optimize(speed)
  private func readContent(
    _ color: JSON.Value, _ conditions: Variant.Conditions, _ session: inout ImportSession
  ) throws(FileFailure) -> ColorSetEntry.Content? {
    if let components = source.json.member("components", color) {
      return try readColor(color, components, conditions, &session).map { .color($0) }
    }
    guard let reference = source.json.member("reference", color) else {
      try session.reportError(
        .syntax, "expected the key components or reference", at: source.location(color))
      return nil
    }
    let name = source.json.string(reference).bytes
    let location = source.location(reference)
    guard name.count > 0, name.count <= AssetCatalog.greatestSystemColorNameLength,
      name.countBeforeNUL == name.count
    else {
      try session.reportError(
        .syntax, "expected the name of a system color", name, at: location)
      return nil
    }
    switch AssetCatalog.systemColor(name, version: session.options.systemVersion.bytes) {
    case nil:
      try session.warn(
        .unknownName, "unknown system color; gray is used", name, at: location)
    case .some((_, _, isOfRequestedVersion: false)):
      try session.warn(
        .unknownName, "only another version of the system has this color; its color is used", name,
        at: location)
    default: break
    }
    return .reference(StoredText(name))
  }

  /// Reads a color with components. If the components are invalid, reports an error and returns
  /// `nil`.
  @_optimize(speed)
  private func readColor(
    _ color: JSON.Value, _ components: JSON.Value, _ conditions: Variant.Conditions,
    _ session: inout ImportSession
  ) throws(FileFailure) -> Color? {
    let (space, isGray) = try readSpace(of: color, conditions, &session)
    let location = source.location(components)
    let red: CatalogNumber
    let green: CatalogNumber
    let blue: CatalogNumber
    if let whiteValue = source.json.member("white", components) {
      guard let white = try readNumber(whiteValue, &session) else { return nil }
      (red, green, blue) = (white, white, white)
    } else {
      guard !isGray, let redValue = source.json.member("red", components),
        let greenValue = source.json.member("green", components),
        let blueValue = source.json.member("blue", components)
      else {
        let expected: StaticString =
          isGray ? "expected the key white" : "expected the keys red, green and blue"
        try session.reportError(.syntax, expected, at: location)
        return nil
      }
      guard let first = try readNumber(redValue, &session),
        let second = try readNumber(greenValue, &session),
        let third = try readNumber(blueValue, &session)
      else { return nil }
      (red, green, blue) = (first, second, third)
    }
    // A bare 1 is 1/255 among integers, but 1.0 beside a component with a decimal point.
    let hasPoint = red.hasPoint || green.hasPoint || blue.hasPoint
    let values = SIMD3<Double>(
      try resolveBareOne(red, asOne: hasPoint, at: location, &session),
      try resolveBareOne(green, asOne: hasPoint, at: location, &session),
      try resolveBareOne(blue, asOne: hasPoint, at: location, &session))
    // The gamut of `extended-srgb` and `extended-linear-srgb` is `nil`, because it has no limit.
    if space.gamut != nil, !values.isInUnitRange(tolerance: 0) {
      try session.warn(.syntax, "expected numbers from 0 to 1", at: location)
    }
    let alpha = try readAlpha(of: components, &session)
    // CSS can write an sRGB color of multiples of 1/255 in hexadecimal digits, as a legacy color.
    if space == .srgb, values.areMultiplesOf1Over255 {
      return Color(legacy: .srgb, values, alpha: alpha)
    }
    return Color(space, values, alpha: alpha)
  }

  /// Reads the alpha of a color; 1 if it is missing or invalid.
  @_optimize(speed)
  private func readAlpha(
    of components: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Double {
    guard let value = source.json.member("alpha", components) else {
      try session.warn(
        .syntax, "the color has no alpha; 1 is used", at: source.location(components))
      return 1
    }
    let location = source.location(value)
    guard let number = try readNumber(value, &session) else { return 1 }
    let alpha = try resolveBareOne(number, asOne: true, at: location, &session)
    if alpha < 0 || alpha > 1 {
      try session.warn(.syntax, CommonMessage.expectedAlpha, at: location)
    }
    return min(max(alpha, 0), 1)
  }

  /// The value of a component. A bare 1 is ambiguous: it is read as 1 if `asOne` is true, and
  /// otherwise as 1/255.
  @inline(never)
  private func resolveBareOne(
    _ number: CatalogNumber, asOne: Bool, at location: SourceLocation,
    _ session: inout ImportSession
  ) throws(FileFailure) -> Double {
    guard number.isBareOne else { return number.value }
    try session.warn(
      .syntax,
      asOne
        ? "the number 1 has no decimal point; it is read as 1.0, not as 1/255"
        : "the number 1 has no decimal point; it is read as 1/255, not as 1.0",
      at: location)
    return asOne ? 1 : number.value
  }

  /// Reads a component or the alpha. If the value is invalid, reports an error and returns `nil`.
  @_optimize(speed)
  private func readNumber(
    _ value: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> CatalogNumber? {
    let location = source.location(value)
    let text = source.text(of: value)
    if source.json.kind(value) == .number {
      return CatalogNumber(json: source.json.number(value), hasPoint: text.hasDot)
    }
    guard source.json.kind(value) == .string,
      let number = CatalogNumber(source.json.string(value).bytes)
    else {
      try session.reportError(
        .syntax,
        "expected a decimal number, an integer from 0 to 255, or hexadecimal digits after 0x", text,
        at: location)
      return nil
    }
    if number.isFraction {
      try session.warn(.syntax, "expected a number without a slash", text, at: location)
    }
    return number
  }

  /// Reads the color space of a color, and whether the color is written as one component. If the
  /// space is missing or unknown, warns. The color is then read in Display P3 if the entry is for
  /// screens with that gamut, otherwise in sRGB.
  private func readSpace(
    of color: JSON.Value, _ conditions: Variant.Conditions, _ session: inout ImportSession
  ) throws(FileFailure) -> (ColorSpace, isGray: Bool) {
    let value = source.json.member("color-space", color)
    let word = value.map { source.json.string($0) } ?? .empty
    if let knownSpace = AssetCatalog.space(ofKeyword: word.bytes) { return knownSpace }
    let isForWideGamut = conditions.gamut == 2  // Display P3.
    try session.warn(
      .unknownName,
      isForWideGamut
        ? "unknown or missing color space; display-p3 is used"
        : "unknown or missing color space; srgb is used",
      word.bytes, at: source.location(value ?? color))
    return (isForWideGamut ? .displayP3 : .srgb, isGray: false)
  }
}

extension SIMD3<Double> {
  fileprivate var areMultiplesOf1Over255: Bool {
    UInt8(numeratorOver255: x) != nil && UInt8(numeratorOver255: y) != nil
      && UInt8(numeratorOver255: z) != nil
  }
}

extension JSON {
  /// Returns whether an entry has no conditions.
  fileprivate func isUnconditional(_ entry: Value) -> Bool {
    var nextKey = first(entry)
    while let key = nextKey {
      nextKey = next(key)
      let name = string(key).bytes
      switch Keyword(name, 0, name.count) {
      case "color": break
      case "idiom":
        let idiom = AssetCatalog.idiomValue(ofKeyword: string(value(ofKey: key)).bytes)
        if idiom != 0 { return false }
      default: return false
      }
    }
    return true
  }
}

// MARK: - Expressions

extension Buffer<ColorSetEntry> {
  fileprivate var haveLocales: Bool {
    for index in upTo(count) where element(at: index)?.conditions.locale ?? 0 != 0 { return true }
    return false
  }

  /// True if there is a color for light and one for dark, where all other axes have their default
  /// values.
  @_optimize(speed)
  fileprivate var coverBothSchemes: Bool {
    for scheme in upTo(3, from: 1) {  // 1 is light, and 2 is dark.
      var search = VariantSearch(
        MatchedValues(
          scheme: UInt64(truncatingIfNeeded: scheme), contrast: NamedContrast.standard.value,
          elevation: 1, gamut: 1, idiom: 0, subtype: 0, locale: 0))
      for index in upTo(count) {
        search.consider(element(at: index)?.conditions ?? .any, at: index)
      }
      if search.bestIndex < 0 { return false }
    }
    return true
  }
}

extension ExpressionWriter {
  /// Appends the colors of entries in the simplest form: one color, `light-dark()` or
  /// `--variants()`. `version` is the version of Apple's systems that system colors are taken from.
  @_optimize(speed)
  fileprivate mutating func append(_ entries: borrowing Buffer<ColorSetEntry>, version: Span<UInt8>)
  {
    if entries.count == 1, let entry = entries.element(at: 0), entry.conditions == .any {
      return append(entry.content, version: version)
    }
    var light: ColorSetEntry?
    var dark: ColorSetEntry?
    // True if no entry has other conditions than light or dark. Beside an entry for dark, an entry
    // without conditions then stands for light, unless there is an entry for light.
    var haveOnlySchemes = true
    for index in upTo(entries.count) {
      guard let entry = entries.element(at: index) else { continue }
      switch entry.conditions {
      case .any: light = light ?? entry
      case .light: light = entry
      case .dark: dark = entry
      default: haveOnlySchemes = false
      }
    }
    if haveOnlySchemes, let light, let dark {
      let start = open(.lightDark)
      append(light.content, version: version)
      append(dark.content, version: version)
      return close(start)
    }
    let start = open(.variants)
    for index in upTo(entries.count) {
      guard let entry = entries.element(at: index) else { continue }
      append(entry.conditions)
      append(entry.content, version: version)
    }
    close(start)
  }

  private mutating func append(_ content: ColorSetEntry.Content, version: Span<UInt8>) {
    switch content {
    case .color(let color): append(color)
    case .reference(let name): append(systemColor: name.bytes, version: version)
    }
  }
}

extension Variant.Conditions {
  fileprivate static var light: Variant.Conditions {
    Variant.Conditions(scheme: 1, contrast: 0, elevation: 0, gamut: 0, idiom: 0)
  }
}
