// StyleSheet: combining the values of a property in all states into one expression.

/// Builds an expression that has the right value in each state. The expression has the simplest
/// form, so that equal values yield equal expressions.
struct StyleExpressionBuilder: ~Copyable {
  private var states: StyleStates
  /// For each value, the indices in `starts` of its expressions for light and for dark; −1 for
  /// none.
  private var valueExpressions: Buffer<SIMD2<Int32>>
  /// For each state, the index of its expression in `starts`; −1 for none.
  private var stateExpressions: Buffer<Int32>
  /// The expressions of all states, without repetitions.
  private var expressions: ExpressionWriter
  /// For each expression, the index of its first word in `expressions`.
  private var starts: Buffer<Int>

  // Not inlined, because many error paths call this deinitializer.
  @inline(never)
  deinit {}

  init(_ allocator: Allocator) {
    states = StyleStates()
    valueExpressions = Buffer(allocator)
    stateExpressions = Buffer(allocator)
    expressions = ExpressionWriter(allocator)
    starts = Buffer(allocator)
  }

  /// Begins the expression of another property. One of the axes of `states` is the scheme.
  mutating func begin(_ states: StyleStates) {
    self.states = states
    valueExpressions.truncate(to: 0)
    stateExpressions.truncate(to: 0)
    expressions.removeAll()
    starts.truncate(to: 0)
  }

  /// Why the expressions could not be collected; `nil` if they could.
  var failure: ExpressionWriter.Failure? { expressions.failure }

  /// Adds the next value, with its expression; `nil` if it has none. For a value that is
  /// `light-dark()`, possibly nested, its branches are the expressions for light and for dark.
  mutating func addValue(_ expression: Expression?) throws(OutOfMemory) {
    var indices = SIMD2<Int32>(-1, -1)
    if let expression {
      indices.x = try add(expression.inScheme(isDark: false))
      indices.y =
        expression.operation == .lightDark
        ? try add(expression.inScheme(isDark: true)) : indices.x
    }
    try valueExpressions.append(indices)
  }

  /// Adds an expression, unless an equal one was added before. Returns its index.
  @_optimize(speed)
  private mutating func add(_ expression: Expression) throws(OutOfMemory) -> Int32 {
    for index in upTo(starts.count) {
      if self.expression(index)?.equals(expression) == true {
        return Int32(truncatingIfNeeded: index)
      }
    }
    try starts.append(expressions.count)
    expressions.append(copyOf: expression)
    return Int32(truncatingIfNeeded: starts.count &- 1)
  }

  private func expression(_ index: Int) -> Expression? {
    guard let start = starts.element(at: index), let node = expressions.node(at: start) else {
      return nil
    }
    return Expression(words: node.words, count: node.size)
  }

  /// Adds the next state, with the index of its value; if there is no such value, the property has
  /// none in this state.
  mutating func addState(valueIndex: Int, isDark: Bool) throws(OutOfMemory) {
    let indices = valueExpressions.element(at: valueIndex) ?? SIMD2(-1, -1)
    try stateExpressions.append(isDark ? indices.y : indices.x)
  }

  // MARK: - Writing

  /// Writes the expression. Sets a bit in `axes` for each custom axis that it depends on: bit n for
  /// the axis with the number n in a `StyleState`.
  func write(
    to writer: inout ExpressionWriter, _ attributes: borrowing StyleAttributes, _ axes: inout UInt32
  ) {
    write(fromAxis: 0, base: 0, to: &writer, attributes, &axes)
  }

  /// Returns whether an axis, given by its index in `states`, needs `if()` for its conditions. True
  /// for forced colors and the custom axes. The others are called *axes of variants*, because
  /// `--variants()` expresses their conditions.
  private func needsConditional(_ axisIndex: Int) -> Bool {
    let axis = states.axis(axisIndex)
    return axis == StyleState.forcedColors || axis >= StyleState.firstCustomAxis
  }

  /// The index of the expression of a state; −1 for none.
  private func expressionIndex(_ stateIndex: Int) -> Int32 {
    stateExpressions.element(at: stateIndex) ?? -1
  }

  /// Goes through the states that result from a first state when the values on these axes vary: the
  /// axes from `firstAxisIndex` on, and the axes of variants before it. Calls `isSatisfied` for
  /// each of these states, with the difference between its index and the index of the first state.
  /// Returns false as soon as a call returns false, and otherwise true.
  private func allStates(
    varyingAxesFrom firstAxisIndex: Int, _ isSatisfied: (Int) -> Bool
  ) -> Bool {
    var difference = 0
    // The values on the axes, counted up like the digits of a number.
    var digits = InlineArray<32, UInt16>(repeating: 0)
    while true {
      if !isSatisfied(difference) { return false }
      var axisIndex = 0
      while axisIndex < states.axisCount {
        defer { axisIndex &+= 1 }
        if axisIndex < firstAxisIndex, needsConditional(axisIndex) { continue }
        let digit = Int(digits[unchecked: axisIndex & 31]) &+ 1
        if digit < states.size(axisIndex) {
          digits[unchecked: axisIndex & 31] = UInt16(truncatingIfNeeded: digit)
          difference &+= states.stride(axisIndex)
          break
        }
        difference &-= (digit &- 1) &* states.stride(axisIndex)
        digits[unchecked: axisIndex & 31] = 0
      }
      // Ends when all digits are 0 again. `axisIndex` alone does not tell: it is also `axisCount`
      // after the digit of the last axis has been increased.
      if axisIndex == states.axisCount, difference == 0 { return true }
    }
  }

