"""Whether what lists name of the sources is there, so that an edit cannot leave them behind.

    lists.py PROJECT

Coverage/exceptions.tsv and Coverage/missing.tsv name lines, Mutants/table.py what mutants replace,
and Mutants/harmless.tsv ways in which Mutants/small breaks the library.
"""
import sys
import tempfile
from pathlib import Path

project = Path(sys.argv[1]).resolve()
sys.path[:0] = [str(project / "Tests" / "Coverage"), str(project / "Tests" / "Mutants")]

import mutants  # noqa: E402
import report  # noqa: E402
import small  # noqa: E402


def swift_files():
    return sorted((project / "Sources").rglob("*.swift"))


def lost_exceptions(table):
    """The rows that name no line, or several: patterns are for the run of Coverage to judge."""
    sources = report.Sources(str(project))
    paths = {}
    for path in swift_files():
        paths.setdefault(path.name, []).append(str(path.relative_to(project)))
    for row in report.read_rows(table):
        files = sum(paths.values(), []) if row.file == "*" else paths.get(row.file, [])
        if not files:
            yield f"{row.file}: there is no such file: {row.text}"
        elif not row.is_pattern:
            count = sum(sources.places(file, row.text) for file in files)
            if count != 1:
                yield f"{row.file}: {count} places: {row.text}"


def lost_mutants():
    with tempfile.TemporaryDirectory() as folder:
        yield from mutants.Scratch(project, Path(folder)).misfits()


def lost_harmless():
    core = project / "Sources" / "DynColor"
    files = sorted(core.rglob("*.swift"))
    originals = {file: file.read_text() for file in files}
    ways = [way for file in files for way in small.of_file(file)]
    names = small.names_of(ways, originals, core)
    for row in sorted(small.harmless_rows() - set(names.values())):
        yield ": ".join(row)


def claim(text, problems):
    problems = list(problems)
    for problem in problems:
        print("\n".join("# " + line for line in problem.splitlines()))
    print(f"{'not ok' if problems else 'ok'} - {text}", flush=True)


claim("each exception of the coverage names one line of the sources",
      [*lost_exceptions(report.EXCEPTIONS), *lost_exceptions(report.MISSING)])
claim("each mutant finds what it replaces, once", lost_mutants())
claim("each small mutation that is listed as harmless is one that there is", lost_harmless())
