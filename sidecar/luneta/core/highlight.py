"""Where a query stands in a text: exact spans of the source, found without regard to case and accents.

Words match whole words, split as the tokenizer splits them; a word with signs inside matches across any signs between
its parts and is one span; a phrase runs across line ends. Other forms of a word (of the same stem, in the language of
the text) match too, and so do the words that a mistyped one is meant for. A script written without spaces matches
anywhere, whole or by pairs. Nothing inside a redaction marker matches.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from luneta.core.analyze import is_spaceless, query_terms, script_runs
from luneta.core.fold import fold, fold_with_offsets, source_span
from luneta.core.grammar import searched_words
from luneta.core.stems import StemSearch, stems_of
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.types import Query

#: What the credential filter leaves in place of a secret.
REDACTION = re.compile(r"\[REDACTED:[^\]\s]{1,80}\]")
#: How many signs may stand between the parts of a word or phrase (markup, a line end, indentation).
MAX_GAP = 40


#: A match: where it starts and ends in the source, and the number of the query's term.
Span = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Term:
    """One thing to find, folded: parts with signs between them, or (`anywhere`) one run of characters. `lead` and
    `trail` are the signs typed around it, as in `_x` and `C++`. `number` is shared by alternatives."""

    number: int
    parts: tuple[str, ...]
    lead: str = ""
    trail: str = ""
    anywhere: bool = False


class Highlighter:
    """Finds one query in many texts. Build it once for each query.

    `weights[n]` is what finding term n is worth: its length, longer words being rarer.
    """

    def __init__(self, query: Query, meant: Mapping[str, Iterable[str]] | None = None) -> None:
        """`meant`: for words of the query (folded) that no note has, the words that were looked for in their place."""
        self._terms: list[_Term] = []
        self.weights: list[int] = []
        inflected: list[tuple[str, int]] = []
        for typed in dict.fromkeys(searched_words(query)):
            number = len(self.weights)
            self._add(typed)
            if typed in query.words:
                forms = [typed.lower(), *(meant or {}).get(fold(typed), ())]
                inflected += [(form, number) for form in forms]
                for form in (*forms[1:], *stems_of(typed)):
                    if form not in FUNCTION_WORDS:
                        self._terms.extend(_parted(number, form))
        self._stems = StemSearch(inflected)

    def spans(self, text: str) -> list[Span]:
        """Every match in `text`, in order; matches of different terms may overlap."""
        folded, offsets = fold_with_offsets(text)
        markers = [marker.span() for marker in REDACTION.finditer(text)] if "[REDACTED:" in text else []
        found: set[Span] = set(self._stems.places(text, folded, offsets))
        even = isinstance(offsets, range)  # most texts fold letter by letter
        for term in self._terms:
            for first, last in _occurrences(folded, term):
                start, end = (first, last) if even else source_span(offsets, first, last)
                found.add((start, end, term.number))
        if markers:
            found = {span for span in found if not any(span[0] < stop and span[1] > begin for begin, stop in markers)}
        return sorted(found)

    def _add(self, typed: str) -> None:
        number = self._number(typed)
        if not is_spaceless(typed):
            for form in dict.fromkeys([typed, *(other.terms for other in query_terms(typed))]):
                self._terms.extend(_parted(number, fold(form)))
            return
        for run, spaceless in ((run, spaceless) for word in typed.split() for run, spaceless in script_runs(word)):
            if not spaceless:
                self._terms.extend(_parted(self._number(run), fold(run)))
                continue
            self._terms.append(_Term(number, (fold(run),), anywhere=True))
            if len(run) > 2:
                pairs = dict.fromkeys(run[index : index + 2] for index in range(len(run) - 1))
                self._terms.extend(_Term(self._number(pair), (fold(pair),), anywhere=True) for pair in pairs)

    def _number(self, typed: str) -> int:
        self.weights.append(len(typed))
        return len(self.weights) - 1


def _parted(number: int, folded: str) -> Iterator[_Term]:
    runs = [("".join(chars), of_word) for of_word, chars in groupby(folded, key=_is_word_char)]
    parts = tuple(run for run, of_word in runs if of_word)
    if parts:
        lead = "" if runs[0][1] else runs[0][0]
        trail = "" if runs[-1][1] else runs[-1][0]
        yield _Term(number, parts, lead, trail)


def _occurrences(folded: str, term: _Term) -> list[tuple[int, int]]:
    """Spans of `folded`. Where the signs typed around a word are found with it, the bare word alone does not count:
    C++ is not every letter C."""
    found = _anywhere(folded, term.parts[0]) if term.anywhere else _as_words(folded, term.parts)
    if not term.lead and not term.trail:
        return found
    signed = [
        (
            start - len(term.lead) * folded.endswith(term.lead, 0, start),
            end + len(term.trail) * folded.startswith(term.trail, end),
        )
        for start, end in found
    ]
    return [span for span, bare in zip(signed, found, strict=True) if span != bare] or found


def _anywhere(folded: str, run: str) -> list[tuple[int, int]]:
    found = []
    start = folded.find(run)
    while start >= 0:
        end = start + len(run)
        if not _is_kept_mark(folded[end : end + 1]):
            found.append((start, end))
        start = folded.find(run, start + 1)
    return found


def _as_words(folded: str, parts: tuple[str, ...]) -> list[tuple[int, int]]:
    found = []
    first, size, several = parts[0], len(parts[0]), len(parts) > 1
    start = folded.find(first)
    while start >= 0:
        end = start + size
        if start and _binds(folded[start - 1]):
            end = 0
        elif several:
            end = _across(folded, end, parts)
        if not end or _binds(folded[end : end + 1]):
            start = folded.find(first, start + 1)
        else:
            found.append((start, end))
            start = folded.find(first, end)
    return found


def _across(folded: str, end: int, parts: tuple[str, ...]) -> int:
    """Where the parts after the first, which ends at `end`, end; 0 when they do not follow it."""
    for part in parts[1:]:
        begin = end
        while begin - end < MAX_GAP and begin < len(folded) and not _is_word_char(folded[begin]):
            begin += 1
        if begin == end or not folded.startswith(part, begin):
            return 0
        end = begin + len(part)
    return end


def _binds(char: str) -> bool:
    """Whether `char` (or nothing) beside a word makes it another word. Scripts without spaces do not: gen is a word in
    重跑gen."""
    return char.isalnum() if char.isascii() else _is_word_char(char) and not is_spaceless(char)


def _is_word_char(char: str) -> bool:
    return char.isalnum() or _is_kept_mark(char)


def _is_kept_mark(char: str) -> bool:
    """Whether `char` (or nothing) is a mark that folding keeps: it belongs to the letter before it."""
    return not char.isascii() and unicodedata.category(char)[0] == "M"
