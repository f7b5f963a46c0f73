// System: replacing the files of a directory one by one, if the directory itself must stay.

import CPlatform

/// The moves of a merge. They are recorded, so that they can be rolled back.
struct DirectoryMerge: ~Copyable {
  private let immovable = Immovable()

  /// What happened to the old file with the name of a new one.
  private enum Move: UInt8 {
    /// There was no old file.
    case toFreeName
    /// It was exchanged with the new one, and lies in the staging directory.
    case exchanged
    /// It has a hard link in the staging directory.
    case kept
    /// It was overwritten and cannot be restored.
    case replaced
  }

  private var moves: Buffer<Move>
  private var newDirectories: PathList
  private var movedObsoleteCount = 0

  init(_ allocator: Allocator) {
    moves = Buffer(allocator)
    newDirectories = PathList(allocator)
  }

  /// Moves all staged files to their places in `target`, and obsolete directories out of it. If a
  /// file cannot be moved, everything is rolled back, and `failed` is its path.
  mutating func commit(
    _ staged: borrowing StagedOutput, to target: Directory,
    _ replaced: borrowing ReplacedDirectory, _ failed: inout Buffer<UInt8>
  ) throws(DiskError) {
    do throws(DiskError) {
      try moveObsolete(from: target, replaced, to: staged.directory)
      for index in upTo(staged.files.count) {
        let file = staged.files.path(index)
        failed.truncate(to: 0)
        try failed.add(file.bytes)
        try move(file, index, from: staged.directory, to: target)
      }
      failed.truncate(to: 0)
    } catch {
      rollBack(staged, from: target, replaced)
      throw error
    }
    for index in upTo(moves.count) where moves.element(at: index) == .kept {
      staged.removeFile(kept(index).bytes)
    }
    for index in upTo(movedObsoleteCount) {
      replaced.removeObsolete(obsolete(index).bytes, in: staged.directory)
    }
  }

  private mutating func moveObsolete(
    from target: Directory, _ replaced: borrowing ReplacedDirectory, to staging: Directory
  ) throws(DiskError) {
    for index in upTo(replaced.obsoleteDirectories.count) {
      let path = replaced.obsoleteDirectories.path(index)
      guard try replaced.isEmptyButForItsFile(path, in: target) else { continue }
      let (parent, name) = try target.parent(of: path)
      defer { parent.close(unless: target) }
      try parent.rename(name.bytes, to: obsolete(index).bytes, in: staging)
      movedObsoleteCount = index &+ 1
    }
  }

  private mutating func move(
    _ file: StoredText, _ index: Int, from staging: Directory, to target: Directory
  ) throws(DiskError) {
    try target.makeDirectories(of: file.bytes, &newDirectories)
    let (parent, name) = try target.parent(of: file)
    defer { parent.close(unless: target) }
    let found = try parent.attributes(of: name.bytes, followingLinks: false)
    if let found, found.isDirectory { throw DiskError(number: EISDIR) }
    try moves.add(found == nil ? .toFreeName : .exchanged)
    do throws(DiskError) {
      try staging.rename(
        file.bytes, to: name.bytes, in: parent, found == nil ? .toFreeName : .exchanging)
    } catch {
      guard error.isUnsupported, found != nil else {
        _ = moves.removeLast()
        throw error
      }
      let isKept = parent.link(name.bytes, to: kept(index).bytes, in: staging)
      moves.replace(at: index, with: isKept ? .kept : .replaced)
      do throws(DiskError) {
        try staging.rename(file.bytes, to: name.bytes, in: parent)
      } catch {
        _ = moves.removeLast()
        _ = staging.remove(kept(index).bytes, isDirectory: false)
        throw error
      }
    }
  }

  private mutating func rollBack(
    _ staged: borrowing StagedOutput, from target: Directory,
    _ replaced: borrowing ReplacedDirectory
  ) {
    let staging = staged.directory
    while let move = moves.removeLast() {
      let index = moves.count
      let file = staged.files.path(index)
      guard let (parent, name) = try? target.parent(of: file) else { continue }
      switch move {
      case .toFreeName: try? parent.rename(name.bytes, to: file.bytes, in: staging)
      case .exchanged: try? parent.rename(name.bytes, to: file.bytes, in: staging, .exchanging)
      case .kept: try? staging.rename(kept(index).bytes, to: name.bytes, in: parent)
      case .replaced: break
      }
      parent.close(unless: target)
    }
    newDirectories.forEachFromLast { path in target.removeWithin(path, isDirectory: true) }
    for index in upTo(movedObsoleteCount) {
      let path = replaced.obsoleteDirectories.path(index)
      guard let (parent, name) = try? target.parent(of: path) else { continue }
      try? staging.rename(obsolete(index).bytes, to: name.bytes, in: parent)
      parent.close(unless: target)
    }
  }

  /// The names in the staging directory of an obsolete directory, and of the hard link to an old
  /// file.
  private func obsolete(_ index: Int) -> FixedText<64> { numbered(".left-", index) }
  private func kept(_ index: Int) -> FixedText<64> { numbered(".kept-", index) }

  private func numbered(_ start: StaticString, _ index: Int) -> FixedText<64> {
    var name = FixedText<64>()
    name.append(start)
    name.append(UInt(truncatingIfNeeded: index))
    return name
  }
}
