"""Bugs that can be planted in the library, and that a test must notice."""
from dataclasses import dataclass

AFFECTED = "AffectedIndices.swift"
ARGUMENTS = "Arguments.swift"
AUDIT = "Audit.swift"
SUBJECT = "AuditSubject.swift"
SCHEME = "MaterialScheme.swift"
SCORE = "SeedScore.swift"
TEMPERATURES = "Temperatures.swift"
CELLS = "CellCache.swift"
TABLE = "CellTable.swift"
CHANGES = "ThemeState+Changes.swift"
COUNTERPART = "Counterpart.swift"
COMPOSITING = "Compositing.swift"
IMAGE = "ThemeImage+Reading.swift"
JSON = "JSON.swift"
SESSION = "ImportSession.swift"
REPORT = "Report.swift"
DERIVED = "DerivedDefinitions.swift"
AUTHORED = "AuthoredColors.swift"
MARK = "DerivedMark.swift"
SOLVER = "ContrastSolver.swift"
BACKGROUNDS = "Backgrounds.swift"
DIRECTORY = "Directory+Changing.swift"
EXPRESSION = "Expression.swift"
KEYWORD = "Keyword.swift"
MATCHING = "VariantMatching.swift"
NOTIFYING = "Notifying.swift"
PATH = "FilePath.swift"
READERS = "Readers.swift"
RECIPE = "Recipe.swift"
LAYERING = "Registry+Layers.swift"
REGISTRATION = "Registration.swift"
REGISTRY = "Registry.swift"
EDITING = "Editing.swift"
HISTORY = "NameHistory.swift"
STATE = "ThemeState.swift"
THEME = "Theme.swift"
ADVANCING = "Resolution+Advancing.swift"
RESOLVING = "Theme+Resolving.swift"
PORTAL = "SettingsPortal.swift"
DBUS = "DBusReader.swift"
TERMINAL = "ControllingTerminal.swift"
PLATFORM = "platform.h"


@dataclass
class Mutant:
    name: str
    text: str
    # In order: file, text that occurs there exactly once, and its replacement.
    replacements: list
    # The C program that must fail.
    program: str = "stress"
    # Names of DELAYS: without them, a race of a few instructions hardly ever happens.
    delays: tuple = ()


# ---- Delays ----------------------------------------------------------------------------------

HELPERS = [
    (PLATFORM, "}\n\n#endif\n", """}

/* Every so often, lets other threads do much in between. The counts have no divisor in common with
 * the number of places that share them, so that each place has its turn. */
static inline void linger(unsigned *calls, unsigned often) {
  if (__atomic_add_fetch(calls, 1, __ATOMIC_RELAXED) % often == 0) usleep(20);
}
static inline void linger_reading(void) {
  static unsigned calls;
  linger(&calls, 251);
}
static inline void linger_writing(void) {
  static unsigned calls;
  linger(&calls, 5);
}

#endif
"""),
    (CELLS, "\n/// A cache of resolved colors.",
     "\nimport CPlatform\n\n/// A cache of resolved colors."),
]

DELAYS = {
    "read-address": (
        CELLS,
        "    let cell = AtomicWords(address: segmentAddress &+ index &* cellSize)\n",
        "    linger_reading()\n"
        "    let cell = AtomicWords(address: segmentAddress &+ index &* cellSize)\n"),
    "read-value": (
        CELLS,
        "    let high = cell.loadAcquiring(2)\n",
        "    linger_reading()\n    let high = cell.loadAcquiring(2)\n"),
    "deposit": (
        CELLS,
        "    words.storeReleasing(2, cell.high)\n",
        "    linger_writing()\n    words.storeReleasing(2, cell.high)\n"),
    "claim": (
        CELLS,
        "    entry.storeRelaxed(CellTable.usedWord, 1)\n    time &+= 1\n",
        "    entry.storeRelaxed(CellTable.usedWord, 1)\n    linger_writing()\n    time &+= 1\n"),
    "steal": (
        CELLS,
        "    table.entry(slot).storeReleasing(segmentWord, address)\n",
        "    linger_writing()\n    table.entry(slot).storeReleasing(segmentWord, address)\n"),
}

