// Importing: the file formats, and how they are detected.

/// A file format, with the value of the corresponding C constant.
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

  var isReadable: Bool {
    switch self {
    case .assetCatalog, .tokens, .styleSheet, .json, .base16, .kde: true
    case .tailwind, .gtk, .gtkMedia, .cHeader, .preview, .sheet: false
    }
  }

  var isWritable: Bool {
    switch self {
    case .assetCatalog, .tokens, .styleSheet, .json, .kde, .tailwind, .gtk, .gtkMedia, .cHeader,
      .preview, .sheet:
      true
    case .base16: false
    }
  }

  /// The format that the extension of a file or directory indicates; `nil` for `.json`, which
  /// several formats use.
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

  /// The format to write to a path. Formats that can only be written have extensions, too.
  init?(path: Span<UInt8>) {
    if let format = FileFormat(name: path.withoutSlashes), format.isWritable {
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

  /// Returns whether the format is written as a directory. Design tokens are, unless the path is
  /// that of a file.
  func isFolder(_ path: Span<UInt8>) -> Bool {
    switch self {
    case .assetCatalog, .gtk: true
    case .tokens: !path.hasSuffix(".json") && !path.hasSuffix(".tokens")
    case .styleSheet, .json, .base16, .kde, .tailwind, .gtkMedia, .cHeader, .preview, .sheet: false
    }
  }

  var canBeOneFile: Bool { self != .assetCatalog && self != .gtk }

  /// The format that the content of a file indicates.
  init?(content text: Span<UInt8>) {
    if text.isJSON {
      self = JSONOutline.format(of: text)
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

extension Span<UInt8> {
  /// Returns whether a text looks like JSON: it begins with an object, or with a comment before
  /// one.
  fileprivate var isJSON: Bool {
    var index = 0
    // Skips a byte order mark and white space.
    while let byte = element(at: index), byte <= 0x20 || byte >= 0xBB { index &+= 1 }
    switch element(at: index) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "/"): return !mentions("@") && mentions("\"") && !mentions(";")
    default: return false
    }
  }
}
