// Files and folders that are written: all of it appears at once, or nothing does.

import CPlatform

/// Writes a file, or a folder of files, to a path that need not exist yet.
///
/// It is written beside what is there already, which stays until `commit()`: a file is replaced by
/// renaming, and a folder by exchanging the two. A folder in which there is something else stays,
/// and the files in it are replaced one by one. If it ends without a commit, nothing is left of it.
struct DiskFolderWriter: ~Copyable {
  private let immovable = Immovable()
  /// What a folder may have in it besides what is written, and loses then.
  struct Leftovers: BitwiseCopyable {
    /// How the name of the folder itself ends; if otherwise, nothing in it is left over.
    let root: StaticString
    /// How those of the folders end that are taken away, if they have no more than one file.
    let folder: StaticString
    /// The name of that file, which those between may have, too.
    let file: StaticString
  }

  /// What became of the file that one written takes the place of.
  private enum Move: UInt8 {
    /// There was none.
    case toFreeName
    /// It is where the new one was written, or has a second name there, or is gone.
    case exchanged, kept, replaced
  }

  private enum Target {
    case none, file, folder
    /// A device, which takes what it is given at once.
    case device
  }

  /// Folders below the written one that are looked into.
  private static var greatestFolderCount: Int { 1 << 16 }

  private var target = Target.none
  private var leftovers: Leftovers?
  /// Where the last of the links leads, where in it the name begins, and how much of it are the first
  /// and the last folder that were made on the way.
  private var path: Buffer<UInt8>
  private var nameStart = 0
  private var firstMade = 0
  private var lastMade = 0
  /// What failed: a path within the folder, or a folder on the way.
  private var failed: Buffer<UInt8>
  private var isFailedWithin = false

  /// Where the target is, and what is written, by a name of its own; a folder is open besides.
  private var parent = DiskFolder.none
  private var place = DiskFolder.none
  private var staging = DiskFolder.none
  private var temporary = FixedText<64>()
  private var hasTemporary = false
  /// Whether it is written within the target itself.
  private var isWithin: Bool { place.descriptor != parent.descriptor }

  /// What was written and made within it.
  private var files: PathList
  private var folders: PathList
  /// What is in its place: the folders, those of them that are left over, and the files that need not
  /// be kept.
  private var oldFolders: PathList
  private var oldFiles: PathList
  private var oldLeftovers: PathList
  /// Where the files are replaced one by one: which folders were made, and how many files and
  /// leftovers have their new places.
  private var newFolders: PathList
  private var movedFiles: Buffer<Move>
  private var movedLeftovers = 0

  init(_ allocator: Allocator) {
    path = Buffer(allocator)
    failed = Buffer(allocator)
    files = PathList(allocator)
    folders = PathList(allocator)
    oldFolders = PathList(allocator)
    oldFiles = PathList(allocator)
    oldLeftovers = PathList(allocator)
    newFolders = PathList(allocator)
    movedFiles = Buffer(allocator)
  }

  deinit { clear() }

  /// The path that the last error is about.
  func appendFailedPath<Sink: TextSink & ~Copyable>(to text: inout Sink) throws(Sink.Failure) {
    if failed.count == 0 || isFailedWithin { try text.append(contentsOf: path.span) }
    if failed.count > 0, isFailedWithin { try text.append(UInt8(ascii: "/")) }
    try text.append(contentsOf: failed.span)
  }

  /// Whether it failed because a link within the folder leads elsewhere.
  func wouldLeave(by error: DiskError) -> Bool { isFailedWithin && error.isLink }

