"""What the user typed -> Query, and Query -> the MATCH expression of the postings: the only FTS5 syntax there is.

Words rank, "phrases" must be there, -exclusions must not; whatever else narrows the search (`core.operators`) becomes
the query's condition, and the words in it rank too. Nothing typed is an error. A word is what stands between spaces;
one with signs inside (`state-of-the-art`, `grammar::fa`) becomes a phrase of its parts in the index, because that is
how the tokenizer splits the notes as well.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from luneta.core.analyze import Alternative, has_token, query_parts, query_terms
from luneta.core.conditions import AllOf, AnyOf, Condition, Not, Text, all_of, sought_texts
from luneta.core.fold import fold
from luneta.core.operators import Typed, read
from luneta.core.signs import signed_word
from luneta.core.stems import stems_of
from luneta.core.stopwords import CONTRACTION_HEADS, CONTRACTION_TAILS, FUNCTION_WORDS
from luneta.core.types import Query

#: How many words, phrases and exclusions of a query are used; the rest of a pasted text adds time, not precision.
MAX_WORDS = 64
#: A long question says again what it is about: a word counts as often as it was typed, up to this.
MOST_TIMES = 4
#: How many terms of one phrase are looked for: enough to tell it from any other.
MAX_PHRASE_TERMS = 64
#: How much of the typed text is read at all.
MAX_CHARACTERS = 10_000

#: A query of more words is a text, and stands nowhere as a whole.
_MOST_IN_A_ROW = 12
#: Of these so many are looked for in a row.
_LONGEST_RUN = 5

#: Line breaks, NUL and other control characters, lone surrogates, invisible spaces.
_BLANKS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u200b\u2028\u2029\u2060\ufeff]")
#: Soft hyphens and marks of direction: they part nothing.
_INVISIBLE = re.compile("[\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_TERM = re.compile(r"[^\W_]+")
#: Typed in capitals they are operators elsewhere, not acronyms.
_OPERATORS = frozenset({"AND", "OR", "NOT"})
#: For who has no calendar: `modified:7d` then means nothing.
_NO_DAY = date.min
#: Queries whose units are kept: one search asks for them eight times.
_QUERIES_REMEMBERED = 32


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to look for: a word, a phrase, or a part of a word in a script without spaces.

    `word` (folded) names it; `match` is its own MATCH expression, complete: count with it how common the unit is.
    `phrase`: it was quoted, so a note must have it. `function`: a function word, left out when others remain.
    `times`: how often it was typed, at most MOST_TIMES.
    """

    word: str
    match: str
    phrase: bool = False
    function: bool = False
    times: int = 1


def parse_query(raw: str, *, today: date = _NO_DAY) -> Query:
    """Understand `raw`. Never raises. `Query.raw` is what was typed, with lone surrogates (no text can be sent with
    them) replaced. A query of nothing but exclusions is blank: what was ruled out is never shown. `today` is what
    `modified:7d` counts from."""
    text = _INVISIBLE.sub("", _BLANKS.sub(" ", raw[:MAX_CHARACTERS]))
    parts = _Parts()
    tree = read(text, today)
    for part in tree.parts if isinstance(tree, AllOf) else [tree]:
        if parts.count >= MAX_WORDS:
            break
        if part is not None:
            parts.add(part)
    return Query(
        _LONE_SURROGATE.sub("\ufffd", raw),
        " ".join(parts.kept),
        tuple(parts.words),
        tuple(parts.phrases),
        tuple(parts.excluded),
        all_of(parts.conditions),
    )


