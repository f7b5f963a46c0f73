// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Pixels", and tables of pixels for whoever fills them.

public import CDynColor

extension PixelLayout {
  init(_ layout: dyncolor_layout, _ name: StaticString = "layout") throws(Failure) {
    guard let known = PixelLayout(layout.rawValue) else {
      throw Failure.argument(name, "a layout must be a format that is listed, and its flags")
    }
    self = known
  }
}

// MARK: - Formats

// What is compiled for each format is small: numbers to pixels, and back. Colors come to it in
// blocks of numbers.

/// Writes numbers as pixels.
private struct PixelWriting: PixelWork {
  let numbers: UnsafePointer<SIMD4<Double>>
  let count: Int
  let layout: PixelLayout
  let pixels: OutputList<UInt8>
  let first: Int

  @inline(never)
  func perform<Format: PixelFormat>(_ format: Format.Type) {
    let isPremultiplied = layout.isPremultiplied
    var index = 0
    while index < count {
      let pixel = Format.pack(numbers[index], isPremultiplied: isPremultiplied)
      pixels.address(first &+ index).storeBytes(of: pixel, as: Format.Pixel.self)
      index &+= 1
    }
  }
}

/// Reads a pixel as numbers.
private struct PixelReading: PixelWork {
  let pixel: UnsafeRawPointer

  @inline(never)
  func perform<Format: PixelFormat>(_ format: Format.Type) -> SIMD4<Double> {
    Format.numbers(of: pixel.loadUnaligned(as: Format.Pixel.self))
  }
}

/// Writes bytes, red first, in the order of pixels that have no more than bytes. Of others it writes
/// none.
private struct Ordering: PixelWork {
  let bytes: UnsafeRawPointer
  let count: Int
  let pixels: OutputList<UInt8>

  @inline(never)
  func perform<Format: PixelFormat>(_ format: Format.Type) -> Bool {
    var row = 0
    while row < count,
      let pixel = Format.pack(
        bytes: bytes.loadUnaligned(fromByteOffset: row &* 4, as: SIMD4<UInt8>.self))
    {
      pixels.address(row).storeBytes(of: pixel, as: Format.Pixel.self)
      row &+= 1
    }
    return row == count
  }
}

extension OutputList<UInt8> {
  /// Writes pixels from `first` on, for which `numbers` gives the numbers of each.
  @inline(__always)
  func pack(
    _ layout: PixelLayout, from first: Int, to end: Int, _ numbers: (Int) -> SIMD4<Double>
  ) {
    var first = first
    var block = [8 of SIMD4<Double>](repeating: SIMD4())
    withUnsafeMutablePointer(to: &block) { block in
      let start = UnsafeMutableRawPointer(block).assumingMemoryBound(to: SIMD4<Double>.self)
      while first < end {
        let count = min(end &- first, 8)
        var index = 0
        while index < count {
          start[index] = numbers(first &+ index)
          index &+= 1
        }
        layout.perform(
          PixelWriting(numbers: start, count: count, layout: layout, pixels: self, first: first))
        first &+= count
      }
    }
  }
}

extension InputList<UInt8> {
  func numbers(_ layout: PixelLayout, _ index: Int) -> SIMD4<Double> {
    layout.perform(PixelReading(pixel: address(index)))
  }

  fileprivate func unpack(_ layout: PixelLayout, _ index: Int) -> Color? {
    Color(numbers(layout, index), of: layout)
  }
}

// MARK: - Colors

@implementation @_cdecl("dyncolor_color_pack")
public func dyncolor_color_pack(
  _ color: UnsafePointer<dyncolor_color>!, _ layout: dyncolor_layout,
  _ pixel: UnsafeMutableRawPointer!, _ capacity: Int, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    let layout = try PixelLayout(layout)
    guard let pixel else { throw Failure.argument("pixel", "an argument must not be NULL") }
    guard UInt(bitPattern: capacity) >= UInt(layout.size) else { throw Failure.bufferTooSmall }
    try OutputList<UInt8>(bytes: pixel, size: layout.size, layout.size, 1, "pixel")
      .pack(layout, from: 0, to: 1) { _ in color.numbers(in: layout.space) }
  }
}

