// JSON: how to read an object of a plain JSON theme, and which of its members are colors.

/// How to read an object. The object may state a color of its own, have a value for each mode (see
/// `JSONMode`), or be a group of named colors.
struct JSONObjectForm: BitwiseCopyable {
  let object: JSON.Value
  /// True for the root of the file, for a layer, and for an object that one of these has under a
  /// mode such as `light`: the name of a color begins with a key of this object. In other objects,
  /// keys continue a name.
  let isRoot: Bool
  /// True if keys such as `light` are modes: each has the value of one color in that mode, or, in a
  /// root, a group of colors. Otherwise they are names of colors.
  fileprivate(set) var hasModes = false
  /// True if the object states its color as components: a color space with components; red, green
  /// and blue; or hexadecimal digits and an alpha.
  fileprivate(set) var statesComponents = false
  /// The key of the member whose value is the color of the object: `hex` or `color`. `nil` if there
  /// is none.
  fileprivate(set) var colorKey: JSON.Value?
  /// True if at least one member is an object.
  fileprivate var hasObject = false

  fileprivate init(_ object: JSON.Value, isRoot: Bool) {
    self.object = object
    self.isRoot = isRoot
  }

  /// True if the object states its own color. Other texts in the object describe that color.
  var statesColor: Bool { statesComponents || colorKey != nil }

  /// Returns whether the member with this key repeats the color that the object states, or is a
  /// component of it.
  @_optimize(speed)
  func repeatsColor(underKey key: Span<UInt8>) -> Bool {
    guard statesColor else { return false }
    let notations = WordTable(
      """
      hex rgb rgba hsl hsla hsv hsb hwb lab lch oklab oklch cmyk xyz colorSpace components
      """)
    return notations.index(of: key) != nil
      || statesComponents && JSONObjectForm.channelIndex(named: key) != nil
  }

  /// Returns whether the numbers of an array under this key are a color in another notation than
  /// red, green and blue, so that the array is not read as a color.
  static func isOtherNotation(_ key: Span<UInt8>) -> Bool {
    let notations = WordTable("hsl hsla hsv hsb hwb lab lch oklab oklch cmyk xyz components")
    return notations.index(of: key) != nil
  }

  /// The index of the channel with a name, which may be only the first letter: 0 for red to 3 for
  /// alpha; `nil` for any other name.
  fileprivate static func channelIndex(named name: Span<UInt8>) -> Int? {
    WordTable("r g b a").index(of: name) ?? WordTable("red green blue alpha").index(of: name)
  }
}

/// The members that are left out because they are not colors. Of several members with the same key,
/// only the first is listed, except for texts that are similar to the name of a color.
struct JSONOmissions: ~Copyable {
  /// A member that is left out.
  struct Omission: BitwiseCopyable {
    let key: JSON.Value
    /// True for a text that is similar to the name of a color.
    let isPossiblyMeantAsColor: Bool
  }

  private var names: NumberedNames
  private var omissions: Buffer<Omission>

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    names = try NumberedNames(allocator, seed: seed)
    omissions = Buffer(allocator)
  }

  func omission(_ index: Int) -> Omission? { omissions.element(at: index) }

  /// Adds a member by its key, unless a member with the same key has been added before.
  mutating func add(_ key: JSON.Value, named name: Span<UInt8>) throws(OutOfMemory) {
    guard names.number(of: name) == 0 else { return }
    try omissions.reserve(1)
    try names.add(name)
    omissions.appendReserved(Omission(key: key, isPossiblyMeantAsColor: false))
  }

  /// Adds a member by its key. Its value is a text that is similar to the name of a color.
  mutating func addPossibleColor(_ key: JSON.Value) throws(OutOfMemory) {
    try omissions.append(Omission(key: key, isPossiblyMeantAsColor: true))
  }
}

// MARK: - Forms

