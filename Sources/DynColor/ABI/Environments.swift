// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The header's section "Environments".

public import CDynColor

@implementation @_cdecl("dyncolor_environment_inherit")
public func dyncolor_environment_inherit(
  _ child: UnsafePointer<dyncolor_environment>!, _ parent: UnsafePointer<dyncolor_environment>!,
  _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let child = try Environment(child, "child")
    let parent = try Environment(parent, "parent")
    child.inheriting(parent).write(to: try required(environment, "environment"))
  }
}

@implementation @_cdecl("dyncolor_environment_from_name")
public func dyncolor_environment_from_name(
  _ name: UnsafePointer<CChar>!, _ length: Int,
  _ environment: UnsafeMutablePointer<dyncolor_environment>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let bytes = try required(text: name, length, "name")
    let output = try required(environment, "environment")
    guard let known = AppearanceName.environment(named: bytes) else {
      // No known name is longer than this, or has a NUL: what follows either is not looked at.
      let beginning = bytes.slice(0, ShortText.capacity).beforeNUL
      if let offset = beginning.firstInvalidUTF8 {
        throw Failure.invalidUTF8(at: offset, in: beginning)
      }
      throw Failure.unknownName(bytes, "no appearance has this name")
    }
    known.write(to: output)
  }
}

@implementation @_cdecl("dyncolor_environment_to_name")
public func dyncolor_environment_to_name(
  _ environment: UnsafePointer<dyncolor_environment>!, _ vocabulary: dyncolor_vocabulary,
  _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<dyncolor_error>!
) -> dyncolor_status {
  error.reporting { () throws(Failure) in
    let environment = try Environment(environment, "environment")
    let vocabulary = try Vocabulary(vocabulary)
    let output = try required(name, "name")
    guard let known = AppearanceName.canonical(for: environment, in: vocabulary) else {
      throw Failure.unknownName(
        Span(), "the vocabulary has no name for this scheme and this contrast")
    }
    output.pointee = borrowedText(known)
  }
}
