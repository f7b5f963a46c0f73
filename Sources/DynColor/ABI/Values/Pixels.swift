// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Pixels", and pixel tables for other functions.

public import CDynColor

extension PixelLayout {
  /// A layout argument.
  init(_ layout: dyncolor_layout, _ name: StaticString = "layout") throws(Failure) {
    guard let listed = PixelLayout(layout.rawValue) else {
      throw Failure.argument(name, PixelLayout.messageForInvalid(layout.rawValue))
    }
    self = listed
  }

  /// The argument `layout`, whose space must be an RGB space.
  fileprivate init(rgb layout: dyncolor_layout) throws(Failure) {
    try self.init(layout)
    try require(
      space.isRGB, "layout",
      "the layout must be an RGB layout, without DYNCOLOR_LAYOUT_OKLAB and DYNCOLOR_LAYOUT_OKLCH")
  }
}

/// Fails if `capacity`, the size of the host's memory in bytes, is too small for a pixel.
func require(_ capacity: Int, for layout: PixelLayout) throws(Failure) {
  guard UInt(bitPattern: capacity) >= UInt(layout.size) else {
    throw Failure.tooSmall("the capacity is too small for a pixel of this layout", layout.size)
  }
}

// MARK: - Colors

@_optimize(speed)
@implementation @_cdecl("dyncolor_color_pack")
public func dyncolor_color_pack(
  _ color: UnsafePointer<dyncolor_color>!, _ layout: dyncolor_layout,
  _ pixel: UnsafeMutableRawPointer!, _ capacity: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let layout = try PixelLayout(layout)
    let output = try StridedOutput(pixel, layout, stride: layout.size, count: 1, "pixel")
    try require(capacity, for: layout)
    output.pack(layout, 0, color.numbers(in: layout.space))
  }
}

@implementation @_cdecl("dyncolor_color_unpack")
public func dyncolor_color_unpack(
  _ pixel: UnsafeRawPointer!, _ capacity: Int, _ layout: dyncolor_layout,
  _ color: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let layout = try PixelLayout(layout)
    let input = try StridedInput(pixel, layout, stride: layout.size, count: 1, "pixel")
    try require(capacity, for: layout)
    let output = try required(color, "color")
    guard let color = input.color(layout, 0) else { throw Failure.notFinite("pixel") }
    output.pointee = dyncolor_color(color)
  }
}

@implementation @_cdecl("dyncolor_color_pack_list")
public func dyncolor_color_pack_list(
  _ colors: UnsafePointer<dyncolor_color>!, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ pixels: UnsafeMutableRawPointer!, _ pixel_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let layout = try PixelLayout(layout)
    let input = try ColorList(colors, stride: stride, count: count, "colors", strideName: "stride")
    let output = try StridedOutput(pixels, layout, stride: pixel_stride, count: count, "pixels")
    try input.check()
    output.pack(layout, from: 0, to: count) { input[$0].numbers(in: layout.space) }
  }
}

@implementation @_cdecl("dyncolor_color_unpack_list")
public func dyncolor_color_unpack_list(
  _ pixels: UnsafeRawPointer!, _ pixel_stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ colors: UnsafeMutablePointer<dyncolor_color>!, _ stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let layout = try PixelLayout(layout)
    let input = try StridedInput(pixels, layout, stride: pixel_stride, count: count, "pixels")
    let output = try OutputList(
      colors, stride: stride, count: count, "colors", strideName: "stride")
    try input.checkFinite(layout, "pixels")
    for index in upTo(count) {
      // `nil` only if the host has changed the pixels during the call.
      guard let color = input.color(layout, index) else { return }
      output.write(color, at: index)
    }
  }
}

extension StridedInput {
  /// Fails if a component of a pixel is not finite.
  fileprivate func checkFinite(_ layout: PixelLayout, _ name: StaticString) throws(Failure) {
    // `distinctCount` is at most 1 if the stride is 0, because then all pixels are the same one.
    for index in upTo(distinctCount) where color(layout, index) == nil {
      throw Failure.notFinite(name).at(index, of: name)
    }
  }
}

extension Failure {
  fileprivate static func notFinite(_ name: StaticString) -> Failure {
    argument(name, "the numbers of a pixel must be finite")
  }
}

// MARK: - Conversion

@_optimize(speed)
@implementation @_cdecl("dyncolor_pixels_convert")
public func dyncolor_pixels_convert(
  _ pixels: UnsafeRawPointer!, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ converted: UnsafeMutableRawPointer!, _ converted_stride: Int,
  _ converted_layout: dyncolor_layout, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let source = try PixelLayout(layout)
    let target = try PixelLayout(converted_layout, "converted_layout")
    let input = try StridedInput(
      pixels, source, stride: stride, count: count, "pixels", strideName: "stride")
    let output = try StridedOutput(
      converted, target, stride: converted_stride, count: count, "converted")
    PixelConversion(from: source, to: target).convert(input, output)
  }
}

