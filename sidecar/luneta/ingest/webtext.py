"""HTML -> plain text with the marks of Markdown that matter for reading: headings, lists, code, paragraphs, links."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    {"p", "div", "section", "article", "table", "tr", "ul", "ol", "blockquote", "figure", "header", "br"}
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
#: What stands in these is no text of the page.
_SILENT = frozenset({"script", "style", "noscript", "template", "svg", "head"})
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_SPACES = re.compile(r"[ \t\r\f\v\u00a0]+")


def text_of_html(html: str) -> str:
    """The text of an HTML fragment or page; a text without markup comes back as it is."""
    if "<" not in html and "&" not in html:
        return html
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return _BLANK_LINES.sub("\n\n", "".join(reader.pieces)).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = 0
        self._verbatim = 0
        self._lists: list[int | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag in _HEADINGS:
            self.pieces.append(f"\n\n{_HEADINGS[tag]}")
        elif tag == "pre":
            self._verbatim += 1
            self.pieces.append("\n\n```\n")
        elif tag == "code" and not self._verbatim:
            self.pieces.append("`")
        elif tag == "li":
            self.pieces.append(f"\n{self._bullet()} ")
        elif tag in _BLOCKS:
            self.pieces.append("\n" if tag == "br" else "\n\n")
            if tag in ("ul", "ol"):
                self._lists.append(0 if tag == "ol" else None)
        elif tag in ("td", "th"):
            self.pieces.append(" ")

    def _bullet(self) -> str:
        number = self._lists[-1] if self._lists else None
        if number is None:
            return "-"
        self._lists[-1] = number + 1
        return f"{number + 1}."

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(self._silent - 1, 0)
        elif tag == "pre" and self._verbatim:
            self._verbatim -= 1
            self.pieces.append("\n```\n\n")
        elif tag == "code" and not self._verbatim:
            self.pieces.append("`")
        elif tag in _HEADINGS or tag in _BLOCKS:
            self.pieces.append("\n\n")
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data if self._verbatim else _SPACES.sub(" ", data.replace("\n", " ")))
