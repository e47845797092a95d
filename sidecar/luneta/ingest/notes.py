"""Decision -> the note that is written: its name and its text. Pure; nothing here touches a disk."""

import re
import sys
import unicodedata
from datetime import date

import yaml

from luneta.core.redact import redact
from luneta.ingest.profile import DIMENSIONS
from luneta.ingest.routing import Decision

#: What some system forbids in a file's name, or Obsidian in a link.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|#^\[\]]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|\Z)", re.IGNORECASE)
#: Bytes of a file's name without its extension: the least that any system allows, with room for a number.
_MOST_BYTES = 180
_MOST_TAGS = 30
#: Code that plugins of Obsidian run when a note is shown or made: what came from outside must not be run.
_RUN_FENCE = re.compile(
    r"^([ \t>]*(?:`{3,}|~{3,})[ \t]*)(?=(?:dataviewjs|dataview|js-engine|datacorejs\w*|meta-bind\S*|button|run-\w+)\b)",
    re.MULTILINE | re.IGNORECASE,
)
_RUN_INLINE = re.compile(r"`(?=\$=)")


def note_name(title: str) -> str:
    """A file name, without extension, that every system and Obsidian's links can bear."""
    plain = _FORBIDDEN.sub(" ", unicodedata.normalize("NFC", redact(title).text))
    shown = "".join(" " if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") else letter for letter in plain)
    clean = " ".join(shown.split()).strip(". ~-")
    while len(clean.encode()) > _MOST_BYTES:
        clean = clean[:-1].rstrip(". ")
    return f"{clean} note" if _RESERVED.match(clean) else clean or "Untitled"


def note_text(decision: Decision, day: date) -> str:
    """The whole note: properties, title, content, and a link to the note that is like it. Secrets are replaced, and
    what plugins would run is text."""
    signal, scored = decision.signal, decision.score
    properties: dict[str, object] = {"title": " ".join(signal.title.split())}
    named = {"source": signal.origin, "from": signal.source, "author": signal.author, "published": signal.published}
    properties |= {name: " ".join(value.split()) for name, value in named.items() if value.strip()}
    tags = sorted({_tag(redact(tag).text) for tag in signal.tags} - {""})[:_MOST_TAGS]
    properties |= {"tags": tags} if tags else {}
    clean = {name: redact(value).text if isinstance(value, str) else value for name, value in properties.items()}
    clean |= {"date": day, "score": scored.total}
    clean |= {f"score_{name}": scored.dimensions[name] for name in DIMENSIONS}
    front = yaml.safe_dump(clean, allow_unicode=True, sort_keys=False, width=sys.maxsize)
    body = signal.text.strip()
    heading = "" if body.startswith("# ") else f"# {clean['title']}\n\n"
    linked = f"\n\nSee also: {wiki_link(decision.like)}" if decision.like else ""
    content = redact(f"{heading}{inert(body)}{linked}".rstrip()).text
    return f"---\n{front}---\n\n{content}\n"


def inert(text: str) -> str:
    """The text with the code that plugins of Obsidian would run (Dataview, Templater ...) made plain text."""
    text = _RUN_FENCE.sub(r"\1text ", text)
    return _RUN_INLINE.sub("` ", text).replace("<%", "< %")


def _tag(tag: str) -> str:
    """A tag as Obsidian takes it: no blanks, not only digits."""
    plain = re.sub(r"[^\w/-]+", "-", unicodedata.normalize("NFC", tag).strip().lstrip("#")).strip("-/")
    return plain if re.search(r"[^\W\d]", plain) else ""


def wiki_link(path: str) -> str:
    """A link to a note of the vault."""
    return f"[[{path.removesuffix('.md')}]]"
