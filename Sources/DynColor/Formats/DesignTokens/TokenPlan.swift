// DesignTokens: planning which tokens to write to which files.

/// The value of a token that is written.
enum WrittenToken: BitwiseCopyable, Equatable {
  /// The color has no value, so that no token is written.
  case nothing
  /// An alias of another color, by its index.
  case alias(Int)
  /// A constant, which tokens may not be able to represent exactly.
  case color(Color)
  /// A resolved color, rounded.
  case resolved(Color)

  /// The value of the color at `index` in an environment.
  @_optimize(speed)
  init(
    _ index: Int, _ environment: Environment, _ export: inout ExportSession
  ) throws(FileFailure) {
    self = .nothing
    let branch = export.branch(index, environment)
    if let constant = branch?.constant {
      self = .color(constant)
      return
    }
    // A color without a value gets no token, not even an alias.
    guard let cell = try export.resolvedCell(index, environment) else { return }
    if let branch, branch.operation == .reference,
      let target = export.colors.index(of: branch.reference.name.bytes), target != index
    {
      self = .alias(target)
      return
    }
    self = .resolved(Color(cell.rgba).converted(to: .srgb).roundedForTokens)
  }

  /// The color to write, if the value is not an alias; transparent if there is no value.
  var color: Color {
    switch self {
    case .color(let color), .resolved(let color): color.asToken
    default: Color(.srgb, .zero, alpha: 0)
    }
  }
}

/// A layer of tokens for a value of a custom axis. It takes precedence over the layers for
/// appearances, which are combinations of values of built-in axes.
struct AxisLayer: BitwiseCopyable {
  let axisIndex: Int
  /// The number of the value, from 1.
  let value: Int
  /// The name of the value.
  let name: StoredText
  /// The name of the set, and of its file without the extension.
  var fileName = StoredText.empty
  /// True if at least one color has a token in the layer.
  var hasTokens = false

  /// The environment with this value of the axis, and the default values of all other axes.
  var environment: Environment {
    var environment = TokenLayer.base.environment
    environment[.custom(axisIndex)] = UInt64(truncatingIfNeeded: value)
    return environment
  }
}

/// Which tokens are written to which layers, and under which names.
struct TokenPlan: ~Copyable {
  /// The names of the tokens, as a tree of groups.
  var groups: TokenGroups
  /// For each color, the layers in which it has a token.
  var tokenLayers: Buffer<TokenLayerSet>
  /// The layers in which at least one color has a token.
  var layers = TokenLayerSet()
  /// A layer for each value of each custom axis.
  var axisLayers: Buffer<AxisLayer>
  /// For each color, whether its CSS must be written, because its tokens do not express it
  /// completely.
  var needsCSS: Buffer<Bool>
  /// The number of the set that is being written. In `groups`, the tokens of this set and the
  /// groups around them have this mark.
  var mark = 0
  /// The file names of `axisLayers`.
  private var texts: Arena
  private let allocator: Allocator

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) throws(OutOfMemory) {
    groups = try TokenGroups(allocator)
    self.allocator = allocator
    texts = Arena(allocator)
    tokenLayers = Buffer(allocator)
    axisLayers = Buffer(allocator)
    needsCSS = Buffer(allocator)
  }
}

