"""What arrives from outside, before anybody has judged it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that may deserve a note.

    `text` is what it says, as Markdown or plain text, without markup of the web; it may be empty. `source` is where it
    was read from (a file, a feed's title), `origin` where it lives (a URL), `published` a date as written. `tags` and
    `extra` are metadata: they say what it is about, never how deep it goes.
    """

    title: str
    text: str = ""
    origin: str = ""
    source: str = ""
    author: str = ""
    published: str = ""
    tags: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of a source that gave no signal, and why."""

    where: str
    reason: str
