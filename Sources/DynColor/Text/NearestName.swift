// Text: finding the name that was probably meant.

/// The known name that is most like an unknown one: one that differs from it by few letters.
struct NearestName {
  /// Longer names are not compared.
  private static var greatestLength: Int { 63 }

  private let unknownName: StoredText
  private var best = StoredText.empty
  /// The number of letters by which the best name differs. Before there is one, the least number
  /// that is too many.
  private var distance: Int

  /// `limit` is the greatest number of letters by which the best name may differ. For short names
  /// it is a third of their length.
  init(_ unknownName: Span<UInt8>, atMost limit: Int = 3) {
    self.unknownName = StoredText(unknownName)
    distance = min(max(unknownName.count / 3, 1), limit) &+ 1
  }

  /// Considers the first names of a list, so many that it takes little time: `name` returns the
  /// name at an index, and `nil` past the last one.
  init(_ unknownName: Span<UInt8>, amongFirst name: (Int) -> StoredText?) {
    self.init(unknownName)
    var index = 0
    while index < 64, let name = name(index) {
      consider(name.bytes)
      index &+= 1
    }
  }

  /// Considers a known name, which must live as long as this value.
  mutating func consider(_ name: Span<UInt8>) {
    guard name.count > 0, name.count <= NearestName.greatestLength,
      unknownName.count <= NearestName.greatestLength,
      max(name.count, unknownName.count) &- min(name.count, unknownName.count) < distance
    else { return }
    let found = NearestName.distance(unknownName.bytes, name)
    guard found < distance, found < name.count else { return }
    distance = found
    best = StoredText(name)
  }

  /// Considers several known names.
  mutating func consider(_ names: WordTable) {
    var index = 0
    while case let name = names.word(at: index), name.count > 0 {
      consider(name)
      index &+= 1
    }
  }

  /// The best name; empty if no known name is near.
  var name: StoredText { best }

  /// Appends a question that names the best name, if there is one.
  func append(to text: inout ShortText) { text.append(suggestion: best) }

  /// The number of letters to insert, delete, replace or exchange with their neighbor, whatever
  /// their case: the optimal string alignment distance.
  private static func distance(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    func letter(_ text: Span<UInt8>, _ index: Int) -> UInt8 {
      (text.element(at: index) ?? 0).asciiLowercased
    }
    // A row has the distances of all prefixes of `b` from one prefix of `a`. Only the rows of the
    // last three prefixes are kept.
    var secondLastRow = InlineArray<64, UInt8>(repeating: 0)
    var lastRow = InlineArray<64, UInt8>(repeating: 0)
    for j in upTo(64) { lastRow[unchecked: j] = UInt8(truncatingIfNeeded: j) }
    for i in upTo(a.count) {
      var row = InlineArray<64, UInt8>(repeating: 0)
      row[unchecked: 0] = UInt8(truncatingIfNeeded: i &+ 1)
      for j in upTo(min(b.count, greatestLength)) {
        let isSame = letter(a, i) == letter(b, j)
        var least = min(
          min(lastRow[unchecked: j &+ 1] &+ 1, row[unchecked: j] &+ 1),
          lastRow[unchecked: j] &+ (isSame ? 0 : 1))
        if i > 0, j > 0, letter(a, i) == letter(b, j &- 1), letter(a, i &- 1) == letter(b, j) {
          least = min(least, secondLastRow[unchecked: j &- 1] &+ 1)
        }
        row[unchecked: j &+ 1] = least
      }
      secondLastRow = lastRow
      lastRow = row
    }
    return Int(lastRow[unchecked: min(b.count, greatestLength)])
  }
}

extension ShortText {
  /// Appends a question that names a known name, if it is not empty.
  mutating func append(suggestion name: StoredText) {
    guard name.count > 0 else { return }
    append("; did you mean \"")
    append(sanitizing: name.bytes)
    append("\"?")
  }
}
