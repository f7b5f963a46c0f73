// Themes in JSON of the obvious kind, read.

extension Loading {
  /// Reads a theme that is a JSON object: each key is a name, and behind it stands a color, colors for
  /// modes, or an object of more names, which has a slash behind its own.
  mutating func readJSONTheme(_ file: SourceFile) throws(FileFailure) {
    guard let json = try json(file) else { return }
    guard json.kind(json.root) == .object else {
      let place = file.place(json.offset(json.root))
      return try fail(.syntax, "expected an object of names and colors", at: place)
    }
    let names = try allocating { () throws(OutOfMemory) in
      try NumberedNames(allocator, seed: file.bytes.address)
    }
    var colors = ModedColors(json, file, names, allocator)
    try declare(colors)
    try colors.read(colors.json.root, .any, &self)
    for index in upTo(colors.count) { try set(index, colors) }
  }

  /// Declares the palettes, axes, locales and subtypes that a theme says it has.
  private mutating func declare(_ colors: borrowing ModedColors) throws(FileFailure) {
    if let palettes = colors.json.member("$palettes", colors.json.root) {
      try forEachName(palettes, colors) { inventory, name throws(OutOfMemory) in
        try inventory.declarePalette(name)
      }
    }
    if let locales = colors.json.member("$locales", colors.json.root) {
      try forEachName(locales, colors) { inventory, name throws(OutOfMemory) in
        _ = try inventory.locale(name)
      }
    }
    if let subtypes = colors.json.member("$subtypes", colors.json.root) {
      try forEachName(subtypes, colors) { inventory, name throws(OutOfMemory) in
        _ = try inventory.subtype(name)
      }
    }
    guard let axes = colors.json.member("$axes", colors.json.root) else { return }
    guard colors.json.kind(axes) == .object else {
      return try fail(
        .syntax, "expected an object of axes and their values", at: colors.place(axes))
    }
    var rest = colors.json.first(axes)
    while let key = rest {
      rest = colors.json.next(key)
      let axis = colors.json.string(key)
      try allocating { () throws(OutOfMemory) in try inventory.declareAxis(axis.bytes) }
      try forEachName(colors.json.value(ofKey: key), colors) {
        inventory, name throws(OutOfMemory) in
        try inventory.declareValue(name, ofAxis: axis.bytes)
      }
    }
  }

  /// Calls `body` with each string of an array.
  private mutating func forEachName(
    _ array: JSON.Value, _ colors: borrowing ModedColors,
    _ body: (inout Inventory, Span<UInt8>) throws(OutOfMemory) -> Void
  ) throws(FileFailure) {
    guard colors.json.kind(array) == .array else {
      return try fail(.syntax, "expected an array of names", at: colors.place(array))
    }
    var rest = colors.json.first(array)
    while let value = rest {
      rest = colors.json.next(value)
      let name = colors.json.string(value).bytes
      guard name.count > 0 else {
        try fail(.syntax, "expected a name", at: colors.place(value))
        continue
      }
      do throws(OutOfMemory) { try body(&inventory, name) } catch { throw .outOfMemory }
    }
  }

  // MARK: - Colors

  /// Enters what was found of a color.
  private mutating func set(_ index: Int, _ colors: borrowing ModedColors) throws(FileFailure) {
    guard let color = colors.color(index), let first = color.first else { return }
    let name = colors.name(index).bytes
    writer.truncate(to: 0)
    let light = color[.light] ?? color[.any]
    let dark = color[.dark] ?? color[.any]
    var isWritten = true
    if color.count == 1, let value = color[.any] {
      if colors.isAboutTheme(name), try !isColor(value, colors) { return }
      isWritten = try append(value, colors)
    } else if color.count == 2, let light, let dark, light != dark {
      let place = writer.open(.lightDark)
      isWritten = try append(light, colors)
      isWritten = try append(dark, colors) && isWritten
      writer.close(place)
    } else {
      let place = writer.open(.variants)
      for index in upTo(JSONMode.count) {
        let mode = JSONMode(index: index)
        guard let value = color[mode] else { continue }
        writer.append(mode.conditions.rawValue)
        isWritten = try append(value, colors) && isWritten
      }
      writer.close(place)
      if light == nil || dark == nil {
        try warn(.syntax, "expected a color for the other scheme", name, at: colors.place(first))
      }
    }
    guard isWritten else { return }
    guard writer.failure == nil, let expression = writer.expression else {
      if writer.failure == .outOfMemory { throw .outOfMemory }
      return try fail(.tooComplex, "expected less of a color", name, at: colors.place(first))
    }
    let entry = try allocating { () throws(OutOfMemory) in
      try inventory.set(name, expression, at: colors.place(first))
    }
    if let notes = color.notes { try note(notes, of: entry, colors) }
  }

