// Asset catalogs, read: folders of color sets as Xcode keeps them.

/// A folder that is to be read.
private struct CatalogFolder: BitwiseCopyable {
  let path: HostText
  /// What is put before the names in it, with a slash: the names of groups that are namespaces.
  let namespace: HostText
  let depth: Int
}

/// An entry of a color set: what it is for, and what it has.
private struct Slot: BitwiseCopyable {
  enum Content: BitwiseCopyable {
    case color(Color)
    case reference(HostText)
  }

  let conditions: Variant.Conditions
  let content: Content
  /// Whether there is more that it is for, which is not known here.
  let isForMore: Bool
}

extension Loading {
  /// Reads a color set, or all color sets within a folder, which may be a catalog or have some.
  /// Groups that are namespaces are put before the names, and become palettes.
  mutating func readCatalogs(
    _ folder: Span<UInt8>, named name: Span<UInt8>
  ) throws(FileFailure) {
    if name.hasSuffix(AssetCatalog.colorSuffix) {
      return try readColorSet(folder, name.withoutColorSuffix, in: Span())
    }
    var pending = Buffer<CatalogFolder>(allocator)
    try allocating { () throws(OutOfMemory) in
      try pending.append(
        CatalogFolder(path: try inventory.keep(folder), namespace: .empty, depth: 0))
    }
    while let next = pending.removeLast() { try read(next, &pending) }
  }

  /// Reads the color sets of a folder, and adds the folders in it to those that are to be read.
  private mutating func read(
    _ folder: CatalogFolder, _ pending: inout Buffer<CatalogFolder>
  ) throws(FileFailure) {
    let path = folder.path.bytes
    guard folderCount < Loading.greatestFileCount else {
      return try fail(.tooComplex, "expected fewer folders", path, at: .none)
    }
    guard let listing = try list(path) else { return }
    var namespace = folder.namespace
    if folder.depth > 0 {
      if path.hasSuffix(AssetCatalog.catalogSuffix) {
        namespace = .empty
      } else if listing.has(AssetCatalog.contents), try isNamespace(path) {
        namespace = try palette(path.lastPart, in: namespace)
      }
    }
    var index = 0
    while let entry = listing.entry(index) {
      index &+= 1
      guard entry.isColorSet else { continue }
      if let set = try self.path(path, entry.name.bytes, entry) {
        try readColorSet(set.bytes, entry.name.bytes.withoutColorSuffix, in: namespace.bytes)
      }
    }
    // The last first, since the last that is added is the next to be read.
    while let entry = listing.entry(index &- 1) {
      index &-= 1
      guard entry.mayBeGroup, let group = try self.path(path, entry.name.bytes, entry) else {
        continue
      }
      guard folder.depth < AssetCatalog.greatestDepth else {
        try fail(.tooComplex, "expected fewer folders within each other", group.bytes, at: .none)
        continue
      }
      try allocating { () throws(OutOfMemory) in
        try pending.append(
          CatalogFolder(path: group, namespace: namespace, depth: folder.depth &+ 1))
      }
    }
  }

  /// The path of an entry that is to be read, unless it is too long, or a link.
  private mutating func path(
    _ folder: Span<UInt8>, _ name: Span<UInt8>, _ entry: Folder.Entry
  ) throws(FileFailure) -> HostText? {
    let path = try allocating { () throws(OutOfMemory) in try inventory.keep(folder, part: name) }
    if path.count > PathText.capacity {
      try fail(.tooComplex, "expected a shorter path", path.bytes, at: .none)
    } else if name.firstInvalidUTF8 != nil {
      try fail(.invalidUTF8, "expected a name in UTF-8", path.bytes, at: .none)
    } else if entry.kind == .link {
      try fail(.outside, "a symbolic link must not be followed here", path.bytes, at: .none)
    } else {
      return path
    }
    return nil
  }

  /// Whether a group puts its name before those within it.
  private mutating func isNamespace(_ group: Span<UInt8>) throws(FileFailure) -> Bool {
    guard let file = try openContents(group), let json = try self.json(file) else { return false }
    guard let properties = json.member("properties", json.root),
      let namespace = json.member("provides-namespace", properties)
    else { return false }
    return json.boolean(namespace)
  }

  /// The name of a group within a namespace, which is also a palette's.
  private mutating func palette(
    _ group: Span<UInt8>, in namespace: HostText
  ) throws(FileFailure) -> HostText {
    try allocating { () throws(OutOfMemory) in
      let name = try inventory.keep(namespace.bytes, part: group)
      try inventory.declarePalette(name.bytes)
      return name
    }
  }

