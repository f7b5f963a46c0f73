// Syntax: colors in the notation of KDE's files.

extension Color {
  /// Parses a color in KDE's notation: `r,g,b` or `r,g,b,a` from 0 to 255, `#rrggbb`, or
  /// `#aarrggbb`. Also parses `#rgb` and `#rgba`. `nil` for other texts.
  init?(kde text: Span<UInt8>) {
    if text.count == 9, text.element(at: 0) == UInt8(ascii: "#") {
      // KDE writes alpha first.
      var hex = FixedText<16>()
      hex.append(UInt8(ascii: "#"))
      hex.append(contentsOf: text.slice(3, 9))
      hex.append(contentsOf: text.slice(1, 3))
      self.init(hexText: hex.bytes)
      return
    }
    if text.element(at: 0) == UInt8(ascii: "#") {
      self.init(hexText: text)
      return
    }
    var channels = SIMD4<Double>(repeating: 255)
    var count = 0
    var start = 0
    while true {
      let end = text.indexOrEnd(of: UInt8(ascii: ","), from: start)
      guard count < 4, let byte = text.parseDecimalUInt8(start, end) else { return nil }
      channels[count & 3] = Double(byte)
      count &+= 1
      if end == text.count { break }
      start = end &+ 1
    }
    guard count >= 3 else { return nil }
    channels /= 255
    self.init(
      legacy: .srgb, SIMD3(channels.x, channels.y, channels.z), alpha: channels.w)
  }
}
