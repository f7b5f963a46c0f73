// Color: a 3×3 matrix.

/// A 3×3 matrix, stored by columns.
struct Matrix3: BitwiseCopyable {
  private let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// The matrix with these columns.
  @inline(__always)
  init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    columns = (first, second, third)
  }

  /// The matrix with these rows.
  @inline(__always)
  init(rows first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    self.init(
      columns: SIMD3(first.x, second.x, third.x), SIMD3(first.y, second.y, third.y),
      SIMD3(first.z, second.z, third.z))
  }

  static var identity: Matrix3 { Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)) }

  @inline(__always)
  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  @inline(__always)
  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a * b.columns.0, a * b.columns.1, a * b.columns.2)
  }

  /// The element in a row and a column, both of which are counted from 0.
  subscript(row: Int, column: Int) -> Double {
    (column == 0 ? columns.0 : column == 1 ? columns.1 : columns.2)[row]
  }
}
