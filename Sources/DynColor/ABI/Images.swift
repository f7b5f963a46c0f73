// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Images".

public import CDynColor

extension Failure {
  fileprivate init(_ failure: ReadingFailure) {
    switch failure {
    case .outOfMemory: self.init(Status.outOfMemory)
    case .badBytes(let offset):
      self.init(Status.badImage)
      self.offset = offset
    }
  }
}

@implementation @_cdecl("dyncolor_theme_to_image")
public func dyncolor_theme_to_image(
  _ theme: OpaquePointer!, _ image: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try require(buffer: image, capacity, "image")
    var writer = ByteWriter(image, capacity: Int(clamping: UInt(bitPattern: capacity)))
    let neededSize = try convertingErrors { () throws(ThemeError) in
      try ThemeImage.write(theme, ifItFits: &writer)
    }
    size?.pointee = neededSize
    guard neededSize <= writer.capacity else {
      throw Failure.bufferTooSmall(needing: neededSize)
    }
  }
}

/// An image in the host's memory.
private struct HostImage {
  let bytes: StoredText
  /// True if the host promises to keep the memory alive as long as themes exist that were read from
  /// it, so that they need no copy.
  let isBorrowed: Bool

  init(_ image: UnsafeRawPointer?, _ size: Int, _ memory: dyncolor_image_memory) throws(Failure) {
    bytes = try checked(bytes: try required(image, "image"), size, "image")
    isBorrowed = memory == DYNCOLOR_IMAGE_MEMORY_BORROWED
    try require(
      isBorrowed || memory == DYNCOLOR_IMAGE_MEMORY_COPIED, "memory",
      "not a constant of dyncolor_image_memory; pass one, such as DYNCOLOR_IMAGE_MEMORY_COPIED")
    try require(
      !isBorrowed || bytes.address & 7 == 0, "image",
      "a borrowed image must be aligned to 8 bytes; align it, or let the library copy it")
  }

  /// Creates a theme with these options, and reads the image into it.
  func read(_ options: ThemeOptions) throws(Failure) -> Theme {
    let theme = try Theme(options)
    do throws(ReadingFailure) {
      // No other thread knows the theme yet, so no lock is needed.
      try theme.guarded.withExclusiveState { state throws(ReadingFailure) in
        try ThemeImage.read(&state, bytes, isBorrowed: isBorrowed)
        // An option of the host overrides what the image says.
        if let scheme = options.scheme { state.settings.scheme = scheme }
      }
    } catch {
      theme.release()
      throw Failure(error)
    }
    return theme
  }
}

@implementation @_cdecl("dyncolor_theme_from_image")
public func dyncolor_theme_from_image(
  _ options: UnsafePointer<dyncolor_theme_options>!, _ image: UnsafeRawPointer!, _ size: Int,
  _ memory: dyncolor_image_memory, _ theme: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let options = try ThemeOptions(options)
    let image = try HostImage(image, size, memory)
    try required(theme, "theme").pointee = image.read(options).makeHandle()
  }
}
