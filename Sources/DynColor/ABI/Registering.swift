// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Registering".

public import CDynColor

extension Variant.Conditions {
  /// The conditions at the beginning of the C struct: three words of 64 bits, in the layout of
  /// `Variant.Conditions`. In the last word, the lower half contains the palette, the state and the
  /// vision, and the upper half is the field `reserved`, which must be 0.
  @inline(__always)
  init(_ variant: UnsafePointer<dyncolor_variant>) throws(Failure) {
    let bytes = UnsafeRawPointer(variant)
    let firstWord = bytes.loadUnaligned(as: UInt64.self)
    // Most variants have no conditions, or only a condition on the scheme, which is the lowest byte
    // of the first word. These need no other checks.
    if firstWord <= Axis.scheme.greatestValue,
      bytes.loadUnaligned(fromByteOffset: 8, as: SIMD2<UInt64>.self) == .zero
    {
      self.init(rawValue: firstWord)
    } else {
      try self.init(checking: variant)
    }
  }

  /// Reads and checks any conditions: the slow path of `init(_:)`.
  @inline(never)
  private init(checking variant: UnsafePointer<dyncolor_variant>) throws(Failure) {
    let bytes = UnsafeRawPointer(variant)
    self.init(
      standard: bytes.loadUnaligned(as: UInt64.self),
      extra: SIMD2(
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        UInt64(bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))))
    // `areValid` does not check the highest bit of the scheme's byte: in `Variant.Conditions`, this
    // bit says whether there are extra conditions.
    let isSchemeValid = variant.pointee.scheme <= DYNCOLOR_SCHEME_DARK.rawValue
    if areValid && isSchemeValid && variant.pointee.reserved == 0 { return }
    if variant.pointee.reserved != 0 {
      throw Failure.argument("variants", CommonMessage.reservedNotZero, field: ".reserved")
    }
    let axis = isSchemeValid ? invalidAxis ?? .scheme : .scheme
    throw Failure.argument(
      "variants", "unknown value of a condition; set it to 0, or to a constant of the axis",
      field: axis.fieldPath)
  }
}

/// A table of variants in the host's memory. `VariantList` documents the methods.
private struct HostVariants: VariantList {
  let start: UnsafePointer<dyncolor_variant>?
  let count: Int
  /// True if the table does not come from the host, but was made of the argument `fallback` of an
  /// exported function. Errors then name this argument.
  private let isFallback: Bool

  /// Fails if the table has too many variants or, unless `mayBeEmpty` is true, none. Does not check
  /// the variants.
  init(
    _ start: UnsafePointer<dyncolor_variant>?, _ count: Int, mayBeEmpty: Bool = false,
    isFallback: Bool = false
  ) throws(Failure) {
    try require(
      count >= (mayBeEmpty ? 0 : 1) && count <= Recipe.greatestVariantCount, "variants",
      "a table must have from 1 to DYNCOLOR_MAX_VARIANTS variants")
    try require(list: start, count, "variants")
    self.start = start
    self.count = count
    self.isFallback = isFallback
  }

  /// The table that an exported function has made for its argument `fallback`: one variant, or none
  /// if the host has passed no fallback (`count` is 0).
  init(fallback: UnsafePointer<dyncolor_variant>, _ count: Int) throws(Failure) {
    try self.init(fallback, count, mayBeEmpty: true, isFallback: true)
  }

  @inline(__always)
  func variant(_ index: Int) throws(Failure) -> (Variant.Conditions, Part) {
    let start = try required(start, "variants")
    let conditions = try conditions(index)
    let given = start + index
    do throws(Failure) {
      if given.pointee.part.isColorOnly {
        return (conditions, .color(try Color(given.pointee.part.color, "variants")))
      }
      return (conditions, try Part(notColorOnly: given.pointee.part, "variants"))
    } catch {
      throw failure(error, index)
    }
  }

  @inline(__always)
  func conditions(_ index: Int) throws(Failure) -> Variant.Conditions {
    let start = try required(start, "variants")
    do throws(Failure) {
      return try Variant.Conditions(start + index)
    } catch {
      throw error.at(index, of: "variants")
    }
  }