@implementation @_cdecl("dyncolor_color_unpack")
public func dyncolor_color_unpack(
  _ pixel: UnsafeRawPointer!, _ capacity: Int, _ layout: dyncolor_layout,
  _ color: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let layout = try PixelLayout(layout)
    guard let pixel else { throw Failure.argument("pixel", "an argument must not be NULL") }
    guard UInt(bitPattern: capacity) >= UInt(layout.size) else { throw Failure.bufferTooSmall }
    let output = try required(color, "color")
    let input = try InputList<UInt8>(bytes: pixel, size: layout.size, 0, 1, "pixel")
    guard let color = input.unpack(layout, 0) else { throw Failure.notFinite("pixel") }
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
    let input = try InputList(colors, stride, count, "colors")
    let output = try OutputList<UInt8>(
      bytes: pixels, size: layout.size, pixel_stride, count, "pixels", strideName: "pixel_stride")
    try input.check()
    output.pack(layout, from: 0, to: count) {
      input.checkedColor($0).numbers(in: layout.space)
    }
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
    let input = try InputList<UInt8>(
      bytes: pixels, size: layout.size, pixel_stride, count, "pixels", strideName: "pixel_stride")
    let output = try OutputList(colors, stride, count, "colors")
    var index = 0
    while index < input.places {
      guard input.unpack(layout, index) != nil else {
        throw Failure.notFinite("pixels").at(index, of: "pixels")
      }
      index &+= 1
    }
    index = 0
    while index < count, let color = input.unpack(layout, index) {
      output.write(dyncolor_color(color), index)
      index &+= 1
    }
  }
}

extension Failure {
  fileprivate static func notFinite(_ name: StaticString) -> Failure {
    argument(name, "the numbers of a pixel must be finite")
  }
}

// MARK: - Conversion

@implementation @_cdecl("dyncolor_pixels_convert")
public func dyncolor_pixels_convert(
  _ pixels: UnsafeRawPointer!, _ stride: Int, _ count: Int, _ layout: dyncolor_layout,
  _ converted: UnsafeMutableRawPointer!, _ converted_stride: Int,
  _ converted_layout: dyncolor_layout, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let source = try PixelLayout(layout)
    let target = try PixelLayout(converted_layout, "converted_layout")
    let input = try InputList<UInt8>(bytes: pixels, size: source.size, stride, count, "pixels")
    let output = try OutputList<UInt8>(
      bytes: converted, size: target.size, converted_stride, count, "converted",
      strideName: "converted_stride")
    PixelConversion(from: source, to: target).convert(input, output)
  }
}

@implementation @_cdecl("dyncolor_pixels_blend")
public func dyncolor_pixels_blend(
  _ sources: UnsafeRawPointer!, _ source_stride: Int, _ backdrops: UnsafeRawPointer!,
  _ backdrop_stride: Int, _ count: Int, _ mode: dyncolor_blend_mode, _ layout: dyncolor_layout,
  _ blended: UnsafeMutableRawPointer!, _ blended_stride: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let mode = try listed(BlendMode(rawValue: mode.rawValue), "mode")
    let layout = try PixelLayout(layout)
    guard layout.space.isRGB else {
      throw Failure.argument("layout", "the layout must be one of red, green and blue")
    }
    let source = try InputList<UInt8>(
      bytes: sources, size: layout.size, source_stride, count, "sources",
      strideName: "source_stride")
    let backdrop = try InputList<UInt8>(
      bytes: backdrops, size: layout.size, backdrop_stride, count, "backdrops",
      strideName: "backdrop_stride")
    let output = try OutputList<UInt8>(
      bytes: blended, size: layout.size, blended_stride, count, "blended",
      strideName: "blended_stride")
    PixelBlending(mode: mode, layout: layout).blend(source, backdrop, output)
  }
}

// MARK: - Tables

/// A table of pixels in the host's memory, for resolved colors.
struct PixelTable {
  let rows: OutputList<UInt8>
  let layout: PixelLayout

