// DesignTokens: the layers that tokens are written to, one for each appearance.

/// A layer of tokens: values for an appearance, which is a combination of contrast, scheme, gamut
/// and idiom.
///
/// Of two layers, the one with the greater index takes precedence. This is the order in which
/// variants of asset catalogs are matched.
struct TokenLayer: BitwiseCopyable {
  /// The four values below in one number: ((idiom · 3 + gamut) · 2 + scheme) · 3 + contrast.
  let index: Int

  /// The number of all possible layers: 8 idioms, 3 gamuts, 2 schemes and 3 contrasts, where one
  /// of each stands for any value.
  static var count: Int { 8 * 3 * 2 * 3 }

  init(_ index: Int) { self.index = index }

  /// The lowest layer, which applies in all appearances.
  static var base: TokenLayer { TokenLayer(0) }

  /// 0 any, 1 less, 2 more.
  var contrast: Int { index % 3 }
  /// 0 any, 1 dark.
  var scheme: Int { index / 3 % 2 }
  /// 0 any, 1 P3, 2 Rec. 2020.
  var gamut: Int { index / 6 % 3 }
  /// 0 any; 1 to 7 as the values of the axis.
  var idiom: Int { index / 18 }

  /// Returns whether the layer applies in an appearance. `appearance` is the layer that has exactly
  /// the values of that appearance.
  func applies(in appearance: TokenLayer) -> Bool {
    (contrast == 0 || contrast == appearance.contrast)
      && (scheme == 0 || scheme == appearance.scheme)
      && (gamut == 0 || gamut == appearance.gamut) && (idiom == 0 || idiom == appearance.idiom)
  }

  /// The environment with the values of the layer. Where the layer is for any value, the
  /// environment has the default value.
  @_optimize(speed)
  var environment: Environment {
    var environment = Environment()
    environment[.scheme] = UInt64(truncatingIfNeeded: scheme &+ 1)
    environment[.contrast] =
      switch contrast {
      case 1: NamedContrast.less.value
      case 2: NamedContrast.more.value
      default: NamedContrast.standard.value
      }
    environment[.gamut] = UInt64(truncatingIfNeeded: gamut &+ 1)
    if idiom > 0 { environment[.idiom] = UInt64(truncatingIfNeeded: idiom) }
    return environment
  }

  private static var contrastNames: WordTable { WordTable("low-contrast high-contrast") }
  private static var gamutNames: WordTable { WordTable("p3 rec2020") }

  /// The name of the layer, such as `dark-high-contrast`; `default` for the base layer.
  /// `withScheme` adds the name of the scheme even if it is light, or any.
  func name(withScheme: Bool = false) -> ShortText {
    var text = ShortText()
    func appendPart(_ word: Span<UInt8>) {
      if text.count > 0 { text.append(UInt8(ascii: "-")) }
      text.append(contentsOf: word)
    }
    if scheme > 0 || withScheme {
      appendPart(Axis.scheme.name(ofValue: UInt64(truncatingIfNeeded: scheme &+ 1)))
    }
    if contrast > 0 { appendPart(TokenLayer.contrastNames.word(at: contrast &- 1)) }
    if gamut > 0 { appendPart(TokenLayer.gamutNames.word(at: gamut &- 1)) }
    if idiom > 0 { appendPart(Axis.idiom.name(ofValue: UInt64(truncatingIfNeeded: idiom))) }
    if text.count == 0 { text.append("default") }
    return text
  }

  /// The name of the file or set of the layer.
  var fileName: ShortText {
    guard index == 0 else { return name() }
    var text = ShortText()
    text.append("base")
    return text
  }
}

/// A set of layers, one bit each.
struct TokenLayerSet: BitwiseCopyable {
  // The bit of a layer is bit `index % 64` of the word `index / 64`. There are 144 layers.
  private var words = SIMD4<UInt64>()

  func contains(_ layer: TokenLayer) -> Bool {
    words[layer.index >> 6 & 3] &>> UInt64(truncatingIfNeeded: layer.index & 63) & 1 == 1
  }

  mutating func insert(_ layer: TokenLayer) {
    words[layer.index >> 6 & 3] |= 1 &<< UInt64(truncatingIfNeeded: layer.index & 63)
  }

  mutating func formUnion(_ other: TokenLayerSet) { words |= other.words }

  /// Returns whether this set has all layers of the other one.
  @_optimize(speed)
  func contains(_ other: TokenLayerSet) -> Bool { other.words & ~words == .zero }

  /// The maximum number of layers that an export uses. They are the contexts of one modifier, and
  /// `TokenModifiers` binds a modifier to built-in axes only if it has at most this many contexts.
  static var greatestCount: Int { 64 }

