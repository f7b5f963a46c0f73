// Exporting: whether a format can express the conditions of a color.

extension Expression {
  /// Returns whether an expression depends only on the given axes, with named contrast steps, and
  /// optionally on the palette or one custom axis. Referenced colors do not count.
  func isDecided(
    by axes: AxisSet, orOneOf imported: borrowing ImportedColors, mayUseHostAxis: Bool = false
  ) -> Bool {
    var asked = needs.axes
    // A contrast query depends on forced colors, too. The media feature itself is rejected below.
    asked.rawValue &= ~AxisSet.of(.forcedColors).rawValue
    // The palette is treated like a custom axis.
    asked.rawValue &= ~AxisSet.of(.palette).rawValue
    guard asked.rawValue & ~axes.rawValue == 0 else { return false }
    var isDecided = true
    var hostAxis = 0
    forEachNode { node in
      var usedAxis = 0
      switch node.operation {
      case .palette: usedAxis = .max
      case .media:
        let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail))
        if feature == .forcedColors { isDecided = false }
      case .style:
        let name = node.text(at: 1).0.bytes
        usedAxis = imported.vocabulary.number(name, .axis)
        if usedAxis > 0 { break }
        if let axis = Axis(nameOfNumbered: name) {
          if axis == .palette { usedAxis = .max } else { isDecided = false }
        } else if let axis = Axis(name: name) {
          isDecided = isDecided && axes.meets(.of(axis))
        }
      case .variants:
        node.forEachVariant { conditions, _ in
          let contrast = conditions.contrast
          if contrast != 0, ContrastStep(nearest: contrast).value != contrast { isDecided = false }
        }
      default: break
      }
      guard usedAxis > 0 else { return }
      isDecided = isDecided && mayUseHostAxis && (hostAxis == 0 || hostAxis == usedAxis)
      hostAxis = usedAxis
    }
    return isDecided
  }
}

extension AxisSet {
  static func of(_ axis: Axis) -> AxisSet {
    var axes = AxisSet.none
    axes.insert(axis)
    return axes
  }
}
