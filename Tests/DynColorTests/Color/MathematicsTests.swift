import Foundation
import Testing

@testable import DynColor

#if arch(x86_64)
  /// What references are computed in.
  private typealias Wide = Float80
  /// By how many units in the last place a reference may itself be wrong.
  private let slack = 0.001
#else
  private typealias Wide = Double
  private let slack = 1.5
#endif

private typealias Function = @Sendable (Double) -> Double
private typealias Function2 = @Sendable (Double, Double) -> Double

private let functions: [String: Function] = [
  "cubeRoot": cubeRoot, "fifthRoot": fifthRoot, "exponential": exponential,
  "naturalLogarithm": naturalLogarithm,
  "sine": sine, "cosine": cosine, "tangent": { tangent($0) },
  "arcSine": arcSine, "arcCosine": arcCosine, "arcTangent": { arcTangent($0) },
]
private let functions2: [String: Function2] = [
  "power": power, "arcTangent": { arcTangent($0, $1) }, "hypotenuse": hypotenuse,
  "logarithm": { logarithm($0, base: $1) },
]

/// By how many units in the last place of the reference a value is wrong.
private func error(_ value: Double, _ reference: Wide) -> Double {
  let unit = max(Double(reference.magnitude).ulp, .leastNonzeroMagnitude)
  return Double((Wide(value) - reference).magnitude / Wide(unit))
}

/// Whether two are the same, down to the sign of a zero.
private func areSame(_ a: Double, _ b: Double) -> Bool {
  a.isNaN ? b.isNaN : a == b && a.sign == b.sign
}

/// Numbers on which functions have special values, and beside which they could be wrong.
private let specials: [Double] = magnitudes + magnitudes.map { -$0 }
private let least = Double.leastNonzeroMagnitude
private let magnitudes: [Double] = [
  0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-60, 0.25, 0.5, 0x1.fffffffffffffp-1, 1,
  0x1.0000000000001p0, 1.5, 2, 2.5, 3, 4, 45, 90, 180, 360, 0x1.0000000000001p51,
  0x1.fffffffffffffp51, 0x1.0000000000001p52, 0x1.fffffffffffffp52, 0x1p53, 0x1.0000000000001p53,
  0x1p64, 1e300, .greatestFiniteMagnitude, .infinity, .nan,
]

extension SplitMix {
  /// A number in the range, but with an exponent as likely as any other in the second range.
  fileprivate mutating func spread(_ exponents: ClosedRange<Double>) -> Double {
    pow(2, Double.random(in: exponents, using: &self)) * (Bool.random(using: &self) ? 1 : -1)
  }

  /// Any finite number, all bits equally likely.
  fileprivate mutating func anyFinite() -> Double {
    while true {
      let value = Double(bitPattern: next())
      if value.isFinite { return value }
    }
  }
}

