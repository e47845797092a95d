"""What the plain tokenizer cannot make: the terms of the `extra` column, and their counterpart for a query.

The tokenizer (FTS5's unicode61) splits at everything that is neither letter nor digit, folds case and the accents of
Latin letters, and knows nothing else. Three kinds of text need more; each has a rule of its own:

- `_folded`: letters that do not decompose (Łódź -> lodz), accents outside Latin (Αθήνα -> αθηνα), full-width forms;
- `_pairs`: scripts written without spaces, as overlapping pairs of characters;
- `_split_scripts`: Latin letters and digits glued to such a script ("重跑gen" -> 重跑, gen).

A run of characters ABC gives the terms AB, BC and C: any run of two or more inside it is then a phrase of pairs, and
any single character starts a term.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from luneta.core.fold import fold
from luneta.core.signs import signed_terms, signed_word
from luneta.core.stems import stem_terms

#: Han, kana, Hangul, bopomofo: every character is a letter to the tokenizer.
_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3031-\u3035\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u3131-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U000323af"
)
#: Thai, Lao, Myanmar, Khmer, with their vowel signs and tones.
_SOUTHEAST = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
#: Characters that the tokenizer leaves as they are, or stops at, and that `fold` changes.
_UNFOLDED = (
    "ªº²³¹ÆæÐðØøÞþßĐđĦħıĲĳĸĿŀŁłŉŊŋŒœŦŧƀƒƙƚǄ-ǌǱ-ǳǼ-ǿɓɖɗɠɲẞЁё"
    "\u0332-\u0337\u0339-\u036f"  # combining marks that split a word
    "\u0386\u0388-\u038a\u038c\u038e-\u0390\u03aa-\u03b0\u03ca-\u03ce\u1f00-\u1fbc\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec"
    "\u1ff2-\u1ffc"  # Greek with accents
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0622-\u0626\u064b-\u065f\u0670"  # Hebrew points, Arabic vowels
    "\u2070\u2071\u2074-\u2079\u207f\u2080-\u2089\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
)

_UNUSUAL = re.compile(f"[{_CJK}{_SOUTHEAST}{_UNFOLDED}]")
_SPACELESS = re.compile(f"[{_CJK}{_SOUTHEAST}]")
_IN_WORD = f"\\w\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670{_SOUTHEAST}"
_WORD_CHAR = re.compile(f"[{_IN_WORD}]")
_WORD = re.compile(f"[{_IN_WORD}]+")
_SCRIPT_RUN = re.compile(f"([{_CJK}]+)|([{_SOUTHEAST}]+)|([^{_CJK}{_SOUTHEAST}]+)")
_ASCII = bytes(range(128))
_INNER_HUMP = b"aA"
#: The letters of ASCII as those, its digits as one, everything else as a space.
_CASES = bytes(
    ord("a") if 97 <= code <= 122 else ord("A") if 65 <= code <= 90 else ord("0") if 48 <= code <= 57 else ord(" ")
    for code in range(256)
)
_ALPHANUMERIC = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
#: Parts of an identifier; a word of more is no word (base64).
_LEAST_HUMPS, _MOST_HUMPS = 3, 8
_TOKEN = re.compile(r"[^\W_]")
_POSSESSIVE = re.compile(r"(.{2,})['’]s", re.IGNORECASE | re.DOTALL)
_VERSION = re.compile(r"(v?)(\d+(?:\.\d+)+\S*)", re.IGNORECASE)
_ELISION = re.compile(r"(?:[cdjlmnst]|qu)['’](.{2,})", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Terms in a row, separated by spaces, to look for beside what was typed; `prefix`: the last may go on."""

    terms: str
    prefix: bool = False


def chunk_terms(text: str, stems: Iterable[str] | None = None) -> str:
    """The terms of a chunk for the `extra` column: `extra_terms`, the parts of identifiers and the stems of words, if
    these are not known already."""
    known = stem_terms(text) if stems is None else stems
    return " ".join(part for part in (extra_terms(text), *_humps(text), *known) if part)


def _humps(text: str) -> list[str]:
    """The parts in lower case of each distinct word that capitals join from three or more, as in
    requestAnimationFrame. Of two are too many names (JavaScript, GitHub) whose parts are other things."""
    cases = text.encode("ascii", "replace").translate(_CASES)  # as long as the text, and searched ten times as fast
    cases += b" "
    ascii_only = text.isascii()
    done = 0
    found: dict[str, None] = {}
    while (hump := cases.find(_INNER_HUMP, done)) >= 0:
        start, end = cases.rfind(b" ", done, hump) + 1 or done, cases.find(b" ", hump)
        if not ascii_only:  # other letters may go before and after
            while start > done and text[start - 1].isalnum():
                start = cases.rfind(b" ", done, start - 1) + 1 or done
            word = _ALPHANUMERIC.match(text, start)
            end = end if word is None else word.end()
        found[text[start:end]] = None
        done = end
    return [parts for parts in map(_parts, found) if parts]


@lru_cache(maxsize=20_000)
def _parts(identifier: str) -> str:
    parts = _HUMP.findall(identifier)
    return " ".join(parts).lower() if _LEAST_HUMPS <= len(parts) <= _MOST_HUMPS else ""


