// Importing: the files that an import has read.

struct SourceFile: BitwiseCopyable {
  let index: Int32
  /// The path within the root directory, and the contents. Both live as long as the import.
  let path: StoredText
  let bytes: StoredText

  func place(_ offset: Int) -> ImportedColors.Place {
    ImportedColors.Place(file: index, offset: offset)
  }
}

/// All files that have been read, by path and by number. Converts offsets to lines and columns.
struct SourceFiles: ~Copyable {
  private let immovable = Immovable()
  static var greatestCount: Int { 1 << 16 }

  private var files: Buffer<SourceFile>
  private var paths: NumberedNames
  /// The last position that was computed. The next one continues from there.
  private var lastPlace = ImportedColors.Place.none
  private var lastPosition = TextPosition()

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    paths = try NumberedNames(allocator, seed: seed)
    files = Buffer(allocator)
  }

  var count: Int { files.count }

  /// The file of a place; `nil` for `Place.none`.
  func file(of place: ImportedColors.Place) -> SourceFile? { files.element(at: Int(place.file)) }

  /// The file at a path; `nil` if it has not been read.
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

  /// The line and the column of a place in a file.
  ///
  /// Counting lines takes linear time. For places in ascending order, as findings usually are, all
  /// together take linear time once.
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
