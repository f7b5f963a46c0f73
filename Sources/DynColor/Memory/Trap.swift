// Memory: what the process does when the library runs into a bug of its own.

#if hasFeature(Embedded)
  import CPlatform

  /// Is called wherever the compiler would trap (`-trap-function`), so that a bug prints a message
  /// and aborts the process instead of executing an illegal instruction.
  @_cdecl("dyncolor_trap")
  func trap() {
    let message: StaticString = "libdyncolor: internal error; aborting\n"
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }
#endif
