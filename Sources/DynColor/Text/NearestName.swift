// Text: comparing an unknown name with the known ones, to suggest the most similar one.

/// Finds the known name that is most like an unknown one. The caller passes each known name to
/// `consider`, and reads the result from `name`. Names that differ from the unknown one by too many
/// letters are left out.
struct NearestName {
  /// The greatest length of a name, in bytes. Longer names are not compared: a row of `distance`
  /// has room for 64 numbers.
  private static var greatestLength: Int { 63 }
  /// The greatest number of names of a list that are compared, so that a long list does not take
  /// long.
  private static var greatestListCount: Int { 64 }

  private let unknownName: StoredText
  /// The set of letters of the unknown name; see `letters(of:)`.
  private let unknownLetters: UInt32
  private var best = StoredText.empty
  /// A name becomes the best name if it differs by fewer letters than this. This is the number of
  /// letters by which the best name so far differs, or, before there is one, the greatest allowed
  /// number plus 1.
  private var distanceBound: Int

  /// The best name may differ by at most `greatestDistance` letters, and by at most a third of the
  /// letters of the unknown name. A difference of one letter is always allowed.
  init(_ unknownName: Span<UInt8>, atMost greatestDistance: Int = 3) {
    self.unknownName = StoredText(unknownName)
    unknownLetters = NearestName.letters(of: unknownName)
    distanceBound = min(max(unknownName.count / 3, 1), greatestDistance) &+ 1
  }

  /// Considers the names of a list, but at most the first `greatestListCount`. `knownNames` returns
  /// the name at an index, and `nil` past the last one.
  init(_ unknownName: Span<UInt8>, knownNames: (Int) -> StoredText?) {
    self.init(unknownName)
    var index = 0
    while index < NearestName.greatestListCount, let name = knownNames(index) {
      consider(name.bytes)
      index &+= 1
    }
  }

  /// Considers a known name, which must live as long as this value.
  @_optimize(speed)
  mutating func consider(_ name: Span<UInt8>) {
    guard name.count > 0, name.count <= NearestName.greatestLength,
      unknownName.count <= NearestName.greatestLength,
      max(name.count, unknownName.count) &- min(name.count, unknownName.count) < distanceBound
    else { return }
    // Each letter that only one of the two names has must be inserted, deleted or replaced. So the
    // distance is at least the number of such letters in either name.
    let letters = NearestName.letters(of: name)
    guard (letters & ~unknownLetters).nonzeroBitCount < distanceBound,
      (unknownLetters & ~letters).nonzeroBitCount < distanceBound
    else { return }
    let distance = NearestName.distance(unknownName.bytes, name)
    // If as many letters differ as the name has, the names have nothing in common.
    guard distance < distanceBound, distance < name.count else { return }
    distanceBound = distance
    best = StoredText(name)
  }

  /// Considers all known names of a table.
  @_optimize(speed)
  mutating func consider(_ names: WordTable) {
    names.forEachWord { consider($0.bytes) }
  }

  /// The set of letters of a name, regardless of case: one bit for each letter. Some other
  /// characters share a bit with a letter.
  // Not inlined, because many functions look for the nearest name.
  @inline(never)
  private static func letters(of name: Span<UInt8>) -> UInt32 {
    var letters: UInt32 = 0
    for index in upTo(name.count) { letters |= 1 &<< UInt32((name.element(at: index) ?? 0) & 31) }
    return letters
  }

  /// The best name; empty if no known name is similar.
  var name: StoredText { best }

  /// Appends "; did you mean" with the best name, if there is one.
  func appendSuggestion(to text: inout ShortText) { text.append(suggestion: best) }

  /// The number of letters to insert, delete, replace or exchange with their neighbor until the
  /// texts are equal, ignoring ASCII case: the optimal string alignment distance.
  private static func distance(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    func letter(_ text: Span<UInt8>, _ index: Int) -> UInt8 {
      (text.element(at: index) ?? 0).asciiLowercased
    }
    // A row has the distances of all prefixes of `b`, including the empty one, from one prefix of
    // `a`. These are at most `greatestLength` + 1 numbers. Only the rows of the current prefix of
    // `a` and of the two prefixes before it are kept.
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
  /// Appends ", in" with the place in which something was found, unless the place is empty.
  mutating func append(place: Span<UInt8>) {
    guard place.count > 0 else { return }
    append(", in ")
    append(contentsOf: place)
  }

  /// Appends "; did you mean" with the name, unless the name is empty.
  mutating func append(suggestion name: StoredText) {
    guard name.count > 0 else { return }
    append("; did you mean \"")
    append(sanitizing: name.bytes)
    append("\"?")
  }
}
