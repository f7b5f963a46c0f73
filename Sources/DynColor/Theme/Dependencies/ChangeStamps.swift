// Theme: when the things that colors depend on, other than colors, last changed.

/// The generations in which axes, levels and names last changed.
struct ChangeStamps: ~Copyable {
  private let immovable = Immovable()
  /// For each axis, when its default or the names of its values last changed.
  private var axes = [32 of UInt64](repeating: 0)
  /// When the opacities of levels last changed.
  private(set) var levels: UInt64 = 0
  /// Names that a color got by being renamed, or lost, with the generation of that change.
  private var names: NameTable
  /// When any of these names last changed.
  private(set) var lastName: UInt64 = 0

  init(_ allocator: Allocator, seed: UInt64) throws(OutOfMemory) {
    names = try NameTable(allocator, seed: seed)
  }

  mutating func noteChange(of axis: Axis, _ stamp: EditStamp) {
    axes[axis.index & 31] = stamp.generation
  }

  mutating func noteChangeOfLevels(_ stamp: EditStamp) { levels = stamp.generation }

  /// Reserves memory so that recording a change of a name cannot fail.
  mutating func prepareChange(of name: Span<UInt8>) throws(OutOfMemory) {
    _ = try names.intern(name)
  }

  mutating func noteChange(of name: Span<UInt8>, _ stamp: EditStamp) {
    names.reader.slot(of: name)?.value = stamp.generation
    lastName = stamp.generation
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

  mutating func forgetAxes() { axes = .init(repeating: 0) }
}
