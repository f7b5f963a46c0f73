// Auditing: a color or a pair of colors, and what has been found about it so far.

/// What was found about one requirement.
struct AuditTally: BitwiseCopyable {
  /// The worst number so far, which is the least, and the first environment that has it.
  var worst = Double.infinity
  var environment = Environment()
  /// How many environments were examined, and in how many of them the requirement is not met.
  var examined: UInt64 = 0
  var failing: UInt64 = 0
  /// Why the color has no value in `environment`; 0 if it has one.
  var status: Int32 = 0

  /// Records the number of one environment: the greater, the better. `fails` says whether the
  /// requirement is not met there.
  @inline(__always)
  mutating func record(_ number: Double, _ environment: Environment, fails: Bool) {
    examined &+= 1
    if fails { failing &+= 1 }
    guard number < worst else { return }
    worst = number
    self.environment = environment
  }
}

/// The colors of a subject in one environment; `nil` if they have no value there.
struct AuditedCells: BitwiseCopyable {
  var first: ResolvedCell?
  var second: ResolvedCell?
  /// The background of the page, if the subject needs it.
  var page: ResolvedCell?
  /// The status of `first`.
  var status: Int32 = 0
}

/// A color, a text on its background, or two colors that must be told apart.
struct AuditSubject: BitwiseCopyable {
  enum Kind {
    /// A color: tally 0 is about the gamut, and tally 1 about whether it has a value.
    case color
    /// A text on its background: tally 1 is for environments with more contrast, tally 2 for those
    /// with less, and tally 0 for all others, or for all if the pair has a ratio of its own.
    case text
    /// Two colors of a set: a tally for each deficiency of vision, in the order of `ColorVision`.
    case colorsOfSet
  }

  let kind: Kind
  /// The positions of the colors in `AuditedColors`. They are equal for a single color.
  let first: Int
  let second: Int
  /// The ratio of a declared pair; otherwise 0.
  var ratio = 0.0
  /// For two colors of a set, the index of the first member of the set in `ColorSets.members`.
  var setStart = 0
  /// The axes that the colors depend on. The subject is examined for all values of these axes.
  var axes: AxisSet
  /// True if the background is composited over the page.
  private(set) var isOverPage = false
  /// True if the background is translucent, so that the text must be examined again, with the
  /// background over the page.
  private(set) var needsPage = false
  /// The number of environments to examine.
  var environmentCount: UInt64 = 0
  var examinedCount: UInt64 = 0
  private(set) var tallies = [4 of AuditTally](repeating: AuditTally())
  // The last colors, and the numbers that were computed from them.
  private var lastFirst = ResolvedCell.zero
  private var lastSecond = ResolvedCell.zero
  private var lastPage = ResolvedCell.zero
  private var lastNumbers = SIMD4<Double>()
  private var hasLast = false

  init(_ kind: Kind, _ first: Int, _ second: Int, axes: AxisSet) {
    self.kind = kind
    self.first = first
    self.second = second
    self.axes = axes
  }

  /// Starts again, with the background over the page. The page depends on `pageAxes`.
  mutating func startOverPage(_ pageAxes: AxisSet) {
    var restarted = AuditSubject(kind, first, second, axes: axes.union(pageAxes))
    restarted.ratio = ratio
    restarted.isOverPage = true
    self = restarted
  }

  /// Takes an environment into account. `hasPage` says whether there is a page other than the
  /// background. If the background turns out to need the page, only sets `needsPage`.
  mutating func examine(
    _ cells: AuditedCells, _ environment: Environment, _ options: borrowing AuditOptions,
    hasPage: Bool
  ) {
    examinedCount &+= 1
    switch kind {
    case .color: examineColor(cells, environment)
    case .text:
      guard let text = cells.first, let background = cells.second else { return }
      if hasPage, !isOverPage, !background.isOpaque { needsPage = true }
      guard !needsPage else { return }
      let contrast = numbers(text, background, cells.page ?? .zero).x
      let tally = ratio > 0 ? 0 : AuditSubject.tally(of: environment)
      let required = requiredRatio(tally, options)
      tallies[tally & 3].record(contrast, environment, fails: contrast < required)
    case .colorsOfSet:
      guard let first = cells.first, let second = cells.second else { return }
      let differences = numbers(first, second, .zero)
      for vision in upTo(4) {
        tallies[vision & 3].record(
          differences[vision], environment, fails: differences[vision] < SeenColor.leastDifference)
      }
    }
  }

