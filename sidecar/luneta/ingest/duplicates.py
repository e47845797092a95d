"""What the vault, or this very run, has already."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from luneta.core.types import SearchOptions, SearchResult
from luneta.ingest.likeness import NEAR, SAME, address, likeness, runs_of
from luneta.ingest.routing import Decision
from luneta.ingest.signals import Signal

#: Notes of the vault that a signal is compared with.
_COMPARED = 5
#: Words of a signal that the search is asked with, beside its title.
_WORDS_ASKED = 24
#: One run in so many is kept to find earlier signals of this run by: enough for texts of thirty words.
_SAMPLED = 4


class Searches(Protocol):
    """What is asked of the search: what any client could ask."""

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """The hits of a query."""


class Known:
    """Compares signals with the vault and with each other. `read(path)` gives a note's text, "" if it has none."""

    def __init__(self, vault: Searches | None, read: Callable[[str], str]) -> None:
        self._vault = vault
        self._read = read
        self._texts: dict[str, tuple[frozenset[int], str]] = {}
        self._addresses: dict[str, str] = {}
        self._by_run: dict[int, list[int]] = {}
        self._earlier: list[tuple[frozenset[int], str]] = []

    def settle(self, decision: Decision) -> Decision:
        """The decision with `like` set, and the route `known` if nothing would be gained by a note of its own."""
        if decision.route == "discard":
            return decision
        signal = decision.signal
        runs = runs_of(f"{signal.title}\n{signal.text}")
        like, how_like = self._nearest(signal, runs)
        if how_like >= SAME:
            return replace(decision, route="known", like=like)
        self._remember(signal, runs)
        return replace(decision, like=like if how_like >= NEAR and not like.startswith("“") else "")

    def _nearest(self, signal: Signal, runs: frozenset[int]) -> tuple[str, float]:
        here = address(signal.origin)
        if here and here in self._addresses:
            return f"“{self._addresses[here]}”", 1.0
        best = ("", 0.0)
        for number in {n for run in runs if run % _SAMPLED == 0 for n in self._by_run.get(run, ())}:
            earlier, title = self._earlier[number]
            best = max(best, (f"“{title}”", likeness(runs, earlier)), key=lambda pair: pair[1])
        if best[1] < SAME and self._vault is not None:
            words = " ".join(signal.text.split()[:_WORDS_ASKED])
            asked = " ".join(f"{signal.title} {words}".replace('"', " ").replace(":", " ").split())
            for hit in self._vault.search(asked, SearchOptions(limit=_COMPARED, passages=1)).hits:
                own, text = self._note(hit.path)
                same_page = bool(here) and here in text
                best = max(best, (hit.path, 1.0 if same_page else likeness(runs, own)), key=lambda pair: pair[1])
        return best

    def _note(self, path: str) -> tuple[frozenset[int], str]:
        if path not in self._texts:
            text = self._read(path)
            self._texts[path] = (runs_of(text), text)
        return self._texts[path]

    def _remember(self, signal: Signal, runs: frozenset[int]) -> None:
        number = len(self._earlier)
        self._earlier.append((runs, signal.title))
        for run in runs:
            if run % _SAMPLED == 0:
                self._by_run.setdefault(run, []).append(number)
        if here := address(signal.origin):
            self._addresses[here] = signal.title


def routes(decisions: list[Decision]) -> Mapping[str, int]:
    """How many signals go each way."""
    counts = dict.fromkeys(("file", "review", "known", "discard"), 0)
    for decision in decisions:
        counts[decision.route] += 1
    return counts