class _Parts:
    """The parts of a query, as they are read."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.phrases: list[str] = []
        self.excluded: list[str] = []
        self.conditions: list[Condition] = []
        self.kept: list[str] = []

    @property
    def count(self) -> int:
        """Of what counts towards MAX_WORDS."""
        return len(self.words) + len(self.phrases) + len(self.excluded) + len(self.conditions)

    def add(self, part: Condition) -> None:
        """Take one of the things that are all wanted."""
        if isinstance(part, Not) and isinstance(part.of, Text) and not part.of.exact_case:
            if _says_something(part.of.typed):
                self.excluded.append(part.of.typed)
            return
        if isinstance(part, Text) and part.quoted and not part.exact_case:
            if _says_something(part.typed):
                self.phrases.append(part.typed)
                self.kept.append(part.typed)
            return
        if not _is_soft(part):
            self.conditions.append(part)
        for text in sought_texts(part):
            if self.count < MAX_WORDS and _says_something(text.typed):
                self.words.append(text.typed)
                self.kept.append(text.raw if isinstance(text, Typed) else text.typed)


def _is_soft(part: Condition) -> bool:
    """Words alone, however grouped: they rank, and rule nothing out."""
    match part:
        case Text():
            return not part.quoted and not part.exact_case
        case AllOf(parts) | AnyOf(parts):
            return all(map(_is_soft, parts))
        case _:
            return False


@lru_cache(_QUERIES_REMEMBERED)
def units(query: Query) -> tuple[Unit, ...]:
    """Everything to look for, in order, each once, at most MAX_WORDS: phrases first, then words, then the parts of
    words in scripts without spaces. What has no term in the index (an emoji) is not among them."""
    found: dict[str, Unit] = {}
    for phrase in query.phrases:
        _add(found, phrase, _match_to_the_letter(phrase), phrase=True)
    capitals = not any(char.islower() for word in query.words for char in word)
    times = Counter(map(fold, query.words))
    for index, word in enumerate(query.words):
        function = _is_function_word(word, index, capitals)
        _add(found, word, _match_word(word), function=function, times=times[fold(word)])
    for word in query.words:
        for part in query_parts(word):
            _add(found, part.terms, _match_alternative(part))
    return tuple(found.values())[:MAX_WORDS]


def searched_words(query: Query) -> tuple[str, ...]:
    """The phrases and words of `query` as typed, without the function words when something else remains."""
    capitals = not any(char.islower() for word in query.words for char in word)
    content = [word for index, word in enumerate(query.words) if not _is_function_word(word, index, capitals)]
    return (*query.phrases, *content) or query.words


def fts_match(query: Query, *, common: Collection[str] = ()) -> str:
    """The MATCH expression of `query` over all columns of the postings; "" when there is nothing to look for.

    Quoted phrases are required; words are joined by OR and ranked by BM25; exclusions are taken away. Function words
    are left out as long as something remains without them, and a word that was typed again counts again. The units
    named in `common` (`Unit.word`: in so many chunks that to rank all of these takes long) count, but do not suffice:
    one of the others must be there as well.
    """
    everything = units(query)
    required = [unit.match for unit in everything if unit.phrase]
    words = [unit for unit in everything if not unit.phrase]
    content = [unit for unit in words if not unit.function]
    words = content if content or required else words
    rarer = [unit.match for unit in words if unit.word not in common]
    if not words and not required:
        return ""
    # One phrase stands among the words too, which makes each of them optional.
    optional = [unit.match for unit in words for _ in range(unit.times)] + required[:1] + _as_it_stands(query)
    needed = required or ([_any(rarer)] if 0 < len(rarer) < len(words) else [])
    wanted = " AND ".join([*needed, _any(optional)] if words else needed)
    unwanted = excluded_match(query)
    return f"({wanted}) NOT {unwanted}" if unwanted else wanted


def _as_it_stands(query: Query) -> list[str]:
    """Words in a row, function words between them too, as a term that counts beside them: it is rare, so that BM25 puts
    the places where a text says just that first. Of many words it is the run that says most: where a text has that, it
    has the others."""
    if query.phrases or query.condition is not None or not 2 <= len(query.text.split()) <= _MOST_IN_A_ROW:
        return []
    words = query.words
    says = [0 if _is_function_word(word, index, False) else len(word) for index, word in enumerate(words)]
    if not any(says):
        return [_quote(query.text)]
    runs = [(start, min(start + _LONGEST_RUN, len(words))) for start in range(max(len(words) - _LONGEST_RUN, 0) + 1)]
    start, end = max(runs, key=lambda run: (sum(map(bool, says[slice(*run)])), sum(says[slice(*run)])))
    while not says[start]:
        start += 1
    while not says[end - 1]:
        end -= 1
    return [_quote(" ".join(words[start:end]))] if end - start > 1 else []


def text_match(typed: str) -> str:
    """The MATCH expression of one word or phrase; "" when there is nothing in it that an index could have."""
    return _match_typed(typed)


def excluded_match(query: Query) -> str:
    """The MATCH expression of what `query` rules out, for the lists that cannot say NOT; "" when nothing is."""
    matches = [match for typed in query.excluded if (match := _match_to_the_letter(typed))]
    return _any(matches) if matches else ""


def _add(
    found: dict[str, Unit], typed: str, match: str, *, phrase: bool = False, function: bool = False, times: int = 1
) -> None:
    word = fold(typed)
    if match and word not in found:
        found[word] = Unit(word, match, phrase, function, 1 if function else min(times, MOST_TIMES))


def _says_something(typed: str) -> bool:
    """Letters, digits or pictures: punctuation alone is nothing to look for."""
    return has_token(typed) or any(unicodedata.category(char) == "So" for char in typed)


def _is_function_word(word: str, index: int, capitals: bool) -> bool:
    """Whether `word`, number `index` of a query (all typed in capitals or not), is only grammar. Capitals in a query
    that has small letters too mark an acronym or a letter's name: "IT support", "vitamin E"."""
    if word.isupper() and not capitals and word not in _OPERATORS and word != "I" and (len(word) > 1 or index > 0):
        return False
    folded = fold(word).replace("’", "'")
    head, apostrophe, tail = folded.partition("'")
    if not apostrophe:
        return folded in FUNCTION_WORDS
    return tail in CONTRACTION_TAILS and (head in FUNCTION_WORDS or head in CONTRACTION_HEADS)


