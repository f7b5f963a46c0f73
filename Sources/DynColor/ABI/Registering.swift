// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Registering".

public import CDynColor

/// Names of colors, palettes and axes: UTF-8 without a NUL, of at most DYNCOLOR_MAX_NAME bytes.
@_lifetime(immortal)
func required(
  name: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString, mayBeEmpty: Bool = false
) throws(Failure) -> Span<UInt8> {
  let bytes = try required(text: name, length, argument)
  guard bytes.count > 0 || mayBeEmpty else {
    throw Failure.argument(argument, "a name must not be empty")
  }
  guard bytes.count <= DYNCOLOR_MAX_NAME else {
    throw Failure.argument(argument, "a name must have at most DYNCOLOR_MAX_NAME bytes")
  }
  if bytes.isPlainASCII { return bytes }
  guard bytes.countBeforeNUL == bytes.count else {
    throw Failure.argument(argument, "a name must have no NUL in it")
  }
  if let offset = bytes.firstInvalidUTF8 { throw Failure.invalidUTF8(at: offset, in: bytes) }
  return bytes
}

extension Variant.Conditions {
  init(_ variant: UnsafePointer<dyncolor_variant>) throws(Failure) {
    // The conditions are the first eight bytes of the struct.
    self.init(rawValue: UnsafeRawPointer(variant).loadUnaligned(as: UInt64.self))
    guard areValid, variant.pointee.reserved2 == 0 else {
      throw Failure.argument(
        "variants", "a condition must have a listed value, and reserved be 0")
    }
  }
}

/// A table of variants from the host.
private struct Variants {
  let start: UnsafePointer<dyncolor_variant>?
  let count: Int

  init(
    _ start: UnsafePointer<dyncolor_variant>?, _ count: Int, mayBeEmpty: Bool
  ) throws(Failure) {
    guard count >= (mayBeEmpty ? 0 : 1), count <= Recipe.greatestVariantCount else {
      throw Failure.argument(
        "variants", "there must be a variant, and at most DYNCOLOR_MAX_VARIANTS")
    }
    guard start != nil || count == 0 else {
      throw Failure.argument("variants", "an argument must not be NULL")
    }
    self.start = start
    self.count = count
  }

  /// Copies the variants into a recipe that has room for them.
  func fill(_ recipe: Recipe) throws(Failure) {
    guard let start else { return }
    for index in upTo(count) {
      let conditions = try Variant.Conditions(start + index)
      if start[index].id != 0 {
        recipe.variant(index).set(conditions, ColorID(start[index].id))
      } else {
        recipe.variant(index).set(conditions, try Color(start[index].color, "variants"))
      }
    }
  }

  /// Refuses variants for subtypes or locales to which the theme has given no number.
  func checkConditions(_ vocabulary: borrowing Vocabulary) throws(Failure) {
    guard let start else { return }
    for index in upTo(count) where !vocabulary.knows(try Variant.Conditions(start + index)) {
      throw Failure.argument(
        "variants", "a subtype or a locale must be a number that the theme gave out")
    }
  }

  /// Refuses variants that are none.
  func check() throws(Failure) {
    guard let start else { return }
    for index in upTo(count) {
      _ = try Variant.Conditions(start + index)
      if start[index].id == 0 { _ = try Color(start[index].color, "variants") }
    }
  }
}

extension Variants: VariantList {}
extension Failure: RegistrationFailure {}

