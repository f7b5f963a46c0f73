// Which tokens say what the colors of a theme are, and in which files.

/// What a token has for a value.
enum WrittenToken: BitwiseCopyable, Equatable {
  case nothing
  /// Another color, by its index.
  case alias(Int)
  /// A color, as it is given.
  case color(Color)
  /// A color that was reckoned.
  case snapshot(Color)

  /// What a color is in an environment, as a token can say it.
  init(
    _ index: Int, _ environment: Environment, _ export: inout ExportContext
  ) throws(FileFailure) {
    self = .nothing
    let choice = export.choice(index, environment)
    if let constant = choice?.constant {
      self = .color(constant)
      return
    }
    guard let cell = try export.painted(index, environment) else { return }
    if let choice, choice.operation == .reference,
      let target = export.colors.index(of: choice.reference.name.bytes), target != index
    {
      self = .alias(target)
      return
    }
    self = .snapshot(Color(cell.rgba).converted(to: .srgb).roundedForTokens)
  }

  /// The color that is written, unless it is another by its name.
  var color: Color {
    switch self {
    case .color(let color), .snapshot(let color): color.asToken
    default: Color(.srgb, .zero, alpha: 0)
    }
  }
}

/// A value of an axis of the host's, as a layer over all appearances.
struct AxisLayer: BitwiseCopyable {
  /// From 0, and from 1.
  let axis: Int
  let value: Int
  let name: StoredText
  /// The name of the file and the set.
  var fileName = StoredText.empty
  var isUsed = false

  var environment: Environment {
    var environment = TokenLayer(0).environment
    environment[.custom(axis)] = UInt64(truncatingIfNeeded: value)
    return environment
  }
}

/// Which tokens there are, and where.
struct TokenPlan: ~Copyable {
  var groups: TokenGroups
  /// The layers in which each color has a token.
  var places: Buffer<TokenLayerSet>
  /// All of them.
  var layers = TokenLayerSet()
  var axisLayers: Buffer<AxisLayer>
  /// Whether all the tokens of a color together say less than the color does.
  var needsCSS: Buffer<Bool>
  /// The last layer that was written, as a number.
  var mark = 0
  private var texts: Arena
  private let allocator: Allocator

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) throws(OutOfMemory) {
    groups = try TokenGroups(allocator)
    self.allocator = allocator
    texts = Arena(allocator)
    places = Buffer(allocator)
    axisLayers = Buffer(allocator)
    needsCSS = Buffer(allocator)
  }
}

/// What tokens are written for.
enum TokenSite {
  case layer(TokenLayer)
  case axis(AxisLayer)

  var environment: Environment {
    switch self {
    case .layer(let layer): layer.environment
    case .axis(let layer): layer.environment
    }
  }
}