  /// Writes what color a string or an array is; `false` if it is none, which is told as an error.
  private mutating func append(
    _ value: JSON.Value, _ colors: borrowing ModedColors
  ) throws(FileFailure) -> Bool {
    if colors.json.kind(value) == .array {
      guard let color = colors.constant(value) else {
        try fail(
          .syntax, "expected three integers from 0 to 255, and an alpha from 0 to 1",
          at: colors.place(value))
        return false
      }
      writer.append(color)
      return true
    }
    let start = colors.json.offset(value)
    return try append(css: colors.json.string(value).bytes, at: colors.file.place(start)) {
      colors.json.offset(value, ofByte: $0) &- start
    }
  }

  /// Whether a string at the root is a color, and not something else about the theme.
  private mutating func isColor(
    _ value: JSON.Value, _ colors: borrowing ModedColors
  ) throws(FileFailure) -> Bool {
    if colors.json.kind(value) == .array { return true }
    let text = colors.json.string(value).bytes
    do throws(SyntaxError) {
      try parseRecipe(text, inventory.valueNames, into: &writer)
    } catch {
      if case .outOfMemory = error.reason { throw .outOfMemory }
      return false
    }
    writer.truncate(to: 0)
    return true
  }

  // MARK: - Notes

  /// Takes over what an object says of its color.
  private mutating func note(
    _ object: JSON.Value, of entry: Int, _ colors: borrowing ModedColors
  ) throws(FileFailure) {
    if let description = try text("description", object, colors) {
      try allocating { () throws(OutOfMemory) in
        try inventory.describe(entry, description.bytes)
      }
    }
    let replacement = try text("replacement", object, colors) ?? .empty
    var why = HostText.empty
    if let value = colors.json.member("deprecated", object) {
      if colors.json.kind(value) == .boolean {
        let isDeprecated = colors.json.boolean(value)
        if isDeprecated, replacement.count == 0 { why = HostText(StaticString("deprecated").bytes) }
      } else {
        why = try text("deprecated", object, colors) ?? .empty
      }
    }
    try allocating { () throws(OutOfMemory) in
      try inventory.deprecate(entry, why.bytes, replacement: replacement.bytes)
    }
    guard let extensions = colors.json.member("extensions", object) else { return }
    guard colors.json.kind(extensions) == .object else {
      return try warn(.syntax, "expected an object", at: colors.place(extensions))
    }
    try allocating { () throws(OutOfMemory) in
      if colors.json.leniencies.areNone {
        let source = colors.file.bytes.bytes
          .slice(colors.json.offset(extensions), colors.json.end(extensions))
        try inventory.annotate(entry, source)
      } else {
        var source = TextWriter(allocator)
        try source.append(extensions, of: colors.json)
        try inventory.annotate(entry, source.bytes)
      }
    }
  }

  private mutating func text(
    _ key: StaticString, _ object: JSON.Value, _ colors: borrowing ModedColors
  ) throws(FileFailure) -> HostText? {
    guard let value = colors.json.member(key, object) else { return nil }
    guard colors.json.kind(value) == .string else {
      try warn(.syntax, "expected a string", key.bytes, at: colors.place(value))
      return nil
    }
    return colors.json.string(value)
  }
}

/// What was found of a color: where its value for each mode is, and what is said of it.
private struct ModedColor: BitwiseCopyable {
  private var values = SIMD8<Int32>(repeating: -1)

  subscript(_ mode: JSONMode) -> JSON.Value? {
    get {
      let value = values[mode.index & 7]
      return value < 0 ? nil : JSON.Value(index: Int(value))
    }
    set { values[mode.index & 7] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }

  /// Of how many modes there is a value.
  var count: Int {
    var count = 0
    for index in upTo(JSONMode.count) where values[index & 7] >= 0 { count &+= 1 }
    return count
  }

  /// The value that is written first.
  var first: JSON.Value? {
    var first: Int32?
    for index in upTo(JSONMode.count) where values[index & 7] >= 0 {
      first = min(first ?? .max, values[index & 7])
    }
    return first.map { JSON.Value(index: Int($0)) }
  }

  /// The object that has notes on the color.
  var notes: JSON.Value? {
    get { values[7] < 0 ? nil : JSON.Value(index: Int(values[7])) }
    set { values[7] = Int32(truncatingIfNeeded: newValue?.index ?? -1) }
  }
}

/// The colors of a file, whose values for several modes may stand far from each other.
private struct ModedColors: ~Copyable {
  let json: JSON
  let file: SourceFile
  private var names: NumberedNames
  private var colors: Buffer<ModedColor>
  /// The name of the color or the group that is being read.
  private var path: TextWriter

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(
    _ json: consuming JSON, _ file: SourceFile, _ names: consuming NumberedNames,
    _ allocator: Allocator
  ) {
    self.json = json
    self.file = file
    self.names = names
    colors = Buffer(allocator)
    path = TextWriter(allocator)
  }

  var count: Int { colors.count }
  func color(_ index: Int) -> ModedColor? { colors.element(at: index) }
  func name(_ index: Int) -> HostText { names.name(index &+ 1) ?? .empty }

  func place(_ value: JSON.Value) -> Inventory.Place { file.place(json.offset(value)) }

  /// Whether a name stands at the root and commonly says something of the theme.
  func isAboutTheme(_ name: Span<UInt8>) -> Bool { JSONWord.isAboutTheme(name) }

