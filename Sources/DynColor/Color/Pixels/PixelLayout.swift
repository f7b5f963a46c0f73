// Color: the layout of a pixel: storage format, kind of alpha, and color space.

/// The layout of the pixels of a host.
struct PixelLayout: BitwiseCopyable, Equatable {
  /// The value of the constant of `dyncolor_layout`: a format and flags.
  let rawValue: UInt32

  // The formats, without flags. The constants from 11 on are for 32-bit words; `init(_:)` replaces
  // them by the formats of their bytes.
  static var float4: PixelLayout { PixelLayout(rawValue: 1) }
  static var rgba8: PixelLayout { PixelLayout(rawValue: 2) }
  static var bgra8: PixelLayout { PixelLayout(rawValue: 3) }
  static var argb8: PixelLayout { PixelLayout(rawValue: 4) }
  static var abgr8: PixelLayout { PixelLayout(rawValue: 5) }
  static var rgb8: PixelLayout { PixelLayout(rawValue: 6) }
  static var bgr8: PixelLayout { PixelLayout(rawValue: 7) }
  static var rgba16: PixelLayout { PixelLayout(rawValue: 8) }
  static var half4: PixelLayout { PixelLayout(rawValue: 9) }
  static var double4: PixelLayout { PixelLayout(rawValue: 10) }

  // The bits of a format, and the flags.
  private static var formatMask: UInt32 { 0xFF }
  private static var premultiplied: UInt32 { 0x100 }
  private static var linear: UInt32 { 0x200 }
  private static var displayP3: UInt32 { 0x400 }
  private static var oklab: UInt32 { 0x800 }
  private static var oklch: UInt32 { 0x1000 }

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layout of a C constant; `nil` if there is none. A constant for 32-bit words becomes the
  /// layout of their bytes on this machine.
  init?(_ rawValue: UInt32) {
    switch rawValue & PixelLayout.formatMask {
    case 1...10: self.init(rawValue: rawValue)
    // Words whose bytes, from the highest to the lowest, are RGBA, BGRA, ARGB and ABGR.
    case 11: self.init(wordsOf: rawValue, little: .abgr8, big: .rgba8)
    case 12: self.init(wordsOf: rawValue, little: .argb8, big: .bgra8)
    case 13: self.init(wordsOf: rawValue, little: .bgra8, big: .argb8)
    case 14: self.init(wordsOf: rawValue, little: .rgba8, big: .abgr8)
    default: return nil
    }
    guard hasAlpha || !isPremultiplied else { return nil }
    switch rawValue & ~(PixelLayout.formatMask | PixelLayout.premultiplied) {
    case 0, PixelLayout.linear, PixelLayout.displayP3, PixelLayout.linear | PixelLayout.displayP3:
      break
    // Components of Oklab and OKLCH are not in 0…1, so they need floats, and an angle cannot be
    // premultiplied.
    case PixelLayout.oklab where isFloating: break
    case PixelLayout.oklch where isFloating && !isPremultiplied: break
    default: return nil
    }
  }

  /// The message that says why a number is not a valid layout. `init(_:)` must have returned `nil`
  /// for the number.
  static func messageForInvalid(_ rawValue: UInt32) -> StaticString {
    guard let format = PixelLayout(rawValue & formatMask) else {
      return "not a constant of dyncolor_layout; pass one, such as DYNCOLOR_LAYOUT_RGBA8"
    }
    let allFlags = premultiplied | linear | displayP3 | oklab | oklch
    guard rawValue & ~(formatMask | allFlags) == 0 else {
      return "unknown flags of a layout; pass only those of dyncolor_layout"
    }
    guard format.hasAlpha || rawValue & premultiplied == 0 else {
      return "the layouts RGB8 and BGR8 have no alpha; leave out DYNCOLOR_LAYOUT_PREMULTIPLIED"
    }
    guard format.isFloating else {
      return "the flags OKLAB and OKLCH go only with FLOAT4, HALF4 and DOUBLE4; pass one of these"
    }
    return rawValue & oklch == 0
      ? "the flag OKLAB allows no other flag than PREMULTIPLIED; leave out the others"
      : "the flag OKLCH allows no other flag; leave out the others"
  }