@Suite("Mathematics")
struct MathematicsTests {
  @Test(
    "is right to the last place where that is hard",
    // From Tests/Conformance/mathematics.py, which evaluates them to 400 digits.
    arguments: [
      ("cubeRoot", 0x1p1, 0x1.428a2f98d728bp0, ""),
      ("cubeRoot", 0x1.999999999999ap-4, 0x1.db4c7760bcff3p-2, ""),
      ("cubeRoot", 1 * least, 0x1p-358, "the least"),
      ("cubeRoot", 0x1.fffffffffffffp1023, 0x1.428a2f98d728bp341, "the greatest"),
      ("cubeRoot", 3 * least, 0x1.7137449123ef6p-358, "few bits"),
      ("cubeRoot", 0x1p-1022, 0x1.428a2f98d728bp-341, "the least normal"),
      ("fifthRoot", 0x1p1, 0x1.2611186bae675p0, ""),
      ("fifthRoot", 0x1.999999999999ap-4, 0x1.430cd74f6d478p-1, ""),
      ("fifthRoot", 1 * least, 0x1.2611186bae675p-215, "the least"),
      ("fifthRoot", 0x1.fffffffffffffp1023, 0x1.bdb8cdadbe12p204, "the greatest"),
      ("fifthRoot", 20_240_225_330_731 * least, 0x1.0747ddddf22a5p-206, ""),
      ("exponential", 0x1p0, 0x1.5bf0a8b145769p1, ""),
      ("exponential", 0x1.999999999999ap-4, 0x1.1aec7b35a00d4p0, ""),
      ("exponential", 0x1.b7cdfd9d7bdbbp-34, 0x1.000000006df38p0, "nearly 1"),
      ("exponential", -0x1.70ef54646d497p-57, 0x1p0, "rounds to 1"),
      ("exponential", 0x1.62e42fefa39efp9, 0x1.fffffffffff2ap1023, "the last finite one"),
      ("exponential", -0x1.6232bdd7abcd2p9, 0x1.000000000007cp-1022, "the last normal one"),
      ("exponential", -0x1.74910d52d3051p9, 1 * least, "the last above zero"),
      ("exponential", -0x1.724p9, 51 * least, "few bits"),
      ("exponential", 0x1.62e42ff011804p-8, 0x1.0163da9fb3a1dp0, "where the table changes entry"),
      ("naturalLogarithm", 0x1p1, 0x1.62e42fefa39efp-1, ""),
      ("naturalLogarithm", 0x1.4p3, 0x1.26bb1bbb55516p1, ""),
      ("naturalLogarithm", 0x1.fffffffffffffp-1, -0x1p-53, "just below 1"),
      ("naturalLogarithm", 0x1.0000000000001p0, 0x1.fffffffffffffp-53, "just above 1"),
      (
        "naturalLogarithm", 0x1.fd495182a9931p-1, -0x1.5c43b779d687ep-8, "where the entry of 1 ends"
      ),
      ("naturalLogarithm", 0x1.015b573eab368p0, 0x1.5a6c70266c084p-8, "and on the other side"),
      ("naturalLogarithm", 1 * least, -0x1.74385446d71c3p9, "the least"),
      ("naturalLogarithm", 0x1.fffffffffffffp1023, 0x1.62e42fefa39efp9, "the greatest"),
      ("sine", 0x1.6ac5b262ca1ffp849, 0x1p0, "nearest to a multiple of a quarter turn"),
      ("sine", 0x1.921fb54442d18p1, 0x1.1a62633145c07p-53, "half a turn but for rounding"),
      ("sine", 0x1.0f0cf064dd592p73, -0x1.b453ab76bf397p-1, ""),
      ("sine", 0x1.fffffffffffffp1023, 0x1.452fc98b34e97p-8, ""),
      ("sine", 0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, "an eighth"),
      ("sine", 0x1.921fb54442d19p-1, 0x1.6a09e667f3bcdp-1, "just more"),
      ("sine", 0x1p20, 0x1.526ccb2fc8656p-2, "the first of many turns"),
      ("sine", 0x1.fffffffffffffp19, 0x1.526ccb2de52a8p-2, "the last of few"),
      ("sine", 0x1.12e0be826d695p-30, 0x1.12e0be826d695p-30, ""),
      ("sine", 1 * least, 1 * least, ""),
      ("cosine", 0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, "a quarter turn but for rounding"),
      ("cosine", 0x1.6ac5b262ca1ffp849, -0x1.14ae72e6ba22fp-61, "nearest to one"),
      ("cosine", 0x1.0f0cf064dd592p73, 0x1.0be2cef01c8f4p-1, ""),
      ("cosine", 0x1.921fb54442d19p-1, 0x1.6a09e667f3bccp-1, ""),
      ("cosine", 0x1.afc6f70566e97p19, -0x1.fea534e0b5242p-1, ""),
      ("tangent", 0x1.921fb54442d18p0, 0x1.d02967c31cdb5p53, "a quarter turn but for rounding"),
      ("tangent", 0x1.0f0cf064dd592p73, -0x1.a0f79c1b6b257p0, ""),
      ("tangent", 0x1.921fb54442d18p-1, 0x1.fffffffffffffp-1, ""),
      ("tangent", 0x1.6ac5b262ca1ffp849, -0x1.d9ba9a7975636p60, "huge"),
      ("tangent", 0x1.5798ee2308c3ap-27, 0x1.5798ee2308c3ap-27, ""),
      ("arcSine", 0x1p-1, 0x1.0c152382d7366p-1, "a twelfth"),
      ("arcSine", 0x1.fffffffffffffp-1, 0x1.921fb50442d18p0, "steep"),
      ("arcSine", 0x1.6a09e667f3bcdp-1, 0x1.921fb54442d19p-1, ""),
      ("arcSine", 0x1.5798ee2308c3ap-27, 0x1.5798ee2308c3ap-27, ""),
      ("arcSine", -0x1.ccccccccccccdp-1, -0x1.1ea93705fa172p0, ""),
      ("arcCosine", 0x1p-1, 0x1.0c152382d7366p0, "a sixth"),
      ("arcCosine", 0x1.fffffffffffffp-1, 0x1p-26, "nearly 0"),
      ("arcCosine", -0x1.fffffffffffffp-1, 0x1.921fb52442d18p1, "nearly a half"),
      ("arcCosine", 0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p0, "a quarter"),
      ("arcCosine", 0x1p-5, 0x1.8a1f5fe55274ap0, "where the table changes entry"),
      ("arcTangent", 0x1p0, 0x1.921fb54442d18p-1, "an eighth"),
      ("arcTangent", 0x1p-5, 0x1.ffd55bba97625p-6, "where the table changes entry"),
      ("arcTangent", -0x1.7e43c8800759cp996, -0x1.921fb54442d18p0, "a quarter"),
      ("arcTangent", 0x1p-32, 0x1p-32, "no longer its own tangent"),
      ("arcTangent", 0x1.fp-1, 0x1.89ff5ff57f1f8p-1, ""),
      ("arcTangent", 1 * least, 1 * least, ""),
    ] as [(String, Double, Double, String)])
  func hardCases(name: String, x: Double, expected: Double, why: String) throws {
    let function = try #require(functions[name])
    let value = function(x)
    #expect((value - expected).magnitude <= expected.ulp, "\(why)")
  }

