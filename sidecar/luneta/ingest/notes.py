"""Decision -> the note that is written: its name and its text. Pure; nothing here touches a disk."""

import re
import unicodedata
from collections.abc import Iterable

import yaml

from luneta.core.redact import redact
from luneta.ingest.profile import DIMENSIONS
from luneta.ingest.routing import Decision

#: What some system forbids in a file's name, or Obsidian in a link.
_FORBIDDEN = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
#: Bytes of a file's name without its extension: the least that any system allows, with room for a number.
_MOST_BYTES = 180


def note_name(title: str) -> str:
    """A file name, without extension, that every system and Obsidian's links can bear."""
    clean = " ".join(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", redact(title).text)).split()).strip(". ")
    while len(clean.encode()) > _MOST_BYTES:
        clean = clean[:-1].rstrip(". ")
    return f"{clean} note" if _RESERVED.match(clean) else clean or "Untitled"


def note_text(decision: Decision, day: str) -> str:
    """The whole note: properties, title, content, and a link to the note that is like it. Secrets are replaced."""
    signal, scored = decision.signal, decision.score
    properties: dict[str, object] = {"title": signal.title.strip()}
    properties |= {"source": signal.origin} if signal.origin else {}
    properties |= {"from": signal.source} if signal.source else {}
    properties |= {"author": signal.author} if signal.author else {}
    properties |= {"published": signal.published} if signal.published else {}
    properties |= {"tags": sorted({_tag(tag) for tag in signal.tags} - {""})} if signal.tags else {}
    properties |= {"date": day, "score": scored.total}
    properties |= {f"score_{name}": scored.dimensions[name] for name in DIMENSIONS}
    front = yaml.safe_dump(properties, allow_unicode=True, sort_keys=False, width=10_000)
    body = signal.text.strip()
    heading = "" if body.startswith("# ") else f"# {' '.join(signal.title.split())}\n\n"
    linked = f"\n\nSee also: {wiki_link(decision.like)}" if decision.like else ""
    return redact(f"---\n{front}---\n\n{heading}{body}{linked}".rstrip() + "\n").text


def _tag(tag: str) -> str:
    return re.sub(r"[^\w/-]+", "-", tag.strip().lstrip("#")).strip("-/")


def wiki_link(path: str) -> str:
    """A link to a note of the vault."""
    return f"[[{path.removesuffix('.md')}]]"


def review_entry(decision: Decision, key: str) -> str:
    """A task in the review note: checked, it is filed; removed, it is forgotten. `key` finds the signal again."""
    signal, scored = decision.signal, decision.score
    title = " ".join(redact(signal.title).text.split()).replace("[", "(").replace("]", ")")
    named = f"[{title}]({signal.origin})" if signal.origin and " " not in signal.origin else title
    parts = ", ".join(f"{name} {scored.dimensions[name]:.2f}" for name in DIMENSIONS)
    where = f" to {decision.folder}" if decision.folder else ""
    return redact(f"- [ ] {named}{where} ({scored.total:.2f}: {parts}) ^{key}").text


def checked_keys(review: str) -> tuple[list[str], list[str]]:
    """The keys of the checked entries of a review note, and of the others."""
    entries = re.findall(r"^[ \t]*[-*+] \[(.)\] .*\^([0-9a-f]{12})[ \t]*$", review, re.MULTILINE)
    return [key for mark, key in entries if mark in "xX"], [key for mark, key in entries if mark not in "xX"]


def without_entries(review: str, keys: Iterable[str]) -> str:
    """The review note without the entries of these keys."""
    gone = set(keys)
    lines = review.split("\n")
    return "\n".join(line for line in lines if line.rstrip()[-12:] not in gone or not line.rstrip()[:-12].endswith("^"))