def _match_word(word: str) -> str:
    """A word as typed, or its stem, which chunks have with words that share it; phrases are meant to the letter."""
    typed = _match_to_the_letter(word)
    return _any([typed, *map(_quote, stems_of(word))]) if typed else ""


def _match_to_the_letter(typed: str) -> str:
    """As typed, signs too: of C++ not every C."""
    signed = signed_word(typed)
    return _any(map(_quote, signed)) if signed else _match_typed(typed)


def _match_typed(typed: str) -> str:
    """A word or phrase, or any alternative to it; "" when the tokenizer would find no term in it."""
    if not has_token(typed):
        return ""
    matches = [_quote(typed), *(_match_alternative(alternative) for alternative in query_terms(typed))]
    return _any(dict.fromkeys(matches))


def _match_alternative(alternative: Alternative) -> str:
    return _quote(alternative.terms) + (" *" if alternative.prefix else "")


def _any(matches: Iterable[str]) -> str:
    matches = list(matches)
    return matches[0] if len(matches) == 1 else f"({' OR '.join(matches)})"


def _quote(text: str) -> str:
    """`text` as one FTS5 string, cut after MAX_PHRASE_TERMS terms."""
    for number, term in enumerate(_TERM.finditer(text), start=1):
        if number == MAX_PHRASE_TERMS:
            text = text[: term.end()]
            break
    return '"' + text.replace("\x00", " ").replace('"', '""') + '"'


def names_match(query: Query) -> str:
    """The MATCH expression of `query` over what notes are called: any of its words, the last one perhaps unfinished;
    "" when there is nothing to look for."""
    matches = names_matches(query)
    return _any(matches) if matches else ""


def names_matches(query: Query) -> tuple[str, ...]:
    """The MATCH expression of each word of it."""
    everything = [unit for unit in units(query) if not unit.function] or list(units(query))
    matches = dict.fromkeys(unit.match for unit in everything)
    last = query.words[-1] if query.words else ""
    if has_token(last) and len(fold(last)) > 1:
        matches[f"{_quote(last)} *"] = None
    return tuple(matches)