  /// Begins to write to a path. Folders that are missing on the way there are made.
  mutating func begin(
    _ path: Span<UInt8>, isFolder: Bool, leftovers: Leftovers? = nil
  ) throws(DiskError) {
    var end = path.count
    while end > 1, path.element(at: end &- 1) == UInt8(ascii: "/") { end &-= 1 }
    try self.path.add(path.slice(0, end))
    guard end > 0 else { throw DiskError(number: ENOENT) }
    guard isFolder || end == path.count else { throw DiskError(number: EISDIR) }
    let found = try followLinks()
    if let found, !(found.isDevice && !isFolder) {
      if isFolder, !found.isFolder { throw DiskError(number: ENOTDIR) }
      if !isFolder, !found.isFile { throw DiskError(number: EISDIR) }
    }
    if let found, found.isDevice {
      target = .device
      return
    }
    nameStart = self.path.span.lastSlash &+ 1
    try openParent()
    target = isFolder ? .folder : .file
    guard isFolder else { return }
    if let leftovers, name.bytes.ends(with: leftovers.root.bytes) { self.leftovers = leftovers }
    try stage(found)
  }

  /// Writes a file of the folder; or, by an empty path, the file, which can be written once.
  mutating func write(_ relative: Span<UInt8>, _ bytes: Span<UInt8>) throws(DiskError) {
    switch target {
    case .none: throw DiskError(number: EINVAL)
    case .device:
      try DiskFolder.working.open(path.span, dyncolor_open_device).fill(bytes)
    case .file: try writeFile(bytes)
    case .folder:
      failed.truncate(to: 0)
      try failed.add(relative)
      isFailedWithin = true
      guard relative.isPathWithin else { throw .badName }
      try files.append(relative)
      do throws(DiskError) {
        try staging.makeFolders(of: relative, &folders)
        try staging.open(relative, dyncolor_make_file).fill(bytes)
      } catch {
        _ = staging.remove(relative, isFolder: false)
        files.removeLast()
        throw error
      }
      failed.truncate(to: 0)
    }
  }

  /// Puts what was written where it belongs.
  mutating func commit() throws(DiskError) {
    switch target {
    case .none, .device: break
    case .file:
      guard hasTemporary else { throw DiskError(number: EINVAL) }
      try place.rename(temporary.bytes, to: name.bytes, in: parent)
      hasTemporary = false
    case .folder: try commitFolder()
    }
    if parent.descriptor >= 0 { _ = fsync(parent.descriptor) }
    firstMade = 0
    abandon()
  }

  /// Takes away what was written, and the folders that were made for it.
  mutating func abandon() {
    clear()
    target = .none
    hasTemporary = false
    firstMade = 0
    (staging, place, parent) = (.none, .none, .none)
  }

  private func clear() {
    if hasTemporary, target == .file { _ = place.remove(temporary.bytes, isFolder: false) }
    if hasTemporary, target == .folder {
      for index in upTo(files.count) {
        _ = staging.remove(files.path(index).bytes, isFolder: false)
      }
      var index = folders.count
      while index > 0 {
        index &-= 1
        _ = staging.remove(folders.path(index).bytes, isFolder: true)
      }
      _ = place.remove(temporary.bytes, isFolder: true)
    }
    if isWithin { place.close() }
    staging.close()
    parent.close()
    // The folders on the way, the last first.
    var end = lastMade
    while firstMade > 0, end >= firstMade {
      while end > 0, path.element(at: end &- 1) == UInt8(ascii: "/") { end &-= 1 }
      guard end >= firstMade, DiskFolder.working.remove(path.span.slice(0, end), isFolder: true)
      else { return }
      end = path.span.slice(0, end).lastSlash &+ 1
    }
  }

  // MARK: - On the way

  private var name: HostText { HostText(path.span.slice(nameStart, path.count)) }

  /// Replaces the path, if there is a link, by where it leads. The result is what is there.
  private mutating func followLinks() throws(DiskError) -> FileFacts? {
    var first: FileFacts?
    do throws(DiskError) {
      first = try DiskFolder.working.facts(path.span, followingLinks: true)
    } catch {
      // Which of the folders on the way is none is found out when they are opened.
      if error.isNoFolder { return nil }
      throw error
    }
    if let first, first.isDevice { return first }
    // As many as Linux follows.
    for _ in upTo(40) {
      var link = InlineArray<4096, UInt8>(repeating: 0)
      let count = try DiskFolder.working.readLink(path.span, into: &link)
      guard count > 0 else {
        let last = try DiskFolder.working.facts(path.span, followingLinks: false)
        // Some links have a text that is not where they lead.
        guard first == last else { throw DiskError(number: ENOENT) }
        return last
      }
      let text = link.span.slice(0, count)
      let isAbsolute = text.element(at: 0) == UInt8(ascii: "/")
      path.truncate(to: isAbsolute ? 0 : path.span.lastSlash &+ 1)
      try path.add(text)
      while path.count > 1, path.element(at: path.count &- 1) == UInt8(ascii: "/") {
        _ = path.removeLast()
      }
    }
    throw DiskError(number: ELOOP)
  }

