// Exporting: the conditions of a color that a format cannot express.

/// The axes on which a color has conditions that a format cannot express, grouped by the reason.
struct LostAxes: BitwiseCopyable, Equatable {
  /// The format does not have these axes.
  var missing = AxisSet.none
  /// The format has these axes, but not this combination of them.
  var combined = AxisSet.none
  /// The format has these axes, but not all of their values: it lacks those without a name.
  var withUnnamedValues = AxisSet.none

  static var none: LostAxes { LostAxes() }

  /// Adds `axes` to `combined` if there are several. `axes` are those that one color depends on, of
  /// the axes that the format has only one at a time.
  mutating func addIfSeveral(_ axes: AxisSet) { if axes.count > 1 { combined.formUnion(axes) } }
}

extension Expression {
  /// The axes on which an expression has conditions that a format cannot express. The format has
  /// the axes in `axes`; of the contrast axis, it only has the values with a name: less, standard
  /// and more. It has the axes in `separateAxes` as well, but only one at a time.
  ///
  /// The axes that referenced colors depend on do not count.
  func lostAxes(
    inFormatWith axes: AxisSet, _ colors: borrowing ColorCollection,
    oneAtATime separateAxes: AxisSet = .none
  ) -> LostAxes {
    var lost = LostAxes()
    let used = ownAxes(colors.vocabulary)
    lost.missing = used.subtracting(axes.union(separateAxes))
    lost.addIfSeveral(used.intersection(separateAxes))
    forEachNode { node in
      guard node.operation == .variants else { return }
      node.forEachVariant { conditions, _ in
        let contrast = conditions.contrast
        if axes.contains(.contrast), contrast != 0,
          NamedContrast(nearest: contrast).value != contrast
        {
          lost.withUnnamedValues.insert(.contrast)
        }
        for axis in upTo(Axis.customCount) where separateAxes.contains(.custom(axis)) {
          // The named values have the numbers 1 to `namedCount`; greater numbers have no name.
          let namedCount = colors.vocabulary.count(.value(axisIndex: axis))
          if conditions.custom(axis) > UInt64(truncatingIfNeeded: namedCount) {
            lost.withUnnamedValues.insert(.custom(axis))
          }
        }
      }
    }
    return lost
  }
}

extension ExportSession {
  /// For each color, all axes that it depends on.
  func colorAxes() throws(FileFailure) -> ColorAxes {
    try convertingOutOfMemory { () throws(OutOfMemory) in try ColorAxes(colors, palettes) }
  }

  /// Warns about each kind of conditions that the format cannot express.
  mutating func warn(_ index: Int, about lost: LostAxes) throws(FileFailure) {
    try warn(index, ifAny: lost.missing, CommonMessage.missingAxes)
    try warn(index, ifAny: lost.combined, CommonMessage.combinedAxes)
    try warn(index, ifAny: lost.withUnnamedValues, CommonMessage.unnamedValues)
  }

  /// Warns about a color because of axes. The context is the name of the color and the names of the
  /// axes. Does nothing if `axes` is empty.
  @inline(never)
  mutating func warn(
    _ index: Int, ifAny axes: AxisSet, _ message: StaticString
  ) throws(FileFailure) {
    guard axes != .none else { return }
    var context = LongText()
    context.append(contentsOf: name(index).bytes)
    var isFirst = true
    for axisIndex in upTo(Axis.count) where axes.contains(Axis(index: axisIndex)) {
      context.append(isFirst ? ": " : ", ")
      context.append(contentsOf: colors.vocabulary.name(of: Axis(index: axisIndex)).bytes)
      isFirst = false
    }
    try addFinding(.warning, .notExact, message, context.bytes)
  }

  /// Warns if a color is not written exactly in a format with eight bits for each channel and a
  /// single environment. `cell` is the color in that environment, and `axes` are all axes that the
  /// color depends on. `hasAlpha` says whether the format has alpha.
  mutating func warnUnlessExactIn8Bits(
    _ index: Int, _ cell: ResolvedCell, dependingOn axes: AxisSet, hasAlpha: Bool
  ) throws(FileFailure) {
    guard let entry = colors.entry(index) else { return }
    let constant = entry.expression.constant
    if entry.expression.count == 0 {
      try warnInexact(index, CommonMessage.providerNotWritten)
    } else if axes != .none {
      try warn(index, ifAny: axes, CommonMessage.oneEnvironmentOnly)
    } else if !hasAlpha, constant?.alpha ?? Double(cell.rgba.w) < 1 {
      try warnInexact(index, "the format has no alpha; the color is written as an opaque one")
    } else if !(constant?.isExactIn8Bits ?? cell.isExactIn8Bits) {
      try warnInexact(index, CommonMessage.roundedTo8Bits)
    } else if constant == nil {
      try warnInexact(
        index, "the format has neither references nor functions; the value is written")
    }
  }
}

extension ResolvedCell {
  /// True if red, green, blue and alpha are multiples of 1/255 from 0 to 1.
  @_optimize(speed)
  var isExactIn8Bits: Bool { SIMD4<Float>(Color(rgba).bytes(in: .srgb)) / 255 == rgba }
}

extension AxisSet {
  /// The set that contains only this axis.
  static func of(_ axis: Axis) -> AxisSet {
    var axes = AxisSet.none
    axes.insert(axis)
    return axes
  }

  /// The palette and all custom axes.
  static var paletteAndCustom: AxisSet {
    var axes = AxisSet.of(.palette)
    for axis in upTo(Axis.customCount) { axes.insert(.custom(axis)) }
    return axes
  }

  func subtracting(_ other: AxisSet) -> AxisSet { AxisSet(rawValue: rawValue & ~other.rawValue) }

  func intersection(_ other: AxisSet) -> AxisSet { AxisSet(rawValue: rawValue & other.rawValue) }
}
