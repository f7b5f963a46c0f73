// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Arguments from C as values of the core, or the reason why they are none.

import CDynColor
import CPlatform

/// The argument behind a pointer.
@inline(__always)
func required<Value>(
  _ pointer: UnsafePointer<Value>?, _ name: StaticString
) throws(Failure) -> UnsafePointer<Value> {
  guard let pointer else { throw Failure.argument(name, "an argument must not be NULL") }
  return pointer
}

/// The place for an output.
@inline(__always)
func required<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ name: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure.argument(name, "an argument must not be NULL") }
  return pointer
}

/// The bytes of a text argument, which live as long as the call.
@_lifetime(immortal)
func required(
  text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
) throws(Failure) -> Span<UInt8> {
  var count = length
  if let text {
    // DYNCOLOR_NUL_TERMINATED is the greatest size_t.
    if length == -1 { count = Int(strlen(text)) }
  } else if length != 0 {
    throw Failure.argument(name, "a text must not be NULL unless its length is 0")
  }
  guard count >= 0 else {
    throw Failure.argument(name, "the length of a text must be at most PTRDIFF_MAX")
  }
  let bytes = UnsafeBufferPointer(
    start: UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self),
    count: text == nil ? 0 : count & .max)
  return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: ())
}

/// The color that a hex text argument stands for.
func hexColor(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString, _ space: ColorSpace,
  alpha: Double
) throws(Failure) -> Color {
  let bytes = try required(text: text, length, name)
  var cursor = Cursor(bytes)
  do throws(SyntaxError) {
    return try cursor.hexColor(space, alpha: alpha)
  } catch {
    throw Failure.syntax(error, in: bytes)
  }
}

/// A struct that begins with its size, of which a host may know an older or a newer version.
///
/// What it does not know counts as 0; what this library does not know must be 0. The first version
/// is the smallest.
func sized<Value>(
  _ pointer: UnsafePointer<Value>, _ size: Int, _ name: StaticString
) throws(Failure) -> Value {
  guard size >= MemoryLayout<Value>.size, size <= 4096 else {
    throw Failure.argument(name, "a struct must have a size that it can have")
  }
  let raw = UnsafeRawPointer(pointer)
  var offset = MemoryLayout<Value>.size
  while offset < size {
    guard raw.load(fromByteOffset: offset, as: UInt8.self) == 0 else {
      throw Failure.argument(name, "what this version of the library does not know must be 0")
    }
    offset &+= 1
  }
  return pointer.pointee
}

extension ColorSpace {
  init(_ space: dyncolor_space) throws(Failure) {
    guard let known = ColorSpace(space.rawValue) else {
      throw Failure.argument("space", "an enum value must be one of those listed")
    }
    self = known
  }
}

extension ColorSpace {
  /// A space of red, green and blue.
  init(rgb space: dyncolor_space) throws(Failure) {
    try self.init(space)
    guard isRGB else {
      throw Failure.argument("space", "the space must be one of red, green and blue")
    }
  }
}

/// The value of an enum, if it is one that is listed.
func listed<Value>(_ value: Value?, _ name: StaticString) throws(Failure) -> Value {
  guard let value else {
    throw Failure.argument(name, "an enum value must be one of those listed")
  }
  return value
}

extension AppearanceVocabulary {
  init(_ vocabulary: dyncolor_vocabulary) throws(Failure) {
    switch vocabulary {
    case DYNCOLOR_VOCABULARY_APPKIT: self = .appKit
    case DYNCOLOR_VOCABULARY_UIKIT: self = .uiKit
    case DYNCOLOR_VOCABULARY_CSS: self = .css
    case DYNCOLOR_VOCABULARY_GTK: self = .gtk
    default: throw Failure.argument("vocabulary", "an enum value must be one of those listed")
    }
  }
}

/// An alpha from the host: finite, and in 0…1.
func checked(alpha: Double) throws(Failure) -> Double {
  guard alpha >= 0, alpha <= 1 else { throw Failure.argument("alpha", "alpha must lie in 0...1") }
  return alpha
}

extension Color {
  init(
    _ pointer: UnsafePointer<dyncolor_color>?, _ name: StaticString
  ) throws(Failure) {
    try self.init(required(pointer, name).pointee, name)
  }

  init(_ color: dyncolor_color, _ name: StaticString) throws(Failure) {
    do throws(Problem) {
      try self.init(
        checking: color.space, missing: color.missing,
        SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha)
    } catch {
      switch error {
      case .space:
        throw Failure.argument(name, "the space of a color must be one of those listed")
      case .missing:
        throw Failure.argument(name, "a color must have no unknown bits in missing")
      case .components:
        throw Failure.argument(name, "the components of a color must be finite")
      case .alpha:
        throw Failure.argument(name, "the alpha of a color must lie in 0...1")
      }
    }
  }
}

extension dyncolor_color {
  init(_ color: Color) {
    self.init(
      space: color.space.rawValue, missing: color.missing.rawValue,
      c: (color.components.x, color.components.y, color.components.z), alpha: color.alpha)
  }
}

extension Environment {
  init(
    _ pointer: UnsafePointer<dyncolor_environment>?, _ name: StaticString
  ) throws(Failure) {
    let raw = UnsafeRawPointer(try required(pointer, name))
    do {
      try self.init(words: raw.loadUnaligned(as: SIMD4<UInt64>.self))
    } catch {
      throw Failure.argument(
        name, "an axis of an environment must have a listed value", part: error.axis.fieldPath)
    }
  }

  func write(to pointer: UnsafeMutablePointer<dyncolor_environment>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: words, as: SIMD4<UInt64>.self)
  }
}
