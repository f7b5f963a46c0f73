import Testing

@testable import DynColor

/// Parts of style sheets of which a run is made, among them all that ends, opens or hides something.
private let parts: [String] = [
  "url(", "URL(", "u\\rl(", "\\url(", "var(", "VAR(", "v\\61 r(", "xvar(", "1var(", "-var(",
  ".var(", "#var(", "(var(--a)", "rgb(", "rgb(1 2 3 / 50%)", "(", "(", ")", ")", "[", "]", "{", "}",
  ";", ";", ":", "::", ",", "/", "/*", "*/", "/* x */", "//", "\\", "\\:", "\\(", "\\)", "\\;",
  "\\{", "\\26 ", "\\2", "\\\n", "\\ ", "\\é", "\\\0", "\"", "\"a\"", "'", "\n", " ", "  ", "\t",
  "\r\n", "\u{C}", "!", "!important", "@", "@media", "<", "<!--", "-->", "-", "--", "--a", "--a:",
  "a", "dark", "#", "#fff", "1", "1e3", "5%", "+.5", "|", "~", "=", "&", "\0", "\u{1}", "\u{7F}",
  "é", "important", "hover\\:bg", "a name of more than sixteen bytes", "0123456789abcdef",
]

/// A run and what the tokenizer knows after it.
private func described(
  _ run: StyleTokenizer.Run, _ offset: Int, _ hasRunToEnd: Bool, _ isTooDeep: Bool
) -> String {
  let stop = run.stop
  return """
    \(stop.kind) \(stop.start) \(stop.end) \(stop.byte), \(run.start) to \(run.end), \
    \(run.mistake?.offset ?? -1) \(run.exclamationMark) \(run.hasReference) \(run.hasAtKeyword) \
    \(run.unseparatedDeclaration ?? -1), \(offset) \(hasRunToEnd) \(isTooDeep)
    """
}

private let stops: [StyleTokenizer.Stop] = [
  .semicolonOrClosing, .opening, .openingOrSemicolon, .closing, .comma,
]

struct StyleTokenizerTests {
  /// A run that is read by blocks is the same as one that is read token by token. (Whether a
  /// semicolon is missing is of no interest in selectors, and blocks do not tell.)
  @Test func runsByBlocksAreRunsOfTokens() {
    var random = SplitMix(seed: 26)
    var plainCount = [StyleTokenizer.Stop: Int]()
    for _ in 0..<60_000 {
      let count = Int.random(in: 0...9, using: &random)
      let middle = (0..<count).map { _ in parts.randomElement(using: &random)! }.joined()
      let start = Int.random(in: 0...20, using: &random)
      // With fewer than sixteen bytes after it, a run may end within the last block or after it.
      let padding = Int.random(in: 0...40, using: &random)
      let end = [";", "{", "}", ",", ""].randomElement(using: &random)!
      let text =
        String(repeating: "x", count: start) + middle + end + String(repeating: " ", count: padding)
      for stop in stops {
        for isNested in [false, true] {
          if compare(text, from: start, to: stop, isNested: isNested) {
            plainCount[stop, default: 0] += 1
          }
        }
      }
    }
    // So the runs of each kind that blocks are read for have been compared.
    for stop in stops where stop != .closing { #expect(plainCount[stop, default: 0] > 1000) }
    #expect(plainCount[.closing] == nil)
  }

  /// Also where parentheses are nested as deeply as they may be, or more deeply.
  @Test func parenthesesOfPlainRunsHaveTheLimitOfAll() {
    for depth in 62...67 {
      let text =
        String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth) + ";"
        + String(repeating: " ", count: 16)
      #expect(compare(text, from: 0, to: .semicolonOrClosing, isNested: true) == (depth <= 64))
    }
  }

  /// Reads a run by blocks and, if that is possible, token by token. Returns whether it is possible.
  private func compare(
    _ text: String, from start: Int, to stop: StyleTokenizer.Stop, isNested: Bool
  ) -> Bool {
    Array(text.utf8).withBytes { bytes in
      var byBlocks = StyleTokenizer(bytes, from: start)
      guard let plain = byBlocks.consumePlainRun(to: stop, isNested: isNested) else {
        #expect(byBlocks.offset == start)
        return false
      }
      var byTokens = StyleTokenizer(bytes, from: start)
      var run = byTokens.consumeAnyRun(to: stop, isNested: isNested)
      if stop == .opening { run.unseparatedDeclaration = nil }
      #expect(
        described(plain, byBlocks.offset, byBlocks.hasRunToEnd, byBlocks.isTooDeep)
          == described(run, byTokens.offset, byTokens.hasRunToEnd, byTokens.isTooDeep),
        "\(text.debugDescription) from \(start) to \(stop), nested: \(isNested)")
      return true
    }
  }
}
