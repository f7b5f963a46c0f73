// The files that an import has read.

/// A file that has been read.
struct SourceFile: BitwiseCopyable {
  let index: Int32
  /// Its path within the root directory, and its bytes: both live as long as the import.
  let path: StoredText
  let bytes: StoredText

  func place(_ offset: Int) -> ImportedColors.Place {
    ImportedColors.Place(file: index, offset: offset)
  }
}

/// The table of all files that have been read, by path and by number, with the lines in them.
struct SourceFiles: ~Copyable {
  private let immovable = Immovable()
  /// How many files an import may read.
  static var greatestCount: Int { 1 << 16 }

  private var files: Buffer<SourceFile>
  private var paths: NumberedNames
  /// The last place whose line was counted. The next is counted from there.
  private var lastPlace = ImportedColors.Place.none
  private var lastPosition = TextPosition()

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    paths = try NumberedNames(allocator, seed: seed)
    files = Buffer(allocator)
  }

  var count: Int { files.count }

  /// The file at a place; `nil` for a place in none.
  func file(of place: ImportedColors.Place) -> SourceFile? { files.element(at: Int(place.file)) }

  /// The file at a path, if it has been read.
  func file(at path: Span<UInt8>) -> SourceFile? { files.element(at: paths.number(of: path) &- 1) }

  mutating func add(_ path: Span<UInt8>, _ bytes: StoredText) throws(OutOfMemory) -> SourceFile {
    try files.reserve(1)
    try paths.add(path)
    let file = SourceFile(
      index: Int32(truncatingIfNeeded: files.count), path: paths.name(paths.count) ?? .empty,
      bytes: bytes)
    files.appendReserved(file)
    return file
  }

  /// The line and column of a place in a file.
  ///
  /// Counting lines takes time in proportion to the text. Places that come one after the other, as
  /// those of findings do, take it only once together.
  mutating func position(of place: ImportedColors.Place, in file: SourceFile) -> TextPosition {
    let text = file.bytes.bytes
    if place.file == lastPlace.file, place.offset >= lastPlace.offset {
      lastPosition.advance(from: lastPlace.offset, to: place.offset, in: text)
    } else {
      lastPosition = TextPosition(of: place.offset, in: text)
    }
    lastPlace = ImportedColors.Place(file: place.file, offset: min(place.offset, text.count))
    return lastPosition
  }
}
