// Which format files are in.

/// A format, with the corresponding C constant's value. The first are those that can be read.
enum FileFormat: UInt32 {
  case assetCatalog = 1
  case tokens = 2
  case styleSheet = 3
  case json = 4
  case base16 = 5
  case kde = 6
  case tailwind = 7
  case gtk = 8
  case gtkMedia = 9
  case cHeader = 10
  case preview = 11
  case sheet = 12

  static var greatestReadable: UInt32 { 6 }

  /// What the extension of a file's or a folder's name says; of `.json`, which may be anything, nothing.
  init?(name: Span<UInt8>) {
    if name.hasSuffix(".xcassets") || name.hasSuffix(".colorset") {
      self = .assetCatalog
    } else if name.hasSuffix(".tokens") || name.hasSuffix(".tokens.json")
      || name.hasSuffix(".resolver.json")
    {
      self = .tokens
    } else if name.hasSuffix(".css") {
      self = .styleSheet
    } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      self = .base16
    } else if name.hasSuffix(".colors") {
      self = .kde
    } else {
      return nil
    }
  }

  /// What a path says of what is to be written there: as for reading, and what can only be written.
  init?(path: Span<UInt8>) {
    if let format = FileFormat(name: path.withoutSlashes), format != .base16 {
      self = format
    } else if path.hasSuffix(".json") {
      self = .json
    } else if path.hasSuffix(".h") {
      self = .cHeader
    } else if path.hasSuffix(".html") || path.hasSuffix(".htm") {
      self = .preview
    } else if path.hasSuffix(".svg") {
      self = .sheet
    } else {
      return nil
    }
  }

  /// Whether what is written is a folder: that of design tokens is one if its path is not that of a
  /// file.
  func isFolder(_ path: Span<UInt8>) -> Bool {
    switch self {
    case .assetCatalog, .gtk: true
    case .tokens: !path.hasSuffix(".json") && !path.hasSuffix(".tokens")
    default: false
    }
  }

  var canBeOneFile: Bool { self != .assetCatalog && self != .gtk }

  /// What the text of a file looks like.
  init?(content text: Span<UInt8>) {
    if text.isJSON {
      if text.mentions("\"$value\"") || text.mentions("\"resolutionOrder\"")
        || text.mentions("\"$ref\"")
      {
        self = .tokens
      } else if text.mentions("\"base00\"") {
        self = .base16
      } else {
        self = .json
      }
    } else if text.mentions("[Colors:") {
      self = .kde
    } else if text.mentions("base00:") || text.mentions("base00 :") {
      self = .base16
    } else if text.mentions("{") || text.mentions("@define-color") {
      self = .styleSheet
    } else {
      return nil
    }
  }
}

extension Loading {
  /// Reads a file, in the format that the host says, or else its name, or else its text.
  mutating func read(_ file: SourceFile) throws(FileFailure) {
    let format =
      FileFormat(rawValue: options.format) ?? FileFormat(name: file.path.bytes)
      ?? FileFormat(content: file.bytes.bytes)
    try advance(file.path.bytes)
    switch format {
    case .assetCatalog: try readColorSet(file)
    case .json: try readJSONTheme(file)
    case .base16: try readBase16(file)
    case .kde: try readKDEColors(file)
    case .tokens: try readTokens(file)
    case .styleSheet: try readStyleSheet(file)
    default:
      try fail(
        .unknownFormat, "expected a format that can be read", file.path.bytes, at: file.place(0))
    }
  }

  /// Reads a folder, whose name is not part of paths if what is loaded begins there.
  mutating func read(folder path: Span<UInt8>, named name: Span<UInt8>) throws(FileFailure) {
    var format = FileFormat(rawValue: options.format) ?? FileFormat(name: name)
    if format == nil, try hasTokens(inFolder: path) { format = .tokens }
    switch format {
    case .assetCatalog, nil: try readCatalogs(path, named: name)
    case .tokens: try readTokens(inFolder: path)
    default:
      try fail(.unknownFormat, "expected a format that can be read", path, at: .none)
    }
  }
}

extension Span<UInt8> {
  /// Whether a text is JSON, if it is anything: its first letter opens an object or an array, or a
  /// comment before one.
  fileprivate var isJSON: Bool {
    var index = 0
    // A byte order mark, and white space.
    while let byte = element(at: index), byte <= 0x20 || byte >= 0xBB { index &+= 1 }
    switch element(at: index) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "/"): return !mentions("@") && mentions("\"") && !mentions(";")
    default: return false
    }
  }

  /// Whether a text is to be found within the first of this one.
  fileprivate func mentions(_ text: StaticString) -> Bool {
    let sought = text.bytes
    guard let first = sought.element(at: 0) else { return true }
    var start = 0
    let end = Swift.min(count, 1 << 16) &- sought.count
    while start <= end {
      if element(at: start) == first,
        slice(start, start &+ sought.count).equals(sought)
      {
        return true
      }
      start &+= 1
    }
    return false
  }
}
