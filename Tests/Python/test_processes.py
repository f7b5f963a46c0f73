"""New interpreter processes: how they load the library, and how they end."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from places import ADDRESS, ADDRESS_LIBRARY, CLANG, HEADER, LIBRARY, PACKAGE, python

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# ---- The end of an interpreter -------------------------------------------------------------------

BEGINNING = """
import atexit, builtins, gc, sys, threading, time
from dyncolor import Color, Environment, Theme
DARK = Environment(scheme="dark")
theme = Theme()
theme.axis("team")
theme.register_all({"a": ("#f00", "#0f0"), "b": lambda context: context.resolve("a")})
"""

ENDS: list[tuple[str, str]] = [
    ("a theme in a global", "assert theme['b'].resolve(DARK) == Color('#0f0')"),
    ("a theme in a module", "import json; json.theme = theme; theme.resolve('b')"),
    ("a theme in builtins", "builtins.theme = theme; del theme; builtins.theme.snapshot()"),
    ("a theme in sys.modules", "sys.modules['theme'] = theme; theme.resolve('b')"),
    ("a theme in a cycle", "theme.register('c', lambda context: theme['b']).resolve()"),
    ("a theme in a cycle that gc has frozen",
     "theme.register('c', lambda context: theme['b']).resolve(); gc.freeze(); gc.disable()"),
    ("a theme that C holds", "from dyncolor._library import no_gil\n"
     "no_gil.dyncolor_theme_retain(theme.address); theme.resolve('b')"),
    ("a theme whose address C has", "theme.address; theme.resolve('b')"),
    ("a resolve at exit", "atexit.register(lambda: theme.resolve('b', DARK))"),
    ("a snapshot at exit", "atexit.register(lambda: theme.snapshot(DARK)['b'])"),
    ("a registration at exit", "atexit.register(lambda: theme.register('d', lambda c: '#fff'))"),
    ("a resolve in a __del__", """
class Owner:
    def __init__(self):
        theme = Theme()
        self.color = theme.register('b', builtins.eval('lambda context: "#fff"', {}))
    def __del__(self): self.color.resolve(DARK)
owner = Owner()
"""),
    ("a resolve in a __del__ of a cycle", """
class Owner:
    def __init__(self):
        self.theme = Theme()
        self.color = self.theme.register('a', lambda context: self.answer)
        self.answer, self.me = Color('#123'), self
    def __del__(self):
        try: self.color.resolve(DARK)
        except ValueError: pass
owner = Owner()
owner.color.resolve()
"""),
    ("daemon threads that resolve", """
def work():
    while True: theme.resolve('b', Environment(custom=(int(time.time() * 1000) % 256,)))
for _ in range(4): threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""),
    ("daemon threads that register and make snapshots", """
def work():
    while True:
        theme.register('b', lambda context: context.resolve('a'))
        theme.snapshot(DARK)['b']
for _ in range(4): threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""),
    ("daemon threads that resolve a theme of C's", """
theme = Theme.from_address(theme.address)
def work():
    while True: theme.resolve('b', Environment(custom=(int(time.time() * 1000) % 256,)))
for _ in range(4): threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""),
    ("a daemon thread that is blocked in a provider", """
inside = threading.Event()
def block(context):
    inside.set()
    threading.Event().wait()
theme.register('c', block)
threading.Thread(target=lambda: theme.resolve('c'), daemon=True).start()
inside.wait()
theme.resolve('b')
"""),
    ("a thread that is waited for", """
def work():
    time.sleep(0.1)
    theme.register('c', lambda context: '#fff').resolve()
threading.Thread(target=work).start()
"""),
    ("a view of a snapshot", "view = theme.snapshot().view; assert view[0, 0] == 1"),
    ("a view of a snapshot in builtins", "builtins.view = theme.snapshot().view; del theme"),
    ("an array of a snapshot", "array = theme.snapshot().array(); del theme; assert array[0, 0]"),
    ("sys.exit in a provider", """
theme.register('c', lambda context: sys.exit(0))
theme.resolve('c')
raise AssertionError('it went on')
"""),
    ("sys.exit in a provider of a table", """
theme.register('c', lambda context: sys.exit(0))
theme.snapshot()
raise AssertionError('it went on')
"""),
    ("an exception that was kept by the host", """
def bad(context): raise ValueError
theme.register('c', bad)
try: theme.resolve('c')
except ValueError as error: builtins.error = error
"""),
]
ends = pytest.mark.parametrize("source", [pytest.param(source, id=text) for text, source in ENDS])