  private mutating func openContents(_ folder: Span<UInt8>) throws(FileFailure) -> SourceFile? {
    let path = try allocating { () throws(OutOfMemory) in
      try inventory.keep(folder, part: AssetCatalog.contents.bytes)
    }
    return try open(path.bytes, at: .none)
  }
}

extension Folder {
  fileprivate func has(_ name: StaticString) -> Bool {
    for index in upTo(count) where entry(index)?.name.equals(name.bytes) == true { return true }
    return false
  }
}

extension Folder.Entry {
  fileprivate var isColorSet: Bool {
    kind != .file && name.bytes.hasSuffix(AssetCatalog.colorSuffix)
  }

  /// Whether it is to be looked into. A link that has a point in its name is seldom one to a group.
  fileprivate var mayBeGroup: Bool {
    guard kind != .file, !isColorSet, name.bytes.element(at: 0) != UInt8(ascii: ".") else {
      return false
    }
    if kind == .link, !name.bytes.hasSuffix(AssetCatalog.catalogSuffix) {
      return !name.bytes.hasPoint
    }
    return !AssetCatalog.isOtherAsset(name.bytes)
  }
}

extension Span<UInt8> {
  fileprivate var withoutColorSuffix: Span<UInt8> {
    @_lifetime(copy self)
    get {
      hasSuffix(AssetCatalog.colorSuffix)
        ? slice(0, count &- AssetCatalog.colorSuffix.bytes.count) : self
    }
  }

  fileprivate var hasPoint: Bool {
    for index in upTo(count) where element(at: index) == UInt8(ascii: ".") { return true }
    return false
  }
}

// MARK: - Color sets

extension Loading {
  /// Reads the contents of a color set, whose name is that of their folder.
  mutating func readColorSet(_ file: SourceFile) throws(FileFailure) {
    let path = file.path.bytes
    let isContents = path.lastPart.equals(AssetCatalog.contents.bytes)
    let folder = isContents ? path.slice(0, path.folderLength &- 1) : path
    try readColorSet(file, folder.lastPart.withoutColorSuffix, in: Span())
  }

  private mutating func readColorSet(
    _ folder: Span<UInt8>, _ name: Span<UInt8>, in namespace: Span<UInt8>
  ) throws(FileFailure) {
    try advance(folder)
    guard let file = try openContents(folder) else { return }
    try readColorSet(file, name, in: namespace)
  }

  private mutating func readColorSet(
    _ file: SourceFile, _ name: Span<UInt8>, in namespace: Span<UInt8>
  ) throws(FileFailure) {
    guard let json = try self.json(file) else { return }
    let place = file.place(json.offset(json.root))
    var fullName = HostText(name)
    if namespace.count > 0 {
      fullName = try allocating { () throws(OutOfMemory) in
        try inventory.keep(namespace, part: name)
      }
    }
    guard name.count > 0 else {
      return try fail(.syntax, "expected a color set with a name", at: place)
    }
    guard fullName.count <= AssetCatalog.greatestName else {
      return try fail(.tooComplex, "expected a shorter name", fullName.bytes, at: place)
    }
    guard json.kind(json.root) == .object else {
      return try fail(.syntax, "expected an object", at: place)
    }
    if let name = AssetCatalog.exactName(in: json, insteadOf: fullName.bytes) { fullName = name }
    try checkVersion(json, file)
    let errors = report.errorCount
    var slots = Buffer<Slot>(allocator)
    try readSlots(json, file, into: &slots)
    guard report.errorCount == errors else { return }
    guard slots.count > 0 else {
      return try note("the color set has no color", fullName.bytes, at: place)
    }
    if !slots.haveOneForAny {
      try warn(.syntax, "there is no color where nothing else fits", fullName.bytes, at: place)
    }
    if let known = inventory.index(of: fullName.bytes), inventory.entry(known) != nil {
      try warn(.syntax, "the color is there twice; the last counts", fullName.bytes, at: place)
    }
    writer.truncate(to: 0)
    writer.append(slots, version: options.systemVersion.bytes)
    guard writer.failure == nil, let expression = writer.expression else {
      if writer.failure == .outOfMemory { throw .outOfMemory }
      return try fail(.tooComplex, "expected fewer colors in a set", fullName.bytes, at: place)
    }
    let others = try allocating { () throws(OutOfMemory) in
      try AssetCatalog.annotation(
        of: json, file.bytes.bytes, hasLocales: slots.haveLocales, allocator)
    }
    try allocating { () throws(OutOfMemory) in
      let index = try inventory.set(fullName.bytes, expression, at: place)
      try inventory.annotate(index, others.bytes)
    }
  }

