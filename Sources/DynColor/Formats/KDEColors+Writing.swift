// Color schemes of KDE, written: what a theme is in one environment.

extension Writing {
  /// Writes a color scheme of the colors that have the names which reading one gives, as they are in
  /// the host's first environment, or in light. What differs in the state `inactive` is written for
  /// inactive windows, too.
  mutating func writeKDEColors() throws(FileFailure) {
    var environment = (try? Environment(words: options.environments.words(0))) ?? Environment()
    if options.environments.count == 0 { environment[.scheme] = 1 }
    var inactive = environment
    if let state = Axis(name: KDEWords.state.bytes) {
      inactive[state] = state.value(named: KDEWords.inactive.bytes) ?? 0
    }
    for index in upTo(inventory.count) { try tellOfKDE(index, environment) }
    for group in upTo(KDEWords.groupCount) {
      let name = KDEWords.group(group)
      var isFirst = true
      for index in upTo(inventory.count) where isKDE(index, name) {
        guard let color = try painted(index, environment) else { continue }
        try beginKDE(name, isInactive: false, &isFirst)
        try putKDE(index, color)
      }
      guard group < KDEWords.setCount else { continue }
      isFirst = true
      for index in upTo(inventory.count) where isKDE(index, name) {
        guard let color = try painted(index, inactive) else { continue }
        guard try painted(index, environment) != color else { continue }
        try beginKDE(name, isInactive: true, &isFirst)
        try putKDE(index, color)
      }
    }
    try put("[General]\nColorScheme=")
    try putKDEName()
    try put("\nName=")
    try putKDEName()
    try put("\n")
    try finish()
  }

  /// Tells what of a color the scheme does not have.
  private mutating func tellOfKDE(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) {
    guard let entry = inventory.entry(index) else { return }
    var isKnown = false
    for group in upTo(KDEWords.groupCount) {
      isKnown = isKnown || isKDE(index, KDEWords.group(group))
    }
    if !isKnown {
      try approximate(index, "a name that is none of KDE's is not written")
    } else if try painted(index, environment) == nil {
      try approximate(index, "a color without a value is not written")
    } else if !entry.expression.isKDE {
      try approximate(index, "written as it is in one environment, in bytes")
    }
  }

  /// Whether a color is of a group: its name begins with that of the group, and the rest could be a
  /// key.
  private func isKDE(_ index: Int, _ group: Span<UInt8>) -> Bool {
    guard let name = inventory.entry(index)?.name.bytes, name.count > group.count &+ 1,
      name.slice(0, group.count).equals(group),
      name.element(at: group.count) == UInt8(ascii: "/")
    else { return false }
    let key = name.slice(group.count &+ 1, name.count)
    for place in upTo(key.count) {
      let byte = key.element(at: place) ?? 0
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      guard isLetter || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") else {
        return false
      }
    }
    return true
  }

  private mutating func beginKDE(
    _ group: Span<UInt8>, isInactive: Bool, _ isFirst: inout Bool
  ) throws(FileFailure) {
    guard isFirst else { return }
    isFirst = false
    let isSet = KDEWords.isSet(group)
    try put(isSet ? "[Colors:" : "[")
    try put(group)
    try put(isInactive ? "][Inactive]\n" : "]\n")
  }

  private mutating func putKDE(_ index: Int, _ cell: Cell) throws(FileFailure) {
    let name = (inventory.entry(index)?.name ?? .empty).bytes
    try put(name.slice(name.folderLength, name.count))
    let bytes = Color(cell.rgba).bytes(in: .srgb)
    do throws(OutOfMemory) {
      for channel in upTo(bytes.w == 255 ? 3 : 4) {
        try text.append(channel == 0 ? UInt8(ascii: "=") : UInt8(ascii: ","))
        try text.append(UInt(bytes[channel & 3]))
      }
    } catch {
      throw .outOfMemory
    }
    try put("\n")
  }

  /// Writes what the collection is called, up to where the line would end.
  private mutating func putKDEName() throws(FileFailure) {
    guard options.name.count > 0 else { return try put("theme") }
    var shown = ShortText()
    shown.append(shown: options.name.bytes)
    try put(shown.bytes)
  }

  private mutating func put(_ text: StaticString) throws(FileFailure) { try put(text.bytes) }

  private mutating func put(_ bytes: Span<UInt8>) throws(FileFailure) {
    do throws(OutOfMemory) { try text.append(contentsOf: bytes) } catch { throw .outOfMemory }
  }
}

/// Words of KDE's color schemes.
enum KDEWords {
  /// The axis, and its value, that the colors for inactive windows are for.
  static var state: StaticString { "state" }
  static var inactive: StaticString { "inactive" }

  /// The sets of colors, which are groups `[Colors:Button]`, and then the other groups with colors.
  private static var groups: WordTable {
    WordTable(
      """
      Button Complementary Header Selection Tooltip View Window WM ColorEffects:Disabled \
      ColorEffects:Inactive
      """)
  }

  static var setCount: Int { 7 }
  static var groupCount: Int { 10 }

  @_lifetime(immortal)
  static func group(_ index: Int) -> Span<UInt8> { groups.word(at: index) }

  static func isSet(_ group: Span<UInt8>) -> Bool { (groups.index(of: group) ?? .max) < setCount }
}

extension Expression {
  /// Whether such a file has the very color: a constant of bytes, or one for inactive windows and one
  /// for others.
  fileprivate var isKDE: Bool {
    if let constant { return constant.isWholeBytes }
    guard operation == .conditional else { return false }
    let condition = node(at: 1)
    let first = node(at: 1 &+ condition.size)
    let second = node(at: 1 &+ condition.size &+ first.size)
    let other = node(at: 1 &+ condition.size &+ first.size &+ second.size)
    guard let inactive = first.constant, inactive.isWholeBytes, condition.isInactiveState else {
      return false
    }
    if second.count == 0 { return true }
    guard second.operation == .truth, second.detail == 1, let constant = other.constant else {
      return false
    }
    return constant.isWholeBytes
  }

  private var isInactiveState: Bool {
    guard operation == .style, detail != 1 else { return false }
    let (axis, next) = text(at: 1)
    return axis.equals(KDEWords.state.bytes) && text(at: next).0.equals(KDEWords.inactive.bytes)
  }
}

extension Color {
  fileprivate var isWholeBytes: Bool {
    let bytes = SIMD4<Double>(self.bytes(in: .srgb)) / 255
    return space == .srgb && bytes.x == components.x && bytes.y == components.y
      && bytes.z == components.z && bytes.w == alpha
  }
}