  @inline(__always)
  func isText(_ index: Int) -> Bool {
    guard let start else { return false }
    return start[index].part.css != nil && start[index].part.id == 0
  }

  @inline(__always)
  func target(_ index: Int) -> ColorID { ColorID(start?[index].part.id ?? 0) }

  func failure(_ error: Failure, _ index: Int) -> Failure {
    isFallback ? error.blaming("fallback") : error.at(index, of: "variants", field: ".part")
  }

  func unknownNumber(on axis: Axis, _ index: Int) -> Failure {
    Failure.argument(
      "variants",
      axis.customIndex == nil
        ? "the theme has no subtype, locale or palette with this number; declare its name first"
        : "the theme has no such axis; declare it with dyncolor_axis_declare()",
      field: axis.fieldPath
    ).at(index, of: "variants")
  }
}

extension dyncolor_part {
  /// True if `color` is the only field of the part that is set. The color may be invalid.
  @inline(__always)
  fileprivate var isColorOnly: Bool {
    css == nil && css_length == 0 && id == 0 && reserved == 0 && color.space != 0
  }
}

extension Color {
  /// The color of a valid variant that has no conditions; `nil` if the variant is invalid, has
  /// conditions, or has another value than a color.
  @inline(__always)
  fileprivate init?(ifUnconditional variant: UnsafePointer<dyncolor_variant>) {
    let bytes = UnsafeRawPointer(variant)
    guard bytes.loadUnaligned(as: SIMD2<UInt64>.self) == .zero,
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self) == 0,
      variant.pointee.part.isColorOnly
    else { return nil }
    let color = variant.pointee.part.color
    do throws(Problem) {
      try self.init(
        checking: color.space, missing: color.missing,
        SIMD3(color.c.0, color.c.1, color.c.2), alpha: color.alpha)
    } catch {
      return nil
    }
  }
}

extension Part {
  /// A part argument, which must not be NULL.
  init(_ part: UnsafePointer<dyncolor_part>?, _ name: StaticString) throws(Failure) {
    try self.init(required(part, name).pointee, name)
  }

  /// The part argument of a function with only one part. An error in the CSS text of the part names
  /// no argument, since there is no other text that the error could be in.
  init(single part: UnsafePointer<dyncolor_part>?, _ name: StaticString) throws(Failure) {
    do throws(Failure) {
      try self.init(part, name)
    } catch {
      throw error.isInText ? error.blamingNoArgument : error
    }
  }

  /// A part argument. Fails if the part is invalid.
  @inline(__always)
  init(_ part: dyncolor_part, _ name: StaticString) throws(Failure) {
    if part.isColorOnly {
      self = .color(try Color(part.color, name))
    } else {
      try self.init(notColorOnly: part, name)
    }
  }

  /// A part for which `isColorOnly` is false: an id, a CSS text, or an invalid part.
  @inline(never)
  fileprivate init(notColorOnly part: dyncolor_part, _ name: StaticString) throws(Failure) {
    try require(part.reserved == 0, name, CommonMessage.reservedNotZero)
    try require(
      part.color.space == 0 && (part.id == 0 || part.css == nil), name,
      "a part must have only one of css, id and color; this one has more")
    if part.id != 0, part.css_length == 0 {
      self = .target(ColorID(part.id))
    } else {
      try require(
        part.css != nil || part.css_length != 0, name,
        "a part must have a text (css), an id or a color; this one has none")
      try requireLength(of: part.css, part.css_length, name, CommonMessage.noCSSLength)
      do throws(Failure) {
        self = .css(StoredText(try checked(css: part.css, part.css_length, name)))
      } catch {
        throw error.blaming(name)
      }
    }
  }
}

/// A CSS text argument. It is valid for the duration of the call.
@_lifetime(immortal)
private func checked(
  css text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
) throws(Failure) -> Span<UInt8> {
  let text = try checked(text: text, length, name)
  try check(utf8: text)
  return text
}

