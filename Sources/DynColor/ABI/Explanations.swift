// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Explaining".

public import CDynColor

/// A story as hosts see it: a block of memory that never changes. A value of this type is its
/// address; it does not own it.
private struct Explanation {
  // The words: the allocator (two); their number; how many steps there are; and the address of the
  // text. Then the steps, and all texts.
  private static var size: Int { 2 }
  private static var stepCount: Int { 3 }
  private static var textAddress: Int { 4 }
  private static var headerWords: Int { 6 }

  let words: AtomicWords

  init(_ explanation: OpaquePointer?) throws(Failure) {
    guard let explanation else {
      throw Failure.argument("explanation", "an argument must not be NULL")
    }
    self.init(at: Handles.object(of: explanation, .explanation))
  }

  init(at object: UnsafeMutableRawPointer) {
    words = AtomicWords(object.assumingMemoryBound(to: UInt64.self))
  }

  init(_ story: borrowing Story) throws(OutOfMemory) {
    let allocator = story.allocator
    let count = story.steps.count
    let texts = HostText(story.texts.bytes).bytes
    let stepWords = (count &* MemoryLayout<dyncolor_step>.stride &+ 7) / 8
    let total = Explanation.headerWords &+ stepWords &+ texts.count / 8 &+ 1
    words = try AtomicWords.allocate(allocator, count: total)
    words.relax(0, allocator.resizeAddress)
    words.relax(1, allocator.userDataAddress)
    words.relax(Explanation.size, UInt64(truncatingIfNeeded: total))
    words.relax(Explanation.stepCount, UInt64(truncatingIfNeeded: count))
    let target = words.advanced(by: Explanation.headerWords &+ stepWords).address
    HostText(address: target, count: texts.count).write(texts, terminatedBy: 0)
    words.relax(Explanation.textAddress, target &+ UInt64(truncatingIfNeeded: story.text))
    guard let steps = steps else { return }
    for index in upTo(count) {
      guard let step = story.steps.element(at: index) else { continue }
      (steps + index).initialize(to: dyncolor_step(step, texts: target))
    }
  }

  var count: Int { Int(truncatingIfNeeded: words.relaxed(Explanation.stepCount)) }

  var steps: UnsafeMutablePointer<dyncolor_step>? {
    UnsafeMutablePointer(
      bitPattern: UInt(words.advanced(by: Explanation.headerWords).address))
  }

  var text: UnsafePointer<CChar>? {
    UnsafePointer(bitPattern: UInt(words.relaxed(Explanation.textAddress)))
  }

  func free() {
    let allocator = Allocator(
      resizeAddress: words.relaxed(0), userDataAddress: words.relaxed(1))
    words.free(allocator, count: Int(truncatingIfNeeded: words.relaxed(Explanation.size)))
  }
}

extension dyncolor_step {
  /// A step whose text is among those at an address.
  fileprivate init(_ step: Step, texts: UInt64) {
    self.init()
    kind = UInt32(bitPattern: step.kind.rawValue)
    depth = step.depth
    status = step.status
    id = step.id.rawValue
    layer = step.layer
    owner = step.owner
    detail = step.detail
    index = step.index
    count = step.count
    let conditions = step.conditions
    scheme = UInt8(truncatingIfNeeded: conditions.scheme)
    contrast = UInt8(truncatingIfNeeded: conditions.contrast)
    elevation = UInt8(truncatingIfNeeded: conditions.elevation)
    gamut = UInt8(truncatingIfNeeded: conditions.gamut)
    idiom = UInt8(truncatingIfNeeded: conditions.idiom)
    subtype = UInt8(truncatingIfNeeded: conditions.subtype)
    locale = UInt16(truncatingIfNeeded: conditions.locale)
    numbers = (step.numbers.x, step.numbers.y, step.numbers.z)
    if let value = step.color { color = dyncolor_color(value) }
    if let value = step.before { before = dyncolor_color(value) }
    var offset = 0
    if case .written(let place) = step.text { offset = place }
    text = UnsafePointer(bitPattern: UInt(texts &+ UInt64(truncatingIfNeeded: offset)))
  }
}

@implementation @_cdecl("dyncolor_explain")
public func dyncolor_explain(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>!,
  _ explanation: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let theme = try Theme(theme)
    let environment = try Environment(orNone: environment)
    let output = try required(explanation, "explanation")
    do throws(ThemeError) {
      let story = try theme.explain(ColorID(id), environment)
      let made = try orOutOfMemory { () throws(OutOfMemory) in try Explanation(story) }
      output.pointee = made.words.handedOut(.explanation)
    } catch {
      throw Failure(error)
    }
  }
}

@implementation @_cdecl("dyncolor_explanation_steps")
public func dyncolor_explanation_steps(
  _ explanation: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_step>! {
  let explanation = try? Explanation(explanation)
  count?.pointee = explanation?.count ?? 0
  return UnsafePointer(explanation?.steps)
}

@implementation @_cdecl("dyncolor_explanation_text")
public func dyncolor_explanation_text(_ explanation: OpaquePointer!) -> UnsafePointer<CChar>! {
  let empty: StaticString = ""
  return (try? Explanation(explanation))?.text ?? borrowedText(empty.bytes)
}

@implementation @_cdecl("dyncolor_explanation_release")
public func dyncolor_explanation_release(_ explanation: OpaquePointer!) {
  guard let explanation else { return }
  Explanation(at: Handles.giveUp(explanation, .explanation)).free()
}