  init(
    _ pixels: UnsafeMutableRawPointer?, _ count: Int, _ stride: Int, _ layout: dyncolor_layout
  ) throws(Failure) {
    self.layout = try PixelLayout(layout)
    rows = try OutputList(bytes: pixels, size: self.layout.size, stride, count, "pixels")
  }

  func set(_ row: Int, _ cell: Cell) {
    if layout == .float4 {
      rows.address(row).storeBytes(of: cell, as: Cell.self)
    } else if layout == .rgba8 {
      rows.address(row).storeBytes(of: cell.bytes, as: SIMD4<UInt8>.self)
    } else {
      rows.pack(layout, from: row, to: row &+ 1) { _ in cell.numbers(in: layout.space) }
    }
  }

  /// Copies the rows of a snapshot, and clears those that it does not have.
  func fill(_ snapshot: Snapshot) {
    let count = min(rows.count, snapshot.rows)
    if count > 0, let colors = UnsafeRawPointer(bitPattern: UInt(snapshot.cells.address)),
      let bytes = UnsafeRawPointer(bitPattern: UInt(snapshot.pixels.address))
    {
      if layout == .float4 {
        copy(colors, count, as: Cell.self)
      } else if layout == .rgba8 {
        copy(bytes, count, as: UInt32.self)
      } else if layout.space != .srgb
        || layout.isPremultiplied && (layout.isBytes || layout.plain == .float4)
      {
        // The kernels round the products of floats as packing does.
        PixelConversion(from: .float4, to: layout)
          .convert(InputList(known: colors, 16, count, "colors"), rows)
      } else if layout.isPremultiplied
        || !layout.perform(Ordering(bytes: bytes, count: count, pixels: rows))
      {
        rows.pack(layout, from: 0, to: count) {
          colors.loadUnaligned(fromByteOffset: $0 &* 16, as: Cell.self).numbers(in: layout.space)
        }
      }
    }
    clear(from: count)
  }

  /// Writes what lies between the rows of two snapshots. A row that one of them lacks is
  /// transparent there.
  func fill(_ a: Snapshot, _ b: Snapshot, _ amount: Double) {
    if amount == 0 { return fill(a) }
    if amount == 1 { return fill(b) }
    let fade = CrossFade(amount)
    let count = min(rows.count, max(a.rows, b.rows))
    var first = 0
    while first < count {
      let mixed = fade.mix(a.fourColors(first), b.fourColors(first))
      let end = min(count, first &+ 4)
      if layout == .float4 {
        for row in upTo(end, from: first) {
          rows.address(row).storeBytes(of: mixed[row &- first], as: SIMD4<Float>.self)
        }
      } else {
        rows.pack(layout, from: first, to: end) {
          Cell(mixed[$0 &- first]).numbers(in: layout.space)
        }
      }
      first = end
    }
    clear(from: count)
  }

  /// Makes the last rows transparent black, which is zeros in every layout.
  private func clear(from first: Int) {
    var row = first
    while row < rows.count {
      rows.address(row).initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
      row &+= 1
    }
  }

  /// Copies rows that are laid out already.
  @inline(__always)
  private func copy<Row: BitwiseCopyable>(_ source: UnsafeRawPointer, _ count: Int, as: Row.Type) {
    let size = MemoryLayout<Row>.size
    if rows.stride == size {
      // The mask says what is known: that the size is not negative.
      rows.address(0).copyMemory(from: source, byteCount: count &* size & .max)
      return
    }
    var row = 0
    while row < count {
      let value = source.loadUnaligned(fromByteOffset: row &* size, as: Row.self)
      rows.address(row).storeBytes(of: value, as: Row.self)
      row &+= 1
    }
  }
}

extension Cell {
  @inline(__always)
  fileprivate func numbers(in space: ColorSpace) -> SIMD4<Double> {
    let numbers = Float4.numbers(of: rgba)
    if space == .srgb { return numbers }
    return Color(.srgb, SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w).numbers(in: space)
  }
}
