// Where the files go that are written.

extension Writing {
  /// Puts all files where a path says: the one file, or a folder with all of them.
  mutating func put(at path: Span<UInt8>) throws(FileFailure) {
    let isFolder = options.format.isFolder(path)
    var writer = DiskFolderWriter(allocator)
    do throws(DiskError) {
      try writer.begin(path, isFolder: isFolder, leftovers: options.format.leftovers)
      for index in upTo(fileCount) {
        guard let file = file(index) else { continue }
        try writer.write(isFolder ? file.path.bytes : Span(), file.bytes.bytes)
      }
      try writer.commit()
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      var failed = PathText()
      writer.appendFailedPath(to: &failed)
      try fail(writer.wouldLeave(by: error) ? .outside : .file, error.message, failed.bytes)
    }
  }
}

extension FileFormat {
  /// What a folder of this format loses that is not written again.
  fileprivate var leftovers: DiskFolderWriter.Leftovers? {
    guard self == .assetCatalog else { return nil }
    return DiskFolderWriter.Leftovers(
      root: ".xcassets", folder: ".colorset", file: "Contents.json")
  }
}
