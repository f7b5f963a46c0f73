// JSON: reading plain JSON themes.

/// Reads a theme that is a JSON object. Each key is a name, and its value is one of these:
/// - a color;
/// - an object of modes, such as `light` and `dark`;
/// - an object that states one color, by a key such as `value` or by components such as `r`;
/// - an object of further names, which are joined to the name with a slash.
///
/// The colors of the root belong to the layer that the host imports the file into. The member
/// `$layers` of the root is an object with an object of colors for each further layer.
///
/// Leaves out members that are not colors. Of those with the same key, reports only the first, but
/// reports every text that is similar to the name of a color.
struct JSONThemeReader: ~Copyable {
  let source: JSONFile
  /// The names of the colors of the current layer (see `layer`). The number of a name is one more
  /// than the index of its color in `colors`.
  private var names: NumberedNames
  /// The colors of the current layer so far. They are collected before they are imported, because
  /// the values of a color for several modes may be anywhere in the layer.
  private var colors: Buffer<ColorByMode>
  /// The name of the color or group that is being read: keys, joined by slashes.
  private var path: TextWriter
  /// The number of keys in `path`. It is 0 in the root, in a layer, and in an object that one of
  /// these has under a mode such as `light`.
  private var keyCount = 0
  /// The members that are left out because they are not colors.
  private var omissions: JSONOmissions
  /// True if at least one of the layers read so far has a color, even an invalid one.
  private var hasColors = false
  /// How many more texts that are not colors may be checked for being misspelled colors. The number
  /// is limited because a check compares a text with the names of all colors, which takes long.
  private var remainingChecks = 1 << 12
  /// How many more members `isListOfColors` may read. The number is limited because the function
  /// may read the members of an object again and again: only its last result is stored.
  private var remainingMembers = 1 << 18
  /// The last object that `isListOfColors` examined, and the result.
  private var lastExamined: (object: JSON.Value, isListOfColors: Bool)?
  /// The index of the color at `path`; `nil` as long as that has not been looked up.
  private var indexAtPath: Int?
  /// True if a member of the root is a declaration, such as `$palettes`.
  private let hasDeclarations: Bool
  /// The number of the layer under `$layers` whose colors are being read: 1 for the first. It is 0
  /// while the colors of the root are read.
  private var layer = 0

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  /// Imports the theme in a file. If the file is not JSON, or its root is not an object, reports an
  /// error.
  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    guard let source = try JSONFile.parse(file, &session) else { return }
    guard source.json.kind(source.json.root) == .object else {
      return try session.reportError(
        .syntax, "expected an object of names and colors", at: source.location(source.json.root))
    }
    // The hashes of names depend on the address of the text in memory. The author of a file cannot
    // predict the address, and so cannot choose names that collide.
    let names = try convertingOutOfMemory(
      try NumberedNames(session.allocator, seed: file.text.address))
    let omissions = try convertingOutOfMemory(
      try JSONOmissions(session.allocator, seed: file.text.address))
    let hasDeclarations = JSONThemeReader.hasDeclarations(source.json)
    var reader = JSONThemeReader(
      source: source, names: names, colors: Buffer(session.allocator),
      path: TextWriter(session.allocator), omissions: omissions, hasDeclarations: hasDeclarations)
    try reader.readDeclarations(&session)
    try reader.readColors(of: reader.source.json.root, &session)
    var nextKey = reader.declaredObject("$layers").flatMap { reader.source.json.first($0) }
    while let key = nextKey {
      nextKey = reader.source.json.next(key)
      try reader.beginLayer(file, &session)
      try reader.readColors(of: reader.source.json.value(ofKey: key), &session)
    }
    try reader.reportOmissions(&session)
  }

  /// Begins the next layer. Forgets the colors of the previous one, which have been imported.
  private mutating func beginLayer(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    layer &+= 1
    indexAtPath = nil
    names = try convertingOutOfMemory(
      try NumberedNames(session.allocator, seed: file.text.address))
    colors.truncate(to: 0)
  }

  /// Reads the colors of an object of names, and imports them in the current layer.
  private mutating func readColors(
    of object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) {
    // Reserves room for a color for each member: in most themes, all colors are members of one
    // object.
    let count = source.json.count(object)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try names.reserve(count)
      try colors.reserve(count)
    }
    try readObject(object, .any, &session)
    hasColors = hasColors || colors.count > 0
    // Reserves two ranges of the file for each color, because most have one value or two.
    try convertingOutOfMemory(
      try session.imported.reserve(colors.count, rangeCount: 2 &* colors.count))
    for index in upTo(colors.count) { try importColor(index, &session) }
  }

  /// Returns whether a member of the root is a declaration.
  private static func hasDeclarations(_ json: borrowing JSON) -> Bool {
    var nextKey = json.first(json.root)
    while let key = nextKey {
      if JSONKeyRole.isDeclaration(json.string(key).bytes) { return true }
      nextKey = json.next(key)
    }
    return false
  }

  /// The value of a declaration; `nil` if the root does not have it.
  @inline(never)
  func declaration(_ key: StaticString) -> JSON.Value? {
    // Most themes have no declaration, and `member` searches all members of the root.
    hasDeclarations ? source.json.member(key, source.json.root) : nil
  }

  /// The value of a declaration, if it is an object; `nil` if it is not, or if the root does not
  /// have it.
  func declaredObject(_ key: StaticString) -> JSON.Value? {
    guard let value = declaration(key), source.json.kind(value) == .object else { return nil }
    return value
  }

  /// The keys of the declarations that the root may have. A declaration is a member whose key
  /// begins with exactly one dollar sign.
  private static var declarations: WordTable {
    // `$schema` is the address of a JSON schema for editors, and has no meaning here.
    WordTable(
      """
      $palettes $axes $locales $subtypes $schema $defaultScheme $defaultPalette $levels $forwards \
      $owners $layers
      """)
  }

  // MARK: - Collecting values

  /// Reads an object, which is the color or the group at `path`. `mode` combines the modes that the
  /// keys around the object stand for; it is `any` if there are none.
  @_optimize(speed)
  mutating func readObject(
    _ object: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let form = try form(of: object, isRoot: keyCount == 0, &session)
    // True if the object may have values of the color at `path`.
    var mayHaveValues = form.hasModes
    var hasNotes = false
    if form.statesComponents {
      mayHaveValues = true
      try setValue(object, at: object, mode, &session)
    }
    if !form.hasModes {
      if keyCount > 0 {
        try reportMixedKeys(object, form, &session)
      } else {
        try reportMisspelledGroups(object, &session)
      }
    }
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let value = source.json.value(ofKey: key)
      let name = source.json.string(key).bytes
      if name.element(at: 0) == UInt8(ascii: "$") {
        // The owner of a color is read with the notes.
        hasNotes = hasNotes || StaticString("$owner").bytes.equals(name)
        try readMemberWithDollar(key, form, mode, &session)
        continue
      }
      if key == form.colorKey {
        mayHaveValues = true
        try readValue(value, key, form, mode, &session)
        continue
      }
      // Skips components of the color that the object states, and the same color in another
      // notation, such as `rgb` beside `hex`.
      if form.repeatsColor(underKey: name) { continue }
      switch JSONKeyRole(name) {
      case .mode(let innerMode) where form.hasModes:
        guard let bothModes = innerMode.combined(with: mode) else {
          try session.reportError(
            .syntax, "a mode for light is within one for dark, or the other way round",
            at: source.location(key))
          continue
        }
        try readValue(value, key, form, bothModes, &session)
      case .value where keyCount > 0:
        mayHaveValues = true
        try readValue(value, key, form, mode, &session)
      case .note where keyCount > 0:
        // `importColor` reads the notes later. Notes of a group without a color are ignored.
        hasNotes = true
      // A name, or a key that is read as a name in this object: `light` if the object has no modes,
      // or `value` in a root.
      default: try readMember(key, named: name, form, mode, &session)
      }
    }
    if mayHaveValues, hasNotes, keyCount > 0 { setNotes(object) }
  }

  /// Reads a member whose key begins with a dollar sign. If the key begins with two, the rest of
  /// the key is a name. Otherwise the member is a declaration. Other functions read declarations:
  /// this function only warns of a key that is unknown, or that this object cannot have.
  private mutating func readMemberWithDollar(
    _ key: JSON.Value, _ form: JSONObjectForm, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let name = source.json.string(key).bytes
    guard JSONKeyRole.isDeclaration(name) else {
      return try readMember(key, named: name.slice(2, name.count), form, mode, &session)
    }
    if keyCount > 0, StaticString("$owner").bytes.equals(name) { return }
    let isInRoot = form.object == source.json.root
    if isInRoot, JSONThemeReader.declarations.index(of: name) != nil { return }
    var nearest = NearestName(name)
    if isInRoot { nearest.consider(JSONThemeReader.declarations) }
    var context = ShortText()
    context.append(sanitizing: name)
    nearest.appendSuggestion(to: &context)
    try session.warn(.syntax, "unknown key; it is skipped", context.bytes, at: source.location(key))
  }

  /// Reads a member of the color or group at `path` whose key names a color or a group. `name` is
  /// the key, without the two dollar signs that it may begin with.
  @_optimize(speed)
  private mutating func readMember(
    _ key: JSON.Value, named name: Span<UInt8>, _ form: JSONObjectForm, _ mode: JSONMode,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    let length = path.count
    try convertingOutOfMemory { () throws(OutOfMemory) in
      if keyCount > 0 { try path.append(UInt8(ascii: "/")) }
      try path.append(contentsOf: name)
    }
    keyCount &+= 1
    indexAtPath = nil
    try readValue(source.json.value(ofKey: key), key, form, mode, &session)
    keyCount &-= 1
    path.truncate(to: length)
    indexAtPath = nil
  }

  /// Reads the value of a key. The value may be the color at `path` for `mode`, or an object with
  /// colors. Any other value is left out. `form` is the form of the object that has the key.
  @inline(never)
  @_optimize(speed)
  private mutating func readValue(
    _ value: JSON.Value, _ key: JSON.Value, _ form: JSONObjectForm, _ mode: JSONMode,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    switch source.json.kind(value) {
    case .object: try readObject(value, mode, &session)
    case .string, .array:
      var role = TextRole.color
      if try !isColor(value, key, form, &session) {
        role = try roleOfText(value, key, form, &session)
      }
      switch role {
      case .color: try setValue(value, at: key, mode, &session)
      case .likeColorName: try convertingOutOfMemory(try omissions.addPossibleColor(key))
      case .other: try omit(key, form)
      }
    case .null, .number, .boolean: try omit(key, form)
    }
  }

  /// Sets the value that the color at `path` has for `mode`. Errors are reported at `keyOrValue`.
  @_optimize(speed)
  private mutating func setValue(
    _ value: JSON.Value, at keyOrValue: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    guard path.count <= greatestNameLength else {
      return try session.reportError(
        .tooComplex, CommonMessage.longName, at: source.location(keyOrValue))
    }
    let index = try findOrAddColor()
    guard var color = colors.element(at: index) else { return }
    // If a key is repeated in an object, `JSONFile.parse` has reported that already.
    if color[mode] != nil, !source.isInRepeatedMember(keyOrValue) {
      try session.warn(
        .syntax, CommonMessage.definedTwice, path.bytes, at: source.location(keyOrValue))
    }
    color[mode] = value
    colors.replace(at: index, with: color)
  }

  /// How to read a text or an array.
  private enum TextRole {
    /// A color, or a misspelled color, which is read as a color so that the mistake is reported.
    case color
    /// A text that is similar to the name of a color, but in an object that is not a list of colors
    /// (see `isListOfColors`). The text is left out.
    case likeColorName
    /// Not meant as a color. The text or array is left out.
    case other
  }

  /// Determines how to read a text or an array that is not a color according to `isColor`. An array
  /// is never a misspelled color. These texts are misspelled colors:
  /// - a function whose name is almost that of a color function;
  /// - a word that is almost the name of a color, where a color is likely: as the value of a mode,
  ///   as the color that an object states, and in a list of colors.
  private mutating func roleOfText(
    _ value: JSON.Value, _ key: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> TextRole {
    let name = source.json.string(key).bytes
    let text = source.json.string(value).bytes
    guard source.json.kind(value) == .string, !JSONKeyRole.describesItsObject(name),
      remainingChecks > 0
    else { return .other }
    remainingChecks &-= 1
    // `isMeantAsColor`, in StyleSheet/Reading/MeantColor.swift, also reduces `remainingChecks`.
    let isMeant = isMeantAsColor(text, &remainingChecks)
    switch JSONKeyRole(name) {
    case .mode where isMeant: return .color
    case .mode where form.hasModes:
      return SyntaxError.WordKind.color.nearest(to: text).name.count > 0 ? .color : .other
    case .value where keyCount > 0:
      return isMeant || text.isMisspelledColorAtLikelyPlace ? .color : .other
    case .note where keyCount > 0: return .other
    default: break
    }
    if isMeant, text.contains(UInt8(ascii: "(")) { return .color }
    guard text.isMisspelledColorAtLikelyPlace else { return .other }
    if key == form.colorKey { return .color }
    if JSONKeyRole.isUsuallyNoColor(name) { return .other }
    return try isListOfColors(form, &session) ? .color : .likeColorName
  }

  /// Returns whether an object is a list of colors: at least one member is a color, and all others
  /// are colors, misspelled colors, objects or `null`, or have keys such as `style`. Returns false
  /// as well once `remainingMembers` or `remainingChecks` is used up.
  private mutating func isListOfColors(
    _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if let lastExamined, lastExamined.object == form.object { return lastExamined.isListOfColors }
    var hasColor = false
    // True if the object has anything that a list of colors does not have, such as a color that it
    // states itself.
    var hasOthers = form.statesColor
    var nextKey = source.json.first(form.object)
    while let key = nextKey, !hasOthers {
      nextKey = source.json.next(key)
      remainingMembers &-= 1
      guard remainingMembers > 0 else { return false }
      let name = source.json.string(key).bytes
      let value = source.json.value(ofKey: key)
      if JSONKeyRole.isUsuallyNoColor(name) { continue }
      if name.element(at: 0) == UInt8(ascii: "$") { continue }
      if keyCount > 0 {
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
          hasOthers = remainingChecks <= 0 || !text.isMisspelledColorAtLikelyPlace
        }
      }
    }
    lastExamined = (form.object, hasColor && !hasOthers)
    return hasColor && !hasOthers
  }

  /// Leaves out a member that is not a color. Lists the member for `reportOmissions`, unless the
  /// member describes the theme, as `name` does.
  private mutating func omit(_ key: JSON.Value, _ form: JSONObjectForm) throws(FileFailure) {
    let name = source.json.string(key).bytes
    if form.isRoot, JSONKeyRole.describesItsObject(name) { return }
    try convertingOutOfMemory(try omissions.add(key, named: name))
  }

  /// Reports the members that were left out. In a strict import, these are errors, which say why a
  /// member is not a color. If the file has no color, reports only that.
  private func reportOmissions(_ session: inout ImportSession) throws(FileFailure) {
    guard hasColors else { return try reportLackOfColors(&session) }
    var index = 0
    while let omission = omissions.omission(index) {
      index &+= 1
      let key = omission.key
      let value = source.json.value(ofKey: key)
      let (name, location) = (source.json.string(key).bytes, source.location(value))
      if session.options.isStrict {
        if try !reportReason(key, &session) {
          try session.reportError(.syntax, "not a color", name, at: location)
        }
      } else if omission.isPossiblyMeantAsColor {
        let text = source.json.string(value).bytes
        var context = ShortText()
        context.append(sanitizing: name)
        context.append(": ")
        context.append(sanitizing: text)
        SyntaxError.WordKind.color.nearest(to: text).appendSuggestion(to: &context)
        try session.reportOmission("not a color; it is skipped", context.bytes, at: location)
      } else {
        try session.reportOmission(
          "not a color; it is skipped (further values with this key are skipped without a note)",
          name, at: location)
      }
    }
  }

  /// Reports why the text or the array with a key is not a color. Returns false without a report
  /// for a value of another kind, and for a text that is a valid color but was left out because of
  /// its place in the theme.
  private func reportReason(
    _ key: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    let value = source.json.value(ofKey: key)
    let name = source.json.string(key).bytes
    if source.json.isArrayBeginningWithNumber(value), JSONObjectForm.isOtherNotation(name) {
      try session.reportError(
        .syntax,
        "only red, green and blue may be an array; write CSS text, or components with a colorSpace",
        name, at: source.location(value))
      return true
    }
    switch source.json.kind(value) {
    // `appendColor` reports the reason. What it appends to the writer is not used.
    case .string, .array: return try !appendColor(of: value, &session)
    case .object, .number, .boolean, .null: return false
    }
  }

  /// Reports that the file has no color, unless all its members are known declarations, or errors
  /// have been reported already.
  private func reportLackOfColors(_ session: inout ImportSession) throws(FileFailure) {
    let root = source.json.root
    let firstOmission = omissions.omission(0)?.key
    // True if a member is left out, or the root has a member other than the known declarations.
    var hasOtherMember = firstOmission != nil
    var nextKey = source.json.first(root)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key).bytes
      hasOtherMember = hasOtherMember || JSONThemeReader.declarations.index(of: name) == nil
    }
    guard hasOtherMember, session.report.errorCount == 0 else { return }
    guard let firstOmission else {
      return try session.reportError(.syntax, "the file has no color", at: source.location(root))
    }
    if try reportReason(firstOmission, &session) { return }
    let value = source.json.value(ofKey: firstOmission)
    try session.reportError(
      .syntax, "not a color; the file has none", source.json.string(firstOmission).bytes,
      at: source.location(value))
  }

  /// Records the object with the notes of the color at `path`, unless the color has notes already.
  private mutating func setNotes(_ object: JSON.Value) {
    // The number is 0 if there is no such color. Then there is no element at the index −1.
    let number = names.number(of: path.bytes)
    guard var color = colors.element(at: number &- 1), color.notes == nil else { return }
    color.notes = object
    colors.replace(at: number &- 1, with: color)
  }

  /// Returns the index of the color at `path`, and adds the color if it is new.
  @_optimize(speed)
  private mutating func findOrAddColor() throws(FileFailure) -> Int {
    if let indexAtPath { return indexAtPath }
    do throws(OutOfMemory) {
      try colors.reserve(1)
      // The name is passed as a `StoredText`, because the call changes `self`: `path.bytes` would
      // borrow from `self`, and a `StoredText` does not.
      let (number, isNew) = try names.findOrAdd(StoredText(path.bytes).bytes)
      if isNew { colors.appendReserved(ColorByMode()) }
      indexAtPath = number &- 1
      return number &- 1
    } catch { throw .outOfMemory }
  }

  /// Looks for keys that may be meant as modes, in an object whose keys are all read as names.
  /// - If some keys are modes, warns of each other key that is similar to a mode, because it is
  ///   probably a misspelled one. If no key is similar to a mode, adds a note about the first mode.
  /// - If no key is a mode, warns only if all keys are misspelled modes.
  private func reportMixedKeys(
    _ object: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) {
    var modeKey: JSON.Value?
    var hasNames = false
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let kind = source.json.kind(source.json.value(ofKey: key))
      guard kind == .string || kind == .array || kind == .object else { continue }
      switch JSONKeyRole(source.json.string(key).bytes) {
      case .mode: modeKey = modeKey ?? key
      case .name: hasNames = true
      case .value, .note: break
      }
    }
    guard hasNames else { return }
    if modeKey == nil, try !hasOnlyMisspelledModes(form, &session) { return }
    var hasMisspelledMode = false
    nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key).bytes
      guard case .name = JSONKeyRole(name) else { continue }
      var nearest = NearestName(name)
      nearest.consider(JSONMode.names)
      guard nearest.name.count > 0 else { continue }
      hasMisspelledMode = true
      var context = ShortText()
      context.append(sanitizing: name)
      nearest.appendSuggestion(to: &context)
      try session.warn(
        .unknownName,
        modeKey == nil
          ? "unknown mode; it is read as a name"
          : JSONThemeReader.unknownModeBesideModes,
        context.bytes, at: source.location(key))
    }
    guard !hasMisspelledMode, let modeKey else { return }
    try session.reportAmbiguity(
      "the key is read as a name, not as a mode; keys beside it are names",
      source.json.string(modeKey).bytes,
      at: source.location(modeKey))
  }

  /// Warns of members of a root (see `JSONObjectForm.isRoot`) that are groups under a misspelled
  /// mode, such as `drak`, if another member is a group under a correct mode.
  @_optimize(speed)
  private func reportMisspelledGroups(
    _ root: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) {
    var hasMode = false
    var nextKey = source.json.first(root)
    while let key = nextKey, !hasMode {
      nextKey = source.json.next(key)
      guard source.json.kind(source.json.value(ofKey: key)) == .object else { continue }
      if case .mode = JSONKeyRole(source.json.string(key).bytes) { hasMode = true }
    }
    guard hasMode else { return }
    nextKey = source.json.first(root)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key).bytes
      guard source.json.kind(source.json.value(ofKey: key)) == .object,
        case .name = JSONKeyRole(name), JSONMode.isMisspelled(name)
      else { continue }
      var nearest = NearestName(name)
      nearest.consider(JSONMode.names)
      var context = ShortText()
      context.append(sanitizing: name)
      nearest.appendSuggestion(to: &context)
      try session.warn(
        .unknownName, JSONThemeReader.unknownModeBesideModes, context.bytes,
        at: source.location(key))
    }
  }

  /// The message for a key that is probably a misspelled mode, in an object that also has correct
  /// modes. The misspelled one is no mode, so all keys of the object are read as names.
  private static var unknownModeBesideModes: StaticString {
    "unknown mode; a key that is no mode makes the object a group, and each of its keys a name"
  }

  /// Returns whether all members of an object, except for notes, are colors under misspelled modes:
  /// see `JSONMode.isMisspelled`.
  private func hasOnlyMisspelledModes(
    _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    var nextKey = source.json.first(form.object)
    while let key = nextKey {
      nextKey = source.json.next(key)
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

  /// Imports the color at `index`, with its values for all modes and its notes: a value for any
  /// scheme as it is, values for light and dark as `light-dark()`, and others as `--variants()`.
  @_optimize(speed)
  private func importColor(_ index: Int, _ session: inout ImportSession) throws(FileFailure) {
    guard let color = colors.element(at: index), let first = color.first else { return }
    let name = (names.name(index &+ 1) ?? .empty).bytes
    session.writer.removeAll()
    let light = color[.light] ?? color[.any]
    let dark = color[.dark] ?? color[.any]
    var areValid = true
    if color.count == 1, let value = color[.any] {
      areValid = try appendColor(of: value, &session)
    } else if color.count == 2, let light, let dark, light != dark {
      // One value for light and one for dark. One of them may be the value for any scheme.
      let start = session.writer.open(.lightDark)
      areValid = try appendColor(of: light, &session)
      areValid = try appendColor(of: dark, &session) && areValid
      session.writer.close(start)
    } else {
      // Any other combination of modes. For example, `light` and `dark` are one value, for any
      // scheme, and another value is for more contrast.
      let start = session.writer.open(.variants)
      for modeIndex in upTo(JSONMode.count) {
        let mode = JSONMode(index: modeIndex)
        guard let value = color[mode] else { continue }
        session.writer.append(mode.conditions)
        areValid = try appendColor(of: value, &session) && areValid
      }
      session.writer.close(start)
      if light == nil || dark == nil {
        try session.warn(
          .syntax, CommonMessage.oneSchemeOnly, name, at: source.location(first))
      }
    }
    guard areValid else { return }
    guard let expression = try session.writtenExpression() else {
      return try session.reportError(
        .tooComplex, CommonMessage.tooManyParts, name, at: source.location(first))
    }
    let entry = try setColor(name, expression, color, at: source.location(first), &session)
    try addSourceRanges(of: color, to: entry, &session)
    if let notes = color.notes { try readNotes(notes, of: entry, &session) }
  }

  /// Records where in the file the values of a color are. `entry` is the index of the imported
  /// color.
  @_optimize(speed)
  private func addSourceRanges(
    of color: ColorByMode, to entry: Int, _ session: inout ImportSession
  ) throws(FileFailure) {
    for index in upTo(JSONMode.count) {
      guard let value = color[JSONMode(index: index)] else { continue }
      let length = source.json.end(value) &- source.json.offset(value)
      try convertingOutOfMemory(
        try session.imported.addSourceRange(source.location(value), length: length, ofColor: entry))
    }
  }

  /// Adds a color with its owner to the imported colors, in the current layer. Returns the index of
  /// the color's entry in `session.imported`. The entry itself has the expression of the root. An
  /// expression under `$layers` becomes a further definition of the color. The entry of a color
  /// that is only under `$layers` has an empty expression.
  @_optimize(speed)
  private func setColor(
    _ name: Span<UInt8>, _ expression: Expression, _ color: ColorByMode,
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
      // −1 stands for a color that has no entry yet.
      var entry = session.imported.index(of: name) ?? -1
      if entry < 0 { entry = try session.imported.set(name, .none, at: location) }
      // `isCurrent` matters only in exports.
      let definition = ThemeDetails.Definition(
        colorIndex: entry, expression: try session.imported.copy(expression), layer: layer,
        owner: owner, isCurrent: false)
      try session.imported.details.define(definition)
      return entry
    }
  }

  /// Reads the owner of a color. Returns the number of the owner; 0 if the color has none. If the
  /// owner is not a name, reports an error and returns 0.
  private func readOwner(
    of color: ColorByMode, _ session: inout ImportSession
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
  @_optimize(speed)
  private func appendColor(
    of value: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if source.json.kind(value) == .object {
      guard let color = try readColor(inComponentsOf: value, &session) else { return false }
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
    // Most colors are hexadecimal.
    if let color = Color(hexText: text) ?? Color(bareHex: text) {
      session.writer.append(color)
      return true
    }
    let start = source.json.offset(value)
    // The closure turns an offset in the text, in which escapes are decoded, into the distance from
    // the start of the string in the file.
    return try session.appendIfValid(css: text, at: source.file.location(start)) {
      source.json.offset(ofContentByte: $0, in: value) &- start
    }
  }

  /// Parses an array of red, green and blue from 0 to 255, and possibly an alpha from 0 to 1; `nil`
  /// if it is invalid.
  private func parseChannels(_ array: JSON.Value) -> Color? {
    var numbers = SIMD4<Double>(0, 0, 0, 1)  // Red, green, blue and alpha.
    guard case 3...4 = source.json.count(array) else { return nil }
    var nextValue = source.json.first(array)
    var index = 0
    while let value = nextValue {
      nextValue = source.json.next(value)
      let number = source.json.number(value)
      guard source.json.kind(value) == .number, number >= 0, number <= (index < 3 ? 255 : 1),
        index == 3 || number == roundedDown(number)
      else { return nil }
      // The mask shows the compiler that the index is in range.
      numbers[index & 3] = number
      index &+= 1
    }
    let channels = numbers / 255
    return Color(
      legacy: .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: numbers.w)
  }

  // MARK: - Notes

  /// Reads the notes of a color from an object. `entry` is the index of the imported color.
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
        // `true` gives no reason, so the text is "deprecated". With a replacement, the color counts
        // as deprecated without a text.
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
      // The annotations of a color must be standard JSON. If the file is not, they are rewritten.
      if source.json.isStandard {
        try session.imported.annotate(entry, source.text(of: extensions))
      } else {
        var text = TextWriter(session.allocator)
        try text.append(extensions, of: source.json)
        try session.imported.annotate(entry, text.bytes)
      }
    }
  }

  /// Reads a member that must be a string; `nil` if there is none. If it is not a string, warns and
  /// returns `nil`.
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
private struct ColorByMode: BitwiseCopyable {
  /// At the index of each mode, the index of the JSON node with the value. At `notesIndex`, the
  /// index of the node of the object with the notes. −1 stands for none. The lower the index of a
  /// node, the earlier the node is in the file.
  private var nodes = SIMD8<Int32>(repeating: -1)
  private static var notesIndex: Int { 7 }

  subscript(_ mode: JSONMode) -> JSON.Value? {
    get {
      let value = nodes[mode.index & 7]
      return value < 0 ? nil : JSON.Value(index: Int(value))
    }
    set { nodes[mode.index & 7] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }

  /// The number of modes with a value.
  @_optimize(speed)
  var count: Int {
    var count = 0
    for index in upTo(JSONMode.count) where nodes[index & 7] >= 0 { count &+= 1 }
    return count
  }

  /// The value that is first in the file; `nil` if there is none.
  @_optimize(speed)
  var first: JSON.Value? {
    var first: Int32?
    for index in upTo(JSONMode.count) where nodes[index & 7] >= 0 {
      first = min(first ?? .max, nodes[index & 7])
    }
    return first.map { JSON.Value(index: Int($0)) }
  }

  /// The object with the notes; `nil` if there is none.
  var notes: JSON.Value? {
    get {
      let value = nodes[ColorByMode.notesIndex]
      return value < 0 ? nil : JSON.Value(index: Int(value))
    }
    set { nodes[ColorByMode.notesIndex] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }
}
