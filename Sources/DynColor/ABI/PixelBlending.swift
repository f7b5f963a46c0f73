// Pixels over pixels of the same layout.

import CKernels

struct PixelBlending {
  let mode: BlendMode
  let layout: PixelLayout

  func blend(
    _ source: InputList<UInt8>, _ backdrop: InputList<UInt8>, _ output: OutputList<UInt8>
  ) {
    guard let kernel else {
      for index in upTo(source.count) {
        blendExactly(source, index, backdrop, index, output, index)
      }
      return
    }
    var first = 0
    let isInPlace =
      overlap(source, layout.size, output, layout.size)
      || overlap(backdrop, layout.size, output, layout.size)
    if kernel == DYNCOLOR_KERNEL_OVER_BYTES, source.stride == 4, backdrop.stride == 4,
      output.stride == 4
    {
      // It leaves no doubt.
      first = source.count & ~7
      var none: Int32 = 0
      if first > 0 {
        run(kernel, source.address(0), backdrop.address(0), output.address(0), first, &none)
      }
    }
    guard first < source.count else { return }
    var blocks = PixelBlocks()
    withUnsafeMutablePointer(to: &blocks) { blocks in
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
    _ kernel: dyncolor_kernel, _ source: InputList<UInt8>, _ backdrop: InputList<UInt8>,
    _ output: OutputList<UInt8>, _ first: Int, _ many: Int,
    _ blocks: UnsafeMutablePointer<PixelBlocks>, _ isInPlace: Bool
  ) {
    let room = UnsafeMutableRawPointer(blocks)
    let size = MemoryLayout<PixelBlocks.Pixels>.size
    let doubts = (room + 3 &* size).assumingMemoryBound(to: Int32.self)
    let isWhole = many & 7 == 0
    /// Where the pixels are: in place, if they can be used and remain there.
    func start(_ list: InputList<UInt8>, _ room: UnsafeMutableRawPointer) -> UnsafeRawPointer {
      if isWhole, !isInPlace, list.stride == layout.size { return list.address(first) }
      list.gather(layout, from: first, many, room)
      return UnsafeRawPointer(room)
    }
    let (above, below) = (start(source, room), start(backdrop, room + size))
    let isDirect = isWhole && output.stride == layout.size
    let end = isDirect ? output.address(first) : room + 2 &* size
    let isAny = run(kernel, above, below, end, many, doubts)
    if !isDirect { output.scatter(layout, from: first, many, end) }
    guard isAny else { return }
    let sources = InputList<UInt8>(known: above, layout.size, many, source.name)
    let backdrops = InputList<UInt8>(known: below, layout.size, many, backdrop.name)
    for index in upTo(many) where doubts[index] != 0 {
      blendExactly(sources, index, backdrops, index, output, first &+ index)
    }
  }

  @discardableResult
  private func run(
    _ kernel: dyncolor_kernel, _ source: UnsafeRawPointer, _ backdrop: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer, _ many: Int, _ doubts: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var job = dyncolor_kernel_job(kernel, source, target, many, doubts: doubts)
    job.backdrop = backdrop
    job.source_order = layout.blockOrder
    job.target_order = layout.blockOrder
    return job.run()
  }

  private func blendExactly(
    _ source: InputList<UInt8>, _ place: Int, _ backdrop: InputList<UInt8>, _ otherPlace: Int,
    _ output: OutputList<UInt8>, _ index: Int
  ) {
    let (above, below) = (
      source.numbers(layout, place).tamed, backdrop.numbers(layout, otherPlace).tamed
    )
    if mode == .normal, layout.isPremultiplied {
      let (alpha, other) = (min(max(above.w, 0), 1), min(max(below.w, 0), 1))
      var sum = above + below * (1 - alpha)
      sum.w = alpha + other * (1 - alpha)
      return output.pack(layout.plain, from: index, to: index &+ 1) { _ in sum }
    }
    guard let color = Color(above, of: layout), let other = Color(below, of: layout) else { return }
    let numbers = color.blended(mode, over: other, in: layout.space).numbers(in: layout.space)
    output.pack(layout, from: index, to: index &+ 1) { _ in numbers }
  }
}
