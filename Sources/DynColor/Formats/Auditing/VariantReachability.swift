// Auditing: finding variants that are never chosen.

/// Looks for an environment in which a variant is chosen, among all that its table distinguishes.
struct VariantReachability: ~Copyable {
  /// How many environments are tried at most for a variant. If the variant is chosen in none of
  /// them, but there are more environments, it counts as reachable, and is not reported.
  private static var greatestEnvironmentCount: UInt64 { 1 << 16 }
  /// How many comparisons of conditions are made at most for all variants together.
  private static var greatestWork: Int { 1 << 26 }

  private var values: AxisValues
  private var work = 0
  /// False if a variant was not examined to the end.
  private(set) var isComplete = true

  init(_ allocator: Allocator) { values = AxisValues(allocator) }

  /// Calls `body` for each variant of a table that is never chosen, with the variant's index in the
  /// table and its conditions.
  mutating func forEachUnreachable(
    _ table: VariantTable, _ conditions: borrowing Buffer<Variant.Conditions>,
    _ body: (Int, Variant.Conditions) throws(OutOfMemory) -> Void
  ) throws(OutOfMemory) {
    try values.fill(ofTable: table, conditions)
    var axes = AxisSet.none
    for index in upTo(table.end, from: table.start) {
      axes.formUnion(conditions.element(at: index)?.axes ?? .none)
    }
    for index in upTo(table.end, from: table.start) {
      guard let variant = conditions.element(at: index) else { continue }
      if !isReachable(index, variant, table, conditions, axes) {
        try body(index &- table.start, variant)
      }
    }
  }

  /// Returns whether there is an environment in which the variant at `index` is chosen, alone or
  /// mixed with another.
  private mutating func isReachable(
    _ index: Int, _ variant: Variant.Conditions, _ table: VariantTable,
    _ conditions: borrowing Buffer<Variant.Conditions>, _ axes: AxisSet
  ) -> Bool {
    // The environments have the values that the variant's conditions name, except on two axes: a
    // variant for a gamut may apply in another gamut, and one for a contrast in another contrast.
    // So all values of these two axes are tried.
    let fixedAxes = variant.axes.subtracting(.gamut).subtracting(.of(.contrast))
    let freeAxes = axes.subtracting(fixedAxes)
    let count = values.environmentCount(freeAxes)
    var environmentIndex: UInt64 = 0
    while environmentIndex < count {
      guard environmentIndex < VariantReachability.greatestEnvironmentCount,
        work < VariantReachability.greatestWork
      else {
        isComplete = false
        return true
      }
      var environment = values.environment(environmentIndex, freeAxes)
      for axisIndex in upTo(Variant.Conditions.axisCount) {
        let axis = Variant.Conditions.axis(axisIndex)
        if fixedAxes.contains(axis) { environment[axis] = variant[axisIndex] }
      }
      let search = search(environment, table, conditions)
      if search.bestIndex == index || search.secondIndex == index { return true }
      environmentIndex &+= 1
    }
    return false
  }

  private mutating func search(
    _ environment: Environment, _ table: VariantTable,
    _ conditions: borrowing Buffer<Variant.Conditions>
  ) -> VariantSearch {
    // All axes of the table are specified or have a value that no variant has, so that the defaults
    // of the theme do not matter.
    var search = VariantSearch(MatchedValues(environment, defaultScheme: 1, defaultPalette: 0))
    for index in upTo(table.end, from: table.start) {
      if let variant = conditions.element(at: index) { search.consider(variant, at: index) }
    }
    // Finds the variant that the best one is interpolated with, if any.
    if search.needsSecondPass {
      for index in upTo(table.end, from: table.start) {
        if let variant = conditions.element(at: index) {
          search.considerAsSecond(variant, at: index)
        }
      }
    }
    // Counts two passes, even if the second one was not needed.
    work &+= 2 &* (table.end &- table.start)
    return search
  }
}
