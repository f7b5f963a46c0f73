// Color: compositing arrays of pixels of the same layout.

import CKernels

struct PixelBlending {
  let mode: BlendMode
  let layout: PixelLayout

  func blend(_ source: StridedInput, _ backdrop: StridedInput, _ output: StridedOutput) {
    guard let kernel else {
      for index in upTo(source.count) {
        blendExactly(source, index, backdrop, index, output, index)
      }
      return
    }
    var first = 0
    let isInPlace =
      source.overlaps(output, size: layout.size, outputSize: layout.size)
      || backdrop.overlaps(output, size: layout.size, outputSize: layout.size)
    if kernel == DYNCOLOR_KERNEL_OVER_BYTES, source.stride == 4, backdrop.stride == 4,
      output.stride == 4
    {
      first = source.count & ~7
      // This kernel never doubts, so it does not write to the last argument.
      if first > 0 { run(kernel, source, backdrop, output, first, output) }
    }
    guard first < source.count else { return }
    PixelBlocks.withBlocks { blocks in
      while first < source.count {
        let pixelCount = min(source.count &- first, PixelBlocks.capacity)
        blend(kernel, source, backdrop, output, first, pixelCount, blocks, isInPlace)
        first &+= pixelCount
      }
    }
  }

  private var kernel: dyncolor_kernel? {
    guard mode == .normal, layout.isBlock else { return nil }
    return layout.isPremultiplied
      ? layout.isBytes ? DYNCOLOR_KERNEL_OVER_BYTES : DYNCOLOR_KERNEL_OVER_FLOATS
      : layout.isBytes
        ? DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES : DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS
  }

  private func blend(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ output: StridedOutput, _ first: Int, _ pixelCount: Int, _ blocks: PixelBlocks,
    _ isInPlace: Bool
  ) {
    let isWhole = pixelCount & 7 == 0
    /// Returns the pixels as a block: in place if possible and not overwritten, otherwise copied.
    func block(_ list: StridedInput, _ buffer: StridedOutput) -> StridedInput {
      isWhole && !isInPlace && list.stride == layout.size
        ? list.elements(from: first, stride: layout.size, count: pixelCount)
        : list.gather(layout, from: first, pixelCount, buffer)
    }
    let (above, below) = (block(source, blocks.sources), block(backdrop, blocks.others))
    let isDirect = isWhole && output.stride == layout.size
    let end = (isDirect ? output : blocks.targets)
      .elements(from: isDirect ? first : 0, stride: layout.size, count: pixelCount)
    let isAny = run(kernel, above, below, end, pixelCount, blocks.doubts)
    if !isDirect { output.scatter(layout, from: first, pixelCount, StridedInput(end)) }
    guard isAny else { return }
    let doubts = StridedInput(blocks.doubts)
    for index in upTo(pixelCount) where doubts.load(index, as: Int32.self) != 0 {
      blendExactly(above, index, below, index, output, first &+ index)
    }
  }

  @discardableResult
  private func run(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ target: StridedOutput, _ pixelCount: Int, _ doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(kernel, source, target, pixelCount, doubts: doubts)
    job.backdrop = backdrop.address(0)
    job.source_order = layout.blockOrder
    job.target_order = layout.blockOrder
    return job.run()
  }

  @inline(never)
  private func blendExactly(
    _ source: StridedInput, _ place: Int, _ backdrop: StridedInput, _ otherPlace: Int,
    _ output: StridedOutput, _ index: Int
  ) {
    let (above, below) = (
      source.numbers(layout, place).sanitized, backdrop.numbers(layout, otherPlace).sanitized
    )
    if mode == .normal, layout.isPremultiplied {
      let (alpha, other) = (min(max(above.w, 0), 1), min(max(below.w, 0), 1))
      var sum = above + below * (1 - alpha)
      sum.w = alpha + other * (1 - alpha)
      return output.pack(layout.plain, index, sum)
    }
    guard let color = Color(above, of: layout), let other = Color(below, of: layout) else { return }
    output.pack(
      layout, index, color.blended(mode, over: other, in: layout.space).numbers(in: layout.space))
  }
}
