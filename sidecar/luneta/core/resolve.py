"""Which note a link means: as Obsidian would open it, else as a documentation site would."""

import posixpath
import unicodedata
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

#: File names (without extension) of notes that stand for their folder.
_FOLDER_NOTES = frozenset({"index", "_index", "readme"})
_DOTS = frozenset({".", ".."})
#: Endings that sites give their pages; the notes they are made of do not have them.
_PAGE_ENDINGS = (".html", ".htm")
#: Parts of a path that must agree when its beginning is not the vault's: one name alone proves nothing (`/wiki/Python`
#: of a clipped page is not the vault's note on Python).
_LEAST_PARTS = 2


def name_key(path: str) -> str:
    """What a link without folders calls the note at a path: its file name, NFC, without extension, in lower case."""
    return _name(_comparable(path))


def folder_key(path: str) -> str | None:
    """What a link calls the note at a path if that stands for its folder (`Foo/index.md`): the folder's name, "" for
    the vault itself; None if it does not."""
    folder, _, name = _comparable(path).rpartition("/")
    return folder.rpartition("/")[2] if name in _FOLDER_NOTES else None


def target_key(target: str, source_path: str) -> str:
    """What the target of a link in the note at `source_path` is looked up by: the name_key of the notes that it can
    mean, or their folder_key."""
    wanted = _comparable(target)
    name = _name(wanted)
    if name not in _FOLDER_NOTES and name not in _DOTS and name:
        return name
    if "/" not in wanted and name not in _DOTS:
        return name
    if _is_relative(wanted):
        wanted = posixpath.join(posixpath.dirname(_comparable(source_path)), wanted)
    folder, _, last = posixpath.normpath(wanted.strip("/")).rpartition("/")
    found = folder.rpartition("/")[2] if _bare(last) in _FOLDER_NOTES else last
    return "" if found == "." else found


class _Form(NamedTuple):
    """A way to write a note's path: `path` is comparable; `of_folder`: it is the folder that the note stands for."""

    of_folder: bool
    path: str
    written: str
    note: int


class LinkIndex:
    """Resolves links among some notes: (id, path) pairs; only notes with the key of a link's target matter to it.

    A target with folders means the note at that path from the linking note's folder, else from the vault's root, else
    one whose path ends so. Of several, the one in the linking note's folder, else the shortest path, else the first by
    path; a note of that name comes before one that stands for a folder of that name. A target that starts at a site's
    root (`/en-US/docs/Web/API/Foo`) may begin with what the vault does not have: then the longest end of it that names
    a note counts, if it names only one.
    """

    def __init__(self, notes: Iterable[tuple[int, str]]) -> None:
        self._by_key: dict[str, list[_Form]] = {}
        self._by_path: dict[str, int] = {}
        self._by_folder: dict[str, int] = {}
        for note, written in sorted(notes, key=lambda pair: pair[1]):
            path = _comparable(written)
            form = _Form(False, path, written, note)
            self._by_key.setdefault(_name(path), []).append(form)
            self._by_path.setdefault(path, note)
            folder, _, name = path.rpartition("/")
            if name in _FOLDER_NOTES:
                as_folder = _Form(True, folder or ".", written, note)
                self._by_folder.setdefault(as_folder.path, note)
                self._by_key.setdefault(folder.rpartition("/")[2], []).extend((form, as_folder))
        self._known: dict[tuple[str, str], int | None] = {}
        self._by_end: dict[str, int | None] = {}

    def resolve(self, target: str, source_path: str) -> int | None:
        """The note meant, or None."""
        asked = (target, source_path.rpartition("/")[0])
        if asked not in self._known:
            named = self._by_key.get(target_key(target, source_path))
            self._known[asked] = self._resolve(*asked, named) if named else None
        return self._known[asked]

    def _resolve(self, target: str, folder: str, named: list[_Form]) -> int | None:
        wanted, folder = _comparable(target), _comparable(folder)
        if wanted == "/":
            return self._at(".")
        from_root, bare = wanted.startswith("/"), "/" not in target and wanted not in _DOTS
        for path in _variants(wanted.strip("/")):
            for exact in _exact_paths(path, folder, from_root=from_root):
                # A name alone means a note of that name, wherever it is, before the folder beside.
                note = self._by_path.get(exact) if bare else self._at(exact)
                if note is not None:
                    return note
            note = _ending_so(path, folder, named)
            if note is None and from_root:
                if path not in self._by_end:
                    self._by_end[path] = self._by_longest_end(path, named)
                note = self._by_end[path]
            if note is not None:
                return note
        return None

    def _at(self, path: str) -> int | None:
        return self._by_path.get(path, self._by_folder.get(path))

    def _by_longest_end(self, path: str, named: list[_Form]) -> int | None:
        parts = path.split("/")
        for first in range(1, len(parts)):
            end = "/".join(parts[first:])
            whole = [form.note for form in named if form.path == end and (form.of_folder or "/" in end)]
            if whole:
                return self._at(end)
            if len(parts) - first < _LEAST_PARTS:
                break
            tail = f"/{end}"
            found = {form.note for form in named if form.path.endswith(tail)}
            if found:
                return found.pop() if len(found) == 1 else None
        return None


def _ending_so(path: str, folder: str, named: list[_Form]) -> int | None:
    name = path.rpartition("/")[2]
    if _is_relative(path) and (name in _FOLDER_NOTES or name in _DOTS):
        return None
    path = path.removeprefix("./")
    tail = f"/{path}"
    ending = [form for form in named if form.path.endswith(tail) or form.path == path]
    if not ending:
        return None
    return min(ending, key=partial(_order, folder)).note


def _order(folder: str, form: _Form) -> tuple[bool, bool, int, int, str]:
    path = form.written
    return form.of_folder, posixpath.dirname(form.path) != folder, path.count("/"), len(path), path


def _exact_paths(path: str, folder: str, *, from_root: bool) -> tuple[str, ...]:
    """The paths that a target can mean to the letter, likeliest first."""
    here = f"{folder}/{path}" if folder else path
    if not _is_relative(path):
        if "//" in path:
            here, path = posixpath.normpath(here), posixpath.normpath(path)
        return (path, here) if from_root else (here, path)
    here = posixpath.normpath(here)
    name = path.rpartition("/")[2]
    if name in _DOTS or name in _FOLDER_NOTES:
        return (here,)
    # On a site whose pages are folders (`/guide/intro/`), `../other/` stands beside this page.
    return here, posixpath.normpath(f"{folder}/-/{path}" if folder else f"-/{path}"), posixpath.normpath(path)


def _variants(path: str) -> Iterator[str]:
    """A target as written, without the ending of a page, and as the folder of which it is the page."""
    yield path
    bare = _bare(path)
    if bare != path:
        yield bare
    folder, slash, name = bare.rpartition("/")
    if slash and name in _FOLDER_NOTES:
        yield folder


def _comparable(path: str) -> str:
    """NFC, with slashes, none at its end, no .md, lower case."""
    if not path.isascii():
        path = unicodedata.normalize("NFC", path)
    path = path.replace("\\", "/").casefold()
    path = path.rstrip("/") or path[:1]
    return path.removesuffix(".md")


def _name(comparable: str) -> str:
    return _bare(comparable.rpartition("/")[2])


def _bare(path: str) -> str:
    for ending in _PAGE_ENDINGS:
        if path.endswith(ending):
            return path.removesuffix(ending)
    return path


def _is_relative(path: str) -> bool:
    """Whether a path starts at the linking note's folder, or leads up or nowhere on its way."""
    return path.startswith(("./", "../")) or ("." in path and not _DOTS.isdisjoint(path.split("/")))
