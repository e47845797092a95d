"""Bookmarks as every browser exports them (Netscape's format): folders are <H3>, bookmarks <A>, remarks <DD>."""

from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

from luneta.ingest.signals import Signal


def signals_of_bookmarks(text: str, name: str) -> list[Signal]:
    """The web links of an export, in order. Their folder is a tag, a remark their text; closing tags may be missing."""
    reader = _Reader(name)
    reader.feed(text)
    reader.close()
    return reader.signals


class _Reader(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.signals: list[Signal] = []
        self._source = source
        self._named = ""
        self._folders: list[str] = []
        self._in = ""
        self._words: list[str] = []
        self._attributes: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("b", "i", "em", "strong", "span", "br"):  # within a title
            return
        self._end()
        if tag in ("a", "h3", "dd"):
            self._in, self._words = tag, []
            self._attributes = {key: value or "" for key, value in attrs}
        elif tag == "dl":
            self._folders.append(self._named)
            self._named = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("a", "h3", "dd", "dl", "dt"):
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
        self._in, self._words = "", []
        if ended == "h3":
            self._named = said
        elif ended == "a" and self._attributes.get("href", "").startswith(("http://", "https://")):
            own = [tag.strip() for tag in self._attributes.get("tags", "").split(",")]
            folder = self._folders[-1] if self._folders else ""
            self.signals.append(
                Signal(
                    said or self._attributes["href"],
                    "",
                    self._attributes["href"],
                    self._source,
                    published=_day(self._attributes.get("add_date", "")),
                    tags=tuple(filter(None, (*own, folder))),
                )
            )
        elif ended == "dd" and said and self.signals:
            self.signals[-1] = replace(self.signals[-1], text=said)


def _day(stamp: str) -> str:
    """Seconds since 1970 (some browsers write milli- or microseconds) -> a day."""
    if not stamp.isdecimal() or len(stamp) > 17:
        return ""
    seconds = int(stamp[:10]) if len(stamp) > 10 else int(stamp)
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
