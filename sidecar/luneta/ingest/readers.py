"""Files of signals: JSON Lines, JSON, Markdown and text, web pages; feeds.py and bookmarks.py know the others.

Only local files are read. What a file holds that is no signal is told of, and the rest goes on.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from luneta.core import frontmatter
from luneta.errors import UsageError
from luneta.ingest.bookmarks import signals_of_bookmarks
from luneta.ingest.feeds import signals_of_xml
from luneta.ingest.signals import Signal, Unreadable
from luneta.ingest.webtext import text_of_html

#: Larger files are no source of signals, JSON Lines aside, which are read line by line.
MOST_BYTES = 200 * 1024 * 1024
#: Of a signal: a longer text is a book, not a note.
MOST_CHARACTERS = 2_000_000
_MOST_LINE = 16 * 1024 * 1024
_TEXTS = (".md", ".markdown", ".txt", ".text")
_LINES = (".jsonl", ".ndjson")
_PAGES = (".html", ".htm")
_FEEDS = (".xml", ".rss", ".atom", ".opml")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "name", "headline", "subject"),
    "text": (
        *("text", "content", "content_html", "content_text", "body", "markdown"),
        *("summary", "description", "excerpt", "abstract"),
    ),
    "origin": ("url", "link", "origin", "href", "permalink", "external_url", "id"),
    "author": ("author", "authors", "by", "creator", "byline"),
    "published": ("published", "date", "published_at", "date_published", "created_at", "pubDate", "timestamp"),
    "source": ("source", "feed", "site", "publisher"),
}
_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_CANONICAL = re.compile(r"<link[^>]+rel=[\"']?canonical[^>]*", re.IGNORECASE)
_HREF = re.compile(r"href=[\"']([^\"']+)", re.IGNORECASE)

Read = Iterator[Signal | Unreadable]


def read_source(path: Path) -> Read:
    """The signals of a file, or of every file below a folder, in the order of their names. Raises UsageError if there
    is no such file."""
    if not path.is_dir():
        yield from _read_file(path)
        return
    for below in sorted(path.rglob("*")):
        if not any(part.startswith(".") for part in below.relative_to(path).parts) and below.is_file():
            try:
                yield from _read_file(below)
            except UsageError as error:  # one file of many: the others go on
                yield Unreadable(str(below), str(error))


def _read_file(path: Path) -> Read:
    try:
        if path.suffix.lower() in _LINES:
            with path.open("rb") as file:
                yield from _json_lines(file, path)
        elif path.exists() and path.stat().st_size > MOST_BYTES:
            yield Unreadable(str(path), f"larger than {MOST_BYTES // 1024 // 1024} MB")
        else:
            yield from read_bytes(path.read_bytes(), path)
    except OSError as error:
        raise UsageError(f"The source {path} cannot be read ({error.strerror}).") from error


def read_bytes(data: bytes, path: Path) -> Read:
    """The signals of a file's content; what it is, is told by its name, and where that says nothing, by its start."""
    suffix = path.suffix.lower()
    start = decoded(data[:4000]).lstrip().lower()
    if suffix in _LINES:
        yield from _json_lines(data.splitlines(keepends=True), path)
    elif suffix == ".json":
        yield from _json(data, path)
    elif start.startswith("<!doctype netscape-bookmark") or (suffix in _PAGES and "<dt><a " in start):
        yield from signals_of_bookmarks(decoded(data), path.name)
    elif suffix in _FEEDS or start.startswith(("<?xml", "<rss", "<feed", "<opml")):
        yield from signals_of_xml(data, path.name)
    elif suffix in _PAGES:
        yield _page(decoded(data), path)
    elif suffix in _TEXTS:
        yield _fitting(_note(decoded(data), path), str(path))
    else:
        yield Unreadable(str(path), "a kind of file that holds no signals")


def typed_signals(data: bytes) -> Read:
    """What came on standard input: a feed, an export or JSON Lines as in a file, else what somebody copied."""
    start = decoded(data[:4000]).lstrip().lower()
    if start.startswith(("<?xml", "<rss", "<feed", "<opml", "<!doctype netscape-bookmark")):
        yield from read_bytes(data, Path("standard input"))
    elif start.startswith(("{", "[{")):
        yield from _json(data, Path("standard input"))
    elif start:
        yield _fitting(clipboard_signal(decoded(data)), "standard input")
    else:
        yield Unreadable("standard input", "empty")


def clipboard_signal(text: str) -> Signal:
    """What somebody copied: its first line is the title, a line that is a URL its origin."""
    lines = [line.strip() for line in text.strip().splitlines()]
    origin = next((line for line in lines if line.startswith(("http://", "https://")) and " " not in line), "")
    title = next((line for line in lines if line and line != origin), origin)
    return Signal(title.lstrip("# ")[:200] or "Untitled", text.strip(), origin, source="clipboard")