extension JSONThemeReader {
  /// Determines how to read an object. `isRoot` is described in `JSONObjectForm`.
  @_optimize(speed)
  func form(
    of object: JSON.Value, isRoot: Bool, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONObjectForm {
    var form = JSONObjectForm(object, isRoot: isRoot)
    var keyCalledColor: JSON.Value?
    var hexKey: JSON.Value?
    // Bit 0 is set if the object has a number for red, bit 1 for green, bit 2 for blue.
    var channelBits = 0
    let allChannelBits = 0b111
    var hasAlpha = false
    var hasSpace = false
    var hasComponents = false
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key)
      let kind = source.json.kind(source.json.value(ofKey: key))
      switch kind {
      case .object: form.hasObject = true
      case .number:
        if name.equalsInline("alpha") { hasAlpha = true }
        if let channel = JSONObjectForm.channelIndex(named: name.bytes), channel < 3 {
          channelBits |= 1 << channel
        }
      case .string:
        if name.equalsInline("hex") { hexKey = key }
        if name.equalsInline("colorSpace") { hasSpace = true }
      case .array: if name.equalsInline("components") { hasComponents = true }
      default: break
      }
      if name.equalsInline("color"), kind == .string || kind == .array || kind == .object {
        keyCalledColor = key
      }
    }
    if !isRoot {
      // The three notations, in the order in which the comment on `statesComponents` lists them.
      // Beside `hex`, red, green and blue only repeat the color.
      form.statesComponents =
        hasSpace && hasComponents || channelBits == allChannelBits && hexKey == nil
        || hasAlpha && hexColor(of: object) != nil
      if !form.statesComponents { form.colorKey = hexKey }
    }
    if !isRoot, !form.statesColor, let keyCalledColor,
      try !hasOtherColorOrGroup(object, form, besides: keyCalledColor, &session)
    {
      form.colorKey = keyCalledColor
    }
    form.hasModes = try hasModes(object, form, &session)
    return form
  }

  /// Returns whether the object has keys such as `light` and `dark` that are modes. Such keys are
  /// modes if the object contains no other color or group. Otherwise they are names, for example of
  /// a light and a dark shade.
  @_optimize(speed)
  private func hasModes(
    _ object: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    var hasModeKeys = false
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      switch JSONKeyRole(source.json.string(key).bytes) {
      case .mode:
        // At the root, a color under the mode `light` would have no name. So `light` is its name.
        let value = source.json.value(ofKey: key)
        if form.isRoot, source.json.kind(value) != .object { return false }
        if try isColorOrGroup(key, form, &session) { hasModeKeys = true }
      case .name: if try isOtherColorOrGroup(key, form, &session) { return false }
      case .value, .note: break
      }
    }
    return hasModeKeys
  }

  /// Returns whether an object contains a named color or a group. These members do not count:
  /// modes, the color that the object states, the member with the key `possibleColorKey`, which may
  /// state the object's color, and members such as `name`, which describe that color.
  private func hasOtherColorOrGroup(
    _ object: JSON.Value, _ form: JSONObjectForm, besides possibleColorKey: JSON.Value,
    _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let name = source.json.string(key).bytes
      guard case .name = JSONKeyRole(name), key != possibleColorKey,
        !JSONKeyRole.describesItsObject(name)
      else { continue }
      if try isOtherColorOrGroup(key, form, &session) { return true }
    }
    return false
  }

  /// Returns whether a member is a color or a group. Returns false for a member that states or
  /// repeats the color of the object, and for a declaration, such as `$palettes`.
  private func isOtherColorOrGroup(
    _ key: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    let name = source.json.string(key).bytes
    guard key != form.colorKey, !form.repeatsColor(underKey: name),
      !JSONKeyRole.isDeclaration(name)
    else { return false }
    return try isColorOrGroup(key, form, &session)
  }

  /// Returns whether the value of a member is a color or an object.
  @_optimize(speed)
  private func isColorOrGroup(
    _ key: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    let value = source.json.value(ofKey: key)
    switch source.json.kind(value) {
    case .object: return true
    case .string, .array: return try isColor(value, key, form, &session)
    case .null, .boolean, .number: return false
    }
  }

  // MARK: - Colors

  /// Returns whether a string or an array is to be read as a color. A string that begins like a
  /// color is read as one even if it is invalid, except under a key such as `name`.
  ///
  /// A word such as `red` is a color, except where it is probably a description: in an object that
  /// states its color in another member, or under a key such as `name` in an object with groups.
  @inline(never)
  @_optimize(speed)
  func isColor(
    _ value: JSON.Value, _ key: JSON.Value, _ form: JSONObjectForm, _ session: inout ImportSession
  ) throws(FileFailure) -> Bool {
    if source.json.kind(value) == .array {
      return source.json.isArrayBeginningWithNumber(value)
        && (form.isRoot || !JSONObjectForm.isOtherNotation(source.json.string(key).bytes))
    }
    let text = source.json.string(value).bytes
    let isColorKey = key == form.colorKey
    if isColorKey, Color(bareHex: text) != nil { return true }
    // Most texts are hexadecimal colors, for which the key does not matter.
    if Color(hexText: text) != nil { return true }
    let describesItsObject = JSONKeyRole.describesItsObject(source.json.string(key).bytes)
    let beginsLikeColor = text.beginsLikeColor
    if beginsLikeColor, !describesItsObject { return true }
    if !beginsLikeColor, !isColorKey, form.statesColor || describesItsObject && form.hasObject {
      return false
    }
    let isColor = try session.writeIfValid(css: text)
    session.writer.removeAll()
    return isColor
  }

  /// Reads the color of an object that states it as components. If they are invalid, reports an
  /// error and returns `nil`.
  func readColor(
    inComponentsOf object: JSON.Value, _ session: inout ImportSession
  ) throws(FileFailure) -> Color? {
    if let space = source.json.member("colorSpace", object),
      let components = source.json.member("components", object)
    {
      return try readColor(inSpace: space, components, of: object, &session)
    }
    if let color = hexColor(of: object), let alpha = source.json.member("alpha", object) {
      let number = source.json.number(alpha)
      guard number >= 0, number <= 1 else {
        try session.reportError(
          .syntax, "expected an alpha from 0 to 1", at: source.location(alpha))
        return nil
      }
      // If the digits have an alpha, the member `alpha` only repeats it.
      return color.alpha < 1
        ? color : Color(legacy: .srgb, color.components, alpha: number)
    }
    var numbers = SIMD4<Double>(0, 0, 0, 1)  // Red, green, blue and alpha.
    var nextKey = source.json.first(object)
    while let key = nextKey {
      nextKey = source.json.next(key)
      let value = source.json.value(ofKey: key)
      guard source.json.kind(value) == .number,
        let channel = JSONObjectForm.channelIndex(named: source.json.string(key).bytes)
      else { continue }
      numbers[channel & 3] = source.json.number(value)
    }
    let channels = SIMD3(numbers.x, numbers.y, numbers.z)
    // If all numbers are at most 1, they are fractions. Otherwise red, green and blue must be
    // integers up to 255.
    let areFractions = max(channels.greatestComponent, numbers.w) <= 1
    let areIntegers =
      channels.x == roundedDown(channels.x) && channels.y == roundedDown(channels.y)
      && channels.z == roundedDown(channels.z)
    guard channels.leastComponent >= 0,
      areFractions || areIntegers && channels.greatestComponent <= 255,
      numbers.w >= 0, numbers.w <= 1
    else {
      try session.reportError(
        .syntax,
        "expected red, green and blue from 0 to 1 or from 0 to 255, and an alpha from 0 to 1",
        at: source.location(object))
      return nil
    }
    return Color(
      legacy: .srgb, areFractions ? channels : channels / 255, alpha: numbers.w)
  }

  /// The color in the hexadecimal digits of an object's member `hex`; `nil` if there are none.
  private func hexColor(of object: JSON.Value) -> Color? {
    guard let hex = source.json.member("hex", object), source.json.kind(hex) == .string else {
      return nil
    }
    let text = source.json.string(hex).bytes
    return Color(bareHex: text) ?? Color(hexText: text)
  }

  /// Reads the color of an object in the notation of design tokens: the name of a color space, and
  /// an array of three components. If they are invalid, reports an error and returns `nil`.
  private func readColor(
    inSpace space: JSON.Value, _ components: JSON.Value, of object: JSON.Value,
    _ session: inout ImportSession
  ) throws(FileFailure) -> Color? {
    let name = source.json.string(space).bytes
    guard let function = ColorFunction(tokenSpace: name) else {
      try session.reportError(
        .syntax, CommonMessage.unknownTokenSpace, name,
        at: source.location(space))
      return nil
    }
    var values = SIMD4<Double>(0, 0, 0, 1)  // Three components and alpha.
    // Bit n is set if component n is `none`.
    var missing: UInt32 = 0
    var count = 0
    var areNumbersOrNone = true
    var nextComponent = source.json.first(components)
    while let component = nextComponent {
      nextComponent = source.json.next(component)
      if source.json.kind(component) == .number {
        values[count & 3] = source.json.number(component)
      } else if source.json.string(component).equals("none") {
        missing |= 1 &<< UInt32(truncatingIfNeeded: count & 3)
      } else {
        areNumbersOrNone = false
      }
      count &+= 1
    }
    // A fourth component, which is an error, may have replaced the 1 of the alpha.
    values.w = 1
    if let alpha = source.json.member("alpha", object) {
      // −1, which is less than any valid alpha, stands for an alpha that is not a number.
      values.w = source.json.kind(alpha) == .number ? source.json.number(alpha) : -1
    }
    guard areNumbersOrNone, count == 3, values.w >= 0, values.w <= 1 else {
      try session.reportError(
        .syntax, "expected three components, and an alpha from 0 to 1",
        at: source.location(components))
      return nil
    }
    return function.color(values, missing: Color.Missing(rawValue: missing))
  }
}

