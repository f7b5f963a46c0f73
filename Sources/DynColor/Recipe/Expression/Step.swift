// What is told of how a color came about.

/// One thing that was done, or found out, on the way from a color to its value.
struct Step: BitwiseCopyable {
  /// The corresponding C constant's value, above 0.
  enum Kind: Int32 {
    /// The steps from here on are of what was just begun, until `close`.
    case open = -1
    case close = -2
    /// The steps of another color belong here.
    case inset = -3
    /// The steps of a color end here.
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
    case contrast = 15
    case gamut = 16
    case result = 17
    case more = 18
  }

  /// How one color is made of others.
  enum Transform: UInt32 {
    case mix = 1
    case relative = 2
    case alpha = 3
    case contrastColor = 4
    case blend = 5
    case ensureContrast = 6
    case first = 7
    /// What lies between the variants for two contrasts.
    case graded = 8
  }

  /// Where a color comes from for which there is a word.
  enum Origin: UInt32 {
    case environment = 1
    case theme = 2
    case builtIn = 3
  }

  /// Text that is in memory elsewhere, as long as the theme is seen as it is.
  enum Text: BitwiseCopyable {
    case none
    case name(StoredText)
    /// A name within a palette.
    case nameOfPalette(StoredText, StoredText)
    case expression(Expression)
    case condition(Expression)
    /// Text that has been written, by where it begins there.
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
  var conditions = Variant.Conditions.any
  var numbers = SIMD3<Double>()
  var color: Color?
  var before: Color?
  var text = Text.none

  init(_ kind: Kind) { self.kind = kind }

  /// That another color is referred to: by its name, if there is one.
  init(reference id: ColorID, named name: StoredText? = nil) {
    self.init(.reference)
    self.id = id
    if let name { text = .name(name) }
  }

  /// That the steps of a color belong here.
  init(inset style: LeveledColor) {
    self.init(.inset)
    id = style.id
    count = UInt32(truncatingIfNeeded: style.level)
  }

  /// That alpha is multiplied for a level.
  init(level: Int, of color: Color, opacity: Double) {
    self.init(.level)
    detail = UInt32(truncatingIfNeeded: level)
    numbers.x = opacity
    before = color
    self.color = color.multiplyingAlpha(by: opacity)
  }

  /// That one of the colors begins of which another is made.
  @inline(never)
  init(operand index: Int, of count: Int, _ transform: Transform, weight: Double = 0) {
    self.init(.operand)
    self.index = UInt32(truncatingIfNeeded: index)
    self.count = UInt32(truncatingIfNeeded: count)
    detail = transform.rawValue
    numbers.x = weight
  }

  /// That a color lies between the variants for two contrasts, and how much there is of the second.
  init(grades amount: Double) {
    self.init(.transform)
    detail = Transform.graded.rawValue
    numbers.x = amount
  }

  /// The color that is meant, at its level.
  var style: LeveledColor { LeveledColor(id, level: Int(truncatingIfNeeded: count)) }
}

extension EventLog<Step> {
  /// Tells, of the steps from a place on that have led to nothing, why.
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
