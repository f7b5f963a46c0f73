// The last resort: what happens when the library finds that it is itself broken.

#if hasFeature(Embedded)
  import CPlatform

  /// Receives every trap that the compiler emits (`-trap-function`), so that a bug ends in a message
  /// and an abort instead of an illegal instruction in the host.
  @_cdecl("dyncolor_trap")
  func trap() {
    let message: StaticString = "libdyncolor: internal error; aborting\n"
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }
#endif
