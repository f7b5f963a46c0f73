// JSON: reading plain JSON themes.

/// Reads a theme that is a JSON object. Each key is a name; its value is a color, an object of
/// modes, or an object of further names, which are joined to the name with a slash.
struct JSONThemeReader: ~Copyable {
  let source: JSONFile
  private var names: NumberedNames
  /// The colors. The values of one color for several modes need not be next to each other.
  private var colors: Buffer<ModedColor>
  /// The name of the color or group that is being read.
  private var path: TextWriter
  /// The number of the layer whose colors are read; 0 for those that are not under `$layers`.
  private var layer = 0

  // Out of line, because many error paths end with it.
  @inline(never)
  deinit {}

  static func read(_ file: SourceFile, _ session: inout ImportSession) throws(FileFailure) {
    guard let source = try JSONFile.parse(file, &session) else { return }
    guard source.json.kind(source.json.root) == .object else {
      return try session.fail(
        .syntax, "expected an object of names and colors", at: source.place(source.json.root))
    }
    let names = try allocating(try NumberedNames(session.allocator, seed: file.bytes.address))
    var reader = JSONThemeReader(
      source: source, names: names, colors: Buffer(session.allocator),
      path: TextWriter(session.allocator))
    try reader.declare(&session)
    try reader.readColors(of: reader.source.json.root, &session)
    guard let layers = reader.object("$layers") else { return }
    var rest = reader.source.json.first(layers)
    while let key = rest {
      rest = reader.source.json.next(key)
      reader.layer &+= 1
      try reader.begin(file, &session)
      try reader.readColors(of: reader.source.json.value(ofKey: key), &session)
    }
  }

  /// Begins another layer, without the colors of the one before.
  private mutating func begin(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) {
    names = try allocating(try NumberedNames(session.allocator, seed: file.bytes.address))
    colors.truncate(to: 0)
  }

  private mutating func readColors(
    of object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) {
    try read(object, .any, &session)
    for index in upTo(colors.count) { try set(index, &session) }
  }

  /// The object of a key at the root.
  func object(_ key: StaticString) -> JSON.Value? {
    guard let value = source.json.member(key, source.json.root), source.json.kind(value) == .object
    else { return nil }
    return value
  }

