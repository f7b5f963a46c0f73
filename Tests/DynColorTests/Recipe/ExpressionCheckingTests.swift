import Testing

@testable import DynColor

/// A node of an expression to be checked.
indirect enum CheckedNode: Sendable {
  case color, target
  case mix([CheckedNode])
  case lightDark(CheckedNode, CheckedNode)
  case contrastColor(CheckedNode)
  case level(CheckedNode)

  func write(to writer: inout ExpressionWriter) {
    switch self {
    case .color: writer.append(Color(.srgb, SIMD3(1, 0, 0)))
    case .target: writer.append(referenceByID: ColorID(4097))
    case .mix(let operands):
      let node = writer.open(.mix, detail: ColorSpace.oklab.rawValue | 1 << 8)
      writer.append(Double(1).bitPattern)
      for operand in operands {
        writer.append(Double(50).bitPattern)
        operand.write(to: &writer)
      }
      writer.close(node)
    case .lightDark(let light, let dark):
      let node = writer.open(.lightDark)
      light.write(to: &writer)
      dark.write(to: &writer)
      writer.close(node)
    case .contrastColor(let color):
      let node = writer.open(.contrastColor)
      color.write(to: &writer)
      writer.close(node)
    case .level(let color):
      let node = writer.open(.level, detail: 1)
      color.write(to: &writer)
      writer.close(node)
    }
  }
}

@Suite("An expression")
struct ExpressionCheckingTests {
  @Test(
    "has ids only as operands of a mix, and where the environment selects",
    arguments: [
      (CheckedNode.mix([.color, .target]), true, "an operand of a mix"),
      (.mix([.target, .target, .color]), true, "several operands"),
      (.lightDark(.target, .mix([.target, .color])), true, "a mix that is selected"),
      (.level(.mix([.target])), true, "a mix at a level"),
      (.target, false, "only an id, which is an alias"),
      (.contrastColor(.target), false, "an operand of another operation"),
      (.contrastColor(.mix([.target])), false, "a mix in another operation"),
      (.mix([.lightDark(.target, .color)]), false, "an operand that the environment selects"),
      (.mix([.mix([.target])]), false, "a mix in a mix"),
      (.mix([]), false, "a mix of nothing"),
    ])
  func ids(_ node: CheckedNode, _ isWellFormed: Bool, _ what: String) throws {
    var writer = ExpressionWriter(.standard)
    node.write(to: &writer)
    #expect(writer.expression?.isWellFormed == isWellFormed, "\(what)")
  }

  @Test(
    "asks for a media feature and one of its values, and has no other bits",
    arguments: [
      (0x001, true, "a feature"), (0x201, true, "a value"),
      (0x301, false, "a value that the feature does not have"),
      (0x000, false, "no feature"), (0x005, false, "an unknown feature"),
      (0x10001, false, "a bit above the value"), (0x20001, false, "the next bit"),
    ] as [(UInt32, Bool, String)])
  func media(_ detail: UInt32, _ isWellFormed: Bool, _ what: String) {
    var writer = ExpressionWriter(.standard)
    let conditional = writer.open(.conditional)
    writer.close(writer.open(.media, detail: detail))
    CheckedNode.color.write(to: &writer)
    writer.close(conditional)
    #expect(writer.expression?.isWellFormed == isWellFormed, "\(what)")
  }
}
