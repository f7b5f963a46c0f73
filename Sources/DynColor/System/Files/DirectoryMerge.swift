// System: replacing the files of a directory one by one, for directories that cannot be replaced as
// a whole.

import CPlatform

/// Moves the files of a staging directory to another directory. The moves are recorded, so that
/// they can be rolled back.
struct DirectoryMerge: ~Copyable {
  // Keeps the struct at one address. Otherwise, calls would copy its bytes: see `Immovable`.
  private let immovable = Immovable()

  /// What happened to the old file when a new file was moved to the path of the old one.
  private enum Move: UInt8 {
    /// There was no old file.
    case added
    /// The old file was exchanged with the new one, and is now in the staging directory.
    case exchanged
    /// The old file was replaced, but a hard link in the staging directory keeps it.
    case linked
    /// The old file was replaced and cannot be restored.
    case replaced
  }

  /// The moves that were made. The element at an index is the move of the staged file at that
  /// index.
  private var moves: Buffer<Move>
  /// The directories that were created in the target.
  private var newDirectories: PathList
  /// The index of the last moved directory in `ReplacedDirectory.obsoleteCandidates`, plus 1; 0 if
  /// no directory was moved. Candidates are directories that may be obsolete. Of the candidates
  /// before the last moved one, only the obsolete ones were moved. A moved directory has the name
  /// `obsoleteName(index)` in the staging directory.
  private var movedObsoleteEnd = 0

  init(_ allocator: Allocator) {
    moves = Buffer(allocator)
    newDirectories = PathList(allocator)
  }

  /// Moves all staged files to the same paths in `target`, and the obsolete directories out of
  /// `target`. If a file cannot be moved, rolls everything back, as far as possible, and throws;
  /// `failedPath` is then the path of that file.
  mutating func commit(
    _ staged: borrowing StagedOutput, to target: Directory,
    _ oldContents: borrowing ReplacedDirectory, _ failedPath: inout Buffer<UInt8>
  ) throws(DiskError) {
    do throws(DiskError) {
      try moveObsolete(from: target, oldContents, to: staged.directory)
      for index in upTo(staged.files.count) {
        let file = staged.files.path(index)
        failedPath.truncate(to: 0)
        try failedPath.add(file.bytes)
        try move(file, index, from: staged.directory, to: target)
      }
      failedPath.truncate(to: 0)
    } catch {
      rollBack(staged, from: target, oldContents)
      throw error
    }
    // The old files that were exchanged are removed together with the staging directory. The hard
    // links of the old files that were replaced (`.linked`), and the obsolete directories, are
    // removed here. For a candidate that was not moved, nothing happens, because the staging
    // directory has no entry of that name.
    for index in upTo(moves.count) where moves.element(at: index) == .linked {
      staged.removeFile(linkName(index).bytes)
    }
    for index in upTo(movedObsoleteEnd) {
      oldContents.removeObsolete(obsoleteName(index).bytes, in: staged.directory)
    }
  }

  /// Moves the candidates that are obsolete (`ReplacedDirectory.isObsolete`) from the target to the
  /// staging directory. The other candidates stay.
  private mutating func moveObsolete(
    from target: Directory, _ oldContents: borrowing ReplacedDirectory, to staging: Directory
  ) throws(DiskError) {
    for index in upTo(oldContents.obsoleteCandidates.count) {
      let path = oldContents.obsoleteCandidates.path(index)
      guard try oldContents.isObsolete(path, in: target) else { continue }
      let (parent, name) = try target.openParent(of: path)
      defer { parent.close(unless: target) }
      try parent.rename(name.bytes, to: obsoleteName(index).bytes, in: staging)
      movedObsoleteEnd = index &+ 1
    }
  }

  /// Moves the staged file at `index`, whose path is `file`, to the same path in the target.
  private mutating func move(
    _ file: StoredText, _ index: Int, from staging: Directory, to target: Directory
  ) throws(DiskError) {
    try target.createDirectories(above: file.bytes, &newDirectories)
    let (parent, name) = try target.openParent(of: file)
    defer { parent.close(unless: target) }
    let existing = try parent.attributes(of: name.bytes, followingLinks: false)
    if let existing, existing.isDirectory { throw DiskError(number: EISDIR) }
    try moves.add(existing == nil ? .added : .exchanged)
    do throws(DiskError) {
      try staging.rename(
        file.bytes, to: name.bytes, in: parent, existing == nil ? .toFreeName : .exchanging)
    } catch {
      guard error.isUnsupported, existing != nil else {
        _ = moves.removeLast()
        throw error
      }
      // This file system cannot exchange two files: the new file replaces the old one, which a hard
      // link keeps, if the file system has hard links.
      let isLinked = parent.link(name.bytes, to: linkName(index).bytes, in: staging)
      moves.replace(at: index, with: isLinked ? .linked : .replaced)
      do throws(DiskError) {
        try staging.rename(file.bytes, to: name.bytes, in: parent)
      } catch {
        _ = moves.removeLast()
        _ = staging.remove(linkName(index).bytes, isDirectory: false)
        throw error
      }
    }
  }

  /// Undoes the moves, as far as possible, the last one first.
  private mutating func rollBack(
    _ staged: borrowing StagedOutput, from target: Directory,
    _ oldContents: borrowing ReplacedDirectory
  ) {
    let staging = staged.directory
    while let move = moves.removeLast() {
      let index = moves.count
      let file = staged.files.path(index)
      guard let (parent, name) = try? target.openParent(of: file) else { continue }
      switch move {
      case .added: try? parent.rename(name.bytes, to: file.bytes, in: staging)
      case .exchanged: try? parent.rename(name.bytes, to: file.bytes, in: staging, .exchanging)
      case .linked: try? staging.rename(linkName(index).bytes, to: name.bytes, in: parent)
      case .replaced: break
      }
      parent.close(unless: target)
    }
    newDirectories.forEachReversed { path in
      target.removeWithoutFollowingLinks(path, isDirectory: true)
    }
    // For a candidate that was not moved, nothing happens, because the staging directory has no
    // entry of that name.
    for index in upTo(movedObsoleteEnd) {
      let path = oldContents.obsoleteCandidates.path(index)
      guard let (parent, name) = try? target.openParent(of: path) else { continue }
      try? staging.rename(obsoleteName(index).bytes, to: name.bytes, in: parent)
      parent.close(unless: target)
    }
  }

  /// The name of a moved obsolete directory in the staging directory.
  private func obsoleteName(_ index: Int) -> FixedText<64> { numbered(".obsolete-", index) }
  /// The name of the hard link to an old file in the staging directory.
  private func linkName(_ index: Int) -> FixedText<64> { numbered(".kept-", index) }

  private func numbered(_ prefix: StaticString, _ index: Int) -> FixedText<64> {
    var name = FixedText<64>()
    name.append(prefix)
    name.append(UInt(truncatingIfNeeded: index))
    return name
  }
}
