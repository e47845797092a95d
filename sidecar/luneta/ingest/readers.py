"""Files of signals: JSON Lines, Markdown and text, RSS and Atom, OPML, bookmarks exported by a browser.

Only local files are read. What a file holds that is no signal is told of, and the rest goes on.
"""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, ParseError

import orjson
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from luneta.core import frontmatter
from luneta.errors import UsageError
from luneta.ingest.signals import Signal, Unreadable
from luneta.ingest.webtext import text_of_html

#: Larger files are no source of signals.
MOST_BYTES = 200 * 1024 * 1024
_TEXTS = (".md", ".markdown", ".txt", ".text")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "name", "headline", "subject"),
    "text": ("text", "content", "body", "markdown", "summary", "description", "excerpt", "abstract"),
    "origin": ("url", "link", "origin", "href", "permalink", "id"),
    "author": ("author", "by", "creator", "byline"),
    "published": ("published", "date", "published_at", "created_at", "pubDate", "timestamp"),
    "source": ("source", "feed", "site", "publisher"),
}

Read = Iterator[Signal | Unreadable]


def read_source(path: Path) -> Read:
    """The signals of a file, or of every file below a folder, in the order of their names. Raises UsageError if there
    is no such file."""
    if path.is_dir():
        for below in sorted(path.rglob("*")):
            if below.is_file() and not any(part.startswith(".") for part in below.relative_to(path).parts):
                yield from read_source(below)
        return
    try:
        if path.stat().st_size > MOST_BYTES:
            yield Unreadable(str(path), f"larger than {MOST_BYTES // 1024 // 1024} MB")
            return
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"The source {path} cannot be read ({error.strerror}).") from error
    yield from read_bytes(data, path)


def read_bytes(data: bytes, path: Path) -> Read:
    """The signals of a file's content; what it is, is told by its name, and where that says nothing, by its start."""
    text = data.decode("utf-8-sig", "replace")
    suffix = path.suffix.lower()
    start = text[:2000].lstrip().lower()
    if suffix in (".jsonl", ".ndjson") or (suffix == ".json" and not start.startswith("[")):
        yield from _json_lines(text, path)
    elif suffix == ".json":
        yield from _json_list(text, path)
    elif start.startswith("<!doctype netscape-bookmark") or (suffix in (".html", ".htm") and "<dt><a" in start):
        yield from _bookmarks(text, path)
    elif suffix in (".xml", ".rss", ".atom", ".opml") or start.startswith(("<?xml", "<rss", "<feed", "<opml")):
        yield from _xml(data, path)
    elif suffix in (".html", ".htm"):
        yield Signal(title=path.stem, text=text_of_html(text), source=path.name)
    elif suffix in _TEXTS:
        yield _note(text, path)
    else:
        yield Unreadable(str(path), "a kind of file that holds no signals")


def clipboard_signal(text: str) -> Signal:
    """What somebody copied: its first line is the title, a line that is a URL its origin."""
    lines = [line.strip() for line in text.strip().splitlines()]
    origin = next((line for line in lines if line.startswith(("http://", "https://")) and " " not in line), "")
    title = next((line for line in lines if line and line != origin), origin)
    return Signal(title.lstrip("# ")[:200], text.strip(), origin, source="clipboard")


def _note(text: str, path: Path) -> Signal:
    plain = text.replace("\r\n", "\n")
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
        published=own.get("date", own.get("published", "")),
        tags=front.tags,
    )


def _json_lines(text: str, path: Path) -> Read:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            yield Unreadable(where, f"no JSON ({error})")
            continue
        yield _from_json(value, where, path)


def _json_list(text: str, path: Path) -> Read:
    try:
        values = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        yield Unreadable(str(path), f"no JSON ({error})")
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
    return Signal(
        title=found["title"] or text.split("\n")[0][:120],
        text=text,
        origin=found["origin"] if "://" in found["origin"] else "",
        source=found["source"] or path.name,
        author=found["author"],
        published=found["published"],
        tags=tuple(str(tag).strip().lstrip("#") for tag in listed if isinstance(tag, str | int) and str(tag).strip()),
        extra={str(key): str(item) for key, item in value.items() if isinstance(item, str | int | float)},
    )


