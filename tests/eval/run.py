"""Measure Luneta on golden sets: `npm run eval -- [FOLDER ...]`; without a folder, on the project's own.

Each folder is a golden set (see luneta.evaluate.golden). A set kept as corpus.jsonl is written as notes into a
temporary vault; the index goes into a temporary folder too, so nothing of the user's is touched. With --keep both stay
in a folder, and the next run with it only brings the index up to date.

--save NAME writes the report into tests/eval/results; --compare A B shows two saved reports query by query.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import luneta
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.errors import LunetaError
from luneta.evaluate import compare, report
from luneta.evaluate.golden import GoldenSet, corpus_paths, read_golden, write_vault
from luneta.evaluate.measures import MEASURES
from luneta.evaluate.trial import SYSTEMS, Trial, try_engine

HERE = Path(__file__).resolve().parent
OWN_SET, OWN_VAULT = HERE / "golden", HERE.parent / "vault"
RESULTS = HERE / "results"
GATE = RESULTS / "gate.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; 0, or 2 with a sentence on standard error if that cannot be done."""
    options = _parser().parse_args(arguments)
    try:
        if options.compare:
            print(_comparison(options))
        else:
            _evaluate(options)
    except LunetaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _evaluate(options: argparse.Namespace) -> None:
    sets = [read_golden(folder, options.vault) for folder in options.folders] or [read_golden(OWN_SET, OWN_VAULT)]
    systems = {name: SYSTEMS[name] for name in options.systems}
    with _work_folder(options.keep) as work:
        os.environ["LUNETA_CACHE_DIR"] = str(work / "cache")
        trials = [_try(golden, work, systems) for golden in sets]
    reports = [report.summarize(trial) for trial in trials]
    print(report.overview(reports))
    if not options.brief:
        print(f"\n{report.details(reports)}\n\n{report.significance(trials)}")
    if options.record:
        _record(next(trial for trial in trials if trial.name == OWN_SET.name))
    if options.save:
        print(f"\nSaved as {report.save(trials, options.results, options.save, luneta.__version__)}")


def _record(trial: Trial) -> None:
    """Write down what the default reaches on the project's own set, below which it may not fall (test_gate.py)."""
    means = report.summarize(trial).means["default"]
    kept = {measure: round(means[measure], 4) for measure in ("Recall@10", "nDCG@10")}
    GATE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8", newline="\n")
    _tell(f"Recorded in {GATE}: {kept}")


def _try(golden: GoldenSet, work: Path, systems: Mapping[str, SearchOptions]) -> Trial:
    """Index the set's vault, written first if need be, and ask every query."""
    vault, ids = golden.vault, dict[str, str]()
    if golden.corpus is not None:
        with golden.corpus.open("rb") as corpus:
            vault = work / f"{golden.name}-{file_digest(corpus, 'sha256').hexdigest()[:8]}"
        if not vault.exists():
            write_vault(golden.corpus, vault)
        ids = {path: document for document, path in corpus_paths(golden.corpus).items()}
    assert vault is not None, "a golden set has a vault or a corpus"
    if golden.unanswered:
        _tell(f"{golden.name}: {len(golden.unanswered)} queries without a right note are left out")
    with Engine.open(vault, resident=True) as engine:
        done = engine.index()
        _tell(f"{golden.name}: {done.notes} notes, {done.chunks} chunks in {done.seconds:.1f} s, {done.failed} failed")
        start = perf_counter()
        trial = try_engine(golden, engine, ids, systems)
        each = (perf_counter() - start) / (len(golden.queries) * len(systems))
        _tell(f"{golden.name}: {len(golden.queries)} queries in {len(systems)} ways, {each * 1000:.1f} ms each")
    return trial


def _comparison(options: argparse.Namespace) -> str:
    before, after = (report.load_answers(options.results, name) for name in options.compare)
    return compare.describe(before, after, options.system, options.measure, options.show)


@contextmanager
def _work_folder(keep: Path | None) -> Iterator[Path]:
    """The folder for vaults and indexes: `keep`, or one that is gone afterwards."""
    if keep is not None:
        yield keep.resolve()
        return
    with TemporaryDirectory(prefix="luneta-eval-") as folder:
        yield Path(folder).resolve()


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="golden sets")
    parser.add_argument("--vault", type=Path, help="the vault the judgments are about, when the folders do not hold it")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), help="ways of searching to try")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep vaults and indexes here for the next run")
    parser.add_argument("--brief", action="store_true", help="the nDCG@10 table only")
    parser.add_argument("--save", metavar="NAME", help="write the report as NAME")
    parser.add_argument(
        "--results", type=Path, default=RESULTS, metavar="FOLDER", help="where reports are (tests/eval/results)"
    )
    parser.add_argument("--record", action="store_true", help="write what test_gate.py holds the project's own set to")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="compare two saved reports query by query")
    parser.add_argument("--system", choices=SYSTEMS, default="default", help="the way of searching that is compared")
    parser.add_argument("--measure", choices=MEASURES, default="nDCG@10", help="the measure that is compared")
    parser.add_argument(
        "--show", type=int, default=10, help="queries shown of the worse and of the better, for each set"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