  @Test(
    "is right to the last place where that is hard, of two arguments",
    // From Tests/Conformance/mathematics.py, too.
    arguments: [
      ("power", 0x1.0000000000001p0, 0x1p61, 0x1.9476504ba839ap738, "a huge exponent"),
      ("power", 0x1.fffffffffffffp-1, 0x1p62, 0x1.44109edb2088fp-739, "huge, too"),
      ("power", 0x1.fffffca501acbp-1, 0x1.a13b86p32, 0x1.14f03c6dbc57fp-1010, "nearly zero"),
      ("power", 0x1.4p3, 0x1.34p8, 0x1.1ccf385ebc8ap1023, ""),
      ("power", 0x1.4p3, -0x1.43p8, 2 * least, "few bits"),
      ("power", 0x1p1, 0x1p-1, 0x1.6a09e667f3bcdp0, ""),
      ("power", 0x1p-1, 0x1.0c8p10, 1 * least, "the least"),
      ("power", 1 * least, 0x1.0624dd2f1a9fcp-10, 0x1.e666733f452dap-2, ""),
      ("power", 0x1.fffffffffffffp1023, -0x1p0, 1_125_899_906_842_624 * least, ""),
      ("power", -0x1.199999999999ap0, 0x1.f48p9, -0x1.8f3767b885665p137, "odd"),
      ("power", 0x1.8p1, 0x1.08p5, 0x1.3bfefa65abb83p52, "an integer"),
      ("power", 0x1.999999999999ap-4, 0x1.3333333333333p1, 0x1.04e74cc73ee89p-8, ""),
      ("arcTangent", 0x1p0, -0x1p0, 0x1.2d97c7f3321d2p1, ""),
      ("arcTangent", -0x1.56e1fc2f8f359p-997, -0x1p0, -0x1.921fb54442d18p1, "half a turn"),
      ("arcTangent", 1 * least, 0x1.fffffffffffffp1023, 0, "underflows"),
      ("arcTangent", 1 * least, 2 * least, 0x1.dac670561bb4fp-2, "few bits"),
      (
        "arcTangent", 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, 0x1.921fb54442d18p-1,
        "an eighth"
      ),
      ("arcTangent", 0x1.b7cdfd9d7bdbbp-34, 0x1.8p1, 0x1.2533fe68fd3d2p-35, ""),
      ("arcTangent", 2024 * least, 20_240_225_330_731 * least, 0x1.b7ccbcbbca855p-34, ""),
      ("hypotenuse", 0x1p0, 0x1p0, 0x1.6a09e667f3bcdp0, ""),
      (
        "hypotenuse", 0x1.7e43c8800759cp996, 0x1.7e43c8800759cp996, 0x1.0e4d50f99b211p997,
        "squares overflow"
      ),
      (
        "hypotenuse", 0x1.56e1fc2f8f359p-997, 0x1.56e1fc2f8f359p-996, 0x1.7f5ac55394353p-996,
        "and underflow"
      ),
      ("hypotenuse", 1 * least, 3 * least, 3 * least, "few bits"),
      ("hypotenuse", 0x1p0, 0x1p-27, 0x1p0, ""),
      ("logarithm", 0x1.f4p9, 0x1.4p3, 0x1.8p1, "an integer"),
      ("logarithm", 0x1p1, 0x1.4p3, 0x1.34413509f79ffp-2, ""),
      ("logarithm", 0x1p-1, 0x1.8p1, -0x1.430939835353dp-1, ""),
    ] as [(String, Double, Double, Double, String)])
  func hardCases(name: String, x: Double, y: Double, expected: Double, why: String) throws {
    let function = try #require(functions2[name])
    let value = function(x, y)
    #expect((value - expected).magnitude <= expected.ulp, "\(why)")
  }

