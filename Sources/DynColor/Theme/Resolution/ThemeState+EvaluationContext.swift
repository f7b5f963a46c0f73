// Theme: the data of a theme that expressions read during evaluation.

extension ThemeState: EvaluationContext {
  typealias View = Resolution.View

  func color(named name: Span<UInt8>, _ view: borrowing View) -> ColorID? {
    color(named: name, at: view.request.version)
  }

  /// The color that is registered with a name in a version, as `Registry.color(named:at:)` returns
  /// it, but found faster in the current version.
  func color(named name: Span<UInt8>, at version: UInt64) -> ColorID? {
    registry.color(named: name, at: version, isCurrent: version == self.version)
  }

  func paletteColor(_ semanticName: Span<UInt8>, _ view: borrowing View) -> ColorID? {
    paletteColor(semanticName, view.request, view.trace)
  }

  /// The color with a semantic name in the environment's palette or else in the default palette;
  /// `nil` if neither has one. Records the lookups in the trace.
  func paletteColor(
    _ semanticName: Span<UInt8>, _ request: ResolutionRequest, _ trace: SharedList<Step>?
  ) -> ColorID? {
    let palette = request.environment[.palette]
    if palette != 0 {
      let found =
        request.hasExportedPalette
        ? color(semanticName, ofPaletteNamed: request.exportedPalette.bytes, at: request.version)
        : color(semanticName, ofPalette: palette, at: request.version)
      if let trace {
        tracePaletteLookup(palette, .environment, StoredText(semanticName), found, trace)
      }
      if let found { return found }
    }
    let defaultPalette = request.settings.palette
    let found = color(semanticName, ofPalette: defaultPalette, at: request.version)
    if let trace {
      tracePaletteLookup(defaultPalette, .theme, StoredText(semanticName), found, trace)
    }
    return found
  }

  func lookUp(_ leveledColor: LeveledColor, _ view: borrowing View) -> ColorLookup {
    view.memo.lookUp(leveledColor)
  }

  func covered(_ view: borrowing View) -> LeveledColor? { view.covered }

  func opacity(ofLevel level: Int, _ view: borrowing View) -> Double {
    view.request.settings.levels[level]
  }

  func trace(_ view: borrowing View) -> SharedList<Step>? { view.trace }

  func status(of stop: EvaluationStop, _ view: borrowing View) -> Int32 {
    let failure = view.failureStatus
    return switch stop {
    case .failed(let leveledColor), .failedUnrecoverably(let leveledColor):
      view.memo.failure(of: leveledColor)?.error.reason.status ?? failure
    case .unknownName: Status.unknownName.rawValue
    case .noVariant, .noCondition, .nothingCovered, .noPaletteColor, .noResult:
      Status.noValue.rawValue
    case .outOfMemory: Status.outOfMemory.rawValue
    case .needsColors: failure
    }
  }

  func environment(_ view: borrowing View) -> Environment { view.request.environment }

  func matchedValues(_ view: borrowing View) -> MatchedValues { view.request.matchedValues }

  /// Returns whether a style query holds: whether the axis called `name` has the value called
  /// `value` or, if `value` is `nil`, any value but 0. False if an axis or a value is unknown.
  func holds(style name: StoredText, _ value: StoredText?, _ view: borrowing View) -> Bool {
    var currentValue: UInt64
    var requiredValue: UInt64?
    let axis = vocabulary.number(name.bytes, .axis) &- 1
    if axis >= 0 {
      currentValue = view.request.environment[.custom(axis)]
      if let value {
        // A value of a custom axis may also be given as a number.
        let number = vocabulary.number(value.bytes, .value(axisIndex: axis))
        requiredValue = number != 0 ? UInt64(truncatingIfNeeded: number) : decimal(value.bytes)
      }
    } else if let axis = Axis.axisOfDeclaredValues(named: name.bytes) {
      // The palette, the locale or the subtype: a value is the number of a declared name.
      if axis == .palette, view.request.hasExportedPalette {
        guard let value else { return true }
        return value.equals(view.request.exportedPalette.bytes)
      }
      currentValue = view.request.environment[axis]
      if currentValue == 0, axis == .palette { currentValue = view.request.settings.palette }
      if let value {
        requiredValue = UInt64(
          truncatingIfNeeded: vocabulary.number(value.bytes, Vocabulary.Kind(valuesOf: axis)))
      }
    } else if let axis = Axis.keywordAxis(named: name.bytes) {
      // Another built-in axis, such as the scheme, whose values have fixed names.
      currentValue = axis.value(in: view.request.environment, view.request.matchedValues)
      if let value { requiredValue = axis.value(named: value.bytes) }
    } else {
      return false
    }
    guard value != nil else { return currentValue != 0 }
    return requiredValue != nil && requiredValue != 0 && requiredValue == currentValue
  }

  /// Parses a decimal number below a million. Returns `nil` for any other text.
  private func decimal(_ text: Span<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var index = 0
    while let byte = text.element(at: index) {
      // For a byte below "0", the difference wraps to a number above 9.
      guard byte &- UInt8(ascii: "0") < 10, index < 6 else { return nil }
      number = number &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      index &+= 1
    }
    return index > 0 ? number : nil
  }

