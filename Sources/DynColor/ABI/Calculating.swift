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
    let input = try InputList(colors, stride, count, "colors")
    let output = try OutputList(
      converted, converted_stride, count, "converted", strideName: "converted_stride")
    try input.check()
    input.visit { index, color in
      output.write(dyncolor_color(color.converted(to: space)), index)
    }
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
    let input = try InputList(colors, stride, count, "colors")
    let output = try OutputList(mapped, mapped_stride, count, "mapped", strideName: "mapped_stride")
    try input.check()
    input.visit { index, color in
      output.write(dyncolor_color(color.mapped(into: gamut, by: method)), index)
    }
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
    let first = try InputList(a, a_stride, count, "a", strideName: "a_stride")
    let second = try InputList(b, b_stride, count, "b", strideName: "b_stride")
    let amounts = try InputList(
      amounts, amount_stride, count, "amounts", strideName: "amount_stride")
    let output = try OutputList(mixed, mixed_stride, count, "mixed", strideName: "mixed_stride")
    try first.check()
    try second.check()
    var index = 0
    while index < amounts.places {
      do throws(Failure) {
        _ = try checked(amount: amounts[index])
      } catch {
        throw error.at(index, of: "amounts")
      }
      index &+= 1
    }
    first.visit(with: second) { index, a, b in
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
    let input = try InputList(colors, stride, count, "colors")
    guard count > 0 else { throw Failure.argument("count", "there must be a color to be mixed") }
    let weights =
      weights == nil
      ? nil
      : try InputList(weights, weight_stride, count, "weights", strideName: "weight_stride")
    try input.check()
    try check(weights: weights, count)
    var areLegacy = true
    input.visit { _, color in areLegacy = areLegacy && color.isLegacy }
    var mixture = Mixture(mixing.interpolation(areLegacy: areLegacy))
    input.visit { index, color in mixture.add(color, weight: weights?[index] ?? 1) }
    if let color = mixture.color(alphaFactor: 1) {
      try required(mixed, "mixed").pointee = dyncolor_color(color)
    }
  }
}

/// How a host wants colors mixed.
private struct Mixing {
  private let space: ColorSpace?
  private let hue: HueDirection

  /// Either may be 0, for CSS's default.
  init(_ space: dyncolor_space, _ hue: dyncolor_hue) throws(Failure) {
    self.space = space.rawValue == 0 ? nil : try ColorSpace(space)
    let number = UInt8(exactly: hue.rawValue == 0 ? 1 : hue.rawValue) ?? 0
    self.hue = try listed(HueDirection(rawValue: number), "hue")
  }

  func interpolation(areLegacy: Bool) -> Interpolation {
    Interpolation(space ?? Color.defaultMixingSpace(areLegacy: areLegacy), hue)
  }

  @inline(__always)
  func mix(_ a: Color, _ b: Color, _ amount: Double) -> Color {
    interpolation(areLegacy: a.isLegacy && b.isLegacy).mix(a, b, amount)
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
  var index = 0
  while index < count {
    let weight = weights[index]
    guard weight >= 0, weight.isFinite else {
      throw Failure.argument("weights", "a weight must be finite, and not negative")
        .at(index, of: "weights")
    }
    sum += weight
    index &+= 1
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
    try required(difference, "difference").pointee = a.difference(from: b, by: metric)
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
    let first = try InputList(a, a_stride, count, "a", strideName: "a_stride")
    let second = try InputList(b, b_stride, count, "b", strideName: "b_stride")
    let output = try OutputList(
      differences, difference_stride, count, "differences", strideName: "difference_stride")
    try first.check()
    try second.check()
    first.visit(with: second) { index, a, b in
      output.write(a.difference(from: b, by: metric), index)
    }
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
    let first = try InputList(
      foregrounds, foreground_stride, count, "foregrounds", strideName: "foreground_stride")
    let second = try InputList(
      backgrounds, background_stride, count, "backgrounds", strideName: "background_stride")
    let output = try OutputList(
      contrasts, contrast_stride, count, "contrasts", strideName: "contrast_stride")
    try first.check()
    try second.check()
    first.visit(with: second) { index, foreground, background in
      output.write(foreground.contrast(with: background, by: method), index)
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
    let solver = try ContrastSolver(background, contrast, method)
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
    let first = try InputList(colors, color_stride, count, "colors", strideName: "color_stride")
    let second = try InputList(
      backgrounds, background_stride, count, "backgrounds", strideName: "background_stride")
    let output = try OutputList(
      results, result_stride, count, "results", strideName: "result_stride")
    let contrasts =
      achieved == nil
      ? nil
      : try OutputList(
        achieved, achieved_stride, count, "achieved", strideName: "achieved_stride")
    try ContrastSolver.check(contrast, method)
    try first.check()
    try second.check()
    first.visit(with: second) { index, color, background in
      guard let solver = try? ContrastSolver(background, contrast, method) else { return }
      let readable = solver.readable(color)
      output.write(dyncolor_color(readable), index)
      contrasts?.write(solver.contrast(of: readable), index)
    }
  }
}

extension ContrastSolver {
  /// What a host wants of a color on a background.
  fileprivate init(
    _ background: Color, _ contrast: Double, _ method: dyncolor_contrast_method
  ) throws(Failure) {
    let metric = try ContrastSolver.check(contrast, method)
    self.init(background: background, contrast: contrast, by: metric)
  }

  /// A contrast must be one that there can be.
  @discardableResult
  fileprivate static func check(
    _ contrast: Double, _ method: dyncolor_contrast_method
  ) throws(Failure) -> ContrastMetric {
    let metric = try listed(ContrastMetric(rawValue: method.rawValue), "method")
    let isPossible =
      metric == .wcag ? contrast >= 1 && contrast <= 21 : contrast >= 0 && contrast <= 100
    guard isPossible else {
      throw Failure.argument("contrast", "a contrast must lie in 1...21, or 0...100 of lightness")
    }
    return metric
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
    let first = try InputList(
      sources, source_stride, count, "sources", strideName: "source_stride")
    let second = try InputList(
      backdrops, backdrop_stride, count, "backdrops", strideName: "backdrop_stride")
    let output = try OutputList(
      blended, blended_stride, count, "blended", strideName: "blended_stride")
    try first.check()
    try second.check()
    first.visit(with: second) { index, source, backdrop in
      output.write(dyncolor_color(source.blended(mode, over: backdrop, in: space)), index)
    }
  }
}

// MARK: - Lists

extension InputList<dyncolor_color> {
  /// Does something with each color of a list that has been checked.
  @inline(__always)
  fileprivate func visit(_ body: (_ index: Int, _ color: Color) -> Void) {
    var index = 0
    while index < count {
      body(index, checkedColor(index))
      index &+= 1
    }
  }

  /// The same with the color of another list at the same place.
  @inline(__always)
  fileprivate func visit(
    with other: InputList<dyncolor_color>, _ body: (_ index: Int, _ a: Color, _ b: Color) -> Void
  ) {
    var index = 0
    while index < count {
      body(index, checkedColor(index), other.checkedColor(index))
      index &+= 1
    }
  }
}
