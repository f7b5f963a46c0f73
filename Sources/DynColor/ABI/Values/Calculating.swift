// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Calculating with colors".

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
    let input = try ColorList(colors, stride, count, "colors")
    let output = try OutputList(
      converted, converted_stride, count, "converted", strideName: "converted_stride")
    try input.map(into: output) { dyncolor_color($0.converted(to: space)) }
  }
}

// MARK: - Gamuts

@implementation @_cdecl("dyncolor_color_in_gamut")
public func dyncolor_color_in_gamut(
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
    let gamut = try listed(ColorSpace(gamut.rawValue), "gamut")
    let method = try listed(GamutMapping(rawValue: method.rawValue), "method")
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
    let gamut = try listed(ColorSpace(gamut.rawValue), "gamut")
    let method = try listed(GamutMapping(rawValue: method.rawValue), "method")
    let input = try ColorList(colors, stride, count, "colors")
    let output = try OutputList(mapped, mapped_stride, count, "mapped", strideName: "mapped_stride")
    try input.map(into: output) { dyncolor_color($0.mapped(into: gamut, by: method)) }
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
    let mixing = try Mixing(space, hue)
    try required(mixed, "mixed").pointee = dyncolor_color(mixing.mix(a, b, amount))
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
    let mixing = try Mixing(space, hue)
    let pairs = try ColorPairs(a, a_stride, "a", "a_stride", b, b_stride, "b", "b_stride", count)
    let amounts = try InputList(
      amounts, amount_stride, count, "amounts", strideName: "amount_stride")
    let output = try OutputList(mixed, mixed_stride, count, "mixed", strideName: "mixed_stride")
    try pairs.check()
    try amounts.visit { amount throws(Failure) in _ = try checked(amount: amount) }
    pairs.visit { index, a, b in
      output.write(dyncolor_color(mixing.mix(a, b, amounts[index])), index)
    }
  }
}

@implementation @_cdecl("dyncolor_color_mix_many")
public func dyncolor_color_mix_many(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ weights: UnsafePointer<Double>!,
  _ weight_stride: Int, _ count: Int, _ space: dyncolor_space, _ hue: dyncolor_hue,
  _ mixed: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let mixing = try Mixing(space, hue)
    let input = try ColorList(colors, stride, count, "colors")
    guard count > 0 else { throw Failure.argument("count", "there must be a color to be mixed") }
    let weights =
      weights == nil
      ? nil
      : try InputList(weights, weight_stride, count, "weights", strideName: "weight_stride")
    try input.check()
    try check(weights: weights, count)
    let mixture = mixing.mix(count, color: { input[$0] }, weight: { weights?[$0] ?? 1 })
    if let mixture { try required(mixed, "mixed").pointee = dyncolor_color(mixture) }
  }
}

extension Mixing {
  /// Either may be 0, for CSS's default.
  fileprivate init(_ space: dyncolor_space, _ hue: dyncolor_hue) throws(Failure) {
    let number = UInt8(exactly: hue.rawValue == 0 ? 1 : hue.rawValue) ?? 0
    self.init(
      space: space.rawValue == 0 ? nil : try ColorSpace(space),
      hue: try listed(HueDirection(rawValue: number), "hue"))
  }
}

/// A share of the second color: 0…1.
func checked(amount: Double) throws(Failure) -> Double {
  guard amount >= 0, amount <= 1 else {
    throw Failure.argument("amount", "an amount must lie in 0...1")
  }
  return amount
}

private func check(weights: InputList<Double>?, _ count: Int) throws(Failure) {
  guard let weights else { return }
  var sum = 0.0
  for index in upTo(count) {
    let weight = weights[index]
    guard weight >= 0, weight.isFinite else {
      throw Failure.argument("weights", "a weight must be finite, and not negative")
        .at(index, of: "weights")
    }
    sum += weight
  }
  guard sum > 0, sum.isFinite else {
    throw Failure.argument("weights", "the sum of all weights must be finite, and not 0")
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
    let metric = try listed(DifferenceMetric(rawValue: metric.rawValue), "metric")
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
    let metric = try listed(DifferenceMetric(rawValue: metric.rawValue), "metric")
    let pairs = try ColorPairs(a, a_stride, "a", "a_stride", b, b_stride, "b", "b_stride", count)
    let output = try OutputList(
      differences, difference_stride, count, "differences", strideName: "difference_stride")
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
    let method = try listed(ContrastMetric(rawValue: method.rawValue), "method")
    try required(contrast, "contrast").pointee = foreground.contrast(with: background, by: method)
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
    let method = try listed(ContrastMetric(rawValue: method.rawValue), "method")
    let pairs = try ColorPairs(
      foregrounds, foreground_stride, "foregrounds", "foreground_stride", backgrounds,
      background_stride, "backgrounds", "background_stride", count)
    let output = try OutputList(
      contrasts, contrast_stride, count, "contrasts", strideName: "contrast_stride")
    try pairs.map(into: output) { foreground, background in
      foreground.contrast(with: background, by: method)
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
    let metric = try ContrastMetric(method, reaching: contrast)
    let solver = ContrastSolver(background: background, contrast: contrast, by: metric)
    let output = try required(result, "result")
    let readable = solver.readable(color)
    output.pointee = dyncolor_color(readable)
    achieved?.pointee = solver.contrast(of: readable)
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
      colors, color_stride, "colors", "color_stride", backgrounds, background_stride, "backgrounds",
      "background_stride", count)
    let output = try OutputList(
      results, result_stride, count, "results", strideName: "result_stride")
    let contrasts =
      achieved == nil
      ? nil
      : try OutputList(
        achieved, achieved_stride, count, "achieved", strideName: "achieved_stride")
    let metric = try ContrastMetric(method, reaching: contrast)
    try pairs.check()
    pairs.visit { index, color, background in
      let solver = ContrastSolver(background: background, contrast: contrast, by: metric)
      let readable = solver.readable(color)
      output.write(dyncolor_color(readable), index)
      contrasts?.write(solver.contrast(of: readable), index)
    }
  }
}

extension ContrastMetric {
  /// The metric of a contrast that there can be.
  fileprivate init(
    _ method: dyncolor_contrast_method, reaching contrast: Double
  ) throws(Failure) {
    self = try listed(ContrastMetric(rawValue: method.rawValue), "method")
    guard values.contains(contrast) else {
      throw Failure.argument("contrast", "a contrast must lie in 1...21, or 0...100 of lightness")
    }
  }
}

@implementation @_cdecl("dyncolor_color_is_near")
public func dyncolor_color_is_near(
  _ a: UnsafePointer<dyncolor_color>!, _ b: UnsafePointer<dyncolor_color>!
) -> Int32 {
  guard let a = try? Color(a, "a"), let b = try? Color(b, "b") else { return 0 }
  return a.isNear(b) ? 1 : 0
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
    let mode = try listed(BlendMode(rawValue: mode.rawValue), "mode")
    let space = try ColorSpace(rgb: space)
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
    let mode = try listed(BlendMode(rawValue: mode.rawValue), "mode")
    let space = try ColorSpace(rgb: space)
    let pairs = try ColorPairs(
      sources, source_stride, "sources", "source_stride", backdrops, backdrop_stride, "backdrops",
      "backdrop_stride", count)
    let output = try OutputList(
      blended, blended_stride, count, "blended", strideName: "blended_stride")
    try pairs.map(into: output) { source, backdrop in
      dyncolor_color(source.blended(mode, over: backdrop, in: space))
    }
  }
}