def _first_text(value: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        item = value.get(name)
        if isinstance(item, dict):
            item = item.get("name") or item.get("value")
        if isinstance(item, str | int | float) and not isinstance(item, bool) and str(item).strip():
            return str(item).strip()
    return ""


def _xml(data: bytes, path: Path) -> Read:
    try:
        root = fromstring(data, forbid_dtd=False)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        yield Unreadable(str(path), f"XML that cannot be read ({error})")
        return
    kind = _tag(root)
    if kind == "opml":
        yield from _opml(root, path)
    elif kind in ("rss", "rdf", "feed"):
        yield from _feed(root, path)
    else:
        yield Unreadable(str(path), f"neither a feed nor OPML (its root is <{kind}>)")


def _feed(root: Element, path: Path) -> Read:
    channel = next((child for child in root.iter() if _tag(child) in ("channel", "feed")), root)
    source = _child_text(channel, "title") or path.name
    for item in root.iter():
        if _tag(item) not in ("item", "entry"):
            continue
        text = _child_text(item, "encoded") or _child_text(item, "content") or _child_text(item, "description")
        yield Signal(
            title=text_of_html(_child_text(item, "title")) or "Untitled",
            text=text_of_html(text or _child_text(item, "summary")),
            origin=_link(item),
            source=source,
            author=_child_text(item, "creator") or _child_text(item, "author"),
            published=_child_text(item, "published") or _child_text(item, "pubdate") or _child_text(item, "updated"),
            tags=tuple(filter(None, ((c.get("term") or c.text or "").strip() for c in item if _tag(c) == "category"))),
        )


def _opml(root: Element, path: Path) -> Read:
    title = next((child.text or "" for child in root.iter() if _tag(child) == "title"), path.name)
    for outline in root.iter():
        address = outline.get("htmlUrl") or outline.get("xmlUrl") or outline.get("url")
        if _tag(outline) == "outline" and address:
            named = outline.get("title") or outline.get("text") or address
            yield Signal(named, outline.get("description") or "", address, source=title)


def _tag(element: Element) -> str:
    """The name of an element without its namespace, in small letters."""
    return str(element.tag).rpartition("}")[2].lower()


def _child_text(element: Element, name: str) -> str:
    for child in element:
        if _tag(child) == name:
            if len(child):  # XHTML inside, or a person with a name
                named = _child_text(child, "name")
                return named or " ".join(" ".join(child.itertext()).split())
            return (child.text or "").strip()
    return ""


def _link(item: Element) -> str:
    for child in item:
        if _tag(child) == "link" and child.get("rel", "alternate") == "alternate":
            return (child.get("href") or child.text or "").strip()
    guid = _child_text(item, "guid") or _child_text(item, "id")
    return guid if urlsplit(guid).scheme in ("http", "https") else ""


def _bookmarks(text: str, path: Path) -> Read:
    reader = _Bookmarks(path.name)
    reader.feed(text)
    reader.close()
    yield from reader.signals


class _Bookmarks(HTMLParser):
    """Netscape's format, which every browser exports: folders as <H3>, bookmarks as <A>, remarks as <DD>."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.signals: list[Signal] = []
        self._source = source
        self._folders: list[str] = []
        self._in = ""
        self._words: list[str] = []
        self._attributes: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end()
        if tag in ("a", "h3", "dd"):
            self._in, self._words = tag, []
            self._attributes = {key: value or "" for key, value in attrs}

    def handle_endtag(self, tag: str) -> None:
        self._end()
        if tag == "dl" and self._folders:
            self._folders.pop()

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    def close(self) -> None:
        super().close()
        self._end()

    def _end(self) -> None:
        """What was begun is complete: the next tag, whichever, ends it (a <DD> is never closed)."""
        said, ended = " ".join("".join(self._words).split()), self._in
        self._in = ""
        if ended == "h3":
            self._folders.append(said)
        elif ended == "a" and self._attributes.get("href", "").startswith(("http://", "https://")):
            tags = [tag.strip() for tag in self._attributes.get("tags", "").split(",") if tag.strip()]
            self.signals.append(
                Signal(
                    said or self._attributes["href"],
                    "",
                    self._attributes["href"],
                    self._source,
                    published=self._attributes.get("add_date", ""),
                    tags=(*tags, *self._folders[-1:]),
                )
            )
        elif ended == "dd" and said and self.signals:
            last = self.signals[-1]
            self.signals[-1] = Signal(
                last.title, said, last.origin, last.source, published=last.published, tags=last.tags
            )