extension Failure: RegistrationFailure {}

extension Definition<HostVariants> {
  /// The definition in a C struct.
  @inline(__always)
  fileprivate init(_ given: UnsafePointer<dyncolor_definition>) throws(Failure) {
    // Read only once, because the host may change the struct meanwhile.
    let (name, length) = (given.pointee.name, given.pointee.name_length)
    try requireLength(of: name, length, "name", CommonMessage.noNameLength)
    self.init(
      name: StoredText(try checked(colorNameOrNull: name, length)), layer: given.pointee.layer,
      owner: given.pointee.owner, content: try Content(given))
  }
}

extension Definition<HostVariants>.Content {
  /// The content of the definition in a C struct, according to its kind.
  @inline(__always)
  fileprivate init(_ given: UnsafePointer<dyncolor_definition>) throws(Failure) {
    if given.pointee.kind == DYNCOLOR_KIND_VARIANTS.rawValue {
      self = .variants(try HostVariants(given.pointee.variants, given.pointee.variant_count))
    } else {
      try self.init(notVariants: given.pointee)
    }
  }

  /// The content of the definition in a C struct whose kind is not DYNCOLOR_KIND_VARIANTS.
  @inline(never)
  private init(notVariants given: dyncolor_definition) throws(Failure) {
    switch dyncolor_kind(rawValue: given.kind) {
    case DYNCOLOR_KIND_PALETTE:
      let variants = try HostVariants(given.variants, given.variant_count, mayBeEmpty: true)
      try requireLength(
        of: given.semantic, given.semantic_length, "semantic",
        "the name has the length 0; set semantic_length, or use DYNCOLOR_NUL_TERMINATED")
      let semantic = try required(name: given.semantic, given.semantic_length, "semantic")
      self = .palette(semantic: StoredText(semantic), variants)
    case DYNCOLOR_KIND_PROVIDER:
      self = try .checkedProvider(given.provider, HostProvider(given))
    case DYNCOLOR_KIND_CSS:
      try requireLength(of: given.css, given.css_length, "css", CommonMessage.noCSSLength)
      self = try .checkedCSS(given.css, given.css_length)
    default:
      throw Failure.argument(
        "kind", "not a constant of dyncolor_kind; set kind to one, such as DYNCOLOR_KIND_VARIANTS")
    }
  }

  /// The content of a color that a provider computes. Fails if `function`, the function of the
  /// provider, is NULL.
  fileprivate static func checkedProvider(
    _ function: dyncolor_provider_function?, _ provider: HostProvider
  ) throws(Failure) -> Self {
    _ = try required(function, "provider")
    return .provider(provider)
  }

  /// The content of a color that is defined by a CSS text. Fails if the text is not valid UTF-8.
  fileprivate static func checkedCSS(
    _ text: UnsafePointer<CChar>?, _ length: Int
  ) throws(Failure) -> Self {
    .css(StoredText(try checked(css: text, length, "css")))
  }
}

extension HostProvider {
  /// The provider in a C struct whose kind is DYNCOLOR_KIND_PROVIDER.
  fileprivate init(_ definition: dyncolor_definition) {
    callback = HostCallback(definition.provider, definition.user_data, definition.destroy)
  }
}

/// An array of definitions in the host's memory, all of the same size. The host may know a newer
/// and larger version of the struct. `DefinitionList` documents the methods.
private struct HostDefinitions: DefinitionList, OwnedArgument {
  private let start: UnsafeRawPointer?
  /// The size of each definition in bytes, which the host has set.
  private let size: Int
  let count: Int

  /// If this fails, no destroy function is called, because the definitions cannot be read.
  init(_ definitions: UnsafePointer<dyncolor_definition>?, _ count: Int) throws(Failure) {
    let size = count == 0 ? 0 : try required(definitions, "definitions").pointee.size
    // The size must be a multiple of 8, so that all definitions in the array are aligned.
    try require(
      count == 0
        || size >= MemoryLayout<dyncolor_definition>.size && size <= greatestStructSize
          && size & 7 == 0,
      "definitions", CommonMessage.wrongStructSize)
    try require(
      count >= 0 && count <= Int(DYNCOLOR_MAX_COLORS), "count",
      "a list can have at most DYNCOLOR_MAX_COLORS definitions")
    (start, self.size, self.count) = (UnsafeRawPointer(definitions), size, count)
  }

