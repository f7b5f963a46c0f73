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
  /// A directory with a style sheet for light and one for dark.
  case gtk = 8
  /// A style sheet for light and dark, with media queries.
  case gtkMedia = 9
  case cHeader = 10
  /// An HTML page with all colors.
  case preview = 11
  /// An SVG page with all colors.
  case sheet = 12
  case gimp = 13
  case xresources = 14
  case kitty = 15
  case alacritty = 16

  var isReadable: Bool {
    switch self {
    case .assetCatalog, .tokens, .styleSheet, .json, .base16, .kde, .gimp: true
    case .tailwind, .gtk, .gtkMedia, .cHeader, .preview, .sheet, .xresources, .kitty, .alacritty:
      false
    }
  }

  var isWritable: Bool {
    switch self {
    case .assetCatalog, .tokens, .styleSheet, .json, .kde, .tailwind, .gtk, .gtkMedia, .cHeader,
      .preview, .sheet, .gimp, .xresources, .kitty, .alacritty:
      true
    case .base16: false
    }
  }

  /// The format to read a file or directory in, by its extension; `nil` for other extensions, such
  /// as `.json`, which several formats use.
  init?(forReading name: Span<UInt8>) {
    if name.endsIgnoringASCIICase(with: ".xcassets")
      || name.endsIgnoringASCIICase(with: ".colorset")
    {
      self = .assetCatalog
    } else if name.endsIgnoringASCIICase(with: ".tokens")
      || name.endsIgnoringASCIICase(with: ".tokens.json")
      || name.endsIgnoringASCIICase(with: ".resolver.json")
    {
      self = .tokens
    } else if name.endsIgnoringASCIICase(with: ".css") {
      self = .styleSheet
    } else if name.endsIgnoringASCIICase(with: ".yaml") || name.endsIgnoringASCIICase(with: ".yml")
    {
      self = .base16
    } else if name.endsIgnoringASCIICase(with: ".colors") {
      self = .kde
    } else if name.endsIgnoringASCIICase(with: ".gpl") {
      self = .gimp
    } else {
      return nil
    }
  }

  /// The format to write to a path, by its extension; `nil` for other extensions.
  init?(forWriting path: Span<UInt8>) {
    if let format = FileFormat(forReading: path.withoutTrailingSlashes), format.isWritable {
      self = format
    } else if path.endsIgnoringASCIICase(with: ".json") {
      self = .json
    } else if path.endsIgnoringASCIICase(with: ".h") {
      self = .cHeader
    } else if path.endsIgnoringASCIICase(with: ".html") || path.endsIgnoringASCIICase(with: ".htm")
    {
      self = .preview
    } else if path.endsIgnoringASCIICase(with: ".svg") {
      self = .sheet
    } else if path.endsIgnoringASCIICase(with: ".Xresources")
      || path.endsIgnoringASCIICase(with: ".Xdefaults")
    {
      self = .xresources
    } else if path.endsIgnoringASCIICase(with: ".conf") {
      self = .kitty
    } else if path.endsIgnoringASCIICase(with: ".toml") {
      self = .alacritty
    } else {
      return nil
    }
  }

  /// Returns whether the format is written as a directory. Design tokens are written as a directory
  /// unless the path ends in `.json` or `.tokens`.
  func isWrittenAsDirectory(at path: Span<UInt8>) -> Bool {
    switch self {
    case .assetCatalog, .gtk: true
    case .tokens:
      !path.endsIgnoringASCIICase(with: ".json") && !path.endsIgnoringASCIICase(with: ".tokens")
    case .styleSheet, .json, .base16, .kde, .tailwind, .gtkMedia, .cHeader, .preview, .sheet, .gimp,
      .xresources, .kitty, .alacritty:
      false
    }
  }

  /// False if the format is always written as a directory.
  var canBeOneFile: Bool { self != .assetCatalog && self != .gtk }

  /// The format that the content of a file indicates. If it indicates none, JSON for a name that
  /// ends in `.json`, and `nil` for other names.
  init?(content text: Span<UInt8>, name: Span<UInt8>) {
    // The first line of a GIMP palette may follow a byte order mark, which has three bytes.
    if text.isJSON {
      self = JSONOutline.format(of: text)
    } else if text.slice(text.starts(with: "\u{FEFF}") ? 3 : 0, text.count).starts(
      with: GIMPPaletteReader.firstLine)
    {
      self = .gimp
    } else if text.containsInFirst64KiB("[Colors:") {
      self = .kde
    } else if text.containsInFirst64KiB("base00:") || text.containsInFirst64KiB("base00 :") {
      self = .base16
    } else if text.containsInFirst64KiB("{") || text.containsInFirst64KiB("@define-color") {
      self = .styleSheet
    } else if name.endsIgnoringASCIICase(with: ".json") {
      // An empty file, or a mistake at its start.
      self = .json
    } else {
      return nil
    }
  }
}

extension Span<UInt8> {
  /// True if a text looks like JSON: it begins with an object, or with a comment and does not look
  /// like a style sheet.
  fileprivate var isJSON: Bool {
    var index = 0
    // Skips white space and a byte order mark, whose bytes EF BB BF are all at least BB.
    while let byte = element(at: index), byte <= 0x20 || byte >= 0xBB { index &+= 1 }
    switch element(at: index) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "/"):
      // Unlike JSON, a style sheet with a comment has an at-rule or a semicolon, or no strings.
      return !containsInFirst64KiB("@") && containsInFirst64KiB("\"") && !containsInFirst64KiB(";")
    default: return false
    }
  }
}
