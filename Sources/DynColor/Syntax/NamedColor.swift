// Syntax: the named colors of CSS.

/// The named colors of CSS Color 4, §6.1, and `transparent`.
enum NamedColor {
  /// The color of a name, in any ASCII case; `nil` if the name is not in the table.
  @inline(__always)
  static func color(_ name: Span<UInt8>) -> Color? {
    let count = name.count
    // `nil` for names of fewer than four letters, or of more than 20.
    guard let nameWords = name.groupsOfFour(from: 0, length: count) else {
      return shortColor(name)
    }
    // The first four letters, the last four and the length identify a name. This is a perfect hash:
    // the displacements below were chosen so that no two names collide. Setting the bit 0x20 of a
    // byte makes a letter lowercase.
    let caseBits: UInt64 = 0x2020_2020_2020_2020
    let key = (nameWords.firstAndLast | caseBits) &+ UInt64(truncatingIfNeeded: count) &<< 8
    let row = rowOffset(key)
    let table = table.bytes
    guard let rowWords = table.groupsOfFour(from: row, length: count) else { return nil }
    // Upper and lower case of a letter differ in one bit, and no other byte differs from a letter
    // in only that bit.
    var difference =
      (nameWords.firstAndLast ^ rowWords.firstAndLast)
      | (nameWords.secondAndThird ^ rowWords.secondAndThird)
    // The four groups are the first twelve letters and the last four. They overlap if the name has
    // fewer than 16 letters. If it has more than 16, some of the letters 13 to 16 are in no group.
    if count > 16 { difference |= name.fourBytes(at: 12) ^ table.fourBytes(at: row &+ 12) }
    guard difference & ~caseBits == 0, table.element(at: row &+ count) == UInt8(ascii: " ") else {
      return nil
    }
    return Color(eightHexDigits: table.eightBytes(at: row &+ colorColumn))
  }