  @Test("is never more wrong than it says, in units in the last place")
  func errors() throws {
    typealias Argument = (inout SplitMix) -> Double
    let any: Argument = { $0.anyFinite() }
    let positive: Argument = { $0.anyFinite().magnitude }
    func between(_ a: Double, _ b: Double) -> Argument {
      { Double.random(in: a...b, using: &$0) }
    }
    let nearOne: Argument = { 1 + $0.spread(-50 ... -3) }
    let nearQuarters: Argument = {
      (Double.random(in: 0...6e5, using: &$0).rounded() * (.pi / 2)).nextUp
    }
    let rows: [(String, Argument, (Wide) -> Wide, Double)] = [
      ("cubeRoot", any, { wideRoot($0, 3) }, 0.501), ("fifthRoot", any, { wideRoot($0, 5) }, 0.502),
      ("exponential", between(-708, 709), exp, 0.52), ("exponential", between(-1, 1), exp, 0.52),
      ("naturalLogarithm", positive, log, 0.501), ("naturalLogarithm", nearOne, log, 0.501),
      ("naturalLogarithm", between(0.5, 2), log, 0.501),
      ("sine", between(-10, 10), sin, 0.9), ("sine", any, sin, 0.9),
      ("sine", nearQuarters, sin, 0.9), ("cosine", between(-10, 10), cos, 0.9),
      ("cosine", any, cos, 0.9), ("cosine", nearQuarters, cos, 0.9),
      ("tangent", between(-10, 10), tan, 1), ("tangent", any, tan, 1),
      ("tangent", nearQuarters, tan, 1), ("sine", between(-1e6, 1e6), sin, 0.9),
      ("arcSine", between(-1, 1), asin, 0.51), ("arcCosine", between(-1, 1), acos, 0.51),
      ("arcCosine", { 1 - $0.spread(-50 ... -3).magnitude }, acos, 0.51),
      ("arcTangent", between(-3, 3), atan, 0.51), ("arcTangent", any, atan, 0.51),
    ]
    var random = SplitMix(seed: 31)
    for (name, argument, reference, bound) in rows {
      let function = try #require(functions[name])
      var (worst, worstArgument) = (0.0, 0.0)
      for _ in 0..<count {
        let x = argument(&random)
        let error = error(function(x), reference(Wide(x)))
        if !(error <= worst) { (worst, worstArgument) = (error, x) }
      }
      #expect(worst <= bound + slack, "\(name)(\(worstArgument))")
    }
  }