  /// The address of the C struct at `index`; `nil` if the host has passed no array.
  @inline(__always)
  private func address(_ index: Int) -> UnsafePointer<dyncolor_definition>? {
    (start.map { $0 + index &* size })?.assumingMemoryBound(to: dyncolor_definition.self)
  }

  /// The C struct at `index`. Fails if the struct has another size than the first one, or sets a
  /// field that the library does not know.
  @inline(__always)
  private func given(_ index: Int) throws(Failure) -> UnsafePointer<dyncolor_definition> {
    let definition = try required(address(index), "definitions")
    try require(
      definition.pointee.size == size, "definitions",
      "all definitions must have the same size; set size to sizeof(dyncolor_definition)")
    // A struct of this size has no fields beyond those that the library knows.
    if size == MemoryLayout<dyncolor_definition>.size { return definition }
    do throws(Failure) {
      _ = try checkedStruct(definition, size, "definitions")
    } catch {
      throw error.about(definition.pointee)
    }
    return definition
  }

  @inline(__always)
  func definition(_ index: Int) throws(Failure) -> Definition<HostVariants> {
    let given = try given(index)
    do throws(Failure) { return try Definition(given) } catch { throw error.about(given.pointee) }
  }

  @inline(__always)
  func constant(_ index: Int) -> ConstantDefinition? {
    guard size == MemoryLayout<dyncolor_definition>.size, let given = address(index),
      given.pointee.size == size, given.pointee.kind == DYNCOLOR_KIND_VARIANTS.rawValue,
      given.pointee.variant_count == 1, let variant = given.pointee.variants,
      let color = Color(ifUnconditional: variant),
      let name = try? checked(colorNameOrNull: given.pointee.name, given.pointee.name_length)
    else { return nil }
    return ConstantDefinition(
      name: StoredText(name), layer: given.pointee.layer, owner: given.pointee.owner, color: color)
  }

  func variants(_ index: Int) -> HostVariants? {
    guard let definition = address(index) else { return nil }
    return try? HostVariants(definition.pointee.variants, definition.pointee.variant_count)
  }

  func failure(_ error: Failure, colorNamed name: StoredText) -> Failure {
    error.about(colorNamed: name)
  }

  /// Destroys the providers in the array, except those of structs that `given` rejects.
  func destroy() {
    for index in upTo(count) {
      guard let given = (try? given(index))?.pointee,
        dyncolor_kind(rawValue: given.kind) == DYNCOLOR_KIND_PROVIDER
      else { continue }
      HostProvider(given).destroy()
    }
  }
}

extension Failure {
  /// This failure, with the name of the invalid definition, if the name itself is valid.
  fileprivate func about(_ definition: dyncolor_definition) -> Failure {
    guard let name = try? required(name: definition.name, definition.name_length, "name") else {
      return self
    }
    return about(colorNamed: StoredText(name))
  }
}

@implementation @_cdecl("dyncolor_register")
@_optimize(speed)
public func dyncolor_register(
  _ theme: OpaquePointer!, _ definitions: UnsafePointer<dyncolor_definition>!, _ count: Int,
  _ ids: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let definitions = try HostDefinitions(definitions, count)
    try definitions.destroyingOnFailure { () throws(Failure) in
      // If a text has a condition on a palette that has no number yet, the palette gets a number,
      // and the closure is called again.
      try Theme(theme).withLockRepeatingForUnnumberedPalettes { state throws(Failure) in
        try state.register(definitions) { index, id in ids?[index] = id.rawValue }
      }
    }
  }
}

// Three functions called `register` follow. Each registers one color, and writes its id to `id`.
// They differ in how the color is defined.

