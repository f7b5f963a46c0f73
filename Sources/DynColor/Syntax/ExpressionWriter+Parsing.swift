// Syntax: writes expressions while they are parsed, and folds constants.

extension ExpressionWriter {
  /// Ends the last node, which begins at `start`. If `isConstant` is true, all operands of the node
  /// are constants, and the node is replaced by its value.
  @inline(never)
  mutating func close(_ start: Int, isConstant: Bool) {
    close(start)
    if isConstant { fold(start) }
  }

  /// Writes a text with its escapes decoded: its length, then eight bytes in each word.
  mutating func append(_ decoded: inout UnescapedBytes) {
    let lengthIndex = count
    append(0)
    var length: UInt64 = 0
    var word: UInt64 = 0
    while let byte = decoded.next() {
      word |= UInt64(byte) &<< (length & 7 &* 8)
      length &+= 1
      if length & 7 == 0 {
        append(word.littleEndian)
        word = 0
      }
    }
    if length & 7 != 0 { append(word.littleEndian) }
    replace(at: lengthIndex, with: length)
  }

  /// Writes a calculation with a constant value.
  mutating func append(calculation value: Double) {
    let start = open(.calculation)
    appendInstruction(pushing: value)
    close(start)
  }

  /// Normalizes the weights of the mix at `mixIndex`, which is the last node (CSS Values 5,
  /// "Normalizing mix percentages"). After the head of the mix is the factor for alpha, and then,
  /// for each color, a word with the weight of the color, and the color.
  ///
  /// - Omitted weights, which are NaN, share the rest to 100.
  /// - If the sum is greater than 100, all weights are scaled down, so that the sum is 100.
  /// - If the sum is less than 100, the factor for alpha is less than 1. The weights stay as they
  ///   are.
  @inline(never)
  mutating func normalizeWeights(of mixIndex: Int) {
    var sum = 0.0
    var omittedCount = 0.0
    var index = mixIndex &+ 2
    while index < count {
      // The word at `index` is the weight of a color, and the color follows it.
      let weight = Double(bitPattern: word(index))
      if weight.isNaN { omittedCount += 1 } else { sum += weight }
      index &+= 1 &+ size(at: index &+ 1)
    }
    let rest = max(100 - sum, 0)
    let alphaFactor = omittedCount > 0 || rest < 1e-9 ? 1 : 1 - rest / 100
    replace(at: mixIndex &+ 1, with: alphaFactor.bitPattern)
    // A sum that differs from 100 only by rounding needs no scaling.
    let factor = sum > 100 + 1e-9 ? 100 / sum : 1
    index = mixIndex &+ 2
    while index < count {
      let weight = Double(bitPattern: word(index))
      let normalized = weight.isNaN ? rest / omittedCount : factor == 1 ? weight : weight * factor
      replace(at: index, with: normalized.bitPattern)
      index &+= 1 &+ size(at: index &+ 1)
    }
  }

  /// Writes a mix of `operandCount` colors, with the same nodes as the parser writes for
  /// `color-mix()`. `weight` returns the weight of an operand, and `appendOperand` writes the
  /// operand. The weights must be finite and not negative. Only their ratios count. If `method` has
  /// no space, the mix is in Oklab. The default space of CSS is not used: it depends on the
  /// notation of the operands, which may change.
  mutating func appendMix<Failure: Error>(
    of operandCount: Int, _ method: InterpolationMethod, weight: (Int) -> Double,
    operand appendOperand: (Int, inout ExpressionWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var sum = 0.0
    for index in upTo(operandCount) { sum += weight(index) }
    let mixIndex = open(.mix)
    setInterpolation(method.space ?? .oklab, method.hue, of: mixIndex)
    // Room for the factor for alpha, which `normalizeWeights` writes.
    append(0)
    var isConstant = true
    for index in upTo(operandCount) {
      // A weight that equals the average is written as omitted (NaN). So equal weights become
      // exactly the weights of a mix without percentages.
      let weight = weight(index)
      let isAverage = weight * Double(operandCount) == sum
      append((isAverage ? Double.nan : weight / sum * 100).bitPattern)
      let start = count
      try appendOperand(index, &self)
      isConstant = isConstant && self.isConstant(at: start)
    }
    normalizeWeights(of: mixIndex)
    close(mixIndex, isConstant: isConstant)
  }

  /// Sets the space of the mix at `mixIndex`, and the direction of hue if the space has a hue.
  mutating func setInterpolation(_ space: ColorSpace, _ hue: HueDirection, of mixIndex: Int) {
    let hue = ColorFunction.color(space).hueIndex == nil ? .shorter : hue
    setDetail(space.rawValue | UInt32(hue.rawValue) << 8, at: mixIndex)
  }

  /// The number of words of the node at `index`: the upper half of its first word, the head. The
  /// lowest byte of a head is the operation, and the next three bytes are the detail.
  func size(at index: Int) -> Int { max(Int(truncatingIfNeeded: word(index) >> 32), 1) }

  /// Writes an instruction that pushes a number.
  mutating func appendInstruction(pushing value: Double) {
    append(Calculation.word(.constant))
    // Expressions are compared by their words, so all NaNs must have the same bits.
    append((value.isNaN ? Double.nan : value).bitPattern)
  }

  /// Returns whether all nodes from an index on are constants: colors, blend modes or numbers.
  func areConstant(from start: Int) -> Bool {
    var index = start
    while index < count {
      switch node(at: index)?.operation {
      case .constant, .blendMode, .number: index &+= size(at: index)
      default: return false
      }
    }
    return true
  }

  /// Marks the reference, palette color or `--covered()` at `index` as a node with a fallback: its
  /// detail becomes 1.
  mutating func setHasFallback(at index: Int) { setDetail(1, at: index) }

  // MARK: - Conditions

  /// Writes a condition with a constant value.
  mutating func append(_ truth: Truth) {
    let detail: UInt32 =
      switch truth {
      case .no: 0
      case .yes: 1
      case .unknown: 2
      }
    close(open(.truth, detail: detail))
  }

  /// The value of the condition at `index`; `nil` if the condition is not constant.
  func truth(at index: Int) -> Truth? {
    let head = word(index)
    guard head & 0xFF == UInt64(Operation.truth.rawValue) else { return nil }
    switch head >> 8 & 0xFF {
    case 0: return .no
    case 1: return .yes
    default: return .unknown
    }
  }

  /// Moves the last node, which begins at `source`, down to `target`, over the words that are
  /// there. Returns the index after the moved node.
  mutating func move(from source: Int, to target: Int) -> Int {
    let size = count &- source
    for index in upTo(size) { replace(at: target &+ index, with: word(source &+ index)) }
    truncate(to: target &+ size)
    return target &+ size
  }

  /// Replaces the condition that begins at `start`, the last node, by its value if all its operands
  /// are constant.
  mutating func simplifyCondition(_ start: Int) {
    let operation = Operation(rawValue: UInt8(truncatingIfNeeded: word(start)))
    var index = start &+ 1
    // The least and the greatest operand: `no` is less than `unknown`, and `unknown` than `yes`.
    var least = Truth.yes
    var greatest = Truth.no
    while index < count {
      guard let truth = truth(at: index) else { return }
      if truth == .no || truth == .unknown && least == .yes { least = truth }
      if truth == .yes || truth == .unknown && greatest == .no { greatest = truth }
      // A constant condition is one word.
      index &+= 1
    }
    truncate(to: start)
    switch operation {
    case .all: append(least)
    case .any: append(greatest)
    // `not` has one operand.
    default: append(!least)
    }
  }
}
