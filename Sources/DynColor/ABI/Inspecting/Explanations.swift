// swift-format-ignore-file: AlwaysUseLowerCamelCase
// ABI: the functions of the header's section "Explaining".

public import CDynColor

/// The fields of an explanation.
private struct ExplanationFields: BitwiseCopyable {
  /// The address of the text that has all steps, for `dyncolor_explanation_text`.
  var fullText: UInt64 = 0
}

/// The explanation that a host reads: a block of steps and texts.
private typealias Explanation = HostBlock<ExplanationFields, dyncolor_step>

extension HostBlock<ExplanationFields, dyncolor_step> {
  /// The explanation of a handle; `nil` for NULL.
  fileprivate init?(_ explanation: OpaquePointer?) {
    guard let explanation else { return nil }
    self.init(at: Handles.object(of: explanation, .explanation))
  }

  /// Copies a trace to a block for the host. The caller frees the block, or gives it to the host.
  fileprivate static func make(_ trace: borrowing Trace) throws(OutOfMemory) -> Explanation {
    let texts = StoredText(trace.texts.bytes).bytes
    let block = try make(
      trace.allocator, ExplanationFields(), count: trace.steps.count, textSize: texts.count)
    let textsAddress = block.textsAddress
    StoredText.write(texts, terminatedBy: 0, at: textsAddress)
    // `textOffset` is where the text that has all steps begins in the texts.
    block.fields.fullText = textsAddress &+ UInt64(truncatingIfNeeded: trace.textOffset)
    for index in upTo(block.count) {
      guard let step = trace.steps.element(at: index) else { continue }
      (block.elements + index).initialize(to: dyncolor_step(step, textsAddress: textsAddress))
    }
    return block
  }
}

extension dyncolor_step {
  /// The C struct of a step. `textsAddress` is the address of the texts of all steps.
  fileprivate init(_ step: Step, textsAddress: UInt64) {
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
    palette = UInt16(truncatingIfNeeded: conditions.palette)
    state = UInt8(truncatingIfNeeded: conditions.state)
    vision = UInt8(truncatingIfNeeded: conditions.vision)
    // `extra.x` has the values of the custom axes.
    withUnsafeMutableBytes(of: &custom) { $0.storeBytes(of: conditions.extra.x, as: UInt64.self) }
    numbers = (step.numbers.x, step.numbers.y, step.numbers.z)
    if let value = step.color { color = dyncolor_color(value) }
    if let value = step.before { before = dyncolor_color(value) }
    // A step without a text gets the text at offset 0, which is empty.
    var textOffset = 0
    if case .inTexts(let offset) = step.text { textOffset = offset }
    text = UnsafePointer(bitPattern: UInt(textsAddress &+ UInt64(truncatingIfNeeded: textOffset)))
  }
}

@implementation @_cdecl("dyncolor_explanation_create")
public func dyncolor_explanation_create(
  _ theme: OpaquePointer!, _ id: dyncolor_id, _ environment: UnsafePointer<dyncolor_environment>!,
  _ explanation: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting(theme) { theme throws(Failure) in
    let environment = try Environment(zeroIfNull: environment, of: theme, "environment")
    let output = try required(explanation, "explanation")
    let created = try convertingErrors { () throws(ThemeError) in
      let trace = try theme.explain(ColorID(id), environment)
      return try orOutOfMemory(try Explanation.make(trace))
    }
    output.pointee = created.makeHandle(.explanation)
  }
}

@implementation @_cdecl("dyncolor_explanation_steps")
public func dyncolor_explanation_steps(
  _ explanation: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<dyncolor_step>! {
  let explanation = Explanation(explanation)
  count?.pointee = explanation?.count ?? 0
  return UnsafePointer(explanation?.elements)
}

@implementation @_cdecl("dyncolor_explanation_text")
public func dyncolor_explanation_text(_ explanation: OpaquePointer!) -> UnsafePointer<CChar>! {
  guard let explanation = Explanation(explanation) else { return borrowedText(nil) }
  return UnsafePointer(bitPattern: UInt(explanation.fields.fullText))
}

@implementation @_cdecl("dyncolor_explanation_release")
public func dyncolor_explanation_release(_ explanation: OpaquePointer!) {
  guard let explanation else { return }
  Explanation(at: Handles.removeHostReference(to: explanation, .explanation)).free()
}
