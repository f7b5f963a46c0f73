// What decides between the colors that a color may be, and whether a format can ask for it.

extension Expression {
  /// Whether nothing decides but the axes of a set, by the steps that have names, and, if that may
  /// be, one axis of the host's. Colors that are referred to do not count.
  func isDecided(
    by axes: AxisSet, orOneOf imported: borrowing ImportedColors, mayUseHostAxis: Bool = false
  ) -> Bool {
    var asked = needs.axes
    // Besides the feature of that name, a query for contrast depends on it.
    asked.rawValue &= ~AxisSet.of(.forcedColors).rawValue
    guard asked.rawValue & ~axes.rawValue == 0 else { return false }
    var isDecided = true
    var hostAxis = 0
    forEachNode { node in
      switch node.operation {
      case .media:
        let feature = MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail))
        if feature == .forcedColors { isDecided = false }
      case .style:
        let name = node.text(at: 1).0.bytes
        if let axis = Axis(name: name) {
          isDecided = isDecided && axes.meets(.of(axis))
        } else {
          let number = imported.vocabulary.number(name, .axis)
          // What nobody has declared has no value.
          if number == 0 { return }
          isDecided = isDecided && mayUseHostAxis && (hostAxis == 0 || hostAxis == number)
          hostAxis = number
        }
      case .variants:
        node.forEachVariant { conditions, _ in
          let contrast = conditions.contrast
          if contrast != 0, ContrastStep(nearest: contrast).value != contrast { isDecided = false }
        }
      default: break
      }
    }
    return isDecided
  }
}

extension AxisSet {
  /// A single axis.
  static func of(_ axis: Axis) -> AxisSet {
    var axes = AxisSet.none
    axes.insert(axis)
    return axes
  }
}
