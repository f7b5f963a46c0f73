// JSON: reading plain JSON themes.

/// Reads a theme that is a JSON object. Each key is a name, and its value is one of these:
/// - a color;
/// - an object of modes;
/// - an object that states its color;
/// - an object of further names, which are joined to the name with a slash.
///
/// Leaves out members that are not colors, and reports them once for each key.
struct JSONThemeReader: ~Copyable {
  let source: JSONFile
  private var names: NumberedNames
  /// The colors so far. The values of a color for several modes may be anywhere in the file.
  private var colors: Buffer<ModedColor>
  /// The name of the color or group that is being read, with slashes.
  private var path: TextWriter
  /// The members that are not colors, one for each key.
  private var omissions: JSONOmissions
  /// True if the file has a color.
  private var hasColors = false
  /// How many texts that are no colors are still checked for being misspelled colors, which takes
  /// long.
  private var remainingChecks = 1 << 12
  /// How many members of objects are still read to find out whether the objects are lists of
  /// colors.
  private var remainingMembers = 1 << 18
  /// The last object for which `isListOfColors` was determined, and the result.
  private var lastList: (object: JSON.Value, isOfColors: Bool)?
  /// The number of the layer whose colors are read; 0 for colors that are not under `$layers`.
  private var layer = 0

  // Not inlined, because many error paths end with it.
  @inline(never)
  deinit {}

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    guard let source = try JSONFile.parse(file, &session) else { return }
    guard source.json.kind(source.json.root) == .object else {
      return try session.reportError(
        .syntax, "expected an object of names and colors", at: source.location(source.json.root))
    }
    let names = try convertingOutOfMemory(
      try NumberedNames(session.allocator, seed: file.text.address))
    let omissions = try convertingOutOfMemory(
      try JSONOmissions(session.allocator, seed: file.text.address))
    var reader = JSONThemeReader(
      source: source, names: names, colors: Buffer(session.allocator),
      path: TextWriter(session.allocator), omissions: omissions)
    try reader.readDeclarations(&session)
    try reader.readColors(of: reader.source.json.root, &session)
    var rest = reader.object("$layers").flatMap { reader.source.json.first($0) }
    while let key = rest {
      rest = reader.source.json.next(key)
      reader.layer &+= 1
      try reader.beginLayer(file, &session)
      try reader.readColors(of: reader.source.json.value(ofKey: key), &session)
    }
    try reader.reportOmissions(&session)
  }

  /// Begins the next layer. Forgets the colors of the previous one, which have been imported.
  private mutating func beginLayer(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    names = try convertingOutOfMemory(
      try NumberedNames(session.allocator, seed: file.text.address))
    colors.truncate(to: 0)
  }

  /// Reads the colors of an object of names, and imports them in the current layer.
  private mutating func readColors(
    of object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) {
    try read(object, .any, &session)
    hasColors = hasColors || colors.count > 0
    for index in upTo(colors.count) { try importColor(index, &session) }
  }

  /// The object that is the value of a key of the outermost object; `nil` if there is none.
  func object(_ key: StaticString) -> JSON.Value? {
    guard let value = source.json.member(key, source.json.root), source.json.kind(value) == .object
    else { return nil }
    return value
  }

  /// The keys of the outermost object that are not names of colors.
  private static var rootKeys: WordTable {
    WordTable(
      "$palettes $axes $locales $subtypes $schema $defaultScheme $defaultPalette $levels $forwards $owners $layers"
    )
  }

  // MARK: - Collecting values

  /// Reads an object, which is the color or the group at `path`.
  mutating func read(
    _ object: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let form = try form(of: object, isRoot: path.count == 0, &session)
    var isColor = form.hasModes
    if form.isComponents {
      isColor = true
      try setValue(object, at: object, mode, &session)
    }
    if !form.hasModes, path.count > 0 { try reportMixedKeys(object, form, &session) }
    var rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      let value = source.json.value(ofKey: key)
      let name = source.json.string(key).bytes
      if name.element(at: 0) == UInt8(ascii: "$") {
        try readMarked(key, form, mode, &session)
        continue
      }
      if key == form.colorKey {
        isColor = true
        try read(value: value, key, form, mode, &session)
        continue
      }
      if form.isRepeated(in: name) { continue }
      switch JSONKeyRole(name) {
      case .mode(let inner) where form.hasModes:
        guard let both = inner.combined(with: mode) else {
          try session.reportError(
            .syntax, "a mode for light is within one for dark, or the other way round",
            at: source.location(key))
          continue
        }
        try read(value: value, key, form, both, &session)
      case .value where path.count > 0:
        isColor = true
        try read(value: value, key, form, mode, &session)
      case .note where path.count > 0:
        // The notes are read below. Notes of a group without a color are ignored.
        continue
      default: try read(value: value, key, named: name, form, mode, &session)
      }
    }
    if isColor, path.count > 0 { setNotes(object) }
  }

  /// Reads a member whose key begins with a dollar sign. A key with two dollar signs is a name. Any
  /// other key is a declaration, which has been read already.
  private mutating func readMarked(
    _ key: JSON.Value, _ form: JSONObjectForm, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let name = source.json.string(key).bytes
    if name.element(at: 1) == UInt8(ascii: "$") {
      let inner = name.slice(2, name.count)
      return try read(
        value: source.json.value(ofKey: key), key, named: inner, form, mode, &session)
    }
    if path.count > 0, StaticString("$owner").bytes.equals(name) { return }
    guard path.count > 0 || layer > 0 || JSONThemeReader.rootKeys.index(of: name) == nil else {
      return
    }
    var nearest = NearestName(name)
    if path.count == 0, layer == 0 { nearest.consider(JSONThemeReader.rootKeys) }
    var context = ShortText()
    context.append(sanitizing: name)
    nearest.append(to: &context)
    try session.warn(.syntax, "unknown key; it is skipped", context.bytes, at: source.location(key))
  }

  /// Reads a member of the color or group at `path`.
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, named name: Span<UInt8>, _ form: JSONObjectForm,
    _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let length = path.count
    try convertingOutOfMemory { () throws(OutOfMemory) in
      if length > 0 { try path.append(UInt8(ascii: "/")) }
      try path.append(contentsOf: name)
    }
    try read(value: value, key, form, mode, &session)
    path.truncate(to: length)
  }

  /// Reads a value that may be a color or contain colors.
  @inline(never)
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, _ form: JSONObjectForm, _ mode: JSONMode,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    switch source.json.kind(value) {
    case .object: try read(value, mode, &session)
    case .string, .array:
      var isMeant = try isColor(value, key, form, &session)
      if !isMeant { isMeant = try isMisspelledColor(value, key, form, &session) }
      guard isMeant else { return try omit(key, form) }
      try setValue(value, at: key, mode, &session)
    case .null: break
    case .number, .boolean: try omit(key, form)
    }
  }

  /// Sets the value for a mode of the color at `path`.
  private mutating func setValue(
    _ value: JSON.Value, at key: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    guard path.count <= LongText.capacity else {
      return try session.reportError(
        .tooComplex, CommonMessage.longName, at: source.location(key))
    }
    let index = try indexOfPath()
    guard var color = colors.element(at: index) else { return }
    if color[mode] != nil {
      try session.warn(.syntax, CommonMessage.definedTwice, path.bytes, at: source.location(key))
    }
    color[mode] = value
    colors.replace(at: index, with: color)
  }

  /// Returns whether a text that is not a color is a misspelled one: a function that is almost one
  /// of colors or, where a color is likely, a word that is almost the name of a color. A color is
  /// likely as the value of a mode, as the color that an object states, and beside other colors.
  private mutating func isMisspelledColor(
    _ value: JSON.Value, _ key: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    let name = source.json.string(key).bytes
    let text = source.json.string(value).bytes
    guard source.json.kind(value) == .string, !JSONKeyRole.isAboutTheme(name), remainingChecks > 0
    else { return false }
    remainingChecks &-= 1
    let isMeant = isMeantAsColor(text, &remainingChecks)
    switch JSONKeyRole(name) {
    case .mode where isMeant: return true
    case .mode where form.hasModes: return SyntaxError.Word.color.nearest(to: text).name.count > 0
    case .value where path.count > 0: return isMeant || text.isLikelyColorName
    case .note where path.count > 0: return false
    default: break
    }
    if isMeant, text.contains(UInt8(ascii: "(")) { return true }
    guard text.isLikelyColorName else { return false }
    if key == form.colorKey { return true }
    if JSONKeyRole.isNeverColor(name) { return false }
    return try isListOfColors(form, &session)
  }

  /// Returns whether an object is a list of colors. It has at least one color, and of its other
  /// members only objects, misspelled colors, and members under keys such as `style`.
  private mutating func isListOfColors(
    _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if let lastList, lastList.object == form.object { return lastList.isOfColors }
    var hasColor = false
    var hasOthers = form.statesColor
    var rest = source.json.first(form.object)
    while let key = rest, !hasOthers {
      rest = source.json.next(key)
      remainingMembers &-= 1
      guard remainingMembers > 0 else { return false }
      let name = source.json.string(key).bytes
      let value = source.json.value(ofKey: key)
      if JSONKeyRole.isNeverColor(name) || name.element(at: 0) == UInt8(ascii: "$") { continue }
      if path.count > 0 {
        switch JSONKeyRole(name) {
        case .note: continue
        case .value: hasOthers = true
        case .mode, .name: break
        }
      }
      switch source.json.kind(value) {
      case .object, .null: break
      case .number, .boolean: hasOthers = true
      case .string, .array:
        if try isColor(value, key, form, &session) {
          hasColor = true
        } else {
          remainingChecks &-= 1
          let text = source.json.string(value).bytes
          hasOthers = remainingChecks <= 0 || !text.isLikelyColorName
        }
      }
    }
    lastList = (form.object, hasColor && !hasOthers)
    return hasColor && !hasOthers
  }

  /// Leaves out a member that is not a color. It is reported, unless it describes the theme.
  private mutating func omit(_ key: JSON.Value, _ form: JSONObjectForm) throws(FileFailure) {
    let name = source.json.string(key).bytes
    if form.isRoot, JSONKeyRole.isAboutTheme(name) { return }
    try convertingOutOfMemory(try omissions.add(key, name))
  }

  /// Reports each key whose members were left out. If the file has no color at all, reports an
  /// error.
  private func reportOmissions(_ session: inout ImportSession) throws(FileFailure) {
    guard hasColors else { return try reportLackOfColors(&session) }
    var index = 0
    while let key = omissions.key(index) {
      index &+= 1
      try session.reportOmission(
        "not a color; members with this key that are no colors are skipped",
        source.json.string(key).bytes, at: source.location(source.json.value(ofKey: key)))
    }
  }

  private func reportLackOfColors(_ session: inout ImportSession) throws(FileFailure) {
    let root = source.json.root
    var hasMember = omissions.key(0) != nil
    var rest = source.json.first(root)
    while let key = rest {
      rest = source.json.next(key)
      let name = source.json.string(key).bytes
      hasMember =
        hasMember || name.element(at: 0) != UInt8(ascii: "$")
        || name.element(at: 1) == UInt8(ascii: "$")
    }
    guard hasMember, session.report.errorCount == 0 else { return }
    let first = omissions.key(0)
    if let first {
      let value = source.json.value(ofKey: first)
      let kind = source.json.kind(value)
      // Reports why the text or the array is not a color.
      if kind == .string || kind == .array, try !append(value, &session) { return }
    }
    try session.reportError(
      .syntax, "the file has no color",
      (first.map { source.json.string($0) } ?? .empty).bytes,
      at: source.location(first.map { source.json.value(ofKey: $0) } ?? root))
  }

  /// Sets the object with the notes of the color at `path`.
  private mutating func setNotes(_ object: JSON.Value) {
    let number = names.number(of: path.bytes)
    guard var color = colors.element(at: number &- 1), color.notes == nil else { return }
    color.notes = object
    colors.replace(at: number &- 1, with: color)
  }

  /// Returns the index of the color at `path`, and adds the color if it is new.
  private mutating func indexOfPath() throws(FileFailure) -> Int {
    let number = names.number(of: path.bytes)
    if number > 0 { return number &- 1 }
    do throws(OutOfMemory) {
      try colors.append(ModedColor())
      try names.add(StoredText(path.bytes).bytes)
    } catch { throw .outOfMemory }
    return colors.count &- 1
  }

  /// Reports an object that has both modes and names: with a warning if one of the names is similar
  /// to a mode, and is probably a mistake; otherwise with a note. If all names of an object are
  /// misspelled modes, reports them, too.
  private func reportMixedKeys(
    _ object: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) {
    var mode: JSON.Value?
    var hasOthers = false
    var rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      let kind = source.json.kind(source.json.value(ofKey: key))
      guard kind == .string || kind == .array || kind == .object else { continue }
      switch JSONKeyRole(source.json.string(key).bytes) {
      case .mode: mode = mode ?? key
      case .name: hasOthers = true
      case .value, .note: break
      }
    }
    guard hasOthers else { return }
    if mode == nil, try !hasOnlyMisspelledModes(form, &session) { return }
    var isMistake = false
    rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      let name = source.json.string(key).bytes
      guard case .name = JSONKeyRole(name) else { continue }
      var nearest = NearestName(name)
      nearest.consider(JSONMode.names)
      guard nearest.name.count > 0 else { continue }
      isMistake = true
      var context = ShortText()
      context.append(sanitizing: name)
      nearest.append(to: &context)
      try session.warn(
        .unknownName,
        mode == nil
          ? "unknown mode; it is read as a name"
          : "unknown mode; all modes beside it are read as names",
        context.bytes, at: source.location(key))
    }
    guard !isMistake, let mode else { return }
    try session.note(
      "the key is read as a name, not as a mode; keys beside it are names",
      source.json.string(mode).bytes,
      at: source.location(mode))
  }

  /// Returns whether all members of an object are colors under keys that differ from modes by one
  /// letter. Known words do not count.
  private func hasOnlyMisspelledModes(
    _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    var rest = source.json.first(form.object)
    while let key = rest {
      rest = source.json.next(key)
      let name = source.json.string(key).bytes
      if case .note = JSONKeyRole(name) { continue }
      let value = source.json.value(ofKey: key)
      guard source.json.kind(value) == .string || source.json.kind(value) == .array,
        JSONMode.isMisspelled(name), try isColor(value, key, form, &session)
      else { return false }
    }
    return true
  }

  // MARK: - Colors

  /// Imports the color at an index, with its values for all modes and its notes.
  private func importColor(_ index: Int, _ session: inout ImportSession) throws(FileFailure) {
    guard let color = colors.element(at: index), let first = color.first else { return }
    let name = (names.name(index &+ 1) ?? .empty).bytes
    session.writer.truncate(to: 0)
    let light = color[.light] ?? color[.any]
    let dark = color[.dark] ?? color[.any]
    var isWritten = true
    if color.count == 1, let value = color[.any] {
      isWritten = try append(value, &session)
    } else if color.count == 2, let light, let dark, light != dark {
      let start = session.writer.open(.lightDark)
      isWritten = try append(light, &session)
      isWritten = try append(dark, &session) && isWritten
      session.writer.close(start)
    } else {
      let start = session.writer.open(.variants)
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let value = color[mode] else { continue }
        session.writer.append(mode.conditions)
        isWritten = try append(value, &session) && isWritten
      }
      session.writer.close(start)
      if light == nil || dark == nil {
        try session.warn(
          .syntax, CommonMessage.oneScheme, name, at: source.location(first))
      }
    }
    guard isWritten else { return }
    guard let expression = try session.writtenExpression() else {
      return try session.reportError(
        .tooComplex, CommonMessage.tooManyParts, name, at: source.location(first))
    }
    let entry = try set(name, expression, color, at: source.location(first), &session)
    try addSourceRanges(of: color, to: entry, &session)
    if let notes = color.notes { try readNotes(notes, of: entry, &session) }
  }

  /// Adds the values of a color as its source ranges.
  private func addSourceRanges(
    of color: ModedColor, to entry: Int, _ session: inout ImportSession
  ) throws(FileFailure) {
    for index in upTo(JSONMode.count) {
      guard let value = color[JSONMode(index: index)] else { continue }
      let length = source.json.end(value) &- source.json.offset(value)
      try convertingOutOfMemory(
        try session.imported.addSourceRange(source.location(value), length: length, ofColor: entry))
    }
  }

  /// Imports a color with its owner, in its layer.
  private func set(
    _ name: Span<UInt8>, _ expression: Expression, _ color: ModedColor,
    at location: SourceLocation, _ session: inout ImportSession
  ) throws(FileFailure) -> Int {
    let owner = try readOwner(of: color, &session)
    guard layer > 0 else {
      let entry = try convertingOutOfMemory(
        try session.imported.set(name, expression, at: location))
      session.imported.setOwner(entry, owner)
      return entry
    }
    return try convertingOutOfMemory { () throws(OutOfMemory) in
      var entry = session.imported.index(of: name) ?? -1
      if entry < 0 { entry = try session.imported.set(name, .none, at: location) }
      let definition = ThemeDetails.Definition(
        colorIndex: entry, expression: try session.imported.copy(expression), layer: layer,
        owner: owner, isCurrent: false)
      try session.imported.details.define(definition)
      return entry
    }
  }

  /// Reads the owner of a color. Returns its number; 0 for none.
  private func readOwner(
    of color: ModedColor, _ session: inout ImportSession
  ) throws(FileFailure) -> Int {
    guard let notes = color.notes, let value = source.json.member("$owner", notes) else { return 0 }
    let name = source.json.string(value).bytes
    guard name.count > 0 else {
      try session.reportError(.syntax, CommonMessage.expectedName, at: source.location(value))
      return 0
    }
    return try convertingOutOfMemory(try session.imported.details.declareOwner(name))
  }

  /// Appends the color of a string, an array or an object of components to the writer. If the value
  /// is invalid, reports an error and returns false.
  private func append(
    _ value: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if source.json.kind(value) == .object {
      guard let color = try readColor(ofComponents: value, &session) else { return false }
      session.writer.append(color)
      return true
    }
    if source.json.kind(value) == .array {
      guard let color = parseChannels(value) else {
        try session.reportError(
          .syntax, "expected three integers from 0 to 255, and an alpha from 0 to 1",
          at: source.location(value))
        return false
      }
      session.writer.append(color)
      return true
    }
    let text = source.json.string(value).bytes
    if let color = Color(bareHex: text) {
      session.writer.append(color)
      return true
    }
    let start = source.json.offset(value)
    return try session.appendIfValid(css: text, at: source.file.location(start)) {
      source.json.offset(value, ofByte: $0) &- start
    }
  }

  /// Parses an array of red, green and blue from 0 to 255, and possibly an alpha from 0 to 1.
  private func parseChannels(_ array: JSON.Value) -> Color? {
    var numbers = SIMD4<Double>(0, 0, 0, 1)
    guard case 3...4 = source.json.count(array) else { return nil }
    var nextValue = source.json.first(array)
    var index = 0
    while let value = nextValue {
      nextValue = source.json.next(value)
      let number = source.json.number(value)
      guard source.json.kind(value) == .number, number >= 0, number <= (index < 3 ? 255 : 1),
        index == 3 || number == roundedDown(number)
      else { return nil }
      numbers[index & 3] = number
      index &+= 1
    }
    let channels = numbers / 255
    return Color(
      legacy: .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: numbers.w)
  }

  // MARK: - Notes

  /// Reads the notes of a color.
  private func readNotes(
    _ object: JSON.Value, of entry: Int, _ session: inout ImportSession
  ) throws(FileFailure) {
    if let description = try readText("description", object, &session) {
      try convertingOutOfMemory(try session.imported.describe(entry, description.bytes))
    }
    let replacement = try readText("replacement", object, &session) ?? .empty
    var deprecation = StoredText.empty
    if let value = source.json.member("deprecated", object) {
      if source.json.kind(value) == .boolean {
        let isDeprecated = source.json.boolean(value)
        if isDeprecated, replacement.count == 0 {
          deprecation = StoredText(StaticString("deprecated").bytes)
        }
      } else {
        deprecation = try readText("deprecated", object, &session) ?? .empty
      }
    }
    try convertingOutOfMemory(
      try session.imported.deprecate(entry, deprecation.bytes, replacement: replacement.bytes))
    guard let extensions = source.json.member("extensions", object) else { return }
    guard source.json.kind(extensions) == .object else {
      return try session.warn(
        .syntax, CommonMessage.expectedObject, at: source.location(extensions))
    }
    try convertingOutOfMemory { () throws(OutOfMemory) in
      if source.json.deviations.areNone {
        try session.imported.annotate(entry, source.text(of: extensions))
      } else {
        var text = TextWriter(session.allocator)
        try text.append(extensions, of: source.json)
        try session.imported.annotate(entry, text.bytes)
      }
    }
  }

  /// Reads a member that must be a string. Warns and returns `nil` if it is not.
  private func readText(
    _ key: StaticString, _ object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    guard let value = source.json.member(key, object) else { return nil }
    guard source.json.kind(value) == .string else {
      try session.warn(.syntax, "expected a string", key.bytes, at: source.location(value))
      return nil
    }
    return source.json.string(value)
  }
}

/// The values of a color for each mode, and the object with its notes.
private struct ModedColor: BitwiseCopyable {
  /// The indices of nodes, by the index of the mode; the last one is for the notes. −1 for none.
  private var values = SIMD8<Int32>(repeating: -1)

  subscript(_ mode: JSONMode) -> JSON.Value? {
    get {
      let value = values[mode.index & 7]
      return value < 0 ? nil : JSON.Value(index: Int(value))
    }
    set { values[mode.index & 7] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }

  /// The number of modes with a value.
  var count: Int {
    var count = 0
    for index in upTo(JSONMode.count) where values[index & 7] >= 0 { count &+= 1 }
    return count
  }

  /// The value that is first in the file; `nil` if there is none.
  var first: JSON.Value? {
    var first: Int32?
    for index in upTo(JSONMode.count) where values[index & 7] >= 0 {
      first = min(first ?? .max, values[index & 7])
    }
    return first.map { JSON.Value(index: Int($0)) }
  }

  var notes: JSON.Value? {
    get { values[7] < 0 ? nil : JSON.Value(index: Int(values[7])) }
    set { values[7] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }
}
