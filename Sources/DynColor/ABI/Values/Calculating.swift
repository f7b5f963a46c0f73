// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Calculating with colors".

public import CDynColor

// MARK: - Conversion

@implementation @_cdecl("dyncolor_color_convert")
public func dyncolor_color_convert(
  _ color: UnsafePointer<dyncolor_color>!, _ space: dyncolor_space,
  _ converted: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let space = try ColorSpace(space)
    try required(converted, "converted").pointee = dyncolor_color(color.converted(to: space))
  }
}

@implementation @_cdecl("dyncolor_color_convert_list")
public func dyncolor_color_convert_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ count: Int, _ space: dyncolor_space,
  _ converted: UnsafeMutablePointer<dyncolor_color>!, _ converted_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let space = try ColorSpace(space)
    let input = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    let output = try OutputList(converted, stride: converted_stride, count: count, "converted")
    try input.map(into: output) { $0.converted(to: space) }
  }
}

// MARK: - Gamuts

@implementation @_cdecl("dyncolor_color_is_in_gamut")
public func dyncolor_color_is_in_gamut(
  _ color: UnsafePointer<dyncolor_color>!, _ gamut: dyncolor_space
) -> Int32 {
  guard let color = try? Color(color, "color"), let gamut = ColorSpace(gamut.rawValue) else {
    return 0
  }
  return color.isInGamut(of: gamut) ? 1 : 0
}

@implementation @_cdecl("dyncolor_color_map_to_gamut")
public func dyncolor_color_map_to_gamut(
  _ color: UnsafePointer<dyncolor_color>!, _ gamut: dyncolor_space, _ method: dyncolor_gamut_method,
  _ mapped: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let gamut = try ColorSpace(gamut, "gamut")
    let method = try GamutMapping(method)
    try required(mapped, "mapped").pointee = dyncolor_color(color.mapped(into: gamut, by: method))
  }
}

@implementation @_cdecl("dyncolor_color_map_to_gamut_list")
public func dyncolor_color_map_to_gamut_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ count: Int, _ gamut: dyncolor_space,
  _ method: dyncolor_gamut_method, _ mapped: UnsafeMutablePointer<dyncolor_color>!,
  _ mapped_stride: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let gamut = try ColorSpace(gamut, "gamut")
    let method = try GamutMapping(method)
    let input = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    let output = try OutputList(mapped, stride: mapped_stride, count: count, "mapped")
    try input.map(into: output) { $0.mapped(into: gamut, by: method) }
  }
}

// MARK: - Mixing

@implementation @_cdecl("dyncolor_color_mix")
public func dyncolor_color_mix(
  _ a: UnsafePointer<dyncolor_color>!, _ b: UnsafePointer<dyncolor_color>!, _ amount: Double,
  _ space: dyncolor_space, _ hue: dyncolor_hue, _ mixed: UnsafeMutablePointer<dyncolor_color>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let (a, b) = (try Color(a, "a"), try Color(b, "b"))
    let amount = try checked(amount: amount)
    let method = try InterpolationMethod(space, hue)
    try required(mixed, "mixed").pointee = dyncolor_color(method.mix(a, b, amount))
  }
}

@implementation @_cdecl("dyncolor_color_mix_list")
public func dyncolor_color_mix_list(
  _ a: UnsafePointer<dyncolor_color>!, _ a_stride: Int, _ b: UnsafePointer<dyncolor_color>!,
  _ b_stride: Int, _ amounts: UnsafePointer<Double>!, _ amount_stride: Int, _ count: Int,
  _ space: dyncolor_space, _ hue: dyncolor_hue, _ mixed: UnsafeMutablePointer<dyncolor_color>!,
  _ mixed_stride: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let method = try InterpolationMethod(space, hue)
    let pairs = try ColorPairs(a, a_stride, "a", b, b_stride, "b", count)
    let amounts = try InputList(amounts, stride: amount_stride, count: count, "amounts")
    let output = try OutputList(mixed, stride: mixed_stride, count: count, "mixed")
    try pairs.check()
    try amounts.visit { amount throws(Failure) in _ = try checked(amount: amount) }
    pairs.visit { index, a, b in output.write(method.mix(a, b, amounts[index]), at: index) }
  }
}