def ends_well(source: str, variables: Mapping[str, str] | None = None) -> None:
    ended = python(BEGINNING + source, variables=variables)
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")


@ends
def test_ends(source: str) -> None:
    """An interpreter ends without a word, whatever is left"""
    ends_well(source)


@ends
def test_ends_under_address_sanitizer(source: str) -> None:
    """An interpreter ends without a word under AddressSanitizer, whatever is left"""
    ends_well(source, variables=ADDRESS)


# ---- AddressSanitizer ----------------------------------------------------------------------------

VIEWS: list[tuple[str, str]] = [
    ("an array", "view = snapshot.array(); del snapshot, theme; gc.collect(); view[0]; view.sum()"),
    ("a memoryview", "view = snapshot.view; del snapshot, theme; gc.collect(); view[0, 0]"),
    ("a part of an array",
     "view = snapshot.array()[1:]; del snapshot, theme; gc.collect(); view[0]"),
    ("a cast memoryview",
     "view = snapshot.view.cast('B'); del snapshot, theme; gc.collect(); bytes(view)"),
    ("Pixels of an array that is gone", """
import numpy
from dyncolor import Pixels
pixels = Pixels(numpy.zeros((64, 4), 'f')[::2])
gc.collect()
snapshot.copy_to(pixels); theme.resolve_all(out=pixels)
theme.resolve_all(DARK, out=pixels)"""),
]


@pytest.mark.parametrize("source", [pytest.param(source, id=text) for text, source in VIEWS])
def test_views(source: str) -> None:
    """Memory that is still to be seen is still there, which AddressSanitizer watches"""
    ends_well(f"snapshot = theme.snapshot(DARK)\n{source}", variables=ADDRESS)


def test_that_it_watches() -> None:
    """AddressSanitizer reports what is read when it is freed, and written where there is no room"""
    ended = python(BEGINNING + """
import ctypes
from dyncolor._library import with_gil
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
name = ctypes.c_void_p(libc.malloc(8))
ctypes.memset(name, 97, 8)
libc.free(name)
with_gil.dyncolor_theme_find_n(theme.address, ctypes.cast(name, ctypes.c_char_p), 8, bytes(4), None)
""", variables=ADDRESS)
    assert ended.returncode != 0 and "heap-use-after-free" in ended.stderr
    ended = python(BEGINNING + """
import numpy
from dyncolor._library import with_gil
out = numpy.zeros((1, 4), 'f')
with_gil.dyncolor_resolve_all(theme.address, bytes(32), 1, out.ctypes.data, 2, 16, None)
""", variables=ADDRESS)
    assert ended.returncode != 0 and "heap-buffer-overflow" in ended.stderr


def test_that_it_checks() -> None:
    """The build for checking reports a snapshot that was released behind its back"""
    ended = python(BEGINNING + """
from dyncolor._library import with_gil
snapshot = theme.snapshot()
with_gil.dyncolor_snapshot_release(snapshot._handle)
del snapshot
""", variables=ADDRESS)
    assert ended.returncode != 0 and "this snapshot was released already" in ended.stderr


def test_a_shared_theme_is_released_without_the_lock() -> None:
    """Freeing a theme whose address C has lets other threads run that C waits for"""
    ends_well("""
import ctypes
from dyncolor._library import no_gil
libc = ctypes.CDLL(None)
semaphore = ctypes.create_string_buffer(64)
assert libc.sem_init(semaphore, 0, 0) == 0
colors = ctypes.cast(libc.abs, ctypes.c_void_p)
waits = ctypes.cast(libc.sem_wait, ctypes.c_void_p)
# A provider of C's, whose data is destroyed by waiting for another thread.
assert no_gil.dyncolor_register_provider_n(
    theme.address, b"c", 1, colors, semaphore, waits, bytes(4), None) == 0
threading.Timer(0.1, libc.sem_post, [semaphore]).start()
del theme
gc.collect()
""")


# ---- Loading -------------------------------------------------------------------------------------

USE = "import dyncolor; dyncolor.Theme().register(None, '#fff').resolve(); "
PATH = "print(dyncolor.load())"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with no library beside it."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(PACKAGE / "dyncolor", folder / "dyncolor", ignore=shutil.ignore_patterns(
        "__pycache__", "*.so*"))
    return folder


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory, alone: Path) -> Path:
    """The package with the library beside it."""
    folder = tmp_path_factory.mktemp("beside")
    shutil.copytree(alone / "dyncolor", folder / "dyncolor")
    shutil.copyfile(LIBRARY, folder / "dyncolor" / "libdyncolor.so.1")
    return folder


