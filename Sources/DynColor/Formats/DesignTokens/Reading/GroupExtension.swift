// DesignTokens: group inheritance with `$extends`, or with `$ref` in place of a group.

/// The phase in which groups inherit the tokens of the groups that they extend.
///
/// *To extend a group* means here to complete a group that has `$extends`. It gets the tokens of
/// its *targets*, the groups that its `$extends` names.
struct GroupExtension: ~Copyable {
  /// The groups that remain to be extended. A group is above the groups that depend on it.
  private var stack: Buffer<Int32>
  /// The path to the node that is being copied from a target to a group: the group, then the copies
  /// of the nodes around that node, the outermost first. The element at the index n is for the
  /// depth n below the target.
  private var path: Buffer<Int32>

  static func run(_ model: inout TokenModel) throws(FileFailure) {
    if model.tree.hasReferences { try resolveGroupReferences(&model) }
    guard model.tree.hasExtensions else { return }
    var phase = GroupExtension(
      stack: Buffer(model.session.allocator), path: Buffer(model.session.allocator))
    var nextIndex: Int32? = 0
    while let index = nextIndex {
      nextIndex = model.tree.successor(index, within: 0)
      guard model.tree.property(.extends, of: index) != nil else { continue }
      try phase.push(index)
      while let top = phase.stack.removeLast() { try phase.extend(top, &model) }
    }
  }

  private mutating func push(_ group: Int32) throws(FileFailure) {
    do throws(OutOfMemory) { try stack.append(group) } catch { throw .outOfMemory }
  }

  /// Turns each `$ref` in place of a token or a group into an extension if its target is a group.
  private static func resolveGroupReferences(_ model: inout TokenModel) throws(FileFailure) {
    var nextIndex: Int32? = 0
    while let index = nextIndex {
      nextIndex = model.tree.successor(index, within: 0)
      var nextDefinition = model.tree.node(index)?.highestDefinition ?? -1
      while let definition = model.tree.definition(nextDefinition) {
        let definitionIndex = nextDefinition
        nextDefinition = definition.nextLower
        guard definition.form == .reference, let text = model.documents.reference(of: definition)
        else { continue }
        let pointer = TokenReference(text).pointer
        // Only a pointer that leads to the group itself counts, not one into the group.
        let found = try convertingOutOfMemory(try model.tree.node(ofPointer: pointer))
        guard let (target, remainingSegments) = found, !remainingSegments.hasNext,
          let group = model.tree.node(target), !group.isToken,
          group.isGroup || model.tree.property(.extends, of: target) != nil
        else { continue }
        model.tree.remove(definitionIndex, from: index)
        let origin = TokenOrigin(orderIndex: definition.orderIndex, context: definition.context)
        try convertingOutOfMemory(
          try model.tree.add(GroupProperty(.extends, definition.value, origin), to: index))
      }
    }
  }

  /// Extends a group. If other groups have to be extended first, only pushes the group again, and
  /// those groups above it.
  private mutating func extend(_ group: Int32, _ model: inout TokenModel) throws(FileFailure) {
    guard let node = model.tree.node(group), node.extensionProgress != .done else { return }
    model.tree.change(group) { $0.extensionProgress = .inProgress }
    let countBefore = stack.count
    try push(group)
    func hasPushedOthers() -> Bool { stack.count > countBefore &+ 1 }
    // First finds the targets.
    var next = model.tree.property(.extends, of: group)
    while let propertyIndex = next, let property = model.tree.property(propertyIndex) {
      next = property.nextLowerUnlessHidden
      guard property.target == GroupProperty.targetNotFoundYet else { continue }
      let target = try findTarget(of: property, ofGroup: group, &model)
      if hasPushedOthers() { return }
      model.tree.setTarget(ofProperty: propertyIndex, target ?? GroupProperty.noTarget)
    }
    // Then makes sure that the targets have inherited the tokens of the groups that they extend.
    next = model.tree.property(.extends, of: group)
    while let propertyIndex = next, let property = model.tree.property(propertyIndex) {
      next = property.nextLowerUnlessHidden
      guard property.target >= 0 else { continue }
      try pushUnextended(within: property.target, for: property, ofGroup: group, &model)
    }
    if hasPushedOthers() { return }
    // Finally copies the tokens of the targets.
    next = model.tree.property(.extends, of: group)
    while let propertyIndex = next, let property = model.tree.property(propertyIndex) {
      next = property.nextLowerUnlessHidden
      if property.target >= 0 { try inheritTokens(property, to: group, &model) }
    }
    model.tree.change(group) { $0.extensionProgress = .done }
    // Removes the group, which was pushed at the beginning.
    stack.truncate(to: countBefore)
  }