// MARK: - The colors of a picture

@implementation @_cdecl("dyncolor_pixels_dominant")
public func dyncolor_pixels_dominant(
  _ pixels: UnsafeRawPointer!, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ colors: UnsafeMutablePointer<dyncolor_color>!, _ shares: UnsafeMutablePointer<Double>!,
  _ wanted: Int, _ found: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let picture = try HostPicture(pixels, stride, count, layout, wanted, found)
    let output = try picture.output(colors, "colors")
    picture.found.pointee = picture.writeDominant(to: output, shares)
  }
}

@implementation @_cdecl("dyncolor_pixels_seeds")
public func dyncolor_pixels_seeds(
  _ pixels: UnsafeRawPointer!, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ seeds: UnsafeMutablePointer<dyncolor_color>!, _ wanted: Int,
  _ found: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let picture = try HostPicture(pixels, stride, count, layout, wanted, found)
    let output = try picture.output(seeds, "seeds")
    picture.found.pointee = picture.writeSeeds(to: output)
  }
}

/// The arguments of functions that find the colors of a picture, after they have been checked.
private struct HostPicture {
  private let sample: PictureSample
  /// The greatest number of colors that the host wants.
  private let wanted: Int
  /// The host's variable for the number of colors that are found.
  let found: UnsafeMutablePointer<Int>

  init(
    _ pixels: UnsafeRawPointer?, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
    _ wanted: Int, _ found: UnsafeMutablePointer<Int>?
  ) throws(Failure) {
    let layout = try PixelLayout(layout)
    let input = try StridedInput(
      pixels, layout, stride: stride, count: count, "pixels", strideName: "stride")
    try require(
      wanted > 0 && wanted <= PictureColors.capacity, "wanted",
      "the number of colors must be from 1 to DYNCOLOR_MAX_PICTURE_COLORS")
    (sample, self.wanted) = (PictureSample(input, layout), wanted)
    self.found = try required(found, "found")
  }

  /// The host's array for the colors, with room for `wanted` colors.
  func output(
    _ colors: UnsafeMutablePointer<dyncolor_color>?, _ name: StaticString
  ) throws(Failure) -> OutputList<dyncolor_color> {
    try OutputList(colors, stride: MemoryLayout<dyncolor_color>.stride, count: wanted, name)
  }

  /// Writes the most frequent colors and, unless `shares` is NULL, their shares. Returns their
  /// number.
  @inline(never)
  func writeDominant(
    to output: OutputList<dyncolor_color>, _ shares: UnsafeMutablePointer<Double>?
  ) -> Int {
    var count = 0
    PictureColors(sample).forEachDominant(atMost: wanted) { index, color, share in
      output.write(color.color, at: index)
      if let shares { shares[index] = share }
      count = index &+ 1
    }
    return count
  }

  /// Writes the colors that are the best seeds of a scheme. Returns their number.
  @inline(never)
  func writeSeeds(to output: OutputList<dyncolor_color>) -> Int {
    var count = 0
    SeedScore(sample).forEachSeed(atMost: wanted) { index, color in
      output.write(color.color, at: index)
      count = index &+ 1
    }
    return count
  }
}

// MARK: - Blending

@implementation @_cdecl("dyncolor_pixels_blend")
public func dyncolor_pixels_blend(
  _ sources: UnsafeRawPointer!, _ source_stride: Int, _ backdrops: UnsafeRawPointer!,
  _ backdrop_stride: Int, _ count: Int, _ mode: dyncolor_blend_mode, _ layout: dyncolor_layout,
  _ blended: UnsafeMutableRawPointer!, _ blended_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let mode = try BlendMode(mode)
    let layout = try PixelLayout(rgb: layout)
    let source = try StridedInput(sources, layout, stride: source_stride, count: count, "sources")
    let backdrop = try StridedInput(
      backdrops, layout, stride: backdrop_stride, count: count, "backdrops")
    let output = try StridedOutput(blended, layout, stride: blended_stride, count: count, "blended")
    PixelBlending(mode: mode, layout: layout).blend(source, backdrop, output)
  }
}

// MARK: - Pixel tables

extension PixelTable {
  /// A table of pixels in the host's memory.
  init(
    _ pixels: UnsafeMutableRawPointer?, _ count: Int, _ stride: Int, _ layout: dyncolor_layout
  ) throws(Failure) {
    let layout = try PixelLayout(layout)
    self.init(
      rows: try StridedOutput(
        pixels, layout, stride: stride, count: count, "pixels", strideName: "stride"),
      layout: layout)
  }
}