  @Test("is never more wrong than it says, of two arguments")
  func errors2() throws {
    typealias Arguments = (inout SplitMix) -> (Double, Double)
    func power(_ bases: ClosedRange<Double>, _ exponents: ClosedRange<Double>) -> Arguments {
      {
        (Double.random(in: bases, using: &$0), Double.random(in: exponents, using: &$0))
      }
    }
    let rows: [(String, Arguments, (Wide, Wide) -> Wide, Double)] = [
      ("power", power(0...1, 0...3), pow, 0.52),
      ("power", power(0.001...1000, -99...99), pow, 0.52),
      // Of whatever base the greatest exponents and the least.
      (
        "power",
        { random in
          let base = 1 + random.spread(-35 ... -3)
          return (base, Double.random(in: -700...700, using: &random) / log(base))
        }, pow, 0.7
      ),
      (
        "power", { (-9 * Double.random(in: 0...1, using: &$0), $0.spread(0...8).rounded()) }, pow,
        0.52
      ),
      ("arcTangent", power(-1...1, -1...1), atan2, 0.51),
      ("arcTangent", { ($0.spread(-40...0), $0.spread(-40...0)) }, atan2, 0.51),
      ("hypotenuse", power(-1...1, -1...1), hypot, 0.501),
      ("hypotenuse", { ($0.spread(-30...0), $0.spread(-30...0)) }, hypot, 0.501),
      (
        "logarithm", { ($0.spread(-20...20).magnitude, $0.spread(1...9).magnitude) },
        {
          log($0) / log($1)
        }, 0.501
      ),
    ]
    var random = SplitMix(seed: 32)
    for (name, arguments, reference, bound) in rows {
      let function = try #require(functions2[name])
      var (worst, worstX, worstY) = (0.0, 0.0, 0.0)
      for _ in 0..<count {
        let (x, y) = arguments(&random)
        let error = error(function(x, y), reference(Wide(x), Wide(y)))
        if !(error <= worst) { (worst, worstX, worstY) = (error, x, y) }
      }
      #expect(worst <= bound + slack, "\(name)(\(worstX), \(worstY))")
    }
  }

