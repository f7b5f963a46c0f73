import Foundation
import Testing

@testable import DynColor

@Suite("Statuses")
struct StatusTests {
  @Test("are those of the header, with its names and numbers")
  func header() throws {
    let path = URL(filePath: #filePath)
      .appending(path: "../../../../include/dyncolor.h").standardized
    let constants = try String(contentsOf: path, encoding: .utf8)
      .matches(of: /(DYNCOLOR_OK|DYNCOLOR_ERROR_[A-Z0-9_]+) = (-?[0-9]+)/)
      .map { "\($0.1) = \($0.2)" }
    let listed = (-1000...1000).reversed().compactMap { Status(rawValue: $0) }
      .map { "\(text($0.name)) = \($0.rawValue)" }
    #expect(listed == constants && !listed.isEmpty)
  }

  private func text(_ text: ConstantText) -> String {
    let bytes = text.bytes
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  @Test("with which a theme fails have a message")
  func messages() {
    let reasons: [ThemeError.Reason] = [
      .outOfMemory, .staleID, .foreignID(1), .nameTaken, .unknownName, .tooDeep, .noVariant, .cycle,
      .notInSnapshot, .tooManyColors, .tooManyAxes, .tooManyPalettes, .tooManyAxisValues,
      .tooManyLayers, .tooManyOwners, .tooManyLocales, .tooManySubtypes, .invalidAnswer,
    ]
    for reason in reasons { #expect(Status(rawValue: reason.status)?.message != nil) }
  }

  @Test("fit with their causes into registers")
  func size() {
    #expect(MemoryLayout<ThemeError>.size <= 24)
  }
}
