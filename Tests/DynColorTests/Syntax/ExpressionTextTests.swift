import Testing

@testable import DynColor

@Suite("An expression")
struct ExpressionTextTests {
  @Test(
    "has names of spaces that are read back", arguments: (0...255).compactMap { ColorSpace($0) })
  func spacesAreNamed(space: ColorSpace) {
    #expect(ColorSpace(Keyword(space.name), allowsMixNames: false) == space)
    #expect(ColorSpace(Keyword(space.name), allowsMixNames: true) == space)
    #expect(ColorSpace(Keyword(space.mixName), allowsMixNames: true) == space)
    if let function = ColorFunction(namedAfter: space) { #expect(function.space == space) }
  }

  @Test(
    "is written as text",
    arguments: [
      ("#FF0000", "#ff0000", "a color"),
      ("  Tomato /* */ ", "#ff6347", ""),
      ("rgb(1 2 3 / .5)", "rgb(1 2 3 / 0.5)", ""),
      (
        "rgb(from teal calc(r + 51) g b)", "color(srgb 0.2 0.5019607843137255 0.5019607843137255)",
        ""
      ),
      ("var(--a)", "var(--a)", ""),
      ("var(--Night\\/ink, #000)", "var(--Night\\/ink, #000000)", "an escape that is needed"),
      ("var(--\\31 a\\20 b)", "var(--1a\\ b)", "behind hyphens a digit may begin"),
      ("var(--\\9 é)", "var(--\\9 é)", "a control character"),
      ("CurrentColor", "currentcolor", ""),
      ("buttonface", "ButtonFace", ""),
      ("threedface", "ButtonFace", "an old name"),
      ("light-dark(#fff,black)", "light-dark(#ffffff, #000000)", ""),
      ("color-mix(in srgb, var(--a), red)", "color-mix(in srgb, var(--a), #ff0000)", "even"),
      ("color-mix(var(--a) 30%, red)", "color-mix(in oklab, var(--a) 30%, #ff0000 70%)", ""),
      (
        "color-mix(in hsl longer hue, 20% var(--a), red 20%)",
        "color-mix(in hsl longer hue, var(--a) 20%, #ff0000 20%)", "less than all"
      ),
      (
        "color-mix(in --hsv, var(--a) 150%, red)", nil, "more than a color can have"
      ),
      (
        "color-mix(in xyz, var(--a) 90%, red 60%)",
        "color-mix(in xyz-d65, var(--a) 60%, #ff0000 40%)", "more than all"
      ),
      ("alpha(from var(--a) / 40%)", "alpha(from var(--a) / 0.4)", ""),
      ("alpha(from var(--a) / calc(alpha/2))", "alpha(from var(--a) / calc(alpha / 2))", ""),
      ("contrast-color(var(--a))", "contrast-color(var(--a))", ""),
      ("rgb(from var(--a) r g b)", "rgb(from var(--a) r g b)", ""),
      ("rgb(from var(--a) r g b / alpha)", "rgb(from var(--a) r g b)", "the alpha goes without"),
      ("rgb(from var(--a) 50% none b / none)", "rgb(from var(--a) 127.5 none b / none)", ""),
      ("color(from var(--a) xyz x y z)", "color(from var(--a) xyz-d65 x y z)", ""),
      (
        "color(from var(--a) --gray-gamma-22 w)", "color(from var(--a) --gray-gamma-22 w)", "one"
      ),
      ("oklch(from var(--a) calc(l*.8) c 90deg)", "oklch(from var(--a) calc(l * 0.8) c 90)", ""),
      ("oklch(from var(--a) calc(l) c h)", "oklch(from var(--a) calc(l) c h)", "not just l"),
      ("lab(from var(--a) min(l,50) a b)", "lab(from var(--a) min(l, 50) a b)", "without calc()"),
      ("lab(from var(--a) calc(1%*l) a b)", "lab(from var(--a) calc(1 * l) a b)", ""),
      (
        "lab(from var(--a) calc(-1 - (l - 2)) a b)", "lab(from var(--a) calc(-1 - (l - 2)) a b)", ""
      ),
      (
        "lab(from var(--a) l calc(a + b*2 - l) b)", "lab(from var(--a) l calc(a + b * 2 - l) b)", ""
      ),
      ("lab(from var(--a) l calc((a + b)*2) b)", "lab(from var(--a) l calc((a + b) * 2) b)", ""),
      ("lab(from var(--a) l calc(a/(b*2)) b)", "lab(from var(--a) l calc(a / (b * 2)) b)", ""),
      ("lab(from var(--a) l sin(b*1deg) b)", "lab(from var(--a) l sin(b * 1deg) b)", "degrees"),
      ("lab(from var(--a) l sin(b) b)", "lab(from var(--a) l sin(b) b)", "radians"),
      (
        "lch(from var(--a) l c asin(h/400))", "lch(from var(--a) l c calc(asin(h / 400) / 1deg))",
        ""
      ),
      (
        "lab(from var(--a) l clamp(-1, a, max(b, 1)) hypot(a, b, l))",
        "lab(from var(--a) l max(-1, min(a, max(b, 1))) hypot(a, b, l))", "functions of functions"
      ),
      (
        "lab(from var(--a) round(up, l, 5) a calc(b * infinity))",
        "lab(from var(--a) round(up, l, 5) a calc(b * infinity))", ""
      ),
      (
        "lab(from var(--a) calc(NaN) a calc(-infinity))",
        "lab(from var(--a) calc(NaN) a calc(-infinity))", "what is no number, or too large for one"
      ),
      (
        "if(media(prefers-color-scheme:dark): #fff; else: red)",
        "if(media(prefers-color-scheme: dark): #ffffff; else: #ff0000)", ""
      ),
      (
        "if(not ((style(--a: 1) or style(--b)) and media(prefers-contrast)): var(--a);)",
        "if(not ((style(--a: 1) or style(--b)) and media(prefers-contrast)): var(--a))", ""
      ),
      (
        "if(style(--a: b c): red; style(--a: \\31\\)): blue)",
        "if(style(--a: b\\ c): #ff0000; style(--a: \\31 \\)): #0000ff)", "names that need escapes"
      ),
      ("if(supports(color: red): var(--a); else: red)", "var(--a)", "what is known is left out"),
      ("if(not supports(color: red): red)", "if(unknown(): transparent)", "without a value"),
      (
        "--blend(if(not supports(color: red): screen), var(--a), red)",
        "--blend(if(unknown(): normal), var(--a), #ff0000)", "a mode without a value"
      ),
      ("--Level(var(--a),TERTIARY)", "--level(var(--a), tertiary)", "a level"),
      ("--level(var(--a), 2)", nil, "a level by its number"),
      ("--palette(-x, red)", "--palette(\\-x, #ff0000)", "a name that begins with a hyphen"),
      ("--palette(\"ink\")", nil, "a string"),
      ("--COVERED( )", "--covered()", "what a definition shadows"),
      ("--covered(--covered(red))", "--covered(--covered(#ff0000))", "with a fallback"),
      ("--covered(red, blue)", nil, "two fallbacks"),
      (
        "--first(var(--a), if(style(--b): red), blue, Canvas)",
        "--first(var(--a), if(style(--b): #ff0000), #0000ff)", "what cannot come is left out"
      ),
      ("--variants(50%: red)", "--variants(50%: #ff0000)", "a contrast in between"),
      ("--variants(-0%: red; 1e2%: blue)", "--variants(standard: #ff0000; more: #0000ff)", ""),
      ("--variants(subtype(x): red)", nil, "a subtype where none are declared"),
      (
        "--ensure-contrast(red, on Canvas, 4.50)",
        "--ensure-contrast(#ff0000, on Canvas, 4.5)", "a ratio"
      ),
      (
        "--ensure-contrast(red,on Canvas,ON var(--a) , on lime, 3)",
        "--ensure-contrast(#ff0000, on Canvas, on var(--a), on #00ff00, 3)", "several backgrounds"
      ),
      ("--Light-Of(Canvas)", "--light-of(Canvas)", "a counterpart"),
      ("--dark-of(Canvas,TINT)", "--dark-of(Canvas, tint)", "a counterpart for a role"),
      ("--dark-of(Canvas, 1)", nil, "a role by its number"),
      (
        "--GRADE-contrast(Canvas,on #eee,7)", "--grade-contrast(Canvas, on #eeeeee, 7)",
        "a graded contrast"
      ),
      ("--Material(red,PRIMARY)", "--material(#ff0000, primary)", "a role"),
      (
        "--material(Canvas, surface-container-highest,Fruit-Salad)",
        "--material(Canvas, surface-container-highest, fruit-salad)", "a role in a variant"
      ),
      ("--material(Canvas)", nil, "no role"),
      ("--SCALE(red,12)", "--scale(#ff0000, 12)", "a step"),
      ("--scale(red, calc(3))", nil, "a calculated step"),
      ("--TONE(Canvas,4e1)", "--tone(Canvas, 40)", "a tone"),
      ("--tone(blue, calc(-1))", "color(srgb 0 0 0)", "the tone of black"),
      ("--tone(Canvas, 40%)", nil, "a percentage"),
      ("--standalone(Canvas)", "--standalone(Canvas)", "a color for each scheme"),
      (
        "--standalone(#000)",
        "light-dark(color(srgb 0 0 0), "
          + "color(srgb 0.8060455305482054 0.8060455305482054 0.8060455305482054))",
        "constants for both schemes"
      ),
      ("--VISION(var(--a),Tritan 50.0%)", "--vision(var(--a), tritan 50%)", "a vision"),
      ("--vision(Canvas, protan 100%)", "--vision(Canvas, protan)", "a missing cone"),
      ("--vision(red, protan 0%)", "#ff0000", "a constant"),
      ("--vision(red, 50%)", nil, "a severity without a vision"),
    ] as [(String, String?, String)])
  func text(css: String, text: String?, why: String) {
    let words = parsed(css)
    guard let text else {
      #expect(words == nil, "\(why)")
      return
    }
    #expect(words.map(written) == text, "\(why)")
    if text.hasPrefix("if(unknown()") { return }
    #expect(parsed(text) == words, "\(why)")
  }

  @Test("is the same once more, when it is read from its text")
  func again() {
    var random = RandomExpression(seed: 31)
    for _ in 0..<3000 {
      let css = random.color(depth: 4)
      guard let words = parsed(css) else {
        Issue.record("refused: \(css)")
        continue
      }
      let text = written(words)
      #expect(parsed(text) == words, "\(css) became \(text)")
    }
  }

  @Test("of many parts in a row is written without deep recursion")
  func long() {
    let sum = Array(repeating: "l", count: 10_000).joined(separator: " + ")
    let list = Array(repeating: "a", count: 10_000).joined(separator: ", ")
    let css = "lab(from var(--a) calc(\(sum)) min(\(list)) b)"
    #expect(parsed(css).map(written) == css)
  }

  /// The words of the expression that a text is; `nil` if it is none.
  private func parsed(_ css: String) -> [UInt64]? {
    css.withBytes { text in
      var writer = ExpressionWriter(.standard)
      do throws(SyntaxError) {
        try parseCSS(text, into: &writer)
      } catch {
        return nil
      }
      return (0..<writer.count).map { writer.word($0) }
    }
  }

  private func written(_ words: [UInt64]) -> String {
    var writer = ExpressionWriter(.standard)
    for word in words { writer.append(word) }
    guard let expression = writer.expression else { return "" }
    var text = TextWriter(.standard)
    do {
      try text.append(expression, NoTheme())
    } catch {
      return "out of memory"
    }
    return String(text.bytes)
  }
}

/// Colors that are referred to by their ids, and what else only a theme knows, are not made here.
private struct NoTheme: ExpressionNames, ~Copyable {
  func append<Sink: TextSink & ~Copyable>(
    referenceByID id: ColorID, to text: inout Sink
  ) throws(Sink.Failure) {
    try text.append("var(--target)")
  }

