// Color: the parts of a pixel layout: the formats that hosts name, how each lies in memory, and the
// flags.

/// A format that a host can name: a constant of `dyncolor_layout` without flags.
enum LayoutFormat: UInt32 {
  case float4 = 1
  case rgba8 = 2
  case bgra8 = 3
  case argb8 = 4
  case abgr8 = 5
  case rgb8 = 6
  case bgr8 = 7
  case rgba16 = 8
  case half4 = 9
  case double4 = 10
  // Words of 32 bits. The names list the components from the highest byte to the lowest.
  case rgbaWord = 11
  case bgraWord = 12
  case argbWord = 13
  case abgrWord = 14

  /// The format of a value of `dyncolor_layout`; `nil` if there is none.
  init?(of layout: UInt32) { self.init(rawValue: layout & 0xFF) }

  /// The name of the constant, without `DYNCOLOR_LAYOUT_`.
  var name: StaticString {
    switch self {
    case .float4: "FLOAT4"
    case .rgba8: "RGBA8"
    case .bgra8: "BGRA8"
    case .argb8: "ARGB8"
    case .abgr8: "ABGR8"
    case .rgb8: "RGB8"
    case .bgr8: "BGR8"
    case .rgba16: "RGBA16"
    case .half4: "HALF4"
    case .double4: "DOUBLE4"
    case .rgbaWord: "RGBA_WORD"
    case .bgraWord: "BGRA_WORD"
    case .argbWord: "ARGB_WORD"
    case .abgrWord: "ABGR_WORD"
    }
  }

  /// What a pixel is for a program in C.
  var shape: PixelShape {
    switch self {
    case .float4, .rgba8, .bgra8, .argb8, .abgr8, .rgb8, .bgr8, .rgba16, .half4, .double4: .array
    case .rgbaWord, .bgraWord, .argbWord, .abgrWord: .word32
    }
  }

  /// The format in which the pixels lie in memory. For words, that depends on the byte order of
  /// this machine.
  var inMemory: MemoryFormat {
    switch self {
    case .float4: .float4
    case .rgba8: .rgba8
    case .bgra8: .bgra8
    case .argb8: .argb8
    case .abgr8: .abgr8
    case .rgb8: .rgb8
    case .bgr8: .bgr8
    case .rgba16: .rgba16
    case .half4: .half4
    case .double4: .double4
    case .rgbaWord: LayoutFormat.word(little: .abgr8, big: .rgba8)
    case .bgraWord: LayoutFormat.word(little: .argb8, big: .bgra8)
    case .argbWord: LayoutFormat.word(little: .bgra8, big: .argb8)
    case .abgrWord: LayoutFormat.word(little: .rgba8, big: .abgr8)
    }
  }

  /// The format of the bytes of a word: on a little-endian machine `little`, otherwise `big`.
  private static func word(little: MemoryFormat, big: MemoryFormat) -> MemoryFormat {
    UInt32(1).littleEndian == 1 ? little : big
  }
}

/// What a pixel is for a program in C: an array of components, or a number of 32 bits.
enum PixelShape {
  case array, word32
}

/// A format in which pixels lie in memory: the components in their order, and their type.
enum MemoryFormat {
  case float4, rgba8, bgra8, argb8, abgr8, rgb8, bgr8, rgba16, half4, double4

  /// The type of a component.
  var component: PixelComponent {
    switch self {
    case .rgba8, .bgra8, .argb8, .abgr8, .rgb8, .bgr8: .byte
    case .rgba16: .integer16
    case .half4: .half
    case .float4: .float
    case .double4: .double
    }
  }

  var hasAlpha: Bool {
    switch self {
    case .float4, .rgba8, .bgra8, .argb8, .abgr8, .rgba16, .half4, .double4: true
    case .rgb8, .bgr8: false
    }
  }

  /// The size of a pixel in bytes.
  var size: Int { perform(PixelSize()) }

  /// Performs generic work, which is specialized for the format. Returns the result of the work.
  @inline(__always)
  func perform<Work: PixelWork>(_ work: Work) -> Work.Result {
    switch self {
    case .float4: work.perform(Float4.self)
    case .rgba8: work.perform(RGBA8.self)
    case .bgra8: work.perform(BGRA8.self)
    case .argb8: work.perform(ARGB8.self)
    case .abgr8: work.perform(ABGR8.self)
    case .rgb8: work.perform(RGB8.self)
    case .bgr8: work.perform(BGR8.self)
    case .rgba16: work.perform(RGBA16.self)
    case .half4: work.perform(Half4.self)
    case .double4: work.perform(Double4.self)
    }
  }
}

/// The type of the components of a pixel.
enum PixelComponent {
  case byte, integer16, half, float, double

  var isFloating: Bool {
    switch self {
    case .byte, .integer16: false
    case .half, .float, .double: true
    }
  }
}

/// The flags of a value of `dyncolor_layout`.
struct LayoutFlags: BitwiseCopyable, Equatable {
  private let rawValue: UInt32

  private init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// All bits that do not belong to the format, also those that are not flags.
  init(of layout: UInt32) { self.init(layout & ~0xFF) }

  static var none: LayoutFlags { LayoutFlags(0) }
  static var premultiplied: LayoutFlags { LayoutFlags(0x100) }
  static var linear: LayoutFlags { LayoutFlags(0x200) }
  static var displayP3: LayoutFlags { LayoutFlags(0x400) }
  static var oklab: LayoutFlags { LayoutFlags(0x800) }
  static var oklch: LayoutFlags { LayoutFlags(0x1000) }
  static var all: LayoutFlags {
    premultiplied.union(linear).union(displayP3).union(oklab).union(oklch)
  }

  func contains(_ other: LayoutFlags) -> Bool { rawValue & other.rawValue == other.rawValue }

  func union(_ other: LayoutFlags) -> LayoutFlags { LayoutFlags(rawValue | other.rawValue) }

  func subtracting(_ other: LayoutFlags) -> LayoutFlags { LayoutFlags(rawValue & ~other.rawValue) }
}

/// Generic work, which the compiler specializes for each pixel format.
protocol PixelWork {
  associatedtype Result

  func perform<Format: PixelFormat>(_ format: Format.Type) -> Result
}

/// Finds out the size of a pixel in bytes.
private struct PixelSize: PixelWork {
  @inline(__always)
  func perform<Format: PixelFormat>(_ format: Format.Type) -> Int {
    MemoryLayout<Format.Pixel>.size
  }
}