def loads(source: str, folder: Path, path: object, **variables: str | None) -> None:
    ended = python(source, cwd=folder, PYTHONPATH=str(folder), variables=variables)
    assert (ended.stderr, ended.stdout, ended.returncode) == ("", f"{path}\n", 0)


def fails(source: str, folder: Path, *texts: str, **variables: str | None) -> None:
    ended = python(f"import dyncolor\ntry: {source}\nexcept ImportError as error: print(error)",
                   cwd=folder, PYTHONPATH=str(folder), variables=variables)
    assert (ended.stderr, ended.returncode) == ("", 0)
    for text in texts:
        assert text in ended.stdout


def test_from_beside(beside: Path) -> None:
    """The library is found beside the package"""
    loads(USE + PATH, beside, beside / "dyncolor" / "libdyncolor.so.1", DYNCOLOR_LIBRARY=None)


def test_from_a_variable(beside: Path) -> None:
    """The library is found by the environment variable, before the one beside"""
    loads(USE + PATH, beside, LIBRARY, DYNCOLOR_LIBRARY=str(LIBRARY))


def test_from_a_path(alone: Path) -> None:
    """The library is loaded from a path that is given, as text or as a Path, before all others"""
    for path in (repr(str(LIBRARY)), f"pathlib.Path({str(LIBRARY)!r})"):
        loads(f"import pathlib, dyncolor; dyncolor.load({path}); {USE}{PATH}", alone, LIBRARY,
              DYNCOLOR_LIBRARY="/nowhere")


def test_from_the_system(alone: Path) -> None:
    """A name without a slash is for the dynamic linker"""
    loads(f"import dyncolor; dyncolor.load('libdyncolor.so.1'); {USE}{PATH}", alone,
          "libdyncolor.so.1", LD_LIBRARY_PATH=str(LIBRARY.parent), DYNCOLOR_LIBRARY=None)


def test_no_library(alone: Path) -> None:
    """Without a library the error says what to do, when it is first needed"""
    fails("dyncolor.Theme()", alone, "cannot load libdyncolor.so.1", "DYNCOLOR_LIBRARY",
          "dyncolor.load(path)", "pip", str(alone), DYNCOLOR_LIBRARY=None)
    fails("dyncolor.load()", alone, "/nowhere/lib.so", DYNCOLOR_LIBRARY="/nowhere/lib.so")
    fails("dyncolor.load('libnowhere.so.1')", alone, "libnowhere.so.1", DYNCOLOR_LIBRARY=None)


@pytest.mark.parametrize(("source", "text"), [
    ("", "is not libdyncolor.so.1"),
    ("unsigned dyncolor_version(void) { return 999999; }", "has the version 999999"),
    ("unsigned dyncolor_version(void) { return 2000000; }", "has the version 2000000"),
    (None, "cannot load"),
], ids=["another library", "an older version", "a newer major version", "no library"])
def test_wrong_library(alone: Path, tmp_path: Path, source: str | None, text: str) -> None:
    """What is not the library, or has the wrong version, is refused"""
    path = tmp_path / "lib.so"
    if source is None:
        path.write_text("no library")
    else:
        (tmp_path / "lib.c").write_text(source)
        subprocess.run([CLANG, "-shared", "-fPIC", tmp_path / "lib.c", "-o", path], check=True)
    fails("dyncolor.load()", alone, text, str(path), DYNCOLOR_LIBRARY=str(path))


def test_loaded_twice(beside: Path) -> None:
    """A second path is refused once the library is loaded; the same one is not"""
    fails(f"dyncolor.load(), dyncolor.load(), dyncolor.load({str(LIBRARY)!r})", beside,
          "has already been loaded from", str(beside), DYNCOLOR_LIBRARY=None)
    loads(f"import dyncolor; dyncolor.load({str(LIBRARY)!r}); dyncolor.load({str(LIBRARY)!r}); "
          f"{PATH}", beside, LIBRARY)