  @Test("has the special values of IEEE 754")
  func specialValues() throws {
    let rows: [(String, Function)] = [
      ("cubeRoot", cbrt), ("exponential", exp), ("naturalLogarithm", log),
      ("sine", sin), ("cosine", cos), ("tangent", tan), ("arcSine", asin), ("arcCosine", acos),
      ("arcTangent", atan),
    ]
    for (name, reference) in rows {
      let function = try #require(functions[name])
      for x in specials {
        let (a, b) = (function(x), reference(x))
        #expect(areSame(a, b) || b != 0 && (a - b).magnitude <= b.ulp, "\(name)(\(x))")
      }
    }
    let rows2: [(String, Function2)] = [
      ("power", pow), ("arcTangent", atan2), ("hypotenuse", hypot),
    ]
    for (name, reference) in rows2 {
      let function = try #require(functions2[name])
      for x in specials {
        for y in specials {
          let (a, b) = (function(x, y), reference(x, y))
          #expect(areSame(a, b) || b != 0 && (a - b).magnitude <= b.ulp, "\(name)(\(x), \(y))")
        }
      }
    }
    for x in [0, -0.0, .infinity, -.infinity] { #expect(areSame(fifthRoot(x), x)) }
    #expect(fifthRoot(.nan).isNaN)
  }

  @Test("rounds as the hardware does")
  func rounds() {
    var random = SplitMix(seed: 33)
    for index in 0..<count + specials.count {
      let x =
        index < specials.count
        ? specials[index] : index % 2 == 0 ? random.anyFinite() : random.spread(-3...55)
      #expect(areSame(roundedToEven(x), x.rounded(.toNearestOrEven)))
      #expect(areSame(roundedDown(x), x.rounded(.down)))
    }
  }

  @Test("has exact remainders")
  func remainders() {
    for x in specials {
      for y in specials {
        #expect(
          areSame(truncatingRemainder(x, y), x.truncatingRemainder(dividingBy: y)), "\(x) % \(y)")
      }
    }
    var random = SplitMix(seed: 34)
    for index in 0..<count {
      let x = index % 2 == 0 ? random.anyFinite() : random.spread(0...70)
      let y = index % 3 == 0 ? random.anyFinite() : random.spread(0...10)
      #expect(
        areSame(truncatingRemainder(x, y), x.truncatingRemainder(dividingBy: y)), "\(x) % \(y)")
    }
  }

  @Test(
    "brings angles within a turn",
    arguments: [
      (0, 0, ""), (-0.0, 0, "without a sign"), (359.5, 359.5, ""), (360, 0, ""), (-360, 0, ""),
      (-30, 330, ""), (725, 5, ""), (-1e-20, 0, "which added to 360 is 360"),
      (3.6e300, 216, "exactly"),
    ] as [(Double, Double, String)])
  func withinATurn(degrees: Double, angle: Double, why: String) {
    #expect(areSame(normalizedDegrees(degrees), angle), "\(why)")
  }

  @Test("is exact where the answer is a double")
  func exactValues() {
    for exponent in -1074...1023 {
      let value = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(power(2, Double(exponent)) == value)
    }
    for integer in -200...200 {
      let x = Double(integer)
      #expect(cubeRoot(x * x * x) == x)
      #expect(fifthRoot(x * x * x * x * x) == x)
      #expect(hypotenuse(3 * x, 4 * x) == 5 * x.magnitude)
      var product = 1.0
      for exponent in 0...6 {
        #expect(power(x, Double(exponent)) == product)
        if integer > 1 { #expect(logarithm(product, base: x) == Double(exponent)) }
        product *= x
      }
    }
    #expect(power(0.25, 1.5) == 0.125)
    #expect(power(1e-7, 2) == 1e-7 * 1e-7)
  }

  @Test("knows the sines of the degrees on a clock's face")
  func degrees() {
    let sines = [0, 0.5, 0.75.squareRoot(), 1, 0.75.squareRoot(), 0.5]
    for hour in -48...48 {
      let angle = Double(hour * 30)
      let index = (hour + 48) % 12
      let cosineIndex = (index + 3) % 12
      let (sine, cosine) = sineAndCosine(degrees: angle)
      #expect(sine == (index < 6 ? sines[index] : -sines[index - 6]))
      #expect(cosine == (cosineIndex < 6 ? sines[cosineIndex] : -sines[cosineIndex - 6]))
      #expect(sine != 0 || sine.sign == angle.sign)
      #expect(cosine != 0 || cosine.sign == .plus)
    }
    #expect(areSame(sineAndCosine(degrees: -0.0).sine, -0.0))
    #expect(sineAndCosine(degrees: 45).sine == sineAndCosine(degrees: 45).cosine)
    #expect(sineAndCosine(degrees: .infinity).sine.isNaN)
    let tangents: [(Double, Double)] = [
      (0, 0), (-0.0, -0.0), (45, 1), (-45, -1), (135, -1), (225, 1), (180, 0), (-180, -0.0),
      (90, .infinity), (-90, -.infinity), (270, -.infinity), (450, .infinity),
    ]
    for (angle, expected) in tangents {
      #expect(areSame(tangent(degrees: angle), expected), "\(angle)")
    }
    var random = SplitMix(seed: 35)
    for index in 0..<count {
      let angle =
        index % 2 == 0
        ? Double.random(in: -720...720, using: &random) : random.spread(-1000...1000)
      // Nearest to 0, so that the reference loses nothing of it.
      let turn = angle.remainder(dividingBy: 360).magnitude
      let sine = sin(Wide(turn > 90 ? 180 - turn : turn) * .pi / 180)
      let cosine = sin((90 - Wide(turn)) * .pi / 180)
      let value = sineAndCosine(degrees: angle)
      #expect(error(value.sine.magnitude, sine) <= 0.9 + slack, "\(angle)")
      #expect(error(value.cosine, cosine) <= 0.9 + slack, "\(angle)")
    }
  }

  @Test("is as symmetric as what it computes")
  func symmetries() {
    var random = SplitMix(seed: 36)
    for index in 0..<count {
      let x = index % 2 == 0 ? random.anyFinite() : Double.random(in: -1...1, using: &random)
      for odd in [cubeRoot, fifthRoot, sine, { tangent($0) }, arcSine, { arcTangent($0) }]
        as [Function]
      {
        #expect(areSame(odd(-x), -odd(x)), "\(x)")
      }
      #expect(cosine(-x) == cosine(x))
    }
  }

  @Test("does not fall where it should rise")
  func rises() {
    var random = SplitMix(seed: 37)
    for _ in 0..<count {
      let x = random.anyFinite().magnitude
      #expect(cubeRoot(x) <= cubeRoot(x.nextUp))
      #expect(fifthRoot(x) <= fifthRoot(x.nextUp))
      #expect(naturalLogarithm(x) <= naturalLogarithm(x.nextUp))
      let exponent = random.spread(0...9.4)
      #expect(exponential(exponent) <= exponential(exponent.nextUp))
    }
  }
}