  private mutating func checkVersion(
    _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) {
    guard let info = json.member("info", json.root), let version = json.member("version", info),
      json.number(version) != 1
    else { return }
    try warn(.syntax, "expected version 1", at: file.place(json.offset(version)))
  }

  private mutating func readSlots(
    _ json: borrowing JSON, _ file: SourceFile, into slots: inout Buffer<Slot>
  ) throws(FileFailure) {
    guard let colors = json.member("colors", json.root) else { return }
    guard json.kind(colors) == .array, json.count(colors) <= Recipe.greatestVariantCount else {
      let isArray = json.kind(colors) == .array
      return try fail(
        isArray ? .tooComplex : .syntax,
        isArray ? "expected fewer colors in a set" : "expected an array of colors",
        at: file.place(json.offset(colors)))
    }
    var next = json.first(colors)
    while let entry = next {
      next = json.next(entry)
      guard json.kind(entry) == .object else {
        try fail(.syntax, "expected an object", at: file.place(json.offset(entry)))
        continue
      }
      guard let color = json.member("color", entry), json.kind(color) != .null else {
        if json.isForAny(entry) {
          try note("there is no color for any appearance", at: file.place(json.offset(entry)))
        }
        continue
      }
      guard let (conditions, isForMore) = try conditions(of: entry, json, file),
        let content = try content(color, conditions, json, file)
      else { continue }
      let slot = Slot(conditions: conditions, content: content, isForMore: isForMore)
      try add(slot, file.place(json.offset(entry)), to: &slots)
    }
  }

  /// Adds a slot, or puts it in the place of one for the same; but what is also for something else
  /// does not replace what is for all of that.
  private mutating func add(
    _ slot: Slot, _ place: Inventory.Place, to slots: inout Buffer<Slot>
  ) throws(FileFailure) {
    for index in upTo(slots.count) {
      guard let other = slots.element(at: index), other.conditions == slot.conditions else {
        continue
      }
      try warn(.syntax, "another color is for the same appearance", at: place)
      if !slot.isForMore || other.isForMore { slots.replace(at: index, with: slot) }
      return
    }
    try allocating { () throws(OutOfMemory) in try slots.append(slot) }
  }

  // MARK: - What slots are for

  /// What an entry is for; `nil` if nothing here can be that. And whether it says more than is
  /// known.
  private mutating func conditions(
    of entry: JSON.Value, _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) -> (Variant.Conditions, isForMore: Bool)? {
    var conditions = Variant.Conditions.any
    var isForMore = false
    var next = json.first(entry)
    while let key = next {
      next = json.next(key)
      let value = json.value(ofKey: key)
      let word = json.string(value).bytes
      let place = file.place(json.offset(value))
      let name = json.string(key).bytes
      switch Keyword(name, 0, name.count) {
      case "color": break
      case "idiom":
        guard let idiom = AssetCatalog.idiom(word) else {
          try warn(.unknownName, "no idiom has this name; the color is left out", word, at: place)
          return nil
        }
        conditions = conditions.adding(idiom, 4)
      case "display-gamut":
        guard let gamut = AssetCatalog.gamut(word) else {
          try warn(.unknownName, "no gamut has this name; the color is left out", word, at: place)
          return nil
        }
        conditions = conditions.adding(gamut, 3)
      case "subtype":
        guard let number = try number(word, of: .subtype, at: place) else { return nil }
        conditions = conditions.adding(number, 5)
      case "locale":
        guard let number = try number(word, of: .locale, at: place) else { return nil }
        conditions = conditions.adding(number, 6)
      case "appearances":
        guard let appearances = try appearances(value, json, file) else { return nil }
        conditions = Variant.Conditions(rawValue: conditions.rawValue | appearances.rawValue)
      case "language-direction":
        if word.equals(StaticString("left-to-right").bytes) { break }
        try warn(
          .unknownName, "directions of writing make no difference; the color is left out", word,
          at: place)
        return nil
      default: isForMore = true
      }
    }
    return (conditions, isForMore)
  }

  /// The number of a subtype or a locale.
  private mutating func number(
    _ name: Span<UInt8>, of axis: Axis, at place: Inventory.Place
  ) throws(FileFailure) -> UInt64? {
    guard name.count > 0, name.count <= AssetCatalog.greatestName, name.countBeforeNUL == name.count
    else {
      try fail(.syntax, "expected a name", name, at: place)
      return nil
    }
    let number = try allocating { () throws(OutOfMemory) in
      axis == .subtype ? try inventory.subtype(name) : try inventory.locale(name)
    }
    if number == 0 { try fail(.tooComplex, "expected fewer names", name, at: place) }
    return number == 0 ? nil : number
  }

