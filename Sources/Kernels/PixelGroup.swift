// Pixel kernels: a group of eight pixels, and how it is loaded and stored.

import CVectors

/// Eight pixels: a vector for each of the three components and alpha (`w`), and the mask of pixels
/// in doubt.
///
/// A pixel is in doubt if the kernel may round it wrongly, or if it has numbers for which the
/// kernel is not accurate. The core then computes the pixel again in double precision.
struct PixelGroup {
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

/// Transposes pixels to components, or components to pixels: the steps are the same.
///
/// A vector of pixels has eight floats: the four of one pixel, and then the four of another. A
/// vector of components has one component of all eight pixels. The first halves of the four vectors
/// are a 4×4 matrix, and so are the second halves. Both matrices are transposed by interleaving
/// first single floats, and then pairs of floats.
@_transparent
private func transposed(_ group: PixelGroup) -> PixelGroup {
  let (x, y, z, w) = (group.x.vector, group.y.vector, group.z.vector, group.w.vector)
  let (a, b) = (dyncolor_interleave_low(x, y), dyncolor_interleave_high(x, y))
  let (c, d) = (dyncolor_interleave_low(z, w), dyncolor_interleave_high(z, w))
  return PixelGroup(
    Floats(dyncolor_interleave_pairs_low(a, c)), Floats(dyncolor_interleave_pairs_high(a, c)),
    Floats(dyncolor_interleave_pairs_low(b, d)), Floats(dyncolor_interleave_pairs_high(b, d)))
}

extension PixelGroup {
  /// Loads eight pixels of four 32-bit floats each: 128 bytes at `address`.
  @_transparent
  init(floats address: UnsafeRawPointer) {
    // The pixel at `offset` and the fourth one after it.
    func pair(_ offset: Int) -> Floats { Floats(dyncolor_load_pair(address + offset)) }
    self = transposed(PixelGroup(pair(0), pair(16), pair(32), pair(48)))
  }

  /// Stores eight pixels of four 32-bit floats each: 128 bytes at `address`.
  @_transparent
  func store(floats address: UnsafeMutableRawPointer) {
    let rows = transposed(self)
    dyncolor_store_pair(address, rows.x.vector)
    dyncolor_store_pair(address + 16, rows.y.vector)
    dyncolor_store_pair(address + 32, rows.z.vector)
    dyncolor_store_pair(address + 48, rows.w.vector)
  }
}

// MARK: - Bytes

/// The positions of red, green, blue and alpha in a pixel of four bytes: how many bits each is
/// shifted to the left.
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

extension PixelGroup {
  /// Loads eight pixels of four bytes each, as numbers from 0 to 255.
  @_transparent
  init(bytes address: UnsafeRawPointer, _ order: ByteOrder) {
    let pixels = Words(dyncolor_load(address))
    func number(_ shift: UInt32) -> Floats { ((pixels &>> shift) & 0xFF).asFloats }
    self.init(
      number(order.red), number(order.green), number(order.blue), number(order.alpha))
  }

  /// Stores the low byte of the bits of each float. Each float must be 2^23 + n, where n is an
  /// integer from 0 to 255: the low byte of its bits is n.
  @_transparent
  func store(lowBits address: UnsafeMutableRawPointer, _ order: ByteOrder) {
    func byte(_ x: Floats, _ shift: UInt32) -> Words { (x.bits & 0xFF) &<< shift }
    let color = byte(x, order.red) | byte(y, order.green)
    dyncolor_store(address, (color | byte(z, order.blue) | byte(w, order.alpha)).vector)
  }
}

/// Divides integers from 0 to 255 by 255. Returns the nearest floats.
@_transparent
func dividedBy255(_ x: Floats) -> Floats {
  // Multiplies by 1/255 as the sum of two floats. The first has 16 bits, so its product with `x` is
  // exact.
  multiplyAdd(x, 0x1.0102p-8, x * Floats(Float(1.0 / 255 - 0x1.0102p-8)))
}
