// Pixel kernels: Swift types for vectors of eight numbers.

import CVectors

/// One component of eight pixels. If a register holds only four floats, the compiler uses two
/// registers.
struct Floats: ExpressibleByFloatLiteral {
  let vector: dyncolor_floats

  @_transparent
  init(_ vector: dyncolor_floats) { self.vector = vector }

  /// The same number in all eight places.
  @_transparent
  init(_ number: Float) { vector = dyncolor_splat(number) }

  @_transparent
  init(floatLiteral number: Float) { vector = dyncolor_splat(number) }

  /// The floats that have these bits.
  @_transparent
  init(bits: Words) { vector = dyncolor_of_bits(bits.vector) }

  @_transparent
  var bits: Words { Words(dyncolor_bits(vector)) }

  @_transparent
  static func + (a: Floats, b: Floats) -> Floats { Floats(dyncolor_add(a.vector, b.vector)) }

  @_transparent
  static func - (a: Floats, b: Floats) -> Floats { Floats(dyncolor_subtract(a.vector, b.vector)) }

  @_transparent
  static func * (a: Floats, b: Floats) -> Floats { Floats(dyncolor_multiply(a.vector, b.vector)) }

  @_transparent
  static func / (a: Floats, b: Floats) -> Floats { Floats(dyncolor_divide(a.vector, b.vector)) }

  @_transparent
  static prefix func - (a: Floats) -> Floats { Floats(dyncolor_negate(a.vector)) }

  @_transparent
  static func < (a: Floats, b: Floats) -> Words { Words(dyncolor_is_less(a.vector, b.vector)) }

  @_transparent
  static func > (a: Floats, b: Floats) -> Words { b < a }

  @_transparent
  static func >= (a: Floats, b: Floats) -> Words {
    Words(dyncolor_is_at_most(b.vector, a.vector))
  }

  @_transparent
  var squareRoot: Floats { Floats(dyncolor_square_root(vector)) }

  @_transparent
  var magnitudes: Floats { Floats(bits: bits & 0x7FFF_FFFF) }

  /// These nonnegative numbers with the signs of others.
  @_transparent
  func signed(as others: Floats) -> Floats { Floats(bits: bits | (others.bits & 0x8000_0000)) }

  /// In each place, the lesser of this number and the one in `others`. If either is NaN, the one
  /// in `others`, so the result may be NaN.
  @_transparent
  func least(_ others: Floats) -> Floats { Floats(dyncolor_least(vector, others.vector)) }

  /// In each place, the greater of this number and the one in `others`. If either is NaN, the one
  /// in `others`, so the result may be NaN.
  @_transparent
  func greatest(_ others: Floats) -> Floats { Floats(dyncolor_greatest(vector, others.vector)) }

  /// Clamped to 0…1. NaN becomes 0.
  @_transparent
  var clamped: Floats { greatest(0.0).least(1.0) }
}

/// Eight 32-bit integers; or a mask, whose words have either all bits or none.
struct Words: ExpressibleByIntegerLiteral {
  let vector: dyncolor_words

  @_transparent
  init(_ vector: dyncolor_words) { self.vector = vector }

  @_transparent
  init(_ number: UInt32) { vector = dyncolor_splat_word(number) }

  @_transparent
  init(integerLiteral number: UInt32) { vector = dyncolor_splat_word(number) }

  /// The integers, which must be below 2^31, as floats.
  @_transparent
  var asFloats: Floats { Floats(dyncolor_values(vector)) }

  // The operators work on each of the eight integers. Comparisons return a mask.

  @_transparent
  static func & (a: Words, b: Words) -> Words { Words(dyncolor_and(a.vector, b.vector)) }

  @_transparent
  static func | (a: Words, b: Words) -> Words { Words(dyncolor_or(a.vector, b.vector)) }

  @_transparent
  static func ^ (a: Words, b: Words) -> Words { Words(dyncolor_xor(a.vector, b.vector)) }