AUDIT = """
import ctypes, sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append((event, str(arguments))))
import dyncolor
assert not [each for each in seen if each[0].startswith(("ctypes.dlopen", "subprocess"))], seen
mapped = open("/proc/self/maps").read()
assert "libdyncolor" not in mapped
import pkgutil
for module in pkgutil.iter_modules(dyncolor.__path__):  # which are otherwise imported on first use
    __import__(f"dyncolor.{module.name}")
before = len(seen)
theme = dyncolor.Theme()
theme.register("a", lambda context: "#fff").resolve()
theme.snapshot().view
opened = [arguments for event, arguments in seen if event == "ctypes.dlopen"]
assert opened == [str((sys.argv[1],))], opened
bad = ("subprocess", "os.posix_spawn", "os.exec", "os.fork", "os.forkpty", "os.system", "os.spawn",
       "os.listdir", "os.scandir", "glob", "socket", "open")
assert not [each for each in seen[before:] if each[0].startswith(bad)], seen[before:]
loaded = {"typing", "enum", "dataclasses", "functools", "re", "subprocess", "numpy", "inspect",
          "collections", "pathlib", "logging", "ctypes.util"} & set(sys.modules)
print(sorted(loaded))
"""


def test_no_search(beside: Path) -> None:
    """Importing opens nothing; using starts no process, and opens the one library and no file"""
    ended = python(AUDIT, beside / "dyncolor" / "libdyncolor.so.1", PYTHONPATH=str(beside),
                   DYNCOLOR_LIBRARY=None, cwd=beside)
    assert (ended.stderr, ended.returncode) == ("", 0)


def test_light_import(beside: Path) -> None:
    """Importing and resolving are light: none of the modules that take their time to load"""
    source = f"import sys; sys.path.insert(0, {str(beside)!r}); " + """\
import dyncolor; dyncolor.Theme().register("a", light="#fff", dark="#000").resolve()
print([each for each in ("typing", "enum", "dataclasses", "functools", "re", \
"collections", "subprocess", "numpy", "inspect", "pathlib", "argparse", "ctypes.util") \
if each in sys.modules])"""
    ended = subprocess.run([shutil.which("python3") or "python3", "-S", "-I", "-c", source],
                           capture_output=True, text=True)
    assert (ended.stderr, ended.stdout) == ("", "[]\n")


def test_without_numpy(beside: Path) -> None:
    """Without numpy everything works but arrays of it"""
    ended = python("""
import sys
sys.modules["numpy"] = None
from dyncolor import *
theme = Theme()
theme.register("a", lambda context: Color(1, 0.5, 0))
snapshot = theme.snapshot()
assert snapshot.view[0, 0] == 1 and snapshot["a"].hex == "#ff8000"
out = bytearray(4)
theme.resolve_all(out=out)
assert out == b"\\xff\\x80\\0\\xff" and snapshot.__array_interface__["shape"] == (1, 4)
colors = Colors(["red", "blue"]).to("oklch")
assert colors.mix("white", [0, 1]).contrast("white")[1] == 1 and len(colors.view) == 2
for each in (snapshot, colors):
    try: each.array()
    except ImportError: print("no numpy")
""", PYTHONPATH=str(beside), cwd=beside)
    assert (ended.stderr, ended.stdout) == ("", "no numpy\n" * 2)


def test_everything_is_public() -> None:
    """All that the package names is there, and sorted"""
    import dyncolor
    for name in dyncolor.__all__:
        # Type aliases have no docstring of their own.
        assert getattr(dyncolor, name) is not None, name
    assert sorted(dyncolor.__all__) == dyncolor.__all__
    assert HEADER.exists() and ADDRESS_LIBRARY.name in os.listdir(ADDRESS_LIBRARY.parent)


@pytest.mark.parametrize("program", [
    "gc.enable()", "gc.disable()", "gc.freeze()",
    "import threading; end = threading.Event(); threading.Thread(target=end.wait).start()"])
def test_importing_leaves_the_collector_as_it_is(program: str) -> None:
    """Importing leaves the collector enabled or disabled, frozen objects as they are, and all alone
    while threads run"""
    subprocess.run([sys.executable, "-c", f"""
import gc
{program}
collects, has_frozen = gc.isenabled(), gc.get_freeze_count() > 0
calls = []
gc.disable = lambda disable=gc.disable: (calls.append("disable"), disable())
import dyncolor
dyncolor.Theme().register("a", "red").resolve()
assert gc.isenabled() == collects and (gc.get_freeze_count() > 0) == has_frozen
assert bool(calls) == (collects and "end" not in globals()), calls
try:
    dyncolor.Teme
except AttributeError:
    assert gc.isenabled() == collects
if "end" in globals():
    end.set()
"""], check=True)
