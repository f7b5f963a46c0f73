// JSON: reading the declarations of a plain JSON theme: its vocabulary, defaults, forwards, owners
// and layers.

extension JSONThemeReader {
  /// Reads the members of the root whose keys begin with a dollar sign, except for the colors of
  /// layers.
  func readDeclarations(_ session: inout ImportSession) throws(FileFailure) {
    try declareVocabulary(&session)
    try readDefaults(&session)
    try readForwards(&session)
    try readOwnersAndLayers(&session)
  }

  /// Declares the palettes, axes, locales and subtypes that the theme lists.
  private func declareVocabulary(_ session: inout ImportSession) throws(FileFailure) {
    try declareNames(declaration("$palettes"), .palette, &session)
    try declareNames(declaration("$locales"), .locale, &session)
    try declareNames(declaration("$subtypes"), .subtype, &session)
    guard let axes = declaration("$axes") else { return }
    guard source.json.kind(axes) == .object else {
      return try session.reportError(
        .syntax, "expected an object with an array of values for each axis",
        at: source.location(axes))
    }
    var nextKey = source.json.first(axes)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let axis = source.json.string(key).bytes
      guard !Axis.isBuiltinName(axis) else {
        try session.reportError(
          .nameTaken, CommonMessage.builtinAxis, axis,
          at: source.location(key))
        continue
      }
      try session.declare(axis, .axis)
      // 0 if the axis could not be declared. Then the import fails later.
      let axisNumber = session.imported.vocabulary.number(axis, .axis)
      if axisNumber > 0 {
        try declareNames(
          source.json.value(ofKey: key), .value(axisIndex: axisNumber &- 1), &session)
      }
    }
  }

  /// Declares the names in an array. Does nothing if `array` is `nil`.
  private func declareNames(
    _ array: JSON.Value?, _ kind: Vocabulary.Kind, _ session: inout ImportSession
  ) throws(FileFailure) {
    guard let array else { return }
    guard source.json.kind(array) == .array else {
      return try session.reportError(
        .syntax, CommonMessage.expectedNames, at: source.location(array))
    }
    var nextValue = source.json.first(array)
    while let value = nextValue {
      nextValue = source.json.next(value)
      let name = source.json.string(value).bytes
      guard name.count > 0 else {
        try session.reportError(.syntax, CommonMessage.expectedName, at: source.location(value))
        continue
      }
      try session.declare(name, kind)
    }
  }

  // MARK: - Defaults

  /// Reads the default scheme, the default palette, and the opacities of the levels.
  private func readDefaults(_ session: inout ImportSession) throws(FileFailure) {
    if let value = declaration("$defaultScheme") {
      guard let scheme = Axis.scheme.value(named: source.json.string(value).bytes) else {
        return try session.reportError(
          .syntax, "expected the scheme light or dark", at: source.location(value))
      }
      session.imported.details.defaultScheme = scheme
    }
    if let value = declaration("$defaultPalette") {
      let name = source.json.string(value).bytes
      guard name.count > 0 else {
        return try session.reportError(
          .syntax, CommonMessage.expectedName, at: source.location(value))
      }
      try session.declare(name, .palette)
      session.imported.details.defaultPalette = try convertingOutOfMemory(
        try session.imported.copy(name))
    }
    guard let value = declaration("$levels") else { return }
    guard let levels = parseLevels(value) else {
      return try session.reportError(
        .syntax, "expected five opacities from 0 to 1, the first of which is 1",
        at: source.location(value))
    }
    session.imported.details.levels = levels
  }

  /// Parses the opacities of the levels, from the first to the fifth; `nil` if they are invalid.
  private func parseLevels(_ array: JSON.Value) -> LevelOpacities? {
    guard source.json.kind(array) == .array, source.json.count(array) == LeveledColor.levelCount
    else { return nil }
    var opacities = SIMD8<Double>()
    var nextValue = source.json.first(array)
    var level = 0
    while let value = nextValue {
      nextValue = source.json.next(value)
      let opacity = source.json.number(value)
      guard source.json.kind(value) == .number, opacity >= 0, opacity <= 1,
        level > 0 || opacity == 1
      else { return nil }
      opacities[level & 7] = opacity
      level &+= 1
    }
    // The masks show the compiler that the index is in range.
    return LevelOpacities { opacities[$0 & 7] }
  }

  // MARK: - Forwards, owners and layers

  /// Reads the forwards, from old to new names of colors.
  private func readForwards(_ session: inout ImportSession) throws(FileFailure) {
    guard let value = declaration("$forwards") else { return }
    guard let forwards = declaredObject("$forwards") else {
      return try session.reportError(
        .syntax, "expected an object with a new name for each old name", at: source.location(value))
    }
    var nextKey = source.json.first(forwards)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key)
      let target = source.json.string(source.json.value(ofKey: key))
      guard session.isValidName(name), session.isValidName(target) else {
        try session.reportError(
          .syntax, CommonMessage.expectedName, at: source.location(key))
        continue
      }
      try convertingOutOfMemory { () throws(OutOfMemory) in
        try session.imported.details.forward(
          session.imported.copy(name.bytes), to: session.imported.copy(target.bytes))
      }
    }
  }

  /// Reads the names of the owners and of the layers. `JSONThemeReader.read` reads the colors of
  /// the layers later.
  private func readOwnersAndLayers(_ session: inout ImportSession) throws(FileFailure) {
    if let owners = declaration("$owners") {
      guard source.json.kind(owners) == .array else {
        return try session.reportError(
          .syntax, CommonMessage.expectedNames, at: source.location(owners))
      }
      var nextValue = source.json.first(owners)
      while let value = nextValue {
        nextValue = source.json.next(value)
        guard session.isValidName(source.json.string(value)) else {
          try session.reportError(.syntax, CommonMessage.expectedName, at: source.location(value))
          continue
        }
        _ = try convertingOutOfMemory(
          try session.imported.details.declareOwner(source.json.string(value).bytes))
      }
    }
    guard let value = declaration("$layers") else { return }
    guard let layers = declaredObject("$layers") else {
      return try session.reportError(
        .syntax, "expected an object of layers, the lowest first", at: source.location(value))
    }
    var nextKey = source.json.first(layers)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key)
      guard session.isValidName(name), session.imported.details.layers.number(of: name.bytes) == 0,
        source.json.kind(source.json.value(ofKey: key)) == .object
      else {
        try session.reportError(
          .syntax, "a layer must be listed once, with an object of colors", at: source.location(key)
        )
        return
      }
      try convertingOutOfMemory(try session.imported.details.layers.add(name.bytes))
    }
  }
}
