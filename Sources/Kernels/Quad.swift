// Pixel kernels: a group of eight pixels, and how it is loaded and stored.

import CVectors

/// Four components of each of eight pixels, and the mask of pixels in doubt.
struct Quad {
  var x, y, z, w: Floats
  var doubt: Words = 0

  @_transparent
  init(_ x: Floats, _ y: Floats, _ z: Floats, _ w: Floats) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }
}

// MARK: - Floats

// A 4×4 matrix is transposed by interleaving elements first, and then pairs of elements.

/// Transposes pixels (four floats each, in the lower and the upper half) to components, or back.
@_transparent
private func transposed(_ quad: Quad) -> Quad {
  let (x, y, z, w) = (quad.x.vector, quad.y.vector, quad.z.vector, quad.w.vector)
  let (a, b) = (dyncolor_pair_low(x, y), dyncolor_pair_high(x, y))
  let (c, d) = (dyncolor_pair_low(z, w), dyncolor_pair_high(z, w))
  return Quad(
    Floats(dyncolor_join_low(a, c)), Floats(dyncolor_join_high(a, c)),
    Floats(dyncolor_join_low(b, d)), Floats(dyncolor_join_high(b, d)))
}

extension Quad {
  /// Loads eight pixels of floats.
  @_transparent
  init(floats place: UnsafeRawPointer) {
    func pair(_ offset: Int) -> Floats { Floats(dyncolor_load_pair(place + offset)) }
    self = transposed(Quad(pair(0), pair(16), pair(32), pair(48)))
  }

  @_transparent
  func store(floats place: UnsafeMutableRawPointer) {
    let rows = transposed(self)
    dyncolor_store_pair(place, rows.x.vector)
    dyncolor_store_pair(place + 16, rows.y.vector)
    dyncolor_store_pair(place + 32, rows.z.vector)
    dyncolor_store_pair(place + 48, rows.w.vector)
  }
}

// MARK: - Bytes

/// How many bits the bytes of red, green, blue and alpha are shifted in a pixel.
struct ByteOrder {
  let red, green, blue, alpha: UInt32

  @_transparent
  init(_ shifts: (UInt8, UInt8, UInt8, UInt8)) {
    red = UInt32(shifts.0)
    green = UInt32(shifts.1)
    blue = UInt32(shifts.2)
    alpha = UInt32(shifts.3)
  }
}

extension Quad {
  /// Loads eight pixels of bytes, as numbers from 0 to 255.
  @_transparent
  init(bytes place: UnsafeRawPointer, _ order: ByteOrder) {
    let pixels = Words(dyncolor_load(place))
    func number(_ shift: UInt32) -> Floats { ((pixels &>> shift) & 0xFF).values }
    self.init(
      number(order.red), number(order.green), number(order.blue), number(order.alpha))
  }

  /// Stores the low bytes of floats of 2^23 and more, where their integer value lies.
  @_transparent
  func store(lowBits place: UnsafeMutableRawPointer, _ order: ByteOrder) {
    func byte(_ x: Floats, _ shift: UInt32) -> Words { (x.bits & 0xFF) &<< shift }
    let color = byte(x, order.red) | byte(y, order.green)
    dyncolor_store(place, (color | byte(z, order.blue) | byte(w, order.alpha)).vector)
  }
}

/// Divides integers up to 255 by 255. Returns the nearest float.
@_transparent
func unit(_ x: Floats) -> Floats {
  // The first factor has 16 bits, so its product is exact.
  multiplyAdd(x, 0x1.0102p-8, x * Floats(Float(1.0 / 255 - 0x1.0102p-8)))
}