@implementation @_cdecl("dyncolor_color_mix_many")
public func dyncolor_color_mix_many(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ weights: UnsafePointer<Double>!,
  _ weight_stride: Int, _ count: Int, _ space: dyncolor_space, _ hue: dyncolor_hue,
  _ mixed: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let method = try InterpolationMethod(space, hue)
    let input = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    try require(count > 0, "count", CommonMessage.emptyMix)
    let weights = try InputList(ifGiven: weights, stride: weight_stride, count: count, "weights")
    try input.check()
    try weights?.checkWeights()
    let mixture = method.mix(count: count, color: { input[$0] }, weight: { weights?[$0] ?? 1 })
    // Not `nil`, since `count` is not 0.
    if let mixture { try required(mixed, "mixed").pointee = dyncolor_color(mixture) }
  }
}

extension InterpolationMethod {
  /// The arguments `space` and `hue`. Each may be 0, which stands for the default of CSS.
  init(_ space: dyncolor_space, _ hue: dyncolor_hue) throws(Failure) {
    // A number that does not fit in a byte is replaced by 0, which is no case of `HueDirection`.
    let direction =
      hue.rawValue == 0
      ? HueDirection.shorter : HueDirection(rawValue: UInt8(exactly: hue.rawValue) ?? 0)
    self.init(
      space: space.rawValue == 0 ? nil : try ColorSpace(space),
      hue: try checkedEnum(
        direction, "hue",
        "not a constant of dyncolor_hue; pass one, such as DYNCOLOR_HUE_SHORTER"))
  }
}

/// An amount argument, the share of the second color in a mix: from 0 to 1.
func checked(amount: Double) throws(Failure) -> Double {
  try require(amount >= 0 && amount <= 1, "amount", "an amount must be from 0 to 1")
  return amount
}

extension InputList<Double> {
  /// Fails unless the elements can be the weights of a mix.
  func checkWeights() throws(Failure) {
    var sum = 0.0
    for index in upTo(count) {
      let weight = self[index]
      guard weight >= 0, weight.isFinite else {
        throw Failure.argument(name, "a weight must be a finite number that is not negative")
          .at(index, of: name)
      }
      sum += weight
    }
    try require(sum > 0 && sum.isFinite, name, "the sum of all weights must be finite, and not 0")
  }
}

// MARK: - Difference and contrast

@implementation @_cdecl("dyncolor_color_difference")
public func dyncolor_color_difference(
  _ a: UnsafePointer<dyncolor_color>!, _ b: UnsafePointer<dyncolor_color>!,
  _ metric: dyncolor_metric, _ difference: UnsafeMutablePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let (a, b) = (try Color(a, "a"), try Color(b, "b"))
    let metric = try DifferenceMetric(metric)
    try required(difference, "difference").pointee = metric.difference(a, b)
  }
}

@implementation @_cdecl("dyncolor_color_difference_list")
public func dyncolor_color_difference_list(
  _ a: UnsafePointer<dyncolor_color>!, _ a_stride: Int, _ b: UnsafePointer<dyncolor_color>!,
  _ b_stride: Int, _ count: Int, _ metric: dyncolor_metric,
  _ differences: UnsafeMutablePointer<Double>!, _ difference_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let metric = try DifferenceMetric(metric)
    let pairs = try ColorPairs(a, a_stride, "a", b, b_stride, "b", count)
    let output = try OutputList(differences, stride: difference_stride, count: count, "differences")
    try pairs.map(into: output) { a, b in metric.difference(a, b) }
  }
}