extension ThemeState {
  /// Drafts what a definition defines.
  fileprivate mutating func draft(_ definition: dyncolor_definition) throws(Failure) {
    let name = try required(
      name: definition.name, definition.name_length, "name", mayBeEmpty: true)
    let source = try source(layer: definition.layer, owner: definition.owner)
    switch dyncolor_kind(rawValue: definition.kind) {
    case DYNCOLOR_KIND_VARIANTS:
      let variants = try Variants(definition.variants, definition.variant_count, mayBeEmpty: false)
      try draft(name, variants, source)
    case DYNCOLOR_KIND_PALETTE:
      let variants = try Variants(definition.variants, definition.variant_count, mayBeEmpty: true)
      let semantic = try required(
        name: definition.semantic, definition.semantic_length, "semantic")
      try draft(name, semantic: semantic, variants, source)
    case DYNCOLOR_KIND_PROVIDER:
      guard definition.provider != nil else {
        throw Failure.argument("provider", "an argument must not be NULL")
      }
      try draft(name, HostProvider(definition), source, reportedAs: Failure.self)
    case DYNCOLOR_KIND_CSS:
      let text = try required(text: definition.css, definition.css_length, "css")
      if let offset = text.firstInvalidUTF8 { throw Failure.invalidUTF8(at: offset, in: text) }
      try draft(name, css: text, source, reportedAs: Failure.self)
    default:
      throw Failure.argument("kind", "an enum value must be one of those listed")
    }
  }

  private func source(layer: UInt16, owner: UInt16) throws(Failure) -> Source {
    do throws(ThemeError) {
      return try registry.source(layer: layer, owner: owner)
    } catch {
      throw Failure(error)
    }
  }
}

extension HostProvider {
  init(_ definition: dyncolor_definition) {
    self.init(
      unsafeBitCast(definition.provider, to: HostProvider.Provide?.self), definition.user_data,
      definition.destroy)
  }
}

/// Registers definitions, each of which `definition` gives, all or none. On failure the providers
/// among them are destroyed.
@inline(never)
private func register(
  _ opaque: OpaquePointer?, _ count: Int, _ ids: UnsafeMutablePointer<dyncolor_id>?,
  isBatch: Bool, _ definition: (Int) throws(Failure) -> dyncolor_definition
) throws(Failure) {
  do throws(Failure) {
    let theme = try Theme(opaque)
    try theme.locked { state throws(Failure) in
      try state.register(count) { state throws(Failure) in
        for index in upTo(count) {
          let given = try definition(index)
          do throws(Failure) {
            try state.draft(given)
          } catch {
            throw isBatch ? error.about(given) : error
          }
        }
      } overwrite: { index, recipe in
        // It has been checked. If a host changes it meanwhile, what cannot be read stays.
        guard let given = try? definition(index),
          let variants = try? Variants(given.variants, given.variant_count, mayBeEmpty: false),
          variants.count == recipe.variantCount
        else { return }
        try? variants.fill(recipe)
      } registered: { index, id in
        ids?[index] = id.rawValue
      }
    }
  } catch {
    for index in upTo(count) {
      guard let given = try? definition(index),
        dyncolor_kind(rawValue: given.kind) == DYNCOLOR_KIND_PROVIDER
      else { continue }
      HostProvider(given).destroy()
    }
    throw error
  }
}

extension Failure {
  /// The same failure, with the name of the definition that it is about.
  fileprivate func about(_ definition: dyncolor_definition) -> Failure {
    guard let name = try? required(name: definition.name, definition.name_length, "name") else {
      return self
    }
    var failure = self
    if offset < 0 { failure.text = StoredText(name) } else { failure.owner = StoredText(name) }
    return failure
  }
}

@implementation @_cdecl("dyncolor_register")
public func dyncolor_register(
  _ theme: OpaquePointer!, _ definitions: UnsafePointer<dyncolor_definition>!, _ count: Int,
  _ ids: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    guard count != 0 else {
      _ = try Theme(theme)
      return
    }
    let start = UnsafeRawPointer(try required(definitions, "definitions"))
    let stride = definitions.pointee.size
    guard stride >= MemoryLayout<dyncolor_definition>.size, stride <= 4096, stride & 7 == 0,
      count > 0, count <= Int(DYNCOLOR_MAX_COLORS)
    else {
      throw Failure.argument("definitions", "a struct must have a size that it can have")
    }
    try register(theme, count, ids, isBatch: true) { index throws(Failure) in
      let pointer = (start + index &* stride).assumingMemoryBound(to: dyncolor_definition.self)
      guard pointer.pointee.size == stride else {
        throw Failure.argument("definitions", "all definitions must have the same size")
      }
      do throws(Failure) {
        return try sized(pointer, stride, "definitions")
      } catch {
        throw error.about(pointer.pointee)
      }
    }
  }
}

