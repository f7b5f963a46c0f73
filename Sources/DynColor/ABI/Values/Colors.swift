// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Colors".

public import CDynColor

@implementation @_cdecl("dyncolor_color_parse_hex_n")
public func dyncolor_color_parse_hex_n(
  _ text: UnsafePointer<CChar>!, _ length: Int, _ space: dyncolor_space, _ alpha: Double,
  _ color: UnsafeMutablePointer<dyncolor_color>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let space = try ColorSpace(mustBeRGB: space)
    let alpha = try checked(alpha: alpha)
    let output = try required(color, "color")
    output.pointee = dyncolor_color(try parseHexColor(text, length, "text", space, alpha: alpha))
  }
}

@implementation @_cdecl("dyncolor_color_format_hex")
public func dyncolor_color_format_hex(
  _ color: UnsafePointer<dyncolor_color>!, _ space: dyncolor_space,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    var text = ShortText()
    text.append(hex: try Color(color, "color"), in: try ColorSpace(mustBeRGB: space))
    try write(text.bytes, to: buffer, capacity, length)
  }
}

@implementation @_cdecl("dyncolor_color_equal")
public func dyncolor_color_equal(
  _ a: UnsafePointer<dyncolor_color>!, _ b: UnsafePointer<dyncolor_color>!
) -> Int32 {
  guard let a = try? Color(a, "a"), let b = try? Color(b, "b") else { return 0 }
  return a == b ? 1 : 0
}

@implementation @_cdecl("dyncolor_color_hash")
public func dyncolor_color_hash(_ color: UnsafePointer<dyncolor_color>!) -> UInt64 {
  guard let color = try? Color(color, "color") else { return 0 }
  var hash = Hash()
  color.combine(into: &hash)
  return hash.value
}
