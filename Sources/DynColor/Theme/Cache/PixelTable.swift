// Theme: writing resolved colors as pixels to memory of the host.

/// A table of pixels in the host's memory. Each row is one pixel: the color that is in the same row
/// of the theme.
struct PixelTable {
  let rows: StridedOutput
  let layout: PixelLayout

  /// Writes a color as the pixel of a row.
  func set(_ row: Int, _ cell: ResolvedCell) {
    if layout == .float4 {
      rows.store(cell, row)
    } else if layout == .rgba8 {
      rows.store(cell.bytes, row)
    } else {
      pack(cell, row)
    }
  }

  @inline(never)
  private func pack(_ cell: ResolvedCell, _ row: Int) {
    rows.pack(layout, row, cell.numbers(in: layout.space))
  }

  /// Writes the colors of a snapshot. Rows that are not in the snapshot become 0.
  @_optimize(speed)
  func fill(_ snapshot: Snapshot) {
    let count = min(rows.count, snapshot.rowCount)
    defer { rows.clear(from: count, to: rows.count, size: layout.size) }
    guard count > 0 else { return }
    // Strides are in bytes: 16 for a cell, 4 for a pixel.
    let colors = StridedInput(snapshot.cells, stride: 16, count: count)
    let pixels = StridedInput(snapshot.pixels, stride: 4, count: count)
    if layout == .float4 {
      rows.copyElements(from: colors, count: count, as: ResolvedCell.self)
    } else if layout == .rgba8 {
      rows.copyElements(from: pixels, count: count, as: UInt32.self)
    } else if layout.space != .srgb
      || layout.isPremultiplied && (layout.isBytes || layout.memoryFormat == .float4)
    {
      // For these layouts, the kernels round exactly as `pack` does.
      PixelConversion(from: .float4, to: layout).convert(colors, rows)
    } else if layout.isPremultiplied || !rows.writeBytes(pixels, count: count, as: layout) {
      // The layout is premultiplied, but its components are neither bytes nor `float4`; or
      // `writeBytes` has done nothing, because the components do not have 8 bits.
      rows.pack(layout, from: 0, to: count) {
        Float4.numbers(of: colors.load($0, as: ResolvedCell.self).rgba)
      }
    }
  }

  /// Writes a mixture of two snapshots. `amount`, 0 to 1, is the weight of `b`. A row that one of
  /// the snapshots does not have counts as transparent.
  @_optimize(speed)
  func fill(mixing a: Snapshot, with b: Snapshot, amount: Double) {
    if amount == 0 { return fill(a) }
    if amount == 1 { return fill(b) }
    let fade = CrossFade(amount)
    let count = min(rows.count, max(a.rowCount, b.rowCount))
    var first = 0
    while first < count {
      let mixed = fade.mix(a.fourColors(first), b.fourColors(first))
      let end = min(count, first &+ 4)
      if layout == .float4 {
        for row in upTo(end, from: first) { rows.store(mixed[row &- first], row) }
      } else {
        rows.pack(layout, from: first, to: end) {
          ResolvedCell(mixed[$0 &- first]).numbers(in: layout.space)
        }
      }
      first = end
    }
    rows.clear(from: count, to: rows.count, size: layout.size)
  }
}

extension ResolvedCell {
  /// The components and alpha of the color, converted to a space.
  @inline(__always)
  fileprivate func numbers(in space: ColorSpace) -> SIMD4<Double> {
    let numbers = Float4.numbers(of: rgba)
    if space == .srgb { return numbers }
    return Color(.srgb, SIMD3(numbers.x, numbers.y, numbers.z), alpha: numbers.w).numbers(in: space)
  }
}