  private mutating func examineColor(_ cells: AuditedCells, _ environment: Environment) {
    // The numbers of tally 1 are 0 for no value, and 1 for a value.
    guard let cell = cells.first else {
      // Of all environments without a value, the first one is the one that the tally keeps.
      if tallies[1].failing == 0 { tallies[1].status = cells.status }
      tallies[1].record(0, environment, fails: true)
      return
    }
    tallies[1].record(1, environment, fails: false)
    // In an environment with a gamut, the library has mapped the color into that gamut already.
    guard environment[.gamut] == 0 else { return }
    let rgba = cell.rgba
    // By how much a component is above 1 or below 0, at most.
    let excess = max(
      max(rgba.x - 1, max(rgba.y - 1, rgba.z - 1)), max(-rgba.x, max(-rgba.y, -rgba.z)))
    let isOutside = excess > 0 && !Color(rgba).isInGamut(of: .srgb)
    // With a minus sign, because the least number of a tally is the worst one.
    tallies[0].record(isOutside ? Double(-excess) : 0, environment, fails: isOutside)
  }

  /// The index of the tally for a text in an environment.
  private static func tally(of environment: Environment) -> Int {
    switch NamedContrast(nearest: environment[.contrast]) {
    case .more: 1
    case .less: 2
    default: 0
    }
  }

  /// The ratio that is required in the environments of a tally.
  func requiredRatio(_ tally: Int, _ options: borrowing AuditOptions) -> Double {
    guard ratio == 0 else { return ratio }
    switch tally {
    case 1: return options.ratioForMoreContrast
    case 2: return options.ratioForLessContrast
    default: return options.ratio
    }
  }

  /// The contrast of a text, as the first number, or the differences of two colors. Computed again
  /// only if a color is not the same as in the last environment.
  private mutating func numbers(
    _ first: ResolvedCell, _ second: ResolvedCell, _ page: ResolvedCell
  ) -> SIMD4<Double> {
    if hasLast, first == lastFirst, second == lastSecond, page == lastPage { return lastNumbers }
    (lastFirst, lastSecond, lastPage, hasLast) = (first, second, page, true)
    let (color, other) = (Color(first.rgba), Color(second.rgba))
    if kind == .text {
      lastNumbers.x = AuditSubject.contrast(color, other, over: isOverPage ? Color(page.rgba) : nil)
    } else {
      lastNumbers = AuditSubject.differences(color, other)
    }
    return lastNumbers
  }

  /// The contrast of a text with its background; over the page, if the background is translucent.
  @inline(never)
  private static func contrast(_ text: Color, _ background: Color, over page: Color?) -> Double {
    guard let page, background.alpha < 1 else { return text.contrast(with: background, by: .wcag) }
    return text.contrast(with: background.blended(.normal, over: page, in: .srgb), by: .wcag)
  }

  /// The differences with each deficiency of vision. They are infinite, so that none is too small,
  /// if the colors look alike even with typical vision: then nobody is meant to tell them apart.
  @inline(never)
  private static func differences(_ color: Color, _ other: Color) -> SIMD4<Double> {
    let (seen, otherSeen) = (SeenColor(color), SeenColor(other))
    guard seen.typicalDifference(from: otherSeen) >= SeenColor.clearDifference else {
      return SIMD4(repeating: .infinity)
    }
    return seen.differences(from: otherSeen)
  }
}

extension ResolvedCell {
  var isOpaque: Bool { rgba.w >= 1 }
}
