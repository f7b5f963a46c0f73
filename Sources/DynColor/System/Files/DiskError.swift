// System: the errors of file operations.

import CPlatform

/// Why a file operation failed.
struct DiskError: Error {
  /// The `errno`.
  let number: CInt

  /// The file has more bytes than are allowed.
  static var tooLarge: DiskError { DiskError(number: EFBIG) }
  static var outOfMemory: DiskError { DiskError(number: ENOMEM) }
  /// The process has too many file descriptors.
  static var tooManyOpenFiles: DiskError { DiskError(number: EMFILE) }
  /// A path is too long, or contains a NUL or an invalid component.
  static var badName: DiskError { DiskError(number: ENAMETOOLONG) }

  /// The error of the last system call of this thread.
  static var last: DiskError { DiskError(number: dyncolor_errno()) }

  var isOutOfMemory: Bool { number == ENOMEM }
  var isTooLarge: Bool { number == EFBIG }
  /// True if the path contains a symbolic link that must not be followed, or too many links.
  var isForbiddenLink: Bool { number == ELOOP }
  var isMissing: Bool { number == ENOENT }
  var isNotDirectory: Bool { number == ENOTDIR }
  var isPermissionDenied: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// True if `dyncolor_open_file_below` (openat2) can fail with this error in a case in which
  /// opening the components one by one succeeds, or fails with a more precise error:
  /// - openat2 is missing, is not allowed, or must be repeated (EAGAIN);
  /// - a component is a symbolic link or not a directory, or leads out of the directory (EXDEV).
  var isWorthOpeningByComponents: Bool {
    isUnsupported || isForbiddenLink || isNotDirectory || number == EPERM || number == EAGAIN
      || number == EXDEV
  }
  /// True if the file system does not support the operation.
  var isUnsupported: Bool { number == EINVAL || number == ENOSYS || number == EOPNOTSUPP }

  /// The status that an exported function returns for this error. If `isOutOfMemory` is true, the
  /// caller must return `Status.outOfMemory` instead.
  var status: Status { isForbiddenLink ? .outside : isTooLarge ? .tooComplex : .file }

  /// The message for the user.
  var message: StaticString {
    switch number {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    // The component that is not a directory may be any of the path: a file, a device, a pipe.
    case ENOTDIR: "expected a folder, but the path or a part of it leads to something else"
    // A path that ends with a slash is that of a directory, even if nothing is there.
    case EISDIR: "expected a file, but the path is that of a folder or a special file"
    case ELOOP: CommonMessage.symbolicLink
    case EMFILE, ENFILE: "the process or the system has too many open files"
    case ENAMETOOLONG: "a name is too long, or contains a NUL byte"
    case EFBIG: CommonMessage.hugeFile
    case ENOSPC: "no space is left on the device"
    case EROFS: "the file system is read-only"
    case EIO: "reading or writing failed (I/O error)"
    case ENOTEMPTY, EEXIST: "another file or folder is there already"
    default: "the system cannot open, read or write the file"
    }
  }
}

extension Buffer where Element: BitwiseCopyable {
  /// Appends elements; a failed allocation becomes a `DiskError`.
  mutating func add(_ elements: Span<Element>) throws(DiskError) {
    do throws(OutOfMemory) { try append(contentsOf: elements) } catch { throw .outOfMemory }
  }

  /// Appends an element; a failed allocation becomes a `DiskError`.
  mutating func add(_ element: Element) throws(DiskError) {
    do throws(OutOfMemory) { try append(element) } catch { throw .outOfMemory }
  }
}
