"""RSS, Atom and OPML: XML -> signals. Entities that a document defines itself are refused, so none can blow up."""

import html
import re
from collections.abc import Iterator
from html.entities import name2codepoint
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from luneta.ingest.signals import Signal, Unreadable
from luneta.ingest.webtext import text_of_html

#: A parsed document takes ten times its size in memory.
MOST_BYTES = 64 * 1024 * 1024

_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_OF_XML = (b"amp", b"lt", b"gt", b"quot", b"apos")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BARE_AMPERSAND = re.compile(rb"&(?!#?\w+;)")


def signals_of_xml(data: bytes, name: str) -> Iterator[Signal | Unreadable]:
    """The items of a feed, or the outlines of an OPML file. `name` is what the source is called if it does not say."""
    if len(data) > MOST_BYTES:
        yield Unreadable(name, f"XML larger than {MOST_BYTES // 1024 // 1024} MB")
        return
    try:
        root = _parsed(data)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError) as error:
        yield Unreadable(name, f"XML that cannot be read ({str(error) or type(error).__name__})")
        return
    kind = _local(root)
    if kind == "opml":
        yield from _outlines(root, name)
    elif kind in ("rss", "rdf", "feed"):
        yield from _items(root, name)
    else:
        yield Unreadable(name, f"XML of a kind that holds no signals ({kind})")


def _parsed(data: bytes) -> Element:
    """The tree. What real feeds get wrong is mended: blanks before the declaration, entities of HTML, control
    characters, a bare ampersand."""
    data = data.lstrip() if not data.startswith((b"\xff\xfe", b"\xfe\xff")) else data
    try:
        return fromstring(data, forbid_dtd=False)
    except ParseError:
        mended = _BARE_AMPERSAND.sub(b"&amp;", _CONTROLS.sub(b" ", _ENTITY.sub(_number, data)))
        if mended == data:
            raise
        return fromstring(mended, forbid_dtd=False)


def _number(entity: "re.Match[bytes]") -> bytes:
    code = name2codepoint.get(entity[1].decode())
    return entity[0] if entity[1] in _OF_XML or code is None else b"&#%d;" % code


def _items(root: Element, name: str) -> Iterator[Signal]:
    channel = next((child for child in root if _local(child) == "channel"), root)
    source = _said(channel, "title") or name
    for item in root.iter():
        if _local(item) not in ("item", "entry"):
            continue
        text = next(filter(None, (_said(item, kind) for kind in ("encoded", "content", "description", "summary"))), "")
        if not text:  # YouTube keeps it in a group
            text = next(filter(None, (_inner(below) for below in item.iter() if _local(below) == "description")), "")
        content = text_of_html(text)
        yield Signal(
            title=" ".join(text_of_html(_said(item, "title")).split()) or _first_words(content),
            text=content,
            origin=_link(item),
            source=" ".join(text_of_html(source).split()),
            author=_said(item, "creator") or _said(item, "author"),
            published=_said(item, "published")
            or _said(item, "pubdate")
            or _said(item, "date")
            or _said(item, "updated"),
            tags=tuple(filter(None, (_category(child) for child in item if _local(child) == "category"))),
        )


def _first_words(content: str) -> str:
    """A post without a title, as on Mastodon, is called by its beginning."""
    words = " ".join(content.split())
    return (words[:80].rpartition(" ")[0] + "…" if len(words) > 80 else words) or "Untitled"


def _category(element: Element) -> str:
    return " ".join((element.get("term") or element.get("text") or element.text or "").split())


def _outlines(root: Element, name: str) -> Iterator[Signal]:
    source = (
        next((" ".join((child.text or "").split()) for child in root.iter() if _local(child) == "title"), "") or name
    )
    waiting: list[tuple[Element, tuple[str, ...]]] = [(root, ())]
    while waiting:
        outline, folders = waiting.pop()
        inner = folders
        if _local(outline) == "outline":
            address = outline.get("htmlUrl") or outline.get("url") or outline.get("xmlUrl") or ""
            named = html.unescape(outline.get("title") or outline.get("text") or "")
            if address:
                said = text_of_html(outline.get("description") or "")
                yield Signal(named or address, said, address, source, tags=folders[-1:])
            elif named:
                inner = (*folders, named)
        waiting.extend((child, inner) for child in reversed(outline))


def _local(element: Element) -> str:
    """The name of an element without its namespace, in small letters."""
    return str(element.tag).rpartition("}")[2].lower()


def _said(item: Element, name: str) -> str:
    """What the first child of this name that says anything says: text, or HTML."""
    return next((said for child in item if _local(child) == name and (said := _inner(child))), "")


def _inner(element: Element) -> str:
    """The text of an element; of a person the name; of XHTML the markup without namespaces."""
    if not len(element):
        text = (element.text or "").strip()
        return html.escape(text, quote=False) if element.get("type") == "text" else text
    named = next((child.text for child in element if _local(child) == "name"), None)
    return named.strip() if named else "".join(_markup(element)).strip()


def _markup(element: Element) -> Iterator[str]:
    yield html.escape(element.text or "", quote=False)
    for child in element:
        tag = _local(child)
        yield f"<{tag}>"
        yield from _markup(child)
        yield f"</{tag}>{html.escape(child.tail or '', quote=False)}"


def _link(item: Element) -> str:
    for child in item:
        if _local(child) == "link" and child.get("rel", "alternate") == "alternate":
            address = (child.get("href") or child.text or "").strip()
            if address:
                return address
    guid = _said(item, "guid") or _said(item, "id")
    return guid if guid.startswith(("http://", "https://")) else ""