def extra_terms(text: str) -> str:
    """The terms of `text` for the `extra` column, separated by spaces, in the order of the text.

    Pairs are repeated as often as they stand there; a folded word is given once, so that the letter as typed always
    outweighs its fold. Empty for text that needs nothing, at the cost of a search.
    """
    terms = signed_terms(text)
    if text.isascii() or _UNUSUAL.search(_beyond_ascii(text)) is None:
        return " ".join(terms)
    seen: set[str] = set()
    for word in _words(text):
        if _SPACELESS.search(word) is not None:
            terms.extend(_split_scripts(word))
        elif (folded := _folded(word)) not in seen:
            seen.add(folded)
            terms.append(folded)
    return " ".join(terms)


def _beyond_ascii(text: str) -> str:
    """The characters of a text that are not ASCII: few, and made in half the time that it takes to look at all."""
    return text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")


def query_terms(typed: str) -> tuple[Alternative, ...]:
    """What to look for, in any column, beside a word or phrase as typed: each alternative is as good as it.

    The counterpart of `extra_terms`; words with signs (core.signs); words without a possessive or elided article
    ("Ana's", "d'água"); and versions with and without their v, which the tokenizer takes for a part of the number.
    """
    others = (*signed_word(typed), *_without_apostrophe(typed), *_versions(typed))
    alternatives = [Alternative(other) for other in others]
    if not typed.isascii() and _UNUSUAL.search(typed) is not None:
        if _SPACELESS.search(typed) is None:
            alternatives.append(Alternative(fold(typed)))
        elif (glued := _glued(typed)) is not None:
            alternatives.append(glued)
    return tuple(alternatives)


def query_parts(word: str) -> tuple[Alternative, ...]:
    """A word of a script without spaces in its pieces, to rank by when the whole is nowhere: pairs, Latin words,
    single characters. Empty when there is only one piece, or nothing of such a script."""
    if not is_spaceless(word):
        return ()
    parts: dict[Alternative, None] = {}
    for match in _WORD.finditer(unicodedata.normalize("NFC", word)):
        for run, spaceless in _script_runs(match.group()):
            pieces = _pairs(run)[:-1] if spaceless else [run]
            parts.update(dict.fromkeys([Alternative(piece) for piece in pieces] or [Alternative(run, prefix=True)]))
    return tuple(parts) if len(parts) > 1 else ()


def is_spaceless(text: str) -> bool:
    """Whether `text` holds a character of a script that is written without spaces between words."""
    return not text.isascii() and _SPACELESS.search(text) is not None


def script_runs(word: str) -> tuple[tuple[str, bool], ...]:
    """A word cut where the script changes: each run, and whether it is of a script without spaces."""
    return tuple((run.group(), run.group(3) is None) for run in _SCRIPT_RUN.finditer(word))


def has_token(text: str) -> bool:
    """Whether the tokenizer finds a term in `text`."""
    return _TOKEN.search(text) is not None


def _words(text: str) -> Iterator[str]:
    """The words that need an extra term. Composed first: the tokenizer stops at the marks of decomposed kana."""
    text = unicodedata.normalize("NFC", text)
    done = 0
    while (unusual := _UNUSUAL.search(text, done)) is not None:
        start = unusual.start()
        while start > done and _WORD_CHAR.match(text, start - 1) is not None:
            start -= 1
        word = _WORD.match(text, start)
        done = unusual.end() if word is None else word.end()
        if word is not None and has_token(word.group()):
            yield word.group()


def _folded(word: str) -> str:
    return " ".join(fold(word).replace("_", " ").split())


def _script_runs(word: str) -> Iterator[tuple[str, bool]]:
    """As `script_runs`, each run as the tokenizer must see it: Southeast Asian vowel signs, where it would stop, are
    left out, and other scripts are folded."""
    for run, spaceless in script_runs(word):
        bare = "".join(char for char in run if char.isalnum()) if spaceless else _folded(run)
        if has_token(bare):
            yield bare, spaceless


def _split_scripts(word: str) -> Iterator[str]:
    for run, spaceless in _script_runs(word):
        if spaceless:
            yield from _pairs(run)
        else:
            yield run


def _pairs(run: str) -> list[str]:
    return [run[index : index + 2] for index in range(len(run))]


def _glued(typed: str) -> Alternative | None:
    """The terms of `typed` as they stand in `extra`; its last run may go on in the text, so nothing closes it.
    Latin words that stand alone in `typed` have no term there and are not looked for."""
    runs = [run for word in _words(typed) for run in _script_runs(word)]
    if not runs:
        return None
    terms: list[str] = []
    for run, spaceless in runs:
        terms.extend(_pairs(run) if spaceless else [run])
    last, spaceless = runs[-1]
    open_ended = spaceless and len(last) > 1
    return Alternative(" ".join(terms[:-1] if open_ended else terms), prefix=spaceless and not open_ended)


def _without_apostrophe(word: str) -> tuple[str, ...]:
    if "'" not in word and "’" not in word:
        return ()
    match = _POSSESSIVE.fullmatch(word) or _ELISION.fullmatch(word)
    return (match.group(1),) if match is not None and has_token(match.group(1)) else ()


def _versions(word: str) -> tuple[str, ...]:
    match = _VERSION.fullmatch(word)
    return () if match is None else (match.group(2) if match.group(1) else f"v{word}",)
