// When what colors depend on changed last, besides other colors.

/// The generations in which axes, levels and names changed last.
struct ChangeStamps: ~Copyable {
  private let immovable = Immovable()
  /// For each axis, when what decides about it changed: its default, and the names of its values.
  private var axes = [32 of UInt64](repeating: 0)
  /// When the opacities of levels changed.
  private(set) var levels: UInt64 = 0
  /// Names that were given to a color that had another one, or taken from one, and when.
  private var names: NameTable
  /// When the last of them changed.
  private(set) var lastName: UInt64 = 0

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    names = try NameTable(allocator, seed: seed)
  }

  mutating func noteChange(of axis: Axis, _ stamp: EditStamp) {
    axes[axis.index & 31] = stamp.generation
  }

  mutating func noteChangeOfLevels(_ stamp: EditStamp) { levels = stamp.generation }

  /// Makes sure that a change of a name can be noted.
  mutating func prepareChange(of name: Span<UInt8>) throws(OutOfMemory) {
    _ = try names.intern(name)
  }

  mutating func noteChange(of name: Span<UInt8>, _ stamp: EditStamp) {
    names.reader.slot(of: name)?.value = stamp.generation
    lastName = stamp.generation
  }

  /// Whether a name changed after a generation.
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

  /// Forgets all changes of axes.
  mutating func forgetAxes() { axes = .init(repeating: 0) }
}