extension TokenPlan {
  /// Finds out which tokens there are.
  mutating func fill(_ export: inout ExportContext) throws(FileFailure) {
    var candidates = TokenLayerSet()
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      try allocating { () throws(OutOfMemory) in try groups.add(entry.name.bytes) }
      if entry.expression.count > 0 {
        candidates.insertLayers(of: entry.expression)
      } else {
        candidates.insert(TokenLayer(scheme: 1))
        candidates.insert(TokenLayer(contrast: 2))
      }
    }
    candidates = candidates.appearances
    try listAxes(export.colors.vocabulary)
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      try place(entry, index, candidates, &export)
    }
  }

  func isAxisUsed(_ axis: Int) -> Bool {
    for index in upTo(axisLayers.count) {
      if let layer = axisLayers.element(at: index), layer.axis == axis, layer.isUsed { return true }
    }
    return false
  }

  /// Finds out in which layers a color has a token: where it is not what the layers below make it.
  private mutating func place(
    _ entry: ImportedColors.Entry, _ index: Int, _ candidates: TokenLayerSet,
    _ export: inout ExportContext
  ) throws(FileFailure) {
    var needed = TokenLayerSet()
    needed.insertLayers(of: entry.expression)
    var isSaid = entry.expression.isSaidByTokens(of: export.colors) && candidates.contains(needed)
    var values = InlineArray<144, WrittenToken>(repeating: .nothing)
    var own = TokenLayerSet()
    for place in upTo(TokenLayer.count) {
      let layer = TokenLayer(place)
      guard place == 0 || candidates.contains(layer) else { continue }
      let value = try WrittenToken(index, layer.environment, &export)
      var below = WrittenToken.nothing
      var lower = place &- 1
      while lower >= 0 {
        let other = TokenLayer(lower)
        if own.contains(other), other.applies(in: layer) {
          below = values[unchecked: lower]
          break
        }
        lower &-= 1
      }
      if value == .nothing { isSaid = false }
      if value != .nothing, value != below {
        values[unchecked: place] = value
        own.insert(layer)
      }
      if entry.expression.operation == .constant { break }
    }
    let first = values[unchecked: 0]
    var isAnywhere = own.count > 0
    for place in upTo(axisLayers.count) {
      guard var layer = axisLayers.element(at: place) else { continue }
      let value = try WrittenToken(index, layer.environment, &export)
      guard value != .nothing, value != first else { continue }
      isAnywhere = true
      layer.isUsed = true
      axisLayers.replace(at: place, with: layer)
    }
    // What has no value there is clear, and the CSS beside it tells of it.
    if first == .nothing, entry.expression.count > 0 { own.insert(TokenLayer(0)) }
    layers.formUnion(own)
    try allocating { () throws(OutOfMemory) in
      try places.append(own)
      try needsCSS.append(!isSaid)
    }
    guard entry.expression.count == 0 else { return }
    try export.approximate(
      index,
      isAnywhere
        ? "what a function comes to is written" : "a function without a value is left out")
  }

  /// Lists the values of the host's axes.
  private mutating func listAxes(_ names: borrowing Vocabulary) throws(FileFailure) {
    let allocator = allocator
    try allocating { () throws(OutOfMemory) in
      var fileNames = try NumberedNames(allocator, seed: 0)
      var number = 0
      try names.forEachValue { axis, value, name throws(OutOfMemory) in
        number &+= 1
        var layer = AxisLayer(axis: axis, value: value, name: name)
        var isTaken = false
        while layer.fileName.count == 0 {
          // No other layer has a period in its name.
          var fileName = ShortText()
          fileName.append(fileName: names.name(axis &+ 1, .axis) ?? .empty)
          fileName.append(UInt8(ascii: "."))
          fileName.append(fileName: layer.name)
          if isTaken {
            fileName.append(UInt8(ascii: "."))
            fileName.append(number)
          }
          isTaken = fileNames.number(of: fileName.bytes) > 0
          guard !isTaken else { continue }
          try fileNames.add(fileName.bytes)
          layer.fileName = try texts.copy(fileName.bytes)
        }
        try axisLayers.append(layer)
      }
    }
  }
}

extension Expression {
  /// Whether tokens of colors and aliases, in the layers that there are, say all of it.
  fileprivate func isSaidByTokens(of imported: borrowing ImportedColors) -> Bool {
    func isPlain(_ node: Expression) -> Bool {
      node.constant != nil
        || node.operation == .reference && node.reference.fallback == 0
          && imported.index(of: node.reference.name.bytes) != nil
    }
    switch operation {
    case .constant, .reference: return isPlain(self)
    case .lightDark: return isPlain(light) && isPlain(dark)
    case .variants:
      var isSaid = true
      forEachVariant { conditions, color in
        let isOfLayer =
          conditions.elevation == 0 && conditions.subtype == 0 && conditions.locale == 0
          && (conditions.contrast == 0 || conditions.contrast % 100 == 1)
        isSaid = isSaid && isOfLayer && isPlain(color)
      }
      return isSaid
    default: return false
    }
  }
}

extension FixedText {
  /// Adds the beginning of a name, with a hyphen for what might mean something in a path.
  mutating func append(fileName name: StoredText) {
    let bytes = name.bytes
    var index = 0
    while index < 80, let byte = bytes.element(at: index) {
      let length = bytes.utf8Scalar(at: index).length
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
        append(contentsOf: bytes.slice(index, index &+ length))
      default: append(UInt8(ascii: "-"))
      }
      index &+= length
    }
  }
}
