"""The part of a passage that a prompt is about."""

import re
from collections.abc import Mapping

from luneta.core.fold import fold
from luneta.core.relevance import stem

#: A line, or a sentence with the space behind it.
_UNIT = re.compile(r"[^\n]+?(?:[.!?…]+[\"')\]]*[ \t]+|\n+|\Z)|\n+")
_TERM = re.compile(r"[^\W_]+")


def focused(text: str, weights: Mapping[str, float], most: int) -> str:
    """At most `most` characters of `text`: whole sentences or lines in a row that have most of the weighed words, the
    first such. An ellipsis stands where the text goes on. A sentence that is too long by itself ends at a word."""
    if len(text) <= most:
        return text
    room = most - 4
    spans = [match.span() for match in _UNIT.finditer(text)]
    by_stem = {stem(word): weight for word, weight in weights.items()}
    words = [{stem(word) for word in _TERM.findall(fold(text[a:b]))} & by_stem.keys() for a, b in spans]
    best, chosen = -1.0, spans[0]
    for first, (start, end) in enumerate(spans):
        seen: set[str] = set()
        for last in range(first, len(spans)):
            if last > first and spans[last][1] - start > room:
                break
            end = spans[last][1]
            seen |= words[last]
        value = sum(by_stem[word] for word in sorted(seen))
        if value > best + 1e-9:
            best, chosen = value, (start, end)
    start, end = chosen
    if end - start > room:
        cut = text.rfind(" ", start + room // 2, start + room)
        end = cut if cut > 0 else start + room
    before, after = ("… " if text[:start].strip() else ""), (" …" if text[end:].strip() else "")
    return f"{before}{text[start:end].strip()}{after}"