/// The root of a number, from that of the system's mathematics for doubles by Newton's iteration.
private func wideRoot(_ x: Wide, _ degree: Int) -> Wide {
  guard x != 0 else { return x }
  let magnitude = x.magnitude
  var root = Wide(pow(Double(magnitude), 1 / Double(degree)))
  for _ in 0..<3 {
    let power = (1..<degree).reduce(1 as Wide) { power, _ in power * root }
    root -= (power * root - magnitude) / (Wide(degree) * power)
  }
  return x < 0 ? -root : root
}

@Suite("A transfer function")
struct TransferFunctionTests {
  private static let curves: [TransferFunction] = [
    .linear, .srgb, .a98RGB, .prophotoRGB, .rec2020, .rec2020OETF, .gamma22,
  ]

  @Test(
    "is the standard's curve",
    // From Tests/Conformance/mathematics.py.
    arguments: [
      (.srgb, 0.01, 0.0007739938080495357),
      (.srgb, 0.1, 0.010022825574869035),
      (.srgb, 0.5, 0.21404114048223244),
      (.srgb, 0.75, 0.5225215539683918),
      (.srgb, 1.5, 2.537155239391517),
      (.a98RGB, 0.01, 3.9954205589498866e-05),
      (.a98RGB, 0.1, 0.006320933917507671),
      (.a98RGB, 0.5, 0.21775552814439456),
      (.a98RGB, 0.75, 0.5311685926900744),
      (.a98RGB, 1.5, 2.439288670264456),
      (.prophotoRGB, 0.01, 0.000625),
      (.prophotoRGB, 0.1, 0.015848931924611138),
      (.prophotoRGB, 0.5, 0.2871745887492588),
      (.prophotoRGB, 0.75, 0.5958134105899568),
      (.prophotoRGB, 1.5, 2.0747428008338873),
      (.rec2020, 0.01, 1.5848931924611134e-05),
      (.rec2020, 0.1, 0.003981071705534973),
      (.rec2020, 0.5, 0.18946457081379975),
      (.rec2020, 0.75, 0.5013569413029384),
      (.rec2020, 1.5, 2.6461778006805154),
      (.rec2020OETF, 0.01, 0.0022222222222222222),
      (.rec2020OETF, 0.1, 0.022488867044468754),
      (.rec2020OETF, 0.5, 0.2597194371011775),
      (.rec2020OETF, 0.75, 0.5636218719150451),
      (.rec2020OETF, 1.5, 2.300430482913743),
      (.gamma22, 0.01, 3.981071705534973e-05),
      (.gamma22, 0.1, 0.006309573444801933),
      (.gamma22, 0.5, 0.21763764082403103),
      (.gamma22, 0.75, 0.5310492251033824),
      (.gamma22, 1.5, 2.4400614851948217),
    ] as [(TransferFunction, Double, Double)])
  func values(curve: TransferFunction, encoded: Double, light: Double) {
    #expect((curve.decode(encoded) - light).magnitude <= 4 * light.ulp)
    #expect((curve.encode(light) - encoded).magnitude <= 6 * encoded.ulp)
    #expect(curve.decode(-encoded) == -curve.decode(encoded))
    #expect(curve.encode(-light) == -curve.encode(light))
  }

