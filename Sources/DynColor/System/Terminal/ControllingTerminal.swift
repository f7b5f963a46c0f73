// System: asking the controlling terminal a question, and restoring its settings.

import CPlatform

/// The controlling terminal of the process, in a mode in which it can be asked a question: it
/// delivers each byte at once and does not show what is typed. When the value is destroyed, the old
/// settings of the terminal are restored.
///
/// As long as the value exists, signals are blocked in this thread. Otherwise a signal, such as
/// that of Ctrl+C, could end the process before the settings are restored. In a process with
/// several threads, another thread may still receive the signal.
struct ControllingTerminal: ~Copyable {
  let descriptor: Int32
  private let oldSettings: termios
  private let oldSignalMask: sigset_t
  /// True if input that has not been read is discarded when the value is destroyed.
  var discardsInput = false

  private init(_ descriptor: Int32, _ oldSettings: termios, _ oldSignalMask: sigset_t) {
    self.descriptor = descriptor
    self.oldSettings = oldSettings
    self.oldSignalMask = oldSignalMask
  }

  /// Opens the terminal. Returns `nil` if the process has no controlling terminal, or runs in the
  /// background, where it must not change the settings.
  static func open() -> ControllingTerminal? {
    let descriptor = dyncolor_open_terminal()
    guard descriptor >= 0 else { return nil }
    var (settings, allSignals, oldSignalMask) = (termios(), sigset_t(), sigset_t())
    sigfillset(&allSignals)
    // The first condition is true if this process runs in the foreground.
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &settings) == 0,
      sigprocmask(SIG_BLOCK, &allSignals, &oldSignalMask) == 0
    else {
      close(descriptor)
      return nil
    }
    let terminal = ControllingTerminal(descriptor, settings, oldSignalMask)
    dyncolor_make_unbuffered(&settings)
    // If this call fails, the settings stay the same, and the terminal may still answer.
    tcsetattr(descriptor, TCSANOW, &settings)
    return terminal
  }

  // The settings are restored with TCSANOW, because TCSADRAIN and TCSAFLUSH wait for output, which
  // the user may have stopped (Ctrl+S).
  deinit {
    var (oldSettings, oldSignalMask) = (oldSettings, oldSignalMask)
    if discardsInput { tcflush(descriptor, TCIFLUSH) }
    tcsetattr(descriptor, TCSANOW, &oldSettings)
    close(descriptor)
    sigprocmask(SIG_SETMASK, &oldSignalMask, nil)
  }

  /// Writes a question. Returns whether all of it was written.
  func ask(_ question: StaticString) -> Bool {
    question.bytes.withUnsafeBytes { bytes in
      write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
    }
  }

  /// Appends to `answer` what the terminal has sent so far, without waiting.
  func read<let size: Int>(into answer: inout FixedText<size>) {
    var bytes = InlineArray<64, UInt8>(repeating: 0)
    while true {
      var span = bytes.mutableSpan
      let count = span.withUnsafeMutableBytes { bytes in
        CPlatform.read(descriptor, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { return }
      answer.append(contentsOf: bytes.span.slice(0, count))
    }
  }
}
