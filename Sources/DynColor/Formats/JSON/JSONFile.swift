// JSON: parses a file of an import, and warns of what JSON does not allow.

/// A parsed file. All formats that are written in JSON read it.
struct JSONFile: ~Copyable {
  let json: JSON
  let file: SourceFile

  func place(_ value: JSON.Value) -> ImportedColors.Place { file.place(json.offset(value)) }

  @_lifetime(immortal)
  func source(_ value: JSON.Value) -> Span<UInt8> {
    file.bytes.bytes.slice(json.offset(value), json.end(value))
  }

  /// Parses a file. Deviations from RFC 8259 are warnings. If the file cannot be parsed, an error
  /// is reported, and the result is `nil`.
  static func parse(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONFile? {
    let json: JSON
    do throws(JSONFailure) { json = try JSON.parse(file.bytes, session.allocator) } catch {
      switch error {
      case .outOfMemory: throw .outOfMemory
      case .syntax(let offset, let expected):
        try session.fail(.syntax, expected, at: file.place(offset))
      case .invalidUTF8(let offset):
        try session.fail(.invalidUTF8, "expected UTF-8", at: file.place(offset))
      case .tooDeep(let offset):
        try session.fail(
          .tooComplex, "expected at most 64 levels of nesting", at: file.place(offset))
      }
      return nil
    }
    let found = json.deviations
    func warn(_ offset: Int?, _ message: StaticString) throws(FileFailure) {
      if let offset { try session.warn(.syntax, message, at: file.place(offset)) }
    }
    try warn(found.comment, "expected JSON without comments")
    try warn(found.trailingComma, "expected no comma after the last element")
    try warn(found.json5, "expected JSON according to RFC 8259")
    try warn(found.duplicateKey, "expected each key once")
    return JSONFile(json: json, file: file)
  }
}