  @_transparent
  static func &+ (a: Words, b: Words) -> Words { Words(dyncolor_sum(a.vector, b.vector)) }

  @_transparent
  static func &- (a: Words, b: Words) -> Words { Words(dyncolor_difference(a.vector, b.vector)) }

  @_transparent
  static func &<< (a: Words, bits: UInt32) -> Words { Words(dyncolor_shift_left(a.vector, bits)) }

  @_transparent
  static func &>> (a: Words, bits: UInt32) -> Words { Words(dyncolor_shift_right(a.vector, bits)) }

  @_transparent
  static func == (a: Words, b: Words) -> Words {
    Words(dyncolor_is_equal_word(a.vector, b.vector))
  }

  /// Compares numbers below 2^31.
  @_transparent
  static func > (a: Words, b: Words) -> Words { Words(dyncolor_is_less_word(b.vector, a.vector)) }

  /// In each place, the greater of this number and the one in `others`, for numbers below 2^31.
  @_transparent
  func greatest(_ others: Words) -> Words { Words(dyncolor_greatest_word(vector, others.vector)) }

  /// True if any bit is set.
  @_transparent
  var isAnySet: Bool { dyncolor_any(vector) != 0 }
}

/// `a · b + c`. Rounded only once where the processor has a fused multiply-add.
@_transparent
func multiplyAdd(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats {
  Floats(dyncolor_multiply_add(a.vector, b.vector, c.vector))
}

/// The elements of `a` where the mask is set, and those of `b` elsewhere.
@_transparent
func select(_ mask: Words, _ a: Floats, _ b: Floats) -> Floats {
  Floats(dyncolor_select(mask.vector, a.vector, b.vector))
}

// MARK: - Three components

/// The three components of eight pixels. An operation on all three is written once, so that the
/// processor computes them in parallel and loads each constant once.
struct Components {
  var x, y, z: Floats

  @_transparent
  init(_ x: Floats, _ y: Floats, _ z: Floats) {
    self.x = x
    self.y = y
    self.z = z
  }

  @_transparent
  func map(_ change: (Floats) -> Floats) -> Components {
    Components(change(x), change(y), change(z))
  }

  @_transparent
  static func * (a: Components, b: Components) -> Components {
    Components(a.x * b.x, a.y * b.y, a.z * b.z)
  }

  @_transparent
  static func * (a: Components, b: Floats) -> Components {
    Components(a.x * b, a.y * b, a.z * b)
  }

  @_transparent
  static prefix func - (a: Components) -> Components { Components(-a.x, -a.y, -a.z) }

  @_transparent
  var magnitudes: Components { Components(x.magnitudes, y.magnitudes, z.magnitudes) }

  @_transparent
  func signed(as others: Components) -> Components {
    Components(x.signed(as: others.x), y.signed(as: others.y), z.signed(as: others.z))
  }

  /// These components where `others` are greater than `limit`, and `rest` elsewhere.
  @_transparent
  func chosen(
    where others: Components, isAbove limit: Floats, otherwise rest: Components
  ) -> Components {
    Components(
      select(others.x > limit, x, rest.x), select(others.y > limit, y, rest.y),
      select(others.z > limit, z, rest.z))
  }
}

@_transparent
func multiplyAdd(_ a: Components, _ b: Components, _ c: Components) -> Components {
  Components(multiplyAdd(a.x, b.x, c.x), multiplyAdd(a.y, b.y, c.y), multiplyAdd(a.z, b.z, c.z))
}

@_transparent
func multiplyAdd(_ a: Components, _ b: Components, _ c: Floats) -> Components {
  Components(multiplyAdd(a.x, b.x, c), multiplyAdd(a.y, b.y, c), multiplyAdd(a.z, b.z, c))
}

@_transparent
func multiplyAdd(_ a: Components, _ b: Floats, _ c: Floats) -> Components {
  Components(multiplyAdd(a.x, b, c), multiplyAdd(a.y, b, c), multiplyAdd(a.z, b, c))
}