@implementation @_cdecl("dyncolor_color_contrast")
public func dyncolor_color_contrast(
  _ foreground: UnsafePointer<dyncolor_color>!, _ background: UnsafePointer<dyncolor_color>!,
  _ method: dyncolor_contrast_method, _ contrast: UnsafeMutablePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let foreground = try Color(foreground, "foreground")
    let background = try Color(background, "background")
    let metric = try ContrastMetric(method)
    try required(contrast, "contrast").pointee = foreground.contrast(with: background, by: metric)
  }
}

@implementation @_cdecl("dyncolor_color_contrast_list")
public func dyncolor_color_contrast_list(
  _ foregrounds: UnsafePointer<dyncolor_color>!, _ foreground_stride: Int,
  _ backgrounds: UnsafePointer<dyncolor_color>!, _ background_stride: Int, _ count: Int,
  _ method: dyncolor_contrast_method, _ contrasts: UnsafeMutablePointer<Double>!,
  _ contrast_stride: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let metric = try ContrastMetric(method)
    let pairs = try ColorPairs(
      foregrounds, foreground_stride, "foregrounds", backgrounds, background_stride, "backgrounds",
      count)
    let output = try OutputList(contrasts, stride: contrast_stride, count: count, "contrasts")
    try pairs.map(into: output) { foreground, background in
      foreground.contrast(with: background, by: metric)
    }
  }
}

@implementation @_cdecl("dyncolor_color_ensure_contrast")
public func dyncolor_color_ensure_contrast(
  _ color: UnsafePointer<dyncolor_color>!, _ background: UnsafePointer<dyncolor_color>!,
  _ contrast: Double, _ method: dyncolor_contrast_method,
  _ result: UnsafeMutablePointer<dyncolor_color>!, _ achieved: UnsafeMutablePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let background = try Color(background, "background")
    let metric = try ContrastMetric(method, checking: contrast)
    let output = try required(result, "result")
    let solver = ContrastSolver(on: background, contrast, by: metric)
    let (readable, achievedContrast) = solver.readableColorWithContrast(near: color)
    output.pointee = dyncolor_color(readable)
    achieved?.pointee = achievedContrast
  }
}

@implementation @_cdecl("dyncolor_color_ensure_contrast_list")
public func dyncolor_color_ensure_contrast_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ color_stride: Int,
  _ backgrounds: UnsafePointer<dyncolor_color>!, _ background_stride: Int, _ count: Int,
  _ contrast: Double, _ method: dyncolor_contrast_method,
  _ results: UnsafeMutablePointer<dyncolor_color>!, _ result_stride: Int,
  _ achieved: UnsafeMutablePointer<Double>!, _ achieved_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let pairs = try ColorPairs(
      colors, color_stride, "colors", backgrounds, background_stride, "backgrounds", count)
    let output = try OutputList(results, stride: result_stride, count: count, "results")
    let contrasts = try OutputList(
      ifGiven: achieved, stride: achieved_stride, count: count, "achieved")
    let metric = try ContrastMetric(method, checking: contrast)
    try pairs.checkAndVisit { index, color, background in
      let solver = ContrastSolver(on: background, contrast, by: metric)
      solver.writeReadableColor(near: color, at: index, output, contrasts)
    }
  }
}

@implementation @_cdecl("dyncolor_color_ensure_contrast_many")
public func dyncolor_color_ensure_contrast_many(
  _ color: UnsafePointer<dyncolor_color>!, _ backgrounds: UnsafePointer<dyncolor_color>!,
  _ background_stride: Int, _ count: Int, _ contrast: Double,
  _ method: dyncolor_contrast_method, _ result: UnsafeMutablePointer<dyncolor_color>!,
  _ achieved: UnsafeMutablePointer<Double>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let metric = try ContrastMetric(method, checking: contrast)
    var solver = ContrastSolver(contrast, by: metric)
    try solver.add(backgrounds, background_stride, count)
    let output = try required(result, "result")
    let (readable, achievedContrast) = solver.readableColorWithContrast(near: color)
    output.pointee = dyncolor_color(readable)
    achieved?.pointee = achievedContrast
  }
}

