"""Putting a golden set's queries to an engine, in every way of searching that a report compares."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from luneta.core.types import LISTS, SearchOptions
from luneta.engine import Engine
from luneta.evaluate.golden import GoldenQuery, GoldenSet
from luneta.evaluate.measures import MEASURES, Judgments

#: Hits asked for: as many as the deepest measure looks at, and what the product shows.
LIMIT = 10

#: The ways of searching, in the order of the reports: each list alone, the plainest fusion, the product as it is.
SYSTEMS: Mapping[str, SearchOptions] = {
    "keyword": SearchOptions(limit=LIMIT, mode="keyword"),
    "semantic": SearchOptions(limit=LIMIT, mode="semantic"),
    "names": SearchOptions(limit=LIMIT, mode="names"),
    "equal": SearchOptions(limit=LIMIT, weights=dict.fromkeys(LISTS, 1.0), adaptive=False),
    "default": SearchOptions(limit=LIMIT),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What one way of searching found for one query: note ids, best first, and each measure of them."""

    query: GoldenQuery
    system: str
    hits: tuple[str, ...]
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Trial:
    """All answers on one golden set, by query in the set's order and then by system. `model` names the encoder."""

    name: str
    notes: int
    chunks: int
    model: str
    answers: tuple[Answer, ...]


def measure(query: GoldenQuery, system: str, hits: tuple[str, ...], judgments: Judgments) -> Answer:
    """An answer with every measure of the reports."""
    return Answer(query, system, hits, {name: of(hits, judgments) for name, of in MEASURES.items()})


def try_engine(
    golden: GoldenSet,
    engine: Engine,
    ids: Mapping[str, str] | None = None,
    systems: Mapping[str, SearchOptions] = SYSTEMS,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Trial:
    """Ask an engine whose index is up to date every query of `golden` in each of `systems`.

    `ids` gives the judgments' id of a note's path; a path not among them, or every path without `ids`, is its own id.
    `progress` is told queries done and in all, after each query.
    """
    known = ids or {}
    answers: list[Answer] = []
    for done, query in enumerate(golden.queries, start=1):
        for system, options in systems.items():
            found = engine.search(query.text, options).hits
            hits = tuple(known.get(hit.path, hit.path) for hit in found)
            answers.append(measure(query, system, hits, golden.judgments[query.id]))
        progress(done, len(golden.queries))
    status = engine.status()
    return Trial(golden.name, status.notes, status.chunks, status.model, tuple(answers))
