"""Note text as an agent may see it. Note text is data: nothing in it can end the block that it stands in."""

import re
import unicodedata

from luneta.agents.block import CLOSING as CLOSING
from luneta.core.comments import strip_comments
from luneta.core.redact import redact

_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADING_OF_BLOCK = re.compile(r"^(?=#{1,3}[ \t])", re.MULTILINE)
_NOT_LINE_ENDS = re.compile(r"[^\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")


def safe_text(text: str, *, in_block: bool = True) -> str:
    """`text` without comments (Obsidian's and HTML's), secrets, control and invisible characters, and with nothing that
    could pass for the end of a block or (`in_block`) for its own headings. The line count stays."""
    open_text = strip_comments(text.replace("\r\n", "\n").replace("\r", "\n"))
    open_text = _HTML_COMMENT.sub(lambda comment: _NOT_LINE_ENDS.sub("", comment[0]), open_text)
    shown = safe_line(redact(open_text).text, keep="\n\t")
    return _HEADING_OF_BLOCK.sub("\\\\", shown) if in_block else shown


def safe_line(text: str, *, keep: str = "") -> str:
    """A title or a path, as `safe_text`, on one line: control characters become spaces, invisible ones go."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(_shown(char, keep) for char in text)
    return text.replace("<!--", "‹!--")


def _shown(char: str, keep: str) -> str:
    """Format characters include zero widths, marks of direction and the tags in which text can be hidden. Joiners stay
    where scripts need them; they say nothing by themselves."""
    if char in keep or char in "\u200c\u200d":
        return char
    kind = unicodedata.category(char)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    return "" if kind in ("Cf", "Cs", "Co", "Cn") or "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0000" else char


def squeezed(text: str) -> str:
    """Without blank lines at its ends, and never two in a row."""
    return _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")