@implementation @_cdecl("dyncolor_color_grade_contrast")
public func dyncolor_color_grade_contrast(
  _ color: UnsafePointer<dyncolor_color>!, _ backgrounds: UnsafePointer<dyncolor_color>!,
  _ background_stride: Int, _ count: Int, _ degree: Double, _ contrast: Double,
  _ result: UnsafeMutablePointer<dyncolor_color>!, _ achieved: UnsafeMutablePointer<Double>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    // −1 asks for less contrast, 0 for the contrast that the color has already, and 1 for more: at
    // least `contrast`.
    try require(degree >= -1 && degree <= 1, "degree", "a degree must be from -1 to 1")
    let metric = try ContrastMetric(DYNCOLOR_CONTRAST_METHOD_WCAG, checking: contrast)
    var solver = ContrastSolver(contrast, by: metric)
    try solver.add(backgrounds, background_stride, count)
    let graded = solver.gradedColor(near: color, by: degree)
    try required(result, "result").pointee = dyncolor_color(graded)
    achieved?.pointee = solver.contrast(of: graded)
  }
}

extension ContrastSolver {
  /// The result of `readableColor`, and its contrast.
  @inline(never)
  fileprivate func readableColorWithContrast(near color: Color) -> (Color, Double) {
    let readable = readableColor(near: color)
    return (readable, contrast(of: readable))
  }

  /// Writes the result of `readableColor`, and its contrast, to lists.
  @inline(never)
  fileprivate func writeReadableColor(
    near color: Color, at index: Int, _ colors: OutputList<dyncolor_color>,
    _ contrasts: OutputList<Double>?
  ) {
    let (readable, contrast) = readableColorWithContrast(near: color)
    colors.write(readable, at: index)
    contrasts?.write(contrast, at: index)
  }

  /// Adds the argument `backgrounds`.
  @inline(never)
  fileprivate mutating func add(
    _ colors: UnsafePointer<dyncolor_color>?, _ stride: Int, _ count: Int
  ) throws(Failure) {
    try require(
      count >= 1 && count <= Backgrounds.greatestCount, "count",
      "there must be from 1 to DYNCOLOR_MAX_BACKGROUNDS backgrounds")
    let backgrounds = try ColorList(
      colors, stride: stride, count: count, "backgrounds", strideName: "background_stride")
    try backgrounds.check()
    // Each color is checked once more, because the host may have changed its memory since: a color
    // that has become invalid counts as black.
    for index in upTo(count) { add(background: backgrounds.checkedOrBlack(index)) }
  }
}

extension GamutMapping {
  fileprivate init(_ method: dyncolor_gamut_method) throws(Failure) {
    self = try checkedEnum(
      GamutMapping(rawValue: method.rawValue), "method",
      "not a constant of dyncolor_gamut_method; pass one, such as DYNCOLOR_GAMUT_METHOD_CLIP")
  }
}

extension DifferenceMetric {
  fileprivate init(_ metric: dyncolor_metric) throws(Failure) {
    self = try checkedEnum(
      DifferenceMetric(rawValue: metric.rawValue), "metric",
      "not a constant of dyncolor_metric; pass one, such as DYNCOLOR_METRIC_OK")
  }
}

extension ContrastMetric {
  fileprivate init(_ method: dyncolor_contrast_method) throws(Failure) {
    self = try checkedEnum(
      ContrastMetric(rawValue: method.rawValue), "method",
      "not a constant of dyncolor_contrast_method; pass one, such as DYNCOLOR_CONTRAST_METHOD_WCAG")
  }

  /// The metric for a contrast method. Fails also if `contrast` is not in the range of the metric.
  fileprivate init(_ method: dyncolor_contrast_method, checking contrast: Double) throws(Failure) {
    try self.init(method)
    try require(
      range.contains(contrast), "contrast",
      "a contrast must be from 1 to 21; or from 0 to 100, if it is a difference of lightness")
  }
}

