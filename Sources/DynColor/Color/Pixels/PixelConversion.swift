// Color: converting arrays of pixels between layouts. Kernels convert blocks, and pixels whose
// result a kernel doubts are converted one by one in double precision.

import CKernels

/// Converts pixels from one layout to another.
struct PixelConversion {
  private let plan: PixelPlan

  init(from source: PixelLayout, to target: PixelLayout) {
    plan = PixelPlan(from: source, to: target)
  }

  private var source: PixelLayout { plan.source }
  private var target: PixelLayout { plan.target }
}

extension PixelConversion {
  /// Converts all pixels of `input`.
  @_optimize(speed)
  func convert(_ input: StridedInput, _ output: StridedOutput) {
    guard plan.kernelCount > 0 else {
      for index in upTo(input.count) { convertExactly(input, index, output, index) }
      return
    }
    // The number of pixels that are converted so far.
    var first = convertDirectly(input, output)
    guard first < input.count else { return }
    let overwritesInput = areOverlapping(input, output)
    PixelBlocks.withBlocks(for: input.count &- first) { blocks in
      while first < input.count {
        let pixelCount = min(input.count &- first, blocks.capacity)
        convert(
          input, output, from: first, pixelCount, blocks, overwritesInput: overwritesInput)
        first &+= pixelCount
      }
    }
  }

  private func areOverlapping(_ input: StridedInput, _ output: StridedOutput) -> Bool {
    input.overlaps(output, size: source.size, outputSize: target.size)
  }

  /// If the plan has only one kernel, which never doubts a result, and this kernel can read and
  /// write the host's memory directly, converts the pixels up to the last multiple of eight.
  /// Returns the number of converted pixels; 0 if a condition does not hold. Input and output may
  /// be the same memory only if their pixels have the same size: otherwise a kernel would overwrite
  /// pixels that it has not read yet.
  private func convertDirectly(_ input: StridedInput, _ output: StridedOutput) -> Int {
    let pixelCount = input.count & ~7
    guard plan.isOneKernelWithoutDoubts, pixelCount > 0, source.isBlockFormat, target.isBlockFormat,
      input.stride == source.size, output.stride == target.size,
      source.size == target.size || !areOverlapping(input, output)
    else { return 0 }
    // The only kernel never doubts a result, so it writes nothing to the memory for doubts.
    run(0, input, output, pixelCount, doubts: output)
    return pixelCount
  }

  /// Converts `pixelCount` pixels from `first` on: at most as many as a block has.
  /// `overwritesInput` is true if the memory of `output` overlaps that of `input`.
  @_optimize(speed)
  private func convert(
    _ input: StridedInput, _ output: StridedOutput, from first: Int, _ pixelCount: Int,
    _ blocks: PixelBlocks, overwritesInput: Bool
  ) {
    // Pixels whose results are doubted are converted again, so the original pixels must be kept.
    var (originals, originalsStart) = (input, first)
    if overwritesInput {
      // The copies use memory that compositing needs for backdrops, and a conversion does not.
      let copies = blocks.backdropsOrOriginals.elements(
        from: 0, stride: source.size, count: pixelCount)
      for index in upTo(pixelCount) {
        copies.copyElement(to: index, from: input, first &+ index, size: source.size)
      }
      (originals, originalsStart) = (StridedInput(copies), 0)
    }
    let isMultipleOfEight = pixelCount & 7 == 0
    var block: StridedInput
    if isMultipleOfEight, source.isBlockFormat, originals.stride == source.size {
      block = originals.elements(from: originalsStart, stride: source.size, count: pixelCount)
    } else {
      block = originals.gather(source, from: originalsStart, pixelCount, blocks.sources)
    }
    let writesToOutput = isMultipleOfEight && target.isBlockFormat && output.stride == target.size
    var hasDoubts = false
    // Each kernel converts the block that the one before it has written.
    for kernelIndex in upTo(plan.kernelCount) {
      let isLast = kernelIndex == plan.kernelCount &- 1
      let nextBlock =
        isLast && writesToOutput
        ? output.elements(from: first, stride: target.size, count: pixelCount)
        : blocks.targets.elements(
          // Between two kernels, pixels are four floats.
          from: 0, stride: isLast ? target.blockSize : PixelLayout.float4.size, count: pixelCount)
      let doubts = blocks.doubts(ofKernel: kernelIndex)
      hasDoubts = run(kernelIndex, block, nextBlock, pixelCount, doubts: doubts) || hasDoubts
      block = StridedInput(nextBlock)
    }
    // `packingLayout` is the target, but does not premultiply if the kernels have done so.
    if !writesToOutput { output.scatter(plan.packingLayout, from: first, pixelCount, block) }
    if hasDoubts { convertDoubtful(originals, originalsStart, output, first, pixelCount, blocks) }
  }

