"""What can be taken out of the library, and has to be missed."""
from dataclasses import dataclass

ARGUMENTS = "Arguments.swift"
COMPOSITING = "Compositing.swift"
IMAGE = "ThemeImage+Reading.swift"
JSON = "JSON.swift"
SESSION = "ImportSession.swift"
REPORT = "Report.swift"
DIRECTORY = "Directory+Changing.swift"
KEYWORD = "Keyword.swift"
MATCHING = "VariantMatching.swift"
NOTIFYING = "Notifying.swift"
PATH = "FilePath.swift"
PLANES = "CellCache.swift"
READERS = "Readers.swift"
RECIPE = "Recipe.swift"
LAYERING = "Registry+Layers.swift"
REGISTRATION = "Registration.swift"
REGISTRY = "Registry.swift"
EDITING = "Editing.swift"
RENAMINGS = "Renamings.swift"
STATE = "ThemeState.swift"
THEME = "Theme.swift"
ADVANCING = "Resolution+Advancing.swift"
RESOLVING = "Theme+Resolving.swift"
PLATFORM = "platform.h"


@dataclass
class Mutant:
    name: str
    text: str
    # Files, what occurs there exactly once, and what it becomes, in the order of their making.
    replacements: list
    # The test that has to fail.
    program: str = "stress"
    # A race of a few instructions hardly ever happens by itself.
    delays: tuple = ()


# ---- Delays ----------------------------------------------------------------------------------