# ---- Mutants ---------------------------------------------------------------------------------

MUTANTS = [
    # Readers.
    Mutant(
        "stamp-again", "a reader does not check the stamp again after reading",
        [(CELLS, "      cell.loadRelaxed(0) == stamp, entry", "      entry")],
        program="cells", delays=("read-value",)),
    Mutant(
        "epoch-again", "a reader does not check the epoch again after reading",
        [(CELLS, " entry.loadRelaxed(0) == epoch,\n", "\n")],
        delays=("read-address",)),
    Mutant(
        "check", "a reader does not compare the check of the id",
        [(CELLS, "      (stamp ^ UInt64(id)) & 0xFFF == 0, stamp", "      stamp")]),
    Mutant(
        "epoch", "a reader does not compare stamp and epoch",
        [(CELLS, " & 0xFFF == 0, stamp >= epoch\n", " & 0xFFF == 0\n")]),
    Mutant(
        "key-1", "a reader does not compare the first word of the environment",
        [(CELLS, "entry.loadAcquiring(1) == key(0) && ", "")], program="cells"),
    Mutant(
        "key-2", "a reader does not compare the second word of the environment",
        [(CELLS, " && entry.loadAcquiring(2) == key(1)", "")], program="cells"),
    Mutant(
        "key-3", "a reader does not compare the third word of the environment",
        [(CELLS, "&& entry.loadAcquiring(3) == key(2) ", "")], program="cells"),
    Mutant(
        "key-4", "a reader does not compare the last word of the environment",
        [(CELLS, " && entry.loadAcquiring(4) == key(3)", "")], program="cells"),
    Mutant(
        "absent", "a reader uses a cache segment that does not exist",
        [(CELLS, "    guard segmentAddress != CellTable.absent else { return nil }\n", "")]),

    # Writers of cells.
    Mutant(
        "deposit-zero", "a value is stored in a cell whose stamp is still valid",
        [(CELLS, "    words.storeRelaxed(0, 0)\n", "")],
        program="cells", delays=("deposit",)),
    Mutant(
        "deposit-order", "a cell is stamped before its value is written",
        [(CELLS, "    words.storeReleasing(0, time << 12 | UInt64(id & 0xFFF))\n", ""),
         (CELLS, "    words.storeReleasing(1, cell.low)\n",
          "    words.storeReleasing(0, time << 12 | UInt64(id & 0xFFF))\n"
          "    words.storeReleasing(1, cell.low)\n")],
        delays=("deposit",)),
    Mutant(
        "keep", "a value from before an edit is stored in the cache",
        [(ADVANCING, "    guard theme.version == request.version, !mixesVersions,\n",
          "    guard !mixesVersions,\n")]),
    Mutant(
        "keep-answer", "the answer of a provider is cached although the theme has changed",
        [("ThemeState+EvaluationContext.swift",
          "    if version == context.version, !isTainted {", "    if !isTainted {")],
        program="providers"),
    Mutant(
        "keep-tainted", "a value is cached although its provider ran into a cycle",
        [("ThemeState.swift", "    return call?.isTainted ?? false\n", "    return call == nil\n")],
        program="providers"),
    Mutant(
        "unkept-call", "a call of a provider does not keep the theme",
        [("Theme.swift", " && state.keepingCallCount == 0\n", "\n")], program="providers"),
    Mutant(
        "unnoticed-release", "a theme that was released during a call is not destroyed after it",
        [("Theme.swift", "== 0 && guarded.isUnreferenced\n", "< 0\n")], program="providers"),
    Mutant(
        "mixed", "a value computed from two versions is stored in the cache",
        [(ADVANCING, "    guard theme.version == request.version, !mixesVersions,\n",
          "    guard theme.version == request.version,\n")],
        program="expressions"),
    Mutant(
        "kept", "a cached value newer than the requested version is used",
        [(ADVANCING,
          "        guard theme.version == request.version, !request.hasExportedPalette,\n"
          "          position.color.depth == 0,\n"
          "          let cell = theme",
          "        guard position.color.depth == 0, let cell = theme")]),

    # Writers of entries.
    Mutant(
        "claim-vacate", "the key of a cache entry in use is changed",
        [(CELLS, "    let entry = table.entry(slot)\n"
          "    entry.storeReleasing(0, CellTable.vacant)\n",
          "    let entry = table.entry(slot)\n")],
        program="cells", delays=("claim",)),
    Mutant(
        "claim-epoch", "a reused cache entry keeps its epoch",
        [(CELLS, "    let entry = table.entry(slot)\n"
          "    entry.storeReleasing(0, CellTable.vacant)\n",
          "    let entry = table.entry(slot)\n    let epoch = entry.loadRelaxed(0)\n"
          "    entry.storeReleasing(0, CellTable.vacant)\n"),
         (CELLS, "    entry.storeReleasing(0, time << 12)\n",
          "    entry.storeReleasing(0, epoch == CellTable.vacant ? time << 12 : epoch)\n")],
        program="cells"),
    Mutant(
        "claim-tick", "a cache entry is reused in the tick of its last write",
        [(CELLS, "    entry.storeRelaxed(CellTable.usedWord, 1)\n    time &+= 1\n",
          "    entry.storeRelaxed(CellTable.usedWord, 1)\n")], program="cells"),
    Mutant(
        "claim-live", "a reused cache entry is not listed for invalidation",
        [(CELLS, "    table.setInUse(slot, true)\n  }\n\n  /// Counts", "  }\n\n  /// Counts")]),
    Mutant(
        "steal-epoch", "a cache segment is taken over with its old cells",
        [(CELLS, "    time &+= 1\n    table.entry(slot).storeReleasing(0, time << 12)\n", "")]),
    Mutant(
        "steal-tick", "a cache segment is taken over in the tick of its last write",
        [(CELLS, "    time &+= 1\n    table.entry(slot).storeReleasing(0, time << 12)\n",
          "    table.entry(slot).storeReleasing(0, time << 12)\n")]),
    Mutant(
        "steal-order", "a cache segment is taken over before its old cells are invalid",
        [(CELLS, "    table.entry(slot).storeReleasing(0, time << 12)\n    linger_writing()\n"
          "    table.entry(slot).storeReleasing(segmentWord, address)\n",
          "    table.entry(slot).storeReleasing(segmentWord, address)\n    linger_writing()\n"
          "    table.entry(slot).storeReleasing(0, time << 12)\n")],
        program="cells", delays=("steal",)),
    Mutant(
        "steal-vacate", "a cache segment is taken from an entry in use",
        [(CELLS, "    table.vacate(donorSlot)\n", "")],
        program="cells", delays=("read-address",)),
    Mutant(
        "steal-absent", "a cache segment that was taken over stays with its old entry, too",
        [(CELLS, "    donor.storeReleasing(segmentWord, CellTable.absent)\n", "")]),

    # Entries that are moved.
    Mutant(
        "move-live", "an entry that was moved is not listed for invalidation",
        [(TABLE, "      setInUse(to, true)\n", "")], program="cells"),

    # A larger table.
    Mutant(
        "grow-live", "the entries of a table that has grown are not listed for invalidation",
        [(CELLS, "    table.setInUse(target, true)\n", "")], program="cells"),
    Mutant(
        "grow-edit", "an edit does not reach the entries that are yet to be moved",
        [(CELLS, "      next = isOld ? nil : oldTable\n", "      next = isOld ? nil : nil\n")],
        program="cells"),

    # Edits.
    Mutant(
        "edit-one", "an edit of one color does not invalidate its cells",
        [(CELLS, "      CellCache.expire(index, in: entry)\n", "")],
        program="themes"),
    Mutant(
        "edit-dependents", "an edit does not invalidate the cells of dependents",
        [(CELLS, "      others.forEachElement { CellCache.invalidate($0, in: entry) }\n", "")],
        program="themes"),
    Mutant(
        "edit-again", "the cells of dependents are invalidated only once",
        [(CELLS, "    guard time != lastTimeOfOthers || waitingCell != nil else {\n",
          "    guard lastTimeOfOthers == 0 else {\n")],
        program="themes"),
    Mutant(
        "edit-many", "an edit of many colors does not invalidate any cells",
        [(EDITING, "      cache.invalidateAll()\n", "")]),
    Mutant(
        "edit-in-place", "a recipe is overwritten while a reader uses it",
        [(REGISTRATION, "    guard !readers.canReach(current) else { return false }\n", "")]),
    Mutant(
        "edit-compact", "a recipe without room for components is overwritten with any color",
        [(REGISTRATION,
          "    if current.isCompact { guard try fitInCells() else { return false } }\n", "")],
        program="themes"),
    Mutant(
        "edit-snapshots", "an edit does not invalidate the cached snapshots",
        [(EDITING, "    cache.removeSnapshots()\n", "")],
        program="providers"),
    Mutant(
        "add-snapshot", "a snapshot is cached although the theme has changed",
        [(RESOLVING, "      if usesCache, isReusable, state.version == pinned.version {",
          "      if usesCache, isReusable {")]),
    Mutant(
        "list-instant", "a list uses cached values of any version",
        [(RESOLVING, "    if pinned.generation != generation { cachedCount = 0 }\n", "")],
        program="cells", delays=("read-value",)),
    Mutant(
        "list-cached", "a list uses cached values that have changed meanwhile",
        [(RESOLVING,
          "    if cachedCount == count, count > 0, self.generation == generation { return }\n",
          "    if cachedCount == count { return }\n")],
        program="cells", delays=("read-value",)),
    Mutant(
        "pins", "a version is freed while a reader uses it",
        [(READERS, "    guard canReach(old) else {\n", "    guard old.publishedAt == 0 else {\n")],
        program="providers"),
    Mutant(
        "hand-on", "a version is freed with the newest of its readers",
        [(READERS, "      if recipe.publishedAt <= pin.version {\n",
          "      if recipe.publishedAt <= pin.version / 4 {\n")],
        program="readers"),
    Mutant(
        "renamings", "older readers see newer name bindings",
        [(HISTORY, "change.version <= oldest {", "change.version / 2 <= oldest {")],
        program="readers"),

    # Layers.
    Mutant(
        "layer-rank", "a layer shadows the layers above it",
        [(LAYERING, "      && layers.rank(source.layer) > layers.rank(current.source.layer)\n",
          "")],
        program="layers"),
    Mutant(
        "layer-retain", "a copy of a recipe does not retain its provider",
        [(RECIPE, "    sharedProvider?.retain()\n", "")],
        program="layers"),
    Mutant(
        "layer-replace", "a shadowed definition that is replaced is not released",
        [(LAYERING, "      next = same.nextInList\n      discard(same)\n",
          "      next = same.nextInList\n")],
        program="layers"),
    Mutant(
        "layer-batch", "a definition shadowed within its own batch has no copy",
        [(LAYERING, "    if current.publishedAt == edit.version {",
          "    if current.publishedAt > edit.version {")],
        program="layers"),
    Mutant(
        "layer-seen", "uncovered colors keep their old cells",
        [(EDITING,
          "&transaction.unregisteredRecipes, edit, &readers) {\n        changesValues = true\n",
          "&transaction.unregisteredRecipes, edit, &readers) {\n        changesValues = false\n")],
        program="layers"),
    Mutant(
        "layer-free", "the free-list link of a removed record is taken for a recipe",
        [(REGISTRY, "    record.shadowed = nil\n", "")],
        program="layers"),
    Mutant(
        "layer-overwrite", "a color is overwritten from another layer",
        [(REGISTRATION, ",\n      current.source == source\n", "\n")],
        program="layers"),
    Mutant(
        "news", "observers are not notified of a change",
        [(CHANGES, "    observation.publish(change)\n", "")],
        program="changes"),
    Mutant(
        "destroy-provider", "a provider is never destroyed",
        [(THEME, "      provider.hostProvider.destroy()\n", "")],
        program="providers"),
    Mutant(
        "destroy-observer", "an observer is never destroyed",
        [(NOTIFYING, "      case .destroy(let observer): observer.destroy()\n",
          "      case .destroy: break\n")],
        program="changes"),
    Mutant(
        "match-order", "matching prefers the scheme to the idiom",
        [(MATCHING, "(idiom == 0 ? 0 : 8) | gamutFit << 1 | (scheme == 0 ? 0 : 1)",
          "(scheme == 0 ? 0 : 8) | gamutFit << 1 | (idiom == 0 ? 0 : 1)")],
        program="themes"),
    Mutant(
        "match-extra", "matching prefers the idiom to the axes of the host's",
        [(MATCHING, "{ $0 &<< 4 | fit }", "{ fit &<< 11 | $0 }")], program="rules"),
    Mutant(
        "match-contrast", "matching prefers variants for any contrast to those for the exact one",
        [(MATCHING, "conditions.contrast == 0 ? 0 : contrastDistance &+ 1",
          "conditions.contrast == 0 ? 255 : contrastDistance &+ 1")],
        program="themes"),
    Mutant(
        "kernel-rounding", "a kernel rounds wrongly by one",
        [(COMPOSITING, "Words(128 | 128 << 16)", "Words(127 | 127 << 16)")],
        program="conversions"),
    Mutant(
        "kernel-alpha", "a kernel never treats a color as opaque",
        [(COMPOSITING, "backdropWeight = 255 &- ((s", "backdropWeight = 256 &- ((s")],
        program="conversions"),
    Mutant(
        "kelvin", "the Kelvin sign is taken for the letter k",
        [(KEYWORD,
          "    first = text.spacePaddedWord(at: start, length: length).lettersLowercased\n",
          "    let word = text.spacePaddedWord(at: start, length: length).lettersLowercased\n"
          "    first = word == 0x2069_6b61_68aa_84e2 ? 0x2020_2069_6b61_686b : word\n")],
        program="text"),
    Mutant(
        "image-checksum", "a theme image with a wrong checksum is loaded",
        [(IMAGE, "guard try header.readWord() == ThemeImage.checksum(image) else",
          "guard try header.word() != 1 else")],
        program="images"),
    Mutant(
        "path-escape", "a path leads out of the loaded folder",
        [(PATH, "        guard count > 0 else { return false }\n",
          "        guard count > 0 else { continue }\n")],
        program="formats_tokens"),
    Mutant(
        "json-depth", "the depth limit of JSON is doubled",
        [(JSON, "guard depth < JSON.greatestDepth else",
          "guard depth < JSON.greatestDepth &* 2 else")],
        program="limits"),
    Mutant(
        "sizes-tail", "unknown fields of a larger struct are not checked",
        [(ARGUMENTS, "raw.load(fromByteOffset: offset, as: UInt8.self) == 0, name",
          "raw.load(fromByteOffset: offset, as: UInt8.self) <= 255, name")],
        program="sizes"),
    Mutant(
        "sizes-least", "a struct smaller than in 1.0 is accepted",
        [(ARGUMENTS, "size >= MemoryLayout<Value>.size && size <= greatestStructSize, name",
          "size <= greatestStructSize, name")],
        program="sizes"),
    Mutant(
        "limit-files", "a load accepts one file more than the limit",
        [(SESSION, "guard files.count < SourceFiles.greatestCount else",
          "guard files.count <= SourceFiles.greatestCount else")],
        program="limits"),
    Mutant(
        "limit-findings", "a report keeps one finding less than documented",
        [(REPORT, "static var greatestCount: Int { 1000 }",
          "static var greatestCount: Int { 999 }")],
        program="limits"),
    Mutant(
        "counterpart-role", "borders have the counterparts of texts",
        [(COUNTERPART, "case 3: row = .border", "case 3: row = .text")], "expressions"),
    Mutant(
        "link-within", "a link inside a folder is followed when writing",
        [(DIRECTORY, "openDirectory(path.bytes.slice(0, nameStart &- 1), followingLinks: false)",
          "openDirectory(path.bytes.slice(0, nameStart &- 1), followingLinks: true)"),
         (DIRECTORY, "try parent.createDirectoryIfMissing(name.bytes, followingLinks: false)",
          "try parent.createDirectoryIfMissing(name.bytes, followingLinks: true)")],
        program="escapes"),
    Mutant(
        "portal-sender", "signals of any sender count as the portal's",
        [(PORTAL, "owner.count > 0 && message.sender.equals(owner.bytes)",
          "message.sender.count > 0")], "desktop"),
    Mutant(
        "wrapped-variants", "a variant in a variant is not unwrapped",
        [(DBUS, 'if signature.equals("v") { continue }', "")], "desktop"),
    Mutant(
        "audit-axes", "an audit ignores the axes of the background",
        [(AUDIT, ".text, text, background, axes: axes(text).union(axes(background)))",
          ".text, text, background, axes: axes(text))")], "audits"),
    Mutant(
        "audit-last-environment", "an audit leaves the last environment out",
        [(AUDIT, "while index < environmentCount, leastWork <= remainingWork {",
          "while index &+ 1 < max(environmentCount, 2), leastWork <= remainingWork {")], "audits"),
    Mutant(
        "audit-memo", "an audit compares with the background of an earlier environment",
        [(SUBJECT, "first == lastFirst, second == lastSecond, page == lastPage",
          "first == lastFirst, page == lastPage")], "audits"),
    Mutant(
        "audit-worst", "an audit tells the last failing contrast, not the least",
        [(SUBJECT, "guard number < worst else { return }",
          "guard number < worst || fails else { return }")], "audits"),
    Mutant(
        "audit-more", "text with more contrast is compared with the ratio for standard contrast",
        [(SUBJECT, "case 1: return options.ratioForMoreContrast", "case 1: return options.ratio")],
        "audits"),
    Mutant(
        "audit-less", "text with less contrast is compared with the ratio for standard contrast",
        [(SUBJECT, "case .less: 2", "case .less: 0")], "audits"),
    Mutant(
        "audit-page", "a translucent background is not composited over the page",
        [(SUBJECT, "guard let page, background.alpha < 1 else",
          "guard let page, background.alpha < 0 else")], "audits"),
    Mutant(
        "audit-unreachable", "one environment is tried for a variant that may be never chosen",
        [("VariantReachability.swift", "while environmentIndex < count {",
          "while environmentIndex < min(count, 1) {")], "audits"),
    Mutant(
        "audit-gamut", "an audit forgets environments without a gamut",
        [("AxisValues.swift", "case .gamut: try insert(0, axis)", "case .gamut: break")],
        "audits"),
    Mutant(
        "audit-partner", "a suggestion may look like another color of the set",
        [("SeenColor.swift", "min(oldDifferences[vision], SeenColor.leastDifference) else",
          "min(oldDifferences[vision], 0) else")], "audits"),
    Mutant(
        "audit-reviewed", "a reviewed color counts as one that nobody has looked at",
        [(AUDIT, 'if let json, json.member("reviewed", json.root) != nil { continue }',
          "_ = json")],
        "audits"),
    Mutant(
        "terminal-settings", "the terminal's settings are not put back",
        [(TERMINAL,
          "{ tcflush(descriptor, TCIFLUSH) }\n    tcsetattr(descriptor, TCSANOW, &oldSettings)",
          "{ tcflush(descriptor, TCIFLUSH) }\n    _ = oldSettings.c_iflag")], "terminal"),
    # The solver of contrast, and what is derived.
    Mutant(
        "solver-rounding", "a color must have the contrast only before it is rounded",
        [(BACKGROUNDS,
          "Backgrounds.forEachRounding(of: color) { rounding in least = min(least, "
          "contrast(of: rounding))\n    }", "least = contrast(of: color)")], "contrasts"),
    Mutant(
        "solver-background", "the contrast counts only on the background before it is rounded",
        [(BACKGROUNDS, "Backgrounds.forEachRounding(of: color) { rounding in\n      least = min("
          "least, metric.luminance(composited(rounding, overGray: 0)))\n      greatest = max("
          "greatest, metric.luminance(composited(rounding, overGray: 1)))\n    }",
          "least = metric.luminance(seen(color, over: 0))\n"
          "    greatest = metric.luminance(seen(color, over: 1))")], "contrasts"),
    Mutant(
        "solver-region", "only colors that are darker than all backgrounds are tried",
        [(SOLVER, "for number in upTo(backgrounds.count &+ 1) {", "for number in upTo(1) {")],
        "contrasts"),
    Mutant(
        "grade-step", "a step of contrast is from 4.5 to 6",
        [(SOLVER, "Double { 7 / 4.5 }", "Double { 6 / 4.5 }")], "deriving"),
    Mutant(
        "grade-floor", "less contrast may be less than text needs",
        [(SOLVER, "max(lowered, min(contrast, ContrastSolver.contrastOfText))", "lowered")],
        "deriving"),
    Mutant(
        "derive-contrast", "the other scheme keeps no contrast",
        [(DERIVED, "let kept = min(backgrounds.contrast, isSolid ? 3 : role.keptContrast)",
          "let kept = 1.0")], "deriving"),
    Mutant(
        "derive-authored", "the authored scheme is derived, too",
        [(DERIVED, "let isAuthored = (side == 1) == isDark",
          "let isAuthored = side > 1 && isDark")],
        "deriving"),
    Mutant(
        "derive-solid", "accents with texts on them change like others",
        [(DERIVED, "solids.replace(at: backgroundIndex, with: 1)",
          "solids.replace(at: backgroundIndex, with: 0)")],
        "deriving"),
    Mutant(
        "derive-cycle", "a background that depends on the color is used",
        [(DERIVED, "if try !search.reaches(", "if try index >= 0 || search.reaches(")], "deriving"),
    Mutant(
        "derive-again", "definitions that are no longer needed stay",
        [(DERIVED, "replacing: derived.authored.namesInLayer)", "replacing: ImportedNames())")],
        "deriving"),
    Mutant(
        "derive-covered", "what an authored definition covers is not followed",
        [(AUTHORED, "writer.append(copyOf: covered.expression)\n          return true",
          "_ = covered\n          return false")], "deriving"),
    Mutant(
        "derive-mark", "a derived definition counts as derived in every environment",
        [(MARK, "return branch.operation != .covered", "return branch.count >= 0")], "deriving"),
    Mutant(
        "affected-visit", "what depends on a dependent is not affected",
        [(AFFECTED, "isVisited: !references.hasDependents(dependent)", "isVisited: true")],
        "changes"),
    Mutant(
        "theme-alone", "the axes of an expression that refers to colors are not stored",
        [(EXPRESSION, "usesTheme && axes == .none && !usesCovered", "usesTheme && !usesCovered")],
        "changes"),
    Mutant(
        "scheme-pair", "accents of Material Design may have tones on which no text is read well",
        [(SCHEME, "{ tone >= 50 && tone < 60 }", "{ tone >= 60 && tone < 60 }")], "palettes"),
    Mutant(
        "scheme-neighbor", "the neighbor of a seed is looked for in seven parts of the circle",
        [(TEMPERATURES, "if sum >= total / 6 {", "if sum >= total / 7 {")], "palettes"),
    Mutant(
        "seed-score", "colorful seeds count as much as gray ones",
        [(SCORE, "(hct.y < 48 ? 0.1 : 0.3)", "(hct.y < 48 ? 0 : 0)")], "pictures"),
]

QUICK = ("epoch",)
