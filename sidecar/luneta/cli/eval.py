"""`luneta eval`."""

from argparse import Namespace
from pathlib import Path

from luneta.cli import exits, face, stream
from luneta.cli.vaults import chosen_vault
from luneta.config import Config, load_config
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.errors import UsageError
from luneta.evaluate import report
from luneta.evaluate.golden import GoldenSet, read_golden
from luneta.evaluate.judged import read_judged
from luneta.evaluate.trial import LIMIT, SYSTEMS, try_engine
from luneta.judgments import judgments_file


def run(arguments: Namespace) -> int:
    """Measure search on judged queries."""
    vault = chosen_vault(arguments.vault)
    config = load_config(vault)
    golden = _golden(arguments.golden, vault, config)
    if not golden.queries:
        raise UsageError(f"{golden.name} has no query with a right note.")
    systems = {**SYSTEMS, **_own(config)}
    with Engine.open(vault, resident=True) as engine:
        engine.ask(lambda searcher: searcher)  # no index yet is said at once, by its own words
        trial = try_engine(golden, engine, systems=systems)
        stream.tell(engine.notices)
    summary = report.summarize(trial)
    if arguments.json:
        stream.write_bytes(face.encode(report.as_json(summary)))
        return exits.FINE
    lines = [report.overview([summary]), "", report.details([summary]), "", report.significance([trial])]
    if golden.unanswered:
        lines += ["", f"Left out, having no right note: {len(golden.unanswered)} queries."]
    stream.write("\n".join(lines) + "\n")
    return exits.FINE


def _golden(given: str | None, vault: Path, config: Config) -> GoldenSet:
    file = judgments_file(config.source) if given is None else Path(given)
    if file.is_dir():
        return read_golden(file, vault)
    if not file.is_file():
        hint = " Mark right notes with `luneta judge QUERY NOTE` first." if given is None else ""
        raise UsageError(f"There is no golden set {file}.{hint}")
    return read_judged(file, vault)


def _own(config: Config) -> dict[str, SearchOptions]:
    """The vault's settings as one more way of searching, where they are not the product's own."""
    own = config.search_options(LIMIT)
    return {} if own == SYSTEMS["default"] else {"settings": own}
