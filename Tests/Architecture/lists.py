"""Checks that tables which quote source lines still match the sources.

    lists.py PROJECT

Coverage/exceptions.tsv and Coverage/missing.tsv quote lines, Mutants/table.py quotes the text that
each planted bug replaces, and Mutants/harmless.tsv names mutations that Mutants/small can make.
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
    """The rows that match no line, or several. Patterns are checked by the run of Coverage."""
    sources = report.Sources(str(project))
    paths = {}
    for path in swift_files():
        paths.setdefault(path.name, []).append(str(path.relative_to(project)))
    for row in report.read_rows(table):
        files = sum(paths.values(), []) if row.file == "*" else paths.get(row.file, [])
        if not files:
            yield f"{row.file}: no such file in Sources: {row.text}"
        elif not row.is_pattern:
            count = sum(sources.places(file, row.text) for file in files)
            if count != 1:
                yield f"{row.file}: expected one such line, found {count}: {row.text}"


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


claim("each row of the coverage tables matches one line of the sources",
      [*lost_exceptions(report.EXCEPTIONS), *lost_exceptions(report.MISSING)])
claim("the text that each planted bug replaces occurs once", lost_mutants())
claim("each row of harmless.tsv names a mutation that exists", lost_harmless())
