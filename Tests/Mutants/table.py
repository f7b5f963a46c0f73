"""What can be taken out of the library, and has to be missed."""
from dataclasses import dataclass

ARGUMENTS = "DynColor/ABI/Arguments.swift"
COMPOSITING = "Kernels/Compositing.swift"
IMAGE = "DynColor/Theme/ThemeImage+Reading.swift"
JSON = "DynColor/Formats/JSON.swift"
LOADING = "DynColor/Formats/Loading.swift"
REPORT = "DynColor/Formats/Report.swift"
WRITING = "DynColor/Memory/DiskFiles+Writing.swift"
KEYWORD = "DynColor/Syntax/Keyword.swift"
MATCHING = "DynColor/Recipe/VariantMatching.swift"
OBSERVERS = "DynColor/Theme/Observers.swift"
PATH = "DynColor/Formats/FilePath.swift"
PLANES = "DynColor/Memory/CellPlanes.swift"
RECIPE = "DynColor/Recipe/Recipe.swift"
LAYERING = "DynColor/Theme/Layering.swift"
REGISTRATION = "DynColor/Theme/Registration.swift"
STATE = "DynColor/Theme/ThemeState.swift"
THEME = "DynColor/Theme/Theme.swift"
WALK = "DynColor/Theme/Walk.swift"
PLATFORM = "CPlatform/platform.h"


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
    (PLANES, "\n/// A resolved color as it is kept:",
     "\nimport CPlatform\n\n/// A resolved color as it is kept:"),
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
        "    entry.relax(CellPlanes.used, 1)\n    tick &+= 1\n",
        "    entry.relax(CellPlanes.used, 1)\n    linger_writing()\n    tick &+= 1\n"),
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
        [(PLANES, "    words.release(0, tick << 12 | UInt64(id & 0xFFF))\n", ""),
         (PLANES, "    words.release(1, cell.low)\n",
          "    words.release(0, tick << 12 | UInt64(id & 0xFFF))\n"
          "    words.release(1, cell.low)\n")],
        delays=("deposit",)),
    Mutant(
        "keep", "a deposit of what was right before an edit",
        [(WALK, "    guard lastEdit <= walk.tick, !walk.isMixed, ", "    guard !walk.isMixed, ")]),
    Mutant(
        "mixed", "a deposit of what was computed of two instants",
        [(WALK, "    guard lastEdit <= walk.tick, !walk.isMixed, ",
          "    guard lastEdit <= walk.tick, ")],
        program="expressions"),
    Mutant(
        "kept", "a use of what is newer than what was asked for",
        [(WALK, "    guard lastEdit <= walk.tick else { return nil }\n", "")]),

    # Writers of entries.
    Mutant(
        "claim-vacate", "a claim that changes the key of an entry in use",
        [(PLANES, "    let entry = self.entry(slot)\n    entry.release(0, CellPlanes.vacant)\n",
          "    let entry = self.entry(slot)\n")],
        program="cells", delays=("claim",)),
    Mutant(
        "claim-epoch", "a claim that leaves the entry its epoch",
        [(PLANES, "    let entry = self.entry(slot)\n    entry.release(0, CellPlanes.vacant)\n",
          "    let entry = self.entry(slot)\n    let epoch = entry.relaxed(0)\n"
          "    entry.release(0, CellPlanes.vacant)\n"),
         (PLANES, "    entry.release(0, tick << 12)\n",
          "    entry.release(0, epoch == CellPlanes.vacant ? tick << 12 : epoch)\n")],
        program="cells"),
    Mutant(
        "claim-tick", "a claim in the tick of the last deposit",
        [(PLANES, "    entry.relax(CellPlanes.used, 1)\n    tick &+= 1\n",
          "    entry.relax(CellPlanes.used, 1)\n")], program="cells"),
    Mutant(
        "claim-live", "a claim that is not among the entries to invalidate",
        [(PLANES, "    setLive(slot, true)\n  }\n\n  /// Counts", "  }\n\n  /// Counts")]),
    Mutant(
        "steal-epoch", "a segment that is taken over with its cells",
        [(PLANES, "    tick &+= 1\n    entry(slot).release(0, tick << 12)\n", "")]),
    Mutant(
        "steal-tick", "a segment that is taken over in the tick of its last deposit",
        [(PLANES, "    tick &+= 1\n    entry(slot).release(0, tick << 12)\n",
          "    entry(slot).release(0, tick << 12)\n")]),
    Mutant(
        "steal-order", "a segment that is there before its cells are given up",
        [(PLANES, "    entry(slot).release(0, tick << 12)\n    linger_writing()\n"
          "    entry(slot).release(place, address)\n",
          "    entry(slot).release(place, address)\n    linger_writing()\n"
          "    entry(slot).release(0, tick << 12)\n")],
        program="cells", delays=("steal",)),
    Mutant(
        "steal-vacate", "a segment that is taken from an entry in use",
        [(PLANES, "    donor.release(0, CellPlanes.vacant)\n"
          "    setLive(other, false)\n", "")],
        program="cells", delays=("read-address",)),
    Mutant(
        "steal-absent", "a segment that is left to who gave it",
        [(PLANES, "    donor.release(place, CellPlanes.absent)\n", "")]),

    # A larger table.
    Mutant(
        "grow-live", "a table whose entries are not among those to invalidate",
        [(PLANES, "      copy(entry, to: place)\n      setLive(place, true)\n",
          "      copy(entry, to: place)\n")], program="cells"),

    # Edits.
    Mutant(
        "edit-one", "an edit of one color that leaves its cells",
        [(REGISTRATION, "      planes.invalidate(index: index)\n", "      _ = index\n")],
        program="themes"),
    Mutant(
        "edit-dependents", "an edit that leaves the cells of dependents",
        [(REGISTRATION, "        planes.invalidate(index: Int(dependent))\n",
          "        _ = dependent\n")],
        program="themes"),
    Mutant(
        "edit-many", "an edit of many colors that leaves all cells",
        [(REGISTRATION, "      planes.invalidateAll(tick: tick)\n", "")]),
    Mutant(
        "edit-in-place", "a recipe that is overwritten while somebody looks at it",
        [(REGISTRATION, "    if let count, frames.count == 0, let", "    if let count, let")]),
    Mutant(
        "edit-snapshots", "an edit that leaves the snapshots of before",
        [(REGISTRATION, "    snapshots.clear()\n    reap()\n", "    reap()\n")],
        program="providers"),
    Mutant(
        "add-snapshot", "a snapshot that is kept though the theme has changed",
        [(THEME, "      if isShared, isLasting, state.lastEdit <= instant.tick {",
          "      if isShared, isLasting {")]),
    Mutant(
        "list-instant", "a list of what is at hand, whenever that was right",
        [(THEME, "    if generation != instant.generation { first = 0 }\n", "")],
        program="cells", delays=("read-value",)),
    Mutant(
        "pins", "a state that is freed while somebody looks at it",
        [(STATE, "    let oldest = oldestTick\n", "    let oldest = UInt64.max\n")],
        program="providers"),

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
        [(LAYERING, "    if current.publishedAt == tick {", "    if current.publishedAt > tick {")],
        program="layers"),
    Mutant(
        "layer-seen", "colors that show again while their cells are kept",
        [(LAYERING, "{ isSeen = true }\n", "{ isSeen = false }\n")],
        program="layers"),
    Mutant(
        "layer-free", "an index whose next free one passes for a recipe",
        [(REGISTRATION, "      record.covered = nil\n", "")],
        program="layers"),
    Mutant(
        "layer-overwrite", "a color that is overwritten from another layer",
        [(REGISTRATION, ", current.source == source\n", "\n")],
        program="layers"),
    Mutant(
        "news", "a change that nobody is told of",
        [(OBSERVERS, "    news.append(published)\n", "")],
        program="changes"),
    Mutant(
        "destroy-provider", "a provider that is never destroyed",
        [(THEME, "      provider.host.destroy()\n", "")],
        program="providers"),
    Mutant(
        "destroy-observer", "an observer that is never destroyed",
        [(OBSERVERS, "      case .destroy(let observer): observer.destroy()\n",
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
        [(PATH, "        guard count > 0 else { return nil }\n",
          "        guard count > 0 else { continue }\n")],
        program="formats_tokens"),
    Mutant(
        "json-depth", "JSON that is read however deep it is",
        [(JSON, "guard depth < JSON.deepest else", "guard depth < JSON.deepest &* 2 else")],
        program="limits"),
    Mutant(
        "sizes-tail", "what a later version adds to a struct, which is not looked at",
        [(ARGUMENTS, "guard raw.load(fromByteOffset: offset, as: UInt8.self) == 0 else {",
          "guard raw.load(fromByteOffset: offset, as: UInt8.self) <= 255 else {")],
        program="sizes"),
    Mutant(
        "sizes-least", "a struct that is smaller than it ever was",
        [(ARGUMENTS, "guard size >= MemoryLayout<Value>.size, size <= 4096 else",
          "guard size <= 4096 else")],
        program="sizes"),
    Mutant(
        "limit-files", "one more file than a load may have",
        [(LOADING, "guard files.count < Loading.greatestFileCount else",
          "guard files.count <= Loading.greatestFileCount else")],
        program="limits"),
    Mutant(
        "limit-findings", "one finding less than are kept",
        [(REPORT, "static var greatestCount: Int { 1000 }",
          "static var greatestCount: Int { 999 }")],
        program="limits"),
    Mutant(
        "link-within", "a link within a folder that is written through",
        [(WRITING, "= try folder(path.bytes.slice(0, start &- 1), followingLinks: false)",
          "= try folder(path.bytes.slice(0, start &- 1), followingLinks: true)"),
         (WRITING, "isMade = try folder.makeFolder(name.bytes, followingLinks: false)",
          "isMade = try folder.makeFolder(name.bytes, followingLinks: true)")],
        program="escapes"),
]

QUICK = ("epoch",)
