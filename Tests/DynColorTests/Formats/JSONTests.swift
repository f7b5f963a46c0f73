import Foundation
import Testing

@testable import DynColor

/// A row of Tests/Formats/json/cases.tsv, whose values Python's json module computed.
struct JSONCase: CustomStringConvertible {
  let outcome: String
  let text: [UInt8]
  let value: String
  let why: String

  var description: String { why }

  static let all: [JSONCase] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Formats/json/cases.tsv")
    let rows = try! String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    return rows.map { row in
      let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
      return JSONCase(
        outcome: String(columns[0]), text: unescaped(columns[1]), value: String(columns[2]),
        why: String(columns[3]))
    }
  }()

  private static func unescaped(_ text: Substring) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "x") {
        result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)!)
        rest.removeFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

/// What a text parses to: the values in the notation of the cases, and what it took to read them.
private func outcome(_ text: [UInt8], _ allocator: Allocator = .standard) -> (String, String) {
  text.withBytes { text in
    do throws(JSONFailure) {
      let json = try JSON.parse(StoredText(text), allocator)
      let found = json.deviations
      var forms: [String] = []
      if found.comment != nil { forms.append("comment") }
      if found.trailingComma != nil { forms.append("comma") }
      if found.json5 != nil { forms.append("json5") }
      if found.duplicateKey != nil { forms.append("duplicate") }
      return (forms.isEmpty ? "valid" : forms.joined(separator: " "), written(json, json.root))
    } catch {
      switch error {
      case .outOfMemory: return ("out of memory", "")
      case .syntax(let place, _): return ("syntax \(place)", "")
      case .invalidUTF8(let place): return ("utf8 \(place)", "")
      case .tooDeep(let place): return ("deep \(place)", "")
      }
    }
  }
}

private func hexadecimal(_ bytes: Span<UInt8>) -> String {
  bytes.indices.map { String(0x100 + Int(bytes[$0]), radix: 16).dropFirst() }.joined()
}

private func written(_ json: borrowing JSON, _ value: JSON.Value) -> String {
  switch json.kind(value) {
  case .null: return "null"
  case .boolean: return json.boolean(value) ? "true" : "false"
  case .number:
    let bits = String(json.number(value).bitPattern, radix: 16)
    return "#" + String(repeating: "0", count: 16 - bits.count) + bits
  case .string: return "'" + hexadecimal(json.string(value).bytes) + "'"
  case .array, .object:
    let isObject = json.kind(value) == .object
    var parts: [String] = []
    var rest = json.first(value)
    while let element = rest {
      let text = written(json, element)
      parts.append(isObject ? text + ":" + written(json, json.value(ofKey: element)) : text)
      rest = json.next(element)
    }
    #expect(parts.count == json.count(value))
    let inside = parts.joined(separator: ",")
    return isObject ? "{" + inside + "}" : "[" + inside + "]"
  }
}