  func name(ofValue value: UInt64, _ axis: Axis) -> StoredText { .empty }
  func hasValue(named name: Span<UInt8>, _ axis: Axis) -> Bool { false }
  func name(ofCustomAxis index: Int) -> StoredText { .empty }
}

/// Makes up expressions of all kinds.
private struct RandomExpression {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements.randomElement(using: &random)!
  }

  private mutating func number() -> String {
    pick([
      "0", "1", "-1", "0.5", "100", "1e-7", "2.5e10",
      "\(Double.random(in: -5...5, using: &random))",
      "\(Int.random(in: -300...300, using: &random))",
    ])
  }

  mutating func color(depth: Int) -> String {
    guard depth > 0 else {
      return pick([
        "#\(String(UInt32.random(in: 0x1000...0xFFFF, using: &random), radix: 16))", "teal",
        "var(--a)", "var(--\\31 x)", "--covered()", "currentcolor", "Canvas", "hsl(none 50% 20%)",
        "lab(50 \(number()) \(number()))", "rgb(\(number()) 50% \(number()) / \(number()))",
        "color(--okhsv \(number()) \(number()) none / 0.3)",
      ])
    }
    switch Int.random(in: 0..<19, using: &random) {
    case 18:
      return Bool.random(using: &random)
        ? "\(pick(["--standalone", "--dark-of", "--light-of"]))(\(color(depth: depth - 1)))"
        : Bool.random(using: &random)
          ? "--tone(\(color(depth: depth - 1)), \(pick(["0", "40", "99.5", "calc(100 / 3)"])))"
          : "--material(\(color(depth: depth - 1)), \(pick(["scrim", "on-error, content"])))"
    case 17:
      let severity = pick(["", " 60%", " 0.5%", " calc(1% / 3)"])
      return "--vision(\(color(depth: depth - 1)), \(pick(["protan", "achromat"]))\(severity))"
    case 16: return "--covered(\(color(depth: depth - 1)))"
    case 0: return "light-dark(\(color(depth: depth - 1)), \(color(depth: depth - 1)))"
    case 1: return "var(--b, \(color(depth: depth - 1)))"
    case 2: return mix(depth: depth)
    case 3: return "contrast-color(\(color(depth: depth - 1)))"
    case 4:
      return "alpha(from \(color(depth: depth - 1)) / \(component(["alpha"], depth: depth)))"
    case 5:
      return "if(\(condition(depth: depth)): \(color(depth: depth - 1)); "
        + "\(condition(depth: 1)): \(color(depth: 0)); else: \(color(depth: depth - 1)))"
    case 6:
      let level = pick(["primary", "secondary", "tertiary", "quaternary", "quinary"])
      return "--level(\(color(depth: depth - 1)), \(level))"
    case 7: return "--palette(\(pick(["ink", "\\31", "a\\/b", "--c"])), \(color(depth: depth - 1)))"
    case 8:
      let colors = (0..<Int.random(in: 1...4, using: &random)).map { _ in color(depth: depth - 1) }
      return "--first(\(colors.joined(separator: ", ")))"
    case 9:
      let modes = ["normal", "color-dodge", "luminosity"]
      return "--blend(\(choice(of: modes, depth: 2)) \(pick(["", "in srgb", "in a98-rgb"])), "
        + "\(color(depth: depth - 1)), \(color(depth: depth - 1)))"
    case 10:
      let ratio = choice(of: ["1", "4.5", "20.999", "calc(1 / 3)"], depth: 2)
      let backgrounds = (0..<Int.random(in: 1...8, using: &random)).map { index in
        "on \(color(depth: index == 0 ? depth - 1 : 0))"
      }
      return "--ensure-contrast(\(color(depth: depth - 1)), "
        + "\(backgrounds.joined(separator: ", ")), \(ratio))"
    case 11:
      let rows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        "\(conditions()): \(color(depth: depth - 1))"
      }
      return "--variants(\(rows.joined(separator: "; ")))"
    default: return relative(depth: depth)
    }
  }

  /// What the environment chooses that is no color.
  private mutating func choice(of leaves: [String], depth: Int) -> String {
    guard depth > 0, Bool.random(using: &random) else { return pick(leaves) }
    let (one, other) = (choice(of: leaves, depth: depth - 1), choice(of: leaves, depth: depth - 1))
    return Bool.random(using: &random)
      ? "light-dark(\(one), \(other))" : "if(\(condition(depth: 1)): \(one); else: \(other))"
  }

  private mutating func conditions() -> String {
    let words = [
      pick(["", "light", "dark"]), pick(["", "less", "more", "17%", "-100%"]),
      pick(["", "base", "elevated"]), pick(["", "rec2020"]), pick(["", "watch"]),
      pick(["", "", "typical", "achromat"]), pick(["", "", "pressed", "disabled"]),
    ].filter { !$0.isEmpty }.shuffled(using: &random)
    return words.isEmpty ? "any" : words.joined(separator: " ")
  }

  private mutating func mix(depth: Int) -> String {
    let space = pick(["", "in oklch longer hue, ", "in hsl, ", "in --okhsl decreasing hue, "])
    let colors = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let weight = pick([
        "", " 30%", " 0%", " \(Int.random(in: 0...100, using: &random))%", " 33.3%",
      ])
      return color(depth: depth - 1) + weight
    }
    return "color-mix(\(space)\(colors.joined(separator: ", ")))"
  }

  private mutating func relative(depth: Int) -> String {
    let (function, space, names) = pick([
      ("rgb", "", "rgb"), ("hsl", "", "hsl"), ("hwb", "", "hwb"), ("lab", "", "lab"),
      ("lch", "", "lch"), ("oklab", "", "lab"), ("oklch", "", "lch"), ("color", " srgb", "rgb"),
      ("color", " xyz-d50", "xyz"), ("color", " --hsv", "hsv"),
    ])
    let channels = names.map(String.init) + ["alpha"]
    let components = (0..<4).map { _ in component(channels, depth: depth) }
    return "\(function)(from \(color(depth: depth - 1))\(space) "
      + "\(components[0]) \(components[1]) \(components[2]) / \(components[3]))"
  }

  private mutating func component(_ channels: [String], depth: Int) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "none"
    case 1: pick(channels)
    case 2: number()
    default: "calc(\(sum(channels, depth: depth)))"
    }
  }

  private mutating func sum(_ channels: [String], depth: Int) -> String {
    guard depth > 0 else {
      return pick(channels + [number(), "pi", "infinity", "-infinity", "NaN"])
    }
    func operand() -> String { "(\(sum(channels, depth: depth - 1)))" }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "\(operand()) \(pick(["+", "-", "*", "/"])) \(operand())"
    case 1:
      return "\(pick(channels)) \(pick(["+", "-"])) \(number()) * \(operand()) / \(pick(channels))"
    case 2:
      let name = pick(["abs", "sign", "sqrt", "exp", "log", "sin", "cos", "tan", "calc"])
      return "\(name)\(operand())"
    case 3: return "\(pick(["sin", "cos", "tan"]))(\(operand()) * 1deg)"
    case 4: return "\(pick(["asin", "acos", "atan"]))\(operand()) / 1deg"
    case 5: return "tan(\(pick(["asin", "atan"]))\(operand()) + 1turn)"
    case 6:
      let arguments = (0..<Int.random(in: 1...4, using: &random)).map { _ in operand() }
      return "\(pick(["min", "max", "hypot"]))(\(arguments.joined(separator: ", ")))"
    case 7: return "clamp(\(operand()), \(operand()), \(pick(["none", operand()])))"
    case 8:
      return "round(\(pick(["", "up, ", "down, ", "to-zero, ", "nearest, "]))\(operand()), "
        + "\(operand()))"
    case 9: return "\(pick(["mod", "rem", "pow", "log"]))(\(operand()), \(operand()))"
    case 10: return "progress(\(operand()), \(operand()), \(operand()))"
    default: return "\(operand()) * atan2(\(operand()), \(operand())) / 1rad"
    }
  }

  private mutating func condition(depth: Int) -> String {
    guard depth > 1 else {
      return pick([
        "media(prefers-color-scheme: dark)", "media(prefers-contrast)", "style(--a: b)",
        "style(--season)", "style(--a: 3)", "style(--a: x y)", "media(width > 3px)",
        "supports(color: red)", "future(1)",
      ])
    }
    let parts = [condition(depth: depth - 1), condition(depth: depth - 1)]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "not (\(parts[0]))"
    case 1: return "(\(parts[0])) and (\(parts[1]))"
    default: return "(\(parts[0])) or (\(parts[1])) or style(--x)"
    }
  }
}