  /// Writes the expression for the states that result from a first state when the values on these
  /// axes vary: the axes from `axisIndex` on, and the axes of variants. `base` is the index of the
  /// first state.
  @_optimize(speed)
  private func write(
    fromAxis axisIndex: Int, base: Int, to writer: inout ExpressionWriter,
    _ attributes: borrowing StyleAttributes, _ axes: inout UInt32
  ) {
    guard axisIndex < states.axisCount else { return writeVariants(base, to: &writer) }
    guard needsConditional(axisIndex) else {
      return write(fromAxis: axisIndex &+ 1, base: base, to: &writer, attributes, &axes)
    }
    let stride = states.stride(axisIndex)
    /// Returns whether all states have the same expressions with a value of the axis as with its
    /// default.
    func equalsDefault(_ value: Int) -> Bool {
      allStates(varyingAxesFrom: axisIndex &+ 1) { difference in
        expressionIndex(base &+ value &* stride &+ difference)
          == expressionIndex(base &+ difference)
      }
    }
    var start: Int?
    for value in upTo(states.size(axisIndex), from: 1) where !equalsDefault(value) {
      if start == nil { start = writer.open(.conditional) }
      append(conditionOnAxis: axisIndex, value, to: &writer, attributes, &axes)
      write(
        fromAxis: axisIndex &+ 1, base: base &+ value &* stride, to: &writer, attributes, &axes)
    }
    guard let start else {
      return write(fromAxis: axisIndex &+ 1, base: base, to: &writer, attributes, &axes)
    }
    // If the property has no value with the default of the axis, there is no `else`.
    let hasNoValue = allStates(varyingAxesFrom: axisIndex &+ 1) { difference in
      expressionIndex(base &+ difference) < 0
    }
    if !hasNoValue {
      writer.close(writer.open(.truth, detail: 1))  // A condition that is always true.
      write(fromAxis: axisIndex &+ 1, base: base, to: &writer, attributes, &axes)
    }
    writer.close(start)
  }

  /// Writes the condition that an axis has the value `value`.
  private func append(
    conditionOnAxis axisIndex: Int, _ value: Int, to writer: inout ExpressionWriter,
    _ attributes: borrowing StyleAttributes, _ axes: inout UInt32
  ) {
    let axis = states.axis(axisIndex)
    if axis == StyleState.forcedColors {
      // The low byte is the feature, the next byte the number of its value. The only value except
      // the default is `active`, whose number is 2.
      let detail = UInt32(MediaFeature.forcedColors.rawValue) | 2 << 8
      writer.close(writer.open(.media, detail: detail))
      return
    }
    axes |= 1 &<< UInt32(truncatingIfNeeded: axis)
    let start = writer.open(.style)
    writer.append(text: attributes.axisName(axis).bytes)
    writer.append(text: attributes.valueName(value, ofAxis: axis).bytes)
    writer.close(start)
  }

  /// Appends an expression by its index. For −1, appends an empty conditional, which has no value.
  private func append(_ expressionIndex: Int32, to writer: inout ExpressionWriter) {
    guard let expression = self.expression(Int(expressionIndex)) else {
      writer.close(writer.open(.conditional))
      return
    }
    writer.append(copyOf: expression)
  }

  // MARK: - Variants

  /// A table of variants: conditions, and the index of the expression for each. Its size is the
  /// number of states that the axes of variants have: 2 schemes, 3 contrasts, 3 gamuts and 8
  /// idioms.
  private struct Variants {
    var count = 0
    var conditions = InlineArray<144, UInt64>(repeating: 0)
    var expressionIndices = InlineArray<144, Int32>(repeating: -1)

    mutating func append(_ condition: Variant.Conditions, _ expressionIndex: Int32) {
      guard count < 144 else { return }
      conditions[unchecked: count] = condition.rawValue
      expressionIndices[unchecked: count] = expressionIndex
      count &+= 1
    }

    /// The index of the expression that the table selects in an environment; −1 if there is none.
    func expressionIndex(_ values: MatchedValues) -> Int32 {
      var search = VariantSearch(values)
      for index in upTo(count) {
        search.consider(Variant.Conditions(rawValue: conditions[unchecked: index]), at: index)
      }
      let index = search.bestIndex
      return index < 0 || index >= count ? -1 : expressionIndices[unchecked: index]
    }
  }