@implementation @_cdecl("dyncolor_color_is_near")
public func dyncolor_color_is_near(
  _ a: UnsafePointer<dyncolor_color>!, _ b: UnsafePointer<dyncolor_color>!
) -> Int32 {
  guard let a = try? Color(a, "a"), let b = try? Color(b, "b") else { return 0 }
  return a.isNear(b) ? 1 : 0
}

// MARK: - Color vision

@implementation @_cdecl("dyncolor_color_simulate_vision")
public func dyncolor_color_simulate_vision(
  _ color: UnsafePointer<dyncolor_color>!, _ vision: dyncolor_vision, _ severity: Double,
  _ simulated: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let vision = try ColorVision(vision, checking: severity)
    try required(simulated, "simulated").pointee = dyncolor_color(
      vision.simulated(color, severity: severity))
  }
}

@implementation @_cdecl("dyncolor_color_simulate_vision_list")
public func dyncolor_color_simulate_vision_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ count: Int, _ vision: dyncolor_vision,
  _ severity: Double, _ simulated: UnsafeMutablePointer<dyncolor_color>!, _ simulated_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let vision = try ColorVision(vision, checking: severity)
    let input = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    let output = try OutputList(simulated, stride: simulated_stride, count: count, "simulated")
    try input.map(into: output) { vision.simulated($0, severity: severity) }
  }
}

@implementation @_cdecl("dyncolor_color_simulate_vision_vienot")
public func dyncolor_color_simulate_vision_vienot(
  _ color: UnsafePointer<dyncolor_color>!, _ vision: dyncolor_vision, _ severity: Double,
  _ simulated: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let seen = try ColorVision(vision, checking: severity)
      .simulatedByVienot(color, severity: severity)
    try require(
      seen != nil, "vision",
      "this model has only two visions; pass protan or deutan")
    try required(simulated, "simulated").pointee = dyncolor_color(seen ?? color)
  }
}

extension ColorVision {
  /// The vision for a constant. Fails also if `severity` is not from 0 to 1.
  fileprivate init(_ vision: dyncolor_vision, checking severity: Double) throws(Failure) {
    self = try checkedEnum(
      ColorVision(rawValue: vision.rawValue), "vision",
      "not a color vision; pass a constant of dyncolor_vision, such as DYNCOLOR_VISION_PROTAN")
    try require(
      severity >= 0 && severity <= 1, "severity", "a severity must be from 0 to 1")
  }
}

// MARK: - Blending

@implementation @_cdecl("dyncolor_color_blend")
public func dyncolor_color_blend(
  _ source: UnsafePointer<dyncolor_color>!, _ backdrop: UnsafePointer<dyncolor_color>!,
  _ mode: dyncolor_blend_mode, _ space: dyncolor_space,
  _ blended: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let source = try Color(source, "source")
    let backdrop = try Color(backdrop, "backdrop")
    let mode = try BlendMode(mode)
    let space = try ColorSpace(mustBeRGB: space)
    try required(blended, "blended").pointee = dyncolor_color(
      source.blended(mode, over: backdrop, in: space))
  }
}

@implementation @_cdecl("dyncolor_color_blend_list")
public func dyncolor_color_blend_list(
  _ sources: UnsafePointer<dyncolor_color>!, _ source_stride: Int,
  _ backdrops: UnsafePointer<dyncolor_color>!, _ backdrop_stride: Int, _ count: Int,
  _ mode: dyncolor_blend_mode, _ space: dyncolor_space,
  _ blended: UnsafeMutablePointer<dyncolor_color>!, _ blended_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let mode = try BlendMode(mode)
    let space = try ColorSpace(mustBeRGB: space)
    let pairs = try ColorPairs(
      sources, source_stride, "sources", backdrops, backdrop_stride, "backdrops", count)
    let output = try OutputList(blended, stride: blended_stride, count: count, "blended")
    try pairs.checkAndVisit { index, source, backdrop in
      output.write(source.blended(mode, over: backdrop, in: space), at: index)
    }
  }
}
