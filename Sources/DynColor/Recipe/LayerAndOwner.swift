// Recipe: the layer and the owner of a registration.

/// The layer in which a color was registered, and its owner in that layer.
///
/// Both are numbers that the theme has assigned, in the order of declaration. So a layer with a
/// greater number need not be higher.
struct LayerAndOwner: BitwiseCopyable, Equatable {
  /// 12 bits of layer and, above them, 16 bits of owner.
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(layer: UInt16, owner: UInt16) {
    rawValue = UInt64(layer & LayerAndOwner.greatestLayer) | UInt64(owner) &<< 12
  }

  /// The greatest number of a layer.
  static var greatestLayer: UInt16 { 0xFFF }

  /// The theme's own layer (DYNCOLOR_LAYER_THEME), without an owner.
  static var theme: LayerAndOwner { LayerAndOwner(rawValue: 0) }

  /// The number DYNCOLOR_LAYER_USER. This layer is always the highest.
  static var userLayer: UInt16 { 2 }

  var layer: UInt16 { UInt16(truncatingIfNeeded: rawValue) & LayerAndOwner.greatestLayer }
  var owner: UInt16 { UInt16(truncatingIfNeeded: rawValue &>> 12) }
}