  /// The stride and the number of values of an axis; 0 and 1 if the states do not depend on it.
  @inline(never)
  @_optimize(speed)
  private func extent(ofAxis axis: Int) -> (stride: Int, size: Int) {
    for index in upTo(states.axisCount) where states.axis(index) == axis {
      return (states.stride(index), states.size(index))
    }
    return (0, 1)
  }

  /// The table for the states that differ from the state `base` only on the axes of variants.
  /// Unless `isComplete` is true, omits each row whose value the earlier rows already select.
  /// Returns `nil` if the table would select a wrong value.
  private func variants(_ base: Int, isComplete: Bool) -> Variants? {
    var variants = Variants()
    forEachVariant(base) { conditions, values, expected in
      if isComplete || variants.expressionIndex(values) != expected {
        variants.append(conditions, expected)
      }
    }
    var isValid = true
    forEachVariant(base) { _, values, expected in
      isValid = isValid && variants.expressionIndex(values) == expected
    }
    return isValid ? variants : nil
  }

  /// Goes through the states that differ from the state `base` only on the axes of variants. Calls
  /// `body` with the conditions of each, its values on the axes, and the index of its expression.
  @inline(never)
  @_optimize(speed)
  private func forEachVariant(
    _ base: Int, _ body: (Variant.Conditions, MatchedValues, Int32) -> Void
  ) {
    let scheme = extent(ofAxis: StyleState.scheme)
    let contrast = extent(ofAxis: StyleState.contrast)
    let gamut = extent(ofAxis: StyleState.gamut)
    let idiom = extent(ofAxis: StyleState.idiom)
    let standard = NamedContrast.standard.value
    let more = NamedContrast.more.value
    let less = NamedContrast.less.value
    for i in upTo(idiom.size) {
      for g in upTo(gamut.size) {
        for c in upTo(contrast.size) {
          for s in upTo(scheme.size) {
            let stateIndex =
              base &+ i &* idiom.stride &+ g &* gamut.stride &+ c &* contrast.stride
              &+ s &* scheme.stride
            let contrastValue: UInt64 = c == 0 ? standard : c == 1 ? more : less
            // Environments number schemes and gamuts from 1, states from 0. Elevation 1 is base.
            let values = MatchedValues(
              scheme: UInt64(truncatingIfNeeded: s &+ 1), contrast: contrastValue, elevation: 1,
              gamut: UInt64(truncatingIfNeeded: g &+ 1), idiom: UInt64(truncatingIfNeeded: i),
              subtype: 0, locale: 0)
            // The default of an axis needs no condition.
            let conditions = Variant.Conditions(
              scheme: s == 0 ? 0 : 2,
              contrast: c == 0 ? 0 : UInt8(truncatingIfNeeded: contrastValue), elevation: 0,
              gamut: g == 0 ? 0 : UInt8(truncatingIfNeeded: g &+ 1),
              idiom: UInt8(truncatingIfNeeded: i))
            body(conditions, values, expressionIndex(stateIndex))
          }
        }
      }
    }
  }

  /// Writes the expression for the states that differ from the state `base` only on the axes of
  /// variants.
  @_optimize(speed)
  private func writeVariants(_ base: Int, to writer: inout ExpressionWriter) {
    let schemeStride = extent(ofAxis: StyleState.scheme).stride
    let light = expressionIndex(base)
    let dark = expressionIndex(base &+ schemeStride)
    // True if the value depends on an axis other than the scheme.
    var dependsOnOtherAxis = false
    if states.axisCount > 1 {
      forEachVariant(base) { _, values, expected in
        dependsOnOtherAxis = dependsOnOtherAxis || expected != (values.scheme == 2 ? dark : light)
      }
    }
    if !dependsOnOtherAxis {
      if light == dark { return append(light, to: &writer) }
      if light >= 0, dark >= 0 {
        let start = writer.open(.lightDark)
        append(light, to: &writer)
        append(dark, to: &writer)
        return writer.close(start)
      }
    }
    let start = writer.open(.variants)
    if !dependsOnOtherAxis, dark < 0 {
      // Only light has a value.
      let lightOnly = Variant.Conditions(scheme: 1, contrast: 0, elevation: 0, gamut: 0, idiom: 0)
      writer.append(lightOnly.rawValue)
      append(light, to: &writer)
    } else if let variants = variants(base, isComplete: false) ?? variants(base, isComplete: true) {
      for index in upTo(variants.count) {
        writer.append(variants.conditions[unchecked: index])
        append(variants.expressionIndices[unchecked: index], to: &writer)
      }
    }
    writer.close(start)
  }
}

extension Expression {
  /// The branch for a scheme of this expression, if it is `light-dark()`, possibly nested.
  @_optimize(speed)
  fileprivate func inScheme(isDark: Bool) -> Expression {
    var part = self
    while part.operation == .lightDark { part = isDark ? part.dark : part.light }
    return part
  }
}
