// Importing: the ranges of files that colors were read from, to find names in them.

/// A range of a file from which the expression of a color, or a part of it, was read.
struct SourceRange: BitwiseCopyable {
  let location: SourceLocation
  let length: Int
  /// The index of the color's previous range; −1 for none.
  fileprivate let previous: Int
}

/// A name that an expression contains.
struct NameInSource: BitwiseCopyable {
  enum Kind {
    /// The name of a color in `var()`, after `@` in GTK, or in braces in design tokens.
    case reference
    /// The semantic name in `--palette()`.
    case semanticName
    /// The name of a palette in the conditions of a variant: `palette(name)`.
    case palette
    /// The name of an axis in `style()`.
    case axis
    /// The value of an axis in `style()`.
    case value(axis: StoredText)
  }

  let text: StoredText
  let kind: Kind

  /// The offset of the name in a text. For the kinds that have `--`, `@` or `{` before the name,
  /// the offset of these characters. `nil` if the text does not have the name.
  func offset(in text: Span<UInt8>) -> Int? {
    let name = self.text.bytes
    let hyphens: StaticString = "--"
    switch kind {
    case .reference:
      return NameInSource.offset(ofPrefix: hyphens, before: name, in: text)
        ?? NameInSource.offset(ofPrefix: "@", before: name, in: text)
        ?? NameInSource.offset(ofPrefix: "{", before: name, in: text)
    case .semanticName: return offset(asFirstArgumentOf: "--palette(", in: text)
    case .palette: return offset(asFirstArgumentOf: "palette(", in: text)
    case .axis: return NameInSource.offset(ofPrefix: hyphens, before: name, in: text)
    case .value(let axis):
      // The value comes after the name of its axis: `style(--axis: value)`.
      var start = 0
      while let found = NameInSource.offset(
        ofPrefix: hyphens, before: axis.bytes, in: text, from: start)
      {
        start = found &+ hyphens.bytes.count &+ axis.count
        let colon = text.indexOrEnd(of: UInt8(ascii: ":"), from: start)
        let end = text.indexOrEnd(of: UInt8(ascii: ")"), from: start)
        if let value = NameInSource.offset(
          ofPrefix: "", before: name, in: text.slice(0, end), from: colon)
        {
          return value
        }
      }
      return nil
    }
  }

  /// The offset of the name itself, where it is the first argument of a function. `function` is the
  /// name of the function with the parenthesis; there may be space after it. `nil` if the name is
  /// nowhere the first argument.
  private func offset(asFirstArgumentOf function: StaticString, in text: Span<UInt8>) -> Int? {
    var start = 0
    while let found = NameInSource.offset(
      ofPrefix: "", before: self.text.bytes, in: text, from: start)
    {
      var functionEnd = found
      while let byte = text.element(at: functionEnd &- 1), byte <= UInt8(ascii: " ") {
        functionEnd &-= 1
      }
      let functionStart = max(functionEnd &- function.bytes.count, 0)
      if text.slice(functionStart, functionEnd).equals(function.bytes) { return found }
      start = found &+ 1
    }
    return nil
  }
}

/// The source ranges of all colors of a collection.
struct SourceRanges: ~Copyable {
  private var ranges: Buffer<SourceRange>

  init(_ allocator: Allocator) { ranges = Buffer(allocator) }

  /// Reserves memory for more ranges.
  mutating func reserve(_ count: Int) throws(OutOfMemory) { try ranges.reserve(count) }

  /// Adds a range to a color whose last range is at the index `previous`. Returns the index of the
  /// new range.
  mutating func add(
    _ location: SourceLocation, length: Int, previous: Int
  ) throws(OutOfMemory) -> Int {
    try ranges.append(SourceRange(location: location, length: length, previous: previous))
    return ranges.count &- 1
  }

  /// The maximum number of ranges of a color that are searched for a name.
  private static var greatestCount: Int { 64 }
  /// The maximum number of bytes of a range that are searched for a name.
  static var greatestLength: Int { 4096 }

  /// The first location of a name in the ranges of a color whose last range is at the index
  /// `last`; `nil` if no range has the name. `text` returns the text of a range.
  func location(
    of name: NameInSource, from last: Int, _ text: (SourceRange) -> StoredText
  ) -> SourceLocation? {
    var first: SourceLocation?
    var index = last
    for _ in upTo(SourceRanges.greatestCount) {
      guard let range = ranges.element(at: index) else { break }
      index = range.previous
      guard let offset = name.offset(in: text(range).bytes) else { continue }
      var found = range.location
      found.offset &+= offset
      if let first, (first.file, first.offset) <= (found.file, found.offset) { continue }
      first = found
    }
    return first
  }
}

extension NameInSource {
  /// The offset of a prefix that is followed by a name as a whole word, at or after `start`. The
  /// prefix may be empty. `nil` if there is no match. In the text, backslashes may precede each
  /// byte of the name, as in escapes of CSS, and periods may stand for slashes, as in design
  /// tokens.
  @inline(never)
  private static func offset(
    ofPrefix prefix: StaticString, before name: Span<UInt8>, in text: Span<UInt8>,
    from start: Int = 0
  ) -> Int? {
    var offset = start
    while offset < text.count {
      let isWordStart = text.element(at: offset &- 1).map { !$0.continuesName } ?? true
      if isWordStart, hasWord(name, in: text, after: prefix, at: offset) { return offset }
      offset &+= 1
    }
    return nil
  }

  /// Returns whether a prefix is at `start`, and is followed by a name as a whole word.
  private static func hasWord(
    _ name: Span<UInt8>, in text: Span<UInt8>, after prefix: StaticString, at start: Int
  ) -> Bool {
    let prefix = prefix.bytes
    guard text.slice(start, start &+ prefix.count).equals(prefix) else { return false }
    var offset = start &+ prefix.count
    var index = 0
    while let wanted = name.element(at: index) {
      while wanted != UInt8(ascii: "\\"), text.element(at: offset) == UInt8(ascii: "\\") {
        offset &+= 1
      }
      let isPeriodForSlash =
        wanted == UInt8(ascii: "/") && text.element(at: offset) == UInt8(ascii: ".")
      guard text.element(at: offset) == wanted || isPeriodForSlash else { return false }
      offset &+= 1
      index &+= 1
    }
    return index > 0 && text.element(at: offset)?.continuesName != true
  }
}

extension UInt8 {
  /// True if the byte can be part of a name. A match next to such a byte is not a whole word.
  fileprivate var continuesName: Bool {
    asciiLowercased &- UInt8(ascii: "a") < 26 || isASCIIDigit || self >= 0x80
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: "\\")
  }
}
