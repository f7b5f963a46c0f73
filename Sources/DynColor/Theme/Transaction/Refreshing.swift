// Theme: announcing that the providers of a color may answer something else.

extension ThemeState {
  /// Makes a new version of a color, so that its providers are called again. The definitions of the
  /// color stay, and share their providers with the old version.
  mutating func refresh(_ id: ColorID) throws(ThemeError) {
    let (record, current) = try registry.registered(id)
    guard registry.hasProvider(record) else { throw ThemeError(.noProvider, record.name) }
    // A shadowed provider that `--covered()` does not read computes no value.
    let changesValue = current.effectiveProvider != nil
    defer { transaction.coveredCopies.clear(&registry) }
    if changesValue {
      try orOutOfMemory(try transaction.coveredCopies.reserveAll(of: id.index, &registry))
    }
    let edit = try beginEdit(greatestCount: 1, changesReferences: false)
    if changesValue {
      _ = registry.renew(id.index, &transaction.coveredCopies, edit, &readers)
    }
    registry.forEachEntry(of: record) { entry in entry.sharedProvider?.refresh(at: edit.version) }
    publish(edit, onlyIndex: id.index, changesValues: changesValue)
  }
}
