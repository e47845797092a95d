"""What arrives from outside, before anybody has judged it."""

import hashlib
from dataclasses import dataclass

from luneta.core.redact import redact


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that may deserve a note.

    `text` is what it says, as Markdown or plain text, without markup of the web; it may be empty. `source` is where it
    was read from (a file, a feed's title), `origin` where it lives (a URL), `published` a date as written. `tags` are
    metadata: they say what it is about, never how deep it goes.
    """

    title: str
    text: str = ""
    origin: str = ""
    source: str = ""
    author: str = ""
    published: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of a source that gave no signal, and why."""

    where: str
    reason: str


def without_secrets(signal: Signal) -> Signal:
    """The signal with every credential replaced, before anything of it is shown, compared or written."""
    texts = (signal.title, signal.text, signal.origin, signal.source, signal.author, signal.published)
    title, text, origin, source, author, published = (redact(text).text if text else "" for text in texts)
    return Signal(title, text, origin, source, author, published, tuple(redact(tag).text for tag in signal.tags))


def key_of(signal: Signal) -> str:
    """Twelve hexadecimal digits by which a signal is known again: of its title, origin and text."""
    said = "\0".join((signal.title, signal.origin, signal.text))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12]
