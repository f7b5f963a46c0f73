// Pixels of one layout as pixels of another: in blocks, by kernels, and one by one where those are in
// doubt.

import CKernels

/// What makes pixels of a layout of those of another.
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
    var first = convertAtOnce(input, output)
    guard first < input.count else { return }
    let isInPlace = overlap(input, output)
    PixelBlocks.withBlocks { blocks in
      while first < input.count {
        let many = min(input.count &- first, PixelBlocks.capacity)
        convert(input, output, from: first, many, blocks, isInPlace)
        first &+= many
      }
    }
  }

  /// Whether pixels are written where others are read.
  private func overlap(_ input: StridedInput, _ output: StridedOutput) -> Bool {
    input.overlaps(output, size: source.size, outputSize: target.size)
  }

  /// Converts what needs no room and leaves no doubt. Returns how many pixels that were.
  private func convertAtOnce(_ input: StridedInput, _ output: StridedOutput) -> Int {
    let many = input.count & ~7
    guard plan.isWithoutDoubt, many > 0, source.isBlock, target.isBlock,
      input.stride == source.size, output.stride == target.size,
      source.size == target.size || !overlap(input, output)
    else { return 0 }
    // There is no doubt to be written down.
    run(0, input, output, many, output)
    return many
  }

  /// Converts at most as many pixels as a block has.
  private func convert(
    _ input: StridedInput, _ output: StridedOutput, from first: Int, _ many: Int,
    _ blocks: PixelBlocks, _ isInPlace: Bool
  ) {
    // What the pixels were must be known as long as there can be doubt.
    var (input, place) = (input, first)
    if isInPlace {
      let originals = blocks.others.elements(from: 0, stride: source.size, count: many)
      for index in upTo(many) {
        originals.copy(index, from: input, first &+ index, size: source.size)
      }
      (input, place) = (StridedInput(originals), 0)
    }
    let isWhole = many & 7 == 0
    var block: StridedInput
    if isWhole, source.isBlock, input.stride == source.size {
      block = input.elements(from: place, stride: source.size, count: many)
    } else {
      block = input.gather(source, from: place, many, blocks.sources)
    }
    let isDirect = isWhole && target.isBlock && output.stride == target.size
    var isAny = false
    for step in upTo(plan.count) {
      let isLast = step == plan.count &- 1
      let end =
        isLast && isDirect
        ? output.elements(from: first, stride: target.size, count: many)
        : blocks.targets.elements(from: 0, stride: isLast ? target.blockSize : 16, count: many)
      let doubts = blocks.doubts(step)
      isAny = run(step, block, end, many, doubts) || isAny
      block = StridedInput(end)
    }
    if !isDirect { output.scatter(plan.ending, from: first, many, block) }
    if isAny { convertDoubtful(input, place, output, first, many, blocks) }
  }

  @discardableResult
  private func run(
    _ step: Int, _ start: StridedInput, _ end: StridedOutput, _ many: Int, _ doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(plan.kernels[step & 3], start, end, many, doubts: doubts)
    if step == 0 { job.source_order = source.blockOrder }
    job.target_order = target.blockOrder
    // Of what is far greater than the numbers of bytes, the error may be greater than their steps.
    if target.isBytes, source.space != target.space { job.limit = 1.125 }
    func number(_ row: Int, _ column: Int) -> Float { Float(plan.matrix[row, column]) }
    job.matrix = (
      number(0, 0), number(0, 1), number(0, 2), number(1, 0), number(1, 1), number(1, 2),
      number(2, 0), number(2, 1), number(2, 2)
    )
    return job.run()
  }

  // MARK: One by one

  @inline(never)
  private func convertDoubtful(
    _ input: StridedInput, _ place: Int, _ output: StridedOutput, _ first: Int, _ many: Int,
    _ blocks: PixelBlocks
  ) {
    // Pixels of an image are often like the one before.
    var last = -1
    var index = 0
    while index < many {
      // Whether there is doubt about any of eight.
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
      if last >= 0, input.isSame(place &+ index, place &+ last, size: source.size) {
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
    var numbers = input.numbers(source, place).tamed
    if source.space == target.space, source.isPremultiplied, target.isPremultiplied {
      numbers.w = min(max(numbers.w, 0), 1)
      return output.pack(target.plain, index, numbers)
    }
    guard let color = Color(numbers, of: source) else { return }
    output.pack(target, index, color.numbers(in: target.space))
  }
}