  /// All combinations of the values that these layers have. If there are more than `greatestCount`,
  /// only those without an idiom.
  var combinationsWithinLimit: TokenLayerSet {
    let all = combinations
    guard all.count > TokenLayerSet.greatestCount else { return all }
    return all.filtered { $0.idiom == 0 }
  }

  private func filtered(_ isIncluded: (TokenLayer) -> Bool) -> TokenLayerSet {
    var set = TokenLayerSet()
    for index in upTo(TokenLayer.count) {
      let layer = TokenLayer(index)
      if contains(layer), isIncluded(layer) { set.insert(layer) }
    }
    return set
  }

  /// All combinations of the values that these layers have.
  var combinations: TokenLayerSet {
    // Bit n is set for the value n. Bit 0, for any value, is always set.
    var contrasts = 1
    var schemes = 1
    var gamuts = 1
    var idioms = 1
    for index in upTo(TokenLayer.count) {
      let layer = TokenLayer(index)
      guard contains(layer) else { continue }
      contrasts |= 1 &<< layer.contrast
      schemes |= 1 &<< layer.scheme
      gamuts |= 1 &<< layer.gamut
      idioms |= 1 &<< layer.idiom
    }
    var result = TokenLayerSet()
    for index in upTo(TokenLayer.count) {
      let layer = TokenLayer(index)
      if contrasts &>> layer.contrast & 1 == 1, schemes &>> layer.scheme & 1 == 1,
        gamuts &>> layer.gamut & 1 == 1, idioms &>> layer.idiom & 1 == 1
      {
        result.insert(layer)
      }
    }
    return result
  }

  var count: Int {
    words.x.nonzeroBitCount &+ words.y.nonzeroBitCount &+ words.z.nonzeroBitCount
      &+ words.w.nonzeroBitCount
  }
}

extension TokenLayerSet {
  /// Inserts the layers in which an expression may have a value of its own. The colors that
  /// the expression refers to do not count.
  @_optimize(speed)
  mutating func insertLayers(of expression: Expression) {
    let standardContrast = NamedContrast.standard.value
    var schemeAxis = AxisSet.none
    schemeAxis.insert(.scheme)
    if expression.inputs.axes.intersects(schemeAxis) { insert(TokenLayer(scheme: 1)) }
    var set = self
    expression.forEachNode { node in
      switch node.operation {
      // The default color of text depends on the scheme, whose layer is inserted already, and on
      // more contrast.
      case .currentColor: set.insert(TokenLayer(contrast: 2))
      case .filter where node.filter?.dependsOnContrast == true:
        set.insert(TokenLayer(contrast: 1))
        set.insert(TokenLayer(contrast: 2))
      case .media:
        // The lowest byte of the detail is the feature, and the next one its value.
        let value = Int(truncatingIfNeeded: node.detail >> 8 & 0xFF)
        switch MediaFeature(rawValue: UInt8(truncatingIfNeeded: node.detail)) {
        case .contrast:
          set.insert(TokenLayer(contrast: 1))
          set.insert(TokenLayer(contrast: 2))
        // Layers number the gamuts from 0 (any, or sRGB), the axis from 1 (sRGB).
        case .gamut: set.insert(TokenLayer(gamut: min(max(value &- 1, 0), 2)))
        default: break
        }
      case .variants:
        node.forEachVariant { conditions, _ in
          if conditions.contrast > standardContrast { set.insert(TokenLayer(contrast: 2)) }
          if conditions.contrast > 0, conditions.contrast < standardContrast {
            set.insert(TokenLayer(contrast: 1))
          }
          if conditions.gamut > 1 {
            set.insert(TokenLayer(gamut: Int(truncatingIfNeeded: conditions.gamut) &- 1))
          }
          // Without a condition on the idiom, this is the base layer.
          set.insert(TokenLayer(idiom: Int(truncatingIfNeeded: conditions.idiom)))
        }
      case .style:
        guard let axis = Axis.keywordAxis(named: node.text(at: 1).text.bytes) else { return }
        switch axis {
        case .contrast:
          set.insert(TokenLayer(contrast: 1))
          set.insert(TokenLayer(contrast: 2))
        case .gamut:
          set.insert(TokenLayer(gamut: 1))
          set.insert(TokenLayer(gamut: 2))
        case .scheme: set.insert(TokenLayer(scheme: 1))
        case .idiom:
          for idiom in upTo(8, from: 1) { set.insert(TokenLayer(idiom: idiom)) }
        default: break
        }
      default: break
      }
    }
    self = set
  }
}

extension TokenLayer {
  /// The layer for these values, which are 0 for any value.
  init(scheme: Int = 0, contrast: Int = 0, gamut: Int = 0, idiom: Int = 0) {
    index = ((idiom & 7) &* 3 &+ gamut) &* 6 &+ scheme &* 3 &+ contrast
  }
}