/// Registers one color with this content, in the theme's own layer.
@inline(never)
private func register(
  _ theme: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ content: Definition<HostVariants>.Content
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try checked(colorNameOrNull: name, length)
  try theme.withLockRepeatingForUnnumberedPalettes { state throws(Failure) in
    try state.register(Definition(name: StoredText(name), content: content)) { _, registered in
      id?.pointee = registered.rawValue
    }
  }
}

/// Registers one color that is defined by `light` alone or by the pair of `light` and `dark`. Layer
/// 0 is the theme's own layer.
@inline(never)
@_optimize(speed)
private func register(
  _ theme: OpaquePointer?, layer: UInt16 = 0, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?, _ light: Part, dark: Part? = nil
) throws(Failure) {
  // The text of a plain color, such as `red`, becomes a color. For this color, `isText` is false.
  let light = light.withPlainColorParsed
  let dark = dark.map { $0.withPlainColorParsed }
  if light.isText || dark?.isText == true {
    return try register(theme, layer: layer, name, length, id) { names, writer throws(Failure) in
      guard let dark else {
        return try writer.append(light, names, throwing: Failure.self)
      }
      let node = writer.open(.lightDark)
      try light.write("light", names, to: &writer)
      try dark.write("dark", names, to: &writer)
      writer.close(node)
    }
  }
  let theme = try Theme(theme)
  let name = try checked(colorNameOrNull: name, length)
  try theme.withLock { state throws(Failure) in
    let source = try state.registry.source(layer: layer)
    @_optimize(speed)
    func set(_ recipe: Recipe) {
      recipe.variant(0).set(.any, light)
      if let dark { recipe.variant(1).set(.dark, dark) }
    }
    // One color is registered. `set` fills the new recipe of its draft. If the draft needs no new
    // recipe, because the current recipe can be overwritten in place, `set` fills the current one.
    try state.register(1) { state throws(Failure) in
      // `commonTarget` is the color that all variants refer to, or `none`. `fitInCells` is
      // whether the recipe can be compact, with a cell for each variant.
      try state.draft(
        name, variants: dark == nil ? 1 : 2, source, throwing: Failure.self,
        commonTarget: dark == nil || dark?.target == light.target ? light.target : .none,
        fitInCells: { light.fitsInCell && dark?.fitsInCell ?? true },
        isSame: { recipe in
          recipe.variant(0).isSame(as: .any, light)
            && (dark.map { recipe.variant(1).isSame(as: .dark, $0) } ?? true)
        }, set)
    } overwriteCurrentRecipe: { _, recipe in
      set(recipe)
    } receiveID: { _, registered in
      id?.pointee = registered.rawValue
    }
  }
}

extension Part {
  /// Writes the part as a node. An error is blamed on `argument`, the argument that the part comes
  /// from.
  fileprivate func write(
    _ argument: StaticString, _ names: AxisNames, to writer: inout ExpressionWriter
  ) throws(Failure) {
    do throws(Failure) {
      try writer.append(self, names, throwing: Failure.self)
    } catch {
      throw error.blaming(argument)
    }
  }
}

extension InputList<dyncolor_part> {
  /// Writes the part at `index` as a node. An error is blamed on the element with this index.
  fileprivate func write(
    _ index: Int, _ names: AxisNames, to writer: inout ExpressionWriter
  ) throws(Failure) {
    do throws(Failure) {
      try writer.append(Part(self[index], name), names, throwing: Failure.self)
    } catch {
      throw error.at(index, of: name)
    }
  }
}

extension Registry {
  /// The source of a color that is registered in a layer, and without an owner.
  fileprivate func source(layer: UInt16) throws(Failure) -> LayerAndOwner {
    layer == 0
      ? .theme
      : try convertingErrors { () throws(ThemeError) in try source(layer: layer, owner: 0) }
  }
}