  /// The keys at the root that are no names.
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
    let hasModes = hasModes(object, isRoot: path.count == 0)
    if !hasModes, path.count > 0 { try tellMixture(object, &session) }
    var isColor = hasModes
    var rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      let value = source.json.value(ofKey: key)
      let name = source.json.string(key).bytes
      if name.element(at: 0) == UInt8(ascii: "$") {
        try readMarked(key, mode, &session)
        continue
      }
      switch JSONKeyRole(name) {
      case .mode(let inner) where hasModes:
        guard let both = inner.combined(mode) else {
          try session.fail(
            .syntax, "expected one scheme, not light and dark combined", at: source.place(key))
          continue
        }
        try read(value: value, key, both, &session)
      case .value where path.count > 0:
        isColor = true
        try read(value: value, key, mode, &session)
      case .note where path.count > 0:
        // Notes of a group without a color are ignored.
        continue
      default: try read(value: value, key, named: name, mode, &session)
      }
    }
    if isColor, path.count > 0 { keepNotes(object) }
  }

  /// Reads a key with a dollar sign. Two dollar signs escape a name.
  private mutating func readMarked(
    _ key: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    let name = source.json.string(key).bytes
    if name.element(at: 1) == UInt8(ascii: "$") {
      let inner = name.slice(2, name.count)
      return try read(value: source.json.value(ofKey: key), key, named: inner, mode, &session)
    }
    if path.count > 0, StaticString("$owner").bytes.equals(name) { return }
    guard path.count > 0 || layer > 0 || JSONThemeReader.rootKeys.index(of: name) == nil else {
      return
    }
    var nearest = NearestName(name)
    if path.count == 0, layer == 0 { nearest.consider(JSONThemeReader.rootKeys) }
    var context = ShortText()
    context.append(shown: name)
    nearest.append(to: &context)
    try session.warn(.syntax, "unknown key; it is skipped", context.bytes, at: source.place(key))
  }

  /// Reads a member of the color or group at `path`.
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, named name: Span<UInt8>, _ mode: JSONMode,
    _ session: inout ImportSession
  ) throws(FileFailure) {
    let length = path.count
    try allocating { () throws(OutOfMemory) in
      if length > 0 { try path.append(UInt8(ascii: "/")) }
      try path.append(contentsOf: name)
    }
    try read(value: value, key, mode, &session)
    path.truncate(to: length)
  }

  /// Reads a value that should be a color or contain some.
  @inline(never)
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, _ mode: JSONMode, _ session: inout ImportSession
  ) throws(FileFailure) {
    switch source.json.kind(value) {
    case .object: try read(value, mode, &session)
    case .string, .array:
      guard path.count <= LongText.capacity else {
        return try session.fail(
          .tooComplex, "expected a name of at most DYNCOLOR_MAX_NAME bytes", at: source.place(key))
      }
      let index = try indexOfPath()
      guard var color = colors.element(at: index) else { return }
      if color[mode] != nil {
        try session.warn(.syntax, "the color is given twice", path.bytes, at: source.place(key))
      }
      color[mode] = value
      colors.replace(at: index, with: color)
    case .null: break
    case .number, .boolean:
      if JSONKeyRole.isAboutTheme(path.bytes) { return }
      try session.warn(.syntax, "expected a color", path.bytes, at: source.place(value))
    }
  }

  private mutating func keepNotes(_ object: JSON.Value) {
    let number = names.number(of: path.bytes)
    guard var color = colors.element(at: number &- 1), color.notes == nil else { return }
    color.notes = object
    colors.replace(at: number &- 1, with: color)
  }

  private mutating func indexOfPath() throws(FileFailure) -> Int {
    let number = names.number(of: path.bytes)
    if number > 0 { return number &- 1 }
    do throws(OutOfMemory) {
      try colors.append(ModedColor())
      try names.add(StoredText(path.bytes).bytes)
    } catch { throw .outOfMemory }
    return colors.count &- 1
  }

  /// Returns whether keys with the names of modes mean modes: they do if the object contains no
  /// other color or group. Otherwise they are names, for example of shades called light and dark.
  private func hasModes(_ object: JSON.Value, isRoot: Bool) -> Bool {
    var hasModes = false
    var rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      let name = source.json.string(key).bytes
      let kind = source.json.kind(source.json.value(ofKey: key))
      let isPart = kind == .string || kind == .array || kind == .object
      switch JSONKeyRole(name) {
      case .mode:
        // At the root there is no color that a mode could belong to.
        if isRoot, kind != .object { return false }
        hasModes = hasModes || isPart
      case .name:
        let isOther =
          name.element(at: 0) == UInt8(ascii: "$")
          ? name.element(at: 1) == UInt8(ascii: "$") : !(isRoot && JSONKeyRole.isAboutTheme(name))
        if isPart, isOther { return false }
      case .value, .note: break
      }
    }
    return hasModes
  }

  /// Tells of an object with modes and other names. If one of these looks like a mode, it is
  /// probably a mistake.
  private func tellMixture(
    _ object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) {
    var mode: JSON.Value?
    var hasOthers = false
    var rest = source.json.first(object)
    while let key = rest {
      rest = source.json.next(key)
      switch JSONKeyRole(source.json.string(key).bytes) {
      case .mode: mode = mode ?? key
      case .name: hasOthers = true
      case .value, .note: break
      }
    }
    guard let mode, hasOthers else { return }
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
      context.append(shown: name)
      nearest.append(to: &context)
      try session.warn(
        .unknownName, "no mode has this name, so that all modes beside it are read as names",
        context.bytes, at: source.place(key))
    }
    guard !isMistake else { return }
    try session.note(
      "beside other names, modes are names, too", source.json.string(mode).bytes,
      at: source.place(mode))
  }

  // MARK: - Colors

  /// Imports a color with all its values.
  private func set(_ index: Int, _ session: inout ImportSession) throws(FileFailure) {
    guard let color = colors.element(at: index), let first = color.first else { return }
    let name = (names.name(index &+ 1) ?? .empty).bytes
    session.writer.truncate(to: 0)
    let light = color[.light] ?? color[.any]
    let dark = color[.dark] ?? color[.any]
    var isWritten = true
    if color.count == 1, let value = color[.any] {
      if JSONKeyRole.isAboutTheme(name), try !isColor(value, &session) { return }
      isWritten = try append(value, &session)
    } else if color.count == 2, let light, let dark, light != dark {
      let place = session.writer.open(.lightDark)
      isWritten = try append(light, &session)
      isWritten = try append(dark, &session) && isWritten
      session.writer.close(place)
    } else {
      let place = session.writer.open(.variants)
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let value = color[mode] else { continue }
        session.writer.append(mode.conditions)
        isWritten = try append(value, &session) && isWritten
      }
      session.writer.close(place)
      if light == nil || dark == nil {
        try session.warn(
          .syntax, "expected a color for the other scheme", name, at: source.place(first))
      }
    }
    guard isWritten else { return }
    guard let expression = try session.writtenExpression() else {
      return try session.fail(
        .tooComplex, "expected a simpler color", name, at: source.place(first))
    }
    let entry = try set(name, expression, color, at: source.place(first), &session)
    if let notes = color.notes { try note(notes, of: entry, &session) }
  }

  /// Imports a color with its owner, in its layer.
  private func set(
    _ name: Span<UInt8>, _ expression: Expression, _ color: ModedColor,
    at place: ImportedColors.Place, _ session: inout ImportSession
  ) throws(FileFailure) -> Int {
    let owner = try self.owner(of: color, &session)
    guard layer > 0 else {
      let entry = try allocating(try session.imported.set(name, expression, at: place))
      session.imported.setOwner(entry, owner)
      return entry
    }
    return try allocating { () throws(OutOfMemory) in
      var entry = session.imported.index(of: name) ?? -1
      if entry < 0 { entry = try session.imported.set(name, .none, at: place) }
      let definition = ImportedTheme.Definition(
        index: entry, expression: try session.imported.keep(expression), layer: layer,
        owner: owner, isCurrent: false)
      try session.imported.theme.define(definition)
      return entry
    }
  }

  /// The number of the owner of a color; 0 for none.
  private func owner(
    of color: ModedColor, _ session: inout ImportSession
  ) throws(FileFailure) -> Int {
    guard let notes = color.notes, let value = source.json.member("$owner", notes) else { return 0 }
    let name = source.json.string(value).bytes
    guard name.count > 0 else {
      try session.fail(.syntax, "expected a name", at: source.place(value))
      return 0
    }
    return try allocating(try session.imported.theme.number(ofOwner: name))
  }

  /// Appends the color of a string or an array to the writer. If it is invalid, an error is
  /// reported, and the result is `false`.
  private func append(
    _ value: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if source.json.kind(value) == .array {
      guard let color = constant(value) else {
        try session.fail(
          .syntax, "expected three integers from 0 to 255, and an alpha from 0 to 1",
          at: source.place(value))
        return false
      }
      session.writer.append(color)
      return true
    }
    let start = source.json.offset(value)
    return try session.append(css: source.json.string(value).bytes, at: source.file.place(start)) {
      source.json.offset(value, ofByte: $0) &- start
    }
  }

  /// Returns whether a string at the root is a color, rather than metadata of the theme.
  private func isColor(
    _ value: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if source.json.kind(value) == .array { return true }
    let isColor = try session.parse(css: source.json.string(value).bytes)
    session.writer.truncate(to: 0)
    return isColor
  }

  /// The color of an array: red, green and blue from 0 to 255, and alpha from 0 to 1.
  private func constant(_ array: JSON.Value) -> Color? {
    var numbers = SIMD4<Double>(0, 0, 0, 1)
    guard case 3...4 = source.json.count(array) else { return nil }
    var rest = source.json.first(array)
    var index = 0
    while let value = rest {
      rest = source.json.next(value)
      let number = source.json.number(value)
      guard source.json.kind(value) == .number, number >= 0, number <= (index < 3 ? 255 : 1),
        index == 3 || number == roundedDown(number)
      else { return nil }
      numbers[index & 3] = number
      index &+= 1
    }
    let channels = numbers / 255
    return Color(
      .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: numbers.w, missing: .legacy)
  }

  // MARK: - Notes

  private func note(
    _ object: JSON.Value, of entry: Int, _ session: inout ImportSession
  ) throws(FileFailure) {
    if let description = try text("description", object, &session) {
      try allocating(try session.imported.describe(entry, description.bytes))
    }
    let replacement = try text("replacement", object, &session) ?? .empty
    var why = StoredText.empty
    if let value = source.json.member("deprecated", object) {
      if source.json.kind(value) == .boolean {
        let isDeprecated = source.json.boolean(value)
        if isDeprecated, replacement.count == 0 {
          why = StoredText(StaticString("deprecated").bytes)
        }
      } else {
        why = try text("deprecated", object, &session) ?? .empty
      }
    }
    try allocating(try session.imported.deprecate(entry, why.bytes, replacement: replacement.bytes))
    guard let extensions = source.json.member("extensions", object) else { return }
    guard source.json.kind(extensions) == .object else {
      return try session.warn(.syntax, "expected an object", at: source.place(extensions))
    }
    try allocating { () throws(OutOfMemory) in
      if source.json.deviations.areNone {
        try session.imported.annotate(entry, source.source(extensions))
      } else {
        var text = TextWriter(session.allocator)
        try text.append(extensions, of: source.json)
        try session.imported.annotate(entry, text.bytes)
      }
    }
  }

  private func text(
    _ key: StaticString, _ object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> StoredText? {
    guard let value = source.json.member(key, object) else { return nil }
    guard source.json.kind(value) == .string else {
      try session.warn(.syntax, "expected a string", key.bytes, at: source.place(value))
      return nil
    }
    return source.json.string(value)
  }
}

/// The values of a color for each mode, and the object with its notes.
private struct ModedColor: BitwiseCopyable {
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

  /// The value that comes first in the file.
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
