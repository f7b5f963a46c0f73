// What a host can choose about an import.

/// The options of an import: the corresponding struct of the header.
struct LoadOptions: BitwiseCopyable {
  /// 0 to detect it.
  var format: UInt32 = 0
  /// Whether deviations from a format that are read all the same are errors.
  var isStrict = false
  /// Whether files outside the root directory may be read.
  var mayLeaveFolder = false
  var source = Source.theme
  /// What is put before all names.
  var prefix = StoredText.empty
  /// The version of the palette that system colors of asset catalogs come from; empty for the newest.
  var systemVersion = StoredText.empty
  var files: HostFiles?
  var progress: HostProgress?
}
