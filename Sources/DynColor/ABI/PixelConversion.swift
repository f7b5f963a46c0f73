// Pixels of one layout as pixels of another: in blocks, by kernels, and one by one where those are in
// doubt.

import CKernels

/// What makes pixels of a layout of those of another.
struct PixelConversion {
  private let source, target: PixelLayout
  private var kernels = [4 of dyncolor_kernel](repeating: DYNCOLOR_KERNEL_TAME)
  private var count = 0
  private var matrix = Matrix3.identity
  /// What is still to be done to a block of the last kernel's.
  private var ending: PixelLayout

  init(from source: PixelLayout, to target: PixelLayout) {
    self.source = source
    self.target = target
    ending = target.plain
    guard source.hasKernels, target.hasKernels else { return }
    if source.space == target.space { planAlpha() } else { planColor() }
  }

  private mutating func add(_ kernel: dyncolor_kernel) {
    kernels[count & 3] = kernel
    count &+= 1
  }

  /// Between layouts of one space.
  private mutating func planAlpha() {
    switch (source.isPremultiplied, target.isPremultiplied) {
    case (true, false):
      add(source.isBytes ? DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY : DYNCOLOR_KERNEL_UNPREMULTIPLY)
      if target.isBytes { add(DYNCOLOR_KERNEL_NARROW_NEAR) }
    case (false, true):
      if source.isBytes { add(DYNCOLOR_KERNEL_WIDEN) }
      if !source.isBytes, !target.isBlock, !target.isBytes { add(DYNCOLOR_KERNEL_TAME) }
      planPremultiplying()
    default:
      switch (source.isBytes, target.isBytes) {
      case (true, true): add(DYNCOLOR_KERNEL_REORDER)
      case (true, false): add(DYNCOLOR_KERNEL_WIDEN)
      case (false, true): add(DYNCOLOR_KERNEL_NARROW)
      case (false, false): add(DYNCOLOR_KERNEL_TAME)
      }
    }
  }

  /// Between layouts of different spaces.
  private mutating func planColor() {
    let (before, after) = (source.space.rectangular, target.space.rectangular)
    if before != after { matrix = before.primaries.matrix(to: after.primaries) }
    let isMoved = before.primaries != after.primaries
    let kernel: dyncolor_kernel? =
      switch (before.transfer == .srgb, after.transfer == .srgb) {
      case _ where before == after: nil
      case (let isEncoded, _) where after == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_DECODE_TO_OKLAB : DYNCOLOR_KERNEL_TO_OKLAB
      case (_, let isEncoded) where before == .oklab:
        isEncoded ? DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE : DYNCOLOR_KERNEL_FROM_OKLAB
      case (true, true): DYNCOLOR_KERNEL_DECODE_MOVE_ENCODE
      case (true, false): isMoved ? DYNCOLOR_KERNEL_DECODE_MOVE : DYNCOLOR_KERNEL_DECODE
      case (false, true): isMoved ? DYNCOLOR_KERNEL_MOVE_ENCODE : DYNCOLOR_KERNEL_ENCODE
      case (false, false): DYNCOLOR_KERNEL_MOVE
      }
    let isStraight = !source.isPremultiplied && !target.isPremultiplied
    switch (kernel, source.isBytes && !source.isPremultiplied, target.isBytes && isStraight) {
    // Some in one go.
    case (DYNCOLOR_KERNEL_DECODE_MOVE_ENCODE, true, true):
      return add(DYNCOLOR_KERNEL_BYTES_DECODE_MOVE_ENCODE)
    case (DYNCOLOR_KERNEL_ENCODE, false, true) where !source.isBytes:
      return add(DYNCOLOR_KERNEL_ENCODE_NARROW)
    case (DYNCOLOR_KERNEL_FROM_OKLAB_ENCODE, false, true) where source.space == .oklab:
      return add(DYNCOLOR_KERNEL_FROM_OKLAB_NARROW)
    case (DYNCOLOR_KERNEL_DECODE, true, _): add(DYNCOLOR_KERNEL_WIDEN_DECODE)
    case (DYNCOLOR_KERNEL_DECODE_TO_OKLAB, true, _): add(DYNCOLOR_KERNEL_WIDEN_TO_OKLAB)
    default:
      if source.isBytes {
        add(
          source.isPremultiplied ? DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY : DYNCOLOR_KERNEL_WIDEN)
      } else if source.isPremultiplied {
        add(DYNCOLOR_KERNEL_UNPREMULTIPLY)
      }
      if source.space == .oklch { add(DYNCOLOR_KERNEL_STRAIGHTEN) }
      if let kernel { add(kernel) }
    }
    if target.space == .oklch { add(DYNCOLOR_KERNEL_BEND) }
    if target.isPremultiplied {
      planPremultiplying()
    } else if target.isBytes {
      add(DYNCOLOR_KERNEL_NARROW_NEAR)
    }
  }

  private mutating func planPremultiplying() {
    if target.isBytes {
      add(DYNCOLOR_KERNEL_NARROW_PREMULTIPLY)
    } else if target.isBlock {
      add(DYNCOLOR_KERNEL_PREMULTIPLY)
    } else {
      // Words are cut before they are multiplied, and halves rounded afterwards, as packing does it.
      ending = target
    }
  }
}

extension PixelConversion {
  /// Whether what it makes of a layout is what packing makes of unpacked pixels: bytes are.
  var isExact: Bool { target.isBytes }

  func convert(_ input: InputList<UInt8>, _ output: OutputList<UInt8>) {
    guard count > 0 else {
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
    guard count == 1, isWithoutDoubt, many > 0, source.isBlock, target.isBlock,
      input.stride == source.size, output.stride == target.size,
      source.size == target.size || !overlap(input, source.size, output, target.size)
    else { return 0 }
    var none: Int32 = 0
    run(0, input.address(0), output.address(0), many, &none)
    return many
  }

  private var isWithoutDoubt: Bool {
    switch kernels[0] {
    case DYNCOLOR_KERNEL_REORDER, DYNCOLOR_KERNEL_NARROW, DYNCOLOR_KERNEL_WIDEN,
      DYNCOLOR_KERNEL_WIDEN_UNPREMULTIPLY, DYNCOLOR_KERNEL_WIDEN_DECODE,
      DYNCOLOR_KERNEL_WIDEN_TO_OKLAB:
      true
    default: false
    }
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
    while step < count {
      let isLast = step == count &- 1
      isAny =
        run(
          step, step == 0 ? start : UnsafeRawPointer(targets), isLast ? end : targets, many,
          doubts + step &* PixelBlocks.capacity) || isAny
      step &+= 1
    }
    if !isDirect { output.scatter(ending, from: first, many, targets) }
    if isAny { convertDoubtful(input, place, output, first, many, doubts) }
  }

  @discardableResult
  private func run(
    _ step: Int, _ start: UnsafeRawPointer, _ end: UnsafeMutableRawPointer, _ many: Int,
    _ doubts: UnsafeMutablePointer<Int32>
  ) -> Bool {
    var job = dyncolor_kernel_job(kernels[step & 3], start, end, many, doubts: doubts)
    if step == 0 { job.source_order = source.blockOrder }
    job.target_order = target.blockOrder
    // Of what is far greater than the numbers of bytes, the error may be greater than their steps.
    if target.isBytes, source.space != target.space { job.limit = 1.125 }
    func number(_ row: Int, _ column: Int) -> Float { Float(matrix[row, column]) }
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
      for step in upTo(count) {
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