  /// Takes what an object has, which is the color or the group of the path.
  mutating func read(
    _ object: JSON.Value, _ mode: JSONMode, _ loading: inout Loading
  ) throws(FileFailure) {
    let hasModes = hasModes(object, isRoot: path.count == 0)
    var isColor = hasModes
    var rest = json.first(object)
    while let key = rest {
      rest = json.next(key)
      let value = json.value(ofKey: key)
      let name = json.string(key).bytes
      if name.element(at: 0) == UInt8(ascii: "$") {
        try readMarked(key, mode, &loading)
        continue
      }
      switch JSONWord(name) {
      case .mode(let inner) where hasModes:
        guard let both = inner.within(mode) else {
          try loading.fail(.syntax, "expected no scheme within the other", at: place(key))
          continue
        }
        try read(value: value, key, both, &loading)
      case .value where path.count > 0:
        isColor = true
        try read(value: value, key, mode, &loading)
      case .note where path.count > 0:
        // Of a group without a color nothing is kept.
        continue
      default: try read(value: value, key, named: name, mode, &loading)
      }
    }
    if isColor, path.count > 0 { keepNotes(object) }
  }

  /// Takes what is behind a key with a dollar sign: behind two there is a name, whatever it is.
  private mutating func readMarked(
    _ key: JSON.Value, _ mode: JSONMode, _ loading: inout Loading
  ) throws(FileFailure) {
    let name = json.string(key).bytes
    if name.element(at: 1) == UInt8(ascii: "$") {
      let inner = name.slice(2, name.count)
      return try read(value: json.value(ofKey: key), key, named: inner, mode, &loading)
    }
    let known = WordTable("$palettes $axes $locales $subtypes $schema")
    if path.count > 0 || known.index(of: name) == nil {
      try loading.warn(.syntax, "nothing is known of this key", name, at: place(key))
    }
  }

  /// Takes a value of a color or a group in that of the path.
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, named name: Span<UInt8>, _ mode: JSONMode,
    _ loading: inout Loading
  ) throws(FileFailure) {
    let length = path.count
    try allocating { () throws(OutOfMemory) in
      if length > 0 { try path.append(UInt8(ascii: "/")) }
      try path.append(contentsOf: name)
    }
    try read(value: value, key, mode, &loading)
    path.truncate(to: length)
  }

  /// Takes a value that should be a color, or have some.
  @inline(never)
  private mutating func read(
    value: JSON.Value, _ key: JSON.Value, _ mode: JSONMode, _ loading: inout Loading
  ) throws(FileFailure) {
    switch json.kind(value) {
    case .object: try read(value, mode, &loading)
    case .string, .array:
      guard path.count <= LongText.capacity else {
        return try loading.fail(
          .tooComplex, "expected a name of at most DYNCOLOR_MAX_NAME bytes", at: place(key))
      }
      let index = try indexOfPath()
      guard var color = colors.element(at: index) else { return }
      if color[mode] != nil {
        try loading.warn(.syntax, "the color is given twice", path.bytes, at: place(key))
      }
      color[mode] = value
      colors.replace(at: index, with: color)
    case .null: break
    case .number, .boolean:
      if JSONWord.isAboutTheme(path.bytes) { return }
      try loading.warn(.syntax, "expected a color", path.bytes, at: place(value))
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
      try names.add(HostText(path.bytes).bytes)
    } catch {
      throw .outOfMemory
    }
    return colors.count &- 1
  }

  /// Whether what has the names of modes in an object is for these modes: if nothing else in it is a
  /// color or a group. Otherwise they are names, as for shades that are called light and dark.
  private func hasModes(_ object: JSON.Value, isRoot: Bool) -> Bool {
    var hasModes = false
    var rest = json.first(object)
    while let key = rest {
      rest = json.next(key)
      let name = json.string(key).bytes
      let kind = json.kind(json.value(ofKey: key))
      let isPart = kind == .string || kind == .array || kind == .object
      switch JSONWord(name) {
      case .mode:
        // A theme has no color of its own that could be for a mode.
        if isRoot, kind != .object { return false }
        hasModes = hasModes || isPart
      case .name:
        let isOther =
          name.element(at: 0) == UInt8(ascii: "$")
          ? name.element(at: 1) == UInt8(ascii: "$") : !(isRoot && JSONWord.isAboutTheme(name))
        if isPart, isOther { return false }
      case .value, .note: break
      }
    }
    return hasModes
  }

  /// The color of an array: red, green and blue from 0 to 255, and alpha from 0 to 1.
  func constant(_ array: JSON.Value) -> Color? {
    var numbers = SIMD4<Double>(0, 0, 0, 1)
    guard case 3...4 = json.count(array) else { return nil }
    var rest = json.first(array)
    var index = 0
    while let value = rest {
      rest = json.next(value)
      let number = json.number(value)
      guard json.kind(value) == .number, number >= 0, number <= (index < 3 ? 255 : 1),
        index == 3 || number == roundedDown(number)
      else { return nil }
      numbers[index & 3] = number
      index &+= 1
    }
    let channels = numbers / 255
    return Color(
      .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: numbers.w, missing: .legacy)
  }
}
