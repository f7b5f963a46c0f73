// System: the errors of file operations.

import CPlatform

/// Why a file operation failed.
struct DiskError: Error {
  /// The `errno`.
  let number: CInt

  /// The file has more bytes than are allowed.
  static var tooLarge: DiskError { DiskError(number: EFBIG) }
  static var outOfMemory: DiskError { DiskError(number: ENOMEM) }
  /// A path is too long, or contains a NUL or an invalid component.
  static var badName: DiskError { DiskError(number: ENAMETOOLONG) }

  /// The error of the last system call of this thread.
  static var last: DiskError { DiskError(number: dyncolor_errno()) }

  var isOutOfMemory: Bool { number == ENOMEM }
  var isTooLarge: Bool { number == EFBIG }
  /// True if the path contains a symbolic link that must not be followed.
  var isLink: Bool { number == ELOOP }
  var isMissing: Bool { number == ENOENT }
  var isNotDirectory: Bool { number == ENOTDIR }
  var isPermissionDenied: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// True if the file system does not support the operation.
  var isUnsupported: Bool { number == EINVAL || number == ENOSYS || number == EOPNOTSUPP }

  var status: Status { isLink ? .outside : isTooLarge ? .tooComplex : .file }

  var message: StaticString {
    switch number {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "reading or writing it is not permitted"
    case ENOTDIR: "expected a folder"
    case EISDIR: "expected a file"
    case ELOOP: "a symbolic link must not be followed here"
    case EMFILE, ENFILE: "too many files are open"
    case ENAMETOOLONG: "a name is too long, or has a NUL in it"
    case EFBIG: "the file is too large"
    case ENOSPC: "there is no room left"
    case EROFS: "the file system cannot be written to"
    case EIO: "reading or writing has failed"
    case ENOTEMPTY, EEXIST: "something else is there already"
    default: "the system cannot open, read or write it"
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
