// A host that is itself ordinary Swift: classes, arrays, strings and dictionaries of the full
// runtime, beside the library, which carries pieces of another one.

import CDynColor

final class Palette {
  private var colors: [String: dyncolor_color] = [:]

  subscript(_ name: String) -> dyncolor_color? { colors[name] }

  func add(_ name: String, hex: String) -> dyncolor_status {
    var color = dyncolor_color()
    let status = dyncolor_color_parse_hex_n(
      hex, hex.utf8.count, DYNCOLOR_SPACE_SRGB, 1, &color, nil)
    if status == DYNCOLOR_OK { colors[name] = color }
    return status
  }
}

@main
struct Host {
  static func main() {
    let palette = Palette()
    for (name, hex) in [("accent", "#3584e4"), ("warning", "#e5a50a")] {
      precondition(palette.add(name, hex: hex) == DYNCOLOR_OK)
    }
    precondition(palette.add("broken", hex: "#35") == DYNCOLOR_ERROR_SYNTAX)
    precondition(palette["accent"]!.c.2 == 0xE4 / 255.0)
    precondition(palette["broken"] == nil)
    precondition(String(cString: dyncolor_version_string()) == "1.0.0")
    precondition(dyncolor_version() == 1_000_000)
    print(palette["warning"]!.c)
  }
}
