// What a property of a style sheet is in all environments, as one expression.

/// Writes the expression that chooses, in each state, what is chosen there: in the simplest form
/// there is, so that what means the same is the same.
struct StyleChoice: ~Copyable {
  private let states: StyleStates
  /// For each state the number of an expression; −1 for none.
  private var choices: Buffer<Int32>
  /// The expressions, one behind the other, and where each begins.
  private var leaves: ExpressionWriter
  private var places: Buffer<Int>

  // Out of line: there are many places where an error may end it.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator, _ states: StyleStates) {
    self.states = states
    choices = Buffer(allocator)
    leaves = ExpressionWriter(allocator)
    places = Buffer(allocator)
  }

  /// Whether the expressions were too many to be kept.
  var failure: ExpressionWriter.Failure? { leaves.failure }

  /// Adds an expression, if it is not one that was added before. The result is its number.
  mutating func add(_ expression: Expression) throws(OutOfMemory) -> Int {
    for index in upTo(places.count) { if leaf(index)?.equals(expression) == true { return index } }
    try places.append(leaves.count)
    for index in upTo(expression.count) { leaves.append(expression.word(index)) }
    return places.count &- 1
  }

  private func leaf(_ index: Int) -> Expression? {
    guard let place = places.element(at: index), let node = leaves.node(at: place) else {
      return nil
    }
    return Expression(words: node.words, count: node.size)
  }

  /// Chooses for the next state.
  mutating func choose(_ number: Int) throws(OutOfMemory) {
    try choices.append(Int32(truncatingIfNeeded: number))
  }

  // MARK: - Writing

  /// Writes the expression. `axes` gets a bit for each of the host's axes that it asks for.
  func write(to writer: inout ExpressionWriter, _ page: borrowing StylePage, _ axes: inout UInt32) {
    write(from: 0, base: 0, to: &writer, page, &axes)
  }

  /// Whether the axis that has an index is one that tables of variants do not know.
  private func isOuter(_ index: Int) -> Bool {
    let axis = states.axis(index)
    return axis == StyleState.forcedColors || axis >= StyleState.firstHost
  }

  private func choice(_ place: Int) -> Int32 { choices.element(at: place) ?? -1 }

  /// Calls `body` with the place, seen from the first of them, of each state that differs from that
  /// in the axes from an index on only; of the axes before in those of variants.
  private func forEachPlace(from index: Int, _ body: (Int) -> Bool) -> Bool {
    var place = 0
    var digits = InlineArray<32, UInt16>(repeating: 0)
    while true {
      if !body(place) { return false }
      var axis = 0
      while axis < states.axisCount {
        defer { axis &+= 1 }
        if axis < index, isOuter(axis) { continue }
        let digit = Int(digits[unchecked: axis & 31]) &+ 1
        if digit < states.size(axis) {
          digits[unchecked: axis & 31] = UInt16(truncatingIfNeeded: digit)
          place &+= states.stride(axis)
          break
        }
        place &-= (digit &- 1) &* states.stride(axis)
        digits[unchecked: axis & 31] = 0
      }
      if axis == states.axisCount, place == 0 { return true }
    }
  }

  /// Writes what is chosen in the states that differ from one in the axes from an index on, and in
  /// those of variants.
  private func write(
    from index: Int, base: Int, to writer: inout ExpressionWriter, _ page: borrowing StylePage,
    _ axes: inout UInt32
  ) {
    guard index < states.axisCount else { return writeVariants(base, to: &writer) }
    guard isOuter(index) else {
      return write(from: index &+ 1, base: base, to: &writer, page, &axes)
    }
    let stride = states.stride(index)
    func isLikeFirst(_ value: Int) -> Bool {
      forEachPlace(from: index &+ 1) { place in
        choice(base &+ value &* stride &+ place) == choice(base &+ place)
      }
    }
    var start: Int?
    for value in upTo(states.size(index), from: 1) where !isLikeFirst(value) {
      if start == nil { start = writer.open(.conditional) }
      append(condition: index, value, to: &writer, page, &axes)
      write(from: index &+ 1, base: base &+ value &* stride, to: &writer, page, &axes)
    }
    guard let start else { return write(from: index &+ 1, base: base, to: &writer, page, &axes) }
    // Where nothing special holds there may be no value.
    let isNothing = forEachPlace(from: index &+ 1) { place in choice(base &+ place) < 0 }
    if !isNothing {
      writer.close(writer.open(.truth, detail: 1))
      write(from: index &+ 1, base: base, to: &writer, page, &axes)
    }
    writer.close(start)
  }

  /// Writes that an axis has a value.
  private func append(
    condition index: Int, _ value: Int, to writer: inout ExpressionWriter,
    _ page: borrowing StylePage, _ axes: inout UInt32
  ) {
    let axis = states.axis(index)
    if axis == StyleState.forcedColors {
      let detail = UInt32(MediaFeature.forcedColors.rawValue) | 2 << 8
      writer.close(writer.open(.media, detail: detail))
      return
    }
    axes |= 1 &<< UInt32(truncatingIfNeeded: axis)
    let place = writer.open(.style)
    writer.append(text: page.axisName(axis).bytes)
    writer.append(text: page.valueName(value, ofAxis: axis).bytes)
    writer.close(place)
  }

  /// Writes an expression that was added; for none, one that has no value.
  private func append(_ number: Int32, to writer: inout ExpressionWriter) {
    guard let leaf = leaf(Int(number)) else {
      writer.close(writer.open(.conditional))
      return
    }
    for index in upTo(leaf.count) { writer.append(leaf.word(index)) }
  }

  // MARK: - Variants

  /// Conditions for which something is chosen.
  private struct Variants {
    var count = 0
    var conditions = InlineArray<144, UInt64>(repeating: 0)
    var choices = InlineArray<144, Int32>(repeating: -1)

    mutating func append(_ condition: Variant.Conditions, _ choice: Int32) {
      guard count < 144 else { return }
      conditions[unchecked: count] = condition.rawValue
      choices[unchecked: count] = choice
      count &+= 1
    }

    /// What the table has for an environment; −1 if it has nothing.
    func choice(_ axes: MatchedAxes) -> Int32 {
      var search = VariantSearch(axes)
      for index in upTo(count) {
        search.consider(Variant.Conditions(rawValue: conditions[unchecked: index]), at: index)
      }
      return search.best < 0 || search.best >= count ? -1 : choices[unchecked: search.best]
    }
  }

  /// Where the states that differ from one in an axis are.
  @inline(never)
  private func stride(ofAxis axis: Int) -> (stride: Int, size: Int) {
    for index in upTo(states.axisCount) where states.axis(index) == axis {
      return (states.stride(index), states.size(index))
    }
    return (0, 1)
  }

  /// A table for the states that differ from one in the axes of variants: of these conditions that
  /// which fits best counts. Unless it is to be complete, it has no more than is needed where what
  /// is for more than one axis comes after what is for one. `nil` if that does not do.
  private func variants(_ base: Int, isComplete: Bool) -> Variants? {
    var variants = Variants()
    forEachVariant(base) { conditions, axes, wanted in
      if isComplete || variants.choice(axes) != wanted { variants.append(conditions, wanted) }
    }
    var isRight = true
    forEachVariant(base) { _, axes, wanted in isRight = isRight && variants.choice(axes) == wanted }
    return isRight ? variants : nil
  }

  /// Calls `body` with the conditions of each state, the environment that it stands for, and what
  /// is chosen there.
  @inline(never)
  private func forEachVariant(
    _ base: Int, _ body: (Variant.Conditions, MatchedAxes, Int32) -> Void
  ) {
    let scheme = stride(ofAxis: StyleState.scheme)
    let contrast = stride(ofAxis: StyleState.contrast)
    let gamut = stride(ofAxis: StyleState.gamut)
    let idiom = stride(ofAxis: StyleState.idiom)
    for i in upTo(idiom.size) {
      for g in upTo(gamut.size) {
        for c in upTo(contrast.size) {
          for s in upTo(scheme.size) {
            let place =
              base &+ i &* idiom.stride &+ g &* gamut.stride &+ c &* contrast.stride
              &+ s &* scheme.stride
            let step: UInt64 = c == 0 ? 101 : c == 1 ? 201 : 1
            let axes = MatchedAxes(
              scheme: UInt64(truncatingIfNeeded: s &+ 1), contrast: step, elevation: 1,
              gamut: UInt64(truncatingIfNeeded: g &+ 1), idiom: UInt64(truncatingIfNeeded: i),
              subtype: 0, locale: 0)
            let conditions = Variant.Conditions(
              scheme: s == 0 ? 0 : 2, contrast: c == 0 ? 0 : UInt8(truncatingIfNeeded: step),
              elevation: 0, gamut: g == 0 ? 0 : UInt8(truncatingIfNeeded: g &+ 1),
              idiom: UInt8(truncatingIfNeeded: i))
            body(conditions, axes, choice(place))
          }
        }
      }
    }
  }

  private func writeVariants(_ base: Int, to writer: inout ExpressionWriter) {
    let scheme = stride(ofAxis: StyleState.scheme).stride
    let light = choice(base)
    let dark = choice(base &+ scheme)
    var dependsOnOther = false
    forEachVariant(base) { _, axes, wanted in
      dependsOnOther = dependsOnOther || wanted != (axes.scheme == 2 ? dark : light)
    }
    if !dependsOnOther {
      if light == dark { return append(light, to: &writer) }
      if light >= 0, dark >= 0 {
        let start = writer.open(.lightDark)
        append(light, to: &writer)
        append(dark, to: &writer)
        return writer.close(start)
      }
    }
    let start = writer.open(.variants)
    if !dependsOnOther, dark < 0 {
      let lightOnly = Variant.Conditions(scheme: 1, contrast: 0, elevation: 0, gamut: 0, idiom: 0)
      writer.append(lightOnly.rawValue)
      append(light, to: &writer)
    } else if let variants = variants(base, isComplete: false) ?? variants(base, isComplete: true) {
      for index in upTo(variants.count) {
        writer.append(variants.conditions[unchecked: index])
        append(variants.choices[unchecked: index], to: &writer)
      }
    }
    writer.close(start)
  }
}
