"""Links and inline tags of a Markdown body.

Both are read from the source bytes and checked against the spans of code and HTML that the Markdown parser found:
Obsidian's `[[a|b]]` and `#tag` are no Markdown, and its rules for them are simple.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from urllib.parse import unquote

from luneta.core.types import Json, Link

_WIKI = re.compile(rb"(!?)\[\[([^\[\]\n]++)\]\]")
_WIKI_IN_TEXT = re.compile(r"(!?)\[\[([^\[\]\n]++)\]\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_MARKDOWN_SUFFIX = re.compile(r"\.md\Z", re.IGNORECASE)

#: What a tag cannot hold: white space and the punctuation that Obsidian excludes (`_`, `-` and `/` are allowed).
_TAG_BYTES = re.compile(rb"#(?<![^\s({*~>|,\x80-\xff]#)([^\s\x00-\x20!\"#$%&'()*+,.:;<=>?@\[\\\]^`{|}~]++)")
_TAG_END = re.compile(
    "[\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u3003\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\\s]"
)
_ONLY_DIGITS = re.compile(r"[\d/_-]*\Z")
_REFERENCE = re.compile(rb"[ \t]*\[[^\]\n]*\]:[ \t]*\Z")


class Spans:
    """Disjoint byte spans, added in ascending order; nested ones are ignored."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        if not self._ends or start >= self._ends[-1]:
            self._starts.append(start)
            self._ends.append(end)

    def __contains__(self, offset: int) -> bool:
        index = bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self._ends[index]


def wiki_links(body: bytes, opaque: Spans) -> Iterator[Link]:
    """The `[[...]]` and `![[...]]` of `body` outside `opaque`, in order. Links within the same note are left out."""
    for match in _WIKI.finditer(body):
        if match.start() not in opaque and not _is_escaped(body, match.end(1)):
            link = _wiki_link(match[2].decode(), bool(match[1]))
            if link is not None:
                yield link


def _is_escaped(body: bytes, start: int) -> bool:
    """Whether a backslash takes the character at `start` for itself; two backslashes are one that is written."""
    before = start
    while before and body[before - 1] == 0x5C:
        before -= 1
    return bool((start - before) % 2)


def property_links(value: Json) -> Iterator[Link]:
    """The wiki-links written in the texts of a property."""
    pending: list[Json] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            for match in _WIKI_IN_TEXT.finditer(item):
                link = _wiki_link(match[2], bool(match[1]))
                if link is not None:
                    yield link
        elif isinstance(item, list):
            pending.extend(reversed(item))
        elif isinstance(item, dict):
            pending.extend(reversed(list(item.values())))


def _wiki_link(inner: str, embed: bool) -> Link | None:
    destination, bar, text = inner.partition("|")
    if bar and destination.endswith("\\"):  # in a table the bar is escaped
        destination = destination[:-1]
    target, sharp, subpath = destination.partition("#")
    return _link(target, sharp + subpath, text.strip(), embed)


def markdown_link(destination: str, text: str, embed: bool) -> Link | None:
    """The link `[text](destination)`, percent-decoded; None if it leads out of the vault or to the same note."""
    if _SCHEME.match(destination):
        return None
    target, sharp, subpath = destination.partition("#")  # before it is decoded: %23 is a letter of a name
    return _link(unquote(target), sharp + unquote(subpath), text, embed)


def _link(target: str, subpath: str, text: str, embed: bool) -> Link | None:
    target = _MARKDOWN_SUFFIX.sub("", target.strip())
    if not target:
        return None
    if not target.isascii():
        target = unicodedata.normalize("NFC", target)
    return Link(target, text, subpath.strip(), embed)


def inline_tags(body: bytes, opaque: Spans, links: Spans) -> Iterator[str]:
    """The `#tags` of `body`, without `#`, in order: not in code, HTML, links, words or URLs, and no numbers."""
    for match in _TAG_BYTES.finditer(body):
        start = match.start()
        if start in opaque or start in links or _glued(body, start):
            continue
        tag = match[1].decode()
        if not tag.isascii():
            end = _TAG_END.search(tag)
            tag = tag[: end.start()] if end else tag
        tag = tag.strip("/")
        if tag and not _ONLY_DIGITS.match(tag):
            yield tag


def _glued(body: bytes, start: int) -> bool:
    """Whether the `#` at `start` hangs on a letter or digit before it, or is a link definition's fragment."""
    if start == 0:
        return False
    if body[start - 1] >= 0x80:
        return body[max(0, start - 4) : start].decode(errors="ignore")[-1:].isalnum()
    line = body.rfind(b"\n", max(0, start - 200), start) + 1
    return body[line : line + 5].lstrip()[:1] == b"[" and _REFERENCE.match(body, line, start) is not None


#: Headings of sections that are links, not text, without accents, in English and Portuguese.
_LINK_SECTION_NAMES = frozenset(
    {
        "related", "related notes", "related pages", "related articles", "related links", "see also", "links",
        "link", "external links", "useful links", "backlinks", "references",
        "relacionado", "relacionados", "relacionada", "relacionadas", "notas relacionadas", "paginas relacionadas",
        "artigos relacionados", "links relacionados", "ver tambem", "veja tambem", "vide tambem", "links externos",
        "links uteis", "ligacoes", "ligacoes externas", "referencias", "hiperligacoes", "hiperligacoes externas",
    }
)  # fmt: skip
_NOT_NAME = re.compile(r"[\W_]+")
_HAS_LINK = re.compile(r"\[\[|\]\(|https?://|<a\s|\]\[|\]:", re.IGNORECASE)
#: A line with a link is prose nonetheless if it is longer than this, and one without is a label if it is no longer
#: than that (characters).
_MAX_LINK_LINE = 300
_MAX_LABEL = 60
#: A line of so many words that ends as sentences do is something that was written, and not the name of a link.
_SENTENCE_WORDS = 4
_SENTENCE_ENDS = (".", "!", "?", "…")
_WIDE_ENDS = ("。", "！", "？")


def is_link_section_name(name: str) -> bool:
    """Whether a heading names a section of links, whatever its case, accents, colon and emoji."""
    if len(name) > _MAX_LABEL:
        return False
    if not name.isascii():
        name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return _NOT_NAME.sub(" ", name).strip().lower() in _LINK_SECTION_NAMES


def is_mostly_links(text: str) -> bool:
    """Whether such text may be left out: more than half of the lines that are not blank are links or short labels, and
    none is a sentence without a link."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    linked = [_HAS_LINK.search(line) is not None for line in lines]
    links = sum(len(line) <= (_MAX_LINK_LINE if has else _MAX_LABEL) for line, has in zip(lines, linked, strict=True))
    if 2 * links <= len(lines):
        return False
    return not any(not has and _is_sentence(line) for line, has in zip(lines, linked, strict=True))


def _is_sentence(line: str) -> bool:
    """Whether a line of a paragraph, not of a list, ends as a sentence does."""
    if not line.lstrip("*_\"'“‘«(¿¡")[:1].isalpha():
        return False
    end = line.rstrip("*_\"'”’»)")
    return end.endswith(_WIDE_ENDS) or (end.endswith(_SENTENCE_ENDS) and len(line.split()) >= _SENTENCE_WORDS)
