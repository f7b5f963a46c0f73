// Exporting: whether a format can express the conditions of a color.

/// Tracks whether an expression depends on more custom axes than a format can express: one or none.
/// The palette counts as a custom axis.
private struct CustomAxisUse {
  /// The number that stands for the palette.
  static var palette: Int { .max }

  /// True if the format can express one custom axis; false if it can express none.
  let allowsOne: Bool
  /// The number of the axis that was added last, from 1; 0 for none yet.
  private var lastAxis = 0
  private(set) var isExpressible = true

  init(allowsOne: Bool) { self.allowsOne = allowsOne }

  mutating func add(_ axis: Int) {
    isExpressible = isExpressible && allowsOne && (lastAxis == 0 || lastAxis == axis)
    lastAxis = axis
  }
}

extension Expression {
  /// Returns whether an expression depends only on the given axes, with named contrast steps. If
  /// `allowsCustomAxis` is true, it may also depend on one custom axis of `colors` or on the
  /// palette.
  ///
  /// The axes that referenced colors depend on do not count.
  func dependsOnly(
    on axes: AxisSet, _ colors: borrowing ColorCollection, allowsCustomAxis: Bool = false
  ) -> Bool {
    var needed = inputs.axes
    // A contrast query also depends on forced colors. A query of forced colors itself is rejected
    // below.
    needed.rawValue &= ~AxisSet.of(.forcedColors).rawValue
    // Custom axes and the palette are checked below.
    for axis in 0..<8 { needed.rawValue &= ~AxisSet.of(.custom(axis)).rawValue }
    needed.rawValue &= ~AxisSet.of(.palette).rawValue
    guard needed.rawValue & ~axes.rawValue == 0 else { return false }
    var isExpressible = true
    var customAxes = CustomAxisUse(allowsOne: allowsCustomAxis)
    forEachNode { node in
      switch node.operation {
      case .palette: customAxes.add(CustomAxisUse.palette)
      case .media:
        let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail))
        if feature == .forcedColors { isExpressible = false }
      case .style:
        let name = node.text(at: 1).0.bytes
        let number = colors.vocabulary.number(name, .axis)
        if number > 0 {
          customAxes.add(number)
        } else if let axis = Axis.numbered(named: name) {
          if axis == .palette {
            customAxes.add(CustomAxisUse.palette)
          } else {
            isExpressible = false
          }
        } else if let axis = Axis.withKeywords(named: name) {
          isExpressible = isExpressible && axes.intersects(.of(axis))
        }
      case .variants:
        node.forEachVariant { conditions, _ in
          let contrast = conditions.contrast
          if contrast != 0, ContrastStep(nearest: contrast).value != contrast {
            isExpressible = false
          }
          for axis in 0..<8 where conditions.custom(axis) != 0 {
            let namedCount = UInt64(
              truncatingIfNeeded: colors.vocabulary.count(.value(axisIndex: axis)))
            // A format cannot express a value without a name.
            if conditions.custom(axis) > namedCount { isExpressible = false }
            customAxes.add(axis &+ 1)
          }
          if conditions.palette != 0 { customAxes.add(CustomAxisUse.palette) }
        }
      default: break
      }
    }
    return isExpressible && customAxes.isExpressible
  }
}

extension AxisSet {
  static func of(_ axis: Axis) -> AxisSet {
    var axes = AxisSet.none
    axes.insert(axis)
    return axes
  }
}
