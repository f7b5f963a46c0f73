// Color: converting arrays of pixels between layouts. Kernels convert blocks, and pixels that they
// doubt are converted one by one in double precision.

import CKernels

struct PixelConversion {
  private let plan: PixelPlan

  init(from source: PixelLayout, to target: PixelLayout) {
    plan = PixelPlan(from: source, to: target)
  }

  private var source: PixelLayout { plan.source }
  private var target: PixelLayout { plan.target }
}

extension PixelConversion {
  func convert(_ input: StridedInput, _ output: StridedOutput) {
    guard plan.count > 0 else {
      for index in upTo(input.count) { convertExactly(input, index, output, index) }
      return
    }
    var first = convertDirectly(input, output)
    guard first < input.count else { return }
    let isInPlace = overlap(input, output)
    PixelBlocks.withBlocks { blocks in
      while first < input.count {
        let pixelCount = min(input.count &- first, PixelBlocks.capacity)
        convert(input, output, from: first, pixelCount, blocks, isInPlace)
        first &+= pixelCount
      }
    }
  }

  private func overlap(_ input: StridedInput, _ output: StridedOutput) -> Bool {
    input.overlaps(output, size: source.size, outputSize: target.size)
  }

  /// Converts pixels for which neither a buffer nor a second look is needed. Returns their number.
  private func convertDirectly(_ input: StridedInput, _ output: StridedOutput) -> Int {
    let pixelCount = input.count & ~7
    guard plan.neverDoubts, pixelCount > 0, source.isBlock, target.isBlock,
      input.stride == source.size, output.stride == target.size,
      source.size == target.size || !overlap(input, output)
    else { return 0 }
    // This kernel never doubts, so it does not write to the last argument.
    run(0, input, output, pixelCount, output)
    return pixelCount
  }

  /// Converts at most one block of pixels.
  private func convert(
    _ input: StridedInput, _ output: StridedOutput, from first: Int, _ pixelCount: Int,
    _ blocks: PixelBlocks, _ isInPlace: Bool
  ) {
    // Doubted pixels are converted again, so the originals must be kept.
    var (input, place) = (input, first)
    if isInPlace {
      let originals = blocks.others.elements(from: 0, stride: source.size, count: pixelCount)
      for index in upTo(pixelCount) {
        originals.copy(index, from: input, first &+ index, size: source.size)
      }
      (input, place) = (StridedInput(originals), 0)
    }
    let isWhole = pixelCount & 7 == 0
    var block: StridedInput
    if isWhole, source.isBlock, input.stride == source.size {
      block = input.elements(from: place, stride: source.size, count: pixelCount)
    } else {
      block = input.gather(source, from: place, pixelCount, blocks.sources)
    }
    let isDirect = isWhole && target.isBlock && output.stride == target.size
    var isAny = false
    for step in upTo(plan.count) {
      let isLast = step == plan.count &- 1
      let end =
        isLast && isDirect
        ? output.elements(from: first, stride: target.size, count: pixelCount)
        : blocks.targets.elements(
          from: 0, stride: isLast ? target.blockSize : 16, count: pixelCount)
      let doubts = blocks.doubts(step)
      isAny = run(step, block, end, pixelCount, doubts) || isAny
      block = StridedInput(end)
    }
    if !isDirect { output.scatter(plan.finalLayout, from: first, pixelCount, block) }
    if isAny { convertDoubtful(input, place, output, first, pixelCount, blocks) }
  }

  @discardableResult
  private func run(
    _ step: Int, _ start: StridedInput, _ end: StridedOutput, _ pixelCount: Int,
    _ doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(plan.kernels[step & 3], start, end, pixelCount, doubts: doubts)
    if step == 0 { job.source_order = source.blockOrder }
    job.target_order = target.blockOrder
    // Far above 1 the error of a kernel could exceed the step between two bytes.
    if target.isBytes, source.space != target.space { job.limit = 1.125 }
    func number(_ row: Int, _ column: Int) -> Float { Float(plan.matrix[row, column]) }
    job.matrix = (
      number(0, 0), number(0, 1), number(0, 2), number(1, 0), number(1, 1), number(1, 2),
      number(2, 0), number(2, 1), number(2, 2)
    )
    return job.run()
  }

  // MARK: Single pixels

  @inline(never)
  private func convertDoubtful(
    _ input: StridedInput, _ place: Int, _ output: StridedOutput, _ first: Int, _ pixelCount: Int,
    _ blocks: PixelBlocks
  ) {
    // Neighboring pixels of an image are often equal, so the previous result is reused.
    var last = -1
    var index = 0
    while index < pixelCount {
      // `any`: one of the next eight pixels is in doubt. `one`: this pixel is.
      var any: UInt64 = 0
      var one: Int32 = 0
      for step in upTo(plan.count) {
        let doubts = StridedInput(blocks.doubts(step))
        if index & 7 == 0 {
          let words = doubts.load(index, as: SIMD4<UInt64>.self)
          any |= words.x | words.y | words.z | words.w
        }
        one |= doubts.load(index, as: Int32.self)
      }
      if index & 7 == 0, any == 0 {
        index &+= 8
        continue
      }
      defer { index &+= 1 }
      if one == 0 { continue }
      if last >= 0, input.areSame(place &+ index, place &+ last, size: source.size) {
        output.copy(first &+ index, from: StridedInput(output), first &+ last, size: target.size)
      } else {
        convertExactly(input, place &+ index, output, first &+ index)
      }
      last = index
    }
  }

  @inline(never)
  private func convertExactly(
    _ input: StridedInput, _ place: Int, _ output: StridedOutput, _ index: Int
  ) {
    var numbers = input.numbers(source, place).sanitized
    if source.space == target.space, source.isPremultiplied, target.isPremultiplied {
      numbers.w = min(max(numbers.w, 0), 1)
      return output.pack(target.plain, index, numbers)
    }
    guard let color = Color(numbers, of: source) else { return }
    output.pack(target, index, color.numbers(in: target.space))
  }
}