/// Some of everything, with whatever is odd about it.
private let mixed = Array(
  #"""
  {"colors": {"accent": "#3584e4", "a\/b\u00e9\ud83d\ude00": ["é€😀", -0.5e-3, 1e22, 0]},
   // a comment
   'single': {unquoted: [0x1F, +1, .5, 2.,],}, "empty": [{}, [], ""], "t": true, "f": false, "n": null}
  """#.utf8)

@Suite("JSON")
struct JSONTests {
  @Test("is read as the table of hard cases has it", arguments: JSONCase.all)
  func cases(row: JSONCase) {
    let (found, value) = outcome(row.text)
    #expect(found == row.outcome)
    #expect(value == row.value)
  }

  @Test("has a table of hard cases")
  func table() { #expect(JSONCase.all.count >= 280) }

  @Test("that is cut off anywhere is no JSON, and says so at the end at most")
  func truncated() {
    #expect(outcome(mixed).0 == "comment comma json5")
    for length in 0..<mixed.count {
      let (found, _) = outcome(Array(mixed[..<length]))
      let parts = found.split(separator: " ")
      #expect(["syntax", "utf8"].contains(parts[0]), "\(length): \(found)")
      #expect(Int(parts[1])! <= length)
    }
  }

  @Test("with any byte in the place of any other is read or refused")
  func damaged() {
    var random = SplitMix(seed: 1)
    for _ in 0..<20_000 {
      var text = mixed
      text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      _ = outcome(text)
    }
  }

  @Test("has the key recorded that is first in the text of those that repeat one of their object")
  func repeatedKeys() {
    var random = SplitMix(seed: 2)
    var counts = [0, 0]
    for _ in 0..<4000 {
      // Keys that often have the same length, the same first byte and the same last byte. The last
      // one is written with an escape or without.
      let keys = ["", "a", "b", "aa", "ab", "aab", "abb", "acb", "abab", "aaab", "aacb", "é", "c"]
      let isLarge = Bool.random(using: &random)
      let isRare = Bool.random(using: &random)
      var seen: Set<String> = []
      var expected: Int?
      var text = "{"
      for index in 0..<Int.random(in: isLarge ? 5...20 : 0...9, using: &random) {
        var key = keys.randomElement(using: &random)!
        if isRare { key = String(Int.random(in: 100...999, using: &random)) }
        if index > 0 { text += ", " }
        if !seen.insert(key).inserted { expected = expected ?? text.utf8.count }
        let isEscaped = key.hasSuffix("c") && Bool.random(using: &random)
        text += isEscaped ? "\"\(key.dropLast())\\u0063\": 1" : "\"\(key)\": 1"
      }
      text += "}"
      counts[expected == nil ? 0 : 1] += 1
      text.withBytes { bytes in
        let json = try! JSON.parse(StoredText(bytes), .standard)
        #expect(json.deviations.duplicateKey.map { json.offset($0) } == expected, "\(text)")
      }
    }
    #expect(counts.allSatisfy { $0 > 1000 })
  }

  @Test("tells where each value stands")
  func places() {
    let source = #" {"ab": [1.5, "c\n", {}], d: null} "#
    source.withBytes { text in
      let json = try! JSON.parse(StoredText(text), .standard)
      func source(_ value: JSON.Value?) -> String {
        value.map { String(text.slice(json.offset($0), json.end($0))) } ?? "none"
      }
      let key = json.first(json.root)
      let array = json.value(ofKey: key!)
      let number = json.first(array)
      #expect(source(json.root) == #"{"ab": [1.5, "c\n", {}], d: null}"#)
      #expect(source(key) == #""ab""#)
      #expect(source(array) == #"[1.5, "c\n", {}]"#)
      #expect(source(number) == "1.5")
      #expect(source(json.next(number!)) == #""c\n""#)
      #expect(source(json.next(json.next(number!)!)) == "{}")
      #expect(source(json.next(key!)) == "d")
      #expect(source(json.member("d", json.root)) == "null")
    }
  }

  @Test("tells where each byte of a string comes from")
  func bytes() {
    let source =
      ##"["plain", "a\n\u00e9\u20ac\ud83d\ude00\x41é\/b", 'c\"## + "\nd']"
    source.withBytes { text in
      let json = try! JSON.parse(StoredText(text), .standard)
      var rest = json.first(json.root)
      // Where each character begins, and the quote.
      for places in [
        [2, 3, 4, 5, 6, 7], [11, 12, 14, 20, 26, 38, 42, 44, 46, 47], [51, 52, 55],
      ] {
        let value = rest!
        let string = String(json.string(value).bytes)
        var byte = 0
        var found: [Int] = []
        for scalar in string.unicodeScalars {
          found.append(json.offset(ofContentByte: byte, in: value))
          byte += String(scalar).utf8.count
        }
        found.append(json.offset(ofContentByte: byte, in: value))
        #expect(found == places, "\(string)")
        rest = json.next(value)
      }
    }
  }

  @Test("is asked for what it is not without harm")
  func wrongKinds() {
    #"[1, "a", true, null, {"a": 1, "b": 2, "a": 3}]"#.withBytes { text in
      let json = try! JSON.parse(StoredText(text), .standard)
      var rest = json.first(json.root)
      while let value = rest {
        if json.kind(value) != .number { #expect(json.number(value) == 0) }
        if json.kind(value) != .string { #expect(json.string(value).count == 0) }
        if json.kind(value) != .boolean { #expect(json.boolean(value) == false) }
        if json.kind(value) != .object { #expect(json.member("a", value) == nil) }
        if json.kind(value) != .object { #expect(json.count(value) == 0) }
        rest = json.next(value)
        if rest == nil {
          #expect(json.number(json.member("a", value)!) == 3, "the last of two")
          #expect(json.member("c", value) == nil)
          #expect(json.member("", value) == nil)
        }
      }
      #expect(json.kind(JSON.Value(index: 1000)) == .null, "no place on the tape")
    }
  }

  @Test("that finds no memory says so, and leaves none behind")
  func faults() {
    let count = forEachFault { heap in
      outcome(mixed, heap.allocator).0 == "out of memory"
    } _: { heap, _ in
      #expect(heap.live.isEmpty)
      #expect(heap.lies.isEmpty)
    }
    #expect(count > 4)
  }

  @Test("takes memory in proportion to its length")
  func memory() {
    for text in [
      "[" + String(repeating: "0,", count: 100_000) + "0]",
      "[" + String(repeating: "\"\\n\",", count: 100_000) + "0]",
      "{" + (0..<30_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
    ] {
      let heap = FaultyHeap()
      Array(text.utf8).withBytes { bytes in
        let json = try! JSON.parse(StoredText(bytes), heap.allocator)
        #expect(json.count(json.root) > 0)
        #expect(heap.live.values.reduce(0, +) <= 24 * bytes.count)
      }
    }
  }
}

@Suite("JSON text")
struct JSONTextTests {
  private func written(_ bytes: [UInt8]) -> String {
    bytes.withBytes { bytes in
      var writer = TextWriter(.standard)
      try! writer.append(json: bytes)
      return String(writer.bytes)
    }
  }

  @Test(
    "has an escape for what needs one",
    arguments: [
      ("", #""""#, "nothing"),
      ("plain / text", #""plain / text""#, "nothing to escape"),
      ("\"\\", #""\"\\""#, "quote and backslash"),
      ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#, "those with names"),
      ("\0\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\"", "the other control characters"),
      ("é€😀\u{2028}", "\"é€😀\u{2028}\"", "what is valid as it is"),
    ])
  func escapes(text: String, json: String, why: String) {
    #expect(written(Array(text.utf8)) == json)
  }

  @Test("puts U+FFFD for what is no UTF-8")
  func invalid() {
    #expect(written([0x61, 0xFF, 0x62, 0xE2, 0x82]) == "\"a\u{FFFD}b\u{FFFD}\"")
  }

  @Test("is read back as it was, string by string")
  func roundTrip() {
    var random = SplitMix(seed: 2)
    for _ in 0..<5_000 {
      let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(
            in: 0...([0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &random)!),
            using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      Array(written(Array(text.utf8)).utf8).withBytes { bytes in
        let json = try! JSON.parse(StoredText(bytes), .standard)
        #expect(String(json.string(json.root).bytes).unicodeScalars.elementsEqual(scalars))
      }
    }
  }

  @Test("has numbers that are read back as they were, and 0 for what JSON cannot say")
  func numbers() {
    func written(_ number: Double) -> String {
      var writer = TextWriter(.standard)
      try! writer.append(json: number)
      return String(writer.bytes)
    }
    #expect(written(.nan) == "0" && written(.infinity) == "0" && written(-0.0) == "0")
    var random = SplitMix(seed: 3)
    for _ in 0..<5_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      Array(written(number).utf8).withBytes { bytes in
        let json = try! JSON.parse(StoredText(bytes), .standard)
        #expect(json.number(json.root) == number)
      }
    }
  }
}
