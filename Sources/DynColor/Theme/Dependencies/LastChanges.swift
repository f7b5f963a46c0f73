// Theme: when the axes, levels and names that colors depend on last changed.

/// The generations in which axes, levels and names last changed; 0 for never.
struct LastChanges: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()
  /// For each axis, when its default value or the names of its values last changed. There are at
  /// most 32 axes; `& 31` makes sure that no index traps.
  private var axes = [32 of UInt64](repeating: 0)
  /// When the opacities of levels last changed.
  private(set) var levelGeneration: UInt64 = 0
  /// For each name that was changed by renaming or forwarding, when it last changed.
  private var names: NameTable
  /// When any of these names last changed.
  private(set) var nameGeneration: UInt64 = 0

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    names = try NameTable(allocator, seed: seed)
  }

  mutating func recordChange(of axis: Axis, _ edit: EditVersion) {
    axes[axis.index & 31] = edit.generation
  }

  mutating func recordChangeOfLevels(_ edit: EditVersion) { levelGeneration = edit.generation }

  /// Reserves memory so that recording a change of a name cannot fail.
  mutating func prepareChange(of name: Span<UInt8>) throws(OutOfMemory) {
    _ = try names.intern(name)
  }

  /// Records a change of a name that was passed to `prepareChange`.
  mutating func recordChange(of name: Span<UInt8>, _ edit: EditVersion) {
    names.reader.slot(of: name)?.value = edit.generation
    nameGeneration = edit.generation
  }

  /// Returns whether a name changed after a generation.
  func hasChanged(_ name: Span<UInt8>, since generation: UInt64) -> Bool {
    names.reader.value(of: name) > generation
  }

  /// The axes that changed after a generation.
  func axes(since generation: UInt64) -> AxisSet {
    var changed = AxisSet.none
    for index in upTo(Axis.count) where axes[index & 31] > generation {
      changed.insert(Axis(index: index))
    }
    return changed
  }

  /// Forgets all changes of axes. Called after an image has been read, because reading it records
  /// the names of values as changes.
  mutating func forgetAxisChanges() { axes = .init(repeating: 0) }
}