  private mutating func openParent() throws(DiskError) {
    let here: StaticString = "."
    let folder = nameStart == 0 ? HostText(here.bytes) : HostText(path.span.slice(0, nameStart))
    do throws(DiskError) {
      parent = try DiskFolder.working.folder(folder.bytes, followingLinks: true)
    } catch {
      try makeParents()
      parent = try DiskFolder.working.folder(folder.bytes, followingLinks: true)
    }
    place = parent
  }

  private mutating func makeParents() throws(DiskError) {
    for end in upTo(nameStart, from: 1) where path.element(at: end) == UInt8(ascii: "/") {
      let folder = HostText(path.span.slice(0, end)).bytes
      do throws(DiskError) {
        guard try DiskFolder.working.makeFolder(folder) else { continue }
      } catch {
        // A folder that is there need not be one where others could be made.
        if let found = try? DiskFolder.working.facts(folder, followingLinks: true), found.isFolder {
          continue
        }
        try failed.add(folder)
        throw error
      }
      if firstMade == 0 { firstMade = end }
      lastMade = end
    }
  }

  // MARK: - A file

  private mutating func writeFile(_ bytes: Span<UInt8>) throws(DiskError) {
    guard !hasTemporary else { throw DiskError(number: EINVAL) }
    let old = try parent.facts(name.bytes, followingLinks: false)
    let file = try makeTemporary { (folder, name) throws(DiskError) in
      try folder.open(name, dyncolor_make_file)
    }
    if let old, old.isFile { file.adopt(old) }
    try file.fill(bytes, isWaitedFor: true)
  }

