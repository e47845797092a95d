"""What trials say, for people (Markdown tables) and for files (JSON).

A saved report is two files: `NAME.json`, the means, to be kept and compared over time, and `NAME.answers.jsonl`, the
answer to every query, from which two runs are compared query by query. Neither holds times: equal runs, equal files.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from luneta.errors import UsageError
from luneta.evaluate.golden import GoldenQuery
from luneta.evaluate.measures import MEASURES
from luneta.evaluate.significance import chance
from luneta.evaluate.trial import Answer, Trial

#: Decimals kept: a thousandth is what the bars speak of, one more shows where rounding fell.
_DECIMALS = 4

Means = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class SetReport:
    """The means on one set: by system and measure (`means`), and the same for each kind of query that the set names."""

    name: str
    notes: int
    chunks: int
    model: str
    queries: int
    means: Means
    kinds: Mapping[str, tuple[int, Means]]


def summarize(trial: Trial) -> SetReport:
    """The means of a trial: every query counts the same."""
    kinds = sorted({answer.query.kind for answer in trial.answers} - {""})
    by_kind = {kind: [answer for answer in trial.answers if answer.query.kind == kind] for kind in kinds}
    return SetReport(
        name=trial.name,
        notes=trial.notes,
        chunks=trial.chunks,
        model=trial.model,
        queries=_count(trial.answers),
        means=_means(trial.answers),
        kinds={kind: (_count(answers), _means(answers)) for kind, answers in by_kind.items()},
    )


def overview(reports: Sequence[SetReport], measure: str = "nDCG@10") -> str:
    """One measure as a Markdown table: a row for each set, a column for each system, the best of a row in bold.

    The last columns say how far the default is from the best single list and from the equal-weight fusion.
    """
    systems = list(reports[0].means)
    rows = [(report.name, report.queries, [report.means[system][measure] for system in systems]) for report in reports]
    if len(reports) > 1:
        columns = zip(*(values for _, _, values in rows), strict=True)
        rows.append(("mean of sets", sum(count for _, count, _ in rows), [fsum(c) / len(reports) for c in columns]))
    lines = []
    for name, count, values in rows:
        shown = [_bold(f"{value:.3f}", value == max(values)) for value in values]
        lines.append([name, str(count), *shown, *_differences(dict(zip(systems, values, strict=True)))])
    return _table([measure, "queries", *systems, "default - best list", "default - equal"], lines)


def details(reports: Sequence[SetReport]) -> str:
    """Every measure as a Markdown table: a row for each set, each kind of query in it, and each system."""
    lines = []
    for report in reports:
        groups = [(report.name, report.queries, report.means)]
        groups += [(f"{report.name}: {kind}", count, means) for kind, (count, means) in report.kinds.items()]
        for name, count, means in groups:
            for system, values in means.items():
                lines.append([name, str(count), system, *(f"{values[measure]:.3f}" for measure in MEASURES)])
    return _table(["set", "queries", "system", *MEASURES], lines)


def significance(trials: Sequence[Trial], measure: str = "nDCG@10", of: str = "default") -> str:
    """How far one system is from each other one as a Markdown table, with the chance that there is no difference."""
    lines = []
    for trial in trials:
        values = {
            system: _by_query(trial, system, measure) for system in dict.fromkeys(a.system for a in trial.answers)
        }
        if of in values:
            for system in values:
                if system != of:
                    gains = [values[of][query] - values[system][query] for query in values[of]]
                    lines.append([trial.name, system, f"{fsum(gains) / len(gains):+.3f}", f"{chance(gains):.4f}"])
    return _table(["set", f"{of} against", measure, "chance"], lines)


def _by_query(trial: Trial, system: str, measure: str) -> dict[str, float]:
    return {answer.query.id: answer.values[measure] for answer in trial.answers if answer.system == system}


def save(trials: Sequence[Trial], folder: Path, name: str, version: str) -> Path:
    """Write both files of a report into `folder`; gives the path of the first. `version` is the product's."""
    folder.mkdir(parents=True, exist_ok=True)
    report = {"luneta": version, "sets": {trial.name: as_json(summarize(trial)) for trial in trials}}
    path = folder / f"{name}.json"
    path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    lines = [
        json.dumps(
            {
                "set": trial.name,
                "query": answer.query.id,
                "kind": answer.query.kind,
                "text": answer.query.text,
                "system": answer.system,
                "values": _rounded(answer.values),
                "hits": answer.hits,
            },
            ensure_ascii=False,
        )
        for trial in trials
        for answer in trial.answers
    ]
    (folder / f"{name}.answers.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
    return path


def load_answers(folder: Path, name: str) -> dict[str, list[Answer]]:
    """Every answer of a saved report, by set. Raises UsageError if the report is not there."""
    path = folder / f"{name}.answers.jsonl"
    if not path.is_file():
        raise UsageError(f"There is no saved run {name!r} in {folder}. Save one with --save {name}.")
    answers: dict[str, list[Answer]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row: dict[str, Any] = json.loads(line)
            query = GoldenQuery(row["query"], row["text"], row["kind"])
            answer = Answer(query, row["system"], tuple(row["hits"]), row["values"])
            answers.setdefault(row["set"], []).append(answer)
    return answers


def _means(answers: Iterable[Answer]) -> Means:
    by_system: dict[str, list[Mapping[str, float]]] = {}
    for answer in answers:
        by_system.setdefault(answer.system, []).append(answer.values)
    return {
        system: {measure: fsum(values[measure] for values in rows) / len(rows) for measure in MEASURES}
        for system, rows in by_system.items()
    }


def _differences(values: Mapping[str, float]) -> list[str]:
    """How far "default" is from the best single list and from "equal", each empty where a system was not tried."""
    singles = [values[system] for system in ("keyword", "semantic", "names") if system in values]
    others = [max(singles) if singles else None, values.get("equal")]
    default = values.get("default")
    return ["" if default is None or other is None else f"{default - other:+.3f}" for other in others]


def _count(answers: Iterable[Answer]) -> int:
    return len({answer.query.id for answer in answers})


def as_json(report: SetReport) -> dict[str, object]:
    """A report for programs."""
    return {
        "notes": report.notes,
        "chunks": report.chunks,
        "model": report.model,
        "queries": report.queries,
        "means": {system: _rounded(values) for system, values in report.means.items()},
        "kinds": {
            kind: {"queries": count, "means": {system: _rounded(values) for system, values in means.items()}}
            for kind, (count, means) in report.kinds.items()
        },
    }


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {measure: round(value, _DECIMALS) for measure, value in values.items()}


def _bold(text: str, really: bool) -> str:
    return f"**{text}**" if really else text


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose columns are as wide as their longest cell, so that it reads well as plain text too."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in [head, *rows]
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])
