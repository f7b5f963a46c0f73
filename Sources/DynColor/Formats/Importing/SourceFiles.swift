// Importing: the files that an import has read, and locations in them.

/// A source file and an offset in it. (A `TextPosition` is a line and a column.)
struct SourceLocation: BitwiseCopyable {
  /// The index of the file; −1 for none.
  var file: Int32
  /// The offset in bytes from the beginning of the file.
  var offset: Int

  static var none: SourceLocation { SourceLocation(file: -1, offset: 0) }
}

/// A file that an import has read.
struct SourceFile: BitwiseCopyable {
  /// The index of the file in `SourceFiles`.
  let index: Int32
  /// The path, relative to the root directory. It lives as long as the import.
  let path: StoredText
  /// The contents. They live as long as the import.
  let text: StoredText

  /// The location at an offset in this file.
  func location(_ offset: Int) -> SourceLocation {
    SourceLocation(file: index, offset: offset)
  }
}

/// All files that have been read, by path and by index. Converts offsets to lines and columns.
struct SourceFiles: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// The maximum number of files of an import.
  static var greatestCount: Int { 1 << 16 }

  private var files: Buffer<SourceFile>
  /// The paths of the files. The number of a path is the index of its file plus 1.
  private var paths: NumberedNames
  /// The last location whose line and column were computed. Counting continues from there.
  private var lastLocation = SourceLocation.none
  /// The line and the column of `lastLocation`.
  private var lastPosition = TextPosition()

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    paths = try NumberedNames(allocator, seed: seed)
    files = Buffer(allocator)
  }

  var count: Int { files.count }

  /// The file of a location; `nil` for `SourceLocation.none`.
  func file(of location: SourceLocation) -> SourceFile? { files.element(at: Int(location.file)) }

  /// The file at a path; `nil` if it has not been read.
  func file(at path: Span<UInt8>) -> SourceFile? { files.element(at: paths.number(of: path) &- 1) }

  /// Adds a file. Copies the path, but not the text, which must live as long as the import.
  mutating func add(_ path: Span<UInt8>, _ text: StoredText) throws(OutOfMemory) -> SourceFile {
    try files.reserve(1)
    try paths.add(path)
    let file = SourceFile(
      index: Int32(truncatingIfNeeded: files.count), path: paths.name(paths.count) ?? .empty,
      text: text)
    files.appendReserved(file)
    return file
  }

  /// The line and the column of a location. `file` is the file of that location.
  ///
  /// Counting lines takes linear time. Findings usually come in ascending order. Then the count
  /// continues at the last location, so all findings of a file together take linear time.
  mutating func position(of location: SourceLocation, in file: SourceFile) -> TextPosition {
    let text = file.text.bytes
    if location.file == lastLocation.file, location.offset >= lastLocation.offset {
      lastPosition.advance(from: lastLocation.offset, to: location.offset, in: text)
    } else {
      lastPosition = TextPosition(of: location.offset, in: text)
    }
    lastLocation = SourceLocation(file: location.file, offset: min(location.offset, text.count))
    return lastPosition
  }
}