  /// Finds the target of an extension. If the target does not exist, reports an error and returns
  /// `nil`. If another group has to be extended first, pushes that group and returns `nil`.
  private mutating func findTarget(
    of property: GroupProperty, ofGroup group: Int32, _ model: inout TokenModel
  ) throws(FileFailure) -> Int32? {
    var text = model.documents.string(property.value)
    if let reference = model.documents.member("$ref", property.value) {
      text = model.documents.string(reference)
    }
    var segments: ReferenceSegments
    if let path = text.bytes.aliasPath {
      segments = ReferenceSegments(path: path)
    } else if text.bytes.element(at: 0) == UInt8(ascii: "#") {
      segments = ReferenceSegments(pointer: TokenReference(text).pointer)
    } else {
      try model.reportError(
        .syntax, "expected a reference to a group", text.bytes, at: property.value)
      return nil
    }
    var index: Int32 = 0
    while let segment = segments.next() {
      // The next segment may be a child that the group at `index` inherits, so that group is
      // extended first.
      if index != group, model.tree.node(index)?.extensionProgress == .notStarted,
        model.tree.property(.extends, of: index) != nil
      {
        try push(index)
        return nil
      }
      let found = try convertingOutOfMemory(try model.tree.child(of: index, named: segment.bytes))
      guard let child = found else {
        try model.reportError(
          .unknownName, "reference to an unknown group", text.bytes, at: property.value)
        return nil
      }
      index = child
    }
    guard let target = model.tree.node(index) else { return nil }
    if target.isToken {
      try model.reportError(
        .syntax, "expected a group, not a token", text.bytes, at: property.value)
      return nil
    }
    if model.tree.isNode(group, within: index) || model.tree.isNode(index, within: group) {
      try model.reportError(.cycle, CommonMessage.groupCycle, text.bytes, at: property.value)
      return nil
    }
    return index
  }

  /// Pushes the target and the groups within it, if they have to be extended first. If one of
  /// them is being extended already, reports a cycle at `property`, which belongs to
  /// `extendingGroup`.
  private mutating func pushUnextended(
    within target: Int32, for property: GroupProperty, ofGroup extendingGroup: Int32,
    _ model: inout TokenModel
  ) throws(FileFailure) {
    var nextIndex: Int32? = target
    while let index = nextIndex {
      try model.countWork(at: property.value)
      nextIndex = model.tree.successor(index, within: target)
      guard let group = model.tree.node(index), group.extensionProgress != .done,
        model.tree.property(.extends, of: index) != nil
      else { continue }
      if group.extensionProgress == .inProgress {
        try model.reportError(
          .cycle, CommonMessage.groupCycle,
          (model.tree.node(extendingGroup)?.name ?? .empty).bytes,
          at: property.value)
        // The group counts as done, so that the cycle is reported only once.
        model.tree.change(index) { $0.extensionProgress = .done }
      } else {
        try push(index)
      }
    }
  }

  /// Adds the tokens of the target of an extension to a group, with lower precedence than the
  /// group's own tokens.
  private mutating func inheritTokens(
    _ property: GroupProperty, to group: Int32, _ model: inout TokenModel
  ) throws(FileFailure) {
    let groupDepth = model.tree.node(group)?.depth ?? 0
    var nextIndex = model.tree.successor(property.target, within: property.target)
    path.truncate(to: 0)
    try convertingOutOfMemory(try path.append(group))
    let targetDepth = model.tree.node(property.target)?.depth ?? 0
    while let sourceIndex = nextIndex, let node = model.tree.node(sourceIndex) {
      // Each step may allocate a node, so it counts as 8 units of work.
      try model.countWork(at: property.value, amount: 8)
      nextIndex = model.tree.successor(sourceIndex, within: property.target)
      path.truncate(to: Int(node.depth &- targetDepth))
      let parent = path.element(at: path.count &- 1) ?? group
      let copy = try convertingOutOfMemory { () throws(OutOfMemory) in
        let copy = try model.tree.addChild(
          to: parent, named: node.name.bytes, at: model.location(property.value))
        try path.append(copy)
        return copy
      }
      guard let definition = model.tree.definition(node.highestDefinition) else { continue }
      var inherited = TokenDefinition(
        .inherited, .unspecified, token: definition.token, value: property.value,
        TokenOrigin(orderIndex: property.orderIndex, context: property.context))
      inherited.target = sourceIndex
      inherited.possibleMembers = definition.possibleMembers
      inherited.groupDepth = groupDepth
      try convertingOutOfMemory(try model.tree.addInherited(inherited, to: copy))
    }
  }
}