/// Registers one color with the expression that `write` writes. Layer 0 is the theme's own layer.
@inline(never)
private func register(
  _ theme: OpaquePointer?, layer: UInt16 = 0, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>?,
  _ write: (AxisNames, inout ExpressionWriter) throws(Failure) -> Void
) throws(Failure) {
  let theme = try Theme(theme)
  let name = try checked(colorNameOrNull: name, length)
  try theme.withLockRepeatingForUnnumberedPalettes { state throws(Failure) in
    let source = try state.registry.source(layer: layer)
    try state.register(1) { state throws(Failure) in
      try state.draft(name, source, throwing: Failure.self, write)
    } overwriteCurrentRecipe: { _, _ in
      // Never called: the draft of an expression has a new recipe, or changes nothing.
    } receiveID: { _, registered in
      id?.pointee = registered.rawValue
    }
  }
}

@implementation @_cdecl("dyncolor_register_color_n")
@_optimize(speed)
public func dyncolor_register_color_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ color: UnsafePointer<dyncolor_color>!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(theme, name, name_length, id, .color(Color(color, "color")))
  }
}

@implementation @_cdecl("dyncolor_register_pair_n")
public func dyncolor_register_pair_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ light: UnsafePointer<dyncolor_part>!, _ dark: UnsafePointer<dyncolor_part>!,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let light = try Part(light, "light")
    let dark: Part? = dark == nil ? nil : try Part(dark, "dark")
    try register(theme, name, name_length, id, light, dark: dark)
  }
}

@implementation @_cdecl("dyncolor_register_hex_n")
public func dyncolor_register_hex_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ light: UnsafePointer<CChar>!, _ light_length: Int, _ dark: UnsafePointer<CChar>!,
  _ dark_length: Int, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let light = try parseHexColor(
      light, light_length, "light", .srgb, alpha: 1, blamesArgument: true)
    let dark: Part? =
      dark == nil && dark_length == 0
      ? nil
      : .color(try parseHexColor(dark, dark_length, "dark", .srgb, alpha: 1, blamesArgument: true))
    try register(theme, name, name_length, id, .color(light), dark: dark)
  }
}

@implementation @_cdecl("dyncolor_register_variants_n")
public func dyncolor_register_variants_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ variants: UnsafePointer<dyncolor_variant>!, _ variant_count: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let variants = try HostVariants(variants, variant_count)
    try register(theme, name, name_length, id, .variants(variants))
  }
}

@implementation @_cdecl("dyncolor_register_alias_n")
public func dyncolor_register_alias_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ target: dyncolor_id, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try require(target != 0, "target", "an id must not be DYNCOLOR_ID_NONE")
    try register(theme, name, name_length, id, .target(ColorID(target)))
  }
}

@implementation @_cdecl("dyncolor_register_semantic_n")
public func dyncolor_register_semantic_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ semantic: UnsafePointer<CChar>!, _ semantic_length: Int,
  _ fallback: UnsafePointer<dyncolor_part>!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let semantic = StoredText(try required(name: semantic, semantic_length, "semantic"))
    var variant = dyncolor_variant()
    if let fallback {
      _ = try Part(fallback, "fallback")  // Only checks the part, which is read again below.
      variant.part = fallback.pointee
    }
    try withUnsafePointer(to: &variant) { variant throws(Failure) in
      let variants = try HostVariants(fallback: variant, fallback == nil ? 0 : 1)
      try register(theme, name, name_length, id, .palette(semantic: semantic, variants))
    }
  }
}

@implementation @_cdecl("dyncolor_register_css_n")
public func dyncolor_register_css_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ css: UnsafePointer<CChar>!, _ css_length: Int, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let css = StoredText(try checked(css: css, css_length, "css"))
    try register(theme, name, name_length, id, .css(css))
  }
}

@implementation @_cdecl("dyncolor_layer_register_n")
public func dyncolor_layer_register_n(
  _ theme: OpaquePointer!, _ layer: UInt16, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ part: UnsafePointer<dyncolor_part>!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(theme, layer: layer, name, name_length, id, Part(single: part, "part"))
  }
}

@implementation @_cdecl("dyncolor_register_level_n")
public func dyncolor_register_level_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int, _ base: dyncolor_id,
  _ level: dyncolor_level, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let level = try checked(level: level)
    try register(theme, name, name_length, id) { _, writer throws(Failure) in
      writer.append(level: level, of: ColorID(base))
    }
  }
}

