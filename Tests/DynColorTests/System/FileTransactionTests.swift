import Foundation
import Testing

@testable import DynColor

@Suite("Writing files in one transaction")
struct FileTransactionTests {
  @Test(
    "Only paths of entries stay within a directory",
    arguments: [
      ("a", true), ("a/b.json", true), ("a.b/..c", true),
      ("", false), ("/a", false), ("a/", false), ("a//b", false),
      (".", false), ("..", false), ("../a", false), ("a/../b", false), ("a/./b", false),
    ])
  func pathWithin(path: String, isWithin: Bool) {
    #expect(path.withBytes { $0.isContainedPath } == isWithin)
  }

  @Test("A list of paths gives them from the last, and takes the last away")
  func paths() throws {
    var list = PathList(.standard)
    for path in ["a", "a/b", "c"] { try path.withBytes { try list.append($0) } }
    try "d".withBytes { try list.append($0, inDirectoryAt: 1) }
    var found: [String] = []
    list.forEachReversed { path in found.append(String(path.bytes)) }
    #expect(found == ["a/b/d", "c", "a/b", "a"])
    list.removeLast()
    #expect(list.count == 3)
  }

  @Test("Without a commit nothing is left, not even the directories on the way")
  func rollBack() throws {
    let root = try Scratch()
    do {
      var transaction = FileTransaction(.standard)
      try root.path("new/deep/out").withBytes { try transaction.begin($0, isDirectory: true) }
      try "x/a".withBytes { try transaction.write($0, $0) }
      #expect(!root.files.isEmpty)
    }
    #expect(root.files.isEmpty)
  }

  @Test("A directory is replaced as a whole, or, where it holds something else, file by file")
  func commit() throws {
    let root = try Scratch()
    try write(root, ["a": "1", "x/b": "2"])
    #expect(root.files == ["out", "out/a", "out/x", "out/x/b"])
    try write(root, ["a": "3", "c": "4"])
    #expect(root.files.contains("out/a") && root.files.contains("out/c"))
    try Data("other".utf8).write(to: root.url.appendingPathComponent("out/kept.txt"))
    try write(root, ["a": "5"])
    #expect(root.files.contains("out/kept.txt"))
    #expect(try Data(contentsOf: root.url.appendingPathComponent("out/a")) == Data("5".utf8))
    #expect(root.files.allSatisfy { !$0.contains(".dyncolor-") })
  }

  @Test("A file that is written twice is an error, and the first one stays")
  func writtenTwice() throws {
    let root = try Scratch()
    var transaction = FileTransaction(.standard)
    try root.path("out").withBytes { try transaction.begin($0, isDirectory: true) }
    try "x/a".withBytes { path in
      try "1".withBytes { try transaction.write(path, $0) }
      #expect(throws: DiskError.self) { try "2".withBytes { try transaction.write(path, $0) } }
    }
    try transaction.commit()
    #expect(root.files == ["out", "out/x", "out/x/a"])
    #expect(try Data(contentsOf: root.url.appendingPathComponent("out/x/a")) == Data("1".utf8))
  }

  private func write(_ root: Scratch, _ files: [String: String]) throws {
    var transaction = FileTransaction(.standard)
    try root.path("out").withBytes { try transaction.begin($0, isDirectory: true) }
    for (path, text) in files {
      try path.withBytes { path in try text.withBytes { try transaction.write(path, $0) } }
    }
    try transaction.commit()
  }
}

/// A directory that is removed with this value.
private final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ relative: String) -> String { url.appendingPathComponent(relative).path }

  var files: [String] {
    (FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []).sorted()
  }
}
