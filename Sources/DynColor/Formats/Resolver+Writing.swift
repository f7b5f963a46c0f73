// The file that puts tokens together: the DTCG's Resolver Module 2025.10.

extension Writing {
  mutating func appendResolver(_ plan: inout TokenPlan) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      try text.append("{\n  \"$schema\": ")
      try text.append("\"https://www.designtokens.org/schemas/2025.10/resolver.json\",")
      try text.append("\n  \"name\": ")
      try text.append(json: tokensTitle.bytes)
      try text.append(",\n  \"version\": \"2025.10\",\n  \"sets\": {")
    }
    try appendSets(&plan)
    try allocating { () throws(OutOfMemory) in
      let hasAppearances = plan.layers.product.count > 1
      var order = TextWriter(allocator)
      try order.append("{\"$ref\": \"#/sets/base\"}")
      try text.append("\n  },\n  \"modifiers\": {")
      var isFirst = true
      if hasAppearances {
        try text.newline(2)
        try text.append(json: appearanceName.bytes)
        try text.append(": {")
        try appendAppearances(plan)
        try text.append("}")
        try order.append(modifier: appearanceName.bytes)
        isFirst = false
      }
      for axis in upTo(inventory.axes.count) {
        guard plan.isAxisUsed(axis), let name = inventory.axes.name(axis &+ 1) else { continue }
        if !isFirst { try text.append(",") }
        isFirst = false
        try text.newline(2)
        try text.append(json: name.bytes)
        try text.append(": {")
        try appendContexts(ofAxis: axis, plan)
        try text.append("}")
        try order.append(modifier: name.bytes)
      }
      try text.append(isFirst ? "}" : "\n  }")
      try text.append(",\n  \"resolutionOrder\": [")
      try text.append(contentsOf: order.bytes)
      try text.append("]")
      try appendNames()
      try text.append("\n}\n")
    }
  }

  /// The modifier for the built-in axes, which is no axis of the host's.
  private var appearanceName: ShortText {
    var name = ShortText()
    name.append("appearance")
    while inventory.axes.number(of: name.bytes) > 0, !name.isCut { name.append("-") }
    return name
  }

  /// Writes the sets: that of what is so everywhere, and, in one file, those that modifiers add.
  private mutating func appendSets(_ plan: inout TokenPlan) throws(FileFailure) {
    guard options.isOneFile else {
      return try allocating { () throws(OutOfMemory) in
        try text.append("\n    \"base\": {\"sources\": [{\"$ref\": \"tokens/base.tokens.json\"}]}")
      }
    }
    for index in upTo(TokenLayer.count) {
      let layer = TokenLayer(index)
      guard index == 0 || plan.layers.contains(layer) else { continue }
      try appendSet(layer.fileName.bytes, isFirst: index == 0, .layer(layer), &plan)
    }
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.isUsed else { continue }
      try appendSet(layer.fileName.bytes, isFirst: false, .axis(layer), &plan)
    }
  }

  private mutating func appendSet(
    _ name: Span<UInt8>, isFirst: Bool, _ context: TokenSite, _ plan: inout TokenPlan
  ) throws(FileFailure) {
    try allocating { () throws(OutOfMemory) in
      if !isFirst { try text.append(",") }
      try text.newline(2)
      try text.append(json: name)
      try text.append(": {\"sources\": [")
    }
    try appendTokens(context, depth: 2, &plan)
    try allocating { () throws(OutOfMemory) in try text.append("]}") }
  }

  /// Writes the contexts of the built-in axes.
  private mutating func appendAppearances(_ plan: borrowing TokenPlan) throws(OutOfMemory) {
    let contexts = plan.layers.product
    let hasSchemes = contexts.contains(TokenLayer(scheme: 1))
    try text.append("\n      \"contexts\": {")
    for index in upTo(TokenLayer.count) {
      let context = TokenLayer(index)
      guard contexts.contains(context) else { continue }
      if index > 0 { try text.append(",") }
      try text.newline(4)
      try text.append(json: context.name(withScheme: hasSchemes).bytes)
      try text.append(": [")
      var isFirst = true
      for before in upTo(index) {
        let place = before &+ 1
        let layer = TokenLayer(place)
        guard plan.layers.contains(layer), layer.applies(in: context) else { continue }
        if !isFirst { try text.append(", ") }
        isFirst = false
        try appendSource(layer.fileName.bytes)
      }
      try text.append("]")
    }
    try text.append("\n      },\n      \"default\": ")
    try text.append(json: TokenLayer(0).name(withScheme: hasSchemes).bytes)
    try text.newline(2)
  }

  /// Writes the contexts of an axis of the host's: its values. That which adds nothing is the
  /// default, or else there is one more.
  private mutating func appendContexts(
    ofAxis axis: Int, _ plan: borrowing TokenPlan
  ) throws(OutOfMemory) {
    var base = LongText()
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.axis == axis, !layer.isUsed,
        base.count == 0
      else { continue }
      base.append(contentsOf: layer.name.bytes)
    }
    let isExtra = base.count == 0
    if isExtra {
      base.append("default")
      while inventory.axisValues.number(of: AxisValueNames.key(base.bytes, axis).bytes) > 0,
        !base.isCut
      {
        base.append("-")
      }
    }
    try text.append("\n      \"contexts\": {")
    if isExtra {
      try text.newline(4)
      try text.append(json: base.bytes)
      try text.append(": []")
    }
    var isFirst = !isExtra
    for index in upTo(plan.axisLayers.count) {
      guard let layer = plan.axisLayers.element(at: index), layer.axis == axis else { continue }
      if !isFirst { try text.append(",") }
      isFirst = false
      try text.newline(4)
      try text.append(json: layer.name.bytes)
      try text.append(": [")
      if layer.isUsed { try appendSource(layer.fileName.bytes) }
      try text.append("]")
    }
    try text.append("\n      },\n      \"default\": ")
    try text.append(json: base.bytes)
    try text.newline(2)
  }

  private mutating func appendSource(_ name: Span<UInt8>) throws(OutOfMemory) {
    try text.append(options.isOneFile ? "{\"$ref\": \"#/sets/" : "{\"$ref\": \"tokens/")
    try text.append(contentsOf: name)
    try text.append(options.isOneFile ? "\"}" : ".tokens.json\"}")
  }

  /// Writes the names that the theme has for what colors depend on.
  private mutating func appendNames() throws(OutOfMemory) {
    guard
      inventory.palettes.count &+ inventory.axes.count &+ inventory.locales.count
        &+ inventory.subtypes.count > 0
    else { return }
    try text.append(",\n  \"$extensions\": {\n    \"org.dyncolor\": {")
    var isFirst = true
    if inventory.axes.count > 0 {
      try text.append("\n      \"axes\": {")
      for axis in upTo(inventory.axes.count) {
        if axis > 0 { try text.append(",") }
        try text.newline(4)
        try text.append(json: (inventory.axes.name(axis &+ 1) ?? .empty).bytes)
        try text.append(": [")
        var isFirstValue = true
        for before in upTo(inventory.axisValues.count) {
          let number = before &+ 1
          guard let key = inventory.axisValues.name(number)?.bytes,
            Int(key.element(at: 0) ?? 0xFF) == axis
          else { continue }
          if !isFirstValue { try text.append(", ") }
          isFirstValue = false
          try text.append(json: key.slice(1, key.count))
        }
        try text.append("]")
      }
      try text.append("\n      }")
      isFirst = false
    }
    try appendList("palettes", inventory.palettes.count, &isFirst) { inventory, number in
      inventory.palettes.name(number)
    }
    try appendList("subtypes", inventory.subtypes.count, &isFirst) { inventory, number in
      inventory.subtypes.name(number)
    }
    try appendList("locales", inventory.locales.count, &isFirst) { inventory, number in
      inventory.locales.name(number)
    }
    try text.append("\n    }\n  }")
  }

  private mutating func appendList(
    _ key: StaticString, _ count: Int, _ isFirst: inout Bool,
    _ name: (borrowing Inventory, Int) -> HostText?
  ) throws(OutOfMemory) {
    guard count > 0 else { return }
    if !isFirst { try text.append(",") }
    isFirst = false
    try text.newline(3)
    try text.append("\"")
    try text.append(key)
    try text.append("\": [")
    for before in upTo(count) {
      let number = before &+ 1
      if number > 1 { try text.append(", ") }
      try text.append(json: (name(inventory, number) ?? .empty).bytes)
    }
    try text.append("]")
  }
}

extension TextWriter {
  /// Adds a modifier to the order of resolution.
  fileprivate mutating func append(modifier name: Span<UInt8>) throws(OutOfMemory) {
    var pointer = PathText()
    pointer.append("#/modifiers/")
    var index = 0
    while let byte = name.element(at: index) {
      switch byte {
      case UInt8(ascii: "~"): pointer.append("~0")
      case UInt8(ascii: "/"): pointer.append("~1")
      default: pointer.append(byte)
      }
      index &+= 1
    }
    try append(", {\"$ref\": ")
    try append(json: pointer.bytes)
    try append("}")
  }
}