HELPERS = [
    (PLATFORM, "\n#endif\n", """
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
    (PLANES, "\n/// A cached color:",
     "\nimport CPlatform\n\n/// A cached color:"),
]

DELAYS = {
    "read-address": (
        PLANES,
        "    let cell = AtomicWords(address: segment &+ index &* cellSize)\n",
        "    linger_reading()\n"
        "    let cell = AtomicWords(address: segment &+ index &* cellSize)\n"),
    "read-value": (
        PLANES,
        "    let high = cell.acquire(2)\n",
        "    linger_reading()\n    let high = cell.acquire(2)\n"),
    "deposit": (
        PLANES,
        "    words.release(2, cell.high)\n",
        "    linger_writing()\n    words.release(2, cell.high)\n"),
    "claim": (
        PLANES,
        "    entry.relax(CellCache.used, 1)\n    time &+= 1\n",
        "    entry.relax(CellCache.used, 1)\n    linger_writing()\n    time &+= 1\n"),
    "steal": (
        PLANES,
        "    entry(slot).release(place, address)\n",
        "    linger_writing()\n    entry(slot).release(place, address)\n"),
}

# ---- Mutants ---------------------------------------------------------------------------------

MUTANTS = [
    # Readers.
    Mutant(
        "stamp-again", "a reader that does not look at the stamp again",
        [(PLANES, "      cell.relaxed(0) == stamp, entry", "      entry")],
        program="cells", delays=("read-value",)),
    Mutant(
        "epoch-again", "a reader that does not look at the epoch again",
        [(PLANES, " entry.relaxed(0) == epoch,\n", "\n")],
        delays=("read-address",)),
    Mutant(
        "check", "a reader that does not compare the check of the id",
        [(PLANES, "      (stamp ^ UInt64(id)) & 0xFFF == 0, stamp", "      stamp")]),
    Mutant(
        "epoch", "a reader that does not compare stamp and epoch",
        [(PLANES, " & 0xFFF == 0, stamp >= epoch\n", " & 0xFFF == 0\n")]),
    Mutant(
        "key-1", "a reader that does not compare the first word of environments",
        [(PLANES, "      entry.acquire(1) == key(0), ", "      ")], program="cells"),
    Mutant(
        "key-2", "a reader that does not compare the second word of environments",
        [(PLANES, " entry.acquire(2) == key(1),", "")], program="cells"),
    Mutant(
        "key-3", "a reader that does not compare the third word of environments",
        [(PLANES, " entry.acquire(3) == key(2),", "")], program="cells"),
    Mutant(
        "key-4", "a reader that does not compare the last word of environments",
        [(PLANES, " entry.acquire(3) == key(2),\n      entry.acquire(4) == key(3)\n",
          " entry.acquire(3) == key(2)\n")], program="cells"),
    Mutant(
        "absent", "a reader that goes to a segment that is not there",
        [(PLANES, "    guard segment != absent else { return nil }\n", "")]),

    # Writers of cells.
    Mutant(
        "deposit-zero", "a deposit over a cell whose stamp is still good",
        [(PLANES, "    words.relax(0, 0)\n", "")],
        program="cells", delays=("deposit",)),
    Mutant(
        "deposit-order", "a deposit that stamps before it has written",
        [(PLANES, "    words.release(0, time << 12 | UInt64(id & 0xFFF))\n", ""),
         (PLANES, "    words.release(1, cell.low)\n",
          "    words.release(0, time << 12 | UInt64(id & 0xFFF))\n"
          "    words.release(1, cell.low)\n")],
        delays=("deposit",)),
    Mutant(
        "keep", "a deposit of what was right before an edit",
        [(ADVANCING, "    guard theme.version == request.version, !isMixed,\n",
          "    guard !isMixed,\n")]),
    Mutant(
        "mixed", "a deposit of what was computed of two instants",
        [(ADVANCING, "    guard theme.version == request.version, !isMixed,\n",
          "    guard theme.version == request.version,\n")],
        program="expressions"),
    Mutant(
        "kept", "a use of what is newer than what was asked for",
        [(ADVANCING, "        guard theme.version == request.version,\n          let cell = theme",
          "        guard let cell = theme")]),

    # Writers of entries.
    Mutant(
        "claim-vacate", "a claim that changes the key of an entry in use",
        [(PLANES, "    let entry = self.entry(slot)\n    entry.release(0, CellCache.vacant)\n",
          "    let entry = self.entry(slot)\n")],
        program="cells", delays=("claim",)),
    Mutant(
        "claim-epoch", "a claim that leaves the entry its epoch",
        [(PLANES, "    let entry = self.entry(slot)\n    entry.release(0, CellCache.vacant)\n",
          "    let entry = self.entry(slot)\n    let epoch = entry.relaxed(0)\n"
          "    entry.release(0, CellCache.vacant)\n"),
         (PLANES, "    entry.release(0, time << 12)\n",
          "    entry.release(0, epoch == CellCache.vacant ? time << 12 : epoch)\n")],
        program="cells"),
    Mutant(
        "claim-tick", "a claim in the tick of the last deposit",
        [(PLANES, "    entry.relax(CellCache.used, 1)\n    time &+= 1\n",
          "    entry.relax(CellCache.used, 1)\n")], program="cells"),
    Mutant(
        "claim-live", "a claim that is not among the entries to invalidate",
        [(PLANES, "    setLive(slot, true)\n  }\n\n  /// Counts", "  }\n\n  /// Counts")]),
    Mutant(
        "steal-epoch", "a segment that is taken over with its cells",
        [(PLANES, "    time &+= 1\n    entry(slot).release(0, time << 12)\n", "")]),
    Mutant(
        "steal-tick", "a segment that is taken over in the tick of its last deposit",
        [(PLANES, "    time &+= 1\n    entry(slot).release(0, time << 12)\n",
          "    entry(slot).release(0, time << 12)\n")]),
    Mutant(
        "steal-order", "a segment that is there before its cells are given up",
        [(PLANES, "    entry(slot).release(0, time << 12)\n    linger_writing()\n"
          "    entry(slot).release(place, address)\n",
          "    entry(slot).release(place, address)\n    linger_writing()\n"
          "    entry(slot).release(0, time << 12)\n")],
        program="cells", delays=("steal",)),
    Mutant(
        "steal-vacate", "a segment that is taken from an entry in use",
        [(PLANES, "    donor.release(0, CellCache.vacant)\n"
          "    setLive(other, false)\n", "")],
        program="cells", delays=("read-address",)),
    Mutant(
        "steal-absent", "a segment that is left to who gave it",
        [(PLANES, "    donor.release(place, CellCache.absent)\n", "")]),

    # A larger table.
    Mutant(
        "grow-live", "a table whose entries are not among those to invalidate",
        [(PLANES, "      copy(entry, to: place)\n      setLive(place, true)\n",
          "      copy(entry, to: place)\n")], program="cells"),

    # Edits.
    Mutant(
        "edit-one", "an edit of one color that leaves its cells",
        [(EDITING, "      cache.invalidate(index: index)\n", "      _ = index\n")],
        program="themes"),
    Mutant(
        "edit-dependents", "an edit that leaves the cells of dependents",
        [(EDITING, "{ cache.invalidate(index: Int($0)) }\n", "{ _ in }\n")],
        program="themes"),
    Mutant(
        "edit-many", "an edit of many colors that leaves all cells",
        [(EDITING, "      cache.invalidateAll()\n", "")]),
    Mutant(
        "edit-in-place", "a recipe that is overwritten while somebody looks at it",
        [(REGISTRATION, ", !readers.see(current), current.kind", ", current.kind")]),
    Mutant(
        "edit-snapshots", "an edit that leaves the snapshots of before",
        [(EDITING, "    cache.dropSnapshots()\n    publishChange", "    publishChange")],
        program="providers"),
    Mutant(
        "add-snapshot", "a snapshot that is kept though the theme has changed",
        [(RESOLVING, "      if isShared, isLasting, state.version == instant.version {",
          "      if isShared, isLasting {")]),
    Mutant(
        "list-instant", "a list of what is at hand, whenever that was right",
        [(RESOLVING, "    if instant.generation != generation { first = 0 }\n", "")],
        program="cells", delays=("read-value",)),
    Mutant(
        "list-cached", "a list of what is cached, though that has changed meanwhile",
        [(RESOLVING, "    if first == count, self.generation == generation { return }\n",
          "    if first == count { return }\n")],
        program="cells", delays=("read-value",)),
    Mutant(
        "pins", "a state that is freed while somebody looks at it",
        [(READERS, "    guard see(old) else {\n", "    guard old.publishedAt == 0 else {\n")],
        program="providers"),
    Mutant(
        "hand-on", "a state that is freed with the newest of its readers",
        [(READERS, "      if recipe.publishedAt <= pin.version {\n",
          "      if recipe.publishedAt <= pin.version / 4 {\n")],
        program="readers"),
    Mutant(
        "renamings", "names that older readers know otherwise than newer ones",
        [(RENAMINGS, "renaming.version <= oldest {", "renaming.version / 2 <= oldest {")],
        program="readers"),

    # Layers.
    Mutant(
        "layer-rank", "a layer that covers those above it",
        [(LAYERING, "      && layers.rank(source.layer) > layers.rank(recipe.source.layer)\n", "")],
        program="layers"),
    Mutant(
        "layer-retain", "a copy of a recipe that does not count for its provider",
        [(RECIPE, "    sharedProvider?.retain()\n", "")],
        program="layers"),
    Mutant(
        "layer-replace", "what is covered and replaced, and not given up",
        [(LAYERING, "      next = same.nextInList\n      discard(same)\n",
          "      next = same.nextInList\n")],
        program="layers"),
    Mutant(
        "layer-batch", "what a batch itself covers, and has no copy of",
        [(LAYERING, "    if current.publishedAt == stamp.version {",
          "    if current.publishedAt > stamp.version {")],
        program="layers"),
    Mutant(
        "layer-seen", "colors that show again while their cells are kept",
        [(EDITING, "&transaction.spare, stamp, &readers) {\n          isSeen = true\n",
          "&transaction.spare, stamp, &readers) {\n          isSeen = false\n")],
        program="layers"),
    Mutant(
        "layer-free", "an index whose next free one passes for a recipe",
        [(REGISTRY, "    record.covered = nil\n", "")],
        program="layers"),
    Mutant(
        "layer-overwrite", "a color that is overwritten from another layer",
        [(REGISTRATION, ", current.source == source\n", "\n")],
        program="layers"),
    Mutant(
        "news", "a change that nobody is told of",
        [(EDITING, "    observation.publish(change)\n", "")],
        program="changes"),
    Mutant(
        "destroy-provider", "a provider that is never destroyed",
        [(THEME, "      provider.host.destroy()\n", "")],
        program="providers"),
    Mutant(
        "destroy-observer", "an observer that is never destroyed",
        [(NOTIFYING, "      case .destroy(let observer): observer.destroy()\n",
          "      case .destroy: break\n")],
        program="changes"),
    Mutant(
        "match-order", "variants whose scheme counts for more than their idiom",
        [(MATCHING, "(idiom == 0 ? 0 : 8) | gamutFit << 1 | (scheme == 0 ? 0 : 1)",
          "(scheme == 0 ? 0 : 8) | gamutFit << 1 | (idiom == 0 ? 0 : 1)")],
        program="themes"),
    Mutant(
        "match-contrast", "variants for any contrast that are preferred to those for this one",
        [(MATCHING, "conditions.contrast == 0 ? 0 : away &+ 1",
          "conditions.contrast == 0 ? 255 : away &+ 1")],
        program="themes"),
    Mutant(
        "kernel-rounding", "a kernel that is wrong by one where it rounds",
        [(COMPOSITING, "Words(128 | 128 << 16)", "Words(127 | 127 << 16)")],
        program="conversions"),
    Mutant(
        "kernel-alpha", "a kernel for which a color never covers all",
        [(COMPOSITING, "let rest = 255 &- ((s", "let rest = 256 &- ((s")],
        program="conversions"),
    Mutant(
        "kelvin", "the Kelvin sign, which passes for the letter k",
        [(KEYWORD, "    first = text.paddedWord(at: start, length: length).asciiLowercased\n",
          "    let word = text.paddedWord(at: start, length: length).asciiLowercased\n"
          "    first = word == 0x2069_6b61_68aa_84e2 ? 0x2020_2069_6b61_686b : word\n")],
        program="text"),
    Mutant(
        "image-checksum", "an image of a theme that is read though it is damaged",
        [(IMAGE, "guard try header.word() == ThemeImage.checksum(image) else",
          "guard try header.word() != 1 else")],
        program="images"),
    Mutant(
        "path-escape", "a path that leads out of what is loaded",
        [(PATH, "        guard count > 0 else { return false }\n",
          "        guard count > 0 else { continue }\n")],
        program="formats_tokens"),
    Mutant(
        "json-depth", "JSON that is read however deep it is",
        [(JSON, "guard depth < JSON.deepest else", "guard depth < JSON.deepest &* 2 else")],
        program="limits"),
    Mutant(
        "sizes-tail", "what a later version adds to a struct, which is not looked at",
        [(ARGUMENTS, "raw.load(fromByteOffset: offset, as: UInt8.self) == 0, name",
          "raw.load(fromByteOffset: offset, as: UInt8.self) <= 255, name")],
        program="sizes"),
    Mutant(
        "sizes-least", "a struct that is smaller than it ever was",
        [(ARGUMENTS, "size >= MemoryLayout<Value>.size && size <= 4096, name",
          "size <= 4096, name")],
        program="sizes"),
    Mutant(
        "limit-files", "one more file than a load may have",
        [(SESSION, "guard files.count < SourceFiles.greatestCount else",
          "guard files.count <= SourceFiles.greatestCount else")],
        program="limits"),
    Mutant(
        "limit-findings", "one finding less than are kept",
        [(REPORT, "static var greatestCount: Int { 1000 }",
          "static var greatestCount: Int { 999 }")],
        program="limits"),
    Mutant(
        "link-within", "a link within a folder that is written through",
        [(DIRECTORY, "= try directory(path.bytes.slice(0, start &- 1), followingLinks: false)",
          "= try directory(path.bytes.slice(0, start &- 1), followingLinks: true)"),
         (DIRECTORY, "isMade = try parent.makeDirectory(name.bytes, followingLinks: false)",
          "isMade = try parent.makeDirectory(name.bytes, followingLinks: true)")],
        program="escapes"),
]

QUICK = ("epoch",)
