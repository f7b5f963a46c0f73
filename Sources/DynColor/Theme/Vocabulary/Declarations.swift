// Declaring the names that environments and conditions have numbers for.

extension ThemeState {
  /// The number of a name, which is given one if it has none. That is an edit: colors may ask for the
  /// name already, and environments may have its number.
  mutating func declare(
    _ name: Span<UInt8>, _ kind: Vocabulary.Kind
  ) throws(ThemeError) -> Int {
    if case .value(let axis) = kind {
      guard axis < vocabulary.count(.axis) else {
        throw ThemeError(.unknownAxis(UInt32(truncatingIfNeeded: axis)))
      }
    }
    let known = vocabulary.number(name, kind)
    if known != 0 { return known }
    try vocabulary.prepare(name, kind)
    try edit { state, stamp in state.enter(name, kind, stamp) }
    return vocabulary.count(kind)
  }

  /// Enters a name that has been prepared, as a part of an edit.
  mutating func enter(_ name: Span<UInt8>, _ kind: Vocabulary.Kind, _ stamp: EditStamp) {
    vocabulary.enter(name, kind)
    let axis: Axis =
      switch kind {
      case .palette: .palette
      case .locale: .locale
      case .subtype: .subtype
      case .axis: .custom(vocabulary.count(.axis) &- 1)
      case .value(let axis): .custom(axis)
      }
    dependencies.stamps.noteChange(of: axis, stamp)
  }

  /// Enters the names of another vocabulary that are new, as a part of an edit.
  mutating func enterAll(
    _ other: borrowing Vocabulary, _ merge: borrowing VocabularyMerge, _ stamp: EditStamp
  ) {
    other.forEachName { name, kind in
      let moved = merge.moved(kind)
      if !vocabulary.contains(name.bytes, moved) { enter(name.bytes, moved, stamp) }
    }
  }
}
