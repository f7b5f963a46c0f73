// StyleSheet: the states in which a property may have different values.

/// All combinations of the values of some axes. Each combination is a state, and has an index.
struct StyleStates: BitwiseCopyable {
  /// The maximum number of states of a property.
  static var greatestCount: Int { 1 << 16 }

  /// The number of states; at most `greatestCount` plus 1, which means too many.
  private(set) var count = 1
  private(set) var axisCount = 0
  /// For each of these axes, its number in `StyleState`.
  private var axes = InlineArray<32, UInt8>(repeating: 0)
  /// For each of these axes, the number of its values.
  private var sizes = InlineArray<32, UInt16>(repeating: 1)
  /// For each of these axes, the difference between the indices of two states that differ by 1 on
  /// this axis, and on no other.
  private var strides = InlineArray<32, Int32>(repeating: 0)

  /// One state, which depends on no axis.
  init() {}

  /// Makes the states of the axes in `mask`, in which bit n stands for the axis n of `StyleState`.
  @_optimize(speed)
  init(_ mask: UInt32, _ attributes: borrowing StyleAttributes) {
    for axis in upTo(attributes.axisCount) where mask &>> UInt32(truncatingIfNeeded: axis) & 1 != 0
    {
      let size = attributes.valueCount(axis)
      axes[unchecked: axisCount & 31] = UInt8(truncatingIfNeeded: axis)
      sizes[unchecked: axisCount & 31] = UInt16(truncatingIfNeeded: size)
      strides[unchecked: axisCount & 31] = Int32(truncatingIfNeeded: count)
      axisCount &+= 1
      count = min(count &* size, StyleStates.greatestCount &+ 1)
    }
  }

  func axis(_ index: Int) -> Int { Int(axes[unchecked: index & 31]) }
  func size(_ index: Int) -> Int { Int(sizes[unchecked: index & 31]) }
  func stride(_ index: Int) -> Int { Int(strides[unchecked: index & 31]) }

  /// The state with an index.
  @_optimize(speed)
  func state(at stateIndex: Int) -> StyleState {
    var state = StyleState()
    for index in upTo(axisCount) {
      let value = stateIndex / max(stride(index), 1) % max(size(index), 1)
      state[axis(index)] = UInt8(truncatingIfNeeded: value)
    }
    return state
  }

  /// The index of a state.
  @_optimize(speed)
  func index(of state: StyleState) -> Int {
    var stateIndex = 0
    for index in upTo(axisCount) { stateIndex &+= Int(state[axis(index)]) &* stride(index) }
    return stateIndex
  }
}
