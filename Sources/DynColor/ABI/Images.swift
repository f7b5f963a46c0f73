// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Images".

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

@implementation @_cdecl("dyncolor_theme_save")
public func dyncolor_theme_save(
  _ theme: OpaquePointer!, _ image: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    guard image != nil || capacity == 0 else {
      throw Failure.argument("image", "a buffer must not be NULL unless its capacity is 0")
    }
    let room = Int(truncatingIfNeeded: min(UInt(bitPattern: capacity), UInt(Int.max)))
    let written: Int
    do throws(ThemeError) {
      written = try ThemeImage.write(theme, to: image, capacity: room)
    } catch {
      throw Failure(error)
    }
    size?.pointee = written
    let isEnough = written <= room
    guard isEnough else { throw Failure.bufferTooSmall }
  }
}

@implementation @_cdecl("dyncolor_theme_load")
public func dyncolor_theme_load(
  _ options: UnsafePointer<dyncolor_theme_options>!, _ image: UnsafeRawPointer!, _ size: Int,
  _ memory: dyncolor_image_memory, _ theme: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let options = try Options(options)
    guard let image else { throw Failure.argument("image", "an argument must not be NULL") }
    guard size >= 0 else { throw Failure.argument("size", "a size must be at most PTRDIFF_MAX") }
    let isBorrowed = memory == DYNCOLOR_IMAGE_MEMORY_BORROWED
    guard isBorrowed || memory == DYNCOLOR_IMAGE_MEMORY_COPIED else {
      throw Failure.argument("memory", "an enum value must be one of those listed")
    }
    let bytes = StoredText(address: UInt64(UInt(bitPattern: image)), count: size)
    guard !isBorrowed || bytes.address & 7 == 0 else {
      throw Failure.argument("image", "an image that is borrowed must be aligned to 8 bytes")
    }
    let output = try required(theme, "theme")
    let made = try Theme(options)
    do throws(ReadingFailure) {
      // Nobody knows of it yet.
      try made.guarded.unlocked { state throws(ReadingFailure) in
        if isBorrowed {
          try ThemeImage.read(&state, bytes)
        } else {
          try ThemeImage.readCopy(&state, bytes.bytes)
        }
        if let scheme = options.scheme { state.settings.scheme = scheme }
      }
    } catch {
      made.release()
      throw Failure(error)
    }
    output.pointee = made.handedOut()
  }
}