  @Test("leaves black and white alone, exactly", arguments: curves)
  func ends(curve: TransferFunction) {
    for end in [0, -0.0, 1, -1] {
      #expect(areSame(curve.decode(end), end))
      #expect(areSame(curve.encode(end), end))
    }
  }

  @Test("is undone by its inverse", arguments: curves)
  func roundTrips(curve: TransferFunction) {
    var random = SplitMix(seed: 38)
    for _ in 0..<count {
      let x = Double.random(in: -2...2, using: &random)
      #expect((curve.encode(curve.decode(x)) - x).magnitude <= 1e-15, "\(x)")
    }
  }

  @Test("rises, without a step where its parts meet", arguments: curves)
  func rises(curve: TransferFunction) {
    for index in 0..<4000 {
      let (x, next) = (Double(index) / 4000, Double(index + 1) / 4000)
      #expect(curve.decode(x) < curve.decode(next))
      #expect(curve.encode(x) < curve.encode(next))
    }
    // The standards round their constants, so that the parts meet nearly, but not quite.
    for end in [0.04045, 0.018053968510807 * 4.5, 16.0 / 512] {
      #expect(curve.decode(end.nextUp) - curve.decode(end.nextDown) < 1e-8)
    }
    for end in [0.0031308, 0.018053968510807, 1.0 / 512] {
      #expect(abs(curve.encode(end.nextUp) - curve.encode(end.nextDown)) < 1e-7)
    }
  }

  @Test("is finite for what is finite", arguments: curves)
  func staysFinite(curve: TransferFunction) {
    for x in specials where x.isFinite {
      #expect(curve.decode(x).isFinite)
      #expect(curve.encode(x).isFinite)
    }
  }

  @Test("has the same bits for three numbers as for each", arguments: curves)
  func threeAtOnce(curve: TransferFunction) {
    var random = SplitMix(seed: 7)
    let ordinary = (0..<300).map { _ in Double.random(in: -2...2, using: &random) }
    let numbers =
      specials.filter { $0.isFinite } + ordinary
      + [0.04045, 0.04045.nextUp, 0.0031308, 0.0031308.nextUp, 1e120, 1e121, -1e121]
    for first in numbers {
      let three = SIMD3(first, numbers.randomElement(using: &random) ?? 0, 0.5)
      let (decoded, encoded) = (curve.decode(three), curve.encode(three))
      let roots = cubeRoots(three)
      for index in 0..<3 {
        #expect(areSame(decoded[index], curve.decode(three[index])))
        #expect(areSame(encoded[index], curve.encode(three[index])))
        #expect(areSame(roots[index], cubeRoot(three[index])))
      }
    }
  }
}

/// How many random arguments a function gets: enough to come across every entry of its table, at
/// every distance. Sanitizers and missing optimization make each cost a microsecond or more.
private let count = 50_000
