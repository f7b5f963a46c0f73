// How tokens refer to each other: `{a.b}`, and JSON pointers.

/// The parts of a path in braces, or of a JSON pointer (RFC 6901) behind a number sign, with their
/// escapes decoded.
struct ReferenceParts {
  private let text: HostText
  private let isPointer: Bool
  private(set) var offset = 0

  /// The parts of `a.b`.
  init(path text: HostText) {
    self.text = text
    isPointer = false
  }

  /// The parts of `/a/b`.
  init(pointer text: HostText) {
    self.text = text
    isPointer = true
    if text.bytes.element(at: 0) == UInt8(ascii: "/") { offset = 1 }
    if text.count == 0 { offset = 1 }
  }

  mutating func next() -> LongText? {
    guard offset <= text.count else { return nil }
    let bytes = text.bytes
    var part = LongText()
    let separator = UInt8(ascii: isPointer ? "/" : ".")
    while let byte = bytes.element(at: offset), byte != separator {
      offset &+= 1
      if isPointer, byte == UInt8(ascii: "%"), let high = digit(offset),
        let low = digit(offset &+ 1)
      {
        part.append(high << 4 | low)
        offset &+= 2
      } else if isPointer, byte == UInt8(ascii: "~"), let escaped = bytes.element(at: offset),
        escaped == UInt8(ascii: "0") || escaped == UInt8(ascii: "1")
      {
        part.append(escaped == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        offset &+= 1
      } else {
        part.append(byte)
      }
    }
    offset &+= 1
    return part
  }

  private func digit(_ place: Int) -> UInt8? { text.bytes.element(at: place).flatMap(hexDigit) }
}

/// A reference as far as its text tells.
struct TokenReference: BitwiseCopyable {
  /// Empty for the file in which it stands.
  let file: HostText
  let pointer: HostText

  init(_ text: HostText) {
    let bytes = text.bytes
    var end = 0
    while let byte = bytes.element(at: end), byte != UInt8(ascii: "#") { end &+= 1 }
    file = HostText(bytes.slice(0, end))
    pointer = HostText(bytes.slice(end &+ 1, bytes.count))
  }
}

extension Span<UInt8> {
  /// What stands in the braces of an alias; `nil` if this is none.
  var aliasPath: HostText? {
    guard count > 2, element(at: 0) == UInt8(ascii: "{"),
      element(at: count &- 1) == UInt8(ascii: "}")
    else { return nil }
    return HostText(slice(1, count &- 1))
  }
}

extension TokenReader {
  /// The node that a path leads to. The `value` that older tools put behind it may be there or not.
  mutating func node(ofPath path: HostText) throws(OutOfMemory) -> Int32? {
    var parts = ReferenceParts(path: path)
    var index: Int32 = 0
    while let part = parts.next() {
      guard let child = try tree.child(index, part.bytes) else {
        let isLast = parts.offset > path.count
        let isLegacy = isLast && part.bytes.equals("value")
        return isLegacy && tree.node(index)?.isToken == true ? index : nil
      }
      index = child
    }
    return index
  }

  /// The node that a pointer leads to or into, and the parts of the pointer that are left for what is
  /// in the token.
  mutating func node(
    ofPointer pointer: HostText
  ) throws(OutOfMemory) -> (node: Int32, rest: ReferenceParts)? {
    var parts = ReferenceParts(pointer: pointer)
    var index: Int32 = 0
    var before = parts
    while let part = parts.next() {
      let bytes = part.bytes
      let isProperty =
        bytes.element(at: 0) == UInt8(ascii: "$") && !bytes.equals("$root")
      if isProperty { return (index, before) }
      guard let child = try tree.child(index, bytes) else {
        return tree.node(index)?.isToken == true ? (index, before) : nil
      }
      index = child
      before = parts
    }
    return (index, parts)
  }

  /// Whether parts of a pointer lead to the value of a token, and no further.
  func isWhole(_ parts: ReferenceParts) -> Bool {
    var parts = parts
    guard let part = parts.next() else { return true }
    let isValue =
      part.bytes.equals("$value") || part.bytes.equals("value")
    return isValue && parts.next() == nil
  }

  /// What another file has at a pointer, or this file if none is named. Objects that only refer to
  /// something else are not looked through. `nil` if there is none, which has been told.
  mutating func follow(
    _ reference: TokenReference, from place: Located, _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    let here = documents.place(place)
    var located = Located(document: place.document, value: JSON.Value(index: 0))
    if reference.file.count > 0 {
      guard let root = try root(of: reference.file, from: place, &loading) else { return nil }
      located = root
    }
    var parts = ReferenceParts(pointer: reference.pointer)
    while let part = parts.next() {
      guard
        let inner = try allocating({ () throws(OutOfMemory) in
          try documents.part(part.bytes, of: located)
        })
      else {
        try loading.fail(
          .unknownName, "refers to what is not there", reference.pointer.bytes, at: here)
        return nil
      }
      located = inner
    }
    return located
  }

  /// The root of a file that is named as seen from another.
  private mutating func root(
    of path: HostText, from place: Located, _ loading: inout Loading
  ) throws(FileFailure) -> Located? {
    let here = documents.place(place)
    var decoded = PathText()
    var index = 0
    let bytes = path.bytes
    while let byte = bytes.element(at: index) {
      index &+= 1
      if byte == UInt8(ascii: "%"), let high = bytes.element(at: index).flatMap(hexDigit),
        let low = bytes.element(at: index &+ 1).flatMap(hexDigit)
      {
        decoded.append(high << 4 | low)
        index &+= 2
      } else {
        decoded.append(byte)
      }
      if byte == UInt8(ascii: ":"), bytes.element(at: index) == UInt8(ascii: "/") {
        try loading.fail(.outside, "expected a file of the folder", bytes, at: here)
        return nil
      }
    }
    let referring = documents.file(of: place)?.path ?? .empty
    var wanted = PathText(decoded.bytes, relativeTo: referring.bytes)
    if wanted == nil, loading.options.mayLeaveFolder, !decoded.isCut,
      decoded.bytes.countBeforeNUL == decoded.count
    {
      var joined = PathText()
      if decoded.bytes.element(at: 0) != UInt8(ascii: "/") {
        joined.append(contentsOf: referring.bytes.slice(0, referring.bytes.folderLength))
      }
      joined.append(contentsOf: decoded.bytes)
      wanted = joined
    }
    guard let wanted, !decoded.isCut, !wanted.isCut, wanted.count > 0 else {
      try loading.fail(.outside, "expected a file of the folder", bytes, at: here)
      return nil
    }
    guard let file = try loading.open(wanted.bytes, at: here) else { return nil }
    return try documents.root(of: file, &loading)
  }
}
