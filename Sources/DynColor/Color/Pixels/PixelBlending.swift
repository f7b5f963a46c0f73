// Color: compositing arrays of pixels of the same layout. Kernels composite blocks, and pixels
// whose result a kernel doubts are composited one by one in double precision.

import CKernels

/// Composites pixels of one layout with one blend mode.
struct PixelBlending {
  let mode: BlendMode
  let layout: PixelLayout

  /// Composites each pixel of `source` over the pixel of `backdrop` with the same index.
  func blend(_ source: StridedInput, _ backdrop: StridedInput, _ output: StridedOutput) {
    guard let kernel else {
      for index in upTo(source.count) {
        blendExactly(source, index, backdrop, index, output, index)
      }
      return
    }
    let overwritesInput =
      source.overlaps(output, size: layout.size, outputSize: layout.size)
      || backdrop.overlaps(output, size: layout.size, outputSize: layout.size)
    // The number of pixels that are composited so far.
    var first = 0
    if kernel == DYNCOLOR_KERNEL_OVER_BYTES, source.stride == 4, backdrop.stride == 4,
      output.stride == 4
    {
      // Composites the pixels up to the last multiple of eight directly in the host's memory.
      let directCount = source.count & ~7
      // This kernel never doubts a result, so it writes nothing to the memory for doubts.
      if directCount > 0 { run(kernel, source, backdrop, output, directCount, doubts: output) }
      first = directCount
    }
    guard first < source.count else { return }
    PixelBlocks.withBlocks(for: source.count &- first) { blocks in
      while first < source.count {
        let pixelCount = min(source.count &- first, blocks.capacity)
        blend(
          kernel, source, backdrop, output, from: first, pixelCount, blocks,
          overwritesInput: overwritesInput)
        first &+= pixelCount
      }
    }
  }

  /// The kernel for the mode and the layout; `nil` if there is none.
  private var kernel: dyncolor_kernel? {
    guard mode == .normal, layout.isBlockFormat else { return nil }
    return layout.isPremultiplied
      ? layout.isBytes ? DYNCOLOR_KERNEL_OVER_BYTES : DYNCOLOR_KERNEL_OVER_FLOATS
      : layout.isBytes
        ? DYNCOLOR_KERNEL_OVER_STRAIGHT_BYTES : DYNCOLOR_KERNEL_OVER_STRAIGHT_FLOATS
  }

  /// Composites `pixelCount` pixels from `first` on: at most as many as a block has.
  /// `overwritesInput` is true if the memory of `output` overlaps that of the source or backdrop.
  @_optimize(speed)
  private func blend(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ output: StridedOutput, from first: Int, _ pixelCount: Int, _ blocks: PixelBlocks,
    overwritesInput: Bool
  ) {
    let isMultipleOfEight = pixelCount & 7 == 0
    /// Returns the pixels of an array as a block: the array itself if it has no gaps, is not
    /// overwritten, and holds a multiple of eight pixels, otherwise a copy in `buffer`.
    func block(_ array: StridedInput, _ buffer: StridedOutput) -> StridedInput {
      isMultipleOfEight && !overwritesInput && array.stride == layout.size
        ? array.elements(from: first, stride: layout.size, count: pixelCount)
        : array.gather(layout, from: first, pixelCount, buffer)
    }
    let (sourceBlock, backdropBlock) = (
      block(source, blocks.sources), block(backdrop, blocks.backdropsOrOriginals)
    )
    let writesToOutput = isMultipleOfEight && output.stride == layout.size
    let target = (writesToOutput ? output : blocks.targets)
      .elements(from: writesToOutput ? first : 0, stride: layout.size, count: pixelCount)
    let hasDoubts = run(
      kernel, sourceBlock, backdropBlock, target, pixelCount, doubts: blocks.doubts)
    if !writesToOutput { output.scatter(layout, from: first, pixelCount, StridedInput(target)) }
    guard hasDoubts else { return }
    let doubts = StridedInput(blocks.doubts)
    for index in upTo(pixelCount) where doubts.load(index, as: Int32.self) != 0 {
      blendExactly(sourceBlock, index, backdropBlock, index, output, first &+ index)
    }
  }

  /// Runs the kernel. Returns whether the kernel doubts any result.
  @discardableResult
  @_optimize(speed)
  private func run(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ target: StridedOutput, _ pixelCount: Int, doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(kernel, source, target, pixelCount, doubts: doubts)
    job.backdrop = backdrop.pointer(0)
    job.source_order = layout.channelOrder
    job.target_order = layout.channelOrder
    return job.run()
  }

  /// Composites one pixel in double precision.
  @inline(never)
  private func blendExactly(
    _ source: StridedInput, _ sourceIndex: Int, _ backdrop: StridedInput, _ backdropIndex: Int,
    _ output: StridedOutput, _ outputIndex: Int
  ) {
    let sourceNumbers = source.numbers(layout, sourceIndex).sanitized
    let backdropNumbers = backdrop.numbers(layout, backdropIndex).sanitized
    if mode == .normal, layout.isPremultiplied {
      let sourceAlpha = min(max(sourceNumbers.w, 0), 1)
      let backdropAlpha = min(max(backdropNumbers.w, 0), 1)
      var sum = sourceNumbers + backdropNumbers * (1 - sourceAlpha)
      sum.w = sourceAlpha + backdropAlpha * (1 - sourceAlpha)
      // The sum is premultiplied already, so it is packed as it is.
      return output.pack(layout.withoutFlags, outputIndex, sum)
    }
    guard let sourceColor = Color(sourceNumbers, of: layout),
      let backdropColor = Color(backdropNumbers, of: layout)
    else { return }
    output.pack(
      layout, outputIndex,
      sourceColor.blended(mode, over: backdropColor, in: layout.space).numbers(in: layout.space))
  }
}