def decoded(data: bytes) -> str:
    """The text of a file whose encoding nobody tells: UTF-8, UTF-16 if it says so, else Western European."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Cut in the middle of a letter, or a broken letter in much good text: still UTF-8.
        if error.start > 0.9 * len(data) or data.count(b"\xc3") > 2:
            return data.decode("utf-8-sig", "replace")
        return data.decode("cp1252", "replace")


def _note(text: str, path: Path) -> Signal:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    front = frontmatter.read(plain)
    body = plain[front.end :]
    heading = next((line[2:].strip() for line in body.splitlines() if line.startswith("# ")), "")
    own = {key.lower(): str(value) for key, value in front.properties.items() if isinstance(value, str | int | float)}
    return Signal(
        title=front.title or heading or path.stem,
        text=body.strip(),
        origin=next((own[name] for name in ("url", "source", "link", "origin") if "://" in own.get(name, "")), ""),
        source=path.name,
        author=own.get("author", ""),
        published=own.get("published", own.get("date", "")),
        tags=front.tags,
    )


def _page(text: str, path: Path) -> Signal | Unreadable:
    title = _TITLE.search(text)
    canonical = _CANONICAL.search(text)
    href = _HREF.search(canonical[0]) if canonical else None
    named = " ".join(text_of_html(title[1]).split()) if title else ""
    signal = Signal(named or path.stem, text_of_html(text), href[1] if href else "", source=path.name)
    return _fitting(signal, str(path))


def _json_lines(lines: "BinaryIO | list[bytes]", path: Path) -> Read:
    for number, line in enumerate(_bounded(lines), start=1):
        row = line.strip().removeprefix(b"\xef\xbb\xbf")
        if row:
            yield (
                _from_line(row, f"{path}:{number}", path)
                if len(line) <= _MOST_LINE
                else Unreadable(f"{path}:{number}", "a line of more than 16 MB")
            )


def _bounded(lines: "BinaryIO | list[bytes]") -> Iterator[bytes]:
    """Lines; one that is too long comes cut, and the rest of it is passed over."""
    if isinstance(lines, list):
        yield from lines
        return
    while line := lines.readline(_MOST_LINE + 1):
        yield line
        while len(line) > _MOST_LINE and not line.endswith(b"\n"):
            line = lines.readline(_MOST_LINE + 1)


def _from_line(row: bytes, where: str, path: Path) -> Signal | Unreadable:
    try:
        value = orjson.loads(row)
    except orjson.JSONDecodeError:
        try:
            value = orjson.loads(decoded(row))
        except orjson.JSONDecodeError as error:
            return Unreadable(where, f"no JSON ({error})")
    return _from_json(value, where, path)


def _json(data: bytes, path: Path) -> Read:
    """A list of objects, a JSON Feed, one object, or, whatever the name says, JSON Lines."""
    try:
        values = orjson.loads(decoded(data))
    except orjson.JSONDecodeError as error:
        if decoded(data[:1000]).lstrip().startswith("{") and b"\n" in data.strip():
            yield from _json_lines(data.splitlines(keepends=True), path)
        else:
            yield Unreadable(str(path), f"no JSON ({error})")
        return
    if isinstance(values, dict):
        values = values["items"] if isinstance(values.get("items"), list) else [values]
    if not isinstance(values, list):
        yield Unreadable(str(path), "no list of JSON objects")
        return
    for number, value in enumerate(values, start=1):
        yield _from_json(value, f"{path}, item {number}", path)


def _from_json(value: Any, where: str, path: Path) -> Signal | Unreadable:  # noqa: ANN401  # a JSON tree
    if not isinstance(value, dict):
        return Unreadable(where, "no JSON object")
    found = {field: _first_text(value, names) for field, names in _NAMES.items()}
    text = text_of_html(found["text"])
    if not found["title"] and not text:
        return Unreadable(where, "neither a title nor a text")
    tags = value.get("tags") or value.get("categories") or value.get("keywords") or ()
    listed = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else ()
    signal = Signal(
        title=" ".join(text_of_html(found["title"]).split()) or text.split("\n")[0][:120],
        text=text,
        origin=found["origin"] if "://" in found["origin"] else "",
        source=found["source"] or path.name,
        author=found["author"],
        published=found["published"],
        tags=tuple(str(tag).strip().lstrip("#") for tag in listed if isinstance(tag, str | int) and str(tag).strip()),
    )
    return _fitting(signal, where)


def _fitting(signal: Signal, where: str) -> Signal | Unreadable:
    if len(signal.text) > MOST_CHARACTERS:
        return Unreadable(where, f"a text of more than {MOST_CHARACTERS:,} characters")
    return signal


def _first_text(value: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        item = value.get(name)
        if isinstance(item, list) and item:
            item = item[0]
        if isinstance(item, dict):
            item = item.get("name") or item.get("value")
        if isinstance(item, str | int | float) and not isinstance(item, bool) and str(item).strip():
            return str(item).strip()
    return ""