  private mutating func appearances(
    _ list: JSON.Value, _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) -> Variant.Conditions? {
    guard json.kind(list) == .array else {
      try fail(.syntax, "expected an array of appearances", at: file.place(json.offset(list)))
      return nil
    }
    var conditions = Variant.Conditions.any
    var next = json.first(list)
    while let entry = next {
      next = json.next(entry)
      let place = file.place(json.offset(entry))
      guard let appearance = json.member("appearance", entry),
        let value = json.member("value", entry)
      else {
        try fail(.syntax, "expected an appearance and its value", at: place)
        return nil
      }
      let word = json.string(value).bytes
      guard let (axis, number) = AssetCatalog.appearance(json.string(appearance).bytes, word) else {
        try warn(
          .unknownName, "no appearance has this name; the color is left out", word, at: place)
        return nil
      }
      guard conditions[axis] == 0 || conditions[axis] == number else {
        try fail(.syntax, "expected one value for each appearance", word, at: place)
        return nil
      }
      conditions = conditions.adding(number, axis)
    }
    return conditions
  }

  // MARK: - What slots have

  /// What the color of an entry is; `nil` if it is none, which has been told.
  private mutating func content(
    _ value: JSON.Value, _ conditions: Variant.Conditions, _ json: borrowing JSON,
    _ file: SourceFile
  ) throws(FileFailure) -> Slot.Content? {
    if let components = json.member("components", value) {
      return try color(value, components, conditions, json, file).map { .color($0) }
    }
    guard let reference = json.member("reference", value) else {
      try fail(
        .syntax, "expected components or a reference", at: file.place(json.offset(value)))
      return nil
    }
    let name = json.string(reference).bytes
    let place = file.place(json.offset(reference))
    guard name.count > 0, name.count <= AssetCatalog.greatestReference,
      name.countBeforeNUL == name.count
    else {
      try fail(.syntax, "expected the name of a color of the system", name, at: place)
      return nil
    }
    switch AssetCatalog.systemColor(name, version: options.systemVersion.bytes) {
    case nil:
      try warn(.unknownName, "no color of the system has this name; it is gray", name, at: place)
    case .some((_, _, false)):
      try warn(.unknownName, "only another version of the system has this color", name, at: place)
    default: break
    }
    return .reference(HostText(name))
  }

  private mutating func color(
    _ value: JSON.Value, _ components: JSON.Value, _ conditions: Variant.Conditions,
    _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) -> Color? {
    let (space, isGray) = try space(of: value, conditions, json, file)
    let place = file.place(json.offset(components))
    let red: CatalogNumber
    let green: CatalogNumber
    let blue: CatalogNumber
    if let value = json.member("white", components) {
      guard let white = try number(value, json, file) else { return nil }
      (red, green, blue) = (white, white, white)
    } else {
      guard !isGray, let redValue = json.member("red", components),
        let greenValue = json.member("green", components),
        let blueValue = json.member("blue", components)
      else {
        let expected: StaticString = isGray ? "expected white" : "expected red, green and blue"
        try fail(.syntax, expected, at: place)
        return nil
      }
      guard let first = try number(redValue, json, file),
        let second = try number(greenValue, json, file),
        let third = try number(blueValue, json, file)
      else { return nil }
      (red, green, blue) = (first, second, third)
    }
    let hasPoint = red.hasPoint || green.hasPoint || blue.hasPoint
    let values = SIMD3<Double>(
      try settle(red, asWhole: hasPoint, at: place),
      try settle(green, asWhole: hasPoint, at: place),
      try settle(blue, asWhole: hasPoint, at: place))
    if space.gamut != nil, !values.isWithinUnit(tolerance: 0) {
      try warn(.syntax, "expected numbers from 0 to 1", at: place)
    }
    return Color(
      space, values, alpha: try alpha(of: components, json, file),
      missing: space == .srgb && values.areWholeBytes ? .legacy : .nothing)
  }

  private mutating func alpha(
    of components: JSON.Value, _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) -> Double {
    guard let value = json.member("alpha", components) else {
      try warn(.syntax, "expected an alpha; it is 1", at: file.place(json.offset(components)))
      return 1
    }
    let place = file.place(json.offset(value))
    guard let number = try number(value, json, file) else { return 1 }
    let alpha = try settle(number, asWhole: true, at: place)
    if alpha < 0 || alpha > 1 { try warn(.syntax, "expected an alpha from 0 to 1", at: place) }
    return min(max(alpha, 0), 1)
  }

