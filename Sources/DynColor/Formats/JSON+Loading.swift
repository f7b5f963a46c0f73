// A JSON file of a load, and what is to be said of how it is written.

extension Loading {
  /// Parses a file. What RFC 8259 does not allow, and is read all the same, is warned of; what cannot
  /// be read is an error, and the result `nil`.
  mutating func json(_ file: SourceFile) throws(FileFailure) -> JSON? {
    let json: JSON
    do throws(JSONFailure) {
      json = try JSON.parse(file.bytes, allocator)
    } catch {
      try tell(error, file)
      return nil
    }
    let found = json.leniencies
    if found.comment >= 0 {
      try warn(.syntax, "expected JSON without comments", at: file.place(found.comment))
    }
    if found.trailingComma >= 0 {
      try warn(
        .syntax, "expected no comma behind the last element", at: file.place(found.trailingComma))
    }
    if found.json5 >= 0 {
      try warn(.syntax, "expected JSON as RFC 8259 has it", at: file.place(found.json5))
    }
    if found.duplicateKey >= 0 {
      try warn(.syntax, "expected each key once", at: file.place(found.duplicateKey))
    }
    return json
  }

  private mutating func tell(_ failure: JSONFailure, _ file: SourceFile) throws(FileFailure) {
    switch failure {
    case .outOfMemory: throw .outOfMemory
    case .syntax(let offset, let expected): try fail(.syntax, expected, at: file.place(offset))
    case .invalidUTF8(let offset):
      try fail(.invalidUTF8, "expected UTF-8", at: file.place(offset))
    case .tooDeep(let offset):
      try fail(.tooComplex, "expected at most 64 levels of nesting", at: file.place(offset))
    }
  }
}
