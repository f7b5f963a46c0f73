// Importing: the options of an import.

/// The options of an import. Corresponds to `dyncolor_load_options`.
struct LoadOptions: BitwiseCopyable {
  /// The number of a `FileFormat`; 0 to detect the format.
  var format: UInt32 = 0
  /// True if every deviation from a format is an error, even if it can be read.
  var isStrict = false
  /// True if files outside the root directory may be read.
  var allowsOutsideFiles = false
  /// True if a watch begins even if the first load fails.
  var watchesAnyway = false
  /// The layer and the owner of the imported colors.
  var source = LayerAndOwner.theme
  /// The text that is added before the names of imported colors and palettes; may be empty.
  var prefix = StoredText.empty
  /// The version of the built-in palette `apple`, which has the system colors that asset catalogs
  /// refer to; empty for the newest.
  var systemVersion = StoredText.empty
  /// The host's callbacks for files; `nil` to read from disk.
  var files: HostFiles?
  /// The host's progress callback; `nil` for none.
  var progress: HostProgress?
}
