"""The candidates of judged queries with their features: what weights are learnt from. See train.py."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from luneta.core.rerank import Known
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.evaluate.golden import GoldenSet, corpus_paths, read_golden, write_vault
from luneta.evaluate.measures import Judgments


@dataclass(frozen=True, slots=True)
class Judged:
    """A query's candidates in the fusion's order: their ids, and what the ranking knows of them."""

    query: str
    ids: tuple[str, ...]
    known: Known
    judgments: Judgments


def gather(folder: Path, work: Path, vault: Path | None = None) -> list[Judged]:
    """Every query of the golden set in `folder`. Vault and index are kept in `work`."""
    os.environ["LUNETA_CACHE_DIR"] = str(work / "cache")
    golden = read_golden(folder, vault)
    ids: Mapping[str, str] = {}
    place = golden.vault
    if golden.corpus is not None:
        place = vault_of(golden, work)
        ids = {path: document for document, path in corpus_paths(golden.corpus).items()}
    assert place is not None, "a golden set has a vault or a corpus"
    with Engine.open(place, resident=True) as engine:
        engine.index()
        return list(_queries(golden, engine, ids))


def vault_of(golden: GoldenSet, work: Path) -> Path:
    """The folder with a corpus's notes, written if need be."""
    assert golden.corpus is not None, "only a set kept as corpus.jsonl is written out"
    with golden.corpus.open("rb") as corpus:
        vault = work / f"{golden.name}-{file_digest(corpus, 'sha256').hexdigest()[:8]}"
    if not vault.exists():
        write_vault(golden.corpus, vault)
    return vault


def _queries(golden: GoldenSet, engine: Engine, ids: Mapping[str, str]) -> Iterator[Judged]:
    options = SearchOptions()
    for query in golden.queries:
        paths, known = engine.ask(lambda s, text=query.text: s.candidates(text, options))  # type: ignore[misc]
        yield Judged(query.id, tuple(ids.get(path, path) for path in paths), known, golden.judgments[query.id])