  /// A view of the current version, for evaluating expressions in an environment. Its memo is
  /// empty: no values of other colors are known.
  func view(_ environment: Environment) -> Resolution.View {
    Resolution.View(ResolutionRequest(environment, settings, version: version))
  }
}

extension ThemeState {
  /// Runs one slice of a resolution. If the resolution is then complete, ends it and returns the
  /// value, which is also cached if `caching` is true. If the resolution fails, ends it, appends
  /// the cause to `errorContext`, and throws. Returns `nil` if a provider must be called or the
  /// lock must be released first.
  @inline(__always)
  mutating func runSlice(
    of resolution: inout Resolution, caching: Bool, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell? {
    try runSlice(of: &resolution, caching: caching, errorContext: &errorContext) {
      resolution, theme throws(ThemeError) in
      try resolution.advanceOrDiagnose(in: &theme)
    }
  }

  /// Continues a resolution with the answer of a provider. Otherwise does what `runSlice` does.
  mutating func resume(
    _ resolution: inout Resolution, with answer: HostAnswer, status: Int32,
    _ reads: ProviderReads, caching: Bool, errorContext: inout ShortText
  ) throws(ThemeError) -> ResolvedCell? {
    try runSlice(of: &resolution, caching: caching, errorContext: &errorContext) {
      resolution, theme throws(ThemeError) in
      try resolution.resume(with: answer, status: status, reads, in: &theme)
    }
  }

  /// Runs one slice, in which `advance` continues the resolution.
  @inline(__always)
  private mutating func runSlice(
    of resolution: inout Resolution, caching: Bool, errorContext: inout ShortText,
    _ advance: (inout Resolution, inout ThemeState) throws(ThemeError) -> ResolvedCell?
  ) throws(ThemeError) -> ResolvedCell? {
    resolution.beginSlice()
    do throws(ThemeError) {
      let cell = try advance(&resolution, &self)
      if let cell {
        if caching { resolution.cacheResult(cell, in: &self) }
        resolution.end(in: &self)
      }
      return cell
    } catch {
      resolution.describe(error, in: self, to: &errorContext)
      resolution.end(in: &self, error)
      throw error
    }
  }

  /// Records that a provider has returned, for a version of the theme, and what its value depends
  /// on: what it has read and, if it has answered with the id of a color, that color.
  @inline(__always)
  mutating func recordReturn(
    of provider: SharedProvider, _ answer: HostAnswer, status: Int32, _ reads: ProviderReads,
    at version: UInt64
  ) {
    provider.recordReturn(at: version)
    provider.record(reads.axes)
    if answer.id != 0 || !reads.colors.isEmpty {
      recordColors(of: provider, ColorID(answer.id), status: status, reads)
    }
  }

  /// Records the colors that a provider has read, and the color that it has answered with; `none`
  /// for none.
  @inline(never)
  private mutating func recordColors(
    of provider: SharedProvider, _ answeredColor: ColorID, status: Int32, _ reads: ProviderReads
  ) {
    var colors = reads.colors
    if answeredColor != .none {
      colors.insert(answeredColor)
      // The value depends on the axes of that color, too.
      if status == 0 {
        provider.record(
          dependencies.axes(ifRegistered: answeredColor, registry, vocabulary, version))
      }
    }
    let hasNewColors = provider.record(colors)
    if hasNewColors { dependencies.invalidateGraph() }
  }

  /// Ends a call whose answer is the value of the color, and caches the value. Does nothing and
  /// returns `nil` if the provider has failed, or has answered with something else: a resolution
  /// must then continue.
  @inline(__always)
  mutating func complete(
    _ call: Theme.DirectCall, of id: ColorID, with answer: HostAnswer, status: Int32,
    _ context: Theme.ProviderContext
  ) -> ResolvedCell? {
    guard status == 0, answer.id == 0, answer.reserved == 0, let answered = answer.cell else {
      return nil
    }
    recordReturn(
      of: call.provider, answer, status: status, context.reads, at: context.version)
    call.provider.recordAxes(ofAnswer: answered)
    let cell = answered.mapped(into: context.environment)
    let isTainted = endCall(call.number, at: context.version)
    if version == context.version, !isTainted { cache.store(cell, id, context.environment) }
    return cell
  }
}

extension HostAnswer {
  /// The color value of the answer, as it is cached; `nil` if it is invalid.
  var cell: ResolvedCell? {
    @inline(never)
    @_optimize(speed)
    get {
      let (x, y, z) = components
      let color = try? Color(checking: space, missing: missing, SIMD3(x, y, z), alpha: alpha)
      return color.map { ResolvedCell($0.rgba) }
    }
  }
}

extension SharedProvider {
  /// Records the axes that the use of an answered value depends on: a value outside sRGB is mapped
  /// into the gamut of the environment.
  func recordAxes(ofAnswer cell: ResolvedCell) { if !cell.isWithinSRGB { record(.gamut) } }
}
