// Pixels over pixels of the same layout.

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
      // It leaves no doubt to be written down.
      if first > 0 { run(kernel, source, backdrop, output, first, output) }
    }
    guard first < source.count else { return }
    PixelBlocks.withBlocks { blocks in
      while first < source.count {
        let many = min(source.count &- first, PixelBlocks.capacity)
        blend(kernel, source, backdrop, output, first, many, blocks, isInPlace)
        first &+= many
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

  /// Blends at most as many pixels as a block has.
  private func blend(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ output: StridedOutput, _ first: Int, _ many: Int, _ blocks: PixelBlocks, _ isInPlace: Bool
  ) {
    let isWhole = many & 7 == 0
    /// The pixels as a block: where they are, if they can be used and remain there.
    func block(_ list: StridedInput, _ room: StridedOutput) -> StridedInput {
      isWhole && !isInPlace && list.stride == layout.size
        ? list.elements(from: first, stride: layout.size, count: many)
        : list.gather(layout, from: first, many, room)
    }
    let (above, below) = (block(source, blocks.sources), block(backdrop, blocks.others))
    let isDirect = isWhole && output.stride == layout.size
    let end = (isDirect ? output : blocks.targets)
      .elements(from: isDirect ? first : 0, stride: layout.size, count: many)
    let isAny = run(kernel, above, below, end, many, blocks.doubts)
    if !isDirect { output.scatter(layout, from: first, many, StridedInput(end)) }
    guard isAny else { return }
    let doubts = StridedInput(blocks.doubts)
    for index in upTo(many) where doubts.load(index, as: Int32.self) != 0 {
      blendExactly(above, index, below, index, output, first &+ index)
    }
  }

  @discardableResult
  private func run(
    _ kernel: dyncolor_kernel, _ source: StridedInput, _ backdrop: StridedInput,
    _ target: StridedOutput, _ many: Int, _ doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(kernel, source, target, many, doubts: doubts)
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
      source.numbers(layout, place).tamed, backdrop.numbers(layout, otherPlace).tamed
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
