// Syntax: writes expressions while they are parsed, and folds constants.

extension ExpressionWriter {
  /// Ends the last node, and replaces it by its value if all its children are constant.
  @inline(never)
  mutating func close(_ place: Int, isConstant: Bool) {
    close(place)
    if isConstant { fold(place) }
  }

  /// Decodes a text and writes it: its length, then eight bytes in each word.
  mutating func append(_ decoded: inout Unescaped) {
    let place = count
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
    replace(at: place, with: length)
  }

  /// Writes a calculation with a constant value.
  mutating func append(calculation value: Double) {
    let place = open(.calculation)
    append(constant: value)
    close(place)
  }

  /// Normalizes the weights of a mix: CSS Values 5, "Normalizing mix percentages". Fills in omitted
  /// weights so that the sum is 100. Scales the weights down if the sum is greater; if it is less,
  /// stores the factor for the alpha and leaves the weights, because only their ratios matter.
  @inline(never)
  mutating func normalizeWeights(of mix: Int) {
    var sum = 0.0
    var omitted = 0.0
    var place = mix &+ 2
    while place < count {
      let weight = Double(bitPattern: word(place))
      if weight.isNaN { omitted += 1 } else { sum += weight }
      place &+= 1 &+ size(at: place &+ 1)
    }
    let rest = max(100 - sum, 0)
    let alphaFactor = omitted > 0 || rest < 1e-9 ? 1 : 1 - rest / 100
    replace(at: mix &+ 1, with: alphaFactor.bitPattern)
    // A sum that differs from 100 only by rounding needs no scaling.
    let factor = sum > 100 + 1e-9 ? 100 / sum : 1
    place = mix &+ 2
    while place < count {
      let weight = Double(bitPattern: word(place))
      let normalized = weight.isNaN ? rest / omitted : factor == 1 ? weight : weight * factor
      replace(at: place, with: normalized.bitPattern)
      place &+= 1 &+ size(at: place &+ 1)
    }
  }

  /// The number of words of the node at a place.
  func size(at place: Int) -> Int { max(Int(truncatingIfNeeded: word(place) >> 32), 1) }

  /// Writes a step that pushes a number.
  mutating func append(constant value: Double) {
    append(Calculation.word(.constant))
    // All NaNs have the same bits.
    append((value.isNaN ? Double.nan : value).bitPattern)
  }

  /// Whether all nodes from a place on are constants.
  func areConstant(from place: Int) -> Bool {
    var place = place
    while place < count {
      switch node(at: place)?.operation {
      case .constant, .blendMode, .number: place &+= size(at: place)
      default: return false
      }
    }
    return true
  }

  // MARK: - Conditions

  mutating func append(_ truth: Truth) {
    let detail: UInt32 =
      switch truth {
      case .no: 0
      case .yes: 1
      case .unknown: 2
      }
    close(open(.truth, detail: detail))
  }

  /// The value of the condition at a place, if it is constant.
  func truth(at place: Int) -> Truth? {
    let head = word(place)
    guard head & 0xFF == UInt64(Operation.truth.rawValue) else { return nil }
    switch head >> 8 & 0xFF {
    case 0: return .no
    case 1: return .yes
    default: return .unknown
    }
  }

  /// Moves the last node down from one place to another. Returns the place after it.
  mutating func move(from source: Int, to target: Int) -> Int {
    let size = count &- source
    for index in upTo(size) { replace(at: target &+ index, with: word(source &+ index)) }
    truncate(to: target &+ size)
    return target &+ size
  }

  /// Replaces a condition by its value if all its parts are constant.
  mutating func simplifyCondition(_ place: Int) {
    let operation = Operation(rawValue: UInt8(truncatingIfNeeded: word(place)))
    var part = place &+ 1
    var least = Truth.yes
    var greatest = Truth.no
    while part < count {
      guard let truth = truth(at: part) else { return }
      if truth == .no || truth == .unknown && least == .yes { least = truth }
      if truth == .yes || truth == .unknown && greatest == .no { greatest = truth }
      part &+= 1
    }
    truncate(to: place)
    switch operation {
    case .all: append(least)
    case .any: append(greatest)
    default: append(!least)
    }
  }
}
