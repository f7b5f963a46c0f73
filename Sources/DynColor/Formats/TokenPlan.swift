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
  let name: HostText
  /// The name of the file and the set.
  var fileName = HostText.empty
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
  fileprivate var texts: Arena

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) throws(OutOfMemory) {
    groups = try TokenGroups(allocator)
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
}

extension TokenPlan {
  func isAxisUsed(_ axis: Int) -> Bool {
    for index in upTo(axisLayers.count) {
      if let layer = axisLayers.element(at: index), layer.axis == axis, layer.isUsed { return true }
    }
    return false
  }
}

extension Writing {
  mutating func planTokens() throws(FileFailure) -> TokenPlan {
    let allocator = allocator
    var plan = try allocating { () throws(OutOfMemory) in try TokenPlan(allocator) }
    var candidates = TokenLayerSet()
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      try allocating { () throws(OutOfMemory) in try plan.groups.add(entry.name.bytes) }
      if entry.expression.count > 0 {
        candidates.insertLayers(of: entry.expression)
      } else {
        candidates.insert(TokenLayer(scheme: 1))
        candidates.insert(TokenLayer(contrast: 2))
      }
    }
    candidates = candidates.appearances
    try planAxes(&plan)
    for index in upTo(inventory.count) {
      guard let entry = inventory.entry(index) else { continue }
      try place(entry, index, candidates, &plan)
    }
    return plan
  }

  /// Finds out in which layers a color has a token: where it is not what the layers below make it.
  private mutating func place(
    _ entry: Inventory.Entry, _ index: Int, _ candidates: TokenLayerSet, _ plan: inout TokenPlan
  ) throws(FileFailure) {
    var own = TokenLayerSet()
    own.insertLayers(of: entry.expression)
    var isSaid = entry.expression.isSaidByTokens(of: inventory) && candidates.contains(own)
    var values = InlineArray<144, WrittenToken>(repeating: .nothing)
    var places = TokenLayerSet()
    for place in upTo(TokenLayer.count) {
      let layer = TokenLayer(place)
      guard place == 0 || candidates.contains(layer) else { continue }
      let value = try token(index, layer.environment)
      var below = WrittenToken.nothing
      var lower = place &- 1
      while lower >= 0 {
        let other = TokenLayer(lower)
        if places.contains(other), other.applies(in: layer) {
          below = values[unchecked: lower]
          break
        }
        lower &-= 1
      }
      if value == .nothing { isSaid = false }
      if value != .nothing, value != below {
        values[unchecked: place] = value
        places.insert(layer)
      }
      if entry.expression.operation == .constant { break }
    }
    let first = values[unchecked: 0]
    var isAnywhere = places.count > 0
    for place in upTo(plan.axisLayers.count) {
      guard var layer = plan.axisLayers.element(at: place) else { continue }
      let value = try token(index, layer.environment)
      guard value != .nothing, value != first else { continue }
      isAnywhere = true
      layer.isUsed = true
      plan.axisLayers.replace(at: place, with: layer)
    }
    // What has no value there is clear, and the CSS beside it tells of it.
    if first == .nothing, entry.expression.count > 0 { places.insert(TokenLayer(0)) }
    plan.layers.formUnion(places)
    try allocating { () throws(OutOfMemory) in
      try plan.places.append(places)
      try plan.needsCSS.append(!isSaid)
    }
    guard entry.expression.count == 0 else { return }
    try approximate(
      index,
      isAnywhere
        ? "what a function comes to is written" : "a function without a value is left out")
  }

  /// Lists the values of the host's axes.
  private mutating func planAxes(_ plan: inout TokenPlan) throws(FileFailure) {
    var counts = InlineArray<8, Int>(repeating: 0)
    let allocator = allocator
    try allocating { () throws(OutOfMemory) in
      var fileNames = try NumberedNames(allocator, seed: 0)
      for before in upTo(inventory.axisValues.count) {
        let number = before &+ 1
        guard let key = inventory.axisValues.name(number), let first = key.bytes.element(at: 0)
        else { continue }
        let axis = Int(first & 7)
        counts[unchecked: axis] &+= 1
        var layer = AxisLayer(
          axis: axis, value: counts[unchecked: axis], name: HostText(key.bytes.slice(1, key.count)))
        var isTaken = false
        while layer.fileName.count == 0 {
          // No other layer has a period in its name.
          var fileName = ShortText()
          fileName.append(fileName: inventory.axes.name(axis &+ 1) ?? .empty)
          fileName.append(UInt8(ascii: "."))
          fileName.append(fileName: layer.name)
          if isTaken {
            fileName.append(UInt8(ascii: "."))
            fileName.append(number)
          }
          isTaken = fileNames.number(of: fileName.bytes) > 0
          guard !isTaken else { continue }
          try fileNames.add(fileName.bytes)
          layer.fileName = try plan.texts.copy(fileName.bytes)
        }
        try plan.axisLayers.append(layer)
      }
    }
  }

  /// What a color is in an environment, as a token can say it.
  mutating func token(
    _ index: Int, _ environment: Environment
  ) throws(FileFailure) -> WrittenToken {
    let choice = choice(index, environment)
    if let constant = choice?.constant { return .color(constant) }
    guard let cell = try painted(index, environment) else { return .nothing }
    if let choice, choice.operation == .reference,
      let target = inventory.index(of: choice.reference.name.bytes), target != index
    {
      return .alias(target)
    }
    return .snapshot(Color(cell.rgba).converted(to: .srgb).roundedForTokens)
  }
}

extension Expression {
  /// Whether tokens of colors and aliases, in the layers that there are, say all of it.
  fileprivate func isSaidByTokens(of inventory: borrowing Inventory) -> Bool {
    func isPlain(_ node: Expression) -> Bool {
      node.constant != nil
        || node.operation == .reference && node.reference.fallback == 0
          && inventory.index(of: node.reference.name.bytes) != nil
    }
    switch operation {
    case .constant, .reference: return isPlain(self)
    case .lightDark:
      let light = node(at: 1)
      return isPlain(light) && isPlain(node(at: 1 &+ light.size))
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