  /// The layout of words with the flags of `rawValue`, and with the format that the bytes of a word
  /// have on a little-endian or a big-endian machine.
  private init(wordsOf rawValue: UInt32, little: PixelLayout, big: PixelLayout) {
    let format = UInt32(1).littleEndian == 1 ? little : big
    self.init(rawValue: rawValue & ~PixelLayout.formatMask | format.rawValue)
  }

  /// The layout that has the same format and no flags.
  var withoutFlags: PixelLayout { PixelLayout(rawValue: rawValue & PixelLayout.formatMask) }

  private var hasAlpha: Bool { withoutFlags != .rgb8 && withoutFlags != .bgr8 }

  private var isFloating: Bool {
    withoutFlags == .float4 || withoutFlags == .half4 || withoutFlags == .double4
  }

  var isPremultiplied: Bool { rawValue & PixelLayout.premultiplied != 0 }

  /// The color space of the components.
  var space: ColorSpace {
    if rawValue & PixelLayout.oklab != 0 { return .oklab }
    if rawValue & PixelLayout.oklch != 0 { return .oklch }
    let isLinear = rawValue & PixelLayout.linear != 0
    if rawValue & PixelLayout.displayP3 != 0 { return isLinear ? .displayP3Linear : .displayP3 }
    return isLinear ? .srgbLinear : .srgb
  }

  /// The size of a pixel in bytes.
  var size: Int {
    switch withoutFlags {
    case .float4: 16
    case .rgb8, .bgr8: 3
    case .rgba16, .half4: 8
    case .double4: 32
    default: 4
    }
  }

  /// The bit positions of red, green, blue and alpha in a pixel of four bytes that is loaded as a
  /// little-endian number; `nil` for formats of other sizes.
  var byteOrder: SIMD4<UInt8>? {
    switch withoutFlags {
    case .rgba8: SIMD4(0, 8, 16, 24)
    case .bgra8: SIMD4(16, 8, 0, 24)
    case .argb8: SIMD4(8, 16, 24, 0)
    case .abgr8: SIMD4(24, 16, 8, 0)
    default: nil
    }
  }

  /// Performs generic work, which is specialized for the format of this layout. Returns the result
  /// of the work.
  @inline(__always)
  func perform<Work: PixelWork>(_ work: Work) -> Work.Result {
    switch withoutFlags {
    case .float4: work.perform(Float4.self)
    case .rgba8: work.perform(RGBA8.self)
    case .bgra8: work.perform(BGRA8.self)
    case .argb8: work.perform(ARGB8.self)
    case .abgr8: work.perform(ABGR8.self)
    case .rgb8: work.perform(RGB8.self)
    case .bgr8: work.perform(BGR8.self)
    case .rgba16: work.perform(RGBA16.self)
    case .half4: work.perform(Half4.self)
    default: work.perform(Double4.self)
    }
  }
}

/// Generic work, which the compiler specializes for each pixel format.
protocol PixelWork {
  associatedtype Result

  func perform<Format: PixelFormat>(_ format: Format.Type) -> Result
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
  var rgba: SIMD4<Float> { Float4.pack(numbers(in: .srgb), isPremultiplied: false) }

  /// True if the color is in sRGB, and its components and alpha are those that
  /// `ResolvedCell.numbers` computes from its cell: either floats or steps of 1/255.
  @inline(never)
  var followsFromCell: Bool { followsFromCell(hasFloats: hasFloats) }

  /// What `followsFromCell` is, for callers that know what `hasFloats` is.
  @inline(__always)
  func followsFromCell(hasFloats: Bool) -> Bool {
    spaceNumber == ColorSpace.srgb.rawValue && (hasFloats || hasSteps)
  }

  /// True if a `Float` can represent each component and alpha exactly.
  @inline(__always)
  var hasFloats: Bool {
    // The bits of the differences are those of 0. The compiler computes two of them at once.
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

  /// True if each component and alpha is a step of 1/255 that the nearest `Float` tells.
  @inline(never)
  private var hasSteps: Bool { hasNumbers(ResolvedCell(rgba).numbers(areBytes: true)) }

  /// The components in a space, and alpha, clamped to 0…1 and rounded to 8 bits, in RGBA order.
  func bytes(in space: ColorSpace) -> SIMD4<UInt8> {
    RGBA8.pack(numbers(in: space), isPremultiplied: false)
  }

  /// The color of a pixel with these numbers; `nil` unless all numbers are finite.
  ///
  /// Alpha is clamped to 0…1, because compositing may leave alpha slightly outside.
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