  /// Runs a kernel of the plan. Returns whether the kernel doubts any result.
  @discardableResult
  @_optimize(speed)
  private func run(
    _ kernelIndex: Int, _ source: StridedInput, _ target: StridedOutput, _ pixelCount: Int,
    doubts: StridedOutput
  ) -> Bool {
    var job = dyncolor_kernel_job(
      plan.kernels[kernelIndex & 3], source, target, pixelCount, doubts: doubts)
    if kernelIndex == 0 { job.source_order = self.source.channelOrder }
    job.target_order = self.target.channelOrder
    // Pixels with a component above this limit are doubted. The error of a kernel grows with the
    // components: far above 1, it could be greater than 1/255, the step between two bytes.
    if self.target.isBytes, self.source.space != self.target.space { job.doubt_limit = 1.125 }
    func number(_ row: Int, _ column: Int) -> Float { Float(plan.matrix[row, column]) }
    job.matrix = (
      number(0, 0), number(0, 1), number(0, 2), number(1, 0), number(1, 1), number(1, 2),
      number(2, 0), number(2, 1), number(2, 2)
    )
    return job.run()
  }

  // MARK: Single pixels

  /// Converts the pixels whose results are doubted, again and in double precision.
  @inline(never)
  @_optimize(speed)
  private func convertDoubtful(
    _ input: StridedInput, _ inputStart: Int, _ output: StridedOutput, _ outputStart: Int,
    _ pixelCount: Int, _ blocks: PixelBlocks
  ) {
    // Neighboring pixels of an image are often equal, so the result of the last doubted pixel is
    // reused. −1 means that no pixel has been doubted so far.
    var lastIndex = -1
    var index = 0
    while index < pixelCount {
      // Other than 0 if one of the next eight pixels is doubted.
      var doubtsOfEight: UInt64 = 0
      // Other than 0 if this pixel is doubted.
      var doubt: Int32 = 0
      for kernelIndex in upTo(plan.kernelCount) {
        let doubts = StridedInput(blocks.doubts(ofKernel: kernelIndex))
        if index & 7 == 0 {
          let words = doubts.load(index, as: SIMD4<UInt64>.self)
          doubtsOfEight |= words.x | words.y | words.z | words.w
        }
        doubt |= doubts.load(index, as: Int32.self)
      }
      if index & 7 == 0, doubtsOfEight == 0 {
        index &+= 8
        continue
      }
      defer { index &+= 1 }
      if doubt == 0 { continue }
      if lastIndex >= 0,
        input.areEqual(inputStart &+ index, inputStart &+ lastIndex, size: source.size)
      {
        output.copyElement(
          to: outputStart &+ index, from: StridedInput(output), outputStart &+ lastIndex,
          size: target.size)
      } else {
        convertExactly(input, inputStart &+ index, output, outputStart &+ index)
      }
      lastIndex = index
    }
  }

  /// Converts one pixel in double precision.
  @inline(never)
  @_optimize(speed)
  private func convertExactly(
    _ input: StridedInput, _ inputIndex: Int, _ output: StridedOutput, _ outputIndex: Int
  ) {
    var numbers = input.numbers(source, inputIndex).sanitized
    if source.space == target.space, source.isPremultiplied, target.isPremultiplied {
      numbers.w = min(max(numbers.w, 0), 1)
      // The numbers are premultiplied already, so they are packed as they are.
      return output.pack(target.withoutFlags, outputIndex, numbers)
    }
    guard let color = Color(numbers, of: source) else { return }
    output.pack(target, outputIndex, color.numbers(in: target.space))
  }
}