  /// Makes what is written, by a name that nothing has.
  private mutating func makeTemporary<Made>(
    _ make: (DiskFolder, Span<UInt8>) throws(DiskError) -> Made
  ) throws(DiskError) -> Made {
    for attempt in upTo(1000) {
      temporary = FixedText()
      temporary.append(".dyncolor-")
      temporary.append(UInt(truncatingIfNeeded: dyncolor_process()))
      temporary.append(UInt8(ascii: "-"))
      temporary.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        let made = try make(place, temporary.bytes)
        hasTemporary = true
        return made
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  // MARK: - A folder

  /// Makes the folder that is written: beside the target, or within it, if they cannot be exchanged.
  private mutating func stage(_ found: FileFacts?) throws(DiskError) {
    let isNamed = !name.equals(StaticString(".").bytes) && !name.equals(StaticString("..").bytes)
    let beside = try parent.facts(StaticString(".").bytes, followingLinks: false)
    if isNamed, found == nil || found?.device == beside?.device {
      do throws(DiskError) {
        try makeStaging()
        if let found { staging.adopt(found) }
        return
      } catch {
        guard found != nil, error.isOfPermission else { throw error }
      }
    }
    place = try parent.folder(name.bytes, followingLinks: false)
    try makeStaging()
  }

  private mutating func makeStaging() throws(DiskError) {
    staging = try makeTemporary { (folder, name) throws(DiskError) in
      try folder.makeNewFolder(name)
      do throws(DiskError) {
        return try folder.folder(name, followingLinks: false)
      } catch {
        _ = folder.remove(name, isFolder: true)
        throw error
      }
    }
  }

  private mutating func commitFolder() throws(DiskError) {
    guard dyncolor_write_through(staging.descriptor) == 0 else { throw .last }
    if !isWithin, try parent.facts(name.bytes, followingLinks: false) == nil {
      try place.rename(temporary.bytes, to: name.bytes, in: parent, .toFreeName)
      hasTemporary = false
      return
    }
    let old = isWithin ? place : try parent.folder(name.bytes, followingLinks: false)
    defer { if !isWithin { old.close() } }
    if try findOld(old), !isWithin {
      try exchange()
      hasTemporary = false
      removeOld(old)
    } else {
      do throws(DiskError) {
        try moveFiles(to: old)
      } catch {
        moveBack(from: old)
        throw error
      }
      removeMoved()
    }
  }

  /// Finds out what is in the folder that is to be replaced. The result is whether that is nothing
  /// else than what is written, and what may be left over.
  private mutating func findOld(_ old: DiskFolder) throws(DiskError) -> Bool {
    oldFolders.removeAll()
    oldFiles.removeAll()
    oldLeftovers.removeAll()
    try oldFolders.append(HostText.empty.bytes)
    var isOnlyOurs = true
    var index = 0
    while index < oldFolders.count {
      let path = oldFolders.path(index)
      let folder = path.count == 0 ? old : try old.folder(path.bytes, followingLinks: false)
      defer { if path.count > 0 { folder.close() } }
      try folder.forEachEntry { (name, found) throws(DiskError) in
        isOnlyOurs = try look(at: name.bytes, found, in: index) && isOnlyOurs
      }
      if oldFolders.count >= Self.greatestFolderCount { return false }
      index &+= 1
    }
    return isOnlyOurs
  }

  /// Looks at an entry of a folder that is there. The result is whether it need not be kept.
  private mutating func look(
    at name: Span<UInt8>, _ found: FileFacts, in folder: Int
  ) throws(DiskError) -> Bool {
    try oldFolders.append(name, in: folder)
    let path = oldFolders.path(oldFolders.count &- 1)
    let written = try staging.facts(path.bytes, followingLinks: false)
    if found.isFolder {
      let isLeftOver = leftovers.map { name.ends(with: $0.folder.bytes) } ?? false
      if isLeftOver, written == nil { try oldLeftovers.append(path.bytes) }
      let isBetween = leftovers != nil && !name.contains(UInt8(ascii: "."))
      if isLeftOver || isBetween || written?.isFolder == true { return true }
    }
    guard found.isFile,
      written?.isFile == true || leftovers.map({ name.equals($0.file.bytes) }) ?? false
    else {
      oldFolders.removeLast()
      return false
    }
    try oldFiles.append(path.bytes)
    oldFolders.removeLast()
    return true
  }

  /// Puts the written folder in the place of the other, which is then where it was or beside that.
  private mutating func exchange() throws(DiskError) {
    do throws(DiskError) {
      return try place.rename(temporary.bytes, to: name.bytes, in: parent, .exchanging)
    } catch {
      guard error.isOfKind else { throw error }
    }
    // Where a file system cannot exchange two folders, there is none for a moment.
    let away = try moveAway()
    do throws(DiskError) {
      try place.rename(temporary.bytes, to: name.bytes, in: parent)
    } catch {
      try? parent.rename(away.bytes, to: name.bytes, in: parent)
      throw error
    }
    temporary = away
  }

  /// Gives the folder that is to be replaced another name, which nothing has, and returns it.
  private func moveAway() throws(DiskError) -> FixedText<64> {
    for attempt in upTo(1000) {
      var away = temporary
      away.append("-old-")
      away.append(UInt(truncatingIfNeeded: attempt))
      do throws(DiskError) {
        try parent.rename(name.bytes, to: away.bytes, in: parent, .toFreeName)
        return away
      } catch {
        guard error.number == EEXIST || error.number == ENOTEMPTY else { throw error }
      }
    }
    throw DiskError(number: EEXIST)
  }

  /// Takes away the folder that was replaced, but for what has come into it meanwhile.
  private func removeOld(_ old: DiskFolder) {
    for index in upTo(oldFiles.count) { old.remove(oldFiles.path(index), isFolder: false) }
    var index = oldFolders.count
    while index > 1 {
      index &-= 1
      old.remove(oldFolders.path(index), isFolder: true)
    }
    _ = place.remove(temporary.bytes, isFolder: true)
  }

  // MARK: - File by file

  private mutating func moveFiles(to old: DiskFolder) throws(DiskError) {
    movedFiles.truncate(to: 0)
    movedLeftovers = 0
    for index in upTo(oldLeftovers.count) {
      let path = oldLeftovers.path(index)
      guard try old.hasOnly(leftovers?.file ?? "", in: path.bytes) else { continue }
      let (folder, name) = try old.parent(of: path)
      defer { folder.close(unless: old) }
      try folder.rename(name.bytes, to: leftover(index).bytes, in: staging)
      movedLeftovers = index &+ 1
    }
    for index in upTo(files.count) {
      let file = files.path(index)
      failed.truncate(to: 0)
      try failed.add(file.bytes)
      isFailedWithin = true
      try old.makeFolders(of: file.bytes, &newFolders)
      let (folder, name) = try old.parent(of: file)
      defer { folder.close(unless: old) }
      let found = try folder.facts(name.bytes, followingLinks: false)
      if let found, found.isFolder { throw DiskError(number: EISDIR) }
      try movedFiles.add(found == nil ? .toFreeName : .exchanged)
      do throws(DiskError) {
        try staging.rename(
          file.bytes, to: name.bytes, in: folder, found == nil ? .toFreeName : .exchanging)
      } catch {
        guard error.isOfKind, found != nil else {
          _ = movedFiles.removeLast()
          throw error
        }
        let isKept = folder.link(name.bytes, to: kept(index).bytes, in: staging)
        movedFiles.replace(at: index, with: isKept ? .kept : .replaced)
        do throws(DiskError) {
          try staging.rename(file.bytes, to: name.bytes, in: folder)
        } catch {
          _ = movedFiles.removeLast()
          _ = staging.remove(kept(index).bytes, isFolder: false)
          throw error
        }
      }
      failed.truncate(to: 0)
    }
  }

  /// Undoes that, as far as it can be undone.
  private mutating func moveBack(from old: DiskFolder) {
    var index = movedFiles.count
    while let move = movedFiles.removeLast() {
      index &-= 1
      let file = files.path(index)
      guard let (folder, name) = try? old.parent(of: file) else { continue }
      switch move {
      case .toFreeName: try? folder.rename(name.bytes, to: file.bytes, in: staging)
      case .exchanged: try? folder.rename(name.bytes, to: file.bytes, in: staging, .exchanging)
      case .kept: try? staging.rename(kept(index).bytes, to: name.bytes, in: folder)
      case .replaced: break
      }
      folder.close(unless: old)
    }
    index = newFolders.count
    while index > 0 {
      index &-= 1
      old.remove(newFolders.path(index), isFolder: true)
    }
    for index in upTo(movedLeftovers) {
      guard let (folder, name) = try? old.parent(of: oldLeftovers.path(index)) else { continue }
      try? staging.rename(leftover(index).bytes, to: name.bytes, in: folder)
      folder.close(unless: old)
    }
  }

  /// Takes away the leftovers, which are where the files were that have been moved, and the second
  /// names of files.
  private func removeMoved() {
    for index in upTo(movedFiles.count) where movedFiles.element(at: index) == .kept {
      _ = staging.remove(kept(index).bytes, isFolder: false)
    }
    for index in upTo(movedLeftovers) {
      let folder = leftover(index)
      var file = folder
      file.append("/")
      file.append(leftovers?.file ?? "")
      _ = staging.remove(file.bytes, isFolder: false)
      _ = staging.remove(folder.bytes, isFolder: true)
    }
  }

  /// Where a leftover goes, and the second name of a file that is replaced.
  private func leftover(_ index: Int) -> FixedText<64> { numbered(".left-", index) }
  private func kept(_ index: Int) -> FixedText<64> { numbered(".kept-", index) }

  private func numbered(_ start: StaticString, _ index: Int) -> FixedText<64> {
    var name = FixedText<64>()
    name.append(start)
    name.append(UInt(truncatingIfNeeded: index))
    return name
  }
}

/// Paths, one after the other.
private struct PathList: ~Copyable {
  private var text: Buffer<UInt8>
  private var starts: Buffer<Int>

  init(_ allocator: Allocator) {
    text = Buffer(allocator)
    starts = Buffer(allocator)
  }

  var count: Int { starts.count }

  /// A path, as long as the list does not change.
  func path(_ index: Int) -> HostText {
    let start = starts.element(at: index) ?? text.count
    return HostText(text.span.slice(start, starts.element(at: index &+ 1) ?? text.count))
  }

  mutating func append(_ path: Span<UInt8>) throws(DiskError) { try append(path, in: count) }

  /// Adds the path of something in a folder of this list.
  mutating func append(_ name: Span<UInt8>, in folder: Int) throws(DiskError) {
    do throws(OutOfMemory) {
      try text.reserve(path(folder).count &+ name.count &+ 1)
      let folder = path(folder)
      try starts.append(text.count)
      try text.append(contentsOf: folder.bytes)
      if folder.count > 0 { try text.append(UInt8(ascii: "/")) }
      try text.append(contentsOf: name)
    } catch {
      throw .outOfMemory
    }
  }

  mutating func removeLast() {
    if let start = starts.removeLast() { text.truncate(to: start) }
  }

  mutating func removeAll() {
    text.truncate(to: 0)
    starts.truncate(to: 0)
  }
}

/// What is at a path.
struct FileFacts: BitwiseCopyable, Equatable {
  fileprivate let kind: Int32
  fileprivate let mode, owner, group: UInt32
  let device, number: UInt64

  var isFile: Bool { kind == 1 }
  var isFolder: Bool { kind == 2 }
  var isLink: Bool { kind == 3 }
  var isDevice: Bool { kind == 4 }
}

/// How a file or folder gets a new name.
private enum Renaming: UInt32 {
  /// What has that name is replaced.
  case replacing = 0
  /// Nothing has it.
  case toFreeName = 1
  /// What has it gets the old one.
  case exchanging = 2
}

extension DiskFolder {
  fileprivate static var none: DiskFolder { DiskFolder(descriptor: -1) }

  /// Whether a path leads to a folder.
  func isFolder(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> Bool {
    do throws(DiskError) {
      return try facts(path, followingLinks: followingLinks)?.isFolder ?? false
    } catch {
      // A link that leads nowhere, or a file on the way.
      guard error.isLink || error.isNoFolder else { throw error }
      return false
    }
  }

  /// What is at a path; `nil` if there is nothing.
  func facts(_ path: Span<UInt8>, followingLinks: Bool) throws(DiskError) -> FileFacts? {
    var facts = dyncolor_facts()
    let result = try path.withPath { path in
      dyncolor_look_at(descriptor, path, followingLinks ? 1 : 0, &facts)
    }
    guard result == 0 else {
      guard DiskError.last.isMissing else { throw .last }
      return nil
    }
    return FileFacts(
      kind: facts.kind, mode: facts.mode, owner: facts.owner, group: facts.group,
      device: facts.device, number: facts.number)
  }

  /// Reads where a symbolic link leads. The result is the number of bytes; 0, if it is none.
  fileprivate func readLink<let size: Int>(
    _ path: Span<UInt8>, into text: inout InlineArray<size, UInt8>
  ) throws(DiskError) -> Int {
    var span = text.mutableSpan
    let count = try path.withPath { path in
      span.withUnsafeMutableBytes { bytes in
        readlinkat(
          descriptor, path, bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self),
          size)
      }
    }
    guard count < 0 else {
      if count == size { throw .badName }
      return count
    }
    let error = DiskError.last
    guard error.isMissing || error.number == EINVAL else { throw error }
    return 0
  }

  fileprivate func open(
    _ path: Span<UInt8>, _ open: (CInt, UnsafePointer<CChar>) -> CInt
  ) throws(DiskError) -> DiskFile {
    let file = try path.withPath { open(descriptor, $0) }
    guard file >= 0 else { throw .last }
    return DiskFile(descriptor: file)
  }

  /// Makes a folder, where nothing is.
  fileprivate func makeNewFolder(_ path: Span<UInt8>) throws(DiskError) {
    guard try path.withPath({ mkdirat(descriptor, $0, 0o777) }) == 0 else { throw .last }
  }

  /// Makes a folder, unless it is there. The result is whether it was not.
  fileprivate func makeFolder(
    _ path: Span<UInt8>, followingLinks: Bool = true
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try makeNewFolder(path)
      return true
    } catch {
      guard error.number == EEXIST else { throw error }
    }
    let found = try facts(path, followingLinks: followingLinks)
    if let found, found.isFolder { return false }
    throw DiskError(number: found?.isLink == true ? ELOOP : ENOTDIR)
  }

  /// The folder that something within this one is in, and its name there. No link on the way is
  /// followed, whoever may have put it there meanwhile.
  fileprivate func parent(of path: HostText) throws(DiskError) -> (DiskFolder, HostText) {
    let start = path.bytes.lastSlash &+ 1
    guard start > 0 else { return (self, path) }
    let folder = try folder(path.bytes.slice(0, start &- 1), followingLinks: false)
    return (folder, HostText(path.bytes.slice(start, path.count)))
  }

  /// Takes away what is at a path within this folder, on which no link is followed, if that can be done.
  fileprivate func remove(_ path: HostText, isFolder: Bool) {
    guard let (folder, name) = try? parent(of: path) else { return }
    _ = folder.remove(name.bytes, isFolder: isFolder)
    folder.close(unless: self)
  }

  fileprivate func close(unless other: DiskFolder) {
    if descriptor != other.descriptor { close() }
  }

  /// Makes the folders that a file within this one is in, and notes those that were not there.
  fileprivate func makeFolders(
    of file: Span<UInt8>, _ made: inout PathList
  ) throws(DiskError) {
    for end in upTo(file.count) where file.element(at: end) == UInt8(ascii: "/") {
      try made.append(file.slice(0, end))
      var isMade = false
      defer { if !isMade { made.removeLast() } }
      let (folder, name) = try parent(of: HostText(file.slice(0, end)))
      defer { folder.close(unless: self) }
      isMade = try folder.makeFolder(name.bytes, followingLinks: false)
    }
  }

  /// Takes a file or an empty folder away, if that can be done.
  @inline(never)
  fileprivate func remove(_ path: Span<UInt8>, isFolder: Bool) -> Bool {
    (try? path.withPath { unlinkat(descriptor, $0, isFolder ? AT_REMOVEDIR : 0) }) == 0
  }

  fileprivate func rename(
    _ path: Span<UInt8>, to newPath: Span<UInt8>, in folder: DiskFolder,
    _ renaming: Renaming = .replacing
  ) throws(DiskError) {
    let result = try path.withPath { (path) throws(DiskError) in
      try newPath.withPath { newPath in
        dyncolor_move(descriptor, path, folder.descriptor, newPath, renaming.rawValue)
      }
    }
    if result == 0 { return }
    guard renaming == .toFreeName, DiskError.last.isOfKind else { throw .last }
    try rename(path, to: newPath, in: folder)
  }

  /// Gives a file a second name, and says whether that can be done.
  fileprivate func link(
    _ path: Span<UInt8>, to newPath: Span<UInt8>, in folder: DiskFolder
  ) -> Bool {
    let result = try? path.withPath { (path) throws(DiskError) in
      try newPath.withPath { newPath in linkat(descriptor, path, folder.descriptor, newPath, 0) }
    }
    return result == 0
  }

  /// Gives a new folder the owner and the permissions of one that it replaces, as far as it may.
  fileprivate func adopt(_ old: FileFacts) { DiskFile(descriptor: descriptor).adopt(old) }

  /// Whether a folder has one file, of that name, and nothing else.
  fileprivate func hasOnly(_ file: StaticString, in path: Span<UInt8>) throws(DiskError) -> Bool {
    let folder = try folder(path, followingLinks: false)
    defer { folder.close() }
    var isOnly = true
    try folder.forEachEntry { (name, found) throws(DiskError) in
      isOnly = isOnly && found.isFile && name.equals(file.bytes)
    }
    return isOnly
  }

  /// Calls `body` with the name of each entry, in any order, and what it is.
  fileprivate func forEachEntry(
    _ body: (HostText, FileFacts) throws(DiskError) -> Void
  ) throws(DiskError) {
    let failure = try forEachEntry { (name, _: FileKind?) throws(DiskError) in
      guard let found = try facts(name.bytes, followingLinks: false) else { return }
      try body(name, found)
    }
    if let failure { throw failure }
  }
}

/// A file that is open to be written.
private struct DiskFile: BitwiseCopyable {
  let descriptor: CInt