@implementation @_cdecl("dyncolor_register_fallbacks_n")
public func dyncolor_register_fallbacks_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ parts: UnsafePointer<dyncolor_part>!, _ count: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let parts = try InputList(parts, count: count, "parts")
    try require(
      count > 0 && count <= Int(DYNCOLOR_MAX_FALLBACKS), "count",
      "a list of fallbacks must have from 1 to DYNCOLOR_MAX_FALLBACKS colors")
    try register(theme, name, name_length, id) { names, writer throws(Failure) in
      let node = writer.open(.firstAvailable)
      for index in upTo(parts.count) { try parts.write(index, names, to: &writer) }
      writer.close(node)
    }
  }
}

@implementation @_cdecl("dyncolor_register_mix_n")
public func dyncolor_register_mix_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ parts: UnsafePointer<dyncolor_part>!, _ weights: UnsafePointer<Double>!, _ count: Int,
  _ space: dyncolor_space, _ hue: dyncolor_hue, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let mix = try HostMix(parts, weights, count, try InterpolationMethod(space, hue))
    try register(theme, name, name_length, id) { names, writer throws(Failure) in
      try mix.write(names, to: &writer)
    }
  }
}

/// The arguments of `dyncolor_register_mix_n`, after they have been checked.
private struct HostMix {
  private let parts: InputList<dyncolor_part>
  private let weights: InputList<Double>?
  private let method: InterpolationMethod

  init(
    _ parts: UnsafePointer<dyncolor_part>?, _ weights: UnsafePointer<Double>?, _ count: Int,
    _ method: InterpolationMethod
  ) throws(Failure) {
    self.parts = try InputList(parts, count: count, "parts")
    try require(count > 0, "count", CommonMessage.emptyMix)
    // Each part takes at least one word of the expression, so more parts than this cannot fit.
    guard count <= Expression.greatestCount else { throw Failure(ThemeError(.tooComplex)) }
    self.weights = try InputList(
      ifGiven: weights, stride: MemoryLayout<Double>.stride, count: count, "weights")
    self.method = method
    try self.weights?.checkWeights()
  }

  /// Writes the mix as an expression.
  func write(_ names: AxisNames, to writer: inout ExpressionWriter) throws(Failure) {
    try writer.appendMix(
      of: parts.count, method, weight: { weight($0) },
      operand: { index, writer throws(Failure) in
        try parts.write(index, names, to: &writer)
      })
  }

  /// The weight of a part; 1 if the host has passed no weights. Returns 0 for a weight that the
  /// host has made invalid during the call.
  private func weight(_ index: Int) -> Double {
    guard let weight = weights?[index] else { return 1 }
    return weight >= 0 && weight.isFinite ? weight : 0
  }
}

/// Registers the colors that a filter computes from a seed, one for each of the first `count` words
/// of a list. The name of a color is `prefix` and the word. `number` returns the number that the
/// filter takes for the word at an index.
private func register(
  _ theme: OpaquePointer?, _ words: WordTable, count: Int, of seed: UnsafePointer<dyncolor_part>?,
  _ filter: ColorFilter, _ prefix: UnsafePointer<CChar>?, _ prefixLength: Int, _ layer: UInt16,
  number: (Int) -> Double
) throws(Failure) {
  let theme = try Theme(theme)
  let seed = try Part(single: seed, "seed")
  let prefix = try checked(prefix: prefix, prefixLength, greatestSuffixLength: greatestRoleLength)
  try theme.withLockRepeatingForUnnumberedPalettes { state throws(Failure) in
    try PrefixedColors(count, prefix: prefix, layer: layer).register(
      in: &state, words, of: seed, filter, throwing: Failure.self, number: number)
  }
}

/// The length of the longest word that is registered after a prefix: `on-secondary-fixed-variant`.
private var greatestRoleLength: Int { 26 }