  /// The color of a name of three letters. Only red and tan are that short.
  @inline(__always)
  private static func shortColor(_ name: Span<UInt8>) -> Color? {
    guard name.count == 3, let first = name.element(at: 0), let second = name.element(at: 1),
      let third = name.element(at: 2)
    else { return nil }
    switch (first | 0x20, second | 0x20, third | 0x20) {
    case (UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "d")):
      return Color(legacy: .srgb, SIMD3(1, 0, 0))
    case (UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "n")):
      // The bytes of "d2b48cff", the first in the lowest byte.
      return Color(eightHexDigits: 0x6666_6338_3462_3264)
    default: return nil
    }
  }

  /// Considers all names as suggestions for an unknown name.
  static func considerAll(_ nearest: inout NearestName) {
    let table = table.bytes
    var row = 0
    while row < table.count {
      nearest.consider(table.slice(row, table.indexOrEnd(of: UInt8(ascii: " "), from: row)))
      row &+= rowSize
    }
  }

  /// The offset in `table` of the only row that can have a name with this key.
  @inline(__always)
  private static func rowOffset(_ key: UInt64) -> Int {
    // The displacements and the indices of rows below are right only for this multiplier.
    let hash = key &* 0x1027_C4D1_C386_BBC5
    let bucket = Int(truncatingIfNeeded: hash &>> 58)
    let slot = (hash &>> 40 &+ UInt64(displacements[unchecked: bucket])) & 0xFF
    return Int(rowIndices[unchecked: Int(truncatingIfNeeded: slot)]) &* rowSize
  }

  /// For each bucket (the highest six bits of a hash), the number that is added to bits 40 to 47 of
  /// the hash to get its slot.
  private static let displacements: [64 of UInt8] = [
    0, 4, 6, 5, 2, 1, 3, 1, 1, 0, 0, 0, 0, 0, 16, 1, 0, 0, 0, 0, 4, 16, 0, 9, 0, 1, 0, 0, 2, 4, 4,
    6, 15, 0, 7, 4, 0, 2, 1, 1, 1, 0, 0, 5, 0, 3, 2, 7, 2, 0, 1, 2, 3, 1, 4, 0, 0, 0, 8, 2, 2, 0,
    0, 1,
  ]

  /// For each slot, the index of its row in `table`.
  private static let rowIndices: [256 of UInt8] = [
    144, 63, 65, 91, 0, 84, 0, 72, 0, 33, 0, 0, 27, 22, 0, 0, 52, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 110, 73, 128, 98, 71, 136, 145, 48, 0, 58, 0, 0, 0, 0, 0, 0, 70, 142, 3, 0, 12, 0,
    0, 83, 0, 79, 78, 0, 134, 55, 0, 0, 0, 103, 40, 20, 61, 0, 0, 19, 0, 0, 59, 0, 21, 77, 11, 95,
    0, 0, 0, 100, 0, 0, 54, 0, 0, 57, 0, 0, 108, 0, 126, 147, 127, 0, 0, 88, 43, 42, 35, 0, 0, 0,
    131, 0, 0, 0, 16, 122, 49, 0, 105, 0, 15, 0, 0, 0, 148, 93, 0, 45, 25, 1, 28, 5, 92, 13, 51,
    17, 146, 4, 76, 101, 39, 139, 121, 0, 0, 0, 0, 0, 29, 60, 0, 0, 24, 75, 26, 31, 69, 0, 85, 66,
    44, 104, 113, 38, 9, 0, 0, 97, 0, 0, 0, 102, 0, 8, 107, 114, 99, 36, 89, 37, 0, 0, 111, 132,
    64, 112, 115, 94, 0, 32, 133, 118, 0, 18, 87, 0, 86, 14, 0, 124, 117, 41, 0, 125, 82, 0, 46,
    0, 30, 0, 0, 74, 130, 68, 0, 23, 81, 0, 90, 67, 143, 0, 0, 0, 0, 0, 119, 135, 0, 116, 0, 0, 0,
    0, 0, 120, 62, 6, 0, 106, 34, 137, 141, 96, 53, 0, 80, 109, 123, 140, 0, 138, 0, 0, 0, 47,
    129, 50, 2, 7, 56,
  ]

  /// The number of bytes of a row, with its newline; and the offset of the color in the row.
  private static var rowSize: Int { 33 }
  private static var colorColumn: Int { 24 }

  /// Rows with a name, which is padded with spaces, and its color.
  private static var table: StaticString {
    """
    aliceblue               f0f8ffff
    antiquewhite            faebd7ff
    aqua                    00ffffff
    aquamarine              7fffd4ff
    azure                   f0ffffff
    beige                   f5f5dcff
    bisque                  ffe4c4ff
    black                   000000ff
    blanchedalmond          ffebcdff
    blue                    0000ffff
    blueviolet              8a2be2ff
    brown                   a52a2aff
    burlywood               deb887ff
    cadetblue               5f9ea0ff
    chartreuse              7fff00ff
    chocolate               d2691eff
    coral                   ff7f50ff
    cornflowerblue          6495edff
    cornsilk                fff8dcff
    crimson                 dc143cff
    cyan                    00ffffff
    darkblue                00008bff
    darkcyan                008b8bff
    darkgoldenrod           b8860bff
    darkgray                a9a9a9ff
    darkgreen               006400ff
    darkgrey                a9a9a9ff
    darkkhaki               bdb76bff
    darkmagenta             8b008bff
    darkolivegreen          556b2fff
    darkorange              ff8c00ff
    darkorchid              9932ccff
    darkred                 8b0000ff
    darksalmon              e9967aff
    darkseagreen            8fbc8fff
    darkslateblue           483d8bff
    darkslategray           2f4f4fff
    darkslategrey           2f4f4fff
    darkturquoise           00ced1ff
    darkviolet              9400d3ff
    deeppink                ff1493ff
    deepskyblue             00bfffff
    dimgray                 696969ff
    dimgrey                 696969ff
    dodgerblue              1e90ffff
    firebrick               b22222ff
    floralwhite             fffaf0ff
    forestgreen             228b22ff
    fuchsia                 ff00ffff
    gainsboro               dcdcdcff
    ghostwhite              f8f8ffff
    gold                    ffd700ff
    goldenrod               daa520ff
    gray                    808080ff
    green                   008000ff
    greenyellow             adff2fff
    grey                    808080ff
    honeydew                f0fff0ff
    hotpink                 ff69b4ff
    indianred               cd5c5cff
    indigo                  4b0082ff
    ivory                   fffff0ff
    khaki                   f0e68cff
    lavender                e6e6faff
    lavenderblush           fff0f5ff
    lawngreen               7cfc00ff
    lemonchiffon            fffacdff
    lightblue               add8e6ff
    lightcoral              f08080ff
    lightcyan               e0ffffff
    lightgoldenrodyellow    fafad2ff
    lightgray               d3d3d3ff
    lightgreen              90ee90ff
    lightgrey               d3d3d3ff
    lightpink               ffb6c1ff
    lightsalmon             ffa07aff
    lightseagreen           20b2aaff
    lightskyblue            87cefaff
    lightslategray          778899ff
    lightslategrey          778899ff
    lightsteelblue          b0c4deff
    lightyellow             ffffe0ff
    lime                    00ff00ff
    limegreen               32cd32ff
    linen                   faf0e6ff
    magenta                 ff00ffff
    maroon                  800000ff
    mediumaquamarine        66cdaaff
    mediumblue              0000cdff
    mediumorchid            ba55d3ff
    mediumpurple            9370dbff
    mediumseagreen          3cb371ff
    mediumslateblue         7b68eeff
    mediumspringgreen       00fa9aff
    mediumturquoise         48d1ccff
    mediumvioletred         c71585ff
    midnightblue            191970ff
    mintcream               f5fffaff
    mistyrose               ffe4e1ff
    moccasin                ffe4b5ff
    navajowhite             ffdeadff
    navy                    000080ff
    oldlace                 fdf5e6ff
    olive                   808000ff
    olivedrab               6b8e23ff
    orange                  ffa500ff
    orangered               ff4500ff
    orchid                  da70d6ff
    palegoldenrod           eee8aaff
    palegreen               98fb98ff
    paleturquoise           afeeeeff
    palevioletred           db7093ff
    papayawhip              ffefd5ff
    peachpuff               ffdab9ff
    peru                    cd853fff
    pink                    ffc0cbff
    plum                    dda0ddff
    powderblue              b0e0e6ff
    purple                  800080ff
    rebeccapurple           663399ff
    red                     ff0000ff
    rosybrown               bc8f8fff
    royalblue               4169e1ff
    saddlebrown             8b4513ff
    salmon                  fa8072ff
    sandybrown              f4a460ff
    seagreen                2e8b57ff
    seashell                fff5eeff
    sienna                  a0522dff
    silver                  c0c0c0ff
    skyblue                 87ceebff
    slateblue               6a5acdff
    slategray               708090ff
    slategrey               708090ff
    snow                    fffafaff
    springgreen             00ff7fff
    steelblue               4682b4ff
    tan                     d2b48cff
    teal                    008080ff
    thistle                 d8bfd8ff
    tomato                  ff6347ff
    transparent             00000000
    turquoise               40e0d0ff
    violet                  ee82eeff
    wheat                   f5deb3ff
    white                   ffffffff
    whitesmoke              f5f5f5ff
    yellow                  ffff00ff
    yellowgreen             9acd32ff

    """
  }
}