/// The set of the tokens in a layer, or of the tokens for a value of a custom axis.
enum TokenSet {
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
  /// Plans all tokens.
  @_optimize(speed)
  mutating func planTokens(_ export: inout ExportSession) throws(FileFailure) {
    // The layers in which some color may need a token.
    var candidates = TokenLayerSet()
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      try convertingOutOfMemory { () throws(OutOfMemory) in try groups.add(entry.name.bytes) }
      if entry.expression.count > 0 {
        candidates.insertLayers(of: entry.expression)
      } else {
        // A provider may depend on anything; only the scheme and more contrast are taken into
        // account.
        candidates.insert(TokenLayer(scheme: 1))
        candidates.insert(TokenLayer(contrast: 2))
      }
    }
    // A color may need a token for any appearance that combines values of these layers.
    candidates = candidates.combinationsWithinLimit
    try addAxisLayers(export.colors.vocabulary)
    for index in upTo(export.colors.count) {
      guard let entry = export.colors.entry(index) else { continue }
      try planLayers(entry, index, candidates, &export)
    }
  }

  /// Returns whether some value of a custom axis has tokens.
  func hasTokens(ofAxis axisIndex: Int) -> Bool {
    for index in upTo(axisLayers.count) {
      if let layer = axisLayers.element(at: index), layer.axisIndex == axisIndex, layer.hasTokens {
        return true
      }
    }
    return false
  }

  /// Plans the layers of a color. In each of the `candidates`, the color gets a token if its value
  /// there differs from the value in the layer below. Layers with a greater index are higher. The
  /// layer below is the highest lower layer that has a token of the color, and that applies in all
  /// appearances in which the candidate applies.
  @_optimize(speed)
  private mutating func planLayers(
    _ entry: ColorCollection.Entry, _ index: Int, _ candidates: TokenLayerSet,
    _ export: inout ExportSession
  ) throws(FileFailure) {
    var layersOfColor = TokenLayerSet()
    layersOfColor.insertLayers(of: entry.expression)
    // Whether the tokens express the color completely, so that its CSS is not needed. If a layer of
    // the color was left out, because there were too many, the tokens do not express it.
    var isExpressible =
      entry.expression.isExpressibleAsTokens(in: export.colors)
      && candidates.contains(layersOfColor)
    // The value of each layer with a token. There are `TokenLayer.count` layers.
    var values = InlineArray<144, WrittenToken>(repeating: .nothing)
    var layersWithToken = TokenLayerSet()
    for layerIndex in upTo(TokenLayer.count) {
      let layer = TokenLayer(layerIndex)
      guard layerIndex == 0 || candidates.contains(layer) else { continue }
      let value = try WrittenToken(index, layer.environment, &export)
      var valueBelow = WrittenToken.nothing
      var lowerIndex = layerIndex &- 1
      while lowerIndex >= 0 {
        let lowerLayer = TokenLayer(lowerIndex)
        if layersWithToken.contains(lowerLayer), lowerLayer.applies(in: layer) {
          valueBelow = values[unchecked: lowerIndex]
          break
        }
        lowerIndex &-= 1
      }
      if value == .nothing { isExpressible = false }
      if value != .nothing, value != valueBelow {
        values[unchecked: layerIndex] = value
        layersWithToken.insert(layer)
      }
      // A constant needs only the base layer.
      if entry.expression.operation == .constant { break }
    }
    let baseValue = values[unchecked: 0]
    var hasValue = layersWithToken.count > 0
    for axisLayerIndex in upTo(axisLayers.count) {
      guard var layer = axisLayers.element(at: axisLayerIndex) else { continue }
      let value = try WrittenToken(index, layer.environment, &export)
      guard value != .nothing, value != baseValue else { continue }
      hasValue = true
      layer.hasTokens = true
      axisLayers.replace(at: axisLayerIndex, with: layer)
    }
    // A color without a value in the base layer is written there as transparent, with its CSS.
    if baseValue == .nothing, entry.expression.count > 0 { layersWithToken.insert(.base) }
    layers.formUnion(layersWithToken)
    try convertingOutOfMemory { () throws(OutOfMemory) in
      try tokenLayers.append(layersWithToken)
      try needsCSS.append(!isExpressible)
    }
    // Without an expression, the color has a provider.
    guard entry.expression.count == 0 else { return }
    guard hasValue else { return try export.leaveOut(index, CommonMessage.noValue) }
    try export.warnInexact(index, CommonMessage.providerNotWritten)
  }

  /// Adds a layer for each value of each custom axis.
  private mutating func addAxisLayers(_ names: borrowing Vocabulary) throws(FileFailure) {
    let allocator = allocator
    try convertingOutOfMemory { () throws(OutOfMemory) in
      var fileNames = try NumberedNames(allocator, seed: 0)
      // Counts the values of all axes. The count is appended to a file name that is taken already.
      var valueNumber = 0
      try names.forEachValue { axisIndex, value, name throws(OutOfMemory) in
        valueNumber &+= 1
        var layer = AxisLayer(axisIndex: axisIndex, value: value, name: name)
        var isTaken = false
        while layer.fileName.count == 0 {
          // The names of the files for appearances have no period, so this name differs from them.
          var fileName = ShortText()
          fileName.append(fileName: names.name(axisIndex &+ 1, .axis) ?? .empty)
          fileName.append(UInt8(ascii: "."))
          fileName.append(fileName: layer.name)
          if isTaken {
            fileName.append(UInt8(ascii: "."))
            fileName.append(valueNumber)
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
  /// Returns whether constants and aliases, with a token for each layer, express this expression
  /// completely.
  fileprivate func isExpressibleAsTokens(in colors: borrowing ColorCollection) -> Bool {
    // True for a constant, and for a reference without a fallback to a color that is exported.
    func isPlain(_ node: Expression) -> Bool {
      node.constant != nil
        || node.operation == .reference && node.reference.fallbackIndex == 0
          && colors.index(of: node.reference.name.bytes) != nil
    }
    switch operation {
    case .constant, .reference: return isPlain(self)
    case .lightDark: return isPlain(light) && isPlain(dark)
    case .variants:
      var isExpressible = true
      forEachVariant { conditions, color in
        let hasLayer =
          !conditions.hasExtra && conditions.elevation == 0 && conditions.subtype == 0
          && conditions.locale == 0
          // Only the named contrasts, 1, 101 and 201, have layers.
          && (conditions.contrast == 0 || conditions.contrast % 100 == 1)
        isExpressible = isExpressible && hasLayer && isPlain(color)
      }
      return isExpressible
    default: return false
    }
  }
}

extension FixedText {
  /// Appends the first 80 bytes of a name, with hyphens in place of characters that may be special
  /// in paths. The last character is appended whole, even if it ends after byte 80.
  mutating func append(fileName name: StoredText) {
    let bytes = name.bytes
    var offset = 0
    while offset < 80, let byte = bytes.element(at: offset) {
      let length = bytes.utf8Scalar(at: offset).length
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
        append(contentsOf: bytes.slice(offset, offset &+ length))
      default: append(UInt8(ascii: "-"))
      }
      offset &+= length
    }
  }
}
