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
  func convert(_ input: InputList<UInt8>, _ output: OutputList<UInt8>) {
    guard plan.count > 0 else {
      for index in upTo(input.count) { convertExactly(input, index, output, index) }
      return
    }
    var first = convertAtOnce(input, output)
    guard first < input.count else { return }
    var blocks = PixelBlocks()
    withUnsafeMutablePointer(to: &blocks) { blocks in
      while first < input.count {
        let many = min(input.count &- first, PixelBlocks.capacity)
        convert(input, output, from: first, many, blocks)
        first &+= many
      }
    }
  }

  /// Converts what needs no room and leaves no doubt. Returns how many pixels that were.
  private func convertAtOnce(_ input: InputList<UInt8>, _ output: OutputList<UInt8>) -> Int {
    let many = input.count & ~7
    guard plan.isWithoutDoubt, many > 0, source.isBlock, target.isBlock,
      input.stride == source.size, output.stride == target.size,
      source.size == target.size || !overlap(input, source.size, output, target.size)
    else { return 0 }
    var none: Int32 = 0
    run(0, input.address(0), output.address(0), many, &none)
    return many
  }

  /// Converts at most as many pixels as a block has.
  private func convert(
    _ input: InputList<UInt8>, _ output: OutputList<UInt8>, from first: Int, _ many: Int,
    _ blocks: UnsafeMutablePointer<PixelBlocks>
  ) {
    let room = UnsafeMutableRawPointer(blocks)
    let size = MemoryLayout<PixelBlocks.Pixels>.size
    let (sources, originals, targets) = (room, room + size, room + 2 &* size)
    let doubts = (room + 3 &* size).assumingMemoryBound(to: Int32.self)
    // What the pixels were must be known as long as there can be doubt.
    var (input, place) = (input, first)
    if overlap(input, source.size, output, target.size) {
      input.copy(from: first, many, size: source.size, to: originals)
      (input, place) = (InputList(known: originals, source.size, many, input.name), 0)
    }
    let isWhole = many & 7 == 0
    var start = UnsafeRawPointer(sources)
    if isWhole, source.isBlock, input.stride == source.size {
      start = input.address(place)
    } else {
      input.gather(source, from: place, many, sources)
    }
    let isDirect = isWhole && target.isBlock && output.stride == target.size
    let end = isDirect ? output.address(first) : targets
    var isAny = false
    var step = 0
    while step < plan.count {
      let isLast = step == plan.count &- 1
      isAny =
        run(
          step, step == 0 ? start : UnsafeRawPointer(targets), isLast ? end : targets, many,
          doubts + step &* PixelBlocks.capacity) || isAny
      step &+= 1
    }
    if !isDirect { output.scatter(plan.ending, from: first, many, targets) }
    if isAny { convertDoubtful(input, place, output, first, many, doubts) }
  }

  @discardableResult
  private func run(
    _ step: Int, _ start: UnsafeRawPointer, _ end: UnsafeMutableRawPointer, _ many: Int,
    _ doubts: UnsafeMutablePointer<Int32>
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
    _ input: InputList<UInt8>, _ place: Int, _ output: OutputList<UInt8>, _ first: Int, _ many: Int,
    _ doubts: UnsafeMutablePointer<Int32>
  ) {
    // Pixels of an image are often like the one before.
    var last = -1
    var index = 0
    while index < many {
      // Whether there is doubt about any of eight.
      var any: UInt64 = 0
      var one: Int32 = 0
      for step in upTo(plan.count) {
        let row = UnsafeRawPointer(doubts + (step &* PixelBlocks.capacity &+ index))
        if index & 7 == 0 {
          let words = row.loadUnaligned(as: SIMD4<UInt64>.self)
          any |= words.x | words.y | words.z | words.w
        }
        one |= row.load(as: Int32.self)
      }
      if index & 7 == 0, any == 0 {
        index &+= 8
        continue
      }
      defer { index &+= 1 }
      if one == 0 { continue }
      if last >= 0, input.isSame(place &+ index, place &+ last, size: source.size) {
        output.address(first &+ index).copyMemory(
          from: output.address(first &+ last), byteCount: target.size & .max)
      } else {
        convertExactly(input, place &+ index, output, first &+ index)
      }
      last = index
    }
  }

  private func convertExactly(
    _ input: InputList<UInt8>, _ place: Int, _ output: OutputList<UInt8>, _ index: Int
  ) {
    var numbers = input.numbers(source, place).tamed
    if source.space == target.space, source.isPremultiplied, target.isPremultiplied {
      numbers.w = min(max(numbers.w, 0), 1)
      return output.pack(target.plain, from: index, to: index &+ 1) { _ in numbers }
    }
    guard let color = Color(numbers, of: source) else { return }
    numbers = color.numbers(in: target.space)
    output.pack(target, from: index, to: index &+ 1) { _ in numbers }
  }
}

/// Whether pixels that are read lie where others are written.
func overlap(
  _ input: InputList<UInt8>, _ size: Int, _ output: OutputList<UInt8>, _ outputSize: Int
) -> Bool {
  guard input.count > 0 else { return false }
  let start = UInt(bitPattern: input.address(0))
  let place = UInt(bitPattern: output.address(0))
  let end = UInt(bitPattern: input.address(input.count &- 1)) &+ UInt(bitPattern: size)
  let placeEnd =
    UInt(bitPattern: output.address(output.count &- 1)) &+ UInt(bitPattern: outputSize)
  return start < placeEnd && place < end
}

extension InputList<UInt8> {
  fileprivate func isSame(_ a: Int, _ b: Int, size: Int) -> Bool {
    for offset in upTo(size)
    where (address(a) + offset).load(as: UInt8.self) != (address(b) + offset).load(as: UInt8.self) {
      return false
    }
    return true
  }
}
