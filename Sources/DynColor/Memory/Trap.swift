// Memory: what happens when the library detects a bug of its own.

#if hasFeature(Embedded)
  import CPlatform

  /// Receives every trap that the compiler emits (`-trap-function`), so that a bug prints a message
  /// and aborts instead of executing an illegal instruction in the host.
  @_cdecl("dyncolor_trap")
  func trap() {
    let message: StaticString = "libdyncolor: internal error; aborting\n"
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }
#endif