@implementation @_cdecl("dyncolor_register_material_n")
public func dyncolor_register_material_n(
  _ theme: OpaquePointer!, _ seed: UnsafePointer<dyncolor_part>!, _ variant: dyncolor_material,
  _ prefix: UnsafePointer<CChar>!, _ prefix_length: Int, _ layer: UInt16,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let variant = try MaterialVariant(variant)
    try register(
      theme, MaterialRole.names, count: MaterialRole.count, of: seed, .material, prefix,
      prefix_length, layer, number: { MaterialSelection(roleAt: $0, variant).number })
  }
}

@implementation @_cdecl("dyncolor_register_scale_n")
public func dyncolor_register_scale_n(
  _ theme: OpaquePointer!, _ seed: UnsafePointer<dyncolor_part>!,
  _ prefix: UnsafePointer<CChar>!, _ prefix_length: Int, _ layer: UInt16,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    try register(
      theme, ColorScale.names, count: ColorScale.stepCount, of: seed, .scale, prefix,
      prefix_length, layer, number: { Double($0 &+ 1) })
  }
}

extension MaterialVariant {
  fileprivate init(_ variant: dyncolor_material) throws(Failure) {
    self = try checkedEnum(
      MaterialVariant(rawValue: UInt8(clamping: variant.rawValue)), "variant",
      "not a constant of dyncolor_material; pass one, such as DYNCOLOR_MATERIAL_TONAL_SPOT")
  }
}

@implementation @_cdecl("dyncolor_register_provider_n")
public func dyncolor_register_provider_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ provider: dyncolor_provider_function!, _ user_data: UnsafeMutableRawPointer!,
  _ destroy: dyncolor_destroy_function!, _ id: UnsafeMutablePointer<dyncolor_id>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let hostProvider = HostProvider(callback: HostCallback(provider, user_data, destroy))
    try hostProvider.destroyingOnFailure { () throws(Failure) in
      try register(theme, name, name_length, id, .checkedProvider(provider, hostProvider))
    }
  }
}

@implementation @_cdecl("dyncolor_id_refresh")
public func dyncolor_id_refresh(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.withLockConvertingErrors { state throws(ThemeError) in try state.refresh(ColorID(id))
    }
  }
}

/// The arguments of `dyncolor_theme_redefine`, after they have been checked.
private struct HostConstants: ConstantList {
  let ids: UnsafePointer<dyncolor_id>?
  let colors: ColorList
  let count: Int
  let summary: ConstantsSummary

  @inline(__always)
  func id(_ index: Int) -> ColorID { ColorID(ids?[index] ?? 0) }
  @inline(__always)
  func color(_ index: Int) -> Color { colors.checkedOrBlack(index) }
}

@implementation @_cdecl("dyncolor_theme_redefine")
@_optimize(speed)
public func dyncolor_theme_redefine(
  _ theme: OpaquePointer!, _ ids: UnsafePointer<dyncolor_id>!,
  _ colors: UnsafePointer<dyncolor_color>!, _ count: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try require(list: ids, count, "ids")
    let colors = try ColorList(colors, count: count, "colors")
    try require(count <= Int(Int32.max), "count", CommonMessage.hugeList)
    let list = HostConstants(
      ids: ids, colors: colors, count: count, summary: try colors.summarize())
    try theme.withLockConvertingErrors { state throws(ThemeError) in try state.redefine(list) }
  }
}

@implementation @_cdecl("dyncolor_theme_declare_n")
public func dyncolor_theme_declare_n(
  _ theme: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ id: UnsafeMutablePointer<dyncolor_id>!, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    try required(id, "id").pointee = theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.declare(name).rawValue
    }
  }
}

@implementation @_cdecl("dyncolor_unregister")
public func dyncolor_unregister(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.unregister(ColorID(id))
    }
  }
}

@implementation @_cdecl("dyncolor_id_rename_n")
public func dyncolor_id_rename_n(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let name = try required(name: name, name_length, "name")
    try theme.withLockConvertingErrors { state throws(ThemeError) in
      try state.rename(ColorID(id), name)
    }
  }
}
