"""Measure Luneta against the yardstick, side by side, in turns: `npm run bench -- [--vault VAULT] ...`.

The yardstick is the plain way of doing the same with the same model. Both run in processes of their own, on a copy of
the vault (the vault itself is only read), and the medians of the rounds are compared. Whether a bar is met means
something on the vault and the machine that the bar was set for, with nothing else running.

The exit code is 0 when everything was measured, whether or not a bar is met; 1 when a step failed: what was measured
before is shown, and the step named; 2 when the command line cannot be used.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import database
import day_of_work
import first_answer
import full_index
import memory
import no_change
import novels
import query
import service
import update
import vaultcopy
from course import Course
from machine import Moment
from programs import StepError
from report import Report
from rounds import settle
from rows import Row

import luneta

PROJECT = Path(__file__).resolve().parents[2]
MODEL = PROJECT / "sidecar" / "luneta" / "model"
SAMPLE = PROJECT / "tests" / "vault"
OWN_QUERIES = PROJECT / "tests" / "eval" / "golden" / "queries.jsonl"
YARDSTICK = PROJECT.parent / "shared" / "bench" / "reference.py"

#: In the order in which they run: those that change notes of the copy come last.
OPERATIONS: dict[str, Callable[[Course], list[Row]]] = {
    "full_index": full_index.measure,
    "database": database.measure,
    "query": query.measure,
    "memory": memory.measure,
    "first_answer": first_answer.measure,
    "no_change": no_change.measure,
    "update": update.measure,
    "day_of_work": day_of_work.measure,
    "service": service.measure,
}
#: The one with a vault of its own.
NOVELS = "novels"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for; the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if complaint := _complaint(options):
        parser.error(complaint)
    left_out = _why_no_yardstick(options)
    with _work_folder(options.keep) as work:
        queries = options.queries or _default_queries(options.yardstick, work)
        report = Report(_about(options, queries, left_out))
        try:
            _measure(options, queries, None if left_out else options.yardstick, work, report)
        except StepError as error:
            report.failed = str(error)
    print(report.text())
    if options.json:
        options.json.write_text(json.dumps(report.as_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if report.failed:
        print(f"\nFAILED, and nothing further was measured.\n{report.failed}", file=sys.stderr)
        return 1
    return 0


def _measure(options: argparse.Namespace, queries: Path, script: Path | None, work: Path, report: Report) -> None:
    """Run the operations that are wanted, one after the other. Raises StepError."""

    def lay_out(vault: Path, lines: Path, folder: str) -> Course:
        return Course.laid_out(
            vault, lines, work / folder, script=script, model=MODEL, runs=options.runs, reuse=options.keep is not None
        )

    wanted = [name for name in OPERATIONS if name in options.only]
    if wanted:
        course = lay_out(options.vault, queries, "main")
        if "full_index" not in wanted:
            _tell("making the indexes to measure on")
            course.index_both("making the indexes")
        for name in wanted:
            _observe(name, OPERATIONS[name], course, report)
    if NOVELS in options.only and options.novels is None:
        _tell("novels is left out: no vault of novels was given (--novels VAULT)")
    elif NOVELS in options.only:
        lines = options.novel_queries
        if lines is None:
            lines = work / "novel-queries.txt"
            lines.write_text("\n".join(novels.queries_from(options.novels)) + "\n", encoding="utf-8")
        _observe(NOVELS, novels.measure, lay_out(options.novels, lines, NOVELS), report)


def _observe(name: str, operation: Callable[[Course], list[Row]], course: Course, report: Report) -> None:
    _tell(f"measuring {name}")
    settle()
    moment = Moment.now()
    report.rows += operation(course)
    report.seconds[name], report.others[name] = moment.seconds(), moment.others()


def _about(options: argparse.Namespace, queries: Path, left_out: str | None) -> dict[str, object]:
    return {
        "luneta": luneta.__version__,
        "vault": str(options.vault),
        "notes": len(vaultcopy.notes_of(options.vault)),
        "queries": str(queries),
        "novels": str(options.novels) if options.novels else None,
        "runs": options.runs,
        "yardstick": None if left_out else str(options.yardstick),
        "yardstick_left_out": left_out,
    }


def _why_no_yardstick(options: argparse.Namespace) -> str | None:
    """Why it cannot take part; None if it can."""
    if options.without_yardstick:
        return "--without-yardstick"
    if not options.yardstick.is_file():
        return f"there is no {options.yardstick} (--yardstick FILE)."
    if find_spec("resource") is None:
        return "it needs Python's resource module, which this system does not have."
    return None


def _default_queries(yardstick: Path, work: Path) -> Path:
    """The queries kept beside the yardstick, else those of the project's own golden set."""
    beside = yardstick.with_name("queries.txt")
    if beside.is_file():
        return beside
    texts = [json.loads(line)["text"] for line in OWN_QUERIES.read_text(encoding="utf-8").splitlines()]
    own = work / "queries.txt"
    own.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return own


def _complaint(options: argparse.Namespace) -> str | None:
    """What is wrong with the command line, or None."""
    for name in ("vault", "novels"):
        vault = getattr(options, name)
        if vault is not None and not vault.is_dir():
            return f"--{name}: there is no folder {vault}"
        if vault is not None and not vaultcopy.notes_of(vault):
            return f"--{name}: there are no notes in {vault}"
        if vault is not None and options.keep is not None and options.keep.is_relative_to(vault):
            return f"--keep: {options.keep} is inside the vault, which is only read"
    for name in ("queries", "novel_queries"):
        file = getattr(options, name)
        if file is not None and not (file.is_file() and file.read_text(encoding="utf-8").strip()):
            return f"--{name.replace('_', '-')}: there are no queries in {file}"
    return "--runs: at least 1" if options.runs < 1 else None


@contextmanager
def _work_folder(keep: Path | None) -> Iterator[Path]:
    """The folder for copies and indexes: `keep`, or one that is gone afterwards."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with TemporaryDirectory(prefix="luneta-bench-") as folder:
        yield Path(folder).resolve()


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _folder(text: str) -> Path:
    return Path(text).expanduser().resolve()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [*OPERATIONS, NOVELS]
    add = parser.add_argument
    add("--vault", type=_folder, default=SAMPLE, help="the vault to measure on (the sample vault)")
    add("--novels", type=_folder, metavar="VAULT", help="a vault of novels, for the operation of that name")
    add("--queries", type=_folder, metavar="FILE", help="a query a line (queries.txt beside the yardstick)")
    add("--novel-queries", type=_folder, metavar="FILE", help="the same for the novels (drawn from their text)")
    add("--yardstick", type=_folder, default=YARDSTICK, metavar="FILE", help="the yardstick's script (%(default)s)")
    add("--without-yardstick", action="store_true", help="measure Luneta alone")
    add("--only", nargs="+", choices=names, default=names, metavar="NAME", help=f"of {', '.join(names)}")
    add("--runs", type=int, default=3, help="rounds of what takes long; what is short takes three times as many (3)")
    add("--json", type=_folder, metavar="FILE", help="write all numbers, with the machine's description")
    add(
        "--keep",
        type=_folder,
        metavar="FOLDER",
        help="work in this folder and keep it: the yardstick's database is then made once. Ten times the notes' "
        "size is needed, here or in the folder for temporary files",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
