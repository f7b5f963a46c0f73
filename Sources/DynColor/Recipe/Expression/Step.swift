// Recipe: the steps of an explanation: how the value of a color was computed.

/// One step of an explanation: a decision or a computation between a color and its value.
struct Step: BitwiseCopyable {
  /// The kind of a step. Values above 0 are those of the C constants; the others are internal.
  enum Kind: Int32 {
    /// The steps up to `close` are nested in the last one.
    case open = -1
    case close = -2
    /// A placeholder for the steps of another color.
    case inset = -3
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
    case first = 7
    /// An interpolation between the variants for two contrasts.
    case graded = 8
  }

  /// The source of a system color or of the foreground color.
  enum Origin: UInt32 {
    case environment = 1
    case theme = 2
    case builtIn = 3
  }

  /// A text that lives elsewhere in memory, as long as the reader sees this version of the theme.
  enum Text: BitwiseCopyable {
    case none
    case name(StoredText)
    /// A name within a palette.
    case nameOfPalette(StoredText, StoredText)
    case expression(Expression)
    case condition(Expression)
    /// A text in the text of the explanation: the offset where it begins.
    case written(Int)
  }

  var kind: Kind
  var depth: UInt32 = 0
  var status: Int32 = 0
  var id = ColorID.none
  var layer: UInt16 = 0
  var owner: UInt16 = 0
  var detail: UInt32 = 0
  var index: UInt32 = 0
  var count: UInt32 = 0
  /// How far below the current definition of the color lies the one that the step is about.
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
  init(inset style: LeveledColor) {
    self.init(.inset)
    id = style.id
    shadowDepth = style.depth
    count = UInt32(truncatingIfNeeded: style.level)
  }

  /// A step for the alpha of a level.
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
  /// the second.
  init(grades amount: Double) {
    self.init(.transform)
    detail = Transform.graded.rawValue
    numbers.x = amount
  }

  /// The color and level of a placeholder.
  var style: LeveledColor {
    LeveledColor(id, level: Int(truncatingIfNeeded: count), depth: shadowDepth)
  }
}

extension EventLog<Step> {
  /// Sets the status of all steps from `place` on that have neither a color nor a status yet.
  @inline(never)
  func settle(from place: Int, status: Int32) {
    for index in upTo(count, from: place) {
      guard var step = element(at: index), step.color == nil, step.status == 0 else { continue }
      switch step.kind {
      case .color, .transform: step.status = status
      default: continue
      }
      replace(at: index, with: step)
    }
  }
}
