// Color: the layout of a pixel: storage format, kind of alpha, and color space.

/// The layout of the pixels of a host: what a value of `dyncolor_layout` means on this machine.
struct PixelLayout: BitwiseCopyable, Equatable {
  /// How a pixel lies in memory. A pixel that is a 32-bit word in C has the format of the word's
  /// bytes.
  let memoryFormat: MemoryFormat
  let flags: LayoutFlags

  private init(_ format: MemoryFormat, _ flags: LayoutFlags = .none) {
    memoryFormat = format
    self.flags = flags
  }

  static var float4: PixelLayout { PixelLayout(.float4) }
  static var rgba8: PixelLayout { PixelLayout(.rgba8) }

  /// The layout that a value of `dyncolor_layout` stands for: a format, and perhaps flags. `nil` if
  /// the value is not valid.
  @_optimize(speed)
  init?(_ rawValue: UInt32) {
    guard let format = LayoutFormat(of: rawValue) else { return nil }
    self.init(format.inMemory, LayoutFlags(of: rawValue))
    guard !isPremultiplied || memoryFormat.hasAlpha else { return nil }
    switch flags.subtracting(.premultiplied) {
    case .none, .linear, .displayP3, .linear.union(.displayP3): break
    // Components of Oklab and OKLCH are not in 0…1, so they need floats, and an angle cannot be
    // premultiplied.
    case .oklab where memoryFormat.component.isFloating: break
    case .oklch where memoryFormat.component.isFloating && !isPremultiplied: break
    default: return nil
    }
  }

  /// The message that says why a number is not a valid layout. `init(_:)` must have returned `nil`
  /// for the number.
  static func messageForInvalid(_ rawValue: UInt32) -> StaticString {
    guard let format = LayoutFormat(of: rawValue)?.inMemory else {
      return "not a constant of dyncolor_layout; pass one, such as DYNCOLOR_LAYOUT_RGBA8"
    }
    let flags = LayoutFlags(of: rawValue)
    guard LayoutFlags.all.contains(flags) else {
      return "unknown flags of a layout; pass only those of dyncolor_layout"
    }
    guard !flags.contains(.premultiplied) || format.hasAlpha else {
      return "the layouts RGB8 and BGR8 have no alpha; leave out DYNCOLOR_LAYOUT_PREMULTIPLIED"
    }
    guard format.component.isFloating else {
      return "the flags OKLAB and OKLCH go only with FLOAT4, HALF4 and DOUBLE4; pass one of these"
    }
    return flags.contains(.oklch)
      ? "the flag OKLCH allows no other flag; leave out the others"
      : "the flag OKLAB allows no other flag than PREMULTIPLIED; leave out the others"
  }

  /// The layout that has the same format and no flags.
  var withoutFlags: PixelLayout { PixelLayout(memoryFormat) }

  /// The size of a pixel in bytes.
  var size: Int { memoryFormat.size }

  var isPremultiplied: Bool { flags.contains(.premultiplied) }

  /// The color space of the components.
  var space: ColorSpace {
    if flags.contains(.oklab) { return .oklab }
    if flags.contains(.oklch) { return .oklch }
    let isLinear = flags.contains(.linear)
    if flags.contains(.displayP3) { return isLinear ? .displayP3Linear : .displayP3 }
    return isLinear ? .srgbLinear : .srgb
  }
}

extension Color {
  /// The components of the color in a space, and alpha. Missing components are 0.
  @inline(__always)
  func numbers(in space: ColorSpace) -> SIMD4<Double> {
    space == self.space ? SIMD4(components, alpha) : numbers(inAnother: space)
  }

  @inline(never)
  private func numbers(inAnother space: ColorSpace) -> SIMD4<Double> {
    SIMD4(components(in: space), alpha)
  }

  /// The color in extended sRGB for painting: finite floats, with straight alpha.
  @_optimize(speed)
  var rgba: SIMD4<Float> { rgbaInline }

  /// The same as `rgba`, inlined for callers with many colors, most of which are in sRGB.
  @inline(__always)
  var rgbaInline: SIMD4<Float> { Float4.pack(numbers(in: .srgb), isPremultiplied: false) }

  /// True if the color can be stored in a `ResolvedCell`, which has floats in sRGB, and read back
  /// unchanged: it is in sRGB, and its components and alpha are all floats, or all multiples of
  /// 1/255, to which `ResolvedCell.numbers` can round the floats.
  @inline(never)
  var fitsInCell: Bool { fitsInCell(hasFloats: hasFloats) }

  /// What `fitsInCell` is, for callers that know what `hasFloats` is.
  @inline(__always)
  func fitsInCell(hasFloats: Bool) -> Bool {
    spaceNumber == ColorSpace.srgb.rawValue && (hasFloats || hasSteps)
  }

  /// True if a `Float` can represent each component and alpha exactly.
  @inline(__always)
  var hasFloats: Bool {
    // A number is a float if it does not differ from the nearest float. A difference of 0 has no
    // bits set. So the bits of all differences are combined, and compared with 0 once.
    func rest(_ number: Double) -> UInt64 { (Double(Float(number)) - number).bitPattern }
    return rest(components.x) | rest(components.y) | rest(components.z) | rest(alpha) == 0
  }

  /// Returns whether the components and alpha have the same bits as `numbers`.
  @inline(__always)
  func hasNumbers(_ numbers: SIMD4<Double>) -> Bool {
    numbers.x.bitPattern == components.x.bitPattern
      && numbers.y.bitPattern == components.y.bitPattern
      && numbers.z.bitPattern == components.z.bitPattern && numbers.w.bitPattern == alpha.bitPattern
  }

  /// True if the components and alpha are stored as floats without loss: rounding each float to a
  /// multiple of 1/255, as a double, gives the number from which the float was made.
  @inline(never)
  @_optimize(speed)
  private var hasSteps: Bool { hasNumbers(ResolvedCell(rgba).numbers(areBytes: true)) }

  /// The components in a space, and alpha, clamped to 0…1 and rounded to 8 bits, in RGBA order.
  @_optimize(speed)
  func bytes(in space: ColorSpace) -> SIMD4<UInt8> {
    RGBA8.pack(numbers(in: space), isPremultiplied: false)
  }

  /// The color of a pixel with these numbers; `nil` unless all numbers are finite.
  ///
  /// Alpha is clamped to 0…1, because compositing may leave alpha slightly outside.
  @_optimize(speed)
  init?(_ numbers: SIMD4<Double>, of layout: PixelLayout) {
    var components = SIMD3(numbers.x, numbers.y, numbers.z)
    guard components.x.isFinite, components.y.isFinite, components.z.isFinite, numbers.w.isFinite
    else { return nil }
    if layout.isPremultiplied {
      for index in 0..<3 {
        // A transparent premultiplied pixel has lost its color. A quotient that overflows keeps its
        // sign.
        components[index] =
          numbers.w > 0 ? (components[index] / numbers.w).clampedToFinite : 0
      }
    }
    self.init(layout.space, components, alpha: min(max(numbers.w, 0), 1))
  }
}

extension Double {
  /// The nearest finite number. The number must not be NaN.
  fileprivate var clampedToFinite: Double {
    min(max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
