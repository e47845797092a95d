"""What the vault, an earlier run, or this very run has already."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

import numpy as np

from luneta.core import frontmatter
from luneta.core.fold import fold
from luneta.core.likeness import SAME, likeness, runs_of
from luneta.core.types import SearchOptions, SearchResult
from luneta.ingest.likeness import NEAR, address
from luneta.ingest.routing import Decision
from luneta.ingest.signals import Signal, key_of

#: How the vault is asked: for notes with the longest words of the title and of the text's beginning, mostly the rare
#: ones. Of 344 copies of passages in 16,796 notes eight such words find 95 %, in 6 ms each; the first twelve words
#: find 87 % in 10 ms, and with all lists 84 % in 16 ms.
_OF_TITLE, _OF_TEXT, _BEGINNING = 3, 7, 600
_ASKED = SearchOptions(mode="keyword", limit=4, passages=1)
#: One run in so many is kept to find earlier signals of this run by: enough for texts of thirty words.
_SAMPLED = 4
#: A title of fewer words says little about what it stands over.
_TELLING_TITLE = 4
#: A text of the same title that is shorter than this share of the other one only announces it.
_TEASER = 0.5
#: Notes whose runs are kept in memory, about 30 kB each.
_NOTES_KEPT = 256

_URL = re.compile(r"https?://[^\s<>\"')\]]+")


class Searches(Protocol):
    """What is asked of the search: what any client could ask."""

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """The hits of a query."""


@dataclass(frozen=True, slots=True)
class _Text:
    """What is known of a note or an earlier signal. `pages` are the addresses it says it is about, `mentions` those
    it links to."""

    runs: frozenset[int]
    title: str
    pages: frozenset[str]
    mentions: frozenset[str]


class Known:
    """Compares signals with the vault, with what earlier runs took (`taken`: key or address -> where it went), and
    with each other. `read(path)` gives a note's text, "" if it has none."""

    def __init__(
        self, vault: Searches | None, read: Callable[[str], str], taken: Mapping[str, str] | None = None
    ) -> None:
        self._vault = vault
        self._note = lru_cache(maxsize=_NOTES_KEPT)(lambda path: _of_note(read(path)))
        self._taken = taken or {}
        self._titles: list[str] = []
        self._runs: list[np.ndarray] = []
        self._by_run: dict[int, int] = {}
        self._by_page: dict[str, int] = {}
        self._by_title: dict[str, int] = {}

    def settle_all(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Each decision settled, in the order given. Of several that say the same, the one with the highest score is
        kept, whatever the order."""
        order = sorted(range(len(decisions)), key=lambda n: (-decisions[n].score.total, key_of(decisions[n].signal)))
        settled = {number: self.settle(decisions[number]) for number in order}
        return [settled[number] for number in range(len(decisions))]

    def settle(self, decision: Decision) -> Decision:
        """The decision with `like` set, and the route `known` if nothing would be gained by a note of its own."""
        if decision.route == "discard":
            return decision
        signal = decision.signal
        before = self._taken.get(key_of(signal)) or self._taken.get(address(signal.origin))
        if before:
            return replace(decision, route="known", like=before)
        runs = runs_of(f"{signal.title}\n{signal.text}")
        earlier = self._of_this_run(signal, runs)
        if earlier is not None:
            return replace(decision, route="known", like=f"“{self._titles[earlier]}”")
        like, how_like = self._of_vault(signal, runs)
        if how_like >= SAME:
            return replace(decision, route="known", like=like)
        self._remember(signal, runs)
        return replace(decision, like=like if how_like >= NEAR else "")

    def _of_this_run(self, signal: Signal, runs: frozenset[int]) -> int | None:
        page = address(signal.origin)
        if page in self._by_page:
            return self._by_page[page]
        twin = self._by_title.get(_telling(signal.title))
        if twin is not None and len(runs) < _TEASER * len(self._runs[twin]):
            return twin
        shared = Counter(self._by_run[run] for run in runs if run in self._by_run)
        for number, _ in sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))[:3]:
            if likeness(runs, frozenset(self._runs[number].tolist())) >= SAME:
                return number
        return None

    def _of_vault(self, signal: Signal, runs: frozenset[int]) -> tuple[str, float]:
        if self._vault is None:
            return "", 0.0
        page, title = address(signal.origin), _telling(signal.title)
        best = ("", 0.0)
        for hit in self._vault.search(question(signal), _ASKED).hits:
            note = self._note(hit.path)
            how_like = likeness(runs, note.runs) if len(runs) > 1 else 0.0
            if page and page in note.pages:
                how_like = 1.0
            elif title and title in (note.title, _telling(hit.title)):
                how_like = 1.0 if len(runs) < _TEASER * len(note.runs) else max(how_like, NEAR)
            elif page and page in note.mentions:
                how_like = max(how_like, NEAR)
            if how_like > best[1]:
                best = (hit.path, how_like)
        return best

    def _remember(self, signal: Signal, runs: frozenset[int]) -> None:
        number = len(self._titles)
        self._titles.append(signal.title)
        self._runs.append(np.fromiter(runs, dtype=np.uint32, count=len(runs)))
        for run in runs:
            if run % _SAMPLED == 0:
                self._by_run.setdefault(run, number)
        if page := address(signal.origin):
            self._by_page.setdefault(page, number)
        if title := _telling(signal.title):
            self._by_title.setdefault(title, number)


def question(signal: Signal) -> str:
    """What the search is asked: plain words, nothing that its grammar would obey."""
    longest = [*_longest(signal.title, _OF_TITLE), *_longest(signal.text[:_BEGINNING], _OF_TEXT)]
    return " ".join(dict.fromkeys(longest))


def _longest(text: str, count: int) -> list[str]:
    """The longest different words, in the order of the text."""
    words = dict.fromkeys(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text.lower()))
    chosen = set(sorted(words, key=lambda word: (-len(word), word))[:count])
    return [word for word in words if word in chosen]


def _telling(title: str) -> str:
    """The words of a title that is long enough to tell texts apart, else ""."""
    words = re.findall(r"[^\W_]+", fold(title))
    return " ".join(words) if len(words) >= _TELLING_TITLE else ""


def _of_note(text: str) -> _Text:
    plain = text.replace("\r\n", "\n")
    front = frontmatter.read(plain)
    own = [str(front.properties[name]) for name in ("source", "url", "link", "origin") if name in front.properties]
    pages = frozenset(filter(None, map(address, own)))
    body = plain[front.end :]
    mentions = frozenset(filter(None, map(address, _URL.findall(body)))) - pages
    heading = re.search(r"^# (.+)", body, re.MULTILINE)
    title = front.title or (heading[1] if heading else "")
    return _Text(runs_of(body), _telling(title), pages, mentions)


def routes(decisions: Iterable[Decision]) -> Mapping[str, int]:
    """How many signals go each way."""
    counts = dict.fromkeys(("file", "review", "known", "discard"), 0)
    for decision in decisions:
        counts[decision.route] += 1
    return counts