  /// What a number is: of a bare 1, which has two meanings, the one that is asked for.
  @inline(never)
  private mutating func settle(
    _ number: CatalogNumber, asWhole: Bool, at place: Inventory.Place
  ) throws(FileFailure) -> Double {
    guard number.isBareOne else { return number.value }
    try warn(
      .syntax,
      asWhole ? "a bare 1 is taken for 1.0 here, not for 1/255" : "a bare 1 is taken for 1/255",
      at: place)
    return asWhole ? 1 : number.value
  }

  private mutating func number(
    _ value: JSON.Value, _ json: borrowing JSON, _ file: SourceFile
  ) throws(FileFailure) -> CatalogNumber? {
    let place = file.place(json.offset(value))
    let source = file.bytes.bytes.slice(json.offset(value), json.end(value))
    if json.kind(value) == .number {
      return CatalogNumber(json.number(value), hasPoint: source.hasPoint)
    }
    guard json.kind(value) == .string, let number = CatalogNumber(json.string(value).bytes) else {
      try fail(
        .syntax, "expected a decimal number, an integer of 255, or hexadecimal digits after 0x",
        source, at: place)
      return nil
    }
    if number.isFraction {
      try warn(.syntax, "expected a number without a slash", source, at: place)
    }
    return number
  }

  /// The space that a color is in, and whether that has only white. If it is not said, that is the
  /// one of the screens that the color is for.
  private mutating func space(
    of color: JSON.Value, _ conditions: Variant.Conditions, _ json: borrowing JSON,
    _ file: SourceFile
  ) throws(FileFailure) -> (ColorSpace, isGray: Bool) {
    let value = json.member("color-space", color)
    let word = value.map { json.string($0) } ?? .empty
    if let known = AssetCatalog.space(word.bytes) { return known }
    let isWide = conditions.gamut == 2
    try warn(
      .unknownName,
      isWide ? "expected a color space; it is display-p3" : "expected a color space; it is srgb",
      word.bytes, at: file.place(json.offset(value ?? color)))
    return (isWide ? .displayP3 : .srgb, false)
  }
}

extension SIMD3<Double> {
  /// Whether all are 255th parts, which CSS writes as hexadecimal digits.
  fileprivate var areWholeBytes: Bool {
    UInt8(part255: x) != nil && UInt8(part255: y) != nil && UInt8(part255: z) != nil
  }
}

extension JSON {
  /// Whether an entry is for all that no other is for.
  fileprivate func isForAny(_ entry: Value) -> Bool {
    var next = first(entry)
    while let key = next {
      next = self.next(key)
      let name = string(key).bytes
      switch Keyword(name, 0, name.count) {
      case "color": break
      case "idiom":
        if AssetCatalog.idiom(string(value(ofKey: key)).bytes) != 0 { return false }
      default: return false
      }
    }
    return true
  }
}

// MARK: - What slots make

extension Buffer<Slot> {
  fileprivate var haveLocales: Bool {
    for index in upTo(count) where element(at: index)?.conditions.locale ?? 0 != 0 { return true }
    return false
  }

  /// Whether there is a color in both schemes where nothing else is said of an environment.
  fileprivate var haveOneForAny: Bool {
    for scheme in upTo(3, from: 1) {
      var search = VariantSearch(
        MatchedAxes(
          scheme: UInt64(truncatingIfNeeded: scheme), contrast: ContrastStep.standard.value,
          elevation: 1, gamut: 1, idiom: 0, subtype: 0, locale: 0))
      for index in upTo(count) {
        search.consider(element(at: index)?.conditions ?? .any, at: index)
      }
      if search.best < 0 { return false }
    }
    return true
  }
}

extension ExpressionWriter {
  /// Writes the colors of slots: in the simplest form that says them.
  fileprivate mutating func append(_ slots: borrowing Buffer<Slot>, version: Span<UInt8>) {
    if slots.count == 1, let slot = slots.element(at: 0), slot.conditions == .any {
      return append(slot.content, version: version)
    }
    var light: Slot?
    var dark: Slot?
    var isPair = true
    for index in upTo(slots.count) {
      guard let slot = slots.element(at: index) else { continue }
      switch slot.conditions {
      case .any: light = light ?? slot
      case .light: light = slot
      case .dark: dark = slot
      default: isPair = false
      }
    }
    if isPair, let light, let dark {
      let start = open(.lightDark)
      append(light.content, version: version)
      append(dark.content, version: version)
      return close(start)
    }
    let start = open(.variants)
    for index in upTo(slots.count) {
      guard let slot = slots.element(at: index) else { continue }
      append(slot.conditions.rawValue)
      append(slot.content, version: version)
    }
    close(start)
  }

  private mutating func append(_ content: Slot.Content, version: Span<UInt8>) {
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
