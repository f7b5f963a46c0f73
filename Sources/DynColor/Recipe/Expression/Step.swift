// Recipe: the steps of an explanation: how the value of a color was computed.

/// One step of an explanation: a decision or a computation on the way from a color to its value.
struct Step: BitwiseCopyable {
  /// The kind of a step. Positive values are the values of the C constants; the other values are
  /// internal.
  enum Kind: Int32 {
    /// The steps between `beginNesting` and `endNesting` are nested in the step before
    /// `beginNesting`.
    case beginNesting = -1
    case endNesting = -2
    /// Stands for the steps of another color until that color is explained in its turn.
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
    /// There are too many steps: the rest is left out (DYNCOLOR_STEP_KIND_MORE).
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
    /// An interpolation between the variants for two contrasts: DYNCOLOR_TRANSFORM_GRADED.
    case contrastInterpolation = 8
    case vision = 9
    case standalone = 10
    case tone = 11
    case darkOf = 12
    case lightOf = 13
    case material = 14
    case scale = 15
    case gradeContrast = 16

    init(_ filter: ColorFilter) {
      switch filter {
      case .vision: self = .vision
      case .standalone: self = .standalone
      case .tone: self = .tone
      case .darkOf: self = .darkOf
      case .lightOf: self = .lightOf
      case .material: self = .material
      case .scale: self = .scale
      }
    }
  }

  /// The origin of a system color, of the foreground color or of a palette.
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
    /// A color of a palette.
    case paletteColor(palette: StoredText, semanticName: StoredText)
    case expression(Expression)
    case condition(Expression)
    /// The text is in `Trace.texts`, from an offset up to a NUL.
    case inTexts(offset: Int)
  }

  // The fields of `dyncolor_step`. What they mean depends on the kind: see `dyncolor_step_kind` in
  // the header. The properties in the extension below name some of these meanings.
  var kind: Kind
  /// How deeply the step is nested in other steps.
  var depth: UInt32 = 0
  var status: Int32 = 0
  var id = ColorID.none
  var layer: UInt16 = 0
  var owner: UInt16 = 0
  var detail: UInt32 = 0
  var index: UInt32 = 0
  var count: UInt32 = 0
  /// Which definition of its color the step is about: the number of definitions in higher layers,
  /// as in `LeveledColor.depth`. Hosts do not see this field.
  var shadowDepth: UInt32 = 0
  /// True for a variant without conditions if the only other variant is for the dark scheme. The
  /// text of the step then calls this variant light. Hosts do not see this field.
  var isLightOfPair = false
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

  /// A placeholder, which the steps of another color replace when the trace is complete.
  init(placeholderForStepsOf color: LeveledColor) {
    self.init(.placeholder)
    id = color.id
    shadowDepth = color.depth
    level = color.level
  }

  /// A step that multiplies the alpha of `before` by the opacity of a level.
  init(level: Int, of before: Color, opacity: Double) {
    self.init(.level)
    detail = UInt32(truncatingIfNeeded: level)
    numbers.x = opacity
    self.before = before
    color = before.multiplyingAlpha(by: opacity)
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

  /// A step for an interpolation between the variants for two contrasts, with the weight of the
  /// second variant.
  init(contrastInterpolation secondWeight: Double) {
    self.init(.transform)
    detail = Transform.contrastInterpolation.rawValue
    numbers.x = secondWeight
  }

  /// The color and level of a `placeholder` or `color` step, and which definition of the color it
  /// is about (`shadowDepth`).
  var leveledColor: LeveledColor {
    LeveledColor(id, level: level, depth: shadowDepth)
  }
}

extension Step {
  /// Of a `color`, `foreground` or `placeholder` step: the level of the color. A `level` step has
  /// its level in `detail` instead.
  var level: Int {
    get { Int(truncatingIfNeeded: count) }
    set { count = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Of a `color` step: true if the steps of the color are already in the trace, before this step.
  var isRepeated: Bool { index == 1 }
  mutating func markAsRepeated() { index = 1 }

  /// Of a `transform` step: sets the fields that show what a filter is computed with. `number` is
  /// the number in the filter's node, and `contrast` is the contrast of the `ColorFilter.Mode`.
  /// Sets nothing for `nil`, nor for a filter without such numbers, or whose number is that of a
  /// role, which a step does not show.
  mutating func describe(_ filter: ColorFilter?, _ number: Double, _ contrast: Double) {
    switch filter {
    case .vision(let vision): (index, numbers.x) = (vision.rawValue, number / 100)
    case .tone: numbers.x = number
    case .material: numbers.x = contrast
    case .scale: numbers = SIMD3(contrast, number, 0)
    case .standalone, .darkOf, .lightOf, nil: break
    }
  }

  /// Of a `reference` step: true if the reference is `--covered()`.
  var isCoveredFunction: Bool { detail == 1 }
  mutating func markAsCoveredFunction() { detail = 1 }

  /// Of a `provider` step: true if the provider was not called, because its value was cached.
  var isCached: Bool {
    get { index == 1 }
    set { index = newValue ? 1 : 0 }
  }

  /// Of a `scheme` step: true if the color for the dark scheme was selected.
  var isDark: Bool {
    get { index == 1 }
    set { index = newValue ? 1 : 0 }
  }
}

extension SharedList<Step> {
  /// Beginning at index `start`, sets the status of each `color` or `transform` step whose `color`
  /// is `nil` and whose status is 0.
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
