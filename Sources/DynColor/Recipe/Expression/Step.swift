// Recipe: the steps of an explanation: how the value of a color was computed.

/// One step of an explanation: a decision or a computation between a color and its value.
struct Step: BitwiseCopyable {
  /// The kind of a step. Positive values are the values of the C constants; the other values are
  /// internal.
  enum Kind: Int32 {
    /// The steps between `beginNesting` and `endNesting` are nested in the step before
    /// `beginNesting`.
    case beginNesting = -1
    case endNesting = -2
    /// A placeholder for the steps of another color.
    case placeholder = -3
    /// The end of the steps of a color.
    case end = -4

    case color = 1
    case constant = 2
    case variant = 3
    case reference = 4
    case fallback = 5
    case palette = 6
    case systemColor = 7
    case foreground = 8
    case scheme = 9
    case condition = 10
    case provider = 11
    case transform = 12
    case operand = 13
    case level = 14
    case reachedContrast = 15
    case gamut = 16
    case result = 17
    case more = 18
  }

  /// How a color is computed from others.
  enum Transform: UInt32 {
    case mix = 1
    case relative = 2
    case alpha = 3
    case contrastColor = 4
    case blend = 5
    case ensureContrast = 6
    case firstAvailable = 7
    /// An interpolation between the variants for two contrasts.
    case graded = 8
  }

  /// The source of a system color or of the foreground color.
  enum Origin: UInt32 {
    case environment = 1
    case theme = 2
    case builtIn = 3
  }

  /// The text of a step. The text is not copied, so it is valid only while this version of the
  /// theme is pinned.
  enum Text: BitwiseCopyable {
    case none
    case name(StoredText)
    /// A palette, and a name within it.
    case nameOfPalette(StoredText, StoredText)
    case expression(Expression)
    case condition(Expression)
    /// The offset of the text in the text of the explanation.
    case written(Int)
  }

  // The fields of `dyncolor_step`. Their meaning depends on the kind.
  var kind: Kind
  var depth: UInt32 = 0
  var status: Int32 = 0
  var id = ColorID.none
  var layer: UInt16 = 0
  var owner: UInt16 = 0
  var detail: UInt32 = 0
  var index: UInt32 = 0
  var count: UInt32 = 0
  /// The `depth` of the color that the step is about.
  var shadowDepth: UInt32 = 0
  var conditions = Variant.Conditions.any
  var numbers = SIMD3<Double>()
  var color: Color?
  var before: Color?
  var text = Text.none

  init(_ kind: Kind) { self.kind = kind }

  /// A step for a reference to another color, with its name if there is one.
  init(reference id: ColorID, named name: StoredText? = nil) {
    self.init(.reference)
    self.id = id
    if let name { text = .name(name) }
  }

  /// A placeholder for the steps of another color.
  init(placeholder color: LeveledColor) {
    self.init(.placeholder)
    id = color.id
    shadowDepth = color.depth
    count = UInt32(truncatingIfNeeded: color.level)
  }

  /// A step that multiplies the alpha of a color by the opacity of a level.
  init(level: Int, of color: Color, opacity: Double) {
    self.init(.level)
    detail = UInt32(truncatingIfNeeded: level)
    numbers.x = opacity
    before = color
    self.color = color.multiplyingAlpha(by: opacity)
  }

  /// A step that begins an operand of a transform.
  @inline(never)
  init(operand index: Int, of count: Int, _ transform: Transform, weight: Double = 0) {
    self.init(.operand)
    self.index = UInt32(truncatingIfNeeded: index)
    self.count = UInt32(truncatingIfNeeded: count)
    detail = transform.rawValue
    numbers.x = weight
  }

  /// A step for an interpolation between the variants for two contrasts. `amount` is the share of
  /// the second variant.
  init(interpolation amount: Double) {
    self.init(.transform)
    detail = Transform.graded.rawValue
    numbers.x = amount
  }

  /// The color and level of a placeholder.
  var leveledColor: LeveledColor {
    LeveledColor(id, level: Int(truncatingIfNeeded: count), depth: shadowDepth)
  }
}

extension EventLog<Step> {
  /// Sets the status of all color and transform steps from an index on that have neither a color
  /// nor a status yet.
  @inline(never)
  func markFailed(from start: Int, status: Int32) {
    for index in upTo(count, from: start) {
      guard var step = element(at: index), step.color == nil, step.status == 0 else { continue }
      switch step.kind {
      case .color, .transform: step.status = status
      default: continue
      }
      replace(at: index, with: step)
    }
  }
}
