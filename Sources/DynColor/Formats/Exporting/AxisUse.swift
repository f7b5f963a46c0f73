// Exporting: whether a format can express the conditions of a color.

/// The custom axes that a color asks for, and whether it asks for the palette, of a format that has
/// rules for one of these or for none.
private struct HostAxisUse {
  /// Stands for the palette.
  static var palette: Int { .max }

  let mayUseOne: Bool
  /// The number of the axis, from 1; 0 for none yet.
  private var number = 0
  private(set) var isExpressible = true

  init(mayUseOne: Bool) { self.mayUseOne = mayUseOne }

  mutating func ask(_ axis: Int) {
    isExpressible = isExpressible && mayUseOne && (number == 0 || number == axis)
    number = axis
  }
}

extension Expression {
  /// Returns whether an expression depends only on the given axes, with named contrast steps, and
  /// optionally on the palette or one custom axis. Referenced colors do not count.
  func isDecided(
    by axes: AxisSet, orOneOf imported: borrowing ImportedColors, mayUseHostAxis: Bool = false
  ) -> Bool {
    var asked = inputs.axes
    // A contrast query depends on forced colors, too. The media feature itself is rejected below.
    asked.rawValue &= ~AxisSet.of(.forcedColors).rawValue
    // Custom axes are checked below, too, and the palette like one of them.
    for axis in 0..<8 { asked.rawValue &= ~AxisSet.of(.custom(axis)).rawValue }
    asked.rawValue &= ~AxisSet.of(.palette).rawValue
    guard asked.rawValue & ~axes.rawValue == 0 else { return false }
    var isDecided = true
    var hostAxes = HostAxisUse(mayUseOne: mayUseHostAxis)
    forEachNode { node in
      switch node.operation {
      case .palette: hostAxes.ask(HostAxisUse.palette)
      case .media:
        let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail))
        if feature == .forcedColors { isDecided = false }
      case .style:
        let name = node.text(at: 1).0.bytes
        let number = imported.vocabulary.number(name, .axis)
        if number > 0 {
          hostAxes.ask(number)
        } else if let axis = Axis(numberedName: name) {
          if axis == .palette { hostAxes.ask(HostAxisUse.palette) } else { isDecided = false }
        } else if let axis = Axis(name: name) {
          isDecided = isDecided && axes.intersects(.of(axis))
        }
      case .variants:
        node.forEachVariant { conditions, _ in
          let contrast = conditions.contrast
          if contrast != 0, ContrastStep(nearest: contrast).value != contrast { isDecided = false }
          for axis in 0..<8 where conditions.custom(axis) != 0 {
            let named = UInt64(truncatingIfNeeded: imported.vocabulary.count(.value(axis: axis)))
            if conditions.custom(axis) > named { isDecided = false }
            hostAxes.ask(axis &+ 1)
          }
          if conditions.palette != 0 { hostAxes.ask(HostAxisUse.palette) }
        }
      default: break
      }
    }
    return isDecided && hostAxes.isExpressible
  }
}

extension AxisSet {
  static func of(_ axis: Axis) -> AxisSet {
    var axes = AxisSet.none
    axes.insert(axis)
    return axes
  }
}
