// Memory: what the process does when the library runs into a bug of its own.

#if hasFeature(Embedded)
  import CPlatform

  /// Prints a message and aborts the process. Compiled code calls this function in place of each
  /// illegal instruction with which it would trap (compiler option `-trap-function`).
  @_cdecl("dyncolor_trap")
  func trap() {
    let message: StaticString = "libdyncolor: internal error; aborting\n"
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }
#endif