/// Registers one color.
@inline(never)
private func register(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ kind: dyncolor_kind,
  _ change: (inout dyncolor_definition) -> Void
) throws(Failure) {
  var definition = dyncolor_definition()
  definition.size = MemoryLayout<dyncolor_definition>.size
  definition.name = name
  definition.name_length = length
  definition.kind = kind.rawValue
  change(&definition)
  try register(theme, 1, id, isBatch: false) { _ throws(Failure) in definition }
}

/// Registers one color with `count` variants, which `fill` writes, and which are good.
@inline(never)
private func register(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, count: Int, _ fill: (Recipe) -> Void
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name", mayBeEmpty: true)
  try theme.locked { state throws(Failure) in
    try state.register(1) { state throws(Failure) in
      try state.draft(name, variants: count, .theme, reportedAs: Failure.self, fill)
    } overwrite: { _, recipe in
      fill(recipe)
    } registered: { _, registered in
      id?.pointee = registered.rawValue
    }
  }
}

/// Registers a light and a dark color.
@inline(never)
private func register(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, light: Color, dark: Color
) throws(Failure) {
  try register(theme, name, length, id, count: 2) { recipe in
    recipe.variant(0).set(.any, light)
    recipe.variant(1).set(.dark, dark)
  }
}

@implementation @_cdecl("dyncolor_register_color")
public func dyncolor_register_color(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ color: UnsafePointer<dyncolor_color>!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let color = try Color(color, "color")
    try register(theme, name, name_length, id, count: 1) { $0.variant(0).set(.any, color) }
  }
}

@implementation @_cdecl("dyncolor_register_pair")
public func dyncolor_register_pair(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ light: UnsafePointer<dyncolor_color>!, _ dark: UnsafePointer<dyncolor_color>!,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let light = try Color(light, "light")
    let dark = dark == nil ? light : try Color(dark, "dark")
    try register(theme, name, name_length, id, light: light, dark: dark)
  }
}

@implementation @_cdecl("dyncolor_register_hex")
public func dyncolor_register_hex(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ light: UnsafePointer<CChar>!, _ light_length: Int, _ dark: UnsafePointer<CChar>!,
  _ dark_length: Int, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let light = try hexColor(light, light_length, "light", .srgb, alpha: 1)
    let dark =
      dark == nil && dark_length == 0
      ? light : try hexColor(dark, dark_length, "dark", .srgb, alpha: 1)
    try register(theme, name, name_length, id, light: light, dark: dark)
  }
}

@implementation @_cdecl("dyncolor_register_variants")
public func dyncolor_register_variants(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ variants: UnsafePointer<dyncolor_variant>!, _ variant_count: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(theme, name, name_length, id, DYNCOLOR_KIND_VARIANTS) { definition in
      definition.variants = variants
      definition.variant_count = variant_count
    }
  }
}

@implementation @_cdecl("dyncolor_register_alias")
public func dyncolor_register_alias(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ target: dyncolor_id, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    guard target != 0 else { throw Failure.argument("target", "an id must not be none") }
    try register(theme, name, name_length, id, count: 1) { recipe in
      recipe.variant(0).set(.any, ColorID(target))
    }
  }
}

@implementation @_cdecl("dyncolor_register_semantic")
public func dyncolor_register_semantic(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ semantic: UnsafePointer<CChar>!, _ semantic_length: Int, _ fallback: dyncolor_id,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    var variant = dyncolor_variant()
    variant.id = fallback
    try withUnsafePointer(to: &variant) { variant throws(Failure) in
      try register(theme, name, name_length, id, DYNCOLOR_KIND_PALETTE) { definition in
        definition.variants = variant
        definition.variant_count = fallback == 0 ? 0 : 1
        definition.semantic = semantic
        definition.semantic_length = semantic_length
      }
    }
  }
}

@implementation @_cdecl("dyncolor_register_css")
public func dyncolor_register_css(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ css: UnsafePointer<CChar>!, _ css_length: Int, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(theme, name, name_length, id, DYNCOLOR_KIND_CSS) { definition in
      definition.css = css
      definition.css_length = css_length
    }
  }
}