  /// Gives it the owner and the permissions of one that it replaces, as far as it may.
  func adopt(_ old: FileFacts) {
    _ = fchown(descriptor, old.owner, old.group)
    _ = fchmod(descriptor, old.mode)
  }

  /// Writes all bytes, if need be until they are on the disk, and closes the file.
  func fill(_ bytes: Span<UInt8>, isWaitedFor: Bool = false) throws(DiskError) {
    var isClosed = false
    defer { if !isClosed { _ = CPlatform.close(descriptor) } }
    // A write beyond that would raise a signal.
    if UInt64(truncatingIfNeeded: bytes.count) > dyncolor_greatest_file() { throw .tooLarge }
    var written = 0
    while written < bytes.count {
      let count = bytes.slice(written, bytes.count).withUnsafeBytes { rest in
        CPlatform.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written &+= count
      } else if count == 0 {
        throw DiskError(number: EIO)
      } else if DiskError.last.number != EINTR {
        throw .last
      }
    }
    // Some file systems have nothing to be waited for.
    if isWaitedFor, fsync(descriptor) != 0, DiskError.last.number != EINVAL { throw .last }
    isClosed = true
    if CPlatform.close(descriptor) != 0, DiskError.last.number != EINTR { throw .last }
  }
}

extension DiskError {
  /// Where it is, nothing may be written.
  var isOfPermission: Bool { number == EACCES || number == EPERM || number == EROFS }

