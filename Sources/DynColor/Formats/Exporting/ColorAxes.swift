// Exporting: the axes that colors depend on.

/// For each color, the axes that it reads, directly or through references to other colors.
struct ColorAxes: ~Copyable {
  private let allocator: Allocator
  private var axes: Buffer<AxisSet>
  /// The colors that refer to the first color, then those that refer to the second one, and so on.
  private var dependents: Buffer<UInt32>
  /// For each color, the index in `dependents` of its first dependent; then the number of all
  /// dependents, so that the dependents of every color end where the next ones begin.
  private var starts: Buffer<Int>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(
    _ colors: borrowing ColorCollection, _ palettes: borrowing ExportedPalettes
  ) throws(OutOfMemory) {
    allocator = colors.allocator
    axes = Buffer(allocator)
    dependents = Buffer(allocator)
    starts = Buffer(allocator)
    for index in upTo(colors.count) {
      try axes.append(colors.entry(index)?.expression.ownAxes(colors.vocabulary) ?? .none)
    }
    try findDependents(colors, palettes)
    try propagate()
  }

  /// The axes of the color at an index.
  subscript(_ index: Int) -> AxisSet { axes.element(at: index) ?? .none }

  /// Fills `dependents` and `starts`.
  private mutating func findDependents(
    _ colors: borrowing ColorCollection, _ palettes: borrowing ExportedPalettes
  ) throws(OutOfMemory) {
    // 1. `starts` counts the dependents of each color.
    // 2. The running sums of these counts replace them. They are the ends of the colors' ranges in
    //    `dependents`.
    // 3. Each range is filled from its end to its start. Each dependent moves the number in
    //    `starts` back by 1, so that it becomes the start of the range.
    try starts.append(repeating: 0, count: colors.count &+ 1)
    for index in upTo(colors.count) {
      ColorAxes.forEachReference(of: index, colors, palettes) { target in
        starts.change(at: target) { $0 &+= 1 }
      }
    }
    var end = 0
    for index in upTo(starts.count) {
      end &+= starts.element(at: index) ?? 0
      starts.replace(at: index, with: end)
    }
    try dependents.append(repeating: 0, count: end)
    for index in upTo(colors.count) {
      ColorAxes.forEachReference(of: index, colors, palettes) { target in
        let dependentIndex = (starts.element(at: target) ?? 0) &- 1
        starts.replace(at: target, with: dependentIndex)
        dependents.replace(at: dependentIndex, with: UInt32(truncatingIfNeeded: index))
      }
    }
  }

  /// Adds the axes of each color to the axes of its dependents, until nothing changes.
  private mutating func propagate() throws(OutOfMemory) {
    var pending = Buffer<UInt32>(allocator)
    for index in upTo(axes.count) { try pending.append(UInt32(truncatingIfNeeded: index)) }
    while let index = pending.removeLast().map({ Int($0) }) {
      let axesOfColor = self[index]
      let end = starts.element(at: index &+ 1) ?? dependents.count
      for dependentIndex in upTo(end, from: starts.element(at: index) ?? end) {
        guard let dependent = dependents.element(at: dependentIndex),
          let axesOfDependent = axes.element(at: Int(dependent))
        else { continue }
        let union = axesOfDependent.union(axesOfColor)
        guard union != axesOfDependent else { continue }
        axes.replace(at: Int(dependent), with: union)
        try pending.append(dependent)
      }
    }
  }

  /// Calls `body` with each color that a color refers to. `--palette(name)` refers to the color
  /// `name` of every palette.
  @_optimize(speed)
  private static func forEachReference(
    of index: Int, _ colors: borrowing ColorCollection, _ palettes: borrowing ExportedPalettes,
    _ body: (Int) -> Void
  ) {
    colors.entry(index)?.expression.forEachNode { node in
      switch node.operation {
      case .reference: if let target = colors.index(of: node) { body(target) }
      case .palette:
        let name = node.reference.name.bytes
        for paletteIndex in upTo(palettes.count) {
          let fullName = palettes.name(ofColor: name, inPalette: paletteIndex &+ 1)
          if let fullName, let target = colors.index(of: fullName.bytes) { body(target) }
        }
      default: break
      }
    }
  }
}

extension Expression {
  /// The axes that an expression reads itself, without the axes that the referenced colors read.
  @_optimize(speed)
  func ownAxes(_ vocabulary: borrowing Vocabulary) -> AxisSet {
    var axes = AxisSet.none
    forEachNode { node in
      switch node.operation {
      // According to `Inputs`, `currentcolor` and `AccentColor` may depend on any axis. Here, only
      // the axes `foreground` and `accent` count.
      case .currentColor: axes.insert(.foreground)
      case .systemColor where SystemColor(detail: node.detail) == .accent: axes.insert(.accent)
      case .style: axes.insert(named: node.text(at: 1).text.bytes, vocabulary)
      case .media:
        // According to `Inputs`, contrast depends on forced colors, too. Here, only its own axis
        // counts.
        let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail))
        if let feature { axes.insert(feature.axis) }
      default:
        var inputs = Inputs()
        inputs.add(node)
        axes.formUnion(inputs.axes)
      }
    }
    return axes
  }
}