/// Registers a color that is computed by the expression that `write` writes.
@inline(never)
private func register(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ write: (inout ExpressionWriter) -> Void
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try required(name: name, length, "name", mayBeEmpty: true)
  try theme.locked { state throws(Failure) in
    try state.register(1) { state throws(Failure) in
      try state.draft(name, .theme, reportedAs: Failure.self, write)
    } overwrite: { _, _ in
    } registered: { _, registered in
      id?.pointee = registered.rawValue
    }
  }
}

extension ExpressionWriter {
  fileprivate mutating func append(_ id: ColorID) {
    let place = open(.target)
    append(UInt64(id.rawValue))
    close(place)
  }
}

@implementation @_cdecl("dyncolor_register_level")
public func dyncolor_register_level(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ base: dyncolor_id,
  _ level: dyncolor_level, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let level = try required(level)
    try register(theme, name, name_length, id) { writer in
      let place = writer.open(.level, detail: UInt32(truncatingIfNeeded: level))
      if base == 0 {
        writer.close(writer.open(.currentColor))
      } else {
        writer.append(ColorID(base))
      }
      writer.close(place)
    }
  }
}

@implementation @_cdecl("dyncolor_register_fallbacks")
public func dyncolor_register_fallbacks(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ ids: UnsafePointer<dyncolor_id>!, _ count: Int, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let ids = try required(ids, "ids")
    guard count > 0, count <= Int(DYNCOLOR_MAX_FALLBACKS) else {
      throw Failure.argument("count", "there must be a color, and at most DYNCOLOR_MAX_FALLBACKS")
    }
    for index in upTo(count) where ids[index] == 0 {
      throw Failure.argument("ids", "an id must not be none").at(index, of: "ids")
    }
    try register(theme, name, name_length, id) { writer in
      let place = writer.open(.first)
      for index in upTo(count) { writer.append(ColorID(ids[index])) }
      writer.close(place)
    }
  }
}

@implementation @_cdecl("dyncolor_register_provider")
public func dyncolor_register_provider(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ provider: dyncolor_provider_function!, _ user_data: UnsafeMutableRawPointer!,
  _ destroy: dyncolor_destroy_function!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(theme, name, name_length, id, DYNCOLOR_KIND_PROVIDER) { definition in
      definition.provider = provider
      definition.user_data = user_data
      definition.destroy = destroy
    }
  }
}

@implementation @_cdecl("dyncolor_redefine")
public func dyncolor_redefine(
  _ theme: OpaquePointer!, _ ids: UnsafePointer<dyncolor_id>!,
  _ colors: UnsafePointer<dyncolor_color>!, _ count: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    guard count != 0 else { return }
    let ids = try required(ids, "ids")
    let colors = try required(colors, "colors")
    guard count > 0, count <= Int(Int32.max) else {
      throw Failure.argument("count", "there cannot be as many")
    }
    for index in upTo(count) { _ = try Color(colors[index], "colors") }
    try theme.mapped { state throws(ThemeError) in
      try state.redefine(
        count, id: { ColorID(ids[$0]) },
        fill: { index, recipe in
          // It has been checked; if a host changes it meanwhile, it is black.
          let color = try? Color(colors[index], "colors")
          recipe.variant(0).set(.any, color ?? Color(.srgb, .zero))
        })
    }
  }
}

@implementation @_cdecl("dyncolor_declare")
public func dyncolor_declare(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    let output = try required(id, "id")
    output.pointee = try theme.mapped { state throws(ThemeError) in
      try state.declare(name).rawValue
    }
  }
}

@implementation @_cdecl("dyncolor_unregister")
public func dyncolor_unregister(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try Theme(theme).mapped { state throws(ThemeError) in try state.unregister(ColorID(id)) }
  }
}

@implementation @_cdecl("dyncolor_rename")
public func dyncolor_rename(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let name = try required(name: name, name_length, "name")
    try theme.mapped { state throws(ThemeError) in try state.rename(ColorID(id), name) }
  }
}