  /// The file system cannot do that.
  fileprivate var isOfKind: Bool { number == EINVAL || number == ENOSYS || number == EOPNOTSUPP }
}

extension Buffer where Element: BitwiseCopyable {
  fileprivate mutating func add(_ elements: Span<Element>) throws(DiskError) {
    do throws(OutOfMemory) { try append(contentsOf: elements) } catch { throw .outOfMemory }
  }

  fileprivate mutating func add(_ element: Element) throws(DiskError) {
    do throws(OutOfMemory) { try append(element) } catch { throw .outOfMemory }
  }
}

extension Span<UInt8> {
  /// Calls `body` with this path, as C has text.
  fileprivate func withPath<Result>(
    _ body: (UnsafePointer<CChar>) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    var text = FixedText<4097>()
    try copyPath(to: &text)
    return try text.bytes.withUnsafeBytes { (bytes) throws(DiskError) in
      try body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
    }
  }

  @inline(never)
  private func copyPath(to text: inout FixedText<4097>) throws(DiskError) {
    text.append(contentsOf: self)
    guard !text.isCut, countBeforeNUL == count else { throw .badName }
    text.append(UInt8(0))
  }

  /// The place of the last slash; −1 if there is none.
  fileprivate var lastSlash: Int {
    var place = count &- 1
    while place >= 0, element(at: place) != UInt8(ascii: "/") { place &-= 1 }
    return place
  }

  /// Whether each part of this path is the name of something within a folder.
  fileprivate var isPathWithin: Bool {
    var start = 0
    for end in upTo(count &+ 1) where end == count || element(at: end) == UInt8(ascii: "/") {
      let part = slice(start, end)
      if part.count == 0 || part.isFolderItself { return false }
      start = end &+ 1
    }
    return true
  }

  fileprivate func contains(_ byte: UInt8) -> Bool {
    for index in upTo(count) where element(at: index) == byte { return true }
    return false
  }

  fileprivate func ends(with end: Span<UInt8>) -> Bool {
    count >= end.count && slice(count &- end.count, count).equals(end)
  }
}