extension JSON {
  /// Returns whether a value is an array that begins with a number.
  func isArrayBeginningWithNumber(_ value: Value) -> Bool {
    kind(value) == .array && first(value).map { kind($0) == .number } ?? false
  }
}

extension Color {
  /// Parses 3, 4, 6 or 8 hexadecimal digits without a number sign; `nil` for any other text.
  init?(bareHex digits: Span<UInt8>) {
    guard digits.count <= 8, digits.element(at: 0) != UInt8(ascii: "#") else { return nil }
    var text = FixedText<16>()
    text.append(UInt8(ascii: "#"))
    text.append(contentsOf: digits)
    self.init(hexText: text.bytes)
  }
}

extension Span<UInt8> {
  /// True if a text begins with a number sign, or with a function that can stand for a color, such
  /// as `rgb()` or `var()`. If such a text is not a valid color, it is a mistake.
  var beginsLikeColor: Bool {
    var start = 0
    while let byte = element(at: start), byte.isCSSSpace { start &+= 1 }
    if element(at: start) == UInt8(ascii: "#") { return true }
    var end = start
    while let byte = element(at: end),
      byte == UInt8(ascii: "-") || byte.asciiLowercased &- UInt8(ascii: "a") < 26
    { end &+= 1 }
    guard element(at: end) == UInt8(ascii: "(") else { return false }
    let name = slice(start, end)
    if name.starts(with: "--") { return true }
    return colorFunctionNames.index(of: name) != nil
      || WordTable("var if device-cmyk").index(of: name) != nil
  }
}
