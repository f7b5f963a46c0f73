// Arithmetic that tells where it overflows, in place of that which wraps: see `arithmetic`.
//
// Signed integers and UInt are sizes, places, counts and numbers of things, which never overflow.
// In UInt8 to UInt64 bits are reckoned with: hashes, and bytes of which one knows after a
// subtraction whether they are digits. Vectors are of such bits, or of floats.

infix operator %+ : AdditionPrecedence
infix operator %- : AdditionPrecedence
infix operator %* : MultiplicationPrecedence
infix operator %+= : AssignmentPrecedence
infix operator %-= : AssignmentPrecedence
infix operator %*= : AssignmentPrecedence

/// In C: tells once of each place that it is called from.
@_silgen_name("dyncolor_overflowed")
func overflowed()

extension FixedWidthInteger {
  @inline(__always)
  fileprivate func told(_ result: (partialValue: Self, overflow: Bool)) -> Self {
    if result.overflow { overflowed() }
    return result.partialValue
  }
}

extension FixedWidthInteger {
  @inline(__always) static func %+ (a: Self, b: Self) -> Self { a &+ b }
  @inline(__always) static func %- (a: Self, b: Self) -> Self { a &- b }
  @inline(__always) static func %* (a: Self, b: Self) -> Self { a &* b }
  @inline(__always) static func %+= (a: inout Self, b: Self) {
    a = a &+ b
  }
  @inline(__always) static func %-= (a: inout Self, b: Self) {
    a = a &- b
  }
  @inline(__always) static func %*= (a: inout Self, b: Self) {
    a = a &* b
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  @inline(__always) static func %+ (a: Self, b: Self) -> Self {
    a.told(a.addingReportingOverflow(b))
  }
  @inline(__always) static func %- (a: Self, b: Self) -> Self {
    a.told(a.subtractingReportingOverflow(b))
  }
  @inline(__always) static func %* (a: Self, b: Self) -> Self {
    a.told(a.multipliedReportingOverflow(by: b))
  }
  @inline(__always) static func %+= (a: inout Self, b: Self) {
    a = (a %+ b)
  }
  @inline(__always) static func %-= (a: inout Self, b: Self) {
    a = (a %- b)
  }
  @inline(__always) static func %*= (a: inout Self, b: Self) {
    a = (a %* b)
  }
}

extension UInt {
  @inline(__always) static func %+ (a: UInt, b: UInt) -> UInt {
    a.told(a.addingReportingOverflow(b))
  }
  @inline(__always) static func %- (a: UInt, b: UInt) -> UInt {
    a.told(a.subtractingReportingOverflow(b))
  }
  @inline(__always) static func %* (a: UInt, b: UInt) -> UInt {
    a.told(a.multipliedReportingOverflow(by: b))
  }
  @inline(__always) static func %+= (a: inout UInt, b: UInt) {
    a = (a %+ b)
  }
  @inline(__always) static func %-= (a: inout UInt, b: UInt) {
    a = (a %- b)
  }
  @inline(__always) static func %*= (a: inout UInt, b: UInt) {
    a = (a %* b)
  }
}

extension SIMD where Scalar: FixedWidthInteger {
  @inline(__always) static func %+ (a: Self, b: Self) -> Self { a &+ b }
  @inline(__always) static func %- (a: Self, b: Self) -> Self { a &- b }
  @inline(__always) static func %* (a: Self, b: Self) -> Self { a &* b }
  @inline(__always) static func %+ (a: Self, b: Scalar) -> Self { a &+ b }
  @inline(__always) static func %- (a: Self, b: Scalar) -> Self { a &- b }
  @inline(__always) static func %* (a: Self, b: Scalar) -> Self { a &* b }
  @inline(__always) static func %- (a: Scalar, b: Self) -> Self { a &- b }
  @inline(__always) static func %* (a: Scalar, b: Self) -> Self { a &* b }
  @inline(__always) static func %+= (a: inout Self, b: Self) {
    a = a &+ b
  }
  @inline(__always) static func %-= (a: inout Self, b: Self) {
    a = a &- b
  }
  @inline(__always) static func %*= (a: inout Self, b: Self) {
    a = a &* b
  }
}
