// JSON: parsing a file of an import, with warnings about deviations from RFC 8259.

/// A file that has been parsed as JSON. The readers of all formats that are based on JSON use it.
struct JSONFile: ~Copyable {
  let json: JSON
  let file: SourceFile

  /// The location of a value in the file, for reports.
  func location(_ value: JSON.Value) -> SourceLocation { file.location(json.offset(value)) }

  /// The text of a value, as it is in the file. Valid as long as the file.
  @_lifetime(immortal)
  @_optimize(speed)
  func text(of value: JSON.Value) -> Span<UInt8> {
    file.text.bytes.slice(json.offset(value), json.end(value))
  }

  /// Parses a file. Deviations from RFC 8259 are reported as warnings. If the file cannot be
  /// parsed, reports an error and returns `nil`.
  static func parse(
    _ file: SourceFile, _ session: inout ImportSession
  ) throws(FileFailure) -> JSONFile? {
    let json: JSON
    do throws(JSONFailure) { json = try JSON.parse(file.text, session.allocator) } catch {
      switch error {
      case .outOfMemory: throw .outOfMemory
      case .syntax(let offset, let expected):
        try session.reportError(.syntax, expected, at: file.location(offset))
      case .invalidUTF8(let offset):
        try session.reportError(.invalidUTF8, CommonMessage.invalidUTF8, at: file.location(offset))
      case .tooDeep(let offset):
        try session.reportError(
          .tooComplex, CommonMessage.nestedTooDeeply, at: file.location(offset))
      }
      return nil
    }
    let deviations = json.deviations
    func warn(_ offset: Int?, _ message: StaticString) throws(FileFailure) {
      if let offset { try session.warn(.syntax, message, at: file.location(offset)) }
    }
    try warn(deviations.comment, "the file has comments; standard JSON has none")
    try warn(
      deviations.trailingComma, "the last element has a comma after it; standard JSON has none")
    try warn(deviations.json5, "the file is JSON5; other programs may read only standard JSON")
    if let key = deviations.duplicateKey {
      var name = ShortText()
      name.append(sanitizing: json.string(key).bytes)
      try session.warn(
        .syntax, "the key is repeated; the last value is used", name.bytes,
        at: file.location(json.offset(key)))
    }
    return JSONFile(json: json, file: file)
  }

  /// Returns whether a value or a key is in the member whose key `parse` has reported as repeated;
  /// false if no key is repeated. A color that this member defines again needs no second warning.
  func isInRepeatedMember(_ value: JSON.Value) -> Bool {
    guard let key = json.deviations.duplicateKey else { return false }
    return json.offset(value) >= json.offset(key)
      && json.offset(value) < json.end(json.value(ofKey: key))
  }
}
